//! Families of paths: what tells the runs of one part of a question from those of the others.
//!
//! A question is cut in two by a condition: whether a branch goes one way or the other, or whether a run comes to a branch at
//! all. Where control has nothing left to say it is any condition, or a bit of an input. The conditions on the way down to a part
//! are its family: two families have no run in common, and together they have all, because at each cut one half has what the other
//! has not.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use whyc_base::source::Span;
use whyc_term::assumed::cone;
use whyc_term::{Assumed, Fact, Node, Op, Sort, TermId, TermStore};
use whyc_unroll::step::{StepKind, Unrolling};

/// How a question may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// By the way that branches go.
    Tunnels,
    /// By any condition.
    Cubes,
    /// By branches, and by other conditions where there are none.
    Either,
}

/// Something by which a question can be cut in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What holds in the first half; the opposite does in the other.
    pub fact: Fact,
    /// What it is to a person.
    pub about: About,
}

/// What a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Which way a branch goes that every run of the family comes to.
    Branch {
        /// Its condition, as the user wrote it.
        span: Span,
        /// The how many-th of the branches with this condition, counted along the steps.
        nth: u32,
    },
    /// Whether a run comes to a branch.
    Reach {
        /// The branch.
        span: Span,
        /// The how many-th.
        nth: u32,
    },
    /// Some condition or bit.
    Other,
}

/// A choice by numbers: what those who share a question, but no memory, call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// Which way this branch goes.
    Branch(u32),
    /// Whether a run comes to this branch.
    Reach(u32),
    /// Whether this term holds.
    Is(u32),
    /// Whether this input has this bit.
    Bit(u32, u32),
}

/// A branch of an unrolling, with what it was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// When a run comes to it.
    pub guard: TermId,
    /// Which way it goes.
    pub cond: TermId,
    /// Its condition, as the user wrote it.
    pub span: Span,
    /// The how many-th of the branches with this condition.
    pub nth: u32,
}

/// What a question can be cut by, whatever it was cut by before.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The branches that it depends on.
    pub branches: Vec<Branch>,
    /// Boolean terms of the question.
    pub conditions: Vec<TermId>,
    /// Inputs of the question that are bits.
    pub inputs: Vec<TermId>,
}

/// Of so many branches, conditions and inputs it is looked which are worth it.
const MANY: usize = 256;

impl Choices {
    /// What `cond` depends on.
    #[must_use]
    pub fn new(terms: &TermStore, cond: TermId, unrolling: &Unrolling, cuts: Cuts) -> Self {
        let cone = cone(terms, cond);
        let is_in: FxHashSet<TermId> = cone.iter().copied().collect();
        let mut choices = Self { branches: Vec::new(), conditions: Vec::new(), inputs: Vec::new() };
        if cuts != Cuts::Cubes {
            choices.branches = branches(terms, unrolling, &is_in);
        }
        if cuts != Cuts::Tunnels {
            let weights = weights(terms, cond);
            let mut conditions: Vec<TermId> = cone
                .iter()
                .copied()
                .filter(|term| weights.contains_key(term) && terms.sort(*term) == Sort::Bool)
                .collect();
            conditions.sort_by_key(|term| (std::cmp::Reverse(weights[term]), *term));
            conditions.truncate(MANY);
            choices.conditions = conditions;
            let is_input = |term: &TermId| matches!((terms.op(*term), terms.sort(*term)), (Op::Input, Sort::Bits(_)));
            choices.inputs = cone.iter().copied().filter(is_input).take(MANY).collect();
        }
        choices
    }

    /// Nothing: the question stays whole.
    #[must_use]
    pub fn none() -> Self {
        Self { branches: Vec::new(), conditions: Vec::new(), inputs: Vec::new() }
    }

    /// By what a part was cut, in a form that others who have the same question understand.
    #[must_use]
    pub fn name(&self, choice: &Choice) -> Cut {
        let at = |span: Span, nth: u32| {
            self.branches.iter().position(|it| it.span == span && it.nth == nth).and_then(|at| u32::try_from(at).ok())
        };
        let named = match choice.about {
            About::Branch { span, nth } => at(span, nth).map(Cut::Branch),
            About::Reach { span, nth } => at(span, nth).map(Cut::Reach),
            About::Other => None,
        };
        named.unwrap_or(match choice.fact {
            Fact::Is(term, _) => Cut::Is(term.0),
            Fact::Bit { input, at, .. } => Cut::Bit(input.0, at),
        })
    }

    /// The choice that has this name; nothing if there is none, whoever says so.
    #[must_use]
    pub fn named(&self, terms: &TermStore, cut: Cut) -> Option<Choice> {
        let term = |id: u32| ((id as usize) < terms.len()).then_some(TermId(id));
        let branch = |at: u32| self.branches.get(at as usize).copied();
        match cut {
            Cut::Branch(at) => branch(at).map(|Branch { cond, span, nth, .. }| Choice {
                fact: Fact::Is(cond, true),
                about: About::Branch { span, nth },
            }),
            Cut::Reach(at) => branch(at).map(|Branch { guard, span, nth, .. }| Choice {
                fact: Fact::Is(guard, true),
                about: About::Reach { span, nth },
            }),
            Cut::Is(id) => term(id)
                .filter(|&term| terms.sort(term) == Sort::Bool)
                .map(|term| Choice { fact: Fact::Is(term, true), about: About::Other }),
            Cut::Bit(id, at) => {
                let is_bit = |&it: &TermId| {
                    terms.op(it) == Op::Input && matches!(terms.sort(it), Sort::Bits(width) if at < width)
                };
                let input = term(id).filter(is_bit)?;
                Some(Choice { fact: Fact::Bit { input, at, value: true }, about: About::Other })
            }
        }
    }

    /// How many branches there are.
    #[must_use]
    pub fn n_branches(&self) -> usize {
        self.branches.len()
    }

    /// What is left to cut a part by, the most promising first, at most so many. `facts` have made the question `assumed`.
    pub fn open(&self, terms: &TermStore, assumed: &mut Assumed, facts: &[Fact], most: usize) -> Vec<Choice> {
        let by_branch = self.open_branches(terms, assumed, most);
        if by_branch.is_empty() { self.open_others(terms, assumed, facts, most) } else { by_branch }
    }

    fn open_branches(&self, terms: &TermStore, assumed: &mut Assumed, most: usize) -> Vec<Choice> {
        let mut found: Vec<(TermId, Choice)> = Vec::new();
        for branch in &self.branches {
            let guard = assumed.of(terms, branch.guard);
            let Branch { span, nth, .. } = *branch;
            let (here, choice) = match assumed.terms.as_bool(guard) {
                Some(false) => continue,
                Some(true) => {
                    let fact = Fact::Is(branch.cond, true);
                    (assumed.of(terms, branch.cond), Choice { fact, about: About::Branch { span, nth } })
                }
                None => (guard, Choice { fact: Fact::Is(branch.guard, true), about: About::Reach { span, nth } }),
            };
            if assumed.terms.as_bool(here).is_none() && found.iter().all(|(other, _)| *other != here) {
                found.push((here, choice));
            }
        }
        let weights = weights(&assumed.terms, assumed.cond);
        let mut weighed: Vec<(u64, Choice)> =
            found.into_iter().map(|(here, choice)| (weight(&assumed.terms, here, &weights), choice)).collect();
        weighed.retain(|(weight, _)| *weight > 0);
        // Stable: of two that weigh the same, the one that comes first is first.
        weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        weighed.into_iter().take(most).map(|(_, choice)| choice).collect()
    }

    fn open_others(&self, terms: &TermStore, assumed: &mut Assumed, facts: &[Fact], most: usize) -> Vec<Choice> {
        let mut found: Vec<(TermId, Choice)> = Vec::new();
        for &term in &self.conditions {
            let here = assumed.of(terms, term);
            if assumed.terms.as_bool(here).is_none() && found.iter().all(|(other, _)| *other != here) {
                found.push((here, Choice { fact: Fact::Is(term, true), about: About::Other }));
            }
        }
        let weights = weights(&assumed.terms, assumed.cond);
        let mut weighed: Vec<(u64, Choice)> =
            found.into_iter().map(|(here, choice)| (weight(&assumed.terms, here, &weights), choice)).collect();
        weighed.retain(|(weight, _)| *weight > 0);
        weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let mut choices: Vec<Choice> = weighed.into_iter().take(most.div_ceil(2)).map(|(_, choice)| choice).collect();
        choices.extend(self.open_bits(terms, assumed, facts).take(most.saturating_sub(choices.len())));
        choices
    }

    /// For each input the lowest and the highest bit that nothing is known of.
    fn open_bits<'c>(
        &'c self,
        terms: &'c TermStore,
        assumed: &'c Assumed,
        facts: &'c [Fact],
    ) -> impl Iterator<Item = Choice> + 'c {
        self.inputs.iter().filter(|&&input| assumed.input(input).is_some()).flat_map(move |&input| {
            let is_known = |at: &u32| {
                facts
                    .iter()
                    .any(|fact| matches!(fact, Fact::Bit { input: of, at: bit, .. } if *of == input && bit == at))
            };
            let free: Vec<u32> = (0..terms.width(input)).filter(|at| !is_known(at)).collect();
            let ends = [free.first().copied(), free.last().copied().filter(|_| free.len() > 1)];
            ends.into_iter()
                .flatten()
                .map(move |at| Choice { fact: Fact::Bit { input, at, value: true }, about: About::Other })
        })
    }
}

/// The branches whose condition, or guard, a question depends on.
fn branches(terms: &TermStore, unrolling: &Unrolling, is_in: &FxHashSet<TermId>) -> Vec<Branch> {
    let mut nths: FxHashMap<Span, u32> = FxHashMap::default();
    let mut found = Vec::new();
    for step in unrolling.steps.iter() {
        let StepKind::Branch { cond, .. } = step.kind else { continue };
        let nth = nths.entry(step.span).or_default();
        *nth += 1;
        let positive = match terms.node(cond) {
            Node::Unary(Op::Not, inner) => inner,
            _ => cond,
        };
        if terms.as_bool(cond).is_none() && is_in.contains(&positive) {
            found.push(Branch { guard: step.guard, cond, span: step.span, nth: *nth });
        }
    }
    if found.len() > MANY {
        // Evenly over all of them: later rounds of a loop say more than the first ones.
        let n = found.len();
        found = (0..MANY).map(|at| found[at * n / MANY]).collect();
    }
    found
}

/// How much the conditions of a question decide: what they choose between, in bits, and how often they are needed.
fn weights(terms: &TermStore, cond: TermId) -> FxHashMap<TermId, u64> {
    let mut weights: FxHashMap<TermId, u64> = FxHashMap::default();
    let mut add = |term: TermId, weight: u64| {
        let term = match terms.node(term) {
            Node::Unary(Op::Not, inner) => inner,
            _ => term,
        };
        *weights.entry(term).or_default() += weight;
    };
    for term in cone(terms, cond) {
        match terms.node(term) {
            Node::Ite(chooses, _, _) => add(chooses, terms.sort(term).bit_width().map_or(64, u64::from)),
            Node::Binary(Op::And, a, b) => {
                add(a, 1);
                add(b, 1);
            }
            _ => {}
        }
    }
    weights
}

/// What a condition weighs with its conjuncts.
fn weight(terms: &TermStore, cond: TermId, weights: &FxHashMap<TermId, u64>) -> u64 {
    /// Of a conjunction no more parts than these are looked at.
    const FEW: usize = 64;
    let mut todo = vec![cond];
    let mut sum = 0;
    for _ in 0..FEW {
        let Some(next) = todo.pop() else { break };
        match terms.node(next) {
            Node::Unary(Op::Not, inner) => todo.push(inner),
            Node::Binary(Op::And, a, b) => {
                sum += weights.get(&next).copied().unwrap_or(0);
                todo.extend([a, b]);
            }
            _ => sum += weights.get(&next).copied().unwrap_or(0),
        }
    }
    sum
}
