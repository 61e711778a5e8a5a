//! The `seqbell` program.
fn main() {}
