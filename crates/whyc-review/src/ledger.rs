//! The ledger: one record per line, sorted, so that version control merges it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use thiserror::Error;

use crate::record::{Anchor, Kind, Record, Reply, State, id_of};

/// Where a ledger is kept, from the folder of the project on.
pub const USUAL: &str = ".whyc/review.jsonl";

/// What can go wrong with a ledger.
#[derive(Debug, Error)]
pub enum Error {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is no record.
    #[error("{}:{line}: this is no record of a ledger: {message}", path.display())]
    Line {
        /// Of which file.
        path: PathBuf,
        /// Which line.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// No record has this name.
    #[error("no record {0} in the ledger; `whyc review list` shows what there is")]
    Nobody(String),
    /// Several have.
    #[error("{name} stands for several records: {}", all.join(", "))]
    Several {
        /// The name.
        name: String,
        /// The names of the records.
        all: Vec<String>,
    },
}

/// The records of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    records: Vec<Record>,
}

impl Ledger {
    /// A ledger of these records.
    #[must_use]
    pub fn of(records: Vec<Record>) -> Self {
        let mut ledger = Self { records };
        ledger.sort();
        ledger
    }

    /// Reads a ledger; a file that is not there has no records.
    ///
    /// # Errors
    /// If it cannot be read, or a line of it is no record.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(Error::File { path: path.to_owned(), source }),
        };
        let mut records: Vec<Record> = Vec::new();
        for (k, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let record = serde_json::from_str(line).map_err(|error| {
                let conflict =
                    line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>");
                let message = match conflict {
                    true => "a merge left it in conflict; keep the lines of both sides".to_owned(),
                    false => error.to_string(),
                };
                Error::Line { path: path.to_owned(), line: k + 1, message }
            })?;
            records.push(record);
        }
        // Both sides of a merge may have changed one record.
        let mut ledger = Self::default();
        ledger.merge(records);
        Ok(ledger)
    }

    /// Writes it, wholly or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let failed = |source| Error::File { path: path.to_owned(), source };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(failed)?;
        let mut text = String::new();
        for record in &self.records {
            let line = serde_json::to_string(record).map_err(|error| failed(error.into()))?;
            text.push_str(&line);
            text.push('\n');
        }
        let name = path.file_name().map_or_else(Default::default, |name| name.to_string_lossy().into_owned());
        let beside = folder.join(format!(".{name}.{}", std::process::id()));
        let written = fs::File::create(&beside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&beside, path)).map_err(|source| {
            let _ = fs::remove_file(&beside);
            failed(source)
        })
    }

    /// All records, by file and line.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// All records, to be changed.
    pub(crate) fn records_mut(&mut self) -> &mut Vec<Record> {
        &mut self.records
    }

    /// Adds a record.
    pub fn add(&mut self, record: Record) {
        self.merge([record]);
    }

    /// The record that this is the name of, or the beginning of its name.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, name: &str) -> Result<&Record, Error> {
        let found: Vec<&Record> = self.records.iter().filter(|record| record.id.starts_with(name)).collect();
        match found[..] {
            [] => Err(Error::Nobody(name.to_owned())),
            [only] => Ok(only),
            _ => match found.iter().find(|record| record.id == name) {
                Some(exact) => Ok(exact),
                None => {
                    let all = found.iter().map(|it| it.id.clone()).collect();
                    Err(Error::Several { name: name.to_owned(), all })
                }
            },
        }
    }

    /// The same, to be changed.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_mut(&mut self, name: &str) -> Result<&mut Record, Error> {
        let id = self.find(name)?.id.clone();
        let nobody = || Error::Nobody(name.to_owned());
        self.records.iter_mut().find(|record| record.id == id).ok_or_else(nobody)
    }

    /// Takes in the records of another copy: those that are not here, and of those that are, what was changed last. What
    /// was said is kept from both. Taking in the same twice changes nothing.
    pub fn merge(&mut self, others: impl IntoIterator<Item = Record>) {
        for other in others {
            match self.records.iter_mut().find(|record| record.id == other.id) {
                None => self.records.push(other),
                Some(mine) => {
                    let mut replies = std::mem::take(&mut mine.replies);
                    replies.extend(other.replies.iter().cloned());
                    replies.sort();
                    replies.dedup();
                    if is_later(&other, mine) {
                        *mine = other;
                    }
                    mine.replies = replies;
                }
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        for record in &mut self.records {
            record.replies.sort();
        }
        self.records.sort_by(|a, b| (&a.file, a.line, &a.id).cmp(&(&b.file, b.line, &b.id)));
    }
}

/// Whether `other` counts more than `mine`: it was changed later, or at the same time and is further.
fn is_later(other: &Record, mine: &Record) -> bool {
    (other.touched(), other.status) > (mine.touched(), mine.status)
}

/// A new remark about a line or a file.
#[must_use]
pub fn remark(
    file: &str,
    line: Option<u32>,
    anchor: Option<Anchor>,
    title: &str,
    author: &str,
    created: Timestamp,
) -> Record {
    let place = line.map_or_else(String::new, |line| line.to_string());
    Record {
        id: id_of(&[file, &place, title, author, &created.to_string()]),
        kind: if line.is_some() { Kind::Local } else { Kind::Global },
        file: file.to_owned(),
        line,
        anchor,
        title: title.to_owned(),
        body: String::new(),
        author: author.to_owned(),
        status: State::Open,
        created,
        changed: None,
        replies: Vec::new(),
        finding: None,
    }
}

/// Adds what somebody says to a record.
pub fn reply(record: &mut Record, author: &str, body: &str, at: Timestamp) {
    record.replies.push(Reply { at, author: author.to_owned(), body: body.to_owned() });
}

/// Says what has become of a record.
pub fn set(record: &mut Record, status: State, at: Timestamp) {
    record.status = status;
    record.changed = Some(at);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("it is a time")
    }

    fn base() -> Record {
        remark("bank.c", Some(3), None, "why?", "Ann", time("2008-10-05T10:31:56Z"))
    }

    #[test]
    fn two_copies_become_one() {
        let (mut a, mut b) = (Ledger::of(vec![base()]), Ledger::of(vec![base()]));
        a.add(remark("bank.c", Some(9), None, "of a", "Ann", time("2008-10-06T10:00:00Z")));
        b.add(remark("bank.c", None, None, "of b", "Bob", time("2008-10-06T10:00:00Z")));
        let id = base().id;
        reply(a.find_mut(&id).expect("it is there"), "Ann", "because", time("2008-10-06T10:00:01Z"));
        reply(b.find_mut(&id).expect("it is there"), "Bob", "no idea", time("2008-10-06T10:00:00Z"));
        let mut both = a.clone();
        both.merge(b.records().to_vec());
        assert_eq!(both.records().len(), 3);
        let said: Vec<&str> = both.find(&id).expect("it is there").replies.iter().map(|it| it.body.as_str()).collect();
        assert_eq!(said, ["no idea", "because"]);
        let mut again = both.clone();
        again.merge(b.records().to_vec());
        again.merge(a.records().to_vec());
        assert_eq!(again, both);
        let mut other_way = b.clone();
        other_way.merge(a.records().to_vec());
        assert_eq!(other_way, both);
    }

    #[test]
    fn closed_wins_unless_it_is_reopened_later() {
        let (mut a, mut b) = (Ledger::of(vec![base()]), Ledger::of(vec![base()]));
        set(a.find_mut(&base().id).expect("it is there"), State::Closed, time("2008-10-06T10:00:00Z"));
        let mut both = b.clone();
        both.merge(a.records().to_vec());
        assert_eq!(both.records()[0].status, State::Closed);
        set(b.find_mut(&base().id).expect("it is there"), State::Open, time("2008-10-07T10:00:00Z"));
        both.merge(b.records().to_vec());
        assert_eq!(both.records()[0].status, State::Open);
    }

    #[test]
    fn names_may_be_short_but_not_vague() {
        let mut ledger = Ledger::of(vec![base()]);
        assert!(ledger.find(&base().id[..4]).is_ok());
        assert!(matches!(ledger.find("zzz"), Err(Error::Nobody(_))));
        ledger.add(remark("bank.c", None, None, "other", "Bob", time("2008-10-06T10:00:00Z")));
        assert!(matches!(ledger.find(""), Err(Error::Several { .. })));
    }
}
