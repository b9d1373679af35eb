//! The answer as a page, with a drawing of the regions.

use whyc_base::ids::Id;
use whyc_hybrid::answer::Answer;
use whyc_hybrid::automaton::Automaton;
use whyc_hybrid::plot::{self, Mark};
use whyc_hybrid::text;
use whyc_modal::evaluate::Evaluation;
use whyc_modal::explain::{Explanation, Way};
use whyc_modal::read::{may_text, must_text};
use whyc_modal::system::{Must, System};
use whyc_modal::text as modal;
use whyc_modal::truth::Truth;
use whyc_report::html::plain::{self, Anchor, Drawing, Plain, Section, Shape, Tone};

use crate::cli::Hybrid;

/// The most rows of a table.
const MANY: usize = 500;
/// The most characters of a region in it.
const LONG: usize = 120;

fn tone(value: Truth) -> Tone {
    match value {
        Truth::True => Tone::Good,
        Truth::False => Tone::Bad,
        Truth::Unknown => Tone::Open,
    }
}

fn whole(args: &Hybrid, value: Truth, headline: String, sections: Vec<Section>) -> String {
    let verdict = match value {
        Truth::True => "true",
        Truth::False => "false",
        Truth::Unknown => "unknown",
    };
    let files = vec![args.file.display().to_string()];
    // The verdict stands beside it.
    let headline = headline.strip_prefix(verdict).and_then(|it| it.strip_prefix(": ")).unwrap_or(&headline).to_owned();
    plain::render(&Plain { command: "hybrid", files, verdict, tone: tone(value), headline, sections })
}

/// What has many pieces is cut off: JSON has all of it.
fn short(region: &str) -> String {
    match region.char_indices().nth(LONG) {
        Some((end, _)) => format!("{} …", &region[..end]),
        None => region.to_owned(),
    }
}

/// The page of an automaton.
pub fn of_regions(args: &Hybrid, automaton: &Automaton, formula: &str, answer: &Answer) -> String {
    let notes = text::notes(automaton, answer);
    let headline = modal::headline(&answer.system, &format!("`{formula}`"), &answer.evaluation, &notes);
    let mut sections = Vec::new();
    if let Some(run) = &answer.run {
        let lines = text::run_lines(automaton, run);
        sections.push(Section {
            title: "A run that shows it".to_owned(),
            text: lines.join("\n"),
            ..Section::default()
        });
    }
    if let Some(drawing) = drawing(automaton, formula, answer) {
        let mut lines = vec!["✓ true, ✗ false, ? unknown of everything in a region.".to_owned()];
        lines.extend(
            answer.run.as_ref().map(|_| "The thick line is the run; × is where it comes into a location.".to_owned()),
        );
        let title = "The regions that were told apart".to_owned();
        sections.push(Section { title, lines, drawing: Some(drawing), ..Section::default() });
    }
    if let Some(explanation) = &answer.explanation {
        sections.extend(why(&answer.system, explanation));
    }
    let rows = text::in_order(answer).into_iter().map(|id| {
        let class = &answer.classes[id.index()];
        let begins = if class.is_initial { "yes" } else { "" };
        let labels: Vec<&str> = class.labels.iter().map(|&it| automaton.labels[it].name.as_str()).collect();
        let value = answer.evaluation.values[id].to_string();
        vec![answer.system.name(id).to_owned(), value, labels.join(", "), begins.to_owned(), short(&notes[id])]
    });
    sections.push(Section {
        title: "Regions".to_owned(),
        head: ["region", "value", "labels", "runs begin", "where"].map(str::to_owned).to_vec(),
        rows: rows.take(MANY).collect(),
        lines: text::level_lines(answer),
        ..Section::default()
    });
    whole(args, answer.evaluation.answer, headline, sections)
}

/// The page of a system of steps.
pub fn of_steps(
    args: &Hybrid,
    system: &System,
    formula: &str,
    evaluation: &Evaluation,
    explanation: Option<&Explanation>,
    way: &[&Must],
) -> String {
    let no_notes = whyc_base::ids::IdVec::new();
    let headline = modal::headline(system, &format!("`{formula}`"), evaluation, &no_notes);
    let mut sections = Vec::new();
    if !way.is_empty() {
        let lines: Vec<String> = way.iter().map(|it| must_text(system, it)).collect();
        sections.push(Section {
            title: "A way that shows it".to_owned(),
            text: lines.join("\n"),
            ..Section::default()
        });
    }
    if let Some(explanation) = explanation {
        sections.extend(why(system, explanation));
    }
    let rows = system.states().iter_enumerated().map(|(id, state)| {
        let begins = if state.is_initial { "yes" } else { "" };
        let labels: Vec<&str> = state.labels.iter().map(String::as_str).collect();
        vec![state.name.clone(), evaluation.values[id].to_string(), labels.join(", "), begins.to_owned()]
    });
    sections.push(Section {
        title: "States".to_owned(),
        head: ["state", "value", "labels", "runs begin"].map(str::to_owned).to_vec(),
        rows: rows.take(MANY).collect(),
        ..Section::default()
    });
    whole(args, evaluation.answer, headline, sections)
}

/// Why it is unknown: one section for each definite answer.
fn why(system: &System, explanation: &Explanation) -> Vec<Section> {
    let section = |wanted: &str, way: &Way| {
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        match way {
            Way::Smallest(all) | Way::Small(all) => rows.extend(all.iter().map(|it| {
                let sentence = modal::sentence(system, it);
                let step = may_text(system, &it.step);
                vec![format!("`{step}`"), sentence.strip_prefix(&step).unwrap_or(&sentence).trim().to_owned()]
            })),
            Way::Nothing => lines.push("However the steps are decided, it does not become so.".to_owned()),
            Way::Unknown(limit) => lines.push(format!("That was not found out: {limit}.")),
        }
        if matches!(way, Way::Small(_)) {
            lines.push("There may be fewer.".to_owned());
        }
        let head = ["step", "what would have to be known of it"].map(str::to_owned).to_vec();
        Section { title: format!("What would make it {wanted}"), lines, head, rows, ..Section::default() }
    };
    vec![section("true", &explanation.holds), section("false", &explanation.fails)]
}

/// The regions, if they can be drawn.
pub fn drawing(automaton: &Automaton, formula: &str, answer: &Answer) -> Option<Drawing> {
    let picture = plot::picture(automaton, answer)?;
    let shape = |mark: &Mark| match mark {
        Mark::Piece { corners, value, is_thin, title } => Shape::Field {
            corners: corners.clone(),
            tone: tone(*value),
            width: if *is_thin { 5.0 } else { 1.0 },
            title: title.clone(),
        },
        Mark::Frame(points) => Shape::Line { points: points.clone(), width: 1.0 },
        Mark::Path(points) => Shape::Line { points: points.clone(), width: 2.5 },
        Mark::Word { at, text, anchor } => {
            let anchor = match anchor {
                plot::Anchor::Start => Anchor::Start,
                plot::Anchor::Middle => Anchor::Middle,
                plot::Anchor::End => Anchor::End,
            };
            Shape::Caption { at: *at, text: text.clone(), anchor }
        }
    };
    let label = format!("{} regions and what is known of {formula} in each", answer.classes.len());
    let shapes = picture.marks.iter().map(shape).collect();
    Some(Drawing { width: picture.width, height: picture.height, label, shapes })
}
