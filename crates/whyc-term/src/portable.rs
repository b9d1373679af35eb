//! Terms as bytes, for those who look at a question in another process.
//!
//! What is written is read back as the same terms, in the same order, with smaller ids: nothing is simplified on the way, so that both
//! sides build the same from it. A store that was read is for looking at: nothing is to be built in it, because it does not know what
//! builders remember. Bytes that are no terms are refused, never believed.

use whyc_base::ids::Id;

use crate::node::{Node, Op, TermId};
use crate::sort::{MAX_WIDTH, Sort};
use crate::store::TermStore;
use crate::word::truncate;

/// All operators, by the numbers that they are written with.
const OPS: [Op; 34] = [
    Op::Const,
    Op::Input,
    Op::Not,
    Op::And,
    Op::Eq,
    Op::Ite,
    Op::Opaque,
    Op::BitsNot,
    Op::BitsAnd,
    Op::BitsOr,
    Op::BitsXor,
    Op::Neg,
    Op::Add,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Concat,
    Op::Extract,
    Op::SignExtend,
    Op::Ult,
    Op::Slt,
    Op::SaddOverflows,
    Op::SsubOverflows,
    Op::SmulOverflows,
    Op::UmulOverflows,
    Op::ConstArray,
    Op::Store,
    Op::Select,
    Op::Splice,
];

/// What is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Numbers, small ones in few bytes.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// One number.
    pub fn number(&mut self, value: impl Into<u128>) {
        let mut value: u128 = value.into();
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// All of it.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`Writer`] wrote.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// From the beginning.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// A number.
    ///
    /// # Errors
    /// If there is none.
    pub fn number(&mut self) -> Result<u128, Malformed> {
        let mut value = 0u128;
        for at in 0..19 {
            let (&byte, rest) = self.rest.split_first().ok_or(Malformed)?;
            self.rest = rest;
            let bits = u128::from(byte & 0x7f);
            // The last byte has room for two bits.
            if at == 18 && bits > 3 {
                return Err(Malformed);
            }
            value |= bits << (7 * at);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    /// A number that fits.
    ///
    /// # Errors
    /// If there is none, or it does not.
    pub fn small<T: TryFrom<u128>>(&mut self) -> Result<T, Malformed> {
        T::try_from(self.number()?).map_err(|_| Malformed)
    }

    /// So many bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn raw(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        let (bytes, rest) = self.rest.split_at_checked(n).ok_or(Malformed)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Whether that was all.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}

/// The terms that some depend on, themselves included, arguments first.
#[must_use]
pub fn cone_of(store: &TermStore, roots: &[TermId]) -> Vec<TermId> {
    let Some(last) = roots.iter().max() else { return Vec::new() };
    let mut is_in = vec![false; last.index() + 1];
    roots.iter().for_each(|root| is_in[root.index()] = true);
    for at in (0..=last.index()).rev() {
        if is_in[at] {
            store.children(TermId::from_index(at)).for_each(|child| is_in[child.index()] = true);
        }
    }
    (0..=last.index()).filter(|&at| is_in[at]).map(TermId::from_index).collect()
}

/// Writes what `roots` depend on; where each of these terms will be found is the place in the list that comes back, two further on: the
/// Boolean constants are in every store.
pub fn write(store: &TermStore, roots: &[TermId], out: &mut Writer) -> Vec<TermId> {
    let mut terms = cone_of(store, roots);
    terms.retain(|&term| store.as_bool(term).is_none());
    let mut places = vec![0u32; terms.last().map_or(2, |last| last.index() + 1).max(2)];
    places[1] = 1;
    for (at, term) in terms.iter().enumerate() {
        places[term.index()] = at as u32 + 2;
    }
    out.number(terms.len() as u64);
    for (at, &term) in terms.iter().enumerate() {
        let op = store.op(term);
        let code = OPS.iter().position(|&other| other == op).unwrap_or_default();
        out.number(code as u8);
        let (width, index) = match store.sort(term) {
            Sort::Bool => (0, 0),
            Sort::Bits(width) => (width, 0),
            Sort::Array { index, element } => (element, index),
        };
        // The sort of most terms follows from their arguments, but each reader would have to know how.
        out.number(width);
        out.number(index);
        match store.node(term) {
            Node::Bits(value) => out.number(value),
            Node::Extract { hi, lo, .. } => {
                out.number(hi);
                out.number(lo);
            }
            Node::Bool(_)
            | Node::Input(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Store(..)
            | Node::Splice(..) => {}
        }
        for child in store.children(term) {
            // What is near is small.
            out.number(at as u32 + 2 - places[child.index()]);
        }
    }
    terms
}

/// Reads terms, which have the ids from 2 on in their order.
///
/// # Errors
/// If they are no terms: an argument that is not there, or not of the right sort.
pub fn read(from: &mut Reader<'_>) -> Result<TermStore, Malformed> {
    let n: u32 = from.small()?;
    let mut store = TermStore::new();
    for at in 2..n.checked_add(2).ok_or(Malformed)? {
        let code: usize = from.small()?;
        let op = *OPS.get(code).ok_or(Malformed)?;
        let sort = sort(from.small()?, from.small()?)?;
        let place = match op {
            Op::Const => {
                let value = from.number()?;
                let Sort::Bits(width) = sort else { return Err(Malformed) };
                if truncate(value, width) != value {
                    return Err(Malformed);
                }
                store.bits(width, value)
            }
            Op::Input => store.input(sort),
            Op::Extract => {
                let (hi, lo): (u32, u32) = (from.small()?, from.small()?);
                let arg = argument(from, at)?;
                let fits = matches!(store.sort(arg), Sort::Bits(width) if lo <= hi && hi < width);
                if !fits || sort != Sort::Bits(hi - lo + 1) {
                    return Err(Malformed);
                }
                store.intern_extract(arg, hi, lo)
            }
            op => {
                let args: Result<Vec<TermId>, Malformed> = (0..op.arity()).map(|_| argument(from, at)).collect();
                let args = args?;
                let sorts: Vec<Sort> = args.iter().map(|&arg| store.sort(arg)).collect();
                if !is_well_sorted(op, sort, &sorts) {
                    return Err(Malformed);
                }
                store.intern(op, sort, &args)
            }
        };
        // What is there twice was not written by us.
        if place != TermId(at) {
            return Err(Malformed);
        }
    }
    Ok(store)
}

/// The term that stands so far before this one.
fn argument(from: &mut Reader<'_>, at: u32) -> Result<TermId, Malformed> {
    let back: u32 = from.small()?;
    if back == 0 { Err(Malformed) } else { at.checked_sub(back).map(TermId).ok_or(Malformed) }
}

fn sort(width: u32, index: u32) -> Result<Sort, Malformed> {
    if width > MAX_WIDTH || index > MAX_WIDTH {
        return Err(Malformed);
    }
    match (width, index) {
        (0, 0) => Ok(Sort::Bool),
        (0, _) => Err(Malformed),
        (width, 0) => Ok(Sort::Bits(width)),
        (element, index) => Ok(Sort::Array { index, element }),
    }
}

fn is_well_sorted(op: Op, sort: Sort, args: &[Sort]) -> bool {
    let is_bits = |sort: Sort| matches!(sort, Sort::Bits(_));
    match (op, args) {
        (Op::Not, &[a]) => sort == Sort::Bool && a == Sort::Bool,
        (Op::And, &[a, b]) => sort == Sort::Bool && a == Sort::Bool && b == Sort::Bool,
        (Op::Eq, &[a, b]) => sort == Sort::Bool && a == b,
        (Op::Ite, &[cond, a, b]) => cond == Sort::Bool && a == b && a == sort,
        (Op::Opaque, &[a]) => a == sort,
        (Op::BitsNot | Op::Neg, &[a]) => is_bits(sort) && a == sort,
        (
            Op::BitsAnd
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
            | Op::Ashr,
            &[a, b],
        ) => is_bits(sort) && a == sort && b == sort,
        (Op::Concat, &[Sort::Bits(a), Sort::Bits(b)]) => sort == Sort::Bits(a + b),
        (Op::SignExtend, &[Sort::Bits(a)]) => matches!(sort, Sort::Bits(width) if width >= a),
        (
            Op::Ult | Op::Slt | Op::SaddOverflows | Op::SsubOverflows | Op::SmulOverflows | Op::UmulOverflows,
            &[a, b],
        ) => sort == Sort::Bool && is_bits(a) && a == b,
        (Op::ConstArray, &[Sort::Bits(a)]) => matches!(sort, Sort::Array { element, .. } if element == a),
        (Op::Store, &[array, Sort::Bits(i), Sort::Bits(v)]) => {
            array == sort && sort == Sort::Array { index: i, element: v }
        }
        (Op::Select, &[Sort::Array { index, element }, Sort::Bits(i)]) => i == index && sort == Sort::Bits(element),
        (Op::Splice, &[a, b, Sort::Bits(packed)]) => {
            a == sort && b == sort && matches!(sort, Sort::Array { index, .. } if packed == 3 * index)
        }
        (
            Op::Const
            | Op::Input
            | Op::Extract
            | Op::Not
            | Op::And
            | Op::Eq
            | Op::Ite
            | Op::Opaque
            | Op::BitsNot
            | Op::Neg
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
            | Op::SignExtend
            | Op::Ult
            | Op::Slt
            | Op::SaddOverflows
            | Op::SsubOverflows
            | Op::SmulOverflows
            | Op::UmulOverflows
            | Op::ConstArray
            | Op::Store
            | Op::Select
            | Op::Splice,
            _,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Valuation};
    use crate::node::InputId;

    /// Some of everything.
    fn terms() -> (TermStore, TermId) {
        let mut store = TermStore::new();
        // Not part of the question, so that ids change.
        store.input(Sort::Bits(7));
        let (a, b, c) = (store.input(Sort::Bits(16)), store.input(Sort::Bits(16)), store.input(Sort::Bool));
        let array = store.array_input(16, 16);
        let sum = store.add(a, b);
        let product = store.mul(sum, a);
        let wide = store.concat(product, sum);
        let wider = store.sign_extend(wide, 100);
        let big = store.bits(100, u128::MAX >> 30);
        let shifted = store.lshr(wider, big);
        let part = store.extract(wider, 40, 25);
        let written = store.store(array, part, sum);
        let element = store.select(written, b);
        let chosen = store.ite(c, element, product);
        let (less, over) = (store.slt(chosen, b), store.sadd_overflows(a, chosen));
        let zero = store.bits(100, 0);
        let none = store.eq(shifted, zero);
        let both = store.and(less, none);
        let not = store.not(over);
        let cond = store.and(both, not);
        (store, cond)
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let (store, cond) = terms();
        let mut out = Writer::default();
        let places = write(&store, &[cond], &mut out);
        let bytes = out.finish();
        let mut from = Reader::new(&bytes);
        let again = read(&mut from).expect("it was written");
        assert!(from.is_done());
        assert_eq!(again.len(), places.len() + 2);
        let there = TermId(places.iter().position(|&it| it == cond).expect("it is there") as u32 + 2);
        let inputs: Vec<InputId> = places.iter().filter_map(|&term| store.input_id(term)).collect();
        for seed in 0..50u128 {
            let (mut here, mut other) = (Valuation::new(), Valuation::new());
            for (at, &input) in inputs.iter().enumerate() {
                let value = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(at as u32 * 7 + 3) ^ at as u128;
                here.set_bits(input, value & 0xffff);
                other.set_bits(InputId(at as u32), value & 0xffff);
            }
            assert_eq!(Evaluator::new(&store, &here).bool(cond), Evaluator::new(&again, &other).bool(there));
        }
        // Written once more it is the same, byte for byte.
        let mut out = Writer::default();
        write(&again, &[there], &mut out);
        assert_eq!(out.finish(), bytes);
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let (store, cond) = terms();
        let mut out = Writer::default();
        write(&store, &[cond], &mut out);
        let bytes = out.finish();
        for at in 0..bytes.len() {
            assert!(read(&mut Reader::new(&bytes[..at])).is_err(), "cut off at {at}");
            for flip in [1, 4, 0x80] {
                let mut other = bytes.clone();
                other[at] ^= flip;
                // Whatever it is then, it is terms or it is refused.
                let _ = read(&mut Reader::new(&other));
            }
        }
        assert_eq!(read(&mut Reader::new(&[1, 3, 0, 0, 5, 5])).err(), Some(Malformed));
    }
}
