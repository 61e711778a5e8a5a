//! `why`, `whatif` and `compare` from outside.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test ends where something is not right")]

mod common;

use common::{scenario, seqbell};
use serde_json::Value;

const RUNNING: &str = "write start_ctrl 1\nuntil state == RUNNING\n";
const PAUSE: &str = "write start_ctrl 1\nqueue 0xa1 sync=5\nremote 5 4\nuntil state == PAUSED\nwrite start_ctrl 1\nuntil state == RUNNING\nrun 50\n";

fn json(arguments: &[&str], script: &str) -> Value {
    let ran = seqbell(arguments, script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect(&ran.out)
}

#[test]
fn why_is_told_newest_first_and_indented() {
    let ran = seqbell(&["why", "-", "--of", "run_state"], RUNNING);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "run_state is 0x00000001 at step 64");
    let parts = [
        ("made by", "0x02d22"),
        ("  control", "0x02cb7"),
        ("    data", "0x02cb3"),
        ("      data", "write start_ctrl 1"),
    ];
    assert_eq!(lines.len(), 1 + parts.len());
    for (line, (start, part)) in lines[1..].iter().zip(parts) {
        assert!(line.starts_with(start) && line.contains(part), "{line}: {start}, {part}");
    }
}

#[test]
fn why_answers_for_an_earlier_step() {
    let chain = |at: &[&str]| {
        let arguments = [&["why", "-", "--of", "state", "--json"], at].concat();
        json(&arguments, RUNNING)["chain"].as_array().unwrap().clone()
    };
    assert_eq!(chain(&[])[0]["event"]["state"], "RUNNING");
    assert_eq!(chain(&["--at", "40"])[0]["event"]["state"], "ENTERING_RUN");
    assert!(chain(&["--at", "0"]).is_empty());
    assert_eq!(seqbell(&["why", "-", "--of", "state", "--at", "65"], RUNNING).code, 2, "the script makes 64 steps");
}

#[test]
fn why_refuses_what_it_cannot_explain_and_points_at_what_it_cannot_read() {
    for of in ["pc", "step", "routine", "head(m2s, engine=0, queue=1)", "nonsense", "state state", ""] {
        let ran = seqbell(&["why", "-", "--of", of], RUNNING);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{of}");
        assert!(ran.err.contains("--of"), "{of}: {}", ran.err);
    }
}

#[test]
fn an_address_in_the_aperture_is_a_register_too() {
    let named = json(&["why", "-", "--of", "run_state", "--json"], RUNNING);
    let by_address = json(&["why", "-", "--of", "0x04000008", "--json"], RUNNING);
    assert_eq!(named["chain"], by_address["chain"]);
}

#[test]
fn whatif_names_what_matters_and_nothing_else() {
    let found = json(&["whatif", "-", "--json"], PAUSE);
    let names: Vec<&str> =
        found["switches"].as_array().unwrap().iter().map(|s| s["switch"].as_str().unwrap()).collect();
    assert!(names.contains(&"resume_republish"), "{names:?}");
    for other in
        ["marker_polarity", "unlisted_thunks", "length_rule", "saved_pc", "channel_descriptor", "sync_halt_marker"]
    {
        assert!(!names.contains(&other), "no ring, no thunk and no halt in this script: {other}");
    }
    let republish = found["switches"].as_array().unwrap().iter().find(|s| s["switch"] == "resume_republish").unwrap();
    assert_eq!((&republish["base"], &republish["fact"]), (&Value::from("flag-only"), &Value::from("G11")));
    let option = |name: &str| republish["options"].as_array().unwrap().iter().find(|o| o["option"] == name).unwrap();
    assert!(option("both")["what"].as_str().unwrap().starts_with("nx.run_state reads 0x1"), "{republish}");
    // What only flag and state tell apart, no host can see.
    assert_eq!(option("neither")["what"], Value::Null, "{republish}");
}

#[test]
fn whatif_says_where_the_difference_begins() {
    let found = json(&["whatif", "-", "--json"], PAUSE);
    let republish = found["switches"].as_array().unwrap().iter().find(|s| s["switch"] == "resume_republish").unwrap();
    let step = republish["step"].as_u64().unwrap();
    // The same by hand: the variant, and the step at which it stores 1 a second time.
    let variant = seqbell(&["run", "-", "--format", "jsonl"], &format!("assume resume_republish both\n{PAUSE}"));
    let events: Vec<Value> = variant.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let stores = events.iter().filter(|e| e["place"] == "nx.run_state" && e["value"] == "0x1");
    assert_eq!(stores.map(|e| e["step"].as_u64().unwrap()).collect::<Vec<_>>().last(), Some(&step));
}

#[test]
fn whatif_does_not_mind_what_the_variants_expect() {
    let script = format!("{PAUSE}expect run_state == 2\n");
    assert_eq!(seqbell(&["whatif", "-"], &script).code, 0);
    assert_eq!(seqbell(&["whatif", "-"], "write nonsense 1\n").code, 2, "the script itself must run");
    assert!(seqbell(&["whatif", "-"], "note nothing\n").out.contains("no open assumption"));
}

#[test]
fn compare_shows_the_first_difference_and_the_later_ones() {
    let folder = std::env::temp_dir().join(format!("seqbell-compare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let early = file("early.bell", "write start_ctrl 1\nuntil state == RUNNING\n");
    // Rung one pass of the poll later: the action alone differs until then.
    let late = file("late.bell", "run 36\nwrite start_ctrl 1\nuntil state == RUNNING\n");
    let found = json(&["compare", &early, &late, "--json", "--limit", "100"], "");
    let steps: Vec<u64> =
        found["differences"].as_array().unwrap().iter().map(|d| d["step"].as_u64().unwrap()).collect();
    assert_eq!(steps[0], 0, "one side rings before the first step");
    assert_eq!(found["differences"][0]["right"], Value::Null);
    assert_eq!(steps[1], 33, "then the poll reads something else");
    assert!(steps.is_sorted() && steps.len() > 10);
    let one = json(&["compare", &early, &late, "--json", "--limit", "1"], "");
    assert_eq!(one["differences"].as_array().unwrap().len(), 1);

    let same = seqbell(&["compare", &early, &early, "--exit-code"], "");
    assert!(same.code == 0 && same.out.contains("are the same"), "{}", same.out);
    assert_eq!(seqbell(&["compare", &early, &late], "").code, 0);
    assert_eq!(seqbell(&["compare", &early, &late, "--exit-code"], "").code, 1);
    assert_eq!(seqbell(&["compare", &early], "").code, 2, "one script has nothing to be compared with");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn compare_sets_two_branches_beside_each_other() {
    let script =
        "write start_ctrl 1\nuntil state == RUNNING\nbranch faulty\nfault assert\nuntil state == HALTED_FATAL\n";
    let found = json(&["compare", "--branches", "main", "faulty", "-", "--json"], script);
    assert_eq!(found["differences"][0]["step"], 64);
    assert_eq!(found["differences"][0]["right"]["text"], "fault assert");
    assert_eq!(
        (&found["left"]["state"], &found["right"]["state"]),
        (&Value::from("RUNNING"), &Value::from("HALTED_FATAL"))
    );
    let ran = seqbell(&["compare", "--branches", "main", "nobody", "-"], script);
    assert!(ran.code == 2 && ran.err.contains("faulty"), "the branches that there are: {}", ran.err);
}

#[test]
fn a_carried_address_is_marked_and_the_own_one_stands_beside_it() {
    let ran = seqbell(&["run", &scenario("pause-mariana.bell")], "");
    // The publish site of Enter-Pause: Cayman 0x1ce6, Mariana 0x1b8e.
    assert!(ran.out.contains("0x01ce6~ =0x01b8e"), "{}", ran.out);
    assert!(ran.out.contains("\n~ a code address of Cayman's image"), "the mark is explained");
    let cayman = seqbell(&["run", &scenario("pause-and-resume.bell")], "");
    assert!(!cayman.out.contains('~'));
    let jsonl = seqbell(&["run", &scenario("pause-mariana.bell"), "--format", "jsonl"], "");
    let site = jsonl.out.lines().find(|line| line.contains("\"pc\":\"0x1ce6\"")).unwrap();
    assert!(site.contains("\"own_pc\":\"0x1b8e\"") && site.contains("\"pc_generation\":\"cayman\""), "{site}");
}

#[test]
fn the_end_tells_what_is_true_and_what_the_host_reads() {
    let ends = |script: &str| seqbell(&["run", "-"], script).out.split("\n\n").last().unwrap().to_owned();
    let paused = ends(PAUSE);
    for part in ["true state  RUNNING", "run_state   2, read as PAUSED", "flag        1", "assumptions the usual ones"]
    {
        assert!(paused.contains(part), "{part}: {paused}");
    }
    let halt = "write start_ctrl 1\nqueue 0xa1 sync=7\nuntil reason == sync_halt and state == HALTED\n";
    assert!(ends(halt).contains("0x85644, an address: the host sees the raw value"));
    let halted = ends(&format!("assume marker_decoding sentinel\n{halt}"));
    for part in ["0x85644, read as HALTED", "reason      0 (sync_halt)", "assumptions marker_decoding sentinel"] {
        assert!(halted.contains(part), "{part}: {halted}");
    }
}
