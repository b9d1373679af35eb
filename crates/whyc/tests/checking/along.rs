//! `check --along`: the programs of `tests/along` get the answers that their headers ask for, and random ones those that all their runs,
//! executed natively one by one, give.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;
use whyc_tests::{number_from_env, parallel, repository, schema};

fn whyc(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(args).current_dir(folder).env("COLUMNS", "100").env("NO_COLOR", "1");
    command.output().expect("whyc should start")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What is asked of a program, and the answer.
struct Case {
    file: PathBuf,
    places: Vec<u32>,
    failing: bool,
    expected: String,
}

/// `// along: 3, 7 failing: none after 1 rests-on 4 5`
fn cases() -> Vec<Case> {
    let folder = repository().join("tests/along");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder should be there").map(|it| it.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "c"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("the program should be text");
        for line in source.lines().filter_map(|line| line.strip_prefix("// along: ")) {
            let (asked, expected) = line.split_once(':').expect("an answer should stand behind a colon");
            let lines = asked.trim_end_matches(" failing");
            let places = lines.split(',').map(|it| it.trim().parse().expect("a line")).collect();
            let failing = lines != asked;
            all.push(Case { file: file.clone(), places, failing, expected: expected.trim().to_owned() });
        }
    }
    all
}

fn list(file: &str, places: &[u32]) -> String {
    places.iter().map(|line| format!("{file}:{line}")).collect::<Vec<_>>().join(",")
}

/// `none after 1 rests-on 4 5`: what is expected may say less.
fn told(report: &Value) -> String {
    let along = &report["along"];
    if along["found"] == true {
        return "found".to_owned();
    }
    let kind = match along["further"].as_str() {
        Some("none") => "none",
        Some("none-within-bounds") => "bounded",
        _ => "unknown",
    };
    let mut told = format!("{kind} after {}", along["reached"]);
    for because in along["because"].as_array().into_iter().flatten() {
        let _ = write!(told, " {}", because["kind"].as_str().unwrap_or_default());
        let lines: BTreeSet<u64> =
            because["places"].as_array().into_iter().flatten().filter_map(|it| it["line"].as_u64()).collect();
        for line in lines {
            let _ = write!(told, " {line}");
        }
    }
    told
}

fn fits(told: &str, expected: &str) -> bool {
    told == expected || told.starts_with(&format!("{expected} "))
}

#[test]
fn every_program_gets_its_answers() {
    let cases = cases();
    assert!(cases.len() >= 30, "only {} questions were found", cases.len());
    let wrong: Vec<String> = parallel::map(&cases, |case| {
        let folder = case.file.parent().expect("a folder");
        let name = case.file.file_name().and_then(|it| it.to_str()).expect("a name");
        let along = list(name, &case.places);
        let failing: &[&str] = if case.failing { &["--failing"] } else { &[] };
        let args = [&["check", name, "--along", &along, "--format", "json"], failing].concat();
        let output = whyc(folder, &args);
        let report: Value = match serde_json::from_slice(&output.stdout) {
            Ok(report) => report,
            Err(_) => return Some(format!("{along}: {}", text(&output.stderr))),
        };
        schema::assert_valid(&report);
        let told = told(&report);
        let status = match told.split(' ').next() {
            Some("found") => 1,
            Some("none") => 0,
            _ => 3,
        };
        let is_right = fits(&told, &case.expected) && output.status.code() == Some(status);
        (!is_right).then(|| format!("{along}: `{told}` ({:?}), expected `{}`", output.status.code(), case.expected))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{} of {} answers differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The guided search finds the runs that there are, and no others; what it did is told, and the same each time.
#[test]
fn guided_search_finds_runs_along_the_places() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.expected == "found").collect();
    let answers = parallel::map(&cases, |case| {
        let folder = case.file.parent().expect("a folder");
        let name = case.file.file_name().and_then(|it| it.to_str()).expect("a name");
        let along = list(name, &case.places);
        let failing: &[&str] = if case.failing { &["--failing"] } else { &[] };
        let args = [&["check", name, "--along", &along, "--engine", "guided"], failing].concat();
        let report = |output: Output| -> Value {
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{along}: {}", text(&output.stderr)))
        };
        let answer = report(whyc(folder, &[&args[..], &["--format", "json"]].concat()));
        schema::assert_valid(&answer);
        let human = text(&whyc(folder, &args).stdout);
        let by_search = answer["engine"]["won"] == "guided";
        if by_search {
            assert!(human.contains("found by guided search in ") && human.contains(" state"), "{along}: {human}");
        }
        (told(&answer) == "found", by_search, format!("{name} {along}"))
    });
    let missed: Vec<&String> = answers.iter().filter(|it| !it.0).map(|it| &it.2).collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
    let others: Vec<&String> = answers.iter().filter(|it| !it.1).map(|it| &it.2).collect();
    assert!(others.len() * 5 <= answers.len(), "not found by the search itself: {others:?}");
}

/// What no run does is not found by searching either, and what the search did is said.
#[test]
fn guided_search_finds_nothing_where_there_is_nothing() {
    let folder = repository().join("tests/along");
    let args = ["check", "--along", "right_lock.c:12,20,13", "--failing", "--engine", "guided", "right_lock.c"];
    let output = whyc(&folder, &args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).starts_with("safe: no run"), "{output:?}");
    let report = whyc(&folder, &[&args[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_slice(&report.stdout).expect("a report");
    let tried = report["engine"]["tried"].as_array().into_iter().flatten();
    let guided: Vec<&Value> = tried.filter(|it| it["engine"] == "guided").collect();
    let outcome = guided.first().and_then(|it| it["outcome"].as_str()).unwrap_or_default();
    assert!(outcome.starts_with("no run, after ") && outcome.contains("it came through"), "{report}");
}

/// A program of which each line that does something says so where it is compiled with `AT`, and all its runs: sixteen.
struct Text {
    source: String,
    /// The lines that say so.
    lines: Vec<u32>,
    indent: usize,
    rng: Rng,
}

impl Text {
    fn new(seed: u64) -> Self {
        let mut text = Self { source: String::new(), lines: Vec::new(), indent: 1, rng: Rng::new(seed) };
        for line in [
            "#ifdef NATIVE",
            "#include <stdio.h>",
            "static int input;",
            "static int bit(void) { int it = input & 1; input >>= 1; return it; }",
            "#define AT(x) (printf(\"%d \", __LINE__), (x))",
            "#else",
            "int __VERIFIER_nondet_int(void);",
            "static int bit(void) { return __VERIFIER_nondet_int() & 1; }",
            "#define AT(x) (x)",
            "#endif",
            "static void run(void) {",
            "    int a = 0, b = 1, c = 0;",
        ] {
            text.raw(line);
        }
        // Four bits decide.
        for name in ["a", "b", "c"] {
            text.line(&format!("{name} = AT(bit());"));
        }
        text.block(3);
        text.raw("}");
        text.raw("#ifdef NATIVE");
        text.raw("int main(void) { for (int i = 0; i < 8; i++) { input = i; run(); printf(\"\\n\"); } return 0; }");
        text.raw("#else");
        text.raw("int main(void) { run(); return 0; }");
        text.raw("#endif");
        text
    }

    fn raw(&mut self, line: &str) {
        self.source.push_str(line);
        self.source.push('\n');
    }

    fn line(&mut self, text: &str) {
        let number = u32::try_from(self.source.lines().count()).expect("a short text") + 1;
        self.lines.push(number);
        let line = format!("{:1$}{text}", "", 4 * self.indent);
        self.raw(&line);
    }

    fn name(&mut self) -> &'static str {
        ["a", "b", "c"][self.rng.below(3)]
    }

    fn cond(&mut self) -> String {
        let (left, right, n) = (self.name(), self.name(), self.rng.below(4));
        match self.rng.below(3) {
            0 => format!("{left} > {n}"),
            1 => format!("{left} == {right}"),
            _ => format!("{left} + {right} != {n}"),
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..self.rng.between(2, 4) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let name = self.name();
        let kind = if depth == 0 { self.rng.below(2) } else { self.rng.below(5) };
        match kind {
            0 => {
                let other = self.name();
                self.line(&format!("{name} = AT({other} + 1);"));
            }
            1 => self.line(&format!("{name} = AT({name} % 3);")),
            2 => {
                let cond = self.cond();
                self.line(&format!("if (AT({cond})) {{"));
                self.inside(depth);
                self.raw(&format!("{:1$}}} else {{", "", 4 * self.indent));
                self.inside(depth);
                self.raw(&format!("{:1$}}}", "", 4 * self.indent));
            }
            3 => {
                let n = self.rng.between(1, 3);
                self.line(&format!("for (int i = 0; AT(i < {n}); i++) {{"));
                self.inside(depth);
                self.raw(&format!("{:1$}}}", "", 4 * self.indent));
            }
            _ => {
                let cond = self.cond();
                self.raw(&format!("{:1$}for (int k = 0; k < 2; k++) {{", "", 4 * self.indent));
                self.indent += 1;
                self.line(&format!("if (AT({cond}))"));
                self.line("    break;".trim_start().replace("break;", "{ AT(0); break; }").as_str());
                self.block(depth - 1);
                self.indent -= 1;
                self.raw(&format!("{:1$}}}", "", 4 * self.indent));
            }
        }
    }

    fn inside(&mut self, depth: usize) {
        self.indent += 1;
        self.block(depth - 1);
        self.indent -= 1;
    }

    /// The lines that each run comes through.
    fn runs(&self, scratch: &Scratch, name: &str) -> Vec<Vec<u32>> {
        let source = scratch.write(&format!("{name}.c"), &self.source);
        let program = scratch.file(name);
        let cc = Command::new("cc").args(["-w", "-DNATIVE", "-o"]).arg(&program).arg(&source).status();
        assert!(cc.expect("a compiler should start").success(), "{}", self.source);
        let output = Command::new(&program).output().expect("the program should run");
        let out = text(&output.stdout);
        out.lines().map(|run| run.split_whitespace().map(|it| it.parse().expect("a line")).collect()).collect()
    }
}

/// Whether a run comes through places in their order.
fn comes(run: &[u32], places: &[u32]) -> bool {
    let mut left = places.iter().peekable();
    for line in run {
        let _ = left.next_if(|next| *next == line);
    }
    left.next().is_none()
}

#[test]
fn random_programs_are_followed_as_they_run() {
    let n = number_from_env("WHYC_ALONG", 25);
    let seeds: Vec<u64> = (0..n).collect();
    let scratch = Scratch::new();
    let wrong: Vec<String> = parallel::map(&seeds, |&seed| {
        let program = Text::new(seed);
        let name = format!("p{seed}");
        let runs = program.runs(&scratch, &name);
        let mut rng = Rng::new(seed + 1_000_000);
        let mut wrong = Vec::new();
        for _ in 0..3 {
            let places: Vec<u32> = (0..rng.between(1, 4)).map(|_| *rng.pick(&program.lines)).collect();
            let expected = (0..=places.len()).rev().find(|&k| runs.iter().any(|run| comes(run, &places[..k])));
            let file = format!("{name}.c");
            let along = list(&file, &places);
            let output = whyc(scratch.file(".").as_path(), &["check", &file, "--along", &along, "--format", "json"]);
            let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            let found = &report["along"]["found"];
            let (reached, is_found) = (report["along"]["reached"].as_u64(), expected == Some(places.len()));
            let is_complete = is_found || report["along"]["further"] == "none";
            if *found != is_found || reached.map(|it| it as usize) != expected || !is_complete {
                wrong.push(format!("{along}: {report:.300}, expected {expected:?}\n{}", program.source));
            }
        }
        wrong
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{} answers differ, such as\n{}", wrong.len(), wrong[0]);
}
