//! `whyc_cover` and `__CPROVER_cover`: what some run should come to, and the inputs with which one does.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::{repository, schema};

fn run(verb: &str, file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_whyc")).arg(verb).args(more).arg(file).output().expect("whyc should start")
}

/// What a program's first lines say after `key`.
fn said<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": ")).collect()
}

#[test]
fn every_place_is_covered_or_known_not_to_be() {
    let mut n_programs = 0;
    for entry in fs::read_dir(repository().join("tests/cover")).expect("the folder should be there") {
        let file = entry.expect("it can be read").path();
        let text = fs::read_to_string(&file).expect("it should be text");
        let mut options: Vec<&str> = said(&text, "options").iter().flat_map(|it| it.split_whitespace()).collect();
        options.extend(["--format", "json"]);
        let output = run("check", &file, &options);
        let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
        schema::assert_valid(&report);
        let goals = report["cover"]["goals"].as_array().cloned().unwrap_or_default();
        let told: Vec<String> =
            goals.iter().map(|it| format!("{} {}", it["status"].as_str().unwrap_or_default(), it["line"])).collect();
        assert_eq!(told, said(&text, "cover"), "{}", file.display());
        for goal in &goals {
            assert_eq!(goal["inputs"].is_array(), goal["status"] == "covered", "{}", file.display());
        }
        n_programs += 1;
    }
    assert!(n_programs >= 4, "{n_programs} programs");
}

#[test]
fn the_inputs_that_are_told_come_there() {
    let file = repository().join("tests/cover/levels.c");
    let text = String::from_utf8(run("check", &file, &[]).stdout).expect("it should be text");
    assert!(text.contains("3 of 4 places to be covered can be reached"), "{text}");
    assert!(text.contains("`n == 7`            reached with a = 7"), "{text}");
    assert!(text.contains("`n < 50`            no run reaches it"), "{text}");
    // The inputs again, fixed: what was reached is.
    let output = run("check", &file, &["--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    for goal in report["cover"]["goals"].as_array().expect("there are some") {
        let Some(inputs) = goal["inputs"].as_array() else { continue };
        let given: Vec<String> = inputs
            .iter()
            .map(|it| {
                format!("{}={}", it["name"].as_str().unwrap_or_default(), it["value"].as_str().unwrap_or_default())
            })
            .collect();
        let mut options: Vec<&str> = given.iter().flat_map(|it| ["--input", it.as_str()]).collect();
        options.extend(["--format", "json"]);
        let again = run("check", &file, &options);
        let report: Value = serde_json::from_slice(&again.stdout).expect("the report should be JSON");
        let same = report["cover"]["goals"].as_array().expect("there are some");
        let same = same.iter().find(|it| it["line"] == goal["line"]).expect("it is still there");
        assert_eq!(same["status"], "covered", "{goal}");
    }
}

#[test]
fn a_failing_program_with_places_to_be_covered_is_replayed() {
    let file = repository().join("tests/cover/behind.c");
    let output = run("replay", &file, &["--run"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("confirmed") || text.contains("failed as"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
