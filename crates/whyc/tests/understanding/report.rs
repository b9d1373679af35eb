//! Minimised runs as whyc reports them, and programs that are fed with them.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use whyc_tests::tool;

const LIMIT: Duration = Duration::from_secs(120);

/// What a program prints when it is given this input.
pub fn fed(program: &Path, args: &[&str], input: &str) -> String {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program should start");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program should end");
    writer.join().expect("no panic").expect("the inputs should be read");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The report of `whyc minimize`.
pub fn minimize(source: &Path, options: &[&str]) -> Value {
    let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_whyc")));
    command.args(["minimize", "--format", "json"]).arg(source).args(options);
    let answer = tool::run(&mut command, LIMIT);
    assert_eq!(answer.status, Some(0), "{command:?}: {}", answer.stderr);
    answer.report.expect("there should be a report")
}

/// What a run reads from outside, in order.
fn nondet(run: &Value) -> impl Iterator<Item = &Value> {
    let inputs = run["inputs"].as_array().expect("a run should have inputs");
    inputs.iter().filter(|input| input["kind"] == "nondet")
}

/// The values that a run reads from outside, in order.
pub fn inputs_of(run: &Value) -> Vec<i64> {
    nondet(run).map(|input| number(input["value"].as_str().expect("a value"))).collect()
}

/// The bits of them that matter.
pub fn masks_of(run: &Value) -> Vec<u64> {
    let mask = |input: &Value| match input["relevant_bits"].as_str() {
        Some(mask) => u64::from_str_radix(mask.trim_start_matches("0x"), 16).expect("a mask"),
        None => u64::MAX,
    };
    nondet(run).map(mask).collect()
}

/// A number as the report writes it: `12`, `0xabcdef`, `'a'`.
fn number(text: &str) -> i64 {
    if let Some(inside) = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        return inside.bytes().last().map_or(0, i64::from);
    }
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).expect("a hexadecimal number"),
        None => text.parse().unwrap_or_else(|_| panic!("`{text}` should be a number")),
    }
}
