//! `whyc hybrid`: systems with real time, and systems of steps that may and must be there.

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};
use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::{SourceMap, Span};
use whyc_hybrid::answer::{self, Failure};
use whyc_hybrid::{plot, report, text};
use whyc_modal::evaluate::{Question, evaluate};
use whyc_modal::explain::explain;
use whyc_modal::mistake::Mistake;
use whyc_modal::parse::parse;
use whyc_modal::system::System;
use whyc_modal::truth::Truth;
use whyc_modal::work::Work;
use whyc_report::diagnostics;

use crate::cli::{Hybrid, Plotted};
use crate::{Exit, asked, edge, output};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;
/// What an explanation may cost.
const EXPLAINING: u64 = 200_000_000;

/// Answers a formula of a system.
pub fn run(args: &Hybrid) -> anyhow::Result<Exit> {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = args.timeout {
        budget = budget.with_timeout(timeout);
    }
    edge::hold(&budget);
    let path = &args.file;
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    let input = String::from_utf8(bytes).map_err(|_| anyhow!("{} is not text", path.display()))?;
    let is_modal = path.extension().is_some_and(|it| it == "modal");
    let is_states = || serde_json::from_str::<Value>(&input).is_ok_and(|it| it.get("states").is_some());
    if is_modal || is_states() {
        let system = if is_modal { whyc_modal::read::read(&input) } else { whyc_modal::json::read(&input) };
        return match system {
            Ok(system) => steps(args, &system, &budget),
            Err(mistake) => Ok(wrong(args, &path.display().to_string(), &input, &mistake)),
        };
    }
    let automaton = whyc_hybrid::json::read(&input).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let Some(formula) = args.formula.as_ref().or(automaton.formula.as_ref()) else {
        bail!("nothing is asked: --formula TEXT, or \"formula\" in {}", path.display());
    };
    match answer::answer(&automaton, formula, args.level, &budget) {
        Ok(answer) => {
            let said = answer.evaluation.answer;
            let told = match args.format {
                Plotted::Human if args.quiet => format!("{said}\n"),
                Plotted::Human => text::render(&automaton, formula, &answer),
                Plotted::Json => json_text(args, said, report::render(&automaton, formula, &answer)),
                Plotted::Svg => plot::svg(&automaton, &answer)
                    .ok_or_else(|| anyhow!("only regions of one or two variables can be drawn"))?,
            };
            output::report(&told, args.output.as_deref())?;
            Ok(exit(said))
        }
        Err(Failure::Mistake(mistake)) => Ok(wrong(args, "formula", formula, &mistake)),
        Err(Failure::Limit(limit)) => unknown(args, formula, &limit.to_string()),
        Err(Failure::Evaluation(limit)) => unknown(args, formula, &limit.to_string()),
    }
}

/// A system that is given as it is.
fn steps(args: &Hybrid, system: &System, budget: &Budget) -> anyhow::Result<Exit> {
    let Some(formula) = &args.formula else { bail!("nothing is asked: --formula TEXT") };
    let question = match parse(formula).and_then(|it| Question::new(&it, system)) {
        Ok(question) => question,
        Err(mistake) => return Ok(wrong(args, "formula", formula, &mistake)),
    };
    let evaluation = match evaluate(system, &question, &mut Work::within(budget)) {
        Ok(evaluation) => evaluation,
        Err(limit) => return unknown(args, formula, &limit.to_string()),
    };
    let said = evaluation.answer;
    let why = (said == Truth::Unknown).then(|| explain(system, &question, &Work::of(EXPLAINING, budget)));
    let told = match args.format {
        Plotted::Human if args.quiet => format!("{said}\n"),
        Plotted::Human => whyc_modal::text::render(system, formula, &evaluation, why.as_ref()),
        Plotted::Json => {
            let value = |(id, it): (_, &Truth)| json!({"name": system.name(id), "value": it.to_string()});
            let regions: Vec<Value> = evaluation.values.iter_enumerated().map(value).collect();
            let explanation = why.as_ref().map(|it| report::explanation(system, it));
            json_text(
                args,
                said,
                json!({"formula": formula, "value": said.to_string(), "states": regions, "explanation": explanation}),
            )
        }
        Plotted::Svg => bail!("only regions of systems with real time can be drawn"),
    };
    output::report(&told, args.output.as_deref())?;
    Ok(exit(said))
}

fn exit(said: Truth) -> Exit {
    match said {
        Truth::True => Exit::Holds,
        Truth::False => Exit::Violated,
        Truth::Unknown => Exit::Undecided,
    }
}

/// Says what is wrong with a text, where it is.
fn wrong(args: &Hybrid, name: &str, text: &str, mistake: &Mistake) -> Exit {
    let mut map = SourceMap::new();
    let file = map.add(name, text.as_bytes().to_vec());
    let at = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let span = Span { file, start: at(mistake.place.start), end: at(mistake.place.end) };
    let told = Diagnostic::error(mistake.message.clone()).at(span);
    output::message(&diagnostics::render(&map, &[told], output::is_message_colored(args.color)));
    Exit::Bad
}

fn unknown(args: &Hybrid, formula: &str, reason: &str) -> anyhow::Result<Exit> {
    let told = match args.format {
        Plotted::Json => {
            json_text(args, Truth::Unknown, json!({"formula": formula, "value": "unknown", "reason": reason}))
        }
        Plotted::Human | Plotted::Svg => format!("unknown: {reason}\n"),
    };
    output::report(&told, args.output.as_deref())?;
    Ok(Exit::Undecided)
}

fn json_text(args: &Hybrid, said: Truth, hybrid: Value) -> String {
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
        "verdict": verdict,
        "hybrid": hybrid,
    });
    format!("{whole:#}\n")
}
