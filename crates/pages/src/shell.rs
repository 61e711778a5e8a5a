//! What every page has around it: head, the bar with the way to the other pages, foot. No inline script, no inline style.

use seqbell_figure::escaped;

/// One of the places of the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The front page.
    Front,
    /// The course.
    Learn,
    /// The reference.
    Reference,
    /// The documents.
    Manual,
}

/// A page.
pub(crate) struct Shell<'a> {
    /// Where it belongs.
    pub(crate) place: Place,
    /// The way to the site's root: empty or `../`, so often as it takes.
    pub(crate) root: &'a str,
    /// Its title.
    pub(crate) title: &'a str,
    /// A sentence about it.
    pub(crate) about: &'a str,
    /// Scripts of the folder `pages/`.
    pub(crate) scripts: &'a [&'a str],
    /// It shows players.
    pub(crate) player: bool,
}

const MARK: &str = "<svg width=\"22\" height=\"22\" viewBox=\"0 0 22 22\" aria-hidden=\"true\"><path d=\"M3 3h5v5H3zM3 14h5v5H3z\" fill=\"currentColor\"/><path d=\"M8 5.5h6v11H8M14 11h5M16 7.5l4 3.5-4 3.5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/></svg>";
const HALF: &str = "<svg width=\"16\" height=\"16\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle cx=\"8\" cy=\"8\" r=\"6\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/><path d=\"M8 2a6 6 0 0 1 0 12z\" fill=\"currentColor\"/></svg>";

impl Shell<'_> {
    /// The whole page around `main`.
    pub(crate) fn page(&self, main: &str) -> String {
        let root = self.root;
        let mut scripts = format!("<script src=\"{root}pages/theme.js\"></script>\n");
        for name in self.scripts {
            scripts += &format!("<script type=\"module\" src=\"{root}pages/{name}\"></script>\n");
        }
        if self.player {
            scripts += &format!("<script type=\"module\" src=\"{root}seqbell-player.js\"></script>\n");
        }
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"description\" content=\"{}\">\n\
             <title>{}</title>\n<link rel=\"icon\" type=\"image/svg+xml\" href=\"{root}play/favicon.svg\">\n\
             <link rel=\"stylesheet\" href=\"{root}pages/pages.css\">\n{scripts}</head>\n<body>\n\
             <a class=\"skip\" href=\"#main\">Skip to the text</a>\n{}\n<main id=\"main\" tabindex=\"-1\">\n{main}\n</main>\n{}\n</body>\n</html>\n",
            escaped(self.about),
            escaped(self.title),
            self.bar(),
            FOOT
        )
    }

    fn bar(&self) -> String {
        let root = self.root;
        let home = if root.is_empty() { "./" } else { root };
        let link = |place: Option<Place>, to: &str, name: &str| {
            let here = if place == Some(self.place) { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{root}{to}\"{here}>{name}</a>")
        };
        format!(
            "<header class=\"bar\"><a class=\"home\" href=\"{home}\">{MARK}Seqbell</a><nav aria-label=\"Site\">{}{}{}{}</nav>\
             <button type=\"button\" class=\"button\" data-look=\"quiet\" id=\"theme\" title=\"Change the theme\" aria-label=\"Theme: as the system\" hidden>{HALF}</button></header>",
            link(None, "play/", "Play"),
            link(Some(Place::Learn), "learn/", "Learn"),
            link(Some(Place::Reference), "reference/", "Reference"),
            link(Some(Place::Manual), "docs/", "Docs")
        )
    }
}

const FOOT: &str = "<footer><p>Seqbell runs what was recovered from public sources, and says where it does not know. Nothing here is sent anywhere.</p></footer>";
