//! `a && b || c` as people meant it: which conditions belong together is often read otherwise than C does.

use std::ops::Range;

use super::tokens::{Swap, Words};

/// What it costs to put conditions into parentheses together.
const TOGETHER: u32 = 14;

impl Words<'_> {
    /// `a && (b && c || d)` and `a && b && (c || d)` for `a && b && c || d`, at the sign `||`.
    pub(super) fn together(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        if !text.is(at, "||") {
            return;
        }
        let mut ends = vec![self.operand_after(at + 1, tokens.end).end];
        while let Some(&end) = ends.last().filter(|&&end| end < tokens.end && text.is(end, "&&")) {
            ends.push(self.operand_after(end + 1, tokens.end).end);
        }
        let mut starts = vec![self.operand_before(at, tokens.start).start];
        while let Some(&start) = starts.last().filter(|&&start| start > tokens.start && text.is(start - 1, "&&")) {
            starts.push(self.operand_before(start - 1, tokens.start).start);
        }
        // Together with all that stands there, nothing changes.
        let (first, last) = (starts[starts.len() - 1], ends[ends.len() - 1]);
        for &start in &starts {
            for &end in ends.iter().filter(|&&end| start > first || end < last) {
                let bytes = text.bytes(&(start..end));
                let new = format!("({})", &text.text[bytes.clone()]);
                found.push(Swap { bytes, new, cost: TOGETHER });
            }
        }
    }
}
