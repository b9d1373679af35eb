//! Since which revision a check fails, and because of which lines.
//!
//! In: revisions, newest first ([`revision`]: of a git repository, or folders), and an [`Oracle`](oracle::Oracle) that says of the files of one
//! whether the check fails as in the newest, holds, or cannot be asked there. Out: a [`History`](walk::History): what each revision says,
//! the one since which it fails, and the smallest part of its [`change`] that makes it fail.
//!
//! [`walk`] is Artho's iterative delta debugging (HVC 2008) with one difference: where an old revision does not answer the question, the patch that makes
//! it answer may lead to *either* answer. Were only the failure wanted, the fault itself would be carried back into revisions that do not have it.
//!
//! What was answered before is [`known`] by the content of the files that can be read ([`reads`]): revisions that change none of them cost nothing,
//! and neither does asking again another day.
//!
//! **This is the only crate that knows how to walk a repository**; it reads objects and touches neither the work tree nor the index.
#![forbid(unsafe_code)]

pub mod bytes;

pub mod change;
pub mod revision;

pub mod oracle;

pub mod command;
pub mod program;

pub mod reads;

pub mod known;

pub mod walk;

pub use change::{Atom, Difference, Files};
pub use command::Says;
pub use known::Known;
pub use oracle::{Answer, Oracle};
pub use program::Program;
pub use revision::{Repository, Revision, Runnable, Tracked, TroubleWithGit};
pub use walk::{Aim, Asked, Guilt, History, Pace, Way, walk};
