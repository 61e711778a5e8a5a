//! Whom the doorbells reached: a cell for each engine, sixteen in a row as they hear a broadcast.

use super::{Area, FACE, FAINT, Failed, LINE, TEXT, draw};
use crate::walk::walk;
use plotters::prelude::{Color, IntoFont, PathElement, RGBColor, Rectangle, Text};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use seqbell_script::core::Timeline;
use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::{self, GROUP_ENGINES, Heard};
use std::collections::BTreeMap;
use std::convert::Infallible;

const LEFT: i32 = 110;
const TOP: i32 = 70;
const CELL: (i32, i32) = (52, 34);
const GAP: i32 = 6;
const WIDTH: u32 = 1060;

const REACHED: RGBColor = RGBColor(0x24, 0x5c, 0xb8);
const LAST: RGBColor = RGBColor(0x9a, 0x3b, 0x12);

/// Whom the doorbells of a history reached, as SVG. The newest one is drawn as it spreads.
pub fn fanout_svg(timeline: &Timeline) -> String {
    let mut writes: BTreeMap<u16, u64> = BTreeMap::new();
    let mut newest: Option<(u64, Heard)> = None;
    let told = walk(timeline, |_, event| {
        if let Some(Detail::Landed(landing)) = event.map(|event| event.detail)
            && let Some(heard) = landing.heard
        {
            newest = Some((landing.addr, heard));
            heard.engines().for_each(|engine| *writes.entry(engine).or_default() += 1);
        }
        Ok::<(), Infallible>(())
    });
    match told {
        Ok(()) => {}
    }
    let engines = fabric::engine_count(timeline.machine().generation()).unwrap_or(0);
    let rows = i32::from(engines.div_ceil(GROUP_ENGINES));
    let height = (TOP + rows * (CELL.1 + GAP) + 40) as u32;
    let title = match newest {
        Some((addr, heard)) => format!("{addr:#014x} reached {} of {engines} engines", heard.engines().count()),
        None => format!("No doorbell was rung; {engines} engines"),
    };
    draw(WIDTH, height, &title, |area| {
        let style = TextStyle::from((FACE, 14).into_font()).color(&TEXT);
        area.draw(&Text::new(title.clone(), (20, 18), style))?;
        if let Some((_, heard)) = newest {
            spread(area, heard)?;
        }
        (0..engines).try_for_each(|engine| cell(area, engine, writes.get(&engine).copied(), newest.map(|(_, h)| h)))
    })
}

fn place(engine: u16) -> (i32, i32) {
    let (row, column) = (i32::from(engine / GROUP_ENGINES), i32::from(engine % GROUP_ENGINES));
    (LEFT + column * (CELL.0 + GAP), TOP + row * (CELL.1 + GAP))
}

/// From the window at the left to every engine that heard the newest write.
fn spread(area: &Area<'_>, heard: Heard) -> Result<(), Failed> {
    let (_, y) = place(heard.first);
    let window = (20, y + CELL.1 / 2);
    let style = TextStyle::from((FACE, 11).into_font()).color(&LAST).pos(Pos::new(HPos::Left, VPos::Bottom));
    let name = if heard.broadcast { "window" } else { "unicast" };
    area.draw(&Text::new(name, (window.0, window.1 - 4), style))?;
    for engine in heard.engines() {
        let (x, y) = place(engine);
        let line = [window, (LEFT - 20, window.1), (LEFT - 12, y - 3), (x + CELL.0 / 2, y - 3), (x + CELL.0 / 2, y)];
        area.draw(&PathElement::new(line, LAST.mix(0.8)))?;
    }
    Ok(())
}

fn cell(area: &Area<'_>, engine: u16, writes: Option<u64>, newest: Option<Heard>) -> Result<(), Failed> {
    let (x, y) = place(engine);
    let frame = [(x, y), (x + CELL.0, y + CELL.1)];
    let hit = newest.is_some_and(|heard| heard.engines().any(|e| e == engine));
    if writes.is_some() {
        area.draw(&Rectangle::new(frame, REACHED.mix(if hit { 0.35 } else { 0.15 }).filled()))?;
    }
    let border = if hit {
        LAST.stroke_width(2)
    } else if writes.is_some() {
        FAINT.stroke_width(1)
    } else {
        LINE.stroke_width(1)
    };
    area.draw(&Rectangle::new(frame, border))?;
    let centre = Pos::new(HPos::Center, VPos::Top);
    let name = TextStyle::from((FACE, 11).into_font()).color(&TEXT).pos(centre);
    area.draw(&Text::new(engine.to_string(), (x + CELL.0 / 2, y + 5), name))?;
    if let Some(writes) = writes {
        let count = TextStyle::from((FACE, 10).into_font()).color(&FAINT).pos(centre);
        area.draw(&Text::new(format!("×{writes}"), (x + CELL.0 / 2, y + 20), count))?;
    }
    Ok(())
}
