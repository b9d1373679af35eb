//! Objects, the cells they are cut into, and what untouched storage holds.
//!
//! Memory is one persistent map from (object, bit offset) to a term. The cells of an object follow
//! the scalars of its type, so that most accesses touch exactly one; any other access is put
//! together from parts of cells ([`cells`]). An offset that is not a constant selects among
//! the offsets it can be ([`symbolic`]), which [`offsets`] reads off its structure. What no
//! cell holds comes from the object's [`Base`]. [`targets`] lists what a wrong pointer could be meant to point to.

mod cells;
mod offsets;
mod symbolic;
mod targets;

use whyc_base::ids::IdVec;
use whyc_base::typed_id;
use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, GlobalKind, LocalId, Program};
use whyc_ir::types::TypeId;
use whyc_term::TermId;

pub use self::cells::leaf_in;
pub use self::offsets::OffsetTable;
pub use self::symbolic::{Access, set_array};

use crate::step::{FrameId, Object, ObjectRoot, StepId};
use crate::trie::Trie;

/// An object, as the machine knows it: the number that pointers hold, or, with the upper half of
/// the numbers, a local that no pointer can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// Locals whose address is never taken are numbered from here, anew in each activation.
    const FIRST_REGISTER: u32 = 1 << (layout::OBJECT_BITS - 1);

    /// Whether no pointer can reach it.
    pub fn is_register(self) -> bool {
        self.0 >= Self::FIRST_REGISTER
    }
}

const OFFSET_BITS: u32 = 64 - layout::OBJECT_BITS;
/// Offsets that no cell has: an object's largest size is far below.
const LAST: u64 = (1 << OFFSET_BITS) - 1;
/// Whether the object is in scope (a Boolean term). Absent: it is not.
const ALIVE: u64 = LAST;
/// What the object holds where it has no cells (a [`BaseId`]).
const BASE: u64 = LAST - 1;
/// The whole content as one array term, for large arrays with unknown indices.
pub const ARRAY: u64 = LAST - 2;

/// The largest object, in bytes, whose parts can be addressed.
pub const MAX_OBJECT_SIZE: u64 = 1 << (OFFSET_BITS - 4);

/// The key of a cell.
pub fn key(object: ObjectId, offset_bits: u64) -> u64 {
    (u64::from(object.0) << OFFSET_BITS) | offset_bits
}

/// The object and the offset of a key.
pub fn split_key(key: u64) -> (ObjectId, u64) {
    (ObjectId((key >> OFFSET_BITS) as u32), key & LAST)
}

/// What a key's entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A cell at this offset in bits.
    Cell(u64),
    /// Whether the object is in scope.
    Alive,
    /// What the object holds where it has no cells.
    Base,
    /// The whole content as an array term.
    Array,
}

/// What the entry at an offset of [`split_key`] is.
pub fn slot(offset: u64) -> Slot {
    match offset {
        ALIVE => Slot::Alive,
        BASE => Slot::Base,
        ARRAY => Slot::Array,
        at => Slot::Cell(at),
    }
}

/// Removes everything that is known of `object`.
pub fn forget(memory: &mut Trie<u32>, object: ObjectId) {
    memory.remove_range(key(object, 0), key(object, LAST));
}

/// Starts a new life of `object` with the given content.
pub fn revive(memory: &mut Trie<u32>, object: ObjectId, base: BaseId, alive: TermId) {
    forget(memory, object);
    memory.insert(key(object, BASE), base.0);
    if !object.is_register() {
        memory.insert(key(object, ALIVE), alive.0);
    }
}

/// Gives `object` new content, without touching its life.
pub fn refill(memory: &mut Trie<u32>, object: ObjectId, base: BaseId) {
    memory.remove_range(key(object, 0), key(object, ARRAY));
    memory.insert(key(object, BASE), base.0);
}

/// Whether nothing was stored in `object` since its storage was as it is.
pub fn is_untouched(memory: &Trie<u32>, object: ObjectId) -> bool {
    memory.get(key(object, ARRAY)).is_none()
        && memory.range(key(object, 0), key(object, MAX_OBJECT_SIZE * 8)).is_empty()
}

/// Forgets what `object` holds, because nothing reads it; but not that it has been declared, on this path or on that of `other`.
pub fn drop_cells(memory: &mut Trie<u32>, other: &Trie<u32>, object: ObjectId) {
    memory.remove_range(key(object, 0), key(object, ARRAY));
    if memory.get(key(object, BASE)).is_none()
        && let Some(base) = other.get(key(object, BASE))
    {
        memory.insert(key(object, BASE), base);
    }
}

/// Says whether `object` is alive.
pub fn set_alive(memory: &mut Trie<u32>, object: ObjectId, alive: TermId) {
    memory.insert(key(object, ALIVE), alive.0);
}

/// Whether `object` is in scope, as a term; `None` if it is not.
pub fn alive(memory: &Trie<u32>, object: ObjectId) -> Option<TermId> {
    memory.get(key(object, ALIVE)).map(TermId)
}

typed_id! {
    /// What an object holds where it has no cells.
    pub struct BaseId("base");
}

/// What an object holds where nothing has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The object's declaration has not been reached.
    Undeclared,
    /// Zero.
    Zero,
    /// The characters of a string literal.
    String(GlobalId),
    /// Anything: the cells of this storage step.
    Storage { step: StepId, site: (FunctionId, InstrId), occurrence: u32, root: ObjectRoot, ty: Option<TypeId> },
    /// One or the other.
    Merged { cond: TermId, then: BaseId, or_else: BaseId },
}

/// All bases.
#[derive(Clone)]
pub struct BaseTable {
    bases: IdVec<BaseId, Base>,
}

impl BaseTable {
    pub const UNDECLARED: BaseId = BaseId(0);
    pub const ZERO: BaseId = BaseId(1);

    pub fn new() -> Self {
        Self { bases: [Base::Undeclared, Base::Zero].into_iter().collect() }
    }

    pub fn push(&mut self, base: Base) -> BaseId {
        self.bases.push(base)
    }

    pub fn get(&self, base: BaseId) -> Base {
        self.bases[base]
    }
}

/// All objects.
#[derive(Clone)]
pub struct ObjectTable {
    /// By number; those that pointers can reach.
    numbered: Vec<Object>,
    /// How many objects there were when the activation that an object belongs to, or its life, ended; if it has.
    ended: Vec<Option<u32>>,
    /// The locals that no pointer can reach, of the activations on the stack.
    registers: Vec<Object>,
    /// Numbers that pointers can hold are below this one.
    limit: u32,
}

impl ObjectTable {
    pub fn new(program: &Program) -> Self {
        let size = |ty| program.types.size_of(ty).unwrap_or(0);
        let mut numbered = vec![Object { root: ObjectRoot::Null, ty: None, size: 0, extent: None }];
        for (id, global) in program.globals.iter_enumerated() {
            let size = size(global.ty) + global.tail;
            numbered.push(Object { root: ObjectRoot::Global(id), ty: Some(global.ty), size, extent: None });
        }
        for id in program.functions.ids() {
            numbered.push(Object { root: ObjectRoot::Function(id), ty: None, size: 0, extent: None });
        }
        let ended = vec![None; numbered.len()];
        let limit = program.types.target.pointers.n_objects().min(ObjectId::FIRST_REGISTER);
        Self { numbered, ended, registers: Vec::new(), limit }
    }

    pub fn get(&self, object: ObjectId) -> &Object {
        match object.0.checked_sub(ObjectId::FIRST_REGISTER) {
            Some(register) => &self.registers[register as usize],
            None => &self.numbered[object.0 as usize],
        }
    }

    /// Whether there is an object with this number.
    pub fn exists(&self, object: ObjectId) -> bool {
        (object.0 as usize) < self.numbered.len()
    }

    /// Whether there is such an object, or such a local that no pointer can reach.
    pub fn is_known(&self, object: ObjectId) -> bool {
        match object.0.checked_sub(ObjectId::FIRST_REGISTER) {
            Some(register) => (register as usize) < self.registers.len(),
            None => self.exists(object),
        }
    }

    /// Whether the activation that `object` belongs to has ended.
    pub fn has_ended(&self, object: ObjectId) -> bool {
        self.ended[object.0 as usize].is_some()
    }

    /// Whether one object had ended when another one began.
    pub fn ended_before(&self, old: ObjectId, new: ObjectId) -> bool {
        self.ended[old.0 as usize].is_some_and(|n_objects| n_objects <= new.0)
    }

    /// How many numbered objects there are; the next one gets this number.
    pub fn n_numbered(&self) -> u32 {
        self.numbered.len() as u32
    }

    /// The numbered objects.
    pub fn into_numbered(self) -> Vec<Object> {
        self.numbered
    }

    /// Numbers the locals of a new activation. `None` if the numbers have run out.
    pub fn enter(&mut self, program: &Program, frame: FrameId, function: FunctionId) -> Option<FrameObjects> {
        let f = &program.functions[function];
        let base = self.numbered.len() as u32;
        let first_register = self.registers.len();
        let mut of_local = IdVec::new();
        for (local, l) in f.locals.iter_enumerated() {
            let size = program.types.size_of(l.ty).unwrap_or(0);
            let object = Object { root: ObjectRoot::Local(frame, local), ty: Some(l.ty), size, extent: None };
            of_local.push(if l.address_taken { self.add_numbered(object) } else { self.add_register(object) });
        }
        let size = program.types.size_of(f.ret).unwrap_or(0);
        let result = self.add_register(Object { root: ObjectRoot::Result(frame), ty: Some(f.ret), size, extent: None });
        let fits =
            (self.numbered.len() as u32) < self.limit && (self.registers.len() as u32) < ObjectId::FIRST_REGISTER;
        fits.then_some(FrameObjects { of_local, result, base, first_register, blocks: Vec::new(), begun: Vec::new() })
    }

    /// Numbers a new object.
    pub fn add_numbered(&mut self, object: Object) -> ObjectId {
        self.numbered.push(object);
        self.ended.push(None);
        ObjectId(self.numbered.len() as u32 - 1)
    }

    /// Settles the type of an object that had none.
    pub fn set_type(&mut self, object: ObjectId, ty: TypeId) {
        self.numbered[object.0 as usize].ty = Some(ty);
    }

    fn add_register(&mut self, object: Object) -> ObjectId {
        self.registers.push(object);
        ObjectId(ObjectId::FIRST_REGISTER + self.registers.len() as u32 - 1)
    }

    /// A local begins another life under a number of its own; pointers to the old one dangle. `None` if the numbers have run
    /// out.
    pub fn begin_again(&mut self, objects: &mut FrameObjects, local: LocalId) -> Option<ObjectId> {
        let old = objects.of_local[local];
        if self.n_numbered() + 1 >= self.limit {
            return None;
        }
        let new = self.add_numbered(self.get(old).clone());
        self.ended[old.0 as usize] = Some(new.0);
        objects.of_local[local] = new;
        Some(new)
    }

    /// Ends an activation: its numbered objects are dead for good, its registers can be used again.
    pub fn leave(&mut self, objects: &FrameObjects) {
        self.registers.truncate(objects.first_register);
        let now = self.n_numbered();
        let locals = objects.of_local.iter().filter(|object| !object.is_register());
        for object in locals.chain(&objects.blocks) {
            self.ended[object.0 as usize].get_or_insert(now);
        }
    }
}

/// The objects of an activation.
#[derive(Clone, Debug)]
pub struct FrameObjects {
    of_local: IdVec<LocalId, ObjectId>,
    /// Where the returned value goes.
    pub result: ObjectId,
    /// The number of the first numbered local.
    pub base: u32,
    first_register: usize,
    /// The blocks that end with the activation.
    pub blocks: Vec<ObjectId>,
    /// The locals that pointers can reach whose declaration has been executed.
    pub begun: Vec<LocalId>,
}

impl FrameObjects {
    /// The object of a local.
    pub fn local(&self, local: LocalId) -> ObjectId {
        self.of_local[local]
    }

    /// Removes everything that is known of these objects.
    pub fn forget_all(&self, memory: &mut Trie<u32>) {
        for &object in self.of_local.iter().filter(|object| !object.is_register()).chain(&self.blocks) {
            forget(memory, object);
        }
        let (first, last) = self.registers();
        memory.remove_range(first, last);
    }

    /// The first and the last key of the locals that no pointer can reach, and of the result.
    pub fn registers(&self) -> (u64, u64) {
        // They are consecutive, the result being the last.
        let first = ObjectId(ObjectId::FIRST_REGISTER + self.first_register as u32);
        (key(first, 0), key(self.result, LAST))
    }
}

/// What a global holds before anything runs.
pub fn global_base(program: &Program, global: GlobalId) -> Option<Base> {
    match program.globals[global].kind {
        GlobalKind::Variable => Some(Base::Zero),
        GlobalKind::String(_) => Some(Base::String(global)),
        // Its cells are inputs; the storage step is made when execution starts.
        GlobalKind::External => None,
    }
}
