//! How a run gets on tape: the interpreter says what it executes, and this notes what that changes.

use rustc_hash::FxHashMap;
use whyc_check::replay::{Given, Part, Watcher};
use whyc_ir::block::{BlockLife, BlockOp};
use whyc_ir::expr::ExprKind;
use whyc_ir::instr::InstrKind;
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, End, Event, Target, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalKind, LocalId, LocalKind, Program};

use super::state::{Effect, Life, Numbered, Root, SlotId, State, with_bits};
use super::{Activation, Moment, Printed, Stretch, Tape};

/// The effects of a run take no more bytes than this.
const MANY_BYTES: usize = 1 << 29;

/// Notes what happens.
pub struct Recorder<'a> {
    program: &'a Program,
    moments: Vec<Moment>,
    ends: Vec<usize>,
    effects: Vec<Effect>,
    n_bytes: usize,
    activations: Vec<Activation>,
    printed: Vec<Printed>,
    state: State,
    /// The numbers of the locals of calls.
    numbers: FxHashMap<(u32, LocalId), u32>,
    /// The blocks that end with a call, with that call.
    frame_blocks: Vec<(u32, u32)>,
    /// What was read last by the instruction at hand.
    read: Option<Stretch>,
}

impl<'a> Recorder<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut state = State::default();
        for (id, global) in program.globals.iter_enumerated() {
            let size = program.types.size_of(global.ty).unwrap_or(0).saturating_add(global.tail);
            let is_zeroed = global.kind != GlobalKind::External;
            let slot = state.add(Root::Global(id), Some(global.ty), size, None, is_zeroed);
            if let GlobalKind::String(text) = &global.kind {
                let ones = vec![0xFF; text.len()];
                let other = [text.clone(), ones.clone(), ones].concat().into_boxed_slice();
                state.pass(&mut Effect::Bytes { slot, offset: 0, other });
            }
            let numbered = Some(Numbered { slot, life: Life::Alive });
            state.pass(&mut Effect::Number { number: layout::global_object(id), other: numbered });
        }
        Self {
            program,
            moments: Vec::new(),
            ends: Vec::new(),
            effects: Vec::new(),
            n_bytes: 0,
            activations: Vec::new(),
            printed: Vec::new(),
            state,
            numbers: FxHashMap::default(),
            frame_blocks: Vec::new(),
            read: None,
        }
    }

    /// The tape, wound to its end.
    pub fn finish(mut self, end: End) -> Result<Tape, String> {
        if self.n_bytes > MANY_BYTES {
            return Err("the run changes too much to be recorded".to_owned());
        }
        if self.moments.is_empty() {
            return Err("the run does nothing".to_owned());
        }
        self.ends.push(self.effects.len());
        let Self { moments, ends, effects, activations, printed, state, .. } = self;
        let at = moments.len();
        Ok(Tape { moments, activations, printed, end, ends, effects, state, at })
    }

    fn moment(&mut self, at: At) {
        if !self.moments.is_empty() {
            self.ends.push(self.effects.len());
        }
        let activation = at.activation as u32;
        self.moments.push(Moment { function: at.function, instr: at.instr, activation });
        self.read = None;
    }

    /// A call goes on after what it called has returned: that is a moment of its own.
    fn resume(&mut self, at: At) {
        let here = Moment { function: at.function, instr: at.instr, activation: at.activation as u32 };
        if self.moments.last().is_some_and(|last| *last != here) {
            self.moment(at);
        }
    }

    fn change(&mut self, mut effect: Effect) {
        self.n_bytes += size_of::<Effect>();
        if let Effect::Bytes { other, .. } = &effect {
            self.n_bytes += other.len();
        }
        self.state.pass(&mut effect);
        if self.n_bytes <= MANY_BYTES {
            self.effects.push(effect);
        }
    }

    /// The slot of a local; none for what no person sees.
    fn local(&mut self, activation: u32, local: LocalId) -> Option<SlotId> {
        if let Some(slot) = self.state.local(activation, local) {
            return Some(slot);
        }
        let function = self.activations.get(activation as usize)?.function;
        let info = self.program.functions[function].locals.get(local)?;
        if info.kind == LocalKind::Temporary && !info.address_taken {
            return None;
        }
        let size = self.program.types.size_of(info.ty)?;
        Some(self.state.add(Root::Local(activation, local), Some(info.ty), size, None, false))
    }

    fn slot(&mut self, target: Target) -> Option<SlotId> {
        match target {
            Target::Local { activation, local } => self.local(activation as u32, local),
            Target::Global(global) => self.state.global(global),
            Target::Block(number) => self.state.numbered(number).map(|it| it.slot),
        }
    }

    fn write(&mut self, at: At, slot: SlotId, offset_bits: u64, bits: u64, value: Value<'_>) {
        let (first, shift) = (offset_bits / 8, offset_bits % 8);
        let n_bytes = (shift + bits).div_ceil(8);
        if first.saturating_add(n_bytes) > self.state.slot(slot).size {
            return;
        }
        let old = self.state.read(slot, first, n_bytes);
        let mut other = match value {
            Value::Scalar(value) => with_bits(old, shift, value, bits as u32),
            Value::Bytes(bytes) => {
                let ones = vec![0xFF; bytes.len()];
                [bytes.to_vec(), ones.clone(), ones].concat().into_boxed_slice()
            }
        };
        // What is copied is no more initialised than it was.
        if let Some(from) = self.read.filter(|from| from.bits == bits && shift == 0 && self.copies(at))
            && from.offset_bits.is_multiple_of(8)
            && bits.is_multiple_of(8)
        {
            let [_, written, known] = self.state.read(from.slot, from.offset_bits / 8, n_bytes);
            let n = n_bytes as usize;
            other[n..2 * n].copy_from_slice(&written);
            other[2 * n..].copy_from_slice(&known);
        }
        self.change(Effect::Bytes { slot, offset: first, other });
    }

    /// Whether an instruction does nothing but copy.
    fn copies(&self, at: At) -> bool {
        let Some(body) = &self.program.functions[at.function].body else { return false };
        match &body.instrs[at.instr].kind {
            InstrKind::Assign { value, .. } => matches!(body.exprs[*value].kind, ExprKind::Load(_)),
            InstrKind::Block(BlockOp::Copy { .. }) => true,
            _ => false,
        }
    }

    fn enter(&mut self, function: FunctionId, activation: u64, objects: u32) {
        let call = (activation > 0).then(|| self.moments.len().saturating_sub(1));
        self.activations.push(Activation { function, call });
        let activation = activation as u32;
        let numbered: Vec<_> = (objects..).zip(layout::addressed_locals(self.program, function)).collect();
        for (number, local) in numbered {
            self.numbers.insert((activation, local), number);
            self.name(activation, local, number);
        }
        let params: Vec<LocalId> = self.program.functions[function].params().collect();
        self.change(Effect::Scope { activation, other: params });
    }

    fn name(&mut self, activation: u32, local: LocalId, number: u32) {
        if let Some(slot) = self.local(activation, local) {
            self.change(Effect::Number { number, other: Some(Numbered { slot, life: Life::Alive }) });
        }
    }

    fn end_life(&mut self, number: u32, life: Life) {
        if let Some(it) = self.state.numbered(number) {
            self.change(Effect::Number { number, other: Some(Numbered { life, ..it }) });
        }
    }

    fn scope(&mut self, activation: u32, change: impl FnOnce(&mut Vec<LocalId>)) {
        let mut locals = self.state.in_scope(activation).to_vec();
        change(&mut locals);
        self.change(Effect::Scope { activation, other: locals });
    }

    fn declare(&mut self, at: At, local: LocalId) {
        let activation = at.activation as u32;
        let Some(slot) = self.local(activation, local) else { return };
        self.change(Effect::All { slot, other: Box::default() });
        self.scope(activation, |locals| {
            locals.retain(|&known| known != local);
            locals.push(local);
        });
        if let Some(&number) = self.numbers.get(&(activation, local)) {
            self.name(activation, local, number);
        }
    }

    fn leave(&mut self, at: At) {
        let activation = at.activation as u32;
        let addressed: Vec<LocalId> = layout::addressed_locals(self.program, at.function).collect();
        for local in addressed {
            if let Some(&number) = self.numbers.get(&(activation, local)) {
                self.end_life(number, Life::Ended);
            }
        }
        while let Some(&(_, number)) = self.frame_blocks.last().filter(|(whose, _)| *whose == activation) {
            self.frame_blocks.pop();
            self.end_life(number, Life::Ended);
        }
    }

    /// The scope of an array of variable length ends, which is a pointer to a block here.
    fn release(&mut self, activation: u32, local: LocalId) {
        let pointers = self.program.types.target.pointers;
        if let Some(slot) = self.local(activation, local)
            && let Some(bits) = self.state.bits(slot, 0, pointers.bits())
        {
            self.end_life(pointers.split(bits.value as u64).0, Life::Ended);
        }
        self.scope(activation, |locals| locals.retain(|&known| known != local));
    }
}

impl Watcher for Recorder<'_> {
    fn begin(&mut self, at: At) {
        self.moment(at);
        let body = self.program.functions[at.function].body.as_ref();
        if let Some(InstrKind::Block(BlockOp::Release { local })) = body.map(|body| &body.instrs[at.instr].kind) {
            self.release(at.activation as u32, *local);
        }
    }

    fn life(&mut self, at: At, local: LocalId, old: u32, number: u32) {
        if old != number {
            self.end_life(old, Life::Ended);
            self.numbers.insert((at.activation as u32, local), number);
        }
    }

    fn given(&mut self, at: Option<At>, object: Given, parts: &[Part]) {
        let slot = match (object, at) {
            (Given::Local(local), Some(at)) => self.local(at.activation as u32, local),
            (Given::Global(global), _) => self.state.global(global),
            (Given::Block(number) | Given::Changed(number), _) => self.state.numbered(number).map(|it| it.slot),
            (Given::Local(_), None) => None,
        };
        let Some(slot) = slot else { return };
        for &(offset_bits, bits, value) in parts {
            let (first, shift) = (offset_bits / 8, offset_bits % 8);
            let n_bytes = (shift + u64::from(bits)).div_ceil(8);
            if first.saturating_add(n_bytes) > self.state.slot(slot).size {
                continue;
            }
            let [mut bytes, mut written, mut known] = self.state.read(slot, first, n_bytes);
            set_bits(&mut bytes, shift, bits, value);
            if matches!(object, Given::Changed(_)) {
                set_bits(&mut written, shift, bits, u128::MAX);
            }
            set_bits(&mut known, shift, bits, u128::MAX);
            let other = [bytes, written, known].concat().into_boxed_slice();
            let mut effect = Effect::Bytes { slot, offset: first, other };
            match at {
                Some(_) => self.change(effect),
                None => self.state.pass(&mut effect),
            }
        }
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        if !matches!(event, Event::Enter { .. } | Event::Param { .. }) {
            self.resume(at);
        }
        match event {
            Event::Enter { function, activation, objects } => self.enter(function, activation, objects),
            Event::Param { param, value } => {
                let Some(activation) = self.activations.len().checked_sub(1) else { return };
                let Some(slot) = self.local(activation as u32, param) else { return };
                let bits = self.state.slot(slot).size * 8;
                self.read = None;
                self.write(at, slot, 0, bits, value);
            }
            Event::Leave { .. } => self.leave(at),
            Event::Declare(local) => self.declare(at, local),
            Event::Kill(local) => {
                let activation = at.activation as u32;
                self.scope(activation, |locals| locals.retain(|&known| known != local));
                if let Some(&number) = self.numbers.get(&(activation, local)) {
                    self.end_life(number, Life::Ended);
                }
            }
            Event::Assign { target, offset_bits, bits, value } => {
                if let Some(slot) = self.slot(target) {
                    self.write(at, slot, offset_bits, bits, value);
                }
            }
            Event::Read { target, offset_bits, bits } => {
                self.read = self.slot(target).map(|slot| Stretch { slot, offset_bits, bits });
            }
            Event::Allocate { number: Some(number), size } => {
                let (zeroed, life) = self.block_kind(at);
                if life == BlockLife::Frame {
                    self.frame_blocks.push((at.activation as u32, number));
                }
                let since = self.moments.len().checked_sub(1);
                let slot = self.state.add(Root::Block(number), None, size, since, zeroed);
                self.change(Effect::Number { number, other: Some(Numbered { slot, life: Life::Alive }) });
            }
            Event::Free { number } => self.end_life(number, Life::Freed),
            Event::Output { stream, bytes } => {
                let now = self.moments.len().saturating_sub(1);
                self.printed.push(Printed { at: now, stream, bytes: bytes.to_vec() });
            }
            Event::Allocate { number: None, .. }
            | Event::Nondet { .. }
            | Event::Branch { .. }
            | Event::Switch { .. }
            | Event::Check { .. }
            | Event::Assume { .. }
            | Event::Cover { .. } => {}
        }
    }
}

impl Recorder<'_> {
    fn block_kind(&self, at: At) -> (bool, BlockLife) {
        let body = self.program.functions[at.function].body.as_ref();
        match body.and_then(|body| body.instrs.get(at.instr)).map(|instr| &instr.kind) {
            Some(InstrKind::Block(BlockOp::Allocate { zeroed, life, .. })) => (*zeroed, *life),
            _ => (false, BlockLife::Heap),
        }
    }
}
