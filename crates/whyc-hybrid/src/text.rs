//! The answer, for people.

use std::fmt::Write as _;

use whyc_base::ids::{Id, IdVec};
use whyc_modal::system::StateId;
use whyc_modal::text as modal;

use crate::answer::{Answer, Ended};
use crate::automaton::Automaton;
use crate::polyhedron;
use crate::run::{By, Run, Stop};

/// The most regions that are listed.
const MANY: usize = 24;

/// What each region is, in the names of variables.
#[must_use]
pub fn notes(automaton: &Automaton, answer: &Answer) -> IdVec<StateId, String> {
    let mut notes = IdVec::new();
    for class in &answer.classes {
        notes.push(polyhedron::text(&class.region, &automaton.variables));
    }
    notes
}

/// The regions, by location.
#[must_use]
pub fn in_order(answer: &Answer) -> Vec<StateId> {
    let mut all: Vec<StateId> = (0..answer.classes.len()).map(StateId::from_index).collect();
    all.sort_by_key(|it| answer.classes[it.index()].location);
    all
}

/// The answer with its regions; ends with a line end.
#[must_use]
pub fn render(automaton: &Automaton, formula: &str, answer: &Answer) -> String {
    let notes = notes(automaton, answer);
    let mut text = modal::headline(&answer.system, formula, &answer.evaluation, &notes);
    text.push('\n');
    if let Some(run) = &answer.run {
        text.push_str("\na run that shows it:\n");
        for line in run_lines(automaton, run) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(explanation) = &answer.explanation {
        text.push_str(&modal::explanation(&answer.system, explanation));
    }
    text.push('\n');
    for line in level_lines(answer) {
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    let (shown, n_left) = shown(answer);
    let width = shown.iter().map(|&it| answer.system.name(it).chars().count()).max().unwrap_or(0);
    for id in shown {
        let class = &answer.classes[id.index()];
        let initial = if class.is_initial { " (runs begin here)" } else { "" };
        let value = answer.evaluation.values[id].to_string();
        let _ = writeln!(text, "{:width$}  {value:7}  {}{initial}", answer.system.name(id), notes[id]);
    }
    if n_left > 0 {
        let _ = writeln!(text, "and {n_left} more regions (--format json or html lists all)");
    }
    text
}

/// The regions that are listed, and how many are not: all, if they are few, else those where runs begin.
fn shown(answer: &Answer) -> (Vec<StateId>, usize) {
    let all = in_order(answer);
    if all.len() <= MANY {
        return (all, 0);
    }
    let n = all.len();
    let shown: Vec<StateId> = all.into_iter().filter(|it| answer.classes[it.index()].is_initial).take(MANY).collect();
    let n_left = n - shown.len();
    (shown, n_left)
}

/// What each level says, and why there is no further one.
#[must_use]
pub fn level_lines(answer: &Answer) -> Vec<String> {
    let level = |(level, it): (usize, &crate::answer::Level)| {
        let s = if it.n_regions == 1 { "" } else { "s" };
        format!("level {level}: {} region{s}, {}", it.n_regions, it.answer)
    };
    let mut lines: Vec<String> = answer.levels.iter().enumerate().map(level).collect();
    match &answer.ended {
        Ended::Known => {}
        Ended::Levels => lines.push("no further level was asked for".to_owned()),
        Ended::Limit(limit) => lines.push(format!("no further level was tried: {limit}")),
    }
    lines
}

/// A run, a line for each step.
#[must_use]
pub fn run_lines(automaton: &Automaton, run: &Run) -> Vec<String> {
    let name = |it: &Stop| automaton.locations[it.location].name.as_str();
    let mut lines = vec![format!("begin in {} with {}", name(&run.start), values(automaton, &run.start))];
    let mut at = &run.start;
    for (by, to) in &run.steps {
        lines.push(match by {
            By::Delay(time) => format!("wait for {time}: {}", values(automaton, to)),
            By::Jump(_) if at.point == to.point => format!("jump to {}", name(to)),
            By::Jump(_) => format!("jump to {}: {}", name(to), values(automaton, to)),
        });
        at = to;
    }
    lines
}

fn values(automaton: &Automaton, stop: &Stop) -> String {
    let all: Vec<String> =
        automaton.variables.iter().zip(&stop.point).map(|(name, value)| format!("{name} = {value}")).collect();
    if all.is_empty() { "no variables".to_owned() } else { all.join(", ") }
}
