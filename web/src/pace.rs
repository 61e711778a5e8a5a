//! How time passes: speeds, how many steps are due, and how fast it really went. It is told the time and owns no clock.

use std::collections::VecDeque;

use crate::view::Text;

/// How fast the clock runs the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(u8);

impl Speed {
    /// Steps a second, by index; the index behind them is flat out.
    const STEPS: [u32; 10] = [1, 2, 4, 8, 16, 32, 128, 512, 2048, 16_384];
    /// The fastest index: as fast as the browser can.
    pub const MAX: u8 = 10;

    /// The speed at `index`, or the nearest there is.
    pub fn at(index: u8) -> Self {
        Self(index.min(Self::MAX))
    }

    /// The next faster one.
    pub fn next(self) -> Self {
        Self::at(self.0.saturating_add(1))
    }

    /// The next slower one.
    pub fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The index.
    pub fn index(self) -> u8 {
        self.0
    }

    /// Steps a second; none where it is as many as can be made.
    pub fn per_second(self) -> Option<u32> {
        Self::STEPS.get(usize::from(self.0)).copied()
    }

    /// Milliseconds between two ticks: one a step up to 32 a second; beyond that nobody can follow single steps.
    pub fn tick_ms(self) -> u32 {
        1000 / self.per_second().unwrap_or(32).min(32)
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self(3)
    }
}

/// A tick of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick {
    /// The time in milliseconds; from when does not matter.
    pub now_ms: u64,
    /// Steps that may be made flat out, so that a slice is short. None are left to a tick that shows what the others did.
    pub slice: u64,
}

/// The beat that the clock is to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// None: no timer exists.
    Rest,
    /// A tick every so many milliseconds.
    Every(u32),
    /// A tick with every frame.
    Frame,
}

/// Ticks that a late clock makes good; the rest of the time is lost, so that nothing comes in a burst.
const LATE_MAX: u64 = 2;
/// The stretch of time over which speed is measured, in milliseconds.
const WINDOW_MS: u64 = 1000;
/// Time between two readings, so that they can be read.
const READING_MS: u64 = 250;

/// How time passes.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The step at which a long `run` or `step` ends.
    pub goal: Option<u64>,
    /// Lines that wait for it.
    pub waiting: VecDeque<Text>,
    /// The condition beside the button; empty is the next transition.
    pub until: Text,
    /// Steps made in the last second, as read last.
    pub measured: Option<u64>,
    last_ms: Option<u64>,
    owed: u64,
    made: VecDeque<(u64, u64)>,
    read_ms: u64,
}

impl Pace {
    /// The clock starts or stops: what was before does not count.
    pub fn rest(&mut self) {
        (self.last_ms, self.owed, self.measured) = (None, 0, None);
        self.made.clear();
    }

    /// Whether steps are made as fast as they can be.
    pub fn flat(&self, speed: Speed) -> bool {
        self.goal.is_some() || speed.per_second().is_none()
    }

    /// The beat for this.
    pub fn beat(&self, playing: bool, speed: Speed) -> Beat {
        match (playing, self.flat(speed)) {
            (false, _) => Beat::Rest,
            (true, true) => Beat::Frame,
            (true, false) => Beat::Every(speed.tick_ms()),
        }
    }

    /// The steps that are due at a tick.
    pub fn due(&mut self, tick: Tick, speed: Speed, steps: u64) -> u64 {
        let last = self.last_ms.replace(tick.now_ms);
        let Some(rate) = speed.per_second().filter(|_| self.goal.is_none()) else {
            return self.goal.map_or(tick.slice, |goal| tick.slice.min(goal.saturating_sub(steps)));
        };
        let beat = u64::from(speed.tick_ms());
        if rate <= 32 {
            return 1;
        }
        let gone = last.map_or(beat, |last| tick.now_ms.saturating_sub(last)).min(beat * LATE_MAX);
        self.owed += gone * u64::from(rate);
        let due = self.owed / 1000;
        self.owed %= 1000;
        due
    }

    /// Whether the page is to be drawn anew at a tick: flat out nobody can read every frame, and a tick makes steps or
    /// draws, so that either is short.
    pub fn shows(&self, tick: Tick, speed: Speed) -> bool {
        !self.flat(speed) || tick.slice == 0
    }

    /// So many steps were made at a tick.
    pub fn measure(&mut self, now_ms: u64, steps: u64) {
        self.made.push_back((now_ms, steps));
        while self.made.get(1).is_some_and(|(at, _)| at + WINDOW_MS <= now_ms) {
            self.made.pop_front();
        }
        let Some((first, _)) = self.made.front().copied().filter(|(first, _)| *first < now_ms) else { return };
        if self.measured.is_none() || now_ms >= self.read_ms + READING_MS {
            let sum: u64 = self.made.iter().skip(1).map(|(_, steps)| steps).sum();
            self.measured = Some((sum * 1000 + (now_ms - first) / 2) / (now_ms - first));
            self.read_ms = now_ms;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pace, Speed, Tick};

    /// Steps that come due when ticks arrive at these times.
    fn made(speed: Speed, times: impl IntoIterator<Item = u64>) -> (u64, Pace) {
        let mut pace = Pace::default();
        let mut all = 0;
        for now_ms in times {
            let due = pace.due(Tick { now_ms, slice: 0 }, speed, all);
            pace.measure(now_ms, due);
            all += due;
        }
        (all, pace)
    }

    #[test]
    fn a_late_clock_keeps_its_speed() {
        // 512 steps a second, ticks every 40 ms where 31 were asked for: the first tick counts as one of 31 ms.
        let (all, pace) = made(Speed::at(7), (0..=50).map(|n| n * 40));
        assert_eq!(all, (2000 + 31) * 512 / 1000);
        assert!(pace.measured.is_some_and(|measured| measured.abs_diff(512) <= 3), "{:?}", pace.measured);
    }

    #[test]
    fn an_hour_away_is_no_burst() {
        let (all, _) = made(Speed::at(9), [0, 3_600_000]);
        assert_eq!(all, 3 * 31 * 16_384 / 1000);
    }

    #[test]
    fn a_slow_speed_is_measured_as_it_is() {
        let (_, pace) = made(Speed::at(0), [0, 1001, 2000, 3000]);
        assert_eq!(pace.measured, Some(1));
    }
}
