//! Minimises a number given by its bits, from the most significant one down.
//!
//! With all higher bits settled, a bit is zero in the minimum exactly if it can be zero; one solve
//! tells, and none is needed where the best model has a zero already. The settled bits are a lower
//! bound, the best model an upper bound, and every solve moves one of them.
//!
//! All depends on the first model: the high bits of a large sum are the hardest to clear one by
//! one, and [`solve_small`] clears most of them at once.

use rustsat::types::Lit;

use super::narrow::solve_small;
use super::sum::{Summand, sum};
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
    minimise_from(session, bits, assumptions, progress, |session| solve_small(session, &[bits], assumptions))
}

/// Minimises the weighted sum of `summands` under `assumptions`.
///
/// The sum's definition stays in the session.
///
/// # Panics
/// As [`Session::new_var`].
pub fn minimise_sum(
    session: &mut Session,
    summands: &[Summand],
    assumptions: &[Lit],
    progress: &mut dyn FnMut(Progress),
) -> Optimum {
    let total = sum(session, summands);
    let numbers: Vec<&[Lit]> = summands.iter().map(|summand| &summand.bits[..]).collect();
    minimise_from(session, &total, assumptions, progress, |session| solve_small(session, &numbers, assumptions))
}

/// The number that `bits` (least significant first) stand for under `value`, as far as it fits.
pub fn number(bits: &[Lit], value: impl Fn(Lit) -> bool) -> Cost {
    bits.iter()
        .enumerate()
        .filter(|&(_, &bit)| value(bit))
        .fold(0, |sum: Cost, (idx, _)| sum.saturating_add(power(idx)))
}

/// Minimises `bits` beginning with the model that `first` finds.
fn minimise_from(
    session: &mut Session,
    bits: &[Lit],
    assumptions: &[Lit],
    progress: &mut dyn FnMut(Progress),
    first: impl FnOnce(&mut Session) -> Answer,
) -> Optimum {
    let mut bounds = Bounds::new(0, progress);
    let (status, pin) = match first(session) {
        Answer::Satisfiable => {
            bounds.offer(session, number(bits, |bit| session.value(bit)));
            descend(session, bits, assumptions, &mut bounds)
        }
        Answer::Unsatisfiable => (Status::Infeasible, Vec::new()),
        Answer::Unknown(reason) => (Status::BestFound(reason), Vec::new()),
    };
    bounds.finish(session, status, pin)
}

fn descend(session: &mut Session, bits: &[Lit], assumptions: &[Lit], bounds: &mut Bounds<'_>) -> (Status, Vec<Lit>) {
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
                    Answer::Unknown(reason) => return (Status::BestFound(reason), Vec::new()),
                }
            }
        };
        if !can_be_zero {
            lower = lower.saturating_add(power(idx));
            bounds.raise(lower);
        }
        settled.push(if can_be_zero { !bit } else { bit });
    }
    (Status::Optimal, settled.split_off(assumptions.len()))
}

fn power(idx: usize) -> Cost {
    u32::try_from(idx).ok().and_then(|idx| Cost::from(1u8).checked_shl(idx)).unwrap_or(Cost::MAX)
}

#[cfg(test)]
mod tests;
