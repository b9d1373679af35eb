//! The order of questions: unroll, look for failures, look beyond the bounds, deepen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::IdVec;
use whyc_base::names;
use whyc_base::source::Span;
use whyc_ir::program::Program;
use whyc_ir::property::{ClassSet, PropertyId, PropertyTable};
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::loops::{Bounds, LoopId, LoopTable};
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::step::{Cut, MANY_HELD, StepId, StepKind, Unrolling};
use whyc_unroll::{InputPool, Limits, unroll, unroll_with};

use crate::chain::Chain;
use crate::engine::{Engine, Number};
use crate::given::{self, Given};
use crate::replay;
use crate::run::Run;
use crate::verdict::{Status, Verdict};

/// How deep automatic deepening goes before it gives up.
const DEEPEST: u32 = 1024;
/// How many conflicts the solver may spend on a question whose answer is only nice to have.
const NICE_TO_HAVE: u32 = 2000;

/// Shorter unrollings than this many steps are done before it pays to ask whether their paths can be taken.
const ASK_AFTER: usize = 1000;

/// What to decide, and within which limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The classes of properties.
    pub classes: ClassSet,
    /// Only the property with this name, if one is given. The others still end a run that violates them.
    pub only: Option<String>,
    /// How far loops are followed.
    pub unwind: Unwind,
    /// Bounds for single loops, by name.
    pub unwind_loops: Vec<(String, u32)>,
    /// What the outside world was limited to when the program was read, in words: `safe` is then too much to say.
    pub limits: Vec<String>,
    /// Inputs with a fixed value: only runs that have it are looked at.
    pub given: Vec<Given>,
    /// Time and memory.
    pub budget: Budget,
}

/// How far loops are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// As far as needed.
    Automatic,
    /// Every loop so often.
    Fixed(u32),
}

/// A program under analysis: everything that is kept from one question to the next.
pub struct Analysis {
    /// The program. It is shared, so that an analysis borrows from nobody and can be kept as long as anyone likes.
    pub program: Arc<Program>,
    /// Its properties.
    pub properties: PropertyTable,
    /// Its loops.
    pub loops: LoopTable,
    /// Terms and solver.
    pub engine: Engine,
    /// The last unrolling, once there is one.
    pub unrolling: Option<Unrolling>,
    /// How its runs end.
    pub chain: Option<Chain>,
    /// The properties that are to be decided.
    pub asked: Vec<PropertyId>,
    /// That the inputs have the values that the options fix: a Boolean term.
    pub given: TermId,
    options: Options,
    inputs: InputPool,
    bounds: Bounds,
    statuses: IdVec<PropertyId, Status>,
    counterexample: Option<(PropertyId, Run)>,
    /// The runs that violate other properties, if they are kept.
    others: Vec<(PropertyId, Run)>,
    keeps_others: bool,
    unroll_time: Duration,
    /// From how many steps on it is asked whether paths can be taken.
    ask_after: usize,
    /// The names of fixed inputs that the last unrolling does not have.
    unknown_inputs: Vec<String>,
    /// What is wrong with a fixed input's value.
    wrong_input: Option<String>,
    failures: Vec<(PropertyId, StepId)>,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not `safe` or `violated`.
    pub reason: Option<String>,
    /// What is known of each property.
    pub statuses: IdVec<PropertyId, Status>,
    /// A property that is violated, and a run that violates it, replayed.
    pub counterexample: Option<(PropertyId, Run)>,
    /// For each of the other violated properties a run that violates it, replayed; empty unless they are kept.
    pub others: Vec<(PropertyId, Run)>,
    /// Where the properties that are violated fail, each in one run.
    pub failures: Vec<(PropertyId, StepId)>,
    /// The largest bound of a loop or recursion.
    pub unwind: u32,
    /// Whether no run goes beyond the bounds.
    pub complete: bool,
    /// What some run follows beyond its bound.
    pub cuts: Vec<CutLoop>,
    /// What is not modelled and can be reached.
    pub unmodelled: Vec<Unmodelled>,
    /// Time spent in symbolic execution.
    pub unroll_time: Duration,
}

/// A loop or recursion that some run follows beyond its bound.
#[derive(Clone, Debug)]
pub struct CutLoop {
    /// Its name: the loop's for `--unwind-loop`, the function's for a recursion.
    pub name: String,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// Its bound.
    pub bound: u32,
    /// Where it is.
    pub span: Span,
}

/// Something that is not modelled and can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// What.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// Why deciding stops before everything is decided.
#[derive(Debug)]
enum Stop {
    Exhausted(Exhausted),
    Other(String),
}

impl From<Exhausted> for Stop {
    fn from(reason: Exhausted) -> Self {
        Stop::Exhausted(reason)
    }
}

/// How a round of deepening ended.
enum Round {
    /// Some property is violated.
    Violated,
    /// None is, and this is all that is left to look at.
    Clean { cuts: Vec<Cut>, unmodelled: Vec<Unmodelled> },
}

impl Analysis {
    /// Prepares the analysis of a program.
    ///
    /// # Errors
    /// A message if the options name a property or loop that the program does not have.
    pub fn new(program: impl Into<Arc<Program>>, options: Options) -> Result<Self, String> {
        let program = program.into();
        let properties = PropertyTable::new(&program, options.classes);
        let asked = match &options.only {
            Some(name) => vec![properties.named(name).ok_or_else(|| {
                let known: Vec<&str> = properties.all().iter().map(|property| property.name.as_str()).collect();
                format!("there is no property `{name}`; {}", names::hint(name, &known, "properties"))
            })?],
            None => properties.all().ids().collect(),
        };
        let loops = LoopTable::new(&program);
        let (bound, free) = match options.unwind {
            Unwind::Automatic => (1, true),
            Unwind::Fixed(bound) => (bound, false),
        };
        let mut bounds = Bounds::uniform(&program, &loops, bound, free);
        for (name, bound) in &options.unwind_loops {
            let Some(id) = loops.named(name) else {
                let known: Vec<&str> = loops.all().iter().map(|l| l.name.as_str()).collect();
                return Err(format!("there is no loop `{name}`; {}", names::hint(name, &known, "loops")));
            };
            bounds.loops[id] = *bound;
        }
        let statuses = IdVec::filled(Status::Unknown, properties.all().len());
        let engine = Engine::new(options.budget.clone());
        let given = engine.terms.bool_const(true);
        Ok(Self {
            program,
            engine,
            given,
            properties,
            loops,
            unrolling: None,
            chain: None,
            asked,
            options,
            inputs: InputPool::new(),
            bounds,
            statuses,
            counterexample: None,
            others: Vec::new(),
            keeps_others: false,
            unroll_time: Duration::ZERO,
            ask_after: ASK_AFTER,
            unknown_inputs: Vec::new(),
            wrong_input: None,
            failures: Vec::new(),
        })
    }

    /// The same analysis, showing runs as the solver happens to find them: what small ones are compared with.
    #[must_use]
    pub fn unsteered(mut self) -> Self {
        self.engine = Engine::unsteered(self.options.budget.clone());
        self.given = self.engine.terms.bool_const(true);
        self
    }

    /// The same analysis, asking from so many steps on whether paths can be taken at all; `usize::MAX` for never.
    #[must_use]
    pub fn asking_after(mut self, steps: usize) -> Self {
        self.ask_after = steps;
        self
    }

    /// Keeps to another budget from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.engine.set_budget(budget.clone());
        self.options.budget = budget;
    }

    /// The same analysis, keeping a run for every violated property: for reports that show them all.
    #[must_use]
    pub fn keeping_every_run(mut self) -> Self {
        self.keeps_others = true;
        self
    }

    /// Decides every property, as far as the limits allow.
    pub fn decide(&mut self) -> Outcome {
        let mut complete = false;
        let mut cut_loops = Vec::new();
        let mut unmodelled = Vec::new();
        let stop = loop {
            let round = match self.round() {
                Ok(round) => round,
                Err(stop) => break Some(stop),
            };
            match round {
                Round::Violated => {
                    complete = self.is_surely_complete();
                    break None;
                }
                Round::Clean { cuts, unmodelled: found } => {
                    unmodelled = found;
                    complete = cuts.is_empty();
                    cut_loops = cuts;
                    if complete || !unmodelled.is_empty() || !self.deepen(&cut_loops) {
                        break None;
                    }
                }
            }
        };
        self.outcome(stop, complete, &cut_loops, unmodelled)
    }

    fn outcome(&mut self, stop: Option<Stop>, complete: bool, cuts: &[Cut], unmodelled: Vec<Unmodelled>) -> Outcome {
        let violated = self.statuses.iter().any(|&status| status == Status::Violated);
        let decided = stop.is_none() && complete && unmodelled.is_empty();
        for &id in &self.asked {
            let reached = self.unrolling.as_ref().is_some_and(|unrolling| unrolling.reached[id]);
            if decided && self.statuses[id] == Status::Unknown {
                self.statuses[id] = if reached { Status::Holds } else { Status::Unreachable };
            }
        }
        let (verdict, reason) = match stop {
            _ if violated => (Verdict::Violated, None),
            Some(Stop::Exhausted(reason)) => (Verdict::Unknown, Some(reason.to_string())),
            Some(Stop::Other(reason)) => (Verdict::Unknown, Some(reason)),
            None if !unmodelled.is_empty() => {
                (Verdict::Unknown, Some(format!("a run can reach what is not modelled: {}", unmodelled[0].what)))
            }
            None if complete && !self.options.limits.is_empty() => {
                (Verdict::BoundedSafe, Some(self.options.limits.join("; ")))
            }
            None if complete => (Verdict::Safe, None),
            None => (Verdict::BoundedSafe, Some("some runs go beyond the bounds".to_owned())),
        };
        let unwind = self.bounds.loops.iter().chain(self.bounds.recursion.iter()).copied().max().unwrap_or(0);
        Outcome {
            verdict,
            reason,
            statuses: self.statuses.clone(),
            counterexample: self.counterexample.clone(),
            others: self.others.clone(),
            failures: self.failures.clone(),
            unwind,
            complete: complete && unmodelled.is_empty() && self.options.limits.is_empty(),
            cuts: cuts.iter().map(|&cut| self.cut_loop(cut)).collect(),
            unmodelled,
            unroll_time: self.unroll_time,
        }
    }

    fn cut_loop(&self, cut: Cut) -> CutLoop {
        match cut {
            Cut::Loop(id) => {
                let l = &self.loops.all()[id];
                CutLoop { name: l.name.clone(), is_loop: true, bound: self.bounds.loops[id], span: l.span }
            }
            Cut::Recursion(function) => {
                let f = &self.program.functions[function];
                let bound = self.bounds.recursion[function];
                CutLoop { name: f.name.clone(), is_loop: false, bound, span: f.span }
            }
        }
    }

    /// What is wrong with the fixed inputs: a name that no input has, a value that is none of its type.
    #[must_use]
    pub fn wrong_input(&self) -> Option<String> {
        if self.wrong_input.is_some() {
            return self.wrong_input.clone();
        }
        let name = self.unknown_inputs.first()?;
        let known = given::names(&self.program, self.unrolling.as_ref()?);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Some(if known.contains(&name.as_str()) {
            format!("the input `{name}` is given more often than any run reads it")
        } else {
            format!("there is no input `{name}`; {}", names::hint(name, &known, "inputs"))
        })
    }

    /// The current bounds.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Unrolls once more within `bounds`, with someone who watches. The terms are the same store's.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    pub fn unroll_with(
        &mut self,
        bounds: &Bounds,
        rewrite: &mut dyn Rewrite,
    ) -> Result<Unrolling, whyc_unroll::Failure> {
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after };
        let terms = &mut self.engine.terms;
        unroll_with(&self.program, &self.properties, &self.loops, bounds, terms, &mut self.inputs, &limits, rewrite)
    }

    /// Unrolls within the current bounds and looks for violations.
    fn round(&mut self) -> Result<Round, Stop> {
        let start = Instant::now();
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after };
        let unrolling = unroll(
            &self.program,
            &self.properties,
            &self.loops,
            &self.bounds,
            &mut self.engine.terms,
            &mut self.inputs,
            &limits,
            Some(&mut self.engine.feasibility),
        );
        self.unroll_time += start.elapsed();
        let unrolling = unrolling.map_err(|failure| match failure {
            whyc_unroll::Failure::Exhausted(reason) => Stop::Exhausted(reason),
            whyc_unroll::Failure::TooManyObjects => Stop::Other(failure.to_string()),
        })?;
        let chain = Chain::new(&unrolling, self.properties.all().len(), &mut self.engine.terms);
        let terms = &mut self.engine.terms;
        let fixed = given::condition(&self.options.given, &self.program, &unrolling, terms);
        match fixed {
            Ok(fixed) => (self.given, self.unknown_inputs) = fixed,
            Err(message) => {
                self.wrong_input = Some(message.clone());
                return Err(Stop::Other(message));
            }
        }
        self.unrolling = Some(unrolling);
        self.chain = Some(chain.clone());
        self.find_violations(&chain)?;
        if self.counterexample.is_some() {
            return Ok(Round::Violated);
        }
        let unmodelled = self.reachable_unmodelled(&chain)?;
        let cuts = if unmodelled.is_empty() { self.reachable_cuts(&chain)? } else { Vec::new() };
        Ok(Round::Clean { cuts, unmodelled })
    }

    /// Finds every property that is violated within the bounds, with one question per violation and one more.
    fn find_violations(&mut self, chain: &Chain) -> Result<(), Stop> {
        loop {
            let open = self.asked.iter().copied().filter(|&id| self.statuses[id] != Status::Violated);
            let failures: Vec<TermId> = open.flat_map(|id| chain.failures[id].iter().map(|&(_, cond)| cond)).collect();
            let any = self.engine.terms.or_all(&failures);
            let Some(run) = self.model_of(any)? else { return Ok(()) };
            let cond = self.engine.terms.and(any, self.given);
            let run = self.smaller(cond).unwrap_or(run);
            let property = run.end.and_then(|end| self.property_at(end));
            let (Some(property), Some(unrolling)) = (property, &self.unrolling) else {
                return Err(Stop::Other("internal error: a failing run does not fail".to_owned()));
            };
            replay::replay(&self.program, &self.properties, unrolling, &run, property).map_err(|difference| {
                Stop::Other(format!("internal error: the failing run does not replay: {difference}"))
            })?;
            self.statuses[property] = Status::Violated;
            self.failures.extend(run.end.map(|end| (property, end)));
            if self.counterexample.is_none() {
                self.counterexample = Some((property, run));
            } else if self.keeps_others {
                self.others.push((property, run));
            }
        }
    }

    fn property_at(&self, step: StepId) -> Option<PropertyId> {
        match self.unrolling.as_ref()?.steps[step].kind {
            StepKind::Check { property, .. } => Some(property),
            _ => None,
        }
    }

    /// Whether some run comes to a property, as far as runs were followed; `true` if that is not known, or if coming
    /// there is what should not happen.
    pub fn is_reached(&mut self, property: PropertyId) -> bool {
        let Some(unrolling) = &self.unrolling else { return true };
        let mut guards = unrolling.held[property].clone();
        if guards.len() == MANY_HELD {
            return true;
        }
        for step in unrolling.steps.iter() {
            match step.kind {
                StepKind::Check { property: other, cond } if other == property => {
                    if self.engine.terms.as_bool(cond) == Some(false) {
                        return true;
                    }
                    guards.push(step.guard);
                }
                _ => {}
            }
        }
        let any = self.engine.terms.or_all(&guards);
        !matches!(self.model_of(any), Ok(None))
    }

    /// A run in which `cond` holds, if there is one.
    fn model_of(&mut self, cond: TermId) -> Result<Option<Run>, Stop> {
        let cond = self.engine.terms.and(cond, self.given);
        match self.engine.terms.as_bool(cond) {
            Some(false) => return Ok(None),
            Some(true) => return Ok(self.run_of(&whyc_term::Valuation::new())),
            None => {}
        }
        match self.engine.solve(&[cond]) {
            Answer::Unsatisfiable => Ok(None),
            Answer::Unknown(reason) => Err(reason.into()),
            Answer::Satisfiable => {
                let valuation = self.engine.valuation();
                Ok(self.run_of(&valuation))
            }
        }
    }

    /// A run in which `cond`, which can hold, holds for small inputs. They are easier to read.
    fn smaller(&mut self, cond: TermId) -> Option<Run> {
        (self.engine.is_steered() && self.engine.terms.as_bool(cond).is_none()).then_some(())?;
        let types = &self.program.types;
        let mut numbers = Vec::new();
        for step in self.unrolling.as_ref()?.steps.iter() {
            match &step.kind {
                StepKind::Input { value, ty, .. } => {
                    numbers.push(Number { value: *value, is_signed: types.is_signed(*ty) });
                }
                StepKind::Storage { cells, reads, .. } => {
                    numbers.extend(reads.iter().map(|read| Number { value: read.value, is_signed: true }));
                    numbers.extend(cells.iter().map(|cell| Number {
                        value: cell.value,
                        is_signed: cell.ty.is_some_and(|ty| types.is_signed(ty)),
                    }));
                }
                _ => {}
            }
        }
        match self.engine.solve_small(&[cond], &numbers) {
            Answer::Satisfiable => self.run_of(&self.engine.valuation()),
            Answer::Unsatisfiable | Answer::Unknown(_) => None,
        }
    }

    fn run_of(&self, valuation: &whyc_term::Valuation) -> Option<Run> {
        self.unrolling.as_ref().map(|unrolling| Run::new(unrolling, &self.engine.terms, valuation))
    }

    /// What is not modelled and can be reached. The first one found is enough to stop.
    fn reachable_unmodelled(&mut self, chain: &Chain) -> Result<Vec<Unmodelled>, Stop> {
        let mut found: Vec<Unmodelled> = Vec::new();
        let mut rest = chain.unsupported.clone();
        while !rest.is_empty() {
            let conditions: Vec<TermId> = rest.iter().map(|&(_, cond)| cond).collect();
            let any = self.engine.terms.or_all(&conditions);
            let Some(run) = self.model_of(any)? else { break };
            let Some(end) = run.end else { break };
            let Some(unrolling) = &self.unrolling else { break };
            let step = &unrolling.steps[end];
            let StepKind::Unsupported { what } = &step.kind else { break };
            let unmodelled = Unmodelled { what: what.clone(), span: step.span };
            let known = unmodelled.clone();
            rest.retain(|&(id, _)| {
                let other = &unrolling.steps[id];
                let same = matches!(&other.kind, StepKind::Unsupported { what } if *what == known.what);
                !(same && other.span == known.span)
            });
            found.push(unmodelled);
        }
        Ok(found)
    }

    /// The loops and recursions that some run follows beyond their bounds.
    fn reachable_cuts(&mut self, chain: &Chain) -> Result<Vec<Cut>, Stop> {
        let mut found: Vec<Cut> = Vec::new();
        let mut rest = chain.cuts.clone();
        while !rest.is_empty() {
            let conditions: Vec<TermId> = rest.iter().map(|&(_, cond)| cond).collect();
            let any = self.engine.terms.or_all(&conditions);
            let Some(run) = self.model_of(any)? else { break };
            let Some(unrolling) = &self.unrolling else { break };
            let Some(StepKind::Cut { what }) = run.end.map(|end| &unrolling.steps[end].kind) else { break };
            let what = *what;
            rest.retain(|&(id, _)| !matches!(unrolling.steps[id].kind, StepKind::Cut { what: other } if other == what));
            found.push(what);
        }
        Ok(found)
    }

    /// Doubles the bounds of what was cut off. `false` if they are fixed or as deep as it goes.
    fn deepen(&mut self, cuts: &[Cut]) -> bool {
        if self.options.unwind != Unwind::Automatic {
            return false;
        }
        let fixed: FxHashSet<LoopId> =
            self.options.unwind_loops.iter().filter_map(|(name, _)| self.loops.named(name)).collect();
        let mut deeper = false;
        for &cut in cuts {
            let bound = match cut {
                Cut::Loop(id) if fixed.contains(&id) => continue,
                Cut::Loop(id) => &mut self.bounds.loops[id],
                Cut::Recursion(function) => &mut self.bounds.recursion[function],
            };
            if *bound < DEEPEST {
                *bound *= 2;
                deeper = true;
            }
        }
        deeper
    }

    /// After a violation: whether no run goes beyond the bounds, if that is easy to tell.
    fn is_surely_complete(&mut self) -> bool {
        let Some(chain) = self.chain.clone() else { return false };
        let ends = chain.cuts.iter().chain(&chain.unsupported).map(|&(_, cond)| cond);
        let ends: Vec<TermId> = ends.collect();
        let any = self.engine.terms.or_all(&ends);
        let any = self.engine.terms.and(any, self.given);
        self.engine.terms.as_bool(any) == Some(false)
            || self.engine.solve_limited(&[any], NICE_TO_HAVE) == Some(Answer::Unsatisfiable)
    }
}
