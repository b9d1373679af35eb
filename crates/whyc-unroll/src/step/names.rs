//! What a person calls the things that steps are about.

use whyc_ir::layout;
use whyc_ir::program::Program;
use whyc_ir::types::{Field, Record, RecordKind, Type, TypeId, TypeTable};

use super::{Block, BlockId, InputSource, ObjectRoot, Step, StepKind, SymbolId, Unrolling};

impl Unrolling {
    /// What a person calls the input that `step` reads; `None` if it reads none. A variable is named as
    /// it is (`a[0]`), not as it was written (`a[i]`); a call as it was written.
    #[must_use]
    pub fn input_name(&self, program: &Program, step: &Step) -> Option<String> {
        let StepKind::Input { target, name, source, .. } = &step.kind else { return None };
        Some(match (target, source) {
            (Some(target), InputSource::Nondet) => self.symbol_name(program, target.symbol),
            (Some(target), _) if !name.ends_with(')') => self.symbol_name(program, target.symbol),
            _ => name.clone(),
        })
    }

    /// A symbol as a person writes it: `x`, `p.x`, `a[3].f`.
    #[must_use]
    pub fn symbol_name(&self, program: &Program, symbol: SymbolId) -> String {
        let symbol = &self.symbols[symbol];
        if let ObjectRoot::Block(block) = symbol.root {
            return self.block_part_name(program, block, symbol.offset_bits, symbol.bits);
        }
        part_name(
            program,
            self.root_name(program, symbol.root),
            self.root_type(program, symbol.root),
            symbol.offset_bits,
            symbol.bits,
        )
    }

    /// A part of an object as a person writes it; for the widths, see [`part_name`].
    #[must_use]
    pub fn object_part_name(&self, program: &Program, root: ObjectRoot, offset_bits: u64, bits: u32) -> String {
        match root {
            ObjectRoot::Block(block) => self.block_part_name(program, block, offset_bits, bits),
            root => part_name(program, self.root_name(program, root), self.root_type(program, root), offset_bits, bits),
        }
    }

    /// A part of a block as a person writes it, with the pointer to it: `p->x`, `p[2]`, `*p`.
    #[must_use]
    pub fn block_part_name(&self, program: &Program, block: BlockId, offset_bits: u64, bits: u32) -> String {
        let Block { name, ty, number, .. } = &self.blocks[block];
        let size_of = |ty: TypeId| program.types.size_of(ty).filter(|&size| size > 0);
        let Some((ty, size)) = ty.and_then(|ty| Some((ty, size_of(ty)?))) else {
            return format!("{name}[{}]", offset_bits / 8);
        };
        let position = offset_bits / (size * 8);
        let whole =
            self.objects.get(*number as usize).is_some_and(|object| object.extent.is_none() && object.size <= size);
        let is_record = matches!(program.types.get(ty), Type::Record(_));
        if is_record && (whole || has_flexible_end(program, ty)) {
            let part = part_name(program, String::new(), Some(ty), offset_bits, bits);
            // What is wider than any of the parts has the name of the whole.
            return match part.strip_prefix('.') {
                Some(field) => format!("{name}->{field}"),
                None => format!("*{name}"),
            };
        }
        let element = if whole && !matches!(program.types.get(ty), Type::Array { .. }) {
            format!("*{name}")
        } else {
            format!("{name}[{position}]")
        };
        part_name(program, element, Some(ty), offset_bits % (size * 8), bits)
    }

    /// The name of an object.
    #[must_use]
    pub fn root_name(&self, program: &Program, root: ObjectRoot) -> String {
        match root {
            ObjectRoot::Null => "NULL".to_owned(),
            ObjectRoot::Global(global) => program.globals[global].name.clone(),
            ObjectRoot::Function(function) => program.functions[function].name.clone(),
            ObjectRoot::Local(frame, local) => {
                program.functions[self.frames[frame].function].locals[local].name.clone()
            }
            ObjectRoot::Result(frame) => format!("{}()", program.functions[self.frames[frame].function].name),
            ObjectRoot::Block(block) => self.blocks[block].name.clone(),
        }
    }

    /// The type of an object, if it has one.
    #[must_use]
    pub fn root_type(&self, program: &Program, root: ObjectRoot) -> Option<TypeId> {
        match root {
            ObjectRoot::Null | ObjectRoot::Function(_) => None,
            ObjectRoot::Global(global) => Some(program.globals[global].ty),
            ObjectRoot::Local(frame, local) => Some(program.functions[self.frames[frame].function].locals[local].ty),
            ObjectRoot::Result(frame) => Some(program.functions[self.frames[frame].function].ret),
            ObjectRoot::Block(block) => self.blocks[block].ty,
        }
    }
}

/// The part of `name` that starts at `offset_bits`: fields and indices down to the scalar there, but not to one with fewer
/// than `bits` bits, which would not hold what is told of it.
#[must_use]
pub fn part_name(program: &Program, name: String, ty: Option<TypeId>, offset_bits: u64, bits: u32) -> String {
    let mut name = name;
    let mut at = offset_bits;
    let Some(mut ty) = ty else { return name };
    let is_narrow = |width: u64| width < u64::from(bits);
    loop {
        match program.types.get(ty) {
            Type::Array { element, .. } => {
                let Some(stride) = program.types.size_of(*element).map(|size| size * 8).filter(|&s| s > 0) else {
                    return name;
                };
                if is_narrow(stride) {
                    return name;
                }
                name.push_str(&format!("[{}]", at / stride));
                at %= stride;
                ty = *element;
            }
            Type::Record(record) => {
                let record = &program.types.records[*record];
                let field = match record.kind {
                    RecordKind::Struct => {
                        let ends = |f: &Field| f.offset_bits + program.types.bits_of_field(f);
                        let inside = |f: &&Field| f.offset_bits <= at && at < ends(f);
                        let field = record.fields.iter().find(inside).filter(|f| !is_narrow(ends(f) - at));
                        field.or(flexible_end(program, record).filter(|f| f.offset_bits <= at))
                    }
                    RecordKind::Union => named_member(program, record, at, bits),
                };
                let Some(field) = field else { return name };
                if let Some(field_name) = &field.name {
                    name.push('.');
                    name.push_str(field_name);
                }
                at -= field.offset_bits;
                ty = field.ty;
            }
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Enum(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_) => return name,
        }
    }
}

/// The member of a union by which its bits from `at` on are called: one with a scalar just there, or else one with a scalar
/// around them. The member that the cells follow comes first.
fn named_member<'a>(program: &Program, union: &'a Record, at: u64, bits: u32) -> Option<&'a Field> {
    let types = &program.types;
    let largest = layout::largest_member(types, union)?;
    if bits == 0 {
        return Some(largest);
    }
    let bits = u64::from(bits);
    let members = || std::iter::once(largest).chain(&union.fields);
    let is_just_there = |field: &&Field| scalar_around(types, field, at) == Some((0, bits));
    let is_around =
        |field: &&Field| scalar_around(types, field, at).is_some_and(|(start, width)| start + bits <= width);
    members().find(is_just_there).or_else(|| members().find(is_around))
}

/// How many bits of the scalar around bit `at` of a field lie before it, and how many the scalar has.
fn scalar_around(types: &TypeTable, field: &Field, at: u64) -> Option<(u64, u64)> {
    let mut field = field;
    let mut at = at;
    loop {
        let mut ty = field.ty;
        while let Type::Array { element, .. } = types.get(ty) {
            at %= (types.size_of(*element)? * 8).max(1);
            ty = *element;
        }
        let Type::Record(record) = types.get(ty) else {
            let width = field.bit_width.or(types.scalar_bits(ty)).map(u64::from)?;
            return (at < width).then_some((at, width));
        };
        let record = &types.records[*record];
        let inside = |f: &&Field| f.offset_bits <= at && at < f.offset_bits + types.bits_of_field(f);
        field = match record.kind {
            RecordKind::Struct => record.fields.iter().find(inside)?,
            RecordKind::Union => layout::largest_member(types, record)?,
        };
        at -= field.offset_bits;
    }
}

/// The member of a record that has no length of its own, at its end.
#[must_use]
pub fn flexible_end<'a>(program: &Program, record: &'a Record) -> Option<&'a Field> {
    let is_open = |field: &&Field| matches!(program.types.get(field.ty), Type::Array { len: None | Some(0), .. });
    record.fields.last().filter(is_open)
}

fn has_flexible_end(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Record(record) => flexible_end(program, &program.types.records[*record]).is_some(),
        _ => false,
    }
}
