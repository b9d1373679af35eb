//! Initialisers: which part of an object each one is for.

use crate::support::{check, check_runs, compiled, instructions, unsupported};

#[test]
fn what_is_left_out_is_zero() {
    check(
        "int main(void) { int a[3] = {1}; int b[2] = {1, 2}; struct { int x, y; } s = {.y = 3}; return 0; }",
        "zero a
         a[0L] = 1
         b[0L] = 1
         b[1L] = 2
         zero s
         s.y = 3
         return 0",
    );
}

#[test]
fn braces_may_be_left_out() {
    check_runs(
        "struct In { int a, b; };
         struct S { int x; struct In in[2]; char name[4]; int z; };
         struct S g = { 1, 2, 3, 4, 5, \"ab\", 9 };
         int m[2][2][2] = { 1, 2, 3, 4, { { 5, 6 }, 7 } };
         int n[2][3] = { { 1 }, 4, 5 };
         int main(void) {
            __VERIFIER_assert(g.x == 1 && g.in[0].a == 2 && g.in[1].b == 5 && g.name[1] == 'b' && g.z == 9);
            __VERIFIER_assert(m[0][1][1] == 4 && m[1][0][1] == 6 && m[1][1][0] == 7 && m[1][1][1] == 0);
            __VERIFIER_assert(n[0][0] == 1 && n[0][1] == 0 && n[1][0] == 4 && n[1][1] == 5);
            return 0; }",
    );
}

#[test]
fn designators_set_where_to_go_on() {
    check_runs(
        "struct In { int a, b, c; };
         struct S { int x; struct In in; struct { int p; union { int q; char r; }; }; int last; };
         struct S g = { .in.b = 4, 5, .q = 6, 7 };
         int a[6] = { [4] = 1, 2, [0] = 9, 8 };
         int r[5] = { [1 ... 3] = 2, 7 };
         int t[2][3] = { [1][1] = 5, 6, [0] = { [2] = 3 } };
         int old[3] = { [1] 4 };
         struct In o = { c: 3, a: 1 };
         int main(void) {
            __VERIFIER_assert(g.x == 0 && g.in.a == 0 && g.in.b == 4 && g.in.c == 5 && g.q == 6 && g.last == 7);
            __VERIFIER_assert(a[4] == 1 && a[5] == 2 && a[0] == 9 && a[1] == 8 && a[2] == 0);
            __VERIFIER_assert(r[0] == 0 && r[1] == 2 && r[3] == 2 && r[4] == 7);
            __VERIFIER_assert(t[1][1] == 5 && t[1][2] == 6 && t[0][2] == 3 && t[0][0] == 0);
            __VERIFIER_assert(old[1] == 4 && o.c == 3 && o.a == 1);
            return 0; }",
    );
}

#[test]
fn later_initialisers_override_earlier_ones() {
    check_runs(
        "struct In { int a, b; };
         struct In other = { 5, 6 };
         int main(void) {
            struct In x[2] = { [0] = { 1, 2 }, [0].b = 7, [1].a = 3, [1] = { .b = 4 } };
            struct { struct In in; int z; } y = { .in = other, .in.b = 9 };
            union { int i; char c[8]; } u = { .i = 5, .c = \"a\" };
            __VERIFIER_assert(x[0].a == 1 && x[0].b == 7 && x[1].a == 0 && x[1].b == 4);
            __VERIFIER_assert(y.in.a == 5 && y.in.b == 9 && y.z == 0);
            __VERIFIER_assert(u.c[0] == 'a' && u.c[1] == 0);
            return 0; }",
    );
}

#[test]
fn strings_fill_arrays() {
    check(
        "int main(void) { char a[6] = \"ab\"; char b[2] = {\"cd\"}; char *p = \"ab\"; return 0; }",
        r#"a = "ab".g0
           b = "cd"
           p = &"ab".g2[0L]
           return 0"#,
    );
    check_runs(
        "char *e = \"a\\0b\\x41\\101\\n\" \"\\\"z\"; int w[] = L\"x\\u00e9\"; char u[] = u8\"\\u00e9\";
         int main(void) {
            __VERIFIER_assert(e[1] == 0 && e[2] == 'b' && e[3] == 'A' && e[4] == 'A' && e[5] == 10 && e[6] == '\"' && e[7] == 'z');
            __VERIFIER_assert(sizeof w == 12 && w[1] == 0xe9 && w[2] == 0 && sizeof u == 3 && u[0] == (char)0xc3);
            __VERIFIER_assert(\"hello\"[4] == 'o' && sizeof \"abc\" == 4 && sizeof __func__ == 5 && __func__[3] == 'n');
            return 0; }",
    );
}

#[test]
fn a_shared_initialiser_is_evaluated_once() {
    check_runs(
        "int n; int next(void) { return ++n; }
         int main(void) { int a[4] = { [0 ... 2] = next(), next() }; __VERIFIER_assert(a[2] == 1 && a[3] == 2 && n == 2); return 0; }",
    );
}

#[test]
fn compound_literals_are_objects() {
    check_runs(
        "struct p { int x, y; };
         struct p *g = &(struct p){ 1, 2 }; int *t = (int[]){ 3, 4 };
         static int sum(struct p a) { return a.x + a.y; }
         int main(void) {
            struct p *q = &(struct p){ .y = 5 };
            __VERIFIER_assert(g->y == 2 && t[1] == 4 && q->x == 0 && q->y == 5 && sum((struct p){ 6, 7 }) == 13);
            for (int i = 0; i < 2; i++) { int *f = (int[2]){ i }; __VERIFIER_assert(f[0] == i && f[1] == 0); f[1] = 9; }
            return 0; }",
    );
}

#[test]
fn globals_are_initialised_in_start() {
    let program = compiled(
        "int a = 1; static int b[2] = {2}; int c; struct { int x; } s = {.x = 3};
         int f(void) { static int k = 4; return k; }
         int (*p)(void) = f; int main(void) { return f(); }",
    )
    .program;
    let start = instructions(&program, "(start)");
    let without: Vec<&str> = start.lines().map(|line| line.split("@c").next().unwrap_or(line)).collect();
    assert_eq!(without[..5], ["a = 1", "b[0L] = 2", "s.x = 3", "p = &f", "k = 4"]);
    assert_eq!(without[5], "l0 = call main()");
}

#[test]
fn flexible_members_with_initialisers_have_room_for_them() {
    let program = compiled("struct f { int n; int a[]; } g = { 1, { 2, 3 } }; int main(void) { return g.n; }").program;
    assert_eq!(unsupported(&program), [""; 0]);
    assert_eq!(program.globals.as_slice()[0].tail, 8);
}
