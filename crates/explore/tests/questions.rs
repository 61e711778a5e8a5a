//! What the search answers, checked by replaying the answers and by trying every sequence of actions without a search.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use seqbell_explore::{
    Answer, Bounds, End, Limit, Model, Node, Path, Question, Rejected, Search, Verdict, replay, search,
};
use seqbell_script::core::Input;
use seqbell_script::core::csr::Csr;
use seqbell_script::facts::Generation;
use seqbell_script::facts::routine::{ROWS, Subject, Test, When};
use seqbell_script::{Session, parse_condition};
use std::ops::ControlFlow;

fn session(setup: &str) -> Session {
    let mut session = Session::new(Generation::Cayman).unwrap();
    session.run_script(setup, &mut |_| {}).unwrap();
    session
}

fn cond(text: &str) -> seqbell_script::Cond {
    parse_condition(text).unwrap()
}

fn ask(setup: &str, question: Question, bounds: Bounds, threads: usize) -> (Session, Question, Answer) {
    let session = session(setup);
    let question = question.on(&session).unwrap();
    let model = Model::new(session.machine(), question.clone(), bounds).unwrap();
    let answer = search(&model, threads, &mut |_| ControlFlow::Continue(()));
    (session, question, answer)
}

/// The shortest path to the goal, after the script has shown that it leads there.
fn reached(setup: &str, question: Question) -> Path {
    let (session, question, answer) = ask(setup, question, Bounds::default(), 2);
    let Verdict::Found(path) = answer.verdict else { panic!("{question}: {:?}", answer.verdict) };
    let script = replay(&session, &question, &path, &["a heading".to_owned()]);
    let mut again = Session::new(Generation::Cayman).unwrap();
    let checks = again.run_script(&script, &mut |_| {}).unwrap();
    assert_eq!(checks.failed, 0, "{script}");
    assert!(checks.passed > 0, "{script}");
    assert!(script.starts_with("# a heading\ngeneration "), "{script}");
    path
}

fn actions(setup: &str, goal: &str) -> usize {
    reached(setup, Question::Reach(cond(goal))).moves.len()
}

#[test]
fn the_fewest_actions() {
    assert_eq!(actions("", "state == RESET"), 0);
    assert_eq!(actions("", "state == IDLE"), 0);
    assert_eq!(actions("", "state == RUNNING"), 1);
    // A sync op and the doorbell; the remote word is 0 after power-up, which halts.
    assert_eq!(actions("", "state == HALTED"), 2);
    assert_eq!(actions("", "state == PAUSED"), 3);
    assert_eq!(actions("", "state == HALTED_FATAL"), 2);
    // EXT_BREAK needs the halt request beside it.
    assert_eq!(actions("", "reason == 8"), 3);
    assert_eq!(actions("", "state == RUNNING and run_state == 2"), 4);
}

#[test]
fn values_that_the_goal_names_are_tried() {
    assert_eq!(actions("", "work_pc == 0x1234500000"), 2);
    assert_eq!(actions("", "lr[3] == 0x40 and lr[4] == 0x12"), 1);
    assert_eq!(actions("", "lr[7] == 0xcafe"), 1);
    assert_eq!(actions("", "0x0400_0004 == 9"), 1);
    assert_eq!(actions("", "tail(m2s, engine=3, queue=1) == 12 and head(m2s, engine=3, queue=1) == 12"), 2);
    assert_eq!(actions("", "overrun(s2m, engine=131, queue=15) == 1"), 1);
}

#[test]
fn from_a_moment_in_the_past_of_nobody() {
    assert_eq!(actions("write start_ctrl 1\nuntil state == RUNNING\nbreak state == PAUSED", "state == PAUSED"), 2);
    // The host may act before the machine waits: once it has run on, the sync op has long halted it.
    let busy = "queue 0xa1\nwrite start_ctrl 1\nuntil state == RUNNING";
    let path = reached(busy, Question::Reach(cond("state == PAUSED")));
    assert_eq!((path.before, path.moves.len()), (0, 1));
    let sunda = "generation sunda\nwrite start_ctrl 1\nuntil run_state == 1";
    assert_eq!(actions(sunda, "state == PAUSED and run_state == 2"), 2);
    assert_eq!(actions("assume reset_stalled held", "state == RUNNING"), 2);
    assert_eq!(actions("assume run_entry dispatcher", "state == RUNNING"), 2);
}

/// Every sequence of at most `left` actions, one after the other, without keys and without a search.
fn brute(model: &Model, from: &Node, left: usize) -> Option<usize> {
    if from.end == End::Answered {
        return Some(0);
    }
    if left == 0 {
        return None;
    }
    let after = |action: &Input| brute(model, &model.next(from, *action)?, left - 1);
    model.actions().iter().filter_map(after).min().map(|n| n + 1)
}

#[test]
fn no_sequence_of_actions_is_shorter() {
    for (setup, goal) in [
        ("", "state == HALTED"),
        ("", "state == HALTED_DEBUG and reason == 64"),
        ("", "state == IDLE and run_state == 1"),
        ("write start_ctrl 1\nuntil state == RUNNING", "state == PAUSED"),
        ("write start_ctrl 1\nuntil state == RUNNING", "state == HALTED and lr[3] == 0x40"),
        ("write start_ctrl 1\nuntil state == RUNNING", "work_pc == 0x80"),
    ] {
        let (session, question, answer) = ask(setup, Question::Reach(cond(goal)), Bounds::default(), 1);
        let Verdict::Found(path) = answer.verdict else { panic!("{goal}: {:?}", answer.verdict) };
        let model = Model::new(session.machine(), question, Bounds { waiting: 9, ..Bounds::default() }).unwrap();
        let least = model.roots().iter().filter_map(|root| brute(&model, root, 2)).min();
        assert_eq!(least, Some(path.moves.len()), "{goal}");
    }
}

#[test]
fn what_cannot_be_reached_names_the_bound() {
    let fatal = "write start_ctrl 1\nqueue 0xe2\nuntil state == HALTED_FATAL";
    let (_, _, answer) = ask(fatal, Question::Reach(cond("state == RUNNING")), Bounds::default(), 1);
    assert_eq!(answer.verdict, Verdict::Exhausted);
    let bounds = Bounds { actions: 1, ..Bounds::default() };
    let (_, _, answer) = ask("", Question::Reach(cond("state == PAUSED")), bounds, 1);
    assert_eq!(answer.verdict, Verdict::Bounded(Limit::Actions));
    let bounds = Bounds { states: 20, ..Bounds::default() };
    let (_, _, answer) = ask("", Question::Reach(cond("flag == 7")), bounds, 1);
    assert_eq!(answer.verdict, Verdict::Bounded(Limit::States));
    let deaf = "assume halted_doorbell always-deaf\nwrite start_ctrl 1\nqueue 0xa1\nuntil state == HALTED\nrun 300";
    let (_, _, answer) = ask(deaf, Question::Reach(cond("state == ENTERING_RUN")), Bounds::default(), 1);
    assert_eq!(answer.verdict, Verdict::Exhausted);
}

#[test]
fn invariants() {
    let fatal = "write start_ctrl 1\nqueue 0xe2\nuntil state == HALTED_FATAL\nrun 50";
    let broken = |setup: &str, question: Question| reached(setup, question).moves.len();
    let holds = |setup: &str, question: Question| {
        let (_, _, answer) = ask(setup, question, Bounds { actions: 3, ..Bounds::default() }, 2);
        assert!(!matches!(answer.verdict, Verdict::Found(_)), "{:?}", answer.verdict);
    };
    holds(fatal, Question::Always(cond("state == HALTED_FATAL and flag == 0")));
    holds("", Question::Never(cond("state == RUNNING and flag == 7")));
    // The published state lags behind: a host that reads 2 cannot tell.
    assert_eq!(broken("", Question::Always(cond("not (run_state == 2 and state == RUNNING)"))), 4);
    assert_eq!(broken("", Question::Never(cond("state == PAUSED"))), 3);
    holds("", Question::LeadsTo(cond("state == ENTERING_RUN"), cond("state == RUNNING")));
    assert_eq!(broken("", Question::LeadsTo(cond("state == RUNNING"), cond("state == HALTED"))), 1);
    // An unknown breaks no rule: nothing is stored in the flag before the boot chain has run.
    holds("", Question::Always(cond("halt_reason <= 64")));
}

#[test]
fn the_answer_does_not_depend_on_threads_or_slices() {
    let question = || Question::Reach(cond("state == RUNNING and run_state == 2"));
    let answers: Vec<Answer> = [1, 2, 3, 7].into_iter().map(|n| ask("", question(), Bounds::default(), n).2).collect();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    let session = session("");
    let model = Model::new(session.machine(), question().on(&session).unwrap(), Bounds::default()).unwrap();
    let mut sliced = Search::new(&model);
    while sliced.advance(1).is_none() {}
    assert_eq!(sliced.answer(), answers[0]);
}

#[test]
fn a_search_can_be_cancelled_and_tells_how_far_it_came() {
    let session = session("");
    let model = Model::new(session.machine(), Question::Reach(cond("flag == 7")), Bounds::default()).unwrap();
    let mut told = 0;
    let answer = search(&model, 1, &mut |progress| {
        told = progress.states;
        if progress.states > 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(answer.verdict, Verdict::Cancelled);
    assert!(told > 60 && answer.progress.states == told);
}

#[test]
fn questions_about_steps_are_rejected() {
    let session = session("");
    let asked = Model::new(session.machine(), Question::Reach(cond("step > 5")), Bounds::default());
    assert_eq!(asked.err(), Some(Rejected::CountsSteps));
    let nowhere = Question::Reach(cond("0x0500_0000 == 1")).on(&session);
    assert!(matches!(nowhere, Err(Rejected::Refused(_))));
}

#[test]
fn the_host_never_writes_what_the_firmware_publishes() {
    let session = session("");
    let goal = Question::Reach(cond("run_state == 3 and lr[3] == 7"));
    let model = Model::new(session.machine(), goal, Bounds::default()).unwrap();
    let writes = |csr: Csr| model.actions().iter().any(|a| matches!(a, Input::Write { csr: c, .. } if *c == csr));
    assert!(!writes(Csr::RUN_STATE) && !writes(Csr::RESUME_PC_LO) && writes(Csr::START_CTRL));
    assert!(model.actions().contains(&Input::Pc(7)));
}

/// PCs are left out of a state unless the goal asks for one: no row may decide by them, nor by the iteration count.
#[test]
fn no_row_decides_by_what_a_state_leaves_out() {
    use seqbell_script::facts::routine::{Act, Mem};
    let pcs = [Csr::RESUME_PC_LO.0, Csr::RESUME_PC_HI.0];
    let subjects = ROWS.iter().flat_map(|row| {
        let when = if let When::Test(test) = row.when { Some(test) } else { None };
        let act = if let Act::Branch { test, .. } = row.act { Some(test) } else { None };
        when.into_iter().chain(act)
    });
    for test in subjects {
        let Test::Compare { subject, .. } = test else { continue };
        match subject {
            Subject::Csr(offset) => assert!(!pcs.contains(&offset)),
            Subject::Mem(cell) => assert_ne!(cell, Mem::HwIter),
            Subject::Last | Subject::Arg => {}
        }
    }
}
