//! The reducer: every action of the page, and what it makes of the store. Pure: it knows no timer, no storage and no
//! document. The only way to change the machine is a command line, [`Action::Command`]; a button sends the text that a
//! user could have typed.

use std::rc::Rc;

use seqbell_script::core::facts::Generation;
use seqbell_script::core::{Refused, fabric};

use crate::desk::Desk;
pub use crate::desk::{Echo, Marker};
use crate::line::{Line, LineEdit};
use crate::look::{Look, LookEdit};
use crate::pace::Pace;
pub use crate::pace::{Speed, Tick};
use crate::prompt::{Prompt, PromptEdit};
use crate::view::ahead::Ahead;
use crate::view::bell::{BellDraft, BellEdit, Target};
use crate::view::bundles::{RegsDraft, RegsEdit};
use crate::view::host::{HostDraft, HostEdit};
use crate::view::keys::Deed;
use crate::view::ways::{Pick, PickEdit};
use crate::view::{Moment, Text, View};
use crate::visit::{Visit, VisitEdit};

mod key;
mod session;

/// The reference, as Play's page sees it.
const REFERENCE: &str = "../reference/";

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

/// All that a user, or the clock, can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command line, typed or sent by a control.
    Command(Text),
    /// Edit the console.
    Prompt(PromptEdit),
    /// Send the console's text.
    Submit,
    /// Open, restore, share, and what else is about the session as a whole.
    Visit(VisitEdit),
    /// Edit the host panel's fields.
    Host(HostEdit),
    /// Edit the composer's fields.
    Bell(BellEdit),
    /// Open or fold what stands in the register panel.
    Regs(RegsEdit),
    /// Show a transition in full, or a row of the listing.
    Pick(PickEdit),
    /// Fold, widen, another radix.
    Look(LookEdit),
    /// Ask for the way to a goal.
    Ask(Text),
    /// Show or hide the exports.
    Exports(bool),
    /// Let the clock run.
    Play,
    /// Stop it.
    Pause,
    /// What a key stands for in that moment; what was done before it may not have been drawn yet.
    Key(Deed),
    /// Go to a step, back or forth.
    Seek(u64),
    /// Go so many steps back, or forth as far as the history is known.
    Shift(i64),
    /// The clock.
    Tick(Tick),
    /// The condition of the transport.
    Until(Text),
    /// Another look at the timeline.
    Line(LineEdit),
    /// Take a marker away.
    Unmark(Marker),
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
#[derive(Clone, Debug)]
pub struct Store {
    /// The rows.
    pub view: View,
    /// The console.
    pub prompt: Prompt,
    /// What is about the session as a whole.
    pub visit: Visit,
    /// What became of the last command.
    pub echo: Echo,
    /// The theme.
    pub theme: Theme,
    /// How the page stands for this reader.
    pub look: Look,
    /// Whether single keys act.
    pub shortcuts: bool,
    /// Whether the help is open.
    pub help: bool,
    /// Whether the clock runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// The goal that was asked for last, and how often one was.
    pub asked: (Text, u32),
    /// Whether the exports are open.
    pub exports: bool,
    /// How time passes.
    pub pace: Pace,
    /// What of the history is shown.
    pub line: Line,
    /// The session as it was drawn last.
    pub drawn: Rc<Desk>,
    desk: Rc<Desk>,
    host: HostDraft,
    bell: BellDraft,
    regs: RegsDraft,
    pick: Pick,
    pulse: u64,
}

impl Store {
    /// A fresh session of a generation.
    ///
    /// # Errors
    /// [`Refused::NoImage`] for Maverick.
    pub fn new(generation: Generation) -> Result<Self, Refused> {
        let desk = Desk::new(generation)?;
        let (host, bell, regs) = (HostDraft::default(), BellDraft::default(), RegsDraft::default());
        let ahead = Ahead::from(desk.machine());
        let (speed, pace) = (Speed::default(), Pace::default());
        let view = View::of(Moment {
            desk: &desk,
            ahead: &ahead,
            host: &host,
            bell: &bell,
            regs: &regs,
            pick: Pick::default(),
            look: &Look::default(),
            pulse: 0,
            playing: false,
            speed,
            pace: &pace,
            reference: REFERENCE,
        });
        Ok(Self {
            view,
            prompt: Prompt::default(),
            visit: Visit::default(),
            echo: Echo::default(),
            theme: Theme::default(),
            look: Look::default(),
            shortcuts: true,
            help: false,
            playing: false,
            speed,
            asked: (Text::default(), 0),
            exports: false,
            pace,
            line: Line::default(),
            drawn: Rc::new(desk.clone()),
            desk: Rc::new(desk),
            host,
            bell,
            regs,
            pick: Pick::default(),
            pulse: 0,
        })
    }

    /// The session behind the page; a copy of the store shares it until one of them moves on.
    pub fn desk(&self) -> &Rc<Desk> {
        &self.desk
    }

    fn desk_mut(&mut self) -> &mut Desk {
        Rc::make_mut(&mut self.desk)
    }

    /// The store after `action`.
    #[must_use]
    pub fn after(mut self, action: Action) -> Self {
        match action {
            Action::Command(line) => self.send(&line),
            Action::Prompt(edit) => {
                self.prompt = self.prompt.with(edit);
                return self;
            }
            Action::Submit => self.submit(),
            Action::Visit(edit) => {
                if !self.edit_visit(edit) {
                    return self;
                }
            }
            Action::Host(edit) => self.host = self.host.with(edit),
            Action::Bell(edit) => self.bell = self.bell.with(edit),
            Action::Regs(edit) => self.regs = self.regs.with(edit),
            Action::Pick(edit) => self.pick = self.pick.with(edit),
            Action::Look(edit) => self.look = self.look.with(edit),
            Action::Ask(goal) => self.asked = (goal, self.asked.1 + 1),
            Action::Exports(open) => self.exports = open,
            Action::Play => self.play(true),
            Action::Pause => self.play(false),
            Action::Key(deed) => {
                if self.playing {
                    // What runs is drawn a few times a second only.
                    self.look();
                }
                return match self.stands_for(deed) {
                    Some(action) => self.after(action),
                    None => self,
                };
            }
            Action::Seek(step) => self.seek(step),
            Action::Shift(by) => self.shift(by),
            Action::Tick(tick) => {
                let echo = self.echo.clone();
                self.tick(tick);
                if self.playing && !self.pace.shows(tick, self.speed) {
                    // What stood there stays: nobody can read an answer a frame.
                    self.echo = echo;
                    return self;
                }
            }
            Action::Until(text) => self.pace.until = text,
            Action::Line(edit) => {
                self.line.change(edit, self.desk.machine().steps(), self.desk.furthest());
                return self;
            }
            Action::Unmark(marker) => self.desk_mut().unmark(&marker),
            Action::Speed(speed) => {
                self.speed = speed;
                self.pace.rest();
            }
            Action::Theme(theme) => self.theme = theme,
            Action::Shortcuts(on) => self.shortcuts = on,
            Action::Help(open) => self.help = open,
        }
        self.look();
        self
    }

    /// Draws the rows anew.
    fn look(&mut self) {
        // While single steps cannot be followed nobody asks why.
        if !(self.playing && self.pace.flat(self.speed)) && self.desk.unexplained() {
            self.desk_mut().explain();
        }
        self.line.follow(self.desk.machine().steps());
        self.drawn = Rc::clone(&self.desk);
        let ahead = Ahead::from(self.desk.machine());
        self.view = View::of(Moment {
            desk: &self.desk,
            ahead: &ahead,
            host: &self.host,
            bell: &self.bell,
            regs: &self.regs,
            pick: self.pick,
            look: &self.look,
            pulse: self.pulse,
            playing: self.playing,
            speed: self.speed,
            pace: &self.pace,
            reference: REFERENCE,
        });
    }

    /// Sends the lines of a text, up to the first that is refused.
    fn send(&mut self, text: &str) {
        // What happens is seen where it happens.
        self.pick.row = None;
        let rung = self.desk.trail().landed.len();
        self.send_lines(text.lines().map(|line| line.to_owned().into()));
        self.prompt.remember(text.lines());
        if self.playing && self.echo.refused {
            self.play(false);
        }
        if self.desk.trail().landed.len() > rung && self.hits_target() {
            self.pulse += 1;
        }
        self.keep_target();
    }

    /// Whether the last doorbell went where the composer aims.
    fn hits_target(&self) -> bool {
        let heard = self.desk.trail().landed.last().and_then(|landed| landed.landing.heard);
        heard.is_some_and(|heard| match self.bell.target {
            Target::Group(group) => heard.broadcast && heard.first == u16::from(group) * 16,
            Target::Engine(engine) => !heard.broadcast && heard.first == engine,
        })
    }

    /// The composer aims at something that the generation has.
    fn keep_target(&mut self) {
        let generation = self.desk.session().generation();
        let exists = match self.bell.target {
            Target::Group(group) => fabric::window(generation, group).is_ok(),
            Target::Engine(engine) => fabric::engine_base(generation, engine).is_ok(),
        };
        if !exists {
            self.bell.target = Target::Engine(0);
        }
    }
}

impl yew::Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(Rc::unwrap_or_clone(self).after(action))
    }
}

mod time;
#[cfg(test)]
mod tests;
