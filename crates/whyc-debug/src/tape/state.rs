//! What memory holds at a moment: bytes, which of their bits a program has written, and which are known.

use rustc_hash::FxHashMap;
use whyc_base::typed_id;
use whyc_ir::interp::env::set_bits;
use whyc_ir::program::{GlobalId, LocalId};
use whyc_ir::types::TypeId;

use super::{LocalSlots, Stretch, local_key};

typed_id! {
    /// Something that has a content: a global, a local of one call, a block.
    pub struct SlotId("slot");
}

/// Bytes are kept in pages of this size, those that something is known of.
const PAGE: u64 = 4096;

/// Something that has a content.
#[derive(Debug)]
pub struct Slot {
    /// What it is.
    pub root: Root,
    /// Its type; none for a block.
    pub ty: Option<TypeId>,
    /// How many bytes it has.
    pub size: u64,
    /// The moment at which a block was allocated.
    pub since: Option<usize>,
    /// Whether it is zero where nothing was written.
    is_zeroed: bool,
    pages: Pages,
}

/// Pages by their number. Each has three parts of the same length: the bytes, which of their bits were written, which are known.
type Pages = FxHashMap<u64, Box<[u8]>>;

/// What a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// A global.
    Global(GlobalId),
    /// A local of a call.
    Local(u32, LocalId),
    /// A block, by its number.
    Block(u32),
}

/// What a pointer's number stands for at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Where its content is.
    pub slot: SlotId,
    /// Whether it is there.
    pub life: Life,
}

/// Whether an object is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It is.
    Alive,
    /// Its scope has ended.
    Ended,
    /// It was freed.
    Freed,
}

/// A scalar as it stands in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The bits, zero-extended.
    pub value: u128,
    /// Whether all of them were written.
    pub is_written: bool,
    /// Whether all of them are known: written, or given from outside because the run looks at them.
    pub is_known: bool,
    /// Whether none of them is.
    pub is_blank: bool,
}

/// What a moment changes. It holds what is on the other side.
#[derive(Debug)]
pub(super) enum Effect {
    /// Some bytes, and what is known of their bits.
    Bytes { slot: SlotId, offset: u64, other: Box<[u8]> },
    /// All of a slot.
    All { slot: SlotId, other: Box<Pages> },
    /// The locals of a call that are in scope.
    Scope { activation: u32, other: Vec<LocalId> },
    /// What a number stands for.
    Number { number: u32, other: Option<Numbered> },
}

impl Effect {
    /// Whether it changes some bit of a part.
    pub fn touches(&self, part: Stretch) -> bool {
        match self {
            Effect::Bytes { slot, offset, other } => {
                let (start, end) = (offset * 8, (offset + other.len() as u64 / 3) * 8);
                *slot == part.slot && start < part.offset_bits + part.bits && part.offset_bits < end
            }
            Effect::All { slot, .. } => *slot == part.slot,
            Effect::Scope { .. } | Effect::Number { .. } => false,
        }
    }
}

/// What memory holds.
#[derive(Debug, Default)]
pub struct State {
    slots: whyc_base::ids::IdVec<SlotId, Slot>,
    globals: FxHashMap<u32, SlotId>,
    locals: LocalSlots,
    scopes: FxHashMap<u32, Vec<LocalId>>,
    numbers: FxHashMap<u32, Numbered>,
}

impl State {
    /// A slot.
    #[must_use]
    pub fn slot(&self, slot: SlotId) -> &Slot {
        &self.slots[slot]
    }

    /// Whether there is such a slot.
    #[must_use]
    pub fn has(&self, slot: SlotId) -> bool {
        self.slots.get(slot).is_some()
    }

    /// The slot of a global.
    #[must_use]
    pub fn global(&self, global: GlobalId) -> Option<SlotId> {
        self.globals.get(&global.0).copied()
    }

    /// The slot of a local of a call.
    #[must_use]
    pub fn local(&self, activation: u32, local: LocalId) -> Option<SlotId> {
        self.locals.get(&local_key(activation, local)).copied()
    }

    /// The locals of a call that are in scope, in the order of their declarations.
    #[must_use]
    pub fn in_scope(&self, activation: u32) -> &[LocalId] {
        self.scopes.get(&activation).map_or(&[], Vec::as_slice)
    }

    /// What a number stands for.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<Numbered> {
        self.numbers.get(&number).copied()
    }

    /// Whether an object is there, if a pointer to it was ever made.
    #[must_use]
    pub fn life(&self, slot: SlotId) -> Option<Life> {
        let lives = self.numbers.values().filter(|it| it.slot == slot).map(|it| it.life);
        // One that has come to life again is alive.
        lives.fold(None, |known, life| if known == Some(Life::Alive) { known } else { Some(life) })
    }

    /// Up to 128 bits of a slot; none where it does not have them.
    #[must_use]
    pub fn bits(&self, slot: SlotId, offset_bits: u64, bits: u32) -> Option<Bits> {
        let of = &self.slots[slot];
        let (first, shift) = (offset_bits / 8, (offset_bits % 8) as u32);
        let n_bytes = u64::from(shift + bits).div_ceil(8);
        if bits == 0 || bits > 128 || first.checked_add(n_bytes)? > of.size {
            return None;
        }
        let [value, written, known] = of.read(first, n_bytes).map(|bytes| {
            // Seventeen bytes are more than 128 bits: bit by bit.
            let bit = |k: u32| u128::from(bytes[(k / 8) as usize] >> (k % 8) & 1);
            (0..bits).fold(0u128, |value, k| value | bit(shift + k) << k)
        });
        let all = u128::MAX >> (128 - bits);
        Some(Bits { value, is_written: written == all, is_known: known == all, is_blank: known == 0 })
    }

    /// Adds a slot, without any content.
    pub(super) fn add(
        &mut self,
        root: Root,
        ty: Option<TypeId>,
        size: u64,
        since: Option<usize>,
        zero: bool,
    ) -> SlotId {
        let slot = self.slots.push(Slot { root, ty, size, since, is_zeroed: zero, pages: Pages::default() });
        match root {
            Root::Global(global) => self.globals.insert(global.0, slot),
            Root::Local(activation, local) => self.locals.insert(local_key(activation, local), slot),
            Root::Block(_) => None,
        };
        slot
    }

    /// Bytes from `offset` on as they are: the bytes, which of their bits are written, which known.
    pub(super) fn read(&self, slot: SlotId, offset: u64, len: u64) -> [Vec<u8>; 3] {
        self.slots[slot].read(offset, len)
    }

    /// Goes over an effect: what is in memory and what is on its other side change places.
    pub(super) fn pass(&mut self, effect: &mut Effect) {
        match effect {
            Effect::Bytes { slot, offset, other } => self.slots[*slot].swap(*offset, other),
            Effect::All { slot, other } => std::mem::swap(&mut self.slots[*slot].pages, other),
            Effect::Scope { activation, other } => {
                std::mem::swap(self.scopes.entry(*activation).or_default(), other);
            }
            Effect::Number { number, other } => {
                let before = match other.take() {
                    Some(new) => self.numbers.insert(*number, new),
                    None => self.numbers.remove(number),
                };
                *other = before;
            }
        }
    }
}

impl Slot {
    fn page_len(&self, page: u64) -> usize {
        self.size.saturating_sub(page * PAGE).min(PAGE) as usize
    }

    fn read(&self, offset: u64, len: u64) -> [Vec<u8>; 3] {
        let mask = if self.is_zeroed { 0xFF } else { 0 };
        let mut out = [vec![0; len as usize], vec![mask; len as usize], vec![mask; len as usize]];
        self.each_page(offset, len, |page, within, at| {
            let n = self.page_len(page);
            let Some(bytes) = self.pages.get(&page) else { return };
            for (k, part) in out.iter_mut().enumerate() {
                part[at..at + within.len()].copy_from_slice(&bytes[k * n + within.start..k * n + within.end]);
            }
        });
        out
    }

    fn swap(&mut self, offset: u64, other: &mut [u8]) {
        let len = other.len() / 3;
        let mut stretches = Vec::new();
        self.each_page(offset, len as u64, |page, within, at| stretches.push((page, within, at)));
        for (page, within, at) in stretches {
            let n = self.page_len(page);
            let mask = if self.is_zeroed { 0xFF } else { 0 };
            let fresh = || [vec![0; n], vec![mask; n * 2]].concat().into_boxed_slice();
            let bytes = self.pages.entry(page).or_insert_with(fresh);
            for k in 0..3 {
                let mine = &mut bytes[k * n + within.start..k * n + within.end];
                mine.swap_with_slice(&mut other[k * len + at..k * len + at + within.len()]);
            }
        }
    }

    /// The pages that some bytes are in: which of their bytes, and which of the asked for they are.
    fn each_page(&self, offset: u64, len: u64, mut each: impl FnMut(u64, std::ops::Range<usize>, usize)) {
        let end = offset.saturating_add(len).min(self.size);
        let mut at = offset;
        while at < end {
            let page = at / PAGE;
            let stop = end.min((page + 1) * PAGE);
            each(page, (at - page * PAGE) as usize..(stop - page * PAGE) as usize, (at - offset) as usize);
            at = stop;
        }
    }
}

/// Bytes with masks, in one piece, with some bits set to a value.
pub(super) fn with_bits(
    [mut bytes, mut written, mut known]: [Vec<u8>; 3],
    first: u64,
    value: u128,
    bits: u32,
) -> Box<[u8]> {
    set_bits(&mut bytes, first, bits, value);
    set_bits(&mut written, first, bits, u128::MAX);
    set_bits(&mut known, first, bits, u128::MAX);
    [bytes, written, known].concat().into_boxed_slice()
}
