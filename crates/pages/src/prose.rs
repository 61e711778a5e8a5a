//! Markdown of lessons and exercises: references looked up, typed numbers refused, fenced blocks made live.
//!
//! A reference is taken out before Markdown sees it and put back as HTML behind it: between the two stands a mark of two
//! private characters and a number.

use crate::commands::verb;
use crate::question::Question;
use crate::reference::{self, Resolved};
use crate::words::Words;
use crate::{Catalog, Problem, resolve};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use seqbell_figure::{LANGUAGE, Mode, escaped, figure};
use std::collections::BTreeSet;

/// Around the number of a reference.
const MARKS: (char, char) = ('\u{e000}', '\u{e001}');

/// How high a live figure is at most where nothing else is asked for, in CSS pixels: its transport stays in sight.
const HEIGHT: u16 = 480;

/// Prose of one file.
pub(crate) struct Prose<'c> {
    catalog: &'c Catalog,
    /// For messages.
    file: String,
    /// The way to the site's root, such as `../../`.
    pub(crate) root: &'static str,
    /// Every reference, in order.
    pub(crate) references: Vec<Resolved>,
    /// Every question, in order.
    pub(crate) questions: usize,
    /// Figures made, so that each has a number of its own on its page.
    pub(crate) figures: usize,
    /// What is wrong.
    pub(crate) problems: Vec<Problem>,
    /// Whether a reference becomes a link: not within something that is pressed itself.
    links: bool,
    /// The commands that the text names.
    pub(crate) commands: BTreeSet<&'static str>,
    /// The words whose first use is linked, and those that were used already.
    words: Option<&'c Words>,
    used: BTreeSet<usize>,
}

impl<'c> Prose<'c> {
    pub(crate) fn new(catalog: &'c Catalog, file: impl Into<String>, root: &'static str) -> Self {
        Self {
            catalog,
            file: file.into(),
            root,
            references: Vec::new(),
            questions: 0,
            figures: 0,
            problems: Vec::new(),
            links: true,
            commands: BTreeSet::new(),
            words: None,
            used: BTreeSet::new(),
        }
    }

    /// The same with the first use of each word linked to what it means.
    pub(crate) fn explaining(self, words: &'c Words) -> Self {
        Self { words: Some(words), ..self }
    }

    pub(crate) fn wrong(&mut self, line: usize, what: impl Into<String>) {
        self.problems.push(Problem::new(self.file.clone(), line, what));
    }

    /// Markdown as HTML. `line` is where it begins in its file.
    pub(crate) fn html(&mut self, markdown: &str, line: usize) -> String {
        let marked = self.mark(markdown, line);
        let mut events: Vec<Event<'_>> = Vec::new();
        let mut fence: Option<(String, String)> = None;
        // How many headings and links are open.
        let mut shut = 0;
        for (event, range) in Parser::new_ext(&marked, Options::ENABLE_TABLES).into_offset_iter() {
            let here = line + marked[..range.start].matches('\n').count();
            match (event, &mut fence) {
                (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _) => {
                    fence = Some((info.to_string(), String::new()));
                }
                (Event::Text(text), Some((_, body))) => body.push_str(&text),
                (Event::End(TagEnd::CodeBlock), _) => {
                    if let Some((info, body)) = fence.take() {
                        events.push(Event::Html(CowStr::from(self.block(&info, &body, here))));
                    }
                }
                (event, _) => {
                    self.check(&event, here);
                    if matches!(event, Event::Start(Tag::Heading { .. } | Tag::Link { .. })) {
                        shut += 1;
                    } else if matches!(event, Event::End(TagEnd::Heading(_) | TagEnd::Link)) {
                        shut -= 1;
                    }
                    if shut == 0 { self.explained(event, &mut events) } else { events.push(event) }
                }
            }
        }
        let mut out = String::new();
        html::push_html(&mut out, events.into_iter());
        self.put_back(&out, |prose, made| match prose.links {
            true => reference::html(prose.catalog, made, prose.root),
            false => format!("<code>{}</code>", escaped(&made.text)),
        })
    }

    /// Text or code, with the first use of each word linked to what it means.
    fn explained<'e>(&mut self, event: Event<'e>, events: &mut Vec<Event<'e>>) {
        let (Some(words), true) = (self.words, self.links) else { return events.push(event) };
        let link = |word, html: &str| Event::InlineHtml(words.link(word, html, self.root).into());
        if let Event::Code(code) = &event {
            let found = words.find(code, |n| self.used.contains(&n)).filter(|(range, _)| range.len() == code.len());
            let Some((_, word)) = found else { return events.push(event) };
            self.used.insert(word);
            events.push(link(word, &format!("<code>{}</code>", escaped(code))));
        } else if let Event::Text(text) = &event {
            let mut rest = text.to_string();
            while let Some((range, word)) = words.find(&rest, |n| self.used.contains(&n)) {
                self.used.insert(word);
                events.push(Event::Text(rest[..range.start].to_owned().into()));
                events.push(link(word, &escaped(&rest[range.clone()])));
                rest.drain(..range.end);
            }
            events.push(Event::Text(rest.into()));
        } else {
            events.push(event);
        }
    }

    /// One line that nobody sees at first: the first use of a word is somewhere else.
    pub(crate) fn aside(&mut self, markdown: &str, line: usize) -> String {
        let words = self.words.take();
        let html = self.inline(markdown, line);
        self.words = words;
        html
    }

    /// One line for something that is pressed: references are no links there.
    pub(crate) fn label(&mut self, markdown: &str, line: usize) -> String {
        self.links = false;
        let html = self.inline(markdown, line);
        self.links = true;
        html
    }

    /// One line of Markdown as HTML without a paragraph around it.
    pub(crate) fn inline(&mut self, markdown: &str, line: usize) -> String {
        let html = self.html(markdown.trim(), line);
        let html = html.trim();
        html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>")).unwrap_or(html).to_owned()
    }

    /// Text with its references as plain words, for where no HTML can stand.
    pub(crate) fn plain(&mut self, text: &str) -> String {
        let marked = self.mark(text, 0);
        self.check(&Event::Text(CowStr::from(marked.as_str())), 0);
        self.put_back(&marked, |_, made| made.text.clone())
    }

    fn block(&mut self, info: &str, body: &str, line: usize) -> String {
        match info.split_whitespace().next() {
            Some(LANGUAGE) => self.figure(info, body, line, true),
            Some("predict") => match Question::parse(body) {
                Ok(question) => {
                    self.questions += 1;
                    question.html(self, line)
                }
                Err(what) => {
                    self.wrong(line, what);
                    String::new()
                }
            },
            Some(_) | None => {
                self.wrong(line, format!("a block is `{LANGUAGE}` or `predict`, not `{info}`"));
                String::new()
            }
        }
    }

    /// A figure of a script, with a number of its own. Its marks of evidence lead into the reference. Where one can act there is a
    /// line for commands below it, if it `wants` one.
    pub(crate) fn figure(&mut self, info: &str, script: &str, line: usize, wants: bool) -> String {
        self.figures += 1;
        match figure(info, script, self.figures) {
            Ok(made) => {
                let mut element = format!("<seqbell-player reference=\"{}reference/\" ", escaped(self.root));
                if made.options.height.is_none() {
                    element += &format!("height=\"{HEIGHT}\" ");
                }
                let still =
                    "<div class=\"seqbell-still\" tabindex=\"0\" role=\"group\" aria-label=\"The figure, still\">";
                let html = made.html.replacen("<seqbell-player ", &element, 1).replacen(
                    "<div class=\"seqbell-still\">",
                    still,
                    1,
                );
                match wants && made.options.mode == Mode::Play {
                    true => format!("<div class=\"live\">{html}{}</div>", command_line(self.figures)),
                    false => html,
                }
            }
            Err(error) => {
                self.wrong(line + error.line - 1, error.to_string());
                String::new()
            }
        }
    }

    /// Takes references out of text, but not out of scripts.
    fn mark(&mut self, text: &str, line: usize) -> String {
        let mut out = String::new();
        let mut script = false;
        for (n, row) in text.split_inclusive('\n').enumerate() {
            if row.trim_start().starts_with("```") {
                script = !script && row.trim_start().trim_start_matches('`').starts_with(LANGUAGE);
            }
            match script {
                true => out.push_str(row),
                false => self.mark_row(row, line + n, &mut out),
            }
        }
        out
    }

    fn mark_row(&mut self, row: &str, line: usize, out: &mut String) {
        let mut rest = row;
        while let Some((before, after)) = rest.split_once("{{") {
            out.push_str(before);
            let Some((inside, behind)) = after.split_once("}}") else {
                self.wrong(line, "a reference is not closed: `{{` wants `}}` in the same line");
                return;
            };
            rest = behind;
            match resolve(self.catalog, inside.trim()) {
                Ok(made) => {
                    out.push(MARKS.0);
                    // Letters, so that no digit stands in the text that is checked for digits.
                    out.extend(self.references.len().to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')));
                    out.push(MARKS.1);
                    self.references.push(made);
                }
                Err(what) => self.wrong(line, format!("`{{{{{inside}}}}}`: {what}")),
            }
        }
        out.push_str(rest);
    }

    fn put_back(&self, marked: &str, show: impl Fn(&Self, &Resolved) -> String) -> String {
        let mut out = String::new();
        for (n, part) in marked.split(MARKS.0).enumerate() {
            match part.split_once(MARKS.1) {
                Some((digits, rest)) if n > 0 => {
                    let place = digits.bytes().fold(0, |n, digit| n * 10 + usize::from(digit - b'a'));
                    out.extend(self.references.get(place).map(|made| show(self, made)));
                    out.push_str(rest);
                }
                Some(_) | None => out.push_str(part),
            }
        }
        out
    }

    /// Numbers are looked up and never typed. Code may be a command or a condition of the script language.
    fn check(&mut self, event: &Event<'_>, line: usize) {
        let refused = match event {
            Event::Text(text) => number(text),
            Event::Code(text) => {
                self.commands.extend(verb(text));
                number(text).filter(|_| !is_script(text))
            }
            Event::Html(_) | Event::InlineHtml(_) => {
                self.wrong(line, "no HTML in prose");
                None
            }
            Event::Start(_)
            | Event::End(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::TaskListMarker(_) => None,
        };
        if let Some(number) = refused {
            self.wrong(line, format!("`{number}` is a typed number: write a reference such as `{{{{fact:ID.KEY}}}}`"));
        }
    }
}

/// A line for commands below a figure.
fn command_line(number: usize) -> String {
    format!(
        "<form class=\"try\" hidden><label for=\"line-{number}\">Command</label><input class=\"field\" id=\"line-{number}\" name=\"line\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" placeholder=\"a command, such as step 20\"><button class=\"button\" title=\"Give the machine this command\">Send</button></form><p class=\"verdict\" role=\"status\"></p>"
    )
}

/// Whether code is a line that one could type, or a condition.
fn is_script(code: &str) -> bool {
    seqbell_script::parse_line(code).is_ok() || seqbell_script::parse_condition(code).is_ok()
}

/// The first number in text: digits that no letter, bracket or underscore makes part of a name.
fn number(text: &str) -> Option<&str> {
    let word = |c: char| !(c.is_alphanumeric() || "_[]".contains(c));
    text.split(word).find(|token| token.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(markdown: &str) -> Vec<String> {
        let catalog = Catalog::new().unwrap();
        let mut prose = Prose::new(&catalog, "x.md", "../../");
        prose.html(markdown, 1);
        prose.problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn numbers_are_looked_up_and_never_typed() {
        assert_eq!(problems("It is at 0x04000004.").len(), 1);
        assert_eq!(problems("It is at `0x04000004`.").len(), 1);
        assert_eq!(
            problems("Two lines,\nand 16 engines."),
            ["x.md:2: `16` is a typed number: write a reference such as `{{fact:ID.KEY}}`"]
        );
        let fine = "Both halves, `lr[3]` and `lr[4]`, of an M2S ring; type `write start_ctrl 1` or `run_state == 2`.";
        assert_eq!(problems(fine), [""; 0]);
    }

    #[test]
    fn a_reference_becomes_a_link_with_the_number() {
        let catalog = Catalog::new().unwrap();
        let mut prose = Prose::new(&catalog, "x.md", "../../");
        let html = prose.html("It is at {{fact:csr.nx.start_ctrl.address}}.", 1);
        assert!(html.contains("href=\"../../reference/#csr.nx.start_ctrl\""), "{html}");
        assert!(html.contains("<code>0x04000004</code></a>."), "{html}");
        assert_eq!(prose.plain("at {{pc:run-state.enter_run.s23}}"), "at 0x2d22");
        assert!(prose.problems.is_empty());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        assert!(
            problems("a\n\n{{fact:csr.nx.nothing}}")[0].starts_with("x.md:3: `{{fact:csr.nx.nothing}}`: no record")
        );
        assert!(problems("{{fact:RUNNING.colour}}")[0].contains("no key `colour`"));
        assert!(problems("{{oops")[0].contains("not closed"));
        assert!(problems("a <b>c</b>")[0].contains("no HTML"));
        assert!(problems("```rust\nx\n```")[0].contains("not `rust`"));
        assert!(
            problems("a\n\n```seqbell\nwrite nothing 1\n```")[0].starts_with("x.md:4"),
            "{:?}",
            problems("a\n\n```seqbell\nwrite nothing 1\n```")
        );
    }
}
