//! Texts in and out, and what is said of wrong ones.

use super::{system, work};
use crate::evaluate::Question;
use crate::work::{Limit, Work};
use crate::{json, parse, read};

#[test]
fn systems_are_read_back_as_they_are_written() {
    let text = "state \"a b\" initial: p, \"q r\"\nstate c\n\n\"a b\" -> c\nc -> {\"a b\", c}\nc ~e~> c\n";
    let system = system(text);
    assert_eq!(read::write(&system), text);
    assert_eq!(json::read(&json::write(&system).to_string()).expect("JSON").system, system);
}

#[test]
fn remarks_are_left_out() {
    let system = system("# all\nstate a initial  # first\na -> a  always\na ~> a # may\n");
    assert_eq!(read::write(&system), "state a initial\n\na -> a\n");
}

#[test]
fn wrong_systems_are_refused_with_their_places() {
    for (text, place, message) in [
        ("", 0..0, "there is no state here"),
        ("state a\n", 0..1, "no state is initial"),
        ("state a initial\nstate a\n", 16..23, "another state a"),
        ("state a initial\na -> bb\n", 21..23, "there is no state bb; the states are: a"),
        ("state abc initial\nabd -> abc\n", 18..21, "did you mean `abc`?"),
        ("state a initial\na => a\n", 18..19, "an arrow is missing"),
        ("state a initial\na -e- a\n", 20..21, "`->` is missing"),
        ("state a initial\na -> {a\n", 23..23, "`}` is missing"),
        ("state a initial\na -> a b\n", 22..23, "a step is over here"),
        ("state \"a\n", 6..7, "never closed"),
        ("state a first\n", 8..13, "the line of a state is over"),
    ] {
        let mistake = read::read(text).expect_err(text);
        assert!(mistake.message.contains(message), "{text:?}: {}", mistake.message);
        assert_eq!(mistake.place, place, "{text:?}: {}", mistake.message);
    }
}

#[test]
fn wrong_json_is_refused_with_its_places() {
    let of = |steps: &str| format!(r#"{{"states": [{{"name": "a", "initial": true}}], "steps": [{steps}]}}"#);
    for (text, place, message) in [
        ("{".to_owned(), "{", "EOF"),
        (r#"{"states": [], "steps": []}"#.to_owned(), "[", "no state is initial"),
        (of(r#"{"from": "a", "to": ["b"], "kind": "may"}"#), r#""b""#, "there is no state `b`"),
        (
            of(r#"{"from": "a", "to": ["a"], "kind": "may"}, {"from": "c", "to": ["a"], "kind": "may"}"#),
            r#""c""#,
            "no state `c`",
        ),
        (of(r#"{"from": "a", "to": [], "kind": "may"}"#), "[", "one state at least"),
        (of(r#"{"from": "a", "to": ["a"], "kind": "may", "action": "x y"}"#), r#""x y""#, "the action `x y`"),
        (r#"{"states": [{"nam": "a"}]}"#.to_owned(), "\"", "unknown field `nam`"),
        (r#"{"states": [{"name": "a\""}], "steps": []}"#.to_owned(), r#""a\"""#, "no quotes"),
        (r#"{"states": [{"name": "a"}, {"name": "a"}], "steps": []}"#.to_owned(), r#""a""#, "two states `a`"),
    ] {
        let mistake = json::read(&text).expect_err(&text);
        assert!(mistake.message.contains(message), "{text}: {}", mistake.message);
        assert_eq!(&text[mistake.place], place, "{text}: {message}");
    }
}

#[test]
fn formulas_are_read_back_as_they_are_written() {
    for (text, written) in [
        ("mu Z. p | <>Z", "(mu Z. (p | <>Z))"),
        ("μ Z. p | <e>Z & [d]!q", "(mu Z. (p | (<e>Z & [d]!q)))"),
        ("AG (p -> EF q)", "!E(true U !(!p | E(true U q)))"),
        ("E(p U q) & A(p U q)", "(E(p U q) & A(p U q))"),
        ("EG p", "!A(true U !p)"),
        ("nu Y. mu X. (p & <>Y) | <>X", "(nu Y. (mu X. ((p & <>Y) | <>X)))"),
        ("\"U\" | EX true", "(\"U\" | <>true)"),
    ] {
        let formula = parse::parse(text).expect(text);
        assert_eq!(formula.to_string(), written);
        assert_eq!(parse::parse(written).expect(written).to_string(), written);
    }
}

#[test]
fn wrong_formulas_are_refused_with_their_places() {
    let system = system("state a initial: p\na -> a\n");
    for (text, place, message) in [
        ("", 0..0, "a formula is missing"),
        ("p &", 3..3, "a formula is missing"),
        ("p q", 2..3, "the formula is over"),
        ("(p", 2..2, "`)` is missing"),
        ("mu . p", 3..4, "the name of a variable is missing"),
        ("mu Z p", 5..6, "`.` is missing"),
        ("E(p & p)", 7..8, "`U` is missing"),
        ("<e p", 3..4, "`>` is missing"),
        ("q", 0..1, "no state has the label q; did you mean `p`?"),
        ("<e>p", 1..2, "no step of the system is by `e`"),
        ("mu Z. !Z", 7..8, "an odd number of negations"),
        ("mu Z. Z -> p", 6..7, "an odd number of negations"),
    ] {
        let made = parse::parse(text).and_then(|it| Question::new(&it, &system));
        let mistake = made.expect_err(text);
        assert!(mistake.message.contains(message), "{text:?}: {}", mistake.message);
        assert_eq!(mistake.place, place, "{text:?}: {}", mistake.message);
    }
    assert!(parse::parse("mu Z. !!Z | p").and_then(|it| Question::new(&it, &system)).is_ok());
    assert!(parse::parse(&"!".repeat(5000)).expect_err("deep").message.contains("deep"));
    assert!(parse::parse(&vec!["p"; 5000].join("&")).expect_err("long").message.contains("in a row"));
}

#[test]
fn too_much_work_is_no_answer() {
    let system = system("state a initial: p\na -> a\n");
    let question = super::question(&system, "EF p");
    let mut little = Work::of(3, &whyc_base::budget::Budget::unlimited());
    assert_eq!(crate::evaluate::evaluate(&system, &question, &mut little), Err(Limit::Work));
    assert!(crate::evaluate::evaluate(&system, &question, &mut work()).is_ok());
}
