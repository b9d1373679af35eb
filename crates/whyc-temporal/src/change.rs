//! Properties with something else in the place of a part, and what can be left out of them then.

use crate::syntax::{Expr, Kind, Overlap, Sere, SereKind, Strength};

/// The way to a part: which of the [parts](Expr::parts), one after the other.
pub type Path = Vec<usize>;

/// Whether more of a part makes more of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// It does.
    Positive,
    /// It makes less.
    Negative,
    /// Neither: both sides of `<->`, what `[->n]` waits for.
    Mixed,
}

impl Polarity {
    fn flipped(self) -> Self {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Mixed => Polarity::Mixed,
        }
    }
}

/// A part where it stands.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The way to it.
    pub path: Path,
    /// What more of it makes.
    pub polarity: Polarity,
    /// The part.
    pub expr: Expr,
}

/// All parts of a property but constants, itself first.
#[must_use]
pub fn occurrences(expr: &Expr) -> Vec<Occurrence> {
    let mut found = Vec::new();
    collect(expr, &mut Vec::new(), Polarity::Positive, &mut found);
    found
}

fn collect(expr: &Expr, path: &mut Path, polarity: Polarity, found: &mut Vec<Occurrence>) {
    if !matches!(expr.kind, Kind::Const(_)) {
        found.push(Occurrence { path: path.clone(), polarity, expr: expr.clone() });
    }
    for (at, (part, polarity)) in expr.parts().into_iter().zip(polarities(expr, polarity)).enumerate() {
        path.push(at);
        collect(part, path, polarity, found);
        path.pop();
    }
}

/// For each part, what more of it makes of the outermost property.
fn polarities(expr: &Expr, own: Polarity) -> Vec<Polarity> {
    match &expr.kind {
        Kind::Not(_) => vec![own.flipped()],
        Kind::Implies(..) => vec![own.flipped(), own],
        Kind::Iff(..) => vec![Polarity::Mixed; 2],
        Kind::Sequence(_, sere) => of_steps(sere, own),
        Kind::Suffix(_, sere, _) => of_steps(sere, own.flipped()).into_iter().chain([own]).collect(),
        Kind::Const(_)
        | Kind::Atom(_)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Next(..)
        | Kind::Finally(_)
        | Kind::Globally(_)
        | Kind::Until(..)
        | Kind::Release(..)
        | Kind::Abort(..) => vec![own; expr.parts().len()],
    }
}

fn of_steps(sere: &Sere, own: Polarity) -> Vec<Polarity> {
    match &sere.kind {
        SereKind::Step(_) => vec![own],
        SereKind::Goto(..) => vec![Polarity::Mixed],
        SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
            of_steps(a, own).into_iter().chain(of_steps(b, own)).collect()
        }
        SereKind::Repeat(a, ..) => of_steps(a, own),
    }
}

/// The property with something else in one place.
#[must_use]
pub fn replaced(expr: &Expr, path: &[usize], new: &Expr) -> Expr {
    let mut copy = expr.clone();
    *part_mut(&mut copy, path) = new.clone();
    copy
}

fn part_mut<'a>(expr: &'a mut Expr, path: &[usize]) -> &'a mut Expr {
    match path.split_first() {
        None => expr,
        Some((&first, rest)) => part_mut(expr.parts_mut().swap_remove(first), rest),
    }
}

/// The property with something else wherever a part stands.
#[must_use]
pub fn replaced_everywhere(expr: &Expr, part: &Expr, new: &Expr) -> Expr {
    if expr.placeless() == *part {
        return new.clone();
    }
    let mut copy = expr.clone();
    for inner in copy.parts_mut() {
        *inner = replaced_everywhere(inner, part, new);
    }
    copy
}

/// The same on every run that goes on forever, without constants that make no difference.
#[must_use]
pub fn simplified(expr: &Expr) -> Expr {
    let mut copy = expr.clone();
    for part in copy.parts_mut() {
        *part = simplified(part);
    }
    let place = copy.place.clone();
    match shorter(&copy) {
        Some(kind) => simplified(&Expr::new(kind, place)),
        None => copy,
    }
}

/// The same with an operator less, if a constant makes that possible.
fn shorter(expr: &Expr) -> Option<Kind> {
    let value = |it: &Expr| match it.kind {
        Kind::Const(value) => Some(value),
        _ => None,
    };
    let same = |a: &Expr, b: &Expr| a.placeless() == b.placeless();
    let kind = |it: &Expr| Some(it.kind.clone());
    let constant = |value: bool| Some(Kind::Const(value));
    let not = |it: &Expr| Some(Kind::Not(Box::new(it.clone())));
    match &expr.kind {
        Kind::Const(_) | Kind::Atom(_) => None,
        Kind::Not(a) => match &a.kind {
            Kind::Const(value) => constant(!value),
            Kind::Not(inner) => kind(inner),
            _ => None,
        },
        Kind::And(a, b) => match (value(a), value(b)) {
            (Some(false), _) | (_, Some(false)) => constant(false),
            (Some(true), _) => kind(b),
            (_, Some(true)) => kind(a),
            _ if same(a, b) => kind(a),
            _ => None,
        },
        Kind::Or(a, b) => match (value(a), value(b)) {
            (Some(true), _) | (_, Some(true)) => constant(true),
            (Some(false), _) => kind(b),
            (_, Some(false)) => kind(a),
            _ if same(a, b) => kind(a),
            _ => None,
        },
        Kind::Implies(a, b) => match (value(a), value(b)) {
            (Some(false), _) | (_, Some(true)) => constant(true),
            (Some(true), _) => kind(b),
            (_, Some(false)) => not(a),
            _ => None,
        },
        Kind::Iff(a, b) => match (value(a), value(b)) {
            (Some(true), _) => kind(b),
            (_, Some(true)) => kind(a),
            (Some(false), _) => not(b),
            (_, Some(false)) => not(a),
            _ => None,
        },
        Kind::Next(_, 0, a) => kind(a),
        Kind::Next(_, _, a) => value(a).and_then(constant),
        Kind::Finally(a) => match &a.kind {
            Kind::Const(value) => constant(*value),
            Kind::Finally(_) => kind(a),
            _ => None,
        },
        Kind::Globally(a) => match &a.kind {
            Kind::Const(value) => constant(*value),
            Kind::Globally(_) => kind(a),
            _ => None,
        },
        Kind::Until(strength, a, b) => match (strength, value(a), value(b)) {
            (_, _, Some(true)) | (Strength::Weak, Some(true), _) => constant(true),
            (Strength::Strong, _, Some(false)) => constant(false),
            (Strength::Weak, _, Some(false)) => Some(Kind::Globally(a.clone())),
            (_, Some(false), _) => kind(b),
            (Strength::Strong, Some(true), _) => Some(Kind::Finally(b.clone())),
            _ if same(a, b) => kind(a),
            _ => None,
        },
        Kind::Release(strength, a, b) => match (strength, value(a), value(b)) {
            (_, _, Some(false)) | (Strength::Strong, Some(false), _) => constant(false),
            (_, Some(true), _) => kind(b),
            (Strength::Weak, Some(false), _) => Some(Kind::Globally(b.clone())),
            (Strength::Weak, _, Some(true)) => constant(true),
            (Strength::Strong, _, Some(true)) => Some(Kind::Finally(a.clone())),
            _ if same(a, b) => kind(a),
            _ => None,
        },
        Kind::Abort(a, b) => match (value(a), value(b)) {
            (Some(true), _) | (_, Some(true)) => constant(true),
            (_, Some(false)) => kind(a),
            _ => None,
        },
        Kind::Sequence(_, sere) => match &sere.kind {
            SereKind::Step(step) => kind(step),
            _ => None,
        },
        Kind::Suffix(overlap, sere, body) => match (&sere.kind, overlap) {
            _ if value(body) == Some(true) => constant(true),
            (SereKind::Step(step), overlap) => match (value(step), overlap) {
                (Some(false), _) => constant(true),
                (Some(true), Overlap::Last) => kind(body),
                (Some(true), Overlap::After) => Some(Kind::Next(Strength::Weak, 1, body.clone())),
                (None, _) => None,
            },
            _ => None,
        },
    }
}
