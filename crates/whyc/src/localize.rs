//! `whyc localize`: from failing runs or tests to the places where a change helps.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use whyc_base::budget::Budget;
use whyc_base::names;
use whyc_base::source::{FileId, SourceMap};
use whyc_c::Input;
use whyc_check::{Analysis, Run, Verdict};
use whyc_debug::finding::{ChangeSize, EditReport, Finding, LocalizationReport, Missing, Part, SuggestionReport};
use whyc_debug::localize::dependence::{Graph, Line};
use whyc_debug::localize::edits::{self, Candidate, Edit};
use whyc_debug::localize::runs::FailingRun;
use whyc_debug::localize::{Failure, Localization, Options, localize, own_runs};
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{ClassSet, PropertyClass, PropertyId, PropertyTable};

use crate::cli::{Check, Format, Granularity, Localize};
use crate::progress::Progress;
use crate::whole::{self, Whole};
use crate::{Exit, check, edge, formats, output, repeated, tests_folder};

/// So many changes are checked.
const MANY_CHECKS: usize = 40;
/// So many changes of each size are checked for one place.
const MANY_OF_PLACE: usize = 16;
/// So many small changes of a place are checked before a larger one.
const SMALL_FIRST: usize = 4;
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
    unknown_name(program, "--trust", &args.trust)?;
    unknown_name(program, "--suspect", &args.suspect)?;
    let how = check::options(&args.check, &compiled.limits, budget.clone());
    let mut analysis = Analysis::new(program, how).map_err(anyhow::Error::msg)?;
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
    let scene = Scene { args: &args.check, sources: &sources, options: &c_options, program };
    let notes = compiled.diagnostics.clone();
    let is_page = args.check.output.format == Format::Html;
    let progress = Progress::new(args.check.output.quiet);
    let (mut finding, found) = match &tests {
        Some(tests) => {
            let failing: Vec<FailingRun> = tests.iter().map(tests_folder::run).collect();
            let found = localize(&mut analysis, &failing, &options, &mut |what| progress.phase(what));
            let found = found.map(|found| scene.suggest(&analysis, found, (&failing, Runs::Tests), &budget, &progress));
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
                finding.stats.parse = parse_time;
                finding.stats.total = start.elapsed();
                check::publish(&args.check, &finding)?;
                return Ok(check::exit(finding.verdict, args.check.limits.unwind.is_some()));
            };
            let found = own(&scene, &mut analysis, (*property, first), &options, &budget, &progress);
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
            if is_page && finding.counterexample.is_some() {
                finding.missing.push(Missing { part: Part::Localization, reason });
            } else {
                finding.verdict = Verdict::Unknown;
                finding.reason = Some(reason);
            }
            check::publish(&args.check, &finding)?;
            return Ok(Exit::Undecided);
        }
    };
    drop(progress);
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

/// What changes are looked for in, and how its text is read.
pub struct Scene<'a> {
    /// What was asked.
    pub args: &'a Check,
    /// The files.
    pub sources: &'a [Input],
    /// How they are read.
    pub options: &'a whyc_c::Options,
    /// What they say.
    pub program: &'a Program,
}

/// Where the failing runs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runs {
    /// The user's tests.
    Tests,
    /// whyc's own, which violate this property.
    Own(PropertyId),
}

/// Localises with failing runs of whyc's own, `first` among them.
///
/// # Errors
/// If a limit comes first.
pub fn own(
    scene: &Scene<'_>,
    analysis: &mut Analysis<'_>,
    (property, first): (PropertyId, &Run),
    options: &Options,
    budget: &Budget,
    progress: &Progress,
) -> Result<LocalizationReport, Failure> {
    // A run that the user has fixed is the one that is meant.
    let is_fixed = !scene.args.scope.input.is_empty();
    let (found, failing) =
        own_runs::localize(analysis, (property, first), is_fixed, options, &mut |what| progress.phase(what));
    Ok(scene.suggest(analysis, found?, (&failing, Runs::Own(property)), budget, progress))
}

impl Scene<'_> {
    /// The places, with small changes that were tried at each of them.
    fn suggest(
        &self,
        analysis: &Analysis<'_>,
        found: Localization,
        (runs, whose): (&[FailingRun], Runs),
        budget: &Budget,
        progress: &Progress,
    ) -> LocalizationReport {
        let Localization { mut report, diagnoses, .. } = found;
        let candidates =
            edits::candidates(self.program, &analysis.properties, (&diagnoses, &report), runs, &mut |what| {
                progress.phase(what)
            });
        let failed = match whose {
            Runs::Tests => None,
            Runs::Own(property) => Some(analysis.properties.all()[property].name.as_str()),
        };
        let checker = Checker { scene: self, runs, failed };
        report.suggestions = checker.check_all(&candidates, budget, progress);
        put_mended_first(&mut report);
        report
    }
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

/// Checks changes on the text itself.
struct Checker<'a> {
    scene: &'a Scene<'a>,
    runs: &'a [FailingRun],
    /// The property that the runs violate; none if they are tests.
    failed: Option<&'a str>,
}

impl Checker<'_> {
    /// The changes with what is known of them; those that do not even compile are left out.
    fn check_all(&self, candidates: &[Candidate], budget: &Budget, progress: &Progress) -> Vec<SuggestionReport> {
        let mut found = Vec::new();
        let turns = in_turns(candidates);
        for (k, candidate) in turns.iter().enumerate() {
            progress.phase(&format!("checking change {} of {}", k + 1, turns.len()));
            if budget.check().is_err() {
                break;
            }
            // Nobody needs a larger change where a small one does.
            let is_mended = |known: &SuggestionReport| known.diagnosis == candidate.diagnosis && is_good(known);
            if candidate.size == ChangeSize::Larger && found.iter().any(is_mended) {
                continue;
            }
            if let Some(suggestion) = self.check(candidate, budget) {
                found.push(suggestion);
            }
        }
        // What mends the program for every input comes first.
        found.sort_by_key(|suggestion| (suggestion.diagnosis, merit(suggestion)));
        found
    }

    /// Whether the user asserts anything.
    fn has_assertions(&self) -> bool {
        let classes = ClassSet::EMPTY.with(PropertyClass::Assertion);
        let properties = PropertyTable::new(self.scene.program, classes);
        properties.all().iter().any(|property| self.scene.program.functions[property.function].origin == Origin::User)
    }

    fn check(&self, candidate: &Candidate, budget: &Budget) -> Option<SuggestionReport> {
        let known = &self.scene.program.sources;
        let report =
            |edit: &Edit| EditReport { span: edit.span, old: known.text(edit.span).to_owned(), new: edit.new.clone() };
        let (edit, others) = (report(&candidate.edit), candidate.others.iter().map(report).collect::<Vec<_>>());
        let mut sources = self.scene.sources.to_vec();
        for (file, text) in changed(known, std::iter::once(&edit).chain(&others)) {
            let input = sources.iter_mut().find(|input| input.name() == known.file(file).name)?;
            *input = input.with_text(text);
        }
        let compiled = whyc_c::compile(&sources, self.scene.options).ok()?;
        let limited = budget.clone().no_longer_than(CHECK_TIME);
        let how = check::options(self.scene.args, &compiled.limits, limited);
        let mut analysis = Analysis::new(&compiled.program, how).ok()?;
        let by_tests = self.failed.is_none();
        let tests_pass = !by_tests || edits::all_pass(&compiled.program, &analysis.properties, self.runs);
        if !tests_pass {
            return None;
        }
        // With tests, only what the user asserts is asked beside them: the rest depends on inputs that nobody tests.
        let asks = !by_tests || self.has_assertions();
        let verdict = asks.then(|| analysis.decide().verdict);
        let same = |name: &str| analysis.properties.all().iter_enumerated().find(|(_, property)| property.name == name);
        let failed = self.failed.and_then(same).map(|(id, _)| id);
        let comes_there = failed.is_none_or(|id| analysis.is_reached(id));
        std::mem::forget(analysis);
        // Without tests it is the properties that say whether a change is one for the better.
        if !by_tests && verdict == Some(Verdict::Violated) {
            return None;
        }
        let Candidate { diagnosis, size, runs_come_there, .. } = *candidate;
        Some(SuggestionReport { diagnosis, edit, others, size, tests_pass, verdict, comes_there, runs_come_there })
    }
}

/// The changes in the order in which they are checked: the first of each place, then the second of each, so that a
/// place with many, or with slow ones, does not keep the others waiting.
fn in_turns(candidates: &[Candidate]) -> Vec<&Candidate> {
    let mut n_of_place: BTreeMap<(usize, ChangeSize), usize> = BTreeMap::new();
    let mut turns: Vec<(usize, &Candidate)> = Vec::new();
    for candidate in candidates {
        let n_before = n_of_place.entry((candidate.diagnosis, candidate.size)).or_insert(0);
        let turn = match candidate.size {
            ChangeSize::Small => *n_before,
            ChangeSize::Larger => *n_before + SMALL_FIRST,
        };
        turns.push((turn, candidate));
        *n_before += 1;
    }
    turns.retain(|(turn, _)| *turn < MANY_OF_PLACE);
    turns.sort_by_key(|(turn, candidate)| (*turn, candidate.size, candidate.diagnosis));
    turns.into_iter().map(|(_, candidate)| candidate).take(MANY_CHECKS).collect()
}

/// The texts of the files that are changed. The edits do not overlap.
fn changed<'e>(sources: &SourceMap, edits: impl Iterator<Item = &'e EditReport>) -> BTreeMap<FileId, String> {
    let mut edits: Vec<&EditReport> = edits.collect();
    // From the end to the beginning, so that no edit moves what another one is about.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut texts = BTreeMap::new();
    for edit in edits {
        let text = texts.entry(edit.span.file).or_insert_with(|| sources.file(edit.span.file).text.clone());
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.new);
    }
    texts
}

/// The strength of a change that only keeps runs away from what failed.
const VACUOUS: u8 = 4;

/// The lower, the better. From 2 on a change is none that anyone should make unseen.
fn strength(suggestion: &SuggestionReport) -> u8 {
    match suggestion.verdict {
        _ if !suggestion.comes_there => VACUOUS,
        Some(Verdict::Safe) | None => 0,
        Some(Verdict::BoundedSafe) => 1,
        Some(Verdict::Unknown) => 2,
        Some(Verdict::Violated) => 3,
    }
}

/// Whether a change passed all checks.
fn is_good(suggestion: &SuggestionReport) -> bool {
    suggestion.tests_pass && strength(suggestion) <= 1
}

/// The lower, the better. Of changes that are as strong as each other, a small one is better than a larger one, and one that lets
/// the failing runs do what they should is better than one that only keeps them away from what failed.
fn merit(suggestion: &SuggestionReport) -> (u8, ChangeSize, bool) {
    (strength(suggestion), suggestion.size, !suggestion.runs_come_there)
}

/// Puts the places first for which there is a change that mends everything.
fn put_mended_first(report: &mut LocalizationReport) {
    let best = |k: usize| {
        let of_place = report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == k);
        let of_place = of_place.filter(|suggestion| strength(suggestion) < VACUOUS);
        of_place.map(merit).min().map_or((1, None), |merit| (0, Some(merit)))
    };
    let mut order: Vec<usize> = (0..report.diagnoses.len()).collect();
    order.sort_by_key(|&k| (report.diagnoses[k].components.len(), report.diagnoses[k].avoids, best(k)));
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

/// Writes the first change that passed all checks into its files; says what was done.
fn apply(program: &Program, report: &LocalizationReport) -> anyhow::Result<Option<String>> {
    let Some(suggestion) = report.suggestions.iter().find(|suggestion| is_good(suggestion)) else { return Ok(None) };
    let texts = changed(&program.sources, suggestion.edits());
    write_all(&program.sources, &texts)?;
    let said = suggestion.edits().map(|edit| {
        let (file, line) = (&program.sources.file(edit.span.file).name, program.sources.line(edit.span));
        format!("{file}:{line}: `{}` is now `{}`", edit.old, edit.new)
    });
    Ok(Some(said.collect::<Vec<_>>().join("\n")))
}

/// Writes all files, or leaves them as they were.
fn write_all(sources: &SourceMap, texts: &BTreeMap<FileId, String>) -> anyhow::Result<()> {
    let write = |file: FileId, text: &str| output::report(text, Some(Path::new(&sources.file(file).name)));
    for (k, (&file, text)) in texts.iter().enumerate() {
        if let Err(error) = write(file, text) {
            for &earlier in texts.keys().take(k) {
                write(earlier, &sources.file(earlier).text)?;
            }
            return Err(error);
        }
    }
    Ok(())
}
