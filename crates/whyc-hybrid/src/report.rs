//! The answer as JSON, for programs.

use serde_json::{Value, json};
use whyc_base::ids::Id;
use whyc_modal::explain::{Explanation, Way};
use whyc_modal::json as modal;
use whyc_modal::system::{Fate, StateId, System};

use crate::answer::{Answer, Ended};
use crate::automaton::Automaton;
use crate::polyhedron;

/// The answer: what each level says, the regions of the last one with their values, the system of them, and for an unknown the fewest steps that would
/// have to be decided.
#[must_use]
pub fn render(automaton: &Automaton, formula: &str, answer: &Answer) -> Value {
    let regions: Vec<Value> = answer
        .classes
        .iter()
        .enumerate()
        .map(|(k, class)| {
            let id = StateId::from_index(k);
            let labels: Vec<&str> = class.labels.iter().map(|&it| automaton.labels[it].name.as_str()).collect();
            json!({
                "name": answer.system.name(id),
                "location": automaton.locations[class.location].name,
                "where": polyhedron::text(&class.region, &automaton.variables),
                "labels": labels,
                "initial": class.is_initial,
                "value": answer.evaluation.values[id].to_string(),
            })
        })
        .collect();
    let levels: Vec<Value> =
        answer.levels.iter().map(|it| json!({"regions": it.n_regions, "value": it.answer.to_string()})).collect();
    let reason = match &answer.ended {
        Ended::Known => None,
        Ended::Levels => Some("no further level was asked for".to_owned()),
        Ended::Limit(limit) => Some(limit.to_string()),
    };
    let why = answer.explanation.as_ref().map(|it| explanation(&answer.system, it));
    json!({
        "formula": formula,
        "value": answer.evaluation.answer.to_string(),
        "reason": reason,
        "levels": levels,
        "regions": regions,
        "system": modal::write(&answer.system),
        "explanation": why,
    })
}

/// Why something is unknown.
#[must_use]
pub fn explanation(system: &System, it: &Explanation) -> Value {
    json!({"true": way(system, &it.holds), "false": way(system, &it.fails)})
}

fn way(system: &System, way: &Way) -> Value {
    let smallest = matches!(way, Way::Smallest(_));
    let Some(decisions) = way.decisions() else { return Value::Null };
    let steps: Vec<Value> = decisions
        .iter()
        .map(|it| {
            let fate = match it.fate {
                Fate::Must => "must",
                Fate::Never => "never",
            };
            json!({
                "from": system.name(it.step.from),
                "action": system.actions()[it.step.action],
                "to": system.name(it.step.to),
                "if": fate,
            })
        })
        .collect();
    json!({"steps": steps, "smallest": smallest})
}
