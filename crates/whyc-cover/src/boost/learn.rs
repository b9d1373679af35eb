//! Samples, and the weights that networks learnt of them propose.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use whyc_bayes::booster::{self, Sample};
use whyc_bayes::structure::Search;

use crate::coverage::Tuples;
use crate::cross::Cross;
use crate::goal::Key;

/// The newest so many runs are learnt from, and so many of their events.
const MANY: usize = 600;
/// More goals are not asked for at a time.
const MOST_ATTRIBUTES: usize = 24;

/// What was seen of a run.
struct One {
    drawn: Vec<Option<Vec<f64>>>,
    sets: Vec<Option<usize>>,
    keys: BTreeSet<Key>,
    gaps: BTreeMap<Key, f64>,
}

/// A combination that a run met: of which cross, its values, and what was drawn and chosen.
type Met = (u32, Vec<u128>, Vec<Option<Vec<f64>>>, Vec<Option<usize>>);

/// What was seen of runs.
pub struct Samples {
    sizes: Vec<usize>,
    runs: VecDeque<One>,
    /// The combinations that a run met, each once.
    events: VecDeque<Met>,
}

/// What networks say.
#[derive(Default)]
pub struct Learnt {
    /// How many there were.
    pub networks: u64,
    /// The directives that are in one of them, once for each.
    pub kept: Vec<usize>,
    /// Weights to try.
    pub weights: Vec<booster::Weights>,
}

impl Samples {
    /// None yet, of directives with so many parts.
    pub fn new(sizes: Vec<usize>) -> Self {
        Self { sizes, runs: VecDeque::new(), events: VecDeque::new() }
    }

    /// One more run.
    pub fn take(
        &mut self,
        drawn: &[Vec<u32>],
        sets: &[Option<usize>],
        keys: &BTreeSet<Key>,
        gaps: BTreeMap<Key, f64>,
        tuples: &Tuples,
    ) {
        let share = |counts: &Vec<u32>| {
            let all: u32 = counts.iter().sum();
            (all > 0).then(|| counts.iter().map(|&it| f64::from(it) / f64::from(all)).collect())
        };
        let drawn: Vec<Option<Vec<f64>>> = drawn.iter().map(share).collect();
        let sets = if sets.is_empty() { vec![None; drawn.len()] } else { sets.to_vec() };
        for (cross, values) in tuples.keys() {
            self.events.push_back((*cross, values.clone(), drawn.clone(), sets.clone()));
        }
        self.runs.push_back(One { drawn, sets, keys: keys.clone(), gaps });
        while self.runs.len() > MANY {
            self.runs.pop_front();
        }
        while self.events.len() > MANY {
            self.events.pop_front();
        }
    }

    /// Weights for goals that are open, by networks that are learnt now: one kind of search after the other.
    pub fn propose(&self, open: &[Key], crosses: &[Cross], number: u64) -> Learnt {
        let search = if number.is_multiple_of(2) { Search::Greedy } else { Search::K2 };
        let mut learnt = Learnt::default();
        self.for_places(search, open, number, &mut learnt);
        for (at, cross) in crosses.iter().enumerate() {
            self.for_cross(search, at as u32, cross, open, &mut learnt);
        }
        // A round may not come to all of them: it begins with another one each time.
        let n = learnt.weights.len();
        if n > 0 {
            learnt.weights.rotate_left((number as usize * 7) % n);
        }
        learnt
    }

    /// For goals at a place: runs come there, and near.
    fn for_places(&self, search: Search, open: &[Key], number: u64, learnt: &mut Learnt) {
        let mut columns: Vec<(Vec<usize>, usize)> = Vec::new();
        for &key in open {
            let column = self.column(key);
            let size = column.iter().copied().max().map_or(0, |it| it + 1);
            let is_same = column.iter().all(|it| *it == column[0]);
            if !is_same && !columns.iter().any(|(known, _)| *known == column) {
                columns.push((column, size));
            }
        }
        if columns.is_empty() {
            return;
        }
        let n = columns.len();
        columns.rotate_left((number as usize * MOST_ATTRIBUTES) % n);
        columns.truncate(MOST_ATTRIBUTES);
        let sample = |(at, one): (usize, &One)| Sample {
            drawn: one.drawn.clone(),
            set: one.sets.clone(),
            attributes: columns.iter().map(|(column, _)| column[at]).collect(),
        };
        let samples: Vec<Sample> = self.runs.iter().enumerate().map(sample).collect();
        let sizes: Vec<usize> = columns.iter().map(|it| it.1).collect();
        let Some(booster) = booster::learn(search, &samples, &self.sizes, &sizes) else { return };
        learnt.networks += 1;
        learnt.kept.extend(&booster.kept);
        for at in 0..sizes.len() {
            let mut wanted = vec![None; sizes.len()];
            wanted[at] = Some(1);
            learnt.weights.extend(booster.propose(&wanted));
        }
    }

    /// For each run how near it comes to a goal: 0 if not to its place, then 1 for the nearest third, 2 and 3.
    fn column(&self, key: Key) -> Vec<usize> {
        let mut gaps: Vec<f64> = self.runs.iter().filter_map(|one| one.gaps.get(&key).copied()).collect();
        gaps.sort_by(f64::total_cmp);
        let thirds = [gaps.get(gaps.len() / 3).copied(), gaps.get(gaps.len() * 2 / 3).copied()];
        let near = |one: &One| match (one.gaps.get(&key), thirds) {
            (Some(gap), [Some(first), _]) if *gap <= first => 1,
            (Some(gap), [_, Some(second)]) if *gap <= second => 2,
            (Some(_), _) => 3,
            (None, _) => usize::from(one.keys.iter().any(|it| is_beside(*it, key))),
        };
        self.runs.iter().map(near).collect()
    }

    /// For combinations: their values.
    fn for_cross(&self, search: Search, number: u32, cross: &Cross, open: &[Key], learnt: &mut Learnt) {
        // What is in no set of values is one value more.
        let sizes: Vec<usize> = cross.attributes.iter().map(|it| it.domain.len() + 1).collect();
        let value = |(k, value): (usize, &u128)| {
            let domain = &cross.attributes[k].domain;
            domain.iter().position(|it| it.0 == *value).unwrap_or(domain.len())
        };
        let samples: Vec<Sample> = self
            .events
            .iter()
            .filter(|it| it.0 == number)
            .map(|(_, values, drawn, sets)| Sample {
                drawn: drawn.clone(),
                set: sets.clone(),
                attributes: values.iter().enumerate().map(value).collect(),
            })
            .collect();
        let mut known = cross.clone();
        let is_open = |tuple: &Vec<u128>| {
            let id = known.id(tuple);
            open.contains(&Key::Tuple(number, id))
        };
        let missing: Vec<Vec<u128>> = cross.tasks().into_iter().filter(is_open).collect();
        if missing.is_empty() {
            return;
        }
        let Some(booster) = booster::learn(search, &samples, &self.sizes, &sizes) else { return };
        learnt.networks += 1;
        learnt.kept.extend(&booster.kept);
        for tuple in missing {
            let wanted: Vec<Option<usize>> = tuple.iter().enumerate().map(value).map(Some).collect();
            learnt.weights.extend(booster.propose(&wanted));
        }
    }
}

/// Whether a run that meets one goal comes to the place of another.
fn is_beside(met: Key, wanted: Key) -> bool {
    match (met, wanted) {
        (Key::Branch(f, at, _), Key::Branch(g, to, _) | Key::Decides(g, to, ..)) => (f, at) == (g, to),
        (Key::Choice(f, at, _), Key::Choice(g, to, _)) => (f, at) == (g, to),
        (Key::Case(f, at, _), Key::Case(g, to, _)) => (f, at) == (g, to),
        (Key::Rounds(one, _), Key::Rounds(other, _)) => one == other,
        _ => false,
    }
}
