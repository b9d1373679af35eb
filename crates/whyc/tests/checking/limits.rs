//! Limits hold where nobody asks a budget: in libclang, in files without end, in one long step. `bench/limits` has many more.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use whyc_tests::native::Scratch;
use whyc_tests::tool::{self, Answer};

/// A loaded machine is given time; what is late is far later without limits.
const SLACK: Duration = Duration::from_secs(20);

fn whyc(scratch: &Scratch, line: &str) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    tool::run(command.args(line.split_whitespace()).current_dir(scratch.file("")), SLACK)
}

/// Ends by itself, without a verdict, and says which limit it was.
fn is_undecided(answer: &Answer, reason: &str) {
    assert_eq!(answer.status, Some(3), "{}", answer.stderr);
    assert_eq!(answer.verdict(), "unknown");
    assert!(answer.summary().contains(reason), "{}", answer.summary());
}

const NOTHING: &str = "int main(void) { return 0; }\n";

#[test]
fn reading_ends_with_the_limits() {
    let scratch = Scratch::new();
    let _ = scratch.write("a.c", format!("#include \"/dev/zero\"\n{NOTHING}"));
    is_undecided(&whyc(&scratch, "check a.c --format json --memory 300"), "memory");
    let bomb: String = (1..=10).map(|k| format!("#define A{k} {}\n", format!("A{} ", k - 1).repeat(10))).collect();
    let _ = scratch.write("b.c", format!("#define A0 + 0\n{bomb}#if 0 A10\n#endif\n{NOTHING}"));
    is_undecided(&whyc(&scratch, "check b.c --format json --timeout 1"), "time");
}

/// Who leaves while libclang is at work does not take down what it stands on.
#[test]
fn leaving_while_libclang_reads_is_no_crash() {
    let scratch = Scratch::new();
    let functions: String = (0..20_000).map(|k| format!("static int f{k}(int x) {{ return x + {k}; }}\n")).collect();
    let _ = scratch.write("a.c", format!("{functions}{NOTHING}"));
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let scratch = &scratch;
        let run = move |k: u32| whyc(scratch, &format!("check a.c --format json --timeout 0.0{}", k % 9 + 1));
        let running: Vec<_> = (0..24).map(|k| scope.spawn(move || run(k))).collect();
        running.into_iter().map(|it| it.join().expect("a run should not panic")).collect()
    });
    for answer in answers {
        assert!(matches!(answer.status, Some(0 | 3)), "{:?} {}", answer.status, answer.stderr);
    }
}

#[test]
fn one_long_step_ends_with_the_limits() {
    let scratch = Scratch::new();
    let text = "#include <string.h>\nstatic struct s { char x[1 << 30]; } a;\nint nondet_int(void);\n\
                static int look(struct s c) { return c.x[nondet_int() & 0xffff]; }\n\
                int main(void) { a.x[nondet_int() & 0xffff] = 1; return look(a); }\n";
    let _ = scratch.write("a.c", text);
    is_undecided(&whyc(&scratch, "check a.c --format json --timeout 1 --memory 1000"), "limit was reached");
}

#[test]
fn files_without_end_are_refused() {
    let scratch = Scratch::new();
    let _ = scratch.write("a.c", NOTHING);
    let answer = whyc(&scratch, "check a.c --stdin /dev/zero");
    assert_eq!(answer.status, Some(2));
    assert!(answer.stderr.contains("MiB"), "{}", answer.stderr);
    std::fs::create_dir(scratch.file("t")).expect("a folder");
    let pipe = Command::new("mkfifo").arg(scratch.file("t/x.in")).status();
    if pipe.is_ok_and(|status| status.success()) {
        let _ = scratch.write("t/x.out", "1\n");
        let answer = whyc(&scratch, "localize a.c --tests t");
        assert_eq!(answer.status, Some(2));
        assert!(answer.stderr.contains("not an ordinary file"), "{}", answer.stderr);
    }
}

#[test]
fn a_crash_of_libclang_is_bad_input() {
    let scratch = Scratch::new();
    for how in ["crash", "llvm_fatal_error", "parser_crash"] {
        let _ = scratch.write("a.c", format!("#pragma clang __debug {how}\n{NOTHING}"));
        let answer = whyc(&scratch, "check a.c");
        assert_eq!(answer.status, Some(2), "{how}: {}", answer.stderr);
        assert!(answer.stderr.contains("a.c"), "{how}: {}", answer.stderr);
    }
}

#[test]
fn deep_nesting_is_read() {
    let scratch = Scratch::new();
    let text = format!(
        "unsigned nondet_uint(void);\nint main(void) {{ unsigned x = nondet_uint(); return {}x; }}\n",
        "- ~ ! ".repeat(1000)
    );
    let _ = scratch.write("a.c", text);
    let answer = whyc(&scratch, "check a.c --only-check assertion --format json");
    assert_eq!(answer.status, Some(0), "{}", answer.summary());
}

#[test]
fn a_polite_kill_ends_with_a_verdict() {
    let scratch = Scratch::new();
    let text = "unsigned nondet_uint(void);\n#include <assert.h>\nint main(void) { unsigned n = nondet_uint(), x = 1;\n\
                for (unsigned i = 0; i < n; i++) x = x * 3 + nondet_uint() % 2;\nassert(x != 0xdeadbeef || n < 1000000); return 0; }\n";
    let _ = scratch.write("a.c", text);
    let start = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_whyc"))
        .args(["check", "a.c", "--format", "json"])
        .current_dir(scratch.file(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("whyc should start");
    std::thread::sleep(Duration::from_millis(1500));
    let _ = Command::new("kill").arg(child.id().to_string()).status();
    let output = child.wait_with_output().expect("whyc should end");
    assert!(start.elapsed() < SLACK);
    // It may have been done before.
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code().is_some_and(|code| code <= 3) && text.contains("\"verdict\""), "{text}");
}
