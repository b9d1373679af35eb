//! Small programs, by hand: what is said of them and of each of their properties, and that nothing is said where parts
//! of whyc disagree.

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::status::{Bound, Fault, Limit, Reason, Status};
use whyc_base::verdict::Verdict;
use whyc_ir::build::{FunctionBuilder, ProgramBuilder};
use whyc_ir::expr::{BinaryOp, ExprId};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{LocalId, Program};
use whyc_ir::property::ClassSet;
use whyc_unroll::step::{StepKind, Unrolling};

use super::Analysis;
use crate::options::{Arithmetic, Effort, Options, Unwind};
use crate::outcome::Outcome;
use crate::run::Run;

fn options() -> Options {
    Options {
        classes: ClassSet::defaults(),
        only: None,
        unwind: Unwind::Automatic,
        unwind_loops: Vec::new(),
        limits: Vec::new(),
        given: Vec::new(),
        effort: Effort::Modest,
        arith: Arithmetic::default(),
        budget: Budget::unlimited(),
    }
}

/// `int main(void)` with this body.
fn main_of(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Program {
    let mut program = ProgramBuilder::new();
    let int = program.int();
    let main = program.declare("main", int, &[]);
    program.define(main, |f| {
        build(f);
        let zero = f.int(0);
        f.ret(zero);
    });
    program.finish()
}

/// An `int` that comes from outside.
fn input(f: &mut FunctionBuilder<'_>, name: &str) -> LocalId {
    let int = f.outer().int();
    let local = f.local(name, int);
    f.nondet(local);
    local
}

fn compare(f: &mut FunctionBuilder<'_>, op: BinaryOp, local: LocalId, n: i32) -> ExprId {
    let (a, b) = (f.get(local), f.int(n));
    f.binary(op, a, b)
}

fn assert_that(f: &mut FunctionBuilder<'_>, op: BinaryOp, local: LocalId, n: i32) {
    let cond = compare(f, op, local, n);
    f.assert(cond);
}

fn assume(f: &mut FunctionBuilder<'_>, op: BinaryOp, local: LocalId, n: i32) {
    let cond = compare(f, op, local, n);
    f.emit(InstrKind::Assume(cond));
}

/// `for (i = 0; i < n; i++) body`, where `n` is a variable.
fn count_to(f: &mut FunctionBuilder<'_>, n: LocalId, body: impl FnOnce(&mut FunctionBuilder<'_>, LocalId)) {
    let int = f.outer().int();
    let i = f.local("i", int);
    let zero = f.int(0);
    f.set(i, zero);
    let (head, end) = (f.here(), f.label());
    let (a, b) = (f.get(i), f.get(n));
    let goes_on = f.binary(BinaryOp::Lt, a, b);
    f.branch(goes_on, false, end);
    body(f, i);
    let (a, one) = (f.get(i), f.int(1));
    let next = f.binary(BinaryOp::Add, a, one);
    f.set(i, next);
    f.jump(head);
    f.bind(end);
}

struct Decided {
    analysis: Analysis,
    outcome: Outcome,
}

impl Decided {
    fn new(program: Program, options: Options) -> Self {
        Self::tampered(program, options, None)
    }

    fn tampered(program: Program, options: Options, tamper: Option<fn(&mut Run, &Unrolling)>) -> Self {
        let mut analysis = Analysis::new(program, options).expect("the options should be right").keeping_every_run();
        analysis.tamper = tamper;
        let outcome = analysis.decide();
        Self { analysis, outcome }
    }

    fn of(&self, name: &str) -> &Status {
        let id = self.analysis.properties.named(name).expect("the property should be there");
        &self.outcome.known[id].status
    }

    /// The names of the properties that a property fails after, or that hide what it does.
    fn after(&self, name: &str) -> Vec<&str> {
        let id = self.analysis.properties.named(name).expect("the property should be there");
        let after = self.outcome.known[id].after.iter();
        after.map(|&id| self.analysis.properties.all()[id].name.as_str()).collect()
    }
}

fn loop_bound(rounds: u32) -> Vec<Bound> {
    vec![Bound::Loop { name: "main.1".to_owned(), rounds }]
}

#[test]
fn every_property_of_a_program_without_loops_is_decided() {
    let program = main_of(|f| {
        let x = input(f, "x");
        assume(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Ne, x, 3);
        assert_that(f, BinaryOp::Lt, x, 5);
        assert_that(f, BinaryOp::Lt, x, 20);
    });
    let decided = Decided::new(program, options());
    assert_eq!(decided.outcome.verdict, Verdict::Violated);
    assert!(decided.outcome.complete);
    let statuses = [1, 2, 3, 4].map(|k| decided.of(&format!("main.assertion.{k}")).name());
    assert_eq!(statuses, ["holds", "violated", "violated", "holds"]);
    // Each has a run of its own; the first one's is the counterexample.
    let runs = decided.outcome.violations.iter().skip(1).all(|violation| violation.run.is_some());
    assert!(runs && decided.outcome.violations.len() == 2);
}

#[test]
fn a_broken_assertion_does_not_hide_the_next() {
    // Both say the same: no run breaks the second one alone.
    let program = main_of(|f| {
        let x = input(f, "x");
        assert_that(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let decided = Decided::new(program, options());
    assert_eq!([1, 2, 3].map(|k| decided.of(&format!("main.assertion.{k}")).name()), ["violated"; 3]);
    assert!(decided.after("main.assertion.1").is_empty());
    assert_eq!(decided.after("main.assertion.2"), ["main.assertion.1"]);
    assert_eq!(decided.after("main.assertion.3"), ["main.assertion.1"]);
    // What was found later was found in unrollings of their own.
    let own: Vec<bool> = decided.outcome.violations.iter().map(|violation| violation.unrolling.is_some()).collect();
    assert_eq!(own, [false, true, true]);
    assert!(decided.outcome.counterexample.as_ref().is_some_and(|(id, run)| {
        decided.analysis.properties.all()[*id].name == "main.assertion.1"
            && decided.analysis.unrolling.as_ref().is_some_and(|unrolling| unrolling.steps.len() == run.n_steps())
    }));
}

#[test]
fn one_property_alone_is_found_behind_another() {
    let program = main_of(|f| {
        let x = input(f, "x");
        assert_that(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let only = |name: &str| Options { only: Some(name.to_owned()), ..options() };
    let decided = Decided::new(program, only("main.assertion.2"));
    assert_eq!(decided.outcome.verdict, Verdict::Violated);
    assert_eq!(decided.after("main.assertion.2"), ["main.assertion.1"]);
}

#[test]
fn what_comes_after_an_end_is_said_to_be_hidden() {
    // `1 / 0` ends every run.
    let program = main_of(|f| {
        let x = input(f, "x");
        let (a, zero) = (f.get(x), f.int(0));
        let quotient = f.binary(BinaryOp::Div, a, zero);
        f.set(x, quotient);
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let decided = Decided::new(program, options());
    let behind = vec!["main.division-by-zero.1".to_owned()];
    assert_eq!(*decided.of("main.division-by-zero.1"), Status::Violated);
    assert_eq!(*decided.of("main.assertion.1"), Status::Unknown(Reason::Hidden { behind }));
}

#[test]
fn arithmetic_goes_on_after_an_overflow() {
    // `x + 1` wraps where it overflows: then it is no longer greater than 0.
    let program = main_of(|f| {
        let x = input(f, "x");
        assume(f, BinaryOp::Gt, x, 5);
        let (a, one) = (f.get(x), f.int(1));
        let sum = f.binary(BinaryOp::Add, a, one);
        f.set(x, sum);
        assert_that(f, BinaryOp::Gt, x, 0);
    });
    let decided = Decided::new(program, options());
    assert_eq!(*decided.of("main.overflow.1"), Status::Violated);
    assert_eq!(*decided.of("main.assertion.1"), Status::Violated);
    assert_eq!(decided.after("main.assertion.1"), ["main.overflow.1"]);
}

#[test]
fn a_loop_that_is_cut_bounds_what_comes_after_it() {
    let program = main_of(|f| {
        let n = input(f, "n");
        let x = input(f, "x");
        assume(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 11);
        count_to(f, n, |f, _| assert_that(f, BinaryOp::Lt, x, 12));
        assert_that(f, BinaryOp::Lt, x, 13);
    });
    let decided = Decided::new(program, Options { unwind: Unwind::Fixed(3), ..options() });
    assert_eq!((decided.outcome.verdict, &decided.outcome.reason), (Verdict::BoundedSafe, &Some(Reason::BeyondBounds)));
    // Nothing beyond the loop leads back before it.
    assert_eq!(*decided.of("main.assertion.1"), Status::Holds);
    assert_eq!(*decided.of("main.assertion.2"), Status::Bounded(loop_bound(3)));
    assert_eq!(*decided.of("main.assertion.3"), Status::Bounded(loop_bound(3)));
}

#[test]
fn a_violation_leaves_the_others_decided_within_the_bounds() {
    let program = main_of(|f| {
        let n = input(f, "n");
        let x = input(f, "x");
        count_to(f, n, |f, i| {
            assert_that(f, BinaryOp::Ne, i, 2);
            assert_that(f, BinaryOp::Ge, i, 0);
        });
        assert_that(f, BinaryOp::Ne, x, 7);
    });
    let fixed = Options { unwind: Unwind::Fixed(4), ..options() };
    let decided = Decided::new(program, fixed);
    assert_eq!(decided.outcome.verdict, Verdict::Violated);
    assert_eq!(*decided.of("main.assertion.1"), Status::Violated);
    assert_eq!(*decided.of("main.assertion.2"), Status::Bounded(loop_bound(4)));
    assert_eq!(*decided.of("main.assertion.3"), Status::Violated);
}

#[test]
fn deepening_goes_on_after_a_violation() {
    // The first fails at once, the second in the sixth round.
    let program = || {
        main_of(|f| {
            let n = input(f, "n");
            let x = input(f, "x");
            assume(f, BinaryOp::Le, n, 6);
            assert_that(f, BinaryOp::Ne, x, 7);
            count_to(f, n, |f, i| assert_that(f, BinaryOp::Ne, i, 5));
            assert_that(f, BinaryOp::Le, n, 6);
        })
    };
    let decided = Decided::new(program(), options());
    assert_eq!([1, 2, 3].map(|k| decided.of(&format!("main.assertion.{k}")).name()), ["violated", "violated", "holds"]);
    assert!(decided.outcome.complete);
    // The analysis still holds the unrolling of the first one.
    assert!(decided.outcome.violations[0].unrolling.is_none() && decided.outcome.violations[1].unrolling.is_some());
    let decided = Decided::new(program(), Options { effort: Effort::First, ..options() });
    assert_eq!(decided.of("main.assertion.2").name(), "unknown");
    assert_eq!(*decided.of("main.assertion.3"), Status::Unknown(Reason::FirstOnly));
    assert_eq!(decided.outcome.violations.len(), 1);
}

#[test]
fn limits_on_the_world_bound_what_holds() {
    let program = main_of(|f| {
        let x = input(f, "x");
        assume(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let limit = Limit::Arguments { most: 3, longest: 7 };
    let decided = Decided::new(program, Options { limits: vec![limit], ..options() });
    assert_eq!(decided.outcome.verdict, Verdict::BoundedSafe);
    assert_eq!(decided.outcome.reason, Some(Reason::Limited(vec![limit])));
    assert_eq!(*decided.of("main.assertion.1"), Status::Bounded(vec![Bound::World(limit)]));
}

#[test]
fn what_is_not_modelled_leaves_everything_open() {
    let program = main_of(|f| {
        let x = input(f, "x");
        assume(f, BinaryOp::Lt, x, 10);
        assert_that(f, BinaryOp::Lt, x, 10);
        f.emit(InstrKind::Unsupported("a thing".to_owned()));
    });
    let decided = Decided::new(program, options());
    let reason = Reason::Unmodelled { what: "a thing".to_owned() };
    assert_eq!((decided.outcome.verdict, decided.outcome.reason.clone()), (Verdict::Unknown, Some(reason.clone())));
    assert_eq!(*decided.of("main.assertion.1"), Status::Unknown(reason));
}

#[test]
fn a_limit_is_a_reason_for_every_property() {
    let program = main_of(|f| {
        let x = input(f, "x");
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let budget = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
    let decided = Decided::new(program, Options { budget, ..options() });
    let reason = Reason::Exhausted(Exhausted::Time);
    assert_eq!((decided.outcome.verdict, decided.outcome.reason.clone()), (Verdict::Unknown, Some(reason.clone())));
    assert_eq!(*decided.of("main.assertion.1"), Status::Unknown(reason));
}

#[test]
fn code_that_nothing_reaches_is_told_apart() {
    let program = main_of(|f| {
        let x = input(f, "x");
        let (end, zero) = (f.label(), f.int(0));
        f.branch(zero, false, end);
        assert_that(f, BinaryOp::Lt, x, 10);
        f.bind(end);
    });
    let decided = Decided::new(program, options());
    assert_eq!((decided.outcome.verdict, decided.of("main.assertion.1")), (Verdict::Safe, &Status::Unreachable));
}

#[test]
fn obligations_say_what_must_be_refuted_and_where() {
    let program = main_of(|f| {
        let n = input(f, "n");
        let x = input(f, "x");
        assert_that(f, BinaryOp::Lt, x, 10);
        count_to(f, n, |_, _| {});
        let (skip, cond) = (f.label(), compare(f, BinaryOp::Lt, x, 3));
        f.branch(cond, true, skip);
        f.emit(InstrKind::Unsupported("a thing".to_owned()));
        f.bind(skip);
    });
    let decided = Decided::new(program, Options { unwind: Unwind::Fixed(1), effort: Effort::First, ..options() });
    let obligations = &decided.analysis.obligations;
    let told: Vec<&str> = obligations.iter().map(|obligation| obligation.claim.asked()).collect();
    let expected = ["a property fails", "something is reached that is not modelled", "a loop goes beyond its bound"];
    assert!(expected.iter().all(|what| told.contains(what)), "{told:?}");
    // Each is about the step at which the run then ends.
    let unrolling = decided.analysis.unrolling.as_ref().expect("it should be unrolled");
    for obligation in obligations.iter() {
        assert_eq!(unrolling.steps[obligation.step].span, obligation.span);
    }
}

/// Programs whose only question is about a failure, about something that is not modelled, about a bound.
fn one_question_each() -> [(&'static str, Program); 3] {
    let fails = main_of(|f| {
        let x = input(f, "x");
        assert_that(f, BinaryOp::Lt, x, 10);
    });
    let unmodelled = main_of(|f| {
        let x = input(f, "x");
        let (skip, cond) = (f.label(), compare(f, BinaryOp::Lt, x, 3));
        f.branch(cond, true, skip);
        f.emit(InstrKind::Unsupported("a thing".to_owned()));
        f.bind(skip);
    });
    let cut = main_of(|f| {
        let n = input(f, "n");
        count_to(f, n, |_, _| {});
    });
    [
        ("a property fails", fails),
        ("something is reached that is not modelled", unmodelled),
        ("a loop goes beyond its bound", cut),
    ]
}

#[test]
fn a_model_that_ends_otherwise_is_an_internal_error_and_nothing_is_said() {
    let no_end: fn(&mut Run, &Unrolling) = |run, _| run.end = None;
    let other_end: fn(&mut Run, &Unrolling) = |run, unrolling| {
        run.end = unrolling.steps.ids().find(|&id| !matches!(unrolling.steps[id].kind, StepKind::Check { .. }));
    };
    for tamper in [no_end, other_end] {
        for (asked, program) in one_question_each() {
            let n_properties = whyc_ir::property::PropertyTable::new(&program, ClassSet::defaults()).all().len();
            let fixed = Options { unwind: Unwind::Fixed(1), ..options() };
            let Decided { outcome, .. } = Decided::tampered(program, fixed, Some(tamper));
            let reason = Reason::Internal(Fault::OtherEnd { asked });
            assert_eq!((outcome.verdict, outcome.reason.as_ref()), (Verdict::Unknown, Some(&reason)), "{asked}");
            assert_eq!(outcome.known.len(), n_properties);
            let undecided = |status: &Status| *status == Status::Unknown(reason.clone());
            assert!(outcome.known.iter().all(|known| undecided(&known.status)), "{asked}: {:?}", outcome.known);
        }
    }
}

#[test]
fn a_run_that_the_interpreter_does_not_repeat_is_an_internal_error() {
    let program = main_of(|f| {
        let x = input(f, "x");
        let y = {
            let int = f.outer().int();
            f.local("y", int)
        };
        let value = f.get(x);
        f.set(y, value);
        assert_that(f, BinaryOp::Gt, y, 10);
    });
    // The value that is assigned is not the one of the input.
    let tamper: fn(&mut Run, &Unrolling) = |run, unrolling| {
        let assign = unrolling.steps.ids().find(|&id| matches!(unrolling.steps[id].kind, StepKind::Assign { .. }));
        if let Some(id) = assign {
            run.values[id] ^= 0xffff_ffff;
        }
    };
    let Decided { outcome, .. } = Decided::tampered(program, options(), Some(tamper));
    assert_eq!(outcome.verdict, Verdict::Unknown);
    assert!(matches!(outcome.reason, Some(Reason::Internal(Fault::Replay { .. }))), "{:?}", outcome.reason);
    assert!(outcome.counterexample.is_none() && outcome.violations.is_empty());
}
