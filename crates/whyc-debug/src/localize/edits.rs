//! Small changes of an expression, tried on the runs.
//!
//! Another operator, another constant, another variable of the same type, one more or one less, the opposite: what
//! people get wrong. A change is made in the program itself and run by the interpreter; those with which all runs do
//! what they should are told, to be checked further by whoever can read the changed text.
//! [`changes`] lists them, [`hints`] has the constants that the replacement values speak for.

mod changes;

mod hints;

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::expr::{Expr, ExprId, ExprKind};
use whyc_ir::interp::Interpreter;
use whyc_ir::program::{ComponentId, FunctionId, Origin, Program};
use whyc_ir::property::PropertyTable;
use whyc_ir::types::{Type, TypeId};

use super::runs::FailingRun;
use super::{Tell, replayer};
use crate::finding::LocalizationReport;
use changes::{Change, NewKind};
use hints::Hints;

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Which diagnosis it belongs to.
    pub diagnosis: usize,
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub new: String,
}

/// So many changes are tried for a diagnosis.
const MANY_TRIES: usize = 600;
/// So many constants of the program are tried in the place of another one.
const MANY_CONSTANTS: usize = 24;

/// The changes of single components with which all `runs` do what they should, in the order of the diagnoses.
#[must_use]
pub fn candidates(
    program: &Program,
    properties: &PropertyTable,
    (diagnoses, report): (&[Vec<ComponentId>], &LocalizationReport),
    runs: &[FailingRun],
    tell: Tell<'_>,
) -> Vec<Edit> {
    let constants = constants(program);
    // Those that fail now refute most changes.
    let interpreter = Interpreter::new(program, properties);
    let (passing, failing): (Vec<&FailingRun>, Vec<_>) =
        runs.iter().partition(|run| replayer::passes(program, &interpreter, run));
    let runs = [failing, passing].concat();
    let mut trial = program.clone();
    let mut found: Vec<Edit> = Vec::new();
    let mut known: FxHashSet<(Span, String)> = FxHashSet::default();
    for (diagnosis, components) in diagnoses.iter().enumerate() {
        let &[component] = &components[..] else { continue };
        tell(&format!("trying changes in place {} of {}", diagnosis + 1, diagnoses.len()));
        let mut n_tries = 0;
        let hints = report.diagnoses.get(diagnosis).map(Hints::new).unwrap_or_default();
        if let Some((span, new)) = changes::comparison_for_assignment(program, component) {
            found.push(Edit { diagnosis, span, new });
        }
        for (function, expr) in evaluations(program, component) {
            for change in changes::changes(program, function, expr, &constants, &hints) {
                if n_tries == MANY_TRIES || !known.insert((change.span, change.new.clone())) {
                    continue;
                }
                n_tries += 1;
                if passes_all(&mut trial, properties, function, &change, &runs) {
                    found.push(Edit { diagnosis, span: change.span, new: change.new });
                }
            }
        }
    }
    found
}

/// Whether all runs do what they should, by the interpreter.
#[must_use]
pub fn all_pass(program: &Program, properties: &PropertyTable, runs: &[FailingRun]) -> bool {
    let interpreter = Interpreter::new(program, properties);
    runs.iter().all(|run| replayer::passes(program, &interpreter, run))
}

/// Whether all runs do what they should with a change, which is undone afterwards.
fn passes_all(
    trial: &mut Program,
    properties: &PropertyTable,
    function: FunctionId,
    change: &Change,
    runs: &[&FailingRun],
) -> bool {
    let Some(body) = &mut trial.functions[function].body else { return false };
    let old = body.exprs[change.expr].clone();
    let copy = body.exprs.push(Expr { component: None, ..old.clone() });
    body.exprs[change.expr].kind = match &change.kind {
        NewKind::Is(kind) => kind.clone(),
        NewKind::Variable(place) => ExprKind::Load(body.places.push(place.clone())),
        NewKind::Around(wrap) => wrap(body, copy, &old),
    };
    let interpreter = Interpreter::new(trial, properties);
    let passes = runs.iter().all(|run| replayer::passes(trial, &interpreter, run));
    drop(interpreter);
    if let Some(body) = &mut trial.functions[function].body {
        body.exprs[change.expr] = old;
    }
    passes
}

/// Where a component is evaluated.
fn evaluations(program: &Program, component: ComponentId) -> Vec<(FunctionId, ExprId)> {
    let function = program.components[component].function;
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let is_it = |(_, expr): &(ExprId, &Expr)| expr.component == Some(component);
    body.exprs.iter_enumerated().filter(is_it).map(|(id, _)| (function, id)).collect()
}

/// The integer constants of the user's functions, each once, in their order.
fn constants(program: &Program) -> Vec<(TypeId, u128)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for function in program.functions.iter().filter(|function| function.origin == Origin::User) {
        for expr in function.body.iter().flat_map(|body| body.exprs.iter()) {
            if let ExprKind::Int(bits) = expr.kind
                && matches!(program.types.get(expr.ty), Type::Int(_))
                && seen.insert((expr.ty, bits))
            {
                found.push((expr.ty, bits));
            }
        }
    }
    found.truncate(MANY_CONSTANTS);
    found
}
