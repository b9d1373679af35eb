//! One more look at the unrolling: the names of its places, and what its conditions are made of.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind};
use whyc_ir::instr::InstrId;
use whyc_ir::program::{Body, FunctionId, Origin, Program};
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::Failure;
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{Defined, Rewrite, Site, Want};
use whyc_unroll::step::{FrameId, ObjectRoot, StepId, StepKind, Unrolling};

use super::antecedent;
use super::items::Keys;
use super::places::{PlaceKey, Places};

/// What was seen.
pub struct Observed {
    /// The names of what the steps define.
    pub keys: Keys,
    /// The unrolling, the same as an ordinary one.
    pub unrolling: Unrolling,
    /// What the property presupposes, each time it is tested.
    pub antecedents: Vec<SeenAntecedents>,
    /// The comparisons in conditions, each once.
    pub comparisons: Vec<Comparison>,
}

/// What a condition presupposes, at one place.
pub struct SeenAntecedents {
    /// The first step of the test.
    pub step: StepId,
    /// In which activation.
    pub frame: FrameId,
    /// What should hold beforehand.
    pub parts: Vec<Antecedent>,
}

/// A condition without which a property holds for nothing.
#[derive(Clone, Copy, Debug)]
pub struct Antecedent {
    /// That it holds: a Boolean term.
    pub holds: TermId,
    /// What the user wrote.
    pub span: Span,
}

/// A comparison in a condition.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The left side.
    pub left: TermId,
    /// The right side.
    pub right: TermId,
    /// What the user wrote there, and whether that is a constant.
    pub left_text: (Span, bool),
    /// What the user wrote there, and whether that is a constant.
    pub right_text: (Span, bool),
    /// The type of both.
    pub ty: TypeId,
}

/// The test whose presuppositions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Interest {
    /// In which function.
    pub function: FunctionId,
    /// Which instruction.
    pub instr: InstrId,
    /// The truth value that the property wants there.
    pub wanted: bool,
}

/// How many instructions and steps, and how many terms an unrolling may have.
pub type Most = (u64, usize);

/// As much as it takes.
pub const ALL: Most = (u64::MAX, usize::MAX);

/// Unrolls once more and looks.
pub fn observe(
    analysis: &mut Analysis,
    (bounds, most): (&Bounds, Most),
    places: &mut Places,
    interest: Option<Interest>,
) -> Result<Observed, Failure> {
    places.begin();
    let program = &analysis.program.clone();
    let mut observer = Observer {
        program,
        places,
        functions: FxHashMap::from_iter([(FrameId(0), program.start)]),
        defined: Vec::new(),
        interest,
        antecedents: Vec::new(),
        comparisons: Vec::new(),
        seen: FxHashSet::default(),
    };
    let unrolling = analysis.unroll_within(bounds, most, &mut observer)?;
    let keys = observer.keys(&unrolling);
    let Observer { antecedents, comparisons, .. } = observer;
    Ok(Observed { keys, unrolling, antecedents, comparisons })
}

struct Observer<'a> {
    program: &'a Program,
    places: &'a mut Places,
    functions: FxHashMap<FrameId, FunctionId>,
    defined: Vec<(StepId, Defined, PlaceKey)>,
    interest: Option<Interest>,
    antecedents: Vec<SeenAntecedents>,
    comparisons: Vec<Comparison>,
    seen: FxHashSet<(TermId, TermId)>,
}

impl Observer<'_> {
    /// The names by step. A check may come between the value and its step, so the step is looked for.
    fn keys(&self, unrolling: &Unrolling) -> Keys {
        let mut keys = Keys::default();
        for &(from, what, key) in &self.defined {
            if let Defined::Cell { offset_bits, .. } = what {
                keys.insert((from, Some(offset_bits)), key);
                continue;
            }
            let fits = |step: &StepId| {
                let kind = unrolling.steps.get(*step).map(|step| &step.kind);
                matches!(
                    (kind, what),
                    (Some(StepKind::Input { .. }), Defined::Input)
                        | (Some(StepKind::Assign { .. }), Defined::Assign)
                        | (Some(StepKind::Merge { .. }), Defined::Merge { .. })
                        | (Some(StepKind::Branch { .. }), Defined::Branch)
                        | (Some(StepKind::Switch { .. }), Defined::Switch)
                )
            };
            let later = (from.index()..from.index() + 8).map(StepId::from_index);
            if let Some(step) = later.into_iter().find(fits) {
                keys.entry((step, None)).or_insert(key);
            }
        }
        keys
    }

    fn body(&self, frame: FrameId) -> Option<(FunctionId, &Body)> {
        let function = *self.functions.get(&frame)?;
        Some((function, self.program.functions[function].body.as_ref()?))
    }

    /// Collects the comparisons in `expr`.
    fn compare(&mut self, frame: FrameId, expr: ExprId, eval: &mut dyn FnMut(Want, ExprId) -> TermId) {
        let Some((function, body)) = self.body(frame) else { return };
        // What the library compares is no thought of the program's.
        if self.program.functions[function].origin == Origin::Whyc {
            return;
        }
        let mut found = Vec::new();
        comparisons(body, expr, &mut found);
        let mut new = Vec::new();
        for (left, right) in found {
            let (l, r) = (&body.exprs[left], &body.exprs[right]);
            if self.program.types.scalar_bits(l.ty).is_some() {
                new.push((left, right, (l.span, is_literal(body, left)), (r.span, is_literal(body, right)), l.ty));
            }
        }
        for (left, right, left_text, right_text, ty) in new {
            let (left, right) = (eval(Want::Value, left), eval(Want::Value, right));
            if left != right && self.seen.insert((left, right)) {
                self.comparisons.push(Comparison { left, right, left_text, right_text, ty });
            }
        }
    }
}

impl Rewrite for Observer<'_> {
    fn define(&mut self, _terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        let key = self.places.key(site, what);
        let step = match what {
            Defined::Cell { storage, .. } => storage,
            _ => site.step,
        };
        self.defined.push((step, what, key));
        value
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        self.functions.insert(frame, function);
        self.places.enter(frame, function, site);
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.places.declare(site, root);
    }

    fn condition(&mut self, site: Site<'_>, expr: ExprId, eval: &mut dyn FnMut(Want, ExprId) -> TermId) {
        self.compare(site.frame, expr, eval);
        let Some((function, body)) = self.body(site.frame) else { return };
        let Some(interest) = self.interest.filter(|i| i.function == function && i.instr == site.instr) else { return };
        let parts = antecedent::parts(body, expr, interest.wanted);
        let parts: Vec<(ExprId, Span)> = parts.into_iter().map(|part| (part, body.exprs[part].span)).collect();
        let parts = parts.into_iter().map(|(part, span)| Antecedent { holds: eval(Want::Truth, part), span });
        let parts = parts.collect();
        self.antecedents.push(SeenAntecedents { step: site.step, frame: site.frame, parts });
    }
}

/// The comparisons that `expr` is made of.
fn comparisons(body: &Body, expr: ExprId, found: &mut Vec<(ExprId, ExprId)>) {
    match body.exprs[expr].kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => found.push((a, b)),
        ExprKind::Binary(BinaryOp::BitAnd | BinaryOp::BitOr, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            comparisons(body, a, found);
            comparisons(body, b, found);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => comparisons(body, a, found),
        ExprKind::Cond(c, a, b) => {
            comparisons(body, c, found);
            comparisons(body, a, found);
            comparisons(body, b, found);
        }
        _ => {}
    }
}

/// Whether an expression is written as a constant: a number, an enumerator, a macro for one.
fn is_literal(body: &Body, expr: ExprId) -> bool {
    match body.exprs[expr].kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(a) | ExprKind::Unary(_, a) => is_literal(body, a),
        _ => false,
    }
}
