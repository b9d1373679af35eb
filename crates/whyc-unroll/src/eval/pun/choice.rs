//! Words by the choices they are made of: which pointers a word stands for, path by path.

use rustc_hash::FxHashMap;
use whyc_term::{Node, Op, TermId};

use crate::state::Machine;

/// At most this many words that are put together from parts are taken apart for one access. Each part may have been chosen by a condition
/// of its own: there can be as many ways as combinations of them, and where there are many, none is a pointer.
const MANY_PARTS: u32 = 100;

/// A condition, what a word is if it holds, and what if it does not.
pub(super) type Choice = (TermId, TermId, TermId);

/// What is made of a word.
pub(super) enum Look<T> {
    /// This, as it stands.
    Word(T),
    /// A choice, to be taken apart.
    Choice(Choice),
}

impl Machine<'_> {
    /// The pointers that the choices of a term stand for, and the condition under which it is the bytes of none.
    pub(super) fn undisguised(&mut self, term: TermId, holds_pointer: bool) -> (TermId, TermId) {
        if !self.puns.tangled.contains(&term) {
            let mut left = MANY_PARTS;
            let found = self.undisguised_within(term, holds_pointer, &mut left);
            if left > 0 {
                return found;
            }
            self.puns.tangled.insert(term);
        }
        self.undisguised_within(term, holds_pointer, &mut 0)
    }

    fn undisguised_within(&mut self, term: TermId, holds_pointer: bool, left: &mut u32) -> (TermId, TermId) {
        let word = |this: &mut Self, word: TermId| {
            if !this.puns.numbers.contains(&word) {
                if let Some(parts) = this.terms.ite_parts(word) {
                    return Look::Choice(parts);
                }
                if *left > 0
                    && let Some(parts) = this.choice(word)
                {
                    *left -= 1;
                    return Look::Choice(parts);
                }
            }
            Look::Word(this.word_as_pointer(word, holds_pointer))
        };
        let join =
            |this: &mut Self, cond: TermId, (a, a_strange): (TermId, TermId), (b, b_strange): (TermId, TermId)| {
                (this.terms.ite(cond, a, b), this.terms.ite(cond, a_strange, b_strange))
            };
        self.by_choice(term, word, join)
    }

    /// What `word` makes of the words that a term is a choice of, put together as the term is. Explicit, since choices nest as deep as
    /// paths join.
    pub(super) fn by_choice<T: Copy>(
        &mut self,
        term: TermId,
        mut word: impl FnMut(&mut Self, TermId) -> Look<T>,
        mut join: impl FnMut(&mut Self, TermId, T, T) -> T,
    ) -> T {
        let mut known: FxHashMap<TermId, T> = FxHashMap::default();
        // A choice is met again once its arms are known.
        let mut stack: Vec<(TermId, Option<Choice>)> = vec![(term, None)];
        while let Some((at, choice)) = stack.pop() {
            if known.contains_key(&at) {
                continue;
            }
            let found = match choice {
                Some((cond, a, b)) => join(self, cond, known[&a], known[&b]),
                None => match word(self, at) {
                    Look::Word(found) => found,
                    Look::Choice(parts) => {
                        stack.extend([(at, Some(parts)), (parts.2, None), (parts.1, None)]);
                        continue;
                    }
                },
            };
            known.insert(at, found);
        }
        known[&term]
    }

    /// What a word is if a condition holds, and if it does not. Of one that is put together from the bytes of pointers and others, the
    /// choice is often between its parts: a half of it may have been overwritten on some path.
    fn choice(&mut self, word: TermId) -> Option<Choice> {
        if let Some(parts) = self.terms.ite_parts(word) {
            return Some(parts);
        }
        if self.terms.inside_opaque(word).is_some() || !self.contains_pointer(word) {
            return None;
        }
        // A word of eight bytes is put together in seven steps, and each looks several times at all below it.
        if let Some(&known) = self.puns.choices.get(&word) {
            return known;
        }
        let found = self.choice_of_parts(word);
        self.puns.choices.insert(word, found);
        found
    }

    fn choice_of_parts(&mut self, word: TermId) -> Option<Choice> {
        match self.terms.node(word) {
            Node::Binary(Op::Concat, high, low) => {
                let (cond, _, _) =
                    self.terms.ite_parts(high).or_else(|| self.choice(low)).or_else(|| self.choice(high))?;
                let (high_then, high_else) = self.where_chosen(cond, high);
                let (low_then, low_else) = self.where_chosen(cond, low);
                let (then, other) = (self.terms.concat(high_then, low_then), self.terms.concat(high_else, low_else));
                // What does not become simpler is left as it is.
                (then != word && other != word).then_some((cond, then, other))
            }
            Node::Extract { arg, hi, lo } => {
                let (cond, a, b) = self.choice(arg)?;
                Some((cond, self.terms.extract(a, hi, lo), self.terms.extract(b, hi, lo)))
            }
            _ => None,
        }
    }

    /// A word where a condition holds, and where it does not, as far as its choices tell.
    fn where_chosen(&mut self, cond: TermId, word: TermId) -> (TermId, TermId) {
        match self.choice(word) {
            Some((other, a, b)) if other == cond => (a, b),
            _ => (word, word),
        }
    }
}
