//! Fewest assumptions that cannot hold together.
//!
//! A core is a set of assumptions without a model. It is minimal if dropping any one of them
//! leaves a model; there may be smaller ones that are not subsets of it.

use rustc_hash::FxHashSet;
use rustsat::types::Lit;
use whyc_base::budget::Exhausted;

use crate::session::{Answer, Session};

/// What [`minimise_core`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The assumptions, in the order in which they were passed, each once.
    pub lits: Vec<Lit>,
    /// The limit that ended the search before the core was proven minimal.
    pub cut_short: Option<Exhausted>,
}

/// How hard [`shrink_core`] tries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    /// Until the core is minimal.
    Minimal,
    /// At most so many solves with so many conflicts each.
    Limited { solves: u32, conflicts: u32 },
}

/// Shrinks `core`, which has no model together with `fixed`, to a minimal one.
///
/// The literals at the end of `core` are the first to be dropped: what should rather stay belongs
/// in front. Literals are dropped in groups that double as long as dropping succeeds and halve when
/// it fails; every solve that succeeds also drops all that the solver did not need, and a model
/// that violates a single literal proves it necessary. If `core` has a model after all, all its
/// literals come back.
pub fn minimise_core(session: &mut Session, core: &[Lit], fixed: &[Lit]) -> Core {
    shrink_core(session, core, fixed, Effort::Minimal, &mut |_| {})
}

/// As [`minimise_core`] with bounded effort; `on_model` sees every model met on the way.
pub(super) fn shrink_core(
    session: &mut Session,
    core: &[Lit],
    fixed: &[Lit],
    effort: Effort,
    on_model: &mut dyn FnMut(&Session),
) -> Core {
    let mut solves = 0;
    let mut seen = FxHashSet::default();
    let core: Vec<Lit> = core.iter().copied().filter(|&lit| seen.insert(lit)).collect();
    // Those before `n_needed` are proven necessary, those after it are candidates.
    let mut lits = core.clone();
    let mut n_needed = 0;
    let mut group = 1;
    let mut cut_short = None;
    while n_needed < lits.len() {
        let conflicts = match effort {
            Effort::Minimal => None,
            Effort::Limited { solves: limit, .. } if solves >= limit => break,
            Effort::Limited { conflicts, .. } => Some(conflicts),
        };
        solves += 1;
        let kept = lits.len() - group.min(lits.len() - n_needed);
        let assumptions: Vec<Lit> = fixed.iter().chain(&lits[..kept]).copied().collect();
        let answer = match conflicts {
            None => Some(session.solve(&assumptions)),
            Some(conflicts) => session.solve_limited(&assumptions, conflicts),
        };
        match answer {
            Some(Answer::Unsatisfiable) => {
                let failed: FxHashSet<Lit> = session.failed_assumptions().iter().copied().collect();
                lits.truncate(kept);
                let mut idx = 0;
                lits.retain(|lit| {
                    idx += 1;
                    idx <= n_needed || failed.contains(lit)
                });
                group *= 2;
            }
            Some(Answer::Satisfiable) => {
                on_model(session);
                let violated: Vec<usize> = (kept..lits.len()).filter(|&idx| !session.value(lits[idx])).collect();
                if let [single] = violated[..] {
                    // Kept in the front part from now on.
                    lits[n_needed..=single].rotate_right(1);
                    n_needed += 1;
                } else if violated.is_empty() {
                    // The literals have a model: there is nothing to shrink.
                    return Core { lits: core, cut_short: None };
                }
                group = (group / 2).max(1);
            }
            Some(Answer::Unknown(reason)) => {
                cut_short = Some(reason);
                break;
            }
            // Too hard to tell: keep them.
            None if group == 1 => {
                lits[n_needed..].rotate_right(1);
                n_needed += 1;
            }
            None => group = (group / 2).max(1),
        }
    }
    let left: FxHashSet<Lit> = lits.into_iter().collect();
    Core { lits: core.into_iter().filter(|lit| left.contains(lit)).collect(), cut_short }
}

#[cfg(test)]
mod tests;
