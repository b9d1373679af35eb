//! A C program that tosses coins, as a model: its states are those in which it waits for a toss or a decision.
//!
//! `whyc_choice(num, den)` is true with probability num/den, `whyc_pick(n)` is a number below `n` that somebody decides. The interpreter
//! runs the program again for each outcome of each state; `memory` keeps what a state is made of, so that one that is come to twice is
//! one state. What else is an input has no probability and is refused: **nothing is averaged over what is not known.**

mod live;
mod memory;
mod walk;

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_ir::interp::{End, Interpreter, Limits};
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::PropertyTable;

use crate::model::{Choice, Model, State};
use crate::number::{Number, ratio};
use crate::work::Limit;

use walk::{Asked, Refused, Walk};

/// What belongs to every program: the two functions, so that a run can be ended where they are called.
pub const TEXT: &str = "\
unsigned nondet_whyc_outcome(void);
void __CPROVER_assume(_Bool);
_Bool whyc_choice(unsigned num, unsigned den) {
    unsigned outcome = nondet_whyc_outcome();
    __CPROVER_assume(outcome < 2u);
    return outcome == 1u;
}
unsigned whyc_pick(unsigned n) {
    unsigned outcome = nondet_whyc_outcome();
    __CPROVER_assume(outcome < n);
    return outcome;
}
";

/// The most states of a program.
const MOST_STATES: usize = 20_000;
/// The most steps of one run.
const RUN_STEPS: u64 = 2_000_000;
/// The most steps of all runs together.
const ALL_STEPS: u64 = 10_000_000;
/// The most bytes of one run.
const RUN_BYTES: u64 = 64 << 20;
/// The most values that `whyc_pick` decides among.
const MOST_PICKS: u128 = 64;

/// Why there is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoModel {
    /// Something has no meaning in a program with chances, here.
    Refused {
        /// What, for a person.
        what: String,
        /// Where.
        span: Option<Span>,
    },
    /// A limit was reached.
    Limit(Limit),
    /// One run took too many steps, or too much memory, without a toss.
    Endless,
}

/// Where runs end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Done,
    Fails(String),
}

/// What follows an outcome.
enum Next {
    State(usize),
    Stop(Stop),
}

/// The model of a program that has the functions of [`TEXT`]. Its labels are `fail`, `done`, and the names of properties that fail.
///
/// # Errors
/// If something is an input that has no probability, or a limit is reached.
pub fn explore(program: &Program, properties: &PropertyTable, budget: &Budget) -> Result<Model, NoModel> {
    let named = |name: &str| program.function_named(name);
    let mut explorer = Explorer {
        program,
        interpreter: Interpreter::watched(program, properties),
        properties,
        functions: (named("whyc_choice"), named("whyc_pick")),
        live: memory::lives(program),
        known: FxHashMap::default(),
        states: Vec::new(),
        steps_left: ALL_STEPS,
        budget,
    };
    let first = explorer.after(&[])?;
    let mut outcomes: Vec<Vec<Next>> = Vec::new();
    let mut queue: VecDeque<usize> = (0..explorer.states.len()).collect();
    while let Some(id) = queue.pop_front() {
        let found = explorer.states[id].clone();
        let before = explorer.states.len();
        let mut next = Vec::new();
        for outcome in found.asked.outcomes() {
            let mut script = found.script.clone();
            script.push(outcome);
            next.push(explorer.after(&script)?);
        }
        queue.extend(before..explorer.states.len());
        outcomes.push(next);
    }
    Ok(model(&explorer.states, &outcomes, &first))
}

/// A state that was found.
#[derive(Clone)]
struct Found {
    asked: Asked,
    /// The outcomes that led there.
    script: Vec<u32>,
    name: String,
}

struct Explorer<'a> {
    program: &'a Program,
    interpreter: Interpreter<'a>,
    properties: &'a PropertyTable,
    functions: (Option<FunctionId>, Option<FunctionId>),
    live: memory::Lives,
    known: FxHashMap<Vec<u8>, usize>,
    states: Vec<Found>,
    steps_left: u64,
    budget: &'a Budget,
}

impl Explorer<'_> {
    /// What comes after these outcomes.
    fn after(&mut self, script: &[u32]) -> Result<Next, NoModel> {
        self.budget.check().map_err(|why| NoModel::Limit(Limit::Outside(why)))?;
        let mut walk = Walk::new(self.program, self.functions, script);
        let steps = RUN_STEPS.min(self.steps_left);
        let outcome = self.interpreter.run(&mut walk, Limits { steps, memory_bytes: RUN_BYTES });
        self.steps_left -= outcome.steps.min(self.steps_left);
        if let Some(Refused { what, span }) = walk.refused {
            return Err(NoModel::Refused { what, span });
        }
        if let Some(asked) = walk.asked {
            return self.state(&asked, &walk.memory, script).map(Next::State);
        }
        let refused = |what: String, at: (FunctionId, whyc_ir::instr::InstrId)| {
            let body = self.program.functions[at.0].body.as_ref();
            NoModel::Refused { what, span: body.map(|it| it.instrs[at.1].span) }
        };
        match outcome.end {
            End::Finished { .. } | End::Halted => Ok(Next::Stop(Stop::Done)),
            End::Failed(property) => Ok(Next::Stop(Stop::Fails(self.properties.all()[property].name.clone()))),
            End::AssumptionViolated { function, instr } => {
                Err(refused("an assumption leaves out runs, and with them probability".to_owned(), (function, instr)))
            }
            End::Unsupported { function, instr, what } => {
                Err(refused(format!("{what} is not modelled"), (function, instr)))
            }
            End::StepLimit if self.steps_left == 0 => Err(NoModel::Limit(Limit::Runs)),
            End::StepLimit | End::MemoryLimit => Err(NoModel::Endless),
        }
    }

    fn state(&mut self, asked: &Asked, memory: &memory::Memory, script: &[u32]) -> Result<usize, NoModel> {
        let key = memory.key(self.program, &self.live);
        if let Some(&id) = self.known.get(&key) {
            return Ok(id);
        }
        if self.states.len() >= MOST_STATES {
            return Err(NoModel::Limit(Limit::States(MOST_STATES)));
        }
        let id = self.states.len();
        let name = memory.name(self.program, asked.span);
        self.known.insert(key, id);
        self.states.push(Found { asked: asked.clone(), script: script.to_vec(), name });
        Ok(id)
    }
}

/// The model of what was found. If runs end without a toss, that end is all there is.
fn model(found: &[Found], outcomes: &[Vec<Next>], first: &Next) -> Model {
    let mut stops: BTreeMap<Stop, usize> = BTreeMap::new();
    let all = outcomes.iter().flatten().chain([first]);
    for next in all {
        if let Next::Stop(stop) = next {
            stops.insert(stop.clone(), 0);
        }
    }
    for (k, id) in stops.values_mut().enumerate() {
        *id = found.len() + k;
    }
    let id_of = |next: &Next| match next {
        Next::State(id) => *id,
        Next::Stop(stop) => stops[stop],
    };
    let mut notes = BTreeMap::new();
    let mut states = Vec::new();
    for (id, (state, next)) in found.iter().zip(outcomes).enumerate() {
        let to: Vec<usize> = next.iter().map(id_of).collect();
        let choices = match state.asked.chance {
            Some((above, below)) => {
                let yes = ratio(u64::from(above), u64::from(below));
                let no = ratio(1, 1) - &yes;
                let each: Vec<(usize, Number)> = state
                    .asked
                    .outcomes()
                    .zip(&to)
                    .map(|(it, &to)| (to, if it == 1 { yes.clone() } else { no.clone() }))
                    .collect();
                for (outcome, &to) in state.asked.outcomes().zip(&to) {
                    let word = if outcome == 1 { "true" } else { "false" };
                    notes.entry((id, to)).and_modify(|it| *it = "either".to_owned()).or_insert_with(|| word.to_owned());
                }
                vec![Choice::new(None, each)]
            }
            None => {
                to.iter().enumerate().map(|(k, &to)| Choice::new(Some(k.to_string()), [(to, ratio(1, 1))])).collect()
            }
        };
        states.push(State { name: state.name.clone(), choices });
    }
    let n = found.len() + stops.len();
    let mut labels: BTreeMap<String, Vec<bool>> =
        ["fail", "done", "init"].into_iter().map(|it| (it.to_owned(), vec![false; n])).collect();
    let mut label = |name: &str, id: usize| labels.entry(name.to_owned()).or_insert_with(|| vec![false; n])[id] = true;
    label("init", id_of(first));
    for (stop, &id) in &stops {
        let name = match stop {
            Stop::Done => {
                label("done", id);
                "done".to_owned()
            }
            Stop::Fails(property) => {
                label("fail", id);
                label(property, id);
                format!("fails {property}")
            }
        };
        states.push(State { name, choices: vec![Choice::stay(id)] });
    }
    Model { initial: id_of(first), labels, notes, ..Model::new(states) }
}
