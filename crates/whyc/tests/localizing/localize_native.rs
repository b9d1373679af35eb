//! Every diagnosis of `whyc localize`, tried on the compiled program: with the replacement values in the place of the
//! suspended expressions, one after the other as the run comes to them, the failing run does what it should.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::patch::{self, Hole, VALUE_MACROS};

/// A program with faults, and how to find them.
struct Case {
    file: PathBuf,
    defines: Vec<String>,
    options: Vec<String>,
    tests: Option<PathBuf>,
}

/// How many diagnoses were tried with how many runs, and how many have values that C cannot name (blocks of memory).
#[derive(Debug, Default)]
struct Tally {
    diagnoses: usize,
    runs: usize,
    unnamed: usize,
}

fn folder() -> PathBuf {
    whyc_tests::repository().join("tests/localize")
}

impl Case {
    fn new(file: PathBuf, defines: &[&str], options: &[&str]) -> Self {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self { file, defines: owned(defines), options: owned(options), tests: None }
    }

    fn localize(&self) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.args(["localize", "--format", "json"]).args(&self.options);
        self.defines.iter().for_each(|define| {
            command.args(["-D", define]);
        });
        if let Some(tests) = &self.tests {
            command.arg("--tests").arg(tests);
        }
        let output = command.arg(&self.file).output().expect("the binary should run");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{}: {error}: {}", self.file.display(), String::from_utf8_lossy(&output.stderr))
        });
        report["localization"].clone()
    }

    /// Tries all diagnoses, and tells them.
    fn confirm(&self, tally: &mut Tally) -> Value {
        let found = self.localize();
        let diagnoses = found["diagnoses"].as_array().unwrap_or_else(|| panic!("{}: {found}", self.file.display()));
        assert!(!diagnoses.is_empty(), "{}: there should be a diagnosis", self.file.display());
        for diagnosis in diagnoses {
            // A statement that is missing or changed as a whole has no values.
            if diagnosis["components"].as_array().is_some_and(|it| it.iter().any(|one| one["kind"] == "statement")) {
                continue;
            }
            self.confirm_one(diagnosis, tally);
        }
        found
    }

    fn confirm_one(&self, diagnosis: &Value, tally: &mut Tally) {
        let text = std::fs::read_to_string(&self.file).expect("the program should be there");
        let scratch = Scratch::new();
        let tests = values_by_test(diagnosis);
        assert!(!tests.is_empty(), "{}: values should be told for {diagnosis}", self.file.display());
        let source = scratch.write("patched.c", self.patched(&text, diagnosis, &tests));
        let program = scratch.file("patched");
        if let Err(message) = self.compile(&source, &program) {
            let is_unnamed = tests.values().flatten().flatten().any(|value| is_pointer(value) && value != "NULL");
            assert!(is_unnamed, "{diagnosis}\n{message}");
            tally.unnamed += 1;
            return;
        }
        tally.diagnoses += 1;
        for (number, test) in tests.keys().enumerate() {
            if let Err(what) = self.run(&program, number, test) {
                panic!("{} {:?}, {test}: {what}\n{diagnosis:#}", self.file.display(), self.defines);
            }
            tally.runs += 1;
        }
        let as_it_is = scratch.write("as_it_is.c", text + &self.inputs());
        self.compile(&as_it_is, &program).expect("the program should compile");
        for (number, test) in tests.keys().enumerate() {
            assert!(self.run(&program, number, test).is_err(), "{test} should fail without the values");
        }
    }

    fn compile(&self, source: &Path, program: &Path) -> Result<(), String> {
        let mut compile = Command::new("gcc");
        compile.args(["-std=gnu17", "-w", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        self.defines.iter().for_each(|define| {
            compile.args(["-D", define]);
        });
        let output = compile.arg(source).arg("-o").arg(program).arg("-lm").output().expect("gcc should start");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    /// The program with the values of all tests; `WHYC_TEST` says which of them.
    fn patched(&self, text: &str, diagnosis: &Value, tests: &BTreeMap<String, Vec<Vec<String>>>) -> String {
        let components = diagnosis["components"].as_array().expect("a list");
        let place = |component: &Value, line: &str, column: &str| {
            let number = |key: &str| component[key].as_u64().expect("a number") as usize;
            patch::offset(text, number(line), number(column))
        };
        let holes: Vec<Hole> = components
            .iter()
            .enumerate()
            .map(|(number, component)| Hole {
                start: place(component, "line", "column"),
                end: place(component, "end_line", "end_column"),
                number,
            })
            .collect();
        let mut source = String::from("#include <stdlib.h>\n#include <stdio.h>\n");
        let pointers =
            (0..holes.len()).any(|hole| tests.values().any(|values| values[hole].iter().any(|v| is_pointer(v))));
        let kind = if pointers { "void *" } else { "long double " };
        source.push_str(&format!("static {kind}whyc_next(int);\n{VALUE_MACROS}#line 1\n"));
        source.push_str(&patch::patched(text, &holes));
        let mut cases = String::new();
        for (number, values) in tests.values().enumerate() {
            for (hole, values) in values.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
                let list: Vec<&str> = values.iter().map(|value| in_c(value)).collect();
                source.push_str(&format!("\nstatic {kind}whyc_values_{number}_{hole}[] = {{ {} }};", list.join(", ")));
                let (at, n) = (number * holes.len() + hole, list.len());
                cases.push_str(&format!("case {at}: if (k < {n}) return whyc_values_{number}_{hole}[k]; break;\n"));
            }
        }
        source.push_str(&format!(
            "\nstatic {kind}whyc_next(int hole) {{
                static int at[{n}];
                int k = at[hole]++;
                switch (atoi(getenv(\"WHYC_TEST\")) * {n} + hole) {{ {cases} }}
                fprintf(stderr, \"a value too few\\n\");
                exit(99);
            }}\n",
            n = holes.len()
        ));
        source.push_str(&self.inputs());
        source
    }

    /// The inputs that the header fixes, in their order.
    fn inputs(&self) -> String {
        let values: Vec<&str> =
            self.options.iter().filter_map(|option| option.split_once('=')).map(|(_, v)| v).collect();
        if values.is_empty() {
            return String::new();
        }
        format!(
            "\nint __VERIFIER_nondet_int(void) {{ static int at, v[] = {{ {} }}; return v[at++]; }}\n",
            values.join(", ")
        )
    }

    /// Runs a test; what is wrong, if it does not do what it should.
    fn run(&self, program: &Path, number: usize, test: &str) -> Result<(), String> {
        let part = |extension: &str| {
            let tests = self.tests.as_ref()?;
            std::fs::read(tests.join(format!("{test}.{extension}"))).ok()
        };
        let args = String::from_utf8(part("args").unwrap_or_default()).expect("text");
        let mut command = Command::new("timeout");
        command.arg("20").arg(program).args(args.split_whitespace()).env("WHYC_TEST", number.to_string());
        command.env("ASAN_OPTIONS", "detect_leaks=0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program should start");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program need not read what it is given.
        let _ = stdin.write_all(&part("in").unwrap_or_default());
        drop(stdin);
        let output = child.wait_with_output().expect("the program should end");
        let status = part("exit").map(|text| String::from_utf8_lossy(&text).trim().parse::<i32>().expect("a number"));
        let wrong = |what: &str| {
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            Err(format!("{what}: {} {out:?} {err}", output.status))
        };
        if part("out").is_some_and(|expected| expected != output.stdout) {
            return wrong("another output");
        }
        match status {
            Some(status) if output.status.code() != Some(status) => wrong("another exit status"),
            None if self.tests.is_none() && !output.status.success() => wrong("an assertion fails"),
            _ if output.status.code().is_none() || output.status.code() == Some(99) => wrong("it does not end well"),
            _ => Ok(()),
        }
    }
}

/// For each test, the values of each component.
fn values_by_test(diagnosis: &Value) -> BTreeMap<String, Vec<Vec<String>>> {
    let n_components = diagnosis["components"].as_array().expect("a list").len();
    let mut tests: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for replacement in diagnosis["replacements"].as_array().expect("a list") {
        let test = replacement["test"].as_str().expect("a name").to_owned();
        let component = replacement["component"].as_u64().expect("a number") as usize;
        let values = replacement["values"].as_array().expect("a list").iter();
        let values = values.map(|value| value.as_str().expect("text").to_owned()).collect();
        tests.entry(test).or_insert_with(|| vec![Vec::new(); n_components])[component] = values;
    }
    tests
}

fn in_c(value: &str) -> &str {
    match value {
        "true" => "1",
        "false" => "0",
        other => other,
    }
}

/// Whether a value is none of a number, a character and an enumerator.
fn is_pointer(value: &str) -> bool {
    let is_name = value.chars().all(|c| c.is_ascii_uppercase() || c == '_') && value != "NULL";
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '\'');
    !is_name && !is_number && !["true", "false"].contains(&value)
}

#[test]
fn assertions_hold_with_the_values() {
    let mut tally = Tally::default();
    for name in ["product.c", "product_weak.c"] {
        let file = folder().join(name);
        let text = std::fs::read_to_string(&file).expect("the program should be there");
        let inputs = text.lines().find_map(|line| line.strip_prefix("// inputs: ")).expect("the header has them");
        Case::new(file, &[], &inputs.split_whitespace().collect::<Vec<_>>()).confirm(&mut tally);
    }
    assert_eq!((tally.diagnoses, tally.unnamed), (3, 0));
}

#[test]
fn a_tree_is_right_with_the_values() {
    let mut tally = Tally::default();
    let trust = ["--trust", "check_tree", "--trust", "check_below", "--faults", "1"];
    for defines in [["FAULT=1", "SEQUENCE=1"], ["FAULT=1", "SEQUENCE=3"], ["FAULT=2", "SEQUENCE=2"]] {
        Case::new(folder().join("rbtree.c"), &defines, &trust).confirm(&mut tally);
    }
    assert!(tally.diagnoses >= 3, "{tally:?}");
}

/// Pointers to elements and fields, numbers of `calloc`, arguments of functions on numbers; the faulty line is among them.
#[test]
fn parts_are_right_with_the_values() {
    let file = folder().join("parts.c");
    let text = std::fs::read_to_string(&file).expect("the program should be there");
    let faults = [1, 2, 3, 4, 5, 6];
    let told = whyc_tests::parallel::map(&faults, |fault| {
        let case = Case::new(file.clone(), &[&format!("FAULT={fault}")], &[]);
        let mut tally = Tally::default();
        let found = case.confirm(&mut tally);
        assert_eq!(tally.unnamed, 0, "{fault}: {found}");
        let line = 1 + text.lines().position(|line| line.contains(&format!("/* fault {fault} */"))).expect("a line");
        let diagnoses = found["diagnoses"].as_array().expect("a list").iter();
        let components = diagnoses.flat_map(|diagnosis| diagnosis["components"].as_array().expect("a list"));
        let here = components.filter(|component| component["line"] == line);
        here.map(|component| component["text"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    });
    let wanted = ["&values[2]", "&limits.low", "text + 3", "values + 1", "sizeof(char)", "squares[1]"];
    for (told, wanted) in told.iter().zip(wanted) {
        assert!(told.iter().any(|text| text == wanted), "{wanted}: {told:?}");
    }
}

#[test]
fn beginners_tests_pass_with_the_values() {
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder().join("beginner"))
        .expect("the programs should be there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    let tallies = whyc_tests::parallel::map(&names, |here| {
        let name = here.file_name().expect("a name").to_string_lossy().into_owned();
        let mut case = Case::new(here.join(format!("{name}.c")), &[], &[]);
        case.tests = Some(here.join("tests"));
        let mut tally = Tally::default();
        case.confirm(&mut tally);
        tally
    });
    let (diagnoses, unnamed) = tallies.iter().fold((0, 0), |sum, t| (sum.0 + t.diagnoses, sum.1 + t.unnamed));
    assert!(diagnoses >= 30 && unnamed <= 4, "{tallies:?}");
}

/// Inputs of the advisory program near its thresholds.
fn advisory_inputs(n: usize) -> Vec<String> {
    let mut rng = whyc_tests::rng::Rng::new(5);
    let mut one = |choices: &[i32]| choices[rng.below(choices.len())];
    let mut lines = Vec::new();
    for _ in 0..n {
        let layer = one(&[0, 1, 2, 3]);
        let wanted = [400, 500, 640, 740][layer as usize];
        let above = wanted + one(&[-1, 0, 1, 60, -120]);
        let below = one(&[above, above - 100, above + 1, wanted, wanted - 1]);
        let words = [
            one(&[120, 299, 300, 301, 900]),
            one(&[1, 1, 1, 0]),
            one(&[1, 1, 0]),
            1000,
            one(&[-601, -600, 0, 0, 600, 601]),
            1000 + one(&[-500, -1, 0, 1, 500]),
            layer,
            above,
            below,
            one(&[0, 0, 1, 2]),
            one(&[1, 2]),
            one(&[0, 1]),
        ];
        lines.push(words.map(|word| word.to_string()).join(" "));
    }
    lines
}

#[test]
fn advisories_are_right_with_the_values() {
    let scratch = Scratch::new();
    let (file, program, tests) = (folder().join("advisory.c"), scratch.file("advisory"), scratch.file("tests"));
    let compile = Command::new("gcc").args(["-w", "-D", "FAULT=0"]).arg(&file).arg("-o").arg(&program).status();
    assert!(compile.expect("gcc should start").success());
    std::fs::create_dir(&tests).expect("a folder");
    for (k, line) in advisory_inputs(60).iter().enumerate() {
        let output = Command::new(&program).args(line.split_whitespace()).output().expect("it should run");
        std::fs::write(tests.join(format!("t{k:02}.args")), line).expect("a file");
        std::fs::write(tests.join(format!("t{k:02}.out")), output.stdout).expect("a file");
    }
    let faults = ["FAULT=2", "FAULT=12", "FAULT=13", "FAULT=17", "FAULT=18", "FAULT=20"];
    let tallies = whyc_tests::parallel::map(&faults, |fault| {
        let mut case = Case::new(file.clone(), &[fault], &["--trust", "read_state"]);
        case.tests = Some(tests.clone());
        let mut tally = Tally::default();
        case.confirm(&mut tally);
        tally
    });
    assert!(tallies.iter().all(|tally| tally.diagnoses > 0 && tally.unnamed == 0), "{tallies:?}");
}

/// A right program of `tests/localize/right`, with one piece of its text replaced by another.
const FAULTS: [(&str, &str, &str); 26] = [
    ("ring", "if (r->count == PLACES)", "if (r->count > PLACES)"),
    ("trim", "text[until - 1] == ' '", "text[until] == ' '"),
    ("search", "table[middle] < wanted", "table[middle] <= wanted"),
    ("lift", "    l->moved = 1;\n", ""),
    ("money", "cost = amount + FEE", "cost = amount - FEE"),
    ("number", "        sign = -1;\n        at++;\n", "        sign = -1;\n"),
    ("stack", "m->used -= 2", "m->used -= 1"),
    ("votes", "votes[i] < PEOPLE)", "votes[i] <= PEOPLE)"),
    ("owner", "malloc(n + 1)", "malloc(n)"),
    ("bits", "set & ~(1u << number)", "set & (1u << number)"),
    ("pool", "    p->count--;\n", ""),
    ("comma", "            value = 0;\n", ""),
    ("session", "    s->buffer = 0;\n", ""),
    ("nibbles", "(high << 4) + low", "high << 4 + low"),
    ("flags", "~(1u << bit)", "!(1u << bit)"),
    ("gears", "            gear++;\n        break;\n", "            gear++;\n"),
    ("battery", "    if (level < 0)\n        level = 0;\n", ""),
    ("mean", "const int *t, int n", "const int *t, unsigned n"),
    ("median", "*a = *b", "*a = t"),
    ("foreign", "(unsigned char)*s", "*s"),
    ("cache", "    store[key] = value;\n    cached_key = -1;\n", "    store[key] = value;\n"),
    ("voters", "    else\n        return 0;\n", ""),
    ("tree", "key < t->key ? t->left", "key > t->key ? t->left"),
    ("history", "back + SIZE) % SIZE", "back) % SIZE"),
    ("packed", "i + run < n && in", "in"),
    ("heater", "right.measured < right.wanted)\n        right.on", "right.measured < left.wanted)\n        right.on"),
];

/// Runs the program many times with inputs that are made up, in one process.
const MANY_RUNS: &str = r#"
#include <stdint.h>
int program(void);
static uint64_t state = 88172645463325252ull;
static uint64_t next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state * 0x2545F4914F6CDD1Dull; }
static long value(void) {
    switch (next() % 6) {
    case 0: return (long)(next() % 2);
    case 1: return (long)(next() % 5);
    case 2: return (long)(next() % 25) - 12;
    case 3: return (long)(next() % 1200);
    case 4: return (int32_t)next();
    default: return (long)(next() % 10);
    }
}
int nondet_int(void) { return (int)value(); }
unsigned nondet_uint(void) { return (unsigned)value(); }
char nondet_char(void) { return next() % 3 ? " a0+*9\0b"[next() % 8] : (char)next(); }
int main(void) {
    for (int k = 0; k < 30000; k++) program();
    return 0;
}
"#;

/// The text with the edits of a suggestion made.
pub(crate) fn edited(text: &str, edits: &[Value]) -> String {
    let number = |edit: &Value, key: &str| edit[key].as_u64().expect("a number") as usize;
    let start_of = |line: usize| text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let place = |edit: &Value, line: &str, column: &str| start_of(number(edit, line)) + number(edit, column) - 1;
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|it| (place(it, "line", "column"), place(it, "end_line", "end_column"), it["new"].as_str().expect("text")))
        .collect();
    edits.sort_unstable();
    let mut new = text.to_owned();
    for (start, end, by) in edits.into_iter().rev() {
        new.replace_range(start..end, by);
    }
    new
}

/// How a program does in many compiled runs under the sanitizers.
fn passes_natively(text: &str) -> bool {
    let scratch = Scratch::new();
    let (program, driver) = (scratch.write("program.c", text), scratch.write("driver.c", MANY_RUNS));
    let binary = scratch.file("program");
    let flags = ["-w", "-g0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let object = scratch.file("program.o");
    let compile = |args: &[&std::ffi::OsStr]| {
        let output = Command::new("gcc").args(flags).args(args).output().expect("gcc should start");
        assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    };
    compile(&["-Dmain=program".as_ref(), "-c".as_ref(), program.as_ref(), "-o".as_ref(), object.as_ref()]);
    compile(&[driver.as_ref(), object.as_ref(), "-o".as_ref(), binary.as_ref()]);
    let mut run = Command::new("timeout");
    run.arg("60").arg(&binary).env("ASAN_OPTIONS", "detect_leaks=0").stderr(Stdio::null());
    run.output().expect("the program should start").status.success()
}

/// What is called checked is right in compiled runs; most of the time it is what was there before the fault was put in.
#[test]
fn checked_changes_are_right_in_compiled_programs() {
    let found = whyc_tests::parallel::map(&FAULTS, |&(name, old, new)| {
        let right = std::fs::read_to_string(folder().join("right").join(format!("{name}.c"))).expect("a program");
        assert_eq!(right.matches(old).count(), 1, "{name}");
        let wrong = right.replace(old, new);
        assert!(passes_natively(&right) && !passes_natively(&wrong), "{name}: the fault should show");
        let scratch = Scratch::new();
        let file = scratch.write(&format!("{name}.c"), &wrong);
        let found = Case::new(file, &[], &[]).localize();
        let suggestions = found["suggestions"].as_array().unwrap_or_else(|| panic!("{name}: {found}"));
        let is_checked = |one: &&Value| {
            let keys = ["holds", "comes_there", "tests_pass", "keeps_code_alive"];
            keys.iter().all(|key| one[*key] != false)
        };
        let checked: Vec<&Value> = suggestions.iter().filter(is_checked).collect();
        for one in &checked {
            let mended = edited(&wrong, one["edits"].as_array().expect("a list"));
            assert!(passes_natively(&mended), "{name} fails with a change that is called checked:\n{mended}");
        }
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let is_meant =
            |one: &&Value| squeezed(&edited(&wrong, one["edits"].as_array().expect("a list"))) == squeezed(&right);
        (name, !checked.is_empty(), checked.first().is_some_and(is_meant))
    });
    let unchecked: Vec<&str> = found.iter().filter(|it| !it.1).map(|it| it.0).collect();
    let unmeant: Vec<&str> = found.iter().filter(|it| !it.2).map(|it| it.0).collect();
    assert!(
        unchecked.len() <= 1 && unmeant.len() <= 6,
        "no change: {unchecked:?}, another than was meant: {unmeant:?}"
    );
}
