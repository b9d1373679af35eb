//! Programs with threads: those of `tests/threads` get the verdict that their headers ask for, and random ones the verdict that all
//! their interleavings, enumerated one by one, have.

use std::path::Path;
use std::time::Duration;

use whyc_tests::header::Expect;
use whyc_tests::rng::Rng;
use whyc_tests::{corpus, parallel, tool};

use crate::interleavings::{Ends, Text};

fn whyc() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_whyc"))
}

#[test]
fn every_program_gets_its_verdict() {
    let cases = corpus::cases_in("tests/threads").unwrap_or_else(|errors| panic!("headers should be right:\n{errors}"));
    assert!(cases.len() >= 60, "only {} programs were found", cases.len());
    let answers = parallel::map(&cases, |case| {
        let answer = tool::check(whyc(), &case.path, &case.header.options, Duration::from_secs(120));
        let told = answer.violated();
        let fits = match &case.header.violated {
            // A race has two sides: either may be told.
            Some(place) if place.class == "race" => told.iter().any(|other| other.class == "race"),
            Some(place) => told.contains(place),
            None => told.is_empty(),
        };
        let fits = fits && answer.verdict() == case.header.expect.name() && !answer.stderr.contains("panicked at");
        let is_open = matches!(case.header.expect, Expect::Unknown);
        (!fits || is_open && answer.status != Some(3)).then(|| answer.summary())
    });
    let wrong: Vec<_> = cases.iter().zip(answers).filter_map(|(case, got)| Some((case, got?))).collect();
    assert!(wrong.is_empty(), "{} of {} programs differ:\n{}", wrong.len(), cases.len(), corpus::table(&wrong));
}

/// What `explain` has to say of some of them, the columns of its runs with their blanks made one.
const EXPLAINED: [(&str, &[&str]); 8] = [
    (
        "deadlock/three_locks.c",
        &["A cycle: thread 1 → thread 2 → thread 3 → thread 1.", "closest schedule that passes has", "it would pass"],
    ),
    (
        "counter/short_section.c",
        &[
            "If line 16 of `work` (thread 1) came before line 13 of `work` (thread 2), it would pass: every run",
            "If line 16 of `work` (thread 2) came before line 13 of `work` (thread 1), it would pass: every run",
            "main thread thread 1 (work) thread 2 (work)",
            "▶ 12 pthread_mutex_lock(&m) 13 now = counter → 0 14 pthread_mutex_unlock(&m)",
        ],
    ),
    (
        "order/no_wait.c",
        &["If line 12 of `fill` (thread 1) came before line 20 of `main` (main), it would pass: every run"],
    ),
    (
        "deadlock/cycle.c",
        &[
            "thread 1 holds `a` (line 11), waits for `b` (line 12), which thread 2 holds",
            "thread 2 holds `b` (line 18), waits for `a` (line 19), which thread 1 holds",
            "A cycle: thread 1 → thread 2 → thread 1.",
            "If line 12 of `first` (thread 1) came before line 18 of `second` (thread 2), it would pass: every run",
        ],
    ),
    (
        "condition/missed.c",
        &["main waits to be woken (line 22)", "came before line 14 of `work` (thread 1), it would pass"],
    ),
    ("counter/wrong_lock.c", &["it holds `m` (line 13)", "it holds `n` (line 19)", "they hold no lock in common"]),
    ("other/writer_as_reader.c", &["both hold `lock`, but only for reading"]),
    ("deadlock/twice.c", &["which it holds itself", "There is no schedule to compare it with: whoever runs when"]),
];

#[test]
fn explanations_tell_what_threads_do_to_each_other() {
    let root = whyc_tests::repository().join("tests/threads");
    for (file, expected) in EXPLAINED {
        let output = std::process::Command::new(whyc()).arg("explain").arg(root.join(file)).output();
        let output = output.expect("whyc should run");
        let text = String::from_utf8_lossy(&output.stdout);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in expected {
            assert!(text.contains(part), "{file}: `{part}` should be told:\n{text}");
        }
        assert_eq!(output.status.code(), Some(0), "{file}");
    }
}

/// What `localize` does to some of them. Whatever it does, the changed program has to be safe.
const MENDED: [(&str, &str); 14] = [
    ("other/detached_local.c", "wait for the end of `thread` before line 23, do not let it go"),
    ("counter/wrong_lock.c", "hold `m` instead of `n` in `second`"),
    ("deadlock/cycle.c", "take `b` before `a` in `first`"),
    ("mend/used_before_the_end.c", "wait for the end of `t` before line 16"),
    ("deadlock/twice.c", "do not take `m` in line 11"),
    ("other/writer_as_reader.c", "take it for writing in `work`"),
    ("condition/missed.c", "wait only while `ready` is 0, in line 22"),
    ("deadlock/philosophers.c", "hold `mutex` over lines 14–15 of `philosopher`"),
    ("order/no_wait.c", "wait for the end of `t` before line 19"),
    ("mend/announced_early.c", "line 12 before line 11"),
    ("counter/lost_update.c", "hold `mutex` over lines 11–12 of `work`"),
    ("counter/short_section.c", "hold `m` over lines 12–17 of `work`"),
    ("mend/waits_once.c", "look again after each wait"),
    ("mend/early_return.c", "give `m` back before line 13"),
];

#[test]
fn changes_of_threads_mend_the_program() {
    let root = whyc_tests::repository().join("tests/threads");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mended");
    std::fs::create_dir_all(&folder).expect("a folder for programs should be made");
    let wrong = parallel::map(&MENDED, |(file, means)| {
        let path = folder.join(file.replace('/', "-"));
        std::fs::copy(root.join(file), &path).expect("a program should be copied");
        let output = std::process::Command::new(whyc()).args(["localize", "--apply"]).arg(&path).output();
        let output = output.expect("whyc should run");
        let text = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(0) || !text.contains(means) {
            return Some(format!("{file}: {:?}, without `{means}`:\n{text}", output.status.code()));
        }
        let compiled = std::process::Command::new("gcc").args(["-fsyntax-only", "-pthread"]).arg(&path).output();
        let compiles = compiled.is_ok_and(|it| it.status.success());
        let answer = tool::check(whyc(), &path, &[], Duration::from_secs(120));
        let is_safe = matches!(answer.verdict(), "safe" | "bounded-safe");
        (!compiles || !is_safe).then(|| format!("{file}: compiles: {compiles}, {}", answer.summary()))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What does not follow threads says so: what the woven program does is no answer, nor what one without its threads does.
#[test]
fn verbs_without_an_answer_refuse() {
    let file = whyc_tests::repository().join("tests/threads/counter/short_section.c");
    for verb in [&["cover"][..], &["sample"], &["prob", "--prop", "P<=0.5 [F fail]"]] {
        let output = std::process::Command::new(whyc()).args(verb).arg(&file).output().expect("whyc should run");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("does not follow threads"), "{verb:?}: {output:?}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{verb:?}");
    }
}

/// A run of each kind happens in a compiled program as well, and what threads that keep apart do is no race to the sanitizer.
#[test]
fn compiled_programs_follow_the_schedule() {
    let root = whyc_tests::repository().join("tests/threads");
    for file in [
        "counter/short_section.c",
        "counter/lost_update.c",
        "deadlock/cycle.c",
        "condition/missed.c",
        "condition/barrier_reused.c",
        "deadlock/three_locks.c",
        "atomic/check_then_set.c",
        "atomic/aba.c",
        "atomic/ticket_wrong.c",
        "atomic/double_checked.c",
        "other/c11_wrong.c",
        "other/c11_short.c",
        "other/c11_cycle.c",
        "other/c11_missed.c",
    ] {
        let output = std::process::Command::new(whyc()).args(["replay", "--run"]).arg(root.join(file)).output();
        let output = output.expect("whyc should run");
        assert_eq!(output.status.code(), Some(0), "{file}: {output:?}");
    }
}

/// What cannot be followed is said, with its place.
#[test]
fn turns_that_no_compiled_program_can_take_are_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("turns");
    std::fs::create_dir_all(&folder).expect("a folder for programs should be made");
    let path = folder.join("macro.c");
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int n;\n\
                #define GROW() (n = n + 1)\n\
                void *work(void *unused) { GROW(); return unused; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); GROW(); pthread_join(t, 0); assert(n == 2); }\n";
    std::fs::write(&path, text).expect("a program should be written");
    let output = std::process::Command::new(whyc()).args(["replay", "--run"]).arg(&path).output();
    let output = output.expect("whyc should run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(said.contains("line 6: threads take turns at an atomic operation within a macro"), "{said}");
}

/// Where threads take one access after the other, these are what is told of the run.
#[test]
fn accesses_that_are_steps_of_their_own_are_told() {
    let file = whyc_tests::repository().join("guide/programs/threads/visitors.c");
    let output = std::process::Command::new(whyc()).args(["check", "--no-check", "race"]).arg(&file).output();
    let output = output.expect("whyc should run");
    let said = String::from_utf8_lossy(&output.stdout);
    let told = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["now = visitors → 0", "visitors = now + 1 → 1", "▶", "visitors = 1 "] {
        assert!(told.contains(part), "`{part}` should be told:\n{said}");
    }
}

/// Where nothing helps, that is said.
#[test]
fn localize_says_that_nothing_helps() {
    let file = whyc_tests::repository().join("tests/threads/condition/barrier_reused.c");
    let output = std::process::Command::new(whyc()).arg("localize").arg(&file).output().expect("whyc should run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("Where to mend it is not known: no change of locks, orders or waits mends this"), "{said}");
    assert_eq!(output.status.code(), Some(3));
}

/// How many random programs are tried: more with `WHYC_THREADS_COUNT`.
fn count() -> u64 {
    std::env::var("WHYC_THREADS_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

#[test]
fn random_programs_do_what_their_interleavings_do() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threads");
    std::fs::create_dir_all(&folder).expect("a folder for programs should be made");
    let seeds: Vec<u64> = (0..count()).collect();
    let wrong = parallel::map(&seeds, |&seed| {
        let text = Text::random(&mut Rng::new(seed));
        let ends = text.ends();
        let path = folder.join(format!("{seed}.c"));
        std::fs::write(&path, text.in_c()).expect("a program should be written");
        let options = ["--all-properties".to_owned()];
        let answer = tool::check(whyc(), &path, &options, Duration::from_secs(120));
        let told = answer.violated();
        let tells = |class: &str| told.iter().any(|place| place.class == class);
        let fits = match ends {
            // What happens after a race is nobody's business.
            Ends { races: true, .. } => tells("race"),
            Ends { deadlocks, fails, .. } => {
                let is_right = !tells("race") && tells("deadlock") == deadlocks && tells("assertion") == fails;
                is_right && (deadlocks || fails || answer.verdict() == "safe")
            }
        };
        (!fits).then(|| format!("seed {seed}: {ends:?}, but {}\n{}", answer.summary(), text.in_c()))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} programs differ:\n{}", wrong.len(), seeds.len(), wrong.join("\n"));
}
