//! The parsers of circuits and of compile commands take whatever they are given: many changed files in one process, and no
//! panic, no hang, nothing that grows without end.
//!
//! `WHYC_PARSER_SEED` and `WHYC_PARSER_COUNT` choose the mutants.

use std::fs;
use std::panic;
use std::path::Path;
use std::time::{Duration, Instant};

use whyc_base::budget::Budget;
use whyc_circuit::file::Format;
use whyc_tests::mutate::{Kind, mutate};
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;
use whyc_tests::{number_from_env, repository};

/// What one small file may take.
const LIMIT: Duration = Duration::from_secs(10);

fn seeds() -> std::ops::Range<u64> {
    let first = number_from_env("WHYC_PARSER_SEED", 1);
    first..first + number_from_env("WHYC_PARSER_COUNT", 3000)
}

/// Tries every seed; what panics or takes too long is told at the end.
fn all(what: &str, mut one: impl FnMut(u64)) {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let mut wrong = Vec::new();
    for seed in seeds() {
        let start = Instant::now();
        let done = panic::catch_unwind(panic::AssertUnwindSafe(|| one(seed)));
        if done.is_err() || start.elapsed() > LIMIT {
            wrong.push(seed);
        }
    }
    panic::set_hook(hook);
    assert!(
        wrong.is_empty(),
        "{what}: {} seeds go wrong, the first are {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(9)]
    );
}

fn circuits() -> Vec<(Format, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["tests/circuits", "examples"] {
        let mut paths: Vec<_> = fs::read_dir(repository().join(folder))
            .expect("the folder should be there")
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .collect();
        paths.sort();
        for path in paths {
            if let Some(format) = Format::of(&path) {
                found.push((format, fs::read(&path).expect("a circuit should be readable")));
            }
        }
    }
    assert!(found.len() >= 5, "there should be circuits to change");
    found
}

#[test]
fn changed_circuits_are_read_or_refused() {
    let circuits = circuits();
    let (mut n_read, mut n_refused) = (0, 0);
    all("circuits", |seed| {
        let mut rng = Rng::new(seed);
        let ((format, text), (_, other)) = (rng.pick(&circuits).clone(), rng.pick(&circuits));
        let budget = Budget::unlimited().with_timeout(LIMIT / 2);
        match format.read_within(&mutate(Kind::Circuit, text, other, &mut rng), &budget) {
            Ok(_) => n_read += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                n_refused += 1;
            }
        }
    });
    assert!(n_read > 0 && n_refused > 0, "{n_read} were read, {n_refused} refused");
}

#[test]
fn changed_compile_commands_are_read_or_refused() {
    let text = "[{\"directory\": \"/b\", \"file\": \"a.c\", \"command\": \"cc -Iinc -DN='3 4' -std=c11 -O2 -c a.c\"},\n \
                {\"directory\": \"/b\", \"file\": \"b.c\", \"arguments\": [\"cc\", \"-D\", \"M\", \"-isystem\", \"x\", \"b.c\"]}]\n";
    let scratch = Scratch::new();
    let (mut n_read, mut n_refused) = (0, 0);
    all("compile commands", |seed| {
        let mut rng = Rng::new(seed);
        let changed = mutate(Kind::Commands, text.into(), text.as_bytes(), &mut rng);
        let path = scratch.write("compile_commands.json", changed);
        match whyc_c::compile_commands(Path::new(&path)) {
            Ok(_) => n_read += 1,
            Err(error) => {
                assert!(!error.is_empty());
                n_refused += 1;
            }
        }
    });
    assert!(n_read > 0 && n_refused > 0, "{n_read} were read, {n_refused} refused");
}
