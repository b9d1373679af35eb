//! A program under analysis: everything that is kept from one question to the next.
//!
//! `decide` has the order of questions, `ask` how one is asked and what its answer must be, `settle` what the answers
//! say of each property, `behind` what runs do after they have broken a rule, `scouting` what is made of a run that someone says
//! fails, `vacuous` whether any run gets through, `watch` what others ask who have looked on.

mod ask;
mod behind;
mod decide;
mod scouting;
mod settle;
mod vacuous;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_base::names;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_term::TermId;
use whyc_unroll::loops::{Bounds, LoopId, LoopTable};
use whyc_unroll::oracle::Oracle;
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::step::{MANY_HELD, StepKind, Unrolling};
use whyc_unroll::work::Work;
use whyc_unroll::{Checkpoint, InputPool, Limits, resume, unroll, unroll_with};

use crate::chain::Chain;
use crate::effort::{Allowance, Spent, Units};
use crate::engine::Engine;
use crate::given;
use crate::obligation::Obligations;
use crate::options::{Options, Unwind};
use crate::outcome::Violation;
use crate::prover::{AnyRound, Attempts, Facts, Prover, Round};
use crate::run::Run;
use crate::scout::Scout;
use crate::splitter::Splitter;

/// Shorter unrollings than this many steps are done before it pays to ask whether their paths can be taken.
const ASK_AFTER: usize = 1000;

/// A program under analysis.
pub struct Analysis {
    /// The program. It is shared, so that an analysis borrows from nobody and can be kept as long as anyone likes.
    pub program: Arc<Program>,
    /// Its properties, as they are due in the unrolling.
    pub properties: PropertyTable,
    /// Its loops.
    pub loops: LoopTable,
    /// Terms and solver.
    pub engine: Engine,
    /// The unrolling that the first violation was found in, or the last one, once there is one.
    pub unrolling: Option<Unrolling>,
    /// How its runs end.
    pub chain: Option<Chain>,
    /// What must be refuted before it is safe.
    pub obligations: Obligations,
    /// The properties that are to be decided.
    pub asked: Vec<PropertyId>,
    /// That the inputs have the values that the options fix: a Boolean term.
    pub given: TermId,
    /// Where the work of the last unrolling went, finished or not.
    pub work: Work,
    options: Options,
    inputs: InputPool,
    bounds: Bounds,
    /// The run of the first violation.
    counterexample: Option<(PropertyId, Run)>,
    violations: Vec<Violation>,
    /// How many of them were found where the first one was.
    n_first: usize,
    /// Where that was, while something else is looked at.
    first: Option<Scene>,
    /// All properties, while some are passed over.
    all_properties: Option<PropertyTable>,
    keeps_others: bool,
    allowance: Allowance,
    /// Who may show what holds beyond the bounds.
    prover: Option<Box<dyn Prover>>,
    /// Who may answer hard questions in parts.
    splitter: Option<Box<dyn Splitter>>,
    /// Who may try some inputs first, and what that was allowed to cost last.
    scout: Option<Box<dyn Scout>>,
    scouted: Units,
    /// Whether the first violation was found so.
    pub is_scouted: bool,
    /// Whether a run that someone came across may be all that is known: enough to tell it, not enough to explain it.
    pub tells_one_run: bool,
    /// Whether the last question was answered in parts.
    is_split: bool,
    /// Whether it is a run that violates something which is being asked for.
    asks_for_failure: bool,
    /// The loops and recursions about which that could not be shown.
    not_shown: (Vec<LoopId>, Vec<FunctionId>),
    /// What stands for all rounds of the loops, if that was how it was shown.
    any_round: Option<Arc<dyn AnyRound>>,
    /// Whether what a proof rests on is kept.
    pub keeps_question: bool,
    /// What came of attempts to show it.
    pub attempts: Attempts,
    /// What an attempt to show it was allowed that would have cost more.
    too_little: Units,
    /// What unrolling has done so far.
    steps: u64,
    unroll_time: Duration,
    /// From how many steps on it is asked whether paths can be taken.
    ask_after: usize,
    /// The names of fixed inputs that the last unrolling does not have.
    unknown_inputs: Vec<String>,
    /// What is wrong with a fixed input's value.
    wrong_input: Option<String>,
    /// What tests do to a run before anyone looks at it.
    #[cfg(test)]
    pub(crate) tamper: Option<fn(&mut Run, &Unrolling)>,
}

/// What the questions of one unrolling are about.
struct Scene {
    properties: PropertyTable,
    unrolling: Option<Arc<Unrolling>>,
    chain: Option<Chain>,
    obligations: Obligations,
    given: TermId,
    bounds: Bounds,
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
            Unwind::Automatic | Unwind::UpTo { .. } => (1, true),
            Unwind::Fixed(bound) => (bound, false),
        };
        let mut bounds = Bounds::uniform(&program, &loops, bound, free);
        if let Unwind::UpTo { certain, .. } = options.unwind {
            bounds.most_free = certain;
        }
        for (name, bound) in &options.unwind_loops {
            if loops.named(name).is_none() {
                let known: Vec<&str> = loops.all().iter().map(|l| l.name.as_str()).collect();
                return Err(format!("there is no loop `{name}`; {}", names::hint(name, &known, "loops")));
            }
            loops.all_named(name).for_each(|id| bounds.loops[id] = *bound);
        }
        let mut engine = Engine::new(options.budget.clone());
        engine.arith = options.arith;
        let given = engine.terms.bool_const(true);
        Ok(Self {
            program,
            engine,
            given,
            properties,
            loops,
            unrolling: None,
            chain: None,
            obligations: Obligations::default(),
            asked,
            options,
            inputs: InputPool::new(),
            bounds,
            work: Work::default(),
            counterexample: None,
            violations: Vec::new(),
            n_first: 0,
            first: None,
            all_properties: None,
            keeps_others: false,
            allowance: Allowance::default(),
            prover: None,
            any_round: None,
            splitter: None,
            scout: None,
            scouted: Units::default(),
            is_scouted: false,
            tells_one_run: false,
            is_split: false,
            asks_for_failure: false,
            not_shown: Default::default(),
            attempts: Attempts::default(),
            too_little: Units::default(),
            keeps_question: false,
            steps: 0,
            unroll_time: Duration::ZERO,
            ask_after: ASK_AFTER,
            unknown_inputs: Vec::new(),
            wrong_input: None,
            #[cfg(test)]
            tamper: None,
        })
    }

    /// The same analysis, showing runs as the solver happens to find them: what small ones are compared with.
    #[must_use]
    pub fn unsteered(mut self) -> Self {
        self.engine = Engine::unsteered(self.options.budget.clone());
        self.engine.arith = self.options.arith;
        self.given = self.engine.terms.bool_const(true);
        self
    }

    /// The same analysis, asking from so many steps on whether paths can be taken at all; `usize::MAX` for never.
    #[must_use]
    pub fn asking_after(mut self, steps: usize) -> Self {
        self.ask_after = steps;
        self
    }

    /// The same analysis, spending no more than this in all: the rest is unknown. This is counted in work, not in time.
    #[must_use]
    pub fn spending_at_most(mut self, most: Spent) -> Self {
        self.allowance = Allowance::UpTo(most);
        self
    }

    /// The same analysis, with someone who may show what holds beyond the bounds.
    #[must_use]
    pub fn proving(mut self, prover: Box<dyn Prover>) -> Self {
        self.prover = Some(prover);
        self
    }

    /// The same analysis, with someone who may answer hard questions in parts.
    #[must_use]
    pub fn splitting(mut self, splitter: Box<dyn Splitter>) -> Self {
        self.splitter = Some(splitter);
        self
    }

    /// The same analysis, with someone who may try some inputs first.
    #[must_use]
    pub fn scouting(mut self, scout: Box<dyn Scout>) -> Self {
        self.scout = Some(scout);
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

    /// The bounds of the unrolling.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// What the inputs that are given say (Boolean).
    #[must_use]
    pub fn given(&self) -> TermId {
        self.given
    }

    /// Whether something holds for every number of rounds because it holds in any one of them.
    #[must_use]
    pub fn is_any_round(&self) -> bool {
        self.any_round.is_some()
    }

    /// Unrolls any one round, with someone who watches: more can be done there than runs do. No more than so many instructions
    /// and steps, and so many terms. None if nothing was shown so.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    pub fn unroll_any_round(
        &mut self,
        facts: Facts,
        (work, n_terms): (u64, usize),
        rewrite: &mut dyn Rewrite,
    ) -> Option<Result<Round, whyc_unroll::Failure>> {
        let any_round = self.any_round.clone()?;
        let (budget, ask_after) = (self.options.budget.clone(), self.ask_after);
        let limits = Limits { budget, ask_after, work, terms: n_terms };
        let loops = (&self.loops, &self.bounds);
        let terms = &mut self.engine.terms;
        Some(any_round.unroll(facts, (&self.program, &self.properties), loops, terms, &limits, rewrite))
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
        self.unroll_within(bounds, (u64::MAX, usize::MAX), rewrite)
    }

    /// The same for no more than so many instructions and steps, and so many terms.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    pub fn unroll_within(
        &mut self,
        bounds: &Bounds,
        (work, n_terms): (u64, usize),
        rewrite: &mut dyn Rewrite,
    ) -> Result<Unrolling, whyc_unroll::Failure> {
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after, work, terms: n_terms };
        let terms = &mut self.engine.terms;
        unroll_with(&self.program, &self.properties, &self.loops, bounds, terms, &mut self.inputs, &limits, rewrite)
    }

    /// The same from a checkpoint of such an unrolling within the same bounds, on.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    pub fn resume_within(
        &mut self,
        checkpoint: &Checkpoint,
        bounds: &Bounds,
        (work, n_terms): (u64, usize),
        rewrite: &mut dyn Rewrite,
    ) -> Result<Unrolling, whyc_unroll::Failure> {
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after, work, terms: n_terms };
        let (program, properties, terms) = (&self.program, &self.properties, &mut self.engine.terms);
        let inputs = &mut self.inputs;
        resume(checkpoint, program, properties, &self.loops, bounds, terms, inputs, &limits, rewrite)
    }

    /// Unrolls another version of the program in the terms of this one, its loops as far as those of the same names here. Where
    /// the same instruction of the same function asks, it gets the same input: both versions can be asked about at once.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    pub fn unroll_version(
        &mut self,
        other: &Program,
        properties: &PropertyTable,
    ) -> Result<Unrolling, whyc_unroll::Failure> {
        let loops = LoopTable::new(other);
        let mut bounds = Bounds::uniform(other, &loops, 1, self.bounds.free_iterations);
        for (id, known) in loops.all().iter_enumerated() {
            bounds.loops[id] = self.loops.named(&known.name).map_or(1, |here| self.bounds.loops[here]);
        }
        for (id, function) in other.functions.iter_enumerated() {
            let here = self.program.functions.iter_enumerated().find(|(_, it)| it.name == function.name);
            bounds.recursion[id] = here.map_or(1, |(here, _)| self.bounds.recursion[here]);
        }
        let work = self.allowance.steps(self.spent());
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after, work, terms: usize::MAX };
        let (terms, oracle) = (&mut self.engine.terms, Some(&mut self.engine.feasibility as &mut dyn Oracle));
        let unrolled = unroll(other, properties, &loops, &bounds, terms, &mut self.inputs, &limits, oracle)
            .map_err(|stopped| stopped.failure)?;
        self.steps += unrolled.effort;
        Ok(unrolled)
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
        let Ok(conflicts) = self.allowance.conflicts(self.spent()) else { return true };
        !matches!(self.model_of(any, conflicts), Ok(None))
    }

    /// What has been done so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        let stats = self.engine.stats();
        Spent { conflicts: stats.conflicts, steps: self.steps, clauses: stats.clauses }
    }

    /// Checks other properties from the next unrolling on.
    fn set_properties(&mut self, properties: PropertyTable) {
        self.close_scene();
        self.properties = properties;
    }

    /// Puts what is looked at aside.
    fn leave_scene(&mut self) -> Scene {
        Scene {
            properties: self.properties.clone(),
            unrolling: self.unrolling.take().map(Arc::new),
            chain: self.chain.take(),
            obligations: std::mem::take(&mut self.obligations),
            given: self.given,
            bounds: self.bounds.clone(),
        }
    }

    /// Looks at what was put aside again.
    fn enter_scene(&mut self, scene: Scene) {
        self.properties = scene.properties;
        self.unrolling = scene.unrolling.map(Arc::unwrap_or_clone);
        self.chain = scene.chain;
        self.obligations = scene.obligations;
        self.given = scene.given;
        self.bounds = scene.bounds;
    }
}

#[cfg(test)]
mod tests;
