//! What the page and its worker say to each other: one request, then progress, then one answer. Both sides use these types;
//! between them go lists of texts, since a text keeps every digit and costs no library. A file or a blob travels beside the
//! list. It knows neither a page nor a worker.

use seqbell_script::core::facts::Generation;

/// What a worker is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The fewest host actions after which a condition holds.
    Explore {
        /// The session to start from, as a script.
        script: String,
        /// The condition.
        goal: String,
    },
    /// Which assumptions change what the host sees.
    WhatIf {
        /// The session, as a script.
        script: String,
    },
    /// What led to a value.
    Why {
        /// The session, as a script.
        script: String,
        /// What is asked about, such as `run_state` or `tail(m2s, engine=0, queue=1)`.
        of: String,
    },
    /// What a host's log came to. The file travels beside.
    Log {
        /// Whose registers it is about.
        generation: Generation,
    },
    /// A session in another format. The file comes back beside the answer.
    Export {
        /// The session, as a script.
        script: String,
        /// The format.
        format: Format,
    },
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It stands and takes a request.
    Ready,
    /// It is at work.
    Progress(Progress),
    /// It is done.
    Done(Answer),
    /// It could not do it: a sentence.
    Wrong(String),
}

/// How far the work is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Percent, where the end is known.
    pub percent: Option<u32>,
    /// In words.
    pub words: String,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Of [`Request::Explore`].
    Way(Way),
    /// Of [`Request::WhatIf`].
    WhatIf(WhatIf),
    /// Of [`Request::Why`].
    Why(Why),
    /// Of [`Request::Log`].
    Log(Log),
    /// Of [`Request::Export`].
    File(File),
}

/// A way to a goal, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// The goal is reached.
    pub found: bool,
    /// The answer in a sentence.
    pub sentence: String,
    /// What was searched, and what was not.
    pub extent: String,
    /// The host's actions among the commands.
    pub actions: u64,
    /// The commands that lead there from where the session stands.
    pub commands: Vec<String>,
    /// The same as a script of its own.
    pub script: String,
}

/// The assumptions that matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// Steps of the session.
    pub steps: u64,
    /// Switches whose options the host could tell apart.
    pub switches: Vec<SwitchRow>,
}

/// A switch that matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwitchRow {
    /// Its name, as `assume` takes it.
    pub name: String,
    /// What is not known.
    pub title: String,
    /// The fact.
    pub fact: String,
    /// The option that the session runs under.
    pub base: String,
    /// The others.
    pub options: Vec<OptionRow>,
}

/// Another option of a switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionRow {
    /// Its token, as `assume` takes it.
    pub token: String,
    /// What it says.
    pub label: String,
    /// The first step at which the host could notice, if it ever could.
    pub step: Option<u64>,
    /// What it would notice.
    pub what: String,
}

/// What led to a value, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// What was asked about.
    pub of: String,
    /// What it holds now.
    pub value: String,
    /// The steps of the session.
    pub step: u64,
    /// The chain; empty where nothing has touched it since the reset.
    pub links: Vec<LinkRow>,
}

/// A link of that chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkRow {
    /// How it explains the link before it: `made by`, `data`, `control`.
    pub cause: String,
    /// After so many steps.
    pub step: u64,
    /// What kind of event it is.
    pub kind: String,
    /// Its address in Cayman's image; empty where it has none.
    pub pc: String,
    /// Confidence and basis.
    pub evidence: (String, String),
    /// What happened.
    pub text: String,
}

/// A line of a log, and what there is to say about it.
pub type Remark = (u64, String);

/// What a log came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// Name of the file.
    pub name: String,
    /// It is longer than is read here: only its beginning was.
    pub cut: bool,
    /// Counts by name.
    pub counts: Vec<(String, u64)>,
    /// Doorbells ring by ring: which ring, and how many.
    pub rings: Vec<(String, String)>,
    /// The first departures from the model.
    pub departures: Vec<Remark>,
    /// The first accesses against a driver's rule.
    pub findings: Vec<Remark>,
    /// The first lines that were not understood.
    pub bad: Vec<Remark>,
}

/// A file that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// The whole text, or its beginning.
    pub text: String,
}

impl File {
    /// Whether [`File::text`] is all of it.
    pub fn is_whole(&self) -> bool {
        self.text.len() as u64 == self.bytes
    }
}

/// A format that a session can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Events, one a line, for people.
    Text,
    /// Events as JSON, one a line.
    Jsonl,
    /// A value change dump.
    Vcd,
    /// A trace for Perfetto.
    Perfetto,
    /// The states over the steps, as a picture.
    Timeline,
    /// Whom the doorbells reached, as a picture.
    Fanout,
    /// How full the rings are, as a picture.
    Rings,
    /// The state diagram as a picture.
    Diagram,
    /// The state diagram for Graphviz.
    Dot,
    /// The state diagram for Mermaid.
    Mermaid,
    /// The state diagram as state-chart XML.
    Scxml,
    /// The register map as CMSIS-SVD.
    Svd,
    /// The register map as a C header.
    Header,
    /// What the host did, in C.
    C,
    /// What the host did, in Rust.
    Rust,
    /// What the host did, in Python.
    Python,
    /// What the host did, as a shell script.
    Shell,
}

impl Format {
    /// Every format, in the order of the menu.
    pub const ALL: [Self; 17] = [
        Self::Text,
        Self::Jsonl,
        Self::Vcd,
        Self::Perfetto,
        Self::Timeline,
        Self::Fanout,
        Self::Rings,
        Self::Diagram,
        Self::Dot,
        Self::Mermaid,
        Self::Scxml,
        Self::Svd,
        Self::Header,
        Self::C,
        Self::Rust,
        Self::Python,
        Self::Shell,
    ];

    /// Its place in the menu, its label, the name of a file of this kind, and its content type.
    const fn row(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Text => ("The run", "Text, a line an event", "run.txt", "text/plain"),
            Self::Jsonl => ("The run", "JSON, a line an event", "run.jsonl", "application/x-ndjson"),
            Self::Vcd => ("The run", "VCD for GTKWave and Surfer", "run.vcd", "text/plain"),
            Self::Perfetto => ("The run", "Trace for Perfetto", "run.perfetto.json", "application/json"),
            Self::Timeline => ("Pictures", "Timeline, SVG", "timeline.svg", "image/svg+xml"),
            Self::Fanout => ("Pictures", "Fan-out of the doorbells, SVG", "fanout.svg", "image/svg+xml"),
            Self::Rings => ("Pictures", "Rings, SVG", "rings.svg", "image/svg+xml"),
            Self::Diagram => ("State diagram", "SVG, with the present state", "states.svg", "image/svg+xml"),
            Self::Dot => ("State diagram", "DOT for Graphviz", "states.dot", "text/plain"),
            Self::Mermaid => ("State diagram", "Mermaid", "states.mmd", "text/plain"),
            Self::Scxml => ("State diagram", "SCXML", "states.scxml", "application/xml"),
            Self::Svd => ("Registers", "CMSIS-SVD", "registers.svd", "application/xml"),
            Self::Header => ("Registers", "C header", "registers.h", "text/plain"),
            Self::C => ("What the host did", "C", "host.c", "text/plain"),
            Self::Rust => ("What the host did", "Rust", "host.rs", "text/plain"),
            Self::Python => ("What the host did", "Python", "host.py", "text/plain"),
            Self::Shell => ("What the host did", "Shell", "host.sh", "text/plain"),
        }
    }

    /// The part of the menu it belongs to.
    pub const fn group(self) -> &'static str {
        self.row().0
    }

    /// What the menu says.
    pub const fn label(self) -> &'static str {
        self.row().1
    }

    /// The name of a file of this kind; no two are the same.
    pub const fn file_name(self) -> &'static str {
        self.row().2
    }

    /// Its content type.
    pub const fn content_type(self) -> &'static str {
        self.row().3
    }

    /// The format whose files are called so.
    pub fn by_file_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.file_name() == name)
    }
}

mod wire;
