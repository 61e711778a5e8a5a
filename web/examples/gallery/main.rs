//! The living gallery: the page's own components, in the states they can be in, written as pages without a script.
//!
//! It is run by `cargo xtask build` with the finished site as its argument, and takes the style sheets from that site's
//! page. Every panel is a function of a session, so a specimen is a name and some commands. It knows no browser.
#![recursion_limit = "512"]

mod dock;
mod specimens;

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::{env, fs, io};

use yew::prelude::*;

use specimens::{Group, groups};

/// The pages: file, theme of the root, what the link says.
const PAGES: [(&str, &str, &str); 3] =
    [("index.html", "", "as the system says"), ("light.html", "light", "light"), ("dark.html", "dark", "dark")];

fn main() -> io::Result<()> {
    let site = env::args().nth(1).ok_or_else(|| io::Error::other("usage: gallery SITE"))?;
    let site = Path::new(&site);
    let sheets = sheets(&fs::read_to_string(site.join("index.html"))?);
    let folder = site.join("gallery");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("gallery.css"), include_str!("gallery.css"))?;
    let body: String = groups().into_iter().enumerate().map(|(number, group)| section(number, group)).collect();
    for (file, theme, _) in PAGES {
        fs::write(folder.join(file), page(theme, &sheets, &body))?;
    }
    Ok(())
}

/// The style sheets of the site's page, in its order.
fn sheets(page: &str) -> String {
    let links = page.split("<link").skip(1).filter(|link| link.contains("stylesheet"));
    let hrefs = links.filter_map(|link| link.split("href=\"").nth(1)?.split('"').next());
    hrefs.map(|href| format!("<link rel=\"stylesheet\" href=\"../{}\">\n", href.trim_start_matches("./"))).collect()
}

fn page(theme: &str, sheets: &str, body: &str) -> String {
    let theme = if theme.is_empty() { String::new() } else { format!(" data-theme=\"{theme}\"") };
    let links: String = PAGES.iter().map(|(file, _, name)| format!("<a href=\"{file}\">{name}</a>")).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"{theme}>\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>Seqbell: the gallery</title>\n<link rel=\"icon\" \
         type=\"image/svg+xml\" href=\"../favicon.svg\">\n{sheets}<link rel=\"stylesheet\" href=\"gallery.css\">\n</head>\n\
         <body>\n<main class=\"gallery\">\n<header><h1>Gallery</h1><p>Every part of the page, drawn by the page's own code. \
         Nothing runs here: a control that is pressed does nothing.</p><nav aria-label=\"Theme\">{links}<a \
         href=\"../index.html\">Play</a></nav></header>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn section(number: usize, group: Group) -> String {
    let wide = group.wide;
    let specimens = group.specimens.into_iter().enumerate().map(|(nth, (name, html))| {
        let inside = apart(&drawn(html), &format!("g{number}-{nth}-"));
        format!("<div class=\"specimen\"><h3>{name}</h3>{inside}</div>\n")
    });
    let specimens: String = specimens.collect();
    format!(
        "<section><h2>{}</h2><div class=\"specimens\" data-wide=\"{wide}\">\n{specimens}</div></section>\n",
        group.name
    )
}

#[derive(Properties, PartialEq)]
struct HeldProps {
    html: Html,
}

/// Markup as a component, since that is what can be written as text.
#[component]
fn Held(props: &HeldProps) -> Html {
    props.html.clone()
}

fn drawn(html: Html) -> String {
    let renderer = yew::LocalServerRenderer::<Held>::with_props(HeldProps { html }).hydratable(false);
    let mut work = pin!(renderer.render());
    let mut context = Context::from_waker(Waker::noop());
    loop {
        // Nothing is waited for: a component that is drawn once suspends nowhere.
        if let Poll::Ready(text) = work.as_mut().poll(&mut context) {
            return text;
        }
    }
}

/// The same markup with names of its own, since a page has many specimens of one panel.
fn apart(markup: &str, own: &str) -> String {
    ["id=\"", "for=\"", "aria-labelledby=\"", "aria-controls=\"", "href=\"#", "name=\""]
        .into_iter()
        .fold(markup.replace("url(#", &format!("url(#{own}")), |text, name| {
            text.replace(&format!(" {name}"), &format!(" {name}{own}"))
        })
}
