//! Strips of bits, each drawn as three paths: bits outside a field, bits inside it, and bits that are one.

use std::fmt::Write;

use yew::prelude::*;

/// What a strip needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The value.
    pub value: u64,
    /// How many bits, the highest first.
    pub width: u8,
    /// Fields, as highest and lowest bit.
    pub fields: Vec<(u8, u8)>,
    /// A class that says what strip it is.
    pub class: &'static str,
}

/// Units of width a bit takes in the drawing.
const PITCH: u16 = 10;
/// Units of height of the drawing.
const HEIGHT: u16 = 12;

/// A strip. The value stands beside it as text.
#[component]
pub fn Bits(props: &Props) -> Html {
    let inside = |bit: u8| props.fields.iter().any(|(high, low)| (*low..=*high).contains(&bit));
    let is_one = |bit: u8| props.value >> bit & 1 == 1;
    let width = u16::from(props.width) * PITCH;
    html! {
        <svg class={props.class} viewBox={format!("0 0 {width} {HEIGHT}")} preserveAspectRatio="none" aria-hidden="true">
            <path class="bit-rest" d={cells(props.width, |bit| !inside(bit) && !is_one(bit))} />
            <path class="bit-field" d={cells(props.width, |bit| inside(bit) && !is_one(bit))} />
            <path class="bit-one" d={cells(props.width, is_one)} />
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
