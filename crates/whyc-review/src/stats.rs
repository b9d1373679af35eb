//! How many issues a review of a file would be expected to find, and how many there are.

/// Lines that one person reads in an hour.
const LINES_PER_HOUR: f64 = 100.0;
/// Issues that one person records in an hour.
const ISSUES_PER_HOUR: f64 = 2.5;

/// A file in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStats {
    /// Its name.
    pub file: String,
    /// How many issues are to be expected.
    pub expected: usize,
    /// How many records there are.
    pub found: usize,
    /// How many of these are open.
    pub open: usize,
}

/// How many issues one person is expected to find in so many lines: at least one.
#[must_use]
pub fn expected(lines: usize) -> usize {
    ((lines as f64 / LINES_PER_HOUR * ISSUES_PER_HOUR).round() as usize).max(1)
}

/// `35.71`: how much of what was expected was found.
#[must_use]
pub fn percentage(expected: usize, found: usize) -> String {
    format!("{:.2}", 100.0 * found as f64 / expected.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_two_decimals() {
        let of = |(expected, found)| percentage(expected, found);
        assert_eq!([(2, 1), (14, 5), (11, 8), (1, 1)].map(of), ["50.00", "35.71", "72.73", "100.00"]);
    }

    #[test]
    fn something_is_always_expected() {
        assert_eq!([0, 10, 80, 560, 440].map(expected), [1, 1, 2, 14, 11]);
    }
}
