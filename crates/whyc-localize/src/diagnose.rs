//! Which suspensions let all failing runs pass.
//!
//! What a suspended component gives is chosen for each run on its own, so that a set of components is a diagnosis if
//! each run passes with it. With a few components suspended nearly everything else is a constant, and each such
//! question is small. [`hitting`](super::hitting) says which sets to ask about.

use rustc_hash::FxHashMap;
use whyc_check::Analysis;
use whyc_sat::Lit;
use whyc_sat::session::Answer;
use whyc_sat::session::Stats;
use whyc_term::{Sort, TermId};
use whyc_unroll::loops::Bounds;

use super::evaluations::Evaluations;
use super::groups::Groups;
use super::moments::Moments;
use super::runs::FailingRun;
use super::suspend::{self, Free, Suspended};
use super::work::Work;

/// Sets of groups.
pub type Diagnoses = Vec<Vec<usize>>;

/// A question that takes more conflicts than this is not worth its answer where a weaker answer would do.
const EASY: u32 = 2000;
/// Said where there is nothing left to spend.
const USED_UP: &str = "it is more work than was allowed";
/// At most this many more conflicts are spent on making a reason smaller.
const SMALLER: u32 = 200;
/// Unrolled runs, and moments of them, are kept for the next question about them until they are so many steps in all.
const MANY_KEPT: usize = 600_000;

/// The questions about failing runs.
pub struct Problem<'p> {
    /// The terms and the solver.
    pub analysis: &'p mut Analysis,
    /// What may be suspended.
    pub groups: &'p Groups,
    /// The runs; not all of them need be failing ones.
    pub runs: Vec<FailingRun>,
    /// How far loops and recursions may go.
    bounds: Bounds,
    free: Free,
    /// Whether a run might have passed if it had been followed further.
    pub is_cut: bool,
    /// Whether what may be spent was used up before everything was asked.
    pub is_partial: bool,
    /// What may still be spent.
    pub work: Work,
    /// What is known: whether a run passes with exactly these groups suspended.
    known: FxHashMap<(Vec<usize>, usize), bool>,
    /// Runs that pass with exactly these groups suspended: somebody will ask for the values.
    unrolled: FxHashMap<(Vec<usize>, usize), Suspended>,
    /// What a run costs that was asked about once; its moments from the second time on.
    asked: FxHashMap<usize, Asked>,
    n_kept: usize,
}

/// What is known of a run that was asked about.
enum Asked {
    Once { effort: u64 },
    Often(Moments),
}

impl<'p> Problem<'p> {
    /// There are no runs yet.
    pub fn new(analysis: &'p mut Analysis, groups: &'p Groups, work: Work) -> Self {
        let bounds = Bounds::uniform(&analysis.program, &analysis.loops, 0, true);
        Self {
            analysis,
            groups,
            runs: Vec::new(),
            bounds,
            free: Free::default(),
            is_cut: false,
            is_partial: false,
            work,
            known: FxHashMap::default(),
            unrolled: FxHashMap::default(),
            asked: FxHashMap::default(),
            n_kept: 0,
        }
    }

    /// How far loops and recursions may go from now on.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        if bounds != self.bounds {
            self.bounds = bounds;
            (self.is_cut, self.is_partial) = (false, false);
            self.known.clear();
            self.unrolled.clear();
            self.asked.clear();
            self.n_kept = 0;
        }
    }

    /// Takes the last run back.
    pub fn forget_last(&mut self) {
        self.runs.pop();
        let n_runs = self.runs.len();
        self.known.retain(|&(_, run), _| run < n_runs);
        self.unrolled.retain(|&(_, run), _| run < n_runs);
        self.asked.retain(|&run, _| run < n_runs);
    }

    /// A run with exactly these groups suspended.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn unroll(&mut self, set: &[usize], run: usize) -> Result<Suspended, String> {
        match self.unrolled.remove(&(set.to_vec(), run)) {
            Some(known) => Ok(known),
            None => self.unroll_with(set, run, &mut Evaluations::default()),
        }
    }

    fn unroll_with(&mut self, set: &[usize], run: usize, evaluations: &mut Evaluations) -> Result<Suspended, String> {
        let terms = &self.analysis.engine.terms;
        let (yes, no) = (terms.bool_const(true), terms.bool_const(false));
        let suspended: Vec<TermId> =
            (0..self.groups.members.len()).map(|group| if set.contains(&group) { yes } else { no }).collect();
        self.note_moments(run);
        if self.work.is_used_up() {
            return Err(USED_UP.to_owned());
        }
        let from = match self.asked.get(&run) {
            Some(Asked::Often(moments)) => moments.before(set),
            Some(Asked::Once { .. }) | None => None,
        };
        let n_terms = self.analysis.engine.terms.len();
        let within = (&self.bounds, (self.work.steps, self.work.terms), from);
        let free = (&mut self.free, evaluations);
        let unrolled = suspend::unroll(self.analysis, &self.runs[run], self.groups, &suspended, free, within);
        // What was given up has cost all that there was.
        let steps = unrolled.as_ref().map_or(self.work.steps, |it| it.unrolling.effort);
        self.work.spend_unrolling(steps, self.analysis.engine.terms.len() - n_terms);
        self.asked.entry(run).or_insert(Asked::Once { effort: steps });
        unrolled
    }

    /// Goes through a run as it is if it has been asked about before: there will be more questions.
    fn note_moments(&mut self, run: usize) {
        let Some(&Asked::Once { effort }) = self.asked.get(&run) else { return };
        let n_terms = self.analysis.engine.terms.len();
        let within = (&self.bounds, (self.work.steps, self.work.terms));
        let room = MANY_KEPT.saturating_sub(self.n_kept);
        let moments = Moments::of(self.analysis, &self.runs[run], self.groups, within, (effort, room));
        self.n_kept += moments.n_steps();
        self.work.spend_unrolling(moments.effort, self.analysis.engine.terms.len() - n_terms);
        self.asked.insert(run, Asked::Often(moments));
    }

    /// That a run passes with exactly these groups suspended, or goes on for longer than is looked at (Boolean). What they give
    /// agrees with the runs whose `evaluations` are known already. Also how much work that took.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn may_pass(
        &mut self,
        set: &[usize],
        run: usize,
        evaluations: &mut Evaluations,
    ) -> Result<(TermId, u64), String> {
        let Suspended { passes, cut, unrolling, .. } = self.unroll_with(set, run, evaluations)?;
        Ok((self.analysis.engine.terms.or(passes, cut), unrolling.effort))
    }

    /// Whether a run passes with exactly these groups suspended.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn passes(&mut self, set: &[usize], run: usize) -> Result<bool, String> {
        let key = (set.to_vec(), run);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        // A suspended component may give what it gives anyway: more of them do no harm.
        let with_less = set.len() > 1 && set.iter().any(|&group| self.known.get(&(vec![group], run)) == Some(&true));
        let passes = with_less || self.ask(set, run)?;
        self.known.insert(key, passes);
        Ok(passes)
    }

    fn ask(&mut self, set: &[usize], run: usize) -> Result<bool, String> {
        let unrolled = self.unroll(set, run)?;
        let Suspended { passes, cut, .. } = unrolled;
        let can_pass = match self.analysis.engine.terms.as_bool(passes) {
            Some(known) => known,
            None => {
                self.analysis.engine.restart();
                self.analysis.engine.lit(passes);
                let most = self.work.conflicts_of(self.analysis.engine.sat.stats().clauses);
                let answer = self.analysis.engine.solve_limited(&[passes], most);
                self.work.spend_solving(&Stats::default(), &self.analysis.engine.sat.stats());
                match answer {
                    Some(Answer::Satisfiable) => true,
                    Some(Answer::Unsatisfiable) => false,
                    Some(Answer::Unknown(reason)) => return Err(reason.to_string()),
                    None => return Err(USED_UP.to_owned()),
                }
            }
        };
        self.is_cut |= !can_pass && self.analysis.engine.terms.as_bool(cut) != Some(false);
        let n_steps = unrolled.unrolling.steps.len();
        if can_pass && self.n_kept + n_steps <= MANY_KEPT {
            self.n_kept += n_steps;
            self.unrolled.insert((set.to_vec(), run), unrolled);
        }
        Ok(can_pass)
    }

    /// The first of `order` that fails with exactly these groups suspended, by position.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn refuter(&mut self, set: &[usize], order: &[usize]) -> Result<Option<usize>, String> {
        for (k, &run) in order.iter().enumerate() {
            if !self.passes(set, run)? {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }
}

/// A run in which a solver decides what is suspended, to find out why a run fails.
pub struct Open {
    passes: Lit,
    lits: Vec<Lit>,
}

impl Open {
    /// A session of its own for one run. It is good until the next [`Problem::passes`].
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn new(problem: &mut Problem<'_>, run: usize) -> Result<Self, String> {
        let Problem { analysis, groups, runs, bounds, free, work, .. } = problem;
        let inputs: Vec<TermId> = groups.members.iter().map(|_| analysis.engine.terms.input(Sort::Bool)).collect();
        let free = (free, &mut Evaluations::default());
        let most = (work.steps, work.terms);
        let n_terms = analysis.engine.terms.len();
        let suspended = suspend::unroll(analysis, &runs[run], groups, &inputs, free, (bounds, most, None));
        let steps = suspended.as_ref().map_or(work.steps, |it| it.unrolling.effort);
        work.spend_unrolling(steps, analysis.engine.terms.len() - n_terms);
        let suspended = suspended?;
        // Where less is suspended, more is looked at: what is cut off here may be a run that passes.
        let may_pass = analysis.engine.terms.or(suspended.passes, suspended.cut);
        analysis.engine.restart();
        let before = analysis.engine.sat.stats();
        let lits = inputs.iter().map(|&term| analysis.engine.lit(term)).collect();
        let passes = analysis.engine.lit(may_pass);
        work.spend_solving(&before, &analysis.engine.sat.stats());
        Ok(Self { passes, lits })
    }

    /// Groups of which one at least has to be suspended besides `set`; none if the run passes with it or it is hard to say.
    pub fn conflict(&self, problem: &mut Problem<'_>, set: &[usize]) -> Option<Vec<usize>> {
        let others: Vec<usize> = (0..self.lits.len()).filter(|group| !set.contains(group)).collect();
        let mut conflict = self.core(problem, &others, EASY)?;
        // As long as it gets smaller by itself.
        while let Some(core) = self.core(problem, &conflict, SMALLER).filter(|core| core.len() < conflict.len()) {
            conflict = core;
        }
        Some(conflict)
    }

    /// Those of `normal` that keep the run from passing, if they do and that is seen easily.
    fn core(&self, problem: &mut Problem<'_>, normal: &[usize], conflicts: u32) -> Option<Vec<usize>> {
        let assumptions: Vec<Lit> =
            [self.passes].into_iter().chain(normal.iter().map(|&group| !self.lits[group])).collect();
        let sat = &mut problem.analysis.engine.sat;
        let before = sat.stats();
        let most = problem.work.conflicts_of(before.clauses).min(conflicts);
        let answer = sat.solve_limited(&assumptions, most);
        problem.work.spend_solving(&before, &sat.stats());
        match answer {
            Some(Answer::Unsatisfiable) => {
                let failed = sat.failed_assumptions();
                Some(normal.iter().copied().filter(|&group| failed.contains(&!self.lits[group])).collect())
            }
            Some(Answer::Satisfiable | Answer::Unknown(_)) | None => None,
        }
    }
}
