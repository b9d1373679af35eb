//! The chain that `whyc explain` tells: it has the fault in it, it is short, and what it says of values is so.
//!
//! The chain comes from the interpreter, the steps of the failing run from the solver's model: what the one says
//! of a variable at a line, the other has to have there too.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use whyc_tests::{repository, tool};

const LIMIT: Duration = Duration::from_secs(120);
const MANY_LINKS: usize = 8;

fn programs() -> Vec<PathBuf> {
    let folder = repository().join("tests/explain/chain");
    let entries = std::fs::read_dir(folder).expect("the folder should be there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn report(verb: &str, file: &Path) -> Value {
    report_with(verb, file, &[])
}

fn report_with(verb: &str, file: &Path, options: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.arg(verb).arg(file).args(["--format", "json"]).args(options);
    let answer = tool::run(&mut command, LIMIT);
    let said = answer.summary();
    answer.report.unwrap_or_else(|| panic!("{said}"))
}

fn links(report: &Value) -> &Vec<Value> {
    report["explanation"]["chain"].as_array().expect("a chain")
}

#[test]
fn the_fault_is_on_the_chain() {
    for file in programs() {
        let text = std::fs::read_to_string(&file).expect("a program");
        let fault = 1 + text.lines().position(|line| line.contains("FAULT")).expect("a fault");
        let report = report("explain", &file);
        let links = links(&report);
        assert!(links.len() <= MANY_LINKS, "{}: {} links", file.display(), links.len());
        let lines: Vec<u64> = links.iter().filter_map(|link| link["line"].as_u64()).collect();
        assert!(lines.contains(&(fault as u64)), "{}: line {fault} is not in {lines:?}", file.display());
        assert_eq!(links[links.len() - 1]["kind"], "failure", "{}", file.display());
    }
}

#[test]
fn of_a_record_only_what_is_looked_at_is_told() {
    let report = report("explain", &repository().join("tests/explain/chain/returned_part.c"));
    let told: Vec<&str> = links(&report).iter().filter_map(|link| link["text"].as_str()).collect();
    assert!(told.iter().any(|text| text.contains(".high becomes")), "{told:?}");
    assert!(!told.iter().any(|text| text.contains(".low becomes")), "{told:?}");
}

/// `NAME becomes VALUE` in the text of a link.
fn claim(text: &str) -> Option<(&str, &str)> {
    let (before, after) = text.split_once(" becomes ")?;
    let name = before.rsplit_once("`: ").map_or(before, |(_, name)| name);
    let end = after.find(" (").into_iter().chain(after.find("; ")).min().unwrap_or(after.len());
    Some((name, &after[..end]))
}

#[test]
fn values_are_those_of_the_run() {
    let mut n_claims = 0;
    for file in programs() {
        let report = report("explain", &file);
        let steps = report["counterexample"]["steps"].as_array().expect("steps");
        for link in links(&report) {
            let Some((name, value)) = claim(link["text"].as_str().unwrap_or("")) else { continue };
            // What is initialised before the program starts is no step of it.
            if link["function"] == "" {
                continue;
            }
            let is_so = |step: &&Value| step["line"] == link["line"] && step["name"] == name && step["value"] == value;
            assert!(steps.iter().any(|step| is_so(&step)), "{}: {link} is no step of the run", file.display());
            n_claims += 1;
        }
    }
    assert!(n_claims >= 5, "only {n_claims} claims were looked at");
}

#[test]
fn failures_are_told_as_a_sanitizer_would() {
    let text = |name: &str| {
        let report = report("explain", &repository().join("tests/explain/chain").join(name));
        let links = links(&report);
        links[links.len() - 1]["text"].as_str().unwrap_or("").to_owned()
    };
    let freed = text("freed.c");
    assert!(freed.contains("8 bytes at offset 8 of a block of 16 bytes, which was freed in line 22"), "{freed}");
    assert!(freed.contains("allocated in line 9"), "{freed}");
    let product = text("product.c");
    assert!(product.contains(" does not fit into int"), "{product}");
    let product: Vec<&str> = product.split_once(": ").expect("a note").1.split(' ').collect();
    let number = |k: usize| product[k].parse::<i128>().expect("a number");
    assert_eq!((product[1], product[3]), ("*", "="));
    assert_eq!(number(0) * number(2), number(4));
    assert!(number(4) > i128::from(i32::MAX));
}

#[test]
fn what_stays_is_told() {
    let report = report("explain", &repository().join("tests/explain/chain/stays.c"));
    let is_told =
        |link: &Value| link["line"] == 14 && link["text"].as_str().is_some_and(|text| text.contains("d.motor stays 1"));
    assert!(links(&report).iter().any(is_told), "{}", report["explanation"]["chain"]);
}

#[test]
fn a_run_without_a_passing_one_has_its_chain() {
    let report = report("explain", &repository().join("tests/explain/chain/long_run.c"));
    assert!(report["explanation"]["without_passing"].is_string());
    assert!(links(&report).len() > 2);
}

#[test]
fn what_is_lost_in_another_function_has_its_chain() {
    let file = repository().join("tests/explain/lost_elsewhere.c");
    let report = report_with("explain", &file, &["--check", "leak"]);
    let lines: Vec<u64> = links(&report).iter().filter_map(|link| link["line"].as_u64()).collect();
    // Where it is allocated, and where the last pointer to it is overwritten.
    assert!(lines.contains(&11) && lines.contains(&21), "{}", report["explanation"]["chain"]);
}
