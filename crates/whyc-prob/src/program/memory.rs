//! What a run has stored, as it is told: two runs that wait at the same place with the same memory are in the same state.
//!
//! Variables that nobody will read again do not count. Numbers of objects do, because pointers have them; a program that gets new
//! objects in each round never comes to the same state twice, which makes it too large, not wrong.

use std::collections::BTreeMap;

use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, Target, Value};
use whyc_ir::program::{FunctionId, GlobalId, LocalId, LocalKind, Origin, Program};
use whyc_ir::types::{Type, TypeId};

use super::live::Live;

/// The most variables in the name of a state.
const MOST_NAMED: usize = 4;

/// Which variables may still be read, for each function.
pub type Lives = Vec<Live>;

/// The variables that may still be read.
pub fn lives(program: &Program) -> Lives {
    program.functions.iter().map(Live::new).collect()
}

/// What a run has stored.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    frames: Vec<Frame>,
    globals: BTreeMap<GlobalId, Stored>,
    blocks: BTreeMap<u32, Stored>,
}

#[derive(Clone, Debug)]
struct Frame {
    function: FunctionId,
    /// The call in the frame below.
    call: At,
    activation: u64,
    objects: u32,
    locals: BTreeMap<LocalId, Stored>,
    /// How often address-taken variables have begun to live: each time they are other objects.
    lives: BTreeMap<LocalId, u32>,
}

/// The content of something.
#[derive(Clone, Debug, Default)]
struct Stored {
    bytes: Vec<u8>,
    set: Vec<bool>,
    /// Whether what was not written has no value; otherwise it is zero.
    is_open: bool,
}

impl Stored {
    fn open() -> Self {
        Self { is_open: true, ..Self::default() }
    }

    fn write(&mut self, offset_bits: u64, bits: u64, value: Value<'_>) {
        let end = usize::try_from((offset_bits + bits).div_ceil(8)).unwrap_or(0);
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
            self.set.resize(end, !self.is_open);
        }
        match value {
            Value::Scalar(value) => {
                set_bits(&mut self.bytes, offset_bits, u32::try_from(bits).unwrap_or(0).min(128), value)
            }
            Value::Bytes(bytes) => {
                let from = usize::try_from(offset_bits / 8).unwrap_or(0);
                for (slot, byte) in self.bytes.iter_mut().skip(from).zip(bytes) {
                    *slot = *byte;
                }
            }
        }
        // A byte of which only some bits were written is not set.
        let (first, last) = (offset_bits.div_ceil(8), (offset_bits + bits) / 8);
        for at in first..last {
            if let Some(slot) = self.set.get_mut(at as usize) {
                *slot = true;
            }
        }
    }

    fn is_set(&self, offset_bits: u64, bits: u64) -> bool {
        if !self.is_open {
            return true;
        }
        let bytes = (offset_bits / 8)..(offset_bits + bits).div_ceil(8);
        bytes.into_iter().all(|it| self.set.get(it as usize).copied().unwrap_or(false))
    }

    fn key(&self, key: &mut Vec<u8>) {
        // Zeros at the end of what is zero anyway make no difference.
        let end = if self.is_open {
            self.bytes.len()
        } else {
            self.bytes.iter().rposition(|it| *it != 0).map_or(0, |it| it + 1)
        };
        number(key, end as u64);
        for (byte, set) in self.bytes.iter().zip(&self.set).take(end) {
            key.extend([*byte, u8::from(*set)]);
        }
    }
}

fn number(key: &mut Vec<u8>, value: u64) {
    key.extend(value.to_le_bytes());
}

impl Memory {
    /// An activation begins.
    pub fn enter(&mut self, call: At, function: FunctionId, activation: u64, objects: u32) {
        let (locals, lives) = (BTreeMap::new(), BTreeMap::new());
        self.frames.push(Frame { function, call, activation, objects, locals, lives });
    }

    /// The innermost activation ends.
    pub fn leave(&mut self) {
        self.frames.pop();
    }

    /// The function that runs.
    pub fn innermost(&self) -> Option<FunctionId> {
        self.frames.last().map(|it| it.function)
    }

    /// A parameter of the innermost activation.
    pub fn param(&mut self, param: LocalId, value: Value<'_>) {
        let bits = match value {
            Value::Scalar(_) => 128,
            Value::Bytes(bytes) => bytes.len() as u64 * 8,
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.locals.entry(param).or_default().write(0, bits, value);
        }
    }

    /// A local begins a life, without a value.
    pub fn declare(&mut self, local: LocalId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.locals.insert(local, Stored::open());
        }
    }

    /// An address-taken local begins to live.
    pub fn lives_again(&mut self, local: LocalId) {
        if let Some(frame) = self.frames.last_mut() {
            *frame.lives.entry(local).or_default() += 1;
        }
    }

    /// The life of a local ends.
    pub fn kill(&mut self, local: LocalId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.locals.remove(&local);
        }
    }

    /// A block begins to live.
    pub fn allocate(&mut self, block: Option<u32>) {
        if let Some(block) = block {
            self.blocks.insert(block, Stored::open());
        }
    }

    /// A block ends.
    pub fn free(&mut self, block: u32) {
        self.blocks.remove(&block);
    }

    /// Something is written.
    pub fn assign(&mut self, target: Target, offset_bits: u64, bits: u64, value: Value<'_>) {
        let stored = match target {
            Target::Local { activation, local } => {
                let frame = self.frames.iter_mut().rev().find(|it| it.activation == activation);
                let Some(frame) = frame else { return };
                frame.locals.entry(local).or_default()
            }
            Target::Global(id) => self.globals.entry(id).or_default(),
            Target::Block(number) => self.blocks.entry(number).or_default(),
        };
        stored.write(offset_bits, bits, value);
    }

    /// Whether something that is read has a value.
    pub fn is_set(&self, target: Target, offset_bits: u64, bits: u64) -> bool {
        let stored = match target {
            Target::Local { activation, local } => {
                let frame = self.frames.iter().rev().find(|it| it.activation == activation);
                frame.and_then(|it| it.locals.get(&local))
            }
            Target::Global(id) => self.globals.get(&id),
            Target::Block(number) => self.blocks.get(&number),
        };
        stored.is_none_or(|it| it.is_set(offset_bits, bits))
    }

    /// The innermost place in the user's own code.
    pub fn users_place(&self, program: &Program) -> Place {
        let is_users = |function: FunctionId| {
            let it = &program.functions[function];
            it.origin == Origin::User && !is_ours(&it.name)
        };
        let call = self.frames.iter().rev().map(|it| it.call).find(|it| is_users(it.function));
        Place(call.map(|it| (it.function, it.instr)))
    }

    /// Everything that the rest of the run depends on.
    pub fn key(&self, program: &Program, lives: &Lives) -> Vec<u8> {
        let mut key = Vec::new();
        for (k, frame) in self.frames.iter().enumerate() {
            number(&mut key, u64::from(frame.function.0));
            number(&mut key, u64::from(frame.objects));
            number(&mut key, u64::from(frame.call.instr.0));
            let function = &program.functions[frame.function];
            // The innermost one waits for its outcome; the others wait for their calls.
            let waits = self.frames.get(k + 1).map(|above| above.call.instr);
            for (&local, stored) in &frame.locals {
                let is_taken = function.locals[local].address_taken;
                let is_live = |at: InstrId| lives[frame.function.0 as usize].is_live(at, local);
                if is_taken || waits.is_none_or(is_live) {
                    number(&mut key, u64::from(local.0));
                    number(&mut key, u64::from(frame.lives.get(&local).copied().unwrap_or_default()));
                    stored.key(&mut key);
                }
            }
            number(&mut key, u64::MAX);
        }
        for (id, stored) in &self.globals {
            number(&mut key, u64::from(id.0));
            stored.key(&mut key);
        }
        number(&mut key, u64::MAX);
        for (&block, stored) in &self.blocks {
            number(&mut key, u64::from(block));
            stored.key(&mut key);
        }
        key
    }

    /// What a person calls the state: the line, and the variables that the function has there.
    pub fn name(&self, program: &Program, span: Option<Span>) -> String {
        let mut name = span.map_or_else(|| "start".to_owned(), |it| format!("line {}", program.sources.line(it)));
        let mut values = Vec::new();
        // Those of the function that tosses, then those of its callers.
        for frame in self.frames.iter().rev() {
            let function = &program.functions[frame.function];
            if function.origin != Origin::User || is_ours(&function.name) {
                continue;
            }
            for (&local, stored) in &frame.locals {
                let it = &function.locals[local];
                if it.kind != LocalKind::Temporary && values.len() < MOST_NAMED {
                    values.extend(shown(program, &it.name, it.ty, stored));
                }
            }
        }
        for (&id, stored) in &self.globals {
            let it = &program.globals[id];
            // What models keep is nobody's business.
            if values.len() < MOST_NAMED && !it.name.starts_with("__") && !it.is_const {
                values.extend(shown(program, &it.name, it.ty, stored));
            }
        }
        values.truncate(MOST_NAMED);
        if !values.is_empty() {
            name.push_str(&format!(" ({})", values.join(", ")));
        }
        name
    }
}

/// Whether a function is one of those that toss and decide.
fn is_ours(name: &str) -> bool {
    matches!(name, "whyc_choice" | "whyc_pick")
}

/// A variable with its value, if it is a number that was set; of a record, its fields.
fn shown(program: &Program, name: &str, ty: TypeId, stored: &Stored) -> Vec<String> {
    if name.is_empty() {
        return Vec::new();
    }
    let Type::Record(record) = *program.types.get(ty) else {
        return value(program, ty, stored, 0).map(|it| format!("{name} = {it}")).into_iter().collect();
    };
    let fields = program.types.records[record].fields.iter().filter(|it| it.bit_width.is_none());
    let each = fields.filter_map(|it| {
        let value = value(program, it.ty, stored, it.offset_bits)?;
        Some(format!("{name}.{} = {value}", it.name.as_deref()?))
    });
    each.collect()
}

/// The number at an offset, if there is one.
fn value(program: &Program, ty: TypeId, stored: &Stored, offset_bits: u64) -> Option<String> {
    if !matches!(program.types.get(ty), Type::Int(_) | Type::Bool | Type::Enum(_)) {
        return None;
    }
    let bytes = usize::try_from(program.types.size_of(ty)?).ok().filter(|it| *it <= 8)?;
    if !stored.is_set(offset_bits, bytes as u64 * 8) {
        return None;
    }
    let mut all = [0u8; 8];
    for (slot, byte) in all.iter_mut().zip(stored.bytes.iter().skip(usize::try_from(offset_bits / 8).ok()?).take(bytes))
    {
        *slot = *byte;
    }
    let value = u64::from_le_bytes(all);
    let shift = 64 - bytes as u32 * 8;
    Some(if program.types.is_signed(ty) { ((value << shift) as i64 >> shift).to_string() } else { value.to_string() })
}

/// A place in the user's code, if there is one.
pub struct Place(pub Option<(FunctionId, InstrId)>);

impl Place {
    /// That place, or another.
    pub fn or(self, other: (FunctionId, InstrId)) -> (FunctionId, InstrId) {
        self.0.unwrap_or(other)
    }
}
