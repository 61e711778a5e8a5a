//! An address that somebody typed, decoded with the core's own decoder.

use seqbell_script::core::fabric::{self, Behind, Explanation};

use super::{Evidence, Moment, Text, hex48};

/// What is known of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeView {
    /// The address as typed.
    pub text: Text,
    /// The parts that are known, as name and value.
    pub parts: Vec<(Text, Text)>,
    /// How well the register is known, if there is one.
    pub evidence: Option<Evidence>,
    /// Why there is no register, or why the text is no address.
    pub reason: Option<Text>,
    /// Something worth knowing beside it.
    pub note: Option<Text>,
}

impl DecodeView {
    /// The field at a moment.
    pub fn of(moment: Moment) -> Self {
        let text = moment.bell.address.clone();
        if text.trim().is_empty() {
            return Self::default();
        }
        let generation = moment.desk.session().generation();
        let found = hex(&text)
            .ok_or_else(|| "not an address: hex digits, at most 16".to_owned())
            .and_then(|addr| fabric::explain(generation, addr).map_err(|refused| refused.to_string()));
        match found {
            Ok(found) => Self { text, ..explained(&found) },
            Err(why) => Self { text, reason: Some(why.into()), ..Self::default() },
        }
    }
}

/// A hex number; `0x` before it and `_` in it may stand.
fn hex(text: &str) -> Option<u64> {
    let digits = text.trim().replace('_', "").to_ascii_lowercase();
    u64::from_str_radix(digits.strip_prefix("0x").unwrap_or(&digits), 16).ok()
}

fn explained(found: &Explanation) -> DecodeView {
    let mut parts: Vec<(Text, Text)> = vec![("address".into(), hex48(found.addr).into())];
    let mut part =
        |name: &'static str, value: Option<String>| parts.extend(value.map(|value| (name.into(), value.into())));
    part("plane", found.plane.map(|plane| plane.name().to_owned()));
    part("block", found.block.map(|block| block.name().to_owned()));
    part("die", found.die.map(|die| die.to_string()));
    match found.behind {
        Some(Behind::Group(group)) => part("group", Some(group.to_string())),
        Some(Behind::Engine(engine)) => part("engine", Some(engine.to_string())),
        None => {}
    }
    part("direction", found.direction.map(|direction| super::bell::direction_name(direction).to_owned()));
    part("queue", found.queue.map(|queue| queue.to_string()));
    part("register", found.register.as_ref().map(|register| register.name.clone()));
    part(
        "access",
        found.register.as_ref().and_then(|register| register.access).map(|access| access.as_str().to_owned()),
    );
    DecodeView {
        text: Text::default(),
        parts,
        evidence: found.register.as_ref().map(|register| register.evidence),
        reason: found.reason.clone().map(Into::into),
        note: found.note.clone().map(Into::into),
    }
}
