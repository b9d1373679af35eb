//! One program under analysis.

use std::sync::Arc;
use std::time::{Duration, Instant};

use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::finding::Head;
use whyc_base::status::Reason;
use whyc_check::{Analysis, Outcome, Verdict};
use whyc_debug::finding::{Counterexample, Finding, Missing, Part};
use whyc_debug::replay::ReplayScript;
use whyc_debug::taken::{Taken, taken};
use whyc_debug::tape::Tape;
use whyc_debug::{explain, support, suspicion, undecided};
use whyc_engines::{EngineName, Guided, Guiding, Log, Simulation, Splitting, Tried};
use whyc_ir::program::Program;
use whyc_ir::property::{PropertyId, PropertyTable};

use crate::advice;
use crate::along;
use crate::assume;
use crate::engines;
use crate::known::Known;
use crate::narrowed::narrowed;
use crate::refused::{self, Refused};
use crate::request::{Extent, Places, Request, Smallest, Wish};
use crate::stack::deep;
use crate::tests;
use crate::threads;
use crate::watch::{Progress, Watch};

/// A program under analysis: what was asked, what is known so far, and the terms and the solver with which more can be found
/// out. Each method adds to the same [`Finding`], and decides first what has to be decided.
///
/// A session borrows from nobody, may move to another thread, and gives everything back when it is dropped.
pub struct Session {
    pub(crate) request: Request,
    pub(crate) analysis: Analysis,
    pub(crate) watch: Watch,
    /// The limits of the request; parts that nobody asked for have narrower ones.
    pub(crate) budget: Budget,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) known: Known,
    /// The questions that were split.
    pub(crate) log: Log,
    /// The runs that simulation has tried.
    pub(crate) tried: Tried,
    /// What the guided search has done.
    pub(crate) guiding: Guiding,
    /// The properties over time that the program is watched for.
    pub(crate) watched: Vec<whyc_temporal::program::Watched>,
    /// What stands at the places that runs should come along.
    pub(crate) spots: along::Spots,
    notes: Vec<Diagnostic>,
    /// The verb of what was asked last.
    command: &'static str,
    started: Instant,
    reading_time: Duration,
}

impl Session {
    /// Reads the program.
    ///
    /// # Errors
    /// If it is no C program, or the request asks for something that it does not have.
    pub fn open(request: Request, watch: Watch) -> Result<Self, Refused> {
        match request.assume.clone() {
            Some(expression) => assume::open(request, watch, &expression),
            None => Self::read(request, watch),
        }
    }

    /// Reads the program as it stands.
    pub(crate) fn read(mut request: Request, mut watch: Watch) -> Result<Self, Refused> {
        let started = Instant::now();
        watch.tell(Progress::Reading);
        if !request.tests.is_empty() {
            request.reading.world = tests::world(&request.tests);
        }
        along::prepare(&mut request);
        let compiled = whyc_c::compile(&request.inputs, &request.reading)?;
        let reading_time = started.elapsed();
        let budget = request.deciding.budget.clone().ended_by(watch.canceller().flag());
        let mut deciding = request.deciding.clone();
        deciding.limits = compiled.limits;
        deciding.budget = budget.clone();
        let over_time: Vec<_> = request.temporal.iter().flat_map(|it| it.properties.clone()).collect();
        let (program, watched) = whyc_temporal::program::watching(compiled.program, &over_time)
            .map_err(|message| Refused::mistaken(refused::Part::Scope, message))?;
        let (program, spots) = along::watching(program, &mut request)?;
        let program = whyc_threads::weave(program, threads::accesses(&request));
        threads::refuse(&request, &program)?;
        let analysis = Analysis::new(program, deciding);
        let analysis = analysis.map_err(|message| Refused::mistaken(refused::Part::Scope, message))?;
        let mut analysis = analysis;
        let may = |engine: EngineName| request.engines.as_ref().is_none_or(|all| all.contains(&engine));
        // Invariants of the turns that threads take are not looked for.
        let has_threads = analysis.program.woven.is_some();
        // Nor is what counts of a failure known where loops are cut.
        let all_count = analysis.program.only_if.is_none();
        if may(EngineName::Induction) && !has_threads && all_count {
            analysis = analysis.proving(Box::new(whyc_prove::Induction));
        }
        let simulation = Simulation::new();
        let tried = simulation.tried();
        let is_named = request.engines.as_ref().is_some_and(|all| all.contains(&EngineName::Guided));
        let guided = Guided::new(is_named);
        let guiding = guided.told();
        if is_named || request.engines.is_none() && !all_count {
            analysis = analysis.scouting(Box::new(guided));
        } else if may(EngineName::Simulation) {
            analysis = analysis.scouting(Box::new(simulation));
        }
        let splitting = engines::splitting(&request).filter(|_| !has_threads);
        let log = splitting.as_ref().map(Splitting::log).unwrap_or_default();
        if let Some(splitting) = splitting {
            analysis = analysis.splitting(Box::new(splitting));
        }
        watch.tell(Progress::Read(&analysis.program));
        if request.unsteered {
            analysis = analysis.unsteered();
        }
        if let Some(most) = request.most {
            analysis = analysis.spending_at_most(most);
        }
        if request.every_run {
            analysis = analysis.keeping_every_run();
        }
        Ok(Self {
            request,
            analysis,
            watch,
            budget,
            outcome: None,
            known: Known::default(),
            log,
            tried,
            guiding,
            watched,
            spots,
            notes: compiled.diagnostics,
            command: Wish::Verdict.command(),
            started,
            reading_time,
        })
    }

    /// Finds out what `wish` asks for, as far as `extent` says; the finding has the name of its verb.
    ///
    /// # Errors
    /// If it asks for something that the program does not have.
    pub fn answer(&mut self, wish: &Wish, extent: Extent) -> Result<Finding, Refused> {
        threads::refuse_wish(&self.request, &self.analysis.program, wish)?;
        // Of programs with threads, a page shows what was asked for; so it does where only some runs count.
        let is_narrow = self.analysis.program.woven.is_some() || self.request.along.is_some();
        let extent = if is_narrow { Extent::Asked } else { extent };
        // What goes on from a failing run has to know others.
        self.analysis.tells_one_run = extent == Extent::Asked && matches!(wish, Wish::Verdict | Wish::Script);
        let goes_on = extent == Extent::Whole || !matches!(wish, Wish::Verdict | Wish::Script | Wish::Suspicions);
        if goes_on && self.request.tests.is_empty() {
            self.decide()?;
            self.tell_decided();
        }
        match wish {
            Wish::Verdict if self.request.along.is_some() => self.come_along()?,
            Wish::Verdict => {
                self.suspect(suspicion::Extent::Serious)?;
                self.cover();
                self.look_over_time();
            }
            Wish::Suspicions => {
                self.suspect(suspicion::Extent::All)?;
                self.cover();
                self.look_over_time();
            }
            Wish::Script => self.decide()?,
            Wish::Smallest(None) => self.decide()?,
            Wish::Smallest(Some(how)) => self.smallest(how)?,
            Wish::Reason(how) => self.explain(how)?,
            Wish::Places(places) => self.localize(places)?,
        }
        match (extent, wish) {
            (Extent::Whole, Wish::Verdict | Wish::Smallest(_) | Wish::Reason(_) | Wish::Places(_)) => {
                self.whole(wish)?
            }
            (Extent::Whole, Wish::Script | Wish::Suspicions) | (Extent::Asked, _) => {}
        }
        self.command = wish.command();
        Ok(self.finding())
    }

    /// Tells that there is a failing run, for those who may not be able to wait for more.
    fn tell_decided(&mut self) {
        let fails = self.outcome.as_ref().is_some_and(|outcome| outcome.counterexample.is_some());
        if fails && self.watch.is_heard() {
            let finding = self.finding();
            self.watch.tell(Progress::Decided(&finding));
        }
    }

    /// Decides every property.
    ///
    /// # Errors
    /// If the request fixes an input that the program does not have.
    pub fn decide(&mut self) -> Result<(), Refused> {
        self.decide_within(advice::reserved(&self.budget))
    }

    /// The same within narrower limits; what is left then goes into finding out what would have helped.
    pub(crate) fn decide_within(&mut self, narrower: Option<Budget>) -> Result<(), Refused> {
        if self.outcome.is_some() {
            return Ok(());
        }
        self.watch.tell(Progress::Deciding);
        let is_narrower = narrower.is_some();
        self.analysis.set_budget(narrower.unwrap_or_else(|| self.budget.clone()));
        let analysis = &mut self.analysis;
        let outcome = deep(|| analysis.decide());
        if let Some(message) = self.analysis.wrong_input() {
            return Err(Refused::mistaken(refused::Part::Input, message));
        }
        self.analysis.set_budget(self.budget.clone());
        if is_narrower {
            self.watch.tell(Progress::Part("trying what would help"));
            self.known.advice = advice::effective(&self.request, &self.analysis, &outcome, &self.budget);
        }
        engines::remember(self, &outcome);
        self.outcome = Some(outcome);
        Ok(())
    }

    /// What is wrong with what was learnt about engines before, if something is.
    #[must_use]
    pub fn engine_warning(&self) -> Option<String> {
        self.log.warning()
    }

    /// Makes the failing run as small as `how` says, if there is one; the ways to fail, if they are asked for.
    ///
    /// # Errors
    /// As [`decide`](Self::decide), and if a run that was found is none: a bug of whyc.
    pub fn smallest(&mut self, how: &Smallest) -> Result<(), Refused> {
        self.decide()?;
        self.command = "minimize";
        self.watch.tell(Progress::Minimising);
        let Self { analysis, outcome, known, watch, .. } = self;
        let Some(outcome) = outcome else { return Ok(()) };
        deep(|| {
            known.minimise_others(analysis, outcome, how)?;
            known.minimise(analysis, outcome, how, watch)
        })
    }

    /// Makes the failing run small within the work that what nobody asked for may cost; as far as it comes.
    pub(crate) fn shrink(&mut self) -> Result<(), Refused> {
        if self.known.minimised().is_some() {
            return Ok(());
        }
        self.watch.tell(Progress::Minimising);
        self.limit();
        let Self { analysis, outcome, known, watch, .. } = self;
        let shrunk = match outcome {
            Some(outcome) => deep(|| known.minimise(analysis, outcome, &Smallest::default(), watch)),
            None => Ok(()),
        };
        self.analysis.set_budget(self.budget.clone());
        shrunk
    }

    /// Finds out why the failing run fails, if there is one: how it comes about, the closest run that passes, and what is
    /// different there. It is a small run that is explained, unless it was asked to stay as it is.
    ///
    /// # Errors
    /// As [`decide`](Self::decide), and if a run that was found is none: a bug of whyc.
    pub fn explain(&mut self, how: &explain::Options) -> Result<(), Refused> {
        self.decide()?;
        self.why_safe();
        self.shrink()?;
        self.reason(how)
    }

    /// Finds out what properties rest on, if the program was found to be safe; as far as that is not too large a question.
    pub(crate) fn why_safe(&mut self) {
        if !self.is_followed_to_the_end() && !self.is_shown_in_any_round() {
            return;
        }
        self.watch.tell(Progress::Explaining);
        let start = Instant::now();
        let analysis = &mut self.analysis;
        let found = deep(|| support::supports(analysis)).unwrap_or_default();
        let name = |it: &support::Support| analysis.properties.all()[it.property].name.clone();
        self.known.supports = found.into_iter().map(|it| (name(&it), it)).collect();
        self.known.time += start.elapsed();
    }

    /// Finds out why the smallest known run fails.
    pub(crate) fn reason(&mut self, how: &explain::Options) -> Result<(), Refused> {
        self.command = "explain";
        self.watch.tell(Progress::Explaining);
        // A fixed bound asks about the runs within it.
        let how = explain::Options { deepen: how.deepen && !self.request.is_bound_fixed(), ..*how };
        let Self { analysis, outcome, known, .. } = self;
        let Some(outcome) = outcome else { return Ok(()) };
        match analysis.program.woven {
            Some(_) => deep(|| known.explain_schedule(analysis, outcome)),
            None => deep(|| known.explain(analysis, outcome, how)),
        }
    }

    /// Finds out what threads do to each other in the failing run, as small as it becomes, if that is not known yet.
    ///
    /// # Errors
    /// As [`smallest`](Self::smallest).
    pub(crate) fn look_at_threads(&mut self) -> Result<(), Refused> {
        if self.known.schedule.is_some() {
            return Ok(());
        }
        self.shrink()?;
        self.reason(&explain::Options::default())?;
        self.command = "localize";
        self.watch.tell(Progress::Localising);
        Ok(())
    }

    /// Looks for places where a change makes the failing runs pass: the tests if the request has some, runs of whyc's own
    /// otherwise.
    ///
    /// # Errors
    /// As [`decide`](Self::decide), and if `places` names what the program does not have.
    pub fn localize(&mut self, places: &Places) -> Result<(), Refused> {
        if self.request.tests.is_empty() {
            self.decide()?;
        }
        self.command = "localize";
        self.watch.tell(Progress::Localising);
        let start = Instant::now();
        let found = deep(|| crate::localise::localise(self, places));
        self.known.time += start.elapsed();
        found
    }

    /// Says between which bounds variables stay at the loops, if the program was found to be safe as a whole.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn invariants(&mut self) -> Result<(), Refused> {
        self.decide()?;
        let safe = self.outcome.as_ref().filter(|outcome| outcome.verdict == Verdict::Safe);
        let Some(outcome) = safe.filter(|_| narrowed(&self.request).is_empty()) else { return Ok(()) };
        let analysis = &mut self.analysis;
        // What was not followed to its end says nothing of all rounds; a proof has invariants of its own.
        self.known.invariants = match &outcome.proof {
            Some(proof) => whyc_debug::invariants::of_proof(analysis, proof),
            None => deep(|| whyc_debug::invariants::invariants(analysis)),
        };
        Ok(())
    }

    /// Looks for what makes the verdict say less than it seems to, if the program was found to be safe.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn suspect(&mut self, extent: suspicion::Extent) -> Result<(), Refused> {
        self.decide()?;
        if self.is_followed_to_the_end() || self.is_shown_in_any_round() {
            let start = Instant::now();
            let analysis = &mut self.analysis;
            self.known.suspicions = deep(|| suspicion::suspicions(analysis, extent));
            self.known.time += start.elapsed();
        }
        Ok(())
    }

    /// Looks for runs that come to what is to be covered.
    fn cover(&mut self) {
        let Some(outcome) = &self.outcome else { return };
        let (complete, analysis) = (outcome.complete, &mut self.analysis);
        let start = Instant::now();
        self.known.covers = deep(|| whyc_debug::covers::covers(analysis, complete));
        self.known.time += start.elapsed();
    }

    /// Whether the program is safe, every run was followed to its end, and there are some: where no run gets through at all, that
    /// is what has to be said.
    fn is_followed_to_the_end(&self) -> bool {
        if self.analysis.program.woven.is_some() {
            return false;
        }
        let is_it =
            |outcome: &Outcome| outcome.verdict == Verdict::Safe && outcome.complete && outcome.vacuity.is_none();
        self.outcome.as_ref().is_some_and(is_it)
    }

    /// Whether the program is safe because of what holds in any round of its loops, and some run gets through.
    fn is_shown_in_any_round(&self) -> bool {
        let is_it = |outcome: &Outcome| outcome.verdict == Verdict::Safe && outcome.vacuity.is_none();
        self.analysis.is_any_round() && self.outcome.as_ref().is_some_and(is_it)
    }

    /// What the failing run takes from outside, in order: for a test that does the same. Nothing if no run is known to fail.
    #[must_use]
    pub fn script(&mut self) -> Option<ReplayScript> {
        let session = self;
        deep(move || {
            let (_, run) = session.known.failing(session.outcome.as_ref()?)?;
            Some(whyc_debug::replay::script(&session.analysis, run))
        })
    }

    /// What the failing run reads, made as small as that is possible with some work, and which property it violates. Nothing if no run
    /// is known to fail.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn failing_inputs(&mut self) -> Result<Option<(PropertyId, Vec<Taken>)>, Refused> {
        self.decide()?;
        self.shrink()?;
        let session = self;
        Ok(deep(move || {
            let (property, run) = session.known.failing(session.outcome.as_ref()?)?;
            let relevance = session.known.minimised().and_then(|it| it.relevance.as_ref());
            Some((property, taken(&session.analysis, run, relevance)))
        }))
    }

    /// The failing run, the smallest that is known, recorded by the interpreter. Nothing if no run is known to fail.
    ///
    /// # Errors
    /// Why it cannot be recorded.
    pub fn failing_tape(&mut self) -> Result<Option<Box<Tape>>, String> {
        let session = self;
        deep(move || {
            let Some((_, run)) = session.outcome.as_ref().and_then(|outcome| session.known.failing(outcome)) else {
                return Ok(None);
            };
            let Some(unrolling) = &session.analysis.unrolling else { return Ok(None) };
            Tape::record(&session.analysis, unrolling, run).map(|tape| Some(Box::new(tape)))
        })
    }

    /// A run that comes to a property and violates nothing, as a person reads it, with the inputs that are given; it is replayed first.
    /// Nothing if there is none, or none is found soon.
    pub fn passing_run(&mut self, property: &str) -> Option<Counterexample> {
        self.decide().ok()?;
        let analysis = &mut self.analysis;
        deep(|| whyc_debug::passing::passing(analysis, property))
    }

    /// From now on, [`explain`](Self::explain) records the passing run.
    pub fn record_passing(&mut self) {
        self.known.records = true;
    }

    /// The passing run of the explanation. Nothing if there is none, or it was not to be recorded.
    ///
    /// # Errors
    /// Why it cannot be recorded.
    pub fn passing_tape(&mut self) -> Result<Option<Box<Tape>>, String> {
        self.known.passing.take().transpose()
    }

    /// What is known so far.
    #[must_use]
    pub fn finding(&mut self) -> Finding {
        let session = self;
        deep(move || session.finding_here())
    }

    pub(crate) fn finding_here(&self) -> Finding {
        let mut finding = match &self.outcome {
            Some(outcome) => self.decided(outcome),
            None => self.undecided(),
        };
        self.known.complete(&mut finding);
        along::narrowed(&mut finding, &self.request);
        finding.stats.debug = self.known.time;
        finding.stats.parse = self.reading_time;
        finding.stats.total = self.started.elapsed();
        finding
    }

    fn decided(&self, outcome: &Outcome) -> Finding {
        let (minimised, files) = (self.known.minimised(), self.request.names());
        let (analysis, notes) = (&self.analysis, self.notes.clone());
        let mut finding = whyc_debug::report(analysis, outcome, minimised, self.command, &files, notes);
        finding.classes = self.known.classes(analysis, outcome, &finding);
        finding.options = self.request.words.clone();
        finding.narrowed = narrowed(&self.request);
        finding.engine = engines::told(self, outcome, &finding);
        finding
    }

    /// A finding about a program of which no property was decided, as when only tests were run.
    fn undecided(&self) -> Finding {
        let program = &self.analysis.program;
        let unread = undecided::unread(self.command, &self.request.names(), Reason::Said(String::new()));
        Finding {
            entry: program.functions[program.entry].name.clone(),
            pointers: program.types.target.pointers,
            sources: program.sources.clone(),
            notes: self.notes.clone(),
            head: Head { reason: None, ..unread.head },
            ..unread
        }
    }

    /// Whether tests were run and none of them fails: there is nothing to localise.
    #[must_use]
    pub fn all_tests_pass(&self) -> bool {
        self.known.all_tests_pass
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.analysis.program
    }

    /// Its properties, and those of them that are asked about.
    #[must_use]
    pub fn properties(&self) -> (&PropertyTable, &[PropertyId]) {
        (&self.analysis.properties, &self.analysis.asked)
    }

    /// The verdict, once there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.outcome.as_ref().map(|outcome| outcome.verdict)
    }

    /// Asks questions of one's own, on a large stack: `work` is given the analysis, of which nothing may have been decided, and someone to
    /// tell how far it is.
    pub fn explore<T: Send>(&mut self, work: impl FnOnce(&mut Analysis, &mut dyn FnMut(&str)) -> T + Send) -> T {
        let Self { analysis, watch, .. } = self;
        deep(move || work(analysis, &mut |part| watch.tell(Progress::Part(part))))
    }

    /// Refuses a program with threads, in the name of what does not follow them.
    ///
    /// # Errors
    /// If the program has threads.
    pub fn refuse_threads(&self, verb: &str) -> Result<(), Refused> {
        threads::refuse_verb(&self.analysis.program, verb)
    }

    /// What was asked.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Keeps to these limits from now on; who may cancel stays the same.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.ended_by(self.watch.canceller().flag());
        self.analysis.set_budget(self.budget.clone());
    }

    pub(crate) fn miss(&mut self, part: Part, reason: String) {
        self.known.missing.push(Missing { part, reason });
    }
}
