//! What is said over the wire, as JSON: a few short messages. Questions and proofs, which are long, are in the object store.

use serde::{Deserialize, Serialize};
use whyc_engines::family::{Choices, Cut};
use whyc_engines::part::Looked;
use whyc_engines::pool::{Path, Step};
use whyc_term::{ArrayValue, Fact, InputId, TermStore, Valuation};

/// A part to be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Who can look at it: those with the same version.
    pub version: String,
    /// Which question of whom: a name that nobody else has.
    pub check: String,
    /// Which part: `0` for a first half and `1` for a second, from the whole down.
    pub part: String,
    /// The object that is the question.
    pub question: String,
    /// What holds in the part.
    pub facts: Vec<(Cut, bool)>,
    /// Whether a proof is wanted if nothing holds in it.
    pub proof: bool,
}

/// What a worker tells, each time with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Which part it is about.
    pub part: String,
    /// Who tells.
    pub worker: String,
    /// What.
    pub news: News,
}

/// What there is to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// Is it still wanted? Then it is begun.
    Begin,
    /// It is still being looked at. Is it still wanted?
    Alive,
    /// This came of it.
    Done(Outcome),
}

/// What came of looking at a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// What became of it.
    pub said: Said,
    /// What it took.
    pub work: u64,
    /// The gates it had.
    pub gates: u64,
}

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// These inputs do what was asked for; those that are not named are zero.
    Found(Vec<Input>),
    /// None do. The object has the proof, if one was wanted and there is something to prove.
    Nothing(Option<String>),
    /// It is to be cut in two by this.
    Halves(Cut),
    /// There is no answer, for this reason.
    GaveUp(String),
}

/// The value of an input, its numbers in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Which.
    pub id: u32,
    /// Its value; of an array, what it holds where nothing else is said.
    pub value: String,
    /// The elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<(String, String)>>,
}

/// What workers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Go on.
    Go,
    /// It is not wanted any more.
    Stop,
}

/// What a worker says who is asked whether it is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Its name.
    pub worker: String,
    /// Its version.
    pub version: String,
    /// How many parts it looks at at once.
    pub jobs: usize,
}

/// The name of a part.
#[must_use]
pub fn part_name(path: &Path) -> String {
    // The whole has a name too.
    std::iter::once('p').chain(path.iter().map(|&half| if half { '1' } else { '0' })).collect()
}

/// Facts as they are sent.
#[must_use]
pub fn sent_facts(facts: &[Fact]) -> Vec<(Cut, bool)> {
    let sent = |fact: &Fact| match *fact {
        Fact::Is(term, value) => (Cut::Is(term.0), value),
        Fact::Bit { input, at, value } => (Cut::Bit(input.0, at), value),
    };
    facts.iter().map(sent).collect()
}

/// Facts as they are meant; nothing if one of them is about something that is not there.
#[must_use]
pub fn meant_facts(choices: &Choices, terms: &TermStore, sent: &[(Cut, bool)]) -> Option<Vec<Fact>> {
    let meant = |&(cut, holds): &(Cut, bool)| {
        let fact = choices.named(terms, cut)?.fact;
        Some(if holds { fact } else { fact.negated() })
    };
    sent.iter().map(meant).collect()
}

/// What is said of a part that was looked at; the proof is put where it belongs by whoever has one.
#[must_use]
pub fn said(looked: &Looked, choices: &Choices, terms: &TermStore) -> Said {
    match (&looked.step, &looked.cut) {
        (Step::Answer(valuation), _) => Said::Found(inputs(terms, valuation)),
        (Step::Nothing, _) => Said::Nothing(None),
        (Step::Halves, Some(choice)) => Said::Halves(choices.name(choice)),
        (Step::Halves, None) => Said::GaveUp("it is cut by nothing".to_owned()),
        (Step::Unknown(reason), _) => Said::GaveUp(reason.to_string()),
    }
}

fn inputs(terms: &TermStore, valuation: &Valuation) -> Vec<Input> {
    let hex = |value: u128| format!("{value:x}");
    let mut all = Vec::new();
    for id in 0..terms.n_inputs() as u32 {
        let input = InputId(id);
        match valuation.array(input) {
            Some(array) => {
                let elements = array.elements.iter().map(|(&at, &value)| (hex(at), hex(value))).collect();
                all.push(Input { id, value: hex(array.default), elements: Some(elements) });
            }
            None if valuation.bits(input) != 0 => {
                all.push(Input { id, value: hex(valuation.bits(input)), elements: None });
            }
            None => {}
        }
    }
    all
}

/// The inputs that are meant; nothing if there are no such inputs.
#[must_use]
pub fn meant_inputs(terms: &TermStore, inputs: &[Input]) -> Option<Valuation> {
    let number = |text: &str| u128::from_str_radix(text, 16).ok();
    let mut valuation = Valuation::new();
    for input in inputs {
        if input.id as usize >= terms.n_inputs() {
            return None;
        }
        let (id, value) = (InputId(input.id), number(&input.value)?);
        match &input.elements {
            None => valuation.set_bits(id, value),
            Some(elements) => {
                let elements = elements.iter().map(|(at, value)| Some((number(at)?, number(value)?)));
                let elements: Option<_> = elements.collect();
                valuation.set_array(id, ArrayValue { default: value, elements: elements? });
            }
        }
    }
    Some(valuation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_term::Sort;

    #[test]
    fn inputs_come_back_as_they_were() {
        let mut terms = TermStore::new();
        terms.input(Sort::Bits(128));
        terms.input(Sort::Bits(8));
        terms.array_input(8, 8);
        let mut valuation = Valuation::new();
        valuation.set_bits(InputId(0), u128::MAX - 5);
        valuation.set_array(InputId(2), ArrayValue { default: 7, elements: [(3, 9), (200, 1)].into() });
        let sent = serde_json::to_string(&inputs(&terms, &valuation)).expect("it can be written");
        let back: Vec<Input> = serde_json::from_str(&sent).expect("it can be read");
        assert_eq!(meant_inputs(&terms, &back), Some(valuation));
        let wrong = |id: u32, value: &str| meant_inputs(&terms, &[Input { id, value: value.into(), elements: None }]);
        assert_eq!(wrong(3, "1"), None);
        assert_eq!(wrong(0, "no number"), None);
    }

    #[test]
    fn every_part_has_a_name_of_its_own() {
        let names =
            [vec![], vec![false], vec![false, false], vec![true], vec![false, true]].map(|path| part_name(&path));
        assert_eq!(names, ["p", "p0", "p00", "p1", "p01"]);
    }
}
