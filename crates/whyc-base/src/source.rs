//! Source files, byte spans and line/column positions.

use crate::ids::IdVec;
use crate::typed_id;

typed_id! {
    /// A source file.
    pub struct FileId("file");
}

/// A half-open byte range of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Whether `other` lies in it.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// The span from the start of `self` to the end of `other`, where both are in one file;
    /// `self` otherwise.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file && other.end >= self.start {
            Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
        } else {
            self
        }
    }
}

/// A position as people count it: line and column from one, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// One file: its name as the user gave it, its text, and where its lines start.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name as shown to the user.
    pub name: String,
    /// The text. Bytes that are not UTF-8 have been replaced one for one by `?`, so that offsets stay right.
    pub text: String,
    /// The bytes as they were, where the text is not exactly that.
    raw: Option<Vec<u8>>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let (text, raw) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(err) => {
                let bytes = err.into_bytes();
                let text = bytes.iter().map(|&b| if b.is_ascii() { char::from(b) } else { '?' }).collect();
                (text, Some(bytes))
            }
        };
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        Self { name, text, raw, line_starts }
    }

    /// The bytes of the file, those included that are not UTF-8.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.raw.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// How many lines the file has.
    #[must_use]
    pub fn n_lines(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The text of line `line` (from 1) without its line end; empty if there is no such line.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let Some(&start) = line.checked_sub(1).and_then(|l| self.line_starts.get(l as usize)) else {
            return "";
        };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }

    fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1] as usize;
        let before = &self.text.as_bytes()[start..offset as usize];
        // Continuation bytes do not start a character.
        let column = before.iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Position { line: line as u32, column: column as u32 }
    }
}

/// All source files of one analysis.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IdVec<FileId, SourceFile>,
}

impl SourceMap {
    /// A map without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> FileId {
        self.files.push(SourceFile::new(name.into(), bytes))
    }

    /// The file `id`.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// All files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }

    /// Where `span` starts.
    #[must_use]
    pub fn start(&self, span: Span) -> Position {
        self.files[span.file].position(span.start)
    }

    /// Where `span` ends (exclusive).
    #[must_use]
    pub fn end(&self, span: Span) -> Position {
        self.files[span.file].position(span.end)
    }

    /// The line on which `span` starts.
    #[must_use]
    pub fn line(&self, span: Span) -> u32 {
        self.start(span).line
    }

    /// The text of `span`; empty if the span does not fit its file.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.files[span.file].text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_from_one_and_columns_in_characters() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", "int é;\nx\n".as_bytes().to_vec());
        let at = |start, end| Span { file, start, end };
        assert_eq!(map.start(at(0, 3)), Position { line: 1, column: 1 });
        assert_eq!(map.end(at(4, 6)), Position { line: 1, column: 6 });
        assert_eq!(map.start(at(8, 9)), Position { line: 2, column: 1 });
        assert_eq!(map.text(at(8, 9)), "x");
        assert_eq!(map.file(file).line_text(1), "int é;");
        assert_eq!(map.file(file).line_text(9), "");
    }

    #[test]
    fn bytes_that_are_not_text_keep_their_offsets() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", vec![b'a', 0xFF, 0xC3, b'\n', b'b']);
        assert_eq!(map.file(file).text, "a??\nb");
    }
}
