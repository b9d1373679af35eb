//! States and kinds: what has a name is told by it, and is the same or another one; nobody asks which is larger.

use std::ops::Range;

use super::tokens::{Swap, Words};

/// What it costs to ask for another state, and for the opposite.
const OTHER_STATE: u32 = 15;

impl Words<'_> {
    /// `a == FREE` for `a != TAKEN`: there may be a third.
    pub(super) fn other_state(&self, (_, at, right): (&Range<usize>, usize, &Range<usize>), found: &mut Vec<Swap>) {
        let text = self.text;
        let sign = match text.word(at) {
            "==" => "!=",
            "!=" => "==",
            _ => return,
        };
        if right.len() != 1 {
            return;
        }
        for other in self.names.other_enumerators(text.word(right.start)) {
            let bytes = text.tokens[at].start..text.tokens[right.start].end;
            found.push(Swap { bytes, new: format!("{sign} {other}"), cost: OTHER_STATE });
        }
    }

    /// Whether a name for a state stands beside a sign.
    pub(super) fn is_about_states(&self, at: usize) -> bool {
        let is_state = |at: usize| !self.names.other_enumerators(self.text.word(at)).is_empty();
        is_state(at + 1) || at > 0 && is_state(at - 1)
    }
}
