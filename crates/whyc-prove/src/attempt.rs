//! One attempt: cut these loops, try these facts, ask about the properties.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use whyc_base::budget::Exhausted;
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_check::certify::{self, Question, Refuted};
use whyc_check::effort::Units;
use whyc_check::engine::Engine;
use whyc_check::question::Found;
use whyc_check::{Proof, Unbounded};
use whyc_ir::program::FunctionId;
use whyc_sat::session::Answer;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::InputPool;
use whyc_unroll::cuts::{Entry, EntryKind, Forgotten, LoopCuts};
use whyc_unroll::loops::LoopId;
use whyc_unroll::step::{Cut, StepId, StepKind, Unrolling};

use crate::changes::{Changes, Where, new_engine, unroll};
use crate::constants::Constants;
use crate::one_round::OneRound;
use crate::samples::Samples;
use crate::templates::{EQUATIONS, Fact, Known, Reach, Values, facts};
use crate::words;
use crate::work::Work;

mod filter;

/// How many facts may be left out one by one, to see whether the others do without.
const FEW: usize = 40;
/// What it may cost to find out which facts are needed.
const FOR_FEWER: Units = Units(10_000_000);

/// Conflicts that one question may cost.
const MOST_CONFLICTS: u32 = 8_000;

/// How an attempt ended.
pub enum Ended {
    /// It is shown, and was checked once more.
    Proved(Proof),
    /// These facts are not enough.
    NotShown,
    /// Other facts would not help.
    GivenUp,
    /// A loop that was not cut is followed beyond its bound.
    OtherLoop(LoopId),
    /// A function that was not cut calls itself beyond its bound.
    OtherCall(FunctionId),
}

/// A fact at one loop, and whether it is assumed (a free Boolean).
struct Tried {
    entry: usize,
    fact: Fact,
    chosen: TermId,
}

/// What must not be, as Boolean terms.
#[derive(Default)]
struct Open {
    /// For each fact: it does not hold where its loop is entered, or at the end of a round.
    broken: Vec<TermId>,
    /// A property fails, or something that is not modelled is reached.
    fails: Vec<(Refuted, TermId)>,
    /// A loop goes on beyond its bound.
    loops: Vec<(LoopId, TermId)>,
    /// A function calls itself beyond its bound.
    calls: Vec<(FunctionId, Span, TermId)>,
    /// For each entry: a round ends there, or a call.
    comes: BTreeMap<usize, TermId>,
}

/// One attempt.
pub struct Attempt<'a> {
    question: Unbounded<'a>,
    at: &'a Where,
    constants: &'a Constants,
    reach: Reach,
    engine: Engine,
    inputs: InputPool,
}

impl<'a> Attempt<'a> {
    /// Cuts there.
    pub fn new(question: Unbounded<'a>, at: &'a Where, constants: &'a Constants, reach: Reach) -> Self {
        let engine = new_engine(&question);
        Self { question, at, constants, reach, engine, inputs: InputPool::new() }
    }

    /// Makes the attempt.
    pub fn run(&mut self, changes: &mut Changes, work: &mut Work) -> Ended {
        if work.is_spent() {
            return Ended::GivenUp;
        }
        // All questions are about the same program: what of it is put into clauses is paid for once.
        self.engine.allow_encoding(work.left);
        let mut tried = Vec::new();
        let (constants, reach) = (self.constants, self.reach);
        // What a function returns, and what that depends on, matters to its callers: here that is not followed.
        let cuts_functions = !self.at.functions.is_empty();
        // A sample of a call says nothing of what it returns, which is what facts about calls are about.
        let has_samples = reach != Reach::Nothing && !cuts_functions;
        let samples = if has_samples { changes.samples(constants, work) } else { Samples::default() };
        let (forgotten, relevant) = (&changes.forgotten, &changes.relevant);
        let mut assume = |terms: &mut TermStore, nth: usize, entry: &Entry| {
            let now: Vec<TermId> = entry.numbers.iter().map(|number| number.any).collect();
            let values = Values { numbers: &entry.numbers, now: &now, head: None };
            if !tried.iter().any(|it: &Tried| it.entry == nth) {
                let matters = |number: usize| {
                    cuts_functions || !entry.numbers[number].is_changed || relevant.contains(nth, number)
                };
                for fact in facts(terms, entry, &matters, Known { constants, samples: samples.of(nth), reach }) {
                    let holds = fact.term(terms, values);
                    if terms.as_bool(holds) != Some(true) {
                        tried.push(Tried { entry: nth, fact, chosen: terms.input(Sort::Bool) });
                    }
                }
            }
            let mut all = terms.bool_const(true);
            for it in tried.iter().filter(|it| it.entry == nth) {
                let holds = it.fact.term(terms, values);
                let holds = terms.implies(it.chosen, holds);
                all = terms.and(all, holds);
            }
            all
        };
        let unrolled =
            unroll(&self.question, self.at, forgotten.clone(), &mut self.engine, &mut self.inputs, work, &mut assume);
        let Some((Some(unrolling), cuts)) = unrolled.filter(|(_, cuts)| cuts.stop.is_none()) else {
            return Ended::GivenUp;
        };
        let open = self.open(&unrolling, &cuts, &tried);
        let (easy, others): (Vec<usize>, Vec<usize>) =
            (0..tried.len()).partition(|&nth| tried[nth].fact.level() <= EQUATIONS);
        // The easy ones first: often they are enough, and with them, the others are easier.
        let mut kept = if easy.is_empty() { easy } else { self.filter(&tried, &open, easy, work).unwrap_or_default() };
        let mut ended = match others.is_empty() || !kept.is_empty() && !cuts_functions {
            true => self.follows(&tried, &open, &cuts, &kept, work),
            false => Some(Ended::NotShown),
        };
        if ended.is_some() && !others.is_empty() {
            kept.extend(others);
            let Some(all) = self.filter(&tried, &open, kept, work) else { return Ended::NotShown };
            kept = all;
            ended = self.follows(&tried, &open, &cuts, &kept, work);
        }
        if let Some(ended) = ended {
            return ended;
        }
        // Whoever asks what cannot be done wants to know as much as there is.
        let of_tried = |nth: usize| (tried[nth].entry, tried[nth].fact.clone());
        let known: Vec<(usize, Fact)> = strongest(&tried, kept.clone()).into_iter().map(of_tried).collect();
        let kept = self.needed(&tried, &open, kept, &mut work.at_most(FOR_FEWER));
        let kept: Vec<(usize, Fact)> = kept.into_iter().map(of_tried).collect();
        let Some(question) = self.confirmed(&kept, forgotten.clone(), work) else { return Ended::NotShown };
        let told = words::told(&self.question, &self.engine.terms, &cuts.entries, &kept);
        let any_round = OneRound::new(self.at, forgotten.clone(), known, kept);
        Ended::Proved(Proof {
            invariants: told,
            reached: unrolling.reached.iter().copied().collect(),
            question,
            any_round: any_round.map(|it| Arc::new(it) as _),
        })
    }

    /// What must not be.
    fn open(&mut self, unrolling: &Unrolling, cuts: &LoopCuts, tried: &[Tried]) -> Open {
        let mut points: Vec<Point<'_>> = Vec::new();
        for (nth, entry) in cuts.entries.iter().enumerate() {
            let values = entry.numbers.iter().map(|number| number.entry).collect();
            points.push(Point { entry: nth, at: entry.at, guard: entry.guard, numbers: entry, values, head: None });
            // What is an entry for each call has no head.
            let any: Vec<TermId> = entry.numbers.iter().map(|number| number.any).collect();
            let head = (entry.kind == EntryKind::Head).then_some(any);
            for round in &entry.rounds {
                let (values, head) = (round.values.clone(), head.clone());
                points.push(Point { entry: nth, at: round.at, guard: round.guard, numbers: entry, values, head });
            }
        }
        points.sort_by_key(|point| point.at);
        let mut points = points.into_iter().peekable();
        let mut is_asked = vec![false; self.question.properties.all().len()];
        for &id in self.question.asked {
            is_asked[id.index()] = true;
        }
        let terms = &mut self.engine.terms;
        let mut open = Open { broken: vec![terms.bool_const(false); tried.len()], ..Open::default() };
        let mut going = terms.bool_const(true);
        for (id, step) in unrolling.steps.iter_enumerated() {
            while let Some(point) = points.next_if(|point| point.at <= id) {
                point.note(terms, going, tried, &mut open);
            }
            // What ends one part says nothing about the others.
            if cuts.parts.contains(&id) {
                going = terms.bool_const(true);
            }
            let cond = match &step.kind {
                StepKind::Assume { cond } | StepKind::Check { cond, .. } => *cond,
                StepKind::Unsupported { .. } | StepKind::Cut { .. } => terms.bool_const(false),
                StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Allocate { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Branch { .. }
                | StepKind::Switch { .. }
                | StepKind::Enter { .. }
                | StepKind::Leave { .. }
                | StepKind::Halt => continue,
            };
            let not_cond = terms.not(cond);
            let ends_here = terms.and(step.guard, not_cond);
            let first = terms.and(going, ends_here);
            if terms.as_bool(first) != Some(false) {
                match &step.kind {
                    StepKind::Check { property, .. } if is_asked[property.index()] => {
                        open.fails.push((Refuted::Property(*property), first));
                    }
                    StepKind::Unsupported { what } => {
                        open.fails.push((Refuted::Unmodelled(what.clone(), step.span), first));
                    }
                    StepKind::Cut { what: Cut::Loop(id) } => open.loops.push((*id, first)),
                    StepKind::Cut { what: Cut::Recursion(function) } => open.calls.push((*function, step.span, first)),
                    StepKind::Cut { what: Cut::Block } => {
                        let what = "a block is larger than those that are followed".to_owned();
                        open.fails.push((Refuted::Unwinding(what, step.span), first));
                    }
                    _ => {}
                }
            }
            let goes_on = terms.implies(step.guard, cond);
            going = terms.and(going, goes_on);
        }
        for point in points {
            point.note(terms, going, tried, &mut open);
        }
        open
    }

    /// Whether all that must not be cannot be while facts hold: nothing if so, or how the attempt ends with these facts.
    fn follows(
        &mut self,
        tried: &[Tried],
        open: &Open,
        cuts: &LoopCuts,
        kept: &[usize],
        work: &mut Work,
    ) -> Option<Ended> {
        let chosen: Vec<TermId> = kept.iter().map(|&nth| tried[nth].chosen).collect();
        for &(id, term) in &open.loops {
            match self.can_be(&chosen, term, work) {
                // With nothing assumed, that says little.
                Some(true) if self.reach == Reach::Nothing => return Some(Ended::NotShown),
                Some(true) => return Some(Ended::OtherLoop(id)),
                Some(false) => {}
                None => return Some(Ended::NotShown),
            }
        }
        for &(function, _, term) in &open.calls {
            match self.can_be(&chosen, term, work) {
                Some(true) if self.reach == Reach::Nothing => return Some(Ended::NotShown),
                Some(true) => return Some(Ended::OtherCall(function)),
                Some(false) => {}
                None => return Some(Ended::NotShown),
            }
        }
        // Of a function that never returns everything is true, and the program ends some other way.
        for nth in (0..cuts.entries.len()).filter(|&nth| cuts.entries[nth].kind == EntryKind::Ends) {
            let returns = open.comes.get(&nth).copied();
            if !matches!(returns.map(|returns| self.can_be(&chosen, returns, work)), Some(Some(true))) {
                return Some(Ended::NotShown);
            }
        }
        let fails: Vec<TermId> = open.fails.iter().map(|(_, term)| *term).collect();
        let fails = self.engine.terms.or_all(&fails);
        match self.can_be(&chosen, fails, work) {
            Some(false) => None,
            Some(true) | None => Some(Ended::NotShown),
        }
    }

    /// Inputs for which something holds, or that there are none; nothing if that costs too much.
    fn find(&mut self, cond: TermId, work: &mut Work) -> Option<Found> {
        if work.is_spent() {
            return None;
        }
        let before = self.spent();
        let most = work.conflicts(MOST_CONFLICTS);
        let found = self.engine.find(cond, Some(most), false);
        work.spend(self.spent().minus(before));
        match found {
            Some(Found::Unknown(Exhausted::Work)) => {
                *work = Work::allowed(Units::default());
                None
            }
            Some(Found::Unknown(_)) => None,
            None if most < MOST_CONFLICTS => {
                // More would have been tried.
                *work = Work::allowed(Units::default());
                None
            }
            known => known,
        }
    }

    /// What was spent on solving.
    fn spent(&self) -> Units {
        Units::of(&self.engine.stats(), 0)
    }

    /// Whether something can be while facts are assumed.
    fn can_be(&mut self, chosen: &[TermId], cond: TermId, work: &mut Work) -> Option<bool> {
        let all = self.engine.terms.and_all(chosen);
        let cond = self.engine.terms.and(all, cond);
        match self.engine.terms.as_bool(cond) {
            Some(false) => Some(false),
            _ => Some(matches!(self.find(cond, work)?, Found::Inputs(_))),
        }
    }

    /// Those of the facts that a proof needs, as far as that can be found out cheaply.
    fn needed(&mut self, tried: &[Tried], open: &Open, kept: Vec<usize>, work: &mut Work) -> Vec<usize> {
        let mut bad: Vec<TermId> = open.fails.iter().map(|(_, term)| *term).collect();
        bad.extend(open.loops.iter().map(|&(_, term)| term));
        bad.extend(open.calls.iter().map(|&(_, _, term)| term));
        let bad = self.engine.terms.or_all(&bad);
        let kept = strongest(tried, kept);
        // Numbers say more to a person than conditions.
        let plain: Vec<usize> = kept.iter().copied().filter(|&nth| !tried[nth].fact.has_condition()).collect();
        let among = match plain.len() == kept.len() {
            true => None,
            false => self.closed_core(tried, open, &plain, bad, work),
        };
        let Some(mut core) = among.or_else(|| self.closed_core(tried, open, &kept, bad, work)) else { return kept };
        if core.len() > FEW {
            return core;
        }
        // What is said about more at once is given up first.
        for nth in core.clone().into_iter().rev() {
            let fewer: Vec<usize> = core.iter().copied().filter(|&it| it != nth).collect();
            let Some(fewer) = self.filter(tried, open, fewer, work) else { break };
            let chosen: Vec<TermId> = fewer.iter().map(|&nth| tried[nth].chosen).collect();
            match self.can_be(&chosen, bad, work) {
                Some(false) => core = fewer,
                Some(true) => {}
                None => break,
            }
        }
        core
    }

    /// Those of the facts from which it follows that something cannot be, and that they hold themselves.
    fn closed_core(
        &mut self,
        tried: &[Tried],
        open: &Open,
        kept: &[usize],
        bad: TermId,
        work: &mut Work,
    ) -> Option<Vec<usize>> {
        let mut core = self.core(tried, kept, bad, work)?;
        loop {
            let broken: Vec<TermId> = core.iter().map(|&nth| open.broken[nth]).collect();
            let any = self.engine.terms.or_all(&broken);
            let more = self.core(tried, kept, any, work)?;
            let joined: BTreeSet<usize> = core.iter().chain(&more).copied().collect();
            if joined.len() == core.len() {
                return Some(core);
            }
            core = joined.into_iter().collect();
        }
    }

    /// Those of the facts from which it follows that something cannot be.
    fn core(&mut self, tried: &[Tried], kept: &[usize], cond: TermId, work: &mut Work) -> Option<Vec<usize>> {
        if self.engine.terms.as_bool(cond) == Some(false) {
            return Some(Vec::new());
        }
        let mut terms: Vec<TermId> = kept.iter().map(|&nth| tried[nth].chosen).collect();
        terms.push(cond);
        let before = self.spent();
        let answer = self.engine.solve_limited(&terms, work.conflicts(MOST_CONFLICTS));
        work.spend(self.spent().minus(before));
        if answer? != Answer::Unsatisfiable {
            return None;
        }
        let lits: Vec<_> = kept.iter().map(|&nth| self.engine.lit(tried[nth].chosen)).collect();
        let failed = self.engine.sat.failed_assumptions();
        Some(kept.iter().zip(&lits).filter(|(_, lit)| failed.contains(lit)).map(|(&nth, _)| nth).collect())
    }

    /// Whether these facts, and no others, are invariants from which everything follows: unrolled anew, in a fresh solver. With
    /// the question whose answer says so, if that is to be kept.
    fn confirmed(
        &self,
        kept: &[(usize, Fact)],
        forgotten: Vec<Forgotten>,
        work: &mut Work,
    ) -> Option<Option<Arc<Question>>> {
        let mut fresh = Attempt::new(self.question, self.at, self.constants, self.reach);
        fresh.engine.allow_encoding(work.left);
        let mut assume = |terms: &mut TermStore, nth: usize, entry: &Entry| assumed(terms, kept, nth, entry);
        let unrolled =
            unroll(&fresh.question, fresh.at, forgotten, &mut fresh.engine, &mut fresh.inputs, work, &mut assume);
        let Some((Some(unrolling), cuts)) = unrolled.filter(|(_, cuts)| cuts.stop.is_none()) else { return None };
        let always = fresh.engine.terms.bool_const(true);
        let tried: Vec<Tried> =
            kept.iter().map(|(entry, fact)| Tried { entry: *entry, fact: fact.clone(), chosen: always }).collect();
        let open = fresh.open(&unrolling, &cuts, &tried);
        let mut all = open.fails;
        for (_, span, term) in open.calls {
            let what = "a function calls itself deeper than it was followed".to_owned();
            all.push((Refuted::Unwinding(what, span), term));
        }
        for (id, term) in open.loops {
            let it = &self.question.loops.all()[id];
            let what = format!("loop {} goes on after {} rounds", it.name, self.question.bounds.loops[id]);
            all.push((Refuted::Unwinding(what, it.span), term));
        }
        for ((entry, fact), term) in kept.iter().zip(open.broken) {
            let (text, span) = words::one(&fresh.engine.terms, &cuts.entries[*entry], fact);
            all.push((Refuted::Invariant(text, span), term));
        }
        let terms: Vec<TermId> = all.iter().map(|(_, term)| *term).collect();
        let bad = fresh.engine.terms.or_all(&terms);
        let holds = match fresh.engine.terms.as_bool(bad) {
            Some(is_bad) => !is_bad,
            None => matches!(fresh.find(bad, work), Some(Found::Nothing)),
        };
        let question = || certify::gates(&mut fresh.engine, all).ok().map(Arc::new);
        holds.then(|| if self.question.keeps_question { question() } else { None })
    }
}

/// That the facts about an entry hold in some round (Boolean).
fn assumed(terms: &mut TermStore, facts: &[(usize, Fact)], nth: usize, entry: &Entry) -> TermId {
    let now: Vec<TermId> = entry.numbers.iter().map(|number| number.any).collect();
    let mut all = terms.bool_const(true);
    for (_, fact) in facts.iter().filter(|(entry, _)| *entry == nth) {
        let holds = fact.term(terms, Values { numbers: &entry.numbers, now: &now, head: None });
        all = terms.and(all, holds);
    }
    all
}

/// The facts without those that follow from another one: together they say the same.
fn strongest(tried: &[Tried], facts: Vec<usize>) -> Vec<usize> {
    let implies = |a: usize, b: usize| tried[a].entry == tried[b].entry && tried[a].fact.implies(&tried[b].fact);
    let is_weaker = |&nth: &usize| facts.iter().any(|&other| other != nth && implies(other, nth));
    facts.iter().copied().filter(|nth| !is_weaker(nth)).collect()
}

/// A place where facts are to hold: where a loop is entered, or where a round ends.
struct Point<'a> {
    entry: usize,
    at: StepId,
    guard: TermId,
    numbers: &'a Entry,
    values: Vec<TermId>,
    /// Where a round ends, what the numbers were at its head.
    head: Option<Vec<TermId>>,
}

impl Point<'_> {
    /// Notes when facts do not hold here, in runs that nothing has ended before.
    fn note(&self, terms: &mut TermStore, going: TermId, tried: &[Tried], open: &mut Open) {
        let here = terms.and(going, self.guard);
        let before = open.comes.get(&self.entry).copied().unwrap_or_else(|| terms.bool_const(false));
        open.comes.insert(self.entry, terms.or(before, here));
        for (nth, tried) in tried.iter().enumerate().filter(|(_, tried)| tried.entry == self.entry) {
            let values = Values { numbers: &self.numbers.numbers, now: &self.values, head: self.head.as_deref() };
            let holds = tried.fact.term(terms, values);
            let not_holds = terms.not(holds);
            let broken = terms.and(here, not_holds);
            open.broken[nth] = terms.or(open.broken[nth], broken);
        }
    }
}
