//! `whyc sample`.

use serde_json::{Value, json};
use whyc_tests::native::Scratch;
use whyc_tests::repository;

use super::{report, stderr, stdout, whyc};

const SCHEMA: &str = "sample.schema.json";

const HEAD: &str = "#include <assert.h>\nint nondet_int(void);\nunsigned nondet_unsigned(void);\nvoid __CPROVER_assume(_Bool);\n\
                    _Bool whyc_choice(unsigned, unsigned);\nunsigned whyc_pick(unsigned);\n";

fn program(name: &str, body: &str) -> Scratch {
    let scratch = Scratch::new();
    let _ = scratch.write(name, format!("{HEAD}{body}\n"));
    scratch
}

fn sample(body: &str, args: &[&str]) -> Value {
    let scratch = program("p.c", body);
    report(&scratch.file("."), SCHEMA, &[&["sample", "p.c"], args].concat())
}

/// The exact probability lies in the interval (of the seeds used here, that is so), and the estimate is near.
fn agrees(told: &Value, exact: f64) {
    let number = |name: &str| told["sample"][name].as_f64().expect("a number");
    assert!(number("low") <= exact && exact <= number("high"), "{exact}: {:#}", told["sample"]);
}

#[test]
fn estimates_agree_with_exact_probabilities() {
    for (body, exact) in [
        // By the assumption right behind an input, by elements, by a comment.
        ("int main(void) { int x = nondet_int(); __CPROVER_assume(1 <= x && x <= 6); assert(x != 6); }", 1.0 / 6.0),
        (
            "int main(void) { int a = nondet_int(), b = nondet_int(); int sum = 0;\n\
             __CPROVER_assume(1 <= a && a <= 6); __CPROVER_assume(1 <= b && b <= 6); sum = a + b; assert(sum != 12); }",
            1.0 / 36.0,
        ),
        // What fails before the assumption counts.
        (
            "int main(void) { unsigned char c = nondet_unsigned(); int part = 10 / (c / 64); __CPROVER_assume(c >= 64); assert(part); }",
            0.25,
        ),
        (
            "int main(void) { int a[2]; for (int i = 0; i < 2; i++) { a[i] = nondet_int(); __CPROVER_assume(a[i] > 0 && 7 > a[i]); }\n\
             assert(a[0] + a[1] < 11); }",
            3.0 / 36.0,
        ),
        ("int main(void) { unsigned char c = nondet_unsigned(); assert(c >= 64); }", 0.25),
        ("int main(void) { int x = nondet_int(); // whyc: dist x=choice(1:3, -1:1)\n assert(x > 0); }", 0.25),
        // What is tossed, as `prob` computes it.
        ("int main(void) { int x = 2; while (x > 0 && x < 5) x += whyc_choice(1, 2) ? 1 : -1; assert(x == 0); }", 0.4),
        ("int main(void) { assert(whyc_pick(5) != 3); }", 0.2),
        // An assumption that leaves out runs: what is left counts.
        (
            "int main(void) { int x = nondet_int() & 7, y = nondet_int() & 7; __CPROVER_assume(x < y); assert(y != 7); }",
            0.25,
        ),
        // Memory that was never set.
        ("int main(void) { unsigned char c; assert(c < 128); }", 0.5),
    ] {
        let told = sample(body, &["--runs", "8000"]);
        assert_eq!(told["verdict"], "estimated", "{body}");
        agrees(&told, exact);
    }
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let scratch = program("p.c", "int main(void) { int x = nondet_int() % 100; assert(x != 17); }");
    let of = |jobs: &str, args: &[&str]| {
        let output = whyc(&scratch.file("."), &[&["sample", "p.c", "--jobs", jobs], args].concat());
        (output.status.code(), stdout(&output))
    };
    for args in [&["--runs", "3000"][..], &["--prob", ">=0.9"], &["--runs", "500", "--format", "json"]] {
        assert_eq!(of("1", args), of("3", args), "{args:?}");
    }
    assert_ne!(of("1", &["--runs", "3000"]), of("1", &["--runs", "3000", "--seed", "2"]));
}

#[test]
fn a_failing_run_is_one_that_can_be_seen_again() {
    let scratch = program(
        "p.c",
        "int main(void) { int a[3]; for (int i = 0; i < 3; i++) { a[i] = nondet_int(); __CPROVER_assume(a[i] >= 0 && a[i] < 10); }\n assert(a[0] != 4 || a[2] != 2); }",
    );
    let told = report(&scratch.file("."), SCHEMA, &["sample", "p.c"]);
    let run = &told["failing_run"];
    let value = |name: &str| {
        run["inputs"].as_array().and_then(|all| all.iter().find(|it| it["name"] == name).map(|it| it["value"].clone()))
    };
    assert_eq!((value("a[0]"), value("a[2]")), (Some(json!("4")), Some(json!("2"))), "{told:#}");
    assert_eq!(told["properties"][0]["first_run"], run["run"]);
    let number = run["run"].to_string();
    let again = whyc(&scratch.file("."), &["sample", "p.c", "--run", &number]);
    let text = stdout(&again);
    assert!(
        again.status.code() == Some(1) && text.contains("fails main.assertion.1") && text.contains("  a[0] = 4\n"),
        "{text}"
    );
    let held = report(&scratch.file("."), SCHEMA, &["sample", "p.c", "--input", "a=4", "--runs", "4000"]);
    agrees(&held, 0.1);
}

#[test]
fn bounds_are_tested() {
    let scratch = program("p.c", "int main(void) { int x = nondet_int() & 127; assert(x != 17); }");
    let of = |args: &[&str]| {
        let output = whyc(&scratch.file("."), &[&["sample", "p.c"], args].concat());
        (output.status.code(), stdout(&output).lines().next().unwrap_or_default().to_owned())
    };
    // One in 128 fails.
    let (status, text) = of(&["--prob", ">=0.95"]);
    assert!(status == Some(0) && text.starts_with("holds: runs pass with probability at least 0.95"), "{text}");
    let (status, text) = of(&["--prob", "fail>=0.05"]);
    assert!(status == Some(1) && text.starts_with("refuted: runs fail with probability at least 0.05"), "{text}");
    let (status, text) = of(&["--prob", "fail<=0.0078", "--indifference", "0.0001", "--runs", "2000"]);
    assert!(status == Some(3) && text.starts_with("undecided"), "{text}");
    let safe = program("s.c", "int main(void) { int x = nondet_int(); assert(x == x); }");
    let told =
        report(&safe.file("."), SCHEMA, &["sample", "s.c", "--prob", ">=1", "--alpha", "0.001", "--beta", "0.001"]);
    assert_eq!((&told["verdict"], &told["sample"]["runs"]), (&json!("holds"), &json!(688)));
}

#[test]
fn what_no_random_run_comes_to_is_weighed() {
    let body = "int main(void) { unsigned x = nondet_unsigned(), y = nondet_unsigned(), z = nondet_unsigned();\n\
                if (x == 123456 && y > 2000000000) assert(z == z + 1); }";
    let told = sample(body, &[]);
    let rare = &told["rare"];
    assert_eq!((&told["sample"]["failures"], &rare["state"]), (&json!(0), &json!("weighed")), "{told:#}");
    assert_eq!(rare["inputs"].as_array().map(Vec::len), Some(2), "{rare:#}");
    assert_eq!(rare["held"]["failures"], rare["held"]["runs"], "what matters suffices");
    assert_eq!(
        (&rare["inputs"][0]["value"], &rare["inputs"][0]["drawn_anew"]["failures"]),
        (&json!("123456"), &json!(0))
    );
    // The exact probability is 2294967295 / 2^64; the bound is below it, and not far.
    let exact = (2_294_967_295f64 / 2f64.powi(64)).log10();
    let low = rare["log10_low"].as_f64().expect("a bound");
    assert!(low <= exact && exact - low < 0.4, "{low} {exact}");
    let safe = sample("int main(void) { int x = nondet_int() & 7; assert(x < 8); }", &[]);
    assert_eq!(safe["rare"]["state"], "safe");
    let never = sample(body, &["--dist", "x=uniform(0, 9)"]);
    assert_eq!(never["rare"]["state"], "never-drawn");
}

#[test]
fn whole_runs_are_measured() {
    let body = "int main(void) { int level = 0; for (int i = 0; i < 20; i++) level += whyc_choice(1, 2) ? 1 : -1; }";
    let told = sample(body, &["--measure", "max(level)", "--measure", "count(level == 0) >= 1", "--runs", "4000"]);
    // A path of 20 steps is at 0 for 21 · C(20, 10) / 2^20 times on average, the beginning included, and never comes back with
    // probability C(20, 10) / 2^20.
    let mean = told["measures"][1]["mean"].as_f64().expect("a mean");
    assert!((mean - 3.7002).abs() < 0.2, "{told:#}");
    assert_eq!(told["sample"]["failures"], 0, "it is 0 at the beginning");
    let told = sample(body, &["--measure", "count(level == 0) > 1", "--runs", "8000"]);
    agrees(&told, 184_756.0 / 1_048_576.0);
    let told = sample(body, &["--measure", "last(level) != 0", "--runs", "8000"]);
    agrees(&told, 184_756.0 / 1_048_576.0);
}

/// Finite runs: what never comes fails at the end, what holds all the time holds, and there is no next state behind the last.
#[test]
fn properties_over_time_are_looked_at_in_every_run() {
    let body = "void a(void) {}\nvoid b(void) {}\nint main(void) { a(); if (whyc_choice(1, 4)) b(); }";
    let of = |ltl: &str| sample(body, &["--ltl", ltl, "--runs", "4000"]);
    agrees(&of("F call b"), 0.75);
    agrees(&of("G !call b"), 0.25);
    agrees(&of("G(call a -> X! call b)"), 0.75);
    let told = of("G(call a || call b)");
    assert_eq!(told["sample"]["failures"], 0, "{told:#}");
}

#[test]
fn the_modulator_saturates_as_published() {
    let folder = repository().join("examples");
    // Small inputs can do it, if they come in the right order: random ones hardly ever do.
    let signs =
        ["0", "0.1", "-0.1", "-0.1", "0", "-0.1", "-0.1", "-0.1", "-0.1", "-0.1", "-0.1", "0.1", "-0.1", "-0.1", "0.1"];
    let inputs: Vec<String> = signs.iter().map(|it| format!("--input=u={it}")).collect();
    let mut args = vec!["sample", "modulator.c", "-D", "STEPS=15", "--runs", "1"];
    args.extend(inputs.iter().map(String::as_str));
    let told = report(&folder, SCHEMA, &args);
    assert_eq!(told["sample"]["failures"], 1, "{told:#}");
    args[3] = "STEPS=14";
    assert_eq!(report(&folder, SCHEMA, &args)["sample"]["failures"], 0);
    let page =
        stdout(&whyc(&folder, &["sample", "modulator.c", "-D", "STEPS=300", "--runs", "200", "--format", "html"]));
    assert!(page.starts_with("<!doctype html>") && page.contains("<polygon") && page.contains("modulator.c"), "{page}");
}

#[test]
fn circuits_are_run_by_the_word() {
    let folder = repository().join("examples");
    let told = report(&folder, SCHEMA, &["sample", "counter.aag", "--bound", "20"]);
    assert_eq!((&told["kind"], &told["sample"]["counted"]), (&json!("circuit"), &json!(10_000)), "{told:#}");
    let refused = whyc(&folder, &["sample", "counter.aag", "--measure", "max(x)"]);
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("--measure has no meaning for a circuit"));
    let refused = whyc(&folder, &["sample", "counter.aag", "--dist", "nothing=1"]);
    assert!(
        refused.status.code() == Some(2) && stderr(&refused).contains("no input is called `nothing`"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let body = "int main(void) { int x = nondet_int(); __CPROVER_assume((x & 1) * 3 == 2); assert(x); }";
    let scratch = program("p.c", body);
    let of = |args: &[&str]| {
        let output = whyc(&scratch.file("."), &[&["sample"], args].concat());
        (output.status.code(), stdout(&output) + &stderr(&output))
    };
    for (args, status, words) in [
        (&["p.c"][..], 3, "no run of 10000 meets the assumption p.c:7"),
        (&["p.c", "--dist", "y=1"], 2, "no input is called `y`"),
        (&["p.c", "--dist", "x=uniform(1)"], 2, "expected uniform(LOW, HIGH)"),
        (&["p.c", "--dist", "x=uniform(0, 4294967296)"], 2, "4294967296 is no value of type `int`"),
        (&["p.c", "--prob", "0.9"], 2, "expected a bound such as"),
        (&["p.c", "--alpha", "0.1"], 2, "--prob"),
        (&["p.c", "--alpha", "0.7", "--prob", ">=0.5"], 2, "between 0 and 0.5"),
        (&["p.c", "--measure", "mid(x)"], 2, "none of mean, max"),
        (&["p.c", "--measure", "max(y)"], 2, "there is no variable `y`"),
        (&["p.c", "--input", "q=1"], 2, "no input is called `q`"),
        (&["p.c", "--format", "sarif"], 2, "human, json and html"),
        (&["p.c", "--bound", "3"], 2, "--bound is for circuits"),
        (&["absent.c"], 2, "absent.c"),
    ] {
        let (found, text) = of(args);
        assert!(found == Some(status) && text.contains(words), "{args:?}: {found:?} {text}");
    }
    let scratch = program("c.c", "int main(void) { int x = nondet_int(); // whyc: dist x=gauss(1, 2)\n}");
    let output = whyc(&scratch.file("."), &["sample", "c.c"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("c.c:7:54"), "{}", stderr(&output));
    let endless = program("e.c", "int main(void) { int x = nondet_int() & 1; while (x) ; assert(!x); }");
    let told = report(&endless.file("."), SCHEMA, &["sample", "e.c", "--runs", "100", "--steps", "1000"]);
    let lost = told["sample"]["lost"].as_u64().unwrap_or(0);
    assert!(lost > 20 && told["sample"]["high"].as_f64() > Some(0.3) && told["sample"]["failures"] == 0, "{told:#}");
}

#[test]
fn splitting_finds_probabilities_that_no_run_shows() {
    // A walk from 1 with steps up of probability 0.3: it comes to 12 before 0 with probability (7/3 - 1) / ((7/3)^12 - 1).
    let walk = "int main(void) {\n  // whyc: dist up=bernoulli(0.3)\n  int at = 1;\n  while (at > 0) { int up = nondet_int(); at += up ? 1 : -1; __CPROVER_assert(at < 12, \"below\"); }\n}";
    let odds: f64 = 7.0 / 3.0;
    let walks = (odds - 1.0) / (odds.powi(12) - 1.0);
    // Three numbers drawn at once, one in a hundred, one in a hundred, one in ten thousand.
    let corner = "int main(void) {\n  // whyc: dist a=uniform(0,9999)\n  // whyc: dist b=uniform(0,9999)\n  // whyc: dist c=uniform(0,9999)\n  \
        int a = nondet_int(), b = nondet_int(), c = nondet_int();\n  if (a < 100) if (b > 9899) __CPROVER_assert(c != 5000, \"not it\");\n}";
    for (body, exact) in [(walk, walks), (corner, 1e-8)] {
        let told = sample(
            body,
            &[
                "--splitting",
                "--runs",
                "200",
                "--weigh",
                "never",
                "--property",
                "main.assertion.1",
                "--confidence",
                "0.99",
            ],
        );
        let of = |name: &str| told["splitting"][name].as_f64().unwrap_or_else(|| panic!("{told:#}"));
        assert!(told["sample"]["failures"] == 0, "it is too rare to be seen: {told:#}");
        assert!(of("low") <= exact && exact <= of("high"), "{exact} should be in {:#}", told["splitting"]);
        assert!(of("at_least") <= exact && of("at_least") > exact / 1e4, "{:#}", told["splitting"]);
    }
}
