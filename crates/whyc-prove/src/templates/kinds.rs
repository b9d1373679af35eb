//! What kind of fact one is: how hard, about what, and which others follow from it.

use super::Fact;

/// The last level of facts that are equations; see [`Fact::level`].
pub const EQUATIONS: u32 = 1;

impl Fact {
    /// How hard it is to reason about: equations, where most is decided by how terms simplify, before orders and cases.
    #[must_use]
    pub fn level(&self) -> u32 {
        match self {
            Fact::Stays(_) | Fact::LowBits(..) | Fact::Same(..) | Fact::Keeps(_, _, 1 | -1) => 0,
            Fact::Keeps(..) | Fact::Linear(..) => EQUATIONS,
            Fact::Lower(..) | Fact::Upper(..) | Fact::Grows(_) | Fact::Shrinks(_) | Fact::OneOf(..) | Fact::Is(..) => 2,
            Fact::AtMost(..) => 3,
            Fact::Ahead(..) => 4,
            Fact::While(..) | Fact::Either(..) => 5,
            Fact::Multiple(..) => 6,
        }
    }

    /// Whether it speaks of what a number was where a loop was entered.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        match self {
            Fact::Stays(_)
            | Fact::Grows(_)
            | Fact::Shrinks(_)
            | Fact::Keeps(..)
            | Fact::LowBits(..)
            | Fact::Multiple(..) => true,
            Fact::Lower(..)
            | Fact::Upper(..)
            | Fact::AtMost(..)
            | Fact::Same(..)
            | Fact::Linear(..)
            | Fact::Ahead(..)
            | Fact::OneOf(..)
            | Fact::Is(..) => false,
            Fact::While(one, other) | Fact::Either(one, other) => one.is_relative() || other.is_relative(),
        }
    }

    /// Whether it speaks of a number.
    #[must_use]
    pub fn is_about(&self, nth: usize) -> bool {
        match self {
            Fact::Stays(a)
            | Fact::Grows(a)
            | Fact::Shrinks(a)
            | Fact::LowBits(a, _)
            | Fact::Multiple(a, _)
            | Fact::Lower(a, _)
            | Fact::Upper(a, _)
            | Fact::OneOf(a, _)
            | Fact::Is(a, _) => *a == nth,
            Fact::Keeps(a, b, _) | Fact::AtMost(a, b, _) | Fact::Same(a, b) | Fact::Ahead(a, b, _) => {
                *a == nth || *b == nth
            }
            Fact::Linear(parts, _) => parts.iter().any(|(a, _)| *a == nth),
            Fact::While(one, other) | Fact::Either(one, other) => one.is_about(nth) || other.is_about(nth),
        }
    }

    /// Whether it speaks of a condition of the program.
    #[must_use]
    pub fn has_condition(&self) -> bool {
        match self {
            Fact::Is(..) => true,
            Fact::While(one, other) | Fact::Either(one, other) => one.has_condition() || other.has_condition(),
            Fact::Lower(..)
            | Fact::Upper(..)
            | Fact::AtMost(..)
            | Fact::Same(..)
            | Fact::Stays(_)
            | Fact::Grows(_)
            | Fact::Shrinks(_)
            | Fact::Keeps(..)
            | Fact::Linear(..)
            | Fact::Ahead(..)
            | Fact::LowBits(..)
            | Fact::Multiple(..)
            | Fact::OneOf(..) => false,
        }
    }

    /// Whether another fact plainly follows from this one, and not this one from it.
    #[must_use]
    pub fn implies(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Lower(a, c), Fact::Lower(b, d)) => a == b && c > d,
            (Fact::Upper(a, c), Fact::Upper(b, d)) => a == b && c < d,
            (Fact::AtMost(a, b, c), Fact::AtMost(x, y, d)) => (a, b) == (x, y) && c < d,
            (Fact::Same(a, b), Fact::AtMost(x, y, c)) => *c >= 0 && ((a, b) == (x, y) || (a, b) == (y, x)),
            (Fact::LowBits(a, n), Fact::LowBits(b, m)) => a == b && n > m,
            (Fact::Ahead(a, b, c), Fact::Ahead(x, y, d)) => (a, b) == (x, y) && c < d,
            (Fact::Stays(a), Fact::Grows(b) | Fact::Shrinks(b) | Fact::LowBits(b, _) | Fact::Multiple(b, _)) => a == b,
            (Fact::While(when, then), Fact::While(other, also)) => when == other && then.implies(also),
            (then, Fact::While(_, also)) => then == &**also || then.implies(also),
            (holds, Fact::Either(one, other)) => [one, other].into_iter().any(|it| holds == &**it || holds.implies(it)),
            _ => false,
        }
    }
}
