//! Files of properties: one each line, with a name or without; lines that begin with a blank go on with the one before. `--`, `//`
//! and `#` begin comments.

use crate::lex::Mistake;
use crate::parse::parse;
use crate::syntax::{Expr, Place};

/// A property of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name, or `p` and its number.
    pub name: String,
    /// Whether it was given no name.
    pub is_unnamed: bool,
    /// As it is written, without comments.
    pub text: String,
    /// Where the text begins in the file, in bytes.
    pub offset: usize,
    /// What it says; places count from the beginning of `text`.
    pub expr: Expr,
}

/// The properties of a file.
///
/// # Errors
/// The first place that is wrong, in bytes of the file.
pub fn read(text: &str) -> Result<Vec<Named>, Mistake> {
    let plain = without_comments(text);
    let mut named: Vec<Named> = Vec::new();
    for mut piece in pieces(&plain) {
        // What stands before a property in a comment is filled up.
        piece.start += plain[piece.clone()].bytes().take_while(|it| *it == 1).count();
        let (name, start) = split_name(&plain, piece.clone());
        let body = plain[start..piece.end].trim_end();
        let body = body.strip_suffix(';').unwrap_or(body).trim_end();
        let lead = body.len() - body.trim_start().len();
        let (offset, body) = (start + lead, body.trim_start());
        let expr = parse(body).map_err(|mistake| {
            let shift = |at: u32| at + offset as u32;
            Mistake { place: shift(mistake.place.start)..shift(mistake.place.end), ..mistake }
        })?;
        let is_unnamed = name.is_none();
        let name = name.unwrap_or_else(|| format!("p{}", named.len() + 1));
        if named.iter().any(|it| it.name == name) {
            let at = piece.start as u32;
            return Err(Mistake::at(at..at + name.len() as u32, format!("there are two properties `{name}`")));
        }
        named.push(Named { name, is_unnamed, text: body.to_owned(), offset, expr });
    }
    if named.is_empty() {
        return Err(Mistake::at(0..0, "there is no property here"));
    }
    Ok(named)
}

/// The same text with blanks for comments, byte for byte.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let found = [line.find("--"), line.find("//"), comment_sign(line)].into_iter().flatten().min();
        let end = found.unwrap_or(line.len());
        plain.push_str(&line[..end]);
        plain.extend(line[end..].bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }));
    }
    plain
}

/// Where `#` begins a comment: `##` is a delay.
fn comment_sign(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    (0..bytes.len())
        .find(|&at| bytes[at] == b'#' && bytes.get(at + 1) != Some(&b'#') && (at == 0 || bytes[at - 1] != b'#'))
}

/// The properties, each with the lines that go on with it.
fn pieces(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut pieces: Vec<std::ops::Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        if line.trim().is_empty() {
            continue;
        }
        match pieces.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => last.end = range.end,
            _ => pieces.push(range),
        }
    }
    pieces
}

/// The name before a colon, and where the property begins.
fn split_name(text: &str, piece: std::ops::Range<usize>) -> (Option<String>, usize) {
    let line = &text[piece.clone()];
    let Some((name, rest)) = line.split_once(':') else { return (None, piece.start) };
    let name = name.trim();
    let name = name.strip_prefix("assert ").unwrap_or(name).trim();
    let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'));
    if is_name { (Some(name.to_owned()), piece.end - rest.len()) } else { (None, piece.start) }
}

/// A place in the text of a property, as a place in its file.
#[must_use]
pub fn in_file(named: &Named, place: &Place) -> std::ops::Range<usize> {
    named.offset + place.start as usize..named.offset + place.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_have_names_and_places() {
        let text = "-- an arbiter\nlive: G(r -> F g) // at last\n\nG !(a\n  && b);   # both\nseq: a ##1 b |-> c\n";
        let read = read(text).expect("the file should be read");
        let told: Vec<(&str, String)> = read.iter().map(|it| (it.name.as_str(), it.expr.to_string())).collect();
        let expected = [("live", "G (r -> F g)"), ("p2", "G !(a && b)"), ("seq", "{a; b} |-> c")];
        assert_eq!(told, expected.map(|(name, text)| (name, text.to_owned())));
        let part = read[0].expr.parts()[0].parts()[1];
        assert_eq!(&text[in_file(&read[0], &part.place)], "F g");
    }

    #[test]
    fn mistakes_have_places_in_the_file() {
        assert_eq!(read("a: b\nc: G(\n").map_err(|it| it.place), Err(10..10));
        assert_eq!(read("a: b\na: c\n").map_err(|it| it.place), Err(5..6));
        assert!(read("-- nothing\n").is_err());
    }
}
