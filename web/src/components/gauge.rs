//! A ring as a gauge: an arc from head to tail, and a mark at the head.

use yew::prelude::*;

use crate::view::engines::{EngineRow, Ring};

/// The gauge, in a box of 24 by 24 units.
pub fn gauge(ring: Ring) -> Html {
    let length = ring.length.max(1);
    let percent = |part: u32| f64::from(part) * 100.0 / f64::from(length);
    let filled = percent(ring.outstanding.min(length)).clamp(0.0, 100.0);
    // A few descriptors of a long ring must still be seen.
    let filled = if ring.outstanding > 0 { filled.max(3.0) } else { 0.0 };
    let turn = percent(ring.head) * 3.6;
    html! {
        <g class="gauge" data-touched={ring.touched.to_string()} data-overrun={ring.overrun.to_string()}>
            <circle class="track" cx="12" cy="12" r="8.5" />
            <g transform={format!("rotate({turn:.1} 12 12)")}>
                <circle class="arc" cx="12" cy="12" r="8.5" pathLength="100" transform="rotate(-90 12 12)"
                    stroke-dasharray={format!("{filled:.1} 200")} />
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
    format!("Engine {engine}: head {}, tail {}, {} of {} in use{overrun}", ring.head, ring.tail, ring.outstanding, ring.length)
}
