//! `whyc localize`: from failing runs or tests to the places where a change helps. [`changes`] are what is suggested there.

mod changes;

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use whyc_base::budget::Budget;
use whyc_base::names;
use whyc_base::source::SourceMap;
use whyc_check::{Analysis, Run, Verdict};
use whyc_debug::finding::{DiagnosisReport, Finding, LocalizationReport, Missing, Part, Scores};
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::PropertyId;
use whyc_localize::dependence::{Graph, Line};
use whyc_localize::runs::FailingRun;
use whyc_localize::suggest::Scene;
use whyc_localize::{Failure, Options};

pub use self::changes::Reader;
use self::changes::apply;
use crate::cli::{Format, Granularity, Localize};
use crate::narrowed::narrowed;
use crate::progress::Progress;
use crate::whole::{self, Whole};
use crate::{Exit, answer, asked, edge, fallback, formats, output, repeated, tests_folder};

/// Localises and reports.
pub fn run(args: &Localize) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let budget = asked::budget(&args.check);
    edge::hold(&budget);
    let tests = args.tests.as_deref().map(tests_folder::read).transpose()?;
    let mut c_options = asked::c_options(&args.check)?;
    if let Some(tests) = &tests {
        c_options.world = tests_folder::world(tests);
    }
    let sources = asked::inputs(&args.check)?;
    let compiled = match edge::reading(|| whyc_c::compile(&sources, &c_options)) {
        Ok(compiled) => compiled,
        Err(failure) => return answer::refuse(&args.check, failure),
    };
    let program = &Arc::new(compiled.program);
    fallback::of_program(&args.check, "localize", program);
    let parse_time = start.elapsed();
    unknown_name(program, "--trust", &args.trust)?;
    unknown_name(program, "--suspect", &args.suspect)?;
    let how = asked::options(&args.check, &compiled.limits, budget.clone());
    let narrowed = narrowed(&c_options, &how);
    let mut analysis = Analysis::new(Arc::clone(program), how).map_err(anyhow::Error::msg)?;
    if formats::shows_every_run(args.check.output.format) {
        analysis = analysis.keeping_every_run();
    }
    let files: Vec<String> = args.check.files.iter().map(|file| file.display().to_string()).collect();
    let debug_start = Instant::now();
    let options = Options {
        faults: args.faults,
        statements: args.granularity == Granularity::Statement,
        trusted: args.trust.clone(),
        suspected: args.suspect.clone(),
        per_test: args.per_test,
    };
    let reader = Reader { args: &args.check, sources: &sources, options: &c_options, program };
    let notes = compiled.diagnostics.clone();
    let is_page = args.check.output.format == Format::Html;
    let progress = Progress::new(args.check.output.quiet);
    let (mut finding, found) = match &tests {
        Some(tests) => {
            let failing: Vec<FailingRun> = tests.iter().map(tests_folder::run).collect();
            let scene = Scene { program, recompile: &reader, options: &options, budget: &budget };
            let found = scene.of_tests(&mut analysis, &failing, &mut |what| progress.phase(what));
            (tests_finding(program, &files, notes, found.is_ok()), found)
        }
        None => {
            progress.phase("looking for a failing run");
            let outcome = analysis.decide();
            if let Some(message) = analysis.wrong_input() {
                bail!("--input: {message}");
            }
            let Some((property, first)) = &outcome.counterexample else {
                let mut finding = whyc_debug::report(&analysis, &outcome, None, "localize", &files, notes);
                finding.narrowed = narrowed;
                finding.stats.parse = parse_time;
                finding.stats.total = start.elapsed();
                answer::publish(&args.check, &finding)?;
                return Ok(answer::exit(finding.verdict, args.check.limits.unwind.is_some()));
            };
            let so_far = whyc_debug::report(&analysis, &outcome, None, "localize", &files, notes.clone());
            fallback::of_finding(&args.check, "localize", so_far);
            let found = own(&reader, &mut analysis, (*property, first), &options, &budget, &progress);
            let mut finding = if is_page {
                let mut whole = Whole::new(&mut analysis, &budget, &args.check);
                let explained = whole.explained((*property, first));
                let relevant = whole.relevant((*property, first));
                let mut finding = whyc_debug::report(&analysis, &outcome, Some(&relevant), "localize", &files, notes);
                whole::add_explanation(&mut finding, explained);
                finding
            } else {
                whyc_debug::report(&analysis, &outcome, None, "localize", &files, notes)
            };
            finding.options = repeated::options(&args.check);
            finding.narrowed = narrowed;
            finding.stats.parse = parse_time;
            (finding, found)
        }
    };
    let mut report = match found {
        Ok(report) => report,
        Err(Failure::NothingFails) => {
            let text = "all tests pass: there is nothing to localize\n";
            match is_page {
                true => output::message(text),
                false => output::report(text, args.check.output.output.as_deref())?,
            }
            return Ok(Exit::Holds);
        }
        Err(Failure::Undecided(reason)) => {
            // A failing run is a fact, whether or not anyone knows where to mend it.
            if finding.counterexample.is_none() {
                finding.verdict = Verdict::Unknown;
            }
            if is_page && finding.counterexample.is_some() {
                finding.missing.push(Missing { part: Part::Localization, reason });
            } else {
                finding.reason = Some(reason.into());
            }
            finding.stats.total = start.elapsed();
            answer::publish(&args.check, &finding)?;
            return Ok(Exit::Undecided);
        }
    };
    drop(progress);
    if let Some(fault) = &args.score_against {
        report.scores = Some(scores(program, &report, fault)?);
    }
    let applied = if args.apply { apply(program, &report)? } else { None };
    finding.localization = Some(report);
    finding.stats.debug = debug_start.elapsed();
    finding.stats.parse = parse_time;
    finding.stats.total = start.elapsed();
    answer::publish(&args.check, &finding)?;
    if args.apply {
        let text = applied.unwrap_or_else(|| "nothing was changed: no suggestion passed all checks".to_owned());
        output::message(&format!("{}\n", output::plain(&text)));
    }
    Ok(Exit::Holds)
}

/// Refuses to trust or suspect what is not there: whoever misspells it would see the wrong places blamed.
fn unknown_name(program: &Program, option: &str, given: &[String]) -> anyhow::Result<()> {
    let functions = program.functions.iter().filter(|f| f.origin == Origin::User).map(|f| f.name.as_str());
    let files = program.sources.files().map(|(_, file)| file.name.as_str()).filter(|name| !name.starts_with('<'));
    let files: Vec<&str> = files.collect();
    let known: Vec<&str> = functions.chain(files.iter().copied()).collect();
    let is_known =
        |name: &String| known.contains(&name.as_str()) || files.iter().any(|file| file.ends_with(&format!("/{name}")));
    match given.iter().find(|name| !is_known(name)) {
        Some(name) => {
            let hint = names::hint(name, &known, "functions and files");
            bail!("{option}: there is no function or file `{name}`; {hint}")
        }
        None => Ok(()),
    }
}

/// Localises with failing runs of whyc's own, `first` among them.
///
/// # Errors
/// If a limit comes first.
pub fn own(
    reader: &Reader<'_>,
    analysis: &mut Analysis,
    failing: (PropertyId, &Run),
    options: &Options,
    budget: &Budget,
    progress: &Progress,
) -> Result<LocalizationReport, Failure> {
    // A run that the user has fixed is the one that is meant.
    let is_fixed = !reader.args.scope.input.is_empty();
    let scene = Scene { program: reader.program, recompile: reader, options, budget };
    scene.of_property(analysis, failing, is_fixed, &mut |what| progress.phase(what))
}

/// A finding for tests, which are no properties of the program.
fn tests_finding(
    program: &Program,
    files: &[String],
    notes: Vec<whyc_base::diagnostic::Diagnostic>,
    fails: bool,
) -> Finding {
    Finding {
        command: "localize".to_owned(),
        files: files.to_vec(),
        options: Vec::new(),
        narrowed: Vec::new(),
        entry: program.functions[program.entry].name.clone(),
        sources: program.sources.clone(),
        verdict: if fails { Verdict::Violated } else { Verdict::Unknown },
        reason: None,
        notes,
        bounds: whyc_debug::finding::BoundsReport { unwind: 0, complete: false, cuts: Vec::new() },
        properties: Vec::new(),
        counterexample: None,
        others: Vec::new(),
        invariants: Vec::new(),
        classes: None,
        explanation: None,
        localization: None,
        replayed: None,
        missing: Vec::new(),
        stats: whyc_debug::finding::StatsReport::default(),
    }
}

/// How close the reported places are to `FILE:LINE[,LINE]`.
fn scores(program: &Program, report: &LocalizationReport, fault: &str) -> anyhow::Result<Scores> {
    let expected = || format!("--score-against {fault}: expected a file and lines, such as median.c:10,12");
    let (file, lines) = fault.rsplit_once(':').with_context(expected)?;
    let named = |sources: &SourceMap| {
        let mut files = sources.files();
        files.find(|(_, known)| known.name == file || known.name.ends_with(&format!("/{file}"))).map(|(id, _)| id)
    };
    let id = named(&program.sources).with_context(|| format!("--score-against: there is no file {file}"))?;
    let lines: Result<Vec<u32>, _> = lines.split(',').map(|line| line.trim().parse::<u32>()).collect();
    let fault: Vec<Line> = lines.ok().with_context(expected)?.into_iter().map(|line| (id, line)).collect();
    let lines = |diagnoses: &[DiagnosisReport]| -> Vec<Line> {
        let places = diagnoses.iter().flat_map(|diagnosis| &diagnosis.components);
        places.map(|component| (component.span.file, program.sources.line(component.span))).collect()
    };
    let all = lines(&report.diagnoses);
    let likely = match report.n_likely() {
        0 => all.clone(),
        n => lines(&report.diagnoses[..n]),
    };
    let graph = Graph::new(program);
    Ok(Scores {
        likely: graph.score(&likely, &fault),
        all: graph.score(&all, &fault),
        in_order: graph.score_in_order(&all, &fault),
    })
}
