//! The water level and the heating controller of Bauer, Gentilini and Schneider, a timed system, and what is said of wrong input.

use proptest::prelude::*;
use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::{Id, IdVec};
use whyc_modal::refine::difference;
use whyc_modal::system::{StateId, System};
use whyc_modal::truth::Truth::{self, False, True, Unknown};

use crate::answer::{Answer, Ended, Failure, answer};
use crate::automaton::{Automaton, Between, Location};
use crate::condition;
use crate::effort::{Effort, Limit};
use crate::flow::before_delay;
use crate::number::{Number, read, whole};
use crate::polyhedron::{Convex, is_inside, minus};
use crate::regions::{self, Class};
use crate::{abstraction, json, plot, report, text};

const WATER: &str = include_str!("../../../examples/water-level.json");
const HEATING: &str = include_str!("../../../examples/heating.json");

fn automaton(text: &str) -> Automaton {
    json::read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn system_of(automaton: &Automaton, classes: &[Class]) -> System {
    abstraction::system(automaton, classes, &Effort::within(&Budget::unlimited())).expect("little work")
}

fn ask(automaton: &Automaton, formula: &str, level: usize) -> Answer {
    answer(automaton, formula, level, &Budget::unlimited()).expect("an answer")
}

/// The region of a point, by the location's number.
fn class_of(classes: &[Class], location: u32, point: &[Number]) -> usize {
    let has = |it: &Class| it.location.0 == location && it.region.iter().any(|piece| piece.contains(point));
    let found: Vec<usize> = (0..classes.len()).filter(|&it| has(&classes[it])).collect();
    assert_eq!(found.len(), 1, "{point:?} should be in one region");
    found[0]
}

fn value(answer: &Answer, location: u32, point: &[&str]) -> Truth {
    let point: Vec<Number> = point.iter().map(|it| read(it).expect("a number")).collect();
    answer.evaluation.values[StateId::from_index(class_of(&answer.classes, location, &point))]
}

const SHUT: u32 = 0;
const OPEN: u32 = 1;

#[test]
fn water_is_unknown_at_level_0() {
    let automaton = automaton(WATER);
    let answer = ask(&automaton, "EF (shut & full)", 0);
    assert_eq!((answer.evaluation.answer, answer.ended), (Unknown, Ended::Levels));
    // Full, or on the way there before the clock shows more than 6.
    for point in [["0", "10"], ["6", "10"], ["0", "4"], ["1", "5"], ["5", "9.5"]] {
        assert_eq!(value(&answer, SHUT, &point), True, "{point:?}");
    }
    // Open with the clock at 0 it can be shut at once.
    assert_eq!(value(&answer, OPEN, &["0", "10"]), True);
    for point in [["0", "3"], ["7", "10"], ["2", "5"]] {
        assert_eq!(value(&answer, SHUT, &point), Unknown, "{point:?}");
    }
    for point in [["1", "10"], ["3", "10"], ["6", "10"], ["1", "3"], ["0", "9"], ["8", "10"]] {
        assert_eq!(value(&answer, OPEN, &point), Unknown, "{point:?}");
    }
    assert_eq!(answer.classes.len(), 6);
    let why = answer.explanation.as_ref().expect("an explanation");
    assert_eq!(why.fewest().map(<[_]>::len), Some(1));
}

#[test]
fn water_is_refuted_at_level_1() {
    let automaton = automaton(WATER);
    let answer = ask(&automaton, "EF (shut & full)", 5);
    let said: Vec<Truth> = answer.levels.iter().map(|it| it.answer).collect();
    assert_eq!(said, [Unknown, False]);
    // Half of the beginnings get there: up to 3 and no further.
    for (clock, expected) in [("0", True), ("1/2", True), ("3", True), ("3.0001", False), ("5", False), ("6", False)] {
        assert_eq!(value(&answer, OPEN, &[clock, "10"]), expected, "{clock}");
    }
    let names = &automaton.variables;
    let beginnings: Vec<String> =
        answer.classes.iter().filter(|it| it.is_initial).map(|it| crate::polyhedron::text(&it.region, names)).collect();
    assert!(beginnings.iter().any(|it| it.contains("0 < clock <= 3") && it.contains("level = 10")), "{beginnings:?}");
    assert!(beginnings.iter().any(|it| it.contains("3 < clock <= 6") && it.contains("level = 10")), "{beginnings:?}");
}

/// Runs from the full tank with the valve open, computed by hand: the clock doubles each time the tank is full again.
#[test]
fn water_agrees_with_its_runs_at_every_level() {
    let automaton = automaton(WATER);
    for label in ["EF (shut & full)", "EF (open & <e>(shut & <d>(shut & full)))"] {
        let answer = ask(&automaton, label, 2);
        for quarters in 0..=24 {
            let clock = Number::new(quarters.into(), 4.into());
            let expected = Truth::from(clock <= whole(3));
            let at = class_of(&answer.classes, OPEN, &[clock.clone(), whole(10)]);
            assert!(answer.evaluation.values[StateId::from_index(at)].is_kept_by(expected), "{label} at {clock}");
        }
    }
}

#[test]
fn every_level_refines_the_one_before() {
    for (text, last) in [(WATER, 2), (HEATING, 2)] {
        let automaton = automaton(text);
        let mut classes = regions::first(&automaton, &Effort::within(&Budget::unlimited())).expect("few regions");
        let mut coarse = system_of(&automaton, &classes);
        for _ in 0..last {
            classes = regions::next(&automaton, &classes, &Effort::within(&Budget::unlimited())).expect("few regions");
            let fine = system_of(&automaton, &classes);
            let mut up = IdVec::new();
            classes.iter().for_each(|it| {
                up.push(StateId::from_index(it.before));
            });
            assert_eq!(difference(&fine, &coarse, &up), None);
            coarse = fine;
        }
    }
}

#[test]
fn heating_comes_to_be_warm_and_off_again_and_never_leaves_its_bounds() {
    let automaton = automaton(HEATING);
    assert_eq!(ask(&automaton, "EF (off & warm)", 3).evaluation.answer, True);
    assert_eq!(ask(&automaton, "AG EF (off & warm)", 3).evaluation.answer, True);
    assert_eq!(ask(&automaton, "EF (on & warm & <e>(off & !warm))", 3).evaluation.answer, False);
    // The guard is at 22: below, nothing is switched off. Level 0 has not told that apart, the next one has.
    let answer = ask(&automaton, "AG (on & !warm -> [e]off)", 3);
    assert_eq!(answer.evaluation.answer, True);
    let jumps = ask(&automaton, "AG (on & warm -> <e>true)", 3);
    assert_eq!(jumps.levels.iter().map(|it| it.answer).collect::<Vec<_>>(), [Unknown, False]);
}

/// A lamp: pressed twice within 3 seconds it is bright, else off again.
#[test]
fn clocks_and_resets() {
    let lamp = automaton(
        r#"{"variables": ["x"],
            "locations": [{"name": "dark", "rates": {"x": 1}, "invariant": "x >= 0"}, {"name": "dim", "rates": {"x": 1}, "invariant": "x >= 0"},
                          {"name": "bright", "rates": {"x": 1}, "invariant": "x >= 0"}],
            "jumps": [{"from": "dark", "to": "dim", "resets": {"x": 0}}, {"from": "dim", "to": "bright", "guard": "x <= 3"},
                      {"from": "dim", "to": "dark", "guard": "x > 3"}, {"from": "bright", "to": "dark"}],
            "initial": [{"location": "dark", "where": "x = 0"}],
            "labels": {"late": [{"where": "x > 3"}]}}"#,
    );
    assert_eq!(ask(&lamp, "EF bright", 4).evaluation.answer, True);
    assert_eq!(ask(&lamp, "AG (dim & late -> ![e]bright)", 4).evaluation.answer, True);
    assert_eq!(ask(&lamp, "AG (dim & late -> [e]dark)", 4).evaluation.answer, True);
    assert_eq!(ask(&lamp, "AG (dim -> <e>bright)", 4).evaluation.answer, False);
    assert_eq!(ask(&lamp, "AG (dark -> [e](dim & <e>bright))", 4).evaluation.answer, True);
}

#[test]
fn rates_between_bounds_reach_a_cone() {
    let names = ["x".to_owned(), "y".to_owned()];
    let rates = vec![Between { low: whole(1), high: whole(2) }, Between { low: whole(1), high: whole(1) }];
    let location = Location { name: "l".to_owned(), rates, invariant: Convex::all(2) };
    let target = condition::read("x = 4 & y = 2", &names).expect("a condition");
    let before = before_delay(&location, &target, &Effort::within(&Budget::unlimited())).expect("little work");
    // At y = 0 two seconds are left: x has grown by 2 to 4.
    for (x, y, expected) in [
        ("0", "0", true),
        ("2", "0", true),
        ("2.01", "0", false),
        ("-0.01", "0", false),
        ("4", "2", true),
        ("4", "3", false),
    ] {
        let point = [read(x).expect("a number"), read(y).expect("a number")];
        assert_eq!(before.iter().any(|it| it.contains(&point)), expected, "{x}, {y}");
    }
}

#[test]
fn time_that_is_over_is_a_reason() {
    let spent = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
    let failure = answer(&automaton(WATER), "EF shut", 1, &spent).expect_err("no time");
    assert_eq!(failure, Failure::Limit(Limit::Outside(Exhausted::Time)));
}

/// Why telling apart all that differs would never end: each round halves what the clock may show at the beginning.
#[test]
fn water_is_told_apart_at_3_then_at_half_of_it_and_so_on() {
    let automaton = automaton(WATER);
    let mut classes = regions::first(&automaton, &Effort::within(&Budget::unlimited())).expect("few regions");
    let mut counts = vec![classes.len()];
    let mut bounds = Vec::new();
    for level in 1..=5 {
        classes = regions::next(&automaton, &classes, &Effort::within(&Budget::unlimited())).expect("few regions");
        counts.push(classes.len());
        for bound in ["3", "1.5", "0.75"] {
            let bound = read(bound).expect("a number");
            let beyond = &bound + read("1/1000").expect("a number");
            let at = |clock: Number| class_of(&classes, OPEN, &[clock, whole(10)]);
            if !bounds.iter().any(|(_, known)| *known == bound) && at(bound.clone()) != at(beyond) {
                bounds.push((level, bound));
            }
        }
    }
    assert_eq!(counts, [6, 12, 14, 17, 19, 22]);
    let bounds: Vec<(i32, String)> = bounds.into_iter().map(|(level, it)| (level, it.to_string())).collect();
    assert_eq!(bounds, [(1, "3".to_owned()), (3, "3/2".to_owned()), (5, "3/4".to_owned())]);
}

#[test]
fn what_is_told() {
    let automaton = automaton(WATER);
    let told = text::render(&automaton, "EF (shut & full)", &ask(&automaton, "EF (shut & full)", 5));
    assert!(told.starts_with("false: EF (shut & full) does not hold in open"), "{told}");
    assert!(told.contains("(3 < clock <= 6 & level = 10), where runs begin"), "{told}");
    assert!(told.contains("level 0: 6 regions, unknown\nlevel 1:"), "{told}");
    assert!(told.contains("clock = 0 & level = 10 (runs begin here)"), "{told}");
}

#[test]
fn what_is_told_to_programs() {
    let automaton = automaton(WATER);
    let told = report::render(&automaton, &ask(&automaton, "EF (shut & full)", 0));
    assert_eq!(told["value"], "unknown");
    assert_eq!(told["levels"], serde_json::json!([{"regions": 6, "value": "unknown"}]));
    assert_eq!(told["explanation"]["true"]["smallest"], true);
    let steps = told["explanation"]["false"]["steps"].as_array().expect("steps");
    assert!(!steps.is_empty() && steps.iter().all(|it| it["action"] == "e" && it["if"] == "never"), "{told:#}");
    let given = whyc_modal::json::read(&told["system"].to_string()).expect("a system");
    assert_eq!(given.system.states().len(), 6);
}

#[test]
fn regions_are_drawn() {
    for text in [WATER, HEATING] {
        let automaton = automaton(text);
        let formula = automaton.formula.clone().expect("a formula");
        let answer = ask(&automaton, &formula, 5);
        let picture = plot::picture(&automaton, &answer).expect("a picture");
        let on_it = |(x, y): &plot::Point| (0.0..=picture.width).contains(x) && (0.0..=picture.height).contains(y);
        let mut words = Vec::new();
        for mark in &picture.marks {
            match mark {
                plot::Mark::Piece { corners, .. } => assert!(corners.iter().all(on_it)),
                plot::Mark::Frame(points) | plot::Mark::Path(points) => assert!(points.iter().all(on_it)),
                plot::Mark::Word { at, text, .. } => {
                    assert!(on_it(at), "{text}");
                    words.push(text.as_str());
                }
            }
        }
        // Every region has its name on it.
        for state in answer.system.states().iter() {
            assert!(words.iter().any(|it| it.starts_with(&format!("{} ", state.name))), "{} is missing", state.name);
        }
        let has_path = picture.marks.iter().any(|it| matches!(it, plot::Mark::Path(_)));
        assert_eq!(has_path, answer.run.is_some());
    }
}

/// What a run shows is what the regions say; each run has been gone through again by then.
#[test]
fn runs_show_what_is_reached() {
    let heating = automaton(HEATING);
    let told = |automaton: &Automaton, formula: &str| {
        ask(automaton, formula, 4).run.map(|it| text::run_lines(automaton, &it).join("; "))
    };
    let run = told(&heating, "EF (off & warm)").expect("a run");
    let expected = "begin in off with degrees = 20; jump to on; wait for 5/4: degrees = 24; jump to off; wait for 1: degrees = 108/5";
    assert_eq!(run, expected);
    // Always is refuted by a run, too; and nothing is shown where nothing is reached.
    assert_eq!(told(&heating, "AG !(off & warm)"), Some(run));
    assert_eq!(told(&heating, "AG EF (off & warm)"), None);
    assert_eq!(told(&automaton(WATER), "EF (shut & full)"), None);
    let waiting = told(&automaton(WATER), "AG !(open & [e]false & <d>(open & <e>true))");
    assert_eq!(waiting.as_deref(), Some("begin in open with clock = 1, level = 10"));
}

#[test]
fn what_is_no_run_is_not_taken_for_one() {
    let automaton = automaton(HEATING);
    let run = ask(&automaton, "EF (off & warm)", 4).run.expect("a run");
    assert!(run.is_one(&automaton));
    let bump = whole(10);
    for k in 0..run.steps.len() {
        let mut wrong = run.clone();
        wrong.steps[k].1.point[0] += &bump;
        assert!(!wrong.is_one(&automaton), "step {k}");
        let mut wrong = run.clone();
        wrong.steps.remove(k);
        assert!(!wrong.is_one(&automaton) || k + 1 == run.steps.len(), "without step {k}");
    }
    let mut wrong = run;
    wrong.start.point[0] += &bump;
    assert!(!wrong.is_one(&automaton));
}

#[test]
fn wrong_automata_are_refused_with_their_places() {
    let with = |from: &str, to: &str| WATER.replacen(from, to, 1);
    for (text, place, message) in [
        ("{".to_owned(), "{", "EOF"),
        (with("\"level\": 1}", "\"lvl\": 1}"), "1", "there is no variable `lvl`"),
        (with(", \"level\": 1}", "}"), "{", "it is not said how fast `level` changes in `shut`"),
        (with("level <= 10\"", "level =< 10\""), "<", "missing"),
        (with("level <= 10\"", "level <= 10 | clock < 3\""), "\"clock >= 0 & level <= 10 | clock < 3\"", "and no `|`"),
        (
            with("level <= 10\"", "level <= 10 & level > 10\""),
            "\"clock >= 0 & level <= 10 & level > 10\"",
            "has points",
        ),
        (with("\"to\": \"open\"", "\"to\": \"opn\""), "\"opn\"", "there is no location `opn`; did you mean `open`?"),
        (with("\"guard\": \"level = 10\"", "\"guard\": \"levle = 10\""), "levle", "did you mean `level`?"),
        (
            with("\"location\": \"open\", \"where\": \"0", "\"location\": \"open\", \"where\": \"level > 10 & 0"),
            "[",
            "no run begins anywhere",
        ),
        (with("{\"where\": \"0 <= clock <= 6", "{\"where\": \"7 <= clock <= 6"), "[", "no point of the invariants"),
        (with("{\"full\"", "{\"shut\""), "[", "a location has this name"),
        (with("\"clock\": 1", "\"clock\": [2, 1]"), "[", "2 is more than 1"),
        (with("\"clock\": 1", "\"clock\": \"fast\""), "\"fast\"", "`fast` is no number"),
        (with("\"name\": \"shut\"", "\"name\": \"sh ut\""), "\"sh ut\"", "`sh ut` is no name"),
        (with("\"name\": \"shut\"", "\"name\": \"open\""), "\"open\"", "there are two `open`"),
    ] {
        let mistake = json::read(&text).expect_err(message);
        assert!(mistake.message.contains(message), "{message}: {}", mistake.message);
        assert_eq!(&text[mistake.place], place, "{message}");
    }
}

#[test]
fn formulas_about_the_way_through_a_delay_are_refused() {
    let automaton = automaton(WATER);
    for (formula, message) in [
        ("AF shut", "nothing is said"),
        ("E(open U shut)", "nothing is said"),
        ("EF ful", "did you mean `full`?"),
        ("EF (", "missing"),
    ] {
        let Err(Failure::Mistake(mistake)) = answer(&automaton, formula, 1, &Budget::unlimited()) else {
            panic!("{formula}")
        };
        assert!(mistake.message.contains(message), "{formula}: {}", mistake.message);
    }
}

fn convex() -> impl Strategy<Value = Convex> {
    prop::collection::vec((-2..3i64, -2..3i64, -4..5i64, any::<bool>()), 0..4).prop_map(|all| {
        all.into_iter().fold(Convex::all(2), |convex, (a, b, c, is_strict)| {
            let coefficients = vec![whole(a), whole(b)];
            convex.with(crate::polyhedron::Constraint { coefficients, constant: whole(c), is_strict })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// On a grid of halves: what is in a difference, a simplified set, an empty set.
    #[test]
    fn sets_have_the_points_that_they_should(a in convex(), b in convex()) {
        let budget = Budget::unlimited();
        let effort = Effort::within(&budget);
        let (rest, simple, both) = (a.minus(&b, &effort).expect("little"), a.clone().simple(), a.and(&b));
        for (x, y) in (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y))) {
            let point = [Number::new(x.into(), 2.into()), Number::new(y.into(), 2.into())];
            let (in_a, in_b) = (a.contains(&point), b.contains(&point));
            let n = rest.iter().filter(|it| it.contains(&point)).count();
            prop_assert_eq!(n, usize::from(in_a && !in_b));
            prop_assert_eq!(simple.contains(&point), in_a);
            prop_assert_eq!(both.contains(&point), in_a && in_b);
            if in_a {
                prop_assert!(!a.is_empty());
                let shadow = a.without(0, &effort).expect("little");
                prop_assert!(shadow.contains(&[whole(1000), point[1].clone()]));
            }
        }
        prop_assert!(minus(std::slice::from_ref(&a), std::slice::from_ref(&a), &effort).expect("little").is_empty());
        // Whether there is a point, once more by eliminating everything; and a point where there is one.
        let shadow = both.without(0, &effort).and_then(|it| it.without(1, &effort)).expect("little");
        prop_assert_eq!(both.is_empty(), !shadow.constraints().is_empty());
        prop_assert_eq!(both.point(&effort).expect("little").is_none(), both.is_empty());
        prop_assert!(both.point(&effort).expect("little").is_none_or(|it| a.contains(&it) && b.contains(&it)));
        prop_assert_eq!(is_inside(std::slice::from_ref(&a), std::slice::from_ref(&b), &effort), Ok(rest.is_empty()));
    }
}

/// Numbers that machine words do not hold.
#[test]
fn large_numbers_are_compared_exactly() {
    let large = "9".repeat(60);
    let names = ["x".to_owned(), "y".to_owned()];
    let of = |end: &str| condition::read(&format!("x = {large}*y & 1/3 < y & x {end}"), &names).expect("a condition");
    assert!(of(&format!("<= {}", "3".repeat(60))).is_empty());
    assert_eq!(of(&format!("<= {}.1", "3".repeat(60))).len(), 1);
}

/// Two locations, two variables, whole numbers everywhere; rates that are open in one variable of the first location.
fn random_automaton() -> impl Strategy<Value = Automaton> {
    let rates = || (-2..3i64, -2..3i64, 0..2i64);
    let bound = || (0..3i64, 0..4i64);
    (rates(), rates(), bound(), bound(), 0..2usize).prop_map(|(a, b, g, h, reset)| {
        let location = |name: &str, (x, y, open): (i64, i64, i64)| {
            format!(
                r#"{{"name": "{name}", "rates": {{"x": [{x}, {}], "y": {y}}}, "invariant": "0 <= x <= 4 & 0 <= y <= 4"}}"#,
                x + open
            )
        };
        let resets = if reset == 1 { r#", "resets": {"x": 0}"# } else { "" };
        automaton(&format!(
            r#"{{"variables": ["x", "y"], "locations": [{}, {}],
                 "jumps": [{{"from": "a", "to": "b", "guard": "x >= {} & y <= {}"{resets}}}, {{"from": "b", "to": "a", "guard": "y > {} | x < {}"}}],
                 "initial": [{{"location": "a", "where": "x = 0 & y = 0"}}], "labels": {{"far": [{{"where": "x + y > 5"}}]}}}}"#,
            location("a", a),
            location("b", (b.0, b.1, 0)),
            g.0,
            g.1,
            h.0,
            h.1
        ))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    /// Steps of single states are steps of their regions, and each level refines the one before.
    #[test]
    fn steps_of_states_are_steps_of_their_regions(automaton in random_automaton()) {
        let Ok(first) = regions::first(&automaton, &Effort::within(&Budget::unlimited())) else { return Ok(()) };
        let coarse = system_of(&automaton, &first);
        every_step_is_there(&automaton, &first)?;
        let Ok(second) = regions::next(&automaton, &first, &Effort::within(&Budget::unlimited())) else { return Ok(()) };
        let fine = system_of(&automaton, &second);
        let mut up = IdVec::new();
        second.iter().for_each(|it| {
            up.push(StateId::from_index(it.before));
        });
        prop_assert_eq!(difference(&fine, &coarse, &up), None);
        every_step_is_there(&automaton, &second)?;
    }
}

fn every_step_is_there(automaton: &Automaton, classes: &[Class]) -> Result<(), TestCaseError> {
    let system = system_of(automaton, classes);
    let is_there = |from: usize, by: &str, to: usize| {
        let action = system.find_action(by).expect("an action");
        let (from, to) = (StateId::from_index(from), StateId::from_index(to));
        system.may().contains(&whyc_modal::system::Step { from, action, to })
    };
    for (x, y) in (0..=4).flat_map(|x| (0..=4).map(move |y| (x, y))) {
        for (id, location) in automaton.locations.iter_enumerated() {
            let here = [whole(x), whole(y)];
            let from = class_of(classes, id.0, &here);
            for half_seconds in 1..=4 {
                let time = Number::new(half_seconds.into(), 2.into());
                for rate in [&location.rates[0].low, &location.rates[0].high] {
                    let there = [&here[0] + rate * &time, &here[1] + &location.rates[1].low * &time];
                    if location.invariant.contains(&there) {
                        prop_assert!(is_there(from, "d", class_of(classes, id.0, &there)));
                    }
                }
            }
            for jump in
                automaton.jumps.iter().filter(|it| it.from == id && it.guard.iter().any(|it| it.contains(&here)))
            {
                let kept = |k: usize| jump.resets[k].as_ref().map_or_else(|| here[k].clone(), |it| it.low.clone());
                let there = [kept(0), kept(1)];
                prop_assert!(is_there(from, "e", class_of(classes, jump.to.0, &there)));
            }
        }
    }
    Ok(())
}
