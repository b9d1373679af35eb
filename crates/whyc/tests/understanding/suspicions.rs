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
    let line =
        |line: &str| line.strip_prefix("// ").or(line.strip_prefix("; "))?.strip_prefix("vacuity: ").map(str::to_owned);
    text.lines().filter_map(line).collect()
}

fn told(verb: &str, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("it should be text");
    let options = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    let options: Vec<&str> = options.split_whitespace().chain(["--format", "json"]).collect();
    let output = run(verb, file, &options);
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
        if file.is_dir() {
            continue;
        }
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
    let log = run("check", &file("excluded.c"), &["--format", "sarif"]).stdout;
    let log: Value = serde_json::from_slice(&log).expect("the log should be JSON");
    let told = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().cloned().unwrap_or_default();
    let is_it = |it: &&Value| it["message"]["text"].as_str().is_some_and(|text| text.starts_with("no run comes to"));
    assert_eq!(told.iter().filter(is_it).count(), 1, "{told:?}");
}

#[test]
fn what_a_safe_program_rests_on_is_told() {
    let scratch = whyc_tests::native::Scratch::new();
    let program = "#include <assert.h>\n\
        extern int nondet_int(void);\n\
        static int table[16];\n\
        int main(void) {\n\
            int n = nondet_int();\n\
            int other = nondet_int();\n\
            __CPROVER_assume(n <= 16);\n\
            __CPROVER_assume(other > 3);\n\
            for (int i = 0; i < n; i++)\n\
                table[i] = 7;\n\
            if (other > 10)\n\
                other = 10;\n\
            assert(other <= 10);\n\
            return 0;\n\
        }\n";
    let file = scratch.write("main.c", program);
    let output = run("explain", &file, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    schema::assert_valid(&report);
    let lines = |id: &str| -> Vec<u64> {
        let core = report["core"].as_array().cloned().unwrap_or_default();
        let rests = core.iter().filter(|it| it["properties"].as_array().is_some_and(|all| all.contains(&id.into())));
        let mut lines: Vec<u64> = rests.filter_map(|it| it["line"].as_u64()).collect();
        lines.dedup();
        lines
    };
    assert_eq!(lines("main.assertion.1"), [11, 12], "{}", report["core"]);
    assert_eq!(lines("main.bounds.1"), [7, 9, 10], "{}", report["core"]);
    let said = String::from_utf8(run("explain", &file, &[]).stdout).expect("it should be text");
    assert!(
        said.contains(
            "`other <= 10` (line 13, assertion) holds because of\n  11  if (other > 10)\n  12  other = 10;\n"
        ),
        "{said}"
    );
}

/// Where it was shown by induction, a property rests on what makes it follow from invariants, and on what makes these hold; lines
/// that neither needs are not told.
#[test]
fn a_proof_by_induction_rests_on_few_lines() {
    let scratch = whyc_tests::native::Scratch::new();
    let program = "#include <assert.h>\n\
        extern int nondet_int(void);\n\
        int main(void) {\n\
            int room[8] = {0};\n\
            int at = 0;\n\
            unsigned noise = 1;\n\
            while (nondet_int()) {\n\
                room[at] = 1;\n\
                noise = noise * 3 + 1;\n\
                at = at + 1;\n\
                if (at == 8)\n\
                    at = 0;\n\
            }\n\
            return (int)(noise & 1);\n\
        }\n";
    let file = scratch.write("main.c", program);
    let said = String::from_utf8(run("explain", &file, &[]).stdout).expect("it should be text");
    assert!(said.contains("for every number of rounds, because at the loop in line 7 always"), "{said}");
    let why = said.split("`room[at]` (line 8, bounds) holds because of\n").nth(1).expect("the bounds should be told");
    let why: Vec<&str> = why.lines().take_while(|line| !line.is_empty()).collect();
    let told = |line: &str| why.iter().any(|it| it.trim_start().starts_with(line));
    assert!(told("5 ") && told("11 ") && told("12 ") && !told("6 ") && !told("9 "), "{said}");
}

#[test]
#[expect(clippy::print_stderr, reason = "that a test is skipped should be seen")]
fn circuits_have_the_warnings_they_deserve() {
    if Command::new("yosys").arg("-V").output().is_err() {
        eprintln!("skipped: there is no yosys");
        return;
    }
    let mut n_designs = 0;
    for entry in fs::read_dir(repository().join("tests/vacuity/circuits")).expect("the folder should be there") {
        let file = entry.expect("it can be read").path();
        let text = fs::read_to_string(&file).expect("it should be text");
        for verb in ["check", "vacuity"] {
            assert_eq!(told(verb, &file), expected(&text), "{verb} {}", file.display());
        }
        n_designs += 1;
    }
    assert!(n_designs >= 6, "{n_designs} designs");
    let blocked = run("check", &repository().join("tests/vacuity/circuits/blocked.v"), &[]);
    let text = String::from_utf8_lossy(&blocked.stdout).into_owned();
    assert!(text.contains("do not let any run go on for more than 3 cycles"), "{text}");
}
