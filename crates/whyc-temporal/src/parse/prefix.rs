//! Operators that stand before what they are about.

use super::{Mode, Parsed, Parser};
use crate::atom::KEYWORDS;
use crate::lex::{Mistake, Token};
use crate::syntax::{Expr, Kind, Overlap, Strength};

impl Parser {
    pub(super) fn unary(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        self.deeper(|it| it.unary_here(mode))
    }

    fn unary_here(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        let start = self.place();
        if self.take(&["!", "not", "~"]) {
            let inner = self.place();
            let mut body = self.deeper(|it| it.operand(mode))?;
            if matches!(body, Parsed::Sere(_)) {
                body = self.with_suffixes(body, &inner, mode)?;
            }
            let body = if mode == Mode::Sequence { body.into_boolean()? } else { body.into_expr() };
            let not = Parsed::Expr(Expr::new(Kind::Not(Box::new(body)), self.since(&start)));
            // `!a[*2]` repeats `!a`.
            return self.with_suffixes(not, &start, mode);
        }
        let word = match self.peek() {
            Token::Sign("[]") => "G".to_owned(),
            Token::Sign("<>") => "F".to_owned(),
            Token::Word(word) => word.clone(),
            _ => return self.repeated(mode),
        };
        let is_temporal = matches!(
            word.as_str(),
            "X" | "F"
                | "G"
                | "always"
                | "s_always"
                | "never"
                | "next"
                | "nexttime"
                | "s_nexttime"
                | "eventually"
                | "s_eventually"
                | "disable"
                | "strong"
                | "weak"
        );
        if !is_temporal {
            return self.repeated(mode);
        }
        if mode == Mode::Sequence {
            return self.fail(&format!("`{word}` cannot stand in a sequence, which is made of Booleans"));
        }
        self.advance();
        let kind = match word.as_str() {
            "F" => Kind::Finally(Box::new(self.unary(mode)?.into_expr())),
            "G" => Kind::Globally(Box::new(self.unary(mode)?.into_expr())),
            "X" => {
                let strength = self.strength();
                let n = self.steps_ahead()?;
                Kind::Next(strength, n, Box::new(self.unary(mode)?.into_expr()))
            }
            "always" | "s_always" => Kind::Globally(self.rest()?),
            "eventually" | "s_eventually" => {
                self.take_mark();
                Kind::Finally(self.rest()?)
            }
            "next" | "nexttime" | "s_nexttime" => {
                let strength = if word == "s_nexttime" { Strength::Strong } else { self.strength() };
                let n = self.steps_ahead()?;
                Kind::Next(strength, n, self.rest()?)
            }
            "never" => self.never()?,
            "disable" => {
                self.expect("iff", " after `disable`")?;
                self.expect("(", ": the condition stands in parentheses")?;
                let condition = self.property()?.into_boolean()?;
                self.expect(")", "")?;
                Kind::Abort(self.rest()?, Box::new(condition))
            }
            _ => {
                let strength = if word == "strong" { Strength::Strong } else { Strength::Weak };
                self.expect("(", &format!(" after `{word}`"))?;
                let sere = self.sequence()?;
                self.expect(")", "")?;
                Kind::Sequence(strength, sere)
            }
        };
        Ok(Parsed::Expr(Expr::new(kind, self.since(&start))))
    }

    /// What a negation is about: without repetitions, which come after it.
    fn operand(&mut self, mode: Mode) -> Result<Parsed, Mistake> {
        match self.peek() {
            Token::Sign("(" | "-") | Token::Quoted(_) | Token::Number(_) => self.primary(mode),
            Token::Word(word) if !KEYWORDS.contains(&word.as_str()) => self.primary(mode),
            Token::Word(_) | Token::Sign(_) | Token::End => self.unary(mode),
        }
    }

    fn strength(&mut self) -> Strength {
        if self.take_mark() { Strength::Strong } else { Strength::Weak }
    }

    /// All that follows.
    fn rest(&mut self) -> Result<Box<Expr>, Mistake> {
        Ok(Box::new(self.deeper(Self::implication)?.into_expr()))
    }

    /// `never {r}`: no such sequence begins anywhere. Of a property, it never holds.
    fn never(&mut self) -> Result<Kind, Mistake> {
        let body = self.deeper(Self::implication)?;
        let place = body.place();
        let inner = match body {
            Parsed::Sere(sere) => {
                Kind::Suffix(Overlap::Last, sere, Box::new(Expr::new(Kind::Const(false), place.clone())))
            }
            Parsed::Expr(expr) => Kind::Not(Box::new(expr)),
        };
        Ok(Kind::Globally(Box::new(Expr::new(inner, place))))
    }
}
