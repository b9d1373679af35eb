//! `__CPROVER_fixedbv[64][32]`, a type of fixed-point numbers: libclang has some of the same sizes.
//!
//! They stand for those with half of their bits behind the point, whatever libclang has there: see `lower/fixed.rs`.

use super::edits::Edit;
use crate::text::Lexeme;

/// The types, if all of them have a counterpart and the text has no other use for those.
pub fn edits(text: &str, lexemes: &[Lexeme<'_>]) -> Vec<Edit> {
    if !text.contains("__CPROVER_fixedbv") || text.contains("_Accum") || text.contains("_Fract") {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (idx, lexeme) in lexemes.iter().enumerate().filter(|(_, lexeme)| lexeme.text == "__CPROVER_fixedbv") {
        let written: Vec<&str> = lexemes[idx + 1..].iter().take(6).map(|lexeme| lexeme.text).collect();
        let ty = match written[..] {
            ["[", "64", "]", "[", "32", "]"] => "long _Accum",
            ["[", "32", "]", "[", "16", "]"] => "_Accum",
            ["[", "16", "]", "[", "8", "]"] => "short _Accum",
            _ => return Vec::new(),
        };
        edits.push(Edit::replace(lexeme.start, lexemes[idx + 6].end() - lexeme.start, ty));
    }
    edits
}
