//! Attributes of declarations. libclang tells that there are some and prints them, no more.

use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::text;

/// An attribute as `__attribute__((name(argument)))` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name without underscores around it.
    pub name: String,
    /// Its first argument, without quotes.
    pub argument: Option<String>,
}

/// The attributes that are written at this declaration, macros expanded; not those of earlier ones of the same thing.
pub fn of(decl: Cursor<'_>) -> Vec<Attribute> {
    if decl.children().iter().any(|child| child.kind() == k::CXCursor_UnexposedAttr) {
        parse(&decl.printed_head())
    } else {
        Vec::new()
    }
}

/// The attribute of that name at this declaration.
pub fn find(decl: Cursor<'_>, name: &str) -> Option<Attribute> {
    of(decl).into_iter().find(|attribute| attribute.name == name)
}

/// Whether this declaration has an attribute without arguments: `noreturn` (also as a keyword), `pure`, `const`.
pub fn has(decl: Cursor<'_>, name: &str) -> bool {
    let is_kind = |child: &Cursor<'_>| match name {
        "pure" => child.kind() == k::CXCursor_PureAttr,
        "const" => child.kind() == k::CXCursor_ConstAttr,
        _ => false,
    };
    let children = decl.children();
    if children.iter().any(is_kind) {
        return true;
    }
    // For the compiler, never to return belongs to the type.
    if name == "noreturn" && decl.ty().spelling().contains("noreturn") {
        return true;
    }
    let head = decl.printed_head();
    let keyword = name == "noreturn"
        && text::lexemes(&head, 0).any(|lexeme| matches!(lexeme.text, "_Noreturn" | "noreturn" | "__noreturn__"));
    keyword || parse(&head).iter().any(|attribute| attribute.name == name)
}

/// The name that the linker shall know a declaration by: `int f(void) __asm__("g")`.
pub fn linker_name(decl: Cursor<'_>) -> Option<String> {
    let label = decl.children().into_iter().find(|child| child.kind() == k::CXCursor_AsmLabelAttr)?;
    Some(label.spelling()).filter(|name| *name != decl.spelling())
}

/// Reads attributes off a declaration as clang prints it: `__attribute__((name(…)))` or `[[gnu::name(…)]]`, each in brackets
/// of its own. What stands inside other brackets belongs to something else.
fn parse(declaration: &str) -> Vec<Attribute> {
    let lexemes: Vec<&str> = text::lexemes(declaration, 0).map(|lexeme| lexeme.text).collect();
    let mut attributes = Vec::new();
    let mut depth = 0usize;
    for (idx, &lexeme) in lexemes.iter().enumerate() {
        let rest = &lexemes[idx + 1..];
        match (lexeme, rest) {
            ("__attribute__", ["(", "(", inner @ ..]) | ("[", ["[", "gnu", ":", ":", inner @ ..]) if depth == 0 => {
                attributes.extend(one(inner));
            }
            _ => {}
        }
        match lexeme {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    attributes
}

fn one(lexemes: &[&str]) -> Option<Attribute> {
    let (name, rest) = lexemes.split_first()?;
    let argument = match rest {
        ["(", argument, ..] if *argument != ")" => Some(argument.trim_matches('"').to_owned()),
        _ => None,
    };
    let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    Some(Attribute { name: bare.to_owned(), argument })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(declaration: &str, expected: &[(&str, Option<&str>)]) {
        let found = parse(declaration);
        let found: Vec<_> = found.iter().map(|a| (a.name.as_str(), a.argument.as_deref())).collect();
        assert_eq!(found, expected, "{declaration}");
    }

    #[test]
    fn attributes_are_found_where_they_belong_to_the_declaration() {
        check("int h(void) __attribute__((alias(\"f\")))", &[("alias", Some("f"))]);
        check("[[gnu::weak]] int w2(void)", &[("weak", None)]);
        check(
            "void ctor(void) __attribute__((constructor(101))) __attribute__((used))",
            &[("constructor", Some("101")), ("used", None)],
        );
        check("int u = ({\n    int q __attribute__((cleanup(cl))) = 2;\n    q;\n})", &[]);
        check("int f(int x __attribute__((unused))) __attribute__((__weak__))", &[("weak", None)]);
        check("int a[2][3]", &[]);
    }
}
