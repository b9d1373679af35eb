//! What a person is told of an invariant: bounds of words first, then what these do not say already.
//!
//! Each statement follows from the invariant, which a solver is asked, within some effort: where it is too much, the
//! clauses are told as they are.

use whyc_aig::{Aig, Edge};
use whyc_base::budget::Budget;
use whyc_sat::session::Answer;

use super::certify::holds;
use super::invariant::{Bit, Invariant};
use crate::design::{Design, Word};
use crate::solver::Solver;

/// How many clauses an invariant may have for anything to be said of its words, and how many conflicts that may take.
const MANY: usize = 2000;
const WORK: u64 = 20_000;
/// How many statements are told.
const SHOWN: usize = 6;
/// How long a clause may be to be told.
const LONGEST: usize = 6;

/// An invariant in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldInvariant {
    /// The statements that are told.
    pub statements: Vec<String>,
    /// How many more there are.
    pub n_more: usize,
}

/// The invariant in the names of the design.
#[must_use]
pub fn tell(design: &Design, invariant: &Invariant, budget: &Budget) -> ToldInvariant {
    let mut aig = Aig::new();
    let latches: Vec<Edge> = (0..=design.circuit.latches.len()).map(|_| aig.input()).collect();
    let mut statements = Vec::new();
    let mut left: Vec<&Vec<Bit>> = invariant.clauses.iter().collect();
    if invariant.clauses.len() <= MANY {
        let budget = budget.clone().with_work(WORK);
        let inside = holds(&mut aig, invariant, &latches);
        let words = design.state.iter().filter(|word| is_mentioned(word, invariant));
        let ranges: Vec<Range<'_>> =
            words.filter_map(|word| Range::of(word, &mut aig, inside, &latches, &budget)).collect();
        statements.extend(ranges.iter().map(Range::to_string));
        let bounds: Vec<Edge> = ranges.iter().map(|range| range.edge(&mut aig, &latches)).collect();
        let bounds = aig.and_all(&bounds);
        left.retain(|clause| !follows(&mut aig, bounds, clause, &latches, &budget));
    }
    let n_all = statements.len() + left.len();
    let shown = left.into_iter().filter(|clause| clause.len() <= LONGEST).map(|clause| clause_text(design, clause));
    statements.extend(shown);
    statements.truncate(SHOWN);
    ToldInvariant { n_more: n_all - statements.len(), statements }
}

fn is_mentioned(word: &Word, invariant: &Invariant) -> bool {
    word.bits.len() > 1 && invariant.clauses.iter().flatten().any(|bit| word.bits.contains(&bit.latch))
}

/// Whether a clause follows from what is said of words.
fn follows(aig: &mut Aig, bounds: Edge, clause: &[Bit], latches: &[Edge], budget: &Budget) -> bool {
    let bits: Vec<Edge> = clause.iter().map(|bit| latches[bit.latch] ^ !bit.value).collect();
    let holds = aig.or_all(&bits);
    let mut solver = Solver::new(budget.clone());
    let assumptions = [bounds, !holds].map(|edge| solver.lit(aig, edge));
    solver.session.solve(&assumptions) == Answer::Unsatisfiable
}

/// A word that has not all values.
struct Range<'a> {
    word: &'a Word,
    least: Vec<bool>,
    most: Vec<bool>,
}

impl<'a> Range<'a> {
    /// The least and the greatest value of a word inside the invariant, if that is not every value.
    fn of(word: &'a Word, aig: &mut Aig, inside: Edge, latches: &[Edge], budget: &Budget) -> Option<Self> {
        let mut solver = Solver::new(budget.clone());
        let inside = solver.lit(aig, inside);
        solver.session.add_unit(inside);
        let mut extreme = |wanted: bool| {
            let mut assumptions = Vec::new();
            let mut bits = vec![wanted; word.bits.len()];
            for (at, latch) in word.bits.clone().enumerate().rev() {
                let lit = solver.lit(aig, latches[latch] ^ !wanted);
                assumptions.push(lit);
                match solver.session.solve(&assumptions) {
                    Answer::Satisfiable => {}
                    Answer::Unsatisfiable => {
                        bits[at] = !wanted;
                        assumptions.pop();
                        assumptions.push(!lit);
                    }
                    Answer::Unknown(_) => return None,
                }
            }
            Some(bits)
        };
        let (least, most) = (extreme(false)?, extreme(true)?);
        let is_every = least.iter().all(|&bit| !bit) && most.iter().all(|&bit| bit);
        (!is_every).then_some(Self { word, least, most })
    }

    /// That the word is in the range.
    fn edge(&self, aig: &mut Aig, latches: &[Edge]) -> Edge {
        let (mut above, mut below) = (Edge::TRUE, Edge::TRUE);
        for (at, latch) in self.word.bits.clone().enumerate() {
            let bit = latches[latch];
            above = if self.least[at] { aig.and(bit, above) } else { aig.or(bit, above) };
            below = if self.most[at] { aig.or(!bit, below) } else { aig.and(!bit, below) };
        }
        aig.and(above, below)
    }
}

impl std::fmt::Display for Range<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = &self.word.name;
        let (least, most) = (number(&self.least), number(&self.most));
        if least == most {
            write!(f, "{name} == {least}")
        } else if self.least.iter().all(|&bit| !bit) {
            write!(f, "{name} <= {most}")
        } else if self.most.iter().all(|&bit| bit) {
            write!(f, "{name} >= {least}")
        } else {
            write!(f, "{least} <= {name} <= {most}")
        }
    }
}

/// A value: decimal where that can be read, hexadecimal elsewhere.
fn number(bits: &[bool]) -> String {
    let small = bits.iter().rposition(|&bit| bit).is_none_or(|at| at < 16);
    if small {
        return bits.iter().rev().fold(0u32, |value, &bit| value << 1 | u32::from(bit)).to_string();
    }
    let digit = |nibble: &[bool]| nibble.iter().rev().fold(0u32, |value, &bit| value << 1 | u32::from(bit));
    let digits: String = bits.chunks(4).rev().filter_map(|nibble| char::from_digit(digit(nibble), 16)).collect();
    format!("0x{}", digits.trim_start_matches('0'))
}

/// `a and !b -> c`
fn clause_text(design: &Design, clause: &[Bit]) -> String {
    let Some((last, before)) = clause.split_last() else { return "false".to_owned() };
    if before.is_empty() {
        return bit_text(design, *last);
    }
    let given = before.iter().map(|bit| bit_text(design, Bit { value: !bit.value, ..*bit }));
    format!("{} -> {}", given.collect::<Vec<_>>().join(" and "), bit_text(design, *last))
}

fn bit_text(design: &Design, bit: Bit) -> String {
    let sign = if bit.value { "" } else { "!" };
    match design.state.iter().find(|word| word.bits.contains(&bit.latch)) {
        None => format!("{sign}first cycle"),
        Some(word) if word.bits.len() == 1 => format!("{sign}{}", word.name),
        Some(word) => format!("{sign}{}[{}]", word.name, bit.latch - word.bits.start),
    }
}

#[cfg(test)]
mod tests {
    use whyc_aig::circuit::Circuit;

    use super::*;

    /// A word of four bits, and two bits more.
    fn design() -> Design {
        let mut design = Design::of_bits(Circuit::new(0, 6));
        design.state = vec![
            Word { name: "count".to_owned(), bits: 0..4 },
            Word { name: "full".to_owned(), bits: 4..5 },
            Word { name: "empty".to_owned(), bits: 5..6 },
        ];
        design
    }

    fn told(clauses: &[&[i32]]) -> String {
        let bit = |&it: &i32| Bit { latch: it.unsigned_abs() as usize - 1, value: it > 0 };
        let clauses = clauses.iter().map(|clause| clause.iter().map(bit).collect()).collect();
        let told = tell(&design(), &Invariant::new(clauses), &Budget::unlimited());
        format!("{} +{}", told.statements.join("; "), told.n_more)
    }

    #[test]
    fn words_are_told_by_their_bounds_and_the_rest_as_implications() {
        // At most eight: with the fourth bit, no other.
        assert_eq!(told(&[&[-4, -1], &[-4, -2], &[-4, -3]]), "count <= 8 +0");
        assert_eq!(told(&[&[1], &[-2], &[3], &[-4]]), "count == 5 +0");
        assert_eq!(told(&[&[4, 3], &[-5, -6]]), "count >= 4; full -> !empty +0");
        assert_eq!(
            told(&[&[-1, -2], &[5, -3, 6]]),
            "count <= 14; count[0] -> !count[1]; count[2] and !full -> empty +0"
        );
        assert_eq!(told(&[&[7, 5]]), "!full -> first cycle +0");
        assert_eq!(told(&[]), " +0");
    }
}
