//! The answer, for people.

use std::fmt::Write as _;

use crate::evaluate::Evaluation;
use crate::explain::{Explanation, Way};
use crate::read::{may_text, quoted};
use crate::system::{Decision, Fate, System};
use crate::truth::Truth;

/// What a system says of a formula, and if that is nothing, why; ends with a line end.
#[must_use]
pub fn render(system: &System, formula: &str, evaluation: &Evaluation, explanation: Option<&Explanation>) -> String {
    let mut text = match evaluation.answer {
        Truth::True => format!("true: {formula} holds wherever runs begin\n"),
        Truth::False => {
            let at = system.initial().find(|&it| evaluation.values[it] == Truth::False);
            let at = at.map_or_else(String::new, |it| format!(" in {}", quoted(system.name(it))));
            format!("false: {formula} does not hold{at}, where runs begin\n")
        }
        Truth::Unknown => format!("unknown: {formula} is neither shown nor refuted\n"),
    };
    if let Some(explanation) = explanation {
        way(system, "true", &explanation.holds, &mut text);
        way(system, "false", &explanation.fails, &mut text);
    }
    text
}

fn way(system: &System, wanted: &str, way: &Way, text: &mut String) {
    match way {
        Way::Smallest(all) | Way::Small(all) => {
            let n = match all.len() {
                1 => "one step".to_owned(),
                n => format!("{n} steps"),
            };
            let fewest = if matches!(way, Way::Smallest(_)) { "" } else { " (there may be fewer)" };
            let _ = writeln!(text, "\nit becomes {wanted} if this is known of {n}{fewest}:");
            for decision in all {
                let _ = writeln!(text, "  {}", sentence(system, decision));
            }
        }
        Way::Nothing => {
            let _ = writeln!(text, "\nit does not become {wanted}, however its steps are decided");
        }
        Way::Unknown(limit) => {
            let _ = writeln!(text, "\nwhat would make it {wanted} was not found out: {limit}");
        }
    }
}

/// A decision in words.
#[must_use]
pub fn sentence(system: &System, decision: &Decision) -> String {
    let step = may_text(system, &decision.step);
    match decision.fate {
        Fate::Must => format!("{step}  is there for all that {} stands for", quoted(system.name(decision.step.from))),
        Fate::Never => {
            format!("{step}  is there for nothing that {} stands for", quoted(system.name(decision.step.from)))
        }
    }
}
