//! What a figure shows without the player: a picture or a table for each view, of the moment at which the script ends.

mod table;

use crate::{Options, View, svg};
use seqbell_export::{diagram, fanout_svg, rings_svg, timeline_svg};
use seqbell_script::{Session, read_run_state};

/// What stands still.
pub(crate) struct Still {
    /// What it shows, in words.
    pub(crate) alt: String,
    number: usize,
    parts: Vec<(View, Part)>,
}

enum Part {
    /// SVG documents.
    Pictures(Vec<String>),
    /// HTML.
    Table(String),
}

impl Still {
    /// The views of a session.
    pub(crate) fn of(options: &Options, session: &Session, number: usize) -> Self {
        let alt = options.alt.clone().unwrap_or_else(|| in_words(session));
        let parts = options.views.iter().map(|view| (*view, part(*view, options, session))).collect();
        Self { alt, number, parts }
    }

    /// Every picture, with its view.
    fn pictures(&self) -> impl Iterator<Item = (View, &String)> {
        self.parts.iter().flat_map(|(view, part)| match part {
            Part::Pictures(all) => all.iter().map(|svg| (*view, svg)).collect(),
            Part::Table(_) => Vec::new(),
        })
    }

    /// The pictures as documents.
    pub(crate) fn documents(&self) -> Vec<(View, String)> {
        self.pictures().map(|(view, svg)| (view, svg.clone())).collect()
    }

    /// The pictures for inside a page.
    pub(crate) fn inline(&self) -> impl Iterator<Item = String> {
        self.pictures().enumerate().map(|(n, (_, svg))| svg::inline(svg, &format!("bell-{}-{n}", self.number)))
    }

    /// The tables, as HTML.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|(_, part)| match part {
            Part::Table(html) => Some(html.as_str()),
            Part::Pictures(_) => None,
        })
    }
}

fn part(view: View, options: &Options, session: &Session) -> Part {
    match view {
        View::Diagram => Part::Pictures(vec![diagram::state_figure_svg(session.machine())]),
        View::Timeline => Part::Pictures(vec![timeline_svg(session.timeline())]),
        View::Fanout => {
            let rings = (session.machine().udma().touched().next().is_some()).then(|| rings_svg(session.machine()));
            Part::Pictures([fanout_svg(session.timeline())].into_iter().chain(rings).collect())
        }
        View::Registers => Part::Table(table::registers(session.machine(), &options.registers)),
        View::Listing => Part::Table(table::listing(session.machine())),
    }
}

/// Where the script ends, for those who do not see the picture and for whom nobody wrote anything.
fn in_words(session: &Session) -> String {
    let machine = session.machine();
    let read = read_run_state(machine);
    format!("After {} steps: true state {}; the host reads run_state {read}", machine.steps(), machine.state())
}
