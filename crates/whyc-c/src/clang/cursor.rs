//! Cursors: the nodes of the syntax tree.

use std::ffi::c_int;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use clang_sys as sys;

use super::owned_string;
use super::types::ClangType;
use super::unit::{Location, RawFile, Unit};

/// A node of a unit's syntax tree.
#[derive(Clone, Copy)]
pub struct Cursor<'u> {
    raw: sys::CXCursor,
    unit: PhantomData<&'u Unit<'u>>,
}

/// A declaration as a key: the same for all its redeclarations in one unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclKey(usize);

/// A unit as a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitKey(usize);

/// A statement as a key: the same however one came to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StatementKey(usize);

/// Where a range begins and where it ends.
#[derive(Clone, Copy)]
pub struct Extent<'u> {
    raw: sys::CXSourceRange,
    unit: PhantomData<&'u ()>,
}

impl PartialEq for Extent<'_> {
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: any ranges may be compared.
        unsafe { sys::clang_equalRanges(self.raw, other.raw) != 0 }
    }
}

impl<'u> Extent<'u> {
    /// Its first character.
    pub fn start(self) -> Location<'u> {
        // SAFETY: any range may be asked.
        Location::from_raw(unsafe { sys::clang_getRangeStart(self.raw) })
    }

    /// One past its last character.
    pub fn end(self) -> Location<'u> {
        // SAFETY: any range may be asked.
        Location::from_raw(unsafe { sys::clang_getRangeEnd(self.raw) })
    }
}

/// A value that the compiler could compute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluated {
    /// An integer; exact up to 64 bits.
    Int(i128),
    /// A floating value, rounded to `double`.
    Float(f64),
}

/// How a declared thing is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// Anything else.
    Plain,
}

impl<'u> Cursor<'u> {
    pub(super) fn from_raw(raw: sys::CXCursor) -> Self {
        Self { raw, unit: PhantomData }
    }

    fn valid(raw: sys::CXCursor) -> Option<Self> {
        // SAFETY: any cursor may be asked.
        let null = unsafe { sys::clang_Cursor_isNull(raw) != 0 || sys::clang_isInvalid(raw.kind) != 0 };
        (!null).then(|| Self::from_raw(raw))
    }

    /// What it is: one of libclang's `CXCursor_…`.
    pub fn kind(self) -> sys::CXCursorKind {
        self.raw.kind
    }

    /// Whether it is an expression.
    pub fn is_expression(self) -> bool {
        // SAFETY: any kind may be asked.
        unsafe { sys::clang_isExpression(self.raw.kind) != 0 }
    }

    /// Whether it is a statement.
    pub fn is_statement(self) -> bool {
        // SAFETY: any kind may be asked.
        unsafe { sys::clang_isStatement(self.raw.kind) != 0 }
    }

    /// The nodes directly below, in order.
    pub fn children(self) -> Vec<Cursor<'u>> {
        extern "C" fn push(raw: sys::CXCursor, _: sys::CXCursor, data: sys::CXClientData) -> sys::CXChildVisitResult {
            // SAFETY: `data` is the vector below, borrowed by nobody else during the visit.
            let children = unsafe { &mut *data.cast::<Vec<Cursor<'_>>>() };
            children.push(Cursor::from_raw(raw));
            sys::CXChildVisit_Continue
        }
        let mut children: Vec<Cursor<'u>> = Vec::new();
        // SAFETY: the visitor only pushes to the vector it is given.
        unsafe { sys::clang_visitChildren(self.raw, push, (&raw mut children).cast()) };
        children
    }

    /// All nodes below, parents first.
    pub fn descendants(self) -> Vec<Cursor<'u>> {
        extern "C" fn push(raw: sys::CXCursor, _: sys::CXCursor, data: sys::CXClientData) -> sys::CXChildVisitResult {
            // SAFETY: `data` is the vector below, borrowed by nobody else during the visit.
            let all = unsafe { &mut *data.cast::<Vec<Cursor<'_>>>() };
            all.push(Cursor::from_raw(raw));
            sys::CXChildVisit_Recurse
        }
        let mut all: Vec<Cursor<'u>> = Vec::new();
        // SAFETY: the visitor only pushes to the vector it is given.
        unsafe { sys::clang_visitChildren(self.raw, push, (&raw mut all).cast()) };
        all
    }

    /// Its name; for a string literal, the literal with its escapes.
    pub fn spelling(self) -> String {
        // SAFETY: any cursor may be asked.
        owned_string(unsafe { sys::clang_getCursorSpelling(self.raw) })
    }

    /// A name that is the same for the same thing in every unit of a program.
    pub fn usr(self) -> String {
        // SAFETY: any cursor may be asked.
        owned_string(unsafe { sys::clang_getCursorUSR(self.raw) })
    }

    /// A declaration without body as the compiler understands it, in C: macros expanded, attributes in full.
    pub fn printed_head(self) -> String {
        self.printed(1)
    }

    /// The same with its body.
    pub fn printed_whole(self) -> String {
        self.printed(0)
    }

    fn printed(self, terse: u32) -> String {
        // SAFETY: any cursor may be asked; the policy is disposed of once, after its last use.
        unsafe {
            let policy = sys::clang_getCursorPrintingPolicy(self.raw);
            if policy.is_null() {
                return String::new();
            }
            sys::clang_PrintingPolicy_setProperty(policy, sys::CXPrintingPolicy_TerseOutput, terse);
            let text = owned_string(sys::clang_getCursorPrettyPrinted(self.raw, policy));
            sys::clang_PrintingPolicy_dispose(policy);
            text
        }
    }

    /// The declaration that an initialiser belongs to.
    pub fn declaration_around(self) -> Option<Cursor<'u>> {
        // SAFETY: any cursor may be asked.
        Self::valid(unsafe { sys::clang_getCursorSemanticParent(self.raw) })
    }

    /// The root of its unit.
    pub fn unit_root(self) -> Cursor<'u> {
        // SAFETY: any cursor may be asked, and so may its unit.
        Self::from_raw(unsafe { sys::clang_getTranslationUnitCursor(sys::clang_Cursor_getTranslationUnit(self.raw)) })
    }

    /// Its type.
    pub fn ty(self) -> ClangType<'u> {
        // SAFETY: any cursor may be asked.
        ClangType::from_raw(unsafe { sys::clang_getCursorType(self.raw) })
    }

    /// Its range in the source.
    pub fn extent(self) -> Extent<'u> {
        // SAFETY: any cursor may be asked.
        Extent { raw: unsafe { sys::clang_getCursorExtent(self.raw) }, unit: PhantomData }
    }

    /// The place by which it is known: a declaration's name, an operator's sign.
    pub fn location(self) -> Location<'u> {
        // SAFETY: any cursor may be asked.
        Location::from_raw(unsafe { sys::clang_getCursorLocation(self.raw) })
    }

    /// The name of a file of this cursor's unit.
    pub fn file_name(self, file: RawFile) -> String {
        // SAFETY: the file belongs to this unit.
        unsafe { owned_string(sys::clang_getFileName(file.0)) }
    }

    /// The unit that it stands in.
    pub fn unit(self) -> UnitKey {
        // SAFETY: the cursor is valid; its unit is only compared.
        UnitKey(unsafe { sys::clang_Cursor_getTranslationUnit(self.raw) } as usize)
    }

    /// The name and the bytes of a file of this cursor's unit.
    pub fn file(self, file: RawFile) -> (String, Vec<u8>) {
        let mut size = 0;
        // SAFETY: the file belongs to this unit; its buffer lives as long as the unit and is copied.
        unsafe {
            let unit = sys::clang_Cursor_getTranslationUnit(self.raw);
            let name = owned_string(sys::clang_getFileName(file.0));
            let bytes = sys::clang_getFileContents(unit, file.0, &raw mut size);
            let bytes = if bytes.is_null() { &[][..] } else { std::slice::from_raw_parts(bytes.cast::<u8>(), size) };
            (name, bytes.to_vec())
        }
    }

    /// What it refers to.
    pub fn referenced(self) -> Option<Cursor<'u>> {
        // SAFETY: any cursor may be asked.
        Self::valid(unsafe { sys::clang_getCursorReferenced(self.raw) })
    }

    /// The key of this declaration.
    pub fn key(self) -> DeclKey {
        // SAFETY: any cursor may be asked; the address in it is only compared.
        DeclKey(unsafe { sys::clang_getCanonicalCursor(self.raw) }.data[0] as usize)
    }

    /// The key of this statement. Cursors of one statement differ by the declaration they were reached from.
    pub fn statement_key(self) -> StatementKey {
        StatementKey(self.raw.data[1] as usize)
    }

    /// Whether this declaration is a definition.
    pub fn is_definition(self) -> bool {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_isCursorDefinition(self.raw) != 0 }
    }

    /// The definition of what this declares or refers to, in this unit.
    pub fn definition(self) -> Option<Cursor<'u>> {
        // SAFETY: any cursor may be asked.
        Self::valid(unsafe { sys::clang_getCursorDefinition(self.raw) })
    }

    /// Whether it is seen by other units.
    pub fn has_external_linkage(self) -> bool {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_getCursorLinkage(self.raw) == sys::CXLinkage_External }
    }

    /// Whether it is not local to a block: a global, or a static or extern inside a function.
    pub fn has_static_storage(self) -> bool {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_Cursor_hasVarDeclGlobalStorage(self.raw) == 1 }
    }

    /// Whether a function is declared `inline`.
    pub fn is_inline(self) -> bool {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_Cursor_isFunctionInlined(self.raw) != 0 }
    }

    /// Whether every thread has a variable of its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_getCursorTLSKind(self.raw) != sys::CXTLS_None }
    }

    /// How it was declared to be stored.
    pub fn storage(self) -> Storage {
        // SAFETY: any cursor may be asked.
        match unsafe { sys::clang_Cursor_getStorageClass(self.raw) } {
            sys::CX_SC_Extern => Storage::Extern,
            sys::CX_SC_Static => Storage::Static,
            _ => Storage::Plain,
        }
    }

    /// The initialiser of a variable.
    pub fn initialiser(self) -> Option<Cursor<'u>> {
        // SAFETY: any cursor may be asked.
        Self::valid(unsafe { sys::clang_Cursor_getVarDeclInitializer(self.raw) })
    }

    /// One of libclang's `CXBinaryOperator_…`.
    pub fn binary_operator(self) -> sys::CXBinaryOperatorKind {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_getCursorBinaryOperatorKind(self.raw) }
    }

    /// One of libclang's `CXUnaryOperator_…`.
    pub fn unary_operator(self) -> sys::CXUnaryOperatorKind {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_getCursorUnaryOperatorKind(self.raw) }
    }

    /// The value of this expression, if the compiler can compute it.
    pub fn evaluate(self) -> Option<Evaluated> {
        // SAFETY: any cursor may be asked; the result is disposed of once.
        unsafe {
            let result = sys::clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return None;
            }
            let value = match sys::clang_EvalResult_getKind(result) {
                sys::CXEval_Int if sys::clang_EvalResult_isUnsignedInt(result) != 0 => {
                    Some(Evaluated::Int(i128::from(sys::clang_EvalResult_getAsUnsigned(result))))
                }
                sys::CXEval_Int => Some(Evaluated::Int(i128::from(sys::clang_EvalResult_getAsLongLong(result)))),
                sys::CXEval_Float => Some(Evaluated::Float(sys::clang_EvalResult_getAsDouble(result))),
                _ => None,
            };
            sys::clang_EvalResult_dispose(result);
            value
        }
    }

    /// The integer type of an enumeration.
    pub fn enum_integer_type(self) -> ClangType<'u> {
        // SAFETY: any cursor may be asked.
        ClangType::from_raw(unsafe { sys::clang_getEnumDeclIntegerType(self.raw) })
    }

    /// The value of an enumeration constant, read as signed or as unsigned.
    pub fn enum_value(self, signed: bool) -> i128 {
        // SAFETY: any cursor may be asked.
        unsafe {
            if signed {
                i128::from(sys::clang_getEnumConstantDeclValue(self.raw))
            } else {
                i128::from(sys::clang_getEnumConstantDeclUnsignedValue(self.raw))
            }
        }
    }

    /// The width of a bit-field.
    pub fn bit_width(self) -> Option<u32> {
        // SAFETY: any cursor may be asked.
        let width: c_int = unsafe { sys::clang_getFieldDeclBitWidth(self.raw) };
        u32::try_from(width).ok()
    }

    /// Where a field starts in its record, in bits.
    pub fn field_offset_bits(self) -> Option<u64> {
        // SAFETY: any cursor may be asked.
        u64::try_from(unsafe { sys::clang_Cursor_getOffsetOfField(self.raw) }).ok()
    }

    /// The parameters of a function's declaration.
    pub fn arguments(self) -> Vec<Cursor<'u>> {
        // SAFETY: indices are in range.
        unsafe {
            let n = sys::clang_Cursor_getNumArguments(self.raw);
            let idx = 0..u32::try_from(n).unwrap_or(0);
            idx.filter_map(|idx| Self::valid(sys::clang_Cursor_getArgument(self.raw, idx))).collect()
        }
    }
}

impl PartialEq for Cursor<'_> {
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: any cursors may be compared.
        unsafe { sys::clang_equalCursors(self.raw, other.raw) != 0 }
    }
}

impl Eq for Cursor<'_> {}

impl Hash for Cursor<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // SAFETY: any cursor may be asked.
        unsafe { sys::clang_hashCursor(self.raw) }.hash(state);
    }
}
