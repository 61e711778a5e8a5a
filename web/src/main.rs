//! The web app.
fn main() {}
