//! One more unrolling, in which every condition of the user's is written down with its parts.

use rustc_hash::FxHashMap;
use whyc_check::{Analysis, Facts};
use whyc_ir::expr::ExprId;
use whyc_ir::flow::below;
use whyc_ir::instr::{InstrId, InstrKind, SwitchCase};
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_term::{TermId, TermStore};
use whyc_unroll::rewrite::{Defined, Rewrite, Site, Want};
use whyc_unroll::step::{FrameId, StepId, StepKind, Unrolling};

use super::clauses;

/// A condition that was evaluated once.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The step that was to come next.
    pub step: StepId,
    /// That a run comes here, with all that is assumed before (Boolean).
    pub here: TermId,
    /// Whether it is true (Boolean).
    pub truth: TermId,
    /// The same for the parts of an assertion.
    pub parts: Vec<(ExprId, TermId)>,
    /// The values of the variables that an assertion is about.
    pub about: Vec<TermId>,
}

/// A `switch` that was come to once.
#[derive(Clone, Debug)]
pub struct SeenSwitch {
    /// That a run comes here.
    pub here: TermId,
    /// What is switched on.
    pub value: TermId,
    /// Whether that is signed.
    pub is_signed: bool,
}

/// What was written down.
pub struct Look {
    seen: FxHashMap<(FunctionId, InstrId), Vec<Seen>>,
    switches: FxHashMap<(FunctionId, InstrId), Vec<SeenSwitch>>,
    /// The unrolling, the same as the one that was decided.
    pub unrolling: Unrolling,
    /// Where functions are called from.
    pub calls: FxHashMap<FunctionId, Vec<(FunctionId, InstrId)>>,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Runs, within the bounds of the last answer.
    Runs,
    /// Any round of the loops, if that is how the last answer was shown; runs otherwise. What cannot be done there is done by
    /// no run.
    AnyRound,
}

impl Look {
    /// Unrolls once more, with no more than so many instructions and steps, and so many new terms; none if a limit is reached on the
    /// way. It can be far more than what was decided: there, paths were left out that no run takes.
    pub fn new(analysis: &mut Analysis, of: Of, most: (u64, usize)) -> Option<Self> {
        let program = analysis.program.clone();
        let bounds = analysis.bounds().clone();
        let mut observer = Observer::new(&program);
        let any_round = match of {
            Of::Runs => None,
            Of::AnyRound => analysis.unroll_any_round(Facts::Known, most, &mut observer),
        };
        let unrolling = match any_round {
            Some(unrolled) => unrolled.ok()?.unrolling,
            None => analysis.unroll_within(&bounds, most, &mut observer).ok()?,
        };
        Some(Self::of(observer, unrolling, &mut analysis.engine.terms))
    }

    /// What `observer` has seen of `unrolling`.
    #[must_use]
    pub fn of(observer: Observer<'_>, unrolling: Unrolling, terms: &mut TermStore) -> Self {
        let Observer { program, mut seen, calls, .. } = observer;
        let going = going(&unrolling, terms);
        for it in seen.values_mut().flatten() {
            it.here = terms.and(going[it.step.0 as usize], it.here);
        }
        let mut switches: FxHashMap<(FunctionId, InstrId), Vec<SeenSwitch>> = FxHashMap::default();
        for (id, step) in unrolling.steps.iter_enumerated() {
            let StepKind::Switch { value, ty, .. } = step.kind else { continue };
            let here = terms.and(going[id.0 as usize], step.guard);
            let is_signed = program.types.is_signed(ty);
            let at = (unrolling.function_of(step), step.instr);
            switches.entry(at).or_default().push(SeenSwitch { here, value, is_signed });
        }
        Self { seen, switches, unrolling, calls }
    }

    /// What was seen of a condition, in the order of runs.
    #[must_use]
    pub fn at(&self, function: FunctionId, instr: InstrId) -> &[Seen] {
        self.seen.get(&(function, instr)).map_or(&[], Vec::as_slice)
    }

    /// What was seen of a `switch`.
    #[must_use]
    pub fn switches(&self, function: FunctionId, instr: InstrId) -> &[SeenSwitch] {
        self.switches.get(&(function, instr)).map_or(&[], Vec::as_slice)
    }
}

/// For each step, and for the end: that nothing has ended the run before.
#[must_use]
pub fn going(unrolling: &Unrolling, terms: &mut TermStore) -> Vec<TermId> {
    let mut going = terms.bool_const(true);
    let mut all = Vec::with_capacity(unrolling.steps.len() + 1);
    for step in &unrolling.steps {
        all.push(going);
        let cond = match step.kind {
            StepKind::Assume { cond } | StepKind::Check { cond, .. } => cond,
            StepKind::Unsupported { .. } | StepKind::Cut { .. } => terms.bool_const(false),
            _ => continue,
        };
        let goes_on = terms.implies(step.guard, cond);
        going = terms.and(going, goes_on);
    }
    all.push(going);
    all
}

/// That a value is the one, or one of those, of a case.
pub fn fits(terms: &mut TermStore, value: TermId, is_signed: bool, case: &SwitchCase) -> TermId {
    let width = terms.width(value);
    let (low, high) = (terms.bits(width, case.low as u128), terms.bits(width, case.high as u128));
    if low == high {
        return terms.eq(value, low);
    }
    let (from, to) = if is_signed {
        (terms.sle(low, value), terms.sle(value, high))
    } else {
        (terms.ule(low, value), terms.ule(value, high))
    };
    terms.and(from, to)
}

/// Who looks on.
pub struct Observer<'a> {
    program: &'a Program,
    functions: FxHashMap<FrameId, FunctionId>,
    seen: FxHashMap<(FunctionId, InstrId), Vec<Seen>>,
    calls: FxHashMap<FunctionId, Vec<(FunctionId, InstrId)>>,
}

impl<'a> Observer<'a> {
    /// Nothing is seen yet.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let functions = FxHashMap::from_iter([(FrameId(0), program.start)]);
        Self { program, functions, seen: FxHashMap::default(), calls: FxHashMap::default() }
    }

    /// Whose activation a frame is.
    #[must_use]
    pub fn function_of(&self, frame: FrameId) -> Option<FunctionId> {
        self.functions.get(&frame).copied()
    }
}

impl Rewrite for Observer<'_> {
    fn define(&mut self, _terms: &mut TermStore, _site: Site<'_>, _what: Defined, value: TermId) -> TermId {
        value
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        self.functions.insert(frame, function);
        if let Some(&caller) = self.functions.get(&site.frame) {
            self.calls.entry(function).or_default().push((caller, site.instr));
        }
    }

    fn condition(&mut self, site: Site<'_>, expr: ExprId, eval: &mut dyn FnMut(Want, ExprId) -> TermId) {
        let Some(&function) = self.functions.get(&site.frame) else { return };
        let known = &self.program.functions[function];
        let Some(body) = known.body.as_ref().filter(|_| known.origin == Origin::User) else { return };
        let truth = eval(Want::Truth, expr);
        let mut parts: Vec<(ExprId, TermId)> = Vec::new();
        let mut about = Vec::new();
        if matches!(body.instrs[site.instr].kind, InstrKind::Assert { .. }) {
            for part in clauses::clauses(body, expr).into_iter().flatten() {
                parts.push((part.expr, eval(Want::Truth, part.expr)));
            }
            let mut reads = Vec::new();
            below(body, [expr], &mut |it| reads.extend(body.exprs[it].kind.place().map(|_| it)));
            about.extend(reads.into_iter().map(|it| eval(Want::Value, it)));
        }
        let seen = Seen { step: site.step, here: site.guard, truth, parts, about };
        self.seen.entry((function, site.instr)).or_default().push(seen);
    }
}
