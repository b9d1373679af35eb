//! Sizes in bytes where numbers of elements stand, and the other way round.

use super::lex::Kind;
use super::names::Path;
use super::tokens::{Swap, Words};
use super::wrapped::lengths;

/// What takes a number of bytes, with the position of what they are the bytes of; none where it is what the result goes to.
const BYTES: [(&str, Option<usize>); 6] = [
    ("memcpy", Some(0)),
    ("memmove", Some(0)),
    ("memset", Some(0)),
    ("memcmp", Some(0)),
    ("malloc", None),
    ("realloc", None),
];
/// What it costs to count bytes instead of elements, and to take the size of a pointer for that of what it points to.
const ELEMENTS: u32 = 15;
const POINTED: u32 = 12;
/// What it costs to count what a pointer leads to.
const COUNTED: u32 = 13;
/// At most so many variables may say how much that is.
const MANY_COUNTS: usize = 3;

impl Words<'_> {
    /// `n * sizeof *p` for `n`, and `sizeof *p` for `sizeof p`, in what a function of the library is given.
    pub(super) fn sizes(&self, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        if text.kind(at) != Some(Kind::Word) || !text.is(at + 1, "(") {
            return;
        }
        let Some((_, of)) = BYTES.iter().find(|(name, _)| *name == text.word(at)) else { return };
        let Some(end) = text.after_group(at + 1) else { return };
        let parts = text.list(at + 2..end - 1);
        let Some(size) = parts.last().filter(|it| !it.is_empty()) else { return };
        let object = match of {
            Some(k) => parts.get(*k).map(|it| text.slice(it)),
            None => self.given_to(at),
        };
        let Some(object) = object.filter(|it| is_plain(it)) else { return };
        let (bytes, old) = (text.bytes(size), text.slice(size));
        // What is only made here is known by a pointer, whose own size nobody asks for.
        let is_there = of.is_some();
        let measured = size.clone().find(|&k| text.is(k, "sizeof"));
        match measured {
            None => {
                let count = if size.len() == 1 { old.to_owned() } else { format!("({old})") };
                found.push(Swap { bytes: bytes.clone(), new: format!("{count} * sizeof *{object}"), cost: ELEMENTS });
                if is_there {
                    found.push(Swap { bytes, new: format!("sizeof {object}"), cost: ELEMENTS + 1 });
                }
            }
            Some(sizeof) if sizeof == size.start => {
                let new = format!("sizeof *{object}");
                found.push(Swap { bytes: bytes.clone(), new, cost: POINTED });
                if is_there {
                    found.push(Swap { bytes: bytes.clone(), new: format!("sizeof {object}"), cost: POINTED + 2 });
                }
                // A pointer does not say how much it leads to.
                for count in self.counts(object, at) {
                    let new = format!("{count} * sizeof *{object}");
                    found.push(Swap { bytes: bytes.clone(), new, cost: COUNTED });
                }
            }
            Some(_) => {}
        }
    }

    /// What may say how many elements a pointer leads to: variables, and how long arrays are.
    fn counts(&self, object: &str, at: usize) -> Vec<String> {
        let start = self.text.tokens[at].start;
        if !self.names.type_of(object, start).is_some_and(|ty| self.names.is_pointer(ty)) {
            return Vec::new();
        }
        let is_count = |it: &&&Path| self.names.is_integer(it.ty);
        let variables = self.names.variables(start);
        let variables = variables.iter().filter(is_count).take(MANY_COUNTS).map(|it| it.text.clone());
        variables.chain(lengths(self.text, self.macros).into_iter().map(str::to_owned)).collect()
    }

    /// What the result of a call is assigned to.
    fn given_to(&self, call: usize) -> Option<&str> {
        let text = self.text;
        let mut at = call.checked_sub(1)?;
        if text.is(at, ")") {
            at = self.opening(at)?.checked_sub(1)?;
        }
        let start = text.is(at, "=").then(|| self.operand_before(at, 0))?;
        Some(text.slice(&start))
    }
}

/// Whether something can stand behind `sizeof *` without parentheses.
fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(['+', '&', '(', '*', ' ', '"'])
        && !text.replace("->", ".").contains(['-', '<', '>'])
}
