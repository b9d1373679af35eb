//! What clang complains about, on its way to a [`Diagnostic`].
//!
//! A complaint keeps the text that it points into, because its unit may be gone before anyone knows whether it counts: a
//! file that cannot be read in one way may be read in another.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::{SourceMap, Span};

use crate::clang::unit::{ClangDiagnostic, Unit};
use crate::text;

/// Something that clang complains about.
pub(crate) struct Complaint {
    severity: Severity,
    /// What clang says.
    pub message: String,
    place: Option<Place>,
}

/// A file and where in it.
struct Place {
    name: String,
    /// Shared by all complaints about the file: a text with thousands of errors is kept once.
    bytes: Rc<[u8]>,
    offset: u32,
}

/// The errors in a unit, each followed by its notes.
pub(crate) fn of_unit(unit: &Unit<'_>) -> Vec<Complaint> {
    let mut all = Vec::new();
    let mut is_about_error = false;
    let mut texts: FxHashMap<String, Rc<[u8]>> = FxHashMap::default();
    for ClangDiagnostic { severity, message, place } in unit.diagnostics() {
        is_about_error = severity == Severity::Error || (is_about_error && severity == Severity::Note);
        if is_about_error {
            let place = place.map(|(file, offset)| {
                let name = unit.root().file_name(file);
                let bytes = match texts.get(&name) {
                    Some(known) => Rc::clone(known),
                    None => {
                        let bytes: Rc<[u8]> = unit.root().file(file).1.into();
                        texts.insert(name.clone(), Rc::clone(&bytes));
                        bytes
                    }
                };
                Place { name, bytes, offset }
            });
            all.push(Complaint { severity, message, place });
        }
    }
    all
}

impl Complaint {
    /// Whether it is an error and no note to one.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Where it is in the file of this name.
    pub fn offset_in(&self, name: &str) -> Option<usize> {
        self.place.as_ref().filter(|place| place.name == name).map(|place| place.offset as usize)
    }

    /// An error without a place.
    pub fn error(message: String) -> Self {
        Self { severity: Severity::Error, message, place: None }
    }

    /// The same, with its place in `sources`, where the file is entered if it is not there yet.
    pub fn into_diagnostic(self, sources: &mut SourceMap) -> Diagnostic {
        let Self { severity, message, place } = self;
        let span = place.map(|Place { name, bytes, offset }| {
            let known = sources.files().find(|(_, file)| file.name == name).map(|(id, _)| id);
            let file = known.unwrap_or_else(|| sources.add(name, bytes.to_vec()));
            let text = &sources.file(file).text;
            let start = offset.min(text.len() as u32);
            // clang marks a place; a person sees a word.
            let word = text::lexemes(text, start as usize).next();
            let end = word.filter(|word| word.start == start as usize).map_or(start, |word| word.end() as u32);
            Span { file, start, end }
        });
        Diagnostic { severity, message, span, notes: Vec::new() }
    }
}
