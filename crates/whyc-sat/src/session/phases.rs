//! Which value the solver tries first.

use rustc_hash::FxHashMap;
use rustsat::solvers::PhaseLit;
use rustsat::types::{Lit, Var};

use super::Session;

/// The preferences in force. CaDiCaL cannot be asked for them, and optimisation must put back
/// the caller's after having used its own.
pub(super) type Phases = FxHashMap<Var, Lit>;

/// The preferences that [`Session::prefer`] replaced.
pub(crate) struct ReplacedPhases(Vec<(Lit, Option<Lit>)>);

impl Session {
    /// Asks the solver to try `lit` before `!lit` whenever it is free to choose.
    pub fn set_phase(&mut self, lit: Lit) {
        if self.broken.is_none() {
            self.phases.insert(lit.var(), lit);
            let set = self.solver.phase_lit(lit);
            self.note_failure(set);
        }
    }

    /// Takes back [`set_phase`](Self::set_phase) for `lit`'s variable.
    pub fn unset_phase(&mut self, lit: Lit) {
        if self.broken.is_none() && self.phases.remove(&lit.var()).is_some() {
            let unset = self.solver.unphase_var(lit.var());
            self.note_failure(unset);
        }
    }

    /// Sets the phases of `lits` until [`put_back`](Self::put_back).
    pub(crate) fn prefer(&mut self, lits: impl IntoIterator<Item = Lit>) -> ReplacedPhases {
        let mut replaced = Vec::new();
        for lit in lits {
            replaced.push((lit, self.phases.get(&lit.var()).copied()));
            self.set_phase(lit);
        }
        ReplacedPhases(replaced)
    }

    /// Undoes [`prefer`](Self::prefer).
    pub(crate) fn put_back(&mut self, replaced: ReplacedPhases) {
        // Backwards, so that the oldest preference of a literal named twice wins.
        for (lit, before) in replaced.0.into_iter().rev() {
            match before {
                Some(phase) => self.set_phase(phase),
                None => self.unset_phase(lit),
            }
        }
    }
}
