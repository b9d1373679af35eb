//! Property-directed reachability: an invariant, made of what must be excluded so that nothing bad is reached.
//!
//! Bradley, "SAT-based model checking without unrolling" (VMCAI 2011); Eén, Mishchenko, Brayton, "Efficient
//! implementation of property directed reachability" (FMCAD 2011). `frames` says what is known of the states after so many
//! steps; a state in the last frame that is bad becomes an obligation in a `queue`: it is shown to be
//! unreachable (`generalise`), or has a predecessor, which comes first. When two frames are the same, they
//! are the invariant. All properties are looked at together; one that can be violated is left out from then on.

mod cube;
mod frames;
mod generalise;
mod justify;
mod queue;
mod relation;

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::Answer;

use super::invariant::{Bit, Invariant};
use super::slim::Slim;
use super::step::Step;
use crate::property::Property;
use crate::trace::Counterexample;
use cube::Cube;
use frames::Frames;
use justify::Justifier;
use queue::{LeadsTo, Obligation, Queue};
use relation::Relation;

/// How many conflicts one question may have before others get their turn. What was learned stays.
const PATIENCE: u32 = 20_000;

/// What a turn ends with.
#[derive(Clone, Debug)]
pub(crate) enum Turn {
    /// Nothing is decided yet.
    Paused,
    /// No property that is still looked at can be violated.
    Proved(Invariant),
    /// This property, by its position, can be violated, by this run. It is not looked at any more.
    Violated(usize, Box<Counterexample>),
    /// A limit was reached.
    Exhausted(Exhausted),
}

/// Why a step of the algorithm did not come to its end.
enum Stop {
    Turn(Turn),
    /// One question takes long.
    Patience,
}

impl From<Exhausted> for Stop {
    fn from(reason: Exhausted) -> Self {
        Stop::Turn(Turn::Exhausted(reason))
    }
}

/// The search for an invariant.
pub(crate) struct Pdr<'a> {
    circuit: &'a Circuit,
    properties: Vec<Property>,
    slim: Slim,
    /// The properties, by their positions, that are looked at.
    open: Vec<usize>,
    frames: Frames,
    queue: Queue,
    relation: Relation,
    justifier: Justifier,
    /// How often a latch was part of what was blocked: such latches are kept longer.
    activity: Vec<u32>,
    budget: Budget,
}

impl<'a> Pdr<'a> {
    pub(crate) fn new(circuit: &'a Circuit, properties: &[Property], budget: &Budget) -> Self {
        let slim = Slim::new(&Step::new(circuit, properties));
        let frames = Frames::new();
        let relation = Relation::new(&slim.step, &frames, budget);
        Self {
            circuit,
            properties: properties.to_vec(),
            open: (0..properties.len()).collect(),
            frames,
            queue: Queue::default(),
            relation,
            justifier: Justifier::default(),
            activity: vec![0; slim.step.circuit.latches.len()],
            slim,
            budget: budget.clone(),
        }
    }

    /// What it has done so far.
    pub(crate) fn work(&self) -> u64 {
        self.relation.work()
    }

    /// The properties that are looked at, by their positions.
    pub(crate) fn open(&self) -> &[usize] {
        &self.open
    }

    /// Looks at this property no more. What is known of reachable states stays true.
    pub(crate) fn leave_out(&mut self, property: usize) {
        let n_before = self.open.len();
        self.open.retain(|&it| it != property);
        if self.open.len() < n_before {
            self.queue.clear();
        }
    }

    /// Goes on until something is decided or about so much work is done.
    pub(crate) fn turn(&mut self, work: u64) -> Turn {
        let end = self.work().saturating_add(work);
        while self.work() < end {
            if let Err(reason) = self.budget.check() {
                return Turn::Exhausted(reason);
            }
            if self.relation.is_stale(&self.frames) {
                self.relation.renew(&self.slim.step, &self.frames, &self.budget);
            }
            match self.advance() {
                Ok(()) => {}
                Err(Stop::Patience) => return Turn::Paused,
                Err(Stop::Turn(turn)) => return turn,
            }
        }
        Turn::Paused
    }

    /// Deals with one obligation; if there is none, looks for one in the last frame; if there is none, adds a frame.
    fn advance(&mut self) -> Result<(), Stop> {
        if let Some((id, level)) = self.queue.pop() {
            let result = self.discharge(id, level);
            if matches!(result, Err(Stop::Patience)) {
                self.queue.open_again(id, level);
            }
            return result;
        }
        match self.relation.violation(self.frames.top(), &self.open, PATIENCE) {
            None => Err(Stop::Patience),
            Some(Answer::Unknown(reason)) => Err(reason.into()),
            Some(Answer::Satisfiable) => self.violation_found(),
            Some(Answer::Unsatisfiable) => self.next_frame(),
        }
    }

    fn violation_found(&mut self) -> Result<(), Stop> {
        let step = &self.slim.step;
        let model = self.relation.model(step);
        self.justifier.evaluate(&step.circuit.aig, &model, step.circuit.inputs.len());
        let which = self.open.iter().copied().find(|&at| self.justifier.value(step.violated[at]));
        let which = which.expect("a property should be violated in a model in which one is");
        let root = step.violated[which];
        let cube = self.justified(&model, &[root]);
        self.oblige(cube, &model, LeadsTo::Violation(which), self.frames.top())
    }

    /// The bits of the latches in `model` that make `roots` what they are.
    fn justified(&mut self, model: &[bool], roots: &[Edge]) -> Cube {
        let circuit = &self.slim.step.circuit;
        let needed = self.justifier.needed(&circuit.aig, roots.iter().copied());
        let latches = (0..circuit.latches.len()).filter(|at| needed[circuit.inputs.len() + at]);
        Cube::new(latches.map(|latch| Bit { latch, value: model[circuit.inputs.len() + latch] }).collect())
    }

    /// Takes in a new obligation, or notices that it can be reached.
    fn oblige(&mut self, cube: Cube, model: &[bool], leads_to: LeadsTo, level: usize) -> Result<(), Stop> {
        let inputs = model[..self.slim.step.circuit.inputs.len()].to_vec();
        let distance = match leads_to {
            LeadsTo::Obligation(id) => self.queue.get(id).distance + 1,
            LeadsTo::Violation(_) => 0,
        };
        let is_reached = cube.has_initial(&self.slim.step.circuit.latches);
        let obligation = Obligation { cube, inputs, leads_to, distance };
        if is_reached {
            let (property, run) = self.run_from(&obligation);
            self.leave_out(property);
            return Err(Stop::Turn(Turn::Violated(property, Box::new(run))));
        }
        self.queue.add(obligation, level);
        Ok(())
    }

    /// The run from an initial state of the obligation's cube to the violation.
    fn run_from(&self, obligation: &Obligation) -> (usize, Counterexample) {
        let circuit = self.circuit;
        let mut initial: Vec<bool> = circuit.latches.iter().map(|latch| latch.reset.value() == Some(true)).collect();
        for &bit in obligation.cube.bits() {
            let bit = self.slim.bit_outside(bit);
            if let Some(slot) = initial.get_mut(bit.latch) {
                *slot = bit.value;
            }
        }
        let whole = |inputs: &[bool]| {
            let mut whole = vec![false; circuit.inputs.len()];
            self.slim.inputs.iter().zip(inputs).for_each(|(&at, &value)| whole[at] = value);
            whole
        };
        let mut at = obligation;
        let mut inputs = vec![whole(&at.inputs)];
        let property = loop {
            match at.leads_to {
                LeadsTo::Violation(property) => break property,
                LeadsTo::Obligation(id) => at = self.queue.get(id),
            }
            inputs.push(whole(&at.inputs));
        };
        let depth = obligation.distance;
        let asked = self.properties[property].clone();
        inputs.truncate(asked.input_cycles(depth));
        (property, Counterexample { property: asked, depth, initial, inputs, loop_start: None })
    }

    /// Shows that the cube of an obligation is unreachable in `level` steps, or meets its predecessor.
    fn discharge(&mut self, id: usize, level: usize) -> Result<(), Stop> {
        let cube = self.queue.get(id).cube.clone();
        if self.frames.is_blocked(&cube, level) {
            self.again_later(id, level);
            return Ok(());
        }
        match self.relation.step_into(&cube, level - 1, PATIENCE) {
            None => Err(Stop::Patience),
            Some(Answer::Unknown(reason)) => Err(reason.into()),
            Some(Answer::Unsatisfiable) => {
                let core = self.with_start_excluded(self.relation.core(&cube), &cube);
                let level = self.block(core, level)?;
                self.again_later(id, level);
                Ok(())
            }
            Some(Answer::Satisfiable) => {
                let (model, predecessor) = self.predecessor(&cube);
                self.queue.open_again(id, level);
                self.oblige(predecessor, &model, LeadsTo::Obligation(id), level - 1)
            }
        }
    }

    /// What is not reached in `level` steps may be reached in more.
    fn again_later(&mut self, id: usize, level: usize) {
        if level < self.frames.top() {
            self.queue.open_again(id, level + 1);
        }
    }

    /// The states around the one of the last model from which its inputs lead into `cube`.
    fn predecessor(&mut self, cube: &Cube) -> (Vec<bool>, Cube) {
        let step = &self.slim.step;
        let model = self.relation.model(step);
        self.justifier.evaluate(&step.circuit.aig, &model, step.circuit.inputs.len());
        let next = |bit: &Bit| step.circuit.latches[bit.latch].next;
        let roots: Vec<Edge> = cube.bits().iter().map(next).chain([step.kept]).collect();
        let predecessor = self.justified(&model, &roots);
        (model, predecessor)
    }

    /// Moves what can be moved to the next frame; two frames that are the same are the invariant.
    fn next_frame(&mut self) -> Result<(), Stop> {
        self.queue.clear();
        for level in 1..self.frames.top() {
            for cube in self.frames.at(level).to_vec() {
                // One that was moved may have made others superfluous.
                if !self.frames.at(level).contains(&cube) {
                    continue;
                }
                match self.relation.step_into(&cube, level, PATIENCE) {
                    Some(Answer::Unsatisfiable) => {
                        let core = self.with_start_excluded(self.relation.core(&cube), &cube);
                        self.note_blocked(core, level + 1);
                    }
                    Some(Answer::Unknown(reason)) => return Err(reason.into()),
                    Some(Answer::Satisfiable) | None => {}
                }
            }
            if self.frames.at(level).is_empty() {
                return Err(Stop::Turn(Turn::Proved(self.invariant(level + 1))));
            }
        }
        self.frames.add_level();
        self.relation.add_switch();
        Ok(())
    }

    /// What frame `level` says, of the whole circuit.
    fn invariant(&self, level: usize) -> Invariant {
        let constants = self.slim.constants.iter().map(|&bit| vec![bit]);
        let cubes = self.frames.from(level).map(|cube| {
            let outside = cube.bits().iter().map(|&bit| self.slim.bit_outside(bit));
            outside.map(|bit| Bit { value: !bit.value, ..bit }).collect::<Vec<Bit>>()
        });
        Invariant::new(constants.chain(cubes).collect())
    }
}

#[cfg(test)]
mod tests;
