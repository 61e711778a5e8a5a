//! The rows of the table, and the goals that the design sets. It knows nothing of how they are measured.

use super::group::Group;

/// What is good enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Goal {
    /// So much or more.
    AtLeast(f64),
    /// So much or less.
    AtMost(f64),
    /// Nothing is asked; the figure stands beside another.
    Nothing,
}

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    /// For `--only`.
    pub(super) name: &'static str,
    /// What is measured.
    pub(super) what: &'static str,
    /// What is good enough.
    pub(super) goal: Goal,
    /// Of the goal and of what was measured.
    pub(super) unit: &'static str,
    /// What one unit is in the figures of the programs that measure.
    pub(super) scale: f64,
    /// What those programs call it.
    pub(super) key: &'static str,
    /// Who measures it.
    pub(super) group: Group,
}

const fn row(
    name: &'static str,
    group: Group,
    key: &'static str,
    what: &'static str,
    goal: Goal,
    unit: &'static str,
) -> Row {
    Row { name, what, goal, unit, scale: 1.0, key, group }
}

/// Per second, shown in millions.
const fn millions(name: &'static str, group: Group, key: &'static str, what: &'static str, goal: Goal) -> Row {
    Row { scale: 1e6, ..row(name, group, key, what, goal, "M/s") }
}

use Goal::{AtLeast, AtMost, Nothing};
use Group::{
    Cycles, Events, Explorer, Frames, Full, History, Link, Past, Rest, Size, Speed, Start, Steps, Twenty, Weight,
};

/// Every row, in the order of the table.
#[rustfmt::skip]
pub(super) const ROWS: [Row; 36] = [
    millions("steps-native", Steps, "steps_with_history", "micro-steps, history on, native", AtLeast(50.0)),
    millions("steps-wasm", Steps, "wasm_steps_with_history", "micro-steps, history on, WebAssembly under Node", AtLeast(25.0)),
    row("steps-ratio", Steps, "wasm_over_native", "the same, WebAssembly over native, in turns", AtLeast(0.5), "x"),
    row("steps-bare", Speed, "by_hand_over_core", "micro-steps, history off: the hand-written loop over the core", AtMost(5.0), "x"),
    row("events", Events, "core_over_xstate", "run-state events under Node: the core over XState v5", AtLeast(15.0), "x"),
    millions("events-core", Events, "wasm_events_of_the_core", "run-state events, the core under Node", Nothing),
    millions("events-xstate", Events, "events_of_xstate", "run-state events, XState v5 under Node", Nothing),
    millions("events-native", Speed, "events_of_the_core", "run-state events, the core, native", Nothing),
    millions("events-statig", Speed, "events_of_statig", "run-state events, statig, native (no firmware)", Nothing),
    row("back", History, "back_p99_ms", "step back in 1,000,000 steps, 99th percentile", AtMost(16.0), "ms"),
    row("jump", History, "jump_p99_ms", "jump in 1,000,000 steps, 99th percentile", AtMost(16.0), "ms"),
    row("exact", History, "moments_that_differ", "moments, step 0 among them, that differ from a watched run", AtMost(0.0), "moments"),
    row("memory", History, "history_megabytes", "what 1,000,000 steps of history weigh", AtMost(64.0), "MB"),
    row("link", Link, "link_characters", "link of a session of 50 commands", AtMost(1000.0), "characters"),
    row("explorer", Explorer, "explorer_over_stateright", "explorer: states a second over Stateright's, one thread", AtLeast(1.0), "x"),
    row("explorer-states", Explorer, "explorer_states", "states of that model, by both", Nothing, "states"),
    row("explorer-rate", Explorer, "explorer_rate", "the explorer's states a second", Nothing, "/s"),
    row("page-size", Size, "play_kilobytes", "Play, everything transferred, brotli -q 11", AtMost(250.0), "KB"),
    row("page-files", Size, "play_files", "files of that", Nothing, "files"),
    row("start", Start, "start_seconds", "Play: navigation to first interaction", AtMost(0.6), "s"),
    row("start-throttled", Start, "start_throttled_seconds", "the same, processor throttled 4 times", AtMost(2.0), "s"),
    row("fan", Frames, "fan_frames", "Play: frames while all 132 engines ring, of 60 a second", AtLeast(60.0), "frames/s"),
    row("fan-throttled", Frames, "fan_frames_throttled", "the same, processor throttled 4 times", AtLeast(30.0), "frames/s"),
    row("fan-writes", Frames, "fan_frames_writes_ms", "the twelve writes of it, until they are seen", Nothing, "ms"),
    row("rest-paused", Rest, "paused_calls", "Play paused: timers, frames and animations in a second", AtMost(0.0), "calls"),
    row("rest-hidden", Rest, "hidden_calls", "Play running, out of view: the same", AtMost(0.0), "calls"),
    row("full-slice", Full, "slice_ms", "Play at full speed: the longest turn of the page", AtMost(8.0), "ms"),
    row("full-input", Full, "input_ms", "Play at full speed: the longest way from a key or click to paint", AtMost(100.0), "ms"),
    row("full-speed", Full, "page_steps", "Play at full speed: steps a second", Nothing, "/s"),
    row("events-100k", Past, "events_task_ms", "Play with 100,000 events on screen: the longest task", AtMost(50.0), "ms"),
    row("player-size", Weight, "player_kilobytes", "a page with one player, everything transferred, brotli -q 11", AtMost(150.0), "KB"),
    row("player-files", Weight, "player_files", "files of that", Nothing, "files"),
    row("js-size", Weight, "js_kilobytes", "the JavaScript package: its modules, brotli -q 11", AtMost(80.0), "KB"),
    row("dist-size", Weight, "dist_kilobytes", "the finished folder: all wasm, js and css, workers aside", AtMost(450.0), "KB"),
    row("players", Twenty, "players_seconds", "20 players on a page: navigation to the last one's first step", AtMost(2.0), "s"),
    row("players-memory", Cycles, "players_megabytes", "100 players that come and go: growth from the 20th on", AtMost(1.0), "MB"),
];
