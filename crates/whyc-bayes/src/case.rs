//! What was seen.

/// What was seen of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// This value.
    Value(usize),
    /// Several, each with its share; the shares add up to 1.
    Shares(Vec<f64>),
    /// Nothing.
    Nothing,
}

/// One run, or one event of it: what was seen of each variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// In the order of the variables.
    pub seen: Vec<Seen>,
}

impl Seen {
    /// The values that it may be, with their shares, of a variable with so many values.
    #[must_use]
    pub fn shares(&self, size: usize) -> Vec<(usize, f64)> {
        match self {
            Seen::Value(value) => vec![(*value, 1.0)],
            Seen::Shares(shares) => shares.iter().copied().enumerate().filter(|(_, share)| *share > 0.0).collect(),
            Seen::Nothing => (0..size).map(|value| (value, 1.0 / size as f64)).collect(),
        }
    }
}

/// The shares of all combinations of some variables in a case, by their number: the first variable counts most.
pub fn combinations(case: &Case, of: &[usize], sizes: &[usize], mut each: impl FnMut(usize, f64)) {
    let all: Vec<Vec<(usize, f64)>> = of.iter().map(|&it| case.seen[it].shares(sizes[it])).collect();
    let mut at = vec![0; of.len()];
    if all.iter().any(Vec::is_empty) {
        return;
    }
    loop {
        let (mut number, mut share) = (0, 1.0);
        for (k, &variable) in of.iter().enumerate() {
            let (value, part) = all[k][at[k]];
            number = number * sizes[variable] + value;
            share *= part;
        }
        each(number, share);
        let Some(k) = (0..of.len()).rev().find(|&k| at[k] + 1 < all[k].len()) else { return };
        at[k] += 1;
        at[k + 1..].fill(0);
    }
}

/// How often each combination of some variables was seen.
#[must_use]
pub fn counts(cases: &[Case], of: &[usize], sizes: &[usize]) -> Vec<f64> {
    let mut counts = vec![0.0; of.iter().map(|&it| sizes[it]).product()];
    for case in cases {
        combinations(case, of, sizes, |number, share| counts[number] += share);
    }
    counts
}
