//! Since when something fails, as a person is told: in words, on a page.
//!
//! In: a [`Story`], plain data that whoever walked the revisions fills in. Out: [`text::render`] and [`html::render`]. [`align`] puts the two
//! runs beside each other: the one from before the guilty change, and the one from after it.

pub mod align;
pub mod html;
pub mod text;

use whyc_base::source::SourceMap;
use whyc_debug::finding::Counterexample;

/// All that is told.
#[derive(Clone, Debug)]
pub struct Story {
    /// What fails: `` `y == 100` (assertion) ``.
    pub what: String,
    /// The files that were asked about.
    pub files: Vec<String>,
    /// The revisions that were asked, newest first.
    pub revisions: Vec<RevisionTold>,
    /// The guilty change, if it was found.
    pub change: Option<ChangeTold>,
    /// What mends the newest revision, as a patch; or why that is not offered. Nothing if it was not asked for.
    pub ported: Option<Result<String, String>>,
    /// How many states of the files were looked at.
    pub n_states: u64,
    /// Whether somebody ended it.
    pub is_stopped: bool,
}

/// A revision and what it says.
#[derive(Clone, Debug)]
pub struct RevisionTold {
    /// Its name, as short as people write it.
    pub name: String,
    /// When it was made; empty for a folder.
    pub date: String,
    /// By whom.
    pub author: String,
    /// What its first line says.
    pub subject: String,
    /// How it stands.
    pub standing: Standing,
    /// What it says as it is, in words that follow its name.
    pub says: String,
    /// How many lines were carried back to it, and what it says with them, if that is something else.
    pub carried: Option<(usize, String)>,
    /// How many newer ones were passed over to come to it.
    pub passed_over: usize,
}

/// How a revision stands, with what was carried back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The check fails as in the newest.
    Fails,
    /// It holds.
    Holds,
    /// It cannot be said.
    Open,
}

impl Standing {
    /// As a shape.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Standing::Fails => "✗",
            Standing::Holds => "✓",
            Standing::Open => "?",
        }
    }

    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::Fails => "fails",
            Standing::Holds => "holds",
            Standing::Open => "open",
        }
    }
}

/// The guilty change.
#[derive(Clone, Debug)]
pub struct ChangeTold {
    /// The revision since which it fails, by its position among those that are told.
    pub bad: usize,
    /// The one before it.
    pub good: usize,
    /// The lines that matter.
    pub lines: Vec<LineTold>,
    /// How many differences there are in all.
    pub n_changed: usize,
    /// What was carried back to the revision that holds, as a patch; empty if nothing.
    pub carried: String,
    /// The files that the lines are in, as they fail, with what would make them hold beside it.
    pub files: Vec<FileTold>,
    /// Commands to see more: what each shows, and how it is written.
    pub commands: Vec<(&'static str, String)>,
    /// The inputs of the run that is told.
    pub inputs: Vec<(String, String)>,
    /// The run before the change and the one after it, as far as they are known.
    pub runs: (Option<Side>, Option<Side>),
}

/// A line that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTold {
    /// The file.
    pub file: String,
    /// What became of it.
    pub sign: Sign,
    /// Where it is: among the lines that hold if it goes, among those that fail if it comes.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It went.
    Gone,
    /// It came.
    Come,
    /// It begins a function that moved here from this file and line.
    Moved(String, usize),
}

/// A file with what was changed in it.
#[derive(Clone, Debug)]
pub struct FileTold {
    /// Its path.
    pub path: String,
    /// Its lines.
    pub rows: Vec<FileRow>,
}

/// A line of a file in both states: its number in the one that holds, and in the one that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Where it was.
    pub old: Option<usize>,
    /// Where it is.
    pub new: Option<usize>,
    /// What it says.
    pub text: String,
}

/// A run on one side of the change.
#[derive(Clone, Debug)]
pub struct Side {
    /// The texts that its steps are in.
    pub sources: SourceMap,
    /// The run.
    pub run: Counterexample,
}

impl RevisionTold {
    /// `3f2a9c1 (2026-03-04, A. Person, "Simplify the limits")`
    #[must_use]
    pub fn whole_name(&self) -> String {
        match self.date.is_empty() {
            true => self.name.clone(),
            false => format!("{} ({}, {}, \"{}\")", self.name, self.date, self.author, self.subject),
        }
    }

    /// What it says, with what was carried to it.
    #[must_use]
    pub fn sentence(&self) -> String {
        match &self.carried {
            None => self.says.clone(),
            Some((n, says)) => {
                format!("{}; with {n} line{} carried back it {says}", self.says, if *n == 1 { "" } else { "s" })
            }
        }
    }
}

impl ChangeTold {
    /// How much of the change matters.
    #[must_use]
    pub fn share(&self) -> String {
        // A line that is replaced is one difference.
        let n = self.n_differences();
        match (n, self.n_changed) {
            (1, 1) => "This line is its change:".to_owned(),
            (1, all) => format!("Of its {all} changed lines this one matters:"),
            (n, all) if n == all => format!("All of its {all} changed lines matter:"),
            (n, all) => format!("Of its {all} changed lines these {n} matter:"),
        }
    }

    fn n_differences(&self) -> usize {
        let mut n = 0;
        let mut is_open = false;
        for line in &self.lines {
            // What comes right behind what goes replaces it.
            let replaces = is_open && line.sign == Sign::Come;
            n += usize::from(!replaces);
            is_open = line.sign == Sign::Gone;
        }
        n
    }
}
