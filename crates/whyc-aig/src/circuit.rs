//! Sequential circuits as plain data: what every file format is read into and written from.
//!
//! Invariant: the inputs of the graph are the circuit's inputs followed by its latches, each in
//! order. [`Circuit::new`] starts it, and nothing but the readers and tests builds circuits.

use std::fmt;

use crate::edge::Edge;
use crate::graph::Aig;

/// What a latch holds before the first cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Zero.
    Zero,
    /// One.
    One,
    /// Anything.
    Free,
}

impl Reset {
    /// The value, where there is only one.
    #[must_use]
    pub fn value(self) -> Option<bool> {
        match self {
            Reset::Zero => Some(false),
            Reset::One => Some(true),
            Reset::Free => None,
        }
    }
}

/// An edge with the name that its file gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The name, where the file has one.
    pub name: Option<String>,
    /// The value.
    pub edge: Edge,
}

/// Something that must not happen forever: a run in which every one of these is true again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justice {
    /// The name, where the file has one.
    pub name: Option<String>,
    /// What is true again and again in such a run.
    pub edges: Vec<Edge>,
}

/// One bit of state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latch {
    /// The name, where the file has one.
    pub name: Option<String>,
    /// The value in the current cycle: an input of the graph.
    pub state: Edge,
    /// The value in the next cycle.
    pub next: Edge,
    /// The value before the first cycle.
    pub reset: Reset,
}

/// A sequential circuit.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// The logic of one cycle.
    pub aig: Aig,
    /// What the environment chooses in every cycle.
    pub inputs: Vec<Signal>,
    /// The state.
    pub latches: Vec<Latch>,
    /// What the environment sees.
    pub outputs: Vec<Signal>,
    /// What must never be true.
    pub bad: Vec<Signal>,
    /// What may be taken to be true in every cycle.
    pub constraints: Vec<Signal>,
    /// What must not go on forever.
    pub justice: Vec<Justice>,
    /// What may be taken to be true again and again in every run that goes on forever.
    pub fairness: Vec<Signal>,
    /// What is true of the state before the first cycle, besides the resets. AIGER and BENCH have no such thing.
    pub initial: Vec<Edge>,
    /// How many of the inputs, the last ones, stand for what nobody chooses or knows: they are never to blame.
    pub n_unknown_inputs: usize,
}

impl Circuit {
    /// A circuit with unnamed inputs and latches that keep a zero, and nothing else.
    #[must_use]
    pub fn new(n_inputs: usize, n_latches: usize) -> Self {
        let mut circuit = Self::default();
        for _ in 0..n_inputs {
            let edge = circuit.aig.input();
            circuit.inputs.push(Signal { name: None, edge });
        }
        for _ in 0..n_latches {
            let state = circuit.aig.input();
            circuit.latches.push(Latch { name: None, state, next: state, reset: Reset::Zero });
        }
        circuit
    }

    /// The name of an input: its own, or `i` and its number.
    #[must_use]
    pub fn input_name(&self, idx: usize) -> String {
        self.inputs[idx].name.clone().unwrap_or_else(|| format!("i{idx}"))
    }

    /// The name of a latch: its own, or `l` and its number.
    #[must_use]
    pub fn latch_name(&self, idx: usize) -> String {
        self.latches[idx].name.clone().unwrap_or_else(|| format!("l{idx}"))
    }

    /// What must never be true. Files older than AIGER 1.9 state it as outputs.
    #[must_use]
    pub fn bad_signals(&self) -> &[Signal] {
        let is_old = self.bad.is_empty() && self.justice.is_empty() && self.fairness.is_empty();
        if is_old { &self.outputs } else { &self.bad }
    }
}

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, counted from one.
    Line(usize),
    /// An offset in bytes, where there are no lines.
    Byte(usize),
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: String,
    /// Whether the file is right, and only asks for something that is not supported.
    pub is_file_right: bool,
}

impl FileError {
    /// An error at a place.
    pub fn at(place: Place, reason: impl Into<String>) -> Self {
        Self { place, reason: reason.into(), is_file_right: false }
    }

    /// An error at a line.
    pub fn at_line(line: usize, reason: impl Into<String>) -> Self {
        Self::at(Place::Line(line), reason)
    }

    /// The same, but nothing is wrong with the file.
    #[must_use]
    pub fn unsupported(self) -> Self {
        Self { is_file_right: true, ..self }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Line(line) => write!(f, "line {line}: {}", self.reason),
            Place::Byte(offset) => write!(f, "byte {offset}: {}", self.reason),
        }
    }
}

impl std::error::Error for FileError {}

/// The longest file that is read. No format makes more than three gates of two bytes, so that what
/// is read always fits a graph.
pub const MAX_FILE_BYTES: usize = 1 << 30;

/// Refuses a file that is too long.
pub(crate) fn check_length(bytes: &[u8]) -> Result<(), FileError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(FileError::at(Place::Byte(MAX_FILE_BYTES), "the file is longer than 1 GiB"));
    }
    Ok(())
}

/// Orders `0..n` so that each comes after what it depends on.
///
/// # Errors
/// A member of a cycle.
pub(crate) fn dependency_order(n: usize, dependencies: &[Vec<usize>]) -> Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; n];
    let mut order = Vec::with_capacity(n);
    // With an explicit stack: a file may nest as deeply as it is long.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if marks[root] == Mark::New {
            marks[root] = Mark::Open;
            stack.push((root, 0));
        }
        while let Some((node, next)) = stack.last_mut() {
            match dependencies[*node].get(*next) {
                Some(&dependency) => {
                    *next += 1;
                    match marks[dependency] {
                        Mark::Done => {}
                        Mark::Open => return Err(dependency),
                        Mark::New => {
                            marks[dependency] = Mark::Open;
                            stack.push((dependency, 0));
                        }
                    }
                }
                None => {
                    marks[*node] = Mark::Done;
                    order.push(*node);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}
