//! The LRAT checker: whether every step of a proof follows as it says, and the last is the empty clause.
//!
//! A step's hints are followed exactly: under the opposite of the clause, each hint in turn must leave one literal, and the
//! last none. Nothing is searched for, and nothing that is not needed may stand behind the contradiction. A clause that
//! does not follow but takes no solution away (RAT, its first literal being the pivot) gives reasons for every clause with
//! the opposite literal.
//!
//! This is what `whyc verify` rests on. **It shares nothing with the solver.**

#[cfg(test)]
mod tests;

use std::io::Read;

use rustc_hash::FxHashMap;
use whyc_base::budget::Budget;

use crate::dimacs::Formula;
use crate::error::Error;
use crate::lit::Lit;
use crate::lrat::{Reader, Step};
use crate::marks::Marks;

/// The budget is asked each time so many literals were looked at.
const PATIENCE: u64 = 1 << 20;

/// What a proof that was accepted consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Clauses that it derives.
    pub added: u64,
    /// Of these, clauses that do not follow but take no solution away.
    pub rat: u64,
    /// Clauses that it forgets.
    pub deleted: u64,
    /// Hints of all steps together.
    pub hints: u64,
}

/// Checks that a proof refutes a formula.
///
/// # Errors
/// The first thing that is wrong with the proof, and where; or the limit that came first.
pub fn check(formula: &Formula, proof: impl Read, budget: &Budget) -> Result<Accepted, Error> {
    let mut checker = Checker::new(formula, budget);
    let mut reader = Reader::new(proof);
    loop {
        // The step borrows the reader; the line is that of the step.
        let step = reader.step()?;
        let Some(step) = step else { break };
        let outcome = match step {
            Step::Add { id, clause, hints } => checker.add(id, clause, hints).map_err(|wrong| (id, wrong)),
            Step::Delete { ids } => checker.delete(ids),
        };
        match outcome {
            Ok(()) => {}
            Err((_, Wrong::Limit(reason))) => return Err(reason.into()),
            Err((id, Wrong::Said(what))) => return Err(Error::Refused { line: reader.line(), id, what }),
        }
    }
    if checker.is_refuted { Ok(checker.accepted) } else { Err(Error::Unfinished { steps: checker.accepted.added }) }
}

/// Why a step is not accepted.
enum Wrong {
    Said(String),
    Limit(whyc_base::budget::Exhausted),
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Said(what.into()))
}

/// What a hint says under the literals that are false.
enum Hinted {
    /// This one must be true.
    Unit(Lit),
    /// One is true anyhow and the others are false: nothing new.
    Nothing,
    /// All its literals are false.
    Contradiction,
}

struct Checker<'a> {
    budget: &'a Budget,
    clauses: FxHashMap<u64, Box<[Lit]>>,
    /// The literals that are false.
    falsified: Marks,
    last_id: u64,
    is_refuted: bool,
    accepted: Accepted,
    looked_at: u64,
}

impl<'a> Checker<'a> {
    fn new(formula: &Formula, budget: &'a Budget) -> Self {
        let named = formula.clauses().enumerate().map(|(idx, clause)| (idx as u64 + 1, clause.into()));
        Self {
            budget,
            clauses: named.collect(),
            falsified: Marks::for_formula(formula),
            last_id: formula.n_clauses() as u64,
            is_refuted: formula.clauses().any(<[Lit]>::is_empty),
            accepted: Accepted::default(),
            looked_at: 0,
        }
    }

    fn delete(&mut self, ids: &[u64]) -> Result<(), (u64, Wrong)> {
        for &id in ids {
            if self.clauses.remove(&id).is_none() {
                return Err((id, Wrong::Said("it is forgotten, but there is no such clause".into())));
            }
            self.accepted.deleted += 1;
        }
        Ok(())
    }

    fn add(&mut self, id: u64, clause: &[Lit], hints: &[i64]) -> Result<(), Wrong> {
        if id <= self.last_id {
            return wrong(format!("names must grow, and {} came before", self.last_id));
        }
        self.follow(clause, hints)?;
        self.falsified.truncate(0);
        self.last_id = id;
        self.is_refuted |= clause.is_empty();
        self.accepted.added += 1;
        self.accepted.hints += hints.len() as u64;
        self.clauses.insert(id, clause.into());
        Ok(())
    }

    /// Whether the clause may be added for the reasons that are given.
    fn follow(&mut self, clause: &[Lit], hints: &[i64]) -> Result<(), Wrong> {
        for &lit in clause {
            if self.falsified.has(!lit) {
                // It says that something holds or does not: that needs no reasons.
                return if hints.is_empty() { Ok(()) } else { wrong("it holds anyhow, but reasons are given") };
            }
            self.falsified.add(lit);
        }
        let n_plain = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        let (plain, rest) = hints.split_at(n_plain);
        if self.propagate(plain)? {
            return if rest.is_empty() { Ok(()) } else { wrong("hints go on after the contradiction") };
        }
        match (rest, clause.first()) {
            ([], _) => wrong("its hints lead to no contradiction"),
            (_, None) => wrong("the empty clause must follow; it has no first literal"),
            (_, Some(&pivot)) => self.follow_rat(pivot, rest),
        }
    }

    /// Whether there are reasons for every clause with the opposite of `pivot`. `hints` begins with a negative one.
    fn follow_rat(&mut self, pivot: Lit, hints: &[i64]) -> Result<(), Wrong> {
        let n_before = self.falsified.all().len();
        let mut settled: Vec<u64> = Vec::new();
        let mut rest = hints;
        while let [first, tail @ ..] = rest {
            let other = first.unsigned_abs();
            let n_plain = tail.iter().position(|&hint| hint < 0).unwrap_or(tail.len());
            let (plain, after) = tail.split_at(n_plain);
            rest = after;
            settled.push(other);
            let clause = match self.clauses.get(&other) {
                Some(clause) => clause,
                None => return wrong(format!("it refers to clause {other}, which there is not")),
            };
            if !clause.contains(&!pivot) {
                return wrong(format!("clause {other} should have the literal {}", !pivot));
            }
            let mut holds = false;
            for &lit in clause.iter().filter(|&&lit| lit != !pivot) {
                holds |= self.falsified.has(!lit);
                self.falsified.add(lit);
            }
            match (holds, plain) {
                (true, []) => {}
                (true, _) => return wrong(format!("clause {other} needs no reasons, but they are given")),
                (false, _) if self.propagate(plain)? => {}
                (false, _) => return wrong(format!("the hints for clause {other} lead to no contradiction")),
            }
            self.falsified.truncate(n_before);
        }
        settled.sort_unstable();
        self.look(self.clauses.values().map(|clause| clause.len() as u64).sum())?;
        let with_opposite = self.clauses.iter().filter(|(_, clause)| clause.contains(&!pivot)).map(|(&id, _)| id);
        match with_opposite.filter(|id| settled.binary_search(id).is_err()).min() {
            Some(missing) => wrong(format!("it gives no reasons for clause {missing}")),
            None => {
                self.accepted.rat += 1;
                Ok(())
            }
        }
    }

    /// Follows hints in turn; whether they end in a contradiction.
    fn propagate(&mut self, hints: &[i64]) -> Result<bool, Wrong> {
        for (at, &hint) in hints.iter().enumerate() {
            match self.hinted(hint)? {
                Hinted::Unit(lit) => {
                    self.falsified.add(!lit);
                }
                Hinted::Nothing => {}
                Hinted::Contradiction if at + 1 == hints.len() => return Ok(true),
                Hinted::Contradiction => return wrong("hints go on after the contradiction"),
            }
        }
        Ok(false)
    }

    fn hinted(&mut self, hint: i64) -> Result<Hinted, Wrong> {
        let Some(clause) = u64::try_from(hint).ok().and_then(|id| self.clauses.get(&id)) else {
            return wrong(format!("it refers to clause {hint}, which there is not"));
        };
        let mut left = None;
        for &lit in clause {
            if self.falsified.has(lit) || left == Some(lit) {
                continue;
            }
            if left.replace(lit).is_some() {
                return wrong(format!("hint {hint} leaves more than one literal"));
            }
        }
        let n_lits = clause.len() as u64;
        self.look(n_lits)?;
        Ok(match left {
            None => Hinted::Contradiction,
            Some(lit) if self.falsified.has(!lit) => Hinted::Nothing,
            Some(lit) => Hinted::Unit(lit),
        })
    }

    /// Counts what was looked at, and asks the budget now and then.
    fn look(&mut self, n_lits: u64) -> Result<(), Wrong> {
        let before = self.looked_at / PATIENCE;
        self.looked_at += n_lits + 1;
        if self.looked_at / PATIENCE == before { Ok(()) } else { self.budget.check().map_err(Wrong::Limit) }
    }
}
