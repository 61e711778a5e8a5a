//! Traces, diagrams and register maps in other people's formats.
//!
//! Everything here is a function from values to text or bytes: the same on every machine, in every locale, on every day.
//! This crate knows no files and no terminals.

pub mod text;
pub mod json;
mod backend;
mod code;
pub mod diagram;
mod perfetto;
mod picture;
mod registers;
mod svg;
mod vcd;
mod walk;

pub use code::{Language, code};
pub use perfetto::perfetto;
pub use picture::{fanout_svg, rings_svg, timeline_svg};
pub use registers::{c_header, svd};
pub use svg::escaped;
pub use vcd::vcd;
pub use walk::walk;
