//! The ways to make C smaller: each lists changes of the texts as they are, none knows whether one is wanted.
//!
//! Read [`remove`] first: it is what most of the work is. [`outline`] goes before it in large programs, from the entry down. [`hoist`] and [`simplify`] put a part in the place of the whole,
//! [`inline`] and [`enumeration`] put what a name stands for in its place, [`parameters`] takes a parameter from a function and all its calls.

pub mod enumeration;
pub mod hoist;
pub mod inline;
pub mod outline;
pub mod parameters;
pub mod remove;
pub mod simplify;
pub mod unreached;

use whyc_shrink::tree::Tree;

use crate::syntax::File;
use crate::text::{Change, Text};

/// Changes, and which of them are parts of others.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The changes.
    pub all: Vec<Change>,
    /// Their order; one atom for each change.
    pub forest: Vec<Tree>,
}

impl Changes {
    /// Changes that have nothing to do with each other.
    #[must_use]
    pub fn list(all: Vec<Change>) -> Self {
        Self { forest: (0..all.len()).map(Tree::leaf).collect(), all }
    }
}

/// The syntax of all texts.
pub(crate) fn parsed(texts: &[Text]) -> Vec<File<'_>> {
    texts.iter().enumerate().filter_map(|(number, text)| File::new(number, &text.text)).collect()
}

/// A way to make programs smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Comments go, all at once.
    Comments,
    /// What no name leads to from the entry goes, all at once.
    Unreached,
    /// Statements of functions that are so many calls from the entry go, with all that only they lead to.
    Outline(usize),
    /// Items, statements, fields, declarators, initialisers, qualifiers go.
    Remove,
    /// A statement takes the place of the one that it is a part of; which one, by number.
    Hoist(usize),
    /// A parameter goes, with its arguments.
    Parameters,
    /// Names of types, macros and small functions are replaced by what they stand for.
    Inline,
    /// An operand takes the place of an expression; which one, by number.
    Operand(usize),
    /// An expression becomes a number.
    Number(&'static str),
}

impl Pass {
    /// All of them, in the order in which they are done.
    pub const ALL: [Pass; 17] = [
        Pass::Comments,
        Pass::Unreached,
        Pass::Outline(0),
        Pass::Outline(1),
        Pass::Outline(2),
        Pass::Remove,
        Pass::Hoist(0),
        Pass::Hoist(1),
        Pass::Hoist(2),
        Pass::Parameters,
        Pass::Inline,
        Pass::Operand(0),
        Pass::Operand(1),
        Pass::Operand(2),
        Pass::Number("0"),
        Pass::Number("1"),
        Pass::Remove,
    ];

    /// What it would change. `entry` is the function at which the program starts, `kept` a text that must stay as it is.
    #[must_use]
    pub fn changes(self, texts: &[Text], entry: &str, kept: &str) -> Changes {
        let files = parsed(texts);
        match self {
            Pass::Comments => Changes::list(vec![remove::comments(&files)]),
            Pass::Unreached => Changes::list(vec![unreached::unreached(&files, entry)]),
            Pass::Outline(depth) => outline::changes(&files, entry, depth),
            Pass::Remove => remove::changes(&files),
            Pass::Hoist(which) => Changes::list(hoist::changes(&files, which)),
            Pass::Parameters => Changes::list(parameters::changes(&files)),
            Pass::Inline => Changes::list(inline::changes(&files)),
            Pass::Operand(which) => Changes::list(simplify::operands(&files, which, kept)),
            Pass::Number(number) => Changes::list(simplify::numbers(&files, number, kept)),
        }
    }

    /// Whether what no name leads to any more goes with each change.
    #[must_use]
    pub fn sweeps(self) -> bool {
        matches!(self, Pass::Outline(_))
    }

    /// What it does, in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Pass::Comments => "comments",
            Pass::Unreached => "what nothing leads to",
            Pass::Outline(_) => "what is called",
            Pass::Remove => "declarations and statements",
            Pass::Hoist(_) => "statements in statements",
            Pass::Parameters => "parameters",
            Pass::Inline => "names",
            Pass::Operand(_) | Pass::Number(_) => "expressions",
        }
    }
}
