//! The program with changes, run by the interpreter.

use whyc_base::budget::Budget;
use whyc_ir::expr::{Expr, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use whyc_ir::interp::Interpreter;
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};

use super::changes::{Change, NewKind};
use super::operands;
use super::text::Connective;
use crate::replayer;
use crate::runs::FailingRun;

/// A changed program may run for so many times as long as the longest of its runs,
const MANY_TIMES: u64 = 20;
/// and for so many steps in any case.
const ANYWAY: u64 = 20_000;

/// A program that changes are made in and undone again, with the runs that should pass.
pub struct Trial<'a> {
    original: &'a Program,
    program: Program,
    properties: &'a PropertyTable,
    /// When it is used up, no change can be made any more.
    budget: &'a Budget,
    /// A changed program runs no further: many changes make a loop endless.
    most_steps: u64,
    /// Those that fail first, since they refute most changes; then in front whichever has refuted the last one.
    runs: Vec<&'a FailingRun>,
    /// Those that fail as it is.
    failing: Vec<&'a FailingRun>,
    /// Those that pass as it is.
    passing: Vec<&'a FailingRun>,
    /// The same with the property that each violates, where it is one that fails.
    violations: Vec<(&'a FailingRun, PropertyId)>,
}

/// A change, with the function it is made in.
pub type Placed<'c> = (FunctionId, &'c Change);

impl<'a> Trial<'a> {
    /// For changes of a program.
    pub fn new(
        program: &'a Program,
        properties: &'a PropertyTable,
        runs: &'a [FailingRun],
        budget: &'a Budget,
    ) -> Self {
        let interpreter = Interpreter::new(program, properties);
        let mut longest = 0;
        let (passing, failing): (Vec<&FailingRun>, Vec<_>) = runs.iter().partition(|run| {
            let played = replayer::play(program, &interpreter, run, u64::MAX);
            longest = longest.max(played.steps);
            played.passes
        });
        let most_steps = longest.saturating_mul(MANY_TIMES).saturating_add(ANYWAY);
        let violation = |run: &&'a FailingRun| Some((*run, replayer::violated(program, &interpreter, run)?));
        let violations = failing.iter().filter_map(violation).collect();
        let runs = [failing.clone(), passing.clone()].concat();
        let changed = program.clone();
        Self { original: program, program: changed, properties, budget, most_steps, runs, failing, passing, violations }
    }

    /// Whether some run passes as it is: then a change can be too much.
    pub fn has_passing(&self) -> bool {
        !self.passing.is_empty()
    }

    /// Whether all runs do what they should with these changes.
    pub fn passes(&mut self, changes: &[Placed<'_>]) -> bool {
        let (runs, most_steps) = (std::mem::take(&mut self.runs), self.most_steps);
        let refuter = self.with(changes, |program, interpreter| {
            runs.iter().position(|run| !replayer::play(program, interpreter, run, most_steps).passes)
        });
        self.runs = runs;
        match refuter {
            Some(None) => true,
            Some(Some(k)) => {
                self.runs[..=k].rotate_right(1);
                false
            }
            None => false,
        }
    }

    /// Whether the runs that violate a property still come to it with these changes.
    pub fn comes_there(&mut self, changes: &[Placed<'_>]) -> bool {
        let violations = self.violations.clone();
        let comes = self.with(changes, |program, interpreter| {
            violations.iter().all(|&(run, property)| replayer::comes_to(program, interpreter, run, property))
        });
        comes.unwrap_or(false)
    }

    /// Which of the first `most` failing runs do what they should with a change; none if one of them does not end.
    pub fn mended(&mut self, change: Placed<'_>, most: usize) -> Option<Vec<bool>> {
        let failing: Vec<&FailingRun> = self.failing.iter().copied().take(most).collect();
        let most_steps = self.most_steps;
        self.with(&[change], |program, interpreter| {
            let play = |run: &&FailingRun| replayer::play(program, interpreter, run, most_steps);
            failing.iter().map(|run| Some(play(run)).filter(|played| !played.is_cut).map(|it| it.passes)).collect()
        })?
    }

    /// Which of the failing runs do what they should with a change; none if no one does, or if a passing one does not any more.
    pub fn mended_without_harm(&mut self, change: Placed<'_>) -> Option<Vec<bool>> {
        let (failing, mut passing) = (self.failing.clone(), std::mem::take(&mut self.passing));
        let most_steps = self.most_steps;
        let mended = self.with(&[change], |program, interpreter| {
            let passes = |run: &&FailingRun| replayer::play(program, interpreter, run, most_steps).passes;
            let mended: Vec<bool> = failing.iter().map(passes).collect();
            if !mended.contains(&true) {
                return None;
            }
            let harmed = passing.iter().position(|run| !passes(run));
            if let Some(harmed) = harmed {
                // What one change does harm to, the next one does as well.
                passing[..=harmed].rotate_right(1);
            }
            harmed.is_none().then_some(mended)
        });
        self.passing = passing;
        mended.flatten()
    }

    /// Makes the changes, looks, and undoes them; none if they cannot be made.
    fn with<T>(&mut self, changes: &[Placed<'_>], look: impl FnOnce(&Program, &Interpreter<'_>) -> T) -> Option<T> {
        self.budget.check().ok()?;
        let made: Vec<Undo> = changes.iter().map_while(|&(function, change)| self.make(function, change)).collect();
        let is_made = made.len() == changes.len();
        let seen = is_made.then(|| look(&self.program, &Interpreter::new(&self.program, self.properties)));
        for undo in made.into_iter().rev() {
            if let Some(body) = &mut self.program.functions[undo.function].body {
                body.exprs[undo.expr] = undo.old;
                body.exprs.truncate(undo.n_exprs);
                body.places.truncate(undo.n_places);
            }
        }
        seen
    }

    fn make(&mut self, function: FunctionId, change: &Change) -> Option<Undo> {
        let body = self.program.functions[function].body.as_mut()?;
        let (n_exprs, n_places) = (body.exprs.len(), body.places.len());
        let old = body.exprs[change.expr].clone();
        let kind = new_kind(self.original, body, change, &old)?;
        body.exprs[change.expr].kind = kind;
        Some(Undo { function, expr: change.expr, old, n_exprs, n_places })
    }
}

/// How a change is taken back.
struct Undo {
    function: FunctionId,
    expr: ExprId,
    old: Expr,
    n_exprs: usize,
    n_places: usize,
}

fn new_kind(original: &Program, body: &mut Body, change: &Change, old: &Expr) -> Option<ExprKind> {
    let copy = |body: &mut Body| body.exprs.push(Expr { component: None, ..old.clone() });
    Some(match &change.kind {
        NewKind::Is(kind) => kind.clone(),
        NewKind::Variable(place) => ExprKind::Load(body.places.push(place.clone())),
        NewKind::Opposite => ExprKind::Unary(UnaryOp::Not, copy(body)),
        NewKind::Followed(field) => {
            let (base, projections) = (PlaceBase::Deref(copy(body)), vec![Projection::Field(*field)]);
            ExprKind::Load(body.places.push(Place { base, projections, ty: old.ty, span: old.span }))
        }
        NewKind::Moved(op, bits) => {
            let copy = copy(body);
            operands::with_number(body, *op, copy, (*bits, old.ty, old.span))
        }
        NewKind::Joined(connective, condition) => {
            let condition = condition.build(original, body, old.ty, old.span)?;
            let copy = copy(body);
            match connective {
                Connective::And => ExprKind::And(copy, condition),
                Connective::Or => ExprKind::Or(copy, condition),
            }
        }
    })
}
