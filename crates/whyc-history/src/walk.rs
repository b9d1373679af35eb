//! From the newest revision back to the first that holds, and then the lines that made the difference.

use whyc_shrink::tree::{self, Tree};
use whyc_shrink::{Search, Stop, Subset};

use crate::change::{Atom, Difference, Files, merged, patch};
use crate::oracle::{Answer, Oracle};
use crate::revision::Revision;

/// Up to so many lines that stand one after the other are left out at once.
const WINDOW: usize = 8;

/// What a patch that is carried back may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Either answer: an old revision that is right stays right.
    Either,
    /// The failure only, as the loop was published. It carries the fault itself into revisions that do not have it; it is here
    /// to be compared with.
    Failure,
}

/// What a revision said.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The revision.
    pub revision: Revision,
    /// What it said as it is.
    pub alone: Answer,
    /// What it said with what was carried back to it.
    pub answer: Answer,
    /// How many lines were carried back.
    pub carried: usize,
}

/// Since when it fails, and because of what.
#[derive(Clone, Debug)]
pub struct Guilt {
    /// The revision since which it fails, by its position among those that were asked.
    pub bad: usize,
    /// The revision before it.
    pub good: usize,
    /// The smallest part of the difference that makes it fail.
    pub lines: Vec<Atom>,
    /// The same as a patch.
    pub patch: String,
    /// How many lines are different in all.
    pub n_changed: usize,
    /// The last state that fails, and the same without these lines.
    pub mended: (Files, Files),
    /// What had to be carried back so that the question could be asked of the revision that holds; empty if nothing.
    pub carried: String,
}

/// All that was found out.
#[derive(Clone, Debug)]
pub struct History {
    /// What the revisions said, newest first.
    pub asked: Vec<Asked>,
    /// Since when it fails; nothing if it fails in all of them.
    pub guilt: Option<Guilt>,
    /// How many states of the files were looked at.
    pub tests: u64,
    /// Whether somebody said stop.
    pub is_stopped: bool,
}

/// The walk so far: the last state of the files that fails like the newest, with the revision that it was made from.
struct Walk<'a> {
    oracle: &'a dyn Oracle,
    jobs: usize,
    stop: &'a Stop,
    aim: Aim,
    tests: u64,
    /// The last revision that fails, as it is.
    base: Files,
    /// The same with what was carried back to it.
    last: Files,
}

/// Asks the revisions in order, the newest first, which fails by definition. `files` gives those of a revision, by its position.
///
/// # Errors
/// What `files` says is wrong.
pub fn walk<E>(
    revisions: &[Revision],
    files: &mut dyn FnMut(usize) -> Result<Files, E>,
    oracle: &dyn Oracle,
    (aim, jobs, stop): (Aim, usize, &Stop),
    tell: &mut dyn FnMut(&Asked),
) -> Result<History, E> {
    let mut found = History { asked: Vec::new(), guilt: None, tests: 0, is_stopped: false };
    let Some(newest) = revisions.first() else { return Ok(found) };
    let base = files(0)?;
    let mut walk = Walk { oracle, jobs, stop, aim, tests: 0, last: base.clone(), base };
    let first = Asked { revision: newest.clone(), alone: Answer::Same, answer: Answer::Same, carried: 0 };
    tell(&first);
    found.asked.push(first);
    for (position, revision) in revisions.iter().enumerate().skip(1) {
        if stop.is_set() {
            break;
        }
        let here = files(position)?;
        let (alone, state, answer) = walk.state(&here);
        let carried = Difference::new(&here, &state).atoms.len();
        let asked = Asked { revision: revision.clone(), alone, answer: answer.clone(), carried };
        tell(&asked);
        found.asked.push(asked);
        match answer {
            Answer::Same => (walk.base, walk.last) = (here, state),
            Answer::Holds => {
                found.guilt = Some(walk.guilt(&here, &state, position));
                break;
            }
            // Not even the newest files lead to an answer: nothing can be carried further.
            Answer::Other(_) | Answer::Absent(_) | Answer::Unread(_) | Answer::Undecided(_) => break,
        }
    }
    (found.tests, found.is_stopped) = (walk.tests, stop.is_set());
    Ok(found)
}

impl Guilt {
    /// The newest files with these lines as they were when it held, if they are still there to be changed.
    #[must_use]
    pub fn ported(&self, newest: &Files) -> Option<Files> {
        merged(&self.mended.0, &self.mended.1, newest)
    }
}

impl Walk<'_> {
    fn ask(&mut self, files: &Files) -> Answer {
        self.tests += 1;
        self.oracle.ask(files, self.stop)
    }

    /// What older files say as they are, and the state of them in which they have an answer, with that.
    fn state(&mut self, here: &Files) -> (Answer, Files, Answer) {
        let alone = self.ask(here);
        // What was carried so far may be needed no more: the fewer changes, the better.
        if alone.is_meaningful() {
            return (alone.clone(), here.clone(), alone);
        }
        if let Some(carried) = merged(&self.base, &self.last, here) {
            let answer = self.ask(&carried);
            if answer.is_meaningful() {
                return (alone, carried, answer);
            }
        }
        let carried = self.smallest(here, &alone);
        let answer = self.ask(&carried);
        (alone, carried, answer)
    }

    /// The older files with the fewest lines of the newer ones with which the question has an answer, whichever.
    fn smallest(&mut self, here: &Files, alone: &Answer) -> Files {
        let difference = Difference::new(here, &self.last);
        // Where the check itself is new it comes as a whole: a part of it would ask another question.
        let is_new = matches!(alone, Answer::Absent(_));
        let of_check = |atom: &Atom| {
            is_new && atom.new.as_ref().is_some_and(|(line, _)| self.oracle.is_of_check(&self.last, &atom.path, *line))
        };
        let forest = difference.tied(&of_check);
        let (chosen, tests) = self.search(&difference, &forest, &|answer| match self.aim {
            Aim::Either => answer.is_meaningful(),
            Aim::Failure => *answer == Answer::Same,
        });
        self.tests += tests;
        difference.with(&chosen)
    }

    /// The lines that make the difference between a state that holds and the last one that fails.
    fn guilt(&mut self, here: &Files, good: &Files, position: usize) -> Guilt {
        let difference = Difference::new(good, &self.last);
        let (chosen, tests) = self.search(&difference, &difference.forest, &|answer| *answer == Answer::Same);
        self.tests += tests;
        Guilt {
            bad: position - 1,
            good: position,
            lines: difference.chosen(&chosen),
            patch: difference.patch(&chosen),
            n_changed: Difference::new(here, &self.base).atoms.len(),
            mended: (self.last.clone(), difference.with(&Subset::all(difference.atoms.len()).minus(&chosen))),
            carried: patch(here, good),
        }
    }

    fn search(
        &self,
        difference: &Difference,
        forest: &[Tree],
        is_wanted: &(dyn Fn(&Answer) -> bool + Sync),
    ) -> (Subset, u64) {
        let question = |kept: &Subset, stop: &Stop| is_wanted(&self.oracle.ask(&difference.with(kept), stop));
        let mut search = Search::new(&question).jobs(self.jobs).ended_by(self.stop.clone());
        let mut chosen = tree::prune(&mut search, Subset::all(difference.atoms.len()), forest);
        // A line that ends a function and one that begins the next go only together.
        while let Some(fewer) = without_neighbours(&mut search, &chosen, forest) {
            chosen = tree::prune(&mut search, fewer, forest);
        }
        (chosen, search.tests())
    }
}

/// What is left without some lines that stand one after the other, if that can be: 1-minimal is not yet minimal.
fn without_neighbours(search: &mut Search<'_>, chosen: &Subset, forest: &[Tree]) -> Option<Subset> {
    let n = chosen.n_atoms();
    // What goes only together is one.
    let mut units: Vec<Subset> = Vec::new();
    let mut waiting: Vec<&Tree> = forest.iter().rev().collect();
    while let Some(tree) = waiting.pop() {
        let own = Subset::of(n, tree.atoms.iter().copied()).and(chosen);
        units.extend((!own.is_empty()).then_some(own));
        waiting.extend(tree.children.iter().rev());
    }
    let windows: Vec<Subset> = (2..=WINDOW.min(units.len().saturating_sub(1)))
        .flat_map(|size| {
            units.windows(size).map(|window| window.iter().fold(Subset::none(n), |all, unit| all.or(unit)))
        })
        .collect();
    let found = search.first_interesting(windows.len(), &|i| chosen.minus(&windows[i]))?;
    Some(chosen.minus(&windows[found]))
}
