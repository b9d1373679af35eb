//! How a failure came about: the links of the chain from the failing check back to the inputs, in the order of the run.
//!
//! In: a failing run. Out: [`ChainLink`]s by [`chain`]. The dynamic dependence graph ([`crate::dynamic`]) has all that the
//! failure depends on; `reach` says how far each moment is from it (and `copies` which part of a record counts), `helps` which of them matter, `roles` which functions
//! the story is about, `choose` which lines are told, `words` how, `losses` which numbers
//! were lost in them, `defined` what they take for granted.

mod choose;
mod copies;
mod defined;
mod falls;
mod helps;
mod losses;
mod reach;
mod roles;
mod stays;
mod words;

use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_unroll::step::Unrolling;

use crate::dynamic::{Beside, Scene};
use crate::finding::{ChainLink, Missed, Origins};
use crate::trace;

pub(crate) use self::reach::leaked;

use self::choose::Choice;
use self::helps::Helps;
use self::roles::Roles;
use self::words::Teller;

/// What is known of how a failure came about.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The links of the chain.
    pub chain: Vec<ChainLink>,
    /// Where each step of the trace comes from.
    pub origins: Vec<Origins>,
    /// The lines that the run does not come to.
    pub missed: Vec<Missed>,
}

/// How `run` came to violate `property`; empty if the run is too long to be written down.
///
/// # Errors
/// What is different when the interpreter executes the run: an internal error.
pub fn chain(analysis: &Analysis, unrolling: &Unrolling, run: &Run, property: PropertyId) -> Result<Told, String> {
    let program = &*analysis.program;
    let scene = Scene::new(analysis, unrolling, run, property);
    let Some(graph) = scene.record()? else { return Ok(Told::default()) };
    let checked = &analysis.properties.all()[graph.failed.unwrap_or(property)];
    let roles = Roles::new(program, &graph);
    let helps = Helps::new(program, &graph, &scene);
    let chosen = Choice::new(program, &graph, checked, &roles, helps).links();
    let teller = Teller { analysis, unrolling, graph: &graph, property: checked };
    let chain = chosen.iter().map(|link| teller.tell(link)).collect();
    let chain = defined::with_definitions(program, checked, chain);
    let (trace, keys) = trace::keyed(analysis, unrolling, run, None);
    let beside = Beside::new(program, &graph, unrolling, &trace.steps, &keys);
    Ok(Told { chain, origins: beside.origins(), missed: beside.missed() })
}
