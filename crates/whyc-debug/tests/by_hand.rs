//! Small programs, by hand, with few inputs of few values: what is told of a failing run is held against all runs, one
//! by one.

use whyc_base::budget::Budget;
use whyc_base::source::SourceMap;
use whyc_base::verdict::Verdict;
use whyc_check::options::{Arithmetic, Effort, Options, Unwind};
use whyc_check::{Analysis, Outcome};
use whyc_debug::explain::{self, explain};
use whyc_debug::finding::{Explanation, InputReport, LinkKind, Method};
use whyc_debug::minimise::classes::{Classes, classes};
use whyc_debug::minimise::{Goal, Minimised, minimise};
use whyc_ir::build::{FunctionBuilder, ProgramBuilder};
use whyc_ir::expr::{BinaryOp, ExprId};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{LocalId, Program};
use whyc_ir::property::ClassSet;

/// Inputs of these programs are below this.
const FEW: i32 = 8;

/// `int main(void)` with this body, each byte of whose text is a line: a chain tells a line once.
fn main_of(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Program {
    let mut program = ProgramBuilder::new();
    let int = program.int();
    let main = program.declare("main", int, &[]);
    program.define(main, |f| {
        build(f);
        let zero = f.int(0);
        f.ret(zero);
    });
    let mut program = program.finish();
    program.sources = SourceMap::new();
    program.sources.add("built.c", vec![b'\n'; 1000]);
    program
}

/// An `int` that comes from outside, from 0 to [`FEW`] - 1.
fn input(f: &mut FunctionBuilder<'_>, name: &str) -> LocalId {
    let int = f.outer().int();
    let local = f.local(name, int);
    f.nondet(local);
    for (op, n) in [(BinaryOp::Ge, 0), (BinaryOp::Lt, FEW)] {
        let cond = compare(f, op, local, n);
        f.emit(InstrKind::Assume(cond));
    }
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

/// `int name = a op b;`
fn compute(f: &mut FunctionBuilder<'_>, name: &str, op: BinaryOp, a: LocalId, b: LocalId) -> LocalId {
    let int = f.outer().int();
    let local = f.local(name, int);
    let (a, b) = (f.get(a), f.get(b));
    let value = f.binary(op, a, b);
    f.set(local, value);
    local
}

/// `int i = 0; while (i < n) i = i + 1;`
fn count_to(f: &mut FunctionBuilder<'_>, n: LocalId) -> LocalId {
    let int = f.outer().int();
    let i = f.local("i", int);
    let zero = f.int(0);
    f.set(i, zero);
    let (head, end) = (f.here(), f.label());
    let (a, b) = (f.get(i), f.get(n));
    let goes_on = f.binary(BinaryOp::Lt, a, b);
    f.branch(goes_on, false, end);
    let (a, one) = (f.get(i), f.int(1));
    let next = f.binary(BinaryOp::Add, a, one);
    f.set(i, next);
    f.jump(head);
    f.bind(end);
    i
}

/// `if (local op n) then`
fn when(
    f: &mut FunctionBuilder<'_>,
    (op, local, n): (BinaryOp, LocalId, i32),
    then: impl FnOnce(&mut FunctionBuilder<'_>),
) {
    let end = f.label();
    let cond = compare(f, op, local, n);
    f.branch(cond, false, end);
    then(f);
    f.bind(end);
}

/// A program that fails, and how.
struct Failing {
    analysis: Analysis,
    outcome: Outcome,
}

impl Failing {
    fn new(program: Program) -> Self {
        let options = Options {
            classes: ClassSet::defaults(),
            only: None,
            unwind: Unwind::Automatic,
            unwind_loops: Vec::new(),
            limits: Vec::new(),
            given: Vec::new(),
            effort: Effort::Modest,
            arith: Arithmetic::default(),
            budget: Budget::unlimited(),
        };
        let mut analysis = Analysis::new(program, options).expect("the options should be right");
        let outcome = analysis.decide();
        assert_eq!(outcome.verdict, Verdict::Violated);
        Self { analysis, outcome }
    }

    fn smallest(&mut self, goal: Goal) -> Minimised {
        let (property, run) = self.outcome.counterexample.as_ref().expect("there should be a failing run");
        let found = minimise(&mut self.analysis, *property, run, Method::Optimal, goal, &mut |_, _| {});
        found.expect("the smaller run should replay")
    }

    fn ways(&mut self) -> Classes {
        let (property, run) = self.outcome.counterexample.as_ref().expect("there should be a failing run");
        let how = (Method::Optimal, Goal::LengthValues);
        let found = classes(&mut self.analysis, *property, run, how, 10, &mut |_, _| {});
        found.expect("the runs should replay")
    }

    fn explained(&mut self) -> Explanation {
        let (property, run) = self.outcome.counterexample.as_ref().expect("there should be a failing run");
        match explain(&mut self.analysis, *property, run, explain::Options::default(), &mut |_| {}) {
            Ok(explain::Outcome::Explained(explanation)) => *explanation,
            Ok(explain::Outcome::Unexplained(reason)) => panic!("{reason}"),
            Err(difference) => panic!("the passing run does not replay: {difference}"),
        }
    }

    /// The inputs of the failing run, or of a smaller one.
    fn inputs(&self, smaller: Option<&Minimised>) -> Vec<InputReport> {
        let finding = whyc_debug::report(&self.analysis, &self.outcome, smaller, "check", &[], Vec::new());
        finding.counterexample.expect("there should be a failing run").inputs
    }
}

fn values(inputs: &[InputReport]) -> Vec<i32> {
    inputs.iter().map(|input| input.value.parse().expect("the values should be numbers")).collect()
}

/// All pairs of inputs.
fn pairs() -> impl Iterator<Item = [i32; 2]> {
    (0..FEW).flat_map(|x| (0..FEW).map(move |y| [x, y]))
}

fn differences(a: &[i32], b: &[i32]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[test]
fn the_smallest_run_has_the_fewest_rounds() {
    let mut failing = Failing::new(main_of(|f| {
        let n = input(f, "n");
        let i = count_to(f, n);
        assert_that(f, BinaryOp::Lt, i, 3);
    }));
    let smallest = failing.smallest(Goal::LengthValues);
    assert!(smallest.optimal);
    assert_eq!(values(&failing.inputs(Some(&smallest))), [3]);
}

#[test]
fn the_smallest_values_are_those_of_all_runs() {
    let fails = |[x, y]: [i32; 2]| (x - y) * x >= 10;
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        let difference = compute(f, "difference", BinaryOp::Sub, x, y);
        let product = compute(f, "product", BinaryOp::Mul, difference, x);
        assert_that(f, BinaryOp::Lt, product, 10);
    }));
    for goal in [Goal::LengthValues, Goal::ValuesLength] {
        let smallest = failing.smallest(goal);
        assert!(smallest.optimal);
        let size = |[x, y]: [i32; 2]| x + y + (x - y).abs() + ((x - y) * x).abs();
        let least = pairs().filter(|&it| fails(it)).map(size).min();
        let found = values(&failing.inputs(Some(&smallest)));
        assert_eq!(Some(size([found[0], found[1]])), least, "{found:?}");
    }
}

#[test]
fn an_input_matters_if_another_value_of_it_can_prevent_the_failure() {
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        compute(f, "unused", BinaryOp::Add, x, y);
        assert_that(f, BinaryOp::Ne, y, 5);
    }));
    let smallest = failing.smallest(Goal::LengthValues);
    let matters: Vec<bool> = failing.inputs(Some(&smallest)).iter().map(|input| input.relevant).collect();
    assert_eq!(matters, [false, true]);
}

#[test]
fn as_few_inputs_matter_as_in_any_run() {
    // The sum needs both to fail, seven alone is enough: 7 + y > 6 whatever y is.
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        let sum = compute(f, "sum", BinaryOp::Add, x, y);
        assert_that(f, BinaryOp::Le, sum, 6);
    }));
    let smallest = failing.smallest(Goal::Inputs);
    let fewest = smallest.fewest.as_ref().expect("that was the goal");
    assert_eq!((fewest.n, fewest.lower), (1, 1));
    assert!(values(&failing.inputs(Some(&smallest))).contains(&7));
}

#[test]
fn ways_to_fail_differ_in_what_they_execute() {
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        let sum = compute(f, "sum", BinaryOp::Add, x, y);
        when(f, (BinaryOp::Gt, y, 3), |f| {
            let one = f.int(1);
            f.set(x, one);
        });
        assert_that(f, BinaryOp::Ne, sum, 9);
    }));
    let ways = failing.ways();
    assert!(ways.complete);
    let mut taken: Vec<bool> = ways.runs.iter().map(|way| values(&failing.inputs(Some(way)))[1] > 3).collect();
    taken.sort_unstable();
    assert_eq!(taken, [false, true]);
}

#[test]
fn no_run_that_passes_is_closer() {
    let fails = |[x, y]: [i32; 2]| x > 2 && y > 4;
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        when(f, (BinaryOp::Gt, x, 2), |f| assert_that(f, BinaryOp::Le, y, 4));
    }));
    let from = values(&failing.inputs(None));
    let explained = failing.explained();
    let passing = values(&explained.inputs);
    assert!(explained.closest);
    assert!(!fails([passing[0], passing[1]]), "{passing:?}");
    let least = pairs().filter(|&it| !fails(it)).map(|it| differences(&it, &from)).min();
    assert_eq!(Some(differences(&passing, &from)), least);
    // It comes to the check: that `x` could be small is no reason why `y` is too large.
    assert!(explained.comes_there);
}

#[test]
fn the_chain_leads_from_the_input_to_the_failure() {
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        compute(f, "aside", BinaryOp::Add, y, y);
        let square = compute(f, "square", BinaryOp::Mul, x, x);
        assert_that(f, BinaryOp::Lt, square, 40);
    }));
    let explained = failing.explained();
    let kinds: Vec<LinkKind> = explained.chain.iter().map(|link| link.kind).collect();
    // `x` and its square, but not `y`, which the failure does not depend on.
    assert_eq!(kinds, [LinkKind::Assign, LinkKind::Assign, LinkKind::Failure]);
    assert!(explained.chain[1].matters, "{:?}", explained.chain);
}

#[test]
fn where_every_run_fails_the_chain_stands_alone() {
    let mut failing = Failing::new(main_of(|f| {
        let x = input(f, "x");
        let nothing = compute(f, "nothing", BinaryOp::Sub, x, x);
        assert_that(f, BinaryOp::Ne, nothing, 0);
    }));
    let explained = failing.explained();
    assert!(explained.without_passing.is_some_and(|reason| reason.contains("every run fails")));
    assert_eq!(explained.chain.last().map(|link| link.kind), Some(LinkKind::Failure));
}

#[test]
fn the_causes_are_enough_for_the_failure() {
    let mut failing = Failing::new(main_of(|f| {
        let (x, y) = (input(f, "x"), input(f, "y"));
        compute(f, "aside", BinaryOp::Add, y, y);
        assert_that(f, BinaryOp::Lt, x, 6);
    }));
    let explained = failing.explained();
    assert!(!explained.causes.is_empty());
    assert!(explained.causes_enough, "{:?}", explained.causes);
}
