//! Terms and the solver, joined: Boolean terms become literals, models become valuations.

use std::time::{Duration, Instant};

use crate::effort::Units;
use crate::feasible::Feasibility;
use crate::options::Arithmetic;
use crate::question::Alone;
use whyc_aig::cnf::{ClauseSink, CnfEncoder};
use whyc_base::budget::Budget;
use whyc_base::ids::Id;
use whyc_sat::optimise::narrow::solve_small;
use whyc_sat::session::{Answer, Session, Stats};
use whyc_sat::{Lit, Var};
use whyc_term::{Blaster, InputId, TermId, TermStore, Valuation};

/// One solver session over one store of terms, kept from the first check to the last explanation.
pub struct Engine {
    /// The terms.
    pub terms: TermStore,
    /// The solver.
    pub sat: Session,
    /// Time spent on turning terms into clauses.
    pub encode_time: Duration,
    /// How products are reasoned about.
    pub arith: Arithmetic,
    pub(crate) budget: Budget,
    pub(crate) blaster: Blaster,
    encoder: CnfEncoder,
    /// Whether it was tried in vain to say little about products.
    pub(crate) needs_products: bool,
    /// What solvers other than `sat` have done.
    pub(crate) elsewhere: Stats,
    /// What of that does not count.
    discount: Stats,
    /// The solver that has only one question, while that is not answered.
    pub(crate) alone: Option<Alone>,
    /// Whether the solver is asked for small values.
    steered: bool,
    /// How many inputs have got a preferred value.
    n_phased: usize,
    /// What was asked while programs were unrolled.
    pub feasibility: Feasibility,
}

/// An input that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The input.
    pub value: TermId,
    /// Whether it is signed.
    pub is_signed: bool,
}

pub(crate) struct Sink<'a>(pub &'a mut Session, pub &'a Budget);

impl ClauseSink for Sink<'_> {
    fn new_var(&mut self) -> Var {
        self.0.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }

    fn is_closed(&mut self) -> bool {
        let exhausted = self.1.check().err();
        if let Some(reason) = exhausted {
            self.0.give_up(reason);
        }
        exhausted.is_some() || !self.0.look()
    }
}

/// The literals of a term, least significant first. When the budget is used up they are any literals, and the session
/// answers nothing any more.
pub(crate) fn encode(
    terms: &TermStore,
    term: TermId,
    blaster: &mut Blaster,
    encoder: &mut CnfEncoder,
    sat: &mut Session,
    budget: &Budget,
) -> Vec<Lit> {
    let mut sink = Sink(sat, budget);
    match blaster.bits_while(terms, term, &mut || !sink.is_closed()) {
        Some(edges) => {
            let edges = edges.to_vec();
            edges.into_iter().map(|edge| encoder.lit(blaster.aig(), edge, &mut sink)).collect()
        }
        None => {
            let width = terms.sort(term).bit_width().unwrap_or(1);
            (0..width).map(|_| sink.new_var().pos_lit()).collect()
        }
    }
}

impl Engine {
    /// An empty engine.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self {
            terms: TermStore::new(),
            sat: Session::new(budget.clone()),
            feasibility: Feasibility::new(budget.clone()),
            budget,
            arith: Arithmetic::default(),
            needs_products: false,
            elsewhere: Stats::default(),
            discount: Stats::default(),
            alone: None,
            encode_time: Duration::ZERO,
            blaster: Blaster::new(),
            encoder: CnfEncoder::new(),
            steered: true,
            n_phased: 0,
        }
    }

    /// An empty engine whose models are as the solver happens to find them.
    #[must_use]
    pub fn unsteered(budget: Budget) -> Self {
        Self { sat: Session::unsteered(budget.clone()), steered: false, ..Self::new(budget) }
    }

    /// As [`unsteered`](Self::unsteered), for questions that are given up soon.
    #[must_use]
    pub fn hasty(budget: Budget) -> Self {
        Self { sat: Session::hasty(budget.clone()), steered: false, ..Self::new(budget) }
    }

    /// What all solvers have done so far, but for questions while programs are unrolled.
    #[must_use]
    pub fn stats(&self) -> Stats {
        (self.sat.stats() + self.elsewhere).minus(self.discount)
    }

    /// Whether the solver is asked for small values.
    #[must_use]
    pub fn is_steered(&self) -> bool {
        self.steered
    }

    /// Keeps to another budget from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.sat.set_budget(budget.clone());
        if let Some(alone) = &mut self.alone {
            alone.sat.set_budget(budget.clone());
        }
        self.feasibility.set_budget(budget.clone());
        self.budget = budget;
    }

    /// Counts what was done since `known` as so many conflicts, and nothing else: where it depends on times, nothing else may.
    pub(crate) fn count_as(&mut self, known: Stats, conflicts: u64) {
        let Stats { solve_time, .. } = self.stats();
        self.discount = self.discount + self.stats().minus(known);
        self.elsewhere = self.elsewhere
            + Stats { conflicts, solve_time: solve_time.saturating_sub(known.solve_time), ..Stats::default() };
    }

    /// What is asked from now on may take so much work to be put into clauses; the engine answers nothing any more if it takes more.
    pub fn allow_encoding(&mut self, most: Units) {
        self.sat.allow_looks(most.0 / Units::LOOK);
    }

    /// As if nothing had been asked yet, but for what it has cost.
    pub(crate) fn begin_anew(&mut self) {
        let known = self.stats();
        self.restart();
        (self.elsewhere, self.discount) = (known, Stats::default());
    }

    /// A new solver session over the same terms. The solver gives every variable it has met a value, so that
    /// questions about small, unrelated formulas are better asked one session at a time.
    pub fn restart(&mut self) {
        self.sat = Session::new(self.budget.clone());
        self.blaster = Blaster::new();
        self.encoder = CnfEncoder::new();
        self.alone = None;
        self.n_phased = 0;
    }

    /// The literal that is equivalent to a Boolean term. When the budget is used up it is any literal, and the session
    /// answers nothing any more.
    pub fn lit(&mut self, term: TermId) -> Lit {
        self.bits(term)[0]
    }

    /// The literals of a bit-vector term, least significant first; like [`Self::lit`].
    pub fn bits(&mut self, term: TermId) -> Vec<Lit> {
        let start = Instant::now();
        let lits = encode(&self.terms, term, &mut self.blaster, &mut self.encoder, &mut self.sat, &self.budget);
        self.encode_time += start.elapsed();
        lits
    }

    /// Whether the Boolean terms can hold together.
    pub fn solve(&mut self, terms: &[TermId]) -> Answer {
        let assumptions: Vec<Lit> = terms.iter().map(|&term| self.lit(term)).collect();
        self.prefer_small_inputs();
        self.sat.solve(&assumptions)
    }

    /// Whether the Boolean terms can hold together, with small values for `numbers` as far as
    /// that is easy. Numbers that the terms do not depend on are left alone.
    pub fn solve_small(&mut self, terms: &[TermId], numbers: &[Number]) -> Answer {
        let assumptions: Vec<Lit> = terms.iter().map(|&term| self.lit(term)).collect();
        self.prefer_small_inputs();
        let mut parts: Vec<Vec<Lit>> = Vec::new();
        for number in numbers {
            if !self.is_encoded(number.value) {
                continue;
            }
            let magnitude = self.magnitude(*number);
            for term in magnitude {
                parts.push(self.bits(term));
            }
        }
        let parts: Vec<&[Lit]> = parts.iter().map(Vec::as_slice).collect();
        solve_small(&mut self.sat, &parts, &assumptions)
    }

    /// The terms that are zero for a small number: its bits; for a signed one those that differ
    /// from its sign, and then the sign. |x| is the sum of both.
    pub fn magnitude(&mut self, number: Number) -> Vec<TermId> {
        let width = self.terms.width(number.value);
        if !number.is_signed || width == 1 {
            return vec![number.value];
        }
        let sign = self.terms.extract(number.value, width - 1, width - 1);
        let rest = self.terms.extract(number.value, width - 2, 0);
        let signs = self.terms.sign_extend(sign, width - 1);
        vec![self.terms.bits_xor(rest, signs), sign]
    }

    /// Whether the clauses mention an input.
    fn is_encoded(&self, value: TermId) -> bool {
        let input = self.terms.input_id(value);
        let edges = input.and_then(|input| self.blaster.input_edges(&self.terms, input));
        edges.is_some_and(|edges| edges.iter().any(|&edge| self.encoder.lit_of_edge(edge).is_some()))
    }

    /// Whether the Boolean terms can hold together, giving up after some conflicts.
    pub fn solve_limited(&mut self, terms: &[TermId], conflicts: u32) -> Option<Answer> {
        let assumptions: Vec<Lit> = terms.iter().map(|&term| self.lit(term)).collect();
        self.prefer_small_inputs();
        self.sat.solve_limited(&assumptions, conflicts)
    }

    /// The solver tries zero first for the bits of inputs: small numbers are easier to read.
    fn prefer_small_inputs(&mut self) {
        if !self.steered {
            return;
        }
        let start = Instant::now();
        for idx in self.n_phased..self.terms.n_inputs() {
            let Some(edges) = self.blaster.input_edges(&self.terms, InputId::from_index(idx)) else { continue };
            for &edge in edges {
                if let Some(lit) = self.encoder.lit_of_edge(edge) {
                    self.sat.set_phase(!lit);
                }
            }
        }
        self.n_phased = self.terms.n_inputs();
        self.encode_time += start.elapsed();
    }

    /// The values of the inputs in the solver's model. What the query did not reach is zero.
    #[must_use]
    pub fn valuation(&self) -> Valuation {
        self.blaster
            .valuation(&self.terms, |edge| self.encoder.lit_of_edge(edge).is_some_and(|lit| self.sat.value(lit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_base::budget::Exhausted;
    use whyc_term::Sort;

    /// A sum with far more parts than are encoded between two looks at the budget, equal to zero.
    fn large(terms: &mut TermStore) -> TermId {
        let x = terms.input(Sort::Bits(32));
        let mut sum = x;
        for k in 1..5000 {
            let other = terms.input(Sort::Bits(32));
            let mixed = terms.bits_xor(other, sum);
            let k = terms.bits(32, k);
            sum = terms.add(mixed, k);
        }
        let zero = terms.bits(32, 0);
        terms.eq(sum, zero)
    }

    #[test]
    fn encoding_ends_with_the_budget() {
        let mut engine = Engine::new(Budget::unlimited());
        let term = large(&mut engine.terms);
        engine.lit(term);
        let n_all = engine.sat.n_vars();
        let mut engine = Engine::new(Budget::unlimited().with_timeout(Duration::ZERO));
        let term = large(&mut engine.terms);
        assert!(matches!(engine.solve(&[term]), Answer::Unknown(_)));
        assert!(engine.sat.n_vars() < n_all / 2, "{} of {n_all}", engine.sat.n_vars());
        // What was not encoded in time has no meaning, even if there is time again.
        engine.set_budget(Budget::unlimited());
        assert!(matches!(engine.solve(&[term]), Answer::Unknown(_)));
        engine.restart();
        assert_eq!(engine.solve(&[term]), Answer::Satisfiable);
    }

    #[test]
    fn encoding_ends_with_the_work_that_it_may_take() {
        let mut engine = Engine::new(Budget::unlimited());
        let term = large(&mut engine.terms);
        engine.allow_encoding(Units(Units::LOOK));
        assert_eq!(engine.solve(&[term]), Answer::Unknown(Exhausted::Work));
        let mut engine = Engine::new(Budget::unlimited());
        let term = large(&mut engine.terms);
        engine.allow_encoding(Units(1_000 * Units::LOOK));
        assert_eq!(engine.solve(&[term]), Answer::Satisfiable);
    }
}
