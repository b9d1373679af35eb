//! A terminal in which the commands of one page are run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use whyc_tests::native::Scratch;
use whyc_tests::repository;

use crate::pages::Page;

/// A command on a page should not let its reader wait for longer.
const LIMIT: Duration = Duration::from_secs(120);

/// A terminal in a folder of its own.
pub struct Session {
    scratch: Scratch,
    /// The exit status of the last command, for `echo $?`.
    pub status: i32,
}

impl Session {
    /// For a page of the guide, in a folder with the programs of `guide/programs` and `examples`; for others in
    /// one that has those where the repository has them.
    pub fn new(page: &Page) -> Self {
        let scratch = Scratch::new();
        let folders: &[(&str, &str)] = match page.is_in_guide() {
            true => &[("guide/programs", "work"), ("examples", "work")],
            false => &[("guide/programs", "work/guide/programs"), ("examples", "work/examples")],
        };
        for (from, to) in folders {
            copy(&repository().join(from), &scratch.file(to));
        }
        Self { scratch, status: 0 }
    }

    /// The lines that a command prints, on standard output and standard error, as they come.
    pub fn run(&mut self, text: &str) -> Vec<String> {
        let path = self.scratch.file("output");
        let output = File::create(&path).expect("the output should be writable");
        let errors = output.try_clone().expect("the output should be writable");
        let mut child = Command::new("sh")
            .args(["-c", &format!("(exit {})\n{text}", self.status)])
            .current_dir(self.scratch.file("work"))
            .env("PATH", search_path())
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .expect("a shell should start");
        let start = Instant::now();
        self.status = loop {
            if let Some(status) = child.try_wait().expect("the shell should be there") {
                break status.code().unwrap_or(-1);
            }
            if start.elapsed() > LIMIT {
                let _ = child.kill();
                panic!("`{text}` takes longer than {LIMIT:?}");
            }
            sleep(Duration::from_millis(5));
        };
        let printed = fs::read(path).expect("the output should be readable");
        let printed = String::from_utf8_lossy(&printed);
        let mut lines: Vec<String> = printed.lines().map(|line| line.trim_end().to_owned()).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        lines
    }
}

/// Whether whyc can report on a C program in this format; or, whether there is a program that reads Verilog for it.
pub fn has_format(name: &str) -> bool {
    if name == "yosys" {
        return Command::new(name).arg("-V").output().is_ok();
    }
    let scratch = Scratch::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(["check", "--format", name, "-o"]).arg(scratch.file("report")).arg("examples/median.c");
    let output = command.current_dir(repository()).output().expect("whyc should run");
    output.status.code() == Some(1)
}

/// With whyc in front.
fn search_path() -> std::ffi::OsString {
    let whyc = Path::new(env!("CARGO_BIN_EXE_whyc")).parent().expect("an executable is in a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::iter::once(whyc).chain(std::env::split_paths(&others)).collect();
    std::env::join_paths(folders).expect("the path should be well-formed")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder should be creatable");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("the folder should be readable");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the file should be copied");
        }
    }
}
