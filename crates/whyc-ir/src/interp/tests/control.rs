//! Jumps, calls, inputs, limits, events.

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::{BinaryOp, Intrinsic};
use crate::instr::InstrKind;
use crate::interp::{At, Closed, End, Environment, Event, Limits, Target, Value, run};
use crate::program::{FunctionId, LocalId, Program};
use crate::property::{ClassSet, PropertyTable};
use crate::types::{IntKind, Type, TypeId};

use super::{LIMITS, check_value, end, end_unchecked, returning, run_in, value, violated};

/// Sums 0 to 9 in a loop.
fn sum_loop(f: &mut FunctionBuilder<'_>, n: i32) {
    let int = f.outer().int();
    let (i, sum) = (f.local("i", int), f.local("sum", int));
    let zero = f.int(0);
    f.set(i, zero);
    f.set(sum, zero);
    let out = f.label();
    let head = f.here();
    let (iv, ten) = (f.get(i), f.int(n));
    let cond = f.binary(BinaryOp::Lt, iv, ten);
    f.branch(cond, false, out);
    let (s, iv, one) = (f.get(sum), f.get(i), f.int(1));
    let new = f.binary(BinaryOp::Add, s, iv);
    f.set(sum, new);
    let new = f.binary(BinaryOp::Add, iv, one);
    f.set(i, new);
    f.jump(head);
    f.bind(out);
    let s = f.get(sum);
    f.ret(s);
}

fn main_with(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Program {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let main = p.declare("main", int, &[]);
    p.define(main, build);
    p.finish()
}

#[test]
fn loops() {
    check_value(45, &main_with(|f| sum_loop(f, 10)));
}

#[test]
fn the_step_limit_ends_a_run() {
    let forever = main_with(|f| {
        let head = f.here();
        f.jump(head);
    });
    let properties = PropertyTable::new(&forever, ClassSet::defaults());
    let outcome = run(&forever, &properties, &mut Closed, Limits { steps: 100, memory_bytes: 1 << 20 });
    assert_eq!((outcome.end, outcome.steps), (End::StepLimit, 100));
}

#[test]
fn switches() {
    let on = |kind: IntKind, v: i128| {
        let program = main_with(|f| {
            let v = f.int_of(kind, v);
            let (a, b, c) = (f.label(), f.label(), f.label());
            f.switch(v, &[(5, 9, b), (i128::from(kind.is_signed()) * -3, 1, a)], c);
            for (label, result) in [(a, 1), (b, 2), (c, 3)] {
                f.bind(label);
                let result = f.int(result);
                f.ret(result);
            }
        });
        value(&end(&program))
    };
    assert_eq!(on(IntKind::Int, -3), 1);
    assert_eq!(on(IntKind::Int, 1), 1);
    assert_eq!(on(IntKind::Int, -4), 3);
    assert_eq!(on(IntKind::Int, 2), 3);
    assert_eq!(on(IntKind::Int, 5), 2);
    assert_eq!(on(IntKind::Int, 9), 2);
    assert_eq!(on(IntKind::UInt, -3), 3);
    assert_eq!(on(IntKind::UInt, 0), 1);
}

#[test]
fn lazy_operators_skip_what_would_fail() {
    check_value(
        6,
        &returning(|f| {
            let (zero, one) = (f.int(0), f.int(1));
            let bad = f.binary(BinaryOp::Div, one, zero);
            let and = f.and(zero, bad);
            let or = f.or(one, bad);
            let four = f.int(4);
            let cond = f.cond(one, four, bad);
            let double = f.binary(BinaryOp::Add, or, or);
            let sum = f.binary(BinaryOp::Add, and, double);
            f.binary(BinaryOp::Add, sum, cond)
        }),
    );
    // The right operand is brought to 0 or 1 as well.
    check_value(
        1,
        &returning(|f| {
            let (one, five) = (f.int(1), f.int(5));
            f.and(one, five)
        }),
    );
}

#[test]
fn halt_assume_assert_unsupported() {
    assert_eq!(
        end(&main_with(|f| {
            f.emit(InstrKind::Halt);
        })),
        End::Halted
    );
    let assume = main_with(|f| {
        let zero = f.int(0);
        f.emit(InstrKind::Assume(zero));
        f.ret(zero);
    });
    assert!(matches!(end(&assume), End::AssumptionViolated { .. }));
    let assert = main_with(|f| {
        let zero = f.int(0);
        f.assert(zero);
        f.ret(zero);
    });
    assert_eq!(violated(&assert), "main.assertion.1");
    assert_eq!(value(&end_unchecked(&assert)), 0);
    let unsupported = main_with(|f| {
        f.emit(InstrKind::Unsupported("asm".to_owned()));
        let zero = f.int(0);
        f.ret(zero);
    });
    assert!(matches!(end(&unsupported), End::Unsupported { what, .. } if what == "asm"));
}

/// A function that calls itself `n` times: `f(n) = n == 0 ? 0 : 1 + f(n - 1)`.
fn recursion(depth: i32) -> Program {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let count = p.declare("count", int, &[("n", int)]);
    p.define(count, |f| {
        let (n, zero, one) = (f.get(LocalId(0)), f.int(0), f.int(1));
        let more = f.label();
        f.branch(n, true, more);
        f.ret(zero);
        f.bind(more);
        let below = f.temp(int);
        // An address-taken local, so that every activation has an object.
        let x = f.local("x", int);
        let place = f.at(x);
        let pointer = f.addr_of(place);
        let place = f.deref(pointer);
        f.assign(place, one);
        let less = f.binary(BinaryOp::Sub, n, one);
        f.call(Some(below), count, vec![less]);
        let (below, x) = (f.get(below), f.get(x));
        let sum = f.binary(BinaryOp::Add, below, x);
        f.ret(sum);
    });
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let (r, n) = (f.temp(int), f.int(depth));
        f.call(Some(r), count, vec![n]);
        let r = f.get(r);
        f.ret(r);
    });
    p.finish()
}

#[test]
fn recursion_may_be_deep() {
    check_value(200_000, &recursion(200_000));
}

#[test]
fn the_memory_limit_ends_a_recursion() {
    let program = recursion(200_000);
    let properties = PropertyTable::new(&program, ClassSet::defaults());
    let outcome = run(&program, &properties, &mut Closed, Limits { steps: u64::MAX, memory_bytes: 100_000 });
    assert_eq!(outcome.end, End::MemoryLimit);
}

#[test]
fn expressions_may_be_deep() {
    let deep = |left: bool| {
        main_with(|f| {
            let mut sum = f.int(0);
            for _ in 0..200_000 {
                let one = f.int(1);
                let (a, b) = if left { (sum, one) } else { (one, sum) };
                sum = f.binary(BinaryOp::Add, a, b);
            }
            f.ret(sum);
        })
    };
    check_value(200_000, &deep(true));
    check_value(200_000, &deep(false));
}

/// Inputs from lists, events as text.
#[derive(Default)]
struct Recorder {
    inputs: Vec<u128>,
    log: Vec<String>,
    bases: Vec<u32>,
}

impl Environment for Recorder {
    fn enter(&mut self, _: crate::interp::Entry) -> Option<u32> {
        self.bases.pop()
    }
    fn nondet(&mut self, _: At, _: TypeId) -> u128 {
        self.inputs.pop().unwrap_or(0)
    }
    fn storage(&mut self, _: At, _: LocalId, bytes: &mut [u8]) {
        bytes[0] = 7;
    }
    fn missing_result(&mut self, _: At, _: FunctionId, bytes: &mut [u8]) {
        bytes[1] = 1;
    }
    fn event(&mut self, at: At, event: Event<'_>) {
        let text = match event {
            Event::Enter { function, activation, objects } => {
                format!("enter {function} #{activation} objects {objects}")
            }
            Event::Param { param, value: Value::Scalar(value) } => format!("param {param} = {value}"),
            Event::Assign { target, offset_bits, bits, value } => {
                let target = match target {
                    Target::Local { activation, local } => format!("{local}#{activation}"),
                    Target::Global(global) => global.to_string(),
                    Target::Block(number) => format!("block {number}"),
                };
                format!("{target}[{offset_bits}+{bits}] = {value:?}")
            }
            other => format!("{other:?}"),
        };
        self.log.push(format!("{} {text}", at.instr));
    }
}

#[test]
fn inputs_come_from_outside_and_events_tell_all() {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let missing = p.declare("missing", int, &[("a", int)]);
    let id = p.declare("id", int, &[("a", int)]);
    p.define(id, |f| {
        let a = f.get(LocalId(0));
        f.ret(a);
    });
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let (x, y, z) = (f.local("x", int), f.local("y", int), f.temp(int));
        f.nondet(x);
        f.declare(y);
        let xv = f.get(x);
        f.call(Some(z), missing, vec![xv]);
        f.call(Some(x), id, vec![xv]);
        let (xv, yv, zv) = (f.get(x), f.get(y), f.get(z));
        let sum = f.binary(BinaryOp::Add, xv, yv);
        let sum = f.binary(BinaryOp::Add, sum, zv);
        f.ret(sum);
    });
    let mut env = Recorder { inputs: vec![5], ..Recorder::default() };
    assert_eq!(value(&run_in(&p.finish(), &mut env).end), 5 + 7 + 256);
    let expected = [
        "i0 enter f2 #0 objects 4",
        "i0 Nondet { value: 5 }",
        "i0 l0#0[0+32] = Scalar(5)",
        "i1 Declare(l1)",
        "i2 l2#0[0+32] = Scalar(256)",
        "i3 enter f1 #1 objects 4",
        "i3 param l0 = 5",
        "i0 Leave { value: Some(Scalar(5)) }",
        "i3 l0#0[0+32] = Scalar(5)",
        "i4 Check { property: prop0, inside: prop0, holds: true }",
        "i4 Check { property: prop1, inside: prop1, holds: true }",
        "i4 Leave { value: Some(Scalar(268)) }",
    ];
    assert_eq!(env.log, expected);
}

#[test]
fn the_environment_numbers_objects() {
    let program = main_with(|f| {
        let int = f.outer().int();
        let x = f.local("x", int);
        let place = f.at(x);
        let address = f.addr_of(place);
        let object = f.intrinsic(Intrinsic::PointerObject, vec![address]);
        let object = f.cast(int, object);
        f.ret(object);
    });
    assert_eq!(value(&end(&program)), 2);
    let numbered = |base| run_in(&program, &mut Recorder { bases: vec![base], ..Recorder::default() }).end;
    assert_eq!(value(&numbered(77)), 77);
    assert!(matches!(numbered(1), End::Unsupported { .. }));
    assert!(matches!(numbered(1 << 24), End::Unsupported { .. }));
}

#[test]
fn records_go_by_value_through_calls() {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let pair = p.structure("pair", &[("a", int), ("b", int)]);
    let swap = p.declare("swap", pair, &[("n", int), ("p", pair), ("m", int)]);
    p.define(swap, |f| {
        let out = f.local("out", pair);
        for (to, from) in [(0, 1), (1, 0)] {
            let (p, out) = (f.at(LocalId(1)), f.at(out));
            let (from, to) = (f.field(p, from), f.field(out, to));
            let value = f.load(from);
            f.assign(to, value);
        }
        let out = f.get(out);
        f.ret(out);
    });
    let main = p.declare("main", pair, &[]);
    p.define(main, |f| {
        let (x, y) = (f.local("x", pair), f.local("y", pair));
        for field in 0..2 {
            let x = f.at(x);
            let (place, value) = (f.field(x, field), f.int(field as i32 + 1));
            f.assign(place, value);
        }
        let (value, n) = (f.get(x), f.int(9));
        f.call(Some(y), swap, vec![n, value, n]);
        f.call(None, swap, vec![n, value, n]);
        let y = f.get(y);
        f.ret(y);
    });
    assert_eq!(end(&p.finish()), End::Finished { value: vec![2, 0, 0, 0, 1, 0, 0, 0] });
}

#[test]
fn calls_through_pointers() {
    let through = |wrong: bool| {
        let mut p = ProgramBuilder::new();
        let (int, double) = (p.int(), p.types().intern(Type::Float(crate::types::FloatKind::Double)));
        let twice = p.declare("twice", int, &[("a", int)]);
        p.define(twice, |f| {
            let a = f.get(LocalId(0));
            let sum = f.binary(BinaryOp::Add, a, a);
            f.ret(sum);
        });
        let other = p.declare("other", int, &[("a", double)]);
        p.define(other, |f| {
            let zero = f.int(0);
            f.ret(zero);
        });
        let main = p.declare("main", int, &[]);
        p.define(main, |f| {
            let (good, bad) = (f.function_addr(twice), f.function_addr(other));
            let ty = f.ty(good);
            let bad = f.cast(ty, bad);
            let (r, arg) = (f.temp(int), f.int(21));
            f.call_indirect(Some(r), if wrong { bad } else { good }, vec![arg]);
            let r = f.get(r);
            f.ret(r);
        });
        p.finish()
    };
    check_value(42, &through(false));
    assert_eq!(violated(&through(true)), "main.function-pointer.1");
    assert!(matches!(end_unchecked(&through(true)), End::Unsupported { .. }));
}

#[test]
fn a_missing_return_is_an_input() {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let nothing = p.declare("nothing", int, &[]);
    p.define(nothing, |f| {
        f.emit(InstrKind::Return(None));
    });
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let x = f.local("x", int);
        f.call(Some(x), nothing, Vec::new());
        let x = f.get(x);
        f.ret(x);
    });
    let program = p.finish();
    assert_eq!(violated(&program), "nothing.missing-return.1");
    let unchecked = PropertyTable::new(&program, ClassSet::EMPTY);
    assert_eq!(value(&run(&program, &unchecked, &mut Recorder::default(), LIMITS).end), 256);
}
