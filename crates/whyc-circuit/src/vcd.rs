//! A counterexample as a value change dump (VCD, IEEE 1364) for waveform viewers.
//!
//! Inputs and state are shown in every cycle. What does not matter is `x`; so is the state that
//! follows from it, by simulation over three values.

use std::fmt::Write as _;

use whyc_aig::circuit::Circuit;
use whyc_aig::{Edge, Node};
use whyc_base::ids::Id;

use crate::trace::Counterexample;

/// The dump; with `relevant`, only what matters has a value.
#[must_use]
pub fn write(circuit: &Circuit, run: &Counterexample, relevant: Option<&[bool]>) -> String {
    let free = run.free();
    let value = |position: usize, value: bool| relevant.is_none_or(|it| it[position]).then_some(value);
    let n_inputs = circuit.inputs.len();
    let names = (0..n_inputs)
        .map(|idx| circuit.input_name(idx))
        .chain((0..circuit.latches.len()).map(|idx| circuit.latch_name(idx)));
    let mut text = String::from("$timescale 1 ns $end\n$scope module circuit $end\n");
    for (idx, name) in names.enumerate() {
        // A name must not contain blanks; everything else is the viewer's to show.
        let name: String = name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
        let _ = writeln!(text, "$var wire 1 {} {name} $end", identifier(idx));
    }
    text.push_str("$upscope $end\n$enddefinitions $end\n");
    let mut state: Vec<Option<bool>> =
        run.initial.iter().enumerate().map(|(latch, &bit)| value(free.latch(latch), bit)).collect();
    let mut shown: Vec<Option<Option<bool>>> = vec![None; n_inputs + state.len()];
    for cycle in 0..=run.depth {
        let inputs: Vec<Option<bool>> = match run.inputs.get(cycle) {
            Some(bits) => bits.iter().enumerate().map(|(idx, &bit)| value(free.input(cycle, idx), bit)).collect(),
            None => vec![None; n_inputs],
        };
        let _ = writeln!(text, "#{cycle}");
        let now: Vec<Option<bool>> = inputs.iter().chain(&state).copied().collect();
        for (idx, &bit) in now.iter().enumerate() {
            if shown[idx].replace(bit) != Some(bit) {
                let _ = writeln!(text, "{}{}", bit.map_or('x', |it| if it { '1' } else { '0' }), identifier(idx));
            }
        }
        let values = ternary(circuit, &now);
        state = circuit.latches.iter().map(|latch| ternary_of(&values, latch.next)).collect();
    }
    let _ = writeln!(text, "#{}", run.depth + 1);
    text
}

/// The value of every node where it follows from those of the inputs.
fn ternary(circuit: &Circuit, inputs: &[Option<bool>]) -> Vec<Option<bool>> {
    let aig = &circuit.aig;
    let mut values: Vec<Option<bool>> = Vec::with_capacity(aig.n_nodes());
    for idx in 0..aig.n_nodes() {
        let value = match aig.node(Id::from_index(idx)) {
            Node::Const => Some(false),
            Node::Input(position) => inputs.get(position as usize).copied().flatten(),
            Node::And(left, right) => match (ternary_of(&values, left), ternary_of(&values, right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) | (other, Some(true)) => other,
                (None, None) => None,
            },
        };
        values.push(value);
    }
    values
}

fn ternary_of(values: &[Option<bool>], edge: Edge) -> Option<bool> {
    values[edge.index()].map(|value| value != edge.is_negated())
}

/// A short name of printable characters, `!` to `~`.
fn identifier(mut idx: usize) -> String {
    let mut text = String::new();
    loop {
        text.push((b'!' + (idx % 94) as u8) as char);
        idx /= 94;
        if idx == 0 {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Property;

    #[test]
    fn only_changes_are_dumped() {
        let circuit =
            whyc_aig::aiger::read(b"aag 2 1 1 0 0 1\n2\n4 2\n4\ni0 go\nl0 is gone\n").expect("the file should be read");
        let run = Counterexample {
            property: Property::Bad(0),
            depth: 2,
            initial: vec![false],
            inputs: vec![vec![true], vec![true], vec![false]],
        };
        let dump = write(&circuit, &run, Some(&[false, false, true, false]));
        let (head, body) = dump.split_once("$enddefinitions $end\n").expect("there should be a body");
        assert!(head.contains("$var wire 1 ! go $end\n$var wire 1 \" is_gone $end\n"));
        assert_eq!(body, "#0\nx!\nx\"\n#1\n1!\n#2\nx!\n1\"\n#3\n");
    }
}
