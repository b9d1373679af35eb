//! A run on tape: recorded once by the interpreter, then wound to and fro.
//!
//! In: a run of an [`Unrolling`]. Out: a [`Tape`] by [`Tape::record`]: the instructions that were executed ([`Moment`]s) and what
//! each of them changed. [`Tape::wind`] goes to any moment; the [`State`] there is what the program's memory held just before that
//! instruction. Nothing is kept twice: a change holds what is on its other side, and to go over it, in whichever direction,
//! is to swap that with what is in memory. So a step back costs as little as a step forward.
//!
//! Read `state` (what memory holds, and which of it was written), then `record`, then `pointers` (what a pointer leads to).

mod pointers;
mod record;
mod state;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id as _;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{End, Limits};
use whyc_ir::program::{FunctionId, LocalId};
use whyc_unroll::step::Unrolling;

pub use self::pointers::Pointee;
pub use self::state::{Bits, Life, Numbered, Root, Slot, SlotId, State};

use self::state::Effect;

/// A run with more instructions is not recorded.
const MANY_STEPS: u64 = 8_000_000;

/// An instruction that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// In which function.
    pub function: FunctionId,
    /// Which.
    pub instr: InstrId,
    /// In which call: an index into [`Tape::activations`].
    pub activation: u32,
}

/// A call that was executed.
#[derive(Clone, Copy, Debug)]
pub struct Activation {
    /// Of which function.
    pub function: FunctionId,
    /// The moment of the call; none for `start`.
    pub call: Option<usize>,
}

/// Something that was written to the outside world.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The moment.
    pub at: usize,
    /// Where to: 1 is standard output.
    pub stream: i32,
    /// What.
    pub bytes: Vec<u8>,
}

/// A recorded run, wound to one of its moments.
#[derive(Debug)]
pub struct Tape {
    /// What was executed, in order.
    pub moments: Vec<Moment>,
    /// The calls, in the order in which they began.
    pub activations: Vec<Activation>,
    /// What was printed, in order.
    pub printed: Vec<Printed>,
    /// How the run ends.
    pub end: End,
    /// Where the effects of each moment end.
    ends: Vec<usize>,
    effects: Vec<Effect>,
    state: State,
    at: usize,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Of which.
    pub slot: SlotId,
    /// From which bit on.
    pub offset_bits: u64,
    /// How many bits.
    pub bits: u64,
}

impl Tape {
    /// Records `run`. The tape is wound to its end.
    ///
    /// # Errors
    /// Why it cannot be recorded, in a sentence without a full stop.
    pub fn record(analysis: &Analysis, unrolling: &Unrolling, run: &Run) -> Result<Self, String> {
        let mut recorder = record::Recorder::new(&analysis.program);
        let limits = Limits { steps: MANY_STEPS, memory_bytes: 1 << 31 };
        let properties = &analysis.properties;
        let end = whyc_check::replay::watched(&analysis.program, properties, unrolling, run, limits, &mut recorder)?;
        match end {
            End::StepLimit | End::MemoryLimit => Err("the run is too long to be recorded".to_owned()),
            _ => recorder.finish(end),
        }
    }

    /// How many moments there are; never none.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether nothing was executed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The moment that it is wound to: an index into [`Tape::moments`], or its length, where the run is over.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// What memory holds there.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Winds it to a moment.
    pub fn wind(&mut self, to: usize) {
        let to = to.min(self.moments.len());
        let end_of = |ends: &[usize], moment: usize| moment.checked_sub(1).map_or(0, |before| ends[before]);
        let (here, there) = (end_of(&self.ends, self.at), end_of(&self.ends, to));
        if there >= here {
            for effect in &mut self.effects[here..there] {
                self.state.pass(effect);
            }
        } else {
            for effect in self.effects[there..here].iter_mut().rev() {
                self.state.pass(effect);
            }
        }
        self.at = to;
    }

    /// Whether a moment writes any bit of a part of an object, or lets it begin a new life.
    #[must_use]
    pub fn writes(&self, moment: usize, part: Stretch) -> bool {
        let start = moment.checked_sub(1).map_or(0, |before| self.ends[before]);
        let Some(&end) = self.ends.get(moment) else { return false };
        self.effects[start..end].iter().any(|effect| effect.touches(part))
    }

    /// The last moment before `before` that wrote a part of an object.
    #[must_use]
    pub fn writer(&self, before: usize, part: Stretch) -> Option<usize> {
        (0..before.min(self.moments.len())).rev().find(|&moment| self.writes(moment, part))
    }

    /// The calls that are going on at a moment, the innermost first.
    pub fn stack(&self, moment: usize) -> impl Iterator<Item = u32> + '_ {
        let here = self.moments.get(moment).or(self.moments.last()).map(|moment| moment.activation);
        std::iter::successors(here, |&activation| {
            let call = self.activations.get(activation as usize)?.call?;
            Some(self.moments[call].activation)
        })
    }

    /// The slots of the locals of a call that are in scope at the moment that it is wound to, in the order of their declarations.
    #[must_use]
    pub fn locals(&self, activation: u32) -> Vec<(LocalId, SlotId)> {
        let in_scope = self.state.in_scope(activation);
        let slot = |&local: &LocalId| Some((local, self.state.local(activation, local)?));
        in_scope.iter().filter_map(slot).collect()
    }
}

/// The locals of calls by their slots.
type LocalSlots = FxHashMap<(u32, u32), SlotId>;

fn local_key(activation: u32, local: LocalId) -> (u32, u32) {
    (activation, local.index() as u32)
}
