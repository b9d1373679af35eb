//! `whyc hybrid`.

use std::fs;

use serde_json::{Value, json};
use whyc_tests::native::Scratch;
use whyc_tests::repository;

use super::{report, stderr, stdout, whyc};

const SCHEMA: &str = "hybrid.schema.json";

/// The exit status and what is said about a system of steps.
fn of_steps(text: &str, formula: &str) -> (Option<i32>, Value) {
    let scratch = Scratch::new();
    let _ = scratch.write("s.modal", text);
    let args = ["hybrid", "s.modal", "--formula", formula];
    let told = report(&scratch.file(""), SCHEMA, &args);
    (whyc(&scratch.file(""), &args).status.code(), told)
}

fn values(told: &Value) -> Vec<(&str, &str)> {
    let states = told["hybrid"]["states"].as_array().expect("states");
    states.iter().map(|it| (it["name"].as_str().unwrap_or(""), it["value"].as_str().unwrap_or(""))).collect()
}

/// From which regions it can be warm and off again, on three abstractions of Bauer, Gentilini and Schneider's heating controller: the first is too coarse, the
/// second enough, the third splits where it is switched on, and loses the answer unless a step may go to one of two regions.
#[test]
fn the_abstractions_of_the_heating_controller_are_unknown_true_and_unknown_again() {
    let off =
        "state off_18_20 initial\nstate off_20_24: warm_off\noff_18_20 -d-> off_18_20\noff_20_24 -d-> {off_18_20}\n";
    let coarse = format!("{off}state on\non -d-> on\noff_18_20 -e-> on\non ~e~> off_20_24\n");
    let finer = format!(
        "{off}state on_18_22\nstate on_22_24\non_18_22 -d-> on_22_24\noff_18_20 -e-> on_18_22\non_22_24 -e-> off_20_24\n"
    );
    let third = "state on_18_19\nstate on_19_22\nstate on_22_24\non_18_19 -d-> on_19_22\non_19_22 -d-> on_22_24\non_22_24 -e-> off_20_24\n";
    let finest = format!("{off}{third}off_18_20 ~e~> on_18_19\noff_18_20 ~e~> on_19_22\n");
    let sets = format!("{off}{third}off_18_20 -e-> {{on_18_19, on_19_22}}\n");
    let reach = "mu Z. warm_off | <>Z";
    for (system, status, value) in
        [(&coarse, 3, "unknown"), (&finer, 0, "true"), (&finest, 3, "unknown"), (&sets, 0, "true")]
    {
        let (exit, told) = of_steps(system, reach);
        assert_eq!((exit, &told["hybrid"]["value"]), (Some(status), &json!(value)), "{system}");
    }
    // The step that an unknown rests on is named, and it is one.
    let (_, told) = of_steps(&coarse, reach);
    let step = json!({"from": "on", "action": "e", "to": "off_20_24", "if": "must"});
    assert_eq!(told["hybrid"]["explanation"]["true"], json!({"steps": [step], "smallest": true, "reason": null}));
    let (_, told) = of_steps(&finest, reach);
    assert_eq!(told["hybrid"]["explanation"]["true"]["steps"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_heating_controller_with_real_time_is_warm_again_by_a_run() {
    let folder = repository().join("examples");
    let told = report(&folder, SCHEMA, &["hybrid", "heating.json"]);
    assert_eq!((&told["verdict"], &told["formula"]), (&json!("holds"), &json!("EF (off & warm)")));
    let run = told["hybrid"]["run"].as_array().expect("a run");
    assert_eq!(run[0], json!({"by": null, "location": "off", "values": {"degrees": "20"}, "region": "off2"}));
    let last = run.last().expect("an end");
    assert_eq!((&last["location"], &last["region"]), (&json!("off"), &json!("off1")));
    // Always is refuted by the same run.
    let never = whyc(&folder, &["hybrid", "heating.json", "--formula", "AG !(off & warm)"]);
    assert_eq!(never.status.code(), Some(1));
    assert!(
        stdout(&never).contains("a run that shows it:\n  begin in off with degrees = 20\n  jump to on\n"),
        "{}",
        stdout(&never)
    );
}

/// The water level of the same paper: half of the beginnings overflow the clock, which level 0 does not tell apart.
#[test]
fn the_water_level_is_unknown_at_level_0_and_refuted_at_level_1() {
    let folder = repository().join("examples");
    let args = ["hybrid", "water-level.json", "--level", "0"];
    let told = report(&folder, SCHEMA, &args);
    assert_eq!(told["reason"], "no further level was asked for");
    let states = told["hybrid"]["states"].as_array().expect("states");
    let of = |value: &str| -> Vec<String> {
        let all = states.iter().filter(|it| it["value"] == value);
        all.map(|it| format!("{}: {}", it["location"].as_str().unwrap_or(""), it["where"].as_str().unwrap_or("")))
            .collect()
    };
    let mut surely = of("true");
    surely.sort();
    let expected = [
        "open: clock = 0 & level = 10",
        "shut: 0 <= clock <= 6 & level = 10",
        "shut: clock >= 0 & level < 10 & clock - level <= -4",
    ];
    assert_eq!(surely, expected);
    assert_eq!((of("false").len(), surely.len() + of("unknown").len()), (0, states.len()));
    let text = stdout(&whyc(&folder, &args));
    assert!(text.starts_with("unknown: EF (shut & full) is neither shown nor refuted\n"), "{text}");
    assert!(text.ends_with("more?  whyc hybrid water-level.json --level 2\n"), "{text}");
    let told = report(&folder, SCHEMA, &["hybrid", "water-level.json"]);
    assert_eq!((&told["verdict"], &told["hybrid"]["run"]), (&json!("violated"), &Value::Null));
    let beginnings: Vec<(&str, &str)> = told["hybrid"]["states"]
        .as_array()
        .expect("states")
        .iter()
        .filter(|it| it["initial"] == true)
        .map(|it| (it["where"].as_str().unwrap_or(""), it["value"].as_str().unwrap_or("")))
        .collect();
    assert!(beginnings.contains(&("0 < clock <= 3 & level = 10", "true")), "{beginnings:?}");
    assert!(beginnings.contains(&("3 < clock <= 6 & level = 10", "false")), "{beginnings:?}");
}

#[test]
fn one_step_that_may_must_or_cannot_be_there_gives_the_three_values() {
    let four = "state r0 initial\nstate r1\nstate r2\nstate r3: p\nr0 -> r1\nr1 -> r2\nr2 -> r2\nr3 -> r3\n";
    for (step, status, expected) in [
        ("r1 ~> r3", 3, ["unknown", "unknown", "false", "true"]),
        ("r1 -> r3", 0, ["true", "true", "false", "true"]),
        ("", 1, ["false", "false", "false", "true"]),
    ] {
        let (exit, told) = of_steps(&format!("{four}{step}\n"), "mu Z. p | <>Z");
        let said: Vec<&str> = values(&told).into_iter().map(|(_, value)| value).collect();
        assert_eq!((exit, &said[..]), (Some(status), &expected[..]), "{step}");
        let way: Vec<&str> =
            told["hybrid"]["way"].as_array().expect("a list").iter().filter_map(|it| it["from"].as_str()).collect();
        assert_eq!(way, if status == 0 { vec!["r0", "r1"] } else { Vec::new() });
    }
}

#[test]
fn a_goal_that_is_split_is_lost_unless_steps_go_to_sets() {
    let apart = "state s initial\nstate t1: p\nstate t2: p\n";
    for (system, status) in [
        ("state s initial\nstate t: p\ns -> t\n".to_owned(), 0),
        (format!("{apart}s ~> t1\ns ~> t2\n"), 3),
        (format!("{apart}s -> {{t1, t2}}\n"), 0),
    ] {
        assert_eq!(of_steps(&system, "EF p").0, Some(status), "{system}");
    }
}

#[test]
fn every_form_tells_the_same() {
    let folder = repository().join("examples");
    let of = |args: &[&str]| {
        let output = whyc(&folder, &[&["hybrid"], args].concat());
        (output.status.code(), stdout(&output))
    };
    assert_eq!(of(&["water-level.json", "--quiet"]), (Some(1), "false\n".to_owned()));
    let (status, page) = of(&["heating.json", "--format", "html"]);
    assert_eq!(status, Some(0));
    for part in [
        "<!doctype html>",
        "<svg ",
        "class=\"field good\"",
        "begin in off with degrees = 20",
        "20 &lt; degrees &lt; 24",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
    let (_, svg) = of(&["water-level.json", "--format", "svg"]);
    assert!(svg.starts_with("<svg ") && svg.contains("class=\"field bad\"") && svg.contains("open6 ✗"), "{svg}");
    let (_, dot) = of(&["water-level.json", "--level", "0", "--format", "dot"]);
    assert!(dot.starts_with("digraph") && dot.contains("style=dashed") && dot.contains("penwidth=3"), "{dot}");
    // The system of the regions can be asked itself.
    let told = report(&folder, SCHEMA, &["hybrid", "water-level.json"]);
    let scratch = Scratch::new();
    let _ = scratch.write("regions.json", told["hybrid"]["system"].to_string());
    let _ = scratch.write("f.mu", "EF (shut & full)\n");
    let again = report(&scratch.file(""), SCHEMA, &["hybrid", "regions.json", "--formula", "@f.mu"]);
    assert_eq!(again["verdict"], "violated");
    let mut expected = values(&told);
    expected.sort_unstable();
    let mut found = values(&again);
    found.sort_unstable();
    assert_eq!(found, expected);
    // Steps are drawn as a graph only.
    assert_eq!(
        whyc(&scratch.file(""), &["hybrid", "regions.json", "--formula", "EF full", "--format", "svg"]).status.code(),
        Some(2)
    );
    let page =
        stdout(&whyc(&scratch.file(""), &["hybrid", "regions.json", "--formula", "<e>full", "--format", "html"]));
    assert!(page.starts_with("<!doctype html>") && page.contains("runs begin"), "{page}");
}

#[test]
fn examples_are_what_the_definition_of_the_input_says() {
    let schema = fs::read_to_string(repository().join("docs/hybrid-input.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for file in ["examples/water-level.json", "examples/heating.json", "guide/programs/crossing.json"] {
        let text = fs::read_to_string(repository().join(file)).expect("an example");
        assert!(validator.is_valid(&serde_json::from_str(&text).expect("JSON")), "{file}");
    }
    let told = report(&repository().join("examples"), SCHEMA, &["hybrid", "heating.json"]);
    assert!(validator.is_valid(&told["hybrid"]["system"]));
    assert!(!validator.is_valid(&json!({"states": [], "steps": [{"from": "a"}]})));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let water = fs::read_to_string(repository().join("examples/water-level.json")).expect("the example");
    for (name, text, args, words) in [
        ("a.json", water.replace("level = 10\"}", "levle = 10\"}"), &[][..], &["a.json:8:46", "did you mean `level`?"][..]),
        ("a.json", water.replace("\"to\": \"open\"", "\"to\": \"opn\""), &[], &["a.json:8:28", "no location `opn`"]),
        ("a.json", water.replace("EF (shut & full)", "EF (shut & ful)"), &[], &["a.json:13:26", "did you mean `full`?"]),
        ("a.json", water.replace("\"jumps\"", "\"jump\""), &[], &["a.json:7:", "unknown field `jump`"]),
        ("a.json", water[..40].to_owned(), &[], &["a.json:3:3", "EOF"]),
        ("a.json", water.clone(), &["--formula", "EF shut &"], &["--formula:1:10", "a formula is missing"]),
        ("a.json", water.clone(), &["--formula", "AF shut"], &["--formula:1:1", "nothing is said"]),
        ("a.json", water.clone(), &["--formula", "@absent.mu"], &["cannot read absent.mu"]),
        ("a.modal", "state a initial\na => a\n".to_owned(), &["--formula", "EF a"], &["a.modal:2:3", "an arrow is missing"]),
        ("a.modal", "state a initial: p\na -> a\n".to_owned(), &[], &["nothing is asked"]),
        ("a.modal", "state a initial: p\na -> a\n".to_owned(), &["--formula", "mu Z. !Z"], &["--formula:1:8", "odd number"]),
        (
            "b.json",
            "{\"states\": [{\"name\": \"a\", \"initial\": true}],\n \"steps\": [{\"from\": \"a\", \"to\": [\"b\"], \"kind\": \"may\"}]}".to_owned(),
            &["--formula", "true"],
            &["b.json:2:33", "there is no state `b`"],
        ),
        ("c.json", "\u{0}\u{1}".to_owned(), &[], &["c.json:1:1"]),
    ] {
        let _ = scratch.write(name, &text);
        let output = whyc(&folder, &[&["hybrid", name], args].concat());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{text} {args:?}");
        for word in words {
            assert!(stderr(&output).contains(word), "{word}: {}", stderr(&output));
        }
    }
}

/// A grid of labels has more regions than are told apart; and no time is too little time.
#[test]
fn a_limit_is_unknown_with_its_reason() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    let labels: serde_json::Map<String, Value> = (0..18)
        .flat_map(|k| ["x", "y"].map(|name| (format!("{name}{k}"), json!([{"where": format!("{name} > {k}")}]))))
        .collect();
    let grid = json!({
        "variables": ["x", "y"],
        "locations": [{"name": "here", "rates": {"x": 1, "y": 2}}],
        "initial": [{"where": "x = 0 & y = 0"}],
        "labels": labels,
        "formula": "AG (x3 -> y5)",
    });
    let _ = scratch.write("grid.json", grid.to_string());
    let water = repository().join("examples/water-level.json");
    let water = water.to_str().expect("a path");
    for (args, reason) in [
        (&["hybrid", "grid.json"][..], "more than 300 regions would have to be told apart"),
        (&["hybrid", water, "--timeout", "0.000001"], "time"),
    ] {
        let told = report(&folder, SCHEMA, args);
        assert_eq!((&told["verdict"], &told["hybrid"]), (&json!("unknown"), &Value::Null));
        let output = whyc(&folder, args);
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(stdout(&output).starts_with("unknown: ") && stdout(&output).contains(reason), "{}", stdout(&output));
    }
}
