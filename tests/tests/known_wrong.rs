//! Scripts of `known-wrong/` say what should happen and does not yet: the first line of each says why.
//! One that passes is a fault mended: it belongs into `static/scenarios` then.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{fs, path::Path};

#[test]
fn what_is_known_to_be_wrong_is_still_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("known-wrong");
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let script = fs::read_to_string(&path).unwrap();
        let trace = seqbell_tests::run(&script).unwrap();
        assert!(!trace.failures.is_empty(), "{}: mended, so move it to static/scenarios", path.display());
    }
}
