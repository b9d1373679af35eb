//! `whyc localize`: from failing runs or tests to the places where a change helps.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use whyc_base::budget::Budget;
use whyc_base::source::{SourceMap, Span};
use whyc_c::Input;
use whyc_check::{Analysis, Verdict};
use whyc_debug::finding::{Finding, LocalizationReport, SuggestionReport};
use whyc_debug::localize::dependence::{Graph, Line};
use whyc_debug::localize::edits::{self, Edit};
use whyc_debug::localize::runs::FailingRun;
use whyc_debug::localize::{Failure, Localization, Options, localize, own_runs};
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{ClassSet, PropertyClass, PropertyTable};

use crate::cli::{Check, Granularity, Localize};
use crate::progress::Progress;
use crate::{Exit, check, edge, output, tests_folder};

/// So many changes are checked.
const MANY_CHECKS: usize = 40;
/// A change is checked for so long.
const CHECK_TIME: Duration = Duration::from_secs(5);

/// Localises and reports.
pub fn run(args: &Localize) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let budget = check::budget(&args.check);
    edge::interrupt_on_ctrl_c(&budget);
    let tests = args.tests.as_deref().map(tests_folder::read).transpose()?;
    let mut c_options = check::c_options(&args.check)?;
    if let Some(tests) = &tests {
        c_options.world = tests_folder::world(tests);
    }
    let sources = check::inputs(&args.check)?;
    let compiled = match whyc_c::compile(&sources, &c_options) {
        Ok(compiled) => compiled,
        Err(failure) => return check::refuse(&args.check, failure),
    };
    let program = &compiled.program;
    let parse_time = start.elapsed();
    let mut analysis =
        Analysis::new(program, check::options(&args.check, budget.clone())).map_err(anyhow::Error::msg)?;
    let files: Vec<String> = args.check.files.iter().map(|file| file.display().to_string()).collect();
    let debug_start = Instant::now();
    let options = Options {
        faults: args.faults,
        statements: args.granularity == Granularity::Statement,
        trusted: args.trust.clone(),
        per_test: args.per_test,
    };
    let progress = Progress::new(args.check.output.quiet);
    let (mut finding, found, failing) = match &tests {
        Some(tests) => {
            let failing: Vec<FailingRun> = tests.iter().map(tests_folder::run).collect();
            let found = localize(&mut analysis, &failing, &options, &mut |what| progress.phase(what));
            (tests_finding(program, &files, compiled.diagnostics.clone(), found.is_ok()), found, failing)
        }
        None => {
            progress.phase("looking for a failing run");
            let outcome = analysis.decide();
            if let Some(message) = analysis.wrong_input() {
                bail!("--input: {message}");
            }
            let finding =
                whyc_debug::report(&analysis, &outcome, None, "localize", &files, compiled.diagnostics.clone());
            let Some((property, first)) = outcome.counterexample else {
                check::publish(&args.check, &finding)?;
                return Ok(check::exit(finding.verdict, args.check.limits.unwind.is_some()));
            };
            // A run that the user has fixed is the one that is meant.
            let is_fixed = !args.check.scope.input.is_empty();
            let (found, failing) =
                own_runs::localize(&mut analysis, (property, &first), is_fixed, &options, &mut |what| {
                    progress.phase(what)
                });
            (finding, found, failing)
        }
    };
    let found = match found {
        Ok(found) => found,
        Err(Failure::NothingFails) => {
            output::report("all tests pass: there is nothing to localize\n", args.check.output.output.as_deref())?;
            return Ok(Exit::Holds);
        }
        Err(Failure::Undecided(reason)) => {
            finding.verdict = Verdict::Unknown;
            finding.reason = Some(reason);
            check::publish(&args.check, &finding)?;
            return Ok(Exit::Undecided);
        }
    };
    let Localization { mut report, diagnoses, .. } = found;
    let candidates = edits::candidates(program, &analysis.properties, (&diagnoses, &report), &failing, &mut |what| {
        progress.phase(what)
    });
    let checker = Checker {
        args: &args.check,
        sources: &sources,
        options: &c_options,
        program,
        runs: &failing,
        by_tests: tests.is_some(),
    };
    report.suggestions = checker.check_all(&candidates, &budget, &progress);
    drop(progress);
    put_mended_first(&mut report);
    if let Some(fault) = &args.score_against {
        let (all, in_order) = scores(program, &report, fault)?;
        (report.score, report.score_in_order) = (Some(all), Some(in_order));
    }
    let applied = if args.apply { apply(program, &report)? } else { None };
    finding.localization = Some(report);
    finding.stats.debug = debug_start.elapsed();
    finding.stats.parse = parse_time;
    finding.stats.total = start.elapsed();
    check::publish(&args.check, &finding)?;
    if args.apply {
        let text = applied.unwrap_or_else(|| "nothing was changed: no suggestion passed all checks".to_owned());
        output::message(&format!("{text}\n"));
    }
    std::mem::forget(analysis);
    Ok(Exit::Holds)
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
        sources: program.sources.clone(),
        verdict: if fails { Verdict::Violated } else { Verdict::Unknown },
        reason: None,
        notes,
        bounds: whyc_debug::finding::BoundsReport { unwind: 0, complete: false, cuts: Vec::new() },
        properties: Vec::new(),
        counterexample: None,
        classes: None,
        explanation: None,
        localization: None,
        replayed: None,
        stats: whyc_debug::finding::StatsReport::default(),
    }
}

/// Checks changes on the text itself.
struct Checker<'a> {
    args: &'a Check,
    sources: &'a [Input],
    options: &'a whyc_c::Options,
    program: &'a Program,
    runs: &'a [FailingRun],
    by_tests: bool,
}

impl Checker<'_> {
    /// The changes with what is known of them; those that do not even compile are left out.
    fn check_all(&self, candidates: &[Edit], budget: &Budget, progress: &Progress) -> Vec<SuggestionReport> {
        let mut found = Vec::new();
        let n_checks = candidates.len().min(MANY_CHECKS);
        for (k, edit) in candidates.iter().take(MANY_CHECKS).enumerate() {
            progress.phase(&format!("checking change {} of {n_checks}", k + 1));
            if budget.check().is_err() {
                break;
            }
            if let Some(suggestion) = self.check(edit) {
                found.push(suggestion);
            }
        }
        // What mends the program for every input comes first.
        found.sort_by_key(|suggestion| (suggestion.diagnosis, strength(suggestion.verdict)));
        found
    }

    /// Whether the user asserts anything.
    fn has_assertions(&self) -> bool {
        let classes = ClassSet::EMPTY.with(PropertyClass::Assertion);
        let properties = PropertyTable::new(self.program, classes);
        properties.all().iter().any(|property| self.program.functions[property.function].origin == Origin::User)
    }

    fn check(&self, edit: &Edit) -> Option<SuggestionReport> {
        let file = self.program.sources.file(edit.span.file);
        let text = changed(&file.text, edit.span, &edit.new);
        let mut sources = self.sources.to_vec();
        let input = sources.iter_mut().find(|input| name_of(input) == file.name)?;
        *input = Input::Text { name: file.name.clone(), text };
        let compiled = whyc_c::compile(&sources, self.options).ok()?;
        let limited = Budget::unlimited().with_timeout(CHECK_TIME);
        let mut analysis = Analysis::new(&compiled.program, check::options(self.args, limited)).ok()?;
        let tests_pass = !self.by_tests || edits::all_pass(&compiled.program, &analysis.properties, self.runs);
        if !tests_pass {
            return None;
        }
        // With tests, only what the user asserts is asked beside them: the rest depends on inputs that nobody tests.
        let asks = !self.by_tests || self.has_assertions();
        let verdict = asks.then(|| analysis.decide().verdict);
        std::mem::forget(analysis);
        // Without tests it is the properties that say whether a change is one for the better.
        if !self.by_tests && verdict == Some(Verdict::Violated) {
            return None;
        }
        let old = self.program.sources.text(edit.span).to_owned();
        Some(SuggestionReport {
            diagnosis: edit.diagnosis,
            span: edit.span,
            old,
            new: edit.new.clone(),
            tests_pass,
            verdict,
        })
    }
}

fn name_of(input: &Input) -> String {
    match input {
        Input::Path(path) => path.display().to_string(),
        Input::Command(command) => command.file.display().to_string(),
        Input::Text { name, .. } => name.clone(),
    }
}

fn changed(text: &str, span: Span, new: &str) -> String {
    format!("{}{new}{}", &text[..span.start as usize], &text[span.end as usize..])
}

fn strength(verdict: Option<Verdict>) -> u8 {
    match verdict {
        Some(Verdict::Safe) | None => 0,
        Some(Verdict::BoundedSafe) => 1,
        Some(Verdict::Unknown) => 2,
        Some(Verdict::Violated) => 3,
    }
}

/// Puts the places first for which there is a change that mends everything.
fn put_mended_first(report: &mut LocalizationReport) {
    let best = |k: usize| {
        let of_place = report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == k);
        of_place.map(|suggestion| strength(suggestion.verdict)).min().unwrap_or(u8::MAX)
    };
    let mut order: Vec<usize> = (0..report.diagnoses.len()).collect();
    order.sort_by_key(|&k| (report.diagnoses[k].components.len(), best(k)));
    let mut position = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        position[old] = new;
    }
    report.diagnoses = order.iter().map(|&k| report.diagnoses[k].clone()).collect();
    for suggestion in &mut report.suggestions {
        suggestion.diagnosis = position[suggestion.diagnosis];
    }
    report.suggestions.sort_by_key(|suggestion| suggestion.diagnosis);
}

/// How close the reported places are to `FILE:LINE[,LINE]`: all of them together, and in their order.
fn scores(program: &Program, report: &LocalizationReport, fault: &str) -> anyhow::Result<(f64, f64)> {
    let expected = || format!("--score-against {fault}: expected a file and lines, such as median.c:10,12");
    let (file, lines) = fault.rsplit_once(':').with_context(expected)?;
    let named = |sources: &SourceMap| {
        let mut files = sources.files();
        files.find(|(_, known)| known.name == file || known.name.ends_with(&format!("/{file}"))).map(|(id, _)| id)
    };
    let id = named(&program.sources).with_context(|| format!("--score-against: there is no file {file}"))?;
    let lines: Result<Vec<u32>, _> = lines.split(',').map(|line| line.trim().parse::<u32>()).collect();
    let fault: Vec<Line> = lines.ok().with_context(expected)?.into_iter().map(|line| (id, line)).collect();
    let places = report.diagnoses.iter().flat_map(|diagnosis| &diagnosis.components);
    let reported: Vec<Line> =
        places.map(|component| (component.span.file, program.sources.line(component.span))).collect();
    let graph = Graph::new(program);
    Ok((graph.score(&reported, &fault), graph.score_in_order(&reported, &fault)))
}

/// Writes the first change that passed all checks into its file; says what was done.
fn apply(program: &Program, report: &LocalizationReport) -> anyhow::Result<Option<String>> {
    let is_good = |suggestion: &&SuggestionReport| suggestion.tests_pass && strength(suggestion.verdict) <= 1;
    let Some(suggestion) = report.suggestions.iter().find(is_good) else { return Ok(None) };
    let file = program.sources.file(suggestion.span.file);
    let path = std::path::Path::new(&file.name);
    let text = changed(&file.text, suggestion.span, &suggestion.new);
    output::report(&text, Some(path))?;
    let line = program.sources.line(suggestion.span);
    Ok(Some(format!("{}:{line}: `{}` is now `{}`", file.name, suggestion.old, suggestion.new)))
}
