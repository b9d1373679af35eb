//! What is known of an offset that is no constant: which numbers it can be.
//!
//! Offsets are built as `base + index * stride`; the parts are remembered here when that is
//! done, because a simplified term need not show them any more. Pointer arithmetic that
//! wraps around the address space is not C, so the congruence holds for every offset that a
//! valid pointer can have.

use rustc_hash::FxHashMap;
use whyc_term::{Node, Op, TermId, TermStore};

/// Offsets that are `residue` modulo `modulus` (exactly `residue` if the modulus is 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// The modulus.
    pub modulus: u64,
    /// The residue, less than the modulus unless that is 0.
    pub residue: u64,
    /// A term and a number, if there are some, such that the offset is `(term + number) * modulus + residue`.
    pub quotient: Option<(TermId, u64)>,
}

/// How offsets were built.
#[derive(Clone, Default)]
pub struct OffsetTable {
    parts: FxHashMap<TermId, (TermId, TermId, u64)>,
    known: FxHashMap<TermId, Congruence>,
}

impl OffsetTable {
    /// `base + index * stride`; base and result have the width of offsets, the index has 64 bits.
    pub fn scaled(&mut self, terms: &mut TermStore, base: TermId, index: TermId, stride: u64) -> TermId {
        let width = whyc_ir::layout::OFFSET_BITS;
        let narrow = terms.extract(index, width - 1, 0);
        let factor = terms.bits(width, u128::from(stride));
        let product = terms.mul(narrow, factor);
        let sum = terms.add(base, product);
        if terms.as_bits(sum).is_none() && terms.as_bits(index).is_none() {
            self.parts.entry(sum).or_insert((base, index, stride));
        } else if terms.as_bits(index).is_some() && terms.as_bits(base).is_none() {
            let shift = terms.as_bits(product).unwrap_or(0) as u64;
            let moved = self.congruence(terms, base);
            self.known.entry(sum).or_insert(shifted(moved, shift));
        }
        sum
    }

    /// `base + bytes`.
    pub fn shifted(&mut self, terms: &mut TermStore, base: TermId, bytes: u64) -> TermId {
        if bytes == 0 {
            return base;
        }
        let constant = terms.bits(whyc_ir::layout::OFFSET_BITS, u128::from(bytes));
        let sum = terms.add(base, constant);
        if terms.as_bits(sum).is_none() {
            let moved = self.congruence(terms, base);
            self.known.entry(sum).or_insert(shifted(moved, bytes));
        }
        sum
    }

    /// `narrowed` is `offset` wherever that fits a pointer of 32 bits: it is the same numbers that it can be.
    pub fn note_narrowed(&mut self, terms: &TermStore, offset: TermId, narrowed: TermId) {
        let congruence = self.congruence(terms, offset);
        self.known.entry(narrowed).or_insert(Congruence { quotient: None, ..congruence });
    }

    /// What `offset` can be.
    pub fn congruence(&mut self, terms: &TermStore, offset: TermId) -> Congruence {
        // Both arms of merges first; explicit, since merged pointers nest as deep as paths join.
        let mut stack = vec![offset];
        while let Some(&at) = stack.last() {
            if self.known.contains_key(&at) {
                stack.pop();
                continue;
            }
            let mut missing = Vec::new();
            if let Some(&(base, ..)) = self.parts.get(&at) {
                missing.push(base);
            } else {
                missing.extend(summands(terms, at));
            }
            missing.retain(|part| !self.known.contains_key(part));
            if missing.is_empty() {
                let congruence = self.compute(terms, at);
                self.known.insert(at, congruence);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.known[&offset]
    }

    fn compute(&self, terms: &TermStore, offset: TermId) -> Congruence {
        if let Some(value) = terms.as_bits(offset) {
            return Congruence { modulus: 0, residue: value as u64, quotient: None };
        }
        if let Some(&(base, index, stride)) = self.parts.get(&offset) {
            let base = self.known[&base];
            let modulus = gcd(base.modulus, stride);
            if modulus == 0 {
                return Congruence { quotient: None, ..base };
            }
            let whole = base.modulus == 0 && modulus == stride;
            let quotient = whole.then_some((index, base.residue / stride));
            return Congruence { modulus, residue: base.residue % modulus, quotient };
        }
        let plain = |modulus, residue: u64| {
            let residue = if modulus == 0 { residue } else { residue % modulus };
            Congruence { modulus, residue, quotient: None }
        };
        match terms.node(offset) {
            Node::Ite(_, a, b) => {
                let (a, b) = (self.known[&a], self.known[&b]);
                plain(gcd(gcd(a.modulus, b.modulus), a.residue.abs_diff(b.residue)), a.residue)
            }
            // Choices between numbers are simplified to words whose low bits are the same in all of them.
            Node::Binary(Op::Concat, _, low) => {
                let low_bits = self.known[&low];
                plain(gcd(low_bits.modulus, power_of_two(terms.width(low))), low_bits.residue)
            }
            Node::Extract { arg, lo: 0, .. } => {
                let arg = self.known[&arg];
                plain(gcd(arg.modulus, power_of_two(terms.width(offset))), arg.residue)
            }
            Node::Binary(Op::Add, a, b) => {
                let (a, b) = (self.known[&a], self.known[&b]);
                let modulus = gcd(gcd(a.modulus, b.modulus), power_of_two(terms.width(offset)));
                plain(modulus, a.residue.wrapping_add(b.residue))
            }
            _ => plain(1, 0),
        }
    }
}

/// The terms that tell what a term can be, apart from its size.
fn summands(terms: &TermStore, term: TermId) -> Vec<TermId> {
    match terms.node(term) {
        Node::Ite(_, a, b) | Node::Binary(Op::Add, a, b) => vec![a, b],
        Node::Binary(Op::Concat, _, low) => vec![low],
        Node::Extract { arg, lo: 0, .. } => vec![arg],
        _ => Vec::new(),
    }
}

/// What a word of so many bits is counted modulo, as far as that matters for an offset.
fn power_of_two(width: u32) -> u64 {
    1 << width.min(whyc_ir::layout::OFFSET_BITS)
}

fn shifted(congruence: Congruence, bytes: u64) -> Congruence {
    let mask = (1 << whyc_ir::layout::OFFSET_BITS) - 1;
    if congruence.modulus == 0 {
        return Congruence { residue: congruence.residue.wrapping_add(bytes) & mask, ..congruence };
    }
    // A step back is a large number; only its remainder counts, and the quotient is given up.
    let backwards = bytes > mask / 2;
    if backwards {
        let back = (mask + 1 - bytes) % congruence.modulus;
        let residue = (congruence.residue + congruence.modulus - back) % congruence.modulus;
        return Congruence { modulus: congruence.modulus, residue, quotient: None };
    }
    let sum = congruence.residue + bytes;
    let carry = sum / congruence.modulus;
    let quotient = congruence.quotient.map(|(term, number)| (term, number + carry));
    Congruence { modulus: congruence.modulus, residue: sum % congruence.modulus, quotient }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
