//! Which targets a change can affect.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::FILE;
use super::config::Target;
use crate::git;

/// The targets that read a file which is not as it was in a revision; all of them if the project itself is described in another
/// way.
pub fn affected(targets: Vec<Target>, root: &Path, revision: &str) -> anyhow::Result<Vec<Target>> {
    let Some(changed) = git::changed(root, revision) else {
        bail!("--changed {revision}: git does not know this revision here");
    };
    let changed: BTreeSet<PathBuf> = changed.iter().map(|name| normal(&root.join(name))).collect();
    if changed.contains(&normal(&root.join(FILE))) {
        return Ok(targets);
    }
    // What a build adds is not known from the files alone.
    let is_affected =
        |target: &Target| target.files.is_empty() || read(target).iter().any(|file| changed.contains(file));
    Ok(targets.into_iter().filter(is_affected).collect())
}

/// The files of a target and the headers that they include in quotes, as far as these are found.
pub fn read(target: &Target) -> BTreeSet<PathBuf> {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<PathBuf> = target.files.clone();
    while let Some(file) = waiting.pop() {
        if !seen.insert(normal(&file)) {
            continue;
        }
        let Ok(bytes) = fs::read(&file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for name in text.lines().filter_map(included) {
            let beside = file.parent().map(|folder| folder.join(name));
            let places = beside.into_iter().chain(target.include.iter().map(|folder| folder.join(name)));
            waiting.extend(places.into_iter().find(|place| place.is_file()));
        }
    }
    seen
}

/// The name in `#include "name"` or `#include <name>`.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (rest, end) = match rest.strip_prefix('"') {
        Some(rest) => (rest, '"'),
        None => (rest.strip_prefix('<')?, '>'),
    };
    rest.split_once(end).map(|(name, _)| name)
}

fn normal(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
