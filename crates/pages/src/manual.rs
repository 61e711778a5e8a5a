//! The written documents as pages of the site, for those who embed a figure, write a script or call the program. They are the
//! files of `docs/`, so that nothing is said twice; this module only gives them the shape of the other pages.

use crate::Files;
use crate::shell::{Place, Shell};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;

/// A document.
struct Document {
    /// The name of its file and of its page.
    name: &'static str,
    /// Whom it is for, in a sentence.
    about: &'static str,
    text: &'static str,
}

const DOCUMENTS: [Document; 5] = [
    Document {
        name: "embedding",
        about: "A live figure in your own page, in a frame or in an mdBook; the package for JavaScript.",
        text: include_str!("../../../docs/embedding.md"),
    },
    Document {
        name: "script",
        about: "The language of the console, of scripts and of links: every command and every condition.",
        text: include_str!("../../../docs/script.md"),
    },
    Document {
        name: "cli",
        about: "The program for terminals: exit codes, streams, the schema of every JSON output, foreign formats.",
        text: include_str!("../../../docs/cli.md"),
    },
    Document {
        name: "model",
        about: "How a machine runs on facts that have holes.",
        text: include_str!("../../../docs/model.md"),
    },
    Document {
        name: "implied",
        about: "The steps that no page prints and control needs, and why each is there.",
        text: include_str!("../../../docs/implied.md"),
    },
];

/// Writes the pages and the list of them.
pub(crate) fn write(files: &mut Files) {
    let mut list = String::new();
    for document in &DOCUMENTS {
        let (title, body) = rendered(document.text);
        let Document { name, about, .. } = document;
        list += &format!("<li><a href=\"{name}/\">{title}</a><p>{about}</p></li>");
        files.insert(
            format!("docs/{name}/index.html"),
            shell("../../", &format!("Seqbell: {title}"), about)
                .page(&format!("<article class=\"manual\">\n{body}</article>")),
        );
    }
    let main = format!("<div class=\"manual\">\n<h1>Documents</h1>\n<ul class=\"documents\">{list}</ul>\n</div>");
    files.insert(
        "docs/index.html".to_owned(),
        shell("../", "Seqbell: documents", "How to embed, script and call Seqbell.").page(&main),
    );
}

fn shell<'a>(root: &'a str, title: &'a str, about: &'a str) -> Shell<'a> {
    Shell { place: Place::Manual, root, title, about, scripts: &[], player: false }
}

/// The title, and the whole text as HTML. Every heading has an id; what may be wider than a small screen scrolls by itself.
fn rendered(text: &str) -> (String, String) {
    let mut title = String::new();
    let mut ids = BTreeSet::new();
    let mut events: Vec<Event> = Vec::new();
    // Where the heading begins that is being read, and what it says.
    let mut heading: Option<(usize, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES).map(local) {
        match (&event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some((events.len(), String::new())),
            (Event::Text(part) | Event::Code(part), Some((_, said))) => said.push_str(part),
            (Event::End(TagEnd::Heading(level)), Some((at, said))) => {
                if *level == HeadingLevel::H1 {
                    title.clone_from(said);
                }
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[*at] {
                    *id = Some(CowStr::from(unused(&mut ids, said)));
                }
                heading = None;
            }
            (_, _) => {}
        }
        events.push(event);
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let body = body
        .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">");
    (title, body)
}

/// A link to a document leads to its page; to any other file of the repository there is none here, and only the words stay.
fn local(event: Event) -> Event {
    let Event::Start(Tag::Link { dest_url, link_type, title, id }) = event else { return event };
    let page = dest_url.split_once(".md").filter(|(name, _)| DOCUMENTS.iter().any(|document| document.name == *name));
    let dest_url = match page {
        Some((name, rest)) => format!("../{name}/{rest}").into(),
        None if dest_url.contains("://") || dest_url.starts_with('#') => dest_url,
        None => CowStr::from("../"),
    };
    Event::Start(Tag::Link { dest_url, link_type, title, id })
}

/// An id of a heading, as GitHub makes it, with a number where there was one before.
fn unused(ids: &mut BTreeSet<String>, said: &str) -> String {
    let kept = said.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
    let plain = kept.replace(' ', "-");
    let id = (0..).map(|n| if n == 0 { plain.clone() } else { format!("{plain}-{n}") }).find(|id| !ids.contains(id));
    let id = id.unwrap_or(plain);
    ids.insert(id.clone());
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_can_be_linked_and_links_stay_on_the_site() {
        let text = "# A `thing`\n\n## R1. Whose word\n\n## R1. Whose word\n\n[script](script.md#verbs) [x](design-language.md) [w](https://x.example/)\n\n| a |\n| - |\n| b |\n";
        let (title, body) = rendered(text);
        assert_eq!(title, "A thing");
        assert!(body.contains("<h2 id=\"r1-whose-word\">") && body.contains("<h2 id=\"r1-whose-word-1\">"), "{body}");
        assert!(
            body.contains("href=\"../script/#verbs\"")
                && body.contains("href=\"../\"")
                && body.contains("href=\"https://x.example/\""),
            "{body}"
        );
        assert!(body.contains("tabindex=\"0\"><table>") && body.contains("</table></div>"), "{body}");
    }

    #[test]
    fn every_document_has_a_page_with_its_title() {
        let mut files = Files::new();
        write(&mut files);
        assert_eq!(files.len(), DOCUMENTS.len() + 1);
        for document in &DOCUMENTS {
            let page = &files[&format!("docs/{}/index.html", document.name)];
            let title = document.text.lines().next().unwrap().trim_start_matches("# ");
            assert!(page.contains(&format!(">{title}</h1>")), "{}", document.name);
        }
    }
}
