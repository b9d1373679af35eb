//! What a state of the files says about the question.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use whyc_shrink::Stop;

use crate::bytes::bytes;
use crate::change::Files;
use crate::reads::hash;

/// What a state of the files says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It fails as the newest does.
    Same,
    /// The check is there, is come to, and holds.
    Holds,
    /// Something else fails, or with other values.
    Other(String),
    /// The check is not there, or no run comes to it.
    Absent(String),
    /// It is no program.
    Unread(String),
    /// It is not known.
    Undecided(String),
}

impl Answer {
    /// Whether the question has an answer there.
    #[must_use]
    pub fn is_meaningful(&self) -> bool {
        match self {
            Answer::Same | Answer::Holds => true,
            Answer::Other(_) | Answer::Absent(_) | Answer::Unread(_) | Answer::Undecided(_) => false,
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Same => "fails",
            Answer::Holds => "holds",
            Answer::Other(_) => "other",
            Answer::Absent(_) => "absent",
            Answer::Unread(_) => "unread",
            Answer::Undecided(_) => "undecided",
        }
    }

    /// The answer with this name.
    #[must_use]
    pub fn named(name: &str, reason: Option<String>) -> Option<Self> {
        let reason = reason.unwrap_or_default();
        match name {
            "fails" => Some(Answer::Same),
            "holds" => Some(Answer::Holds),
            "other" => Some(Answer::Other(reason)),
            "absent" => Some(Answer::Absent(reason)),
            "unread" => Some(Answer::Unread(reason)),
            "undecided" => Some(Answer::Undecided(reason)),
            _ => None,
        }
    }

    /// Why it is no answer.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Answer::Same | Answer::Holds => None,
            Answer::Other(why) | Answer::Absent(why) | Answer::Unread(why) | Answer::Undecided(why) => Some(why),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Same => f.write_str("fails"),
            Answer::Holds => f.write_str("holds"),
            Answer::Other(why) => write!(f, "fails differently: {why}"),
            Answer::Absent(why) => write!(f, "cannot say: {why}"),
            Answer::Unread(why) => write!(f, "is no program: {why}"),
            Answer::Undecided(why) => write!(f, "undecided: {why}"),
        }
    }
}

/// Who says what a state of the files says.
pub trait Oracle: Sync {
    /// What they say. Once `stop` is set nobody waits for the answer.
    fn ask(&self, files: &Files, stop: &Stop) -> Answer;

    /// Whether some files are right in every respect that can be asked about.
    fn is_right(&self, files: &Files, stop: &Stop) -> bool {
        self.ask(files, stop) == Answer::Holds
    }

    /// The hashes of the files that the answer depends on, by their paths.
    fn reads(&self, files: &Files) -> BTreeMap<String, String> {
        files.iter().map(|(path, text)| (path.clone(), hash(text.as_bytes()))).collect()
    }

    /// What is asked, to the last detail: whoever asks the same about the same files gets the same answer, at any time. Nothing if that
    /// cannot be promised.
    fn question(&self) -> Option<String> {
        None
    }

    /// Whether a line belongs to the check itself: such lines are carried back together or not at all.
    fn is_of_check(&self, files: &Files, path: &str, line: usize) -> bool {
        let _ = (files, path, line);
        false
    }
}

/// Writes files below a folder.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, files: &Files) -> std::io::Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, bytes(text))?;
    }
    Ok(())
}
