//! A circuit as its file gave it: bits for the machinery, words for people.

use std::ops::Range;

use whyc_aig::circuit::Circuit;
use whyc_base::budget::Budget;

use crate::btor2::build::Words;
use crate::btor2::large;
use crate::check::{Checked, Options, Outcome, Scope};
use crate::lift::{Lifted, Method};
use crate::property::Property;
use crate::trace::Counterexample;
use crate::{lift, live};

/// How many values of words are computed to hold a lifted run against the file, and in how many completions at most: what
/// the gates say is held against far more.
const MANY_VALUES: usize = 1 << 22;
const MANY_ROUNDS: usize = 32;

/// Is told what is known of each property, and for a violation the design that it is told in, if that is another one.
pub type TellDesigns<'a> = &'a mut dyn FnMut(&[Outcome], &[Option<Design>]);

/// A signal as a person knows it: neighbouring inputs or latches, the least significant bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub name: String,
    /// Its bits among the inputs or latches of the circuit.
    pub bits: Range<usize>,
}

/// A circuit with the signals of its file.
#[derive(Clone, Debug)]
pub struct Design {
    /// The bits.
    pub circuit: Circuit,
    /// The inputs as the file has them.
    pub inputs: Vec<Word>,
    /// The state as the file has it.
    pub state: Vec<Word>,
    /// Where the words come from, if the file is one of words.
    pub words: Option<Words>,
}

impl Design {
    /// A circuit of bits.
    #[must_use]
    pub fn of_bits(circuit: Circuit) -> Self {
        let word = |name: String, idx: usize| Word { name, bits: idx..idx + 1 };
        let inputs = (0..circuit.inputs.len()).map(|idx| word(circuit.input_name(idx), idx)).collect();
        let state = (0..circuit.latches.len()).map(|idx| word(circuit.latch_name(idx), idx)).collect();
        Self { circuit, inputs, state, words: None }
    }

    /// Whether the file has arrays of which only some elements are looked at.
    #[must_use]
    pub fn has_large_arrays(&self) -> bool {
        self.words.as_ref().is_some_and(|words| !words.pools.is_empty())
    }

    /// How many of the latches, the first ones, can be asked for by name: all but large arrays.
    #[must_use]
    pub fn n_named_latches(&self) -> usize {
        let Some(words) = &self.words else { return self.circuit.latches.len() };
        let named = self.state.iter().zip(&words.state_sources).filter(|(_, source)| !words.is_in_pool(**source));
        named.map(|(word, _)| word.bits.end).max().unwrap_or(0)
    }

    /// [`live::decide`], with every violation held against the words of the file too. A violation in
    /// a file with large arrays is told in a design of its own, which has the elements that it reads.
    ///
    /// # Panics
    /// If a violation is none there: a defect of this crate.
    #[must_use]
    pub fn check(&self, properties: &[Property], options: &Options) -> (Checked, Vec<Option<Design>>) {
        self.check_telling(properties, options, Scope::Proofs, &mut |_, _| {})
    }

    /// The same about the cycles of `scope`; `tell` is told time and again what is known by then, each violation with the
    /// design that it is told in.
    ///
    /// # Panics
    /// As [`check`](Self::check).
    #[must_use]
    pub fn check_telling(
        &self,
        properties: &[Property],
        options: &Options,
        scope: Scope,
        tell: TellDesigns<'_>,
    ) -> (Checked, Vec<Option<Design>>) {
        if let Some(words) = self.words.as_ref().filter(|words| !words.pools.is_empty()) {
            return large::check(words, properties, options, tell);
        }
        let told = vec![None; properties.len()];
        let checked = live::decide(&self.circuit, properties, options, scope, &mut |known| tell(known, &told));
        for outcome in &checked.outcomes {
            if let (Outcome::Violated(run) | Outcome::Reached(run), Some(words)) = (outcome, &self.words) {
                assert!(words.confirms(run), "the words of the file should confirm what the bits say");
            }
        }
        (checked, told)
    }

    /// [`lift::minimise`], with the result held against the words of the file too.
    ///
    /// # Panics
    /// If some completion does not violate the property there: a defect of this crate.
    #[must_use]
    pub fn minimise(&self, run: &Counterexample, method: Method, budget: &Budget) -> Lifted {
        let lifted = lift::minimise(&self.circuit, run, method, budget);
        if let Some(words) = &self.words {
            let n_values = words.model.nodes.len().saturating_mul(run.inputs.len()).max(1);
            let n_rounds = (MANY_VALUES / n_values).clamp(1, MANY_ROUNDS);
            let survives = words.survives_random_completions(run, &lifted.relevant, n_rounds);
            assert!(survives, "what was found relevant should be sufficient for the words of the file");
        }
        lifted
    }
}
