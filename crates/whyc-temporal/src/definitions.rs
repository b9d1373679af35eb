//! The meaning of properties on words that end, as Eisner and Fisman define it: by sets of words, one clause for each operator, and
//! with nothing in common with derivatives. What everything else is held against.

use crate::atom::Atom;
use crate::syntax::{Expr, Kind, Overlap, Sere, SereKind, Strength};
use crate::view::View;

/// A word over some atoms.
pub(crate) struct Word<'a> {
    pub(crate) atoms: &'a [Atom],
    pub(crate) letters: &'a [Vec<bool>],
}

impl<'a> Word<'a> {
    fn from(&self, at: usize) -> Word<'a> {
        Word { atoms: self.atoms, letters: self.letters.get(at..).unwrap_or(&[]) }
    }

    fn up_to(&self, at: usize) -> Word<'a> {
        Word { atoms: self.atoms, letters: &self.letters[..at.min(self.letters.len())] }
    }

    fn len(&self) -> usize {
        self.letters.len()
    }

    fn shows(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Const(value) => *value,
            Kind::Atom(atom) => self.atoms.iter().position(|it| it == atom).is_some_and(|at| self.letters[0][at]),
            Kind::Not(a) => !self.shows(a),
            Kind::And(a, b) => self.shows(a) && self.shows(b),
            Kind::Or(a, b) => self.shows(a) || self.shows(b),
            Kind::Implies(a, b) => !self.shows(a) || self.shows(b),
            Kind::Iff(a, b) => self.shows(a) == self.shows(b),
            _ => panic!("a Boolean should have no operators of time"),
        }
    }
}

/// A sequence in the operators of the definitions.
#[derive(Clone)]
pub(crate) enum Regular {
    Lambda,
    Step(Expr),
    Cat(Box<Regular>, Box<Regular>),
    Fuse(Box<Regular>, Box<Regular>),
    Star(Box<Regular>),
    Or(Box<Regular>, Box<Regular>),
    And(Box<Regular>, Box<Regular>),
}

impl Regular {
    pub(crate) fn of(sere: &Sere) -> Self {
        let of = |it: &Sere| Box::new(Self::of(it));
        match &sere.kind {
            SereKind::Step(expr) => Regular::Step((**expr).clone()),
            SereKind::Cat(a, b) => Regular::Cat(of(a), of(b)),
            SereKind::Fuse(a, b) => Regular::Fuse(of(a), of(b)),
            SereKind::Or(a, b) => Regular::Or(of(a), of(b)),
            SereKind::And(a, b) => Regular::And(of(a), of(b)),
            SereKind::Repeat(a, least, None) => power(&of(a), *least, Regular::Star(of(a))),
            SereKind::Repeat(a, least, Some(most)) => up_to(&of(a), *least, *most),
            SereKind::Goto(expr, least, most) => {
                let miss = Regular::Step((**expr).clone().negated());
                let hit = Regular::Step((**expr).clone());
                let once = Regular::Cat(Box::new(Regular::Star(Box::new(miss))), Box::new(hit));
                up_to(&once, *least, *most)
            }
        }
    }

    /// Whether the word is a match.
    pub(crate) fn matches(&self, word: &Word<'_>) -> bool {
        let n = word.len();
        match self {
            Regular::Lambda => n == 0,
            Regular::Step(expr) => n == 1 && word.shows(expr),
            Regular::Cat(a, b) => (0..=n).any(|at| a.matches(&word.up_to(at)) && b.matches(&word.from(at))),
            Regular::Fuse(a, b) => (1..=n).any(|at| a.matches(&word.up_to(at)) && b.matches(&word.from(at - 1))),
            Regular::Star(a) => n == 0 || (1..=n).any(|at| a.matches(&word.up_to(at)) && self.matches(&word.from(at))),
            Regular::Or(a, b) => a.matches(word) || b.matches(word),
            Regular::And(a, b) => a.matches(word) && b.matches(word),
        }
    }

    /// Whether the word is a proper beginning.
    pub(crate) fn begins(&self, word: &Word<'_>) -> bool {
        let n = word.len();
        match self {
            Regular::Lambda => false,
            Regular::Step(_) => n == 0,
            Regular::Cat(a, b) => {
                a.begins(word) || (0..=n).any(|at| a.matches(&word.up_to(at)) && b.begins(&word.from(at)))
            }
            Regular::Fuse(a, b) => {
                a.begins(word) || (1..=n).any(|at| a.matches(&word.up_to(at)) && b.begins(&word.from(at - 1)))
            }
            Regular::Star(a) => (0..=n).any(|at| self.matches(&word.up_to(at)) && a.begins(&word.from(at))),
            Regular::Or(a, b) => a.begins(word) || b.begins(word),
            Regular::And(a, b) => a.begins(word) && b.begins(word),
        }
    }
}

/// `body` so many times, then `rest`.
fn power(body: &Regular, n: u32, rest: Regular) -> Regular {
    (0..n).fold(rest, |rest, _| Regular::Cat(Box::new(body.clone()), Box::new(rest)))
}

fn up_to(body: &Regular, least: u32, most: u32) -> Regular {
    let all = (least..=most).map(|n| power(body, n, Regular::Lambda));
    all.reduce(|a, b| Regular::Or(Box::new(a), Box::new(b))).unwrap_or(Regular::Lambda)
}

fn other(view: View) -> View {
    match view {
        View::Weak => View::Strong,
        View::Neutral => View::Neutral,
        View::Strong => View::Weak,
    }
}

/// Whether a property holds on a word that ends, in a view.
pub(crate) fn says(expr: &Expr, word: &Word<'_>, view: View) -> bool {
    let not = |a: &Expr| a.clone().negated();
    let of = |kind: Kind| says(&Expr::new(kind, 0..0), word, view);
    if expr.is_boolean() {
        return if word.len() == 0 { view == View::Weak } else { word.shows(expr) };
    }
    match &expr.kind {
        Kind::Const(_) | Kind::Atom(_) => unreachable!("Booleans were dealt with"),
        Kind::Not(a) => !says(a, word, other(view)),
        Kind::And(a, b) => says(a, word, view) && says(b, word, view),
        Kind::Or(a, b) => !says(&not(a).and(not(b)), word, other(view)),
        Kind::Implies(a, b) => of(Kind::Or(Box::new(not(a)), b.clone())),
        Kind::Iff(a, b) => {
            let same = a.clone().and((**b).clone());
            of(Kind::Or(Box::new(same), Box::new(not(a).and(not(b)))))
        }
        Kind::Next(_, 0, a) => says(a, word, view),
        Kind::Next(Strength::Strong, n, a) => {
            let rest = Expr::new(Kind::Next(Strength::Strong, n - 1, a.clone()), 0..0);
            let has_next = view != View::Neutral || word.len() > 1;
            has_next && says(&rest, &word.from(1), view)
        }
        Kind::Next(Strength::Weak, n, a) => {
            let strong = Expr::new(Kind::Next(Strength::Strong, *n, Box::new(not(a))), 0..0);
            !says(&strong, word, other(view))
        }
        Kind::Finally(a) => of(Kind::Until(Strength::Strong, Box::new(Expr::constant(true)), a.clone())),
        Kind::Globally(a) => !says(&Expr::new(Kind::Finally(Box::new(not(a))), 0..0), word, other(view)),
        Kind::Until(Strength::Strong, a, b) => {
            let last = if view == View::Neutral { word.len() } else { word.len() + 1 };
            let reaches = |k: usize| says(b, &word.from(k), view) && (0..k).all(|j| says(a, &word.from(j), view));
            (0..last).any(reaches)
        }
        Kind::Until(Strength::Weak, a, b) => {
            let neither = not(a).and(not(b));
            !says(
                &Expr::new(Kind::Until(Strength::Strong, Box::new(not(b)), Box::new(neither)), 0..0),
                word,
                other(view),
            )
        }
        Kind::Release(Strength::Weak, a, b) => {
            let dual = Kind::Until(Strength::Strong, Box::new(not(a)), Box::new(not(b)));
            !says(&Expr::new(dual, 0..0), word, other(view))
        }
        Kind::Release(Strength::Strong, a, b) => {
            of(Kind::Until(Strength::Strong, b.clone(), Box::new(a.clone().and((**b).clone()))))
        }
        Kind::Abort(a, b) => {
            let is_aborted = |j: usize| word.from(j).shows(b) && says(a, &word.up_to(j), View::Weak);
            says(a, word, view) || (0..word.len()).any(is_aborted)
        }
        Kind::Sequence(strength, sere) => {
            let regular = Regular::of(sere);
            let ends = (1..=word.len()).any(|at| regular.matches(&word.up_to(at)));
            let begins = word.len() == 0 || regular.begins(word);
            match (strength, view) {
                (Strength::Strong, View::Weak) | (Strength::Weak, View::Weak | View::Neutral) => ends || begins,
                (Strength::Strong, View::Neutral | View::Strong) | (Strength::Weak, View::Strong) => ends,
            }
        }
        Kind::Suffix(overlap, sere, body) => {
            let regular = match overlap {
                Overlap::Last => Regular::of(sere),
                Overlap::After => {
                    Regular::Cat(Box::new(Regular::of(sere)), Box::new(Regular::Step(Expr::constant(true))))
                }
            };
            let ends = (1..=word.len()).filter(|&at| regular.matches(&word.up_to(at)));
            let holds = ends.into_iter().all(|at| says(body, &word.from(at - 1), view));
            let is_open = word.len() == 0 || regular.begins(word);
            holds && (view != View::Strong || !is_open)
        }
    }
}
