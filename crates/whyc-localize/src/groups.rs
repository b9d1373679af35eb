//! What may be suspended: components, or all components of a line together.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_ir::expr::ExprKind;
use whyc_ir::program::{ComponentId, ComponentKind, FunctionId, Origin, Program};

use super::Options;

/// The components that may be suspended, in groups that are suspended together.
pub struct Groups {
    /// The components of each group.
    pub members: Vec<Vec<ComponentId>>,
    /// The group of each component; none for one that is trusted.
    of_component: Vec<Option<usize>>,
}

impl Groups {
    /// The groups of what is not trusted, neither by the user nor because it is one of `exempt`.
    pub fn new(program: &Program, options: &Options, exempt: &FxHashSet<FunctionId>) -> Self {
        let mut groups = Self { members: Vec::new(), of_component: vec![None; program.components.len()] };
        let addresses = places_for_results(program);
        let mut group_from_line = FxHashMap::default();
        for (id, component) in program.components.iter_enumerated() {
            let function = &program.functions[component.function];
            let file = &program.sources.file(component.span.file).name;
            // Initialisers of globals belong to the function that whyc makes, but the user wrote them.
            let ours = function.origin == Origin::Whyc && component.function != program.start;
            let is_trusted = ours
                || exempt.contains(&component.function)
                || file.starts_with('<')
                || options.trusts(&function.name, file);
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

    /// The components of some groups.
    pub fn components(&self, groups: &[usize]) -> Vec<ComponentId> {
        groups.iter().flat_map(|&group| self.members[group].iter().copied()).collect()
    }

    /// The group of a component.
    pub fn of(&self, component: ComponentId) -> Option<usize> {
        self.of_component.get(component.index()).copied().flatten()
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
