//! The reducer: every action of the page, and what it makes of the store. Pure: it knows no timer, no storage and no
//! document. The only way to change the machine is a command line, [`Action::Command`]; a button sends the text that a
//! user could have typed.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::view::bell::{BellDraft, BellEdit};
use crate::view::host::{HostDraft, HostEdit};
use crate::view::{Text, View, fixture};

/// How fast the clock runs the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(u8);

impl Speed {
    /// Steps a second, by index.
    const STEPS: [u32; 9] = [1, 2, 4, 8, 16, 32, 128, 512, 2048];
    /// The fastest index.
    pub const MAX: u8 = 8;

    /// The speed at `index`, or the nearest there is.
    pub fn at(index: u8) -> Self {
        Self(index.min(Self::MAX))
    }

    /// The index.
    pub fn index(self) -> u8 {
        self.0
    }

    /// Steps a second.
    pub fn per_second(self) -> u32 {
        Self::STEPS.get(usize::from(self.0)).copied().unwrap_or(1)
    }

    /// Time between two ticks, in milliseconds: at most 32 ticks a second.
    pub fn tick_ms(self) -> u32 {
        1000 / self.per_second().min(32)
    }

    /// Steps of one tick.
    pub fn steps_per_tick(self) -> u32 {
        (self.per_second() / 32).max(1)
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self(3)
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The theme after this one on the button.
    pub fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    /// The word for it, also in the storage.
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of a word, if it is one.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|theme| theme.word() == word)
    }
}

/// Which way to leaf through the commands already given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// An older one.
    Older,
    /// A newer one.
    Newer,
}

/// What became of the last command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Echo {
    /// The command.
    pub command: Text,
    /// What it answered.
    pub answer: Text,
    /// Refused, and why, with a hint.
    pub refused: bool,
}

/// All that a user, or the clock, can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command line, typed or sent by a control.
    Command(Text),
    /// The text in the console.
    Console(Text),
    /// Send the console's text.
    Submit,
    /// Put another command into the console.
    Recall(Recall),
    /// Edit the host panel's fields.
    Host(HostEdit),
    /// Edit the composer's fields.
    Bell(BellEdit),
    /// Let the clock run.
    Play,
    /// Stop it.
    Pause,
    /// Go to a step, back or forth.
    Seek(u64),
    /// The clock.
    Tick,
    /// Another speed.
    Speed(Speed),
    /// Another theme.
    Theme(Theme),
    /// Shortcuts on or off.
    Shortcuts(bool),
    /// Show or hide the help.
    Help(bool),
}

/// Everything that the page is a function of.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// The rows.
    pub view: View,
    /// The console's text.
    pub console: Text,
    /// What became of the last command.
    pub echo: Echo,
    /// The theme.
    pub theme: Theme,
    /// Whether single keys act.
    pub shortcuts: bool,
    /// Whether the help is open.
    pub help: bool,
    /// Whether the clock runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    host: HostDraft,
    bell: BellDraft,
    sent: Vec<Text>,
    recalled: usize,
    pulse: u64,
}

impl Default for Store {
    fn default() -> Self {
        let (host, bell) = (HostDraft::default(), BellDraft::default());
        Self {
            view: fixture::view(&host, &bell, &[], 0, false, Speed::default().index()),
            console: Text::default(),
            echo: Echo::default(),
            theme: Theme::default(),
            shortcuts: true,
            help: false,
            playing: false,
            speed: Speed::default(),
            host,
            bell,
            sent: Vec::new(),
            recalled: 0,
            pulse: 0,
        }
    }
}

impl Store {
    /// The store after `action`.
    pub fn after(mut self, action: Action) -> Self {
        match action {
            Action::Command(line) => self.send(line),
            Action::Console(text) => self.console = text,
            Action::Submit => {
                let line = std::mem::take(&mut self.console);
                if !line.trim().is_empty() {
                    self.send(line);
                }
            }
            Action::Recall(way) => self.recall(way),
            Action::Host(edit) => self.host = self.host.with(edit),
            Action::Bell(edit) => self.bell = self.bell.with(edit),
            Action::Play => self.playing = true,
            Action::Pause => self.playing = false,
            Action::Seek(step) => self.seek(step),
            Action::Tick => self.send(format!("step {}", self.speed.steps_per_tick()).into()),
            Action::Speed(speed) => self.speed = speed,
            Action::Theme(theme) => self.theme = theme,
            Action::Shortcuts(on) => self.shortcuts = on,
            Action::Help(open) => self.help = open,
        }
        self.view = fixture::view(&self.host, &self.bell, &self.sent, self.pulse, self.playing, self.speed.index());
        self
    }

    fn seek(&mut self, step: u64) {
        let now = self.view.transport.step;
        match step.cmp(&now) {
            Ordering::Less => self.send(format!("back {}", now - step).into()),
            Ordering::Equal => {}
            Ordering::Greater => self.send(format!("step {}", step - now).into()),
        }
    }

    fn send(&mut self, line: Text) {
        if line.starts_with("ring") || line.starts_with("poke") {
            self.pulse += 1;
        }
        self.echo = Echo { command: line.clone(), answer: "ok".into(), refused: false };
        self.sent.push(line);
        self.recalled = self.sent.len();
    }

    fn recall(&mut self, way: Recall) {
        self.recalled = match way {
            Recall::Older => self.recalled.saturating_sub(1),
            Recall::Newer => (self.recalled + 1).min(self.sent.len()),
        };
        self.console = self.sent.get(self.recalled).cloned().unwrap_or_default();
    }
}

impl yew::Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(Rc::unwrap_or_clone(self).after(action))
    }
}
