//! Which decisions lead to an instruction: control dependence by post-dominators.
//!
//! An instruction is up to a branch if one way of the branch always comes to it and another one need not.

use whyc_base::ids::Id;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::Body;

/// The branches that each instruction of a function is up to.
#[derive(Debug)]
pub struct Control {
    deciders: Vec<Vec<InstrId>>,
}

impl Control {
    /// Of a function with this body.
    #[must_use]
    pub fn new(body: &Body) -> Self {
        let n = body.instrs.len();
        let after = immediate_post_dominators(body);
        let mut deciders = vec![Vec::new(); n];
        for (id, instr) in body.instrs.iter_enumerated() {
            if !matches!(instr.kind, InstrKind::Branch { .. } | InstrKind::Switch { .. }) {
                continue;
            }
            let meet = after[id.index()];
            for next in successors(body, id) {
                let mut at = next;
                // What all ways come to is up to no one; `n` is the end of the function.
                while at != meet && at != n {
                    if !deciders[at].contains(&id) {
                        deciders[at].push(id);
                    }
                    at = after[at];
                }
            }
        }
        Self { deciders }
    }

    /// The branches that an instruction is up to.
    #[must_use]
    pub fn deciders(&self, instr: InstrId) -> &[InstrId] {
        self.deciders.get(instr.index()).map_or(&[], Vec::as_slice)
    }
}

/// Where an instruction can go; the length of the body stands for its end.
fn successors(body: &Body, id: InstrId) -> Vec<usize> {
    let n = body.instrs.len();
    let next = (id.index() + 1).min(n);
    match &body.instrs[id].kind {
        InstrKind::Jump(target) => vec![target.index()],
        InstrKind::Branch { target, .. } => vec![target.index(), next],
        InstrKind::Switch { cases, default, .. } => {
            let mut targets: Vec<usize> = cases.iter().map(|case| case.target.index()).collect();
            targets.push(default.index());
            targets.sort_unstable();
            targets.dedup();
            targets
        }
        InstrKind::Return(_) | InstrKind::Halt | InstrKind::Unsupported(_) => vec![n],
        InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::Assign { .. }
        | InstrKind::ZeroFill(_)
        | InstrKind::Nondet { .. }
        | InstrKind::Call { .. }
        | InstrKind::Assume(_)
        | InstrKind::Cover(_)
        | InstrKind::Assert { .. }
        | InstrKind::Block(_)
        | InstrKind::Output(_)
        | InstrKind::Label => vec![next],
    }
}

/// For each instruction the first one that all its ways to the end come to; the length of the body for none.
fn immediate_post_dominators(body: &Body) -> Vec<usize> {
    let n = body.instrs.len();
    let successors: Vec<Vec<usize>> = body.instrs.ids().map(|id| successors(body, id)).collect();
    let mut predecessors = vec![Vec::new(); n + 1];
    for (at, targets) in successors.iter().enumerate() {
        for &target in targets {
            predecessors[target].push(at);
        }
    }
    // Backwards from the end, a node after all those that it is found through.
    let (order, number) = post_order(&predecessors, n);
    let unknown = usize::MAX;
    let mut found = vec![unknown; n + 1];
    found[n] = n;
    let mut changed = true;
    while changed {
        changed = false;
        for &at in order.iter().rev().filter(|&&at| at != n) {
            let mut best = unknown;
            for &next in successors[at].iter().filter(|&&next| found[next] != unknown) {
                best = if best == unknown { next } else { common(&found, &number, best, next) };
            }
            if best != unknown && found[at] != best {
                found[at] = best;
                changed = true;
            }
        }
    }
    // What never comes to the end has nothing in common.
    found.iter().map(|&at| if at == unknown { n } else { at }).collect()
}

fn common(found: &[usize], number: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        while number[a] < number[b] {
            a = found[a];
        }
        while number[b] < number[a] {
            b = found[b];
        }
    }
    a
}

/// The nodes that lead to `root`, each after those that it leads to it through, and their positions.
fn post_order(predecessors: &[Vec<usize>], root: usize) -> (Vec<usize>, Vec<usize>) {
    let mut order = Vec::new();
    let mut seen = vec![false; predecessors.len()];
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((at, k)) = stack.pop() {
        match predecessors[at].get(k) {
            Some(&before) => {
                stack.push((at, k + 1));
                if !seen[before] {
                    seen[before] = true;
                    stack.push((before, 0));
                }
            }
            None => order.push(at),
        }
    }
    let mut number = vec![0; predecessors.len()];
    for (k, &at) in order.iter().enumerate() {
        number[at] = k;
    }
    (order, number)
}
