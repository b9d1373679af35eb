//! Minimising delta debugging, as Zeller and Hildebrandt describe it ("Simplifying and Isolating Failure-Inducing Input").

use crate::search::Search;
use crate::subset::Subset;

/// A 1-minimal part of `n` atoms: pieces alone are tried before what is left without them, and pieces become smaller when
/// neither is interesting.
pub fn ddmin(search: &mut Search<'_>, n: usize) -> Subset {
    let mut kept = Subset::all(n);
    let mut pieces = 2;
    if search.is_interesting(&Subset::none(n)) {
        return Subset::none(n);
    }
    while kept.len() >= 2 {
        let parts = split(&kept, pieces);
        // With two pieces, each is what is left without the other.
        let rest = if parts.len() > 2 { parts.len() } else { 0 };
        let candidate = |i: usize| match parts.get(i) {
            Some(part) => part.clone(),
            None => kept.minus(&parts[i - parts.len()]),
        };
        match search.first_interesting(parts.len() + rest, &candidate) {
            Some(i) if i < parts.len() => {
                kept = candidate(i);
                pieces = 2;
            }
            Some(i) => {
                kept = candidate(i);
                pieces = (parts.len() - 1).max(2);
            }
            None if parts.len() < kept.len() => pieces = (2 * parts.len()).min(kept.len()),
            None => break,
        }
        search.tell(&kept);
        if search.ended() == crate::Ended::Stopped {
            break;
        }
    }
    kept
}

/// The atoms of a subset in `pieces` parts of about the same size, in order.
fn split(kept: &Subset, pieces: usize) -> Vec<Subset> {
    let atoms: Vec<usize> = kept.iter().collect();
    let n = pieces.clamp(1, atoms.len().max(1));
    let start = |i: usize| i * atoms.len() / n;
    (0..n).map(|i| Subset::of(kept.n_atoms(), atoms[start(i)..start(i + 1)].iter().copied())).collect()
}
