//! Instructions that change variables.

use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, PlaceId};
use whyc_ir::layout;
use whyc_ir::program::{ComponentId, LocalId};
use whyc_ir::types::TypeId;
use whyc_term::{Sort, TermId};

use crate::eval::{Address, AddressBase, Part, Value};
use crate::inputs::InputKey;
use crate::memory::{self, Base, BaseTable, ObjectId};
use crate::rewrite::Defined;
use crate::state::{At, Machine, State};
use crate::step::{AssignRole, InputSource, ObjectRoot, StepId, StepKind, Target};

impl Machine<'_> {
    /// The storage of a local begins a new life. If an earlier one has ended, it is another object; unless `waiting` states
    /// still know the earlier one.
    pub(super) fn declare(&mut self, state: &mut State, at: At, local: LocalId, waiting: bool) {
        let root = ObjectRoot::Local(at.frame, local);
        let span = self.body(at).instrs[at.instr].span;
        let ty = self.program.functions[at.function].locals[local].ty;
        let step = self.push(at, span, StepKind::Storage { object: root, cells: Vec::new(), reads: Vec::new() });
        self.declared(at, step, root);
        let occurrence = self.next_occurrence(at);
        let site = (at.function, at.instr);
        let base = self.bases.push(Base::Storage { step, site, occurrence, root, ty: Some(ty) });
        let alive = self.terms.bool_const(true);
        let Some(objects) = self.stack.last_mut() else { return };
        let mut object = objects.local(local);
        if !object.is_register() {
            let has_ended =
                memory::alive(&state.memory, object).is_none_or(|alive| self.terms.as_bool(alive) == Some(false));
            if !objects.begun.contains(&local) {
                objects.begun.push(local);
            } else if has_ended
                && !waiting
                && let Some(new) = self.objects.begin_again(objects, local)
            {
                memory::forget(&mut state.memory, object);
                object = new;
            }
            self.unrolling.lives.insert(step, object.0);
        }
        memory::revive(&mut state.memory, object, base, alive);
    }

    /// `place = value`.
    pub(super) fn assign(&mut self, state: &mut State, at: At, place: PlaceId, value: ExprId) {
        let body = self.body(at);
        let expr = &body.exprs[value];
        let span = body.instrs[at.instr].span;
        let new = self.eval(state, at, value);
        let address = self.address(state, at, place);
        self.check_access(state, at, place, address);
        self.check_writable(at, place, address);
        self.store(state, at, span, address, new, expr.component, AssignRole::Statement);
    }

    /// Writes a value, with the steps that a person sees of it.
    #[expect(clippy::too_many_arguments, reason = "a step is all of these")]
    pub(super) fn store(
        &mut self,
        state: &mut State,
        at: At,
        span: Span,
        address: Address,
        value: Value,
        component: Option<ComponentId>,
        role: AssignRole,
    ) {
        match value {
            Value::Scalar(value) => {
                let value = self.assigned_value(at, address, value);
                self.write(state, at, span, address, value);
                self.assigned(at, span, address, value, component, role);
            }
            Value::Aggregate(parts) => {
                for mut part in parts {
                    // What has no name is copied, but not told.
                    let is_scalar = self.program.types.scalar_bits(part.ty).is_some();
                    if is_scalar {
                        part.value = self.assigned_value(at, address, part.value);
                    }
                    let here = self.write_part(state, at, span, address, part);
                    if is_scalar {
                        self.assigned(at, span, here, part.value, component, role);
                    }
                }
            }
        }
    }

    /// What the rewriter, if there is one, makes of a value that is assigned; it sees what has a step.
    fn assigned_value(&mut self, at: At, address: Address, value: TermId) -> TermId {
        if self.rewrite.is_none() {
            return value;
        }
        let hidden = self.known_object(address).is_some_and(|object| !self.is_visible(self.objects.get(object).root));
        if hidden { value } else { self.defined(at, Defined::Assign, value) }
    }

    /// The object that an address is in, where there is only one.
    fn known_object(&self, address: Address) -> Option<ObjectId> {
        let object = match address.base {
            AddressBase::Object(object) => Some(object),
            AddressBase::Number(number) => self.terms.as_bits(number).map(|number| ObjectId(number as u32)),
        };
        object.filter(|&object| object.is_register() || self.objects.exists(object))
    }

    /// The step of an assignment, unless it goes to something that a person does not know.
    pub(super) fn assigned(
        &mut self,
        at: At,
        span: Span,
        address: Address,
        value: TermId,
        component: Option<ComponentId>,
        role: AssignRole,
    ) {
        let Some(target) = self.target(address) else { return };
        self.push(at, span, StepKind::Assign { target, value, ty: address.ty, component, role });
    }

    /// What an assignment to `address` changes; `None` if a person does not know it.
    fn target(&mut self, address: Address) -> Option<Target> {
        let (bit, bits) = address.bit_field.unwrap_or((0, self.bits_of(address.ty)));
        if let Some(object) = self.known_object(address) {
            let root = self.objects.get(object).root;
            if !self.is_visible(root) {
                return None;
            }
            if let Some(offset) = self.terms.as_bits(address.offset) {
                let offset_bits = offset as u64 * 8 + u64::from(bit);
                return Some(Target::Symbol(self.next_version(root, offset_bits, bits)));
            }
        }
        let pointer = self.pointer_to(address);
        Some(Target::Computed { pointer, bit, bits })
    }

    /// Every byte of a place becomes zero.
    pub(super) fn zero_fill(&mut self, state: &mut State, at: At, place: PlaceId) {
        let body = self.body(at);
        let p = &body.places[place];
        let span = body.instrs[at.instr].span;
        let address = self.address(state, at, place);
        if let (AddressBase::Object(object), true) = (address.base, p.projections.is_empty()) {
            memory::refill(&mut state.memory, object, BaseTable::ZERO);
            return;
        }
        self.check_access(state, at, place, address);
        self.check_writable(at, place, address);
        for leaf in layout::leaves(&self.program.types, address.ty) {
            let value = self.terms.bits(leaf.bits, 0);
            let part = Part { offset_bits: leaf.offset_bits, value, ty: leaf.ty };
            self.write_part(state, at, span, address, part);
        }
    }

    /// A fresh value for a place. As everywhere, the value comes before the place: a run that fails at the place has
    /// taken the input.
    pub(super) fn nondet(&mut self, state: &mut State, at: At, place: PlaceId, name: &str) {
        let span = self.body(at).instrs[at.instr].span;
        let ty = self.body(at).places[place].ty;
        let (step, value) = self.input(at, span, ty, name, InputSource::Nondet);
        self.put_input(state, at, place, step, value);
    }

    /// Writes an input to a place, and says in its step where it went.
    pub(super) fn put_input(&mut self, state: &mut State, at: At, place: PlaceId, step: StepId, value: TermId) {
        let span = self.body(at).instrs[at.instr].span;
        let address = self.address(state, at, place);
        self.check_access(state, at, place, address);
        self.check_writable(at, place, address);
        self.write(state, at, span, address, value);
        let ssa = match self.target(address) {
            Some(Target::Symbol(ssa)) => Some(ssa),
            Some(Target::Computed { .. }) | None => None,
        };
        if let StepKind::Input { target, .. } = &mut self.unrolling.steps[step].kind {
            *target = ssa;
        }
    }

    /// An input of a scalar type: its step and its value.
    pub(super) fn input(
        &mut self,
        at: At,
        span: Span,
        ty: TypeId,
        name: &str,
        source: InputSource,
    ) -> (StepId, TermId) {
        let bits = self.bits_of(ty).max(1);
        let occurrence = self.next_occurrence(at);
        // A `_Bool` holds one bit of information.
        let is_bool = matches!(self.program.types.get(ty), whyc_ir::types::Type::Bool);
        let sort = Sort::Bits(if is_bool { 1 } else { bits });
        let key = InputKey { site: (at.function, at.instr), occurrence, offset_bits: 0, sort };
        let free = match source {
            InputSource::Nondet => self.inputs.take(self.terms, key),
            _ => self.inputs.get(self.terms, key),
        };
        let value = if is_bool { self.terms.zero_extend(free, bits) } else { free };
        let value = self.defined(at, Defined::Input, value);
        let step = self.push(at, span, StepKind::Input { target: None, name: name.to_owned(), value, ty, source });
        (step, value)
    }

    /// `return value`.
    pub(super) fn set_result(&mut self, state: &mut State, at: At, value: ExprId) {
        let body = self.body(at);
        let span = body.instrs[at.instr].span;
        let component = body.exprs[value].component;
        let ty = body.exprs[value].ty;
        let new = self.eval(state, at, value);
        let Some(objects) = self.stack.last() else { return };
        let offset = self.terms.bits(layout::OFFSET_BITS, 0);
        let address = Address { base: AddressBase::Object(objects.result), offset, bit_field: None, ty, pointee: None };
        if self.program.types.size_of(ty).is_some() && !matches!(self.program.types.get(ty), whyc_ir::types::Type::Void)
        {
            self.store(state, at, span, address, new, component, AssignRole::Return);
        }
    }
}
