//! What a terminal gets and a file does not: colour and progress. It knows nothing of what is printed.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};

/// When to colour.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum When {
    /// On terminals, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Makes it the rule for this run of the program.
    pub(crate) fn apply(self) {
        match self {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Whether standard output takes colour.
pub(crate) fn colour_out() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Whether standard error takes colour.
pub(crate) fn colour_err() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// What a colour stands for.
#[derive(Clone, Copy)]
pub(crate) enum Ink {
    /// It holds.
    Good,
    /// It does not.
    Bad,
    /// Less important than the rest.
    Faint,
    /// The host or the user did it.
    Host,
    /// A state.
    State,
}

impl Ink {
    fn style(self) -> Style {
        match self {
            Ink::Good => AnsiColor::Green.on_default(),
            Ink::Bad => AnsiColor::Red.on_default().bold(),
            Ink::Faint => Style::new().dimmed(),
            Ink::Host => AnsiColor::Cyan.on_default(),
            Ink::State => AnsiColor::Magenta.on_default().bold(),
        }
    }
}

/// Writes in colour, or does not.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    colour: bool,
}

impl Pen {
    /// A pen for standard output.
    pub(crate) fn out() -> Self {
        Self { colour: colour_out() }
    }

    /// A pen for files.
    pub(crate) const fn plain() -> Self {
        Self { colour: false }
    }

    /// The text, in its colour.
    pub(crate) fn ink(self, ink: Ink, text: impl fmt::Display) -> String {
        let style = if self.colour { ink.style() } else { Style::new() };
        format!("{style}{text}{style:#}")
    }
}

/// A bar for work whose length is known; shown on standard error, and only if that is a terminal.
pub(crate) fn bar(total: u64, what: &'static str) -> ProgressBar {
    let template = "{prefix} {bar:30} {pos}/{len} {eta}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style).with_prefix(what)
}

/// A counter of steps for work whose length is not known. Hidden where the events themselves scroll by.
pub(crate) fn counter() -> ProgressBar {
    if io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} step {human_pos}, {per_sec}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
