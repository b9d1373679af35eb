//! How a question is put to solvers.
//!
//! Questions are answered in one solver, whose learnt clauses serve the next ones. Where products make up most of a question,
//! it is often enough to know a little of them: that is tried first, in a solver of its own, as long as it has not been in
//! vain.
//!
//! A solver that is to be asked again may not take its question for a fact: what it learns from it, it must learn with the
//! question's name on. With products that makes a hard question several times as hard. So if no other one is to be expected,
//! it is asked where it is the only one and a fact. So is a question that is mostly about words which are only compared: with
//! words that are just wide enough for that ([`Few`]) it is another, much easier one.

use std::time::Instant;

use whyc_aig::cnf::CnfEncoder;
use whyc_base::budget::Exhausted;
use whyc_sat::session::{Answer, Session, Stats};
use whyc_term::{Blaster, Few, TermId, Valuation};

use crate::engine::{Engine, encode};
use crate::lazy::Lazy;
use crate::options::Arithmetic;

/// So many conflicts and questions may be spent on knowing only a little of products.
const BY_LEMMAS: u32 = 2_000;
/// A question that takes no more conflicts with all that there is to know is not worth another solver.
const AT_ONCE: u32 = 500;

/// A solver with one question, which is a fact for it.
pub(crate) struct Alone {
    cond: TermId,
    pub(crate) sat: Session,
    encoder: CnfEncoder,
    /// The question in narrow words, if that is what is asked.
    few: Option<(Few, Blaster)>,
}

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
        if self.arith == Arithmetic::Lazy {
            return self.ask_lazily(cond, |lazy| lazy.find(cond, most));
        }
        let goes_on = self.alone.as_ref().is_some_and(|it| it.cond == cond && it.few.is_some());
        let few = if goes_on || self.arith == Arithmetic::Bits { None } else { Few::new(&self.terms, cond) };
        if goes_on || few.is_some() {
            return self.ask_alone(cond, few, most);
        }
        if let Some(found) = self.find_by_lemmas(cond, most) {
            return Some(found);
        }
        if self.needs_products && is_last {
            return self.ask_alone(cond, None, most);
        }
        let answer = match most {
            Some(most) => self.solve_limited(&[cond], most)?,
            None => self.solve(&[cond]),
        };
        Some(self.found(answer))
    }

    /// What an answer of the one solver means.
    fn found(&self, answer: Answer) -> Found {
        match answer {
            Answer::Satisfiable => Found::Inputs(self.valuation()),
            Answer::Unsatisfiable => Found::Nothing,
            Answer::Unknown(reason) => Found::Unknown(reason),
        }
    }

    /// The same with only a little said about products, if they make up most of the question and that is enough.
    fn find_by_lemmas(&mut self, cond: TermId, most: Option<u32>) -> Option<Found> {
        if self.arith == Arithmetic::Bits || self.needs_products {
            return None;
        }
        self.lit(cond);
        if !self.blaster.is_mostly_products() {
            return None;
        }
        if let Some(answer) = self.solve_limited(&[cond], most.map_or(AT_ONCE, |most| most.min(AT_ONCE))) {
            return Some(self.found(answer));
        }
        let most = most.map_or(BY_LEMMAS, |most| most.min(BY_LEMMAS));
        let found = self.ask_lazily(cond, |lazy| lazy.find_by_lemmas(cond, most));
        // What is needed of products once is needed again: the next question is mostly about the same, and more.
        self.needs_products = found.is_none();
        found
    }

    /// The answer of a solver for which products are anything at first.
    fn ask_lazily(&mut self, cond: TermId, ask: impl FnOnce(&mut Lazy<'_>) -> Option<Found>) -> Option<Found> {
        let mut lazy = Lazy::new(&self.terms, self.budget.clone());
        let found = ask(&mut lazy);
        self.elsewhere = self.elsewhere + lazy.stats();
        self.learn(cond, found.as_ref());
        found
    }

    /// The answer of a solver that knows nothing else. If it has none within its conflicts, it is kept, to go on when the same is
    /// asked next.
    fn ask_alone(&mut self, cond: TermId, few: Option<Few>, most: Option<u32>) -> Option<Found> {
        let kept = self.alone.take().filter(|it| it.cond == cond);
        let mut alone = kept.unwrap_or_else(|| self.alone(cond, few));
        let known = alone.sat.stats();
        let answer = match most {
            Some(most) => alone.sat.solve_limited(&[], most),
            None => Some(alone.sat.solve(&[])),
        };
        // What it has done before was counted then; but for the clauses, if it is new.
        let known = if known.calls == 0 { Stats::default() } else { known };
        self.elsewhere = self.elsewhere + alone.sat.stats().minus(known);
        let Some(answer) = answer else {
            self.alone = Some(alone);
            return None;
        };
        let found = match answer {
            Answer::Satisfiable => {
                let value = |edge| alone.encoder.lit_of_edge(edge).is_some_and(|lit| alone.sat.value(lit));
                Found::Inputs(match &alone.few {
                    Some((few, blaster)) => few.valuation(&blaster.valuation(&few.terms, value)),
                    None => self.blaster.valuation(&self.terms, value),
                })
            }
            Answer::Unsatisfiable => Found::Nothing,
            Answer::Unknown(reason) => Found::Unknown(reason),
        };
        // What was easy in narrow words would have to be put into wide ones first.
        if alone.few.is_none() {
            self.learn(cond, Some(&found));
        }
        Some(found)
    }

    /// A solver for which a question is a fact.
    fn alone(&mut self, cond: TermId, few: Option<Few>) -> Alone {
        let start = Instant::now();
        let mut sat = if self.is_steered() { Session::new } else { Session::unsteered }(self.budget.clone());
        let mut encoder = CnfEncoder::new();
        let mut few = few.map(|few| (few, Blaster::new()));
        let fact = match &mut few {
            Some((few, blaster)) => encode(&few.terms, few.cond, blaster, &mut encoder, &mut sat, &self.budget)[0],
            None => encode(&self.terms, cond, &mut self.blaster, &mut encoder, &mut sat, &self.budget)[0],
        };
        sat.add_unit(fact);
        self.encode_time += start.elapsed();
        Alone { cond, sat, encoder, few }
    }

    /// What cannot hold is a fact from now on.
    pub(crate) fn learn(&mut self, cond: TermId, found: Option<&Found>) {
        if found == Some(&Found::Nothing) {
            let lit = self.lit(cond);
            self.sat.add_unit(!lit);
        }
    }
}
