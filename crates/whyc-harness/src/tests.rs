//! What is made of headers.

use crate::module::Source;
use crate::roles::{Arg, Life};
use crate::{Harness, NoHarness, Wanted, harness};

fn of(header: &str, source: &str) -> Result<Harness, NoHarness> {
    let header = Source { name: "m.h".to_owned(), text: header.to_owned() };
    let source = Source { name: "m.c".to_owned(), text: source.to_owned() };
    harness(&header, &[source], &Wanted { calls: 4, elements: 4, only: Vec::new() })
}

/// What each function gets, as one line each.
fn told(header: &str, source: &str) -> Vec<String> {
    let found = of(header, source).expect("a harness");
    let line = |call: &crate::roles::Call| {
        let args: Vec<String> = call.args.iter().map(|it| format!("{it:?}")).collect();
        format!("{} {:?} {}", call.function.name, call.life, args.join(" "))
    };
    found.plan.calls.iter().map(line).collect()
}

#[test]
fn objects_are_made_used_and_ended() {
    let header = "#ifndef M_H\n#define M_H\n#include <stddef.h>\n\
        struct stack { int *data; size_t size, cap; };\n\
        int stack_init(struct stack *s, size_t cap);\nvoid stack_push(struct stack *s, int x);\n\
        int stack_pop(struct stack *s);\nvoid stack_destroy(struct stack *s);\n#endif\n";
    assert_eq!(
        told(header, ""),
        [
            "stack_init Begins(\"struct stack\") Fresh(\"struct stack\") Number",
            "stack_push Uses Object(\"struct stack\") Number",
            "stack_pop Uses Object(\"struct stack\")",
            "stack_destroy Ends(\"struct stack\") Object(\"struct stack\")"
        ]
    );
}

#[test]
fn opaque_objects_come_from_the_functions_that_return_them() {
    let header = "typedef struct queue queue;\nqueue *queue_new(unsigned cap);\nvoid queue_put(queue *q, const char *text);\n\
                  queue *queue_copy(const queue *q);\nvoid queue_free(queue *q);\n";
    let found = of(header, "").expect("a harness");
    assert_eq!(found.plan.calls[0].life, Life::Returns("struct queue".to_owned()));
    assert_eq!(found.plan.calls[1].args[1], Arg::Text);
    assert_eq!(found.plan.calls[2].life, Life::Returns("struct queue".to_owned()));
    assert_eq!(found.plan.objects["struct queue"].count, 2, "a copy needs two");
}

#[test]
fn sizes_belong_to_the_buffers_beside_them() {
    let header = "#include <stddef.h>\nunsigned sum(const unsigned char *bytes, size_t len);\n\
                  void copy(int *dst, const int *src, size_t n);\nint find(int n_items, const int *items, int wanted);\n\
                  void put(char *out, int size, const char *name);\nvoid next(int *counter);\nvoid key(unsigned char k[16]);\n\
                  int parse(const char *text, int **end);\nint grid(int width, int height);\n";
    assert_eq!(
        told(header, ""),
        [
            "sum Uses Buffer(Some(1)) Size",
            "copy Uses Buffer(Some(2)) Buffer(Some(2)) Size",
            "find Uses Size Buffer(Some(0)) Number",
            "put Uses Buffer(Some(1)) Size Text",
            "next Uses Cell",
            "key Uses Buffer(None)",
            "parse Uses Text Place",
            "grid Uses Number Number"
        ]
    );
}

#[test]
fn what_functions_need_is_taken_over_where_it_can_be_said() {
    let header = "struct s { int n; };\nint pop(struct s *it);\nint depth(const struct s *it);\nint half(int x);\nint third(int x);\n\
                  typedef struct hidden hidden;\nhidden *hidden_new(void);\nint look(hidden *h);\n\
                  int twice(int v) __CPROVER_requires(v < 100) __CPROVER_ensures(__CPROVER_return_value == v + v);\n";
    let source = "#include \"m.h\"\nstatic int limit;\nint pop(struct s *s) {\n  assert(s->n > 0);\n  assert(depth(s));\n  return s->n--;\n}\n\
                  int half(int y) { assert(y % 2 == 0 && y >= 0); int r = y / 2; assert(r >= 0); return r; }\n\
                  int third(int x) { assert(x < limit); return x / 3; }\nint look(hidden *h) { assert(h->x); return 1; }\n";
    let found = of(header, source).expect("a harness");
    let needs = |name: &str| {
        let call = found.plan.calls.iter().find(|it| it.function.name == name).expect("a call");
        let said: Vec<String> = call.function.needs.iter().map(|it| format!("{} {}", it.place, it.text)).collect();
        (said, call.function.unsaid.len())
    };
    assert_eq!(needs("pop"), (vec!["m.c:4 it->n > 0".to_owned(), "m.c:5 depth(it)".to_owned()], 0));
    assert_eq!(
        needs("half"),
        (vec!["m.c:8 x % 2 == 0 && x >= 0".to_owned()], 0),
        "what comes later is no precondition"
    );
    assert_eq!(needs("third"), (vec![], 1), "`limit` is not in the header");
    assert_eq!(needs("look"), (vec![], 1), "the fields are not told");
    assert_eq!(needs("twice"), (vec!["m.h:9 v < 100".to_owned()], 0));
}

#[test]
fn what_cannot_be_called_is_left_out_by_name() {
    let header = "#include <stdio.h>\nvoid dump(FILE *f);\nint each(int (*visit)(int));\nint log_it(const char *fmt, ...);\n\
                  struct node;\nvoid walk(struct node *n);\nvoid names(char ***all);\nint ok(void);\n";
    let found = of(header, "").expect("a harness");
    let reasons: Vec<String> = found.plan.left_out.iter().map(|(it, why)| format!("{}: {why}", it.name)).collect();
    assert_eq!(reasons.len(), 5, "{reasons:#?}");
    for (name, word) in [
        ("dump", "FILE"),
        ("each", "function"),
        ("log_it", "any number"),
        ("walk", "no function of the header makes"),
        ("names", "pointers"),
    ] {
        assert!(reasons.iter().any(|it| it.starts_with(name) && it.contains(word)), "{name}: {reasons:#?}");
    }
    assert!(matches!(of("int x;\n", ""), Err(NoHarness::NoFunctions)));
    assert!(matches!(of("#include <stdio.h>\nvoid dump(FILE *f);\n", ""), Err(NoHarness::NothingToCall(_))));
}

#[test]
fn macros_and_parts_for_other_languages_are_read_over() {
    let header = "#define M_API __attribute__((visibility(\"default\")))\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\
                  M_API int one(int x);\nM_API\nint two(enum color c);\nenum color { RED, GREEN };\ntypedef enum { A, B } letter;\nvoid three(letter l);\n\
                  static inline int four(int n) { return n; }\n#ifdef __cplusplus\n}\n#endif\n";
    assert_eq!(
        told(header, ""),
        [
            "one Uses Number",
            "two Uses OneOf([\"RED\", \"GREEN\"])",
            "three Uses OneOf([\"A\", \"B\"])",
            "four Uses Number"
        ]
    );
}

/// Whatever the text, there is an answer.
#[test]
fn any_text_is_read() {
    for text in [
        "",
        "((((",
        "int f(",
        "typedef a a; a f(a x);",
        "struct s { struct s s; }; void f(struct s s);",
        "int f(int, int), *g(void);",
        "é int f(é x);",
    ] {
        let _ = of(text, text);
    }
}
