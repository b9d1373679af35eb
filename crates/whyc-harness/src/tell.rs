//! What was made of a module: in words, and for programs (`whyc-harness/1`).

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Harness;
use crate::cases::machine::Machine;
use crate::cases::merge::{Fate, Proposal};
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
        "machine": null,
    });
    format!("{report:#}\n")
}

/// What was made of linear cases.
#[derive(Clone, Debug)]
pub struct Made {
    /// How many cases there were.
    pub n_cases: usize,
    /// The cases side by side.
    pub lines: Machine,
    /// With states merged.
    pub merged: Machine,
    /// Beside the variables.
    pub composed: Machine,
    /// What the harness goes through: composed, and cleaned if that was wanted.
    pub machine: Machine,
    /// States that looked alike.
    pub proposals: Vec<Proposal>,
    /// The C.
    pub text: String,
    /// What its check says, if it was asked.
    pub checked: Option<Checked>,
}

/// What the check of a machine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every way goes well, as far as it was gone.
    Holds,
    /// This one does not.
    Fails {
        /// What fails.
        property: String,
        /// The way, as a case.
        case: String,
        /// The same as steps of the machine, by their numbers.
        edges: Vec<usize>,
    },
    /// It is not known.
    Unknown(String),
}

fn size(machine: &Machine) -> String {
    format!("{} states, {} steps", machine.n_states(), machine.steps.len())
}

/// The machine of cases, for people; ends with a line end.
#[must_use]
pub fn machine_text(made: &Made) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{:>4} cases side by side    {}", made.n_cases, size(&made.lines));
    let _ = writeln!(text, "     merged                {}", size(&made.merged));
    let _ = writeln!(
        text,
        "     with variables        {}, {} of them ends",
        size(&made.composed),
        made.composed.ends().len()
    );
    if made.machine != made.composed {
        let _ = writeln!(text, "     without ends          {}", size(&made.machine));
    }
    let told: Vec<&Proposal> = made.proposals.iter().filter(|it| it.fate != Fate::Merged).collect();
    if !made.proposals.is_empty() {
        let _ = writeln!(
            text,
            "\n{} pairs of states look alike; {} of them are one",
            made.proposals.len(),
            made.proposals.len() - told.len()
        );
    }
    for proposal in told.iter().take(10) {
        let alike = proposal.evidence.join("; ");
        let _ = match &proposal.fate {
            Fate::ToldApart(actions) => {
                writeln!(text, "  behind {alike}: told apart, because this goes wrong: {}", actions.join("; "))
            }
            Fate::Unknown => writeln!(text, "  behind {alike}: kept apart, because nothing could be found out"),
            Fate::Labels => writeln!(text, "  behind {alike}: kept apart, because they have different labels"),
            Fate::Merged => Ok(()),
        };
    }
    match &made.checked {
        None => {}
        Some(Checked::Holds) => text.push_str("\nevery way through the machine goes well, as far as it was gone\n"),
        Some(Checked::Unknown(why)) => {
            let _ = writeln!(text, "\nunknown: {why}");
        }
        Some(Checked::Fails { property, case, .. }) => {
            let _ = write!(text, "\n{property} fails on a way that no case goes:\n\n{case}");
        }
    }
    text
}

/// The machine of cases, for programs; ends with a line end.
#[must_use]
pub fn machine_json(made: &Made, file: &str, path: Option<&str>) -> String {
    let sizes = |it: &Machine| json!({"states": it.n_states(), "steps": it.steps.len(), "ends": it.ends().len()});
    let steps: Vec<Value> = made
        .machine
        .steps
        .iter()
        .map(|(from, action, to)| json!({"from": from, "action": action.text, "to": to}))
        .collect();
    let proposals: Vec<Value> = made
        .proposals
        .iter()
        .map(|it| {
            let (fate, because) = match &it.fate {
                Fate::Merged => ("merged", None),
                Fate::ToldApart(actions) => ("told-apart", Some(actions)),
                Fate::Unknown => ("unknown", None),
                Fate::Labels => ("labels", None),
            };
            json!({"evidence": it.evidence, "fate": fate, "because": because})
        })
        .collect();
    let (verdict, case) = match &made.checked {
        None => (None, None),
        Some(Checked::Holds) => (Some("holds"), None),
        Some(Checked::Fails { case, .. }) => (Some("violated"), Some(case)),
        Some(Checked::Unknown(_)) => (Some("unknown"), None),
    };
    let report = json!({
        "schema": "whyc-harness/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "harness",
        "files": [file],
        "path": path,
        "text": made.text,
        "functions": [],
        "left_out": [],
        "machine": {
            "lines": sizes(&made.lines),
            "merged": sizes(&made.merged),
            "composed": sizes(&made.composed),
            "labels": made.machine.labels,
            "steps": steps,
            "proposals": proposals,
            "verdict": verdict,
            "case": case,
        },
    });
    format!("{report:#}\n")
}
