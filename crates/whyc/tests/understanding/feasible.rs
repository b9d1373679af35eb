//! Neither asking whether paths can be taken nor how products are reasoned about changes an answer: programs are decided each
//! way.

use whyc_base::budget::Budget;
use whyc_c::{Input, Options as COptions, compile};
use whyc_check::{Analysis, Arithmetic, Effort, Options, Unwind};
use whyc_ir::property::ClassSet;
use whyc_tests::generate::{self, Config};

/// The verdict and the properties that are violated, asking from so many steps on.
fn decide(text: &str, ask_after: usize, arith: Arithmetic) -> (String, Vec<String>) {
    let input = Input::Text { name: "program.c".to_owned(), text: text.to_owned(), args: Vec::new() };
    // What random programs want to know: a value that their result should not have.
    let options = COptions { defines: vec!["EXCLUDED=17".to_owned()], ..COptions::for_main() };
    let compiled = compile(&[input], &options).expect("the program should be C");
    let options = Options {
        classes: ClassSet::defaults(),
        only: None,
        unwind: Unwind::Automatic,
        unwind_loops: Vec::new(),
        limits: compiled.limits.clone(),
        given: Vec::new(),
        effort: Effort::All,
        arith,
        budget: Budget::unlimited(),
    };
    let mut analysis =
        Analysis::new(compiled.program, options).expect("the options should fit").asking_after(ask_after);
    let outcome = analysis.decide();
    let mut violated: Vec<String> =
        outcome.violations.iter().map(|it| analysis.properties.all()[it.property].name.clone()).collect();
    violated.sort_unstable();
    (format!("{:?}", outcome.verdict), violated)
}

fn same_each_way(text: &str) -> String {
    let with = decide(text, 0, Arithmetic::Auto);
    for arith in [Arithmetic::Bits, Arithmetic::Lazy] {
        assert_eq!(with, decide(text, usize::MAX, arith), "{arith:?} without asking changes the answer for\n{text}");
    }
    with.0
}

#[test]
fn random_programs_are_decided_the_same() {
    let n = whyc_tests::number_from_env("WHYC_FEASIBLE_PROGRAMS", 60);
    for seed in 0..n {
        let config = Config { raw_percent: 10, ..Config::open(1 + (seed % 2) as usize) };
        same_each_way(&generate::program(seed, &config));
    }
}

/// A reader of `n` unknown bytes that goes one too far where it is wrong.
fn reader(n: usize, condition: &str) -> String {
    format!(
        "#include <assert.h>\n#include <stdlib.h>\nchar nondet_char(void);\n\
         struct item {{ struct item *next; int depth; }};\n\
         static struct item *read(const char *text, int *at, int depth) {{\n\
         \x20   struct item *first = 0;\n\
         \x20   while ({condition} && text[*at] == '(') {{\n\
         \x20       struct item *item = malloc(sizeof *item);\n\
         \x20       if (!item) return first;\n\
         \x20       ++*at;\n        item->depth = depth;\n        item->next = read(text, at, depth + 1);\n\
         \x20       first = item;\n    }}\n    return first;\n}}\n\
         int main(void) {{\n    char text[{n}];\n    for (int k = 0; k < {n}; k++) text[k] = nondet_char();\n\
         \x20   int at = 0;\n    struct item *items = read(text, &at, 0);\n\
         \x20   for (; items; items = items->next) assert(items->depth < {n});\n    return 0;\n}}\n"
    )
}

#[test]
fn a_recursive_reader_is_decided_the_same() {
    assert_eq!(same_each_way(&reader(2, "*at < 2")), "Safe");
    assert_eq!(same_each_way(&reader(2, "*at < 3")), "Violated");
}
