//! Why a run fails: the closest run that passes, the differences that matter, and the causes.
//!
//! In: an [`Analysis`] that has found a violation, and its run. Out: an [`Explanation`] by [`explain`].
//! Everything is asked in the session that found the violation.
//!
//! Read `items` first (what is compared, and the distance), then `closest` (the optimisation),
//! `slice` (Δ-slicing) and `one_step`, `antecedent` (properties that hold for nothing), `deeper` (passing runs
//! that need more iterations), `causes` with `predicates`, and `story` (how all this is told). `places` names
//! steps across unrollings; `observe` and `dependence` look at an unrolling from inside; [`Ruler`] measures
//! single runs, for tests.
//!
//! After Groce, Chaki, Kroening and Strichman, "Error explanation with distance metrics" (2006), and
//! Groce and Kroening, "Making the Most of BMC Counterexamples" (2004).

mod antecedent;
mod causes;
mod closest;
mod deeper;
mod dependence;
mod distance;
mod items;
mod observe;
mod one_step;
mod places;
mod predicates;
mod ruler;
mod slice;
mod story;
mod world;

use whyc_base::budget::Exhausted;
use whyc_base::source::Span;
use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_term::{Evaluator, TermId};
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::{StepId, StepKind, Unrolling};

pub use self::items::Metric;
pub use self::ruler::{Measured, Ruler};
pub use self::slice::Relaxed;

use self::closest::Found;
use self::distance::Distance;
use self::items::{Item, ItemKind, Sample};
use self::observe::{Antecedent, Comparison, Interest};
use self::places::Places;
use self::world::World;
use crate::finding::Explanation;

/// So many runs beyond the closest are tried if that explains nothing.
const MORE_RUNS: usize = 3;

/// How to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What counts for the distance.
    pub metric: Metric,
    /// Which slices are wanted.
    pub slices: Slices,
    /// How slices are made.
    pub slicing: Slicing,
    /// Which causes are looked for.
    pub causes: Causes,
    /// Whether a passing run may need more iterations than the bounds allow.
    pub deepen: bool,
}

/// Which slices are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slices {
    /// One smallest.
    One,
    /// All smallest.
    All,
}

/// How slices are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slicing {
    /// First the closest run, then its slice.
    TwoPhase,
    /// The run with the smallest slice.
    OneStep,
}

/// Which causes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causes {
    /// None.
    None,
    /// Conditions over inputs.
    Inputs,
    /// Conditions over all values.
    All,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// An explanation.
    Explained(Box<Explanation>),
    /// None, because of this; a sentence without a full stop.
    Unexplained(String),
}

/// What explaining works on. The first fields are those of the [`World`] that it is in.
struct Task<'a, 'p> {
    unrolling: Unrolling,
    chain: Chain,
    bounds: Bounds,
    items: Vec<Item>,
    comparisons: Vec<Comparison>,
    failing: Sample,
    distance: Distance,
    surcharge: u64,
    analysis: &'a mut Analysis<'p>,
    options: Options,
    property: PropertyId,
    places: Places,
    /// What the property presupposes where it fails.
    antecedents: Vec<Antecedent>,
    /// The step that a run must come to for the property to matter.
    deciding: Option<StepId>,
    cut_short: Option<Exhausted>,
    progress: &'a mut dyn FnMut(Progress),
}

/// Something that was taken for granted in looking for a passing run.
#[derive(Clone, Debug)]
struct Assumed {
    text: String,
    span: Span,
    lit: Lit,
}

/// Explains `run`, which violates `property`.
///
/// # Errors
/// What is different when the interpreter executes the passing run: an internal error.
pub fn explain(
    analysis: &mut Analysis<'_>,
    property: PropertyId,
    run: &Run,
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, String> {
    let Some(unrolling) = &analysis.unrolling else { return Ok(unexplained("there is no run to explain")) };
    let valuation = Sample::inputs_of(unrolling, &analysis.engine.terms, run);
    let bounds = analysis.bounds().clone();
    let mut places = Places::new(analysis.loops.clone());
    let world = match World::new(analysis, &mut places, property, options.metric, bounds, valuation, None) {
        Ok(world) => world,
        Err(reason) => return Ok(unexplained(&reason)),
    };
    let World { unrolling, chain, bounds, items, comparisons, failing, distance, surcharge } = world;
    let mut task = Task {
        unrolling,
        chain,
        bounds,
        items,
        comparisons,
        failing,
        distance,
        surcharge,
        analysis,
        options,
        property,
        places,
        antecedents: Vec::new(),
        deciding: None,
        cut_short: None,
        progress,
    };
    task.prefer_failing_inputs();
    let first = task.closest(&[])?;
    let first = deeper::improve(&mut task, first)?;
    let Some(first) = first else {
        return Ok(unexplained(&match task.cut_short {
            Some(reason) => format!("no passing run was found: {reason}"),
            None if task.chain.cuts.is_empty() => "every run fails: whatever the inputs are, no run passes".to_owned(),
            None => "no run within the bounds passes".to_owned(),
        }));
    };
    let (assumed, found) = task.assume_antecedents(&first)?;
    let wishes: Vec<Lit> = assumed.iter().map(|one| one.lit).collect();
    let list = match options.causes {
        Causes::None => causes::CauseList { causes: Vec::new(), complete: true },
        Causes::Inputs | Causes::All => causes::causes(&mut task, &found, &wishes),
    };
    let found = task.beyond_useless(found, &wishes)?;
    let mut explanation = story::tell(&mut task, &found, &assumed);
    story::add_causes(&mut explanation, list);
    if !assumed.is_empty() {
        explanation.unassumed = Some(Box::new(story::tell(&mut task, &first, &[])));
    }
    Ok(Outcome::Explained(Box::new(explanation)))
}

fn unexplained(reason: &str) -> Outcome {
    Outcome::Unexplained(reason.to_owned())
}

impl Task<'_, '_> {
    /// The solver tries the failing run's inputs first: what it is free to choose stays as it was.
    fn prefer_failing_inputs(&mut self) {
        for item in &self.items {
            let ItemKind::Input { value, .. } = item.kind else { continue };
            let bits = self.failing.bits(item);
            for (at, lit) in self.analysis.engine.bits(value).into_iter().enumerate() {
                self.analysis.engine.sat.set_phase(if bits >> at & 1 == 1 { lit } else { !lit });
            }
        }
    }

    /// While the passing run only falsifies what the property presupposes: assumes that and looks again.
    fn assume_antecedents(&mut self, first: &Found) -> Result<(Vec<Assumed>, Found), String> {
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
        let here = seen.into_iter().filter(|seen| seen.frame == frame && seen.step <= step).next_back();
        self.antecedents = here.map_or_else(Vec::new, |seen| seen.parts);
    }

    fn observe_again(&mut self, interest: Interest) -> Option<Vec<observe::SeenAntecedents>> {
        let body = self.analysis.program.functions[interest.function].body.as_ref()?;
        let expr = match &body.instrs[interest.instr].kind {
            whyc_ir::instr::InstrKind::Assert { cond, .. } | whyc_ir::instr::InstrKind::Branch { cond, .. } => *cond,
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
        {
            let parting = antecedent::parting(&self.unrolling, &self.failing.run, step, |id| found.passing.reaches[id]);
            let span = parting.map_or(self.unrolling.steps[step].span, |id| self.unrolling.steps[id].span);
            let text = match parting.map(|id| (&self.unrolling.steps[id].kind, self.failing.run.values[id])) {
                Some((StepKind::Branch { .. }, 0)) => format!("!({})", sources.text(span)),
                Some((StepKind::Branch { .. }, _)) => sources.text(span).to_owned(),
                _ => format!("line {} is reached", sources.line(self.unrolling.steps[step].span)),
            };
            wishes.push((self.unrolling.steps[step].guard, text, span));
        }
        if let Some(step) = antecedent::evading(&self.unrolling, &self.failing, &found.passing)
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

    /// If the differences that matter are nothing but inputs and the antecedent: the next closest run that tells more.
    fn beyond_useless(&mut self, found: Found, wishes: &[Lit]) -> Result<Found, String> {
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
