//! Histories of files that are more than texts with a name: moved, linked, in other encodings, to be run, of builds.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use super::history::{commit, git, lines, repository, subject};
use super::{report, said, whyc};

const TEST: &str = "#include <assert.h>\n#include \"area.h\"\nint main(void) {\n    int got = area(3, 4);\n    assert(got == 12);\n}\n";
const HEADER: &str = "int area(int w, int h);\n";
const GOOD: &str = "#include \"area.h\"\nint area(int w, int h) {\n    return w * h;\n}\n";
const BAD: &str = "#include \"area.h\"\nint area(int w, int h) {\n    return w * h + 3;\n}\n";

/// The subject of the commit since which it fails, and the lines.
fn guilty(folder: &Path, words: &[&str]) -> (Option<String>, Vec<String>, serde_json::Value) {
    let found = report(&whyc(folder, &[&["history", "--format", "json"], words].concat()));
    (subject(&found, &found["history"]["bad"]), lines(&found), found["history"].clone())
}

fn is_the_sum(found: &(Option<String>, Vec<String>, serde_json::Value)) {
    assert_eq!(found.0.as_deref(), Some("breaks"), "{}", found.2);
    assert_eq!(found.1, ["-     return w * h;", "+     return w * h + 3;"]);
}

#[test]
fn headers_move_with_what_includes_them() {
    let folder = repository(&[
        ("first", &[("a.c", TEST), ("area.h", HEADER), ("area.c", GOOD)]),
        ("breaks", &[("area.c", BAD)]),
    ]);
    let path = folder.path();
    std::fs::create_dir(path.join("src")).expect("a folder");
    for name in ["a.c", "area.h", "area.c"] {
        std::fs::rename(path.join(name), path.join("src").join(name)).expect("a file");
    }
    commit(path, "moves", &[]);
    let found = guilty(path, &["src/a.c", "src/area.c"]);
    is_the_sum(&found);
    assert_eq!(found.2["carried"], "", "nothing has to be carried back: {}", found.2);
    let told = said(&whyc(path, &["history", "src/a.c", "src/area.c"]));
    let held = told.lines().find(|line| line.starts_with("it held")).unwrap_or_default();
    assert!(held.contains("/a.c") && !held.contains("src/"), "it was called so then: {told}");
}

#[test]
fn folders_are_named_from_where_one_is() {
    let folder = repository(&[]);
    let path = folder.path();
    for name in ["src", "inc"] {
        std::fs::create_dir(path.join(name)).expect("a folder");
    }
    commit(path, "first", &[("src/a.c", TEST), ("inc/area.h", HEADER), ("src/area.c", GOOD)]);
    commit(path, "breaks", &[("src/area.c", BAD)]);
    for (from, words) in [("src", ["-I", "../inc", "a.c", "area.c"]), (".", ["-I", "inc", "src/a.c", "src/area.c"])] {
        let found = guilty(&path.join(from), &words);
        is_the_sum(&found);
        let told = found.2["commands"].to_string();
        assert!(told.contains("/inc ../at-"), "{told}");
    }
}

#[test]
fn a_unit_that_is_new_was_somewhere_else_before() {
    let folder = repository(&[
        ("first", &[("a.c", TEST), ("area.h", HEADER), ("area.c", GOOD)]),
        ("breaks", &[("area.c", BAD)]),
        ("parts", &[("area.c", "#include \"area.h\"\nint spare;\n"), ("sum.c", BAD)]),
    ]);
    let found = guilty(folder.path(), &["a.c", "area.c", "sum.c"]);
    is_the_sum(&found);
    assert_eq!(found.2["carried"], "", "{}", found.2);
    // What is asked again is about the files that were there.
    let told = said(&whyc(folder.path(), &["history", "a.c", "area.c", "sum.c"]));
    let held = told.lines().find(|line| line.starts_with("it held")).unwrap_or_default();
    assert!(held.contains("area.c") && !held.contains("sum.c"), "{told}");
}

#[test]
fn a_link_is_what_it_leads_to() {
    let folder = repository(&[("first", &[("a.c", TEST), ("area.c", GOOD)])]);
    let path = folder.path();
    std::fs::create_dir(path.join("inc")).expect("a folder");
    std::fs::write(path.join("inc/area.h"), HEADER).expect("a file");
    symlink("inc/area.h", path.join("area.h")).expect("a link");
    commit(path, "links", &[]);
    commit(path, "breaks", &[("area.c", BAD)]);
    commit(path, "notes", &[("notes.txt", "Nothing.\n")]);
    is_the_sum(&guilty(path, &["a.c", "area.c"]));
}

#[test]
fn other_encodings_stay_what_they_are() {
    let text = |more: &str| -> Vec<u8> {
        let before: &[u8] = b"/* Stra\xdfe */\n#include <assert.h>\n#include <string.h>\nint main(void) {\n";
        let after = format!("    assert(strlen(name) == 6{more});\n}}\n");
        [before, b"    const char *name = \"Stra\xdfe\";\n", after.as_bytes()].concat()
    };
    let folder = repository(&[]);
    let path = folder.path();
    for (subject, more) in [("first", ""), ("breaks", " + 1"), ("notes", " + 1")] {
        std::fs::write(path.join("a.c"), text(more)).expect("a file");
        std::fs::write(path.join("notes.txt"), subject).expect("a file");
        commit(path, subject, &[]);
    }
    // The assertion says another thing before, so that it is carried back; and it fails there, too.
    let output = whyc(path, &["history", "a.c"]);
    assert!(said(&output).contains("fails in all of these revisions"), "{}", said(&output));
    std::fs::write(path.join("a.c"), text("")).expect("a file");
    commit(path, "mends", &[]);
    let output = whyc(path, &["history", "a.c"]);
    assert!(said(&output).contains("nothing fails"), "a letter is one byte: {}", said(&output));
}

#[test]
fn a_command_finds_its_files_as_they_are() {
    let folder = repository(&[]);
    let path = folder.path();
    let check = "#!/bin/sh\n# No line that a shell would read without leave.\n[ \"$(wc -c < data.bin)\" -eq 5 ] || exit 3\n[ \"$(cat n.txt)\" = 1 ] || exit 1\n";
    std::fs::write(path.join("check"), check).expect("a file");
    std::fs::set_permissions(path.join("check"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
    std::fs::write(path.join("data.bin"), b"\0\xff\xfe\n\x80").expect("a file");
    commit(path, "first", &[("n.txt", "1\n")]);
    commit(path, "breaks", &[("n.txt", "2\n"), ("m.txt", "2\n")]);
    commit(path, "notes", &[("m.txt", "3\n")]);
    let found = guilty(path, &["--test", "./check"]);
    assert_eq!((found.0.as_deref(), &found.1[..]), (Some("breaks"), &["- 1".to_owned(), "+ 2".to_owned()][..]));
    // Half of what is no text is nothing.
    commit(path, "mends", &[("n.txt", "1\n")]);
    std::fs::write(path.join("data.bin"), b"\0\xff\n\x80\n!").expect("a file");
    commit(path, "other data", &[]);
    let found = guilty(path, &["--test", "./check"]);
    assert_eq!(found.0.as_deref(), Some("other data"), "{}", found.2);
    assert_eq!(found.1, ["- (no text)", "+ (no text)"]);
    assert!(found.2["patch"].as_str().is_some_and(|it| it.contains("Binary files")), "{}", found.2);
}

#[test]
fn what_is_never_printed_twice_does_not_count() {
    let folder =
        repository(&[("first", &[("n.txt", "1\n")]), ("breaks", &[("n.txt", "2\n")]), ("notes", &[("m.txt", "3\n")])]);
    let path = folder.path();
    let words = ["history", "--test", "echo $$; grep -q 1 n.txt"];
    let output = whyc(path, &words);
    assert!(said(&output).contains("\"breaks\""), "{}", said(&output));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("only its status counts"), "{told}");
}

#[test]
fn a_build_is_asked_as_a_whole() {
    let commands = |more: &str| {
        format!(
            "[{{\"directory\": \"/somewhere/else/build\", \"file\": \"../a.c\", \"arguments\": [\"cc\", \"-c\", \"../a.c\"]}},\n{{\"directory\": \"/somewhere/else/build\", \"file\": \"../area.c\", \"arguments\": [\"cc\", \"{more}\", \"-c\", \"../area.c\"]}}]\n"
        )
    };
    let area = GOOD.replace("w * h", "w * h + MORE");
    let folder = repository(&[("first", &[("a.c", TEST), ("area.h", HEADER), ("area.c", &area)])]);
    let path = folder.path();
    std::fs::create_dir(path.join("build")).expect("a folder");
    commit(path, "builds", &[("build/compile_commands.json", &commands("-DMORE=0"))]);
    commit(path, "breaks", &[("build/compile_commands.json", &commands("-DMORE=3"))]);
    commit(path, "notes", &[("notes.txt", "Nothing.\n")]);
    let found = guilty(path, &["-p", "build"]);
    assert_eq!(found.0.as_deref(), Some("breaks"), "{}", found.2);
    assert!(found.1.iter().any(|line| line.contains("MORE=3")), "{:?}", found.1);
}

#[test]
fn either_side_is_seen_with_its_own_options() {
    let target = |more: u8| format!("[[target]]\nname = \"area\"\nfiles = [\"a.c\"]\ndefine = [\"MORE={more}\"]\n");
    let text = "#include <assert.h>\nint main(void) {\n    int got = 12 + MORE;\n    assert(got == 12);\n}\n";
    let folder =
        repository(&[("first", &[("a.c", text), ("whyc.toml", &target(0))]), ("breaks", &[("whyc.toml", &target(3))])]);
    for name in ["area", "a.c"] {
        let told = said(&whyc(folder.path(), &["history", name]));
        let line = |what: &str| told.lines().find(|line| line.starts_with(what)).unwrap_or_default().to_owned();
        assert!(line("it held").contains("MORE=0") && line("it fails").contains("MORE=3"), "{told}");
    }
}

#[test]
fn what_is_not_committed_is_said() {
    let folder = repository(&[("first", &[("a.c", TEST), ("area.h", HEADER), ("area.c", GOOD)])]);
    let path = folder.path();
    std::fs::write(path.join("area.c"), BAD).expect("a file");
    let told = said(&whyc(path, &["history", "a.c", "area.c"]));
    assert!(told.contains("area.c is another in the work tree"), "{told}");
    let found = report(&whyc(path, &["history", "--format", "json", "a.c", "area.c"]));
    assert_eq!((found["command"].as_str(), found["verdict"].as_str()), (Some("history"), Some("safe")));
    // A repository without a work tree has none to differ, and no room for what is kept.
    let bare = tempfile::tempdir().expect("a folder");
    git(path, &["commit", "-qam", "breaks"]);
    git(path, &["clone", "-q", "--bare", ".", &bare.path().display().to_string()]);
    let found = guilty(bare.path(), &["--repo", ".", "a.c", "area.c"]);
    is_the_sum(&found);
    assert!(!bare.path().join(".whyc").exists());
}

#[test]
fn tables_may_be_called_anything() {
    let test = "#include <assert.h>\nstatic const int table[] = {\n#include \"numbers.txt\"\n};\nint main(void) {\n    int got = table[0] + table[1];\n    assert(got == 12);\n}\n";
    let folder = repository(&[
        ("first", &[("a.c", test), ("numbers.txt", "5,\n7,\n")]),
        ("breaks", &[("numbers.txt", "5,\n8,\n")]),
        ("notes", &[("numbers.md", "Nothing.\n")]),
    ]);
    let found = guilty(folder.path(), &["a.c"]);
    assert_eq!(found.0.as_deref(), Some("breaks"), "{}", found.2);
    assert_eq!(found.1, ["- 7,", "+ 8,"]);
}
