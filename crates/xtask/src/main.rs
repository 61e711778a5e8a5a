//! Set-up, build, serve, test.
fn main() {}
