//! Looking at the text of an expression without parsing it: what may be moved, and where parentheses are needed.

use std::ops::Range;

use rustc_hash::FxHashSet;
use whyc_ir::program::Program;

/// How tightly the outermost operator of a text binds, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// `a ? b : c`, and whatever binds no tighter.
    Loose,
    /// `a || b`
    Or,
    /// `a && b`
    And,
    /// Any other operator.
    Operator,
    /// None: a name, a number, a call, an element, something in parentheses.
    Atom,
}

/// Every name that the program itself has. Where a text has another one, a macro may be behind it.
pub struct Names<'p>(FxHashSet<&'p str>);

impl<'p> Names<'p> {
    /// Those of functions, variables, fields and enumerators.
    pub fn new(program: &'p Program) -> Self {
        let locals = program.functions.iter().flat_map(|function| function.locals.iter().map(|l| l.name.as_str()));
        let functions = program.functions.iter().map(|function| function.name.as_str());
        let globals = program.globals.iter().map(|global| global.name.as_str());
        let fields = program.types.records.iter().flat_map(|record| &record.fields);
        let fields = fields.filter_map(|field| field.name.as_deref());
        let enumerators = program.types.enums.iter().flat_map(|e| e.constants.iter().map(|(name, _)| name.as_str()));
        Self(locals.chain(functions).chain(globals).chain(fields).chain(enumerators).collect())
    }

    /// Whether a text can stand elsewhere and mean the same there: it is no part of a macro's work, assigns nothing,
    /// and is nothing but an expression.
    pub fn can_move(&self, text: &str) -> bool {
        let is_free = |token: Token<'_>| match token {
            Token::Word(word) => word.starts_with(|c: char| c.is_ascii_digit()) || self.0.contains(word),
            Token::Sign(sign) => !matches!(sign, "=" | "++" | "--" | "#" | "{" | "}" | ";"),
            Token::Literal => true,
            Token::Comment => false,
        };
        !text.trim().is_empty() && is_balanced(text) && tokens(text).into_iter().all(is_free)
    }
}

enum Token<'t> {
    Word(&'t str),
    Sign(&'t str),
    Literal,
    Comment,
}

/// Signs of two characters that are not the sum of their parts. `+=` and its like end in `=`.
const PAIRS: [&str; 11] = ["==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "<<", ">>"];

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if is_word(first) {
            // A number may have a point in it.
            let is_number = first.is_ascii_digit();
            rest.find(|c| !(is_word(c) || is_number && c == '.')).unwrap_or(rest.len())
        } else if matches!(first, '\'' | '"') {
            literal_len(rest, first)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else {
            PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(first.len_utf8(), |pair| pair.len())
        };
        let token = &rest[..len];
        found.push(match first {
            '\'' | '"' => Token::Literal,
            '/' if token.len() > 1 => Token::Comment,
            c if is_word(c) => Token::Word(token),
            _ => Token::Sign(token),
        });
        rest = rest[len..].trim_start();
    }
    found
}

/// How long the literal is that `text` begins with.
fn literal_len(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for token in tokens(text) {
        match token {
            Token::Sign("(" | "[") => depth += 1,
            Token::Sign(")" | "]") => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// How tightly the outermost operator binds.
pub fn binding(text: &str) -> Binding {
    let mut depth = 0i32;
    let mut loosest = Binding::Atom;
    for token in tokens(text) {
        let Token::Sign(sign) = token else { continue };
        let here = match sign {
            "(" | "[" => {
                depth += 1;
                continue;
            }
            ")" | "]" => {
                depth -= 1;
                continue;
            }
            "." | "->" => Binding::Atom,
            "?" | ":" | "," | "=" => Binding::Loose,
            "||" => Binding::Or,
            "&&" => Binding::And,
            _ => Binding::Operator,
        };
        if depth == 0 {
            loosest = loosest.min(here);
        }
    }
    loosest
}

/// The text as an operand of an operator other than `&&` and `||`.
pub fn operand(text: &str) -> String {
    if binding(text) == Binding::Atom { text.to_owned() } else { format!("({text})") }
}

/// `&&` or `||`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Connective {
    /// As C writes it.
    pub fn text(self) -> &'static str {
        match self {
            Connective::And => "&&",
            Connective::Or => "||",
        }
    }

    /// The text as an operand of it. Parentheses that C could do without are there for the reader, as compilers ask for.
    fn operand(self, text: &str) -> String {
        match (binding(text), self) {
            (Binding::And, Connective::And) | (Binding::Or, Connective::Or) => text.to_owned(),
            (Binding::Operator | Binding::Atom, _) => text.to_owned(),
            _ => format!("({text})"),
        }
    }

    /// What stands at `here` in a text, joined with `other`, to be put there.
    pub fn join(self, text: &str, here: Range<usize>, other: &str) -> String {
        let (before, after) = (text[..here.start].trim_end(), text[here.end..].trim_start());
        let joined = format!("{} {} {}", self.operand(&text[here]), self.text(), self.operand(other));
        let contrary = match self {
            Connective::And => "||",
            Connective::Or => "&&",
        };
        let clashes = before.ends_with(contrary) || after.starts_with(contrary);
        if clashes { format!("({joined})") } else { joined }
    }
}

/// Whether no block that has begun before `from` ends between `from` and `to`, so that what is declared at the one is
/// known at the other.
pub fn is_in_scope(text: &str, from: u32, to: u32) -> bool {
    let Some(between) = text.get(from as usize..to as usize) else { return false };
    let mut depth = 0i32;
    for token in tokens(between) {
        match token {
            Token::Sign("{") => depth += 1,
            Token::Sign("}") => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loosest_operator_counts() {
        let cases = [
            ("a", Binding::Atom),
            ("f(a, b || c)", Binding::Atom),
            ("p->next.value[i + 1]", Binding::Atom),
            ("(a || b)", Binding::Atom),
            ("'|'", Binding::Atom),
            ("a - b", Binding::Operator),
            ("a <= b", Binding::Operator),
            ("a && b == c", Binding::And),
            ("a && b || c", Binding::Or),
            ("a || b ? c : d", Binding::Loose),
        ];
        for (text, expected) in cases {
            assert_eq!(binding(text), expected, "{text}");
        }
    }

    #[test]
    fn what_a_macro_may_have_made_cannot_move() {
        let names = Names(["a", "b", "f"].into_iter().collect());
        for text in ["a + 1.5", "f(a, b)", "a == 'x'", "(a <= b) == 0x1f"] {
            assert!(names.can_move(text), "{text}");
        }
        for text in ["", "MAX(a, b)", "a = b", "a += b", "a++", "b) - a", "a /* so */ + b"] {
            assert!(!names.can_move(text), "{text}");
        }
    }

    #[test]
    fn parentheses_stand_where_they_are_due() {
        let cases = [
            (Connective::And, "if (a < b) f();", "a < b", "a < b && x"),
            (Connective::And, "return a || b;", "a || b", "(a || b) && x"),
            (Connective::And, "return a || b;", "b", "(b && x)"),
            (Connective::And, "return a && b;", "a", "a && x"),
            (Connective::And, "return a && b;", "a && b", "a && b && x"),
            (Connective::Or, "return a && b;", "a", "(a || x)"),
            (Connective::Or, "return a && b;", "a && b", "(a && b) || x"),
            (Connective::Or, "return a || b;", "b", "b || x"),
            (Connective::Or, "return a ? b : c;", "a ? b : c", "(a ? b : c) || x"),
        ];
        for (connective, text, part, expected) in cases {
            let start = text.find(part).expect("the part should be there");
            assert_eq!(connective.join(text, start..start + part.len(), "x"), expected, "{part} in {text}");
        }
    }

    #[test]
    fn a_block_that_ends_takes_its_names_along() {
        let text = "int a; { int b; } c; '}' /* don't } */ d";
        assert!(is_in_scope(text, 4, text.len() as u32));
        assert!(!is_in_scope(text, 13, 18));
    }
}
