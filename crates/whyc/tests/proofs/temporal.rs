//! Properties over time on the command line: specifications alone, circuits, recorded runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::repository;

fn whyc(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(args).current_dir(folder).env("COLUMNS", "100").env("NO_COLOR", "1");
    command.output().expect("whyc should start")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A report about a specification or a recorded run, held against its definition.
fn report(folder: &Path, args: &[&str]) -> Value {
    held_against(folder, args, "docs/temporal.schema.json")
}

/// A report about a check, held against its definition.
fn checked(folder: &Path, args: &[&str]) -> Value {
    held_against(folder, args, "docs/report.schema.json")
}

fn held_against(folder: &Path, args: &[&str], schema: &str) -> Value {
    let text = stdout(&whyc(folder, &[args, &["--format", "json"]].concat()));
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error} in {text}"));
    let schema = fs::read_to_string(repository().join(schema)).expect("the schema should be there");
    let schema: Value = serde_json::from_str(&schema).expect("the schema should be JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema should be one");
    let faults: Vec<String> =
        validator.iter_errors(&report).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(faults.is_empty(), "{args:?}: {faults:#?}");
    report
}

fn examples() -> std::path::PathBuf {
    repository().join("examples")
}

#[test]
fn specifications_are_right_vacuous_or_contradictory() {
    let folder = examples();
    for (file, status, word) in [
        ("arbiter.psl", 0, "every part plays a role"),
        ("arbiter-vacuous.psl", 0, "plays no role"),
        ("arbiter-contradictory.psl", 1, "no run satisfies `exclusive`, `at-once0`, `at-once1` and `busy` together"),
        ("traffic-vacuous.psl", 0, "its lengths do not fit"),
        ("traffic-contradictory.psl", 1, "contradictory: no run satisfies the specification"),
    ] {
        let output = whyc(&folder, &["spec", file]);
        assert_eq!(output.status.code(), Some(status), "{file}");
        assert!(stdout(&output).contains(word), "{file}: {}", stdout(&output));
        if file != "arbiter.psl" {
            report(&folder, &["spec", file]);
        }
    }
}

/// A large formula has more parts than there is time for; that it can be fulfilled at all is known, and told.
#[test]
fn what_is_known_of_a_large_specification_is_told_when_time_is_up() {
    let scratch = Scratch::new();
    let part = "(X(a R (b U G F c)) -> F((d U X b) && G(a -> F !c)) R (F d || G(b U X(a && !d))))";
    let text = format!("F(G({part} U {part}) || ({part} && X {part}) R ({part} U (a && F {part})))\n");
    let _ = scratch.write("large.psl", &text);
    let report = report(&scratch.file(""), &["spec", "large.psl", "--timeout", "4"]);
    assert_eq!(report["verdict"], "consistent", "{report}");
    // What was not looked at does not play a role because of that.
    let said = stdout(&whyc(&scratch.file(""), &["spec", "large.psl", "--timeout", "4"]));
    assert!(said.contains("is not decided") && !said.contains("every part"), "{said}");
}

#[test]
fn the_parts_of_a_specification_are_told_to_programs() {
    let scratch = Scratch::new();
    fs::write(scratch.file("a.psl"), "one: G(busy -> F grant) && G(!busy -> F grant)\n")
        .expect("the file should be written");
    let told = report(&scratch.file(""), &["spec", "a.psl"]);
    assert_eq!(told["verdict"], "consistent");
    assert_eq!(told["simpler"], serde_json::json!(["G F grant"]));
    let found = told["spec"].as_array().expect("there should be findings");
    let busy = found.iter().find(|it| it["kind"] == "vacuous" && it["text"] == "busy").expect("`busy` plays no role");
    assert_eq!((busy["mode"].as_str(), &busy["span"]), (Some("all-stronger-equivalent"), &serde_json::json!([7, 11])));
    let grant = found.iter().find(|it| it["kind"] == "matters" && it["text"] == "grant").expect("`grant` matters");
    assert!(grant["lasso"]["length"].as_u64().is_some_and(|it| it > 0));
}

#[test]
fn systems_are_asked_about() {
    let scratch = Scratch::new();
    fs::write(scratch.file("a.psl"), "G(grant <-> X req)\n").expect("the file should be written");
    let output = whyc(&scratch.file(""), &["spec", "a.psl", "--inputs", "req"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("unrealizable: no system keeps to it"), "{}", stdout(&output));
    fs::write(scratch.file("b.psl"), "(X busy) || grant\n").expect("the file should be written");
    let told = report(&scratch.file(""), &["spec", "b.psl", "--outputs", "grant"]);
    assert_eq!(told["realizable"]["answer"], "yes");
    let found = told["spec"].as_array().expect("there should be findings");
    assert!(found.iter().any(|it| it["kind"] == "open-vacuous" && it["text"] == "X busy"), "{found:#?}");
    for (args, word) in [(["--inputs", "nobody"], "no property speaks of `nobody`"), (["--max-states", "many"], "many")]
    {
        let output = whyc(&scratch.file(""), &[["spec", "a.psl"].as_slice(), &args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
    }
}

/// A circuit that counts while `go`, and never comes to 3: it wraps at 2.
const COUNTER: &str = "1 sort bitvec 1\n2 sort bitvec 2\n3 input 1 go\n4 state 2 n\n5 zero 2\n6 init 2 4 5\n7 one 2\n8 add 2 4 7\n\
                       9 constd 2 2\n10 eq 1 4 9\n11 ite 2 10 5 8\n12 ite 2 3 11 4\n13 next 2 4 12\n14 output 10 top\n";

#[test]
fn circuits_keep_to_properties_or_do_not() {
    let scratch = Scratch::new();
    fs::write(scratch.file("n.btor2"), COUNTER).expect("the file should be written");
    let folder = scratch.file("");
    let ask = |ltl: &str| whyc(&folder, &["check", "n.btor2", "--ltl", ltl]);
    for (ltl, status, word) in [
        ("G n != 3", 0, "`p1` holds on every run"),
        ("G(stable(n) || past(go))", 0, "`p1` holds on every run"),
        ("G(n == past(n) + 1 || n == 0 || !past(go))", 0, "`p1` holds on every run"),
        ("G(changed(n) -> n > past(n))", 1, "`p1` can fail"),
        ("G(G go -> F top)", 0, "`p1` holds on every run"),
        ("reset: top && go |=> n == 0", 0, "`reset` holds on every run"),
        ("G(n == 3 -> F top)", 0, "but `n == 3` never happens"),
        // `top` does happen, but not always.
        ("F(top -> go)", 0, "but `go` plays no role"),
        ("G((n == 2 -> go) || top)", 0, "but `go` plays no role"),
        ("G(n == 0 -> X(n == 2 -> go))", 0, "but `n == 2` never happens where it is looked at"),
        ("G(n != 3 || F go)", 0, "but `F go` plays no role"),
        ("G !(n == 3 && go)", 0, "but `go` plays no role"),
        ("G !top", 1, "the shortest beginning that breaks it ends with cycle 2"),
        ("G F top", 1, "again, forever"),
        ("G(go |=> n == 1)", 1, "matches in cycle"),
    ] {
        let output = ask(ltl);
        assert_eq!(output.status.code(), Some(status), "{ltl}: {}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains(word), "{ltl}: {}", stdout(&output));
    }
    for (ltl, word) in [
        ("G m", "the circuit has no signal `m`"),
        ("G(", "the property ends too early"),
        ("G n[7]", "`n` has no bit 7: it has 2"),
        ("@nowhere.psl", "cannot read nowhere.psl"),
    ] {
        let output = ask(ltl);
        assert_eq!(output.status.code(), Some(2), "{ltl}");
        assert!(stderr(&output).contains(word), "{ltl}: {}", stderr(&output));
    }
    let told = checked(&folder, &["check", "n.btor2", "--ltl", "G !top"]);
    assert_eq!((told["verdict"].as_str(), told["spec"][0]["run"]["length"].as_u64()), (Some("violated"), Some(3)));
    assert_eq!(told["counterexample"]["property"], "p1");
    let output = whyc(&folder, &["explain", "n.btor2", "--ltl", "G !top"]);
    assert!(
        output.status.code() == Some(2) && stderr(&output).contains("only check takes --ltl"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn recorded_runs_have_four_verdicts() {
    let scratch = Scratch::new();
    fs::write(scratch.file("run.csv"), "req,ack\n1,0\n0,1\n1,0\n").expect("the file should be written");
    let folder = scratch.file("");
    for (ltl, status, word) in [
        ("F ack", 0, "satisfied, whatever follows"),
        ("G !(req && ack)", 0, "holds if the run ends here"),
        ("G(req -> F ack)", 3, "pending since step 2"),
        ("G !ack", 1, "ends with step 1 (1 later ones do not matter)"),
    ] {
        let output = whyc(&folder, &["trace", "run.csv", "--ltl", ltl]);
        assert_eq!(output.status.code(), Some(status), "{ltl}: {}", stderr(&output));
        assert!(stdout(&output).contains(word), "{ltl}: {}", stdout(&output));
        report(&folder, &["trace", "run.csv", "--ltl", ltl]);
    }
    let page = stdout(&whyc(&folder, &["trace", "run.csv", "--ltl", "G !ack", "--format", "html"]));
    assert!(page.contains("<table>") && page.contains("violated"), "{page}");
}

#[test]
fn our_own_runs_are_read_back() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let counter = examples().join("counter.aag").display().to_string();
    for (format, file) in [("json", "run.json"), ("vcd", "run.vcd"), ("witness", "run.wit")] {
        whyc(&folder, &["check", &counter, "--format", format, "-o", file]);
        let design: &[&str] = if format == "witness" { &["--design", &counter] } else { &[] };
        let ask = |ltl: &str| whyc(&folder, &[&["trace", file, "--ltl", ltl], design].concat());
        let first = if format == "witness" { "count == 0 && F count == 5" } else { "!five && F five" };
        let output = ask(if format == "witness" { first } else { "F `count.0`" });
        assert_eq!(output.status.code(), Some(0), "{format}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(ask("G !enable").status.code(), Some(1), "{format}");
    }
}

#[test]
fn properties_stand_in_comments_of_verilog() {
    if Command::new("yosys").arg("-V").output().is_err() {
        return;
    }
    let scratch = Scratch::new();
    let text = fs::read_to_string(examples().join("arbiter.v")).expect("the example should be there");
    let text = text.replace("endmodule", "    // whyc: ltl mine: G !(gnt0 && gnt1)\nendmodule");
    fs::write(scratch.file("a.v"), text).expect("the file should be written");
    let output = whyc(&scratch.file(""), &["check", "a.v", "--ltl", "@a.v"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("`mine` holds on every run"), "{}", stdout(&output));
    let output = whyc(&scratch.file(""), &["check", "a.v"]);
    assert!(stdout(&output).contains("`mine` holds on every run"), "{}", stdout(&output));
    // What cannot be answered with them is answered without, and that is said.
    let output = whyc(&scratch.file(""), &["check", "a.v", "--format", "sarif"]);
    assert!(stderr(&output).contains("comments are passed over"), "{}", stderr(&output));
    let output = whyc(&examples(), &["check", "traffic.v", "--ltl", "@traffic.psl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("`waiting` can fail"), "{}", stdout(&output));
}

const DRIVER: &str = "int is_open;
int nondet_int(void);
void dev_open(void) { is_open = 1; }
int dev_read(void) { return nondet_int(); }
void dev_close(void) { is_open = 0; }
int main(void) {
    int n = nondet_int();
    dev_open();
    for (int i = 0; i < 3; i++) {
        int got = dev_read();
        if (got < 0)
            goto out;
        if (got == 7) {
            dev_close();
            if (n > 5)
                return 1;
        }
    }
    dev_close();
out:
    return 0;
}
";

#[test]
fn programs_keep_to_protocols_or_do_not() {
    let scratch = Scratch::new();
    fs::write(scratch.file("driver.c"), DRIVER).expect("the file should be written");
    let folder = scratch.file("");
    for (ltl, status, words) in [
        ("first: !call dev_read U call dev_open", 0, ["safe", ""]),
        ("G(call dev_open |=> call dev_read || call dev_close)", 0, ["safe", ""]),
        ("G(call dev_close |=> (!call dev_read W call dev_open))", 1, ["can fail", "driver.c:"]),
        ("closed: G(call dev_open -> F call dev_close)", 1, ["when the program ends", "driver.c:21"]),
        ("G(return dev_open -> is_open == 1)", 0, ["safe", ""]),
        ("G(at out -> !is_open)", 1, ["can fail", ""]),
        ("G !line 16", 1, ["can fail", "driver.c:16"]),
        ("F call dev_close && !call dev_read U call dev_open", 1, ["can fail", "the program ends"]),
        ("G(line 13 -> got >= 0)", 0, ["safe", ""]),
        ("G(line 14 -> got == 7 && i < 3)", 0, ["safe", ""]),
        ("G(line 14 -> i - 1 < 1)", 1, ["can fail", "line 14"]),
        ("G(return dev_read -> $result >= -7)", 1, ["can fail", "return dev_read"]),
    ] {
        let output = whyc(&folder, &["check", "driver.c", "--ltl", ltl]);
        assert_eq!(output.status.code(), Some(status), "{ltl}: {}{}", stdout(&output), stderr(&output));
        for word in words {
            assert!(stdout(&output).contains(word), "{ltl}: {word} in {}", stdout(&output));
        }
    }
    for (ltl, word) in [
        ("G call dev_opne", "there is no function `dev_opne`; did you mean `dev_open`?"),
        ("G is_open", "speaks of events"),
        ("G(call dev_open -> x)", "there is no variable `x` where any of its events happens"),
        ("G(at nowhere -> is_open)", "no code for `at nowhere`"),
        ("G(call", "column"),
    ] {
        let output = whyc(&folder, &["check", "driver.c", "--ltl", ltl]);
        assert_eq!(output.status.code(), Some(2), "{ltl}: {}", stdout(&output));
        assert!(stderr(&output).contains(word), "{ltl}: {}", stderr(&output));
    }
    let output = whyc(&folder, &["explain", "driver.c", "--ltl", "closed: G(call dev_open -> F call dev_close)"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // What a function without body may change has changed where it is called.
    let text = "int held;\nextern int work(void);\nint main(void) {\n    held = 1;\n    int got = work();\n    return got;\n}\n";
    fs::write(scratch.file("held.c"), text).expect("the file should be written");
    let output = whyc(&folder, &["check", "held.c", "--ltl", "G(call work -> held == 1)"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("it has no body"), "{}", stderr(&output));
    assert_eq!(whyc(&folder, &["check", "held.c", "--ltl", "G(return work -> held == 1)"]).status.code(), Some(1));
}

#[test]
fn properties_in_comments_of_programs_are_checked_without_being_asked_for() {
    let scratch = Scratch::new();
    let text =
        DRIVER.replacen("int is_open;", "int is_open; // whyc: ltl closed: G(call dev_open -> F call dev_close)", 1);
    fs::write(scratch.file("driver.c"), text).expect("the file should be written");
    let folder = scratch.file("");
    let output = whyc(&folder, &["check", "driver.c"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("asked for from step 0 on, and never comes"), "{}", stdout(&output));
    let told = checked(&folder, &["check", "driver.c"]);
    let events = told["spec"][0]["run"]["events"].as_array().expect("there should be steps");
    assert_eq!(events[0]["text"], "call dev_open");
    assert_eq!(events.last().map(|it| it["text"].clone()), Some("the program ends".into()));
    let page = stdout(&whyc(&folder, &["check", "driver.c", "--format", "html"]));
    assert!(page.contains("what happens"), "{page}");
}

/// A pump that is primed, and then runs until it is told to stop.
const PUMP: &str = "int nondet_int(void);
static int pressure;
void prime(void) { pressure = 10; }
void stroke(int n) { pressure += n; }
void vent(void) { pressure = 0; }
void alarm_on(void) {}
int main(void) {
    prime();
    while (nondet_int()) {
        int n = nondet_int();
        if (n < 0 || n > 3)
            continue;
        stroke(n);
        if (pressure > 40)
            vent();
    }
    vent();
    return 0;
}
";

#[test]
fn what_a_bound_leaves_open_in_a_program_is_told_with_a_run() {
    let scratch = Scratch::new();
    fs::write(scratch.file("pump.c"), PUMP).expect("the file should be written");
    let folder = scratch.file("");
    let vented = "vented: G(call stroke -> F call vent)";
    let args = ["check", "pump.c", "--unwind", "4", "--ltl", vented];
    let output = whyc(&folder, &args);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    for word in [
        "`vented` holds within the bounds",
        "still pending in a run that is cut off at pump.c:9: `F call vent` from step",
    ] {
        assert!(stdout(&output).contains(word), "{word}: {}", stdout(&output));
    }
    let told = checked(&folder, &args);
    let spec = &told["spec"][0];
    assert_eq!((spec["status"].as_str(), spec["pending"][0]["text"].as_str()), (Some("bounded"), Some("F call vent")));
    let events = spec["run"]["events"].as_array().expect("there should be steps");
    assert_eq!(events[0]["text"], "call stroke");
    assert_eq!(events.last().map(|it| it["text"].clone()), Some("the run is followed no further".into()));
    let output = whyc(&folder, &[&args[..], &["--all"]].concat());
    assert!(stdout(&output).contains("the run is followed no further"), "{}", stdout(&output));
    // Nothing is open where nothing has to come.
    let told = checked(&folder, &["check", "pump.c", "--unwind", "4", "--ltl", "!call stroke W call prime"]);
    assert_eq!((&told["spec"][0]["run"], &told["spec"][0]["pending"]), (&Value::Null, &serde_json::json!([])));
}

#[test]
fn programs_that_keep_to_a_property_for_a_silly_reason_are_told_so() {
    let scratch = Scratch::new();
    fs::write(scratch.file("driver.c"), DRIVER).expect("the file should be written");
    let once = "void on(void) {}\nvoid off(void) {}\nvoid ring(void) {}\nint nondet_int(void);\nint main(void) {\n    if (nondet_int()) {\n        on();\n        off();\n    }\n    return 0;\n}\n";
    fs::write(scratch.file("once.c"), once).expect("the file should be written");
    let folder = scratch.file("");
    for (file, ltl, word) in [
        ("once.c", "G(call ring -> F call off)", "holds on every run that ends, but `call ring` never happens"),
        ("once.c", "G(call on -> F call off)", "ok: `p1` holds on every run that ends"),
        ("once.c", "G({call off; call on} |=> call ring)", "holds on every run, but `call off; call on` never happens"),
        // It happens, as the last thing.
        ("once.c", "G({call on; call off} |=> call ring)", "ok: `p1` holds on every run"),
        ("once.c", "G(call off -> X(call on -> call ring))", "`call on` never happens where it is looked at"),
        ("once.c", "!call ring W call on", "holds on every run, but `call on` plays no role"),
        ("once.c", "!call off W call on", "ok: `p1` holds on every run"),
        ("driver.c", "G(call dev_read -> is_open == 0 -> F call dev_close)", "can fail"),
    ] {
        let output = whyc(&folder, &["check", file, "--ltl", ltl]);
        assert!(stdout(&output).contains(word), "{ltl}: {}{}", stdout(&output), stderr(&output));
    }
    let told = checked(&folder, &["check", "once.c", "--ltl", "!call ring W call on"]);
    assert_eq!(told["spec"][0]["no_role"][0]["text"], "call on");
}

/// What runs when the entry returns is part of the run; and an entry that calls itself does not end there.
#[test]
fn a_program_ends_when_nothing_runs_any_more() {
    let scratch = Scratch::new();
    let both = "void on(void) {}\nvoid off(void) {}\nint depth;\n";
    for (name, main) in [
        (
            "again.c",
            "int main(void) {\n    if (depth == 1) return 0;\n    depth = 1;\n    on();\n    main();\n    off();\n    return 0;\n}\n",
        ),
        ("later.c", "#include <stdlib.h>\nint main(void) {\n    atexit(off);\n    on();\n    return 0;\n}\n"),
        (
            "last.c",
            "__attribute__((destructor)) void over(void) { off(); }\nint main(void) {\n    on();\n    return 0;\n}\n",
        ),
        ("ended.c", "#include <stdlib.h>\nint main(void) {\n    atexit(off);\n    on();\n    exit(depth);\n}\n"),
    ] {
        fs::write(scratch.file(name), format!("{both}{main}")).expect("the file should be written");
        let output = whyc(&scratch.file(""), &["check", name, "--ltl", "G(call on -> F call off)"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}{}", stdout(&output), stderr(&output));
        let output = whyc(&scratch.file(""), &["check", name, "--ltl", "G(call off -> F call on)"]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}{}", stdout(&output), stderr(&output));
        for word in ["`p1: G(call off -> F call on), when the program ends` can fail", "error: `p1` can fail"] {
            assert!(stdout(&output).contains(word), "{name}: {}", stdout(&output));
        }
    }
    // Within the library it cannot be told apart from what else fails there.
    let told = format!("{both}#include <err.h>\nint main(void) {{\n    off();\n    err(1, \"no\");\n}}\n");
    fs::write(scratch.file("err.c"), told).expect("the file should be written");
    let output = whyc(&scratch.file(""), &["check", "err.c", "--ltl", "G(call off -> F call on)"]);
    assert!(stdout(&output).contains("can fail") && !stdout(&output).contains("ok: `p1`"), "{}", stdout(&output));
    let endless = format!("{both}int main(void) {{\n    on();\n    while (1) depth ^= 1;\n}}\n");
    fs::write(scratch.file("endless.c"), endless).expect("the file should be written");
    let output = whyc(&scratch.file(""), &["check", "endless.c", "--ltl", "G(call on -> F call off)"]);
    assert!(stdout(&output).contains("holds on every run, but no run ends"), "{}", stdout(&output));
}

/// A change is good only if the changed program keeps to the property.
#[test]
fn changes_are_checked_against_the_property() {
    let scratch = Scratch::new();
    let text = fs::read_to_string(examples().join("driver.c")).expect("the example should be there");
    fs::write(scratch.file("driver.c"), &text).expect("the file should be written");
    let ltl = "G(call dev_open -> F call dev_close)";
    let output = whyc(&scratch.file(""), &["localize", "driver.c", "--ltl", ltl, "--format", "json"]);
    let told: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{error}"));
    for suggestion in told["localization"]["suggestions"].as_array().into_iter().flatten() {
        if suggestion["holds"] != true {
            continue;
        }
        let mut edits: Vec<&Value> = suggestion["edits"].as_array().into_iter().flatten().collect();
        edits.sort_by_key(|it| std::cmp::Reverse((it["line"].as_u64(), it["column"].as_u64())));
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for edit in edits {
            let at = |key: &str| edit[key].as_u64().map_or(0, |it| it as usize - 1);
            assert_eq!(edit["line"], edit["end_line"], "{edit}");
            lines[at("line")].replace_range(at("column")..at("end_column"), edit["new"].as_str().unwrap_or_default());
        }
        fs::write(scratch.file("changed.c"), lines.join("\n")).expect("the file should be written");
        let output = whyc(&scratch.file(""), &["check", "changed.c", "--ltl", ltl]);
        assert_ne!(output.status.code(), Some(1), "{suggestion}: {}", stdout(&output));
    }
    let output = whyc(&scratch.file(""), &["explain", "driver.c", "--ltl", ltl]);
    assert!(!stdout(&output).contains("__whyc"), "{}", stdout(&output));
    let output = whyc(&scratch.file(""), &["replay", "--run", "driver.c", "--ltl", ltl]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}
