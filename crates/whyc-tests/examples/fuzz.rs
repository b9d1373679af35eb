//! Feeds the `whyc` executable with changed programs, circuits, compile commands and tests folders: none of them may make
//! it panic, crash, hang or overrun its limits.
//!
//!     cargo run -p whyc-tests --example fuzz -- [--whyc PATH] [--seed FIRST] [--count N | --seconds S] [--kind KIND] [--keep DIR]
//!
//! A seed is one mutant, always the same. What goes wrong is kept in the folder `--keep` names.
#![allow(clippy::print_stdout, reason = "a program that tells what it found")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use whyc_tests::mutate::{Kind, mutate};
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;
use whyc_tests::{parallel, repository, tool};

/// What one mutant may take, and how much later it is an overrun. A loaded machine is given time.
const TIMEOUT: u64 = 5;
const OVERRUN: Duration = Duration::from_secs(TIMEOUT + 8);
/// How many mutants are tried between two looks at the clock.
const SLICE: u64 = 64;

struct Asked {
    whyc: PathBuf,
    first: u64,
    count: u64,
    seconds: Option<u64>,
    kind: Option<Kind>,
    keep: Option<PathBuf>,
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    let seeds = Seeds::read();
    let start = Instant::now();
    let (mut n, mut wrong) = (0, 0);
    while n < asked.count && asked.seconds.is_none_or(|seconds| start.elapsed() < Duration::from_secs(seconds)) {
        let slice: Vec<u64> = (n..asked.count.min(n + SLICE)).map(|k| asked.first + k).collect();
        for said in parallel::map(&slice, |&seed| one(&asked, &seeds, seed)).into_iter().flatten() {
            println!("{said}");
            wrong += 1;
        }
        n += slice.len() as u64;
    }
    println!("fuzz: {} passed; {wrong} failed; 0 skipped, {:.0} s", n - wrong, start.elapsed().as_secs_f64());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn asked() -> Result<Asked, String> {
    let whyc = repository().join("target/debug/whyc");
    let mut asked = Asked { whyc, first: 1, count: 1000, seconds: None, kind: None, keep: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word}: a value is missing"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{word} {value}: not a number"));
        match word.as_str() {
            "--whyc" => asked.whyc = PathBuf::from(&value),
            "--seed" => asked.first = number()?,
            "--count" => asked.count = number()?,
            "--seconds" => (asked.seconds, asked.count) = (Some(number()?), u64::MAX),
            "--keep" => asked.keep = Some(PathBuf::from(&value)),
            "--kind" => {
                asked.kind = Some(match value.as_str() {
                    "programs" => Kind::Program,
                    "circuits" => Kind::Circuit,
                    "commands" => Kind::Commands,
                    "tests" => Kind::Test,
                    _ => return Err(format!("--kind {value}: programs, circuits, commands or tests")),
                });
            }
            _ => return Err(format!("{word}: there is no such option")),
        }
    }
    asked.whyc = fs::canonicalize(&asked.whyc).map_err(|error| format!("{}: {error}", asked.whyc.display()))?;
    Ok(asked)
}

/// What is changed: the project's own tests.
struct Seeds {
    programs: Vec<Vec<u8>>,
    circuits: Vec<(String, Vec<u8>)>,
}

impl Seeds {
    fn read() -> Self {
        let mut files = Vec::new();
        for folder in ["tests", "examples", "guide/programs"] {
            collect(&repository().join(folder), &mut files);
        }
        files.sort();
        let extension = |path: &PathBuf| path.extension().and_then(|it| it.to_str()).unwrap_or("").to_owned();
        let read = |path: &PathBuf| fs::read(path).unwrap_or_default();
        let is_circuit = |path: &&PathBuf| ["aag", "aig", "bench", "btor2"].contains(&extension(path).as_str());
        let programs = files.iter().filter(|path| extension(path) == "c").map(read).filter(|text| text.len() < 20_000);
        let circuits = files.iter().filter(is_circuit).map(|path| (extension(path), read(path)));
        Self { programs: programs.collect(), circuits: circuits.collect() }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// Tries one mutant; what is wrong, if anything is.
fn one(asked: &Asked, seeds: &Seeds, seed: u64) -> Option<String> {
    let mut rng = Rng::new(seed);
    let kind = asked.kind.unwrap_or(match rng.below(100) {
        0..70 => Kind::Program,
        70..85 => Kind::Circuit,
        85..92 => Kind::Commands,
        _ => Kind::Test,
    });
    let scratch = Scratch::new();
    let words = match kind {
        Kind::Program => program(seeds, &scratch, &mut rng),
        Kind::Circuit => circuit(seeds, &scratch, &mut rng),
        Kind::Commands => commands(seeds, &scratch, &mut rng),
        Kind::Test => tests(seeds, &scratch, &mut rng),
    };
    let start = Instant::now();
    let mut command = Command::new(&asked.whyc);
    command.args(&words).args(["--timeout", &TIMEOUT.to_string(), "--memory", "1000"]).current_dir(scratch.file(""));
    let answer = tool::run(&mut command, OVERRUN + Duration::from_secs(20));
    let what = match answer.status {
        None => "crashed or killed",
        Some(0..=3) if answer.stderr.contains("internal error") || answer.stderr.contains("panicked") => {
            "internal error"
        }
        Some(0..=3) if start.elapsed() > OVERRUN => "overran",
        Some(0..=3) => return None,
        Some(_) => "left with a strange status",
    };
    if let Some(keep) = &asked.keep {
        copy(&scratch.file(""), &keep.join(seed.to_string()));
    }
    Some(format!("seed {seed}: {what}: whyc {}: {}", words.join(" "), answer.summary()))
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn changed_program(seeds: &Seeds, rng: &mut Rng) -> Vec<u8> {
    let (text, other) = (rng.pick(&seeds.programs).clone(), rng.pick(&seeds.programs));
    mutate(Kind::Program, text, other, rng)
}

fn program(seeds: &Seeds, scratch: &Scratch, rng: &mut Rng) -> Vec<String> {
    let _ = scratch.write("a.c", changed_program(seeds, rng));
    words(match rng.below(20) {
        0 => "explain a.c --unwind 3",
        1 => "minimize a.c --unwind 3",
        2 => "localize a.c --unwind 3",
        3 => "check a.c --unwind 3 --format html -o page.html",
        4 => "check a.c --unwind 3 --format sarif",
        5 => "check a.c --unwind 3 --format witness",
        6 => "replay a.c --unwind 3 -o test.c",
        _ => "check a.c --unwind 3 --format json",
    })
}

fn circuit(seeds: &Seeds, scratch: &Scratch, rng: &mut Rng) -> Vec<String> {
    let ((extension, text), (_, other)) = (rng.pick(&seeds.circuits).clone(), rng.pick(&seeds.circuits));
    let name = format!("a.{extension}");
    let _ = scratch.write(&name, mutate(Kind::Circuit, text, other, rng));
    let how = match rng.below(4) {
        0 => "--prove",
        1 => "--format vcd",
        2 => "--format witness",
        _ => "--format json",
    };
    words(&format!("check {name} --bound 5 {how}"))
}

fn commands(seeds: &Seeds, scratch: &Scratch, rng: &mut Rng) -> Vec<String> {
    let _ = scratch.write("a.c", rng.pick(&seeds.programs).clone());
    let text = "[{\"directory\": \".\", \"file\": \"a.c\", \"command\": \"cc -Iinc -DN=3 -std=c11 -O2 -c a.c\"},\n \
                {\"directory\": \".\", \"file\": \"b.c\", \"arguments\": [\"cc\", \"-D\", \"M\", \"-c\", \"b.c\"]}]\n";
    let _ = scratch.write("compile_commands.json", mutate(Kind::Commands, text.into(), text.as_bytes(), rng));
    words("check -p . a.c --unwind 2 --format json")
}

fn tests(seeds: &Seeds, scratch: &Scratch, rng: &mut Rng) -> Vec<String> {
    let _ = scratch
        .write("a.c", if rng.chance(50) { changed_program(seeds, rng) } else { rng.pick(&seeds.programs).clone() });
    let folder = scratch.file("t");
    // What cannot be made is not tried.
    let _ = fs::create_dir(&folder);
    for k in 0..rng.between(1, 3) {
        for (extension, text) in [("in", "3 1 2\n"), ("args", "one 'two three'\n"), ("out", "1 2 3\n"), ("exit", "0\n")]
        {
            if rng.chance(70) {
                let name =
                    if rng.chance(10) { format!("\u{1b}[31m{k}.{extension}") } else { format!("{k}.{extension}") };
                let _ = fs::write(folder.join(name), mutate(Kind::Test, text.into(), b"12 34", rng));
            }
        }
    }
    words("localize a.c --tests t --unwind 3")
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::create_dir_all(to);
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            copy(&path, &to.join(entry.file_name()));
        } else {
            let _ = fs::copy(&path, to.join(entry.file_name()));
        }
    }
}
