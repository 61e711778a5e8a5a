//! How full the touched rings are: a bar for each, from its head to its tail.

use super::{Area, FACE, FAINT, Failed, TEXT, draw};
use plotters::prelude::{Color, IntoFont, RGBColor, Rectangle, Text};
use plotters::style::TextStyle;
use seqbell_script::core::Machine;
use seqbell_script::core::fabric::Direction;
use seqbell_script::core::udma::{Ring, RingKey};

const WIDTH: u32 = 1000;
const ROW: i32 = 26;
const TOP: i32 = 50;
const BAR: (i32, i32) = (270, 700);
/// Rings drawn; the others are counted.
const DRAWN: usize = 160;

const FULL: RGBColor = RGBColor(0x24, 0x5c, 0xb8);
const OVER: RGBColor = RGBColor(0xb3, 0x26, 0x1e);

/// The rings of a machine, as SVG.
pub fn rings_svg(machine: &Machine) -> String {
    let rings: Vec<(RingKey, Ring)> = machine.udma().touched().map(|(key, ring)| (*key, *ring)).collect();
    let drawn = rings.len().min(DRAWN);
    let height = (TOP + (drawn as i32 + 1) * ROW) as u32;
    let title = match rings.len() {
        0 => "No ring was touched".to_owned(),
        n => format!("{n} rings: descriptors armed and not yet taken"),
    };
    draw(WIDTH, height, &title, |area| {
        let style = TextStyle::from((FACE, 14).into_font()).color(&TEXT);
        area.draw(&Text::new(title.clone(), (20, 18), style.clone()))?;
        for (n, (key, ring)) in rings.iter().take(DRAWN).enumerate() {
            row(area, TOP + n as i32 * ROW, *key, ring)?;
        }
        if rings.len() > drawn {
            let more = format!("and {} more", rings.len() - drawn);
            area.draw(&Text::new(more, (20, TOP + drawn as i32 * ROW), style))?;
        }
        Ok(())
    })
}

fn row(area: &Area<'_>, y: i32, key: RingKey, ring: &Ring) -> Result<(), Failed> {
    let direction = match key.direction {
        Direction::M2s => "M2S",
        Direction::S2m => "S2M",
    };
    let text = TextStyle::from((FACE, 12).into_font()).color(&TEXT);
    let name = format!("engine {:>3} {direction} queue {:>2}", key.engine, key.queue);
    area.draw(&Text::new(name, (20, y), text))?;
    let length = u64::from(ring.length.max(1));
    let at =
        |descriptor: u64| BAR.0 + i32::try_from(descriptor.min(length) * (BAR.1 - BAR.0) as u64 / length).unwrap_or(0);
    let (head, armed) = (u64::from(ring.head), ring.outstanding.min(length));
    let ink = if ring.overrun { OVER } else { FULL };
    // What is armed goes from the head on and comes in again at the start.
    let first = (length - head.min(length)).min(armed);
    for (from, count) in [(head, first), (0, armed - first)] {
        if count > 0 {
            area.draw(&Rectangle::new([(at(from), y), (at(from + count), y + ROW - 10)], ink.mix(0.5).filled()))?;
        }
    }
    area.draw(&Rectangle::new([(BAR.0, y), (BAR.1, y + ROW - 10)], FAINT.stroke_width(1)))?;
    let over = if ring.overrun { ", overrun" } else { "" };
    let words = format!("{} of {}, id {}{over}", ring.outstanding, ring.length, ring.tail_id);
    let small = TextStyle::from((FACE, 11).into_font()).color(&FAINT);
    area.draw(&Text::new(words, (BAR.1 + 12, y + 2), small))?;
    Ok(())
}
