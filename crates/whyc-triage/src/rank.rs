//! Files in the order of the fixes that are expected in them, and how good such an order was where the answer is known.

use crate::fit::{Fit, NoFit, fit, mean_of};
use crate::table::{Known, Table};

/// The share of files that is looked at when orders are compared.
pub const TOP: f64 = 0.2;

/// A file in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// What is known of it.
    pub known: Known,
    /// How many fixes are expected.
    pub expected: f64,
    /// Which part of all that is expected that is.
    pub share: f64,
    /// And together with all files before it.
    pub cumulative: f64,
}

/// How good orders were in a period whose fixes are known, learnt from the periods before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The end of the period.
    pub release: String,
    /// How many fixes it had, in files that were there when it began.
    pub faults: u64,
    /// How many files there were.
    pub n_files: usize,
    /// Which part of the fixes was in the first fifth of the files, by the model.
    pub model: f64,
    /// By size alone.
    pub size: f64,
    /// By recent changes alone.
    pub churn: f64,
}

/// The order, and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The files, those with most expected fixes first.
    pub files: Vec<Ranked>,
    /// The model.
    pub fit: Fit,
    /// How good it was; nothing if there were no fixes to try it on, or none to learn from before.
    pub trial: Option<Trial>,
}

/// Which part of what there actually was is in the first part of the files, in the order of what was predicted; ties as they come.
#[must_use]
pub fn top_share(predicted: &[f64], actual: &[u64], part: f64) -> f64 {
    let total: u64 = actual.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let mut order: Vec<usize> = (0..predicted.len()).collect();
    order.sort_by(|&a, &b| predicted[b].total_cmp(&predicted[a]));
    let n = ((predicted.len() as f64 * part - 1e-9).ceil() as usize).max(1);
    let found: u64 = order.iter().take(n).map(|&it| actual[it]).sum();
    found as f64 / total as f64
}

/// What was known before, and what came of it, for periods from the second to the one with this number, which is not among them.
fn learnt(table: &Table, until: usize) -> (Vec<Vec<f64>>, Vec<u64>) {
    let (mut rows, mut counts) = (Vec::new(), Vec::new());
    for period in 1..until {
        for known in table.known(period - 1) {
            rows.push(known.row());
            counts.push(table.faults(period, &known.file));
        }
    }
    (rows, counts)
}

/// Puts the files at the end of a history in order.
///
/// # Errors
/// If there is nothing to learn from.
pub fn rank(table: &Table) -> Result<Order, NoFit> {
    let n = table.periods.len();
    let (rows, counts) = learnt(table, n);
    let fit = fit(&rows, &counts)?;
    let mut files: Vec<Ranked> = table
        .known(n.saturating_sub(1))
        .into_iter()
        .map(|known| Ranked { expected: mean_of(&known.row(), &fit.beta), known, share: 0.0, cumulative: 0.0 })
        .collect();
    sort(&mut files, By::Model);
    Ok(Order { files, trial: trial(table), fit })
}

/// What files are put in order by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The model.
    Model,
    /// Their sizes.
    Size,
    /// How often they were changed in the newest period.
    Churn,
}

/// Puts files in order, those with the same number by name; shares stay those of the model.
pub fn sort(files: &mut [Ranked], by: By) {
    let key = |it: &Ranked| match by {
        By::Model => it.expected,
        By::Size => it.known.lines as f64,
        By::Churn => it.known.last.changes as f64,
    };
    files.sort_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.known.file.cmp(&b.known.file)));
    let total: f64 = files.iter().map(|it| it.expected).sum();
    let mut sum = 0.0;
    for file in files {
        sum += file.expected;
        file.share = file.expected / total;
        file.cumulative = sum / total;
    }
}

/// Tries the newest period that is known.
fn trial(table: &Table) -> Option<Trial> {
    let period = table.periods.len().checked_sub(1).filter(|it| *it >= 2)?;
    let (rows, counts) = learnt(table, period);
    let fit = fit(&rows, &counts).ok()?;
    let known = table.known(period - 1);
    let actual: Vec<u64> = known.iter().map(|it| table.faults(period, &it.file)).collect();
    let faults: u64 = actual.iter().sum();
    if faults == 0 {
        return None;
    }
    let by = |value: &dyn Fn(&Known) -> f64| top_share(&known.iter().map(value).collect::<Vec<f64>>(), &actual, TOP);
    Some(Trial {
        release: table.releases[period].clone(),
        faults,
        n_files: known.len(),
        model: by(&|it| mean_of(&it.row(), &fit.beta)),
        size: by(&|it| it.lines as f64),
        churn: by(&|it| it.last.changes as f64),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::table::Happened;

    #[test]
    fn the_first_fifth_is_measured_by_what_was_there() {
        let (predicted, actual) = ([5.0, 4.0, 3.0, 2.0, 1.0], [0, 10, 0, 0, 0]);
        assert_eq!(top_share(&predicted, &actual, 0.2), 0.0);
        assert_eq!(top_share(&predicted, &actual, 0.4), 1.0);
        assert_eq!(top_share(&predicted, &[0; 5], 0.4), 0.0);
    }

    fn table() -> Table {
        let files: Vec<(String, u64)> = (0..20).map(|k| (format!("f{k:02}.c"), 50 + 40 * k)).collect();
        let happened = |period: u64| -> BTreeMap<String, Happened> {
            let each = files.iter().enumerate().map(|(k, (file, _))| {
                let k = k as u64;
                let faults = if k % 5 == 4 { 1 + (k + period) % 3 } else { u64::from((k + period).is_multiple_of(7)) };
                (file.clone(), Happened { changes: faults + 1, faults })
            });
            each.collect()
        };
        Table {
            releases: (0..5).map(|k| format!("v{k}")).collect(),
            periods: (0..5).map(happened).collect(),
            lines: vec![files.iter().cloned().collect(); 5],
        }
    }

    #[test]
    fn shares_add_up_and_the_order_is_stable() {
        let order = rank(&table()).expect("an order");
        let mut sum = 0.0;
        for pair in order.files.windows(2) {
            assert!(pair[0].expected >= pair[1].expected);
        }
        for file in &order.files {
            sum += file.share;
            assert!((file.cumulative - sum).abs() < 1e-9);
        }
        assert!((order.files.last().expect("files").cumulative - 1.0).abs() < 1e-9);
        assert_eq!(order, rank(&table()).expect("an order"));
        let trial = order.trial.expect("a trial");
        assert!(trial.model >= trial.size && trial.model > 0.5, "{trial:?}");
    }

    #[test]
    fn without_fixes_there_is_no_order() {
        let mut table = table();
        table.periods.iter_mut().flat_map(BTreeMap::values_mut).for_each(|it| it.faults = 0);
        assert_eq!(rank(&table), Err(NoFit::NoCounts));
    }
}
