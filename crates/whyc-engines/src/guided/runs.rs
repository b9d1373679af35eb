//! A program as what the search looks through: a state is a prefix of a run, up to where the next input is due.
//!
//! Whose turn it is, is an input of a program with threads. Several inputs in a row that only say who goes on are one choice: from a state on, somebody
//! runs to where the next one is due. A state is come to by running to it from the start; what comes of an input is seen in the same way.

use std::rc::Rc;

use whyc_check::scout::{Scene, Scouted};
use whyc_ir::interp::{End, Interpreter, Limits};
use whyc_ir::program::{FunctionId, Origin};
use whyc_ir::property::PropertyId;
use whyc_ir::types::TypeId;
use whyc_prove::constants::Constants;

use crate::guided::distance::Distances;
use crate::guided::record::Record;
use crate::guided::search::{Reached, System};
use crate::rng::Rng;
use crate::rounds::Rounds;
use crate::simulate::number;

/// What an instruction costs,
const INSTRUCTION: u64 = 2;
/// and what starting a run does.
const RUN: u64 = 2_000;
/// No run is longer than this.
const STEPS: u64 = 2_000_000;
/// No run needs more memory than this.
const MEMORY: u64 = 64 << 20;
/// No run takes more than this from outside.
const MANY_INPUTS: usize = 5_000;
/// So many numbers of the program, 0 and 1 among them, are tried of an input that is not just true or false,
const CONSTANTS: usize = 8;
/// and so many others.
const VALUES: usize = 4;

/// A prefix of a run.
#[derive(Clone, Debug)]
pub struct Point {
    inputs: Rc<[u128]>,
    /// The type of the input that is due.
    due: Option<TypeId>,
}

/// The runs of a program.
pub struct Runs<'a> {
    scene: &'a Scene<'a>,
    interpreter: Interpreter<'a>,
    constants: Constants,
    distances: Distances,
    /// What asks whether a thread has its turn.
    turn: Option<FunctionId>,
    left: u64,
    seed: u64,
}

impl<'a> Runs<'a> {
    /// All of them, and how much may be spent on running.
    pub fn new(scene: &'a Scene<'a>, allowed: u64, seed: u64) -> Self {
        let of_models = |name: &str| {
            let mut functions = scene.program.functions.iter_enumerated();
            functions.find(|(_, f)| f.name == name && f.origin == Origin::Whyc).map(|(id, _)| id)
        };
        Self {
            scene,
            interpreter: Interpreter::new(scene.program, scene.properties),
            constants: Constants::of(scene.program),
            distances: Distances::new(scene.program),
            turn: of_models("__whyc_turn"),
            left: allowed,
            seed,
        }
    }

    /// Through how many places a run should come.
    pub fn n_places(&self) -> usize {
        self.scene.program.only_if.map_or(0, |only_if| only_if.value as usize)
    }

    /// The state before anything has happened.
    pub fn start(&mut self) -> Reached<Point> {
        let mut first = self.from(vec![Vec::new()]);
        let nothing = Point { inputs: Rc::new([]), due: None };
        let nowhere = Reached { state: nothing, key: 0, progress: 0, distance: 0, is_goal: false };
        if first.is_empty() { nowhere } else { first.swap_remove(0) }
    }

    /// A run that fails as well, with fewer inputs and more of them zero: what is left out or put in one by one, as long as it does.
    pub fn smaller(&mut self, point: &Point) -> Point {
        let mut inputs = point.inputs.to_vec();
        let Some((property, _)) = self.failure(&inputs) else { return point.clone() };
        let mut at = 0;
        while at < inputs.len() && !self.is_spent() {
            let mut shorter = inputs.clone();
            shorter.remove(at);
            let mut zero = inputs.clone();
            zero[at] = 0;
            let is_zero = zero == inputs;
            let mut fails = |inputs: &[u128]| self.failure(inputs).filter(|it| it.0 == property).map(|it| it.1);
            if let Some(n) = fails(&shorter) {
                inputs = shorter;
                inputs.truncate(n);
                continue;
            }
            if !is_zero && let Some(n) = fails(&zero) {
                inputs = zero;
                inputs.truncate(n);
            }
            at += 1;
        }
        Point { inputs: inputs.into(), due: None }
    }

    /// How a run with these inputs fails, if it counts, and how many of them it takes.
    fn failure(&mut self, inputs: &[u128]) -> Option<(PropertyId, usize)> {
        let counter = self.scene.program.only_if;
        let mut record = Record::new(inputs, counter.map(|it| it.global));
        let outcome = self.interpreter.run(&mut record, Limits { steps: STEPS, memory_bytes: MEMORY });
        self.left = self.left.saturating_sub(RUN + INSTRUCTION * outcome.steps);
        let counts = counter.is_none_or(|it| record.counted == u128::from(it.value));
        match outcome.end {
            End::Failed(it) if counts && record.due.is_none() && self.scene.asked.contains(&it) => {
                Some((it, record.taken()))
            }
            _ => None,
        }
    }

    /// The run as it is looked up in an unrolling.
    pub fn scouted(&self, point: &Point) -> Scouted {
        let mut record = Record::new(&point.inputs, None);
        record.rounds = Some(Rounds::new(self.scene.loops));
        self.interpreter.run(&mut record, Limits { steps: STEPS, memory_bytes: MEMORY });
        let (rounds, depths) = record.rounds.take().map(Rounds::counted).unwrap_or_default();
        Scouted { inputs: point.inputs.to_vec(), rounds, depths }
    }

    /// The values that are tried of an input.
    fn values(&self, ty: TypeId, place: usize) -> Vec<u128> {
        let types = &self.scene.program.types;
        if types.scalar_bits(ty) == Some(1) || matches!(types.get(ty), whyc_ir::types::Type::Bool) {
            return vec![0, 1];
        }
        let bits = types.scalar_bits(ty).unwrap_or(64).clamp(1, 128);
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        let mut rng = Rng::new((self.seed << 32).wrapping_add(place as u64).wrapping_add(1));
        let known = self.constants.all.iter().take(CONSTANTS).map(|&constant| constant as u128 & mask);
        let mut values: Vec<u128> = known.collect();
        values.extend((0..VALUES).map(|_| number(&mut rng, 0, &self.constants, types, ty)));
        let mut seen = Vec::new();
        values.retain(|value| {
            !seen.contains(value) && {
                seen.push(*value);
                true
            }
        });
        values
    }

    /// The states that runs with these inputs come to.
    fn from(&mut self, mut todo: Vec<Vec<u128>>) -> Vec<Reached<Point>> {
        let mut all = Vec::new();
        while let Some(inputs) = todo.pop() {
            if inputs.len() > MANY_INPUTS || self.is_spent() {
                continue;
            }
            let counter = self.scene.program.only_if;
            let mut record = Record::new(&inputs, counter.map(|it| it.global));
            let steps = STEPS.min(self.left / INSTRUCTION + 1);
            let outcome = self.interpreter.run(&mut record, Limits { steps, memory_bytes: MEMORY });
            self.left = self.left.saturating_sub(RUN + INSTRUCTION * outcome.steps);
            let progress = usize::try_from(record.counted).unwrap_or(usize::MAX);
            let counts = counter.is_none_or(|it| record.counted == u128::from(it.value));
            let is_goal = matches!(outcome.end, End::Failed(it) if counts && self.scene.asked.contains(&it));
            let (key, stack) = (record.key(), record.stack());
            match record.due {
                Some((asks, _)) if Some(asks) == self.turn && !is_goal => {
                    for value in [1, 0] {
                        let mut longer = inputs.clone();
                        longer.push(value);
                        todo.push(longer);
                    }
                }
                Some((_, ty)) if !is_goal => {
                    let distance = self.distances.from(&stack, progress);
                    let state = Point { inputs: inputs.into(), due: Some(ty) };
                    all.push(Reached { state, key, progress, distance, is_goal });
                }
                _ if is_goal => {
                    let state = Point { inputs: inputs.into(), due: None };
                    all.push(Reached { state, key, progress, distance: 0, is_goal });
                }
                _ => {}
            }
        }
        all
    }
}

impl System for Runs<'_> {
    type State = Point;

    fn successors(&mut self, of: &Point) -> Vec<Reached<Point>> {
        let Some(ty) = of.due else { return Vec::new() };
        let values = self.values(ty, of.inputs.len());
        let longer = |value: u128| of.inputs.iter().copied().chain([value]).collect();
        self.from(values.into_iter().rev().map(longer).collect())
    }

    fn is_spent(&self) -> bool {
        self.left == 0 || self.scene.budget.check().is_err()
    }
}
