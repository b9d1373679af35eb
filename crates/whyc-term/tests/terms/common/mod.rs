//! A reference for terms that shares nothing with the crate under test: a tree of operators over
//! inputs, evaluated bit by bit in the most literal way, and the same tree as a term.

pub mod equations;
pub mod floats;
pub mod script;

use whyc_aig::sim::word_of;
use whyc_term::{Blaster, Evaluator, InputId, Sort, TermId, TermStore, Valuation};

/// Every binary operator on bits, by name.
pub const BINARY: &[&str] =
    &["add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr", "bits_and", "bits_or", "bits_xor"];

/// Every binary predicate on bits, by name.
pub const PREDICATES: &[&str] = &[
    "eq",
    "ne",
    "ult",
    "ule",
    "ugt",
    "uge",
    "slt",
    "sle",
    "sgt",
    "sge",
    "sadd_overflows",
    "ssub_overflows",
    "smul_overflows",
    "umul_overflows",
    "uadd_overflows",
    "sdiv_overflows",
];

/// Every unary operator on bits, by name.
pub const UNARY: &[&str] = &["neg", "bits_not"];

/// A value of `width` bits, as a signed number.
fn signed(value: u128, width: u32) -> i128 {
    if width < 128 && value >> (width - 1) & 1 == 1 {
        (value as i128).wrapping_sub(1i128 << width)
    } else {
        value as i128
    }
}

fn cut(value: u128, width: u32) -> u128 {
    if width == 128 { value } else { value % (1 << width) }
}

/// What `name` computes on words, from the SMT-LIB definitions.
pub fn reference(name: &str, width: u32, a: u128, b: u128) -> u128 {
    let (s, t) = (signed(a, width), signed(b, width));
    let min = signed(1 << (width - 1), width);
    let max = if width == 128 { i128::MAX } else { (1i128 << (width - 1)) - 1 };
    let out = |value: Option<i128>| u128::from(!value.is_some_and(|v| v >= min && v <= max));
    let neg = |value: u128| cut((!value).wrapping_add(1), width);
    let udiv = |a: u128, b: u128| a.checked_div(b).unwrap_or(cut(u128::MAX, width));
    let urem = |a: u128, b: u128| a.checked_rem(b).unwrap_or(a);
    let amount = b.min(u128::from(width)) as u32;
    let shifted = |fill: bool| {
        (0..width).fold(0u128, |word, at| {
            let from = at + amount;
            let bit = if from < width { a >> from & 1 == 1 } else { fill };
            word | u128::from(bit) << at
        })
    };
    match name {
        "add" => cut(a.wrapping_add(b), width),
        "sub" => cut(a.wrapping_sub(b), width),
        "mul" => {
            (0..width).fold(0, |sum, at| if b >> at & 1 == 1 { cut(sum.wrapping_add(a << at), width) } else { sum })
        }
        "udiv" => udiv(a, b),
        "urem" => urem(a, b),
        "sdiv" => match (s < 0, t < 0) {
            (false, false) => udiv(a, b),
            (true, false) => neg(udiv(neg(a), b)),
            (false, true) => neg(udiv(a, neg(b))),
            (true, true) => udiv(neg(a), neg(b)),
        },
        "srem" => match (s < 0, t < 0) {
            (false, false) => urem(a, b),
            (true, false) => neg(urem(neg(a), b)),
            (false, true) => urem(a, neg(b)),
            (true, true) => neg(urem(neg(a), neg(b))),
        },
        "shl" => (0..width).fold(0, |word, at| if at >= amount { word | (a >> (at - amount) & 1) << at } else { word }),
        "lshr" => shifted(false),
        "ashr" => shifted(s < 0),
        "bits_and" => a & b,
        "bits_or" => a | b,
        "bits_xor" => a ^ b,
        "neg" => neg(a),
        "bits_not" => cut(!a, width),
        "eq" => u128::from(a == b),
        "ne" => u128::from(a != b),
        "ult" => u128::from(a < b),
        "ule" => u128::from(a <= b),
        "ugt" => u128::from(a > b),
        "uge" => u128::from(a >= b),
        "slt" => u128::from(s < t),
        "sle" => u128::from(s <= t),
        "sgt" => u128::from(s > t),
        "sge" => u128::from(s >= t),
        "sadd_overflows" => out(s.checked_add(t)),
        "ssub_overflows" => out(s.checked_sub(t)),
        "smul_overflows" => out(s.checked_mul(t)),
        "umul_overflows" => u128::from(a.checked_mul(b).is_none_or(|p| p > cut(u128::MAX, width))),
        "uadd_overflows" => u128::from(a.checked_add(b).is_none_or(|p| p > cut(u128::MAX, width))),
        "sdiv_overflows" => u128::from(s == min && t == -1),
        _ => panic!("{name} should be an operator"),
    }
}

/// `name` applied to terms.
pub fn build(store: &mut TermStore, name: &str, a: TermId, b: TermId) -> TermId {
    match name {
        "add" => store.add(a, b),
        "sub" => store.sub(a, b),
        "mul" => store.mul(a, b),
        "udiv" => store.udiv(a, b),
        "urem" => store.urem(a, b),
        "sdiv" => store.sdiv(a, b),
        "srem" => store.srem(a, b),
        "shl" => store.shl(a, b),
        "lshr" => store.lshr(a, b),
        "ashr" => store.ashr(a, b),
        "bits_and" => store.bits_and(a, b),
        "bits_or" => store.bits_or(a, b),
        "bits_xor" => store.bits_xor(a, b),
        "neg" => store.neg(a),
        "bits_not" => store.bits_not(a),
        "eq" => store.eq(a, b),
        "ne" => store.ne(a, b),
        "ult" => store.ult(a, b),
        "ule" => store.ule(a, b),
        "ugt" => store.ugt(a, b),
        "uge" => store.uge(a, b),
        "slt" => store.slt(a, b),
        "sle" => store.sle(a, b),
        "sgt" => store.sgt(a, b),
        "sge" => store.sge(a, b),
        "sadd_overflows" => store.sadd_overflows(a, b),
        "ssub_overflows" => store.ssub_overflows(a, b),
        "smul_overflows" => store.smul_overflows(a, b),
        "umul_overflows" => store.umul_overflows(a, b),
        "uadd_overflows" => store.uadd_overflows(a, b),
        "sdiv_overflows" => store.sdiv_overflows(a, b),
        _ => panic!("{name} should be an operator"),
    }
}

/// The value of `term` by evaluation.
pub fn evaluated(store: &TermStore, valuation: &Valuation, term: TermId) -> u128 {
    Evaluator::new(store, valuation).bits(term)
}

/// The values of `term` by simulating its gates under up to 64 valuations of bit-vector inputs.
pub fn simulated(store: &TermStore, blaster: &mut Blaster, term: TermId, valuations: &[Valuation]) -> Vec<u128> {
    let bits = blaster.bits(store, term).to_vec();
    let mut words = vec![0u64; blaster.aig().inputs().len()];
    let position = |edge: whyc_aig::Edge| match blaster.aig().node(edge.node()) {
        whyc_aig::Node::Input(idx) => idx as usize,
        node => panic!("{node:?} should be an input"),
    };
    for input in (0..store.n_inputs() as u32).map(InputId) {
        let Some(edges) = blaster.input_edges(store, input) else { continue };
        for (at, &edge) in edges.iter().enumerate() {
            for (k, valuation) in valuations.iter().enumerate() {
                words[position(edge)] |= ((valuation.bits(input) >> at & 1) as u64) << k;
            }
        }
    }
    let nodes = blaster.aig().simulate(&words);
    let value =
        |k| bits.iter().enumerate().fold(0, |word, (at, &bit)| word | u128::from(word_of(&nodes, bit) >> k & 1) << at);
    (0..valuations.len()).map(value).collect()
}

/// A fresh bit-vector input and its id.
pub fn fresh(store: &mut TermStore, width: u32) -> (TermId, InputId) {
    let term = store.input(Sort::Bits(width));
    (term, store.input_id(term).expect("a fresh input should be an input"))
}

/// The first inputs of a store with these values.
pub fn values(values: &[u128]) -> Valuation {
    let mut valuation = Valuation::new();
    for (idx, &value) in values.iter().enumerate() {
        valuation.set_bits(InputId(idx as u32), value);
    }
    valuation
}
