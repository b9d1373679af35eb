//! The search for diagnoses of a number of runs, which may grow.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use whyc_base::source::FileId;
use whyc_check::Analysis;
use whyc_ir::interp::Interpreter;
use whyc_ir::program::FunctionId;
use whyc_unroll::loops::Bounds;

use super::diagnose::{Diagnoses, Problem};
use super::fold::MANY_PLACES;
use super::groups::Groups;
use super::runs::{FailingRun, Observed};
use super::work::Work;
use super::{Failure, Localization, Options, Tell, clash, describe, hitting, rank, replayer, runs, values};
use whyc_debug::finding::{ComponentReport, DiagnosisReport, LocalizationReport, TestDiagnosis};

/// Loops and recursions may go on so much further than in the failing run. A run that failed early may have to go on for
/// longer once it is mended, so that a second attempt is made if the first one finds nothing.
const MARGINS: [u32; 2] = [2, 8];
/// Where a suspended component has broken what ends a loop, the loop goes on for so many rounds more than any in a failing run,
/// even if nothing unknown decides about them.
const MANY_FREE: u32 = 200;
/// At most this many passing runs are watched to rank the diagnoses.
const MANY_PASSING: usize = 40;
/// More diagnoses than this tell nobody anything.
const MANY_DIAGNOSES: usize = 400;

/// Runs, and what is known of them.
pub struct Search<'p> {
    /// The questions about the runs.
    pub problem: Problem<'p>,
    options: &'p Options,
    observed: Vec<Observed>,
    /// Whether not more is to be spent than where a change is known.
    is_little: bool,
}

/// What was found.
pub struct Found {
    /// How many faults it took.
    pub faults: usize,
    /// The smallest sets of groups.
    pub diagnoses: Diagnoses,
}

impl<'p> Search<'p> {
    /// There are no runs yet.
    pub fn new(analysis: &'p mut Analysis, groups: &'p Groups, options: &'p Options, work: Work) -> Self {
        let is_little = work == Work::LITTLE;
        Self { problem: Problem::new(analysis, groups, work), options, observed: Vec::new(), is_little }
    }

    /// One more run, which may fail or pass.
    ///
    /// # Errors
    /// If a limit comes first.
    pub fn add(&mut self, run: FailingRun) -> Result<(), Failure> {
        // A passing run is watched for the sake of the order only.
        let n_passing = self.n_passing();
        let analysis = &mut *self.problem.analysis;
        let is_enough = n_passing >= MANY_PASSING && {
            let interpreter = Interpreter::new(&analysis.program, &analysis.properties.clone());
            replayer::passes(&analysis.program, &interpreter, &run)
        };
        let observed = match is_enough {
            true => Observed::passing(),
            false => runs::observe(analysis, &run).map_err(Failure::Undecided)?,
        };
        self.observed.push(observed);
        self.problem.runs.push(run);
        Ok(())
    }

    /// How many runs pass.
    pub fn n_passing(&self) -> usize {
        self.observed.iter().filter(|observed| observed.passes).count()
    }

    /// Whether some run fails.
    pub fn has_failing(&self) -> bool {
        !self.failing().is_empty()
    }

    /// Whether the last run passes.
    pub fn last_passes(&self) -> bool {
        self.observed.last().is_some_and(|observed| observed.passes)
    }

    /// Takes the last run back.
    pub fn remove_last(&mut self) {
        self.observed.pop();
        self.problem.forget_last();
    }

    fn failing(&self) -> Vec<usize> {
        (0..self.observed.len()).filter(|&k| !self.observed[k].passes).collect()
    }

    fn bounds(&self, margin: u32) -> Bounds {
        let analysis = &self.problem.analysis;
        let mut bounds = Bounds::uniform(&analysis.program, &analysis.loops, margin, true);
        let most = self.failing().into_iter().map(|k| self.observed[k].most_rounds()).max().unwrap_or(0);
        bounds.most_free = most.saturating_add(MANY_FREE);
        for k in self.failing() {
            self.observed[k].widen(&mut bounds, margin);
        }
        bounds
    }

    /// Loops and recursions go a little further than in the failing runs.
    pub fn go_a_little_further(&mut self) {
        let bounds = self.bounds(MARGINS[0]);
        self.problem.set_bounds(bounds);
    }

    /// The smallest sets of components whose suspension lets all failing runs pass.
    ///
    /// # Errors
    /// If a limit comes first, or no run fails.
    pub fn diagnose(&mut self, tell: Tell<'_>) -> Result<Found, Failure> {
        let failing = self.failing();
        if failing.is_empty() {
            return Err(Failure::NothingFails);
        }
        let all_faults =
            self.options.faults.map_or_else(|| (1..=self.problem.work.faults).collect(), |faults| vec![faults]);
        let mut found = Found { faults: 0, diagnoses: Vec::new() };
        for (faults, margin) in all_faults.iter().flat_map(|&faults| MARGINS.map(|margin| (faults, margin))) {
            let bounds = self.bounds(margin);
            self.problem.set_bounds(bounds);
            let diagnoses = hitting::smallest(&mut self.problem, &failing, &self.observed, faults, tell);
            found = Found { faults, diagnoses: diagnoses.map_err(Failure::Undecided)? };
            if !found.diagnoses.is_empty() {
                break;
            }
        }
        found.diagnoses.truncate(MANY_DIAGNOSES);
        Ok(found)
    }

    /// What a person is told. The functions in `exempt` were trusted without being asked.
    ///
    /// # Errors
    /// If a limit comes first.
    pub fn report(
        mut self,
        found: &Found,
        exempt: &FxHashSet<FunctionId>,
        tell: Tell<'_>,
    ) -> Result<Localization, Failure> {
        let failing = self.failing();
        // Where little was to be spent, a change is known, and values are for those who are curious.
        let values = if self.is_little { Work::FEW_VALUES } else { Work::VALUES };
        self.problem.work = self.problem.work.at_least(values);
        let per_test = match self.options.per_test {
            true => self.each(&failing, found.faults, tell).map_err(Failure::Undecided)?,
            false => Vec::new(),
        };
        let (order, described) = self.describe(&found.diagnoses, tell);
        let (groups, program) = (self.problem.groups, &self.problem.analysis.program);
        let members = |diagnosis: &Vec<usize>| groups.components(diagnosis);
        let components = |diagnosis: &Vec<usize>| -> Vec<ComponentReport> {
            members(diagnosis).into_iter().map(|component| describe(program, component)).collect()
        };
        let per_test = per_test.into_iter().map(|(run, diagnoses)| TestDiagnosis {
            test: self.problem.runs[run].name.clone(),
            diagnoses: diagnoses.iter().map(components).collect(),
        });
        let function_name = |id: FunctionId| program.functions[id].name.clone();
        let report = LocalizationReport {
            components: groups.members.iter().map(Vec::len).sum(),
            checked: None,
            faults: found.faults,
            tests: failing.len(),
            passing: self.observed.len() - failing.len(),
            trusted: program.functions.ids().filter(|id| exempt.contains(id)).map(function_name).collect(),
            is_cut: self.problem.is_cut,
            is_partial: self.problem.is_partial,
            diagnoses: described,
            folded: Vec::new(),
            failures: Vec::new(),
            apart: Vec::new(),
            per_test: per_test.collect(),
            suggestions: Vec::new(),
            scores: None,
        };
        let diagnoses = order.iter().map(|&k| members(&found.diagnoses[k])).collect();
        Ok(Localization { report, diagnoses, observed: self.observed, exempt: exempt.clone() })
    }

    /// What a person is told of diagnoses, most likely first, and the order in which it is told.
    pub fn describe(&mut self, diagnoses: &Diagnoses, tell: Tell<'_>) -> (Vec<usize>, Vec<DiagnosisReport>) {
        let failing = self.failing();
        let passing: Vec<usize> = (0..self.observed.len()).filter(|&k| self.observed[k].passes).collect();
        let replacements = values::of(&mut self.problem, diagnoses, &failing, tell);
        let order = rank::order(self.problem.groups, diagnoses, &replacements, &self.observed);
        let mut clashes = vec![Vec::new(); diagnoses.len()];
        let mut work = clash::Work::default();
        let by_tests = self.problem.runs.iter().all(|run| run.violates.is_none());
        let mut told = FxHashSet::default();
        for (n, &k) in order.iter().enumerate() {
            // What comes after as many places as are told, and nothing speaks against those, is not told.
            if by_tests && told.len() >= MANY_PLACES {
                break;
            }
            tell(&format!("what speaks against place {} of {}", n + 1, diagnoses.len()));
            clashes[k] = clash::of(&mut self.problem, &diagnoses[k], (&failing, &passing), &self.observed, &mut work);
            if clashes[k].is_empty() {
                told.insert(self.lines(&diagnoses[k]));
            }
        }
        let avoids: Vec<bool> = replacements.iter().map(|values| rank::avoids(values)).collect();
        let some_come_there = avoids.contains(&false);
        let (groups, program) = (self.problem.groups, &self.problem.analysis.program);
        let name = |run: usize| self.problem.runs[run].name.clone();
        let described = order.iter().map(|&k| DiagnosisReport {
            components: groups.components(&diagnoses[k]).into_iter().map(|id| describe(program, id)).collect(),
            replacements: replacements[k].iter().map(|it| it.report(name(it.run))).collect(),
            avoids: avoids[k] && some_come_there,
            clash: clashes[k].iter().map(|&run| name(run)).collect(),
            unexplained: Vec::new(),
        });
        let described = described.collect();
        (order, described)
    }

    /// Where a diagnosis stands.
    fn lines(&self, diagnosis: &[usize]) -> BTreeSet<(FileId, u32)> {
        let program = &self.problem.analysis.program;
        let spans = self.problem.groups.components(diagnosis).into_iter().map(|id| program.components[id].span);
        spans.map(|span| (span.file, program.sources.line(span))).collect()
    }

    /// The diagnoses of each failing run on its own.
    fn each(&mut self, failing: &[usize], faults: usize, tell: Tell<'_>) -> Result<Vec<(usize, Diagnoses)>, String> {
        let mut all = Vec::with_capacity(failing.len());
        for &run in failing {
            all.push((run, hitting::smallest(&mut self.problem, &[run], &self.observed, faults, tell)?));
        }
        Ok(all)
    }
}
