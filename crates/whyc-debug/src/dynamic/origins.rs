//! Where each step of a trace comes from: the steps that gave it its values, and the decision that led there.
//!
//! A step of a trace and a moment of the graph tell of the same instruction. Which of several executions it is, is their number;
//! where the two do not count the same, nothing is said.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_base::source::FileId;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_unroll::step::{AssignRole, StepId, StepKind, Unrolling};

use super::control::Control;
use super::{Graph, Happening, MomentId};
use crate::finding::{Missed, Origins, TraceKind, TraceStep};
use crate::trace::Key;

/// At most so many steps are named that gave values.
const MANY_SOURCES: usize = 8;
/// What nobody shows is looked through, so far and no further.
const DEEP: usize = 64;
const MANY_LOOKED: usize = 256;

/// What kinds of moments and of steps are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Input,
    Write,
    Parameter,
    Decision,
    Call,
    Return,
    Other,
}

fn sort_of_moment(what: Happening) -> Sort {
    match what {
        Happening::Input => Sort::Input,
        Happening::Write => Sort::Write,
        Happening::Parameter { .. } => Sort::Parameter,
        Happening::Branch { .. } | Happening::Switch => Sort::Decision,
        Happening::Call { .. } => Sort::Call,
        Happening::Return => Sort::Return,
        Happening::Nothing
        | Happening::Declare(_)
        | Happening::Allocate { .. }
        | Happening::Free { .. }
        | Happening::Output
        | Happening::Assume
        | Happening::Check => Sort::Other,
    }
}

fn sort_of_step(kind: TraceKind) -> Sort {
    match kind {
        TraceKind::Input => Sort::Input,
        TraceKind::Assign => Sort::Write,
        TraceKind::Branch | TraceKind::Switch => Sort::Decision,
        TraceKind::Call => Sort::Call,
        TraceKind::Return => Sort::Return,
        TraceKind::Assume | TraceKind::Free | TraceKind::Output | TraceKind::Failure => Sort::Other,
    }
}

type Place = (FunctionId, InstrId, Sort);

/// A trace beside the graph of the same run.
pub struct Beside<'a> {
    program: &'a Program,
    graph: &'a Graph,
    moment_of: Vec<Option<MomentId>>,
    step_of: FxHashMap<MomentId, usize>,
}

impl<'a> Beside<'a> {
    /// Puts the steps of a trace, which tell of `keys`, beside the moments of a graph.
    pub fn new(
        program: &'a Program,
        graph: &'a Graph,
        unrolling: &Unrolling,
        steps: &[TraceStep],
        keys: &[Key],
    ) -> Self {
        let mut moments: FxHashMap<Place, Vec<MomentId>> = FxHashMap::default();
        for (id, moment) in graph.moments.iter_enumerated() {
            let place = match moment.what {
                // A parameter belongs to who is called, before the first instruction.
                Happening::Parameter { activation, .. } => match graph.activations.get(activation as usize) {
                    Some(callee) => (callee.function, InstrId::from_index(0), Sort::Parameter),
                    None => continue,
                },
                what => (moment.at.function, moment.at.instr, sort_of_moment(what)),
            };
            moments.entry(place).or_default().push(id);
        }
        // The executions of each instruction that the trace has, each with the steps that tell of it.
        let mut told: FxHashMap<Place, Vec<(StepId, Vec<usize>)>> = FxHashMap::default();
        for (k, (step, &(id, _))) in steps.iter().zip(keys).enumerate() {
            let at = &unrolling.steps[id];
            let place = match at.kind {
                StepKind::Assign { role: AssignRole::Parameter, .. } => {
                    (unrolling.function_of(at), InstrId::from_index(0), Sort::Parameter)
                }
                _ => (unrolling.function_of(at), at.instr, sort_of_step(step.kind)),
            };
            let executions = told.entry(place).or_default();
            match executions.last_mut() {
                Some((last, all)) if *last == id => all.push(k),
                _ => executions.push((id, vec![k])),
            }
        }
        let mut moment_of = vec![None; steps.len()];
        let mut step_of = FxHashMap::default();
        for (place, executions) in told {
            let Some(moments) = moments.get(&place).filter(|moments| moments.len() == executions.len()) else {
                continue;
            };
            for ((_, steps), &moment) in executions.iter().zip(moments) {
                for &k in steps {
                    moment_of[k] = Some(moment);
                }
                step_of.extend(steps.last().map(|&k| (moment, k)));
            }
        }
        // The run ends with what fails.
        if let (Some(last), Some(end)) = (moment_of.last_mut(), graph.end) {
            *last = Some(end);
        }
        Self { program, graph, moment_of, step_of }
    }

    /// Where each step comes from.
    pub fn origins(&self) -> Vec<Origins> {
        self.moment_of
            .iter()
            .enumerate()
            .map(|(k, moment)| moment.map_or_else(Origins::default, |id| self.of(k, id)))
            .collect()
    }

    fn of(&self, step: usize, id: MomentId) -> Origins {
        let mut from = Vec::new();
        let mut seen: FxHashSet<MomentId> = FxHashSet::default();
        let mut waiting: Vec<(MomentId, usize)> = self.graph.sources(id).map(|source| (source, 0)).collect();
        waiting.reverse();
        while let Some((source, depth)) = waiting.pop() {
            if from.len() == MANY_SOURCES || seen.len() == MANY_LOOKED {
                break;
            }
            if !seen.insert(source) {
                continue;
            }
            match self.step_of.get(&source) {
                Some(&k) if k < step => from.push(k),
                // What the library does is not shown: what it did that with is.
                _ if depth < DEEP => waiting.extend(self.graph.sources(source).map(|it| (it, depth + 1))),
                _ => {}
            }
        }
        let mut control = self.graph.moments[id].control;
        let mut because = None;
        for _ in 0..DEEP {
            let Some(decision) = control else { break };
            because = self.step_of.get(&decision).copied().filter(|&k| k < step);
            if because.is_some() {
                break;
            }
            control = self.graph.moments[decision].control;
        }
        from.dedup();
        Origins { from, because }
    }

    /// The lines of the program that the run does not come to, each with the decision that went another way.
    pub fn missed(&self) -> Vec<Missed> {
        let mut executed: FxHashMap<(FunctionId, InstrId), MomentId> = FxHashMap::default();
        for (id, moment) in self.graph.moments.iter_enumerated() {
            executed.insert((moment.at.function, moment.at.instr), id);
        }
        let entered: FxHashSet<FunctionId> = self.graph.activations.iter().map(|it| it.function).collect();
        let mut found = Vec::new();
        for (function, it) in self.program.functions.iter_enumerated().filter(|(_, it)| it.origin == Origin::User) {
            let Some(body) = &it.body else { continue };
            let mut lines: BTreeMap<(FileId, u32), (InstrId, bool)> = BTreeMap::new();
            for (instr, code) in body.instrs.iter_enumerated() {
                let line = (code.span.file, self.program.sources.line(code.span));
                let is_executed = executed.contains_key(&(function, instr));
                lines.entry(line).or_insert((instr, false)).1 |= is_executed;
            }
            let control = Control::new(body);
            for ((file, line), (instr, _)) in lines.into_iter().filter(|(_, (_, is_executed))| !is_executed) {
                let decision = match entered.contains(&function) {
                    true => self.decision_against(function, instr, &control, &executed),
                    false => None,
                };
                let is_called = entered.contains(&function);
                // Declarations and labels have no moments of their own: nothing is known of their lines.
                if decision.is_some() || !is_called {
                    found.push(Missed { file, line, function: it.name.clone(), is_called, decision });
                }
            }
        }
        found
    }

    /// The last decision of the run that an instruction was up to.
    fn decision_against(
        &self,
        function: FunctionId,
        instr: InstrId,
        control: &Control,
        executed: &FxHashMap<(FunctionId, InstrId), MomentId>,
    ) -> Option<usize> {
        let mut waiting = control.deciders(instr).to_vec();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut last = None;
        while let Some(decider) = waiting.pop() {
            if !seen.insert(decider.index()) {
                continue;
            }
            match executed.get(&(function, decider)).and_then(|moment| self.step_of.get(moment)) {
                Some(&step) => last = last.max(Some(step)),
                None => waiting.extend(control.deciders(decider)),
            }
        }
        last
    }
}
