//! Pictures of a history: the states over time, whom a doorbell reached, how full the rings are. Each is a function from
//! a history to SVG text; it knows no file and no browser.

mod fanout;
mod rings;
mod timeline;

pub use fanout::fanout_svg;
pub use rings::rings_svg;
pub use timeline::timeline_svg;

use crate::backend::Canvas;
use crate::svg::Svg;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, RGBColor};
use std::convert::Infallible;

type Area<'s> = DrawingArea<Canvas<'s>, Shift>;
type Failed = DrawingAreaErrorKind<Infallible>;

const TEXT: RGBColor = RGBColor(0x1c, 0x27, 0x33);
const FAINT: RGBColor = RGBColor(0x5b, 0x68, 0x75);
const LINE: RGBColor = RGBColor(0xd5, 0xdb, 0xe1);
const FACE: &str = "monospace";

/// Draws one picture. Drawing into text does not fail; should plotters refuse, what is drawn so far is kept.
fn draw(width: u32, height: u32, title: &str, paint: impl FnOnce(&Area<'_>) -> Result<(), Failed>) -> String {
    let mut svg = Svg::new(width, height);
    let area = Canvas(&mut svg).into_drawing_area();
    let drawn = paint(&area);
    drop(area);
    if let Err(error) = drawn {
        svg.put(format_args!("<!-- incomplete: {} -->", crate::svg::escaped(&error.to_string()).replace("--", "- -")));
    }
    svg.document(title)
}
