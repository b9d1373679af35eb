//! Circuits on the command line: what is said, in which format, and with which exit status.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::rng::Rng;
use whyc_tests::{number_from_env, parallel, repository, schema};

/// Runs whyc in the repository, so that no path of this machine is in what it says.
fn whyc(args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(args.split_whitespace()).current_dir(repository()).env("COLUMNS", "80").env("NO_COLOR", "1");
    command.output().expect("whyc should start")
}

fn status(args: &str) -> Option<i32> {
    whyc(args).status.code()
}

fn stdout(args: &str) -> String {
    String::from_utf8_lossy(&whyc(args).stdout).into_owned()
}

/// What is said, with times replaced.
fn said(args: &str) -> String {
    let text = stdout(args);
    let line = |line: &str| {
        let parts = line.split(" · ").map(|part| {
            let is_time = part.trim() == "under 1 ms" || part.ends_with(" ms") || part.ends_with(" s");
            if is_time { part.replace(part.trim(), "TIME") } else { part.to_owned() }
        });
        parts.collect::<Vec<_>>().join(" · ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn report(args: &str) -> Value {
    let text = stdout(&format!("{args} --format json"));
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args}: {error} in {text}"));
    schema::assert_valid(&report);
    report
}

/// That something is refused with status 2 and these words.
fn refused(args: &str, words: &[&str]) {
    let output = whyc(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args}: {word:?} should be in {stderr}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

/// Whether Verilog can be read here.
#[expect(clippy::print_stderr, reason = "that a test is skipped should be seen")]
fn has_yosys() -> bool {
    let found = Command::new("yosys").arg("-V").output().is_ok();
    if !found {
        eprintln!("skipped: there is no yosys");
    }
    found
}

#[test]
fn verilog_is_checked_explained_and_mended() {
    if !has_yosys() {
        return;
    }
    assert_eq!(status("check examples/fifo.v"), Some(1));
    let checked = report("check examples/fifo.v");
    let failing = checked["properties"].as_array().into_iter().flatten().find(|it| it["status"] == "violated");
    let failing = failing.expect("one should fail");
    assert_eq!((&failing["file"], &failing["line"]), (&"examples/fifo.v".into(), &44.into()));
    let log: Value = serde_json::from_str(&stdout("check examples/fifo.v --format sarif")).expect("it is JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"examples/fifo.v".into(), &44.into())
    );
    let why = report("explain examples/fifo.v");
    let change = &why["explanation"]["changes"][0];
    assert_eq!((&change["name"], &change["from"], &change["to"]), (&"push".into(), &"1".into(), &"0".into()));
    assert!(said("explain examples/fifo.v").contains("push = 0 in cycle 4 (not 1)"));

    let found = report("localize examples/fifo.v");
    let first = &found["localization"]["suggestions"][0];
    assert_eq!((&first["line"], &first["old"], &first["new"]), (&31.into(), &"push".into(), &"do_push".into()));
    assert_eq!((&first["verdict"], &first["keeps_passing_runs"]), (&"safe".into(), &true.into()));
    // What is said to hold does.
    let text = std::fs::read_to_string(repository().join("examples/fifo.v")).expect("it is there");
    let mended = text.replace("if (push)", "if (do_push)");
    assert_ne!(text, mended);
    let scratch = Scratch::new();
    let path = scratch.write("mended.sv", mended);
    let safe = stdout(&format!("check {}", path.display()));
    assert!(safe.starts_with("safe"), "{safe}");
}

#[test]
fn verilog_in_several_files_with_concurrent_assertions() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let file = |name: &str, text: &str| scratch.write(name, text).display().to_string();
    let counter = file(
        "counter.v",
        "module counter(input clk, input up, output reg [3:0] n);\n  initial n = 0;\n\
         always @(posedge clk) if (up) n <= n + `STEP;\nendmodule\n",
    );
    let top = file(
        "top.sv",
        "module top(input clk, input up);\n  wire [3:0] n;\n  counter c(clk, up, n);\n\
         even: assert property (@(posedge clk)\n    up |=> n[0] == 0);\nendmodule\n",
    );
    let asked = format!("{top} {counter} --top top");
    assert_eq!(status(&format!("check {asked} -D STEP=2")), Some(0));
    let broken = report(&format!("check {asked} -D STEP=1"));
    assert_eq!((&broken["verdict"], &broken["properties"][0]["id"]), (&"violated".into(), &"even".into()));
    assert_eq!(broken["properties"][0]["line"], 4);

    let clocks = file(
        "clocks.v",
        "module m(input a, input b, output reg x, output reg y);\n  initial x = 0;\n  initial y = 0;\n\
         always @(posedge a) x <= !x;\n  always @(negedge b) y <= x;\n  always @* assert (!x || !y);\nendmodule\n",
    );
    refused(&format!("check {clocks}"), &["several clocks", "posedge a", "negedge b"]);
    let bad = file("bad.v", "module m(input a;\nendmodule\n");
    refused(&format!("check {bad}"), &["bad.v:1", "syntax error"]);
    refused(&format!("check {top} {counter} -D STEP=1 --top none"), &["none"]);
    refused(&format!("check {top} examples/counter.aag"), &["single file"]);
    refused("check examples/counter.aag --top x", &["--top is for Verilog"]);
}

#[test]
fn what_should_be_covered_is_reached_or_not() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let design = |asserted: &str| {
        format!(
            "module steps(input clk, input go, output reg [2:0] n);\n  initial n = 0;\n\
             always @(posedge clk) if (go && n < 5) n <= n + 1;\n\
             always @(posedge clk) cover (n == 3);\n\
             last: cover property (@(posedge clk) n == 6);\n{asserted}endmodule\n"
        )
    };
    let alone = scratch.write("alone.sv", design("")).display().to_string();
    let told = report(&format!("check {alone}"));
    let goals = &told["cover"]["goals"];
    let goal = |at: usize| (&goals[at]["line"], &goals[at]["text"], &goals[at]["status"], &goals[at]["cycles"]);
    assert_eq!(goal(0), (&4.into(), &"n == 3".into(), &"covered".into(), &3.into()));
    assert_eq!((goal(1).0, goal(1).2, goal(1).3), (&5.into(), &"unreachable".into(), &Value::Null));
    assert_eq!((&told["verdict"], status(&format!("check {alone}"))), (&"safe".into(), Some(0)));
    let said = stdout(&format!("check {alone}"));
    assert!(said.starts_with("1 of 2 statements to be covered can be reached"), "{said}");

    let both = scratch.write("both.sv", design("  always @* assert (n < 5);\n")).display().to_string();
    let told = report(&format!("check {both}"));
    assert_eq!((&told["verdict"], &told["cover"]["goals"][0]["status"]), (&"violated".into(), &"covered".into()));
}

#[test]
fn inputs_can_be_held() {
    assert_eq!(status("check --input enable=0 examples/counter.aag"), Some(0));
    assert_eq!(status("check --input enable=1 examples/counter.aag"), Some(1));
    assert_eq!(status("check --input push=0 examples/stack.btor2"), Some(0));
    let run = report("check --input data=43 examples/stack.btor2");
    assert_eq!(run["verdict"], "violated", "another property fails still");
    refused("check --input nothing=1 examples/counter.aag", &["there is no input `nothing`", "enable"]);
    refused("check --input enable=2 examples/counter.aag", &["not a value of 1 bits"]);
}

#[test]
fn circuits_of_words_and_bits_are_explained() {
    assert!(said("explain examples/counter.aag").contains("The closest run that passes has"));
    let why = report("explain examples/stack.btor2");
    assert_eq!((&why["explanation"]["distance"], &why["explanation"]["closest"]), (&1.into(), &true.into()));
    let found = report("localize examples/stack.btor2");
    assert!(!found["localization"]["diagnoses"].as_array().expect("a list").is_empty());
    assert_eq!(status("localize examples/stack.btor2"), Some(0));
}

const COUNTERS: [&str; 4] = [
    "examples/counter.aag",
    "tests/circuits/counter.aig",
    "tests/circuits/counter.bench",
    "tests/circuits/counter.btor2",
];

#[test]
fn every_format_gives_the_same_answer() {
    for file in COUNTERS {
        assert_eq!(status(&format!("check {file}")), Some(1), "{file}");
        assert_eq!(status(&format!("minimize {file}")), Some(0), "{file}");
        let report = report(&format!("check {file}"));
        let run = &report["counterexample"];
        assert_eq!(report["verdict"], "violated");
        assert_eq!((&run["property"], &run["length"]), (&"five".into(), &5.into()), "{file}");
        let inputs = run["inputs"].as_array().expect("there should be inputs");
        let relevant = |kind: &str| inputs.iter().filter(|it| it["kind"] == kind && it["relevant"] == true).count();
        let n_words = if file.ends_with("btor2") { 1 } else { 3 };
        assert_eq!((relevant("input"), relevant("state")), (10, n_words), "{file}");
        assert_eq!(inputs.iter().filter(|it| it["kind"] == "input").count(), 12);
        for key in ["steps", "sum_abs", "method", "optimal"] {
            assert!(run.get(key).is_some(), "{key} should be there");
        }
        for key in ["schema", "tool", "command", "files", "reason", "bounds", "explanation", "localization", "stats"] {
            assert!(report.get(key).is_some(), "{key} should be there");
        }
    }
}

#[test]
fn what_a_person_sees() {
    insta::assert_snapshot!("check_counter", said("check examples/counter.aag"));
    insta::assert_snapshot!("minimize_stack", said("minimize examples/stack.btor2 --property answer"));
    insta::assert_snapshot!(
        "minimize_stack_all",
        said("minimize --lift minimum --all --property overwritten examples/stack.btor2")
    );
    insta::assert_snapshot!("safe", said("check --prove tests/circuits/stuck.aag"));
    insta::assert_snapshot!("bounded_safe", said("check --bound 4 tests/circuits/counter.btor2"));
}

#[test]
fn every_lifting_keeps_ten_inputs_and_three_bits() {
    for lift in ["graph", "brute", "core", "core-incremental", "minimum"] {
        for file in COUNTERS {
            let report = report(&format!("minimize --lift {lift} {file}"));
            assert_eq!(report["counterexample"]["method"], lift);
            let inputs = report["counterexample"]["inputs"].as_array().cloned().unwrap_or_default();
            let bits: usize = inputs
                .iter()
                .filter_map(|it| it["bits"].as_str())
                .map(|bits| bits.chars().filter(|&c| c != '-').count())
                .sum();
            assert_eq!(bits, 13, "{lift} on {file}");
        }
    }
}

#[test]
fn the_exit_status_tells_a_proof_from_a_bound() {
    // A proof is looked for beside a violation; a bound asks about violations within it, and a proof is still one.
    assert_eq!(status("check tests/circuits/stuck.aag"), Some(0));
    assert_eq!(report("check --bound 10 tests/circuits/stuck.aag")["verdict"], "safe");
    assert_eq!(status("check --bound 10 tests/circuits/stuck.aag"), Some(0));
    assert_eq!(status("check --prove tests/circuits/stuck.aag"), Some(0));
    assert_eq!(status("check --bound 4 examples/counter.aag"), Some(0));
    assert_eq!(status("check --timeout 0 examples/counter.aag"), Some(3));
    let bounded = report("check --bound 4 examples/counter.aag");
    assert_eq!(bounded["verdict"], "bounded-safe");
    assert_eq!((&bounded["bounds"]["unwind"], &bounded["bounds"]["complete"]), (&4.into(), &false.into()));
    let proved = report("check --prove tests/circuits/stuck.aag");
    assert_eq!((&proved["verdict"], &proved["bounds"]["complete"]), (&"safe".into(), &true.into()));
    assert!(proved["counterexample"].is_null());
    assert!(proved["properties"][0].get("cycles").is_none());
    assert_eq!((&proved["proof"]["method"], &proved["proof"]["certificate"]), (&"pdr".into(), &Value::Null));
    assert_eq!((&bounded["proof"], &bounded["properties"][0]["cycles"]), (&Value::Null, &5.into()));
}

/// Counts to nine and starts again; ten is never met, but the word could hold it.
const DECADE: &str = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 one 1\n5 constd 1 9\n6 state 1 count\n7 init 1 6 3\n\
    8 input 2 enable\n9 eq 2 6 5\n10 add 1 6 4\n11 ite 1 9 3 10\n12 ite 1 8 11 6\n13 next 1 6 12\n14 constd 1 12\n\
    15 eq 2 6 14\n16 bad 15 twelve\n";

#[test]
fn an_invariant_is_told_in_the_words_of_the_file() {
    let scratch = Scratch::new();
    let file = scratch.write("decade.btor2", DECADE).display().to_string();
    let proved = report(&format!("check {file}"));
    assert_eq!((&proved["verdict"], &proved["proof"]["method"]), (&"safe".into(), &"pdr".into()), "{proved}");
    let told = proved["proof"]["invariants"][0]["text"].as_str().unwrap_or_default();
    assert!(told.starts_with("count <= "), "{told}");
    let certificate = scratch.file("decade.aag");
    let certified = report(&format!("check --certificate {} {file}", certificate.display()));
    assert_eq!(certified["proof"]["certificate"], certificate.display().to_string());
    // What it states holds, and is inductive by itself.
    let again = report(&format!("check --prove {}", certificate.display()));
    assert_eq!(again["verdict"], "safe", "{again}");
    let none = scratch.file("none.aig");
    let output = whyc(&format!("check --certificate {} examples/counter.aag", none.display()));
    assert_eq!((output.status.code(), none.exists()), (Some(1), false));
    assert!(said(&format!("check {file}")).contains(&format!("proved by an invariant: `{told}`")));
}

#[test]
fn states_are_asked_for_by_file_and_by_chance() {
    let scratch = Scratch::new();
    let state = scratch.write("six.state", "# six\ncount = 6\n");
    let report_of = |file: &str, state: &PathBuf| report(&format!("check --state {} {file}", state.display()));
    let found = report_of("tests/circuits/counter.btor2", &state);
    assert_eq!(
        (&found["counterexample"]["property"], &found["counterexample"]["length"]),
        (&"reach".into(), &6.into())
    );
    let bits = scratch.write("bits.state", "01-\n");
    assert_eq!(report_of("examples/counter.aag", &bits)["counterexample"]["length"], 2);
    let one = scratch.write("one.state", "count.2 = 1\n");
    assert_eq!(report_of("tests/circuits/counter.bench", &one)["counterexample"]["length"], 4);
    let start = scratch.write("start.state", "count = 0\n").display().to_string();
    let witness = stdout(&format!("check --state {start} --format witness tests/circuits/counter.btor2"));
    assert_eq!(witness, "sat\nb0\n#0\n@0\n.\n");
    let wrong = scratch.write("wrong.state", "\ncount = 9\n");
    refused(
        &format!("check --state {} tests/circuits/counter.btor2", wrong.display()),
        &["wrong.state: line 2", "3 bits"],
    );
    let reach = |seed: u32| {
        report(&format!("check --reach 12 --seed {seed} examples/counter.aag"))["counterexample"]["length"].clone()
    };
    assert_eq!(reach(5), reach(5));
    assert!((1..20).any(|seed| reach(seed) != reach(5)), "seeds should matter");
}

#[test]
fn runs_are_written_for_other_tools() {
    let witness = stdout("check --format witness examples/counter.aag");
    assert_eq!(witness, "1\nb0\n000\n10\n10\n10\n10\n10\n00\n.\n");
    let ternary = stdout("check --format witness --ternary examples/counter.aag");
    assert_eq!(ternary, "1\nb0\n000\n10\n10\n10\n10\n10\nxx\n.\n");
    let words = stdout("minimize --format witness tests/circuits/counter.btor2");
    assert!(words.starts_with("sat\nb0\n#0\n@0\n0 1 enable@0\n1 0 reset@0\n#1\n"), "{words}");
    assert_eq!(stdout("check --format witness --prove tests/circuits/stuck.aag"), "0\nb0\n.\n");
    let scratch = Scratch::new();
    let dump = scratch.file("run.vcd");
    assert_eq!(status(&format!("check --format vcd -o {} tests/circuits/counter.btor2", dump.display())), Some(1));
    let text = std::fs::read_to_string(&dump).expect("the dump should be written");
    assert!(text.contains("$var wire 3 # count [2:0] $end\n") && text.contains("\nb101 #\n"), "{text}");
    let none = scratch.file("none.vcd");
    let output = whyc(&format!("check --format vcd --bound 2 -o {} examples/counter.aag", none.display()));
    assert_eq!((output.status.code(), none.exists()), (Some(0), false), "there is no run to write");
}

#[test]
fn what_goes_on_forever_is_told_as_a_loop() {
    insta::assert_snapshot!("check_around", said("check examples/around.btor2"));
    let report = report("check examples/around.btor2");
    let run = &report["counterexample"];
    assert_eq!((&run["loop"]["start"], &run["loop"]["length"]), (&0.into(), &4.into()), "{run}");
    let count = run["signals"].as_array().into_iter().flatten().find(|signal| signal["name"] == "count");
    let count = count.expect("the state should be among the signals");
    assert_eq!(count["values"], serde_json::json!(["0x0", "0x1", "0x2", "0x3", "0x0"]));
    assert!(
        stdout("check --format witness examples/around.btor2").starts_with("; the loop starts in cycle 0\nsat\nj0\n")
    );
}

#[test]
fn memories_may_be_as_large_as_they_like() {
    assert_eq!(status("check tests/circuits/memory.btor2"), Some(1));
    insta::assert_snapshot!("minimize_memory", said("minimize tests/circuits/memory.btor2"));
    let witness = stdout("check --format witness tests/circuits/memory.btor2");
    assert!(witness.contains("@0\n0 1 write@0\n1 00000000000000000000000000000111 address@0\n"), "{witness}");
    refused("check --reach 3 tests/circuits/memory.btor2", &["--reach is not for arrays"]);
}

#[test]
fn limits_hold_while_a_file_is_read() {
    let mut text = "1 sort bitvec 128\n2 sort bitvec 1\n3 input 1\n4 input 1\n".to_owned();
    for id in 5..2000 {
        text += &format!("{id} {} 1 {} {}\n", ["sdiv", "mul"][id % 2], id - 1, id - 2);
    }
    text += "2000 redor 2 1999\n2001 bad 2000\n";
    let scratch = Scratch::new();
    let file = scratch.write("deep.btor2", text).display().to_string();
    let report = report(&format!("check --timeout 0.5 {file}"));
    assert_eq!(report["verdict"], "unknown");
    assert!(report["reason"].as_str().is_some_and(|it| it.contains("the time limit")), "{report}");
}

#[test]
fn what_cannot_be_used_is_refused() {
    let scratch = Scratch::new();
    let file = |name: &str, text: &str| scratch.write(name, text).display().to_string();
    refused(&format!("check {}", file("a.aag", "aag 1 1 0 0 0 1\n2\n7\n")), &["a.aag: line 3", "literal 7"]);
    refused(&format!("check {}", file("a.aig", "aig x\n")), &["a.aig: line 1"]);
    refused(&format!("check {}", file("a.bench", "INPUT(a)\nb = FROB(a)\n")), &["a.bench: line 2", "FROB"]);
    refused(&format!("check {}", file("a.btor2", "1 sort bitvec 3\n2 frob 1\n")), &["a.btor2: line 2", "frob"]);
    refused(&format!("check {}", file("b.btor", "1 sort bitvec 3\n2 input 1\n")), &["states no property", "--state"]);
    refused("check examples/counter.aag --property six", &["no property `six`", "five"]);
    refused("check examples/absent.aag", &["examples/absent.aag"]);
    refused("check examples/counter.aag --unwind 3", &["--unwind has no meaning for a circuit"]);
    refused("check examples/counter.aag tests/circuits/counter.aig", &["single file"]);
    refused("check examples/median.c --bound 3", &["--bound is for circuits"]);
    refused("check examples/median.c --format vcd", &["for circuits"]);
    let live = file("live.aag", "aag 1 1 0 0 0 0 0 1\n2\n1\n2\n");
    assert_eq!(status(&format!("check {live}")), Some(1));
    let unsupported = file("wide.btor2", "1 sort bitvec 1048577\n");
    assert_eq!(status(&format!("check {unsupported}")), Some(3));
    assert_eq!(report(&format!("check {unsupported}"))["verdict"], "unknown");
}

#[test]
fn mutated_circuits_do_not_make_it_panic() {
    let first = number_from_env("WHYC_FUZZ_SEED", 1);
    let seeds: Vec<u64> = (first..first + number_from_env("WHYC_FUZZ_COUNT", 200)).collect();
    let files =
        [&COUNTERS[..], &["examples/stack.btor2", "tests/circuits/stuck.aag", "tests/circuits/memory.btor2"]].concat();
    let wrong = parallel::map(&seeds, |&seed| {
        let mut rng = Rng::new(seed);
        let file = repository().join(rng.pick(&files));
        let mut bytes = std::fs::read(&file).expect("a circuit should be readable");
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(bytes.len().max(1));
            match rng.below(4) {
                _ if bytes.is_empty() => {}
                0 => drop(bytes.remove(at)),
                1 => bytes.truncate(at),
                2 => bytes[at] = *rng.pick(b"0123456789 -\n(),="),
                _ => bytes.insert(at, *rng.pick(b"0123456789 -\n(),=")),
            }
        }
        let scratch = Scratch::new();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mutant = scratch.write(&name, &bytes).display().to_string();
        let output = whyc(&format!("minimize {mutant} --bound 6 --timeout 10"));
        let stderr = String::from_utf8_lossy(&output.stderr);
        let fine = matches!(output.status.code(), Some(0..=3)) && !stderr.contains("internal error");
        if fine { None } else { Some(format!("seed {seed} ({name}): {stderr}\n")) }
    });
    let wrong: String = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{wrong}");
}
