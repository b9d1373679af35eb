//! Formulas of the μ-calculus.

use std::fmt;
use std::ops::Range;

use whyc_base::typed_id;

typed_id! {
    /// A variable of a formula: one for each fixpoint, however they are called.
    pub struct VarId("z");
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `true` or `false`.
    Constant(bool),
    /// A label, and where it stands.
    Label(String, Range<usize>),
    /// A variable of a fixpoint around it, and where it stands.
    Variable(VarId, String, Range<usize>),
    /// `!f`
    Not(Box<Formula>),
    /// `f & g`
    And(Box<Formula>, Box<Formula>),
    /// `f | g`
    Or(Box<Formula>, Box<Formula>),
    /// `<a>f` and `[a]f`
    Next(Which, Action, Box<Formula>),
    /// `E(f U g)` and `A(f U g)`
    Until(Which, Box<Formula>, Box<Formula>),
    /// `mu Z. f` and `nu Z. f`
    Fixpoint(Kind, VarId, String, Box<Formula>),
}

/// Of which steps or paths something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Of one at least.
    Some,
    /// Of each.
    Every,
}

/// By what a step is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// By anything.
    Any,
    /// By this, named at this place.
    Named(String, Range<usize>),
}

/// Which fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The least: what is reached in finitely many rounds.
    Least,
    /// The greatest: what can go on for ever.
    Greatest,
}

impl Formula {
    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Formula::And(Box::new(self), Box::new(other))
    }

    /// Either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Formula::Or(Box::new(self), Box::new(other))
    }

    /// The formulas that it is made of.
    #[must_use]
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Constant(_) | Formula::Label(..) | Formula::Variable(..) => Vec::new(),
            Formula::Not(a) | Formula::Next(_, _, a) | Formula::Fixpoint(_, _, _, a) => vec![a],
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Until(_, a, b) => vec![a, b],
        }
    }
}

impl std::ops::Not for Formula {
    type Output = Formula;

    fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }
}

/// The printed form is one that [`parse`](crate::parse::parse) reads.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(value) => write!(f, "{value}"),
            Formula::Label(name, _) => f.write_str(&crate::read::quoted(name)),
            Formula::Variable(_, name, _) => f.write_str(name),
            Formula::Not(a) => write!(f, "!{a}"),
            Formula::And(a, b) => write!(f, "({a} & {b})"),
            Formula::Or(a, b) => write!(f, "({a} | {b})"),
            Formula::Next(which, action, a) => {
                let action = match action {
                    Action::Any => "",
                    Action::Named(name, _) => name,
                };
                match which {
                    Which::Some => write!(f, "<{action}>{a}"),
                    Which::Every => write!(f, "[{action}]{a}"),
                }
            }
            Formula::Until(Which::Some, a, b) => write!(f, "E({a} U {b})"),
            Formula::Until(Which::Every, a, b) => write!(f, "A({a} U {b})"),
            Formula::Fixpoint(Kind::Least, _, name, a) => write!(f, "(mu {name}. {a})"),
            Formula::Fixpoint(Kind::Greatest, _, name, a) => write!(f, "(nu {name}. {a})"),
        }
    }
}
