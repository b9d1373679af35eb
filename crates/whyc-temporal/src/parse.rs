//! From text to properties.
//!
//! One parser for properties and for sequences: what stands between braces, around `##` and before `|->` is a sequence, and a
//! Boolean is both. From loose to tight: `abort`; `->` `<->` `|->` `|=>`; `||`; `&&`; `U W R M`; `intersect throughout within`;
//! `##`; `! X F G`; repetition. Words such as `always` reach as far to the right as they can, letters such as `G` as little.

mod prefix;
mod primary;
mod range;
mod term;

use crate::lex::{Mistake, Token, tokens};
use crate::syntax::{Expr, Kind, Overlap, Place, Sere, SereKind, Strength};

/// How deep a property may nest.
const MAX_DEPTH: u32 = 400;
/// How many steps the repetitions of a property may count, together.
const MAX_COUNT: u64 = 20_000;

/// Reads a property.
///
/// # Errors
/// The first place that is wrong.
pub fn parse(text: &str) -> Result<Expr, Mistake> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, at: 0, depth: 0, count: 0 };
    let parsed = parser.property()?;
    match parser.peek() {
        Token::End => Ok(parsed.into_expr()),
        Token::Sign(";") => parser.fail("`;` stands between the steps of a sequence, in braces"),
        _ => parser.fail("the property should end here, or go on with an operator"),
    }
}

/// Something that is a property, or a sequence that may still become part of one.
#[derive(Clone, Debug)]
enum Parsed {
    Expr(Expr),
    Sere(Sere),
}

impl Parsed {
    fn place(&self) -> Place {
        match self {
            Parsed::Expr(expr) => expr.place.clone(),
            Parsed::Sere(sere) => sere.place.clone(),
        }
    }

    /// A sequence alone is a weak property.
    fn into_expr(self) -> Expr {
        match self {
            Parsed::Expr(expr) => expr,
            Parsed::Sere(sere) => {
                let place = sere.place.clone();
                Expr::new(Kind::Sequence(Strength::Weak, sere), place)
            }
        }
    }

    fn into_sere(self) -> Result<Sere, Mistake> {
        match self {
            Parsed::Sere(sere) => Ok(sere),
            Parsed::Expr(expr) if expr.is_boolean() => Ok(Sere::step(expr)),
            Parsed::Expr(expr) => Err(Mistake::at(
                expr.place,
                "a sequence should stand here, made of Booleans: this has operators of time",
            )),
        }
    }

    fn into_boolean(self) -> Result<Expr, Mistake> {
        match self {
            Parsed::Expr(expr) if expr.is_boolean() => Ok(expr),
            Parsed::Expr(Expr { place, .. }) | Parsed::Sere(Sere { place, .. }) => {
                Err(Mistake::at(place, "a Boolean should stand here, which speaks of one step"))
            }
        }
    }
}

/// Whether sequences stay sequences when they are combined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Property,
    Sequence,
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: u32,
    count: u64,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at].1.clone()
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn fail<T>(&self, message: &str) -> Result<T, Mistake> {
        Err(Mistake::at(self.place(), message))
    }

    /// Takes one of these signs or words.
    fn take(&mut self, any: &[&str]) -> bool {
        let found = match self.peek() {
            Token::Sign(sign) => any.contains(sign),
            Token::Word(word) => any.contains(&word.as_str()),
            Token::Quoted(_) | Token::Number(_) | Token::End => false,
        };
        if found {
            self.advance();
        }
        found
    }

    /// Takes the `!` that makes an operator strong: it stands right behind it.
    fn take_mark(&mut self) -> bool {
        let is_close = self.at > 0 && self.tokens[self.at - 1].1.end == self.place().start;
        is_close && self.take(&["!"])
    }

    fn expect(&mut self, sign: &str, why: &str) -> Result<(), Mistake> {
        if self.take(&[sign]) { Ok(()) } else { self.fail(&format!("`{sign}` should stand here{why}")) }
    }

    /// From a place to the end of what was taken last.
    fn since(&self, start: &Place) -> Place {
        start.start..self.tokens[self.at.saturating_sub(1)].1.end.max(start.end)
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        if self.depth == MAX_DEPTH {
            return self.fail("this is nested too deeply");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn property(&mut self) -> Result<Parsed, Mistake> {
        self.deeper(|it| {
            let start = it.place();
            let mut left = it.implication()?;
            while it.take(&["abort"]) {
                let condition = it.disjunction(Mode::Property)?.into_boolean()?;
                let place = it.since(&start);
                left = Parsed::Expr(Expr::new(Kind::Abort(Box::new(left.into_expr()), Box::new(condition)), place));
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Result<Parsed, Mistake> {
        let start = self.place();
        let left = self.disjunction(Mode::Property)?;
        let overlap = match self.peek() {
            Token::Sign("|->") => Some(Overlap::Last),
            Token::Sign("|=>") => Some(Overlap::After),
            _ => None,
        };
        if let Some(overlap) = overlap {
            let sere = left.into_sere().map_err(|it| Mistake {
                message: "before |-> and |=> stands a sequence, such as {a; b} or a ##1 b".to_owned(),
                ..it
            })?;
            self.advance();
            let body = self.deeper(Self::implication)?.into_expr();
            return Ok(Parsed::Expr(Expr::new(Kind::Suffix(overlap, sere, Box::new(body)), self.since(&start))));
        }
        if self.take(&["->", "=>", "implies"]) {
            let right = self.deeper(Self::implication)?.into_expr();
            let kind = Kind::Implies(Box::new(left.into_expr()), Box::new(right));
            return Ok(Parsed::Expr(Expr::new(kind, self.since(&start))));
        }
        if self.take(&["<->", "<=>", "iff"]) {
            let right = self.deeper(Self::implication)?.into_expr();
            let kind = Kind::Iff(Box::new(left.into_expr()), Box::new(right));
            return Ok(Parsed::Expr(Expr::new(kind, self.since(&start))));
        }
        Ok(left)
    }

    fn disjunction(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let mut left = self.conjunction(mode)?;
        while self.take(&["||", "|", "or"]) {
            let right = self.conjunction(mode)?;
            left = self.joined(mode, (left, right), &start, Kind::Or, SereKind::Or)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let mut left = self.until(mode)?;
        while self.take(&["&&", "&", "and"]) {
            let right = self.until(mode)?;
            left = self.joined(mode, (left, right), &start, Kind::And, SereKind::And)?;
        }
        Ok(left)
    }

    /// Booleans become a Boolean; of others, in a sequence a sequence and elsewhere a property.
    fn joined(
        &self,
        mode: Mode,
        (left, right): (Parsed, Parsed),
        start: &Place,
        of_exprs: impl FnOnce(Box<Expr>, Box<Expr>) -> Kind,
        of_seres: impl FnOnce(Box<Sere>, Box<Sere>) -> SereKind,
    ) -> Result<Parsed, Mistake> {
        let place = self.since(start);
        match (mode, left, right) {
            (Mode::Sequence, Parsed::Expr(left), Parsed::Expr(right)) if left.is_boolean() && right.is_boolean() => {
                Ok(Parsed::Expr(Expr::new(of_exprs(Box::new(left), Box::new(right)), place)))
            }
            (Mode::Sequence, left, right) => {
                Ok(Parsed::Sere(Sere::new(of_seres(Box::new(left.into_sere()?), Box::new(right.into_sere()?)), place)))
            }
            (Mode::Property, left, right) => {
                Ok(Parsed::Expr(Expr::new(of_exprs(Box::new(left.into_expr()), Box::new(right.into_expr())), place)))
            }
        }
    }

    fn until(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let left = self.together(mode)?;
        if mode == Mode::Sequence {
            return Ok(left);
        }
        let Token::Word(word) = self.peek() else { return Ok(left) };
        let word = word.clone();
        if !matches!(word.as_str(), "U" | "W" | "R" | "M" | "until" | "s_until" | "release") {
            return Ok(left);
        }
        self.advance();
        let is_marked = matches!(word.as_str(), "until" | "release") && self.take_mark();
        let right = Box::new(self.deeper(|it| it.until(mode))?.into_expr());
        let left = Box::new(left.into_expr());
        let kind = match (word.as_str(), is_marked) {
            ("U" | "s_until", _) | ("until", true) => Kind::Until(Strength::Strong, left, right),
            ("M", _) | ("release", true) => Kind::Release(Strength::Strong, left, right),
            ("R" | "release", _) => Kind::Release(Strength::Weak, left, right),
            _ => Kind::Until(Strength::Weak, left, right),
        };
        Ok(Parsed::Expr(Expr::new(kind, self.since(&start))))
    }

    /// `intersect`, `throughout`, `within`.
    fn together(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let mut left = self.delayed(mode)?;
        loop {
            let Token::Word(word) = self.peek() else { return Ok(left) };
            let word = word.clone();
            if !matches!(word.as_str(), "intersect" | "throughout" | "within") {
                return Ok(left);
            }
            self.advance();
            let right = self.delayed(mode)?.into_sere()?;
            let place = self.since(&start);
            let of = |kind: SereKind| Box::new(Sere::new(kind, place.clone()));
            let anything =
                || of(SereKind::Repeat(Box::new(Sere::step(Expr::new(Kind::Const(true), place.clone()))), 0, None));
            let first = match word.as_str() {
                "intersect" => Box::new(left.into_sere()?),
                "throughout" => of(SereKind::Repeat(Box::new(Sere::step(left.into_boolean()?)), 0, None)),
                _ => {
                    let inner = of(SereKind::Cat(Box::new(left.into_sere()?), anything()));
                    of(SereKind::Cat(anything(), inner))
                }
            };
            left = Parsed::Sere(*of(SereKind::And(first, Box::new(right))));
        }
    }

    /// `a ##1 b`, `a ##[1:3] b`.
    fn delayed(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let mut left = if *self.peek() == Token::Sign("##") { None } else { Some(self.unary(mode)?) };
        while *self.peek() == Token::Sign("##") {
            let sign = self.place();
            self.advance();
            let (least, most) = self.delay()?;
            let right = self.unary(mode)?.into_sere()?;
            let before = match left.take() {
                Some(left) => Some(left.into_sere()?),
                None => None,
            };
            left = Some(Parsed::Sere(delayed(before, (least, most), right, &sign, self.since(&start))));
        }
        match left {
            Some(left) => Ok(left),
            None => self.fail("a sequence should stand here"),
        }
    }
}

/// One sequence some steps after another; `##0` means that the last step of one is the first of the other.
fn delayed(before: Option<Sere>, (least, most): (u32, Option<u32>), right: Sere, sign: &Place, place: Place) -> Sere {
    let of = |kind: SereKind| Box::new(Sere::new(kind, place.clone()));
    let steps = |least: u32, most: Option<u32>| {
        let any = Box::new(Sere::step(Expr::new(Kind::Const(true), sign.clone())));
        of(SereKind::Repeat(any, least, most))
    };
    let Some(before) = before else {
        return *if (least, most) == (0, Some(0)) {
            Box::new(right)
        } else {
            of(SereKind::Cat(steps(least, most), Box::new(right)))
        };
    };
    let (before, right) = (Box::new(before), Box::new(right));
    let later = |before: Box<Sere>, least: u32, most: Option<u32>, right: Box<Sere>| match (least, most) {
        (1, Some(1)) => of(SereKind::Cat(before, right)),
        (least, most) => {
            let gap = steps(least - 1, most.map(|most| most - 1));
            of(SereKind::Cat(before, of(SereKind::Cat(gap, right))))
        }
    };
    *match (least, most) {
        (0, Some(0)) => of(SereKind::Fuse(before, right)),
        (0, most) => {
            let now = of(SereKind::Fuse(before.clone(), right.clone()));
            of(SereKind::Or(now, later(before, 1, most, right)))
        }
        (least, most) => later(before, least, most, right),
    }
}

#[cfg(test)]
mod tests;
