//! Rules of Booleans and bits as equations.

use crate::common::equations::{Short, check};
use TermStore as S;
use whyc_term::TermStore;

#[test]
fn boolean() {
    check(&[
        (
            "c ∧ ¬c = ⊥",
            |s, l| {
                let n = s.not(l.c);
                s.and(l.c, n)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "(g ∧ c) ∨ (g ∧ ¬c) = g",
            |s, l| {
                let not_c = s.not(l.c);
                let (left, right) = (s.and(l.g, l.c), s.and(l.g, not_c));
                s.or(left, right)
            },
            |_, l| l.g,
        ),
        (
            "c ⊕ d = ¬(c ↔ d)",
            |s, l| s.xor(l.c, l.d),
            |s, l| {
                let same = s.eq(l.d, l.c);
                s.not(same)
            },
        ),
        (
            "x = 1 ∧ x = 2 = ⊥",
            |s, l| {
                let (one, two) = (s.t(S::eq, l.x, 1), s.t(S::eq, l.x, 2));
                s.and(one, two)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "x = 1 ∧ x ≠ 2 = (x = 1)",
            |s, l| {
                let (one, two) = (s.t(S::eq, l.x, 1), s.t(S::ne, l.x, 2));
                s.and(one, two)
            },
            |s, l| s.t(S::eq, l.x, 1),
        ),
        (
            "ite(c, d, ⊥) = c ∧ d",
            |s, l| {
                let no = s.bool_const(false);
                s.ite(l.c, l.d, no)
            },
            |s, l| s.and(l.c, l.d),
        ),
        (
            "ite(c, d, ¬d) = c ↔ d",
            |s, l| {
                let n = s.not(l.d);
                s.ite(l.c, l.d, n)
            },
            |s, l| s.iff(l.c, l.d),
        ),
    ]);
}

#[test]
fn merges() {
    check(&[
        (
            "ite(¬c, x, y) = ite(c, y, x)",
            |s, l| {
                let n = s.not(l.c);
                s.ite(n, l.x, l.y)
            },
            |s, l| s.ite(l.c, l.y, l.x),
        ),
        (
            "ite(c, ite(c, x, y), z) = ite(c, x, z)",
            |s, l| {
                let inner = s.ite(l.c, l.x, l.y);
                s.ite(l.c, inner, l.z)
            },
            |s, l| s.ite(l.c, l.x, l.z),
        ),
        (
            "ite(c ∧ d, ite(c, x, y), z) = ite(c ∧ d, x, z)",
            |s, l| {
                let (cd, inner) = (s.and(l.c, l.d), s.ite(l.c, l.x, l.y));
                s.ite(cd, inner, l.z)
            },
            |s, l| {
                let cd = s.and(l.c, l.d);
                s.ite(cd, l.x, l.z)
            },
        ),
        (
            "ite((g ∧ ¬c) ∧ d, ite(c, x, y), z) = ite((g ∧ ¬c) ∧ d, y, z)",
            |s, l| {
                let not_c = s.not(l.c);
                let path = s.and_all(&[l.g, not_c, l.d]);
                let inner = s.ite(l.c, l.x, l.y);
                s.ite(path, inner, l.z)
            },
            |s, l| {
                let not_c = s.not(l.c);
                let path = s.and_all(&[l.g, not_c, l.d]);
                s.ite(path, l.y, l.z)
            },
        ),
        (
            "ite(c, x, ite(d, x, y)) = ite(c ∨ d, x, y)",
            |s, l| {
                let inner = s.ite(l.d, l.x, l.y);
                s.ite(l.c, l.x, inner)
            },
            |s, l| {
                let either = s.or(l.c, l.d);
                s.ite(either, l.x, l.y)
            },
        ),
        (
            "ite(c, x, ite(¬c ∧ d, y, x)) = ite(¬c ∧ d, y, x)",
            |s, l| {
                let not_c = s.not(l.c);
                let cond = s.and(not_c, l.d);
                let inner = s.ite(cond, l.y, l.x);
                s.ite(l.c, l.x, inner)
            },
            |s, l| {
                let not_c = s.not(l.c);
                let cond = s.and(not_c, l.d);
                s.ite(cond, l.y, l.x)
            },
        ),
        (
            "ite(x = 5, 5, x) = x",
            |s, l| {
                let (e, k) = (s.t(S::eq, l.x, 5), s.k(5));
                s.ite(e, k, l.x)
            },
            |_, l| l.x,
        ),
        (
            "ite(c, 1, 0) & ite(d, 1, 0) = ite(c ∧ d, 1, 0)",
            |s, l| {
                let (c, d) = (s.bool_to_bits(l.c, 32), s.bool_to_bits(l.d, 32));
                s.bits_and(c, d)
            },
            |s, l| {
                let both = s.and(l.c, l.d);
                s.bool_to_bits(both, 32)
            },
        ),
        (
            "ite(c, 1, 0) = ite(d, 1, 0) is c ↔ d",
            |s, l| {
                let (c, d) = (s.bool_to_bits(l.c, 32), s.bool_to_bits(l.d, 32));
                s.eq(c, d)
            },
            |s, l| s.iff(l.c, l.d),
        ),
        (
            "ite(c, 1, 0) ≠ 0 = c",
            |s, l| {
                let n = s.bool_to_bits(l.c, 32);
                s.bits_to_bool(n)
            },
            |_, l| l.c,
        ),
        (
            "zext(ite(c, 1, 0)) = ite(c, 1, 0)",
            |s, l| {
                let n = s.bool_to_bits(l.c, 8);
                s.zero_extend(n, 32)
            },
            |s, l| s.bool_to_bits(l.c, 32),
        ),
        (
            "ite(c, 3, 4) + 1 = ite(c, 4, 5)",
            |s, l| {
                let (a, b) = (s.k(3), s.k(4));
                let i = s.ite(l.c, a, b);
                s.t(S::add, i, 1)
            },
            |s, l| {
                let (a, b) = (s.k(4), s.k(5));
                s.ite(l.c, a, b)
            },
        ),
    ]);
}

#[test]
fn sums_and_products() {
    check(&[
        (
            "x - 12·sdiv(x, 12) = srem(x, 12)",
            |s, l| {
                let quotient = s.t(S::sdiv, l.x, 12);
                let multiple = s.t(S::mul, quotient, 12);
                s.sub(l.x, multiple)
            },
            |s, l| s.t(S::srem, l.x, 12),
        ),
        (
            "zext(p) - zext(p) / 7 · 7 = zext(p % 7)",
            |s, l| {
                let wide = s.zero_extend(l.p, 32);
                let quotient = s.t(S::sdiv, wide, 7);
                let multiple = s.t(S::mul, quotient, 7);
                s.sub(wide, multiple)
            },
            |s, l| {
                let rest = s.t(S::urem, l.p, 7);
                s.zero_extend(rest, 32)
            },
        ),
        (
            "(x + z) - y·(x / y) = x % y + z",
            |s, l| {
                let (sum, quotient) = (s.add(l.x, l.z), s.udiv(l.x, l.y));
                let multiple = s.mul(l.y, quotient);
                s.sub(sum, multiple)
            },
            |s, l| {
                let rest = s.urem(l.x, l.y);
                s.add(rest, l.z)
            },
        ),
        (
            "ite(c, x + 7, ite(d, y + 7, 7)) - ite(c, x, ite(d, y, 0)) = 7",
            |s, l| {
                let (zero, seven) = (s.k(0), s.k(7));
                let (later_x, later_y) = (s.t(S::add, l.x, 7), s.t(S::add, l.y, 7));
                let (later, now) = (s.ite(l.d, later_y, seven), s.ite(l.d, l.y, zero));
                let (later, now) = (s.ite(l.c, later_x, later), s.ite(l.c, l.x, now));
                s.sub(later, now)
            },
            |s, _| s.k(7),
        ),
        (
            "ite(c, 1, ite(d, 2, 3)) + ite(c, 10, ite(d, 20, 30)) = ite(c, 11, ite(d, 22, 33))",
            |s, l| {
                let mut chain = |values: [u128; 3]| {
                    let [first, second, third] = values.map(|value| s.k(value));
                    let inner = s.ite(l.d, second, third);
                    s.ite(l.c, first, inner)
                };
                let (ones, tens) = (chain([1, 2, 3]), chain([10, 20, 30]));
                s.add(ones, tens)
            },
            |s, l| {
                let [first, second, third] = [11, 22, 33].map(|value| s.k(value));
                let inner = s.ite(l.d, second, third);
                s.ite(l.c, first, inner)
            },
        ),
        (
            "x + x + (x + y) = 3·x + y is true",
            |s, l| {
                let (twice, more) = (s.add(l.x, l.x), s.add(l.x, l.y));
                let (left, thrice) = (s.add(twice, more), s.t(S::mul, l.x, 3));
                let right = s.add(thrice, l.y);
                s.eq(left, right)
            },
            |s, _| s.bool_const(true),
        ),
        (
            "(x + 1) + (y + z) = (z + x) + (y + 2) is false",
            |s, l| {
                let (left, right) = (s.t(S::add, l.x, 1), s.add(l.y, l.z));
                let left = s.add(left, right);
                let (a, b) = (s.add(l.z, l.x), s.t(S::add, l.y, 2));
                let right = s.add(a, b);
                s.eq(left, right)
            },
            |s, _| s.bool_const(false),
        ),
        (
            "(x + y) + z = y + (x + 3) is z = 3",
            |s, l| {
                let left = s.add(l.x, l.y);
                let left = s.add(left, l.z);
                let right = s.t(S::add, l.x, 3);
                let right = s.add(l.y, right);
                s.eq(left, right)
            },
            |s, l| s.t(S::eq, l.z, 3),
        ),
        (
            "(x + 1) + 1 = x + 2",
            |s, l| {
                let i = s.t(S::add, l.x, 1);
                s.t(S::add, i, 1)
            },
            |s, l| s.t(S::add, l.x, 2),
        ),
        (
            "(x - 3) + 3 = x",
            |s, l| {
                let i = s.t(S::sub, l.x, 3);
                s.t(S::add, i, 3)
            },
            |_, l| l.x,
        ),
        (
            "(x + y) - x = y",
            |s, l| {
                let i = s.add(l.x, l.y);
                s.sub(i, l.x)
            },
            |_, l| l.y,
        ),
        (
            "(x + 4) - (x + 1) = 3",
            |s, l| {
                let (i, j) = (s.t(S::add, l.x, 4), s.t(S::add, l.x, 1));
                s.sub(i, j)
            },
            |s, _| s.k(3),
        ),
        (
            "x - (x + y) = -y",
            |s, l| {
                let i = s.add(l.x, l.y);
                s.sub(l.x, i)
            },
            |s, l| s.neg(l.y),
        ),
        (
            "(x - y) + y = x",
            |s, l| {
                let i = s.sub(l.x, l.y);
                s.add(i, l.y)
            },
            |_, l| l.x,
        ),
        ("x + x = 2·x", |s, l| s.add(l.x, l.x), |s, l| s.t(S::mul, l.x, 2)),
        (
            "3·(5·x) = 15·x",
            |s, l| {
                let i = s.t(S::mul, l.x, 5);
                s.t(S::mul, i, 3)
            },
            |s, l| s.t(S::mul, l.x, 15),
        ),
        ("8·x = x << 3", |s, l| s.t(S::mul, l.x, 8), |s, l| s.t(S::shl, l.x, 3)),
        ("x / 8 = x >> 3", |s, l| s.t(S::udiv, l.x, 8), |s, l| s.t(S::lshr, l.x, 3)),
        ("x % 8 = x & 7", |s, l| s.t(S::urem, l.x, 8), |s, l| s.t(S::bits_and, l.x, 7)),
        (
            "zext(p) % 10 = zext(p % 10)",
            |s, l| {
                let w = s.zero_extend(l.p, 32);
                s.t(S::srem, w, 10)
            },
            |s, l| {
                let r = s.t(S::urem, l.p, 10);
                s.zero_extend(r, 32)
            },
        ),
        (
            "extract(sext(p) + 1, 7, 0) = p + 1",
            |s, l| {
                let w = s.sign_extend(l.p, 32);
                let i = s.t(S::add, w, 1);
                s.extract(i, 7, 0)
            },
            |s, l| s.t(S::add, l.p, 1),
        ),
    ]);
}

#[test]
fn bits_that_only_move() {
    check(&[
        (
            "(x << 24) >> 24 = sext(extract(x, 7, 0))",
            |s, l| {
                let i = s.t(S::shl, l.x, 24);
                s.t(S::ashr, i, 24)
            },
            |s, l| {
                let i = s.extract(l.x, 7, 0);
                s.sign_extend(i, 32)
            },
        ),
        (
            "extract(x, 31, 8)·extract(x, 7, 0) = x",
            |s, l| {
                let (h, w) = (s.extract(l.x, 31, 8), s.extract(l.x, 7, 0));
                s.concat(h, w)
            },
            |_, l| l.x,
        ),
        (
            "zext(p) << 8 | zext(q) = 0·p·q",
            |s, l| {
                let (p, q) = (s.zero_extend(l.p, 32), s.zero_extend(l.q, 32));
                let p = s.t(S::shl, p, 8);
                s.bits_or(p, q)
            },
            |s, l| {
                let pq = s.concat(l.p, l.q);
                s.zero_extend(pq, 32)
            },
        ),
        (
            "(x & 0xFF00) >> 8 = zext(extract(x, 15, 8))",
            |s, l| {
                let i = s.t(S::bits_and, l.x, 0xFF00);
                s.t(S::lshr, i, 8)
            },
            |s, l| {
                let i = s.extract(l.x, 15, 8);
                s.zero_extend(i, 32)
            },
        ),
        (
            "sext(zext(p)) = zext(p)",
            |s, l| {
                let i = s.zero_extend(l.p, 16);
                s.sign_extend(i, 32)
            },
            |s, l| s.zero_extend(l.p, 32),
        ),
        (
            "sext(sext(p)) = sext(p)",
            |s, l| {
                let i = s.sign_extend(l.p, 16);
                s.sign_extend(i, 32)
            },
            |s, l| s.sign_extend(l.p, 32),
        ),
        (
            "extract(sext(p), 7, 0) = p",
            |s, l| {
                let i = s.sign_extend(l.p, 32);
                s.extract(i, 7, 0)
            },
            |_, l| l.p,
        ),
        ("x ^ 1…1 = ¬x", |s, l| s.t(S::bits_xor, l.x, u128::MAX), |s, l| s.bits_not(l.x)),
        ("x >> 32 = 0", |s, l| s.t(S::lshr, l.x, 32), |s, _| s.k(0)),
    ]);
}
