//! Where a change helps, and which changes were checked.

use whyc_base::source::Span;
use whyc_check::Verdict;

/// Where a change makes the failing runs pass.
#[derive(Clone, Debug)]
pub struct LocalizationReport {
    /// How many expressions were considered.
    pub components: usize,
    /// How many may be wrong at once in these diagnoses.
    pub faults: usize,
    /// How many changes were checked, where it is changes that are looked for and not expressions.
    pub checked: Option<usize>,
    /// How many failing runs were examined.
    pub tests: usize,
    /// How many passing ones helped to rank.
    pub passing: usize,
    /// The functions that were trusted without being asked: a specification, or a test driver.
    pub trusted: Vec<String>,
    /// Whether a run might have passed if loops and recursions had been followed further.
    pub is_cut: bool,
    /// Whether what may be spent was used up before everything was asked.
    pub is_partial: bool,
    /// The places, most likely first: those that are [likely](Self::is_likely) before those that are not.
    pub diagnoses: Vec<DiagnosisReport>,
    /// Places that stand for the same things as those, or come after more of them than anyone reads.
    pub folded: Vec<DiagnosisReport>,
    /// Why each failing test fails.
    pub failures: Vec<TestFailure>,
    /// Tests that break a rule of the language, where others fail without that: the rule may be broken in the right program, too, so
    /// a change need not mend them.
    pub apart: Vec<String>,
    /// The places for each failing run on its own, if that was asked for.
    pub per_test: Vec<TestDiagnosis>,
    /// Changes that were checked.
    pub suggestions: Vec<SuggestionReport>,
    /// How close the places are to the known fault, if one is known.
    pub scores: Option<Scores>,
}

/// How close places are to a known fault, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    /// The places that are likely; all of them if none is.
    pub likely: f64,
    /// All places.
    pub all: f64,
    /// All places, for someone who reads them in their order and stops at the fault.
    pub in_order: f64,
}

impl LocalizationReport {
    /// Whether a change of this place need not look at more than the place does now, or is known.
    #[must_use]
    pub fn is_likely(&self, diagnosis: usize) -> bool {
        let mut of_place = self.suggestions.iter().filter(|suggestion| suggestion.diagnosis == diagnosis);
        self.diagnoses[diagnosis].clash.is_empty() || of_place.any(SuggestionReport::mends)
    }

    /// How many tests could not be followed: nothing is known of them with any change.
    #[must_use]
    pub fn n_not_followed(&self) -> usize {
        self.failures.iter().filter(|it| matches!(it.why, WhyFails::Other(_))).count()
    }

    /// How many places are likely.
    #[must_use]
    pub fn n_likely(&self) -> usize {
        (0..self.diagnoses.len()).filter(|&k| self.is_likely(k)).count()
    }
}

/// A set of expressions that would have to change.
#[derive(Clone, Debug)]
pub struct DiagnosisReport {
    /// The expressions.
    pub components: Vec<ComponentReport>,
    /// What they would have to give.
    pub replacements: Vec<ReplacementReport>,
    /// Whether that only helps by keeping the runs away from the property that they violated, where other
    /// sets do more.
    pub avoids: bool,
    /// Runs that no other expressions of the same variables suit together: a change would have to look at something else, too.
    pub clash: Vec<String>,
    /// Failing runs that fail all the same, where nothing better is known.
    pub unexplained: Vec<String>,
}

/// An expression that a person could have written wrongly.
#[derive(Clone, Debug)]
pub struct ComponentReport {
    /// Where.
    pub span: Span,
    /// As it is written.
    pub text: String,
    /// In which role.
    pub kind: &'static str,
    /// In which function.
    pub function: String,
}

/// What an expression would have to give in one run.
#[derive(Clone, Debug)]
pub struct ReplacementReport {
    /// Which run.
    pub test: String,
    /// Which expression of the diagnosis.
    pub component: usize,
    /// What the evaluations give that would have to change.
    pub was: Vec<String>,
    /// What all evaluations would have to give, in order.
    pub values: Vec<String>,
    /// Which of `values` differ from what the evaluations give, in the order of `was`.
    pub changed: Vec<usize>,
}

/// Why a test fails.
#[derive(Clone, Debug)]
pub struct TestFailure {
    /// Which test.
    pub test: String,
    /// Why.
    pub why: WhyFails,
}

/// The ways in which a test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyFails {
    /// What it prints is not what is expected.
    Output {
        /// The first line that differs, from 1.
        line: usize,
        /// What should stand there; none if nothing should.
        expected: Option<String>,
        /// What does.
        got: Option<String>,
    },
    /// It ends with another exit status.
    Status {
        /// The one that is expected.
        expected: u8,
        /// The one that it ends with.
        got: String,
    },
    /// It breaks a rule of the language, or an assertion.
    Rule {
        /// Which.
        description: String,
        /// Where.
        span: Span,
        /// Whether it is one of the language, so that what comes after it says nothing.
        is_of_language: bool,
    },
    /// It does not end, as far as anyone looked.
    Endless,
    /// It cannot be said in any of these ways.
    Other(String),
}

impl WhyFails {
    /// In one word, for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            WhyFails::Output { .. } => "output",
            WhyFails::Status { .. } => "status",
            WhyFails::Rule { .. } => "rule",
            WhyFails::Endless => "endless",
            WhyFails::Other(_) => "other",
        }
    }
}

/// The places for one failing run.
#[derive(Clone, Debug)]
pub struct TestDiagnosis {
    /// Which run.
    pub test: String,
    /// The sets of expressions.
    pub diagnoses: Vec<Vec<ComponentReport>>,
}

/// A change of the program that was checked.
#[derive(Clone, Debug)]
pub struct SuggestionReport {
    /// Which diagnosis it belongs to.
    pub diagnosis: usize,
    /// What it does to the text.
    pub edit: EditReport,
    /// What else it does, where several expressions have to change together. None of them overlap.
    pub others: Vec<EditReport>,
    /// What that means, as orders: `` hold `m` over lines 10–14 ``; empty where the edits say it.
    pub means: Vec<String>,
    /// How much it is.
    pub size: ChangeSize,
    /// Whether all runs pass with it, without those that are [apart](LocalizationReport::apart).
    pub tests_pass: bool,
    /// Which of those that are apart do not.
    pub still_broken: Vec<String>,
    /// What is known of the properties of the changed program; none if it has no assertions to ask about.
    pub verdict: Option<Verdict>,
    /// Whether some run of the changed program still comes to the property that failed: a program that never gets
    /// there keeps it without being mended.
    pub comes_there: bool,
    /// Whether the failing runs themselves still do.
    pub runs_come_there: bool,
    /// Whether the runs that passed give the same results as before, as far as they were looked at; none if there are none.
    pub keeps_passing_runs: Option<bool>,
    /// Whether all code that these runs executed is still executed by some; none if nobody looked.
    pub keeps_code_alive: Option<bool>,
}

impl SuggestionReport {
    /// Whether it passed all checks.
    #[must_use]
    pub fn mends(&self) -> bool {
        let holds = self.verdict.is_none_or(|verdict| matches!(verdict, Verdict::Safe | Verdict::BoundedSafe));
        self.tests_pass && self.comes_there && holds && self.keeps_code_alive != Some(false)
    }

    /// Whether nothing at all speaks against it, so that it may be made unasked.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        self.mends() && self.keeps_passing_runs != Some(false) && self.still_broken.is_empty()
    }

    /// Everything that it does to the text.
    pub fn edits(&self) -> impl Iterator<Item = &EditReport> {
        std::iter::once(&self.edit).chain(&self.others)
    }
}

/// A replacement of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditReport {
    /// What is replaced.
    pub span: Span,
    /// What stands there.
    pub old: String,
    /// What would stand there.
    pub new: String,
}

/// How much a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeSize {
    /// Something else instead of what is there.
    Small,
    /// A number far from the one that is there: it may be right, but many others would do as well.
    Distant,
    /// Something more than what is there, such as another condition.
    Larger,
}
