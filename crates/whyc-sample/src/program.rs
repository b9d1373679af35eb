//! One run of a program.

use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{End, Interpreter, Limits};
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};

use crate::directive::{Directive, Weights};
use crate::dist::{Kind, Numbers as Numeric};
use crate::drive::{Ended, Seen, Subject};
use crate::measure::Measure;
use crate::random::{Numbers, Purpose};
use crate::site::{Sites, kind_of};
use crate::watch::{Looked, Watch};
use crate::world::{Steered, World};

pub use crate::world::{Hold, Holds, Note};

/// No run needs more memory than this.
const MEMORY: u64 = 256 << 20;

/// A program with its inputs, ready to be run.
pub struct Sampled<'a> {
    program: &'a Program,
    interpreter: Interpreter<'a>,
    /// Its inputs.
    pub sites: Sites,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Inputs that the user holds.
    pub held: Holds,
    /// By property, whether it is asked about.
    asked: Vec<bool>,
    seed: u64,
    steps: u64,
}

/// A run that somebody looked on.
#[derive(Clone, Debug)]
pub struct Watched {
    /// How it ended.
    pub ended: Ended,
    /// How many instructions it took.
    pub work: u64,
    /// What it read, if that was asked for.
    pub inputs: Vec<Note>,
    /// By directive and part, how often it was drawn.
    pub drawn: Vec<Vec<u32>>,
    /// The numbers that it had.
    pub numbers: Vec<u128>,
}

/// How a watched run is drawn.
pub struct Draws<'d> {
    /// By which numbers.
    pub numbers: Numbers,
    /// What can be weighed,
    pub directives: &'d [Directive],
    /// and how it is.
    pub weights: &'d Weights,
    /// Whether what it reads is told.
    pub is_told: bool,
}

/// A run as it is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// How it ended.
    pub ended: Ended,
    /// What it read.
    pub inputs: Vec<Note>,
}

impl<'a> Sampled<'a> {
    /// A program, of which these properties are asked about; no run has more than so many steps.
    #[must_use]
    pub fn new(
        program: &'a Program,
        (properties, asked): (&PropertyTable, &[PropertyId]),
        sites: Sites,
        seed: u64,
        steps: u64,
    ) -> Self {
        let mut is_asked = vec![false; properties.all().len()];
        asked.iter().for_each(|it| is_asked[it.0 as usize] = true);
        Self {
            program,
            interpreter: Interpreter::new(program, properties),
            sites,
            measures: Vec::new(),
            held: Holds::default(),
            asked: is_asked,
            seed,
            steps,
        }
    }

    /// The run with this number, with some inputs held besides those that always are.
    #[must_use]
    pub fn run(&self, purpose: Purpose, number: u64, holds: &Holds) -> Seen {
        self.seen(purpose, number, holds, &mut None)
    }

    /// The same, with what it reads.
    #[must_use]
    pub fn told(&self, purpose: Purpose, number: u64, holds: &Holds) -> Told {
        let mut notes = Some(Vec::new());
        let seen = self.seen(purpose, number, holds, &mut notes);
        Told { ended: seen.ended, inputs: notes.unwrap_or_default() }
    }

    fn seen(&self, purpose: Purpose, number: u64, holds: &Holds, notes: &mut Option<Vec<Note>>) -> Seen {
        let numbers = Numbers::of(self.seed, purpose, number);
        let mut world = World::new((self.program, &self.sites), [holds, &self.held], &self.measures, numbers);
        world.notes = notes.take();
        let outcome = self.interpreter.run(&mut world, Limits { steps: self.steps, memory_bytes: MEMORY });
        let mut ended = self.ended(outcome.end);
        let measured: Vec<Option<f64>> =
            self.measures.iter().zip(&world.gauges).map(|(it, gauge)| gauge.result(it)).collect();
        if ended == Ended::Passed {
            let is_broken = |(measure, result): (&Measure, &Option<f64>)| {
                measure.bound.is_some_and(|(order, bound)| !result.is_some_and(|it| order.holds(it, bound)))
            };
            if let Some(at) = self.measures.iter().zip(&measured).position(is_broken) {
                ended = Ended::Failed((self.asked.len() + at) as u32);
            }
        }
        *notes = world.notes.take();
        Seen { ended, work: outcome.steps, used: world.used, is_changed: world.is_changed, measured }
    }

    /// Someone to make many such runs.
    #[must_use]
    pub fn watcher(&self, properties: &PropertyTable) -> Watcher<'_, 'a> {
        Watcher { sampled: self, interpreter: Interpreter::watched(self.program, properties) }
    }

    /// Which random numbers it has.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        self.program
    }

    fn ended(&self, end: End) -> Ended {
        let lost = |what: String, span: Option<Span>| Ended::Lost { what, span };
        match end {
            End::Finished { .. } | End::Halted => Ended::Passed,
            End::Failed(property) if self.asked.get(property.0 as usize) == Some(&true) => Ended::Failed(property.0),
            End::Failed(_) => lost("a property fails that was not asked about".to_owned(), None),
            End::AssumptionViolated { function, instr } => Ended::Rejected(self.span(function, instr)),
            End::Unsupported { function, instr, what } => {
                lost(format!("{what} is not modelled"), self.span(function, instr))
            }
            End::StepLimit => lost(format!("a run goes on for more than {} steps", self.steps), None),
            End::MemoryLimit => lost(format!("a run needs more than {} MiB", MEMORY >> 20), None),
        }
    }

    fn span(&self, function: FunctionId, instr: InstrId) -> Option<Span> {
        self.program.functions[function].body.as_ref().map(|body| body.instrs[instr].span)
    }

    /// The value of an input, as C writes it.
    #[must_use]
    pub fn shown(&self, note: &Note) -> String {
        match kind_of(&self.program.types, note.ty) {
            Some(kind) => shown(&kind, note.bits),
            None if note.bits == 0 => "NULL".to_owned(),
            None => format!("{:#x}", note.bits),
        }
    }
}

/// Makes runs on which somebody looks.
pub struct Watcher<'s, 'a> {
    sampled: &'s Sampled<'a>,
    interpreter: Interpreter<'a>,
}

impl Watcher<'_, '_> {
    /// A run while somebody looks on. Nothing is measured.
    #[must_use]
    pub fn run(&self, draws: Draws<'_>, watch: &mut dyn Watch) -> Watched {
        let sampled = self.sampled;
        let none = Holds::default();
        let mut world = World::new(
            (sampled.program, &sampled.sites),
            [&none, &sampled.held],
            &sampled.measures[..0],
            draws.numbers,
        );
        let drawn = draws.directives.iter().map(|it| vec![0; it.parts.len()]).collect();
        world.steered = Some(Steered { directives: draws.directives, weights: draws.weights, drawn });
        world.notes = draws.is_told.then(Vec::new);
        let mut looked = Looked { world, watch };
        let outcome = self.interpreter.run(&mut looked, Limits { steps: sampled.steps, memory_bytes: MEMORY });
        let world = looked.world;
        Watched {
            ended: sampled.ended(outcome.end),
            work: outcome.steps,
            inputs: world.notes.unwrap_or_default(),
            drawn: world.steered.map_or_else(Vec::new, |it| it.drawn),
            numbers: world.numbers.drawn(),
        }
    }
}

/// A value, as C writes it.
#[must_use]
pub fn shown(kind: &Kind, bits: u128) -> String {
    match kind.numbers {
        Numeric::Whole { bits: 128, is_signed: false } => bits.to_string(),
        Numeric::Whole { .. } => {
            let value = kind.numbers.whole(bits);
            let named = kind.names.iter().find(|(_, it)| *it == value);
            named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
        }
        Numeric::Single => real(f64::from(f32::from_bits(bits as u32)), &f32::from_bits(bits as u32).to_string()),
        Numeric::Double => real(f64::from_bits(bits as u64), &f64::from_bits(bits as u64).to_string()),
    }
}

fn real(value: f64, digits: &str) -> String {
    match value {
        it if it.is_nan() => "NAN".to_owned(),
        f64::INFINITY => "INFINITY".to_owned(),
        f64::NEG_INFINITY => "-INFINITY".to_owned(),
        it if it != 0.0 && !(1e-5..1e16).contains(&it.abs()) => format!("{it:e}"),
        _ if digits.contains('.') => digits.to_owned(),
        _ => format!("{digits}.0"),
    }
}

impl Subject for Sampled<'_> {
    fn grain(&self) -> u64 {
        1
    }

    fn runs(&self, from: u64, n: u64, is_ended: &dyn Fn() -> bool) -> Vec<Seen> {
        // Asking about limits may take longer than a short run does.
        const OFTEN: u64 = 20_000;
        let none = Holds::default();
        let (mut all, mut work) = (Vec::new(), OFTEN);
        for number in from..from.saturating_add(n) {
            if work >= OFTEN {
                work = 0;
                if is_ended() {
                    break;
                }
            }
            let seen = self.run(Purpose::Plain, number, &none);
            work += seen.work + 20;
            all.push(seen);
        }
        all
    }
}
