//! Many versions of one map, as a chain of writes makes them.
//!
//! A chain of `n` writes costs `O(n)` room in all, and a read at any version costs a search in
//! the writes to its key. A write to a version that is not the newest starts a branch.

use rustc_hash::FxHashMap;

/// A state of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    segment: u32,
    /// How many of the segment's writes this version has seen.
    n_writes: u32,
}

/// A line of writes, each to the version before it.
#[derive(Clone, Debug)]
struct Segment<V> {
    parent: Option<Version>,
    n_writes: u32,
    /// The writes to each key with their position in the line, ascending.
    writes: FxHashMap<u128, Vec<(u32, V)>>,
}

/// All versions that have been made.
#[derive(Clone, Debug)]
pub struct Versions<V> {
    segments: Vec<Segment<V>>,
}

impl<V> Default for Versions<V> {
    fn default() -> Self {
        Self { segments: Vec::new() }
    }
}

impl<V: Copy> Versions<V> {
    /// A version without writes that shares nothing with any other.
    pub fn root(&mut self) -> Version {
        self.branch(None)
    }

    /// The version after writing `value` at `key`.
    pub fn write(&mut self, at: Version, key: u128, value: V) -> Version {
        let newest = self.segments[at.segment as usize].n_writes == at.n_writes;
        let Version { segment, n_writes } = if newest { at } else { self.branch(Some(at)) };
        let line = &mut self.segments[segment as usize];
        line.writes.entry(key).or_default().push((n_writes, value));
        line.n_writes += 1;
        Version { segment, n_writes: line.n_writes }
    }

    /// What was written last at `key` up to `at`.
    #[must_use]
    pub fn read(&self, at: Version, key: u128) -> Option<V> {
        let mut at = Some(at);
        while let Some(Version { segment, n_writes }) = at {
            let line = &self.segments[segment as usize];
            if let Some(writes) = line.writes.get(&key) {
                let seen = writes.partition_point(|&(position, _)| position < n_writes);
                if seen > 0 {
                    return Some(writes[seen - 1].1);
                }
            }
            at = line.parent;
        }
        None
    }

    /// All keys written up to `at`, sorted.
    #[must_use]
    pub fn keys(&self, at: Version) -> Vec<u128> {
        let mut keys = Vec::new();
        let mut at = Some(at);
        while let Some(Version { segment, n_writes }) = at {
            let line = &self.segments[segment as usize];
            keys.extend(line.writes.iter().filter(|(_, writes)| writes[0].0 < n_writes).map(|(&key, _)| key));
            at = line.parent;
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn branch(&mut self, parent: Option<Version>) -> Version {
        let segment = u32::try_from(self.segments.len()).expect("versions should fit in 32 bits");
        self.segments.push(Segment { parent, n_writes: 0, writes: FxHashMap::default() });
        Version { segment, n_writes: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_remembers_what_it_saw() {
        let mut versions = Versions::default();
        let empty = versions.root();
        let one = versions.write(empty, 7, 'a');
        let two = versions.write(one, 7, 'b');
        let branch = versions.write(one, 8, 'c');
        assert_eq!(versions.read(empty, 7), None);
        assert_eq!(versions.read(one, 7), Some('a'));
        assert_eq!(versions.read(two, 7), Some('b'));
        assert_eq!(versions.read(branch, 7), Some('a'));
        assert_eq!(versions.read(two, 8), None);
        assert_eq!(versions.keys(branch), [7, 8]);
    }
}
