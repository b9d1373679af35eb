//! Who may look at the parts of a question in other processes.
//!
//! How they are reached is not known here. Whoever it is must say of a part what [`part::look`](crate::part::look) says of it, or that a
//! limit came first; that nothing holds in a part may only be passed on as far as whoever says so is believed.

use whyc_base::budget::Budget;
use whyc_term::Fact;

use crate::part::Looked;
use crate::pool::Path;
use crate::portable::Sent;

/// Others, who can be given questions.
pub trait Elsewhere: Send + Sync + std::fmt::Debug {
    /// Gives them a question. They forget it when what comes back is dropped.
    fn open<'a>(&'a self, sent: &'a Sent, budget: &Budget) -> Box<dyn Looker + 'a>;
}

/// A question that others have.
pub trait Looker: Send + Sync {
    /// How many parts may be asked about at once.
    fn places(&self) -> usize;

    /// What becomes of a part. It comes back soon after the budget ends.
    fn look(&self, path: &Path, facts: &[Fact], budget: &Budget) -> Looked;
}
