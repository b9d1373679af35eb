//! From the texts of clauses to C that libclang can read: for each contract a function with the parameters of the one that it
//! belongs to, and a call for each clause.
//!
//! A text is what macros have made of a clause. Everything in it is told at the clause.

use rustc_hash::FxHashSet;

use crate::clang::cursor::{Cursor, DeclKey};
use crate::clang::kind as k;
use crate::prereader;
use crate::text::{Lexeme, lexemes};

/// How the functions that hold contracts begin.
pub const HOLDER: &str = "__whyc_contract_";

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What callers provide.
    Requires,
    /// What the function provides.
    Ensures,
    /// What it may write.
    Assigns,
    /// What it may free.
    Frees,
}

impl Kind {
    const WORDS: [(&'static str, Kind); 4] =
        [("requires", Kind::Requires), ("ensures", Kind::Ensures), ("assigns", Kind::Assigns), ("frees", Kind::Frees)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// A clause where it is written.
pub struct Clause<'u> {
    /// What it says.
    pub kind: Kind,
    /// Its number among those that could be of a function or of a loop.
    pub number: u32,
    /// Its text, macros expanded.
    pub text: String,
    /// The attribute that holds it.
    pub attribute: Cursor<'u>,
}

/// A declaration with clauses of its own.
pub struct Declared<'u> {
    /// The declaration.
    pub decl: Cursor<'u>,
    /// Its clauses, in order.
    pub clauses: Vec<Clause<'u>>,
}

/// The declarations of a unit that have clauses. A later declaration of the same function repeats what earlier ones say; that
/// is left out.
pub fn declared(root: Cursor<'_>) -> Vec<Declared<'_>> {
    let mut seen: FxHashSet<(DeclKey, Option<crate::clang::unit::FileOffset>, String)> = FxHashSet::default();
    let mut all = Vec::new();
    for decl in root.children().into_iter().filter(|decl| decl.kind() == k::CXCursor_FunctionDecl) {
        let attributes = decl.children().into_iter().filter(|child| child.kind() == k::CXCursor_AnnotateAttr);
        let mut clauses = Vec::new();
        for attribute in attributes {
            let spelling = attribute.spelling();
            let Some((kind, number, text)) = parse(&spelling) else { continue };
            let place = attribute.extent().start().written();
            if seen.insert((decl.key(), place, spelling.clone())) {
                clauses.push(Clause { kind, number, text: text.to_owned(), attribute });
            }
        }
        if !clauses.is_empty() {
            all.push(Declared { decl, clauses });
        }
    }
    all
}

fn parse(spelling: &str) -> Option<(Kind, u32, &str)> {
    let rest = spelling.strip_prefix("whyc:")?;
    let (word, rest) = rest.split_once(':')?;
    let (number, text) = rest.split_once(':')?;
    let kind = Kind::WORDS.iter().find(|(known, _)| *known == word)?.1;
    Some((kind, number.parse().ok()?, text))
}

/// A text for libclang, and which bytes of it belong to which clause (by its index among all clauses of the unit).
#[derive(Clone, Debug, Default)]
pub struct Holders {
    /// The text.
    pub text: String,
    /// For each clause where it begins and ends.
    pub regions: Vec<(u32, u32)>,
}

/// The functions that hold the contracts of these declarations.
pub fn holders(declared: &[Declared<'_>]) -> Holders {
    let mut made = Holders::default();
    for (idx, Declared { decl, clauses }) in declared.iter().enumerate() {
        let name = decl.spelling();
        let mut params = Vec::new();
        let mut args = Vec::new();
        for (at, param) in decl.arguments().into_iter().enumerate() {
            let own = param.spelling();
            let own = if own.is_empty() { format!("__whyc_parameter_{at}") } else { own };
            params.push(format!("__typeof__({}) {own}", param.ty().spelling()));
            args.push(own);
        }
        if decl.ty().canonical().result().kind() != k::CXType_Void {
            params.push(format!("__typeof__(({name})({})) __CPROVER_return_value", args.join(", ")));
        }
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        // What is written here has been through macros, and must not go through one again.
        made.text.push_str(&format!("#undef {name}\n"));
        made.text.push_str(&format!("static void {HOLDER}{idx}({params}) {{\n__whyc_contract_of((void *)({name}));\n"));
        for clause in clauses {
            let start = made.text.len() as u32;
            let read = |text: &str| match prereader::reread(text) {
                Some(reread) => String::from_utf8_lossy(&reread.text).into_owned(),
                None => text.to_owned(),
            };
            let word = clause.kind.word();
            match clause.kind {
                Kind::Requires | Kind::Ensures => {
                    made.text.push_str(&format!("__whyc_{word}(({}));\n", read(&clause.text)));
                }
                Kind::Assigns | Kind::Frees => {
                    for (condition, targets) in groups(&clause.text) {
                        let condition = condition.map_or("1".to_owned(), |text| format!("({})", read(text)));
                        let targets: String = targets.iter().map(|target| format!(", {}", read(target))).collect();
                        made.text.push_str(&format!("__whyc_{word}({condition}{targets});\n"));
                    }
                }
            }
            made.regions.push((start, made.text.len() as u32));
        }
        made.text.push_str("}\n");
    }
    made
}

/// The groups of an `assigns` clause: `a, b; c: d` are `a` and `b`, and `d` where `c` holds.
fn groups(text: &str) -> Vec<(Option<&str>, Vec<&str>)> {
    let mut all = Vec::new();
    for group in split(text, ";") {
        let (condition, targets) = match split(group, ":")[..] {
            [condition, targets] if !condition.contains('?') => (Some(condition), targets),
            _ => (None, group),
        };
        let targets: Vec<&str> = split(targets, ",").into_iter().filter(|target| !target.trim().is_empty()).collect();
        if condition.is_some() || !targets.is_empty() {
            all.push((condition, targets));
        }
    }
    // A clause that names nothing says that nothing changes.
    if all.is_empty() {
        all.push((None, Vec::new()));
    }
    all
}

/// The parts of a text between marks that stand in no brackets.
fn split<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    let mut depth = 0usize;
    let mut parts = Vec::new();
    let mut start = 0;
    for Lexeme { start: at, text: lexeme } in lexemes(text, 0) {
        match lexeme {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ if lexeme == mark && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + lexeme.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assigns_clause_has_groups_with_conditions() {
        assert_eq!(groups("*p, f(a, b); q != 0: *q"), [(None, vec!["*p", " f(a, b)"]), (Some(" q != 0"), vec![" *q"])]);
        assert_eq!(groups(""), [(None, vec![])]);
        assert_eq!(groups("*(c ? p : q)"), [(None, vec!["*(c ? p : q)"])]);
    }

    #[test]
    fn an_annotation_is_a_clause_if_it_is_ours() {
        assert_eq!(parse("whyc:assigns:7:*p"), Some((Kind::Assigns, 7, "*p")));
        assert_eq!(parse("whyc:ensures:0:a:b"), Some((Kind::Ensures, 0, "a:b")));
        assert!(parse("somebody else's").is_none());
    }
}
