//! A change that was checked, and which of two is the better one.

use whyc_base::source::Span;
use whyc_check::Verdict;
use whyc_debug::finding::EditReport;
use whyc_ir::program::FunctionId;

use super::verdict::Known;

/// A change that was checked.
#[derive(Clone)]
pub struct Fix {
    /// What it does.
    pub edits: Vec<EditReport>,
    /// What a person would point at.
    pub place: Span,
    /// In which function.
    pub function: Option<FunctionId>,
    /// How far it is from what is there.
    pub cost: u32,
    /// The same in hundredths, with how it looks among the rest.
    pub distance: u32,
    /// Whether it makes a type larger where failing runs cut numbers off.
    pub widens: bool,
    /// Whether it leaves a condition, or a part of one, without effect.
    pub silences: bool,
    /// Whether fewer inputs matter to the program with it, or what it writes somewhere is not read any more.
    pub ignores: bool,
    /// Whether it leaves nothing to do for the statement that it changes.
    pub undoes: bool,
    /// What is known of it.
    pub known: Known,
}

impl Fix {
    /// Whether nothing speaks against it.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let holds = self.known.verdict.is_none_or(|it| matches!(it, Verdict::Safe | Verdict::BoundedSafe));
        holds && self.known.tests_pass && self.known.comes_there
    }

    /// Whether it also leaves nothing dead that was alive, the runs that passed as they were, and no input without effect.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.is_good() && self.known.lost.is_empty() && !self.known.gives_up() && self.keeps() && !self.ignores
    }

    /// Whether it only keeps runs away: those that failed do not come there, and inputs do not matter any more.
    #[must_use]
    pub fn is_escape(&self) -> bool {
        self.ignores && !self.known.runs_come_there
    }

    /// Whether it also leaves what nobody looks at as it was, and something to do for what only failing runs came to: there is no
    /// need to look for anything better.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.is_right()
            && !self.known.kills()
            && !self.undoes
            && !self.silences
            && !self.known.strays
            && (self.known.n_inner == 0 || self.widens)
    }

    /// Whether also the runs pass that need not.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.is_enough() && self.known.still_broken.is_empty()
    }

    /// Whether it leaves runs that passed as they were; where numbers are cut off, those that passed did so by chance.
    fn keeps(&self) -> bool {
        self.known.keeps_runs() || self.widens
    }

    /// Whether it is good, and a change so far away that gives other results than before would come after it.
    #[must_use]
    pub fn is_nearer(&self, other: u32, n_passing: usize) -> bool {
        let own = self.distance_with_all(n_passing);
        self.is_good() && self.known.lost.is_empty() && !self.known.gives_up() && own <= other
    }

    /// How far it is from what is there, with what speaks against it.
    #[must_use]
    pub fn distance_with_all(&self, n_passing: usize) -> u32 {
        self.distance + penalty(&self.known, n_passing)
    }

    /// The lower, the better.
    #[must_use]
    pub fn rank(&self, n_passing: usize) -> (bool, bool, bool, usize, u32) {
        let known = &self.known;
        let is_much = is_much(known.n_changed, n_passing) && !self.widens;
        // A far-fetched condition can keep every run that passed and still be wrong: it lists the runs that fail.
        let changes = CHANGES * u32::from(!self.keeps()) + CHANGES_MUCH * u32::from(is_much);
        let silences = SILENCES * u32::from(self.silences) + IGNORES * u32::from(self.ignores);
        (
            !self.is_good(),
            !known.lost.is_empty(),
            known.evades || known.kills() || self.undoes,
            known.still_broken.len(),
            self.distance + penalty(known, n_passing) + changes + silences,
        )
    }
}

/// That runs that passed give other results weighs as much as this many hundredths of a cost; more than that if many do.
const CHANGES: u32 = 1500;
const CHANGES_MUCH: u32 = 300;
/// That a part of a condition decides nothing any more weighs as much as this.
const SILENCES: u32 = 600;
/// That an input does not matter any more weighs as much as this.
const IGNORES: u32 = 1500;

/// Whether more than a third of the runs that passed give other results.
#[must_use]
pub fn is_much(n_changed: usize, n_passing: usize) -> bool {
    3 * n_changed > n_passing
}

/// How much speaks against a change that all runs pass with, in hundredths of its cost.
#[must_use]
pub fn penalty(known: &Known, n_passing: usize) -> u32 {
    let changed = 1200 * known.n_changed as u32 / n_passing.max(1) as u32 + 200 * u32::from(known.n_changed > 0);
    let inner = 150 * u32::from(known.n_inner > 0);
    let away = 300 * u32::from(!known.runs_come_there) + 800 * u32::from(known.strays);
    changed + inner + away + 600 * u32::from(known.kills())
}
