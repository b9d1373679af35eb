//! Hard questions at the command line: families of paths, threads, the choice of engines and what is learnt.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::schema;

/// Eight ways, of which one fails.
const WAYS: &str = "extern unsigned nondet(void);
int main(void) {
    unsigned a = nondet(), b = nondet(), s = 0;
    if (a & 1)
        s += 1;
    if (a & 2)
        s += 2;
    if (b & 4)
        s += 4;
    if (s == 7)
        s = (a * b) ^ (a >> 7);
    __CPROVER_assert(s != 0x3a57, \"not that\");
    return 0;
}
";

/// Takes a solver a while: products in two orders.
const HARD: &str = "extern unsigned nondet(void);
int main(void) {
    unsigned a = nondet() & 63, b = nondet() & 63, c = 0;
    if (a > b)
        c = a - b;
    else
        c = b - a;
    __CPROVER_assert((a + b) * (a + b) - c * c == 4 * a * b, \"binomial\");
    return 0;
}
";

const DEEP: &str = "extern int nondet(void);
int main(void) {
    unsigned s = 1;
    int n = nondet();
    if (n < 0)
        return 0;
    for (int i = 0; i < n && i < 300; i++) {
        unsigned v = nondet();
        s = s * 31 + v * v + (s >> 3);
    }
    __CPROVER_assert(n < 100 || (s & 7) != 3, \"few\");
    return 0;
}
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_whyc")).current_dir(folder).args(args).output().expect("whyc starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = run(folder, &[&["check", "--format", "json"], args].concat());
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("a report: {}", text(&output.stderr)));
    schema::assert_valid(&report);
    report
}

/// A report without what may depend on times.
fn timeless(mut report: Value) -> Value {
    report["stats"] = Value::Null;
    report["engine"] = Value::Null;
    report
}

#[test]
fn the_run_is_the_same_on_any_number_of_threads() {
    let folder = folder(&[("ways.c", WAYS)]);
    for split in ["tunnels", "cubes", "auto"] {
        let of = |jobs: &str| {
            timeless(report(folder.path(), &["--split", split, "--patience", "50", "--jobs", jobs, "ways.c"]))
        };
        let one = of("1");
        assert_eq!(one["verdict"], "violated");
        assert_eq!(one, of("3"), "{split}");
        assert_eq!(one, of("3"), "{split}, once more");
    }
}

#[test]
fn families_are_told() {
    let folder = folder(&[("ways.c", WAYS)]);
    let all = report(folder.path(), &["--split", "tunnels", "--all-properties", "ways.c"]);
    let families = all["engine"]["families"].as_array().expect("there are families").clone();
    assert_eq!(all["engine"]["won"], "tunnels");
    let n = |state: &str| families.iter().filter(|it| it["state"] == state).count();
    assert!(n("fails") == 1 && n("proved") >= 2 && n("open") == 0, "{families:?}");
    let output = run(folder.path(), &["check", "--split", "tunnels", "--all-properties", "ways.c"]);
    let told = text(&output.stdout);
    assert!(told.contains("fails only where") && told.contains("families of paths are proved"), "{told}");
    assert!(told.contains("`s == 7` holds (line 10)"), "{told}");
    // What is above the first family that fails is not counted: how much of it was done depends on the threads.
    let first = text(&run(folder.path(), &["check", "--split", "tunnels", "--jobs", "2", "ways.c"]).stdout);
    assert!(first.contains("fails where") || first.contains("fails only where"), "{first}");
}

#[test]
fn a_time_limit_leaves_families_open_and_says_which() {
    let folder = folder(&[("hard.c", &HARD.replace("63", "1023"))]);
    let report = report(folder.path(), &["--split", "tunnels", "--timeout", "2", "hard.c"]);
    assert_eq!(report["verdict"], "unknown");
    let families = report["engine"]["families"].as_array().expect("there are families");
    assert!(families.iter().any(|it| it["state"] == "open"), "{families:?}");
    assert!(families.iter().all(|it| it["state"] != "fails"), "{families:?}");
}

#[test]
fn what_is_deep_is_found_by_simulation() {
    let folder = folder(&[("deep.c", DEEP)]);
    let output = run(folder.path(), &["check", "deep.c"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("found by simulation in "), "{told}");
}

#[test]
fn engines_are_learnt_about_in_a_project_alone() {
    let folder = folder(&[("hard.c", HARD), ("whyc.toml", "")]);
    let store = folder.path().join(".whyc/engines.json");
    let check = |args: &[&str]| {
        run(folder.path(), &[&["check", "--patience", "1000", "--jobs", "1"], args, &["hard.c"]].concat())
    };
    let without = check(&["--no-learn"]);
    assert_eq!(without.status.code(), Some(0), "{}", text(&without.stderr));
    assert!(!store.exists());
    assert!(text(&without.stderr).contains("the hard question was answered by "), "{}", text(&without.stderr));
    let nothing = run(folder.path(), &["engines"]);
    assert!(text(&nothing.stdout).contains("nothing is kept of a run here"), "{}", text(&nothing.stdout));
    check(&[]);
    assert!(fs::read_to_string(&store).expect("something was learnt").contains("reliability"));
    let told = text(&run(folder.path(), &["engines"]).stdout);
    assert!(told.contains("hard.c: safe, by ") && told.contains("what was learnt"), "{told}");
    // What is no store is told on standard error, and changes nothing.
    fs::write(&store, "{ not JSON").expect("it can be written");
    let corrupt = check(&["--quiet"]);
    assert_eq!(corrupt.status.code(), Some(0));
    assert!(text(&corrupt.stderr).contains("cannot be used"), "{}", text(&corrupt.stderr));
    assert_eq!(run(folder.path(), &["engines", "--forget"]).status.code(), Some(0));
    assert!(!store.exists());
}

#[test]
fn what_was_tried_is_told_of_runs_that_were_not_hard() {
    let grows = "#include <assert.h>\nunsigned nondet_uint(void);\nint main(void) {\n    unsigned n = nondet_uint(), i = 0, s = 0;\n    while (i < n) {\n        s += 2;\n        i++;\n        assert(s == 2 * i);\n    }\n}\n";
    let folder = folder(&[("grows.c", grows), ("whyc.toml", "")]);
    let told = text(&run(folder.path(), &["check", "grows.c"]).stdout);
    assert!(told.contains("shown by induction; unrolling stopped at "), "{told}");
    let told = text(&run(folder.path(), &["engines"]).stdout);
    assert!(told.contains("grows.c: safe, by induction") && told.contains("a proof with one invariant"), "{told}");
    // Induction took its time, too.
    let line = told.lines().find(|line| line.trim_start().starts_with("induction")).unwrap_or_default();
    let seconds: f64 = line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
    assert!(seconds > 0.0, "{told}");
}

#[test]
fn engines_can_be_chosen() {
    let folder = folder(&[("ways.c", WAYS), ("c.aag", "aag 1 0 1 1 0\n2 3\n2\n")]);
    for engines in ["unrolling", "tunnels", "cubes", "simulation,unrolling", "unrolling,tunnels,induction", "auto"] {
        let report = report(folder.path(), &["--engine", engines, "ways.c"]);
        assert_eq!(report["verdict"], "violated", "{engines}");
    }
    let wrong = run(folder.path(), &["check", "--engine", "tunels", "ways.c"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("tunnels"), "{}", text(&wrong.stderr));
    let circuit = run(folder.path(), &["check", "--split", "tunnels", "c.aag"]);
    assert_eq!(circuit.status.code(), Some(2));
    assert!(text(&circuit.stderr).contains("--split has no meaning for a circuit"), "{}", text(&circuit.stderr));
}
