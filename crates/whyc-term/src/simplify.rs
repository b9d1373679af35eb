//! The builders: one method per operator, simplifying as it builds.
//!
//! Each rule is one equation in a comment where it is applied. What all builders keep to:
//!
//! - Constants are folded by [`eval_op`](crate::meaning::eval_op) and by nothing else.
//! - Arguments of commutative operators are in order of their ids, a constant last.
//! - A rule looks a fixed number of levels into its arguments. Rules that descend further
//!   (through `ite`, `concat`, `store`) do so inside `TermStore::nested`, which ends at
//!   [`MAX_NESTING`], or `TermStore::nested_once`, which also remembers the result: every
//!   builder takes bounded stack however deep a term is, and a term whose parts are shared is
//!   not walked once per path.
//! - No rule creates more than a few nodes that were not asked for.
//!
//! Read [`boolean`] and [`ite`] first; [`structure`] (`concat`, `extract`, extensions) carries
//! most of the weight for pointers and bytes.

pub mod boolean;
pub mod ite;

pub mod arithmetic;
pub mod bitwise;
pub mod division;
mod linear;
pub mod shift;
pub mod structure;

pub mod equality;
pub mod order;
pub mod overflow;
pub mod range;

pub mod array;
pub mod splice;
pub mod table;

use crate::node::{Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// How deep rewrites may start one another.
pub const MAX_NESTING: u32 = 48;

impl TermStore {
    /// Runs a rewrite that descends into a term, unless too many are under way already.
    pub(crate) fn nested<R>(&mut self, rewrite: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let result = rewrite(self);
        self.nesting -= 1;
        Some(result)
    }

    /// The same, for a rewrite that may meet shared parts: done once for `op(a, rest)`.
    pub(crate) fn nested_once(
        &mut self,
        (op, a, rest): (Op, TermId, u32),
        rewrite: impl FnOnce(&mut Self) -> TermId,
    ) -> Option<TermId> {
        if let Some(&known) = self.rewritten.get(&(op, a, rest)) {
            return Some(known);
        }
        let result = self.nested(rewrite)?;
        self.rewritten.insert((op, a, rest), result);
        Some(result)
    }

    /// The arguments of a commutative operator in normal order: by id, a constant last.
    pub(crate) fn in_order(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let swap = match (self.is_const(a), self.is_const(b)) {
            (a_const, b_const) if a_const == b_const => b < a,
            (a_const, _) => a_const,
        };
        if swap { (b, a) } else { (a, b) }
    }

    /// The width that both bit-vectors have.
    pub(crate) fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let (width, other) = (self.width(a), self.width(b));
        assert_eq!(width, other, "{a} and {b} should have the same width");
        width
    }

    /// `op(ite(c, k1, k2)) = ite(c, op(k1), op(k2))` for constants.
    pub(crate) fn lift_unary(&mut self, op: Op, sort: Sort, a: TermId) -> Option<TermId> {
        let (cond, then, other) = self.ite_parts(a)?;
        let then = self.fold(op, sort, &[then])?;
        let other = self.fold(op, sort, &[other])?;
        Some(self.ite(cond, then, other))
    }

    /// `op(ite(c, k1, k2), k) = ite(c, op(k1, k), op(k2, k))` for constants, and with sides swapped.
    pub(crate) fn lift_binary(&mut self, op: Op, sort: Sort, a: TermId, b: TermId) -> Option<TermId> {
        let (cond, then, other) = if self.is_const(b) {
            let (cond, then, other) = self.ite_parts(a)?;
            (cond, [then, b], [other, b])
        } else if self.is_const(a) {
            let (cond, then, other) = self.ite_parts(b)?;
            (cond, [a, then], [a, other])
        } else {
            return None;
        };
        let then = self.fold(op, sort, &then)?;
        let other = self.fold(op, sort, &other)?;
        Some(self.ite(cond, then, other))
    }
}
