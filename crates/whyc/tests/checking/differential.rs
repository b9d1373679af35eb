//! Random programs: whyc knows of each exactly what the compiler's binary does.
//!
//! `WHYC_GEN_SEED` sets the first seed, `WHYC_GEN_COUNT` the number of programs of each kind. A
//! program that fails is kept in cargo's folder for temporary files; its seed gives it again:
//! `cargo run -p whyc-tests --example generate -- SEED KIND`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use whyc_tests::generate::{Config, program};
use whyc_tests::native::{self, Outcome, Scratch};
use whyc_tests::tool::{self, Answer};
use whyc_tests::{number_from_env, parallel};

const LIMIT: Duration = Duration::from_secs(120);

/// Asks whyc about a program with one macro defined.
fn ask(source: &Path, define: String) -> Answer {
    ask_with(source, &["-D".to_owned(), define])
}

fn ask_with(source: &Path, options: &[String]) -> Answer {
    tool::check(Path::new(env!("CARGO_BIN_EXE_whyc")), source, options, LIMIT)
}

/// Runs one kind of test for many seeds and lists all that fail.
fn for_seeds(kind: &str, default_count: u64, config: &Config, test: impl Fn(&Path, u64) -> Result<(), String> + Sync) {
    let first = number_from_env("WHYC_GEN_SEED", 1);
    let seeds: Vec<u64> = (first..first + number_from_env("WHYC_GEN_COUNT", default_count)).collect();
    let results = parallel::map(&seeds, |&seed| {
        let scratch = Scratch::new();
        let text = program(seed, config);
        let source = scratch.write("program.c", &text);
        test(&source, seed).map_err(|error| {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{seed}.c"));
            let note = fs::write(&kept, &text).map_or_else(|error| error.to_string(), |()| kept.display().to_string());
            format!("seed {seed}: {error}\n    {note}\n")
        })
    });
    let errors: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(errors.is_empty(), "{} of {} {kind} programs differ:\n{}", errors.len(), seeds.len(), errors.concat());
}

/// Whether whyc says that the checksum is what was printed, and that it is nothing else.
fn checksum_agrees(source: &Path, printed: &str) -> Result<(), String> {
    let value: u64 = printed.parse().map_err(|_| format!("the native run should print a number, not {printed:?}"))?;
    let right = ask(source, format!("EXPECTED={value}ull"));
    if right.verdict() != "safe" {
        return Err(format!("checksum {value}: {}", right.summary()));
    }
    let wrong = ask(source, format!("EXPECTED={}ull", value.wrapping_add(1)));
    match wrong.violated().as_slice() {
        [place] if wrong.verdict() == "violated" && place.class == "assertion" => Ok(()),
        _ => Err(format!("a wrong checksum should be refuted: {}", wrong.summary())),
    }
}

#[test]
fn closed_programs_have_the_native_checksum() {
    for_seeds("closed", 200, &Config::closed(), |source, _| match native::run(source)? {
        Outcome::Printed(text) => checksum_agrees(source, &text),
        Outcome::Undefined(place) => Err(format!("should be well defined: {place}")),
        Outcome::NoAnswer => Ok(()),
    });
}

/// Faults of raw programs that gcc folds away though they are there: seed, class and line.
const FOLDED: [(u64, &str, u32); 2] = [
    // The product of 73,604 and 1,183,601,007 as an `int`.
    (34, "overflow", 152),
    // Element 3 of three; what is read is multiplied by an even number, of which only the last bit is used.
    (53, "bounds", 59),
];

/// Programs that may be undefined: whyc finds the first fault at the line where the sanitizers find it, or
/// there is none. Which of several faults in one line comes first is left open by C.
///
/// The compiler folds some faults away before its sanitizers see them (an overflow of literals, an
/// access whose value is masked out). So where whyc stops earlier, it must find the sanitizers'
/// fault too when it looks for that class alone, unless it has left what it can model by then; and where they
/// find none at all, the fault must be one that a person has judged.
#[test]
fn raw_programs_fail_where_the_sanitizers_say() {
    for_seeds("raw", 60, &Config::raw(), |source, seed| match native::run_checked(source)? {
        Outcome::Printed(text) => {
            let answer = ask(source, format!("EXPECTED={text}ull"));
            match answer.violated().as_slice() {
                [found] if FOLDED.contains(&(seed, found.class.as_str(), found.line)) => Ok(()),
                _ => checksum_agrees(source, &text),
            }
        }
        Outcome::Undefined(place) => {
            let answer = ask(source, "EXPECTED=0".to_owned());
            match answer.violated().as_slice() {
                [found] if answer.verdict() == "violated" && found.line == place.line => Ok(()),
                [_] => {
                    let options = ["-D", "EXPECTED=0", "--only-check", &place.class].map(str::to_owned);
                    let alone = ask_with(source, &options);
                    match alone.violated().as_slice() {
                        [found] if found.line == place.line => Ok(()),
                        [] if alone.verdict() == "unknown" => Ok(()),
                        _ => Err(format!("{place} natively: {}; alone: {}", answer.summary(), alone.summary())),
                    }
                }
                _ => Err(format!("{place} natively: {}", answer.summary())),
            }
        }
        Outcome::NoAnswer => Ok(()),
    });
}

/// Programs with inputs: a result that no input leads to is excluded, the rarest one is found.
fn exhaustive(inputs: usize) {
    let kind = format!("open{inputs}");
    for_seeds(&kind, 40, &Config::open(inputs), |source, _| {
        let Outcome::Printed(text) = native::run(source)? else {
            return Err("should be well defined".to_owned());
        };
        let hits: Vec<u32> = text.lines().map(|line| line.parse().unwrap_or(0)).collect();
        let rarest = (0..hits.len()).filter(|&i| hits[i] > 0).min_by_key(|&i| hits[i]);
        if let Some(never) = hits.iter().position(|&n| n == 0) {
            let answer = ask(source, format!("EXCLUDED={never}"));
            if answer.verdict() != "safe" {
                return Err(format!("no input leads to {never}: {}", answer.summary()));
            }
        }
        if let Some(rarest) = rarest {
            let answer = ask(source, format!("EXCLUDED={rarest}"));
            if answer.verdict() != "violated" {
                return Err(format!("{} inputs lead to {rarest}: {}", hits[rarest], answer.summary()));
            }
        }
        Ok(())
    });
}

#[test]
fn one_byte_exhaustively() {
    exhaustive(1);
}

#[test]
fn two_bytes_exhaustively() {
    exhaustive(2);
}
