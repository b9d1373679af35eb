//! Each class of check on places and pointers, failing, passing and switched off.

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::{BinaryOp, ExprId};
use crate::interp::{Closed, End, run};
use crate::program::{LocalId, Program};
use crate::property::{ClassSet, PropertyClass, PropertyTable};
use crate::types::IntKind;

use super::{LIMITS, check_value, end, end_unchecked, returning, value, violated};

/// A program that returns what a pointer variable with this value points to.
fn read_through(pointer: impl FnOnce(&mut FunctionBuilder<'_>) -> ExprId) -> Program {
    returning(|f| {
        let pointer = pointer(f);
        let ty = f.ty(pointer);
        let p = f.local("p", ty);
        f.set(p, pointer);
        let p = f.get(p);
        let place = f.deref(p);
        f.load(place)
    })
}

fn no_storage(program: &Program) -> bool {
    matches!(end_unchecked(program), End::Unsupported { what, .. } if what == "access outside of any object")
}

/// `&x + offset` for a `long x`, as an `int *`.
fn into_long(f: &mut FunctionBuilder<'_>, offset: i128) -> ExprId {
    let (long, char) = (f.outer().types().int(IntKind::Long), f.outer().types().int(IntKind::Char));
    let int = f.outer().int();
    let (to_char, to_int) = (f.outer().types().pointer(char), f.outer().types().pointer(int));
    let x = f.local("x", long);
    let value = f.int_of(IntKind::Long, 0x0807_0605_0403_0201);
    f.set(x, value);
    let place = f.at(x);
    let address = f.addr_of(place);
    let (address, offset) = (f.cast(to_char, address), f.int_of(IntKind::Long, offset));
    let address = f.binary(BinaryOp::PtrAdd, address, offset);
    f.cast(to_int, address)
}

#[test]
fn null() {
    let program = read_through(|f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        f.null(ty)
    });
    assert_eq!(violated(&program), "main.null-dereference.1");
    assert!(no_storage(&program));
    // The null object covers all offsets, and is nobody's outside.
    let offset = read_through(|f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        let (null, two) = (f.null(ty), f.int_of(IntKind::Long, 2));
        f.binary(BinaryOp::PtrAdd, null, two)
    });
    assert_eq!(violated(&offset), "main.null-dereference.1");
    let only_outside = PropertyTable::new(&offset, ClassSet::EMPTY.with(PropertyClass::OutOfObject));
    assert!(matches!(run(&offset, &only_outside, &mut Closed, LIMITS).end, End::Unsupported { .. }));
}

#[test]
fn out_of_object() {
    let misaligned = read_through(|f| into_long(f, 2));
    assert_eq!(violated(&misaligned), "main.alignment.1");
    assert_eq!(value(&end_unchecked(&misaligned)), 0x0605_0403);
    check_value(0x0807_0605, &read_through(|f| into_long(f, 4)));
    for offset in [-4, 8, 12, 1 << 39] {
        let program = read_through(|f| into_long(f, offset));
        assert_eq!(violated(&program), "main.out-of-object.1", "{offset}");
        assert!(no_storage(&program));
    }
    let from_number = |number: i128| {
        read_through(|f| {
            let int = f.outer().int();
            let ty = f.outer().types().pointer(int);
            let number = f.int_of(IntKind::ULong, number);
            f.cast(ty, number)
        })
    };
    assert_eq!(violated(&from_number(99 << 62)), "main.out-of-object.1");
    // What is there only the machine knows, and the pointer would look like one into an object.
    assert!(violated(&from_number(99 << 40)).starts_with("Unsupported"));
    let function = read_through(|f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        let main = f.function_addr(crate::program::FunctionId(0));
        f.cast(ty, main)
    });
    assert_eq!(violated(&function), "main.out-of-object.1");
}

#[test]
fn use_after_scope() {
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let pointer = p.types().pointer(int);
    let leak = p.declare("leak", pointer, &[]);
    p.define(leak, |f| {
        let x = f.local("x", int);
        let place = f.at(x);
        let address = f.addr_of(place);
        f.ret(address);
    });
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let q = f.local("q", pointer);
        f.call(Some(q), leak, vec![]);
        let q = f.get(q);
        let place = f.deref(q);
        let value = f.load(place);
        f.ret(value);
    });
    let program = p.finish();
    assert_eq!(violated(&program), "main.use-after-scope.1");
    assert!(no_storage(&program));
}

/// `a[i]` of `int a[2][3]` in a struct with an `int` behind it, by a variable index.
fn index(i: i32, addressed: bool) -> Program {
    returning(|f| {
        let int = f.outer().int();
        let row = f.outer().array(int, 3);
        let s = f.outer().structure("s", &[("a", row), ("next", int)]);
        let (s, at) = (f.local("s", s), f.local("i", int));
        let (place, seven) = (f.at(s), f.int(7));
        let (a, next) = (f.field(place, 0), f.field(place, 1));
        f.assign(next, seven);
        let i = f.int(i);
        f.set(at, i);
        let long = f.outer().types().int(IntKind::Long);
        let i = f.get(at);
        let i = f.cast(long, i);
        let element = f.index(a, i);
        if addressed {
            let address = f.addr_of(element);
            let ulong = f.outer().types().int(IntKind::ULong);
            f.cast(ulong, address)
        } else {
            f.load(element)
        }
    })
}

#[test]
fn bounds() {
    check_value(0, &index(2, false));
    assert_eq!(violated(&index(3, false)), "main.bounds.1");
    assert_eq!(violated(&index(-1, false)), "main.bounds.1");
    // Past the array, but inside the object.
    assert_eq!(value(&end_unchecked(&index(3, false))), 7);
    assert!(no_storage(&index(4, false)));
    assert!(no_storage(&index(-1, false)));
    // One past the end has an address.
    assert!(matches!(end(&index(3, true)), End::Finished { .. }));
    assert_eq!(violated(&index(4, true)), "main.bounds.1");
}

#[test]
fn pointers_into_different_objects() {
    let compare = |op, same: bool| {
        returning(|f| {
            let int = f.outer().int();
            let (x, y) = (f.local("x", int), f.local("y", int));
            let (x, y) = (f.at(x), f.at(y));
            let (x, y) = (f.addr_of(x), f.addr_of(y));
            f.binary(op, x, if same { x } else { y })
        })
    };
    for (op, unchecked) in [(BinaryOp::Lt, 1), (BinaryOp::Ge, 0), (BinaryOp::PtrDiff, 0)] {
        assert_eq!(violated(&compare(op, false)), "main.pointer-compare.1");
        assert_eq!(value(&end_unchecked(&compare(op, false))), unchecked);
        assert!(matches!(end(&compare(op, true)), End::Finished { .. }));
    }
    check_value(0, &compare(BinaryOp::Eq, false));
    check_value(1, &compare(BinaryOp::Eq, true));
}

#[test]
fn the_value_comes_before_the_place() {
    let program = returning(|f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        let null = f.null(ty);
        let place = f.deref(null);
        let (one, zero) = (f.int(1), f.int(0));
        let bad = f.binary(BinaryOp::Div, one, zero);
        f.assign(place, bad);
        zero
    });
    assert_eq!(violated(&program), "main.division-by-zero.1");
}

#[test]
fn the_address_of_what_a_pointer_points_to_is_checked_when_used() {
    // `*&*p`: the inner place is not accessed, so the outer one must be checked.
    let program = returning(|f| {
        let int = f.outer().int();
        let ty = f.outer().types().pointer(int);
        let null = f.null(ty);
        let inner = f.deref(null);
        let address = f.addr_of(inner);
        let outer = f.deref(address);
        f.load(outer)
    });
    assert_eq!(violated(&program), "main.null-dereference.1");
    // `*&a[n]`: one past the end has an address, but no value.
    let program = returning(|f| {
        let int = f.outer().int();
        let row = f.outer().array(int, 2);
        let a: LocalId = f.local("a", row);
        let (place, two) = (f.at(a), f.int_of(IntKind::Long, 2));
        let place = f.index(place, two);
        let address = f.addr_of(place);
        let outer = f.deref(address);
        f.load(outer)
    });
    assert_eq!(violated(&program), "main.out-of-object.1");
}
