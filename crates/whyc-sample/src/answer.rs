//! What a person is told, as plain data.

use crate::rare::{Unweighed, Weighed};
use crate::split::Split;
use crate::sprt::Decision;
use crate::tally::Tally;

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What is run.
    pub what: What,
    /// The runs.
    pub tally: Tally,
    /// How surely the interval is right.
    pub confidence: f64,
    /// Which numbers were used.
    pub seed: u64,
    /// The properties that fail, most often first.
    pub failing: Vec<Failing>,
    /// The inputs that were read.
    pub inputs: Vec<Input>,
    /// The first failing run, replayed.
    pub run: Option<Run>,
    /// What was measured, in the order of the tally's spreads.
    pub measures: Vec<String>,
    /// What somebody else's failing run says.
    pub weighed: Weighing,
    /// What splitting towards a property says.
    pub splitting: Splitting,
    /// Why runs were lost, if some were.
    pub lost: Option<String>,
    /// Where most runs were rejected, if some were.
    pub rejected: Option<String>,
    /// A limit that came first.
    pub limit: Option<String>,
    /// What else there is to know, in sentences.
    pub remarks: Vec<String>,
    /// The command line that does the same again.
    pub again: String,
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A program.
    Program,
    /// A circuit, for so many cycles.
    Circuit(usize),
}

/// A property that fails.
#[derive(Clone, Debug)]
pub struct Failing {
    /// Its name.
    pub id: String,
    /// What should hold.
    pub description: String,
    /// Where, if it is in a text.
    pub place: Option<(String, u32)>,
    /// In how many runs it fails.
    pub failures: u64,
    /// The first of these.
    pub first: u64,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its distribution.
    pub distribution: String,
    /// Who says so: `option`, `comment`, `assumption`, `library` or `type`.
    pub said: &'static str,
    /// Where that is said.
    pub line: Option<u32>,
}

/// A failing run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number.
    pub number: u64,
    /// What fails, by its name.
    pub property: String,
    /// What it reads, in order; of a circuit, each signal with its values.
    pub inputs: Vec<(String, String)>,
}

/// What was made of a failing run that somebody else found.
#[derive(Clone, Debug)]
pub enum Weighing {
    /// Nobody was asked.
    NotAsked,
    /// It is proved that nothing fails.
    Safe,
    /// None was found.
    NotFound,
    /// There is one, but it could not be weighed.
    Not(Unweighed),
    /// It was weighed.
    Weighed(Box<Weighed>),
}

/// What splitting says.
#[derive(Clone, Debug, PartialEq)]
pub enum Splitting {
    /// It was not asked for.
    NotAsked,
    /// This is why it says nothing.
    Nothing(String),
    /// The property, and what is said of it.
    Of(String, Split),
}

/// The answer in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A probability was asked for, and here it is.
    Estimated,
    /// The probability is as it should be.
    Holds,
    /// It is not.
    Refuted,
    /// So many runs do not decide it.
    Undecided,
    /// No run counts.
    Unknown,
}

impl Verdict {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Estimated => "estimated",
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Answer {
    /// The answer in a word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (&self.tally.test, self.tally.counted()) {
            (_, 0) => Verdict::Unknown,
            (None, _) if self.tally.estimate().is_none() => Verdict::Unknown,
            (None, _) => Verdict::Estimated,
            (Some(test), _) => match test.decision {
                Some(Decision::Holds) => Verdict::Holds,
                Some(Decision::Refuted) => Verdict::Refuted,
                None => Verdict::Undecided,
            },
        }
    }

    /// Why there is no more than that, if there is not.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let tally = &self.tally;
        let limit = self.limit.as_ref().map(|limit| format!("{limit}, after {} runs", tally.runs));
        match self.verdict() {
            Verdict::Estimated | Verdict::Holds | Verdict::Refuted => limit,
            Verdict::Undecided if tally.lost > 0 => {
                let why = self.lost.as_deref().unwrap_or("they could not be followed");
                Some(format!("{} of {} runs were not followed to their end: {why}", tally.lost, tally.runs))
            }
            Verdict::Undecided => limit.or_else(|| Some(format!("undecided after {} runs", tally.runs))),
            Verdict::Unknown if tally.lost > 0 => self.lost.clone(),
            Verdict::Unknown if tally.rejected > 0 => {
                let place = self.rejected.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
                Some(format!(
                    "no run of {} meets the assumption{place}; --dist says how inputs are distributed so that some do",
                    tally.runs
                ))
            }
            Verdict::Unknown => limit.or_else(|| Some("nothing was run".to_owned())),
        }
    }

    /// Between which bounds the probability to fail lies, as common logarithms where the lower one may be too small for a number: runs that
    /// are known to fail make it larger than none.
    #[must_use]
    pub fn log_low(&self) -> Option<f64> {
        let (low, _) = self.tally.interval(self.confidence);
        let weighed = match &self.weighed {
            Weighing::Weighed(weighed) => weighed.log_low,
            Weighing::NotAsked | Weighing::Safe | Weighing::NotFound | Weighing::Not(_) => None,
        };
        let own = Some(low).filter(|it| *it > 0.0).map(f64::log10);
        own.or(weighed)
    }
}
