//! `whyc harness`: what it writes is taken by `check`, which finds the fault of a module, and nothing in the right one.

use std::process::Command;

use whyc_tests::native::Scratch;
use whyc_tests::repository;

use super::{report, stderr, stdout, whyc};

/// A module: its header, its source, what to change in it to make it wrong, and the class of the check that fails then.
struct Module {
    name: &'static str,
    header: &'static str,
    source: &'static str,
    wrong: (&'static str, &'static str),
    class: &'static str,
}

const MODULES: &[Module] = &[
    Module {
        name: "stack",
        header: "struct stack { int items[2]; unsigned n; };\nvoid stack_init(struct stack *s);\nint stack_push(struct stack *s, int x);\nint stack_pop(struct stack *s);\n",
        source: "#include <assert.h>\n#include \"stack.h\"\nvoid stack_init(struct stack *s) { s->n = 0; }\n\
                 int stack_push(struct stack *s, int x) { if (s->n >= 2) return 0; s->items[s->n++] = x; return 1; }\n\
                 int stack_pop(struct stack *it) { assert(it->n > 0); return it->items[--it->n]; }\n",
        wrong: ("s->n >= 2", "s->n > 2"),
        class: "bounds",
    },
    Module {
        name: "box",
        header: "typedef struct box box;\nbox *box_new(void);\nint box_get(const box *b);\nvoid box_set(box *b, int x);\nvoid box_free(box *b);\n",
        source: "#include <stdlib.h>\n#include \"box.h\"\nstruct box { int *at; };\n\
                 box *box_new(void) { box *b = malloc(sizeof *b); if (!b) return 0; b->at = malloc(sizeof(int)); if (!b->at) { free(b); return 0; } *b->at = 0; return b; }\n\
                 int box_get(const box *b) { return *b->at; }\nvoid box_set(box *b, int x) { *b->at = x; }\n\
                 void box_free(box *b) { free(b->at); free(b); }\n",
        wrong: ("*b->at = x;", "free(b->at); b->at[0] = x;"),
        class: "use-after-free",
    },
    Module {
        name: "bytes",
        header: "#include <stddef.h>\nunsigned bytes_sum(const unsigned char *bytes, size_t len);\nvoid bytes_copy(int *dst, const int *src, size_t n);\n",
        source: "#include \"bytes.h\"\nunsigned bytes_sum(const unsigned char *b, size_t len) { unsigned s = 0; for (size_t i = 0; i < len; i++) s += b[i]; return s; }\n\
                 void bytes_copy(int *dst, const int *src, size_t n) { for (size_t i = 0; i < n; i++) dst[i] = src[i]; }\n",
        wrong: ("i < len", "i <= len"),
        class: "out-of-object",
    },
    Module {
        name: "words",
        header: "int words_count(const char *text);\n",
        source: "#include \"words.h\"\nint words_count(const char *p) { int n = 0; while (*p) { while (*p == ' ') p++; if (*p) n++; while (*p && *p != ' ') p++; } return n; }\n",
        wrong: ("while (*p && *p != ' ')", "while (*p != ' ')"),
        class: "out-of-object",
    },
    Module {
        name: "light",
        header: "enum light { RED, GREEN, AMBER };\nenum light light_next(enum light now);\n",
        source: "#include <assert.h>\n#include \"light.h\"\nenum light light_next(enum light now) { switch (now) { case RED: return GREEN; case GREEN: return AMBER; case AMBER: return RED; } assert(0); return RED; }\n",
        wrong: ("case AMBER: return RED;", ""),
        class: "assertion",
    },
    Module {
        name: "ratio",
        header: "#include <stdbool.h>\nbool ratio_of(int part, int whole, int *percent);\n",
        source: "#include \"ratio.h\"\nbool ratio_of(int part, int whole, int *percent) { if (whole <= 0 || part < 0 || part > 20000000) return false; *percent = part * 100 / whole; return true; }\n",
        wrong: ("whole <= 0", "whole < 0"),
        class: "division-by-zero",
    },
    Module {
        name: "area",
        header: "struct rect { int w, h; };\nint area(struct rect r)\n__CPROVER_requires(r.w >= 0 && r.w < 1000 && r.h >= 0 && r.h < 1000)\n;\n",
        source: "#include \"area.h\"\nint area(struct rect r) { return r.w * r.h; }\n",
        wrong: ("r.w * r.h", "r.w * r.h * r.h * 3"),
        class: "overflow",
    },
    Module {
        name: "counter",
        header: "struct counter { unsigned char slots[3]; unsigned at; };\nvoid counter_hit(struct counter *c);\nunsigned counter_read(const struct counter *c, unsigned which);\n",
        source: "#include \"counter.h\"\nvoid counter_hit(struct counter *c) { c->slots[c->at]++; c->at = (c->at + 1) % 3; }\n\
                 unsigned counter_read(const struct counter *c, unsigned which) { return which < 3 ? c->slots[which] : 0; }\n",
        wrong: ("% 3", "% 4"),
        class: "bounds",
    },
    Module {
        name: "list",
        header: "typedef struct list list_t;\nlist_t *list_new(void);\nvoid list_push(list_t *list, int x);\nint list_pop(list_t *list);\nint list_length(const list_t *list);\nvoid list_destroy(list_t *list);\n",
        source: "#include <assert.h>\n#include <stdlib.h>\n#include \"list.h\"\nstruct node { int x; struct node *next; };\nstruct list { struct node *head; int n; };\n\
                 list_t *list_new(void) { return calloc(1, sizeof(list_t)); }\n\
                 void list_push(list_t *l, int x) { struct node *n = malloc(sizeof *n); if (!n) return; n->x = x; n->next = l->head; l->head = n; l->n++; }\n\
                 int list_length(const list_t *l) { return l->n; }\n\
                 int list_pop(list_t *l) { assert(list_length(l) > 0); struct node *n = l->head; int x = n->x; l->head = n->next; free(n); l->n--; return x; }\n\
                 void list_destroy(list_t *l) { struct node *n = l->head; while (n) { struct node *next = n->next; free(n); n = next; } free(l); }\n",
        wrong: ("free(n); n = next;", "free(n); n = n->next;"),
        class: "use-after-free",
    },
    Module {
        name: "bits",
        header: "#include <stdint.h>\ntypedef struct { uint8_t words[2]; } Bits;\nvoid bitsInit(Bits *b);\nvoid bitsSet(Bits *b, unsigned which);\nvoid bitsUnion(Bits *into, const Bits *from);\n",
        source: "#include <assert.h>\n#include \"bits.h\"\nvoid bitsInit(Bits *b) { b->words[0] = b->words[1] = 0; }\n\
                 void bitsSet(Bits *b, unsigned k) { assert(k < 16); b->words[k / 8] |= (uint8_t)(1u << k % 8); }\n\
                 void bitsUnion(Bits *into, const Bits *from) { for (int i = 0; i < 2; i++) into->words[i] |= from->words[i]; }\n",
        wrong: ("k / 8", "k / 4"),
        class: "bounds",
    },
];

#[test]
fn modules_are_checked_through_their_harnesses() {
    for module in MODULES {
        let scratch = Scratch::new();
        let folder = scratch.file("");
        let (header, file) = (format!("{}.h", module.name), format!("{}.c", module.name));
        let _ = scratch.write(&header, module.header);
        let _ = scratch.write(&file, module.source);
        let made = whyc(&folder, &["harness", "--module", &header, &file, "-o", "harness.c", "--elements", "3"]);
        assert_eq!(made.status.code(), Some(0), "{}: {}", module.name, stderr(&made));
        let right = whyc(&folder, &["check", "--unwind-loop", "main.1:6", "harness.c", &file]);
        assert_eq!(right.status.code(), Some(0), "{}: {}{}", module.name, stdout(&right), stderr(&right));
        assert!(module.source.contains(module.wrong.0), "{}: nothing to change", module.name);
        let _ = scratch.write(&file, module.source.replace(module.wrong.0, module.wrong.1));
        let wrong = whyc(&folder, &["check", "harness.c", &file]);
        let told = stdout(&wrong);
        assert_eq!(wrong.status.code(), Some(1), "{}: {told}{}", module.name, stderr(&wrong));
        assert!(told.contains(&format!("[{}]", module.class)), "{}: {told}", module.name);
        // Other compilers take it, too, if they take the header.
        let gcc = [
            "-std=c17",
            "-Wall",
            "-Wno-uninitialized",
            "-Wno-maybe-uninitialized",
            "-Werror",
            "-c",
            "harness.c",
            "-o",
            "harness.o",
        ];
        let compiled = Command::new("gcc").args(gcc).current_dir(&folder).output();
        if let Ok(compiled) =
            compiled.map_err(drop).and_then(|it| if module.header.contains("__CPROVER") { Err(()) } else { Ok(it) })
        {
            assert!(compiled.status.success(), "{}: {}", module.name, String::from_utf8_lossy(&compiled.stderr));
        }
    }
}

#[test]
fn programs_are_told_what_is_called() {
    let folder = repository().join("guide/programs");
    let told = report(&folder, "harness.schema.json", &["harness", "--module", "undo.h", "undo.c"]);
    assert_eq!(told["functions"].as_array().map(Vec::len), Some(5));
    assert_eq!(told["functions"][2]["needs"][0]["text"], "undo_can_go_back(u)");
    let text = stdout(&whyc(&folder, &["harness", "--module", "undo.h", "--only", "undo_back"]));
    assert!(
        text.contains("call_undo_init();")
            && text.contains("call_undo_back();")
            && !text.contains("call_undo_again();"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_is_told() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("a.h", "int f(int);\n");
    let _ = scratch.write("empty.h", "int x;\n");
    let _ = scratch.write("file.h", "#include <stdio.h>\nvoid f(FILE *out);\n");
    for (args, word) in [
        (&["harness", "--module", "absent.h"][..], "cannot read absent.h"),
        (&["harness", "--module", "empty.h"], "no function is declared"),
        (&["harness", "--module", "file.h"], "FILE"),
        (&["harness", "--module", "a.h", "--only", "g"], "no function `g`"),
        (&["harness", "--module", "a.h", "--calls", "0"], "at least one call"),
    ] {
        let output = whyc(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_way_that_no_case_goes_is_told_as_a_case() {
    let folder = repository().join("guide/programs");
    let told = report(&folder, "harness.schema.json", &["harness", "--cases", "undo.cases", "undo.c", "--run"]);
    assert_eq!(told["machine"]["verdict"], "violated", "{told:#}");
    let case = told["machine"]["case"].as_str().expect("a case");
    // As a test of its own, it fails in the same way, without any choice.
    let scratch = Scratch::new();
    for file in ["undo.h", "undo.c", "undo.cases"] {
        std::fs::copy(folder.join(file), scratch.file(file)).expect("a file");
    }
    let text = std::fs::read_to_string(scratch.file("undo.cases")).expect("the cases");
    let (head, _) = text.split_once("test ").expect("a test");
    let _ = scratch.write("found.cases", format!("{head}{case}"));
    let again = whyc(&scratch.file(""), &["harness", "--cases", "found.cases", "undo.c", "--run"]);
    assert_eq!(again.status.code(), Some(1), "{}{}", stdout(&again), stderr(&again));
    // Once the module is mended, every way goes well.
    let mended = std::fs::read_to_string(scratch.file("undo.c"))
        .expect("the module")
        .replace("u->count--;", "u->count--;\n        u->at--;");
    let _ = scratch.write("undo.c", mended);
    let right = whyc(&scratch.file(""), &["harness", "--cases", "undo.cases", "undo.c", "--run"]);
    assert_eq!(right.status.code(), Some(0), "{}{}", stdout(&right), stderr(&right));
}

#[test]
fn states_are_merged_if_the_checker_cannot_tell_them_apart() {
    let scratch = Scratch::new();
    let _ = scratch.write("n.h", "extern int n;\nvoid put(void);\nvoid take(void);\n");
    let _ = scratch.write("n.c", "#include \"n.h\"\nint n;\nvoid put(void) { n++; }\nvoid take(void) { n--; }\n");
    let _ = scratch.write("n.cases", "include \"n.h\"\ntest a\n  put()\n  take()\n  assert(n == 0)\ntest b\n  put()\n  put()\n  take()\n  assert(n == 1)\n");
    let folder = scratch.file("");
    let told = report(&folder, "harness.schema.json", &["harness", "--cases", "n.cases", "n.c", "--merge", "1"]);
    let fates: Vec<&str> = told["machine"]["proposals"]
        .as_array()
        .expect("proposals")
        .iter()
        .filter_map(|it| it["fate"].as_str())
        .collect();
    assert!(fates.contains(&"told-apart") && fates.contains(&"merged"), "{told:#}");
    let dot = stdout(&whyc(&folder, &["harness", "--cases", "n.cases", "--format", "dot"]));
    assert!(dot.starts_with("digraph") && dot.contains("put()"), "{dot}");
    for (text, word) in [("test a\n  put(\n", "are no C"), ("tset a\n", "n.cases:1: before the first test")] {
        let _ = scratch.write("n.cases", text);
        let output = whyc(&folder, &["harness", "--cases", "n.cases", "n.c", "--run"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(word), "{text}: {}", stderr(&output));
    }
}

#[test]
fn unit_tests_in_c_are_cases() {
    let folder = repository().join("guide/programs");
    let words = ["harness", "--cases", "undo_test.c", "undo.c", "--run"];
    let told = report(&folder, "harness.schema.json", &words);
    assert_eq!(told["machine"]["verdict"], "violated", "{told:#}");
    let case = told["machine"]["case"].as_str().expect("a case");
    assert!(case.contains("static void test_found_by_whyc(void) {"), "{case}");
    // Among the others it fails by itself.
    let scratch = Scratch::new();
    for file in ["undo.h", "undo.c", "undo_test.c"] {
        std::fs::copy(folder.join(file), scratch.file(file)).expect("a file");
    }
    let text = std::fs::read_to_string(scratch.file("undo_test.c")).expect("the tests");
    assert_eq!(whyc(&scratch.file(""), &["check", "undo_test.c", "undo.c"]).status.code(), Some(0));
    let _ = scratch.write(
        "undo_test.c",
        text.replace("int main(void) {", &format!("{case}int main(void) {{\n    test_found_by_whyc();")),
    );
    let again = whyc(&scratch.file(""), &["check", "undo_test.c", "undo.c"]);
    assert_eq!(again.status.code(), Some(1), "{}{}", stdout(&again), stderr(&again));
    // On a page the machine is drawn, with the way that fails.
    let page = whyc(&folder, &[&words[..], &["--format", "html"]].concat());
    assert_eq!(page.status.code(), Some(1), "{}", stderr(&page));
    let page = stdout(&page);
    assert_eq!(page.matches("class=\"field open\"").count(), 4, "a shape for each state");
    assert!(page.contains("test_found_by_whyc") && page.contains("stroke-width=\"3.00\""), "thick where it fails");
    let _ = scratch.write("loop.c", "void test_a(void) {\n    for (;;) f();\n}\n");
    let wrong = whyc(&scratch.file(""), &["harness", "--cases", "loop.c"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("loop.c:2: a test is a sequence of actions"), "{}", stderr(&wrong));
}
