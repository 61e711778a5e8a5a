//! Which commands a text uses, and the table that explains them in the words of the language's own help.

use seqbell_figure::escaped;
use seqbell_script::exercise::writes;
use seqbell_script::{HELP, Session, parse_line};
use std::collections::{BTreeMap, BTreeSet};

/// The verb of a line, where it is a command.
pub(crate) fn verb(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    let help = HELP.iter().find(|help| help.verb.eq_ignore_ascii_case(word))?;
    parse_line(line).is_ok_and(|command| command.is_some()).then_some(help.verb)
}

/// The verbs of a script.
pub(crate) fn verbs(script: &str) -> impl Iterator<Item = &'static str> {
    script.lines().filter_map(verb)
}

/// How a command is written.
pub(crate) fn usage(verb: &str) -> &'static str {
    HELP.iter().find(|help| help.verb == verb).map_or("", |help| help.usage)
}

/// The table of some commands, in the order in which a newcomer meets them.
pub(crate) fn table(verbs: &BTreeSet<&'static str>) -> String {
    let rows: String = HELP
        .iter()
        .filter(|help| verbs.contains(help.verb))
        .map(|help| {
            let [verb, what, example] = [help.verb, help.what, help.example()].map(escaped);
            format!(
                "<tr><th scope=\"row\"><code>{verb}</code></th><td>{}</td><td><code>{example}</code></td></tr>",
                ticked(&what)
            )
        })
        .collect();
    format!(
        "<details class=\"commands\" open><summary>Commands of this lesson</summary><div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Commands of this lesson\"><table><thead><tr>\
         <th scope=\"col\">command</th><th scope=\"col\">what it does</th><th scope=\"col\">for example</th></tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
}

/// What stands between backticks as code.
fn ticked(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

/// How many host writes each command costs, tried out with scripts from where a session is.
pub(crate) fn costs<'s>(session: &Session, scripts: impl Iterator<Item = &'s String>) -> BTreeMap<&'static str, u64> {
    let mut costs = BTreeMap::new();
    for script in scripts {
        let mut session = session.clone();
        for line in script.lines() {
            let before = session.timeline().acts().len();
            if session.run_script(line, &mut |_| {}).is_err() {
                break;
            }
            let made = session.timeline().acts().iter().skip(before).map(|act| writes(&act.input)).sum();
            costs.extend(verb(line).map(|verb| (verb, made)));
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use seqbell_script::facts::Generation;

    #[test]
    fn what_commands_cost_is_tried_and_not_said() {
        let session = Session::new(Generation::Cayman).unwrap();
        let scripts =
            ["pc 0x10\nqueue 0xa1 sync=5\nremote 5 0x4\nwrite start_ctrl 1\nuntil state == PAUSED".to_owned()];
        let costs = costs(&session, scripts.iter());
        let expected = [("pc", 2), ("queue", 1), ("remote", 0), ("until", 0), ("write", 1)];
        assert_eq!(costs.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn only_lines_that_could_be_typed_are_commands() {
        assert_eq!(verb("write start_ctrl 1"), Some("write"));
        assert_eq!([verb("write"), verb("run_state"), verb("state == IDLE"), verb("")], [None; 4]);
    }

    #[test]
    fn the_table_says_what_the_language_says() {
        let table = table(&BTreeSet::from(["queue", "write"]));
        assert!(table.find("<code>write</code>") < table.find("<code>queue</code>"), "{table}");
        assert!(table.contains("<code>queue 0xa1 sync=5</code>") && table.contains("<code>sync</code>"), "{table}");
        assert!(!table.contains("remote 5"), "{table}");
    }
}
