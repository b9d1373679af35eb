//! Finds out whether a C program can fail, and says why: whyc as a library.
//!
//! A [`Request`] is a program and what is asked about it; a [`Session`] finds out. It answers with a [`Finding`], which holds
//! everything that a person could be told, as plain data: the verdict, the properties, the failing run, and why it fails. How
//! that looks on paper is up to [`text`], [`json`], [`sarif`] and [`witness`].
//!
//! ```
//! use whyc::{Request, Session, TextOptions, Verdict, Watch, explain, json, text};
//!
//! let request = Request::source(
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
//! let mut session = Session::open(request, Watch::silent())?;
//! session.explain(&explain::Options::default())?;
//! let finding = session.finding();
//! assert_eq!(finding.head.verdict, Verdict::Violated);
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
//! use whyc::{Request, Verdict, Watch, Wish};
//!
//! let request = Request::source("f.c", "int f(unsigned char x) { return 1000 / (x + 1); }").function("f");
//! assert_eq!(whyc::answer(request, &Wish::Verdict, Watch::silent())?.head.verdict, Verdict::Safe);
//! # Ok::<(), whyc::Refused>(())
//! ```
//!
//! libclang is looked for when the first program is read; [`Refused::NoLibclang`] says what is missing. The guide has more, in its page
//! "As a library".
#![forbid(unsafe_code)]

pub use whyc_base::budget::Budget;
pub use whyc_base::diagnostic::{Diagnostic, Severity};
pub use whyc_base::source::{SourceMap, Span};
pub use whyc_check::{Status, Verdict};
pub use whyc_debug::explain;
pub use whyc_debug::finding::{self, Finding};
pub use whyc_ir::property::{ClassSet, PropertyClass};
pub use whyc_report::text::TextOptions;
pub use whyc_report::{diagnostics, html, json, sarif, text, witness};
pub use whyc_session::{
    Cancel, Extent, Fault, Part, Places, Progress, Refused, Request, Session, Smallest, Test, Watch, Wish, answer,
    circuit,
};

/// The page "As a library" of the guide: its examples are tested.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/src/library.md")]
pub struct Guide;
