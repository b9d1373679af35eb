//! What a pointer could be meant to point to.
//!
//! A pointer that is wrong points to something else of its type: another variable, another element of an array, a field
//! of another record, another function. The end of an array is an address that people mean, too. What nobody means
//! is not listed: the middle of a string literal, or of an object of the library, that the pointer was not in anyway.

use whyc_ir::layout;
use whyc_ir::program::{GlobalKind, Origin, Program};
use whyc_ir::types::{FunctionType, Type, TypeId, TypeTable};

use super::ObjectTable;
use crate::step::{Object, ObjectRoot};

/// At most this many places in one object are looked at.
const MANY_IN_ONE: u64 = 64;
/// This many elements further or less far a pointer goes in what is not the user's.
const A_LITTLE: u64 = 2;
/// At most this many addresses are told in all.
const MANY: usize = 128;

impl ObjectTable {
    /// The addresses that a pointer to a `pointee` could be meant to hold instead of the one that it holds (`was`, if that
    /// is known), in order, of objects whose activation has not ended. If they are many, those come first that are
    /// close to that one or to the start of their object, and no object stands back for another.
    pub fn targets(&self, program: &Program, pointee: TypeId, was: Option<u64>) -> Vec<u64> {
        let pointers = program.types.target.pointers;
        let at = was.map(|pointer| pointers.split(pointer));
        let mut ranked = Vec::new();
        for (number, object) in self.numbered.iter().enumerate().filter(|&(number, _)| self.ended[number].is_none()) {
            let number = number as u32;
            let here = at.filter(|&(object, _)| object == number).and_then(|(_, offset)| u64::try_from(offset).ok());
            for (rank, offset) in offsets(program, object, pointee, here).into_iter().enumerate() {
                let rank = if here.is_some() { 0 } else { rank };
                ranked.extend(pointers.narrowed(layout::pointer(number, offset as i64)).map(|pointer| (rank, pointer)));
            }
        }
        ranked.retain(|&(_, address)| Some(address) != was);
        ranked.sort_unstable();
        ranked.truncate(MANY);
        let mut addresses: Vec<u64> = ranked.into_iter().map(|(_, address)| address).collect();
        addresses.sort_unstable();
        addresses
    }
}

/// Where in an object a pointer to a `pointee` could be meant to point, the likeliest first. `here` is where it points
/// if it points there.
fn offsets(program: &Program, object: &Object, pointee: TypeId, here: Option<u64>) -> Vec<u64> {
    let types = &program.types;
    let only_start = match object.root {
        ObjectRoot::Null | ObjectRoot::Result(_) => return Vec::new(),
        ObjectRoot::Function(function) => {
            let f = &program.functions[function];
            let params = f.locals.iter().take(f.n_params).map(|local| local.ty).collect();
            let ty = Type::Function(FunctionType { ret: f.ret, params, variadic: f.variadic });
            let fits = f.origin == Origin::User && f.body.is_some() && *types.get(pointee) == ty;
            return if fits { vec![0] } else { Vec::new() };
        }
        ObjectRoot::Global(global) => {
            let global = &program.globals[global];
            let is_library = program.sources.file(global.span.file).name.starts_with('<');
            if is_library && global.is_const && here.is_none() {
                return Vec::new();
            }
            is_library || matches!(global.kind, GlobalKind::String(_))
        }
        ObjectRoot::Local(..) | ObjectRoot::Block(_) => false,
    };
    let mut places = Places { types, pointee, near: here.unwrap_or(0), found: Vec::new() };
    places.look_at(object, here.is_some());
    let mut found = places.found;
    found.sort_unstable();
    found.dedup();
    match here {
        None if only_start => found.retain(|&offset| offset == 0),
        // The words of the command line, or a string: one is mistaken by little.
        Some(here) if only_start => {
            let size = types.size_of(pointee).unwrap_or(1);
            found.retain(|offset| offset.abs_diff(here) <= A_LITTLE * size);
        }
        None | Some(_) => {}
    }
    found.sort_by_key(|&offset| here.map_or(offset, |here| offset.min(offset.abs_diff(here))));
    found.truncate(MANY_IN_ONE as usize);
    found
}

/// Looks for a type in another one.
struct Places<'a> {
    types: &'a TypeTable,
    pointee: TypeId,
    /// Where to look first in an array that is long.
    near: u64,
    found: Vec<u64>,
}

impl Places<'_> {
    fn look_at(&mut self, object: &Object, points_here: bool) {
        if matches!(self.types.get(self.pointee), Type::Void) {
            return self.anything(object, points_here);
        }
        let Some(size) = self.types.size_of(self.pointee).filter(|&size| size > 0) else { return };
        match (object.root, object.ty) {
            // Nobody knows yet what the block is for. That of a byte says too little: anything has bytes.
            (ObjectRoot::Block(_), None) => {
                if object.size.is_multiple_of(size) && (size > 1 || points_here) {
                    self.elements(object, self.pointee);
                }
            }
            (ObjectRoot::Block(_), Some(ty)) => self.elements(object, ty),
            (_, Some(ty)) => {
                self.look_into(ty, 0, object.size);
                if matches!(self.types.get(ty), Type::Array { .. }) && self.is_of_pointees(ty) {
                    self.found.push(object.size);
                }
            }
            (_, None) => {}
        }
    }

    /// A pointer to anything points to the start of something, or to an element of the array that it is in.
    fn anything(&mut self, object: &Object, points_here: bool) {
        self.found.push(0);
        if let Some(ty) = object.ty.filter(|_| points_here) {
            self.pointee = innermost(self.types, ty);
            self.look_at(object, points_here);
        }
    }

    /// A block of memory is an array of what it is used for.
    fn elements(&mut self, object: &Object, ty: TypeId) {
        let Some(size) = self.types.size_of(ty).filter(|&size| size > 0) else { return };
        let n = object.size / size;
        // The one record there may be longer than its type says, at its end.
        if n <= 1 || !object.size.is_multiple_of(size) {
            return self.look_into(ty, 0, object.size);
        }
        for k in self.indices(n, size, 0) {
            self.look_into(ty, k * size, size);
        }
        if object.extent.is_none() && self.is_of_pointees(ty) {
            self.found.push(object.size);
        }
    }

    /// Whether a type is the one that is pointed to, or an array of it.
    fn is_of_pointees(&self, ty: TypeId) -> bool {
        let mut at = ty;
        loop {
            match self.types.get(at) {
                _ if at == self.pointee => return true,
                Type::Array { element, .. } => at = *element,
                _ => return false,
            }
        }
    }

    /// Looks into the `size` bytes from `at` on, which are a `ty`.
    fn look_into(&mut self, ty: TypeId, at: u64, size: u64) {
        if ty == self.pointee {
            return self.found.push(at);
        }
        match self.types.get(ty) {
            Type::Array { element, len } => {
                let Some(stride) = self.types.size_of(*element).filter(|&stride| stride > 0) else { return };
                // At the end of a record, an array goes as far as the block does.
                let n = len.filter(|&len| len > 0).unwrap_or(size / stride);
                for k in self.indices(n, stride, at) {
                    self.look_into(*element, at + k * stride, stride);
                }
            }
            Type::Record(record) => {
                for field in &self.types.records[*record].fields {
                    let offset = field.offset_bits / 8;
                    if field.bit_width.is_none() {
                        self.look_into(field.ty, at + offset, size.saturating_sub(offset));
                    }
                }
            }
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Enum(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_) => {}
        }
    }

    /// The elements to look at of an array of `n` that starts at `at`: all if they are few; otherwise the first ones,
    /// those around the place that the pointer is at, and the last one.
    fn indices(&self, n: u64, stride: u64, at: u64) -> Vec<u64> {
        if n <= MANY_IN_ONE {
            return (0..n).collect();
        }
        let middle = (self.near.saturating_sub(at) / stride).min(n - 1);
        let around = middle.saturating_sub(MANY_IN_ONE / 4)..(middle + MANY_IN_ONE / 4).min(n);
        let mut chosen: Vec<u64> = (0..MANY_IN_ONE / 2).chain(around).chain([n - 1]).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}

/// What an array of arrays has in the end.
fn innermost(types: &TypeTable, ty: TypeId) -> TypeId {
    let mut at = ty;
    while let Type::Array { element, .. } = types.get(at) {
        at = *element;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_ir::types::{Field, IntKind, Record, RecordKind};

    /// `struct { char tag; int pair[2]; }`, its `int` and its array.
    fn record(types: &mut TypeTable) -> [TypeId; 3] {
        let (char_ty, int) = (types.int(IntKind::Char), types.int(IntKind::Int));
        let pair = types.intern(Type::Array { element: int, len: Some(2) });
        let field = |name: &str, ty, offset_bits| Field { name: Some(name.into()), ty, offset_bits, bit_width: None };
        let fields = vec![field("tag", char_ty, 0), field("pair", pair, 32)];
        let record = types.records.push(Record { kind: RecordKind::Struct, name: None, fields, size: 12, align: 4 });
        [types.intern(Type::Record(record)), int, pair]
    }

    fn places(types: &TypeTable, object: &Object, pointee: TypeId, near: u64) -> Vec<u64> {
        let mut places = Places { types, pointee, near, found: Vec::new() };
        places.look_at(object, near > 0);
        places.found
    }

    fn object(root: ObjectRoot, ty: Option<TypeId>, size: u64) -> Object {
        Object { root, ty, size, extent: None }
    }

    const GLOBAL: ObjectRoot = ObjectRoot::Global(whyc_ir::program::GlobalId(0));
    const BLOCK: ObjectRoot = ObjectRoot::Block(crate::step::BlockId(0));

    #[test]
    fn fields_and_elements_are_found_by_their_type() {
        let mut types = TypeTable::new();
        let [ty, int, pair] = record(&mut types);
        let three = types.intern(Type::Array { element: ty, len: Some(3) });
        let all = object(GLOBAL, Some(three), 36);
        assert_eq!(places(&types, &all, int, 0), [4, 8, 16, 20, 28, 32]);
        assert_eq!(places(&types, &all, pair, 0), [4, 16, 28]);
        assert_eq!(places(&types, &all, ty, 0), [0, 12, 24, 36], "and the end");
        assert_eq!(places(&types, &object(GLOBAL, Some(ty), 12), ty, 0), [0], "one record has no end");
    }

    #[test]
    fn a_block_is_an_array_of_what_it_is_used_for() {
        let mut types = TypeTable::new();
        let [ty, int, _] = record(&mut types);
        let char_ty = types.int(IntKind::Char);
        assert_eq!(places(&types, &object(BLOCK, Some(ty), 24), int, 0), [4, 8, 16, 20]);
        assert_eq!(places(&types, &object(BLOCK, None, 12), int, 0), [0, 4, 8, 12]);
        assert_eq!(places(&types, &object(BLOCK, None, 13), int, 0), []);
        assert_eq!(places(&types, &object(BLOCK, None, 2), char_ty, 0), []);
        let void = types.intern(Type::Void);
        assert_eq!(places(&types, &object(BLOCK, Some(int), 8), void, 0), [0]);
        assert_eq!(places(&types, &object(BLOCK, Some(int), 8), void, 4), [0, 0, 4, 8]);
    }

    #[test]
    fn of_a_long_array_what_is_near() {
        let mut types = TypeTable::new();
        let int = types.int(IntKind::Int);
        let long = types.intern(Type::Array { element: int, len: Some(1_000_000) });
        let found = places(&types, &object(GLOBAL, Some(long), 4_000_000), int, 40_000);
        assert!(
            found.len() < 80
                && [0, 4, 39_996, 40_000, 40_004, 3_999_996, 4_000_000].iter().all(|at| found.contains(at))
        );
    }
}
