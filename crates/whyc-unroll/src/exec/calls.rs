//! Calls: inlined, whoever is called; recursion is counted.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;
use whyc_ir::expr::{ExprId, PlaceId};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, LocalId};
use whyc_ir::property::{PropertyClass, Site};
use whyc_ir::signature::callable;
use whyc_ir::types::Type;
use whyc_term::TermId;

use super::{Activation, Exec, Failure};
use crate::eval::{Address, AddressBase, Value};
use crate::state::{At, State};
use crate::step::{AssignRole, Cut, Frame, FrameId, InputSource, StepKind};
use whyc_ir::flow::Liveness;

/// Concrete recursion may go this deep, whatever the bounds.
const FREE_DEPTH: usize = 100_000;

/// A call whose callees are being executed, one after the other.
#[derive(Clone)]
pub(super) struct PendingCall {
    /// The arguments.
    pub(super) args: Vec<Value>,
    /// Who is still to be called, and in which state; the next one last.
    remaining: Vec<(FunctionId, State)>,
    /// The states in which callees have returned.
    pub(super) finished: Vec<State>,
}

impl Exec<'_> {
    pub(super) fn call(&mut self, mut state: State, at: At, callee: Callee, args: &[ExprId]) -> Result<(), Failure> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.machine.eval(&mut state, at, arg));
        }
        let mut remaining = match callee {
            Callee::Direct(function) => vec![(function, state)],
            Callee::Indirect(pointer) => self.resolve(state, at, pointer, args),
        };
        remaining.reverse();
        let failed_under = self.machine.failed_under;
        remaining.retain(|(_, state)| failed_under != Some(state.guard));
        if let Some(activation) = self.activations.last_mut() {
            activation.call = Some(PendingCall { args: values, remaining, finished: Vec::new() });
        }
        self.next_callee()
    }

    /// The functions that a pointer can point to, each with the state in which it does.
    fn resolve(&mut self, mut state: State, at: At, pointer: ExprId, args: &[ExprId]) -> Vec<(FunctionId, State)> {
        let machine = &mut self.machine;
        let program = machine.program;
        let body = machine.body(at);
        let pointer_ty = body.exprs[pointer].ty;
        let through = program.types.pointee(pointer_ty).unwrap_or(pointer_ty);
        let arg_types: Vec<_> = args.iter().map(|&arg| body.exprs[arg].ty).collect();
        let value = machine.scalar(&mut state, at, pointer);
        let (number, _) = machine.split(value);
        let pointees = machine.pointees(number);
        let candidates: Vec<FunctionId> = if pointees.open {
            program.functions.ids().collect()
        } else {
            let numbers = pointees.numbers.iter();
            numbers.filter_map(|&number| layout::function_of_object(program, number)).collect()
        };
        let mut ways: Vec<(FunctionId, TermId)> = Vec::new();
        for function in candidates {
            if callable(program, through, &arg_types, function) {
                let constant = machine.pointer_to_start(layout::function_object(program, function));
                let is_it = machine.terms.eq(value, constant);
                if machine.terms.as_bool(is_it) != Some(false) {
                    ways.push((function, is_it));
                }
            }
        }
        let conditions: Vec<TermId> = ways.iter().map(|&(_, cond)| cond).collect();
        let valid = machine.terms.or_all(&conditions);
        machine.check(at, Site::Instr(at.instr), PropertyClass::FunctionPointer, valid);
        if !machine.is_due(at, Site::Instr(at.instr), PropertyClass::FunctionPointer)
            && machine.terms.as_bool(valid) != Some(true)
        {
            let invalid = machine.terms.not(valid);
            let guard = machine.guards.and(machine.terms, at.guard, invalid);
            let span = machine.body(at).instrs[at.instr].span;
            machine.unsupported(At { guard, ..at }, span, "call through an invalid function pointer");
        }
        if let [(function, _)] = ways[..] {
            // The only one that a valid pointer can point to.
            return vec![(function, state)];
        }
        let mut possible = Vec::with_capacity(ways.len());
        for (function, cond) in ways {
            let guard = machine.guards.and(machine.terms, state.guard, cond);
            if machine.is_possible(guard) {
                possible.push((function, State { guard, memory: state.memory.clone() }));
            }
        }
        if let [(_, only)] = &mut possible[..] {
            only.guard = state.guard;
        }
        possible
    }

    /// Calls the next callee of the call in progress, or goes on after it.
    fn next_callee(&mut self) -> Result<(), Failure> {
        let Some(activation) = self.activations.last_mut() else { return Ok(()) };
        let (pc, frame, function) = (activation.pc, activation.frame, activation.function);
        let Some(call) = activation.call.as_mut() else { return Ok(()) };
        let Some((callee, state)) = call.remaining.pop() else {
            let finished = std::mem::take(&mut call.finished);
            activation.call = None;
            let at = At { frame, function, instr: pc, guard: crate::guard::Guards::TRUE };
            // What is live at this instruction is live before the call, not after it: everything is kept.
            let state = (!finished.is_empty()).then(|| self.machine.merge(at, finished, None));
            self.machine.failed_under = None;
            self.go_on(pc, state);
            return Ok(());
        };
        let at = At { frame, function, instr: pc, guard: state.guard };
        if self.machine.program.functions[callee].body.is_none() {
            self.call_unknown(state, at, callee);
            return self.next_callee();
        }
        if let Some(summary) = self.summary_of(callee) {
            self.call_any(state, at, summary);
            return self.next_callee();
        }
        if !self.may_recurse(&state, at, callee) {
            return self.next_callee();
        }
        self.enter(callee, Some(at), state)
    }

    /// The result of a function without body is an input.
    fn call_unknown(&mut self, mut state: State, at: At, callee: FunctionId) {
        self.n_inputs += 1;
        let machine = &mut self.machine;
        let f = &machine.program.functions[callee];
        let span = machine.body(at).instrs[at.instr].span;
        if let Some(dest) = destination(machine.body(at), at.instr) {
            if machine.program.types.scalar_bits(f.ret).is_some() {
                let name = format!("{}()", f.name);
                let (step, value) = machine.input(at, span, f.ret, &name, InputSource::Result(callee));
                machine.put_input(&mut state, at, dest, step, value);
            } else {
                machine.unsupported(at, span, format!("the structure returned by `{}`, which has no body", f.name));
            }
        }
        if let Some(call) = self.activations.last_mut().and_then(|activation| activation.call.as_mut()) {
            call.finished.push(state);
        }
    }

    /// Whether somebody uses what the current activation returns.
    pub(super) fn is_result_wanted(&self) -> bool {
        let [.., caller, _] = &self.activations[..] else { return self.is_any_call() };
        let body = self.machine.program.functions[caller.function].body.as_ref();
        body.is_some_and(|body| destination(body, caller.pc).is_some())
    }

    /// Whether one more activation of `callee` is within the bounds; if not, the path is cut off.
    fn may_recurse(&mut self, state: &State, at: At, callee: FunctionId) -> bool {
        let depth = self.n_active.get(&callee).copied().unwrap_or(0);
        if depth == 0 {
            return true;
        }
        let outer = self.activations.iter().rev().find(|activation| activation.function == callee);
        // As for loops: only what is certainly reached is followed as far as it goes.
        let certain = self.machine.terms.as_bool(self.machine.guards.term(state.guard)) == Some(true);
        let is_free = self.bounds.free_iterations
            && certain
            && depth < FREE_DEPTH
            && outer.is_some_and(|outer| outer.entered_under == state.guard);
        if is_free || depth <= self.bounds.recursion[callee] as usize {
            return true;
        }
        let span = self.machine.body(at).instrs[at.instr].span;
        let step = self.machine.push(at, span, StepKind::Cut { what: Cut::Recursion(callee) });
        self.machine.unrolling.cuts.push(step);
        false
    }

    /// Begins an activation of `function`, which has a body, called from `caller`.
    pub(super) fn enter(&mut self, function: FunctionId, caller: Option<At>, mut state: State) -> Result<(), Failure> {
        let machine = &mut self.machine;
        let program = machine.program;
        let told = caller.map(|at| machine.told(at));
        let depth = told.map_or(0, |(frame, _)| machine.unrolling.frames[frame].depth + 1);
        let frame = FrameId::from_index(machine.unrolling.frames.len());
        let Some(objects) = machine.objects.enter(program, frame, function) else {
            return Err(Failure::TooManyObjects);
        };
        machine.unrolling.frames.push(Frame { function, caller: told, object_base: objects.base, depth });
        if let Some(woven) = program.woven.as_ref().filter(|woven| woven.function == function) {
            for segment in &woven.segments {
                let (inside, at) =
                    segment.caller.map_or((frame, InstrId(0)), |(outer, at)| (FrameId(frame.0 + 1 + outer), at));
                let depth = machine.unrolling.frames[inside].depth + 1;
                let caller = Some((inside, at));
                let object_base = objects.base;
                machine.unrolling.frames.push(Frame { function: segment.function, caller, object_base, depth });
            }
        }
        if let Some(at) = caller {
            let span = machine.body(at).instrs[at.instr].span;
            machine.entered(at, frame, function);
            machine.push(at, span, StepKind::Enter { callee: frame });
        }
        machine.stack.push(objects);
        machine.rounds.push(Vec::new());
        let liveness = self.liveness.entry(function);
        let liveness = Rc::clone(liveness.or_insert_with(|| Rc::new(Liveness::new(&program.functions[function]))));
        if let Some(at) = caller {
            self.bind(&mut state, at, frame, function);
        }
        let n_active = self.n_active.entry(function).or_insert(0);
        *n_active += 1;
        let is_inner = *n_active > 1;
        self.activations.push(Activation {
            work: 0,
            is_inner,
            function,
            frame,
            liveness,
            entered_under: state.guard,
            pc: InstrId(0),
            current: Some(state),
            waiting: BTreeMap::new(),
            returned: Vec::new(),
            inside: FxHashMap::default(),
            counts: FxHashMap::default(),
            call: None,
        });
        Ok(())
    }

    /// Gives the parameters of a new activation their values.
    fn bind(&mut self, state: &mut State, caller: At, frame: FrameId, function: FunctionId) {
        let Some(args) = self.activations.last().and_then(|a| a.call.as_ref()).map(|call| call.args.clone()) else {
            return;
        };
        let machine = &mut self.machine;
        let program = machine.program;
        let components: Vec<_> = match &machine.body(caller).instrs[caller.instr].kind {
            InstrKind::Call { args, .. } => args.iter().map(|&arg| machine.body(caller).exprs[arg].component).collect(),
            _ => Vec::new(),
        };
        let call_span = machine.body(caller).instrs[caller.instr].span;
        let at = At { frame, function, instr: InstrId(0), guard: state.guard };
        for (k, value) in args.into_iter().enumerate().take(program.functions[function].n_params) {
            let local = LocalId::from_index(k);
            let Some(object) = machine.stack.last().map(|objects| objects.local(local)) else { return };
            let ty = program.functions[function].locals[local].ty;
            let alive = machine.terms.bool_const(true);
            crate::memory::revive(&mut state.memory, object, crate::memory::BaseTable::ZERO, alive);
            let offset = machine.terms.bits(layout::OFFSET_BITS, 0);
            let address = Address { base: AddressBase::Object(object), offset, bit_field: None, ty, pointee: None };
            let component = components.get(k).copied().flatten();
            machine.store(state, at, call_span, address, value, component, AssignRole::Parameter);
        }
    }

    /// Ends the current activation: its returned states become one, and the caller goes on with it.
    pub(super) fn leave(&mut self) -> Result<(), Failure> {
        let wanted = self.is_result_wanted();
        let Some(activation) = self.activations.pop() else { return Ok(()) };
        if let Some(n_active) = self.n_active.get_mut(&activation.function) {
            *n_active -= 1;
        }
        self.charge(activation.work);
        let machine = &mut self.machine;
        let Some(objects) = machine.stack.pop() else { return Ok(()) };
        machine.rounds.pop();
        let result_ty = machine.program.functions[activation.function].ret;
        let mut states = activation.returned;
        // What is returned survives the merge; the locals need not.
        let mut results = Vec::with_capacity(states.len());
        for state in &mut states {
            let memory = state.memory.clone();
            objects.forget_all(&mut state.memory);
            results.push(memory);
        }
        let returned = self.merge_returned(
            (activation.frame, activation.function, wanted),
            states,
            results,
            objects.result,
            result_ty,
        );
        self.machine.objects.leave(&objects);
        let Some(caller) = self.activations.last_mut() else {
            self.end_any_call(activation.function, returned);
            return Ok(());
        };
        let (pc, frame, function) = (caller.pc, caller.frame, caller.function);
        if let Some((mut state, value)) = returned {
            let at = At { frame, function, instr: pc, guard: state.guard };
            self.finish_call(&mut state, at, activation.frame, value);
            let failed = self.machine.failed_under == Some(state.guard);
            if let Some(call) = self.activations.last_mut().and_then(|activation| activation.call.as_mut())
                && !failed
            {
                call.finished.push(state);
            }
        }
        self.next_callee()
    }

    /// One state for all that have returned, and the value returned, if any.
    fn merge_returned(
        &mut self,
        (frame, function, wanted): (FrameId, FunctionId, bool),
        states: Vec<State>,
        memories: Vec<crate::trie::Trie<u32>>,
        result: crate::memory::ObjectId,
        ty: whyc_ir::types::TypeId,
    ) -> Option<(State, Option<Value>)> {
        if states.is_empty() {
            return None;
        }
        let machine = &mut self.machine;
        let is_void = matches!(machine.program.types.get(ty), Type::Void);
        let at = At { frame, function, instr: InstrId(0), guard: crate::guard::Guards::TRUE };
        let leaves = layout::leaves(&machine.program.types, ty);
        // Put the result alone back into each memory, so that it is merged like everything else.
        let mut states = states;
        let mut missing = false;
        for (state, memory) in states.iter_mut().zip(&memories) {
            for leaf in &leaves {
                match memory.get(crate::memory::key(result, leaf.offset_bits)) {
                    Some(cell) => state.memory.insert(crate::memory::key(result, leaf.offset_bits), cell),
                    // What nobody uses is nothing in particular.
                    None => missing = !is_void && wanted,
                }
            }
        }
        if missing {
            for state in &mut states {
                let here = At { guard: state.guard, ..at };
                machine.missing_result(state, here, function, result, &leaves);
            }
        }
        let mut state = machine.merge(at, states, None);
        if is_void {
            return Some((state, None));
        }
        let scalar = machine.program.types.scalar_bits(ty).is_some();
        let mut parts = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            let value = machine.read_leaf(&state.memory, result, *leaf);
            parts.push(crate::eval::Part { offset_bits: leaf.offset_bits, value, ty: leaf.ty });
        }
        crate::memory::forget(&mut state.memory, result);
        let value = match parts[..] {
            [part] if scalar => Value::Scalar(part.value),
            _ => Value::Aggregate(parts),
        };
        Some((state, Some(value)))
    }

    /// In the caller: the step of the return, and the result put where it belongs.
    fn finish_call(&mut self, state: &mut State, at: At, callee: FrameId, value: Option<Value>) {
        let machine = &mut self.machine;
        machine.failed_under = None;
        let body = machine.body(at);
        let span = body.instrs[at.instr].span;
        let ret = machine.program.functions[machine.unrolling.frames[callee].function].ret;
        let scalar = match &value {
            Some(Value::Scalar(term)) => Some((*term, ret)),
            _ => None,
        };
        machine.push(at, span, StepKind::Leave { callee, value: scalar });
        if let Some(value) = value {
            self.put_result(state, at, value);
        }
    }

    /// Puts the result of the call at an instruction where it belongs.
    pub(super) fn put_result(&mut self, state: &mut State, at: At, value: Value) {
        let machine = &mut self.machine;
        let body = machine.body(at);
        let span = body.instrs[at.instr].span;
        if let Some(dest) = destination(body, at.instr) {
            let address = machine.address(state, at, dest);
            machine.check_access(state, at, dest, address);
            machine.check_writable(at, dest, address);
            machine.store(state, at, span, address, value, None, AssignRole::CallResult);
        }
    }
}

impl crate::state::Machine<'_> {
    /// Where a function with a result ends without one, the result is an input.
    fn missing_result(
        &mut self,
        state: &mut State,
        at: At,
        function: FunctionId,
        result: crate::memory::ObjectId,
        leaves: &[layout::Leaf],
    ) {
        let f = &self.program.functions[function];
        let name = format!("{}() without a return value", f.name);
        for leaf in leaves {
            let key = crate::memory::key(result, leaf.offset_bits);
            if state.memory.get(key).is_some() {
                continue;
            }
            let value = if leaves.len() > 1 || self.bits_of(leaf.ty) != leaf.bits {
                self.unsupported(at, f.span, "the structure that a function does not return");
                self.terms.bits(leaf.bits, 0)
            } else {
                self.input(at, f.span, leaf.ty, &name, InputSource::MissingReturn(function)).1
            };
            state.memory.insert(key, value.0);
        }
    }
}

/// Where the result of the call at `instr` goes.
fn destination(body: &whyc_ir::program::Body, instr: InstrId) -> Option<PlaceId> {
    match &body.instrs[instr].kind {
        InstrKind::Call { dest, .. } => *dest,
        _ => None,
    }
}
