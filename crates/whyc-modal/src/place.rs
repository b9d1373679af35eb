//! Where in a JSON text something stands, so that what is wrong with well-formed JSON has a place too.

use std::ops::Range;

/// A part of a path.
enum Part<'a> {
    Key(&'a str),
    Index(usize),
}

/// The bytes of the value at a path such as `steps[3].to[0]`, or of as much of the path as there is. Of lists and objects it is the first byte alone: what
/// is wrong with all of them is said where they begin.
#[must_use]
pub fn locate(text: &str, path: &str) -> Range<usize> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.space();
    let mut found = scanner.value();
    for part in parts(path) {
        scanner.at = found.start;
        match scanner.child(&part) {
            Some(inner) => found = inner,
            None => break,
        }
    }
    if text[found.clone()].starts_with(['{', '[']) { found.start..found.start + 1 } else { found }
}

/// The bytes of a part of a text that is the value at a path; of all of it where it is not written as it reads.
#[must_use]
pub fn locate_inside(text: &str, path: &str, part: &Range<usize>) -> Range<usize> {
    let whole = locate(text, path);
    let written = &text[whole.clone()];
    let is_plain = written.len() >= 2 && written.starts_with('"') && !written.contains('\\');
    let inside = whole.start + 1 + part.start..whole.start + 1 + part.end;
    if is_plain && inside.end < whole.end { inside } else { whole }
}

fn parts(path: &str) -> Vec<Part<'_>> {
    let mut all = Vec::new();
    for piece in path.split('.') {
        let mut names = piece.split('[');
        all.extend(names.next().filter(|it| !it.is_empty()).map(Part::Key));
        all.extend(names.filter_map(|it| it.trim_end_matches(']').parse().ok()).map(Part::Index));
    }
    all
}

/// Goes through text that is known to be JSON; what is not is left at its end, never beyond.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn here(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.here().is_some_and(|it| it.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(it) = self.here() {
            self.at += if it == b'\\' { 2 } else { 1 };
            if it == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
    }

    /// The bytes of the value that begins here.
    fn value(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(it) = self.here() {
            match it {
                b'"' => self.string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => break,
                it if depth == 0 && it.is_ascii_whitespace() => break,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                break;
            }
        }
        start..self.at
    }

    /// A value inside of the one that begins here.
    fn child(&mut self, part: &Part<'_>) -> Option<Range<usize>> {
        let is_object = self.here() == Some(b'{');
        if !is_object && self.here() != Some(b'[') {
            return None;
        }
        self.at += 1;
        for k in 0.. {
            self.space();
            if matches!(self.here(), None | Some(b'}' | b']')) {
                return None;
            }
            let key = is_object.then(|| {
                let key = self.value();
                self.space();
                self.at += usize::from(self.here() == Some(b':'));
                self.space();
                serde_json::from_str::<String>(&self.text[key]).unwrap_or_default()
            });
            let from = self.at;
            let value = self.value();
            let is_meant = match part {
                Part::Key(name) => key.as_deref() == Some(*name),
                Part::Index(index) => !is_object && *index == k,
            };
            if is_meant {
                return Some(value);
            }
            self.space();
            self.at += usize::from(self.here() == Some(b','));
            if self.at == from {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#" {"a": [1, {"b": "x\"]"}, [ ]], "c d": {"e": -2.5}, "f": "0 < y"} "#;

    fn at(path: &str) -> &'static str {
        &TEXT[locate(TEXT, path)]
    }

    #[test]
    fn values_are_found_by_their_paths() {
        assert_eq!((at("a[0]"), at("a[1].b"), at("c d.e")), ("1", r#""x\"]""#, "-2.5"));
        // Lists and objects where they begin; what is not there where it would be.
        assert_eq!((at("a"), at("a[2]"), at("a[7]"), at("a[1].z"), at("nothing")), ("[", "[", "[", "{", "{"));
        assert_eq!(&TEXT[locate_inside(TEXT, "f", &(4..5))], "y");
        assert_eq!(&TEXT[locate_inside(TEXT, "f", &(5..5))], "");
        assert_eq!(&TEXT[locate_inside(TEXT, "a[1].b", &(1..2))], r#""x\"]""#);
    }

    #[test]
    fn what_is_no_json_has_some_place() {
        for text in ["", "{", "[", "\"", "\"\\", "{\"a\"", "{\"a\":", "{,}", "[,]", "{\"a\" 1 2 3", "]", "ä{ö"] {
            for path in ["a", "a[0]", "[0]", "[1].b"] {
                assert!(text.get(locate(text, path)).is_some(), "{text} {path}");
            }
        }
    }
}
