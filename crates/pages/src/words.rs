//! The words of the course: what each means, in a sentence or two, and the page that lists them.
//!
//! A lesson links the first use of each word to that page, and shows the meaning where the pointer or the focus is.

use crate::prose::Prose;
use crate::reference::encoded;
use crate::shell::{Place, Shell};
use crate::{Catalog, Problem};
use seqbell_figure::escaped;
use serde::Deserialize;
use std::fmt::Write;

/// Where the words are written.
const FILE: &str = "words.toml";

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    word: Vec<Written>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    word: String,
    #[serde(default)]
    also: Vec<String>,
    about: About,
    says: String,
    #[serde(default)]
    facts: Vec<String>,
}

/// The part of the page in which a word stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum About {
    /// Who acts.
    Machines,
    /// Registers and states.
    Registers,
    /// DMA engines.
    Dma,
    /// What is known, and what is not.
    Known,
    /// How well a fact is known.
    Confidence,
    /// How it is known.
    Basis,
}

impl About {
    const ALL: [Self; 6] = [Self::Machines, Self::Registers, Self::Dma, Self::Known, Self::Confidence, Self::Basis];

    const fn title(self) -> &'static str {
        match self {
            Self::Machines => "Who acts",
            Self::Registers => "Registers and states",
            Self::Dma => "DMA engines and their rings",
            Self::Known => "What nobody knows",
            Self::Confidence => "How well a fact is known",
            Self::Basis => "How a fact is known",
        }
    }
}

/// A word, ready for a page.
#[derive(Clone, Debug)]
struct Word {
    id: String,
    word: String,
    spellings: Vec<String>,
    about: About,
    /// As HTML, for the page of words.
    html: String,
    /// As plain text, for where it is used.
    plain: String,
    facts: Vec<String>,
}

/// All of them, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Vec<Word>);

impl Words {
    /// Reads them. What is wrong comes beside them.
    pub(crate) fn read(catalog: &Catalog, text: &str) -> (Self, Vec<Problem>) {
        let mut prose = Prose::new(catalog, FILE, "../../");
        let written = match toml::from_str::<File>(text) {
            Ok(file) => file.word,
            Err(error) => return (Self::default(), vec![Problem::new(FILE, 0, error.to_string())]),
        };
        let mut words: Vec<Word> = Vec::new();
        for Written { word, also, about, says, facts } in written {
            for fact in facts.iter().filter(|fact| catalog.get(fact).is_none()) {
                prose.wrong(0, format!("`{word}` rests on `{fact}`, and no record is called that"));
            }
            let spellings: Vec<String> = std::iter::once(word.clone()).chain(also).collect();
            if let Some(twice) = spellings.iter().find(|new| words.iter().any(|old| old.spellings.contains(new))) {
                prose.wrong(0, format!("`{twice}` is explained twice"));
            }
            let id = word.to_lowercase().replace([' ', '_'], "-");
            let (html, plain) = (prose.inline(&says, 0), prose.plain(&says).replace('`', ""));
            words.push(Word { id, word, spellings, about, html, plain, facts });
        }
        (Self(words), prose.problems)
    }

    /// The first spelling in a text of a word that `skip` does not skip: where it is, and which word.
    pub(crate) fn find(&self, text: &str, skip: impl Fn(usize) -> bool) -> Option<(std::ops::Range<usize>, usize)> {
        let words = self.0.iter().enumerate().filter(|(n, _)| !skip(*n));
        let spellings = words.flat_map(|(n, word)| word.spellings.iter().map(move |spelling| (n, spelling.as_str())));
        let found = spellings.filter_map(|(n, spelling)| Some((whole(text, spelling)?, n)));
        // Of two that begin in one place the longer one.
        found.min_by_key(|(range, _)| (range.start, usize::MAX - range.end))
    }

    /// A use of a word, as a link to its meaning.
    pub(crate) fn link(&self, n: usize, html: &str, root: &str) -> String {
        self.0.get(n).map_or_else(
            || html.to_owned(),
            |word| {
                let says = escaped(&word.plain);
                format!("<a class=\"word\" href=\"{root}learn/words/#{}\" data-says=\"{says}\">{html}</a>", word.id)
            },
        )
    }

    /// The words of a part, as a list.
    fn list(&self, about: About, root: &str) -> String {
        let mut out = "<dl class=\"glossary\">".to_owned();
        for word in self.0.iter().filter(|word| word.about == about) {
            let also: Vec<String> = word.spellings.iter().skip(1).map(|spelling| escaped(spelling)).collect();
            let also = if also.is_empty() { String::new() } else { format!(" <small>{}</small>", also.join(", ")) };
            let records: Vec<String> = word
                .facts
                .iter()
                .map(|id| format!("<a href=\"{root}reference/#{}\"><code>{}</code></a>", encoded(id), escaped(id)))
                .collect();
            let rests = match records.is_empty() {
                true => String::new(),
                false => format!(" <small class=\"rests\">Rests on {}.</small>", records.join(", ")),
            };
            // Writing to a string does not fail.
            let _ =
                write!(out, "<dt id=\"{}\">{}{also}</dt><dd>{}{rests}</dd>", word.id, escaped(&word.word), word.html);
        }
        out + "</dl>"
    }

    /// What the marks beside a fact mean: how well it is known, and how.
    pub(crate) fn legend(&self, root: &str) -> String {
        [About::Confidence, About::Basis]
            .iter()
            .map(|about| {
                let rows: String = self
                    .0
                    .iter()
                    .filter(|word| word.about == *about)
                    .map(|word| {
                        let mark = match about {
                            About::Confidence => {
                                format!(
                                    "<span class=\"evidence\" data-confidence=\"{}\"><span class=\"dot\" aria-hidden=\"true\"></span>{}</span>",
                                    word.word.to_lowercase(),
                                    escaped(&word.word)
                                )
                            }
                            About::Machines | About::Registers | About::Dma | About::Known | About::Basis => {
                                escaped(&word.word)
                            }
                        };
                        format!("<dt>{mark}</dt><dd>{}</dd>", word.html.replace("../../", root))
                    })
                    .collect();
                format!("<div><p class=\"quiet\">{0}</p><dl aria-label=\"{0}\">{rows}</dl></div>", about.title())
            })
            .collect()
    }

    /// The page of all words.
    pub(crate) fn page(&self) -> String {
        let parts: String = About::ALL
            .iter()
            .map(|about| format!("<h2>{}</h2>{}", about.title(), self.list(*about, "../../")))
            .collect();
        let main = format!(
            "<div class=\"learn\">\n<p class=\"quiet\"><a href=\"../\">The course</a></p>\n<h1>Words</h1>\n\
             <p class=\"lead\">What the words of the course mean. In a lesson the first use of each leads here.</p>\n{parts}</div>"
        );
        Shell {
            place: Place::Learn,
            root: "../../",
            title: "Seqbell: words",
            about: "The words of the course, each in a sentence or two.",
            scripts: &[],
            player: false,
        }
        .page(&main)
    }
}

/// Where a spelling stands in a text as a whole word.
fn whole(text: &str, spelling: &str) -> Option<std::ops::Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(spelling).map(|(at, _)| at..at + spelling.len()).find(|range| {
        !text[..range.start].chars().next_back().is_some_and(part)
            && !text[range.end..].chars().next().is_some_and(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let text = "[[word]]\nword = \"ring\"\nabout = \"dma\"\nsays = \"A list.\"\n\
                    [[word]]\nword = \"ring id\"\nabout = \"dma\"\nsays = \"Two bits.\"\n";
        let (words, problems) = Words::read(&Catalog::new().unwrap(), text);
        assert!(problems.is_empty(), "{problems:?}");
        words
    }

    #[test]
    fn a_word_is_found_whole_and_the_longest_first() {
        let words = words();
        assert_eq!(words.find("the ring id", |_| false), Some((4..11, 1)));
        assert_eq!(words.find("the ring id", |n| n == 1), Some((4..8, 0)));
        assert_eq!(words.find("ringing, during, a-ring", |_| false), None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let says = |text: &str| {
            Words::read(&Catalog::new().unwrap(), text).1.iter().map(ToString::to_string).collect::<String>()
        };
        let one = |rest: &str| format!("[[word]]\nword = \"x\"\nabout = \"dma\"\n{rest}\n");
        assert!(says(&one("says = \"It has 16.\"")).contains("typed number"));
        assert!(says(&one("says = \"y\"\nfacts = [\"no.such\"]")).contains("no.such"));
        assert!(says(&(one("says = \"y\"") + &one("says = \"z\""))).contains("explained twice"));
        assert!(says("[[word]]\nword = \"x\"\nabout = \"sea\"\nsays = \"y\"").contains("sea"));
    }
}
