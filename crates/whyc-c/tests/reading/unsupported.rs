//! What cannot be expressed is reported at its place, and the rest goes on.

use crate::support::{compiled, unsupported};

fn check(c: &str, expected: &[&str]) {
    assert_eq!(unsupported(&compiled(c).program), expected, "{c}");
}

#[test]
fn statements() {
    check("int main(void) { asm(\"nop\"); asm volatile(\"\" ::: \"memory\"); return 0; }", &[]);
    // Behind the question whether it is one of the labels.
    let nowhere = ["3: a computed goto to no label of the function"];
    check("int main(void) {\n void *p = &&l;\n goto *p;\n l: return 0; }", &nowhere);
}

#[test]
fn types() {
    // It stands behind a question, so that a run comes there only if the array is that large.
    check("int main(void) { int n = 3;\n int a[n];\n return 0; }", &["2: more than 1 GiB on the stack"]);
    check("int main(void) { int n = 3;\n int a[2][n];\n return 0; }", &["2: more than 1 GiB on the stack"]);
    check("int main(void) { _Complex double z = 1.0i;\n z /= z; return 0; }", &["2: a quotient of complex numbers"]);
    check("struct s { __float128 q; int i; } g; int main(void) { return g.i; }", &[]);
    check(
        "struct s { __float128 q; int i; } g;\nint main(void) {\n g.q = 1; return g.i; }",
        &["3: the type `__float128`", "3: the type `__float128`", "3: an assignment between these types"],
    );
}

#[test]
fn calls() {
    check(
        "#include <stdlib.h>\n#include <stdio.h>\nint main(void) {\n int *p = malloc(4);\n printf(\"%d\\n\", 1); puts(\"x\");\n return p != 0; }",
        &[],
    );
    check("double tgamma(double);\nint main(void) {\n return tgamma(1) > 0; }", &["3: call of `tgamma`"]);
    check(
        "void change(int *); void look(const int *);\nint main(void) { int x = 1;\n look(&x); change(&x); return x; }",
        &[],
    );
    check(
        "#include <stdarg.h>\nint f(int n, ...) { va_list a;\n va_start(a, n);\n int x = va_arg(a, int); return x; }\nint main(void) { return f(1, 2); }",
        &["4: an argument that is asked for with another type than it has"],
    );
}

#[test]
fn an_unsupported_operand_is_conditional_like_any_effect() {
    let program = compiled("double tgamma(double);\nint main(void) { int a = 0; return a && tgamma(1); }").program;
    let text = crate::support::instructions(&program, "main");
    let at = |what: &str| text.lines().position(|line| line.contains(what));
    assert!(at("unless a") < at("unsupported"), "{text}");
}
