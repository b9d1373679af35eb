//! Which schedules pass with the same inputs, and which order of two places makes the difference.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_check::chain::Chain;
use whyc_check::replay::replay_passing;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::objective::Objective;
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::{FrameId, StepId, StepKind, Unrolling};

use super::events::Event;
use crate::delays::is_stop;
use crate::finding::{PassingSchedule, Reordering, ScheduleReport, ThreadPlace};
use crate::{measure, trace};

/// How many conflicts of the solver each question about an order may cost.
const CONFLICTS: u32 = 20_000;
/// At most this many orders are asked for.
const MANY_ASKED: usize = 24;
/// At most this many orders are told.
const MANY_ORDERS: usize = 4;

/// In which order two events come, as Boolean terms.
#[derive(Clone, Copy)]
struct Order {
    second_seen: TermId,
    /// The first one came before the second one, which may still come.
    in_order: TermId,
    /// Both came, in this order.
    both: TermId,
}

/// Questions about the schedules of one unrolling, with the inputs of one run.
pub struct Orders<'a> {
    analysis: &'a mut Analysis,
    unrolling: &'a Unrolling,
    chain: Chain,
    failing: &'a Run,
    /// That the inputs are those of the run.
    same_inputs: TermId,
    /// Inputs of which nobody can say which of the run's they are.
    unclear: FxHashSet<StepId>,
}

impl<'a> Orders<'a> {
    pub fn new(analysis: &'a mut Analysis, unrolling: &'a Unrolling, chain: Chain, failing: &'a Run) -> Self {
        let same_inputs = analysis.engine.terms.bool_const(true);
        let unclear = FxHashSet::default();
        let mut orders = Self { analysis, unrolling, chain, failing, same_inputs, unclear };
        orders.keep_inputs();
        orders
    }

    /// What a thread reads from outside is the same, whenever it has its turn.
    fn keep_inputs(&mut self) {
        let program = self.analysis.program.clone();
        let mut known: FxHashMap<(FrameId, InstrId), Vec<u128>> = FxHashMap::default();
        for id in self.failing.executed_steps() {
            let step = &self.unrolling.steps[id];
            if matches!(step.kind, StepKind::Input { .. }) {
                known.entry((step.frame, step.instr)).or_default().push(self.failing.values[id]);
            }
        }
        let mut all = vec![self.analysis.given()];
        for (id, step) in self.unrolling.steps.iter_enumerated() {
            let StepKind::Input { value, .. } = step.kind else { continue };
            if measure::is_of_schedule(&program, self.unrolling, step) {
                continue;
            }
            let values = known.get(&(step.frame, step.instr)).map_or(&[][..], Vec::as_slice);
            let kept = match values {
                _ if self.failing.executed[id] => Some(self.failing.values[id]),
                [first, rest @ ..] if rest.iter().all(|value| value == first) => Some(*first),
                [] => None,
                _ => {
                    self.unclear.insert(id);
                    None
                }
            };
            if let Some(bits) = kept {
                let terms = &mut self.analysis.engine.terms;
                let width = terms.width(value);
                let constant = terms.bits(width, bits);
                let is_same = terms.eq(value, constant);
                all.push(terms.implies(step.guard, is_same));
            }
        }
        self.same_inputs = self.analysis.engine.terms.and_all(&all);
    }

    pub fn analysis(&self) -> &Analysis {
        self.analysis
    }

    /// The closest schedule that passes: the one that differs in the fewest stops.
    pub fn closest(&mut self, report: &mut ScheduleReport) -> Result<Option<Run>, String> {
        report.bounded = !self.chain.cuts.is_empty();
        let program = self.analysis.program.clone();
        let mut changes = Vec::new();
        for (id, step) in self.unrolling.steps.iter_enumerated() {
            if is_stop(&program, self.unrolling, step) && self.analysis.engine.terms.as_bool(step.guard).is_none() {
                let lit = self.analysis.engine.lit(step.guard);
                changes.push((if self.failing.executed[id] { !lit } else { lit }, 1));
            }
        }
        let passes = [self.chain.passes, self.same_inputs].map(|term| self.analysis.engine.lit(term));
        let objective = Objective::new(changes);
        let optimum = minimise_count(&mut self.analysis.engine.sat, &objective, &passes, &mut |_| {});
        let Some(best) = optimum.best else {
            report.without_passing = Some(match optimum.status {
                Status::BestFound(reason) => format!("none was found: {reason}"),
                _ if report.bounded => {
                    "whoever runs when, every run with these inputs fails or goes on for longer than was looked at"
                        .to_owned()
                }
                _ => "whoever runs when, every run with these inputs fails".to_owned(),
            });
            return Ok(None);
        };
        self.analysis.engine.sat.restore_model(best.model);
        let Some(run) = self.passing_run()? else {
            report.without_passing = Some("none was found that certainly has the same inputs".to_owned());
            return Ok(None);
        };
        let stops = |run: &Run| -> FxHashSet<StepId> {
            let executed = run.executed_steps();
            executed.filter(|&id| is_stop(&program, self.unrolling, &self.unrolling.steps[id])).collect()
        };
        let n_changed = stops(self.failing).symmetric_difference(&stops(&run)).count();
        let told = trace::counterexample(self.analysis, self.unrolling, &run, None);
        let closest = optimum.status == Status::Optimal;
        report.passing =
            Some(PassingSchedule { n_changed, closest, inputs: told.inputs, steps: told.steps, shared: told.shared });
        Ok(Some(run))
    }

    /// The run of the solver's model, which passes; none if it is not clear that it has the same inputs.
    fn passing_run(&mut self) -> Result<Option<Run>, String> {
        let valuation = self.analysis.engine.valuation();
        let run = Run::new(self.unrolling, &self.analysis.engine.terms, &valuation);
        if run.executed_steps().any(|id| self.unclear.contains(&id)) {
            return Ok(None);
        }
        replay_passing(&self.analysis.program, &self.analysis.properties, self.unrolling, &run)?;
        Ok(Some(run))
    }

    /// The places that pass in the other order: those first where every run does.
    pub fn that_pass(&mut self, pairs: &[(Event, Event)]) -> Result<Vec<Reordering>, String> {
        let mut found: Vec<Reordering> = Vec::new();
        for group in self.by_line(pairs) {
            let (passes, fails) = self.other_order(&group);
            if self.ask(passes) != Some(true) || self.passing_run()?.is_none() {
                continue;
            }
            let always = self.ask(fails) == Some(false);
            let Some((earlier, later)) = group.first() else { continue };
            let (first, second) = (later.place.clone(), earlier.place.clone());
            found.push(Reordering { first, second, about: later.about.clone(), always });
        }
        // An order that some failing run has, too, says little where there is a better one.
        found.sort_by_key(|order| !order.always);
        let n_always = found.iter().filter(|order| order.always).count();
        found.truncate(if n_always > 0 { n_always.min(MANY_ORDERS) } else { 1 });
        Ok(found)
    }

    /// A line may do several things, and is told as one: all of them come before, or after.
    fn by_line<'e>(&self, pairs: &'e [(Event, Event)]) -> Vec<Vec<&'e (Event, Event)>> {
        let sources = &self.analysis.program.sources;
        let line = |event: &Event| {
            let ThreadPlace { thread, span, .. } = event.place;
            (thread, span.file, sources.line(span))
        };
        let mut groups: Vec<Vec<&(Event, Event)>> = Vec::new();
        for pair in pairs {
            let key = |pair: &(Event, Event)| (line(&pair.0), line(&pair.1));
            match groups.iter_mut().find(|group| key(group[0]) == key(pair)) {
                Some(group) => group.push(pair),
                None => groups.push(vec![pair]),
            }
        }
        groups.truncate(MANY_ASKED);
        groups
    }

    /// That a run comes to the later event of each pair before it comes to the earlier one for the first time: that it then comes
    /// there, too, and passes; that it fails after that.
    fn other_order(&mut self, pairs: &[&(Event, Event)]) -> (TermId, TermId) {
        let mut failures: Vec<(StepId, TermId)> = self.chain.failures.iter().flatten().copied().collect();
        failures.sort_unstable_by_key(|&(step, _)| step);
        let mut failures = failures.into_iter().peekable();
        let terms = &mut self.analysis.engine.terms;
        let none = terms.bool_const(false);
        let mut fails = none;
        let mut orders = vec![Order { second_seen: none, in_order: none, both: none }; pairs.len()];
        for (id, step) in self.unrolling.steps.iter_enumerated() {
            for ((second, first), order) in pairs.iter().zip(&mut orders) {
                if first.is_at(self.unrolling, id) {
                    let not_yet = terms.not(order.second_seen);
                    let now = terms.and(step.guard, not_yet);
                    order.in_order = terms.or(order.in_order, now);
                }
                if second.is_at(self.unrolling, id) {
                    let after = terms.and(step.guard, order.in_order);
                    order.both = terms.or(order.both, after);
                    order.second_seen = terms.or(order.second_seen, step.guard);
                }
            }
            while let Some((_, fails_here)) = failures.next_if(|&(step, _)| step <= id) {
                let in_order = orders.iter().map(|order| order.in_order);
                let all: Vec<TermId> = in_order.chain([fails_here]).collect();
                let after = terms.and_all(&all);
                fails = terms.or(fails, after);
            }
        }
        let all: Vec<TermId> = orders.iter().map(|order| order.both).chain([self.chain.passes]).collect();
        (terms.and_all(&all), fails)
    }

    /// Whether a condition can hold with the inputs of the run; nothing at a limit.
    fn ask(&mut self, condition: TermId) -> Option<bool> {
        match self.analysis.engine.solve_limited(&[condition, self.same_inputs], CONFLICTS)? {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown(_) => None,
        }
    }
}
