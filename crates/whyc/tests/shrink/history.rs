//! Repositories are made, and asked.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::histories::{ALL, GOOD_AREA, TEST_FILE};
use super::{folder, report, said, whyc};

pub fn git(folder: &Path, words: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=A. Person", "-c", "user.email=a@example.org"]).args(words);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let done = command.output().expect("git should run");
    assert!(done.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

pub fn commit(folder: &Path, subject: &str, files: &[(&str, &str)]) {
    for (path, text) in files {
        match text.is_empty() {
            true => std::fs::remove_file(folder.join(path)).expect("a file that was there"),
            false => std::fs::write(folder.join(path), text).expect("a file"),
        }
    }
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", subject]);
}

pub fn repository(commits: &[(&str, &[(&str, &str)])]) -> tempfile::TempDir {
    let folder = folder(&[]);
    git(folder.path(), &["init", "-q", "-b", "main"]);
    commits.iter().for_each(|(subject, files)| commit(folder.path(), subject, files));
    folder
}

/// The subject of a revision of a report.
pub fn subject(report: &Value, id: &Value) -> Option<String> {
    let revisions = report["history"]["revisions"].as_array()?;
    revisions.iter().find(|it| it["id"] == *id)?["subject"].as_str().map(str::to_owned)
}

pub fn lines(report: &Value) -> Vec<String> {
    let lines = report["history"]["lines"].as_array().cloned().unwrap_or_default();
    let line = |it: &Value| format!("{} {}", it["sign"].as_str().unwrap_or(""), it["text"].as_str().unwrap_or(""));
    lines.iter().map(line).collect()
}

#[test]
fn each_history_has_its_commit_and_its_lines() {
    for history in ALL {
        let folder = repository(history.commits);
        let output = whyc(folder.path(), &["history", "--format", "json", history.file]);
        let report = report(&output);
        let bad = subject(&report, &report["history"]["bad"]);
        assert_eq!(bad.as_deref(), history.bad, "{}: {}", history.name, report["history"]);
        assert_eq!(lines(&report), history.lines, "{}", history.name);
        assert_eq!(output.status.code(), Some(if history.bad.is_some() { 0 } else { 3 }), "{}", history.name);
        // Nothing was touched.
        let status =
            Command::new("git").current_dir(folder.path()).args(["status", "--porcelain"]).output().expect("git");
        assert!(status.stdout.is_empty(), "{}", history.name);
    }
}

#[test]
fn a_merge_leads_to_the_commit_that_it_brought() {
    let (good, bad) =
        ("int area(int w, int h) {\n    return w * h;\n}\n", "int area(int w, int h) {\n    return w * h + 3;\n}\n");
    let folder = repository(&[(
        "first",
        &[
            ("area.h", good),
            (
                "a.c",
                "#include \"area.h\"\n#include <assert.h>\nint main(void) {\n    int got = area(3, 4);\n    assert(got == 12);\n}\n",
            ),
        ],
    )]);
    let path = folder.path();
    git(path, &["checkout", "-q", "-b", "side"]);
    commit(path, "side: nothing", &[("side.txt", "one\n")]);
    commit(path, "side: breaks", &[("area.h", bad)]);
    commit(path, "side: more", &[("side.txt", "two\n")]);
    git(path, &["checkout", "-q", "main"]);
    commit(path, "main: nothing", &[("main.txt", "one\n")]);
    git(path, &["merge", "-q", "--no-ff", "-m", "merges", "side"]);
    commit(path, "after", &[("main.txt", "two\n")]);
    let report = report(&whyc(path, &["history", "--format", "json", "a.c"]));
    assert_eq!(subject(&report, &report["history"]["bad"]).as_deref(), Some("side: breaks"), "{}", report["history"]);
    assert_eq!(lines(&report), ["-     return w * h;", "+     return w * h + 3;"]);
}

#[test]
fn a_merge_of_several_leads_to_the_one_that_matters() {
    let (one, bad) =
        ("int area(int w, int h) {\n    return w * h;\n}\n", "int area(int w, int h) {\n    return w * h + 3;\n}\n");
    let test = format!("#include \"area.h\"\n{}", TEST_FILE.replace("int area(int w, int h);\n", ""));
    let folder = repository(&[("first", &[("area.h", one), ("a.c", &test)])]);
    let path = folder.path();
    git(path, &["branch", "-q", "-M", "main"]);
    for (name, text) in [("left", one), ("right", bad), ("other", one)] {
        git(path, &["checkout", "-q", "-b", name, "main"]);
        commit(path, &format!("{name}: works"), &[("area.h", text), (&format!("{name}.txt"), "one\n")]);
    }
    git(path, &["checkout", "-q", "main"]);
    commit(path, "main: nothing", &[("main.txt", "one\n")]);
    git(path, &["merge", "-q", "-m", "merges", "left", "right", "other"]);
    // What comes from a history of its own has nothing in common with this one.
    git(path, &["checkout", "-q", "--orphan", "apart"]);
    git(path, &["rm", "-rfq", "."]);
    commit(path, "apart: begins", &[("apart.txt", "one\n")]);
    git(path, &["checkout", "-q", "main"]);
    git(path, &["merge", "-q", "--allow-unrelated-histories", "-m", "merges what is apart", "apart"]);
    let report = report(&whyc(path, &["history", "--format", "json", "a.c"]));
    assert_eq!(subject(&report, &report["history"]["bad"]).as_deref(), Some("right: works"), "{}", report["history"]);
}

/// Four versions: the check needs a function that older ones lack, one of them ends before it comes to the check, and the oldest is
/// right. A patch that may only lead to the failure would carry the fault back into it.
fn versions() -> tempfile::TempDir {
    let test = "#include <assert.h>\n#include \"lib.h\"\nint main(void) {\n    int got = area(clampi(3), 4);\n    assert(got == 12);\n}\n";
    let clampi = "static int clampi(int x) {\n    if (x < 0) return 0;\n    return x;\n}\n";
    let scale = "static int scale(int w) {\n    return w;\n}\n";
    let ends = "#include <stdlib.h>\nstatic int scale(int w) {\n    if (w < 5)\n        abort();\n    return w;\n}\n";
    let area = |sign: &str| {
        format!(
            "static int area(int w, int h) {{\n    int sum = 0;\n    for (int i = 0; i {sign} h; i++)\n        sum += scale(w);\n    return sum;\n}}\n"
        )
    };
    let libs = [
        format!("{scale}{}", area("<")),
        format!("{ends}{}", area("<=")),
        format!("{scale}{}", area("<=")),
        format!("{clampi}{scale}{}", area("<=")),
    ];
    let folder = folder(&[]);
    for (i, lib) in libs.iter().enumerate() {
        let version = folder.path().join(format!("v{}", i + 1));
        std::fs::create_dir_all(&version).expect("a folder");
        std::fs::write(version.join("test.c"), test).expect("a file");
        std::fs::write(version.join("lib.h"), lib).expect("a file");
    }
    folder
}

#[test]
fn what_is_carried_back_does_not_carry_the_fault() {
    let folder = versions();
    let output = whyc(folder.path(), &["history", "--format", "json", "--folders", "v1,v2,v3,v4", "test.c"]);
    let report = report(&output);
    let history = &report["history"];
    assert_eq!((history["bad"].as_str(), history["good"].as_str()), (Some("v2"), Some("v1")), "{history}");
    assert_eq!(lines(&report), ["-     for (int i = 0; i < h; i++)", "+     for (int i = 0; i <= h; i++)"]);
    let verdicts: Vec<&str> =
        history["revisions"].as_array().into_iter().flatten().filter_map(|it| it["verdict"].as_str()).collect();
    assert_eq!(verdicts[..2], ["fails", "unread"], "{history}");
    assert!(verdicts[2] != "holds" && verdicts[3] == "unread", "{verdicts:?}");
    let carried = history["carried"].as_str().unwrap_or_default();
    assert!(carried.contains("clampi") && !carried.contains("i <= h"), "{carried}");
}

#[test]
fn what_mends_the_newest_is_offered_if_everything_holds() {
    let find = |name: &str| ALL.iter().find(|history| history.name == name).expect("it is in the list");
    let folder = repository(find("one line of many").commits);
    let found = report(&whyc(folder.path(), &["history", "--port", "--format", "json", "a.c"]));
    let patch = found["history"]["port"].as_str().unwrap_or_default();
    assert!(patch.contains("-    return w * h + 3;\n+    return w * h;"), "{patch}");
    std::fs::write(folder.path().join("mend.patch"), patch).expect("a file");
    git(folder.path(), &["apply", "mend.patch"]);
    assert_eq!(whyc(folder.path(), &["check", "a.c"]).status.code(), Some(0));
    // What was right then would break something else now: nothing is offered.
    let also = std::fs::read_to_string(folder.path().join("a.c")).expect("a file");
    let also = also.replace("w * h;", "w * h + 3;");
    let also = also.replace("assert(got == 12);", "assert(got == 12);\n    return 100 / (got - 12);");
    commit(folder.path(), "another", &[("a.c", &also)]);
    let told = said(&whyc(folder.path(), &["history", "--port", "a.c"]));
    assert!(told.contains("\"much\"") && told.contains("There is no change to offer: not everything holds"), "{told}");
}

#[test]
fn a_command_can_say_what_is_so() {
    let folder = repository(&[
        ("first", &[("n.txt", "1\n2\n3\n"), ("test.sh", "grep -q 9 n.txt && exit 1; exit 0\n")]),
        ("other", &[("n.txt", "1\n2\n3\n4\n")]),
        ("nine", &[("n.txt", "0\n1\n2\n9\n4\n5\n")]),
        ("later", &[("m.txt", "9\n")]),
    ]);
    let output = whyc(folder.path(), &["history", "--format", "json", "--test", "sh test.sh"]);
    let report = report(&output);
    assert_eq!(subject(&report, &report["history"]["bad"]).as_deref(), Some("nine"), "{}", report["history"]);
    assert_eq!(lines(&report), ["- 3", "+ 9"]);
    let told = said(&whyc(folder.path(), &["history", "--test", "sh test.sh"]));
    assert!(told.contains("fails since") && told.contains("(2 revisions)"), "{told}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = repository(&[("first", &[("a.c", TEST_FILE), ("area.c", GOOD_AREA)])]);
    let output = whyc(folder.path(), &["history", "a.c", "area.c"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output).contains("nothing fails in the newest revision"), "{}", said(&output));
    assert_eq!(whyc(folder.path(), &["history", "none.c"]).status.code(), Some(2));
    assert_eq!(whyc(folder.path(), &["history", "--test", "true"]).status.code(), Some(2));
    let nowhere = super::folder(&[("a.c", TEST_FILE)]);
    assert_eq!(whyc(nowhere.path(), &["history", "a.c"]).status.code(), Some(2));
}

/// A history of many commits that change something else, one that breaks, and many more.
fn long(before: usize, after: usize) -> tempfile::TempDir {
    let text = |more: &str| {
        format!(
            "#include <assert.h>\nint area(int w, int h) {{\n    return w * h{more};\n}}\nint main(void) {{\n    int got = area(3, 4);\n    assert(got == 12);\n}}\n"
        )
    };
    let folder = repository(&[]);
    for i in 0..=before {
        commit(folder.path(), &format!("good {i}"), &[("a.c", &format!("/* {i} */\n{}", text("")))]);
    }
    commit(folder.path(), "breaks", &[("a.c", &text(" + 3"))]);
    for i in 0..after {
        commit(folder.path(), &format!("bad {i}"), &[("a.c", &format!("/* {i} */\n{}", text(" + 3")))]);
    }
    folder
}

#[test]
fn galloping_passes_over_what_fails_on_both_sides() {
    let folder = long(3, 20);
    let ask = |more: &[&str]| {
        report(&whyc(folder.path(), &[&["history", "--no-cache", "--format", "json", "a.c"], more].concat()))
    };
    let (every, gallop) = (ask(&[]), ask(&["--gallop"]));
    for found in [&every, &gallop] {
        assert_eq!(subject(found, &found["history"]["bad"]).as_deref(), Some("breaks"), "{}", found["history"]);
        assert_eq!(subject(found, &found["history"]["good"]).as_deref(), Some("good 3"));
        assert_eq!(lines(found), ["-     return w * h;", "+     return w * h + 3;"]);
    }
    let n = |found: &Value| found["history"]["revisions"].as_array().map_or(0, Vec::len);
    assert_eq!(n(&every), 22);
    let over: u64 = gallop["history"]["revisions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["passed_over"].as_u64())
        .sum();
    assert!(n(&gallop) < 12 && n(&gallop) as u64 + over == 22, "{} and {over}", n(&gallop));
    // How many are asked at once changes nothing.
    assert_eq!(ask(&["--jobs", "1"])["history"], ask(&["--jobs", "4"])["history"]);
}

#[test]
fn answers_are_kept_and_are_never_those_of_something_else() {
    let folder = long(1, 3);
    let path = folder.path();
    let ask = || report(&whyc(path, &["history", "--format", "json", "a.c"]));
    let first = ask();
    let kept = || -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(path.join(".whyc/history")).expect("answers are kept");
        let mut all: Vec<_> =
            entries.flatten().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "jsonl")).collect();
        all.sort();
        all
    };
    assert_eq!(kept().len(), 1);
    let text = std::fs::read_to_string(&kept()[0]).expect("a file");
    assert!(text.contains("got==12") && text.contains("\"fails\"") && text.contains("\"holds\""), "{text}");
    assert_eq!(ask()["history"], first["history"]);
    assert_eq!(std::fs::read_to_string(&kept()[0]).expect("a file"), text, "nothing had to be asked again");
    // An answer that somebody falsifies shows that it is used, and another question does not see it.
    std::fs::write(&kept()[0], text.replace("\"fails\"", "\"holds\"")).expect("a file");
    assert_ne!(subject(&ask(), &ask()["history"]["bad"]).as_deref(), Some("breaks"));
    let other = report(&whyc(path, &["history", "--format", "json", "-D", "OTHER", "a.c"]));
    assert_eq!(subject(&other, &other["history"]["bad"]).as_deref(), Some("breaks"));
    assert_eq!(kept().len(), 2);
    let without = report(&whyc(path, &["history", "--no-cache", "--format", "json", "a.c"]));
    assert_eq!(subject(&without, &without["history"]["bad"]).as_deref(), Some("breaks"));
    std::fs::remove_dir_all(path.join(".whyc")).expect("it can be deleted");
    assert_eq!(ask()["history"], first["history"]);
}

#[test]
fn both_runs_are_told_and_can_be_seen() {
    let text = |limit: &str| {
        format!(
            "#include <assert.h>\nint nondet_int(void);\nstatic int limit(int x) {{\n    if (x > {limit})\n        return 100;\n    return x;\n}}\nint main(void) {{\n    int x = nondet_int();\n    int y = limit(x);\n    assert(y <= 100);\n}}\n"
        )
    };
    let folder = repository(&[("first", &[("a.c", &text("100"))]), ("breaks", &[("a.c", &text("101"))])]);
    let path = folder.path();
    let found = report(&whyc(path, &["history", "--format", "json", "--keep", "sides", "a.c"]));
    let history = &found["history"];
    let last = |side: &str, name: &str| {
        let steps = history[side]["steps"].as_array().cloned().unwrap_or_default();
        steps.iter().rfind(|step| step["name"] == name).map(|step| step["value"].clone())
    };
    assert_eq!((last("before", "y"), last("after", "y")), (Some("100".into()), Some("101".into())), "{history}");
    assert_eq!((last("before", "x"), last("after", "x")), (Some("101".into()), Some("101".into())));
    // The commands do what they say.
    let command = |what: &str| {
        let all = history["commands"].as_array().cloned().unwrap_or_default();
        all.iter()
            .find(|it| it["what"] == what)
            .and_then(|it| it["command"].as_str().map(str::to_owned))
            .unwrap_or_default()
    };
    for (what, status) in [("it fails", 1), ("it held", 0)] {
        let told = command(what);
        let words = shlex::split(&told).unwrap_or_default();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        assert_eq!(whyc(path, &words).status.code(), Some(status), "{told}");
    }
    let told = said(&whyc(path, &["history", "a.c"]));
    assert!(told.contains("The run with x = 101, before and after") && told.contains("git worktree add"), "{told}");
}

#[test]
fn compile_commands_are_those_of_the_revision() {
    let text = "#include <assert.h>\nint main(void) {\n    int got = 12 + MORE;\n    assert(got == 12);\n}\n";
    let folder = repository(&[]);
    let commands = |more: u8| {
        let place = folder.path().display();
        format!(
            "[{{\"directory\": \"{place}/build\", \"file\": \"../a.c\", \"arguments\": [\"cc\", \"-DMORE={more}\", \"-c\", \"../a.c\"]}}]\n"
        )
    };
    std::fs::create_dir(folder.path().join("build")).expect("a folder");
    commit(folder.path(), "first", &[("a.c", text), ("build/compile_commands.json", &commands(0))]);
    commit(folder.path(), "breaks", &[("build/compile_commands.json", &commands(3))]);
    commit(folder.path(), "notes", &[("a.c", &format!("/* Notes. */\n{text}"))]);
    let found = report(&whyc(folder.path(), &["history", "--format", "json", "-p", "build", "a.c"]));
    assert_eq!(subject(&found, &found["history"]["bad"]).as_deref(), Some("breaks"), "{}", found["history"]);
}

#[test]
fn a_page_shows_the_timeline_the_lines_and_both_runs() {
    let text = |more: &str| {
        format!(
            "#include <assert.h>\nint nondet_int(void);\nstatic int limit(int x) {{\n    if (x > 10{more})\n        return 100;\n    return x;\n}}\nint main(void) {{\n    int x = nondet_int();\n    int y = limit(x);\n    assert(y <= 100);\n}}\n"
        )
    };
    let wrong = text("1");
    let folder = repository(&[
        ("first", &[("a.c", &text("0"))]),
        ("second <b>", &[("a.c", &format!("/* Limits. */\n{}", text("0")))]),
        ("breaks", &[("a.c", &wrong)]),
        ("does not compile", &[("a.c", &wrong.replace("return x;", "return x"))]),
        ("compiles again", &[("a.c", &format!("/* Limits. */\n{wrong}"))]),
    ]);
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history.html");
    let output = whyc(folder.path(), &["history", "--format", "html", "-o", &page.display().to_string(), "a.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let Some(screen) = super::browser::Screen::open(&page) else { return };
    screen.prefer("light");
    let marks = "[...document.querySelectorAll('.strip li b')].map((it) => it.textContent).join('')";
    assert_eq!(screen.js(marks), "✓✗✗✗", "the oldest first, as far as was asked");
    assert_eq!(screen.js("document.querySelector('.strip .bad .flag').textContent.includes('fails since')"), true);
    let sign = |class: &str| {
        format!("[...document.querySelectorAll('.changed .{class}')].map((it) => it.textContent.trim()).join('|')")
    };
    assert!(
        screen.js(&sign("gone")).as_str().is_some_and(|it| it.contains("if (x > 100)")),
        "{}",
        screen.js(&sign("gone"))
    );
    assert!(screen.js(&sign("come")).as_str().is_some_and(|it| it.contains("if (x > 101)")));
    let values = "[...document.querySelectorAll('.both .differs .v')].map((it) => it.textContent.trim()).join(' ')";
    assert!(screen.js(values).as_str().is_some_and(|it| it.contains("true false")), "{}", screen.js(values));
    screen.picture("history-light.png");
    let light = screen.js("getComputedStyle(document.documentElement).backgroundColor");
    screen.prefer("dark");
    screen.until(&format!("getComputedStyle(document.documentElement).backgroundColor !== {light}"));
    screen.picture("history-dark.png");
    screen.resize(390, 844);
    screen.until("document.scrollingElement.scrollWidth <= innerWidth");
    screen.picture("history-phone.png");
    screen.is_content();
}
