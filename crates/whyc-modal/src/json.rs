//! Systems as JSON, in and out: `{"states": [{"name": "a", "initial": true, "labels": ["p"]}], "steps": [{"from": "a", "to": ["a"], "kind": "must"}]}`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use whyc_base::names;

use crate::mistake::Mistake;
use crate::place::locate;
use crate::read::is_bad_name;
use crate::system::{Must, State, StateId, Step, System};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    #[serde(default, rename = "$schema", skip_serializing)]
    _schema: Option<String>,
    states: Vec<OneState>,
    steps: Vec<OneStep>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    formula: Option<String>,
}

/// What a file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The system.
    pub system: System,
    /// The formula that comes with it.
    pub formula: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneState {
    name: String,
    #[serde(default)]
    initial: bool,
    #[serde(default)]
    labels: BTreeSet<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneStep {
    from: String,
    #[serde(default)]
    action: String,
    to: Vec<String>,
    kind: StepKind,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StepKind {
    May,
    Must,
}

/// Reads a system.
///
/// # Errors
/// If the text is no JSON, or none of a system.
pub fn read(text: &str) -> Result<Given, Mistake> {
    let whole: Whole = serde_json::from_str(text).map_err(|error| mistake(text, &error))?;
    let wrong = |path: &str, message: String| Mistake::new(locate(text, path), message);
    let mut system = System::new();
    for (k, state) in whole.states.into_iter().enumerate() {
        let bad_label = state.labels.iter().find(|it| is_bad_name(it));
        if is_bad_name(&state.name) || bad_label.is_some() {
            let path = if bad_label.is_some() { format!("states[{k}].labels") } else { format!("states[{k}].name") };
            let message = "a name has at least one character, no quotes and none that cannot be seen";
            return Err(wrong(&path, message.to_owned()));
        }
        if system.find_state(&state.name).is_some() {
            return Err(wrong(&format!("states[{k}].name"), format!("there are two states `{}`", state.name)));
        }
        system.add_state(State { name: state.name, labels: state.labels, is_initial: state.initial });
    }
    if system.initial().next().is_none() {
        return Err(wrong("states", "no state is initial: one is marked so by \"initial\": true".to_owned()));
    }
    for (k, step) in whole.steps.into_iter().enumerate() {
        add(&mut system, step).map_err(|(path, message)| wrong(&format!("steps[{k}]{path}"), message))?;
    }
    Ok(Given { system, formula: whole.formula })
}

/// What is wrong with text that is no JSON, or of another form.
#[must_use]
pub fn mistake(text: &str, error: &serde_json::Error) -> Mistake {
    let at = offset(text, error.line(), error.column());
    let end = text[at..].chars().next().map_or(at, |it| at + it.len_utf8());
    let told = error.to_string();
    // The place is told by the place.
    let message = told.split(" at line ").next().unwrap_or(&told).to_owned();
    Mistake::new(at..end, message)
}

/// Adds a step, or says where in it what is wrong.
fn add(system: &mut System, step: OneStep) -> Result<(), (String, String)> {
    let from = known(system, &step.from).map_err(|message| (".from".to_owned(), message))?;
    let mut to = BTreeSet::new();
    for (k, name) in step.to.iter().enumerate() {
        to.insert(known(system, name).map_err(|message| (format!(".to[{k}]"), message))?);
    }
    if to.is_empty() {
        return Err((".to".to_owned(), "a step goes to one state at least".to_owned()));
    }
    if !step.action.chars().all(crate::read::is_in_name) {
        let message = format!("the action `{}` has other characters than letters, digits and _", step.action);
        return Err((".action".to_owned(), message));
    }
    let action = system.action(&step.action);
    match step.kind {
        StepKind::May => to.into_iter().for_each(|to| system.add_may(Step { from, action, to })),
        StepKind::Must => system.add_must(Must { from, action, to }),
    }
    Ok(())
}

fn known(system: &System, name: &str) -> Result<StateId, String> {
    system.find_state(name).ok_or_else(|| {
        let known: Vec<&str> = system.states().iter().map(|it| it.name.as_str()).collect();
        format!("there is no state `{name}`; {}", names::hint(name, &known, "states"))
    })
}

/// The byte at a line and column as JSON counts them.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A system as JSON; [`read`] gives it back.
#[must_use]
pub fn write(system: &System) -> serde_json::Value {
    let name = |it: StateId| system.name(it).to_owned();
    let states = system
        .states()
        .iter()
        .map(|it| OneState { name: it.name.clone(), initial: it.is_initial, labels: it.labels.clone() })
        .collect();
    let mut covered = BTreeSet::new();
    let mut steps = Vec::new();
    for must in system.must() {
        covered.extend(must.to.iter().map(|&to| Step { from: must.from, action: must.action, to }));
        let action = system.actions()[must.action].clone();
        steps.push(OneStep {
            from: name(must.from),
            action,
            to: must.to.iter().map(|&it| name(it)).collect(),
            kind: StepKind::Must,
        });
    }
    for step in system.may().difference(&covered) {
        let action = system.actions()[step.action].clone();
        steps.push(OneStep { from: name(step.from), action, to: vec![name(step.to)], kind: StepKind::May });
    }
    serde_json::to_value(Whole { _schema: None, states, steps, formula: None }).expect("names and lists should be JSON")
}
