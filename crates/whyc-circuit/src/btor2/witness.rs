//! A counterexample in the BTOR2 witness format.

use std::fmt::Write as _;

use super::cells::pool_of;
use super::model::Sort;
use super::number::Number;
use super::words::{Source, Words};
use crate::design::{Design, Word};
use crate::property::Property;
use crate::trace::Counterexample;

/// The witness: `sat`, the property, and for each cycle the state (`#`) and the inputs (`@`). If it goes on forever, a
/// comment before it says where the loop starts.
///
/// States are given in the first cycle, unless the file initialises them, and, where they are chosen anew, in all.
/// With `relevant`, a bit that does not matter is `x`. A state that is not a bad property of the file has no name there and is called `b0`.
#[must_use]
pub fn write(design: &Design, words: &Words, run: &Counterexample, relevant: Option<&[bool]>) -> String {
    let property = match run.property {
        Property::Bad(idx) => format!("b{idx}"),
        Property::Reach(_) => "b0".to_owned(),
        Property::Justice(idx) => format!("j{idx}"),
    };
    let free = run.free();
    let matters = |position: usize| relevant.is_none_or(|it| it[position]);
    let mut text = String::new();
    if let Some(start) = run.loop_start {
        let _ = writeln!(text, "; the loop starts in cycle {start}");
    }
    let _ = write!(text, "sat\n{property}\n");
    // A state that is there from the start takes no inputs, but has a first cycle.
    for cycle in 0..run.inputs.len().max(1) {
        let _ = writeln!(text, "#{cycle}");
        if cycle == 0 {
            let mut elements = Elements::default();
            for (word, &source) in design.state.iter().zip(&words.state_sources) {
                let shown = pattern(word, |bit| run.initial[bit], |bit| matters(free.latch(bit)));
                elements.line(&mut text, words, source, &shown, cycle);
            }
        }
        for at_cycle in [Section::States, Section::Inputs] {
            if at_cycle == Section::Inputs {
                let _ = writeln!(text, "@{cycle}");
            }
            let mut elements = Elements::default();
            for (word, &source) in design.inputs.iter().zip(&words.input_sources) {
                let section = if matches!(source, Source::Input(_)) { Section::Inputs } else { Section::States };
                // What is fed is the state of the next cycle.
                let (bits, at) = match (source, cycle.checked_sub(1)) {
                    (Source::Fed(_), None) => continue,
                    (Source::Fed(_), Some(before)) => (run.inputs.get(before), before),
                    _ => (run.inputs.get(cycle), cycle),
                };
                let Some(bits) = bits else { continue };
                if section == at_cycle {
                    let shown = pattern(word, |bit| bits[bit], |bit| matters(free.input(at, bit)));
                    elements.line(&mut text, words, source, &shown, cycle);
                }
            }
        }
    }
    text.push_str(".\n");
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    States,
    Inputs,
}

/// The bits of a word, the most significant first.
fn pattern(word: &Word, value: impl Fn(usize) -> bool, matters: impl Fn(usize) -> bool) -> String {
    let show = |bit: usize| match (matters(bit), value(bit)) {
        (false, _) => 'x',
        (true, true) => '1',
        (true, false) => '0',
    };
    word.bits.clone().rev().map(show).collect()
}

/// Counts the elements of an array as they go by.
#[derive(Default)]
struct Elements {
    last: Option<Source>,
    n_before: usize,
}

impl Elements {
    fn line(&mut self, text: &mut String, words: &Words, source: Source, shown: &str, cycle: usize) {
        self.n_before = if self.last.replace(source) == Some(source) { self.n_before + 1 } else { 0 };
        let (Source::Input(position) | Source::FreeState(position) | Source::Fed(position) | Source::State(position)) =
            source
        else {
            // An address is no part of the file.
            return;
        };
        let model = &words.model;
        let node =
            if matches!(source, Source::Input(_)) { model.inputs[position] } else { model.states[position].node };
        let sort = model.nodes[node].sort;
        let constants = pool_of(&words.pools, sort).and_then(|pool| words.pools[pool].addresses.as_ref());
        let address =
            constants.map_or_else(|| Number::from(self.n_before), |addresses| addresses[self.n_before].clone());
        let at = match sort {
            Sort::Bits(_) => String::new(),
            Sort::Array { index, .. } => format!("[{address:0>width$b}] ", width = index as usize),
        };
        // What the file initialises is left out: checkers know it, and not all of them can hold another value against it.
        if matches!(source, Source::State(at) if model.states[at].init.is_some()) {
            return;
        }
        // An element of which nothing matters is best left out: it is then anything.
        if at.is_empty() || shown.contains(['0', '1']) {
            let part = if matches!(source, Source::Input(_)) { '@' } else { '#' };
            let _ = writeln!(text, "{position} {at}{shown} {}{part}{cycle}", model.name(node));
        }
    }
}
