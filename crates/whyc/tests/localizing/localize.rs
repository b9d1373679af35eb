//! `whyc localize` through the binary: the diagnoses of programs with known faults.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/localize")
}

/// The `localization` of the report, and the exit status.
pub(crate) fn localize(args: &[&str], file: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_whyc"))
        .args(["localize", "--format", "json"])
        .args(args)
        .arg(file)
        .output()
        .expect("the binary should run");
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{}: {error}\n{text}\n{}", file.display(), String::from_utf8_lossy(&output.stderr))
    });
    assert_eq!(output.status.code(), Some(0), "{text}");
    whyc_tests::schema::assert_valid(&report);
    report["localization"].clone()
}

/// The value of a `// key: value` line at the top of a program.
pub(crate) fn header(file: &Path, key: &str) -> String {
    let text = std::fs::read_to_string(file).expect("the program should be there");
    let prefix = format!("// {key}: ");
    text.lines().find_map(|line| line.strip_prefix(&prefix)).expect("the header should have it").to_owned()
}

pub(crate) fn lines(localization: &Value) -> Vec<u64> {
    let diagnoses = localization["diagnoses"].as_array().expect("there should be a list");
    let components = diagnoses.iter().flat_map(|diagnosis| diagnosis["components"].as_array().expect("a list"));
    components.map(|component| component["line"].as_u64().expect("a line")).collect()
}

/// Changes that passed every check, as (old, new).
fn changes(localization: &Value) -> Vec<(String, String)> {
    let suggestions = localization["suggestions"].as_array().expect("there should be a list");
    let good = suggestions.iter().filter(|suggestion| suggestion["holds"] == true && suggestion["tests_pass"] == true);
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    good.map(|suggestion| (text(&suggestion["old"]), text(&suggestion["new"]))).collect()
}

#[test]
fn the_wrong_number_is_the_only_diagnosis() {
    let file = folder().join("product.c");
    let inputs = header(&file, "inputs");
    let found = localize(&inputs.split_whitespace().collect::<Vec<_>>(), &file);
    assert_eq!(lines(&found), [20]);
    assert_eq!(found["diagnoses"][0]["replacements"][0]["values"][0], "6");
    assert!(changes(&found).contains(&("5".to_owned(), "6".to_owned())), "{found}");
}

#[test]
fn a_weaker_assertion_leaves_two_places() {
    let file = folder().join("product_weak.c");
    let inputs = header(&file, "inputs");
    let mut found = lines(&localize(&inputs.split_whitespace().collect::<Vec<_>>(), &file));
    found.sort_unstable();
    assert_eq!(found, [20, 23]);
}

#[test]
fn what_sees_the_same_gives_the_same() {
    let file = folder().join("same_state.c");
    let found = localize(&[], &file);
    assert!(lines(&found).contains(&19), "{found}");
    assert!(!lines(&found).contains(&12), "{found}");
}

#[test]
fn an_assertion_is_not_to_blame() {
    // Either half of its assertion could be weakened.
    let found = localize(&[], &folder().join("../../examples/median.c"));
    assert_eq!(lines(&found), [13, 20], "{found}");
}

#[test]
fn a_place_where_the_run_goes_on_comes_before_one_that_ends_it() {
    let found = localize(&["--suspect", "main"], &folder().join("rows.c"));
    let avoids: Vec<bool> =
        found["diagnoses"].as_array().expect("a list").iter().map(|d| d["avoids"] == true).collect();
    assert!(avoids.is_sorted() && avoids.contains(&true), "{found}");
    let ends = avoids.iter().position(|&avoids| avoids).expect("there should be one");
    assert!(lines(&found)[..ends].contains(&11) && !lines(&found)[ends..].contains(&11), "{found}");
}

#[test]
fn a_test_driver_is_not_blamed_unless_it_is_suspected() {
    let file = folder().join("rows.c");
    let found = localize(&[], &file);
    assert!(lines(&found).iter().all(|&line| line == 11), "{found}");
    assert_eq!(found["trusted"], serde_json::json!(["main"]));
    let found = localize(&["--suspect", "main"], &file);
    assert!(lines(&found).contains(&18), "{found}");
    assert_eq!(found["trusted"], serde_json::json!([]));
}

#[test]
fn one_step_further_along_a_list() {
    let found = localize(&["--faults", "1"], &folder().join("list.c"));
    assert_eq!(lines(&found)[0], 21, "{found}");
    assert_eq!(changes(&found)[0], ("p".to_owned(), "p->next".to_owned()), "{found}");
}

#[test]
fn a_test_driver_is_blamed_if_nothing_else_helps() {
    let found = localize(&[], &folder().join("same_state.c"));
    assert_eq!(lines(&found), [19], "{found}");
    assert_eq!(found["trusted"], serde_json::json!([]));
}

#[test]
fn what_is_only_asked_in_assertions_is_not_blamed() {
    let file = folder().join("specification.c");
    let found = localize(&[], &file);
    assert_eq!(found["trusted"], serde_json::json!(["sorted"]));
    assert_eq!(lines(&found)[0], 16, "{found}");
    assert!(lines(&found).iter().all(|&line| line > 10), "{found}");
    assert!(changes(&found).contains(&("1".to_owned(), "2".to_owned())), "{found}");
}

/// Where the harness only makes up what it asks about, what it asks is what is tried.
#[test]
fn what_is_asked_about_inputs_alone_is_what_is_tried() {
    let found = localize(&[], &folder().join("frame_check.c"));
    assert_eq!(lines(&found)[0], 15, "{found}");
    assert_eq!(changes(&found).first(), Some(&("1".to_owned(), "2".to_owned())), "{found}");
}

/// A function that says which inputs are tried is no more to blame than who tries them.
#[test]
fn a_filter_of_inputs_is_not_blamed() {
    let found = localize(&[], &folder().join("filtered.c"));
    assert_eq!(lines(&found)[0], 20, "{found}");
    assert!(lines(&found).iter().all(|&line| line > 17), "{found}");
    assert_eq!(changes(&found).first(), Some(&("<".to_owned(), "<=".to_owned())), "{found}");
    assert!(found["trusted"].as_array().expect("a list").contains(&"plausible".into()), "{found}");
}

#[test]
fn what_a_sign_governs_is_put_into_parentheses() {
    let found = localize(&[], &folder().join("mask_of_bit.c"));
    assert_eq!(lines(&found)[0], 20, "{found}");
    assert_eq!(changes(&found).first(), Some(&("1 << block".to_owned(), "(1 << block)".to_owned())), "{found}");
}

#[test]
fn the_type_that_stands_beside_is_tried() {
    let found = localize(&[], &folder().join("wrapping_timer.c"));
    assert_eq!(lines(&found)[0], 9, "{found}");
    assert_eq!(changes(&found).first(), Some(&("int".to_owned(), "uint_least16_t".to_owned())), "{found}");
}

#[test]
fn what_is_only_asked_in_assertions_is_blamed_if_nothing_else_helps() {
    let found = localize(&[], &folder().join("asked.c"));
    assert_eq!(found["diagnoses"][0]["components"][0]["line"], 22, "{found}");
    assert_eq!(changes(&found).first(), Some(&(">".to_owned(), ">=".to_owned())), "{found}");
}

#[test]
fn a_change_that_silences_a_question_comes_later() {
    let found = localize(&[], &folder().join("silenced.c"));
    assert_eq!(changes(&found).first(), Some(&("&&".to_owned(), "||".to_owned())), "{found}");
}

#[test]
fn a_guard_that_leaves_the_rest_as_it_was_comes_first() {
    let found = localize(&[], &folder().join("guarded.c"));
    assert_eq!(lines(&found)[0], 17, "{found}");
    let first = &found["suggestions"][0];
    assert_eq!((&first["line"], &first["keeps_passing_runs"]), (&17.into(), &true.into()), "{found}");
}

/// A function that always leaves at once fails nowhere; but nothing of what it is there for is done any more.
#[test]
fn no_change_passes_by_giving_up() {
    let found = localize(&[], &folder().join("gives_up.c"));
    assert_eq!(lines(&found)[0], 12, "{found}");
    let first = &found["suggestions"][0];
    assert_eq!((&first["holds"], &first["comes_there"]), (&true.into(), &true.into()), "{found}");
    let edits = first["edits"].as_array().unwrap();
    let new: Vec<&str> = edits.iter().filter_map(|edit| edit["new"].as_str()).collect();
    assert_eq!(new, ["free(l->text);", "l->text = fresh;"], "{found}");
    let all = changes(&found);
    assert!(!all.contains(&("==".to_owned(), "!=".to_owned())), "{found}");
}

/// One more or less somewhere may do by chance; the wrong way round is nearer.
#[test]
fn a_comparison_the_wrong_way_round_is_turned() {
    let found = localize(&[], &folder().join("wrong_way.c"));
    assert_eq!(lines(&found)[0], 14, "{found}");
    assert_eq!(changes(&found).first(), Some(&(">".to_owned(), "<".to_owned())), "{found}");
}

/// A program that ends early breaks no rule; that is no way to mend it.
#[test]
fn to_end_the_program_is_no_change() {
    let found = localize(&[], &folder().join("going_on.c"));
    let first = &found["suggestions"][0]["edits"][0];
    assert_eq!((first["line"].as_u64(), first["new"].as_str().map(str::trim)), (Some(24), Some("else")), "{found}");
    assert!(changes(&found).iter().all(|(_, new)| !new.contains("exit") && !new.contains("give_up")), "{found}");
}

/// An index may be anything, even where nobody comes.
#[test]
fn a_place_far_outside_is_no_reason_to_stop() {
    let found = localize(&[], &folder().join("far_away.c"));
    assert_eq!(changes(&found).first(), Some(&("3".to_owned(), "2".to_owned())), "{found}");
}

/// What is assigned to a state is not assigned to a number instead, and no number to a state.
#[test]
fn a_state_is_no_number() {
    let found = localize(&[], &folder().join("state.c"));
    let all = changes(&found);
    assert!(!all.is_empty(), "{found}");
    assert!(!all.contains(&("mode".to_owned(), "level".to_owned())), "{found}");
    assert!(!all.contains(&("level".to_owned(), "mode".to_owned())), "{found}");
}

#[test]
fn text_that_the_preprocessor_leaves_out_is_not_changed() {
    let found = localize(&[], &folder().join("branches.c"));
    assert_eq!(changes(&found).first(), Some(&("10".to_owned(), "100".to_owned())), "{found}");
    assert_eq!(lines(&found), [20], "{found}");
}

#[test]
fn faults_of_a_red_black_tree() {
    let file = folder().join("rbtree.c");
    let trust = ["--trust", "check_tree", "--trust", "check_below"];
    for sequence in ["SEQUENCE=1", "SEQUENCE=2", "SEQUENCE=3"] {
        let found = localize(&[&trust[..], &["-D", "FAULT=1", "-D", sequence]].concat(), &file);
        assert_eq!(lines(&found)[0], 115, "{sequence}");
        assert!(lines(&found).len() <= 2, "{sequence}: {found}");
    }
    let found = localize(&[&trust[..], &["-D", "FAULT=2", "-D", "SEQUENCE=2"]].concat(), &file);
    assert!(lines(&found).contains(&156) && lines(&found).len() <= 3, "{found}");
}

#[test]
fn tests_alone_lead_to_the_fault() {
    let fixes = [
        ("max_of_three", ("b", "c")),
        ("factorial", ("0", "1")),
        ("gcd", ("1", "0")),
        ("reverse", ("=", "==")),
        ("vowels", ("'y'", "'u'")),
    ];
    for (name, fix) in fixes {
        let here = folder().join("beginner").join(name);
        let file = here.join(format!("{name}.c"));
        let tests = here.join("tests");
        let found = localize(&["--faults", "1", "--tests", &tests.display().to_string()], &file);
        let fault: u64 = header(&file, "fault").parse().expect("one line");
        assert!(lines(&found).contains(&fault), "{name}: {found}");
        let fix = (fix.0.to_owned(), fix.1.to_owned());
        assert!(changes(&found).contains(&fix), "{name}: {found}");
    }
}

#[test]
fn arguments_of_library_functions_can_be_wrong() {
    let file = folder().join("copy.c");
    let found = localize(&["--faults", "1"], &file);
    assert!(lines(&found).contains(&12), "the size that is asked for: {found}");
    assert!(changes(&found).contains(&("n".to_owned(), "n + 1".to_owned())), "{found}");

    let file = folder().join("swapped.c");
    let found = localize(&["--tests", &folder().join("swapped").display().to_string()], &file);
    assert_eq!(lines(&found), [11], "what is printed: {found}");
    assert!(changes(&found).contains(&("difference".to_owned(), "sum".to_owned())), "{found}");
}

/// What a program is meant to say, as whole expressions, and what whyc suggests for them.
#[test]
fn changes_that_are_more_than_another_word() {
    let fixes = [
        ("lacking", ("age >= 65", "age >= 65 && !weekend")),
        ("exchanged", ("price - paid", "paid - price")),
        ("offset", ("n", "n - 1")),
    ];
    for (name, fix) in fixes {
        let file = folder().join(format!("{name}.c"));
        let tests = folder().join(name).display().to_string();
        let found = localize(&["--faults", "1", "--tests", &tests], &file);
        let fault: u64 = header(&file, "fault").parse().expect("one line");
        assert!(lines(&found).contains(&fault), "{name}: {found}");
        assert!(changes(&found).contains(&(fix.0.to_owned(), fix.1.to_owned())), "{name}: {found}");
    }
}

#[test]
fn assertions_tell_which_condition_is_lacking() {
    let file = folder().join("unready.c");
    let found = localize(&["--trust", "main"], &file);
    assert_eq!(changes(&found)[0], ("a > 3".to_owned(), "a > 3 && ready".to_owned()), "{found}");
    assert_eq!(lines(&found)[0].to_string(), header(&file, "fault"));
}

/// What two expressions have to change for is suggested as one change with two edits, and written as one.
#[test]
fn two_edits_are_one_change() {
    let file = folder().join("pair.c");
    let scratch = whyc_tests::native::Scratch::new();
    let copy = scratch.write("pair.c", std::fs::read_to_string(&file).expect("the program should be there"));
    let tests = folder().join("pair").display().to_string();
    let found = localize(&["--tests", &tests, "--apply"], &copy);
    let edits = |one: &Value| -> Vec<(String, String)> {
        let edits = one["edits"].as_array().expect("a list");
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        edits.iter().map(|edit| (text(&edit["old"]), text(&edit["new"]))).collect()
    };
    let suggestions = found["suggestions"].as_array().expect("a list");
    let meant = [("+".to_owned(), "*".to_owned()), ("-".to_owned(), "+".to_owned())];
    assert!(suggestions.iter().any(|one| edits(one) == meant && one["tests_pass"] == true), "{found}");
    let fixed = std::fs::read_to_string(&copy).expect("it should be there");
    assert!(fixed.contains("area = w * h;") && fixed.contains("around = 2 * (w + h);"), "{fixed}");
}

/// Every report has both edits of a change: as one fix in SARIF, one below the other in the text, together on the page.
#[test]
fn two_edits_are_told_together() {
    let file = folder().join("pair.c");
    let tests = folder().join("pair").display().to_string();
    let told = |format: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        let output = command.args(["localize", "--format", format, "--tests", &tests]).arg(&file).output();
        String::from_utf8_lossy(&output.expect("the binary should run").stdout).into_owned()
    };
    let sarif: Value = serde_json::from_str(&told("sarif")).expect("the report should be JSON");
    let fix = &sarif["runs"][0]["results"][0]["fixes"][0];
    assert_eq!(fix["description"]["text"], "replace `+` by `*` and `-` by `+` (checked: all tests pass)");
    let replacements = fix["artifactChanges"][0]["replacements"].as_array().expect("a list");
    let inserted: Vec<&Value> = replacements.iter().map(|one| &one["insertedContent"]["text"]).collect();
    assert_eq!(inserted, ["*", "+"], "{fix}");
    let text = told("human");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let first = lines.iter().position(|line| *line == "try:  *  instead of  +").expect("the first edit");
    assert_eq!(lines[first + 1], "and:  +  instead of  -    checked: all tests pass");
    let page = told("html");
    for line in ["area = w <ins>*</ins> h;", "around = 2 * (w <ins>+</ins> h);"] {
        assert!(page.contains(line), "{line}");
    }
}

#[test]
fn two_faults_are_found_together() {
    for name in ["array_stats", "calendar", "temperature"] {
        let here = folder().join("beginner").join(name);
        let file = here.join(format!("{name}.c"));
        let found = localize(&["--tests", &here.join("tests").display().to_string()], &file);
        let fault: Vec<u64> = header(&file, "fault").split(',').map(|line| line.parse().expect("a line")).collect();
        assert_eq!(found["faults"], 2, "{name}");
        let diagnoses = found["diagnoses"].as_array().expect("a list");
        let has_both = |diagnosis: &Value| {
            let lines: Vec<u64> = diagnosis["components"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|component| component["line"].as_u64().expect("a line"))
                .collect();
            fault.iter().all(|line| lines.contains(line))
        };
        assert!(diagnoses.iter().any(has_both), "{name}: {found}");
    }
}

/// One place would do, but only with a condition that looks at more; two small changes are found instead.
#[test]
fn two_changes_are_likelier_than_one_that_looks_further() {
    let file = folder().join("together.c");
    let tests = folder().join("together").display().to_string();
    let found = localize(&["--tests", &tests, "--score-against", "together.c:9,13"], &file);
    let diagnoses = found["diagnoses"].as_array().expect("a list");
    assert_eq!(lines(&found)[..2], [9, 13], "{found}");
    assert_eq!(diagnoses[0]["likely"], true);
    assert_eq!(diagnoses[0]["components"].as_array().map(Vec::len), Some(2));
    assert!(!diagnoses[0]["replacements"].as_array().expect("a list").is_empty(), "{found}");
    // Each of the others has runs against it.
    let others = &diagnoses[1..];
    assert!(!others.is_empty() && others.iter().all(|one| one["clash"] != serde_json::json!([])), "{found}");
    assert!(others.iter().all(|one| one["likely"] == false), "{found}");
    let both = |one: &Value| one["edits"].as_array().expect("a list").iter().all(|edit| edit["new"] == "<=");
    assert!(found["suggestions"].as_array().expect("a list").iter().any(both), "{found}");
    let score = |name: &str| found[name].as_f64().expect("a score");
    assert!(score("score") > score("score_all"), "{found}");
    // What is asked for is what is looked for.
    let found = localize(&["--tests", &tests, "--faults", "1"], &file);
    assert!(lines(&found).iter().all(|line| ![9, 13].contains(line)), "{found}");
}

/// Without tests, runs of whyc's own that pass speak against places, too.
#[test]
fn own_passing_runs_speak_against_places() {
    let found = localize(&[], &folder().join("../../examples/calendar.c"));
    assert!(found["passing"].as_u64() > Some(0), "{found}");
    let diagnoses = found["diagnoses"].as_array().expect("a list");
    let is_likely: Vec<bool> = diagnoses.iter().map(|one| one["likely"] == true).collect();
    assert!(is_likely[0] && !is_likely[is_likely.len() - 1], "{found}");
    assert!(is_likely.is_sorted_by(|a, b| a >= b), "{found}");
    let last = &diagnoses[diagnoses.len() - 1]["clash"];
    assert!(
        last.as_array().expect("a list").iter().any(|run| run.as_str().is_some_and(|it| it.starts_with("passing")))
    );
}

/// Labels are no expressions: what is mended is the text.
#[test]
fn a_label_can_be_too_much_or_lacking_or_another() {
    let file = folder().join("labels.c");
    let tests = folder().join("labels").display().to_string();
    for (fault, old, new) in [("1", "case 'K':", ""), ("2", "", "case 'X': "), ("3", "case 'S':", "case 'T':")] {
        let fault = format!("FAULT={fault}");
        let found = localize(&["--tests", &tests, "-D", &fault], &file);
        let first = changes(&found).first().cloned();
        assert_eq!(first, Some((old.to_owned(), new.to_owned())), "{fault}: {found}");
    }
}

/// What is lacking is made of what stands nearby.
#[test]
fn lost_statements_are_found() {
    for name in ["lost_body", "lost_store", "field_of_bits", "counterpart"] {
        let file = folder().join(format!("{name}.c"));
        let found = localize(&[], &file);
        let first = changes(&found).first().map(|(old, new)| (old.clone(), new.trim().to_owned()));
        assert_eq!(first, Some((String::new(), header(&file, "fix"))), "{name}: {found}");
    }
}

/// In which order something is computed: what is left over is lost last.
#[test]
fn quotients_come_last() {
    let file = folder().join("share.c");
    let found = localize(&[], &file);
    let mended = changes(&found).first().map(|(_, new)| new.clone());
    assert_eq!(mended, Some(header(&file, "fix")), "{found}");
}

/// What something is compared with lacks a term that is taken off it where it is used.
#[test]
fn what_is_taken_off_counts_where_it_is_compared() {
    let file = folder().join("postage.c");
    let found = localize(&[], &file);
    let line = std::fs::read_to_string(&file).expect("the program should be there");
    let line =
        line.lines().find(|line| line.contains("units >")).map(str::trim).expect("the line should be there").to_owned();
    let suggestion = &found["suggestions"][0];
    let (at, new) = (suggestion["column"].as_u64().expect("a column"), suggestion["new"].as_str().expect("a text"));
    let at = at as usize - 1 - 4;
    assert_eq!(format!("{}{new}{}", &line[..at], &line[at..]), header(&file, "fix"), "{found}");
}

/// A condition around what should always be done, and an `else` before what should be done besides.
#[test]
fn what_is_done_too_seldom_is_done_always() {
    let file = folder().join("too_careful.c");
    let tests = folder().join("too_careful").display().to_string();
    for (fault, old, new) in [("1", "if (n > 0)\n            ", ""), ("2", "else ", "")] {
        let fault = format!("FAULT={fault}");
        let found = localize(&["--tests", &tests, "-D", &fault], &file);
        let first = changes(&found).first().cloned();
        assert_eq!(first, Some((old.to_owned(), new.to_owned())), "{fault}: {found}");
    }
}

/// With the right change, a test that passes may come to break a rule that others break now; that is told.
#[test]
fn tests_that_pass_may_come_to_break_a_rule_of_others() {
    let file = folder().join("excused.c");
    let found = localize(&["--tests", &folder().join("excused").display().to_string()], &file);
    let first = changes(&found).first().map(|(_, new)| new.clone());
    assert_eq!(first, Some(header(&file, "fix")), "{found}");
    assert_eq!(found["apart"], serde_json::json!(["beyond"]), "{found}");
    assert_eq!(found["suggestions"][0]["still_broken"], serde_json::json!(["beyond", "beyond_too"]), "{found}");
}

/// Who reads an input after it was needed passes the tests in which it makes no difference.
#[test]
fn what_is_written_should_be_read() {
    let file = folder().join("unread.c");
    let found = localize(&["--tests", &folder().join("unread").display().to_string()], &file);
    let first = changes(&found).first().map(|(_, new)| new.clone());
    assert_eq!(first, Some(header(&file, "fix")), "{found}");
}

/// What is counted up is not counted down right beside it: that is to take the counting away.
#[test]
fn nothing_is_taken_back_where_it_is_done() {
    let file = folder().join("counted_down.c");
    let found = localize(&[], &file);
    assert!(changes(&found).iter().any(|(_, new)| new.trim() == header(&file, "fix")), "{found}");
    let suggestions = found["suggestions"].as_array().expect("there should be a list");
    let lines: Vec<u64> = suggestions.iter().filter_map(|it| it["edits"][0]["line"].as_u64()).collect();
    let leave: u64 = header(&file, "leave").parse().expect("one line");
    assert!(lines.iter().all(|line| *line >= leave), "{found}");
}

/// A statement on the wrong side of a brace goes to the other side.
#[test]
fn braces_close_elsewhere() {
    for name in ["late_brace", "early_brace"] {
        let file = folder().join(format!("{name}.c"));
        let found = localize(&[], &file);
        let edits = found["suggestions"][0]["edits"].as_array().expect("there should be a change").clone();
        let fix = header(&file, "fix");
        let has = |key: &str| edits.iter().any(|it| it[key].as_str().unwrap_or_default().trim() == fix);
        assert!(has("old") && has("new"), "{name}: {found}");
    }
}

/// A rule that the right program breaks as well keeps nobody from mending what is printed.
#[test]
fn tests_that_break_a_rule_are_looked_at_apart() {
    let tests = folder().join("apart").display().to_string();
    let found = localize(&["--tests", &tests], &folder().join("apart.c"));
    assert_eq!(found["apart"], serde_json::json!(["t10", "t6", "t7"]), "{found}");
    let first = changes(&found).first().cloned();
    assert_eq!(first, Some(("1".to_owned(), "0".to_owned())), "{found}");
    assert_eq!(found["suggestions"][0]["still_broken"], found["apart"], "{found}");
    // What does not mend every test is not made unasked.
    let copy = std::env::temp_dir().join(format!("whyc-apart-{}.c", std::process::id()));
    std::fs::copy(folder().join("apart.c"), &copy).expect("the program should be copied");
    let before = std::fs::read_to_string(&copy).expect("it should be there");
    let output =
        Command::new(env!("CARGO_BIN_EXE_whyc")).args(["localize", "--apply", "--tests", &tests]).arg(&copy).output();
    let after = std::fs::read_to_string(&copy).expect("it should be there");
    std::fs::remove_file(&copy).expect("it should be removed");
    assert_eq!(before, after, "{output:?}");
}

#[test]
fn what_is_too_much_can_be_left_out() {
    let file = folder().join("too_much.c");
    let tests = folder().join("too_much").display().to_string();
    for (fault, old, new) in [("1", "n + 1", "n"), ("2", "n > 2 && n != 4", "n > 2")] {
        let fault = format!("FAULT={fault}");
        let found = localize(&["--tests", &tests, "--faults", "1", "-D", &fault], &file);
        assert!(changes(&found).contains(&(old.to_owned(), new.to_owned())), "{fault}: {found}");
        // `n * 1` is no better than `n`.
        assert!(!changes(&found).contains(&("+".to_owned(), "*".to_owned())), "{found}");
    }
}

#[test]
fn each_test_has_more_places_than_all_together() {
    let here = folder().join("beginner/max_of_three");
    let tests = here.join("tests").display().to_string();
    let found = localize(&["--per-test", "--tests", &tests], &here.join("max_of_three.c"));
    let together = found["diagnoses"].as_array().expect("a list").len();
    for one in found["per_test"].as_array().expect("a list") {
        assert!(one["diagnoses"].as_array().expect("a list").len() >= together, "{found}");
    }
}

#[test]
fn the_score_is_one_minus_what_is_read() {
    let file = folder().join("product.c");
    let inputs = header(&file, "inputs");
    let score = |fault: &str| {
        let mut args: Vec<&str> = inputs.split_whitespace().collect();
        args.extend(["--score-against", fault]);
        localize(&args, &file)["score"].as_f64().expect("a score")
    };
    let (hit, miss) = (score("product.c:20"), score("product.c:23"));
    assert!(hit > miss && hit < 1.0 && miss > 0.0, "{hit} {miss}");
}

#[test]
fn a_change_is_applied_only_when_asked() {
    let file = folder().join("product.c");
    let copy = std::env::temp_dir().join(format!("whyc-localize-{}.c", std::process::id()));
    std::fs::copy(&file, &copy).expect("the program should be copied");
    let inputs = header(&file, "inputs");
    let args: Vec<&str> = inputs.split_whitespace().collect();
    let before = std::fs::read_to_string(&copy).expect("it should be there");
    localize(&args, &copy);
    assert_eq!(std::fs::read_to_string(&copy).expect("it should be there"), before);
    localize(&[&args[..], &["--apply"]].concat(), &copy);
    let after = std::fs::read_to_string(&copy).expect("it should be there");
    std::fs::remove_file(&copy).expect("it should be removed");
    assert_eq!(before.lines().filter(|line| !after.contains(line)).count(), 1, "one line changes");
}

/// A change after which no run comes to the property keeps it without mending anything: it is told as that, and is never
/// the best one.
#[test]
fn changes_that_only_keep_runs_away_are_told_as_such() {
    let localization = localize(&["--suspect", "main"], &folder().join("rows.c"));
    let suggestions = localization["suggestions"].as_array().expect("suggestions");
    let of_line = |line: u64| suggestions.iter().filter(move |one| one["line"] == line);
    let fields: Vec<&Value> = of_line(11).collect();
    assert!(fields.iter().any(|one| one["old"] == "rows" && one["new"] == "columns"), "{fields:?}");
    assert!(fields.iter().all(|one| one["comes_there"] == true), "{fields:?}");
    // Where a change is known that mends the program, those that only keep runs away are not looked for.
    assert_eq!(of_line(21).count(), 0, "{suggestions:?}");
    // Nor do the places stand first where only fewer runs are let in, among them not those that fail.
    let place = |line: u64| lines(&localization).iter().position(|&other| other == line);
    assert!(place(11) < place(18) && place(18) < place(21), "{:?}", lines(&localization));
}

/// Where the world around the program is followed only so far, no verb promises more than `check` does, and neither does a
/// change that was checked.
#[test]
fn a_limited_world_is_never_safe() {
    let scratch = whyc_tests::native::Scratch::new();
    let program = |name: &str, bound: u32| {
        let text = format!(
            "#include <assert.h>\nint main(int argc, char **argv) {{\n    int n = argc > 3 ? 3 : argc;\n    \
             assert(n < {bound});\n    return argv[0] == 0;\n}}\n"
        );
        scratch.write(name, &text)
    };
    let right = program("right.c", 4);
    for verb in ["check", "minimize", "explain", "localize", "replay"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        let output = command.args([verb, "--format", "json"]).arg(&right).output().expect("the binary should run");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        assert_eq!(report["verdict"], "bounded-safe", "{verb}: {}", String::from_utf8_lossy(&output.stdout));
        assert_eq!(output.status.code(), Some(3), "{verb}");
    }
    let localization = localize(&[], &program("wrong.c", 3));
    let suggestions = localization["suggestions"].as_array().expect("suggestions");
    assert!(!suggestions.is_empty());
    assert!(suggestions.iter().all(|one| one["verdict"] == "bounded-safe"), "{suggestions:?}");
}

/// What a statement prints is a place, too, and its text is mended.
#[test]
fn a_printed_text_is_a_place() {
    let tests = folder().join("printed").display().to_string();
    let found = localize(&["--tests", &tests], &folder().join("printed.c"));
    assert_eq!(lines(&found)[0], 8, "{found}");
    let meant = ("\"%d\"".to_owned(), "\"%d\\n\"".to_owned());
    assert_eq!(changes(&found).first(), Some(&meant), "{found}");
    assert_eq!(found["diagnoses"][0]["unexplained"].as_array().map(Vec::len), Some(0), "{found}");
}

/// A test that does not end counts, and is explained.
#[test]
fn a_test_that_does_not_end_is_explained() {
    let tests = folder().join("endless").display().to_string();
    let found = localize(&["--tests", &tests], &folder().join("endless.c"));
    assert_eq!(found["failing_tests"][0]["why"], "endless", "{found}");
    assert_eq!(lines(&found)[0], 8, "{found}");
    assert!(changes(&found).contains(&("--".to_owned(), "++".to_owned())), "{found}");
}

/// An expression that would have to give something else several times, and not each time the same, is found, and so is what
/// makes it so: what prints it could ask for the hour, the condition cannot.
#[test]
fn values_of_long_runs_are_found_one_by_one() {
    let tests = folder().join("heating").display().to_string();
    let file = folder().join("heating.c");
    let found = localize(&["--tests", &tests], &file);
    let fault: u64 = header(&file, "fault").parse().expect("a line");
    assert!(lines(&found)[..2].contains(&fault), "{found}");
    assert_eq!(found["diagnoses"][0]["unexplained"].as_array().map(Vec::len), Some(0), "{found}");
}
