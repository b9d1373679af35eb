//! A run that passes a check, to be shown beside one that fails it in another version of the program.

use whyc_check::Analysis;
use whyc_check::replay::replay_passing;

use crate::finding::Counterexample;
use crate::trace;

/// How many conflicts it may take to find one.
const MANY: u32 = 50_000;

/// A run that comes to the property of this name and violates nothing, with the inputs that are given; none if there is none, if it
/// is not found soon, or if the interpreter does not agree.
pub fn passing(analysis: &mut Analysis, property: &str) -> Option<Counterexample> {
    let (id, _) = analysis.properties.all().iter_enumerated().find(|(_, it)| it.name == property)?;
    let passes = analysis.chain.as_ref()?.passes;
    let comes = analysis.unrolling.as_ref()?.comes_to(id, &mut analysis.engine.terms);
    let both = analysis.engine.terms.and(passes, comes);
    let run = analysis.run_for(both, MANY).ok()??;
    let unrolling = analysis.unrolling.as_ref()?;
    replay_passing(&analysis.program, &analysis.properties, unrolling, &run).ok()?;
    Some(trace::counterexample(analysis, unrolling, &run, None))
}
