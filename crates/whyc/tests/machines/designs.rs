//! Designs as people write them: a mistake in each, and what is said of it.

use std::process::{Command, Output};

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::{repository, schema};

fn whyc(args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.args(args.split_whitespace()).current_dir(repository()).env("COLUMNS", "80").env("NO_COLOR", "1");
    command.output().expect("whyc should start")
}

fn stdout(args: &str) -> String {
    String::from_utf8_lossy(&whyc(args).stdout).into_owned()
}

fn report(args: &str) -> Value {
    let text = stdout(&format!("{args} --format json"));
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args}: {error} in {text}"));
    schema::assert_valid(&report);
    report
}

fn suggestions(report: &Value) -> Vec<&Value> {
    report["localization"]["suggestions"].as_array().into_iter().flatten().collect()
}

/// The status of the property with this name.
fn status_of<'r>(report: &'r Value, id: &str) -> &'r str {
    let mut all = report["properties"].as_array().into_iter().flatten();
    let found = all.find(|it| it["id"] == id).and_then(|it| it["status"].as_str());
    found.unwrap_or_else(|| panic!("{id} should be in {report}"))
}

#[expect(clippy::print_stderr, reason = "that a test is skipped should be seen")]
fn has_yosys() -> bool {
    let found = Command::new("yosys").arg("-V").output().is_ok();
    if !found {
        eprintln!("skipped: there is no yosys");
    }
    found
}

/// A queue of one: what is to be written is, though there is no room.
const SLOT: &str = "INPUT(push)\nINPUT(pop)\nOUTPUT(lost)\nfull = DFF(next)\nroom = OR(pop, nfull)\nnfull = NOT(full)\n\
    npop = NOT(pop)\nstays = AND(full, npop)\ntake = BUF(push)\nnext = OR(take, stays)\nlost = AND(take, full, npop)\n";

#[test]
fn gates_are_mended_where_the_file_has_them() {
    let scratch = Scratch::new();
    let file = scratch.write("slot.bench", SLOT).display().to_string();
    let found = report(&format!("localize {file}"));
    let places = found["localization"]["diagnoses"].as_array().expect("a list");
    let is_there = |text: &str| places.iter().any(|it| it["components"][0]["text"] == text);
    assert!(is_there("take = push"), "{found}");

    // The same as AIGER, which has no names for gates: five is reached because the counter goes on.
    let found = report("localize examples/counter.aag");
    let places = found["localization"]["diagnoses"].as_array().expect("a list");
    let texts: Vec<&str> = places.iter().filter_map(|it| it["components"][0]["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("enable")), "{texts:?}");
    assert!(places.iter().all(|it| it["components"][0]["line"].as_u64() > Some(1)), "{texts:?}");
    // What is said to hold does.
    let all = suggestions(&found);
    let mended = all.iter().find(|it| it["new"] == "28 = count.2 & 14").unwrap_or_else(|| panic!("{all:?}"));
    assert_eq!((&mended["line"], &mended["verdict"]), (&16.into(), &"safe".into()));
    let text = std::fs::read_to_string(repository().join("examples/counter.aag")).expect("it is there");
    let changed = text.replace("\n28 10 15\n", "\n28 10 14\n");
    assert_ne!(text, changed);
    let file = scratch.write("mended.aag", changed).display().to_string();
    assert_eq!(report(&format!("check {file}"))["verdict"], "safe");
    // Where there are no lines, gates are told without.
    let found = report("localize tests/circuits/counter.aig");
    let places = found["localization"]["diagnoses"].as_array().expect("a list");
    assert!(!places.is_empty() && places.iter().all(|it| it["components"][0]["line"] == 0), "{found}");
    assert!(!stdout("localize tests/circuits/counter.aig").contains(":0"));
}

const HANDSHAKE: &str = "module handshake(input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,\n\
    \x20   output reg out_valid, input out_ready, output reg [7:0] out_data);\n\
    \x20 assign in_ready = !out_valid || out_ready;\n\
    \x20 initial out_valid = 0;\n\
    \x20 always @(posedge clk)\n\
    \x20   if (rst) out_valid <= 0;\n\
    \x20   else if (in_valid) begin\n\
    \x20     out_valid <= 1; out_data <= in_data;\n\
    \x20   end else if (out_ready) out_valid <= 0;\n\
    \x20 stable: assert property (@(posedge clk) disable iff (rst)\n\
    \x20   out_valid && !out_ready |=> out_valid && $stable(out_data));\n\
    endmodule\n";

#[test]
fn a_condition_that_is_lacking_is_found_and_a_reset_explains_nothing() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let file = scratch.write("handshake.v", HANDSHAKE).display().to_string();
    let why = report(&format!("explain {file}"));
    let changes = why["explanation"]["changes"].as_array().expect("a list");
    let inputs: Vec<&str> =
        changes.iter().filter(|it| it["what"] == "input").filter_map(|it| it["name"].as_str()).collect();
    assert!(!inputs.is_empty() && !inputs.contains(&"rst"), "{inputs:?}");
    let found = report(&format!("localize {file}"));
    let all = suggestions(&found);
    let mended = all.iter().find(|it| it["new"] == "in_valid && in_ready").unwrap_or_else(|| panic!("{all:?}"));
    assert_eq!((&mended["verdict"], &mended["line"]), (&"safe".into(), &7.into()));
    // What nobody comes to any more is no mending: a reset all the time, nothing ever valid.
    assert!(all.iter().all(|it| it["new"] != "in_valid && rst"), "{all:?}");
    let right = HANDSHAKE.replace("if (in_valid)", "if (in_valid && in_ready)");
    let right = scratch.write("right.v", right).display().to_string();
    assert_eq!(status_of(&report(&format!("check {right}")), "stable"), "holds");
}

#[test]
fn registers_have_the_names_that_the_design_gives_them() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let text = "module m(input clk, input rst_n, input up, output top);\n  reg [2:0] level;\n  assign top = level == 6;\n\
        always @(posedge clk or negedge rst_n) if (!rst_n) level <= 0; else if (up) level <= level + 1;\n\
        initial level = 0;\n  low: assert property (@(posedge clk) disable iff (!rst_n) $past(up) |-> !top);\nendmodule\n";
    let file = scratch.write("level.v", text).display().to_string();
    let said = stdout(&format!("check {file}"));
    assert!(said.contains("  level "), "{said}");
    assert!(said.lines().all(|line| !line.trim_start().starts_with('$')), "{said}");
    let why = stdout(&format!("explain {file}"));
    assert!(why.contains("passes has up = 0"), "{why}");
    // Nothing is told twice: an output that is a register is that register.
    let same = "module m(input clk, output reg [1:0] n);\n  initial n = 0;\n  always @(posedge clk) n <= n + 1;\n\
        always @* assert (n != 2);\nendmodule\n";
    let file = scratch.write("same.v", same).display().to_string();
    let said = stdout(&format!("check --all {file}"));
    assert_eq!(said.lines().filter(|line| line.trim_start().starts_with("n ")).count(), 1, "{said}");
}

#[test]
fn a_clock_is_an_input_that_only_ticks() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let refused = |name: &str, text: &str, words: &str| {
        let file = scratch.write(name, text).display().to_string();
        let output = whyc(&format!("check {file}"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    let gated = "module m(input clk, input en, output reg q);\n  wire g = clk & en;\n  initial q = 0;\n\
        always @(posedge g) q <= 1;\n  always @(posedge g) assert (en);\nendmodule\n";
    refused("gated.v", gated, "posedge g");
    let read = "module m(input clk, output reg q);\n  initial q = 1;\n  always @(posedge clk) q <= clk;\n\
        always @(posedge clk) assert (q);\nendmodule\n";
    refused("read.v", read, "`clk` is a clock");
    // A buffer or an inverter is the clock, too, and what goes out may be anything.
    let inverted = "module m(input clk, input en, output reg q, output out);\n  wire n = ~clk;\n  assign out = clk & en;\n\
        initial q = 0;\n  always @(posedge n) q <= 0;\n  always @(posedge n) assert (!q);\nendmodule\n";
    let file = scratch.write("inverted.v", inverted).display().to_string();
    assert_eq!(report(&format!("check {file}"))["verdict"], "safe");
}

#[test]
fn concurrent_assertions_with_delays_names_and_defaults() {
    if !has_yosys() {
        return;
    }
    let scratch = Scratch::new();
    let text = "module m(input clk, input rst, input req, output reg ack);\n  reg seen;\n  initial begin ack = 0; seen = 0; end\n\
        always @(posedge clk) if (rst) begin ack <= 0; seen <= 0; end else begin seen <= req; ack <= seen; end\n\
        default clocking @(posedge clk); endclocking\n  default disable iff (rst);\n\
        property follows;\n    req |-> ##2 ack;\n  endproperty\n\
        two: assert property (follows) else $error(\"late\");\n\
        one: assert property (req |-> ##1 ack);\n\
        alone: assert property (req ##1 !req |-> ##1 ack ##1 !ack);\n\
        never: assert property (@(posedge clk) req ##2 req |-> !ack);\n\
        met: cover property (req ##2 ack);\nendmodule\n";
    let file = scratch.write("acknowledge.sv", text).display().to_string();
    let found = report(&format!("check {file}"));
    let status = |id: &str| status_of(&found, id);
    assert_eq!((status("two"), status("one"), status("never")), ("holds", "violated", "violated"), "{found}");
    assert_eq!((status("alone"), status("alone_2")), ("holds", "holds"));
    let goal = &found["cover"]["goals"][0];
    assert_eq!((&goal["status"], &goal["cycles"], &goal["line"]), (&"covered".into(), &2.into(), &14.into()), "{goal}");
    let two = found["properties"].as_array().into_iter().flatten().find(|it| it["id"] == "two");
    assert_eq!(two.map(|it| &it["line"]), Some(&10.into()));
}
