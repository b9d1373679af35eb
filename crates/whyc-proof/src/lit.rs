//! A literal, as proofs name it.
//!
//! Not the solver's type: whoever checks what a solver says should share nothing with it, not even this.

use std::fmt;

/// The largest variable that files may name.
pub const MAX_VAR: u32 = (1 << 30) - 1;

/// A variable, counted from 1 as in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

/// A variable or its negation. Sorted by variable; of the same variable the positive literal comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Var {
    /// The variable with this number, if it is one.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        (1..=MAX_VAR).contains(&number).then_some(Self(number))
    }

    /// Its number in files.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The literal that says it is true.
    #[must_use]
    pub fn pos_lit(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that says it is false.
    #[must_use]
    pub fn neg_lit(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }
}

impl Lit {
    /// The literal that a file writes like this: 5, or -5. There is none for 0.
    #[must_use]
    pub fn from_file(number: i64) -> Option<Self> {
        let var = Var::new(u32::try_from(number.unsigned_abs()).ok()?)?;
        Some(if number < 0 { var.neg_lit() } else { var.pos_lit() })
    }

    /// As a file writes it.
    #[must_use]
    pub fn number(self) -> i32 {
        let var = (self.0 >> 1) as i32;
        if self.is_neg() { -var } else { var }
    }

    /// Its variable.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether it says that its variable is false.
    #[must_use]
    pub fn is_neg(self) -> bool {
        self.0 & 1 == 1
    }

    /// A place in a table with two entries for each variable.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_what_files_write() {
        for number in [1, -1, 7, -7, i64::from(MAX_VAR), -i64::from(MAX_VAR)] {
            let lit = Lit::from_file(number).expect("this is a literal");
            assert_eq!(i64::from(lit.number()), number);
            assert_eq!(i64::from((!lit).number()), -number);
            assert_eq!(lit.is_neg(), number < 0);
        }
        for number in [0, i64::from(MAX_VAR) + 1, i64::MIN, i64::MAX] {
            assert_eq!(Lit::from_file(number), None);
        }
    }
}
