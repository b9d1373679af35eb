//! What is known of the states that can be reached in so many steps.
//!
//! Frame `k` is the set of states that are in no cube of level `k` or higher: all states that can be reached in
//! `k` steps, and perhaps others. Each cube is kept at the highest level at which it is known to be unreachable.

use super::cube::Cube;

#[derive(Debug, Default)]
pub(super) struct Frames {
    /// The cubes by their levels; level 0 is the initial states and has none.
    levels: Vec<Vec<Cube>>,
}

impl Frames {
    /// Frames 0 and 1.
    pub(super) fn new() -> Self {
        Self { levels: vec![Vec::new(), Vec::new()] }
    }

    /// The highest level.
    pub(super) fn top(&self) -> usize {
        self.levels.len() - 1
    }

    pub(super) fn add_level(&mut self) {
        self.levels.push(Vec::new());
    }

    /// The cubes of exactly this level.
    pub(super) fn at(&self, level: usize) -> &[Cube] {
        &self.levels[level]
    }

    /// The cubes of this level or a higher one.
    pub(super) fn from(&self, level: usize) -> impl Iterator<Item = &Cube> {
        self.levels[level..].iter().flatten()
    }

    pub(super) fn n_cubes(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Whether `cube` is known to be unreachable in `level` steps.
    pub(super) fn is_blocked(&self, cube: &Cube, level: usize) -> bool {
        self.from(level).any(|known| known.includes(cube))
    }

    /// Notes that `cube` cannot be reached in `level` steps; what this says already is forgotten.
    pub(super) fn block(&mut self, cube: Cube, level: usize) {
        for cubes in &mut self.levels[1..=level] {
            cubes.retain(|known| !cube.includes(known));
        }
        self.levels[level].push(cube);
    }
}
