//! The `along` of the report.

use serde::Serialize;
use whyc_base::source::{SourceMap, Span};
use whyc_check::Verdict;
use whyc_debug::finding::{AlongReport, Barrier, Finding, Further};

use super::run_alone;
use crate::along as sentences;

/// Whether a run comes along some places.
#[derive(Serialize)]
pub(super) struct Along<'a> {
    places: Vec<Place>,
    passed_over: &'a [String],
    failing: bool,
    found: bool,
    /// How many of the places some run is known to come through.
    reached: usize,
    /// What is known of runs that come further.
    further: Option<&'static str>,
    because: Vec<Because>,
    /// The run that comes so far, where it is not the failing run.
    prefix: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: u32,
    text: String,
    /// How many steps of the run come before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<usize>,
}

#[derive(Serialize)]
struct Because {
    kind: &'static str,
    text: String,
    places: Vec<Place>,
}

impl Place {
    fn new(sources: &SourceMap, span: Span) -> Self {
        let (file, line) = (sources.file(span.file).name.clone(), sources.line(span));
        Self { file, line, text: sources.text(span).to_owned(), before: None }
    }
}

impl<'a> Along<'a> {
    pub(super) fn new(finding: &Finding, report: &'a AlongReport) -> Self {
        let sources = &finding.sources;
        let told = finding.counterexample.as_ref().or(report.prefix.as_ref().and_then(|it| it.counterexample.as_ref()));
        let marks = told.map(sentences::marks).unwrap_or_default();
        let place = |(at, it): (usize, &whyc_debug::finding::AlongPlace)| {
            let before = marks.iter().find(|mark| mark.place == at).map(|mark| mark.before);
            Place { before, ..Place::new(sources, it.span) }
        };
        let because = report.barriers.iter().map(|it| Because {
            kind: match it {
                Barrier::Never(_) => "never",
                Barrier::OtherOrder => "other-order",
                Barrier::RestsOn(_) => "rests-on",
            },
            text: sentences::barrier(sources, report, it),
            places: match it {
                Barrier::Never(because) => because.iter().map(|it| Place::new(sources, it.span)).collect(),
                Barrier::OtherOrder => Vec::new(),
                Barrier::RestsOn(grounds) => grounds.iter().map(|it| Place::new(sources, it.span)).collect(),
            },
        });
        let run = |it: &Finding| Some(run_alone(&it.sources, it.counterexample.as_ref()?));
        Self {
            places: report.places.iter().enumerate().map(place).collect(),
            passed_over: &report.passed_over,
            failing: report.failing,
            found: finding.head.verdict == Verdict::Violated,
            reached: report.reached,
            further: report.further.as_ref().map(|it| match it {
                Further::None => "none",
                Further::NoneWithinBounds => "none-within-bounds",
                Further::Unknown(_) => "unknown",
            }),
            because: because.collect(),
            prefix: report.prefix.as_deref().and_then(run),
        }
    }
}
