//! Reductions with judges that need no session.

use std::sync::atomic::{AtomicU64, Ordering};

use whyc_reduce::{Judge, Reduction, Text};
use whyc_shrink::Stop;

/// Wants texts that have some words and whose brackets are closed.
struct Has {
    words: &'static [&'static str],
    asked: AtomicU64,
}

impl Judge for Has {
    fn is_wanted(&self, texts: &[&str], _: &Stop) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let all = texts.concat();
        let is_closed = |open: char, close: char| all.matches(open).count() == all.matches(close).count();
        self.words.iter().all(|word| all.contains(word)) && is_closed('{', '}') && is_closed('(', ')')
    }

    fn n_judged(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

fn reduced(words: &'static [&'static str], texts: &[&str]) -> Vec<String> {
    let judge = Has { words, asked: AtomicU64::new(0) };
    let reduction = Reduction {
        judge: &judge,
        compiles: None,
        entry: "main".to_owned(),
        kept: "x == 3".to_owned(),
        jobs: 1,
        stop: Stop::default(),
    };
    let texts = texts.iter().enumerate().map(|(i, text)| Text::new(format!("{i}.c"), *text)).collect();
    let found = reduction.run(texts, &mut |_| {});
    assert!(found.is_complete);
    found.texts.into_iter().map(|text| text.text).collect()
}

const PROGRAM: &str = "
/* A comment. */
#include <assert.h>
typedef unsigned int word;
struct pair { int first; int second; };
static int twice(int a, int unused) { return a + a; }
int other(void) { return 7; }
int main(void) {
    int i, x = 1;
    for (i = 0; i < 3; i++) {
        if (i > 1) { x = twice(x, i) - 1; } else { other(); }
    }
    assert(x == 3);
    return 0;
}
";

#[test]
fn what_is_not_wanted_is_left_out() {
    assert_eq!(reduced(&["assert(x == 3);"], &[PROGRAM]), ["int main(void) {\n    assert(x == 3);\n}\n"]);
}

#[test]
fn whole_files_go() {
    let found = reduced(&["assert(x == 3);"], &["int unused(void) { return 3; }\n", PROGRAM]);
    assert_eq!(found[0], "");
}

#[test]
fn statements_come_out_of_those_around_them() {
    let found = reduced(&["main", "x = twice"], &[PROGRAM]);
    assert!(!found[0].contains("for") && !found[0].contains("if"), "{}", found[0]);
}

#[test]
fn the_lines_of_the_original_are_known() {
    let judge = Has { words: &["assert(x == 3);", "main"], asked: AtomicU64::new(0) };
    let reduction = Reduction {
        judge: &judge,
        compiles: None,
        entry: "main".to_owned(),
        kept: String::new(),
        jobs: 2,
        stop: Stop::default(),
    };
    let found = reduction.run(vec![Text::new("a.c", PROGRAM)], &mut |_| {});
    let text = &found.texts[0];
    let line = |word: &str| text.text.find(word).map(|at| text.line(at));
    assert_eq!((line("main"), line("assert(")), (Some(8), Some(13)));
}
