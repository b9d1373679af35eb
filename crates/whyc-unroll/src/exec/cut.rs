//! The head of a loop that is cut, and the way back to it; see [`crate::cuts`].

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase};
use whyc_ir::flow::{Changed, Liveness, back_edges};
use whyc_ir::instr::InstrId;
use whyc_ir::layout::{self, Leaf, Pointers};
use whyc_ir::program::{FunctionId, GlobalId, LocalId};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::Type;
use whyc_term::{Sort, TermId};

use super::Exec;
use super::havoc::holds_pointer;
use crate::cuts::{Entry, EntryKind, Forgotten, Number, NumberKind, RoundEnd, Shape, Stop};
use crate::inputs::InputKey;
use crate::memory::{self, Base, ObjectId, Slot, key, slot, split_key};
use crate::state::{At, Machine, State};
use crate::step::{ObjectRoot, StepKind};
use crate::trie::{Difference, Trie};

/// More cells of one object than this are forgotten as a whole.
const MANY_CELLS: usize = 64;
/// More objects than this that one pointer may point into are not told apart.
const MANY_OBJECTS: usize = 32;
/// Globals beyond these many are not in play, unless a round changes them.
const MANY_GLOBALS: usize = 24;

/// A loop that was entered and not left for good.
#[derive(Clone)]
pub(super) struct Inside {
    /// Its place in the order of entries.
    nth: usize,
    /// The memory at its head, after everything was forgotten that its rounds change.
    memory: Trie<u32>,
    /// How many objects with numbers there were.
    n_numbered: u32,
    /// The cells that are in play, and what they are parts of.
    cells: Vec<(ObjectId, Leaf, bool)>,
    /// The conditions that are in play.
    conditions: Vec<ExprId>,
}

impl Exec<'_> {
    /// Whether the loop with this head is cut.
    pub(super) fn is_cut(&self, function: FunctionId, head: InstrId) -> bool {
        self.machine.cuts.as_ref().is_some_and(|cuts| cuts.heads.contains(&(function, head)))
    }

    /// At the head of a loop that is cut, on the way in: what its rounds change is forgotten.
    pub(super) fn enter_cut(&mut self, state: &mut State, head: InstrId) {
        let Some(activation) = self.activations.last() else { return };
        let (function, frame) = (activation.function, activation.frame);
        let live = std::rc::Rc::clone(&activation.liveness);
        let at = At { frame, function, instr: head, guard: state.guard };
        let machine = &mut self.machine;
        let Some(region) = region(machine.program.functions[function].body.as_ref(), head) else {
            return machine.refuse("a loop that is entered in the middle or overlaps another one");
        };
        let nth = machine.cuts.as_ref().map_or(0, |cuts| cuts.entries.len());
        let known = machine.cuts.as_ref().and_then(|cuts| cuts.forgotten.get(nth).cloned());
        let forgotten = match known {
            Some(known) => known,
            None => {
                let written = machine.written_by_name(state, at, region, &live);
                if let Some(cuts) = &mut machine.cuts {
                    cuts.forgotten.truncate(nth);
                    cuts.forgotten.push(written.clone());
                }
                written
            }
        };
        let n_numbered = machine.objects.n_numbered();
        let before = state.memory.clone();
        machine.forget(state, at, &forgotten);
        let cells = machine.cells_in_play(&state.memory, at, &live, &forgotten);
        let conditions = machine.conditions_in_play(&before, at, &live);
        let mut numbers = machine.numbers(&before, &state.memory, &cells, &forgotten);
        numbers.extend(machine.condition_numbers(at, (&before, &state.memory), &conditions));
        let entry = Entry {
            kind: EntryKind::Head,
            function,
            origin: machine.program.functions[function].origin,
            head,
            frame,
            span: self.loops.all()[self.loops.at(function, region.1, head).unwrap_or(crate::loops::LoopId(0))].span,
            guard: machine.guards.term(state.guard),
            at: machine.unrolling.steps.next_id(),
            numbers,
            rounds: Vec::new(),
        };
        let span = entry.span;
        if let (Some(cuts), Some(assume)) = (&mut machine.cuts, &mut machine.assume) {
            let cond = assume(machine.terms, nth, &entry);
            cuts.entries.push(entry);
            machine.push(at, span, StepKind::Assume { cond });
        }
        let inside = Inside { nth, memory: state.memory.clone(), n_numbered, cells, conditions };
        if let Some(activation) = self.activations.last_mut() {
            activation.inside.insert(head, inside);
        }
    }

    /// On the way back to the head of a loop that is cut: the path ends.
    pub(super) fn end_round(&mut self, state: &State, head: InstrId) {
        let Some(activation) = self.activations.last() else { return };
        let Some(inside) = activation.inside.get(&head) else {
            return self.machine.refuse("a loop that is entered in the middle");
        };
        let (frame, live) = (activation.frame, std::rc::Rc::clone(&activation.liveness));
        let at = At { frame, function: activation.function, instr: head, guard: state.guard };
        let machine = &mut self.machine;
        let Some(mut forgotten) = machine.cuts.as_ref().and_then(|cuts| cuts.forgotten.get(inside.nth).cloned()) else {
            return;
        };
        let before = forgotten.clone();
        for difference in inside.memory.differences(&state.memory) {
            if let Err(why) = machine.changed(inside, &state.memory, at, &live, &difference, &mut forgotten) {
                return machine.refuse(why);
            }
        }
        let mut values = machine.values(&state.memory, &inside.cells);
        values.extend(machine.condition_values(at, &state.memory, &inside.conditions));
        let round = RoundEnd { guard: machine.guards.term(state.guard), at: machine.unrolling.steps.next_id(), values };
        let Some(cuts) = &mut machine.cuts else { return };
        if forgotten == before {
            cuts.entries[inside.nth].rounds.push(round);
        } else {
            cuts.forgotten.truncate(inside.nth);
            cuts.forgotten.push(forgotten);
            cuts.stop.get_or_insert(Stop::ChangesMore);
        }
    }
}

/// The instructions of the loop with this head, if all ways into it go through its head and every other loop lies inside it or
/// outside of it.
fn region(body: Option<&whyc_ir::program::Body>, head: InstrId) -> Option<(InstrId, InstrId)> {
    let body = body?;
    let edges = back_edges(body);
    let mut ends: BTreeMap<InstrId, InstrId> = BTreeMap::new();
    for &(to, from) in &edges {
        let end = ends.entry(to).or_insert(from);
        *end = from.max(*end);
    }
    let end = *ends.get(&head)?;
    let overlaps =
        |(&h, &e): (&InstrId, &InstrId)| (h < head && head <= e && e < end) || (head < h && h <= end && end < e);
    if ends.iter().any(overlaps) {
        return None;
    }
    for (id, instr) in body.instrs.iter_enumerated() {
        let is_outside = id < head || id > end;
        if is_outside && instr.kind.targets().iter().any(|&to| head < to && to <= end) {
            return None;
        }
    }
    Some((head, end))
}

impl Machine<'_> {
    /// Nothing may be concluded from this unrolling.
    pub fn refuse(&mut self, why: &'static str) {
        if let Some(cuts) = &mut self.cuts {
            // More is changed: what is refused may be another thing the next time. But nobody tries again what is refused.
            cuts.stop = Some(Stop::Refused(why));
        }
    }

    /// A pointer of which nobody knows what it points to is followed. Objects of rounds that were not followed are not there
    /// to be found.
    pub fn mind_open_pointer(&mut self) {
        if self.cuts.as_ref().is_some_and(|cuts| !cuts.entries.is_empty()) && !self.is_asking {
            self.refuse("a pointer of which nobody knows what it points to");
        }
    }

    /// What the instructions of a loop write by name: a first guess.
    fn written_by_name(&mut self, state: &State, at: At, region: (InstrId, InstrId), live: &Liveness) -> Forgotten {
        let body = self.body(at);
        let changed = Changed::by(body, region.0..=region.1);
        let mut forgotten = Forgotten::default();
        let mut objects = Vec::new();
        for local in changed.locals {
            if let Some(frame) = self.stack.last()
                && live.is_live(at.instr, local)
            {
                objects.push((frame.local(local), self.program.functions[at.function].locals[local].ty));
            }
        }
        for global in changed.globals {
            objects.push((ObjectId(layout::global_object(global)), self.program.globals[global].ty));
        }
        for (object, ty) in objects {
            let is_there = object.is_register()
                || !matches!(self.objects.get(object).root, ObjectRoot::Local(..))
                || memory::alive(&state.memory, object).is_some();
            if self.program.types.scalar_bits(ty).is_some() && is_there && self.is_declared(&state.memory, object) {
                let shape = self.shape_of(&state.memory, object, 0);
                forgotten.cells.insert(key(object, 0), shape);
            }
        }
        forgotten
    }

    /// Whether the declaration of an object has been passed.
    pub(super) fn is_declared(&mut self, memory: &Trie<u32>, object: ObjectId) -> bool {
        memory.get(key(object, 0)).is_some() || self.base_of(memory, object) != memory::BaseTable::UNDECLARED
    }

    /// What a cell holds, as far as its term shows.
    fn shape_of(&mut self, memory: &Trie<u32>, object: ObjectId, offset_bits: u64) -> Shape {
        let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
        if !holds_pointer {
            return Shape::Word;
        }
        let value = self.read_quietly(memory, object, leaf);
        self.pointer_shape(value)
    }

    fn pointer_shape(&mut self, value: TermId) -> Shape {
        let (number, offset) = self.split(value);
        let pointees = self.pointees(number);
        if pointees.open || pointees.numbers.len() > MANY_OBJECTS || self.contains_pointer(value) {
            return Shape::AnyPointer;
        }
        let numbers: BTreeSet<u32> = pointees.numbers.iter().copied().collect();
        let congruence = self.offsets.congruence(self.terms, offset);
        // Counting modulo a power of two stays right where offsets wrap around.
        let align = match congruence.modulus {
            0 => layout::OFFSET_BITS,
            modulus => modulus.trailing_zeros().min(layout::OFFSET_BITS),
        };
        Shape::Pointer { numbers, align, residue: low_bits(congruence.residue, align) }
    }

    /// The value of a cell, for nobody in the program.
    fn read_quietly(&mut self, memory: &Trie<u32>, object: ObjectId, leaf: Leaf) -> TermId {
        let undeclared = self.read_undeclared;
        let value = self.read_leaf(memory, object, leaf);
        self.read_undeclared = undeclared;
        value
    }

    /// Gives what is forgotten any value.
    fn forget(&mut self, state: &mut State, at: At, forgotten: &Forgotten) {
        let cells = forgotten.cells.keys().map(|&cell| split_key(cell).0);
        let objects = forgotten.objects.iter().chain(forgotten.types.keys()).map(|&number| ObjectId(number));
        if !cells.chain(objects).all(|object| self.objects.is_known(object)) {
            return self.refuse("objects that are not the same as before");
        }
        for (&number, &ty) in &forgotten.types {
            self.settle_type(ObjectId(number), Some(ty));
        }
        let occurrence = self.next_occurrence(at);
        for &number in &forgotten.objects {
            let object = ObjectId(number);
            let root = self.objects.get(object).root;
            let span = self.span_of(at);
            let step = self.push(at, span, StepKind::Storage { object: root, cells: Vec::new(), reads: Vec::new() });
            self.declared(at, step, root);
            let occurrence = self.next_occurrence(at);
            let base = Base::Storage { step, site: (at.function, at.instr), occurrence, root, ty: None };
            let base = self.bases.push(base);
            memory::refill(&mut state.memory, object, base);
        }
        for (nth, (&cell, shape)) in forgotten.cells.iter().enumerate() {
            let (object, offset_bits) = split_key(cell);
            let leaf = self.leaf_at(object, offset_bits);
            // Part 0 is the word or the offset; the others choose among objects.
            let input = |machine: &mut Self, part: u64, sort: Sort| {
                let offset_bits = (nth as u64) << 16 | part | 1 << 62;
                let input = InputKey { site: (at.function, at.instr), occurrence, offset_bits, sort };
                machine.inputs.get(machine.terms, input)
            };
            let value = match shape {
                Shape::Word | Shape::AnyPointer => input(self, 0, Sort::Bits(leaf.bits)),
                Shape::Pointer { numbers, align, residue } => {
                    // The pointer where the loop is entered is one of those that are followed.
                    let here = self.shape_of(&state.memory, object, offset_bits);
                    if joined(shape.clone(), here) != *shape {
                        return self.refuse("a pointer that is not the same as before");
                    }
                    if self.program.types.target.pointers != Pointers::Bits64 {
                        return self.refuse("a pointer of 32 bits that a round of a loop changes");
                    }
                    let residue = self.terms.bits(layout::OFFSET_BITS, u128::from(*residue));
                    let offset = if *align >= layout::OFFSET_BITS {
                        residue
                    } else {
                        let index = input(self, 0, Sort::Bits(64));
                        self.offsets.scaled(self.terms, residue, index, 1 << align)
                    };
                    let mut value = None;
                    for (part, &number) in numbers.iter().enumerate() {
                        let number = self.terms.bits(layout::OBJECT_BITS, u128::from(number));
                        let pointer = self.terms.concat(number, offset);
                        value = Some(match value {
                            None => pointer,
                            Some(others) => {
                                let chosen = input(self, part as u64, Sort::Bool);
                                self.terms.ite(chosen, pointer, others)
                            }
                        });
                    }
                    let Some(value) = value else { return self.refuse("a pointer that points to nothing") };
                    // Numbers must still be told from the term.
                    match self.pointer_shape(value) {
                        Shape::Pointer { numbers: shown, align: seen, .. } if shown == *numbers && seen >= *align => {}
                        _ => return self.refuse("a pointer that a round of a loop changes"),
                    }
                    value
                }
            };
            self.write_leaf(&mut state.memory, object, leaf, value);
        }
    }

    /// Notes what a round changes, if that is more than was forgotten.
    fn changed(
        &mut self,
        inside: &Inside,
        after: &Trie<u32>,
        at: At,
        live: &Liveness,
        difference: &Difference<u32>,
        forgotten: &mut Forgotten,
    ) -> Result<(), &'static str> {
        let (object, offset) = split_key(difference.key);
        let root = self.objects.get(object).root;
        let counts_leaks = self.properties.has_class(PropertyClass::Leak);
        if object.is_register() {
            match root {
                ObjectRoot::Local(frame, local) if frame == at.frame => {
                    if !counts_leaks && !live.is_live(at.instr, local) {
                        return Ok(());
                    }
                }
                // The result of this activation is written where it ends.
                _ => return Err("a variable of another function that a round of a loop changes"),
            }
        } else {
            let [was, is] = [&inside.memory, after].map(|memory| memory::alive(memory, object));
            let is_gone = |alive: Option<TermId>| alive.is_none_or(|alive| self.terms.as_bool(alive) == Some(false));
            if matches!(root, ObjectRoot::Local(..) | ObjectRoot::Block(_)) {
                if is_gone(was) && is_gone(is) {
                    return Ok(());
                }
                if was != is {
                    return Err("a round of a loop begins or ends the life of something");
                }
                if object.0 >= inside.n_numbered {
                    return Err("something that began its life in a round of a loop");
                }
            }
        }
        // A block gets its type where it is first used; the next time it has it from the head on.
        if let (ObjectRoot::Block(_), Some(ty)) = (root, self.objects.get(object).ty) {
            forgotten.types.insert(object.0, ty);
        }
        match slot(offset) {
            Slot::Alive => Err("a round of a loop begins or ends the life of something"),
            Slot::Base | Slot::Array => self.forget_object(inside, after, object, forgotten),
            Slot::Cell(_) if forgotten.objects.contains(&object.0) => self.mind_hidden_pointer(difference.second),
            Slot::Cell(offset_bits) => {
                if inside.memory.get(key(object, ARRAY_SLOT)).is_some() || after.get(key(object, ARRAY_SLOT)).is_some()
                {
                    return self.forget_object(inside, after, object, forgotten);
                }
                let n_cells = forgotten.cells.range(key(object, 0)..=key(object, offset_end())).count();
                if n_cells >= MANY_CELLS && !forgotten.cells.contains_key(&difference.key) {
                    return self.forget_object(inside, after, object, forgotten);
                }
                self.forget_cell(inside, after, object, offset_bits, forgotten)
            }
        }
    }

    fn forget_cell(
        &mut self,
        inside: &Inside,
        after: &Trie<u32>,
        object: ObjectId,
        offset_bits: u64,
        forgotten: &mut Forgotten,
    ) -> Result<(), &'static str> {
        let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
        let new = self.read_quietly(after, object, leaf);
        if !holds_pointer {
            self.mind_hidden_pointer(Some(new.0))?;
            forgotten.cells.insert(key(object, offset_bits), Shape::Word);
            return Ok(());
        }
        let known = match forgotten.cells.get(&key(object, offset_bits)) {
            Some(known) => known.clone(),
            None => self.shape_of(&inside.memory, object, offset_bits),
        };
        let new = self.pointer_shape(new);
        if let Shape::Pointer { numbers, .. } = &new {
            for &number in numbers {
                let is_old = matches!(&known, Shape::Pointer { numbers, .. } if numbers.contains(&number));
                if !is_old && !self.lives_at_head(inside, number) {
                    return Err("a pointer to something that does not live where a loop begins");
                }
            }
        }
        forgotten.cells.insert(key(object, offset_bits), joined(known, new));
        Ok(())
    }

    /// Whether there is an object with this number at the head, in every round the same.
    fn lives_at_head(&self, inside: &Inside, number: u32) -> bool {
        let object = ObjectId(number);
        if number >= inside.n_numbered {
            return false;
        }
        match self.objects.get(object).root {
            ObjectRoot::Null | ObjectRoot::Global(_) | ObjectRoot::Function(_) => true,
            ObjectRoot::Local(..) | ObjectRoot::Block(_) => {
                memory::alive(&inside.memory, object).is_some_and(|alive| self.terms.as_bool(alive) != Some(false))
            }
            ObjectRoot::Result(_) => false,
        }
    }

    fn forget_object(
        &mut self,
        inside: &Inside,
        after: &Trie<u32>,
        object: ObjectId,
        forgotten: &mut Forgotten,
    ) -> Result<(), &'static str> {
        let info = self.objects.get(object);
        let Some(ty) = info.ty else { return Err("memory of no known type that a round of a loop changes") };
        if holds_pointer(&self.program.types, ty) {
            return Err("many pointers in one object that a round of a loop changes");
        }
        for memory in [&inside.memory, after] {
            for (_, value) in memory.range(key(object, 0), key(object, ARRAY_SLOT)) {
                self.mind_hidden_pointer(Some(value))?;
            }
        }
        forgotten.cells.retain(|&cell, _| split_key(cell).0 != object);
        forgotten.objects.insert(object.0);
        Ok(())
    }

    /// Numbers that are made of the bytes of pointers lead to objects that nobody sees.
    fn mind_hidden_pointer(&mut self, value: Option<u32>) -> Result<(), &'static str> {
        match value {
            Some(value) if self.contains_pointer(TermId(value)) => Err("the bytes of a pointer among numbers"),
            _ => Ok(()),
        }
    }

    /// The scalars that invariants can be about: those that a round changes, and those of this activation and of the program
    /// that it may be compared with.
    fn cells_in_play(
        &mut self,
        memory: &Trie<u32>,
        at: At,
        live: &Liveness,
        forgotten: &Forgotten,
    ) -> Vec<(ObjectId, Leaf, bool)> {
        let mut keys: Vec<u64> = forgotten.cells.keys().copied().collect();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let (locals, globals) = self.loaded(at);
        for local in locals {
            let Some(object) = self.stack.last().map(|frame| frame.local(local)) else { continue };
            let is_there = if object.is_register() {
                live.is_live(at.instr, local)
            } else {
                memory::alive(memory, object).is_some()
            };
            if is_there && !forgotten.objects.contains(&object.0) && self.is_declared(memory, object) {
                keys.push(key(object, 0));
            }
        }
        for global in globals.into_iter().take(MANY_GLOBALS) {
            let object = ObjectId(layout::global_object(global));
            if !forgotten.objects.contains(&object.0) {
                keys.push(key(object, 0));
            }
        }
        let mut cells = Vec::new();
        for cell in keys {
            if !seen.insert(cell) {
                continue;
            }
            let (object, offset_bits) = split_key(cell);
            let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
            let types = &self.program.types;
            let is_integer = matches!(types.get(leaf.ty), Type::Int(_) | Type::Enum(_) | Type::Bool)
                && types.scalar_bits(leaf.ty) == Some(leaf.bits);
            if is_integer || holds_pointer {
                cells.push((object, leaf, holds_pointer));
            }
        }
        cells
    }

    /// The scalar variables that a function reads by name.
    fn loaded(&self, at: At) -> (BTreeSet<LocalId>, BTreeSet<GlobalId>) {
        let body = self.body(at);
        let (mut locals, mut globals) = (BTreeSet::new(), BTreeSet::new());
        for expr in body.exprs.iter() {
            let ExprKind::Load(place) = expr.kind else { continue };
            let place = &body.places[place];
            if !place.projections.is_empty() || self.program.types.scalar_bits(place.ty).is_none() {
                continue;
            }
            match place.base {
                PlaceBase::Local(local) => drop(locals.insert(local)),
                PlaceBase::Global(global) => drop(globals.insert(global)),
                PlaceBase::Deref(_) => {}
            }
        }
        (locals, globals)
    }

    /// What is in play, as numbers.
    fn numbers(
        &mut self,
        before: &Trie<u32>,
        memory: &Trie<u32>,
        cells: &[(ObjectId, Leaf, bool)],
        forgotten: &Forgotten,
    ) -> Vec<Number> {
        let entries = self.values(before, cells);
        let anys = self.values(memory, cells);
        let mut values = entries.into_iter().zip(anys);
        let mut numbers = Vec::new();
        for &(object, leaf, is_pointer) in cells {
            let Some((entry, any)) = values.next() else { break };
            let root = self.objects.get(object).root;
            let name = match self.is_visible(root) {
                true => self.unrolling.object_part_name(self.program, root, leaf.offset_bits, leaf.bits),
                false => String::new(),
            };
            let is_changed = forgotten.cells.contains_key(&key(object, leaf.offset_bits));
            let types = &self.program.types;
            let is_element = self.objects.get(object).size * 8 > u64::from(leaf.bits) && name.ends_with(']');
            let position = leaf.offset_bits / u64::from(leaf.bits.max(1));
            if !is_pointer {
                let kind = NumberKind::Integer { is_signed: types.is_signed(leaf.ty) };
                numbers.push(Number { name, ty: leaf.ty, kind, is_element, position, is_changed, entry, any });
                continue;
            }
            let unit = types.pointee(leaf.ty).and_then(|ty| types.size_of(ty)).unwrap_or(1);
            let size = self.size_behind(entry);
            let kind = NumberKind::Object;
            let number = Number { name, ty: leaf.ty, kind, is_element, position, is_changed, entry, any };
            numbers.push(number.clone());
            let Some((entry, any)) = values.next() else { break };
            numbers.push(Number { kind: NumberKind::Offset { size, unit }, entry, any, ..number });
        }
        numbers
    }

    /// How large the one object is that a pointer's number says.
    fn size_behind(&mut self, number: TermId) -> Option<u64> {
        let number = self.terms.as_bits(number)? as u32;
        let object = ObjectId(number);
        (number > 0 && self.objects.exists(object)).then(|| self.objects.get(object).size)
    }

    /// The cells as numbers; of a pointer the number of its object, and its offset.
    fn values(&mut self, memory: &Trie<u32>, cells: &[(ObjectId, Leaf, bool)]) -> Vec<TermId> {
        let mut values = Vec::new();
        for &(object, leaf, is_pointer) in cells {
            let value = self.read_quietly(memory, object, leaf);
            if is_pointer {
                let (number, offset) = self.split(value);
                values.extend([number, offset]);
            } else {
                values.push(value);
            }
        }
        values
    }
}

/// The slot of the array term of an object.
const ARRAY_SLOT: u64 = memory::ARRAY;

/// The last offset of a cell.
fn offset_end() -> u64 {
    memory::ARRAY - 1
}

fn low_bits(value: u64, n: u32) -> u64 {
    if n >= 64 { value } else { value & ((1 << n) - 1) }
}

/// What holds either.
fn joined(a: Shape, b: Shape) -> Shape {
    match (a, b) {
        (
            Shape::Pointer { mut numbers, align, residue },
            Shape::Pointer { numbers: more, align: b_align, residue: b_residue },
        ) => {
            numbers.extend(more);
            if numbers.len() > MANY_OBJECTS {
                return Shape::AnyPointer;
            }
            let differ = (residue ^ b_residue).trailing_zeros();
            let align = align.min(b_align).min(differ);
            Shape::Pointer { numbers, align, residue: low_bits(residue, align) }
        }
        (Shape::Word, Shape::Word) => Shape::Word,
        _ => Shape::AnyPointer,
    }
}
