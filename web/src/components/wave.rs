//! The timeline's picture as SVG text: one string a look, so that no element is compared with an older one. Colours and
//! lines are the stylesheet's. It knows no session.

use std::fmt::Write as _;

use crate::view::timeline::{Fill, Lane, Mark, Picture, Piece};

/// Columns at the left for the names of tracks.
pub const GUTTER: u32 = 112;
const RULER: u32 = 18;
const MARKS: u32 = 14;
const ROW: u32 = 18;
const BRANCH: u32 = 14;
/// Width of a letter, at least: a text that would not fit is left out.
const LETTER: u32 = 7;

/// The picture, and its height; `width` columns lie right of the names.
pub fn svg(picture: &Picture, width: u32) -> (String, u32) {
    let mut out = String::new();
    let lanes_at = RULER + MARKS + BRANCH * picture.branches.len() as u32;
    let height = lanes_at + ROW * picture.lanes.len() as u32 + 4;
    let _ = write!(
        out,
        "<svg width=\"{0}\" height=\"{height}\" viewBox=\"-{GUTTER} 0 {0} {height}\" aria-hidden=\"true\" focusable=\"false\">\
         <defs><pattern id=\"unrun\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V8\"/></pattern></defs>",
        width + GUTTER
    );
    for tick in &picture.ticks {
        let _ = write!(out, "<path class=\"grid\" d=\"M{0} {RULER}V{height}\"/>", tick.at);
        text(&mut out, "tick", tick.at + 3, 12, &tick.text);
    }
    for (n, lane) in picture.lanes.iter().enumerate() {
        track(&mut out, lane, lanes_at + ROW * n as u32);
    }
    if picture.end < width {
        let _ = write!(
            out,
            "<rect class=\"unrun\" x=\"{}\" y=\"{RULER}\" width=\"{}\" height=\"{}\"/>",
            picture.end,
            width - picture.end,
            height - RULER
        );
    }
    let now = picture.cursor.unwrap_or(picture.end);
    if now < picture.end {
        let _ = write!(
            out,
            "<rect class=\"ahead\" x=\"{now}\" y=\"{RULER}\" width=\"{}\" height=\"{}\"/>",
            picture.end - now,
            height - RULER
        );
    }
    marks(&mut out, picture, height);
    for (n, branch) in picture.branches.iter().enumerate() {
        let y = RULER + MARKS + BRANCH * n as u32 + 8;
        let _ = write!(
            out,
            "<path class=\"branch\" d=\"M{} {}V{y}H{}\"/>",
            branch.from,
            RULER + 4,
            branch.to.max(branch.from + 6)
        );
        text(&mut out, "name", branch.from.min(width.saturating_sub(90)) + 4, y - 1, &branch.name);
    }
    if let Some(at) = picture.cursor {
        let _ = write!(out, "<path class=\"cursor\" d=\"M{at} 0V{height}\"/>");
    }
    out.push_str("</svg>");
    (out, height)
}

fn marks(out: &mut String, picture: &Picture, height: u32) {
    let mut each = |class: &str, path: &str, marks: &[Mark]| {
        for mark in marks {
            let _ = write!(
                out,
                "<g transform=\"translate({} {RULER})\" class=\"{class}\"><path d=\"{path}\"/><title>{}</title></g>",
                mark.at,
                safe(&mark.text)
            );
        }
    };
    each("flip", "M-3.5 9l3.5-4 3.5 4-3.5 4z", &picture.flips);
    each("action", "M-4 2h8l-4 8z", &picture.actions);
    each("marker", &format!("M0 -16H7l-2 4 2 4H0V{}", height - RULER), &picture.markers);
    for mark in &picture.markers {
        let name = mark.text.split_once(": ").map_or(mark.text.as_str(), |(_, name)| name);
        text(out, "name", mark.at + 9, 10, name.lines().next().unwrap_or_default());
    }
}

fn track(out: &mut String, lane: &Lane, y: u32) {
    let _ = write!(out, "<path class=\"rule\" d=\"M-{GUTTER} {0}H9999\"/>", y + ROW);
    text_end(out, y + 13, &lane.name);
    let (mut path, mut last) = (String::new(), None);
    for piece in &lane.pieces {
        let (from, to, top) = (piece.from, piece.to, y + 3);
        let width = to - from;
        match piece.fill {
            Fill::Level(high) => {
                let at = if high { y + 4 } else { y + ROW - 4 };
                let _ = match last {
                    Some(end) if end == from => write!(path, "V{at}H{to}"),
                    _ => write!(path, "M{from} {at}H{to}"),
                };
                last = Some(to);
            }
            Fill::State(key) => {
                let _ = write!(
                    out,
                    "<rect class=\"held\" data-state=\"{key}\" x=\"{from}\" y=\"{top}\" width=\"{width}\" height=\"13\"/>"
                );
                label(out, "on-state", piece, y);
            }
            Fill::Box => {
                let _ = write!(out, "<rect class=\"box\" x=\"{from}\" y=\"{top}\" width=\"{width}\" height=\"13\"/>");
                label(out, "value", piece, y);
            }
            Fill::Busy | Fill::Sampled | Fill::Unknown => {
                let class = match piece.fill {
                    Fill::Sampled => "sampled",
                    Fill::Unknown => "unknown",
                    Fill::Busy | Fill::Box | Fill::Level(_) | Fill::State(_) => "busy",
                };
                let _ =
                    write!(out, "<rect class=\"{class}\" x=\"{from}\" y=\"{top}\" width=\"{width}\" height=\"13\"/>");
            }
        }
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"level\" d=\"{path}\"/>");
    }
}

/// The text of a piece, if it fits.
fn label(out: &mut String, class: &str, piece: &Piece, y: u32) {
    let letters = piece.text.chars().count() as u32;
    if letters > 0 && piece.to - piece.from > letters * LETTER + 6 {
        text(out, class, piece.from + 4, y + 13, &piece.text);
    }
}

fn text(out: &mut String, class: &str, x: u32, y: u32, said: &str) {
    let _ = write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", safe(said));
}

fn text_end(out: &mut String, y: u32, said: &str) {
    let _ = write!(out, "<text class=\"lane\" x=\"-{}\" y=\"{y}\">{}</text>", GUTTER - 12, safe(said));
}

/// Text that markup cannot come from.
fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn a_marker_cannot_bring_markup() {
        assert_eq!(safe("<img src=x onerror=\"a\">&"), "&lt;img src=x onerror=&quot;a&quot;&gt;&amp;");
    }
}
