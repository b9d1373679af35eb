//! The small verbs at the edge, on the command line.

mod cover;
mod harness;
mod hybrid;
mod prob;
mod sample;
mod triage;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::repository;

fn whyc(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(args).current_dir(folder).env("COLUMNS", "100").env("NO_COLOR", "1");
    command.output().expect("whyc should start")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A report for programs, held against its definition.
fn report(folder: &Path, schema: &str, args: &[&str]) -> Value {
    let text = stdout(&whyc(folder, &[args, &["--format", "json"]].concat()));
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error} in {text}"));
    let path = repository().join("docs").join(schema);
    let schema = std::fs::read_to_string(path).expect("the schema should be there");
    let schema: Value = serde_json::from_str(&schema).expect("the schema should be JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema should be one");
    let faults: Vec<String> =
        validator.iter_errors(&report).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(faults.is_empty(), "{args:?}: {faults:#?}");
    report
}
