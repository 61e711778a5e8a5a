//! The judge of exercises: what passes, what is a mistake, what breaks a rule, and from which moment on.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use seqbell_script::Session;
use seqbell_script::exercise::{Grade, Rules, Start, Verdict, grade};
use seqbell_script::facts::Generation;

const TO_PAUSE: &str = "queue 0xa1 sync=5\nremote 5 0x4\nwrite start_ctrl 1\nuntil state == PAUSED";

fn rules() -> Rules {
    let mistakes = [
        ("writes(run_state) and run_state == 7", "run_state is an answer."),
        ("state == HALTED and reason == sync_halt", "Bit 2 was clear."),
    ];
    let rules = Rules::parse("state == PAUSED", ["state == HALTED"], mistakes).unwrap();
    Rules { writes: Some(2), steps: Some(1000), ..rules }
}

fn run(setup: &str, script: &str, rules: &Rules) -> Grade {
    let mut session = Session::new(Generation::Cayman).unwrap();
    session.run_script(setup, &mut |_| {}).unwrap();
    let start = Start::of(&session);
    session.run_script(script, &mut |_| {}).unwrap();
    grade(&session, &start, rules)
}

fn verdict(script: &str) -> Verdict {
    run("", script, &rules()).verdict
}

#[test]
fn the_goal_passes_whatever_comes_later() {
    let grade = run("", TO_PAUSE, &rules());
    assert_eq!((grade.verdict, grade.writes), (Verdict::Passed, 2), "{}", grade.says);
    let later =
        run("", &format!("{TO_PAUSE}\nrun 50\nwrite run_state 7\nfault assert\nwrite start_ctrl 1\nrun 900"), &rules());
    assert_eq!(later, grade);
}

#[test]
fn what_the_world_does_and_looking_cost_nothing() {
    let busy = "remote 3 1\nread run_state\nremote 5 0x4\nqueue 0xa1 sync=5\nwrite start_ctrl 1\nuntil state == PAUSED";
    assert_eq!(run("", busy, &rules()).writes, 2);
    assert_eq!(run("", "pc 0x40\nring m2s engine=0 queue=0 count=1\ndrain\npoke 0x1002081038 1", &rules()).writes, 5);
}

#[test]
fn a_mistake_has_its_own_words() {
    let clear = run("", "queue 0xa1\nwrite start_ctrl 1\nuntil state == HALTED", &rules());
    assert_eq!((clear.verdict, clear.says.as_str()), (Verdict::Wrong, "Bit 2 was clear."));
    assert_eq!(run("", "write run_state 7", &rules()).says, "run_state is an answer.");
    // A mistake that the learner has gone back from is no mistake any more.
    assert_eq!(verdict("step 5\nwrite run_state 7\nstep 2\nback 3"), Verdict::NotYet);
}

#[test]
fn a_broken_rule_is_broken_for_ever_unless_taken_back() {
    let fatal = "write start_ctrl 1\nuntil state == RUNNING\nfault assert\nuntil state == HALTED_FATAL";
    let grade = run("", fatal, &rules());
    assert_eq!(grade.verdict, Verdict::Broken);
    assert!(grade.says.contains("state == HALTED"), "{}", grade.says);
    assert_eq!(
        verdict(&format!("{fatal}\nundo\nqueue 0xa1 sync=5\nremote 5 4\nuntil state == PAUSED")),
        Verdict::Passed
    );
}

#[test]
fn limits_are_counted_to_the_goal() {
    assert_eq!(verdict(&format!("write lr[7] 1\n{TO_PAUSE}")), Verdict::Broken);
    assert_eq!(verdict(&format!("run 900\n{TO_PAUSE}")), Verdict::Broken);
    let grade = run("", &format!("run 100\n{TO_PAUSE}"), &rules());
    let plain = run("", TO_PAUSE, &rules());
    assert_eq!((grade.verdict, plain.steps < 1000), (Verdict::Passed, true));
    assert!(grade.steps >= plain.steps);
}

#[test]
fn what_was_before_the_learner_counts_for_nothing() {
    let halted = "queue 0xa1\nwrite start_ctrl 1\nuntil state == HALTED\nuntil routine == enter_run\nrun 30";
    let goal = Rules {
        writes: Some(1),
        ..Rules::parse("state == RUNNING", ["writes(run_state) and run_state != 1"], []).unwrap()
    };
    let grade = run(halted, "write start_ctrl 1\nuntil state == RUNNING", &goal);
    assert_eq!((grade.verdict, grade.writes), (Verdict::Passed, 1), "{}", grade.says);
    // The steps between the last action of the setup and its end are not the learner's either.
    let never = Rules::parse("flag == 0", ["state == IDLE"], []).unwrap();
    let setup = "write start_ctrl 1\nuntil state == RUNNING";
    assert_eq!(run(setup, "drain\nuntil flag == 0", &never).verdict, Verdict::Passed);
}

#[test]
fn an_exercise_whose_beginning_was_changed_is_not_judged() {
    assert_eq!(run("run 20", "back 5", &rules()).verdict, Verdict::Broken);
    assert_eq!(run("run 20\nremote 1 1", &format!("back 5\n{TO_PAUSE}"), &rules()).verdict, Verdict::Broken);
    assert_eq!(run("", "generation mariana\nrun 5", &rules()).verdict, Verdict::NotYet);
}

#[test]
fn a_register_that_is_not_there_holds_nothing() {
    let mut session = Session::new(Generation::Sunda).unwrap();
    let start = Start::of(&session);
    session.exec("run 10", &mut |_| {}).unwrap();
    let rules = Rules::parse("0x04000008 == 0", [], []).unwrap();
    assert_eq!(grade(&session, &start, &rules).verdict, Verdict::NotYet);
    assert!(Rules::parse("state = PAUSED", [], []).is_err());
}

#[test]
fn who_has_done_nothing_yet_has_done_nothing_wrong() {
    // The mistake is a thing that is not done; it holds from the start on.
    let still =
        Rules::parse("state == RUNNING", [], [("state == PAUSED and flag == 0", "Ring the doorbell.")]).unwrap();
    assert_eq!(run(TO_PAUSE, "", &still).verdict, Verdict::NotYet);
    assert_eq!(run(TO_PAUSE, "run 10", &still).verdict, Verdict::NotYet);
    let tried = run(TO_PAUSE, "write run_state 1\nrun 10", &still);
    assert_eq!((tried.verdict, tried.says.as_str()), (Verdict::Wrong, "Ring the doorbell."));
}
