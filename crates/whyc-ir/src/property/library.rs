//! Which classes of checks the models of the library make, so that a call can be told to keep them all.

use whyc_base::ids::IdVec;

use super::{ClassSet, PropertyClass, PropertyTable};
use crate::expr::ExprKind;
use crate::instr::{Callee, InstrKind};
use crate::program::{FunctionId, Origin, Program};

/// What each model checks, with all that it calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Library {
    classes: IdVec<FunctionId, ClassSet>,
    /// What a call through a pointer may come to.
    addressed: Option<ClassSet>,
}

impl Library {
    /// Reads it off the properties of the models.
    pub(super) fn new(program: &Program, models: &PropertyTable) -> Self {
        let mut classes: IdVec<FunctionId, ClassSet> = program.functions.iter().map(|_| ClassSet::EMPTY).collect();
        // What was allocated belongs to the program, wherever that was; that models return something is their own affair.
        let is_callers = |class| !matches!(class, PropertyClass::Leak | PropertyClass::MissingReturn);
        for property in models.all().iter().filter(|it| is_callers(it.class)) {
            classes[property.function] = classes[property.function].with(property.class);
        }
        let is_model = |id: &FunctionId| program.functions[*id].origin == Origin::Whyc;
        let bodies = || program.functions.iter_enumerated().filter_map(|(id, f)| Some((id, f.body.as_ref()?)));
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (id, body) in bodies().filter(|(id, _)| is_model(id)) {
                let before = classes[id];
                for instr in &body.instrs {
                    if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind
                        && is_model(&callee)
                    {
                        classes[id] = classes[id].union(classes[callee]);
                    }
                }
                is_changed |= classes[id] != before;
            }
        }
        let exprs = bodies().filter(|(id, _)| !is_model(id)).flat_map(|(_, body)| &body.exprs);
        let addressed = exprs.filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddr(function) if is_model(&function) => Some(classes[function]),
            _ => None,
        });
        Self { addressed: addressed.reduce(ClassSet::union), classes }
    }

    /// What is checked by a call in the user's code.
    pub(super) fn checked_by(&self, callee: &Callee) -> impl Iterator<Item = PropertyClass> + use<> {
        let classes = match callee {
            Callee::Direct(function) => self.classes.get(*function).copied(),
            Callee::Indirect(_) => self.addressed,
        };
        let classes = classes.unwrap_or(ClassSet::EMPTY);
        PropertyClass::ALL.into_iter().filter(move |&class| classes.contains(class))
    }
}
