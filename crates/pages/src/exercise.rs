//! An exercise: what it asks, how it is judged, its hints, its HTML. It is solved here before anybody else has to.

use crate::commands::{costs, verbs};
use crate::hint::{Hints, hints};
use crate::prose::Prose;
use crate::{Catalog, Problem};
use seqbell_figure::escaped;
use seqbell_script::exercise::{Grade, Rules, Start, Verdict, grade};
use seqbell_script::facts::Generation;
use seqbell_script::{ScriptError, Session};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Figures of exercises have numbers behind those of any lesson.
const FIGURES: usize = 100;
/// The registers that exercises are about.
const REGISTERS: &str = "start_ctrl,run_state,instr_halt_ctrl,lr[3],lr[4]";

/// An exercise as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    lesson: String,
    level: u8,
    task: String,
    /// The first hint: what to look at.
    look: String,
    #[serde(default)]
    generation: Option<String>,
    #[serde(default)]
    start: String,
    views: String,
    goal: String,
    #[serde(default)]
    never: Vec<String>,
    writes: Option<u64>,
    steps: Option<u64>,
    solution: String,
    #[serde(default)]
    alternatives: Vec<String>,
    #[serde(default)]
    wrong: Vec<Mistake>,
    /// Why no search finds a way that passes; then the hints come from the solution.
    beyond_explore: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    script: String,
    when: String,
    says: String,
}

/// An exercise, read and checked.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The name of its file.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The lesson it belongs to.
    pub lesson: String,
    /// 1 easy to 3 hard.
    pub level: u8,
    /// The first hint: what to look at.
    pub look: String,
    /// The commands that its task and its solutions want.
    pub commands: BTreeSet<&'static str>,
    /// What is judged.
    pub rules: Rules,
    /// Scripts that pass, the shown one first.
    pub solutions: Vec<String>,
    /// A script for each mistake of the rules, in their order.
    pub mistakes: Vec<String>,
    /// Why no search finds a way that passes.
    pub beyond_explore: Option<String>,
    /// What leads to it, little by little.
    pub hints: Hints,
    /// As a part of a page.
    html: String,
    start: String,
    generation: Generation,
}

impl Exercise {
    /// Reads an exercise, the `number`-th of all. What is wrong goes to `prose`; there may be nothing to give back then.
    pub(crate) fn read(catalog: &Catalog, id: &str, text: &str, number: usize) -> (Option<Self>, Vec<Problem>) {
        let mut prose = Prose::new(catalog, format!("exercises/{id}.toml"), "../../");
        prose.figures = FIGURES + number;
        let made = match toml::from_str::<Written>(text) {
            Ok(written) => Self::of(&written, id, &mut prose).map_err(|what| prose.wrong(0, what)).ok(),
            Err(error) => {
                prose.wrong(0, error.to_string());
                None
            }
        };
        (made, prose.problems)
    }

    fn of(written: &Written, id: &str, prose: &mut Prose<'_>) -> Result<Self, String> {
        let says: Vec<String> = written.wrong.iter().map(|wrong| prose.plain(&wrong.says)).collect();
        let when = written.wrong.iter().map(|wrong| wrong.when.as_str());
        let never = written.never.iter().map(String::as_str);
        let told = |what: &str, error: ScriptError| format!("{what}: {error}");
        let rules = Rules::parse(&written.goal, never, when.zip(says.iter().map(String::as_str)))
            .map_err(|error| told("a condition", error))?;
        let rules = Rules { writes: written.writes, steps: written.steps, ..rules };
        let generation = match &written.generation {
            None => Generation::Cayman,
            Some(name) => Generation::parse(name).ok_or_else(|| format!("no generation is called `{name}`"))?,
        };
        let mut exercise = Self {
            id: id.to_owned(),
            title: written.title.clone(),
            lesson: written.lesson.clone(),
            level: written.level,
            look: written.look.trim().to_owned(),
            commands: BTreeSet::new(),
            rules,
            solutions: std::iter::once(&written.solution).chain(&written.alternatives).cloned().collect(),
            mistakes: written.wrong.iter().map(|wrong| wrong.script.clone()).collect(),
            beyond_explore: written.beyond_explore.clone(),
            hints: Hints::default(),
            html: String::new(),
            start: written.start.clone(),
            generation,
        };
        let session = exercise.session().map_err(|error| told("start", error))?;
        exercise.hints = hints(&exercise, &session)?;
        exercise.html = exercise.to_html(written, &session, prose);
        let found = exercise.solutions.iter().chain(&exercise.hints.found);
        exercise.commands = found.flat_map(|script| verbs(script)).chain(prose.commands.iter().copied()).collect();
        Ok(exercise)
    }

    /// The session in which the learner begins.
    ///
    /// # Errors
    /// A line of the start script that is not understood or is refused.
    pub fn session(&self) -> Result<Session, ScriptError> {
        let refused = |refused: seqbell_script::core::Refused| ScriptError::new(1, refused.to_string(), "");
        let mut session = Session::new(self.generation).map_err(refused)?;
        session.run_script(&self.start, &mut |_| {})?;
        Ok(session)
    }

    /// Judges a script that a learner could have given.
    ///
    /// # Errors
    /// A line that is not understood or is refused.
    pub fn judge(&self, script: &str) -> Result<Grade, ScriptError> {
        let mut session = self.session()?;
        let start = Start::of(&session);
        session.run_script(script, &mut |_| {})?;
        Ok(grade(&session, &start, &self.rules))
    }

    /// Whether a script passes.
    pub(crate) fn passes(&self, script: &str) -> bool {
        self.judge(script).is_ok_and(|grade| grade.verdict == Verdict::Passed)
    }

    /// As a part of a page.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// What `grade` of the player takes.
    fn rules_json(&self) -> String {
        let wrong: Vec<_> =
            self.rules.wrong.iter().map(|w| json!({ "when": w.when.to_string(), "says": w.says })).collect();
        let never: Vec<String> = self.rules.never.iter().map(ToString::to_string).collect();
        json!({
            "goal": self.rules.goal.to_string(),
            "never": never,
            "writes": self.rules.writes,
            "steps": self.rules.steps,
            "wrong": wrong,
        })
        .to_string()
    }

    fn to_html(&self, written: &Written, session: &Session, prose: &mut Prose<'_>) -> String {
        let task = prose.html(&written.task, 0);
        let (id, title) = (&self.id, escaped(&self.title));
        let info = format!(
            "seqbell view={} registers={REGISTERS} mode=play generation={} goal=\"{}\" alt=\"{}\"",
            written.views.replace(' ', ","),
            self.generation.token(),
            self.rules.goal,
            self.title
        );
        let figure = prose.figure(&info, self.start.trim_end(), 0, false);
        let rules = escaped(&self.rules_json());
        let root = prose.root;
        let hints: String =
            self.hints.steps.iter().map(|hint| format!("<li hidden>{}</li>", prose.inline(hint, 0))).collect();
        let level = ["", "easy", "medium", "hard"].get(usize::from(self.level)).copied().unwrap_or("hard");
        let mut out = format!(
            "<section class=\"exercise\" id=\"exercise-{id}\" aria-labelledby=\"exercise-{id}-title\" data-exercise=\"{id}\" data-rules=\"{rules}\">"
        );
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "<h3 id=\"exercise-{id}-title\"><span class=\"mark\" aria-hidden=\"true\"></span>Exercise: {title} <small>{level}</small></h3>{task}{}{figure}",
            self.limits_html(session)
        );
        let _ = write!(
            out,
            "<form class=\"try\" hidden><label for=\"exercise-{id}-line\">Command</label><input class=\"field\" id=\"exercise-{id}-line\" name=\"line\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" placeholder=\"a command, such as step 20\"><button class=\"button\" title=\"Give the machine this command\">Send</button><button type=\"button\" class=\"button\" name=\"check\" data-look=\"key\">Check</button><button type=\"button\" class=\"button\" name=\"hint\">Hint</button><button type=\"button\" class=\"button\" name=\"again\" title=\"restart\">Start again</button><a href=\"{root}docs/script/\" target=\"_blank\" rel=\"noopener\">All commands</a></form>"
        );
        let _ = write!(
            out,
            "<p class=\"verdict\" role=\"status\"></p><ol class=\"sent\" aria-label=\"Commands sent\" hidden></ol><ol class=\"hints\" aria-label=\"Hints\">{hints}</ol><details class=\"solution\"><summary>One solution</summary><pre>{}</pre></details></section>",
            escaped(written.solution.trim_end())
        );
        out
    }

    fn limits_html(&self, session: &Session) -> String {
        let mut rules = vec![format!("<dt>Goal</dt><dd><code>{}</code></dd>", escaped(&self.rules.goal.to_string()))];
        rules.extend(
            self.rules.never.iter().map(|c| format!("<dt>Never</dt><dd><code>{}</code></dd>", escaped(&c.to_string()))),
        );
        rules.extend(
            self.rules.writes.map(|n| format!("<dt>Host writes</dt><dd>at most {n}. {}</dd>", self.counted(session))),
        );
        rules.extend(self.rules.steps.map(|n| format!("<dt>Steps</dt><dd>at most {n}</dd>")));
        format!("<dl class=\"rules\">{}</dl>", rules.concat())
    }

    /// Which commands count as host writes, of those that a learner is likely to use.
    fn counted(&self, session: &Session) -> String {
        let costs = costs(session, self.solutions.iter().chain(&self.mistakes));
        let of = |wanted: u64| {
            let verbs = costs.iter().filter(|(verb, cost)| **cost == wanted && !FREE.contains(verb));
            verbs.map(|(verb, _)| format!("<code>{verb}</code>")).collect::<Vec<_>>().join(", ")
        };
        let counts = [(1, "counts as one"), (2, "counts as two"), (0, "counts as none")];
        let said = counts.map(|(cost, words)| (of(cost), words));
        let said: Vec<String> = said
            .iter()
            .filter(|(verbs, _)| !verbs.is_empty())
            .map(|(verbs, words)| format!("{verbs} {words}"))
            .collect();
        format!("{}; looking and waiting are free.", said.join(", "))
    }
}

/// Commands of which nobody would think that they write.
const FREE: [&str; 6] = ["step", "run", "until", "over", "out", "read"];
