//! The `localization` of the report.

use serde::Serialize;
use whyc_base::source::{SourceMap, Span};
use whyc_check::Verdict;
use whyc_debug::finding::{ComponentReport, DiagnosisReport, EditReport, LocalizationReport, TestFailure, WhyFails};

use super::file_name;
use crate::words;

/// Where a change makes the failing runs pass.
#[derive(Serialize)]
pub(super) struct Places<'a> {
    components: usize,
    /// How many changes were checked, where it is changes that are looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<usize>,
    faults: usize,
    tests: usize,
    passing: usize,
    trusted: &'a [String],
    /// Whether a run might have passed if it had been followed further.
    cut: bool,
    diagnoses: Vec<Diagnosis<'a>>,
    /// Places that stand for the same things, or that nobody would read any more.
    folded: Vec<Diagnosis<'a>>,
    failing_tests: Vec<FailingTest<'a>>,
    /// Failing tests that break a rule of the language, where others do not.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    apart: &'a [String],
    per_test: Vec<OneTest<'a>>,
    suggestions: Vec<Suggestion<'a>>,
    /// Of the likely places.
    score: Option<f64>,
    score_all: Option<f64>,
    score_in_order: Option<f64>,
}

#[derive(Serialize)]
struct Diagnosis<'a> {
    components: Vec<Component<'a>>,
    /// Whether it only keeps the runs away from the property that they violated.
    avoids: bool,
    /// Whether a change need not look at more than is looked at now, or is known.
    likely: bool,
    /// Runs that no expressions of the same variables suit together.
    clash: &'a [String],
    /// Failing runs that fail all the same.
    unexplained: &'a [String],
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Component<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: &'a str,
    kind: &'static str,
    function: &'a str,
}

#[derive(Serialize)]
struct Replacement<'a> {
    test: &'a str,
    component: usize,
    values: &'a [String],
    was: &'a [String],
    changed: &'a [usize],
}

/// Why a test fails.
#[derive(Serialize)]
struct FailingTest<'a> {
    test: &'a str,
    why: &'static str,
    text: String,
    /// The line of the output that differs, or of the program.
    line: Option<usize>,
    expected: Option<String>,
    got: Option<String>,
}

#[derive(Serialize)]
struct OneTest<'a> {
    test: &'a str,
    diagnoses: Vec<Vec<Component<'a>>>,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    diagnosis: usize,
    /// The first replacement.
    #[serde(flatten)]
    edit: Edit<'a>,
    /// All of them.
    edits: Vec<Edit<'a>>,
    /// What they mean together, as orders.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    means: &'a [String],
    tests_pass: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    still_broken: &'a [String],
    verdict: Option<&'static str>,
    comes_there: bool,
    keeps_passing_runs: Option<bool>,
    keeps_code_alive: Option<bool>,
    /// Whether everything that was asked holds.
    holds: bool,
}

#[derive(Serialize)]
struct Edit<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    old: &'a str,
    new: &'a str,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a SourceMap, report: &'a LocalizationReport) -> Self {
        let told = |diagnosis: &'a DiagnosisReport, likely: bool| Diagnosis {
            components: components(sources, &diagnosis.components),
            avoids: diagnosis.avoids,
            likely,
            clash: &diagnosis.clash,
            unexplained: &diagnosis.unexplained,
            replacements: diagnosis
                .replacements
                .iter()
                .map(|r| Replacement {
                    test: &r.test,
                    component: r.component,
                    values: &r.values,
                    was: &r.was,
                    changed: &r.changed,
                })
                .collect(),
        };
        let likely = |k: usize| report.is_likely(k);
        let per_test = report.per_test.iter().map(|one| OneTest {
            test: &one.test,
            diagnoses: one.diagnoses.iter().map(|diagnosis| components(sources, diagnosis)).collect(),
        });
        let suggestions = report.suggestions.iter().map(|suggestion| Suggestion {
            diagnosis: suggestion.diagnosis,
            edit: edit(sources, &suggestion.edit),
            edits: suggestion.edits().map(|one| edit(sources, one)).collect(),
            means: &suggestion.means,
            tests_pass: suggestion.tests_pass,
            still_broken: &suggestion.still_broken,
            verdict: suggestion.verdict.map(Verdict::name),
            comes_there: suggestion.comes_there,
            keeps_passing_runs: suggestion.keeps_passing_runs,
            keeps_code_alive: suggestion.keeps_code_alive,
            holds: suggestion.verdict.is_none_or(|verdict| matches!(verdict, Verdict::Safe | Verdict::BoundedSafe)),
        });
        Self {
            components: report.components,
            checked: report.checked,
            faults: report.faults,
            tests: report.tests,
            passing: report.passing,
            trusted: &report.trusted,
            cut: report.is_cut || report.is_partial,
            diagnoses: report.diagnoses.iter().enumerate().map(|(k, it)| told(it, likely(k))).collect(),
            folded: report.folded.iter().map(|it| told(it, it.clash.is_empty())).collect(),
            failing_tests: report.failures.iter().map(|failure| failing_test(sources, failure)).collect(),
            apart: &report.apart,
            per_test: per_test.collect(),
            suggestions: suggestions.collect(),
            score: report.scores.map(|scores| scores.likely),
            score_all: report.scores.map(|scores| scores.all),
            score_in_order: report.scores.map(|scores| scores.in_order),
        }
    }
}

fn failing_test<'a>(sources: &SourceMap, failure: &'a TestFailure) -> FailingTest<'a> {
    let (line, expected, got) = match &failure.why {
        WhyFails::Output { line, expected, got } => (Some(*line), expected.clone(), got.clone()),
        WhyFails::Status { expected, got } => (None, Some(expected.to_string()), Some(got.clone())),
        WhyFails::Rule { span, .. } => (Some(sources.line(*span) as usize), None, None),
        WhyFails::Endless | WhyFails::Other(_) => (None, None, None),
    };
    let (test, why, text) = (&failure.test, failure.why.name(), words::why_test_fails(sources, &failure.why));
    FailingTest { test, why, text, line, expected, got }
}

fn edit<'a>(sources: &'a SourceMap, edit: &'a EditReport) -> Edit<'a> {
    let (start, end) = ends(sources, edit.span);
    Edit {
        file: file_name(sources, edit.span),
        line: start.0,
        column: start.1,
        end_line: end.0,
        end_column: end.1,
        old: &edit.old,
        new: &edit.new,
    }
}

fn components<'a>(sources: &'a SourceMap, components: &'a [ComponentReport]) -> Vec<Component<'a>> {
    let one = |component: &'a ComponentReport| {
        let (start, end) = ends(sources, component.span);
        Component {
            file: file_name(sources, component.span),
            line: start.0,
            column: start.1,
            end_line: end.0,
            end_column: end.1,
            text: &component.text,
            kind: component.kind,
            function: &component.function,
        }
    };
    components.iter().map(one).collect()
}

fn ends(sources: &SourceMap, span: Span) -> ((u32, u32), (u32, u32)) {
    let (start, end) = (sources.start(span), sources.end(span));
    ((start.line, start.column), (end.line, end.column))
}
