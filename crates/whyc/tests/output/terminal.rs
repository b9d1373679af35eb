//! Help, completions, manual pages, and what is said to somebody who misspells something.

use std::fs;
use std::process::{Command, Output, Stdio};

use whyc_tests::native::Scratch;

const VERBS: [&str; 27] = [
    "check",
    "minimize",
    "explain",
    "localize",
    "replay",
    "vacuity",
    "cover",
    "reduce",
    "history",
    "spec",
    "trace",
    "triage",
    "harness",
    "hybrid",
    "prob",
    "sample",
    "engines",
    "worker",
    "lsp",
    "dap",
    "watch",
    "init",
    "review",
    "verify",
    "proof",
    "completions",
    "man",
];

fn whyc(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_whyc")).args(args).output().expect("whyc should start")
}

fn stdout(args: &[&str]) -> String {
    let output = whyc(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("whyc should write UTF-8")
}

/// Runs a program of the system on a text; nothing if the machine does not have it.
fn system(program: &str, args: &[&str], input: &str) -> Option<Output> {
    use std::io::Write as _;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it should read its input");
    Some(child.wait_with_output().expect("it should end"))
}

#[test]
fn every_verb_has_help_with_examples() {
    for verb in VERBS {
        let help = stdout(&[verb, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("whyc {verb}")), "{verb}:\n{help}");
        assert!(!help.contains('\u{1b}'), "{verb}: nobody asked for colours");
    }
    let all = stdout(&["--help"]);
    assert!(VERBS.iter().all(|verb| all.contains(verb)), "{all}");
}

#[test]
fn shells_can_read_their_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for word in ["check", "localize", "--unwind-loop", "--only-check"] {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(bare), "{shell} should know {word}");
        }
        if let Some(output) = system(shell, &["-n"], &script).filter(|_| shell == "bash" || shell == "zsh") {
            assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let wrong = whyc(&["completions", "bsah"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("'bash'"));
}

#[test]
fn manual_pages_are_complete_and_can_be_set() {
    let scratch = Scratch::new();
    let folder = scratch.file("man1");
    let path = folder.to_str().expect("UTF-8");
    assert_eq!(stdout(&["man", "-o", path]), "");
    let mut pages: Vec<String> = fs::read_dir(&folder)
        .expect("the folder should be there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    pages.sort();
    let mut expected: Vec<String> = VERBS.iter().map(|verb| format!("whyc-{verb}.1")).collect();
    expected.push("whyc.1".to_owned());
    expected.sort();
    assert_eq!(pages, expected);
    for page in &pages {
        let text = fs::read_to_string(folder.join(page)).expect("a page");
        let Some(set) = system("groff", &["-man", "-Tutf8", "-ww", "-z"], &text) else { continue };
        assert!(set.status.success(), "{page}");
        assert_eq!(String::from_utf8_lossy(&set.stderr), "", "{page} should be set without warnings");
    }
    let check = fs::read_to_string(folder.join("whyc-check.1")).expect("a page");
    assert!(check.contains("unwind") && check.contains("EXAMPLES") && check.contains("EXIT STATUS"));
    assert_eq!(stdout(&["man"]), fs::read_to_string(folder.join("whyc.1")).expect("a page"));
}

#[test]
fn what_is_misspelt_gets_a_suggestion() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "a.c",
        "#include <assert.h>\nint nondet_int(void);\nint twice(int x) { return x + x; }\n\
         int main(void) {\n  int first = nondet_int(), other = nondet_int();\n  for (int i = 0; i < 3; i++) first = i;\n\
         assert(twice(1) == other);\n}\n",
    );
    let name = file.to_str().expect("UTF-8");
    let mut said = String::new();
    for (verb, option, value) in [
        ("check", "--property", "main.assertoin.1"),
        ("check", "--property", "elsewhere"),
        ("check", "--function", "mian"),
        ("check", "--function", "elsewhere"),
        ("check", "--unwind-loop", "mian.1:3"),
        ("check", "--input", "frist=3"),
        ("check", "--stub", "twise"),
        ("check", "--stub", "elsewhere"),
        ("localize", "--trust", "twcie"),
        ("localize", "--trust", "elsewhere.c"),
        ("check", "--only-check", "bouds"),
        ("check", "--format", "sariff"),
        ("check", "--unwnd", "3"),
        ("chekc", "--unwind", "3"),
    ] {
        let output = whyc(&[verb, option, value, name]);
        let message = String::from_utf8_lossy(&output.stderr).replace(name, "a.c");
        assert_eq!(output.status.code(), Some(2), "{option} {value}: {message}");
        let told: Vec<&str> = message
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with("Usage") && !line.contains("--help"))
            .collect();
        said.push_str(&format!("$ whyc {verb} {option} {value} a.c\n{}\n\n", told.join("\n")));
    }
    let said = said.replace(&scratch.file("").display().to_string(), "");
    insta::assert_snapshot!(said);
}

#[test]
fn colours_are_used_only_where_they_are_wanted() {
    let scratch = Scratch::new();
    let file = scratch.write("a.c", "int main(void) { int a[2]; return a[2]; }\n");
    let bad = scratch.write("b.c", "int main(void) { return x; }\n");
    let run = |file: &std::path::Path, options: &[&str], no_color: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.arg("check").arg(file).args(options).env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.output().expect("whyc should start");
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    assert!(run(&file, &["--color", "always"], false));
    // Whoever asks for colours gets them, whatever the environment says.
    assert!(run(&file, &["--color", "always"], true));
    // Help and messages about options are no exception.
    assert!(run(&file, &["--color", "always", "--help"], false));
    assert!(run(&file, &["--color", "always", "--unwnd"], false));
    assert!(!run(&file, &["--color", "never", "--help"], false));
    for options in [&["--color", "never"][..], &["--color", "auto"], &[], &["--format", "sarif", "--color", "always"]] {
        assert!(!run(&file, options, true), "{options:?}");
        assert!(!run(&bad, options, true) || options.contains(&"always"), "{options:?}");
    }
}

#[test]
fn what_is_printed_is_read_as_a_whole() {
    let scratch = Scratch::new();
    // The models write byte by byte; the last character is written by two statements.
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  printf(\"é%d\\n\", 1);\n  puts(\"ü€\");\n\
                putchar(0xc3);\n  putchar(0xa9);\n  assert(0);\n}\n";
    let file = scratch.write("prints.c", text);
    let file = file.to_str().expect("names of the scratch folder are UTF-8");
    let shown = String::from_utf8(whyc(&["check", "--show-output", file]).stdout).expect("whyc should write UTF-8");
    for part in ["prints \"é1\\n\"", "prints \"ü€\\n\"", "  │ é1\n  │ ü€\n  │ é\n"] {
        assert!(shown.contains(part), "{part} should be in:\n{shown}");
    }
    let json = String::from_utf8(whyc(&["check", "--format", "json", file]).stdout).expect("whyc should write UTF-8");
    assert!(json.contains("\"é1\\nü€\\né\""), "{json}");
}

/// Where paths join within a round, the round goes on.
#[test]
fn rounds_are_counted_as_the_loop_goes() {
    let scratch = Scratch::new();
    let text = "void __VERIFIER_assert(int);\nint nondet_int(void);\nint main(void) {\n    int low = 9, high = -9;\n\
                    for (int k = 0; k < 3; k++) {\n        int r = nondet_int();\n        if (r < low) low = r;\n\
                        if (r > high) high = r;\n    }\n    __VERIFIER_assert(low == 5 && high == 5);\n    return 0;\n}\n";
    let path = scratch.write("rounds.c", text).display().to_string();
    let said = String::from_utf8_lossy(&whyc(&["check", "--all", &path]).stdout).into_owned();
    for (round, is_there) in [("iteration 3 of the loop", true), ("iteration 4 of the loop", false)] {
        assert_eq!(said.contains(round), is_there, "{said}");
    }
}
