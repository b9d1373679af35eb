//! A failing run in which every component may give any value.

use whyc_check::Analysis;
use whyc_check::chain::Chain;
use whyc_ir::program::{ComponentId, ComponentKind, Program};
use whyc_ir::types::{Type, TypeId};
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::{ObjectRoot, Unrolling};

use super::Groups;
use super::expected;
use super::runs::{FailingRun, Fixing};

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
    /// The evaluations of components, in order.
    pub instances: Vec<Instance>,
    /// What pointers may point to, for showing values.
    pub unrolling: Unrolling,
}

/// Unrolls `run` with the components of `groups` suspended where `suspended` holds.
///
/// # Errors
/// If a limit comes first; in words.
pub fn unroll(
    analysis: &mut Analysis<'_>,
    run: &FailingRun,
    groups: &Groups,
    suspended: &[TermId],
    bounds: &Bounds,
) -> Result<Suspended, String> {
    let program = analysis.program;
    let mut suspend =
        Suspend { program, fixing: Fixing::new(program, &run.inputs), groups, suspended, instances: Vec::new() };
    let unrolling = analysis.unroll_with(bounds, &mut suspend).map_err(|failure| failure.to_string())?;
    let instances = suspend.instances;
    let n_properties = analysis.properties.all().len();
    let terms = &mut analysis.engine.terms;
    let chain = Chain::new(&unrolling, n_properties, terms);
    let as_told = expected::matches(&unrolling, run, terms)?;
    let passes = terms.and(chain.passes, as_told);
    Ok(Suspended { passes, instances, unrolling })
}

struct Suspend<'a> {
    program: &'a Program,
    fixing: Fixing<'a>,
    groups: &'a Groups,
    /// For each group, whether it is suspended (Boolean).
    suspended: &'a [TermId],
    instances: Vec<Instance>,
}

impl Suspend<'_> {
    /// Any value of a component's type. A pointer points to something that is there, or is null: a wild one helps nobody.
    fn free_value(&self, terms: &mut TermStore, value: &ComponentValue<'_>) -> Option<TermId> {
        let width = terms.width(value.value);
        let kind = self.program.components[value.component].kind;
        if matches!(kind, ComponentKind::Condition | ComponentKind::Operand) && self.is_number(value.ty) {
            let truth = terms.input(Sort::Bool);
            return Some(terms.bool_to_bits(truth, width));
        }
        match self.program.types.get(value.ty) {
            Type::Bool => {
                let truth = terms.input(Sort::Bool);
                Some(terms.bool_to_bits(truth, width))
            }
            Type::Int(_) | Type::Enum(_) | Type::Float(_) => Some(terms.input(Sort::Bits(width))),
            Type::Pointer(_) => {
                let targets = (value.targets)();
                let mut pointer = terms.bits(width, 0);
                for target in targets {
                    let chosen = terms.input(Sort::Bool);
                    let address = terms.bits(width, u128::from(target));
                    pointer = terms.ite(chosen, address, pointer);
                }
                Some(pointer)
            }
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => None,
        }
    }

    fn is_number(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Bool | Type::Int(_) | Type::Enum(_))
    }
}

impl Rewrite for Suspend<'_> {
    fn content(&mut self, terms: &mut TermStore, root: ObjectRoot, array: TermId) -> TermId {
        self.fixing.content(terms, root, array)
    }

    fn define(&mut self, terms: &mut TermStore, _site: Site<'_>, what: Defined, value: TermId) -> TermId {
        self.fixing.define(terms, what, value)
    }

    fn component(&mut self, terms: &mut TermStore, _site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        let group = self.groups.of(value.component)?;
        if terms.as_bool(value.guard) == Some(false) {
            return None;
        }
        let free = self.free_value(terms, &value)?;
        let ComponentValue { component, ty, value, guard, .. } = value;
        self.instances.push(Instance { component, ty, value, free, guard });
        Some(terms.ite(self.suspended[group], free, value))
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.fixing.declare(site, root);
    }
}
