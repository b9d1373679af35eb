//! Implications `a ==> b` and `a <==> b` (also as `⇒` and `⇔`), `a ⊻ b`, and the quantifiers `__CPROVER_forall { int i; … }`.
//!
//! An implication becomes `!(a) || (b)`. It binds less than `||` and more than `?:`, and groups to the right. A quantifier becomes
//! a call whose argument is a statement expression.

use std::ops::Range;

use super::acsl;
use super::edits::Edit;
use crate::text::Lexeme;

/// The quantifiers, as calls.
pub fn quantifiers(lexemes: &[Lexeme<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (idx, lexeme) in lexemes.iter().enumerate() {
        let is_quantifier = matches!(lexeme.text, "__CPROVER_forall" | "__CPROVER_exists");
        let Some(open) = lexemes.get(idx + 1).filter(|next| is_quantifier && next.text == "{") else { continue };
        let Some(close) = closing(lexemes, idx + 1) else { continue };
        edits.push(Edit::insert(open.start, "(("));
        edits.push(Edit::insert(lexemes[close].start, ";"));
        edits.push(Edit::insert(lexemes[close].end(), "))"));
    }
    edits
}

/// Where the bodies of macros begin and end in a text: nothing in them belongs to what stands before or after.
pub fn macro_bodies(text: &str) -> Vec<Range<usize>> {
    let mut bodies = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let mut end = at;
        loop {
            end += text[end..].find('\n').map_or(text.len() - end, |newline| newline + 1);
            let line = text[at..end].trim_end_matches(['\n', '\r']);
            if end == text.len() || !line.ends_with('\\') {
                break;
            }
        }
        let mut lexemes = crate::text::lexemes(&text[..end], at);
        let (hash, define, name) = (lexemes.next(), lexemes.next(), lexemes.next());
        if let (Some(hash), Some(define), Some(name)) = (hash, define, name)
            && (hash.text, define.text) == ("#", "define")
        {
            let has_params = text[name.end()..].starts_with('(');
            let params = if has_params { crate::text::end_of_brackets(&text[..end], name.end()) } else { None };
            bodies.push(params.unwrap_or(name.end())..end);
        }
        at = end;
    }
    bodies
}

/// Implications and equivalences, with the operators of C.
pub fn implications(all: &[Lexeme<'_>], bodies: &[Range<usize>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut from = 0;
    // What stands between the bodies of macros is one text, each body another.
    let mut pieces: Vec<Vec<Lexeme<'_>>> = vec![Vec::new()];
    for body in bodies {
        let start = from + all[from..].partition_point(|lexeme| lexeme.start < body.start);
        let end = start + all[start..].partition_point(|lexeme| lexeme.start < body.end);
        pieces[0].extend(&all[from..start]);
        pieces.push(all[start..end].to_vec());
        from = end;
    }
    pieces[0].extend(&all[from..]);
    for piece in pieces {
        implications_in(&piece, &mut edits);
    }
    edits
}

fn implications_in(lexemes: &[Lexeme<'_>], edits: &mut Vec<Edit>) {
    for idx in 0..lexemes.len() {
        let Some((arrow, n_lexemes)) = arrow(lexemes, idx) else { continue };
        let (first, last) = (left_end(lexemes, idx), right_end(lexemes, idx + n_lexemes, arrow));
        let (Some(first), Some(last)) = (first, last) else { continue };
        let (before, between, after) = match arrow {
            Arrow::Implies => ("!(", ") || (", ")"),
            Arrow::Equals => ("(!(", ")) == (!(", "))"),
            Arrow::Differs => ("(!(", ")) != (!(", "))"),
        };
        edits.push(Edit::insert(lexemes[first].start, before));
        let (start, end) = (lexemes[idx].start, lexemes[idx + n_lexemes - 1].end());
        edits.push(Edit::replace(start, end - start, between));
        edits.push(Edit::end(lexemes[last].end(), after, lexemes[first].start));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrow {
    /// `==>`
    Implies,
    /// `<==>`
    Equals,
    /// `⊻`
    Differs,
}

/// The arrow that starts at this lexeme, and how many it has; characters are lexemes of their own.
fn arrow(lexemes: &[Lexeme<'_>], idx: usize) -> Option<(Arrow, usize)> {
    match lexemes[idx].text {
        "⇒" => return Some((Arrow::Implies, 1)),
        "⇔" => return Some((Arrow::Equals, 1)),
        "⊻" => return Some((Arrow::Differs, 1)),
        _ => {}
    }
    let is = |text: &str| {
        let parts = text.char_indices();
        parts.zip(idx..).all(|((at, c), idx)| {
            lexemes
                .get(idx)
                .is_some_and(|lexeme| lexeme.text.starts_with(c) && lexeme.start == lexemes[idx - at].start + at)
        })
    };
    if is("<==>") {
        return Some((Arrow::Equals, 4));
    }
    let is_part = idx > 0 && lexemes[idx - 1].text == "<" && lexemes[idx - 1].end() == lexemes[idx].start;
    (is("==>") && !is_part).then_some((Arrow::Implies, 3))
}

/// The first lexeme of what stands to the left of the arrow at `idx`.
fn left_end(lexemes: &[Lexeme<'_>], idx: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = idx;
    while at > 0 {
        let before = at - 1;
        match lexemes[before].text {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" if depth == 0 => break,
            "(" | "[" | "{" => depth -= 1,
            "," | ";" | "?" | ":" | "return" | "⇒" | "⇔" | "⊻" if depth == 0 => break,
            // The end of another arrow, or of an assignment.
            ">" if depth == 0 && before >= 2 && arrow(lexemes, before - 2).is_some() => break,
            "=" if depth == 0 && is_assignment(lexemes, before) => break,
            _ => {}
        }
        at = before;
    }
    (at < idx).then_some(at)
}

/// The last lexeme of what stands to the right, from `from` on.
fn right_end(lexemes: &[Lexeme<'_>], from: usize, of: Arrow) -> Option<usize> {
    let mut depth = 0usize;
    let mut last = None;
    for (at, lexeme) in lexemes.iter().enumerate().skip(from) {
        // What is quantified goes on to the end of what is around it.
        if depth == 0
            && let Some((_, n_lexemes)) = acsl::word(lexemes, at)
        {
            return acsl::end_of_scope(lexemes, at + n_lexemes);
        }
        match lexeme.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => break,
            ")" | "]" | "}" => depth -= 1,
            "," | ";" | "?" | ":" if depth == 0 => break,
            "⇔" if depth == 0 && of == Arrow::Implies => break,
            "<" if depth == 0
                && arrow(lexemes, at).is_some_and(|(arrow, _)| arrow == Arrow::Equals)
                && of == Arrow::Implies =>
            {
                break;
            }
            _ => {}
        }
        last = Some(at);
    }
    last
}

/// Whether the `=` at `at` is an assignment and no part of a comparison or an arrow.
fn is_assignment(lexemes: &[Lexeme<'_>], at: usize) -> bool {
    let touches = |other: usize, texts: &[&str]| {
        lexemes.get(other).is_some_and(|lexeme| {
            let (first, second) = if other < at { (lexeme, &lexemes[at]) } else { (&lexemes[at], lexeme) };
            first.end() == second.start && texts.contains(&lexeme.text)
        })
    };
    let follows = at > 0 && touches(at - 1, &["=", "!", "<", ">"]);
    !follows && !touches(at + 1, &["="])
}

/// The bracket that closes the one at `open`.
pub fn closing(lexemes: &[Lexeme<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, lexeme) in lexemes.iter().enumerate().skip(open) {
        match lexeme.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::reread;

    /// That `text` becomes what is expected.
    pub(in super::super) fn check(text: &str, expected: &str) {
        let reread = reread(text).expect("there should be something to rewrite");
        assert_eq!(String::from_utf8_lossy(&reread.text), expected);
    }

    #[test]
    fn arrows_bind_less_than_or_and_group_to_the_right() {
        check("f(a || b ==> c && d, 1)", "f(!(a || b ) || ( c && d), 1)");
        check("x = a ==> b ==> c;", "x = !(a ) || ( !(b ) || ( c));");
        check("return a == 1 ==> b;", "return !(a == 1 ) || ( b);");
        check("(a <==> b)", "((!(a )) == (!( b)))");
        check("#define I(a, b) a ==> b\nint x;", "#define I(a, b) !(a ) || ( b)\nint x;");
        check("#define I(a, b) \\\n a ==> \\\n b \nint x;", "#define I(a, b) \\\n !(a ) || ( \\\n b) \nint x;");
    }

    #[test]
    fn quantifiers_become_calls() {
        check(
            "f(__CPROVER_forall { int i; i < 3 ==> a[i] })",
            "f(__CPROVER_forall (({ int i; !(i < 3 ) || ( a[i]) ;})))",
        );
    }
}
