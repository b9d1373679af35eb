//! The debug adapter, as a debugger sees it: message by message, and in a real client.

mod client;
mod editors;
mod values;

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use client::{Client, program};

/// A loop in a function that goes one too far.
const SUM: &str = "\
#include <assert.h>
int total;
static int add(int a, int b) {
    int sum = a + b;
    return sum;
}
int main(void) {
    int values[3] = {4, 5, 6};
    int s = 0;
    for (int i = 0; i < 3; i++) {
        s = add(s, values[i]);
        total = s;
    }
    int last = s;
    assert(last < 15);
    return 0;
}
";

#[test]
fn a_run_is_walked_to_its_failure_and_back() {
    let path = program("walk", SUM);
    let mut client = Client::debug(&path, json!({}));
    assert_eq!(client.stack(), [("main".to_owned(), 8)]);
    let mut lines = vec![client.line()];
    loop {
        let stop = client.go("next");
        lines.push(client.line());
        if stop["reason"] == "exception" {
            assert!(stop["text"].as_str().is_some_and(|text| text.contains("last < 15")), "{stop}");
            break;
        }
        assert!(lines.len() < 100, "{lines:?}");
    }
    assert_eq!(lines, [8, 9, 10, 11, 12, 10, 11, 12, 10, 11, 12, 10, 14, 15]);
    assert_eq!(client.local("last")["value"], "15 ◀ matters");
    let info = client.ask("exceptionInfo", json!({"threadId": 1}));
    assert_eq!(info["exceptionId"], "assertion");
    for line in lines.iter().rev().skip(1) {
        client.go("stepBack");
        assert_eq!(client.line(), *line);
    }
    let begin = client.go("stepBack");
    assert_eq!((begin["description"].as_str(), client.line()), (Some("The run begins here."), 8));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn calls_are_entered_and_left() {
    let path = program("calls", SUM);
    let mut client = Client::debug(&path, json!({}));
    for _ in 0..3 {
        client.go("next");
    }
    client.go("stepIn");
    assert_eq!(client.stack(), [("add".to_owned(), 4), ("main".to_owned(), 11)]);
    assert_eq!((client.value("a"), client.value("b")), ("0".to_owned(), "4".to_owned()));
    assert_eq!(client.scope("Locals").iter().map(|it| it["name"].clone()).collect::<Vec<_>>(), ["a", "b", "sum"]);
    assert_eq!(client.local("sum")["value"], "uninitialised");
    client.go("stepOut");
    assert_eq!(client.stack(), [("main".to_owned(), 11)]);
    assert_eq!(client.value("s"), "0", "what the call returns is not assigned yet");
    client.go("next");
    assert_eq!((client.line(), client.value("s")), (12, "4".to_owned()));
    // Back over the call, and into it from its end.
    client.go("stepBack");
    assert_eq!((client.stack(), client.value("s")), (vec![("main".to_owned(), 11)], "0".to_owned()));
    client.go("stepIn");
    client.go("stepBack");
    assert_eq!(client.stack(), [("main".to_owned(), 11)], "a call is left backwards to where it was made");
}

#[test]
fn lines_and_values_stop_a_run() {
    let path = program("stops", SUM);
    let mut client = Client::debug(&path, json!({}));
    let set = client.ask(
        "setBreakpoints",
        json!({"source": {"path": path}, "breakpoints": [{"line": 12}, {"line": 13}, {"line": 99}]}),
    );
    let told = set["breakpoints"].as_array().expect("a list");
    assert_eq!((&told[0]["verified"], &told[0]["line"]), (&json!(true), &json!(12)));
    assert_eq!((&told[1]["verified"], &told[1]["line"]), (&json!(true), &json!(14)), "there is no code on line 13");
    assert_eq!(told[2]["verified"], false);
    for s in ["4", "9", "15"] {
        let stop = client.go("continue");
        assert_eq!((stop["reason"].as_str(), client.line()), (Some("breakpoint"), 12));
        assert_eq!(client.value("s"), s);
    }
    client.go("continue");
    assert_eq!(client.line(), 14);
    assert_eq!(client.go("continue")["reason"], "exception");
    client.go("reverseContinue");
    client.go("reverseContinue");
    assert_eq!((client.line(), client.value("s")), (12, "15".to_owned()));
    // Only where a condition holds.
    client.ask(
        "setBreakpoints",
        json!({"source": {"path": path}, "breakpoints": [{"line": 12, "condition": "i == 0 && s < 5"}]}),
    );
    client.go("reverseContinue");
    assert_eq!((client.line(), client.value("i")), (12, "0".to_owned()));
    // A global that changes.
    client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": []}));
    let info = client.ask("dataBreakpointInfo", json!({"name": "total"}));
    let set = client.ask("setDataBreakpoints", json!({"breakpoints": [{"dataId": info["dataId"]}, {"dataId": "1:2"}]}));
    assert_eq!((&set["breakpoints"][0]["verified"], &set["breakpoints"][1]["verified"]), (&json!(true), &json!(false)));
    for total in ["4", "9", "15"] {
        assert_eq!(client.go("continue")["reason"], "data breakpoint");
        assert_eq!(client.value("total"), total);
    }
    assert_eq!(client.go("continue")["reason"], "exception");
    assert_eq!(client.go("reverseContinue")["reason"], "data breakpoint");
    assert_eq!((client.line(), client.value("total")), (12, "9".to_owned()), "it is about to change");
}

#[test]
fn a_value_has_a_reason() {
    let path = program("why", SUM);
    let mut client = Client::debug(&path, json!({"stopOnEntry": false}));
    assert_eq!(client.line(), 15);
    let told = client.ask("whyc/why", json!({"name": "s"}));
    let stop = client.wait_for("stopped");
    assert_eq!((stop["reason"].as_str(), &told["line"]), (Some("goto"), &json!(11)), "{told}");
    assert_eq!((client.line(), client.value("i")), (11, "2".to_owned()));
    client.ask("evaluate", json!({"expression": "why values[1]", "context": "repl"}));
    client.wait_for("stopped");
    assert_eq!(client.line(), 8);
    client.ask("whyc/back", json!({}));
    client.wait_for("stopped");
    assert_eq!(client.line(), 11);
    client.ask("evaluate", json!({"expression": "back", "context": "repl"}));
    assert_eq!(client.wait_for("stopped")["reason"], "exception");
    assert!(client.try_ask("whyc/back", json!({})).is_err());
    // To a line, by how often the run comes there.
    let targets = client.ask("gotoTargets", json!({"source": {"path": path}, "line": 11}));
    assert_eq!(targets["targets"].as_array().map(Vec::len), Some(3));
    client.ask("goto", json!({"threadId": 1, "targetId": targets["targets"][1]["id"]}));
    client.wait_for("stopped");
    assert_eq!((client.line(), client.value("i")), (11, "1".to_owned()));
}

#[test]
fn the_closest_passing_run_is_walked_too() {
    let text =
        fs::read_to_string(whyc_tests::repository().join("examples/median.c")).expect("the example should be there");
    let path = program("passing", &text);
    let mut failing = Client::debug(&path, json!({"stopOnEntry": false}));
    let holds = "not_smaller >= 2 && not_larger >= 2";
    assert_eq!(failing.value(holds), "0");
    let inputs = failing.scope("Inputs");
    assert_eq!(inputs.len(), 3, "{inputs:#?}");
    let matters = failing.scope("What matters");
    assert!(matters.iter().any(|it| it["name"].as_str().is_some_and(|name| name.starts_with("line "))), "{matters:#?}");
    let mut passing = Client::debug(&path, json!({"run": "passing", "stopOnEntry": false}));
    assert_eq!(passing.value(holds), "1");
    assert_eq!(passing.stack(), [("main".to_owned(), 23)]);
    passing.ask("continue", json!({"threadId": 1}));
    passing.wait_for("terminated");
    // It is over, and can still be looked at.
    passing.go("stepBack");
    assert_eq!(passing.line(), 22);
}

#[test]
fn what_is_safe_or_no_program_is_said() {
    let mut client = Client::start();
    let path = program("safe", "int main(void) { return 0; }\n");
    client.launch(&path, json!({})).expect("that nothing fails is an answer");
    let said = client.until(|message| message["event"] == "output" && message["body"]["category"] == "important");
    assert!(said["body"]["output"].as_str().is_some_and(|text| text.contains("safe")), "{said}");
    client.wait_for("terminated");
    let mut client = Client::start();
    let path = program("wrong", "int main(void) { return x; }\n");
    let error = client.launch(&path, json!({})).expect_err("it is no program");
    assert!(error.as_str().is_some_and(|text| text.contains("undeclared")), "{error}");
    let said = client.wait_for("terminated");
    assert_eq!(said, json!({}));
    assert!(client.told.iter().any(|it| it["body"]["output"].as_str().is_some_and(|text| text.contains("return x"))));
    // And it goes on.
    let error = client.try_ask("launch", json!({"program": "/no/such/file.c"})).expect_err("there is none");
    assert!(error.as_str().is_some_and(|text| text.contains("No such file")), "{error}");
    assert!(client.try_ask("launch", json!({"program": 7})).is_err());
    assert!(client.try_ask("launch", json!({})).is_err());
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn what_is_wrong_is_refused_and_it_goes_on() {
    let path = program("wrong-requests", SUM);
    let mut early = Client::start();
    for command in ["stackTrace", "next", "continue", "evaluate", "scopes", "whyc/why", "nonsense", "setBreakpoints"] {
        assert!(early.try_ask(command, json!({})).is_err(), "{command}");
    }
    assert_eq!(early.vanish(), Some(1));
    let mut client = Client::debug(&path, json!({}));
    client.write("{");
    client.write("[1, 2]");
    client.write(r#"{"seq": 77, "command": 3}"#);
    let answer = client.until(|message| message["request_seq"] == 77);
    assert_eq!(answer["success"], false);
    for (command, arguments) in [
        ("scopes", json!({"frameId": 4711})),
        ("scopes", json!({"frameId": "x"})),
        ("variables", json!({"variablesReference": 4711})),
        ("variables", json!({"variablesReference": -3})),
        ("evaluate", json!({"expression": "s", "frameId": -1})),
        ("goto", json!({"threadId": 1, "targetId": 123_456_789})),
        ("whyc/why", json!({"name": "1 + 1"})),
        ("launch", json!({"program": path})),
        ("exceptionInfo", json!({"threadId": 1})),
    ] {
        assert!(client.try_ask(command, arguments.clone()).is_err(), "{command} {arguments}");
    }
    assert_eq!(client.line(), 8, "it goes on");
    // Without a stop at the failing check, the run ends.
    client.ask("setExceptionBreakpoints", json!({"filters": []}));
    client.ask("continue", json!({"threadId": 1}));
    client.wait_for("terminated");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn a_loop_on_one_line_is_one_stop_for_each_round() {
    let text = "\
#include <assert.h>
int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++) s += i;
    assert(s != 3);
    return 0;
}
";
    let mut client = Client::debug(&program("one-line", text), json!({}));
    let mut seen = Vec::new();
    while client.go("next")["reason"] != "exception" {
        seen.push((client.line(), client.value("s")));
        assert!(seen.len() < 20, "{seen:?}");
    }
    let expected = [(4, "0"), (4, "0"), (4, "1"), (4, "3")];
    assert_eq!(seen, expected.map(|(line, value)| (line, value.to_owned())));
}

#[test]
fn what_fails_when_all_is_over_fails_where_it_ended() {
    let text = "\
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (p) *p = 3;
    return 0;
}
";
    let path = program("leak", text);
    let mut client = Client::debug(&path, json!({"checks": ["leak"], "stopOnEntry": false}));
    assert_eq!(client.ask("exceptionInfo", json!({"threadId": 1}))["exceptionId"], "leak");
    assert_eq!(client.stack(), [("main".to_owned(), 5)]);
    client.go("stepBack");
    assert_eq!((client.stack(), client.value("*p")), (vec![("main".to_owned(), 5)], "3".to_owned()));
    let mut client = Client::start();
    let error = client.launch(&path, json!({"checks": ["leaks"]})).expect_err("there is no such class");
    assert!(error.as_str().is_some_and(|text| text.contains("`leaks`")), "{error}");
}

#[test]
fn long_runs_are_walked_quickly() {
    let text = "\
#include <assert.h>
int a[64];
int main(void) {
    unsigned h = 1;
    for (int i = 0; i < 4000; i++) {
        h = h * 31 + 7;
        a[h % 64] += 1;
    }
    assert(a[0] == 1000000);
    return 0;
}
";
    let path = program("long", text);
    let mut client = Client::debug(&path, json!({"stopOnEntry": false}));
    let start = Instant::now();
    client
        .ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": [{"line": 6, "condition": "i == 10"}]}));
    client.go("reverseContinue");
    assert_eq!((client.line(), client.value("i")), (6, "10".to_owned()));
    for _ in 0..30 {
        client.go("stepBack");
    }
    assert_eq!(client.value("i"), "0");
    client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": []}));
    assert_eq!(client.go("continue")["reason"], "exception");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_run_begins_again_with_the_text_as_it_is_by_now() {
    let path = program("again", SUM);
    let mut client = Client::debug(&path, json!({}));
    let set = json!({"source": {"path": path}, "breakpoints": [{"line": 14}]});
    let set = client.ask("setBreakpoints", set);
    let id = &set["breakpoints"][0]["id"];
    client.go("continue");
    assert_eq!(client.line(), 14);
    // Two lines more before it: what is on line 14 then has a round of the loop for each number.
    std::fs::write(&path, SUM.replacen("#include", "\n\n#include", 1)).expect("the program should be written");
    client.ask("restart", json!({}));
    let moved = client.wait_for("breakpoint");
    assert_eq!((&moved["breakpoint"]["id"], &moved["breakpoint"]["verified"]), (id, &json!(true)));
    client.wait_for("stopped");
    assert_eq!(client.stack(), [("main".to_owned(), 10)]);
    let stop = client.go("continue");
    assert_eq!((stop["reason"].as_str(), client.line()), (Some("breakpoint"), 14));
    // What was mended has no failing run any more.
    std::fs::write(&path, SUM.replacen("last < 15", "last < 16", 1)).expect("the program should be written");
    client.ask("restart", json!({}));
    client.wait_for("terminated");
    assert!(client.try_ask("next", json!({"threadId": 1})).is_err());
}
