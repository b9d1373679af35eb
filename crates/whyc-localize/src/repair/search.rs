//! The search for changes: first what is near, then what is further away.

mod together;

use std::cell::{Cell, OnceCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;
use whyc_base::budget::Budget;
use whyc_base::source::{FileId, Span};
use whyc_check::Verdict;
use whyc_debug::finding::EditReport;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{Function as IrFunction, FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};

use super::blame::Blame;
use super::fix::Fix;
use super::idle::has_idle_part;
use super::influence::{self, Influence, ignores};
use super::known::{self, KnownRuns, MADE_UP_STEPS};
use super::places::{doing, lines, turns};
use super::source::File;
use super::spelling::Lines;
use super::stage::{Act, Seen, Stage, Watch};
use super::suspicion::Suspicion;
use super::types;
use super::unread::{self, Stores, Traffic, undoes, wastes};
use super::variants::{Reach, Variant};
use super::verdict::{Judge, Known, Look, Passed};
use crate::recompile::Recompile;
use crate::runs::FailingRun;
use crate::{Options, Tell};

/// What is asked.
pub struct Request<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its properties.
    pub properties: &'a PropertyTable,
    /// Reads changed text.
    pub recompile: &'a dyn Recompile,
    /// Whose text it is.
    pub blame: &'a Blame,
    /// What the user says of that.
    pub options: &'a Options,
    /// Runs that should pass; some do not.
    pub runs: &'a [FailingRun],
    /// Runs that break a rule of the language, where others fail without that. It is better if they pass, but they need not.
    pub apart: &'a [FailingRun],
    /// The property that fails; none with tests.
    pub failed: Option<PropertyId>,
    /// Whether the user asserts anything beside the tests.
    pub asks: bool,
    /// Whether changes are looked for; if not, only what they would be held against.
    pub tries: bool,
    /// Whether the failing run is the only one that is asked about.
    pub is_fixed: bool,
    /// Where another value is known to help, if anything is: conditions are added there only.
    pub promising: &'a [Span],
    /// What it may cost.
    pub budget: &'a Budget,
}

/// At most this many changes are checked for all inputs, until this many good ones are known.
const MANY_CHECKS: usize = 30;
const MANY_GOOD: usize = 5;
/// At most this many steps are made by the interpreter to try variants.
const MANY_STEPS: u64 = 20_000_000;
/// Runs of tests are longer than what a solver makes up.
const MANY_STEPS_OF_TESTS: u64 = 60_000_000;
/// So many changes may be tried on all runs besides, however many runs there are.
const MANY_WHOLLY: u64 = 20;
/// At most this many variants of a file are read at once, those that have more to do with failing first.
const MANY_AT_ONCE: usize = 4_000;
/// At most this many changes that all runs pass with are kept to be checked.
const MANY_SURVIVORS: usize = 80;
/// A change that gives other results in runs that passed is not checked where so many good ones are nearer.
const MANY_NEARER: usize = 4;
/// At most this many changes of types and tables are tried, each as a program of its own.
const MANY_ALONE: usize = 70;
/// At most this many failing runs are watched closely.
const MANY_WATCHED: usize = 4;
/// A file is read so many times to find out what the compiler refuses.
const MANY_READS: usize = 24;

/// That a run which need not pass does not weighs as much as this.
const STILL_BROKEN: u32 = 400;

/// A search for changes that mend the program.
pub struct Repair<'a> {
    search: Search<'a>,
    /// What was found.
    found: Vec<Fix>,
    is_done: bool,
}

impl<'a> Repair<'a> {
    /// Makes the known runs; nothing if none of them fails.
    #[must_use]
    pub fn new(request: &'a Request<'a>) -> Option<Self> {
        Some(Self { search: Search::new(request)?, found: Vec::new(), is_done: !request.tries })
    }

    /// Tries small changes and then larger ones.
    #[must_use]
    pub fn all(request: &'a Request<'a>, tell: Tell<'_>) -> Option<Self> {
        let mut repair = Self::new(request)?;
        repair.near(tell);
        repair.far(tell);
        Some(repair)
    }

    /// Tries small changes.
    pub fn near(&mut self, tell: Tell<'_>) {
        if !self.is_done {
            tell("trying small changes");
            self.round(Reach::Near, tell);
        }
    }

    /// Tries all that one could write in these places, small or large, unless something leaves nothing to wish.
    pub fn at(&mut self, places: Vec<Span>, tell: Tell<'_>) {
        // That larger changes were tried everywhere says little: of a long program, those in suspicious places only.
        let is_known = self.found.iter().any(Fix::is_enough) || self.search.request.budget.check().is_err();
        if is_known || !self.search.request.tries || places.is_empty() {
            return;
        }
        tell("trying changes where another value helps");
        self.search.only = places;
        self.search.steps.set(self.search.steps.get().max(MANY_STEPS));
        let was_done = self.is_done;
        self.round(Reach::Near, tell);
        if !self.is_done {
            self.round(Reach::Far, tell);
        }
        self.is_done |= was_done;
        self.search.only.clear();
    }

    /// Tries larger ones, unless a small one leaves nothing to wish.
    pub fn far(&mut self, tell: Tell<'_>) {
        if !self.is_done {
            tell("trying larger changes");
            // Small changes of a long program may have taken everything.
            self.search.steps.set(self.search.steps.get().max(MANY_STEPS));
            self.round(Reach::Far, tell);
            self.is_done = true;
        }
    }

    fn round(&mut self, reach: Reach, tell: Tell<'_>) {
        self.search.round(reach, &mut self.found, tell);
        self.is_done = self.found.iter().any(Fix::is_enough) || self.search.request.budget.check().is_err();
    }

    /// The changes that mend the program, the best first; as far as the budget goes.
    #[must_use]
    pub fn fixes(&self) -> Vec<Fix> {
        let n_passing = self.search.judge.passing.len();
        let is_answer = |fix: &&Fix| fix.known.lost.is_empty() && fix.known.comes_there && !fix.known.gives_up();
        let (away, mut fixes): (Vec<Fix>, Vec<Fix>) =
            self.found.iter().filter(is_answer).cloned().partition(Fix::is_escape);
        // What only keeps runs away is an answer where there is no other, and nothing else changes.
        if fixes.is_empty() {
            fixes.extend(away.into_iter().filter(|fix| fix.known.keeps_runs()));
        }
        fixes.sort_by_key(|fix| fix.rank(n_passing));
        fixes
    }

    /// How many steps the failing runs that are given take together.
    #[must_use]
    pub fn failing_steps(&self) -> u64 {
        self.search.failing_steps
    }

    /// What changes are held against.
    #[must_use]
    pub fn judge(&self) -> &Judge<'a> {
        &self.search.judge
    }
}

/// A change with which all runs pass.
struct Survivor {
    file: FileId,
    variant: Variant,
    /// What has been seen of it so far speaks against it so much.
    against: u32,
    /// Whether runs that passed give other results.
    changes: bool,
    /// Whether it makes a type larger where failing runs cut numbers off.
    widens: bool,
    /// The schema that it can be run in, and its number there.
    pick: Option<u32>,
}

impl Survivor {
    /// How far it is from what is there, with what speaks against it.
    fn distance(&self) -> u32 {
        self.variant.distance() + self.against
    }
}

/// Variants that cost less than this are read, tried, and checked if all runs pass, before any others.
const TIERS: [u32; 5] = [13, 16, 19, 22, u32::MAX];

struct Search<'a> {
    request: &'a Request<'a>,
    files: Vec<File>,
    judge: Judge<'a>,
    /// Where failing runs have come to in each file.
    ran: BTreeMap<FileId, Vec<usize>>,
    /// How much what runs come to has to do with their failing; with tests only.
    suspicion: Suspicion,
    /// Where they cut numbers off.
    lossy: BTreeSet<(u32, u32, u32)>,
    /// How many steps the interpreter may still make.
    steps: Cell<u64>,
    failing_steps: u64,
    /// Where failing runs print something else first.
    misprinted: Vec<Lines>,
    /// Whether one goes beyond the end of an array.
    goes_beyond: bool,
    /// Where changes are looked for now; everywhere if this is empty.
    only: Vec<Span>,
    /// Which inputs matter to the program as it is, once that is asked.
    influence: OnceCell<Option<Influence>>,
    /// What becomes of its variables, and of what each statement stores, likewise.
    traffic: OnceCell<Option<Traffic>>,
    stores: OnceCell<Option<Stores>>,
}

impl<'a> Search<'a> {
    fn new(request: &'a Request<'a>) -> Option<Self> {
        let numbers = known::numbers(request.program);
        let stage = Stage::new(request.program, request.properties, request.blame, &numbers);
        let KnownRuns { failing, passing, apart, courses, visited, failing_steps, longest, misprinted, goes_beyond } =
            KnownRuns::new(request, &stage)?;
        let program = request.program;
        let mut ran: BTreeMap<FileId, Vec<usize>> = BTreeMap::new();
        let (mut known_lines, mut failing_lines) = (BTreeSet::new(), BTreeSet::new());
        let mut doing_lines = BTreeMap::new();
        let mut tried_lines = BTreeSet::new();
        let passed = passing.iter().map(|passed| &passed.seen.branches);
        let turns = turns(program, request.blame, passed, &|_, at| at);
        for (passes, visited) in &visited {
            let list = if *passes { &mut known_lines } else { &mut failing_lines };
            list.extend(lines(program, visited, &|_, at| at, &program.sources));
            if !passes {
                doing_lines.extend(doing(program, request.blame, visited, &|_, at| at, &program.sources));
            }
            // What says what is right need not say any more that something is wrong.
            let is_tried = |it: &&(FunctionId, InstrId)| request.blame.harness.contains(&program.functions[it.0].name);
            let tried: FxHashSet<(FunctionId, InstrId)> =
                visited.iter().filter(|_| !passes).filter(is_tried).copied().collect();
            tried_lines.extend(lines(program, &tried, &|_, at| at, &program.sources));
            for &(function, instr) in visited.iter().filter(|_| !passes) {
                let Some(body) = &program.functions[function].body else { continue };
                let span = body.instrs[instr].span;
                ran.entry(span.file).or_default().push(span.start as usize);
            }
        }
        // Tests are what somebody chose; of runs that are made up, it says little how many come by.
        let suspicion = if request.failed.is_none() { Suspicion::of(program, &visited) } else { Suspicion::default() };
        for offsets in ran.values_mut() {
            offsets.sort_unstable();
            offsets.dedup();
        }
        let may_change = |function: &IrFunction| {
            let file = &program.sources.file(function.span.file).name;
            request.blame.is_program(&function.name) && !request.options.trusts(&function.name, file)
        };
        let can_change = |id: &FileId| request.recompile.can_change(*id);
        let files = program.sources.files().map(|(id, _)| id).filter(can_change);
        let files = files.map(|id| File::new(program, id, &may_change, request.blame)).collect();
        drop(stage);
        let mut judge = Judge {
            program,
            properties: request.properties,
            recompile: request.recompile,
            blame: request.blame,
            failed: request.failed.map(|id| &request.properties.all()[id]),
            asks: request.asks,
            failing,
            passing,
            apart,
            courses,
            turns,
            all_turns: BTreeSet::new(),
            failing_lines: failing_lines.difference(&known_lines).cloned().collect(),
            doing_lines,
            lines: known_lines,
            tried_lines,
            most_steps: longest.saturating_mul(if request.failed.is_some() { 6 } else { 3 }).saturating_add(5_000),
            numbers,
            spent: Cell::default(),
            budget: request.budget.clone(),
        };
        let watched = Stage::watched(program, request.properties, request.blame, &judge.numbers);
        let acts = judge.failing.iter().take(MANY_WATCHED);
        let ends: Vec<Seen> = acts.map(|act| watched.run(act, 0, judge.most_steps, Watch::End)).collect();
        drop(watched);
        let failed = super::places::turns(program, request.blame, ends.iter().map(|it| &it.branches), &|_, at| at);
        judge.all_turns = judge.turns.union(&failed).cloned().collect();
        let lossy = ends.into_iter().flat_map(|it| it.lossy).collect();
        let usual = if request.failed.is_none() { MANY_STEPS_OF_TESTS } else { MANY_STEPS };
        let all_steps = failing_steps + judge.passing.iter().map(|it| it.seen.steps).sum::<u64>();
        let steps = Cell::new(usual + MANY_WHOLLY * all_steps);
        Some(Self {
            request,
            files,
            judge,
            ran,
            suspicion,
            lossy,
            steps,
            failing_steps,
            misprinted,
            goes_beyond,
            only: Vec::new(),
            influence: OnceCell::new(),
            traffic: OnceCell::new(),
            stores: OnceCell::new(),
        })
    }

    /// Tries the variants that are so far away, the nearer ones first, until one of them is right.
    fn round(&mut self, reach: Reach, fixes: &mut Vec<Fix>, tell: Tell<'_>) {
        let (mut alone, mut told): (Vec<Survivor>, Vec<Survivor>) = (Vec::new(), Vec::new());
        // What is tried in one program, for each file.
        let mut together: Vec<Vec<Variant>> = Vec::new();
        for file in &self.files {
            let ran = self.ran.get(&file.id).map_or(&[][..], Vec::as_slice);
            let mut variants = file.variants(self.request.program, ran, (reach, self.request.promising));
            variants.retain(|variant| self.is_asked(file.id, variant, fixes));
            let (apart, others): (Vec<Variant>, Vec<Variant>) =
                variants.into_iter().partition(|it| it.parts.is_empty());
            together.push(others);
            let is_wanted = |it: &Variant| reach == Reach::Far || !is_type(it) || self.widens(file.id, it);
            let own = apart.into_iter().filter(is_wanted).take(MANY_ALONE);
            alone.extend(own.map(|variant| self.alone(file.id, variant)));
            if reach == Reach::Near {
                told.extend(self.told(file, fixes).into_iter().map(|variant| self.alone(file.id, variant)));
            }
        }
        // Where a number was cut off, a larger type is the first thing to try.
        let (wide, mut alone): (Vec<Survivor>, Vec<Survivor>) = alone.into_iter().partition(|it| it.widens);
        self.check_all(wide, fixes, tell);
        if fixes.iter().any(Fix::is_all) {
            return;
        }
        let numbers = self.judge.numbers.clone();
        for most in TIERS {
            let mut found = Vec::new();
            for (file, variants) in self.files.iter().zip(&mut together) {
                let (mut now, later): (Vec<Variant>, Vec<Variant>) =
                    std::mem::take(variants).into_iter().partition(|it| it.cost < most);
                *variants = later;
                if self.request.failed.is_none() {
                    now.sort_by_key(|it| Reverse(self.suspicion.at(file.id, &it.place)));
                    now.truncate(MANY_AT_ONCE);
                }
                // The compiler does not say which change of a definition it refuses.
                let (defined, now): (Vec<Variant>, Vec<Variant>) =
                    now.into_iter().partition(|it| file.is_definition(it));
                for known in [now, defined].into_iter().flat_map(|some| self.prepare(file, some)) {
                    let (program, properties) = (&known.changed.program, &known.properties);
                    let stage = Stage::new(program, properties, self.request.blame, &numbers);
                    found.extend(self.try_all(&known, &stage));
                }
            }
            found.extend(told.extract_if(.., |it| it.variant.cost < most));
            if most == u32::MAX {
                found.append(&mut alone);
            }
            found.sort_by_key(Survivor::distance);
            self.check_all(found, fixes, tell);
            if fixes.iter().any(Fix::is_all) || self.request.budget.check().is_err() {
                return;
            }
        }
    }

    /// A change that has to be a program of its own.
    fn alone(&self, file: FileId, variant: Variant) -> Survivor {
        let widens = self.widens(file, &variant);
        Survivor { widens, file, variant, against: 0, changes: false, pick: None }
    }

    /// Changes that what fails or stands there speaks for by itself: texts as tests spell them; where an index goes beyond an array, a
    /// longer one; where a number stands twice in a list, the next one.
    fn told(&self, file: &File, fixes: &[Fix]) -> Vec<Variant> {
        let mut found = if self.goes_beyond { file.tables().array_sizes() } else { Vec::new() };
        found.extend(file.tables().doubled());
        found.extend(file.spellings(&self.misprinted));
        found.retain(|variant| self.is_asked(file.id, variant, fixes));
        found
    }

    /// Whether a variant is within a place where changes are looked for now, and none that is known there already.
    fn is_asked(&self, file: FileId, variant: &Variant, fixes: &[Fix]) -> bool {
        let is_within = |place: &Span| {
            let within = |bytes: &Range<usize>| place.start as usize <= bytes.start && bytes.end <= place.end as usize;
            // What is written around something says what comes of that, too.
            let is_around = |bytes: &Range<usize>, new: &str| {
                let inner = place.start as usize..place.end as usize;
                bytes.start <= inner.start && inner.end <= bytes.end && new.contains(self.text(file, bytes))
            };
            place.file == file && variant.edits.iter().all(|(bytes, new)| within(bytes) || is_around(bytes, new))
        };
        let is_known = |fix: &Fix| {
            let same = |(edit, (bytes, new)): (&EditReport, &(Range<usize>, String))| {
                edit.span == self.span(file, bytes) && edit.new == *new
            };
            fix.edits.len() == variant.edits.len() && fix.edits.iter().zip(&variant.edits).all(same)
        };
        self.only.is_empty() || self.only.iter().any(is_within) && !fixes.iter().any(is_known)
    }

    fn run(&self, stage: &Stage<'_>, act: &Act, pick: u32, watch: Watch) -> Seen {
        let seen = stage.run(act, pick, self.judge.most_steps, watch);
        self.steps.set(self.steps.get().saturating_sub(seen.steps));
        seen
    }

    /// Checks changes that are about as near as each other. Most take little work: what takes more is left for later, when no
    /// other one that is nearer is right. What takes away all that makes a program hard is soon shown to be right, too.
    fn check_all(&mut self, survivors: Vec<Survivor>, fixes: &mut Vec<Fix>, tell: Tell<'_>) {
        let mut hard = self.check(survivors, Look::Short, fixes, tell);
        let n_passing = self.judge.passing.len();
        let enough = fixes.iter().filter(|fix| fix.is_enough());
        if let Some(nearest) = enough.map(|fix| fix.distance_with_all(n_passing)).min() {
            hard.retain(|survivor| survivor.distance() < nearest);
        }
        self.check(hard, Look::Long, fixes, tell);
    }

    /// Checks changes for all inputs, the likely ones first, until enough good ones are known. Given back is what takes more
    /// work than a look.
    fn check(&mut self, survivors: Vec<Survivor>, look: Look, fixes: &mut Vec<Fix>, tell: Tell<'_>) -> Vec<Survivor> {
        let (mut n_checks, mut n_good) = (0, 0);
        let mut hard = Vec::new();
        let n_survivors = survivors.len();
        for (k, survivor) in survivors.into_iter().enumerate() {
            let is_nearer = |fix: &&Fix| fix.is_nearer(survivor.distance(), self.judge.passing.len());
            if survivor.changes && fixes.iter().filter(is_nearer).count() >= MANY_NEARER {
                continue;
            }
            let is_over = self.judge.is_used_up() || self.request.budget.check().is_err();
            if n_checks == MANY_CHECKS || n_good == MANY_GOOD || is_over {
                break;
            }
            tell(&format!("checking change {} of {n_survivors}", k + 1));
            let edits = self.edits(&survivor);
            let Some(known) = self.judge.judge(&edits, look).filter(|known| known.tests_pass) else { continue };
            if known.is_cut_short && look == Look::Short {
                hard.push(survivor);
                continue;
            }
            n_checks += usize::from(survivor.pick.is_some());
            if let Some(fix) = self.fix(&survivor, edits, known) {
                n_good += usize::from(fix.is_enough());
                fixes.push(fix);
            }
        }
        hard
    }

    /// A change, unless it is refuted. What was found out about it by the way is kept.
    fn fix(&mut self, survivor: &Survivor, edits: Vec<EditReport>, mut known: Known) -> Option<Fix> {
        if let Some(refuter) = known.refuter.take() {
            self.judge.failing.push(refuter);
            return None;
        }
        if known.verdict == Some(Verdict::Violated) {
            return None;
        }
        if let Some(act) = known.differing.take() {
            self.add_passing(act);
        }
        let place = self.span(survivor.file, &survivor.variant.place);
        let function = self.files.iter().find(|file| file.id == survivor.file);
        let function = function.and_then(|file| file.function_at(&survivor.variant.place));
        let (cost, distance) = (survivor.variant.cost, survivor.variant.distance());
        let mut fix = Fix {
            edits,
            place,
            function,
            cost,
            distance,
            widens: survivor.widens,
            silences: false,
            ignores: false,
            undoes: false,
            known,
        };
        let run =
            |stage: &Stage<'_>, act: &Act| (self.steps.get() > 0).then(|| self.run(stage, act, 0, Watch::Everything));
        fix.silences = fix.is_good() && (fix.known.decides || has_idle_part(&self.judge, &fix.edits, &run));
        if fix.is_good() {
            let before = self.stores.get_or_init(|| unread::stores_of_program(&self.judge, &run));
            fix.undoes = before.as_ref().is_some_and(|it| undoes(&self.judge, it, (&fix.edits, fix.place), &run));
        }
        // Where runs do not come any more, nothing can be seen of what matters there.
        if fix.is_good() && self.request.failed.is_none() {
            // Tests say for each input what should come of it, as far as it makes a difference in them.
            let before = self.traffic.get_or_init(|| unread::of_program(&self.judge, &run));
            fix.ignores = before.as_ref().is_some_and(|it| wastes(&self.judge, it, &fix.edits, &run));
        } else if fix.is_good() && !fix.known.comes_to_less {
            let before = self.influence.get_or_init(|| influence::of_program(&self.judge, &run));
            fix.ignores = before.as_ref().is_some_and(|it| ignores(&self.judge, it, &fix.edits, &run));
        }
        Some(fix)
    }

    /// Whether a variant gives another type to a variable, and failing runs cut a number off that is put into it there, or that
    /// is computed together with it.
    fn widens(&self, file: FileId, variant: &Variant) -> bool {
        if !is_type(variant) {
            return false;
        }
        let text = &self.request.program.sources.file(file).text;
        let declared = variant.edits.first().and_then(|(bytes, _)| text.get(bytes.end..variant.place.end));
        let name = first_word(declared.unwrap_or_default());
        let is_there = |&(of, start, end): &(u32, u32, u32)| {
            let (start, end) = (start as usize, end as usize);
            of == file.0
                && (variant.place.start <= start && end <= variant.place.end
                    || words(line_at(text, start)).contains(&name))
        };
        self.lossy.iter().any(is_there)
    }

    /// One more run that passes, to hold changes against.
    fn add_passing(&mut self, act: Act) {
        let seen = {
            let judge = &self.judge;
            let stage = Stage::new(judge.program, judge.properties, judge.blame, &judge.numbers);
            stage.run(&act, 0, MADE_UP_STEPS, Watch::Everything)
        };
        if seen.passes {
            self.judge.passing.push(Passed { act, seen, is_turned_away: false });
        }
    }

    fn text(&self, file: FileId, bytes: &Range<usize>) -> &str {
        &self.request.program.sources.file(file).text[bytes.clone()]
    }

    fn span(&self, file: FileId, bytes: &Range<usize>) -> Span {
        Span { file, start: bytes.start as u32, end: bytes.end as u32 }
    }

    fn edits(&self, survivor: &Survivor) -> Vec<EditReport> {
        let report = |(bytes, new): &(Range<usize>, String)| {
            let span = self.span(survivor.file, bytes);
            EditReport { span, old: self.request.program.sources.text(span).to_owned(), new: new.clone() }
        };
        survivor.variant.edits.iter().map(report).collect()
    }
}

/// Whether a variant gives another type to a variable.
fn is_type(variant: &Variant) -> bool {
    variant.parts.is_empty() && variant.edits.iter().all(|(_, new)| types::is_name(new))
}

/// The line of a text that a byte is on.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// The names in a text.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

fn first_word(text: &str) -> &str {
    words(text).first().copied().unwrap_or_default()
}
