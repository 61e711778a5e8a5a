//! The info string of a fenced block: `seqbell view=diagram,registers mode=play caption="What it shows"`.

use crate::FigureError;
use seqbell_script::core::bus;
use seqbell_script::core::csr::Csr;
use seqbell_script::facts::Generation;
use seqbell_script::parse_condition;

/// The word by which a block asks to be a figure.
pub const LANGUAGE: &str = "seqbell";
/// The heights that a player can have, in CSS pixels.
const HEIGHT: std::ops::RangeInclusive<u16> = 120..=2000;

/// A named choice: every value with the word that asks for it.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The word that asks for it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            fn read(column: usize, text: &str) -> Result<Self, FigureError> {
                Self::ALL.iter().copied().find(|one| one.word() == text).ok_or_else(|| {
                    let all: Vec<&str> = Self::ALL.iter().map(|one| one.word()).collect();
                    let kind = stringify!($name).to_ascii_lowercase();
                    FigureError::new(column, format!("no {kind} is called `{text}`"), format!("there are {}", all.join(", ")))
                })
            }
        }
    };
}

words! {
    /// What a figure shows.
    View {
        /// The run-state machine.
        Diagram = "diagram",
        /// The registers that host and firmware share.
        Registers = "registers",
        /// The firmware's listing.
        Listing = "listing",
        /// States and host actions over the steps.
        Timeline = "timeline",
        /// Whom the doorbells reached.
        Fanout = "fanout",
    }
}

words! {
    /// What a reader can do.
    Mode {
        /// Look and step.
        View = "view",
        /// Give commands, too.
        Play = "play",
    }
}

words! {
    /// The player's colours.
    Theme {
        /// As the system wants it.
        Auto = "auto",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
}

/// What an info string asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The generation; Cayman where none is named.
    pub generation: Generation,
    /// What is shown, in this order; the diagram where nothing is named.
    pub views: Vec<View>,
    /// The registers that the view of registers shows; empty for those that the figure chooses.
    pub registers: Vec<Csr>,
    /// What a reader can do; play where nothing is named.
    pub mode: Mode,
    /// The player's colours; none leaves them to the player.
    pub theme: Option<Theme>,
    /// The player's height in CSS pixels; none leaves it to the player.
    pub height: Option<u16>,
    /// The condition to reach.
    pub goal: Option<String>,
    /// The line below the figure.
    pub caption: Option<String>,
    /// What the still picture shows, for those who do not see it.
    pub alt: Option<String>,
}

impl Options {
    /// Whether an info string asks for a figure: its first word, up to a blank or whatever else ends a word, says so.
    pub fn ours(info: &str) -> bool {
        let word = info.trim_start();
        let end = word.find(|c: char| !(c.is_alphanumeric() || "-_".contains(c))).unwrap_or(word.len());
        &word[..end] == LANGUAGE
    }

    /// Reads an info string.
    ///
    /// # Errors
    /// The first part that is not understood, with its column.
    pub fn parse(info: &str) -> Result<Self, FigureError> {
        let mut pairs = Pairs::new(info);
        let (column, word) = pairs.word();
        if word != LANGUAGE {
            let hint =
                format!("the block begins with `{LANGUAGE}`, a space, and KEY=VALUE pairs with spaces between them");
            return Err(FigureError::new(column, format!("`{word}` is not `{LANGUAGE}`"), hint));
        }
        let mut options = Self {
            generation: Generation::Cayman,
            views: vec![View::Diagram],
            registers: Vec::new(),
            mode: Mode::Play,
            theme: None,
            height: None,
            goal: None,
            caption: None,
            alt: None,
        };
        let mut seen: Vec<String> = Vec::new();
        while let Some(pair) = pairs.pair()? {
            if seen.contains(&pair.key) {
                return Err(FigureError::new(
                    pair.column,
                    format!("`{}` stands here twice", pair.key),
                    "keep one of them",
                ));
            }
            options.take(&pair)?;
            seen.push(pair.key);
        }
        Ok(options)
    }

    fn take(&mut self, Pair { column, key, at, value }: &Pair) -> Result<(), FigureError> {
        let said = || (!value.is_empty()).then(|| value.clone());
        match key.as_str() {
            "view" => self.views = views(*at, value)?,
            "registers" => self.registers = registers(*at, value)?,
            "mode" => self.mode = Mode::read(*at, value)?,
            "theme" => self.theme = Some(Theme::read(*at, value)?),
            "height" => self.height = Some(height(*at, value)?),
            "generation" => self.generation = generation(*at, value)?,
            "goal" => {
                // A condition points into itself.
                parse_condition(value).map_err(|e| FigureError::new(at + e.column - 1, e.message, e.hint))?;
                self.goal = Some(value.clone());
            }
            "caption" => self.caption = said(),
            "alt" => self.alt = said(),
            other => {
                let hint = "the keys are view, registers, mode, theme, height, generation, goal, caption and alt";
                return Err(FigureError::new(*column, format!("no key is called `{other}`"), hint));
            }
        }
        Ok(())
    }
}

fn views(column: usize, value: &str) -> Result<Vec<View>, FigureError> {
    let mut views = Vec::new();
    for word in value.split([',', ' ']).filter(|word| !word.is_empty()) {
        let view = View::read(column, word)?;
        if !views.contains(&view) {
            views.push(view);
        }
    }
    if views.is_empty() {
        return Err(FigureError::new(column, "no view is named", "for example view=diagram,registers"));
    }
    Ok(views)
}

fn registers(column: usize, value: &str) -> Result<Vec<Csr>, FigureError> {
    let words = value.split([',', ' ']).filter(|word| !word.is_empty());
    let find = |word| {
        let hint = "for example registers=run_state,start_ctrl";
        bus::find(word).map_err(|_| FigureError::new(column, format!("no register is called `{word}`"), hint))
    };
    words.map(find).collect()
}

fn height(column: usize, value: &str) -> Result<u16, FigureError> {
    value.parse().ok().filter(|height| HEIGHT.contains(height)).ok_or_else(|| {
        let hint = format!("a number of pixels, {} to {}, without a unit", HEIGHT.start(), HEIGHT.end());
        FigureError::new(column, format!("`{value}` is no height"), hint)
    })
}

fn generation(column: usize, value: &str) -> Result<Generation, FigureError> {
    Generation::parse(value).ok_or_else(|| {
        let all: Vec<&str> = Generation::ALL.iter().map(|generation| generation.token()).collect();
        FigureError::new(column, format!("no generation is called `{value}`"), format!("there are {}", all.join(", ")))
    })
}

/// One `KEY=VALUE`.
struct Pair {
    /// Column of the key.
    column: usize,
    key: String,
    /// Column of the value's first character.
    at: usize,
    value: String,
}

/// Goes through an info string. Columns are characters, from 1.
struct Pairs {
    chars: Vec<char>,
    next: usize,
}

impl Pairs {
    fn new(info: &str) -> Self {
        Self { chars: info.chars().collect(), next: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).copied()
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let start = self.next;
        while self.peek().is_some_and(&wanted) {
            self.next += 1;
        }
        self.chars[start..self.next].iter().collect()
    }

    /// Everything up to the next blank, and its column.
    fn word(&mut self) -> (usize, String) {
        self.take_while(char::is_whitespace);
        (self.next + 1, self.take_while(|c| !c.is_whitespace()))
    }

    fn pair(&mut self) -> Result<Option<Pair>, FigureError> {
        self.take_while(char::is_whitespace);
        let column = self.next + 1;
        if self.peek().is_none() {
            return Ok(None);
        }
        let key = self.take_while(|c| c != '=' && !c.is_whitespace());
        if self.peek() != Some('=') || key.is_empty() {
            let hint = "write KEY=VALUE without spaces around `=`; a value with spaces stands in quotes";
            return Err(FigureError::new(column, format!("`{key}` has no value"), hint));
        }
        self.next += 1;
        let Some(quote) = self.peek().filter(|c| ['"', '\''].contains(c)) else {
            let at = self.next + 1;
            return Ok(Some(Pair { column, key, at, value: self.take_while(|c| !c.is_whitespace()) }));
        };
        self.next += 1;
        let at = self.next + 1;
        let value = self.quoted(quote).ok_or_else(|| {
            FigureError::new(
                at - 1,
                format!("the value of `{key}` has no end"),
                format!("it ends with another {quote}"),
            )
        })?;
        Ok(Some(Pair { column, key, at, value }))
    }

    /// Up to the closing quote; a backslash takes the next character as it is.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut value = String::new();
        loop {
            let c = self.peek()?;
            self.next += 1;
            match c {
                c if c == quote => return Some(value),
                '\\' => {
                    value.push(self.peek()?);
                    self.next += 1;
                }
                c => value.push(c),
            }
        }
    }
}
