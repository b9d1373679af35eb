//! The part of an object that a pointer points to, as C writes it.

use whyc_ir::program::Program;
use whyc_ir::types::{Type, TypeId};
use whyc_unroll::step::{Block, Object};

/// How to get from a `ty` to the `pointee` that begins `offset` bytes behind its start: `.left`, `[3].name[0]`. None if
/// there is none.
pub fn path(program: &Program, ty: TypeId, pointee: TypeId, offset: u64) -> Option<String> {
    if ty == pointee && offset == 0 {
        return Some(String::new());
    }
    match program.types.get(ty) {
        Type::Array { element, len } => {
            let stride = program.types.size_of(*element).filter(|&stride| stride > 0)?;
            let index = offset / stride;
            let is_inside = len.is_none_or(|len| len == 0 || index < len);
            let rest = path(program, *element, pointee, offset % stride)?;
            is_inside.then(|| format!("[{index}]{rest}"))
        }
        Type::Record(record) => {
            let fields = program.types.records[*record].fields.iter().filter(|field| field.bit_width.is_none());
            // Members of a union share their place: the type tells.
            fields.rev().find_map(|field| {
                let rest = path(program, field.ty, pointee, offset.checked_sub(field.offset_bits / 8)?)?;
                Some(field.name.as_ref().map_or_else(|| rest.clone(), |name| format!(".{name}{rest}")))
            })
        }
        Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Enum(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Function(_) => None,
    }
}

/// A pointer into a block, by the pointer that the block is known by: `&p[3]`, `&p->left`, `&p[2].name[0]`. None if
/// no `pointee` is known to be there.
pub fn of_block(program: &Program, block: &Block, object: &Object, pointee: TypeId, offset: u64) -> Option<String> {
    let (name, ty) = (&block.name, block.ty?);
    let size = program.types.size_of(ty).filter(|&size| size > 0)?;
    let is_one = object.extent.is_none() && object.size <= size;
    let is_flexible = !is_one && !object.size.is_multiple_of(size);
    let (index, rest) = if is_one || is_flexible { (0, offset) } else { (offset / size, offset % size) };
    let part = path(program, ty, pointee, rest)?;
    Some(match (part.strip_prefix('.'), index) {
        (_, 0) if part.is_empty() => name.clone(),
        (Some(field), 0) if is_one || is_flexible => format!("&{name}->{field}"),
        _ => format!("&{name}[{index}]{part}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_base::ids::IdVec;
    use whyc_base::source::SourceMap;
    use whyc_ir::program::FunctionId;
    use whyc_ir::types::{Field, IntKind, Record, RecordKind, TypeTable};

    fn program(types: TypeTable) -> Program {
        Program {
            contracts: whyc_ir::program::Contracts::default(),
            switches: Vec::new(),
            thread_locals: Vec::new(),
            woven: None,
            only_if: None,
            sources: SourceMap::default(),
            types,
            globals: IdVec::new(),
            functions: IdVec::new(),
            components: IdVec::new(),
            start: FunctionId(0),
            entry: FunctionId(0),
        }
    }

    #[test]
    fn the_type_tells_which_part_is_meant() {
        let mut types = TypeTable::new();
        let (int, char_ty) = (types.int(IntKind::Int), types.int(IntKind::Char));
        let text = types.intern(Type::Array { element: char_ty, len: Some(4) });
        let field = |name: &str, ty, offset_bits| Field { name: Some(name.into()), ty, offset_bits, bit_width: None };
        let fields = vec![field("n", int, 0), field("text", text, 32)];
        let record = types.records.push(Record { kind: RecordKind::Struct, name: None, fields, size: 8, align: 4 });
        let record = types.intern(Type::Record(record));
        let three = types.intern(Type::Array { element: record, len: Some(3) });
        let program = program(types);
        let of = |pointee, offset| path(&program, three, pointee, offset);
        assert_eq!(of(record, 8).as_deref(), Some("[1]"));
        assert_eq!(of(int, 8).as_deref(), Some("[1].n"));
        assert_eq!(of(text, 12).as_deref(), Some("[1].text"));
        assert_eq!(of(char_ty, 14).as_deref(), Some("[1].text[2]"));
        assert_eq!(of(int, 4), None);
        assert_eq!(of(record, 24), None, "the end is no part");
    }
}
