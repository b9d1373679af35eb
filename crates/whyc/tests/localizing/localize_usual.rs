//! Faults as people make them, one kind in each program of `tests/localize/usual`: the line is named first, and the first
//! change is what is meant.

use std::path::Path;

use super::localize::{header, lines, localize};
use super::localize_native::edited;

/// What is wrong with the answer about one program; nothing if it is as its header says.
fn wrong(file: &Path) -> Option<String> {
    let tests = file.with_extension("");
    let folder = tests.display().to_string();
    let before = std::fs::read_to_string(file).expect("the program should be there");
    let flags = before.lines().find_map(|line| line.strip_prefix("// flags: ")).unwrap_or_default();
    let mut args: Vec<&str> = flags.split_whitespace().collect();
    if tests.is_dir() {
        args.extend(["--tests", &folder]);
    }
    let found = localize(&args, file);
    let fault: u64 = header(file, "fault").parse().expect("a line");
    if lines(&found).first() != Some(&fault) {
        return Some(format!("{}: line {fault} is not first in {:?}", file.display(), lines(&found)));
    }
    let Some(edits) = found["suggestions"][0]["edits"].as_array() else {
        return Some(format!("{}: no change", file.display()));
    };
    let after = edited(&before, edits);
    // A line more, or a line less.
    let gone = before.lines().find_map(|line| line.strip_prefix("// gone: "));
    let fix = gone.map_or_else(|| header(file, "fix"), str::to_owned);
    let count = |text: &str| text.lines().filter(|line| line.trim() == fix).count();
    let is_mended = if gone.is_some() { count(&after) < count(&before) } else { count(&after) > count(&before) };
    (!is_mended).then(|| format!("{}: {edits:?}", file.display()))
}

#[test]
fn usual_faults_are_mended_as_people_would() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/localize/usual");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|it| it.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "c"));
    files.sort();
    assert!(files.len() > 10);
    let wrong: Vec<String> = whyc_tests::parallel::map(&files, |file| wrong(file)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
