//! How well a variable is explained by its parents.

use statrs::function::gamma::ln_gamma;

use crate::case::{Case, counts};

/// No table of a network is larger.
pub const LARGEST: usize = 1 << 14;

/// Which measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The probability of what was seen, all tables being equally likely (Cooper and Herskovits).
    Bayes,
    /// The likelihood, less what more numbers in a table would explain by chance.
    Bic,
}

/// The logarithm of the score of a variable with these parents; none if its table were too large.
#[must_use]
pub fn score(measure: Measure, cases: &[Case], sizes: &[usize], variable: usize, parents: &[usize]) -> Option<f64> {
    let family: Vec<usize> = parents.iter().copied().chain([variable]).collect();
    let size = family.iter().try_fold(1usize, |n, &it| n.checked_mul(sizes[it]));
    size.filter(|&size| size <= LARGEST)?;
    let counts = counts(cases, &family, sizes);
    let rows = counts.chunks(sizes[variable]);
    Some(match measure {
        Measure::Bayes => rows.map(bayes).sum(),
        Measure::Bic => {
            let free = (counts.len() / sizes[variable] * (sizes[variable] - 1)) as f64;
            rows.map(likelihood).sum::<f64>() - free * (cases.len().max(1) as f64).ln() / 2.0
        }
    })
}

/// `(r - 1)! / (n + r - 1)!` times the product of the factorials of the counts.
fn bayes(row: &[f64]) -> f64 {
    let (r, n) = (row.len() as f64, row.iter().sum::<f64>());
    if n <= 0.0 {
        return 0.0;
    }
    ln_gamma(r) - ln_gamma(n + r) + row.iter().map(|count| ln_gamma(count + 1.0)).sum::<f64>()
}

fn likelihood(row: &[f64]) -> f64 {
    let n: f64 = row.iter().sum();
    row.iter().filter(|count| **count > 0.0).map(|count| count * (count / n).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::tests::cooper_herskovits;

    #[test]
    fn scores_of_the_classical_example() {
        let cases = cooper_herskovits();
        for (variable, parents, one_in) in [
            (0, vec![], 2772.0),
            (1, vec![], 2772.0),
            (1, vec![0], 900.0),
            (2, vec![], 2310.0),
            (2, vec![0], 1800.0),
            (2, vec![1], 180.0),
            (2, vec![0, 1], 400.0),
        ] {
            let found = score(Measure::Bayes, &cases, &[2; 3], variable, &parents).map(|it| (-it).exp());
            assert!(found.is_some_and(|it| (it / one_in - 1.0).abs() < 1e-9), "{variable} {parents:?}: {found:?}");
        }
    }
}
