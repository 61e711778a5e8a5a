//! A ring as a gauge: an arc from head to tail, and a mark at the head.

use yew::prelude::*;

use super::fixed::tenths;
use crate::view::engines::{EngineRow, Ring};

/// The gauge, in a box of 24 by 24 units.
pub fn gauge(ring: Ring) -> Html {
    let length = i64::from(ring.length.max(1));
    // In tenths of a percent, and in tenths of a degree.
    let filled = i64::from(ring.outstanding).min(length) * 1000 / length;
    // A few descriptors of a long ring must still be seen.
    let filled = if ring.outstanding > 0 { filled.max(30) } else { 0 };
    let turn = i64::from(ring.head) * 3600 / length;
    html! {
        <g class="gauge" data-touched={ring.touched.to_string()} data-overrun={ring.overrun.to_string()}>
            <circle class="track" cx="12" cy="12" r="8.5" />
            <g transform={format!("rotate({} 12 12)", tenths(turn))}>
                <circle class="arc" cx="12" cy="12" r="8.5" pathLength="100" transform="rotate(-90 12 12)"
                    stroke-dasharray={format!("{} 200", tenths(filled))} />
                if ring.touched { <path class="head" d="M12 .3V7" /> }
            </g>
        </g>
    }
}

/// The engine and its ring in words.
pub fn words(row: &EngineRow) -> String {
    let EngineRow { engine, ring, .. } = row;
    if !ring.touched {
        return format!("Engine {engine}: sample ring, untouched");
    }
    let overrun = if ring.overrun { ", overrun" } else { "" };
    format!(
        "Engine {engine}: head {}, tail {}, {} of {} in use{overrun}",
        ring.head, ring.tail, ring.outstanding, ring.length
    )
}
