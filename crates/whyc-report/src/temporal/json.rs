//! The reports about properties over time, for programs: `whyc-temporal/1`.

use serde_json::{Value, json};
use whyc_temporal::ask::{Answer, Shown};
use whyc_temporal::file::in_file;
use whyc_temporal::idle::{How, Idle};
use whyc_temporal::judged::{Judged, Source, Story, Verdict};
use whyc_temporal::open::Realizable;
use whyc_temporal::run::{Told, What};
use whyc_temporal::spec::Report;
use whyc_temporal::view::Standing;

use super::{spec, words};

/// What all of these reports begin with.
fn head(command: &str, files: &[String], verdict: &str) -> Value {
    json!({
        "schema": "whyc-temporal/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": command,
        "files": files,
        "verdict": verdict,
        "properties": [],
        "spec": null,
        "consistent": null,
        "realizable": null,
        "simpler": null,
    })
}

fn place(line_of: &dyn Fn(usize) -> usize, range: std::ops::Range<usize>) -> Value {
    json!({"line": line_of(range.start), "span": [range.start, range.end]})
}

fn line_in(text: &str) -> impl Fn(usize) -> usize + '_ {
    move |at| text.as_bytes()[..at.min(text.len())].iter().filter(|it| **it == b'\n').count() + 1
}

/// Properties of a circuit or of a recorded run; ends with a line end.
#[must_use]
pub fn judged(command: &str, files: &[String], sources: &[Source], judged: &[Judged]) -> String {
    let mut object = head(command, files, overall(judged));
    object["properties"] = judged.iter().map(|it| property(&sources[it.source], it)).collect();
    format!("{object:#}\n")
}

/// What a check says of properties over time, for the report's `spec`: one object for each.
#[must_use]
pub fn checked(sources: &[Source], judged: &[Judged]) -> Value {
    let all = judged.iter().map(|it| {
        let mut object = property(&sources[it.source], it);
        object["kind"] = json!(words::word(&it.verdict));
        (object["mode"], object["simpler"]) = (Value::Null, Value::Null);
        object["lasso"] = match &it.story {
            Some(story) if story.start.is_some() => object["run"].clone(),
            Some(_) | None => Value::Null,
        };
        object
    });
    all.collect()
}

/// The verdict over all properties.
#[must_use]
pub fn overall(judged: &[Judged]) -> &'static str {
    let any = |is: &dyn Fn(&Verdict) -> bool| judged.iter().any(|it| is(&it.verdict));
    if any(&|it| matches!(it, Verdict::Violated | Verdict::Recorded(Standing::Violated))) {
        "violated"
    } else if any(&|it| matches!(it, Verdict::NotDecided { .. })) {
        "unknown"
    } else if any(&|it| matches!(it, Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds(_))) {
        "bounded"
    } else if any(&|it| matches!(it, Verdict::Recorded(Standing::Pending))) {
        "pending"
    } else {
        "holds"
    }
}

fn property(source: &Source, judged: &Judged) -> Value {
    let line_of = line_in(&source.text);
    let told = |it: &Told| {
        let mut object = place(&line_of, in_file(&judged.named, &it.place));
        object["text"] = json!(it.text);
        object["step"] = json!(it.step);
        object["what"] = json!(what(it.what));
        object["until"] = match it.what {
            What::Matched { to } => json!(to),
            What::Broke { at } => json!(at),
            What::True | What::False | What::Opened | What::Never | What::Pending | What::Holds => Value::Null,
        };
        object
    };
    let (reason, cycles) = match &judged.verdict {
        Verdict::NotDecided { checked, reason } => (json!(reason), json!(checked)),
        Verdict::HoldsUpTo(bound) => (Value::Null, json!(bound + 1)),
        Verdict::Recorded(_) | Verdict::Holds(_) | Verdict::HoldsWithinBounds(_) | Verdict::Violated => {
            (Value::Null, Value::Null)
        }
    };
    let (no_role, never): (Vec<&Idle>, Vec<&Idle>) =
        words::idle(&judged.verdict).iter().partition(|it| it.how == How::NoRole);
    let text = |it: &Idle| if it.how == How::NoEnd { "the program ends" } else { it.text.as_str() }.to_owned();
    let never: Vec<Value> = never.into_iter().map(|it| json!({"text": text(it)})).collect();
    let no_role = no_role.into_iter().map(|it| {
        let mut object = place(&line_of, in_file(&judged.named, &it.place));
        object["text"] = json!(it.text);
        object
    });
    let mut object = place(&line_of, in_file(&judged.named, &judged.named.expr.place));
    object["name"] = json!(judged.named.name);
    object["file"] = json!(source.name);
    object["text"] = json!(judged.named.expr.to_string());
    object["status"] = json!(words::word(&judged.verdict));
    object["sentence"] = json!(words::sentence(judged));
    object["reason"] = reason;
    object["cycles"] = cycles;
    object["never"] = json!(never);
    object["no_role"] = no_role.collect();
    object["why"] = judged.why.iter().map(told).collect();
    object["pending"] = judged.pending.iter().map(told).collect();
    object["run"] = judged.story.as_ref().map_or(Value::Null, run);
    object
}

fn what(what: What) -> &'static str {
    match what {
        What::True => "true",
        What::False => "false",
        What::Matched { .. } => "matched",
        What::Opened => "opened",
        What::Broke { .. } => "broke",
        What::Never => "never",
        What::Pending => "pending",
        What::Holds => "holds",
    }
}

fn run(story: &Story) -> Value {
    let signals = story.signals.iter().map(|(name, cells)| {
        let values: Vec<Option<String>> = cells.iter().map(|it| it.map(|(value, _)| value.to_string())).collect();
        let relevant: Vec<bool> = cells.iter().map(|it| it.is_some_and(|(_, matters)| matters)).collect();
        json!({"name": name, "values": values, "relevant": relevant})
    });
    let parts = story.rows.iter().map(|row| {
        let steps: Vec<&str> = row.steps.iter().map(|it| it.name()).collect();
        json!({"text": row.text, "matters": row.matters, "steps": steps})
    });
    let events = story.events.iter().map(|it| {
        let seen: Vec<&str> = it.seen.iter().filter(|it| it.1).map(|it| it.0.as_str()).collect();
        json!({"text": it.text, "file": it.file, "line": it.line, "true": seen})
    });
    json!({
        "events": events.collect::<Vec<_>>(),
        "length": story.n_steps,
        "loop": story.start,
        "cut": story.n_cut,
        "signals": signals.collect::<Vec<_>>(),
        "parts": parts.collect::<Vec<_>>(),
    })
}

fn lasso(shown: &Shown) -> Value {
    let signals = shown.names.iter().enumerate().filter(|(_, name)| *name != "?").map(|(at, name)| {
        let values: Vec<String> = shown.steps.iter().map(|step| step[at].to_string()).collect();
        json!({"name": name, "values": values})
    });
    json!({"loop": shown.start, "length": shown.steps.len(), "signals": signals.collect::<Vec<_>>()})
}

/// A specification alone; ends with a line end.
#[must_use]
pub fn spec(files: &[String], source: &Source, report: &Report) -> String {
    let found = spec::findings(report);
    let mut object = head("spec", files, spec_verdict(report));
    let line_of = line_in(&source.text);
    object["properties"] = report
        .properties
        .iter()
        .map(|named| {
            let mut it = place(&line_of, in_file(named, &named.expr.place));
            it["name"] = json!(named.name);
            it["file"] = json!(source.name);
            it["text"] = json!(named.expr.to_string());
            it
        })
        .collect();
    object["spec"] = found
        .iter()
        .map(|it| {
            let mut told = match it.property {
                Some(at) => place(&line_of, in_file(&report.properties[at], &it.place)),
                None => json!({"line": null, "span": null}),
            };
            told["kind"] = json!(it.kind);
            told["mode"] = json!(it.mode);
            told["property"] = json!(it.property.map(|at| &report.properties[at].name));
            told["text"] = json!(it.text);
            told["sentence"] = json!(it.sentence);
            told["simpler"] = json!(it.simpler);
            told["lasso"] = it.lasso.as_ref().map_or(Value::Null, lasso);
            told
        })
        .collect();
    object["consistent"] = match &report.consistent {
        Answer::Yes(shown) => lasso(shown),
        Answer::No | Answer::NotDecided(_) => Value::Null,
    };
    object["realizable"] = match report.open.as_ref().map(|it| &it.realizable) {
        None => Value::Null,
        Some(Realizable::Yes { states }) => json!({"answer": "yes", "states": states, "reason": null}),
        Some(Realizable::No) => json!({"answer": "no", "states": null, "reason": null}),
        Some(Realizable::NotDecided(reason)) => json!({"answer": "not decided", "states": null, "reason": reason}),
    };
    object["simpler"] =
        json!(report.simplest.as_ref().map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>()));
    format!("{object:#}\n")
}

/// What a specification is, in a word.
#[must_use]
pub fn spec_verdict(report: &Report) -> &'static str {
    match (&report.consistent, report.open.as_ref().map(|it| &it.realizable)) {
        (Answer::No, _) => "contradictory",
        (_, Some(Realizable::No)) => "unrealizable",
        (Answer::NotDecided(_), _) | (_, Some(Realizable::NotDecided(_))) => "unknown",
        (Answer::Yes(_), _) => "consistent",
    }
}
