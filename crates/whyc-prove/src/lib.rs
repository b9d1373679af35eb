//! Invariants and induction for programs: what holds for every number of rounds.
//!
//! In: an [`Unbounded`] question, which loops and recursions are cut off by the bounds of an analysis. Out: a [`Proof`], or nothing. Entry:
//! [`Induction`].
//!
//! The loops are cut ([`whyc_unroll::cuts`]): one round, from any state, stands for all; what it changes is found first ([`changes`]). Many things are tried as
//! invariants ([`templates`], with the [`constants`] of the program) about what matters ([`relevant`]), all at once, but for what some runs refute
//! ([`samples`]); those that do not hold where a loop is entered, or do not stay, are dropped, until the rest holds together ([`attempt`]). Then the properties are asked about, from what is left.
//! The few invariants that are needed are told ([`words`]). Functions that call themselves are cut in the same way, if they read and
//! write nothing but their own variables ([`alone`]): one call with any arguments stands for all.
//!
//! A run of a program with cut loops is no run of the program: nothing that is found here is ever shown as one that fails.
//! **No proof leaves this crate that was not checked once more**, its invariants alone, unrolled anew in a fresh solver.
#![forbid(unsafe_code)]

pub mod templates;

pub mod constants;

mod alone;

mod attempt;

mod changes;

mod one_round;

mod relevant;

pub mod samples;

mod words;

mod work;

use whyc_check::{Proof, Prover, Unbounded, Unproved};
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;

use alone::is_alone;
use attempt::Attempt;
use changes::{Changes, Where};
use constants::Constants;
use templates::Reach;
use work::Work;

/// How often another loop may turn out to be cut off, too.
const MOST_LOOPS: usize = 8;

/// Proves by induction over the rounds of loops.
#[derive(Debug, Default)]
pub struct Induction;

impl Prover for Induction {
    fn prove(&mut self, question: &Unbounded<'_>) -> Result<Proof, Unproved> {
        let mut work = Work::allowed(question.allowed);
        match attempts(question, &mut work) {
            Some(proof) => Ok(proof),
            None if work.is_spent() => Err(Unproved::TooMuch),
            None => Err(Unproved::NotShown),
        }
    }
}

/// Cuts the loops, and others that turn out to be cut off, and tries more and more facts.
fn attempts(question: &Unbounded<'_>, work: &mut Work) -> Option<Proof> {
    let constants = Constants::of(question.program);
    let mut at = Where::default();
    for &id in question.cut {
        at.heads.insert(head(question, id)?);
    }
    for &function in question.recursions {
        at.functions.insert(Some(function).filter(|&function| is_alone(question.program, function))?);
    }
    for _ in 0..MOST_LOOPS {
        let before = at.clone();
        let mut changes = Changes::find(question, &before, work)?;
        // How changes are related is read off samples, which say nothing of what calls return: there it is tried last.
        let calls_itself = !before.functions.is_empty();
        let reaches = [Reach::Nothing, Reach::Bounds, Reach::Changes, Reach::Cases];
        for reach in reaches.into_iter().filter(|&reach| calls_itself || reach != Reach::Bounds) {
            let mut attempt = Attempt::new(*question, &before, &constants, reach);
            match attempt.run(&mut changes, work) {
                attempt::Ended::Proved(proof) => return Some(proof),
                attempt::Ended::NotShown => {}
                attempt::Ended::GivenUp => return None,
                attempt::Ended::OtherLoop(id) => {
                    at.heads.insert(head(question, id)?);
                    break;
                }
                attempt::Ended::OtherCall(function) => {
                    at.functions.insert(Some(function).filter(|&function| is_alone(question.program, function))?);
                    break;
                }
            }
        }
        if at == before {
            return None;
        }
    }
    None
}

/// The head of a loop; nothing if it is none but a copy of bytes.
fn head(question: &Unbounded<'_>, id: whyc_unroll::loops::LoopId) -> Option<(FunctionId, InstrId)> {
    let it = &question.loops.all()[id];
    (question.loops.at(it.function, it.last, it.head) == Some(id)).then_some((it.function, it.head))
}
