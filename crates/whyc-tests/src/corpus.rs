//! The programs of `tests/c`, and whether whyc says about each what its header says.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::header::{Expect, Header};
use crate::repository;
use crate::tool::{self, Answer};

/// Far above what any of the programs needs, so that only a hang exceeds it.
const LIMIT: Duration = Duration::from_secs(180);

/// A program and its header.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file, relative to its folder.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What should come out.
    pub header: Header,
}

/// All programs in order of their names.
///
/// # Errors
/// Lists the files whose header is wrong.
pub fn cases() -> Result<Vec<Case>, String> {
    cases_in("tests/c")
}

/// All programs of a folder of the repository, in order of their names.
///
/// # Errors
/// Lists the files whose header is wrong.
pub fn cases_in(folder: &str) -> Result<Vec<Case>, String> {
    let root = repository().join(folder);
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let (mut cases, mut errors) = (Vec::new(), String::new());
    for path in paths {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        match Header::parse(&text) {
            Ok(header) => cases.push(Case { name, path, header }),
            Err(error) => errors += &format!("{name}: {error}\n"),
        }
    }
    if errors.is_empty() { Ok(cases) } else { Err(errors) }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            paths.push(path);
        }
    }
}

/// Runs whyc on a program. Nothing if it says what it should, else what it says instead.
#[must_use]
pub fn mismatch(whyc: &Path, case: &Case) -> Option<String> {
    let answer = tool::check(whyc, &case.path, &case.header.options, LIMIT);
    (!agrees(&case.header, &answer)).then(|| answer.summary())
}

/// Whether an answer is the one that a header asks for: verdict, exit status, and exactly the one violated property.
#[must_use]
pub fn agrees(header: &Header, answer: &Answer) -> bool {
    if answer.stderr.contains("panicked at") {
        return false;
    }
    let status_fits = match header.expect {
        Expect::Safe => answer.status == Some(0),
        // A fixed bound asks about the runs within it; otherwise it is an open question.
        Expect::BoundedSafe => {
            let is_fixed = header.options.iter().any(|option| option == "--unwind");
            answer.status == Some(if is_fixed { 0 } else { 3 })
        }
        Expect::Violated => answer.status == Some(1),
        Expect::Error => return answer.status == Some(2) && !answer.stderr.trim().is_empty(),
        Expect::Unknown => answer.status == Some(3),
    };
    let violated: Vec<_> = header.violated.iter().cloned().collect();
    status_fits && answer.verdict() == header.expect.name() && answer.violated() == violated
}

/// A table of what should have come out and what did.
#[must_use]
pub fn table(rows: &[(&Case, String)]) -> String {
    let width = rows.iter().map(|(case, _)| case.name.len()).max().unwrap_or(0);
    let expected: Vec<String> = rows
        .iter()
        .map(|(case, _)| match &case.header.violated {
            Some(place) => format!("violated, {place}"),
            None => case.header.expect.to_string(),
        })
        .collect();
    let middle = expected.iter().map(String::len).max().unwrap_or(0).max("expected".len());
    let mut text = format!("{:width$}  {:middle$}  got\n", "program", "expected");
    for ((case, got), expected) in rows.iter().zip(&expected) {
        text += &format!("{:width$}  {expected:middle$}  {got}\n", case.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Answer, Header, agrees, cases};

    fn answer(status: i32, verdict: &str, line: u32) -> Answer {
        let properties = if line == 0 {
            serde_json::json!([])
        } else {
            serde_json::json!([{"class": "shift", "line": line, "status": "violated"}])
        };
        let report = serde_json::json!({"verdict": verdict, "reason": null, "properties": properties});
        Answer { status: Some(status), report: Some(report), stderr: String::new() }
    }

    #[test]
    fn every_header_is_right() {
        let cases = cases().unwrap_or_else(|errors| panic!("{errors}"));
        assert!(cases.len() >= 150, "only {} programs", cases.len());
    }

    #[test]
    fn agreement_is_exact() {
        let header =
            Header::parse("// expect: violated\n// property: shift\n// line: 3\n// what: x\n").expect("parses");
        assert!(agrees(&header, &answer(1, "violated", 3)));
        assert!(!agrees(&header, &answer(0, "violated", 3)));
        assert!(!agrees(&header, &answer(1, "violated", 4)));
        assert!(!agrees(&header, &answer(0, "safe", 0)));
        let header = Header::parse("// expect: safe\n// what: x\n").expect("parses");
        assert!(agrees(&header, &answer(0, "safe", 0)));
        assert!(!agrees(&header, &answer(0, "bounded-safe", 0)));
    }
}
