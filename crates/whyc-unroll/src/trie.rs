//! A persistent map from `u64` to a small value: cheap to copy, cheap to compare with a relative.
//!
//! A binary Patricia trie with shared nodes (after Okasaki and Gill, "Fast Mergeable Integer
//! Maps"). States of different paths share what they have in common, so finding what differs
//! between two of them costs what differs, not what they hold.

use std::rc::Rc;

/// A persistent map.
#[derive(Clone, Debug)]
pub struct Trie<V> {
    root: Option<Rc<Node<V>>>,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Leaf {
        key: u64,
        value: V,
    },
    /// Keys agree above `bit`; those with a zero there are on the left.
    Branch {
        prefix: u64,
        bit: u64,
        left: Rc<Node<V>>,
        right: Rc<Node<V>>,
    },
}

/// What two maps hold at a key where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<V> {
    /// The key.
    pub key: u64,
    /// What the first map holds.
    pub first: Option<V>,
    /// What the second map holds.
    pub second: Option<V>,
}

impl<V> Default for Trie<V> {
    fn default() -> Self {
        Self { root: None }
    }
}

impl<V: Copy + Eq> Trie<V> {
    /// Whether both hold the same. Stops at the first difference.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => is_same(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// The value at `key`.
    pub fn get(&self, key: u64) -> Option<V> {
        let mut node = self.root.as_deref()?;
        loop {
            match node {
                Node::Leaf { key: at, value } => return (*at == key).then_some(*value),
                Node::Branch { bit, left, right, .. } => node = if key & bit == 0 { left } else { right },
            }
        }
    }

    /// Sets the value at `key`.
    pub fn insert(&mut self, key: u64, value: V) {
        match &mut self.root {
            None => self.root = Some(Rc::new(Node::Leaf { key, value })),
            Some(root) => insert(root, key, value),
        }
    }

    /// Removes every key from `low` to `high`, both included.
    pub fn remove_range(&mut self, low: u64, high: u64) {
        if let Some(root) = self.root.take() {
            self.root = remove_range(root, low, high);
        }
    }

    /// All entries with keys from `low` to `high`, both included, in order.
    pub fn range(&self, low: u64, high: u64) -> Vec<(u64, V)> {
        let mut out = Vec::new();
        if let Some(root) = &self.root {
            range(root, low, high, &mut out);
        }
        out
    }

    /// Where two maps differ, in order of keys.
    pub fn differences(&self, other: &Self) -> Vec<Difference<V>> {
        let mut out = Vec::new();
        differences(self.root.as_ref(), other.root.as_ref(), &mut out);
        out
    }
}

/// The lowest key that can be below a branch, and the highest.
fn bounds<V>(node: &Node<V>) -> (u64, u64) {
    match node {
        Node::Leaf { key, .. } => (*key, *key),
        Node::Branch { prefix, bit, .. } => (*prefix, prefix | bit | (bit - 1)),
    }
}

/// The part of `key` above `bit`.
fn above(key: u64, bit: u64) -> u64 {
    key & !(bit | (bit - 1))
}

/// What is shared is not looked at; the same keys give the same shape.
fn is_same<V: Copy + Eq>(a: &Rc<Node<V>>, b: &Rc<Node<V>>) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    match (&**a, &**b) {
        (Node::Leaf { key: k, value: v }, Node::Leaf { key, value }) => k == key && v == value,
        (Node::Branch { prefix: p, bit: i, left: l, right: r }, Node::Branch { prefix, bit, left, right }) => {
            p == prefix && i == bit && is_same(l, left) && is_same(r, right)
        }
        _ => false,
    }
}

fn join<V>(a_key: u64, a: Rc<Node<V>>, b_key: u64, b: Rc<Node<V>>) -> Node<V> {
    let bit = 1 << (63 - (a_key ^ b_key).leading_zeros());
    let prefix = above(a_key, bit);
    if a_key & bit == 0 {
        Node::Branch { prefix, bit, left: a, right: b }
    } else {
        Node::Branch { prefix, bit, left: b, right: a }
    }
}

fn insert<V: Copy + Eq>(node: &mut Rc<Node<V>>, key: u64, value: V) {
    let split_from = match &**node {
        Node::Leaf { key: at, value: old } if *at == key => {
            if *old != value {
                *node = Rc::new(Node::Leaf { key, value });
            }
            return;
        }
        Node::Leaf { key: at, .. } => Some(*at),
        Node::Branch { prefix, bit, .. } => (above(key, *bit) != *prefix).then_some(*prefix),
    };
    if let Some(at) = split_from {
        let leaf = Rc::new(Node::Leaf { key, value });
        *node = Rc::new(join(key, leaf, at, Rc::clone(node)));
        return;
    }
    if let Node::Branch { bit, left, right, .. } = Rc::make_mut(node) {
        insert(if key & *bit == 0 { left } else { right }, key, value);
    }
}

fn remove_range<V: Copy + Eq>(node: Rc<Node<V>>, low: u64, high: u64) -> Option<Rc<Node<V>>> {
    let (first, last) = bounds(&node);
    if last < low || high < first {
        return Some(node);
    }
    if low <= first && last <= high {
        return None;
    }
    let Node::Branch { prefix, bit, left, right } = &*node else { return Some(node) };
    let new_left = remove_range(Rc::clone(left), low, high);
    let new_right = remove_range(Rc::clone(right), low, high);
    match (new_left, new_right) {
        (Some(l), Some(r)) if Rc::ptr_eq(&l, left) && Rc::ptr_eq(&r, right) => Some(node),
        (Some(l), Some(r)) => Some(Rc::new(Node::Branch { prefix: *prefix, bit: *bit, left: l, right: r })),
        (one, other) => one.or(other),
    }
}

fn range<V: Copy>(node: &Node<V>, low: u64, high: u64, out: &mut Vec<(u64, V)>) {
    let (first, last) = bounds(node);
    if last < low || high < first {
        return;
    }
    match node {
        Node::Leaf { key, value } => out.push((*key, *value)),
        Node::Branch { left, right, .. } => {
            range(left, low, high, out);
            range(right, low, high, out);
        }
    }
}

fn differences<V: Copy + Eq>(a: Option<&Rc<Node<V>>>, b: Option<&Rc<Node<V>>>, out: &mut Vec<Difference<V>>) {
    let (a, b) = match (a, b) {
        (None, None) => return,
        (Some(a), None) => {
            let mut entries = Vec::new();
            range(a, 0, u64::MAX, &mut entries);
            out.extend(entries.into_iter().map(|(key, v)| Difference { key, first: Some(v), second: None }));
            return;
        }
        (None, Some(b)) => {
            let mut entries = Vec::new();
            range(b, 0, u64::MAX, &mut entries);
            out.extend(entries.into_iter().map(|(key, v)| Difference { key, first: None, second: Some(v) }));
            return;
        }
        (Some(a), Some(b)) => (a, b),
    };
    if Rc::ptr_eq(a, b) {
        return;
    }
    let (a_bounds, b_bounds) = (bounds(a), bounds(b));
    match (&**a, &**b) {
        (Node::Leaf { key, value: first }, Node::Leaf { key: other, value: second }) if key == other => {
            if first != second {
                out.push(Difference { key: *key, first: Some(*first), second: Some(*second) });
            }
        }
        (
            Node::Branch { prefix, bit, left, right },
            Node::Branch { prefix: b_prefix, bit: b_bit, left: b_left, right: b_right },
        ) if prefix == b_prefix && bit == b_bit => {
            differences(Some(left), Some(b_left), out);
            differences(Some(right), Some(b_right), out);
        }
        // One lies inside a half of the other.
        (Node::Branch { bit, left, right, .. }, _) if contains(a_bounds, b_bounds) => {
            if b_bounds.0 & bit == 0 {
                differences(Some(left), Some(b), out);
                differences(Some(right), None, out);
            } else {
                differences(Some(left), None, out);
                differences(Some(right), Some(b), out);
            }
        }
        (_, Node::Branch { bit, left, right, .. }) if contains(b_bounds, a_bounds) => {
            if a_bounds.0 & bit == 0 {
                differences(Some(a), Some(left), out);
                differences(None, Some(right), out);
            } else {
                differences(None, Some(left), out);
                differences(Some(a), Some(right), out);
            }
        }
        // Disjoint.
        (Node::Leaf { .. } | Node::Branch { .. }, Node::Leaf { .. } | Node::Branch { .. }) => {
            if a_bounds.0 < b_bounds.0 {
                differences(Some(a), None, out);
                differences(None, Some(b), out);
            } else {
                differences(None, Some(b), out);
                differences(Some(a), None, out);
            }
        }
    }
}

fn contains(outer: (u64, u64), inner: (u64, u64)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A small generator of pseudo-random numbers: the tests need variety, not quality.
    struct Rng(u64);

    impl Rng {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }
    }

    #[test]
    fn behaves_like_an_ordered_map() {
        let mut rng = Rng(42);
        for round in 0..200 {
            let mut trie = Trie::default();
            let mut map = BTreeMap::new();
            let mut forks: Vec<(Trie<u64>, BTreeMap<u64, u64>)> = Vec::new();
            let span = 1 << (round % 20 + 3);
            for _ in 0..200 {
                let key = (rng.next() % span) << (rng.next() % 3 * 20);
                match rng.next() % 10 {
                    0 => {
                        let high = key.saturating_add(rng.next() % span);
                        trie.remove_range(key, high);
                        map.retain(|&k, _| k < key || k > high);
                    }
                    1 => forks.push((trie.clone(), map.clone())),
                    _ => {
                        let value = rng.next() % 4;
                        trie.insert(key, value);
                        map.insert(key, value);
                    }
                }
                assert_eq!(trie.get(key), map.get(&key).copied());
            }
            let entries: Vec<_> = map.iter().map(|(&k, &v)| (k, v)).collect();
            assert_eq!(trie.range(0, u64::MAX), entries);
            for (old_trie, old_map) in &forks {
                let keys: std::collections::BTreeSet<u64> = map.keys().chain(old_map.keys()).copied().collect();
                let expected: Vec<_> = keys
                    .into_iter()
                    .map(|key| Difference { key, first: old_map.get(&key).copied(), second: map.get(&key).copied() })
                    .filter(|d| d.first != d.second)
                    .collect();
                assert_eq!(old_trie.differences(&trie), expected);
            }
        }
    }
}
