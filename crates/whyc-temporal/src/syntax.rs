//! Properties as they are written: trees with places. [`parse`](crate::parse) makes them, [`print`](crate::print) writes them, and
//! [`lower`](crate::lower) says what they mean.

use std::ops::Range;

use crate::atom::Atom;

/// Where something stands in its text, in bytes.
pub type Place = Range<u32>;

/// What ends with a run that is cut off: a strong form asks for more steps, a weak one does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// What it asks for must come.
    Strong,
    /// It may never come.
    Weak,
}

/// A property, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub place: Place,
}

/// What a property is. Those without operators of time are Booleans, which sequences are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Const(bool),
    /// What a step shows.
    Atom(Atom),
    /// Not.
    Not(Box<Expr>),
    /// Both.
    And(Box<Expr>, Box<Expr>),
    /// At least one.
    Or(Box<Expr>, Box<Expr>),
    /// The second wherever the first.
    Implies(Box<Expr>, Box<Expr>),
    /// Both or none.
    Iff(Box<Expr>, Box<Expr>),
    /// So many steps later; a weak one holds if there is no such step.
    Next(Strength, u32, Box<Expr>),
    /// In some step from now on.
    Finally(Box<Expr>),
    /// In all steps from now on.
    Globally(Box<Expr>),
    /// The first until the second; a weak one holds if the second never comes and the first goes on.
    Until(Strength, Box<Expr>, Box<Expr>),
    /// The second up to and with the first; a strong one asks for the first to come.
    Release(Strength, Box<Expr>, Box<Expr>),
    /// The property, looked at no further once the Boolean is true.
    Abort(Box<Expr>, Box<Expr>),
    /// A sequence that begins here.
    Sequence(Strength, Sere),
    /// The property wherever the sequence ends: at its last step, or one later.
    Suffix(Overlap, Sere, Box<Expr>),
}

/// Where what follows a sequence begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// `|->`: at its last step.
    Last,
    /// `|=>`: one step later.
    After,
}

/// A regular expression over steps, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sere {
    /// What it is.
    pub kind: SereKind,
    /// Where it stands.
    pub place: Place,
}

/// What a sequence is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SereKind {
    /// One step in which a Boolean is true.
    Step(Box<Expr>),
    /// One after the other.
    Cat(Box<Sere>, Box<Sere>),
    /// One after the other, the last step of the first being the first of the second.
    Fuse(Box<Sere>, Box<Sere>),
    /// One of two.
    Or(Box<Sere>, Box<Sere>),
    /// Both, with the same length.
    And(Box<Sere>, Box<Sere>),
    /// So many times; no upper bound for nothing.
    Repeat(Box<Sere>, u32, Option<u32>),
    /// Up to the n-th step in which a Boolean is true.
    Goto(Box<Expr>, u32, u32),
}

impl Expr {
    /// A property at a place.
    #[must_use]
    pub fn new(kind: Kind, place: Place) -> Self {
        Self { kind, place }
    }

    /// True or false, at no place.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        Self::new(Kind::Const(value), 0..0)
    }

    /// Both, at no place.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::new(Kind::And(Box::new(self), Box::new(other)), 0..0)
    }

    /// Not, at no place.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::new(Kind::Not(Box::new(self)), 0..0)
    }

    /// All of them; true for none.
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().reduce(Self::and).unwrap_or_else(|| Self::constant(true))
    }

    /// Whether it speaks of one step alone.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        match &self.kind {
            Kind::Const(_) | Kind::Atom(_) => true,
            Kind::Not(a) => a.is_boolean(),
            Kind::And(a, b) | Kind::Or(a, b) | Kind::Implies(a, b) | Kind::Iff(a, b) => {
                a.is_boolean() && b.is_boolean()
            }
            Kind::Next(..)
            | Kind::Finally(_)
            | Kind::Globally(_)
            | Kind::Until(..)
            | Kind::Release(..)
            | Kind::Abort(..)
            | Kind::Sequence(..)
            | Kind::Suffix(..) => false,
        }
    }

    /// The properties and Booleans that it is directly made of, those in sequences included, in the order in which they stand.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Const(_) | Kind::Atom(_) => Vec::new(),
            Kind::Not(a) | Kind::Next(_, _, a) | Kind::Finally(a) | Kind::Globally(a) => vec![a],
            Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Implies(a, b)
            | Kind::Iff(a, b)
            | Kind::Until(_, a, b)
            | Kind::Release(_, a, b)
            | Kind::Abort(a, b) => vec![a, b],
            Kind::Sequence(_, sere) => sere.steps(),
            Kind::Suffix(_, sere, body) => sere.steps().into_iter().chain([&**body]).collect(),
        }
    }

    /// The same in the same order, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            Kind::Const(_) | Kind::Atom(_) => Vec::new(),
            Kind::Not(a) | Kind::Next(_, _, a) | Kind::Finally(a) | Kind::Globally(a) => vec![a],
            Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Implies(a, b)
            | Kind::Iff(a, b)
            | Kind::Until(_, a, b)
            | Kind::Release(_, a, b)
            | Kind::Abort(a, b) => vec![a, b],
            Kind::Sequence(_, sere) => sere.steps_mut(),
            Kind::Suffix(_, sere, body) => sere.steps_mut().into_iter().chain([&mut **body]).collect(),
        }
    }

    /// How many operators, atoms and constants it has.
    #[must_use]
    pub fn size(&self) -> usize {
        let sequences = match &self.kind {
            Kind::Sequence(_, sere) | Kind::Suffix(_, sere, _) => sere.n_operators(),
            _ => 0,
        };
        1 + sequences + self.parts().into_iter().map(Expr::size).sum::<usize>()
    }

    /// All atoms in it, each once, in the order in which they first stand there.
    #[must_use]
    pub fn atoms(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        self.collect_atoms(&mut atoms);
        atoms
    }

    fn collect_atoms(&self, into: &mut Vec<Atom>) {
        if let Kind::Atom(atom) = &self.kind
            && !into.contains(atom)
        {
            into.push(atom.clone());
        }
        self.parts().into_iter().for_each(|part| part.collect_atoms(into));
    }

    /// The same without places: equal if it is written alike.
    #[must_use]
    pub fn placeless(&self) -> Self {
        let mut copy = self.clone();
        copy.forget_places();
        copy
    }

    fn forget_places(&mut self) {
        self.place = 0..0;
        if let Kind::Sequence(_, sere) | Kind::Suffix(_, sere, _) = &mut self.kind {
            sere.forget_places();
        }
        self.parts_mut().into_iter().for_each(Expr::forget_places);
    }
}

impl Sere {
    /// A sequence at a place.
    #[must_use]
    pub fn new(kind: SereKind, place: Place) -> Self {
        Self { kind, place }
    }

    /// One step in which something is true.
    #[must_use]
    pub fn step(expr: Expr) -> Self {
        let place = expr.place.clone();
        Self::new(SereKind::Step(Box::new(expr)), place)
    }

    /// The Booleans in it, in the order in which they stand.
    #[must_use]
    pub fn steps(&self) -> Vec<&Expr> {
        match &self.kind {
            SereKind::Step(expr) | SereKind::Goto(expr, ..) => vec![expr],
            SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
                a.steps().into_iter().chain(b.steps()).collect()
            }
            SereKind::Repeat(a, ..) => a.steps(),
        }
    }

    fn steps_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            SereKind::Step(expr) | SereKind::Goto(expr, ..) => vec![expr],
            SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
                a.steps_mut().into_iter().chain(b.steps_mut()).collect()
            }
            SereKind::Repeat(a, ..) => a.steps_mut(),
        }
    }

    fn n_operators(&self) -> usize {
        match &self.kind {
            SereKind::Step(_) => 0,
            SereKind::Goto(..) => 1,
            SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
                1 + a.n_operators() + b.n_operators()
            }
            SereKind::Repeat(a, ..) => 1 + a.n_operators(),
        }
    }

    fn forget_places(&mut self) {
        self.place = 0..0;
        match &mut self.kind {
            SereKind::Step(expr) | SereKind::Goto(expr, ..) => expr.forget_places(),
            SereKind::Cat(a, b) | SereKind::Fuse(a, b) | SereKind::Or(a, b) | SereKind::And(a, b) => {
                a.forget_places();
                b.forget_places();
            }
            SereKind::Repeat(a, ..) => a.forget_places(),
        }
    }
}
