//! `whyc hybrid`: systems with real time, and systems of steps that may and must be there.

mod page;

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};
use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::ids::IdVec;
use whyc_base::source::{SourceMap, Span};
use whyc_hybrid::answer::{self, Answer, Ended, Failure};
use whyc_hybrid::automaton::Automaton;
use whyc_hybrid::{report, text};
use whyc_modal::evaluate::{Evaluation, Question, evaluate};
use whyc_modal::explain::{Explanation, explain};
use whyc_modal::formula::Formula;
use whyc_modal::mistake::Mistake;
use whyc_modal::parse::parse;
use whyc_modal::place::locate_inside;
use whyc_modal::reach::{Asks, Ways, ways};
use whyc_modal::system::{Must, System};
use whyc_modal::truth::Truth;
use whyc_modal::work::Work;
use whyc_report::diagnostics;

use crate::cli::{Hybrid, Plotted};
use crate::{Exit, asked, edge, output};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;
/// What an explanation may cost.
const EXPLAINING: u64 = 200_000_000;

/// A text that can be wrong, and what it is called.
struct Source {
    name: String,
    text: String,
}

/// What is asked.
struct Asked {
    formula: String,
    /// Where it stands: as all of a text, or as the value of `formula` in JSON.
    source: Source,
    is_in_json: bool,
}

impl Asked {
    /// Where in its source a part of the formula stands.
    fn place(&self, part: &Range<usize>) -> Range<usize> {
        if self.is_in_json { locate_inside(&self.source.text, "formula", part) } else { part.clone() }
    }
}

/// What is told of a formula that was answered, in every form.
struct Told<'a> {
    formula: &'a str,
    value: Truth,
    reason: Option<String>,
    human: String,
    json: Value,
    dot: String,
    page: String,
    svg: Option<String>,
}

/// Answers a formula of a system.
pub fn run(args: &Hybrid) -> anyhow::Result<Exit> {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = args.timeout {
        budget = budget.with_timeout(timeout);
    }
    edge::hold(&budget);
    let source = Source { name: args.file.display().to_string(), text: read(&args.file)? };
    let is_modal = args.file.extension().is_some_and(|it| it == "modal");
    let is_states = || serde_json::from_str::<Value>(&source.text).is_ok_and(|it| it.get("states").is_some());
    if is_modal {
        return match whyc_modal::read::read(&source.text) {
            Ok(system) => steps(args, &system, asked(args, source, None)?, &budget),
            Err(mistake) => Ok(wrong(args, &source, mistake.place, &mistake.message)),
        };
    }
    if is_states() {
        return match whyc_modal::json::read(&source.text) {
            Ok(given) => steps(args, &given.system, asked(args, source, given.formula)?, &budget),
            Err(mistake) => Ok(wrong(args, &source, mistake.place, &mistake.message)),
        };
    }
    match whyc_hybrid::json::read(&source.text) {
        Ok(automaton) => {
            let asked = asked(args, source, automaton.formula.clone())?;
            regions(args, &automaton, &asked, &budget)
        }
        Err(mistake) => Ok(wrong(args, &source, mistake.place, &mistake.message)),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{} is not text", path.display()))
}

/// The formula: of the command line, of a file that it names, or of the system's own file.
fn asked(args: &Hybrid, file: Source, own: Option<String>) -> anyhow::Result<Asked> {
    let of_text = |name: &str, text: String| {
        let source = Source { name: name.to_owned(), text: text.clone() };
        Asked { formula: text, source, is_in_json: false }
    };
    match (&args.formula, own) {
        (Some(given), _) => Ok(match given.strip_prefix('@') {
            Some(path) => of_text(path, read(Path::new(path))?),
            None => of_text("--formula", given.clone()),
        }),
        (None, Some(formula)) => Ok(Asked { formula, source: file, is_in_json: true }),
        (None, None) => bail!("nothing is asked: --formula TEXT (or \"formula\" in a .json file)"),
    }
}

/// An automaton, by its regions.
fn regions(args: &Hybrid, automaton: &Automaton, asked: &Asked, budget: &Budget) -> anyhow::Result<Exit> {
    let formula = asked.formula.trim();
    match answer::answer(automaton, &asked.formula, args.level, budget) {
        Ok(answer) => tell(args, &told_of_regions(args, automaton, formula, &answer)),
        Err(Failure::Mistake(mistake)) => Ok(wrong_formula(args, asked, &mistake)),
        Err(Failure::Limit(limit)) => unknown(args, formula, &limit.to_string()),
        Err(Failure::Evaluation(limit)) => unknown(args, formula, &limit.to_string()),
    }
}

fn told_of_regions<'a>(args: &Hybrid, automaton: &Automaton, formula: &'a str, answer: &Answer) -> Told<'a> {
    let mut human = text::render(automaton, formula, answer);
    if answer.ended == Ended::Levels {
        human.push_str(&format!(
            "\nmore?  whyc hybrid {} --level {}\n",
            args.file.display(),
            args.level.saturating_add(2)
        ));
    }
    let notes = text::notes(automaton, answer);
    Told {
        formula,
        value: answer.evaluation.answer,
        reason: report::reason(answer),
        human,
        json: report::render(automaton, answer),
        dot: whyc_modal::dot::render(&answer.system, &answer.evaluation, answer.explanation.as_ref(), &notes),
        page: page::of_regions(args, automaton, formula, answer),
        svg: page::drawing(automaton, formula, answer).map(|it| it.svg()),
    }
}

/// A system that is given as it is.
fn steps(args: &Hybrid, system: &System, asked: Asked, budget: &Budget) -> anyhow::Result<Exit> {
    if args.format == Plotted::Svg {
        bail!("only regions of systems with real time can be drawn; --format dot shows the steps");
    }
    let formula = asked.formula.trim();
    let parsed = parse(&asked.formula).and_then(|it| Question::new(&it, system).map(|question| (it, question)));
    let (parsed, question) = match parsed {
        Ok(both) => both,
        Err(mistake) => return Ok(wrong_formula(args, &asked, &mistake)),
    };
    let evaluation = match evaluate(system, &question, &mut Work::within(budget)) {
        Ok(evaluation) => evaluation,
        Err(limit) => return unknown(args, formula, &limit.to_string()),
    };
    let why = (evaluation.answer == Truth::Unknown).then(|| explain(system, &question, &Work::of(EXPLAINING, budget)));
    let ways = shown(system, &parsed, &evaluation, budget);
    let way = ways.as_ref().and_then(|it| it.start(system).map(|start| it.from(start))).unwrap_or_default();
    tell(args, &told_of_steps(args, system, formula, &evaluation, why.as_ref(), &way))
}

/// The ways that show an answer, if one way does.
fn shown(system: &System, formula: &Formula, evaluation: &Evaluation, budget: &Budget) -> Option<Ways> {
    let asks = Asks::of(formula).filter(|it| it.shown() == evaluation.answer)?;
    ways(system, asks.goal(), &mut Work::within(budget))
}

fn told_of_steps<'a>(
    args: &Hybrid,
    system: &System,
    formula: &'a str,
    evaluation: &Evaluation,
    why: Option<&Explanation>,
    way: &[&Must],
) -> Told<'a> {
    let is_unknown = evaluation.answer == Truth::Unknown;
    Told {
        formula,
        value: evaluation.answer,
        reason: is_unknown.then(|| "steps that may be there are not decided".to_owned()),
        human: whyc_modal::text::render(system, formula, evaluation, why, way),
        json: whyc_modal::report::render(system, evaluation, why, way, |_, _| {}),
        dot: whyc_modal::dot::render(system, evaluation, why, &IdVec::new()),
        page: page::of_steps(args, system, formula, evaluation, why, way),
        svg: None,
    }
}

fn tell(args: &Hybrid, told: &Told<'_>) -> anyhow::Result<Exit> {
    let path = args.output.as_deref();
    match args.format {
        Plotted::Human if args.quiet => output::report(&format!("{}\n", told.value), path)?,
        Plotted::Human => output::report(&output::plain(&told.human), path)?,
        Plotted::Json => {
            output::report(&json_text(args, told.formula, told.value, told.reason.as_deref(), &told.json), path)?;
        }
        Plotted::Html => output::page(&told.page, path, false)?,
        Plotted::Dot => output::report(&told.dot, path)?,
        Plotted::Svg => match &told.svg {
            Some(svg) => output::report(svg, path)?,
            None => bail!("only regions of one or two variables can be drawn; --format dot shows all"),
        },
    }
    Ok(match told.value {
        Truth::True => Exit::Holds,
        Truth::False => Exit::Violated,
        Truth::Unknown => Exit::Undecided,
    })
}

/// Says what is wrong with a text, where it is.
fn wrong(args: &Hybrid, source: &Source, place: Range<usize>, message: &str) -> Exit {
    let mut map = SourceMap::new();
    let file = map.add(&source.name, source.text.as_bytes().to_vec());
    let at = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let span = Span { file, start: at(place.start), end: at(place.end) };
    let told = Diagnostic::error(message.to_owned()).at(span);
    output::message(&diagnostics::render(&map, &[told], output::is_message_colored(args.color)));
    Exit::Bad
}

fn wrong_formula(args: &Hybrid, asked: &Asked, mistake: &Mistake) -> Exit {
    wrong(args, &asked.source, asked.place(&mistake.place), &mistake.message)
}

fn unknown(args: &Hybrid, formula: &str, reason: &str) -> anyhow::Result<Exit> {
    let told = match args.format {
        Plotted::Json => json_text(args, formula, Truth::Unknown, Some(reason), &Value::Null),
        Plotted::Human if args.quiet => "unknown\n".to_owned(),
        Plotted::Human | Plotted::Html | Plotted::Dot | Plotted::Svg => format!("unknown: {reason}\n"),
    };
    output::report(&told, args.output.as_deref())?;
    Ok(Exit::Undecided)
}

fn json_text(args: &Hybrid, formula: &str, said: Truth, reason: Option<&str>, hybrid: &Value) -> String {
    let verdict = match said {
        Truth::True => "holds",
        Truth::False => "violated",
        Truth::Unknown => "unknown",
    };
    let whole = json!({
        "schema": "whyc-hybrid/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "hybrid",
        "files": [args.file.display().to_string()],
        "formula": formula,
        "verdict": verdict,
        "reason": reason,
        "hybrid": hybrid,
    });
    format!("{whole:#}\n")
}
