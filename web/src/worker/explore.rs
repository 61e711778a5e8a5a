//! The fewest host actions to a goal.

use seqbell_explore::{Bounds, Model, Question, Search, Verdict, extent, replay, sentence, way};
use seqbell_script::parse_condition;

use super::{Tell, session};
use crate::protocol::{Progress, Way};

/// States looked at between two words.
const SLICE: usize = 24;

/// Searches.
///
/// # Errors
/// A sentence: the condition is not one, or the session cannot be made again.
pub fn explore(script: &str, goal: &str, tell: Tell) -> Result<Way, String> {
    let goal = parse_condition(goal).map_err(|error| {
        let hint = if error.hint.is_empty() { String::new() } else { format!(" ({})", error.hint) };
        format!("The goal is no condition: column {}: {}{hint}", error.column, error.message)
    })?;
    tell(&|| Progress { percent: None, words: "making the session again".into() });
    let session = session(script)?;
    let question = Question::Reach(goal).on(&session).map_err(|rejected| rejected.to_string())?;
    let model = Model::new(session.machine(), question, Bounds::default()).map_err(|rejected| rejected.to_string())?;
    let mut search = Search::new(&model);
    while search.advance(SLICE).is_none() {
        let at = search.progress();
        tell(&|| Progress {
            percent: None,
            words: format!("{} states seen, {} actions deep, {} to look at", at.states, at.depth, at.left),
        });
    }
    let answer = search.answer();
    let (text, extent) = (sentence(&model, &answer), extent(&model, &answer));
    Ok(match &answer.verdict {
        Verdict::Found(path) => Way {
            found: true,
            actions: path.moves.len() as u64,
            commands: way(model.question(), path),
            script: replay(&session, model.question(), path, &[text.clone(), extent.clone()]),
            sentence: text,
            extent,
        },
        // The extent is part of these sentences.
        Verdict::Exhausted | Verdict::Bounded(_) | Verdict::Cancelled => Way { sentence: text, ..Way::default() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::session;

    const BOOTED: &str = "write start_ctrl 1\nuntil state == RUNNING\n";

    #[test]
    fn the_commands_lead_to_the_goal_from_here_and_the_script_from_the_start() {
        let mut told = 0;
        let found = explore(BOOTED, "state == PAUSED", &mut |_| told += 1).unwrap();
        assert!(found.found && told > 0);
        // A sync word whose remote word has bit 2: two actions, and none can be left out.
        assert_eq!(found.actions, 2, "{:?}", found.commands);
        for text in [format!("{BOOTED}{}", found.commands.join("\n")), found.script] {
            let end = session(&text).unwrap();
            assert_eq!(end.machine().state().name(), "PAUSED", "{text}");
            assert_eq!(end.checks().failed, 0);
        }
    }

    #[test]
    fn a_goal_out_of_reach_names_the_bound_and_a_bad_one_its_column() {
        let never = explore("", "run_state == 7", &mut |_| {}).unwrap();
        assert!(!never.found && never.commands.is_empty());
        assert!(never.sentence.contains("not reachable within the bound"), "{}", never.sentence);
        assert!(explore("", "state = HALTED", &mut |_| {}).unwrap_err().contains("column"));
        assert!(explore("", "step == 5", &mut |_| {}).unwrap_err().contains("steps"));
        assert!(explore("nonsense", "state == HALTED", &mut |_| {}).unwrap_err().contains("line 1"));
    }
}
