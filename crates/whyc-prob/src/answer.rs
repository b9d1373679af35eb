//! From a model and a property to the exact probability and the behaviours that carry it.

use std::collections::BTreeMap;

use num_traits::{One, Zero};
use whyc_base::budget::Budget;

use crate::bounded;
use crate::chain::Chain;
use crate::fold::{Folded, fold};
use crate::model::Model;
use crate::number::Number;
use crate::property::{Asked, Bound, Mistake, Property};
use crate::rails::Rails;
use crate::schedule::{Aim, Schedule, can_reach, schedule};
use crate::torrent::likeliest;
use crate::work::{Limit, Work};

/// What is said of a property.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What holds.
    pub verdict: Verdict,
    /// The probability of the path: the most or the least that decisions can make it, whichever was asked about.
    pub value: Number,
    /// Whether that is the least.
    pub is_least: bool,
    /// Whether the behaviours are those in which the path does *not* happen: what breaks a lower bound.
    pub is_complement: bool,
    /// The bound that the behaviours together are beyond: of what they are, not of what was asked.
    pub beyond: Option<Bound>,
    /// The behaviours, the most probable first.
    pub witnesses: Vec<Witness>,
    /// What all behaviours have together.
    pub all: Number,
    /// What those that are listed have together.
    pub mass: Number,
    /// Why no more are listed.
    pub ended: Ended,
    /// The decisions on the way, in states where there is more than one.
    pub decisions: Vec<(usize, usize)>,
    /// The model that states are of: another one than was given if steps are counted.
    pub model: Model,
    /// The chain that is left once decisions are made.
    pub chain: Chain,
    /// The chain without circles.
    pub folded: Folded,
}

/// What holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The probability is as it should be.
    Holds,
    /// It is not.
    Violated,
    /// It was only asked what it is.
    Asked,
}

/// Why no more behaviours are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no more.
    All,
    /// Those that are listed are enough.
    Enough,
    /// No more were wanted.
    Wanted,
    /// It cost too much to go on.
    Limit(Limit),
}

/// Some paths that are essentially one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The way through the folded chain.
    pub rail: Vec<usize>,
    /// The probability of all its paths together.
    pub mass: Number,
    /// The likeliest of them.
    pub path: Vec<usize>,
    /// The probability of that one.
    pub path_mass: Number,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The property speaks of what the model does not have.
    Mistake(Mistake),
    /// A limit was reached.
    Limit(Limit),
}

impl From<Mistake> for Failure {
    fn from(mistake: Mistake) -> Self {
        Failure::Mistake(mistake)
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Failure::Limit(limit)
    }
}

/// Answers a property of a model, with at most so many behaviours.
///
/// # Errors
/// If the model has no such labels, or a limit is reached before the probability is known.
pub fn answer(model: &Model, property: &Property, most: usize, budget: &Budget) -> Result<Answer, Failure> {
    let mut work = Work::within(budget);
    let path = &property.path;
    let (mut stay, mut goal) = (path.stay.of(model)?, path.goal.of(model)?);
    let mut model = model.clone();
    if let Some(window) = path.window {
        let counted = bounded::counted(&model, &stay, &goal, window)?;
        (model, stay, goal) = (counted.model, counted.stay, counted.goal);
    }
    // A lower bound is broken by the least, an upper one by the most; of what does not happen it is the other way round.
    let is_least = matches!(property.asked, Asked::AtLeast(_) | Asked::Least);
    let aim = if is_least == path.is_negated { Aim::Most } else { Aim::Least };
    let found = schedule(&model, &stay, &goal, aim, &mut work)?;
    let reach = found.value[model.initial].clone();
    let value = if path.is_negated { Number::one() - &reach } else { reach.clone() };
    let (verdict, beyond) = judge(&property.asked, &value);
    // For a lower bound, behaviours are told in which it does not happen.
    let is_complement = matches!(property.asked, Asked::AtLeast(_));
    let chain = chain(&model, &found, &stay, &goal, path.is_negated != is_complement);
    let all = if is_complement { Number::one() - &value } else { value.clone() };
    let folded = fold(&chain, &mut work)?;
    let decisions = decisions(&model, &found, &chain);
    let empty = Vec::new();
    let mut answer = Answer {
        verdict,
        value,
        is_least,
        is_complement,
        beyond,
        witnesses: empty,
        all,
        mass: Number::zero(),
        ended: Ended::All,
        decisions,
        model,
        chain,
        folded,
    };
    if verdict != Verdict::Holds {
        list(&mut answer, most, &mut work);
    }
    Ok(answer)
}

/// Whether a number is as it should be, and what its behaviours are beyond if not.
fn judge(asked: &Asked, value: &Number) -> (Verdict, Option<Bound>) {
    let exceeds = |value: &Number, bound: &Bound| *value > bound.number || bound.is_strict && *value == bound.number;
    let verdict = |is_broken: bool| if is_broken { Verdict::Violated } else { Verdict::Holds };
    match asked {
        Asked::AtMost(bound) => (verdict(exceeds(value, bound)), Some(bound.clone())),
        Asked::AtLeast(bound) => {
            let other = Bound { number: Number::one() - &bound.number, is_strict: bound.is_strict };
            (verdict(exceeds(&(Number::one() - value), &other)), Some(other))
        }
        Asked::Most | Asked::Least => (Verdict::Asked, None),
    }
}

/// Whether a mass is beyond a bound.
fn is_beyond(mass: &Number, bound: &Bound) -> bool {
    *mass > bound.number || bound.is_strict && *mass == bound.number
}

/// The chain of the decisions, with what behaviours end in as its goal.
fn chain(model: &Model, found: &Schedule, stay: &[bool], goal: &[bool], is_avoiding: bool) -> Chain {
    let n = model.states.len();
    let lost = |it: usize| !goal[it] && !stay[it];
    let to: Vec<Vec<(usize, Number)>> = (0..n)
        .map(|it| match goal[it] || lost(it) {
            true => vec![(it, Number::one())],
            false => model.states[it].choices[found.choice[it]].to.clone(),
        })
        .collect();
    if !is_avoiding {
        return Chain::new(to, model.initial, goal.to_vec());
    }
    // Sooner or later every path is at the goal or where it can no longer come there.
    let can = can_reach(n, |it| to[it].iter().map(|(to, _)| *to).collect(), |it| goal[it]);
    Chain::new(to, model.initial, can.into_iter().map(|it| !it).collect())
}

/// The decisions in what is come to.
fn decisions(model: &Model, found: &Schedule, chain: &Chain) -> Vec<(usize, usize)> {
    (0..model.states.len())
        .filter(|&it| chain.is_reached[it] && model.states[it].choices.len() > 1 && !chain.is_end(it))
        .map(|it| (it, found.choice[it]))
        .collect()
}

/// Lists behaviours until they are enough.
fn list(answer: &mut Answer, most: usize, work: &mut Work) {
    let listed = (|| {
        let mut rails = Rails::new(&answer.chain, &answer.folded, work)?;
        let mut witnesses = Vec::new();
        let mut mass = Number::zero();
        let ended = loop {
            if answer.beyond.as_ref().is_some_and(|bound| is_beyond(&mass, bound)) && !witnesses.is_empty() {
                break Ended::Enough;
            }
            if witnesses.len() >= most {
                break Ended::Wanted;
            }
            let next = match rails.next(work) {
                Ok(Some(rail)) => rail,
                Ok(None) => break Ended::All,
                Err(limit) => break Ended::Limit(limit),
            };
            let (path, path_mass) = match likeliest(&answer.chain, &answer.folded, &next.states, work) {
                Ok(found) => found,
                Err(limit) => break Ended::Limit(limit),
            };
            mass += &next.mass;
            witnesses.push(Witness { rail: next.states, mass: next.mass, path, path_mass });
        };
        Ok((witnesses, mass, ended))
    })();
    match listed {
        Ok((witnesses, mass, ended)) => (answer.witnesses, answer.mass, answer.ended) = (witnesses, mass, ended),
        Err(limit) => answer.ended = Ended::Limit(limit),
    }
}

impl Answer {
    /// The folded parts on the ways that are listed, each with the probability of each exit for each entry.
    #[must_use]
    pub fn shown_parts(&self) -> BTreeMap<usize, &crate::fold::Part> {
        let on_rails = self.witnesses.iter().flat_map(|it| &it.rail).map(|&it| self.folded.parts.of[it]);
        on_rails.filter_map(|number| Some((number, self.folded.folded.get(&number)?))).collect()
    }
}
