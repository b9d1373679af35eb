//! A counterexample in the AIGER witness format.

use std::fmt::Write as _;

use whyc_aig::circuit::{Circuit, Reset};

use crate::property::Property;
use crate::trace::Counterexample;

/// How bits are written that do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DontCares {
    /// As the run has them: every checker takes that.
    AsInRun,
    /// As `x`: whatever they are, the property is violated.
    Kept,
}

/// The witness: `1`, the property, the initial state, the inputs of each cycle, a dot. If it goes on forever, a comment
/// before it says where the loop starts; checkers find that out themselves.
///
/// With `relevant`, an input that does not matter is `x`, as is an initial bit that the circuit
/// leaves open; a bit that reset fixes keeps its value, because checkers hold it against the
/// reset. A state that is not a bad signal of the file has no name there and is called `b0`.
#[must_use]
pub fn write(circuit: &Circuit, run: &Counterexample, relevant: Option<&[bool]>) -> String {
    let free = run.free();
    let bit = |position: usize, value: bool| match relevant {
        Some(relevant) if !relevant[position] => 'x',
        _ if value => '1',
        _ => '0',
    };
    let property = match run.property {
        // Outputs stand for bad states in files that have none.
        Property::Bad(idx) => format!("b{idx}"),
        Property::Reach(_) => "b0".to_owned(),
        Property::Justice(idx) => format!("j{idx}"),
    };
    let mut text = String::new();
    if let Some(start) = run.loop_start {
        let _ = writeln!(text, "c the loop starts in cycle {start}");
    }
    let _ = write!(text, "1\n{property}\n");
    for (latch, &value) in run.initial.iter().enumerate() {
        text.push(match circuit.latches[latch].reset {
            Reset::Free => bit(free.latch(latch), value),
            Reset::Zero | Reset::One => {
                if value {
                    '1'
                } else {
                    '0'
                }
            }
        });
    }
    text.push('\n');
    for (cycle, inputs) in run.inputs.iter().enumerate() {
        text.extend(inputs.iter().enumerate().map(|(input, &value)| bit(free.input(cycle, input), value)));
        text.push('\n');
    }
    text.push_str(".\n");
    text
}

#[cfg(test)]
mod tests;
