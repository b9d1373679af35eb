//! The folded chain as a graph for Graphviz: what is on the ways that are listed, each step with its exact probability.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::answer::Answer;
use crate::number::exact;

/// The most states that are drawn beside those on the ways.
const MANY: usize = 500;

/// The graph; ends with a line end.
#[must_use]
pub fn render(answer: &Answer) -> String {
    let on_rails: BTreeSet<usize> = answer.witnesses.iter().flat_map(|it| it.rail.iter().copied()).collect();
    let steps: BTreeSet<(usize, usize)> =
        answer.witnesses.iter().flat_map(|it| it.rail.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    let mut shown = on_rails.clone();
    if answer.folded.to.len() <= MANY {
        shown.extend(answer.folded.to.keys());
    }
    let mut text = "digraph prob {\n  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n".to_owned();
    for &state in &shown {
        let name = answer.model.name(state);
        let round = if answer.folded.part(state).is_some() { "\\n⟲" } else { "" };
        let shape = if answer.chain.goal[state] { ", shape=doublecircle" } else { "" };
        let width = if on_rails.contains(&state) { ", penwidth=2" } else { ", color=gray" };
        let _ = writeln!(text, "  n{state} [label=\"{}{round}\"{shape}{width}];", escaped(name));
    }
    for &from in &shown {
        for (to, probability) in answer.folded.to.get(&from).into_iter().flatten() {
            if *to == from || !shown.contains(to) {
                continue;
            }
            let look = if steps.contains(&(from, *to)) { ", penwidth=2" } else { ", color=gray" };
            let note = answer.model.notes.get(&(from, *to)).map_or_else(String::new, |it| format!("{it} "));
            let _ = writeln!(text, "  n{from} -> n{to} [label=\"{}{}\"{look}];", escaped(&note), exact(probability));
        }
    }
    text.push_str("}\n");
    text
}

/// A text inside quotation marks.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
