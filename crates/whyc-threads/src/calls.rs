//! Who may call whom.

use rustc_hash::FxHashSet;
use whyc_base::ids::IdVec;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::signature::callable;

/// The functions whose address is taken somewhere, and who calls whom.
pub struct Calls {
    /// What a call through a pointer may come to, as far as its type fits.
    pub addressed: Vec<FunctionId>,
    callees: IdVec<FunctionId, Vec<FunctionId>>,
}

impl Calls {
    /// Reads it off a program.
    pub fn new(program: &Program) -> Self {
        let mut seen = FxHashSet::default();
        let mut addressed = Vec::new();
        for expr in program.functions.iter().filter_map(|f| f.body.as_ref()).flat_map(|body| &body.exprs) {
            if let ExprKind::FunctionAddr(function) = expr.kind
                && seen.insert(function)
            {
                addressed.push(function);
            }
        }
        addressed.sort_unstable();
        let mut calls = Self { addressed, callees: IdVec::new() };
        for f in &program.functions {
            let instrs = f.body.iter().flat_map(|body| body.instrs.iter().map(move |instr| (body, instr)));
            let mut callees: Vec<FunctionId> = Vec::new();
            for (body, instr) in instrs {
                if let InstrKind::Call { callee, args, .. } = &instr.kind {
                    callees.extend(calls.of_call(program, body, *callee, args));
                }
            }
            callees.sort_unstable();
            callees.dedup();
            calls.callees.push(callees);
        }
        calls
    }

    /// Whom a call may call.
    pub fn of_call(&self, program: &Program, body: &Body, callee: Callee, args: &[ExprId]) -> Vec<FunctionId> {
        match callee {
            Callee::Direct(function) => vec![function],
            Callee::Indirect(pointer) => {
                let pointer_ty = body.exprs[pointer].ty;
                let through = program.types.pointee(pointer_ty).unwrap_or(pointer_ty);
                let arg_types: Vec<_> = args.iter().map(|&arg| body.exprs[arg].ty).collect();
                let fits = |&function: &FunctionId| callable(program, through, &arg_types, function);
                self.addressed.iter().copied().filter(fits).collect()
            }
        }
    }

    /// Whom a function calls directly.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function]
    }

    /// A function, and all that it may come to.
    pub fn reached_from(&self, first: FunctionId) -> FxHashSet<FunctionId> {
        let mut reached = FxHashSet::default();
        let mut todo = vec![first];
        while let Some(function) = todo.pop() {
            if reached.insert(function) {
                todo.extend_from_slice(self.callees(function));
            }
        }
        reached
    }
}
