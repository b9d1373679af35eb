//! Which lines belong to which function, told by names and brackets alone: it has to do for files that do not compile.

use std::ops::RangeInclusive;

/// The functions of a C text, with their lines from 1 on.
#[must_use]
pub fn functions(text: &str) -> Vec<(String, RangeInclusive<u32>)> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut line = 1;
    // What stands before an opening bracket outside of all functions, and where it starts.
    let mut head = String::new();
    let mut start = 1;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => {
                line += 1;
                head.push(' ');
            }
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|&c| c != '\n') {
                    chars.next();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                chars.next();
                for c in chars.by_ref() {
                    line += u32::from(c == '\n');
                    if (last, c) == ('*', '/') {
                        break;
                    }
                    last = c;
                }
            }
            '#' if head.trim().is_empty() => {
                let mut last = ' ';
                while let Some(&c) = chars.peek() {
                    if c == '\n' && last != '\\' {
                        break;
                    }
                    line += u32::from(c == '\n');
                    last = c;
                    chars.next();
                }
            }
            '"' | '\'' => {
                let mut is_escaped = false;
                while let Some(&inner) = chars.peek() {
                    if inner == '\n' {
                        break;
                    }
                    chars.next();
                    if !is_escaped && inner == c {
                        break;
                    }
                    is_escaped = !is_escaped && inner == '\\';
                }
            }
            '{' => {
                if depth == 0
                    && let Some(name) = name_of(&head)
                {
                    found.push((name, start..=start));
                }
                depth += 1;
                head.clear();
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some((_, lines)) = found.last_mut()
                    && lines.start() == lines.end()
                {
                    *lines = *lines.start()..=line.max(*lines.start());
                }
                head.clear();
            }
            ';' if depth == 0 => head.clear(),
            c if depth == 0 => {
                if head.trim().is_empty() && !c.is_whitespace() {
                    start = line;
                }
                head.push(c);
            }
            _ => {}
        }
    }
    found
}

/// The name before the first bracket of `int *name(int x, …)`.
fn name_of(head: &str) -> Option<String> {
    let (before, after) = head.split_once('(')?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = before.trim_end();
    let name = &before
        [before.rfind(|c| !is_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))..];
    let is_table = before.contains('=') || !after.contains(')');
    (!name.is_empty() && !is_table).then(|| name.to_owned())
}

/// The function that a line is in; nothing outside of all.
#[must_use]
pub fn function_at(text: &str, line: u32) -> Option<String> {
    functions(text).into_iter().find(|(_, lines)| lines.contains(&line)).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_brackets() {
        let text = "#define X { \\\n }\nint a[] = { 1 };\nstatic int *\nf(int x /* { */)\n{\n  char c = '{';\n  if (x) { return \"}\"; }\n}\nstruct s { int x; };\nvoid g(void) { }\n";
        let found: Vec<(String, u32, u32)> =
            functions(text).into_iter().map(|(name, lines)| (name, *lines.start(), *lines.end())).collect();
        assert_eq!(found, [("f".to_owned(), 4, 9), ("g".to_owned(), 11, 11)]);
        assert_eq!(function_at(text, 8).as_deref(), Some("f"));
        assert_eq!(function_at(text, 10), None);
    }
}
