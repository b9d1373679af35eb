//! Texts that become smaller, and where what is left of them came from.

use std::ops::Range;

/// A text, and on which line of the original each of its bytes stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What it is called.
    pub name: String,
    /// What it says now.
    pub text: String,
    /// The line of each byte, from 1.
    lines: Vec<u32>,
}

/// A part of one of several texts that becomes something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Which text.
    pub file: usize,
    /// Which bytes.
    pub range: Range<usize>,
    /// What stands there instead.
    pub with: String,
}

/// Edits that are made together or not at all.
pub type Change = Vec<Edit>;

impl Text {
    /// The original.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line = 1;
        let mut lines = Vec::with_capacity(text.len());
        for byte in text.bytes() {
            lines.push(line);
            line += u32::from(byte == b'\n');
        }
        Self { name: name.into(), text, lines }
    }

    /// The line of the original on which the byte `at` stood.
    #[must_use]
    pub fn line(&self, at: usize) -> u32 {
        self.lines.get(at).or(self.lines.last()).copied().unwrap_or(1)
    }

    /// The text with `edits`, which are in order and do not overlap.
    fn edited(&self, edits: &[&Edit]) -> Self {
        let (mut text, mut lines) = (String::with_capacity(self.text.len()), Vec::with_capacity(self.text.len()));
        let mut from = 0;
        for edit in edits {
            let (start, end) = (edit.range.start, edit.range.end);
            let (Some(kept), Some(was)) = (self.text.get(from..start), self.lines.get(from..start)) else { continue };
            text.push_str(kept);
            lines.extend(was);
            text.push_str(&edit.with);
            lines.extend(std::iter::repeat_n(self.line(start), edit.with.len()));
            from = end;
        }
        text.push_str(self.text.get(from..).unwrap_or_default());
        lines.extend(self.lines.get(from..).unwrap_or_default());
        Self { name: self.name.clone(), text, lines }
    }

    /// The text with the line of the original behind the first line of each item. What is in braces is part of an item.
    #[must_use]
    pub fn annotated(&self) -> String {
        let (mut depth, mut at, mut found) = (0usize, 0, String::new());
        for line in self.text.lines() {
            let starts = depth == 0 && !line.starts_with(['#', '{', '}', ' ', '\t']) && !line.ends_with('\\');
            let is_item = starts && line.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
            let note = if is_item { format!(" /* line {} */", self.line(at)) } else { String::new() };
            found.push_str(&format!("{line}{note}\n"));
            at += line.len() + 1;
            if !line.starts_with('#') {
                depth = braces(line).into_iter().fold(depth, |depth, opens| match opens {
                    true => depth + 1,
                    false => depth.saturating_sub(1),
                });
            }
        }
        found
    }

    /// The text without empty lines and with the indentation that its braces say.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let mut tidy = Self { name: self.name.clone(), text: String::new(), lines: Vec::new() };
        let (mut depth, mut at, mut goes_on) = (0usize, 0, false);
        // The line before is the head of a statement without braces.
        let mut is_head = false;
        for raw in self.text.split_inclusive('\n') {
            let start = at;
            at += raw.len();
            let line = raw.trim();
            if line.is_empty() {
                continue;
            }
            let closes = line.bytes().take_while(|&byte| byte == b'}').count();
            let indent = if line.starts_with('#') || goes_on { 0 } else { depth.saturating_sub(closes) };
            let shown = if goes_on { raw.trim_end() } else { line };
            let indent = indent + usize::from(is_head && indent > 0 && !line.starts_with('{'));
            let told = format!("{}{shown}\n", "    ".repeat(indent));
            tidy.lines.extend(std::iter::repeat_n(self.line(start + raw.find(line).unwrap_or(0)), told.len()));
            tidy.text.push_str(&told);
            goes_on = line.ends_with('\\');
            let opens = ["if ", "if(", "for ", "for(", "while ", "while(", "else", "} else"];
            is_head =
                opens.iter().any(|word| line.starts_with(word)) && (line.ends_with(')') || line.ends_with("else"));
            if !line.starts_with('#') {
                depth = braces(line).into_iter().fold(depth, |depth, opens| match opens {
                    true => depth + 1,
                    false => depth.saturating_sub(1),
                });
            }
        }
        tidy
    }
}

/// The braces of a line that are neither in a literal nor in a comment; whether each opens.
fn braces(line: &str) -> Vec<bool> {
    let (mut found, mut quote) = (Vec::new(), None);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if matches!(chars.peek(), Some('/' | '*')) => break,
            (None, '{') => found.push(true),
            (None, '}') => found.push(false),
            (None, _) => {}
        }
    }
    found
}

/// The texts with some changes. Where one edit lies in another, the larger one is made.
#[must_use]
pub fn changed<'a>(texts: &[Text], changes: impl IntoIterator<Item = &'a Change>) -> Vec<Text> {
    let mut edits: Vec<&Edit> = changes.into_iter().flatten().collect();
    edits.sort_by_key(|edit| (edit.file, edit.range.start, std::cmp::Reverse(edit.range.end)));
    let of = |file: usize| {
        let mut end = 0;
        let mut chosen: Vec<&Edit> = Vec::new();
        for edit in edits.iter().copied().filter(|edit| edit.file == file) {
            if edit.range.start >= end {
                chosen.push(edit);
                end = edit.range.end;
            }
        }
        chosen
    };
    texts.iter().enumerate().map(|(file, text)| text.edited(&of(file))).collect()
}

/// How large texts are: bytes that are no space.
#[must_use]
pub fn size(texts: &[Text]) -> usize {
    texts.iter().map(|text| text.text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count()).sum()
}

/// How many lines of texts are not empty.
#[must_use]
pub fn lines(texts: &[Text]) -> usize {
    texts.iter().map(|text| text.text.lines().filter(|line| !line.trim().is_empty()).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, with: &str) -> Edit {
        Edit { file: 0, range, with: with.to_owned() }
    }

    #[test]
    fn what_is_left_knows_its_line() {
        let texts = [Text::new("a.c", "one\ntwo\nthree\n")];
        let changes = [vec![edit(0..4, "")], vec![edit(4..5, "T")], vec![edit(8..13, "3")], vec![edit(9..10, "")]];
        let after = changed(&texts, &changes);
        assert_eq!(after[0].text, "Two\n3\n");
        assert_eq!([0, 3, 4, 5].map(|at| after[0].line(at)), [2, 2, 3, 3]);
        assert_eq!((size(&after), lines(&after)), (4, 2));
    }

    #[test]
    fn a_tidy_text_is_indented_by_its_braces() {
        let text = Text::new("a.c", "int f(void)\n{\n\n  if (x) {\n y = '{';\n}\n #define A \\\n  b\n\treturn 0; }\n");
        let tidy = text.tidied();
        let expected = "int f(void)\n{\n    if (x) {\n        y = '{';\n    }\n#define A \\\n  b\n    return 0; }\n";
        assert_eq!(tidy.text, expected);
        assert_eq!(tidy.line(tidy.text.find("return").unwrap_or(0)), 9);
    }
}
