//! A session about a program, as an editor or a script uses it.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use whyc_base::budget::resident_bytes;
use whyc_base::diagnostic::Severity;
use whyc_check::{Status, Verdict};
use whyc_debug::explain;
use whyc_session::{Part, Places, Progress, Refused, Request, Session, Smallest, Test, Watch, Wish, answer};

const SMALLER: &str = "#include <assert.h>
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    int smaller = a < b ? a : a;
    assert(smaller <= a && smaller <= b);
}
";

/// A program that keeps the solver busy for ages: a product of two primes, the factors of which nobody knows.
const HARD: &str = "#include <assert.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long a = nondet_ulong(), b = nondet_ulong();
    unsigned __int128 product = (unsigned __int128)121691382893663u << 64 | 2150427913577187581u;
    assert(a <= 1 || b <= 1 || (unsigned __int128)a * b != product);
}
";

fn open(request: Request) -> Session {
    Session::open(request, Watch::silent()).expect("the program should be read")
}

#[test]
fn one_session_decides_minimises_explains_localises_and_scripts() {
    let mut session = open(Request::source("smaller.c", SMALLER));
    session.decide().expect("it should be decided");
    assert_eq!(session.finding().head.verdict, Verdict::Violated);
    session.smallest(&Smallest::default()).expect("it should be minimised");
    session.explain(&explain::Options::default()).expect("it should be explained");
    session.localize(&Places::default()).expect("it should be localised");
    let script = session.script().expect("there should be a failing run");
    assert_eq!(script.inputs.len(), 2);
    let finding = session.finding();
    let run = finding.counterexample.expect("a violation should come with its run");
    assert!(run.optimal);
    assert_eq!(run.inputs.len(), 2);
    assert!(finding.explanation.is_some_and(|it| it.changes.iter().any(|change| change.in_slice)));
    let places = finding.localization.expect("there should be places");
    assert!(places.diagnoses.iter().any(|it| it.components.iter().any(|place| place.text.contains('a'))));
}

#[test]
fn a_safe_program_has_nothing_to_explain() {
    let request = Request::source("f.c", "int f(unsigned char x) { return 1000 / (x + 1); }").function("f");
    let mut session = open(request);
    session.explain(&explain::Options::default()).expect("there should be nothing to explain");
    let finding = session.finding();
    assert_eq!(finding.head.verdict, Verdict::Safe);
    assert!(finding.properties.iter().all(|property| property.status == Status::Holds));
    assert!(finding.explanation.is_none() && session.script().is_none());
}

#[test]
fn another_thread_cancels() {
    let (sender, receiver) = mpsc::channel();
    let watch = Watch::telling(move |what| {
        if let Progress::Deciding = what {
            // Nobody listens any more if the test has failed.
            let _ = sender.send(());
        }
    });
    let cancel = watch.canceller();
    let asked = thread::spawn(move || answer(Request::source("hard.c", HARD), &Wish::Verdict, watch));
    receiver.recv_timeout(Duration::from_secs(60)).expect("it should begin to decide");
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    cancel.cancel();
    let finding = asked.join().expect("the thread should end").expect("what was decided should come back");
    assert!(start.elapsed() < Duration::from_secs(5), "cancelling should not take {:?}", start.elapsed());
    assert!(cancel.is_cancelled());
    assert_eq!(finding.head.verdict, Verdict::Unknown);
    assert!(finding.counterexample.is_none());
}

#[test]
fn memory_does_not_grow_with_the_number_of_sessions() {
    let one = || {
        let mut session = open(Request::source("smaller.c", SMALLER));
        session.explain(&explain::Options::default()).expect("it should be explained");
        assert_eq!(session.finding().head.verdict, Verdict::Violated);
    };
    // The first ones fill what is kept for all: tables of libclang, arenas of the allocator.
    (0..40).for_each(|_| one());
    let before = resident_bytes().expect("the system should tell");
    (0..200).for_each(|_| one());
    let after = resident_bytes().expect("the system should tell");
    let grown = after.saturating_sub(before) >> 20;
    assert!(grown < 16, "200 sessions keep {grown} MiB");
}

#[test]
fn buffers_that_are_not_saved_are_read() {
    let text = "#include \"limit.h\"\nint main(void) { int a[4] = {0}; return a[LIMIT]; }\n";
    let request = |limit: u32| Request::source("edit.c", text).header("limit.h", format!("#define LIMIT {limit}\n"));
    let verdict = |limit| open(request(limit)).answer(&Wish::Verdict, whyc_session::Extent::Asked);
    assert_eq!(verdict(3).expect("it should be decided").head.verdict, Verdict::Safe);
    assert_eq!(verdict(4).expect("it should be decided").head.verdict, Verdict::Violated);
}

#[test]
fn what_is_wrong_is_data() {
    let Err(Refused::Invalid { sources, diagnostics }) =
        Session::open(Request::source("bad.c", "int main(void) {\n    return mian;\n}\n"), Watch::silent())
    else {
        panic!("it should be refused");
    };
    let [error] = &diagnostics[..] else { panic!("{diagnostics:?}") };
    let span = error.span.expect("it should have a place");
    assert_eq!((error.severity, sources.text(span), sources.line(span)), (Severity::Error, "mian", 2));
    let Err(Refused::Mistaken { part, message }) =
        Session::open(Request::source("s.c", SMALLER).property("main.assertion.9"), Watch::silent())
    else {
        panic!("it should be refused");
    };
    assert_eq!(part, Part::Scope);
    assert!(message.contains("main.assertion.1"), "{message}");
    let mistaken = open(Request::source("s.c", SMALLER).input("nobody", "1")).decide();
    assert!(matches!(mistaken, Err(Refused::Mistaken { part: Part::Input, .. })), "{mistaken:?}");
}

#[test]
fn an_assumption_is_made_where_the_property_is() {
    let request =
        |expression: &str| Request { assume: Some(expression.to_owned()), ..Request::source("smaller.c", SMALLER) };
    let verdict = |request| answer(request, &Wish::Verdict, Watch::silent());
    assert_eq!(verdict(request("a <= b")).map(|it| it.head.verdict).ok(), Some(Verdict::Safe));
    let nonsense = verdict(request("nobody > 1"));
    let Err(Refused::Mistaken { part: Part::Assumption, message }) = nonsense else { panic!("{nonsense:?}") };
    assert_eq!(message, "`nobody > 1` has no meaning at smaller.c:6: use of undeclared identifier 'nobody'");
}

#[test]
fn tests_say_where_to_mend() {
    let text = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + 2); return 0; }\n";
    let test = |name: &str, stdin: &str, stdout: &str| Test {
        name: name.to_owned(),
        stdin: stdin.as_bytes().to_vec(),
        stdout: Some(stdout.as_bytes().to_vec()),
        ..Test::default()
    };
    let ask = |tests: Vec<Test>| {
        let mut session = open(Request { tests, ..Request::source("next.c", text) });
        session.localize(&Places::default()).expect("it should be localised");
        (session.finding(), session.all_tests_pass())
    };
    let (finding, all_pass) = ask(vec![test("one", "1\n", "2\n"), test("five", "5\n", "6\n")]);
    assert!(!all_pass && finding.head.verdict == Verdict::Violated);
    assert!(finding.localization.is_some_and(|places| !places.diagnoses.is_empty()));
    let (finding, all_pass) = ask(vec![test("one", "1\n", "3\n")]);
    assert!(all_pass && finding.localization.is_none());
}

#[test]
fn deep_nesting_needs_no_large_stack_of_the_caller() {
    let deep = format!("int main(void) {{ int x = 1; return x{}; }}", " + x".repeat(3000));
    let small = thread::Builder::new().stack_size(256 << 10);
    let work =
        move || answer(Request::source("deep.c", deep), &Wish::Verdict, Watch::silent()).map(|it| it.head.verdict);
    let verdict = small.spawn(work).expect("a thread should start").join().expect("it should not overflow");
    assert_eq!(verdict.ok(), Some(Verdict::Safe));
}

#[test]
fn whoever_watches_is_told() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let watch = Watch::telling(move |what| {
        let word = format!("{what:?}");
        listener.lock().expect("nobody should panic").push(word.split([' ', '(']).next().unwrap_or("").to_owned());
    });
    let wish = Wish::Smallest(Some(Smallest::default()));
    answer(Request::source("smaller.c", SMALLER), &wish, watch).expect("it should be answered");
    let mut told = told.lock().expect("nobody should panic").clone();
    told.dedup();
    assert_eq!(told[..5], ["Reading", "Read", "Deciding", "Decided", "Minimising"]);
    assert!(told.contains(&"Bounds".to_owned()), "{told:?}");
}
