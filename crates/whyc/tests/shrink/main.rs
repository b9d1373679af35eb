//! `whyc reduce` and `whyc history`, from the outside.

#[path = "../common/browser.rs"]
#[expect(dead_code, reason = "nothing is pressed or clicked here")]
mod browser;
mod histories;
mod history;
mod kinds;
mod reduce;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs whyc in a folder.
fn whyc(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.current_dir(folder).args(words).output().expect("whyc should run")
}

/// What it prints.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The report that it prints, which keeps to its schema.
fn report(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {told}"));
    let schema = std::fs::read_to_string(whyc_tests::repository().join("docs/report.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let wrong: Vec<String> =
        validator.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    report
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}
