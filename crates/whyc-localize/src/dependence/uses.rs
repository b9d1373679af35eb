//! What an instruction reads and writes.

use std::collections::BTreeSet;

use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, Origin, Program};
use whyc_ir::types::Type;

/// A variable, as far as dependences care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A local of the function at hand.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// Whatever pointers point to: blocks of memory, and variables whose address goes somewhere.
    Memory,
}

/// Variables that pointers may point to. An address that is handed to a function of the library right away is not held
/// on to.
#[derive(Debug, Default)]
pub struct Escaping {
    locals: BTreeSet<(FunctionId, LocalId)>,
    globals: BTreeSet<GlobalId>,
    /// The functions that may be called through a pointer.
    pub functions: BTreeSet<FunctionId>,
}

impl Escaping {
    /// Those of the user's functions.
    pub fn new(program: &Program) -> Self {
        let mut escaping = Self::default();
        for (function, body) in bodies(program) {
            let mut lent = BTreeSet::new();
            for instr in body.instrs.iter() {
                if let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = &instr.kind
                    && program.functions[*callee].origin == Origin::Whyc
                {
                    lent.extend(args.iter().map(|&arg| without_casts(body, arg)));
                }
            }
            for (id, expr) in body.exprs.iter_enumerated() {
                match expr.kind {
                    ExprKind::FunctionAddr(function) => {
                        escaping.functions.insert(function);
                    }
                    ExprKind::AddrOf(place) if !lent.contains(&id) => match body.places[place].base {
                        PlaceBase::Local(local) => {
                            escaping.locals.insert((function, local));
                        }
                        PlaceBase::Global(global) => {
                            escaping.globals.insert(global);
                        }
                        PlaceBase::Deref(_) => {}
                    },
                    _ => {}
                }
            }
        }
        escaping
    }

    fn has(&self, function: FunctionId, variable: Variable) -> bool {
        match variable {
            Variable::Local(local) => self.locals.contains(&(function, local)),
            Variable::Global(global) => self.globals.contains(&global),
            Variable::Memory => false,
        }
    }
}

/// The user's functions that have a body.
pub fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    let users = program.functions.iter_enumerated().filter(|(_, function)| function.origin == Origin::User);
    users.filter_map(|(id, function)| function.body.as_ref().map(|body| (id, body)))
}

fn without_casts(body: &Body, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = body.exprs[expr].kind {
        expr = inner;
    }
    expr
}

/// What an instruction reads and writes itself; what a function does that it calls is not part of it.
pub struct Uses<'a> {
    program: &'a Program,
    escaping: &'a Escaping,
    function: FunctionId,
    body: &'a Body,
    /// What it reads.
    pub reads: BTreeSet<Variable>,
    /// What it writes, and whether nothing of what was there before is left.
    pub writes: Vec<(Variable, bool)>,
}

impl<'a> Uses<'a> {
    /// Of an instruction of `function`.
    pub fn new(
        program: &'a Program,
        escaping: &'a Escaping,
        (function, body): (FunctionId, &'a Body),
        kind: &InstrKind,
    ) -> Self {
        let mut uses = Self { program, escaping, function, body, reads: BTreeSet::new(), writes: Vec::new() };
        uses.add(kind);
        uses
    }

    fn add(&mut self, kind: &InstrKind) {
        match kind {
            InstrKind::Assign { place, value } => {
                self.expr(*value);
                self.write(*place);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.write(*place),
            InstrKind::Declare(local) => self.wrote(Variable::Local(*local), true),
            InstrKind::Call { dest, callee, args } => {
                args.iter().for_each(|&arg| self.expr(arg));
                match callee {
                    Callee::Indirect(pointer) => self.expr(*pointer),
                    Callee::Direct(callee) if self.program.functions[*callee].origin == Origin::Whyc => {
                        args.iter().for_each(|&arg| self.lend(arg));
                    }
                    Callee::Direct(_) => {}
                }
                dest.iter().for_each(|&dest| self.write(dest));
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Assert { cond: value, .. } => self.expr(*value),
            InstrKind::Block(op) => {
                op.exprs().for_each(|expr| self.expr(expr));
                op.places().for_each(|place| self.write(place));
            }
            InstrKind::Output(output) => output.exprs().for_each(|expr| self.expr(expr)),
            InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    /// A function of the library gets this argument and may write where it points.
    fn lend(&mut self, arg: ExprId) {
        let inner = &self.body.exprs[without_casts(self.body, arg)];
        if !matches!(self.program.types.get(inner.ty), Type::Pointer(_)) {
            return;
        }
        let place = match inner.kind {
            ExprKind::AddrOf(place) => self.body.places[place].base,
            _ => return self.writes.push((Variable::Memory, false)),
        };
        match place {
            PlaceBase::Local(local) => self.wrote(Variable::Local(local), false),
            PlaceBase::Global(global) => self.wrote(Variable::Global(global), false),
            PlaceBase::Deref(_) => self.writes.push((Variable::Memory, false)),
        }
    }

    fn write(&mut self, place: PlaceId) {
        let place = &self.body.places[place];
        let whole = place.projections.is_empty();
        match place.base {
            PlaceBase::Local(local) => self.wrote(Variable::Local(local), whole),
            PlaceBase::Global(global) => self.wrote(Variable::Global(global), whole),
            PlaceBase::Deref(pointer) => {
                self.writes.push((Variable::Memory, false));
                self.expr(pointer);
            }
        }
        for projection in &place.projections {
            if let Projection::Index(index) = *projection {
                self.expr(index);
            }
        }
    }

    fn wrote(&mut self, variable: Variable, whole: bool) {
        self.writes.push((variable, whole));
        if self.escaping.has(self.function, variable) {
            self.writes.push((Variable::Memory, false));
        }
    }

    fn read(&mut self, variable: Variable) {
        self.reads.insert(variable);
        if self.escaping.has(self.function, variable) {
            self.reads.insert(Variable::Memory);
        }
    }

    fn expr(&mut self, expr: ExprId) {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match &self.body.exprs[expr].kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
                ExprKind::Load(place) | ExprKind::AddrOf(place) => {
                    let place = &self.body.places[*place];
                    match place.base {
                        PlaceBase::Local(local) => self.read(Variable::Local(local)),
                        PlaceBase::Global(global) => self.read(Variable::Global(global)),
                        PlaceBase::Deref(pointer) => {
                            self.read(Variable::Memory);
                            stack.push(pointer);
                        }
                    }
                    stack.extend(place.projections.iter().filter_map(|projection| match *projection {
                        Projection::Index(index) => Some(index),
                        Projection::Field(_) => None,
                    }));
                }
                ExprKind::Unary(_, a) | ExprKind::Cast(a) => stack.push(*a),
                ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => stack.extend([*a, *b]),
                ExprKind::Cond(c, a, b) => stack.extend([*c, *a, *b]),
                ExprKind::Intrinsic(_, args) => stack.extend(args),
            }
        }
    }
}
