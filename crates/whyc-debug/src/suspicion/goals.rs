//! What can happen at all: many questions, answered by few runs.
//!
//! A run that is found for one question often answers others. When no run meets any of those that are left, none of them can
//! be met.

use whyc_check::Analysis;
use whyc_term::{Evaluator, TermId};

/// Questions, each a Boolean term.
#[derive(Default)]
pub struct Goals {
    terms: Vec<TermId>,
}

impl Goals {
    /// Asks whether any of these can be.
    pub fn add(&mut self, analysis: &mut Analysis, any: &[TermId]) {
        self.terms.push(analysis.engine.terms.or_all(any));
    }

    /// The answers, in order; none where that takes more conflicts than these.
    pub fn ask(self, analysis: &mut Analysis, conflicts: u32) -> Vec<Option<bool>> {
        let mut answers: Vec<Option<bool>> =
            self.terms.iter().map(|&term| analysis.engine.terms.as_bool(term).filter(|it| !it)).collect();
        loop {
            let open: Vec<usize> = (0..answers.len()).filter(|&at| answers[at].is_none()).collect();
            let asked: Vec<TermId> = open.iter().map(|&at| self.terms[at]).collect();
            if open.is_empty() {
                return answers;
            }
            let any = analysis.engine.terms.or_all(&asked);
            match analysis.inputs_for(any, conflicts) {
                Ok(Some(inputs)) => {
                    let mut eval = Evaluator::new(&analysis.engine.terms, &inputs);
                    let met: Vec<usize> = open.into_iter().filter(|&at| eval.bool(self.terms[at])).collect();
                    if met.is_empty() {
                        // What was found is not what was asked for: nothing more is said.
                        return answers;
                    }
                    met.into_iter().for_each(|at| answers[at] = Some(true));
                }
                Ok(None) => {
                    open.into_iter().for_each(|at| answers[at] = Some(false));
                    return answers;
                }
                Err(_) => return answers,
            }
        }
    }
}

/// Whether all of these can be at once; none if that takes too many conflicts.
pub fn can_be(analysis: &mut Analysis, terms: &[TermId], conflicts: u32) -> Option<bool> {
    let all = analysis.engine.terms.and_all(terms);
    match analysis.inputs_for(all, conflicts) {
        Ok(found) => Some(found.is_some()),
        Err(_) => None,
    }
}
