//! The smallest program, or circuit, with the same failure.
//!
//! In: a [`Request`](whyc_session::Request) about a program that fails (or of which something else is to be kept: [`Wanted`](wanted::Wanted)). Out:
//! its texts, as small as they could be made while the answer stays the same.
//!
//! [`reduction`] goes through [`passes`] until none of them finds anything more; each lists changes of the [`text`]s by their [`syntax`],
//! and `whyc-shrink` finds out which of them can be made. Whether a text is wanted says a [`Judge`](judge::Judge): in this process, by libclang and
//! a session, so that no compiler is started; a compiler is asked once in a while. [`circuit`] does the same for circuits.
//!
//! This is a crate above `whyc-session` and not a part of it: a session is about one program, this is about thousands; and it is not a part of the
//! command line, because the history of a program asks the same questions.
//!
//! Nothing here prints, starts a compiler or writes files.
#![forbid(unsafe_code)]

pub mod text;

pub mod syntax;

pub mod passes;

pub mod wanted;

pub mod judge;

pub mod reduction;

pub mod circuit;

mod headers;

pub use headers::{Put, expanded};
pub use judge::{Judge, Leash, Same, Toil};
pub use reduction::{Doing, Reduced, Reduction};
pub use text::Text;
pub use wanted::{Kept, Wanted};
