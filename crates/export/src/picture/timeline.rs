//! The true state and the published `run_state` over the steps, with what the host did.

use super::{Area, FACE, FAINT, Failed, LINE, TEXT, draw};
use crate::walk::walk;
use plotters::prelude::{
    ChartBuilder, Color, EmptyElement, IntoFont, LineSeries, PathElement, RGBColor, Rectangle, Text,
};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use seqbell_script::core::{EventKind, RunState, Timeline};
use seqbell_script::describe;
use std::convert::Infallible;

const WIDTH: u32 = 1000;
const CHART: u32 = 300;
const PUBLISHED: u32 = 90;
const LABELS: u32 = 130;
const LINE_HEIGHT: u32 = 17;
/// Host actions that are told in words; the others are only marked.
const TOLD: usize = 30;

const HOST: RGBColor = RGBColor(0x9a, 0x3b, 0x12);
const STATE: RGBColor = RGBColor(0x24, 0x5c, 0xb8);

/// What the picture needs of a history.
#[derive(Default)]
struct Story {
    states: Vec<(u64, RunState)>,
    published: Vec<(u64, String)>,
    host: Vec<(u64, String)>,
    steps: u64,
}

impl Story {
    fn of(timeline: &Timeline) -> Self {
        let mut story = Self::default();
        let told = walk(timeline, |machine, event| {
            let step = machine.steps();
            story.steps = step;
            if story.states.last().is_none_or(|(_, state)| *state != machine.state()) {
                story.states.push((step, machine.state()));
            }
            let published = machine.published().value().map_or("unknown".to_owned(), |v| format!("{v:#x}"));
            if story.published.last().is_none_or(|(_, shown)| *shown != published) {
                story.published.push((step, published));
            }
            if let Some(event) = event.filter(|event| event.kind == EventKind::Host) {
                story.host.push((step, describe(event)));
            }
            Ok::<(), Infallible>(())
        });
        match told {
            Ok(()) => story,
        }
    }
}

/// The states over time, as SVG.
pub fn timeline_svg(timeline: &Timeline) -> String {
    let story = Story::of(timeline);
    let told = story.host.len().min(TOLD + 1) as u32;
    let height = CHART + PUBLISHED + (told + 2) * LINE_HEIGHT;
    let title = format!("Run states over {} steps", story.steps);
    draw(WIDTH, height, &title, |area| {
        let (chart, rest) = area.split_vertically(CHART);
        let (published, words) = rest.split_vertically(PUBLISHED);
        states(&chart, &story)?;
        run_state(&published, &story)?;
        actions(&words, &story)
    })
}

/// The middle of a state's lane; a lane is two units high, the lowest begins at -1.
fn lane(state: RunState) -> i32 {
    2 * state as i32
}

/// The upper end of the highest lane.
const TOP: i32 = 2 * RunState::ALL.len() as i32 - 1;

fn states(area: &Area<'_>, story: &Story) -> Result<(), Failed> {
    let end = story.steps.max(1);
    let mut chart = ChartBuilder::on(area)
        .caption("true state", (FACE, 14, &TEXT))
        .margin(10)
        .x_label_area_size(24)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(0..end, -1..TOP)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(FAINT)
        .y_labels(2 * RunState::ALL.len() + 2)
        .y_label_formatter(&|n| {
            RunState::ALL.into_iter().find(|s| lane(*s) == *n).map_or(String::new(), |s| s.to_string())
        })
        .label_style((FACE, 11, &TEXT))
        .draw()?;
    let rules = (0..RunState::ALL.len() as i32).map(|n| PathElement::new([(0, 2 * n + 1), (end, 2 * n + 1)], LINE));
    chart.draw_series(rules)?;
    let ends = story.states.iter().skip(1).map(|(step, _)| *step).chain([end]);
    let spans: Vec<(u64, u64, i32)> =
        story.states.iter().zip(ends).map(|((from, state), to)| (*from, to, lane(*state))).collect();
    chart.draw_series(
        spans
            .iter()
            .map(|(from, to, lane)| Rectangle::new([(*from, *lane - 1), (*to, *lane + 1)], STATE.mix(0.25).filled())),
    )?;
    let line = spans.iter().flat_map(|(from, to, lane)| [(*from, *lane), (*to, *lane)]);
    chart.draw_series(LineSeries::new(line, STATE.stroke_width(2)))?;
    chart
        .draw_series(story.host.iter().map(|(step, _)| PathElement::new([(*step, -1), (*step, TOP)], HOST.mix(0.6))))?;
    let style = TextStyle::from((FACE, 11).into_font()).color(&HOST).pos(Pos::new(HPos::Left, VPos::Top));
    // Actions at one step share a mark: the first number stands for all.
    let mut marked = None;
    let marks = story.host.iter().enumerate().take(TOLD).filter_map(|(n, (step, _))| {
        let fresh = marked.replace(*step) != Some(*step);
        fresh.then(|| EmptyElement::at((*step, TOP)) + Text::new((n + 1).to_string(), (4, 3), style.clone()))
    });
    chart.draw_series(marks)?;
    Ok(())
}

fn run_state(area: &Area<'_>, story: &Story) -> Result<(), Failed> {
    let end = story.steps.max(1);
    let mut chart = ChartBuilder::on(area)
        .caption("run_state, as a host reads it", (FACE, 14, &TEXT))
        .margin(10)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(0..end, 0..1)?;
    let ends = story.published.iter().skip(1).map(|(step, _)| *step).chain([end]);
    let style = TextStyle::from((FACE, 11).into_font()).color(&TEXT);
    for ((from, value), to) in story.published.iter().zip(ends) {
        chart.draw_series([Rectangle::new([(*from, 0), (to, 1)], FAINT.stroke_width(1))])?;
        // What comes at the very end would be written beyond it.
        let (side, x) = if (end - from) * 20 < end { (HPos::Right, -5) } else { (HPos::Left, 5) };
        let words = Text::new(value.clone(), (x, 6), style.clone().pos(Pos::new(side, VPos::Top)));
        chart.draw_series([EmptyElement::at((*from, 1)) + words])?;
    }
    Ok(())
}

fn actions(area: &Area<'_>, story: &Story) -> Result<(), Failed> {
    let style = TextStyle::from((FACE, 12).into_font()).color(&TEXT);
    let right = style.clone().color(&HOST).pos(Pos::new(HPos::Right, VPos::Top));
    for (n, (step, action)) in story.host.iter().enumerate().take(TOLD) {
        let y = (n as u32 * LINE_HEIGHT) as i32 + 6;
        area.draw(&Text::new((n + 1).to_string(), (40, y), right.clone()))?;
        area.draw(&Text::new(format!("after step {step}: {action}"), (54, y), style.clone()))?;
    }
    if story.host.len() > TOLD {
        let y = (TOLD as u32 * LINE_HEIGHT) as i32 + 6;
        area.draw(&Text::new(format!("and {} more", story.host.len() - TOLD), (54, y), style))?;
    }
    Ok(())
}
