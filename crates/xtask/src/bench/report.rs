//! The table for people, and the same as JSON. It decides whether a goal is met.

use std::fmt::Write as _;
use std::fs;

use super::row::{Goal, Row};

/// Whether a goal is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is.
    Met,
    /// It is not, or there is no figure.
    Miss,
    /// Nothing was asked.
    Information,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Miss => "MISS",
            Self::Information => "for information",
        }
    }
}

/// A row with its figure.
pub(super) struct Line {
    /// The row.
    pub(super) row: &'static Row,
    /// In the unit of the row.
    measured: Option<f64>,
    /// How many times the goal is reached: 1 is just enough.
    ratio: Option<f64>,
    /// Whether that is enough.
    pub(super) verdict: Verdict,
}

impl Line {
    /// Compares a figure, in the unit of the program that measured it, with the goal.
    pub(super) fn new(row: &'static Row, figure: Option<f64>) -> Self {
        let measured = figure.map(|figure| figure / row.scale);
        let enough = match row.goal {
            Goal::AtLeast(goal) => measured.is_some_and(|measured| measured >= goal),
            Goal::AtMost(goal) => measured.is_some_and(|measured| measured <= goal),
            Goal::Nothing => true,
        };
        let ratio = measured.and_then(|measured| match row.goal {
            Goal::AtLeast(goal) => Some(measured / goal),
            Goal::AtMost(goal) => (measured > 0.0 && goal > 0.0).then(|| goal / measured),
            Goal::Nothing => None,
        });
        let verdict = match (row.goal, enough) {
            (Goal::Nothing, _) => Verdict::Information,
            (Goal::AtLeast(_) | Goal::AtMost(_), true) => Verdict::Met,
            (Goal::AtLeast(_) | Goal::AtMost(_), false) => Verdict::Miss,
        };
        Self { row, measured, ratio, verdict }
    }

    fn cells(&self) -> [String; 6] {
        let unit = self.row.unit;
        let goal = match self.row.goal {
            Goal::AtLeast(goal) => format!("≥ {} {unit}", number(goal)),
            Goal::AtMost(goal) => format!("≤ {} {unit}", number(goal)),
            Goal::Nothing => String::new(),
        };
        let measured = self.measured.map_or("not measured".to_owned(), |value| format!("{} {unit}", number(value)));
        let ratio = self.ratio.map_or(String::new(), |ratio| format!("{}x", number(ratio)));
        [self.row.name.into(), self.row.what.into(), goal, measured, ratio, self.verdict.word().into()]
    }
}

/// Three digits that mean something; whole numbers whole.
fn number(value: f64) -> String {
    match value.abs() {
        _ if value.fract() == 0.0 => format!("{value}"),
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The table, as wide as it must be. `ratio` says how many times the goal is reached.
pub(super) fn table(lines: &[Line]) -> String {
    let head = ["row", "what", "goal", "measured", "ratio", "verdict"].map(str::to_owned);
    let all: Vec<[String; 6]> = std::iter::once(head).chain(lines.iter().map(Line::cells)).collect();
    let width = |n: usize| all.iter().map(|cells| cells[n].chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for cells in &all {
        let padded: Vec<String> =
            cells.iter().enumerate().map(|(n, cell)| format!("{cell:<width$}", width = width(n))).collect();
        text += padded.join("  ").trim_end();
        text += "\n";
    }
    text.trim_end().to_owned()
}

/// One object: the machine, and every row. Numbers are in the unit of their row; what is not known is null.
pub(super) fn json(lines: &[Line], machine: &str) -> String {
    let mut text = format!("{{\n  \"machine\": {machine:?},\n  \"rows\": [");
    let value = |value: Option<f64>| {
        value.filter(|value| value.is_finite()).map_or("null".to_owned(), |value| value.to_string())
    };
    for (n, line) in lines.iter().enumerate() {
        let Row { name, what, goal, unit, .. } = line.row;
        let (least, most) = match *goal {
            Goal::AtLeast(goal) => (Some(goal), None),
            Goal::AtMost(goal) => (None, Some(goal)),
            Goal::Nothing => (None, None),
        };
        let met = match line.verdict {
            Verdict::Met => "true",
            Verdict::Miss => "false",
            Verdict::Information => "null",
        };
        let comma = if n == 0 { "" } else { "," };
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "{comma}\n    {{ \"name\": {name:?}, \"what\": {what:?}, \"unit\": {unit:?}, \"at_least\": {}, \"at_most\": {}, \"measured\": {}, \"ratio\": {}, \"met\": {met} }}",
            value(least),
            value(most),
            value(line.measured),
            value(line.ratio)
        );
    }
    text + "\n  ]\n}"
}

/// The processor, where the system says so, and how many of them.
pub(super) fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {count} processors", model.map_or("unknown processor", |(_, name)| name.trim()))
}

/// What to say when other programs keep the processors busy, where the system tells.
pub(super) fn busy() -> Option<String> {
    let load = fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse::<f64>().ok()?;
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let wait = load > count as f64;
    wait.then(|| format!("{load} programs want {count} processors: only the rows in `x` mean much now"))
}

#[cfg(test)]
mod tests {
    use super::super::row::ROWS;
    use super::{Line, Verdict, json, number, table};

    fn line(key: &str, figure: Option<f64>) -> Line {
        Line::new(ROWS.iter().find(|row| row.key == key).unwrap(), figure)
    }

    #[test]
    fn a_goal_is_met_from_its_own_figure_on() {
        for (key, figure, verdict) in [
            ("steps_with_history", Some(50e6), Verdict::Met),
            ("steps_with_history", Some(49.9e6), Verdict::Miss),
            ("link_characters", Some(1000.0), Verdict::Met),
            ("link_characters", Some(1001.0), Verdict::Miss),
            ("moments_that_differ", Some(0.0), Verdict::Met),
            ("moments_that_differ", Some(1.0), Verdict::Miss),
            ("link_characters", None, Verdict::Miss),
            ("core_over_xstate", Some(f64::NAN), Verdict::Miss),
            ("explorer_states", None, Verdict::Information),
        ] {
            assert_eq!(line(key, figure).verdict, verdict, "{key} {figure:?}");
        }
    }

    #[test]
    fn the_ratio_says_how_many_times_the_goal_is_reached() {
        assert_eq!(line("steps_with_history", Some(100e6)).ratio, Some(2.0));
        assert_eq!(line("link_characters", Some(500.0)).ratio, Some(2.0));
        assert_eq!(line("moments_that_differ", Some(0.0)).ratio, None);
    }

    #[test]
    fn a_miss_stands_in_the_table_and_in_json() {
        let lines = [line("steps_with_history", Some(49e6)), line("link_characters", Some(679.0))];
        let text = table(&lines);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 3);
        assert!(rows[1].contains("49 M/s") && rows[1].ends_with("MISS"), "{text}");
        assert!(rows[2].contains("679 characters") && rows[2].ends_with("met"), "{text}");
        let text = json(&lines, "a \"fast\" one");
        assert!(
            text.contains(r#""machine": "a \"fast\" one""#)
                && text.contains(r#""measured": 49, "ratio": 0.98, "met": false"#),
            "{text}"
        );
    }

    #[test]
    fn numbers_are_short() {
        let said = [0.0, 0.0332, 0.5, 3.4453, 16.81, 137.53, 1000.0, 6653.0].map(number);
        assert_eq!(said, ["0", "0.033", "0.500", "3.45", "16.8", "138", "1000", "6653"]);
    }
}
