//! Runs followed word by word.

use super::Words;
use crate::btor2::cells::pool_of;
use crate::btor2::eval::{self, Value};
use crate::btor2::model::Operand;
use crate::btor2::number::{Number, ones};
use crate::property::Property;
use crate::rng::Rng;
use crate::trace::Counterexample;

/// How a run starts.
#[derive(Clone, PartialEq, Eq)]
enum Initially {
    /// As the file says.
    AsTold,
    /// Anywhere; large arrays hold this where there is no cell.
    Anywhere(u64),
}

/// What is seen in the loop of a run.
#[derive(Default)]
struct Loop {
    /// The state at its start.
    state: Option<Vec<bool>>,
    /// What has been true.
    seen: Vec<bool>,
}

impl Words {
    /// Whether the run starts as it is told to, keeps the constraints and violates its property.
    #[must_use]
    pub fn confirms(&self, run: &Counterexample) -> bool {
        self.simulate(run, Initially::AsTold, &mut |_| {})
    }

    /// Whether `rounds` runs that agree with `run` in what is relevant, and are random elsewhere,
    /// all violate its property.
    #[must_use]
    pub fn survives_random_completions(&self, run: &Counterexample, relevant: &[bool], rounds: usize) -> bool {
        let free = run.free();
        let mut rng = Rng::new(5);
        (0..rounds).all(|_| {
            let mut other = run.clone();
            let mut change = |position: usize, bit: &mut bool| {
                if !relevant[position] {
                    *bit = rng.bits() & 1 == 1;
                }
            };
            for (idx, bit) in other.initial.iter_mut().enumerate() {
                change(free.latch(idx), bit);
            }
            for (cycle, bits) in other.inputs.iter_mut().enumerate() {
                bits.iter_mut().enumerate().for_each(|(idx, bit)| change(free.input(cycle, idx), bit));
            }
            let elsewhere = rng.bits();
            self.simulate(&other, Initially::Anywhere(elsewhere), &mut |_| {})
        })
    }

    /// Follows a run; `look` sees the values of all nodes in every cycle.
    fn simulate(&self, run: &Counterexample, initially: Initially, look: &mut dyn FnMut(&[Value])) -> bool {
        let model = &self.model;
        let addresses = self.addresses(&run.initial);
        let mut states = self.leaves(&self.state_sources, &run.initial, &addresses).states;
        if let Initially::Anywhere(elsewhere) = initially {
            for (state, value) in model.states.iter().zip(&mut states) {
                if let Some(Value::Array(memory)) = value {
                    memory.default = repeated(elsewhere, model.nodes[state.node].sort.width());
                }
            }
        }
        let mut bad = false;
        let mut lasso = Loop::default();
        for (cycle, bits) in run.inputs.iter().enumerate() {
            let leaves = self.leaves(&self.input_sources, bits, &addresses);
            let values = self.cycle(&states, &leaves);
            look(&values);
            let is_true = |root: Operand| eval::operand(model, &values, root).is_true();
            if cycle == 0 && initially == Initially::AsTold && !self.starts_as_told(&values, &addresses)
                || !model.constraints.iter().all(|root| is_true(root.operand))
            {
                return false;
            }
            if let Property::Bad(idx) = run.property {
                bad = is_true(model.bad[idx].operand);
            }
            if run.loop_start.is_some_and(|start| cycle >= start) {
                lasso.state.get_or_insert_with(|| self.state_bits(&states, &addresses));
                let wanted = self.again_and_again(&run.property);
                lasso.seen.resize(wanted.len(), false);
                lasso.seen.iter_mut().zip(wanted).for_each(|(seen, wanted)| *seen |= is_true(wanted));
            }
            states = self.next(&values, &leaves);
        }
        match &run.property {
            Property::Bad(_) => bad,
            Property::Justice(idx) => {
                let Some(before) = &lasso.state else { return false };
                let after = self.state_bits(&states, &addresses);
                // Addresses, which come last, never change.
                let mut latches = self.recurring[*idx].iter().filter(|&&latch| latch < after.len());
                !lasso.seen.contains(&false) && latches.all(|&latch| before[latch] == after[latch])
            }
            Property::Reach(target) => {
                let bits = self.state_bits(&states, &addresses);
                bits.iter().zip(target).all(|(bit, wanted)| wanted.is_none_or(|wanted| wanted == *bit))
            }
        }
    }

    /// What is to be true in the loop of a run that violates the property.
    fn again_and_again(&self, property: &Property) -> Vec<Operand> {
        let Property::Justice(idx) = property else { return Vec::new() };
        let fairness = self.model.fairness.iter().map(|root| root.operand);
        self.model.justice[*idx].operands.iter().copied().chain(fairness).collect()
    }

    /// Whether every state holds what its `init` says; a large array is looked at where it has cells.
    pub(crate) fn starts_as_told(&self, values: &[Value], addresses: &[Vec<Number>]) -> bool {
        self.model.states.iter().all(|state| {
            let Some(init) = state.init else { return true };
            let init = eval::operand(&self.model, values, init);
            match (&values[state.node], init.as_ref()) {
                (Value::Word(value), Value::Word(init)) => value == init,
                (Value::Array(value), init) => {
                    let indices = self.indices(self.model.nodes[state.node].sort, addresses).unwrap_or_default();
                    indices.iter().all(|index| value.at(index) == init.at(index))
                }
                (Value::Word(_), Value::Array(_)) => false,
            }
        })
    }

    /// What some operands are, cycle by cycle.
    #[must_use]
    pub fn values_in(&self, run: &Counterexample, operands: &[Operand]) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        self.simulate(run, Initially::AsTold, &mut |values| {
            found.push(operands.iter().map(|&it| eval::operand(&self.model, values, it).into_owned()).collect());
        });
        found
    }

    /// For each pool the addresses that a run reads, in order.
    #[must_use]
    pub fn addresses_read(&self, run: &Counterexample) -> Vec<Vec<Number>> {
        let mut read = vec![std::collections::BTreeSet::new(); self.pools.len()];
        let reads = self.model.reads();
        self.simulate(run, Initially::AsTold, &mut |values| {
            for &(_, array, index) in &reads {
                if let Some(pool) = pool_of(&self.pools, self.model.nodes[array.node].sort) {
                    read[pool].insert(eval::operand(&self.model, values, index).as_word().clone());
                }
            }
        });
        read.into_iter().map(|addresses| addresses.into_iter().collect()).collect()
    }
}

/// A word whose bits are those of `pattern`, over and over.
fn repeated(pattern: u64, width: u32) -> Number {
    let bytes = pattern.to_le_bytes().into_iter().cycle().take(width.div_ceil(8) as usize).collect::<Vec<u8>>();
    Number::from_bytes_le(&bytes) & ones(width)
}
