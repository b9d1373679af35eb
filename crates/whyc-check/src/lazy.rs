//! Questions about products, without products as far as that goes.
//!
//! At first the bits of every product and quotient are free. If the question has no answer even so, it has none. If it has
//! one, the products are looked at: where they are what they should be, or the question holds whatever they are, that is
//! the answer. Where not, more is said about those that are wrong: what is true of all products, then what is true of the
//! operands at hand, and if that does not help, everything.
//!
//! Factors of products of which everything is said are taken to be small at first (after Ganai, *Efficient decision
//! procedure for bounded integer non-linear operations using SMT(LIA)*, 2008): all others being as they may, only those that
//! the solver needed for finding nothing are widened. [`operands`] says which factor of each product that is.

pub mod operands;

#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_aig::Edge;
use whyc_aig::cnf::{ClauseSink, CnfEncoder};
use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;
use whyc_sat::Lit;
use whyc_sat::session::{Answer, Session, Stats};
use whyc_term::blast::deferred::Deferred;
use whyc_term::{Blaster, Evaluator, Node, Op, TermId, TermStore, Valuation};

use crate::engine::{Sink, encode};
use crate::question::Found;

/// What has been said about a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// What is true of all products, and for so many pairs of operands what is true of them.
    Lemmas(u32),
    /// Everything.
    All,
}

/// So many pairs of operands are looked at before everything is said.
const MANY_PAIRS: u32 = 4;
/// Factors are at first less than two to this, and at least the opposite.
const NARROWEST: usize = 1;

/// A solver for one question.
pub struct Lazy<'a> {
    terms: &'a TermStore,
    budget: Budget,
    blaster: Blaster,
    encoder: CnfEncoder,
    sat: Session,
    told: FxHashMap<TermId, Told>,
    /// How wide factors may be: less than two to this.
    widths: Vec<(TermId, usize)>,
    only_lemmas: bool,
}

impl<'a> Lazy<'a> {
    /// A solver that has not been asked yet.
    #[must_use]
    pub fn new(terms: &'a TermStore, budget: Budget) -> Self {
        Self {
            terms,
            sat: Session::new(budget.clone()),
            budget,
            blaster: Blaster::deferring(),
            encoder: CnfEncoder::new(),
            told: FxHashMap::default(),
            widths: Vec::new(),
            only_lemmas: false,
        }
    }

    /// What the solver has done.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.sat.stats()
    }

    /// The factors that were taken to be small, each with the number of bits that it has got.
    #[must_use]
    pub fn widths(&self) -> &[(TermId, usize)] {
        &self.widths
    }

    /// Of how many products everything had to be said.
    #[must_use]
    pub fn n_told(&self) -> usize {
        self.told.values().filter(|&&told| told == Told::All).count()
    }

    /// Inputs for which `cond` holds; nothing is said if that takes more than about `most` conflicts and questions, or if
    /// everything would have to be said about a product.
    pub fn find_by_lemmas(&mut self, cond: TermId, most: u32) -> Option<Found> {
        self.only_lemmas = true;
        self.find(cond, Some(most))
    }

    /// Inputs for which `cond` holds; nothing is said if that takes more than about `most` conflicts and questions.
    pub fn find(&mut self, cond: TermId, most: Option<u32>) -> Option<Found> {
        let fact = encode(self.terms, cond, &mut self.blaster, &mut self.encoder, &mut self.sat, &self.budget)[0];
        self.sat.add_unit(fact);
        loop {
            let small = self.small_factors();
            let spent = self.sat.stats().conflicts + self.sat.stats().calls;
            let left = most.map(|most| u64::from(most).saturating_sub(spent) as u32);
            let answer = match left {
                Some(0) => return None,
                Some(left) => self.sat.solve_limited(&small, left)?,
                None => self.sat.solve(&small),
            };
            match answer {
                Answer::Unknown(reason) => return Some(Found::Unknown(reason)),
                Answer::Unsatisfiable => {
                    if !self.widen(&small) {
                        return Some(Found::Nothing);
                    }
                }
                Answer::Satisfiable => {
                    let valuation = self.valuation();
                    if Evaluator::new(self.terms, &valuation).bool(cond) {
                        return Some(Found::Inputs(valuation));
                    }
                    // Whoever has nothing to say would be told the same again.
                    let has_said = self.correct();
                    if !has_said || self.only_lemmas && self.n_told() > 0 {
                        return None;
                    }
                }
            }
        }
    }

    fn valuation(&self) -> Valuation {
        let value = |edge| self.encoder.lit_of_edge(edge).is_some_and(|lit| self.sat.value(lit));
        self.blaster.valuation(self.terms, value)
    }

    /// That factors are as small as they are taken to be, each as a literal.
    fn small_factors(&mut self) -> Vec<Lit> {
        let widths = self.widths.clone();
        widths
            .into_iter()
            .map(|(factor, width)| {
                let edge = self.blaster.within(self.terms, factor, width);
                self.lit(edge)
            })
            .collect()
    }

    /// Doubles what factors may be that the solver needed for finding nothing; whether there are such.
    fn widen(&mut self, small: &[Lit]) -> bool {
        let failed: FxHashSet<Lit> = self.sat.failed_assumptions().iter().copied().collect();
        for (lit, (_, width)) in small.iter().zip(&mut self.widths) {
            *width += usize::from(failed.contains(lit));
        }
        !failed.is_empty()
    }

    /// Says more about the products that are wrong in the solver's model; whether there are such.
    fn correct(&mut self) -> bool {
        let aig = self.blaster.aig();
        let value = |node| self.encoder.lit_of_edge(Edge::new(node, false)).is_some_and(|lit| self.sat.value(lit));
        let inputs: Vec<u64> = aig.inputs().iter().map(|&node| u64::from(value(node))).collect();
        let values = aig.simulate(&inputs);
        let word = |bits: &[Edge]| {
            let bits = bits.iter().enumerate();
            bits.fold(0, |word, (at, &edge)| word | u128::from(word_of(&values, edge) & 1) << at)
        };
        let mut facts: Vec<Edge> = Vec::new();
        for term in self.blaster.deferred().to_vec() {
            let parts = self.blaster.deferred_parts(self.terms, term);
            let (a, b) = (word(&parts.a), word(&parts.b));
            if word(&parts.result) != parts.value(a, b) {
                self.say_more(term, &parts, (a, b), &mut facts);
            }
        }
        let has_said = !facts.is_empty();
        for fact in facts {
            let lit = self.lit(fact);
            self.sat.add_unit(lit);
        }
        has_said
    }

    /// Adds facts about a product that is wrong for these operands.
    fn say_more(&mut self, term: TermId, parts: &Deferred, (a, b): (u128, u128), facts: &mut Vec<Edge>) {
        let told = self.told.get(&term).copied();
        let next = match told {
            None => Told::Lemmas(1),
            Some(Told::Lemmas(n)) if n < MANY_PAIRS => Told::Lemmas(n + 1),
            Some(Told::Lemmas(_) | Told::All) => Told::All,
        };
        if told.is_none() {
            facts.extend(self.blaster.lemmas(parts));
        }
        match next {
            Told::Lemmas(_) => facts.push(self.blaster.instance(parts, a, b)),
            Told::All => facts.push(self.blaster.closed(self.terms, term)),
        }
        self.told.insert(term, next);
        if next == Told::All {
            self.choose_factors();
        }
    }

    /// Takes one factor of each product of which everything is said to be small, unless one is already.
    fn choose_factors(&mut self) {
        let factors = |term| match self.terms.node(term) {
            Node::Binary(Op::Mul | Op::SmulOverflows | Op::UmulOverflows, a, b) => Some([a, b]),
            _ => None,
        };
        let chosen: FxHashSet<TermId> = self.widths.iter().map(|&(factor, _)| factor).collect();
        let all = self.blaster.deferred().iter().filter(|term| self.told.get(term) == Some(&Told::All));
        let open: Vec<[TermId; 2]> = all
            .filter_map(|&term| factors(term))
            .filter(|factors| factors.iter().all(|factor| !chosen.contains(factor)))
            .collect();
        let (terms, blaster) = (self.terms, &self.blaster);
        let chosen = operands::choose(terms, &open, |factor| blaster.significant(terms, factor));
        self.widths.extend(chosen.into_iter().map(|factor| (factor, NARROWEST)));
    }

    fn lit(&mut self, edge: Edge) -> Lit {
        let mut sink = Sink(&mut self.sat, &self.budget);
        if sink.is_closed() {
            return sink.new_var().pos_lit();
        }
        self.encoder.lit(self.blaster.aig(), edge, &mut sink)
    }
}
