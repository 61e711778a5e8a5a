//! Strips of bits, each drawn as three paths: bits outside a field, bits inside it, and bits that are one.

use std::fmt::Write;

use yew::prelude::*;

/// Units of width a bit takes in the drawing.
const PITCH: u16 = 10;
/// Units of height of the drawing.
const HEIGHT: u16 = 12;

/// A strip of the lowest `width` bits of a value, the highest first; fields are given by their highest and lowest bit.
/// The value stands beside it as text.
pub fn bits(class: &'static str, value: u64, width: u8, fields: &[(u8, u8)]) -> Html {
    let inside = |bit: u8| fields.iter().any(|(high, low)| (*low..=*high).contains(&bit));
    let is_one = |bit: u8| value >> bit & 1 == 1;
    let units = u16::from(width) * PITCH;
    html! {
        <svg {class} viewBox={format!("0 0 {units} {HEIGHT}")} preserveAspectRatio="none" aria-hidden="true">
            <path class="bit-rest" d={cells(width, |bit| !inside(bit) && !is_one(bit))} />
            <path class="bit-field" d={cells(width, |bit| inside(bit) && !is_one(bit))} />
            <path class="bit-one" d={cells(width, is_one)} />
        </svg>
    }
}

/// One path with a cell for every chosen bit; a nibble ends in a wider gap.
fn cells(width: u8, chosen: impl Fn(u8) -> bool) -> String {
    let mut path = String::new();
    for bit in (0..width).rev().filter(|bit| chosen(*bit)) {
        let x = u16::from(width - 1 - bit) * PITCH;
        let gap = if bit % 4 == 0 { 3 } else { 1 };
        // Writing to a string does not fail.
        let _ = write!(path, "M{x} 0h{}v{HEIGHT}h-{}z", PITCH - gap, PITCH - gap);
    }
    path
}
