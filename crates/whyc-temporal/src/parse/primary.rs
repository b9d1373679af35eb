//! Atoms, parentheses, braces, and what is repeated.

use super::{Mode, Parsed, Parser};
use crate::atom::{Atom, Compare, Event, KEYWORDS, Term};
use crate::lex::{Mistake, Token};
use crate::syntax::{Expr, Kind, Place, Sere, SereKind, Strength};

impl Parser {
    /// Something with all that stands behind it: `[*2:3]`, `[+]`, `[->2]`, and `!` for a sequence that must come to its end.
    pub(super) fn repeated(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        let parsed = if matches!(self.peek(), Token::Sign("[*" | "[*]" | "[+]")) {
            // `[*3]` alone repeats what is always true.
            Parsed::Expr(Expr::new(Kind::Const(true), start.start..start.start))
        } else {
            self.primary(mode)?
        };
        self.with_suffixes(parsed, &start, mode)
    }

    /// The same with what stands behind it.
    pub(super) fn with_suffixes(&mut self, mut parsed: Parsed, start: &Place, mode: Mode) -> Result<Parsed, Mistake> {
        loop {
            let kind = match self.peek() {
                Token::Sign("[*]") => {
                    self.advance();
                    SereKind::Repeat(Box::new(parsed.into_sere()?), 0, None)
                }
                Token::Sign("[+]") => {
                    self.advance();
                    SereKind::Repeat(Box::new(parsed.into_sere()?), 1, None)
                }
                Token::Sign("[*") => {
                    self.advance();
                    let (least, most) = self.range()?;
                    SereKind::Repeat(Box::new(parsed.into_sere()?), least, most)
                }
                Token::Sign("[->") => {
                    self.advance();
                    let (least, most) = self.occurrences()?;
                    SereKind::Goto(Box::new(parsed.into_boolean()?), least, most)
                }
                Token::Sign("[=") => {
                    self.advance();
                    let (least, most) = self.occurrences()?;
                    let (body, place) = (parsed.into_boolean()?, self.since(start));
                    let others = Sere::step(Expr::new(Kind::Not(Box::new(body.clone())), body.place.clone()));
                    let after = Sere::new(SereKind::Repeat(Box::new(others), 0, None), place.clone());
                    let up_to = Sere::new(SereKind::Goto(Box::new(body), least, most), place);
                    SereKind::Cat(Box::new(up_to), Box::new(after))
                }
                _ => break,
            };
            parsed = Parsed::Sere(Sere::new(kind, self.since(start)));
        }
        if let (Mode::Property, Parsed::Sere(_)) = (mode, &parsed)
            && self.take_mark()
        {
            let place = self.since(start);
            return Ok(Parsed::Expr(Expr::new(Kind::Sequence(Strength::Strong, parsed.into_sere()?), place)));
        }
        Ok(parsed)
    }

    pub(super) fn primary(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        if !self.opens_term() && self.take(&["("]) {
            let inner = if mode == Mode::Sequence { self.in_parentheses()? } else { self.property()? };
            self.expect(")", &format!(": the `(` of column {} is open", start.start + 1))?;
            return Ok(inner);
        }
        if self.take(&["{"]) {
            let sere = self.sequence()?;
            self.expect("}", &format!(": the `{{` of column {} is open", start.start + 1))?;
            return Ok(Parsed::Sere(Sere { place: self.since(&start), ..sere }));
        }
        if self.take(&["true"]) {
            return Ok(Parsed::Expr(Expr::new(Kind::Const(true), start)));
        }
        if self.take(&["false"]) {
            return Ok(Parsed::Expr(Expr::new(Kind::Const(false), start)));
        }
        self.atom()
    }

    /// A sequence, or a Boolean with implications.
    fn in_parentheses(&mut self) -> Result<Parsed, Mistake> {
        let start = self.place();
        let left = self.concatenation()?;
        let is_implication = self.take(&["->", "=>", "implies"]);
        if !is_implication && !self.take(&["<->", "<=>", "iff"]) {
            return Ok(left);
        }
        let left = Box::new(left.into_boolean()?);
        let right = Box::new(self.deeper(Self::in_parentheses)?.into_boolean()?);
        let kind = if is_implication { Kind::Implies(left, right) } else { Kind::Iff(left, right) };
        Ok(Parsed::Expr(Expr::new(kind, self.since(&start))))
    }

    /// What stands in braces.
    pub(super) fn sequence(&mut self) -> Result<Sere, Mistake> {
        self.concatenation()?.into_sere()
    }

    fn concatenation(&mut self) -> Result<Parsed, Mistake> {
        self.deeper(|it| {
            let start = it.place();
            let mut left = it.fusion()?;
            while it.take(&[";"]) {
                let right = it.fusion()?.into_sere()?;
                let kind = SereKind::Cat(Box::new(left.into_sere()?), Box::new(right));
                left = Parsed::Sere(Sere::new(kind, it.since(&start)));
            }
            Ok(left)
        })
    }

    fn fusion(&mut self) -> Result<Parsed, Mistake> {
        let start = self.place();
        let mut left = self.disjunction(Mode::Sequence)?;
        while self.take(&[":"]) {
            let right = self.disjunction(Mode::Sequence)?.into_sere()?;
            let kind = SereKind::Fuse(Box::new(left.into_sere()?), Box::new(right));
            left = Parsed::Sere(Sere::new(kind, self.since(&start)));
        }
        Ok(left)
    }

    /// `call f`, `return f`, `at LABEL`, `line 12`: what programs do. The words alone are names like any other.
    fn event(&mut self) -> Option<Event> {
        let Token::Word(word) = self.peek() else { return None };
        let event = match (word.as_str(), &self.tokens.get(self.at + 1)?.0) {
            ("call", Token::Word(name)) if !KEYWORDS.contains(&name.as_str()) => Event::Call(name.clone()),
            ("return", Token::Word(name)) if !KEYWORDS.contains(&name.as_str()) => Event::Return(name.clone()),
            ("at", Token::Word(name)) if !KEYWORDS.contains(&name.as_str()) => Event::At(name.clone()),
            ("line", Token::Number(line)) => Event::Line(u32::try_from(*line).ok()?),
            _ => return None,
        };
        self.advance();
        self.advance();
        Some(event)
    }

    fn atom(&mut self) -> Result<Parsed, Mistake> {
        let start = self.place();
        if let Some(event) = self.event() {
            return Ok(Parsed::Expr(Expr::new(Kind::Atom(Atom::Event(event)), self.since(&start))));
        }
        if let Some(kind) = self.beside_earlier()? {
            return Ok(Parsed::Expr(Expr::new(kind, self.since(&start))));
        }
        let left = self.term()?;
        let compare = match self.peek() {
            Token::Sign("==") => Some(Compare::Eq),
            Token::Sign("!=") => Some(Compare::Ne),
            Token::Sign("<") => Some(Compare::Lt),
            Token::Sign("<=") => Some(Compare::Le),
            Token::Sign(">") => Some(Compare::Gt),
            Token::Sign(">=") => Some(Compare::Ge),
            _ => None,
        };
        let kind = match (compare, left) {
            (None, Term::Number(0)) => Kind::Const(false),
            (None, Term::Number(1)) => Kind::Const(true),
            (None, word) if word.leaves().iter().all(|it| matches!(it, Term::Number(_))) => {
                return Err(Mistake::at(start, "a number alone is neither true nor false: compare it"));
            }
            (None, word @ (Term::Signal { .. } | Term::Number(_) | Term::Apply(..))) => Kind::Atom(Atom::Word(word)),
            (Some(compare), left) => {
                self.advance();
                let right = self.term()?;
                Kind::Atom(Atom::Compare(compare, left, right))
            }
        };
        Ok(Parsed::Expr(Expr::new(kind, self.since(&start))))
    }
}
