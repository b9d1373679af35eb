//! Moments of a run as it is, from which it can go on with something suspended.
//!
//! Many questions are about one run: with this suspended, with that, with both. Until the first of what is suspended is evaluated,
//! the run is as it was. So the second question about a run has it gone through once as it is, and keeps where it was on the way.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_check::Analysis;
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::Checkpoint;
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot};

use super::groups::Groups;
use super::runs::{FailingRun, Fixing, Roots};

/// A moment is kept after each such part of a run, where something is evaluated for the first time before the next one.
const PARTS: u64 = 8;

/// A moment of a run.
pub struct Moment {
    /// Where the run was.
    pub checkpoint: Checkpoint,
    /// The storage that had begun its life.
    pub roots: Roots,
    /// The calls that had been made, by the activation that makes them.
    pub calls: FxHashSet<(FrameId, InstrId)>,
}

/// The moments of a run, the first one first.
#[derive(Default)]
pub struct Moments {
    kept: Vec<Moment>,
    /// How many of them were before a group was evaluated for the first time.
    before: FxHashMap<usize, usize>,
    /// How much work it was to find them.
    pub effort: u64,
}

impl Moments {
    /// Goes through a run that takes about `effort`. Of moments, no more is kept than so many steps.
    #[must_use]
    pub fn of(
        analysis: &mut Analysis,
        run: &FailingRun,
        groups: &Groups,
        (bounds, most): (&Bounds, (u64, usize)),
        (effort, room): (u64, usize),
    ) -> Self {
        let program = &analysis.program.clone();
        let part = (effort / PARTS).max(1);
        let mut watch = Watch {
            fixing: Fixing::new(program, &run.inputs),
            groups,
            part,
            next: part,
            room,
            latest: None,
            calls: FxHashSet::default(),
            found: Self::default(),
        };
        let unrolled = analysis.unroll_within(bounds, most, &mut watch);
        let mut found = watch.found;
        // Moments of a run that was not finished are as good.
        found.effort = unrolled.map_or(most.0, |unrolling| unrolling.effort);
        found
    }

    /// The last moment before any of `set` is evaluated; none if that is the beginning.
    #[must_use]
    pub fn before(&self, set: &[usize]) -> Option<&Moment> {
        // What the run as it is does not evaluate, it comes to only after it has become another one.
        let n_before = set.iter().filter_map(|group| self.before.get(group)).min();
        self.kept[..n_before.copied().unwrap_or(self.kept.len())].last()
    }

    /// How many steps they hold.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.kept.iter().map(|moment| moment.checkpoint.n_steps()).sum()
    }
}

struct Watch<'a> {
    fixing: Fixing<'a>,
    groups: &'a Groups,
    /// How much work there is between moments, and after how much the next one is due.
    part: u64,
    next: u64,
    room: usize,
    /// A moment that is kept if something is evaluated for the first time before the next one.
    latest: Option<Moment>,
    calls: FxHashSet<(FrameId, InstrId)>,
    found: Moments,
}

impl Rewrite for Watch<'_> {
    fn content(&mut self, terms: &mut TermStore, root: ObjectRoot, array: TermId) -> TermId {
        self.fixing.content(terms, root, array)
    }

    fn define(&mut self, terms: &mut TermStore, _site: Site<'_>, what: Defined, value: TermId) -> TermId {
        self.fixing.define(terms, what, value)
    }

    fn component(&mut self, terms: &mut TermStore, _site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        let group = self.groups.of(value.component)?;
        if terms.as_bool(value.guard) != Some(false) && !self.found.before.contains_key(&group) {
            if let Some(moment) = self.latest.take() {
                self.room -= moment.checkpoint.n_steps().min(self.room);
                self.found.kept.push(moment);
            }
            self.found.before.insert(group, self.found.kept.len());
        }
        None
    }

    fn enter(&mut self, _frame: FrameId, _function: FunctionId, site: Site<'_>) {
        self.calls.insert((site.frame, site.instr));
    }

    fn keeps(&mut self, effort: u64) -> bool {
        let is_due = effort >= self.next && self.room > 0;
        if is_due {
            self.next = effort + self.part;
        }
        is_due
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        let (roots, calls) = (self.fixing.roots(), self.calls.clone());
        self.latest = Some(Moment { checkpoint, roots, calls });
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.fixing.declare(site, root);
    }
}
