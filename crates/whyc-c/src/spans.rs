//! From libclang's ranges to what the user wrote.
//!
//! A range that comes out of a macro is reported where the user wrote it: inside the macro's
//! argument if the whole range stands in one argument, as the use of the macro otherwise.

use rustc_hash::FxHashMap;
use whyc_base::source::{FileId, SourceMap, Span};

use crate::clang::cursor::{Cursor, Extent, UnitKey};
use crate::clang::kind as k;
use crate::clang::unit::{FileOffset, Location, RawFile};
use crate::prereader::Places;
use crate::text;

/// The source files met so far and the spans in them.
pub struct Spans {
    /// The files.
    pub sources: SourceMap,
    file_from_raw: FxHashMap<RawFile, FileId>,
    file_from_name: FxHashMap<String, FileId>,
    /// For files that libclang has been given in another form, the way back to what the user wrote. A header may be as it is
    /// written in one unit, and in another form in the next.
    places: FxHashMap<(UnitKey, FileId), Places>,
    /// For files that hold the clauses of contracts, which bytes belong to which clause.
    clauses: FxHashMap<FileId, Vec<(u32, u32, Span)>>,
    /// Where things without a place go: the start of the first file.
    nowhere: Span,
}

impl Spans {
    /// Spans in `sources`, which should hold every input already.
    pub fn new(mut sources: SourceMap) -> Self {
        if sources.files().next().is_none() {
            sources.add("(nothing)", Vec::new());
        }
        let file_from_name = sources.files().map(|(id, file)| (file.name.clone(), id)).collect();
        let nowhere = Span { file: FileId(0), start: 0, end: 0 };
        Self {
            sources,
            file_from_raw: FxHashMap::default(),
            file_from_name,
            places: FxHashMap::default(),
            clauses: FxHashMap::default(),
            nowhere,
        }
    }

    /// In a unit libclang knows a file by a text with other places.
    pub fn note_places(&mut self, unit: UnitKey, name: &str, places: Places) {
        if let Some(&file) = self.file_from_name.get(name) {
            self.places.insert((unit, file), places);
        }
    }

    /// The same for a header, which libclang knows by the text that it was given.
    pub fn note_header(&mut self, unit: UnitKey, name: &str, bytes: &[u8], places: &Places) {
        if !self.file_from_name.contains_key(name) {
            let file = self.sources.add(name.to_owned(), bytes.to_vec());
            self.file_from_name.insert(name.to_owned(), file);
        }
        self.note_places(unit, name, places.clone());
    }

    /// A file that nobody wrote holds clauses: everything in it is told where these are.
    pub fn note_clauses(&mut self, (name, text): (&str, &str), regions: Vec<(u32, u32, Span)>) {
        let file = self.sources.add(name.trim_start_matches('/').to_owned(), text.as_bytes().to_vec());
        self.file_from_name.insert(name.to_owned(), file);
        self.clauses.insert(file, regions);
    }

    /// The clause that a place of a file that nobody wrote belongs to.
    fn clause(&self, (file, offset): Place) -> Option<Span> {
        let regions = self.clauses.get(&file)?;
        let found = regions.iter().find(|(start, end, _)| (*start..*end).contains(&offset));
        Some(found.or(regions.first()).map_or(self.nowhere, |&(_, _, span)| span))
    }

    /// What the user wrote for `cursor`.
    pub fn of(&mut self, cursor: Cursor<'_>) -> Span {
        self.of_extent(cursor, cursor.extent())
    }

    /// What the user wrote for an expression, without the parentheses that a macro puts around it.
    pub fn of_expression(&mut self, cursor: Cursor<'_>) -> Span {
        let mut at = cursor;
        while at.kind() == k::CXCursor_ParenExpr {
            let start = at.extent().start();
            let from_macro = start.spelling() != start.expansion();
            match at.children().first() {
                Some(&inner) if from_macro => at = inner,
                _ => break,
            }
        }
        self.of(at)
    }

    /// Where the name stands that `cursor` declares.
    pub fn written_at(&mut self, cursor: Cursor<'_>) -> Option<(FileId, usize)> {
        let (file, start) = self.place(cursor, cursor.location().written()?)?;
        Some((file, start as usize))
    }

    /// From the name that `cursor` declares to its end, without the specifiers before the name.
    pub fn of_declarator(&mut self, cursor: Cursor<'_>) -> Span {
        let whole = self.of(cursor);
        match cursor.location().written().and_then(|place| self.place(cursor, place)) {
            Some((file, start)) if file == whole.file && whole.start <= start && start < whole.end => {
                Span { file, start, end: whole.end }
            }
            _ => whole,
        }
    }

    /// The text of a span on one line.
    pub fn text(&self, span: Span) -> String {
        text::one_line(self.sources.text(span))
    }

    /// The whole text of the file in which `location` is spelled, and the offset there. Macro
    /// bodies are spelled where they are defined.
    pub fn spelled(&mut self, cursor: Cursor<'_>, location: Location<'_>) -> Option<(FileId, usize)> {
        let (file, offset) = self.place(cursor, location.spelling()?)?;
        Some((file, offset as usize))
    }

    /// The first lexeme of `cursor` as it is spelled.
    pub fn first_lexeme(&mut self, cursor: Cursor<'_>) -> Option<String> {
        let (file, at) = self.spelled(cursor, cursor.extent().start())?;
        let first = text::lexemes(&self.sources.file(file).text, at).next()?;
        Some(first.text.to_owned())
    }

    /// The first lexeme of `cursor` where the user wrote it: the name of the macro that it comes from, if it does.
    pub fn written_lexeme(&mut self, cursor: Cursor<'_>) -> Option<String> {
        let (file, at) = self.place(cursor, cursor.extent().start().written()?)?;
        let first = text::lexemes(&self.sources.file(file).text, at as usize).next()?;
        Some(first.text.to_owned())
    }

    fn of_extent(&mut self, cursor: Cursor<'_>, extent: Extent<'_>) -> Span {
        let (from, to) = (extent.start(), extent.end());
        let clause = from.expansion().and_then(|place| self.place(cursor, place)).and_then(|place| self.clause(place));
        if let Some(clause) = clause {
            return clause;
        }
        let found = (|| {
            let start = self.place(cursor, from.written()?)?;
            let start_use = self.place(cursor, from.expansion()?)?;
            let end = self.place(cursor, to.written()?)?;
            let end_use = self.place(cursor, to.expansion()?)?;
            let is_nested = end != end_use && to.spelling() != to.written();
            let end = if is_nested { self.end_of_word(end) } else { end };
            Some(self.join(start, start_use, end, end_use))
        })();
        found.unwrap_or(self.nowhere)
    }

    fn join(&self, start: Place, start_use: Place, end: Place, end_use: Place) -> Span {
        let in_one_use = start != start_use && end != end_use && start_use == end_use;
        if in_one_use
            && let Some(span) = self.between(start, end)
            && text::is_one_argument(self.sources.text(span))
        {
            return span;
        }
        let end = if end == end_use { end } else { self.end_of_use(end_use) };
        self.between(start_use, end).unwrap_or(Span { file: start_use.0, start: start_use.1, end: start_use.1 })
    }

    fn between(&self, start: Place, end: Place) -> Option<Span> {
        (start.0 == end.0 && start.1 <= end.1).then_some(Span { file: start.0, start: start.1, end: end.1 })
    }

    /// The end of the use of a function-like macro that starts at `at`.
    fn end_of_use(&self, at: Place) -> Place {
        let text = &self.sources.file(at.0).text;
        match text::end_of_brackets(text, at.1 as usize) {
            Some(end) => (at.0, end as u32),
            None => at,
        }
    }

    /// The end of the use of a macro in an argument of another one. libclang knows where it starts.
    fn end_of_word(&self, at: Place) -> Place {
        let text = &self.sources.file(at.0).text;
        let mut lexemes = text::lexemes(text, at.1 as usize);
        match (lexemes.next(), lexemes.next()) {
            (Some(_), Some(next)) if next.text == "(" => self.end_of_use(at),
            (Some(word), _) if word.start == at.1 as usize => (at.0, word.end() as u32),
            _ => at,
        }
    }

    /// A file of this cursor's unit.
    pub fn file(&mut self, cursor: Cursor<'_>, raw: RawFile) -> FileId {
        match self.file_from_raw.get(&raw) {
            Some(&file) => file,
            None => {
                let (name, bytes) = cursor.file(raw);
                let file = match self.file_from_name.get(&name) {
                    Some(&file) => file,
                    None => self.sources.add(name.clone(), bytes),
                };
                self.file_from_name.insert(name, file);
                self.file_from_raw.insert(raw, file);
                file
            }
        }
    }

    fn place(&mut self, cursor: Cursor<'_>, (raw, offset): FileOffset) -> Option<Place> {
        let file = self.file(cursor, raw);
        let offset = self.places.get(&(cursor.unit(), file)).map_or(offset, |places| places.original(offset));
        let len = self.sources.file(file).text.len() as u32;
        (offset <= len).then_some((file, offset))
    }
}

/// A file and a byte offset.
type Place = (FileId, u32);
