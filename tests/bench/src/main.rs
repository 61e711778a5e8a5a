//! The native half of the benchmarks: measures one group of rows and prints `name value` lines. `cargo xtask bench` reads
//! them; what is good enough is not decided here.
#![allow(clippy::print_stdout, reason = "the lines are the result")]

mod explorer;
mod history;
mod session;
mod speed;

use std::process::ExitCode;

fn main() -> ExitCode {
    let group = std::env::args().nth(1).unwrap_or_default();
    match group.as_str() {
        "steps" => speed::steps(),
        "speed" => speed::measure(),
        "history" => history::measure(),
        "explorer" => explorer::measure(),
        "link" => session::measure(),
        other => {
            eprintln!("`{other}` is no group: steps, speed, history, explorer or link");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// One result.
fn tell(name: &str, value: f64) {
    println!("{name} {value}");
}
