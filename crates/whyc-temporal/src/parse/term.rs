//! Words, what is computed of them, and what they were some steps ago.

use super::Parser;
use crate::atom::{Arith, Atom, Compare, KEYWORDS, Term};
use crate::lex::{Mistake, Token};
use crate::syntax::{Expr, Kind};

/// How far back properties look, at most.
const FAR: u32 = 10_000;

/// What `past` is called, with and without the sign of SystemVerilog.
fn is_past(word: &str) -> bool {
    matches!(word, "past" | "$past" | "prev")
}

/// What compares a step with the one before.
fn is_beside(word: &str) -> bool {
    matches!(word, "rose" | "fell" | "stable" | "changed" | "$rose" | "$fell" | "$stable" | "$changed")
}

impl Parser {
    /// Whether the parenthesis here holds a word that is compared or computed with, as in `(a + b) == c`.
    pub(super) fn opens_term(&self) -> bool {
        if *self.peek() != Token::Sign("(") {
            return false;
        }
        let mut depth = 0usize;
        for (at, (token, _)) in self.tokens.iter().enumerate().skip(self.at) {
            match token {
                Token::Sign("(") => depth += 1,
                Token::Sign(")") => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let next = self.tokens.get(at + 1).map(|it| &it.0);
                return matches!(next, Some(Token::Sign("==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*")));
            }
        }
        false
    }

    /// The word here, if it is one of some, with a parenthesis behind it.
    fn called(&self, is_one: fn(&str) -> bool) -> Option<String> {
        match (self.peek(), self.tokens.get(self.at + 1).map(|it| &it.0)) {
            (Token::Word(word), Some(Token::Sign("("))) if is_one(word) => Some(word.clone()),
            _ => None,
        }
    }

    /// `rose(b)`, `fell(b)`, `stable(n)`, `changed(n)`, and `past(b)` of a Boolean that is no single word.
    pub(super) fn beside_earlier(&mut self) -> Result<Option<Kind>, Mistake> {
        if self.called(is_past).is_some() {
            return self.past_boolean();
        }
        let Some(word) = self.called(is_beside) else { return Ok(None) };
        let start = self.place();
        self.advance();
        self.advance();
        let now = self.deeper(Self::property)?.into_boolean()?;
        self.expect(")", &format!(" after what `{word}` is about"))?;
        let before = self.earlier(&now, 1)?;
        let place = self.since(&start);
        let not = |it: Expr| Box::new(Expr::new(Kind::Not(Box::new(it)), place.clone()));
        let same = |now: Expr, before: Expr| match (&now.kind, &before.kind) {
            (Kind::Atom(Atom::Word(a)), Kind::Atom(Atom::Word(b))) => {
                Kind::Atom(Atom::Compare(Compare::Eq, a.clone(), b.clone()))
            }
            _ => Kind::Iff(Box::new(now), Box::new(before)),
        };
        Ok(Some(match word.trim_start_matches('$') {
            "rose" => Kind::And(Box::new(now), not(before)),
            "fell" => Kind::And(not(now), Box::new(before)),
            "stable" => same(now, before),
            _ => Kind::Not(Box::new(Expr::new(same(now, before), place))),
        }))
    }

    /// `past(a && b)`; nothing if a word stands there, which may go on.
    fn past_boolean(&mut self) -> Result<Option<Kind>, Mistake> {
        let from = self.at;
        self.advance();
        self.advance();
        let inner = self.deeper(Self::property)?.into_boolean()?;
        if matches!(inner.kind, Kind::Atom(Atom::Word(_))) {
            self.at = from;
            return Ok(None);
        }
        let steps = self.steps_back()?;
        Ok(Some(self.earlier(&inner, steps)?.kind))
    }

    /// `)`, or `, 3)`.
    fn steps_back(&mut self) -> Result<u32, Mistake> {
        let steps = if self.take(&[","]) { self.small_number("a number of steps")? } else { 1 };
        if steps == 0 || steps > FAR {
            return self.fail(&format!("one step back or more, and at most {FAR}"));
        }
        self.expect(")", " after `past(`")?;
        Ok(steps)
    }

    /// The same Boolean, some steps earlier.
    fn earlier(&self, expr: &Expr, steps: u32) -> Result<Expr, Mistake> {
        let mut copy = expr.clone();
        if let Kind::Atom(atom) = &copy.kind {
            let Some(earlier) = atom.earlier(steps) else {
                return Err(Mistake::at(expr.place.clone(), "what happens is no value: it cannot be looked back at"));
            };
            copy.kind = Kind::Atom(earlier);
            return Ok(copy);
        }
        for part in copy.parts_mut() {
            *part = self.earlier(part, steps)?;
        }
        Ok(copy)
    }

    /// A word, or what is computed of some.
    pub(super) fn term(&mut self) -> Result<Term, Mistake> {
        self.deeper(|it| {
            let mut left = it.product()?;
            loop {
                let arith = match it.peek() {
                    Token::Sign("+") => Arith::Add,
                    Token::Sign("-") => Arith::Sub,
                    _ => return Ok(left),
                };
                it.advance();
                left = Term::Apply(arith, Box::new(left), Box::new(it.product()?));
            }
        })
    }

    fn product(&mut self) -> Result<Term, Mistake> {
        let mut left = self.factor()?;
        while self.take(&["*"]) {
            left = Term::Apply(Arith::Mul, Box::new(left), Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Term, Mistake> {
        if self.take(&["-"]) {
            return Ok(self.deeper(Self::factor)?.negated());
        }
        if self.take(&["("]) {
            let inner = self.term()?;
            self.expect(")", ": a sum stands in parentheses")?;
            return Ok(inner);
        }
        if self.called(is_past).is_some() {
            self.advance();
            self.advance();
            let inner = self.term()?;
            let steps = self.steps_back()?;
            return Ok(inner.earlier(steps));
        }
        self.word()
    }

    fn word(&mut self) -> Result<Term, Mistake> {
        let name = match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                return Ok(Term::Number(number));
            }
            Token::Quoted(name) => name,
            Token::Word(word) if KEYWORDS.contains(&word.as_str()) => {
                return self.fail(&format!("`{word}` is an operator; a signal of this name is written `` `{word}` ``"));
            }
            Token::Word(word) => word,
            Token::End => return self.fail("the property ends too early: a signal or `(` should stand here"),
            Token::Sign(sign) => return self.fail(&format!("a signal, `(` or `{{` should stand here, not `{sign}`")),
        };
        self.advance();
        if !self.take(&["["]) {
            return Ok(Term::Signal { name, bits: None, ago: 0 });
        }
        let high = self.small_number("the number of a bit")?;
        let low = if self.take(&[":"]) { self.small_number("the number of a bit")? } else { high };
        if low > high {
            return self.fail("the higher bit comes first: [7:0]");
        }
        self.expect("]", "")?;
        Ok(Term::Signal { name, bits: Some((high, low)), ago: 0 })
    }
}
