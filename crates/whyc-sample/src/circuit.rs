//! Runs of a circuit, 64 of them in each word: bit `k` of everything belongs to run `k` of a block.
//!
//! A run has so many cycles, and ends where a bad signal is true for the first time. Inputs are drawn anew in each cycle; where constraints
//! do not hold in a cycle, its inputs are drawn again, some times, before the run is rejected. Nothing here looks at what must not go on forever.

use whyc_aig::sim::word_of;
use whyc_circuit::design::Design;
use whyc_circuit::property::Property;
use whyc_circuit::simulate;
use whyc_circuit::trace::Counterexample;

use crate::dist::{Distribution, Drawn, Kind, Numbers as Numeric};
use crate::drive::{Ended, Seen, Subject};
use crate::random::{Numbers, Purpose};

/// How often inputs of a cycle are drawn again for the sake of constraints.
const AGAIN: usize = 64;

/// A circuit with its inputs, ready to be run.
pub struct Sampled {
    design: Design,
    inputs: Vec<Input>,
    properties: Vec<usize>,
    cycles: usize,
    seed: u64,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// How it is distributed, in words.
    pub text: String,
    /// Whether somebody said so.
    pub is_given: bool,
    /// Whether it stands for what nobody chooses or knows.
    pub is_unknown: bool,
    drawn: Option<Drawn>,
}

/// What is seen of 64 runs.
struct Block {
    ended: Vec<Ended>,
    lasted: Vec<u64>,
}

/// What a run was fed.
#[derive(Default)]
struct Tape {
    initial: Vec<u64>,
    inputs: Vec<Vec<u64>>,
}

impl Sampled {
    /// A circuit of which `properties` are asked about, by their positions among the bad signals.
    ///
    /// # Errors
    /// If a name is none of an input, or a distribution does not fit; if the circuit has something that cannot be run.
    pub fn new(
        design: Design,
        given: &[(String, Distribution)],
        properties: Vec<usize>,
        cycles: usize,
        seed: u64,
    ) -> Result<Self, String> {
        if design.has_large_arrays() {
            return Err("it has arrays that are too large to be run element by element".to_owned());
        }
        let n_chosen = design.circuit.inputs.len().saturating_sub(design.circuit.n_unknown_inputs);
        let mut inputs: Vec<Input> = design
            .inputs
            .iter()
            .map(|word| {
                let text = match word.bits.len() {
                    1 => "bernoulli(0.5)".to_owned(),
                    n => format!("uniform over {n} bits"),
                };
                let is_unknown = word.bits.start >= n_chosen;
                Input { name: word.name.clone(), text, is_given: false, is_unknown, drawn: None }
            })
            .collect();
        for (name, dist) in given {
            let Some(at) = inputs.iter().position(|it| it.name == *name) else {
                let known: Vec<&str> = inputs.iter().map(|it| it.name.as_str()).collect();
                return Err(format!("no input is called `{name}`; {}", whyc_base::names::hint(name, &known, "inputs")));
            };
            let bits = design.inputs[at].bits.len() as u32;
            if bits > 128 {
                return Err(format!("`{name}` has {bits} bits: at most 128 can have a distribution"));
            }
            let numbers = Numeric::Whole { bits, is_signed: false };
            let kind = Kind { numbers, names: Vec::new(), text: format!("{bits} bits") };
            let drawn = dist.over(&kind).map_err(|wrong| format!("{name}: {wrong}"))?;
            let is_unknown = inputs[at].is_unknown;
            let text = dist.to_string();
            inputs[at] = Input { name: name.clone(), text, is_given: true, is_unknown, drawn: Some(drawn) };
        }
        Ok(Self { design, inputs, properties, cycles, seed })
    }

    /// The inputs, in the order of the file.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The run with this number, which fails, as one that others can look at. It is confirmed by simulation, of the words of the file too.
    ///
    /// # Panics
    /// If it is none there: a defect of this crate.
    #[must_use]
    pub fn failing(&self, number: u64, property: u32) -> Option<Counterexample> {
        let mut tape = Tape::default();
        let block = self.block(number / 64, Some(&mut tape));
        let lane = number % 64;
        if block.ended.get(lane as usize) != Some(&Ended::Failed(property)) {
            return None;
        }
        let bits = |words: &[u64]| words.iter().map(|it| it >> lane & 1 == 1).collect::<Vec<bool>>();
        let lasted = block.lasted[lane as usize] as usize;
        let run = Counterexample {
            property: Property::Bad(property as usize),
            depth: lasted - 1,
            initial: bits(&tape.initial),
            inputs: tape.inputs.iter().take(lasted).map(|it| bits(it)).collect(),
            loop_start: None,
        };
        let is_so = simulate::confirms(&self.design.circuit, &run)
            && self.design.words.as_ref().is_none_or(|words| words.confirms(&run));
        assert!(is_so, "simulation should confirm a run that fails");
        Some(run)
    }

    /// Some inputs of a run as a person reads them: by signal, the values cycle by cycle.
    #[must_use]
    pub fn shown(&self, run: &Counterexample) -> Vec<(String, Vec<String>)> {
        let word = |bits: &[bool]| match bits {
            [bit] => u8::from(*bit).to_string(),
            bits if bits.len() <= 128 => {
                bits.iter().rev().fold(0u128, |all, bit| all << 1 | u128::from(*bit)).to_string()
            }
            bits => bits.iter().rev().map(|it| if *it { '1' } else { '0' }).collect(),
        };
        let of =
            |it: &whyc_circuit::design::Word| run.inputs.iter().map(|cycle| word(&cycle[it.bits.clone()])).collect();
        let chosen = self.design.inputs.iter().zip(&self.inputs).filter(|(_, input)| !input.is_unknown);
        chosen.map(|(it, _)| (it.name.clone(), of(it))).collect()
    }

    fn draw(&self, numbers: &mut Numbers, words: &mut [u64]) {
        for (input, word) in self.inputs.iter().zip(&self.design.inputs) {
            let Some(drawn) = &input.drawn else {
                words[word.bits.clone()].iter_mut().for_each(|it| *it = numbers.bits());
                continue;
            };
            words[word.bits.clone()].fill(0);
            for lane in 0..64 {
                let value = drawn.draw(numbers.fraction());
                for (k, at) in word.bits.clone().enumerate() {
                    words[at] |= ((value >> k & 1) as u64) << lane;
                }
            }
        }
    }

    fn block(&self, number: u64, mut tape: Option<&mut Tape>) -> Block {
        let circuit = &self.design.circuit;
        let (n_inputs, n_latches) = (circuit.inputs.len(), circuit.latches.len());
        let mut numbers = Numbers::of(self.seed, Purpose::Plain, number);
        let mut fed = vec![0u64; n_inputs + n_latches];
        for (word, reset) in fed[n_inputs..].iter_mut().zip(simulate::reset_state(circuit)) {
            *word = reset.map_or_else(|| numbers.bits(), |it| if it { u64::MAX } else { 0 });
        }
        let mut block = Block { ended: vec![Ended::Passed; 64], lasted: vec![self.cycles as u64; 64] };
        let (mut running, mut words) = (u64::MAX, Vec::new());
        let end = |which: u64, ended: Ended, cycle: usize, block: &mut Block| {
            for lane in (0..64).filter(|it| which >> it & 1 == 1) {
                block.ended[lane] = ended.clone();
                block.lasted[lane] = cycle as u64 + 1;
            }
        };
        for cycle in 0..self.cycles {
            let kept = self.feed(cycle, running, &mut numbers, &mut fed, &mut words);
            if let Some(tape) = &mut tape {
                if cycle == 0 {
                    tape.initial = fed[n_inputs..].to_vec();
                }
                tape.inputs.push(fed[..n_inputs].to_vec());
            }
            end(running & !kept, Ended::Rejected(None), cycle, &mut block);
            running &= kept;
            for &property in &self.properties {
                let bad = word_of(&words, circuit.bad_signals()[property].edge) & running;
                end(bad, Ended::Failed(property as u32), cycle, &mut block);
                running &= !bad;
            }
            if running == 0 {
                break;
            }
            let next: Vec<u64> = circuit.latches.iter().map(|latch| word_of(&words, latch.next)).collect();
            fed[n_inputs..].copy_from_slice(&next);
        }
        block
    }

    /// Draws the inputs of a cycle, and says in which runs the constraints hold.
    fn feed(&self, cycle: usize, running: u64, numbers: &mut Numbers, fed: &mut [u64], words: &mut Vec<u64>) -> u64 {
        let circuit = &self.design.circuit;
        let n_inputs = circuit.inputs.len();
        self.draw(numbers, &mut fed[..n_inputs]);
        circuit.aig.simulate_into(fed, words);
        let holds = |words: &[u64]| {
            let kept = circuit.constraints.iter().fold(u64::MAX, |all, it| all & word_of(words, it.edge));
            if cycle == 0 { circuit.initial.iter().fold(kept, |all, it| all & word_of(words, *it)) } else { kept }
        };
        let mut kept = holds(words);
        let mut other = fed.to_vec();
        for _ in 0..AGAIN {
            if kept & running == running {
                break;
            }
            // In the first cycle what is not reset may have any value, too.
            if cycle == 0 {
                for (word, reset) in other[n_inputs..].iter_mut().zip(simulate::reset_state(circuit)) {
                    if reset.is_none() {
                        *word = numbers.bits();
                    }
                }
            }
            self.draw(numbers, &mut other[..n_inputs]);
            for (old, new) in fed.iter_mut().zip(&other) {
                *old = *old & kept | new & !kept;
            }
            circuit.aig.simulate_into(fed, words);
            kept = holds(words);
        }
        kept
    }
}

impl Subject for Sampled {
    fn grain(&self) -> u64 {
        64
    }

    fn runs(&self, from: u64, n: u64, is_ended: &dyn Fn() -> bool) -> Vec<Seen> {
        let mut all = Vec::new();
        for number in from / 64..(from + n).div_ceil(64) {
            if is_ended() {
                break;
            }
            let Block { ended, lasted } = self.block(number, None);
            let seen = |(ended, work)| Seen { ended, work, used: 0, is_changed: false, measured: Vec::new() };
            all.extend(ended.into_iter().zip(lasted).map(seen));
        }
        all
    }
}

#[cfg(test)]
mod tests;
