//! The diagram as a picture: states in fixed places, an arrow for each pair of states, and below it every row in words. For
//! a figure in a text there is the same without the rows, in larger letters.

use super::{ANY, holds, sites, states, transitions};
use crate::svg::{Anchor, FAINT, INK, PAPER, RULE, Svg, text_width};
use seqbell_script::core::Machine;
use seqbell_script::read_run_state;
use std::collections::BTreeMap;

type Point = (f64, f64);

const WIDTH: u32 = 1180;
/// Half the size of a state's box.
const HALF: Point = (112.0, 27.0);
const LEGEND_TOP: f64 = 560.0;
const LINE: f64 = 17.0;
/// How far two arrows between the same states lie apart.
const APART: f64 = 11.0;

/// How much the picture tells.
#[derive(Clone, Copy)]
struct Look {
    /// Size of the states' names and of the title, and of the line below a name.
    size: Point,
    /// Arrows carry the ids of their rows, and the rows stand below.
    rows: bool,
}

const WHOLE: Look = Look { size: (14.0, 10.0), rows: true };
const FIGURE: Look = Look { size: (24.0, 14.0), rows: false };

fn place(state: &str) -> Point {
    match state {
        "RESET" => (132.0, 90.0),
        "IDLE" => (430.0, 90.0),
        "ENTERING_RUN" => (730.0, 90.0),
        "RUNNING" => (730.0, 280.0),
        "PAUSED" => (1048.0, 130.0),
        "HALTED" => (730.0, 470.0),
        "HALTED_FATAL" => (430.0, 470.0),
        "HALTED_DEBUG" => (1048.0, 430.0),
        ANY => (132.0, 280.0),
        // A state that the facts gain stands aside until somebody places it.
        _ => (132.0, 470.0),
    }
}

/// The run-state diagram. With a machine, its state is marked and what the host reads stands beside it.
pub fn state_svg(now: Option<&Machine>) -> String {
    drawn(now, WHOLE)
}

/// The run-state diagram of a machine for a figure in a text: without the rows, and readable at half its size.
pub fn state_figure_svg(machine: &Machine) -> String {
    drawn(Some(machine), FIGURE)
}

fn drawn(now: Option<&Machine>, look: Look) -> String {
    let rows = transitions().count() as f64;
    let below = if look.rows { LINE * (rows + 2.0) } else { -2.0 * LINE };
    let mut svg = Svg::new(WIDTH, (LEGEND_TOP + below) as u32);
    svg.put(format_args!(
        "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" \
         orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0.5L8 4L0 7.5z\" fill=\"{FAINT}\"/></marker></defs>"
    ));
    let mut pairs: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for transition in transitions() {
        pairs.entry((transition.from, transition.to)).or_default().push(transition.id);
    }
    for ((from, to), ids) in &pairs {
        let both = from != to && pairs.contains_key(&(*to, *from));
        let ids = if look.rows { ids.join(" ") } else { String::new() };
        arrow(&mut svg, from, to, &ids, if both { APART } else { 0.0 });
    }
    node(&mut svg, look, ANY, "any state", "", false);
    for state in states() {
        let here = now.is_some_and(|machine| machine.state().name() == state.id);
        node(&mut svg, look, state.id, state.id, &holds(state), here);
    }
    let mut title = "Run states of the NX sequencer".to_owned();
    if let Some(machine) = now {
        title = format!("True state {}; the host reads run_state {}", machine.state(), read_run_state(machine));
        svg.text((20.0, 30.0), Anchor::Start, look.size.0, INK, &title);
    }
    if look.rows {
        legend(&mut svg);
    }
    svg.document(&title)
}

fn node(svg: &mut Svg, look: Look, id: &str, name: &str, below: &str, here: bool) {
    let (x, y) = place(id);
    let (left, top, w, h) = (x - HALF.0, y - HALF.1, 2.0 * HALF.0, 2.0 * HALF.1);
    // The state is told by weight and by a second line around it, not by colour alone.
    let (fill, width) = if here { ("#dbe9ff", 3) } else { (PAPER, 1) };
    let dash = if id == ANY { " stroke-dasharray=\"4 4\"" } else { "" };
    svg.put(format_args!(
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"8\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{width}\"{dash}/>"
    ));
    if here {
        let (left, top, w, h) = (left - 6.0, top - 6.0, w + 12.0, h + 12.0);
        svg.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"12\" fill=\"none\" stroke=\"{INK}\"/>"
        ));
    }
    let (large, small) = look.size;
    let up = if below.is_empty() { large * 0.35 } else { -3.0 };
    svg.text((x, y + up), Anchor::Middle, large, INK, name);
    // The long ones are made narrower, as far as they need it.
    let fits = 2.0 * HALF.0 - 10.0;
    let small = small * (fits / text_width(below, small).max(1.0)).min(1.0);
    svg.text((x, y + small + 4.0), Anchor::Middle, small, FAINT, below);
}

fn arrow(svg: &mut Svg, from: &str, to: &str, ids: &str, aside: f64) {
    if from == to {
        return loop_back(svg, from, ids);
    }
    let ((ax, ay), (bx, by)) = (place(from), place(to));
    let (dx, dy) = (bx - ax, by - ay);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (nx, ny) = (-dy / length * aside, dx / length * aside);
    // How far along a line that passes beside a box's middle leaves the box.
    let leaves = |half: f64, beside: f64, along: f64| (half - beside * along.signum()) / along.abs().max(0.001);
    let reach = |nx, ny| leaves(HALF.0 + 2.0, nx, dx).min(leaves(HALF.1 + 2.0, ny, dy));
    let (from, to) = (reach(nx, ny), reach(-nx, -ny));
    let (sx, sy) = (ax + nx + dx * from, ay + ny + dy * from);
    let (ex, ey) = (bx + nx - dx * to, by + ny - dy * to);
    svg.put(format_args!(
        "<path d=\"M{sx:.1} {sy:.1}L{ex:.1} {ey:.1}\" fill=\"none\" stroke=\"{FAINT}\" stroke-width=\"1.3\" marker-end=\"url(#head)\"/>"
    ));
    // A long way crosses others near its middle: its words stand nearer to where it starts.
    let along = if length > 300.0 { 0.36 } else { 0.5 };
    label(svg, (sx + (ex - sx) * along, sy + (ey - sy) * along), ids);
}

fn loop_back(svg: &mut Svg, state: &str, ids: &str) {
    let (x, y) = place(state);
    let (side, top) = (x + HALF.0, y - 12.0);
    svg.put(format_args!(
        "<path d=\"M{side:.1} {top:.1}h30v24h-27\" fill=\"none\" stroke=\"{FAINT}\" stroke-width=\"1.3\" marker-end=\"url(#head)\"/>"
    ));
    svg.text((side + 36.0, y + 4.0), Anchor::Start, 11.0, INK, ids);
}

fn label(svg: &mut Svg, (x, y): Point, text: &str) {
    if text.is_empty() {
        return;
    }
    let width = text_width(text, 11.0) + 8.0;
    let left = x - width / 2.0;
    let top = y - 8.0;
    svg.put(format_args!("<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"16\" fill=\"{PAPER}\"/>"));
    svg.text((x, y + 4.0), Anchor::Middle, 11.0, INK, text);
}

fn legend(svg: &mut Svg) {
    let rule = LEGEND_TOP - LINE;
    svg.put(format_args!("<path d=\"M20 {rule:.1}H1160\" stroke=\"{RULE}\"/>"));
    for (n, transition) in transitions().enumerate() {
        let y = LEGEND_TOP + LINE * n as f64;
        svg.text((20.0, y), Anchor::Start, 11.0, INK, transition.id);
        svg.text((60.0, y), Anchor::Start, 11.0, INK, &format!("{} → {}", transition.from, transition.to));
        svg.text((290.0, y), Anchor::Start, 11.0, INK, transition.trigger);
        svg.text((1160.0, y), Anchor::End, 11.0, FAINT, &format!("{}  {}", sites(transition), transition.evidence));
    }
}
