//! What is measured, shared by the native program and the wasm module. Nothing here takes the time.

pub mod mix;
