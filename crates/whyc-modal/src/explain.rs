//! Why something is unknown: the fewest steps of which it would have to be known whether they are there.
//!
//! A step that may be there can turn out to be there always, or never. Each of the two makes more formulas surely true and none less, even if
//! both were taken together; so whether some such decisions are enough is a question with a monotone answer, and a smallest choice that is
//! enough meets the complement of every choice that is not. Choices that meet all complements seen so far are tried, smallest first; one that is
//! not enough is grown until nothing more can be added, which gives another complement. Decisions that contradict each other are never chosen.

use std::collections::BTreeSet;

use crate::evaluate::{Question, evaluate};
use crate::formula::Which;
use crate::hitting;
use crate::positive::{Node, Positive};
use crate::surely::{Steps, surely};
use crate::system::{ActionId, Decision, Fate, Step, System};
use crate::truth::Truth;
use crate::work::{Limit, Work};

/// What would make a formula true, or false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// These decisions, and no fewer.
    Smallest(Vec<Decision>),
    /// These decisions; none of them can be left out, but there may be fewer others.
    Small(Vec<Decision>),
    /// However its steps are decided, it does not become so.
    Nothing,
    /// It was not found out.
    Unknown(Limit),
}

impl Way {
    /// The decisions, if there are some.
    #[must_use]
    pub fn decisions(&self) -> Option<&[Decision]> {
        match self {
            Way::Smallest(all) | Way::Small(all) => Some(all),
            Way::Nothing | Way::Unknown(_) => None,
        }
    }
}

/// Why a formula is neither true nor false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What would make it true.
    pub holds: Way,
    /// What would make it false.
    pub fails: Way,
}

impl Explanation {
    /// The fewest decisions that make it true or false, if some are known.
    #[must_use]
    pub fn fewest(&self) -> Option<&[Decision]> {
        let all = [self.holds.decisions(), self.fails.decisions()];
        all.into_iter().flatten().min_by_key(|it| it.len())
    }
}

/// Why the answer to a question is unknown. All that is told has been evaluated once more.
#[must_use]
pub fn explain(system: &System, question: &Question, work: &Work) -> Explanation {
    let way = |formula, wanted| {
        let way = find(system, question, formula, wanted, work);
        if let Some(decisions) = way.decisions() {
            let decided = system.decided(decisions).expect("decisions should not contradict each other");
            match evaluate(&decided, question, &mut work.clone()) {
                Ok(again) => assert_eq!(again.answer, wanted, "the decisions should be enough"),
                Err(limit) => return Way::Unknown(limit),
            }
        }
        way
    };
    Explanation { holds: way(&question.plain, Truth::True), fails: way(&question.negated, Truth::False) }
}

fn find(system: &System, question: &Question, formula: &Positive, wanted: Truth, work: &Work) -> Way {
    let search = Search { system, steps: Steps::of(system), formula, wanted, elements: elements(system, formula) };
    let decisions = |chosen: &[usize]| chosen.iter().map(|&it| search.elements[it]).collect::<Vec<_>>();
    match search.smallest(&mut work.clone()) {
        Ok(Some(chosen)) => Way::Smallest(decisions(&chosen)),
        Ok(None) => Way::Nothing,
        Err(limit @ Limit::Outside(_)) => Way::Unknown(limit),
        Err(limit @ Limit::Work) => match search.small(question, &mut work.clone()) {
            Ok(Some(chosen)) => Way::Small(decisions(&chosen)),
            Ok(None) => Way::Unknown(limit),
            Err(limit) => Way::Unknown(limit),
        },
    }
}

/// What could help: decisions about steps that may be reached, for which the formula has a use.
fn elements(system: &System, formula: &Positive) -> Vec<Decision> {
    let is_used = |wanted: Which, action: ActionId| {
        formula.nodes.iter().any(|it| match it {
            Node::Next(which, by, _) => *which == wanted && by.is_none_or(|by| by == action),
            Node::Set(_) | Node::And(..) | Node::Or(..) | Node::Fixpoint(_) | Node::Variable(_) => false,
        })
    };
    let reachable = system.reachable();
    // A step to one of some states says more where some of these fall away.
    let in_sets: BTreeSet<Step> = system
        .must()
        .iter()
        .flat_map(|it| it.to.iter().map(|&to| Step { from: it.from, action: it.action, to }))
        .collect();
    let mut all = Vec::new();
    for step in system.undecided().into_iter().filter(|it| reachable.contains(&it.from)) {
        let some = is_used(Which::Some, step.action);
        if some {
            all.push(Decision { step, fate: Fate::Must });
        }
        if is_used(Which::Every, step.action) || (some && in_sets.contains(&step)) {
            all.push(Decision { step, fate: Fate::Never });
        }
    }
    all
}

struct Search<'a> {
    system: &'a System,
    steps: Steps,
    formula: &'a Positive,
    wanted: Truth,
    elements: Vec<Decision>,
}

impl Search<'_> {
    fn smallest(&self, work: &mut Work) -> Result<Option<Vec<usize>>, Limit> {
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let mut size = 0;
        loop {
            let allowed = |chosen: &[usize]| self.is_allowed(chosen);
            let Some(chosen) = hitting::smallest(&sets, size, &allowed, work)? else { return Ok(None) };
            size = chosen.len();
            let mut taken = vec![false; self.elements.len()];
            for &it in &chosen {
                taken[it] = true;
            }
            if self.is_enough(&taken, work)? {
                return Ok(Some(chosen));
            }
            for element in 0..taken.len() {
                if !taken[element] {
                    taken[element] = true;
                    taken[element] = !self.is_enough(&taken, work)?;
                }
            }
            let rest: Vec<usize> = (0..taken.len()).filter(|&it| !taken[it]).collect();
            if rest.is_empty() {
                return Ok(None);
            }
            sets.push(rest);
        }
    }

    /// Something that is enough and from which nothing can be left out: what is left of deciding all steps alike.
    fn small(&self, question: &Question, work: &mut Work) -> Result<Option<Vec<usize>>, Limit> {
        for fate in [Fate::Must, Fate::Never] {
            let mut chosen: Vec<usize> = Vec::new();
            for element in (0..self.elements.len()).filter(|&it| self.elements[it].fate == fate) {
                chosen.push(element);
                if !self.is_allowed(&chosen) {
                    chosen.pop();
                }
            }
            let is_enough = |chosen: &[usize], work: &mut Work| {
                let decisions: Vec<Decision> = chosen.iter().map(|&it| self.elements[it]).collect();
                let Some(decided) = self.system.decided(&decisions) else { return Ok(false) };
                Ok(evaluate(&decided, question, work)?.answer == self.wanted)
            };
            if !is_enough(&chosen, work)? {
                continue;
            }
            for element in chosen.clone() {
                let without: Vec<usize> = chosen.iter().copied().filter(|&it| it != element).collect();
                if is_enough(&without, work)? {
                    chosen = without;
                }
            }
            return Ok(Some(chosen));
        }
        Ok(None)
    }

    /// Whether decisions go together, and leave a target to every step that must be there.
    fn is_allowed(&self, chosen: &[usize]) -> bool {
        let of = |fate: Fate| -> BTreeSet<Step> {
            chosen.iter().map(|&it| self.elements[it]).filter(|it| it.fate == fate).map(|it| it.step).collect()
        };
        let never = of(Fate::Never);
        if never.is_empty() {
            return true;
        }
        let is_gone = |from, action, to| never.contains(&Step { from, action, to });
        of(Fate::Must).is_disjoint(&never)
            && self.system.must().iter().all(|it| it.to.iter().any(|&to| !is_gone(it.from, it.action, to)))
    }

    fn is_enough(&self, taken: &[bool], work: &mut Work) -> Result<bool, Limit> {
        let mut steps = self.steps.clone();
        let chosen = || self.elements.iter().zip(taken).filter(|(_, taken)| **taken).map(|(it, _)| it);
        for decision in chosen().filter(|it| it.fate == Fate::Must) {
            steps.must[decision.step.from].push((decision.step.action, vec![decision.step.to]));
        }
        // A must step that loses its last target is a contradiction, from which everything follows: so more decisions never make less true.
        for decision in chosen().filter(|it| it.fate == Fate::Never) {
            let Step { from, action, to } = decision.step;
            steps.may[from].retain(|it| *it != (action, to));
            for (_, targets) in steps.must[from].iter_mut().filter(|(by, _)| *by == action) {
                targets.retain(|it| *it != to);
            }
        }
        work.spend(self.elements.len())?;
        let holds = surely(self.formula, &steps, work)?;
        let mut initial = self.system.initial();
        Ok(match self.wanted {
            Truth::True => initial.all(|it| holds[it]),
            Truth::False => initial.any(|it| holds[it]),
            Truth::Unknown => false,
        })
    }
}
