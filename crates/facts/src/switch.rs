//! What nobody knows: one assumption switch for each unknown, and the places where sources disagree.
//!
//! A switch never changes a fact; it only says which reading a run takes. What a reading does is not known here.

use crate::{Basis, Confidence, Evidence, FactId};

/// What part of the subject a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// The run-state machine.
    Runstate,
    /// The doorbells.
    Doorbell,
}

/// One option of a switch.
#[derive(Debug)]
pub struct OptionFact {
    /// The word scripts use.
    pub token: &'static str,
    /// The phrase people read.
    pub label: &'static str,
}

/// An unknown with its switch.
#[derive(Debug)]
pub struct SwitchFact {
    /// Row of the facts, such as `G11`.
    pub id: FactId,
    /// Its switch.
    pub switch: Switch,
    /// The switch's name in scripts.
    pub name: &'static str,
    /// What is unknown, in a phrase.
    pub title: &'static str,
    /// The readings to choose from.
    pub options: &'static [OptionFact],
    /// Which reading holds unless the user says otherwise: an index into `options`.
    pub default: u8,
    /// What part of the subject it belongs to.
    pub area: Area,
    /// Whether a source document says itself that this is unknown.
    pub stated_by_seed: bool,
    /// How well the default is known.
    pub evidence: Evidence,
}

/// A place where sources disagree.
#[derive(Debug)]
pub struct Contradiction {
    /// Row of the facts, such as `C11`.
    pub id: FactId,
    /// What it is about, in a phrase.
    pub title: &'static str,
    /// The switch that chooses a side, where one does.
    pub switch: Option<Switch>,
    /// The records it is about.
    pub concerns: &'static [FactId],
    /// What part of the subject it belongs to.
    pub area: Area,
    /// How well our reading is known.
    pub evidence: Evidence,
}

/// One reading for each switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assumptions {
    chosen: [u8; Switch::ALL.len()],
}

impl Assumptions {
    /// The chosen option, an index into the options of the switch.
    pub const fn get(&self, switch: Switch) -> u8 {
        self.chosen[switch as usize]
    }

    /// Chooses an option; false, and nothing changes, if the switch has no such option.
    pub fn set(&mut self, switch: Switch, option: u8) -> bool {
        let fits = usize::from(option) < switch.fact().options.len();
        if fits {
            self.chosen[switch as usize] = option;
        }
        fits
    }

    /// The switches that stand differently from the defaults.
    pub fn changed(&self) -> impl Iterator<Item = Switch> {
        let chosen = *self;
        Switch::ALL.into_iter().filter(move |switch| chosen.get(*switch) != switch.fact().default)
    }
}

impl Default for Assumptions {
    fn default() -> Self {
        Self { chosen: Switch::ALL.map(|switch| switch.fact().default) }
    }
}

impl Switch {
    /// Its row of the facts.
    pub fn fact(self) -> &'static SwitchFact {
        &SWITCHES[self as usize]
    }

    /// Reads a name in any case; dashes count as underscores.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |byte: u8| if byte == b'-' { b'_' } else { byte.to_ascii_lowercase() };
        let same = |switch: &Self| text.bytes().map(plain).eq(switch.name().bytes());
        Self::ALL.into_iter().find(same)
    }

    /// The index of an option by its token, in any case.
    pub fn option(self, token: &str) -> Option<u8> {
        let place = self.fact().options.iter().position(|option| option.token.eq_ignore_ascii_case(token))?;
        u8::try_from(place).ok()
    }
}

/// Declares the enum of one switch.
macro_rules! options {
    ($(#[$doc:meta])* $name:ident, $switch:path, default $default:ident; $($(#[$option_doc:meta])* $option:ident = $index:literal, $token:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$option_doc])* $option = $index,)*
        }

        impl $name {
            /// The switch this is an option of.
            pub const SWITCH: Switch = $switch;
            /// Every option, in the order of the facts.
            pub const ALL: &[Self] = &[$(Self::$option),*];

            /// The word scripts use.
            pub const fn token(self) -> &'static str {
                match self {
                    $(Self::$option => $token,)*
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }
    };
}

/// Declares the list of switches.
macro_rules! switches {
    ($($(#[$doc:meta])* $switch:ident, $name:literal;)*) => {
        /// An assumption switch.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Switch {
            $($(#[$doc])* $switch,)*
        }

        impl Switch {
            /// All of them, in the order of the facts.
            pub const ALL: [Self; [$(Self::$switch),*].len()] = [$(Self::$switch),*];

            /// The name scripts use.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$switch => $name,)*
                }
            }
        }
    };
}

/// Declares a typed getter for each switch.
macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident: $kind:ident;)*) => {
        impl Assumptions {
            $($(#[$doc])*
            pub fn $name(&self) -> $kind {
                $kind::ALL[usize::from(self.get($kind::SWITCH))]
            })*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/switch.rs"));
