//! Inputs that are held at a value in every cycle: what `--input NAME=VALUE` says.

use std::fmt;

use whyc_aig::circuit::Signal;
use whyc_base::budget::Budget;

use crate::btor2::build;
use crate::btor2::model::{Kind, Node, Operand, Root, Sort};
use crate::btor2::number;
use crate::btor2::ops::Op;
use crate::design::Design;
use crate::file::ReadError;
use crate::state;

/// Why an input cannot be held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixError {
    /// There is no input of that name; these there are.
    Unknown(String, Vec<String>),
    /// The value is none of so many bits.
    Value(String, usize),
    /// The design with it is too much.
    Read(ReadError),
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixError::Unknown(name, known) => {
                let shown = known.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
                let more = if known.len() > 10 { ", …" } else { "" };
                write!(f, "there is no input `{name}`, but {shown}{more}")
            }
            FixError::Value(value, width) => write!(f, "`{value}` is not a value of {width} bits"),
            FixError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FixError {}

/// The design with inputs held at values, by name.
///
/// # Errors
/// If there is no such input, or it has no such value.
pub fn fixed(design: Design, given: &[(String, String)], budget: &Budget) -> Result<Design, FixError> {
    let mut wanted = Vec::new();
    for (name, value) in given {
        let word = design.inputs.iter().position(|word| word.name == *name);
        let word = word.ok_or_else(|| {
            FixError::Unknown(name.clone(), design.inputs.iter().map(|word| word.name.clone()).collect())
        })?;
        let width = design.inputs[word].bits.len();
        let bits: Option<Vec<bool>> = state::pattern(value, width).and_then(|bits| bits.into_iter().collect());
        wanted.push((word, bits.ok_or_else(|| FixError::Value(value.clone(), width))?));
    }
    match design.words {
        Some(_) => in_words(design, &wanted, budget),
        None => Ok(in_bits(design, &wanted)),
    }
}

fn in_bits(mut design: Design, wanted: &[(usize, Vec<bool>)]) -> Design {
    for (word, bits) in wanted {
        for (at, &bit) in design.inputs[*word].bits.clone().zip(bits) {
            let edge = design.circuit.inputs[at].edge ^ !bit;
            design.circuit.constraints.push(Signal { name: None, edge });
        }
    }
    design
}

fn in_words(design: Design, wanted: &[(usize, Vec<bool>)], budget: &Budget) -> Result<Design, FixError> {
    let Some(words) = &design.words else { return Ok(design) };
    let mut model = words.model.clone();
    for (word, bits) in wanted {
        let node = match words.input_sources[*word] {
            build::Source::Input(at) => model.inputs[at],
            build::Source::FreeState(at) | build::Source::State(at) | build::Source::Fed(at) => model.states[at].node,
            build::Source::Address(_) => continue,
        };
        let (sort, line) = (model.nodes[node].sort, model.nodes[node].line);
        if !matches!(sort, Sort::Bits(_)) {
            return Err(FixError::Unknown(design.inputs[*word].name.clone(), Vec::new()));
        }
        let plain = |kind: Kind, sort: Sort| Node { kind, sort, name: None, id: 0, line };
        model.nodes.push(plain(Kind::Const(number::from_bits(bits)), sort));
        let value = model.nodes.len() - 1;
        let operand = |node: usize| Operand { node, negated: false };
        model.nodes.push(plain(Kind::Apply(Op::Eq, vec![operand(node), operand(value)]), Sort::Bits(1)));
        model.constraints.push(Root { operand: operand(value + 1), name: None, line });
    }
    build::build(model, budget).map_err(FixError::Read)
}
