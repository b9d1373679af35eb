//! What an editor shows beside diagnostics, and what it can ask for by name.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, abilities, folder, uri};
use crate::{FREED, LOOP, edited, median, modern};

fn whole(path: &Path) -> Value {
    json!({
        "textDocument": {"uri": uri(path)},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}},
    })
}

fn at(path: &Path, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}})
}

fn execute(client: &mut Client, command: &str, path: &Path) -> Value {
    client.ask("workspace/executeCommand", json!({"command": command, "arguments": [{"uri": uri(path)}]}))
}

#[test]
fn the_values_of_the_failing_run_stand_beside_its_lines() {
    let path = folder("values").join("loop.c");
    let mut client = modern();
    client.diagnose(&path, LOOP);
    let hints = client.ask("textDocument/inlayHint", whole(&path));
    let told: Vec<(u64, &str)> = hints
        .as_array()
        .expect("a list")
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap_or(99), hint["label"].as_str().unwrap_or("")))
        .collect();
    let expected = [(2, "n = 2"), (3, "→ true, true, true, false"), (4, "n = 3, 4, 5"), (6, "✗ n = 5")];
    assert_eq!(told, expected);
    let last = "    /* n größer als 3 */ assert(n <= 3);".encode_utf16().count();
    assert_eq!(hints[3]["position"]["character"], last);
    let toggle = json!({"command": "whyc.toggleValues"});
    client.told.clear();
    assert_eq!(client.ask("workspace/executeCommand", toggle.clone()), false);
    let is_asked_again = client.told.iter().any(|told| told["method"] == "workspace/inlayHint/refresh");
    assert!(is_asked_again, "{:#?}", client.told);
    assert_eq!(client.ask("textDocument/inlayHint", whole(&path)), json!([]));
    assert_eq!(client.ask("workspace/executeCommand", toggle), true);
}

#[test]
fn a_variable_has_its_values_round_by_round() {
    let path = folder("hover").join("loop.c");
    let mut client = modern();
    client.diagnose(&path, LOOP);
    let shown = client.ask("textDocument/hover", at(&path, 4, 8));
    assert_eq!(shown["contents"]["value"], "in the failing run:\nn: 2\nn: 3, 4, 5 (rounds 1–3)");
    // Behind the umlaut, the same variable.
    let column = "    /* n größer als 3 */ assert(".encode_utf16().count() as u32;
    let behind = client.ask("textDocument/hover", at(&path, 6, column));
    assert_eq!(behind["contents"], shown["contents"]);
    assert_eq!(client.ask("textDocument/hover", at(&path, 1, 0)), Value::Null);
    // What was known of another text is not shown beside this one.
    client.change(&path, 2, &LOOP.replace("int n = 2", "int n = 1"));
    assert_eq!(client.ask("textDocument/hover", at(&path, 4, 8)), Value::Null);
    client.diagnostics(&path);
    let shown = client.ask("textDocument/hover", at(&path, 4, 8));
    assert_eq!(shown["contents"]["value"], "in the failing run:\nn: 1\nn: 2, 3, 4, 5 (rounds 1–4)");
}

#[test]
fn reports_are_asked_for_above_the_function_that_fails() {
    let path = folder("lenses").join("median.c");
    let mut client = modern();
    client.diagnose(&path, &median());
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri(&path)}}));
    let lenses = lenses.as_array().expect("a list").clone();
    let titles: Vec<&str> = lenses.iter().filter_map(|lens| lens["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["smallest failing run", "closest passing run", "where to mend"]);
    let parts = ["the smallest failing run: ", "The closest run that passes", "One change is enough"];
    for (lens, part) in lenses.iter().zip(parts) {
        let (command, arguments) = (&lens["command"]["command"], &lens["command"]["arguments"]);
        let answer = client.ask("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
        let asked = client.told.iter().rfind(|told| told["method"] == "window/showDocument").expect("it was shown");
        let file = asked["params"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
        let text = fs::read_to_string(file).expect("it can be read while the server is there");
        assert!(text.contains(part), "{text}");
        assert_eq!(answer["text"], text);
    }
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn an_editor_that_opens_nothing_is_shown_a_message() {
    let path = folder("message").join("median.c");
    let mut client = Client::with(&json!({}), &json!({"timeoutSeconds": 120}));
    client.diagnose(&path, &median());
    execute(&mut client, "whyc.minimize", &path);
    let shown = client.told.iter().rfind(|told| told["method"] == "window/showMessage").expect("a message");
    let text = shown["params"]["message"].as_str().expect("a text");
    assert!(text.contains("the smallest failing run: x = 0, y = -1, z = 1"), "{text}");
}

#[test]
fn the_page_is_opened_elsewhere() {
    let path = folder("page").join("median.c");
    let mut client = modern();
    client.diagnose(&path, &median());
    let answer = execute(&mut client, "whyc.openReport", &path);
    let asked = client.told.iter().rfind(|told| told["method"] == "window/showDocument").expect("it was shown");
    assert_eq!(asked["params"]["external"], true);
    let page = fs::read_to_string(answer["path"].as_str().expect("a path")).expect("it can be read");
    assert!(page.to_lowercase().starts_with("<!doctype html>") && page.contains("median.c"));
}

#[test]
fn each_of_several_failures_has_its_fix() {
    let path = folder("several").join("several.c");
    let text = "\
int nondet_int(void);
int first(const int *a, int n) {
    int sum = 0;
    for (int k = 0; k <= n; k++)
        sum += a[k];
    return sum;
}
int second(int a, int b) {
    if (b < 0)
        return 0;
    return a % 100 / b;
}
int main(void) {
    int a[3] = {1, 2, 3};
    return nondet_int() ? first(a, 3) : second(nondet_int(), nondet_int());
}
";
    let mut client = modern();
    let found = client.diagnose(&path, text);
    let codes: Vec<&Value> = found.iter().map(|it| &it["code"]).collect();
    assert_eq!(codes, ["out-of-object", "division-by-zero"], "{found:#?}");
    for (diagnostic, fix) in found.iter().zip(["`<=` by `<`", "`<` by `<=`"]) {
        let fixes = client.fixes(&path, diagnostic);
        let titles: Vec<&str> = fixes.iter().filter_map(|it| it["title"].as_str()).collect();
        assert!(titles.iter().any(|title| title.contains(fix)), "{titles:#?}");
    }
}

#[test]
fn what_is_excused_in_the_source_is_not_told() {
    let path = folder("excused").join("wraps.c");
    let text = "int nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    return x + 1 > x;\n}\n";
    let mut client = modern();
    let found = client.diagnose(&path, text);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("overflow")), "{found:#?}");
    let actions = client.actions(&path, &found[0]);
    let is_excuse = |it: &&Value| it["title"].as_str().is_some_and(|title| title.starts_with("allow this overflow"));
    let excuse = actions.iter().find(is_excuse).unwrap_or_else(|| panic!("{actions:#?}"));
    let edits = excuse["edit"]["documentChanges"][0]["edits"].as_array().expect("edits");
    let changed = edited(text, edits);
    assert!(changed.contains("    // whyc: allow overflow (say why)\n    return"), "{changed}");
    client.change(&path, 2, &changed);
    assert_eq!(client.diagnostics(&path), [] as [Value; 0]);
}

#[test]
fn a_test_is_written_beside_the_program_and_fails_like_it() {
    let folder = folder("test");
    let path = folder.join("median.c");
    let mut client = modern();
    let found = client.diagnose(&path, &median());
    let actions = client.actions(&path, &found[0]);
    let action = actions.iter().find(|action| action["command"]["command"] == "whyc.writeTest").expect("it is offered");
    for name in ["median.replay.c", "median.replay-2.c"] {
        let answer = client.ask("workspace/executeCommand", action["command"].clone());
        assert_eq!(answer["path"], folder.join(name).display().to_string(), "no file is written over");
    }
    let test = fs::read_to_string(folder.join("median.replay.c")).expect("it was written");
    let line =
        test.lines().find_map(|line| line.split_once("Compile and run:  ")).expect("it says how it is compiled").1;
    let output = Command::new("sh").args(["-c", line]).current_dir(&folder).output().expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("not_smaller >= 2 && not_larger >= 2"), "{line}: {said}");
}

#[test]
fn a_part_of_a_program_makes_no_noise() {
    let folder = folder("part");
    let path = folder.join("part.c");
    let text = "int third(int a[3], int i) {\n    return 10 / i;\n}\n";
    let mut client = modern();
    let found = client.diagnose(&path, text);
    assert_eq!((found.len(), &found[0]["severity"]), (1, &json!(4)), "{found:#?}");
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("`third`")), "{found:#?}");
    // A person may say so for this file alone.
    let actions = client.actions(&path, &found[0]);
    assert_eq!(actions[0]["title"], "check from `third` on");
    client.ask("workspace/executeCommand", actions[0]["command"].clone());
    let found = client.diagnostics(&path);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("division-by-zero")), "{found:#?}");
    let options = json!({"timeoutSeconds": 120, "function": "third"});
    let mut client = Client::with(&abilities(), &options);
    let found = client.diagnose(&path, text);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("division-by-zero")), "{found:#?}");
    // Where there is a main, it starts there.
    let other = folder.join("loop.c");
    assert_eq!(client.diagnose(&other, LOOP).len(), 1);
}

#[test]
fn what_is_no_c_is_said_where_it_is() {
    let path = folder("no-c").join("no.c");
    let mut client = modern();
    let found = client.diagnose(&path, "int main(void) {\n    return missing;\n}\n");
    let start = json!({"line": 1, "character": 11});
    assert_eq!((&found[0]["range"]["start"], &found[0]["severity"]), (&start, &json!(1)), "{found:#?}");
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("missing")), "{found:#?}");
}

#[test]
fn what_is_not_decided_is_a_hint() {
    let path = folder("hint").join("endless.c");
    let text = "\
int nondet_int(void);
int main(void) {
    unsigned i = 1, j = 0;
    while (nondet_int()) {
        i = i * 1664525u + 1013904223u;
        j = i * i;
    }
    return 1 / (3 - (int)(j % 4));
}
";
    let mut client = Client::with(&abilities(), &json!({"timeoutSeconds": 1}));
    let found = client.diagnose(&path, text);
    assert!(!found.is_empty() && found.iter().all(|it| it["severity"] == 4), "{found:#?}");
}

#[test]
fn a_build_says_how_a_file_is_compiled() {
    let folder = folder("build");
    fs::create_dir_all(folder.join("src")).expect("a folder should be made");
    fs::create_dir_all(folder.join("build")).expect("a folder should be made");
    let path = folder.join("src/main.c");
    let text = "int a[4];\nint main(void) {\n    return a[WHICH];\n}\n";
    fs::write(&path, text).expect("the file should be written");
    let command = json!([{"directory": folder, "file": "src/main.c", "command": "cc -DWHICH=4 -c src/main.c"}]);
    fs::write(folder.join("build/compile_commands.json"), command.to_string()).expect("it should be written");
    let mut client = modern();
    let found = client.diagnose(&path, text);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("bounds")), "{found:#?}");
}

#[test]
fn options_that_make_no_sense_are_told() {
    let mut client = Client::with(&abilities(), &json!({"timeoutSeconds": "soon"}));
    let path = folder("options").join("freed.c");
    assert_eq!(client.diagnose(&path, FREED).len(), 1);
    let warned = client.told.iter().any(|told| told["method"] == "window/showMessage");
    assert!(warned, "{:#?}", client.told);
}
