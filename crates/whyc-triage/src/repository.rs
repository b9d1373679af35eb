//! The history of a repository, by git's own commands for programs: nothing but objects is read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::table::{Happened, Table};

/// What went wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Trouble {
    /// Git cannot be started.
    #[error("git cannot be started: {0}")]
    Absent(String),
    /// Git refuses.
    #[error("git: {0}")]
    Refused(String),
    /// There is too little history.
    #[error("{0}")]
    Short(String),
}

/// What of a history is looked at.
#[derive(Clone, Debug)]
pub struct History {
    /// A folder of the repository; only files below it count.
    pub folder: PathBuf,
    /// Ends of periods, the oldest first; tags or even parts of the history if there are none.
    pub releases: Vec<String>,
    /// How many periods there are if nobody says where they end.
    pub n_periods: usize,
    /// Words of which one stands in the first line of a commit that fixes something.
    pub fixes: Vec<String>,
    /// The files that count: `*.c`, `*.h`.
    pub patterns: Vec<String>,
}

/// The fewest tags that are taken for the ends of periods.
const FEWEST_TAGS: usize = 4;

struct Git<'a>(&'a Path);

impl Git<'_> {
    fn bytes(&self, words: &[&str]) -> Result<String, Trouble> {
        let mut command = Command::new("git");
        // What a user configured must not change what is read.
        command.arg("-C").arg(self.0).args(["-c", "core.quotePath=false", "--no-pager"]).args(words);
        command.env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C").stdin(Stdio::null());
        let output = command.output().map_err(|error| Trouble::Absent(error.to_string()))?;
        // `grep` that finds nothing ends with 1, and says nothing.
        if output.status.success() || (output.status.code() == Some(1) && output.stderr.is_empty()) {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(Trouble::Refused(said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned()))
    }
}

/// Reads a history.
///
/// # Errors
/// If there is no repository, no such release, or too little history.
pub fn read(history: &History) -> Result<Table, Trouble> {
    let git = Git(&history.folder);
    git.bytes(&["rev-parse", "--git-dir"])?;
    let releases = releases(&git, history)?;
    let mut table = Table::default();
    let mut previous: Option<&String> = None;
    for release in &releases {
        let range = previous.map_or_else(|| release.clone(), |it| format!("{it}..{release}"));
        let format = "--format=%x01%s";
        let mut words =
            vec!["log", "-z", "--numstat", "--relative", "-M", "--no-merges", "--reverse", format, &range, "--"];
        words.extend(history.patterns.iter().map(String::as_str));
        let told = git.bytes(&words)?;
        table.periods.push(BTreeMap::new());
        for commit in told.split('\u{1}').skip(1) {
            happen(&mut table, commit, &history.fixes);
        }
        table.lines.push(lines(&git, release, &history.patterns)?);
        table.releases.push(release.clone());
        previous = Some(release);
    }
    Ok(table)
}

/// The ends of periods: as they are given, by tags, or in even parts.
fn releases(git: &Git<'_>, history: &History) -> Result<Vec<String>, Trouble> {
    if let Some(wrong) = history.releases.iter().find(|it| it.starts_with('-')) {
        return Err(Trouble::Refused(format!("`{wrong}` is no revision")));
    }
    let mut found = history.releases.clone();
    if found.is_empty() {
        let tags = git.bytes(&["tag", "--merged", "HEAD", "--sort=creatordate"])?;
        let tags: Vec<String> = tags.lines().map(str::to_owned).collect();
        if tags.len() >= FEWEST_TAGS {
            found = tags[tags.len().saturating_sub(history.n_periods)..].to_vec();
        }
    }
    if found.is_empty() {
        let commits = git.bytes(&["rev-list", "--first-parent", "--reverse", "--abbrev-commit", "HEAD"])?;
        let commits: Vec<&str> = commits.lines().collect();
        let n = history.n_periods.min(commits.len());
        found = (1..=n).map(|k| commits[commits.len() * k / n - 1].to_owned()).collect();
    }
    let head = git.bytes(&["rev-parse", "HEAD"])?;
    let last = found.last().map(|it| git.bytes(&["rev-parse", "--verify", &format!("{it}^{{commit}}")])).transpose()?;
    if last.is_some_and(|it| it != head) && history.releases.is_empty() {
        found.push("HEAD".to_owned());
    }
    if found.len() < 3 {
        let message = format!(
            "there is too little history: {} periods, and it takes three to learn from some and try it on another",
            found.len()
        );
        return Err(Trouble::Short(message));
    }
    Ok(found)
}

/// Counts what a commit did: `subject\0\nadded\tdeleted\tpath\0…`, where a path that is empty is followed by an old and a new one.
fn happen(table: &mut Table, commit: &str, fixes: &[String]) {
    let (subject, rest) = commit.split_once('\0').unwrap_or((commit, ""));
    let is_fix = is_fix(subject, fixes);
    let mut parts = rest.trim_start_matches('\n').split('\0');
    while let Some(part) = parts.next() {
        let Some(path) = part.splitn(3, '\t').nth(2) else { continue };
        let name = if path.is_empty() {
            let (Some(old), Some(new)) = (parts.next(), parts.next()) else { break };
            rename(table, old, new);
            new
        } else {
            path
        };
        if let Some(period) = table.periods.last_mut() {
            let happened = period.entry(name.to_owned()).or_default();
            happened.changes += 1;
            happened.faults += u64::from(is_fix);
        }
    }
}

/// Whether a commit fixes something: one of the words stands in its first line.
#[must_use]
pub fn is_fix(subject: &str, fixes: &[String]) -> bool {
    let lower = subject.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    fixes.iter().any(|it| words.contains(&it.to_lowercase().as_str()))
}

/// From here on a file has another name, and what is known of the old one is known of it.
fn rename(table: &mut Table, old: &str, new: &str) {
    for period in &mut table.periods {
        if let Some(before) = period.remove(old) {
            let sum = period.entry(new.to_owned()).or_insert_with(Happened::default);
            sum.changes += before.changes;
            sum.faults += before.faults;
        }
    }
    for lines in &mut table.lines {
        if let Some(before) = lines.remove(old) {
            lines.insert(new.to_owned(), before);
        }
    }
}

/// How many lines files have in a release.
fn lines(git: &Git<'_>, release: &str, patterns: &[String]) -> Result<BTreeMap<String, u64>, Trouble> {
    let mut words = vec!["grep", "-I", "-z", "-c", "", release, "--"];
    words.extend(patterns.iter().map(String::as_str));
    let told = git.bytes(&words)?;
    let prefix = format!("{release}:");
    // `release:path\0count\n`
    let each = told.lines().filter_map(|line| {
        let (path, count) = line.split_once('\0')?;
        Some((path.strip_prefix(&prefix)?.to_owned(), count.parse().ok()?))
    });
    Ok(each.collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn git(folder: &Path, words: &[&str]) {
        let mut command = Command::new("git");
        command
            .current_dir(folder)
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"])
            .args(words);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        let output = command.output().expect("git should start");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn commit(folder: &Path, message: &str, files: &[(&str, usize)]) {
        for (name, lines) in files {
            // Each file has lines of its own, so that only what was moved looks moved.
            let text: String = (0..*lines).map(|k| format!("int {}_{k};\n", name.trim_end_matches(".c"))).collect();
            fs::write(folder.join(name), text).expect("a file");
        }
        git(folder, &["add", "-A"]);
        git(folder, &["commit", "-qm", message]);
    }

    #[test]
    fn changes_fixes_and_ages_are_counted_by_release_and_renames_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        git(at, &["init", "-q"]);
        commit(at, "Begin", &[("a.c", 10), ("b.c", 20), ("c.c", 30), ("d.c", 40), ("e.c", 50)]);
        commit(at, "fix: a", &[("a.c", 11)]);
        git(at, &["tag", "v1"]);
        commit(at, "fix: a and b", &[("a.c", 12), ("b.c", 21)]);
        commit(at, "More of c, and a prefix", &[("c.c", 31), ("f.c", 5)]);
        fs::rename(at.join("d.c"), at.join("g.c")).expect("a rename");
        commit(at, "Move d", &[]);
        git(at, &["tag", "v2"]);
        commit(at, "Fix (again): g", &[("g.c", 41)]);
        fs::remove_file(at.join("e.c")).expect("a file");
        commit(at, "Drop e", &[]);
        git(at, &["tag", "v3"]);
        let history = History {
            folder: at.to_owned(),
            releases: ["v1", "v2", "v3"].map(str::to_owned).to_vec(),
            n_periods: 8,
            fixes: vec!["fix".to_owned()],
            patterns: vec!["*.c".to_owned()],
        };
        let table = read(&history).expect("a table");
        let period = |k: usize| -> Vec<(&str, u64, u64)> {
            table.periods[k].iter().map(|(file, it)| (file.as_str(), it.changes, it.faults)).collect()
        };
        assert_eq!(period(0), [("a.c", 2, 1), ("b.c", 1, 0), ("c.c", 1, 0), ("e.c", 1, 0), ("g.c", 1, 0)]);
        assert_eq!(period(1), [("a.c", 1, 1), ("b.c", 1, 1), ("c.c", 1, 0), ("f.c", 1, 0), ("g.c", 1, 0)]);
        assert_eq!(period(2), [("e.c", 1, 0), ("g.c", 1, 1)]);
        let known: Vec<(String, u64, usize, u64, u64)> = table
            .known(2)
            .into_iter()
            .map(|it| (it.file, it.lines, it.age, it.last.changes, it.before.faults))
            .collect();
        let expected = [
            ("a.c", 12, 2, 0, 1),
            ("b.c", 21, 2, 0, 1),
            ("c.c", 31, 2, 0, 0),
            ("f.c", 5, 1, 0, 0),
            ("g.c", 41, 2, 1, 0),
        ];
        assert_eq!(known, expected.map(|(a, b, c, d, e)| (a.to_owned(), b, c, d, e)).to_vec());
        let missing = read(&History { releases: ["v1", "v2", "v9"].map(str::to_owned).to_vec(), ..history.clone() });
        assert!(matches!(missing, Err(Trouble::Refused(_))), "{missing:?}");
        let few = read(&History { releases: vec!["v1".to_owned()], ..history.clone() });
        assert!(matches!(few, Err(Trouble::Short(_))), "{few:?}");
        // Without releases, the commits are divided evenly.
        let even = read(&History { releases: Vec::new(), n_periods: 3, ..history }).expect("a table");
        assert_eq!(even.periods.len(), 3);
    }

    #[test]
    fn words_are_whole_words() {
        let fixes = ["fix".to_owned(), "bug".to_owned()];
        assert!(is_fix("Fix: x", &fixes) && is_fix("a BUG!", &fixes));
        assert!(!is_fix("prefix the names", &fixes) && !is_fix("debugging", &fixes));
    }
}
