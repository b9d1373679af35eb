//! From bodies to [`Code`]: operands before operators, every lookup done once.
//!
//! A list of tasks takes the place of recursion. A task may emit an operation or stand for an
//! expression; an expression is replaced by the tasks of its operands and its own operation.

mod block;

mod expr;

mod place;

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id as _, IdVec};

use crate::expr::{ExprId, PlaceId};
use crate::instr::{Callee, InstrId, InstrKind, SwitchCase};
use crate::layout;
use crate::program::{Body, Function, FunctionId, Program};
use crate::property::{PropertyClass, PropertyId, PropertyTable, Site};
use crate::types::{Type, TypeId};

use super::code::{
    CallStep, CallTarget, Case, Code, Due, Extent, FunctionCode, Op, Scalar, Shape, SwitchStep, switch_key,
};

/// The code of a whole program.
pub(super) fn program(program: &Program, properties: &PropertyTable, watched: bool) -> Code {
    let (globals, global_bytes) =
        lay_out(program.globals.iter().map(|global| program.types.size_of(global.ty).map(|size| size + global.tail)));
    let function = |(id, f): (FunctionId, &Function)| {
        f.body.as_ref().map(|body| Flattener::new(program, properties, id, body, watched).run())
    };
    let functions = program.functions.iter_enumerated().map(function).collect();
    let leaks = properties.at_instrs(PropertyClass::Leak);
    let (pointers, leaks) = (program.types.target.pointers, leaks.collect());
    let mut inside: IdVec<PropertyId, Option<PropertyClass>> = properties.all().iter().map(|_| None).collect();
    for (id, class) in properties.inside() {
        inside[id] = Some(class);
    }
    let mut outside: FxHashMap<(FunctionId, InstrId), Vec<(PropertyClass, Due)>> = FxHashMap::default();
    for ((function, instr, class), property) in properties.outside() {
        outside.entry((function, instr)).or_default().push((class, property.into()));
    }
    Code { functions, globals, global_bytes, pointers, leaks, inside, outside, watched }
}

/// Lays out objects one after the other. What has no size (an incomplete array) has no bytes.
fn lay_out<I: whyc_base::ids::Id>(sizes: impl Iterator<Item = Option<u64>>) -> (IdVec<I, Extent>, u64) {
    let mut end = 0u64;
    let extents = sizes.map(|size| {
        let extent = Extent { start: end, size: size.unwrap_or(0) };
        // Objects too large for any memory limit must not wrap around.
        end = end.saturating_add(extent.size).checked_next_multiple_of(8).unwrap_or(u64::MAX);
        extent
    });
    (extents.collect(), end)
}

/// Something still to be flattened.
enum Task {
    Expr(ExprId),
    /// The address computation of a place and what is done with it.
    Place(PlaceId, Use),
    Op(Op),
    /// The label stands here.
    Bind(u32),
}

/// What is done with a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Load,
    Address,
    Store,
    Zero,
}

struct Flattener<'a> {
    program: &'a Program,
    properties: &'a PropertyTable,
    function: FunctionId,
    body: &'a Body,
    code: FunctionCode,
    /// Whether the values of expressions are shown, and every read.
    watched: bool,
    /// The position of each label; the first ones are those of the instructions.
    pc_from_label: Vec<u32>,
}

impl<'a> Flattener<'a> {
    fn new(
        program: &'a Program,
        properties: &'a PropertyTable,
        function: FunctionId,
        body: &'a Body,
        watched: bool,
    ) -> Self {
        let f = &program.functions[function];
        let (locals, frame_bytes) = lay_out(f.locals.iter().map(|local| program.types.size_of(local.ty)));
        let code = FunctionCode {
            ops: Vec::new(),
            accesses: Vec::new(),
            indices: Vec::new(),
            calls: Vec::new(),
            switches: Vec::new(),
            wide: Vec::new(),
            ranges: Vec::new(),
            gaps: Vec::new(),
            texts: Vec::new(),
            locals,
            param_gaps: f.params().map(|param| layout::gaps(&program.types, f.locals[param].ty)).collect(),
            addressed: layout::addressed_locals(program, function).collect(),
            frame_bytes,
            result: Shape::of(&program.types, f.ret),
        };
        Self { program, properties, function, body, code, watched, pc_from_label: vec![0; body.instrs.len()] }
    }

    fn run(mut self) -> FunctionCode {
        let mut todo = Vec::new();
        for id in self.body.instrs.ids() {
            self.pc_from_label[id.index()] = self.pc();
            self.code.ops.push(Op::Begin(id));
            self.instr(id, &mut todo);
            todo.reverse();
            self.work_off(&mut todo);
        }
        self.resolve_labels();
        self.code
    }

    /// Does the tasks from the last to the first.
    fn work_off(&mut self, todo: &mut Vec<Task>) {
        while let Some(task) = todo.pop() {
            let start = todo.len();
            match task {
                Task::Expr(id) => self.expr(id, todo),
                Task::Place(id, usage) => self.place(id, usage, todo),
                Task::Op(op) => self.code.ops.push(op),
                Task::Bind(label) => self.pc_from_label[label as usize] = self.pc(),
            }
            todo[start..].reverse();
        }
    }

    fn pc(&self) -> u32 {
        u32::try_from(self.code.ops.len()).expect("a function should have fewer than 2^32 operations")
    }

    fn new_label(&mut self) -> u32 {
        self.pc_from_label.push(0);
        self.pc_from_label.len() as u32 - 1
    }

    fn resolve_labels(&mut self) {
        let labels = &self.pc_from_label;
        for op in &mut self.code.ops {
            if let Op::And { pc, .. }
            | Op::Or { pc, .. }
            | Op::Unless { pc, .. }
            | Op::Jump(pc)
            | Op::Branch { pc, .. } = op
            {
                *pc = labels[*pc as usize];
            }
        }
        for switch in &mut self.code.switches {
            for case in switch.cases.iter_mut().chain([&mut switch.default]) {
                case.pc = labels[case.target.index()];
            }
        }
    }

    fn instr(&mut self, id: InstrId, out: &mut Vec<Task>) {
        match &self.body.instrs[id].kind {
            InstrKind::Declare(local) => out.push(Task::Op(Op::Declare(*local))),
            InstrKind::Kill(local) => out.push(Task::Op(Op::Kill(*local))),
            InstrKind::Assign { place, value } => {
                out.extend([Task::Expr(*value), Task::Place(*place, Use::Store)]);
            }
            InstrKind::ZeroFill(place) => out.push(Task::Place(*place, Use::Zero)),
            InstrKind::Nondet { place, .. } => {
                let ty = self.body.places[*place].ty;
                out.extend([Task::Op(Op::Nondet { scalar: self.scalar(ty), ty }), Task::Place(*place, Use::Store)]);
            }
            InstrKind::Call { dest, callee, args } => {
                out.extend(args.iter().map(|&arg| Task::Expr(arg)));
                let ret = self.call(id, *callee, args, dest.is_some(), out);
                match (dest, Shape::of(&self.program.types, ret)) {
                    (Some(dest), _) => out.push(Task::Place(*dest, Use::Store)),
                    (None, Some(shape)) => out.push(Task::Op(Op::Drop(shape))),
                    (None, None) => {}
                }
            }
            InstrKind::Jump(target) => out.push(Task::Op(Op::Jump(target.0))),
            InstrKind::Branch { cond, when, target } => {
                let scalar = self.scalar_of(*cond);
                out.extend([Task::Expr(*cond), Task::Op(Op::Branch { scalar, when: *when, pc: target.0 })]);
            }
            InstrKind::Switch { value, cases, default } => {
                let switch = self.switch(self.scalar_of(*value), cases, *default);
                out.extend([Task::Expr(*value), Task::Op(Op::Switch(push(&mut self.code.switches, switch)))]);
            }
            InstrKind::Return(None) => {
                let due = self.due(Site::Instr(id), PropertyClass::MissingReturn);
                out.push(Task::Op(Op::ReturnNothing { due }));
            }
            InstrKind::Return(Some(value)) => {
                out.push(Task::Expr(*value));
                match self.code.result {
                    Some(_) => out.push(Task::Op(Op::Return)),
                    // The zero that stands for `void` is not handed on.
                    None => {
                        let end = Op::ReturnNothing { due: Due::NOTHING };
                        out.extend([Task::Op(Op::Drop(Shape::Scalar(Scalar::Bool))), Task::Op(end)]);
                    }
                }
            }
            InstrKind::Assume(cond) => {
                out.extend([Task::Expr(*cond), Task::Op(Op::Assume(self.scalar_of(*cond)))]);
            }
            InstrKind::Cover(cond) => {
                out.extend([Task::Expr(*cond), Task::Op(Op::Cover(self.scalar_of(*cond)))]);
            }
            InstrKind::Assert { cond, class, .. } => {
                let due = self.due(Site::Instr(id), *class);
                out.extend([Task::Expr(*cond), Task::Op(Op::Assert { scalar: self.scalar_of(*cond), due })]);
            }
            InstrKind::Block(op) => self.block(id, op, out),
            InstrKind::Output(output) => self.output(output, out),
            InstrKind::Halt => out.push(Task::Op(Op::Halt)),
            InstrKind::Unsupported(_) => out.push(Task::Op(Op::Unsupported)),
            InstrKind::Label => {}
        }
    }

    /// The call itself; returns the type of the result that it pushes.
    fn call(&mut self, id: InstrId, callee: Callee, args: &[ExprId], wanted: bool, out: &mut Vec<Task>) -> TypeId {
        let arg_types: Vec<TypeId> = args.iter().map(|&arg| self.body.exprs[arg].ty).collect();
        let shape = |&ty: &TypeId| Shape::of(&self.program.types, ty).expect("an argument should have a size");
        let shapes = arg_types.iter().map(shape).collect();
        let (target, ret) = match callee {
            Callee::Direct(function) => (CallTarget::Direct(function), self.program.functions[function].ret),
            Callee::Indirect(pointer) => {
                out.push(Task::Expr(pointer));
                let types = &self.program.types;
                let through = types.pointee(self.body.exprs[pointer].ty).expect("a callee should be a pointer");
                let Type::Function(ty) = types.get(through) else {
                    unreachable!("a callee should be a pointer to a function");
                };
                let due = self.due(Site::Instr(id), PropertyClass::FunctionPointer);
                (CallTarget::Indirect { through, arg_types, due }, ty.ret)
            }
        };
        let call = push(&mut self.code.calls, CallStep { target, args: shapes, wanted });
        out.push(Task::Op(Op::Call(call)));
        ret
    }

    fn switch(&self, scalar: Scalar, cases: &[SwitchCase], default: InstrId) -> SwitchStep {
        let case = |case: &SwitchCase| {
            let (low, high) = (switch_key(case.low, scalar), switch_key(case.high, scalar));
            Case { low, high, pc: 0, target: case.target }
        };
        let mut cases: Vec<Case> = cases.iter().map(case).collect();
        cases.sort_by_key(|case| case.low);
        SwitchStep { scalar, cases, default: Case { low: 0, high: 0, pc: 0, target: default } }
    }

    fn due(&self, site: Site, class: PropertyClass) -> Due {
        self.properties.at(self.function, site, class).into()
    }

    fn scalar(&self, ty: TypeId) -> Scalar {
        Scalar::of(&self.program.types, ty).expect("an operand should be a scalar")
    }

    fn scalar_of(&self, expr: ExprId) -> Scalar {
        self.scalar(self.body.exprs[expr].ty)
    }
}

/// Appends to one of the side tables.
fn push<T>(table: &mut Vec<T>, item: T) -> u32 {
    table.push(item);
    table.len() as u32 - 1
}
