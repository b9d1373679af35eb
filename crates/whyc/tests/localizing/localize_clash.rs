//! Which runs speak against a place, against what is known otherwise: all conditions of one variable, tried one by one
//! in the compiled program; and programs in which one operator or number was changed on purpose.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;

/// What a native program prints, run once for each of these argument lists.
fn outputs(scratch: &Scratch, name: &str, text: &str, runs: &[Vec<String>]) -> Vec<String> {
    let (source, program) = (scratch.write(&format!("{name}.c"), text), scratch.file(name));
    let built = Command::new("gcc").args(["-w", "-O1", "-o"]).arg(&program).arg(&source).status();
    assert!(built.expect("gcc should run").success(), "{text}");
    let output = |args: &Vec<String>| {
        let output = Command::new(&program).args(args).output().expect("the program should run");
        String::from_utf8(output.stdout).expect("it should print text")
    };
    runs.iter().map(output).collect()
}

/// The diagnoses, with tests that say what is printed for which arguments; none if all tests pass.
fn diagnoses(scratch: &Scratch, text: &str, runs: &[Vec<String>], expected: &[String]) -> Option<Value> {
    let file = scratch.write("program.c", text);
    let tests = scratch.file("tests");
    std::fs::create_dir_all(&tests).expect("a folder for the tests");
    for (k, (args, output)) in runs.iter().zip(expected).enumerate() {
        write(&tests.join(format!("t{k:02}.args")), &args.join(" "));
        write(&tests.join(format!("t{k:02}.out")), output);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_whyc"))
        .args(["localize", "--format", "json", "--tests"])
        .args([&tests, &file])
        .output()
        .expect("the binary should run");
    let told = String::from_utf8_lossy(&output.stdout);
    if told.starts_with("all tests pass") {
        return None;
    }
    let report: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}\n{text}"));
    // Places that stand for the same thing are told as one; here each of them counts.
    let places = |key: &str| report["localization"][key].as_array().cloned().expect("a list");
    Some(Value::Array([places("diagnoses"), places("folded")].concat()))
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A program with a condition in a loop. What is read there besides `a` is another matter: the tests may need it.
const LOOP: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int table[32];
int main(int argc, char **argv) {
    int a = atoi(argv[1]), b = atoi(argv[2]), r = 0;
    TABLE
    for (int i = 0; i < 3; i++) {
        if (HOLE)
            r += b + i;
        else
            a = (a + 1) % 5;
    }
    printf("%d %d\n", r, a);
    return 0;
}
"#;
/// How many values `a` and `b` have.
const AS: usize = 5;
const BS: usize = 3;

/// Whether some condition of `a` alone prints what the tests expect, by trying them all.
fn some_condition_fits(scratch: &Scratch, inputs: &[[usize; 2]], expected: &[String]) -> bool {
    let table = "for (int k = 0; k < 5; k++) table[k] = atoi(argv[3]) >> k & 1;";
    let text = LOOP.replace("TABLE", table).replace("HOLE", "table[a]");
    let all: Vec<Vec<String>> = (0..1 << AS)
        .flat_map(|bits| inputs.iter().map(move |[a, b]| vec![a.to_string(), b.to_string(), bits.to_string()]))
        .collect();
    let printed = outputs(scratch, "all", &text, &all);
    printed.chunks(inputs.len()).any(|one| one == expected)
}

#[test]
fn a_condition_is_spoken_against_if_no_other_one_of_its_variables_fits() {
    let (mut n_against, mut n_not) = (0, 0);
    for seed in 0..24 {
        let mut rng = Rng::new(seed);
        let scratch = Scratch::new();
        let mut inputs: Vec<[usize; 2]> = (0..10).map(|_| [rng.below(AS), rng.below(BS)]).collect();
        inputs.sort_unstable();
        inputs.dedup();
        // What is meant depends on `a`, and in every second program on `b`, too.
        let by_b: Vec<u64> = (0..BS).map(|_| rng.bits()).collect();
        let mut meant = "0".to_owned();
        for b in 0..BS {
            let bits = if seed % 2 == 0 { by_b[0] } else { by_b[b] } & 31;
            let _ = write!(meant, " || b == {b} && ({bits} >> a & 1)");
        }
        let runs: Vec<Vec<String>> = inputs.iter().map(|it| it.iter().map(usize::to_string).collect()).collect();
        let expected = outputs(&scratch, "meant", &LOOP.replace("TABLE", "").replace("HOLE", &meant), &runs);
        let text = LOOP.replace("TABLE", "").replace("HOLE", "a > 1");
        let Some(found) = diagnoses(&scratch, &text, &runs, &expected) else { continue };
        let is_it = |one: &&Value| one["components"][0]["text"] == "a > 1" && one["components"][1].is_null();
        let place = found.as_array().expect("a list").iter().find(is_it).expect("the condition should be a diagnosis");
        let is_against = place["clash"] != serde_json::json!([]);
        assert_eq!(is_against, !some_condition_fits(&scratch, &inputs, &expected), "seed {seed}: {place}\n{meant}");
        n_against += usize::from(is_against);
        n_not += usize::from(!is_against);
    }
    assert!(n_against > 3 && n_not > 3, "{n_against} {n_not}: the programs should be of both kinds");
}

#[test]
fn what_a_call_would_have_given_is_not_known() {
    let text = |condition: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint a, b;\nint above(void) {{ return a > 0; }}\n\
             int low(void) {{ return b < 3; }}\nint main(int argc, char **argv) {{\na = atoi(argv[1]);\n\
             b = atoi(argv[2]);\nprintf(\"%d\\n\", {condition});\nreturn 0;\n}}\n"
        )
    };
    let runs = [[1, 1], [1, 5], [0, 1], [0, 5]].map(|run| run.map(|word| word.to_string()).to_vec());
    let scratch = Scratch::new();
    let expected = outputs(&scratch, "meant", &text("!above() || low()"), &runs);
    let written = "above() || low()";
    let found = diagnoses(&scratch, &text(written), &runs, &expected).expect("some tests should fail");
    let mut places = found.as_array().expect("a list").iter();
    let place = places.find(|one| one["components"][0]["text"] == written).expect("it should be a diagnosis");
    // Where `above()` is true, `low()` is not called, and nobody knows what it would say.
    assert_eq!(place["clash"], serde_json::json!([]), "{found}");
}

/// Random programs, the same for the same seed but for one operator or number.
struct Writer {
    rng: Rng,
    /// How many operators and numbers have been written.
    n_sites: usize,
    /// The one that is written differently.
    changed: Option<usize>,
}

impl Writer {
    /// One of the words; another one where the change is due.
    fn word(&mut self, words: &[&str]) -> String {
        let (k, other) = (self.rng.below(words.len()), 1 + self.rng.below(words.len() - 1));
        let is_changed = self.changed == Some(self.n_sites);
        self.n_sites += 1;
        words[if is_changed { (k + other) % words.len() } else { k }].to_owned()
    }

    fn number(&mut self) -> String {
        self.word(&["0", "1", "2", "3", "5", "7"])
    }

    fn variable(&mut self) -> &'static str {
        const VARIABLES: [&str; 7] = ["a", "b", "c", "r", "s", "list[1]", "*p"];
        VARIABLES[self.rng.below(VARIABLES.len())]
    }

    fn value(&mut self) -> String {
        let x = self.variable();
        match self.rng.below(5) {
            0 => format!("half({x})"),
            1 => format!("{} ? {x} : {}", self.condition(1), self.number()),
            2 => format!("{x} {} {}", self.word(&["+", "-"]), self.variable()),
            _ => format!("{x} {} {}", self.word(&["+", "-"]), self.number()),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let x = self.variable();
        match self.rng.below(if depth < 2 { 5 } else { 3 }) {
            0 => format!("half({x}) {} {}", self.word(&["<", "<=", ">", "==", "!="]), self.number()),
            1 => format!("{x} {} {}", self.word(&["<", "<=", ">", "==", "!="]), self.variable()),
            2 => format!("{x} {} {}", self.word(&["<", "<=", ">", ">=", "==", "!="]), self.number()),
            _ => {
                let (first, second) = (self.condition(depth + 1), self.condition(depth + 1));
                format!("({first} {} {second})", self.word(&["&&", "||"]))
            }
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let target = *self.rng.pick(&["r", "s", "a", "list[1]"]);
        match self.rng.below(if depth < 2 { 5 } else { 2 }) {
            2 | 3 => {
                format!("if ({}) {{ {} }} else {{ {} }}", self.condition(0), self.statement(depth + 1), {
                    self.statement(depth + 1)
                })
            }
            4 => format!("for (int i = 0; i < 3; i++) {{ {} }}", self.statement(depth + 1)),
            _ => format!("{target} = {};", self.value()),
        }
    }

    fn program(mut self) -> (String, usize) {
        let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
        let _ = writeln!(text, "int half(int x) {{ return x > {} ? x / 2 : x; }}", self.number());
        text.push_str("int main(int argc, char **argv) {\n");
        text.push_str("int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), r = 0, s = 1;\n");
        text.push_str("int list[2] = { b, c }, *p = &list[a > b];\n");
        for _ in 0..4 {
            let _ = writeln!(text, "{}", self.statement(0));
        }
        text.push_str("printf(\"%d %d %d %d\\n\", r, s, a, list[1]);\nreturn 0;\n}\n");
        (text, self.n_sites)
    }
}

/// Where two texts differ: the first place and the one behind the last, in the first text.
fn difference(a: &str, b: &str) -> (usize, usize) {
    let start = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - start;
    let end = a.bytes().rev().zip(b.bytes().rev()).take(most).take_while(|(x, y)| x == y).count();
    (start, a.len() - end)
}

/// Where a component stands in the text.
fn range(text: &str, component: &Value) -> (usize, usize) {
    let at = |line: &str, column: &str| {
        let (line, column) = (component[line].as_u64().expect("a line"), component[column].as_u64().expect("a column"));
        let before: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        before + column as usize - 1
    };
    (at("line", "column"), at("end_line", "end_column"))
}

#[test]
fn nothing_speaks_against_what_was_changed() {
    let mut n_seen = 0;
    for seed in 0..60 {
        let writer = |changed| Writer { rng: Rng::new(seed), n_sites: 0, changed };
        let (meant, n_sites) = writer(None).program();
        let (text, _) = writer(Some(Rng::new(seed + 1000).below(n_sites))).program();
        let mut rng = Rng::new(seed + 2000);
        let runs: Vec<Vec<String>> =
            (0..14).map(|_| (0..3).map(|_| (rng.below(9) as i64 - 2).to_string()).collect()).collect();
        let scratch = Scratch::new();
        let expected = outputs(&scratch, "meant", &meant, &runs);
        let Some(found) = diagnoses(&scratch, &text, &runs, &expected) else { continue };
        let (start, end) = difference(&text, &meant);
        for one in found.as_array().expect("a list") {
            let [component] = &one["components"].as_array().expect("a list")[..] else { continue };
            let (first, last) = range(&text, component);
            // An expression that contains what was changed reads everything that is read in what is meant.
            if first <= start && end <= last {
                n_seen += 1;
                assert_eq!(one["clash"], serde_json::json!([]), "seed {seed}: {component}\n{text}\n{meant}");
            }
        }
    }
    assert!(n_seen > 30, "{n_seen}: changes should be found");
}
