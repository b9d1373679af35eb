//! Questions about a variable that whyc added to the program, which says in each step that counts what happens there: how an
//! automaton that reads these values fares along all runs of the unrolling at hand.
//!
//! What the values mean is not known here.

use whyc_base::source::Span;
use whyc_check::{Analysis, replay};
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{StepId, StepKind, Unrolling};

use crate::finding::Counterexample;
use crate::measure;
use crate::suspicion::look;
use crate::trace;

/// How many conflicts a question may have.
const MANY: u32 = 20_000;
/// For how many values of how many states in how many steps automata are followed.
const MANY_STATES: usize = 1_000_000;

/// A finite automaton. State 0 is the first.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The variable whose values it reads.
    pub variable: String,
    /// The state after each value, by the state before it.
    pub next: Vec<Vec<usize>>,
}

/// A run that is followed no further than a bound.
#[derive(Clone, Debug)]
pub struct CutOff {
    /// The run.
    pub run: Counterexample,
    /// Where it is cut off.
    pub span: Span,
}

/// Whether some run comes to one of the states `during`, or to its end in one of the states `at_end`; as far as runs were followed.
/// Nothing if that is too hard to say.
#[must_use]
pub fn comes_to(analysis: &mut Analysis, automaton: &Automaton, during: &[bool], at_end: &[bool]) -> Option<bool> {
    let unrolling = analysis.unrolling.as_ref()?;
    let terms = &mut analysis.engine.terms;
    let going = look::going(unrolling, terms);
    let moments = followed(&analysis.program, unrolling, terms, automaton)?;
    let mut any = Vec::new();
    for moment in &moments.all {
        let is_there = in_any(terms, &moment.states, during);
        let comes = terms.and(going[moment.step.0 as usize], moment.guard);
        any.push(terms.and(comes, is_there));
    }
    let passes = analysis.chain.as_ref()?.passes;
    let ends = in_any(terms, moments.last(), at_end);
    any.push(terms.and(passes, ends));
    let any = terms.or_all(&any);
    match terms.as_bool(any) {
        Some(known) => Some(known),
        None => analysis.run_for(any, MANY).ok().map(|run| run.is_some()),
    }
}

/// A run that a bound cuts off while the automaton is in one of these states, executed by the interpreter as far as it goes.
#[must_use]
pub fn cut_off_in(analysis: &mut Analysis, automaton: &Automaton, states: &[bool]) -> Option<CutOff> {
    let unrolling = analysis.unrolling.as_ref()?;
    let terms = &mut analysis.engine.terms;
    let moments = followed(&analysis.program, unrolling, terms, automaton)?;
    let mut any = Vec::new();
    for cut in &analysis.obligations.cuts {
        let is_there = in_any(terms, moments.before(cut.step), states);
        any.push(terms.and(cut.term, is_there));
    }
    let any = terms.or_all(&any);
    if terms.as_bool(any) == Some(false) {
        return None;
    }
    let run = analysis.run_for(any, MANY).ok()??;
    let unrolling = analysis.unrolling.as_ref()?;
    let end = run.end.filter(|&end| matches!(unrolling.steps[end].kind, StepKind::Cut { .. }))?;
    replay::replay_cut(&analysis.program, &analysis.properties, unrolling, &run).ok()?;
    let span = unrolling.steps[end].span;
    Some(CutOff { run: trace::counterexample(analysis, unrolling, &run, None), span })
}

/// A step that counts.
struct Moment {
    step: StepId,
    /// When a run executes it, if nothing has ended it before.
    guard: TermId,
    /// For each state, when the automaton is in it behind the step.
    states: Vec<TermId>,
}

/// The states along all runs.
struct Moments {
    first: Vec<TermId>,
    all: Vec<Moment>,
}

impl Moments {
    /// The states before a step.
    fn before(&self, step: StepId) -> &[TermId] {
        let earlier = self.all.partition_point(|it| it.step < step);
        earlier.checked_sub(1).map_or(&self.first, |at| &self.all[at].states)
    }

    /// The states behind all steps.
    fn last(&self) -> &[TermId] {
        self.all.last().map_or(&self.first, |it| &it.states)
    }
}

fn in_any(terms: &mut TermStore, states: &[TermId], wanted: &[bool]) -> TermId {
    let some: Vec<TermId> = states.iter().zip(wanted).filter(|it| *it.1).map(|it| *it.0).collect();
    terms.or_all(&some)
}

/// Follows an automaton along all runs; nothing if that takes too much.
fn followed(
    program: &whyc_ir::program::Program,
    unrolling: &Unrolling,
    terms: &mut TermStore,
    automaton: &Automaton,
) -> Option<Moments> {
    let n = automaton.next.len();
    let first: Vec<TermId> = (0..n).map(|state| terms.bool_const(state == 0)).collect();
    let mut all: Vec<Moment> = Vec::new();
    let mut left = MANY_STATES;
    let mut now = first.clone();
    for (step, it) in unrolling.steps.iter_enumerated() {
        let StepKind::Assign { target, value, .. } = it.kind else { continue };
        let added = measure::is_added(program, unrolling, target);
        if added.is_none_or(|global| program.globals[global].name != automaton.variable) {
            continue;
        }
        let known = terms.as_bits(value).and_then(|value| usize::try_from(value).ok());
        let n_values = automaton.next.first().map_or(0, Vec::len);
        let values: Vec<usize> = known.map_or_else(|| (0..n_values).collect(), |value| vec![value]);
        left = left.checked_sub(values.len().saturating_mul(n))?;
        let mut to: Vec<Vec<TermId>> = vec![Vec::new(); n];
        for read in values {
            let is_read = {
                let read = terms.bits(terms.width(value), read as u128);
                terms.eq(value, read)
            };
            for (from, row) in automaton.next.iter().enumerate() {
                let moves = terms.and(now[from], is_read);
                if let Some(&state) = row.get(read)
                    && terms.as_bool(moves) != Some(false)
                {
                    to[state].push(moves);
                }
            }
        }
        for (state, ways) in to.iter().enumerate() {
            let comes = terms.or_all(ways);
            now[state] = terms.ite(it.guard, comes, now[state]);
        }
        all.push(Moment { step, guard: it.guard, states: now.clone() });
    }
    Some(Moments { first, all })
}
