//! Who holds what at the end of a run.
//!
//! Read off what the models of locks wrote: their functions are known by their names.

use rustc_hash::FxHashSet;
use whyc_ir::instr::InstrId;

use super::Sight;
use crate::dynamic::{Happening, Root};

/// The models in which a thread gets what only one can have: the first thing that they write is its word.
const TAKING: [&str; 2] = ["take", "write_lock"];
/// The model in which a thread gets what several may have for reading; the same holds for it.
const SHARING: &str = "read_lock";

/// A lock that is held.
#[derive(Clone, Copy, Debug)]
pub struct HeldWord {
    /// Its word: in what, and from which bit on.
    pub root: Root,
    pub offset_bits: u64,
    /// Who holds it.
    pub thread: u32,
    /// The instruction of the woven function by which it was taken.
    pub instr: InstrId,
    /// Whether others may hold it, too.
    pub is_shared: bool,
}

/// What is held when the run ends, in the order in which it was taken.
pub fn held(sight: &Sight<'_>) -> Vec<HeldWord> {
    let mut held: Vec<HeldWord> = Vec::new();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    for (id, moment) in sight.graph().moments.iter_enumerated() {
        let (Happening::Write, Some(part)) = (moment.what, moment.wrote) else { continue };
        let Some((instr, ..)) = sight.origin_of(id) else { continue };
        let Some(thread) = sight.woven.thread_of(instr) else { continue };
        let function = moment.at.function;
        let is_shared = sight.look.is_model(function, SHARING);
        if is_shared || TAKING.iter().any(|name| sight.look.is_model(function, name)) {
            if seen.insert(moment.at.activation) {
                let (root, offset_bits) = (part.root, part.offset_bits);
                held.push(HeldWord { root, offset_bits, thread, instr, is_shared });
            }
            continue;
        }
        // Whoever writes there otherwise gives it back: all of it, or what the thread itself had.
        let is_it = |word: &HeldWord| word.root == part.root && word.offset_bits == part.offset_bits;
        match moment.value {
            Some(0) => held.retain(|word| !is_it(word)),
            _ => {
                if let Some(at) = held.iter().rposition(|word| is_it(word) && word.thread == thread) {
                    held.remove(at);
                }
            }
        }
    }
    held
}
