use seqbell_explore::*;
use seqbell_script::{Session, parse_condition, facts::Generation};
use std::ops::ControlFlow;
#[test]
fn scratch() {
  for waiting in [1, 2] {
    for goal in ["flag == 7"] {
        let session = Session::new(Generation::Cayman).unwrap();
        let q = Question::Reach(parse_condition(goal).unwrap()).on(&session).unwrap();
        let m = Model::new(session.machine(), q.clone(), Bounds{waiting, actions: 40, ..Bounds::default()}).unwrap();
        let t = std::time::Instant::now();
        let mut last = 0;
        let a = search(&m, 2, &mut |p| { if p.depth != last { last = p.depth;  } if t.elapsed().as_secs() > 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) } });
        println!("{goal}: {} actions, {:?} {:?}", m.actions().len(), a.progress, t.elapsed());
        println!("{:?}", a.verdict);
    }
  }
}
