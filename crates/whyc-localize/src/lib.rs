//! Where a change makes the failing runs pass.
//!
//! Model-based diagnosis: with the inputs of a failing run fixed, every expression that a person could have written
//! wrongly (a component) may be suspended, so that each of its evaluations gives any value. A diagnosis is a smallest
//! set of components whose suspension lets all failing runs pass (after Griesmayer, Staber and Bloem).
//!
//! [`runs`] says what a failing run is and runs it concretely, `groups` what may be suspended, [`repair::blame`] what need not be,
//! `suspend` unrolls a run with suspended components (`evaluations` says which of them give the same, `sizes` how much memory
//! they may ask for, `targets` what pointers may be, `moments` are where runs go on from), `expected` compares what is printed with what should be, `diagnose` asks the
//! solver about one set of components, `hitting` says about which sets, `search` is all of this for a growing number of
//! runs. `clash` says which runs speak against a place, `values` finds out what the components would have to give (the
//! simplest values, as `wishes` says), [`edits`] tries small changes of the program,
//! [`repair`] looks for changes of the text wherever failing runs come by. `checks` checks them on the changed text, which a [`recompile::Recompile`] reads; [`suggest::Scene`] is all of this.
//! `rank` orders the results and [`dependence`] measures how far they are from a known fault.

#![forbid(unsafe_code)]

pub mod suggest;

pub mod recompile;

pub mod checks;

pub mod runs;

pub mod own_runs;

mod groups;

mod suspend;

mod moments;

mod evaluations;

mod sizes;

mod targets;

mod expected;

mod diagnose;

mod hitting;

mod search;

mod values;

mod wishes;

pub mod edits;

pub mod repair;

mod replayer;

mod clash;

mod rank;

mod fold;

mod trials;

mod work;

mod why;

pub mod threads;

pub mod dependence;

use rustc_hash::FxHashSet;
use whyc_check::Analysis;
use whyc_ir::program::{ComponentId, FunctionId, Program};

use groups::Groups;
use repair::blame::Blame;
use runs::{FailingRun, Observed};
use search::Search;
use whyc_debug::finding::{ComponentReport, DiagnosisReport, LocalizationReport};
use work::Work;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How many components may be wrong at once; one, then two if it is not said.
    pub faults: Option<usize>,
    /// Whether all components of a statement are suspended together.
    pub statements: bool,
    /// Functions and files whose components are never suspended.
    pub trusted: Vec<String>,
    /// Functions whose components are suspended even if they look like a specification or a test driver.
    pub suspected: Vec<String>,
    /// Whether each failing run is diagnosed on its own, too.
    pub per_test: bool,
}

impl Options {
    /// Whether the user trusts a function, or the file that something stands in.
    fn trusts(&self, function: &str, file: &str) -> bool {
        self.trusted.iter().any(|name| name == function || name == file || file.ends_with(&format!("/{name}")))
    }
}

/// What was found, with what is needed to look for changes of the program.
pub struct Localization {
    /// What a person is told.
    pub report: LocalizationReport,
    /// The components of the diagnoses, in the order of the report.
    pub diagnoses: Vec<Vec<ComponentId>>,
    /// What the failing runs do concretely.
    pub observed: Vec<Observed>,
    /// The functions that were trusted without being asked.
    exempt: FxHashSet<FunctionId>,
}

impl Localization {
    /// Nothing is known of any place.
    fn empty(runs: &[FailingRun]) -> Self {
        let report = LocalizationReport {
            components: 0,
            checked: None,
            faults: 1,
            tests: runs.len(),
            passing: 0,
            trusted: Vec::new(),
            is_cut: false,
            is_partial: false,
            diagnoses: Vec::new(),
            folded: Vec::new(),
            failures: Vec::new(),
            apart: Vec::new(),
            per_test: Vec::new(),
            suggestions: Vec::new(),
            scores: None,
        };
        Self { report, diagnoses: Vec::new(), observed: Vec::new(), exempt: FxHashSet::default() }
    }

    /// The expressions that failing runs evaluate, that are not trusted, and that are no diagnosis of their own.
    #[must_use]
    pub fn suspects(&self, program: &Program, options: &Options) -> Vec<ComponentId> {
        let groups = Groups::new(program, options, &self.exempt);
        let is_evaluated = |id: &ComponentId| self.observed.iter().any(|run| !run.passes && run.evaluated.contains(id));
        let is_known = |id| self.diagnoses.iter().any(|diagnosis| diagnosis[..] == [id]);
        let suspects = groups.members.iter().flatten().copied();
        suspects.filter(|id| is_evaluated(id) && !is_known(*id)).collect()
    }

    /// What a person is told of other sets of expressions that are known to be diagnoses, in this order.
    ///
    /// # Errors
    /// If a limit comes first.
    pub fn describe(
        &self,
        analysis: &mut Analysis,
        runs: &[FailingRun],
        options: &Options,
        sets: &[Vec<ComponentId>],
        tell: Tell<'_>,
    ) -> Result<Vec<DiagnosisReport>, Failure> {
        let groups = Groups::new(&analysis.program, options, &self.exempt);
        let group = |&component: &ComponentId| groups.of(component);
        let of_set = |set: &Vec<ComponentId>| set.iter().filter_map(group).collect();
        let sets: Vec<Vec<usize>> = sets.iter().map(of_set).collect();
        let mut search = Search::new(analysis, &groups, options, Work::USUAL);
        for run in runs {
            search.add(run.clone())?;
        }
        search.go_a_little_further();
        let (order, described) = search.describe(&sets, tell);
        let mut described: Vec<(usize, DiagnosisReport)> = order.into_iter().zip(described).collect();
        described.sort_by_key(|(k, _)| *k);
        Ok(described.into_iter().map(|(_, report)| report).collect())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit was reached, or something is not modelled.
    Undecided(String),
    /// None of the runs fails.
    NothingFails,
}

/// What is going on: told now and then, for whoever waits.
pub type Tell<'t> = &'t mut dyn FnMut(&str);

/// Localises the faults that make `runs` fail, for no more than `work`. Runs that pass only help to rank the diagnoses.
///
/// # Errors
/// If a limit comes first, or no run fails.
pub fn localize(
    analysis: &mut Analysis,
    runs: &[FailingRun],
    options: &Options,
    work: Work,
    tell: Tell<'_>,
) -> Result<Localization, Failure> {
    // A program that is tested as a whole has no driver in it.
    let exempt =
        unless_told(&analysis.program, options, Blame::of_tests(&analysis.program, options).exempt(&analysis.program));
    let found = of_tests(analysis, runs, options, (&exempt, work), tell)?;
    if !found.diagnoses.is_empty() || exempt.is_empty() {
        return Ok(found);
    }
    // Nothing else helps: what was trusted unasked is to blame after all.
    match of_tests(analysis, runs, &alone(options), (&FxHashSet::default(), work), tell) {
        Ok(none) if none.diagnoses.is_empty() => Ok(found),
        found => found,
    }
}

/// One place alone, unless it is said how many: of two, the one in what tries the program could always make it try less.
fn alone(options: &Options) -> Options {
    Options { faults: options.faults.or(Some(1)), ..options.clone() }
}

fn of_tests(
    analysis: &mut Analysis,
    runs: &[FailingRun],
    options: &Options,
    (exempt, work): (&FxHashSet<FunctionId>, Work),
    tell: Tell<'_>,
) -> Result<Localization, Failure> {
    let groups = Groups::new(&analysis.program, options, exempt);
    let mut search = Search::new(analysis, &groups, options, work);
    tell("running the tests");
    let mut problem = None;
    for run in runs {
        // A test that cannot be followed, or does not end, says nothing about expressions; the others do.
        if let Err(reason) = search.add(run.clone()) {
            problem.get_or_insert(reason);
        }
    }
    if let Some(reason) = problem.filter(|_| !search.has_failing()) {
        return Err(reason);
    }
    let found = search.diagnose(tell)?;
    search.report(&found, exempt, tell)
}

/// Those of which the user has not said what to think.
fn unless_told(program: &Program, options: &Options, mut functions: FxHashSet<FunctionId>) -> FxHashSet<FunctionId> {
    functions.retain(|&id| {
        let function = &program.functions[id];
        let file = &program.sources.file(function.span.file).name;
        !options.suspected.contains(&function.name) && !options.trusts(&function.name, file)
    });
    functions
}

fn describe(program: &Program, component: ComponentId) -> ComponentReport {
    let component = &program.components[component];
    ComponentReport {
        span: component.span,
        text: program.sources.text(component.span).to_owned(),
        kind: component.kind.name(),
        function: program.functions[component.function].name.clone(),
    }
}
