//! The door for JavaScript: a machine behind a handle, plain objects out, `Error` objects with a place when something is wrong.
//!
//! Words of the machine, addresses and every other 64-bit value leave as hex text and are taken as hex text, number or
//! BigInt; so no reader rounds them. Counts and steps are numbers. The shapes are those of `types.ts`, which becomes part of
//! the package's TypeScript types. This crate knows no page.

mod take;
mod fail;
mod shape;
mod machine;
mod look;

pub use look::{address, decode, version};
pub use machine::Machine;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");
