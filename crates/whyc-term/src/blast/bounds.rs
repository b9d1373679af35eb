//! Between which numbers the value of a term lies, whatever the inputs are.
//!
//! Numbers of programs are mostly much smaller than their types. What is known of the operands tells how many bits a
//! result needs; the others are zeros or copies of its sign, and no circuit has to find that out. Comparisons and
//! overflows that the bounds decide need no circuit at all. Bounds may be loose but never wrong.

use rustc_hash::FxHashMap;

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{ones, signed_max, signed_min, to_signed};

/// How many conditions are looked at that hold together where an arm of `ite` is taken, and how far into the arm what they
/// say is followed.
const CONDITIONS: usize = 8;
const DEPTH: u32 = 3;

/// The least and the greatest value of a word, read as an unsigned and as a signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    unsigned: (u128, u128),
    signed: (i128, i128),
}

/// What the bits above a place are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    Zeros,
    /// What the bit below that place is.
    Sign,
}

impl Bounds {
    fn full(width: u32) -> Self {
        Self { unsigned: (0, ones(width)), signed: (signed_min(width), signed_max(width)) }
    }

    fn constant(value: u128, width: u32) -> Self {
        let signed = to_signed(value, width);
        Self { unsigned: (value, value), signed: (signed, signed) }
    }

    /// Bounds of an unsigned number of `width` bits.
    fn from_unsigned(least: u128, most: u128, width: u32) -> Self {
        Self { unsigned: (least, most), ..Self::full(width) }.agreed(width)
    }

    /// Bounds of a signed number of `width` bits.
    fn from_signed(least: i128, most: i128, width: u32) -> Self {
        Self { signed: (least, most), ..Self::full(width) }.agreed(width)
    }

    /// What both ways to read a word say of each other: they agree where the sign is known.
    fn agreed(mut self, width: u32) -> Self {
        if self.signed.0 >= 0 {
            let (least, most) = (self.signed.0 as u128, self.signed.1 as u128);
            self.unsigned = (self.unsigned.0.max(least), self.unsigned.1.min(most));
        } else if self.signed.1 < 0 {
            let (least, most) = (self.signed.0 as u128 & ones(width), self.signed.1 as u128 & ones(width));
            self.unsigned = (self.unsigned.0.max(least), self.unsigned.1.min(most));
        }
        let highest = signed_max(width) as u128;
        if self.unsigned.1 <= highest {
            let (least, most) = (self.unsigned.0 as i128, self.unsigned.1 as i128);
            self.signed = (self.signed.0.max(least), self.signed.1.min(most));
        } else if self.unsigned.0 > highest {
            let (least, most) = (to_signed(self.unsigned.0, width), to_signed(self.unsigned.1, width));
            self.signed = (self.signed.0.max(least), self.signed.1.min(most));
        }
        self
    }

    /// Whether no value is left: such a place is never reached.
    fn is_empty(self) -> bool {
        self.unsigned.0 > self.unsigned.1 || self.signed.0 > self.signed.1
    }

    /// What holds of a value that is within one of two.
    fn or(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
        }
    }

    /// What holds of a value that is within both of two.
    fn and(self, other: Self, width: u32) -> Self {
        let both = Self {
            unsigned: (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1)),
            signed: (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
        };
        if both.is_empty() { both } else { both.agreed(width) }
    }

    /// How many bits tell the value, and what those above them are.
    pub(super) fn significant(self) -> (usize, Above) {
        let bits = |value: u128| (128 - value.leading_zeros()) as usize;
        if self.signed.0 >= 0 {
            return (bits(self.unsigned.1), Above::Zeros);
        }
        // A negative number needs as many bits as its complement, and one for the sign.
        let magnitude = |value: i128| if value < 0 { !value as u128 } else { value as u128 };
        let signed = bits(magnitude(self.signed.0).max(magnitude(self.signed.1))) + 1;
        let unsigned = bits(self.unsigned.1);
        if unsigned < signed { (unsigned, Above::Zeros) } else { (signed, Above::Sign) }
    }
}

/// The bounds of terms, of those that have any.
#[derive(Clone, Debug, Default)]
pub(super) struct AllBounds {
    /// Terms that are not here can have any value of their sort.
    known: FxHashMap<TermId, Bounds>,
}

impl AllBounds {
    /// The bounds of a term whose arguments have been given theirs.
    pub(super) fn of(&mut self, store: &TermStore, term: TermId) -> Bounds {
        let width = store.width(term);
        let bounds = self.compute(store, term, width, &|child| self.get(store, child));
        if bounds != Bounds::full(width) && !store.is_const(term) {
            self.known.insert(term, bounds);
        }
        bounds
    }

    fn get(&self, store: &TermStore, term: TermId) -> Bounds {
        let width = store.width(term);
        match store.node(term) {
            Node::Bits(value) => Bounds::constant(value, width),
            // A negation may have no bits of its own, and so not have been asked for.
            Node::Unary(Op::Neg, x) => negated(self.get_known(store, x), width),
            _ => self.get_known(store, term),
        }
    }

    fn get_known(&self, store: &TermStore, term: TermId) -> Bounds {
        let width = store.width(term);
        match store.as_bits(term) {
            Some(value) => Bounds::constant(value, width),
            None => self.known.get(&term).copied().unwrap_or_else(|| Bounds::full(width)),
        }
    }

    /// The bounds of a term from those of its arguments: of none that has no value there is any.
    fn compute(&self, store: &TermStore, term: TermId, width: u32, get: &dyn Fn(TermId) -> Bounds) -> Bounds {
        match store.node(term) {
            Node::Bits(value) => Bounds::constant(value, width),
            Node::Ite(cond, then, other) => {
                let (where_true, where_false) = (self.facts(store, cond, true), self.facts(store, cond, false));
                let then = self.knowing(store, &where_true, then, DEPTH);
                then.or(self.knowing(store, &where_false, other, DEPTH))
            }
            Node::Extract { arg, hi, lo } => {
                let x = get(arg);
                if x.is_empty() { x } else { extracted(x, store.width(arg), (hi, lo)) }
            }
            Node::Unary(op @ (Op::Opaque | Op::Neg | Op::BitsNot | Op::SignExtend), x) => {
                let x = get(x);
                if x.is_empty() { x } else { unary(op, x, width) }
            }
            Node::Binary(op, a, b) if is_bits(store, a) && is_bits(store, b) => {
                let low_width = store.width(b);
                let (a, b) = (get(a), get(b));
                match op {
                    _ if a.is_empty() => a,
                    _ if b.is_empty() => b,
                    Op::Concat => {
                        let (high, low) = (a.unsigned, b.unsigned);
                        Bounds::from_unsigned(high.0 << low_width | low.0, high.1 << low_width | low.1, width)
                    }
                    _ => binary(op, a, b, width),
                }
            }
            _ => Bounds::full(width),
        }
    }

    /// What a comparison or a question of overflow comes to, if the bounds of its operands tell.
    pub(super) fn decide(&self, store: &TermStore, node: Node) -> Option<bool> {
        let Node::Binary(op, a, b) = node else { return None };
        let width = store.sort(a).bit_width().filter(|&width| width > 1)?;
        if !matches!(
            op,
            Op::Eq | Op::Ult | Op::Slt | Op::SaddOverflows | Op::SsubOverflows | Op::SmulOverflows | Op::UmulOverflows
        ) {
            return None;
        }
        let (x, y) = (self.get(store, a), self.get(store, b));
        let full = Bounds::full(width);
        let fits = |least: Option<i128>, most: Option<i128>| {
            least.is_some_and(|least| least >= full.signed.0) && most.is_some_and(|most| most <= full.signed.1)
        };
        match op {
            Op::Eq => x.and(y, width).is_empty().then_some(false),
            Op::Ult if x.unsigned.1 < y.unsigned.0 => Some(true),
            Op::Ult => (x.unsigned.0 >= y.unsigned.1).then_some(false),
            Op::Slt if x.signed.1 < y.signed.0 => Some(true),
            Op::Slt => (x.signed.0 >= y.signed.1).then_some(false),
            Op::SaddOverflows => {
                fits(x.signed.0.checked_add(y.signed.0), x.signed.1.checked_add(y.signed.1)).then_some(false)
            }
            Op::SsubOverflows => {
                fits(x.signed.0.checked_sub(y.signed.1), x.signed.1.checked_sub(y.signed.0)).then_some(false)
            }
            Op::SmulOverflows => corners(x.signed, y.signed, i128::checked_mul)
                .is_some_and(|(least, most)| fits(Some(least), Some(most)))
                .then_some(false),
            _ => x.unsigned.1.checked_mul(y.unsigned.1).is_some_and(|most| most <= full.unsigned.1).then_some(false),
        }
    }

    /// What is known of the operands of comparisons where `cond` holds, or where it does not.
    fn facts(&self, store: &TermStore, cond: TermId, holds: bool) -> Vec<(TermId, Bounds)> {
        let mut facts = Vec::new();
        let mut left = vec![(cond, holds)];
        for _ in 0..CONDITIONS {
            let Some((cond, holds)) = left.pop() else { break };
            match store.node(cond) {
                Node::Unary(Op::Not, inner) => left.push((inner, !holds)),
                Node::Binary(Op::And, a, b) if holds => left.extend([(a, true), (b, true)]),
                Node::Binary(op @ (Op::Eq | Op::Ult | Op::Slt), a, b) => {
                    let Some(width) = store.sort(a).bit_width().filter(|&width| width > 1) else { continue };
                    for (x, other, is_left) in [(a, b, true), (b, a, false)] {
                        if !store.is_const(x) {
                            facts.push((x, compared(op, holds, is_left, self.get(store, other), width)));
                        }
                    }
                }
                _ => {}
            }
        }
        facts
    }

    /// The bounds of a term where the facts hold.
    fn knowing(&self, store: &TermStore, facts: &[(TermId, Bounds)], term: TermId, depth: u32) -> Bounds {
        let mut bounds = self.get(store, term);
        if facts.is_empty() || store.is_const(term) {
            return bounds;
        }
        let width = store.width(term);
        for (_, fact) in facts.iter().filter(|(of, _)| *of == term) {
            bounds = bounds.and(*fact, width);
        }
        let goes_on =
            depth > 0 && matches!(store.node(term), Node::Unary(..) | Node::Binary(..) | Node::Extract { .. });
        if goes_on && width > 1 && !bounds.is_empty() {
            let known = self.compute(store, term, width, &|child| self.knowing(store, facts, child, depth - 1));
            bounds = bounds.and(known, width);
        }
        bounds
    }
}

/// What is known of the left operand of a comparison (or of the right one) that holds (or not), with the other operand within bounds.
fn compared(op: Op, holds: bool, is_left: bool, other: Bounds, width: u32) -> Bounds {
    let full = Bounds::full(width);
    let (least, most) = (other.unsigned, other.signed);
    match (op, holds, is_left) {
        (Op::Eq, true, _) => other,
        // x < y
        (Op::Ult, true, true) => Bounds { unsigned: (0, least.1.saturating_sub(1)), ..full },
        (Op::Slt, true, true) => Bounds { signed: (full.signed.0, most.1.saturating_sub(1)), ..full },
        // y < x
        (Op::Ult, true, false) => Bounds { unsigned: (least.0.saturating_add(1), full.unsigned.1), ..full },
        (Op::Slt, true, false) => Bounds { signed: (most.0.saturating_add(1), full.signed.1), ..full },
        // x >= y
        (Op::Ult, false, true) => Bounds { unsigned: (least.0, full.unsigned.1), ..full },
        (Op::Slt, false, true) => Bounds { signed: (most.0, full.signed.1), ..full },
        // y >= x
        (Op::Ult, false, false) => Bounds { unsigned: (0, least.1), ..full },
        (Op::Slt, false, false) => Bounds { signed: (full.signed.0, most.1), ..full },
        _ => full,
    }
}

/// Whether a term is a bit-vector.
fn is_bits(store: &TermStore, term: TermId) -> bool {
    matches!(store.sort(term), Sort::Bits(_))
}

fn unary(op: Op, x: Bounds, width: u32) -> Bounds {
    match op {
        Op::Opaque => x,
        Op::Neg => negated(x, width),
        Op::SignExtend => Bounds::from_signed(x.signed.0, x.signed.1, width),
        Op::BitsNot => Bounds {
            unsigned: (ones(width) - x.unsigned.1, ones(width) - x.unsigned.0),
            signed: (!x.signed.1, !x.signed.0),
        },
        _ => Bounds::full(width),
    }
}

fn negated(x: Bounds, width: u32) -> Bounds {
    if x.signed.0 > signed_min(width) {
        Bounds::from_signed(-x.signed.1, -x.signed.0, width)
    } else {
        Bounds::full(width)
    }
}

fn extracted(x: Bounds, from: u32, (hi, lo): (u32, u32)) -> Bounds {
    let width = hi - lo + 1;
    let mut bounds = Bounds::full(width);
    let shifted = (x.unsigned.0 >> lo, x.unsigned.1 >> lo);
    // The bits above do not change from the least value to the greatest, or there are none.
    if hi + 1 == from || shifted.0 >> width == shifted.1 >> width {
        let (least, most) = (shifted.0 & ones(width), shifted.1 & ones(width));
        bounds = bounds.and(Bounds::from_unsigned(least, most, width), width);
    }
    let (least, most) = (x.signed.0 >> lo, x.signed.1 >> lo);
    if least >= signed_min(width) && most <= signed_max(width) {
        bounds = bounds.and(Bounds::from_signed(least, most, width), width);
    }
    bounds
}

/// The least and the greatest result of a monotone operation on two intervals; none if one does not fit.
fn corners(a: (i128, i128), b: (i128, i128), op: fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    let all = [op(a.0, b.0)?, op(a.0, b.1)?, op(a.1, b.0)?, op(a.1, b.1)?];
    Some((all.into_iter().min()?, all.into_iter().max()?))
}

fn binary(op: Op, a: Bounds, b: Bounds, width: u32) -> Bounds {
    let full = Bounds::full(width);
    let (ua, ub, sa, sb) = (a.unsigned, b.unsigned, a.signed, b.signed);
    let unsigned = |range: Option<(u128, u128)>| match range {
        Some((least, most)) if most <= full.unsigned.1 => Bounds::from_unsigned(least, most, width),
        _ => full,
    };
    let signed = |range: Option<(i128, i128)>| match range {
        Some((least, most)) if least >= full.signed.0 && most <= full.signed.1 => {
            Bounds::from_signed(least, most, width)
        }
        _ => full,
    };
    let bits = |value: u128| 128 - value.leading_zeros();
    match op {
        Op::Add => {
            let as_signed = sa.0.checked_add(sb.0).zip(sa.1.checked_add(sb.1));
            let as_unsigned = ua.0.checked_add(ub.0).zip(ua.1.checked_add(ub.1));
            signed(as_signed).and(unsigned(as_unsigned), width)
        }
        Op::Mul => {
            let as_unsigned = ua.0.checked_mul(ub.0).zip(ua.1.checked_mul(ub.1));
            signed(corners(sa, sb, i128::checked_mul)).and(unsigned(as_unsigned), width)
        }
        Op::Udiv if ub.0 > 0 => unsigned(Some((ua.0 / ub.1, ua.1 / ub.0))),
        Op::Urem if ua.1 < ub.0 => a,
        Op::Urem if ub.0 > 0 => unsigned(Some((0, ua.1.min(ub.1 - 1)))),
        Op::Urem => unsigned(Some((0, ua.1))),
        Op::Sdiv if sb.0 > 0 => signed(corners(sa, sb, i128::checked_div)),
        Op::Srem if sb.0 > 0 => signed(Some((sa.0.clamp(1 - sb.1, 0), sa.1.clamp(0, sb.1 - 1)))),
        Op::BitsAnd => unsigned(Some((0, ua.1.min(ub.1)))),
        Op::BitsOr => {
            let most = bits(ua.1).max(bits(ub.1));
            unsigned(Some((ua.0.max(ub.0), if most == 0 { 0 } else { ones(most) })))
        }
        Op::BitsXor => {
            let most = bits(ua.1).max(bits(ub.1));
            unsigned(Some((0, if most == 0 { 0 } else { ones(most) })))
        }
        Op::Shl if ub.1 < u128::from(width) && bits(ua.1) + (ub.1 as u32) <= width => {
            unsigned(Some((ua.0 << ub.0, ua.1 << ub.1)))
        }
        Op::Lshr => {
            let shift = |value: u128, by: u128| if by < 128 { value >> by } else { 0 };
            unsigned(Some((shift(ua.0, ub.1), shift(ua.1, ub.0))))
        }
        Op::Ashr => {
            let by = (ub.0.min(127) as i128, ub.1.min(127) as i128);
            signed(corners(sa, by, |value, by| Some(value >> by)))
        }
        _ => full,
    }
}
