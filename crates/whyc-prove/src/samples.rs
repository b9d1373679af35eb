//! What numbers are at the heads of loops in some runs: a fact that one of them refutes need not be tried.
//!
//! The runs are those of the program whose loops are cut. One that comes to the head of a loop goes on from there with the numbers
//! it has, as often as rounds end; everything else that rounds change is any value anew. So is what comes from outside. What always
//! holds together, of all that could be tried, holds in every one of these runs: **nothing is lost by what they refute.**

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_term::{Evaluator, InputId, Sort, TermId, TermStore, Valuation, word};
use whyc_unroll::cuts::{Entry, Number, NumberKind};
use whyc_unroll::step::{StepKind, Unrolling};

use crate::constants::Constants;

/// How often a run goes on from the head of a loop, in all runs together.
const ALL_ROUNDS: u64 = 600;
/// How often one run does.
const ROUNDS: u64 = 40;
/// How often other values from outside are tried where a run ends.
const TRIES: u32 = 3;

/// The numbers of a loop where it was entered, and in some round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    /// Where it was entered.
    pub entry: Vec<i128>,
    /// In that round.
    pub now: Vec<i128>,
}

/// The samples of all loops, by the order in which they are entered.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    by_entry: Vec<Vec<Sample>>,
}

impl Samples {
    /// Those of one loop.
    #[must_use]
    pub fn of(&self, entry: usize) -> &[Sample] {
        self.by_entry.get(entry).map_or(&[], Vec::as_slice)
    }

    /// Follows runs of an unrolling with cut loops, looking at no more than so many terms. Says how many it has looked at, too.
    #[must_use]
    pub fn take(
        terms: &TermStore,
        unrolling: &Unrolling,
        entries: &[Entry],
        constants: &Constants,
        most: u64,
    ) -> (Self, u64) {
        let mut walk = Walk::new(terms, unrolling, entries, constants);
        let per_round = u64::try_from(terms.len()).unwrap_or(u64::MAX).max(1);
        let rounds = ALL_ROUNDS.min(most / per_round);
        while walk.n < rounds {
            walk.run();
        }
        (Self { by_entry: walk.found }, walk.n * per_round)
    }
}

/// What a number is, given the bits of its term.
fn read(number: &Number, bits: u128, width: u32) -> i128 {
    let is_signed = match number.kind {
        NumberKind::Integer { is_signed } => is_signed,
        NumberKind::Offset { .. } => true,
        NumberKind::Object | NumberKind::Condition => false,
    };
    if is_signed { word::to_signed(bits, width) } else { bits as i128 }
}

/// Something that a run comes by, in order.
enum Passed {
    /// A run that comes here with this guard ends unless something holds.
    Holds(TermId, TermId),
    /// A run that comes here ends.
    Ends(TermId),
    /// A loop is entered.
    Entry(usize),
    /// A round of a loop ends, by its place among the ends of its rounds.
    Round(usize, usize),
}

struct Walk<'a> {
    terms: &'a TermStore,
    entries: &'a [Entry],
    constants: &'a Constants,
    passed: Vec<Passed>,
    /// Where each loop is entered, among what is passed.
    heads: Vec<usize>,
    /// All inputs, and from where on each matters, among what is passed.
    inputs: Vec<(InputId, Sort, usize)>,
    found: Vec<Vec<Sample>>,
    known: FxHashSet<(usize, Sample)>,
    random: u64,
    n: u64,
}

/// Where a run is: at the head of a loop, with these numbers.
struct At {
    entry: usize,
    bits: Vec<u128>,
    sample: Sample,
}

impl<'a> Walk<'a> {
    fn new(terms: &'a TermStore, unrolling: &Unrolling, entries: &'a [Entry], constants: &'a Constants) -> Self {
        let passed = passed(unrolling, entries);
        let mut heads = vec![0; entries.len()];
        for (at, it) in passed.iter().enumerate() {
            if let Passed::Entry(nth) = it {
                heads[*nth] = at;
            }
        }
        let inputs = inputs(terms, entries, &passed);
        Self {
            terms,
            entries,
            constants,
            passed,
            heads,
            inputs,
            found: vec![Vec::new(); entries.len()],
            known: FxHashSet::default(),
            random: 0x9e37_79b9_7f4a_7c15,
            n: 0,
        }
    }

    /// Follows one run.
    fn run(&mut self) {
        let mut valuation = Valuation::new();
        let mut at: Option<At> = None;
        for _ in 0..ROUNDS {
            let mut next = None;
            for _ in 0..TRIES {
                self.n += 1;
                self.choose(&mut valuation, at.as_ref());
                next = self.next(&valuation, at.as_ref());
                if next.is_some() {
                    break;
                }
            }
            let Some(found) = next else { return };
            if self.known.insert((found.entry, found.sample.clone())) {
                self.found[found.entry].push(found.sample.clone());
            }
            at = Some(found);
        }
    }

    /// Gives everything any value that matters from here on only; the numbers of the loop have those that they have.
    fn choose(&mut self, valuation: &mut Valuation, at: Option<&At>) {
        let from = at.map_or(0, |at| self.heads[at.entry] + 1);
        for nth in 0..self.inputs.len() {
            let (input, sort, born) = self.inputs[nth];
            if born < from {
                continue;
            }
            match sort {
                Sort::Bool => valuation.set_bool(input, self.draw() & 1 == 1),
                Sort::Bits(width) => {
                    let any = self.any(width);
                    valuation.set_bits(input, any);
                }
                Sort::Array { .. } => {}
            }
        }
        let Some(at) = at else { return };
        for (number, &bits) in self.entries[at.entry].numbers.iter().zip(&at.bits) {
            if let Some(input) = self.terms.input_id(number.any) {
                valuation.set_bits(input, bits);
            }
        }
    }

    /// Where the run comes to a head next, if it does.
    fn next(&self, valuation: &Valuation, at: Option<&At>) -> Option<At> {
        let mut eval = Evaluator::new(self.terms, valuation);
        let mut from = 0;
        if let Some(at) = at {
            // Where numbers are made of others that are not known here, it is another run.
            let numbers = &self.entries[at.entry].numbers;
            if numbers.iter().zip(&at.bits).any(|(number, &bits)| eval.bits(number.any) != bits) {
                return None;
            }
            from = self.heads[at.entry] + 1;
        }
        for it in &self.passed[from..] {
            match *it {
                Passed::Holds(guard, cond) => {
                    if eval.bool(guard) && !eval.bool(cond) {
                        return None;
                    }
                }
                Passed::Ends(guard) => {
                    if eval.bool(guard) {
                        return None;
                    }
                }
                Passed::Entry(nth) => {
                    let entry = &self.entries[nth];
                    if eval.bool(entry.guard) {
                        let bits: Vec<u128> = entry.numbers.iter().map(|number| eval.bits(number.entry)).collect();
                        return Some(self.at(nth, bits.clone(), &bits));
                    }
                }
                Passed::Round(nth, end) => {
                    let entry = &self.entries[nth];
                    let round = &entry.rounds[end];
                    if eval.bool(round.guard) {
                        let before: Vec<u128> = entry.numbers.iter().map(|number| eval.bits(number.entry)).collect();
                        let bits = round.values.iter().map(|&value| eval.bits(value)).collect();
                        return Some(self.at(nth, bits, &before));
                    }
                }
            }
        }
        None
    }

    fn at(&self, entry: usize, bits: Vec<u128>, before: &[u128]) -> At {
        let numbers = &self.entries[entry].numbers;
        let read = |all: &[u128]| {
            let all = numbers.iter().zip(all);
            all.map(|(number, &bits)| read(number, bits, self.terms.width(number.any))).collect()
        };
        let sample = Sample { entry: read(before), now: read(&bits) };
        At { entry, bits, sample }
    }

    /// Some value: often small, or around a number of the program.
    fn any(&mut self, width: u32) -> u128 {
        let draw = self.draw();
        let small = i128::from(draw >> 8 & 7);
        let value = match draw & 7 {
            0 | 1 => small & 3,
            2 => small,
            3 => -small,
            4 | 5 => {
                let all = &self.constants.all;
                all[usize::try_from(draw >> 16).unwrap_or(0) % all.len().max(1)] + small % 3 - 1
            }
            6 => i128::from(draw >> 16 & 127),
            _ => i128::from(self.draw()) << 64 | i128::from(self.draw()),
        };
        word::from_signed(value, width)
    }

    /// The next number (xorshift with a multiplication at the end).
    fn draw(&mut self) -> u64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        self.random.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// What runs come by, in the order of the steps.
fn passed(unrolling: &Unrolling, entries: &[Entry]) -> Vec<Passed> {
    let mut points = Vec::new();
    for (nth, entry) in entries.iter().enumerate() {
        points.push((entry.at, Passed::Entry(nth)));
        points.extend(entry.rounds.iter().enumerate().map(|(end, round)| (round.at, Passed::Round(nth, end))));
    }
    points.sort_by_key(|(at, _)| *at);
    let mut points = points.into_iter().peekable();
    let mut passed = Vec::new();
    for (id, step) in unrolling.steps.iter_enumerated() {
        while let Some((_, point)) = points.next_if(|(at, _)| *at <= id) {
            passed.push(point);
        }
        match step.kind {
            StepKind::Assume { cond } | StepKind::Check { cond, .. } => passed.push(Passed::Holds(step.guard, cond)),
            StepKind::Unsupported { .. } | StepKind::Cut { .. } => passed.push(Passed::Ends(step.guard)),
            StepKind::Input { .. }
            | StepKind::Storage { .. }
            | StepKind::Allocate { .. }
            | StepKind::Free { .. }
            | StepKind::Output { .. }
            | StepKind::Assign { .. }
            | StepKind::Merge { .. }
            | StepKind::Branch { .. }
            | StepKind::Switch { .. }
            | StepKind::Enter { .. }
            | StepKind::Leave { .. }
            | StepKind::Halt => {}
        }
    }
    passed.extend(points.map(|(_, point)| point));
    passed
}

/// The inputs, in order, each with the first place that depends on it.
fn inputs(terms: &TermStore, entries: &[Entry], passed: &[Passed]) -> Vec<(InputId, Sort, usize)> {
    let mut born: FxHashMap<InputId, (Sort, usize)> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for (at, it) in passed.iter().enumerate() {
        let mut todo = match *it {
            Passed::Holds(guard, cond) => vec![guard, cond],
            Passed::Ends(guard) => vec![guard],
            Passed::Entry(nth) => {
                let entry = &entries[nth];
                entry.numbers.iter().map(|number| number.entry).chain([entry.guard]).collect()
            }
            Passed::Round(nth, end) => {
                let round = &entries[nth].rounds[end];
                round.values.iter().copied().chain([round.guard]).collect()
            }
        };
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(input) = terms.input_id(term) {
                born.entry(input).or_insert((terms.sort(term), at));
            }
            todo.extend(terms.children(term));
        }
    }
    let mut inputs: Vec<_> = born.into_iter().map(|(input, (sort, at))| (input, sort, at)).collect();
    inputs.sort_unstable_by_key(|(input, ..)| *input);
    inputs
}
