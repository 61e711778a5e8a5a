//! A lesson: Markdown in parts. Each part under a heading of the second order is a step, and asks something or lets one try.
//!
//! The file begins with `# Title` and a paragraph that says what it is about. A line `{{exercise:ID}}` is an exercise.

use crate::prose::Prose;
use crate::words::Words;
use crate::{Catalog, Exercise, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// A lesson, ready for a page.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name of its folder: `doorbell` of `01-doorbell.md`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is about, as plain text.
    pub summary: String,
    /// The part before the first step, as HTML.
    pub opening: String,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Every record that it names, and how often.
    pub facts: BTreeMap<String, usize>,
    /// The commands that it, or one of its exercises, wants.
    pub commands: BTreeSet<&'static str>,
}

/// A part of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// Unique in its lesson.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its HTML, without the heading.
    pub html: String,
    /// Questions in it.
    pub questions: usize,
    /// Exercises in it.
    pub exercises: Vec<String>,
}

impl Lesson {
    /// Reads a lesson. What is wrong comes beside it.
    pub(crate) fn read(
        catalog: &Catalog,
        name: &str,
        text: &str,
        exercises: &BTreeMap<String, Exercise>,
        words: &Words,
    ) -> (Self, Vec<Problem>) {
        let mut prose = Prose::new(catalog, format!("lessons/{name}.md"), "../../").explaining(words);
        let mut parts = parts(text).into_iter();
        let (_, head) = parts.next().unwrap_or_default();
        let head = head.strip_prefix("# ").unwrap_or_else(|| {
            prose.wrong(1, "a lesson begins with `# Title`");
            head
        });
        let (title, opening) = head.split_once('\n').unwrap_or((head, ""));
        let summary = prose.plain(opening.trim().split("\n\n").next().unwrap_or("")).replace('\n', " ");
        let opening = prose.html(opening, 2);
        let steps: Vec<Step> = parts.map(|(line, part)| Step::read(&mut prose, line, part, exercises)).collect();
        if steps.is_empty() {
            prose.wrong(1, "a lesson has steps: headings that begin with `## `");
        }
        let mut facts = BTreeMap::new();
        prose.references.iter().for_each(|made| *facts.entry(made.fact.clone()).or_default() += 1);
        let id = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').to_owned();
        let solved = steps.iter().flat_map(|step| &step.exercises).filter_map(|id| exercises.get(id));
        let commands = solved.flat_map(|exercise| &exercise.commands).chain(&prose.commands).copied().collect();
        (Self { id, title: title.trim().to_owned(), summary, opening, steps, facts, commands }, prose.problems)
    }
}

impl Step {
    fn read(prose: &mut Prose<'_>, line: usize, part: &str, exercises: &BTreeMap<String, Exercise>) -> Self {
        let (title, body) = part.trim_start_matches("## ").split_once('\n').unwrap_or((part, ""));
        let before = prose.questions;
        let (mut html, mut here, mut text) = (String::new(), Vec::new(), String::new());
        let mut from = line + 1;
        for (n, row) in body.lines().enumerate() {
            let id = row.trim().strip_prefix("{{exercise:").and_then(|rest| rest.strip_suffix("}}"));
            let Some(id) = id else {
                text += row;
                text.push('\n');
                continue;
            };
            html += &prose.html(&text, from);
            (text, from) = (String::new(), line + 2 + n);
            match exercises.get(id) {
                Some(exercise) => {
                    html += exercise.html();
                    here.push(id.to_owned());
                }
                None => prose.wrong(line + 1 + n, format!("no exercise is called `{id}`")),
            }
        }
        html += &prose.html(&text, from);
        let questions = prose.questions - before;
        if questions == 0 && here.is_empty() {
            prose.wrong(line, "a step asks something or lets one try: it wants a `predict` block or an exercise");
        }
        Self { id: slug(title), title: title.trim().to_owned(), html, questions, exercises: here }
    }
}

/// The parts of a lesson, each with the line it begins in: before the first `## `, and from each to the next.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut line, mut at, mut fenced) = (0, 1, 0, false);
    for (n, row) in text.split_inclusive('\n').enumerate() {
        fenced ^= row.trim_start().starts_with("```");
        if row.starts_with("## ") && !fenced {
            parts.push((line, &text[start..at]));
            (start, line) = (at, n + 1);
        }
        at += row.len();
    }
    parts.push((line, &text[start..]));
    parts
}

/// A title as a part of an address.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
