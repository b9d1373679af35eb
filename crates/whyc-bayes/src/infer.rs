//! Questions to a network, by elimination of one variable after the other.

use crate::network::Network;

/// No intermediate table is larger; a network for which it would be is not asked.
const LARGEST: usize = 1 << 20;

/// What is known: a value for some of the variables.
pub type Evidence = Vec<Option<usize>>;

/// A table over some variables.
#[derive(Clone, Debug)]
struct Factor {
    /// In ascending order; the last one counts least.
    of: Vec<usize>,
    values: Vec<f64>,
}

/// How a variable is eliminated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Sum,
    Max,
}

/// The probability of each value of each directive, when all of their values were as likely before the evidence; nothing if the evidence is
/// impossible, or the question too large.
#[must_use]
pub fn posterior(network: &Network, evidence: &Evidence) -> Option<Vec<Vec<f64>>> {
    (0..network.n_directives)
        .map(|directive| {
            let found = marginal(network, evidence, directive, By::Sum)?;
            let all: f64 = found.iter().sum();
            (all > 0.0).then(|| found.iter().map(|it| it / all).collect())
        })
        .collect()
}

/// The likeliest values of all directives together, with those of the attributes that are not known; nothing if the evidence is impossible,
/// or the question too large.
#[must_use]
pub fn likeliest(network: &Network, evidence: &Evidence) -> Option<Vec<usize>> {
    let mut known = evidence.clone();
    for directive in 0..network.n_directives {
        let found = marginal(network, &known, directive, By::Max)?;
        // Of equals the first one is taken.
        let best = (0..found.len()).fold(0, |best, it| if found[it] > found[best] { it } else { best });
        if found[best] <= 0.0 {
            return None;
        }
        known[directive] = Some(best);
    }
    known[..network.n_directives].iter().copied().collect()
}

/// What is left of all tables when everything but a directive is eliminated.
fn marginal(network: &Network, evidence: &Evidence, directive: usize, by: By) -> Option<Vec<f64>> {
    let sizes = &network.sizes;
    if let Some(value) = evidence[directive] {
        let mut only = vec![0.0; sizes[directive]];
        only[value] = 1.0;
        return Some(only);
    }
    let mut factors: Vec<Factor> = (network.n_directives..sizes.len())
        .filter(|&it| !network.tables[it].is_empty())
        .map(|it| reduced(network, it, evidence))
        .collect();
    factors.push(Factor { of: vec![directive], values: vec![1.0; sizes[directive]] });
    loop {
        let mut left: Vec<usize> =
            factors.iter().flat_map(|it| it.of.iter().copied()).filter(|it| *it != directive).collect();
        left.sort_unstable();
        left.dedup();
        // The one whose table is smallest.
        let size = |variable: usize| {
            let mut of: Vec<usize> =
                factors.iter().filter(|it| it.of.contains(&variable)).flat_map(|it| it.of.iter().copied()).collect();
            of.sort_unstable();
            of.dedup();
            of.iter().fold(1usize, |n, &it| n.saturating_mul(sizes[it]))
        };
        let Some((_, variable)) = left.into_iter().map(|it| (size(it), it)).min() else { break };
        let (with, without): (Vec<Factor>, Vec<Factor>) = factors.into_iter().partition(|it| it.of.contains(&variable));
        let joined =
            with.iter().try_fold(Factor { of: Vec::new(), values: vec![1.0] }, |a, b| product(&a, b, sizes))?;
        factors = without;
        factors.push(eliminated(&joined, variable, sizes, by));
    }
    let all = factors
        .iter()
        .try_fold(Factor { of: vec![directive], values: vec![1.0; sizes[directive]] }, |a, b| product(&a, b, sizes))?;
    Some(all.values)
}

/// The table of a variable where the evidence holds.
fn reduced(network: &Network, variable: usize, evidence: &Evidence) -> Factor {
    let family = network.family(variable);
    let mut of: Vec<usize> = family.iter().copied().filter(|it| evidence[*it].is_none()).collect();
    of.sort_unstable();
    let n = of.iter().map(|&it| network.sizes[it]).product();
    let mut values = vec![0.0; n];
    for (number, value) in values.iter_mut().enumerate() {
        let here = unpacked(number, &of, &network.sizes);
        let at = family.iter().fold(0, |n, it| {
            let part = evidence[*it].or_else(|| of.iter().position(|other| other == it).map(|k| here[k])).unwrap_or(0);
            n * network.sizes[*it] + part
        });
        *value = network.tables[variable][at];
    }
    Factor { of, values }
}

fn unpacked(mut number: usize, of: &[usize], sizes: &[usize]) -> Vec<usize> {
    let mut values = vec![0; of.len()];
    for (k, &it) in of.iter().enumerate().rev() {
        values[k] = number % sizes[it];
        number /= sizes[it];
    }
    values
}

fn place(of: &[usize], all: &[usize], values: &[usize], sizes: &[usize]) -> usize {
    of.iter().fold(0, |n, it| {
        let value = all.iter().position(|other| other == it).map_or(0, |k| values[k]);
        n * sizes[*it] + value
    })
}

fn product(a: &Factor, b: &Factor, sizes: &[usize]) -> Option<Factor> {
    let mut of: Vec<usize> = a.of.iter().chain(&b.of).copied().collect();
    of.sort_unstable();
    of.dedup();
    let n = of.iter().try_fold(1usize, |n, &it| n.checked_mul(sizes[it])).filter(|n| *n <= LARGEST)?;
    let value = |number: usize| {
        let here = unpacked(number, &of, sizes);
        a.values[place(&a.of, &of, &here, sizes)] * b.values[place(&b.of, &of, &here, sizes)]
    };
    let mut values: Vec<f64> = (0..n).map(value).collect();
    // Only how they compare matters; many small numbers would become none.
    let most = values.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        values.iter_mut().for_each(|it| *it /= most);
    }
    Some(Factor { of, values })
}

fn eliminated(it: &Factor, variable: usize, sizes: &[usize], by: By) -> Factor {
    let of: Vec<usize> = it.of.iter().copied().filter(|other| *other != variable).collect();
    let mut values = vec![0.0; of.iter().map(|&it| sizes[it]).product()];
    for (number, &value) in it.values.iter().enumerate() {
        let here = unpacked(number, &it.of, sizes);
        let to: &mut f64 = &mut values[place(&of, &it.of, &here, sizes)];
        *to = if by == By::Sum { *to + value } else { to.max(value) };
    }
    Factor { of, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two directives of three values, four attributes of two; tables that look random.
    fn network(seed: u64) -> Network {
        let mut network = Network::new(2, &[3, 3, 2, 2, 2, 2]);
        network.parents[2] = vec![0];
        network.parents[3] = vec![0, 1];
        network.parents[4] = vec![2, 3];
        network.parents[5] = vec![1, 4];
        for variable in 2..6 {
            let n: usize = network.family(variable).iter().map(|&it| network.sizes[it]).product();
            let word = |k: usize| {
                let it = (seed * 1000 + variable as u64 * 50 + k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                0.05 + 0.9 * ((it >> 40) as f64 / (1u64 << 24) as f64)
            };
            network.tables[variable] = (0..n).map(|k| if k % 2 == 0 { word(k) } else { 1.0 - word(k - 1) }).collect();
        }
        network
    }

    /// All worlds, each with its probability.
    fn worlds(network: &Network, evidence: &Evidence) -> Vec<(Vec<usize>, f64)> {
        let n: usize = network.sizes.iter().product();
        let all: Vec<usize> = (0..network.sizes.len()).collect();
        let world = |number: usize| {
            let values = unpacked(number, &all, &network.sizes);
            let fits = values.iter().zip(evidence).all(|(value, known)| known.is_none_or(|known| known == *value));
            let part = |variable: usize| {
                let at = network.family(variable).iter().fold(0, |n, &it| n * network.sizes[it] + values[it]);
                network.tables[variable][at]
            };
            let p = if fits { (network.n_directives..all.len()).map(part).product() } else { 0.0 };
            (values, p)
        };
        (0..n).map(world).collect()
    }

    #[test]
    fn answers_are_those_of_all_worlds() {
        for seed in 0..20 {
            let network = network(seed);
            for evidence in
                [[None, None, Some(1), None, None, Some(0)], [None, None, None, None, Some(1), Some(1)], [None; 6]]
            {
                let evidence: Evidence = evidence.to_vec();
                let worlds = worlds(&network, &evidence);
                let all: f64 = worlds.iter().map(|it| it.1).sum();
                let found = posterior(&network, &evidence).expect("it is possible");
                for (directive, found) in found.iter().enumerate() {
                    for (value, found) in found.iter().enumerate() {
                        let so = |it: &&(Vec<usize>, f64)| it.0[directive] == value;
                        let wanted: f64 = worlds.iter().filter(so).map(|it| it.1).sum::<f64>() / all;
                        assert!((found - wanted).abs() < 1e-9, "{seed}: {found} should be {wanted}");
                    }
                }
                let best = worlds.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|it| it.0[..2].to_vec());
                assert_eq!(likeliest(&network, &evidence), best);
            }
        }
    }

    #[test]
    fn of_the_impossible_nothing_is_said() {
        let mut network = Network::new(1, &[2, 2]);
        network.parents[1] = vec![0];
        network.tables[1] = vec![1.0, 0.0, 1.0, 0.0];
        assert_eq!(posterior(&network, &vec![None, Some(1)]), None);
        assert_eq!(likeliest(&network, &vec![None, Some(1)]), None);
        assert_eq!(posterior(&network, &vec![None, Some(0)]), Some(vec![vec![0.5, 0.5]]));
    }
}
