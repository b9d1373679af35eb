//! The revisions of a repository, by git's own commands for programs: objects are read, nothing else is touched.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::change::Files;

/// A text that is larger than this is no source.
const LARGEST: usize = 4 << 20;

/// A state of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The name of the commit, or of the folder.
    pub id: String,
    /// When it was made, as `2026-03-04`; empty for a folder.
    pub date: String,
    /// By whom.
    pub author: String,
    /// What its first line says.
    pub subject: String,
    /// The commits before it; the first is that of its own line.
    pub parents: Vec<String>,
}

/// What went wrong with git.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TroubleWithGit {
    /// It cannot be started.
    #[error("git cannot be started: {0}")]
    Absent(String),
    /// It refuses.
    #[error("git: {0}")]
    Refused(String),
}

/// A repository.
#[derive(Clone, Debug)]
pub struct Repository {
    root: PathBuf,
    /// Texts that were read: most files are the same in many revisions. Nothing for what is too large.
    blobs: Arc<Mutex<BTreeMap<String, Option<String>>>>,
}

impl Repository {
    /// The repository that a folder is in.
    ///
    /// # Errors
    /// If there is none, or no git.
    pub fn at(folder: &Path) -> Result<Self, TroubleWithGit> {
        let here = Self { root: folder.to_owned(), blobs: Arc::default() };
        let root = here.git(&["rev-parse", "--show-toplevel"])?;
        Ok(Self { root: PathBuf::from(root.trim_end()), ..here })
    }

    /// Where its work tree is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn git(&self, words: &[&str]) -> Result<String, TroubleWithGit> {
        self.bytes(words).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        // What a user configured must not change what is read.
        command.arg("-C").arg(&self.root).args(["-c", "core.quotePath=false", "--no-pager"]).args(words);
        command.env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C").stdin(Stdio::null());
        command
    }

    fn bytes(&self, words: &[&str]) -> Result<Vec<u8>, TroubleWithGit> {
        let output = self.command(words).output().map_err(|error| TroubleWithGit::Absent(error.to_string()))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(TroubleWithGit::Refused(
            said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned(),
        ))
    }

    /// Up to `most` revisions from `from` on, newest first, along first parents; without those that can be reached from `not`.
    ///
    /// # Errors
    /// If there is no such revision.
    pub fn line(&self, from: &str, not: Option<&str>, most: usize) -> Result<Vec<Revision>, TroubleWithGit> {
        let (most, format) = (format!("--max-count={most}"), "--format=%H%x00%cs%x00%an%x00%s%x00%P");
        let not = not.map(|not| format!("^{not}"));
        let mut words = vec!["log", "--first-parent", &most, format];
        if from.starts_with('-') {
            return Err(TroubleWithGit::Refused(format!("`{from}` is no revision")));
        }
        words.push(from);
        words.extend(not.as_deref());
        words.push("--");
        let told = self.git(&words)?;
        let revision = |line: &str| {
            let mut parts = line.split('\0').map(str::to_owned);
            let mut part = || parts.next().unwrap_or_default();
            let (id, date, author, subject) = (part(), part(), part(), part());
            Revision { id, date, author, subject, parents: part().split_whitespace().map(str::to_owned).collect() }
        };
        Ok(told.lines().map(revision).collect())
    }

    /// The files of a revision that `is_wanted` names.
    ///
    /// # Errors
    /// If there is no such revision.
    pub fn files(&self, revision: &str, is_wanted: &dyn Fn(&str) -> bool) -> Result<Files, TroubleWithGit> {
        let listed = self.git(&["ls-tree", "-r", "-z", "--full-tree", revision])?;
        let mut wanted = Vec::new();
        for entry in listed.split('\0').filter(|entry| !entry.is_empty()) {
            let Some((what, path)) = entry.split_once('\t') else { continue };
            let mut what = what.split_whitespace();
            let (Some(_), Some("blob"), Some(blob)) = (what.next(), what.next(), what.next()) else { continue };
            if is_wanted(path) && is_inside(path) {
                wanted.push((path.to_owned(), blob.to_owned()));
            }
        }
        let mut blobs = self.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        let mut new: Vec<&str> =
            wanted.iter().map(|(_, blob)| blob.as_str()).filter(|it| !blobs.contains_key(*it)).collect();
        new.sort_unstable();
        new.dedup();
        let texts = self.texts(&new)?;
        blobs.extend(new.iter().map(|blob| (*blob).to_owned()).zip(texts));
        let text = |(path, blob): (String, String)| Some((path, blobs.get(&blob).cloned().flatten()?));
        Ok(wanted.into_iter().filter_map(text).collect())
    }

    /// The texts of some objects, by one process for all of them. Comments in old files are in all sorts of encodings: what is not UTF-8
    /// in them is replaced. Nothing for what is too large, or no text at all.
    fn texts(&self, blobs: &[&str]) -> Result<Vec<Option<String>>, TroubleWithGit> {
        if blobs.is_empty() {
            return Ok(Vec::new());
        }
        let absent = |error: std::io::Error| TroubleWithGit::Absent(error.to_string());
        let mut command = self.command(&["cat-file", "--batch"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(absent)?;
        let names = blobs.join("\n") + "\n";
        // It answers while it is asked: both at once, or each would wait for the other.
        let asking = child.stdin.take().map(|mut stdin| std::thread::spawn(move || stdin.write_all(names.as_bytes())));
        let output = child.wait_with_output().map_err(absent)?;
        drop(asking);
        let (mut rest, mut found) = (&output.stdout[..], Vec::new());
        for blob in blobs {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let head = end.map(|end| String::from_utf8_lossy(&rest[..end]).into_owned()).unwrap_or_default();
            let size = head.rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
            let (Some(end), Some(size)) = (end, size) else {
                return Err(TroubleWithGit::Refused(format!("there is no object {blob}")));
            };
            let bytes = rest.get(end + 1..end + 1 + size).unwrap_or_default();
            let is_text = size <= LARGEST && !bytes.contains(&0);
            found.push(is_text.then(|| String::from_utf8_lossy(bytes).into_owned()));
            rest = rest.get(end + 2 + size..).unwrap_or_default();
        }
        Ok(found)
    }

    /// Where two revisions parted; nothing if they have nothing in common, as where a whole other project was merged.
    ///
    /// # Errors
    /// If there is no such revision.
    pub fn fork(&self, one: &str, other: &str) -> Result<Vec<Revision>, TroubleWithGit> {
        match self.git(&["merge-base", one, other]) {
            Ok(base) => self.line(base.trim(), None, 1),
            Err(TroubleWithGit::Refused(_)) => Ok(Vec::new()),
            Err(absent) => Err(absent),
        }
    }

    /// The files that a revision has under another name than the one before it: the new name and the old one.
    ///
    /// # Errors
    /// If there is no such revision.
    pub fn renamed(&self, before: &str, after: &str) -> Result<Vec<(String, String)>, TroubleWithGit> {
        let told = self.git(&["diff-tree", "-r", "-M", "-z", "--name-status", "--diff-filter=R", before, after])?;
        let mut words = told.split('\0');
        let mut found = Vec::new();
        while let (Some(_), Some(old), Some(new)) =
            (words.next().filter(|it| it.starts_with('R')), words.next(), words.next())
        {
            found.push((new.to_owned(), old.to_owned()));
        }
        Ok(found)
    }
}

/// The files of a line of revisions: the units keep their newest names.
pub struct Tracked<'a> {
    repository: &'a Repository,
    revisions: &'a [Revision],
    is_wanted: &'a dyn Fn(&str) -> bool,
    units: Vec<String>,
    /// What the units are called in each revision, as far as that was asked.
    names: Vec<Vec<String>>,
}

impl<'a> Tracked<'a> {
    /// The files of `revisions` that `is_wanted` names.
    #[must_use]
    pub fn new(
        repository: &'a Repository,
        revisions: &'a [Revision],
        units: &[String],
        is_wanted: &'a dyn Fn(&str) -> bool,
    ) -> Self {
        Self { repository, revisions, is_wanted, units: units.to_vec(), names: vec![units.to_vec()] }
    }

    /// The files of the revision at `position`.
    ///
    /// # Errors
    /// If git has trouble.
    pub fn files(&mut self, position: usize) -> Result<Files, TroubleWithGit> {
        while self.names.len() <= position.min(self.revisions.len().saturating_sub(1)) {
            let at = self.names.len();
            let mut names = self.names[at - 1].clone();
            for (new, old) in self.repository.renamed(&self.revisions[at].id, &self.revisions[at - 1].id)? {
                names.iter_mut().filter(|now| **now == new).for_each(|now| now.clone_from(&old));
            }
            self.names.push(names);
        }
        let Some(revision) = self.revisions.get(position) else { return Ok(Files::new()) };
        let mut files = self.repository.files(&revision.id, self.is_wanted)?;
        for (newest, now) in self.units.iter().zip(&self.names[position]).filter(|(newest, now)| newest != now) {
            if let Some(text) = files.remove(now) {
                files.insert(newest.clone(), text);
            }
        }
        Ok(files)
    }
}

/// Whether a path leads nowhere else.
fn is_inside(path: &str) -> bool {
    !path.starts_with('/') && path.split('/').all(|part| !part.is_empty() && part != ".." && part != ".git")
}

/// Whether a file can be part of a C program, or says how it is read.
#[must_use]
pub fn is_source(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|it| it.to_str());
    matches!(extension, Some("c" | "h" | "i" | "inc" | "def")) || crate::reads::is_setting(path)
}

/// The files of a folder, as those of a revision.
///
/// # Errors
/// If it cannot be read.
pub fn folder(root: &Path, is_wanted: &dyn Fn(&str) -> bool) -> std::io::Result<Files> {
    let (mut files, mut waiting) = (Files::new(), vec![PathBuf::new()]);
    while let Some(below) = waiting.pop() {
        for entry in std::fs::read_dir(root.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                waiting.extend((entry.file_name() != ".git").then_some(path));
            } else if is_wanted(&name)
                && let Ok(text) = std::fs::read_to_string(root.join(&path))
            {
                files.insert(name, text);
            }
        }
    }
    Ok(files)
}
