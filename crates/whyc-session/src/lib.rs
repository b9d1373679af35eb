//! One program or circuit under analysis: a request goes in, a finding comes out.
//!
//! A [`Request`] is a program and what is to be decided about it. A [`Session`] owns that program, its analysis, its limits
//! and a [`Watch`], through which it tells how far it is and can be cancelled from another thread. Its methods decide, find the
//! smallest run, explain, localise and script a replay; each adds to the same [`Finding`], and all of them are
//! asked of the same terms and the same solver, so that nothing is found out twice.
//!
//! Read [`request`] first, then [`session`](Session), `known` (what is found out beyond the verdict) and `localise`. [`circuit`]
//! has the same face for circuits.
//!
//! Nothing here prints, reads options or knows how a finding is shown.
#![forbid(unsafe_code)]

pub mod circuit;
pub mod request;

mod advice;
mod along;
mod assume;
mod certify;
mod engines;
mod known;
mod localise;
mod narrowed;
mod refused;
mod scores;
mod session;
mod stack;
mod temporal;
mod tests;
mod threads;
mod watch;
mod whole;

pub use certify::Uncertified;
pub use refused::{Part, Refused};
pub use request::{Extent, Places, Request, Smallest, Wish};
pub use scores::Fault;
pub use session::Session;
pub use stack::mark_large;
pub use tests::Test;
pub use threads::not_followed;
pub use watch::{Cancel, Progress, Watch};
pub use whyc_debug::finding::Finding;
pub use whyc_debug::taken::Taken;
pub use whyc_engines::{EngineName, Mode as Split};
pub use whyc_threads::has_threads;

/// Opens a session and answers one question with it.
///
/// # Errors
/// If the input is no C program, or the request asks for something that it does not have.
pub fn answer(request: Request, wish: &Wish, watch: Watch) -> Result<Finding, Refused> {
    Session::open(request, watch)?.answer(wish, Extent::Asked)
}
