//! How the page stands for this reader: which panels are folded, how wide the columns are, in which radix a register is
//! read. It is remembered between visits as a few lines of text. It knows nothing of the machine, and no document.

use seqbell_script::core::table::Table;

use crate::view::Text;

/// A column that can be made wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The host panel.
    Host,
    /// The state panel.
    State,
    /// The registers.
    Registers,
    /// The composer.
    Bell,
    /// The engines.
    Engines,
    /// The assumptions.
    Assumptions,
}

impl Column {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Host, Self::State, Self::Registers, Self::Bell, Self::Engines, Self::Assumptions];
    /// Pixels by which an arrow key moves an edge.
    pub const STEP: u16 = 16;

    /// The id of its panel; also its word in the storage.
    pub fn panel(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::State => "state",
            Self::Registers => "regs",
            Self::Bell => "bell",
            Self::Engines => "engines",
            Self::Assumptions => "assumptions",
        }
    }

    /// The column of a panel, if it can be made wider.
    pub fn of(panel: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.panel() == panel)
    }

    /// The custom property that holds its width.
    pub fn property(self) -> &'static str {
        match self {
            Self::Host => "--w-host",
            Self::State => "--w-state",
            Self::Registers => "--w-regs",
            Self::Bell => "--w-bell",
            Self::Engines => "--w-engines",
            Self::Assumptions => "--w-assumptions",
        }
    }

    /// Narrow, usual and wide, in pixels.
    pub fn widths(self) -> [u16; 3] {
        match self {
            Self::Host | Self::Bell => [208, 244, 320],
            Self::State => [300, 340, 440],
            Self::Registers => [320, 350, 460],
            Self::Engines | Self::Assumptions => [420, 560, 700],
        }
    }

    /// A width that its content can live with.
    pub fn fit(self, width: u16) -> u16 {
        let [narrow, _, wide] = self.widths();
        width.clamp(narrow, wide)
    }

    /// Whether the edge that moves is its left one.
    pub fn grows_left(self) -> bool {
        match self {
            Self::Registers | Self::Engines | Self::Assumptions => true,
            Self::Host | Self::State | Self::Bell => false,
        }
    }
}

/// How a number is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    /// Base 16, with every digit.
    #[default]
    Hex,
    /// Base 10.
    Decimal,
    /// Base 2, with every digit.
    Binary,
}

impl Radix {
    /// All of them, in the order of the buttons.
    pub const ALL: [Self; 3] = [Self::Hex, Self::Decimal, Self::Binary];

    /// The word for it, also in the storage.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Decimal => "dec",
            Self::Binary => "bin",
        }
    }

    /// 32 bits in this radix.
    pub fn of32(self, value: u32) -> String {
        match self {
            Self::Hex => format!("{value:#010x}"),
            Self::Decimal => value.to_string(),
            Self::Binary => grouped(format!("{value:032b}")),
        }
    }

    /// 64 bits in this radix; no digit is lost.
    pub fn of64(self, value: u64) -> String {
        match self {
            Self::Hex => format!("0x{}", grouped(format!("{value:016x}"))),
            Self::Decimal => value.to_string(),
            Self::Binary => grouped(format!("{value:064b}")),
        }
    }
}

/// Digits in groups of four.
fn grouped(mut digits: String) -> String {
    for place in (4..digits.len()).step_by(4).rev() {
        digits.insert(place, '_');
    }
    digits
}

/// What is remembered of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    folded: Table<Text, ()>,
    widths: Table<Column, u16>,
    radix: Table<u16, Radix>,
}

/// A change of [`Look`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookEdit {
    /// Fold a panel, or unfold it.
    Fold(Text),
    /// Another width of a column, or its usual one.
    Width(Column, Option<u16>),
    /// Another radix of a register, by its offset.
    Radix(u16, Radix),
    /// All at once, as of the last visit.
    Whole(Look),
}

impl Look {
    /// The look with one thing changed.
    #[must_use]
    pub fn with(mut self, edit: LookEdit) -> Self {
        match edit {
            LookEdit::Fold(panel) => {
                if self.folded.remove(&panel).is_none() {
                    self.folded.insert(panel, ());
                }
            }
            LookEdit::Width(column, None) => {
                self.widths.remove(&column);
            }
            LookEdit::Width(column, Some(width)) => {
                self.widths.insert(column, column.fit(width));
            }
            LookEdit::Whole(look) => return look,
            LookEdit::Radix(register, Radix::Hex) => {
                self.radix.remove(&register);
            }
            LookEdit::Radix(register, radix) => {
                self.radix.insert(register, radix);
            }
        }
        self
    }

    /// Whether a panel is folded.
    pub fn folded(&self, panel: &str) -> bool {
        self.folded.iter().any(|(folded, ())| folded == panel)
    }

    /// The width of a column, if it is not the usual one.
    pub fn width(&self, column: Column) -> Option<u16> {
        self.widths.get(&column).copied()
    }

    /// In which radix a register is read.
    pub fn radix(&self, register: u16) -> Radix {
        self.radix.get(&register).copied().unwrap_or_default()
    }

    /// The look as text: a line for each thing that is not as usual.
    pub fn text(&self) -> String {
        let folds = self.folded.iter().map(|(panel, ())| format!("fold {panel}\n"));
        let widths = self.widths.iter().map(|(column, width)| format!("width {} {width}\n", column.panel()));
        let radix = self.radix.iter().map(|(register, radix)| format!("radix {register} {}\n", radix.word()));
        folds.chain(widths).chain(radix).collect()
    }

    /// The look that a text tells of; what is not understood is passed over.
    pub fn from_text(text: &str) -> Self {
        text.lines().take(LINES_MAX).filter_map(edit).fold(Self::default(), Self::with)
    }
}

/// Lines of a remembered look that are read.
const LINES_MAX: usize = 512;

fn edit(line: &str) -> Option<LookEdit> {
    let mut words = line.split(' ');
    match (words.next()?, words.next()?, words.next()) {
        ("fold", panel, None) => Some(LookEdit::Fold(panel.to_owned().into())),
        ("width", panel, Some(width)) => Some(LookEdit::Width(Column::of(panel)?, Some(width.parse().ok()?))),
        ("radix", register, Some(word)) => {
            let radix = Radix::ALL.into_iter().find(|radix| radix.word() == word)?;
            Some(LookEdit::Radix(register.parse().ok()?, radix))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Look, LookEdit, Radix};
    use crate::store::{Action, Store};
    use crate::view::bundles::RegsEdit;
    use crate::view::ways::PickEdit;
    use seqbell_script::core::csr::Csr;
    use seqbell_script::core::facts::Generation;

    #[test]
    fn a_look_is_remembered_and_nonsense_is_not() {
        let look = Look::default()
            .with(LookEdit::Fold("host".into()))
            .with(LookEdit::Width(Column::State, Some(400)))
            .with(LookEdit::Radix(8, Radix::Binary));
        assert_eq!(Look::from_text(&look.text()), look);
        assert!(look.folded("host") && !look.folded("state"));
        assert_eq!(Look::from_text("fold\nwidth moon 3\nwidth host 9999\nradix 8 oct\n\u{0}"), {
            Look::default().with(LookEdit::Width(Column::Host, Some(320)))
        });
        assert_eq!(look.with(LookEdit::Fold("host".into())).text(), "width state 400\nradix 8 bin\n");
    }

    #[test]
    fn nothing_that_is_only_looked_at_changes_the_digest() {
        let run = "write start_ctrl 1\nuntil state == RUNNING";
        let store = Store::new(Generation::Cayman).expect("Cayman ships an image").after(Action::Command(run.into()));
        let digest = store.desk().session().timeline().digest();
        let looks = [
            Action::Look(LookEdit::Radix(4, Radix::Decimal)),
            Action::Look(LookEdit::Fold("regs".into())),
            Action::Pick(PickEdit::Way("T05")),
            Action::Pick(PickEdit::Row(Some(3))),
            Action::Regs(RegsEdit::Register(Csr::START_CTRL)),
            Action::Regs(RegsEdit::Draft(Csr::START_CTRL, "0x1".into())),
        ];
        let looked = looks.into_iter().fold(store, Store::after);
        assert_eq!(looked.desk().session().timeline().digest(), digest);
        let whole = Look::from_text("radix 4 dec\n");
        let row =
            |store: &Store| store.view.csr.rows.iter().find(|row| row.csr == Csr::START_CTRL).map(|row| row.radix);
        let visited =
            Store::new(Generation::Cayman).expect("Cayman ships an image").after(Action::Look(LookEdit::Whole(whole)));
        assert_eq!(row(&visited), Some(Radix::Decimal), "what is remembered is shown at once");
        let editor = looked.view.csr.rows.iter().find_map(|row| row.editor.clone()).expect("one is open");
        assert_eq!((editor.write.command.as_str(), editor.changed), ("write start_ctrl 0x1", 1));
        let read = looked.after(Action::Command("read start_ctrl".into()));
        assert_ne!(read.desk().session().timeline().digest(), digest, "a read is an event");
    }

    #[test]
    fn no_radix_loses_a_digit() {
        assert_eq!(Radix::Hex.of64(u64::MAX), "0xffff_ffff_ffff_ffff");
        assert_eq!(Radix::Decimal.of64((1 << 53) + 1), "9007199254740993");
        assert_eq!(Radix::Binary.of32(5), "0000_0000_0000_0000_0000_0000_0000_0101");
        assert_eq!(Radix::Hex.of32(0x85644), "0x00085644");
    }
}
