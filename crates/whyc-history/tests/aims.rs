//! Four versions of a small library, asked in three ways: two that go wrong, and the one that does not.
//!
//! The newest loops once too often, and the test needs a function that older versions lack. The second ends before it comes to the check,
//! the first is right. After an example for Artho's iterative delta debugging.

use whyc_history::program::always;
use whyc_history::{Aim, Answer, Files, History, Known, Oracle, Pace, Program, Revision, Way, walk};
use whyc_session::Request;
use whyc_shrink::Stop;

const TEST: &str = "#include <assert.h>\n#include \"lib.h\"\nint main(void) {\n    int got = area(clampi(3), 4);\n    assert(got == 12);\n}\n";
const CLAMPI: &str = "static int clampi(int x) {\n    if (x < 0) return 0;\n    return x;\n}\n";
const SCALE: &str = "static int scale(int w) {\n    return w;\n}\n";
const ENDS: &str = "void abort(void);\nstatic int scale(int w) {\n    if (w < 5)\n        abort();\n    return w;\n}\n";

fn area(sign: &str) -> String {
    let head = "static int area(int w, int h) {\n    int sum = 0;\n";
    format!("{head}    for (int i = 0; i {sign} h; i++)\n        sum += scale(w);\n    return sum;\n}}\n")
}

/// The versions, newest first.
fn versions() -> Vec<Files> {
    let libs = [
        format!("{CLAMPI}{SCALE}{}", area("<=")),
        format!("{SCALE}{}", area("<=")),
        format!("{ENDS}{}", area("<=")),
        format!("{SCALE}{}", area("<")),
    ];
    let files = |lib: String| Files::from([("test.c".to_owned(), TEST.to_owned()), ("lib.h".to_owned(), lib)]);
    libs.into_iter().map(files).collect()
}

/// Takes any failure of the check for the same, whatever it sees.
struct AnyValue(Program);

impl Oracle for AnyValue {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        match self.0.ask(files, stop) {
            Answer::Other(why) if why.contains("other values") => Answer::Same,
            answer => answer,
        }
    }
}

fn way(aim: Aim) -> Way {
    Way { aim, pace: Pace::Every, jobs: 1, stop: Stop::default() }
}

fn history(aim: Aim, oracle: &dyn Oracle) -> History {
    let versions = versions();
    let revision = |i: usize| Revision {
        id: format!("v{}", 4 - i),
        date: String::new(),
        author: String::new(),
        subject: String::new(),
        parents: Vec::new(),
    };
    let revisions: Vec<Revision> = (0..versions.len()).map(revision).collect();
    let mut files = |i: usize| Ok::<_, ()>(versions[i].clone());
    let oracle = Known::new(oracle);
    walk(&revisions, &mut files, &oracle, &way(aim), &mut |_| {}).expect("files in memory are there")
}

fn program() -> Program {
    let units = vec!["test.c".to_owned()];
    let made = Program::new(always(Request::new(Vec::new()), &units), None, units, &versions()[0]);
    made.expect("the newest version should fail").0
}

#[test]
fn either_answer_finds_the_version_that_holds_and_the_line() {
    let found = history(Aim::Either, &program());
    let alone: Vec<&str> = found.asked.iter().map(|asked| asked.alone.name()).collect();
    assert_eq!(alone, ["fails", "unread", "unread", "unread"]);
    let guilt = found.guilt.expect("the oldest version holds");
    assert_eq!((guilt.bad, guilt.good), (2, 3));
    let lines: Vec<_> = guilt.lines.iter().map(|atom| (atom.old.clone(), atom.new.clone())).collect();
    let [(Some((_, old)), Some((_, new)))] = &lines[..] else { panic!("one line is replaced by one: {lines:?}") };
    assert_eq!((old.trim(), new.trim()), ("for (int i = 0; i < h; i++)", "for (int i = 0; i <= h; i++)"));
    assert!(guilt.carried.contains("clampi") && !guilt.carried.contains("i <= h"), "{}", guilt.carried);
}

#[test]
fn the_failure_alone_carries_the_fault_into_the_version_that_holds() {
    let found = history(Aim::Failure, &program());
    assert!(found.guilt.is_none(), "the published loop does not see that the oldest version is right: {found:?}");
    assert_eq!(found.asked.last().map(|asked| asked.answer.clone()), Some(Answer::Same));
}

#[test]
fn any_value_lets_the_patch_ask_another_question() {
    let found = history(Aim::Failure, &AnyValue(program()));
    assert!(found.guilt.is_none(), "a shortened function fails in every version: {found:?}");
}

/// A test of the result of a call, which is 0 as the variable was before: the call must not go when the check is carried back.
#[test]
fn the_check_is_carried_back_with_what_it_looks_at() {
    let with = |value: u8, test: &str| {
        let text = format!("int runTest(void) {{\n    return {value};\n}}\n{test}");
        Files::from([("a.c".to_owned(), text)])
    };
    let test = "void assert(int);\nint main(void) {\n    int result;\n    result = 0;\n    result = runTest();\n    assert(result != 0);\n}\n";
    let versions = [
        with(0, test),
        with(0, "int main(void) {\n    return 0;\n}\n"),
        with(1, "int main(void) {\n    return 0;\n}\n"),
    ];
    let units = vec!["a.c".to_owned()];
    let program = Program::new(always(Request::new(Vec::new()), &units), None, units, &versions[0]);
    let oracle = program.expect("the newest version should fail").0;
    let revision = |id: &str| Revision {
        id: id.to_owned(),
        date: String::new(),
        author: String::new(),
        subject: String::new(),
        parents: Vec::new(),
    };
    let revisions = ["new", "old", "oldest"].map(revision);
    let mut files = |i: usize| Ok::<_, ()>(versions[i].clone());
    let found = walk(&revisions, &mut files, &oracle, &way(Aim::Either), &mut |_| {});
    let guilt = found.expect("files in memory are there").guilt.expect("the oldest version holds");
    assert_eq!((guilt.bad, guilt.good), (1, 2));
    assert!(guilt.carried.contains("result = runTest();"), "{}", guilt.carried);
    assert_eq!(guilt.lines.len(), 1);
}
