//! Checking files with large arrays, in stages, and telling their runs.

use std::time::{Duration, Instant};

use whyc_base::budget::{Budget, Exhausted};

use super::build::{Words, build_for};
use super::cells::Plan;
use crate::check::{Checked, Options, Outcome, Scope};
use crate::design::{Design, TellDesigns};
use crate::file::ReadError;
use crate::live;
use crate::property::Property;
use crate::trace::Counterexample;

/// Checks each property with as many cells as a run can read: up to the first cycle, the third, the
/// seventh and so on, until the bound. Each violation comes with the design that it is told in.
///
/// # Panics
/// If the words of the file do not confirm a violation: a defect of this crate.
#[must_use]
pub fn check(
    words: &Words,
    properties: &[Property],
    options: &Options,
    listener: TellDesigns<'_>,
) -> (Checked, Vec<Option<Design>>) {
    let started = Instant::now();
    let mut checked = Checked { outcomes: Vec::new(), calls: 0, variables: 0, clauses: 0, time: Duration::ZERO };
    let mut outcomes: Vec<Option<Outcome>> = vec![None; properties.len()];
    let mut told = vec![None; properties.len()];
    let mut bound = 1.min(options.bound);
    loop {
        let open: Vec<usize> = (0..properties.len()).filter(|&at| is_open(outcomes[at].as_ref())).collect();
        let design = match build_for(words.model.clone(), &Plan::Search { bound }, &options.budget) {
            Ok(design) => design,
            Err(error) => {
                let reason = match error {
                    ReadError::Exhausted(reason) => reason,
                    // The cells of so many cycles take more gates than are built.
                    ReadError::Refused(_) => Exhausted::Work,
                };
                open.into_iter().for_each(|at| outcomes[at] = Some(undecided(outcomes[at].as_ref(), 0, reason)));
                break;
            }
        };
        let asked: Vec<Property> = open.iter().map(|&at| properties[at].clone()).collect();
        // Its runs have other bits than the file until they are told: what is known is said after the stage.
        let stage_options = Options { bound, ..options.clone() };
        let stage = live::decide(&design.circuit, &asked, &stage_options, Scope::Bounded, &mut |_| {});
        checked.calls += stage.calls;
        checked.variables = checked.variables.max(stage.variables);
        checked.clauses = checked.clauses.max(stage.clauses);
        for (&at, outcome) in open.iter().zip(stage.outcomes) {
            outcomes[at] = Some(match (outcome, &outcomes[at], &design.words) {
                (Outcome::Violated(run), _, Some(words)) => {
                    assert!(words.confirms(&run), "the words of the file should confirm what the bits say");
                    let (design, run) = tell(words, &run);
                    told[at] = Some(design);
                    Outcome::Violated(run)
                }
                // A state that is back in its cells need not be back in its arrays.
                (Outcome::Proved(_), ..) if matches!(properties[at], Property::Justice(_)) => Outcome::HoldsUpTo(bound),
                (Outcome::Unknown { checked, reason }, before, _) => undecided(before.as_ref(), checked, reason),
                (outcome, ..) => outcome,
            });
        }
        listener(&outcomes.iter().flatten().cloned().collect::<Vec<_>>(), &told);
        if bound == options.bound || !outcomes.iter().any(|outcome| is_open(outcome.as_ref())) {
            break;
        }
        bound = (2 * bound + 1).min(options.bound);
    }
    checked.outcomes = outcomes.into_iter().map(|it| it.unwrap_or(Outcome::HoldsUpTo(bound))).collect();
    checked.time = started.elapsed();
    (checked, told)
}

fn is_open(outcome: Option<&Outcome>) -> bool {
    matches!(outcome, None | Some(Outcome::HoldsUpTo(_)))
}

/// What is known when a limit is reached: an earlier stage may have come further.
fn undecided(before: Option<&Outcome>, checked: usize, reason: Exhausted) -> Outcome {
    let earlier = match before {
        Some(Outcome::HoldsUpTo(bound)) => bound + 1,
        _ => 0,
    };
    Outcome::Unknown { checked: checked.max(earlier), reason }
}

/// The same run in a design whose cells are what it reads.
fn tell(words: &Words, run: &Counterexample) -> (Design, Counterexample) {
    let addresses = words.addresses_read(run);
    let plan = Plan::Lift { addresses: addresses.clone() };
    // It is smaller than the design that the run was found in, for which there was time.
    let design = build_for(words.model.clone(), &plan, &Budget::unlimited());
    let design = design.expect("a budget without limits should not be exhausted");
    let in_search = words.addresses(&run.initial);
    let mut told = run.clone();
    if let Some(new) = &design.words {
        let initial = words.leaves(&words.state_sources, &run.initial, &in_search);
        told.initial = new.bits(&new.state_sources, &initial, &addresses);
        for (cycle, bits) in run.inputs.iter().enumerate() {
            let leaves = words.leaves(&words.input_sources, bits, &in_search);
            told.inputs[cycle] = new.bits(&new.input_sources, &leaves, &addresses);
            told.inputs[cycle].resize(design.circuit.inputs.len(), false);
        }
        assert!(new.confirms(&told), "the run should stay what it is when it is told");
    }
    (design, told)
}
