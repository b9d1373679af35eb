//! A hash table from contents to index, for arenas that hold each item once.
//!
//! A slot is one word with the index and 32 bits of the hash, so a lookup touches one cache line
//! of the table and compares contents only when the hashes agree. A slot's home is given by the
//! *high* bits of the hash: entries lie in order of their hashes, growing copies them in that same
//! order, and neither reading nor writing jumps about in memory.

/// Which items an arena holds. The items themselves stay in the arena.
#[derive(Clone, Debug)]
pub struct InternTable {
    /// `hash << 32 | index + 1`, or 0 for a free slot. There is always a free one.
    slots: Vec<u64>,
    n_items: usize,
    /// How far to shift a 32-bit hash right to get its home.
    shift: u32,
}

impl Default for InternTable {
    fn default() -> Self {
        Self::new()
    }
}

impl InternTable {
    const INITIAL_BITS: u32 = 6;

    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self { slots: vec![0; 1 << Self::INITIAL_BITS], n_items: 0, shift: 32 - Self::INITIAL_BITS }
    }

    /// The index of the item with this hash for which `same` holds, if there is one; otherwise
    /// enters `new_index` for it. `hash` must be well mixed in its high bits.
    pub fn find_or_insert(&mut self, hash: u64, new_index: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.n_items >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let hash = (hash >> 32) as u32;
        let mut at = (hash >> self.shift) as usize;
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            let index = (slot as u32).wrapping_sub(1);
            if (slot >> 32) as u32 == hash && same(index) {
                return Some(index);
            }
            at = self.next(at);
        }
        self.slots[at] = u64::from(hash) << 32 | u64::from(new_index + 1);
        self.n_items += 1;
        None
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        assert!(self.shift > 0, "an intern table should stay below 2^32 slots");
        let n_slots = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; n_slots]);
        self.shift -= 1;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = ((slot >> 32) as u32 >> self.shift) as usize;
            while self.slots[at] != 0 {
                at = self.next(at);
            }
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_found_again_even_where_hashes_collide() {
        let items: Vec<u64> = (0..5000).collect();
        // Few distinct hashes, all of them at the end of the table, so that probing wraps around.
        let hash = |item: u64| (0xFFFF_FFF0 | (item % 16)) << 32;
        let mut table = InternTable::new();
        for round in 0..2 {
            for (index, &item) in items.iter().enumerate() {
                let found = table.find_or_insert(hash(item), index as u32, |other| items[other as usize] == item);
                assert_eq!(found, (round == 1).then_some(index as u32));
            }
        }
    }
}
