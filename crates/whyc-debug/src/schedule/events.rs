//! What threads do with the same memory, or the same lock: pairs of places that come in one order in a run and might come in the other.
//!
//! The models are told of each access of memory that threads share, and tell themselves what they did with a lock. The calls by which
//! that happens are steps of every run, so that the solver can be asked in which order they come.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id as _;
use whyc_ir::instr::InstrId;
use whyc_unroll::step::{FrameId, StepId, StepKind, Unrolling};

use super::Sight;
use crate::dynamic::{Graph, Happening, MomentId, Root};
use crate::failure::threads::Waiting;
use crate::finding::ThreadPlace;

/// The models that are told of accesses: which parameters say how many bytes, and whether they are written.
const ACCESSES: [(&str, Option<usize>, usize); 2] = [("__whyc_touch", Some(1), 2), ("did_access", None, 1)];
/// The model that is told that something was done with a lock.
const DID: &str = "__whyc_did";
/// The models by which a thread gets what it waited for.
const GETTING: [&str; 4] = ["take", "write_lock", "read_lock", "take_one"];
/// At most this many pairs are looked at.
const MANY_PAIRS: usize = 40;

/// Something that a thread does with what others use, too.
#[derive(Clone, Debug)]
pub struct Event {
    /// The steps of an unrolling that stand for it: in which activation, at which instruction.
    pub frame: FrameId,
    pub instr: InstrId,
    /// Where it is in the user's text.
    pub place: ThreadPlace,
    /// What it has to do with, as a person writes it.
    pub about: String,
    root: Root,
    offset_bits: u64,
    /// How many bits it is about, if that is known.
    bits: Option<u64>,
    writes: bool,
}

impl Event {
    /// Whether a step stands for it.
    pub fn is_at(&self, unrolling: &Unrolling, step: StepId) -> bool {
        let step = &unrolling.steps[step];
        step.frame == self.frame && step.instr == self.instr && matches!(step.kind, StepKind::Enter { .. })
    }

    fn goes_together_with(&self, other: &Event) -> bool {
        if self.place.thread == other.place.thread || self.root != other.root {
            return true;
        }
        let apart = match (self.bits, other.bits) {
            (Some(bits), Some(others)) => {
                self.offset_bits >= other.offset_bits + others || other.offset_bits >= self.offset_bits + bits
            }
            (None, _) | (_, None) => self.offset_bits != other.offset_bits,
        };
        apart || !self.writes && !other.writes
    }
}

/// The value of a parameter of an activation.
pub fn argument(graph: &Graph, activation: u64, param: usize) -> Option<u128> {
    let is_it = |what: Happening| matches!(what, Happening::Parameter { activation: of, local } if of == activation && local.index() == param);
    graph.moments.iter().find(|moment| is_it(moment.what)).and_then(|moment| moment.value)
}

/// The accesses of memory that threads share, in the order of the run.
pub fn of_memory(sight: &Sight<'_>) -> Vec<Event> {
    let arguments = arguments(sight.graph());
    let mut events = Vec::new();
    for (id, moment) in sight.graph().moments.iter_enumerated() {
        let Happening::Call { activation } = moment.what else { continue };
        let called = sight.graph().activations[activation as usize].function;
        let model = ACCESSES.iter().find(|model| sight.look.is_model(called, model.0));
        // The models tell each other things, too.
        let Some(&(_, size, writes)) = model.filter(|_| moment.at.function == sight.woven.function) else { continue };
        let value = |param: usize| arguments.get(&(activation, param)).copied();
        let target = value(0).and_then(|pointer| sight.target(pointer));
        let (Some((root, offset_bits)), Some(writes)) = (target, value(writes)) else { continue };
        let bits = size.and_then(value).and_then(|size| u64::try_from(size).ok()).map(|size| size * 8);
        let about = sight.name(root, offset_bits, bits.and_then(|bits| u32::try_from(bits).ok()).unwrap_or(0));
        events.extend(event(sight, id, (root, offset_bits, bits), about, writes != 0));
    }
    events
}

/// What threads do with locks, in the order of the run, and what those that wait would do with them.
pub fn of_locks(sight: &Sight<'_>, waiting: &[Waiting]) -> Vec<Event> {
    let arguments = arguments(sight.graph());
    let mut events = Vec::new();
    for (id, moment) in sight.graph().moments.iter_enumerated() {
        let Happening::Call { activation } = moment.what else { continue };
        let called = sight.graph().activations[activation as usize].function;
        if !sight.look.is_model(called, DID) {
            continue;
        }
        let pointer = arguments.get(&(activation, 0)).copied();
        let Some((root, offset_bits)) = pointer.and_then(|pointer| sight.target(pointer)) else { continue };
        let about = sight.lock_name(root, offset_bits);
        events.extend(event(sight, id, (root, offset_bits, None), about, true));
    }
    events.extend(waiting.iter().filter_map(|one| awaited(sight, one)));
    events
}

/// What a thread that waits would do if it went on.
fn awaited(sight: &Sight<'_>, one: &Waiting) -> Option<Event> {
    let (root, offset_bits) = one.word?;
    let (segment, ..) = sight.woven.origin(sight.woven.function, one.instr)?;
    let unrolling = sight.look.unrolling;
    let mut at = segment;
    loop {
        let frame = FrameId::from_index(at as usize + 1);
        let gets = unrolling.steps.iter().find(|step| match step.kind {
            StepKind::Enter { callee } if step.frame == frame => {
                let callee = unrolling.frames[callee].function;
                GETTING.iter().any(|name| sight.look.is_model(callee, name))
            }
            _ => false,
        });
        if let Some(step) = gets {
            let place = sight.place_at(one.instr, one.thread, one.span);
            let (instr, about) = (step.instr, sight.lock_name(root, offset_bits));
            return Some(Event { frame, instr, place, about, root, offset_bits, bits: None, writes: true });
        }
        at = sight.woven.segments[at as usize].caller?.0;
    }
}

fn arguments(graph: &Graph) -> FxHashMap<(u64, usize), u128> {
    let parameters = graph.moments.iter().filter_map(|moment| match moment.what {
        Happening::Parameter { activation, local } => Some(((activation, local.index()), moment.value?)),
        _ => None,
    });
    parameters.collect()
}

fn event(
    sight: &Sight<'_>,
    id: MomentId,
    (root, offset_bits, bits): (Root, u64, Option<u64>),
    about: String,
    writes: bool,
) -> Option<Event> {
    let (woven_instr, segment, instr) = sight.origin_of(id)?;
    let frame = FrameId::from_index(segment as usize + 1);
    let place = sight.place(woven_instr)?;
    Some(Event { frame, instr, place, about, root, offset_bits, bits, writes })
}

/// The pairs of events of different threads that do not go together: first what comes first in the failing run, then what comes later
/// there, or not at all. Where an event happens more than once, it is its first time that counts.
pub fn pairs(failing: Vec<Event>, passing: Vec<Event>) -> Vec<(Event, Event)> {
    let mut events: Vec<Event> = Vec::new();
    let add = |event: Event, events: &mut Vec<Event>| {
        if !events.iter().any(|known| known.frame == event.frame && known.instr == event.instr) {
            events.push(event);
        }
    };
    failing.into_iter().for_each(|event| add(event, &mut events));
    let n_failing = events.len();
    passing.into_iter().for_each(|event| add(event, &mut events));
    let mut pairs = Vec::new();
    // What comes last before the failure first, then what would have come soon.
    for k in (0..n_failing).rev().chain(n_failing..events.len()) {
        let later = &events[k];
        for earlier in events[..k.min(n_failing)].iter().rev() {
            if pairs.len() < MANY_PAIRS && !earlier.goes_together_with(later) {
                pairs.push((earlier.clone(), later.clone()));
            }
        }
    }
    pairs
}
