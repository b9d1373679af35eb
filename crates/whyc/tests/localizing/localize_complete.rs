//! `whyc localize` against brute force: on small programs every expression is given every value of a small domain, for
//! each of its evaluations, in the compiled program. What mends the program so is among the diagnoses; and each diagnosis
//! mends it, with values of the domain or with those that whyc tells.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use whyc_ir::program::{Origin, Program};
use whyc_tests::native::Scratch;
use whyc_tests::patch::{self, Hole};
use whyc_tests::rng::Rng;

/// The values that are tried.
const DOMAIN: &str = "-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9";
/// At most this many evaluations of one expression are given all values.
const MOST_EVALUATIONS: usize = 3;

/// What stands around the program: `assert` ends one attempt, and all attempts are made in one process.
const DRIVER: &str = r#"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static sigjmp_buf whyc_end;
static int whyc_holes[2], whyc_n_holes, whyc_chosen[16], whyc_at, whyc_limit, whyc_evaluated;
static const int whyc_domain[] = { DOMAIN };
enum { WHYC_NUMBERS = sizeof whyc_domain / sizeof *whyc_domain, WHYC_N = 16 };
static void whyc_stop(int how) { siglongjmp(whyc_end, how); }
static void whyc_trap(int signal) { whyc_stop(2); }
static long whyc_pointer(int type, int k);
/* A number, or a pointer of the type with this number. */
static long whyc_next(int hole, int type) {
    if (whyc_at == whyc_limit) whyc_stop(3);
    int k = whyc_chosen[whyc_at++];
    if (type) return whyc_pointer(type, k);
    if (k >= WHYC_NUMBERS) whyc_stop(2);
    return whyc_domain[k];
}
/* What is asked for ends where memory does, so that an access behind it traps. */
static void *whyc_calloc(unsigned long n, unsigned long size) {
    unsigned long bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > 4096) return NULL;
    char *block = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(block, 4096, PROT_READ | PROT_WRITE);
    return block + (4096 - bytes) / 4 * 4;
}
#define calloc whyc_calloc
static int whyc_is_open(int hole) {
    if (++whyc_evaluated > 3000) whyc_stop(2);
    for (int k = 0; k < whyc_n_holes; k++) if (whyc_holes[k] == hole) return 1;
    return 0;
}
#define assert(...) ((__VA_ARGS__) ? (void) 0 : whyc_stop(2))
#define main program
"#;

/// The attempts: a run that asks for more values than are chosen is tried again with one more.
const MAIN: &str = r#"
#undef main
/* 1: some choice passes; 0: none; 2: there are too many evaluations to say. */
static int whyc_search(int depth) {
    volatile int unknown = 0;
    whyc_limit = depth;
    whyc_at = whyc_evaluated = 0;
    int how = sigsetjmp(whyc_end, 1);
    if (how == 0) { whyc_reset(); program(); return whyc_at == depth; }
    if (how != 3) return 0;
    if (depth == MOST) return 2;
    for (int k = 0; k < WHYC_N; k++) {
        whyc_chosen[depth] = k;
        int found = whyc_search(depth + 1);
        if (found == 1) return 1;
        unknown |= found == 2;
    }
    return unknown ? 2 : 0;
}
int main(int argc, char **argv) {
    struct sigaction trap = { .sa_handler = whyc_trap, .sa_flags = SA_NODEFER };
    sigaction(SIGILL, &trap, NULL);
    sigaction(SIGFPE, &trap, NULL);
    sigaction(SIGTRAP, &trap, NULL);
    sigaction(SIGSEGV, &trap, NULL);
    int n = atoi(argv[1]), pairs = argc > 2;
    for (int a = 0; a < n; a++) {
        whyc_n_holes = 1;
        whyc_holes[0] = a;
        if (!pairs) { printf("%d %d\n", a, whyc_search(0)); continue; }
        for (int b = a + 1; b < n; b++) {
            whyc_n_holes = 2;
            whyc_holes[1] = b;
            printf("%d,%d %d\n", a, b, whyc_search(0));
        }
    }
    return 0;
}
"#;

/// A type of pointers, and all that a pointer of that type may be in a program, as whyc and as C write it.
type Pointers = (&'static str, &'static [&'static str]);

struct Small {
    text: String,
    pointers: &'static [Pointers],
    /// The global variables.
    globals: &'static [&'static str],
    /// Line and column of each component, and of its end.
    components: Vec<[u64; 4]>,
    holes: Vec<Hole>,
}

impl Small {
    fn new(text: &str) -> Self {
        let input = whyc_c::Input::text("small.c", text);
        let compiled = whyc_c::compile(&[input], &whyc_c::Options::for_main());
        let program: Program = compiled.expect("the program should compile").program;
        let mut small =
            Self { text: text.to_owned(), pointers: &[], globals: &[], components: Vec::new(), holes: Vec::new() };
        for component in program.components.iter() {
            let is_users = program.functions[component.function].origin == Origin::User;
            let file = &program.sources.file(component.span.file).name;
            if !is_users || file != "small.c" {
                continue;
            }
            let (start, end) = (program.sources.start(component.span), program.sources.end(component.span));
            small.components.push([start.line, start.column, end.line, end.column].map(u64::from));
            let number = small.holes.len();
            small.holes.push(Hole { start: component.span.start as usize, end: component.span.end as usize, number });
        }
        small
    }

    /// For each component, or each pair of them, what brute force says.
    fn brute_force(&self, pairs: bool) -> Vec<(Vec<usize>, u32)> {
        let scratch = Scratch::new();
        let body = self.text.replace("#include <assert.h>", "");
        // Nothing moves: the lines stay, and holes are placed before the line is taken out.
        let shift = self.text.len() - body.len();
        let holes: Vec<Hole> = self
            .holes
            .iter()
            .map(|hole| Hole { start: hole.start - shift, end: hole.end - shift, number: hole.number })
            .collect();
        let driver = DRIVER.replace("DOMAIN", DOMAIN);
        let last = MAIN.replace("MOST", &MOST_EVALUATIONS.to_string());
        let macros = OPEN_MACRO.replace("TYPES", &self.types());
        let source = format!("{driver}{macros}{}{}{last}", patch::patched(&body, &holes), self.pointers());
        let source = scratch.write("brute.c", source);
        let program = scratch.file("brute");
        let flags = ["-std=gnu17", "-w", "-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"];
        let compile = Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&program).arg("-lm").output();
        let compile = compile.expect("gcc should start");
        assert!(compile.status.success(), "{}\n{}", self.text, String::from_utf8_lossy(&compile.stderr));
        let mut run = Command::new("timeout");
        run.arg("120").arg(&program).arg(self.holes.len().to_string()).args(pairs.then_some("pairs"));
        let output = run.output().expect("the program should start");
        assert!(output.status.success(), "{}\n{}", self.text, output.status);
        let line = |line: &str| {
            let (set, found) = line.split_once(' ').expect("two words");
            let set = set.split(',').map(|number| number.parse().expect("a number")).collect();
            (set, found.parse().expect("a number"))
        };
        String::from_utf8_lossy(&output.stdout).lines().map(line).collect()
    }

    /// The associations of a `_Generic` that gives the number of a type of pointers.
    fn types(&self) -> String {
        (1..).zip(self.pointers).map(|(number, (ty, _))| format!("{ty}: {number}, ")).collect()
    }

    /// The pointers that are tried, as a function of the type and of the choice; and how to begin anew.
    fn pointers(&self) -> String {
        let mut cases = String::new();
        for (number, (_, pointers)) in (1..).zip(self.pointers) {
            for (k, pointer) in pointers.iter().enumerate() {
                cases.push_str(&format!("    if (type == {number} && k == {k}) return (long) ({pointer});\n"));
            }
        }
        // What one attempt wrote is not for the next one to read.
        let reset: String = self.globals.iter().map(|name| format!("memset(&{name}, 0, sizeof {name}); ")).collect();
        format!(
            "static long whyc_pointer(int type, int k) {{\n{cases}    whyc_stop(2);\n    return 0;\n}}\n\
             static void whyc_reset(void) {{ {reset}}}\n"
        )
    }

    /// The diagnoses, as sets of components, and whether all their values are of the domain; none if the program does not
    /// fail.
    fn localize(&self, faults: &str) -> Option<BTreeMap<Vec<usize>, bool>> {
        let scratch = Scratch::new();
        let file = scratch.write("small.c", &self.text);
        let output = Command::new(env!("CARGO_BIN_EXE_whyc"))
            // What asserts is the program here, too.
            .args(["localize", "--format", "json", "--suspect", "main", "--faults", faults])
            .arg(file)
            .output()
            .expect("the binary should run");
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        if report["verdict"] == "safe" {
            return None;
        }
        let found = report["localization"]["diagnoses"].as_array();
        let found = found.unwrap_or_else(|| panic!("{}\n{report}", self.text));
        Some(found.iter().map(|diagnosis| (self.components_of(diagnosis), self.is_in_domain(diagnosis))).collect())
    }

    fn components_of(&self, diagnosis: &Value) -> Vec<usize> {
        let keys = ["line", "column", "end_line", "end_column"];
        let place = |component: &Value| keys.map(|key| component[key].as_u64().expect("a number"));
        let index = |component: &Value| self.components.iter().position(|known| *known == place(component));
        let components = diagnosis["components"].as_array().expect("a list").iter();
        let mut set: Vec<usize> =
            components.map(|component| index(component).expect("the component should be known")).collect();
        set.sort_unstable();
        set
    }

    /// Whether all values that a diagnosis tells are among those that are tried.
    fn is_in_domain(&self, diagnosis: &Value) -> bool {
        let replacements = diagnosis["replacements"].as_array().expect("a list");
        let values = replacements.iter().flat_map(|replacement| replacement["values"].as_array().expect("a list"));
        let is_tried = |value: &str| {
            let is_pointer = self.pointers.iter().any(|(_, pointers)| pointers.contains(&value));
            let is_number = |value: f64| value.fract() == 0.0 && (-3.0..=9.0).contains(&value);
            matches!(value, "true" | "false") || is_pointer || value.parse().is_ok_and(is_number)
        };
        values.map(|value| value.as_str().expect("text")).all(is_tried)
    }

    /// Compares single faults; says how many components were decided by brute force.
    fn compare(&self) -> usize {
        self.compare_all().len()
    }

    /// What brute force decides, one after the other: whether a component mends the program.
    fn compare_all(&self) -> Vec<bool> {
        let Some(found) = self.localize("1") else { return Vec::new() };
        let mut decided = Vec::new();
        for (set, mends) in self.brute_force(false) {
            let component = &self.text[self.holes[set[0]].start..self.holes[set[0]].end];
            let is_told = found.contains_key(&set);
            match mends {
                // A value that is not tried may mend it.
                0 if found.get(&set) == Some(&false) => continue,
                0 => assert!(!is_told, "no value of `{component}` mends this, but it is told:\n{}", self.text),
                1 => assert!(is_told, "`{component}` mends this, but it is not told:\n{}", self.text),
                _ => continue,
            }
            decided.push(mends == 1);
        }
        decided
    }

    /// Compares pairs of which neither part is enough.
    fn compare_pairs(&self) -> usize {
        let found = self.localize("2").expect("the program should fail");
        let single: BTreeSet<usize> =
            self.brute_force(false).into_iter().filter(|(_, mends)| *mends == 1).map(|(set, _)| set[0]).collect();
        let told_single: BTreeSet<usize> = found.keys().filter(|set| set.len() == 1).map(|set| set[0]).collect();
        assert_eq!(single, told_single, "{}", self.text);
        let mut n_pairs = 0;
        for (set, mends) in self.brute_force(true) {
            let is_smallest = !set.iter().any(|component| single.contains(component));
            let is_told = found.contains_key(&set);
            let parts: Vec<&str> = set.iter().map(|&k| &self.text[self.holes[k].start..self.holes[k].end]).collect();
            match mends {
                0 => assert!(!is_told, "no values of {parts:?} mend this, but they are told:\n{}", self.text),
                1 => assert_eq!(is_told, is_smallest, "{parts:?} in\n{}", self.text),
                _ => continue,
            }
            n_pairs += usize::from(is_told);
        }
        n_pairs
    }
}

/// All expressions are holes, but only those that are open get another value.
const OPEN_MACRO: &str = "
#define WHYC_VALUE(hole, ...) ({ __typeof__((__VA_ARGS__) + 0) whyc_was = (__VA_ARGS__); \\
    whyc_is_open(hole) ? (__typeof__(whyc_was)) whyc_next(hole, _Generic(whyc_was, TYPES default: 0)) : whyc_was; })
";

/// Programs whose values fit the domain.
const PROGRAMS: [&str; 12] = [
    "int main(void) { int a = 1, b = 2; int c = a + b; if (c > 3) c = c - 1; assert(c == 2); return 0; }",
    "int main(void) { int a = 5; int b = 6; int s = a + b; int d = a - b; assert(s == 12 && d == 0); return 0; }",
    "int main(void) { int x = 3, y = 0; if (x < 2) y = 1; else y = 2; assert(y == 1); return 0; }",
    "int max(int a, int b) { if (a > b) return b; return a; } int main(void) { int m = max(2, 4); assert(m == 4); return 0; }",
    "int main(void) { int n = 0; for (int i = 0; i < 2; i = i + 1) n = n + i; assert(n == 3); return 0; }",
    "int main(void) { int a[3] = { 4, 1, 2 }; int k = 1; int v = a[k]; assert(v == 4); return 0; }",
    "int main(void) { _Bool p = 1, q = 0; _Bool r = p && q; int n = r ? 3 : 4; assert(n == 3); return 0; }",
    "int main(void) { int a = 2, b = 3; int t = a; a = b; b = a; assert(a == 3 && b == 2); return 0; }",
    "int twice(int n) { return n + n; } int main(void) { int a = twice(1); int b = twice(a); assert(a == 2 && b == 6); return 0; }",
    "int main(void) { int k = 2, r = 0; switch (k) { case 0: r = 1; break; case 2: r = 5; break; case 4: r = 7; break; default: r = 3; } assert(r == 7); return 0; }",
    "int main(void) { unsigned char c = 200; unsigned char d = c + 60; int low = d < 10; assert(!low || d == 9); return 0; }",
    "int main(void) { int a = 1, b = 0; if (a && !b) { if (b || a) a = 4; else a = 2; } assert(a == 2); return 0; }",
];

fn program(text: &str) -> Small {
    Small::new(&format!("#include <assert.h>\n{text}\n"))
}

#[test]
fn single_faults_are_those_of_brute_force() {
    let decided = whyc_tests::parallel::map(&PROGRAMS, |text| program(text).compare_all());
    let has = |mends: bool| decided.iter().filter(|decided| decided.contains(&mends)).count();
    assert!(decided.iter().all(|decided| decided.len() >= 3), "{decided:?}");
    assert!(has(true) == PROGRAMS.len() && has(false) >= 8, "there should be some of both: {decided:?}");
}

/// Programs with what is not just a number: pointers to elements, to fields, into text, to pointers and to functions; the
/// numbers of `calloc`, lengths of arrays and arguments of functions on numbers. With each, its globals.
const WITH_POINTERS: [(&str, &[&str], &[Pointers]); 12] = [
    (
        "int a[3]; int main(void) { a[0] = 4; a[1] = 5; a[2] = 6; int *p = &a[1]; assert(*p == 6); return 0; }",
        &["a"],
        &[("int *", &["NULL", "&a[0]", "&a[1]", "&a[2]", "&a[3]"])],
    ),
    (
        "int a[3]; int main(void) { a[0] = 1; a[1] = 2; a[2] = 3; int s = 0; int *end = a + 2;\n\
         for (int *p = a; p != end; p = p + 1) s = s + *p; assert(s == 6); return 0; }",
        &["a"],
        &[("int *", &["NULL", "&a[0]", "&a[1]", "&a[2]", "&a[3]"])],
    ),
    (
        "struct pair { int x, y; } g, h; int main(void) { g.x = 1; g.y = 2; h.x = 3; h.y = 4; int *p = &g.x; \
         assert(*p == 4); return 0; }",
        &["g", "h"],
        &[("int *", &["NULL", "&g.x", "&g.y", "&h.x", "&h.y"])],
    ),
    (
        "struct item { int n[2]; char tag; } s[2]; int main(void) { s[0].n[1] = 7; s[1].n[0] = 8; struct item *p = s; \
         int v = p->n[0]; assert(v == 8); return 0; }",
        &["s"],
        &[("struct item *", &["NULL", "&s[0]", "&s[1]", "&s[2]"])],
    ),
    (
        "char t[4]; int main(void) { t[0] = 1; t[1] = 2; t[2] = 3; t[3] = 0; char *s = t + 2; int n = 0;\n\
         while (*s) { n = n + 1; s = s + 1; } assert(n == 3 && s == &t[3]); return 0; }",
        &["t"],
        &[("char *", &["NULL", "&t[0]", "&t[1]", "&t[2]", "&t[3]", "&t[4]"])],
    ),
    (
        "struct node { struct node *l, *r; } a, b; int main(void) { struct node **at = &a.l; *at = &b; \
         assert(!a.l && a.r == &b && !b.l && !b.r); return 0; }",
        &["a", "b"],
        &[("struct node *", &["NULL", "&a", "&b"]), ("struct node **", &["NULL", "&a.l", "&a.r", "&b.l", "&b.r"])],
    ),
    (
        "int up(int n) { return n + 1; } int down(int n) { return n - 1; }\n\
         int main(void) { int (*f)(int) = down; int r = f(3); assert(r == 4); return 0; }",
        &[],
        &[("int (*)(int)", &["NULL", "up", "down"])],
    ),
    (
        "#include <stdlib.h>\nint main(void) { int *p = calloc(2, 4); p[2] = 5; int v = p[2]; assert(v == 5); return 0; }",
        &[],
        &[("int *", &["NULL"])],
    ),
    ("int main(void) { int n = 2; int a[n]; a[n] = 5; int v = a[2]; assert(v == 5); return 0; }", &[], &[]),
    ("#include <math.h>\nint main(void) { double d = 4; double r = sqrt(d); assert(r == 3); return 0; }", &[], &[]),
    (
        "#include <math.h>\nint main(void) { double d = -2; double r = fabs(d) + fmax(1, d); assert(r == 8); return 0; }",
        &[],
        &[],
    ),
    ("int main(void) { int n = 3; int bits = __builtin_popcount(n); assert(bits == 1); return 0; }", &[], &[]),
];

#[test]
fn pointers_and_sizes_are_those_of_brute_force() {
    let decided = whyc_tests::parallel::map(&WITH_POINTERS, |(text, globals, pointers)| {
        Small { globals, pointers, ..program(text) }.compare_all()
    });
    assert!(decided.iter().all(|decided| decided.len() >= 3 && decided.contains(&true)), "{decided:?}");
    let rejected = decided.iter().filter(|decided| decided.contains(&false)).count();
    assert!(rejected >= 8, "there should be some of both: {decided:?}");
}

#[test]
fn pairs_are_those_of_brute_force() {
    let texts = [
        "int main(void) { int a = 1, b = 2; assert(a == 3 && b == 4); return 0; }",
        "int main(void) { int a = 1; int b = a; int c = 0; if (a > 1) c = b; assert(c == 2 && b == 1); return 0; }",
        "int f(int n) { return n; } int main(void) { int a = f(1); int b = f(2); assert(a == 2 && b == 5); return 0; }",
    ];
    for text in texts {
        assert!(program(text).compare_pairs() > 0, "{text}");
    }
}

/// A random program over three small numbers.
fn random(seed: u64) -> Small {
    let mut rng = Rng::new(seed);
    let mut text = String::from("int main(void) {\n    int a = 1, b = 2, c = 3;\n");
    for _ in 0..rng.between(2, 4) {
        let statement = statement(&mut rng, 0);
        text.push_str(&statement);
    }
    let (name, value) = (variable(&mut rng), rng.below(6));
    text.push_str(&format!("    assert({name} == {value});\n    return 0;\n}}"));
    program(&text)
}

fn variable(rng: &mut Rng) -> &'static str {
    ["a", "b", "c"][rng.below(3)]
}

fn expression(rng: &mut Rng) -> String {
    let (x, y, k) = (variable(rng), variable(rng), rng.below(4));
    match rng.below(5) {
        0 => format!("{x} + {y}"),
        1 => format!("{x} - {k}"),
        2 => k.to_string(),
        3 => format!("{x} < {y} ? {x} : {k}"),
        _ => x.to_owned(),
    }
}

fn condition(rng: &mut Rng) -> String {
    let (x, y, k) = (variable(rng), variable(rng), rng.below(4));
    match rng.below(4) {
        0 => format!("{x} < {y}"),
        1 => format!("{x} == {k}"),
        2 => format!("{x} > {k} && {y} != {k}"),
        _ => format!("{x} <= {y} || {y} == {k}"),
    }
}

fn statement(rng: &mut Rng, depth: usize) -> String {
    match rng.below(if depth == 0 { 4 } else { 2 }) {
        0 | 1 => format!("    {} = {};\n", variable(rng), expression(rng)),
        2 => {
            let (then, otherwise) = (statement(rng, 1), statement(rng, 1));
            format!("    if ({}) {{\n{then}    }} else {{\n{otherwise}    }}\n", condition(rng))
        }
        _ => format!("    for (int i = 0; i < 2; i = i + 1) {{\n{}    }}\n", statement(rng, 1)),
    }
}

#[test]
fn random_programs_agree_with_brute_force() {
    let n = whyc_tests::number_from_env("WHYC_RANDOM_PROGRAMS", 40);
    let seeds: Vec<u64> = (0..n).collect();
    let decided = whyc_tests::parallel::map(&seeds, |&seed| random(seed).compare());
    let failing = decided.iter().filter(|&&n| n > 0).count();
    assert!(failing as u64 >= n / 2, "most of them should fail: {decided:?}");
}
