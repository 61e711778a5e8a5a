//! The same scenarios natively and in WebAssembly: every trace is the golden one in both, byte for byte, digest included.
//! The golden traces are embedded, so nothing here reads a file.

use seqbell_script::core::Input;
use seqbell_script::facts::Generation;
use seqbell_script::{Session, describe};
use seqbell_tests::{SCENARIOS, golden, run};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_trace_is_the_golden_one() {
    assert!(SCENARIOS.len() > 100);
    for scenario in SCENARIOS {
        let trace = run(scenario.text).unwrap();
        let digest = format!("digest {:#018x}\n", trace.digest());
        let expected = scenario.golden.unwrap();
        assert!(expected.ends_with(&digest), "{}: {digest}", scenario.name);
        assert_eq!(golden(scenario, &trace).unwrap(), expected, "{}", scenario.name);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn wide_numbers_keep_every_digit() {
    for wide in [u64::MAX, (1 << 53) + 1, 0x8000_0000_0000_0001] {
        let mut session = Session::new(Generation::Cayman).unwrap();
        let mut told = Vec::new();
        let line = format!("pc {wide}");
        session.exec(&line, &mut |report| told.push(format!("{report:?}"))).unwrap();
        session.exec("write start_ctrl 1", &mut |_| {}).unwrap();
        session.exec("until routine == sunda_loop", &mut |_| {}).unwrap();
        assert_eq!(session.machine().work_pc(), Some(wide));
        assert_eq!(*session.commands()[0], *format!("pc {wide:#x}"));
        let event = session.timeline().events_since(0, 1)[0];
        assert_eq!((describe(&event), told.len()), (format!("pc {wide:#x}"), 1));
        assert_eq!(session.timeline().acts()[0].input, Input::Pc(wide));
    }
}
