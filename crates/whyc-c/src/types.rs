//! From libclang's types to [`whyc_ir::types`]: qualifiers and typedefs fall away, layouts are kept.
//!
//! A struct that several units define alike is one record, as the linker sees it.

use rustc_hash::FxHashMap;
use whyc_ir::types::{
    BitInt, BitIntFamily, EnumId, Enumeration, Field, FloatKind, FunctionType, IntKind, Record, RecordId, RecordKind,
    Type, TypeId, TypeTable,
};

use crate::clang::cursor::{Cursor, DeclKey};
use crate::clang::kind as k;
use crate::clang::types::ClangType;
use crate::target::{LongDouble, Platform};

/// Why a type cannot be expressed, for a person: `a variable-length array`.
pub type Reason = String;

/// The types lowered so far.
pub struct Types {
    /// The table that goes into the program.
    pub table: TypeTable,
    /// What the program is compiled for.
    pub platform: Platform,
    cache: FxHashMap<(usize, i32), Result<TypeId, Reason>>,
    record_from_decl: FxHashMap<DeclKey, RecordId>,
    /// Complete records by their name for the linker, each with its layout in words.
    record_from_usr: FxHashMap<String, Vec<(String, RecordId)>>,
    incomplete_from_usr: FxHashMap<String, RecordId>,
    field_from_decl: FxHashMap<DeclKey, (RecordId, u32)>,
    enum_from_usr: FxHashMap<String, EnumId>,
    /// Vectors, complex and fixed-point types, which are records here: the record that each is, and what each such record is.
    record_from_parts: FxHashMap<(Parts, u64), TypeId>,
    parts_from_record: FxHashMap<TypeId, Parts>,
    /// Whether the pre-reader has named types of fixed-point numbers: then all of libclang's are these.
    pub has_fixed: bool,
    /// What libclang's integers of a chosen width are; none if some are of C and some of a dialect, which it does not tell apart.
    pub bit_ints: Option<BitIntFamily>,
}

/// A type whose values are computed with part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parts {
    /// An extension of GNU C: the record's only field is an array.
    Vector {
        /// What it is of.
        element: TypeId,
        /// How many.
        len: u64,
    },
    /// The record's fields are the real and the imaginary part.
    Complex {
        /// What those are.
        element: TypeId,
    },
    /// A fixed-point number: the record's only field counts parts of one.
    Fixed(Fixed),
}

/// A type of fixed-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed {
    /// How many bits stand behind the point: half of all.
    pub fraction: u32,
    /// The integer type of the same size.
    pub count: TypeId,
}

impl Default for Types {
    fn default() -> Self {
        Self {
            table: TypeTable::new(),
            platform: Platform::usual(),
            has_fixed: false,
            bit_ints: Some(BitIntFamily::C),
            cache: FxHashMap::default(),
            record_from_decl: FxHashMap::default(),
            record_from_usr: FxHashMap::default(),
            incomplete_from_usr: FxHashMap::default(),
            field_from_decl: FxHashMap::default(),
            enum_from_usr: FxHashMap::default(),
            record_from_parts: FxHashMap::default(),
            parts_from_record: FxHashMap::default(),
        }
    }
}

impl Types {
    /// The type without qualifiers.
    ///
    /// # Errors
    /// What it is, if the program representation has nothing for it.
    pub fn lower(&mut self, ty: ClangType<'_>) -> Result<TypeId, Reason> {
        let ty = ty.canonical();
        if let Some(known) = self.cache.get(&ty.key()) {
            return known.clone();
        }
        let lowered = self.lower_new(ty);
        self.cache.insert(ty.key(), lowered.clone());
        lowered
    }

    fn lower_new(&mut self, ty: ClangType<'_>) -> Result<TypeId, Reason> {
        if let Some(kind) = int_kind(ty) {
            return Ok(self.table.int(kind));
        }
        if let (k::CXType_Unexposed, Some((width, is_signed))) = (ty.kind(), bit_int(&ty.spelling())) {
            let known = self.bit_ints.and_then(|family| BitInt::new(width, is_signed, family));
            let known = known.map(|it| self.table.int(IntKind::BitInt(it)));
            let is_as_here =
                |id: &TypeId| ty.size() == self.table.size_of(*id) && ty.align() == Some(self.table.align_of(*id));
            return known.filter(is_as_here).ok_or_else(|| format!("the type `{}`", ty.spelling()));
        }
        let lowered = match ty.kind() {
            k::CXType_Void => Type::Void,
            k::CXType_Bool => Type::Bool,
            k::CXType_Float => Type::Float(FloatKind::Float),
            k::CXType_Double => Type::Float(FloatKind::Double),
            k::CXType_LongDouble => match self.platform.long_double {
                LongDouble::X87 => Type::Float(FloatKind::LongDouble),
                LongDouble::Double => Type::Float(FloatKind::Double),
                LongDouble::Other => return Err("the `long double` of this target".to_owned()),
            },
            k::CXType_NullPtr => Type::Pointer(self.table.intern(Type::Void)),
            k::CXType_Pointer => Type::Pointer(self.lower(ty.pointee())?),
            k::CXType_ConstantArray => {
                // Offsets have no room for more.
                if ty.size().is_some_and(|size| size > 1 << 39) {
                    return Err("an array of more than 512 GiB".to_owned());
                }
                Type::Array { element: self.lower(ty.element())?, len: ty.array_len() }
            }
            // How long a variable array is, its function knows (`lower::vla`).
            k::CXType_IncompleteArray | k::CXType_VariableArray => {
                Type::Array { element: self.lower(ty.element())?, len: None }
            }
            k::CXType_Record => Type::Record(self.record(ty)),
            k::CXType_Enum => Type::Enum(self.enumeration(ty)?),
            k::CXType_FunctionProto | k::CXType_FunctionNoProto => {
                let ret = self.lower(ty.result())?;
                let params = ty.params().into_iter().map(|param| self.lower(param)).collect::<Result<_, _>>()?;
                let variadic = ty.is_variadic() || ty.kind() == k::CXType_FunctionNoProto;
                Type::Function(FunctionType { ret, params, variadic })
            }
            k::CXType_Atomic => return self.lower(ty.atomic_value()),
            k::CXType_Vector | k::CXType_ExtVector => {
                let element = self.lower(ty.part())?;
                let (Some(len), Some(size), Some(align)) = (ty.n_parts(), ty.size(), ty.align()) else {
                    return Err("a vector type".to_owned());
                };
                return self.vector(element, len, size, align).ok_or_else(|| "a vector type".to_owned());
            }
            k::CXType_Complex => {
                let element = self.lower(ty.part())?;
                return self.complex(element).ok_or_else(|| "a complex type".to_owned());
            }
            k::CXType_ShortAccum | k::CXType_Accum | k::CXType_LongAccum if self.has_fixed => {
                let (kind, fraction) = match ty.kind() {
                    k::CXType_ShortAccum => (IntKind::Short, 8),
                    k::CXType_Accum => (IntKind::Int, 16),
                    _ => (IntKind::Long, 32),
                };
                let count = self.table.int(kind);
                return Ok(self.fixed(Fixed { fraction, count }));
            }
            k::CXType_BlockPointer => return Err("a block pointer".to_owned()),
            _ => return Err(format!("the type `{}`", ty.spelling())),
        };
        Ok(self.table.intern(lowered))
    }

    /// What a record is, if it stands for a vector or a complex type.
    pub fn parts(&self, ty: TypeId) -> Option<Parts> {
        self.parts_from_record.get(&ty).copied()
    }

    /// The record that stands for a vector.
    pub fn vector(&mut self, element: TypeId, len: u64, size: u64, align: u64) -> Option<TypeId> {
        let bytes = self.table.size_of(element)?.checked_mul(len)?;
        let is_number = is_plain_number(self.table.get(element));
        if bytes > size || len == 0 || !is_number {
            return None;
        }
        let array = self.table.intern(Type::Array { element, len: Some(len) });
        let name = format!("{}_x{len}", self.table.name(element).replace(' ', "_"));
        let field = Field { name: Some("part".to_owned()), ty: array, offset_bits: 0, bit_width: None };
        Some(self.record_of(Parts::Vector { element, len }, name, vec![field], size, align))
    }

    /// The record that stands for a complex type.
    pub fn complex(&mut self, element: TypeId) -> Option<TypeId> {
        let size = self.table.size_of(element)?;
        if !is_plain_number(self.table.get(element)) {
            return None;
        }
        let field = |name: &str, at: u64| Field {
            name: Some(name.to_owned()),
            ty: element,
            offset_bits: at * 8,
            bit_width: None,
        };
        let fields = vec![field("real", 0), field("imag", size)];
        let name = format!("complex_{}", self.table.name(element).replace(' ', "_"));
        let align = self.table.align_of(element);
        Some(self.record_of(Parts::Complex { element }, name, fields, 2 * size, align))
    }

    /// The record that stands for a fixed-point number.
    pub fn fixed(&mut self, fixed: Fixed) -> TypeId {
        let Fixed { fraction, count } = fixed;
        let name = Some(format!("times_{}", 1u64 << fraction));
        let field = Field { name, ty: count, offset_bits: 0, bit_width: None };
        let size = u64::from(fraction) / 4;
        self.record_of(Parts::Fixed(fixed), format!("fixed_{}_{fraction}", 2 * fraction), vec![field], size, size)
    }

    fn record_of(&mut self, parts: Parts, name: String, fields: Vec<Field>, size: u64, align: u64) -> TypeId {
        if let Some(&known) = self.record_from_parts.get(&(parts, align)) {
            return known;
        }
        let record = Record { kind: RecordKind::Struct, name: Some(name), fields, size, align };
        let record = self.table.records.push(record);
        let ty = self.table.intern(Type::Record(record));
        self.record_from_parts.insert((parts, align), ty);
        self.parts_from_record.insert(ty, parts);
        ty
    }

    /// The type of a value or of a parameter: arrays and functions are pointers. libclang tells such
    /// types as they were written, before that rule.
    ///
    /// # Errors
    /// What it is, if the program representation has nothing for it.
    pub fn lower_value(&mut self, ty: ClangType<'_>) -> Result<TypeId, Reason> {
        let ty = ty.canonical();
        let pointee = match ty.kind() {
            k::CXType_ConstantArray | k::CXType_IncompleteArray | k::CXType_VariableArray => ty.element(),
            k::CXType_FunctionProto | k::CXType_FunctionNoProto => ty,
            _ => return self.lower(ty),
        };
        let pointee = self.lower(pointee)?;
        Ok(self.table.pointer(pointee))
    }

    /// The type, or as many bytes as it takes where it cannot be expressed.
    pub fn lower_or_bytes(&mut self, ty: ClangType<'_>) -> TypeId {
        self.lower(ty).unwrap_or_else(|_| {
            let element = self.table.int(IntKind::Char);
            self.table.intern(Type::Array { element, len: ty.size() })
        })
    }

    /// The indices that lead from a record to one of its fields, through anonymous members.
    pub fn field_path(&mut self, record_ty: TypeId, field: Cursor<'_>) -> Option<Vec<u32>> {
        let &(owner, idx) = self.field_from_decl.get(&field.key())?;
        let &Type::Record(record) = self.table.get(record_ty) else { return None };
        let mut path = Vec::new();
        self.find_record(record, owner, &mut path).then(|| {
            path.push(idx);
            path
        })
    }

    fn find_record(&self, from: RecordId, to: RecordId, path: &mut Vec<u32>) -> bool {
        if from == to {
            return true;
        }
        for (idx, field) in self.table.records[from].fields.iter().enumerate() {
            if let (None, &Type::Record(inner)) = (&field.name, self.table.get(field.ty)) {
                path.push(idx as u32);
                if self.find_record(inner, to, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    fn record(&mut self, ty: ClangType<'_>) -> RecordId {
        let decl = ty.declaration();
        if let Some(&known) = self.record_from_decl.get(&decl.key()) {
            return known;
        }
        let usr = decl.usr();
        let Some(definition) = decl.definition() else {
            return self.incomplete_record(decl, usr);
        };
        let fields = named_fields(ty);
        let layout = layout_in_words(ty, &fields);
        let alike = self.record_from_usr.get(&usr).into_iter().flatten().find(|(known, _)| *known == layout);
        let (id, known) = match alike {
            Some(&(_, id)) => (id, true),
            // A unit that saw only a forward declaration means this record.
            None => match self.incomplete_from_usr.remove(&usr) {
                Some(id) => (id, false),
                None => (self.table.records.push(empty_record(definition)), false),
            },
        };
        self.record_from_decl.insert(decl.key(), id);
        for (idx, field) in fields.iter().enumerate() {
            self.field_from_decl.insert(field.key(), (id, idx as u32));
        }
        if !known {
            self.record_from_usr.entry(usr).or_default().push((layout, id));
            // The record is known by now, so that its fields may point to it.
            self.table.records[id].size = ty.size().unwrap_or(0);
            self.table.records[id].align = ty.align().unwrap_or(1).max(1);
            let fields = fields.into_iter().map(|field| self.field(field)).collect();
            self.table.records[id].fields = fields;
            if self.table.records[id].kind == RecordKind::Struct {
                self.open_last_field(id);
            }
        }
        id
    }

    /// An array of length 0 at the end of a struct is how GNU C wrote one without length.
    fn open_last_field(&mut self, id: RecordId) {
        let last = self.table.records[id].fields.last().map(|field| self.table.get(field.ty).clone());
        if let Some(Type::Array { element, len: Some(0) }) = last {
            let open = self.table.intern(Type::Array { element, len: None });
            if let Some(field) = self.table.records[id].fields.last_mut() {
                field.ty = open;
            }
        }
    }

    fn incomplete_record(&mut self, decl: Cursor<'_>, usr: String) -> RecordId {
        let complete = self.record_from_usr.get(&usr).and_then(|all| all.first()).map(|&(_, id)| id);
        let known = complete.or_else(|| self.incomplete_from_usr.get(&usr).copied());
        let id = known.unwrap_or_else(|| {
            let id = self.table.records.push(empty_record(decl));
            self.incomplete_from_usr.insert(usr, id);
            id
        });
        self.record_from_decl.insert(decl.key(), id);
        id
    }

    fn field(&mut self, field: Cursor<'_>) -> Field {
        let name = field.spelling();
        Field {
            name: is_identifier(&name).then_some(name),
            ty: self.lower_or_bytes(field.ty()),
            offset_bits: field.field_offset_bits().unwrap_or(0),
            bit_width: field.bit_width(),
        }
    }

    fn enumeration(&mut self, ty: ClangType<'_>) -> Result<EnumId, Reason> {
        let decl = ty.declaration();
        let usr = decl.usr();
        if let Some(&known) = self.enum_from_usr.get(&usr) {
            return Ok(known);
        }
        let decl = decl.definition().unwrap_or(decl);
        let underlying = match decl.enum_integer_type().canonical() {
            ty if ty.kind() == k::CXType_Bool => IntKind::UChar,
            ty => int_kind(ty).unwrap_or(IntKind::UInt),
        };
        let constants = decl.children().into_iter().filter(|child| child.kind() == k::CXCursor_EnumConstantDecl);
        let constants = constants.map(|c| (c.spelling(), c.enum_value(underlying.is_signed()))).collect();
        let name = decl.spelling();
        let id =
            self.table.enums.push(Enumeration { name: is_identifier(&name).then_some(name), underlying, constants });
        self.enum_from_usr.insert(usr, id);
        Ok(id)
    }
}

/// Whether vectors and complex numbers can be made of it.
fn is_plain_number(ty: &Type) -> bool {
    match ty {
        Type::Int(kind) => !matches!(kind, IntKind::BitInt(_)),
        Type::Float(_) => true,
        _ => false,
    }
}

/// The width of a `_BitInt` and whether it has a sign: libclang tells it by its name alone.
fn bit_int(name: &str) -> Option<(u32, bool)> {
    let name = name.trim_start_matches("const ").trim_start_matches("volatile ");
    let (is_signed, rest) = match name.strip_prefix("unsigned ") {
        Some(rest) => (false, rest),
        None => (true, name.strip_prefix("signed ").unwrap_or(name)),
    };
    Some((rest.strip_prefix("_BitInt(")?.strip_suffix(')')?.parse().ok()?, is_signed))
}

/// The kind of an integer type that is no enumeration and not `_Bool`.
fn int_kind(ty: ClangType<'_>) -> Option<IntKind> {
    Some(match ty.kind() {
        k::CXType_Char_S => IntKind::Char,
        // With `-funsigned-char`, it is another name for the same numbers.
        k::CXType_Char_U => IntKind::UChar,
        k::CXType_SChar => IntKind::SChar,
        k::CXType_UChar => IntKind::UChar,
        k::CXType_Short => IntKind::Short,
        k::CXType_UShort | k::CXType_Char16 => IntKind::UShort,
        k::CXType_Int | k::CXType_WChar => IntKind::Int,
        k::CXType_UInt | k::CXType_Char32 => IntKind::UInt,
        k::CXType_Long if ty.size() == Some(4) => IntKind::Long32,
        k::CXType_ULong if ty.size() == Some(4) => IntKind::ULong32,
        k::CXType_Long => IntKind::Long,
        k::CXType_ULong => IntKind::ULong,
        k::CXType_LongLong => IntKind::LongLong,
        k::CXType_ULongLong => IntKind::ULongLong,
        k::CXType_Int128 => IntKind::Int128,
        k::CXType_UInt128 => IntKind::UInt128,
        _ => return None,
    })
}

/// The fields without unnamed bit-fields, which are padding.
fn named_fields(ty: ClangType<'_>) -> Vec<Cursor<'_>> {
    let mut fields = ty.fields();
    fields.retain(|field| field.bit_width().is_none() || is_identifier(&field.spelling()));
    fields
}

fn layout_in_words(ty: ClangType<'_>, fields: &[Cursor<'_>]) -> String {
    let mut words = format!("{:?} {:?}", ty.size(), ty.align());
    for field in fields {
        let (name, ty, at) = (field.spelling(), field.ty().spelling(), field.field_offset_bits());
        words.push_str(&format!(";{name} {ty} {at:?} {:?}", field.bit_width()));
    }
    words
}

fn empty_record(decl: Cursor<'_>) -> Record {
    let kind = if decl.kind() == k::CXCursor_UnionDecl { RecordKind::Union } else { RecordKind::Struct };
    let name = decl.spelling();
    Record { kind, name: is_identifier(&name).then_some(name), fields: Vec::new(), size: 0, align: 0 }
}

/// libclang calls nameless things `struct (anonymous at file.c:1:2)`.
fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}
