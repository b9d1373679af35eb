//! What was answered before: in memory, and in a file that outlasts it.
//!
//! An answer is known again by the content of every file that can be read ([`crate::reads`]), what was asked, and the version of whyc; so it is never that of
//! something else. The file has one line for each answer; lines that are no answers are passed over, and whoever wants to may delete it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle};
use crate::reads::hash;

/// What the file says first.
#[derive(Clone, Debug, Serialize)]
struct Head<'a> {
    whyc: &'a str,
    question: &'a str,
}

/// One answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    /// The hash of what was read.
    key: String,
    /// Where that was, and the beginnings of its hashes.
    files: BTreeMap<String, String>,
    answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// So many digits of a hash are enough for a person.
const DIGITS: usize = 12;

/// An oracle that is asked once about each state of the files.
pub struct Known<'a> {
    oracle: &'a dyn Oracle,
    answers: Mutex<FxHashMap<String, Answer>>,
    /// The file, if there is one.
    path: Option<PathBuf>,
    /// What it begins with.
    head: String,
    hits: Mutex<u64>,
}

impl<'a> Known<'a> {
    /// Remembers what `oracle` says as long as this lives.
    #[must_use]
    pub fn new(oracle: &'a dyn Oracle) -> Self {
        Self { oracle, answers: Mutex::default(), path: None, head: String::new(), hits: Mutex::default() }
    }

    /// The same, and in a file of `folder` for later: if the oracle can say what its answers depend on.
    #[must_use]
    pub fn kept_in(mut self, folder: &Path, version: &str) -> Self {
        let Some(question) = self.oracle.question() else { return self };
        let head = Head { whyc: version, question: &question };
        self.head = serde_json::to_string(&head).unwrap_or_default();
        let path = folder.join(format!("{}.jsonl", &hash(self.head.as_bytes())[..DIGITS]));
        self.answers = Mutex::new(load(&path, &self.head));
        self.path = Some(path);
        self
    }

    /// How many questions were answered without asking.
    #[must_use]
    pub fn hits(&self) -> u64 {
        *self.hits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, line: &Line) {
        let (Some(path), Ok(text)) = (&self.path, serde_json::to_string(line)) else { return };
        // What cannot be written is asked again next time.
        let _ = append(path, &self.head, &text);
    }
}

/// The answers of a file that was written for this question.
fn load(path: &Path, head: &str) -> FxHashMap<String, Answer> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    if lines.next() != Some(head) {
        return FxHashMap::default();
    }
    let lines = lines.filter_map(|line| serde_json::from_str::<Line>(line).ok());
    lines.filter_map(|line| Some((line.key, Answer::named(&line.answer, line.reason)?))).collect()
}

/// Adds a line, in one piece: others may write to the same file.
fn append(path: &Path, head: &str, line: &str) -> std::io::Result<()> {
    let mut text = String::new();
    if !path.exists() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
            let ignore = folder.join(".gitignore");
            if !ignore.exists() {
                // What is kept here is nobody's work.
                std::fs::write(ignore, "*\n")?;
            }
        }
        text = format!("{head}\n");
    }
    text.push_str(line);
    text.push('\n');
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

impl Oracle for Known<'_> {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        let read = self.oracle.reads(files);
        let all: Vec<u8> = read.iter().flat_map(|(path, hash)| format!("{path}\0{hash}\n").into_bytes()).collect();
        let key = hash(&all);
        if let Some(known) = self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            *self.hits.lock().unwrap_or_else(PoisonError::into_inner) += 1;
            return known.clone();
        }
        let answer = self.oracle.ask(files, stop);
        if stop.is_set() {
            return answer;
        }
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), answer.clone());
        // What is not known for lack of time may be known another day.
        if !matches!(answer, Answer::Undecided(_)) {
            let own = read.into_iter().filter(|(path, _)| !path.starts_with('/'));
            let files = own.map(|(path, hash)| (path, hash[..DIGITS.min(hash.len())].to_owned())).collect();
            let reason = answer.reason().map(str::to_owned);
            self.keep(&Line { key, files, answer: answer.name().to_owned(), reason });
        }
        answer
    }

    fn is_right(&self, files: &Files, stop: &Stop) -> bool {
        self.oracle.is_right(files, stop)
    }

    fn is_of_check(&self, files: &Files, path: &str, line: usize) -> bool {
        self.oracle.is_of_check(files, path, line)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Fails if the text says so, and counts how often it is asked.
    #[derive(Default)]
    struct Word {
        asked: AtomicU64,
    }

    impl Oracle for Word {
        fn ask(&self, files: &Files, _: &Stop) -> Answer {
            self.asked.fetch_add(1, Ordering::Relaxed);
            match files["a"].as_str() {
                "fails" => Answer::Same,
                "late" => Answer::Undecided("too late".to_owned()),
                "other" => Answer::Other("why".to_owned()),
                _ => Answer::Holds,
            }
        }

        fn question(&self) -> Option<String> {
            Some("is there a word".to_owned())
        }
    }

    #[test]
    fn an_answer_is_that_of_the_same_content_question_and_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let asks = |version: &str, texts: &[&str]| -> (u64, Vec<Answer>) {
            let word = Word::default();
            let known = Known::new(&word).kept_in(folder.path(), version);
            let file = |text: &str| Files::from([("a".to_owned(), text.to_owned())]);
            let answers = texts.iter().map(|text| known.ask(&file(text), &Stop::default())).collect();
            (word.asked.load(Ordering::Relaxed), answers)
        };
        let expected = vec![Answer::Same, Answer::Holds, Answer::Other("why".to_owned())];
        assert_eq!(asks("1", &["fails", "holds", "other"]), (3, expected.clone()));
        assert_eq!(asks("1", &["fails", "holds", "other"]), (0, expected.clone()));
        assert_eq!(asks("1", &["fails ", "late"]).0, 2, "other contents are asked about");
        assert_eq!(asks("1", &["late"]).0, 1, "what was not decided is asked again");
        assert_eq!(asks("2", &["fails", "holds", "other"]), (3, expected), "another version is asked anew");
        // Nonsense in the file is passed over.
        for entry in std::fs::read_dir(folder.path()).expect("the folder").flatten() {
            let text = std::fs::read_to_string(entry.path()).expect("a file");
            std::fs::write(entry.path(), format!("{text}{{\"key\": 3}}\nnonsense")).expect("a file");
        }
        assert_eq!(asks("1", &["fails"]).0, 0);
    }
}
