//! A real client, without a window.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use whyc_tests::repository;

use crate::client::program;

/// A program of the system, if it is installed.
#[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
fn installed(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("skipped: {name} is not installed");
    }
    found
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
fn emacs_walks_through_a_failing_run() {
    let Some(emacs) = installed("emacs") else { return };
    let text = fs::read_to_string(repository().join("examples/median.c")).expect("the example should be there");
    let path = program("emacs", &text);
    let script = repository().join("editors/emacs/test-dap.el");
    let mut command = Command::new(emacs);
    command.args(["--batch", "-q", "-l"]).arg(script).env("FILE", &path);
    // What dap-mode remembers from one session to the next stays in the folder of the test.
    command.env("HOME", path.parent().expect("it is in a folder"));
    let output = command.env("WHYC", env!("CARGO_BIN_EXE_whyc")).output().expect("Emacs should start");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    if said.contains("whyc: skipped") {
        eprintln!("skipped: dap-mode is not installed");
        return;
    }
    for line in [
        "entry: line 7",
        "next: line 8",
        "step back: line 7",
        "failure: line 22",
        "the check is 0",
        "why: line 20",
        "the buffer is at line 20 of program.c",
        "done",
    ] {
        assert!(said.contains(&format!("whyc: {line}\n")), "{line}: {said}");
    }
}
