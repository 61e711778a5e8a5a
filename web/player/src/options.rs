//! What the attributes of a player say. Knows no document.

use seqbell_script::core::bus;
use seqbell_script::core::csr::Csr;
use seqbell_script::facts::Generation;
use seqbell_script::{Cond, ScriptError, parse_condition};

/// A panel that a player can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The state diagram.
    Diagram,
    /// The registers.
    Registers,
    /// The firmware listing.
    Listing,
    /// The history.
    Timeline,
    /// The way of a doorbell.
    Fanout,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Diagram, Self::Registers, Self::Listing, Self::Timeline, Self::Fanout];

    /// The word of the attribute.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Diagram => "diagram",
            Self::Registers => "registers",
            Self::Listing => "listing",
            Self::Timeline => "timeline",
            Self::Fanout => "fanout",
        }
    }
}

/// How much a reader may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Move in time.
    #[default]
    View,
    /// Act as the host, too.
    Play,
}

/// All options.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The script that leads to the moment shown.
    pub script: String,
    /// The generation to begin with; the script may choose another.
    pub generation: Generation,
    /// The panels, in this order.
    pub parts: Vec<Part>,
    /// The registers that the panel of registers shows; empty for all.
    pub registers: Vec<Csr>,
    /// What a reader may do.
    pub mode: Mode,
    /// What makes the `goal` event.
    pub goal: Option<Cond>,
    /// Name for assistive technology.
    pub label: String,
    /// The step to go back to after the script; what comes later can be played.
    pub at: Option<u64>,
    /// The clock runs from the start on, unless the reader wants no motion.
    pub autoplay: bool,
    /// Where the reference is, for links into it; empty where there is none.
    pub reference: String,
}

/// The attributes as text; none where there is no such attribute.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// `script`, or what `src` named.
    pub script: String,
    /// `generation`.
    pub generation: Option<String>,
    /// `view`.
    pub view: Option<String>,
    /// `registers`.
    pub registers: Option<String>,
    /// `mode`.
    pub mode: Option<String>,
    /// `goal`.
    pub goal: Option<String>,
    /// `label`.
    pub label: Option<String>,
    /// `at`.
    pub at: Option<String>,
    /// `autoplay` is there.
    pub autoplay: bool,
    /// `reference`, as a whole address.
    pub reference: Option<String>,
}

impl Options {
    /// Reads the attributes.
    ///
    /// # Errors
    /// The first that is not understood, with what would be right.
    pub fn read(attributes: &Attributes) -> Result<Self, ScriptError> {
        Ok(Self {
            script: attributes.script.clone(),
            generation: generation(attributes.generation.as_deref())?,
            parts: parts(attributes.view.as_deref())?,
            registers: registers(attributes.registers.as_deref().unwrap_or_default())?,
            mode: mode(attributes.mode.as_deref())?,
            goal: attributes.goal.as_deref().map(parse_condition).transpose()?,
            label: attributes.label.clone().unwrap_or_else(|| "Live figure of the simulator".to_owned()),
            at: attributes.at.as_deref().map(step).transpose()?,
            autoplay: attributes.autoplay,
            reference: attributes.reference.clone().unwrap_or_default(),
        })
    }
}

fn wrong(name: &str, value: &str, hint: &str) -> ScriptError {
    ScriptError { line: 0, column: 0, message: format!("{name}=\"{value}\" is not understood"), hint: hint.to_owned() }
}

fn generation(word: Option<&str>) -> Result<Generation, ScriptError> {
    let word = word.unwrap_or("cayman");
    Generation::parse(word).ok_or_else(|| wrong("generation", word, "cayman, sunda, mariana or mariana_plus"))
}

fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty())
}

fn registers(list: &str) -> Result<Vec<Csr>, ScriptError> {
    let mut registers = Vec::new();
    for word in words(list) {
        let csr =
            bus::find(word).map_err(|_| wrong("registers", word, "names such as start_ctrl, run_state or lr[3]"))?;
        if !registers.contains(&csr) {
            registers.push(csr);
        }
    }
    Ok(registers)
}

fn parts(list: Option<&str>) -> Result<Vec<Part>, ScriptError> {
    let mut parts = Vec::new();
    for word in words(list.unwrap_or("diagram")) {
        let known = Part::ALL.into_iter().find(|part| word.eq_ignore_ascii_case(part.word()));
        let part = known.ok_or_else(|| wrong("view", word, "diagram, registers, listing, timeline, fanout"))?;
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if parts.is_empty() {
        parts.push(Part::Diagram);
    }
    Ok(parts)
}

fn mode(word: Option<&str>) -> Result<Mode, ScriptError> {
    match word {
        None | Some("view" | "") => Ok(Mode::View),
        Some("play") => Ok(Mode::Play),
        Some(other) => Err(wrong("mode", other, "view or play")),
    }
}

fn step(text: &str) -> Result<u64, ScriptError> {
    text.trim().parse().map_err(|_| wrong("at", text, "a step, a number from 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_come_once_and_in_the_order_of_the_page() {
        assert_eq!(parts(Some("registers, diagram registers")), Ok(vec![Part::Registers, Part::Diagram]));
        assert_eq!(parts(None), Ok(vec![Part::Diagram]));
        assert!(parts(Some("diagram gauges")).unwrap_err().message.contains("gauges"));
    }

    #[test]
    fn registers_are_named_as_in_a_command() {
        assert_eq!(registers("run_state, start_ctrl nx.run_state"), Ok(vec![Csr::RUN_STATE, Csr::START_CTRL]));
        assert_eq!(registers(" "), Ok(Vec::new()));
        assert!(registers("run_state lamp").unwrap_err().message.contains("lamp"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for attributes in [
            Attributes { registers: Some("strat_ctrl".into()), ..Attributes::default() },
            Attributes { generation: Some("trn9".into()), ..Attributes::default() },
            Attributes { mode: Some("full".into()), ..Attributes::default() },
            Attributes { at: Some("-1".into()), ..Attributes::default() },
            Attributes { goal: Some("state =".into()), ..Attributes::default() },
        ] {
            assert!(Options::read(&attributes).is_err(), "{attributes:?}");
        }
    }
}
