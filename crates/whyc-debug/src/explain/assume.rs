//! Looking again: when the closest passing run says nothing about the fault.

use whyc_base::source::Span;
use whyc_ir::expr::ExprKind;
use whyc_ir::instr::InstrKind;
use whyc_ir::property::PropertyClass;
use whyc_sat::Lit;
use whyc_sat::session::Answer;
use whyc_term::{Evaluator, TermId};
use whyc_unroll::step::{StepId, StepKind};

use super::closest::Found;
use super::items::{Item, ItemKind};
use super::observe::{self, Interest};
use super::{Slicing, Task, antecedent, deeper};

/// How many runs beyond the closest are tried if that explains nothing.
const MORE_RUNS: usize = 3;
/// How often something more is assumed.
const MANY_LOOKS: usize = 4;
/// How many conflicts the question may cost whether the check always fails.
const MANY_CONFLICTS: u32 = 20_000;

/// Something that was taken for granted in looking for a passing run.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// The condition as C writes it; nothing where it is only that its line is reached.
    pub text: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// That it holds.
    pub lit: Lit,
    /// Whether a run without it only ends at once.
    pub is_filter: bool,
    /// Whether it is that a run comes to the check: within other bounds that is something else.
    pub is_coming: bool,
}

impl Task<'_> {
    /// While the passing run only falsifies what the property presupposes: assumes that and looks again.
    pub fn assume_antecedents(&mut self, first: &Found) -> Result<(Vec<Assumed>, Found), String> {
        self.look_for_antecedents();
        let mut assumed: Vec<Assumed> = Vec::new();
        let mut found = first.clone();
        for _ in 0..MANY_LOOKS {
            let more: Vec<Assumed> = self.falsified(&found, &assumed);
            let Some((taken, better)) = self.closest_with(&assumed, &more)? else { break };
            assumed.extend(taken);
            found = better;
        }
        Ok((assumed, found))
    }

    /// The closest passing run with all of `more`, or else with one of them, besides what is assumed already.
    fn closest_with(&mut self, assumed: &[Assumed], more: &[Assumed]) -> Result<Option<(Vec<Assumed>, Found)>, String> {
        let singles = more.iter().map(std::slice::from_ref).filter(|_| more.len() > 1);
        for taken in [more].into_iter().filter(|more| !more.is_empty()).chain(singles) {
            let all: Vec<Assumed> = assumed.iter().chain(taken).cloned().collect();
            let wishes = self.wishes(&all);
            if let Some(better) = self.closest(&wishes)? {
                return Ok(Some((taken.to_vec(), better)));
            }
            // The failing run may have ended before a run that goes on could.
            if let Some(better) = deeper::beyond(self, &all)? {
                self.look_for_antecedents();
                return Ok(Some((taken.to_vec(), better)));
            }
            if self.cut_short.is_some() {
                break;
            }
        }
        Ok(None)
    }

    /// What is assumed, within the bounds that are looked at now.
    pub fn wishes(&mut self, assumed: &[Assumed]) -> Vec<Lit> {
        let mut lits = Vec::new();
        for one in assumed {
            let comes = if one.is_coming { self.comes_to_check() } else { None };
            lits.push(comes.map_or(one.lit, |term| self.analysis.engine.lit(term)));
        }
        lits
    }

    /// What the property presupposes where it fails, in terms.
    fn look_for_antecedents(&mut self) {
        (self.deciding, self.antecedents) = (None, Vec::new());
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
        let observed = observe::observe(self.analysis, (&self.bounds, observe::ALL), &mut self.places, Some(interest));
        observed.ok().map(|observed| observed.antecedents)
    }

    /// What the passing run falsifies of what the property presupposes, except what is assumed already.
    fn falsified(&mut self, found: &Found, assumed: &[Assumed]) -> Vec<Assumed> {
        let mut wishes: Vec<(TermId, Option<String>, Span, bool)> = Vec::new();
        let gives_up = self.gives_up(found).is_some();
        let sources = &self.analysis.program.sources;
        if let Some(step) = self.deciding
            && !found.passing.reaches[step]
            && let parting =
                antecedent::parting(&self.unrolling, &self.failing.run, step, |id| found.passing.reaches[id])
            && self.is_presupposed(step, parting)
        {
            let span = parting.map_or(self.unrolling.steps[step].span, |id| self.unrolling.steps[id].span);
            let text = match parting.map(|id| (&self.unrolling.steps[id].kind, self.failing.run.values[id])) {
                Some((StepKind::Branch { .. }, 0)) => Some(format!("!({})", sources.text(span))),
                Some((StepKind::Branch { .. }, _)) => Some(sources.text(span).to_owned()),
                _ => None,
            };
            wishes.push((self.unrolling.steps[step].guard, text, span, false));
        }
        let avoids = wishes.is_empty() && !self.comes_to(&found.passing.run);
        if avoids && let (Some(step), Some(comes)) = (self.deciding, self.comes_to_check()) {
            wishes.push((comes, None, self.unrolling.steps[step].span, true));
        }
        let sources = &self.analysis.program.sources;
        if let Some(step) = self.left_at(found) {
            let span = self.unrolling.steps[step].span;
            let text = sources.text(span);
            let holds = self.failing.run.values[step] == 1;
            let text = if holds { text.to_owned() } else { format!("!({text})") };
            let as_before = self.as_before(step);
            wishes.push((as_before, Some(text), span, false));
        }
        let sources = &self.analysis.program.sources;
        let mut eval = Evaluator::new(&self.analysis.engine.terms, &found.passing.valuation);
        for part in &self.antecedents {
            if !eval.bool(part.holds) {
                wishes.push((part.holds, Some(sources.text(part.span).to_owned()), part.span, false));
            }
        }
        let mut more = Vec::new();
        for (term, text, span, is_coming) in wishes {
            let lit = self.analysis.engine.lit(term);
            if !assumed.iter().any(|one| one.lit == lit) {
                more.push(Assumed { text, span, lit, is_filter: gives_up, is_coming });
            }
        }
        more
    }

    /// The branch at which a passing run leaves the failing one so that it says little.
    fn left_at(&self, found: &Found) -> Option<StepId> {
        let (program, passing) = (&self.analysis.program, &found.passing);
        self.gives_up(found).or_else(|| antecedent::evading(program, &self.unrolling, &self.failing, passing))
    }

    fn gives_up(&self, found: &Found) -> Option<StepId> {
        antecedent::giving_up(&self.analysis.program, &self.unrolling, &self.failing, &found.passing)
    }

    /// That the branch at `step` is come to and decides as in the failing run, and as often as it did so there before.
    fn as_before(&mut self, step: StepId) -> TermId {
        let places = antecedent::same_place(&self.analysis.program, &self.unrolling, step);
        let executed = places.into_iter().filter(|&id| self.failing.run.executed[id]);
        let like: Vec<StepId> =
            executed.filter(|&id| self.failing.run.values[id] == self.failing.run.values[step]).collect();
        let terms = &mut self.analysis.engine.terms;
        let mut all = Vec::new();
        for id in like {
            let StepKind::Branch { cond, .. } = self.unrolling.steps[id].kind else { continue };
            let as_before = if self.failing.run.values[id] == 1 { cond } else { terms.not(cond) };
            let guard = self.unrolling.steps[id].guard;
            all.push(if id == step { terms.and(guard, as_before) } else { terms.implies(guard, as_before) });
        }
        terms.and_all(&all)
    }

    /// The check that fails or, where coming there is the failure, the branch that led there.
    fn check_step(&self) -> Option<StepId> {
        let end = self.failing.run.end?;
        let step = &self.unrolling.steps[end];
        let body = self.analysis.program.functions[self.unrolling.function_of(step)].body.as_ref()?;
        let is_error = match body.instrs[step.instr].kind {
            InstrKind::Assert { cond, .. } => matches!(body.exprs[cond].kind, ExprKind::Int(_)),
            _ => false,
        };
        if is_error { self.deciding.or(Some(end)) } else { Some(end) }
    }

    /// Whether no run passes that comes to the check; none if that is not known.
    pub fn check_always_fails(&mut self) -> Option<bool> {
        let comes = self.comes_to_check()?;
        let question = [comes, self.chain.passes].map(|term| self.analysis.engine.lit(term));
        let answer = self.analysis.engine.sat.solve_limited(&question, MANY_CONFLICTS)?;
        Some(answer == Answer::Unsatisfiable)
    }

    /// That some run of the loops around it comes to the check that fails.
    pub fn comes_to_check(&mut self) -> Option<TermId> {
        let step = self.check_step()?;
        let guards: Vec<TermId> = antecedent::same_place(&self.analysis.program, &self.unrolling, step)
            .into_iter()
            .map(|id| self.unrolling.steps[id].guard)
            .collect();
        Some(self.analysis.engine.terms.or_all(&guards))
    }

    /// Whether a run comes to the check that fails, at any time.
    pub fn comes_to(&self, run: &whyc_check::Run) -> bool {
        self.check_step().is_some_and(|step| {
            antecedent::same_place(&self.analysis.program, &self.unrolling, step).iter().any(|&id| run.executed[id])
        })
    }

    /// Whether the property presupposes that `step` is come to from `parting`: an assertion under an `if` of its own
    /// function. Rules of the language hold wherever the program happens to go.
    fn is_presupposed(&self, step: StepId, parting: Option<StepId>) -> bool {
        let same_frame = |id: StepId| self.unrolling.steps[id].frame == self.unrolling.steps[step].frame;
        self.is_stated() && parting.is_some_and(same_frame)
    }

    fn is_stated(&self) -> bool {
        let class = self.analysis.properties.all()[self.property].class;
        matches!(class, PropertyClass::Assertion | PropertyClass::Unreachable)
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
