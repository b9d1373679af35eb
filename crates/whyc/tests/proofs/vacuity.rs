//! What holds only because no run gets through is said to: as a warning, in the report, and nowhere else.

use std::process::Command;

use serde_json::Value;
use whyc_tests::native::Scratch;

/// The report about a program, and what a person is told.
fn check(text: &str, options: &[&str]) -> (Value, String) {
    let scratch = Scratch::new();
    let file =
        scratch.write("main.c", format!("int nondet(void);\nvoid __CPROVER_assume(int);\nvoid assert(int);\n{text}"));
    let run = |format: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        let out = command.arg("check").arg(&file).args(["--format", format]).args(options).output();
        let out = out.expect("whyc should start");
        [out.stdout, out.stderr].map(|text| String::from_utf8(text).expect("what is told is UTF-8"))
    };
    let [report, _] = run("json");
    (serde_json::from_str(&report).expect("the report should be JSON"), run("human").concat())
}

fn lines(report: &Value) -> Vec<u64> {
    let because = report["vacuity"][0]["because"].as_array().expect("there should be reasons");
    because.iter().filter_map(|place| place["line"].as_u64()).collect()
}

#[test]
fn the_assumptions_that_exclude_each_other_are_named_and_no_others() {
    let (report, text) = check(
        "int main(void) {\n int x = nondet(), y = nondet();\n __CPROVER_assume(y > 3);\n __CPROVER_assume(x > 10);\n if (y == 7) y = 8;\n __CPROVER_assume(x < 5);\n assert(x == y);\n return 0;\n}\n",
        &[],
    );
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["vacuity"][0]["kind"], "assumptions");
    assert_eq!(lines(&report), [7, 9]);
    assert!(text.contains("no run meets this assumption and that of line 7 together"), "{text}");
}

#[test]
fn an_assumption_that_ends_some_runs_is_nothing_to_talk_about() {
    let (report, text) = check(
        "int main(void) {\n int x = nondet();\n if (x < 0) __CPROVER_assume(0);\n __CPROVER_assume(x < 9);\n assert(x >= 0);\n return 0;\n}\n",
        &[],
    );
    assert_eq!((&report["verdict"], &report["vacuity"]), (&Value::from("safe"), &Value::Null));
    assert!(!text.contains("no run"), "{text}");
}

#[test]
fn one_that_nothing_meets_is_named_alone() {
    let (report, text) = check(
        "int main(void) {\n int x = nondet();\n __CPROVER_assume(x > 0);\n __CPROVER_assume(x * 0 == 1);\n assert(0);\n return 0;\n}\n",
        &[],
    );
    assert_eq!(lines(&report), [7]);
    assert!(text.contains("no run meets this assumption:"), "{text}");
}

#[test]
fn a_bound_that_cuts_every_run_is_said_to() {
    let program = "int main(void) {\n for (int i = 0; i < 100; i++) assert(nondet() != 7 || i >= 0);\n return 0;\n}\n";
    let (report, text) = check(program, &["--unwind", "3"]);
    assert_eq!(
        (&report["verdict"], &report["vacuity"][0]["kind"]),
        (&Value::from("bounded-safe"), &Value::from("bounds"))
    );
    assert!(text.contains("every run goes beyond the bounds"), "{text}");
    let (report, _) = check(program, &[]);
    assert_eq!((&report["verdict"], &report["vacuity"]), (&Value::from("safe"), &Value::Null));
}
