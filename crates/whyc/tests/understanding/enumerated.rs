//! The programs of `tests/minimise`, run by the compiler's lights.

use std::path::{Path, PathBuf};
use std::process::Command;

use whyc_tests::native::Scratch;

use crate::report::fed;

/// A program of `tests/minimise`, compiled with its harness.
pub struct Native {
    program: PathBuf,
    _scratch: Scratch,
}

/// What the harness says of a run.
#[derive(Debug)]
pub struct NativeRun {
    pub fails: bool,
    pub length: u64,
    pub sum: u64,
    /// How each test came out.
    pub path: String,
    pub values: Vec<i64>,
}

impl Native {
    pub fn compile(source: &Path) -> Self {
        let scratch = Scratch::new();
        let program = scratch.file("program");
        let mut command = Command::new("gcc");
        command.args(["-std=gnu17", "-O1", "-w", "-D", "NATIVE"]).arg(source).arg("-o").arg(&program);
        let compiled = command.output().expect("gcc should start");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        Self { program, _scratch: scratch }
    }

    /// The program on all of its inputs.
    pub fn all_runs(&self) -> Vec<NativeRun> {
        self.run(&[], "")
    }

    /// The program on these inputs, run by run.
    pub fn replay(&self, inputs: &[Vec<i64>]) -> Vec<NativeRun> {
        let line = |values: &Vec<i64>| values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n";
        let runs = self.run(&["given"], &inputs.iter().map(line).collect::<String>());
        assert_eq!(runs.len(), inputs.len());
        runs
    }

    fn run(&self, args: &[&str], input: &str) -> Vec<NativeRun> {
        fed(&self.program, args, input).lines().map(native_run).collect()
    }
}

fn native_run(line: &str) -> NativeRun {
    let words: Vec<&str> = line.split(' ').collect();
    let [ending, length, sum, path, values @ ..] = &words[..] else { panic!("what does `{line}` mean?") };
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("`{word}` should be a number"));
    NativeRun {
        fails: *ending == "fails",
        length: number(length),
        sum: number(sum),
        path: path.trim_start_matches('_').to_owned(),
        values: values.iter().map(|word| word.parse().expect("a number")).collect(),
    }
}
