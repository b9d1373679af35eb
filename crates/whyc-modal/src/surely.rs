//! Where a formula is surely true: of everything that a state stands for.
//!
//! After some step: if one must be there whose targets all are. After every step: if the targets of all that may be there are. Fixpoints are
//! iterated, the least from nowhere, the greatest from everywhere.

use whyc_base::ids::{Id, IdVec};

use crate::formula::{Kind, Which};
use crate::positive::{FixId, Node, NodeId, Positive};
use crate::system::{ActionId, StateId, System};
use crate::work::{Limit, Work};

/// Some states.
pub type Set = IdVec<StateId, bool>;

/// The steps of a system by where they come from.
#[derive(Clone, Debug)]
pub struct Steps {
    /// What may be there.
    pub may: IdVec<StateId, Vec<(ActionId, StateId)>>,
    /// What must be there.
    pub must: IdVec<StateId, Vec<(ActionId, Vec<StateId>)>>,
}

impl Steps {
    /// The steps of a system.
    #[must_use]
    pub fn of(system: &System) -> Self {
        let n = system.states().len();
        let mut steps = Self { may: IdVec::filled(Vec::new(), n), must: IdVec::filled(Vec::new(), n) };
        for step in system.may() {
            steps.may[step.from].push((step.action, step.to));
        }
        for must in system.must() {
            steps.must[must.from].push((must.action, must.to.iter().copied().collect()));
        }
        steps
    }
}

/// Where a formula is surely true.
///
/// # Errors
/// If that is too much work.
pub fn surely(formula: &Positive, steps: &Steps, work: &mut Work) -> Result<Set, Limit> {
    let n = steps.may.len();
    let mut values = IdVec::new();
    for fix in formula.fixpoints.iter() {
        values.push(start(fix.kind, n));
    }
    let mut evaluator = Evaluator { formula, steps, values, work };
    evaluator.node(formula.root)
}

fn start(kind: Kind, n: usize) -> Set {
    match kind {
        Kind::Least => IdVec::filled(false, n),
        Kind::Greatest => IdVec::filled(true, n),
    }
}

struct Evaluator<'a> {
    formula: &'a Positive,
    steps: &'a Steps,
    values: IdVec<FixId, Set>,
    work: &'a mut Work,
}

impl Evaluator<'_> {
    fn node(&mut self, node: NodeId) -> Result<Set, Limit> {
        let formula = self.formula;
        self.work.spend(self.steps.may.len())?;
        Ok(match &formula.nodes[node] {
            Node::Set(set) => set.clone(),
            Node::And(a, b) => joined(self.node(*a)?, &self.node(*b)?, |a, b| a && b),
            Node::Or(a, b) => joined(self.node(*a)?, &self.node(*b)?, |a, b| a || b),
            Node::Next(which, action, inner) => {
                let inner = self.node(*inner)?;
                self.next(*which, *action, &inner)?
            }
            Node::Fixpoint(fix) => self.fixpoint(*fix)?,
            Node::Variable(fix) => self.values[*fix].clone(),
        })
    }

    fn next(&mut self, which: Which, action: Option<ActionId>, inner: &Set) -> Result<Set, Limit> {
        let is_meant = |it: ActionId| action.is_none_or(|wanted| wanted == it);
        let mut set = IdVec::new();
        for state in (0..self.steps.may.len()).map(StateId::from_index) {
            let value = match which {
                Which::Some => {
                    let all = &self.steps.must[state];
                    self.work.spend(all.iter().map(|(_, to)| to.len()).sum())?;
                    all.iter().any(|(by, to)| is_meant(*by) && to.iter().all(|&it| inner[it]))
                }
                Which::Every => {
                    let all = &self.steps.may[state];
                    self.work.spend(all.len())?;
                    all.iter().all(|&(by, to)| !is_meant(by) || inner[to])
                }
            };
            set.push(value);
        }
        Ok(set)
    }

    fn fixpoint(&mut self, fix: FixId) -> Result<Set, Limit> {
        let formula = self.formula;
        let Some(it) = formula.fixpoints.get(fix) else { return Ok(IdVec::new()) };
        for &inner in &it.resets {
            self.values[inner] = start(it.kind, self.steps.may.len());
        }
        loop {
            let next = self.node(it.body)?;
            if next == self.values[fix] {
                return Ok(next);
            }
            self.values[fix] = next;
        }
    }
}

fn joined(mut a: Set, b: &Set, join: fn(bool, bool) -> bool) -> Set {
    for (a, &b) in a.iter_mut().zip(b.iter()) {
        *a = join(*a, b);
    }
    a
}
