//! Changed text becomes a program again: by whoever knows how the first text was read.

use std::collections::BTreeMap;
use std::sync::Arc;

use whyc_base::budget::Budget;
use whyc_base::source::{FileId, SourceMap};
use whyc_base::status::Limit;
use whyc_check::Options;
use whyc_debug::finding::EditReport;
use whyc_ir::program::Program;

/// Files whose text is another one, by their ids in the program as it is.
pub type Texts = BTreeMap<FileId, String>;

/// Reads changed text the way the program was read.
pub trait Recompile {
    /// The program with these texts; what is wrong with them if it is none.
    ///
    /// # Errors
    /// If they are not C.
    fn recompile(&self, texts: &Texts) -> Result<Changed, NotC>;

    /// How the properties of a changed program are decided, within `budget`.
    fn options(&self, changed: &Changed, budget: Budget) -> Options;

    /// Whether the text of a file can be another one.
    fn can_change(&self, file: FileId) -> bool;
}

/// A changed program.
#[derive(Clone)]
pub struct Changed {
    /// The program.
    pub program: Arc<Program>,
    /// What the outside world is taken to be limited to.
    pub limits: Vec<Limit>,
}

/// Changed text that is no program: where the compiler stumbles, by file name and line (both as in the changed text).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotC {
    /// The places; none if nothing is known of them.
    pub places: Vec<(String, u32)>,
}

/// The texts of the files that are changed. The edits do not overlap.
#[must_use]
pub fn changed<'e>(sources: &SourceMap, edits: impl Iterator<Item = &'e EditReport>) -> Texts {
    let mut edits: Vec<&EditReport> = edits.collect();
    // From the end to the beginning, so that no edit moves what another one is about.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut texts = BTreeMap::new();
    for edit in edits {
        let text = texts.entry(edit.span.file).or_insert_with(|| sources.file(edit.span.file).text.clone());
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.new);
    }
    texts
}
