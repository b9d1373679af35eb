//! Pointers whose bytes are taken for a number, and numbers whose bytes are taken for a pointer.
//!
//! In memory a pointer is the number of its object and an offset, not an address. Nobody notices as long as its bytes are only
//! copied, by `memcpy`, byte for byte, or through the other member of a union. Where they are read as something else, they
//! become an opaque word. It may go anywhere, in whole or in parts, and is the pointer again where it is read as one; who
//! calculates with it asks for an address, and that is not followed. The other way round, a number that
//! was never a pointer and is read as one is not followed either.
//!
//! What a cell holds follows from its declared type: pointers in cells of pointers, unless they are in a union, and numbers in
//! all others. A number in a cell of pointers contains such a word, or is among [`Puns::numbers`].

mod choice;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::Span;
use whyc_ir::layout::{self, Pointers};
use whyc_ir::program::Origin;
use whyc_term::{Node, Op, Sort, TermId};

use crate::state::{At, Machine};

use choice::{Choice, Look};

/// The model that compares bytes. How they differ is told by a difference, which is made of them again.
const COMPARES: &str = "memcmp";

/// What an access takes its bits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A whole pointer.
    Pointer,
    /// Anything else: numbers, or bytes that are copied.
    Plain,
}

/// Where pointers and numbers have met in memory.
#[derive(Clone, Default)]
pub struct Puns {
    /// Whether any pointer has been read as something else.
    any: bool,
    /// The numbers that were written where pointers are.
    numbers: FxHashSet<TermId>,
    /// What storage holds that nobody has written: neither a number nor a pointer.
    unset: FxHashSet<TermId>,
    /// Whether a term contains an opaque word.
    contains: FxHashMap<TermId, bool>,
    /// Of what a word is a choice.
    choices: FxHashMap<TermId, Option<Choice>>,
    /// Words that are put together from the parts of more words than are followed.
    tangled: FxHashSet<TermId>,
    /// Under which condition what was just read as a pointer was never one.
    strange: Option<TermId>,
}

impl Machine<'_> {
    /// Remembers that a term is what storage holds that nobody has written.
    pub fn note_unset(&mut self, value: TermId) {
        self.puns.unset.insert(value);
    }

    /// The content of a cell as an access wants it. `holds_pointer`: whether pointers are in such cells.
    pub fn viewed(&mut self, cell: TermId, holds_pointer: bool, view: View) -> TermId {
        match (holds_pointer, view) {
            (false, View::Plain) => cell,
            (true, View::Pointer) if !self.puns.any && self.puns.numbers.is_empty() => cell,
            (_, View::Pointer) => self.read_as_pointer(cell, holds_pointer),
            (true, View::Plain) => self.disguised(cell),
        }
    }

    /// What is written into a cell. `holds_pointer`: whether pointers are in such cells.
    pub fn put(&mut self, value: TermId, holds_pointer: bool, view: View) -> TermId {
        match (holds_pointer, view) {
            (true, View::Pointer) | (false, View::Plain) => value,
            (false, View::Pointer) => self.disguised(value),
            (true, View::Plain) => {
                if self.contains_pointer(value) {
                    let (pointer, strange) = self.undisguised(value, false);
                    if self.terms.as_bool(strange) == Some(false) {
                        return pointer;
                    }
                } else if !self.is_close_to_null(value) && !self.is_unset(value) {
                    self.puns.numbers.insert(value);
                }
                value
            }
        }
    }

    /// Where something was read as a pointer that never was one, the run is not followed.
    pub fn mind_strange(&mut self, at: At, span: Span) {
        if let Some(strange) = self.puns.strange.take() {
            let guard = self.guards.and(self.terms, at.guard, strange);
            self.unsupported(At { guard, ..at }, span, "a number whose bytes are read as a pointer");
        }
    }

    /// What `read` gives, which may be one of several that a run may read: what is strange about it counts only where `is_it`
    /// holds, if there is such a condition.
    pub fn strange_only_if(
        &mut self,
        read: impl FnOnce(&mut Self) -> TermId,
        is_it: impl FnOnce(&mut Self) -> Option<TermId>,
    ) -> TermId {
        let before = self.puns.strange.take();
        let value = read(self);
        let here = self.puns.strange.take().map(|strange| match is_it(self) {
            Some(is_it) => self.terms.and(is_it, strange),
            None => strange,
        });
        self.puns.strange = match (before, here) {
            (Some(before), Some(here)) => Some(self.terms.or(before, here)),
            (before, here) => before.or(here),
        };
        value
    }

    /// Forgets what [`mind_strange`](Self::mind_strange) would say: nobody follows what was read.
    pub fn forget_strange(&mut self) {
        self.puns.strange = None;
    }

    /// A value is calculated with. If it is made of the bytes of a pointer, the run is not followed; unless only whether bytes are
    /// the same is asked: then so are the pointers.
    pub fn mind_bytes(&mut self, at: At, span: Span, value: TermId) {
        if !self.contains_pointer(value) {
            return;
        }
        let function = &self.program.functions[at.function];
        if function.origin == Origin::Whyc && function.name == COMPARES {
            return;
        }
        let has_bytes = self.has_bytes_of_pointer(value);
        if self.terms.as_bool(has_bytes) != Some(false) {
            let guard = self.guards.and(self.terms, at.guard, has_bytes);
            self.unsupported(At { guard, ..at }, span, "a pointer whose bytes are used as a number");
        }
    }

    /// The condition under which a value is made of the bytes of a pointer: of its choices, and of those of its parts, the ones
    /// that are count.
    fn has_bytes_of_pointer(&mut self, value: TermId) -> TermId {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut stack = vec![value];
        while let Some(&at) = stack.last() {
            if known.contains_key(&at) {
                stack.pop();
                continue;
            }
            let contains = self.contains_pointer(at);
            let is_whole = self.terms.inside_opaque(at).is_some();
            let children: Vec<TermId> = self.terms.children(at).collect();
            let is_in_array = children.iter().any(|&child| matches!(self.terms.sort(child), Sort::Array { .. }));
            if !contains || is_whole || is_in_array {
                known.insert(at, self.terms.bool_const(contains));
                continue;
            }
            let parts: Vec<TermId> =
                children.into_iter().filter(|&child| matches!(self.terms.sort(child), Sort::Bits(_))).collect();
            let missing: Vec<TermId> = parts.iter().copied().filter(|part| !known.contains_key(part)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let found = match self.terms.ite_parts(at) {
                Some((cond, a, b)) => self.terms.ite(cond, known[&a], known[&b]),
                None => {
                    let parts: Vec<TermId> = parts.iter().map(|part| known[part]).collect();
                    self.terms.or_all(&parts)
                }
            };
            known.insert(at, found);
            stack.pop();
        }
        known[&value]
    }

    /// The pointer that a value is made of, if it is made of the whole of one, or null.
    pub fn pointer_inside(&mut self, value: TermId) -> Option<TermId> {
        if self.terms.width(value) != self.program.types.target.pointers.bits() {
            return None;
        }
        if self.terms.as_bits(value) == Some(0) {
            return Some(value);
        }
        if !self.contains_pointer(value) {
            return None;
        }
        let (pointer, strange) = self.undisguised(value, false);
        (self.terms.as_bool(strange) == Some(false)).then_some(pointer)
    }

    /// Whether a term contains an opaque word. Conditions do not count: where they are made, they are minded.
    pub fn contains_pointer(&mut self, term: TermId) -> bool {
        if !self.puns.any {
            return false;
        }
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if self.puns.contains.contains_key(&at) {
                stack.pop();
                continue;
            }
            let mut found = self.terms.inside_opaque(at).is_some();
            let before = stack.len();
            for child in self.terms.children(at) {
                if self.terms.sort(child) == Sort::Bool {
                    continue;
                }
                match self.puns.contains.get(&child) {
                    Some(&inside) => found |= inside,
                    None => stack.push(child),
                }
            }
            if found || stack.len() == before {
                stack.truncate(before - 1);
                self.puns.contains.insert(at, found);
            }
        }
        self.puns.contains[&term]
    }

    fn read_as_pointer(&mut self, cell: TermId, holds_pointer: bool) -> TermId {
        let (pointer, strange) = self.undisguised(cell, holds_pointer);
        if self.terms.as_bool(strange) != Some(false) {
            self.puns.strange = Some(match self.puns.strange {
                Some(before) => self.terms.or(before, strange),
                None => strange,
            });
        }
        pointer
    }

    fn word_as_pointer(&mut self, word: TermId, holds_pointer: bool) -> (TermId, TermId) {
        let no = self.terms.bool_const(false);
        if let Some(pointer) = self.terms.inside_opaque(word) {
            return (pointer, no);
        }
        let has_pointer = self.contains_pointer(word);
        let is_number = self.puns.numbers.contains(&word);
        let was_pointer = holds_pointer && !has_pointer && !is_number;
        if was_pointer || self.is_close_to_null(word) || self.is_unset(word) || self.is_selected(word) {
            return (word, no);
        }
        let width = self.terms.width(word);
        let first = self.terms.bits(width, u128::from(layout::NULL_BYTES));
        let mut strange = self.terms.ule(first, word);
        if self.program.types.target.pointers == Pointers::Bits64 {
            // Beyond, it is no pointer into an object, whatever it is taken for.
            let last = self.terms.bits(width, u128::from(layout::TAKEN_INTEGERS[1]));
            let below = self.terms.ule(word, last);
            strange = self.terms.and(strange, below);
        }
        (word, strange)
    }

    /// A pointer as bytes: opaque, unless it is none. What a cell of pointers holds may be a pointer on one path and bytes on another.
    fn disguised(&mut self, pointer: TermId) -> TermId {
        let word = |this: &mut Self, word: TermId| {
            if this.is_close_to_null(word) || this.is_unset(word) || this.puns.numbers.contains(&word) {
                return Look::Word(word);
            }
            let has_bytes = this.contains_pointer(word);
            if let Some(parts) = this.terms.ite_parts(word)
                && (has_bytes || !this.puns.numbers.is_empty())
            {
                return Look::Choice(parts);
            }
            if has_bytes {
                return Look::Word(word);
            }
            this.puns.any = true;
            Look::Word(this.terms.opaque(word))
        };
        self.by_choice(pointer, word, |this, cond, a, b| this.terms.ite(cond, a, b))
    }

    fn is_close_to_null(&self, word: TermId) -> bool {
        self.terms.as_bits(word).is_some_and(|value| value < u128::from(layout::NULL_BYTES))
    }

    /// Whether a word consists of nothing but storage that nobody has written.
    fn is_unset(&self, word: TermId) -> bool {
        let mut stack = vec![word];
        while let Some(term) = stack.pop() {
            if self.puns.unset.contains(&term) {
                continue;
            }
            match self.terms.node(term) {
                Node::Binary(Op::Concat, a, b) => stack.extend([a, b]),
                Node::Extract { arg, .. } => stack.push(arg),
                _ => return false,
            }
        }
        true
    }

    /// Whether a word comes from a large object at an unknown index: what was written there is not told apart.
    fn is_selected(&self, word: TermId) -> bool {
        let mut stack = vec![word];
        while let Some(term) = stack.pop() {
            match self.terms.node(term) {
                Node::Binary(Op::Select, ..) => return true,
                Node::Binary(Op::Concat, a, b) => stack.extend([a, b]),
                Node::Extract { arg, .. } => stack.push(arg),
                _ => {}
            }
        }
        false
    }
}
