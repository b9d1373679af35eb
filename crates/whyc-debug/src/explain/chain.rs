//! How a failure came about: the links of the chain from the failing check back to the inputs, in the order of the run.
//!
//! In: a failing run. Out: [`ChainLink`]s by [`chain`]. The dynamic dependence graph ([`crate::dynamic`]) has all that the
//! failure depends on; `reach` says how far each moment is from it, `helps` which of them matter, `roles` which functions
//! the story is about, `choose` which lines are told, `words` how.

mod choose;
mod falls;
mod helps;
mod reach;
mod roles;
mod stays;
mod words;

use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_unroll::step::Unrolling;

use crate::dynamic::Scene;
use crate::finding::ChainLink;

pub(crate) use self::reach::leaked;

use self::choose::Choice;
use self::helps::Helps;
use self::roles::Roles;
use self::words::Teller;

/// How `run` came to violate `property`; empty if the run is too long to be written down.
///
/// # Errors
/// What is different when the interpreter executes the run: an internal error.
pub fn chain(
    analysis: &Analysis,
    unrolling: &Unrolling,
    run: &Run,
    property: PropertyId,
) -> Result<Vec<ChainLink>, String> {
    let program = &*analysis.program;
    let scene = Scene::new(analysis, unrolling, run, property);
    let Some(graph) = scene.record()? else { return Ok(Vec::new()) };
    let checked = &analysis.properties.all()[property];
    let roles = Roles::new(program, &graph);
    let helps = Helps::new(program, &graph, &scene);
    let chosen = Choice::new(program, &graph, checked, &roles, helps).links();
    let teller = Teller { analysis, unrolling, graph: &graph, property: checked };
    Ok(chosen.iter().map(|link| teller.tell(link)).collect())
}
