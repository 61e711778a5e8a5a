//! The stage: what the clock plays, what a restart leads to, what counts as reached.

use super::*;
use crate::options::Attributes;
use seqbell_script::core::RunState;

const PAUSE: &str = "pc 0x1000200000\nuntil state == IDLE\nwrite start_ctrl 1\nuntil state == RUNNING\nremote 5 4\nqueue 0xa1 sync=5\nuntil state == PAUSED\n";

fn stage(attributes: Attributes) -> Stage {
    Stage::new(Options::read(&attributes).unwrap()).unwrap()
}

fn at(step: &str) -> Attributes {
    Attributes {
        script: PAUSE.into(),
        at: Some(step.into()),
        goal: Some("state == PAUSED".into()),
        ..Attributes::default()
    }
}

#[test]
fn the_clock_plays_what_the_script_did_with_its_host_actions() {
    let whole = stage(Attributes { at: None, ..at("0") });
    let mut played = stage(at("0"));
    assert_eq!(played.desk().machine().steps(), 0);
    played.act(Action::Play);
    for now_ms in (0..10_000_000).step_by(1000) {
        played.act(Action::Tick(Tick { now_ms, slice: 0 }));
        if played.desk().machine().steps() >= whole.desk().machine().steps() {
            break;
        }
    }
    assert_eq!(played.desk().machine().state(), RunState::Paused);
    assert_eq!(played.desk().machine(), whole.desk().machine());
    assert_eq!(played.desk().session().timeline().digest(), whole.desk().session().timeline().digest());
}

#[test]
fn restart_leads_to_the_same_moment() {
    let mut stage = stage(at("40"));
    let before = stage.desk().session().timeline().digest();
    stage.act(Action::Command("write start_ctrl 0".into()));
    stage.act(Action::Command("step 9".into()));
    assert_ne!(stage.desk().session().timeline().digest(), before);
    stage.restart().unwrap();
    assert_eq!(stage.desk().session().timeline().digest(), before);
}

#[test]
fn a_goal_counts_only_once_it_was_reached() {
    let mut stage = stage(Attributes {
        script: "until state == IDLE".into(),
        goal: Some("state == RUNNING".into()),
        ..Attributes::default()
    });
    assert!(!stage.reached());
    stage.act(Action::Command("write start_ctrl 1".into()));
    stage.act(Action::Command("run 500".into()));
    assert!(stage.reached());
}

#[test]
fn the_picture_aims_at_the_doorbell_that_was_rung() {
    let ring = "ring s2m group=2 bitmap=0x00f0 queue=5 count=3";
    let stage = stage(Attributes { script: ring.into(), ..Attributes::default() });
    assert_eq!((stage.bell.target, stage.bell.queue, stage.bell.mask), (Target::Group(2), 5, 0x00f0));
}

#[test]
fn a_script_that_is_wrong_says_where() {
    for (script, line) in
        [("until state == IDLE\nwrite strat_ctrl 1", 2), ("step 2\n\nring m2s group=99 queue=0 count=1", 3)]
    {
        let options = Options::read(&Attributes { script: script.into(), ..Attributes::default() }).unwrap();
        assert_eq!(Stage::new(options).unwrap_err().line, line, "{script}");
    }
}
