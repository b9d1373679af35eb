//! What is true or false in one step: a signal, or a comparison of words.

use std::fmt;

/// How two words are compared; both are taken without sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compare {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Compare {
    /// As it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Compare::Eq => "==",
            Compare::Ne => "!=",
            Compare::Lt => "<",
            Compare::Le => "<=",
            Compare::Gt => ">",
            Compare::Ge => ">=",
        }
    }

    /// What it says of two numbers.
    #[must_use]
    pub fn holds(self, left: u128, right: u128) -> bool {
        match self {
            Compare::Eq => left == right,
            Compare::Ne => left != right,
            Compare::Lt => left < right,
            Compare::Le => left <= right,
            Compare::Gt => left > right,
            Compare::Ge => left >= right,
        }
    }
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A signal, or some of its bits, from the highest to the lowest.
    Signal {
        /// Its name.
        name: String,
        /// The bits, if not all.
        bits: Option<(u32, u32)>,
    },
    /// A number.
    Number(u128),
}

/// What is true or false in one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A word that is not zero.
    Word(Term),
    /// A comparison.
    Compare(Compare, Term, Term),
    /// What a program does in this step.
    Event(Event),
}

/// What a program does, which is a step of its run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// It comes to a label.
    At(String),
    /// It calls a function.
    Call(String),
    /// It comes back from a function.
    Return(String),
    /// It comes to a line.
    Line(u32),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::At(label) => write!(f, "at {label}"),
            Event::Call(function) => write!(f, "call {function}"),
            Event::Return(function) => write!(f, "return {function}"),
            Event::Line(line) => write!(f, "line {line}"),
        }
    }
}

impl Atom {
    /// A signal of one bit.
    #[must_use]
    pub fn signal(name: &str) -> Self {
        Atom::Word(Term::Signal { name: name.to_owned(), bits: None })
    }

    /// The words that it looks at.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Atom::Word(term) => vec![term],
            Atom::Compare(_, left, right) => vec![left, right],
            Atom::Event(_) => Vec::new(),
        }
    }

    /// The names of the signals that it looks at.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.terms().into_iter().filter_map(|term| match term {
            Term::Signal { name, .. } => Some(name.as_str()),
            Term::Number(_) => None,
        })
    }
}

/// Words that are not names unless they are quoted.
pub const KEYWORDS: &[&str] = &[
    "X",
    "F",
    "G",
    "U",
    "W",
    "R",
    "M",
    "true",
    "false",
    "not",
    "and",
    "or",
    "implies",
    "iff",
    "always",
    "never",
    "next",
    "nexttime",
    "s_nexttime",
    "eventually",
    "s_eventually",
    "s_always",
    "until",
    "s_until",
    "release",
    "abort",
    "disable",
    "intersect",
    "throughout",
    "within",
    "strong",
    "weak",
];

/// Whether a name can stand for itself.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_' || it == '$');
    starts
        && chars.all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.'))
        && !name.ends_with('.')
        && !KEYWORDS.contains(&name)
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Signal { name, bits } => {
                if is_plain(name) {
                    f.write_str(name)?;
                } else {
                    write!(f, "`{name}`")?;
                }
                match bits {
                    None => Ok(()),
                    Some((high, low)) if high == low => write!(f, "[{high}]"),
                    Some((high, low)) => write!(f, "[{high}:{low}]"),
                }
            }
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Word(term) => term.fmt(f),
            Atom::Compare(compare, left, right) => write!(f, "{left} {} {right}", compare.text()),
            Atom::Event(event) => event.fmt(f),
        }
    }
}
