//! The diagram for Graphviz.

use super::{ANY, holds, sites, states, transitions};
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};
use seqbell_script::facts::{StateFact, Transition};
use std::collections::BTreeMap;

/// The run-state diagram in DOT.
pub fn dot() -> String {
    let mut graph: DiGraph<Option<&StateFact>, &Transition> = DiGraph::new();
    let mut places: BTreeMap<&str, NodeIndex> = BTreeMap::new();
    for state in states() {
        places.insert(state.id, graph.add_node(Some(state)));
    }
    places.insert(ANY, graph.add_node(None));
    for transition in transitions() {
        if let (Some(from), Some(to)) = (places.get(transition.from), places.get(transition.to)) {
            graph.add_edge(*from, *to, transition);
        }
    }
    let edge = |_: &_, e: petgraph::graph::EdgeReference<'_, &Transition>| edge_attributes(e.weight());
    let node = |_: &_, (_, state): (NodeIndex, &Option<&StateFact>)| state.map_or_else(any, node_attributes);
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel, Config::GraphContentOnly];
    let content = Dot::with_attr_getters(&graph, &config, &edge, &node);
    format!(
        "// The run-state machine of the NX sequencer: states, and the rows of the transition table.\n\
         digraph run_state {{\n    node [shape=box, style=rounded, fontname=\"monospace\"]\n    edge [fontname=\"monospace\", fontsize=10]\n{content:?}}}\n"
    )
}

fn any() -> String {
    "label=\"any state\", shape=plaintext".to_owned()
}

fn node_attributes(state: &StateFact) -> String {
    let peripheries = if state.parent.is_some() { 2 } else { 1 };
    format!("label=\"{}\\n{}\", tooltip=\"{}\", peripheries={peripheries}", state.id, holds(state), state.evidence)
}

fn edge_attributes(transition: &Transition) -> String {
    format!(
        "label=\"{}\\n{}\", tooltip=\"{} {}\", id=\"{}\"",
        transition.id,
        quoted(transition.trigger),
        sites(transition),
        transition.evidence,
        transition.id,
    )
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
