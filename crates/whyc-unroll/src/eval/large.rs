//! Blocks that may be larger than those whose bytes can be told apart.
//!
//! Whoever asks for an unknown number of bytes may get more than an offset can count. Such a block has a start, a size and a
//! life, which are all exact. A run that looks into it, or moves a pointer into it, is cut off there; many never do, because
//! the size turns out to be small: it is assumed, or asked for, after the block was had.

use whyc_base::source::Span;
use whyc_ir::layout;
use whyc_term::TermId;

use crate::guard::GuardId;
use crate::memory::ObjectId;
use crate::state::{At, Machine};
use crate::step::{Cut, StepKind};

/// It is asked so often whether a block is small enough by now.
const MANY_QUESTIONS: u32 = 16;

/// A block that may be too large.
#[derive(Clone)]
pub struct LargeBlock {
    object: ObjectId,
    /// When it is too large (Boolean).
    is_large: TermId,
    /// A path condition under which it is not.
    small_under: Option<GuardId>,
    /// How often it may be asked for another one.
    questions: u32,
}

impl Machine<'_> {
    /// Remembers a new block if it may be too large.
    pub fn note_large(&mut self, at: At, object: ObjectId) {
        let info = self.objects.get(object);
        let Some(size) = info.extent.filter(|_| info.size >= layout::MAX_BLOCK_BYTES) else { return };
        let limit = self.terms.bits(64, u128::from(layout::MAX_BLOCK_BYTES));
        let is_large = self.terms.ult(limit, size);
        let is_small = self.terms.not(is_large);
        if self.terms.as_bool(is_large) == Some(false) || self.guards.says(at.guard, is_small) {
            return;
        }
        self.large.push(LargeBlock { object, is_large, small_under: None, questions: MANY_QUESTIONS });
    }

    /// Cuts off the runs in which a pointer that is used has the number of a block that is too large.
    pub fn cut_off_large(&mut self, at: At, span: Span, number: TermId) {
        if self.large.is_empty() || self.is_asking {
            return;
        }
        let pointees = self.pointees(number);
        for k in 0..self.large.len() {
            let LargeBlock { object, is_large, .. } = self.large[k];
            if !pointees.open && pointees.numbers.binary_search(&object.0).is_err() {
                continue;
            }
            let is_it = self.is_number(number, object);
            let wrong = self.terms.and(is_it, is_large);
            if self.terms.as_bool(wrong) == Some(false) || self.is_small_under(k, at.guard) {
                continue;
            }
            let guard = self.guards.and(self.terms, at.guard, wrong);
            let step = self.push(At { guard, ..at }, span, StepKind::Cut { what: Cut::Block });
            self.unrolling.cuts.push(step);
        }
    }

    /// Whether a block is known not to be too large on a path.
    fn is_small_under(&mut self, k: usize, guard: GuardId) -> bool {
        let LargeBlock { is_large, small_under, questions, .. } = self.large[k];
        if small_under.is_some_and(|known| self.guards.common(&[known, guard]) == known) {
            return true;
        }
        if questions == 0 {
            return false;
        }
        self.large[k].questions -= 1;
        let large = self.guards.and(self.terms, guard, is_large);
        let is_small = !self.can_be(large);
        if is_small {
            self.large[k].small_under = Some(guard);
        }
        is_small
    }
}
