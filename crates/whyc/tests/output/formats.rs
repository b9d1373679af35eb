//! SARIF and witnesses: valid for every violated program of the corpus, and they point where they should.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::Value;
use whyc_tests::corpus::{self, Case};
use whyc_tests::header::Expect;
use whyc_tests::native::Scratch;
use whyc_tests::{parallel, repository};

fn validator(name: &str) -> Validator {
    let text = fs::read_to_string(repository().join("tests/schema").join(name)).expect("the schema should be there");
    // The published schema of SARIF has one bracket too many in the pattern of language codes, which is no expression then.
    let text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&text).expect("the schema should be JSON");
    jsonschema::validator_for(&schema).expect("the schema should be one")
}

/// What is wrong with a value by a schema.
fn faults(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).take(5).collect()
}

fn whyc(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command.current_dir(repository()).args(args).output().expect("whyc should start")
}

/// The report of `whyc VERB FILE --format FORMAT OPTIONS`.
fn report(verb: &str, file: &Path, format: &str, options: &[String]) -> String {
    let mut args = vec![verb, file.to_str().expect("names of the corpus are UTF-8"), "--format", format];
    args.extend(options.iter().map(String::as_str));
    String::from_utf8(whyc(&args).stdout).expect("reports are UTF-8")
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))
}

fn yaml(text: &str) -> Result<Value, String> {
    serde_yaml_ng::from_str(text).map_err(|error| format!("no YAML: {error}"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Runs `fault` on the chosen programs; nothing may be wrong with any.
fn all_fine(expect: Expect, least: usize, fault: impl Fn(&Case) -> Option<String> + Sync) {
    let cases = corpus::cases().unwrap_or_else(|errors| panic!("headers should be right:\n{errors}"));
    let cases: Vec<Case> = cases.into_iter().filter(|case| case.header.expect == expect).collect();
    assert!(cases.len() >= least, "only {} programs were found", cases.len());
    let found = parallel::map(&cases, &fault);
    let wrong: Vec<String> =
        cases.iter().zip(found).filter_map(|(case, fault)| Some(format!("{}: {}", case.name, fault?))).collect();
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn sarif_is_valid_for_every_violated_program() {
    let validator = validator("sarif-2.1.0.json");
    all_fine(Expect::Violated, 250, |case| {
        let log = match json(&report("check", &case.path, "sarif", &case.header.options)) {
            Ok(log) => log,
            Err(error) => return Some(error),
        };
        let faults = faults(&validator, &log);
        if !faults.is_empty() {
            return Some(faults.join("; "));
        }
        sarif_fault(case, &log)
    });
}

#[test]
fn explanations_of_schedules_are_valid() {
    let validator = validator("../../docs/report.schema.json");
    for file in ["counter/short_section.c", "counter/wrong_lock.c", "deadlock/cycle.c", "condition/missed.c"] {
        let path = repository().join("tests/threads").join(file);
        let told = json(&report("explain", &path, "json", &[])).expect("the report should be JSON");
        assert_eq!(faults(&validator, &told), Vec::<String>::new(), "{file}");
        let calls = list(&told["counterexample"]["steps"]).filter(|step| step["kind"] == "call");
        assert!(calls.count() > 2 && told["schedule"].is_object(), "{file}: {told}");
    }
}

/// What no schema says: one result where the header says, its code flow ends there, and all files are the user's.
fn sarif_fault(case: &Case, log: &Value) -> Option<String> {
    let run = &log["runs"][0];
    let Some(place) = &case.header.violated else { return Some("the header has no place".to_owned()) };
    let mut found = false;
    for result in list(&run["results"]) {
        let location = &result["locations"][0]["physicalLocation"];
        let line = location["region"]["startLine"].as_u64().unwrap_or(0);
        found |= result["ruleId"] == place.class.as_str() && line == u64::from(place.line);
        let rule = result["ruleIndex"].as_u64().map(|k| &run["tool"]["driver"]["rules"][k as usize]["id"]);
        if rule != Some(&result["ruleId"]) {
            return Some(format!("the rule's index is not that of {}", result["ruleId"]));
        }
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        let Some(last) = list(flow).last() else { return Some("a result has no code flow".to_owned()) };
        if last["location"]["physicalLocation"]["region"] != location["region"] {
            return Some(format!("the code flow of {} does not end there", result["properties"]["property"]));
        }
        let places = list(flow).map(|step| &step["location"]["physicalLocation"]).chain([location]);
        for place in places {
            let uri = place["artifactLocation"]["uri"].as_str().unwrap_or("");
            let own = place["artifactLocation"]["uriBaseId"] == "%SRCROOT%" && uri.starts_with("tests/c/");
            if !own && !uri.starts_with("file:///usr/") {
                return Some(format!("{uri} is not a file of the user"));
            }
        }
    }
    (!found).then(|| format!("no result for {place}"))
}

#[test]
fn witnesses_are_valid_for_every_violated_program() {
    let validator = validator("witness-2.0.json");
    all_fine(Expect::Violated, 250, |case| {
        let witness = match yaml(&report("check", &case.path, "witness", &case.header.options)) {
            Ok(witness) => witness,
            Err(error) => return Some(error),
        };
        let faults = faults(&validator, &witness);
        if !faults.is_empty() {
            return Some(faults.join("; "));
        }
        let text = fs::read_to_string(&case.path).unwrap_or_default();
        list(&witness).find_map(|entry| witness_fault(case, &text, entry))
    });
}

/// What no schema says: every location points to the character that the format asks for, and the target comes last.
fn witness_fault(case: &Case, text: &str, entry: &Value) -> Option<String> {
    let segments: Vec<&Value> = list(&entry["content"]).collect();
    for (k, segment) in segments.iter().enumerate() {
        let waypoint = &segment["segment"][0]["waypoint"];
        let is_target = waypoint["type"] == "target";
        if is_target != (k + 1 == segments.len()) {
            return Some("the target is not the last waypoint".to_owned());
        }
        if let Some(fault) = location_fault(case, text, waypoint["type"].as_str().unwrap_or(""), &waypoint["location"])
        {
            return Some(fault);
        }
    }
    None
}

fn location_fault(case: &Case, text: &str, kind: &str, location: &Value) -> Option<String> {
    if location["file_name"] != case.path.display().to_string() {
        // A header of the system.
        return None;
    }
    let line = location["line"].as_u64().unwrap_or(0) as usize;
    let line_text = text.lines().nth(line - 1)?;
    let column = location["column"].as_u64()? as usize;
    let rest: String = line_text.chars().skip(column - 1).collect();
    let starts = |words: &[&str]| {
        let follows = |word: &str| rest[word.len()..].starts_with(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.iter().any(|word| rest.starts_with(word) && follows(word))
    };
    let fine = match kind {
        "function_return" => rest.starts_with(')'),
        "branching" => starts(&["if", "while", "for", "switch"]),
        "loop_invariant" => starts(&["while", "for"]),
        "assumption" | "location_invariant" => !rest.starts_with(['}', ' ', '/']) && !starts(&["case", "else"]),
        // A value that is not returned is missed where the function ends.
        "target" if rest.starts_with('}') => case.name.contains("missing-return"),
        "target" => !rest.starts_with([' ', ')', ';']),
        _ => false,
    };
    (!fine).then(|| format!("{kind} at {line}:{column} points to `{rest}`"))
}

#[test]
fn correctness_witnesses_are_valid_and_know_loops() {
    let validator = validator("witness-2.0.json");
    let kinds = std::sync::Mutex::new(BTreeSet::new());
    all_fine(Expect::Safe, 250, |case| {
        // A program without loops has nothing to tell.
        if !["loops/", "control/", "arrays/", "recursion/", "bounds/"]
            .iter()
            .any(|folder| case.name.starts_with(folder))
        {
            return None;
        }
        let witness = match yaml(&report("check", &case.path, "witness", &case.header.options)) {
            Ok(witness) => witness,
            Err(error) => return Some(error),
        };
        let text = fs::read_to_string(&case.path).unwrap_or_default();
        let faults = faults(&validator, &witness);
        let invariants = list(&witness[0]["content"]).map(|item| &item["invariant"]);
        let misplaced = invariants.filter_map(|invariant| {
            let kind = invariant["type"].as_str().unwrap_or("").to_owned();
            let fault = location_fault(case, &text, &kind, &invariant["location"]);
            kinds.lock().expect("no holder of the lock should panic").insert(kind);
            fault
        });
        let wrong: Vec<String> = faults.into_iter().chain(misplaced.collect::<Vec<_>>()).collect();
        (!wrong.is_empty()).then(|| wrong.join("; "))
    });
    let kinds = kinds.into_inner().expect("no holder of the lock should panic");
    assert_eq!(Vec::from_iter(kinds), ["location_invariant", "loop_invariant"]);
}

/// The invariants of the first entry, as `kind line value`.
fn invariants(text: &str) -> Vec<String> {
    let scratch = Scratch::new();
    let file = scratch.write("program.c", text);
    let witness = yaml(&report("check", &file, "witness", &[])).expect("there should be a witness");
    let items = list(&witness[0]["content"]).map(|item| &item["invariant"]);
    let told = items.map(|it| format!("{} {} {}", it["type"], it["location"]["line"], it["value"]).replace('"', ""));
    told.collect()
}

#[test]
fn loop_counters_are_bounded() {
    let counted = "int main(void) {\n int s = 0, i;\n for (i = 0; i < 5; i++)\n  s += 2;\n for (int k = 9; k > 5; k--) {\n  s--;\n }\n}\n";
    let told = invariants(counted);
    assert_eq!(told[0], "loop_invariant 3 0 <= s && s <= 10 && 0 <= i && i <= 5");
    // What the head of a loop declares is in scope in its body only.
    assert!(told.iter().any(|it| it.starts_with("location_invariant 6 ") && it.contains("k <= 9")), "{told:?}");
    let unknown = "int nondet_int(void);\nvoid __VERIFIER_assume(int);\nint main(void) {\n int n = nondet_int();\n\
                   __VERIFIER_assume(n >= 0 && n <= 7);\n int i = 0;\n while (i < n)\n  i++;\n}\n";
    assert_eq!(invariants(unknown), ["loop_invariant 7 0 <= n && n <= 7 && 0 <= i && i <= 7"]);
}

#[test]
fn nothing_is_said_of_what_may_have_no_value_or_another_name() {
    // `u` is set in one branch only; `x` is shadowed; `p` points to `t`.
    let text = "int nondet_int(void);\nint main(void) {\n int u, x = 1, t = 0;\n int *p = &t;\n if (nondet_int()) u = 1;\n\
                { int x = 50; x++; }\n for (int i = 0; i < 2; i++) { *p = 77; }\n return t - 77 + x - 1;\n}\n";
    for told in invariants(text) {
        for name in ["u ", "x ", "t "] {
            assert!(!told.contains(&format!(" {name}")), "{told}");
        }
    }
}

#[test]
fn every_violated_property_has_its_run() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "two.c",
        "int nondet_int(void);\nint main(void) {\n  int a[2] = {0}, i = nondet_int(), j = nondet_int();\n\
         if (j) return 10 / (i - 3);\n  return a[i];\n}\n",
    );
    for verb in ["check", "minimize", "localize"] {
        let log = json(&report(verb, &file, "sarif", &[])).expect("a report");
        let mut rules: Vec<&str> = list(&log["runs"][0]["results"]).filter_map(|it| it["ruleId"].as_str()).collect();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(rules, ["bounds", "division-by-zero", "overflow"], "{verb}");
        assert!(list(&log["runs"][0]["results"]).all(|it| it["codeFlows"].is_array()), "{verb}");
    }
    let witness = yaml(&report("check", &file, "witness", &[])).expect("a witness");
    let specifications: BTreeSet<&str> =
        list(&witness).filter_map(|entry| entry["metadata"]["task"]["specification"].as_str()).collect();
    let expected = ["G ! division-by-zero", "G ! overflow", "G valid-deref"];
    let expected = expected.map(|formula| format!("CHECK( init(main()), LTL({formula}) )"));
    assert_eq!(specifications.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn explanations_and_fixes_are_part_of_sarif() {
    let validator = validator("sarif-2.1.0.json");
    let file = Path::new("examples/median.c");
    for verb in ["explain", "localize"] {
        let text = report(verb, file, "sarif", &[]);
        let log = json(&text).expect("a report");
        assert_eq!(faults(&validator, &log), Vec::<String>::new());
        insta::assert_snapshot!(format!("median_{verb}_sarif"), text);
    }
    insta::assert_snapshot!("median_witness", report("minimize", file, "witness", &[]));
}

#[test]
fn circuits_have_results_too() {
    let validator = validator("sarif-2.1.0.json");
    for (file, n) in [("examples/stack.btor2", 2), ("examples/counter.aag", 1)] {
        let log = json(&report("check", Path::new(file), "sarif", &[])).expect("a report");
        assert_eq!(faults(&validator, &log), Vec::<String>::new());
        assert_eq!(list(&log["runs"][0]["results"]).count(), n, "{file}");
        assert_eq!(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], file);
    }
}

#[test]
fn undecided_is_a_notification_and_no_witness() {
    let scratch = Scratch::new();
    let text = "int main(void) { int x; __asm__(\"imul %1, %0\" : \"=r\"(x) : \"r\"(3)); return x == 9; }\n";
    let file = scratch.write("odd name é.c", text);
    let log = json(&report("check", &file, "sarif", &[])).expect("a report");
    assert_eq!(faults(&validator("sarif-2.1.0.json"), &log), Vec::<String>::new());
    let run = &log["runs"][0];
    assert_eq!(run["results"], Value::Array(Vec::new()));
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert!(run["artifacts"][0]["location"]["uri"].as_str().is_some_and(|uri| uri.ends_with("odd%20name%20%C3%A9.c")));
    let output = whyc(&["check", file.to_str().expect("UTF-8"), "--format", "witness"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no witness: the verdict is unknown"));
}

#[test]
fn the_same_input_gives_the_same_witness() {
    let file = Path::new("examples/median.c");
    assert_eq!(report("check", file, "witness", &[]), report("check", file, "witness", &[]));
}

/// What `whyc check --format witness OPTIONS` says of a program: what it writes, and its message.
fn witness_of(text: &str, options: &[&str]) -> (String, String) {
    let scratch = Scratch::new();
    let file = scratch.write("program.c", text);
    let file = file.to_str().expect("names of the scratch folder are UTF-8");
    let output = whyc(&[&["check", "--format", "witness", file], options].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("whyc writes UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn what_was_looked_at_in_part_has_no_correctness_witness() {
    // It fails for n == 5, in another way for six arguments, and in `other` for x == 7.
    let text = "#include <assert.h>\nint nondet_int(void);\nint other(int x) { assert(x != 7); return x; }\n\
                int main(int argc, char **argv) {\n int n = nondet_int();\n\
                for (int i = 0; i < 2; i++) ;\n assert(n != 5);\n int a[6] = {0};\n return other(1) + a[argc > 6 ? 6 : 0];\n}\n";
    let scratch = Scratch::new();
    let empty = scratch.write("empty", "");
    let stdin = empty.to_str().expect("names of the scratch folder are UTF-8");
    let asked: [(&[&str], &str); 5] = [
        (&["--input", "n=3", "--args", "a b"], "--input, --args narrow"),
        (&["--args", "a", "--property", "other.assertion.1"], "--property, --args narrow"),
        (&["--only-check", "overflow", "--args", ""], "--only-check or --no-check, --args narrow"),
        (&["--no-check", "assertion", "--args", "", "--stdin", stdin], "--args, --stdin narrow"),
        (&["--function", "other", "--input", "x=1"], "--function, --input narrow"),
    ];
    for (options, why) in asked {
        let (witness, message) = witness_of(text, options);
        assert_eq!(witness, "", "{options:?}");
        assert!(message.contains("no witness: the verdict is safe, but ") && message.contains(why), "{message}");
    }
    let calls = "int f(void) { return 0; }\nint main(void) { return f() < 0; }\n";
    let (witness, message) = witness_of(calls, &["--stub", "f"]);
    assert!(witness.is_empty() && message.contains("--stub narrows what was checked"), "{message}");
    // What widens the question narrows nothing.
    assert!(witness_of(calls, &["--check", "leak", "--malloc-may-fail"]).0.contains("invariant_set"));
}

#[test]
fn constants_of_invariants_have_the_type_that_they_should_have() {
    let text = "#include <limits.h>\nint main(void) {\n long low = LONG_MIN;\n int small = INT_MIN;\n int i = 0;\n\
                while (i < 2) i++;\n return low < small;\n}\n";
    let told = invariants(text).join("\n");
    assert!(told.contains("low <= (-9223372036854775807L - 1)"), "{told}");
    assert!(told.contains("small <= (-2147483647 - 1)"), "{told}");
}

#[test]
fn nothing_is_said_of_a_name_that_means_an_enumerator() {
    let text = "int main(void) {\n int i = 0, n = 3;\n { enum { i = 7 }; int k = 0;\n while (k < i) { k++; } }\n return i + n;\n}\n";
    assert_eq!(invariants(text), ["loop_invariant 4 n == 3 && 0 <= k && k <= 7"]);
}

#[test]
fn a_directive_that_ends_with_an_empty_line_hides_nothing() {
    let text = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n#define A 1 \\\n\n\
                int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) reach_error(); }\n";
    let witness = yaml(&witness_of(text, &[]).0).expect("there should be a witness");
    let kinds: Vec<&str> =
        list(&witness[0]["content"]).filter_map(|segment| segment["segment"][0]["waypoint"]["type"].as_str()).collect();
    assert_eq!(kinds, ["function_return", "branching", "target"]);
}

#[test]
fn what_looks_like_a_link_is_none() {
    let scratch = Scratch::new();
    let text = "#include <assert.h>\nint nondet_int(void);\nint id(int x) { return x; }\nint (*ops[1])(int) = { id };\n\
                struct s { int a; };\nint main(void) { int k = nondet_int();\n\
                assert(((struct s){ops[0](1)}).a == k); }\n";
    let file = scratch.write("links.c", text);
    let log = json(&report("check", &file, "sarif", &[])).expect("a report");
    let message = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap_or_default();
    assert!(message.contains(r"`((struct s){{ops\[0\](1)}}).a == k`"), "{message}");
}
