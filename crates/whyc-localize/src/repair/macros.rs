//! The macros of a program that stand for constants: `#define ENABLE (1u << 3)`.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::FileId;
use whyc_ir::program::{Origin, Program};

use super::lex::{self, Kind, Text};
use super::literal::Literal;

/// Macros that stand for constants.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// Their names, those of the file itself first.
    pub names: Vec<String>,
    /// What they stand for, where that is a number and nothing more.
    pub values: FxHashMap<String, i64>,
}

impl Macros {
    /// Those of a file, and of the other files of the user's that have functions or are next to it.
    pub fn of(program: &Program, id: FileId) -> Self {
        let is_users =
            |file: &FileId| program.functions.iter().any(|it| it.origin == Origin::User && it.span.file == *file);
        let own = program.sources.file(id);
        let folder = |name: &str| name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let is_near = |file: &FileId| folder(&program.sources.file(*file).name) == folder(&own.name);
        let others = program
            .sources
            .files()
            .map(|(file, _)| file)
            .filter(|file| *file != id && (is_users(file) || is_near(file)));
        let mut found = Self::default();
        let texts = [id].into_iter().chain(others).map(|file| program.sources.file(file).text.as_str());
        let lines: Vec<(&str, &str)> = texts.flat_map(str::lines).filter_map(definition).collect();
        let mut known: FxHashSet<&str> = FxHashSet::default();
        for &(name, body) in &lines {
            // What stands for a constant is made of constants, and of names that do so.
            if is_constant(body, &known) && known.insert(name) {
                found.names.push(name.to_owned());
            }
            if let Some(literal) = Literal::of(body.trim_matches(['(', ')'])) {
                found.values.insert(name.to_owned(), literal.value);
            }
        }
        found
    }

    /// The others that may be meant instead of a macro, the likeliest first: those whose names begin alike.
    pub fn others(&self, name: &str) -> Vec<(&str, bool)> {
        if !self.names.iter().any(|it| it == name) {
            return Vec::new();
        }
        let words = |name: &str| -> Vec<String> { name.split('_').map(str::to_owned).collect() };
        let own = words(name);
        let alike = |other: &str| words(other).iter().zip(&own).take_while(|(a, b)| a == b).count();
        let mut found: Vec<&str> = self.names.iter().map(String::as_str).filter(|it| *it != name).collect();
        found.sort_by_key(|other| std::cmp::Reverse(alike(other)));
        found.into_iter().map(|other| (other, alike(other) > 0)).collect()
    }
}

/// The name of a macro without parameters, and what it stands for.
pub fn definition(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?.trim();
    let (name, body) = rest.split_once(char::is_whitespace)?;
    let body = body.split("/*").next().unwrap_or(body).split("//").next().unwrap_or(body).trim();
    (!name.contains('(') && !body.is_empty()).then_some((name, body))
}

/// The name of a macro that stands for a number, and the number as it is written.
pub fn number(line: &str) -> Option<(&str, &str)> {
    let (name, body) = definition(line)?;
    let value = body.trim_matches(['(', ')']);
    Literal::of(value).map(|_| (name, value))
}

fn is_constant(body: &str, known: &FxHashSet<&str>) -> bool {
    let tokens = lex::tokens(body);
    let text = Text { text: body, tokens: &tokens };
    let is_fine = |at: usize| match text.kind(at) {
        Some(Kind::Number | Kind::Character) => true,
        Some(Kind::Word) => known.contains(text.word(at)),
        Some(Kind::Sign) => !matches!(text.word(at), ";" | "{" | "}" | "," | "=" | "++" | "--" | "[" | "]" | "."),
        Some(Kind::String) | None => false,
    };
    // An operator alone is none.
    let has_value = (0..tokens.len()).any(|at| !matches!(text.kind(at), Some(Kind::Sign)));
    has_value && (0..tokens.len()).all(is_fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_told_from_code() {
        let known: FxHashSet<&str> = ["SHIFT"].into_iter().collect();
        assert!(is_constant("(0x7u << SHIFT)", &known) && is_constant("-1", &known) && is_constant("'a'", &known));
        assert!(!is_constant("do { x(); } while (0)", &known) && !is_constant("\"text\"", &known));
        assert!(!is_constant("OTHER + 1", &known) && !is_constant("+", &known));
        assert_eq!(definition("# define A(x) 1"), None);
        assert_eq!(definition("#define GUARD"), None);
        assert_eq!(number("#define N (16u) /* all */"), Some(("N", "16u")));
    }
}
