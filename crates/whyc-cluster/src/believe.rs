//! What is made of an answer: inputs are tried, a proof is checked, and what is left is whether its worker is believed.

use whyc_base::budget::{Budget, Exhausted};
use whyc_engines::part::Looked;
use whyc_engines::pool::Step;
use whyc_engines::portable::Portable;
use whyc_engines::refuted::{self, Clauses, List};
use whyc_proof::{Formula, Lit};
use whyc_term::{Evaluator, Fact};

use crate::wire::{Outcome, Said, meant_inputs};

/// Why an answer is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It is not true, or makes no sense.
    Wrong(String),
    /// The worker could not say.
    None(String),
    /// A limit came before it was checked.
    Limit(Exhausted),
}

/// What is believed that no inputs do it.
#[derive(Clone, Copy, Debug)]
pub enum Refutation<'a> {
    /// The worker's word.
    Word,
    /// A proof, which was asked for; nothing if none came.
    Proof(Option<&'a [u8]>),
}

/// The answer, as far as it can be believed.
///
/// # Errors
/// Why it cannot.
pub fn believed(
    portable: &Portable,
    facts: &[Fact],
    outcome: &Outcome,
    refutation: Refutation<'_>,
    budget: &Budget,
) -> Result<Looked, Doubt> {
    let wrong = |what: &str| Err(Doubt::Wrong(what.to_owned()));
    let (step, cut) = match &outcome.said {
        Said::Found(inputs) => {
            let Some(valuation) = meant_inputs(&portable.terms, inputs) else {
                return wrong("it has inputs that are none");
            };
            let mut evaluator = Evaluator::new(&portable.terms, &valuation);
            let is_so = |evaluator: &mut Evaluator<'_>, fact: &Fact| match *fact {
                Fact::Is(term, value) => evaluator.bool(term) == value,
                Fact::Bit { input, at, value } => (evaluator.bits(input) >> at & 1 == 1) == value,
            };
            if !evaluator.bool(portable.cond) || !facts.iter().all(|fact| is_so(&mut evaluator, fact)) {
                return wrong("it has found a run that is none");
            }
            (Step::Answer(valuation), None)
        }
        Said::Halves(cut) => match portable.choices.named(&portable.terms, *cut) {
            Some(choice) => (Step::Halves, Some(choice)),
            None => return wrong("it cuts by something that is not there"),
        },
        Said::Nothing(_) => {
            if let Refutation::Proof(proof) = refutation {
                check(portable, facts, proof, budget)?;
            }
            (Step::Nothing, None)
        }
        Said::GaveUp(why) => return Err(Doubt::None(why.clone())),
    };
    Ok(Looked { step, cut, work: outcome.work, gates: outcome.gates })
}

/// Whether the proof shows that the clauses of the part, which are made here, have no solution.
fn check(portable: &Portable, facts: &[Fact], proof: Option<&[u8]>, budget: &Budget) -> Result<(), Doubt> {
    let clauses = refuted::clauses(portable.question(), facts, budget).map_err(Doubt::Limit)?;
    let (list, proof) = match (clauses, proof) {
        (Clauses::Nothing, _) => return Ok(()),
        (Clauses::These(_), None) => return Err(Doubt::Wrong("there is no proof".to_owned())),
        (Clauses::These(list), Some(proof)) => (list, proof),
    };
    match whyc_proof::check(&formula(&list), proof, budget) {
        Ok(_) => Ok(()),
        Err(error) => match budget.check() {
            Err(reason) => Err(Doubt::Limit(reason)),
            Ok(()) => Err(Doubt::Wrong(format!("its proof is none: {error}"))),
        },
    }
}

fn formula(list: &List) -> Formula {
    let mut formula = Formula::new(list.n_vars());
    let mut clause = Vec::new();
    for lits in list.iter() {
        clause.clear();
        let numbers = lits.iter().map(|lit| i64::from(lit.to_ipasir()));
        clause.extend(numbers.map(|number| Lit::from_file(number).expect("there should be less than 2^30 variables")));
        formula.push(&clause);
    }
    formula
}
