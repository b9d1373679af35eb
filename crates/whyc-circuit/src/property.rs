//! What is asked of a circuit.

use whyc_aig::circuit::Circuit;

use crate::rng::Rng;
use crate::simulate::{reset_state, step};

/// Something that should never happen, or not go on forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// The signal with this position among [`Circuit::bad_signals`] is true.
    Bad(usize),
    /// The latches hold these values; the others may hold anything.
    Reach(Vec<Option<bool>>),
    /// All of [`Circuit::justice`] at this position is true again and again, forever, as is all of
    /// [`Circuit::fairness`].
    Justice(usize),
}

impl Property {
    /// One property for each bad signal and for each justice property.
    #[must_use]
    pub fn all(circuit: &Circuit) -> Vec<Property> {
        let live = (0..circuit.justice.len()).map(Property::Justice);
        Self::all_bad(circuit).into_iter().chain(live).collect()
    }

    /// One property for each bad signal.
    #[must_use]
    pub fn all_bad(circuit: &Circuit) -> Vec<Property> {
        (0..circuit.bad_signals().len()).map(Property::Bad).collect()
    }

    /// "The state after `steps` random steps from reset cannot be reached". Latches without
    /// a reset value start at random; constraints are not looked at.
    ///
    /// How often an input is one is drawn once for the whole run: fair inputs would press
    /// every reset and enable half of the time, and never get far.
    #[must_use]
    pub fn reach(circuit: &Circuit, steps: usize, seed: u64) -> Property {
        let mut rng = Rng::new(seed);
        let mut state: Vec<bool> =
            reset_state(circuit).into_iter().map(|bit| bit.unwrap_or_else(|| rng.bits() & 1 == 1)).collect();
        let ones_in_16: Vec<u64> =
            circuit.inputs.iter().map(|_| [1, 4, 8, 12, 15][(rng.bits() % 5) as usize]).collect();
        for _ in 0..steps {
            let inputs: Vec<bool> = ones_in_16.iter().map(|&ones| rng.bits() % 16 < ones).collect();
            state = step(circuit, &state, &inputs);
        }
        Property::Reach(state.into_iter().map(Some).collect())
    }

    /// In how many cycles inputs are needed for a violation in cycle `depth`: a state is
    /// reached without looking at the inputs of its own cycle, and so is one that was there before.
    #[must_use]
    pub fn input_cycles(&self, depth: usize) -> usize {
        match self {
            Property::Bad(_) => depth + 1,
            Property::Reach(_) | Property::Justice(_) => depth,
        }
    }

    /// The name that a person knows it by.
    #[must_use]
    pub fn describe(&self, circuit: &Circuit) -> String {
        match self {
            Property::Bad(idx) => {
                let kind = if circuit.bad.is_empty() { 'o' } else { 'b' };
                circuit.bad_signals()[*idx].name.clone().unwrap_or_else(|| format!("{kind}{idx}"))
            }
            Property::Reach(_) => "the given state".to_owned(),
            Property::Justice(idx) => circuit.justice[*idx].name.clone().unwrap_or_else(|| format!("j{idx}")),
        }
    }
}
