//! All reductions in turn, until they find nothing more.

use whyc_base::budget::Budget;

use crate::dimacs::Formula;
use crate::error::Error;
use crate::graph::{Draft, Proof};
use crate::pivots::Shared;
use crate::reconstruct::reconstruct;
use crate::{lower_units, pivots, recycle_units, replay};

/// A round is worth another one if it removes more than one node in so many.
const WORTH_IT: usize = 1_000;

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// See [`lower_units`].
    LowerUnits,
    /// See [`pivots`], with [`Shared::Forget`].
    RecyclePivots,
    /// See [`pivots`], with [`Shared::Intersect`].
    RecyclePivotsWithIntersection,
    /// See [`recycle_units`].
    RecycleUnits,
}

impl Pass {
    /// Those that are worth their time, in the order in which they serve each other. RECYCLE-PIVOTS is contained in the one
    /// with intersection.
    pub const ALL: [Pass; 3] = [Pass::LowerUnits, Pass::RecyclePivotsWithIntersection, Pass::RecycleUnits];

    /// Its name in the literature.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Pass::LowerUnits => "LowerUnits",
            Pass::RecyclePivots => "RecyclePivots",
            Pass::RecyclePivotsWithIntersection => "RecyclePivotsWithIntersection",
            Pass::RecycleUnits => "RecycleUnits",
        }
    }

    /// What is left of a proof after it, which may be the same or, in odd cases, more.
    ///
    /// # Errors
    /// The limit that came first; or what is wrong with the proof.
    pub fn run(self, proof: &Proof, formula: &Formula, budget: &Budget) -> Result<Proof, Error> {
        let draft = self.draft(proof, formula, budget)?;
        let reduced = reconstruct(&draft, formula, budget)?;
        if cfg!(debug_assertions) {
            replay::verify(&reduced, formula, budget)?;
        }
        Ok(reduced)
    }

    fn draft(self, proof: &Proof, formula: &Formula, budget: &Budget) -> Result<Draft, Error> {
        match self {
            Pass::LowerUnits => lower_units::lower(proof, &replay::units(proof, formula, budget)?),
            Pass::RecyclePivots => Ok(pivots::recycle(proof, Shared::Forget, budget)?),
            Pass::RecyclePivotsWithIntersection => Ok(pivots::recycle(proof, Shared::Intersect, budget)?),
            Pass::RecycleUnits => Ok(recycle_units::recycle(proof, &replay::units(proof, formula, budget)?, budget)?),
        }
    }
}

/// How large a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// All nodes.
    pub nodes: usize,
    /// Clauses of the formula among them.
    pub leaves: usize,
}

impl Size {
    /// Of this proof.
    #[must_use]
    pub fn of(proof: &Proof) -> Self {
        Self { nodes: proof.n_nodes(), leaves: proof.n_leaves() }
    }
}

/// A proof that was made smaller.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The proof. It has been checked step by step.
    pub proof: Proof,
    /// How often all reductions were tried.
    pub rounds: u32,
    /// The reductions that found something, with the nodes that they removed over all rounds.
    pub removed: Vec<(Pass, usize)>,
}

/// Makes a refutation of `formula` smaller, in no more than `most` rounds.
///
/// # Errors
/// If the proof is none; or the limit that came first.
pub fn reduce(proof: Proof, formula: &Formula, passes: &[Pass], most: u32, budget: &Budget) -> Result<Reduced, Error> {
    let removed = passes.iter().map(|&pass| (pass, 0)).collect();
    let mut reduced = Reduced { proof, rounds: 0, removed };
    while reduced.rounds < most {
        let before = reduced.proof.n_nodes();
        reduced.rounds += 1;
        for (pass, removed) in &mut reduced.removed {
            let smaller = pass.run(&reduced.proof, formula, budget)?;
            if smaller.n_nodes() < reduced.proof.n_nodes() {
                *removed += reduced.proof.n_nodes() - smaller.n_nodes();
                reduced.proof = smaller;
            }
        }
        if (before - reduced.proof.n_nodes()) * WORTH_IT <= before {
            break;
        }
    }
    replay::verify(&reduced.proof, formula, budget)?;
    Ok(reduced)
}
