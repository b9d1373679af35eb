//! Which goals can be reached: one unrolling, many questions, few runs.
//!
//! All open goals are one question: any run that answers it meets one of them, and often many. The interpreter says which; only
//! what it has seen counts. When no run meets any of those that are left, none of them can be met. First runs are looked for that end by
//! themselves, then such that violate something, then such that go on beyond the bounds: what is kept should make tests.

mod crossing;

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::source::Span;
use whyc_base::status::Reason;
use whyc_check::beyond::{After, Beyond};
use whyc_check::replay::watched;
use whyc_check::{Analysis, Run, Unwind};
use whyc_debug::finding::InputKind;
use whyc_ir::block::STATUS_STREAM;
use whyc_ir::interp::{End, Limits};
use whyc_report::reasons;
use whyc_report::replay::plain;
use whyc_term::{Evaluator, TermId};
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::{Cut, StepId, StepKind};

use crate::coverage::{Coverage, Covering, Extent, RunEnd, Status, Tuples};
use crate::cross::Cross;
use crate::goal::{Goals, Key, Kind};
use crate::reason::Reasons;
use crate::suite;
use crate::tick::Ticks;
use crate::watch::{Met, Watching};

/// How many conflicts a question may have.
pub const MANY: u32 = 50_000;
/// The first bound of loops: enough to see whether they make several rounds.
const FIRST: u32 = 2;
/// No loop is followed further than this, nor is more work put into an unrolling than that, in instructions and steps.
const DEEPEST: u32 = 128;
const MOST_WORK: u64 = 400_000;
const FIRST_WORK: u64 = 4_000_000;
/// So many rounds are enough to look for runs that end where others do not.
const ENOUGH: u32 = 16;
/// A run that goes on is followed no further than so many instructions.
const GOES_ON: u64 = 1 << 20;
const MAX_STEPS: u64 = 1 << 40;

/// What is wanted.
pub struct Wanted {
    /// The kinds of goals.
    pub kinds: Vec<Kind>,
    /// The cross products, as they stand in the text.
    pub crosses: Vec<Cross>,
    /// The files that were given.
    pub files: Vec<String>,
    /// How many characters an argument that is an input has at most.
    pub arg_len: usize,
}

/// Who is told how far the search is.
pub type Tell<'t> = &'t mut dyn FnMut(&str);

/// Finds out which goals runs reach.
///
/// # Errors
/// If a fixed input does not fit the program.
pub fn search(analysis: &mut Analysis, wanted: Wanted, tell: Tell<'_>) -> Result<Coverage, String> {
    let goals = Goals::new(&analysis.program.clone(), &analysis.loops, &wanted.kinds, &wanted.crosses);
    let mut search = Search {
        analysis,
        goals,
        crosses: wanted.crosses,
        runs: Vec::new(),
        covered: BTreeMap::new(),
        open: BTreeMap::new(),
        extent: Extent::default(),
        arg_len: wanted.arg_len,
        tell,
    };
    let rest = search.deepen();
    if let Some(message) = search.analysis.wrong_input() {
        return Err(message);
    }
    Ok(search.told(rest, wanted.files))
}

struct Search<'a, 't> {
    analysis: &'a mut Analysis,
    goals: Goals,
    crosses: Vec<Cross>,
    runs: Vec<Covering>,
    /// The runs that cover goals.
    covered: BTreeMap<Key, usize>,
    /// The goals that remain open, and why.
    open: BTreeMap<Key, String>,
    extent: Extent,
    arg_len: usize,
    tell: Tell<'t>,
}

/// What is known once an unrolling has been asked about.
struct Round {
    met: Met,
    /// What can run where runs were not followed.
    beyond: Vec<After>,
}

impl Search<'_, '_> {
    /// Unrolls, asks, and deepens the bounds while that may reach more.
    fn deepen(&mut self) -> Option<Round> {
        let (bound, is_free) = match self.analysis.unwind() {
            Unwind::Automatic => (FIRST, true),
            Unwind::UpTo { bound, .. } => (bound.min(FIRST), true),
            Unwind::Fixed(bound) => (bound, false),
        };
        let program = self.analysis.program.clone();
        let mut bounds = Bounds::uniform(&program, &self.analysis.loops, bound, is_free);
        for (id, _) in self.analysis.loops.all().iter_enumerated() {
            // Bounds of single loops are the user's word.
            if self.analysis.is_loop_fixed(&self.analysis.loops.all()[id].name) {
                bounds.loops[id] = self.analysis.bounds().loops[id];
            }
        }
        let mut last = None;
        loop {
            let allowed = if last.is_none() { FIRST_WORK } else { MOST_WORK };
            match self.round(&bounds, allowed) {
                Ok((round, cuts)) => {
                    let is_open = self.uncovered().iter().any(|&at| round.is_beyond(self, at))
                        || self.is_unseen(&round)
                        || self.is_half_followed(&bounds);
                    last = Some(round);
                    let next = is_free.then(|| self.deeper(&bounds, &cuts)).flatten();
                    match next.filter(|_| is_open && self.extent.stopped.is_none()) {
                        Some(deeper) => bounds = deeper,
                        None => return last,
                    }
                }
                // A deeper look that was too much work leaves what is known as it is.
                Err(Reason::Effort) if last.is_some() => return last,
                Err(reason) => {
                    self.extent.stopped = Some(reasons::sentence(&reason));
                    return last;
                }
            }
        }
    }

    /// Whether the place of a cross product was not come to, and may be further on.
    fn is_unseen(&self, round: &Round) -> bool {
        let is_beyond = |place| round.beyond.iter().any(|after| after.contains(place));
        let is_empty = |number: u32| self.crosses.get(number as usize).is_some_and(|cross| cross.tasks().is_empty());
        self.goals.cross_places.iter().any(|&(number, place, _)| is_empty(number) && is_beyond(place))
    }

    /// Whether a goal is covered only by a run that was not followed to its end, and a little more may show one that ends.
    fn is_half_followed(&self, bounds: &Bounds) -> bool {
        let deepest = bounds.loops.iter().chain(bounds.recursion.iter()).copied().max().unwrap_or(0);
        deepest < ENOUGH && self.covered.values().any(|&run| self.runs[run].end == RunEnd::GoesOn)
    }

    /// The bounds with twice as many rounds of what was cut off; none if that is as deep as it goes.
    fn deeper(&self, bounds: &Bounds, cuts: &[Cut]) -> Option<Bounds> {
        let effort = self.analysis.unrolling.as_ref().map_or(0, |it| it.effort);
        if effort * 2 > MOST_WORK {
            return None;
        }
        let mut deeper = bounds.clone();
        for &cut in cuts {
            let bound = match cut {
                Cut::Block => continue,
                Cut::Loop(id) if self.analysis.is_loop_fixed(&self.analysis.loops.all()[id].name) => continue,
                Cut::Loop(id) => &mut deeper.loops[id],
                Cut::Recursion(function) => &mut deeper.recursion[function],
            };
            *bound = (*bound * 2).min(DEEPEST);
        }
        (deeper != *bounds).then_some(deeper)
    }

    fn uncovered(&self) -> Vec<usize> {
        (0..self.goals.all.len()).filter(|&at| !self.covered.contains_key(&self.goals.all[at].key)).collect()
    }

    /// One unrolling, and all questions about it; with what runs follow further.
    fn round(&mut self, bounds: &Bounds, allowed: u64) -> Result<(Round, Vec<Cut>), Reason> {
        let program = self.analysis.program.clone();
        (self.tell)("unrolling");
        let mut watching = Watching::new(&program, &self.goals);
        self.analysis.unroll_here_watched(bounds, allowed, &mut watching)?;
        let Some(unrolling) = self.analysis.unrolling.take() else { return Err(Reason::Effort) };
        let mut met = watching.met(&unrolling, &mut self.analysis.engine.terms);
        self.analysis.unrolling = Some(unrolling);
        self.add_calls(&met);
        self.values(&met);
        self.tuples(&mut met);
        self.open.clear();
        // Further on, there may be runs that end.
        let runs = &self.runs;
        self.covered.retain(|_, run| runs[*run].end != RunEnd::GoesOn);
        for end in self.ends() {
            self.ask(&met, end);
        }
        let asked: BTreeSet<Key> = self.goals.all.iter().map(|goal| goal.key).collect();
        for (number, run) in self.runs.iter().enumerate() {
            for &key in run.keys.intersection(&asked) {
                self.covered.entry(key).or_insert(number);
                self.open.remove(&key);
            }
        }
        let (cuts, beyond) = self.explore();
        Ok((Round { met, beyond }, cuts))
    }

    /// Calls through pointers are goals once somebody may make them.
    fn add_calls(&mut self, met: &Met) {
        let program = self.analysis.program.clone();
        if !self.goals.all.iter().any(|goal| goal.key.kind() == Kind::Call) {
            return;
        }
        for &key in met.terms.keys() {
            let Key::Call(caller, callee) = key else { continue };
            let is_own = self.goals.own.contains(&callee) && self.goals.own.contains(&caller);
            if is_own && !self.goals.all.iter().any(|goal| goal.key == key) {
                let (from, to) = (&program.functions[caller], &program.functions[callee]);
                let text = format!("{} is called by {}", to.name, from.name);
                let place = (caller, whyc_ir::instr::InstrId(0));
                self.goals.all.push(crate::goal::Goal { key, text, span: from.span, place });
            }
        }
    }

    /// How runs end, what is preferred first (Boolean terms). Runs that violate an assumption are none.
    fn ends(&mut self) -> Vec<TermId> {
        let Some(chain) = &self.analysis.chain else { return Vec::new() };
        let failures: Vec<TermId> = chain.failures.iter().flatten().map(|&(_, term)| term).collect();
        let others: Vec<TermId> = chain.cuts.iter().chain(&chain.unsupported).map(|&(_, term)| term).collect();
        let passes = chain.passes;
        let terms = &mut self.analysis.engine.terms;
        let all = [passes, terms.or_all(&failures), terms.or_all(&others)];
        all.into_iter().filter(|&it| terms.as_bool(it) != Some(false)).collect()
    }

    /// Looks for runs that end so, as long as one of them meets an open goal.
    fn ask(&mut self, met: &Met, end: TermId) {
        let mut passed_over: BTreeSet<Key> = BTreeSet::new();
        while self.extent.stopped.is_none() {
            let open: Vec<(Key, TermId)> = self
                .goals
                .all
                .iter()
                .map(|goal| goal.key)
                .filter(|key| !self.covered.contains_key(key) && !passed_over.contains(key))
                .filter_map(|key| Some((key, *met.terms.get(&key)?)))
                .filter(|(_, term)| self.analysis.engine.terms.as_bool(*term) != Some(false))
                .collect();
            if open.is_empty() {
                return;
            }
            let (done, all) = (self.covered.len(), self.goals.all.len());
            (self.tell)(&format!("{done} of {all} goals covered"));
            let any: Vec<TermId> = open.iter().map(|(_, term)| *term).collect();
            let any = self.analysis.engine.terms.or_all(&any);
            let asked = self.analysis.engine.terms.and(any, end);
            match self.analysis.run_for(asked, MANY) {
                Ok(Some(run)) => self.found(&run, &open, &mut passed_over),
                Ok(None) => return,
                Err(reason) if self.is_over(&reason) => return,
                // All at once is too hard: one by one.
                Err(reason) if open.len() == 1 => {
                    self.open.insert(open[0].0, reasons::sentence(&reason));
                    passed_over.insert(open[0].0);
                }
                Err(_) => self.ask_each(&open, end, &mut passed_over),
            }
        }
    }

    fn ask_each(&mut self, open: &[(Key, TermId)], end: TermId, passed_over: &mut BTreeSet<Key>) {
        for &(key, term) in open {
            if self.covered.contains_key(&key) {
                continue;
            }
            let asked = self.analysis.engine.terms.and(term, end);
            match self.analysis.run_for(asked, MANY) {
                Ok(Some(run)) => self.found(&run, &[(key, term)], passed_over),
                Ok(None) => {
                    passed_over.insert(key);
                }
                Err(reason) if self.is_over(&reason) => return,
                Err(reason) => {
                    self.open.insert(key, reasons::sentence(&reason));
                    passed_over.insert(key);
                }
            }
        }
    }

    /// Whether a limit of the whole search was reached; it is noted.
    fn is_over(&mut self, reason: &Reason) -> bool {
        let is_over = matches!(reason, Reason::Exhausted(_) | Reason::Internal(_));
        if is_over && self.extent.stopped.is_none() {
            self.extent.stopped = Some(reasons::sentence(reason));
        }
        is_over
    }

    /// Has the interpreter execute a run, and notes what it covers.
    fn found(&mut self, run: &Run, asked: &[(Key, TermId)], passed_over: &mut BTreeSet<Key>) {
        let Some((covering, tuples)) = self.execute(run) else {
            return self.pass_over(
                run,
                asked,
                passed_over,
                "the interpreter does not agree with the run that was found",
            );
        };
        let number = self.runs.len();
        let mut keys = covering.keys.clone();
        for (cross, values) in tuples.keys() {
            if let Some(known) = self.crosses.get_mut(*cross as usize) {
                keys.insert(Key::Tuple(*cross, known.id(values)));
            }
        }
        let is_asked = |key: &Key| self.goals.all.iter().any(|goal| goal.key == *key);
        let new: Vec<Key> =
            keys.iter().copied().filter(|key| !self.covered.contains_key(key) && is_asked(key)).collect();
        if new.is_empty() {
            return self.pass_over(
                run,
                asked,
                passed_over,
                "the interpreter does not come there with the inputs that were found",
            );
        }
        for key in new {
            self.covered.insert(key, number);
            self.open.remove(&key);
        }
        self.runs.push(Covering { keys, tuples, ..covering });
    }

    /// Leaves the goals out that a run was said to meet.
    fn pass_over(&mut self, run: &Run, asked: &[(Key, TermId)], passed_over: &mut BTreeSet<Key>, why: &str) {
        let mut eval = Evaluator::new(&self.analysis.engine.terms, &run.inputs);
        let said: Vec<Key> = asked.iter().filter(|(_, term)| eval.bool(*term)).map(|(key, _)| *key).collect();
        // Were it none of them, the same would be asked again for ever.
        let said = if said.is_empty() { asked.iter().map(|(key, _)| *key).collect() } else { said };
        for key in said {
            self.open.insert(key, why.to_owned());
            passed_over.insert(key);
        }
    }

    /// What a run does, as the interpreter sees it; none if that is something else.
    fn execute(&mut self, run: &Run) -> Option<(Covering, Tuples)> {
        let analysis = &*self.analysis;
        let unrolling = analysis.unrolling.as_ref()?;
        let goes_on = run.end.is_some_and(|end| {
            matches!(unrolling.steps[end].kind, StepKind::Cut { .. } | StepKind::Unsupported { .. })
        });
        let limits = Limits { steps: if goes_on { GOES_ON } else { MAX_STEPS }, memory_bytes: u64::MAX };
        let mut ticks = Ticks::new(&self.goals);
        let ended = watched(&analysis.program, &analysis.properties, unrolling, run, limits, &mut ticks);
        let end = match ended {
            Ok(End::Finished { .. } | End::Halted) if !goes_on => {
                ticks.end();
                RunEnd::Passes
            }
            Ok(End::Failed(property)) if !goes_on => {
                ticks.end();
                let failed = &analysis.properties.all()[property];
                RunEnd::Fails { property: failed.name.clone(), line: analysis.program.sources.line(failed.span) }
            }
            Ok(_) | Err(_) if goes_on => RunEnd::GoesOn,
            Ok(_) | Err(_) => return None,
        };
        let told = whyc_debug::passing::told(analysis, run)?;
        // What the run does not read plays no role in a test.
        let reads_storage = told.inputs.iter().any(|input| input.kind != InputKind::Nondet);
        let inputs = told.inputs.into_iter().map(|input| (input.name, input.value)).collect();
        let status = String::from_utf8(run.output(STATUS_STREAM)).ok().and_then(|text| text.trim().parse().ok());
        let script = whyc_debug::replay::script(analysis, run);
        let mut bare = script.clone();
        if !reads_storage {
            bare.objects.clear();
            bare.blocks.iter_mut().for_each(|block| block.content.clear());
        }
        let covering = Covering {
            inputs,
            plain: plain::plain(&bare, self.arg_len),
            end,
            keys: ticks.keys,
            tuples: BTreeMap::new(),
            output: run.output(1),
            status,
            script,
        };
        Some((covering, ticks.tuples))
    }

    /// What some run follows further than it was followed, and what can run there.
    fn explore(&mut self) -> (Vec<Cut>, Vec<After>) {
        let program = self.analysis.program.clone();
        let (mut cuts, mut beyond): (Vec<Cut>, Vec<After>) = (Vec::new(), Vec::new());
        self.extent.cuts.clear();
        self.extent.unmodelled.clear();
        self.extent.limits = self.analysis.world_limits().to_vec();
        let Some(chain) = self.analysis.chain.clone() else { return (cuts, beyond) };
        let all = Beyond::new(&program);
        for (what, terms) in self.by_cut(&chain.cuts) {
            if !self.can_be(&terms) {
                continue;
            }
            beyond.push(all.cut(what, &self.analysis.loops));
            let line = |span: Span| program.sources.line(span);
            match what {
                Cut::Loop(id) => {
                    let it = &self.analysis.loops.all()[id];
                    self.extent.cuts.push((it.name.clone(), self.analysis.bounds().loops[id], line(it.span)));
                }
                Cut::Recursion(function) => {
                    let it = &program.functions[function];
                    self.extent.cuts.push((it.name.clone(), self.analysis.bounds().recursion[function], line(it.span)));
                }
                Cut::Block => {
                    self.extent.unmodelled.push(("blocks that are larger than those that are followed".to_owned(), 1))
                }
            }
            cuts.push(what);
        }
        for &(step, term) in &chain.unsupported {
            if !self.can_be(&[term]) {
                continue;
            }
            let Some(unrolling) = &self.analysis.unrolling else { continue };
            let it = &unrolling.steps[step];
            let StepKind::Unsupported { what } = &it.kind else { continue };
            let told = (what.clone(), program.sources.line(it.span));
            beyond.push(all.from((unrolling.function_of(it), it.instr)));
            if !self.extent.unmodelled.contains(&told) {
                self.extent.unmodelled.push(told);
            }
        }
        (cuts, beyond)
    }

    fn by_cut(&self, cuts: &[(StepId, TermId)]) -> Vec<(Cut, Vec<TermId>)> {
        let mut all: Vec<(Cut, Vec<TermId>)> = Vec::new();
        let Some(unrolling) = &self.analysis.unrolling else { return all };
        for &(step, term) in cuts {
            let StepKind::Cut { what } = unrolling.steps[step].kind else { continue };
            match all.iter_mut().find(|(known, _)| *known == what) {
                Some((_, terms)) => terms.push(term),
                None => all.push((what, vec![term])),
            }
        }
        all
    }

    /// Whether one of these can be; `true` if that is not known.
    fn can_be(&mut self, terms: &[TermId]) -> bool {
        let any = self.analysis.engine.terms.or_all(terms);
        !matches!(self.analysis.inputs_for(any, MANY), Ok(None))
    }

    /// Everything that is known, in the end.
    fn told(mut self, round: Option<Round>, files: Vec<String>) -> Coverage {
        let program = self.analysis.program.clone();
        let n_found = self.runs.len();
        let asked: BTreeSet<Key> = self.goals.all.iter().map(|goal| goal.key).collect();
        let (runs, covered) = suite::smallest(std::mem::take(&mut self.runs), &asked);
        let mut statuses: Vec<Status> = Vec::new();
        for at in 0..self.goals.all.len() {
            let key = self.goals.all[at].key;
            let status = match (covered.get(&key), self.open.get(&key), &self.extent.stopped, &round) {
                (Some(&run), ..) => Status::Covered(run),
                (None, Some(why), ..) => Status::Undecided(why.clone()),
                (None, None, Some(why), _) => Status::Undecided(why.clone()),
                (None, None, None, None) => Status::Undecided("nothing was looked at".to_owned()),
                (None, None, None, Some(round)) if round.is_beyond(&self, at) || !self.extent.limits.is_empty() => {
                    Status::NotWithin
                }
                (None, None, None, Some(_)) => Status::Unreachable { because: Vec::new() },
            };
            statuses.push(status);
        }
        let crosses = self.crossed(&statuses, round.as_ref());
        if let Some(round) = &round {
            (self.tell)("finding out why not");
            let mut reasons = Reasons::new(self.analysis, &round.met, &covered);
            for (at, status) in statuses.iter_mut().enumerate() {
                let goal = &self.goals.all[at];
                if let (Status::Unreachable { because }, false) = (status, goal.key.kind() == Kind::Cross) {
                    *because = reasons.of(goal);
                }
            }
        }
        let functions = self.goals.all.iter().map(|goal| program.functions[goal.place.0].name.clone()).collect();
        let uncalled = self.goals.uncalled.iter().map(|&id| program.functions[id].name.clone()).collect();
        let mut goals: Vec<_> = self.goals.all.into_iter().zip(statuses).collect();
        for (goal, _) in &mut goals {
            if let Key::Line(file, line) = goal.key {
                goal.text = program.sources.file(file).line_text(line).trim().to_owned();
            }
        }
        Coverage {
            sources: program.sources.clone(),
            files,
            goals,
            functions,
            runs,
            n_found,
            uncalled,
            extent: self.extent,
            crosses,
            boosted: None,
        }
    }
}

impl Round {
    /// Whether a run may come to a goal where runs were not followed.
    fn is_beyond(&self, search: &Search<'_, '_>, goal: usize) -> bool {
        let place = search.goals.all[goal].place;
        self.beyond.iter().any(|after| after.contains(place))
    }
}
