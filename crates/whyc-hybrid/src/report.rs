//! The answer as JSON, for programs: that of `whyc-modal` about the regions, and what they are.

use serde_json::{Value, json};
use whyc_base::ids::Id;
use whyc_modal::report as modal;
use whyc_modal::system::System;

use crate::answer::{Answer, Ended};
use crate::automaton::Automaton;
use crate::polyhedron;
use crate::run::{By, Run, Stop};

/// The answer: what each level says, the regions of the last one with their values, the system of them, for an unknown the fewest steps that would
/// have to be decided, and a run where one shows it.
#[must_use]
pub fn render(automaton: &Automaton, answer: &Answer) -> Value {
    let system = &answer.system;
    let mut told = modal::render(system, &answer.evaluation, answer.explanation.as_ref(), &[], |id, told| {
        let class = &answer.classes[id.index()];
        told["location"] = json!(automaton.locations[class.location].name);
        told["where"] = json!(polyhedron::text(&class.region, &automaton.variables));
    });
    let levels = answer.levels.iter().map(|it| json!({"regions": it.n_regions, "value": it.answer.to_string()}));
    told["levels"] = levels.collect();
    told["run"] = answer.run.as_ref().map_or(Value::Null, |it| run(automaton, system, it));
    told
}

/// Why no more is known, if it is unknown.
#[must_use]
pub fn reason(answer: &Answer) -> Option<String> {
    match &answer.ended {
        Ended::Known => None,
        Ended::Levels => Some("no further level was asked for".to_owned()),
        Ended::Limit(limit) => Some(limit.to_string()),
    }
}

fn run(automaton: &Automaton, system: &System, run: &Run) -> Value {
    let stop = |it: &Stop, by: Value| {
        let values: serde_json::Map<String, Value> =
            automaton.variables.iter().zip(&it.point).map(|(name, it)| (name.clone(), json!(it.to_string()))).collect();
        json!({
            "by": by,
            "location": automaton.locations[it.location].name,
            "values": values,
            "region": system.name(it.region),
        })
    };
    let mut stops = vec![stop(&run.start, Value::Null)];
    for (by, to) in &run.steps {
        let by = match by {
            By::Delay(time) => json!({"delay": time.to_string()}),
            By::Jump(k) => json!({"jump": k}),
        };
        stops.push(stop(to, by));
    }
    Value::Array(stops)
}
