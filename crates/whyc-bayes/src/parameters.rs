//! The tables of a network, from cases with soft evidence.
//!
//! Which of a directive's values an attribute came of is not seen, only the shares in which they were drawn. So expected counts are made of
//! the tables so far, and tables of these, again and again (expectation maximisation). Directives keep the shares of their case: what is
//! learnt about how likely their values are would be about who set them.

use crate::case::{Case, Seen};
use crate::network::Network;

/// So many values that are not seen are gone through together; beyond that the shares stand for them.
const MANY: usize = 4096;

/// Fills the tables; `prior` cases are spread evenly over each of them, so that nothing is impossible unless there are none.
pub fn learn(network: &mut Network, cases: &[Case], rounds: u32, prior: f64) {
    let is_soft = cases.iter().any(|case| case.seen.iter().any(|it| !matches!(it, Seen::Value(_))));
    for variable in network.n_directives..network.sizes.len() {
        let size: usize = network.family(variable).iter().map(|&it| network.sizes[it]).product();
        network.tables[variable] = vec![1.0 / network.sizes[variable] as f64; size];
    }
    for _ in 0..if is_soft { rounds } else { 1 } {
        let mut counts: Vec<Vec<f64>> =
            network.tables.iter().map(|it| vec![prior / it.len().max(1) as f64; it.len()]).collect();
        for case in cases {
            expect(network, case, &mut counts);
        }
        for (variable, counts) in counts.iter().enumerate().skip(network.n_directives) {
            let size = network.sizes[variable];
            for (row, table) in counts.chunks(size).zip(network.tables[variable].chunks_mut(size)) {
                let all: f64 = row.iter().sum();
                for (count, entry) in row.iter().zip(table) {
                    *entry = if all > 0.0 { count / all } else { 1.0 / size as f64 };
                }
            }
        }
    }
}

/// Adds what a case is expected to have been.
fn expect(network: &Network, case: &Case, counts: &mut [Vec<f64>]) {
    for group in groups(network, case) {
        let hidden: Vec<Vec<(usize, f64)>> =
            group.hidden.iter().map(|&it| case.seen[it].shares(network.sizes[it])).collect();
        let n = hidden.iter().try_fold(1usize, |n, it| n.checked_mul(it.len()));
        let is_small = n.is_some_and(|n| n <= MANY);
        if is_small {
            group.expect(network, case, &hidden, counts);
        } else {
            for &variable in &group.variables {
                let family = network.family(variable);
                crate::case::combinations(case, &family, &network.sizes, |number, share| {
                    counts[variable][number] += share;
                });
            }
        }
    }
}

/// Attributes that hang together by what is not seen.
struct Group {
    variables: Vec<usize>,
    hidden: Vec<usize>,
}

fn groups(network: &Network, case: &Case) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for variable in network.n_directives..network.sizes.len() {
        let is_hidden = |it: &usize| !matches!(case.seen[*it], Seen::Value(_));
        let mut new = Group {
            variables: vec![variable],
            hidden: network.family(variable).into_iter().filter(is_hidden).collect(),
        };
        let (joined, apart): (Vec<Group>, Vec<Group>) =
            groups.into_iter().partition(|it| it.hidden.iter().any(|it| new.hidden.contains(it)));
        for mut other in joined {
            new.variables.append(&mut other.variables);
            new.hidden.append(&mut other.hidden);
        }
        new.hidden.sort_unstable();
        new.hidden.dedup();
        groups = apart;
        groups.push(new);
    }
    groups
}

impl Group {
    /// All values of what is not seen, each by how likely it is together with what is.
    fn expect(&self, network: &Network, case: &Case, hidden: &[Vec<(usize, f64)>], counts: &mut [Vec<f64>]) {
        let mut at = vec![0; hidden.len()];
        let mut found: Vec<(Vec<usize>, f64)> = Vec::new();
        loop {
            let mut weight: f64 = at
                .iter()
                .enumerate()
                .map(|(k, &it)| match self.hidden[k] < network.n_directives {
                    true => hidden[k][it].1,
                    // What is said of an attribute that was not seen is its table's to say.
                    false if case.seen[self.hidden[k]] == Seen::Nothing => 1.0,
                    false => hidden[k][it].1,
                })
                .product();
            let value =
                |variable: usize| match (&case.seen[variable], self.hidden.iter().position(|it| *it == variable)) {
                    (Seen::Value(value), _) => *value,
                    (_, Some(k)) => hidden[k][at[k]].0,
                    (_, None) => 0,
                };
            let numbers: Vec<usize> = self
                .variables
                .iter()
                .map(|&variable| network.family(variable).iter().fold(0, |n, &it| n * network.sizes[it] + value(it)))
                .collect();
            for (&variable, &number) in self.variables.iter().zip(&numbers) {
                weight *= network.tables[variable][number];
            }
            found.push((numbers, weight));
            let Some(k) = (0..at.len()).rev().find(|&k| at[k] + 1 < hidden[k].len()) else { break };
            at[k] += 1;
            at[k + 1..].fill(0);
        }
        let all: f64 = found.iter().map(|it| it.1).sum();
        for (numbers, weight) in found {
            for (&variable, number) in self.variables.iter().zip(numbers) {
                counts[variable][number] += if all > 0.0 { weight / all } else { 0.0 };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_evidence_is_counted() {
        let mut network = Network::new(1, &[2, 2]);
        network.parents[1] = vec![0];
        let case = |a, b| Case { seen: vec![Seen::Value(a), Seen::Value(b)] };
        learn(&mut network, &[case(0, 0), case(0, 0), case(0, 1), case(1, 1)], 20, 0.0);
        assert_eq!(network.tables[1], [2.0 / 3.0, 1.0 / 3.0, 0.0, 1.0]);
    }

    #[test]
    fn soft_evidence_is_taken_apart() {
        // The attribute is the drawn value. In half of the cases only shares are seen, and what came of them.
        let mut network = Network::new(1, &[2, 2]);
        network.parents[1] = vec![0];
        let mut cases = Vec::new();
        for k in 0..40 {
            let value = k % 2;
            let drawn = if k < 4 { Seen::Value(value) } else { Seen::Shares(vec![0.5, 0.5]) };
            cases.push(Case { seen: vec![drawn, Seen::Value(value)] });
        }
        learn(&mut network, &cases, 200, 0.0);
        let table = &network.tables[1];
        assert!(table[0] > 0.99 && table[3] > 0.99, "{table:?}");
        // Shares as they are would leave it at what is seen of both alike.
        let counted = crate::case::counts(&cases, &[0, 1], &[2, 2]);
        assert!(counted[0] / (counted[0] + counted[1]) < 0.6);
    }
}
