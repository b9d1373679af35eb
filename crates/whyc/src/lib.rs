//! Finds out whether a C program can fail, and says why: whyc as a library.
//!
//! A [`Task`] is a program and what is asked about it. It answers with a [`Finding`], which holds everything that a
//! person could be told, as plain data: the verdict, the properties, the failing run, and why it fails. How that looks on paper
//! is up to [`text`], [`json`], [`sarif`] and [`witness`].
//!
//! ```
//! use whyc::{Task, TextOptions, Verdict, json, text};
//!
//! let task = Task::source(
//!     "smaller.c",
//!     r#"
//!     #include <assert.h>
//!     int nondet_int(void);
//!     int main(void) {
//!         int a = nondet_int(), b = nondet_int();
//!         int smaller = a < b ? a : a;
//!         assert(smaller <= a && smaller <= b);
//!     }
//!     "#,
//! );
//!
//! let finding = task.explain()?;
//! assert_eq!(finding.verdict, Verdict::Violated);
//!
//! // The failing run: b is smaller than a.
//! let run = finding.counterexample.as_ref().expect("a violation comes with its run");
//! assert_eq!(run.inputs.len(), 2);
//!
//! // The closest run that passes, and the differences that matter.
//! let explanation = finding.explanation.as_ref().expect("there are runs that pass");
//! assert!(explanation.changes.iter().any(|change| change.in_slice));
//!
//! println!("{}", text::render(&finding, &TextOptions::plain()));
//! assert!(json::render(&finding).contains("\"verdict\": \"violated\""));
//! # Ok::<(), whyc::Refused>(())
//! ```
//!
//! A program that cannot fail is [`Verdict::Safe`]:
//!
//! ```
//! use whyc::{Task, Verdict};
//!
//! let task = Task::source("f.c", "int f(unsigned char x) { return 1000 / (x + 1); }").function("f");
//! assert_eq!(task.check()?.verdict, Verdict::Safe);
//! # Ok::<(), whyc::Refused>(())
//! ```
//!
//! libclang is looked for when the first program is read; [`Refused::NoLibclang`] says what is missing.
#![forbid(unsafe_code)]

mod narrowed;
mod task;

pub use task::{Refused, Task};
pub use whyc_check::{Status, Verdict};
pub use whyc_debug::finding::{self, Finding};
pub use whyc_ir::property::{ClassSet, PropertyClass};
pub use whyc_report::text::TextOptions;
pub use whyc_report::{html, json, sarif, text, witness};
