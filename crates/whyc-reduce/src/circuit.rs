//! Circuits become smaller: properties, latches, gates, words.
//!
//! A [`Netlist`] lists what may take the place of what; [`reduce`] finds out which of it may happen while the same property is still
//! violated after as many cycles, and not sooner. What nothing depends on any more is gone without being asked about.

mod aiger;
mod btor2;

use whyc_circuit::file::Format;
use whyc_circuit::finding::{Finding, Verdict};
use whyc_session::circuit::{Refused, Request, Session};
use whyc_session::{Cancel, Watch};
use whyc_shrink::prune::prune_list;
use whyc_shrink::{Search, Stop, Subset};

pub use aiger::Gates;
pub use btor2::Words;

/// A circuit that can become smaller.
pub trait Netlist: Clone + Sync {
    /// What may be put in the place of something else.
    type Substitute: Clone + Sync;

    /// How many lists of substitutes there are.
    const LISTS: usize;

    /// The substitutes of one list, for the circuit as it is.
    fn substitutes(&self, list: usize) -> Vec<Self::Substitute>;

    /// The circuit with some substitutes in place, without what nothing depends on.
    #[must_use]
    fn with(&self, substitutes: &[Self::Substitute]) -> Self;

    /// How much there is: gates and latches, or lines.
    fn size(&self) -> usize;

    /// The circuit as a file.
    fn bytes(&self) -> Vec<u8>;
}

/// What became of a circuit.
#[derive(Clone, Debug)]
pub struct Smaller<N> {
    /// What is left.
    pub netlist: N,
    /// How many candidates were looked at.
    pub tests: u64,
    /// Whether nothing more can be taken away in these ways.
    pub is_complete: bool,
}

/// Makes a circuit smaller of which `is_wanted` holds, file by file.
pub fn reduce<N: Netlist>(
    mut netlist: N,
    is_wanted: &(dyn Fn(&[u8], &Stop) -> bool + Sync),
    (jobs, stop): (usize, &Stop),
    tell: &mut dyn FnMut(&N, u64),
) -> Smaller<N> {
    let mut tests = 0;
    loop {
        let before = netlist.size();
        for list in 0..N::LISTS {
            let all = netlist.substitutes(list);
            let made = |kept: &Subset| {
                let chosen: Vec<N::Substitute> =
                    all.iter().enumerate().filter(|(i, _)| !kept.has(*i)).map(|(_, it)| it.clone()).collect();
                netlist.with(&chosen)
            };
            let question = |kept: &Subset, stop: &Stop| is_wanted(&made(kept).bytes(), stop);
            let after = {
                let mut search = Search::new(&question).jobs(jobs).ended_by(stop.clone());
                let kept = prune_list(&mut search, all.len());
                tests += search.tests();
                made(&kept)
            };
            netlist = after;
            tell(&netlist, tests);
        }
        let is_complete = netlist.size() >= before;
        if is_complete || stop.is_set() {
            return Smaller { netlist, tests, is_complete: is_complete && !stop.is_set() };
        }
    }
}

/// Whether a property is violated in a file of this format for the first time in the last cycle that is asked about: sooner would be another
/// failure, of which hardly anything would be left.
pub fn is_violated(bytes: &[u8], format: Format, request: &Request, stop: &Stop) -> bool {
    let watch = Watch::silent().ended_by(Cancel::by(stop.flag()));
    finding(bytes, format, request.clone(), watch).is_ok_and(|finding| {
        let depth = finding.counterexample.as_ref().map(|run| run.depth);
        finding.head.verdict == Verdict::Violated && depth == request.bound
    })
}

/// What is known of a file.
///
/// # Errors
/// If the file breaks its format, or what is asked for is not there.
pub fn finding(bytes: &[u8], format: Format, request: Request, watch: Watch) -> Result<Finding, Refused> {
    Session::open(bytes, format, request, watch)?.finding()
}
