//! The page in a real browser. Pictures of it are kept in `target/tmp`.

use crate::browser;

use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Screen;

/// The page that whyc makes of a file, and its exit status.
fn page(args: &[&str], name: &str) -> (PathBuf, Option<i32>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let status = Command::new(env!("CARGO_BIN_EXE_whyc"))
        .current_dir(root)
        .args(args)
        .args(["--format", "html", "-o"])
        .arg(&path)
        .status()
        .expect("whyc should run");
    (path, status.code())
}

/// A program in a file of its own.
fn program(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the program should be written");
    path.display().to_string()
}

/// Which row and which line are marked.
const NOW: &str = "[document.querySelector('.row.now').id, document.querySelector('.line.now').id]";

#[test]
fn a_program_can_be_walked_through() {
    let (path, status) = page(&["check", "examples/median.c"], "median.html");
    assert_eq!(status, Some(1));
    let Some(screen) = Screen::open(&path) else { return };
    screen.until("document.querySelectorAll('.row.now').length === 1");
    assert_eq!(screen.js(NOW)[1], "f0-22", "it begins where the run fails");
    screen.picture("page-light.png");

    // Keys, the slider and the buttons move both runs and the marker in the source.
    screen.press("Home");
    screen.until("document.querySelector('.row.now').id === 'row-0'");
    assert_eq!(screen.js(NOW)[1], "f0-7");
    let values = "[...document.querySelectorAll('.row.now .v')].map((cell) => cell.textContent)";
    assert_eq!(screen.js(values), serde_json::json!(["0", "-1"]), "failing and passing");
    screen.press("ArrowRight");
    screen.until("document.querySelector('.row.now').id === 'row-1'");
    screen.js("(slider.value = 3, slider.dispatchEvent(new Event('input')))");
    screen.until("document.querySelector('.row.now').id === 'row-3'");
    assert_eq!(screen.js(NOW)[1], "f0-8");
    screen.click("#prev");
    screen.until("document.querySelector('.row.now').id === 'row-2' && slider.value === '2'");
    screen.press("n");
    screen.until("document.querySelector('.row.now').classList.contains('differs')");
    assert!(screen.js("slider.getAttribute('aria-valuetext')").as_str().is_some_and(|text| text.contains("(differs)")));

    // Routes are switched: the table, the rows and the lines that belong to them.
    let lines = "[...document.querySelectorAll('.line.route')].map((line) => line.id)";
    let before = screen.js(lines);
    screen.js("document.querySelectorAll('input[name=route]')[1].click()");
    screen.until("document.querySelector('.changes[data-route=\"0\"]').hidden");
    assert_eq!(screen.js("document.querySelector('.changes[data-route=\"1\"]').hidden"), false);
    assert_ne!(screen.js(lines), before);
    screen.is_content();
}

#[test]
fn a_page_adapts_to_light_and_small_screens() {
    let (path, _) = page(&["check", "examples/calendar.c"], "calendar.html");
    let Some(screen) = Screen::open(&path) else { return };
    let paper = "getComputedStyle(document.documentElement).backgroundColor";
    screen.prefer("light");
    let light = screen.js(paper);
    screen.prefer("dark");
    screen.until(&format!("{paper} !== {light}"));
    screen.picture("page-dark.png");
    screen.click("#theme");
    screen.until(&format!("{paper} === {light}"));

    let order =
        "['.source', '.runs', '.story'].map((pane) => document.querySelector(pane).getBoundingClientRect().left)";
    let columns = screen.js(order);
    assert!(columns[0].as_f64() < columns[1].as_f64() && columns[1].as_f64() < columns[2].as_f64(), "{columns}");
    screen.resize(390, 844);
    screen.until("document.scrollingElement.scrollWidth <= innerWidth");
    let folded = screen.js(order);
    assert!(folded[0] == folded[1] && folded[1] == folded[2], "one column: {folded}");
    screen.picture("page-phone.png");
    screen.is_content();
}

#[test]
fn a_long_run_is_shown_in_part() {
    let text = "#include <assert.h>\nunsigned nondet_uint(void);\nint main(void) {\n    unsigned n = nondet_uint(), s = 0;\n    \
                for (unsigned i = 0; i < 3400; i++)\n        s += i;\n    assert(n != 7);\n    return s == 0;\n}\n";
    let source = program("long.c", text);
    let (path, _) = page(&["check", "--timeout", "20", &source], "long.html");
    let Some(screen) = Screen::open(&path) else { return };
    screen.until("document.querySelectorAll('.row.now').length === 1");
    assert!(screen.js("Number(slider.max)").as_u64() > Some(10_000));
    for (key, row) in [("Home", "'row-0'"), ("End", "'row-' + slider.max"), ("Home", "'row-0'")] {
        screen.press(key);
        screen.until(&format!("document.querySelector('.row.now')?.id === {row}"));
        assert!(screen.js("document.querySelectorAll('#rows .row').length").as_u64() < Some(200));
    }
    screen.js("(steps.scrollTop = 100000)");
    screen.until("[...document.querySelectorAll('#rows .row')].some((row) => row.id === 'row-4170')");
    screen.picture("page-long.png");
    screen.is_content();
}

#[test]
fn a_circuit_is_a_waveform() {
    let (path, status) = page(&["check", "examples/stack.btor2"], "stack.html");
    assert_eq!(status, Some(1));
    let Some(screen) = Screen::open(&path) else { return };
    screen.until("document.getElementById('status').textContent.startsWith('cycle 0')");
    assert!(screen.js("document.querySelectorAll('.wave rect.dc').length").as_u64() > Some(0));
    screen.press("ArrowRight");
    screen.until("document.getElementById('status').textContent.startsWith('cycle 1')");
    assert_eq!(screen.js("slider.value"), "1");
    let idle = "getComputedStyle(document.querySelector('tr.idle')).display";
    assert_eq!(screen.js(idle), "none");
    screen.click("#every");
    screen.until(&format!("{idle} !== 'none'"));
    screen.picture("page-circuit.png");
    screen.is_content();
}

#[test]
fn hostile_text_stays_text() {
    let evil = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>";
    let text = format!(
        "#include <assert.h>\n#include <stdio.h>\nint nondet_int(void);\n/* {evil} */\nint main(void) {{\n    int x = nondet_int();\n    \
         puts(\"{evil}\");\n    assert(x != 3 && \"{evil}\");\n    return 0;\n}}\n"
    );
    let source = program("evil.c", &text);
    let (path, status) = page(&["check", &source], "evil.html");
    assert_eq!(status, Some(1));
    let Some(screen) = Screen::open(&path) else { return };
    screen.until("document.querySelectorAll('.row.now').length === 1");
    assert_eq!(
        screen.js("[window.hacked, document.images.length, document.scripts.length]"),
        serde_json::json!([null, 0, 2])
    );
    assert!(screen.js("document.body.textContent.includes('onerror=window.hacked=2')").as_bool() == Some(true));
    screen.is_content();
}

#[test]
fn every_verb_gives_a_page_with_its_own_status() {
    for (args, status, word) in [
        (&["explain", "examples/median.c"][..], 0, "Where to mend it"),
        (&["localize", "examples/median.c"], 0, "Differences that matter"),
        (&["minimize", "examples/median.c"], 0, "Differences that matter"),
        (&["check", "--timeout", "0", "examples/median.c"], 3, "unknown"),
        (&["check", "--only-check", "bounds", "examples/median.c"], 0, "safe"),
    ] {
        let (path, given) = page(args, &format!("verb-{}.html", args[0]));
        assert_eq!(given, Some(status), "{args:?}");
        let page = std::fs::read_to_string(&path).expect("the page should be there");
        assert!(page.contains(word), "{args:?} should give a page with {word}");
    }
}

/// A click on a line that was not reached, and keys, say where things come from.
#[test]
fn one_can_ask_why_and_why_not() {
    let text = "#include <assert.h>\nextern int nondet_int(void);\nstatic int never(int x) {\n    return x + 1;\n}\nint main(void) {\n    int n = nondet_int();\n    \
                int limit = 10;\n    if (n < 0)\n        return never(n);\n    if (n > limit)\n        limit = limit * 2;\n    assert(n != 7 || limit != 10);\n    return 0;\n}\n";
    let source = program("why.c", text);
    let (path, status) = page(&["check", &source], "why.html");
    assert_eq!(status, Some(1));
    let Some(browser) = Screen::open(&path) else { return };
    browser.until("document.querySelectorAll('#why button').length > 0");
    let why = browser.js("document.getElementById('why').textContent");
    let why = why.as_str().unwrap_or_default().to_owned();
    assert!(why.contains("values from") && why.contains("7: n") && why.contains("8: limit = 10"), "{why}");
    browser.press("w");
    let status = browser.js("document.getElementById('status').textContent");
    assert!(status.as_str().is_some_and(|text| text.contains("line 7") || text.contains("line 8")), "{status}");
    browser.press("b");
    let status = browser.js("document.getElementById('status').textContent");
    assert!(status.as_str().is_some_and(|text| text.contains("line 13")), "{status}");
    browser.click("#f0-12 .no");
    let why = browser.js("document.getElementById('why').textContent");
    assert!(
        why.as_str().is_some_and(|text| text.contains("line 12 is not reached") && text.contains("n > limit")),
        "{why}"
    );
    browser.click("#f0-4 .no");
    let why = browser.js("document.getElementById('why').textContent");
    assert!(why.as_str().is_some_and(|text| text.contains("never is never called")), "{why}");
    browser.is_content();
}
