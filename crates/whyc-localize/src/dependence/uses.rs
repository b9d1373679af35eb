//! What an instruction reads and writes.

use std::collections::BTreeSet;

use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::flow::below;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::parts::Part;
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
        for part in kind.parts() {
            match part {
                Part::Value(expr) => self.expr(expr),
                Part::Read(place) => self.read_place(place),
                Part::Write(place) | Part::WriteFrom(place) => self.write(place),
                Part::Begin(local) => self.wrote(Variable::Local(local), true),
                Part::End(_) | Part::Release(_) => {}
            }
        }
        if let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = kind
            && self.program.functions[*callee].origin == Origin::Whyc
        {
            args.iter().for_each(|&arg| self.lend(arg));
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
        place.indices().for_each(|index| self.expr(index));
    }

    fn read_place(&mut self, place: PlaceId) {
        let place = &self.body.places[place];
        match place.base {
            PlaceBase::Local(local) => self.read(Variable::Local(local)),
            PlaceBase::Global(global) => self.read(Variable::Global(global)),
            PlaceBase::Deref(_) => self.read(Variable::Memory),
        }
        place.exprs().for_each(|expr| self.expr(expr));
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
        let body = self.body;
        below(body, [expr], &mut |expr| match body.exprs[expr].kind.place().map(|place| body.places[place].base) {
            Some(PlaceBase::Local(local)) => self.read(Variable::Local(local)),
            Some(PlaceBase::Global(global)) => self.read(Variable::Global(global)),
            Some(PlaceBase::Deref(_)) => self.read(Variable::Memory),
            None => {}
        });
    }
}
