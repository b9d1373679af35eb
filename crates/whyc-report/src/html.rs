//! The report as a page: one self-contained file that asks no network for anything.
//!
//! In: a `Finding`. Out: HTML by [`render`]. What a person reads is written here, by templates; `assets/page.js` only
//! moves markers, and fills in the rows of the runs that are in view, from the data in the page: a run of a
//! hundred thousand steps is one list of numbers.
//!
//! Read `templates/page.html` (the frame), then `story` (what, why, where), `source` (lines with marks), `rows` (both runs
//! side by side), `places` (where a change helps) and `tables` (the rest). `shell` is what every page has, `prose` the way
//! from text to markup: **everything that comes from outside goes through it or through the template engine**, and the
//! policy in the page's head lets nothing run but our own script.

pub(crate) mod highlight;

pub mod overview;

mod lanes;

mod places;

pub mod plain;

pub(crate) mod prose;

mod rows;

pub(crate) mod shell;

pub(crate) mod source;

pub(crate) mod story;

mod tables;

use askama::Template;
use whyc_check::Verdict;
use whyc_debug::finding::{Counterexample, Finding, PropertyReport};

use crate::paint::visible;
use lanes::LanesView;
use overview::Entry;
use places::PlaceView;
use prose::Html;
use shell::{Fact, Shell};
use source::FileView;
use story::{Answer, Route, Story};
use tables::{InputView, NoteView, OutputView, Passing, PropertyView};

/// Everything that the template of a program's page shows.
#[derive(Template)]
#[template(path = "program.html")]
struct Page {
    shell: Shell,
    answers: Vec<Answer>,
    files: Vec<FileView>,
    /// Whether there is a run to be walked through, and one beside it.
    has_run: bool,
    has_passing: bool,
    n_rows: usize,
    story: Story,
    routes: Vec<Route>,
    places: Vec<PlaceView>,
    places_heading: String,
    places_note: Option<Html>,
    n_more_places: usize,
    inputs: Vec<InputView>,
    n_more_inputs: usize,
    properties: Vec<PropertyView>,
    n_more_properties: usize,
    output: Vec<OutputView>,
    notes: Vec<NoteView>,
    facts: Vec<Fact>,
    /// Who runs when, if there are several threads.
    lanes: Option<LanesView>,
    /// The run beside the properties over time that it breaks.
    over_time: Option<Html>,
}

/// The page; ends with a line end. Where several properties are violated, there is an overview, and behind it a page for the
/// run of each.
#[must_use]
pub fn render(finding: &Finding) -> String {
    render_over_time(finding, None)
}

/// The same with what is told of properties over time, as markup.
#[must_use]
pub fn render_over_time(finding: &Finding, over_time: Option<String>) -> String {
    if finding.others.is_empty() {
        return program(finding, over_time);
    }
    let entry = |run: &Counterexample, page: String| {
        let property = finding.properties.get(run.property);
        Entry {
            name: property.map_or_else(String::new, |it| it.id.clone()),
            verdict: Verdict::Violated.name().to_owned(),
            what: Err(property.map(|it| said(finding, it)).unwrap_or_default()),
            time: None,
            page: Some(page),
        }
    };
    // What is explained is explained of the run that was chosen.
    let asking = |run: &Counterexample| {
        let property = finding.properties.get(run.property).map(|it| ["--property".to_owned(), it.id.clone()]);
        finding.options.iter().cloned().chain(property.into_iter().flatten()).collect()
    };
    let with = |run: &Counterexample| Finding {
        options: asking(run),
        counterexample: Some(run.clone()),
        others: Vec::new(),
        classes: None,
        explanation: None,
        schedule: None,
        localization: None,
        replayed: None,
        certificate: None,
        missing: Vec::new(),
        ..finding.clone()
    };
    let first = Finding { others: Vec::new(), ..finding.clone() };
    let entries: Vec<Entry> = finding
        .counterexample
        .iter()
        .map(|run| entry(run, program(&first, over_time.clone())))
        .chain(finding.others.iter().map(|run| entry(run, program(&with(run), None))))
        .collect();
    let title = format!("{}: {} checks fail", finding.head.files.join(" "), entries.len());
    overview::page(&title, "check", &entries)
}

/// `a[i]` can be outside its array (main.c:7)
fn said(finding: &Finding, property: &PropertyReport) -> String {
    let title = crate::words::title(&finding.sources, property);
    let file = &finding.sources.file(property.span.file).name;
    format!("{title} ({file}:{})", finding.sources.line(property.span))
}

/// The page of a program with one failing run at most.
fn program(finding: &Finding, over_time: Option<String>) -> String {
    let numbering = source::Numbering::new(finding);
    let rows = rows::rows(finding, &numbering);
    let routes = story::routes(finding, &numbering, &rows);
    let data = rows::data(&rows, &routes);
    let (places, n_more_places) = places::views(finding, &numbering);
    let (inputs, n_more_inputs) = tables::inputs(finding, &numbering);
    let (properties, n_more_properties) = tables::properties(finding, &numbering);
    let page = Page {
        shell: shell(finding, &numbering, data),
        answers: story::answers(finding),
        files: source::views(finding, &numbering, routes.first()),
        has_run: !rows.rows.is_empty(),
        has_passing: rows.has_passing,
        n_rows: rows.rows.len(),
        story: story::story(finding, &numbering),
        lanes: lanes::view(finding, &numbering),
        routes,
        places,
        places_heading: places::heading(finding),
        places_note: places::note(finding),
        n_more_places,
        inputs,
        n_more_inputs,
        properties,
        n_more_properties,
        output: tables::output(finding),
        notes: tables::notes(finding, &numbering),
        facts: tables::facts(finding),
        over_time: over_time.map(Html::of_template),
    };
    shell::finish(page.render())
}

fn shell(finding: &Finding, numbering: &source::Numbering, data: String) -> Shell {
    let (sign, tone) = match finding.head.verdict {
        Verdict::Safe => ("✓", "good"),
        Verdict::BoundedSafe => ("◐", "open"),
        Verdict::Unknown => ("?", "open"),
        Verdict::Violated => ("✗", "bad"),
    };
    let run = finding.counterexample.as_ref();
    let property = run.and_then(|run| finding.properties.get(run.property));
    let by_tests = finding.properties.is_empty() && finding.localization.is_some();
    let headline = match property {
        Some(property) => crate::words::title(&finding.sources, property),
        None if by_tests => "Some tests fail".to_owned(),
        None => prose::capital(&crate::text::summary::verdict_sentence(finding)),
    };
    Shell {
        command: finding.head.command.clone(),
        files: visible(&finding.head.files.join(" ")).into_owned(),
        verdict: finding.head.verdict.name(),
        sign,
        tone,
        place: property.map(|property| numbering.link(finding, property.span)),
        id: property.map_or_else(String::new, |property| visible(&property.id).into_owned()),
        ..Shell::new(&headline, data)
    }
}

#[cfg(test)]
mod tests;
