//! Which variable depends on which, learnt from cases.

use rustc_hash::FxHashMap;

use crate::case::Case;
use crate::network::Network;
use crate::score::{Measure, score};

/// How a network is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// In the order of the variables: parents are added while that gains most (K2).
    K2,
    /// Edges are added, left out and turned round while that gains most.
    Greedy,
}

impl Search {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Search::K2 => "K2",
            Search::Greedy => "greedy",
        }
    }
}

/// A network of the variables, without tables; no variable has more parents than `most`.
#[must_use]
pub fn learn(search: Search, cases: &[Case], n_directives: usize, sizes: &[usize], most: usize) -> Network {
    let network = Network::new(n_directives, sizes);
    match search {
        Search::K2 => k2(network, cases, most),
        Search::Greedy => greedy(network, cases, most),
    }
}

fn k2(mut network: Network, cases: &[Case], most: usize) -> Network {
    let sizes = network.sizes.clone();
    for variable in 0..sizes.len() {
        let of = |parents: &[usize]| score(Measure::Bayes, cases, &sizes, variable, parents);
        let mut known = of(&[]);
        while network.parents[variable].len() < most {
            let with = |parent: usize| {
                let mut parents = network.parents[variable].clone();
                parents.push(parent);
                Some((of(&parents)?, parent))
            };
            let others = (0..variable).filter(|it| !network.parents[variable].contains(it));
            // Of equals the first one is taken.
            let best = others.filter_map(with).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((found, parent)) = best.filter(|(found, _)| known.is_none_or(|known| *found > known)) else {
                break;
            };
            network.parents[variable].push(parent);
            known = Some(found);
        }
        network.parents[variable].sort_unstable();
    }
    network
}

/// A change of one edge.
#[derive(Clone, Copy, Debug)]
enum Change {
    Add(usize, usize),
    Drop(usize, usize),
    Turn(usize, usize),
}

/// What families score, each asked once.
struct Scores<'a> {
    cases: &'a [Case],
    sizes: Vec<usize>,
    known: FxHashMap<(usize, Vec<usize>), Option<f64>>,
}

impl Scores<'_> {
    fn of(&mut self, variable: usize, parents: &[usize]) -> Option<f64> {
        let key = (variable, parents.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = score(Measure::Bic, self.cases, &self.sizes, variable, parents);
        self.known.insert(key, found);
        found
    }

    /// What a change gains.
    fn gain(&mut self, network: &Network, change: Change) -> Option<f64> {
        let mut with = |variable: usize, parent: usize, is_added: bool| {
            let now = self.of(variable, &network.parents[variable])?;
            Some(self.of(variable, &changed(&network.parents[variable], parent, is_added))? - now)
        };
        match change {
            Change::Add(from, to) => with(to, from, true),
            Change::Drop(from, to) => with(to, from, false),
            Change::Turn(from, to) => Some(with(to, from, false)? + with(from, to, true)?),
        }
    }
}

fn changed(parents: &[usize], parent: usize, is_added: bool) -> Vec<usize> {
    let mut parents: Vec<usize> = parents.iter().copied().filter(|it| *it != parent).collect();
    if is_added {
        parents.push(parent);
        parents.sort_unstable();
    }
    parents
}

fn greedy(mut network: Network, cases: &[Case], most: usize) -> Network {
    // Less is no gain, but rounding.
    const LEAST: f64 = 1e-9;
    let n = network.sizes.len();
    let mut scores = Scores { cases, sizes: network.sizes.clone(), known: FxHashMap::default() };
    // Each change makes the score larger, so that this ends; that it ends soon is better still.
    for _ in 0..8 * n * most.max(1) {
        let mut best: Option<(f64, Change)> = None;
        for to in 0..n {
            for from in (0..n).filter(|it| *it != to) {
                let changes: &[Change] = match network.parents[to].contains(&from) {
                    true => &[Change::Drop(from, to), Change::Turn(from, to)],
                    false => &[Change::Add(from, to)],
                };
                for &change in changes {
                    if !is_allowed(&network, change, most) {
                        continue;
                    }
                    let Some(gain) = scores.gain(&network, change) else { continue };
                    if gain > best.map_or(LEAST, |it| it.0 + LEAST) {
                        best = Some((gain, change));
                    }
                }
            }
        }
        let Some((_, change)) = best else { break };
        apply(&mut network, change);
    }
    network
}

fn is_allowed(network: &Network, change: Change, most: usize) -> bool {
    match change {
        Change::Add(from, to) => network.parents[to].len() < most && !network.leads(to, from),
        Change::Drop(..) => true,
        Change::Turn(from, to) => {
            let mut without = network.clone();
            without.parents[to].retain(|it| *it != from);
            network.parents[from].len() < most && !without.leads(from, to)
        }
    }
}

fn apply(network: &mut Network, change: Change) {
    let (from, to, is_added) = match change {
        Change::Add(from, to) => (from, to, true),
        Change::Drop(from, to) | Change::Turn(from, to) => (from, to, false),
    };
    network.parents[to] = changed(&network.parents[to], from, is_added);
    if let Change::Turn(from, to) = change {
        network.parents[from] = changed(&network.parents[from], to, true);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::case::Seen::Value;

    /// The ten cases of Cooper and Herskovits.
    pub(crate) fn cooper_herskovits() -> Vec<Case> {
        let rows = ["100", "111", "001", "111", "000", "011", "111", "000", "111", "000"];
        let value = |c: char| Value(usize::from(c == '1'));
        rows.iter().map(|row| Case { seen: row.chars().map(value).collect() }).collect()
    }

    #[test]
    fn k2_finds_the_chain_of_the_classical_example() {
        let network = learn(Search::K2, &cooper_herskovits(), 0, &[2; 3], 2);
        assert_eq!(network.parents, [vec![], vec![0], vec![1]]);
    }

    #[test]
    fn greedy_search_finds_what_depends() {
        // The third variable is the exclusive or of the first two but for one case of nine; the fourth copies the third; the fifth is apart.
        let mut cases = Vec::new();
        for k in 0..360 {
            let (a, b) = (k % 2, k / 2 % 2);
            let c = if k % 9 == 0 { 1 - (a ^ b) } else { a ^ b };
            cases.push(Case { seen: [a, b, c, c, k / 4 % 2].map(Value).to_vec() });
        }
        for search in [Search::Greedy, Search::K2] {
            let network = learn(search, &cases, 2, &[2; 5], 3);
            let is_joined = |a: usize, b: usize| network.parents[a].contains(&b) || network.parents[b].contains(&a);
            assert!(is_joined(2, 3), "{search:?}: {:?}", network.parents);
            assert!((0..4).all(|it| !is_joined(it, 4)), "{search:?}: {:?}", network.parents);
        }
    }
}
