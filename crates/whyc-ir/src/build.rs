//! Programs by hand: a small builder for tests of everything that reads a [`Program`].
//!
//! It derives what a front end would know: the types of operators and places, and which locals
//! have their address taken. It does not insert conversions; the verifier says where one is missing.
//!
//! Every expression, place and instruction gets a span of its own in an empty file, so that no
//! conversion looks as if the language had made it.

mod function;

pub use function::{FunctionBuilder, Label};

use whyc_base::ids::IdVec;
use whyc_base::source::{FileId, SourceMap, Span};

use crate::program::{
    Body, Function, FunctionId, Global, GlobalId, GlobalKind, Local, LocalId, LocalKind, Origin, Program,
};
use crate::types::{Field, IntKind, Record, RecordKind, Type, TypeId, TypeTable};

/// Builds a program.
pub struct ProgramBuilder {
    program: Program,
    next_byte: u32,
}

impl Default for ProgramBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ProgramBuilder {
    /// A program without functions.
    #[must_use]
    pub fn new() -> Self {
        let mut sources = SourceMap::new();
        sources.add("built.c", Vec::new());
        let program = Program {
            contracts: crate::program::Contracts::default(),
            switches: Vec::new(),
            thread_locals: Vec::new(),
            woven: None,
            only_if: None,
            sources,
            types: TypeTable::new(),
            globals: IdVec::new(),
            functions: IdVec::new(),
            components: IdVec::new(),
            start: FunctionId(0),
            entry: FunctionId(0),
        };
        Self { program, next_byte: 0 }
    }

    /// The types, to make new ones.
    pub fn types(&mut self) -> &mut TypeTable {
        &mut self.program.types
    }

    /// `int`
    pub fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }

    /// `element[len]`
    pub fn array(&mut self, element: TypeId, len: u64) -> TypeId {
        self.program.types.intern(Type::Array { element, len: Some(len) })
    }

    /// A struct with these fields, laid out as the compiler would do it without bit-fields.
    pub fn structure(&mut self, name: &str, fields: &[(&str, TypeId)]) -> TypeId {
        self.record(RecordKind::Struct, name, fields)
    }

    /// A union with these fields.
    pub fn union(&mut self, name: &str, fields: &[(&str, TypeId)]) -> TypeId {
        self.record(RecordKind::Union, name, fields)
    }

    /// A record with the layout given by the caller.
    pub fn record_with_layout(&mut self, record: Record) -> TypeId {
        let id = self.program.types.records.push(record);
        self.program.types.intern(Type::Record(id))
    }

    fn record(&mut self, kind: RecordKind, name: &str, fields: &[(&str, TypeId)]) -> TypeId {
        let types = &self.program.types;
        let (mut size, mut align) = (0u64, 1u64);
        let mut out = Vec::new();
        for &(field, ty) in fields {
            let field_align = align_of(types, ty);
            let field_size = types.size_of(ty).unwrap_or(0);
            let at = match kind {
                RecordKind::Struct => size.next_multiple_of(field_align),
                RecordKind::Union => 0,
            };
            size = size.max(at + field_size);
            align = align.max(field_align);
            out.push(Field { name: Some(field.to_owned()), ty, offset_bits: at * 8, bit_width: None });
        }
        let size = size.next_multiple_of(align);
        self.record_with_layout(Record { kind, name: Some(name.to_owned()), fields: out, size, align })
    }

    /// A global variable.
    pub fn global(&mut self, name: &str, ty: TypeId) -> GlobalId {
        self.global_of_kind(name, ty, GlobalKind::Variable)
    }

    /// A global of any kind.
    pub fn global_of_kind(&mut self, name: &str, ty: TypeId, kind: GlobalKind) -> GlobalId {
        let span = self.span();
        self.program.globals.push(Global {
            name: name.to_owned(),
            ty,
            span,
            kind,
            is_const: false,
            align: None,
            tail: 0,
        })
    }

    /// Declares a function; without [`define`](Self::define) it has no body. The function
    /// declared last becomes entry and start.
    pub fn declare(&mut self, name: &str, ret: TypeId, params: &[(&str, TypeId)]) -> FunctionId {
        let span = self.span();
        let local = |&(name, ty): &(&str, TypeId)| Local {
            name: name.to_owned(),
            ty,
            span,
            kind: LocalKind::Param,
            address_taken: false,
            is_const: false,
            align: None,
        };
        let locals: IdVec<LocalId, Local> = params.iter().map(local).collect();
        let id = self.program.functions.push(Function {
            name: name.to_owned(),
            span,
            ret,
            n_params: params.len(),
            variadic: false,
            locals,
            body: None,
            origin: Origin::User,
        });
        self.program.start = id;
        self.program.entry = id;
        id
    }

    /// Gives a function its body.
    pub fn define(&mut self, function: FunctionId, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let mut builder = FunctionBuilder::new(self, function);
        build(&mut builder);
        builder.finish();
    }

    /// The program, from the function declared last.
    #[must_use]
    pub fn finish(self) -> Program {
        self.program
    }

    /// The program so far, to change what the builder does not offer.
    pub fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }

    fn span(&mut self) -> Span {
        self.next_byte += 1;
        Span { file: FileId(0), start: self.next_byte - 1, end: self.next_byte }
    }

    fn set_body(&mut self, function: FunctionId, body: Body) {
        self.program.functions[function].body = Some(body);
    }
}

/// Scalars are aligned to their size, as the platform has it.
fn align_of(types: &TypeTable, ty: TypeId) -> u64 {
    match *types.get(ty) {
        Type::Array { element, .. } => align_of(types, element),
        Type::Record(record) => types.records[record].align.max(1),
        Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Enum(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Function(_) => types.size_of(ty).unwrap_or(1),
    }
}
