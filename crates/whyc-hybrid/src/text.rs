//! The answer, for people.

use std::fmt::Write as _;

use whyc_base::ids::Id;
use whyc_modal::system::StateId;
use whyc_modal::text as modal;

use crate::answer::{Answer, Ended};
use crate::automaton::Automaton;
use crate::polyhedron;

/// The answer with its regions; ends with a line end.
#[must_use]
pub fn render(automaton: &Automaton, formula: &str, answer: &Answer) -> String {
    let mut text = modal::render(&answer.system, formula, &answer.evaluation, answer.explanation.as_ref());
    text.push('\n');
    for (level, it) in answer.levels.iter().enumerate() {
        let s = if it.n_regions == 1 { "" } else { "s" };
        let _ = writeln!(text, "level {level}: {} region{s}, {}", it.n_regions, it.answer);
    }
    match &answer.ended {
        Ended::Known => {}
        Ended::Levels => text.push_str("no further level was asked for\n"),
        Ended::Limit(limit) => {
            let _ = writeln!(text, "no further level was tried: {limit}");
        }
    }
    text.push('\n');
    let width = answer.system.states().iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
    for (k, class) in answer.classes.iter().enumerate() {
        let id = StateId::from_index(k);
        let initial = if class.is_initial { " (runs begin here)" } else { "" };
        let region = polyhedron::text(&class.region, &automaton.variables);
        let value = answer.evaluation.values[id].to_string();
        let _ = writeln!(text, "{:width$}  {value:7}  {region}{initial}", answer.system.name(id));
    }
    text
}
