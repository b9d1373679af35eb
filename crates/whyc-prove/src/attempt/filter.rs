//! Which of many facts hold together.

use whyc_base::budget::Exhausted;
use whyc_check::effort::Units;
use whyc_check::question::Found;
use whyc_sat::session::Answer;
use whyc_term::{Evaluator, TermId};

use super::{Attempt, MOST_CONFLICTS, Open, Tried};
use crate::work::Work;

/// What it may cost to ask about a single fact.
const FOR_ONE: Units = Units(500_000);
/// As long as there are more facts than this, each question is put to the same solver, which learns nothing new about the program then.
const MANY: usize = 300;

impl Attempt<'_> {
    /// Those of the facts that hold together: where one of them can be broken while all are assumed, it is dropped.
    pub(super) fn filter(
        &mut self,
        tried: &[Tried],
        open: &Open,
        facts: Vec<usize>,
        work: &mut Work,
    ) -> Option<Vec<usize>> {
        let (mut kept, is_settled) = self.while_many(tried, open, facts, work)?;
        if is_settled {
            return Some(kept);
        }
        loop {
            let broken: Vec<TermId> = kept.iter().map(|&nth| open.broken[nth]).collect();
            let any = self.engine.terms.or_all(&broken);
            let chosen: Vec<TermId> = kept.iter().map(|&nth| tried[nth].chosen).collect();
            let all = self.engine.terms.and_all(&chosen);
            let cond = self.engine.terms.and(all, any);
            if self.engine.terms.as_bool(cond) == Some(false) {
                return Some(kept);
            }
            let found = match self.find(cond, work) {
                Some(found) => found,
                None => {
                    let n_before = kept.len();
                    kept = self.one_by_one(tried, open, kept, work);
                    if kept.len() == n_before {
                        return Some(kept);
                    }
                    if kept.is_empty() || work.is_spent() {
                        return None;
                    }
                    continue;
                }
            };
            let Found::Inputs(valuation) = found else { return Some(kept) };
            let mut eval = Evaluator::new(&self.engine.terms, &valuation);
            let n_before = kept.len();
            kept.retain(|&nth| !eval.bool(open.broken[nth]));
            // The model should break one of them.
            if kept.len() == n_before {
                return None;
            }
        }
    }

    /// The facts without those that models break while there are many left: a question for each few that are dropped, about thousands,
    /// must not be made anew each time. One says that some fact is assumed and broken; what changes is which are assumed. Says, too,
    /// whether what is left holds together.
    fn while_many(
        &mut self,
        tried: &[Tried],
        open: &Open,
        facts: Vec<usize>,
        work: &mut Work,
    ) -> Option<(Vec<usize>, bool)> {
        let mut kept = facts;
        if kept.len() <= MANY {
            return Some((kept, false));
        }
        let terms = &mut self.engine.terms;
        let broken: Vec<TermId> = kept.iter().map(|&nth| terms.and(tried[nth].chosen, open.broken[nth])).collect();
        let any = terms.or_all(&broken);
        if terms.as_bool(any) == Some(false) {
            return Some((kept, true));
        }
        let mut dropped: Vec<TermId> = Vec::new();
        while kept.len() > MANY {
            if work.is_spent() {
                return None;
            }
            let mut assumed: Vec<TermId> = kept.iter().map(|&nth| tried[nth].chosen).collect();
            assumed.extend(dropped.iter().copied().chain([any]));
            let before = self.spent();
            let answer = self.engine.solve_limited(&assumed, work.conflicts(MOST_CONFLICTS));
            work.spend(self.spent().minus(before));
            match answer {
                Some(Answer::Satisfiable) => {}
                Some(Answer::Unsatisfiable) => return Some((kept, true)),
                Some(Answer::Unknown(Exhausted::Work)) => {
                    *work = Work::allowed(Units::default());
                    return None;
                }
                // There are other ways to ask.
                Some(Answer::Unknown(_)) | None => return Some((kept, false)),
            }
            let valuation = self.engine.valuation();
            let mut eval = Evaluator::new(&self.engine.terms, &valuation);
            let is_broken: Vec<bool> = kept.iter().map(|&nth| eval.bool(open.broken[nth])).collect();
            let mut at = is_broken.iter();
            let (stay, go): (Vec<usize>, Vec<usize>) = kept.iter().partition(|_| at.next() != Some(&true));
            // The model should break one of them.
            if go.is_empty() {
                return None;
            }
            dropped.extend(go.into_iter().map(|nth| self.engine.terms.not(tried[nth].chosen)));
            kept = stay;
        }
        Some((kept, false))
    }

    /// The facts without those that can be broken, or of which that cannot be told cheaply. What cannot be asked about all at once
    /// may be easy to ask about each.
    fn one_by_one(&mut self, tried: &[Tried], open: &Open, facts: Vec<usize>, work: &mut Work) -> Vec<usize> {
        let chosen: Vec<TermId> = facts.iter().map(|&nth| tried[nth].chosen).collect();
        let mut kept = facts;
        kept.retain(|&nth| {
            let allowed = work.at_most(FOR_ONE);
            let mut little = allowed;
            let can_be = self.can_be(&chosen, open.broken[nth], &mut little);
            work.spend(allowed.left.minus(little.left));
            can_be == Some(false)
        });
        kept
    }
}
