//! Whether a clause follows from the gates around it.
//!
//! Clauses are not made again here: whoever made them may know exclusive ors, multiplexers and long conjunctions. Each is
//! looked at by itself. If all its literals are false, the gate of its largest variable must come out the other way. Gates
//! are looked through as far as the other variables of the clause; a multiplexer whose condition the clause does not
//! mention must come out the other way for both of its values.

use std::cmp::Reverse;

use crate::gates::{GateLit, Gates};
use whyc_proof::Lit;

/// So deep the gates are looked through: multiplexers, majorities, conjunctions, in turn.
const DEPTHS: [u32; 3] = [2, 5, 70];
/// So many gates are looked at for one clause and depth.
const MOST: usize = 400;
/// So many nodes that a clause does not mention are tried both ways.
const MANY_OPEN: usize = 12;

/// Looks at clauses.
pub struct Follows<'a> {
    gates: &'a Gates,
    /// The values under which a clause is false, by variable, where they are fixed.
    value: Vec<Option<bool>>,
    fixed: Vec<u32>,
    /// What would have to be known, with the depth that was left there.
    open: Vec<(Reverse<u32>, u32)>,
    left: usize,
}

impl<'a> Follows<'a> {
    /// For the clauses of these gates.
    #[must_use]
    pub fn new(gates: &'a Gates) -> Self {
        let mut value = vec![None; gates.n_vars() as usize + 1];
        value[0] = Some(false);
        Self { gates, value, fixed: Vec::new(), open: Vec::new(), left: 0 }
    }

    /// Whether the gates imply `clause`.
    pub fn is_implied(&mut self, clause: &[Lit]) -> bool {
        let Some(top) = clause.iter().map(|lit| lit.var().number()).max() else { return false };
        if top as usize >= self.value.len() {
            return false;
        }
        for &lit in clause {
            let var = lit.var().number();
            let value = lit.is_neg();
            match self.value[var as usize] {
                None => self.fix(var, value),
                Some(other) if other == value => {}
                // A literal and its opposite.
                Some(_) => {
                    self.release(0);
                    return true;
                }
            }
        }
        let implied = match self.value[top as usize] {
            Some(true) => self.pulls_down(top) || self.comes_out(top, false),
            Some(false) | None => self.comes_out(top, true),
        };
        self.release(0);
        implied
    }

    fn fix(&mut self, var: u32, value: bool) {
        self.value[var as usize] = Some(value);
        self.fixed.push(var);
    }

    fn release(&mut self, n: usize) {
        for var in self.fixed.drain(n..) {
            self.value[var as usize] = None;
        }
    }

    /// Whether a gate cannot be true because something that it is the conjunction of is false.
    fn pulls_down(&mut self, top: u32) -> bool {
        let mut stack = vec![top];
        for _ in 0..MOST {
            let Some(var) = stack.pop() else { return false };
            let Some(parts) = self.gates.and(var) else { continue };
            for lit in parts {
                match self.value_of(lit) {
                    Some(false) => return true,
                    Some(true) => {}
                    None if lit & 1 == 0 => stack.push(lit / 2),
                    None => {}
                }
            }
        }
        false
    }

    /// Whether a gate has this value by what it is made of.
    fn comes_out(&mut self, top: u32, value: bool) -> bool {
        for depth in DEPTHS {
            self.open.clear();
            if self.evaluate(top, depth) == Some(value) {
                return true;
            }
            let mut open = std::mem::take(&mut self.open);
            // The nearest ones first: further away it is about something else.
            open.sort_unstable();
            open.dedup();
            open.truncate(MANY_OPEN);
            for (_, var) in open {
                let n = self.fixed.len();
                let mut both = true;
                for tried in [false, true] {
                    self.fix(var, tried);
                    both = both && self.evaluate(top, depth) == Some(value);
                    self.release(n);
                }
                if both {
                    return true;
                }
            }
        }
        false
    }

    /// What a gate comes to, whatever is fixed for itself. Notes what would have to be known.
    fn evaluate(&mut self, top: u32, depth: u32) -> Option<bool> {
        self.left = MOST;
        let parts = self.gates.and(top)?;
        self.conjunction(parts, depth)
    }

    /// Recurses no deeper than the last of [`DEPTHS`].
    fn conjunction(&mut self, parts: [GateLit; 2], depth: u32) -> Option<bool> {
        // What is known at once goes first: the other part may be large.
        let known = parts.map(|lit| self.value_of(lit));
        match known {
            [Some(false), _] | [_, Some(false)] => return Some(false),
            [Some(true), Some(true)] => return Some(true),
            _ => {}
        }
        let mut all = Some(true);
        for (lit, known) in parts.into_iter().zip(known) {
            let value = known.or_else(|| self.look_through(lit, depth));
            match value {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    fn look_through(&mut self, lit: GateLit, depth: u32) -> Option<bool> {
        let parts = match self.gates.and(lit / 2) {
            Some(parts) if depth > 1 && self.left > 0 => parts,
            _ => {
                self.open.push((Reverse(depth), lit / 2));
                return None;
            }
        };
        self.left -= 1;
        let value = self.conjunction(parts, depth - 1);
        if value.is_none() {
            self.open.push((Reverse(depth), lit / 2));
        }
        value.map(|value| value != (lit & 1 == 1))
    }

    fn value_of(&self, lit: GateLit) -> Option<bool> {
        self.value[(lit / 2) as usize].map(|value| value != (lit & 1 == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(clause: &[i64]) -> Vec<Lit> {
        clause.iter().map(|&lit| Lit::from_file(lit).expect("a literal")).collect()
    }

    /// Whether the gates imply a clause, by trying all inputs.
    fn is_implied(gates: &Gates, clause: &[i64]) -> bool {
        (0..1u32 << gates.n_inputs).all(|inputs| {
            let mut values = vec![false];
            values.extend((0..gates.n_inputs).map(|at| inputs >> at & 1 == 1));
            for &[left, right] in &gates.ands {
                let value = |lit: u32| values[(lit / 2) as usize] != (lit & 1 == 1);
                values.push(value(left) && value(right));
            }
            clause.iter().any(|&lit| values[lit.unsigned_abs() as usize] == (lit > 0))
        })
    }

    /// Inputs 1 to 3; 6: 1 ? 2 : 3; 9: the exclusive or of 1 and 2; 11: all inputs; 14: at least two inputs.
    fn gates() -> Gates {
        // 4 = 1 & !2, 5 = !1 & !3, 6 = !4 & !5; 7 = 1 & 2, 8 = !1 & !2, 9 = !7 & !8; 10 = 1 & 2, 11 = 10 & 3.
        // 12 = 9 & !3, 13 = !9 & !2, 14 = !12 & !13.
        let ands = vec![[2, 5], [3, 7], [9, 11], [2, 4], [3, 5], [15, 17], [2, 4], [20, 6], [18, 7], [19, 5], [25, 27]];
        Gates { n_inputs: 3, ands, outputs: Vec::new() }
    }

    #[test]
    fn gates_imply_the_clauses_of_what_they_are() {
        let gates = gates();
        let mut follows = Follows::new(&gates);
        for clause in [
            // A multiplexer, with the clauses for equal arms.
            &[-1, -2, 6][..],
            &[-1, 2, -6],
            &[1, -3, 6],
            &[1, 3, -6],
            &[-2, -3, 6],
            &[2, 3, -6],
            // An exclusive or.
            &[1, 2, -9],
            &[-1, -2, -9],
            &[1, -2, 9],
            &[-1, 2, 9],
            // A conjunction of three.
            &[-11, 1],
            &[-11, 2],
            &[-11, 3],
            &[-1, -2, -3, 11],
            // A majority, whatever the third one is.
            &[-1, -2, 14],
            &[1, 2, -14],
            &[-1, -3, 14],
            &[1, 3, -14],
            &[-2, -3, 14],
            &[2, 3, -14],
            // What holds anyhow.
            &[1, -1],
        ] {
            assert!(is_implied(&gates, clause), "{clause:?}");
            assert!(follows.is_implied(&lits(clause)), "{clause:?}");
        }
    }

    /// All clauses of up to three literals: none is accepted that does not follow.
    #[test]
    fn nothing_else_is_accepted() {
        let gates = gates();
        let mut follows = Follows::new(&gates);
        let all: Vec<i64> = (1..=14).flat_map(|var| [var, -var]).collect();
        let mut n_accepted = 0;
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    let clause = [a, b, c];
                    if follows.is_implied(&lits(&clause)) {
                        assert!(is_implied(&gates, &clause), "{clause:?}");
                        n_accepted += 1;
                    }
                }
            }
        }
        assert!(n_accepted > 1000, "{n_accepted}");
        assert!(!follows.is_implied(&[]));
        assert!(!follows.is_implied(&lits(&[99])));
    }
}
