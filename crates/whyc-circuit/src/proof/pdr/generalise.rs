//! From a cube that cannot be reached to a larger one: fewer bits exclude more.
//!
//! A bit is left out if what remains still cannot be stepped into from the rest of the frame. If it can, it
//! may be because of a state that cannot be reached itself (a counterexample to generalisation); a few of those
//! are blocked first. Hassan, Bradley, Somenzi, "Better generalization in IC3" (FMCAD 2013).

use whyc_sat::session::Answer;

use super::cube::{Cube, excludes_start};
use super::{Pdr, Stop};

/// How many conflicts the question whether a bit can be left out may have.
const CONFLICTS: u32 = 1000;
/// How many states are blocked first so that one bit can be left out.
const MANY: usize = 3;

impl Pdr<'_> {
    /// `smaller`, with a bit of `cube` that no initial state has: what is blocked must have none.
    pub(super) fn with_start_excluded(&self, smaller: Cube, cube: &Cube) -> Cube {
        let latches = &self.slim.step.circuit.latches;
        if !smaller.has_initial(latches) {
            return smaller;
        }
        let excludes = cube.bits().iter().copied().find(|&bit| excludes_start(latches, bit));
        let excludes = excludes.expect("what is blocked should have no initial state");
        cube.filtered(|bit| bit == excludes || smaller.bits().contains(&bit))
    }

    /// Blocks a cube that cannot be stepped into from the frame below `level`, made as large as possible, as high as
    /// possible: the level at which it is blocked.
    pub(super) fn block(&mut self, cube: Cube, level: usize) -> Result<usize, Stop> {
        let cube = self.generalised(cube, level, true)?;
        self.block_high(cube, level)
    }

    fn block_high(&mut self, mut cube: Cube, mut level: usize) -> Result<usize, Stop> {
        while level < self.frames.top() {
            match self.relation.step_into(&cube, level, CONFLICTS) {
                Some(Answer::Unsatisfiable) => {
                    cube = self.with_start_excluded(self.relation.core(&cube), &cube);
                    level += 1;
                }
                Some(Answer::Unknown(reason)) => return Err(reason.into()),
                Some(Answer::Satisfiable) | None => break,
            }
        }
        for bit in cube.bits() {
            self.activity[bit.latch] += 1;
        }
        self.note_blocked(cube, level);
        Ok(level)
    }

    /// Puts it into the frames and into the solver.
    pub(super) fn note_blocked(&mut self, cube: Cube, level: usize) {
        self.relation.block(&cube, level);
        self.frames.block(cube, level);
    }

    fn generalised(&mut self, mut cube: Cube, level: usize, may_block: bool) -> Result<Cube, Stop> {
        let mut order: Vec<_> = cube.bits().to_vec();
        order.sort_by_key(|bit| self.activity[bit.latch]);
        for bit in order {
            if cube.len() == 1 || !cube.bits().contains(&bit) {
                continue;
            }
            let fewer = cube.filtered(|other| other != bit);
            if let Some(smaller) = self.shrunk(fewer, level, may_block)? {
                cube = smaller;
            }
        }
        Ok(cube)
    }

    /// A part of `cube` that can be blocked at `level`, if there is one.
    fn shrunk(&mut self, cube: Cube, level: usize, may_block: bool) -> Result<Option<Cube>, Stop> {
        let mut n_blocked = 0;
        loop {
            if cube.has_initial(&self.slim.step.circuit.latches) {
                return Ok(None);
            }
            match self.relation.step_into(&cube, level - 1, CONFLICTS) {
                Some(Answer::Unsatisfiable) => {
                    return Ok(Some(self.with_start_excluded(self.relation.core(&cube), &cube)));
                }
                Some(Answer::Unknown(reason)) => return Err(reason.into()),
                None => return Ok(None),
                Some(Answer::Satisfiable) => {}
            }
            if !may_block || n_blocked == MANY || level < 2 {
                return Ok(None);
            }
            let (_, state) = self.predecessor(&cube);
            if state.has_initial(&self.slim.step.circuit.latches) {
                return Ok(None);
            }
            match self.relation.step_into(&state, level - 2, CONFLICTS) {
                Some(Answer::Unsatisfiable) => {
                    let core = self.with_start_excluded(self.relation.core(&state), &state);
                    let core = self.generalised(core, level - 1, false)?;
                    self.block_high(core, level - 1)?;
                    n_blocked += 1;
                }
                Some(Answer::Unknown(reason)) => return Err(reason.into()),
                Some(Answer::Satisfiable) | None => return Ok(None),
            }
        }
    }
}
