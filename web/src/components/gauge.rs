//! A ring as a gauge: an arc from head to tail, and a mark at the head; two of them make an engine.

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

/// Two rings, the second inside the first: M2S and S2M. In a box of 24 by 24 units.
pub fn pair([outer, inner]: [Ring; 2]) -> Html {
    html! { <>{ gauge(outer) }<g class="inner" transform="translate(6.6 6.6) scale(.45)">{ gauge(inner) }</g></> }
}

/// The engine and both its rings in words.
pub fn words(row: &EngineRow) -> String {
    let [m2s, s2m] = row.pair.map(ring_words);
    format!("Engine {}: M2S {m2s}; S2M {s2m}", row.engine)
}

fn ring_words(ring: Ring) -> String {
    if !ring.touched {
        return "sample ring, untouched".to_owned();
    }
    let overrun = if ring.overrun { ", overrun" } else { "" };
    format!("head {}, tail {}, {} of {} in use{overrun}", ring.head, ring.tail, ring.outstanding, ring.length)
}
