//! A figure as HTML in one line: a blank line would end it in the middle, and a list or quote would want a mark before each.

use crate::still::Still;
use crate::{Options, View};
use seqbell_script::core::csr;
use std::fmt::Write;

/// Text as HTML writes it, between tags and in quotes; a line break becomes a reference, so that it stays one line.
pub fn escaped(text: &str) -> String {
    text.lines().map(seqbell_export::escaped).collect::<Vec<_>>().join("&#10;")
}

/// The figure with the player's element around the still content.
pub(crate) fn live(options: &Options, script: &str, still: &Still) -> String {
    let views: Vec<&str> = options.views.iter().map(|view: &View| view.word()).collect();
    let mut attributes = vec![("view", views.join(" ")), ("mode", options.mode.word().to_owned())];
    if !options.registers.is_empty() {
        attributes
            .push(("registers", options.registers.iter().map(|csr| csr::name(*csr)).collect::<Vec<_>>().join(" ")));
    }
    attributes.extend(options.height.map(|height| ("height", height.to_string())));
    attributes.extend(options.theme.map(|theme| ("theme", theme.word().to_owned())));
    attributes.push(("generation", options.generation.token().to_owned()));
    attributes.extend(options.goal.clone().map(|goal| ("goal", goal)));
    attributes.push(("label", options.caption.clone().unwrap_or_else(|| still.alt.clone())));
    attributes.push(("script", script.trim_end().to_owned()));
    let mut tag = "<seqbell-player".to_owned();
    for (name, value) in attributes {
        // Writing to a string does not fail.
        let _ = write!(tag, " {name}=\"{}\"", escaped(&value));
    }
    wrapped(options, &format!("{tag}>{}</seqbell-player>", inside(script, still)))
}

/// The figure without the element.
pub(crate) fn still(options: &Options, script: &str, still: &Still) -> String {
    wrapped(options, &inside(script, still))
}

fn wrapped(options: &Options, content: &str) -> String {
    let caption =
        options.caption.as_deref().map_or(String::new(), |text| format!("<figcaption>{}</figcaption>", escaped(text)));
    format!("<figure class=\"seqbell\">{content}{caption}</figure>")
}

/// What stands there without the player: the pictures as one image, the tables, and what the host does.
fn inside(script: &str, still: &Still) -> String {
    let pictures: String = still.inline().collect();
    let pictures = match pictures.is_empty() {
        true => String::new(),
        false => format!("<div role=\"img\" aria-label=\"{}\">{pictures}</div>", escaped(&still.alt)),
    };
    let tables: String = still.tables().collect();
    let script = match script.trim_end() {
        "" => String::new(),
        script => format!("<pre class=\"seqbell-script\">{}</pre>", escaped(script)),
    };
    format!("<div class=\"seqbell-still\">{pictures}{tables}{script}</div>")
}
