//! Compiled programs do what gcc's do: each returns a number from `main`, gcc's binary says which
//! one it is, and the interpreter is asked whether it agrees.

use std::process::Command;

use crate::support::{compiled, compiled_with, run_closed, unsupported};
use whyc_c::Options;
use whyc_ir::interp::{At, End, Environment, Event, Limits, run};
use whyc_ir::property::{ClassSet, PropertyTable};

/// Checks that `c` returns what gcc's binary returns. Calls of `check` in it must hold natively too.
fn agrees(name: &str, c: &str) {
    let dir = std::env::temp_dir().join(format!("whyc-c-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("the temporary folder should be writable");
    let (source, binary) = (dir.join("t.c"), dir.join("t"));
    std::fs::write(&source, c).expect("the temporary folder should be writable");
    let gcc = Command::new("gcc").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).arg(&source).arg("-lm").status();
    assert!(gcc.expect("gcc should be installed").success(), "{name}");
    let status = Command::new(&binary).status().expect("the binary should run").code().expect("it should exit");
    std::fs::remove_dir_all(&dir).expect("the temporary folder should be removable");
    // `main` becomes an ordinary function whose result is asserted.
    let text =
        format!("{c}\n#undef main\nvoid whyc_entry(void) {{ __VERIFIER_assert((native_main() & 255) == {status}); }}");
    let options =
        Options { entry: "whyc_entry".to_owned(), defines: vec!["main=native_main".to_owned()], ..Options::for_main() };
    let program = compiled_with(&text, &options).program;
    assert_eq!(unsupported(&program), Vec::<String>::new(), "{name}");
    let end = run_closed(&program);
    assert!(matches!(end, End::Finished { .. }), "{name}: {end:?}");
}

#[test]
fn integers() {
    agrees(
        "integers",
        "int main(void) { unsigned char u = 200; signed char s = 127; short h = 1; unsigned n = 1; long l = 1L << 40;
           _Bool b = 5; long long m = 2147483647; int r = 0;
           u += 100; s++; h <<= 15; b++; m++; b -= 1;
           r += u + s + (h == -32768) + b; r = r * 3 + (-1 < (long)n) + 2 * (-1 < n) + (int)l + (m > 0);
           r ^= (char)300 + (unsigned short)-1 % 251 + -7 / 2 + -7 % 2 + (-8 >> 1) + (~0u >> 28);
           r += sizeof(r + l) + 'a' + L'b' + 0x10 + 010 + 1000000000000 % 7 + 5u % 3;
           __int128 big = (__int128)1 << 100; r += (int)(big >> 98) + (big > 0);
           return r & 255; }",
    );
}

/// Every direction of rounding, on numbers at all ends of their ranges: the hardware is asked, the interpreter has software.
#[test]
fn directions_of_rounding() {
    let c = "#include <fenv.h>\n#include <math.h>\n#include <string.h>
         static unsigned hash = 1;
         static void mix(TYPE x) { unsigned char bytes[sizeof x]; memcpy(bytes, &x, sizeof x);
           for (unsigned i = 0; i < SIZE; i++) hash = hash * 31 + (x != x ? 7 : bytes[i]); hash ^= hash >> 15; }
         static TYPE numbers[] = { 0.0, -0.0, 1.0, -1.0, 3.0, 0.1, -0.3, 16777217.0, -9007199254740993.0, 1e22, 3.4028234663852886e38,
           1.1754943508222875e-38, 1e-40, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -5e-324, 2.5, 0.49999999999999994,
           TINY, HUGEST, INFINITY, NAN };
         static long integers[] = { 0, 1, -1, 16777217, -16777219, 9007199254740993, -9007199254740995, 9223372036854775807, -9223372036854775807 - 1 };
         int main(void) { int n = sizeof numbers / sizeof *numbers;
           fesetround(DIRECTION);
           for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) { TYPE x = numbers[i], y = numbers[k];
             mix(x + y); mix(x - y); mix(x * y); mix(x / y); }
           for (int i = 0; i < n; i++) { TYPE x = numbers[i]; mix(ROOT(x)); mix(RINT(x)); mix((float)x); mix((double)x); mix((long double)x); }
           for (int i = 0; i < 9; i++) { long z = integers[i]; mix(z); mix((unsigned long)z); mix((int)z); mix((unsigned)z); mix((float)z); mix((double)(unsigned long)z); }
           hash ^= hash >> 16; return (hash ^ hash >> 8) & 255; }";
    let types = [
        ("float", "4", "sqrtf", "rintf", "1e-45f", "3.4028234e38f"),
        ("double", "8", "sqrt", "rint", "4.9406564584124654e-324", "1.7976931348623157e308"),
        ("long double", "10", "sqrtl", "rintl", "3.6451995318824746025e-4951L", "1.18973149535723176502e4932L"),
    ];
    for (ty, size, root, rint, tiny, hugest) in types {
        for direction in ["FE_TONEAREST", "FE_DOWNWARD", "FE_UPWARD", "FE_TOWARDZERO"] {
            let c = c.replace("TYPE", ty).replace("SIZE", size).replace("ROOT", root).replace("RINT", rint);
            let c = c.replace("TINY", tiny).replace("HUGEST", hugest).replace("DIRECTION", direction);
            agrees(&format!("directions-{size}-{direction}"), &c);
        }
    }
}

#[test]
fn bit_fields_and_unions() {
    agrees(
        "fields",
        "struct f { int a : 3; unsigned b : 5; _Bool c : 1; int : 0; unsigned long d : 40; signed char e : 4; } g = { -2, 17, 1, 1UL << 39, -3 };
         union u { int i; unsigned char c[4]; float f; };
         int main(void) { struct f x = g; union u v = { .i = 0x01020304 }; int r = 0;
           x.a += 6; x.b = x.b * 3; x.d >>= 38; x.e--; x.c = 8;
           r += x.a + 10 * x.b + x.c + (int)x.d * 3 + x.e + (x.b - 40 < 0) + x.b++; r += ++x.b;
           r += v.c[0] * 7 + v.c[3] + (x.a = 13); v.f = 1.0f; r += v.c[3];
           return r & 255; }",
    );
}

#[test]
fn control() {
    agrees(
        "control",
        "int duff(int count) { int n = (count + 3) / 4, s = 0;
           switch (count % 4) { case 0: do { s++; case 3: s++; case 2: s++; case 1: s++; } while (--n > 0); } return s; }
         int pick(long x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case 10 ... 20: r = 100; break;
           default: r = -1; case -5: r -= 5; } return r; }
         int main(void) { int r = duff(10) + duff(7) * 2; r += pick(1) + pick(15) + pick(7) + pick(-5) + pick(3000000000);
           for (int i = 0; ; i++) { if (i % 2) continue; if (i > 8) break; r += i; }
           int k = 5; while (k --> 0) r ^= k; do r++; while (r % 7);
           goto in; while (r < 200) { r += 10; in: r += 3; }
           switch (r & 3) { int late; case 0: case 1: late = 4; r += late; break; default: late = 9; r -= late; }
           int n = 0; again: if (n++ < 3) { int t = n; r += t; goto again; }
           return r & 255; }",
    );
}

#[test]
fn effects_and_order() {
    agrees(
        "effects",
        "int n; int next(void) { return ++n; } int set(int *p, int v) { int old = *p; *p = v; return old; }
         struct p { int x, y; } make(int a) { struct p r = { a, next() }; return r; }
         int main(void) { int a[4] = { 0 }, i = 0, r = 0;
           r += next() && 0 || next(); r = r * 2 + (next() ? next() : 50); a[i++] = 3; a[i] += 4; i += a[0]--;
           r += (i = 2, i + 1) + make(3).y + make(next()).x; int x = 5; r += set(&x, 6) * 10; r += x;
           int *p = a; *p++ += 2; *p = (x = 7) + 1; r += a[0] + a[1] + (p - a); r += ({ int t = next(); t * 2; });
           r += n > 3 ?: 9; r -= 0 ?: 2; a[2] = a[3] = next(); r += a[2] * a[3]; (void)next(); r += !n + !!n;
           return r & 255; }",
    );
}

#[test]
fn pointers_and_functions() {
    agrees(
        "pointers",
        "typedef int (*fn)(int, int); static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; }
         fn table[] = { add, &sub, [3] = add }; fn choose(int i) { return table[i]; }
         int apply(int f(int, int), int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s = f(s, a[i]); return s; }
         int sum(int (*m)[3], int rows) { int s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) s += m[i][j]; return s; }
         struct node { int v; struct node *next; };
         int main(void) { int m[2][3] = { 1, 2, 3, 4, 5, 6 }, a[3] = { 7, 8, 9 }, *p = a + 1, **q = &p; int r = 0;
           r += choose(0)(1, 2) + (*table[1])(9, 4) + (**choose(3))(1, 1) + !table[2]; r += apply(add, a, 3) + apply(sub, p, 2);
           r += sum(m, 2) + *(*(m + 1) + 2) + (*q)[1] + p[-1] + 2[a] + (int)(&a[3] - a) + (p > a); **q = 1; r += a[1];
           struct node x = { 1, 0 }, y = { 2, &x }, *l = &y; for (; l; l = l->next) r = r * 2 + l->v;
           const char *s = \"hello\"; while (*s) r += *s++; return r & 255; }",
    );
}

#[test]
fn floats() {
    agrees(
        "floats",
        "float half(float x) { return x / 2; } double g = 1.5, h[2] = { 0.1, 1e3 };
         int main(void) { float f = 3; double d = 0.1; int r = 0; f += 0.5; d = d * 3 + h[1]; r += (int)(half(f) * 100);
           r += d > 1000.3 ? 1 : 2; r += (unsigned char)f + (int)-2.7 + (1 / 4.0 == 0.25) + (f != f) + !d; f++; r += f; r += (_Bool)0.2;
           r += 1e-3f < 0.001 ? 3 : 4; long long big = 1LL << 53; r += (double)big + 1 == (double)big; return r & 255; }",
    );
}

#[test]
fn old_functions_and_statics() {
    agrees(
        "old",
        "int k(a, b, c) char a; short b; float c; { return a + b + (int)c; }
         static int count(void) { static int n = 10, t[3] = { 1, 2, 3 }; n += t[1]++; return n; }
         int main() { int r = k(300, 70000, 2.9); r += count() * 3 + count(); { extern int later; r += later; } return r & 255; }
         int later = 5;",
    );
}

#[test]
fn built_in_functions() {
    agrees(
        "builtins",
        "#include <stddef.h>\n#include <limits.h>\nstruct s { char c; struct { int a[3]; } in; };
         int main(void) { int r = 0, v; unsigned char c; long l; 
           r += __builtin_add_overflow(INT_MAX, 1, &v); r += v == INT_MIN; r += 2 * __builtin_sub_overflow(1, 2, &c); r += c % 7;
           r += __builtin_mul_overflow(1L << 40, 1 << 30, &l) + __builtin_smul_overflow(3, 4, &v); r += v;
           r += __builtin_popcountl(-1L) + __builtin_clz(1) + __builtin_ctzll(8) + (__builtin_bswap32(1) >> 24) + __builtin_bswap16(0x0201);
           r += __builtin_ffs(8) + __builtin_ffs(0) + __builtin_parity(7) + __builtin_expect(r > 3, 1) + __builtin_constant_p(3);
           r += offsetof(struct s, in.a[2]) + __builtin_types_compatible_p(int, int) + __builtin_choose_expr(0, l, 4) + _Alignof(long);
           r += _Generic(r, int: 1, long: 2) + _Generic('a', char: 1, int: 2) + _Generic(&r, int *: 3, default: 4);
           if (r < 0) __builtin_unreachable(); return r & 255; }",
    );
}

#[test]
fn empty_parts_of_for_in_macros() {
    agrees(
        "for",
        "#define EVER for (;;)\n#define FOR(a) for (a)\n#define LOOP(i, n) for (i = 0; i < n; i++)\n#define NOTHING\n#define UPTO(n) for (; i < n;)\n
         int main(void) { int i = 0, r = 0; EVER { if (i++ > 4) break; } r += i; FOR(i = 0; i < 3;) i++; r = r * 3 + i; FOR(; i < 9; i++) r++;
           FOR(int k = 0; ; k++) { if (k == 2) break; r += k; } FOR(;;) break; FOR(i = 1;;) break; LOOP(i, 4) continue; r += i;
           for (NOTHING; NOTHING; NOTHING) break; UPTO(12) i += 3; for (;; r++) if (r % 5 == 0) break; for (i = 9; i;) i--;
           return (r * 10 + i) & 255; }",
    );
}

/// Keeps what a run prints.
#[derive(Default)]
struct Printed(Vec<u8>);

impl Environment for Printed {
    fn event(&mut self, _: At, event: Event<'_>) {
        if let Event::Output { stream: 1, bytes } = event {
            self.0.extend_from_slice(bytes);
        }
    }
}

#[test]
fn a_null_pointer_is_printed_as_glibc_prints_it() {
    let c = "#include <stdio.h>\nint main(void) { void *none = 0;
        printf(\"%p|%8p|%-8p|\", none, none, none); int n = printf(\"%p\", none); printf(\"%d|%p\", n, (void *)255); return 0; }";
    let program = compiled(c).program;
    let properties = PropertyTable::new(&program, ClassSet::defaults());
    let mut printed = Printed::default();
    run(&program, &properties, &mut printed, Limits { steps: 1_000_000, memory_bytes: 1 << 24 });
    assert_eq!(String::from_utf8_lossy(&printed.0), "(nil)|   (nil)|(nil)   |(nil)5|0xff");
}
