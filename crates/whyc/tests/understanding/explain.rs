//! `whyc explain` on programs whose explanation is known.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::{repository, tool};

const LIMIT: Duration = Duration::from_secs(120);

fn program(name: &str) -> PathBuf {
    repository().join("tests/explain").join(name)
}

fn whyc() -> Command {
    Command::new(env!("CARGO_BIN_EXE_whyc"))
}

/// The report of `whyc explain FILE OPTIONS`, which should succeed.
fn report(file: &Path, options: &[&str]) -> Value {
    let mut command = whyc();
    command.arg("explain").arg(file).args(["--format", "json"]).args(options);
    let answer = tool::run(&mut command, LIMIT);
    assert_eq!(answer.status, Some(0), "{}", answer.summary());
    answer.report.expect("there should be a report")
}

/// The same for a program given as text.
fn report_of(text: &str, options: &[&str]) -> Value {
    let scratch = Scratch::new();
    report(&scratch.write("program.c", text), options)
}

/// The story that people see, without the time.
fn story(name: &str, options: &[&str]) -> String {
    let output = whyc()
        .current_dir(repository().join("tests/explain"))
        .args(["explain", name, "--color", "never"])
        .args(options)
        .output()
        .expect("whyc should run");
    let text = String::from_utf8(output.stdout).expect("reports are UTF-8");
    let lines: Vec<&str> = text.lines().map(|line| line.rsplit_once(" · ").map_or(line, |(rest, _)| rest)).collect();
    lines.join("\n")
}

fn ssa(explanation: &Value) -> Vec<&str> {
    let changes = explanation["changes"].as_array().expect("changes");
    changes.iter().map(|change| change["ssa"].as_str().expect("a name")).collect()
}

/// The lines and names of the changes in the first slice.
fn sliced(explanation: &Value) -> Vec<(u64, &str)> {
    let changes = explanation["changes"].as_array().expect("changes");
    let first: Vec<usize> =
        explanation["slices"][0].as_array().expect("slices").iter().map(|k| k.as_u64().unwrap_or(0) as usize).collect();
    let marked: Vec<usize> = (0..changes.len()).filter(|&k| changes[k]["in_slice"] == true).collect();
    assert_eq!(first, marked, "the marks should be those of the first slice");
    first
        .iter()
        .map(|&k| (changes[k]["line"].as_u64().unwrap_or(0), changes[k]["name"].as_str().unwrap_or("")))
        .collect()
}

fn causes(explanation: &Value) -> Vec<&str> {
    let causes = explanation["causes"].as_array().expect("causes");
    causes.iter().map(|cause| cause["predicate"].as_str().expect("a predicate")).collect()
}

const MINMAX: [&str; 6] = ["--input", "input1=1", "--input", "input2=0", "--input", "input3=1"];

#[test]
fn minmax() {
    let report = report(&program("minmax.c"), &MINMAX);
    let explanation = &report["explanation"];
    assert_eq!((&explanation["distance"], &explanation["closest"]), (&5.into(), &true.into()));
    assert_eq!(ssa(explanation), ["input2#0", "most#1", "guard#3", "most#5", "most#6"]);
    assert_eq!(explanation["changes"][2]["line"], 10);
    assert_eq!(sliced(explanation), [(3, "input2"), (10, "least > input2"), (11, "most")]);
    assert_eq!(explanation["passing"]["inputs"][1]["value"], "1");
}

#[test]
fn two_ways() {
    let report = report(&program("two_ways.c"), &["--input", "input1=1", "--input", "input2=1", "--slices", "all"]);
    let explanation = &report["explanation"];
    assert_eq!(explanation["distance"], 5);
    let slices = explanation["slices"].as_array().expect("slices");
    let names: Vec<Vec<&str>> = slices
        .iter()
        .map(|slice| {
            let indices = slice.as_array().expect("a slice").iter().map(|k| k.as_u64().unwrap_or(0) as usize);
            indices.map(|k| explanation["changes"][k]["name"].as_str().unwrap_or("")).collect()
        })
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    for (slice, last) in names.iter().zip(["x", "y"]) {
        assert_eq!(slice.len(), 3);
        assert!(slice[0].starts_with("input") && slice[1].ends_with("> 0") && slice[2] == last, "{slice:?}");
    }
}

#[test]
fn the_causes_of_the_sorter() {
    let file = program("sorter.c");
    let given = ["--input", "a=0", "--input", "b=0", "--input", "c=-1"];
    let inputs = report(&file, &given);
    assert_eq!(causes(&inputs["explanation"]), ["c < a", "c < b"]);
    let all = report(&file, &[&given[..], &["--causes", "all"]].concat());
    // What no run fails without, then what none does that goes the same way: the smaller of a and b, a condition that implies
    // both of the others.
    assert_eq!(causes(&all["explanation"]), ["b#4 != a#2", "c < a#2"]);
    let none = report(&file, &[&given[..], &["--causes", "none"]].concat());
    assert!(causes(&none["explanation"]).is_empty());
}

/// The line of a program that contains `text`.
#[test]
fn what_has_one_value_in_all_failing_runs_is_told_by_it() {
    // That it is not larger than another input says nothing.
    let report = report(&program("only_value.c"), &[]);
    assert_eq!(causes(&report["explanation"]), ["kind == 0"]);
}

fn line_of(file: &Path, text: &str) -> u64 {
    let source = std::fs::read_to_string(file).expect("the program should be readable");
    let at = source.lines().position(|line| line.contains(text)).expect("the line should be there");
    at as u64 + 1
}

#[test]
fn the_faults_of_the_advisory_are_in_the_slice() {
    let file = program("advisory.c");
    assert_eq!(tool::check(Path::new(env!("CARGO_BIN_EXE_whyc")), &file, &[], LIMIT).verdict(), "safe");
    let mut hits = 0;
    for fault in 1..=5 {
        let report = report(&file, &["-D", &format!("FAULT={fault}"), "--causes", "none"]);
        let explanation = &report["explanation"];
        let line = line_of(&file, &format!("/* fault {fault} */"));
        let found = sliced(explanation).iter().any(|&(at, _)| at == line);
        // Every property is an implication: the first run only falsifies what it presupposes.
        assert!(!explanation["assumed"].as_array().expect("a list").is_empty(), "fault {fault}");
        assert!(explanation["unassumed"]["distance"].is_u64(), "fault {fault}");
        hits += u32::from(found);
    }
    assert!(hits >= 4, "{hits} of 5 faults are in the slice");
}

#[test]
fn the_missing_return_of_the_semaphore() {
    let file = program("semaphore.c");
    let report = report(&file, &[]);
    let slice = sliced(&report["explanation"]);
    assert!(slice.len() <= 3, "{slice:?}");
    assert!(slice.contains(&(line_of(&file, "if (event->type"), "event->type != SEMAPHORE")), "{slice:?}");
    assert!(slice.iter().any(|&(_, name)| name == "locked"), "{slice:?}");
}

/// `x` decides what is presupposed, `y` what should follow.
fn implication(property: &str) -> String {
    format!(
        "#include <assert.h>\nvoid reach_error(void);\nint nondet_int(void);\nint main(void) {{\n    int x = nondet_int(), y = nondet_int();\n    int twice = 0;\n    if (y > 3)\n        twice = 2;\n    int a = x == 1, b = twice == 0;\n    {property}\n    return 0;\n}}\n"
    )
}

#[test]
fn antecedents_are_assumed_in_every_shape() {
    let shapes = [
        ("assert(!a || b);", "a"),
        ("assert(b || !a);", "a"),
        ("assert(!(a && !b));", "a"),
        ("assert(a ? b : 1);", "a"),
        ("assert(!a ? 1 : b);", "a"),
        ("if (a) assert(b);", "a"),
        ("if (a && !b) reach_error();", "a"),
        ("if (a) { if (!b) reach_error(); }", "a"),
    ];
    for (property, antecedent) in shapes {
        let report = report_of(&implication(property), &[]);
        let explanation = &report["explanation"];
        let assumed: Vec<&str> = explanation["assumed"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["text"].as_str().unwrap_or(""))
            .collect();
        assert_eq!(assumed, [antecedent], "{property}");
        assert!(sliced(explanation).iter().any(|&(_, name)| name == "twice" || name == "y > 3"), "{property}");
        // Both are reported: the first explanation only falsifies the antecedent.
        assert_eq!(sliced(&explanation["unassumed"])[0].1, "x", "{property}");
    }
}

#[test]
fn alternatives_presuppose_nothing() {
    let report = report_of(&implication("assert(x != 1 || twice == 0);"), &[]);
    assert_eq!(report["explanation"]["assumed"], Value::Array(Vec::new()));
}

#[test]
fn the_users_assumption_is_kept() {
    let report = report_of(&implication("assert(!a || b);"), &["--assume", "y > 100"]);
    let inputs = report["explanation"]["passing"]["inputs"].as_array().expect("inputs");
    let y: i64 = inputs[1]["value"].as_str().unwrap_or("").parse().expect("a number");
    assert!(y > 100, "{y}");
    assert_eq!(report["properties"][0]["line"], 10, "no line should move");
}

#[test]
fn one_step_slicing_finds_the_smallest_slice() {
    let file = program("minmax.c");
    let two_phase = report(&file, &MINMAX);
    let one_step = report(&file, &[&MINMAX[..], &["--slicing", "one-step"]].concat());
    let size = |report: &Value| sliced(&report["explanation"]).len();
    assert!(size(&one_step) <= size(&two_phase) && size(&one_step) > 0);
    assert!(one_step["explanation"]["distance"].as_u64() >= two_phase["explanation"]["distance"].as_u64());
}

#[test]
fn metrics_count_what_they_say() {
    let given = ["--input", "input1=1", "--input", "input2=1"];
    let distance = |name: &str, given: &[&str], metric: &str| {
        let report = report(&program(name), &[given, &["--metric", metric]].concat());
        report["explanation"]["distance"].as_u64().expect("a distance")
    };
    // The property does not depend on z; a value that only one run computes differs, one that neither does not.
    assert_eq!(["full", "slice", "executed"].map(|m| distance("two_ways.c", &given, m)), [5, 4, 8]);
    assert_eq!(["full", "slice", "executed"].map(|m| distance("minmax.c", &MINMAX, m)), [5, 5, 4]);
}

#[test]
fn a_passing_run_may_need_more_iterations() {
    let text = "#include <assert.h>\nunsigned nondet_uint(void);\nint main(void) {\n    unsigned n = nondet_uint();\n    __VERIFIER_assume(n >= 1 && n <= 20);\n    unsigned sum = 0;\n    for (unsigned i = 0; i < n; i++)\n        sum += 2;\n    assert(sum >= 5);\n    return 0;\n}\n";
    let deeper = report_of(text, &[]);
    assert_eq!(deeper["explanation"]["passing"]["inputs"][0]["value"], "3");
    let within = report_of(text, &["--unwind", "2"]);
    assert_eq!(within["explanation"]["without_passing"], "no run within the bounds passes");
}

#[test]
fn a_run_with_more_iterations_may_be_closer() {
    let flags = "    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;\n    if (n == 0) { a = 1; b = 1; c = 1; d = 1; e = 1; f = 1; }\n";
    let text = format!(
        "#include <assert.h>\nunsigned nondet_uint(void);\nint main(void) {{\n    unsigned n = nondet_uint();\n    __VERIFIER_assume(n <= 6);\n    unsigned i = 0;\n    while (i < n)\n        i++;\n{flags}    assert(i != 1 || a + b + c + d + e + f > 6);\n    return 0;\n}}\n"
    );
    let of = |options: &[&str]| {
        let report = report_of(&text, options);
        let explanation = &report["explanation"];
        (explanation["distance"].as_u64(), explanation["passing"]["inputs"][0]["value"].as_str().map(str::to_owned))
    };
    // Within the bound, n = 0 switches many flags; one more iteration changes less.
    assert_eq!(of(&["--input", "n=1", "--unwind", "1"]), (Some(10), Some("0".to_owned())));
    assert_eq!(of(&["--input", "n=1"]), (Some(5), Some("2".to_owned())));
}

#[test]
fn pointers_switches_and_calls_are_explained() {
    let text = "#include <assert.h>\nint nondet_int(void);\nint f(int k) { switch (k) { case 0: return 5; case 1: case 2: return 7; default: return 9; } }\nint main(void) {\n    int k = nondet_int(), u = 3, v = 4, *p;\n    if (k > 5) p = &u; else p = &v;\n    *p = f(k);\n    struct { int a; int b[3]; } s = {1, {2, 3, 4}};\n    s.b[k & 1] = *p;\n    assert(s.b[0] + u + v != 14);\n    return 0;\n}\n";
    for slicing in ["two-phase", "one-step"] {
        let report = report_of(text, &["--slicing", slicing]);
        assert!(!sliced(&report["explanation"]).is_empty(), "{slicing}");
    }
}

fn refused(options: &[&str]) -> String {
    let Output { status, stderr, .. } =
        whyc().arg("explain").arg(program("minmax.c")).args(options).output().expect("whyc should run");
    assert_eq!(status.code(), Some(2), "{options:?}");
    String::from_utf8_lossy(&stderr).into_owned()
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    assert!(refused(&["--input", "input4=1"]).contains("did you mean `input1`?"));
    assert!(refused(&["--input", "input1=big"]).contains("`big` is no value"));
    assert!(refused(&["--input", "input1"]).contains("such as x=3"));
    assert!(refused(&["--assume", "nothing > 1"]).contains("undeclared identifier 'nothing'"));
    assert!(refused(&["--assume", "1); abort("]).contains("is not a C expression"));
    assert!(refused(&["--metric", "fast"]).contains("executed"));
}

#[test]
fn without_a_violation_there_is_nothing_to_explain() {
    let report = report_of("int main(void) { return 0; }", &[]);
    assert_eq!((&report["verdict"], &report["explanation"]), (&"safe".into(), &Value::Null));
    let always = report_of("#include <assert.h>\nint main(void) { int x; assert(x != x); return 0; }", &[]);
    let reason = &always["explanation"]["without_passing"];
    assert!(reason.as_str().expect("a reason").starts_with("every run fails"));
}

#[test]
fn a_time_limit_is_kept() {
    let file = program("advisory.c");
    let start = std::time::Instant::now();
    let mut command = whyc();
    command.arg("explain").arg(&file).args([
        "--format",
        "json",
        "-D",
        "FAULT=3",
        "--causes",
        "all",
        "--timeout",
        "0.2",
    ]);
    let answer = tool::run(&mut command, LIMIT);
    assert!(matches!(answer.status, Some(0 | 3)), "{}", answer.summary());
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let file = program("advisory.c");
    let once = report(&file, &["-D", "FAULT=4"]);
    let again = report(&file, &["-D", "FAULT=4"]);
    assert_eq!(once["explanation"], again["explanation"]);
}

#[test]
fn the_story_is_told() {
    insta::assert_snapshot!("minmax", story("minmax.c", &MINMAX));
    insta::assert_snapshot!(
        "two_ways",
        story("two_ways.c", &["--input", "input1=1", "--input", "input2=1", "--slices", "all"])
    );
    insta::assert_snapshot!("semaphore_all", story("semaphore.c", &["--all"]));
    insta::assert_snapshot!("next_day", story("next_day.c", &[]));
    insta::assert_snapshot!("title", story("title.c", &[]));
    insta::assert_snapshot!("advisory", story("advisory.c", &["-D", "FAULT=1"]));
}

/// What nobody sets is told where it came to be.
#[test]
fn what_nobody_sets_is_told() {
    let whole = report(&program("unset.c"), &[]);
    let chain = whole["explanation"]["chain"].as_array().expect("a chain");
    let is_told =
        |link: &Value| link["line"] == 7 && link["text"].as_str().is_some_and(|it| it.contains("it->count is read"));
    assert!(chain.iter().any(is_told), "{whole}");
}

/// A condition that is looked at by the way leaves nothing behind, not even what it would have cut off.
#[test]
fn conditions_may_look_at_blocks_that_are_too_large() {
    let whole = report(&program("around.c"), &[]);
    assert_eq!(whole["verdict"], "violated", "{whole}");
    assert!(whole["explanation"]["chain"].as_array().is_some_and(|chain| !chain.is_empty()), "{whole}");
}

/// What large variables hold that were never set is compared like any other input, also where only the run says
/// which element is read.
#[test]
fn elements_that_were_never_set_are_differences() {
    let whole = report(&program("large_uninitialised.c"), &["--slices", "all"]);
    let inputs = whole["counterexample"]["inputs"].as_array().expect("inputs");
    let names: Vec<&str> = inputs.iter().filter_map(|input| input["name"].as_str()).collect();
    assert!(names.contains(&"readings[0]") && names.contains(&"limits[0]"), "{names:?}");
    let explanation = &whole["explanation"];
    assert_eq!(explanation["distance"], 1, "{explanation}");
    let [(_, name)] = sliced(explanation)[..] else { panic!("one difference should be enough: {explanation}") };
    assert!(["readings[0]", "limits[0]"].contains(&name), "{name}");
}

#[test]
fn one_step_says_where_it_does_not_work() {
    let whole = report(&program("large_uninitialised.c"), &["--slicing", "one-step"]);
    assert!(whole["explanation"].is_null());
}

/// A run that breaks a rule ends there: nothing behind that place is a difference, not even in a call that is made again.
#[test]
fn what_the_failing_run_never_does_is_no_difference() {
    let whole = report(&program("ends_early.c"), &[]);
    let changes = whole["explanation"]["changes"].as_array().unwrap();
    let lines: Vec<i64> = changes.iter().filter_map(|change| change["line"].as_i64()).collect();
    assert_eq!(lines, [12, 15, 7], "{whole:#}");
}
