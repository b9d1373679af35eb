//! Real editors, without a window.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use whyc_tests::repository;

use crate::client::folder;
use crate::median;

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
fn neovim_shows_a_failure_and_mends_it() {
    let Some(nvim) = installed("nvim") else { return };
    let path = folder("neovim").join("median.c");
    fs::write(&path, median()).expect("the program should be written");
    let script = repository().join("editors/neovim/test.lua").canonicalize().expect("the script should be there");
    let mut command = Command::new(nvim);
    command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n"]).arg(&path);
    command.arg("-c").arg(format!("luafile {}", script.display()));
    let output = command.env("WHYC", env!("CARGO_BIN_EXE_whyc")).output().expect("Neovim should start");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stdout));
    assert!(said.contains("whyc: the diagnostic is gone"), "{said}");
    let mended = fs::read_to_string(&path).expect("it is still there");
    assert_ne!(mended, median(), "the change was saved");
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
fn emacs_shows_a_failure_and_mends_it() {
    let Some(emacs) = installed("emacs") else { return };
    let path = folder("emacs").join("median.c");
    fs::write(&path, median()).expect("the program should be written");
    let script = repository().join("editors/emacs/test.el");
    let mut command = Command::new(emacs);
    command.args(["--batch", "-q", "-l"]).arg(script).env("FILE", &path);
    let output = command.env("WHYC", env!("CARGO_BIN_EXE_whyc")).output().expect("Emacs should start");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    match said.contains("whyc: skipped") {
        true => eprintln!("skipped: eglot is not installed"),
        false => {
            assert!(said.contains("whyc: the diagnostic is gone") && said.contains("fails `not_smaller"), "{said}")
        }
    }
}
