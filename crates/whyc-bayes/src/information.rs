//! How much one variable says about another: mutual information, in natural units.

use crate::case::{Case, counts};

/// The mutual information of two variables in some cases; shares count as parts of a case.
#[must_use]
pub fn mutual(cases: &[Case], sizes: &[usize], one: usize, other: usize) -> f64 {
    of_counts(&counts(cases, &[one, other], sizes), sizes[other])
}

/// The same of a table of counts whose rows have so many columns.
#[must_use]
pub fn of_counts(counts: &[f64], n_columns: usize) -> f64 {
    let all: f64 = counts.iter().sum();
    if all <= 0.0 || n_columns == 0 {
        return 0.0;
    }
    let rows: Vec<f64> = counts.chunks(n_columns).map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..n_columns).map(|at| counts.iter().skip(at).step_by(n_columns).sum()).collect();
    let part = |(at, &count): (usize, &f64)| match count > 0.0 {
        true => count / all * (count * all / (rows[at / n_columns] * columns[at % n_columns])).ln(),
        false => 0.0,
    };
    counts.iter().enumerate().map(part).sum()
}

/// The directives that say most about some attribute: at most `most` of them, and none that says less than would come about by chance alone.
#[must_use]
pub fn chosen(cases: &[Case], sizes: &[usize], n_directives: usize, most: usize) -> Vec<usize> {
    let attributes = n_directives..sizes.len();
    let worth = |directive: usize| {
        let told = attributes.clone().map(|attribute| {
            // Of independent variables, twice the number of cases times this is about as large as there are ways to differ.
            let ways = (sizes[directive].saturating_sub(1) * sizes[attribute].saturating_sub(1)) as f64;
            mutual(cases, sizes, directive, attribute) - ways / cases.len().max(1) as f64
        });
        told.fold(0.0, f64::max)
    };
    let mut all: Vec<(usize, f64)> = (0..n_directives).map(|it| (it, worth(it))).filter(|it| it.1 > 0.0).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(most);
    let mut chosen: Vec<usize> = all.into_iter().map(|it| it.0).collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Seen::{self, Shares, Value};

    fn cases(rows: &[(Seen, usize)]) -> Vec<Case> {
        rows.iter().map(|(seen, value)| Case { seen: vec![seen.clone(), Value(*value)] }).collect()
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-7, "{a} should be {b}");
    }

    #[test]
    fn information_of_two_bits() {
        let pairs = |rows: &[(usize, usize, usize)]| {
            let all: Vec<(Seen, usize)> =
                rows.iter().flat_map(|&(a, b, n)| std::iter::repeat_n((Value(a), b), n)).collect();
            mutual(&cases(&all), &[2, 2], 0, 1)
        };
        close(pairs(&[(0, 0, 1), (1, 1, 1)]), std::f64::consts::LN_2);
        close(pairs(&[(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)]), 0.0);
        close(pairs(&[(0, 0, 9), (0, 1, 1), (1, 0, 1), (1, 1, 9)]), 0.368_064);
    }

    #[test]
    fn shares_count_as_parts() {
        let half = || Shares(vec![0.5, 0.5]);
        let all = cases(&[(Shares(vec![1.0, 0.0]), 0), (Shares(vec![0.0, 1.0]), 1), (half(), 0), (half(), 1)]);
        let told: Vec<f64> = counts(&all, &[0, 1], &[2, 2]).iter().map(|it| it / 4.0).collect();
        assert_eq!(told, [0.375, 0.125, 0.125, 0.375]);
        close(mutual(&all, &[2, 2], 0, 1), 0.130_812);
    }

    #[test]
    fn what_says_nothing_is_not_chosen() {
        // The second directive is what it is whatever comes of it; the first one is copied.
        let all: Vec<Case> =
            (0..64).map(|k| Case { seen: vec![Value(k % 2), Value(k / 2 % 2), Value(k % 2)] }).collect();
        assert_eq!(chosen(&all, &[2, 2, 2], 2, 5), [0]);
        assert!(chosen(&all, &[2, 2, 2], 2, 0).is_empty());
    }
}
