//! Small programs, unrolled and printed: what the steps are, where paths join, what is cut off.

use whyc_base::budget::Budget;
use whyc_ir::build::{FunctionBuilder, ProgramBuilder};
use whyc_ir::expr::BinaryOp;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{ClassSet, PropertyTable};
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::{Bounds, LoopTable};
use whyc_unroll::rewrite::{Defined, Rewrite, Site};
use whyc_unroll::step::{StepKind, Unrolling};
use whyc_unroll::{Checkpoint, InputPool, Limits, resume, unroll, unroll_with};

struct Unrolled {
    program: Program,
    properties: PropertyTable,
    terms: TermStore,
    unrolling: Unrolling,
}

/// Unrolls with every loop followed `bound` times.
fn unrolled(program: Program, bound: u32) -> Unrolled {
    let properties = PropertyTable::new(&program, ClassSet::defaults());
    let loops = LoopTable::new(&program);
    let bounds = Bounds::uniform(&program, &loops, bound, false);
    let (mut terms, mut inputs) = (TermStore::new(), InputPool::new());
    let limits = Limits { budget: Budget::unlimited(), ask_after: usize::MAX, work: u64::MAX, terms: usize::MAX };
    let unrolling = unroll(&program, &properties, &loops, &bounds, &mut terms, &mut inputs, &limits, None);
    let unrolling = unrolling.expect("there is no limit");
    Unrolled { program, properties, terms, unrolling }
}

impl Unrolled {
    fn text(&self) -> String {
        whyc_unroll::text::text(&self.unrolling, &self.program, &self.properties, &self.terms)
    }

    fn verify(&self) -> Result<(), String> {
        whyc_unroll::verify::verify(&self.unrolling, &self.program, &self.terms)
    }
}

/// `int main(void)` with this body.
fn main_with(build: impl FnOnce(&mut FunctionBuilder<'_>, TypeId)) -> Program {
    let mut b = ProgramBuilder::new();
    let int = b.int();
    let main = b.declare("main", int, &[]);
    b.define(main, |f| build(f, int));
    b.finish()
}

/// `int x = nondet(), y = 1; if (x < 3) y = 2; assert(y != x); return y;`
fn branching() -> Program {
    main_with(|f, int| {
        let [x, y] = ["x", "y"].map(|name| f.local(name, int));
        f.declare(x);
        f.nondet(x);
        f.declare(y);
        let one = f.int(1);
        f.set(y, one);
        let (a, three, end) = (f.get(x), f.int(3), f.label());
        let less = f.binary(BinaryOp::Lt, a, three);
        f.branch(less, false, end);
        let two = f.int(2);
        f.set(y, two);
        f.bind(end);
        let (a, b) = (f.get(y), f.get(x));
        let differ = f.binary(BinaryOp::Ne, a, b);
        f.assert(differ);
        let value = f.get(y);
        f.ret(value);
    })
}

/// `int n = nondet(), i = 0; while (i != n) i = i + 1; return i;`
fn counting() -> Program {
    main_with(|f, int| {
        let [n, i] = ["n", "i"].map(|name| f.local(name, int));
        f.declare(n);
        f.nondet(n);
        f.declare(i);
        let zero = f.int(0);
        f.set(i, zero);
        let (head, end) = (f.here(), f.label());
        let (a, b) = (f.get(i), f.get(n));
        let differ = f.binary(BinaryOp::Ne, a, b);
        f.branch(differ, false, end);
        let (a, one) = (f.get(i), f.int(1));
        let next = f.binary(BinaryOp::Add, a, one);
        f.set(i, next);
        f.jump(head);
        f.bind(end);
        let value = f.get(i);
        f.ret(value);
    })
}

#[test]
fn paths_join_with_a_merge() {
    insta::assert_snapshot!(unrolled(branching(), 1).text());
}

#[test]
fn a_loop_is_followed_as_far_as_its_bound() {
    let two = unrolled(counting(), 2);
    insta::assert_snapshot!(two.text());
    assert_eq!(two.unrolling.cuts.len(), 1);
    let n_steps = |bound: u32| unrolled(counting(), bound).unrolling.steps.len();
    assert_eq!(n_steps(5) - n_steps(4), n_steps(4) - n_steps(3), "each round adds the same steps");
}

#[test]
fn a_call_has_an_activation_of_its_own() {
    let mut b = ProgramBuilder::new();
    let int = b.int();
    let twice = b.declare("twice", int, &[("x", int)]);
    b.define(twice, |f| {
        let (a, b) = (f.get(f.param(0)), f.get(f.param(0)));
        let sum = f.binary(BinaryOp::Add, a, b);
        f.ret(sum);
    });
    let main = b.declare("main", int, &[]);
    b.define(main, |f| {
        let x = f.local("x", int);
        f.declare(x);
        f.nondet(x);
        let arg = f.get(x);
        f.call(Some(x), twice, vec![arg]);
        let value = f.get(x);
        f.ret(value);
    });
    insta::assert_snapshot!(unrolled(b.finish(), 1).text());
}

#[test]
fn a_constant_program_runs_straight_through() {
    let program = main_with(|f, int| {
        let x = f.local("x", int);
        f.declare(x);
        let six = f.int(6);
        f.set(x, six);
        let (a, seven) = (f.get(x), f.int(7));
        let product = f.binary(BinaryOp::Mul, a, seven);
        f.set(x, product);
        let (a, right) = (f.get(x), f.int(42));
        let same = f.binary(BinaryOp::Eq, a, right);
        f.assert(same);
        let value = f.get(x);
        f.ret(value);
    });
    let unrolled = unrolled(program, 1);
    let is_check = |kind: &StepKind| matches!(kind, StepKind::Check { .. });
    assert!(
        !unrolled.unrolling.steps.iter().any(|step| is_check(&step.kind)),
        "nothing is left to ask:\n{}",
        unrolled.text()
    );
    assert!(unrolled.unrolling.reached.iter().all(|&reached| reached), "though every check is come to");
}

#[test]
fn the_verifier_sees_what_is_broken() {
    let sound = unrolled(branching(), 1);
    assert_eq!(sound.verify(), Ok(()));
    let broken = |break_it: fn(&mut Unrolled)| {
        let mut unrolled = unrolled(branching(), 1);
        break_it(&mut unrolled);
        unrolled.verify().err().unwrap_or_default()
    };
    let twice = broken(|it| {
        let merge = it.unrolling.steps.iter().find(|step| matches!(step.kind, StepKind::Merge { .. })).cloned();
        it.unrolling.steps.push(merge.expect("paths join"));
    });
    assert!(twice.contains("a version should get its value once"), "{twice}");
    let no_condition = broken(|it| {
        let number = it.terms.bits(32, 1);
        it.unrolling.steps.iter_mut().for_each(|step| step.guard = number);
    });
    assert!(no_condition.contains("Boolean"), "{no_condition}");
    let cut = broken(|it| it.unrolling.cuts.push(it.unrolling.steps.ids().next().expect("there are steps")));
    assert!(cut.contains("cuts"), "{cut}");
}

/// Keeps all moments, and changes nothing.
#[derive(Default)]
struct Keeper(Vec<(Checkpoint, u64)>, u64);

impl Rewrite for Keeper {
    fn define(&mut self, _terms: &mut TermStore, _site: Site<'_>, _what: Defined, value: TermId) -> TermId {
        value
    }

    fn keeps(&mut self, effort: u64) -> bool {
        self.1 = effort;
        true
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        self.0.push((checkpoint, self.1));
    }
}

#[test]
fn from_every_moment_it_goes_on_as_it_did() {
    for program in [branching(), counting(), recursive().0] {
        let properties = PropertyTable::new(&program, ClassSet::defaults());
        let loops = LoopTable::new(&program);
        let bounds = Bounds::uniform(&program, &loops, 3, false);
        let (mut terms, mut inputs) = (TermStore::new(), InputPool::new());
        let limits = Limits { budget: Budget::unlimited(), ask_after: usize::MAX, work: u64::MAX, terms: usize::MAX };
        let mut keeper = Keeper::default();
        let all =
            unroll_with(&program, &properties, &loops, &bounds, &mut terms, &mut inputs, &limits, &mut keeper).unwrap();
        let text = whyc_unroll::text::text(&all, &program, &properties, &terms);
        assert!(keeper.0.len() > 5, "there are moments");
        for (moment, effort) in &keeper.0 {
            let nobody = &mut Keeper::default();
            let rest = resume(moment, &program, &properties, &loops, &bounds, &mut terms, &mut inputs, &limits, nobody)
                .unwrap();
            assert_eq!(whyc_unroll::text::text(&rest, &program, &properties, &terms), text);
            assert_eq!(rest.effort, all.effort - effort, "what was done before costs nothing");
        }
    }
}

/// `int f(int n) { if (n < 1) return 0; return f(n - 1); }  int main(void) { return f(3); }`
fn recursive() -> (Program, [FunctionId; 2]) {
    let mut b = ProgramBuilder::new();
    let int = b.int();
    let f = b.declare("f", int, &[("n", int)]);
    let main = b.declare("main", int, &[]);
    b.define(f, |body| {
        let n = body.param(0);
        let (value, one, more) = (body.get(n), body.int(1), body.label());
        let less = body.binary(BinaryOp::Lt, value, one);
        body.branch(less, false, more);
        let zero = body.int(0);
        body.ret(zero);
        body.bind(more);
        let x = body.local("x", int);
        let (value, one) = (body.get(n), body.int(1));
        let smaller = body.binary(BinaryOp::Sub, value, one);
        body.call(Some(x), f, vec![smaller]);
        let x = body.get(x);
        body.ret(x);
    });
    b.define(main, |body| {
        let x = body.local("x", int);
        let three = body.int(3);
        body.call(Some(x), f, vec![three]);
        let x = body.get(x);
        body.ret(x);
    });
    (b.finish(), [f, main])
}

#[test]
fn work_counts_once_however_deep_a_recursion_is() {
    let (program, [f, main]) = recursive();
    let unrolled = unrolled(program, 5);
    let work = &unrolled.unrolling.work;
    let by_function = work.inclusive_by_function();
    assert_eq!(by_function[&main], work.total, "everything happens in main");
    let own: u64 = work.by_function().iter().filter(|(id, _)| *id == f).map(|(_, cost)| cost.steps + cost.terms).sum();
    assert!(by_function[&f] >= own && by_function[&f] < work.total, "{by_function:?} {own} {}", work.total);
}
