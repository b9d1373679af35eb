//! `_Generic`: which association is chosen.
//!
//! libclang does not say it, and does not tell the types of the associations either. clang prints them, though, with macros
//! expanded and each built-in type under its one name.

use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;
use crate::text;

/// How a label of an association relates to the type of the controlling expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Same,
    Other,
    /// The types may be compatible although they are spelled differently.
    Unclear,
}

/// The expression that a `_Generic` somewhere in the declaration `around` stands for; none if that cannot be told.
pub fn choice<'u>(cursor: Cursor<'u>, children: &[Cursor<'u>], around: Option<Cursor<'u>>) -> Option<Cursor<'u>> {
    let mut exprs = children.iter().copied().filter(|child| child.is_expression());
    let control = exprs.next()?;
    let arms: Vec<Cursor<'u>> = exprs.collect();
    // The whole has the type of the arm that is chosen.
    let wanted = cursor.ty().canonical().unqualified().spelling();
    let of_type = |arm: &&Cursor<'u>| arm.ty().canonical().unqualified().spelling() == wanted;
    if let [only] = arms.iter().filter(of_type).collect::<Vec<_>>()[..] {
        return Some(*only);
    }
    let around = around?;
    let labels = labels(cursor, around)?;
    if labels.len() != arms.len() {
        return None;
    }
    let control = Controlling::new(control.ty());
    let mut default = None;
    let mut all_clear = true;
    for (label, arm) in labels.iter().zip(arms) {
        if label == "default" {
            default = Some(arm);
            continue;
        }
        match resolved(label, around).map_or(Match::Unclear, |label| control.compare(&label)) {
            // No two associations have compatible types, so there is no better one.
            Match::Same => return Some(arm),
            Match::Other => {}
            Match::Unclear => all_clear = false,
        }
    }
    default.filter(|_| all_clear)
}

/// The labels of a `_Generic`, in order, as clang prints them.
fn labels(cursor: Cursor<'_>, around: Cursor<'_>) -> Option<Vec<String>> {
    let all = around.descendants().into_iter().filter(|node| node.kind() == k::CXCursor_GenericSelectionExpr);
    let all: Vec<_> = all.map(Cursor::statement_key).collect();
    let position = all.iter().position(|&key| key == cursor.statement_key())?;
    let printed = around.printed_whole();
    let starts = text::lexemes(&printed, 0).filter(|lexeme| lexeme.text == "_Generic").map(|lexeme| lexeme.end());
    let starts: Vec<usize> = starts.collect();
    // Both are in the order of the text, as long as each is seen once.
    if starts.len() != all.len() {
        return None;
    }
    labels_in(&printed, *starts.get(position)?)
}

/// The labels between the brackets at byte `at`: what stands before the first colon after each comma.
fn labels_in(printed: &str, at: usize) -> Option<Vec<String>> {
    let mut labels = Vec::new();
    let mut depth = 0usize;
    let mut label_start = None;
    for lexeme in text::lexemes(printed, at) {
        match (lexeme.text, depth) {
            (",", 1) => label_start = Some(lexeme.end()),
            (":", 1) => {
                if let Some(start) = label_start.take() {
                    labels.push(text::one_line(&printed[start..lexeme.start]));
                }
            }
            ("(" | "[" | "{", _) => depth += 1,
            (")" | "]" | "}", 0 | 1) => return (depth == 1).then_some(labels),
            (")" | "]" | "}", _) => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A label without names of typedefs. None if such a name cannot be followed.
fn resolved(label: &str, around: Cursor<'_>) -> Option<String> {
    let mut result = String::new();
    let mut copied = 0;
    let mut is_tag = false;
    let n_lexemes = text::lexemes(label, 0).count();
    for lexeme in text::lexemes(label, 0) {
        let is_name = lexeme.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name && !is_tag && !KEYWORDS.contains(&lexeme.text) {
            let meant = typedef(lexeme.text, around)?;
            let is_plain = !meant.contains(['*', '(', '[']) && !meant.contains("const") && !meant.contains("volatile");
            if n_lexemes > 1 && !is_plain {
                return None;
            }
            result.push_str(&label[copied..lexeme.start]);
            result.push_str(&meant);
            copied = lexeme.end();
        }
        is_tag = matches!(lexeme.text, "struct" | "union" | "enum");
    }
    result.push_str(&label[copied..]);
    Some(result)
}

/// What a typedef of the file stands for; none if there is another of that name in `around`.
fn typedef(name: &str, around: Cursor<'_>) -> Option<String> {
    let is_it = |node: &Cursor<'_>| node.kind() == k::CXCursor_TypedefDecl && node.spelling() == name;
    let found = around.unit_root().children().into_iter().rfind(is_it)?;
    let is_shadowed = around.descendants().iter().any(is_it);
    (!is_shadowed).then(|| text::one_line(&found.ty().canonical().spelling()))
}

/// The words that make up types.
const KEYWORDS: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_BitInt",
    "_Bool",
    "bool",
    "_Complex",
    "__int128",
    "_Float16",
    "__float128",
    "_Float128",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "_Atomic",
    "struct",
    "union",
    "enum",
];

/// The type of the controlling expression.
struct Controlling {
    spelling: String,
    /// The same with the integer type that an enumeration is compatible with.
    as_integer: Option<String>,
    /// What is left without pointers is an integer: compatible with some enumerations.
    is_integer: bool,
}

impl Controlling {
    fn new(ty: ClangType<'_>) -> Self {
        let ty = ty.canonical().unqualified();
        let spelling = text::one_line(&ty.spelling());
        let mut base = ty;
        while base.kind() == k::CXType_Pointer {
            base = base.pointee().canonical();
        }
        let base = base.unqualified();
        let is_enum = base.kind() == k::CXType_Enum;
        let as_integer = is_enum.then(|| {
            let integer = base.declaration().enum_integer_type().canonical().spelling();
            spelling.replacen(&base.spelling(), &integer, 1)
        });
        let is_integer = (k::CXType_Bool..=k::CXType_Int128).contains(&base.kind());
        Self { spelling, as_integer, is_integer }
    }

    /// Compares with a label that has no names of typedefs.
    fn compare(&self, label: &str) -> Match {
        if label == self.spelling || self.as_integer.as_deref() == Some(label) {
            return Match::Same;
        }
        let has_declarator = |text: &str| text.replace("_BitInt(", "").contains(['(', '[']);
        let first = text::lexemes(label, 0).find(|lexeme| !matches!(lexeme.text, "const" | "volatile"));
        // An enumeration without a tag has the name of its typedef.
        let may_be_enum = first.is_some_and(|word| word.text == "enum" || !KEYWORDS.contains(&word.text));
        // Arrays without length and functions without prototypes are compatible with others.
        if has_declarator(label) && has_declarator(&self.spelling) || may_be_enum && self.is_integer {
            return Match::Unclear;
        }
        Match::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_what_stands_before_the_colons() {
        let printed = "_Generic(f(a, b), int (*)(int, char): x ? 1 : 2, struct s *: g(1, 2), default: 3)";
        let labels = labels_in(printed, "_Generic".len()).unwrap_or_default();
        assert_eq!(labels, ["int (*)(int, char)", "struct s *", "default"]);
    }
}
