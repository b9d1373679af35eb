//! What a person is told about a circuit, as plain data: no gates, no ids, no solver.

use std::time::Duration;

pub use whyc_base::verdict::Verdict;

use crate::design::{Design, Word};
use crate::lift::Lifted;
use crate::trace::Counterexample;

/// What is known of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds: proved, by induction over so many cycles.
    Holds {
        /// The cycles of the induction.
        depth: usize,
    },
    /// It holds up to this cycle.
    HoldsUpTo(usize),
    /// It is violated after so many cycles.
    Violated {
        /// The cycles.
        depth: usize,
    },
    /// A limit was reached.
    Unknown {
        /// How many cycles are known to be safe.
        checked: usize,
    },
}

/// One property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyReport {
    /// What `--property` knows it by.
    pub id: String,
    /// `bad` for a signal of the file, `reach` for a state that was asked for.
    pub class: &'static str,
    /// In words.
    pub description: String,
    /// The line of the file that states it, where there is one.
    pub line: Option<usize>,
    /// What is known of it.
    pub status: Status,
}

/// Whether a row is one of inputs or of initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// An input, in every cycle.
    Input,
    /// State, before the first cycle.
    State,
}

/// One bit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// Its value in the run.
    pub value: bool,
    /// Whether it matters.
    pub relevant: bool,
}

/// A signal with its values, cycle by cycle; the bits of a value from the least significant one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: RowKind,
    /// Its values.
    pub cells: Vec<Vec<Bit>>,
}

impl Row {
    /// Whether any of it matters.
    #[must_use]
    pub fn is_relevant(&self) -> bool {
        self.cells.iter().flatten().any(|bit| bit.relevant)
    }
}

/// The run that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// Which property it violates, by its position.
    pub property: usize,
    /// After how many cycles.
    pub depth: usize,
    /// In how many cycles there are inputs.
    pub n_columns: usize,
    /// The inputs, then the initial state.
    pub rows: Vec<Row>,
    /// How it was lifted.
    pub method: &'static str,
    /// Whether no smaller set of bits would do.
    pub optimal: bool,
    /// What no set of bits that would do is smaller than, where that was asked.
    pub at_least: Option<usize>,
    /// Why lifting ended early, if it did.
    pub cut_short: Option<String>,
}

/// How long it took and how much it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Reading the file.
    pub parse: Duration,
    /// Checking.
    pub solve: Duration,
    /// Lifting.
    pub lift: Duration,
    /// Everything.
    pub total: Duration,
    /// Gates of one cycle.
    pub gates: u64,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses of the solver.
    pub clauses: u64,
    /// Calls to the solver.
    pub solver_calls: u64,
}

/// Everything that a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verb.
    pub command: String,
    /// The file.
    pub file: String,
    /// The answer as a whole.
    pub verdict: Verdict,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// The last cycle that was to be looked at.
    pub bound: usize,
    /// Whether the bound was asked for.
    pub is_bound_given: bool,
    /// Whether a proof was looked for.
    pub is_proof_sought: bool,
    /// The properties.
    pub properties: Vec<PropertyReport>,
    /// The run that is shown.
    pub counterexample: Option<RunReport>,
    /// What it took.
    pub stats: Stats,
}

impl Finding {
    /// What is said of a file about which nothing was found out.
    #[must_use]
    pub fn unread(command: &str, file: &str, reason: String) -> Self {
        Self {
            command: command.to_owned(),
            file: file.to_owned(),
            verdict: Verdict::Unknown,
            reason: Some(reason),
            bound: 0,
            is_bound_given: false,
            is_proof_sought: false,
            properties: Vec::new(),
            counterexample: None,
            stats: Stats::default(),
        }
    }
}

/// The rows of a run: every input, then every word of state.
#[must_use]
pub fn rows(design: &Design, run: &Counterexample, lifted: &Lifted) -> Vec<Row> {
    let free = run.free();
    let cell = |word: &Word, bit: &dyn Fn(usize) -> Bit| word.bits.clone().map(bit).collect::<Vec<Bit>>();
    let inputs = design.inputs.iter().map(|word| {
        let cells = (0..free.n_cycles).map(|cycle| {
            let relevant = |bit: usize| lifted.relevant[free.input(cycle, bit)];
            cell(word, &|bit| Bit { value: run.inputs[cycle][bit], relevant: relevant(bit) })
        });
        Row { name: word.name.clone(), kind: RowKind::Input, cells: cells.collect() }
    });
    let state = design.state.iter().map(|word| {
        let bit = |bit: usize| Bit { value: run.initial[bit], relevant: lifted.relevant[free.latch(bit)] };
        Row { name: word.name.clone(), kind: RowKind::State, cells: vec![cell(word, &bit)] }
    });
    inputs.chain(state).collect()
}
