//! Minimises a number given by its bits, from the most significant one down.
//!
//! With all higher bits settled, a bit is zero in the minimum exactly if it can be zero; one solve
//! tells, and none is needed where the best model has a zero already. The settled bits are a lower
//! bound, the best model an upper bound, and every solve moves one of them.

use rustsat::types::Lit;

use super::{Bounds, Cost, Optimum, Progress, Status};
use crate::session::{Answer, Session};

/// Minimises the unsigned number `bits` (least significant first) under `assumptions`.
///
/// Numbers of more than 128 bits are minimised too, but the costs reported for them stop at the
/// largest that a [`Cost`] can hold.
pub fn minimise_value(
    session: &mut Session,
    bits: &[Lit],
    assumptions: &[Lit],
    progress: &mut dyn FnMut(Progress),
) -> Optimum {
    let replaced = session.prefer(bits.iter().map(|&bit| !bit));
    let optimum = descend(session, bits, assumptions, Bounds::new(0, progress));
    session.put_back(replaced);
    optimum
}

/// The number that `bits` (least significant first) stand for under `value`, as far as it fits.
pub fn number(bits: &[Lit], value: impl Fn(Lit) -> bool) -> Cost {
    bits.iter()
        .enumerate()
        .filter(|&(_, &bit)| value(bit))
        .fold(0, |sum: Cost, (idx, _)| sum.saturating_add(power(idx)))
}

fn descend(session: &mut Session, bits: &[Lit], assumptions: &[Lit], mut bounds: Bounds<'_>) -> Optimum {
    match session.solve(assumptions) {
        Answer::Satisfiable => bounds.offer(session, number(bits, |bit| session.value(bit))),
        Answer::Unsatisfiable => return bounds.finish(session, Status::Infeasible, Vec::new()),
        Answer::Unknown(reason) => return bounds.finish(session, Status::BestFound(reason), Vec::new()),
    }
    // The assumptions, followed by the bits settled so far.
    let mut settled = assumptions.to_vec();
    let mut lower: Cost = 0;
    for (idx, &bit) in bits.iter().enumerate().rev() {
        let can_be_zero = match &bounds.best {
            Some(best) if !best.model.value(bit) => true,
            _ => {
                settled.push(!bit);
                let answer = session.solve(&settled);
                settled.pop();
                match answer {
                    Answer::Satisfiable => {
                        bounds.replace(session, number(bits, |bit| session.value(bit)));
                        true
                    }
                    Answer::Unsatisfiable => false,
                    Answer::Unknown(reason) => {
                        return bounds.finish(session, Status::BestFound(reason), Vec::new());
                    }
                }
            }
        };
        if !can_be_zero {
            lower = lower.saturating_add(power(idx));
            bounds.raise(lower);
        }
        settled.push(if can_be_zero { !bit } else { bit });
    }
    let pin = settled.split_off(assumptions.len());
    bounds.finish(session, Status::Optimal, pin)
}

fn power(idx: usize) -> Cost {
    u32::try_from(idx).ok().and_then(|idx| Cost::from(1u8).checked_shl(idx)).unwrap_or(Cost::MAX)
}

#[cfg(test)]
mod tests;
