//! What is known of each file in each period of a history.

use std::collections::BTreeMap;

/// The periods of a history: each ends with a release, or whatever takes its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the ends of the periods, the oldest first.
    pub releases: Vec<String>,
    /// What happened in each period, by file; files go by their newest names.
    pub periods: Vec<BTreeMap<String, Happened>>,
    /// How many lines each file has at the end of each period.
    pub lines: Vec<BTreeMap<String, u64>>,
}

/// What happened to a file in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// In how many commits it was changed.
    pub changes: u64,
    /// In how many of them something was fixed.
    pub faults: u64,
}

/// What is known of a file where a period begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub file: String,
    /// How many lines it has.
    pub lines: u64,
    /// At the ends of how many periods it was there, this one not counted.
    pub age: usize,
    /// What happened to it in the period before.
    pub last: Happened,
    /// And in the one before that.
    pub before: Happened,
}

/// The columns of the regression.
pub const COLUMNS: [&str; 7] =
    ["constant", "log of size", "fixes before", "changes before", "fixes two before", "changes two before", "new file"];

impl Table {
    /// What is known where the period after the release with this number begins, by file.
    #[must_use]
    pub fn known(&self, release: usize) -> Vec<Known> {
        let happened = |period: Option<usize>, file: &str| {
            period.and_then(|it| self.periods.get(it)).and_then(|it| it.get(file)).copied().unwrap_or_default()
        };
        let Some(files) = self.lines.get(release) else { return Vec::new() };
        let known = files.iter().map(|(file, &lines)| Known {
            file: file.clone(),
            lines,
            age: self.lines[..release].iter().filter(|it| it.contains_key(file)).count(),
            last: happened(Some(release), file),
            before: happened(release.checked_sub(1), file),
        });
        known.collect()
    }

    /// How many faults a file had in a period.
    #[must_use]
    pub fn faults(&self, period: usize, file: &str) -> u64 {
        self.periods.get(period).and_then(|it| it.get(file)).map_or(0, |it| it.faults)
    }
}

impl Known {
    /// The row of the regression.
    #[must_use]
    pub fn row(&self) -> Vec<f64> {
        let root = |it: u64| (it as f64).sqrt();
        vec![
            1.0,
            (self.lines.max(1) as f64 / 1000.0).ln(),
            root(self.last.faults),
            root(self.last.changes),
            root(self.before.faults),
            root(self.before.changes),
            f64::from(u8::from(self.age == 0)),
        ]
    }
}
