//! What is not to blame unless there is no other way: the code that states what is right, and the code that tries the rest.
//!
//! A function that is only called in assertions is part of the specification. A function that makes up inputs and states
//! assertions is a test driver, if the work is done by others that it calls.

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_ir::expr::ExprKind;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, Origin, Program};
use whyc_ir::property::PropertyClass;

/// The functions that are only called in assertions, or by such functions.
pub fn specification(program: &Program) -> FxHashSet<FunctionId> {
    let callers = Callers::new(program);
    let mut found = FxHashSet::default();
    // Each round may find those that are called by what the round before has found.
    loop {
        let is_stated = |call: &Call| call.in_assertion || found.contains(&call.caller);
        let is_new = |id: &FunctionId| {
            let calls = &callers.of[id.index()];
            !found.contains(id) && !calls.is_empty() && calls.iter().all(is_stated)
        };
        let new: Vec<FunctionId> = users(program).filter(is_new).collect();
        if new.is_empty() {
            return found;
        }
        found.extend(new);
    }
}

/// The functions that make up inputs, let other functions of the user's work with them, and state what should hold.
pub fn drivers(program: &Program) -> FxHashSet<FunctionId> {
    let callers = Callers::new(program);
    let works = |driver: FunctionId| {
        let calls_it = |call: &Call| call.caller == driver && !call.in_assertion;
        users(program).any(|id| id != driver && callers.of[id.index()].iter().any(calls_it))
    };
    let makes_inputs = |body: &Body| body.instrs.iter().any(|instr| matches!(instr.kind, InstrKind::Nondet { .. }));
    let is_driver = |id: &FunctionId| {
        let body = program.functions[*id].body.as_ref();
        body.is_some_and(|body| makes_inputs(body) && !assertions(body).is_empty()) && works(*id)
    };
    users(program).filter(is_driver).collect()
}

fn users(program: &Program) -> impl Iterator<Item = FunctionId> {
    let is_users = |id: &FunctionId| {
        let function = &program.functions[*id];
        function.origin == Origin::User && function.body.is_some()
    };
    program.functions.ids().filter(is_users)
}

/// A call of a function by its name, or a place that takes its address: whoever has that may call it.
struct Call {
    caller: FunctionId,
    in_assertion: bool,
}

struct Callers {
    of: Vec<Vec<Call>>,
}

impl Callers {
    fn new(program: &Program) -> Self {
        let mut of: Vec<Vec<Call>> = program.functions.iter().map(|_| Vec::new()).collect();
        for (caller, function) in program.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            let assertions = assertions(body);
            for expr in body.exprs.iter() {
                if let ExprKind::FunctionAddr(callee) = expr.kind {
                    of[callee.index()].push(Call { caller, in_assertion: false });
                }
            }
            for instr in body.instrs.iter() {
                if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind {
                    let in_assertion = assertions.iter().any(|span| span.contains(instr.span));
                    of[callee.index()].push(Call { caller, in_assertion });
                }
            }
        }
        Self { of }
    }
}

/// Where the function asserts something.
fn assertions(body: &Body) -> Vec<Span> {
    let is_assertion = |kind: &InstrKind| matches!(kind, InstrKind::Assert { class: PropertyClass::Assertion, .. });
    body.instrs.iter().filter(|instr| is_assertion(&instr.kind)).map(|instr| instr.span).collect()
}
