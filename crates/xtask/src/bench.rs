//! `cargo xtask bench`: builds what measures, lets it measure, compares with the goals of the design, and fails on a miss.
//! It refuses to take any time itself: the programs of `tests/bench` do, and print `name value` lines.

mod group;
mod report;
mod row;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::progress::say;
use crate::server::{self, Listen, Mount, Server};
use crate::setup;
use crate::site::{self, PLAY_PAGE};
use group::Group;
use report::{Line, Verdict};
use row::{ROWS, Row};

/// What was measured, by name.
type Measured = BTreeMap<String, f64>;

/// `cargo xtask bench`.
///
/// # Errors
/// When something cannot be built or measured, or a row misses its goal; names them all.
pub(crate) fn run(paths: &Paths, only: &[String], json: bool) -> Result<()> {
    let rows = wanted(only)?;
    let groups: Vec<Group> =
        Group::ALL.into_iter().filter(|group| rows.iter().any(|row| row.group == *group)).collect();
    if groups.iter().any(|group| !group.in_browser()) {
        setup::for_bench(paths)?;
        group::build(paths)?;
    }
    let site = if groups.iter().any(|group| group.in_browser()) { Some(serve(paths)?) } else { None };
    let play = site.as_ref().map_or(String::new(), |site| format!("{}{PLAY_PAGE}", site.url()));
    if let Some(warning) = report::busy() {
        say(&warning);
    }
    let mut measured = Measured::new();
    for group in groups {
        measured.extend(group.measure(paths, &play)?);
    }
    let lines: Vec<Line> = rows.into_iter().map(|row| Line::new(row, measured.get(row.key).copied())).collect();
    server::print(&if json { report::json(&lines, &report::machine()) } else { report::table(&lines) });
    let missed: Vec<&str> =
        lines.iter().filter(|line| line.verdict == Verdict::Miss).map(|line| line.row.name).collect();
    match missed.as_slice() {
        [] => {
            say("every goal that was measured is met");
            Ok(())
        }
        missed => bail!("missed: {}", missed.join(", ")),
    }
}

/// The site, served as the browser tests have it.
fn serve(paths: &Paths) -> Result<Server> {
    setup::for_browsers(paths)?;
    let site = site::build(paths)?;
    server::start(&Listen { host: "127.0.0.1".into(), port: 0 }, Mount::new(&site, "/", true)?)
}

/// The rows that `only` names, or all. A name also stands for the rows whose names go on from it with a dash.
fn wanted(only: &[String]) -> Result<Vec<&'static Row>> {
    let named = |row: &Row, name: &String| {
        row.name == name || row.name.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('-'))
    };
    if let Some(unknown) = only.iter().find(|name| !ROWS.iter().any(|row| named(row, name))) {
        let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
        bail!("there is no row `{unknown}`; the rows are {}", names.join(", "));
    }
    Ok(ROWS.iter().filter(|row| only.is_empty() || only.iter().any(|name| named(row, name))).collect())
}

#[cfg(test)]
mod tests {
    use super::row::ROWS;
    use super::wanted;

    #[test]
    fn rows_are_chosen_by_name_or_by_the_beginning_of_one() {
        let names = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
            wanted(&only).map(|rows| rows.iter().map(|row| row.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).unwrap().len(), ROWS.len());
        assert_eq!(names(&["link"]).unwrap(), ["link"]);
        assert_eq!(names(&["steps"]).unwrap(), ["steps-native", "steps-wasm", "steps-ratio", "steps-bare"]);
        assert!(names(&["step"]).unwrap_err().to_string().contains("no row `step`"));
    }

    #[test]
    fn names_and_keys_are_used_once() {
        for (n, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..n].iter().all(|other| other.name != row.name && other.key != row.key), "{}", row.name);
        }
    }
}
