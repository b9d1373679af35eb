//! Values: what variables and expressions are at a step, held against what C says.

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, program};

const SHAPES: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
enum colour { RED, GREEN = 5 };
struct point { int x, y; };
union word { unsigned bits; float number; };
struct shape {
    char name[8];
    struct point at[2];
    unsigned kind : 3;
    int level : 4;
    enum colour colour;
    union word word;
    struct shape *next;
};
static int count = 3;
int main(void) {
    struct shape one, two = {\"two\", {{1, 2}, {3, 4}}, 5, -2, GREEN, {.number = 1.5f}, 0};
    int *heap = malloc(3 * sizeof *heap);
    int unset;
    int *into = &two.at[1].y;
    unsigned char small = 200;
    long big = 5000000000;
    double half = 0.5;
    static int visits = 1;
    if (!heap)
        return 1;
    heap[0] = 7;
    heap[1] = -8;
    one = two;
    one.next = &two;
    strcpy(one.name, \"one\");
    visits += count;
    {
        int count = 9;
        visits += count;
    }
    assert(visits == 0);
    free(heap);
    return 0;
}
";

fn names(variables: &[Value]) -> Vec<&str> {
    variables.iter().filter_map(|it| it["name"].as_str()).collect()
}

fn stopped() -> Client {
    Client::debug(&program("shapes", SHAPES), json!({"stopOnEntry": false}))
}

#[test]
fn variables_are_trees() {
    let mut client = stopped();
    let locals = client.scope("Locals");
    assert_eq!(names(&locals), ["one", "two", "heap", "unset", "into", "small", "big", "half"]);
    let of = |name: &str| locals.iter().find(|it| it["name"] == name).cloned().expect("it is there");
    assert_eq!(of("unset")["value"], "uninitialised");
    assert_eq!((&of("small")["value"], &of("small")["type"]), (&json!("200"), &json!("unsigned char")));
    assert_eq!((&of("big")["value"], &of("half")["value"]), (&json!("5000000000"), &json!("0.5")));
    assert_eq!(of("into")["value"], "&two.at[1].y");
    let one = client.open(&of("one"));
    assert_eq!(names(&one), ["name", "at", "kind", "level", "colour", "word", "next"]);
    assert_eq!(one[0]["value"], "\"one\"");
    assert_eq!((&one[2]["value"], &one[3]["value"], &one[4]["value"]), (&json!("5"), &json!("-2"), &json!("GREEN")));
    assert_eq!(one[6]["value"], "&two");
    let next = client.open(&one[6]);
    assert_eq!(next[0]["value"], "\"two\"", "a pointer to one thing shows its members");
    let at = client.open(&one[1]);
    assert_eq!((names(&at), &at[1]["value"]), (vec!["[0]", "[1]"], &json!("{x = 3, y = 4}")));
    assert_eq!(at[1]["evaluateName"], "one.at[1]");
    let heap = client.open(&of("heap"));
    let values: Vec<&Value> = heap.iter().map(|it| &it["value"]).collect();
    assert_eq!(values, ["7", "-8", "uninitialised"]);
    let globals = client.scope("Globals");
    assert_eq!(names(&globals), ["count", "visits"]);
    // A page of many.
    let told = client
        .ask("variables", json!({"variablesReference": of("heap")["variablesReference"], "start": 1, "count": 1}));
    assert_eq!(told["variables"].as_array().map(Vec::len), Some(1));
    assert_eq!(told["variables"][0]["name"], "[1]");
}

/// Expressions, and what they are where the assertion of the program fails.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("visits", "13"),
    ("count", "3"),
    ("one.at[1].x * 10 + two.at[0].y", "32"),
    ("heap[0] - heap[1]", "15"),
    ("*heap == 7 && heap[1] < 0", "1"),
    ("one.next->name[0]", "'t'"),
    ("one.next->next == 0", "1"),
    ("(*one.next).kind", "5"),
    ("one.level - 1", "-3"),
    ("one.colour == GREEN", "1"),
    ("into - &two.at[1].x", "1"),
    ("*(into - 1)", "3"),
    ("&two.at[1].y == into", "1"),
    ("small + 100", "300"),
    ("(unsigned char)(small + 100)", "44"),
    ("(signed char)small", "-56"),
    ("-1 < 1u", "0"),
    ("-1 < (long)1", "1"),
    ("big / 3", "1666666666"),
    ("(int)big", "705032704"),
    ("half * 3", "1.5"),
    ("(int)(half * 5)", "2"),
    ("one.word.number", "1.5"),
    ("one.word.bits == 0x3fc00000", "1"),
    ("sizeof one.name", "8"),
    ("sizeof(struct point)", "8"),
    ("~0 & 0xff", "255"),
    ("1 << 4 | 3", "19"),
    ("!heap", "0"),
    ("count > 2 ? 10 : 20", "10"),
    ("0 && heap[2]", "0"),
    ("1 || heap[2]", "1"),
    ("'a' + 1", "98"),
    ("- -3", "3"),
    ("(char *)heap != 0", "1"),
    ("*(unsigned char *)heap", "7"),
];

#[test]
fn expressions_are_those_of_c() {
    let mut client = stopped();
    for (expression, value) in EXPRESSIONS {
        assert_eq!(client.value(expression), *value, "{expression}");
    }
    let told = client.ask("evaluate", json!({"expression": "one.at", "context": "hover"}));
    assert_eq!((&told["type"], client.open(&told).len()), (&json!("struct point[2]"), 2));
    let told = client.ask("evaluate", json!({"expression": "heap + 1"}));
    let parts = client.open(&told);
    assert_eq!((parts.len(), &parts[0]["value"]), (2, &json!("-8")));
}

/// The same expressions in a compiled program.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
fn a_compiler_agrees() {
    let numbers: Vec<(&str, &str)> =
        EXPRESSIONS.iter().filter(|(_, value)| value.parse::<i64>().is_ok()).copied().collect();
    assert!(numbers.len() > 30);
    let print = |(expression, _): &(&str, &str)| format!("printf(\"%lld\\n\", (long long)({expression}));\n");
    let prints: String = numbers.iter().map(print).collect();
    let text = format!("#include <stdio.h>\n{}", SHAPES.replace("assert(visits == 0);", &prints));
    let path = program("compiled", &text);
    let binary = path.with_extension("out");
    let Ok(compiled) = Command::new("gcc").arg("-w").arg(&path).arg("-o").arg(&binary).status() else {
        eprintln!("skipped: gcc is not installed");
        return;
    };
    assert!(compiled.success());
    let output = Command::new(&binary).output().expect("it was compiled");
    let said = String::from_utf8_lossy(&output.stdout);
    let values: Vec<&str> = numbers.iter().map(|(_, value)| *value).collect();
    assert_eq!(said.lines().collect::<Vec<_>>(), values, "{prints}");
}

#[test]
fn what_has_no_value_is_refused() {
    let mut client = stopped();
    for (expression, reason) in [
        ("unset", ""),
        ("unset + 1", "uninitialised"),
        ("heap[2] + 1", "uninitialised"),
        ("heap[3]", "outside"),
        ("one.at[2].x", "outside of an array of 2"),
        ("*two.next", "NULL"),
        ("2147483647 + count", "overflows int"),
        ("count / (count - 3)", "division by zero"),
        ("1 << 40", "undefined"),
        ("nothing", "no variable `nothing`"),
        ("main", "function"),
        ("strlen(one.name)", "not called"),
        ("count = 4", "nothing in it can be changed"),
        ("count++", "nothing in it can be changed"),
        ("one + 1", "name a member"),
        ("one.z", "no member `z`"),
        ("heap.x", "->"),
        ("(long)heap", "not addresses"),
        ("(int *)5", "not addresses"),
        ("heap < into", "one object"),
        ("count +", "missing"),
        ("(count", "missing"),
        ("count count", "not expected"),
        ("\"text\"", "string literals"),
        ("", "no expression"),
        ("@", "no part"),
        ("(struct nothing *)heap", "no `struct nothing`"),
        ("99999999999999999999999", "no number"),
        ("half % 2", "whole numbers"),
    ] {
        if expression == "unset" {
            // A place has no value to be wrong.
            assert_eq!(client.value(expression), "uninitialised");
            continue;
        }
        let said = client.refusal(expression);
        assert!(said.contains(reason), "{expression}: {said}");
    }
    let deep = format!("{}1{}", "(".repeat(1000), ")".repeat(1000));
    assert!(client.refusal(&deep).contains("deeply"));
    assert!(client.refusal(&"1+".repeat(5000)).contains("long"));
}

#[test]
fn blocks_begin_and_end() {
    let path = program("scopes", SHAPES);
    let mut client = Client::debug(&path, json!({}));
    client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": [{"line": 36}]}));
    client.go("continue");
    assert_eq!((client.line(), client.value("count")), (36, "9".to_owned()), "the inner one");
    client.go("next");
    assert_eq!(client.value("count"), "3", "the outer one again");
    client.go("stepBack");
    assert_eq!(client.value("count"), "9");
    // Before anything is written.
    client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": []}));
    client.go("reverseContinue");
    assert_eq!(client.local("one")["value"], "uninitialised");
}

#[test]
fn library_code_is_not_entered_and_dead_memory_is_said_to_be_dead() {
    let text = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *text = malloc(4);
    if (!text)
        return 1;
    strcpy(text, \"abc\");
    printf(\"%s\\n\", text);
    free(text);
    return text[0];
}
";
    let path = program("library", text);
    let mut client = Client::debug(&path, json!({}));
    let mut lines = vec![client.line()];
    while client.go("stepIn")["reason"] != "exception" {
        lines.push(client.line());
        assert!(lines.len() < 50, "{lines:?}");
        if client.line() == 9 {
            assert!(client.local("text")["value"].as_str().is_some_and(|it| it.contains("\"abc\"")));
        }
    }
    lines.dedup();
    assert_eq!(lines, [5, 6, 8, 9, 10], "and fails on line 11");
    assert_eq!(client.stack(), [("main".to_owned(), 11)]);
    assert!(client.local("text")["value"].as_str().is_some_and(|it| it.contains("(freed)")));
    assert!(client.refusal("text[0]").contains("dangles"));
    let printed: Vec<String> = client
        .told
        .iter()
        .filter(|it| it["body"]["category"] == "stdout")
        .filter_map(|it| it["body"]["output"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(printed.concat(), "abc\n");
}

/// The bytes that a client reads from a place on, and how many could not be read behind them.
fn bytes(client: &mut Client, reference: &Value, offset: i64, count: i64) -> (Option<String>, u64) {
    let told = client.ask("readMemory", json!({"memoryReference": reference, "offset": offset, "count": count}));
    (told["data"].as_str().map(str::to_owned), told["unreadableBytes"].as_u64().expect("a number"))
}

#[test]
fn memory_is_read_as_bytes() {
    let mut client = stopped();
    let two = client.local("two")["memoryReference"].clone();
    // "two" and zeros behind it; then {1, 2}.
    assert_eq!(bytes(&mut client, &two, 0, 8), (Some("dHdvAAAAAAA=".to_owned()), 0));
    assert_eq!(bytes(&mut client, &two, 8, 8), (Some("AQAAAAIAAAA=".to_owned()), 0));
    // A pointer has the place that it points to; only two of the three numbers there were written.
    let heap = client.local("heap")["memoryReference"].clone();
    assert_eq!(bytes(&mut client, &heap, 0, 12), (Some("BwAAAPj///8=".to_owned()), 4));
    assert_eq!(bytes(&mut client, &heap, 8, 100), (None, 100));
    assert_eq!(bytes(&mut client, &heap, -4, 2), (None, 2));
    let into = client.ask("evaluate", json!({"expression": "two.at[1].y", "context": "watch"}));
    assert_eq!(bytes(&mut client, &into["memoryReference"], 0, 4), (Some("BAAAAA==".to_owned()), 0));
    for (reference, count) in [("nowhere", 1), ("99999+0x0", 1), ("0+0x0", -1)] {
        let asked = json!({"memoryReference": reference, "count": count});
        assert!(client.try_ask("readMemory", asked).is_err(), "{reference}");
    }
}
