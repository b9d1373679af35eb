//! From cases to weights: choose directives, learn a network, ask it for what was never seen.

use crate::case::{Case, Seen};
use crate::infer::{likeliest, posterior};
use crate::information;
use crate::network::Network;
use crate::parameters;
use crate::quantise;
use crate::structure::{self, Search};

/// At most so many directives are kept, and so many parents does a variable have.
const MOST_DIRECTIVES: usize = 8;
const MOST_PARENTS: usize = 3;
/// Rounds of expectation maximisation.
const ROUNDS: u32 = 12;
/// So many cases are made up for each table, evenly: what was never seen is unlikely, and not impossible.
const PRIOR: f64 = 1.0;
/// A directive with at most so many values is learnt by subsets of them, where it was set to such.
pub const QUANTISED: usize = 3;

/// One run, or one event of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// For each directive, the shares in which its values were drawn; nothing if it was not drawn.
    pub drawn: Vec<Option<Vec<f64>>>,
    /// For each directive, to which of the subsets of its values it was set ([`quantise::settings`]), if it was.
    pub set: Vec<Option<usize>>,
    /// The value of each attribute.
    pub attributes: Vec<usize>,
}

/// A network, and what it is about.
#[derive(Clone, Debug)]
pub struct Booster {
    /// How it was learnt.
    pub search: Search,
    /// The directives that it kept.
    pub kept: Vec<usize>,
    /// The network over these and all attributes.
    pub network: Network,
}

/// Weights for the directives that are to be drawn otherwise than as ever.
pub type Weights = Vec<(usize, Vec<f64>)>;

/// Learns from samples; nothing if no directive says anything about an attribute.
#[must_use]
pub fn learn(search: Search, samples: &[Sample], directives: &[usize], attributes: &[usize]) -> Option<Booster> {
    let n = directives.len();
    let sizes: Vec<usize> = directives.iter().chain(attributes).copied().collect();
    let seen = |drawn: &Option<Vec<f64>>| match drawn {
        Some(shares) => match shares.iter().position(|share| *share >= 1.0) {
            Some(value) => Seen::Value(value),
            None => Seen::Shares(shares.clone()),
        },
        None => Seen::Nothing,
    };
    let case = |sample: &Sample| Case {
        seen: sample.drawn.iter().map(seen).chain(sample.attributes.iter().map(|&it| Seen::Value(it))).collect(),
    };
    let cases: Vec<Case> = samples.iter().map(case).collect();
    let chosen = information::chosen(&cases, &sizes, n, MOST_DIRECTIVES);
    if chosen.is_empty() {
        return None;
    }
    let (structured, kept) = structure_of(search, samples, &cases, &sizes, n, &chosen);
    // What nothing depends on any more is left out, which is a second choice.
    let renamed = |old: usize| match old < chosen.len() {
        true => kept.iter().position(|it| *it == old),
        false => Some(old - chosen.len() + kept.len()),
    };
    let directives: Vec<usize> = kept.iter().map(|&it| chosen[it]).collect();
    let own: Vec<usize> = directives.iter().copied().chain(n..sizes.len()).collect();
    let own_sizes: Vec<usize> = own.iter().map(|&it| sizes[it]).collect();
    let mut network = Network::new(directives.len(), &own_sizes);
    for (variable, parents) in structured.parents.iter().enumerate().skip(chosen.len()) {
        let Some(to) = renamed(variable) else { continue };
        network.parents[to] = parents.iter().filter_map(|&it| renamed(it)).collect();
    }
    if directives.is_empty() {
        return None;
    }
    let project = |case: &Case| Case { seen: own.iter().map(|&it| case.seen[it].clone()).collect() };
    let cases: Vec<Case> = cases.iter().map(project).collect();
    parameters::learn(&mut network, &cases, ROUNDS, PRIOR);
    Some(Booster { search, kept: directives, network })
}

/// The edges between the directives that were chosen and the attributes, and which directives are left.
fn structure_of(
    search: Search,
    samples: &[Sample],
    cases: &[Case],
    sizes: &[usize],
    n: usize,
    chosen: &[usize],
) -> (Network, Vec<usize>) {
    let is_quantised = |directive: usize| sizes[directive] <= QUANTISED;
    let own: Vec<usize> = chosen.iter().copied().chain(n..sizes.len()).collect();
    let own_sizes: Vec<usize> = own
        .iter()
        .map(|&it| if it < n && is_quantised(it) { quantise::settings(sizes[it]).len() } else { sizes[it] })
        .collect();
    let project = |(case, sample): (&Case, &Sample)| {
        let seen = |&it: &usize| match sample.set.get(it) {
            Some(Some(set)) if is_quantised(it) => Seen::Value(*set),
            // What was not set was drawn as ever: from all of its values.
            Some(None) if is_quantised(it) => Seen::Value(quantise::settings(sizes[it]).len() - 1),
            _ => case.seen[it].clone(),
        };
        Case { seen: own.iter().map(seen).collect() }
    };
    let cases: Vec<Case> = cases.iter().zip(samples).map(project).collect();
    let mut network = structure::learn(search, &cases, chosen.len(), &own_sizes, MOST_PARENTS);
    let kept = network.prune();
    // Turned edges may be more than a table can hold once values are values again.
    for variable in chosen.len()..own.len() {
        while network.family(variable).iter().map(|&it| sizes[own[it]]).product::<usize>() > crate::score::LARGEST {
            network.parents[variable].pop();
        }
    }
    (network, kept)
}

impl Booster {
    /// Weights with which the attributes should come out so, as far as they are given: first as likely as each value is, then the likeliest
    /// values alone. None if that is impossible, or says nothing.
    #[must_use]
    pub fn propose(&self, wanted: &[Option<usize>]) -> Vec<Weights> {
        let mut evidence = vec![None; self.kept.len()];
        evidence.extend_from_slice(wanted);
        let named = |weights: Vec<Vec<f64>>| self.kept.iter().copied().zip(weights).collect::<Weights>();
        let mut all = Vec::new();
        let Some(soft) = posterior(&self.network, &evidence) else { return all };
        all.push(named(soft));
        if let Some(values) = likeliest(&self.network, &evidence) {
            let only = |(k, value): (usize, usize)| {
                (0..self.network.sizes[k]).map(|it| if it == value { 1.0 } else { 0.0 }).collect()
            };
            all.push(named(values.into_iter().enumerate().map(only).collect()));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Numbers that look random.
    struct Words(u64);

    impl Words {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % n
        }
        fn by(&mut self, weights: &[f64]) -> usize {
            let mut at = self.below(1 << 20) as f64 / f64::from(1 << 20);
            weights
                .iter()
                .position(|it| {
                    at -= it;
                    at < 0.0
                })
                .unwrap_or(0)
        }
    }

    fn sample(x: usize, y: usize) -> Sample {
        let only = |value: usize| Some((0..16).map(|it| if it == value { 1.0 } else { 0.0 }).collect());
        Sample {
            drawn: vec![only(x), only(y)],
            set: vec![None; 2],
            attributes: vec![x >> 2, y >> 2, usize::from(x == y)],
        }
    }

    /// How many of the 20 combinations that can be are covered by so many runs, boosted from some run on or not.
    fn covered(seed: u64, n: usize, boosted: Option<(Search, usize)>) -> usize {
        let mut words = Words(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
        let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
        let mut samples = Vec::new();
        let mut queue: Vec<Weights> = Vec::new();
        for run in 0..n {
            let mut weights = vec![vec![1.0 / 16.0; 16]; 2];
            if let Some((search, from)) = boosted.filter(|it| run >= it.1) {
                if queue.is_empty()
                    && (run - from) % 4 == 0
                    && let Some(booster) = learn(search, &samples, &[16; 2], &[4, 4, 2])
                {
                    let open = (0..32).map(|k| vec![k / 8, k / 2 % 4, k % 2]).filter(|it| !known.contains(it));
                    queue =
                        open.flat_map(|it| booster.propose(&it.into_iter().map(Some).collect::<Vec<_>>())).collect();
                }
                let at = if queue.is_empty() { None } else { Some(words.below(queue.len())) };
                for (directive, it) in at.map(|at| queue.swap_remove(at)).unwrap_or_default() {
                    weights[directive] = it;
                }
            }
            let (x, y) = (words.by(&weights[0]), words.by(&weights[1]));
            let new = sample(x, y);
            known.insert(new.attributes.clone());
            samples.push(new);
        }
        known.len()
    }

    #[test]
    fn boosted_runs_cover_more_than_even_ones() {
        // From the same first 60 runs on, 60 more; the numbers are those of the same seed up to there.
        for search in [Search::Greedy, Search::K2] {
            let (mut even, mut boosted) = (0, 0);
            for seed in 0..40 {
                even += covered(seed, 120, None);
                boosted += covered(seed, 120, Some((search, 60)));
            }
            assert!(boosted > even, "{search:?}: {boosted} of 800 should be more than {even}");
        }
    }
}
