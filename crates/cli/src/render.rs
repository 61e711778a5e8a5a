//! `seqbell render`: a script's history as a picture.

use crate::{BadInput, Outcome, input, output};
use anyhow::Result;
use clap::ValueEnum;
use seqbell_export::{diagram, fanout_svg, rings_svg, timeline_svg};
use seqbell_script::Session;
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell render boot.bell --view timeline -o boot.svg
  seqbell render doorbell.bell --view fanout -o doorbell.png
  seqbell render boot.bell --view state -o - > state.svg

The name of the file decides the format: .svg, or .png. `-` is SVG on standard output.";

/// Arguments of `render`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads standard input.
    file: String,
    /// What to draw.
    #[arg(long, value_enum, default_value_t = View::Timeline)]
    view: View,
    /// Write to this file: .svg or .png; `-` is SVG on standard output.
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    out: String,
}

/// What to draw.
#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// The state diagram with the machine's state marked.
    State,
    /// States and host actions over the steps.
    Timeline,
    /// Whom the doorbells reached.
    Fanout,
    /// How full the touched rings are.
    Rings,
}

/// Runs the script and draws.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let kind = Kind::of(&arguments.out)?;
    let session = input::session(&arguments.file, &mut |_| {})?;
    let svg = draw(arguments.view, &session);
    let bytes = match kind {
        Kind::Svg => svg.into_bytes(),
        Kind::Png => png(&svg)?,
    };
    let mut out = output::open(Some(&arguments.out))?;
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(Outcome::Fine)
}

fn draw(view: View, session: &Session) -> String {
    match view {
        View::State => diagram::state_svg(Some(session.machine())),
        View::Timeline => timeline_svg(session.timeline()),
        View::Fanout => fanout_svg(session.timeline()),
        View::Rings => rings_svg(session.machine()),
    }
}

/// The format of a file.
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &str) -> Result<Self, BadInput> {
        let lower = path.to_ascii_lowercase();
        match (path, lower.ends_with(".svg"), lower.ends_with(".png")) {
            ("-", ..) | (_, true, _) => Ok(Kind::Svg),
            (_, _, true) => Ok(Kind::Png),
            _ => Err(BadInput(format!("{path}: the name must end in .svg or .png, so that the format is known"))),
        }
    }
}

/// The picture in pixels, twice as many as it has units. The typeface comes along, so it looks the same everywhere.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    use std::sync::Arc;

    const SCALE: f32 = 2.0;
    let mut options = usvg::Options { font_family: "DejaVu Sans Mono".to_owned(), ..usvg::Options::default() };
    Arc::make_mut(&mut options.fontdb).load_font_data(dejavu::sans_mono::regular().to_vec());
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let pixels = |units: u32| (units as f32 * SCALE) as u32;
    let mut map = tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or_else(|| BadInput("the picture is too large for PNG: use .svg".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut map.as_mut());
    Ok(map.encode_png()?)
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>> {
    Err(BadInput("this program was built without PNG (feature `png`): use .svg".to_owned()).into())
}
