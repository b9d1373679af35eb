//! The language server, as an editor sees it: message by message, and in a real editor.

mod client;
mod editors;
mod extras;

use std::fs;

use serde_json::{Value, json};

use client::{Client, abilities, edited, folder, uri};

/// A loop that goes one too far, and an umlaut before the place.
const LOOP: &str = "\
#include <assert.h>
int main(void) {
    int n = 2;
    while (n < 5) {
        n = n + 1;
    }
    /* n größer als 3 */ assert(n <= 3);
    return 0;
}
";

const FREED: &str = "\
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    free(p);
    return *p;
}
";

/// The median of three numbers, with one letter wrong.
fn median() -> String {
    fs::read_to_string(whyc_tests::repository().join("examples/median.c")).expect("the example should be there")
}

fn modern() -> Client {
    Client::with(&abilities(), &json!({"timeoutSeconds": 120}))
}

#[test]
fn a_failure_is_where_it_is() {
    let path = folder("place").join("loop.c");
    let mut client = modern();
    let found = client.diagnose(&path, LOOP);
    assert_eq!(found.len(), 1, "{found:#?}");
    let line = "    /* n größer als 3 */ ".encode_utf16().count();
    let range = json!({
        "start": {"line": 6, "character": line},
        "end": {"line": 6, "character": line + "assert(n <= 3)".len()},
    });
    assert_eq!(found[0]["range"], range);
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"], &found[0]["source"]),
        (&json!("assertion"), &json!(1), &json!("whyc"))
    );
    let message = found[0]["message"].as_str().expect("a text");
    assert!(message.starts_with("`n <= 3` can fail: here n = 5\n"), "{message}");
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["message"], "`n` last changed here: 5");
    assert_eq!(related["location"]["range"]["start"]["line"], 4);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn columns_are_bytes_if_the_editor_wants_them() {
    let path = folder("bytes").join("loop.c");
    let mut able = abilities();
    able["general"] = json!({"positionEncodings": ["utf-16", "utf-8"]});
    let mut client = Client::with(&able, &json!({"timeoutSeconds": 120}));
    let found = client.diagnose(&path, LOOP);
    assert_eq!(found[0]["range"]["start"]["character"], "    /* n größer als 3 */ ".len());
}

#[test]
fn places_that_have_to_do_with_it_are_shown() {
    let path = folder("related").join("freed.c");
    let mut client = modern();
    let found = client.diagnose(&path, FREED);
    assert_eq!(found[0]["code"], "use-after-free", "{found:#?}");
    let related = found[0]["relatedInformation"].as_array().expect("there should be some");
    let said: Vec<(u64, &str)> = related
        .iter()
        .map(|it| {
            (it["location"]["range"]["start"]["line"].as_u64().unwrap_or(0), it["message"].as_str().unwrap_or(""))
        })
        .collect();
    assert!(said.iter().any(|(line, text)| *line == 6 && text.contains("freed")), "{said:?}");
    assert!(related.iter().all(|it| it["location"]["uri"] == uri(&path)), "{related:#?}");
    // An editor that cannot show places is told them in words.
    let mut plain = Client::with(&json!({}), &json!({"timeoutSeconds": 120}));
    let found = plain.diagnose(&path, FREED);
    assert!(found[0].get("relatedInformation").is_none());
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("(line 7)")), "{found:#?}");
}

#[test]
fn what_is_not_saved_counts() {
    let folder = folder("unsaved");
    let path = folder.join("loop.c");
    fs::write(&path, LOOP).expect("the file should be written");
    let mut client = modern();
    assert_eq!(client.diagnose(&path, &LOOP.replace("<= 3", "<= 5")), [] as [Value; 0]);
    client.change(&path, 2, LOOP);
    assert_eq!(client.diagnostics(&path).len(), 1);
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri(&path)}}));
    assert_eq!(client.diagnostics(&path), [] as [Value; 0], "what is closed is not shown");
}

#[test]
fn a_header_that_is_not_saved_counts_too() {
    let folder = folder("header");
    fs::create_dir(folder.join("include")).expect("a folder should be made");
    let (unit, header) = (folder.join("main.c"), folder.join("include/limit.h"));
    fs::write(&header, "#define LIMIT 3\n").expect("the header should be written");
    let text = "#include \"include/limit.h\"\nint a[4];\nint main(void) {\n    return a[LIMIT];\n}\n";
    let mut client = modern();
    assert_eq!(client.diagnose(&unit, text), [] as [Value; 0]);
    client.open(&header, "#define LIMIT 4\n");
    let found = client.diagnostics(&unit);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("bounds")), "{found:#?}");
    client.change(&header, 2, "#define LIMIT 2\n");
    assert_eq!(client.diagnostics(&unit), [] as [Value; 0]);
    client.change(&header, 3, "#define LIMIT\n");
    let found = client.diagnostics(&unit);
    assert_eq!(found[0]["severity"], 1, "the header is no longer what it should be: {found:#?}");
}

#[test]
fn a_fix_that_is_applied_mends_it() {
    let path = folder("fix").join("median.c");
    let text = median();
    for able in [abilities(), json!({})] {
        let mut client = Client::with(&able, &json!({"timeoutSeconds": 120}));
        let found = client.diagnose(&path, &text);
        assert_eq!(found.len(), 1, "{found:#?}");
        let fixes = client.fixes(&path, &found[0]);
        let fix = &fixes[0];
        assert!(fix["title"].as_str().is_some_and(|title| title.contains("`y` by `x`")), "{fixes:#?}");
        assert_eq!((&fix["isPreferred"], &fix["diagnostics"]), (&json!(true), &json!(found)));
        let changes = match fix["edit"].get("documentChanges") {
            Some(changes) => &changes[0]["edits"],
            None => &fix["edit"]["changes"][uri(&path)],
        };
        let mended = edited(&text, changes.as_array().expect("edits"));
        client.change(&path, 2, &mended);
        assert_eq!(client.diagnostics(&path), [] as [Value; 0], "{mended}");
        assert_eq!(client.actions(&path, &found[0]), [] as [Value; 0], "there is nothing left to mend");
    }
}

#[test]
fn a_newer_text_ends_the_check_of_an_older_one() {
    let path = folder("newer").join("hard.c");
    // To turn that back, a solver takes longer than anyone waits.
    let hard = "\
#include <assert.h>
unsigned long long nondet(void);
int main(void) {
    unsigned long long a = nondet(), h = nondet();
    for (int k = 0; k < 32; k++)
        h = (h ^ h >> 29) * (h | 1) + a;
    assert(h != 0x123456789abcdefull);
}
";
    let mut client = Client::with(&abilities(), &json!({"timeoutSeconds": 3600}));
    client.open(&path, hard);
    // It takes long enough to be shown.
    client.until(|message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "begin");
    client.change(&path, 2, LOOP);
    assert_eq!(client.diagnostics(&path).len(), 1);
    let told: Vec<&Value> =
        client.told.iter().filter(|told| told["method"] == "textDocument/publishDiagnostics").collect();
    assert!(told.iter().all(|told| told["params"]["version"] == 2), "{told:#?}");
    let ended = client.told.iter().any(|told| told["params"]["value"]["kind"] == "end");
    assert!(ended, "what was shown is over");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn wrong_requests_are_refused_and_nothing_else() {
    let mut client = Client::start();
    let early = client.try_ask("textDocument/hover", json!({})).expect_err("it comes too early");
    assert_eq!(early["code"], -32002);
    drop(client);
    let mut client = modern();
    let code = |answer: Result<Value, Value>| answer.expect_err("it is wrong")["code"].as_i64();
    assert_eq!(code(client.try_ask("textDocument/flight", json!({}))), Some(-32601));
    assert_eq!(code(client.try_ask("textDocument/hover", json!({"textDocument": 3}))), Some(-32602));
    assert_eq!(code(client.try_ask("initialize", json!({"capabilities": {}}))), Some(-32600));
    let command = |name: &str, arguments: Value| json!({"command": name, "arguments": arguments});
    let params = [
        command("whyc.fly", json!([])),
        command("whyc.explain", json!([])),
        command("whyc.explain", json!([{"uri": "file:///nowhere/x.c"}])),
        command("whyc.explain", json!(["untitled:1"])),
    ];
    for params in params {
        assert_eq!(code(client.try_ask("workspace/executeCommand", params)), Some(-32602));
    }
    client.write("{ this is no JSON");
    assert_eq!(
        client.until(|message| message["id"].is_null() && message.get("error").is_some())["error"]["code"],
        -32700
    );
    client.write(r#"{"jsonrpc": "2.0", "id": 77, "params": []}"#);
    assert_eq!(client.until(|message| message["id"] == 77)["error"]["code"], -32600);
    client.tell("textDocument/didChange", json!({"what": 1}));
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": "file:///nowhere/x.c"}}));
    client.tell("$/cancelRequest", json!({"id": 4}));
    let nowhere = json!({"textDocument": {"uri": "file:///nowhere/x.c"}, "position": {"line": 9, "character": 9}});
    assert_eq!(client.ask("textDocument/hover", nowhere), Value::Null);
    let path = folder("wrong").join("loop.c");
    assert_eq!(client.diagnose(&path, LOOP).len(), 1, "it goes on");
    let far = json!({"textDocument": {"uri": uri(&path)}, "position": {"line": 4_000_000_000_u32, "character": 9}});
    assert_eq!(client.ask("textDocument/hover", far), Value::Null);
    client.ask("shutdown", Value::Null);
    assert_eq!(code(client.try_ask("textDocument/hover", json!({}))), Some(-32600));
    assert_eq!(client.go(), Some(0));
}

#[test]
fn who_goes_without_goodbye_is_told_so() {
    assert_eq!(Client::start().go(), Some(1));
    assert_eq!(modern().go(), Some(1));
    assert_eq!(modern().vanish(), Some(1));
}
