//! Diagrams and pictures through readers that are not ours.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::{SCENARIOS, scenario, session, through};
use roxmltree::{Document, Node};
use seqbell_export::diagram::{dot, mermaid, scxml, state_figure_svg, state_svg};
use seqbell_export::{fanout_svg, rings_svg, timeline_svg};
use seqbell_script::facts::{STATES, TRANSITIONS};
use std::collections::BTreeSet;

#[test]
fn dot_goes_through_graphviz() {
    let text = dot();
    let Some((good, json)) = through("dot", &["-Tdot_json"], text.as_bytes()) else { return };
    assert!(good);
    let graph: serde_json::Value = serde_json::from_slice(&json).unwrap();
    // The states, and the place for "any state".
    assert_eq!(graph["objects"].as_array().unwrap().len(), STATES.len() + 1);
    assert_eq!(graph["edges"].as_array().unwrap().len(), TRANSITIONS.len());
    let (good, _) = through("dot", &["-Tsvg"], text.as_bytes()).unwrap();
    assert!(good);
}

#[test]
fn every_row_is_in_every_notation() {
    let (dot, mermaid, scxml, svg) = (dot(), mermaid(), scxml(), state_svg(None));
    for transition in TRANSITIONS {
        assert!(dot.contains(&format!("id=\"{}\"", transition.id)), "{}", transition.id);
        let arrow = format!("{} --> {} : {} ", transition.from, transition.to, transition.id);
        assert!(mermaid.contains(&arrow), "{}", transition.id);
        assert!(scxml.contains(&format!("bell:id=\"{}\"", transition.id)), "{}", transition.id);
        assert!(svg.contains(&format!(">{}<", transition.id)), "{}", transition.id);
    }
}

#[test]
fn mermaid_has_one_statement_a_line() {
    let text = mermaid();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("stateDiagram-v2"));
    let names: BTreeSet<&str> = STATES.iter().map(|s| s.id).chain(["ANY", "[*]"]).collect();
    let mut arrows = 0;
    for line in lines.map(str::trim) {
        if let Some((from, rest)) = line.split_once(" --> ") {
            let (to, label) = rest.split_once(" : ").unwrap_or((rest, ""));
            assert!(names.contains(from) && names.contains(to), "{line}");
            assert!(!label.contains([':', ';', '#']), "{line}");
            arrows += 1;
        }
    }
    assert_eq!(arrows, TRANSITIONS.len() + 1);
}

const SCXML: &str = "http://www.w3.org/2005/07/scxml";

/// The rules of the recommendation that a document of states and transitions has to keep.
#[test]
fn scxml_keeps_the_rules_of_the_recommendation() {
    let text = scxml();
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    assert!(root.has_tag_name((SCXML, "scxml")));
    assert_eq!(root.attribute("version"), Some("1.0"));
    let of = |name: &'static str| document.descendants().filter(move |n: &Node| n.has_tag_name((SCXML, name)));
    let ids: Vec<&str> = of("state").map(|n| n.attribute("id").unwrap()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id is unique");
    assert!(ids.contains(&root.attribute("initial").unwrap()));
    for state in of("state").filter(|n| n.attribute("initial").is_some()) {
        // A compound state starts in a state inside it, and has children.
        let initial = state.attribute("initial").unwrap();
        assert!(state.descendants().any(|n| n != state && n.attribute("id") == Some(initial)), "{initial}");
    }
    let mut events = BTreeSet::new();
    for transition in of("transition") {
        assert!(ids.contains(&transition.attribute("target").unwrap()));
        assert!(transition.parent().unwrap().has_tag_name((SCXML, "state")));
        let event = transition.attribute("event").unwrap();
        assert!(event.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)), "{event}");
        assert!(events.insert(event), "two transitions of a state may not wait for one event: {event}");
    }
    assert_eq!(events.len(), TRANSITIONS.len());
    assert!(
        document
            .descendants()
            .filter(Node::is_element)
            .all(|n| ["scxml", "state", "transition"].contains(&n.tag_name().name()))
    );
}

/// A picture that usvg reads, with everything inside its frame.
fn picture(name: &str, svg: &str) {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    let (size, box_) = (tree.size(), tree.root().abs_bounding_box());
    assert!(size.width() > 100.0 && size.height() > 60.0, "{name}: {size:?}");
    assert!(box_.left() >= -1.0 && box_.right() <= size.width() + 1.0, "{name}: {box_:?} in {size:?}");
    assert!(box_.top() >= -1.0 && box_.bottom() <= size.height() + 1.0, "{name}: {box_:?} in {size:?}");
    assert!(!svg.contains("incomplete"), "{name}");
    let document = Document::parse(svg).unwrap();
    assert!(document.root_element().children().any(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "title"))));
}

#[test]
fn pictures_go_through_usvg() {
    picture("states", &state_svg(None));
    for name in SCENARIOS {
        let session = scenario(name);
        picture(name, &state_svg(Some(session.machine())));
        picture(name, &state_figure_svg(session.machine()));
        picture(name, &timeline_svg(session.timeline()));
        picture(name, &fanout_svg(session.timeline()));
        picture(name, &rings_svg(session.machine()));
    }
    // Nothing happened, or nearly nothing.
    for script in ["", "step", "generation sunda", "ring m2s engine=0 queue=0 count=0xffffff"] {
        let session = session(script);
        picture(script, &timeline_svg(session.timeline()));
        picture(script, &fanout_svg(session.timeline()));
        picture(script, &rings_svg(session.machine()));
    }
    // Far more than a picture has room for.
    let many =
        (0..8).flat_map(|g| (0..4).map(move |q| format!("ring m2s group={g} queue={q} count=1"))).collect::<Vec<_>>();
    let session = session(&many.join("\n"));
    picture("many", &timeline_svg(session.timeline()));
    picture("many", &rings_svg(session.machine()));
}

#[test]
fn the_state_is_marked_and_both_truths_are_told() {
    let svg = state_svg(Some(scenario("pause-and-resume").machine()));
    assert!(svg.contains("True state RUNNING; the host reads run_state 2"));
    assert_eq!(svg.matches("stroke-width=\"3\"").count(), 1);
    let figure = state_figure_svg(scenario("pause-and-resume").machine());
    assert!(figure.contains("the host reads run_state 2") && figure.matches("stroke-width=\"3\"").count() == 1);
    assert!(svg.contains(">T01<") && !figure.contains("T01"), "a figure leaves out the rows");
    assert_eq!(state_svg(None).matches("stroke-width=\"3\"").count(), 0);
}

#[test]
fn the_fan_out_of_a_broadcast_shows_sixteen_engines() {
    let session = session("ring m2s group=1 queue=3 count=6");
    let svg = fanout_svg(session.timeline());
    // 0x1003080000 is the window of group 1; queue 3 is the fourth bank.
    assert!(svg.contains(&format!("{:#014x} reached 16 of 132 engines", 0x10_0308_0000_u64 + 0x4038)));
    assert_eq!(svg.matches("×1<").count(), 16);
}
