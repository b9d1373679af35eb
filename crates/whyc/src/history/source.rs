//! Where the revisions come from: a repository, or folders.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use whyc_history::revision::{folder, is_source};
use whyc_history::{Asked, Files, Guilt, Oracle, Repository, Revision, Tracked, Way, walk};

use crate::cli::History;

/// Where the revisions come from.
pub struct Source {
    /// The repository, if it is one.
    pub repository: Option<Repository>,
    /// The translation units, from the root of the repository or of each folder.
    pub units: Vec<String>,
    /// The revisions, newest first.
    pub revisions: Vec<Revision>,
    /// Whether every file counts, not only C.
    is_any: bool,
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
            return Ok(Self { repository: None, units, revisions, is_any, back });
        }
        let first = args.check.files.first().and_then(|file| file.parent()).filter(|it| !it.as_os_str().is_empty());
        let start = args.repo.clone().unwrap_or_else(|| first.map_or(PathBuf::from("."), Path::to_owned));
        let repository = Repository::at(&start)?;
        let units =
            args.check.files.iter().map(|file| unit(args, &repository, file)).collect::<anyhow::Result<Vec<_>>>()?;
        let revisions = repository.line("HEAD", None, args.back.saturating_add(1))?;
        Ok(Self { repository: Some(repository), units, revisions, is_any, back })
    }

    /// Where answers are kept that may be wanted again.
    pub fn kept(&self) -> Option<PathBuf> {
        let root = match &self.repository {
            Some(repository) => Some(repository.root().to_owned()),
            None => crate::project::marked(),
        };
        root.map(|root| root.join(".whyc").join("history"))
    }

    /// Which files are looked at.
    fn is_wanted(&self) -> impl Fn(&str) -> bool + use<> {
        let is_any = self.is_any;
        move |path: &str| (is_any || is_source(path)) && !path.starts_with(".whyc/")
    }

    /// The files of the newest revision.
    pub fn newest(&self) -> anyhow::Result<Files> {
        let Some(newest) = self.revisions.first() else { bail!("there are no revisions") };
        let files = match &self.repository {
            Some(repository) => repository.files(&newest.id, &self.is_wanted())?,
            None => read(&newest.id, &self.is_wanted())?,
        };
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
            let mut files = |position: usize| read(&self.revisions[position].id, &is_wanted);
            return walk(&self.revisions, &mut files, oracle, way, tell);
        };
        let mut line = |revisions: &[Revision]| {
            let mut tracked = Tracked::new(repository, revisions, &self.units, &is_wanted);
            walk(revisions, &mut |position| tracked.files(position), oracle, way, tell)
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

fn read(path: &str, is_wanted: &dyn Fn(&str) -> bool) -> anyhow::Result<Files> {
    folder(Path::new(path), is_wanted).with_context(|| format!("cannot read {path}"))
}
