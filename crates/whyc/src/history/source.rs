//! Where the revisions come from: a repository, or folders.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use whyc_history::bytes;
use whyc_history::reads::odd_names;
use whyc_history::revision::{folder, is_source};
use whyc_history::{Asked, Files, Guilt, Oracle, Repository, Revision, Runnable, Tracked, TroubleWithGit, Way, walk};

use super::asking;
use crate::cli::{Check, History};

/// Where the revisions come from.
pub struct Source {
    /// The repository, if it is one.
    pub repository: Option<Repository>,
    /// The translation units, from the root of the repository or of each folder.
    pub units: Vec<String>,
    /// The revisions, newest first.
    pub revisions: Vec<Revision>,
    /// What the command line says, with folders as they are named from the root on.
    pub check: Check,
    /// The files that can be run, as far as revisions were read.
    pub runnable: Runnable,
    /// Whether every file counts, not only C.
    is_any: bool,
    /// Names of files that count, too.
    odd: BTreeSet<String>,
    /// What the units are called in revisions that were read.
    names: RefCell<BTreeMap<String, Vec<String>>>,
    back: usize,
}

fn named(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Source {
    /// What the command line says.
    pub fn of(args: &History) -> anyhow::Result<Self> {
        let (is_any, back) = (args.test.is_some(), args.back);
        if !args.folders.is_empty() {
            let revision = |path: &PathBuf| Revision {
                id: named(path),
                date: String::new(),
                author: String::new(),
                subject: String::new(),
                parents: Vec::new(),
            };
            let units = args.check.files.iter().map(|file| named(file)).collect();
            let revisions = args.folders.iter().rev().map(revision).collect();
            let (odd, runnable, names) = (BTreeSet::new(), Runnable::default(), RefCell::default());
            let check = args.check.clone();
            return Self { repository: None, units, revisions, check, runnable, is_any, odd, names, back }.completed();
        }
        let first = args.check.files.first().and_then(|file| file.parent()).filter(|it| !it.as_os_str().is_empty());
        let start = args.repo.clone().unwrap_or_else(|| first.map_or(PathBuf::from("."), Path::to_owned));
        let repository = Repository::at(&start)?;
        let units =
            args.check.files.iter().map(|file| unit(args, &repository, file)).collect::<anyhow::Result<Vec<_>>>()?;
        let revisions = repository.line("HEAD", None, args.back.saturating_add(1))?;
        let (odd, runnable, names) = (BTreeSet::new(), repository.runnable(), RefCell::default());
        let mut check = args.check.clone();
        if args.repo.is_none() {
            asking::rooted(&mut check, repository.root());
        }
        let repository = Some(repository);
        Self { repository, units, revisions, check, runnable, is_any, odd, names, back }.completed()
    }

    /// The same with what only the newest files say: which are the units of a build, and which are included under names that are not those of C.
    fn completed(mut self) -> anyhow::Result<Self> {
        if self.is_any {
            return Ok(self);
        }
        let newest = self.all()?;
        self.odd = odd_names(&newest);
        if self.units.is_empty() {
            let root = self.repository.as_ref().map(Repository::root);
            self.units = asking::built(&self.check, root, &newest)?;
        }
        Ok(self)
    }

    /// Where answers are kept that may be wanted again.
    pub fn kept(&self) -> Option<PathBuf> {
        let root = match &self.repository {
            Some(repository) if repository.is_bare() => None,
            Some(repository) => Some(repository.root().to_owned()),
            None => crate::project::marked(),
        };
        root.map(|root| root.join(".whyc").join("history"))
    }

    /// The units with what they are called in a revision.
    pub fn named_in(&self, id: &str) -> Vec<(&str, String)> {
        let names = self.names.borrow();
        let there = names.get(id).map_or(&self.units, |names| names);
        self.units.iter().map(String::as_str).zip(there.iter().cloned()).collect()
    }

    /// Which files are looked at.
    fn is_wanted(&self) -> impl Fn(&str) -> bool + use<> {
        let (is_any, odd) = (self.is_any, self.odd.clone());
        let is_odd = move |path: &str| odd.contains(path.rsplit('/').next().unwrap_or(path));
        move |path: &str| (is_any || is_source(path) || is_odd(path)) && !path.starts_with(".whyc/")
    }

    /// The files of the newest revision, whether the units are among them or not.
    fn all(&self) -> anyhow::Result<Files> {
        let Some(newest) = self.revisions.first() else { bail!("there are no revisions") };
        Ok(match &self.repository {
            Some(repository) => repository.files(&newest.id, &self.is_wanted())?,
            None => self.read(&newest.id, &self.is_wanted())?,
        })
    }

    fn read(&self, path: &str, is_wanted: &dyn Fn(&str) -> bool) -> anyhow::Result<Files> {
        folder(Path::new(path), is_wanted, &self.runnable).with_context(|| format!("cannot read {path}"))
    }

    /// The units that are not in the work tree as they are in the newest revision.
    pub fn differing(&self, newest: &Files) -> Vec<String> {
        let Some(repository) = self.repository.as_ref().filter(|it| !it.is_bare()) else { return Vec::new() };
        let is_other = |path: &&String| {
            let there = std::fs::read(repository.root().join(path.as_str()));
            // With other line ends it may be the same all the same.
            let plain = |text: &str| text.replace("\r\n", "\n");
            there.is_ok_and(|there| {
                newest.get(path.as_str()).is_some_and(|text| plain(text) != plain(&bytes::text(&there)))
            })
        };
        newest.keys().filter(is_other).cloned().collect()
    }

    /// The files of the newest revision.
    pub fn newest(&self) -> anyhow::Result<Files> {
        let files = self.all()?;
        if let Some(unit) = self.units.iter().find(|unit| !files.contains_key(*unit)) {
            let only = if self.repository.is_some() { " (only what is committed is looked at)" } else { "" };
            bail!("{unit}: the newest revision has no such file{only}");
        }
        Ok(files)
    }

    /// Walks back through the revisions; what a merge brought is looked for among the commits that it merged.
    pub fn walk(
        &self,
        oracle: &dyn Oracle,
        way: &Way,
        tell: &mut dyn FnMut(&Asked),
    ) -> anyhow::Result<whyc_history::History> {
        let is_wanted = self.is_wanted();
        let Some(repository) = &self.repository else {
            let mut files = |position: usize| self.read(&self.revisions[position].id, &is_wanted);
            return walk(&self.revisions, &mut files, oracle, way, tell);
        };
        let mut line = |revisions: &[Revision]| {
            // A command knows files by the names that they have.
            let units = if self.is_any { &[][..] } else { &self.units[..] };
            let mut tracked = Tracked::new(repository, revisions, units, &is_wanted);
            let mut files = |position: usize| {
                let files = tracked.files(position)?;
                let id = revisions.get(position).map(|it| it.id.clone());
                self.names.borrow_mut().extend(id.map(|id| (id, tracked.units(position))));
                Ok::<_, TroubleWithGit>(files)
            };
            walk(revisions, &mut files, oracle, way, tell)
        };
        let mut found = line(&self.revisions)?;
        // A side may have been merged into that side, and so on.
        while let Some((before, merge)) = merged(&found) {
            let [own, sides @ ..] = &merge.parents[..] else { break };
            let mut into = None;
            // A merge may bring several at once.
            for side in sides {
                let mut revisions = vec![merge.clone()];
                revisions.extend(repository.line(side, Some(own), self.back)?);
                revisions.extend(repository.fork(own, side)?);
                let inner = line(&revisions)?;
                found.tests += inner.tests;
                if inner.guilt.as_ref().is_some_and(|guilt| guilt.bad > 0) {
                    into = Some(inner);
                    break;
                }
            }
            let Some(inner) = into else { break };
            found.asked.truncate(before);
            found.asked.extend(inner.asked);
            let moved = |guilt: Guilt| Guilt { bad: guilt.bad + before, good: guilt.good + before, ..guilt };
            found.guilt = inner.guilt.map(moved);
        }
        Ok(found)
    }
}

/// The guilty revision, if it is a merge, and its position among those that were asked.
fn merged(found: &whyc_history::History) -> Option<(usize, Revision)> {
    let bad = found.guilt.as_ref()?.bad;
    let revision = &found.asked.get(bad)?.revision;
    (revision.parents.len() > 1).then(|| (bad, revision.clone()))
}

/// A file as the repository names it.
fn unit(args: &History, repository: &Repository, file: &Path) -> anyhow::Result<String> {
    if args.repo.is_some() {
        return Ok(named(file));
    }
    let whole = std::path::absolute(file).with_context(|| format!("cannot find {}", file.display()))?;
    let whole = whole.canonicalize().unwrap_or(whole);
    let root = repository.root().canonicalize().unwrap_or_else(|_| repository.root().to_owned());
    let inside = whole.strip_prefix(&root);
    Ok(named(inside.with_context(|| format!("{} is not in the repository {}", file.display(), root.display()))?))
}
