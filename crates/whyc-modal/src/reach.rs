//! Ways to a goal: what shows that something can be reached, or that something does not always hold.

use whyc_base::ids::IdVec;

use crate::evaluate::{Question, evaluate};
use crate::formula::{Action, Formula, Kind, Which};
use crate::system::{Must, StateId, System};
use crate::truth::Truth;
use crate::work::Work;

/// What a formula asks, if one run is enough to answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Whether something can be reached; a run shows that it is true.
    Reached(Formula),
    /// Whether something is never reached; a run shows that it is false.
    Avoided(Formula),
}

impl Asks {
    /// What a formula asks: `EF f`, `mu Z. f | <>Z`, or their negations.
    #[must_use]
    pub fn of(formula: &Formula) -> Option<Self> {
        match formula {
            Formula::Not(inner) => Self::of(inner).map(|it| match it {
                Asks::Reached(goal) => Asks::Avoided(goal),
                Asks::Avoided(goal) => Asks::Reached(goal),
            }),
            Formula::Until(Which::Some, stay, goal) if **stay == Formula::Constant(true) => {
                Some(Asks::Reached((**goal).clone()))
            }
            Formula::Fixpoint(Kind::Least, id, _, body) => {
                let Formula::Or(a, b) = &**body else { return None };
                let is_next = |it: &Formula| match it {
                    Formula::Next(Which::Some, Action::Any, inner) => {
                        matches!(&**inner, Formula::Variable(it, _, _) if it == id)
                    }
                    _ => false,
                };
                let goal = match (is_next(a), is_next(b)) {
                    (false, true) => a,
                    (true, false) => b,
                    (true, true) | (false, false) => return None,
                };
                let is_free = !variables(goal).contains(id);
                is_free.then(|| Asks::Reached((**goal).clone()))
            }
            _ => None,
        }
    }

    /// What is reached.
    #[must_use]
    pub fn goal(&self) -> &Formula {
        match self {
            Asks::Reached(goal) | Asks::Avoided(goal) => goal,
        }
    }

    /// The answer that a run to the goal shows.
    #[must_use]
    pub fn shown(&self) -> Truth {
        match self {
            Asks::Reached(_) => Truth::True,
            Asks::Avoided(_) => Truth::False,
        }
    }
}

fn variables(formula: &Formula) -> Vec<crate::formula::VarId> {
    let (mut open, mut found) = (vec![formula], Vec::new());
    while let Some(it) = open.pop() {
        if let Formula::Variable(id, _, _) = it {
            found.push(*id);
        }
        open.extend(it.parts());
    }
    found
}

/// The way to a goal from each state from which one must be there.
#[derive(Clone, Debug)]
pub struct Ways {
    /// How many steps it has at most; 0 at the goal.
    pub length: IdVec<StateId, Option<usize>>,
    /// The next step; nothing at the goal.
    pub next: IdVec<StateId, Option<Must>>,
}

/// The shortest ways to where a formula is true; nothing if that is too much work or the formula is wrong.
#[must_use]
pub fn ways(system: &System, goal: &Formula, work: &mut Work) -> Option<Ways> {
    let question = Question::new(goal, system).ok()?;
    let values = evaluate(system, &question, work).ok()?.values;
    let n = system.states().len();
    let mut ways = Ways { length: IdVec::filled(None, n), next: IdVec::filled(None, n) };
    for (id, value) in values.iter_enumerated().filter(|(_, it)| **it == Truth::True) {
        debug_assert!(value.is_definite());
        ways.length[id] = Some(0);
    }
    for round in 1.. {
        let mut new: Vec<Must> = Vec::new();
        for must in system.must().iter().filter(|it| ways.length[it.from].is_none()) {
            work.spend(must.to.len()).ok()?;
            let is_first = new.last().is_none_or(|it| it.from != must.from);
            if is_first && must.to.iter().all(|&it| ways.length[it].is_some()) {
                new.push(must.clone());
            }
        }
        if new.is_empty() {
            break;
        }
        for must in new {
            ways.length[must.from] = Some(round);
            let from = must.from;
            ways.next[from] = Some(must);
        }
    }
    Some(ways)
}

impl Ways {
    /// Where a run to the goal begins: where runs begin and the way is shortest.
    #[must_use]
    pub fn start(&self, system: &System) -> Option<StateId> {
        let all = system.initial().filter_map(|it| self.length[it].map(|length| (length, it)));
        all.min().map(|(_, it)| it)
    }

    /// The steps from a state on. Where a step leads to one of some states, the way goes on from the one from which it is longest.
    #[must_use]
    pub fn from(&self, start: StateId) -> Vec<&Must> {
        let mut steps = Vec::new();
        let mut at = start;
        while let Some(step) = &self.next[at] {
            steps.push(step);
            let Some(&longest) = step.to.iter().max_by_key(|it| self.length[**it]) else { break };
            at = longest;
        }
        steps
    }
}
