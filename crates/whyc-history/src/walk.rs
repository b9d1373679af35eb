//! From the newest revision back to the first that holds, and then the lines that made the difference.

mod ahead;
mod minimal;

use whyc_shrink::tree::Tree;
use whyc_shrink::{Search, Stop, Subset};

use crate::change::merge::merged;
use crate::change::patch::patch;
use crate::change::pieces::Grain;
use crate::change::{Atom, Difference, Files};
use crate::oracle::{Answer, Oracle};
use crate::revision::Revision;

/// What a patch that is carried back may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Either answer: an old revision that is right stays right.
    Either,
    /// The failure only, as the loop was published. It carries the fault itself into revisions that do not have it; it is here
    /// to be compared with.
    Failure,
}

/// Which revisions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// All of them, one after the other: a check that was mended and broke again fails since it broke again.
    Every,
    /// The next, then two further back, then four, as long as they fail; then by halves. Those between two that fail are taken to fail.
    Gallop,
}

/// How to go back.
#[derive(Clone, Debug)]
pub struct Way {
    /// What a patch may lead to.
    pub aim: Aim,
    /// Which revisions are asked.
    pub pace: Pace,
    /// How many questions are asked at once. What is found is the same for any number.
    pub jobs: usize,
    /// Ends it.
    pub stop: Stop,
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
    /// How many newer revisions were passed over to come here.
    pub passed_over: usize,
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
    /// The state that holds, with what was carried back to it.
    pub held: Files,
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
struct Walk<'a, E> {
    revisions: &'a [Revision],
    files: &'a mut dyn FnMut(usize) -> Result<Files, E>,
    oracle: &'a dyn Oracle,
    way: &'a Way,
    tell: &'a mut dyn FnMut(&Asked),
    found: History,
    /// The last revision that fails, by its position among all.
    at: usize,
    /// It, as it is.
    base: Files,
    /// The same with what was carried back to it.
    last: Files,
    /// The first revision that was not asked ahead.
    ahead: usize,
}

/// A revision in which the question has an answer: what it says alone, the state with what is carried to it, and what that says.
type Met = (Answer, Files, Answer);

/// Asks the revisions in order, the newest first, which fails by definition. `files` gives those of a revision, by its position.
///
/// # Errors
/// What `files` says is wrong.
pub fn walk<E>(
    revisions: &[Revision],
    files: &mut dyn FnMut(usize) -> Result<Files, E>,
    oracle: &dyn Oracle,
    way: &Way,
    tell: &mut dyn FnMut(&Asked),
) -> Result<History, E> {
    let found = History { asked: Vec::new(), guilt: None, tests: 0, is_stopped: false };
    if revisions.is_empty() {
        return Ok(found);
    }
    let base = files(0)?;
    let mut walk = Walk { revisions, files, oracle, way, tell, found, at: 0, last: base.clone(), base, ahead: 0 };
    walk.tells(0, 0, (Answer::Same, Answer::Same));
    let mut stride = 1;
    while walk.at + 1 < revisions.len() && !way.stop.is_set() {
        let target = (walk.at + stride).min(revisions.len() - 1);
        if way.pace == Pace::Gallop && target > walk.at + 1 && walk.gallops(target)? {
            stride *= 2;
            continue;
        }
        if !walk.steps()? {
            break;
        }
        stride = 2;
    }
    walk.found.is_stopped = way.stop.is_set();
    Ok(walk.found)
}

impl<E> Walk<'_, E> {
    fn tells(&mut self, position: usize, carried: usize, (alone, answer): (Answer, Answer)) {
        let passed_over = (position - self.at).saturating_sub(1);
        let asked = Asked { revision: self.revisions[position].clone(), alone, answer, carried, passed_over };
        (self.tell)(&asked);
        self.found.asked.push(asked);
    }

    /// A revision was asked, and from now on it is the last that fails, if it does.
    fn meets(&mut self, position: usize, here: Files, (alone, state, answer): Met) {
        let carried = Difference::new(&here, &state, Grain::Lines).atoms.len();
        self.tells(position, carried, (alone, answer.clone()));
        if answer == Answer::Same {
            (self.at, self.base, self.last) = (position, here, state);
        }
    }

    /// Whether a revision further back fails, too: then those before it are passed over. Otherwise goes as near as possible to the last
    /// that does, by halves.
    fn gallops(&mut self, target: usize) -> Result<bool, E> {
        if self.fails_at(target)? {
            return Ok(true);
        }
        let mut far = target;
        while far > self.at + 1 && !self.way.stop.is_set() {
            let middle = self.at + (far - self.at) / 2;
            if !self.fails_at(middle)? {
                far = middle;
            }
        }
        Ok(false)
    }

    /// Whether a revision further back fails like the newest, as it is or with what was carried so far.
    fn fails_at(&mut self, position: usize) -> Result<bool, E> {
        let here = (self.files)(position)?;
        match self.probe(&here) {
            Some(met) if met.2 == Answer::Same => {
                self.meets(position, here, met);
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// Asks the next revision. Whether to go on.
    fn steps(&mut self) -> Result<bool, E> {
        let position = self.at + 1;
        if self.way.pace == Pace::Every && self.way.jobs > 1 && position >= self.ahead {
            self.ahead = (position + self.way.jobs).min(self.revisions.len());
            let several: Vec<Files> = (position..self.ahead).map(&mut *self.files).collect::<Result<_, E>>()?;
            ahead::ask(self.oracle, &several, &self.way.stop);
        }
        let here = (self.files)(position)?;
        let met = self.state(&here);
        let (state, answer) = (met.1.clone(), met.2.clone());
        self.meets(position, here.clone(), met);
        match answer {
            Answer::Same => Ok(true),
            Answer::Holds => {
                let good = self.found.asked.len() - 1;
                self.found.guilt = Some(self.guilt(&here, &state, good));
                Ok(false)
            }
            // Not even the newest files lead to an answer: nothing can be carried further.
            Answer::Other(_) | Answer::Absent(_) | Answer::Unread(_) | Answer::Undecided(_) => Ok(false),
        }
    }
}

impl Guilt {
    /// The newest files with these lines as they were when it held, if they are still there to be changed.
    #[must_use]
    pub fn ported(&self, newest: &Files) -> Option<Files> {
        merged(&self.mended.0, &self.mended.1, newest)
    }
}

impl<E> Walk<'_, E> {
    fn ask(&mut self, files: &Files) -> Answer {
        self.found.tests += 1;
        self.oracle.ask(files, &self.way.stop)
    }

    /// What older files say as they are or with what was carried so far, if that is an answer.
    fn probe(&mut self, here: &Files) -> Option<Met> {
        let alone = self.ask(here);
        // What was carried so far may be needed no more: the fewer changes, the better.
        if alone.is_meaningful() {
            return Some((alone.clone(), here.clone(), alone));
        }
        let carried = merged(&self.base, &self.last, here)?;
        let answer = self.ask(&carried);
        answer.is_meaningful().then_some((alone, carried, answer))
    }

    /// What older files say as they are, and the state of them in which they have an answer, with that.
    fn state(&mut self, here: &Files) -> Met {
        if let Some(met) = self.probe(here) {
            return met;
        }
        let alone = self.ask(here);
        self.found.tests -= 1;
        let carried = self.smallest(here, &alone);
        let answer = self.ask(&carried);
        (alone, carried, answer)
    }

    /// The older files with the fewest lines of the newer ones with which the question has an answer, whichever.
    fn smallest(&mut self, here: &Files, alone: &Answer) -> Files {
        let difference = Difference::new(here, &self.last, Grain::Syntax);
        // Where the check itself is new it comes as a whole: a part of it would ask another question.
        let is_new = matches!(alone, Answer::Absent(_));
        let of_check = |atom: &Atom| {
            is_new && atom.new.as_ref().is_some_and(|(line, _)| self.oracle.is_of_check(&self.last, &atom.path, *line))
        };
        let forest = difference.tied(&of_check);
        let aim = self.way.aim;
        let (chosen, tests) = self.search(&difference, &forest, &|answer| match aim {
            Aim::Either => answer.is_meaningful(),
            Aim::Failure => *answer == Answer::Same,
        });
        self.found.tests += tests;
        difference.with(&chosen)
    }

    /// The lines that make the difference between a state that holds and the last one that fails.
    /// `position` is where the state that holds stands among those that were asked.
    fn guilt(&mut self, here: &Files, good: &Files, position: usize) -> Guilt {
        let difference = Difference::new(good, &self.last, Grain::Syntax);
        let (chosen, tests) = self.search(&difference, &difference.forest, &|answer| *answer == Answer::Same);
        self.found.tests += tests;
        Guilt {
            bad: position - 1,
            good: position,
            lines: difference.chosen(&chosen),
            patch: difference.patch(&chosen),
            n_changed: Difference::new(here, &self.base, Grain::Lines).atoms.len(),
            mended: (self.last.clone(), difference.without(&chosen)),
            held: good.clone(),
            carried: patch(here, good),
        }
    }

    fn search(
        &self,
        difference: &Difference,
        forest: &[Tree],
        is_wanted: &(dyn Fn(&Answer) -> bool + Sync),
    ) -> (Subset, u64) {
        let oracle = self.oracle;
        let question = |kept: &Subset, stop: &Stop| is_wanted(&oracle.ask(&difference.with(kept), stop));
        let mut search = Search::new(&question).jobs(self.way.jobs).ended_by(self.way.stop.clone());
        (minimal::smallest(&mut search, difference, forest), search.tests())
    }
}
