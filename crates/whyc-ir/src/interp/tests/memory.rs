//! Places, pointers, records, unions, bit-fields.

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::{BinaryOp, ExprId, Intrinsic};
use crate::instr::InstrKind;
use crate::interp::{At, Closed, End, Environment, Limits, run};
use crate::layout;
use crate::program::{GlobalId, GlobalKind, LocalId};
use crate::property::{ClassSet, PropertyTable};
use crate::types::{Field, IntKind, Record, RecordKind, TypeId};

use super::{check_value, end, returning, run_in, value};

/// `{1, 2, 3, …}`
fn int_array(f: &mut FunctionBuilder<'_>, name: &str, len: i32) -> LocalId {
    let int = f.outer().int();
    let ty = f.outer().array(int, len as u64);
    let array = f.local(name, ty);
    f.declare(array);
    for k in 0..len {
        let (place, at, value) = (f.at(array), f.int_of(IntKind::Long, i128::from(k)), f.int(k + 1));
        let place = f.index(place, at);
        f.assign(place, value);
    }
    array
}

fn element_address(f: &mut FunctionBuilder<'_>, array: LocalId, at: i128) -> ExprId {
    let (place, at) = (f.at(array), f.int_of(IntKind::Long, at));
    let place = f.index(place, at);
    f.addr_of(place)
}

#[test]
fn arrays_and_pointers_into_them() {
    check_value(
        3,
        &returning(|f| {
            let a = int_array(f, "a", 4);
            let (first, two) = (element_address(f, a, 0), f.int_of(IntKind::Long, 2));
            let third = f.binary(BinaryOp::PtrAdd, first, two);
            let place = f.deref(third);
            f.load(place)
        }),
    );
    check_value(
        2,
        &returning(|f| {
            let a = int_array(f, "a", 4);
            let (end, two) = (element_address(f, a, 4), f.int_of(IntKind::ULong, 3));
            let second = f.binary(BinaryOp::PtrSub, end, two);
            let place = f.deref(second);
            f.load(place)
        }),
    );
    check_value(
        u128::from(-3i64 as u64),
        &returning(|f| {
            let a = int_array(f, "a", 4);
            let (p, q) = (element_address(f, a, 1), element_address(f, a, 4));
            f.binary(BinaryOp::PtrDiff, p, q)
        }),
    );
    check_value(
        1,
        &returning(|f| {
            let a = int_array(f, "a", 4);
            // An offset below zero is less than zero.
            let (p, minus_one) = (element_address(f, a, 0), f.int_of(IntKind::Long, -1));
            let before = f.binary(BinaryOp::PtrAdd, p, minus_one);
            f.binary(BinaryOp::Lt, before, p)
        }),
    );
}

#[test]
fn dynamic_indices_in_two_dimensions() {
    check_value(
        12,
        &returning(|f| {
            let int = f.outer().int();
            let row = f.outer().array(int, 3);
            let matrix_ty = f.outer().array(row, 2);
            let (matrix, one) = (f.local("m", matrix_ty), f.local("i", int));
            let value = f.int(1);
            f.set(one, value);
            let long = f.outer().types().int(IntKind::Long);
            let place = |f: &mut FunctionBuilder<'_>, offset: i32| {
                let (i, offset) = (f.get(one), f.int(offset));
                let i = f.binary(BinaryOp::Add, i, offset);
                let i = f.cast(long, i);
                let (place, j) = (f.at(matrix), f.get(one));
                let j = f.cast(long, j);
                let place = f.index(place, i);
                f.index(place, j)
            };
            let (a, b, five, seven) = (place(f, 0), place(f, -1), f.int(5), f.int(7));
            f.assign(a, five);
            f.assign(b, seven);
            let (a, b) = (f.load(a), f.load(b));
            f.binary(BinaryOp::Add, a, b)
        }),
    );
}

#[test]
fn structs_are_copied_as_bytes() {
    check_value(
        0x0107,
        &returning(|f| {
            let (int, char) = (f.outer().int(), f.outer().types().int(IntKind::Char));
            let s = f.outer().structure("s", &[("c", char), ("i", int)]);
            let (a, b) = (f.local("a", s), f.local("b", s));
            let place = f.at(a);
            f.emit(InstrKind::ZeroFill(place));
            let (place, value) = (f.field(place, 1), f.int(0x0100));
            f.assign(place, value);
            let copy = f.get(a);
            f.set(b, copy);
            // The copy does not change with the original.
            let value = f.int(5);
            f.assign(place, value);
            let b = f.at(b);
            let b = f.field(b, 1);
            let (b, seven) = (f.load(b), f.int(7));
            f.binary(BinaryOp::Add, b, seven)
        }),
    );
}

#[test]
fn unions_share_their_bytes() {
    check_value(
        0x0304,
        &returning(|f| {
            let (int, short) = (f.outer().int(), f.outer().types().int(IntKind::UShort));
            let u = f.outer().union("u", &[("i", int), ("s", short)]);
            let u = f.local("u", u);
            let (place, value) = (f.at(u), f.int(0x0102_0304));
            let (i, s) = (f.field(place, 0), f.field(place, 1));
            f.assign(i, value);
            f.load(s)
        }),
    );
}

fn bit_fields(f: &mut FunctionBuilder<'_>) -> TypeId {
    let (int, uint) = (f.outer().int(), f.outer().types().int(IntKind::UInt));
    let field = |name: &str, ty, offset_bits, width| Field {
        name: Some(name.to_owned()),
        ty,
        offset_bits,
        bit_width: Some(width),
    };
    let fields = vec![field("a", uint, 0, 3), field("b", int, 3, 10), field("c", uint, 13, 19)];
    let record = Record { kind: RecordKind::Struct, name: Some("bits".to_owned()), fields, size: 4, align: 4 };
    f.outer().record_with_layout(record)
}

#[test]
fn bit_fields_keep_their_bits_their_sign_and_their_neighbours() {
    let read_back = |field: u32| {
        let program = returning(|f| {
            let ty = bit_fields(f);
            let s = f.local("s", ty);
            let place = f.at(s);
            for (field, kind, value) in [(2, IntKind::UInt, 0x7FFFF), (1, IntKind::Int, -2), (0, IntKind::UInt, 0x1D)] {
                let (place, value) = (f.field(place, field), f.int_of(kind, value));
                f.assign(place, value);
            }
            let place = f.field(place, field);
            f.load(place)
        });
        value(&end(&program))
    };
    assert_eq!(read_back(0), 5);
    assert_eq!(read_back(1), u128::from(-2i32 as u32));
    assert_eq!(read_back(2), 0x7FFFF);
}

#[test]
fn globals_strings_and_unknown_ones() {
    struct External;
    impl Environment for External {
        fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
            assert_eq!(global, GlobalId(2));
            bytes[0] = 3;
        }
    }
    let mut p = ProgramBuilder::new();
    let (int, char) = (p.int(), p.types().int(IntKind::Char));
    let text_ty = p.array(char, 3);
    let g = p.global("g", int);
    let s = p.global_of_kind("\"ab\"", text_ty, GlobalKind::String(b"ab\0".to_vec()));
    let x = p.global_of_kind("x", int, GlobalKind::External);
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let (at, one) = (f.at_global(s), f.int_of(IntKind::Long, 1));
        let at = f.index(at, one);
        let pointer = f.addr_of(at);
        let at = f.deref(pointer);
        let b = f.load(at);
        let b = f.cast(int, b);
        let at = f.at_global(g);
        f.assign(at, b);
        let (g, x) = (f.load(at), f.at_global(x));
        let x = f.load(x);
        let sum = f.binary(BinaryOp::Add, g, x);
        f.ret(sum);
    });
    assert_eq!(value(&run_in(&p.finish(), &mut External).end), u128::from(b'b') + 3);
}

#[test]
fn a_declaration_makes_new_content_and_a_kill_keeps_it() {
    struct Count(u8);
    impl Environment for Count {
        fn storage(&mut self, _: At, _: LocalId, bytes: &mut [u8]) {
            self.0 += 1;
            bytes[0] = self.0;
        }
    }
    let mut p = ProgramBuilder::new();
    let int = p.int();
    let main = p.declare("main", int, &[]);
    p.define(main, |f| {
        let (x, pointer_ty) = (f.local("x", int), f.outer().types().pointer(int));
        let q = f.local("q", pointer_ty);
        f.declare(x);
        f.kill(x);
        f.declare(x);
        f.kill(x);
        let place = f.at(x);
        let address = f.addr_of(place);
        f.set(q, address);
        let q = f.get(q);
        let place = f.deref(q);
        let value = f.load(place);
        f.ret(value);
    });
    let program = p.finish();
    let limits = Limits { steps: 100, memory_bytes: 1 << 20 };
    let unchecked = PropertyTable::new(&program, ClassSet::EMPTY);
    assert_eq!(value(&run(&program, &unchecked, &mut Count(0), limits).end), 2);
    let checked = PropertyTable::new(&program, ClassSet::defaults());
    let End::Failed(property) = run(&program, &checked, &mut Count(0), limits).end else {
        panic!("the access should fail");
    };
    assert_eq!(checked.all()[property].name, "main.use-after-scope.1");
}

#[test]
fn pointers_are_the_numbers_of_the_layout() {
    let program = returning(|f| {
        let a = int_array(f, "a", 3);
        let address = element_address(f, a, 2);
        f.intrinsic(Intrinsic::PointerBits, vec![address])
    });
    check_value(u128::from(layout::pointer(layout::first_dynamic_object(&program), 8)), &program);
}

#[test]
fn large_objects_meet_the_memory_limit() {
    let program = returning(|f| {
        let char = f.outer().types().int(IntKind::Char);
        let ty = f.outer().array(char, u64::MAX / 2);
        f.local("a", ty);
        f.local("b", ty);
        f.local("c", ty);
        f.int(0)
    });
    let properties = PropertyTable::new(&program, ClassSet::defaults());
    let limits = Limits { steps: 100, memory_bytes: u64::MAX };
    assert_eq!(run(&program, &properties, &mut Closed, limits).end, End::MemoryLimit);
}
