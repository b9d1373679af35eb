//! The answer as JSON, for programs.

use serde_json::{Value, json};

use crate::evaluate::Evaluation;
use crate::explain::{Explanation, Way};
use crate::json;
use crate::system::{Fate, Must, StateId, System};

/// What a program wants to know of a system and a formula. `more` adds to what is said of a state.
#[must_use]
pub fn render(
    system: &System,
    evaluation: &Evaluation,
    explanation: Option<&Explanation>,
    way: &[&Must],
    more: impl Fn(StateId, &mut Value),
) -> Value {
    let states = system.states().iter_enumerated().map(|(id, state)| {
        let mut told = json!({
            "name": state.name,
            "labels": state.labels,
            "initial": state.is_initial,
            "value": evaluation.values[id].to_string(),
            "location": null,
            "where": null,
        });
        more(id, &mut told);
        told
    });
    let steps = way.iter().map(|it| {
        let to: Vec<&str> = it.to.iter().map(|&to| system.name(to)).collect();
        json!({"from": system.name(it.from), "action": system.actions()[it.action], "to": to})
    });
    json!({
        "value": evaluation.answer.to_string(),
        "levels": [],
        "states": states.collect::<Vec<Value>>(),
        "system": json::write(system),
        "explanation": explanation.map(|it| json!({"true": decided(system, &it.holds), "false": decided(system, &it.fails)})),
        "way": steps.collect::<Vec<Value>>(),
        "run": null,
    })
}

fn decided(system: &System, way: &Way) -> Value {
    let steps = way.decisions().map(|all| {
        let one = all.iter().map(|it| {
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
        });
        one.collect::<Vec<Value>>()
    });
    let reason = match way {
        Way::Smallest(_) | Way::Small(_) => None,
        Way::Nothing => Some("however its steps are decided, it does not become so".to_owned()),
        Way::Unknown(limit) => Some(limit.to_string()),
    };
    json!({"steps": steps, "smallest": matches!(way, Way::Smallest(_)), "reason": reason})
}
