//! What version control knows of a file; nothing where there is none.

use std::path::Path;
use std::process::{Command, Stdio};

fn git(root: &Path, args: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(args).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// The name of whoever works here.
pub fn author(root: &Path) -> Option<String> {
    let name = git(root, &["config", "user.name"])?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// The revision that has this file as it is.
pub fn revision(root: &Path, file: &str) -> Option<String> {
    git(root, &["ls-files", "--error-unmatch", "--", file])?;
    git(root, &["diff", "--quiet", "HEAD", "--", file])?;
    let revision = git(root, &["rev-parse", "HEAD"])?;
    Some(revision.trim().to_owned())
}

/// The text that a file had in a revision.
pub fn text_at(root: &Path, revision: &str, file: &str) -> Option<String> {
    // A revision from a ledger is text that somebody wrote: nothing but digits goes to git.
    let is_name = !revision.is_empty() && revision.chars().all(|c| c.is_ascii_hexdigit());
    is_name.then(|| git(root, &["show", &format!("{revision}:./{file}")])).flatten()
}

/// The files that are not as they were in a revision, from `root` on; new ones too.
pub fn changed(root: &Path, revision: &str) -> Option<Vec<String>> {
    // A revision that looks like an option is none.
    if revision.starts_with('-') {
        return None;
    }
    let changed = git(root, &["diff", "--name-only", "--relative", "-z", revision, "--"])?;
    let new = git(root, &["ls-files", "--others", "--exclude-standard", "-z"]).unwrap_or_default();
    Some(changed.split('\0').chain(new.split('\0')).filter(|name| !name.is_empty()).map(str::to_owned).collect())
}
