//! Source lines with labels under them.

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity};
use codespan_reporting::files::{Error, Files, SimpleFile};
use codespan_reporting::term::{self, Config};
use whyc_base::source::{FileId, SourceMap, Span};

use crate::paint::{Canvas, Paint, visible};

/// Longer source lines are not shown: nobody could find the label under them.
const LONGEST_LINE: usize = 400;

/// A place with a remark.
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What is said under it; may be empty.
    pub text: String,
}

/// The lines of `marks` with their remarks, then `notes`, in the manner of a compiler; ends with a line end.
pub fn render(sources: &SourceMap, severity: Severity, marks: &[Mark], notes: &[String], paint: Paint) -> String {
    // Several loops that were cut off are all meant; beside an error there are places that have to do with it.
    let first_only = severity == Severity::Error;
    if marks.iter().any(|mark| line_lengths(sources, mark.span) > LONGEST_LINE) {
        return without_source(sources, marks, notes);
    }
    let labels = marks.iter().enumerate().map(|(k, mark)| {
        let span = clamp(sources, mark.span);
        let range = span.start as usize..span.end as usize;
        let label =
            if k == 0 || !first_only { Label::primary(span.file, range) } else { Label::secondary(span.file, range) };
        label.with_message(visible(&mark.text))
    });
    let notes_shown = notes.iter().map(|note| visible(note).into_owned()).collect();
    let diagnostic = Diagnostic::new(severity).with_labels(labels.collect()).with_notes(notes_shown);
    let files = Shown::new(sources, marks);
    let mut canvas = Canvas::new(paint);
    if term::emit_to_write_style(&mut canvas, &Config::default(), &files, &diagnostic).is_err() {
        return without_source(sources, marks, notes);
    }
    let text = canvas.into_text();
    // The first line is a header, which callers write in their own way.
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    format!("{}\n", body.trim_end())
}

/// `file:line:column` of the start of `span`.
pub fn place(sources: &SourceMap, span: Span) -> String {
    let at = sources.start(span);
    format!("{}:{}:{}", visible(&sources.file(span.file).name), at.line, at.column)
}

/// The same in words alone, for sources that cannot be shown.
fn without_source(sources: &SourceMap, marks: &[Mark], notes: &[String]) -> String {
    let mut out = String::new();
    for mark in marks {
        let colon = if mark.text.is_empty() { "" } else { ": " };
        out.push_str(&format!("  ┌─ {}{colon}{}\n", place(sources, mark.span), visible(&mark.text)));
    }
    for note in notes {
        out.push_str(&format!("  = {}\n", visible(note)));
    }
    out
}

/// The length of the longest line that `span` begins or ends on.
fn line_lengths(sources: &SourceMap, span: Span) -> usize {
    let file = sources.file(span.file);
    let lines = [sources.start(span).line, sources.end(span).line];
    lines.into_iter().map(|line| file.line_text(line).len()).max().unwrap_or(0)
}

/// `span` inside its file and not reversed.
fn clamp(sources: &SourceMap, span: Span) -> Span {
    let len = sources.file(span.file).text.len() as u32;
    let start = span.start.min(len);
    Span { file: span.file, start, end: span.end.clamp(start, len) }
}

/// The files that the marks are in, as the renderer wants them.
struct Shown {
    files: Vec<(FileId, SimpleFile<String, String>)>,
}

impl Shown {
    fn new(sources: &SourceMap, marks: &[Mark]) -> Self {
        let mut ids: Vec<FileId> = marks.iter().map(|mark| mark.span.file).collect();
        ids.sort_unstable();
        ids.dedup();
        let files = ids.into_iter().map(|id| {
            let file = sources.file(id);
            (id, SimpleFile::new(visible(&file.name).into_owned(), visible(&file.text).into_owned()))
        });
        Self { files: files.collect() }
    }

    fn get(&self, id: FileId) -> Result<&SimpleFile<String, String>, Error> {
        self.files.iter().find(|(known, _)| *known == id).map(|(_, file)| file).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for Shown {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.get(id)?.name())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.get(id)?.source())
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        self.get(id)?.line_index((), byte_index)
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<std::ops::Range<usize>, Error> {
        self.get(id)?.line_range((), line_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: u32, end: u32) -> String {
        let mut sources = SourceMap::new();
        let file = sources.add("a.c", text.as_bytes().to_vec());
        let mark = Mark { span: Span { file, start, end }, text: "here".to_owned() };
        render(&sources, Severity::Error, &[mark], &["a note".to_owned()], Paint { color: false })
    }

    #[test]
    fn a_label_stands_under_its_text() {
        insta::assert_snapshot!(shown("int x;\n\tx = é + 1;\r\n", 8, 18), @r"
          ┌─ a.c:2:2
          │
        2 │     x = é + 1;
          │     ^^^^^^^^^ here
          │
          = a note
        ");
    }

    #[test]
    fn spans_that_do_not_fit_do_no_harm() {
        for (start, end) in [(0, 99), (99, 99), (5, 2), (0, 0), (8, 9)] {
            assert!(shown("x\n\u{e9}\u{e9}\u{e9}", start, end).contains("a note"));
        }
        assert!(shown("", 3, 9).contains("a note"));
    }

    #[test]
    fn very_long_lines_are_not_shown() {
        assert_eq!(shown(&"x".repeat(1000), 3, 9), "  ┌─ a.c:1:4: here\n  = a note\n");
    }
}
