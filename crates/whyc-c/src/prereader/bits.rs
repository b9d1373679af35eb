//! `__CPROVER_bitvector[N]`, an integer of N bits: C has `_BitInt(N)` for it, which is signed unless it says otherwise, too.

use super::edits::Edit;
use crate::text::Lexeme;

/// What such a type begins with.
pub const NAME: &str = "__CPROVER_bitvector";

/// Each type as C writes it. One of a single bit with a sign is left: C has none.
pub fn edits(lexemes: &[Lexeme<'_>]) -> Vec<Edit> {
    // Who has both means both as they are.
    if lexemes.iter().any(|lexeme| lexeme.text == "_BitInt") {
        return Vec::new();
    }
    let types = lexemes.iter().enumerate().filter(|(_, lexeme)| lexeme.text == NAME);
    types.filter_map(|(idx, lexeme)| Some((lexeme, width(lexemes, idx)?))).flat_map(in_c).collect()
}

/// The brackets around the width of the type at `idx`.
fn width<'l, 't>(lexemes: &'l [Lexeme<'t>], idx: usize) -> Option<(&'l Lexeme<'t>, &'l Lexeme<'t>)> {
    let open = lexemes.get(idx + 1).filter(|lexeme| lexeme.text == "[")?;
    let mut depth = 0usize;
    let close = lexemes[idx + 1..].iter().position(|lexeme| {
        match lexeme.text {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let inside = &lexemes[idx + 2..idx + 1 + close];
    let is_unsigned = idx > 0 && lexemes[idx - 1].text == "unsigned";
    let is_one_bit = matches!(inside, [only] if only.text == "1");
    (is_unsigned || !is_one_bit).then_some((open, &lexemes[idx + 1 + close]))
}

fn in_c((name, (open, close)): (&Lexeme<'_>, (&Lexeme<'_>, &Lexeme<'_>))) -> [Edit; 3] {
    [(name, "_BitInt"), (open, "("), (close, ")")]
        .map(|(lexeme, text)| Edit::replace(lexeme.start, lexeme.text.len(), text))
}
