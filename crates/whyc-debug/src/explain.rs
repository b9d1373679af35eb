//! Why a run fails: the closest run that passes, the differences that matter, and the causes.
//!
//! In: an [`Analysis`] that has found a violation, and its run. Out: an [`Explanation`] by [`explain`].
//! Everything is asked in the session that found the violation.
//!
//! Read `items` first (what is compared, and the distance), then `closest` (the optimisation),
//! `slice` (Δ-slicing) and `one_step`, `antecedent` and `assume` (properties that hold for nothing), `deeper` (passing runs
//! that need more iterations), `causes` with `predicates`, and `story` (how all this is told). `places` names
//! steps across unrollings; `observe` and `dependence` look at an unrolling from inside; [`Ruler`] measures
//! single runs, for tests.
//!
//! After Groce, Chaki, Kroening and Strichman, "Error explanation with distance metrics" (2006), and
//! Groce and Kroening, "Making the Most of BMC Counterexamples" (2004).

mod antecedent;
mod assume;
mod causes;
mod chain;
mod closest;
mod contents;
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

use rustc_hash::FxHashMap;
use whyc_base::budget::Exhausted;
use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_sat::optimise::Progress;
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::{StepId, Unrolling};

pub(crate) use self::chain::leaked;
pub use self::items::Metric;
pub use self::ruler::{Measured, Ruler};
pub use self::slice::Relaxed;

use self::distance::Distance;
use self::items::{Item, ItemKind, Sample};
use self::observe::{ALL, Antecedent, Comparison};
use self::places::Places;
use self::world::World;
use crate::finding::{Explanation, InputAlias};

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

impl Default for Options {
    fn default() -> Self {
        Self {
            metric: Metric::Full,
            slices: Slices::One,
            slicing: Slicing::TwoPhase,
            causes: Causes::Inputs,
            deepen: true,
        }
    }
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
struct Task<'a> {
    unrolling: Unrolling,
    chain: Chain,
    bounds: Bounds,
    items: Vec<Item>,
    comparisons: Vec<Comparison>,
    failing: Sample,
    distance: Distance,
    surcharge: u64,
    analysis: &'a mut Analysis,
    options: Options,
    property: PropertyId,
    places: Places,
    /// What the property presupposes where it fails.
    antecedents: Vec<Antecedent>,
    /// The step that a run must come to for the property to matter.
    deciding: Option<StepId>,
    /// What inputs are called in causes.
    aliases: FxHashMap<items::ItemId, InputAlias>,
    cut_short: Option<Exhausted>,
    /// Whether runs that go on for longer than the failing one would take too much work.
    is_too_deep: bool,
    progress: &'a mut dyn FnMut(Progress),
}

/// Explains `run`, which violates `property`.
///
/// # Errors
/// What is different when the interpreter executes the passing run: an internal error.
pub fn explain(
    analysis: &mut Analysis,
    property: PropertyId,
    run: &Run,
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, String> {
    explain_and_show(analysis, property, run, options, progress, &mut |_, _, _| {})
}

/// As [`explain`], with a look at the passing run while its unrolling is there.
///
/// # Errors
/// As for [`explain`].
pub fn explain_and_show(
    analysis: &mut Analysis,
    property: PropertyId,
    run: &Run,
    options: Options,
    progress: &mut dyn FnMut(Progress),
    show: &mut dyn FnMut(&Analysis, &Unrolling, &Run),
) -> Result<Outcome, String> {
    let Some(unrolling) = &analysis.unrolling else { return Ok(unexplained("there is no run to explain")) };
    if options.slicing == Slicing::OneStep && contents::has_large_storage(unrolling) {
        return Ok(unexplained(
            "`--slicing one-step` does not work where large variables are read that were never set; two-phase does",
        ));
    }
    let told = chain::chain(analysis, unrolling, run, property)?;
    let valuation = run.inputs.clone();
    let bounds = analysis.bounds().clone();
    let mut places = Places::new(analysis.loops.clone());
    let world = match World::new(analysis, &mut places, property, options.metric, (bounds, ALL), valuation, None) {
        Ok(world) => world,
        Err(reason) => return Ok(told_alone(told, reason)),
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
        aliases: FxHashMap::default(),
        cut_short: None,
        is_too_deep: false,
        progress,
    };
    task.prefer_failing_inputs();
    let first = task.closest(&[])?;
    let first = deeper::improve(&mut task, first)?;
    let Some(first) = first else {
        let reason = match task.cut_short {
            Some(reason) => format!("no passing run was found: {reason}"),
            None if task.chain.cuts.is_empty() => "every run fails: whatever the inputs are, no run passes".to_owned(),
            None if task.is_too_deep => "no run that goes on no longer than this one passes".to_owned(),
            None => "no run within the bounds passes".to_owned(),
        };
        return Ok(told_alone(told, reason));
    };
    // The task may go on within other bounds.
    let unassumed = story::tell(&mut task, &first, &[]);
    let (assumed, found) = task.assume_antecedents(&first)?;
    let wishes = task.wishes(&assumed);
    let list = match options.causes {
        Causes::None => causes::CauseList { complete: true, ..causes::CauseList::default() },
        Causes::Inputs | Causes::All => causes::causes(&mut task, &found, &wishes),
    };
    let found = task.beyond_useless(found, &wishes)?;
    let mut explanation = story::tell(&mut task, &found, &assumed);
    (explanation.chain, explanation.origins, explanation.missed) = (told.chain, told.origins, told.missed);
    story::add_causes(&mut explanation, list);
    explanation.check_always_fails = explanation.avoids_check && task.check_always_fails() == Some(true);
    if !assumed.is_empty() {
        explanation.unassumed = Some(Box::new(unassumed));
    }
    show(task.analysis, &task.unrolling, &found.passing.run);
    Ok(Outcome::Explained(Box::new(explanation)))
}

/// How it came about, and why there is nothing to compare it with.
fn told_alone(told: chain::Told, reason: String) -> Outcome {
    match told.chain.is_empty() {
        true => Outcome::Unexplained(reason),
        false => Outcome::Explained(Box::new(story::alone(told, reason))),
    }
}

fn unexplained(reason: &str) -> Outcome {
    Outcome::Unexplained(reason.to_owned())
}

impl Task<'_> {
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
}
