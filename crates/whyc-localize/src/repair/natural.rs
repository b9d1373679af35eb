//! How much a changed piece of text looks like the rest of the program.
//!
//! Of two changes that are as near, the one is likelier that writes what the program writes elsewhere: `r * m->cols + c` where another
//! function has just that, `p = NULL` after `free(p)` where that is done so once before.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::lex::{self, Text};
use super::stage::hash;

/// The lengths of the pieces that are compared, in tokens.
const LENGTHS: [usize; 3] = [3, 5, 7];
/// What a change is worth if all its pieces are known, in hundredths of a cost.
const MOST: u32 = 90;

/// The pieces of a program's text.
#[derive(Debug, Default)]
pub struct Pieces {
    known: FxHashSet<u64>,
}

impl Pieces {
    /// Those of a text.
    pub fn new(text: Text<'_>) -> Self {
        let words: Vec<&str> = (0..text.tokens.len()).map(|at| text.word(at)).collect();
        let mut known = FxHashSet::default();
        for length in LENGTHS {
            known.extend(words.windows(length).map(hash));
        }
        Self { known }
    }

    /// How much the text looks as before if `new` stands at these bytes instead; up to [`MOST`].
    pub fn likeness(&self, text: Text<'_>, bytes: &Range<usize>, new: &str) -> u32 {
        let around = LENGTHS[LENGTHS.len() - 1];
        let first = text.at_byte(bytes.start);
        let after = text.at_byte(bytes.end);
        let inserted = lex::tokens(new);
        let words: Vec<&str> = (first.saturating_sub(around)..first)
            .map(|at| text.word(at))
            .chain(inserted.iter().map(|token| &new[token.start..token.end]))
            .chain((after..text.tokens.len().min(after + around)).map(|at| text.word(at)))
            .collect();
        let (from, until) = (first.min(around), first.min(around) + inserted.len());
        let mut sum = 0;
        for length in LENGTHS {
            // The pieces that the change is in, or that go across where something is gone.
            let lowest = (from + 1).saturating_sub(length);
            let windows = words.windows(length).enumerate().skip(lowest);
            let touching: Vec<_> = windows.take_while(|(k, _)| *k < until.max(from + 1)).collect();
            let n_known = touching.iter().filter(|(_, piece)| self.known.contains(&hash(*piece))).count();
            // The longer a piece is, the less does it stand elsewhere by chance.
            sum += MOST as usize * length * n_known / (LENGTHS.iter().sum::<usize>() * touching.len().max(1));
        }
        sum as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_elsewhere_is_likelier() {
        let source = "{ x = r * m->cols + c; y = r * m->rows + c; free(p); p = 0; q = 1; free(p); q = 2; }";
        let tokens = lex::tokens(source);
        let text = Text { text: source, tokens: &tokens };
        let pieces = Pieces::new(text);
        let at = source.find("rows").expect("it is there");
        let likeness = |from: usize, until: usize, new: &str| pieces.likeness(text, &(from..until), new);
        assert!(likeness(at, at + 4, "cols") > likeness(at - 3, at - 2, "n"));
        let end = source.rfind("free(p);").expect("it is there");
        let before = likeness(end, end, "p = 0; ");
        assert!(likeness(end + 8, end + 8, " p = 0;") > before);
    }
}
