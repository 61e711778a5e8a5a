//! A ring as a gauge: an arc from head to tail, and a mark at the head; two of them make an engine.

use yew::prelude::*;

use super::fixed::tenths;
use crate::view::engines::{EngineRow, Ring};

/// The gauge, in a box of 24 by 24 units.
pub fn gauge(ring: Ring) -> Html {
    drawn(ring, Size { class: "gauge", radius: "8.5", head: "M12 .3V7" })
}

/// Two rings, the second inside the first: M2S and S2M. In a box of 24 by 24 units.
pub fn pair([outer, inner]: [Ring; 2]) -> Html {
    html! { <>{ gauge(outer) }{ drawn(inner, Size { class: "gauge inner", radius: "3.8", head: "M12 6.7V9.8" }) }</> }
}

/// A size of gauge.
struct Size {
    class: &'static str,
    radius: &'static str,
    head: &'static str,
}

/// A page may have hundreds: what an untouched ring would not show is not made, and no part but the mark of a head is turned,
/// since the browser composes what is turned piece by piece.
fn drawn(ring: Ring, size: Size) -> Html {
    let length = i64::from(ring.length.max(1));
    // In tenths of a percent, and in tenths of a degree.
    let filled = i64::from(ring.outstanding).min(length) * 1000 / length;
    // A few descriptors of a long ring must still be seen.
    let filled = if ring.outstanding > 0 { filled.max(30) } else { 0 };
    let (start, turn) = (i64::from(ring.head) * 1000 / length, i64::from(ring.head) * 3600 / length);
    // A circle begins at its right, a ring at its top: a quarter before.
    html! {
        <g class={size.class} data-touched={ring.touched.to_string()} data-overrun={ring.overrun.to_string()}>
            <circle class="track" cx="12" cy="12" r={size.radius} />
            if ring.touched {
                <circle class="arc" cx="12" cy="12" r={size.radius} pathLength="100"
                    stroke-dasharray={format!("{} {}", tenths(filled), tenths(1000 - filled))} stroke-dashoffset={tenths(250 - start)} />
                <path class="head" d={size.head} transform={format!("rotate({} 12 12)", tenths(turn))} />
            }
        </g>
    }
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
