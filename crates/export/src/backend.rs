//! The door through which plotters draws into our pictures. It knows shapes in pixels and nothing of what they mean.
//!
//! Text is measured by the advance of the face, never by a font, so the bytes are the same natively and in a browser.

use crate::svg::{Anchor, Svg, text_width};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use std::convert::Infallible;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// Draws into a picture.
pub(crate) struct Canvas<'s>(pub(crate) &'s mut Svg);

fn colour(c: BackendColor) -> String {
    let (r, g, b) = c.rgb;
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Nothing that is clear needs to be drawn.
fn clear(c: BackendColor) -> bool {
    c.alpha <= 0.0
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    path.into_iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

impl Canvas<'_> {
    fn shape<S: BackendStyle>(&mut self, tag: &str, place: &str, style: &S, fill: bool) {
        let (c, width) = (style.color(), style.stroke_width());
        if clear(c) {
            return;
        }
        let (ink, alpha) = (colour(c), c.alpha);
        let paint = if fill {
            format!("fill=\"{ink}\" fill-opacity=\"{alpha:.2}\"")
        } else {
            format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"{alpha:.2}\" stroke-width=\"{width}\"")
        };
        self.0.put(format_args!("<{tag} {place} {paint}/>"));
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.0.size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, c: BackendColor) -> Drawn {
        if !clear(c) {
            let (ink, alpha) = (colour(c), c.alpha);
            self.0.put(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{ink}\" fill-opacity=\"{alpha:.2}\"/>"
            ));
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, (ax, ay): BackendCoord, (bx, by): BackendCoord, style: &S) -> Drawn {
        let place = format!("x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\"");
        self.shape("line", &place, style, false);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Drawn {
        let (x, y) = (a.0.min(b.0), a.1.min(b.1));
        let (w, h) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
        self.shape("rect", &place, style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let place = format!("points=\"{}\"", points(path));
        self.shape("polyline", &place, style, false);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let place = format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        self.shape("circle", &place, style, fill);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let place = format!("points=\"{}\"", points(path));
        self.shape("polygon", &place, style, true);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Drawn {
        let c = style.color();
        if clear(c) || text.is_empty() {
            return Ok(());
        }
        let size = style.size();
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        // From the anchor to the line the letters stand on.
        let down = match style.anchor().v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.34,
            VPos::Bottom => -0.24,
        } * size;
        let turn = match style.transform() {
            FontTransform::None => 0,
            FontTransform::Rotate90 => 90,
            FontTransform::Rotate180 => 180,
            FontTransform::Rotate270 => 270,
        };
        let (ink, anchor, text) = (colour(c), anchor.word(), crate::svg::escaped(text));
        let turned = if turn == 0 { String::new() } else { format!(" transform=\"rotate({turn} {x} {y})\"") };
        let y = f64::from(y) + down;
        self.0.put(format_args!(
            "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size:.1}\" fill=\"{ink}\"{turned}>{text}</text>"
        ));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let (width, height) = (text_width(text, style.size()).ceil() as u32, style.size().ceil() as u32);
        Ok(match style.transform() {
            FontTransform::None | FontTransform::Rotate180 => (width, height),
            FontTransform::Rotate90 | FontTransform::Rotate270 => (height, width),
        })
    }
}
