//! The gallery: the scenarios that lie beside the page, by what they are about. Their list is a text of its own, which is
//! loaded when somebody looks: a path and a note in each line.

use super::Text;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its path below `scenarios/`.
    pub path: Text,
    /// What it is about, by folder; empty for the first ones to look at.
    pub group: Text,
    /// Its name in words.
    pub name: Text,
    /// What it shows.
    pub note: Text,
}

/// The scenarios of a list.
pub fn scenarios(list: &str) -> Vec<Scenario> {
    list.lines().filter_map(|line| line.split_once('\t')).map(|(path, note)| scenario(path, note)).collect()
}

fn scenario(path: &str, note: &str) -> Scenario {
    let (group, file) = path.rsplit_once('/').unwrap_or(("", path));
    let name = file.strip_suffix(".bell").unwrap_or(file).replace("--", ": ").replace('-', " ");
    Scenario {
        path: path.to_owned().into(),
        group: group.to_owned().into(),
        name: name.into(),
        note: note.to_owned().into(),
    }
}

/// Whether a scenario holds every word of a search, in any case.
pub fn matches(scenario: &Scenario, search: &str) -> bool {
    let text = format!("{} {} {}", scenario.path, scenario.name, scenario.note).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{matches, scenarios};

    #[test]
    fn a_line_is_a_scenario() {
        let all = scenarios("boot-to-running.bell\tThe boot chain.\nfaults/signal-11.bell\tA signal.\nnonsense\n");
        assert_eq!(all.len(), 2);
        let last = all.last().expect("two lines are scenarios");
        assert_eq!((last.group.as_str(), last.name.as_str(), last.note.as_str()), ("faults", "signal 11", "A signal."));
        assert!(matches(last, "SIGNAL 11 fault") && !matches(last, "boot"));
    }
}
