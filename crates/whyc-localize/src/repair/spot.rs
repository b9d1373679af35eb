//! Where in a variable something stands, by fields and elements: two versions of a program may lay it out in different ways.

use whyc_ir::types::{RecordKind, Type, TypeId, TypeTable};

use super::stage::hash;

/// The place `offset_bits` behind the start of a variable of type `ty`, the same wherever an array before it has another length.
pub fn spot(types: &TypeTable, mut ty: TypeId, offset_bits: u64) -> u64 {
    let mut rest = offset_bits;
    let mut path = 0;
    loop {
        match types.get(ty) {
            Type::Array { element, .. } => {
                let Some(size) = types.size_of(*element).filter(|size| *size > 0) else { break };
                path = hash((path, rest / (size * 8)));
                (ty, rest) = (*element, rest % (size * 8));
            }
            Type::Record(record) if types.records[*record].kind == RecordKind::Struct => {
                let fields = &types.records[*record].fields;
                let Some(at) = fields.iter().rposition(|field| field.offset_bits <= rest) else { break };
                path = hash((path, at as u64));
                (ty, rest) = (fields[at].ty, rest - fields[at].offset_bits);
            }
            _ => break,
        }
    }
    hash((path, rest))
}

/// The field of a variable of type `ty` that `offset_bits` behind its start are in, the same for all elements of arrays.
pub fn field(types: &TypeTable, mut ty: TypeId, offset_bits: u64) -> u64 {
    let (mut rest, mut path) = (offset_bits, 0);
    loop {
        match types.get(ty) {
            Type::Array { element, .. } => {
                let Some(size) = types.size_of(*element).filter(|size| *size > 0) else { return path };
                (ty, rest) = (*element, rest % (size * 8));
            }
            Type::Record(record) if types.records[*record].kind == RecordKind::Struct => {
                let fields = &types.records[*record].fields;
                let Some(at) = fields.iter().rposition(|field| field.offset_bits <= rest) else { return path };
                path = hash((path, at as u64 + 1));
                (ty, rest) = (fields[at].ty, rest - fields[at].offset_bits);
            }
            _ => return path,
        }
    }
}

/// What bytes put there say, whatever the layout: where which of them is not zero.
pub fn content(types: &TypeTable, ty: TypeId, offset_bits: u64, bytes: &[u8]) -> u64 {
    let set = bytes.iter().enumerate().filter(|(_, byte)| **byte != 0);
    set.fold(0, |all, (k, byte)| all ^ hash((spot(types, ty, offset_bits + 8 * k as u64), *byte)))
}

#[cfg(test)]
mod tests {
    use whyc_ir::types::{Field, IntKind, Record, RecordKind, Type, TypeId, TypeTable};

    use super::{content, field, spot};

    /// `struct { char name[length]; int count; }[2]`
    fn items(length: u64) -> (TypeTable, TypeId) {
        let mut types = TypeTable::new();
        let (char, int) = (types.int(IntKind::Char), types.int(IntKind::Int));
        let name = types.intern(Type::Array { element: char, len: Some(length) });
        let offset = length.next_multiple_of(4);
        let field = |ty: TypeId, offset: u64| Field { name: None, ty, offset_bits: 8 * offset, bit_width: None };
        let fields = vec![field(name, 0), field(int, offset)];
        let kind = RecordKind::Struct;
        let record = types.records.push(Record { kind, name: None, fields, size: offset + 4, align: 4 });
        let element = types.intern(Type::Record(record));
        let all = types.intern(Type::Array { element, len: Some(2) });
        (types, all)
    }

    #[test]
    fn a_longer_array_moves_nothing() {
        let ((short, a), (long, b)) = (items(4), items(5));
        assert_eq!(field(&short, a, 0), field(&long, b, 8 * (12 + 3)));
        assert_ne!(field(&short, a, 0), field(&short, a, 8 * 4));
        // `items[1].count` and `items[1].name[2]`.
        assert_eq!(spot(&short, a, 8 * (8 + 4)), spot(&long, b, 8 * (12 + 8)));
        assert_eq!(spot(&short, a, 8 * (8 + 2)), spot(&long, b, 8 * (12 + 2)));
        assert_ne!(spot(&short, a, 8 * (8 + 2)), spot(&long, b, 8 * (12 + 3)));
        assert_ne!(spot(&short, a, 0), spot(&long, b, 8 * 12));
        let written = |n: usize, at: usize| (0..n).map(|k| u8::from(k == at)).collect::<Vec<u8>>();
        assert_eq!(content(&short, a, 0, &written(16, 12)), content(&long, b, 0, &written(24, 20)));
        assert_ne!(content(&short, a, 0, &written(16, 12)), content(&long, b, 0, &written(24, 8)));
    }
}
