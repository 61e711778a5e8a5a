//! The reference: a page, an index of all records, and what they say, a file for each topic.
//!
//! What links to what is worked out here: ids and register names in what a record says, both ways, and the lessons.

use crate::learn::Course;
use crate::shell::{Place, Shell};
use crate::words::Words;
use crate::{Catalog, Files, catalog};
use seqbell_script::facts::Generation;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Writes the page and its data.
pub(crate) fn write(catalog: &Catalog, course: &Course, ways: &BTreeMap<String, String>, files: &mut Files) {
    let links = Links::of(catalog);
    let mut index = Vec::new();
    let mut topics: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (id, record) in catalog.iter() {
        let file = catalog::text(record, "file");
        index.push(json!([
            id,
            catalog::text(record, "kind"),
            file,
            catalog::text(record, "confidence"),
            catalog::text(record, "basis"),
            generations(catalog, record),
        ]));
        let mut full = record.clone();
        links.add(id, &mut full);
        full.extend(ways.get(id).map(|link| ("play".to_owned(), json!(link))));
        let lessons: Vec<&str> =
            course.lessons.iter().filter(|lesson| lesson.facts.contains_key(id)).map(|l| l.id.as_str()).collect();
        if !lessons.is_empty() {
            full.insert("lessons".to_owned(), json!(lessons));
        }
        topics.entry(file).or_default().push(Value::Object(full));
    }
    for (file, records) in &topics {
        files.insert(format!("reference/facts/{file}.json"), Value::from(records.clone()).to_string());
    }
    files.insert("reference/facts/index.json".to_owned(), Value::from(index).to_string());
    files.insert("reference/index.html".to_owned(), page(topics.keys().copied(), &course.words));
}

/// The generations that a record, or the one it is in, names.
fn generations(catalog: &Catalog, record: &Map<String, Value>) -> Vec<String> {
    let fields = &record["fields"];
    let mut named: Vec<String> =
        fields.get("generation").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    let list = fields.get("generations").and_then(Value::as_array);
    named.extend(list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    named.retain(|name| Generation::parse(name).is_some());
    match (named.is_empty(), catalog.get(catalog::text(record, "parent"))) {
        (true, Some(parent)) => generations(catalog, parent),
        (_, _) => named,
    }
}

/// Which record names which.
struct Links {
    to: BTreeMap<String, BTreeSet<String>>,
    from: BTreeMap<String, BTreeSet<String>>,
}

impl Links {
    fn of(catalog: &Catalog) -> Self {
        let mut links = Self { to: BTreeMap::new(), from: BTreeMap::new() };
        for (id, record) in catalog.iter() {
            let mut named = BTreeSet::new();
            words(&record["fields"], &mut named);
            words(record.get("note").unwrap_or(&Value::Null), &mut named);
            for name in named.iter().filter_map(|word| known(catalog, word)).filter(|name| *name != id) {
                links.to.entry(id.to_owned()).or_default().insert(name.clone());
                links.from.entry(name).or_default().insert(id.to_owned());
            }
        }
        links
    }

    fn add(&self, id: &str, record: &mut Map<String, Value>) {
        for (key, list) in [("to", self.to.get(id)), ("from", self.from.get(id))] {
            record.extend(list.map(|list| (key.to_owned(), json!(list))));
        }
    }
}

/// The record that a word names: an id, or a register of the local file.
fn known(catalog: &Catalog, word: &str) -> Option<String> {
    let register = || [format!("csr.{word}"), format!("csr.nx.{word}"), format!("csr.general.{word}")];
    std::iter::once(word.to_owned())
        .filter(|word| word.len() > 2 && !is_plain(word))
        .chain(register())
        .find(|id| catalog.get(id).is_some())
}

/// Whether a word could stand in any sentence: `marker` is an id as well, but who says marker does not mean the record.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_lowercase())
}

fn words(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let split = |c: char| !(c.is_alphanumeric() || "._-[]".contains(c));
            found.extend(text.split(split).map(|word| word.trim_matches(['.', '-']).to_owned()));
        }
        Value::Array(list) => list.iter().for_each(|value| words(value, found)),
        Value::Object(map) => map.values().for_each(|value| words(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn options<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    words.into_iter().map(|(value, label)| format!("<option value=\"{value}\">{label}</option>")).collect()
}

fn select(name: &str, label: &str, options: &str) -> String {
    format!(
        "<label>{label}<select class=\"field\" name=\"{name}\"><option value=\"\">any</option>{options}</select></label>"
    )
}

fn page<'a>(topics: impl Iterator<Item = &'a str> + Clone, words: &Words) -> String {
    let same = |word: &'static str| (word, word);
    let generations = Generation::ALL.iter().map(|g| (g.token(), g.label())).chain([("none", "names none")]);
    let filters = [
        select("confidence", "Confidence", &options(["HIGH", "MED", "LOW"].map(same))),
        select("basis", "Basis", &options(["OBSERVED", "CARRIED", "INFERRED", "ABSENT"].map(same))),
        select("generation", "Generation", &options(generations)),
        select("topic", "Topic", &options(topics.clone().map(|topic| (topic, topic)))),
    ]
    .concat();
    let plain: String = topics.map(|topic| format!("<li><a href=\"facts/{topic}.json\">{topic}</a></li>")).collect();
    let legend = words.legend("../");
    let main = format!(
        "<div class=\"reference\">\n<h1>Reference</h1>\n<p class=\"lead\">Every fact that the simulator rests on, with how well it is known and where it is from.</p>\n\
         <form class=\"filters\" role=\"search\" id=\"filters\"><label class=\"words\">Words, or a number in any spelling\
         <input class=\"field\" type=\"search\" name=\"q\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" placeholder=\"run_state resume\"></label>{filters}</form>\n\
         <details class=\"legend\" open><summary>What the marks mean</summary><div>{legend}</div></details>\n\
         <p id=\"count\" role=\"status\">Loading the facts.</p>\n<div id=\"facts\"></div>\n\
         <p><button type=\"button\" class=\"button\" id=\"more\" hidden>Show more</button></p>\n\
         <noscript><p>The list needs a script. These files hold the same facts:</p><ul>{plain}</ul></noscript>\n</div>"
    );
    Shell {
        place: Place::Reference,
        root: "../",
        title: "Seqbell: reference",
        about: "Every fact about the run-state machine and the DMA doorbells, with its evidence.",
        scripts: &["reference.js"],
        player: false,
    }
    .page(&main)
}
