//! `__CPROVER_is_zero_string(s) = 1`: what CBMC is told of a string that it does not look into.
//!
//! Here, strings are looked into. What is told of one becomes an assumption about it.

use super::edits::Edit;
use super::logic::closing;
use crate::text::Lexeme;

/// What can be told.
const NAMES: [&str; 3] = ["__CPROVER_is_zero_string", "__CPROVER_zero_string_length", "__CPROVER_buffer_size"];

/// Whether a text can have something of it.
pub fn is_worth_it(text: &str) -> bool {
    NAMES.iter().any(|name| text.contains(name))
}

/// Statements that tell something.
pub fn edits(lexemes: &[Lexeme<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (idx, lexeme) in lexemes.iter().enumerate() {
        let is_first = idx == 0 || matches!(lexemes[idx - 1].text, ";" | "{" | "}" | ")" | ":" | "else");
        let opens = lexemes.get(idx + 1).is_some_and(|next| next.text == "(");
        if !NAMES.contains(&lexeme.text) || !is_first || !opens {
            continue;
        }
        let Some(close) = closing(lexemes, idx + 1) else { continue };
        let (Some(equals), Some(next)) = (lexemes.get(close + 1), lexemes.get(close + 2)) else { continue };
        // `==` has its characters as lexemes of their own.
        let is_comparison = next.text == "=" && next.start == equals.end();
        let Some(end) = lexemes[close + 1..].iter().find(|lexeme| lexeme.text == ";") else { continue };
        if equals.text == "=" && !is_comparison {
            edits.push(Edit::insert(lexeme.start, "__CPROVER_assume("));
            edits.push(Edit::replace(equals.start, 1, "== ("));
            edits.push(Edit::insert(end.start, "))"));
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::super::reread;

    #[test]
    fn what_is_told_is_assumed() {
        let reread = reread("{ __CPROVER_is_zero_string(f(s)) = 1; }").expect("there should be something to rewrite");
        assert_eq!(
            String::from_utf8_lossy(&reread.text),
            "{ __CPROVER_assume(__CPROVER_is_zero_string(f(s)) == ( 1)); }"
        );
        assert!(super::super::reread("{ __CPROVER_is_zero_string(s) == 1; }").is_none());
    }
}
