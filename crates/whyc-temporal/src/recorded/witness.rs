//! Witnesses of circuits: AIGER's and BTOR2's. They have inputs and initial state; everything else is simulated.

use std::collections::BTreeMap;

use whyc_aig::Edge;
use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;
use whyc_circuit::btor2::build::Source;
use whyc_circuit::design::Design;

use super::{Recorded, Unreadable};
use crate::atom::Atom;
use crate::signals::watched;

/// What a witness says.
#[derive(Debug, Default)]
struct Fed {
    initial: Vec<bool>,
    inputs: Vec<Vec<bool>>,
    start: Option<usize>,
}

/// Reads a witness of a circuit, and simulates the signals that some atoms look at.
///
/// # Errors
/// If it is none, or does not fit the circuit.
pub fn read(text: &str, design: &Design, atoms: &[Atom], budget: &Budget) -> Result<Recorded, Unreadable> {
    if design.has_large_arrays() {
        return Err(Unreadable::at(0, "circuits with large memories are not supported here"));
    }
    let is_btor2 = text.lines().any(|line| line.trim() == "sat");
    let fed = if is_btor2 { btor2(text, design)? } else { aiger(text, design)? };
    simulated(&fed, design, atoms, budget)
}

fn bits(line: usize, text: &str, width: usize) -> Result<Vec<bool>, Unreadable> {
    let bit = |it: char| match it {
        '1' => Ok(true),
        '0' | 'x' | 'X' => Ok(false),
        it => Err(Unreadable::at(line, format!("`{it}` is no bit"))),
    };
    if text.chars().count() != width {
        return Err(Unreadable::at(line, format!("{} bits for {width}", text.chars().count())));
    }
    text.chars().map(bit).collect()
}

/// `1`, `b0`, the latches, the inputs of each cycle, a dot. What does not matter is zero.
fn aiger(text: &str, design: &Design) -> Result<Fed, Unreadable> {
    let circuit = &design.circuit;
    let mut fed = Fed::default();
    let mut stage = 0;
    for (at, line) in text.lines().enumerate() {
        let (number, line) = (at + 1, line.trim());
        if let Some(comment) = line.strip_prefix("c ") {
            fed.start = comment.strip_prefix("the loop starts in cycle ").and_then(|it| it.parse().ok()).or(fed.start);
            continue;
        }
        match (stage, line) {
            (_, ".") => return Ok(fed),
            (0, "1") => stage = 1,
            (0, _) => return Err(Unreadable::at(number, "a witness begins with `1`")),
            (1, it) if it.starts_with(['b', 'j']) => {}
            (1, it) => {
                fed.initial = bits(number, it, circuit.latches.len())?;
                stage = 2;
            }
            (_, it) => fed.inputs.push(bits(number, it, circuit.inputs.len())?),
        }
    }
    Err(Unreadable::at(0, "the witness has no end: a dot"))
}

/// `sat`, `b0`, `#0` with the states, `@0` with the inputs of a cycle, a dot.
fn btor2(text: &str, design: &Design) -> Result<Fed, Unreadable> {
    let Some(words) = &design.words else { return Err(Unreadable::at(0, "this witness is for a BTOR2 file")) };
    let circuit = &design.circuit;
    let initial = circuit.latches.iter().map(|latch| latch.reset.value() == Some(true)).collect();
    let mut fed = Fed { initial, ..Fed::default() };
    let mut is_state = false;
    for (at, line) in text.lines().enumerate() {
        let (number, line) = (at + 1, line.trim());
        let mut parts = line.split_whitespace();
        match line.as_bytes() {
            [b'.', ..] => return Ok(fed),
            [b'#', ..] => is_state = true,
            [b'@', ..] => {
                is_state = false;
                fed.inputs.push(vec![false; circuit.inputs.len()]);
            }
            [b'0'..=b'9', ..] => {
                let (Some(position), Some(value)) =
                    (parts.next().and_then(|it| it.parse::<usize>().ok()), parts.next())
                else {
                    return Err(Unreadable::at(number, "a line should have a number and a value"));
                };
                // Elements of arrays are not looked at.
                if value.starts_with('[') {
                    continue;
                }
                let source = if is_state { Source::State(position) } else { Source::Input(position) };
                let (sources, all) = if is_state {
                    (&words.state_sources, &design.state)
                } else {
                    (&words.input_sources, &design.inputs)
                };
                let word = sources.iter().position(|it| *it == source).map(|at| &all[at]);
                let Some(word) = word else { continue };
                let read = bits(number, value, word.bits.len())?;
                let slots = if is_state { Some(&mut fed.initial) } else { fed.inputs.last_mut() };
                if let Some(slots) = slots {
                    word.bits.clone().zip(read.into_iter().rev()).for_each(|(at, bit)| slots[at] = bit);
                }
            }
            _ => {}
        }
    }
    Err(Unreadable::at(0, "the witness has no end: a dot"))
}

fn simulated(fed: &Fed, design: &Design, atoms: &[Atom], budget: &Budget) -> Result<Recorded, Unreadable> {
    let seen = watched(design, atoms, budget).map_err(|message| Unreadable::at(0, message))?;
    let circuit = &seen.circuit;
    let mut state: Vec<u64> = fed.initial.iter().map(|&bit| u64::from(bit)).collect();
    let columns: BTreeMap<&String, &Vec<Edge>> = seen.bits_from_name.iter().collect();
    let mut recorded = Recorded { names: columns.keys().map(|it| (*it).clone()).collect(), ..Recorded::default() };
    for inputs in &fed.inputs {
        let words: Vec<u64> = inputs.iter().map(|&bit| u64::from(bit)).chain(state.iter().copied()).collect();
        let values = circuit.aig.simulate(&words);
        let is_true = |edge: Edge| word_of(&values, edge) & 1 == 1;
        let value =
            |bits: &&Vec<Edge>| bits.iter().rev().fold(0u128, |value, &edge| value << 1 | u128::from(is_true(edge)));
        recorded.steps.push(columns.values().map(|bits| Some(value(bits))).collect());
        state = circuit.latches.iter().map(|latch| u64::from(is_true(latch.next))).collect();
    }
    recorded.start = fed.start.filter(|start| *start < recorded.steps.len());
    Ok(recorded)
}
