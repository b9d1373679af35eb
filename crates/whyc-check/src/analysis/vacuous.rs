//! Whether what is said to hold says anything: a program that no run passes through keeps every rule.

use whyc_base::status::Reason;
use whyc_ir::program::Presupposition;
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind};

use super::Analysis;
use crate::outcome::Vacuity;

/// How many conflicts it may cost to find out whether any run passes, and to say what stops them all.
const MOST: u32 = 20_000;
/// At most this many assumptions are taken away one by one, to see whether the others do without.
const MANY: usize = 64;

impl Analysis {
    /// What a contract presupposes and no run meets; nothing if there is no such thing.
    pub(super) fn vacuous(&mut self) -> Option<Reason> {
        let presupposed = self.program.contracts.presupposed.clone();
        let unrolling = self.unrolling.as_ref()?;
        let chain = self.chain.as_ref()?;
        let mut questions = Vec::new();
        for it in &presupposed {
            let is_it = |step: StepId| unrolling.function_of(&unrolling.steps[step]) == it.function;
            let passed = chain.presupposed.iter().filter(|(step, _)| is_it(*step));
            questions.push(passed.map(|&(_, term)| term).collect::<Vec<_>>());
        }
        for (it, terms) in presupposed.iter().zip(questions) {
            // A contract of a function that nobody calls says nothing either way.
            if terms.is_empty() && it.what == Presupposition::Postconditions {
                continue;
            }
            let any = self.engine.terms.or_all(&terms);
            match self.model_of(any, None) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let verb = match it.what {
                        Presupposition::Preconditions => "requires",
                        Presupposition::Postconditions => "ensures",
                    };
                    return Some(Reason::Vacuous { what: format!("what `{}` {verb}", it.of) });
                }
                Err(stop) => return Some(stop),
            }
        }
        None
    }

    /// Why no run gets to an end of its own, if that is so and can be found out cheaply. Nothing fails.
    pub(super) fn vacuity(&mut self) -> Option<Vacuity> {
        let (unrolling, chain) = (self.unrolling.as_ref()?, self.chain.as_ref()?);
        let steps = unrolling.steps.iter_enumerated();
        let assumed: Vec<(StepId, TermId, TermId)> = steps
            .filter_map(|(id, step)| match step.kind {
                StepKind::Assume { cond } => Some((id, step.guard, cond)),
                _ => None,
            })
            .collect();
        if assumed.is_empty() && chain.cuts.is_empty() {
            return None;
        }
        let (passes, has_cuts) = (chain.passes, !chain.cuts.is_empty());
        if self.can_hold(&[passes])? {
            return None;
        }
        let met: Vec<TermId> = assumed.iter().map(|&(_, guard, cond)| self.engine.terms.implies(guard, cond)).collect();
        if self.can_hold(&met)? {
            return has_cuts.then_some(Vacuity::Bounds);
        }
        let mut needed: Vec<usize> = self.cannot_hold_together(&met);
        if needed.len() <= MANY {
            // An earlier assumption says more about where to look: the last ones are given up first.
            for position in needed.clone().into_iter().rev() {
                let fewer: Vec<usize> = needed.iter().copied().filter(|&it| it != position).collect();
                let terms: Vec<TermId> = fewer.iter().map(|&it| met[it]).collect();
                if self.can_hold(&terms) == Some(false) {
                    needed = fewer;
                }
            }
        }
        Some(Vacuity::Assumptions(needed.into_iter().map(|it| assumed[it].0).collect()))
    }

    /// Whether all of this can hold with the inputs that are given; nothing if that is too hard a question.
    fn can_hold(&mut self, terms: &[TermId]) -> Option<bool> {
        let all: Vec<TermId> = terms.iter().copied().chain([self.given]).collect();
        match self.engine.solve_limited(&all, MOST)? {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// Those of the terms, which were just found not to hold together, that the solver needed for that.
    fn cannot_hold_together(&mut self, terms: &[TermId]) -> Vec<usize> {
        let lits: Vec<_> = terms.iter().map(|&term| self.engine.lit(term)).collect();
        let failed = self.engine.sat.failed_assumptions();
        (0..terms.len()).filter(|&it| failed.contains(&lits[it])).collect()
    }
}
