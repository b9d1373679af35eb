//! A counterexample as a value change dump (VCD, IEEE 1364) for waveform viewers.
//!
//! Inputs and state are shown in every cycle. What does not matter is `x`; so is the state that
//! follows from it, by simulation over three values.

use std::fmt::Write as _;

use whyc_aig::circuit::Circuit;
use whyc_aig::{Edge, Node};
use whyc_base::ids::Id;

use crate::design::{Design, Word};
use crate::trace::Counterexample;

/// The dump; with `relevant`, only what matters has a value.
#[must_use]
pub fn write(design: &Design, run: &Counterexample, relevant: Option<&[bool]>) -> String {
    let circuit = &design.circuit;
    let free = run.free();
    let value = |position: usize, value: bool| relevant.is_none_or(|it| it[position]).then_some(value);
    let n_inputs = circuit.inputs.len();
    // The bits of state follow those of the inputs.
    let shift = |word: &Word| Word { bits: word.bits.start + n_inputs..word.bits.end + n_inputs, ..word.clone() };
    let words: Vec<Word> = design.inputs.iter().cloned().chain(design.state.iter().map(shift)).collect();
    let mut text = head(&words);
    let mut state: Vec<Option<bool>> =
        run.initial.iter().enumerate().map(|(latch, &bit)| value(free.latch(latch), bit)).collect();
    let mut shown: Vec<Option<String>> = vec![None; words.len()];
    for cycle in 0..=run.depth {
        let inputs: Vec<Option<bool>> = match run.inputs.get(cycle) {
            Some(bits) => bits.iter().enumerate().map(|(idx, &bit)| value(free.input(cycle, idx), bit)).collect(),
            None => vec![None; n_inputs],
        };
        let _ = writeln!(text, "#{cycle}");
        let now: Vec<Option<bool>> = inputs.iter().chain(&state).copied().collect();
        for (idx, word) in words.iter().enumerate() {
            let change = change(&now[word.bits.clone()]);
            if shown[idx].as_ref() != Some(&change) {
                let _ = writeln!(text, "{change}{}", identifier(idx));
                shown[idx] = Some(change);
            }
        }
        let values = ternary(circuit, &now);
        state = circuit.latches.iter().map(|latch| ternary_of(&values, latch.next)).collect();
    }
    let _ = writeln!(text, "#{}", run.depth + 1);
    text
}

fn head(words: &[Word]) -> String {
    let mut text = String::from("$timescale 1 ns $end\n$scope module circuit $end\n");
    for (idx, word) in words.iter().enumerate() {
        // A name must not contain blanks; everything else is the viewer's to show.
        let name = word.name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c });
        let name: String = name.collect();
        let width = word.bits.len();
        let range = if width == 1 { String::new() } else { format!(" [{}:0]", width - 1) };
        let _ = writeln!(text, "$var wire {width} {} {name}{range} $end", identifier(idx));
    }
    text.push_str("$upscope $end\n$enddefinitions $end\n");
    text
}

/// A value, up to the identifier.
fn change(bits: &[Option<bool>]) -> String {
    let digits: String = bits.iter().rev().map(|bit| bit.map_or('x', |it| if it { '1' } else { '0' })).collect();
    if bits.len() == 1 { digits } else { format!("b{digits} ") }
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
            loop_start: None,
        };
        let dump = write(&Design::of_bits(circuit), &run, Some(&[false, false, true, false]));
        let (head, body) = dump.split_once("$enddefinitions $end\n").expect("there should be a body");
        assert!(head.contains("$var wire 1 ! go $end\n$var wire 1 \" is_gone $end\n"));
        assert_eq!(body, "#0\nx!\nx\"\n#1\n1!\n#2\nx!\n1\"\n#3\n");
    }
}
