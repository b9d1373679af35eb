//! What was made of a module: in words, and for programs (`whyc-harness/1`).

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Harness;
use crate::roles::{Arg, Call, Life};

/// What a function does to lives, in words.
fn life(call: &Call) -> String {
    match &call.life {
        Life::Uses => String::new(),
        Life::Returns(name) | Life::Begins(name) => format!("makes a {name}"),
        Life::Ends(name) => format!("ends a {name}"),
    }
}

/// What a parameter gets, in words.
fn arg(call: &Call, k: usize) -> String {
    match &call.args[k] {
        Arg::Object(name) => format!("a {name} that lives"),
        Arg::Fresh(name) => format!("a {name} that does not live yet"),
        Arg::Number => "any value".to_owned(),
        Arg::OneOf(members) => format!("any of {} values", members.len()),
        Arg::Text => "any text".to_owned(),
        Arg::Buffer(Some(size)) => format!("as many elements as {} says", call.function.params[*size].name),
        Arg::Buffer(None) => "elements of any value".to_owned(),
        Arg::Size => "a number of elements".to_owned(),
        Arg::Cell => "one element".to_owned(),
        Arg::Record => "a record of any content".to_owned(),
        Arg::Place => "a place for a pointer".to_owned(),
    }
}

/// For people; ends with a line end.
#[must_use]
pub fn text(harness: &Harness, path: &str) -> String {
    let plan = &harness.plan;
    let n = plan.calls.len();
    let mut text = format!("{path} calls {n} {} in every order:\n\n", if n == 1 { "function" } else { "functions" });
    let width = plan.calls.iter().map(|it| it.function.name.chars().count()).max().unwrap_or(0);
    for call in &plan.calls {
        let params: Vec<String> =
            (0..call.args.len()).map(|k| format!("{}: {}", call.function.params[k].name, arg(call, k))).collect();
        let parts: Vec<String> = [life(call), params.join(", ")].into_iter().filter(|it| !it.is_empty()).collect();
        let _ = writeln!(text, "  {:width$}  {}", call.function.name, parts.join("; "));
        for need in &call.function.needs {
            let _ = writeln!(text, "  {:width$}  only if {}  ({})", "", need.text, need.place);
        }
        for need in &call.function.unsaid {
            let _ = writeln!(
                text,
                "  {:width$}  needs {}  ({}), which the header does not let a harness say",
                "", need.text, need.place
            );
        }
    }
    if !plan.left_out.is_empty() {
        text.push_str("\nNot called:\n\n");
        for (function, why) in &plan.left_out {
            let _ = writeln!(text, "  {}: {}", function.name, why.replace('`', ""));
        }
    }
    text
}

/// For programs; ends with a line end.
#[must_use]
pub fn json(harness: &Harness, module: &str, path: Option<&str>) -> String {
    let call = |call: &Call| -> Value {
        let params: Vec<Value> =
            (0..call.args.len()).map(|k| json!({"name": call.function.params[k].name, "gets": arg(call, k)})).collect();
        let needs = |all: &[crate::module::Need]| -> Vec<Value> {
            all.iter().map(|it| json!({"text": it.text, "place": it.place})).collect()
        };
        json!({
            "name": call.function.name,
            "life": match &call.life {
                Life::Uses => "uses",
                Life::Returns(_) | Life::Begins(_) => "begins",
                Life::Ends(_) => "ends",
            },
            "parameters": params,
            "needs": needs(&call.function.needs),
            "unsaid": needs(&call.function.unsaid),
        })
    };
    let left_out: Vec<Value> = harness
        .plan
        .left_out
        .iter()
        .map(|(function, why)| json!({"name": function.name, "reason": why.replace('`', "")}))
        .collect();
    let report = json!({
        "schema": "whyc-harness/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "harness",
        "files": [module],
        "path": path,
        "text": harness.text,
        "functions": harness.plan.calls.iter().map(call).collect::<Vec<_>>(),
        "left_out": left_out,
    });
    format!("{report:#}\n")
}
