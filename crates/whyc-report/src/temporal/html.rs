//! Properties of circuits and recorded runs as a page: each with its chain, and the run as a timeline of signals and parts.

use askama::Template;
use whyc_temporal::judged::{Cell, Happened, Judged, Row, Source, Story, Verdict};
use whyc_temporal::run::What;
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

/// The part of a page about a program that tells how its properties over time fare; nothing if there are none.
#[must_use]
pub fn section(sources: &[Source], judged: &[Judged]) -> Option<String> {
    // What fails comes first.
    let (broken, others): (Vec<&Judged>, Vec<&Judged>) = judged.iter().partition(|it| is_broken(it));
    let ordered = broken.into_iter().chain(others);
    let properties: Vec<PropertyView> = ordered.map(|it| property(&sources[it.source], it)).collect();
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
    let story = judged.story.as_ref();
    let silly = words::idle(&judged.verdict).iter();
    let silly = silly.map(|it| Html::sentence(&format!("`{}`: {}", it.text, words::idle_remark(it.how))));
    // What was asked for and then broke need not be told twice.
    let is_repeated = |at: usize| words::is_repeated(judged, at);
    let why = (0..judged.why.len()).filter(|&at| !is_repeated(at)).map(|at| &judged.why[at]);
    let chain = why.chain(words::pending(judged).into_iter().map(|(it, _)| it));
    let chain = chain.map(|it| match (it.what, story) {
        // Without a run there is no step since when.
        (What::Pending, None) => Html::sentence(&format!("`{}` may still be asked for", it.text)),
        _ => Html::sentence(&format!("`{}`: {}", it.text, words::remark(it, step))),
    });
    let chain = silly.chain(chain).collect();
    let n_steps = story.map_or(0, |it| it.n_steps.min(MANY_STEPS));
    let matters = |cells: &[Cell]| cells.iter().any(|it| it.is_none_or(|(_, matters)| matters));
    let (signals, idle): (Vec<_>, Vec<_>) =
        story.into_iter().flat_map(|it| &it.signals).partition(|(_, cells)| matters(cells));
    let signal = |(name, cells): &(String, Vec<Cell>)| RowView {
        name: visible(name).into_owned(),
        cells: cells
            .iter()
            .take(n_steps)
            .map(|cell| {
                let class = if cell.is_some_and(|it| it.1) { "value" } else { "any" };
                CellView { text: words::cell(cell), class, words: "" }
            })
            .collect(),
    };
    let row = |row: &Row| RowView {
        name: visible(&row.text).into_owned(),
        cells: row.steps.iter().take(n_steps).map(|it| if row.is_boolean { truth(*it) } else { fate(*it) }).collect(),
    };
    let rows = story.into_iter().flat_map(|it| &it.rows);
    // What a Boolean is can be read off the signals.
    let (parts, others): (Vec<_>, Vec<_>) = rows.partition(|it| it.matters && !it.is_boolean);
    let is_signal = |text: &str| signals.iter().chain(&idle).any(|it| it.0 == text);
    let others = others.into_iter().filter(|it| !(it.is_boolean && is_signal(&it.text))).map(row);
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
            match judged.verdict {
                Verdict::HoldsWithinBounds(_) => format!("The run is followed no further, in line {line}."),
                _ => format!("The program ends there, in line {line}."),
            }
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
            Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds(_) | Verdict::NotDecided { .. } => "◐",
        },
        status: words::word(&judged.verdict),
        text: visible(&judged.named.text).into_owned(),
        file: visible(&source.name).into_owned(),
        chain,
        step,
        steps: (0..n_steps).map(|at| at.to_string()).collect(),
        events: story.map(|it| events(it, n_steps)).unwrap_or_default(),
        others: idle.iter().map(|it| signal(it)).chain(others).collect(),
        signals: signals.iter().map(|it| signal(it)).collect(),
        parts: parts.into_iter().map(row).collect(),
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

/// What a Boolean is in a step.
fn truth(standing: Standing) -> CellView {
    let text = if standing == Standing::Violated { "0" } else { "1" };
    CellView { text: text.to_owned(), class: "value", words: "" }
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
