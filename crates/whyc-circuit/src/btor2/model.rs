//! A BTOR2 file as plain data, its sorts checked.

use super::number::Number;
use super::ops::Op;

/// The sort of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A word of at least one bit.
    Bits(u32),
    /// A map from words to words.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width of a word or of an element.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Sort::Bits(width) | Sort::Array { element: width, .. } => width,
        }
    }
}

/// A node as an operand: its position in [`Model::nodes`], every bit flipped if it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Which node.
    pub node: usize,
    /// Whether its bits are flipped.
    pub negated: bool,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A constant.
    Const(Number),
    /// Chosen anew in every cycle.
    Input,
    /// Part of the state.
    State,
    /// An operator on other nodes.
    Apply(Op, Vec<Operand>),
}

/// One node. Operands come before what uses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its sort.
    pub sort: Sort,
    /// The name that the file gives it.
    pub name: Option<String>,
    /// Its number in the file.
    pub id: u64,
    /// Its line, counted from one.
    pub line: usize,
}

/// Part of the state, and how it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The node that stands for it.
    pub node: usize,
    /// What it holds before the first cycle; anything if not given. A word for an array is in every element.
    pub init: Option<Operand>,
    /// What it holds in the next cycle; anything if not given.
    pub next: Option<Operand>,
}

/// Something to be looked at in every cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// What is looked at.
    pub operand: Operand,
    /// The name that the file gives it.
    pub name: Option<String>,
    /// The line that says so, counted from one.
    pub line: usize,
}

/// Something that must not go on forever: a run in which all of these are true again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justice {
    /// What is true again and again in such a run.
    pub operands: Vec<Operand>,
    /// The name that the file gives it.
    pub name: Option<String>,
    /// The line that says so, counted from one.
    pub line: usize,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// All nodes, operands first.
    pub nodes: Vec<Node>,
    /// The nodes that are inputs.
    pub inputs: Vec<usize>,
    /// The state.
    pub states: Vec<State>,
    /// What must never be true.
    pub bad: Vec<Root>,
    /// What may be taken to be true in every cycle.
    pub constraints: Vec<Root>,
    /// What must not go on forever.
    pub justice: Vec<Justice>,
    /// What may be taken to be true again and again in every run that goes on forever.
    pub fairness: Vec<Root>,
    /// What the environment sees.
    pub outputs: Vec<Root>,
}

impl Model {
    /// Which nodes a property, a constraint or a state depends on: nobody looks at the others but people.
    #[must_use]
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let states = self.states.iter().flat_map(|state| state.init.into_iter().chain(state.next));
        let roots = self.bad.iter().chain(&self.constraints).chain(&self.fairness).map(|root| root.operand);
        let roots = roots.chain(self.justice.iter().flat_map(|justice| justice.operands.iter().copied()));
        states.chain(roots).for_each(|operand| needed[operand.node] = true);
        // Operands come before what uses them.
        for idx in (0..self.nodes.len()).rev() {
            if let (true, Kind::Apply(_, operands)) = (needed[idx], &self.nodes[idx].kind) {
                operands.iter().for_each(|operand| needed[operand.node] = true);
            }
        }
        needed
    }

    /// The nodes that are needed and read an array, each with the array and the index.
    #[must_use]
    pub fn reads(&self) -> Vec<(usize, Operand, Operand)> {
        let needed = self.needed().into_iter().enumerate().filter(|(_, needed)| *needed);
        let read = |(idx, _): (usize, bool)| match &self.nodes[idx].kind {
            Kind::Apply(Op::Read, operands) => Some((idx, operands[0], operands[1])),
            _ => None,
        };
        needed.filter_map(read).collect()
    }

    /// The name that a person knows a node by: its own, that of an output that is just this, or the number of its line in the
    /// file.
    #[must_use]
    pub fn name(&self, node: usize) -> String {
        let Node { name, id, kind, .. } = &self.nodes[node];
        let output = || {
            let is_this = |root: &&Root| root.operand == Operand { node, negated: false } && root.name.is_some();
            self.outputs.iter().find(is_this).and_then(|root| root.name.clone())
        };
        name.clone().or_else(output).unwrap_or_else(|| {
            let kind = match kind {
                Kind::Input => "input",
                Kind::State => "state",
                Kind::Const(_) | Kind::Apply(..) => "node",
            };
            format!("{kind}{id}")
        })
    }
}
