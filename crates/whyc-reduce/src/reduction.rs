//! Pass after pass, until nothing becomes smaller any more.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use whyc_shrink::{Search, Stop, Subset, tree};

use crate::judge::Judge;
use crate::passes::{Changes, Pass, parsed, unreached};
use crate::text::{Text, changed, lines, size};

/// More rounds than this make nothing smaller that a person would see.
const MOST_ROUNDS: usize = 12;

/// In smaller programs, to go from the entry down is more questions, not fewer: bytes that are no space.
const LARGE: usize = 2000;

/// Whether texts compile natively.
pub type Compiles<'a> = &'a (dyn Fn(&[&str]) -> bool + Sync);

/// What a reduction needs.
pub struct Reduction<'a> {
    /// Who says whether a text is wanted.
    pub judge: &'a dyn Judge,
    /// Who says whether a text compiles, if that is asked. It is slow, and asked after each pass; only where it refuses, each step
    /// of that pass is asked about.
    pub compiles: Option<Compiles<'a>>,
    /// The function at which the program starts.
    pub entry: String,
    /// A text that must stay as it is: changes in it would only be tried in vain.
    pub kept: String,
    /// How many candidates are looked at at once.
    pub jobs: usize,
    /// Ends it, with the best that is known.
    pub stop: Stop,
}

/// How far a reduction is.
#[derive(Clone, Copy, Debug)]
pub struct Doing<'a> {
    /// The best texts that are known to be wanted, and that compile.
    pub texts: &'a [Text],
    /// How large they would be with what is being tried: bytes that are no space.
    pub size: usize,
    /// What is looked at.
    pub what: &'static str,
    /// How many candidates were looked at.
    pub tests: u64,
}

/// What became of the texts.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// What is left, in the order of the originals; some may be empty.
    pub texts: Vec<Text>,
    /// How many candidates were looked at.
    pub tests: u64,
    /// Whether nothing more can be taken away by these passes; otherwise somebody said stop.
    pub is_complete: bool,
}

impl Reduced {
    /// How many lines are left.
    #[must_use]
    pub fn lines(&self) -> usize {
        lines(&self.texts)
    }
}

impl Reduction<'_> {
    /// Makes texts smaller that are wanted as they are.
    pub fn run(&self, mut texts: Vec<Text>, tell: &mut dyn FnMut(Doing<'_>)) -> Reduced {
        let mut is_complete = false;
        // What was asked ahead in vain does not count: the number is the same however many are looked at at once.
        let tests = Cell::new(0);
        for _ in 0..MOST_ROUNDS {
            let before = size(&texts);
            for pass in Pass::ALL {
                if pass.sweeps() && size(&texts) < LARGE {
                    continue;
                }
                texts = self.pass(pass, texts, &tests, tell);
                if self.stop.is_set() {
                    break;
                }
            }
            is_complete = !self.stop.is_set() && size(&texts) >= before;
            if is_complete || self.stop.is_set() {
                break;
            }
        }
        let tidy: Vec<Text> = texts.iter().map(Text::tidied).collect();
        // What is tidy says the same; should it not, it stays as it is.
        let is_same = !self.stop.is_set() && self.is_good(&tidy, self.compiles);
        let texts = if is_same || self.stop.is_set() { tidy } else { texts };
        Reduced { texts, tests: tests.get(), is_complete }
    }

    fn is_good(&self, texts: &[Text], compiles: Option<Compiles<'_>>) -> bool {
        let all: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        self.judge.is_wanted(&all, &self.stop) && compiles.is_none_or(|compiles| compiles(&all))
    }

    /// The texts after one pass. A compiler is asked at its end; should it refuse, the pass is done again with its advice.
    fn pass(&self, pass: Pass, texts: Vec<Text>, tests: &Cell<u64>, tell: &mut dyn FnMut(Doing<'_>)) -> Vec<Text> {
        let after = self.tried(pass, &texts, None, tests, tell);
        let Some(compiles) = self.compiles else { return after };
        let all: Vec<&str> = after.iter().map(|text| text.text.as_str()).collect();
        if after == texts || compiles(&all) {
            return after;
        }
        self.tried(pass, &texts, Some(compiles), tests, tell)
    }

    fn tried(
        &self,
        pass: Pass,
        texts: &[Text],
        compiles: Option<Compiles<'_>>,
        tests: &Cell<u64>,
        tell: &mut dyn FnMut(Doing<'_>),
    ) -> Vec<Text> {
        let Changes { all, forest } = pass.changes(texts, &self.entry, &self.kept);
        let n = all.len();
        let made = |kept: &Subset| {
            let with = changed(texts, all.iter().enumerate().filter(|(i, _)| !kept.has(*i)).map(|(_, it)| it));
            if pass.sweeps() && kept.len() < n { swept(&with, &self.entry) } else { with }
        };
        if all.iter().all(Vec::is_empty) {
            return texts.to_vec();
        }
        let best = AtomicUsize::new(size(texts));
        let question = |kept: &Subset, stop: &Stop| {
            let candidate = made(kept);
            let all: Vec<&str> = candidate.iter().map(|text| text.text.as_str()).collect();
            let is_it = self.judge.is_wanted(&all, stop) && compiles.is_none_or(|compiles| compiles(&all));
            if is_it {
                best.fetch_min(size(&candidate), Ordering::Relaxed);
            }
            is_it
        };
        let kept = {
            let listener = |_: whyc_shrink::Progress| {
                let size = best.load(Ordering::Relaxed);
                tell(Doing { texts, size, what: pass.words(), tests: self.judge.n_judged() });
            };
            let mut search = Search::new(&question).jobs(self.jobs).ended_by(self.stop.clone()).telling(listener);
            let kept = tree::prune(&mut search, Subset::all(n), &forest);
            tests.set(tests.get() + search.tests());
            kept
        };
        made(&kept)
    }
}

/// The texts without what no name leads to from the entry.
fn swept(texts: &[Text], entry: &str) -> Vec<Text> {
    let gone = unreached::unreached(&parsed(texts), entry);
    changed(texts, [&gone])
}
