//! Engines that do not exist, on a clock that is only a number.

use super::*;
use crate::advisor::Goal;

const PACE: Pace = Pace { grace: Duration::from_secs(20), full: Duration::from_secs(120) };
const PROBLEM: Problem = Problem { size: 100, branches: 10, goal: Goal::Either };

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// An engine that reports every so many seconds, and has the answer after so many.
#[derive(Clone, Copy)]
struct Scripted {
    engine: &'static str,
    reports: Option<u64>,
    solves: Option<u64>,
}

const GOOD: Scripted = Scripted { engine: "good", reports: Some(10), solves: Some(100) };
const SILENT: Scripted = Scripted { engine: "silent", reports: None, solves: None };

/// Runs the schedule until the answer is there; when that is, and who was started first.
fn play(schedule: &mut Schedule, engines: &[Scripted], first: Option<&'static str>) -> (u64, &'static str) {
    let mut begun: Vec<(usize, &'static str, u64)> = Vec::new();
    let mut started_first = None;
    for now in (0..100_000).step_by(5) {
        for (id, engine, since) in begun.clone() {
            let script = engines.iter().find(|it| it.engine == engine).expect("it is one of them");
            let age = now - since;
            if script.reports.is_some_and(|every| age % every == 0) {
                schedule.heard(id, seconds(now));
            }
            if script.solves.is_some_and(|at| age >= at) {
                schedule.ended(id, seconds(now), Ended::Solved);
                schedule.finish(seconds(now));
                assert!(schedule.running().is_empty(), "the first answer stops the others");
                return (now, started_first.unwrap_or(engine));
            }
        }
        for action in schedule.tick(seconds(now), &PROBLEM) {
            match action {
                Action::Start(id, advice) => {
                    assert!(begun.iter().all(|(_, engine, _)| *engine != advice.engine), "nothing runs twice");
                    begun.push((id, advice.engine, now));
                    started_first.get_or_insert(advice.engine);
                }
                Action::Stop(id) => begun.retain(|it| it.0 != id),
            }
        }
        assert!(schedule.running().len() <= schedule.limit, "no more run than may");
        if now == 0
            && let (Some(wanted), Some(got)) = (first, started_first)
            && wanted != got
        {
            return (u64::MAX, got);
        }
    }
    (u64::MAX, started_first.unwrap_or(""))
}

fn both() -> Vec<Advisor> {
    vec![Advisor::new("good", 3.0, &[""], &[]), Advisor::new("silent", 3.0, &[""], &[])]
}

#[test]
fn one_that_is_never_heard_of_makes_room() {
    let mut tried = 0;
    for seed in 0..200 {
        let mut schedule = Schedule::new(both(), 1, PACE, seed);
        let (time, first) = play(&mut schedule, &[GOOD, SILENT], Some("silent"));
        if first == "silent" {
            tried += 1;
            assert!(time < 1500, "with seed {seed} it takes {time} s");
        }
    }
    assert!(tried > 50, "about half of the seeds should start with it");
}

#[test]
fn what_was_learnt_decides_who_is_first() {
    let mut advisors = both();
    for seed in 0..5 {
        let mut schedule = Schedule::new(advisors, 1, PACE, seed);
        let (time, _) = play(&mut schedule, &[GOOD, SILENT], None);
        assert!(time < 2000);
        advisors = schedule.advisors;
    }
    let reliability = |engine: &str| advisors.iter().find(|it| it.engine == engine).map(|it| it.learnt.reliability);
    assert!(reliability("good") > reliability("silent"));
    let first = |seed| {
        let mut schedule = Schedule::new(advisors.clone(), 1, PACE, seed);
        match schedule.tick(Duration::ZERO, &PROBLEM).first() {
            Some(Action::Start(_, advice)) => advice.engine == "good",
            _ => false,
        }
    };
    let mut schedule = Schedule::new(advisors.clone(), 1, PACE, 0);
    assert!(
        matches!(schedule.begin(Duration::ZERO, &PROBLEM), Some(Action::Start(_, advice)) if advice.engine == "good")
    );
    let n_good = (0..1000).filter(|&seed| first(seed)).count();
    assert!(n_good > 650, "{n_good} of 1000");
}

#[test]
fn advice_is_drawn_by_its_mark() {
    let advisors = || {
        let mut advisors = vec![
            Advisor::new("a", 1.0, &[""], &[]),
            Advisor::new("b", 2.0, &[""], &[]),
            Advisor::new("c", 4.0, &[""], &[]),
        ];
        advisors[0].learnt.reliability = 3.0;
        advisors
    };
    // Marks 3, 2 and 4.
    let mut counts = [0f64; 3];
    let n = 10_000;
    for seed in 0..n {
        let mut schedule = Schedule::new(advisors(), 1, PACE, seed);
        let actions = schedule.tick(Duration::ZERO, &PROBLEM);
        let [Action::Start(_, advice)] = &actions[..] else { panic!("one should be started, not {actions:?}") };
        counts[["a", "b", "c"].iter().position(|&it| it == advice.engine).expect("one of them")] += 1.0;
    }
    let chi: f64 = counts
        .iter()
        .zip([3.0, 2.0, 4.0])
        .map(|(&seen, mark)| {
            let expected = n as f64 * mark / 9.0;
            (seen - expected).powi(2) / expected
        })
        .sum();
    // 99.9 % of fair draws are below that.
    assert!(chi < 13.8, "{counts:?}: {chi}");
}

#[test]
fn the_same_seed_does_the_same() {
    let run = |seed| {
        let mut schedule = Schedule::new(both(), 2, PACE, seed);
        let mut all = Vec::new();
        for now in 0..100 {
            all.extend(schedule.tick(seconds(now * 5), &PROBLEM));
        }
        all
    };
    assert_eq!(run(7), run(7));
    assert!((0..20).any(|seed| run(seed) != run(seed + 1)), "seeds should matter");
}
