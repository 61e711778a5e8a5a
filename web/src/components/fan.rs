//! The way of a doorbell: host, window, engines. The write travels by CSS alone; a new pulse is a new element, so that a
//! re-render for another reason never repeats it. Two drawings, wide and narrow; the stylesheet shows the one that fits.

use std::rc::Rc;

use yew::prelude::*;

use super::gauge::gauge;
use crate::view::bell::{BellView, Fan};
use crate::view::engines::EngineRow;
use crate::view::hex48;

/// What the picture needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<BellView>,
}

/// The picture.
#[component]
pub fn FanOut(props: &Props) -> Html {
    let fan = &props.view.fan;
    let sum = props.view.sum.as_ref().map_or_else(|_| "?".into(), |sum| hex48(*sum));
    let words = match &fan.window {
        Some(window) => format!("The write of {} enters {window} and lands in {} of {} engines.", fan.value, fan.reaches(), fan.branches.len()),
        None => format!("The write of {} goes to one engine.", fan.value),
    };
    html! {
        <figure class="fan" role="img" aria-label={words}>
            { wide(fan, &sum) }
            { narrow(fan) }
        </figure>
    }
}

/// One branch of the drawing: its path, where its gauge stands, and its labels.
struct Branch<'a> {
    row: &'a EngineRow,
    on: bool,
    path: String,
}

fn wide(fan: &Fan, sum: &str) -> Html {
    const WIDTH: f64 = 624.0;
    const GAUGE_Y: f64 = 134.0;
    let middle = WIDTH / 2.0;
    let pitch = WIDTH / f64::from(u16::try_from(fan.branches.len().max(1)).unwrap_or(16));
    let left = middle - 92.0;
    let trunk = format!("M78 16H{left}");
    let branches: Vec<(f64, Branch)> = fan.branches.iter().zip(0u16..).map(|((row, on), index)| {
        let place = f64::from(index) + 0.5;
        let x = pitch * place;
        let from = middle + (place - f64::from(u16::try_from(fan.branches.len()).unwrap_or(16)) / 2.0) * 6.0;
        let path = format!("M{from:.1} 30C{from:.1} 76 {x:.1} 60 {x:.1} {:.1}", GAUGE_Y - 16.0);
        (x, Branch { row, on: *on, path })
    }).collect();
    html! {
        <svg class="fan-wide" viewBox="0 0 624 182" aria-hidden="true">
            <path class="wire" data-used="true" d={trunk.clone()} />
            { source(78.0, 24.0) }
            <text x={((78.0 + left) / 2.0).to_string()} y="11" text-anchor="middle">{ format!("{sum} ← {}", fan.value) }</text>
            { window_box(fan, left, 184.0) }
            <text x="624" y="13" text-anchor="end">{ fan.block.clone() }</text>
            <text x="624" y="27" text-anchor="end">{ reach(fan) }</text>
            { for branches.iter().map(|(_, branch)| wire(branch)) }
            { pulses(fan, &trunk, branches.iter().map(|(_, branch)| branch)) }
            { for branches.iter().map(|(x, branch)| html! {
                <g key={branch.row.engine} data-hit={hit(branch)}>
                    <svg x={format!("{:.1}", x - 14.0)} y={(GAUGE_Y - 14.0).to_string()} width="28" height="28" viewBox="0 0 24 24" overflow="visible">{ gauge(branch.row.ring) }</svg>
                    <text class="tail" x={format!("{x:.1}")} y="164" text-anchor="middle">{ branch.row.ring.tail }</text>
                    <text x={format!("{x:.1}")} y="178" text-anchor="middle">{ format!("E{}", branch.row.engine) }</text>
                </g>
            }) }
        </svg>
    }
}

fn narrow(fan: &Fan) -> Html {
    const MIDDLE: f64 = 170.0;
    let half = fan.branches.len().div_ceil(2);
    let trunk = "M64 16H98";
    let branches: Vec<(bool, f64, Branch)> = fan.branches.iter().enumerate().map(|(index, (row, on))| {
        let left = index < half;
        let y = 78.0 + 30.0 * f64::from(u16::try_from(index % half.max(1)).unwrap_or(0));
        let (stem, bend, end) = if left { (MIDDLE - 5.0, -10.0, MIDDLE - 38.0) } else { (MIDDLE + 5.0, 10.0, MIDDLE + 38.0) };
        let path = format!("M{stem} 30V{:.0}Q{stem} {y} {} {y}H{end}", y - 10.0, stem + bend);
        (left, y, Branch { row, on: *on, path })
    }).collect();
    let height = 96 + 30 * half.saturating_sub(1);
    html! {
        <svg class="fan-narrow" viewBox={format!("0 0 340 {height}")} aria-hidden="true">
            <path class="wire" data-used="true" d={trunk} />
            { source(64.0, 26.0) }
            { window_box(fan, 98.0, 241.0) }
            { for branches.iter().map(|(_, _, branch)| wire(branch)) }
            { pulses(fan, trunk, branches.iter().map(|(_, _, branch)| branch)) }
            { for branches.iter().map(|(left, y, branch)| {
                let (x, label, anchor) = if *left { (MIDDLE - 62.0, MIDDLE - 70.0, "end") } else { (MIDDLE + 38.0, MIDDLE + 70.0, "start") };
                html! {
                    <g key={branch.row.engine} data-hit={hit(branch)}>
                        <svg x={x.to_string()} y={(y - 12.0).to_string()} width="24" height="24" viewBox="0 0 24 24" overflow="visible">{ gauge(branch.row.ring) }</svg>
                        <text x={label.to_string()} y={(y + 4.0).to_string()} text-anchor={anchor}>{ format!("E{} ", branch.row.engine) }<tspan class="tail">{ branch.row.ring.tail }</tspan></text>
                    </g>
                }
            }) }
        </svg>
    }
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

fn source(width: f64, height: f64) -> Html {
    html! {
        <>
            <rect class="box" data-hot="true" x=".5" y={(16.0 - height / 2.0).to_string()} width={width.to_string()} height={height.to_string()} />
            <text class="on-hot" x={(width / 2.0).to_string()} y="20" text-anchor="middle">{ "host" }</text>
        </>
    }
}

fn window_box(fan: &Fan, x: f64, width: f64) -> Html {
    let label = fan.window.clone().unwrap_or_else(|| "no window".into());
    html! {
        <>
            <rect class="box" data-dashed={fan.window.is_none().to_string()} x={x.to_string()} y="2" width={width.to_string()} height="28" />
            <text class="name" x={(x + width / 2.0).to_string()} y="20" text-anchor="middle">{ label }</text>
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
