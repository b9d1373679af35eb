//! The failing run among runs that take more turns.

use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{Defined, Rewrite, Site};
use whyc_unroll::step::{Cut, StepKind, Unrolling};

/// No loop is followed further than this,
const DEEPEST: u32 = 64;
/// and no more than so many steps and terms go into that: what it may find is not needed.
const AFFORDABLE: (u64, usize) = (1_000_000, 1_000_000);

/// All runs within some bounds, and the failing one among them.
pub struct Scene {
    /// All runs.
    pub unrolling: Unrolling,
    /// How they end.
    pub chain: Chain,
    /// The failing run.
    pub failing: Run,
}

/// The same within larger bounds: twice as large for what was cut off. Nothing if that is too much, or the run is another one there.
pub fn deeper(analysis: &mut Analysis, scene: &Scene, bounds: &mut Bounds, property: PropertyId) -> Option<Scene> {
    let mut cuts: Vec<Cut> = Vec::new();
    for &(step, _) in &scene.chain.cuts {
        if let StepKind::Cut { what } = scene.unrolling.steps[step].kind
            && what != Cut::Block
            && !cuts.contains(&what)
        {
            cuts.push(what);
        }
    }
    let mut grows = false;
    for cut in cuts {
        let bound = match cut {
            Cut::Block => continue,
            Cut::Loop(id) => &mut bounds.loops[id],
            Cut::Recursion(function) => &mut bounds.recursion[function],
        };
        if *bound < DEEPEST {
            *bound = bound.saturating_mul(2).max(1);
            grows = true;
        }
    }
    if !grows {
        return None;
    }
    let unrolling = analysis.unroll_within(bounds, AFFORDABLE, &mut AsItIs).ok()?;
    let terms = &mut analysis.engine.terms;
    let chain = Chain::new(&unrolling, analysis.properties.all().len(), terms);
    let failing = Run::new(&unrolling, terms, &scene.failing.inputs);
    let end = failing.end.map(|end| &unrolling.steps[end].kind);
    let fails = matches!(end, Some(StepKind::Check { property: failed, .. }) if *failed == property);
    fails.then_some(Scene { unrolling, chain, failing })
}

/// Nobody watches.
struct AsItIs;

impl Rewrite for AsItIs {
    fn define(&mut self, _: &mut TermStore, _: Site<'_>, _: Defined, value: TermId) -> TermId {
        value
    }
}
