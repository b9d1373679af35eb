//! One function: its locals, that nothing contains itself, and what its body is made of.

use whyc_base::ids::{Id as _, IdVec};

use crate::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use crate::instr::InstrKind;
use crate::program::{Body, Function, FunctionId, LocalKind, Program};
use crate::types::{Type, TypeId, TypeTable};

use super::{Entity, Errors, is_complete_object};

/// What the checks of one body share.
pub(super) struct Checker<'a, 'e> {
    pub(super) program: &'a Program,
    pub(super) types: &'a TypeTable,
    pub(super) id: FunctionId,
    pub(super) function: &'a Function,
    pub(super) body: &'a Body,
    pub(super) errors: &'e mut Errors<'a>,
}

/// Checks a function all of whose ids are in range.
pub(super) fn function<'a>(program: &'a Program, id: FunctionId, errors: &mut Errors<'a>) {
    let function = &program.functions[id];
    locals(program, id, errors);
    if program.start == id && (function.body.is_none() || function.n_params > 0) {
        errors.add(Entity::Function(id), "start should have a body and no parameters");
    }
    let returns = *program.types.get(function.ret) == Type::Void || is_complete_object(&program.types, function.ret);
    if !returns {
        errors.add(Entity::Function(id), "a function should return void or a complete object type");
    }
    let Some(body) = &function.body else {
        return;
    };
    let ends = body.instrs.iter().next_back().is_some_and(|last| {
        matches!(last.kind, InstrKind::Return(_) | InstrKind::Halt | InstrKind::Jump(_) | InstrKind::Switch { .. })
    });
    if !ends {
        errors.add(Entity::Function(id), "control should not fall off the end");
    }
    // The text of something that contains itself has no end.
    if contains_itself(body) {
        errors.add(Entity::Function(id), "no expression or place should contain itself");
        return;
    }
    let mut checker = Checker { program, types: &program.types, id, function, body, errors };
    for place in body.places.ids() {
        checker.place(place);
    }
    for expr in body.exprs.ids() {
        checker.expr(expr);
    }
    for instr in body.instrs.ids() {
        checker.instr(instr);
    }
}

fn locals(program: &Program, id: FunctionId, errors: &mut Errors<'_>) {
    let function = &program.functions[id];
    for (local_id, local) in function.locals.iter_enumerated() {
        let entity = Entity::Local(id, local_id);
        let is_param = local_id.index() < function.n_params;
        if is_param != (local.kind == LocalKind::Param) {
            errors.add(entity, "the parameters should be the first locals");
        }
        let open_array = !is_param && matches!(program.types.get(local.ty), Type::Array { .. });
        if !open_array && !is_complete_object(&program.types, local.ty) {
            errors.add(entity, "a local should have a complete object type");
        }
        if local.kind == LocalKind::Temporary && local.address_taken {
            errors.add(entity, "the address of a temporary should not be taken");
        }
    }
}

impl Checker<'_, '_> {
    pub(super) fn ty(&self, expr: ExprId) -> TypeId {
        self.body.exprs[expr].ty
    }

    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        self.types.scalar_bits(ty).is_some()
    }

    /// Integers and enumerations, not `_Bool`: it takes part in arithmetic only after promotion.
    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Int(_) | Type::Enum(_))
    }

    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Float(_))
    }

    pub(super) fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(super) fn is_index(&self, ty: TypeId) -> bool {
        use crate::types::IntKind;
        matches!(self.types.get(ty), Type::Int(IntKind::Long | IntKind::ULong))
    }

    pub(super) fn is_int(&self, ty: TypeId) -> bool {
        use crate::types::IntKind;
        *self.types.get(ty) == Type::Int(IntKind::Int)
    }

    pub(super) fn is_complete(&self, ty: TypeId) -> bool {
        is_complete_object(self.types, ty)
    }
}

/// A node of the graph of expressions and places.
#[derive(Clone, Copy)]
enum Node {
    Expr(ExprId),
    Place(PlaceId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Depth-first search with its own stack: a node met while it is open contains itself.
fn contains_itself(body: &Body) -> bool {
    let mut exprs: IdVec<ExprId, Mark> = IdVec::filled(Mark::New, body.exprs.len());
    let mut places: IdVec<PlaceId, Mark> = IdVec::filled(Mark::New, body.places.len());
    let roots = body.exprs.ids().map(Node::Expr).chain(body.places.ids().map(Node::Place));
    let mut stack = Vec::new();
    for root in roots {
        stack.push(root);
        while let Some(&node) = stack.last() {
            let mark = match node {
                Node::Expr(id) => &mut exprs[id],
                Node::Place(id) => &mut places[id],
            };
            match *mark {
                Mark::New => {
                    *mark = Mark::Open;
                    let first = stack.len();
                    children(body, node, &mut stack);
                    let is_open = |child: &Node| match *child {
                        Node::Expr(id) => exprs[id] == Mark::Open,
                        Node::Place(id) => places[id] == Mark::Open,
                    };
                    if stack[first..].iter().any(is_open) {
                        return true;
                    }
                }
                Mark::Open => {
                    *mark = Mark::Done;
                    stack.pop();
                }
                Mark::Done => {
                    stack.pop();
                }
            }
        }
    }
    false
}

fn children(body: &Body, node: Node, out: &mut Vec<Node>) {
    match node {
        Node::Expr(id) => match &body.exprs[id].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) | ExprKind::AddrOf(place) => out.push(Node::Place(*place)),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => out.push(Node::Expr(*a)),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                out.extend([*a, *b].map(Node::Expr));
            }
            ExprKind::Cond(c, a, b) => out.extend([*c, *a, *b].map(Node::Expr)),
            ExprKind::Intrinsic(_, args) => out.extend(args.iter().copied().map(Node::Expr)),
        },
        Node::Place(id) => {
            let place = &body.places[id];
            if let PlaceBase::Deref(pointer) = place.base {
                out.push(Node::Expr(pointer));
            }
            out.extend(place.projections.iter().filter_map(|projection| match *projection {
                Projection::Field(_) => None,
                Projection::Index(index) => Some(Node::Expr(index)),
            }));
        }
    }
}
