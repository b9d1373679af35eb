//! The way control takes through a function, which writes reach where, and which branches decide about what.

use std::collections::BTreeSet;

use whyc_base::ids::Id;
use whyc_ir::flow;
use whyc_ir::program::Body;

use super::Line;
use super::uses::Variable;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// It was there when the function began.
    Before,
    /// This line wrote it.
    Line(Line),
}

/// What may be in variables: each with where it comes from.
pub type Contents = BTreeSet<(Variable, Source)>;

/// What an instruction does to variables.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// What is gone afterwards.
    pub replaced: BTreeSet<Variable>,
    /// What may be there afterwards.
    pub written: Contents,
    /// Whether nothing is known to go on from here: it calls a function of which no way to its end is known yet.
    pub stops: bool,
}

/// The ways between the instructions of a function; one more than there are instructions stands for its end.
#[derive(Debug)]
pub struct Ways {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

impl Ways {
    /// Of a body.
    pub fn new(body: &Body) -> Self {
        let end = body.instrs.len();
        let mut successors: Vec<Vec<usize>> = Vec::with_capacity(end + 1);
        for id in body.instrs.ids() {
            let to: Vec<usize> = flow::successors(body, id).into_iter().map(Id::index).collect();
            successors.push(if to.is_empty() { vec![end] } else { to });
        }
        successors.push(Vec::new());
        let mut ways = Self { successors, predecessors: Vec::new() };
        ways.turn();
        ways.let_endless_loops_end();
        ways
    }

    /// Where the function ends.
    pub fn end(&self) -> usize {
        self.successors.len() - 1
    }

    fn turn(&mut self) {
        self.predecessors = vec![Vec::new(); self.successors.len()];
        for (from, to) in self.successors.iter().enumerate() {
            to.iter().for_each(|&to| self.predecessors[to].push(from));
        }
    }

    /// What decides about what is defined by the ways to the end: a loop without one gets one, from its last instruction.
    fn let_endless_loops_end(&mut self) {
        let end = self.end();
        loop {
            let mut reaches = vec![false; end + 1];
            let mut stack = vec![end];
            while let Some(at) = stack.pop() {
                if !std::mem::replace(&mut reaches[at], true) {
                    stack.extend(&self.predecessors[at]);
                }
            }
            let Some(lost) = reaches.iter().rposition(|&reaches| !reaches) else { return };
            self.successors[lost].push(end);
            self.predecessors[end].push(lost);
        }
    }

    /// What may be in variables before each instruction and at the end, as far as these are reached.
    pub fn reaching(&self, before: &Contents, effects: &[Effect]) -> Vec<Option<Contents>> {
        let n = self.successors.len();
        let mut reaching: Vec<Contents> = vec![Contents::new(); n];
        reaching[0].clone_from(before);
        let mut waiting: BTreeSet<usize> = [0].into();
        let mut is_met = vec![false; n];
        while let Some(at) = waiting.pop_first() {
            is_met[at] = true;
            let Some(effect) = effects.get(at).filter(|effect| !effect.stops) else { continue };
            let stays = |(variable, _): &&(Variable, Source)| !effect.replaced.contains(variable);
            let mut after: Contents = reaching[at].iter().filter(stays).copied().collect();
            after.extend(&effect.written);
            for &to in &self.successors[at] {
                let n_before = reaching[to].len();
                reaching[to].extend(&after);
                if reaching[to].len() > n_before || !is_met[to] {
                    waiting.insert(to);
                }
            }
        }
        reaching.into_iter().zip(is_met).map(|(contents, is_met)| is_met.then_some(contents)).collect()
    }

    /// For each instruction, the branches that decide whether it is executed (after Ferrante, Ottenstein and Warren).
    pub fn controls(&self) -> Vec<BTreeSet<usize>> {
        let after = self.always_after();
        let mut controls = vec![BTreeSet::new(); self.successors.len()];
        for (branch, to) in self.successors.iter().enumerate().filter(|(_, to)| to.len() > 1) {
            for &to in to {
                let mut at = Some(to);
                while let Some(here) = at.filter(|&here| Some(here) != after[branch]) {
                    if !controls[here].insert(branch) && here == branch {
                        break;
                    }
                    at = after[here];
                }
            }
        }
        controls
    }

    /// The nearest instruction that every way from each instruction to the end goes through (after Cooper, Harvey
    /// and Kennedy).
    fn always_after(&self) -> Vec<Option<usize>> {
        let end = self.end();
        let order = self.backwards_order();
        let mut position = vec![usize::MAX; end + 1];
        order.iter().enumerate().for_each(|(k, &at)| position[at] = k);
        let mut after: Vec<Option<usize>> = vec![None; end + 1];
        let mut changed = true;
        while changed {
            changed = false;
            for &at in order.iter().skip(1) {
                let mut found: Option<usize> = None;
                for &to in &self.successors[at] {
                    if to != end && after[to].is_none() {
                        continue;
                    }
                    found = Some(found.map_or(to, |known| meet(&after, &position, known, to)));
                }
                if found != after[at] {
                    after[at] = found;
                    changed = true;
                }
            }
        }
        after
    }

    /// The instructions such that each stands behind one of those that may follow it; the end first.
    fn backwards_order(&self) -> Vec<usize> {
        let mut seen = vec![false; self.successors.len()];
        let mut done = Vec::new();
        let mut stack = vec![(self.end(), 0)];
        seen[self.end()] = true;
        while let Some((at, k)) = stack.pop() {
            match self.predecessors[at].get(k) {
                Some(&before) => {
                    stack.push((at, k + 1));
                    if !std::mem::replace(&mut seen[before], true) {
                        stack.push((before, 0));
                    }
                }
                None => done.push(at),
            }
        }
        done.reverse();
        done
    }
}

fn meet(after: &[Option<usize>], position: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let further = if position[a] > position[b] { &mut a } else { &mut b };
        match after[*further] {
            Some(next) => *further = next,
            None => return a.min(b),
        }
    }
    a
}
