//! Simulation: the program is run on inputs that look random, by the interpreter.
//!
//! The inputs of the n-th run depend on the program and on n alone. Most are numbers on which programs turn: small ones, those that
//! stand in the program and their neighbours, the ends of types. A run that fails is run once more, to see how often its loops
//! go round.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use whyc_check::effort::Units;
use whyc_check::scout::{Scene, Scout, Scouted};
use whyc_ir::interp::{At, End, Environment, Event, Interpreter, Limits};
use whyc_ir::types::{TypeId, TypeTable};
use whyc_prove::constants::Constants;

use crate::rng::Rng;
use crate::rounds::Rounds;

/// What an instruction costs, beside what the solver finds that a literal follows.
const INSTRUCTION: u64 = 2;
/// What starting a run costs.
const RUN: u64 = 2_000;
/// No run is longer than this.
const STEPS: u64 = 200_000;
/// No run needs more memory than this.
const MEMORY: u64 = 64 << 20;
/// No run takes more than this from outside.
const MANY_INPUTS: usize = 200;

/// What was tried so far; clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Tried(Arc<Mutex<Numbers>>);

/// Of how many runs, and what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// How many were run.
    pub runs: u64,
    /// How many instructions they had.
    pub instructions: u64,
    /// The one that failed.
    pub failed: Option<u64>,
    /// How long all of them took.
    pub time: Duration,
}

impl Tried {
    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs the program.
#[derive(Debug, Default)]
pub struct Simulation {
    tried: Tried,
}

impl Simulation {
    /// Nothing was run yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was tried.
    #[must_use]
    pub fn tried(&self) -> Tried {
        self.tried.clone()
    }
}

impl Scout for Simulation {
    fn look(&mut self, scene: &Scene<'_>, allowed: Units) -> Option<Scouted> {
        let started = Instant::now();
        let interpreter = Interpreter::new(scene.program, scene.properties);
        let constants = Constants::of(scene.program);
        let mut numbers = self.tried.numbers();
        let mut left = allowed.0;
        let mut found = None;
        while left > 0 && found.is_none() && scene.budget.check().is_ok() {
            let number = numbers.runs;
            let mut world = World::new(scene, &constants, number);
            let steps = STEPS.min(left / INSTRUCTION + 1);
            let outcome = interpreter.run(&mut world, Limits { steps, memory_bytes: MEMORY });
            // One that was cut short for want of work is run again when there is more.
            if outcome.end == End::StepLimit && steps < STEPS {
                break;
            }
            numbers.runs += 1;
            numbers.instructions += outcome.steps;
            left = left.saturating_sub(RUN + INSTRUCTION * outcome.steps);
            let fails = matches!(outcome.end, End::Failed(property) if scene.asked.contains(&property));
            if fails && world.inputs.len() <= MANY_INPUTS {
                numbers.failed = Some(number);
                found = Some(counted(scene, &interpreter, &constants, number));
            }
        }
        numbers.time += started.elapsed();
        *self.tried.0.lock().unwrap_or_else(PoisonError::into_inner) = numbers;
        found
    }
}

/// The run with this number once more, with how often its loops go round.
fn counted(scene: &Scene<'_>, interpreter: &Interpreter<'_>, constants: &Constants, number: u64) -> Scouted {
    let mut world = World::new(scene, constants, number);
    world.rounds = Some(Rounds::new(scene.loops));
    interpreter.run(&mut world, Limits { steps: STEPS, memory_bytes: MEMORY });
    let (rounds, depths) = world.rounds.take().map(Rounds::counted).unwrap_or_default();
    Scouted { inputs: world.inputs, rounds, depths }
}

/// What a run takes from outside.
struct World<'a> {
    scene: &'a Scene<'a>,
    constants: &'a Constants,
    rng: Rng,
    /// How wild the numbers of this run are.
    wild: u64,
    inputs: Vec<u128>,
    rounds: Option<Rounds<'a>>,
}

impl<'a> World<'a> {
    fn new(scene: &'a Scene<'a>, constants: &'a Constants, number: u64) -> Self {
        let mut rng = Rng::new(number.wrapping_add(1));
        let wild = rng.below(4);
        Self { scene, constants, rng, wild, inputs: Vec::new(), rounds: None }
    }
}

/// A number on which programs turn, as often as not.
pub(crate) fn number(rng: &mut Rng, wild: u64, constants: &Constants, types: &TypeTable, ty: TypeId) -> u128 {
    let bits = types.scalar_bits(ty).unwrap_or(64).clamp(1, 128);
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let any = u128::from(rng.any()) | u128::from(rng.any()) << 64;
    let value: i128 = match rng.below(8 + wild) {
        0..=3 => rng.below(10) as i128 - 1,
        4 | 5 => {
            let at = rng.below(constants.all.len().max(1) as u64) as usize;
            constants.all.get(at).copied().unwrap_or(0).wrapping_add(rng.below(3) as i128 - 1)
        }
        6 => [0, 1, -1, (mask >> 1) as i128, ((mask >> 1) + 1) as i128][rng.below(5) as usize],
        7 => rng.below(256) as i128,
        _ => any as i128,
    };
    value as u128 & mask
}

impl Environment for World<'_> {
    fn nondet(&mut self, _: At, ty: TypeId) -> u128 {
        let value = number(&mut self.rng, self.wild, self.constants, &self.scene.program.types, ty);
        if self.inputs.len() <= MANY_INPUTS {
            self.inputs.push(value);
        }
        value
    }

    fn begin(&mut self, at: At) {
        if let Some(rounds) = &mut self.rounds {
            rounds.begin(at);
        }
    }

    fn event(&mut self, _: At, event: Event<'_>) {
        if let Some(rounds) = &mut self.rounds {
            rounds.event(&event);
        }
    }
}
