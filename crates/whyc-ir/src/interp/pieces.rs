//! Blocks that are too large to be stored as a whole: the pieces of them that a run has touched.

use std::collections::BTreeMap;
use std::ops::Range;

/// Pieces begin and end at multiples of this.
const GRAIN: u64 = 1 << 12;

/// Pieces that do not overlap, each by where it starts.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pieces: BTreeMap<u64, Vec<u8>>,
}

impl Pieces {
    /// Sees to it that these bytes of a block of `size` bytes are in one piece, zero where nothing was. Returns how many bytes
    /// that needs more than before.
    pub(super) fn touch(&mut self, range: Range<u64>, size: u64) -> u64 {
        if self.around(&range).is_some() {
            return 0;
        }
        let mut start = range.start / GRAIN * GRAIN;
        let mut end = range.end.next_multiple_of(GRAIN).min(size).max(range.end);
        let old: Vec<u64> = self
            .pieces
            .range(..end)
            .filter(|(at, piece)| **at + piece.len() as u64 > start)
            .map(|(&at, _)| at)
            .collect();
        let mut parts = Vec::new();
        for at in old {
            let piece = self.pieces.remove(&at).unwrap_or_default();
            start = start.min(at);
            end = end.max(at + piece.len() as u64);
            parts.push((at, piece));
        }
        let mut whole = vec![0; (end - start) as usize];
        let mut known = 0;
        for (at, piece) in parts {
            let from = (at - start) as usize;
            whole[from..from + piece.len()].copy_from_slice(&piece);
            known += piece.len() as u64;
        }
        self.pieces.insert(start, whole);
        end - start - known
    }

    /// The bytes, if they are in one piece.
    pub(super) fn slice(&self, range: Range<u64>) -> Option<&[u8]> {
        let at = self.around(&range)?;
        self.pieces[&at].get((range.start - at) as usize..(range.end - at) as usize)
    }

    /// The same, to be written.
    pub(super) fn slice_mut(&mut self, range: Range<u64>) -> Option<&mut [u8]> {
        let at = self.around(&range)?;
        self.pieces.get_mut(&at)?.get_mut((range.start - at) as usize..(range.end - at) as usize)
    }

    /// Where there is something.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.pieces.iter().map(|(&at, piece)| at..at + piece.len() as u64)
    }

    /// How many bytes are stored.
    pub(super) fn len(&self) -> u64 {
        self.pieces.values().map(|piece| piece.len() as u64).sum()
    }

    fn around(&self, range: &Range<u64>) -> Option<u64> {
        let (&at, piece) = self.pieces.range(..=range.start).next_back()?;
        (at + piece.len() as u64 >= range.end).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_meet_become_one_and_keep_their_content() {
        let (mut pieces, size) = (Pieces::default(), 1 << 33);
        assert_eq!(pieces.touch(5000..5004, size), GRAIN);
        pieces.slice_mut(5000..5004).into_iter().for_each(|bytes| bytes.fill(7));
        assert_eq!(pieces.touch(size - 1..size, size), GRAIN);
        assert_eq!(pieces.slice(8190..8194), None);
        assert_eq!(pieces.touch(8190..8194, size), GRAIN);
        assert_eq!(pieces.slice(4999..5002), Some(&[0, 7, 7][..]));
        assert_eq!(pieces.ranges().collect::<Vec<_>>(), [GRAIN..3 * GRAIN, size - GRAIN..size]);
        assert_eq!(pieces.len(), 3 * GRAIN);
    }
}
