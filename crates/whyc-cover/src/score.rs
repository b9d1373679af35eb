//! How far one profile is from another: a weighed sum over data points, with what is too little and what is too much told apart.
//!
//! After Adler, Blue, Conti, Prewitt and Ur; what they leave open is ours: the logarithm is the natural one, of the difference in percent of
//! the base (or of the difference itself where the base is zero), and up to a quarter of the base is slightly different.

/// The statistics that are compared.
pub const STATISTICS: [&str; 4] = ["min", "max", "mean", "stddev"];
/// Up to so many percent is slightly different.
const SLIGHTLY: f64 = 25.0;

/// A data point: its name, how important it is (0 to 3), its statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// How important it is.
    pub value: u8,
    /// Its statistics, in the order of [`STATISTICS`].
    pub statistics: [Option<f64>; 4],
}

/// A difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The data point.
    pub name: String,
    /// Which of [`STATISTICS`].
    pub statistic: usize,
    /// The difference in percent of the base, unless that is zero.
    pub percent: Option<f64>,
    /// 0 equal, 1 slightly, 2 much different, 3 if exactly one of them is zero.
    pub class: u8,
    /// Whether the second profile has less.
    pub is_deficit: bool,
    /// What it weighs.
    pub score: f64,
}

/// One difference.
#[must_use]
pub fn scored(name: &str, value: u8, statistic: usize, base: f64, compared: f64) -> Scored {
    let percent = (base != 0.0).then(|| (compared - base) / base * 100.0);
    let class = match percent {
        _ if base == compared => 0,
        _ if (base == 0.0) != (compared == 0.0) => 3,
        Some(percent) if percent.abs() <= SLIGHTLY => 1,
        Some(_) | None => 2,
    };
    let difference = percent.unwrap_or(compared - base).abs();
    let score = f64::from(value) * f64::from(class) * (1.0 + difference).ln();
    Scored { name: name.to_owned(), statistic, percent, class, is_deficit: compared < base, score }
}

/// The sums.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// What is too little.
    pub deficit: f64,
    /// What is too much.
    pub excess: f64,
    /// By statistic.
    pub by_statistic: [f64; 4],
}

impl Totals {
    /// Of some differences.
    #[must_use]
    pub fn of<'s>(all: impl IntoIterator<Item = &'s Scored>) -> Self {
        let mut totals = Self::default();
        for it in all {
            *(if it.is_deficit { &mut totals.deficit } else { &mut totals.excess }) += it.score;
            if let Some(sum) = totals.by_statistic.get_mut(it.statistic) {
                *sum += it.score;
            }
        }
        totals
    }

    /// Everything.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.deficit + self.excess
    }

    /// `{256.3; -187.5; +68.8}`
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{{{:.1}; -{:.1}; +{:.1}}}", self.total(), self.deficit, self.excess)
    }
}

/// The differences of two profiles, point by point; and the names that only one of them has.
#[must_use]
pub fn compare(base: &[Point], other: &[Point]) -> (Vec<Scored>, Vec<String>) {
    let (mut all, mut alone) = (Vec::new(), Vec::new());
    for point in base {
        let Some(beside) = other.iter().find(|it| it.name == point.name) else {
            alone.push(point.name.clone());
            continue;
        };
        for (at, pair) in point.statistics.iter().zip(&beside.statistics).enumerate() {
            if let (Some(a), Some(b)) = pair {
                all.push(scored(&point.name, point.value, at, *a, *b));
            }
        }
    }
    alone.extend(other.iter().filter(|it| !base.iter().any(|point| point.name == it.name)).map(|it| it.name.clone()));
    (all, alone)
}

/// Reads a profile: a table with the columns name, value and some of the statistics.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(text: &str) -> Result<Vec<Point>, String> {
    let mut records = crate::source::records(text)?.into_iter();
    let (_, columns) = records.next().ok_or("it is empty: the first line names the columns")?;
    let column = |name: &str| columns.iter().position(|it| it.eq_ignore_ascii_case(name));
    let (name, value) = (column("name").ok_or("there is no column name")?, column("value"));
    let statistics = STATISTICS.map(column);
    let mut points = Vec::new();
    for (line, row) in records {
        let field = |at: usize| row.get(at).map_or("", String::as_str);
        let number = |at: Option<usize>| -> Result<Option<f64>, String> {
            match at.map(field) {
                None | Some("") => Ok(None),
                Some(text) => {
                    let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
                    number.map(Some).ok_or_else(|| format!("line {line}: `{text}` is no number"))
                }
            }
        };
        let value = match value.map(field) {
            None | Some("") => 1,
            Some(text) => match text.parse::<u8>() {
                Ok(value @ 0..=3) => value,
                _ => return Err(format!("line {line}: `{text}` is no importance from 0 to 3")),
            },
        };
        let mut known = [None; 4];
        for (at, column) in statistics.iter().enumerate() {
            known[at] = number(*column)?;
        }
        points.push(Point { name: field(name).to_owned(), value, statistics: known });
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(deficit: f64, excess: f64, by_statistic: [f64; 4]) -> Totals {
        // Scores as they come, some of each statistic too little and the rest too much.
        let mut all = Vec::new();
        let mut left = deficit;
        for (statistic, sum) in by_statistic.into_iter().enumerate() {
            let less = left.min(sum);
            left -= less;
            let it = |score: f64, is_deficit: bool| Scored {
                name: String::new(),
                statistic,
                percent: None,
                class: 1,
                is_deficit,
                score,
            };
            all.extend([it(less, true), it(sum - less, false)]);
        }
        let totals = Totals::of(&all);
        assert!((totals.excess - excess).abs() < 1e-6, "{totals:?}");
        totals
    }

    #[test]
    fn too_little_and_too_much_are_told_apart() {
        // Two customers of the paper: the sum alone would put the wrong one first.
        let c = parts(187.5, 68.8, [54.6, 71.9, 69.7, 60.1]);
        let f = parts(75.9, 206.5, [68.0, 78.9, 81.2, 54.3]);
        assert_eq!((c.shown().as_str(), f.shown().as_str()), ("{256.3; -187.5; +68.8}", "{282.4; -75.9; +206.5}"));
        assert!(c.total() < f.total() && c.deficit > f.deficit);
    }

    #[test]
    fn classes_say_how_different_it_is() {
        let class = |base: f64, compared: f64| scored("x", 3, 0, base, compared).class;
        assert_eq!(
            [class(4.0, 4.0), class(4.0, 5.0), class(4.0, 6.0), class(0.0, 2.0), class(2.0, 0.0), class(0.0, 0.0)],
            [0, 1, 2, 3, 3, 0]
        );
        let it = scored("x", 2, 0, 4.0, 6.0);
        assert!((it.score - 4.0 * 51f64.ln()).abs() < 1e-9 && it.percent == Some(50.0) && !it.is_deficit);
        assert_eq!(scored("x", 2, 0, 0.0, 6.0).percent, None);
    }

    #[test]
    fn profiles_are_read_and_compared() {
        let base = read("name,value,min,max\nreads,3,1,10\nwrites,1,,4\nlocks,2,0,0\n").expect("a profile");
        let other = read("name,value,min,max\nreads,3,1,5\nwrites,1,,4\nopens,1,1,1\n").expect("a profile");
        let (all, alone) = compare(&base, &other);
        assert_eq!(alone, ["locks", "opens"]);
        let told: Vec<(&str, usize, u8, bool)> =
            all.iter().map(|it| (it.name.as_str(), it.statistic, it.class, it.is_deficit)).collect();
        assert_eq!(told, [("reads", 0, 0, false), ("reads", 1, 2, true), ("writes", 1, 0, false)]);
        for wrong in ["", "value\n1\n", "name,value\nx,4\n", "name,min\nx,much\n"] {
            read(wrong).expect_err("it should be refused");
        }
    }
}
