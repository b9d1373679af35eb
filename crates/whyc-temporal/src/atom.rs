//! What is true or false in one step: a signal, or a comparison of words.

use std::fmt;

/// How two words are compared, as the numbers that they are.
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
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
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
        /// So many steps ago; before the first step it was zero.
        ago: u32,
    },
    /// A number.
    Number(u128),
    /// What two words come to, without any limit of size.
    Apply(Arith, Box<Term>, Box<Term>),
}

/// How words are computed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arith {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

impl Arith {
    fn text(self) -> &'static str {
        match self {
            Arith::Add => "+",
            Arith::Sub => "-",
            Arith::Mul => "*",
        }
    }
}

impl Term {
    /// A number below zero is what is left of zero without it.
    #[must_use]
    pub fn negated(self) -> Self {
        Term::Apply(Arith::Sub, Box::new(Term::Number(0)), Box::new(self))
    }

    /// The signals and numbers that it is made of.
    #[must_use]
    pub fn leaves(&self) -> Vec<&Term> {
        match self {
            Term::Signal { .. } | Term::Number(_) => vec![self],
            Term::Apply(_, left, right) => left.leaves().into_iter().chain(right.leaves()).collect(),
        }
    }

    /// The same, so many steps earlier.
    #[must_use]
    pub fn earlier(&self, steps: u32) -> Self {
        match self {
            Term::Signal { name, bits, ago } => {
                Term::Signal { name: name.clone(), bits: *bits, ago: ago.saturating_add(steps) }
            }
            Term::Number(number) => Term::Number(*number),
            Term::Apply(arith, left, right) => {
                Term::Apply(*arith, Box::new(left.earlier(steps)), Box::new(right.earlier(steps)))
            }
        }
    }
}

/// What the value of a signal some steps ago is called: no signal has such a name.
#[must_use]
pub fn name_ago(name: &str, ago: u32) -> String {
    if ago == 0 { name.to_owned() } else { format!("past({name}, {ago})") }
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
        Atom::Word(Term::Signal { name: name.to_owned(), bits: None, ago: 0 })
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

    /// The signals and numbers that it is made of.
    #[must_use]
    pub fn leaves(&self) -> Vec<&Term> {
        self.terms().into_iter().flat_map(Term::leaves).collect()
    }

    /// The names of the signals that it looks at.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.leaves().into_iter().filter_map(|term| match term {
            Term::Signal { name, .. } => Some(name.as_str()),
            Term::Number(_) | Term::Apply(..) => None,
        })
    }

    /// What it looks at of earlier steps: names, and how many steps ago.
    pub fn looks_back(&self) -> impl Iterator<Item = (&str, u32)> {
        self.leaves().into_iter().filter_map(|term| match term {
            Term::Signal { name, ago, .. } if *ago > 0 => Some((name.as_str(), *ago)),
            Term::Signal { .. } | Term::Number(_) | Term::Apply(..) => None,
        })
    }

    /// The same, so many steps earlier; events have no value then.
    #[must_use]
    pub fn earlier(&self, steps: u32) -> Option<Self> {
        match self {
            Atom::Word(term) => Some(Atom::Word(term.earlier(steps))),
            Atom::Compare(compare, left, right) => {
                Some(Atom::Compare(*compare, left.earlier(steps), right.earlier(steps)))
            }
            Atom::Event(_) => None,
        }
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

/// A signal with its bits.
fn write_signal(f: &mut fmt::Formatter<'_>, name: &str, bits: Option<(u32, u32)>) -> fmt::Result {
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

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Signal { name, bits, ago: 0 } => write_signal(f, name, *bits),
            Term::Signal { name, bits, ago } => {
                f.write_str("past(")?;
                write_signal(f, name, *bits)?;
                if *ago == 1 { f.write_str(")") } else { write!(f, ", {ago})") }
            }
            Term::Apply(Arith::Sub, left, right) if **left == Term::Number(0) && matches!(**right, Term::Number(_)) => {
                write!(f, "-{right}")
            }
            Term::Apply(arith, left, right) => {
                let is_sum = |it: &Term| matches!(it, Term::Apply(Arith::Add | Arith::Sub, ..));
                let is_number = |it: &Term| match it {
                    Term::Apply(Arith::Sub, left, right) => {
                        **left == Term::Number(0) && matches!(**right, Term::Number(_))
                    }
                    Term::Apply(..) | Term::Number(_) | Term::Signal { .. } => false,
                };
                let open_left = *arith == Arith::Mul && is_sum(left) && !is_number(left);
                let open_right = matches!(**right, Term::Apply(..)) && !is_number(right);
                let part = |it: &Term, is_open: bool| if is_open { format!("({it})") } else { it.to_string() };
                write!(f, "{} {} {}", part(left, open_left), arith.text(), part(right, open_right))
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
