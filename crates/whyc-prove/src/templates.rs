//! What is tried as an invariant: simple facts about the numbers in play at the head of a loop.

use rustc_hash::FxHashMap;
use whyc_term::{TermId, TermStore, word};
use whyc_unroll::cuts::{Entry, EntryKind, Number, NumberKind};

pub use kinds::EQUATIONS;

use crate::constants::Constants;
use crate::samples::Sample;

mod calls;

mod conditions;

mod holds;

mod kinds;

mod linear;

/// Wide enough for every integer of 64 bits, signed or not, and for their differences.
const WIDE: u32 = 68;
/// No more numbers that a round changes than this are looked at, and no more that it does not.
const MANY_CHANGED: usize = 24;
const MANY_UNCHANGED: usize = 16;
/// If rounds change more elements of arrays than this, nothing is said of them.
const FEW_ELEMENTS: usize = 16;
/// If rounds change more numbers than this, elements of arrays are not compared with others.
const FEW_RELATED: usize = 5;
/// If more paths than this join in a number, they are not told apart.
const MANY_PATHS: usize = 200;
/// No more facts than this are tried at one loop.
const MANY_FACTS: usize = 3000;
/// Multiples of powers of two up to this one are tried.
const MOST_LOW_BITS: u32 = 3;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nothing: that properties hold in each round by itself.
    Nothing,
    /// Between which bounds numbers stay, and in which order they are.
    Bounds,
    /// How the changes of numbers are related, between which bounds they stay, and in which order they are.
    Changes,
    /// Instead facts that hold while a number has some value, or in one of several cases.
    Cases,
}

/// A fact about the numbers of a loop, by their positions among [`Entry::numbers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// At least so much.
    Lower(usize, i128),
    /// At most so much.
    Upper(usize, i128),
    /// The first is at most the second and so much.
    AtMost(usize, usize, i128),
    /// Both are the same.
    Same(usize, usize),
    /// It is what it was where the loop was entered.
    Stays(usize),
    /// It is at least what it was where the loop was entered.
    Grows(usize),
    /// It is at most what it was where the loop was entered.
    Shrinks(usize),
    /// Since the loop was entered, the first has changed so many times as much as the second.
    Keeps(usize, usize, i128),
    /// The sum of these, each so many times, is so much, counted modulo a power of two.
    Linear(Vec<(usize, i128)>, i128),
    /// The first is ahead of the second by at most so much, counted modulo a power of two.
    Ahead(usize, usize, u128),
    /// The lowest bits are what they were where the loop was entered.
    LowBits(usize, u32),
    /// It differs by a multiple from what it was where the loop was entered.
    Multiple(usize, u128),
    /// One of these numbers.
    OneOf(usize, Vec<i128>),
    /// A condition of the program is true, or false.
    Is(usize, bool),
    /// The second holds whenever the first does.
    While(Box<Fact>, Box<Fact>),
    /// One of both holds.
    Either(Box<Fact>, Box<Fact>),
}

/// The values that the numbers have, and those that they had where the loop was entered.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The numbers.
    pub numbers: &'a [Number],
    /// Their values.
    pub now: &'a [TermId],
    /// Where a round ends, their values at its head, where the same facts are assumed.
    pub head: Option<&'a [TermId]>,
}

impl Fact {
    /// That it holds (Boolean).
    pub fn term(&self, terms: &mut TermStore, values: Values<'_>) -> TermId {
        match self {
            Fact::Lower(a, c) => {
                let (a, c) = (values.wide(terms, *a), constant(terms, *c));
                terms.sle(c, a)
            }
            Fact::Upper(a, c) => {
                let (a, c) = (values.wide(terms, *a), constant(terms, *c));
                terms.sle(a, c)
            }
            Fact::AtMost(a, b, c) => {
                let (a, b, c) = (values.wide(terms, *a), values.wide(terms, *b), constant(terms, *c));
                let b = terms.add(b, c);
                terms.sle(a, b)
            }
            Fact::Same(a, b) => {
                let (a, b) = (values.wide(terms, *a), values.wide(terms, *b));
                terms.eq(a, b)
            }
            Fact::Stays(a) => terms.eq(values.now[*a], values.numbers[*a].entry),
            Fact::Grows(a) => {
                let (now, entry) = (values.wide(terms, *a), values.wide_entry(terms, *a));
                terms.sle(entry, now)
            }
            Fact::Shrinks(a) => {
                let (now, entry) = (values.wide(terms, *a), values.wide_entry(terms, *a));
                terms.sle(now, entry)
            }
            Fact::Keeps(a, b, factor) => {
                let width = terms.width(values.now[*a]).min(terms.width(values.now[*b]));
                let (a, b) = (values.change(terms, *a, width), values.change(terms, *b, width));
                let factor = terms.bits(width, word::from_signed(*factor, width));
                let product = terms.mul(b, factor);
                terms.eq(a, product)
            }
            Fact::Linear(parts, constant) => linear::term(terms, values, parts, *constant),
            Fact::Ahead(a, b, most) => {
                let width = terms.width(values.now[*a]);
                let distance = terms.sub(values.now[*a], values.now[*b]);
                let most = terms.bits(width, *most);
                terms.ule(distance, most)
            }
            Fact::LowBits(a, n) => {
                let (now, entry) = (values.now[*a], values.numbers[*a].entry);
                let (now, entry) = (terms.extract(now, n - 1, 0), terms.extract(entry, n - 1, 0));
                terms.eq(now, entry)
            }
            Fact::Multiple(a, n) => {
                let (now, entry) = (values.wide(terms, *a), values.wide_entry(terms, *a));
                let difference = terms.sub(now, entry);
                let n = terms.bits(WIDE, *n);
                let rest = terms.srem(difference, n);
                let zero = terms.bits(WIDE, 0);
                terms.eq(rest, zero)
            }
            Fact::OneOf(a, all) => {
                let a = values.wide(terms, *a);
                let mut any = terms.bool_const(false);
                for &value in all {
                    let value = constant(terms, value);
                    let is_it = terms.eq(a, value);
                    any = terms.or(any, is_it);
                }
                any
            }
            Fact::Is(a, is_true) => {
                let value = terms.bits(1, u128::from(*is_true));
                terms.eq(values.now[*a], value)
            }
            Fact::While(when, then) => {
                let values = Values { head: None, ..values };
                let (when, then) = (when.term(terms, values), then.term(terms, values));
                terms.implies(when, then)
            }
            Fact::Either(one, other) => {
                let values = Values { head: None, ..values };
                let (one, other) = (one.term(terms, values), other.term(terms, values));
                terms.or(one, other)
            }
        }
    }
}

impl Values<'_> {
    fn wide(&self, terms: &mut TermStore, nth: usize) -> TermId {
        widened(terms, &self.numbers[nth], self.now[nth])
    }

    fn wide_entry(&self, terms: &mut TermStore, nth: usize) -> TermId {
        widened(terms, &self.numbers[nth], self.numbers[nth].entry)
    }

    /// By how much a number has changed since the loop was entered, or since the head of the round where that will do, counted
    /// modulo `1 << width`.
    fn change(&self, terms: &mut TermStore, nth: usize, width: u32) -> TermId {
        let before = self.head.map_or(self.numbers[nth].entry, |head| head[nth]);
        let change = difference(terms, self.now[nth], before);
        terms.extract(change, width - 1, 0)
    }
}

/// By how much a word differs from another one: on each of the paths that join in it, where these are few.
fn difference(terms: &mut TermStore, now: TermId, before: TermId) -> TermId {
    let (mut todo, mut found) = (vec![now], FxHashMap::default());
    while let Some(&term) = todo.last() {
        let parts = terms.ite_parts(term).filter(|_| found.len() < MANY_PATHS);
        let value = match parts {
            Some((cond, then, other)) => match (found.get(&then).copied(), found.get(&other).copied()) {
                (Some(then), Some(other)) => terms.ite(cond, then, other),
                (then_is, other_is) => {
                    todo.extend(
                        [(then, then_is), (other, other_is)].into_iter().filter(|it| it.1.is_none()).map(|it| it.0),
                    );
                    continue;
                }
            },
            None => terms.sub(term, before),
        };
        found.insert(term, value);
        todo.pop();
    }
    found[&now]
}

fn constant(terms: &mut TermStore, value: i128) -> TermId {
    terms.bits(WIDE, word::from_signed(value, WIDE))
}

fn widened(terms: &mut TermStore, number: &Number, value: TermId) -> TermId {
    match is_signed(number) {
        true => terms.sign_extend(value, WIDE),
        false => terms.zero_extend(value, WIDE),
    }
}

fn is_signed(number: &Number) -> bool {
    match number.kind {
        NumberKind::Integer { is_signed } => is_signed,
        NumberKind::Offset { .. } => true,
        NumberKind::Object | NumberKind::Condition => false,
    }
}

/// The value of a number where the loop is entered, if that is a constant.
#[must_use]
pub fn known_entry(terms: &TermStore, number: &Number) -> Option<i128> {
    let bits = terms.as_bits(number.entry)?;
    let width = terms.width(number.entry);
    Some(if is_signed(number) { word::to_signed(bits, width) } else { bits as i128 })
}

/// What is known of a loop, and how much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The numbers of the program.
    pub constants: &'a Constants,
    /// What its numbers are in some runs.
    pub samples: &'a [Sample],
    /// How much is tried.
    pub reach: Reach,
}

/// Everything that is tried at a loop about the numbers that matter, by their positions: no sample refutes it.
#[must_use]
pub fn facts(
    terms: &TermStore,
    entry: &Entry,
    matters: &dyn Fn(usize) -> bool,
    Known { constants, samples, reach }: Known<'_>,
) -> Vec<Fact> {
    if reach == Reach::Nothing {
        return Vec::new();
    }
    let numbers = &entry.numbers;
    let fits = |nth: &usize| terms.width(numbers[*nth].any) <= 64;
    let is_plain = |nth: &usize| !matches!(numbers[*nth].kind, NumberKind::Object | NumberKind::Condition);
    let is_integer = |nth: &usize| matches!(numbers[*nth].kind, NumberKind::Integer { .. });
    let is_condition = |nth: &usize| matches!(numbers[*nth].kind, NumberKind::Condition);
    let is_tried = |&k: &usize| numbers[k].is_changed && matters(k) && !is_condition(&k);
    let mut changed: Vec<usize> = (0..numbers.len()).filter(is_tried).filter(fits).collect();
    // Of long arrays little is known of single elements.
    if changed.iter().filter(|&&nth| numbers[nth].is_element).count() > FEW_ELEMENTS {
        changed.retain(|&nth| !numbers[nth].is_element);
    }
    changed.truncate(MANY_CHANGED);
    let is_known = |nth: &usize| terms.as_bits(numbers[*nth].any).is_some();
    let unchanged = (0..numbers.len()).filter(|&k| !numbers[k].is_changed).filter(fits).filter(is_plain);
    let others: Vec<usize> = unchanged.clone().filter(|k| !is_known(k)).take(MANY_UNCHANGED).collect();
    // What a variable is that no round changes may be as good a bound as what is written.
    let mut bounds: Vec<i128> = constants.all.clone();
    bounds.extend(unchanged.filter(is_known).filter_map(|k| known_entry(terms, &numbers[k])));
    bounds.sort_unstable();
    bounds.dedup();
    let mut facts = Vec::new();
    for &a in &changed {
        about_one(terms, numbers, a, &bounds, &mut facts);
    }
    let asked: Vec<usize> = (0..numbers.len()).filter(is_condition).filter(|&k| matters(k)).collect();
    facts.extend(conditions::single(numbers, &asked));
    let plain: Vec<usize> = changed.iter().copied().filter(is_plain).collect();
    // Of many elements it is rarely said how they are related.
    let single: Vec<usize> = match plain.len() > FEW_RELATED {
        true => plain.iter().copied().filter(|&nth| !numbers[nth].is_element).collect(),
        false => plain.clone(),
    };
    for (k, &a) in single.iter().enumerate() {
        for &b in single[k + 1..].iter().chain(&others) {
            in_order(numbers, a, b, &mut facts);
            // How changes are related is known by then, but for the plainest.
            if reach == Reach::Cases && numbers[b].is_changed {
                facts.extend([Fact::Keeps(a, b, 1), Fact::Keeps(a, b, -1)]);
            }
            if reach == Reach::Changes {
                related(numbers, a, b, constants, &mut facts);
            }
            let is_alike = terms.width(numbers[a].any) == terms.width(numbers[b].any);
            if reach == Reach::Cases && is_alike && numbers[b].is_changed {
                let most = bounds.iter().filter(|c| (1..=1 << 20).contains(*c)).map(|&c| c as u128);
                facts.extend(most.flat_map(|c| [Fact::Ahead(a, b, c), Fact::Ahead(b, a, c)]));
            }
        }
    }
    let widths: Vec<u32> = numbers.iter().map(|number| terms.width(number.any)).collect();
    if reach == Reach::Changes {
        let together: Vec<usize> = single.iter().chain(&others).copied().filter(is_integer).collect();
        facts.extend(linear::equations(&together, &widths, samples));
    }
    if reach == Reach::Cases {
        facts.extend(calls::facts(entry, &bounds));
        facts.extend(conditions::joined(numbers, &asked, &single));
        facts.extend(multiples(numbers, &single, &bounds));
        facts.extend(in_cases(terms, numbers, &single, &others, &bounds));
        facts.extend(filled(terms, numbers, &plain, &single, &bounds));
    }
    match entry.kind {
        EntryKind::Head => {}
        EntryKind::Begins => facts.retain(|fact| !fact.is_relative()),
        // What is known of arguments is known already.
        EntryKind::Ends => {
            let result = numbers.len().saturating_sub(1);
            facts.retain(|fact| !fact.is_relative() && fact.is_about(result));
        }
    }
    facts.retain(|fact| samples.iter().all(|sample| fact.holds(&widths, sample)));
    facts.truncate(MANY_FACTS);
    facts
}

fn about_one(terms: &TermStore, numbers: &[Number], a: usize, bounds: &[i128], facts: &mut Vec<Fact>) {
    let number = &numbers[a];
    facts.push(Fact::Stays(a));
    if number.kind == NumberKind::Object {
        return;
    }
    facts.extend([Fact::Grows(a), Fact::Shrinks(a)]);
    facts.extend((1..=MOST_LOW_BITS.min(terms.width(number.any) - 1)).map(|n| Fact::LowBits(a, n)));
    let mut around: Vec<i128> = bounds_of(terms, number, bounds);
    around.extend(bounds.iter().flat_map(|&c| [c - 1, c, c + 1]));
    around.sort_unstable();
    around.dedup();
    let width = terms.width(number.any);
    let (least, most) = match is_signed(number) {
        true => (word::signed_min(width), word::signed_max(width)),
        false => (0, word::ones(width) as i128),
    };
    facts.extend(around.iter().filter(|&&c| least < c && c <= most).map(|&c| Fact::Lower(a, c)));
    facts.extend(around.iter().filter(|&&c| least <= c && c < most).map(|&c| Fact::Upper(a, c)));
    let within: Vec<i128> = bounds.iter().copied().filter(|&c| least <= c && c <= most).collect();
    if matches!(number.kind, NumberKind::Integer { .. }) && within.len() > 2 {
        facts.push(Fact::OneOf(a, within));
    }
}

/// Bounds that a number has of its own.
fn bounds_of(terms: &TermStore, number: &Number, bounds: &[i128]) -> Vec<i128> {
    let mut own: Vec<i128> = known_entry(terms, number).into_iter().collect();
    if let NumberKind::Offset { size, unit } = number.kind {
        own.push(0);
        let unit = i128::from(unit);
        own.extend(size.map(i128::from).into_iter().flat_map(|size| [size, size - unit, size - 1]));
        own.extend(bounds.iter().filter(|c| c.unsigned_abs() < 1 << 32).map(|c| c * unit));
    }
    own
}

fn in_order(numbers: &[Number], a: usize, b: usize, facts: &mut Vec<Fact>) {
    let [x, y] = [&numbers[a], &numbers[b]].map(|number| matches!(number.kind, NumberKind::Integer { .. }));
    if x == y {
        facts.push(Fact::Same(a, b));
        for c in [0, -1, 1] {
            facts.extend([Fact::AtMost(a, b, c), Fact::AtMost(b, a, c)]);
        }
    }
}

fn related(numbers: &[Number], a: usize, b: usize, constants: &Constants, facts: &mut Vec<Fact>) {
    if !numbers[b].is_changed {
        return;
    }
    let mut factors: Vec<i128> = constants.all.iter().copied().filter(|c| (1..=64).contains(c)).collect();
    let units = [a, b].map(|nth| match numbers[nth].kind {
        NumberKind::Offset { unit, .. } => i128::from(unit),
        NumberKind::Integer { .. } | NumberKind::Object | NumberKind::Condition => 1,
    });
    factors.extend(units);
    factors.push(2);
    factors.sort_unstable();
    factors.dedup();
    for factor in factors {
        facts.extend([Fact::Keeps(a, b, factor), Fact::Keeps(a, b, -factor)]);
        if factor != 1 {
            facts.extend([Fact::Keeps(b, a, factor), Fact::Keeps(b, a, -factor)]);
        }
    }
}

/// Steps by the numbers of the program, where they are no powers of two.
fn multiples(numbers: &[Number], single: &[usize], bounds: &[i128]) -> Vec<Fact> {
    let steps: Vec<u128> = bounds.iter().filter(|&&n| (3..=100).contains(&n)).map(|&n| n as u128).collect();
    let integers = single.iter().filter(|&&nth| matches!(numbers[nth].kind, NumberKind::Integer { .. }));
    let steps = steps.into_iter().filter(|n| !n.is_power_of_two());
    integers.flat_map(|&nth| steps.clone().map(move |n| Fact::Multiple(nth, n))).collect()
}

/// Elements that a loop has passed: those before a number hold something.
fn filled(terms: &TermStore, numbers: &[Number], plain: &[usize], single: &[usize], bounds: &[i128]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for &element in plain.iter().filter(|&&nth| numbers[nth].is_element) {
        let position = i128::from(numbers[element].position);
        for &at in single.iter().filter(|&&nth| matches!(numbers[nth].kind, NumberKind::Integer { .. })) {
            let mut values = bounds_of(terms, &numbers[element], bounds);
            values.extend(bounds.iter().copied().filter(|c| c.unsigned_abs() <= 256));
            values.sort_unstable();
            values.dedup();
            for &value in &values {
                let not_yet = Fact::Upper(at, position);
                for holds in [Fact::Lower(element, value), Fact::Upper(element, value)] {
                    facts.push(Fact::Either(Box::new(not_yet.clone()), Box::new(holds)));
                }
            }
        }
    }
    facts
}

/// Facts that hold while a number has some value: those of flags and states.
fn in_cases(terms: &TermStore, numbers: &[Number], plain: &[usize], others: &[usize], bounds: &[i128]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let small: Vec<i128> = bounds.iter().copied().filter(|c| c.unsigned_abs() <= 16).collect();
    let is_integer = |nth: usize| matches!(numbers[nth].kind, NumberKind::Integer { .. });
    for &state in plain.iter().filter(|&&nth| is_integer(nth)) {
        let mut cases: Vec<Fact> = small.iter().map(|&c| Fact::OneOf(state, vec![c])).collect();
        cases.extend(small.iter().flat_map(|&c| [Fact::Lower(state, c), Fact::Upper(state, c)]));
        for &a in plain.iter().filter(|&&nth| nth != state) {
            let mut then: Vec<Fact> = Vec::new();
            let mut around = bounds_of(terms, &numbers[a], bounds);
            around.extend(bounds.iter().filter(|c| c.unsigned_abs() <= 256).flat_map(|c| [c - 1, *c, c + 1]));
            around.sort_unstable();
            around.dedup();
            then.extend(around.iter().flat_map(|&c| [Fact::Lower(a, c), Fact::Upper(a, c)]));
            for &b in plain.iter().chain(others).filter(|&&b| b != a && b != state && is_integer(a) == is_integer(b)) {
                then.extend([Fact::Same(a, b), Fact::AtMost(a, b, 0), Fact::AtMost(a, b, -1)]);
            }
            for case in &cases {
                facts.extend(then.iter().map(|then| Fact::While(Box::new(case.clone()), Box::new(then.clone()))));
            }
        }
        // What is in order, or at its end.
        for &a in plain.iter().filter(|&&nth| nth != state && is_integer(nth)) {
            for &b in others.iter().filter(|&&nth| is_integer(nth)) {
                let order = Fact::AtMost(a, b, 0);
                let done = Fact::Upper(b, 0);
                facts.push(Fact::Either(Box::new(order), Box::new(done)));
            }
        }
    }
    for &a in plain.iter().filter(|&&nth| is_integer(nth)) {
        for &b in others.iter().filter(|&&nth| is_integer(nth)) {
            for c in [0, 1] {
                let order = Fact::AtMost(a, b, 0);
                facts.push(Fact::Either(Box::new(order), Box::new(Fact::Upper(a, c))));
                // It has come no further than one beyond, or the loop was never gone round.
                for order in [Fact::AtMost(a, b, c), Fact::AtMost(b, a, c)] {
                    facts.push(Fact::Either(Box::new(order), Box::new(Fact::Stays(a))));
                }
            }
        }
    }
    facts
}

#[cfg(test)]
mod tests;
