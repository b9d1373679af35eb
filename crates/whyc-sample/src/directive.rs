//! What of a program's inputs can be weighed: each is a directive, whose values are parts of its distribution.
//!
//! A part is a range of the numbers that an input is drawn by ([`crate::dist`]), so that drawing from a part by weight and then within it
//! evenly is drawing from the distribution again, if the weights are as the distribution has them. Where an input has few values, each is a
//! part. Where it has many, numbers that the program compares with cut it: what is special to the program are these and what lies between.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id as _;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, UnaryOp};
use whyc_ir::flow::below;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, Origin, Program};

use crate::dist::Drawn;
use crate::program::shown;
use crate::random::narrowed;
use crate::site::{Sites, kind_of};

/// At most so many parts does a directive have.
pub const MOST_PARTS: usize = 16;

/// Something that can be weighed.
#[derive(Clone, Debug)]
pub struct Directive {
    /// Which input.
    pub site: u32,
    /// What a person calls it.
    pub name: String,
    /// Its parts, by the first 64 bits of the numbers: the first and the last.
    pub parts: Vec<(u64, u64)>,
    /// The same in words.
    pub texts: Vec<String>,
}

/// Weights of directives, by their inputs: how often each part is drawn.
pub type Weights = FxHashMap<u32, Vec<f64>>;

/// The directives of a program: all inputs that have a distribution of more than one value.
#[must_use]
pub fn directives(program: &Program, sites: &Sites) -> Vec<Directive> {
    let constants = Constants::of(program);
    let mut all = Vec::new();
    for (at, site) in sites.all.iter().enumerate() {
        let (Some(drawn), Some(kind)) = (&site.drawn, &site.kind) else { continue };
        let cuts = constants.near(program, sites, at as u32);
        let parts = drawn.parts(&cuts, MOST_PARTS);
        if parts.len() < 2 {
            continue;
        }
        let text = |&(low, high): &(u64, u64)| {
            let end = |place: u64| shown(kind, drawn.draw(u128::from(place) << 64 | u128::from(u64::MAX)));
            let (low, high) = (shown(kind, drawn.draw(u128::from(low) << 64)), end(high));
            if low == high { low } else { format!("{low}..{high}") }
        };
        let texts = parts.iter().map(text).collect();
        all.push(Directive { site: at as u32, name: site.label.clone(), parts, texts });
    }
    all
}

impl Directive {
    /// The number that stands for `fraction` in a part that `weights` choose by `chooser`, and the part.
    #[must_use]
    pub fn weighed(&self, weights: &[f64], chooser: u64, fraction: u128) -> (u128, usize) {
        let all: f64 = weights.iter().sum();
        let mut at = chooser as f64 / (u64::MAX as f64) * all;
        let last = weights.iter().rposition(|it| *it > 0.0).unwrap_or(0);
        let found = weights.iter().position(|it| {
            at -= it;
            at < 0.0
        });
        let part = found.map_or(last, |it| it.min(last));
        let (low, high) = self.parts[part];
        (narrowed(fraction, low, high), part)
    }

    /// In which part a number lies.
    #[must_use]
    pub fn part(&self, fraction: u128) -> usize {
        let first = (fraction >> 64) as u64;
        self.parts.partition_point(|it| it.1 < first).min(self.parts.len() - 1)
    }
}

impl Drawn {
    /// The parts of this distribution, cut at some whole numbers; at most `most` of them, in order, and together all of it.
    #[must_use]
    pub fn parts(&self, cuts: &[i128], most: usize) -> Vec<(u64, u64)> {
        let ends = match self.cut_at(cuts, most) {
            Some(ends) => ends,
            // Even parts.
            None => (1..8u64).map(|k| k << 61).collect(),
        };
        let mut parts = Vec::new();
        let mut from = 0;
        for end in ends.into_iter().filter(|it| *it > 0) {
            if end > from {
                parts.push((from, end - 1));
                from = end;
            }
        }
        parts.push((from, u64::MAX));
        parts
    }
}

/// A variable: of a function, or a global one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Local(FunctionId, LocalId),
    Global(GlobalId),
}

/// What numbers a program compares with.
struct Constants {
    /// By what they are compared with.
    with: FxHashMap<Variable, BTreeSet<i128>>,
    all: BTreeSet<i128>,
}

impl Constants {
    fn of(program: &Program) -> Self {
        let mut found = Self { with: FxHashMap::default(), all: BTreeSet::new() };
        for (id, function) in program.functions.iter_enumerated() {
            let Some(body) = function.body.as_ref().filter(|_| function.origin == Origin::User) else { continue };
            for expr in body.exprs.iter() {
                let ExprKind::Binary(op, left, right) = expr.kind else { continue };
                if op.is_comparison() {
                    for (one, other) in [(left, right), (right, left)] {
                        if let Some(value) = constant(program, body, one) {
                            found.add(id, body, other, value);
                        }
                    }
                }
            }
            for instr in body.instrs.iter() {
                let InstrKind::Switch { value, cases, .. } = &instr.kind else { continue };
                for case in cases {
                    found.add(id, body, *value, case.low);
                    found.add(id, body, *value, case.high);
                }
            }
        }
        found
    }

    fn add(&mut self, function: FunctionId, body: &Body, with: ExprId, value: i128) {
        self.all.insert(value);
        below(body, [with], &mut |expr| {
            if let ExprKind::Load(place) = body.exprs[expr].kind
                && let Some(variable) = variable(function, body.places[place].base)
            {
                self.with.entry(variable).or_default().insert(value);
            }
        });
    }

    /// Those that an input is compared with; if there are none, all.
    fn near(&self, program: &Program, sites: &Sites, site: u32) -> Vec<i128> {
        let mut own = BTreeSet::new();
        for (id, function) in program.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            for (at, instr) in body.instrs.iter_enumerated() {
                if let InstrKind::Nondet { place, .. } = instr.kind
                    && sites.at(id, at) == Some(site)
                {
                    let known = variable(id, body.places[place].base).into_iter().chain(moved(body, at, id));
                    own.extend(known.filter_map(|it| self.with.get(&it)).flatten());
                }
            }
        }
        if own.is_empty() { self.all.iter().copied().collect() } else { own.into_iter().collect() }
    }
}

/// Where an input goes right behind its instruction, unchanged.
fn moved(body: &Body, at: InstrId, function: FunctionId) -> Vec<Variable> {
    let InstrKind::Nondet { place, .. } = body.instrs[at].kind else { return Vec::new() };
    let from = body.places[place].base;
    let mut found = Vec::new();
    for next in at.index() + 1..body.instrs.len().min(at.index() + 8) {
        if let InstrKind::Assign { place, value } = body.instrs[InstrId::from_index(next)].kind {
            let mut is_it = false;
            below(body, [value], &mut |expr| {
                is_it |= matches!(body.exprs[expr].kind, ExprKind::Load(loaded) if body.places[loaded].base == from);
            });
            if is_it {
                found.extend(variable(function, body.places[place].base));
            }
        }
    }
    found
}

fn variable(function: FunctionId, base: PlaceBase) -> Option<Variable> {
    match base {
        PlaceBase::Local(local) => Some(Variable::Local(function, local)),
        PlaceBase::Global(global) => Some(Variable::Global(global)),
        PlaceBase::Deref(_) => None,
    }
}

fn constant(program: &Program, body: &Body, expr: ExprId) -> Option<i128> {
    let numbers = kind_of(&program.types, body.exprs[expr].ty)?.numbers;
    numbers.ends()?;
    match &body.exprs[expr].kind {
        ExprKind::Int(bits) => Some(numbers.whole(*bits)),
        ExprKind::Cast(inner) => constant(program, body, *inner),
        ExprKind::Unary(UnaryOp::Neg, inner) => constant(program, body, *inner).and_then(i128::checked_neg),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::Numbers;

    #[test]
    fn parts_are_all_of_a_distribution_and_cut_where_asked() {
        let byte = Numbers::Whole { bits: 8, is_signed: false };
        let few = Drawn::range(byte, 3, 7);
        let parts = few.parts(&[], MOST_PARTS);
        assert_eq!(parts.len(), 5);
        for (k, &(low, high)) in parts.iter().enumerate() {
            // Fifths of all fractions do not end with a word: the words at the ends have some of the value beside.
            for word in [low + 1, high - 1] {
                assert_eq!(few.draw(u128::from(word) << 64), 3 + k as u128, "each value should be a part of its own");
            }
        }
        let int = Numbers::Whole { bits: 32, is_signed: true };
        let many = Drawn::range(int, i128::from(i32::MIN), i128::from(i32::MAX));
        let parts = many.parts(&[0, 100], MOST_PARTS);
        let texts: Vec<(i128, i128)> = parts
            .iter()
            .map(|&(low, high)| {
                let end = (u128::from(high) << 64) + u128::from(u64::MAX);
                (int.whole(many.draw(u128::from(low) << 64)), int.whole(many.draw(end)))
            })
            .collect();
        let (least, most) = (i128::from(i32::MIN), i128::from(i32::MAX));
        assert_eq!(texts, [(least, -1), (0, 0), (1, 99), (100, 100), (101, most)]);
        // However many cuts there are, and however they lie, parts follow on each other.
        let cuts: Vec<i128> = (0..200).map(|k| k * k - 500).collect();
        let parts = many.parts(&cuts, MOST_PARTS);
        assert!(parts.len() <= MOST_PARTS && parts[0].0 == 0 && parts[parts.len() - 1].1 == u64::MAX);
        assert!(parts.windows(2).all(|it| it[0].1 + 1 == it[1].0));
    }

    #[test]
    fn a_part_is_chosen_by_weight() {
        let it = Directive {
            site: 0,
            name: "x".to_owned(),
            parts: vec![(0, 9), (10, 99), (100, u64::MAX)],
            texts: Vec::new(),
        };
        assert_eq!(it.weighed(&[0.0, 1.0, 0.0], u64::MAX, u128::MAX), ((99u128 << 64) + u128::from(u64::MAX), 1));
        assert_eq!(it.weighed(&[0.5, 0.0, 0.5], 0, 0), (0, 0));
        assert_eq!(it.weighed(&[0.5, 0.0, 0.5], u64::MAX / 4 * 3, 0).1, 2);
        assert_eq!((it.part(5 << 64), it.part(10 << 64), it.part(u128::MAX)), (0, 1, 2));
    }
}
