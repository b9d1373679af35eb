//! Programs that hold for a silly reason, with exactly the warnings they deserve, and good ones with none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::{repository, schema};

fn run(verb: &str, file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_whyc")).arg(verb).args(more).arg(file).output().expect("whyc should start")
}

/// What a program's first lines say, as `kind line`.
fn expected(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("// vacuity: ")).map(str::to_owned).collect()
}

fn told(verb: &str, file: &Path) -> Vec<String> {
    let output = run(verb, file, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", file.display());
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    schema::assert_valid(&report);
    let items = report["vacuity"].as_array().cloned().unwrap_or_default();
    items.iter().map(|it| format!("{} {}", it["kind"].as_str().unwrap_or_default(), it["line"])).collect()
}

#[test]
fn programs_have_the_warnings_they_deserve() {
    let mut n_programs = 0;
    let folder = repository().join("tests/vacuity");
    for entry in fs::read_dir(folder).expect("the folder should be there") {
        let file = entry.expect("it can be read").path();
        let text = fs::read_to_string(&file).expect("it should be text");
        let expected = expected(&text);
        assert_eq!(told("vacuity", &file), expected, "{}", file.display());
        // `check` says what is serious.
        let is_serious =
            |it: &&String| ["unreached", "antecedent", "assumptions"].iter().any(|kind| it.starts_with(kind));
        let serious: Vec<String> = expected.iter().filter(is_serious).cloned().collect();
        assert_eq!(told("check", &file), serious, "{}", file.display());
        n_programs += 1;
    }
    assert!(n_programs > 10, "{n_programs} programs");
}

#[test]
fn the_reason_is_told() {
    let file = |name: &str| repository().join("tests/vacuity").join(name);
    let said = |name: &str| String::from_utf8(run("vacuity", &file(name), &[]).stdout).expect("it should be text");
    let excluded = said("excluded.c");
    assert!(
        excluded.contains(
            "because `speed > 200` (line 9) is never true where `speed >= 0 && speed <= 120` (line 8) is assumed"
        ),
        "{excluded}"
    );
    let guards = said("two_guards.c");
    assert!(
        guards.contains("because `level == 7` (line 12) is never true where `level < 10` (line 9) is false"),
        "{guards}"
    );
    assert!(said("not_called.c").contains("`overdrawn` (line 13) is never true"), "{}", said("not_called.c"));
    assert!(said("good_sort.c").contains("Nothing is suspicious"));
}
