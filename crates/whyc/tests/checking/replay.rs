//! `whyc replay`: what it writes, and that a compiled program fails as it says.
//!
//! All violated programs of the corpus are replayed by `tests/replay-corpus`; here is a sample.

use std::process::{Command, Output};

use whyc_tests::native::Scratch;
use whyc_tests::{corpus, parallel, repository};

/// One in how many programs of each class is in the sample.
const STRIDE: usize = 7;

fn replay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.arg("replay").args(args).current_dir(repository()).output().expect("whyc should run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Replays a program; nothing if it is confirmed as predicted, else what was said.
fn difference(case: &corpus::Case) -> Option<String> {
    let place = case.header.violated.as_ref()?;
    let path = case.path.display().to_string();
    let mut args = vec!["--run"];
    args.extend(case.header.options.iter().map(String::as_str));
    args.push(&path);
    let output = replay(&args);
    let file = case.path.file_name()?.to_string_lossy().into_owned();
    let expected = format!("confirmed by native run: {} at {file}:{}, as predicted", place.class, place.line);
    let said = text(&output.stdout);
    let is_right = output.status.code() == Some(0) && said.contains(&expected);
    (!is_right).then(|| format!("{}:\n{said}{}", case.name, text(&output.stderr)))
}

#[test]
fn a_sample_of_the_corpus_fails_natively_as_predicted() {
    let cases = corpus::cases().unwrap_or_else(|errors| panic!("headers should be right:\n{errors}"));
    let mut violated: Vec<corpus::Case> =
        cases.into_iter().filter(|case| case.header.violated.is_some() && case.header.is_native).collect();
    violated.sort_by_key(|case| case.header.violated.as_ref().map(|place| place.class.clone()));
    let sample: Vec<corpus::Case> = violated.into_iter().step_by(STRIDE).collect();
    assert!(sample.len() >= 20, "only {} programs were found", sample.len());
    let wrong: Vec<String> = parallel::map(&sample, difference).into_iter().flatten().collect();
    // Some faults no sanitizer sees; `tests/replay-corpus` lists them all.
    let unseen = |said: &&String| {
        said.contains("the native run ends without a failure: ")
            || said.contains("cannot be reproduced by a compiled program")
    };
    let (unseen, wrong): (Vec<&String>, Vec<_>) = wrong.iter().partition(unseen);
    assert!(wrong.is_empty() && unseen.len() * 20 <= sample.len(), "{wrong:#?}\n{unseen:#?}");
}

/// Replays one text; exit status and standard output.
fn run_text(source: &str, args: &[&str]) -> (Option<i32>, String) {
    let scratch = Scratch::new();
    let path = scratch.write("a.c", source).display().to_string();
    let output = replay(&[args, &[path.as_str()]].concat());
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

const EVERYTHING: &str = r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
struct pair { int a; char b; };
int read_sensor(int id, int *out);
extern int limit;
struct pair nondet_pair(void);
int __VERIFIER_nondet_int(void);
static int sub(int a, int b) { return a - b; }
int main(int argc, char **argv) {
    int v = 0, n;
    if (scanf("%d", &n) != 1)
        return 0;
    char c = getchar();
    int r = read_sensor(3, &v);
    struct pair q = nondet_pair();
    int d = sub(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    register int u;
    char *block = malloc(4);
    const char *home = getenv("HOME");
    int is_it = argc > 1 && argv[1][0] == 'z' && n == -42 && c == 'q' && r == 7 && v == 9 && limit == 5;
    is_it = is_it && q.a == 3 && q.b == 'x' && d == 12 && rand() == 99 && u == 1234 && block[2] == 'k';
    assert(!(is_it && home && home[0] == '/'));
    return 0;
}
"#;

#[test]
fn inputs_of_every_kind_are_fixed() {
    let (status, said) = run_text(EVERYTHING, &["--run", "--only-check", "assertion"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("confirmed by native run: assertion at a.c:24, as predicted"), "{said}");
}

#[test]
fn a_program_without_violation_says_so() {
    let (status, said) = run_text("int main(void) { return 0; }\n", &["--run"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("there is no failing run to replay"), "{said}");
}

#[test]
fn what_no_compiled_program_can_do_is_undecided() {
    let source = "int f(void) { }\nint main(void) { int x = f(); return 10 / x; }\n";
    let (status, said) = run_text(source, &["--run", "--no-check", "missing-return"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("cannot be reproduced by a compiled program"), "{said}");
}

#[test]
fn several_files_are_linked_and_keep_their_own_names() {
    let scratch = Scratch::new();
    let write = |name: &str, text: &str| scratch.write(name, text).display().to_string();
    write("b.h", "#define K 2\n");
    let a = write(
        "a.c",
        "static int x = 1;\nint f(int);\nint __VERIFIER_nondet_int(void);\n\
         int main(void) { int a; x = f(__VERIFIER_nondet_int()); return 10 / (x + a); }\n",
    );
    let b = write("b.c", "#include \"b.h\"\nstatic int x = K;\nint f(int a) { int b; return b > 3 ? a & x : 4; }\n");
    let output = replay(&["--run", &a, &b]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("division-by-zero at a.c:4, as predicted"), "{said}");
}

/// What is printed for people to compile several files by hand does compile, and fails.
#[test]
fn the_command_for_several_files_works() {
    let scratch = Scratch::new();
    let write = |name: &str, text: &str| scratch.write(name, text).display().to_string();
    let a = write("a.c", "int f(int);\nint nondet_int(void);\nint main(void) { return 10 / f(nondet_int()); }\n");
    let b = write("b.c", "int f(int a) { return a & 1; }\n");
    let test = write("test.c", "");
    let folder = std::path::Path::new(&test).parent().expect("the file is in a folder");
    let said = text(&replay(&["-o", &test, &a, &b]).stdout);
    let command = said.lines().last().expect("there should be a command").trim();
    let native = Command::new("sh").args(["-c", command]).current_dir(folder).output().expect("sh should run");
    let failure = text(&native.stderr);
    assert!(failure.contains("a.c:3") && failure.contains("division by zero"), "{command}\n{failure}");
}

#[test]
fn the_report_for_programs_tells_of_the_native_run() {
    let (_, said) =
        run_text("int main(void) { int a[2] = {0}; int i = 2; return a[i]; }\n", &["--run", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&said).expect("the report should be JSON");
    assert_eq!(report["replay"]["confirmed"], true, "{said}");
}

/// Its values are the only ones that fail, so that the test is always the same.
const FORCED: &str = r#"#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
short read_sensor(void);

int main(void) {
    int number;
    char *block = malloc(2);
    int difference = __VERIFIER_nondet_int();
    assert(number != 7 || block[1] != 'x' || difference != -3 || number + difference != 4 || read_sensor() != 5);
    free(block);
    return 0;
}
"#;

#[test]
fn the_test_is_the_program_with_its_inputs_fixed() {
    let scratch = Scratch::new();
    let path = scratch.write("a.c", FORCED).display().to_string();
    let output = replay(&["--only-check", "assertion", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = path.trim_end_matches("/a.c");
    insta::assert_snapshot!(text(&output.stdout).replace(folder, "[folder]"));
}
