//! Every scenario is a test of its own: its checks pass, and its trace is the golden one.
//! `UPDATE=1 cargo test -p seqbell-tests --test scenarios` rewrites the golden traces.
//! It refuses to know what a scenario is about.

use libtest_mimic::{Arguments, Failed, Trial};
use seqbell_tests::{ORPHANS, SCENARIOS, Scenario, golden, run};
use std::path::Path;
use std::{env, fs, process};

fn main() -> process::ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = SCENARIOS.iter().map(|s| Trial::test(s.name, move || check(s))).collect();
    trials.push(Trial::test("every golden trace has a scenario", no_orphans));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(scenario: &'static Scenario) -> Result<(), Failed> {
    let trace = run(scenario.text).map_err(|e| e.to_string())?;
    if !trace.failures.is_empty() {
        return Err(trace.failures.join("\n").into());
    }
    if trace.checks.passed == 0 {
        return Err("it checks nothing: a scenario needs an `expect`, `refused` or `until`".into());
    }
    let now = golden(scenario, &trace).map_err(|e| e.to_string())?;
    if env::var_os("UPDATE").is_some() {
        return update(scenario.name, &now);
    }
    match scenario.golden {
        None => Err(format!("tests/golden/{}.txt is missing: UPDATE=1 writes it", scenario.name).into()),
        Some(before) if before == now => Ok(()),
        Some(before) => {
            Err(format!("the trace differs from tests/golden/{}.txt\n{}", scenario.name, difference(before, &now))
                .into())
        }
    }
}

fn update(name: &str, text: &str) -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.txt"));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}

fn no_orphans() -> Result<(), Failed> {
    if ORPHANS.is_empty() {
        return Ok(());
    }
    Err(format!("no scenario belongs to these traces: {}", ORPHANS.join(", ")).into())
}

/// The first lines in which two texts differ, with two lines before them.
fn difference(before: &str, now: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let part = |lines: &[&str], mark: &str| -> String {
        lines.iter().skip(first).take(8).map(|line| format!("{mark} {line}\n")).collect()
    };
    let context: String = old[first.saturating_sub(2)..first].iter().map(|line| format!("  {line}\n")).collect();
    format!("line {}:\n{context}{}{}", first + 1, part(&old, "-"), part(&new, "+"))
}
