//! Which branches open much work: whether it pays to ask if their ways can be taken.
//!
//! A branch between two plain assignments costs less than any answer; one that decides about a call, a further round of a
//! loop or a copy of bytes may save all that comes behind it.

use whyc_base::ids::Id;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::Body;

/// How much there is to do in each part of a body.
#[derive(Debug)]
pub struct Opens {
    /// The number of instructions before each one that cost much.
    before: Vec<u32>,
}

impl Opens {
    /// Looks at a body once.
    pub fn new(body: &Body) -> Self {
        let mut before = Vec::with_capacity(body.instrs.len() + 1);
        let mut n = 0;
        before.push(n);
        for (id, instr) in body.instrs.iter_enumerated() {
            n += u32::from(costs_much(id, &instr.kind));
            before.push(n);
        }
        Self { before }
    }

    /// Whether the jump at `at` decides about much work.
    pub fn much(&self, body: &Body, at: InstrId) -> bool {
        let kind = &body.instrs[at].kind;
        if costs_much(at, kind) {
            return true;
        }
        // What stands between the jump and the place where all of its ways have come together again.
        let mut end = kind.targets().into_iter().map(Id::index).max().unwrap_or(0);
        if let Some(last) = end.checked_sub(1).and_then(|last| body.instrs.get(InstrId::from_index(last))) {
            end = match last.kind {
                InstrKind::Jump(target) => end.max(target.index()),
                InstrKind::Return(_) | InstrKind::Halt => body.instrs.len(),
                _ => end,
            };
        }
        let end = end.min(body.instrs.len());
        self.before[end] > self.before[at.index().min(end)]
    }
}

/// Whether an instruction costs much by itself: it calls, copies, or goes back.
fn costs_much(at: InstrId, kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Call { .. } | InstrKind::Block(_)) || kind.targets().iter().any(|&target| target <= at)
}
