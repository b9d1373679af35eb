//! From places to changes that were checked.

use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_check::{Analysis, Run};
use whyc_debug::finding::{
    ChangeSize, ComponentReport, DiagnosisReport, LocalizationReport, SuggestionReport, TestFailure, WhyFails,
};
use whyc_ir::program::{ComponentId, Program};
use whyc_ir::property::{PropertyClass, PropertyId, PropertyTable};

use crate::checks::{Checker, has_assertions, put_mended_first, suggestion};
use crate::edits::{self, Candidate};
use crate::fold::fold;
use crate::recompile::Recompile;
use crate::repair::blame::Blame;
use crate::repair::{Fix, Repair, Request};
use crate::runs::FailingRun;
use crate::trials::{Round, Trials};
use crate::why::Sorted;
use crate::work::Work;
use crate::{Failure, Localization, Options, Tell, localize, own_runs, unless_told, why};

/// A change that costs no more is a small one.
const SMALL: u32 = 20;

/// What changes are looked for in, and how its text is read.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// Reads changed text.
    pub recompile: &'a dyn Recompile,
    /// What is asked.
    pub options: &'a Options,
    /// What it may cost.
    pub budget: &'a Budget,
    /// Hears what is known before everything has been tried: it is the answer if a limit comes.
    pub so_far: &'a dyn Fn(LocalizationReport),
}

impl Scene<'_> {
    /// Localises the faults that make tests fail.
    ///
    /// # Errors
    /// If a limit comes first, or no test fails.
    pub fn of_tests(
        &self,
        analysis: &mut Analysis,
        tests: &[FailingRun],
        tell: Tell<'_>,
    ) -> Result<LocalizationReport, Failure> {
        let properties = analysis.properties.clone();
        let mut blame = Blame::of_tests(self.program, self.options);
        tell("running the tests");
        let exempt = unless_told(self.program, self.options, blame.exempt(self.program));
        let failures = why::failures(self.program, &properties, tests);
        let Sorted { asked, apart } = why::sorted(tests, &failures);
        blame.excused = why::rules(self.program, &properties, &apart, &failures);
        let tests = &asked[..];
        let mut trials = Trials::new(self.program, &properties, (self.options, &exempt), tests, self.budget);
        // Whoever asks for statements or for a number of faults asks for what formulas say.
        trials = trials.filter(|_| self.options.faults.is_none() && !self.options.statements);
        let mut promising = Vec::new();
        if let Some(trials) = &mut trials {
            trials.by_steps();
            trials.values(Round::Decisions);
            promising = trials.promising();
            self.tell_so_far(trials.found().report(), (&failures, &apart));
        }
        let request = Request {
            asks: has_assertions(self.program),
            promising: &promising,
            apart: &apart,
            ..self.request(&properties, &blame, tests, None)
        };
        let mut repair = Repair::new(&request);
        // Formulas are too long to ask about each expression once.
        let n_expressions = self.program.components.len() as u64;
        let is_long = |it: &Repair<'_>| n_expressions.saturating_mul(it.failing_steps()) > Work::USUAL.steps;
        let is_long = repair.as_ref().is_some_and(is_long);
        let helped = |trials: &Option<Trials<'_>>| {
            trials.as_ref().and_then(|it| it.found().report()).map_or_else(Vec::new, |it| lone_places(&it))
        };
        let fixes = repair.as_mut().map_or_else(Vec::new, |repair| {
            if is_long {
                repair.at(helped(&trials), tell);
            }
            repair.near(tell);
            repair.fixes()
        });
        if let Some(trials) = trials.as_mut().filter(|_| !fixes.iter().any(Fix::is_right)) {
            trials.values(Round::Numbers);
            let mut report = trials.found().report();
            if let Some(report) = &mut report {
                self.add_fixes(report, fixes.clone(), trials.n_passing());
            }
            self.tell_so_far(report, (&failures, &apart));
        }
        // Instead, it is better to try what one could write.
        let mut fixes = fixes;
        if let Some(repair) = repair.as_mut().filter(|_| is_long && !fixes.iter().any(Fix::is_right)) {
            repair.at(helped(&trials), tell);
            repair.far(tell);
            fixes = repair.fixes();
        }
        let by_running = trials.map(|trials| trials.found());
        let found = self.by_formulas(analysis, (tests, &failures), work(&fixes), tell);
        let found = match by_running {
            Some(by_running) => by_running.complete(found),
            None => found,
        };
        let mut report = self.suggest(analysis, found, repair, tests, tell)?;
        report.failures = failures;
        report.apart = apart.into_iter().map(|test| test.name).collect();
        fold(&mut report, &self.program.sources);
        Ok(report)
    }

    /// Localises with failing runs of whyc's own, `first` among them; with no others if it is fixed.
    ///
    /// # Errors
    /// If a limit comes first.
    pub fn of_property(
        &self,
        analysis: &mut Analysis,
        (property, first): (PropertyId, &Run),
        is_fixed: bool,
        tell: Tell<'_>,
    ) -> Result<LocalizationReport, Failure> {
        let properties = analysis.properties.clone();
        let blame = Blame::of(self.program, self.options);
        // Who says what is right and breaks a rule is wrong.
        let at_fault = &properties.all()[property];
        let name = &self.program.functions[at_fault.function].name;
        let breaks_a_rule = !matches!(at_fault.class, PropertyClass::Assertion);
        if breaks_a_rule && blame.oracles.contains(name) && !self.options.suspected.contains(name) {
            let suspected = [&self.options.suspected[..], std::slice::from_ref(name)].concat();
            let options = Options { suspected, ..self.options.clone() };
            return Scene { options: &options, ..*self }.of_property(analysis, (property, first), is_fixed, tell);
        }
        let runs = match &analysis.unrolling {
            Some(unrolling) => vec![FailingRun::of("run 1".to_owned(), unrolling, first, property)],
            None => Vec::new(),
        };
        let request = Request { is_fixed, ..self.request(&properties, &blame, &runs, Some(property)) };
        let best = |repair: &Option<Repair<'_>>| {
            let fixes = repair.as_ref().map_or_else(Vec::new, Repair::fixes);
            fixes.iter().map(|fix| (fix.is_enough(), fix.is_right(), fix.is_good())).max().unwrap_or_default()
        };
        let mut repair = Repair::new(&request);
        if let Some(repair) = &mut repair {
            repair.near(tell);
            self.tell_changes(repair, &runs);
            repair.far(tell);
            self.tell_changes(repair, &runs);
        }
        // Nothing else mends it well: what only assertions ask may be what they are about.
        let asked = blame.asked_for_truths();
        if request.tries && !asked.is_empty() && !best(&repair).0 {
            let suspected = [&self.options.suspected[..], &asked].concat();
            let options = Options { suspected, ..self.options.clone() };
            let (scene, blame) = (Scene { options: &options, ..*self }, Blame::of(self.program, &options));
            let request = Request { is_fixed, ..scene.request(&properties, &blame, &runs, Some(property)) };
            let other = Repair::all(&request, tell);
            if best(&other) > best(&repair) {
                return scene.of_runs(analysis, (property, first), is_fixed, other, tell);
            }
        }
        self.of_runs(analysis, (property, first), is_fixed, repair, tell)
    }

    /// The places, by failing runs of whyc's own, and changes that are known already.
    fn of_runs(
        &self,
        analysis: &mut Analysis,
        first: (PropertyId, &Run),
        is_fixed: bool,
        repair: Option<Repair<'_>>,
        tell: Tell<'_>,
    ) -> Result<LocalizationReport, Failure> {
        let fixes = repair.as_ref().map_or_else(Vec::new, Repair::fixes);
        let asked = (self.options, work(&fixes));
        let (found, failing) = own_runs::localize(analysis, first, is_fixed, asked, tell);
        self.suggest(analysis, found, repair, &failing, tell)
    }

    /// Localises with formulas, without the tests that do not end: they cannot be followed.
    fn by_formulas(
        &self,
        analysis: &mut Analysis,
        (tests, failures): (&[FailingRun], &[TestFailure]),
        work: Work,
        tell: Tell<'_>,
    ) -> Result<Localization, Failure> {
        let is_endless = |name: &str| failures.iter().any(|it| it.test == name && it.why == WhyFails::Endless);
        let followed: Vec<FailingRun> = tests.iter().filter(|test| !is_endless(&test.name)).cloned().collect();
        if followed.len() < tests.len() && failures.iter().all(|it| it.why == WhyFails::Endless) {
            return Err(Failure::Undecided("the failing tests do not end".to_owned()));
        }
        localize(analysis, &followed, self.options, work, tell)
    }

    /// Tells what is known before everything has been tried.
    fn tell_so_far(&self, report: Option<LocalizationReport>, (failures, apart): (&[TestFailure], &[FailingRun])) {
        let Some(mut report) = report else { return };
        report.failures = failures.to_vec();
        report.apart = apart.iter().map(|test| test.name.clone()).collect();
        report.is_partial = true;
        fold(&mut report, &self.program.sources);
        (self.so_far)(report);
    }

    /// Tells the changes that are known before places are looked for.
    fn tell_changes(&self, repair: &Repair<'_>, runs: &[FailingRun]) {
        let fixes = repair.fixes();
        if fixes.is_empty() {
            return;
        }
        let mut report = Localization::empty(runs).report;
        self.add_fixes(&mut report, fixes, repair.judge().passing.len());
        report.is_partial = true;
        (self.so_far)(report);
    }

    fn request<'r>(
        &'r self,
        properties: &'r PropertyTable,
        blame: &'r Blame,
        runs: &'r [FailingRun],
        failed: Option<PropertyId>,
    ) -> Request<'r> {
        let Scene { program, recompile, options, budget, .. } = *self;
        // Whoever asks for statements or for a number of faults asks for places first.
        let tries = !options.statements && options.faults.is_none();
        Request {
            program,
            properties,
            recompile,
            blame,
            options,
            runs,
            apart: &[],
            failed,
            asks: true,
            tries,
            is_fixed: false,
            promising: &[],
            budget,
        }
    }

    /// The places, with changes that were checked.
    fn suggest(
        &self,
        analysis: &mut Analysis,
        found: Result<Localization, Failure>,
        repair: Option<Repair<'_>>,
        runs: &[FailingRun],
        tell: Tell<'_>,
    ) -> Result<LocalizationReport, Failure> {
        let Some(mut repair) = repair else { return found.map(|found| found.report) };
        let mut suggestions = self.of_places(analysis, found.as_ref().ok(), &repair, runs, tell);
        // What a place would have to give says more than trying what one could write there, and that more than trying elsewhere.
        if !suggestions.iter().any(SuggestionReport::mends) {
            if let Ok(found) = &found {
                repair.at(lone_places(&found.report), tell);
            }
            repair.far(tell);
        }
        let fixes = repair.fixes();
        // Where everything is right with a change, no other is needed.
        if fixes.iter().any(Fix::is_right) {
            suggestions.clear();
        }
        // Changes are an answer, even where nothing more is known of the places.
        let mut found = match found {
            Ok(found) => found,
            Err(failure) if fixes.is_empty() => return Err(failure),
            Err(_) => Localization::empty(runs),
        };
        found.report.suggestions = suggestions;
        let judge = repair.judge();
        let by_tests = judge.failed.is_none();
        let checker = Checker { program: self.program, judge, runs, by_tests };
        let is_open = self.options.faults.is_none() && !self.options.statements;
        if by_tests && is_open && found.report.n_likely() == 0 && !fixes.iter().any(Fix::is_good) {
            self.try_together(analysis, &mut found, &checker, tell);
        }
        put_mended_first(&mut found.report);
        self.add_fixes(&mut found.report, fixes, judge.passing.len());
        Ok(found.report)
    }

    /// Changes of the places that were found, checked; none where a change is known already with which everything is right.
    fn of_places(
        &self,
        analysis: &Analysis,
        found: Option<&Localization>,
        repair: &Repair<'_>,
        runs: &[FailingRun],
        tell: Tell<'_>,
    ) -> Vec<SuggestionReport> {
        let Some(found) = found.filter(|_| !repair.fixes().iter().any(Fix::is_right)) else { return Vec::new() };
        let (places, properties) = ((&found.diagnoses[..], &found.report), &analysis.properties);
        let candidates = edits::candidates(self.program, properties, places, runs, self.budget, tell);
        let by_tests = repair.judge().failed.is_none();
        let checker = Checker { program: self.program, judge: repair.judge(), runs, by_tests };
        checker.check_all(&candidates, self.budget, tell)
    }

    /// Adds changes, and the places where they are made if these are not known yet, before everything else.
    fn add_fixes(&self, report: &mut LocalizationReport, fixes: Vec<Fix>, n_passing: usize) {
        let mut placed: Vec<Placed> = Vec::new();
        let mut added = Vec::new();
        for fix in fixes {
            let at = fix.edits[0].span;
            let is_place = |known: &DiagnosisReport| match &known.components[..] {
                [only] => {
                    only.span.file == at.file
                        && only.span.start <= at.start
                        && at.end <= only.span.end
                        && at.start < at.end
                }
                _ => false,
            };
            let length =
                |k: &usize| report.diagnoses[*k].components[0].span.end - report.diagnoses[*k].components[0].span.start;
            let fitting = (0..report.diagnoses.len()).filter(|&k| is_place(&report.diagnoses[k]));
            let diagnosis = fitting.min_by_key(length).unwrap_or_else(|| {
                let new = self.new_place(&fix);
                let known =
                    report.diagnoses.iter().position(|known| known.components[0].span == new.components[0].span);
                known.unwrap_or_else(|| {
                    report.diagnoses.push(new);
                    report.diagnoses.len() - 1
                })
            });
            let avoids = report.diagnoses[diagnosis].avoids;
            placed.push(Placed { diagnosis, is_right: fix.is_right(), is_good: fix.is_good(), avoids });
            let size = if fix.cost <= SMALL { ChangeSize::Small } else { ChangeSize::Larger };
            let mut told = suggestion(diagnosis, fix.edits, size, &fix.known, n_passing);
            if fix.undoes {
                told.keeps_code_alive = Some(false);
            }
            added.push(told);
        }
        report.faults = report.faults.max(usize::from(!added.is_empty()));
        let first = first_of(&placed);
        let others = (0..report.diagnoses.len()).filter(|k| !first.contains(k));
        let order: Vec<usize> = first.iter().copied().chain(others).collect();
        let position = |old: usize| order.iter().position(|&k| k == old).unwrap_or_default();
        // What was found here is better founded than what was found for a place alone.
        report
            .suggestions
            .retain(|known| added.iter().all(|fix| (&fix.edit, &fix.others) != (&known.edit, &known.others)));
        added.append(&mut report.suggestions);
        for suggestion in &mut added {
            suggestion.diagnosis = position(suggestion.diagnosis);
        }
        added.sort_by_key(|suggestion| suggestion.diagnosis);
        report.suggestions = added;
        report.diagnoses = order.iter().map(|&k| report.diagnoses[k].clone()).collect();
    }

    fn new_place(&self, fix: &Fix) -> DiagnosisReport {
        let function = fix.function.map_or_else(String::new, |id| self.program.functions[id].name.clone());
        let text = self.program.sources.text(fix.place).to_owned();
        let component = ComponentReport { span: fix.place, text, kind: "statement", function };
        let components = vec![component];
        DiagnosisReport {
            components,
            replacements: Vec::new(),
            avoids: false,
            clash: Vec::new(),
            unexplained: Vec::new(),
        }
    }

    /// Adds pairs of places with changes that were checked. One place would do, but none is likely.
    fn try_together(&self, analysis: &mut Analysis, found: &mut Localization, checker: &Checker<'_>, tell: Tell<'_>) {
        let suspects = found.suspects(self.program, self.options);
        let pairs = edits::together(self.program, &analysis.properties, &suspects, checker.runs, self.budget, tell);
        let candidates: Vec<Candidate> = pairs.iter().flat_map(|pair| pair.changes.iter().cloned()).collect();
        let mut suggestions = checker.check_all(&candidates, self.budget, tell);
        suggestions.retain(SuggestionReport::mends);
        let is_mended = |k: usize| suggestions.iter().any(|suggestion| suggestion.diagnosis == k);
        let mended: Vec<usize> = (0..pairs.len()).filter(|&k| is_mended(k)).collect();
        let sets: Vec<Vec<ComponentId>> = mended.iter().map(|&k| pairs[k].components.to_vec()).collect();
        if sets.is_empty() {
            return;
        }
        // Without values there is nothing to say about a place.
        let Ok(described) = found.describe(analysis, checker.runs, self.options, &sets, tell) else { return };
        let report = &mut found.report;
        for suggestion in &mut suggestions {
            let position = mended.iter().position(|&k| k == suggestion.diagnosis).unwrap_or_default();
            suggestion.diagnosis = report.diagnoses.len() + position;
        }
        if let Some(first) = described.first() {
            report.faults = report.faults.max(first.components.len());
        }
        report.diagnoses.extend(described);
        report.suggestions.extend(suggestions);
    }
}

/// Where everything is right with a change, other places are looked for a little only.
fn work(fixes: &[Fix]) -> Work {
    if fixes.iter().any(Fix::is_right) { Work::LITTLE } else { Work::USUAL }
}

/// A change at its place.
struct Placed {
    /// The place.
    diagnosis: usize,
    is_right: bool,
    is_good: bool,
    /// Whether other values there keep failing runs away from what failed.
    avoids: bool,
}

/// The places that come before all others, for changes the best of which come first. What keeps failing runs away from what
/// failed is worth less; but if it leaves everything else as it was and no other change does, it is a guard that is lacking, and if
/// there is no other good one, it is the only answer.
fn first_of(placed: &[Placed]) -> Vec<usize> {
    let is_answered = placed.iter().any(|it| it.is_right && !it.avoids);
    let is_only = !placed.iter().any(|it| it.is_good && !it.avoids);
    let mut first: Vec<usize> = Vec::new();
    for it in placed {
        let is_first = if it.avoids { it.is_right && !is_answered || it.is_good && is_only } else { it.is_good };
        if is_first && !first.contains(&it.diagnosis) {
            first.push(it.diagnosis);
        }
    }
    first
}

/// The places of which one alone lets all runs pass with another value.
fn lone_places(report: &LocalizationReport) -> Vec<Span> {
    let alone = |diagnosis: &DiagnosisReport| match &diagnosis.components[..] {
        [only] => Some(only.span),
        _ => None,
    };
    report.diagnoses.iter().filter_map(alone).collect()
}
