//! Why there is no answer.

use std::fmt;

use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::SourceMap;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Refused {
    /// libclang cannot be used; the message says what is missing.
    NoLibclang(String),
    /// The input is no program; the diagnostics say why.
    Invalid {
        /// The files that the diagnostics point into.
        sources: Box<SourceMap>,
        /// What is wrong, with its place.
        diagnostics: Vec<Diagnostic>,
    },
    /// The request asks for something that is not there.
    Mistaken {
        /// The part of the request.
        part: Part,
        /// What is wrong with it, and what was probably meant.
        message: String,
    },
    /// A bug of whyc: a run that it found does not do what was predicted.
    Internal(String),
}

/// A part of a request that can be wrong although the program is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The property or loop that it names.
    Scope,
    /// An input that it fixes.
    Input,
    /// A place that runs should come along.
    Along,
    /// The expression that it assumes.
    Assumption,
    /// A function or file that it trusts.
    Trusted,
    /// A function that it suspects.
    Suspected,
    /// The known fault that places are measured against.
    Fault,
}

impl Refused {
    pub(crate) fn mistaken(part: Part, message: impl Into<String>) -> Self {
        Refused::Mistaken { part, message: message.into() }
    }
}

impl From<whyc_c::Failure> for Refused {
    fn from(failure: whyc_c::Failure) -> Self {
        match failure {
            whyc_c::Failure::LibclangMissing { message } => Refused::NoLibclang(message),
            whyc_c::Failure::Invalid { sources, diagnostics } => {
                Refused::Invalid { sources: Box::new(sources), diagnostics }
            }
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoLibclang(message) | Refused::Mistaken { message, .. } => f.write_str(message.trim_end()),
            Refused::Internal(message) => write!(f, "internal error: {message}"),
            Refused::Invalid { sources, diagnostics } => {
                let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
                let lines = errors.map(|error| match error.span {
                    Some(span) => {
                        let (file, place) = (&sources.file(span.file).name, sources.start(span));
                        format!("{file}:{}:{}: {}", place.line, place.column, error.message)
                    }
                    None => error.message.clone(),
                });
                f.write_str(&lines.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

impl std::error::Error for Refused {}
