//! The way of a doorbell: host, window, engines. The write travels by CSS alone; a new pulse is a new element, so that a
//! re-render for another reason never repeats it. Two drawings, wide and narrow; the stylesheet shows the one that fits.

use yew::prelude::*;

use super::fixed::tenths;
use super::gauge::gauge;
use crate::view::bell::{BellView, Fan};
use crate::view::engines::EngineRow;
use crate::view::hex48;

/// The picture.
pub fn fan_out(view: &BellView) -> Html {
    let fan = &view.fan;
    let sum = view.sum.as_ref().map_or_else(|_| "?".into(), |sum| hex48(*sum));
    let from = fan.thunk.as_ref().map_or_else(|| "the host".to_owned(), |thunk| format!("the thunk {thunk}"));
    let words = match &fan.window {
        Some(window) => format!(
            "A write of {} by {from} enters {window} and lands in {} of {} engines.",
            fan.value,
            fan.reaches(),
            fan.branches.len()
        ),
        None => format!("A write of {} by {from} goes to one engine.", fan.value),
    };
    html! {
        <figure class="fan" aria-label={words.clone()}>
            { wide(fan, &sum) }
            { narrow(fan) }
            <figcaption class="note">{ words }</figcaption>
        </figure>
    }
}

/// One branch of the drawing.
struct Branch<'a> {
    row: &'a EngineRow,
    on: bool,
    path: String,
}

/// Width of the wide drawing, in tenths of a unit.
const WIDE: i64 = 6240;

fn wide(fan: &Fan, sum: &str) -> Html {
    let count = i64::try_from(fan.branches.len().max(1)).unwrap_or(16);
    let trunk = "M78 16H220";
    let branches: Vec<(i64, Branch)> = fan
        .branches
        .iter()
        .zip(0..)
        .map(|((row, on), index)| {
            let x = WIDE * (2 * index + 1) / (2 * count);
            // The branches leave the window 6 units apart.
            let from = WIDE / 2 + (2 * index + 1 - count) * 30;
            let path = format!("M{from} 30C{from} 76 {x} 60 {x} 118", from = tenths(from), x = tenths(x));
            (x, Branch { row, on: *on, path })
        })
        .collect();
    html! {
        <svg class="fan-wide" viewBox="0 0 624 182" aria-hidden="true">
            <path class="wire" data-used="true" d={trunk} />
            { source(fan, 78, 24) }
            <text x="149" y="11" text-anchor="middle">{ format!("{sum} ← {}", fan.value) }</text>
            { window_box(fan, 220, 184) }
            <text x="624" y="13" text-anchor="end">{ fan.block.clone() }</text>
            <text x="624" y="27" text-anchor="end">{ reach(fan) }</text>
            { for branches.iter().map(|(_, branch)| wire(branch)) }
            { pulses(fan, trunk, branches.iter().map(|(_, branch)| branch)) }
            { for branches.iter().map(|(x, branch)| html! {
                <g key={branch.row.engine} data-hit={hit(branch)}>
                    { ring(branch, tenths(x - 140), 120, 28) }
                    <text class="tail" x={tenths(*x)} y="164" text-anchor="middle">{ branch.row.ring.tail }</text>
                    <text x={tenths(*x)} y="178" text-anchor="middle">{ format!("E{}", branch.row.engine) }</text>
                </g>
            }) }
        </svg>
    }
}

fn narrow(fan: &Fan) -> Html {
    let half = fan.branches.len().div_ceil(2).max(1);
    let trunk = "M64 16H98";
    let branches: Vec<(bool, usize, Branch)> = fan
        .branches
        .iter()
        .enumerate()
        .map(|(index, (row, on))| {
            let left = index < half;
            let y = 78 + 30 * (index % half);
            let (stem, bend, end) = if left { (165, 155, 132) } else { (175, 185, 208) };
            let path = format!("M{stem} 30V{}Q{stem} {y} {bend} {y}H{end}", y - 10);
            (left, y, Branch { row, on: *on, path })
        })
        .collect();
    html! {
        <svg class="fan-narrow" viewBox={format!("0 0 340 {}", 66 + 30 * half)} aria-hidden="true">
            <path class="wire" data-used="true" d={trunk} />
            { source(fan, 64, 26) }
            { window_box(fan, 98, 241) }
            { for branches.iter().map(|(_, _, branch)| wire(branch)) }
            { pulses(fan, trunk, branches.iter().map(|(_, _, branch)| branch)) }
            { for branches.iter().map(|(left, y, branch)| {
                let (x, label, anchor) = if *left { ("108", "100", "end") } else { ("208", "240", "start") };
                html! {
                    <g key={branch.row.engine} data-hit={hit(branch)}>
                        { ring(branch, x.to_owned(), y - 12, 24) }
                        <text x={label} y={(y + 4).to_string()} text-anchor={anchor}>{ format!("E{} ", branch.row.engine) }<tspan class="tail">{ branch.row.ring.tail }</tspan></text>
                    </g>
                }
            }) }
        </svg>
    }
}

fn ring(branch: &Branch, x: String, y: usize, size: u8) -> Html {
    let size = size.to_string();
    html! { <svg {x} y={y.to_string()} width={size.clone()} height={size} viewBox="0 0 24 24" overflow="visible">{ gauge(branch.row.ring) }</svg> }
}

fn reach(fan: &Fan) -> String {
    match &fan.window {
        Some(_) => format!("reaches {} of {}", fan.reaches(), fan.branches.len()),
        None => "reaches one engine".into(),
    }
}

fn hit(branch: &Branch) -> String {
    (branch.on && branch.row.hit).to_string()
}

fn source(fan: &Fan, width: u16, height: u16) -> Html {
    let middle = (width / 2).to_string();
    html! {
        <>
            <rect class="box" data-hot="true" x=".5" y={(16 - height / 2).to_string()} width={width.to_string()} height={height.to_string()} />
            <text class="on-hot" x={middle} y="20" text-anchor="middle">{ if fan.thunk.is_some() { "thunk" } else { "host" } }</text>
            if let Some(thunk) = &fan.thunk { <text class="name" x="0" y="43">{ thunk.clone() }</text> }
        </>
    }
}

fn window_box(fan: &Fan, x: u16, width: u16) -> Html {
    let label = fan.window.clone().unwrap_or_else(|| "no window".into());
    html! {
        <>
            <rect class="box" data-dashed={fan.window.is_none().to_string()} x={x.to_string()} y="2" width={width.to_string()} height="28" />
            <text class="name" x={(x + width / 2).to_string()} y="20" text-anchor="middle">{ label }</text>
        </>
    }
}

fn wire(branch: &Branch) -> Html {
    html! { <path class="wire" data-used={branch.on.to_string()} d={branch.path.clone()} /> }
}

fn pulses<'a>(fan: &Fan, trunk: &str, branches: impl Iterator<Item = &'a Branch<'a>>) -> Html {
    if fan.pulse == 0 {
        return Html::default();
    }
    html! {
        <g key={format!("pulse-{}", fan.pulse)}>
            <path class="pulse" data-leg="trunk" pathLength="100" d={trunk.to_owned()} />
            { for branches.filter(|branch| branch.on).map(|branch| html! {
                <path class="pulse" data-leg="branch" pathLength="100" d={branch.path.clone()} />
            }) }
        </g>
    }
}
