//! A project of three targets: all of it, one of it, what a change affects, and one page.

use std::fs;
use std::path::Path;
use std::process::Command;

const CONFIG: &str = "[defaults]\ntimeout = 60\ninclude = [\"include\"]\n
[[target]]\nname = \"ring\"\nfiles = [\"src/ring.c\"]\n
[[target]]\nname = \"ok\"\nfiles = [\"src/ok.c\"]\n
[[target]]\nname = \"divide\"\nfiles = [\"src/part.c\"]\nfunction = \"divide\"\nno-check = [\"overflow\"]\n";

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    };
    write("whyc.toml", CONFIG);
    write("include/limit.h", "#define LIMIT 8\n");
    let ring = "#include <assert.h>\n#include \"limit.h\"\nextern int nondet_int(void);\nint main(void) {\n    int n = nondet_int(), c = 0;\n    \
                for (int i = 0; i < n && i < 9; i++) c++;\n    assert(c <= LIMIT);\n    return 0;\n}\n";
    write("src/ring.c", ring);
    write("src/ok.c", "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n");
    write("src/part.c", "int divide(int a, int b) { return a / b; }\n");
    folder
}

fn run(folder: &Path, args: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_whyc")).current_dir(folder).args(args).output().expect("whyc starts");
    let text = [&output.stdout[..], &output.stderr[..]].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (text.concat(), output.status.code().unwrap_or(-1))
}

fn git(folder: &Path, args: &[&str]) -> bool {
    let identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
    let done = Command::new("git").arg("-C").arg(folder).args(identity).args(args).output();
    done.is_ok_and(|output| output.status.success())
}

#[test]
fn all_targets_are_checked_from_anywhere_in_the_project() {
    let folder = project();
    for place in ["", "src"] {
        let (text, status) = run(&folder.path().join(place), &["check", "--jobs", "2"]);
        assert_eq!(status, 1, "{text}");
        for part in [
            "✗ ring",
            "✓ ok",
            "✗ divide",
            "assertion `c <= LIMIT`",
            "division-by-zero `a / b`",
            "3 targets: 2 fail, 1 holds",
        ] {
            assert!(text.contains(part), "{part}:\n{text}");
        }
        assert!(!text.contains("overflow"), "{text}");
    }
    // The order is that of the description, however many are checked at once.
    let order = |text: &str| ["ring", "ok", "divide"].map(|name| text.find(&format!(" {name} ")));
    let (text, _) = run(folder.path(), &["check", "--jobs", "1"]);
    assert!(order(&text).is_sorted(), "{text}");
}

#[test]
fn a_target_has_a_name_for_every_verb() {
    let folder = project();
    let (text, status) = run(folder.path(), &["explain", "ring"]);
    assert!(status == 0 && text.contains("closest run that passes has n = 8"), "{text}");
    let (text, status) = run(&folder.path().join("src"), &["check", "divide", "--quiet"]);
    assert_eq!(status, 1, "{text}");
    let (text, status) = run(folder.path(), &["check", "nobody"]);
    assert!(status == 2 && text.contains("nobody"), "{text}");
    let (text, status) = run(folder.path(), &["minimize"]);
    assert!(status == 2 && text.contains("whyc minimize FILE"), "{text}");
}

#[test]
fn a_baseline_and_a_change_leave_only_what_is_new() {
    let folder = project();
    let folder = folder.path();
    assert!(git(folder, &["init", "-q"]), "the test needs git");
    assert!(git(folder, &["add", "-A"]) && git(folder, &["commit", "-qm", "one"]));
    let (text, status) = run(folder, &["check", "--changed", "HEAD"]);
    assert!(status == 0 && text.contains("0 targets"), "{text}");
    // A header affects who includes it.
    fs::write(folder.join("include/limit.h"), "#define LIMIT 7\n").expect("it can be written");
    let (text, status) = run(folder, &["check", "--changed", "HEAD"]);
    assert!(status == 1 && text.contains("ring") && !text.contains("divide"), "{text}");
    let (text, status) = run(folder, &["check", "--changed", "--no-such-thing"]);
    assert_eq!(status, 2, "{text}");
    // What is known does not fail again.
    run(folder, &["check", "--record", "--jobs", "1"]);
    let (text, status) = run(folder, &["check", "--baseline", ".whyc/review.jsonl"]);
    assert!(status == 0 && text.contains("known"), "{text}");
    fs::write(folder.join("src/part.c"), "int divide(int a, int b) { return a / b % 2; }\nint other;\n")
        .expect("written");
    let (text, status) = run(folder, &["check", "--baseline", ".whyc/review.jsonl"]);
    assert!(status == 0 && text.contains("known"), "{text}");
}

#[test]
fn one_file_has_the_reports_of_all() {
    let folder = project();
    let (_, status) = run(folder.path(), &["check", "--format", "html", "-o", "all.html"]);
    assert_eq!(status, 1);
    let page = fs::read_to_string(folder.path().join("all.html")).expect("the page");
    assert_eq!(page.matches("<iframe ").count(), 3);
    assert!(page.contains("2 of 3 targets fail") && page.ends_with("</html>\n"));
    let (text, _) = run(folder.path(), &["check", "--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(sarif["runs"].as_array().map(Vec::len), Some(3));
    let (text, _) = run(folder.path(), &["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(report["targets"][0]["report"]["verdict"], "violated");
}

#[test]
fn a_project_is_described_by_what_is_there() {
    let folder = project();
    let folder = folder.path();
    let (text, status) = run(folder, &["init"]);
    assert!(status == 2 && text.contains("--force"), "{text}");
    fs::remove_file(folder.join("whyc.toml")).expect("it was there");
    let (text, status) = run(folder, &["init"]);
    assert!(status == 0 && text.contains("2 targets"), "{text}");
    let (text, _) = run(folder, &["check", "src-ok"]);
    assert!(text.contains("safe"), "{text}");
    // As the build says it, if there is one.
    let here = folder.to_str().expect("a name");
    let commands = format!(
        "[{{\"directory\": \"{here}\", \"file\": \"src/ring.c\", \"arguments\": [\"cc\", \"-Iinclude\", \"-DLIMIT=9\", \"-c\", \"src/ring.c\"]}}]"
    );
    fs::write(folder.join("include/limit.h"), "").expect("it can be written");
    fs::create_dir(folder.join("build")).expect("a folder");
    fs::write(folder.join("build/compile_commands.json"), commands).expect("it can be written");
    run(folder, &["init", "--force"]);
    let (text, status) = run(folder, &["check"]);
    assert!(status == 0 && text.contains("1 target: 1 holds"), "{text}");
}
