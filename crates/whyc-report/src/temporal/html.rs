//! Properties of circuits and recorded runs as a page: each with its chain, and the run as a timeline of signals and parts.

use askama::Template;
use whyc_temporal::judged::{Happened, Judged, Source, Story, Verdict};
use whyc_temporal::view::Standing;

use super::{json, words};
use crate::html::prose::{Html, capital};
use crate::html::shell::{self, Shell};
use crate::paint::visible;

/// At most so many steps are drawn.
const MANY_STEPS: usize = 400;

#[derive(Template)]
#[template(path = "temporal.html")]
struct Page {
    shell: Shell,
    properties: Vec<PropertyView>,
}

/// The same within another page.
#[derive(Template)]
#[template(path = "temporal-section.html")]
struct Section {
    properties: Vec<PropertyView>,
}

struct PropertyView {
    headline: Html,
    name: String,
    sign: &'static str,
    status: &'static str,
    text: String,
    file: String,
    chain: Vec<Html>,
    step: &'static str,
    steps: Vec<String>,
    events: Vec<RowView>,
    signals: Vec<RowView>,
    parts: Vec<RowView>,
    others: Vec<RowView>,
    end: String,
}

struct RowView {
    name: String,
    cells: Vec<CellView>,
}

struct CellView {
    text: String,
    class: &'static str,
    words: &'static str,
}

/// The part of a page about a program that tells how its runs fare; nothing if no run breaks a property.
#[must_use]
pub fn section(sources: &[Source], judged: &[Judged]) -> Option<String> {
    let properties: Vec<PropertyView> =
        judged.iter().filter(|it| it.story.is_some()).map(|it| property(&sources[it.source], it)).collect();
    if properties.is_empty() {
        return None;
    }
    Section { properties }.render().ok()
}

/// The page; ends with a line end.
#[must_use]
pub fn render(command: &str, files: &[String], sources: &[Source], judged: &[Judged]) -> String {
    let verdict = json::overall(judged);
    let (sign, tone) = match verdict {
        "violated" => ("✗", "bad"),
        "holds" => ("✓", "good"),
        _ => ("◐", "open"),
    };
    let first = judged.iter().find(|it| is_broken(it)).or(judged.first());
    let headline = first.map(|it| capital(&words::sentence(it))).unwrap_or_default();
    let shell = Shell {
        command: command.to_owned(),
        files: visible(&files.join(" ")).into_owned(),
        verdict,
        sign,
        tone,
        ..Shell::new(&headline, "{}".to_owned())
    };
    // What fails comes first.
    let (broken, others): (Vec<&Judged>, Vec<&Judged>) = judged.iter().partition(|it| is_broken(it));
    let ordered = broken.into_iter().chain(others);
    shell::finish(Page { shell, properties: ordered.map(|it| property(&sources[it.source], it)).collect() }.render())
}

fn is_broken(judged: &Judged) -> bool {
    matches!(judged.verdict, Verdict::Violated | Verdict::Recorded(Standing::Violated))
}

fn property(source: &Source, judged: &Judged) -> PropertyView {
    let step = words::step_word(judged);
    let chain = judged.why.iter().chain(&judged.pending);
    let chain = chain.map(|it| Html::sentence(&format!("`{}`: {}", it.text, words::remark(it, step)))).collect();
    let story = judged.story.as_ref();
    let n_steps = story.map_or(0, |it| it.n_steps.min(MANY_STEPS));
    let signals = story.into_iter().flat_map(|it| &it.signals).map(|(name, cells)| RowView {
        name: visible(name).into_owned(),
        cells: cells
            .iter()
            .take(n_steps)
            .map(|cell| {
                let class = if cell.is_some_and(|it| it.1) { "value" } else { "any" };
                CellView { text: words::cell(cell), class, words: "" }
            })
            .collect(),
    });
    let row = |row: &whyc_temporal::judged::Row| RowView {
        name: visible(&row.text).into_owned(),
        cells: row.steps.iter().take(n_steps).map(|it| fate(*it)).collect(),
    };
    let rows: Vec<&whyc_temporal::judged::Row> = story.into_iter().flat_map(|it| &it.rows).collect();
    let end = match story {
        Some(it) if it.start.is_some() => {
            format!(
                "After {step} {} comes {step} {} again, forever.",
                it.n_steps.saturating_sub(1),
                it.start.unwrap_or(0)
            )
        }
        Some(it) if it.events.len() > it.n_steps => {
            let line = it.events.last().map_or(0, |it| it.line);
            format!("The program ends there, in line {line}.")
        }
        Some(it) if it.n_cut > 0 => format!("{} later steps do not matter and are not shown.", it.n_cut),
        Some(it) if it.n_steps > MANY_STEPS => format!("{} steps more are not shown.", it.n_steps - MANY_STEPS),
        _ => String::new(),
    };
    PropertyView {
        headline: Html::sentence(&capital(&words::sentence(judged))),
        name: visible(&judged.named.name).into_owned(),
        sign: match &judged.verdict {
            _ if is_broken(judged) => "✗",
            Verdict::Holds(_) | Verdict::Recorded(_) | Verdict::Violated => "✓",
            Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds | Verdict::NotDecided { .. } => "◐",
        },
        status: words::word(&judged.verdict),
        text: visible(&judged.named.text).into_owned(),
        file: visible(&source.name).into_owned(),
        chain,
        step,
        steps: (0..n_steps).map(|at| at.to_string()).collect(),
        events: story.map(|it| events(it, n_steps)).unwrap_or_default(),
        signals: signals.collect(),
        parts: rows.iter().filter(|it| it.matters).map(|it| row(it)).collect(),
        others: rows.iter().filter(|it| !it.matters).map(|it| row(it)).collect(),
        end,
    }
}

/// Of a program: what happens in each step, and where.
fn events(story: &Story, n_steps: usize) -> Vec<RowView> {
    if story.events.is_empty() {
        return Vec::new();
    }
    let cell = |text: String| CellView { text: visible(&text).into_owned(), class: "event", words: "" };
    let row = |name: &str, of: &dyn Fn(&Happened) -> String| RowView {
        name: name.to_owned(),
        cells: story.events.iter().take(n_steps).map(|it| cell(of(it))).collect(),
    };
    let mut rows = vec![row("what happens", &|it| it.text.clone()), row("line", &|it| it.line.to_string())];
    for (at, (name, _)) in story.events[0].seen.iter().enumerate() {
        rows.push(row(name, &|it| it.seen.get(at).map_or("", |it| if it.1 { "1" } else { "0" }).to_owned()));
    }
    rows
}

fn fate(standing: Standing) -> CellView {
    let class = match standing {
        Standing::Violated => "bad",
        Standing::Pending => "wait",
        Standing::HoldsSoFar => "soft",
        Standing::Satisfied => "good",
    };
    CellView { text: words::sign(standing).to_owned(), class, words: standing.name() }
}
