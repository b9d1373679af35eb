//! Several units: the linker's rules.

use crate::support::{compile_all, in_words, run_closed, unsupported};
use whyc_c::{Header, Input, Options, compile};
use whyc_ir::interp::End;
use whyc_ir::program::GlobalKind;
use whyc_ir::property::{ClassSet, PropertyTable};

fn runs(texts: &[(&str, &str)]) {
    let program = match compile_all(texts, &Options::for_main()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{}", in_words(&failure)),
    };
    assert_eq!(unsupported(&program), Vec::<String>::new());
    assert!(matches!(run_closed(&program), End::Finished { .. }));
}

fn end_of(texts: &[(&str, &str)], options: &Options) -> End {
    match compile_all(texts, options) {
        Ok(compiled) => run_closed(&compiled.program),
        Err(failure) => panic!("{}", in_words(&failure)),
    }
}

fn fails(texts: &[(&str, &str)]) -> String {
    match compile_all(texts, &Options::for_main()) {
        Ok(_) => panic!("should not link"),
        Err(failure) => in_words(&failure),
    }
}

#[test]
fn functions_and_variables_are_shared_and_statics_are_not() {
    runs(&[
        (
            "a.c",
            "extern int shared[]; int get(int); static int own = 1; int tentative;
             static int hidden(void) { return own; }
             int main(void) { __VERIFIER_assert(get(2) == 7 && hidden() == 1 && shared[2] == 7 && tentative == 3); return 0; }",
        ),
        (
            "b.c",
            "int shared[3] = {5, 6, 7}; static int own = 2; int tentative = 3;
             static int hidden(void) { return own; }
             int get(int i) { return hidden() == 2 ? shared[i] : 0; }",
        ),
    ]);
}

#[test]
fn records_of_one_header_are_one_type() {
    let header = "struct node { int v; struct node *next; }; enum color { RED, GREEN };";
    let a = format!(
        "{header} struct opaque; int sum(struct node *); struct opaque *make(void); int read(struct opaque *);
        int main(void) {{ struct node b = {{2, 0}}, a = {{1, &b}};
            __VERIFIER_assert(sum(&a) == 3 && read(make()) == 9); return 0; }}"
    );
    let b = format!(
        "{header} struct opaque {{ int x; }}; struct opaque one = {{9}};
        int sum(struct node *n) {{ return n ? n->v + sum(n->next) : 0; }}
        struct opaque *make(void) {{ return &one; }} int read(struct opaque *o) {{ return o->x; }}"
    );
    runs(&[("a.c", &a), ("b.c", &b)]);
}

#[test]
fn of_two_definitions_the_first_counts_if_that_is_said() {
    let f = |value: u32| format!("int f(void) {{ return {value}; }}");
    let main = |value: u32| format!("int f(void); int main(void) {{ __VERIFIER_assert(f() == {value}); return 0; }}");
    let options = Options { stubs: vec!["f=first".to_owned()], ..Options::for_main() };
    for (first, second) in [(1, 2), (2, 1)] {
        let texts = [("a.c", &*f(first)), ("b.c", &*f(second)), ("c.c", &*main(first))];
        assert!(matches!(end_of(&texts, &options), End::Finished { .. }));
    }
}

#[test]
fn duplicates_name_both_places() {
    let text = fails(&[
        ("a.c", "int f(void) { return 1; } int main(void) { return f(); }"),
        ("b.c", "\nint f(void) { return 2; }"),
    ]);
    assert_eq!(text, "b.c:2:5: error: `f` is defined twice (it is first defined at a.c:1:5)");
    let text = fails(&[("a.c", "int g = 1; int main(void) { return g; }"), ("b.c", "int g = 2;")]);
    assert_eq!(text, "b.c:1:5: error: `g` is defined twice (it is first defined at a.c:1:5)");
}

#[test]
fn inline_and_weak_definitions_may_be_repeated() {
    let inline = "inline int f(void) { return 1; } ";
    let weak = "__attribute__((weak)) int w(void) { return 2; } ";
    let a = format!("{inline}{weak}int main(void) {{ __VERIFIER_assert(f() == 1 && w() == 2); return 0; }}");
    let b = format!("{inline}{weak}");
    runs(&[("a.c", &a), ("b.c", &b)]);
}

#[test]
fn a_strong_definition_wins_over_a_weak_one_in_whichever_order_they_come() {
    let main = "int w(void); extern int v, zero; extern int table[];
        int main(void) { __VERIFIER_assert(w() == 2 && v == 2 && zero == 0 && table[2] == 3); return 0; }";
    let weak = "__attribute__((weak)) int w(void) { return 1; } int v __attribute__((weak)) = 1;
        int zero; int zero __attribute__((__weak__)) = 5; [[gnu::weak]] int table[1] = {7};";
    let strong = "int w(void) { return 2; } int v = 2; int zero; int table[3] = {1, 2, 3};";
    runs(&[("main.c", main), ("weak.c", weak), ("strong.c", strong)]);
    runs(&[("strong.c", strong), ("weak.c", weak), ("main.c", main)]);
    let text = fails(&[("weak.c", weak), ("strong.c", strong), ("also.c", "int v = 3; int main(void) { return v; }")]);
    assert_eq!(text, "also.c:1:5: error: `v` is defined twice (it is first defined at strong.c:1:31)");
}

#[test]
fn a_weak_alias_gives_way_to_a_definition() {
    let alias = "static int fallback(void) { return 1; } int f(void) __attribute__((weak, alias(\"fallback\")));
        int g(void) __asm__(\"named\"); int main(void) { __VERIFIER_assert(f() == WANTED && g() == 7); return 0; }";
    let named = "int named(void) { return 7; }";
    runs(&[("a.c", &alias.replace("WANTED", "1")), ("b.c", named)]);
    let both = format!("{named} int f(void) {{ return 2; }}");
    runs(&[("a.c", &alias.replace("WANTED", "2")), ("b.c", &both)]);
}

#[test]
fn what_is_defined_nowhere_is_an_input() {
    let texts =
        [("a.c", "extern int outside; int unknown(int); int main(void) { return unknown(outside) + unknown(1); }")];
    let compiled = compile_all(&texts, &Options::for_main()).expect("should compile");
    assert_eq!(compiled.program.globals.as_slice()[0].kind, GlobalKind::External);
    let notes: Vec<&str> = compiled.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(notes, ["`unknown` has no body: its result is an input"]);
}

#[test]
fn old_c_is_read_as_it_is() {
    runs(&[(
        "old.c",
        "twice(x) { return 2 * later(x); }
         int k(a, b) char a; long b; { return a + b; }
         main() { register i = 3; int *p = 4; i = twice(i); __VERIFIER_assert(i == 8 && k('a', 2L) == 99 && p != 0); }
         later(x) int x; { return x + 1; }",
    )]);
}

#[test]
fn a_modern_file_beside_an_old_one() {
    runs(&[
        ("old.c", "old(x) { return implicit(x); }"),
        (
            "new.c",
            "int old(int); int implicit(int x) { for (int i = 0; i < 2; i++) x++; return x; }
                   int main(void) { __VERIFIER_assert(old(1) == 3); return 0; }",
        ),
    ]);
}

#[test]
fn files_that_gcc_has_preprocessed() {
    runs(&[(
        "t.i",
        "# 1 \"t.c\"\n# 1 \"/usr/include/x.h\" 1 3 4\nextern void *take (void (*)(void *), int) __attribute__ ((__malloc__ (take, 1)));
         extern _Float128 strange (_Float64x);\n# 2 \"t.c\" 2
         int unix = 3; int main(void) { __VERIFIER_assert(unix == 3); return 0; }",
    )]);
}

#[test]
fn a_contract_in_a_header_is_one_however_its_units_have_to_read_it() {
    // Only the second unit sees the arrow, which C does not have: libclang is given another text there.
    let header = "#ifdef ARROW\nstatic int up(int x, int y) { return x > 0 ==> y > 0; }\n#endif\n\
        int half(int x) __CPROVER_requires(x > 5) __CPROVER_ensures(__CPROVER_return_value < x);\n";
    let half = "#define ARROW\n#include \"half.h\"\nint half(int x) { return x / 2; }";
    let main = "#include \"half.h\"\nint main(void) { return half(8); }";
    for texts in [[("a.c", main), ("b.c", half)], [("b.c", half), ("a.c", main)]] {
        let inputs = texts.map(|(name, text)| Input::text(name, text));
        let headers = vec![Header { path: "half.h".into(), text: header.to_owned() }];
        let options = Options { headers, enforce: vec!["half".to_owned()], ..Options::for_main() };
        match compile(&inputs, &options) {
            Ok(compiled) => {
                let properties = PropertyTable::new(&compiled.program, ClassSet::defaults());
                let half = properties.all().iter().find(|property| property.name.contains("postcondition"));
                let half = half.unwrap_or_else(|| panic!("{:?}", properties.all()));
                assert!(compiled.program.sources.text(half.span).starts_with("__CPROVER_ensures("));
            }
            Err(failure) => panic!("{}", in_words(&failure)),
        }
    }
}
