//! A system as a graph for Graphviz: what must be there solid, what may be dashed, what an unknown rests on bold.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use whyc_base::ids::{Id, IdVec};

use crate::evaluate::Evaluation;
use crate::explain::Explanation;
use crate::system::{ActionId, StateId, Step, System};
use crate::truth::Truth;

/// The graph, with a note for each state (or an empty one); ends with a line end.
#[must_use]
pub fn render(
    system: &System,
    evaluation: &Evaluation,
    explanation: Option<&Explanation>,
    notes: &IdVec<StateId, String>,
) -> String {
    let mut text =
        "digraph steps {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n".to_owned();
    for (id, state) in system.states().iter_enumerated() {
        let (fill, value) = match evaluation.values[id] {
            Truth::True => ("#e3f2ea", "true"),
            Truth::False => ("#fbe9e3", "false"),
            Truth::Unknown => ("#f3efe4", "unknown"),
        };
        let note = notes.get(id).filter(|it| !it.is_empty());
        let note = note.map_or_else(String::new, |it| format!("\\n{}", escaped(it)));
        let n = id.index();
        let _ = writeln!(text, "  s{n} [label=\"{}: {value}{note}\", fillcolor=\"{fill}\"];", escaped(&state.name));
        if state.is_initial {
            let _ = writeln!(text, "  i{n} [shape=point];\n  i{n} -> s{n};");
        }
    }
    steps(system, explanation, &mut text);
    text.push_str("}\n");
    text
}

fn steps(system: &System, explanation: Option<&Explanation>, text: &mut String) {
    let fewest = explanation.and_then(Explanation::fewest).unwrap_or_default();
    let rests_on: BTreeSet<Step> = fewest.iter().map(|it| it.step).collect();
    let label = |action: ActionId| escaped(&system.actions()[action]);
    let mut covered = BTreeSet::new();
    for (k, must) in system.must().iter().enumerate() {
        let (from, label) = (must.from.index(), label(must.action));
        let targets: Vec<Step> = must.to.iter().map(|&to| Step { from: must.from, action: must.action, to }).collect();
        if let [one] = targets[..] {
            covered.insert(one);
            let _ = writeln!(text, "  s{from} -> s{} [label=\"{label}\"];", one.to.index());
            continue;
        }
        let _ = writeln!(text, "  m{k} [shape=point];\n  s{from} -> m{k} [label=\"{label}\", arrowhead=none];");
        for step in targets {
            covered.insert(step);
            let look = if rests_on.contains(&step) { ", penwidth=3, color=\"#a8321f\"" } else { "" };
            let _ = writeln!(text, "  m{k} -> s{} [tooltip=\"one of these\"{look}];", step.to.index());
        }
    }
    for step in system.may().difference(&covered) {
        let look = if rests_on.contains(step) { ", penwidth=3, color=\"#a8321f\"" } else { "" };
        let (from, to) = (step.from.index(), step.to.index());
        let _ = writeln!(text, "  s{from} -> s{to} [label=\"{}\", style=dashed{look}];", label(step.action));
    }
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
