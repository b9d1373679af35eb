//! What a person reads who has asked in a way that cannot be answered as it stands.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What whyc says on both channels, and its exit status.
fn say(folder: &Path, args: &[&str], stdin: &str) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.current_dir(folder).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("whyc should start");
    let mut input = child.stdin.take().expect("it has an input");
    // It may end without having read anything.
    let _ = input.write_all(stdin.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("whyc should end");
    let text = [&output.stdout[..], &output.stderr[..]].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (text.concat(), output.status.code().unwrap_or(-1))
}

#[test]
fn every_message_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("part.c", "int add(int a, int b) { return a + b; }\nint sub(int a, int b) { return a - b; }\n");
    write("one.c", "int only(int a) { return a; }\n");
    write("board.c", "#include \"board.h\"\nint main(void) { return 0; }\n");
    write("vector.c", "#include <vector>\nint main(void) { return 0; }\n");
    write("a.cpp", "class A { int x; };\nint main() { return 0; }\n");
    write("ok.c", "#include <assert.h>\nint main(void) { int x = 1; assert(x); return 0; }\n");
    let cases: &[(&[&str], &[&str])] = &[
        (&["check", "part.c"], &["no function `main`", "`add`, `sub`", "--function add"]),
        (&["check", "one.c"], &["--function only"]),
        (&["check", "board.c"], &["'board.h' file not found", "#include \"board.h\"", "-I DIR", "-p BUILD_DIR"]),
        (&["check", "vector.c"], &["`vector` is a header of C++"]),
        (&["check", "a.cpp"], &["`a.cpp` is C++ by its name"]),
        (&["check", "--unwind", "99999999999", "ok.c"], &["too large", "4294967295"]),
        (&["check", "--property", "main.asertion.1", "ok.c"], &["did you mean `main.assertion.1`?"]),
        (&["check", "--max-arg-length", "0", "ok.c"], &["at least 1"]),
    ];
    for (args, parts) in cases {
        let (text, status) = say(folder.path(), args, "");
        assert_eq!(status, 2, "{args:?}: {text}");
        for part in *parts {
            assert!(text.contains(part), "{args:?} should say {part}:\n{text}");
        }
    }
    let (text, status) = say(folder.path(), &["check", "--format", "html", "-o", "page.html", "ok.c"], "");
    assert!(status == 0 && text.contains("the report is in page.html"), "{text}");
    let (text, status) = say(folder.path(), &["check", "--no-check", "overflow,shift", "ok.c"], "");
    assert_eq!(status, 0, "{text}");
}

#[test]
fn a_program_may_come_from_standard_input() {
    let text = "#include <assert.h>\nint main(void) { assert(0); }\n";
    let (said, status) = say(Path::new("."), &["check", "-"], text);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("stdin.c:2"), "{said}");
}

#[test]
fn arguments_may_be_longer_than_usual() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n    if (argc > 1) assert(strlen(argv[1]) < 9);\n}\n";
    fs::write(folder.path().join("long.c"), text).expect("it can be written");
    let (said, status) = say(folder.path(), &["check", "long.c"], "");
    assert!(status == 3 && said.contains("3 of 7 characters"), "{said}");
    let (said, status) = say(folder.path(), &["check", "--max-arg-length", "12", "long.c"], "");
    assert_eq!(status, 1, "{said}");
}
