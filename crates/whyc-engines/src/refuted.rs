//! Why nothing holds in a part, for those who do not believe it: its clauses, and a proof that they have no solution.
//!
//! The clauses of a part follow from the question and the facts alone, so that whoever checks a proof makes them himself and takes
//! nothing over from whoever wrote it.

use std::path::Path;

use whyc_aig::cnf::{ClauseSink, CnfEncoder};
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::prove::prove;
use whyc_sat::session::Answer;
use whyc_sat::{Lit, Var};
use whyc_term::{Assumed, Blaster, Fact};

use crate::part::Question;

/// What a part comes to.
#[derive(Clone, Debug)]
pub enum Clauses {
    /// It folds to false while it is built: there is nothing left to be proved.
    Nothing,
    /// It has a solution if these have one.
    These(List),
}

/// Clauses, one after the other.
#[derive(Clone, Debug, Default)]
pub struct List {
    n_vars: u32,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl List {
    /// How many variables they have.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// Them.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }
}

struct Sink<'a>(&'a mut List, &'a Budget);

impl ClauseSink for Sink<'_> {
    fn new_var(&mut self) -> Var {
        self.0.n_vars += 1;
        Var::new(self.0.n_vars - 1)
    }

    /// A literal that stands there twice is written once, and what holds anyhow is left out: a solver would count what it makes of such
    /// clauses as further ones.
    fn add_clause(&mut self, clause: &[Lit]) {
        let start = self.0.lits.len();
        for (at, &lit) in clause.iter().enumerate() {
            if clause[..at].contains(&!lit) {
                self.0.lits.truncate(start);
                return;
            }
            if !clause[..at].contains(&lit) {
                self.0.lits.push(lit);
            }
        }
        self.0.ends.push(self.0.lits.len());
    }

    fn is_closed(&mut self) -> bool {
        self.1.check().is_err()
    }
}

/// The clauses of the part in which `facts` hold.
///
/// # Errors
/// The limit that came first.
pub fn clauses(question: Question<'_>, facts: &[Fact], budget: &Budget) -> Result<Clauses, Exhausted> {
    let assumed = Assumed::new(question.terms, question.cond, facts);
    let mut list = List::default();
    match assumed.terms.as_bool(assumed.cond) {
        Some(false) => return Ok(Clauses::Nothing),
        Some(true) => return Ok(Clauses::These(list)),
        None => {}
    }
    let mut blaster = Blaster::new();
    let mut go_on = || budget.check().is_ok();
    let Some(edges) = blaster.bits_while(&assumed.terms, assumed.cond, &mut go_on) else {
        return Err(budget.check().err().unwrap_or(Exhausted::Interrupted));
    };
    let edge = edges[0];
    match edge.as_const() {
        Some(false) => return Ok(Clauses::Nothing),
        Some(true) => return Ok(Clauses::These(list)),
        None => {}
    }
    let mut sink = Sink(&mut list, budget);
    let fact = CnfEncoder::new().lit(blaster.aig(), edge, &mut sink);
    sink.add_clause(&[fact]);
    budget.check()?;
    Ok(Clauses::These(list))
}

/// Writes a proof that the clauses have no solution.
///
/// # Errors
/// Why there is none: they have one, or the limit that came first.
pub fn write_proof(list: &List, path: &Path, budget: &Budget) -> Result<(), Option<Exhausted>> {
    match prove(list.iter(), path, budget) {
        Ok(Answer::Unsatisfiable) => Ok(()),
        Ok(Answer::Unknown(reason)) => Err(Some(reason)),
        Ok(Answer::Satisfiable) | Err(_) => Err(None),
    }
}
