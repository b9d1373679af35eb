//! What a term is made of: operators, ids and the readable form of one node.

use whyc_base::typed_id;

typed_id! {
    /// A term of a [`TermStore`](crate::TermStore). Equal ids mean equal terms.
    pub struct TermId("t");
}

typed_id! {
    /// A free leaf of terms: an input.
    pub struct InputId("in");
}

/// What the root of a term does.
///
/// These are the operators that remain after building; the others are spelled with them:
/// `or` by [`And`](Op::And) and [`Not`](Op::Not), `sub` by [`Add`](Op::Add) and [`Neg`](Op::Neg),
/// `zero_extend` by [`Concat`](Op::Concat) with zeros, `ule` by [`Ult`](Op::Ult) and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Op {
    /// A constant, Boolean or bits.
    Const,
    /// A free leaf of any sort.
    Input,
    /// Boolean negation.
    Not,
    /// Boolean conjunction.
    And,
    /// Equality of two terms of one sort, Booleans included.
    Eq,
    /// `ite(c, a, b)`: `a` where `c` holds, `b` elsewhere.
    Ite,
    /// The argument as it is, which nothing is simplified through: it can be found again.
    Opaque,
    /// Every bit flipped.
    BitsNot,
    /// Bitwise conjunction.
    BitsAnd,
    /// Bitwise disjunction.
    BitsOr,
    /// Bitwise exclusive disjunction.
    BitsXor,
    /// Two's complement.
    Neg,
    /// Sum, wrapping.
    Add,
    /// Product, wrapping.
    Mul,
    /// Unsigned quotient; all ones where the divisor is zero.
    Udiv,
    /// Unsigned remainder; the dividend where the divisor is zero.
    Urem,
    /// Signed quotient, towards zero; 1 or -1 where the divisor is zero.
    Sdiv,
    /// Signed remainder, with the sign of the dividend; the dividend where the divisor is zero.
    Srem,
    /// Shift towards the high end; zero from the width on.
    Shl,
    /// Shift towards the low end, filling with zeros.
    Lshr,
    /// Shift towards the low end, filling with the sign.
    Ashr,
    /// The first argument above the second.
    Concat,
    /// A range of bits.
    Extract,
    /// Copies of the sign bit above the argument.
    SignExtend,
    /// Unsigned less-than.
    Ult,
    /// Signed less-than.
    Slt,
    /// The signed sum does not fit.
    SaddOverflows,
    /// The signed difference does not fit.
    SsubOverflows,
    /// The signed product does not fit.
    SmulOverflows,
    /// The unsigned product does not fit.
    UmulOverflows,
    /// The array that holds its argument everywhere.
    ConstArray,
    /// `store(a, i, v)`: the array `a` with `v` at `i`.
    Store,
    /// `select(a, i)`: the element of `a` at `i`.
    Select,
    /// `splice(a, b, r)`: the array `a` with elements of `b` in a range.
    Splice,
}

impl Op {
    /// How many of the arguments are terms.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Op::Const | Op::Input => 0,
            Op::Not | Op::Opaque | Op::BitsNot | Op::Neg | Op::Extract | Op::SignExtend | Op::ConstArray => 1,
            Op::Ite | Op::Store | Op::Splice => 3,
            Op::And
            | Op::Eq
            | Op::BitsAnd
            | Op::BitsOr
            | Op::BitsXor
            | Op::Add
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::Concat
            | Op::Ult
            | Op::Slt
            | Op::SaddOverflows
            | Op::SsubOverflows
            | Op::SmulOverflows
            | Op::UmulOverflows
            | Op::Select => 2,
        }
    }

    /// The name in text: SMT-LIB's without `bv`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Op::Const => "const",
            Op::Input => "input",
            Op::Not => "not",
            Op::And => "and",
            Op::Eq => "eq",
            Op::Ite => "ite",
            Op::Opaque => "opaque",
            Op::BitsNot => "bits_not",
            Op::BitsAnd => "bits_and",
            Op::BitsOr => "bits_or",
            Op::BitsXor => "bits_xor",
            Op::Neg => "neg",
            Op::Add => "add",
            Op::Mul => "mul",
            Op::Udiv => "udiv",
            Op::Urem => "urem",
            Op::Sdiv => "sdiv",
            Op::Srem => "srem",
            Op::Shl => "shl",
            Op::Lshr => "lshr",
            Op::Ashr => "ashr",
            Op::Concat => "concat",
            Op::Extract => "extract",
            Op::SignExtend => "sign_extend",
            Op::Ult => "ult",
            Op::Slt => "slt",
            Op::SaddOverflows => "sadd_overflows",
            Op::SsubOverflows => "ssub_overflows",
            Op::SmulOverflows => "smul_overflows",
            Op::UmulOverflows => "umul_overflows",
            Op::ConstArray => "const_array",
            Op::Store => "store",
            Op::Select => "select",
            Op::Splice => "splice",
        }
    }
}

/// One node, to be matched on. `Extract` is the one operator with numbers besides terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A Boolean constant.
    Bool(bool),
    /// A bit-vector constant.
    Bits(u128),
    /// A free leaf.
    Input(InputId),
    /// An operator with one argument, other than `Extract`.
    Unary(Op, TermId),
    /// An operator with two arguments.
    Binary(Op, TermId, TermId),
    /// `ite(cond, then, other)`.
    Ite(TermId, TermId, TermId),
    /// The bits `hi` down to `lo` of `arg`.
    Extract {
        /// Whose bits.
        arg: TermId,
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    },
    /// `store(array, index, value)`.
    Store(TermId, TermId, TermId),
    /// `splice(array, other, range)`; see [`splice`](crate::simplify::splice).
    Splice(TermId, TermId, TermId),
}
