//! Whatever it is given, whyc says what is wrong, ends with the right status and does not panic.
//!
//! `WHYC_FUZZ_SEED` and `WHYC_FUZZ_COUNT` choose the mutated programs.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use whyc_tests::mutate::{Kind, mutate};
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;
use whyc_tests::tool::{self, Answer};
use whyc_tests::{corpus, number_from_env, parallel};

const LIMIT: Duration = Duration::from_secs(60);

fn whyc(args: &[&str]) -> Answer {
    tool::run(Command::new(env!("CARGO_BIN_EXE_whyc")).args(args), LIMIT)
}

/// Checks that `whyc check FILE` is refused with a message that contains all the words.
fn refused(file: &Path, words: &[&str]) {
    let name = file.display().to_string();
    let answer = whyc(&["check", &name]);
    assert_eq!(answer.status, Some(2), "{name}: {}", answer.stderr);
    assert!(!answer.stderr.contains("panicked"), "{}", answer.stderr);
    for word in words {
        assert!(answer.stderr.contains(word), "{word:?} should be in:\n{}", answer.stderr);
    }
}

#[test]
fn files_that_are_no_programs() {
    let scratch = Scratch::new();
    refused(&scratch.file("absent.c"), &["absent.c"]);
    refused(&scratch.write("empty.c", ""), &["main"]);
    refused(&scratch.write("comment.c", "/* nothing here */\n"), &["main"]);
    refused(&scratch.write("binary.c", [0x7f, b'E', b'L', b'F', 0, 1, 2, 0xff, 0xfe, 0]), &["binary.c"]);
    refused(&scratch.write("notes.txt", "Buy milk, bread and a new pencil.\n"), &["notes.txt"]);
    let folder = scratch.file("folder.c");
    fs::create_dir(&folder).expect("a folder should be creatable");
    refused(&folder, &["folder.c"]);
}

#[test]
fn usage_errors() {
    for args in [&["check"][..], &[], &["frobnicate", "x.c"], &["check", "--format", "paper", "x.c"]] {
        let answer = whyc(args);
        assert_eq!(answer.status, Some(2), "{args:?}: {}", answer.stderr);
        assert!(!answer.stderr.trim().is_empty(), "{args:?} should be explained");
    }
    assert_eq!(whyc(&["--help"]).status, Some(0));
    assert_eq!(whyc(&["--version"]).status, Some(0));
}

/// Bytes that are not UTF-8 in a comment or string harm nobody.
#[test]
fn latin_1_is_read() {
    let scratch = Scratch::new();
    let source = scratch.write("latin.c", b"/* gr\xfc\xdfe */\nint main(void) { return \"\xe9\"[1]; }\n");
    let answer = whyc(&["check", &source.display().to_string()]);
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
}

#[test]
fn mutated_programs_do_not_make_it_panic() {
    let cases = corpus::cases().unwrap_or_else(|errors| panic!("{errors}"));
    let first = number_from_env("WHYC_FUZZ_SEED", 1);
    let seeds: Vec<u64> = (first..first + number_from_env("WHYC_FUZZ_COUNT", 200)).collect();
    let results = parallel::map(&seeds, |&seed| {
        let mut rng = Rng::new(seed);
        let case = rng.pick(&cases);
        let read = |path: &Path| fs::read(path).expect("a corpus program should be readable");
        let (text, other) = (read(&case.path), read(&rng.pick(&cases).path));
        let scratch = Scratch::new();
        let source = scratch.write("mutated.c", mutate(Kind::Program, text, &other, &mut rng));
        let answer =
            whyc(&["check", &source.display().to_string(), "--unwind", "3", "--timeout", "10", "--format", "json"]);
        let is_said = |word: &str| answer.stderr.contains(word);
        let fine = matches!(answer.status, Some(0..=3)) && !is_said("panicked") && !is_said("internal error");
        if fine { None } else { Some(format!("seed {seed} ({}): {}\n", case.name, answer.summary())) }
    });
    let wrong: Vec<String> = results.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} mutants:\n{}", wrong.len(), seeds.len(), wrong.concat());
}
