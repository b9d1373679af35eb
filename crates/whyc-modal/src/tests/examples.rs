//! Small systems whose values are known exactly.

use super::{ask, system, values, why};
use crate::explain::Way;
use crate::reach::{Asks, ways};
use crate::read::{may_text, must_text};
use crate::refine::difference;
use crate::system::{Decision, Fate, StateId, System};
use crate::text;
use crate::truth::Truth::{False, True, Unknown};

const REACH: &str = "mu Z. p | <>Z";

/// Four regions, the last of which is the goal; only one step is open.
fn four(step: &str) -> System {
    let steps = "r0 -> r1\nr1 -> r2\nr2 -> r2\nr3 -> r3\n";
    system(&format!("state r0 initial\nstate r1\nstate r2\nstate r3: p\n{steps}{step}\n"))
}

fn told(system: &System, way: &Way) -> Vec<String> {
    let fate = |it: &Decision| if it.fate == Fate::Must { "must" } else { "never" };
    let Way::Smallest(all) = way else { panic!("the fewest should be known: {way:?}") };
    all.iter().map(|it| format!("{}: {}", may_text(system, &it.step), fate(it))).collect()
}

#[test]
fn a_step_that_may_must_or_cannot_be_taken_gives_the_three_values() {
    assert_eq!(values(&four("r1 ~> r3"), REACH), "??01");
    assert_eq!(values(&four("r1 -> r3"), REACH), "1101");
    assert_eq!(values(&four(""), REACH), "0001");
    assert_eq!(ask(&four("r1 ~> r3"), REACH).answer, Unknown);
    assert_eq!(ask(&four("r1 -> r3"), REACH).answer, True);
    assert_eq!(ask(&four(""), REACH).answer, False);
}

#[test]
fn the_open_step_is_the_explanation_both_ways() {
    let system = four("r1 ~> r3");
    let why = why(&system, REACH);
    assert_eq!(told(&system, &why.holds), ["r1 ~> r3: must"]);
    assert_eq!(told(&system, &why.fails), ["r1 ~> r3: never"]);
    let text = text::render(&system, REACH, &ask(&system, REACH), Some(&why), &[]);
    assert_eq!(
        text,
        "unknown: mu Z. p | <>Z is neither shown nor refuted\n\n\
         it becomes true if this is known of one step:\n  r1 ~> r3  is there for all that r1 stands for\n\n\
         it becomes false if this is known of one step:\n  r1 ~> r3  is there for nothing that r1 stands for\n"
    );
}

/// A goal that is split in two: the step to it must go somewhere, but to neither half alone.
#[test]
fn splitting_a_target_loses_what_was_known_unless_steps_go_to_sets() {
    let whole = system("state s initial\nstate t: p\ns -> t");
    let apart = system("state s initial\nstate t1: p\nstate t2: p\ns ~> t1\ns ~> t2");
    let sets = system("state s initial\nstate t1: p\nstate t2: p\ns -> {t1, t2}");
    assert_eq!(values(&whole, "EF p"), "11");
    assert_eq!(values(&apart, "EF p"), "?11");
    assert_eq!(values(&sets, "EF p"), "111");
    let mut map = whyc_base::ids::IdVec::new();
    for it in [0, 1, 1] {
        map.push(StateId(it));
    }
    assert_eq!(difference(&apart, &whole, &map).as_deref(), Some("s -> t is lost in s"));
    assert_eq!(difference(&sets, &whole, &map), None);
}

#[test]
fn a_step_to_a_set_is_decided_by_what_falls_away() {
    let system = system("state s initial\nstate good: p\nstate bad\ns -> {good, bad}");
    assert_eq!(values(&system, "<>p"), "?00");
    let why = why(&system, "<>p");
    assert_eq!(why.holds.decisions().map(<[_]>::len), Some(1));
    assert_eq!(told(&system, &why.fails), ["s ~> good: never"]);
    assert_eq!(values(&system, "<>true"), "100");
}

/// The heating controller: off, the temperature falls, and from 20 down to 18 degrees it is switched on; on, it rises, and from 22 up to 24 it is
/// switched off. Runs begin in the region off, 18 to 20 degrees; `d` is a delay of any length, `e` a switch. The paper's drawings of its abstractions are redrawn from these numbers.
mod heating {
    use super::*;

    const REACH: &str = "mu Z. warm_off | <>Z";
    const OFF: &str = "state off_18_20 initial\nstate off_20_24: warm_off\noff_18_20 -d-> off_18_20\noff_20_24 -d-> off_20_24\noff_20_24 -d-> off_18_20\n";

    /// With the heating on as one region: not all of it is warm enough to switch off.
    fn coarse() -> System {
        system(&format!(
            "{OFF}state on_18_24\non_18_24 -d-> on_18_24\noff_18_20 -e-> on_18_24\non_18_24 ~e~> off_20_24"
        ))
    }

    fn finer() -> System {
        let on =
            "state on_18_22\nstate on_22_24\non_18_22 -d-> on_18_22\non_22_24 -d-> on_22_24\non_18_22 -d-> on_22_24\n";
        system(&format!("{OFF}{on}off_18_20 -e-> on_18_22\non_22_24 -e-> off_20_24"))
    }

    /// Where it was switched on is told apart: no step from off to on must go to one region.
    fn finest(jump: &str) -> System {
        let on = "state on_18_19\nstate on_19_22\nstate on_22_24\non_18_19 -d-> on_18_19\non_19_22 -d-> on_19_22\non_22_24 -d-> on_22_24\n\
                  on_18_19 -d-> on_19_22\non_18_19 -d-> on_22_24\non_19_22 -d-> on_22_24\n";
        system(&format!("{OFF}{on}on_22_24 -e-> off_20_24\n{jump}"))
    }

    fn map(all: &[u32]) -> whyc_base::ids::IdVec<StateId, StateId> {
        let mut map = whyc_base::ids::IdVec::new();
        all.iter().for_each(|&it| {
            map.push(StateId(it));
        });
        map
    }

    #[test]
    fn is_warm_again_is_unknown_then_true() {
        assert_eq!(ask(&coarse(), REACH).answer, Unknown);
        assert_eq!(values(&coarse(), REACH), "?1?");
        assert_eq!(ask(&finer(), REACH).answer, True);
        let why = why(&coarse(), REACH);
        assert_eq!(told(&coarse(), &why.holds), ["on_18_24 ~e~> off_20_24: must"]);
    }

    #[test]
    fn is_lost_by_the_next_refinement_and_kept_with_steps_to_sets() {
        let without = finest("off_18_20 ~e~> on_18_19\noff_18_20 ~e~> on_19_22");
        assert_eq!(ask(&without, REACH).answer, Unknown);
        assert_eq!(told(&without, &why(&without, REACH).holds).len(), 1);
        let with = finest("off_18_20 -e-> {on_18_19, on_19_22}");
        assert_eq!(ask(&with, REACH).answer, True);
        let up = map(&[0, 1, 2, 2, 3]);
        assert_eq!(
            difference(&without, &finer(), &up).as_deref(),
            Some("off_18_20 -e-> on_18_22 is lost in off_18_20")
        );
        assert_eq!(difference(&with, &finer(), &up), None);
    }
}

#[test]
fn until_follows_paths_and_stops_where_nothing_goes_on() {
    // f until g, along: a may step only, a must step, a loop that never gets there.
    let system = system(
        "state a initial: f\nstate b: f\nstate c: f\nstate g: g\nstate dead: f\na ~> g\na -> a\nb -> g\nc -> c\nc ~> g\ng -> g\n",
    );
    assert_eq!(values(&system, "E(f U g)"), "?1?10");
    assert_eq!(values(&system, "A(f U g)"), "01010");
    assert_eq!(values(&system, "AF g"), "01010");
    assert_eq!(values(&system, "EG !g"), "10101");
    assert_eq!(values(&system, "AG !g"), "?0?01");
}

#[test]
fn alternation_tells_infinitely_often_from_always_at_last() {
    // Infinitely often p: only where a cycle goes through p. At last always p: only where one stays in it.
    let system = system("state a initial: p\nstate b\nstate c: p\nstate d\na -> b\nb -> a\nc -> c\nd -> d\nb ~> c\n");
    assert_eq!(values(&system, "nu Y. mu X. (p & <>Y) | <>X"), "1110");
    assert_eq!(values(&system, "mu X. nu Y. (p & <>Y) | <>X"), "??10");
    // On every path: the circle through a and b must be there.
    assert_eq!(values(&system, "mu X. nu Y. [](Y & p) | []X"), "0010");
}

#[test]
fn more_than_one_step_where_one_is_not_enough() {
    let system = system("state a initial\nstate b\nstate c: p\nstate d\na ~> b\nb ~> c\na ~> d\nd ~> c\na -> a\n");
    let why = why(&system, "EF p");
    assert_eq!(told(&system, &why.holds), ["a ~> b: must", "b ~> c: must"]);
    assert_eq!(told(&system, &why.fails).len(), 2);
}

#[test]
fn a_way_shows_what_is_reached() {
    let shown = |text: &str, formula: &str| {
        let system = system(text);
        let asks = Asks::of(&crate::parse::parse(formula).expect("a formula"))?;
        let ways = ways(&system, asks.goal(), &mut super::work()).expect("little work");
        let steps = ways.from(ways.start(&system)?).into_iter().map(|it| must_text(&system, it)).collect::<Vec<_>>();
        Some((asks.shown(), steps.join("; ")))
    };
    let four = "state r0 initial\nstate r1\nstate r2\nstate r3: p\nr0 -> r1\nr1 -> r2\nr2 -> r2\nr3 -> r3\n";
    let must = format!("{four}r1 -> r3\n");
    for formula in ["EF p", "mu Z. p | <>Z", "mu Z. <>Z | p", "!AG !p"] {
        assert_eq!(shown(&must, formula), Some((True, "r0 -> r1; r1 -> r3".to_owned())), "{formula}");
    }
    assert_eq!(shown(&must, "AG !p"), Some((False, "r0 -> r1; r1 -> r3".to_owned())));
    // No way where a step may be missing, and none to be shown where one way shows nothing.
    assert_eq!(shown(&format!("{four}r1 ~> r3\n"), "EF p"), None);
    for formula in ["AF p", "p", "mu Z. p | <>Z | <>Z", "mu Z. (p & Z) | <>Z", "nu Z. p & <>Z"] {
        assert_eq!(shown(&must, formula), None, "{formula}");
    }
    // One of two: the way goes on from the one from which it is longer.
    let sets = "state a initial\nstate b\nstate c: p\na -> {b, c}\nb -> c\n";
    assert_eq!(shown(sets, "EF p"), Some((True, "a -> {b, c}; b -> c".to_owned())));
}

#[test]
fn what_no_decision_makes_false_is_said() {
    // Some step leads to p, or none does: true however it is decided, yet each half is unknown.
    let system = system("state a initial\nstate b: p\na ~> b\n");
    let why = why(&system, "<>p | []!p");
    assert_eq!(told(&system, &why.holds).len(), 1);
    assert_eq!(why.fails, Way::Nothing);
}
