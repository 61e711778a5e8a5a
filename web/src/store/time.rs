//! What the clock, the transport and the timeline do to the store: ticks, jumps, and long runs in slices.

use std::cmp::Ordering;

use super::Store;
use crate::pace::Tick;
use crate::view::Text;

/// Steps from which on a command is carried out in slices.
const LONG: u64 = 20_000;

impl Store {
    /// Starts or stops the clock. Stopping it gives up a long run, and what waits for that.
    pub(super) fn play(&mut self, on: bool) {
        self.playing = on;
        self.pace.rest();
        if !on {
            self.pace.goal = None;
            self.pace.waiting.clear();
        }
    }

    /// Whether a line is a long run: then the clock carries it out, as fast as it can.
    pub(super) fn begins_long_run(&mut self, line: &str) -> bool {
        let Some(steps) = crate::desk::Desk::steps_of(line).filter(|steps| *steps > LONG) else { return false };
        self.pace.rest();
        self.pace.goal = Some(self.desk.machine().steps().saturating_add(steps));
        self.playing = true;
        self.echo = super::Echo {
            command: line.trim().to_owned().into(),
            answer: "runs in slices; pause ends it".into(),
            ..super::Echo::default()
        };
        true
    }

    /// Goes to a step: along the history as far as it is known, beyond that by stepping.
    pub(super) fn seek(&mut self, step: u64) {
        let (now, known) = (self.desk.machine().steps(), self.desk.furthest());
        let line = match (step.cmp(&now), now < known) {
            (Ordering::Less, _) => format!("back {}", now - step),
            (Ordering::Equal, _) => return,
            (Ordering::Greater, true) => format!("forth {}", step.min(known) - now),
            (Ordering::Greater, false) => format!("step {}", step - now),
        };
        if !self.begins_long_run(&line) {
            self.echo = self.desk_mut().send(&line);
            self.visit.acted += 1;
        }
    }

    /// Goes so many steps along what is known.
    pub(super) fn shift(&mut self, by: i64) {
        self.seek(self.desk.machine().steps().saturating_add_signed(by).min(self.desk.furthest()));
    }

    /// One tick of the clock. A machine that does not make all its steps stops the clock, and so does a goal.
    pub(super) fn tick(&mut self, tick: Tick) {
        if !self.playing {
            return;
        }
        let before = self.desk.machine().steps();
        let due = self.pace.due(tick, self.speed, before);
        if due > 0 {
            self.echo = self.desk_mut().send(&format!("step {due}"));
            self.visit.acted += 1;
        }
        let made = self.desk.machine().steps() - before;
        self.pace.measure(tick.now_ms, made);
        let arrived = self.pace.goal.is_some_and(|goal| goal <= before + made);
        if made < due || arrived {
            let waiting = std::mem::take(&mut self.pace.waiting);
            let ran = self.pace.goal.take().is_some();
            self.play(false);
            if ran {
                self.send_lines(waiting);
            }
        }
    }

    /// Sends lines one after the other; those behind a long run wait for it.
    pub(super) fn send_lines(&mut self, lines: impl IntoIterator<Item = Text>) {
        let mut lines = lines.into_iter();
        while let Some(line) = lines.next() {
            if self.begins_long_run(&line) {
                self.pace.waiting = lines.collect();
                return;
            }
            self.echo = self.desk_mut().send(&line);
            self.visit.acted += 1;
            if self.echo.refused {
                return;
            }
        }
    }
}
