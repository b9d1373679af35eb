//! Ranges and components: what the user wrote, also where macros are involved.

use crate::support::compiled;
use whyc_ir::instr::InstrKind;
use whyc_ir::property::{ClassSet, PropertyTable};

/// The components of a program as `kind text`.
fn components(c: &str) -> Vec<String> {
    let program = compiled(c).program;
    let all = program.components.iter();
    all.map(|component| format!("{} {}", component.kind.name(), program.sources.text(component.span))).collect()
}

#[test]
fn every_role_has_its_component() {
    let c = "int t[3] = {1, 2 + 3};
             int f(int x) { return x + 1; }
             int main(void) {
                int a = 4, *b = &a;
                a += f(a * 2);
                if (a > 1 && *b) a = a ? t[a - 1] : -2;
                for (int i = 0; i < 3; i++) { }
                switch (a) { }
                return t[2];
             }";
    let expected = [
        "return x + 1",
        "initialiser 4",
        "initialiser &a",
        "argument a * 2",
        "assignment a += f(a * 2)",
        "operand a > 1",
        "operand *b",
        "condition a > 1 && *b",
        "condition a",
        "index a - 1",
        "arm t[a - 1]",
        "arm -2",
        "assignment a ? t[a - 1] : -2",
        "initialiser 0",
        "condition i < 3",
        "assignment i++",
        "condition a",
        "index 2",
        "return t[2]",
        "initialiser 1",
        "initialiser 2 + 3",
    ];
    assert_eq!(components(c), expected);
}

#[test]
fn ranges_inside_macro_arguments_are_exact() {
    let c = "#define ID(x) (x)
             #define TWICE(x) ((x) + (x))
             #define ADD(x, y) ((x) + (y))
             #define ZERO 0
             int main(void) {
                int a = ID(1 + 2);
                a = TWICE(a);
                a = ADD(a, 3);
                a = ZERO;
                a = ID(ADD(a, 1) + 2);
                return a + ID(4);
             }";
    let expected = [
        "initialiser 1 + 2",
        "assignment TWICE(a)",
        "assignment ADD(a, 3)",
        "assignment ZERO",
        "assignment ADD(a, 1) + 2",
        "return a + ID(4)",
    ];
    assert_eq!(components(c), expected);
}

#[test]
fn conditions_and_calls_in_macro_arguments_keep_their_place() {
    let c = "#define CHECK(c) do { if (c) return 1; } while (0)
             #define CALL(f, x) f(x)
             int g(int x) { return x; }
             int main(void) { int a = 2; CHECK(a == 3); return CALL(g, a + 1); }";
    let all = components(c);
    assert!(all.contains(&"condition a == 3".to_owned()), "{all:?}");
    assert!(all.contains(&"argument a + 1".to_owned()), "{all:?}");
    assert!(all.contains(&"return CALL(g, a + 1)".to_owned()), "{all:?}");
}

#[test]
fn assertions_are_described_by_their_condition() {
    let c = "#include <assert.h>
             int main(void) { int x = 1;
                assert(x
                       == 1);
                return 0; }";
    let strict = whyc_c::Options { std: Some("c11".to_owned()), ..whyc_c::Options::for_main() };
    for program in [compiled(c).program, crate::support::compiled_with(c, &strict).program] {
        let properties = PropertyTable::new(&program, ClassSet::defaults());
        let described: Vec<_> =
            properties.all().iter().map(|p| (p.description.as_str(), program.sources.line(p.span))).collect();
        assert_eq!(described, [("x == 1", 3)]);
    }
}

#[test]
fn conditions_that_end_in_a_macro_are_described_to_their_end() {
    let c = "#include <assert.h>
             #define FULL 100
             #define DUTY(m) ((m).duty)
             struct motor { int duty; };
             int main(void) {
                struct motor m = {3};
                assert(m.duty <= FULL);
                assert(FULL >= DUTY(m));
             }";
    let program = compiled(c).program;
    let table = PropertyTable::new(&program, ClassSet::defaults());
    let described: Vec<&str> = table.all().iter().map(|property| property.description.as_str()).collect();
    assert!(described.contains(&"m.duty <= FULL") && described.contains(&"FULL >= DUTY(m)"), "{described:?}");
}

#[test]
fn every_way_to_write_assert_is_one_assertion() {
    let fail = "void __assert_fail(const char *, const char *, int, const char *);";
    let ways = [
        "((void)((x) || (__assert_fail(#x, __FILE__, __LINE__, __func__),0)))",
        "((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))",
        "({ if (x) ; else __assert_fail(#x, __FILE__, __LINE__, __func__); })",
        "do { if (!(x)) __assert_fail(#x, __FILE__, __LINE__, __func__); } while (0)",
    ];
    for way in ways {
        let c = format!("{fail}\n#define assert(x) {way}\nint main(void) {{ int a = 2; assert(a == 2); return 0; }}");
        let program = compiled(&c).program;
        let properties = PropertyTable::new(&program, ClassSet::defaults());
        let described: Vec<_> = properties.all().iter().map(|p| p.description.as_str()).collect();
        assert_eq!(described, ["a == 2"], "{way}");
    }
}

#[test]
fn backward_jumps_carry_the_head_of_their_loop() {
    let c = "#define EVER for (;;)
             int main(void) {
                int i = 0;
                while (i < 2) { i++; }
                for (int k = 0; k < 2; k++) i--;
                do { i++; } while (i < 3);
                EVER { if (i) break; }
                return 0; }";
    let program = compiled(c).program;
    let body = program.functions[program.entry].body.as_ref().expect("main should have a body");
    let heads: Vec<&str> = body
        .instrs
        .iter_enumerated()
        .filter(|(at, instr)| match instr.kind {
            InstrKind::Jump(target) | InstrKind::Branch { target, .. } => target <= *at,
            _ => false,
        })
        .map(|(_, instr)| program.sources.text(instr.span))
        .collect();
    assert_eq!(heads, ["while (i < 2)", "for (int k = 0; k < 2; k++)", "while (i < 3)", "EVER"]);
}

#[test]
fn names_of_inputs_are_those_of_their_variables() {
    let c = "int nondet_int(void); char nondet_char(void); int a[2];
             int main(void) { int x = nondet_int(); a[1] = nondet_int(); x = nondet_char() + 1; return x; }";
    let program = compiled(c).program;
    let body = program.functions[program.entry].body.as_ref().expect("main should have a body");
    let names: Vec<&str> = body
        .instrs
        .iter()
        .filter_map(|instr| match &instr.kind {
            InstrKind::Nondet { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["x", "a[1]", "nondet_char()"]);
}
