//! Reading source text where libclang has no typed answer: a scanner that knows comments,
//! literals and brackets, and nothing else of C.

/// One lexical element with the byte offsets it spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'t> {
    /// Where it starts.
    pub start: usize,
    /// Its characters.
    pub text: &'t str,
}

impl Lexeme<'_> {
    /// One past its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The lexemes of `text` from byte `at` on: words, literals and single punctuation characters.
/// Comments, white space and continued lines are left out.
pub fn lexemes(text: &str, at: usize) -> impl Iterator<Item = Lexeme<'_>> {
    let mut at = at;
    std::iter::from_fn(move || {
        let rest = skip_blank(text, at)?;
        let len = lexeme_len(&text[rest..]);
        at = rest + len;
        Some(Lexeme { start: rest, text: &text[rest..at] })
    })
}

/// The offset of the first byte from `at` on that is not blank; none at the end or off a character.
fn skip_blank(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = text.get(at..)?;
        if rest.is_empty() {
            return None;
        }
        if let Some(comment) = rest.strip_prefix("//") {
            at += 2 + comment.find('\n').unwrap_or(comment.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            at += 2 + comment.find("*/").map_or(comment.len(), |end| end + 2);
        } else if rest.starts_with("\\\n") {
            at += 2;
        } else if rest.starts_with("\\\r\n") {
            at += 3;
        } else if rest.starts_with(|c: char| c.is_whitespace()) {
            at += rest.chars().next().map_or(1, char::len_utf8);
        } else {
            return Some(at);
        }
    }
}

fn lexeme_len(rest: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    if is_word(first) {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        // A literal's prefix belongs to the literal.
        if matches!(&rest[..word], "L" | "u" | "U" | "u8")
            && let quote @ (b'"' | b'\'') = rest.as_bytes().get(word).copied().unwrap_or(0)
        {
            return word + quoted_len(&rest[word..], quote);
        }
        return word;
    }
    match first {
        '"' => quoted_len(rest, b'"'),
        '\'' => quoted_len(rest, b'\''),
        '.' if rest.starts_with("...") => 3,
        _ => first.len_utf8(),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of the literal that `rest` starts with, up to its closing quote or the end of the text.
fn quoted_len(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    let mut end = at.min(rest.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// The end of the bracketed text that starts at or after `at`: `NAME (…)` gives the offset past its `)`.
pub fn end_of_brackets(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for lexeme in lexemes(text, at) {
        match lexeme.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(lexeme.end());
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether `text` is one macro argument: its brackets match and no comma stands outside them.
pub fn is_one_argument(text: &str) -> bool {
    let mut depth = 0usize;
    for lexeme in lexemes(text, 0) {
        match lexeme.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            "," if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0
}

/// Which of the three parts of the `for` at byte `at` are written: initialisation, condition, step.
pub fn for_parts(text: &str, at: usize) -> Option<[bool; 3]> {
    let mut lexemes = lexemes(text, at);
    if lexemes.next()?.text != "for" || lexemes.next()?.text != "(" {
        return None;
    }
    let mut parts = [false; 3];
    let mut part = 0;
    let mut depth = 0usize;
    for lexeme in lexemes {
        match lexeme.text {
            ";" if depth == 0 => {
                part += 1;
                if part > 2 {
                    return None;
                }
                continue;
            }
            ")" if depth == 0 => return (part == 2).then_some(parts),
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        parts[part] = true;
    }
    None
}

/// `text` on one line, runs of white space as single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the elements of an array type written after `sizeof` are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A type of the language with this many bytes.
    Size(u64),
    /// A pointer.
    Pointer,
    /// A type with a name or a tag, which stands at this byte of the text.
    Named(usize),
}

/// The elements of the array type in `sizeof (type[n])`, which starts at `at`; none where the text leaves a doubt.
pub fn element_of_type(text: &str, at: usize) -> Option<Element> {
    let mut lexemes = lexemes(text, at);
    if lexemes.next()?.text != "sizeof" || lexemes.next()?.text != "(" {
        return None;
    }
    let mut size = None;
    let mut longs = 0;
    let mut tagged = false;
    for Lexeme { text: word, start } in lexemes {
        let is_named = tagged || matches!(size, Some(Element::Named(_)));
        match word {
            "[" | ")" => break,
            "*" => size = Some(Element::Pointer),
            _ if is_qualifier(word) => {}
            _ if size == Some(Element::Pointer) => return None,
            "struct" | "union" | "enum" if size.is_none() && !tagged => tagged = true,
            _ if is_name(word) && !is_type_word(word) && size.is_none() => size = Some(Element::Named(start)),
            // A name beside other words may be a macro.
            _ if is_named => return None,
            "char" | "_Bool" | "bool" => size = Some(Element::Size(1)),
            "short" => size = Some(Element::Size(2)),
            "float" => size = Some(Element::Size(4)),
            "double" => size = Some(Element::Size(if longs > 0 { 16 } else { 8 })),
            "__int128" => size = Some(Element::Size(16)),
            "long" => {
                longs += 1;
                let double = size == Some(Element::Size(8)) && longs == 1;
                size = Some(Element::Size(if double { 16 } else { 8 }));
            }
            "int" | "unsigned" | "signed" | "__signed" | "__signed__" => size = size.or(Some(Element::Size(4))),
            _ => return None,
        }
    }
    size
}

fn is_name(lexeme: &str) -> bool {
    lexeme.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a word leaves the size of a type as it is. `_Atomic` is none: it may make a struct larger.
fn is_qualifier(word: &str) -> bool {
    matches!(word.trim_matches('_'), "const" | "volatile" | "restrict")
}

/// Whether a word is one that types of the language are made of.
fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "char"
            | "_Bool"
            | "bool"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "__int128"
            | "signed"
            | "__signed"
            | "__signed__"
            | "unsigned"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lexemes_leave_out_comments_and_keep_literals_whole() {
        let text = "a /* ( */ + L\"x)\\\"\" // ;\n ... 'c'\\\n;é";
        let all: Vec<&str> = lexemes(text, 0).map(|l| l.text).collect();
        assert_eq!(all, ["a", "+", "L\"x)\\\"\"", "...", "'c'", ";", "é"]);
    }

    #[test]
    fn the_parts_of_a_for_are_told_from_its_text() {
        assert_eq!(for_parts("for (;;) {}", 0), Some([false, false, false]));
        assert_eq!(for_parts("for (i = f(a, b); ; /* none */ ) {}", 0), Some([true, false, false]));
        assert_eq!(for_parts("for (; i < (n);i++) {}", 0), Some([false, true, true]));
        assert_eq!(for_parts("for (x) {}", 0), None);
        assert_eq!(for_parts("FOR (;;) {}", 0), None);
    }

    #[test]
    fn elements_of_written_types() {
        for (text, size) in [
            ("sizeof(char[n])", 1),
            ("sizeof (unsigned short int[n][m])", 2),
            ("sizeof(unsigned[n])", 4),
            ("sizeof(const long long int[n])", 8),
            ("sizeof(long double[n])", 16),
            ("sizeof(double long[n])", 16),
            ("sizeof(__const __signed__ char[n])", 1),
        ] {
            assert_eq!(element_of_type(text, 0), Some(Element::Size(size)), "{text}");
        }
        assert_eq!(element_of_type("sizeof(char *[n])", 0), Some(Element::Pointer));
        assert_eq!(element_of_type("sizeof(struct s[n])", 0), Some(Element::Named(14)));
        assert_eq!(element_of_type("sizeof(const row[n])", 0), Some(Element::Named(13)));
        for text in ["sizeof(_Complex double[n])", "sizeof(row STAR[n])", "sizeof(int STAR[n])", "sizeof(struct[n])"] {
            assert_eq!(element_of_type(text, 0), None, "{text}");
        }
        assert_eq!(element_of_type("sizeof(int (*)[n])", 0), None);
        assert_eq!(element_of_type("SIZE(n)", 0), None);
    }

    #[test]
    fn brackets_and_arguments() {
        assert_eq!(end_of_brackets("MAX (a, (b)) + 1", 0), Some(12));
        assert_eq!(end_of_brackets("a)", 0), None);
        assert!(is_one_argument("f(a, b) + 1"));
        assert!(!is_one_argument("a, b"));
        assert!(!is_one_argument("a) + (b"));
    }

    #[test]
    fn unfinished_literals_end_with_the_text() {
        for text in ["\"abc\\", "'é", "\"é\\é", "L\"", "/* x", "// x"] {
            assert!(lexemes(text, 0).all(|l| l.end() <= text.len()));
        }
    }
}
