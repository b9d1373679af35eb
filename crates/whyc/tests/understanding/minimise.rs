//! The smallest failing run is the smallest: the compiler runs each program of `tests/minimise` on all of its
//! inputs, counting what each run costs, and whyc has to find the same optimum.
//!
//! Length first, then, on the path that was chosen, the sum of sizes. All runs that agree with the one
//! found on what matters must fail, too.

use crate::enumerated;
use crate::report;

use std::path::{Path, PathBuf};

use enumerated::{Native, NativeRun};
use report::{inputs_of, masks_of, minimize};
use serde_json::Value;
use whyc_tests::parallel;

/// Every program with all of its runs.
fn for_each_program(test: impl Fn(&Path, &Native, &[NativeRun]) + Sync) {
    let folder = whyc_tests::repository().join("tests/minimise");
    let files = std::fs::read_dir(&folder).expect("the folder should be there");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry should be readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 20, "there should be at least 20 programs");
    parallel::map(&files, |path| {
        let native = Native::compile(path);
        let runs = native.all_runs();
        test(path, &native, &runs);
    });
}

fn number(run: &Value, key: &str) -> u64 {
    run[key].as_u64().unwrap_or_else(|| panic!("{key} should be a number: {run:#}"))
}

fn failing(runs: &[NativeRun]) -> impl Iterator<Item = &NativeRun> {
    runs.iter().filter(|run| run.fails)
}

#[test]
fn length_then_values_are_minimal() {
    for_each_program(|path, native, runs| {
        let optimal = minimize(path, &[])["counterexample"].clone();
        let name = path.display();
        assert_eq!(optimal["optimal"], true, "{name}");
        let shortest = failing(runs).map(|run| run.length).min();
        assert_eq!(Some(number(&optimal, "length")), shortest, "{name}: {optimal:#}");
        let chosen = path_of(&optimal);
        let least = failing(runs).filter(|run| run.path == chosen).map(|run| run.sum).min();
        assert_eq!(Some(number(&optimal, "sum_abs")), least, "{name}: {optimal:#}");
        let replayed = native.replay(&[inputs_of(&optimal)]);
        assert!(replayed[0].fails, "{name} should fail natively: {optimal:#}");
        assert_eq!((replayed[0].length, Some(replayed[0].sum)), (number(&optimal, "length"), least), "{name}");
    });
}

#[test]
fn values_then_length_are_minimal() {
    for_each_program(|path, native, runs| {
        let optimal = minimize(path, &["--goal", "values,length"])["counterexample"].clone();
        let least = failing(runs).map(|run| (run.sum, run.length)).min();
        let found = (number(&optimal, "sum_abs"), number(&optimal, "length"));
        assert_eq!(Some(found), least, "{}: {optimal:#}", path.display());
        assert!(native.replay(&[inputs_of(&optimal)])[0].fails, "{}", path.display());
    });
}

#[test]
fn greedy_is_never_better() {
    for_each_program(|path, native, runs| {
        let cost = |run: &Value| (number(run, "length"), number(run, "sum_abs"));
        let greedy = minimize(path, &["--method", "greedy"])["counterexample"].clone();
        assert_eq!(greedy["optimal"], false);
        assert!(native.replay(&[inputs_of(&greedy)])[0].fails, "{}", path.display());
        let optimal = minimize(path, &[])["counterexample"].clone();
        assert!(cost(&greedy).0 >= cost(&optimal).0, "{}", path.display());
        if path_of(&greedy) == path_of(&optimal) {
            assert!(cost(&greedy) >= cost(&optimal), "{}", path.display());
        }
        // Nothing that is said to fail is longer than the longest run that does.
        assert!(Some(cost(&greedy).0) <= failing(runs).map(|run| run.length).max());
    });
}

#[test]
fn what_does_not_matter_may_be_anything() {
    for_each_program(|path, _, runs| {
        for options in [&[][..], &["--goal", "inputs"]] {
            let run = minimize(path, options)["counterexample"].clone();
            let (values, masks) = (inputs_of(&run), masks_of(&run));
            let agrees = |other: &&NativeRun| {
                let same = |((&here, &there), &mask): ((&i64, &i64), &u64)| (here ^ there) as u64 & mask == 0;
                values.iter().zip(&other.values).zip(&masks).all(same)
            };
            let agreeing: Vec<&NativeRun> = runs.iter().filter(agrees).collect();
            assert!(!agreeing.is_empty(), "{}: the run itself agrees with itself", path.display());
            let passing = agreeing.iter().find(|other| !other.fails);
            assert!(passing.is_none(), "{} {options:?}: {passing:?} passes; {run:#}", path.display());
        }
    });
}

/// How many inputs have to be fixed, in the best failing run, for all runs that agree on them to fail.
fn fewest_by_trying(runs: &[NativeRun]) -> usize {
    let n = runs.iter().map(|run| run.values.len()).max().unwrap_or(0);
    let passing: Vec<&NativeRun> = runs.iter().filter(|run| !run.fails).collect();
    let suffices = |set: u32, run: &NativeRun| {
        let agrees = |other: &&&NativeRun| (0..n).all(|at| set >> at & 1 == 0 || run.values[at] == other.values[at]);
        !passing.iter().any(|other| agrees(&other))
    };
    let sets = (0..1u32 << n).filter(|&set| failing(runs).any(|run| suffices(set, run)));
    sets.map(|set| set.count_ones() as usize).min().expect("all inputs together suffice")
}

#[test]
fn no_run_has_fewer_inputs_that_matter() {
    for_each_program(|path, _, runs| {
        let run = minimize(path, &["--goal", "inputs"])["counterexample"].clone();
        let fewest = fewest_by_trying(runs);
        let name = path.display();
        assert_eq!(run["fewest_inputs"]["scope"], "all-runs", "{name}");
        assert_eq!(number(&run["fewest_inputs"], "relevant") as usize, fewest, "{name}: {run:#}");
        assert_eq!(number(&run["fewest_inputs"], "lower_bound") as usize, fewest, "{name}");
        let inputs = run["inputs"].as_array().expect("inputs");
        let n_relevant = inputs.iter().filter(|input| input["relevant"] == true).count();
        assert_eq!(n_relevant, fewest, "{name}: {run:#}");
    });
}

#[test]
fn every_way_to_fail_has_its_smallest_run() {
    for_each_program(|path, _, runs| {
        let name = path.display();
        let report = minimize(path, &["--all"]);
        let classes = report["classes"].as_array().unwrap_or_else(|| panic!("{name}: there should be classes"));
        assert_eq!(report["classes_complete"], true, "{name}");
        assert_eq!(classes[0], report["counterexample"], "{name}");
        let text = std::fs::read_to_string(path).expect("the program should be readable");
        if text.contains("while") || text.contains("for (") {
            return;
        }
        // Without loops, a way is a path.
        let mut paths: Vec<&str> = failing(runs).map(|run| run.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut found: Vec<String> = classes.iter().map(path_of).collect();
        found.sort_unstable();
        assert_eq!(found, paths, "{name}");
        for class in classes {
            let same = failing(runs).filter(|run| run.path == path_of(class));
            let least = same.map(|run| (run.length, run.sum)).min();
            assert_eq!(Some((number(class, "length"), number(class, "sum_abs"))), least, "{name}: {class:#}");
        }
        let limited = minimize(path, &["--max-classes", "1"]);
        assert_eq!(limited["classes"].as_array().map(Vec::len), Some(1), "{name}");
        assert_eq!(limited["classes_complete"], paths.len() == 1, "{name}");
    });
}

/// How each test of a run came out.
fn path_of(run: &Value) -> String {
    let steps = run["steps"].as_array().expect("a run should have steps");
    let tests = steps.iter().filter(|step| step["kind"] == "branch");
    tests.map(|step| if step["value"] == "true" { '1' } else { '0' }).collect()
}
