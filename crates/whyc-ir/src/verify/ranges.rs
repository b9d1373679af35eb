//! Ids in range: what makes it safe to look at the rest.

use whyc_base::ids::{Id, IdVec};

use crate::block::BlockOp;
use crate::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use crate::instr::{Callee, InstrId, InstrKind};
use crate::program::{Body, FunctionId, LocalId, Program};
use crate::types::{Type, TypeId};

use super::{Entity, Errors};

/// Whether all ids are in range; errors are added for those that are not.
pub(super) fn program(program: &Program, errors: &mut Errors<'_>) -> bool {
    let before = errors.found.len();
    let types = &program.types;
    let has_type = |ty: TypeId| ty.index() < types.len();
    let mut wrong = |sound: bool, entity, context: String, what: &str| {
        if !sound {
            errors.add_with(entity, context, format!("{what} should exist"));
        }
    };
    for function in [program.start, program.entry] {
        wrong(program.functions.get(function).is_some(), Entity::Program, function.to_string(), "the function");
    }
    for ty in types.ids() {
        let sound = match types.get(ty) {
            Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) => true,
            Type::Enum(id) => types.enums.get(*id).is_some(),
            Type::Record(id) => types.records.get(*id).is_some(),
            Type::Pointer(to) => has_type(*to),
            Type::Array { element, .. } => has_type(*element),
            Type::Function(f) => has_type(f.ret) && f.params.iter().all(|&param| has_type(param)),
        };
        wrong(sound, Entity::Type(ty), format!("{:?}", types.get(ty)), "what a type is made of");
    }
    for record in &types.records {
        let sound = record.fields.iter().all(|field| has_type(field.ty));
        wrong(sound, Entity::Program, format!("{:?}", record.name), "the type of every field");
    }
    for (id, global) in program.globals.iter_enumerated() {
        wrong(has_type(global.ty), Entity::Global(id), global.name.clone(), "the type");
    }
    for (id, component) in program.components.iter_enumerated() {
        let sound = program.functions.get(component.function).is_some();
        wrong(sound, Entity::Component(id), component.function.to_string(), "the function");
    }
    for (id, function) in program.functions.iter_enumerated() {
        wrong(has_type(function.ret), Entity::Function(id), function.name.clone(), "the type of the result");
        let sound = function.n_params <= function.locals.len();
        wrong(sound, Entity::Function(id), function.name.clone(), "a local for every parameter");
        for (local_id, local) in function.locals.iter_enumerated() {
            wrong(has_type(local.ty), Entity::Local(id, local_id), local.name.clone(), "the type");
        }
    }
    for (id, function) in program.functions.iter_enumerated() {
        if let Some(body) = &function.body {
            body_ids(&Ranges { program, body, locals: function.locals.len() }, id, errors);
        }
    }
    errors.found.len() == before
}

/// How far the ids of one body may go.
struct Ranges<'a> {
    program: &'a Program,
    body: &'a Body,
    locals: usize,
}

impl Ranges<'_> {
    fn ty(&self, id: TypeId) -> bool {
        id.index() < self.program.types.len()
    }

    fn expr(&self, id: ExprId) -> bool {
        inside(&self.body.exprs, id)
    }

    fn place(&self, id: PlaceId) -> bool {
        inside(&self.body.places, id)
    }

    fn instr(&self, id: InstrId) -> bool {
        inside(&self.body.instrs, id)
    }

    fn function(&self, id: FunctionId) -> bool {
        inside(&self.program.functions, id)
    }

    fn local(&self, id: LocalId) -> bool {
        id.index() < self.locals
    }
}

fn inside<I: Id, T>(table: &IdVec<I, T>, id: I) -> bool {
    id.index() < table.len()
}

fn body_ids(ranges: &Ranges<'_>, function: FunctionId, errors: &mut Errors<'_>) {
    const MESSAGE: &str = "what the ids stand for should exist";
    for (id, expr) in ranges.body.exprs.iter_enumerated() {
        let component = expr.component.is_none_or(|component| inside(&ranges.program.components, component));
        if !ranges.ty(expr.ty) || !component || !expr_ids(ranges, &expr.kind) {
            errors.add_with(Entity::Expr(function, id), format!("{expr:?}"), MESSAGE);
        }
    }
    for (id, place) in ranges.body.places.iter_enumerated() {
        let base = match place.base {
            PlaceBase::Local(local) => ranges.local(local),
            PlaceBase::Global(global) => inside(&ranges.program.globals, global),
            PlaceBase::Deref(pointer) => ranges.expr(pointer),
        };
        let projections = place.projections.iter().all(|projection| match *projection {
            Projection::Field(_) => true,
            Projection::Index(index) => ranges.expr(index),
        });
        if !ranges.ty(place.ty) || !base || !projections {
            errors.add_with(Entity::Place(function, id), format!("{place:?}"), MESSAGE);
        }
    }
    for (id, instr) in ranges.body.instrs.iter_enumerated() {
        if !instr_ids(ranges, &instr.kind) {
            errors.add_with(Entity::Instr(function, id), format!("{:?}", instr.kind), MESSAGE);
        }
    }
}

fn expr_ids(ranges: &Ranges<'_>, kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Load(place) | ExprKind::AddrOf(place) => ranges.place(*place),
        ExprKind::FunctionAddr(function) => ranges.function(*function),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => ranges.expr(*a),
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => ranges.expr(*a) && ranges.expr(*b),
        ExprKind::Cond(c, a, b) => ranges.expr(*c) && ranges.expr(*a) && ranges.expr(*b),
        ExprKind::Intrinsic(_, args) => args.iter().all(|&arg| ranges.expr(arg)),
    }
}

fn instr_ids(ranges: &Ranges<'_>, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Declare(local) | InstrKind::Kill(local) => ranges.local(*local),
        InstrKind::Assign { place, value } => ranges.place(*place) && ranges.expr(*value),
        InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => ranges.place(*place),
        InstrKind::Call { dest, callee, args } => {
            let callee = match *callee {
                Callee::Direct(function) => ranges.function(function),
                Callee::Indirect(pointer) => ranges.expr(pointer),
            };
            callee && dest.is_none_or(|dest| ranges.place(dest)) && args.iter().all(|&arg| ranges.expr(arg))
        }
        InstrKind::Jump(target) => ranges.instr(*target),
        InstrKind::Branch { cond, target, .. } => ranges.expr(*cond) && ranges.instr(*target),
        InstrKind::Switch { value, cases, default } => {
            let targets = cases.iter().all(|case| ranges.instr(case.target));
            ranges.expr(*value) && ranges.instr(*default) && targets
        }
        InstrKind::Block(op) => {
            let local = !matches!(*op, BlockOp::Release { local } if !ranges.local(local));
            local && op.exprs().all(|expr| ranges.expr(expr)) && op.places().all(|place| ranges.place(place))
        }
        InstrKind::Output(output) => output.exprs().all(|expr| ranges.expr(expr)),
        InstrKind::Return(None) | InstrKind::Halt | InstrKind::Unsupported(_) | InstrKind::Label => true,
        InstrKind::Return(Some(value))
        | InstrKind::Assume(value)
        | InstrKind::Cover(value)
        | InstrKind::Assert { cond: value, .. } => ranges.expr(*value),
    }
}
