//! The revisions of a repository, by git's own commands for programs: objects are read, nothing else is touched.
//!
//! `tracked` follows files that are called differently in older revisions, `links` says what symbolic links lead to, `runnable` which files are
//! commands; `folders` reads a folder as if it were a revision.

mod folders;
mod links;
mod runnable;
mod tracked;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::bytes;
use crate::change::Files;
pub use folders::folder;
pub use runnable::Runnable;
pub use tracked::Tracked;

/// A file that is larger than this is not read.
const LARGEST: usize = 64 << 20;

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
    /// Whether nothing of it is checked out.
    is_bare: bool,
    /// Texts that were read: most files are the same in many revisions. Nothing for what is too large.
    blobs: Arc<Mutex<BTreeMap<String, Option<String>>>>,
    runnable: Runnable,
}

impl Repository {
    /// The repository that a folder is in.
    ///
    /// # Errors
    /// If there is none, or no git.
    pub fn at(folder: &Path) -> Result<Self, TroubleWithGit> {
        let here =
            Self { root: folder.to_owned(), is_bare: false, blobs: Arc::default(), runnable: Runnable::default() };
        let is_bare = here.git(&["rev-parse", "--is-bare-repository"])?.trim_end() == "true";
        let which = if is_bare { "--absolute-git-dir" } else { "--show-toplevel" };
        let root = here.git(&["rev-parse", which])?;
        Ok(Self { root: PathBuf::from(root.trim_end_matches('\n')), is_bare, ..here })
    }

    /// Where its work tree is, or the repository itself if it has none.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether it has no work tree.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// The files that can be run, as far as revisions were read.
    #[must_use]
    pub fn runnable(&self) -> Runnable {
        self.runnable.clone()
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
        let (mut wanted, mut links, mut runnable) = (Vec::new(), Vec::new(), Vec::new());
        for entry in listed.split('\0').filter(|entry| !entry.is_empty()) {
            let Some((what, path)) = entry.split_once('\t') else { continue };
            let mut what = what.split_whitespace();
            let (Some(mode), Some("blob"), Some(blob)) = (what.next(), what.next(), what.next()) else { continue };
            if !is_inside(path) {
                continue;
            }
            match mode {
                "120000" => links.push((path.to_owned(), blob.to_owned())),
                _ if !is_wanted(path) => {}
                _ => {
                    runnable.extend((mode == "100755").then(|| path.to_owned()));
                    wanted.push((path.to_owned(), blob.to_owned()));
                }
            }
        }
        self.runnable.add(runnable);
        if !links.is_empty() {
            let blobs: Vec<&str> = links.iter().map(|(_, blob)| blob.as_str()).collect();
            let targets = self.texts(&blobs)?;
            let led = links.iter().zip(targets).filter_map(|((path, _), target)| Some((path.as_str(), target?)));
            wanted.extend(links::followed(led, &listed).into_iter().filter(|(path, _)| is_wanted(path)));
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

    /// The texts of some objects, by one process for all of them. Nothing for what is too large.
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
            found.push((size <= LARGEST).then(|| bytes::text(bytes)));
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
