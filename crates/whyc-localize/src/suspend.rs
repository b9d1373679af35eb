//! A failing run in which every component may give any value.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_check::Analysis;
use whyc_check::chain::Chain;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{ComponentId, ComponentKind, FunctionId, Program};
use whyc_ir::types::{Type, TypeId};
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot, Unrolling};

use super::evaluations::Evaluations;
use super::expected;
use super::groups::Groups;
use super::moments::Moment;
use super::runs::{FailingRun, Fixing, Roots};
use super::sizes::Sizes;
use super::targets;

/// What suspended components give: the same inputs in every unrolling, so that unrollings share terms. No question is
/// about two unrollings at once.
#[derive(Debug, Default)]
pub struct Free {
    inputs: FxHashMap<(ComponentId, usize, Sort), Vec<TermId>>,
}

impl Free {
    /// Input `k` of this sort for the `nth` evaluation of a component.
    fn input(&mut self, terms: &mut TermStore, (component, nth): (ComponentId, usize), k: usize, sort: Sort) -> TermId {
        let inputs = self.inputs.entry((component, nth, sort)).or_default();
        while inputs.len() <= k {
            inputs.push(terms.input(sort));
        }
        inputs[k]
    }
}

/// An evaluation of a component.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Which component.
    pub component: ComponentId,
    /// Its type.
    pub ty: TypeId,
    /// What it gives if it is not suspended.
    pub value: TermId,
    /// What it gives if it is.
    pub free: TermId,
    /// Whether it is evaluated (Boolean).
    pub guard: TermId,
}

/// A failing run with suspended components.
pub struct Suspended {
    /// That it does what it should (Boolean).
    pub passes: TermId,
    /// That it goes on for longer than is looked at (Boolean).
    pub cut: TermId,
    /// That it comes to the property that it violated (Boolean); true if that is not known.
    pub comes_there: TermId,
    /// The evaluations of components, in order.
    pub instances: Vec<Instance>,
    /// What pointers may point to, for showing values.
    pub unrolling: Unrolling,
}

/// Unrolls `run` with the components of `groups` suspended where `suspended` holds, `from` a moment before any of them is evaluated.
/// What they give agrees with the `evaluations` of other runs, where there are some.
///
/// # Errors
/// If a limit comes first; in words.
pub fn unroll(
    analysis: &mut Analysis,
    run: &FailingRun,
    groups: &Groups,
    suspended: &[TermId],
    (free, evaluations): (&mut Free, &mut Evaluations),
    (bounds, most, from): (&Bounds, (u64, usize), Option<&Moment>),
) -> Result<Suspended, String> {
    let program = &analysis.program.clone();
    for &(frame, instr) in from.iter().flat_map(|from| &from.calls) {
        evaluations.called(frame, instr);
    }
    let roots = from.map_or_else(Roots::default, |from| from.roots.clone());
    let mut suspend = Suspend {
        program,
        fixing: Fixing::going_on(program, &run.inputs, roots),
        groups,
        suspended,
        free,
        evaluations,
        selectors: selectors(program),
        sizes: Sizes::of(program),
        instances: Vec::new(),
    };
    let unrolled = match from {
        Some(from) => analysis.resume_within(&from.checkpoint, bounds, most, &mut suspend),
        None => analysis.unroll_within(bounds, most, &mut suspend),
    };
    let unrolling = unrolled.map_err(|failure| failure.to_string())?;
    let instances = suspend.instances;
    let n_properties = analysis.properties.all().len();
    let terms = &mut analysis.engine.terms;
    let chain = Chain::new(&unrolling, n_properties, terms);
    let as_told = expected::matches(&unrolling, run, terms)?;
    let passes = terms.and(chain.passes, as_told);
    let cuts: Vec<TermId> = chain.cuts.iter().map(|&(_, cond)| cond).collect();
    let cut = terms.or_all(&cuts);
    let comes_there = match run.violates {
        Some(violated) => unrolling.comes_to(violated, terms),
        None => terms.bool_const(true),
    };
    Ok(Suspended { passes, cut, comes_there, instances, unrolling })
}

struct Suspend<'a> {
    program: &'a Program,
    fixing: Fixing<'a>,
    groups: &'a Groups,
    /// For each group, whether it is suspended (Boolean).
    suspended: &'a [TermId],
    free: &'a mut Free,
    evaluations: &'a mut Evaluations,
    /// The values of `switch`es: conditions of which more matters than whether they are zero.
    selectors: FxHashSet<ComponentId>,
    /// How many bytes are asked for.
    sizes: Sizes,
    instances: Vec<Instance>,
}

/// The components that are the value of a `switch`.
fn selectors(program: &Program) -> FxHashSet<ComponentId> {
    let mut found = FxHashSet::default();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for instr in body.instrs.iter() {
            if let InstrKind::Switch { value, .. } = instr.kind {
                found.extend(body.exprs[value].component);
            }
        }
    }
    found
}

impl Suspend<'_> {
    /// Any value of a component's type. A pointer points to something that is there and fits, or is null: a wild one
    /// helps nobody.
    fn free_value(&mut self, terms: &mut TermStore, value: &ComponentValue<'_>, number: usize) -> Option<TermId> {
        let width = terms.width(value.value);
        let which = (value.component, number);
        let kind = self.program.components[value.component].kind;
        let is_truth = matches!(kind, ComponentKind::Condition | ComponentKind::Operand);
        if is_truth && !self.selectors.contains(&value.component) && self.is_number(value.ty) {
            let truth = self.free.input(terms, which, 0, Sort::Bool);
            return Some(terms.bool_to_bits(truth, width));
        }
        if let Some(bits) = self.sizes.bits(value.component, terms.as_bits(value.value).map(|size| size as u64)) {
            let size = self.free.input(terms, which, 0, Sort::Bits(bits.min(width)));
            return Some(terms.zero_extend(size, width));
        }
        match self.program.types.get(value.ty) {
            Type::Bool => {
                let truth = self.free.input(terms, which, 0, Sort::Bool);
                Some(terms.bool_to_bits(truth, width))
            }
            Type::Int(_) | Type::Enum(_) | Type::Float(_) => Some(self.free.input(terms, which, 0, Sort::Bits(width))),
            Type::Pointer(_) => {
                let mut addresses = (value.targets)();
                if is_truth {
                    // All that matters is whether it is null.
                    addresses.truncate(1);
                }
                // What it gives anyway may point anywhere.
                let stays = self.free.input(terms, which, 0, Sort::Bool);
                let mut choice = |terms: &mut TermStore, k| self.free.input(terms, which, k + 1, Sort::Bool);
                let pointer = targets::any_of(terms, &addresses, width, &mut choice);
                Some(terms.ite(stays, value.value, pointer))
            }
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => None,
        }
    }

    fn is_number(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Bool | Type::Int(_) | Type::Enum(_))
    }
}

impl Rewrite for Suspend<'_> {
    fn wants(&mut self, component: ComponentId) -> Vec<ExprId> {
        self.evaluations.wants(component)
    }

    fn enter(&mut self, _frame: FrameId, _function: FunctionId, site: Site<'_>) {
        self.evaluations.called(site.frame, site.instr);
    }

    fn content(&mut self, terms: &mut TermStore, root: ObjectRoot, array: TermId) -> TermId {
        self.fixing.content(terms, root, array)
    }

    fn define(&mut self, terms: &mut TermStore, _site: Site<'_>, what: Defined, value: TermId) -> TermId {
        self.fixing.define(terms, what, value)
    }

    fn component(&mut self, terms: &mut TermStore, site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        let group = self.groups.of(value.component)?;
        if terms.as_bool(value.guard) == Some(false) {
            return None;
        }
        if terms.as_bool(self.suspended[group]) == Some(false) {
            return None;
        }
        let read = self.evaluations.read(self.program, &value, site.frame);
        let number = self.evaluations.number(&value, read.as_ref());
        let free = self.free_value(terms, &value, number)?;
        if let Some(read) = read {
            self.evaluations.give(terms, value.component, read, free);
        }
        let ComponentValue { component, ty, value, guard, .. } = value;
        self.instances.push(Instance { component, ty, value, free, guard });
        Some(terms.ite(self.suspended[group], free, value))
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.fixing.declare(site, root);
    }
}
