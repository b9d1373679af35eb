//! Bytes of a text, and lines and columns as the protocol counts them.

use lsp_types::{Position, Range};
use whyc_base::source::{SourceMap, Span};

/// How columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16: what every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    fn width(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// A text with the beginnings of its lines.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    /// The lines of `text`. They end where the protocol says: at `\n`, `\r\n` or `\r`.
    pub fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends_at = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(|&at| ends_at(at)).map(|at| at + 1)).collect();
        Self { text, starts, encoding }
    }

    /// Where a byte is.
    pub fn position(&self, offset: usize) -> Position {
        let offset = (0..=offset.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let column = self.encoding.width(&self.text[self.starts[line]..offset]);
        Position { line: number(line), character: number(column) }
    }

    /// Where bytes are.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range { start: self.position(start), end: self.position(end.max(start)) }
    }

    /// Which byte is there; the end of the line if it has no such column, the end of the text if it has no such line.
    pub fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let line = self.line(position.line);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let width = self.encoding.width(c.encode_utf8(&mut [0; 4]));
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The end of a line, before what ends it.
    pub fn end_of(&self, line: u32) -> Position {
        Position { line, character: number(self.encoding.width(self.line(line))) }
    }

    /// A line without what ends it; empty if there is none.
    pub fn line(&self, line: u32) -> &'t str {
        let line = line as usize;
        let Some(&start) = self.starts.get(line) else { return "" };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// Where a span is in its file.
pub fn range_of(sources: &SourceMap, span: Span, encoding: Encoding) -> Range {
    Lines::new(&sources.file(span.file).text, encoding).range(span.start as usize, span.end as usize)
}

/// No text that is read is longer than 4 GiB.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int ä;\r\n/* 😀 */ x\ry\n";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_are_counted_as_was_agreed() {
        let find = |what: &str| TEXT.find(what).unwrap_or(0);
        let (utf8, utf16) = (Lines::new(TEXT, Encoding::Utf8), Lines::new(TEXT, Encoding::Utf16));
        assert_eq!((utf8.position(find(";")), utf16.position(find(";"))), (at(0, 6), at(0, 5)));
        assert_eq!((utf8.position(find("x")), utf16.position(find("x"))), (at(1, 11), at(1, 9)));
        assert_eq!(utf16.position(find("y")), at(2, 0));
        assert_eq!(utf16.position(TEXT.len() + 5), at(3, 0));
        for (offset, _) in TEXT.char_indices().filter(|&(_, c)| !c.is_whitespace()) {
            for lines in [&utf8, &utf16] {
                assert_eq!(lines.offset(lines.position(offset)), offset);
            }
        }
    }

    #[test]
    fn places_outside_the_text_are_at_its_edges() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        assert_eq!(lines.offset(at(0, 99)), "int ä;".len());
        assert_eq!(lines.offset(at(99, 0)), TEXT.len());
        assert_eq!(lines.end_of(0), at(0, 6));
        // Between the two halves of a character there is nothing.
        assert_eq!(lines.offset(at(1, 4)), TEXT.find('😀').unwrap_or(0));
    }
}
