//! Whether a change leaves the runs that passed as they were, asked of the solver for all inputs within the bounds.
//!
//! Both versions of the program are unrolled in the same terms. The functions that try the program are the same in both, so
//! their steps go in pairs: what they are given, what they compute from it, which way they go. A run of the old version that
//! passes and differs from the new one in any of that, or in what is printed, is a difference. What stays in memory and nobody looks at
//! is left to the runs that the interpreter makes.

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id, IdVec};
use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_ir::types::Type;
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{AssignRole, FrameId, OutputTerm, Step, StepKind, Unrolling};

use super::blame::Blame;
use super::turned;
use crate::runs::FailingRun;

/// A question that takes more conflicts than this is not worth its answer.
const EASY: u32 = 6000;

/// What the solver says.
pub enum Same {
    /// No run that passed gives other results.
    Yes,
    /// This one does.
    No(Box<FailingRun>),
    /// It is hard to say, or the versions cannot be put side by side.
    Unknown,
}

/// Asks whether runs of `old` that pass go on as before in the program of `changed`, which has been decided.
pub fn same(changed: &mut Analysis, old: (&Program, &PropertyTable), blame: &Blame) -> Same {
    let new_program = changed.program.clone();
    if !are_alike(old.0, &new_program, blame) {
        return Same::Unknown;
    }
    let Ok(before) = changed.unroll_version(old.0, old.1) else { return Same::Unknown };
    let Some(after) = changed.unrolling.clone() else { return Same::Unknown };
    let terms = &mut changed.engine.terms;
    let (was, is) = (Look::at(old.0, &before, blame), Look::at(&new_program, &after, blame));
    let Some(differs) = was.differs(&is, terms) else { return Same::Unknown };
    let passed = Chain::new(&before, old.1.all().len(), terms).passes;
    let now = Chain::new(&after, changed.properties.all().len(), terms);
    let cuts: Vec<TermId> = now.cuts.iter().map(|&(_, cond)| cond).collect();
    let (cut, fails) = (terms.or_all(&cuts), terms.not(now.passes));
    let (other, within) = (terms.or(differs, fails), terms.not(cut));
    let other = terms.and(other, within);
    let (passed, away) = (terms.and(passed, other), turned_away(old, &before, blame, terms));
    let stays = terms.not(away);
    let asked = terms.and(passed, stays);
    match changed.inputs_for(asked, EASY) {
        Ok(None) => Same::Yes,
        Ok(Some(valuation)) => {
            let run = Run::new(&before, &changed.engine.terms, &valuation);
            let run = FailingRun::of(String::new(), &before, &run, PropertyId::from_index(0));
            Same::No(Box::new(FailingRun { violates: None, ..run }))
        }
        Err(_) => Same::Unknown,
    }
}

/// That a run is turned away before anything is asserted: nobody looks at what the program did in it.
fn turned_away(
    (program, properties): (&Program, &PropertyTable),
    unrolling: &Unrolling,
    blame: &Blame,
    terms: &mut TermStore,
) -> TermId {
    let turns = turned::turns(program, blame);
    let (mut away, mut asserted) = (Vec::new(), Vec::new());
    for step in unrolling.steps.iter() {
        match step.kind {
            StepKind::Branch { cond, .. } => {
                let function = unrolling.function_of(step);
                for how in [true, false].into_iter().filter(|&how| turns.contains(&(function, step.instr, how))) {
                    let decided = if how { cond } else { terms.not(cond) };
                    away.push(terms.and(step.guard, decided));
                }
            }
            StepKind::Check { property, .. } if turned::is_stated(properties.all()[property].class) => {
                asserted.push(step.guard);
            }
            _ => {}
        }
    }
    let (away, asserted) = (terms.or_all(&away), terms.or_all(&asserted));
    let silent = terms.not(asserted);
    terms.and(away, silent)
}

/// Whether the versions have the same functions, and those that are not to blame are the same in both.
fn are_alike(old: &Program, new: &Program, blame: &Blame) -> bool {
    let n_instrs = |program: &Program, k: usize| {
        program.functions.iter().nth(k).and_then(|it| it.body.as_ref()).map_or(0, |body| body.instrs.len())
    };
    old.functions.len() == new.functions.len()
        && old.functions.iter().zip(new.functions.iter()).enumerate().all(|(k, (a, b))| {
            let may_differ = a.origin == Origin::User && blame.is_program(&a.name);
            a.name == b.name && (may_differ || n_instrs(old, k) == n_instrs(new, k))
        })
}

/// A place of those that try the program: the calls that lead there, and the instruction.
type Place = (u64, InstrId);

/// What can be seen of a version from outside.
struct Look {
    /// By place, in order: when it is seen, and what, if that is a number.
    seen: FxHashMap<Place, Vec<(TermId, Option<TermId>)>>,
    /// What is printed, in order.
    printed: Vec<(TermId, Vec<TermId>, Vec<u8>)>,
}

impl Look {
    fn at(program: &Program, unrolling: &Unrolling, blame: &Blame) -> Self {
        let trying = trying_frames(program, unrolling, blame);
        let mut look = Self { seen: FxHashMap::default(), printed: Vec::new() };
        let is_number = |ty| !matches!(program.types.get(ty), Type::Pointer(_));
        for step in unrolling.steps.iter() {
            if let StepKind::Output { stream, item } = &step.kind {
                look.printed.push(printed(step, *stream, item));
            }
            let Some(frame) = trying[step.frame] else { continue };
            let what = match &step.kind {
                StepKind::Assign { value, ty, role: AssignRole::Statement | AssignRole::CallResult, .. }
                | StepKind::Switch { value, ty, .. } => is_number(*ty).then_some(*value),
                StepKind::Leave { value, .. } => value.filter(|(_, ty)| is_number(*ty)).map(|(value, _)| value),
                StepKind::Branch { cond, .. } => Some(*cond),
                StepKind::Assign { role: AssignRole::Parameter | AssignRole::Return, .. }
                | StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Allocate { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Merge { .. }
                | StepKind::Assume { .. }
                | StepKind::Check { .. }
                | StepKind::Enter { .. }
                | StepKind::Halt
                | StepKind::Cut { .. }
                | StepKind::Unsupported { .. } => continue,
            };
            look.seen.entry((frame, step.instr)).or_default().push((step.guard, what));
        }
        look
    }

    /// That something differs (Boolean); none if the steps do not go in pairs.
    fn differs(&self, other: &Self, terms: &mut TermStore) -> Option<TermId> {
        let mut all = Vec::new();
        // What only one of them has may not happen.
        for (place, here) in &self.seen {
            let there = other.seen.get(place).map_or(&[][..], Vec::as_slice);
            pairs(here, there, terms, &mut all)?;
        }
        for (_, there) in other.seen.iter().filter(|(place, _)| !self.seen.contains_key(*place)) {
            pairs(&[], there, terms, &mut all)?;
        }
        if self.printed.len() != other.printed.len() {
            return None;
        }
        for ((guard, values, text), (other_guard, other_values, other_text)) in self.printed.iter().zip(&other.printed)
        {
            if text != other_text || values.len() != other_values.len() {
                return None;
            }
            let numbers: Vec<(TermId, TermId)> = values.iter().copied().zip(other_values.iter().copied()).collect();
            differ((*guard, *other_guard), &numbers, terms, &mut all)?;
        }
        // The order of a hash table is nobody's business.
        all.sort_unstable();
        all.dedup();
        Some(terms.or_all(&all))
    }
}

/// Steps of one place side by side; if one version has more of them, it must not come to the others.
fn pairs(
    here: &[(TermId, Option<TermId>)],
    there: &[(TermId, Option<TermId>)],
    terms: &mut TermStore,
    all: &mut Vec<TermId>,
) -> Option<()> {
    let both = here.len().min(there.len());
    for ((guard, value), (other_guard, other_value)) in here.iter().zip(there) {
        let numbers: Vec<(TermId, TermId)> = value.iter().copied().zip(*other_value).collect();
        differ((*guard, *other_guard), &numbers, terms, all)?;
    }
    all.extend(here[both..].iter().chain(&there[both..]).map(|(guard, _)| *guard));
    Some(())
}

/// Adds that one step happens and the other does not, or that both do with other numbers.
fn differ(
    (guard, other_guard): (TermId, TermId),
    numbers: &[(TermId, TermId)],
    terms: &mut TermStore,
    all: &mut Vec<TermId>,
) -> Option<()> {
    if guard != other_guard {
        all.push(terms.ne(guard, other_guard));
    }
    for &(a, b) in numbers.iter().filter(|(a, b)| a != b) {
        if terms.sort(a) != terms.sort(b) {
            return None;
        }
        let unequal = terms.ne(a, b);
        all.push(terms.and(guard, unequal));
    }
    Some(())
}

fn printed(step: &Step, stream: TermId, item: &OutputTerm) -> (TermId, Vec<TermId>, Vec<u8>) {
    match item {
        OutputTerm::Text(text) => (step.guard, vec![stream], text.clone()),
        OutputTerm::Byte(byte) => (step.guard, vec![stream, *byte], Vec::new()),
        OutputTerm::Number { value, layout, .. } => (step.guard, [&[stream, *value], &layout[..]].concat(), Vec::new()),
    }
}

/// For each activation of what tries the program, the calls that lead to it.
fn trying_frames(program: &Program, unrolling: &Unrolling, blame: &Blame) -> IdVec<FrameId, Option<u64>> {
    let mut found: IdVec<FrameId, Option<u64>> = IdVec::filled(None, unrolling.frames.len());
    for (id, frame) in unrolling.frames.iter_enumerated() {
        let function = &program.functions[frame.function];
        let outside = match frame.caller {
            None => Some(0),
            Some((caller, at)) => found[caller].map(|before| super::stage::hash((before, at.index()))),
        };
        let is_trying = function.origin != Origin::User || !blame.is_program(&function.name);
        found[id] = outside.filter(|_| is_trying);
    }
    // What whyc itself does before the program starts is no part of it, and neither is what the library does inside.
    for (id, frame) in unrolling.frames.iter_enumerated() {
        if program.functions[frame.function].origin != Origin::User {
            found[id] = None;
        }
    }
    found
}
