//! A counterexample in the AIGER witness format, `x` where the value does not matter.

use whyc_aig::circuit::{Circuit, Reset};

use crate::property::Property;
use crate::trace::Counterexample;

/// The witness: `1`, the property, the initial state, the inputs of each cycle, a dot.
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
    let mut text = format!("1\n{property}\n");
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
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_x() {
        let circuit =
            whyc_aig::aiger::read(b"aag 4 2 2 0 0 1\n2\n4\n6 2 1\n8 4 8\n6\n").expect("the file should be read");
        let run = Counterexample {
            property: Property::Bad(0),
            depth: 1,
            initial: vec![true, false],
            inputs: vec![vec![true, false], vec![false, true]],
            loop_start: None,
        };
        assert_eq!(write(&circuit, &run, None), "1\nb0\n10\n10\n01\n.\n");
        let relevant = [false, false, true, false, false, true];
        assert_eq!(write(&circuit, &run, Some(&relevant)), "1\nb0\n1x\n1x\nx1\n.\n");
    }
}
