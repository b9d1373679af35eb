//! Properties that hold for a silly reason: a part could ask for anything, and nothing would break it.
//!
//! A part plays no role if the property holds even with the hardest thing to ask for in its place. Where what follows a trigger
//! plays no role because the trigger never comes, it is the trigger that is told.

use crate::change::{Path, Polarity, occurrences, replaced};
use crate::syntax::{Expr, Kind, Overlap, Place, Strength};

/// Why a property that holds says less than it seems to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Where the part stands.
    pub place: Place,
    /// The part.
    pub text: String,
    /// What is known of it.
    pub how: How,
}

/// What is known of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is a trigger, and never happens.
    NeverHappens,
    /// It is a trigger, and does not happen where the property looks at it.
    NotThere,
    /// Whatever stands in its place, the property holds.
    NoRole,
    /// It should come at last, which is asked where the program ends; and no run ends.
    NoEnd,
}

/// A change that makes a property ask for more, and what it means if the property still holds.
struct Change {
    path: Path,
    changed: Expr,
    idle: Idle,
}

/// The parts that play no role, the outermost ones; `holds` says whether a property that asks for more holds, too.
pub fn among(expr: &Expr, holds: &mut dyn FnMut(&Expr) -> bool) -> Vec<Idle> {
    let mut found: Vec<Change> = Vec::new();
    for change in changes(expr) {
        // Within what plays no role, nothing does.
        if !found.iter().any(|it| change.path.starts_with(&it.path)) && holds(&change.changed) {
            found.push(change);
        }
    }
    found.into_iter().map(|it| it.idle).collect()
}

/// What can be asked, the outermost parts first.
fn changes(expr: &Expr) -> Vec<Change> {
    let mut found = Vec::new();
    for occurrence in occurrences(expr) {
        let context = Context::of(expr, &occurrence.path);
        let parts = occurrence.expr.parts();
        let is_positive = occurrence.polarity == Polarity::Positive;
        match &occurrence.expr.kind {
            Kind::Implies(trigger, body) if is_positive && !is_constant(body) => {
                let idle = context.trigger(trigger.place.clone(), trigger.to_string(), body);
                found.push(change(expr, &occurrence.path, 1, false, idle));
            }
            Kind::Suffix(_, sere, body) if is_positive && !is_constant(body) => {
                let idle = context.trigger(sere.place.clone(), sere.to_string(), body);
                // A run may end where the sequence does; what is asked is whether it comes there.
                let never = Kind::Suffix(Overlap::Last, sere.clone(), Box::new(Expr::constant(false)));
                let never = Expr::new(never, occurrence.expr.place.clone());
                let path = occurrence.path.iter().copied().chain([parts.len() - 1]).collect();
                found.push(Change { path, changed: replaced(expr, &occurrence.path, &never), idle });
            }
            // `!a || b` is `a -> b`. What else may be so or so is often said on purpose.
            Kind::Or(one, other) if is_positive => {
                for (at, condition, body) in [(1, one, other), (0, other, one)] {
                    let idle = match &condition.kind {
                        _ if !condition.is_boolean() || is_constant(body) => continue,
                        Kind::Not(trigger) => context.trigger(trigger.place.clone(), trigger.to_string(), body),
                        _ if body.is_boolean() => continue,
                        _ => no_role(body),
                    };
                    found.push(change(expr, &occurrence.path, at, false, idle));
                }
            }
            // Under a negation, true is the most that can be asked for.
            Kind::And(..) if occurrence.polarity == Polarity::Negative && !context.in_trigger => {
                for (at, part) in parts.iter().enumerate().filter(|(_, part)| !is_constant(part)) {
                    found.push(change(expr, &occurrence.path, at, true, no_role(part)));
                }
            }
            // That the second comes at once, so that nothing is asked of the first, is no reason to worry.
            Kind::Until(Strength::Weak, _, second) if is_positive && !is_constant(second) => {
                found.push(change(expr, &occurrence.path, 1, false, no_role(second)));
            }
            Kind::Release(Strength::Weak, first, _) if is_positive && !is_constant(first) => {
                found.push(change(expr, &occurrence.path, 0, false, no_role(first)));
            }
            _ => {}
        }
    }
    found
}

fn change(expr: &Expr, path: &Path, part: usize, most: bool, idle: Idle) -> Change {
    let path: Path = path.iter().copied().chain([part]).collect();
    Change { changed: replaced(expr, &path, &Expr::constant(most)), path, idle }
}

fn no_role(part: &Expr) -> Idle {
    Idle { place: part.place.clone(), text: part.to_string(), how: How::NoRole }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, Kind::Const(_))
}

/// Where a part stands.
struct Context {
    /// All that stands around it asks for it; nothing would do instead.
    is_asked_for: bool,
    /// It is asked for in every step.
    is_everywhere: bool,
    /// It says when something else is asked for.
    in_trigger: bool,
}

impl Context {
    fn of(expr: &Expr, path: &[usize]) -> Self {
        let mut context = Self { is_asked_for: true, is_everywhere: false, in_trigger: false };
        let (mut at, mut is_first_step) = (expr, true);
        for &part in path {
            match (&at.kind, part) {
                (Kind::And(..), _) => {}
                (Kind::Globally(_), _) => context.is_everywhere |= is_first_step,
                (Kind::Next(..), _)
                | (Kind::Implies(..), 1)
                | (Kind::Until(..), 0)
                | (Kind::Release(..), 1)
                | (Kind::Abort(..), 0) => (is_first_step, context.is_everywhere) = (false, false),
                (Kind::Suffix(..), part) if part + 1 == at.parts().len() => {
                    (is_first_step, context.is_everywhere) = (false, false);
                }
                (Kind::Implies(..) | Kind::Suffix(..), _) => {
                    (context.in_trigger, context.is_asked_for) = (true, false);
                }
                _ => context.is_asked_for = false,
            }
            at = at.parts().swap_remove(part);
        }
        context
    }

    /// What is said of a trigger after which anything could be asked for.
    fn trigger(&self, place: Place, text: String, body: &Expr) -> Idle {
        let how = match (self.is_asked_for, self.is_everywhere) {
            (true, true) => How::NeverHappens,
            (true, false) => How::NotThere,
            (false, _) => return no_role(body),
        };
        Idle { place, text, how }
    }
}

#[cfg(test)]
mod tests {
    use super::{How, among};
    use crate::parse::parse;

    /// What is said of a property if all changes to it hold that are listed.
    fn told(text: &str, all: &[&str]) -> Vec<String> {
        let expr = parse(text).expect("it should be read");
        let mut asked = Vec::new();
        let idle = among(&expr, &mut |changed| {
            asked.push(changed.to_string());
            all.contains(&changed.to_string().as_str())
        });
        for known in all {
            assert!(asked.iter().any(|it| it == known), "{known} is not asked about, but {asked:?}");
        }
        idle.into_iter().map(|it| format!("{} {:?}", it.text, it.how)).collect()
    }

    #[test]
    fn what_never_happens_is_told_apart_from_what_does_not_happen_there() {
        let never = |text: &str| format!("{text} {:?}", How::NeverHappens);
        let not_there = |text: &str| format!("{text} {:?}", How::NotThere);
        let no_role = |text: &str| format!("{text} {:?}", How::NoRole);
        assert_eq!(told("G(a -> F b)", &["G (a -> false)"]), [never("a")]);
        assert_eq!(told("G a && G(c -> G(a -> F b))", &["G a && G (c -> G (a -> false))"]), [not_there("a")]);
        assert_eq!(told("a -> F b", &["a -> false"]), [not_there("a")]);
        assert_eq!(told("G X(a -> F b)", &["G X (a -> false)"]), [not_there("a")]);
        assert_eq!(told("F(a -> b)", &["F (a -> false)"]), [no_role("b")]);
        assert_eq!(told("G(!a || F b)", &["G (!a || false)"]), [never("a")]);
        assert_eq!(told("G(F b || !a)", &["G (false || !a)"]), [never("a")]);
        assert_eq!(told("G(a || F b)", &["G (a || false)"]), [no_role("F b")]);
        assert_eq!(told("G({a; b} |=> c)", &["G ({a; b} |-> false)"]), [never("a; b")]);
        assert_eq!(told("!a W b", &["!a W false"]), [no_role("b")]);
        assert_eq!(told("G !(a && b)", &["G !(a && true)"]), [no_role("b")]);
        // A condition more than is needed is none of this; neither is what is said outright.
        assert_eq!(told("G(a && b -> false)", &[]), [""; 0]);
        assert_eq!(told("G(a && b -> c)", &[]), [""; 0]);
        assert_eq!(told("G(a || b)", &[]), [""; 0]);
        // The outermost part is enough.
        assert_eq!(told("G(!a || (b -> c))", &["G (!a || false)"]), [never("a")]);
    }
}
