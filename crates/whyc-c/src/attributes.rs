//! Attributes of declarations. libclang tells that there are some and prints them, no more.

use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;
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

/// libclang's kind for `aligned` and `_Alignas`, which not all of its bindings know.
const ALIGNED_ATTR: k::CXCursorKind = 441;
/// What `aligned` without a number stands for, and what is taken for a number that cannot be read.
const MOST_ALIGNED: u32 = 16;

/// What the address of a variable is a multiple of, where its declaration says so, or the name that its type goes by.
pub fn declared_align(decl: Cursor<'_>) -> Option<u32> {
    let is_attribute = |child: &Cursor<'_>| matches!(child.kind(), k::CXCursor_UnexposedAttr | ALIGNED_ATTR);
    let own = if decl.children().iter().any(is_attribute) { align_in(&decl.printed_head()) } else { None };
    own.max(named_align(decl.ty()))
}

/// What a `typedef` says of alignment, which belongs to the name and not to the type that it stands for.
fn named_align(ty: ClangType<'_>) -> Option<u32> {
    let align = ty.align()?;
    if ty.canonical().align() == Some(align) { None } else { u32::try_from(align).ok() }
}

fn align_in(declaration: &str) -> Option<u32> {
    let number = |text: Option<&str>| text.map_or(MOST_ALIGNED, |text| text.parse().unwrap_or(MOST_ALIGNED));
    let gnu = parse(declaration).into_iter().filter(|attribute| attribute.name == "aligned");
    let gnu = gnu.map(|attribute| number(attribute.argument.as_deref())).max();
    let lexemes: Vec<&str> = text::lexemes(declaration, 0).map(|lexeme| lexeme.text).collect();
    let standard = lexemes.windows(3).filter(|three| matches!(three[0], "_Alignas" | "alignas") && three[1] == "(");
    gnu.max(standard.map(|three| number(Some(three[2]))).max())
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
    fn alignment_is_read_as_written() {
        assert_eq!(align_in("char t[16] __attribute__((aligned(1)))"), Some(1));
        assert_eq!(align_in("_Alignas(8) char b[8]"), Some(8));
        assert_eq!(align_in("int x __attribute__((aligned))"), Some(16));
        assert_eq!(align_in("int x __attribute__((unused))"), None);
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
