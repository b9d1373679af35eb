//! Rules of comparisons, overflow, pointers and arrays as equations.

use crate::common::equations::{Short, check};
use TermStore as S;
use whyc_term::{Sort, TermStore};

#[test]
fn comparisons() {
    check(&[
        (
            "ite(c, 3, 5) = 5 is ¬c",
            |s, l| {
                let (a, b) = (s.k(3), s.k(5));
                let i = s.ite(l.c, a, b);
                s.t(S::eq, i, 5)
            },
            |s, l| s.not(l.c),
        ),
        (
            "ite(c, 3, 5) = 7 is ⊥",
            |s, l| {
                let (a, b) = (s.k(3), s.k(5));
                let i = s.ite(l.c, a, b);
                s.t(S::eq, i, 7)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "ite(c, 3, 5) < 4 is c",
            |s, l| {
                let (a, b) = (s.k(3), s.k(5));
                let i = s.ite(l.c, a, b);
                s.t(S::ult, i, 4)
            },
            |_, l| l.c,
        ),
        (
            "ite(c, 1, ite(d, 2, 3)) = 2 is ¬c ∧ d",
            |s, l| {
                let [one, two, three] = [1, 2, 3].map(|k| s.k(k));
                let inner = s.ite(l.d, two, three);
                let outer = s.ite(l.c, one, inner);
                s.eq(outer, two)
            },
            |s, l| {
                let not_c = s.not(l.c);
                s.and(not_c, l.d)
            },
        ),
        (
            "zext(p) = 7 is p = 7",
            |s, l| {
                let w = s.zero_extend(l.p, 32);
                s.t(S::eq, w, 7)
            },
            |s, l| s.t(S::eq, l.p, 7),
        ),
        (
            "zext(p) = 256 is ⊥",
            |s, l| {
                let w = s.zero_extend(l.p, 32);
                s.t(S::eq, w, 256)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "sext(p) = -1 is p = -1",
            |s, l| {
                let w = s.sign_extend(l.p, 32);
                s.t(S::eq, w, u128::MAX)
            },
            |s, l| s.t(S::eq, l.p, 0xFF),
        ),
        (
            "sext(p) = 255 is ⊥",
            |s, l| {
                let w = s.sign_extend(l.p, 32);
                s.t(S::eq, w, 255)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "sext(p) < 300 is ⊤",
            |s, l| {
                let w = s.sign_extend(l.p, 32);
                s.t(S::slt, w, 300)
            },
            |s, _| s.bool_const(true),
        ),
        (
            "sext(p) < 9 is p < 9",
            |s, l| {
                let w = s.sign_extend(l.p, 32);
                s.t(S::slt, w, 9)
            },
            |s, l| s.t(S::slt, l.p, 9),
        ),
        (
            "slt(zext(p), zext(q)) = ult(p, q)",
            |s, l| {
                let (p, q) = (s.zero_extend(l.p, 32), s.zero_extend(l.q, 32));
                s.slt(p, q)
            },
            |s, l| s.ult(l.p, l.q),
        ),
        (
            "x + 2 = 5 is x = 3",
            |s, l| {
                let i = s.t(S::add, l.x, 2);
                s.t(S::eq, i, 5)
            },
            |s, l| s.t(S::eq, l.x, 3),
        ),
        (
            "x + 2 = x is ⊥",
            |s, l| {
                let i = s.t(S::add, l.x, 2);
                s.eq(i, l.x)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "x - y = 0 is x = y",
            |s, l| {
                let i = s.sub(l.x, l.y);
                s.t(S::eq, i, 0)
            },
            |s, l| s.eq(l.x, l.y),
        ),
        (
            "x + 1 = y + 1 is x = y",
            |s, l| {
                let (i, j) = (s.t(S::add, l.x, 1), s.t(S::add, l.y, 1));
                s.eq(i, j)
            },
            |s, l| s.eq(l.x, l.y),
        ),
        (
            "ite(c, 1, ite(d, 2, 9)) < 5 is c ∨ d",
            |s, l| {
                let [one, two, nine] = [1, 2, 9].map(|k| s.k(k));
                let inner = s.ite(l.d, two, nine);
                let outer = s.ite(l.c, one, inner);
                s.t(S::slt, outer, 5)
            },
            |s, l| s.or(l.c, l.d),
        ),
        (
            "ite(c, x, y) = y is c → x = y",
            |s, l| {
                let i = s.ite(l.c, l.x, l.y);
                s.eq(i, l.y)
            },
            |s, l| {
                let e = s.eq(l.x, l.y);
                s.implies(l.c, e)
            },
        ),
        ("x < 1 is x = 0", |s, l| s.t(S::ult, l.x, 1), |s, l| s.t(S::eq, l.x, 0)),
        ("0 < x is x ≠ 0", |s, l| s.t(S::ugt, l.x, 0), |s, l| s.t(S::ne, l.x, 0)),
        ("x ≤ max is ⊤", |s, l| s.t(S::sle, l.x, 0x7FFF_FFFF), |s, _| s.bool_const(true)),
    ]);
}

#[test]
fn overflow() {
    check(&[
        ("x + 1 overflows: x = max", |s, l| s.t(S::sadd_overflows, l.x, 1), |s, l| s.t(S::eq, l.x, 0x7FFF_FFFF)),
        ("x - 1 overflows: x = min", |s, l| s.t(S::ssub_overflows, l.x, 1), |s, l| s.t(S::eq, l.x, 0x8000_0000)),
        ("-1·x overflows: x = min", |s, l| s.t(S::smul_overflows, l.x, u128::MAX), |s, l| s.neg_overflows(l.x)),
        (
            "sext(p)·sext(q) + sext(p) does not overflow",
            |s, l| {
                let (p, q) = (s.sign_extend(l.p, 32), s.sign_extend(l.q, 32));
                let (product, sum) = (s.smul_overflows(p, q), s.sadd_overflows(p, q));
                s.or(product, sum)
            },
            |s, _| s.bool_const(false),
        ),
    ]);
}

#[test]
fn pointers() {
    check(&[
        (
            "ite(c, 5·m, 5·n) = 5·ite(c, m, n)",
            |s, l| {
                let (p, q) = (s.pointer(5, l.m), s.pointer(5, l.n));
                s.ite(l.c, p, q)
            },
            |s, l| {
                let o = s.ite(l.c, l.m, l.n);
                s.pointer(5, o)
            },
        ),
        (
            "the object of ite(c, 5·m, ite(d, 5·n, null)) is 5 where c ∨ d",
            |s, l| {
                let (p, q, null) = (s.pointer(5, l.m), s.pointer(5, l.n), s.bits(64, 0));
                let inner = s.ite(l.d, q, null);
                let merged = s.ite(l.c, p, inner);
                let object = s.extract(merged, 63, 40);
                s.t(S::eq, object, 5)
            },
            |s, l| s.or(l.c, l.d),
        ),
        (
            "ite(c, 5·m, 6·n) = null is ⊥",
            |s, l| {
                let (p, q) = (s.pointer(5, l.m), s.pointer(6, l.n));
                let i = s.ite(l.c, p, q);
                s.t(S::eq, i, 0)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "5·m = 5·n is m = n",
            |s, l| {
                let (p, q) = (s.pointer(5, l.m), s.pointer(5, l.n));
                s.eq(p, q)
            },
            |s, l| s.eq(l.m, l.n),
        ),
        (
            "the offset of ite(c, 5·0, 5·4) is ite(c, 0, 4), and its object 5",
            |s, l| {
                let (zero, four) = (s.bits(40, 0), s.bits(40, 4));
                let (p, q) = (s.pointer(5, zero), s.pointer(5, four));
                let merged = s.ite(l.c, p, q);
                let (object, offset) = (s.extract(merged, 63, 40), s.extract(merged, 39, 0));
                s.concat(object, offset)
            },
            |s, l| {
                let (zero, four) = (s.bits(40, 0), s.bits(40, 4));
                let (p, q) = (s.pointer(5, zero), s.pointer(5, four));
                s.ite(l.c, p, q)
            },
        ),
        (
            "5·zext(x) = 6·m is ⊥, whatever the seam",
            |s, l| {
                let wide = s.zero_extend(l.x, 40);
                let (p, q) = (s.pointer(5, wide), s.pointer(6, l.m));
                s.eq(p, q)
            },
            |s, _| s.bool_const(false),
        ),
    ]);
}

#[test]
fn arrays() {
    check(&[
        (
            "reading what was written",
            |s, l| {
                let w = s.store(l.a, l.x, l.y);
                s.select(w, l.x)
            },
            |_, l| l.y,
        ),
        (
            "reading beside what was written",
            |s, l| {
                let i = s.t(S::add, l.x, 1);
                let w = s.store(l.a, i, l.y);
                s.select(w, l.x)
            },
            |s, l| s.select(l.a, l.x),
        ),
        (
            "writing twice",
            |s, l| {
                let w = s.store(l.a, l.x, l.y);
                s.store(w, l.x, l.z)
            },
            |s, l| s.store(l.a, l.x, l.z),
        ),
        (
            "writing what is there",
            |s, l| {
                let e = s.select(l.a, l.x);
                s.store(l.a, l.x, e)
            },
            |_, l| l.a,
        ),
        (
            "reading a constant array",
            |s, l| {
                let f = s.const_array(32, l.y);
                s.select(f, l.x)
            },
            |_, l| l.y,
        ),
        (
            "reading a merge",
            |s, l| {
                let m = s.ite(l.c, l.a, l.b);
                s.select(m, l.x)
            },
            |s, l| {
                let (a, b) = (s.select(l.a, l.x), s.select(l.b, l.x));
                s.ite(l.c, a, b)
            },
        ),
        (
            "reading a table at a constant index",
            |s, l| {
                let table = (0..5000).fold(l.a, |a, at| {
                    let (i, v) = (s.k(at), s.t(S::add, l.y, at));
                    s.store(a, i, v)
                });
                let (inside, outside) = (s.k(17), s.k(9999));
                let (e, f) = (s.select(table, inside), s.select(table, outside));
                s.add(e, f)
            },
            |s, l| {
                let e = s.t(S::add, l.y, 17);
                let k = s.k(9999);
                let f = s.select(l.a, k);
                s.add(e, f)
            },
        ),
        (
            "merging a write with what was there",
            |s, l| {
                let k = s.k(5);
                let w = s.store(l.a, k, l.x);
                s.ite(l.c, w, l.a)
            },
            |s, l| {
                let k = s.k(5);
                let e = s.select(l.a, k);
                let v = s.ite(l.c, l.x, e);
                s.store(l.a, k, v)
            },
        ),
        (
            "merging writes at the same index",
            |s, l| {
                let (v, w) = (s.store(l.a, l.x, l.y), s.store(l.a, l.x, l.z));
                s.ite(l.c, v, w)
            },
            |s, l| {
                let v = s.ite(l.c, l.y, l.z);
                s.store(l.a, l.x, v)
            },
        ),
        (
            "an element that merges leave alone",
            |s, l| {
                let (seven, mut array) = (s.k(7), l.a);
                array = s.store(array, seven, l.x);
                for at in 100..2000 {
                    let (index, cond) = (s.k(at), s.input(Sort::Bool));
                    let written = s.store(array, index, l.y);
                    array = s.ite(cond, written, array);
                }
                s.select(array, seven)
            },
            |_, l| l.x,
        ),
        (
            "equal writes in another order",
            |s, l| {
                let (one, two) = (s.k(1), s.k(2));
                let (v, w) = (s.store(l.a, one, l.x), s.store(l.a, two, l.y));
                let (v, w) = (s.store(v, two, l.y), s.store(w, one, l.x));
                s.eq(v, w)
            },
            |s, _| s.bool_const(true),
        ),
    ]);
}
