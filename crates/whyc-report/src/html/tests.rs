use whyc_base::budget::Exhausted;
use whyc_base::status::Reason;
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{
    ChangeSize, ComponentReport, DiagnosisReport, EditReport, InputKind, LocalizationReport, Missing, Narrowing,
    OutputText, Pair, Part, ReplacementReport, Replayed, SuggestionReport, TraceKind,
};
use whyc_ir::property::PropertyClass;

use super::render;
use super::shell::CSS;
use crate::fixture::{Fixture, explained, median};

/// The data of a page's script.
fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the page should have data");
    let (json, _) = rest.split_once("</script>").expect("the data should end");
    serde_json::from_str(json).expect("the data should be JSON")
}

/// The page without its style and script; the template engine writes `<` by its number.
fn body(page: &str) -> String {
    let (_, rest) = page.split_once("<body>").expect("the page should have a body");
    let body = rest.split_once("<script").map_or(rest, |(body, _)| body);
    body.replace("&#60;", "&lt;").replace("&#62;", "&gt;")
}

/// The median with everything: aligned runs, places, changes, output.
fn whole() -> Fixture {
    let mut f = explained();
    let mut steps = f.run().steps.clone();
    steps.pop();
    steps.retain(|step| step.value != "true" || !step.name.contains("x < z"));
    steps[0].value = "-1".to_owned();
    let n = f.run().steps.len();
    let passing: Vec<Option<usize>> = {
        let mut at = 0;
        let same = |failing: &whyc_debug::finding::TraceStep, at: usize| {
            steps.get(at).is_some_and(|it| it.span == failing.span && it.name == failing.name)
        };
        f.run()
            .steps
            .iter()
            .map(|step| {
                same(step, at).then(|| {
                    at += 1;
                    at - 1
                })
            })
            .collect()
    };
    let explanation = f.finding.explanation.as_mut().expect("explained");
    explanation.aligned = (0..n).map(|k| Pair { failing: Some(k), passing: passing[k] }).collect();
    explanation.steps = steps;
    explanation.changes[0].pair = Some(0);
    let component = ComponentReport {
        span: f.at(8, "m = y"),
        text: "m = y".to_owned(),
        kind: "assignment",
        function: "median".to_owned(),
    };
    let at = f.at(8, "y");
    f.finding.localization = Some(LocalizationReport {
        components: 14,
        checked: None,
        faults: 1,
        tests: 3,
        passing: 0,
        trusted: Vec::new(),
        diagnoses: vec![
            DiagnosisReport {
                components: vec![component.clone()],
                replacements: vec![ReplacementReport {
                    test: "run 1".to_owned(),
                    component: 0,
                    was: vec!["-1".to_owned()],
                    values: vec!["0".to_owned()],
                    changed: vec![0],
                }],
                avoids: false,
                clash: Vec::new(),
                unexplained: Vec::new(),
            },
            DiagnosisReport {
                components: vec![component],
                replacements: Vec::new(),
                avoids: false,
                clash: Vec::new(),
                unexplained: Vec::new(),
            },
        ],
        failures: Vec::new(),
        apart: Vec::new(),
        per_test: Vec::new(),
        suggestions: vec![SuggestionReport {
            diagnosis: 0,
            edit: EditReport { span: at, old: "y".to_owned(), new: "x".to_owned() },
            others: Vec::new(),
            means: Vec::new(),
            size: ChangeSize::Small,
            tests_pass: true,
            still_broken: Vec::new(),
            verdict: Some(Verdict::Safe),
            comes_there: true,
            runs_come_there: true,
            keeps_passing_runs: Some(true),
            keeps_code_alive: Some(true),
        }],
        folded: Vec::new(),
        scores: None,
        is_cut: false,
        is_partial: false,
    });
    f.run().output = vec![OutputText { stream: 1, text: "half\nway".to_owned() }];
    f.finding.replayed =
        Some(Replayed { confirmed: true, compiler: "gcc".to_owned(), what: "it fails at line 18".to_owned() });
    f
}

#[test]
fn the_data_of_a_small_page() {
    insta::assert_snapshot!(serde_json::to_string(&data(&render(&whole().finding))).expect("JSON"));
}

#[test]
fn a_page_answers_what_why_and_where() {
    let page = render(&whole().finding);
    let body = body(&page);
    for text in [
        "<h2>What</h2>",
        "<h2>Why</h2>",
        "<h2>Where</h2>",
        "still holds, the closest run that passes has x = -1 instead",
        "Line 8: <code>x</code> instead of <code>y</code>.",
        "✓ Checked: every property holds for every input.",
        "m = <del>y</del>; /* should be x */",
        "m = <ins>x</ins>; /* should be x */",
        "✓ Confirmed by native run: it fails at line 18.",
        "half\nway",
        "<li><code>y &lt; x</code></li>",
        "▮▮▮",
        "▮▯▯",
        "Route 2",
        "would have to be 0 (is -1)",
    ] {
        assert!(body.contains(text), "{text} should be in {body}");
    }
    assert!(body.contains("<div class=\"line fails\" id=\"f0-18\""), "{body}");
}

#[test]
fn a_change_was_checked_for_what_was_asked() {
    let mut f = whole();
    f.finding.narrowed = vec![Narrowing::Input];
    assert!(body(&render(&f.finding)).contains("✓ Checked: every property holds with these inputs."));
    f.finding.narrowed = vec![Narrowing::Property, Narrowing::Stub];
    assert!(body(&render(&f.finding)).contains("✓ Checked: what was asked holds for every input."));
}

#[test]
fn both_runs_stand_side_by_side() {
    let page = data(&render(&whole().finding));
    let texts = page["texts"].as_array().expect("texts");
    let side = |row: &serde_json::Value, k: usize| match row[k].as_i64() {
        Some(at) if at >= 0 => texts[at as usize].as_str().unwrap_or_default().to_owned(),
        _ => "absent".to_owned(),
    };
    let rows = page["rows"].as_array().expect("rows").iter();
    let rows: Vec<String> = rows.map(|row| format!("{}: {} | {}", side(row, 1), side(row, 6), side(row, 7))).collect();
    assert_eq!(rows[0], "x: 0 | -1");
    assert_eq!(rows[3..6], ["median(): called | called", "x: 0 | 0", "y: -1 | -1"], "a parameter goes by its name");
    assert!(rows.contains(&"x < z: true | absent".to_owned()), "{rows:?}");
    assert!(rows.last().is_some_and(|last| last.ends_with("fails | holds")), "{rows:?}");
    assert_eq!(page["routes"][0]["rows"][0], 0);
}

#[test]
fn an_explanation_of_another_run_is_not_aligned_with_this_one() {
    let mut f = whole();
    f.run().steps.remove(3);
    let page = data(&render(&f.finding));
    assert_eq!(page["has_passing"], false);
}

#[test]
fn an_input_that_the_passing_run_does_not_read_is_not_the_same() {
    let mut f = whole();
    let inputs = |f: &Fixture| {
        let page = render(&f.finding);
        let table = page.split("<table class=\"inputs\">").nth(1).and_then(|rest| rest.split("</table>").next());
        table.unwrap_or_default().to_owned()
    };
    let count = |table: &str| ["≠ <code", ">same<", ">not read<"].map(|what| table.matches(what).count());
    assert_eq!(count(&inputs(&f)), [1, 2, 0], "{}", inputs(&f));
    let explanation = f.finding.explanation.as_mut().expect("the page should have an explanation");
    let pair = explanation.aligned.iter_mut().filter(|pair| pair.failing.is_some()).nth(1);
    pair.expect("there should be two steps").passing = None;
    assert_eq!(count(&inputs(&f)), [1, 1, 1], "{}", inputs(&f));
}

#[test]
fn names_of_files_cannot_steer_the_reader() {
    let name = "a\u{1b}[31m\u{202e}c.b";
    let mut f = Fixture::new(name, "int main(void) { __asm__(\"nop\"); }\n", Verdict::Unknown);
    f.finding.head.reason = Some(Reason::Said(format!("{name} is not modelled")));
    let page = render(&f.finding);
    assert!(page.contains("<span class=\"dim\">a?[31m\u{fffd}c.b</span>"), "{page}");
    assert!(!page.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn the_same_finding_gives_the_same_page() {
    assert_eq!(render(&whole().finding), render(&whole().finding));
}

#[test]
fn nothing_from_the_program_is_markup() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    let text = format!("int main(void) {{ /* {evil} */ puts(\"{evil}\u{202e}\"); }} // &lt;!--");
    let mut f = Fixture::new(&format!("{evil}.c"), &text, Verdict::Violated);
    f.property(PropertyClass::Assertion, 1, "puts", evil, Status::Violated);
    f.failing(&[(evil, evil)]);
    f.input(InputKind::Nondet, 1, "puts", evil, evil);
    f.step(TraceKind::Output, 1, "puts", evil, evil);
    f.step(TraceKind::Failure, 1, "puts", evil, "false");
    f.run().output = vec![OutputText { stream: 1, text: evil.to_owned() }];
    f.finding.missing = vec![Missing { part: Part::Explanation, reason: evil.to_owned() }];
    f.note(whyc_base::diagnostic::Diagnostic::warning(evil).with_note(evil), 1, "puts");
    let page = render(&f.finding);
    assert_eq!(page.matches("<script").count(), 2, "the data and our own script");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img") && !page.contains("\u{202e}"));
    assert!(!body(&page).contains("onerror=alert(2)>"));
}

#[test]
fn nothing_is_loaded_and_no_style_is_inline() {
    let page = render(&whole().finding);
    let body = body(&page);
    for word in ["http:", "https:", "src=", "style=", "onclick", "javascript:", "@import"] {
        assert!(!body.contains(word) && !CSS.contains(word), "{word}");
    }
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src &#x27;none&#x27;"), "{page}");
}

#[test]
fn parts_that_are_missing_are_named() {
    let mut f = median();
    f.finding.missing = vec![Missing { part: Part::Localization, reason: "the time limit was reached".to_owned() }];
    let page = render(&f.finding);
    let body = body(&page);
    assert!(
        body.contains("Not known: the time limit was reached.") && body.contains("whyc localize median.c"),
        "{body}"
    );
    assert!(body.contains("This was not asked.") && body.contains("whyc explain median.c"), "{body}");
}

#[test]
fn verdicts_without_a_run_have_a_page() {
    for (verdict, word) in
        [(Verdict::Safe, "safe"), (Verdict::BoundedSafe, "bounded-safe"), (Verdict::Unknown, "unknown")]
    {
        let mut f = Fixture::new("a.c", "int main(void)\n{\n    for (;;);\n}\n", verdict);
        f.property(PropertyClass::Assertion, 1, "main", "x > 0", Status::Unknown(Reason::Exhausted(Exhausted::Time)));
        f.cut("main.1", true, 4, 3, "for (;;);");
        f.finding.head.reason = Some(Reason::Exhausted(Exhausted::Time));
        let page = render(&f.finding);
        assert!(body(&page).contains(word) && body(&page).contains("x &gt; 0"), "{page}");
        assert_eq!(data(&page)["rows"].as_array().map(Vec::len), Some(0));
    }
    let empty = Fixture::new("", "", Verdict::Safe);
    assert!(render(&empty.finding).contains("There is nothing to check"));
}

#[test]
fn a_run_that_nobody_could_look_through_loses_its_middle() {
    let mut f = median();
    let step = f.run().steps[3].clone();
    let failure = f.run().steps.pop().expect("a failure");
    f.run().steps.extend(std::iter::repeat_n(step, 150_000));
    f.run().steps.push(failure);
    let page = data(&render(&f.finding));
    let n = page["rows"].as_array().map(Vec::len).expect("rows");
    assert!(n <= 100_000);
    assert_eq!(page["failure"], n - 1);
    assert!(page["left_out"][1].as_u64() > Some(50_000));
}

/// The value of a variable of the style, in one of its palettes.
fn colour(palette: &str, name: &str) -> [f64; 3] {
    let (_, rest) = palette.split_once(&format!("--{name}: #")).expect("the palette should have the colour");
    let channel = |k: usize| f64::from(u8::from_str_radix(&rest[2 * k..2 * k + 2], 16).expect("a colour")) / 255.0;
    [channel(0), channel(1), channel(2)]
}

/// The contrast of two colours as WCAG 2 defines it.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |c: f64| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let luminance = |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_can_be_read_in_both_palettes() {
    let dark = CSS.split("data-theme=\"dark\"").nth(1).expect("a dark palette");
    let system = CSS.split("prefers-color-scheme: dark").nth(1).expect("the system's dark palette");
    let papers = ["paper", "raised", "accent-tint", "good-tint", "now-tint"];
    let inks = [
        "ink",
        "dim",
        "accent",
        "good",
        "open",
        "code-comment",
        "code-string",
        "code-number",
        "code-keyword",
        "code-type",
    ];
    for (name, palette) in [("light", CSS), ("dark", dark), ("system dark", system)] {
        for paper in papers {
            for ink in inks {
                let contrast = contrast(colour(palette, ink), colour(palette, paper));
                assert!(contrast >= 4.5, "{name}: {ink} on {paper} has a contrast of {contrast:.2}");
            }
        }
    }
}
