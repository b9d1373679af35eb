//! How a question is put to solvers.
//!
//! Most questions are answered in a moment, and all in one solver, whose learnt clauses serve the next ones. Two things
//! help with those that are not. Where products make up most of a question, it is often enough to know a little of them: that
//! is tried first. And a solver that is to be asked again may not take its question for a fact: what it learns from it, it must
//! learn with the question's name on, which about doubles the work. So if nobody will ask another one, and the solver knows
//! nothing yet, a question that takes long is asked once more where it is the only one and a fact.

use whyc_aig::cnf::CnfEncoder;
use whyc_base::budget::Exhausted;
use whyc_sat::session::{Answer, Session};
use whyc_term::{TermId, Valuation};

use crate::engine::{Engine, encode};
use crate::lazy::Lazy;
use crate::options::Arithmetic;

/// So many conflicts a question may cost before it counts as hard.
const SOON: u32 = 2_000;
/// So many it may cost with only a little said about products.
const BY_LEMMAS: u32 = 2_000;

/// What a question brought to light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Inputs for which it holds.
    Inputs(Valuation),
    /// There are none.
    Nothing,
    /// A limit came first.
    Unknown(Exhausted),
}

impl Engine {
    /// Inputs for which a Boolean term holds; nothing is said if that takes more than about `most` conflicts. `is_last` where
    /// no other question is to be expected.
    pub fn find(&mut self, cond: TermId, most: Option<u32>, is_last: bool) -> Option<Found> {
        let mut left = Left(most);
        if self.arith == Arithmetic::Lazy {
            return self.ask_lazily(cond, |lazy| lazy.find(cond, most));
        }
        let knows_nothing = self.sat.stats().conflicts < u64::from(SOON);
        if self.arith == Arithmetic::Auto && !self.needs_products {
            let n_gates = {
                self.lit(cond);
                self.blaster.aig().n_nodes()
            };
            let some = left.0.map_or(BY_LEMMAS, |left| left.min(BY_LEMMAS));
            let mut is_tried = false;
            let answer = self.ask_lazily(cond, |lazy| {
                is_tried = 2 * lazy.n_gates(cond) < n_gates;
                is_tried.then(|| lazy.find_by_lemmas(cond, some)).flatten()
            });
            if answer.is_some() {
                return answer;
            }
            // What is needed of products once is needed again: the next question is mostly about the same, and more.
            self.needs_products = is_tried;
        }
        let soon = left.take(SOON);
        let answer = self.solve_limited(&[cond], soon);
        if answer.is_some() || left.is_nothing() {
            return answer.map(|answer| self.found(answer));
        }
        if is_last && knows_nothing {
            return self.ask_alone(cond, left);
        }
        let answer = match left.0 {
            Some(most) => self.solve_limited(&[cond], most)?,
            None => self.solve(&[cond]),
        };
        Some(self.found(answer))
    }

    /// What the solver's answer means.
    fn found(&self, answer: Answer) -> Found {
        match answer {
            Answer::Satisfiable => Found::Inputs(self.valuation()),
            Answer::Unsatisfiable => Found::Nothing,
            Answer::Unknown(reason) => Found::Unknown(reason),
        }
    }

    /// The same of a solver that knows nothing else.
    fn ask_alone(&mut self, cond: TermId, left: Left) -> Option<Found> {
        let mut sat = if self.is_steered() { Session::new } else { Session::unsteered }(self.budget.clone());
        let mut encoder = CnfEncoder::new();
        let fact = encode(&self.terms, cond, &mut self.blaster, &mut encoder, &mut sat, &self.budget)[0];
        sat.add_unit(fact);
        let answer = match left.0 {
            Some(most) => sat.solve_limited(&[], most),
            None => Some(sat.solve(&[])),
        };
        self.elsewhere = self.elsewhere + sat.stats();
        let found = match answer? {
            Answer::Satisfiable => {
                let value = |edge| encoder.lit_of_edge(edge).is_some_and(|lit| sat.value(lit));
                Found::Inputs(self.blaster.valuation(&self.terms, value))
            }
            Answer::Unsatisfiable => Found::Nothing,
            Answer::Unknown(reason) => Found::Unknown(reason),
        };
        self.learn(cond, &found);
        Some(found)
    }

    /// The same of a solver for which products are anything at first.
    fn ask_lazily(&mut self, cond: TermId, ask: impl FnOnce(&mut Lazy<'_>) -> Option<Found>) -> Option<Found> {
        let mut lazy = Lazy::new(&self.terms, self.budget.clone());
        let found = ask(&mut lazy);
        self.elsewhere = self.elsewhere + lazy.stats();
        if let Some(found) = &found {
            self.learn(cond, found);
        }
        found
    }

    /// What cannot hold is a fact from now on.
    fn learn(&mut self, cond: TermId, found: &Found) {
        if *found == Found::Nothing {
            let lit = self.lit(cond);
            self.sat.add_unit(!lit);
        }
    }
}

/// How many conflicts may still be spent; any number if none is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left(Option<u32>);

impl Left {
    /// So many of them, or fewer if there are not so many.
    fn take(&mut self, wanted: u32) -> u32 {
        match &mut self.0 {
            Some(left) => {
                let taken = wanted.min(*left);
                *left -= taken;
                taken
            }
            None => wanted,
        }
    }

    fn is_nothing(self) -> bool {
        self.0 == Some(0)
    }
}
