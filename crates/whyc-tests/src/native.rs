//! The system's compiler as an oracle: what a program really does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::header::Place;

/// A folder that is removed when it is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty folder.
    ///
    /// # Panics
    /// If it cannot be made.
    #[must_use]
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("whyc-tests-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{} should be creatable: {error}", path.display()));
        Self(path)
    }

    /// The path of a file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file into it.
    ///
    /// # Panics
    /// If that fails.
    #[must_use]
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(name);
        fs::write(&path, text).unwrap_or_else(|error| panic!("{} should be writable: {error}", path.display()));
        path
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing to be done if it stays: it lies among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a native run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended, having printed this.
    Printed(String),
    /// A sanitizer stopped it.
    Undefined(Place),
    /// The compiler crashed, which happens to compilers.
    NoAnswer,
}

/// Compiles a program with `-D NATIVE` and runs it.
///
/// # Errors
/// What the compiler says, or how the run ended.
pub fn run(source: &Path) -> Result<Outcome, String> {
    execute(source, &[])
}

/// The same with the compiler's checks for undefined behaviour.
///
/// # Errors
/// What the compiler says, or how the run ended.
pub fn run_checked(source: &Path) -> Result<Outcome, String> {
    execute(source, &["-g", "-fsanitize=undefined,address", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"])
}

fn execute(source: &Path, flags: &[&str]) -> Result<Outcome, String> {
    let program = source.with_extension(if flags.is_empty() { "out" } else { "checked.out" });
    let compile = Command::new("gcc")
        .args(["-std=gnu17", "-O0", "-w", "-D", "NATIVE"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .output();
    let compile = compile.map_err(|error| format!("gcc should start: {error}"))?;
    if !compile.status.success() {
        let message = String::from_utf8_lossy(&compile.stderr);
        let crashed = message.contains("internal compiler error");
        return if crashed { Ok(Outcome::NoAnswer) } else { Err(format!("gcc rejects it:\n{message}")) };
    }
    let run = Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0").output();
    let run = run.map_err(|error| format!("the program should start: {error}"))?;
    if run.status.success() {
        return Ok(Outcome::Printed(String::from_utf8_lossy(&run.stdout).trim().to_owned()));
    }
    let report = String::from_utf8_lossy(&run.stderr);
    match undefined(&report) {
        Some(place) => Ok(Outcome::Undefined(place)),
        None => Err(format!("the native run ended with {}:\n{report}", run.status)),
    }
}

/// Class and line of the first thing that a sanitizer reports.
fn undefined(report: &str) -> Option<Place> {
    const CLASSES: [(&str, &str); 9] = [
        ("out of bounds for type", "bounds"),
        ("division by zero", "division-by-zero"),
        ("signed integer overflow", "overflow"),
        ("negation of", "overflow"),
        ("division of", "overflow"),
        ("shift exponent", "shift"),
        ("left shift of", "overflow"),
        ("null pointer", "null-dereference"),
        ("insufficient space", "out-of-object"),
    ];
    let Some(line) = report.lines().find(|line| line.contains(": runtime error: ")) else {
        // The other sanitizer: the innermost frame tells where.
        let frame = report.lines().find(|line| report.contains("-buffer-") && line.trim_start().starts_with("#0 "))?;
        let line = frame.rsplit(':').next()?.parse().ok()?;
        return Some(Place { class: "out-of-object".to_owned(), line });
    };
    let (place, message) = line.split_once(": runtime error: ")?;
    let (_, class) = CLASSES.iter().find(|(words, _)| message.contains(words))?;
    // `path:line:column`
    let line = place.rsplit(':').nth(1)?.parse().ok()?;
    Some(Place { class: (*class).to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Scratch, run, run_checked, undefined};
    use crate::generate::{Config, program};

    #[test]
    fn reports_are_read() {
        let place =
            undefined("x\n/a/b.c:12:7: runtime error: shift exponent 40 is too large\n").expect("should be read");
        assert_eq!((place.class.as_str(), place.line), ("shift", 12));
        let frame = "ERROR: AddressSanitizer: stack-buffer-overflow\n    #0 0x12 in f /a/b.c:9\n    #1 0x13 in main /a/b.c:20\n";
        let place = undefined(frame).expect("should be read");
        assert_eq!((place.class.as_str(), place.line), ("out-of-object", 9));
        assert_eq!(undefined("Segmentation fault"), None);
    }

    #[test]
    fn generated_programs_are_well_defined() {
        let seeds: Vec<u64> = (0..12).collect();
        crate::parallel::map(&seeds, |&seed| {
            let scratch = Scratch::new();
            for (name, config) in [("closed.c", Config::closed()), ("open.c", Config::open(1))] {
                let source = scratch.write(name, program(seed, &config));
                let plain = run(&source);
                assert!(matches!(plain, Ok(Outcome::Printed(_))), "seed {seed}: {plain:?}");
                assert_eq!(run_checked(&source), plain, "seed {seed}");
            }
        });
    }
}
