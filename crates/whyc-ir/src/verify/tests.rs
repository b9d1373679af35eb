//! One broken program per invariant.

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection, UnaryOp};
use crate::instr::InstrKind;
use crate::program::{ComponentId, FunctionId, GlobalKind, LocalId, LocalKind, Program};
use crate::property::PropertyClass;
use crate::types::{Field, IntKind, Record, RecordKind, Type, TypeId};

use super::verify;

/// All messages, one per line.
fn messages(program: &Program) -> String {
    match verify(program) {
        Ok(()) => String::new(),
        Err(errors) => errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("\n"),
    }
}

fn check_program(expected: &str, program: &Program) {
    let found = messages(program);
    if expected.is_empty() {
        assert_eq!(found, "");
    } else {
        assert!(found.contains(expected), "expected `{expected}`, found `{found}`");
    }
}

/// `int main() { …; return 0; }` with a variable `int x`.
fn main_with(build: impl FnOnce(&mut FunctionBuilder<'_>, LocalId)) -> Program {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let x = f.local("x", int);
        build(f, x);
        let zero = f.int(0);
        f.ret(zero);
    });
    p.finish()
}

/// A body that should give a message; an empty message means that all is well.
fn check(expected: &str, build: impl FnOnce(&mut FunctionBuilder<'_>, LocalId)) {
    check_program(expected, &main_with(build));
}

/// A change to a good program that should give a message.
fn check_changed(expected: &str, change: impl FnOnce(&mut Program)) {
    let mut program = main_with(|_, _| {});
    check_program("", &program);
    change(&mut program);
    check_program(expected, &program);
}

fn int_kind(f: &mut FunctionBuilder<'_>, kind: IntKind) -> TypeId {
    f.outer().types().int(kind)
}

#[test]
fn ids_are_in_range() {
    const MESSAGE: &str = "should exist";
    check_changed("program: f7: the function should exist", |p| p.entry = FunctionId(7));
    check_changed(MESSAGE, |p| p.functions[p.start].ret = TypeId(99));
    check_changed(MESSAGE, |p| p.functions[p.start].n_params = 9);
    check(MESSAGE, |f, _| {
        let one = f.int(1);
        let ty = f.ty(one);
        f.expr(ExprKind::Unary(UnaryOp::Neg, ExprId(1000)), ty);
    });
    check(MESSAGE, |f, _| {
        let one = f.int(1);
        let ty = f.ty(one);
        f.place(PlaceBase::Local(LocalId(77)), Vec::new(), ty);
    });
    check(MESSAGE, |f, _| {
        f.emit(InstrKind::ZeroFill(PlaceId(55)));
    });
    check_changed(MESSAGE, |p| {
        let body = p.functions[p.start].body.as_mut().expect("there should be a body");
        body.exprs[ExprId(0)].component = Some(ComponentId(3));
    });
    check_changed(MESSAGE, |p| {
        let body = p.functions[p.start].body.as_mut().expect("there should be a body");
        body.instrs.iter_mut().for_each(|instr| instr.kind = InstrKind::Jump(crate::instr::InstrId(9)));
    });
}

#[test]
fn functions() {
    check_changed("parameters should be the first locals", |p| {
        p.functions[p.start].locals[LocalId(0)].kind = LocalKind::Param;
    });
    check_changed("address of a temporary", |p| {
        let local = &mut p.functions[p.start].locals[LocalId(0)];
        (local.kind, local.address_taken) = (LocalKind::Temporary, true);
    });
    check_changed("a local should have a complete object type", |p| {
        let void = p.types.intern(Type::Void);
        p.functions[p.start].locals[LocalId(0)].ty = void;
    });
    check_changed("start should have a body", |p| p.functions[p.start].body = None);
    check_changed("fall off the end", |p| {
        let body = p.functions[p.start].body.as_mut().expect("there should be a body");
        body.instrs.truncate(0);
    });
    check_changed("contain itself", |p| {
        let body = p.functions[p.start].body.as_mut().expect("there should be a body");
        body.exprs[ExprId(0)].kind = ExprKind::Cast(ExprId(0));
    });
    check_changed("as many bytes as its type", |p| {
        let char = p.types.int(IntKind::Char);
        let ty = p.types.intern(Type::Array { element: char, len: Some(2) });
        let span = p.functions[p.start].span;
        let kind = GlobalKind::String(vec![0; 3]);
        p.globals.push(crate::program::Global {
            name: "s".to_owned(),
            ty,
            span,
            kind,
            is_const: false,
            align: None,
            tail: 0,
        });
    });
}

#[test]
fn places() {
    check("only a pointer should be dereferenced", |f, x| {
        let x = f.get(x);
        let ty = f.ty(x);
        f.place(PlaceBase::Deref(x), Vec::new(), ty);
    });
    check("a field should be one of a record", |f, x| {
        let int = f.outer().int();
        f.place(PlaceBase::Local(x), vec![Projection::Field(0)], int);
    });
    check("an index should be one of an array", |f, x| {
        let (int, at) = (f.outer().int(), f.int_of(IntKind::Long, 0));
        f.place(PlaceBase::Local(x), vec![Projection::Index(at)], int);
    });
    check("an index should have type long or unsigned long", |f, _| {
        let int = f.outer().int();
        let row = f.outer().array(int, 3);
        let (a, at) = (f.local("a", row), f.int(0));
        let a = f.at(a);
        f.index(a, at);
    });
    check("the type its projections lead to: int, not long", |f, x| {
        let long = int_kind(f, IntKind::Long);
        f.place(PlaceBase::Local(x), Vec::new(), long);
    });
}

#[test]
fn addresses() {
    let mut program = main_with(|f, x| {
        let place = f.at(x);
        f.addr_of(place);
    });
    check_program("", &program);
    let start = program.start;
    program.functions[start].locals[LocalId(0)].address_taken = false;
    check_program("a local whose address is taken should be marked so", &program);
    check("the address of a bit-field", |f, _| {
        let int = f.outer().int();
        let field = Field { name: None, ty: int, offset_bits: 0, bit_width: Some(3) };
        let record = Record { kind: RecordKind::Struct, name: None, fields: vec![field], size: 4, align: 4 };
        let ty = f.outer().record_with_layout(record);
        let s = f.local("s", ty);
        let s = f.at(s);
        let place = f.field(s, 0);
        f.addr_of(place);
    });
    check("a pointer to the type of its place", |f, x| {
        let (place, char) = (f.at(x), int_kind(f, IntKind::Char));
        let ty = f.outer().types().pointer(char);
        f.expr(ExprKind::AddrOf(place), ty);
    });
}

#[test]
fn expressions() {
    check("no bits beyond it", |f, _| {
        let char = int_kind(f, IntKind::Char);
        f.expr(ExprKind::Int(256), char);
    });
    check("operator's arithmetic type; it has type int and operands (int, long)", |f, _| {
        let (a, b) = (f.int(1), f.int_of(IntKind::Long, 1));
        f.binary(BinaryOp::Add, a, b);
    });
    check("operator's integer type", |f, _| {
        let a = f.double(1.0);
        f.binary(BinaryOp::Rem, a, a);
    });
    check("", |f, _| {
        let (a, b) = (f.int(1), f.int_of(IntKind::Long, 1));
        f.binary(BinaryOp::Shl, a, b);
    });
    check("scalars of one type", |f, _| {
        let (a, b) = (f.int(1), f.int_of(IntKind::Long, 1));
        f.binary(BinaryOp::Eq, a, b);
    });
    check("add a long or unsigned long", |f, x| {
        let place = f.at(x);
        let (p, one) = (f.addr_of(place), f.int(1));
        f.binary(BinaryOp::PtrAdd, p, one);
    });
    check("scalars that convert", |f, x| {
        let place = f.at(x);
        let (p, half) = (f.addr_of(place), f.double(0.5));
        let ty = f.ty(p);
        f.cast(ty, half);
    });
    check("arms of its type", |f, _| {
        let (a, b) = (f.int(1), f.int_of(IntKind::Long, 1));
        f.cond(a, a, b);
    });
    check("its number of integers", |f, _| {
        let a = f.int(1);
        f.intrinsic(Intrinsic::AddOverflows, vec![a, a]);
    });
}

#[test]
fn instructions() {
    check("one complete type on both sides, not int and long", |f, x| {
        let one = f.int_of(IntKind::Long, 1);
        f.set(x, one);
    });
    check("a returned value should have type int, not long", |f, _| {
        let one = f.int_of(IntKind::Long, 1);
        f.ret(one);
    });
    check("cases should not overlap", |f, x| {
        let (x, here) = (f.get(x), f.here());
        f.switch(x, &[(1, 4, here), (4, 4, here)], here);
    });
    check("values of the switch's type", |f, _| {
        let (x, here) = (f.int_of(IntKind::UInt, 1), f.here());
        f.switch(x, &[(-1, -1, here)], here);
    });
    check("only assertions, unreachable", |f, x| {
        let cond = f.get(x);
        f.emit(InstrKind::Assert { cond, class: PropertyClass::Overflow, description: String::new() });
    });
}

#[test]
fn calls() {
    let call = |expected: &str, build: &dyn Fn(&mut FunctionBuilder<'_>, FunctionId)| {
        let mut p = ProgramBuilder::new();
        let (int, void) = (p.int(), p.types().intern(Type::Void));
        let callee = p.declare("callee", void, &[("a", int)]);
        let main = p.declare("main", int, &[]);
        p.define(main, |f| {
            build(f, callee);
            let zero = f.int(0);
            f.ret(zero);
        });
        check_program(expected, &p.finish());
    };
    call("", &|f, callee| {
        let one = f.int(1);
        f.call(None, callee, vec![one]);
    });
    call("a call should have 1 arguments, not 0", &|f, callee| {
        f.call(None, callee, vec![]);
    });
    call("argument 1 should have int, not double", &|f, callee| {
        let one = f.double(1.0);
        f.call(None, callee, vec![one]);
    });
    call("a result of type void", &|f, callee| {
        let (one, int) = (f.int(1), f.outer().int());
        let dest = f.temp(int);
        f.call(Some(dest), callee, vec![one]);
    });
    call("a pointer to a function", &|f, _| {
        let one = f.int(1);
        f.call_indirect(None, one, vec![]);
    });
    call("a parameter lives for the whole call", &|f, callee| {
        f.outer().define(callee, |g| {
            g.kill(LocalId(0));
            g.emit(InstrKind::Return(None));
        });
    });
}
