//! What a property says of a run that is cut off: the weak, the neutral and the strong view, and what they come to.

use crate::store::{Outlook, OutlookId, StateId, Store, TooLarge};

/// How a run that ends is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// It may go on, and in the best way.
    Weak,
    /// It ends here.
    Neutral,
    /// It may go on, and in the worst way.
    Strong,
}

/// What is known of a property after some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It does not hold, whatever follows.
    Violated,
    /// It does not hold if the run ends here, but nothing is wrong yet.
    Pending,
    /// It holds if the run ends here.
    HoldsSoFar,
    /// It holds, whatever follows.
    Satisfied,
}

impl Standing {
    /// As it is told in one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Standing::Violated => "violated",
            Standing::Pending => "pending",
            Standing::HoldsSoFar => "holds so far",
            Standing::Satisfied => "satisfied",
        }
    }
}

/// A property that is watched step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor {
    now: OutlookId,
}

impl Monitor {
    /// Before the first step.
    pub fn new(store: &mut Store, state: StateId) -> Self {
        Self { now: store.intern_outlook(Outlook::Wait(state, false)) }
    }

    /// Sees a step.
    ///
    /// # Errors
    /// If too much would have to be kept in mind.
    pub fn step(&mut self, store: &mut Store, letter: &[bool]) -> Result<(), TooLarge> {
        self.now = store.step(self.now, letter)?;
        Ok(())
    }

    /// Whether the property holds in a view of what was seen. Of a run without any step the neutral view says nothing of use.
    #[must_use]
    pub fn holds(&self, store: &Store, view: View) -> bool {
        holds(store, self.now, view)
    }

    /// Whether no further step makes a difference.
    #[must_use]
    pub fn is_settled(&self, store: &Store) -> bool {
        matches!(store.outlook(self.now), Outlook::Const(_))
    }

    /// What is known.
    #[must_use]
    pub fn standing(&self, store: &Store) -> Standing {
        if self.holds(store, View::Strong) {
            Standing::Satisfied
        } else if self.holds(store, View::Neutral) {
            Standing::HoldsSoFar
        } else if self.holds(store, View::Weak) {
            Standing::Pending
        } else {
            Standing::Violated
        }
    }
}

fn holds(store: &Store, outlook: OutlookId, view: View) -> bool {
    match store.outlook(outlook) {
        Outlook::Const(value) => *value,
        // A settled outlook has none.
        Outlook::Bool(_) => false,
        Outlook::Wait(_, at_end) => match view {
            View::Weak => true,
            View::Neutral => *at_end,
            View::Strong => false,
        },
        Outlook::All(parts) => parts.iter().all(|&part| holds(store, part, view)),
        Outlook::Any(parts) => parts.iter().any(|&part| holds(store, part, view)),
    }
}

#[cfg(test)]
mod tests;
