//! What the text form looks like.

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::instr::InstrKind;
use crate::program::{ComponentKind, Program};
use crate::types::{IntKind, Type};

/// A program whose only function returns the expression.
fn returning(build: impl FnOnce(&mut FunctionBuilder<'_>) -> ExprId) -> Program {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let main = p.declare("main", int, &[("a", int), ("b", int)]);
    p.define(main, |f| {
        let value = build(f);
        f.ret(value);
    });
    p.finish()
}

fn check_expr(full: &str, c: &str, build: impl FnOnce(&mut FunctionBuilder<'_>) -> ExprId) {
    let program = returning(build);
    let last = program.functions[program.start].body.as_ref().and_then(|body| body.exprs.ids().next_back());
    let last = last.expect("there should be an expression");
    assert_eq!(super::expr(&program, program.start, last), full);
    assert_eq!(super::c_expr(&program, program.start, last), c);
}

#[test]
fn a_program() {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let pointer = p.types().pointer(int);
    let pair = p.structure("pair", &[("first", int), ("rest", pointer)]);
    let global = p.global("g", pair);
    let callee = p.declare("callee", int, &[("p", pointer)]);
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let x = f.local("x", int);
        let inner = f.local("x", int);
        let t = f.temp(int);
        f.declare(x);
        f.nondet(x);
        let head = f.here();
        let out = f.label();
        let (a, b) = (f.get(x), f.int(10));
        let cond = f.binary(BinaryOp::Lt, a, b);
        let cond = f.component(cond, ComponentKind::Condition);
        f.branch(cond, false, out);
        let (g, one) = (f.at_global(global), f.int(1));
        let first = f.field(g, 0);
        f.assign(first, one);
        let place = f.at(inner);
        let address = f.addr_of(place);
        f.call(Some(t), callee, vec![address]);
        f.jump(head);
        f.bind(out);
        let v = f.get(t);
        f.switch(v, &[(1, 1, head), (3, 5, out)], out);
        let zero = f.int(0);
        f.emit(InstrKind::Assume(zero));
        f.assert(zero);
        f.emit(InstrKind::Unsupported("inline assembly".to_owned()));
        f.ret(zero);
    });
    let expected = "\
program entry main start main
rec0 struct pair { first: int @0; rest: int * @64; } size 16 align 8
g0 global g: struct pair

f0 function callee(p: int *) -> int
    param p: int *
    no body

f1 function main() -> int
    var x.l0: int
    var x.l1: int &
    temp l2: int
  i0   declare x.l0
  i1   x.l0 = nondet \"nondet\"
  i2   unless (x.l0 < 10)@c0 jump i6
  i3   g.first = 1
  i4   l2 = call callee(&x.l1)
  i5   jump i2
  i6   switch l2 [1 -> i2, 3...5 -> i6, default -> i6]
  i7   assume 0
  i8   assert 0 assertion \"assertion\"
  i9   unsupported \"inline assembly\"
  i10  return 0

c0 condition in main at 1:1 \"\"
";
    assert_eq!(super::program(&p.finish()), expected);
}

#[test]
fn c_has_only_the_parentheses_it_needs() {
    check_expr("((a - (b - 1)) * 2)", "(a - (b - 1)) * 2", |f| {
        let (a, b, one, two) = (f.get(f.param(0)), f.get(f.param(1)), f.int(1), f.int(2));
        let inner = f.binary(BinaryOp::Sub, b, one);
        let sum = f.binary(BinaryOp::Sub, a, inner);
        f.binary(BinaryOp::Mul, sum, two)
    });
    check_expr("(((a + b) - 1) < 2)", "a + b - 1 < 2", |f| {
        let (a, b, one, two) = (f.get(f.param(0)), f.get(f.param(1)), f.int(1), f.int(2));
        let sum = f.binary(BinaryOp::Add, a, b);
        let sum = f.binary(BinaryOp::Sub, sum, one);
        f.binary(BinaryOp::Lt, sum, two)
    });
    check_expr("((a || b) && (!(-(-a))))", "(a || b) && !-(-a)", |f| {
        let (a, b) = (f.get(f.param(0)), f.get(f.param(1)));
        let or = f.or(a, b);
        let neg = f.unary(UnaryOp::Neg, a);
        let neg = f.unary(UnaryOp::Neg, neg);
        let not = f.unary(UnaryOp::Not, neg);
        f.and(or, not)
    });
    check_expr("((a ? b : 1) ? a : b)", "(a ? b : 1) ? a : b", |f| {
        let (a, b, one) = (f.get(f.param(0)), f.get(f.param(1)), f.int(1));
        let inner = f.cond(a, b, one);
        f.cond(inner, a, b)
    });
}

#[test]
fn conversions_show_unless_the_language_made_them() {
    check_expr("((long)a)", "(long)a", |f| {
        let (a, long) = (f.get(f.param(0)), f.outer().types().int(IntKind::Long));
        f.cast(long, a)
    });
    let mut program = returning(|f| {
        let (a, long) = (f.get(f.param(0)), f.outer().types().int(IntKind::Long));
        f.cast(long, a)
    });
    let start = program.start;
    let body = program.functions[start].body.as_mut().expect("there should be a body");
    let cast = body.exprs.ids().next_back().expect("there should be an expression");
    let ExprKind::Cast(operand) = body.exprs[cast].kind else { unreachable!("the last expression should be the cast") };
    body.exprs[cast].span = body.exprs[operand].span;
    assert_eq!(super::c_expr(&program, start, cast), "a");
}

#[test]
fn constants_show_their_type() {
    let constant = |kind, value| move |f: &mut FunctionBuilder<'_>| f.int_of(kind, value);
    check_expr("-5", "-5", constant(IntKind::Int, -5));
    check_expr("4294967291u", "4294967291u", constant(IntKind::UInt, -5));
    check_expr("7uL", "7uL", constant(IntKind::ULong, 7));
    check_expr("97:char", "'a'", constant(IntKind::Char, 97));
    check_expr("-1:short", "-1", constant(IntKind::Short, -1));
    check_expr("0.5", "0.5", |f| f.double(0.5));
    check_expr("1e30f", "1e30f", |f| f.float(1e30));
}

#[test]
fn places_read_as_c() {
    check_expr("(*(p.l2 + 1L))", "p[1L]", |f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        let p = f.local("p", ty);
        f.local("p", ty);
        let (p, one) = (f.get(p), f.int_of(IntKind::Long, 1));
        let sum = f.binary(BinaryOp::PtrAdd, p, one);
        let place = f.deref(sum);
        f.load(place)
    });
    check_expr("s->m[1L].x", "s->m[1L].x", |f| {
        let int = f.outer().int();
        let inner = f.outer().structure("inner", &[("x", int)]);
        let row = f.outer().types().intern(Type::Array { element: inner, len: Some(2) });
        let outer = f.outer().structure("outer", &[("m", row)]);
        let ty = f.outer().types().pointer(outer);
        let s = f.local("s", ty);
        let (s, one) = (f.get(s), f.int_of(IntKind::Long, 1));
        let place = f.deref(s);
        let place = f.field(place, 0);
        let place = f.index(place, one);
        let place = f.field(place, 0);
        f.load(place)
    });
    check_expr("&v[0L]", "v", |f| {
        let int = f.outer().int();
        let row = f.outer().array(int, 2);
        let (v, zero) = (f.local("v", row), f.int_of(IntKind::Long, 0));
        let place = f.at(v);
        let place = f.index(place, zero);
        f.addr_of(place)
    });
}

#[test]
fn depth_does_not_matter() {
    let program = returning(|f| {
        let mut sum = f.int(0);
        for _ in 0..200_000 {
            let one = f.int(1);
            sum = f.binary(BinaryOp::Add, one, sum);
        }
        sum
    });
    assert!(super::function(&program, program.start).len() > 1_000_000);
}
