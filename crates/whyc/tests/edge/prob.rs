//! `whyc prob`.

use serde_json::json;
use whyc_tests::native::Scratch;
use whyc_tests::repository;

use super::{report, stderr, stdout, whyc};

const SCHEMA: &str = "prob.schema.json";

#[test]
fn files_of_prism_are_answered_in_every_form() {
    let folder = repository().join("guide/programs");
    let told = report(&folder, SCHEMA, &["prob", "link.tra", "--prop", "P<=1/2 [F bad]"]);
    assert_eq!((&told["verdict"], &told["prob"]["value"]), (&json!("violated"), &json!("1")));
    assert_eq!(told["prob"]["witnesses"][0]["rail"], json!(["at=start", "at=radio", "at=noise"]));
    assert_eq!(told["prob"]["witnesses"][0]["mass"], "3/5");
    let output = whyc(&folder, &["prob", "link.tra", "--prop", "P<=1 [F bad]", "--quiet"]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(0), 1));
    let dot = stdout(&whyc(&folder, &["prob", "link.tra", "--prop", "P<1 [F bad]", "--format", "dot"]));
    assert!(dot.starts_with("digraph") && dot.contains("3/5") && dot.contains("at=noise"), "{dot}");
    let page = stdout(&whyc(&folder, &["prob", "link.tra", "--prop", "P<1 [F bad]", "--format", "html"]));
    assert!(page.starts_with("<!doctype html>") && page.contains("at=noise"), "{page}");
}

#[test]
fn programs_with_tosses_have_exact_probabilities() {
    let scratch = Scratch::new();
    let head = "#include <assert.h>\n_Bool whyc_choice(unsigned, unsigned);\nunsigned whyc_pick(unsigned);\n";
    for (name, body, prop, status, value) in [
        // Two dice of four sides each by tosses, and their sum.
        (
            "sum",
            "static int die(void) { return 2 * whyc_choice(1, 2) + whyc_choice(1, 2); }\n\
             int main(void) { int a = die(), b = die(); assert(a + b != 6); }",
            "P<=1/16 [F fail]",
            0,
            "1/16",
        ),
        // As many rounds as it takes: finitely many states.
        (
            "retry",
            "int main(void) { while (!whyc_choice(1, 1000)) ; assert(whyc_choice(1, 3)); }",
            "P<2/3 [F fail]",
            1,
            "2/3",
        ),
        (
            "walk",
            "int main(void) { int x = 2; while (x > 0 && x < 5) x += whyc_choice(1, 2) ? 1 : -1; assert(x == 0); }",
            "P=? [F fail]",
            0,
            "2/5",
        ),
        // Somebody decides which door is opened.
        (
            "doors",
            "int main(void) { unsigned d = whyc_pick(3); assert(d != 1 || whyc_choice(1, 4)); }",
            "P<=1/2 [F fail]",
            1,
            "3/4",
        ),
        ("sure", "int main(void) { assert(!whyc_choice(0, 7) && whyc_choice(7, 7)); }", "P<=0 [F fail]", 0, "0"),
        ("none", "int main(void) { int a[3] = {0}; return a[2]; }", "P>=1 [F done]", 0, "1"),
    ] {
        let file = format!("{name}.c");
        let _ = scratch.write(&file, format!("{head}{body}\n"));
        let folder = scratch.file("");
        let told = report(&folder, SCHEMA, &["prob", &file, "--prop", prop]);
        assert_eq!(told["prob"]["value"], value, "{name}: {told:#}");
        assert_eq!(whyc(&folder, &["prob", &file, "--prop", prop]).status.code(), Some(status), "{name}");
    }
}

#[test]
fn what_has_no_probability_is_refused_where_it_stands() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let head = "_Bool whyc_choice(unsigned, unsigned);\nint nondet_int(void);\nint other(void);\n";
    for (body, word, line) in [
        ("int main(void) {\n  return nondet_int();\n}", "an input has no probability", ":5:"),
        ("int main(void) {\n  int x;\n  if (x) return 1;\n}", "never set", ":6:"),
        ("int main(void) {\n  return other();\n}", "`other` returns is not known", ":5:"),
        ("int main(void) {\n  return whyc_choice(3, 2);\n}", "is no probability", ":5:"),
    ] {
        let _ = scratch.write("a.c", format!("{head}{body}\n"));
        let output = whyc(&folder, &["prob", "a.c", "--prop", "P=? [F fail]"]);
        assert_eq!(output.status.code(), Some(2), "{body}: {}", stdout(&output));
        assert!(stderr(&output).contains(word) && stderr(&output).contains(line), "{body}: {}", stderr(&output));
    }
    // Each round is a new state, and there is no end of them.
    let _ = scratch.write(
        "a.c",
        format!("{head}int main(void) {{ unsigned long n = 0; for (;;) n += 1 + whyc_choice(1, 2); }}\n"),
    );
    let output = whyc(&folder, &["prob", "a.c", "--prop", "P=? [F fail]"]);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("too many steps"), "{}", stdout(&output));
    report(&folder, SCHEMA, &["prob", "a.c", "--prop", "P=? [F fail]"]);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let folder = repository().join("guide/programs");
    for (args, word) in [
        (&["prob", "link.tra", "--prop", "P<=1/2 [F bed]"][..], "the label `bed`"),
        (&["prob", "link.tra", "--prop", "P<=1/2 [F bad"], "`]` is missing"),
        (&["prob", "link.tra", "--prop", "P<=1/2 [F {9}]"], "no state 9"),
        (&["prob", "link.lab", "--prop", "P<=1/2 [F bad]"], "a model is a .tra file"),
        (&["prob", "absent.tra", "--prop", "P<=1/2 [F bad]"], "cannot read absent.tra"),
        (&["prob", "link.tra", "--labels", "link.tra", "--prop", "P<=1/2 [F bad]"], "link.tra:1: a label is declared"),
    ] {
        let output = whyc(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}
