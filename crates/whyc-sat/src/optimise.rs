//! Optimisation over one session: the best model, and the proof that there is no better one.
//!
//! The hard constraints are the session's clauses plus the assumptions of the call. Whatever an
//! optimiser adds are definitions of fresh variables; bounds are only ever assumed. So the session
//! answers every other question afterwards as it would have before.
//!
//! All optimisers are anytime: they hold a best model and a proven lower bound, tell both to
//! a [`Progress`] callback when they change, and end with [`Status::BestFound`] at a limit.
//!
//! Read [`count`] for sums of weighted literals, [`value`] for numbers and their sums, [`narrow`] for
//! numbers that need only be small, [`cores`] for the fewest assumptions that cannot hold together,
//! [`enumerate`] for all solutions, [`bound`] for a limit on a sum.

pub mod bound;
pub mod cores;
pub mod count;
pub mod enumerate;
pub mod narrow;
pub mod objective;
pub mod sum;
mod totalizer;
pub mod value;

use rustsat::types::Lit;
use whyc_base::budget::Exhausted;

use crate::session::{Model, Session};

/// What an objective adds up to. Sums of 64-bit values and weights fit with room to spare.
pub type Cost = u128;

/// The bounds of a running optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cost of the best model so far.
    pub best: Option<Cost>,
    /// What no model costs less than.
    pub lower: Cost,
}

/// How an optimisation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The best model is proven best.
    Optimal,
    /// A limit came first; there may be better models than the best found.
    BestFound(Exhausted),
    /// There is no model under the assumptions.
    Infeasible,
}

/// A model and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// What the model costs.
    pub cost: Cost,
    /// The model.
    pub model: Model,
}

/// The result of an optimisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The best model found. It is also the session's last model.
    pub best: Option<Best>,
    /// What no model costs less than.
    pub lower_bound: Cost,
    /// How the search ended.
    pub status: Status,
    /// If [`Status::Optimal`]: literals that, assumed together with the assumptions of the call,
    /// leave exactly the models of optimal cost. Empty otherwise.
    pub pin: Vec<Lit>,
}

impl Optimum {
    /// The cost of the best model, if it is proven best.
    #[must_use]
    pub fn optimal_cost(&self) -> Option<Cost> {
        match self.status {
            Status::Optimal => self.best.as_ref().map(|best| best.cost),
            Status::BestFound(_) | Status::Infeasible => None,
        }
    }
}

/// The bounds while a search runs, and whom to tell about them.
struct Bounds<'a> {
    best: Option<Best>,
    lower: Cost,
    progress: &'a mut dyn FnMut(Progress),
}

impl<'a> Bounds<'a> {
    fn new(lower: Cost, progress: &'a mut dyn FnMut(Progress)) -> Self {
        Self { best: None, lower, progress }
    }

    /// Takes the session's last model as the best if it costs less than the best so far.
    fn offer(&mut self, session: &Session, cost: Cost) {
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            self.best = Some(Best { cost, model: session.model() });
            self.tell();
        }
    }

    /// Takes the session's last model as the best, known to be at least as good as any before.
    fn replace(&mut self, session: &Session, cost: Cost) {
        self.best = Some(Best { cost, model: session.model() });
        self.tell();
    }

    fn raise(&mut self, lower: Cost) {
        if lower > self.lower {
            self.lower = lower;
            self.tell();
        }
    }

    /// How much better a model could still be; `None` while there is no model.
    fn gap(&self) -> Option<Cost> {
        self.best.as_ref().map(|best| best.cost.saturating_sub(self.lower))
    }

    fn tell(&mut self) {
        (self.progress)(Progress { best: self.best.as_ref().map(|best| best.cost), lower: self.lower });
    }

    /// The result; the best model becomes the session's last one.
    fn finish(self, session: &mut Session, status: Status, pin: Vec<Lit>) -> Optimum {
        if let Some(best) = &self.best {
            session.restore_model(best.model.clone());
        }
        Optimum { best: self.best, lower_bound: self.lower, status, pin }
    }
}
