//! Whether a path can be taken: asked of a solver while programs are unrolled.
//!
//! Most paths can be taken, and a run that shows it is often known: models of earlier answers are kept as [`Sample`]s and
//! tried first. Only where none fits is a solver asked, within a number of conflicts and decisions; no answer counts as yes.
//! It is a solver of its own, so that what these questions teach it has no say in which failing run is found later, and for
//! it products and quotients are anything: what is impossible even so is impossible.

use std::time::{Duration, Instant};

use whyc_aig::cnf::CnfEncoder;
use whyc_base::budget::Budget;
use whyc_sat::Lit;
use whyc_sat::session::{Answer, Session};
use whyc_term::{Blaster, Sample, TermId, TermStore};
use whyc_unroll::oracle::Oracle;

use crate::engine::encode;

/// At least and at most so many models are kept,
const FEW_SAMPLES: usize = 8;
const MANY_SAMPLES: usize = 64;
/// and within these limits as many as fit into so many bytes, of which each needs one for each term.
const SAMPLE_BYTES: usize = 32 << 20;
/// How many conflicts one question may cost,
const CONFLICTS: u32 = 100;
/// and so many decisions.
const DECISIONS: u32 = 20_000;
/// After so many questions in a row without an answer, the next ones are not asked: the more, the longer this lasts.
const PATIENCE: u32 = 4;

/// What has been asked and answered so far, and the models that came of it.
#[derive(Debug)]
pub struct Feasibility {
    sat: Session,
    blaster: Blaster,
    encoder: CnfEncoder,
    budget: Budget,
    /// How many questions in a row had no answer.
    in_vain: u32,
    /// How many questions are not asked because of that.
    rest: u32,
    /// The runs known, the one that helped last in front.
    samples: Vec<Sample>,
    /// The conditions that cannot hold together, since [`forget_refuted`](Self::forget_refuted).
    refuted: Vec<Box<[TermId]>>,
    /// How often it was asked whether a path can be taken.
    pub asked: u64,
    /// How often a known run answered.
    pub by_sample: u64,
    /// How often the solver found a run.
    pub possible: u64,
    /// How often it found that there is none.
    pub impossible: u64,
    /// How often it found out nothing.
    pub unknown: u64,
    /// Time spent on all that.
    pub time: Duration,
}

impl Oracle for Feasibility {
    fn can_hold(&mut self, terms: &TermStore, conditions: &[TermId]) -> bool {
        if conditions.iter().any(|&cond| terms.as_bool(cond) == Some(false)) {
            return false;
        }
        let start = Instant::now();
        self.asked += 1;
        let possible = self.has_sample(terms, conditions) || self.solve(terms, conditions);
        self.time += start.elapsed();
        possible
    }
}

impl Feasibility {
    /// Nothing has been asked yet.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self {
            sat: Session::brief(budget.clone()),
            blaster: Blaster::without_products(),
            encoder: CnfEncoder::new(),
            budget,
            in_vain: 0,
            rest: 0,
            samples: Vec::new(),
            refuted: Vec::new(),
            asked: 0,
            by_sample: 0,
            possible: 0,
            impossible: 0,
            unknown: 0,
            time: Duration::ZERO,
        }
    }

    /// Keeps to another budget from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.sat.set_budget(budget.clone());
        self.budget = budget;
    }

    /// What a verdict rests on besides the questions that are asked of the unrolling: the paths that were left out of it.
    pub fn refuted(&self) -> impl Iterator<Item = &[TermId]> {
        self.refuted.iter().map(|conditions| &**conditions)
    }

    /// Another unrolling begins.
    pub fn forget_refuted(&mut self) {
        self.refuted.clear();
    }

    fn solve(&mut self, terms: &TermStore, conditions: &[TermId]) -> bool {
        if self.rest > 0 {
            self.rest -= 1;
            self.unknown += 1;
            return true;
        }
        let mut lits: Vec<Lit> = Vec::with_capacity(conditions.len());
        for &cond in conditions {
            lits.extend(encode(terms, cond, &mut self.blaster, &mut self.encoder, &mut self.sat, &self.budget));
        }
        let answer = self.sat.solve_briefly(&lits, CONFLICTS, DECISIONS);
        self.in_vain = match answer {
            Some(Answer::Satisfiable | Answer::Unsatisfiable) => 0,
            Some(Answer::Unknown(_)) | None => self.in_vain + 1,
        };
        if self.in_vain >= PATIENCE {
            self.rest = self.in_vain * PATIENCE;
        }
        match answer {
            Some(Answer::Satisfiable) => {
                self.keep(terms, conditions);
                true
            }
            Some(Answer::Unsatisfiable) => {
                self.impossible += 1;
                self.refuted.push(conditions.into());
                false
            }
            Some(Answer::Unknown(_)) | None => {
                self.unknown += 1;
                true
            }
        }
    }

    /// Keeps the solver's model, if it is one of the conditions also with all products.
    fn keep(&mut self, terms: &TermStore, conditions: &[TermId]) {
        let (encoder, sat) = (&self.encoder, &self.sat);
        let value = |edge| encoder.lit_of_edge(edge).is_some_and(|lit| sat.value(lit));
        let mut sample = Sample::new(self.blaster.valuation(terms, value));
        if !conditions.iter().all(|&cond| sample.holds(terms, cond)) {
            self.unknown += 1;
            return;
        }
        self.possible += 1;
        let room = (SAMPLE_BYTES / terms.len().max(1)).clamp(FEW_SAMPLES, MANY_SAMPLES);
        self.samples.truncate(room - 1);
        self.samples.insert(0, sample);
    }

    /// Whether a known run meets all conditions.
    fn has_sample(&mut self, terms: &TermStore, conditions: &[TermId]) -> bool {
        let found = self.samples.iter_mut().position(|sample| conditions.iter().all(|&cond| sample.holds(terms, cond)));
        let Some(found) = found else { return false };
        self.samples[..=found].rotate_right(1);
        self.by_sample += 1;
        true
    }
}
