//! Looking again: when the closest passing run says nothing about the fault.

use whyc_base::source::Span;
use whyc_ir::instr::InstrKind;
use whyc_ir::property::PropertyClass;
use whyc_sat::Lit;
use whyc_term::{Evaluator, TermId};
use whyc_unroll::step::{StepId, StepKind};

use super::closest::Found;
use super::items::{Item, ItemKind};
use super::observe::{self, Interest};
use super::{Slicing, Task, antecedent};

/// How many runs beyond the closest are tried if that explains nothing.
const MORE_RUNS: usize = 3;

/// Something that was taken for granted in looking for a passing run.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// As C writes it.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// That it holds.
    pub lit: Lit,
}

impl Task<'_> {
    /// While the passing run only falsifies what the property presupposes: assumes that and looks again.
    pub fn assume_antecedents(&mut self, first: &Found) -> Result<(Vec<Assumed>, Found), String> {
        self.look_for_antecedents();
        let mut assumed: Vec<Assumed> = Vec::new();
        let mut found = first.clone();
        loop {
            let before = assumed.len();
            let more: Vec<Assumed> = self.falsified(&found, &assumed);
            if more.is_empty() {
                return Ok((assumed, found));
            }
            assumed.extend(more);
            let wishes: Vec<Lit> = assumed.iter().map(|one| one.lit).collect();
            match self.closest(&wishes)? {
                Some(better) => found = better,
                None => {
                    // Nothing passes that way: what was found stands.
                    assumed.truncate(before);
                    return Ok((assumed, found));
                }
            }
        }
    }

    /// What the property presupposes where it fails, in terms.
    fn look_for_antecedents(&mut self) {
        let decided = antecedent::deciding(&self.unrolling, &self.analysis.engine.terms, &self.failing.run);
        let Some((step, interest)) = decided else { return };
        self.deciding = Some(step);
        let Some(seen) = self.observe_again(interest) else { return };
        let frame = self.unrolling.steps[step].frame;
        let here = seen.into_iter().rfind(|seen| seen.frame == frame && seen.step <= step);
        self.antecedents = here.map_or_else(Vec::new, |seen| seen.parts);
    }

    fn observe_again(&mut self, interest: Interest) -> Option<Vec<observe::SeenAntecedents>> {
        let body = self.analysis.program.functions[interest.function].body.as_ref()?;
        let expr = match &body.instrs[interest.instr].kind {
            InstrKind::Assert { cond, .. } | InstrKind::Branch { cond, .. } => *cond,
            _ => return None,
        };
        if antecedent::parts(body, expr, interest.wanted).is_empty() {
            return None;
        }
        let observed = observe::observe(self.analysis, &self.bounds, &mut self.places, Some(interest));
        observed.ok().map(|observed| observed.antecedents)
    }

    /// What the passing run falsifies of what the property presupposes, except what is assumed already.
    fn falsified(&mut self, found: &Found, assumed: &[Assumed]) -> Vec<Assumed> {
        let mut wishes: Vec<(TermId, String, Span)> = Vec::new();
        let sources = &self.analysis.program.sources;
        if let Some(step) = self.deciding
            && !found.passing.reaches[step]
            && let parting =
                antecedent::parting(&self.unrolling, &self.failing.run, step, |id| found.passing.reaches[id])
            && self.is_presupposed(step, parting)
        {
            let span = parting.map_or(self.unrolling.steps[step].span, |id| self.unrolling.steps[id].span);
            let text = match parting.map(|id| (&self.unrolling.steps[id].kind, self.failing.run.values[id])) {
                Some((StepKind::Branch { .. }, 0)) => format!("!({})", sources.text(span)),
                Some((StepKind::Branch { .. }, _)) => sources.text(span).to_owned(),
                _ => format!("line {} is reached", sources.line(self.unrolling.steps[step].span)),
            };
            wishes.push((self.unrolling.steps[step].guard, text, span));
        }
        if let Some(step) = antecedent::evading(&self.analysis.program, &self.unrolling, &self.failing, &found.passing)
            && let StepKind::Branch { cond, .. } = self.unrolling.steps[step].kind
        {
            let span = self.unrolling.steps[step].span;
            let text = sources.text(span);
            let holds = self.failing.run.values[step] == 1;
            let terms = &mut self.analysis.engine.terms;
            let as_before = if holds { cond } else { terms.not(cond) };
            let as_before = terms.and(self.unrolling.steps[step].guard, as_before);
            wishes.push((as_before, if holds { text.to_owned() } else { format!("!({text})") }, span));
        }
        let mut eval = Evaluator::new(&self.analysis.engine.terms, &found.passing.valuation);
        for part in &self.antecedents {
            if !eval.bool(part.holds) {
                wishes.push((part.holds, sources.text(part.span).to_owned(), part.span));
            }
        }
        let mut more = Vec::new();
        for (term, text, span) in wishes {
            let lit = self.analysis.engine.lit(term);
            if !assumed.iter().any(|one| one.lit == lit) {
                more.push(Assumed { text, span, lit });
            }
        }
        more
    }

    /// Whether the property presupposes that `step` is come to from `parting`: an assertion under an `if` of its own
    /// function. Rules of the language hold wherever the program happens to go.
    fn is_presupposed(&self, step: StepId, parting: Option<StepId>) -> bool {
        let class = self.analysis.properties.all()[self.property].class;
        let same_frame = |id: StepId| self.unrolling.steps[id].frame == self.unrolling.steps[step].frame;
        matches!(class, PropertyClass::Assertion | PropertyClass::Unreachable) && parting.is_some_and(same_frame)
    }

    /// If the differences that matter are nothing but inputs and the antecedent: the next closest run that tells more.
    pub fn beyond_useless(&mut self, found: Found, wishes: &[Lit]) -> Result<Found, String> {
        if self.options.slicing == Slicing::OneStep || self.antecedents.is_empty() || !self.is_useless(&found) {
            return Ok(found);
        }
        let active = self.analysis.engine.sat.new_lit();
        let mut last = found.clone();
        for _ in 0..MORE_RUNS {
            let mut clause = vec![!active];
            for (idx, lit) in self.distance.lits.iter().enumerate().filter(|&(idx, _)| self.items[idx].counts) {
                if let Some(lit) = *lit {
                    clause.push(if last.changed.binary_search(&idx).is_ok() { !lit } else { lit });
                }
            }
            self.analysis.engine.sat.add_clause(&clause);
            let other: Vec<Lit> = wishes.iter().copied().chain([active]).collect();
            match self.closest(&other)? {
                Some(next) if self.is_useless(&next) => last = next,
                Some(mut next) => {
                    next.optimal = false;
                    self.analysis.engine.sat.add_unit(!active);
                    return Ok(next);
                }
                None => break,
            }
        }
        self.analysis.engine.sat.add_unit(!active);
        Ok(found)
    }

    /// Whether the slice holds nothing but inputs and the antecedent.
    fn is_useless(&mut self, found: &Found) -> bool {
        let Some(slice) = found.sliced.slices.first() else { return false };
        let items: Vec<Item> = slice.iter().map(|&idx| self.items[idx].clone()).collect();
        items.iter().all(|item| match item.kind {
            ItemKind::Input { .. } => true,
            ItemKind::Value { value, .. } => {
                let terms = &mut self.analysis.engine.terms;
                let width = terms.width(value);
                let zero = terms.bits(width, 0);
                let truth = terms.ne(value, zero);
                self.antecedents.iter().any(|part| part.holds == truth)
            }
            ItemKind::Branch { .. } | ItemKind::Switch { .. } => false,
        })
    }
}
