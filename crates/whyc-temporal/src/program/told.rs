//! A failing run of a program beside the property that it breaks: which event was which step, and what became of the property.

use crate::atom::{Atom, Event};
use crate::file::Named;
use crate::idle::Idle;
use crate::judged::{self, Happened, Judged, Unit, Verdict};
use crate::program::{Machine, Watched};
use crate::run::{Beside, Run, What};

/// What the variable is called that holds the state of a property.
pub(super) fn state_name(named: &Named) -> String {
    format!("__whyc state of {}", named.name)
}

/// What the variable is called that says what happens. Whoever makes runs of steps keeps its values ([`letter`]).
#[must_use]
pub fn step_name(named: &Named) -> String {
    format!("__whyc step of {}", named.name)
}

/// What the assertions of a property say.
#[must_use]
pub fn description(named: &Named) -> String {
    format!("{}: {}", named.name, named.text)
}

/// The same where the program ends.
#[must_use]
pub fn description_at_end(named: &Named) -> String {
    format!("{}, when the program ends", description(named))
}

/// A value of the variable that says what happens, and where that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The value.
    pub value: usize,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// What is known of a property without a run.
#[must_use]
pub fn without_run(watched: &Watched, source: usize, verdict: Verdict) -> Judged {
    let pending = match verdict {
        // Which step that would be depends on the run.
        Verdict::HoldsWithinBounds(_) => judged::must_come(&watched.named.expr, 0),
        _ => Vec::new(),
    };
    Judged {
        source,
        named: watched.named.clone(),
        verdict,
        unit: Unit::Step,
        why: Vec::new(),
        pending,
        story: None,
        unknown: Vec::new(),
    }
}

/// A run that breaks a property: its events in order, and where it ended.
#[must_use]
pub fn with_run(watched: &Watched, source: usize, letters: &[Letter], end: &Letter) -> Judged {
    let mut judged = without_run(watched, source, Verdict::Violated);
    let machine = &watched.machine;
    let expr = &watched.named.expr;
    let run = seen_by(watched, letters);
    if judged::told(&mut judged, &run, Vec::new(), 0).is_err() {
        return judged;
    }
    if judged.why.is_empty() {
        // The program ended: what is still to come does not.
        let pending = if letters.is_empty() { Ok(Vec::new()) } else { Beside::new(&run).pending(expr, 0) };
        judged.why = pending.unwrap_or_default();
        judged.why.iter_mut().for_each(|it| it.what = What::Never);
        if let Some(story) = &mut judged.story {
            let told = &judged.why;
            story.rows.iter_mut().for_each(|row| row.matters |= told.iter().any(|it| it.place == row.place));
        }
    }
    if let Some(story) = &mut judged.story {
        story.events = happened(machine, letters);
        let is_over = !machine.is_broken_after(letters.iter().map(|it| it.value));
        if is_over {
            story.events.push(last("the program ends", end));
        }
    }
    judged
}

/// A run that was followed no further than a bound, where a property that holds so far leaves something open: its events in order, and
/// where it was cut off. Nothing if it leaves nothing open.
#[must_use]
pub fn with_open_run(
    watched: &Watched,
    source: usize,
    idle: Vec<Idle>,
    letters: &[Letter],
    end: &Letter,
) -> Option<Judged> {
    let mut judged = without_run(watched, source, Verdict::HoldsWithinBounds(idle));
    let run = seen_by(watched, letters);
    judged.pending = match letters.is_empty() {
        true => Vec::new(),
        false => Beside::new(&run).pending(&watched.named.expr, 0).ok()?,
    };
    if judged.pending.is_empty() {
        return None;
    }
    judged::told(&mut judged, &run, Vec::new(), 0).ok()?;
    let story = judged.story.as_mut()?;
    story.events = happened(&watched.machine, letters);
    story.events.push(last("the run is followed no further", end));
    Some(judged)
}

/// The run as the property sees it.
fn seen_by(watched: &Watched, letters: &[Letter]) -> Run {
    let machine = &watched.machine;
    let atoms = watched.named.expr.atoms();
    let values = |letter: &Letter| atoms.iter().map(|atom| is_true(machine, letter, atom)).collect();
    Run { letters: letters.iter().map(values).collect(), atoms: atoms.clone(), start: None }
}

fn is_true(machine: &Machine, letter: &Letter, atom: &Atom) -> bool {
    match atom {
        Atom::Event(event) => machine.events.get(letter.value >> machine.looked_at.len()) == Some(event),
        Atom::Word(_) | Atom::Compare(..) => {
            let at = machine.looked_at.iter().position(|it| it == atom);
            at.is_some_and(|at| letter.value >> at & 1 == 1)
        }
    }
}

fn happened(machine: &Machine, letters: &[Letter]) -> Vec<Happened> {
    let event = |letter: &Letter| Happened {
        text: machine.events.get(letter.value >> machine.looked_at.len()).map(Event::to_string).unwrap_or_default(),
        seen: machine.looked_at.iter().map(|atom| (atom.to_string(), is_true(machine, letter, atom))).collect(),
        file: letter.file.clone(),
        line: letter.line,
    };
    letters.iter().map(event).collect()
}

fn last(text: &str, end: &Letter) -> Happened {
    Happened { text: text.to_owned(), seen: Vec::new(), file: end.file.clone(), line: end.line }
}
