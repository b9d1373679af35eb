//! Texts that are printed wrong: what a test prints and what it should print differ in a few characters, and these are part of a
//! text in the program: a literal in a call, in a table, or in a definition.

use std::ops::Range;

use super::lex::{Kind, Text};
use super::variants::Variant;

/// A line that is printed, and the one that should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// What is printed.
    pub got: String,
    /// What should be.
    pub wanted: String,
}

/// What a text costs that a failing test spells for us.
pub const SPELLED: u32 = 9;
/// At most so many are tried.
const MANY: usize = 12;

impl Lines {
    /// The first lines that differ; none if one of them is lacking or they are no text.
    pub fn of(got: &[u8], wanted: &[u8]) -> Option<Self> {
        let mut pairs = got.split(|&byte| byte == b'\n').zip(wanted.split(|&byte| byte == b'\n'));
        let (got, wanted) = pairs.find(|(got, wanted)| got != wanted)?;
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().filter(|it| it.is_ascii()).map(str::to_owned);
        let is_said = !got.is_empty() && !wanted.is_empty();
        is_said.then_some(())?;
        Some(Self { got: text(got)?, wanted: text(wanted)? })
    }

    /// What should stand instead of a part of what is printed, if that part alone is wrong: once for each place where it stands.
    fn instead(&self, part: &str) -> Vec<String> {
        let (got, wanted) = (self.got.as_bytes(), self.wanted.as_bytes());
        let first = got.iter().zip(wanted).take_while(|(a, b)| a == b).count();
        let most = got.len().min(wanted.len()) - first;
        let last = got.iter().rev().zip(wanted.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let wrong = first..got.len() - last;
        let places = self.got.match_indices(part).map(|(start, _)| start..start + part.len());
        let around = places.filter(|it| it.start <= wrong.start && wrong.end <= it.end);
        let new = around.filter_map(|it| self.wanted.get(it.start..(wanted.len() + it.end).checked_sub(got.len())?));
        new.map(str::to_owned).collect()
    }
}

/// Texts of the program as failing tests spell them, each in a program of its own.
pub fn variants(text: Text<'_>, lines: &[Lines], trusted: &[Range<usize>], found: &mut Vec<Variant>) {
    let n_before = found.len();
    for at in (0..text.tokens.len()).filter(|&at| text.kind(at) == Some(Kind::String)) {
        if trusted.iter().any(|it| it.contains(&at)) {
            continue;
        }
        let start = text.bytes(&(at..at + 1)).start;
        for part in plain(text.word(at)) {
            let old = &text.word(at)[part.clone()];
            let bytes = start + part.start..start + part.end;
            for new in lines.iter().flat_map(|it| it.instead(old)).filter(|new| is_near(old, new)) {
                let edits = vec![(bytes.clone(), new)];
                let is_known = found[n_before..].iter().any(|it: &Variant| it.edits == edits);
                if !is_known && found.len() < n_before + MANY {
                    found.push(Variant { parts: Vec::new(), edits, place: bytes.clone(), cost: SPELLED, likeness: 0 });
                }
            }
        }
    }
}

/// The parts of a literal that are printed as they stand there: neither escapes nor conversions.
fn plain(literal: &str) -> Vec<Range<usize>> {
    let bytes = literal.as_bytes();
    let end = bytes.len().saturating_sub(1);
    let (mut found, mut first, mut at) = (Vec::new(), 1, 1);
    while at < end {
        let is_plain = !matches!(bytes[at], b'\\' | b'%');
        if is_plain {
            at += 1;
            continue;
        }
        found.push(first..at);
        at += match bytes[at] {
            b'\\' => 2,
            _ => 1 + bytes[at + 1..end].iter().position(u8::is_ascii_alphabetic).map_or(0, |n| n + 1),
        };
        first = at.min(end);
    }
    found.push(first..end);
    found.retain(|it| it.start < it.end);
    found
}

/// Whether most of a text stays as it is, and what is new can stand in a literal.
fn is_near(old: &str, new: &str) -> bool {
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let most = a.len().min(b.len()) - first;
    let last = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let is_plain = new.bytes().all(|byte| (b' '..=b'~').contains(&byte) && !matches!(byte, b'"' | b'\\' | b'%'));
    is_plain && old != new && 2 * (first + last) >= a.len().max(b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_should_be_printed_says_what_a_text_should_be() {
        let lines = Lines::of(b"one\nfourty-two euros\n", b"one\nforty-two euros\n").expect("they differ");
        assert_eq!(lines.instead("fourty"), ["forty"]);
        assert_eq!(lines.instead(" euros"), Vec::<String>::new());
        let more = Lines { got: "sum 3".to_owned(), wanted: "sum: 3".to_owned() };
        assert_eq!(more.instead("sum "), ["sum: "]);
        assert_eq!(Lines::of(b"a\n", b"a\nb\n"), None);
    }

    #[test]
    fn only_what_is_printed_as_it_stands_is_a_text() {
        let literal = "\"sum %5.2f\\n of %d\"";
        let parts: Vec<&str> = plain(literal).into_iter().map(|part| &literal[part]).collect();
        assert_eq!(parts, ["sum ", " of "]);
        assert!(is_near("fourty", "forty") && !is_near("yes", "no") && !is_near("ab", "a\"b"));
    }
}
