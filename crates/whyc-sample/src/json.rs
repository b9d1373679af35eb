//! The answer, for programs: `whyc-sample/1`.

use serde_json::{Value, json};

use crate::answer::{Answer, Splitting, Verdict, Weighing, What};
use crate::rare::{Share, Unweighed, Weighed};
use crate::sprt::{Decision, Event};

/// The answer; ends with a line end.
#[must_use]
pub fn render(files: &[String], answer: &Answer) -> String {
    let tally = &answer.tally;
    let (low, high) = tally.interval(answer.confidence);
    let (kind, cycles) = match answer.what {
        What::Program => ("program", None),
        What::Circuit(cycles) => ("circuit", Some(cycles)),
    };
    let failing: Vec<Value> = answer
        .failing
        .iter()
        .map(|it| {
            let (file, line) = it.place.clone().map_or((None, None), |(file, line)| (Some(file), Some(line)));
            json!({"id": it.id, "description": it.description, "file": file, "line": line, "failures": it.failures, "first_run": it.first})
        })
        .collect();
    let inputs: Vec<Value> = answer
        .inputs
        .iter()
        .map(|it| json!({"name": it.name, "distribution": it.distribution, "said": it.said, "line": it.line}))
        .collect();
    let run = answer.run.as_ref().map(|run| {
        let inputs: Vec<Value> = run.inputs.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        json!({"run": run.number, "property": run.property, "inputs": inputs})
    });
    let measures: Vec<Value> = answer
        .measures
        .iter()
        .zip(&tally.measured)
        .map(|(text, it)| {
            let some = |value: f64| Some(value).filter(|_| it.n > 0);
            json!({"text": text, "runs": it.n, "mean": some(it.mean), "deviation": some(it.deviation()), "least": some(it.least), "most": some(it.most)})
        })
        .collect();
    let curve: Vec<Value> = tally
        .curve
        .points((tally.counted(), tally.failed, tally.lost))
        .into_iter()
        .map(|it| json!([it.runs, it.estimate, it.low, it.high]))
        .collect();
    let report = json!({
        "schema": "whyc-sample/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "sample",
        "files": files,
        "kind": kind,
        "cycles": cycles,
        "seed": answer.seed,
        "verdict": answer.verdict().name(),
        "reason": answer.reason(),
        "sample": {
            "runs": tally.runs,
            "counted": tally.counted(),
            "failures": tally.failed,
            "rejected": tally.rejected,
            "lost": tally.lost,
            "work": tally.work,
            "estimate": tally.estimate(),
            "low": low,
            "high": high,
            "confidence": answer.confidence,
            "decision": decision(answer),
        },
        "test": test(answer),
        "properties": failing,
        "failing_run": run,
        "rare": rare(answer),
        "splitting": splitting(answer),
        "measures": measures,
        "inputs": inputs,
        "remarks": answer.remarks,
        "curve": curve,
    });
    format!("{report:#}\n")
}

/// A report that nothing could be run; ends with a line end.
#[must_use]
pub fn unknown(files: &[String], reason: &str) -> String {
    let report = json!({
        "schema": "whyc-sample/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "sample",
        "files": files,
        "kind": null, "cycles": null, "seed": null,
        "verdict": Verdict::Unknown.name(),
        "reason": reason,
        "sample": null, "test": null, "properties": [], "failing_run": null, "rare": null, "splitting": null, "measures": [], "inputs": [], "remarks": [], "curve": [],
    });
    format!("{report:#}\n")
}

fn decision(answer: &Answer) -> Option<&'static str> {
    answer.tally.test.as_ref().and_then(|it| it.decision).map(|it| match it {
        Decision::Holds => "holds",
        Decision::Refuted => "refuted",
    })
}

fn test(answer: &Answer) -> Value {
    let Some(test) = &answer.tally.test else { return Value::Null };
    let event = match test.claim.event {
        Event::Pass => "pass",
        Event::Fail => "fail",
    };
    json!({
        "event": event,
        "relation": if test.claim.is_at_least { ">=" } else { "<=" },
        "bound": test.claim.bound,
        "alpha": test.errors.alpha,
        "beta": test.errors.beta,
        "indifference": test.errors.indifference,
    })
}

fn rare(answer: &Answer) -> Value {
    let state = |name: &str| json!({"state": name, "property": null, "inputs": [], "others": [], "held": null, "inside": null, "log10_mass": null, "log10_low": null});
    match &answer.weighed {
        Weighing::NotAsked => Value::Null,
        Weighing::Safe => state("safe"),
        Weighing::NotFound => state("not-found"),
        Weighing::Not(Unweighed::NeverDrawn(..)) => state("never-drawn"),
        Weighing::Not(Unweighed::Elsewhere) => state("no-input"),
        Weighing::Weighed(it) => weighed(it),
    }
}

fn splitting(answer: &Answer) -> Value {
    match &answer.splitting {
        Splitting::NotAsked => Value::Null,
        Splitting::Nothing(why) => {
            json!({"property": null, "why_not": why, "estimate": null, "low": null, "high": null, "at_least": null, "attempts": [], "levels": 0, "runs": 0})
        }
        Splitting::Of(property, it) => {
            let (low, high) = it.interval(answer.confidence);
            json!({"property": property, "why_not": null, "estimate": it.estimate(), "low": low, "high": high,
                "at_least": it.surely(answer.confidence), "attempts": it.estimates, "levels": it.levels.len(), "runs": it.runs})
        }
    }
}

fn weighed(it: &Weighed) -> Value {
    let share = |it: Share| json!({"failures": it.hits, "runs": it.n});
    let inputs: Vec<Value> = it
        .kept
        .iter()
        .map(|kept| {
            let (low, high) = kept.within.clone().map_or((None, None), |(low, high)| (Some(low), Some(high)));
            json!({"name": kept.name, "value": kept.value, "drawn_anew": kept.anew.map(share), "low": low, "high": high, "log10_mass": finite(kept.log_mass)})
        })
        .collect();
    json!({
        "state": "weighed",
        "property": it.property,
        "inputs": inputs,
        "others": it.others,
        "held": share(it.held),
        "inside": share(it.inside),
        "log10_mass": finite(it.log_mass),
        "log10_low": it.log_low,
    })
}

fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|it| it.is_finite())
}
