//! Tunnels through a control-flow graph (Ganai and Li, *D-TSR: Parallelizing SMT-based BMC using tunnels over a distributed
//! framework*, 2008): for each number of steps the blocks that a path may be in, from the source to the error.
//!
//! Which blocks can be reached in exactly `d` steps is known from the graph alone; so are the depths at which the error cannot
//! be, which need no question. A tunnel is cut in two by cutting the blocks of one depth, its *post*, in two; what both parts
//! contain at the other depths follows. The parts have no path in common, and together all of them.
//!
//! This is the partition by depth that the paper describes. An unrolled program has its paths merged and no such depth; there
//! [`family`](crate::family) does the same with the conditions of branches.

use std::collections::BTreeSet;

/// A block of a control-flow graph.
pub type Block = usize;

/// Who can follow whom.
#[derive(Clone, Debug)]
pub struct Graph {
    next: Vec<Vec<Block>>,
}

/// The blocks that the paths of a family may be in, for each number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel(pub Vec<BTreeSet<Block>>);

/// Something that the blocks after so many steps are limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// After how many steps.
    pub depth: usize,
    /// To what.
    pub blocks: BTreeSet<Block>,
}

impl Graph {
    /// The graph of `n` blocks with these edges.
    ///
    /// # Panics
    /// If an edge leads to or from a block that is not there.
    #[must_use]
    pub fn new(n: usize, edges: &[(Block, Block)]) -> Self {
        let mut next = vec![Vec::new(); n];
        for &(from, to) in edges {
            assert!(to < n, "block {to} should be one of {n}");
            next[from].push(to);
        }
        next.iter_mut().for_each(|blocks| {
            blocks.sort_unstable();
            blocks.dedup();
        });
        Self { next }
    }

    fn after(&self, blocks: &BTreeSet<Block>) -> BTreeSet<Block> {
        blocks.iter().flat_map(|&block| self.next[block].iter().copied()).collect()
    }

    /// The blocks that can be reached from `source` in exactly so many steps, for 0 to `depth`.
    #[must_use]
    pub fn reachable(&self, source: Block, depth: usize) -> Vec<BTreeSet<Block>> {
        let mut reachable = vec![BTreeSet::from([source])];
        for at in 0..depth {
            reachable.push(self.after(&reachable[at]));
        }
        reachable
    }

    /// The tunnel of all paths of exactly `depth` steps from `source` to `error` that keep to the posts; nothing if there is no
    /// such path.
    #[must_use]
    pub fn complete(&self, source: Block, error: Block, depth: usize, posts: &[Post]) -> Option<Tunnel> {
        let limited = |at: usize, blocks: BTreeSet<Block>| {
            let here = posts.iter().filter(|post| post.depth == at);
            here.fold(blocks, |blocks, post| blocks.intersection(&post.blocks).copied().collect())
        };
        let mut blocks = vec![limited(0, BTreeSet::from([source]))];
        for at in 0..depth {
            blocks.push(limited(at + 1, self.after(&blocks[at])));
        }
        blocks[depth].retain(|&block| block == error);
        for at in (0..depth).rev() {
            let (before, after) = blocks.split_at_mut(at + 1);
            before[at].retain(|&block| self.next[block].iter().any(|to| after[0].contains(to)));
        }
        (!blocks[0].is_empty()).then_some(Tunnel(blocks))
    }

    /// How many paths a tunnel has.
    #[must_use]
    pub fn n_paths(&self, tunnel: &Tunnel) -> u128 {
        let mut ways: Vec<u128> = vec![0; self.next.len()];
        for &block in tunnel.0.last().into_iter().flatten() {
            ways[block] = 1;
        }
        for blocks in tunnel.0.iter().rev().skip(1) {
            let mut before = vec![0; self.next.len()];
            for &block in blocks {
                before[block] = self.next[block].iter().fold(0, |sum: u128, &to| sum.saturating_add(ways[to]));
            }
            ways = before;
        }
        ways.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Cuts a tunnel in two at one depth: the first half of its blocks there, and the rest.
    #[must_use]
    pub fn cut(&self, tunnel: &Tunnel, depth: usize) -> Option<[Tunnel; 2]> {
        let blocks: Vec<Block> = tunnel.0[depth].iter().copied().collect();
        if blocks.len() < 2 {
            return None;
        }
        let (first, rest) = blocks.split_at(blocks.len() / 2);
        let part = |half: &[Block]| {
            let mut posts: Vec<Post> = tunnel.posts();
            posts.push(Post { depth, blocks: half.iter().copied().collect() });
            let (last, source) = (tunnel.0.len() - 1, tunnel.0[0].first().copied()?);
            self.complete(source, tunnel.0[last].first().copied()?, last, &posts)
        };
        // Each block of a tunnel is on one of its paths: neither part is empty.
        Some([part(first)?, part(rest)?])
    }

    /// Parts of all paths of `depth` steps from `source` to `error`: the largest is cut, near its middle where it is narrow, until
    /// all have `small` blocks or less, or there are `most` of them. In the order of their blocks; the same each time.
    #[must_use]
    pub fn partition(&self, source: Block, error: Block, depth: usize, small: usize, most: usize) -> Vec<Tunnel> {
        let mut parts: Vec<Tunnel> = self.complete(source, error, depth, &[]).into_iter().collect();
        while parts.len() < most {
            let large = (0..parts.len()).filter(|&at| parts[at].size() > small && parts[at].waist().is_some());
            let Some(at) = large.max_by_key(|&at| (parts[at].size(), usize::MAX - at)) else { break };
            let Some([first, second]) = parts[at].waist().and_then(|depth| self.cut(&parts[at], depth)) else { break };
            parts.splice(at..=at, [first, second]);
        }
        parts
    }
}

impl Tunnel {
    /// How many blocks it has, over all depths.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.iter().map(BTreeSet::len).sum()
    }

    /// Whether a path runs through it.
    #[must_use]
    pub fn contains(&self, path: &[Block]) -> bool {
        path.len() == self.0.len() && path.iter().zip(&self.0).all(|(block, blocks)| blocks.contains(block))
    }

    /// What it is limited to at each depth.
    fn posts(&self) -> Vec<Post> {
        self.0.iter().enumerate().map(|(depth, blocks)| Post { depth, blocks: blocks.clone() }).collect()
    }

    /// Where it is best cut: at the fewest blocks that are more than one, nearest to the middle.
    fn waist(&self) -> Option<usize> {
        let middle = (self.0.len() - 1) / 2;
        let wide = (0..self.0.len()).filter(|&at| self.0[at].len() > 1);
        wide.min_by_key(|&at| (self.0[at].len(), at.abs_diff(middle), at))
    }
}

#[cfg(test)]
mod tests;
