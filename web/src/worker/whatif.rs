//! Which of the things nobody knows would change what the host sees.

use seqbell_script::core::facts::{OptionFact, Switch};
use seqbell_script::{Matters, Variant};

use super::{Tell, percent, session};
use crate::protocol::{OptionRow, Progress, SwitchRow, WhatIf};

/// Runs the session once for every option of every switch.
///
/// # Errors
/// A sentence: the session cannot be made again.
pub fn whatif(script: &str, tell: Tell) -> Result<WhatIf, String> {
    tell(&|| Progress { percent: Some(0), words: "making the session again".into() });
    let steps = session(script)?.machine().steps();
    let found = seqbell_script::whatif(script, &mut |done, all| {
        tell(&|| Progress { percent: percent(done as u64, all as u64), words: format!("{done} of {all} variants") });
        true
    });
    let found = found.map_err(|error| error.message)?;
    Ok(WhatIf { steps, switches: found.into_iter().map(switch).collect() })
}

fn switch(matters: Matters) -> SwitchRow {
    let Matters { switch, base, variants } = matters;
    let fact = switch.fact();
    SwitchRow {
        name: switch.name().into(),
        title: fact.title.into(),
        fact: fact.id.into(),
        base: option(switch, base).map_or("", |option| option.token).into(),
        options: variants.into_iter().filter_map(|variant| row(switch, variant)).collect(),
    }
}

fn row(switch: Switch, variant: Variant) -> Option<OptionRow> {
    let OptionFact { token, label, .. } = option(switch, variant.option)?;
    Some(OptionRow { token: (*token).into(), label: (*label).into(), step: variant.step, what: variant.what })
}

fn option(switch: Switch, n: u8) -> Option<&'static OptionFact> {
    switch.fact().options.get(usize::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_resume_the_switch_that_decides_what_is_read_is_named() {
        let script = "remote 5 4\nwrite start_ctrl 1\nuntil state == RUNNING\nqueue 0xa1 sync=5\nuntil state == PAUSED\n\
                      write start_ctrl 1\nuntil state == RUNNING\nread run_state\n";
        let mut last = String::new();
        let found = whatif(script, &mut |progress| last = progress().words).unwrap();
        let row = found.switches.iter().find(|row| row.name == "resume_republish").unwrap();
        let both = row.options.iter().find(|option| option.token == "both").unwrap();
        assert!(both.step.is_some() && both.what.contains("run_state reads 0x1"), "{both:?}");
        assert!(!found.switches.iter().any(|row| row.name == "sunda_algorithm"), "a Cayman session");
        let (done, all) = last.split_once(" of ").unwrap();
        assert_eq!(format!("{done} variants"), all, "the last word is the end");
    }
}
