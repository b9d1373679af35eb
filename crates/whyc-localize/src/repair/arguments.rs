//! Arguments of calls the wrong way round.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words};

/// What it costs to exchange two arguments: of which the call stands elsewhere in the other order, that are written alike, and others.
const AS_ELSEWHERE: u32 = 13;
const ALIKE: u32 = 16;
const OTHERS: u32 = 20;

impl Words<'_> {
    /// The arguments of a call exchanged.
    pub(super) fn arguments(&self, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        if text.kind(at) != Some(Kind::Word) || !text.is(at + 1, "(") {
            return;
        }
        let Some(end) = text.after_group(at + 1) else { return };
        let parts = text.list(at + 2..end - 1);
        for (k, pair) in parts.windows(2).enumerate() {
            let (a, b) = (text.bytes(&pair[0]), text.bytes(&pair[1]));
            let (first, second) = (text.slice(&pair[0]), text.slice(&pair[1]));
            let new = format!("{second}{}{first}", &text.text[a.end..b.start]);
            let mut other: Vec<&str> = parts.iter().map(|it| text.slice(it)).collect();
            other.swap(k, k + 1);
            let cost = match () {
                () if first != second && self.is_called(at, &other) => AS_ELSEWHERE,
                () if self.are_alike(&pair[0], &pair[1]) => ALIKE,
                () => OTHERS,
            };
            found.push(Swap { bytes: a.start..b.end, new, cost });
        }
    }

    /// Whether what is called here is called with these arguments in another place.
    fn is_called(&self, here: usize, arguments: &[&str]) -> bool {
        let text = self.text;
        let calls = (0..text.tokens.len()).filter(|&at| at != here && text.word(at) == text.word(here));
        let given = |at: usize| Some(text.list(at + 2..text.after_group(at + 1).filter(|_| text.is(at + 1, "("))? - 1));
        let is_it = |parts: Vec<Range<usize>>| {
            parts.len() == arguments.len() && parts.iter().zip(arguments).all(|(part, it)| text.slice(part) == *it)
        };
        calls.filter_map(given).any(is_it)
    }

    /// Whether two arguments are variables of one type.
    fn are_alike(&self, a: &Range<usize>, b: &Range<usize>) -> bool {
        let text = self.text;
        let ty = |it: &Range<usize>| match it.len() {
            1 => self.names.type_of(text.word(it.start), text.tokens[it.start].start),
            _ => None,
        };
        ty(a).is_some() && ty(a) == ty(b)
    }
}
