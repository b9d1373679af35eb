//! What a pointer leads to, where the pointer itself is given on: a copy of the contents for a copy of the address.

use std::ops::Range;

use super::lex::Text;
use super::names::Path;
use super::types::is_name;
use super::variants::{Function, Slot, Variant};

/// What it costs to copy all that was asked for, a text, and one thing.
const ALL: u32 = 15;
const TEXT: u32 = 14;
const ONE: u32 = 16;
/// At most so many sizes are tried.
const MANY_SIZES: usize = 4;

/// `memcpy(a, b, n);`, `strcpy(a, b);` and `*a = *b;` for `a = b;`.
pub fn copied(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let (text, names) = (function.text, function.names);
    let sign = tokens.clone().find(|&k| text.is(k, "="));
    let Some(sign) = sign.filter(|&sign| tokens.start < sign && sign + 1 < tokens.end) else { return };
    let (target, source) = (text.slice(&(tokens.start..sign)), text.slice(&(sign + 1..tokens.end)));
    let paths = names.paths(text.tokens[tokens.start].start);
    let type_of = |path: &str| paths.iter().find(|it| it.text == path).map(|it| it.ty);
    let (Some(to), Some(from)) = (type_of(target), type_of(source)) else { return };
    let Some(element) = names.element(to).filter(|_| names.is_pointer(to) && names.element(from).is_some()) else {
        return;
    };
    let sizes = sizes(text, target, &paths).into_iter().take(MANY_SIZES);
    let mut ways: Vec<(String, u32)> = sizes.map(|size| (format!("memcpy({target}, {source}, {size})"), ALL)).collect();
    if names.is_signed_char(element) {
        ways.push((format!("strcpy({target}, {source})"), TEXT));
    }
    ways.push((format!("*{target} = *{source}"), ONE));
    let (bytes, whole) = (text.bytes(tokens), function.bytes(at));
    for (new, cost) in ways {
        let slot = Slot::Statement(whole.start, whole.end);
        let (parts, edits) = (vec![(slot, format!("{new};"))], vec![(bytes.clone(), new)]);
        found.push(Variant { parts, edits, place: whole.clone(), cost, likeness: 0 });
    }
}

/// How many bytes are asked for wherever something of this name gets memory, in words that are known here.
fn sizes(text: Text<'_>, target: &str, paths: &[Path]) -> Vec<String> {
    let name = last_part(target);
    let mut found: Vec<String> = Vec::new();
    for at in (2..text.tokens.len()).filter(|&at| text.is(at, "malloc") && text.is(at + 1, "(")) {
        let is_given = text.is(at - 1, "=") && text.word(at - 2) == name;
        let Some(end) = text.after_group(at + 1).filter(|_| is_given) else { continue };
        let mut start = at - 2;
        while start > 1 && matches!(text.word(start - 1), "." | "->") {
            start -= 2;
        }
        if at + 3 == end {
            continue;
        }
        let size = text.slice(&(at + 2..end - 1)).replace(text.slice(&(start..at - 1)), target);
        let known = in_words_of(&size, target, paths);
        found.extend(known.filter(|it| !found.contains(it)));
    }
    found
}

/// An expression of another function in words of this one: what is called the same there is the same.
fn in_words_of(size: &str, target: &str, paths: &[Path]) -> Option<String> {
    let mut new = String::new();
    let mut rest = size;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(target) {
            new.push_str(target);
            rest = after;
            continue;
        }
        let is_word = first.is_ascii_alphabetic() || first == '_';
        let end = match is_word {
            true => rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let word = &rest[..end];
        let is_variable = is_word && word.chars().all(|c| !c.is_ascii_uppercase()) && !is_of_language(word);
        match is_variable && !paths.iter().any(|it| it.text == word) {
            true => new.push_str(&paths.iter().find(|it| last_part(&it.text) == word)?.text),
            false => new.push_str(word),
        }
        rest = &rest[end..];
    }
    Some(new)
}

/// Whether a word belongs to C, or names a type.
fn is_of_language(word: &str) -> bool {
    is_name(word) || matches!(word, "sizeof" | "struct" | "union" | "enum" | "strlen")
}

/// The name of a field without what it is a field of.
fn last_part(path: &str) -> &str {
    path.rsplit(['.', '>']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::lex::tokens;
    use whyc_base::ids::Id;
    use whyc_ir::types::TypeId;

    #[test]
    fn sizes_are_told_in_words_that_are_known() {
        let text = "c->points = malloc((size_t)n * sizeof *c->points); to->points = from->points;";
        let known = tokens(text);
        let path = |text: &str| Path { text: text.to_owned(), ty: TypeId::from_index(0), is_assignable: true };
        let paths = [path("to"), path("from"), path("to->n"), path("to->points"), path("from->n")];
        let sizes = sizes(Text { text, tokens: &known }, "to->points", &paths);
        assert_eq!(sizes, ["(size_t)to->n * sizeof *to->points"]);
    }
}
