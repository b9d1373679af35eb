//! What is wrong with a property that can be seen without a system, and mostly without solving anything.

use std::collections::BTreeSet;

use whyc_base::budget::Budget;

use crate::ask::{Answer, satisfiable};
use crate::store::{SeqId, Store, TooLarge};
use crate::syntax::{Expr, Kind, Place, Sere, SereKind, Strength};
use crate::view::{Monitor, View};

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No word matches a sequence, whatever its Booleans say: lengths do not fit.
    Structural,
    /// No word matches a sequence, because of what its Booleans say.
    Logical,
    /// The sequence before `|->` or `|=>` never matches: what follows it is never asked for.
    Trigger,
    /// The first step breaks the property, whatever it is.
    FirstStep,
}

impl Fault {
    /// Its name in reports for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Fault::Structural => "structural-contradiction",
            Fault::Logical => "logical-contradiction",
            Fault::Trigger => "trigger-never-matches",
            Fault::FirstStep => "fails-at-once",
        }
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What.
    pub fault: Fault,
    /// Where in the property.
    pub place: Place,
    /// What stands there.
    pub text: String,
}

/// All that is wrong with a property.
#[must_use]
pub fn remarks(expr: &Expr, budget: &Budget) -> Vec<Remark> {
    let mut remarks = Vec::new();
    collect(expr, budget, &mut remarks);
    if order(expr, 1) == Some(Order::Longest(0)) {
        remarks.push(Remark { fault: Fault::FirstStep, place: expr.place.clone(), text: expr.to_string() });
    }
    remarks
}

fn collect(expr: &Expr, budget: &Budget, remarks: &mut Vec<Remark>) {
    if let Kind::Sequence(_, sere) | Kind::Suffix(_, sere, _) = &expr.kind {
        let n_before = remarks.len();
        contradictions(sere, budget, remarks);
        let is_trigger = matches!(expr.kind, Kind::Suffix(..));
        let is_named = remarks[n_before..].iter().any(|it| it.place == sere.place);
        if is_trigger && never_matches(sere, budget) && !is_named {
            remarks.push(Remark { fault: Fault::Trigger, place: sere.place.clone(), text: sere.to_string() });
        }
    }
    expr.parts().into_iter().for_each(|part| collect(part, budget, remarks));
}

/// The smallest parts of a sequence that match nothing.
fn contradictions(sere: &Sere, budget: &Budget, remarks: &mut Vec<Remark>) {
    let n_before = remarks.len();
    match &sere.kind {
        SereKind::Step(_) | SereKind::Goto(..) => {}
        SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
            contradictions(a, budget, remarks);
            contradictions(b, budget, remarks);
        }
        SereKind::Repeat(a, ..) => contradictions(a, budget, remarks),
    }
    if remarks.len() > n_before {
        return;
    }
    let fault = if is_structural(sere) {
        Fault::Structural
    } else if !matches!(sere.kind, SereKind::Repeat(_, 0, _)) && never_matches(sere, budget) {
        Fault::Logical
    } else {
        return;
    };
    remarks.push(Remark { fault, place: sere.place.clone(), text: sere.to_string() });
}

/// Whether no word matches a sequence, whatever its Booleans say.
#[must_use]
pub fn is_structural(sere: &Sere) -> bool {
    let mut store = Store::new();
    let Ok(seq) = store.lower_sere(sere) else { return false };
    !has_some_length(&mut store, seq).unwrap_or(true)
}

/// Whether some number of steps leads to the end of a sequence if every step is as it should be.
fn has_some_length(store: &mut Store, seq: SeqId) -> Result<bool, TooLarge> {
    let mut seen = BTreeSet::from([seq]);
    let mut open = vec![seq];
    while let Some(seq) = open.pop() {
        if store.is_over(seq) {
            return Ok(true);
        }
        for &(_, rest) in &*store.steps(seq)? {
            if seen.insert(rest) {
                open.push(rest);
            }
        }
    }
    Ok(false)
}

/// Whether a sequence has no match of at least one step; not if nobody knows.
fn never_matches(sere: &Sere, budget: &Budget) -> bool {
    let strong = Expr::new(Kind::Sequence(Strength::Strong, sere.clone()), 0..0);
    satisfiable(&[&strong], budget) == Answer::No
}

/// How long words may be on which a property holds weakly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// No longer than this.
    Longest(usize),
    /// At least as long as was asked.
    AtLeast(usize),
}

/// How many atoms and situations are looked at.
const MANY_ATOMS: usize = 10;
const MANY_SITUATIONS: usize = 4_000;

/// The length of the longest word on which a property holds weakly, up to `longest`; nothing if that is too much to try.
#[must_use]
pub fn order(expr: &Expr, longest: usize) -> Option<Order> {
    let mut store = Store::new();
    let state = store.lower(expr).ok()?;
    let n_atoms = store.atoms().len();
    if n_atoms > MANY_ATOMS {
        return None;
    }
    let mut situations = vec![Monitor::new(&mut store, state)];
    for length in 0..longest {
        let mut next: Vec<Monitor> = Vec::new();
        for &situation in &situations {
            for bits in 0..1usize << n_atoms {
                let letter: Vec<bool> = (0..n_atoms).map(|atom| bits >> atom & 1 == 1).collect();
                let mut monitor = situation;
                monitor.step(&mut store, &letter).ok()?;
                if monitor.holds(&store, View::Weak) && !next.contains(&monitor) {
                    next.push(monitor);
                }
            }
            if next.len() > MANY_SITUATIONS {
                return None;
            }
        }
        if next.is_empty() {
            return Some(Order::Longest(length));
        }
        situations = next;
    }
    Some(Order::AtLeast(longest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn expr(text: &str) -> Expr {
        parse(text).expect("the property should be read")
    }

    #[test]
    fn the_order_of_contradictions() {
        for (text, expected) in [
            ("false", 0),
            ("{true && {true; true}}", 0),
            ("{{true; true} && {true; true; true}}", 1),
            ("{true[*0] && {true}}", 0),
            ("{true; {true[*0] && {true}}}", 0),
            ("{true[*0] : true}", 0),
            ("X false", 1),
            ("{true[*3] && true[*4]}", 2),
            ("{{a[*6] | a[*4]} && a[*7]}", 5),
            ("{{true[*13] && true[*7]} | {true[*9] && true[*4]}}", 6),
            ("{{a; b} && {a; b; c; d; e}}", 1),
        ] {
            assert_eq!(order(&expr(text), 20), Some(Order::Longest(expected)), "{text}");
        }
        assert_eq!(order(&expr("F false"), 20), Some(Order::AtLeast(20)));
    }

    #[test]
    fn contradictions_of_lengths_are_told_from_those_of_values() {
        let faults = |text: &str| {
            let all = remarks(&expr(text), &Budget::unlimited());
            all.into_iter().map(|it| format!("{} {}", it.fault.name(), it.text)).collect::<Vec<_>>()
        };
        assert_eq!(faults("X {p && {p; q}}"), ["structural-contradiction p && {p; q}"]);
        assert_eq!(faults("X {true[*0] : p}"), ["structural-contradiction true[*0] : p"]);
        assert_eq!(faults("X {true[*0] && {true}}"), ["structural-contradiction true[*0] && true"]);
        assert_eq!(faults("{{a[*6] | a[*4]} && a[*7]}"), ["structural-contradiction {a[*6] | a[*4]} && a[*7]"]);
        assert_eq!(faults("{a; b[*]; false}"), ["logical-contradiction false"]);
        assert_eq!(faults("{p && !p}"), ["logical-contradiction p && !p", "fails-at-once {p && !p}"]);
        assert_eq!(
            faults("{a; b && !b} |-> c"),
            ["logical-contradiction b && !b", "trigger-never-matches a; (b && !b)"]
        );
        assert_eq!(faults("{a[*0]} |-> c"), ["trigger-never-matches a[*0]"]);
        assert_eq!(faults("{a; b} |-> c"), Vec::<String>::new());
    }
}
