//! For programs: `docs/cover.schema.json` is the definition.

use serde_json::{Value, json};
use whyc_report::reasons;

use crate::boost::Boosted;
use crate::coverage::{Coverage, RunEnd, Status};
use crate::goal::Kind;

/// The report as an object.
#[must_use]
pub fn render(it: &Coverage) -> String {
    let summary: serde_json::Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let counts = it.counts(Some(kind));
            let told = json!({ "goals": counts.all, "covered": counts.covered, "unreachable": counts.unreachable,
                "not_within_bounds": counts.not_within, "undecided": counts.undecided });
            (kind.name().to_owned(), told)
        })
        .collect();
    let report = json!({
        "schema": "whyc-cover/1",
        "files": it.files,
        "complete": it.is_complete(),
        "stopped": it.extent.stopped,
        "cuts": it.extent.cuts.iter().map(|(name, bound, line)| json!({ "name": name, "bound": bound, "line": line })).collect::<Vec<_>>(),
        "unmodelled": it.extent.unmodelled.iter().map(|(what, line)| json!({ "what": what, "line": line })).collect::<Vec<_>>(),
        "limits": it.extent.limits.iter().map(|limit| reasons::limit(*limit)).collect::<Vec<_>>(),
        "summary": summary,
        "goals": goals(it),
        "runs": runs(it),
        "found": it.n_found,
        "uncalled": it.uncalled,
        "crosses": crosses(it),
        "boost": it.boosted.as_ref().map(boosted),
    });
    format!("{report:#}\n")
}

fn boosted(it: &Boosted) -> Value {
    let weighed = |(name, parts, networks): &(String, Vec<String>, u64)| json!({ "name": name, "parts": parts, "networks": networks });
    json!({
        "weights": it.steering.name(), "runs": it.runs, "rejected": it.rejected, "lost": it.lost, "work": it.work, "seed": it.seed,
        "networks": it.networks, "mattered": it.mattered.iter().map(weighed).collect::<Vec<_>>(),
        "curve": it.curve.iter().map(|(runs, covered)| json!([runs, covered])).collect::<Vec<_>>(),
    })
}

fn goals(it: &Coverage) -> Vec<Value> {
    let told = |((goal, status), function): (&(crate::goal::Goal, Status), &String)| {
        let (run, because, reason) = match status {
            Status::Covered(run) => (Some(*run), Vec::new(), None),
            Status::Unreachable { because } => (None, because.clone(), None),
            Status::NotWithin => (None, Vec::new(), None),
            Status::Undecided(reason) => (None, Vec::new(), Some(reason.clone())),
        };
        let start = it.sources.start(goal.span);
        json!({
            "kind": goal.key.kind().name(), "text": goal.text, "file": it.sources.file(goal.span.file).name,
            "line": start.line, "column": start.column, "function": function,
            "status": status.name(), "run": run, "because": because, "reason": reason,
        })
    };
    it.goals.iter().zip(&it.functions).map(told).collect()
}

fn runs(it: &Coverage) -> Vec<Value> {
    let told = |run: &crate::coverage::Covering| {
        let (end, property, line) = match &run.end {
            RunEnd::Passes => ("passes", None, None),
            RunEnd::Fails { property, line } => ("fails", Some(property), Some(line)),
            RunEnd::GoesOn => ("goes-on", None, None),
        };
        let covers: Vec<usize> = it
            .goals
            .iter()
            .enumerate()
            .filter(|(_, (goal, _))| run.keys.contains(&goal.key))
            .map(|(at, _)| at)
            .collect();
        json!({
            "inputs": run.inputs.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
            "args": run.plain.as_ref().map(|plain| &plain.args),
            "stdin": run.plain.as_ref().map(|plain| String::from_utf8_lossy(&plain.stdin)),
            "end": end, "property": property, "line": line, "status": run.status, "covers": covers,
        })
    };
    it.runs.iter().map(told).collect()
}

fn crosses(it: &Coverage) -> Vec<Value> {
    let told = |cross: &crate::coverage::Crossed| {
        let named = |values: Vec<Option<usize>>| -> Value {
            let pairs = values
                .into_iter()
                .zip(&cross.attributes)
                .filter_map(|(value, (name, domain))| Some((name.clone(), Value::String(domain.get(value?)?.clone()))));
            Value::Object(pairs.collect())
        };
        json!({
            "line": cross.line,
            "attributes": cross.attributes.iter().map(|(name, values)| json!({ "name": name, "values": values })).collect::<Vec<_>>(),
            "tasks": cross.tasks.iter().map(|(values, at)| json!({
                "values": named(values.iter().copied().map(Some).collect()), "status": it.goals[*at].1.name(), "goal": at,
            })).collect::<Vec<_>>(),
            "holes": cross.holes.iter().map(|(hole, because)| json!({
                "values": named(hole.0.clone()), "level": hole.level(), "because": because,
                "promised": cross.is_promise,
            })).collect::<Vec<_>>(),
        })
    };
    it.crosses.iter().map(told).collect()
}
