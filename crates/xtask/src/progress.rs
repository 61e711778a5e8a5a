//! How a long step looks: what it is, how long it should take, how long it has taken.
//! A bar on a terminal, plain lines elsewhere. It refuses to know what the step does.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Without a terminal, a sign of life this often.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// The display of one running step.
pub(crate) struct Progress {
    what: String,
    expected: Duration,
    started: Instant,
    face: Face,
}

enum Face {
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Progress {
    /// Announces `what`, which should take about `expected`.
    pub(crate) fn start(what: &str, expected: Duration) -> Self {
        let started = Instant::now();
        let face = if stderr().is_terminal() { Face::Bar(bar(what, expected)) } else { Face::Lines { last: started } };
        if matches!(face, Face::Lines { .. }) {
            say(&format!("{what} (about {})", brief(expected)));
        }
        Self { what: what.to_owned(), expected, started, face }
    }

    /// Called often; `detail` is the newest line of the step's own output.
    pub(crate) fn tick(&mut self, detail: impl FnOnce() -> String) {
        let elapsed = self.started.elapsed();
        match &mut self.face {
            Face::Bar(bar) => {
                bar.set_position(elapsed.as_secs().min(self.expected.as_secs()));
                bar.set_message(format!("{} of about {}  {}", brief(elapsed), brief(self.expected), detail()));
            }
            Face::Lines { last } if last.elapsed() >= HEARTBEAT => {
                *last = Instant::now();
                say(&format!("  {} of about {}: {}", brief(elapsed), brief(self.expected), detail()));
            }
            Face::Lines { .. } => {}
        }
    }

    /// Ends the step in sight of the user.
    pub(crate) fn finish(self, succeeded: bool) {
        if let Face::Bar(bar) = &self.face {
            bar.finish_and_clear();
        }
        let outcome = if succeeded { "done" } else { "FAILED" };
        say(&format!("{}: {outcome} in {}", self.what, brief(self.started.elapsed())));
    }
}

/// One line to the user, on standard error: standard output belongs to results.
pub(crate) fn say(line: &str) {
    eprintln!("xtask: {line}");
}

/// A duration as people say it: `8 s`, `1 min 20 s`, `9 min`.
pub(crate) fn brief(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

fn bar(what: &str, expected: Duration) -> ProgressBar {
    let bar = ProgressBar::new(expected.as_secs().max(1)).with_prefix(what.to_owned());
    let style = ProgressStyle::with_template("{spinner} {prefix} [{bar:24}] {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::brief;
    use std::time::Duration;

    #[test]
    fn durations_read_as_people_say_them() {
        let said = [0, 8, 60, 80, 540].map(|seconds| brief(Duration::from_secs(seconds)));
        assert_eq!(said, ["0 s", "8 s", "1 min", "1 min 20 s", "9 min"]);
    }
}
