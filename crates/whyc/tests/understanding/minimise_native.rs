//! The minimised runs of the programs of `bench/minimise` fail natively, too, and go on failing when what does
//! not matter is given other values.

use crate::report;

use std::path::{Path, PathBuf};
use std::process::Command;

use report::{fed, inputs_of, masks_of, minimize};
use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::parallel;
use whyc_tests::rng::Rng;

/// How many changes must keep to the assumptions, and how many are tried.
const ROUNDS: usize = 200;
const TRIES: usize = 50 * ROUNDS;

struct Case {
    source: PathBuf,
    options: Vec<String>,
}

fn cases() -> Vec<Case> {
    let root = whyc_tests::repository();
    let files = std::fs::read_dir(root.join("bench/minimise")).expect("the folder should be there");
    let files = files.map(|entry| entry.expect("an entry should be readable").path());
    let mut cases: Vec<Case> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .map(|source| {
            let text = std::fs::read_to_string(&source).expect("the program should be readable");
            let options = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or("");
            Case { source, options: options.split_whitespace().map(str::to_owned).collect() }
        })
        .collect();
    cases.sort_by(|a, b| a.source.cmp(&b.source));
    let advisory = root.join("tests/explain/advisory.c");
    cases.extend((1..=5).map(|fault| Case { source: advisory.clone(), options: vec![format!("-DFAULT={fault}")] }));
    cases
}

/// Compiles the program with its inputs read from standard input, and undefined behaviour caught.
fn compile(case: &Case, run: &Value, scratch: &Scratch) -> PathBuf {
    let program = scratch.file("program");
    let text = std::fs::read_to_string(&case.source).expect("the program should be readable");
    // Variables that were never set get the values that the run found in them.
    let text = initialised(&text, run);
    let source = scratch.write("program.c", text);
    let harness = whyc_tests::repository().join("tests/minimise/native.h");
    let mut command = Command::new("gcc");
    command.args(["-std=gnu17", "-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-include"]);
    command.arg(harness).arg("-I").arg(case.source.parent().expect("a folder"));
    command.args(case.options.iter().filter(|option| option.starts_with("-D"))).arg(source).arg("-o").arg(&program);
    let compiled = command.output().expect("gcc should start");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

fn initialised(text: &str, run: &Value) -> String {
    let inputs = run["inputs"].as_array().expect("inputs").iter();
    let mut text = text.to_owned();
    for input in inputs.filter(|input| input["kind"] == "uninitialised" && input["relevant"] == true) {
        let name = input["name"].as_str().expect("a name");
        let value = input["value"].as_str().expect("a value");
        let line = input["line"].as_u64().expect("a line") as usize;
        let lines = text.lines().enumerate().map(|(at, content)| {
            if at + 1 != line {
                return content.to_owned();
            }
            let set = content.replacen(&format!(" {name},"), &format!(" {name} = {value},"), 1);
            assert_ne!(set, content, "{name} should be declared in line {line}");
            set
        });
        text = lines.collect::<Vec<_>>().join("\n") + "\n";
    }
    text
}

/// How the program ends on each of these inputs.
fn endings(program: &Path, inputs: &[Vec<i64>]) -> Vec<String> {
    let line = |values: &Vec<i64>| values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let lines: String = inputs.iter().map(line).collect();
    let endings: Vec<String> = fed(program, &[], &lines).lines().map(str::to_owned).collect();
    assert_eq!(endings.len(), inputs.len());
    endings
}

#[test]
fn minimised_runs_fail_natively_whatever_does_not_matter() {
    let cases = cases();
    assert!(cases.len() >= 12, "there should be at least 12 programs");
    parallel::map(&cases, |case| {
        let options: Vec<&str> = case.options.iter().map(String::as_str).collect();
        let name = format!("{} {}", case.source.display(), options.join(" "));
        let run = minimize(&case.source, &options)["counterexample"].clone();
        assert_eq!(run["optimal"], true, "{name}");
        let scratch = Scratch::new();
        let program = compile(case, &run, &scratch);
        let (values, masks) = (inputs_of(&run), masks_of(&run));
        assert_eq!(endings(&program, std::slice::from_ref(&values)), ["fails"], "{name}: {run:#}");
        let greedy = minimize(&case.source, &[&options[..], &["--method", "greedy"]].concat());
        let small = inputs_of(&greedy["counterexample"]);
        let unset = greedy["counterexample"]["inputs"].as_array().expect("inputs").iter();
        let mut free = unset.filter(|input| input["kind"] == "uninitialised" && input["relevant"] == false);
        assert!(free.all(|input| input["value"] == "0"), "{name}: what does not matter should be zero: {greedy:#}");
        let greedy_scratch = Scratch::new();
        let program_of_greedy = compile(case, &greedy["counterexample"], &greedy_scratch);
        assert_eq!(endings(&program_of_greedy, &[small]), ["fails"], "{name}: {greedy:#}");
        let mut rng = Rng::new(7);
        let changed: Vec<Vec<i64>> = (0..TRIES).map(|_| changed(&values, &masks, &mut rng)).collect();
        let endings = endings(&program, &changed);
        let passing = endings.iter().position(|ending| ending == "passes").map(|at| &changed[at]);
        assert_eq!(passing, None, "{name} passes; {run:#}");
        let n_runs = endings.iter().filter(|ending| *ending == "fails").count();
        assert!(n_runs >= ROUNDS, "{name}: only {n_runs} changes keep to the assumptions");
    });
}

/// Other values for what does not matter: for all inputs or some, by much or by little, because assumptions rule
/// most large changes out.
fn changed(values: &[i64], masks: &[u64], rng: &mut Rng) -> Vec<i64> {
    let percent = [20, 50, 100][rng.below(3)];
    let change = |(value, mask): (&i64, &u64)| {
        let bits = if rng.chance(percent) { rng.bits() >> rng.below(64) & !mask } else { 0 };
        i64::from((value ^ bits as i64) as i32)
    };
    values.iter().zip(masks).map(change).collect()
}

/// Easy to fail, hard to prove smallest.
const KNAPSACK: &str = "#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
    static const int weight[20] = {1201, 1733, 907, 2111, 1499, 1871, 2503, 1009, 1327, 2203, 1607, 2399, 1553, 1889, 2221, 1123, 2539, 977, 1693, 2017};
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        unsigned char x = nondet_uchar();
        sum += weight[i] * x;
    }
    assert(sum != 3234567);
}
";

#[test]
fn a_limit_leaves_the_best_run_found_so_far() {
    let scratch = Scratch::new();
    let source = scratch.write("knapsack.c", KNAPSACK);
    // A slow machine needs more time to find the failure at all.
    let report = [6, 30, 60]
        .iter()
        .map(|seconds| minimize_within(&source, *seconds))
        .find(|report| report["verdict"] == "violated");
    let run = report.expect("the failure should be found")["counterexample"].clone();
    assert_eq!((&run["method"], &run["optimal"]), (&"optimal".into(), &false.into()), "{run:#}");
    let weights = [
        1201, 1733, 907, 2111, 1499, 1871, 2503, 1009, 1327, 2203, 1607, 2399, 1553, 1889, 2221, 1123, 2539, 977, 1693,
        2017,
    ];
    let sum: i64 = inputs_of(&run).iter().zip(weights).map(|(x, weight)| x * weight).sum();
    assert_eq!(sum, 3_234_567, "{run:#}");
}

/// The report of `whyc minimize`, whatever the exit status.
fn minimize_within(source: &Path, seconds: u32) -> Value {
    let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_whyc")));
    command.args(["minimize", "--format", "json", "--timeout", &seconds.to_string()]).arg(source);
    let answer = whyc_tests::tool::run(&mut command, std::time::Duration::from_secs(120));
    answer.report.unwrap_or_else(|| panic!("there should be a report: {}", answer.stderr))
}
