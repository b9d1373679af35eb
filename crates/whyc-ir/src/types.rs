//! C types, without qualifiers, hash-consed: equal ids are equal types. How large they are says the [`Target`].

use std::borrow::Cow;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::typed_id;

use crate::target::Target;

typed_id! {
    /// A type in a [`TypeTable`].
    pub struct TypeId("ty");
}
typed_id! {
    /// A struct or union.
    pub struct RecordId("rec");
}
typed_id! {
    /// An enumeration.
    pub struct EnumId("enum");
}

/// The integer types by their C names and widths. `long` is there twice, because platforms differ in it: a program has its own
/// `long` and, whatever that is, the one of 64 bits for sizes and indices that whyc computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntKind {
    /// Plain `char` where it is signed.
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
    /// `long` of 64 bits
    Long,
    /// `unsigned long` of 64 bits
    ULong,
    /// `long` of 32 bits
    Long32,
    /// `unsigned long` of 32 bits
    ULong32,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
    /// `_BitInt(N)` as it stands in memory and in variables: a number of its own width in a whole type, extended by its sign or by
    /// zeros.
    BitInt(BitInt),
    /// The same while it is computed with, as wide as it is: the type of parts of expressions only, never of a place.
    Exact(BitInt),
}

/// An integer type of a width that the program chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitInt {
    width: u8,
    is_signed: bool,
    family: BitIntFamily,
}

/// Where an integer type of a chosen width comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitIntFamily {
    /// `_BitInt(N)`, which is computed with as it is.
    C,
    /// `__CPROVER_bitvector[N]`, which becomes an `int` or a `long` first, as far as it fits.
    Cbmc,
}

impl BitInt {
    /// The widest one.
    pub const MAX_WIDTH: u32 = 128;

    /// A type of `width` bits; none if that is too wide, or too narrow for a sign.
    #[must_use]
    pub fn new(width: u32, is_signed: bool, family: BitIntFamily) -> Option<Self> {
        let lowest = if is_signed { 2 } else { 1 };
        (lowest..=Self::MAX_WIDTH).contains(&width).then_some(Self { width: width as u8, is_signed, family })
    }

    /// Where it comes from.
    #[must_use]
    pub fn family(self) -> BitIntFamily {
        self.family
    }

    /// How many bits its values have.
    #[must_use]
    pub fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// The same width without a sign.
    #[must_use]
    pub fn unsigned(self) -> Self {
        Self { is_signed: false, ..self }
    }

    /// How many bits it takes in memory: those of the smallest type that has room for it.
    #[must_use]
    pub fn stored_bits(self) -> u32 {
        self.width().next_power_of_two().max(8)
    }

    /// Whether some of the bits in memory say nothing.
    #[must_use]
    pub fn has_padding(self) -> bool {
        self.stored_bits() != self.width()
    }
}

impl IntKind {
    /// The width in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt | IntKind::Long32 | IntKind::ULong32 => 32,
            IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
            IntKind::BitInt(it) => it.stored_bits(),
            IntKind::Exact(it) => it.width(),
        }
    }

    /// How many bits say what a value is.
    #[must_use]
    pub fn width(self) -> u32 {
        if let IntKind::BitInt(it) = self { it.width() } else { self.bits() }
    }

    /// Whether values are signed.
    #[must_use]
    pub fn is_signed(self) -> bool {
        match self {
            IntKind::Char
            | IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::Long32
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULong32
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
            IntKind::BitInt(it) | IntKind::Exact(it) => it.is_signed,
        }
    }

    /// The C name.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long | IntKind::Long32 => "long",
            IntKind::ULong | IntKind::ULong32 => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
            IntKind::BitInt(it) | IntKind::Exact(it) => {
                let sign = if it.is_signed { "" } else { "unsigned " };
                return Cow::Owned(match it.family {
                    BitIntFamily::C => format!("{sign}_BitInt({})", it.width),
                    BitIntFamily::Cbmc => format!("{sign}__CPROVER_bitvector[{}]", it.width),
                });
            }
        })
    }
}

/// The floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The x87 80-bit format, in 16 or 12 bytes of storage.
    LongDouble,
}

/// A C type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `_Bool`: one byte that holds 0 or 1.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// An enumeration.
    Enum(EnumId),
    /// A floating type.
    Float(FloatKind),
    /// A pointer to the given type.
    Pointer(TypeId),
    /// An array; no length where it is incomplete, flexible or variable.
    Array {
        /// The element type.
        element: TypeId,
        /// The number of elements, where it is a constant.
        len: Option<u64>,
    },
    /// A struct or union.
    Record(RecordId),
    /// A function type.
    Function(FunctionType),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub ret: TypeId,
    /// Its parameters.
    pub params: Vec<TypeId>,
    /// Whether it takes more arguments (`...`), or was declared without a prototype.
    pub variadic: bool,
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// The definition of a struct or union with the layout the compiler gave it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag or typedef name; none if anonymous.
    pub name: Option<String>,
    /// The fields in declaration order, anonymous members included as fields without name.
    pub fields: Vec<Field>,
    /// Size in bytes; 0 for an incomplete type.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// One member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; none for an anonymous struct or union.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeId,
    /// Where it starts, in bits from the start of the record.
    pub offset_bits: u64,
    /// Its width in bits, for bit-fields only.
    pub bit_width: Option<u32>,
}

/// The definition of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The tag or typedef name.
    pub name: Option<String>,
    /// The integer type that holds it.
    pub underlying: IntKind,
    /// Its constants, in declaration order.
    pub constants: Vec<(String, i128)>,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: IdVec<TypeId, Type>,
    ids: FxHashMap<Type, TypeId>,
    /// What the program is compiled for.
    pub target: Target,
    /// The structs and unions. A front end adds a record before its fields are known and fills it in later.
    pub records: IdVec<RecordId, Record>,
    /// The enumerations.
    pub enums: IdVec<EnumId, Enumeration>,
}

impl TypeTable {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of `ty`.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of an integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    /// The id of the pointer type to `pointee`.
    pub fn pointer(&mut self, pointee: TypeId) -> TypeId {
        self.intern(Type::Pointer(pointee))
    }

    /// The type with this id.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// How many types there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// All types, in the order in which they were first asked for.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        self.types.ids()
    }

    /// Size in bytes; `None` for functions, incomplete arrays and records. `void` has size 1, as in GNU C.
    #[must_use]
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match *self.get(id) {
            Type::Void | Type::Bool => Some(1),
            Type::Int(IntKind::Exact(it)) => Some(u64::from(it.stored_bits() / 8)),
            Type::Int(kind) => Some(u64::from(kind.bits() / 8)),
            Type::Enum(e) => Some(u64::from(self.enums[e].underlying.bits() / 8)),
            Type::Float(FloatKind::Float) => Some(4),
            Type::Float(FloatKind::Double) => Some(8),
            Type::Pointer(_) => Some(u64::from(self.target.pointers.bits() / 8)),
            Type::Float(FloatKind::LongDouble) => Some(u64::from(self.target.long_double_bytes)),
            Type::Array { element, len } => self.size_of(element)?.checked_mul(len?),
            Type::Record(r) => (self.records[r].align > 0).then_some(self.records[r].size),
            Type::Function(_) => None,
        }
    }

    /// What the address of an object of this type is a multiple of; 1 for what has no size.
    #[must_use]
    pub fn align_of(&self, id: TypeId) -> u64 {
        match *self.get(id) {
            Type::Void | Type::Function(_) => 1,
            Type::Float(FloatKind::LongDouble) => u64::from(self.target.long_double_align),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                let size = self.size_of(id).unwrap_or(1).max(1);
                let is_chosen = matches!(self.get(id), Type::Int(IntKind::BitInt(_)));
                // More than a word is words for the ABI.
                if size == 8 || is_chosen && size == 16 { u64::from(self.target.align_of_8_bytes) } else { size }
            }
            Type::Array { element, .. } => self.align_of(element),
            Type::Record(r) => self.records[r].align.max(1),
        }
    }

    /// The width in bits of a scalar type as it stands in memory; `None` for everything else.
    #[must_use]
    pub fn scalar_bits(&self, id: TypeId) -> Option<u32> {
        match *self.get(id) {
            Type::Bool => Some(8),
            Type::Int(kind) => Some(kind.bits()),
            Type::Enum(e) => Some(self.enums[e].underlying.bits()),
            Type::Float(FloatKind::Float) => Some(32),
            Type::Float(FloatKind::Double) => Some(64),
            Type::Pointer(_) => Some(self.target.pointers.bits()),
            Type::Float(FloatKind::LongDouble) => Some(self.target.long_double_bytes * 8),
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => None,
        }
    }

    /// How many bits say what a value of a scalar type is: fewer than it has in memory for a `_BitInt`.
    #[must_use]
    pub fn value_bits(&self, id: TypeId) -> Option<u32> {
        match *self.get(id) {
            Type::Int(kind) => Some(kind.width()),
            _ => self.scalar_bits(id),
        }
    }

    /// What kind of `_BitInt` this is.
    #[must_use]
    pub fn bit_int(&self, id: TypeId) -> Option<BitInt> {
        match *self.get(id) {
            Type::Int(IntKind::BitInt(it)) => Some(it),
            _ => None,
        }
    }

    /// How many bits of its record a field takes; none for one without a size.
    #[must_use]
    pub fn bits_of_field(&self, field: &Field) -> u64 {
        field.bit_width.map_or_else(|| self.size_of(field.ty).unwrap_or(0) * 8, u64::from)
    }

    /// Whether values of this type are signed integers.
    #[must_use]
    pub fn is_signed(&self, id: TypeId) -> bool {
        match *self.get(id) {
            Type::Int(kind) => kind.is_signed(),
            Type::Enum(e) => self.enums[e].underlying.is_signed(),
            _ => false,
        }
    }

    /// The pointee of a pointer type.
    #[must_use]
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match *self.get(id) {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// Whether this is a pointer type.
    #[must_use]
    pub fn is_pointer(&self, id: TypeId) -> bool {
        self.pointee(id).is_some()
    }

    /// The type as C writes it, for a person: `unsigned int`, `struct node *`, `int[4]`.
    #[must_use]
    pub fn name(&self, id: TypeId) -> String {
        // A declarator wraps around its name: pointers bind on the left, arrays and functions on the right.
        let mut left = String::new();
        let mut right = String::new();
        let mut at = id;
        loop {
            match self.get(at) {
                Type::Pointer(to) => {
                    let wrap = matches!(self.get(*to), Type::Array { .. } | Type::Function(_));
                    left.insert(0, '*');
                    if wrap {
                        left.insert(0, '(');
                        right.push(')');
                    }
                    at = *to;
                }
                Type::Array { element, len } => {
                    let len = len.map_or(String::new(), |n| n.to_string());
                    let _ = write!(right, "[{len}]");
                    at = *element;
                }
                Type::Function(f) => {
                    let mut params: Vec<String> = f.params.iter().map(|&p| self.name(p)).collect();
                    if f.variadic {
                        params.push("...".to_owned());
                    }
                    let _ = write!(right, "({})", params.join(", "));
                    at = f.ret;
                }
                base => {
                    let base = self.base_name(base);
                    let space = if left.is_empty() { "" } else { " " };
                    return format!("{base}{space}{left}{right}");
                }
            }
        }
    }

    fn base_name(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(kind) => kind.name().into_owned(),
            Type::Enum(e) => match &self.enums[*e].name {
                Some(name) => format!("enum {name}"),
                None => "enum".to_owned(),
            },
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
            Type::Record(r) => {
                let record = &self.records[*r];
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                match &record.name {
                    Some(name) => format!("{keyword} {name}"),
                    None => keyword.to_owned(),
                }
            }
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => {
                unreachable!("a declarator should have been peeled off")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_declarators() {
        let mut types = TypeTable::new();
        let int = types.int(IntKind::Int);
        let ptr = types.pointer(int);
        let row = types.intern(Type::Array { element: int, len: Some(3) });
        let ptr_to_row = types.pointer(row);
        let function = types.intern(Type::Function(FunctionType { ret: int, params: vec![ptr], variadic: true }));
        let ptr_to_function = types.pointer(function);
        assert_eq!(types.name(ptr), "int *");
        assert_eq!(types.name(row), "int[3]");
        assert_eq!(types.name(ptr_to_row), "int (*)[3]");
        assert_eq!(types.name(ptr_to_function), "int (*)(int *, ...)");
        assert_eq!(types.size_of(row), Some(12));
    }
}
