//! Programs and circuits become smaller, and fail as before.

use super::{folder, report, said, whyc};

const PROGRAM: &str = r#"
#include <assert.h>
#include <stdio.h>
#include "limit.h"
int nondet_int(void);
typedef struct { int key; int weight; } item;
static item table[8];
static int count;
/* Adds one. */
static int add(int key, int weight) {
    if (count >= 8) return -1;
    table[count].key = key;
    table[count].weight = weight;
    count++;
    return 0;
}
static void print_all(void) {
    for (int i = 0; i < count; i++) printf("%d %d\n", table[i].key, table[i].weight);
}
static int clamp(int x) {
    if (x < 0) return 0;
    if (x >= LIMIT) return LIMIT - 1;
    return x;
}
int main(void) {
    int w = nondet_int();
    add(3, clamp(w));
    print_all();
    if (w == LIMIT) {
        int y = clamp(w);
        assert(y == LIMIT);
    }
    return 0;
}
"#;

#[test]
fn the_same_check_fails_in_what_is_left() {
    let folder = folder(&[("a.c", PROGRAM), ("limit.h", "#define LIMIT 100\nint unused(int);\n")]);
    let output = whyc(folder.path(), &["reduce", "--format", "json", "-o", "small.c", "a.c"]);
    let reduced = report(&output);
    assert_eq!(reduced["verdict"], "violated");
    assert_eq!(reduced["properties"][0]["description"], "y == LIMIT");
    let (lines, original) = (reduced["reduced"]["lines"].as_u64(), reduced["reduced"]["original_lines"].as_u64());
    assert!(lines <= Some(7) && original == Some(33), "{lines:?} of {original:?}");
    assert_eq!(reduced["reduced"]["complete"], true);
    let small = std::fs::read_to_string(folder.path().join("small.c")).expect("what is left");
    assert!(small.contains("assert(y == LIMIT);") && small.contains("/* line "), "{small}");
    assert!(!small.contains("print_all") && !small.contains("Adds one"), "{small}");
    let checked = whyc(folder.path(), &["check", "small.c"]);
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
}

#[test]
fn the_values_that_the_check_sees_can_stay() {
    let folder = folder(&[("a.c", PROGRAM), ("limit.h", "#define LIMIT 100\n")]);
    let output = whyc(folder.path(), &["reduce", "--same-values", "--jobs", "1", "a.c"]);
    let one = said(&output);
    let checked = folder.path().join("small.c");
    std::fs::write(&checked, &one).expect("a file");
    let found = report(&whyc(folder.path(), &["check", "--format", "json", "small.c"]));
    let steps = found["counterexample"]["steps"].as_array().cloned().unwrap_or_default();
    let y = steps.iter().rfind(|step| step["name"] == "y").map(|step| step["value"].clone());
    assert_eq!(y, Some("99".into()), "{one}");
    // How many are looked at at once changes nothing.
    assert_eq!(said(&whyc(folder.path(), &["reduce", "--same-values", "--jobs", "3", "a.c"])), one);
}

#[test]
fn nothing_is_left_uninitialised_that_was_not() {
    let text = "#include <assert.h>\nint f(int a) { int r = 0; if (a > 2) r = a; return r; }\n\
                int main(void) { int x = f(5); assert(x == 4); }\n";
    let folder = folder(&[("a.c", text)]);
    let small = said(&whyc(folder.path(), &["reduce", "a.c"]));
    std::fs::write(folder.path().join("small.c"), &small).expect("a file");
    let found = report(&whyc(folder.path(), &["check", "--format", "json", "small.c"]));
    assert_eq!(found["verdict"], "violated", "{small}");
    assert_eq!(found["counterexample"]["inputs"].as_array().map(Vec::len), Some(0), "{small}");
}

#[test]
fn several_files_become_few() {
    let main =
        "#include <assert.h>\nint twice(int);\nint other(int);\nint main(void) { other(1); assert(twice(4) == 8); }\n";
    let folder = folder(&[
        ("main.c", main),
        ("twice.c", "int twice(int x) { return x + x + 1; }\n"),
        ("other.c", "int other(int x) { return x; }\n"),
    ]);
    let reduced = report(&whyc(folder.path(), &["reduce", "--format", "json", "main.c", "twice.c", "other.c"]));
    let files: Vec<&str> =
        reduced["reduced"]["texts"].as_array().into_iter().flatten().filter_map(|it| it["file"].as_str()).collect();
    assert!(!files.contains(&"other.c"), "{files:?}");
    assert_eq!(reduced["verdict"], "violated");
}

#[test]
fn what_holds_is_not_made_smaller() {
    let folder =
        folder(&[("a.c", "#include <assert.h>\nint main(void) { assert(1 + 1 == 2); }\n"), ("b.c", "int main(\n")]);
    let output = whyc(folder.path(), &["reduce", "a.c"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output).contains("nothing fails"), "{}", said(&output));
    assert_eq!(whyc(folder.path(), &["reduce", "b.c"]).status.code(), Some(2));
    assert_eq!(whyc(folder.path(), &["reduce", "--verdict", "timeout", "a.c"]).status.code(), Some(2));
    assert_eq!(whyc(folder.path(), &["reduce", "--format", "html", "a.c"]).status.code(), Some(2));
}

#[test]
fn what_is_not_known_can_be_kept() {
    let text = "#include <assert.h>\n#include <fenv.h>\n#include <stdio.h>\nint spare(int x) { return x; }\n\
                int main(void) {\n    volatile double third = 1.0 / 3;\n    fesetround(FE_UPWARD);\n    char text[32];\n    \
                snprintf(text, sizeof text, \"%.2f\", third);\n    assert(text[3] == '4');\n    return spare(0);\n}\n";
    let folder = folder(&[("a.c", text)]);
    let before = whyc(folder.path(), &["check", "a.c"]);
    assert_eq!(before.status.code(), Some(3), "{}", said(&before));
    let small = whyc(folder.path(), &["reduce", "--verdict", "unknown", "a.c"]);
    assert_eq!(small.status.code(), Some(0));
    assert!(said(&small).contains("snprintf") && !said(&small).contains("spare"), "{}", said(&small));
}

#[test]
fn an_endless_candidate_is_given_up() {
    let text = "#include <assert.h>\nint main(void) {\n    int i = 0, n = 0;\n    while (i < 9) {\n        i++;\n        n += 2;\n    }\n    \
                assert(n < 18);\n}\n";
    let folder = folder(&[("a.c", text)]);
    let output = whyc(folder.path(), &["reduce", "--same-values", "a.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

const COUNTER: &str = "aag 12 2 3 0 7 2 0 0 0\n2\n4\n6 19\n8 21\n10 4\n24\n10\n14 2 7\n16 3 6\n18 15 17\n20 8 6\n22 8 2\n24 22 6\n\
                       12 4 2\nb0 full\nb1 second\n";

/// What can be left out by the clock depends on the machine; that it comes to an end does not.
#[test]
fn what_never_ends_is_a_candidate_like_others() {
    let slow = "unsigned nondet_uint(void);\nint main(void) {\n    unsigned a = nondet_uint(), b = nondet_uint(), c = nondet_uint();\n    __CPROVER_assert(a * (b * c) == (a * b) * c, \"associative\");\n}\n";
    let folder = folder(&[("slow.c", slow)]);
    let words = ["reduce", "--verdict", "timeout", "--timeout", "0.2", "--format", "json", "slow.c"];
    let reduced = report(&whyc(folder.path(), &words));
    assert_eq!(reduced["reduced"]["complete"], true, "{reduced}");
    assert!(reduced["reduced"]["tests"].as_u64() > Some(0), "{reduced}");
}

#[test]
fn headers_of_a_build_and_lists_are_put_in() {
    let list = "X(red)\nX(green)\nX(blue)\n";
    let main = "#include <assert.h>\n#define X(n) int n = 1;\n#include \"colours.def\"\n#undef X\n#define X(n) int get_##n(void) { return n; }\n#include \"colours.def\"\nint main(void) {\n    assert(get_blue() != 1);\n}\n";
    let folder = folder(&[("a.c", main)]);
    let path = folder.path();
    std::fs::create_dir_all(path.join("inc")).expect("a folder");
    std::fs::write(path.join("inc/colours.def"), list).expect("a file");
    let command = serde_json::json!([{ "directory": path, "file": "a.c", "arguments": ["cc", "-Iinc", "-c", "a.c"] }]);
    std::fs::write(path.join("compile_commands.json"), command.to_string()).expect("a file");
    let reduced = report(&whyc(path, &["reduce", "--format", "json", "-p", ".", "a.c"]));
    let text = reduced["reduced"]["texts"][0]["text"].as_str().unwrap_or_default();
    assert!(!text.contains("colours.def") && text.matches("X(blue)").count() == 2, "{text}");
}

#[test]
fn gates_and_latches_go() {
    let folder = folder(&[("c.aag", COUNTER)]);
    let checked = report(&whyc(folder.path(), &["check", "--format", "json", "c.aag"]));
    assert_eq!(checked["verdict"], "violated");
    let reduced = report(&whyc(folder.path(), &["reduce", "--format", "json", "-o", "small.aag", "c.aag"]));
    assert!(reduced["reduced"]["lines"].as_u64() < reduced["reduced"]["original_lines"].as_u64(), "{reduced}");
    let small = report(&whyc(folder.path(), &["check", "--format", "json", "small.aag"]));
    assert_eq!(small["verdict"], "violated");
    // What fails sooner fails in another way.
    assert_eq!(small["counterexample"]["length"], checked["counterexample"]["length"], "{small}");
    assert!(checked["counterexample"]["length"].as_u64() > Some(0), "{checked}");
}

const WORDS: &str = "1 sort bitvec 1\n2 sort bitvec 8\n3 input 1 go\n4 state 2 count\n5 zero 2\n6 init 2 4 5\n7 one 2\n8 add 2 4 7\n\
                     9 ite 2 3 8 4\n10 next 2 4 9\n11 constd 2 3\n12 eq 1 4 11\n13 state 2 spare\n14 next 2 13 8\n15 ugt 1 13 11\n\
                     16 bad 12 three\n17 bad 15 other\n18 output 13\n";

#[test]
fn words_go() {
    let folder = folder(&[("c.btor2", WORDS)]);
    let reduced = report(&whyc(folder.path(), &["reduce", "--format", "json", "--property", "three", "c.btor2"]));
    let text = reduced["reduced"]["texts"][0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("bad") && !text.contains("spare") && !text.contains("other"), "{text}");
    assert_eq!(reduced["verdict"], "violated");
}
