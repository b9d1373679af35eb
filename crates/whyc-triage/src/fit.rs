//! Negative binomial regression with a logarithmic link.
//!
//! Counts `y` have mean `exp(x·β)` and variance `mean + α mean²`. Both are fitted to be most likely: β by Newton's steps (the expected
//! information is that of weighted least squares), α where the derivative changes its sign. As the counts are whole numbers, the
//! gamma functions are sums of logarithms, and nothing is approximated.

/// The smallest dispersion: from here on the counts are taken to be Poisson's.
pub const LEAST_ALPHA: f64 = 1e-6;
/// The largest.
const MOST_ALPHA: f64 = 1e4;
/// The largest logarithm of a mean.
const LARGEST: f64 = 30.0;
/// What keeps columns that determine the counts from growing without end.
const RIDGE: f64 = 1e-9;

/// A fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The coefficients, one for each column; 0 for those that were left out.
    pub beta: Vec<f64>,
    /// The dispersion.
    pub alpha: f64,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Columns that say nothing that those before them do not say.
    pub left_out: Vec<usize>,
}

/// Why there is no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFit {
    /// There is nothing to learn from.
    #[error("there are no rows to learn from")]
    Empty,
    /// Nothing was ever counted.
    #[error("there is not a single fix to learn from")]
    NoCounts,
    /// It does not settle.
    #[error("the regression does not settle on this history")]
    Unsettled,
}

/// Fits counts to rows, of which each has the same number of columns; the first is usually 1.
///
/// # Errors
/// If there is nothing to learn from.
pub fn fit(rows: &[Vec<f64>], counts: &[u64]) -> Result<Fit, NoFit> {
    let Some(first) = rows.first() else { return Err(NoFit::Empty) };
    if counts.iter().all(|it| *it == 0) {
        return Err(NoFit::NoCounts);
    }
    let (kept, left_out) = independent(rows, first.len());
    let narrow: Vec<Vec<f64>> = rows.iter().map(|row| kept.iter().map(|&k| row[k]).collect()).collect();
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let mut beta = vec![0.0; kept.len()];
    if let Some(start) = beta.first_mut() {
        *start = mean.ln();
    }
    let mut alpha: f64 = 1.0;
    for _ in 0..200 {
        beta = coefficients(&narrow, counts, beta, alpha)?;
        let means: Vec<f64> = narrow.iter().map(|row| mean_of(row, &beta)).collect();
        let next = dispersion(&means, counts);
        let is_settled = (next.ln() - alpha.ln()).abs() < 1e-10;
        alpha = next;
        if is_settled {
            let log_likelihood = log_likelihood(&means, counts, alpha);
            let mut all = vec![0.0; first.len()];
            for (&k, value) in kept.iter().zip(&beta) {
                all[k] = *value;
            }
            return Ok(Fit { beta: all, alpha, log_likelihood, left_out });
        }
    }
    Err(NoFit::Unsettled)
}

/// The expected count of a row.
#[must_use]
pub fn mean_of(row: &[f64], beta: &[f64]) -> f64 {
    let sum: f64 = row.iter().zip(beta).map(|(x, b)| x * b).sum();
    sum.clamp(-LARGEST, LARGEST).exp()
}

/// The columns that are not combinations of those before them, and the others.
fn independent(rows: &[Vec<f64>], n: usize) -> (Vec<usize>, Vec<usize>) {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for k in 0..n {
        let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
        let size = dot(&column, &column).sqrt();
        let mut rest = column;
        for base in &basis {
            let share = dot(&rest, base);
            rest.iter_mut().zip(base).for_each(|(it, b)| *it -= share * b);
        }
        let left = dot(&rest, &rest).sqrt();
        if left <= 1e-8 * size.max(1e-300) {
            left_out.push(k);
        } else {
            rest.iter_mut().for_each(|it| *it /= left);
            basis.push(rest);
            kept.push(k);
        }
    }
    (kept, left_out)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The most likely coefficients at a fixed dispersion.
fn coefficients(rows: &[Vec<f64>], counts: &[u64], mut beta: Vec<f64>, alpha: f64) -> Result<Vec<f64>, NoFit> {
    let likely = |beta: &[f64]| {
        let means: Vec<f64> = rows.iter().map(|row| mean_of(row, beta)).collect();
        log_likelihood(&means, counts, alpha)
    };
    let mut current = likely(&beta);
    for _ in 0..200 {
        let n = beta.len();
        let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for (row, &count) in rows.iter().zip(counts) {
            let mean = mean_of(row, &beta);
            let (rest, weight) = ((count as f64 - mean) / (1.0 + alpha * mean), mean / (1.0 + alpha * mean));
            for a in 0..n {
                gradient[a] += row[a] * rest;
                for b in 0..n {
                    information[a][b] += weight * row[a] * row[b];
                }
            }
        }
        let ridge = RIDGE * (1.0 + (0..n).map(|k| information[k][k]).fold(0.0, f64::max));
        (0..n).for_each(|k| information[k][k] += ridge);
        let step = solve(information, gradient).ok_or(NoFit::Unsettled)?;
        // Half as far, as long as it gets worse.
        let mut length = 1.0;
        let (next, value) = loop {
            let next: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + length * s).collect();
            let value = likely(&next);
            if value >= current - 1e-12 || length < 1e-6 {
                break (next, value);
            }
            length /= 2.0;
        };
        let moved = step.iter().map(|it| (it * length).abs()).fold(0.0, f64::max);
        (beta, current) = (next, value);
        if moved < 1e-11 || length < 1e-6 {
            return Ok(beta);
        }
    }
    Ok(beta)
}

/// Gauss's elimination with pivots; nothing if the matrix is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| matrix[a][k].abs().total_cmp(&matrix[b][k].abs()))?;
        if !matrix[pivot][k].is_finite() || matrix[pivot][k].abs() < 1e-300 {
            return None;
        }
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        for row in k + 1..n {
            let factor = matrix[row][k] / matrix[k][k];
            let above = matrix[k].clone();
            for (value, above) in matrix[row].iter_mut().zip(&above).skip(k) {
                *value -= factor * above;
            }
            right[row] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|column| matrix[k][column] * right[column]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    right.iter().all(|it| it.is_finite()).then_some(right)
}

/// The most likely dispersion for these means: where the likelihood stops to grow.
fn dispersion(means: &[f64], counts: &[u64]) -> f64 {
    // In θ = 1/α.
    let slope = |theta: f64| -> f64 {
        let each = means.iter().zip(counts).map(|(&mean, &count)| {
            let sum: f64 = (0..count).map(|k| 1.0 / (theta + k as f64)).sum();
            sum - (mean / theta).ln_1p() + (mean - count as f64) / (theta + mean)
        });
        each.sum()
    };
    let (mut low, mut high) = ((1.0 / MOST_ALPHA).ln(), (1.0 / LEAST_ALPHA).ln());
    if slope(high.exp()) >= 0.0 {
        return LEAST_ALPHA;
    }
    if slope(low.exp()) <= 0.0 {
        return MOST_ALPHA;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle.exp()) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    1.0 / f64::midpoint(low, high).exp()
}

/// The logarithm of the likelihood of counts with these means.
#[must_use]
pub fn log_likelihood(means: &[f64], counts: &[u64], alpha: f64) -> f64 {
    let theta = 1.0 / alpha;
    let each = means.iter().zip(counts).map(|(&mean, &count)| {
        let gammas: f64 = (0..count).map(|k| (theta + k as f64).ln() - (k as f64 + 1.0).ln()).sum();
        gammas - theta * (alpha * mean).ln_1p() + count as f64 * (mean / (theta + mean)).ln()
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 6e-6 * b.abs().max(1.0)
    }

    fn rows(lines: &[u32]) -> Vec<Vec<f64>> {
        lines.iter().map(|&it| vec![1.0, (f64::from(it) / 1000.0).ln()]).collect()
    }

    #[test]
    fn a_constant_has_the_mean_and_the_dispersion() {
        let counts = [0, 0, 0, 0, 1, 2, 0, 8, 0, 1];
        let found = fit(&vec![vec![1.0]; 10], &counts).expect("a fit");
        assert!(near(found.beta[0], 1.2f64.ln()) && near(found.beta[0], 0.182_321_6), "{found:?}");
        assert!(near(found.alpha, 3.197_45), "{found:?}");
    }

    #[test]
    fn sizes_explain_counts_that_are_spread_out() {
        let lines = [100, 100, 200, 200, 400, 400, 800, 800, 1600, 1600, 3200, 3200];
        let counts = [0, 3, 0, 0, 1, 0, 5, 0, 14, 2, 0, 30];
        let found = fit(&rows(&lines), &counts).expect("a fit");
        assert!(near(found.beta[0], 1.419_06) && near(found.beta[1], 0.867_82), "{found:?}");
        assert!(near(found.alpha, 2.493_75) && near(-found.log_likelihood, 24.958_85), "{found:?}");
    }

    #[test]
    fn counts_that_are_not_spread_out_are_poisson() {
        let lines = [50, 80, 120, 60, 400, 90, 70, 900, 300, 40, 1500, 200];
        let counts = [0, 0, 1, 0, 3, 0, 0, 7, 2, 0, 12, 1];
        let found = fit(&rows(&lines), &counts).expect("a fit");
        assert!(near(found.beta[0], 2.031_03) && near(found.beta[1], 1.342_35), "{found:?}");
        assert!((found.alpha - LEAST_ALPHA).abs() < 1e-12, "{found:?}");
        let sum: f64 = rows(&lines).iter().map(|row| mean_of(row, &found.beta)).sum();
        assert!((sum - 26.0).abs() < 1e-3, "{sum}");
    }

    #[test]
    fn what_says_nothing_new_is_left_out_and_what_says_nothing_is_told() {
        let rows: Vec<Vec<f64>> = (1..9).map(|k| vec![1.0, f64::from(k), 2.0 * f64::from(k) + 3.0, 0.0]).collect();
        let found = fit(&rows, &[1, 0, 2, 1, 3, 2, 5, 4]).expect("a fit");
        assert_eq!(found.left_out, [2, 3]);
        assert!(found.beta.iter().all(|it| it.is_finite()), "{found:?}");
        assert_eq!(fit(&[], &[]), Err(NoFit::Empty));
        assert_eq!(fit(&[vec![1.0]], &[0]), Err(NoFit::NoCounts));
        // A column that is true exactly where something is counted would grow without end.
        let separated: Vec<Vec<f64>> = (0..10).map(|k| vec![1.0, f64::from(k % 2)]).collect();
        let found = fit(&separated, &[0, 1, 0, 2, 0, 1, 0, 3, 0, 1]).expect("a fit");
        assert!(found.beta.iter().all(|it| it.is_finite()), "{found:?}");
    }
}
