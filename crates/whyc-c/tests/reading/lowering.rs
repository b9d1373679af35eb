//! The shape of the instructions: order of effects, conversions, jumps, storage.

use crate::support::check;

#[test]
fn pure_expressions_stay_expressions() {
    check(
        "int main(void) { int a = 1; if (a && a < 3) a = a ? 2 : a; return !a; }",
        "a = 1
         unless (a && (a < 3)) jump i4
         a = (a ? 2 : a)
         return (!a)",
    );
}

#[test]
fn effects_are_lifted_from_left_to_right() {
    check(
        "int f(int); int g; int f(int x) { return x; }
         int main(void) { int a = g + f(1) * f(2); return a; }",
        "l3 = g
         l1 = call f(1)
         l2 = call f(2)
         a = (l3 + (l1 * l2))
         return a",
    );
}

#[test]
fn where_the_order_matters_each_is_a_way_of_its_own() {
    check(
        "int i; int g(void) { return ++i; }
         int main(void) { int t[4]; t[i] = g(); i += g(); return t[g()] = g(); }",
        "l2 = nondet \"order of evaluation: not from left to right\"
         if l2 jump i6
         l3 = ((long)i)
         t[l3] = call g()
         jump i8
         l1 = call g()
         t[((long)i)] = l1
         l5 = nondet \"order of evaluation: not from left to right\"
         if l5 jump i14
         l6 = i
         l4 = call g()
         i = (l6 + l4)
         jump i16
         l4 = call g()
         i = (i + l4)
         l10 = nondet \"order of evaluation: not from left to right\"
         if l10 jump i22
         l7 = call g()
         t[((long)l7)] = call g()
         l9 = t[((long)l7)]
         jump i27
         l8 = call g()
         l7 = call g()
         l11 = l8
         t[((long)l7)] = l11
         l9 = l11
         return l9",
    );
}

#[test]
fn values_that_no_later_operand_can_change_are_not_saved() {
    check(
        "int f(int x) { return x; }
         int main(void) { int a = 1, b = 2; int c = a + f(b); return a + b++; }",
        "a = 1
         b = 2
         l3 = call f(b)
         c = (a + l3)
         l4 = b
         b = (b + 1)
         return (a + l4)",
    );
}

#[test]
fn an_addressed_variable_is_saved_before_a_call() {
    check(
        "int f(int *p) { return ++*p; }
         int main(void) { int a = 1; return a + f(&a); }",
        "a = 1
         l2 = a
         l1 = call f(&a)
         return (l2 + l1)",
    );
}

#[test]
fn short_circuits_with_effects_become_jumps() {
    check(
        "int f(void) { return 1; } int main(void) { int a = 0; if (a || f()) return 1; return 0; }",
        "a = 0
         l2 = 1
         if a jump i6
         l1 = call f()
         l2 = (l1 != 0)
         unless l2 jump i8
         return 1
         return 0",
    );
}

#[test]
fn conversions_are_explicit() {
    check(
        "int main(void) { unsigned char c = 200; short s = -1; unsigned u = 3; long l = u; c += s; return s < u; }",
        "c = 200:unsigned char
         s = -1:short
         u = 3u
         l = ((long)u)
         c = ((unsigned char)(((int)c) + ((int)s)))
         return (((unsigned int)s) < u)",
    );
}

#[test]
fn array_elements_are_places_and_pointers_are_added_to() {
    check(
        "int main(void) { int a[3]; int *p = a; int i = 1; a[i] = p[i]; 2[a] = *(p + 1); return *a; }",
        "p = &a[0L]
         i = 1
         a[((long)i)] = (*(p + ((long)i)))
         a[2L] = (*(p + 1L))
         return a[0L]",
    );
}

#[test]
fn nested_assignments_have_the_value_of_their_left_side() {
    check(
        "int main(void) { int a; char c; int *p = &a; a = c = 300; c = *p = 7; return a; }",
        "p = &a
         c = 44:char
         a = ((int)c)
         l3 = 7
         (*p) = l3
         c = ((char)l3)
         return a",
    );
}

#[test]
fn loops_jump_back_once() {
    check(
        "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { if (i == 1) continue; s += i; } return s; }",
        "s = 0
         i = 0
         unless (i < 3) jump i10
         unless (i == 1) jump i7
         jump i8
         s = (s + i)
         i = (i + 1)
         jump i4
         return s",
    );
    check(
        "int main(void) { int i = 0; do i++; while (i < 3); while (1) break; return i; }",
        "i = 0
         i = (i + 1)
         if (i < 3) jump i2
         unless 1 jump i7
         jump i7
         jump i4
         return i",
    );
}

#[test]
fn only_addressed_locals_end_and_only_where_their_block_ends() {
    check(
        "int main(void) {
            int *p = 0;
            for (int i = 0; i < 2; i++) { int x = i, y = i; p = &x; if (y) break; }
            { int z = 1; p = &z; goto out; }
            out: return p != 0; }",
        "p = null
         i = 0
         unless (i < 2) jump i16
         x = i
         y = i
         p = &x
         unless y jump i13
         kill x
         jump i16
         kill x
         i = (i + 1)
         jump i4
         z = 1
         p = &z
         kill z
         jump i22
         kill z
         return (p != null)",
    );
}

#[test]
fn a_call_writes_straight_to_a_place_of_its_type() {
    check(
        "struct s { int a, b; }; struct s f(int a) { struct s r = {a, 1}; return r; }
         int i, n; int g(void) { n++; return n; }
         int main(void) { struct s x = f(1); int t[4]; t[i] = g(); long l = g(); return f(2).b; }",
        "x = call f(1)
         l2 = ((long)i)
         t[l2] = call g()
         l4 = call g()
         l = ((long)l4)
         l5 = call f(2)
         return l5.b",
    );
}

#[test]
fn calls_of_unprototyped_functions_promote() {
    check(
        "int f(); int main(void) { char c = 1; float x = 2; int (*p)() = f; return f(c, x) + (*p)(c); }
         int f(a, b) char a; double b; { return a; }",
        "c = 1:char
         x = 2.0f
         p = &f
         l3 = call f(((char)((int)c)), ((double)x))
         l4 = call (*((int (*)(int))p))(((int)c))
         return (l3 + l4)",
    );
}

#[test]
fn switches_may_jump_into_blocks() {
    check(
        "int main(void) { int n = 2; switch (n) { int k; case 1: k = 1; return k; default: while (n) { case 2: n--; } } return 0; }",
        "n = 2
         switch n [1 -> i5, 2 -> i8, default -> i7]
         k = 1
         return k
         unless n jump i10
         n = (n - 1)
         jump i7
         return 0",
    );
}

#[test]
fn pointer_comparisons_and_differences() {
    check(
        "int main(void) { int a[4]; int *p = a; char *c = 0; void *v = p; return (p == v) + (p - a > 1) + (c == 0) + !p; }",
        "p = &a[0L]
         c = null
         v = ((void *)p)
         return ((((p == ((int *)v)) + ((p - &a[0L]) > 1L)) + (c == null)) + (!p))",
    );
}
