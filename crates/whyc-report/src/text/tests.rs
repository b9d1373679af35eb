//! What people see, for findings made by hand.

use whyc_base::budget::Exhausted;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::status::{Bound, Reason};
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{ChangeKind, InputKind, Method, Narrowing, TraceKind};
use whyc_ir::property::PropertyClass;

use super::{TextOptions, render};
use crate::fixture::{Fixture, explained, median};

const PLAIN: TextOptions =
    TextOptions { color: false, width: 100, ssa: false, quiet: false, all: false, show_output: false, stats: false };

fn shown(fixture: &Fixture) -> String {
    render(&fixture.finding, &PLAIN)
}

#[test]
fn a_violated_assertion_in_a_program_with_a_call() {
    insta::assert_snapshot!(shown(&median()));
}

#[test]
fn with_versions_and_bits() {
    insta::assert_snapshot!(render(&median().finding, &TextOptions { ssa: true, ..PLAIN }));
}

#[test]
fn colours_change_nothing_but_colours() {
    let colored = render(&median().finding, &TextOptions { color: true, ..PLAIN });
    insta::assert_snapshot!(colored.replace('\x1b', "^"));
    let mut plain = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain.push_str(before);
        rest = after.split_once('m').expect("a style should end").1;
    }
    plain.push_str(rest);
    assert_eq!(plain, shown(&median()));
}

#[test]
fn inputs_that_do_not_matter_are_any() {
    let mut f = median();
    f.run().method = Method::Optimal;
    f.run().optimal = true;
    f.run().inputs[2].relevant = false;
    let text = shown(&f);
    assert!(text.contains("= the smallest failing run: x = 0, y = -1, z = any\n"), "{text}");
    assert!(text.contains("· 2 of 3 inputs matter ·"), "{text}");
}

#[test]
fn quiet_is_one_line() {
    let quiet = TextOptions { quiet: true, ..PLAIN };
    let line = render(&median().finding, &quiet);
    assert_eq!(line, "violated: `!(y < x && x < z) || m == x` can fail (median.c:18:5)\n");
}

/// A sum over an array that reads one element too many, after `n` good ones.
fn sum(n: u32) -> Fixture {
    let text = "\
int main(void)
{
    int a[100], sum;
    for (int i = 0; i <= 100; i++) {
        a[i] = input();
        sum += a[i];
    }
    return sum;
}
";
    let mut f = Fixture::new("sum.c", text, Verdict::Violated);
    f.property(PropertyClass::Bounds, 5, "a[i]", "a[i]", Status::Violated);
    f.property(PropertyClass::Bounds, 6, "a[i]", "a[i]", Status::Violated);
    f.property(PropertyClass::Overflow, 6, "sum += a[i]", "sum += a[i]", Status::Violated);
    f.property(PropertyClass::Overflow, 4, "i++", "i++", Status::Unknown(Reason::Effort));
    f.cut("main.1", true, n, 4, "for (int i = 0; i <= 100; i++)");
    f.failing(&[("i", &n.to_string())]);
    f.input(InputKind::Uninitialised, 3, "sum", "sum", "7");
    f.assign(4, "int i = 0", "i", "0");
    f.iterate("main.1", 1..=n, |f, k| {
        f.branch(4, "i <= 100", "true");
        let element = format!("a[{}]", k - 1);
        f.input(InputKind::Nondet, 5, "input()", "input()", "0");
        f.assign(5, "a[i] = input()", &element, "0");
        f.assign(6, "sum += a[i]", "sum", "7");
        f.assign(4, "i++", "i", &k.to_string());
    });
    f.iterate("main.1", n + 1..=n + 1, |f, _| {
        f.branch(4, "i <= 100", "true");
        f.step(TraceKind::Failure, 5, "a[i]", "a[i]", "false");
    });
    f
}

#[test]
fn the_middle_of_a_long_loop_is_folded() {
    insta::assert_snapshot!(shown(&sum(100)));
}

#[test]
fn all_of_a_long_loop_on_demand() {
    let text = render(&sum(100).finding, &TextOptions { all: true, show_output: false, ..PLAIN });
    assert!(text.contains("iteration 57 of the loop in line 4"), "{text}");
    assert!(!text.contains('…'), "{text}");
}

#[test]
fn a_loop_that_ends_does_not_count_its_last_test() {
    let text = "\
int main(void)
{
    int i = 0;
    while (i < 2)
        i++;
    do i--; while (i);
    assert(i);
}
";
    let mut f = Fixture::new("loops.c", text, Verdict::Violated);
    f.property(PropertyClass::Assertion, 7, "assert(i)", "i", Status::Violated);
    f.failing(&[("i", "0")]);
    f.assign(3, "int i = 0", "i", "0");
    f.iterate("main.1", 1..=2, |f, k| {
        f.branch(4, "i < 2", "true");
        f.assign(5, "i++", "i", &k.to_string());
    });
    f.iterate("main.1", 3..=3, |f, _| f.branch(4, "i < 2", "false"));
    f.iterate("main.2", 1..=2, |f, k| {
        f.assign(6, "i--", "i", &(2 - k).to_string());
        f.branch(6, "i", if k == 1 { "true" } else { "false" });
    });
    f.step(TraceKind::Failure, 7, "assert(i)", "i", "false");
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn loops_inside_loops() {
    let mut f = Fixture::new("nested.c", "for (;i < 9;) for (;j < 3;) j++;\nassert(0);\n", Verdict::Violated);
    f.property(PropertyClass::Assertion, 2, "assert(0)", "0", Status::Violated);
    f.failing(&[]);
    f.iterate("main.1", 1..=9, |f, _| {
        f.branch(1, "i < 9", "true");
        f.iterate("main.2", 1..=7, |f, k| {
            f.branch(1, "j < 3", "true");
            f.assign(1, "j++", "j", &k.to_string());
        });
        f.iterate("main.2", 8..=8, |f, _| f.branch(1, "j < 3", "false"));
    });
    f.step(TraceKind::Failure, 2, "assert(0)", "0", "false");
    insta::assert_snapshot!(shown(&f));
}

/// A recursion `n` calls deep that fails at its bottom, or returns and fails afterwards.
fn factorial(n: u32, returns: bool) -> Fixture {
    let text = "\
int fact(int n)
{
    if (n == 0)
        return 1;
    return n * fact(n - 1);
}

int main(void)
{
    return 1 / fact(12);
}
";
    fn go(f: &mut Fixture, n: u32, returns: bool) {
        f.branch(3, "n == 0", if n == 0 { "true" } else { "false" });
        if n == 0 {
            f.step(TraceKind::Return, 4, "return 1;", "fact", "1");
        } else {
            let less = (n - 1).to_string();
            f.call(5, "fact(n - 1)", "fact", &[("n", less.as_str())], |f| go(f, n - 1, returns));
            if returns {
                f.step(TraceKind::Return, 5, "return n * fact(n - 1);", "fact", "0");
            }
        }
    }
    let mut f = Fixture::new("fact.c", text, Verdict::Violated);
    f.property(PropertyClass::DivisionByZero, 10, "1 / fact(12)", "1 / fact(12)", Status::Violated);
    f.failing(&[]);
    let outermost = n.to_string();
    f.call(10, "fact(12)", "fact", &[("n", outermost.as_str())], |f| go(f, n, returns));
    f.step(TraceKind::Failure, 10, "1 / fact(12)", "1 / fact(12)", "false");
    f
}

#[test]
fn the_middle_of_a_deep_recursion_is_folded() {
    insta::assert_snapshot!(shown(&factorial(12, true)));
}

#[test]
fn very_deep_recursions_do_no_harm() {
    for all in [false, true] {
        let text = render(&factorial(3000, false).finding, &TextOptions { all, ..PLAIN });
        assert!(text.contains("✗ divides by zero"));
    }
}

#[test]
fn structures_arrays_and_pointers() {
    let text = "\
struct point { int x, y; };
int square(int n) { return n * n; }
int main(void)
{
    struct point p = {1, 2}, q;
    int a[3] = {4, 5, 6};
    int *r = &a[1];
    q = p;
    *r = square(3);
    switch (q.x) { case 1: q.y++; }
    assert(q.y == 2 &&
           a[1] == 5);
}
";
    let mut f = Fixture::new("parts.c", text, Verdict::Violated);
    f.property(
        PropertyClass::Assertion,
        11,
        "assert(q.y == 2 &&",
        "q.y == 2 &&\n           a[1] == 5",
        Status::Violated,
    );
    let end = f.at(12, "a[1] == 5)").end;
    f.finding.properties[0].span.end = end;
    f.failing(&[("q.y", "3"), ("a[1]", "9")]);
    f.assign(5, "1", "p.x", "1");
    f.assign(5, "2", "p.y", "2");
    f.assign(6, "int a[3] = {4, 5, 6}", "a[0]", "4");
    f.assign(6, "int a[3] = {4, 5, 6}", "a[1]", "5");
    f.assign(6, "int a[3] = {4, 5, 6}", "a[2]", "6");
    f.assign(7, "int *r = &a[1]", "r", "&a[1]");
    f.assign(8, "q = p", "q.x", "1");
    f.assign(8, "q = p", "q.y", "2");
    f.call(9, "square(3)", "square", &[("n", "3")], |f| f.step(TraceKind::Return, 2, "return n * n;", "square", "9"));
    f.assign(9, "*r = square(3)", "a[1]", "9");
    f.step(TraceKind::Switch, 10, "q.x", "q.x", "1");
    f.assign(10, "q.y++", "q.y", "3");
    f.step(TraceKind::Failure, 11, "assert(q.y == 2 &&", "q.y == 2 && a[1] == 5", "false");
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn every_class_has_its_words() {
    let text = "x = f(a[i] + *p, 1 / n);\n";
    let mut shown_classes = String::new();
    for class in PropertyClass::ALL {
        let mut f = Fixture::new("words.c", text, Verdict::Violated);
        f.property(class, 1, "a[i] + *p", "a[i] + *p", Status::Violated);
        f.failing(&[]);
        f.step(TraceKind::Failure, 1, "a[i] + *p", "a[i] + *p", "false");
        let text = shown(&f);
        let says = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or("").to_owned();
        shown_classes.push_str(&format!("{}\n{}\n", says("error"), says("  1  ")));
    }
    insta::assert_snapshot!(shown_classes);
}

#[test]
fn places_that_should_not_be_reached_and_nameless_properties() {
    let mut f = Fixture::new("reach.c", "reach_error();\nCHECK(x, 3);\n", Verdict::Violated);
    let description = "reach_error() is never reached";
    f.property(PropertyClass::Assertion, 1, "reach_error()", description, Status::Violated);
    f.property(PropertyClass::Assertion, 2, "CHECK(x, 3)", "", Status::Violated);
    f.failing(&[]);
    f.step(TraceKind::Failure, 1, "reach_error()", description, "false");
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn what_does_not_fit_beside_the_source_goes_below() {
    let text = render(&median().finding, &TextOptions { width: 60, ..PLAIN });
    assert!(text.contains("   = here y = -1, x = 0, z = 1 and m = -1\n   = a failing run:"), "{text}");
}

#[test]
fn the_parameters_of_the_entry_point_are_told_once() {
    let mut f = Fixture::new("slope.c", "int slope(int a, int b)\n{ return 1 / (a - b); }\n", Verdict::Violated);
    f.property(PropertyClass::DivisionByZero, 2, "1 / (a - b)", "1 / (a - b)", Status::Violated);
    f.failing(&[("a", "0"), ("b", "0")]);
    f.input(InputKind::Nondet, 1, "int a", "a", "0");
    f.input(InputKind::Nondet, 1, "int b", "b", "0");
    f.assign(1, "int slope(int a, int b)", "a", "0");
    f.assign(1, "int slope(int a, int b)", "b", "0");
    f.step(TraceKind::Failure, 2, "1 / (a - b)", "1 / (a - b)", "false");
    assert_eq!(shown(&f).matches("a = 0, b = 0\n").count(), 2, "{}", shown(&f));
}

const COLLATZ: &str = "\
unsigned step(unsigned n) { return n % 2 ? 3 * n + 1 : n / 2; }
int main(void)
{
    unsigned n = input();
    while (n != 1)
        n = step(n);
    assert(n);
}
";

#[test]
fn safe() {
    let mut f = Fixture::new("collatz.c", COLLATZ, Verdict::Safe);
    f.property(PropertyClass::Assertion, 7, "assert(n)", "n", Status::Unreachable);
    f.property(PropertyClass::Assertion, 6, "n", "n", Status::Holds);
    f.property(PropertyClass::DivisionByZero, 1, "n % 2", "n % 2", Status::Holds);
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn safe_with_nothing_to_check() {
    insta::assert_snapshot!(shown(&Fixture::new("collatz.c", COLLATZ, Verdict::Safe)));
}

#[test]
fn bounded_safe() {
    let mut f = Fixture::new("collatz.c", COLLATZ, Verdict::BoundedSafe);
    let bounded = Status::Bounded(vec![Bound::Loop { name: "main.1".to_owned(), rounds: 4 }]);
    f.finding.head.reason = Some(Reason::BeyondBounds);
    f.property(PropertyClass::Assertion, 7, "assert(n)", "n", bounded);
    f.cut("main.1", true, 16, 5, "while (n != 1)");
    insta::assert_snapshot!(shown(&f));
    f.cut("step", false, 16, 1, "step");
    let text = shown(&f);
    assert!(text.contains("cut off after 16 nested calls"), "{text}");
    assert!(text.contains("to go further: --unwind 64\n"), "{text}");
}

#[test]
fn a_limit_was_reached() {
    let mut f = Fixture::new("collatz.c", COLLATZ, Verdict::Unknown);
    f.finding.head.reason = Some(Reason::Exhausted(Exhausted::Time));
    f.finding.bounds.unwind = 64;
    f.finding.bounds.complete = false;
    f.property(PropertyClass::Assertion, 7, "assert(n)", "n", Status::Unknown(Reason::Effort));
    f.property(PropertyClass::DivisionByZero, 1, "n % 2", "n % 2", Status::Holds);
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn something_is_not_modelled() {
    let mut f = Fixture::new("collatz.c", COLLATZ, Verdict::Unknown);
    f.finding.head.reason = Some(Reason::Said("variable arguments is not modelled".to_owned()));
    f.finding.bounds.complete = false;
    f.property(PropertyClass::Assertion, 7, "assert(n)", "n", Status::Unknown(Reason::Effort));
    f.note(Diagnostic::warning("not modelled: variable arguments"), 4, "input()");
    f.note(
        Diagnostic::note("`input` has no body: its result can be anything").with_note("say more with a definition"),
        4,
        "input",
    );
    insta::assert_snapshot!(shown(&f));
}

#[test]
fn text_from_the_program_cannot_steer_the_terminal() {
    let mut f = Fixture::new("a\x1b.c", "assert(\x1b[2Jx);\nx = 1;\n", Verdict::Violated);
    f.property(PropertyClass::Assertion, 1, "assert(\x1b[2Jx)", "\x1b[2Jx", Status::Violated);
    f.failing(&[("\x1bx", "'\x1b'")]);
    f.input(InputKind::Nondet, 2, "x", "\x1bx", "'\x1b'");
    f.assign(2, "x = 1", "\x1bx", "'\x1b'");
    f.call(2, "x = 1", "f\x1b", &[("x\x1b", "\x1b")], |f| f.step(TraceKind::Return, 2, "1", "f", "\x1b"));
    f.step(TraceKind::Failure, 1, "assert(\x1b[2Jx)", "\x1b[2Jx", "false");
    for options in [PLAIN, TextOptions { ssa: true, ..PLAIN }, TextOptions { quiet: true, ..PLAIN }] {
        assert!(!render(&f.finding, &options).contains('\x1b'));
    }
}

#[test]
fn an_explanation_is_a_story() {
    insta::assert_snapshot!(shown(&explained()));
    let all = TextOptions { all: true, ssa: true, ..PLAIN };
    insta::assert_snapshot!("all_differences", render(&explained().finding, &all));
}

#[test]
fn an_explanation_says_what_is_not_proved() {
    let mut f = explained();
    let explanation = f.finding.explanation.as_mut().expect("an explanation");
    explanation.assumed.clear();
    explanation.unassumed = None;
    (explanation.closest, explanation.smallest, explanation.causes_complete) = (false, false, false);
    let text = shown(&f);
    assert!(text.contains("The closest passing run that was found has x = -1 instead."), "{text}");
    assert!(
        text.contains("not proved closest · perhaps fewer differences matter · not every possible cause"),
        "{text}"
    );
}

#[test]
fn a_failure_without_explanation_says_why() {
    let mut f = median();
    f.finding.head.command = "explain".to_owned();
    f.finding.head.reason = Some(Reason::Said("no run within the bounds passes".to_owned()));
    let text = shown(&f);
    assert!(text.contains("There is no explanation: no run within the bounds passes.\n"), "{text}");
    assert!(!text.contains("whyc explain"), "{text}");
}

#[test]
fn the_middle_of_many_differences_is_left_out() {
    let mut f = explained();
    let change = f.change(ChangeKind::Guard, 5, "x < y", ("x < y", "guard#2"), ("false", "true"), true);
    let other = f.change(ChangeKind::Guard, 7, "x < z", ("x < z", "guard#3"), ("false", "true"), true);
    let explanation = f.finding.explanation.as_mut().expect("an explanation");
    explanation.changes = [change.clone(), other].iter().cycle().take(100).cloned().collect();
    explanation.slices = vec![(0..100).collect()];
    let text = shown(&f);
    assert!(text.contains("  … 76 more (--all shows them)\n"), "{text}");
    assert_eq!(text.matches("false → true").count(), 24, "{text}");
    // Rounds of one loop are told by their first and last.
    f.finding.explanation.as_mut().expect("an explanation").changes = vec![change; 100];
    let text = shown(&f);
    assert!(text.contains("and so on, 98 times\n"), "{text}");
    assert_eq!(text.matches("x < y  false → true").count(), 2, "{text}");
}

#[test]
fn a_promise_says_which_runs_it_is_about() {
    let mut f = Fixture::new("a.c", "int main(void) { return 1 / 1; }\n", Verdict::Safe);
    f.property(PropertyClass::DivisionByZero, 1, "1 / 1", "1 / 1", Status::Holds);
    let first_line = |f: &Fixture| shown(f).lines().next().unwrap_or_default().to_owned();
    assert_eq!(first_line(&f), "safe: the one check holds in every run");
    f.finding.narrowed = vec![Narrowing::Property, Narrowing::Classes, Narrowing::Function, Narrowing::Stub];
    assert_eq!(first_line(&f), "safe: the one check holds in every run");
    for narrowing in [Narrowing::Input, Narrowing::Arguments, Narrowing::StandardInput] {
        f.finding.narrowed = vec![narrowing];
        assert_eq!(first_line(&f), "safe: the one check holds in every run with these inputs");
    }
    f.finding.narrowed = vec![Narrowing::Assumption];
    assert_eq!(first_line(&f), "safe: the one check holds in every run that fulfils the assumption");
}

#[test]
fn a_run_without_inputs_may_depend_on_those_that_are_fixed() {
    let mut f = Fixture::new("a.c", "int main(int c, char **v) { return 1 / (c - 2); }\n", Verdict::Violated);
    f.property(PropertyClass::DivisionByZero, 1, "1 / (c - 2)", "1 / (c - 2)", Status::Violated);
    f.failing(&[]);
    f.step(TraceKind::Failure, 1, "1 / (c - 2)", "1 / (c - 2)", "false");
    assert!(shown(&f).contains("= every run fails here: it depends on no input\n"), "{}", shown(&f));
    f.finding.narrowed = vec![Narrowing::Arguments];
    assert!(shown(&f).contains("= every run with these inputs fails here: it depends on no other\n"), "{}", shown(&f));
}
