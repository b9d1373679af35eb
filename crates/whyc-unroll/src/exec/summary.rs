//! Functions whose calls are cut: one call with any arguments stands for all; see [`crate::cuts`].

use whyc_base::ids::Id;
use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, LocalId};
use whyc_ir::types::{Type, TypeId};
use whyc_term::{Sort, TermId};

use super::{Exec, Failure};
use crate::cuts::{Entry, EntryKind, Forgotten, Number, NumberKind, RoundEnd, Summary};
use crate::eval::{Address, AddressBase, Value};
use crate::guard::Guards;
use crate::inputs::InputKey;
use crate::memory;
use crate::state::{At, Machine, State};
use crate::step::{AssignRole, FrameId, StepKind};
use crate::trie::Trie;

/// Where the inputs that stand for arguments and results are told from others of the same instruction.
const OF_CALLS: u64 = 1 << 61;

impl Exec<'_> {
    /// The entries of a function whose calls are cut.
    pub(super) fn summary_of(&self, function: FunctionId) -> Option<Summary> {
        self.machine.cuts.as_ref().and_then(|cuts| cuts.summaries.get(&function).copied())
    }

    /// Whether the outermost activation is a call with any arguments.
    pub(super) fn is_any_call(&self) -> bool {
        self.activations.first().is_some_and(|first| self.summary_of(first.function).is_some())
    }

    /// Before the program: what is known of the functions whose calls are cut.
    pub(super) fn summarise_all(&mut self) {
        let Some(cuts) = &self.machine.cuts else { return };
        for function in cuts.functions.clone() {
            self.machine.summarise(function);
        }
    }

    /// After the program: one call of each function whose calls are cut.
    pub(super) fn any_calls(&mut self) -> Result<(), Failure> {
        let Some(cuts) = &self.machine.cuts else { return Ok(()) };
        for function in cuts.functions.clone() {
            self.machine.begin_part();
            self.any_call(function)?;
            while !self.activations.is_empty() {
                self.step()?;
            }
        }
        Ok(())
    }

    fn any_call(&mut self, function: FunctionId) -> Result<(), Failure> {
        let Some(summary) = self.summary_of(function) else { return Ok(()) };
        self.enter(function, None, State { guard: Guards::TRUE, memory: Trie::default() })?;
        let Some(activation) = self.activations.last_mut() else { return Ok(()) };
        let at = At { frame: activation.frame, function, instr: InstrId(0), guard: Guards::TRUE };
        let Some(mut state) = activation.current.take() else { return Ok(()) };
        let machine = &mut self.machine;
        let Some(entry) = machine.cuts.as_ref().map(|cuts| cuts.entries[summary.begins].clone()) else { return Ok(()) };
        let cond = machine.assumed(summary.begins, &entry);
        machine.push(at, entry.span, StepKind::Assume { cond });
        for (k, number) in entry.numbers.iter().enumerate() {
            let Some(object) = machine.stack.last().map(|objects| objects.local(LocalId::from_index(k))) else { break };
            let alive = machine.terms.bool_const(true);
            memory::revive(&mut state.memory, object, memory::BaseTable::ZERO, alive);
            let offset = machine.terms.bits(layout::OFFSET_BITS, 0);
            let base = AddressBase::Object(object);
            let address = Address { base, offset, bit_field: None, ty: number.ty, pointee: None };
            machine.store(&mut state, at, entry.span, address, Value::Scalar(number.any), None, AssignRole::Parameter);
        }
        if let Some(activation) = self.activations.last_mut() {
            activation.current = Some(state);
        }
        Ok(())
    }

    /// Where the call with any arguments ends: what is known of results is to be shown.
    pub(super) fn end_any_call(&mut self, function: FunctionId, returned: Option<(State, Option<Value>)>) {
        let (Some(summary), Some((state, value))) = (self.summary_of(function), returned) else { return };
        let machine = &mut self.machine;
        let (guard, at) = (machine.guards.term(state.guard), machine.unrolling.steps.next_id());
        let Some(cuts) = &mut machine.cuts else { return };
        let mut values: Vec<TermId> = cuts.entries[summary.begins].numbers.iter().map(|number| number.any).collect();
        if let Some(Value::Scalar(result)) = value {
            values.push(result);
        }
        if values.len() == cuts.entries[summary.ends].numbers.len() {
            cuts.entries[summary.ends].rounds.push(RoundEnd { guard, at, values });
        } else {
            machine.refuse("a function that returns something else than a number");
        }
    }

    /// A call that is cut: the arguments are to be shown to be allowed, the result is anything that is known of results.
    pub(super) fn call_any(&mut self, mut state: State, at: At, summary: Summary) {
        let args =
            self.activations.last().and_then(|activation| activation.call.as_ref()).map(|call| call.args.clone());
        let machine = &mut self.machine;
        let Some(cuts) = &mut machine.cuts else { return };
        let scalar = |value: Value| match value {
            Value::Scalar(term) => Some(term),
            Value::Aggregate(_) => None,
        };
        let n_args = cuts.entries[summary.begins].numbers.len();
        let args: Option<Vec<TermId>> = args.unwrap_or_default().into_iter().take(n_args).map(scalar).collect();
        let Some(args) = args.filter(|args| args.len() == n_args) else {
            return machine.refuse("a call with other arguments than numbers");
        };
        let round = RoundEnd {
            guard: machine.guards.term(state.guard),
            at: machine.unrolling.steps.next_id(),
            values: args.clone(),
        };
        cuts.entries[summary.begins].rounds.push(round);
        let mut entry = cuts.entries[summary.ends].clone();
        let occurrence = machine.next_occurrence(at);
        let mut result = None;
        for (k, number) in entry.numbers.iter_mut().enumerate() {
            number.any = match args.get(k) {
                Some(&arg) => arg,
                None => {
                    let sort = Sort::Bits(machine.terms.width(number.any));
                    let key = InputKey { site: (at.function, at.instr), occurrence, offset_bits: OF_CALLS, sort };
                    let any = machine.inputs.get(machine.terms, key);
                    result = Some(any);
                    any
                }
            };
            number.entry = number.any;
        }
        let cond = machine.assumed(summary.ends, &entry);
        let span = machine.body(at).instrs[at.instr].span;
        machine.push(at, span, StepKind::Assume { cond });
        machine.failed_under = None;
        if let Some(result) = result {
            self.put_result(&mut state, at, Value::Scalar(result));
        }
        let failed = self.machine.failed_under == Some(state.guard);
        if let Some(call) = self.activations.last_mut().and_then(|activation| activation.call.as_mut())
            && !failed
        {
            call.finished.push(state);
        }
    }
}

impl Machine<'_> {
    /// What follows has nothing to do with the steps so far.
    fn begin_part(&mut self) {
        let next = self.unrolling.steps.next_id();
        if let Some(cuts) = &mut self.cuts {
            cuts.parts.push(next);
        }
    }

    /// What is assumed of an entry (Boolean).
    fn assumed(&mut self, nth: usize, entry: &Entry) -> TermId {
        match &mut self.assume {
            Some(assume) => assume(self.terms, nth, entry),
            None => self.terms.bool_const(true),
        }
    }

    /// Makes the entries of a function whose calls are cut.
    fn summarise(&mut self, function: FunctionId) {
        let f = &self.program.functions[function];
        let params = f.locals.iter().take(f.n_params).map(|local| (local.name.clone(), local.ty));
        let result = (!matches!(self.program.types.get(f.ret), Type::Void)).then(|| ("result".to_owned(), f.ret));
        let named: Vec<(String, TypeId)> = params.chain(result).collect();
        let mut numbers = Vec::new();
        for (k, (name, ty)) in named.into_iter().enumerate() {
            let Some(bits) = self.program.types.scalar_bits(ty) else {
                return self.refuse("a function with other parameters than numbers");
            };
            let key = InputKey {
                site: (function, InstrId(0)),
                occurrence: u32::MAX,
                offset_bits: OF_CALLS | k as u64,
                sort: Sort::Bits(bits),
            };
            let any = self.inputs.get(self.terms, key);
            let kind = NumberKind::Integer { is_signed: self.program.types.is_signed(ty) };
            numbers.push(Number { name, ty, kind, is_element: false, position: 0, is_changed: true, entry: any, any });
        }
        let never = self.terms.bool_const(false);
        let entry = |kind: EntryKind, numbers: Vec<Number>| Entry {
            kind,
            function,
            origin: f.origin,
            head: InstrId(0),
            frame: FrameId(0),
            span: f.span,
            guard: never,
            at: self.unrolling.steps.next_id(),
            numbers,
            rounds: Vec::new(),
        };
        let begins = entry(EntryKind::Begins, numbers[..f.n_params].to_vec());
        let ends = entry(EntryKind::Ends, numbers);
        let Some(cuts) = &mut self.cuts else { return };
        let nth = cuts.entries.len();
        cuts.entries.extend([begins, ends.clone()]);
        // Nothing of memory is forgotten here.
        cuts.forgotten.resize_with(cuts.forgotten.len().max(nth + 2), Forgotten::default);
        cuts.summaries.insert(function, Summary { begins: nth, ends: nth + 1 });
        // What is tried is settled before a call asks for it.
        self.assumed(nth + 1, &ends);
    }
}
