//! A smaller LRAT proof of the same: read, reduced, written, and checked again.

use std::io::Read;

use whyc_base::budget::Budget;

use crate::check::check;
use crate::dimacs::Formula;
use crate::error::Error;
use crate::export::{self, Written};
use crate::import::{self, Given};
use crate::reduce::{self, Pass, Size};

/// A proof that was made smaller.
#[derive(Clone, Debug)]
pub struct Trimmed {
    /// The proof as LRAT. [`check()`] has accepted it.
    pub text: Vec<u8>,
    /// The clauses of the formula that it needs, by their places.
    pub core: Vec<usize>,
    /// What was read.
    pub given: Given,
    /// How large it was as resolutions, without what it does not need.
    pub before: Size,
    /// How large it is now.
    pub after: Size,
    /// What was written.
    pub written: Written,
    /// How often all reductions were tried.
    pub rounds: u32,
    /// The nodes that each reduction removed.
    pub removed: Vec<(Pass, usize)>,
}

/// Makes a proof smaller, in no more than `rounds` rounds.
///
/// # Errors
/// What is wrong with the proof, and where; or the limit that came first.
///
/// # Panics
/// If what comes out is no proof: a bug of ours.
pub fn trim(formula: &Formula, proof: impl Read, rounds: u32, budget: &Budget) -> Result<Trimmed, Error> {
    let (proof, given) = import::import(formula, proof, budget)?;
    let before = Size::of(&proof);
    let reduced = reduce::reduce(proof, formula, &Pass::ALL, rounds, budget)?;
    let mut text = Vec::new();
    let written = export::export(&reduced.proof, formula, &mut text, budget)?;
    match check(formula, text.as_slice(), budget) {
        Ok(_) => {}
        Err(Error::Limit(reason)) => return Err(reason.into()),
        Err(error) => panic!("a proof that was reduced should be one: {error}"),
    }
    Ok(Trimmed {
        text,
        core: reduced.proof.core(),
        given,
        before,
        after: Size::of(&reduced.proof),
        written,
        rounds: reduced.rounds,
        removed: reduced.removed,
    })
}
