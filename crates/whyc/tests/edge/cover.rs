//! `whyc cover`.

use std::process::Command;

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::repository;

use super::{report, stderr, stdout, whyc};

const SCHEMA: &str = "cover.schema.json";

fn goals<'r>(report: &'r Value, kind: &str) -> Vec<&'r Value> {
    report["goals"].as_array().expect("goals").iter().filter(|goal| goal["kind"] == kind).collect()
}

fn status<'r>(report: &'r Value, kind: &str, text: &str) -> &'r str {
    let goals = goals(report, kind);
    let goal = goals.iter().find(|goal| goal["text"] == text);
    goal.unwrap_or_else(|| panic!("no goal {text} among {goals:#?}"))["status"].as_str().expect("a status")
}

/// Conditions that do something, in front of a body and behind it.
const READING: &str = "\
int nondet_int(void);
int main(void) {
    int n = 2, x, s = 0;
    while ((x = nondet_int()) > 0)
        s = x;
    while (s > 5 && nondet_int())
        s = 0;
    while (n-- > 0)
        s = 1;
    do
        s = 2;
    while (nondet_int() == 7);
    return s;
}
";

#[test]
fn a_round_is_begun_once_the_condition_holds_whatever_is_done_to_know_it() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("reading.c", READING);
    let told = report(&folder, SCHEMA, &["cover", "reading.c"]);
    let reading = "`while ((x = nondet_int()) > 0)` makes";
    for rounds in ["no round", "one round", "several rounds"] {
        assert_eq!(status(&told, "loop", &format!("{reading} {rounds}")), "covered");
    }
    // Other loops are cut off, so that nothing is called unreachable.
    let both = "`while (s > 5 && nondet_int())` makes";
    assert_eq!(status(&told, "loop", &format!("{both} no round")), "covered");
    assert_eq!(status(&told, "loop", &format!("{both} one round")), "covered");
    assert_eq!(status(&told, "loop", &format!("{both} several rounds")), "not-within-bounds");
    let twice = "`while (n-- > 0)` makes";
    assert_eq!(status(&told, "loop", &format!("{twice} no round")), "not-within-bounds");
    assert_eq!(status(&told, "loop", &format!("{twice} one round")), "not-within-bounds");
    assert_eq!(status(&told, "loop", &format!("{twice} several rounds")), "covered");
    // A body that is gone through before anything is decided is always entered.
    let texts: Vec<&str> = goals(&told, "loop").iter().filter_map(|goal| goal["text"].as_str()).collect();
    assert!(!texts.contains(&"`while (nondet_int() == 7)` makes no round"), "{texts:#?}");
}

const PARTS: &str = "\
int nondet_int(void);
int main(void) {
    int x = nondet_int(), n = 0;
    if (x > 0 && x > -5)
        n = 1;
    if ((x == 1 || x == 2) && n)
        n = 2;
    for (int i = 0; i < x && i < 3; i++)
        n++;
    do
        n--;
    while (n > 10);
    return x > 7 ? n : 0;
}
";

#[test]
fn every_goal_is_covered_or_cannot_be() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("parts.c", PARTS);
    let told = report(&folder, SCHEMA, &["cover", "parts.c"]);
    assert_eq!(told["complete"], true, "{told:#}");
    // What decides, and what never can.
    assert_eq!(status(&told, "mcdc", "`x > 0` decides as true"), "covered");
    assert_eq!(status(&told, "mcdc", "`x > -5` decides as true"), "covered");
    assert_eq!(status(&told, "mcdc", "`x > -5` decides as false"), "unreachable");
    assert_eq!(status(&told, "mcdc", "`n` decides as false"), "unreachable");
    assert_eq!(status(&told, "mcdc", "`x == 2` decides as true"), "covered");
    // Rounds of loops.
    let header = "`for (int i = 0; i < x && i < 3; i++)`";
    for rounds in ["no round", "one round", "several rounds"] {
        assert_eq!(status(&told, "loop", &format!("{header} makes {rounds}")), "covered");
    }
    // What is left undone nowhere.
    assert_eq!(status(&told, "branch", "`x > 7` is true"), "covered");
    for goal in told["goals"].as_array().expect("goals") {
        assert!(matches!(goal["status"].as_str(), Some("covered" | "unreachable")), "{goal:#}");
        assert_eq!(goal["status"] == "covered", goal["run"].is_number(), "{goal:#}");
    }
    // No run can be left out.
    let runs = told["runs"].as_array().expect("runs");
    for (number, run) in runs.iter().enumerate() {
        let covers = |at: &Value| {
            runs.iter()
                .enumerate()
                .any(|(other, it)| other != number && it["covers"].as_array().is_some_and(|all| all.contains(at)))
        };
        assert!(!run["covers"].as_array().expect("goals").iter().all(covers), "run {number} adds nothing");
    }
    assert_eq!(whyc(&folder, &["cover", "parts.c"]).status.code(), Some(0));
    let text = stdout(&whyc(&folder, &["cover", "parts.c"]));
    assert!(text.contains("`x > -5` is never false when it is evaluated"), "{text}");
}

#[test]
fn what_lies_beyond_the_bounds_is_not_called_unreachable() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let text = "\
unsigned nondet_unsigned(void);
int main(void) {
    unsigned n = nondet_unsigned(), k = 0;
    if (n > 5 && n < 3)
        return 9;
    while (nondet_unsigned())
        k++;
    if (k == 100000)
        return 1;
    return 0;
}
";
    let _ = scratch.write("beyond.c", text);
    let told = report(&folder, SCHEMA, &["cover", "beyond.c"]);
    assert_eq!(told["complete"], false);
    assert_eq!(status(&told, "line", "return 1;"), "not-within-bounds");
    // Nothing that is cut off leads back to what stands before the loop.
    assert_eq!(status(&told, "line", "return 9;"), "unreachable");
    assert_eq!(status(&told, "line", "return 0;"), "covered");
    assert_eq!(whyc(&folder, &["cover", "beyond.c"]).status.code(), Some(3));
    assert_eq!(whyc(&folder, &["cover", "beyond.c", "--unwind", "4"]).status.code(), Some(0));
}

#[test]
fn runs_that_fail_cover_and_are_told() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let text = "\
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x == 77) {
        x = 5;
        assert(x == 6);
        x = 7;
    }
    __CPROVER_assume(x != 3);
    if (x == 3)
        x = 4;
    return 0;
}
";
    let _ = scratch.write("fails.c", text);
    let told = report(&folder, SCHEMA, &["cover", "fails.c", "--goals", "line"]);
    assert_eq!(status(&told, "line", "x = 5;"), "covered");
    let line = goals(&told, "line").into_iter().find(|goal| goal["text"] == "x = 5;").expect("the line");
    let run = &told["runs"][line["run"].as_u64().expect("a run") as usize];
    assert_eq!((&run["end"], &run["inputs"][0]["value"]), (&Value::from("fails"), &Value::from("77")));
    assert_eq!(status(&told, "line", "x = 7;"), "unreachable");
    assert_eq!(status(&told, "line", "x = 4;"), "unreachable");
    let text = stdout(&whyc(&folder, &["cover", "fails.c"]));
    assert!(text.contains("(fails main.assertion.1 in line 7)"), "{text}");
    assert!(text.contains("`x != 3` (line 10) is assumed"), "{text}");
    let _ = scratch.write("report.json", told.to_string());
    let compared = stdout(&whyc(&folder, &["cover", "--compare", "report.json#fails", "report.json#passes"]));
    assert!(compared.contains("only [1]") && compared.contains("fails.c:7 line: assert(x == 6);"), "{compared}");
}

/// Two inputs of four values of two bits each, and whether they are equal: twelve of the 32 combinations cannot be.
#[test]
fn combinations_are_covered_or_cannot_be() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let text = "\
unsigned char nondet_uchar(void);
int main(void) {
    unsigned x = nondet_uchar() & 15, y = nondet_uchar() & 15;
    return x == y;
}
";
    let _ = scratch.write("cross.c", text);
    let cross = "x >> 2 in 0..3, y >> 2 in 0..3, x == y";
    let told = report(&folder, SCHEMA, &["cover", "cross.c", "--cross", cross, "--at", "4"]);
    let tasks = told["crosses"][0]["tasks"].as_array().expect("tasks");
    let count = |status: &str| tasks.iter().filter(|task| task["status"] == status).count();
    assert_eq!((tasks.len(), count("covered"), count("unreachable")), (32, 20, 12), "{told:#}");
    let holes = told["crosses"][0]["holes"].as_array().expect("holes");
    assert_eq!(holes.len(), 12);
    assert!(
        holes.iter().all(|hole| hole["promised"] == true && hole["because"].to_string().contains("exclude each other")),
        "{holes:#?}"
    );
    for (args, word) in [
        (["--cross", "x", "--at", "99"], "there is no line 99"),
        (["--cross", "x +", "--at", "4"], "cross.c"),
        (["--cross", "x in 3..1", "--at", "4"], "no set of values"),
    ] {
        let output = whyc(&folder, &[&["cover", "cross.c"], &args[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_suite_falls_out_that_localize_reads() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let program = std::fs::read_to_string(repository().join("guide/programs/fan.c")).expect("the program");
    let _ = scratch.write("fan.c", &program);
    let output = whyc(&folder, &["cover", "fan.c", "--tests", "tests"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    // All of them pass: the suite says what the program does.
    let localized = whyc(&folder, &["localize", "fan.c", "--tests", "tests"]);
    assert!(stdout(&localized).contains("all") && localized.status.code() == Some(0), "{}", stdout(&localized));
    // A wrong bound is found by it.
    let _ = scratch.write("wrong.c", program.replace("degrees > 30", "degrees > 33"));
    let localized = stdout(&whyc(&folder, &["localize", "wrong.c", "--tests", "tests"]));
    assert!(localized.contains("degrees > 33"), "{localized}");
}

/// The lines that the runs of the suite execute are those that gcov sees when a compiler's program is run on its tests.
#[test]
#[expect(clippy::print_stderr, reason = "that a test is skipped should be seen")]
fn gcov_sees_the_same_lines() {
    if !["gcc", "gcov"]
        .iter()
        .all(|tool| Command::new(tool).arg("--version").output().is_ok_and(|it| it.status.success()))
    {
        eprintln!("skipped: gcc or gcov is not installed");
        return;
    }
    for program in ["guide/programs/fan.c", "examples/calendar.c"] {
        let scratch = Scratch::new();
        let folder = scratch.file("");
        let text = std::fs::read_to_string(repository().join(program)).expect("the program");
        let _ = scratch.write("it.c", &text);
        let told = report(&folder, SCHEMA, &["cover", "it.c", "--goals", "line", "--tests", "tests"]);
        let seen = gcov(&folder);
        let mut n_compared = 0;
        for goal in goals(&told, "line") {
            let Some(count) = seen.get(&goal["line"].as_u64().expect("a line")) else { continue };
            assert_eq!(goal["status"] == "covered", *count > 0, "{program}: gcov counts {count} for {goal:#}");
            n_compared += 1;
        }
        assert!(n_compared >= 8, "{program}: only {n_compared} lines are known to both");
    }
}

/// How often gcov has seen each line of `it.c`, after all tests.
fn gcov(folder: &std::path::Path) -> std::collections::BTreeMap<u64, u64> {
    let run = |command: &mut Command| command.current_dir(folder).output().expect("it should start");
    let mut entries: Vec<_> =
        std::fs::read_dir(folder.join("tests")).expect("tests").map(|it| it.expect("a test").path()).collect();
    entries.sort();
    let built = run(Command::new("gcc").args(["--coverage", "-O0", "-w", "-o", "it", "it.c"]));
    assert!(
        built.status.success() || entries.iter().any(|it| it.extension().is_some_and(|it| it == "c")),
        "{}",
        stderr(&built)
    );
    for entry in entries {
        match entry.extension().and_then(|it| it.to_str()) {
            Some("in") => {
                let words = std::fs::read_to_string(entry.with_extension("args")).unwrap_or_default();
                let words = shlex::split(&words).expect("words");
                let input = std::fs::File::open(&entry).expect("an input");
                run(Command::new("./it").args(words).stdin(input));
            }
            Some("c") => {
                let test = format!("tests/{}", entry.file_name().expect("a name").to_string_lossy());
                let built = run(Command::new("gcc").args(["--coverage", "-O0", "-w", "-o", "one", &test]));
                assert!(built.status.success(), "{}", stderr(&built));
                run(&mut Command::new("./one"));
            }
            _ => {}
        }
    }
    let mut seen = std::collections::BTreeMap::new();
    for data in std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file").path()) {
        if data.extension().is_none_or(|it| it != "gcda") {
            continue;
        }
        let told = run(Command::new("gcov").args(["--json-format", "--stdout"]).arg(&data));
        for line in stdout(&told).lines().filter(|line| line.starts_with('{')) {
            let report: Value = serde_json::from_str(line).expect("JSON of gcov");
            for file in report["files"].as_array().expect("files").iter().filter(|file| file["file"] == "it.c") {
                for line in file["lines"].as_array().expect("lines") {
                    let (number, count) = (line["line_number"].as_u64(), line["count"].as_u64());
                    *seen.entry(number.expect("a number")).or_insert(0) += count.expect("a count");
                }
            }
        }
    }
    seen
}

#[test]
fn other_tools_read_it() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("parts.c", PARTS);
    let lcov = stdout(&whyc(&folder, &["cover", "parts.c", "--format", "lcov"]));
    let field =
        |name: &str| lcov.lines().find_map(|line| line.strip_prefix(name)?.parse::<usize>().ok()).expect("a field");
    assert!(lcov.starts_with("TN:\nSF:parts.c\n") && lcov.ends_with("end_of_record\n"), "{lcov}");
    assert_eq!(
        (field("LF:"), field("BRF:")),
        (lcov.matches("DA:").count() - lcov.matches("BRDA:").count(), lcov.matches("BRDA:").count())
    );
    let xml = stdout(&whyc(&folder, &["cover", "parts.c", "--format", "cobertura"]));
    assert!(xml.contains("filename=\"parts.c\"") && xml.contains("condition-coverage=\"100% (2/2)\""), "{xml}");
    let page = stdout(&whyc(&folder, &["cover", "parts.c", "--format", "html"]));
    let lines = ["✓", "±", "never false when it is evaluated", "class=\"source\"", "makes several rounds: unreachable"];
    assert!(lines.iter().all(|it| page.contains(it)), "{page}");
    assert!(!page.contains("i < x") && page.contains("i &#60; x"), "text of the program is no markup");
    for args in [&["cover", "parts.c", "--format", "sarif"][..], &["check", "parts.c", "--format", "lcov"]] {
        assert_eq!(whyc(&folder, args).status.code(), Some(2), "{args:?}");
    }
    let circuit = repository().join("examples/counter.aag");
    let refused = whyc(&folder, &["cover", &circuit.to_string_lossy()]);
    assert!(
        refused.status.code() == Some(2) && stderr(&refused).contains("cover is for C programs"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn two_sides_are_compared() {
    let folder = repository().join("guide/programs");
    let sides = ["cover", "--compare", "customer.csv", "test.csv", "--model", "modules.model"];
    let told = report(&folder, SCHEMA, &sides);
    assert_eq!((&told["tasks"], &told["changes"]), (&Value::from(6), &Value::from(5)));
    assert_eq!(told["holes"][1]["cells"][1]["state"], "inside", "{told:#}");
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("a.csv", "name,value,mean\nreads,3,10\nwrites,1,4\n");
    let _ = scratch.write("b.csv", "name,value,mean\nreads,3,2\nwrites,1,5\n");
    let told = report(&folder, SCHEMA, &["cover", "--compare", "a.csv", "b.csv", "--score"]);
    assert!(told["deficit"].as_f64() > told["excess"].as_f64() && told["excess"].as_f64() > Some(0.0), "{told:#}");
    let _ = scratch.write("a.log", "enter A 1\nenter B 1\nleave B 1\nleave A 1\n");
    let _ = scratch.write("b.jsonl", "{\"Module\": \"A\", \"MeOnThread\": 0, \"MeOnSystem\": 0, \"OtherOnThread\": 0, \"OtherOnSystem\": 0, \"MeNextOnThread\": 1}\n");
    let logs = stdout(&whyc(&folder, &["cover", "--compare", "a.log", "b.jsonl", "--project", "Module,OtherOnThread"]));
    assert!(logs.contains("only [1]") && logs.contains("# Tasks 4"), "{logs}");
    for (args, word) in [
        (&["--compare", "a.csv", "b.jsonl"][..], "different columns"),
        (&["--compare", "a.csv", "b.csv", "--filter", "count>3"], "counts"),
        (&["--compare", "a.csv", "nowhere.csv"], "nowhere.csv"),
        (&["--compare", "a.csv#fails", "b.csv"], "report of cover"),
        (&["--compare", "a.csv", "b.csv", "--sort", "size"], "no attribute `size`"),
    ] {
        let output = whyc(&folder, &[&["cover"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

/// Two inputs, of which one combination in 64 is met where they are equal.
const HARNESS: &str = "\
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    __CPROVER_assume(x < 16);
    __CPROVER_assume(y < 16);
    int hit = x == y;
    return hit;
}
";

#[test]
fn learnt_weights_cover_more_than_plain_runs() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("harness.c", HARNESS);
    let cross = "x >> 2 in 0..3, y >> 2 in 0..3, hit in 0..1";
    let of = |more: &[&str]| {
        let args = [&["cover", "harness.c", "--cross", cross, "--at", "7"], more].concat();
        report(&folder, SCHEMA, &args)["summary"]["cross"].clone()
    };
    // The solver covers all that can be, and proves the rest.
    let solved = of(&[]);
    assert_eq!((&solved["covered"], &solved["unreachable"]), (&20.into(), &12.into()));
    // Random runs cover it, too, and prove nothing.
    assert_eq!(of(&["--boost", "--runs", "2000"])["covered"], 20);
    // Where keys have to come one after the other, plain runs come nowhere.
    let _ = scratch.write("door.c", DOOR);
    let covered = |how: &str| {
        let told = report(&folder, SCHEMA, &["cover", "door.c", "--goals", "branch", how, "--runs", "500"]);
        told["summary"]["branch"]["covered"].as_u64()
    };
    let (plain, learnt) = (covered("--boost=plain"), covered("--boost"));
    assert!(learnt > plain, "{learnt:?} should be more than {plain:?}");
}

const DOOR: &str = "\
int nondet_int(void);
int main(void) {
    int state = 0;
    for (int k = 0; k < 40; k++) {
        int key = nondet_int();
        if (state == 0 && key == 7391)
            state = 1;
        else if (state == 1 && key == 42)
            state = 2;
        else if (state == 2 && key < 0)
            return 1;
    }
    return 0;
}
";

#[test]
fn boosted_runs_are_the_same_again_and_promise_nothing() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let _ = scratch.write("parts.c", PARTS);
    let args = ["cover", "parts.c", "--boost", "--runs", "500"];
    let told = report(&folder, SCHEMA, &args);
    assert_eq!(told, report(&folder, SCHEMA, &args));
    assert_eq!((&told["complete"], &told["boost"]["runs"]), (&false.into(), &500.into()));
    // What the solver proves to be unreachable is open here, and what is covered is covered there, too.
    assert_eq!(status(&told, "mcdc", "`x > -5` decides as false"), "undecided");
    let solved = report(&folder, SCHEMA, &["cover", "parts.c"]);
    for (boosted, solved) in
        told["goals"].as_array().into_iter().flatten().zip(solved["goals"].as_array().into_iter().flatten())
    {
        assert_eq!(boosted["text"], solved["text"]);
        assert!(boosted["status"] != "covered" || solved["status"] == "covered", "{boosted:#}");
    }
    assert_eq!(whyc(&folder, &args).status.code(), Some(3));
    assert_eq!(whyc(&folder, &["cover", "parts.c", "--boost", "--tests", "t"]).status.code(), Some(2));
}
