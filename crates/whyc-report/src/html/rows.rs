//! Both runs side by side, as the numbers that the page's script shows: the same steps, in the same order.

use rustc_hash::FxHashMap;
use serde::Serialize;
use whyc_debug::finding::{Explanation, Finding, Pair, TraceKind, TraceStep};

use super::source::Numbering;
use super::story::Route;
use crate::text::row::{self, Written};
use crate::words;

/// A run with more steps than this loses those in the middle.
const MANY_ROWS: usize = 100_000;
/// How many are kept at the beginning.
const KEPT_FIRST: usize = 40_000;
/// Longer values are cut.
const LONGEST_VALUE: usize = 200;

/// The rows of a page.
#[derive(Default)]
pub struct Rows {
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether there is a passing run.
    pub has_passing: bool,
    /// The row of each pair of the explanation; none for what is left out.
    row_of_pair: Vec<Option<usize>>,
    /// After which row some steps are left out, and how many.
    left_out: Option<(usize, usize)>,
    /// For each row where the failing run has it from.
    why: Vec<Why>,
    /// Lines that the failing run does not come to.
    missed: Vec<MissedLine>,
}

/// Where the failing run has a row from: the rows that gave its values, and that of the decision that led there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Why(Vec<usize>, Option<usize>);

/// A line that the failing run does not come to: its file and line, the row of the decision against it; without one, the
/// function that is never called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct MissedLine(usize, u32, Option<usize>, String);

impl Rows {
    /// The row that shows a pair of the explanation.
    pub fn of_pair(&self, pair: usize) -> Option<usize> {
        self.row_of_pair.get(pair).copied().flatten()
    }
}

/// A step of either run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What happens.
    kind: TraceKind,
    /// As it is written.
    text: String,
    /// The file, by its number on the page, and the line.
    place: (Option<usize>, u32),
    /// How many calls deep.
    depth: u32,
    /// Which iteration of the innermost loop; 0 outside.
    iteration: u32,
    /// The value in the failing run; none if it does not come there.
    failing: Option<String>,
    /// The value in the passing run.
    passing: Option<String>,
}

/// The rows of a finding; none if there is no failing run.
pub fn rows(finding: &Finding, numbering: &Numbering) -> Rows {
    let Some(run) = &finding.counterexample else { return Rows::default() };
    let passing = finding.explanation.as_ref().map_or(&[][..], |explanation| &explanation.steps);
    let aligned = finding.explanation.as_ref().map_or(&[][..], |explanation| &explanation.aligned);
    // An explanation of another run says nothing about this one.
    let n_failing = aligned.iter().filter(|pair| pair.failing.is_some()).count();
    let is_same = n_failing == run.steps.len() && !aligned.is_empty();
    let alone: Vec<Pair> = (0..run.steps.len()).map(|k| Pair { failing: Some(k), passing: None }).collect();
    let pairs = if is_same { aligned } else { &alone[..] };
    let mut rows = Rows { has_passing: is_same, ..Rows::default() };
    let gap = match pairs.len() {
        n if n > MANY_ROWS => KEPT_FIRST..KEPT_FIRST + n - MANY_ROWS,
        _ => 0..0,
    };
    let sides_of = |pair: &Pair| -> Sides<'_> {
        [pair.failing.and_then(|k| run.steps.get(k)), pair.passing.and_then(|k| passing.get(k))]
    };
    let mut call = None;
    // The row that tells a step of the failing run, and the step that a row tells of.
    let mut row_of_step: Vec<Option<usize>> = vec![None; run.steps.len()];
    let mut step_of_row: Vec<Option<usize>> = Vec::new();
    for (k, pair) in pairs.iter().enumerate() {
        if gap.contains(&k) {
            rows.left_out = Some((rows.rows.len().saturating_sub(1), gap.len()));
            rows.row_of_pair.push(None);
            continue;
        }
        rows.row_of_pair.push(Some(rows.rows.len()));
        let sides = sides_of(pair);
        if pairs.get(k + 1).is_some_and(|next| is_told_by(finding, sides, sides_of(next))) {
            if let Some(step) = pair.failing {
                row_of_step[step] = Some(rows.rows.len());
            }
            continue;
        }
        let mut row = row(finding, numbering, sides, is_same);
        if let (Some(row), Some(step)) = (&mut row, sides[0].or(sides[1])) {
            if step.kind == TraceKind::Call {
                call = Some((step.span, step.depth + 1));
            } else if step.kind == TraceKind::Assign && call == Some((step.span, step.depth)) {
                row.make_parameter(sides);
            }
        }
        if row.is_some() {
            if let Some(step) = pair.failing {
                row_of_step[step] = Some(rows.rows.len());
            }
            step_of_row.push(pair.failing);
        }
        rows.rows.extend(row);
    }
    if let Some(explanation) = &finding.explanation {
        let row_of = |step: usize| row_of_step.get(step).copied().flatten();
        // What is known of another run says nothing about this one.
        if explanation.origins.len() == run.steps.len() {
            rows.why = step_of_row.iter().enumerate().map(|(k, step)| why(explanation, *step, k, &row_of)).collect();
            let missed = explanation.missed.iter().filter_map(|missed| {
                let function = if missed.is_called { String::new() } else { missed.function.clone() };
                let row = missed.decision.and_then(row_of);
                (row.is_some() || !missed.is_called).then_some(MissedLine(
                    numbering.of(missed.file)?,
                    missed.line,
                    row,
                    function,
                ))
            });
            rows.missed = missed.collect();
        }
    }
    rows
}

fn why(explanation: &Explanation, step: Option<usize>, row: usize, row_of: &dyn Fn(usize) -> Option<usize>) -> Why {
    let Some(origins) = step.and_then(|step| explanation.origins.get(step)) else { return Why::default() };
    let mut from: Vec<usize> = Vec::new();
    for source in origins.from.iter().filter_map(|&source| row_of(source)).filter(|&source| source < row) {
        if !from.contains(&source) {
            from.push(source);
        }
    }
    Why(from, origins.because.and_then(row_of).filter(|&because| because < row))
}

impl Row {
    /// Parameters get their values where the call is written: what stands there says nothing about them.
    fn make_parameter(&mut self, sides: Sides<'_>) {
        let value = |side: Option<&TraceStep>| side.map(|step| words::one_line(&step.value, LONGEST_VALUE));
        self.text = sides[0].or(sides[1]).map_or_else(String::new, |step| words::one_line(&step.name, LONGEST_VALUE));
        (self.failing, self.passing) = (value(sides[0]), value(sides[1]));
    }
}

/// A step in the failing and in the passing run.
type Sides<'a> = [Option<&'a TraceStep>; 2];

/// Whether the step after an input writes its value, so that one row tells both.
fn is_told_by(finding: &Finding, input: Sides<'_>, next: Sides<'_>) -> bool {
    let told = |input: Option<&TraceStep>, next: Option<&TraceStep>| match (input, next) {
        (Some(input), Some(next)) => {
            let inside = next.span.file == input.span.file
                && next.span.start <= input.span.start
                && input.span.end <= next.span.end;
            input.kind == TraceKind::Input
                && next.kind == TraceKind::Assign
                && inside
                && next.value == input.value
                && row::written(&finding.sources, next) != Written::Bare
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    told(input[0], next[0]) && told(input[1], next[1])
}

fn row(finding: &Finding, numbering: &Numbering, sides: Sides<'_>, has_passing: bool) -> Option<Row> {
    let step = sides[0].or(sides[1])?;
    if is_silent(step) {
        return None;
    }
    let value = |side: Option<&TraceStep>| side.map(|step| value(finding, step));
    let mut passing = value(sides[1]);
    let comes_there = finding.explanation.as_ref().is_some_and(|explanation| explanation.comes_there);
    if step.kind == TraceKind::Failure && has_passing && comes_there {
        passing = Some("holds".to_owned());
    }
    Some(Row {
        kind: step.kind,
        text: text(finding, step),
        place: (numbering.of(step.span.file), finding.sources.line(step.span)),
        depth: step.depth,
        iteration: step.iterations.last().map_or(0, |iteration| iteration.number),
        failing: value(sides[0]),
        passing,
    })
}

/// Whether a step says nothing: the head of an endless loop, the end of a function without result.
fn is_silent(step: &TraceStep) -> bool {
    match step.kind {
        TraceKind::Branch => step.name.trim().bytes().all(|byte| byte.is_ascii_digit()),
        TraceKind::Return => step.value.is_empty(),
        TraceKind::Assign => step.name.is_empty(),
        TraceKind::Input
        | TraceKind::Switch
        | TraceKind::Call
        | TraceKind::Assume
        | TraceKind::Free
        | TraceKind::Output
        | TraceKind::Failure => false,
    }
}

/// What a row is about, as it is written.
fn text(finding: &Finding, step: &TraceStep) -> String {
    let sources = &finding.sources;
    let name = || words::one_line(&step.name, LONGEST_VALUE);
    match step.kind {
        TraceKind::Input => match row::target(step).filter(|_| step.name.ends_with(')')) {
            Some(target) => format!("{} = {}", words::one_line(target, LONGEST_VALUE), name()),
            None => name(),
        },
        TraceKind::Assign => match row::written(sources, step) {
            Written::Plain(text) | Written::Indirect(text) => text,
            Written::Bare => name(),
        },
        TraceKind::Call => format!("{}()", name()),
        TraceKind::Output => row::text_of(sources, step),
        TraceKind::Branch
        | TraceKind::Switch
        | TraceKind::Return
        | TraceKind::Assume
        | TraceKind::Free
        | TraceKind::Failure => row::other_text(sources, step),
    }
}

/// What a run has there.
fn value(finding: &Finding, step: &TraceStep) -> String {
    let value = words::one_line(&step.value, LONGEST_VALUE);
    match step.kind {
        TraceKind::Assign => match row::written(&finding.sources, step) {
            Written::Indirect(_) => format!("{} = {value}", words::one_line(&step.name, LONGEST_VALUE)),
            Written::Plain(_) | Written::Bare => value,
        },
        TraceKind::Output => words::one_line(&format!("{:?}", step.value), LONGEST_VALUE),
        TraceKind::Failure => {
            let property = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property));
            property.map_or("fails", words::happens).to_owned()
        }
        TraceKind::Call if step.value.is_empty() => "called".to_owned(),
        TraceKind::Call => value,
        TraceKind::Free => "freed".to_owned(),
        TraceKind::Input | TraceKind::Branch | TraceKind::Switch | TraceKind::Return | TraceKind::Assume => value,
    }
}

/// What the page's script reads. Texts are listed once; a row is a list of numbers: kind, text, file, line, depth, iteration,
/// value in the failing run, value in the passing run (−1 where a run does not come), and whether they differ.
#[derive(Serialize)]
struct Data<'a> {
    kind: &'static str,
    texts: Vec<&'a str>,
    rows: Vec<[i64; 9]>,
    has_passing: bool,
    /// The row in which the run fails.
    failure: Option<usize>,
    routes: Vec<RouteData<'a>>,
    left_out: Option<(usize, usize)>,
    why: &'a [Why],
    missed: &'a [MissedLine],
}

#[derive(Serialize)]
struct RouteData<'a> {
    rows: Vec<usize>,
    lines: &'a [(usize, u32)],
}

/// The data of the page's script, as JSON.
pub fn data(rows: &Rows, routes: &[Route]) -> String {
    let mut texts = Texts::default();
    let list: Vec<[i64; 9]> = rows
        .rows
        .iter()
        .map(|row| {
            let file = row.place.0.map_or(-1, |file| file as i64);
            let text = texts.number(&row.text);
            let failing = row.failing.as_ref().map_or(-1, |value| texts.number(value));
            let passing = row.passing.as_ref().map_or(-1, |value| texts.number(value));
            let differs = i64::from(rows.has_passing && row.failing != row.passing);
            let (line, depth, iteration) = (row.place.1.into(), row.depth.into(), row.iteration.into());
            [code(row.kind), text, file, line, depth, iteration, failing, passing, differs]
        })
        .collect();
    let data = Data {
        kind: "program",
        texts: texts.texts,
        rows: list,
        has_passing: rows.has_passing,
        failure: rows.rows.iter().position(|row| row.kind == TraceKind::Failure),
        routes: routes.iter().map(|route| RouteData { rows: route.rows.clone(), lines: &route.lines }).collect(),
        left_out: rows.left_out,
        why: &rows.why,
        missed: &rows.missed,
    };
    // Plain structs of strings and numbers always serialise; the error case keeps this total.
    serde_json::to_string(&data).unwrap_or_else(|_| "{}".to_owned())
}

/// The number of a kind; the script has the same list.
fn code(kind: TraceKind) -> i64 {
    match kind {
        TraceKind::Input => 0,
        TraceKind::Assign => 1,
        TraceKind::Branch => 2,
        TraceKind::Switch => 3,
        TraceKind::Call => 4,
        TraceKind::Return => 5,
        TraceKind::Assume => 6,
        TraceKind::Free => 7,
        TraceKind::Output => 8,
        TraceKind::Failure => 9,
    }
}

/// Texts, each listed once.
#[derive(Default)]
struct Texts<'a> {
    texts: Vec<&'a str>,
    number_from_text: FxHashMap<&'a str, i64>,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> i64 {
        *self.number_from_text.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() as i64 - 1
        })
    }
}
