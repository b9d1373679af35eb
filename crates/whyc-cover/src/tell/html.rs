//! For people with a browser: the source with marks in its margin, matrices of combinations, the runs. Marks are signs and words; colours
//! only repeat what they say.

use std::collections::BTreeMap;

use askama::Template;

use crate::coverage::{Coverage, Crossed, RunEnd, Status};
use crate::goal::Kind;
use crate::tell::text;

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    title: String,
    headline: String,
    counts: Vec<[String; 6]>,
    files: Vec<File>,
    crosses: Vec<Matrix>,
    runs: Vec<[String; 3]>,
    notes: Vec<String>,
}

struct File {
    name: String,
    lines: Vec<Line>,
}

struct Line {
    number: u32,
    mark: Mark,
    text: String,
    /// What is not covered here, and why.
    missing: Vec<String>,
}

/// What stands in the margin.
#[derive(Clone, Copy)]
struct Mark {
    sign: &'static str,
    class: &'static str,
    word: &'static str,
}

const NOTHING: Mark = Mark { sign: "", class: "none", word: "no goal" };
const COVERED: Mark = Mark { sign: "✓", class: "yes", word: "covered" };
const PARTLY: Mark = Mark { sign: "±", class: "part", word: "reached, but not every way" };
const NEVER: Mark = Mark { sign: "–", class: "no", word: "no run can" };
const OPEN: Mark = Mark { sign: "?", class: "open", word: "not decided, or not within the bounds" };

struct Matrix {
    title: String,
    rows_of: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Mark>)>,
    holes: Vec<String>,
}

/// The page.
#[must_use]
pub fn render(it: &Coverage) -> String {
    let all = it.counts(None);
    let headline = format!(
        "{} of {} goals that can be reached are covered, by {} runs; {} cannot be reached",
        all.covered,
        all.all - all.unreachable,
        it.runs.len(),
        all.unreachable
    );
    let counts = Kind::ALL.into_iter().filter(|kind| it.counts(Some(*kind)).all > 0).map(|kind| {
        let counts = it.counts(Some(kind));
        [
            kind.plural().to_owned(),
            counts.all.to_string(),
            counts.covered.to_string(),
            counts.unreachable.to_string(),
            counts.not_within.to_string(),
            counts.undecided.to_string(),
        ]
    });
    let page = Page {
        title: it.files.join(", "),
        headline,
        counts: counts.collect(),
        files: files(it),
        crosses: it.crosses.iter().map(|cross| matrix(it, cross)).collect(),
        runs: runs(it),
        notes: text::notes(it),
    };
    // Nothing in it can fail but writing to a string.
    page.render().unwrap_or_default()
}

fn files(it: &Coverage) -> Vec<File> {
    let mut by_file: BTreeMap<u32, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
    for (at, (goal, _)) in it.goals.iter().enumerate().filter(|(_, (goal, _))| goal.key.kind() != Kind::Cross) {
        by_file.entry(goal.span.file.0).or_default().entry(it.sources.line(goal.span)).or_default().push(at);
    }
    let told = |(number, lines): (u32, BTreeMap<u32, Vec<usize>>)| {
        let source = it.sources.file(whyc_base::source::FileId(number));
        let line = |number: u32| {
            let goals = lines.get(&number).map_or(&[][..], Vec::as_slice);
            let is_open = |at: &&usize| !matches!(it.goals[**at].1, Status::Covered(_));
            let missing = goals
                .iter()
                .filter(is_open)
                .map(|&at| format!("{}: {}", it.goals[at].0.text, text::why(&it.goals[at].1)));
            Line {
                number,
                mark: margin(it, goals),
                text: source.line_text(number).to_owned(),
                missing: missing.collect(),
            }
        };
        File { name: source.name.clone(), lines: (1..=source.n_lines()).map(line).collect() }
    };
    by_file.into_iter().map(told).collect()
}

fn margin(it: &Coverage, goals: &[usize]) -> Mark {
    let n_covered = goals.iter().filter(|at| matches!(it.goals[**at].1, Status::Covered(_))).count();
    let is_open = |at: &usize| matches!(it.goals[*at].1, Status::NotWithin | Status::Undecided(_));
    match (n_covered, goals.len()) {
        (_, 0) => NOTHING,
        (n, all) if n == all => COVERED,
        (0, _) if goals.iter().any(is_open) => OPEN,
        (0, _) => NEVER,
        _ => PARTLY,
    }
}

fn mark(status: &Status) -> Mark {
    match status {
        Status::Covered(_) => COVERED,
        Status::Unreachable { .. } => NEVER,
        Status::NotWithin | Status::Undecided(_) => OPEN,
    }
}

/// The last attribute from left to right, the others from top to bottom.
fn matrix(it: &Coverage, cross: &Crossed) -> Matrix {
    let names: Vec<&str> = cross.attributes.iter().map(|(name, _)| name.as_str()).collect();
    let columns = cross.attributes.last().map_or_else(Vec::new, |(_, values)| values.clone());
    let mut rows: Vec<(String, Vec<Mark>)> = Vec::new();
    for (values, at) in &cross.tasks {
        let before = values.len().saturating_sub(1);
        let shown = values[..before].iter().zip(&cross.attributes).map(|(&value, (_, texts))| texts[value].as_str());
        let name = shown.collect::<Vec<_>>().join(", ");
        let sign = mark(&it.goals[*at].1);
        match rows.last_mut() {
            Some((known, marks)) if *known == name => marks.push(sign),
            _ => rows.push((name, vec![sign])),
        }
    }
    let holes = cross.holes.iter().map(|(hole, because)| {
        let why = if because.is_empty() { String::new() } else { format!(" ({})", because.join(", ")) };
        format!("{}{why}", text::hole(cross, hole))
    });
    Matrix {
        title: format!("{} before line {}", names.join(" × "), cross.line),
        rows_of: names.join(", "),
        columns,
        rows,
        holes: holes.collect(),
    }
}

fn runs(it: &Coverage) -> Vec<[String; 3]> {
    let told = |(number, run): (usize, &crate::coverage::Covering)| {
        let end = match &run.end {
            RunEnd::Passes => "ends by itself".to_owned(),
            RunEnd::Fails { property, line } => format!("fails {property} in line {line}"),
            RunEnd::GoesOn => "goes on beyond the bounds".to_owned(),
        };
        [(number + 1).to_string(), run.given(), end]
    };
    it.runs.iter().enumerate().map(told).collect()
}
