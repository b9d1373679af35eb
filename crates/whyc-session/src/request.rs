//! A program and what is asked about it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_c::{Header, Input, World};
use whyc_check::effort::Spent;
use whyc_check::{Arithmetic, Effort, Given, Unwind};
use whyc_debug::explain;
use whyc_debug::finding::Method;
use whyc_debug::minimise::Goal;
use whyc_engines::{Elsewhere, EngineName, Mode};
use whyc_ir::property::ClassSet;

use crate::scores::Fault;
use crate::tests::Test;

/// The name under which the turns that threads take are a loop: each round is one thread's turn.
pub const SWITCHES: &str = "switches";

/// A program and what is to be decided about it. Without options, every property that is checked by default is decided from
/// `main` on, for all inputs, however long that takes.
#[derive(Clone, Debug)]
pub struct Request {
    /// The translation units.
    pub inputs: Vec<Input>,
    /// How they are read.
    pub reading: whyc_c::Options,
    /// What is decided, and within which limits.
    pub deciding: whyc_check::Options,
    /// Only runs count in which this C expression holds where the property is that fails.
    pub assume: Option<String>,
    /// Properties over time that the program is watched for.
    pub temporal: Vec<whyc_temporal::judged::Source>,
    /// Only runs count that come along these places.
    pub along: Option<whyc_along::Along>,
    /// Tests of the program; if there are any, it is their world that the program runs in.
    pub tests: Vec<Test>,
    /// Whether a failing run is kept for every violated property, not only for one.
    pub every_run: bool,
    /// No more work than this, if that is said: what is not known by then is unknown. It is for whoever asks about thousands of programs.
    pub most: Option<Spent>,
    /// Whether runs are shown as the solver happens to find them: what small ones are compared with.
    pub unsteered: bool,
    /// How hard questions are split into parts.
    pub split: Mode,
    /// After how many conflicts a question is hard, if that is not left to the way of splitting.
    pub patience: Option<u32>,
    /// The engines that may look for the answer; nothing for all of them. Runs are always told by unrolling.
    pub engines: Option<Vec<EngineName>>,
    /// Where it is kept what was learnt about engines; nothing if nothing is to be learnt.
    pub learning: Option<PathBuf>,
    /// On how many threads parts are looked at. The answer is the same for any number.
    pub jobs: usize,
    /// Others who look at parts.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
    /// The options of a command line that asks the same, for reports that say how to ask more.
    pub words: Vec<String>,
}

impl Request {
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

    /// A program of these translation units.
    #[must_use]
    pub fn new(inputs: Vec<Input>) -> Self {
        // What is not given is an input.
        let world = World::default();
        Self {
            inputs,
            reading: whyc_c::Options { world, ..whyc_c::Options::for_main() },
            deciding: whyc_check::Options {
                classes: ClassSet::defaults(),
                only: None,
                unwind: Unwind::Automatic,
                unwind_loops: Vec::new(),
                limits: Vec::new(),
                given: Vec::new(),
                effort: Effort::default(),
                arith: Arithmetic::default(),
                budget: Budget::unlimited(),
            },
            assume: None,
            temporal: Vec::new(),
            along: None,
            tests: Vec::new(),
            every_run: false,
            most: None,
            unsteered: false,
            split: Mode::Auto,
            patience: None,
            engines: None,
            learning: None,
            jobs: 1,
            elsewhere: None,
            words: Vec::new(),
        }
    }

    /// Starts at this function instead of `main`; its parameters are inputs.
    #[must_use]
    pub fn function(mut self, name: impl Into<String>) -> Self {
        self.reading.entry = name.into();
        self
    }

    /// Takes this text for a header, whether there is a file of that name or not: an editor's buffer that is not saved yet.
    #[must_use]
    pub fn header(mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        self.reading.headers.push(Header { path: path.into(), text: text.into() });
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
        self.deciding.classes = classes;
        self
    }

    /// Decides only the property with this name, such as `main.bounds.2`.
    #[must_use]
    pub fn property(mut self, name: impl Into<String>) -> Self {
        self.deciding.only = Some(name.into());
        self
    }

    /// Looks only at runs in which this input has this value, as C writes it.
    #[must_use]
    pub fn input(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.deciding.given.push(Given { name: name.into(), value: value.into() });
        self
    }

    /// Follows every loop and recursion this many times, and no further.
    #[must_use]
    pub fn unwind(mut self, bound: u32) -> Self {
        self.deciding.unwind = Unwind::Fixed(bound);
        self
    }

    /// Gives up this long from now, and says what was decided.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.deciding.budget = self.deciding.budget.with_timeout(timeout);
        self
    }

    /// Keeps to these limits.
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.deciding.budget = budget;
        self
    }

    /// Keeps a failing run for every violated property, not only for one.
    #[must_use]
    pub fn every_run(mut self) -> Self {
        self.every_run = true;
        self
    }

    /// Looks at parts of hard questions on so many threads.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs;
        self
    }

    /// Splits hard questions so.
    #[must_use]
    pub fn split(mut self, mode: Mode) -> Self {
        self.split = mode;
        self
    }

    /// What reports call the inputs.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.inputs.iter().map(Input::name).collect()
    }

    /// Whether the bound of all loops is given: then what is asked is about the runs within it.
    #[must_use]
    pub fn is_bound_fixed(&self) -> bool {
        self.deciding.unwind != Unwind::Automatic
    }

    /// Whether the number of turns that threads take is fixed.
    #[must_use]
    pub fn fixes_switches(&self) -> bool {
        self.deciding.unwind_loops.iter().any(|(name, _)| name == SWITCHES)
    }
}

/// What is wanted beyond the verdict.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Nothing.
    Verdict,
    /// The smallest failing run; `None` to leave it as it was found.
    Smallest(Option<Smallest>),
    /// Why it fails.
    Reason(explain::Options),
    /// Where a change would help.
    Places(Places),
    /// What the failing run takes from outside, for a test that does the same.
    Script,
    /// What makes it suspicious that everything holds.
    Suspicions,
}

impl Wish {
    /// The verb of the command line that asks for it.
    #[must_use]
    pub fn command(&self) -> &'static str {
        match self {
            Wish::Verdict => "check",
            Wish::Smallest(_) => "minimize",
            Wish::Reason(_) => "explain",
            Wish::Places(_) => "localize",
            Wish::Script => "replay",
            Wish::Suspicions => "vacuity",
        }
    }
}

/// How much of the story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What was asked for.
    Asked,
    /// What, why and where, whatever was asked for: for a page. The parts that nobody asked for get a limited time each; one
    /// that does not come to an end is named in the finding, with the reason.
    Whole,
}

/// What a small run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// How it is made small.
    pub method: Method,
    /// What is made small first.
    pub goal: Goal,
    /// Not one run, but one for each way to fail, at most this many.
    pub classes: Option<usize>,
}

impl Default for Smallest {
    fn default() -> Self {
        Self { method: Method::Optimal, goal: Goal::LengthValues, classes: None }
    }
}

/// Which places are looked for.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// How.
    pub options: whyc_localize::Options,
    /// The known fault, to measure how close to it the places are.
    pub fault: Option<Fault>,
}
