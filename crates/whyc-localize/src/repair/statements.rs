//! The statements of a function, read off its tokens: as much of C's grammar as it takes to say where something may be put.

use std::ops::Range;

use super::lex::{Kind as TokenKind, Text};

/// What a statement is. Ranges are of tokens, other statements are by their position in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{ … }`
    Block(Vec<usize>),
    /// `if (cond) then else other`
    If {
        /// What is asked.
        cond: Range<usize>,
        /// Which statement is governed by it.
        then: usize,
        /// And which by its opposite.
        other: Option<usize>,
    },
    /// `while (cond) body` or `do body while (cond);`
    While {
        /// What is asked.
        cond: Range<usize>,
        /// What is repeated.
        body: usize,
    },
    /// `for (init; cond; step) body`; each of the three may be empty.
    For {
        /// What comes first.
        init: Range<usize>,
        /// What is asked.
        cond: Range<usize>,
        /// What comes after each round.
        step: Range<usize>,
        /// What is repeated.
        body: usize,
    },
    /// `switch (value) body`
    Switch {
        /// Of what.
        value: Range<usize>,
        /// The cases.
        body: usize,
    },
    /// `case 1:`, `default:` or a label, without what follows.
    Label,
    /// `return value;`
    Return(Range<usize>),
    /// `break;`, `continue;` or `goto x;`
    Jump,
    /// A declaration; what its variables get, without the braced ones.
    Declaration(Vec<Range<usize>>),
    /// An expression.
    Expression(Range<usize>),
    /// `;`
    Nothing,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is.
    pub kind: Kind,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The statement that it is part of.
    pub parent: Option<usize>,
}

/// The statements of a body; the body itself is the last one.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// In the order in which they end.
    pub all: Vec<Statement>,
}

impl Statements {
    /// Reads the block that begins with the token at `open`; nothing if it makes no sense.
    #[must_use]
    pub fn of(text: Text<'_>, open: usize) -> Option<Self> {
        let mut reader = Reader { text, all: Vec::new() };
        if !text.is(open, "{") {
            return None;
        }
        reader.statement(open)?;
        let mut all = reader.all;
        for at in 0..all.len() {
            for part in parts(&all[at].kind) {
                all[part].parent = Some(at);
            }
        }
        Some(Self { all })
    }

    /// The statements of the block that a statement stands in, and its position there; none if it is not in a block.
    #[must_use]
    pub fn siblings(&self, at: usize) -> Option<(&[usize], usize)> {
        match &self.all[self.all[at].parent?].kind {
            Kind::Block(inner) => Some((inner, inner.iter().position(|&it| it == at)?)),
            _ => None,
        }
    }

    /// Whether a statement is inside a loop (or a `switch`, where that is asked for as well).
    #[must_use]
    pub fn is_in_loop(&self, at: usize, or_switch: bool) -> bool {
        let mut outer = self.all[at].parent;
        while let Some(it) = outer {
            match self.all[it].kind {
                Kind::While { .. } | Kind::For { .. } => return true,
                Kind::Switch { .. } if or_switch => return true,
                _ => outer = self.all[it].parent,
            }
        }
        false
    }
}

/// The statements that are parts of another one.
fn parts(kind: &Kind) -> Vec<usize> {
    match kind {
        Kind::Block(inner) => inner.clone(),
        Kind::If { then, other, .. } => std::iter::once(*then).chain(*other).collect(),
        Kind::While { body, .. } | Kind::For { body, .. } | Kind::Switch { body, .. } => vec![*body],
        Kind::Label | Kind::Return(_) | Kind::Jump | Kind::Declaration(_) | Kind::Expression(_) | Kind::Nothing => {
            Vec::new()
        }
    }
}

struct Reader<'t> {
    text: Text<'t>,
    all: Vec<Statement>,
}

const TYPE_WORDS: [&str; 22] = [
    "int", "char", "long", "short", "unsigned", "signed", "float", "double", "void", "_Bool", "bool", "struct",
    "union", "enum", "const", "static", "volatile", "register", "extern", "typedef", "auto", "inline",
];

impl Reader<'_> {
    fn add(&mut self, kind: Kind, tokens: Range<usize>) -> usize {
        self.all.push(Statement { kind, tokens, parent: None });
        self.all.len() - 1
    }

    fn end_of(&self, statement: usize) -> usize {
        self.all[statement].tokens.end
    }

    /// The inside of the parentheses at `open`, and the position after them.
    fn group(&self, open: usize) -> Option<(Range<usize>, usize)> {
        if !self.text.is(open, "(") {
            return None;
        }
        let end = self.text.after_group(open)?;
        Some((open + 1..end - 1, end))
    }

    /// The position of the next `sign` outside of brackets.
    fn find(&self, from: usize, sign: &str) -> Option<usize> {
        let mut at = from;
        while at < self.text.tokens.len() {
            match self.text.word(at) {
                word if word == sign => return Some(at),
                "(" | "[" | "{" => at = self.text.after_group(at)?,
                ")" | "]" | "}" => return None,
                _ => at += 1,
            }
        }
        None
    }

    fn statement(&mut self, at: usize) -> Option<usize> {
        match self.text.word(at) {
            "{" => self.block(at),
            "if" => self.choice(at),
            "while" => {
                let (cond, next) = self.group(at + 1)?;
                let body = self.statement(next)?;
                Some(self.add(Kind::While { cond, body }, at..self.end_of(body)))
            }
            "do" => {
                let body = self.statement(at + 1)?;
                let (cond, next) = self.group(self.end_of(body) + 1)?;
                let end = self.find(next, ";")? + 1;
                Some(self.add(Kind::While { cond, body }, at..end))
            }
            "for" => self.for_loop(at),
            "switch" => {
                let (value, next) = self.group(at + 1)?;
                let body = self.statement(next)?;
                Some(self.add(Kind::Switch { value, body }, at..self.end_of(body)))
            }
            "case" | "default" => {
                let colon = self.find(at, ":")?;
                Some(self.add(Kind::Label, at..colon + 1))
            }
            "return" => {
                let end = self.find(at, ";")?;
                Some(self.add(Kind::Return(at + 1..end), at..end + 1))
            }
            "break" | "continue" | "goto" => {
                let end = self.find(at, ";")?;
                Some(self.add(Kind::Jump, at..end + 1))
            }
            ";" => Some(self.add(Kind::Nothing, at..at + 1)),
            "" | "}" | ")" => None,
            _ if self.text.kind(at) == Some(TokenKind::Word) && self.text.is(at + 1, ":") => {
                Some(self.add(Kind::Label, at..at + 2))
            }
            _ => {
                let end = self.find(at, ";")?;
                let kind = match self.is_declaration(at) {
                    true => Kind::Declaration(self.initialisers(at, end)),
                    false => Kind::Expression(at..end),
                };
                Some(self.add(kind, at..end + 1))
            }
        }
    }

    fn block(&mut self, at: usize) -> Option<usize> {
        let mut inner = Vec::new();
        let mut next = at + 1;
        while !self.text.is(next, "}") {
            let statement = self.statement(next)?;
            next = self.end_of(statement);
            inner.push(statement);
        }
        Some(self.add(Kind::Block(inner), at..next + 1))
    }

    fn choice(&mut self, at: usize) -> Option<usize> {
        let (cond, next) = self.group(at + 1)?;
        let then = self.statement(next)?;
        let mut end = self.end_of(then);
        let mut other = None;
        if self.text.is(end, "else") {
            let inner = self.statement(end + 1)?;
            end = self.end_of(inner);
            other = Some(inner);
        }
        Some(self.add(Kind::If { cond, then, other }, at..end))
    }

    fn for_loop(&mut self, at: usize) -> Option<usize> {
        let (inside, next) = self.group(at + 1)?;
        let first = self.find(inside.start, ";")?;
        let second = self.find(first + 1, ";")?;
        let body = self.statement(next)?;
        let (init, cond, step) = (inside.start..first, first + 1..second, second + 1..inside.end);
        Some(self.add(Kind::For { init, cond, step, body }, at..self.end_of(body)))
    }

    fn is_declaration(&self, at: usize) -> bool {
        is_declaration(self.text, at)
    }

    fn initialisers(&self, at: usize, end: usize) -> Vec<Range<usize>> {
        initialisers(self.text, at, end)
    }
}

/// Whether a declaration begins here. A product that nobody uses is none that anybody writes: `T * x` is a declaration.
pub fn is_declaration(text: Text<'_>, at: usize) -> bool {
    if TYPE_WORDS.contains(&text.word(at)) {
        return true;
    }
    let is_word = |k: usize| text.kind(k) == Some(TokenKind::Word);
    let mut next = at + 1;
    while text.is(next, "*") {
        next += 1;
    }
    is_word(at) && is_word(next) && (next == at + 1 || matches!(text.word(next + 1), "=" | ";" | "," | "["))
}

/// Whether this is the name of an array that is declared with one length: `int a[3];`, not `a[3] = 0;`. A type stands before it.
pub fn declares_array(text: Text<'_>, name: usize) -> bool {
    text.kind(name) == Some(TokenKind::Word)
        && name > 0
        && text.is(name + 1, "[")
        && text.is(name + 3, "]")
        && matches!(text.word(name + 4), ";" | "," | "=" | "[")
        && (text.kind(name - 1) == Some(TokenKind::Word) || text.is(name - 1, "*"))
        && !matches!(text.word(name - 1), "return" | "else" | "case" | "sizeof")
}

/// What the parts of the records and arrays of a declaration are given in lists.
pub fn listed(text: Text<'_>, at: usize, end: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // What lives as long as the program begins with what is known before it.
    if (at..end).take_while(|&k| !text.is(k, "=")).any(|k| matches!(text.word(k), "static" | "typedef" | "extern")) {
        return found;
    }
    let opens = (at + 1..end).filter(|&k| text.is(k, "{") && text.is(k - 1, "="));
    let mut waiting: Vec<usize> = opens.collect();
    while let Some(open) = waiting.pop() {
        let Some(close) = text.after_group(open).filter(|&close| close <= end) else { continue };
        for part in text.list(open + 1..close - 1).into_iter().filter(|it| !it.is_empty()) {
            let is_named = matches!(text.word(part.start), "." | "[");
            let sign = part.clone().find(|&k| is_named && text.is(k, "="));
            let value = sign.map_or(part.start, |sign| sign + 1)..part.end;
            match text.word(value.start) {
                "{" => waiting.push(value.start),
                // What nobody computes is an entry of a table.
                _ if value.clone().any(|k| text.kind(k) == Some(TokenKind::Word)) => found.push(value),
                _ => {}
            }
        }
    }
    found
}

/// What the variables of a declaration are given, without braced lists.
pub fn initialisers(text: Text<'_>, at: usize, end: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut k = at;
    while k < end {
        match text.word(k) {
            "=" => {
                let mut last = k + 1;
                while last < end && !text.is(last, ",") {
                    last = match text.word(last) {
                        "(" | "[" | "{" => text.after_group(last).unwrap_or(end),
                        _ => last + 1,
                    };
                }
                if !text.is(k + 1, "{") && last > k + 1 {
                    found.push(k + 1..last.min(end));
                }
                k = last;
            }
            "(" | "[" | "{" => k = text.after_group(k).unwrap_or(end),
            _ => k += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::lex::tokens;

    #[test]
    fn statements_are_told_apart() {
        let text = "{ int x = 1, y; T *p = f(a, b); for (i = 0; i < n; i++) if (x) y = 2; else { break; } \
                    switch (x) { case 1: y++; default: return y; } do x--; while (x > 0); }";
        let known = tokens(text);
        let text = Text { text, tokens: &known };
        let found = Statements::of(text, 0).expect("it should be read");
        let Kind::Block(inner) = &found.all.last().expect("there should be a body").kind else { panic!("no block") };
        let names: Vec<String> = inner
            .iter()
            .map(|&k| match &found.all[k].kind {
                Kind::Declaration(given) => given.iter().map(|range| text.slice(range)).collect::<Vec<_>>().join(" | "),
                Kind::For { cond, step, body, .. } => {
                    let body = text.slice(&found.all[*body].tokens);
                    format!("{} {} {body}", text.slice(cond), text.slice(step))
                }
                Kind::Switch { value, .. } | Kind::While { cond: value, .. } => text.slice(value).to_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["1", "f(a, b)", "i < n i++ if (x) y = 2; else { break; }", "x", "x > 0"]);
    }
}
