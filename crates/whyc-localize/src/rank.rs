//! The order in which diagnoses are told.
//!
//! First those with fewer components; then those with which a run comes to the property that it violated, and it holds, before
//! those that only keep runs away from it; then those whose components are evaluated by failing runs rather than by passing
//! ones (Ochiai's measure of suspicion: what passing tests use as it is, is less likely wrong); then those that need
//! fewer changed evaluations; then those that come first in the source.

use super::groups::Groups;
use super::runs::Observed;
use super::values::Replacement;

/// The positions of the diagnoses in the order in which they are told.
pub fn order(
    groups: &Groups,
    diagnoses: &[Vec<usize>],
    replacements: &[Vec<Replacement>],
    observed: &[Observed],
) -> Vec<usize> {
    let suspicion = |diagnosis: &[usize]| -> f64 {
        let of_group = |&group: &usize| {
            let of_component = |component| suspicion(observed, |run| run.evaluated.contains(component));
            groups.members[group].iter().map(of_component).fold(0.0, f64::max)
        };
        diagnosis.iter().map(of_group).sum::<f64>() / diagnosis.len().max(1) as f64
    };
    let n_changes = |k: usize| replacements[k].iter().map(|replacement| replacement.was.len()).sum::<usize>();
    let mut order: Vec<usize> = (0..diagnoses.len()).collect();
    order.sort_by(|&a, &b| {
        let sizes = diagnoses[a].len().cmp(&diagnoses[b].len());
        let ways = avoids(&replacements[a]).cmp(&avoids(&replacements[b]));
        let suspicions = suspicion(&diagnoses[b]).total_cmp(&suspicion(&diagnoses[a]));
        sizes.then(ways).then(suspicions).then(n_changes(a).cmp(&n_changes(b))).then(a.cmp(&b))
    });
    order
}

/// Whether the values only help by keeping every run away from the property that it violated.
pub fn avoids(replacements: &[Replacement]) -> bool {
    !replacements.is_empty() && replacements.iter().all(|replacement| !replacement.comes_there)
}

/// How well "uses the component" and "fails" go together.
fn suspicion(observed: &[Observed], uses: impl Fn(&Observed) -> bool) -> f64 {
    let n_failing = observed.iter().filter(|run| !run.passes).count();
    let failing = observed.iter().filter(|run| !run.passes && uses(run)).count();
    let passing = observed.iter().filter(|run| run.passes && uses(run)).count();
    ochiai((failing, passing), n_failing)
}

/// Ochiai's measure for what so many failing and passing runs come to, of so many that fail.
pub fn ochiai((failing, passing): (usize, usize), n_failing: usize) -> f64 {
    let product = (n_failing * (failing + passing)) as f64;
    if product == 0.0 { 0.0 } else { failing as f64 / product.sqrt() }
}
