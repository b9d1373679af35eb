//! Cases that go on into the next one: a `break` that is missing is on no chain, but what was done before it is known.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, Program};

use crate::dynamic::{Graph, Happening, MomentId};

/// A case that goes on into the next one.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    /// The last thing done in the case.
    pub last: MomentId,
    /// The first thing done in the next one.
    pub next: MomentId,
}

/// Where runs went on into the next case, and did something there that is in `near`.
pub fn find(program: &Program, graph: &Graph, near: &FxHashMap<MomentId, u32>) -> Vec<Fall> {
    let mut found = Vec::new();
    for (id, moment) in graph.moments.iter_enumerated().filter(|(_, moment)| moment.what == Happening::Switch) {
        let Some(body) = &program.functions[moment.at.function].body else { continue };
        let Some(cases) = Cases::new(body, moment.at.instr) else { continue };
        let later = graph.moments.iter_enumerated().skip(id.index() + 1);
        let here = later.filter(|(_, later)| later.at.activation == moment.at.activation);
        let inside = here.map_while(|(id, later)| Some((id, cases.of(later.at.instr)?)));
        let inside: Vec<(MomentId, usize)> = inside.collect();
        for pair in inside.windows(2) {
            let [(last, a), (next, b)] = *pair else { continue };
            let matters = || inside.iter().any(|(id, case)| *case == b && near.contains_key(id));
            if b == a + 1 && matters() {
                found.push(Fall { last, next });
            }
        }
    }
    found
}

/// The instructions of the cases of a `switch`: case `k` goes from `starts[k]` to the next start.
struct Cases {
    starts: Vec<InstrId>,
    end: Option<InstrId>,
}

impl Cases {
    fn new(body: &Body, at: InstrId) -> Option<Self> {
        let InstrKind::Switch { cases, default, .. } = &body.instrs[at].kind else { return None };
        let starts: BTreeSet<InstrId> = cases.iter().map(|case| case.target).chain([*default]).collect();
        let starts: Vec<InstrId> = starts.into_iter().collect();
        let (first, last) = (*starts.first()?, *starts.last()?);
        // A `break` says where the end is, or else a `default` that is not there.
        let jumps = body.instrs.iter_enumerated().filter(|(id, _)| *id >= first && *id < last);
        let behind = jumps.filter_map(|(_, instr)| match instr.kind {
            InstrKind::Jump(target) if target >= last => Some(target),
            _ => None,
        });
        Some(Self { end: behind.min(), starts })
    }

    /// The case that an instruction belongs to; none for what is outside.
    fn of(&self, instr: InstrId) -> Option<usize> {
        let case = self.starts.iter().rposition(|start| *start <= instr)?;
        // The last one is known only as far as the end is.
        let is_last = case + 1 == self.starts.len();
        let is_inside = !is_last || self.end.is_some_and(|end| instr < end);
        is_inside.then_some(case)
    }
}
