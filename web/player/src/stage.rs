//! What a player is a function of: a session, the drafts of its fields, the clock's switch. Pure; it knows no timer and no
//! document. As in Play, only command lines change the machine.

use std::rc::Rc;

use seqbell_script::exercise::{Grade, Rules, Start, Verdict, grade};
use seqbell_script::facts::Generation;
use seqbell_script::{ScriptError, parse_script};
use seqbell_web::desk::{Desk, Echo};
use seqbell_web::line::Line;
use seqbell_web::look::Look;
use seqbell_web::pace::{Beat, Pace, Tick};
use seqbell_web::store::{Action, Speed};
use seqbell_web::view::Moment;
use seqbell_web::view::ahead::Ahead;
use seqbell_web::view::bell::{BellDraft, Target};
use seqbell_web::view::bundles::RegsDraft;
use seqbell_web::view::host::HostDraft;
use seqbell_web::view::keys::Deed;
use seqbell_web::view::transport::TransportView;
use seqbell_web::view::ways::Pick;

use crate::options::Options;

/// Everything behind one player.
#[derive(Debug)]
pub struct Stage {
    options: Options,
    desk: Rc<Desk>,
    start: Start,
    host: HostDraft,
    bell: BellDraft,
    regs: RegsDraft,
    pick: Pick,
    look: Look,
    line: Line,
    echo: Echo,
    playing: bool,
    speed: Speed,
    pace: Pace,
    pulse: u64,
}

/// The index of a pace that can be followed with the eyes.
const SPEED: u8 = 3;

impl Stage {
    /// The moment that the options name.
    ///
    /// # Errors
    /// A line of the script that is not understood or refused, or a generation that ships nothing to run.
    pub fn new(options: Options) -> Result<Self, ScriptError> {
        let desk = prepared(&options)?;
        let mut stage = Self {
            start: Start::of(desk.session()),
            desk: Rc::new(desk),
            host: HostDraft::default(),
            bell: BellDraft::default(),
            regs: RegsDraft::default(),
            pick: Pick::default(),
            look: Look::default(),
            line: Line::default(),
            echo: Echo::default(),
            playing: false,
            speed: Speed::at(SPEED),
            pace: Pace::default(),
            pulse: 0,
            options,
        };
        stage.aim();
        if let Some(at) = stage.options.at {
            let back = stage.desk.machine().steps().saturating_sub(at);
            stage.desk_mut().send(&format!("back {back}"));
        }
        Ok(stage)
    }

    /// From the beginning again, with the same options.
    ///
    /// # Errors
    /// As [`Stage::new`]; what worked once works again.
    pub fn restart(&mut self) -> Result<(), ScriptError> {
        *self = Self::new(self.options.clone())?;
        Ok(())
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The session and its trail.
    pub fn desk(&self) -> &Rc<Desk> {
        &self.desk
    }

    fn desk_mut(&mut self) -> &mut Desk {
        Rc::make_mut(&mut self.desk)
    }

    /// What of the history is shown.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// What became of the last command.
    pub fn echo(&self) -> &Echo {
        &self.echo
    }

    /// The beat that the clock is to keep.
    pub fn beat(&self) -> Beat {
        self.pace.beat(self.playing, self.speed)
    }

    /// What the views are functions of.
    pub fn moment<'a>(&'a self, ahead: &'a Ahead) -> Moment<'a> {
        Moment {
            desk: &self.desk,
            ahead,
            host: &self.host,
            bell: &self.bell,
            regs: &self.regs,
            pick: self.pick,
            look: &self.look,
            pulse: self.pulse,
            playing: self.playing,
            speed: self.speed,
            pace: &self.pace,
            reference: &self.options.reference,
        }
    }

    /// Judges what was done since the beginning.
    pub fn grade(&self, rules: &Rules) -> Grade {
        grade(self.desk.session(), &self.start, rules)
    }

    /// Whether the goal was reached since the beginning; false without one.
    pub fn reached(&self) -> bool {
        let Some(goal) = self.options.goal.clone() else { return false };
        let rules = Rules { goal, never: Vec::new(), writes: None, steps: None, wrong: Vec::new() };
        self.grade(&rules).verdict == Verdict::Passed
    }

    /// Does what a reader or the clock wants; what only the page of Play has is passed over.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Command(line) => self.send(&line),
            Action::Host(edit) => self.host = self.host.clone().with(edit),
            Action::Bell(edit) => self.bell = self.bell.clone().with(edit),
            Action::Regs(edit) => self.regs = self.regs.clone().with(edit),
            Action::Pick(edit) => self.pick = self.pick.with(edit),
            Action::Look(edit) => self.look = self.look.clone().with(edit),
            Action::Line(edit) => self.line.change(edit, self.desk.machine().steps(), self.desk.furthest()),
            Action::Unmark(marker) => self.desk_mut().unmark(&marker),
            Action::Key(deed) => self.key(deed),
            Action::Play => self.play(true),
            Action::Pause => self.play(false),
            Action::Speed(speed) => {
                self.speed = speed;
                self.pace.rest();
            }
            Action::Until(text) => self.pace.until = text,
            Action::Seek(step) => self.seek(step),
            Action::Shift(by) => {
                self.seek(self.desk.machine().steps().saturating_add_signed(by).min(self.desk.furthest()))
            }
            Action::Tick(tick) => self.tick(tick),
            Action::Prompt(_)
            | Action::Submit
            | Action::Visit(_)
            | Action::Ask(_)
            | Action::Exports(_)
            | Action::Theme(_)
            | Action::Shortcuts(_)
            | Action::Help(_) => {}
        }
    }

    fn send(&mut self, line: &str) {
        self.pick.row = None;
        let rung = self.desk.trail().landed.len();
        self.echo = self.desk_mut().send(line);
        self.playing &= !self.echo.refused;
        if self.desk.trail().landed.len() > rung {
            self.aim();
            self.pulse += 1;
        }
    }

    /// The picture of a doorbell shows the one that was rung last.
    fn aim(&mut self) {
        let Some(heard) = self.desk.trail().landed.last().and_then(|landed| landed.landing.heard) else { return };
        self.bell.direction = heard.direction;
        self.bell.queue = heard.queue;
        if heard.broadcast {
            // 16 engines a group, so the quotient is the group.
            self.bell.target = Target::Group((heard.first / 16) as u8);
            self.bell.mask = heard.mask;
        } else {
            self.bell.target = Target::Engine(heard.first);
        }
    }

    /// Run or pause, and the ways of the transport, as they are when the key arrives.
    fn key(&mut self, deed: Deed) {
        if deed == Deed::Play {
            return self.play(!self.playing);
        }
        let ahead = Ahead::from(self.desk.machine());
        if let Some(command) = TransportView::of(self.moment(&ahead)).command(deed) {
            self.send(&command);
        }
    }

    fn seek(&mut self, step: u64) {
        let now = self.desk.machine().steps();
        if step < now {
            self.send(&format!("back {}", now - step));
        } else if step > now {
            self.on(step - now);
        }
    }

    /// One tick of the clock. A machine that does not make all its steps stops the clock.
    fn tick(&mut self, tick: Tick) {
        if !self.playing {
            return;
        }
        let before = self.desk.machine().steps();
        let due = self.pace.due(tick, self.speed, before);
        if due > 0 {
            self.on(due);
        }
        let made = self.desk.machine().steps() - before;
        self.pace.measure(tick.now_ms, made);
        if made < due {
            self.play(false);
        }
    }

    fn play(&mut self, on: bool) {
        self.playing = on;
        self.pace.rest();
    }

    /// On along the future that is known, else into a new one.
    fn on(&mut self, steps: u64) {
        let now = self.desk.machine().steps();
        let known = self.desk.session().timeline().furthest().saturating_sub(now);
        if known > 0 { self.send(&format!("forth {}", steps.min(known))) } else { self.send(&format!("step {steps}")) }
    }
}

/// A desk after the script. The script is read to its end before anything is done.
fn prepared(options: &Options) -> Result<Desk, ScriptError> {
    let refused =
        |line, message: &str| ScriptError { line, column: 0, message: message.to_owned(), hint: String::new() };
    let fresh = |generation: Generation| Desk::new(generation).map_err(|r| refused(0, &r.to_string()));
    let mut desk = fresh(options.generation)?;
    for (line, command) in parse_script(&options.script)? {
        let echo = desk.send(&command.to_string());
        if echo.refused {
            return Err(refused(line, &echo.answer));
        }
    }
    Ok(desk)
}

#[cfg(test)]
mod tests;
