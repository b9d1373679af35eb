//! Where a change makes the failing runs pass.
//!
//! Model-based diagnosis: with the inputs of a failing run fixed, every expression that a person could have written
//! wrongly (a component) may be suspended, so that each of its evaluations gives any value. A diagnosis is a smallest
//! set of components whose suspension lets all failing runs pass (after Griesmayer, Staber and Bloem).
//!
//! [`runs`] says what a failing run is and runs it concretely, `suspend` unrolls it with suspended components,
//! `expected` compares what is printed with what should be, `diagnose` asks the solver, `values` finds out what the
//! components would have to give, [`edits`] tries small changes of the program, `rank` orders the results and
//! [`dependence`] measures how far they are from a known fault.

pub mod runs;

pub mod own_runs;

mod suspend;

mod expected;

mod diagnose;

mod values;

pub mod edits;

mod replayer;

mod rank;

pub mod dependence;

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_check::Analysis;
use whyc_ir::expr::ExprKind;
use whyc_ir::interp::Interpreter;
use whyc_ir::program::{ComponentId, ComponentKind, Origin, Program};
use whyc_unroll::loops::{Bounds, LoopTable};

use crate::finding::{ComponentReport, DiagnosisReport, LocalizationReport, ReplacementReport, TestDiagnosis};
use diagnose::Problem;
use runs::{FailingRun, Observed};

/// How many faults are looked for unless the user says otherwise: one, then two.
const DEFAULT_FAULTS: [usize; 2] = [1, 2];
/// Loops and recursions may go on so much further than in the failing run. A run that failed early may have to go on for
/// longer once it is mended, so that a second attempt is made if the first one finds nothing.
const MARGINS: [u32; 2] = [2, 8];
/// So many passing runs are watched to rank the diagnoses.
const MANY_PASSING: usize = 40;
/// More diagnoses than this tell nobody anything.
const MANY_DIAGNOSES: usize = 400;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How many components may be wrong at once; one, then two if it is not said.
    pub faults: Option<usize>,
    /// Whether all components of a statement are suspended together.
    pub statements: bool,
    /// Functions and files whose components are never suspended.
    pub trusted: Vec<String>,
    /// Whether each failing run is diagnosed on its own, too.
    pub per_test: bool,
}

/// What was found, with what is needed to look for changes of the program.
pub struct Localization {
    /// What a person is told.
    pub report: LocalizationReport,
    /// The components of the diagnoses, in the order of the report.
    pub diagnoses: Vec<Vec<ComponentId>>,
    /// What the failing runs do concretely.
    pub observed: Vec<Observed>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit was reached, or something is not modelled.
    Undecided(String),
    /// None of the runs fails.
    NothingFails,
}

/// Localises the faults that make `runs` fail. Runs that pass only help to rank the diagnoses.
///
/// # Errors
/// If a limit comes first, or no run fails.
pub fn localize(analysis: &mut Analysis<'_>, runs: &[FailingRun], options: &Options) -> Result<Localization, Failure> {
    let program = analysis.program;
    let mut observed = Vec::with_capacity(runs.len());
    let mut n_passing = 0;
    let interpreter = Interpreter::new(program, &analysis.properties.clone());
    for run in runs {
        // A passing run is watched for the sake of the order only.
        if n_passing >= MANY_PASSING && replayer::passes(program, &interpreter, run) {
            observed.push(Observed::passing());
            continue;
        }
        observed.push(runs::observe(analysis, run).map_err(Failure::Undecided)?);
        n_passing += usize::from(observed.last().is_some_and(|observed| observed.passes));
    }
    let failing: Vec<usize> = (0..runs.len()).filter(|&k| !observed[k].passes).collect();
    if failing.is_empty() {
        return Err(Failure::NothingFails);
    }
    let groups = Groups::new(program, options);
    let bounds_with = |margin: u32, loops: &LoopTable| {
        let mut bounds = Bounds::uniform(program, loops, margin, true);
        for &k in &failing {
            observed[k].widen(&mut bounds, margin);
        }
        bounds
    };
    let loops = analysis.loops.clone();
    let mut bounds = bounds_with(MARGINS[0], &loops);
    let mut problem = Problem::new(analysis, &groups);
    let faults: Vec<usize> = options.faults.map_or_else(|| DEFAULT_FAULTS.to_vec(), |faults| vec![faults]);
    let mut diagnoses = Vec::new();
    let mut n_faults = 0;
    let attempts = faults.iter().flat_map(|&faults| MARGINS.map(|margin| (faults, margin)));
    for (faults, margin) in attempts {
        n_faults = faults;
        bounds = bounds_with(margin, &loops);
        problem.forget();
        diagnoses = match faults {
            1 => problem.single(&failing, runs, &bounds, &observed),
            _ => problem.joint(&failing, runs, &bounds, faults),
        }
        .map_err(Failure::Undecided)?;
        if !diagnoses.is_empty() {
            break;
        }
    }
    diagnoses.truncate(MANY_DIAGNOSES);
    let per_test = match options.per_test {
        true => problem.each(&failing, runs, &bounds, n_faults).map_err(Failure::Undecided)?,
        false => Vec::new(),
    };
    let replacements = values::of(&mut problem, &diagnoses, &failing);
    let order = rank::order(&groups, &diagnoses, &replacements, &observed);
    let describe = |group: usize| groups.members[group].iter().map(|&component| describe(program, component));
    let mut report = LocalizationReport {
        components: groups.members.iter().map(Vec::len).sum(),
        faults: n_faults,
        tests: failing.len(),
        passing: runs.len() - failing.len(),
        diagnoses: Vec::new(),
        per_test: Vec::new(),
        suggestions: Vec::new(),
        score: None,
    };
    let mut chosen = Vec::new();
    for k in order {
        let components: Vec<ComponentReport> = diagnoses[k].iter().flat_map(|&group| describe(group)).collect();
        let replacements = replacements[k].iter().map(|replacement| ReplacementReport {
            test: runs[replacement.run].name.clone(),
            component: replacement.component,
            was: replacement.was.clone(),
            values: replacement.values.clone(),
        });
        report.diagnoses.push(DiagnosisReport { components, replacements: replacements.collect() });
        chosen.push(diagnoses[k].iter().flat_map(|&group| groups.members[group].iter().copied()).collect());
    }
    for (run, diagnoses) in per_test {
        let name = runs[run].name.clone();
        let diagnoses = diagnoses.iter().map(|diagnosis| diagnosis.iter().flat_map(|&group| describe(group)).collect());
        report.per_test.push(TestDiagnosis { test: name, diagnoses: diagnoses.collect() });
    }
    Ok(Localization { report, diagnoses: chosen, observed })
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

/// The components that are the address of something, as an argument: where a result goes.
fn places_for_results(program: &Program) -> FxHashSet<ComponentId> {
    let mut found = FxHashSet::default();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for expr in body.exprs.iter() {
            let Some(component) = expr.component else { continue };
            let mut at = expr;
            while let ExprKind::Cast(inner) = at.kind {
                at = &body.exprs[inner];
            }
            let is_argument = program.components[component].kind == ComponentKind::Argument;
            if is_argument && matches!(at.kind, ExprKind::AddrOf(_)) {
                found.insert(component);
            }
        }
    }
    found
}

/// The components that may be suspended, in groups that are suspended together.
pub struct Groups {
    /// The components of each group.
    pub members: Vec<Vec<ComponentId>>,
    /// The group of each component; none for one that is trusted.
    of_component: Vec<Option<usize>>,
}

impl Groups {
    fn new(program: &Program, options: &Options) -> Self {
        let trusted: FxHashSet<&str> = options.trusted.iter().map(String::as_str).collect();
        let mut groups = Self { members: Vec::new(), of_component: vec![None; program.components.len()] };
        let addresses = places_for_results(program);
        let mut group_from_line = rustc_hash::FxHashMap::default();
        for (id, component) in program.components.iter_enumerated() {
            let function = &program.functions[component.function];
            let file = &program.sources.file(component.span.file).name;
            // Initialisers of globals belong to the function that whyc makes, but the user wrote them.
            let ours = function.origin == Origin::Whyc && component.function != program.start;
            let is_trusted = ours
                || file.starts_with('<')
                || trusted.contains(function.name.as_str())
                || trusted.iter().any(|name| file == name || file.ends_with(&format!("/{name}")));
            // Where a result goes is a left side in another form, and nearly everything depends on it.
            if is_trusted || addresses.contains(&id) {
                continue;
            }
            let line = program.sources.line(component.span);
            let next = groups.members.len();
            let group = match options.statements {
                true => *group_from_line.entry((component.span.file, line)).or_insert(next),
                false => next,
            };
            if group == next {
                groups.members.push(Vec::new());
            }
            groups.members[group].push(id);
            groups.of_component[id.index()] = Some(group);
        }
        groups
    }

    /// The group of a component.
    pub fn of(&self, component: ComponentId) -> Option<usize> {
        self.of_component.get(component.index()).copied().flatten()
    }
}
