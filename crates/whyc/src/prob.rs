//! `whyc prob`: counterexamples to a probability.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::{SourceMap, Span};
use whyc_c::{Failure as NoProgram, Input};
use whyc_ir::property::{ClassSet, PropertyTable};
use whyc_prob::answer::{self, Answer, Failure, Verdict};
use whyc_prob::model::Model;
use whyc_prob::number::exact;
use whyc_prob::program::{self, NoModel};
use whyc_prob::property::{self, Mistake, Property};
use whyc_prob::{dot, json, prism, text};
use whyc_report::diagnostics;
use whyc_report::html::plain::{self, Bar, Plain, Section, Tone};
use whyc_session::{has_threads, not_followed};

use crate::cli::{Drawn, Prob};
use crate::{Exit, asked, edge, output};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;

/// Answers a property of a model.
pub fn run(args: &Prob) -> anyhow::Result<Exit> {
    let property = match property::read(&args.prop) {
        Ok(property) => property,
        Err(mistake) => return Ok(wrong(args, &mistake)),
    };
    let mut budget = Budget::unlimited();
    if let Some(timeout) = args.timeout {
        budget = budget.with_timeout(timeout);
    }
    edge::hold(&budget);
    let is_program = args.files.iter().all(|it| matches!(extension(it).as_str(), "c" | "i"));
    let model = if is_program {
        match of_program(args, &budget)? {
            Ok(model) => model,
            Err(Refused::Unknown(reason)) => return unknown(args, &reason),
            Err(Refused::Told) => return Ok(Exit::Bad),
        }
    } else {
        of_files(args)?
    };
    match answer::answer(&model, &property, args.max, &budget) {
        Ok(answer) => {
            tell(args, &answer, &property)?;
            Ok(match answer.verdict {
                Verdict::Holds | Verdict::Asked => Exit::Holds,
                Verdict::Violated => Exit::Violated,
            })
        }
        Err(Failure::Mistake(mistake)) => Ok(wrong(args, &mistake)),
        Err(Failure::Limit(limit)) => unknown(args, &limit.to_string()),
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn files(args: &Prob) -> Vec<String> {
    args.files.iter().map(|it| it.display().to_string()).collect()
}

/// Says what is wrong with the property, where it is.
fn wrong(args: &Prob, mistake: &Mistake) -> Exit {
    let mut map = SourceMap::new();
    let file = map.add("--prop", args.prop.clone().into_bytes());
    let at = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let span = Span { file, start: at(mistake.place.start), end: at(mistake.place.end) };
    let told = Diagnostic::error(mistake.message.clone()).at(span);
    output::message(&diagnostics::render(&map, &[told], output::is_message_colored(args.color)));
    Exit::Bad
}

fn unknown(args: &Prob, reason: &str) -> anyhow::Result<Exit> {
    let told = match args.format {
        Drawn::Json => json::unknown(&files(args), &args.prop, reason),
        Drawn::Human | Drawn::Html | Drawn::Dot => format!("unknown: {reason}\n"),
    };
    output::report(&told, args.output.as_deref())?;
    Ok(Exit::Undecided)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{} is not text", path.display()))
}

/// A model from PRISM's files.
fn of_files(args: &Prob) -> anyhow::Result<Model> {
    let [path] = &args.files[..] else { bail!("a model is one .tra file, or C files") };
    if extension(path) != "tra" {
        bail!("{}: a model is a .tra file as PRISM exports it, or a C program with whyc_choice (.c)", path.display());
    }
    let told = |path: &Path, error: prism::Wrong| anyhow!("{}:{}: {}", path.display(), error.line, error.message);
    let mut model = prism::steps(&read(path)?).map_err(|error| told(path, error))?;
    let beside = |given: &Option<std::path::PathBuf>, kind: &str| {
        given.clone().or_else(|| Some(path.with_extension(kind)).filter(|it| it.is_file()))
    };
    if let Some(path) = beside(&args.labels, "lab") {
        prism::labels(&mut model, &read(&path)?).map_err(|error| told(&path, error))?;
    }
    if let Some(path) = beside(&args.states, "sta") {
        prism::names(&mut model, &read(&path)?).map_err(|error| told(&path, error))?;
    }
    Ok(model)
}

/// Why a program is no model.
enum Refused {
    /// A limit was reached.
    Unknown(String),
    /// It was said what is wrong.
    Told,
}

/// The model of a C program.
fn of_program(args: &Prob, budget: &Budget) -> anyhow::Result<Result<Model, Refused>> {
    let mut inputs: Vec<Input> = args.files.iter().map(|it| Input::Path(it.clone())).collect();
    inputs.push(Input::text("whyc_choice", program::TEXT));
    let reading = whyc_c::Options {
        include_dirs: args.include.clone(),
        defines: args.define.clone(),
        ..whyc_c::Options::for_main()
    };
    let colored = output::is_message_colored(args.color);
    let compiled = match whyc_c::compile(&inputs, &reading) {
        Ok(compiled) => compiled,
        Err(NoProgram::LibclangMissing { message }) => bail!("{message}"),
        Err(NoProgram::Invalid { sources, diagnostics }) => {
            output::message(&diagnostics::render(&sources, &diagnostics, colored));
            return Ok(Err(Refused::Told));
        }
    };
    let program = &compiled.program;
    if has_threads(program) {
        bail!("{}", not_followed("prob"));
    }
    let properties = PropertyTable::new(program, ClassSet::defaults());
    Ok(program::explore(program, &properties, budget).map_err(|why| match why {
        NoModel::Refused { what, span: Some(span) } => {
            let told = Diagnostic::error(what).at(span);
            output::message(&diagnostics::render(&program.sources, &[told], colored));
            Refused::Told
        }
        NoModel::Refused { what, span: None } => {
            output::error(&what);
            Refused::Told
        }
        NoModel::Limit(limit) => Refused::Unknown(limit.to_string()),
        NoModel::Endless => Refused::Unknown("a run goes on for very long without a toss".to_owned()),
    }))
}

fn tell(args: &Prob, answer: &Answer, property: &Property) -> anyhow::Result<()> {
    let path = args.output.as_deref();
    match args.format {
        Drawn::Human => output::report(&output::plain(&text::render(answer, property, args.quiet)), path),
        Drawn::Json => output::report(&json::render(&files(args), &args.prop, answer, property), path),
        Drawn::Dot => output::report(&dot::render(answer), path),
        Drawn::Html => output::page(&page(args, answer, property), path, false),
    }
}

/// The answer as a page: which few behaviours carry the mass.
fn page(args: &Prob, answer: &Answer, property: &Property) -> String {
    let (verdict, tone) = match answer.verdict {
        Verdict::Holds => ("holds", Tone::Good),
        Verdict::Violated => ("violated", Tone::Bad),
        Verdict::Asked => ("answered", Tone::Open),
    };
    let mut sections = Vec::new();
    if !answer.witnesses.is_empty() {
        let bar = |(k, it): (usize, &answer::Witness)| {
            let share = (&it.mass * whyc_prob::number::ratio(1000, 1)).round().to_integer();
            Bar {
                name: format!("{}. {}", k + 1, whyc_prob::number::shown(&it.mass)),
                text: text::rail(answer, it),
                thousandths: u32::try_from(share).unwrap_or(0),
                more: text::like(answer, it).unwrap_or_default(),
            }
        };
        sections.push(Section {
            title: text::introduction(answer).trim_end_matches(':').to_owned(),
            bars: answer.witnesses.iter().enumerate().map(bar).collect(),
            lines: vec![
                text::closing(answer),
                "⟲ stands for any number of rounds through a part of the model.".to_owned(),
            ],
            ..Section::default()
        });
    }
    let decisions = text::named_decisions(answer);
    if !decisions.is_empty() {
        sections.push(Section {
            title: "Decisions that make it so".to_owned(),
            head: vec!["state".to_owned(), "decision".to_owned()],
            rows: decisions.into_iter().take(500).map(|(state, action)| vec![state, action]).collect(),
            ..Section::default()
        });
    }
    for part in answer.shown_parts().values() {
        let rows = part.inputs.iter().flat_map(|&input| {
            let row = answer.folded.to.get(&input).into_iter().flatten();
            row.map(move |(to, p)| {
                vec![answer.model.name(input).to_owned(), answer.model.name(*to).to_owned(), exact(p)]
            })
        });
        sections.push(Section {
            title: format!("⟲ {} states that can go round", part.members.len()),
            head: ["entered at", "left to", "probability"].map(str::to_owned).to_vec(),
            rows: rows.take(500).collect(),
            ..Section::default()
        });
    }
    let headline = text::headline(answer, property);
    plain::render(&Plain { command: "prob", files: files(args), verdict, tone, headline, sections })
}
