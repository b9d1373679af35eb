//! The answer, for programs: `whyc-prob/1`. Exact numbers are strings such as `"3/5"`.

use serde_json::{Value, json};

use crate::answer::{Answer, Ended, Verdict, Witness};
use crate::number::exact;
use crate::property::Property;
use crate::text;

/// What stands in every report.
fn head(files: &[String], property: &str, verdict: &str, reason: Option<String>) -> Value {
    json!({
        "schema": "whyc-prob/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "prob",
        "files": files,
        "property": property,
        "verdict": verdict,
        "reason": reason,
        "model": null,
        "prob": null,
    })
}

/// A report that there is no answer; ends with a line end.
#[must_use]
pub fn unknown(files: &[String], property: &str, reason: &str) -> String {
    format!("{:#}\n", head(files, property, "unknown", Some(reason.to_owned())))
}

/// The answer; ends with a line end.
#[must_use]
pub fn render(files: &[String], asked: &str, answer: &Answer, property: &Property) -> String {
    let verdict = match answer.verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Asked => "value",
    };
    let mut report = head(files, asked, verdict, None);
    let model = &answer.model;
    report["model"] = json!({
        "kind": if model.is_process() { "decision-process" } else { "chain" },
        "states": model.states.len(),
        "steps": model.n_steps(),
        "remarks": model.remarks,
    });
    let holds = match answer.verdict {
        Verdict::Holds => Some(true),
        Verdict::Violated => Some(false),
        Verdict::Asked => None,
    };
    let ended = match &answer.ended {
        Ended::All => "all",
        Ended::Enough => "enough",
        Ended::Wanted => "max",
        Ended::Limit(_) => "limit",
    };
    let decisions: Vec<Value> = text::named_decisions(answer)
        .into_iter()
        .zip(&answer.decisions)
        .map(|((state, action), (_, choice))| json!({"state": state, "choice": choice, "action": action}))
        .collect();
    report["prob"] = json!({
        "path": property.text,
        "holds": holds,
        "value": exact(&answer.value),
        "quantity": if answer.is_least { "least" } else { "most" },
        "complement": answer.is_complement,
        "witnesses": answer.witnesses.iter().map(|it| witness(answer, it)).collect::<Vec<_>>(),
        "mass": exact(&answer.mass),
        "all": exact(&answer.all),
        "ended": ended,
        "decisions": decisions,
        "parts": parts(answer),
    });
    format!("{report:#}\n")
}

fn names(answer: &Answer, states: &[usize]) -> Vec<String> {
    states.iter().map(|&it| answer.model.name(it).to_owned()).collect()
}

fn witness(answer: &Answer, witness: &Witness) -> Value {
    json!({
        "rail": names(answer, &witness.rail),
        "mass": exact(&witness.mass),
        "path": names(answer, &witness.path),
        "path_mass": exact(&witness.path_mass),
    })
}

fn parts(answer: &Answer) -> Vec<Value> {
    let exits = |input: usize| -> Vec<Value> {
        let row = answer.folded.to.get(&input).into_iter().flatten();
        row.map(
            |(to, p)| json!({"from": answer.model.name(input), "to": answer.model.name(*to), "probability": exact(p)}),
        )
        .collect()
    };
    let parts = answer.shown_parts();
    let part = |it: &&crate::fold::Part| {
        json!({
            "states": names(answer, &it.members),
            "inputs": names(answer, &it.inputs),
            "outputs": names(answer, &it.outputs),
            "exits": it.inputs.iter().flat_map(|&input| exits(input)).collect::<Vec<_>>(),
        })
    };
    parts.values().map(part).collect()
}
