//! Why a circuit fails and where it could be mended, for programs: the keys are those of C, as far as they have a meaning.

use serde::Serialize;
use whyc_circuit::finding::{Difference, ExplanationReport, FixReport, LocalizationReport, PlaceReport};

/// The closest run that passes.
#[derive(Serialize)]
pub struct Explanation<'a> {
    distance: usize,
    closest: bool,
    assumed: [(); 0],
    chain: [(); 0],
    changes: Vec<Change<'a>>,
    causes: [(); 0],
}

/// A signal that differs in a cycle.
#[derive(Serialize)]
struct Change<'a> {
    kind: &'static str,
    what: &'static str,
    name: &'a str,
    cycle: usize,
    from: &'a str,
    to: &'a str,
    in_slice: bool,
}

impl<'a> Explanation<'a> {
    /// From what was found.
    pub fn new(report: &'a ExplanationReport) -> Self {
        let change = |it: &'a Difference| Change {
            kind: "value",
            what: it.kind.name(),
            name: &it.name,
            cycle: it.cycle,
            from: &it.from,
            to: &it.to,
            in_slice: true,
        };
        let (distance, closest) = (report.distance, report.is_closest);
        let changes = report.differences.iter().map(change).collect();
        Self { distance, closest, assumed: [], chain: [], changes, causes: [] }
    }
}

/// Where a change would help.
#[derive(Serialize)]
pub struct Localization<'a> {
    components: usize,
    faults: usize,
    tests: usize,
    passing: usize,
    trusted: [(); 0],
    cut: bool,
    diagnoses: Vec<Diagnosis<'a>>,
    folded: [(); 0],
    failing_tests: [(); 0],
    per_test: [(); 0],
    suggestions: Vec<Suggestion<'a>>,
    score: Option<()>,
    score_all: Option<()>,
    score_in_order: Option<()>,
}

#[derive(Serialize)]
struct Diagnosis<'a> {
    components: [Component<'a>; 1],
    avoids: bool,
    likely: bool,
    clash: [(); 0],
    unexplained: [(); 0],
    replacements: [(); 0],
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
    function: &'static str,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    diagnosis: usize,
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    old: &'a str,
    new: &'a str,
    what: &'a str,
    edits: Vec<Edit<'a>>,
    tests_pass: bool,
    verdict: &'static str,
    comes_there: bool,
    holds: bool,
    keeps_passing_runs: bool,
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

impl<'a> Localization<'a> {
    /// From what was found.
    pub fn new(report: &'a LocalizationReport) -> Self {
        let diagnosis = |it: &'a PlaceReport| Diagnosis {
            components: [component(it)],
            avoids: false,
            likely: it.fixes.iter().any(|fix| fix.differs.0 == 0),
            clash: [],
            unexplained: [],
            replacements: [],
        };
        let all = report.places.iter().enumerate();
        let suggestions = all.flat_map(|(at, it)| it.fixes.iter().map(move |fix| suggestion(at, it, fix)));
        let passing = report.places.iter().flat_map(|it| &it.fixes).map(|fix| fix.differs.1).max().unwrap_or(0);
        Self {
            components: report.n_asked,
            faults: usize::from(!report.places.is_empty()),
            tests: 1,
            passing,
            trusted: [],
            cut: report.is_cut_short,
            diagnoses: report.places.iter().map(diagnosis).collect(),
            folded: [],
            failing_tests: [],
            per_test: [],
            suggestions: suggestions.collect(),
            score: None,
            score_all: None,
            score_in_order: None,
        }
    }
}

fn component(it: &PlaceReport) -> Component<'_> {
    let place = &it.place;
    let (line, column, end_line, end_column) = (place.line, place.column, place.end_line, place.end_column);
    Component {
        file: &place.file,
        line,
        column,
        end_line,
        end_column,
        text: &place.text,
        kind: "operator",
        function: "",
    }
}

fn suggestion<'a>(diagnosis: usize, it: &'a PlaceReport, fix: &'a FixReport) -> Suggestion<'a> {
    let place = &it.place;
    let (line, column, end_line, end_column) = (place.line, place.column, place.end_line, place.end_column);
    let new = fix.new.as_deref().unwrap_or_default();
    let edit = |new: &'a str| Edit { file: &place.file, line, column, end_line, end_column, old: &place.text, new };
    Suggestion {
        diagnosis,
        file: &place.file,
        line,
        column,
        end_line,
        end_column,
        old: &place.text,
        new,
        what: &fix.what,
        edits: fix.new.as_deref().map(edit).into_iter().collect(),
        tests_pass: true,
        verdict: if fix.up_to.is_none() { "safe" } else { "bounded-safe" },
        comes_there: true,
        holds: true,
        keeps_passing_runs: fix.differs.0 == 0,
    }
}
