//! The course as it is shipped: every exercise can be solved, every mistake is told apart, every page holds together.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use seqbell_pages::{Catalog, Files, Sources, build, resolve};
use seqbell_script::exercise::Verdict;
use std::collections::BTreeSet;
use std::path::Path;

fn sources() -> Sources {
    Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static")).unwrap()
}

fn pages() -> Files {
    build(&sources()).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn every_exercise_is_solvable_and_its_mistakes_are_told_apart() {
    let exercises = seqbell_pages::exercises(&sources()).unwrap();
    assert!(exercises.len() >= 12, "{}", exercises.len());
    let mut others = 0;
    for exercise in &exercises {
        let id = &exercise.id;
        assert_ne!(exercise.judge("").unwrap().verdict, Verdict::Passed, "{id} is solved before anybody does anything");
        for solution in &exercise.solutions {
            let grade = exercise.judge(solution).unwrap_or_else(|error| panic!("{id}: {error}\n{solution}"));
            assert_eq!(grade.verdict, Verdict::Passed, "{id}: {}\n{solution}", grade.says);
        }
        others += exercise.solutions.len() - 1;
        assert!(!exercise.mistakes.is_empty(), "{id} knows no mistake");
        for (n, script) in exercise.mistakes.iter().enumerate() {
            let grade = exercise.judge(script).unwrap_or_else(|error| panic!("{id}, mistake {n}: {error}\n{script}"));
            assert_eq!(grade.verdict, Verdict::Wrong, "{id}, mistake {n}: {}\n{script}", grade.says);
            assert_eq!(grade.says, exercise.rules.wrong[n].says, "{id}, mistake {n}\n{script}");
        }
        // The search finds a way that passes, or somebody said why it cannot.
        match (&exercise.hints.found, &exercise.beyond_explore) {
            (Some(script), None) => {
                assert_eq!(exercise.judge(script).unwrap().verdict, Verdict::Passed, "{id}\n{script}")
            }
            (None, Some(reason)) => assert!(reason.len() > 20, "{id}"),
            (found, reason) => panic!("{id}: {found:?} {reason:?}"),
        }
        // What to look at, which commands, then one line at a time; no hint only says the goal again.
        let hints = &exercise.hints.steps;
        assert!(hints.len() >= 3, "{id}: {hints:?}");
        assert_eq!(hints[0], exercise.look, "{id}");
        assert!(!hints[0].contains(&exercise.rules.goal.to_string()), "{id}: {hints:?}");
        assert!(hints[1].contains(" takes ") && hints[2].starts_with("The first line: `"), "{id}: {hints:?}");
    }
    assert!(others >= 5, "other ways than the shown one have to pass as well");
    let lessons: BTreeSet<&str> = exercises.iter().map(|exercise| exercise.lesson.as_str()).collect();
    assert_eq!(lessons.len(), 4);
    assert_eq!(exercises.iter().map(|exercise| exercise.level).collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3]));
}

#[test]
fn every_reference_has_a_rule_of_its_own() {
    let catalog = Catalog::new().unwrap();
    let text = |reference: &str| resolve(&catalog, reference).map(|made| made.text);
    for (reference, expected) in [
        ("fact:csr.nx.start_ctrl", "start_ctrl"),
        ("fact:csr.nx.start_ctrl.address", "0x04000004"),
        ("fact:PAUSED.code", "2"),
        ("pc:run-state.enter_run.s23", "0x2d22"),
        ("asm:run-state.sync_handler.s09", "rer a2,a2"),
        ("bit:run-state.sync_handler.s10", "2"),
        // 0x1003080000 + 0 + 4 * 0x1000 + 0x38, and 0x20000 more for the other direction.
        ("doorbell:m2s,group=1,queue=3", "0x001003084038"),
        ("doorbell:s2m,group=1,queue=3", "0x0010030a4038"),
        ("term:window,m2s,group=1,queue=3", "0x001003080000"),
        ("trap:m2s,group=1,queue=3", "0x001003104038"),
        ("hit:m2s,group=1,queue=3", "17"),
        ("engines:first,group=1", "16"),
        ("engines:last,group=1", "31"),
    ] {
        assert_eq!(text(reference), Ok(expected.to_owned()), "{reference}");
    }
    for wrong in [
        "csr.nx.start_ctrl",
        "fact:nothing",
        "fact:PAUSED.colour",
        "doorbell:m2s,group=8,queue=0",
        "doorbell:m2s",
        "doorbell:m2s,group=1,queue=16",
        "bit:run-state.enter_run.s02",
        "asm:PAUSED",
        "engines:middle,group=1",
        "what:is",
    ] {
        assert!(text(wrong).is_err(), "{wrong}");
    }
}

/// Every value of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    page.split(&format!(" {attribute}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A page without what is only an example of markup.
fn without_code(page: &str) -> String {
    let mut parts = page.split("<code");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("</code>").map_or("", |(_, rest)| rest))
}

#[test]
fn every_link_leads_somewhere() {
    let files = pages();
    let facts: Vec<serde_json::Value> = serde_json::from_str(&files["reference/facts/index.json"]).unwrap();
    let facts: BTreeSet<&str> = facts.iter().map(|row| row[0].as_str().unwrap()).collect();
    // Made by others: Play, the player, the frame.
    let others = ["play/index.html", "play/favicon.svg", "seqbell-player.js", "embed.html"];
    for (name, page) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let page = without_code(page);
        for link in values(&page, "href").into_iter().chain(values(&page, "src")) {
            assert!(!link.starts_with('/') && !link.contains("://"), "{name}: {link}");
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { name.clone() } else { joined(folder, path) };
            assert!(files.contains_key(&target) || others.contains(&target.as_str()), "{name}: {link} is {target}");
            let fragment = fragment.replace("%5B", "[").replace("%5D", "]");
            if target == "reference/index.html" && !fragment.is_empty() && fragment != "main" {
                assert!(facts.contains(fragment.as_str()), "{name}: no fact {fragment}");
            } else if !fragment.is_empty() && !others.contains(&target.as_str()) {
                assert!(values(&files[&target], "id").contains(&fragment.as_str()), "{name}: {link}");
            }
        }
    }
}

/// A relative path from a folder, as a browser follows it.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => assert!(parts.pop().is_some(), "{path} leads out of the site"),
            part => parts.push(part),
        }
    }
    if path.is_empty() || path.ends_with(['/', '.']) {
        parts.push("index.html");
    }
    parts.join("/")
}

#[test]
fn a_strict_policy_refuses_nothing_and_ids_are_unique() {
    for (name, page) in pages().iter().filter(|(name, _)| name.ends_with(".html")) {
        assert!(page.split("<script").skip(1).all(|rest| rest.split('>').next().unwrap().contains("src=")), "{name}");
        assert!(!page.contains("<style") && !page.contains(" style=\""), "{name} has inline style");
        assert!(!page.contains(" onclick="), "{name}");
        let ids = values(page, "id");
        let unique: BTreeSet<&&str> = ids.iter().collect();
        let twice: Vec<_> = unique.iter().filter(|id| ids.iter().filter(|other| *other == **id).count() > 1).collect();
        assert!(twice.is_empty(), "{name}: {twice:?}");
        assert!(!page.contains("{{") && !page.contains('\u{e000}'), "{name} has an open reference");
    }
}

#[test]
fn hints_and_solutions_name_the_same_remote_word() {
    for exercise in seqbell_pages::exercises(&sources()).unwrap() {
        let words = |script: &str| -> BTreeSet<String> {
            let lines = script.lines().filter_map(|line| line.strip_prefix("remote "));
            lines.map(|rest| rest.split(' ').next().unwrap().to_owned()).collect()
        };
        if let Some(found) = &exercise.hints.found {
            assert_eq!(words(found), words(&exercise.solutions[0]), "{}", exercise.id);
        }
    }
}

#[test]
fn a_lesson_lists_every_command_that_it_wants_and_explains_its_words() {
    let files = pages();
    let exercises = seqbell_pages::exercises(&sources()).unwrap();
    for lesson in ["doorbell", "pause-or-halt", "one-write-many-engines", "what-the-host-sees"] {
        let page = &files[&format!("learn/{lesson}/index.html")];
        let table = page.split("class=\"commands\"").nth(1).unwrap().split("</details>").next().unwrap();
        for exercise in exercises.iter().filter(|exercise| exercise.lesson == lesson) {
            for line in exercise.solutions[0].lines() {
                let verb = line.split(' ').next().unwrap();
                assert!(table.contains(&format!("<code>{verb}</code></th>")), "{lesson}: {verb}");
            }
        }
        // Wherever one can act there is a line for commands.
        assert_eq!(page.matches("mode=\"play\"").count(), page.matches("class=\"try\"").count(), "{lesson}");
        assert_eq!(page.matches("<seqbell-player ").count(), page.matches("height=\"480\"").count(), "{lesson}");
        let words: Vec<&str> = values(page, "href").into_iter().filter(|to| to.contains("learn/words/#")).collect();
        let once: BTreeSet<&&str> = words.iter().collect();
        assert!(words.len() >= 5 && once.len() == words.len(), "{lesson}: {words:?}");
    }
    let doorbell = &files["learn/doorbell/index.html"];
    for word in
        ["nx", "seq", "device-local-aperture", "peek", "g04", "high", "resume-pc-lo", "bytes-that-nobody-printed"]
    {
        assert!(doorbell.contains(&format!("learn/words/#{word}\"")), "{word}");
    }
    let rings = &files["learn/one-write-many-engines/index.html"];
    for word in ["ncfw", "thunk", "unicast", "cluster", "slot", "control-block", "ring-id"] {
        assert!(rings.contains(&format!("learn/words/#{word}\"")), "{word}");
    }
    assert!(files["learn/pause-or-halt/index.html"].contains("learn/words/#rer\""));
    for mark in ["HIGH", "MED", "LOW", "OBSERVED", "INFERRED", "CARRIED", "ABSENT"] {
        let legend =
            files["reference/index.html"].split("class=\"legend\"").nth(1).unwrap().split("</details>").next().unwrap();
        assert!(legend.contains(mark), "{mark}");
    }
}

#[test]
fn an_exercise_says_what_counts_as_a_host_write() {
    let files = pages();
    let page = &files["learn/pause-or-halt/index.html"];
    let rules = page.split("id=\"exercise-pause-it\"").nth(1).unwrap().split("</dl>").next().unwrap();
    let counted = "<code>queue</code>, <code>write</code> counts as one, <code>remote</code> counts as none; looking and waiting are free.";
    assert!(rules.contains(counted), "{rules}");
}

#[test]
fn the_lessons_are_live_and_ask() {
    let files = pages();
    for lesson in ["doorbell", "pause-or-halt", "one-write-many-engines", "what-the-host-sees"] {
        let page = &files[&format!("learn/{lesson}/index.html")];
        assert!(page.matches("<seqbell-player").count() >= 6, "{lesson}");
        assert!(page.matches("class=\"predict\"").count() >= 4, "{lesson}");
        assert!(page.matches("class=\"exercise\"").count() >= 3, "{lesson}");
        assert!(page.matches("class=\"fact\"").count() >= 8, "{lesson}");
    }
}

#[test]
fn facts_link_both_ways_and_lead_into_play() {
    let files = pages();
    let fact = |topic: &str, id: &str| -> serde_json::Value {
        let list: Vec<serde_json::Value> =
            serde_json::from_str(&files[&format!("reference/facts/{topic}.json")]).unwrap();
        list.into_iter().find(|record| record["id"] == id).unwrap()
    };
    let row = fact("routines", "run-state.enter_run.s23");
    let register = fact("csr", "csr.nx.run_state");
    let names = |record: &serde_json::Value, key: &str, id: &str| {
        record[key].as_array().is_some_and(|list| list.iter().any(|other| other == id))
    };
    assert!(names(&row, "to", "csr.nx.run_state"), "{row}");
    assert!(names(&register, "from", "run-state.enter_run.s23"), "{register}");
    assert!(names(&register, "lessons", "doorbell"), "{register}");
    // The link opens where the row is about to run.
    let script = seqbell_script::link::decode(row["play"].as_str().unwrap()).unwrap();
    let mut session = seqbell_script::Session::new(seqbell_script::facts::Generation::Cayman).unwrap();
    session.run_script(&script, &mut |_| {}).unwrap();
    assert_eq!(session.machine().position().pc, 0x2d22);
    assert!(register["play"].is_string());
}

#[test]
fn what_is_wrong_in_a_source_fails_the_build() {
    let fails = |change: &dyn Fn(&mut Sources), says: &str| {
        let mut sources = sources();
        change(&mut sources);
        let problems = build(&sources).unwrap_err();
        assert!(problems.iter().any(|problem| problem.to_string().contains(says)), "{says}: {problems:?}");
    };
    fails(&|s| s.lessons[0].1 += "\nIt is at 0x1234.\n", "`0x1234` is a typed number");
    fails(&|s| s.lessons[0].1 += "\n{{fact:no.such}}\n", "no record is called `no.such`");
    fails(&|s| s.lessons[0].1 += "\n{{exercise:no-such}}\n", "no exercise is called `no-such`");
    fails(&|s| s.lessons[0].1 += "\n## Empty\n\nNothing to do.\n", "a step asks something");
    fails(&|s| s.lessons[0].1 += "\n```seqbell\nexpect state == RUNNING\n```\n", "lessons/01-doorbell.md");
    fails(&|s| drop(s.lessons.remove(3)), "stands in another lesson");
    fails(&|s| s.exercises[0].1 += "\ncolour = 1\n", "colour");
    fails(&|s| s.exercises[0].1 = s.exercises[0].1.replace("goal = ", "goal = \"state == NOWHERE\" #"), "a condition");
}
