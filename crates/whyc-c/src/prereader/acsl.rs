//! Operators and quantifiers as ACSL writes them: `a ≡ b`, `¬ a`, `\forall int i; …`, `∃ int i; …`, and `(\lambda int i; …)(1)`.
//!
//! Arrows (`⇒`, `⇔`, `⊻`) are with the other ones, in [`logic`](super::logic).

use super::edits::Edit;
use super::logic::closing;
use crate::text::Lexeme;

/// Operators that C has under other names. Those that group in another way are arrows.
const OPERATORS: [(&str, &str); 9] =
    [("≡", "=="), ("≢", "!="), ("≠", "!="), ("≤", "<="), ("≥", ">="), ("∧", "&&"), ("∨", "||"), ("¬", "!"), ("−", "-")];

/// Whether a text has something of ACSL.
pub fn is_worth_it(text: &str) -> bool {
    let has_symbol =
        !text.is_ascii() && text.contains(|c: char| ('\u{2200}'..='\u{22ff}').contains(&c) || "¬⇒⇔".contains(c));
    has_symbol || ["\\forall", "\\exists", "\\lambda"].iter().any(|word| text.contains(word))
}

/// All but the arrows.
pub fn edits(lexemes: &[Lexeme<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (idx, lexeme) in lexemes.iter().enumerate() {
        if let Some((_, c)) = OPERATORS.iter().find(|(name, _)| *name == lexeme.text) {
            edits.push(Edit::replace(lexeme.start, lexeme.text.len(), *c));
        }
        let Some((word, n_lexemes)) = word(lexemes, idx) else { continue };
        let after = idx + n_lexemes;
        let Some(last) = end_of_scope(lexemes, after) else { continue };
        let removed = lexemes[after - 1].end() - lexeme.start;
        match word {
            "lambda" => edits.extend(applied(lexemes, idx, after, last).into_iter().flatten()),
            _ => {
                let call = if word == "forall" { "__CPROVER_forall(({" } else { "__CPROVER_exists(({" };
                edits.push(Edit::replace(lexeme.start, removed, call));
                edits.push(Edit::end(lexemes[last].end(), ";}))", lexeme.start));
            }
        }
    }
    edits
}

/// What begins a scope here, and how many lexemes it has.
pub fn word<'t>(lexemes: &[Lexeme<'t>], idx: usize) -> Option<(&'t str, usize)> {
    match lexemes[idx].text {
        "∀" => Some(("forall", 1)),
        "∃" => Some(("exists", 1)),
        "\\" => {
            let next = lexemes.get(idx + 1)?;
            let touches = next.start == lexemes[idx].end();
            (touches && matches!(next.text, "forall" | "exists" | "lambda")).then_some((next.text, 2))
        }
        _ => None,
    }
}

/// The last lexeme of the scope of a variable that is declared from `from` on: up to the bracket around it, or the next argument.
pub fn end_of_scope(lexemes: &[Lexeme<'_>], from: usize) -> Option<usize> {
    let declared = (from..lexemes.len()).find(|&at| matches!(lexemes[at].text, ";" | "(" | ")" | "{" | "}"))?;
    if lexemes[declared].text != ";" {
        return None;
    }
    let mut at = declared + 1;
    let mut last = None;
    while let Some(lexeme) = lexemes.get(at) {
        match lexeme.text {
            "(" | "[" | "{" => at = closing(lexemes, at)?,
            ")" | "]" | "}" | "," | ";" => break,
            _ => {}
        }
        last = Some(at);
        at += 1;
    }
    last
}

/// `(\lambda int i; body)(argument)`: a block in which the variable has the value. The argument knows no such variable.
fn applied(lexemes: &[Lexeme<'_>], idx: usize, after: usize, last: usize) -> Option<[Edit; 5]> {
    let open = idx.checked_sub(1)?;
    let (close, args) = (last + 1, last + 2);
    if lexemes[open].text != "(" || lexemes.get(close)?.text != ")" || lexemes.get(args)?.text != "(" {
        return None;
    }
    let end = closing(lexemes, args)?;
    let argument = &lexemes[args + 1..end];
    if argument.is_empty() || argument.iter().any(|lexeme| lexeme.text == ",") {
        return None;
    }
    let text: Vec<&str> = argument.iter().map(|lexeme| lexeme.text).collect();
    let declared = (after..last).find(|&at| lexemes[at].text == ";")?;
    let (start, stop) = (lexemes[args].start, lexemes[end].end());
    Some([
        Edit::insert(lexemes[open].end(), format!("{{ __auto_type __whyc_argument = ({}); ", text.join(" "))),
        Edit::replace(lexemes[idx].start, lexemes[after - 1].end() - lexemes[idx].start, ""),
        Edit::insert(lexemes[declared].start, " = __whyc_argument"),
        Edit::end(lexemes[last].end(), "; }", lexemes[idx].start),
        Edit::replace(start, stop - start, ""),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::logic::tests::check;

    #[test]
    fn operators_have_names_in_c() {
        check("f((a ≡ b) ∧ ¬ c ≤ d)", "f((a == b) && ! c <= d)");
        check("f(a ∨ b ⇒ c)", "f(!(a || b ) || ( c))");
        check("f(a ⊻ b)", "f((!(a )) != (!( b)))");
    }

    #[test]
    fn the_scope_of_a_quantifier_ends_with_its_brackets() {
        check("f(\\forall int i; i ? a[i] : 1, 2)", "f(__CPROVER_forall(({ int i; i ? a[i] : 1;})), 2)");
        check("f(a ==> \\forall int i; b ==> c)", "f(!(a ) || ( __CPROVER_forall(({ int i; !(b ) || ( c);}))))");
        check("f((∃ int i; (g(i, 1))) == 1)", "f((__CPROVER_exists(({ int i; (g(i, 1));}))) == 1)");
    }

    #[test]
    fn a_function_without_name_is_a_block() {
        check(
            "x = (\\lambda int i; i + 1)(y);",
            "x = ({ __auto_type __whyc_argument = (y);  int i = __whyc_argument; i + 1; });",
        );
    }
}
