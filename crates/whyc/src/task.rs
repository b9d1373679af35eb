//! A program and what is asked about it.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_base::status::Limit;
use whyc_c::{Input, World};
use whyc_check::{Analysis, Effort, Given, Options, Outcome, Unwind};
use whyc_debug::explain;
use whyc_debug::finding::{Finding, Method};
use whyc_debug::minimise::{self, Goal};
use whyc_ir::property::ClassSet;
use whyc_report::diagnostics;

use crate::narrowed::narrowed;

/// The stack on which deeply nested programs are worked on. Only what is touched costs memory.
const STACK_BYTES: usize = 1 << 28;

/// A program and what is asked about it. Without options, every property that is checked by default is decided from `main`
/// on, for all inputs, however long that takes.
#[derive(Clone, Debug)]
pub struct Task {
    inputs: Vec<Input>,
    reading: whyc_c::Options,
    classes: ClassSet,
    property: Option<String>,
    unwind: Unwind,
    given: Vec<Given>,
    timeout: Option<Duration>,
    every_run: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// libclang cannot be used; the message says what is missing.
    NoLibclang(String),
    /// The input is no C program; the messages say why, as a compiler prints them.
    Invalid(String),
    /// The task names a property or an input that the program does not have.
    NoSuch(String),
    /// A bug of whyc: a run that it found does not do what was predicted.
    Internal(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoLibclang(message)
            | Refused::Invalid(message)
            | Refused::NoSuch(message)
            | Refused::Internal(message) => f.write_str(message.trim_end()),
        }
    }
}

impl std::error::Error for Refused {}

/// What is wanted beyond the verdict.
#[derive(Clone, Copy)]
enum Wish {
    Verdict,
    Smallest,
    Reason,
}

impl Task {
    /// A program given as text; `name` is what reports call it.
    #[must_use]
    pub fn source(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(vec![Input::text(name, text)])
    }

    /// A program in one or several files, which are linked.
    #[must_use]
    pub fn files(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Self::new(files.into_iter().map(|file| Input::Path(file.into())).collect())
    }

    fn new(inputs: Vec<Input>) -> Self {
        // As on the command line: what is not given is an input.
        let world = World::Given { args: None, stdin: None };
        Self {
            inputs,
            reading: whyc_c::Options { world, ..whyc_c::Options::for_main() },
            classes: ClassSet::defaults(),
            property: None,
            unwind: Unwind::Automatic,
            given: Vec::new(),
            timeout: None,
            every_run: false,
        }
    }

    /// Starts at this function instead of `main`; its parameters are inputs.
    #[must_use]
    pub fn function(mut self, name: impl Into<String>) -> Self {
        self.reading.entry = name.into();
        self
    }

    /// Looks for headers in this folder too.
    #[must_use]
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.reading.include_dirs.push(folder.into());
        self
    }

    /// Defines a macro: `NAME` or `NAME=VALUE`.
    #[must_use]
    pub fn define(mut self, definition: impl Into<String>) -> Self {
        self.reading.defines.push(definition.into());
        self
    }

    /// Decides the properties of these classes.
    #[must_use]
    pub fn classes(mut self, classes: ClassSet) -> Self {
        self.classes = classes;
        self
    }

    /// Decides only the property with this name, such as `main.bounds.2`.
    #[must_use]
    pub fn property(mut self, name: impl Into<String>) -> Self {
        self.property = Some(name.into());
        self
    }

    /// Looks only at runs in which this input has this value, as C writes it.
    #[must_use]
    pub fn input(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.given.push(Given { name: name.into(), value: value.into() });
        self
    }

    /// Follows loops and recursions so often and no further.
    #[must_use]
    pub fn unwind(mut self, bound: u32) -> Self {
        self.unwind = Unwind::Fixed(bound);
        self
    }

    /// Gives up after this time and says what was decided.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Keeps a failing run for every violated property ([`Finding::others`]), not only for one.
    #[must_use]
    pub fn every_run(mut self) -> Self {
        self.every_run = true;
        self
    }

    /// Decides every property.
    ///
    /// # Errors
    /// If the input is no C program, or the task asks for something that it does not have.
    pub fn check(&self) -> Result<Finding, Refused> {
        self.run(Wish::Verdict)
    }

    /// Decides every property, and makes the failing run as small as possible.
    ///
    /// # Errors
    /// If the input is no C program, or the task asks for something that it does not have.
    pub fn minimize(&self) -> Result<Finding, Refused> {
        self.run(Wish::Smallest)
    }

    /// Decides every property, and finds out why the failing run fails: [`Finding::explanation`].
    ///
    /// # Errors
    /// If the input is no C program, or the task asks for something that it does not have.
    pub fn explain(&self) -> Result<Finding, Refused> {
        self.run(Wish::Reason)
    }

    fn run(&self, wish: Wish) -> Result<Finding, Refused> {
        std::thread::scope(|scope| {
            let work = move || self.run_here(wish);
            match std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                // Too little address space for that stack: the caller's serves ordinary programs.
                Err(_) => self.run_here(wish),
            }
        })
    }

    fn run_here(&self, wish: Wish) -> Result<Finding, Refused> {
        let compiled = whyc_c::compile(&self.inputs, &self.reading).map_err(refused)?;
        let mut analysis = Analysis::new(compiled.program, self.options(&compiled.limits)).map_err(Refused::NoSuch)?;
        if self.every_run {
            analysis = analysis.keeping_every_run();
        }
        let outcome = analysis.decide();
        if let Some(message) = analysis.wrong_input() {
            return Err(Refused::NoSuch(message));
        }
        let (command, minimised, explained) = match (wish, &outcome.counterexample) {
            (Wish::Smallest, Some((property, run))) => {
                let (method, goal) = (Method::Optimal, Goal::LengthValues);
                let found = minimise::minimise(&mut analysis, *property, run, method, goal, &mut |_, _| {});
                ("minimize", Some(found.map_err(Refused::Internal)?), None)
            }
            (Wish::Reason, Some((property, run))) => {
                let (method, goal) = (Method::Optimal, Goal::LengthValues);
                let smallest = minimise::minimise(&mut analysis, *property, run, method, goal, &mut |_, _| {});
                let smallest = smallest.map_err(Refused::Internal)?;
                let found = explain::explain(&mut analysis, *property, &smallest.run, self.explaining(), &mut |_| {});
                ("explain", Some(smallest), Some(found.map_err(Refused::Internal)?))
            }
            (Wish::Smallest, None) => ("minimize", None, None),
            (Wish::Reason, None) => ("explain", None, None),
            (Wish::Verdict, _) => ("check", None, None),
        };
        Ok(self.report(&analysis, &outcome, minimised.as_ref(), command, explained, compiled.diagnostics))
    }

    fn report(
        &self,
        analysis: &Analysis,
        outcome: &Outcome,
        minimised: Option<&minimise::Minimised>,
        command: &str,
        explained: Option<explain::Outcome>,
        notes: Vec<whyc_base::diagnostic::Diagnostic>,
    ) -> Finding {
        let files: Vec<String> = self.inputs.iter().map(Input::name).collect();
        let mut finding = whyc_debug::report(analysis, outcome, minimised, command, &files, notes);
        finding.narrowed = narrowed(&self.reading, &self.options(&[]));
        match explained {
            Some(explain::Outcome::Explained(explanation)) => finding.explanation = Some(*explanation),
            Some(explain::Outcome::Unexplained(reason)) => finding.reason = Some(reason.into()),
            None => {}
        }
        finding
    }

    fn options(&self, limits: &[Limit]) -> Options {
        let budget = Budget::unlimited();
        Options {
            classes: self.classes,
            only: self.property.clone(),
            unwind: self.unwind,
            unwind_loops: Vec::new(),
            limits: limits.to_vec(),
            given: self.given.clone(),
            effort: Effort::default(),
            budget: match self.timeout {
                Some(timeout) => budget.with_timeout(timeout),
                None => budget,
            },
        }
    }

    fn explaining(&self) -> explain::Options {
        explain::Options {
            metric: explain::Metric::Full,
            slices: explain::Slices::One,
            slicing: explain::Slicing::TwoPhase,
            causes: explain::Causes::Inputs,
            // Who fixes the bound asks about the runs within it.
            deepen: self.unwind == Unwind::Automatic,
        }
    }
}

fn refused(failure: whyc_c::Failure) -> Refused {
    match failure {
        whyc_c::Failure::LibclangMissing { message } => Refused::NoLibclang(message),
        whyc_c::Failure::Invalid { sources, clang, diagnostics } => {
            let clang = diagnostics::of_compiler(&clang);
            Refused::Invalid(clang + &diagnostics::render(&sources, &diagnostics, false))
        }
    }
}
