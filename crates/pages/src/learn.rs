//! The course: an index of lessons and exercises, and a page for each lesson.

use crate::commands;
use crate::shell::{Place, Shell};
use crate::words::Words;
use crate::{Catalog, Exercise, Files, Lesson, Problem, Sources, Step};
use seqbell_figure::escaped;
use std::collections::BTreeMap;

/// Lessons and exercises, checked.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// In order.
    pub(crate) lessons: Vec<Lesson>,
    /// By id.
    pub(crate) exercises: BTreeMap<String, Exercise>,
    /// The words that they use.
    pub(crate) words: Words,
}

impl Course {
    /// Reads all of it.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub(crate) fn read(sources: &Sources, catalog: &Catalog) -> Result<Self, Vec<Problem>> {
        let (words, mut problems) = Words::read(catalog, &sources.words);
        let mut exercises = BTreeMap::new();
        for (n, (id, text)) in sources.exercises.iter().enumerate() {
            let (made, wrong) = Exercise::read(catalog, id, text, n);
            problems.extend(wrong);
            exercises.extend(made.map(|exercise| (id.clone(), exercise)));
        }
        let mut lessons: Vec<Lesson> = Vec::new();
        for (name, text) in &sources.lessons {
            let (lesson, wrong) = Lesson::read(catalog, name, text, &exercises, &words);
            problems.extend(wrong);
            lessons.push(lesson);
        }
        for exercise in exercises.values() {
            let places = lessons.iter().filter(|lesson| lesson.exercises().any(|id| *id == exercise.id));
            if places.map(|lesson| lesson.id.as_str()).ne([exercise.lesson.as_str()]) {
                let what = format!("it stands in another lesson than `{}`, or in none", exercise.lesson);
                problems.push(Problem::new(format!("exercises/{}.toml", exercise.id), 0, what));
            }
        }
        if problems.is_empty() { Ok(Self { lessons, exercises, words }) } else { Err(problems) }
    }

    /// Writes its pages.
    pub(crate) fn write(&self, files: &mut Files) {
        files.insert("learn/index.html".to_owned(), self.index());
        files.insert("learn/words/index.html".to_owned(), self.words.page());
        for (n, lesson) in self.lessons.iter().enumerate() {
            files.insert(format!("learn/{}/index.html", lesson.id), self.lesson(n, lesson));
        }
    }

    fn index(&self) -> String {
        let lessons: String = self.lessons.iter().map(|lesson| self.entry(lesson)).collect();
        let main = format!(
            "<div class=\"learn\">\n<h1>The course</h1>\n<p class=\"lead\">Four lessons of five to ten minutes each. Read, \
             predict, then step: the machines in the text are live. <a href=\"words/\">What the words mean</a>.</p>\n<ol class=\"lessons\">{lessons}</ol>\n\
             <section class=\"progress\" aria-labelledby=\"progress\"><h2 id=\"progress\">Your progress</h2>\
             <p id=\"kept\">It is kept in this browser once scripts run.</p>\
             <p class=\"line\" id=\"progress-tools\" hidden><button type=\"button\" class=\"button\" id=\"export\" title=\"Save progress as a file\">Export</button>\
             <label class=\"button\">Import<input type=\"file\" id=\"import\" accept=\"application/json,.json\" class=\"sr\"></label>\
             <button type=\"button\" class=\"button\" id=\"forget\" title=\"Forget all progress\">Forget</button></p>\
             <p role=\"status\" id=\"told\"></p></section>\n</div>"
        );
        Shell {
            place: Place::Learn,
            root: "../",
            title: "Seqbell: the course",
            about: "Lessons and exercises about the run-state machine and the DMA doorbells.",
            scripts: &["learn.js"],
            player: false,
        }
        .page(&main)
    }

    fn entry(&self, lesson: &Lesson) -> String {
        let exercises: String = lesson
            .exercises()
            .filter_map(|id| self.exercises.get(id))
            .map(|e| {
                format!(
                    "<li data-done=\"exercise/{0}\"><span class=\"mark\" aria-hidden=\"true\"></span><a href=\"{1}/#exercise-{0}\">{2}</a></li>",
                    e.id,
                    lesson.id,
                    escaped(&e.title)
                )
            })
            .collect();
        format!(
            "<li data-lesson=\"{0}\" data-steps=\"{1}\"><h2><a href=\"{0}/\">{2}</a></h2><p>{3}</p>\
             <p class=\"count\" hidden></p><h3 class=\"quiet\">Exercises</h3><ul class=\"exercises\">{exercises}</ul></li>",
            lesson.id,
            escaped(&lesson.step_ids().join(" ")),
            escaped(&lesson.title),
            escaped(&lesson.summary)
        )
    }

    fn lesson(&self, n: usize, lesson: &Lesson) -> String {
        let steps: String = lesson.steps.iter().map(|step| section(lesson, step)).collect();
        let parts: String = lesson
            .steps
            .iter()
            .map(|step| {
                format!(
                    "<li data-step=\"{0}\"><span class=\"mark\" aria-hidden=\"true\"></span><a href=\"#{0}\">{1}</a></li>",
                    step.id,
                    escaped(&step.title)
                )
            })
            .collect();
        let way = |to: Option<&Lesson>, word: &str| {
            to.map_or(String::new(), |to| format!("<a href=\"../{}/\">{word}: {}</a>", to.id, escaped(&to.title)))
        };
        let before = n.checked_sub(1).and_then(|n| self.lessons.get(n));
        let main = format!(
            "<div class=\"lesson\" data-lesson=\"{}\">\n<nav class=\"parts\" aria-label=\"Parts of this lesson\"><p class=\"count\" role=\"status\" hidden></p><ol>{parts}</ol></nav>\n\
             <article>\n<p class=\"quiet\"><a href=\"../\">The course</a>, lesson {} of {}</p>\n<h1>{}</h1>\n<div class=\"opening\">{}</div>\n{}\n{steps}\n\
             <p class=\"kept note\" hidden></p>\n<nav class=\"ways\" aria-label=\"Other lessons\">{}{}</nav>\n</article>\n</div>",
            lesson.id,
            n + 1,
            self.lessons.len(),
            escaped(&lesson.title),
            lesson.opening,
            commands::table(&lesson.commands),
            way(before, "Before"),
            way(self.lessons.get(n + 1), "Next")
        );
        Shell {
            place: Place::Learn,
            root: "../../",
            title: &format!("Seqbell: {}", lesson.title),
            about: &lesson.summary,
            scripts: &["learn.js"],
            player: true,
        }
        .page(&main)
    }
}

impl Lesson {
    /// Its exercises, in order.
    pub(crate) fn exercises(&self) -> impl Iterator<Item = &String> {
        self.steps.iter().flat_map(|step| &step.exercises)
    }

    /// What progress calls its steps.
    fn step_ids(&self) -> Vec<String> {
        self.steps.iter().map(|step| format!("{}/{}", self.id, step.id)).collect()
    }
}

fn section(lesson: &Lesson, step: &Step) -> String {
    format!(
        "<section class=\"step\" id=\"{0}\" data-done=\"{1}/{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{2}</h2>\n{3}</section>\n",
        step.id,
        lesson.id,
        escaped(&step.title),
        step.html
    )
}
