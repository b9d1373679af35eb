//! Nodes of one store, built again in another.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// A term of `from`, which is no input, built in `to` from what stands there for its arguments.
pub(crate) fn node(from: &TermStore, term: TermId, to: &mut TermStore, of: impl Fn(TermId) -> TermId) -> TermId {
    match from.node(term) {
        Node::Bool(value) => to.bool_const(value),
        Node::Bits(value) => to.bits(from.width(term), value),
        Node::Input(_) => unreachable!("an input should be copied by who knows what stands for it"),
        Node::Unary(op, a) => unary(to, op, of(a), from.sort(term)),
        Node::Binary(op, a, b) => binary(to, op, of(a), of(b)),
        Node::Ite(cond, then, other) => to.ite(of(cond), of(then), of(other)),
        Node::Extract { arg, hi, lo } => to.extract(of(arg), hi, lo),
        Node::Store(array, index, value) => to.store(of(array), of(index), of(value)),
        Node::Splice(array, other, packed) => {
            let range = to.splice_range(of(packed));
            to.splice(of(array), of(other), range)
        }
    }
}

fn unary(terms: &mut TermStore, op: Op, a: TermId, sort: Sort) -> TermId {
    match (op, sort) {
        (Op::Not, _) => terms.not(a),
        (Op::Opaque, _) => terms.opaque(a),
        (Op::BitsNot, _) => terms.bits_not(a),
        (Op::Neg, _) => terms.neg(a),
        (Op::SignExtend, Sort::Bits(width)) => terms.sign_extend(a, width),
        (Op::ConstArray, Sort::Array { index, .. }) => terms.const_array(index, a),
        (op, _) => unreachable!("{} should not have one argument", op.name()),
    }
}

fn binary(terms: &mut TermStore, op: Op, a: TermId, b: TermId) -> TermId {
    match op {
        Op::And => terms.and(a, b),
        Op::Eq => terms.eq(a, b),
        Op::BitsAnd => terms.bits_and(a, b),
        Op::BitsOr => terms.bits_or(a, b),
        Op::BitsXor => terms.bits_xor(a, b),
        Op::Add => terms.add(a, b),
        Op::Mul => terms.mul(a, b),
        Op::Udiv => terms.udiv(a, b),
        Op::Urem => terms.urem(a, b),
        Op::Sdiv => terms.sdiv(a, b),
        Op::Srem => terms.srem(a, b),
        Op::Shl => terms.shl(a, b),
        Op::Lshr => terms.lshr(a, b),
        Op::Ashr => terms.ashr(a, b),
        Op::Concat => terms.concat(a, b),
        Op::Ult => terms.ult(a, b),
        Op::Slt => terms.slt(a, b),
        Op::SaddOverflows => terms.sadd_overflows(a, b),
        Op::SsubOverflows => terms.ssub_overflows(a, b),
        Op::SmulOverflows => terms.smul_overflows(a, b),
        Op::UmulOverflows => terms.umul_overflows(a, b),
        Op::Select => terms.select(a, b),
        Op::Const
        | Op::Input
        | Op::Not
        | Op::Ite
        | Op::Opaque
        | Op::BitsNot
        | Op::Neg
        | Op::Extract
        | Op::SignExtend
        | Op::ConstArray
        | Op::Store
        | Op::Splice => unreachable!("{} should not have two arguments", op.name()),
    }
}
