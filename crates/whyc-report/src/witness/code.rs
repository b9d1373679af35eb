//! Where in the text of a file statements, conditions and calls begin and end.
//!
//! A witness names places to the column. A finding knows what was written, but not which statement it is part of: that
//! is read off the text, without parsing it. Where the text is not of the expected form (within a macro, say) there is no
//! answer, never a wrong one.

use crate::replay::scan;

/// The text of a file, without comments, literals and directives; every byte is where it was.
pub struct Code {
    text: String,
}

/// What a run does next at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Where it starts.
    pub at: usize,
    /// Whether it is a declaration, whose initialisers start somewhere behind.
    pub is_declaration: bool,
}

/// Keywords with a condition in parentheses.
const CONDITIONAL: [&str; 4] = ["if", "while", "switch", "for"];

impl Code {
    /// The code in a file.
    pub fn new(text: &str) -> Self {
        let mut bytes = scan::blanked(text).into_bytes();
        let (mut at, mut is_open) = (0, false);
        while at < bytes.len() {
            let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
            let first = bytes[at..end].iter().find(|b| !b.is_ascii_whitespace());
            let is_directive = is_open || first == Some(&b'#');
            // A line that ends with a backslash goes on in the next one.
            is_open = is_directive && bytes[at..end].iter().rev().find(|b| **b != b'\r') == Some(&b'\\');
            if is_directive {
                bytes[at..end].fill(b' ');
            }
            at = end + 1;
        }
        Self { text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(b' ')
    }

    /// The first byte that is not blank, from `at` on.
    fn next(&self, at: usize) -> Option<usize> {
        (at..self.text.len()).find(|&at| !self.byte(at).is_ascii_whitespace())
    }

    /// The last byte that is not blank, before `at`.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at.min(self.text.len())).rev().find(|&at| !self.byte(at).is_ascii_whitespace())
    }

    /// The word that starts at `at`.
    fn word_at(&self, at: usize) -> &str {
        let len = self.text.as_bytes()[at.min(self.text.len())..].iter().take_while(|&&b| is_word(b)).count();
        self.text.get(at..at + len).unwrap_or("")
    }

    /// The word before `at`, blanks aside, with where it starts.
    fn word_before(&self, at: usize) -> Option<(usize, &str)> {
        let last = self.before(at).filter(|&last| is_word(self.byte(last)))?;
        let start = (0..=last).rev().take_while(|&at| is_word(self.byte(at))).last()?;
        Some((start, &self.text[start..=last]))
    }

    /// The bracket that the one at `close` closes.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (0..=close).rev() {
            match self.byte(at) {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' if depth == 1 => return Some(at),
                b'(' | b'[' | b'{' => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    /// The parenthesis around `at` that is not closed before it, if no block or statement begins in between.
    /// Semicolons are passed over: they separate the parts of a `for`.
    fn enclosing(&self, at: usize) -> Option<usize> {
        let mut at = at;
        loop {
            at = self.before(at)?;
            match self.byte(at) {
                b')' | b']' => at = self.opening(at)?,
                b'(' => return Some(at),
                b'[' | b'{' | b'}' => return None,
                _ => {}
            }
        }
    }

    /// The keyword whose whole condition stands from `start` to `end`: `if`, `while`, `switch` or `for`.
    pub fn keyword(&self, start: usize, end: usize) -> Option<(usize, &str)> {
        let (before, after) = (self.before(start)?, self.next(end)?);
        let open = match (self.byte(before), self.byte(after)) {
            (b'(', b')') => before,
            (b';', b';') => self.enclosing(before)?,
            _ => return None,
        };
        let (at, word) = self.word_before(open)?;
        let is_for = self.byte(before) == b';';
        (CONDITIONAL.contains(&word) && (word == "for") == is_for).then_some((at, word))
    }

    /// Whether `at` is inside of a function's body.
    pub fn is_in_block(&self, at: usize) -> bool {
        let depth = self.text.bytes().take(at).fold(0i64, |depth, byte| match byte {
            b'{' => depth + 1,
            b'}' => depth - 1,
            _ => depth,
        });
        depth > 0
    }

    /// The statement or full expression that `at` is part of.
    pub fn statement(&self, at: usize) -> Option<Start> {
        let (start, is_statement) = self.boundary(at)?;
        if !is_statement {
            return Some(Start { at: start, is_declaration: false });
        }
        let start = self.without_labels(start, at)?;
        Some(Start { at: start, is_declaration: self.is_declaration(start) })
    }

    /// Where the statement (`true`) or the condition (`false`) around `at` starts, labels included.
    fn boundary(&self, at: usize) -> Option<(usize, bool)> {
        let mut here = at;
        loop {
            let Some(before) = self.before(here) else { return Some((self.next(0)?, true)) };
            match self.byte(before) {
                b')' | b']' => {
                    let open = self.opening(before)?;
                    let word = self.word_before(open).map(|(_, word)| word);
                    if self.byte(before) == b')' && word.is_some_and(|word| CONDITIONAL.contains(&word)) {
                        return Some((self.next(before + 1)?, true));
                    }
                    here = open;
                }
                b'(' => match self.word_before(before) {
                    Some((_, word)) if CONDITIONAL.contains(&word) => return Some((self.next(before + 1)?, false)),
                    _ => here = before,
                },
                b'[' => here = before,
                b';' => {
                    let in_for = self.enclosing(before).and_then(|open| self.word_before(open));
                    let is_statement = in_for.is_none_or(|(_, word)| word != "for");
                    return Some((self.next(before + 1)?, is_statement));
                }
                b'{' if self.is_initialiser(before) => here = before,
                b'}' if self.opening(before).is_some_and(|open| self.is_initialiser(open)) => {
                    here = self.opening(before)?;
                }
                b'{' | b'}' => return Some((self.next(before + 1)?, true)),
                byte if is_word(byte) => {
                    let (start, word) = self.word_before(here)?;
                    if matches!(word, "else" | "do") {
                        return Some((self.next(before + 1)?, true));
                    }
                    here = start;
                }
                _ => here = before,
            }
        }
    }

    /// Whether the brace at `open` begins an initialiser and not a block.
    fn is_initialiser(&self, open: usize) -> bool {
        match self.before(open) {
            Some(before) => match self.byte(before) {
                b'=' | b',' => true,
                b'{' => self.is_initialiser(before),
                _ => false,
            },
            None => false,
        }
    }

    /// The statement that starts at `start`, without its labels; it contains `at`.
    fn without_labels(&self, start: usize, at: usize) -> Option<usize> {
        let mut start = start;
        loop {
            let word = self.word_at(start);
            let colon = match word {
                "case" => (start..self.text.len()).find(|&at| self.byte(at) == b':')?,
                "" => return Some(start),
                word => self.next(start + word.len())?,
            };
            // A label, not the second half of `?:` or a part of something else.
            if self.byte(colon) != b':' || colon >= at {
                return Some(start);
            }
            start = self.next(colon + 1)?;
        }
    }

    /// Whether what starts at `start` is a declaration: two names before anything is assigned, and no operators.
    fn is_declaration(&self, start: usize) -> bool {
        if matches!(self.word_at(start), "return" | "goto" | "sizeof") {
            return false;
        }
        let head: String =
            self.text[start..].chars().take_while(|c| !matches!(c, '=' | ';' | '(' | '[' | ',')).collect();
        let plain = head.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '*'));
        plain && head.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).count() > 1
    }

    /// Where the statement starts that is executed after the declaration around `at`, if that is in a block.
    pub fn after_declaration(&self, at: usize) -> Option<usize> {
        let end = scan::declaration_end(&self.text, at)?;
        self.first_statement(end)
    }

    /// Where the first statement of the block starts whose brace comes next after `at`.
    pub fn first_in_block(&self, at: usize) -> Option<usize> {
        let open = (at..self.text.len()).find(|&at| matches!(self.byte(at), b'{' | b'}' | b';'))?;
        if self.byte(open) != b'{' {
            return None;
        }
        self.first_statement(open + 1)
    }

    /// The statement that starts at or after `at` in a block: an assumption may stand before it.
    fn first_statement(&self, at: usize) -> Option<usize> {
        let start = self.next(at).filter(|&start| self.is_in_block(start))?;
        let word = self.word_at(start);
        let is_label = !word.is_empty() && self.next(start + word.len()).is_some_and(|at| self.byte(at) == b':');
        let is_bad = self.byte(start) == b'}' || is_label || matches!(word, "case" | "else" | "while");
        (!is_bad).then_some(start)
    }

    /// The call that ends where the text from `start` to `end` does: its closing parenthesis, the function's name and
    /// what stands before it.
    pub fn call(&self, start: usize, end: usize) -> Option<Call<'_>> {
        let close = self.before(end).filter(|&close| close >= start && self.byte(close) == b')')?;
        let (name_at, name) = self.word_before(self.opening(close)?)?;
        let is_name = name_at >= start && !CONDITIONAL.contains(&name) && name != "sizeof" && name != "return";
        is_name.then(|| Call { close, name, before: self.text[start..name_at].trim() })
    }
}

/// A call in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// Its closing parenthesis.
    pub close: usize,
    /// The function.
    pub name: &'a str,
    /// What stands before it: nothing, or what its result is assigned to.
    pub before: &'a str,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(text: &str, needle: &str) -> (String, bool) {
        let at = text.find(needle).expect("the needle should be there");
        let start = Code::new(text).statement(at).expect("there should be a statement");
        (text[start.at..].chars().take_while(|&c| c != ';' && c != '\n').collect(), start.is_declaration)
    }

    #[test]
    fn statements_start_after_what_ends_others() {
        let text = "int f(int a) {\n  g(); /* ; */ x = a / b;\n  if (a % q) y = c / d; else z[e / f] = 1;\n\
                    L: case 1: p = g(h / i);\n  return j / k;\n}\n";
        assert_eq!(statement(text, "a / b").0, "x = a / b");
        assert_eq!(statement(text, "a % q").0, "a % q) y = c / d");
        assert_eq!(statement(text, "c / d").0, "y = c / d");
        assert_eq!(statement(text, "e / f").0, "z[e / f] = 1");
        assert_eq!(statement(text, "h / i").0, "p = g(h / i)");
        assert_eq!(statement(text, "j / k"), ("return j / k".to_owned(), false));
    }

    #[test]
    fn declarations_and_the_parts_of_a_for_are_told_apart() {
        let text = "void f(void) { for (i = a / b; c / d; i += e / f) { int x[2] = { g / h, 1 }; T *p = q / r; s->t = u / v; } }";
        assert_eq!(statement(text, "a / b"), ("i = a / b".to_owned(), false));
        assert_eq!(statement(text, "c / d").0, "c / d");
        assert_eq!(statement(text, "e / f").0, "i += e / f) { int x[2] = { g / h, 1 }");
        assert_eq!(statement(text, "g / h"), ("int x[2] = { g / h, 1 }".to_owned(), true));
        assert_eq!(statement(text, "q / r"), ("T *p = q / r".to_owned(), true));
        assert_eq!(statement(text, "u / v"), ("s->t = u / v".to_owned(), false));
    }

    #[test]
    fn a_keyword_belongs_to_its_whole_condition() {
        let text = "void f(void) { if (a) ; while ( b ) ; for (int i = (0); i < (3); i++) ; if (c && d) ; x = (e); }";
        let code = Code::new(text);
        let keyword = |needle: &str| {
            let at = text.find(needle).expect("the needle should be there");
            code.keyword(at, at + needle.len()).map(|(at, word)| (at, word.to_owned()))
        };
        assert_eq!(keyword("a)").map(|(_, word)| word), None);
        let at = text.find("a)").expect("it is there");
        assert_eq!(code.keyword(at, at + 1), Some((15, "if")));
        let at = text.find("b )").expect("it is there");
        assert_eq!(code.keyword(at, at + 1).map(|(_, word)| word), Some("while"));
        assert_eq!(keyword("i < (3)").map(|(_, word)| word).as_deref(), Some("for"));
        let at = text.find("c &&").expect("it is there");
        assert_eq!(code.keyword(at, at + 1), None);
        assert_eq!(keyword("c && d").map(|(_, word)| word).as_deref(), Some("if"));
        let at = text.find("e)").expect("it is there");
        assert_eq!(code.keyword(at, at + 1), None);
    }

    #[test]
    fn calls_end_with_their_parenthesis() {
        let text = "x = nondet_int( ) ; y = (f)(2); z = a + g(1);";
        let code = Code::new(text);
        assert_eq!(code.call(0, 17), Some(Call { close: 16, name: "nondet_int", before: "x =" }));
        assert_eq!(code.call(4, 17).map(|call| call.before), Some(""));
        assert_eq!(code.call(20, 30), None);
        assert_eq!(code.call(32, text.len() - 1).map(|call| call.before), Some("z = a +"));
    }

    #[test]
    fn directives_end_with_their_last_line() {
        let text = "#define A 1 \\\n\nx = 1;\n#define B \\\n  2; \\\r\n  3;\ny = 2;\n#if A \\";
        let blank = |line: &str| " ".repeat(line.len());
        let lines: Vec<String> = Code::new(text).text.split('\n').map(str::to_owned).collect();
        let expected =
            [blank("#define A 1 \\"), String::new(), "x = 1;".to_owned(), blank("#define B \\"), blank("  2; \\\r")];
        assert_eq!(lines[..5], expected);
        assert_eq!(lines[5..], [blank("  3;"), "y = 2;".to_owned(), blank("#if A \\")]);
    }

    #[test]
    fn statements_after_declarations_and_in_blocks() {
        let text =
            "#define X int y; {\nint g;\nvoid f(int a) { int u, v[2]; // ;\n  u = a; { int w; } int z; case 1: ; }";
        let code = Code::new(text);
        let at = |needle: &str| text.find(needle).expect("the needle should be there");
        assert_eq!(code.after_declaration(at("u, v")), Some(at("u = a")));
        assert_eq!(code.after_declaration(at("w;")), None);
        assert_eq!(code.after_declaration(at("z;")), None);
        assert_eq!(code.after_declaration(at("g;")), None);
        assert_eq!(code.first_in_block(at("a) {")), Some(at("int u")));
    }
}
