//! Formulas from text: `mu Z. p | <>Z`, `AG (a -> EF b)`, `E(f U g)`.

use std::ops::Not as _;

use whyc_base::ids::Id;

use crate::formula::{Action, Formula, Kind, VarId, Which};
use crate::mistake::Mistake;

/// How deep a formula may be.
const DEEPEST: usize = 200;
/// The longest text that is read.
const LONGEST: usize = 100_000;

/// Words that cannot be labels, unless they are quoted.
const WORDS: &[&str] = &["true", "false", "mu", "nu", "E", "A", "U", "EF", "AF", "EG", "AG", "EX", "AX"];

/// Whether a name must be quoted where formulas are written.
#[must_use]
pub fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
}

/// Reads a formula.
///
/// # Errors
/// If it is none.
pub fn parse(text: &str) -> Result<Formula, Mistake> {
    if text.len() > LONGEST {
        return Err(Mistake::new(0..0, format!("a formula has at most {LONGEST} characters")));
    }
    let mut parser = Parser { text, at: 0, depth: 0, scope: Vec::new(), n_vars: 0 };
    let formula = parser.formula()?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.wrong("the formula is over here: an operator is missing, or a parenthesis is too many"));
    }
    Ok(formula)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// The variables of the fixpoints around, the innermost last.
    scope: Vec<(&'a str, VarId)>,
    n_vars: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn wrong(&self, message: impl Into<String>) -> Mistake {
        let end = self.rest().chars().next().map_or(self.at, |it| self.at + it.len_utf8());
        Mistake::new(self.at..end, message)
    }

    fn take(&mut self, symbol: &str) -> bool {
        self.space();
        let is_there = self.rest().starts_with(symbol);
        self.at += if is_there { symbol.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, symbol: &str, what: &str) -> Result<(), Mistake> {
        if self.take(symbol) { Ok(()) } else { Err(self.wrong(format!("`{symbol}` is missing here: {what}"))) }
    }

    /// The word that comes next, without taking it.
    fn word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        &rest[..rest.find(|c: char| !crate::read::is_in_name(c)).unwrap_or(rest.len())]
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        if self.depth == DEEPEST {
            return Err(self.wrong(format!("a formula may be at most {DEEPEST} operators deep")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Implications, which group to the right.
    fn formula(&mut self) -> Result<Formula, Mistake> {
        let left = self.either()?;
        if self.take("->") {
            let right = self.deeper(Self::formula)?;
            return Ok(left.not().or(right));
        }
        Ok(left)
    }

    fn either(&mut self) -> Result<Formula, Mistake> {
        let mut all = vec![self.both()?];
        while self.take("||") || self.take("|") {
            all.push(self.both()?);
            self.not_too_many(all.len())?;
        }
        Ok(all.into_iter().reduce(Formula::or).unwrap_or(Formula::Constant(false)))
    }

    fn both(&mut self) -> Result<Formula, Mistake> {
        let mut all = vec![self.unary()?];
        while self.take("&&") || self.take("&") {
            all.push(self.unary()?);
            self.not_too_many(all.len())?;
        }
        Ok(all.into_iter().reduce(Formula::and).unwrap_or(Formula::Constant(true)))
    }

    /// Chains become as deep as they are long.
    fn not_too_many(&self, n: usize) -> Result<(), Mistake> {
        if n <= DEEPEST { Ok(()) } else { Err(self.wrong(format!("at most {DEEPEST} formulas stand in a row"))) }
    }

    fn unary(&mut self) -> Result<Formula, Mistake> {
        self.deeper(Self::prefixed)
    }

    fn prefixed(&mut self) -> Result<Formula, Mistake> {
        if self.take("!") {
            return Ok(self.unary()?.not());
        }
        if self.take("<") {
            let action = self.action(">")?;
            return Ok(Formula::Next(Which::Some, action, Box::new(self.unary()?)));
        }
        if self.take("[") {
            let action = self.action("]")?;
            return Ok(Formula::Next(Which::Every, action, Box::new(self.unary()?)));
        }
        if self.take("(") {
            let inner = self.formula()?;
            self.expect(")", "a parenthesis was opened")?;
            return Ok(inner);
        }
        if self.take("\"") {
            return self.quoted();
        }
        if self.take("μ") {
            return self.fixpoint(Kind::Least);
        }
        if self.take("ν") {
            return self.fixpoint(Kind::Greatest);
        }
        let word = self.word();
        let from = self.at;
        self.at += word.len();
        match word {
            "" => Err(self.wrong("a formula is missing here: a label, mu Z. …, <>…, EF …, or one in parentheses")),
            "true" => Ok(Formula::Constant(true)),
            "false" => Ok(Formula::Constant(false)),
            "mu" => self.fixpoint(Kind::Least),
            "nu" => self.fixpoint(Kind::Greatest),
            "E" => self.until(Which::Some),
            "A" => self.until(Which::Every),
            "EX" => Ok(Formula::Next(Which::Some, Action::Any, Box::new(self.unary()?))),
            "AX" => Ok(Formula::Next(Which::Every, Action::Any, Box::new(self.unary()?))),
            "EF" => Ok(finally(Which::Some, self.unary()?)),
            "AF" => Ok(finally(Which::Every, self.unary()?)),
            "EG" => Ok(finally(Which::Every, self.unary()?.not()).not()),
            "AG" => Ok(finally(Which::Some, self.unary()?.not()).not()),
            "U" => Err(Mistake::new(from..self.at, "U stands between two formulas in E(… U …) or A(… U …)")),
            name => Ok(match self.scope.iter().rev().find(|(it, _)| *it == name) {
                Some(&(_, id)) => Formula::Variable(id, name.to_owned(), from..self.at),
                None => Formula::Label(name.to_owned(), from..self.at),
            }),
        }
    }

    fn quoted(&mut self) -> Result<Formula, Mistake> {
        let from = self.at;
        let Some(length) = self.rest().find('"') else {
            return Err(Mistake::new(from - 1..from, "this quote is never closed"));
        };
        self.at += length + 1;
        Ok(Formula::Label(self.text[from..from + length].to_owned(), from - 1..self.at))
    }

    fn action(&mut self, close: &str) -> Result<Action, Mistake> {
        let word = self.word();
        let from = self.at;
        self.at += word.len();
        let action = if word.is_empty() { Action::Any } else { Action::Named(word.to_owned(), from..self.at) };
        self.expect(close, "between these stands one action, or nothing for any")?;
        Ok(action)
    }

    fn fixpoint(&mut self, kind: Kind) -> Result<Formula, Mistake> {
        let name = self.word();
        if name.is_empty() || is_word(name) {
            return Err(self.wrong("the name of a variable is missing here, such as Z in mu Z. p | <>Z"));
        }
        self.at += name.len();
        self.expect(".", "it parts a variable from its formula")?;
        let id = VarId::from_index(self.n_vars);
        self.n_vars += 1;
        self.scope.push((name, id));
        let body = self.formula();
        self.scope.pop();
        Ok(Formula::Fixpoint(kind, id, name.to_owned(), Box::new(body?)))
    }

    fn until(&mut self, which: Which) -> Result<Formula, Mistake> {
        self.expect("(", "until is written E(f U g) or A(f U g)")?;
        let stay = self.formula()?;
        if self.word() != "U" {
            return Err(self.wrong("`U` is missing here: until is written E(f U g) or A(f U g)"));
        }
        self.at += 1;
        let goal = self.formula()?;
        self.expect(")", "a parenthesis was opened")?;
        Ok(Formula::Until(which, Box::new(stay), Box::new(goal)))
    }
}

fn finally(which: Which, goal: Formula) -> Formula {
    Formula::Until(which, Box::new(Formula::Constant(true)), Box::new(goal))
}
