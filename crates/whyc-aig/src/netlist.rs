//! The gates of a file as they stand there: nothing is shared, nothing is simplified.
//!
//! A [`Circuit`](crate::circuit::Circuit) is what a file means; this is how it says it, for whoever wants to speak of its gates. Signal 0 is
//! the constant false.

use crate::circuit::Reset;

/// What a gate does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// True if all are.
    And,
    /// True if one is.
    Or,
    /// True if an odd number is.
    Xor,
    /// Its only operand.
    Buffer,
}

/// A signal, or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Which signal.
    pub signal: usize,
    /// Whether it is complemented.
    pub negated: bool,
}

/// A gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The signal that it drives.
    pub target: usize,
    /// What it does.
    pub kind: GateKind,
    /// Whether what it does is complemented.
    pub negated: bool,
    /// What it looks at.
    pub operands: Vec<Wire>,
    /// Its line, counted from one, where the file has lines.
    pub line: Option<usize>,
}

/// Something that holds a bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The signal that has the bit.
    pub signal: usize,
    /// What it holds in the next cycle.
    pub next: Wire,
    /// What it holds at first.
    pub reset: Reset,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Netlist {
    /// The name of each signal, or the number that the file knows it by.
    pub names: Vec<String>,
    /// Whether somebody gave names to gates: theirs are numbers otherwise.
    pub has_named_gates: bool,
    /// The signals that are inputs.
    pub inputs: Vec<usize>,
    /// What holds something.
    pub registers: Vec<Register>,
    /// The gates, each after those that it looks at.
    pub gates: Vec<Gate>,
    /// What the environment sees.
    pub outputs: Vec<Wire>,
    /// What must never be true.
    pub bad: Vec<Wire>,
    /// What may be taken to be true in every cycle.
    pub constraints: Vec<Wire>,
    /// What must not all be true again and again.
    pub justice: Vec<Vec<Wire>>,
    /// What may be taken to be true again and again.
    pub fairness: Vec<Wire>,
}
