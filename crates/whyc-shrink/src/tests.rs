use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use crate::bisect::bisect_list;
use crate::ddmin::ddmin;
use crate::prune::prune_list;
use crate::tree::{self, Tree};
use crate::{Ended, Progress, Search, Stop, Subset};

/// The example of Artho's paper, question by question: eight changes, of which the sixth matters.
#[test]
fn bisection_asks_as_the_paper_shows() {
    let asked = Mutex::new(Vec::new());
    let question = |kept: &Subset, _: &Stop| {
        let is_it = kept.has(5);
        asked.lock().expect("nobody panics").push(format!("{kept} {}", if is_it { "pass" } else { "fail" }));
        is_it
    };
    let mut search = Search::new(&question);
    assert_eq!(bisect_list(&mut search, 8).to_string(), "00000100");
    assert_eq!(search.tests(), 6, "11110000 is needed twice and asked once");
    let expected =
        ["00000000 fail", "11110000 fail", "11111100 pass", "11111000 fail", "11110100 pass", "00000100 pass"];
    assert_eq!(*asked.lock().expect("nobody panics"), expected);
}

/// What a random question says: interesting if all of some sets of atoms are there, of one of several alternatives.
#[derive(Clone, Debug)]
struct Needs {
    n: usize,
    alternatives: Vec<Vec<usize>>,
    /// Without monotony: these together spoil it.
    spoils: Vec<usize>,
}

impl Needs {
    fn is_interesting(&self, kept: &Subset) -> bool {
        let is_spoilt =
            !self.spoils.is_empty() && kept.len() < self.n && self.spoils.iter().all(|&atom| kept.has(atom));
        !is_spoilt && (kept.len() == self.n || self.alternatives.iter().any(|all| all.iter().all(|&it| kept.has(it))))
    }

    /// The size of the smallest interesting subset, by looking at all of them.
    fn smallest(&self) -> usize {
        let subsets = (0..1usize << self.n).map(|bits| Subset::of(self.n, (0..self.n).filter(|i| bits >> i & 1 == 1)));
        subsets.filter(|kept| self.is_interesting(kept)).map(|kept| kept.len()).min().unwrap_or(self.n)
    }

    fn is_minimal(&self, kept: &Subset) -> bool {
        kept.iter().all(|atom| !self.is_interesting(&kept.minus(&Subset::of(self.n, [atom]))))
    }
}

fn needs(monotone: bool) -> impl Strategy<Value = Needs> {
    (1usize..=10).prop_flat_map(move |n| {
        let some = || proptest::collection::vec(0..n, 1..=n.min(4));
        let spoils = if monotone { Just(Vec::new()).boxed() } else { some().boxed() };
        (proptest::collection::vec(some(), 1..4), spoils).prop_map(move |(alternatives, spoils)| Needs {
            n,
            alternatives,
            spoils,
        })
    })
}

/// A forest over the atoms 0..n, nested by a few random numbers.
fn forest(n: usize, shape: &[usize]) -> Vec<Tree> {
    let mut trees: Vec<Tree> = (0..n).map(Tree::leaf).collect();
    for &cut in shape {
        let at = cut % trees.len();
        let rest = trees.split_off(at);
        if !rest.is_empty() {
            trees.push(Tree::group(rest));
        }
    }
    trees
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_pruned_is_interesting_and_minimal(needs in needs(false)) {
        let question = |kept: &Subset, _: &Stop| needs.is_interesting(kept);
        for found in [prune_list(&mut Search::new(&question), needs.n), ddmin(&mut Search::new(&question), needs.n)] {
            prop_assert!(needs.is_interesting(&found));
            prop_assert!(needs.is_minimal(&found), "{found} of {needs:?}");
            prop_assert!(found.len() >= needs.smallest());
        }
        let found = bisect_list(&mut Search::new(&question), needs.n);
        prop_assert!(needs.is_interesting(&found));
    }

    /// Where there is one set that is needed, and more never hurts, all of them find exactly that.
    #[test]
    fn one_reason_is_found_exactly(mut needs in needs(true)) {
        needs.alternatives.truncate(1);
        let expected = Subset::of(needs.n, needs.alternatives[0].iter().copied());
        let question = |kept: &Subset, _: &Stop| needs.is_interesting(kept);
        prop_assert_eq!(&prune_list(&mut Search::new(&question), needs.n), &expected);
        prop_assert_eq!(&ddmin(&mut Search::new(&question), needs.n), &expected);
        prop_assert_eq!(&bisect_list(&mut Search::new(&question), needs.n), &expected);
        let trees = forest(needs.n, &[1, 3, 2]);
        prop_assert_eq!(&tree::bisect(&mut Search::new(&question), Subset::all(needs.n), &trees), &expected);
        prop_assert_eq!(&tree::prune(&mut Search::new(&question), Subset::all(needs.n), &trees), &expected);
    }

    #[test]
    fn trees_are_pruned_to_what_no_group_can_be_taken_from(
        needs in needs(false),
        shape in proptest::collection::vec(0usize..10, 0..5),
    ) {
        let question = |kept: &Subset, _: &Stop| needs.is_interesting(kept);
        let trees = forest(needs.n, &shape);
        let found = tree::prune(&mut Search::new(&question), Subset::all(needs.n), &trees);
        prop_assert!(needs.is_interesting(&found));
        let mut groups: Vec<&Tree> = trees.iter().collect();
        while let Some(group) = groups.pop() {
            let all = group.all(needs.n).and(&found);
            prop_assert!(all.is_empty() || !needs.is_interesting(&found.minus(&all)), "{all} of {found}");
            groups.extend(&group.children);
        }
    }

    /// Several questions at once lead to the same subset by the same questions as one at a time.
    #[test]
    fn the_result_does_not_depend_on_how_many_are_asked_at_once(needs in needs(false), delays in any::<u64>()) {
        let question = |kept: &Subset, _: &Stop| {
            // Later questions are often answered before earlier ones.
            for _ in 0..(delays.rotate_left(kept.len() as u32 * 7) % 5) {
                std::thread::yield_now();
            }
            needs.is_interesting(kept)
        };
        let run = |jobs: usize| {
            let mut search = Search::new(&question).jobs(jobs);
            let found = (prune_list(&mut search, needs.n), ddmin(&mut search, needs.n));
            (found, search.tests())
        };
        let one = run(1);
        prop_assert_eq!(&run(2), &one);
        prop_assert_eq!(&run(4), &one);
    }
}

/// Questions that nobody needs any more are told so.
#[test]
fn a_success_stops_what_comes_after_it() {
    let stopped = AtomicUsize::new(0);
    let question = |kept: &Subset, stop: &Stop| {
        // Without atom 0: yes, at once. All others wait until they are told to stop.
        if !kept.has(0) {
            return true;
        }
        while !stop.is_set() {
            std::thread::yield_now();
        }
        stopped.fetch_add(1, Ordering::Relaxed);
        false
    };
    // Often: whoever begins while the answer comes must hear of it too.
    for _ in 0..2000 {
        stopped.store(0, Ordering::Relaxed);
        let mut search = Search::new(&question).jobs(4);
        let found = search.first_interesting(8, &|i| Subset::all(8).minus(&Subset::of(8, [i])));
        assert_eq!((found, search.tests()), (Some(0), 1));
        // Nothing is known of those that were stopped.
        assert!(stopped.load(Ordering::Relaxed) <= 3);
    }
}

#[test]
fn who_is_stopped_keeps_what_was_found_by_then() {
    for jobs in [1, 3] {
        let (stop, n_asked) = (Stop::default(), AtomicUsize::new(0));
        let question = |kept: &Subset, _: &Stop| {
            if n_asked.fetch_add(1, Ordering::Relaxed) == 12 {
                stop.set();
            }
            kept.has(3) && kept.has(40)
        };
        let mut told = Vec::new();
        let mut search =
            Search::new(&question).jobs(jobs).ended_by(stop.clone()).telling(|progress: Progress| told.push(progress));
        let found = prune_list(&mut search, 64);
        assert_eq!(search.ended(), Ended::Stopped);
        drop(search);
        assert!(found.has(3) && found.has(40) && found.len() < 64, "{found}");
        assert!(told.windows(2).all(|two| two[1].kept <= two[0].kept && two[1].tests >= two[0].tests));
        assert_eq!(told.last().map(|last| last.kept), Some(found.len()));
    }
}

/// A group that is not needed goes as one: halving lines would leave some of it. From Artho's paper: a function between
/// `#if 0` and `#endif`, of which any part on its own breaks the program.
#[test]
fn groups_leave_no_debris() {
    // 0..7 is the hunk, 7 the change that matters. The directives must come and go together; a line of C between them
    // does no harm, outside of them it does.
    let question = |kept: &Subset, _: &Stop| {
        let is_off = kept.has(0) && kept.has(6);
        let has_code = (1..6).any(|line| kept.has(line));
        kept.has(7) && kept.has(0) == kept.has(6) && (is_off || !has_code)
    };
    let lines = bisect_list(&mut Search::new(&question), 8);
    assert_eq!(lines.to_string(), "10000011", "line by line the two directives stay: neither goes alone");
    let hunks = [Tree::group((0..7).map(Tree::leaf).collect()), Tree::group(vec![Tree::leaf(7)])];
    let found = tree::bisect(&mut Search::new(&question), Subset::all(8), &hunks);
    assert_eq!(found.to_string(), "00000001");
}
