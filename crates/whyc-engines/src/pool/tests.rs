use std::sync::atomic::AtomicU64;

use proptest::prelude::*;

use super::*;

/// A tree of parts made of a number: which are cut, which have an answer, how long each takes.
#[derive(Clone, Copy, Debug)]
struct Made {
    seed: u64,
    deepest: usize,
    answers: u64,
}

impl Made {
    fn noise(&self, path: &Path) -> u64 {
        let at = path.iter().fold(1u64, |at, &half| at * 2 + u64::from(half));
        let mixed = (self.seed ^ at.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD1B5_4A32_D192_ED03);
        mixed ^ mixed >> 31
    }

    fn look(&self, path: &Path) -> Done<Path> {
        let noise = self.noise(path);
        let work = noise % 7;
        let step = if path.len() < self.deepest && !noise.is_multiple_of(5) {
            Step::Halves
        } else if noise >> 8 & 0xff < self.answers {
            Step::Answer(path.clone())
        } else {
            Step::Nothing
        };
        Done { step, work }
    }

    /// The same one by one.
    fn one_by_one(&self, path: Path, into: &mut BTreeMap<Path, Done<Path>>) -> bool {
        let done = self.look(&path);
        let step = done.step.clone();
        into.insert(path.clone(), done);
        match step {
            Step::Answer(_) => true,
            Step::Halves => {
                let half = |half: bool| [&path[..], &[half]].concat();
                self.one_by_one(half(false), into) || self.one_by_one(half(true), into)
            }
            Step::Nothing | Step::Unknown(_) => false,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn threads_do_not_change_what_is_found(
        seed in any::<u64>(), deepest in 0usize..6, answers in 0u64..60, jobs in 1usize..5, most in prop::option::of(0u64..80),
    ) {
        let made = Made { seed, deepest, answers };
        let mut expected = BTreeMap::new();
        let is_found = made.one_by_one(Path::new(), &mut expected);
        let budget = Budget::unlimited();
        let slow = |path: &Path, _: Budget| {
            thread::sleep(Duration::from_micros(made.noise(path) >> 20 & 0x7f));
            made.look(path)
        };
        let whole = Pool { jobs, most: None, wanted: Wanted::Lowest, budget: &budget }.run(slow);
        prop_assert_eq!(&whole.parts, &expected);
        prop_assert_eq!(whole.end, End::Finished);
        prop_assert_eq!(whole.work, expected.values().map(|done| done.work).sum::<u64>());
        let nothing = whole.parts.iter().filter(|(_, done)| done.step == Step::Nothing).map(|(path, _)| path);
        prop_assert_eq!(is_whole(nothing), !is_found);
        // Given up or not, for all numbers of threads alike.
        let limited = |jobs| Pool { jobs, most, wanted: Wanted::Lowest, budget: &budget }.run(slow);
        let (one, many) = (limited(1), limited(jobs));
        prop_assert_eq!((one.end, one.work), (many.end, many.work));
        if one.end == End::Finished {
            prop_assert_eq!(one.parts, many.parts);
        }
    }

    #[test]
    fn a_part_that_is_missing_is_noticed(seed in any::<u64>(), deepest in 1usize..6, which in any::<usize>()) {
        let made = Made { seed, deepest, answers: 0 };
        let mut all = BTreeMap::new();
        made.one_by_one(Path::new(), &mut all);
        let mut leaves: Vec<Path> = all.into_iter().filter(|(_, done)| done.step == Step::Nothing).map(|it| it.0).collect();
        prop_assert!(is_whole(&leaves));
        leaves.remove(which % leaves.len());
        prop_assert!(!is_whole(&leaves));
    }
}

#[test]
fn all_answers_are_found_if_all_are_wanted() {
    let made = Made { seed: 11, deepest: 4, answers: 100 };
    let budget = Budget::unlimited();
    let n_answers = |jobs| {
        let whole = Pool { jobs, most: None, wanted: Wanted::All, budget: &budget }.run(|path, _| made.look(path));
        whole.parts.values().filter(|done| matches!(done.step, Step::Answer(_))).count()
    };
    assert!(n_answers(1) > 1, "there should be several");
    assert_eq!(n_answers(1), n_answers(3));
}

#[test]
fn a_limit_is_no_answer() {
    let budget = Budget::unlimited();
    let pool = Pool { jobs: 2, most: None, wanted: Wanted::Lowest, budget: &budget };
    let whole = pool.run(|path, _| match path.as_slice() {
        [] => Done { step: Step::Halves, work: 0 },
        [false] => Done { step: Step::<()>::Nothing, work: 1 },
        _ => Done { step: Step::Unknown(Exhausted::Time), work: 1 },
    });
    assert_eq!(whole.end, End::Exhausted(Exhausted::Time));
    assert!(!is_whole(whole.parts.iter().filter(|(_, it)| it.step == Step::Nothing).map(|(path, _)| path)));
}

#[test]
fn who_ends_the_work_ends_all_parts() {
    let budget = Budget::unlimited();
    let begun = AtomicU64::new(0);
    let pool = Pool { jobs: 2, most: None, wanted: Wanted::Lowest, budget: &budget };
    let whole = pool.run(|path, part| {
        if path.is_empty() {
            return Done { step: Step::<()>::Halves, work: 0 };
        }
        begun.fetch_add(1, Ordering::Relaxed);
        budget.end(Exhausted::Memory);
        while part.check().is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
        Done { step: Step::Unknown(Exhausted::Memory), work: 0 }
    });
    assert_eq!(whole.end, End::Exhausted(Exhausted::Memory));
    assert!(begun.load(Ordering::Relaxed) >= 1);
}

#[test]
#[should_panic(expected = "the sky should not fall")]
fn a_panic_goes_on() {
    let budget = Budget::unlimited();
    let pool = Pool { jobs: 3, most: None, wanted: Wanted::Lowest, budget: &budget };
    pool.run(|path, part| match path.as_slice() {
        [] => Done { step: Step::<()>::Halves, work: 0 },
        [true] => panic!("the sky should not fall"),
        _ => {
            while part.check().is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
            Done { step: Step::Unknown(Exhausted::Interrupted), work: 0 }
        }
    });
}
