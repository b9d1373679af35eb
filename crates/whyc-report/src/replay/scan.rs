//! Looking at C text without parsing it: words, brackets, the end of a declaration.

/// The text with comments, strings, characters and directives blanked out, byte for byte.
pub fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => find(bytes, at, b"\n"),
            (b'/', Some(b'*')) => (find(bytes, at + 2, b"*/") + 2).min(bytes.len()),
            (quote @ (b'"' | b'\''), _) => quoted(bytes, at, quote),
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    // Only whole characters were replaced, or bytes of them by as many blanks.
    String::from_utf8_lossy(&out).into_owned()
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or(&[]);
    rest.windows(what.len()).position(|window| window == what).map_or(bytes.len(), |at| from + at)
}

fn quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words of blanked text, each with where it starts.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(move |&at| is_word(bytes[at]) && (at == 0 || !is_word(bytes[at - 1])));
    starts.map(move |at| {
        let len = bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
        (at, &text[at..at + len])
    })
}

/// Where the bracket that opens at or after `from`, blanks aside, is closed: one past it.
pub fn call_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let open = (from..bytes.len()).find(|&at| !bytes[at].is_ascii_whitespace())?;
    if bytes[open] != b'(' {
        return None;
    }
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether blanked text defines the function `name`.
pub fn defines(text: &str, name: &str) -> bool {
    words(text)
        .filter(|(_, word)| *word == name)
        .any(|(at, word)| call_end(text, at + word.len()).is_some_and(|end| text[end..].trim_start().starts_with('{')))
}

/// Whether blanked text has `name` with a bracket behind it.
pub fn calls(text: &str, name: &str) -> bool {
    words(text).any(|(at, word)| word == name && call_end(text, at + word.len()).is_some())
}

/// One past the semicolon that ends the declaration around `from`; none in the head of a `for`.
pub fn declaration_end(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            // More is closed than was opened: the declaration is no statement.
            b')' | b']' | b'}' if depth == 0 => return None,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return (!is_in_for_head(&text[..from])).then_some(at + 1),
            _ => {}
        }
    }
    None
}

/// Whether a declaration in blanked text gives `name` a value.
pub fn is_initialised(declaration: &str, name: &str) -> bool {
    let Some((at, _)) = words(declaration).find(|(_, word)| *word == name) else { return false };
    let mut depth = 0usize;
    for byte in declaration[at + name.len()..].bytes() {
        match byte {
            b'=' if depth == 0 => return true,
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth = depth.saturating_sub(1),
            b',' | b';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Whether text ends within the first part of the head of a `for`.
fn is_in_for_head(before: &str) -> bool {
    let mut depth = 0usize;
    for (at, byte) in before.bytes().enumerate().rev() {
        match byte {
            b')' | b']' => depth += 1,
            b'(' if depth == 0 => return before[..at].trim_end().ends_with("for"),
            b'(' | b'[' => depth = depth.saturating_sub(1),
            b';' | b'{' | b'}' => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_give_values_or_not() {
        for (declaration, name) in
            [("int a = 1, b;", "a"), ("int a, b = 2;", "b"), ("char c[N + 1] = {0};", "c"), ("int (*f)(int) = 0;", "f")]
        {
            assert!(is_initialised(declaration, name), "{declaration}");
        }
        for (declaration, name) in
            [("int a, b = 2;", "a"), ("int a = 1, b;", "b"), ("char c[2 == N];", "c"), ("int a;", "x")]
        {
            assert!(!is_initialised(declaration, name), "{declaration}");
        }
    }

    #[test]
    fn comments_and_strings_are_blanked() {
        assert_eq!(blanked("a /* ; */ \"x\\\";\" ';' // y\nb"), format!("a{}\nb", " ".repeat(24)));
        assert_eq!(blanked("x /* never closed"), format!("x {}", " ".repeat(15)));
    }

    #[test]
    fn definitions_are_told_from_declarations_and_calls() {
        assert!(defines("void f(int (*g)(void)) { }", "f"));
        assert!(!defines("void f(void); int main(void) { f(); }", "f"));
        assert!(calls("x = f (1);", "f"));
        assert!(!calls("x = f;", "f"));
    }

    #[test]
    fn declarations_end_where_their_statement_does() {
        let text = "{ int a[3], b = f(1; }";
        assert_eq!(declaration_end(text, 6), None);
        let text = "{ int a[3], b = f(1); }";
        assert_eq!(declaration_end(text, 6), Some(21));
        let text = "for (int i; i < 3;) ;";
        assert_eq!(declaration_end(text, 9), None);
    }
}
