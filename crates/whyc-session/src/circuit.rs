//! One circuit under analysis: the same face as for a program.

use std::fmt;
use std::time::{Duration, Instant};

use whyc_circuit::design::Design;
use whyc_circuit::examine::{self, AskError, Examined, examine};
use whyc_circuit::file::{Format, ReadError};
use whyc_circuit::fixed::{FixError, fixed};
use whyc_circuit::lift::Method;

use crate::stack::deep;
use crate::watch::{Progress, Watch};

pub use whyc_circuit::check::Goal;
pub use whyc_circuit::examine::{Ask, Request};
pub use whyc_circuit::finding::Finding;
pub use whyc_circuit::witness::DontCares;

/// Why there is no answer about a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The file breaks its format.
    Invalid(ReadError),
    /// What is asked for is not there.
    Mistaken(AskError),
    /// An input cannot be held at a value.
    Input(FixError),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Invalid(error) => error.fmt(f),
            Refused::Mistaken(error) => error.fmt(f),
            Refused::Input(error) => write!(f, "--input: {error}"),
        }
    }
}

impl std::error::Error for Refused {}

/// A circuit under analysis.
pub struct Session {
    request: Request,
    watch: Watch,
    design: Read,
    examined: Option<Examined>,
    started: Instant,
    reading_time: Duration,
}

/// What became of the file.
enum Read {
    Design(Box<Design>),
    /// Nothing is wrong with it, but it is too much, or it has something that is not supported.
    Not(ReadError),
}

impl Session {
    /// Reads a circuit of this format.
    ///
    /// # Errors
    /// If the file breaks its format.
    pub fn open(bytes: &[u8], format: Format, mut request: Request, mut watch: Watch) -> Result<Self, Refused> {
        let started = Instant::now();
        watch.tell(Progress::Reading);
        request.budget = request.budget.ended_by(watch.canceller().flag());
        let design = match deep(|| format.read_within(bytes, &request.budget)) {
            Ok(design) if request.fixed.is_empty() => Read::Design(Box::new(design)),
            Ok(design) => {
                let held = deep(|| fixed(design, &request.fixed, &request.budget));
                Read::Design(Box::new(held.map_err(Refused::Input)?))
            }
            Err(ReadError::Refused(error)) if !error.is_file_right => {
                return Err(Refused::Invalid(ReadError::Refused(error)));
            }
            Err(error @ (ReadError::Refused(_) | ReadError::Exhausted(_))) => Read::Not(error),
        };
        Ok(Self { request, watch, design, examined: None, started, reading_time: started.elapsed() })
    }

    /// Decides every property. A run is always told with what matters in it, found as the request says.
    ///
    /// # Errors
    /// If what is asked for is not there.
    pub fn decide(&mut self) -> Result<(), Refused> {
        if self.examined.is_some() {
            return Ok(());
        }
        self.watch.tell(Progress::Deciding);
        let Read::Design(design) = &self.design else { return Ok(()) };
        let watch = &mut self.watch;
        let mut tell = |finding: &Finding| watch.tell(Progress::Cycles(finding));
        let examined = deep(|| examine(design, &self.request, &mut tell)).map_err(Refused::Mistaken)?;
        self.examined = Some(examined);
        Ok(())
    }

    /// Decides every property, and finds out by `method` what matters in a run that violates one.
    ///
    /// # Errors
    /// If what is asked for is not there.
    pub fn minimise(&mut self, method: Method) -> Result<(), Refused> {
        if self.request.method != Some(method) {
            self.examined = None;
            self.request.method = Some(method);
        }
        self.decide()
    }

    /// What is known, once everything is decided.
    ///
    /// # Errors
    /// If what is asked for is not there.
    pub fn finding(&mut self) -> Result<Finding, Refused> {
        self.decide()?;
        let mut finding = match (&self.examined, &self.design) {
            (Some(examined), _) => examined.finding.clone(),
            (None, Read::Not(error)) => examine::undecided(&self.request, error),
            (None, Read::Design(_)) => unreachable!("a design that was read should be decided"),
        };
        finding.stats.parse = self.reading_time;
        finding.stats.total = self.started.elapsed();
        Ok(finding)
    }

    /// The failing run, or that there is none, in the witness format that goes with the file.
    #[must_use]
    pub fn witness(&self, dont_cares: DontCares) -> Option<String> {
        let (Some(examined), Read::Design(design)) = (&self.examined, &self.design) else { return None };
        Some(examined.witness(design, dont_cares))
    }

    /// The proof of all properties as a witness circuit in AIGER, ASCII or binary, if an invariant proves them.
    #[must_use]
    pub fn certificate(&self, is_ascii: bool) -> Option<Vec<u8>> {
        let (Some(examined), Read::Design(design)) = (&self.examined, &self.design) else { return None };
        examined.certificate(design, is_ascii)
    }

    /// The failing run as a dump for waveform viewers, if there is one.
    #[must_use]
    pub fn vcd(&self) -> Option<String> {
        let (Some(examined), Read::Design(design)) = (&self.examined, &self.design) else { return None };
        examined.vcd(design)
    }
}
