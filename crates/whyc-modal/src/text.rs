//! The answer, for people.

use std::fmt::Write as _;

use whyc_base::ids::IdVec;

use crate::evaluate::Evaluation;
use crate::explain::{Explanation, Way};
use crate::read::{may_text, must_text, quoted};
use crate::system::{Decision, Fate, Must, StateId, System};
use crate::truth::Truth;

/// What a system says of a formula, and if that is nothing, why; ends with a line end.
#[must_use]
pub fn render(
    system: &System,
    formula: &str,
    evaluation: &Evaluation,
    why: Option<&Explanation>,
    way: &[&Must],
) -> String {
    let mut text = headline(system, formula, evaluation, &IdVec::new());
    text.push('\n');
    if !way.is_empty() {
        text.push_str("\na way that shows it:\n");
        for step in way {
            let _ = writeln!(text, "  {}", must_text(system, step));
        }
    }
    if let Some(why) = why {
        text.push_str(&explanation(system, why));
    }
    text
}

/// The answer in a line, without its end; a note says what a state stands for.
#[must_use]
pub fn headline(system: &System, formula: &str, evaluation: &Evaluation, notes: &IdVec<StateId, String>) -> String {
    match evaluation.answer {
        Truth::True => format!("true: {formula} holds wherever runs begin"),
        Truth::False => {
            let at = system.initial().find(|&it| evaluation.values[it] == Truth::False);
            let at = at.map_or_else(String::new, |it| {
                let note = notes.get(it).map_or_else(String::new, |it| format!(" ({it})"));
                format!(" in {}{note}", quoted(system.name(it)))
            });
            format!("false: {formula} does not hold{at}, where runs begin")
        }
        Truth::Unknown => format!("unknown: {formula} is neither shown nor refuted"),
    }
}

/// Why something is unknown; begins with an empty line.
#[must_use]
pub fn explanation(system: &System, explanation: &Explanation) -> String {
    let mut text = String::new();
    way(system, "true", &explanation.holds, &mut text);
    way(system, "false", &explanation.fails, &mut text);
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
