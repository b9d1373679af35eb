//! Where a change helps: for the tests of the request, or for failing runs of whyc's own.

use std::cell::RefCell;

use whyc_base::budget::Budget;
use whyc_base::names;
use whyc_base::source::FileId;
use whyc_check::{Effort, Verdict};
use whyc_debug::finding::{LocalizationReport, Part as Told};
use whyc_ir::program::{Origin, Program};
use whyc_localize::Failure;
use whyc_localize::recompile::{Changed, NotC, Recompile, Texts};
use whyc_localize::runs::FailingRun;
use whyc_localize::suggest::Scene;

use crate::refused::{Part, Refused};
use crate::request::{Places, Request};
use crate::scores::scores;
use crate::session::Session;
use crate::tests;
use crate::threads;
use crate::watch::{Progress, Watch};

/// Adds the places to what `session` knows, or the reason why they are not known.
pub(crate) fn localise(session: &mut Session, places: &Places) -> Result<(), Refused> {
    let program = &session.analysis.program.clone();
    unknown_name(program, Part::Trusted, &places.options.trusted)?;
    unknown_name(program, Part::Suspected, &places.options.suspected)?;
    let asks_of_threads = program.woven.is_some();
    if asks_of_threads {
        session.look_at_threads()?;
    }
    let found = match search(session, program, places) {
        Some(found) => found,
        None => return Ok(()),
    };
    match found {
        Ok(mut report) => {
            if let Some(fault) = &places.fault {
                let unknown = || Refused::mistaken(Part::Fault, format!("there is no file {}", fault.file));
                report.scores = Some(scores(program, &report, fault).ok_or_else(unknown)?);
            }
            session.known.places = Some(report);
        }
        Err(Failure::NothingFails) => session.known.all_tests_pass = !session.request.tests.is_empty(),
        Err(Failure::Undecided(reason)) => {
            session.miss(Told::Localization, reason.clone());
            session.known.reason = Some(reason);
        }
    }
    Ok(())
}

/// Looks for places; `None` if there is no failing run.
fn search(session: &mut Session, program: &Program, places: &Places) -> Option<Result<LocalizationReport, Failure>> {
    let (known_so_far, is_heard) = (session.finding_here(), session.watch.is_heard());
    let Session { request, analysis, watch, outcome, known, .. } = session;
    let watch = &RefCell::new(watch);
    let reader = Reader { request, program, watch, recent: RefCell::default() };
    let budget = &analysis.engine.sat.budget().clone();
    // What is known by then is the answer if a limit comes.
    let so_far = |report: LocalizationReport| {
        if is_heard {
            let mut finding = known_so_far.clone();
            finding.localization = Some(report);
            if finding.properties.is_empty() {
                finding.head.verdict = Verdict::Violated;
            }
            watch.borrow_mut().tell(Progress::Decided(&finding));
        }
    };
    let scene = Scene { program, recompile: &reader, options: &places.options, budget, so_far: &so_far };
    let mut tell = |part: &str| watch.borrow_mut().tell(Progress::Part(part));
    if !request.tests.is_empty() {
        let tests: Vec<FailingRun> = request.tests.iter().map(tests::run).collect();
        return Some(scene.of_tests(analysis, &tests, &mut tell));
    }
    let failing = known.failing(outcome.as_ref()?)?;
    if program.woven.is_some() {
        let (property, _) = failing;
        let report = known.schedule.as_deref()?;
        return Some(scene.of_schedule(analysis, property, report, &mut tell));
    }
    // A run whose inputs are given is the one that is meant.
    let is_fixed = !request.deciding.given.is_empty();
    Some(scene.of_property(analysis, failing, is_fixed, &mut tell))
}

/// Refuses to trust or suspect what is not there: whoever misspells it would see the wrong places blamed.
fn unknown_name(program: &Program, part: Part, given: &[String]) -> Result<(), Refused> {
    let functions = program.functions.iter().filter(|f| f.origin == Origin::User).map(|f| f.name.as_str());
    let files = program.sources.files().map(|(_, file)| file.name.as_str()).filter(|name| !name.starts_with('<'));
    let files: Vec<&str> = files.collect();
    let known: Vec<&str> = functions.chain(files.iter().copied()).collect();
    let is_known =
        |name: &String| known.contains(&name.as_str()) || files.iter().any(|file| file.ends_with(&format!("/{name}")));
    match given.iter().find(|name| !is_known(name)) {
        Some(name) => {
            let hint = names::hint(name, &known, "functions and files");
            Err(Refused::mistaken(part, format!("there is no function or file `{name}`; {hint}")))
        }
        None => Ok(()),
    }
}

/// Reads changed text the way the program was read.
struct Reader<'a> {
    request: &'a Request,
    program: &'a Program,
    watch: &'a RefCell<&'a mut Watch>,
    /// What was read last, the latest at the end: several questions are asked about one change, one after the other.
    recent: RefCell<Vec<(Texts, Changed)>>,
}

/// So many programs are kept.
const MANY_RECENT: usize = 4;

impl Reader<'_> {
    fn input(&self, file: FileId) -> Option<usize> {
        let name = &self.program.sources.file(file).name;
        self.request.inputs.iter().position(|input| input.name() == *name)
    }
}

impl Recompile for Reader<'_> {
    fn recompile(&self, texts: &Texts) -> Result<Changed, NotC> {
        let mut recent = self.recent.borrow_mut();
        if let Some(k) = recent.iter().position(|(known, _)| known == texts) {
            let known = recent.remove(k);
            let changed = known.1.clone();
            recent.push(known);
            return Ok(changed);
        }
        let changed = self.read(texts)?;
        if recent.len() == MANY_RECENT {
            recent.remove(0);
        }
        recent.push((texts.clone(), changed.clone()));
        Ok(changed)
    }

    fn options(&self, changed: &Changed, budget: Budget) -> whyc_check::Options {
        // A change is no good at the first violation.
        let (limits, effort) = (changed.limits.clone(), Effort::First);
        whyc_check::Options { limits, effort, budget, ..self.request.deciding.clone() }
    }

    fn can_change(&self, file: FileId) -> bool {
        self.input(file).is_some()
    }
}

impl Reader<'_> {
    fn read(&self, texts: &Texts) -> Result<Changed, NotC> {
        let mut inputs = self.request.inputs.clone();
        for (&file, text) in texts {
            let Some(k) = self.input(file) else { return Err(NotC::default()) };
            inputs[k] = inputs[k].with_text(text.clone());
        }
        self.watch.borrow_mut().tell(Progress::Reading);
        // Every error counts: each one refutes a change.
        let mut reading = self.request.reading.clone();
        reading.extra_args.push("-ferror-limit=0".to_owned());
        let compiled = whyc_c::compile(&inputs, &reading);
        self.watch.borrow_mut().tell(Progress::Localising);
        match compiled {
            Ok(whyc_c::Compiled { program, limits, .. }) => {
                let program = self.watching(program, texts).ok_or_else(NotC::default)?;
                let program = whyc_threads::weave(program, threads::accesses(self.request));
                Ok(Changed { program: program.into(), limits })
            }
            Err(whyc_c::Failure::Invalid { sources, diagnostics }) => {
                // An error in what a macro stands for is where the macro is defined; a note says who used it.
                let spans = diagnostics.iter().filter_map(|diagnostic| diagnostic.span);
                let places = spans.map(|span| (sources.file(span.file).name.clone(), sources.line(span)));
                Err(NotC { places: places.collect() })
            }
            Err(whyc_c::Failure::LibclangMissing { .. }) => Err(NotC::default()),
        }
    }

    /// The changed program, watched for the same properties over time: without them any change would do. Nothing if they speak of what is
    /// not there any more, or of lines that are others now.
    fn watching(&self, program: Program, texts: &Texts) -> Option<Program> {
        let properties = self.request.temporal.iter().flat_map(|it| it.properties.clone()).collect::<Vec<_>>();
        let names_lines = properties.iter().any(whyc_temporal::program::names_lines);
        let n_lines = |text: &str| text.lines().count();
        let moves = |(&file, text): (&FileId, &String)| n_lines(text) != n_lines(&self.program.sources.file(file).text);
        if names_lines && texts.iter().any(moves) {
            return None;
        }
        whyc_temporal::program::watching(program, &properties).ok().map(|(program, _)| program)
    }
}
