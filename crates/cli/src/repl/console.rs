//! What a line does: a command of the language, or one of the console's own words.

use crate::event::Lines;
use crate::terminal::{Ink, Pen};
use crate::{BadInput, input, why};
use anyhow::Result;
use seqbell_script::facts::Generation;
use seqbell_script::{HELP, Report, ScriptError, Session, help, link};
use std::io::{self, BufWriter, Write};

/// The console's own words, and what they do.
const OWN: [(&str, &str); 7] = [
    ("help [WORD]", "this list, or one command in full"),
    ("show", "where the machine is: true state, run_state, flag, reason, assumptions"),
    ("why WHAT", "the chain behind a value: why run_state, why lr[3]"),
    ("undo", "takes the newest command back"),
    ("link", "the session as a link"),
    ("save FILE", "the session as a script; `-` prints it"),
    ("quit", "leaves, like Ctrl-D"),
];

/// Whether the console goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It reads the next line.
    Line,
    /// It is left.
    Quit,
}

/// A session and what is printed of it.
pub(super) struct Console {
    session: Session,
    pen: Pen,
    lines: usize,
    bad: usize,
}

impl Console {
    /// An empty session.
    pub(super) fn new(generation: Generation) -> Result<Self> {
        let session = Session::new(generation).map_err(|r| input::refused(&r))?;
        Ok(Self { session, pen: Pen::out(), lines: 0, bad: 0 })
    }

    /// A script first.
    pub(super) fn load(&mut self, file: &str) -> Result<()> {
        self.session = input::session(file, &mut |_| {})?;
        Ok(())
    }

    /// Lines that were not understood.
    pub(super) fn bad_lines(&self) -> usize {
        self.bad
    }

    /// Whether a check failed.
    pub(super) fn failed(&self) -> bool {
        self.session.checks().failed > 0
    }

    /// Where the machine is, in a few words.
    pub(super) fn prompt(&self) -> String {
        let machine = self.session.machine();
        format!("{} {} {}", self.session.generation().token(), machine.steps(), machine.state())
    }

    /// Does what a line says.
    pub(super) fn line(&mut self, line: &str) -> Result<Next> {
        self.lines += 1;
        let mut out = BufWriter::new(io::stdout().lock());
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => write!(out, "{}", self.help(rest))?,
            "show" => {
                let lines = Lines { pen: self.pen, generation: self.session.generation() };
                writeln!(out, "{}", lines.end(self.session.machine(), self.session.timeline().digest()))?;
            }
            "why" => self.answer(self.why(rest), &mut out)?,
            "link" => {
                self.answer(link::encode(&self.session.to_script()).map(|l| l + "\n").map_err(BadInput), &mut out)?
            }
            "save" => self.answer(self.save(rest), &mut out)?,
            "undo" => self.undo(&mut out)?,
            _ => self.command(line, &mut out)?,
        }
        out.flush()?;
        Ok(Next::Line)
    }

    fn command(&mut self, line: &str, out: &mut dyn Write) -> Result<()> {
        let (pen, before) = (self.pen, self.session.generation());
        let mut broken = None;
        let result = self.session.exec(line, &mut |report| {
            // A generation line restarts the machine: no event is printed under the wrong one.
            let told = writeln!(out, "{}", told(report, Lines { pen, generation: before }));
            broken = broken.take().or(told.err());
        });
        if let Some(error) = broken {
            return Err(error.into());
        }
        if let Err(error) = result {
            self.complain(line, &error);
        }
        Ok(())
    }

    fn complain(&mut self, line: &str, error: &ScriptError) {
        self.bad += 1;
        let text = format!("{}{line}", "\n".repeat(self.lines - 1));
        let error = error.clone().at_line(self.lines);
        // Nothing is left to do if even standard error is gone.
        let _ = writeln!(io::stderr(), "{}", input::points_at("line", &text, &error));
    }

    fn answer(&mut self, answer: Result<String, BadInput>, out: &mut dyn Write) -> io::Result<()> {
        match answer {
            Ok(text) => write!(out, "{text}"),
            Err(error) => {
                self.bad += 1;
                writeln!(io::stderr(), "{error}")
            }
        }
    }

    fn why(&self, what: &str) -> Result<String, BadInput> {
        let subject = why::subject(what, &self.session)?;
        let timeline = self.session.timeline();
        Ok(why::text(what, &self.session, timeline, subject, &timeline.why(subject)))
    }

    fn save(&self, file: &str) -> Result<String, BadInput> {
        let script = self.session.to_script();
        match file {
            "" => Err(BadInput("save FILE: the name of a file is missing".to_owned())),
            "-" => Ok(script),
            file => match std::fs::write(file, script) {
                Ok(()) => Ok(format!("saved {file}\n")),
                Err(error) => Err(BadInput(format!("{file}: {error}"))),
            },
        }
    }

    /// A session is its commands: without the newest one it is what it was before.
    fn undo(&mut self, out: &mut dyn Write) -> Result<()> {
        let script = self.session.to_script();
        let mut lines: Vec<&str> = script.lines().collect();
        let newest = lines.pop().filter(|_| !self.session.commands().is_empty());
        let Some(newest) = newest.filter(|line| !line.starts_with("generation ") && !line.starts_with("assume "))
        else {
            writeln!(out, "      -- there is nothing to take back")?;
            return Ok(());
        };
        let mut session = Session::new(self.session.generation()).map_err(|r| input::refused(&r))?;
        // It ran before, so it runs again.
        session.run_script(&lines.join("\n"), &mut |_| {})?;
        self.session = session;
        writeln!(out, "      -- took back `{newest}`, now at step {}", self.session.machine().steps())?;
        Ok(())
    }

    fn help(&self, word: &str) -> String {
        if let Some(help) = help(word) {
            return format!(
                "{}\n    {}\n    for example: {}\n",
                self.pen.ink(Ink::State, help.usage),
                help.what,
                help.example()
            );
        }
        if let Some((usage, what)) =
            OWN.iter().find(|(usage, _)| !word.is_empty() && usage.split(' ').next() == Some(word))
        {
            return format!("{}\n    {what}\n", self.pen.ink(Ink::State, usage));
        }
        let mut out = String::from("commands of the language (help WORD tells more):\n");
        for help in HELP {
            out += &format!("  {:<11} {}\n", help.verb, help.what);
        }
        out += "words of this console:\n";
        for (usage, what) in OWN {
            out += &format!("  {usage:<11} {what}\n");
        }
        out
    }
}

fn told(report: &Report, lines: Lines) -> String {
    match report {
        Report::Event(event) => lines.event(event),
        Report::Thunk(_, step) => format!("    ◦ {step}"),
        Report::Notice(text) => format!("      -- {text}"),
        Report::Check { passed: true, what, .. } => format!("      {} {what}", lines.pen.ink(Ink::Good, "ok")),
        Report::Check { passed: false, what, why } => {
            format!("      {} {what}: {why}", lines.pen.ink(Ink::Bad, "FAILED"))
        }
        Report::Back(step) => format!("      -- back at step {step}"),
    }
}

/// Words that could stand at the end of a line: the language's, and the console's own.
pub(super) fn complete(line: &str) -> (usize, Vec<String>) {
    if let Some(what) = line.strip_prefix("why ") {
        let (start, words) = seqbell_script::complete(&format!("expect {what}"));
        return (start + "why ".len() - "expect ".len(), words);
    }
    if let Some(word) = line.strip_prefix("help ") {
        let words = HELP.iter().map(|h| h.verb.to_owned()).filter(|v| v.starts_with(word)).collect();
        return ("help ".len(), words);
    }
    let (start, mut words) = seqbell_script::complete(line);
    if start == 0 {
        let own = OWN.iter().filter_map(|(usage, _)| usage.split(' ').next());
        words.extend(own.filter(|word| word.starts_with(line)).map(str::to_owned));
    }
    (start, words)
}
