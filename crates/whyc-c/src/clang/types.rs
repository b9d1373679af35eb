//! Types as the compiler sees them.

use std::marker::PhantomData;

use clang_sys as sys;

use super::cursor::Cursor;
use super::owned_string;

/// A type, with its qualifiers and its spelling.
#[derive(Clone, Copy)]
pub struct ClangType<'u> {
    raw: sys::CXType,
    unit: PhantomData<&'u ()>,
}

impl<'u> ClangType<'u> {
    pub(super) fn from_raw(raw: sys::CXType) -> Self {
        Self { raw, unit: PhantomData }
    }

    /// What it is: one of libclang's `CXType_…`.
    pub fn kind(self) -> sys::CXTypeKind {
        self.raw.kind
    }

    /// The same type without typedefs.
    pub fn canonical(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_getCanonicalType(self.raw) })
    }

    /// A number that is the same for the same canonical type with the same qualifiers in one unit.
    pub fn key(self) -> (usize, i32) {
        (self.raw.data[0] as usize, self.raw.kind)
    }

    /// As C writes it.
    pub fn spelling(self) -> String {
        // SAFETY: any type may be asked.
        owned_string(unsafe { sys::clang_getTypeSpelling(self.raw) })
    }

    /// The same type without its outermost qualifiers.
    pub fn unqualified(self) -> Self {
        // libclang asserts that there is a type.
        if self.raw.kind == sys::CXType_Invalid {
            return self;
        }
        // SAFETY: the type is valid.
        Self::from_raw(unsafe { sys::clang_getUnqualifiedType(self.raw) })
    }

    /// Whether it is `const`.
    pub fn is_const(self) -> bool {
        // SAFETY: any type may be asked.
        unsafe { sys::clang_isConstQualifiedType(self.raw) != 0 }
    }

    /// Whether an object of this type is `volatile`: of an array, its elements say so.
    pub fn is_volatile_object(self) -> bool {
        let mut at = self.canonical();
        while matches!(at.kind(), sys::CXType_ConstantArray | sys::CXType_IncompleteArray) {
            at = at.element().canonical();
        }
        // SAFETY: any type may be asked.
        unsafe { sys::clang_isVolatileQualifiedType(at.raw) != 0 }
    }

    /// Whether an object of this type is `const` as a whole: of an array, its elements say so.
    pub fn is_const_object(self) -> bool {
        let mut at = self.canonical();
        loop {
            if at.is_const() {
                return true;
            }
            match at.kind() {
                sys::CXType_ConstantArray | sys::CXType_IncompleteArray | sys::CXType_VariableArray => {
                    at = at.element().canonical();
                }
                _ => return false,
            }
        }
    }

    /// What a pointer points to.
    pub fn pointee(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_getPointeeType(self.raw) })
    }

    /// The element of an array.
    pub fn element(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_getArrayElementType(self.raw) })
    }

    /// The length of an array, if it is a constant.
    pub fn array_len(self) -> Option<u64> {
        // SAFETY: any type may be asked.
        u64::try_from(unsafe { sys::clang_getArraySize(self.raw) }).ok()
    }

    /// What a vector or a complex type is made of.
    pub fn part(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_getElementType(self.raw) })
    }

    /// How many parts a vector has.
    pub fn n_parts(self) -> Option<u64> {
        // SAFETY: any type may be asked.
        u64::try_from(unsafe { sys::clang_getNumElements(self.raw) }).ok()
    }

    /// What `_Atomic(T)` holds.
    pub fn atomic_value(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_Type_getValueType(self.raw) })
    }

    /// The declaration of a record or enumeration.
    pub fn declaration(self) -> Cursor<'u> {
        // SAFETY: any type may be asked.
        Cursor::from_raw(unsafe { sys::clang_getTypeDeclaration(self.raw) })
    }

    /// What a function returns.
    pub fn result(self) -> Self {
        // SAFETY: any type may be asked.
        Self::from_raw(unsafe { sys::clang_getResultType(self.raw) })
    }

    /// What a function takes.
    pub fn params(self) -> Vec<Self> {
        // SAFETY: indices are in range.
        unsafe {
            let n = u32::try_from(sys::clang_getNumArgTypes(self.raw)).unwrap_or(0);
            (0..n).map(|idx| Self::from_raw(sys::clang_getArgType(self.raw, idx))).collect()
        }
    }

    /// Whether a function takes more arguments than it names.
    pub fn is_variadic(self) -> bool {
        // SAFETY: any type may be asked.
        unsafe { sys::clang_isFunctionTypeVariadic(self.raw) != 0 }
    }

    /// Its size in bytes, if it has one.
    pub fn size(self) -> Option<u64> {
        // SAFETY: any type may be asked.
        u64::try_from(unsafe { sys::clang_Type_getSizeOf(self.raw) }).ok()
    }

    /// Its alignment in bytes, if it has one.
    pub fn align(self) -> Option<u64> {
        // SAFETY: any type may be asked.
        u64::try_from(unsafe { sys::clang_Type_getAlignOf(self.raw) }).ok()
    }

    /// The fields of a record, bit-fields and anonymous members included.
    pub fn fields(self) -> Vec<Cursor<'u>> {
        extern "C" fn push(raw: sys::CXCursor, data: sys::CXClientData) -> sys::CXVisitorResult {
            // SAFETY: `data` is the vector below, borrowed by nobody else during the visit.
            let fields = unsafe { &mut *data.cast::<Vec<Cursor<'_>>>() };
            fields.push(Cursor::from_raw(raw));
            sys::CXVisit_Continue
        }
        let mut fields: Vec<Cursor<'u>> = Vec::new();
        // SAFETY: the visitor only pushes to the vector it is given.
        unsafe { sys::clang_Type_visitFields(self.raw, push, (&raw mut fields).cast()) };
        fields
    }
}
