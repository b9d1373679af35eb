//! The ledger, as a person and as continuous integration use it.

use std::fs;
use std::path::Path;
use std::process::Command;

const RING: &str = "#include <assert.h>
extern int nondet_int(void);
static int ring[4];
static int count;

static void put(int v) {
    ring[count % 4] = v;
    count++;
}

static int scale(int x) {
    return x * 1000;
}

int main(void) {
    int n = nondet_int();
    if (n > 6) return 0;
    for (int i = 0; i < n; i++) put(i);
    assert(count <= 4);
    return scale(n);
}
";

/// Runs whyc in a folder: what it printed, and its exit status.
fn run(folder: &Path, args: &[&str]) -> (String, i32) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_whyc")).current_dir(folder).args(args).output().expect("whyc should start");
    let text = [&output.stdout[..], &output.stderr[..]].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (text.concat(), output.status.code().unwrap_or(-1))
}

/// The beginning of the line of a list that has this in it.
fn id_of(list: &str, what: &str) -> String {
    let line = list.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what} in\n{list}"));
    line.split_whitespace().next().expect("a line has words").to_owned()
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("ring.c");
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
}

#[test]
fn a_finding_lives_from_its_first_check_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join(".whyc")).expect("a folder");
    fs::write(folder.join("ring.c"), RING).expect("it can be written");
    let baseline = ["check", "ring.c", "--baseline", ".whyc/review.jsonl"];

    // Nothing is known: both are new, and so they are every time until somebody records them.
    for _ in 0..2 {
        let (text, status) = run(folder, &baseline);
        assert_eq!((status, text.matches("\nnew ").count()), (1, 2), "{text}");
    }
    let (text, status) = run(folder, &["check", "ring.c", "--record"]);
    assert_eq!(status, 1, "{text}");
    let (list, _) = run(folder, &["review", "list"]);
    let (assertion, overflow) = (id_of(&list, "count <= 4"), id_of(&list, "x * 1000"));
    let (text, status) = run(folder, &baseline);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("nothing new fails"), "{text}");

    // Lines move, and one changes a little: it is the same finding.
    edit(folder, "static int count;", "static int count;\nstatic int other;\n");
    edit(folder, "assert(count <= 4);", "assert(count <= 4 && other == 0);");
    let (text, status) = run(folder, &baseline);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains(&format!("{assertion} (open)")), "{text}");

    // An assumption has to be enough.
    run(folder, &["review", "close", &overflow, "the menu is short", "--false-alarm", "--assume", "x > -9999999"]);
    let (text, status) = run(folder, &baseline);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("it fails even if x > -9999999"), "{text}");
    run(folder, &["review", "close", &overflow, "--false-alarm", "--assume", "x > -1000"]);
    let (text, status) = run(folder, &baseline);
    assert_eq!(status, 0, "{text}");
    let (list, _) = run(folder, &["review", "list"]);
    assert!(!list.contains("x * 1000"), "{list}");

    // Mended, seen to be so, and broken again.
    edit(folder, "    ring[", "    if (count == 4) return;\n    ring[");
    edit(folder, "if (n > 6)", "if (n > 6 || n < -9)");
    let (text, _) = run(folder, &["check", "ring.c", "--baseline", ".whyc/review.jsonl", "--record"]);
    assert!(text.contains("fixed     ring.c"), "{text}");
    edit(folder, "    if (count == 4) return;\n", "");
    let (text, status) = run(folder, &baseline);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains(&format!("{assertion} (it had been fixed)")), "{text}");
    let (shown, _) = run(folder, &["review", "show", &overflow]);
    assert!(shown.contains("assumes    x > -1000") && shown.contains("the menu is short"), "{shown}");
}

#[test]
fn the_source_excuses_what_it_says_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text =
        RING.replace("    return x * 1000;", "    // whyc: allow overflow menus are short\n    return x * 1000;");
    let text =
        text.replace("assert(count <= 4);", "assert(count <= 4); /* whyc: allow assertion,shift it is a demo */");
    fs::write(folder.join("ring.c"), &text).expect("it can be written");
    let (said, status) = run(folder, &["check", "ring.c"]);
    assert_eq!(status, 0, "{said}");
    for part in
        ["allowed   ring.c:13", "(menus are short)", "(it is a demo)", "`allow shift` excuses nothing", "nothing new"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (sarif, _) = run(folder, &["check", "ring.c", "--format", "sarif"]);
    assert!(sarif.contains("\"kind\": \"inSource\"") && sarif.contains("menus are short"), "{sarif}");
    // Without a reason, or for a class that does not exist, it has no effect.
    let text = text.replace("overflow menus are short", "overflow").replace("assertion,shift it", "asertion it");
    fs::write(folder.join("ring.c"), text).expect("it can be written");
    let (said, status) = run(folder, &["check", "ring.c"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("does not say why") && said.contains("names no class"), "{said}");
}

#[test]
fn remarks_follow_their_lines_and_are_exchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join(".whyc")).expect("a folder");
    fs::write(folder.join("ring.c"), RING).expect("it can be written");
    let (_, status) =
        run(folder, &["review", "comment", "ring.c:7", "what if it is <full> & \"odd\"?", "--author", "Ann"]);
    assert_eq!(status, 0);
    run(folder, &["review", "comment", "ring.c", "no tests", "--author", "Bob"]);
    let (text, status) = run(folder, &["review", "comment", "ring.c:999", "?"]);
    assert!(status == 2 && text.contains("no line 999"), "{text}");
    edit(folder, "#include", "/* A ring. */\n\n\n#include");
    let (list, _) = run(folder, &["review", "list"]);
    assert!(list.contains("line 10") && list.contains("GLOBAL"), "{list}");
    edit(folder, "ring[count % 4] = v;", "ring[(count + 1) % 4] = v;");
    let (list, _) = run(folder, &["review", "list"]);
    assert!(list.contains("line 10") && list.contains("(text changed)"), "{list}");

    // Two copies, a remark and an answer in each, become one; taking in twice changes nothing.
    let id = id_of(&list, "full");
    let copy = tempfile::tempdir().expect("a folder");
    let copy = copy.path();
    fs::create_dir(copy.join(".whyc")).expect("a folder");
    for name in ["ring.c", ".whyc/review.jsonl"] {
        fs::copy(folder.join(name), copy.join(name)).expect("it is copied");
    }
    run(folder, &["review", "reply", &id, "then it wraps", "--author", "Ann"]);
    run(copy, &["review", "reply", &id, "nobody knows", "--author", "Bob"]);
    run(copy, &["review", "comment", "ring.c:3", "why static?", "--author", "Bob"]);
    let xml = copy.join("theirs.xml");
    let xml = xml.to_str().expect("a name");
    run(copy, &["review", "export", "-o", xml]);
    run(folder, &["review", "import", xml]);
    let once = fs::read_to_string(folder.join(".whyc/review.jsonl")).expect("the ledger");
    run(folder, &["review", "import", xml]);
    assert_eq!(fs::read_to_string(folder.join(".whyc/review.jsonl")).expect("the ledger"), once);
    assert_eq!(once.lines().count(), 3, "{once}");
    let (shown, _) = run(folder, &["review", "show", &id]);
    assert!(shown.contains("then it wraps") && shown.contains("nobody knows"), "{shown}");

    // The function is gone: the remark is not.
    fs::write(folder.join("ring.c"), "int main(void) { return 0; }\n").expect("it can be written");
    let (list, _) = run(folder, &["review", "list"]);
    assert!(list.contains("(orphaned)") && list.contains("full"), "{list}");
    let (stats, _) = run(folder, &["review", "stats"]);
    assert!(stats.contains("300.00"), "{stats}");
}
