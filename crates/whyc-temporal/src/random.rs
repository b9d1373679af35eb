//! Random properties, sequences and words, for tests.

use crate::atom::{Arith, Atom, Compare, Event, Term};
use crate::syntax::{Expr, Kind, Overlap, Sere, SereKind, Strength};

/// A source of them: the same seed, the same ones.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    fn strength(&mut self) -> Strength {
        if self.below(2) == 0 { Strength::Weak } else { Strength::Strong }
    }

    fn atom(&mut self) -> Expr {
        let signal = |name: &str, bits| Term::Signal { name: name.to_owned(), bits, ago: 0 };
        let kind = match self.below(14) {
            12 => Kind::Atom(Atom::Compare(Compare::Lt, self.term(2), self.term(1))),
            13 => {
                Kind::Atom(Atom::Word(Term::Signal { name: "b".to_owned(), bits: None, ago: 1 + self.below(2) as u32 }))
            }
            0 => Kind::Const(self.below(2) == 0),
            1 => Kind::Atom(Atom::Compare(Compare::Le, signal("n", Some((3, 1))), Term::Number(2))),
            2 => Kind::Atom(Atom::Compare(Compare::Eq, signal("G", None), signal("m", None))),
            3 => Kind::Atom(Atom::Event(Event::Call("f".to_owned()))),
            n => Kind::Atom(Atom::signal(["a", "b", "c"][n % 3])),
        };
        Expr::new(kind, 0..0)
    }

    /// Something that is computed.
    fn term(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return match self.below(4) {
                0 => Term::Number(self.below(9) as u128),
                1 => Term::Number(self.below(9) as u128).negated(),
                n => Term::Signal { name: "n".to_owned(), bits: None, ago: n as u32 - 2 },
            };
        }
        let arith = [Arith::Add, Arith::Sub, Arith::Mul][self.below(3)];
        Term::Apply(arith, Box::new(self.term(depth - 1)), Box::new(self.term(depth - 1)))
    }

    pub(crate) fn boolean(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.atom();
        }
        let mut part = || Box::new(self.boolean(depth - 1));
        let (a, b) = (part(), part());
        let kind = match self.below(6) {
            0 => Kind::And(a, b),
            1 => Kind::Or(a, b),
            2 => Kind::Not(a),
            3 => Kind::Implies(a, b),
            4 => Kind::Iff(a, b),
            _ => return self.atom(),
        };
        Expr::new(kind, 0..0)
    }

    /// A property of every kind.
    pub(crate) fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.boolean(1);
        }
        let n = self.below(17);
        let strength = self.strength();
        let mut part = || Box::new(self.expr(depth - 1));
        let kind = match n {
            0 => Kind::Not(part()),
            1 => Kind::And(part(), part()),
            2 => Kind::Or(part(), part()),
            3 => Kind::Implies(part(), part()),
            4 => Kind::Iff(part(), part()),
            5 | 6 => {
                let body = part();
                Kind::Next(strength, 1 + self.below(2) as u32, body)
            }
            7 => Kind::Finally(part()),
            8 => Kind::Globally(part()),
            9 | 10 => Kind::Until(strength, part(), part()),
            11 => Kind::Release(strength, part(), part()),
            12 => Kind::Abort(part(), Box::new(self.boolean(1))),
            13 => Kind::Sequence(strength, self.sere(depth)),
            14 | 15 => {
                let overlap = if strength == Strength::Weak { Overlap::Last } else { Overlap::After };
                let body = part();
                Kind::Suffix(overlap, self.sere(depth - 1), body)
            }
            _ => return self.boolean(1),
        };
        Expr::new(kind, 0..0)
    }

    /// A property without sequences and aborts, over plain signals.
    pub(crate) fn ltl(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.below(8) == 0 {
            let name = ["a", "b", "c"][self.below(3)];
            return Expr::new(Kind::Atom(Atom::signal(name)), 0..0);
        }
        let n = self.below(12);
        let strength = self.strength();
        let mut part = || Box::new(self.ltl(depth - 1));
        let kind = match n {
            0 | 1 => Kind::Not(part()),
            2 | 3 => Kind::And(part(), part()),
            4 => Kind::Or(part(), part()),
            5 => Kind::Implies(part(), part()),
            6 => Kind::Next(Strength::Weak, 1, part()),
            7 => Kind::Finally(part()),
            8 => Kind::Globally(part()),
            9 | 10 => Kind::Until(strength, part(), part()),
            _ => Kind::Release(strength, part(), part()),
        };
        Expr::new(kind, 0..0)
    }

    pub(crate) fn sere(&mut self, depth: u32) -> Sere {
        if depth == 0 {
            return Sere::step(self.boolean(0));
        }
        let n = self.below(9);
        let mut part = || Box::new(self.sere(depth - 1));
        let kind = match n {
            0 | 1 => SereKind::Cat(part(), part()),
            2 => SereKind::Fuse(part(), part()),
            3 => SereKind::Or(part(), part()),
            4 => SereKind::And(part(), part()),
            5 => SereKind::Repeat(part(), 0, None),
            6 => {
                let body = part();
                let least = self.below(3) as u32;
                let most = least + self.below(2) as u32;
                SereKind::Repeat(body, least, Some(most))
            }
            7 => {
                let least = 1 + self.below(2) as u32;
                SereKind::Goto(Box::new(self.boolean(0)), least, least + self.below(2) as u32)
            }
            _ => return Sere::step(self.boolean(1)),
        };
        Sere::new(kind, 0..0)
    }

    /// A letter over so many atoms.
    pub(crate) fn letter(&mut self, n: usize) -> Vec<bool> {
        (0..n).map(|_| self.below(2) == 0).collect()
    }
}
