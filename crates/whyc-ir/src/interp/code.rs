//! What the machine runs: a body as a list of operations on a stack of values.
//!
//! Scalars are on the value stack as their bits, zero-extended to 128. Records and arrays are on
//! the byte stack beside it. An expression pushes one value; an expression of type `void` pushes
//! a zero. Between instructions both stacks are empty.

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;

use crate::block::{BlockLife, Conversion, HavocReach};
use crate::expr::{BinaryOp, ExprId, Intrinsic, MathOp, Rounded, UnaryOp};
use crate::instr::InstrId;
use crate::layout::Pointers;
use crate::program::{FunctionId, GlobalId, LocalId};
use crate::property::{PropertyClass, PropertyId};
use crate::types::{FloatKind, Type, TypeId, TypeTable};

/// The code of a program.
pub(super) struct Code {
    /// Per function; none without a body.
    pub(super) functions: IdVec<FunctionId, Option<FunctionCode>>,
    /// Where each global lies in memory, and its size.
    pub(super) globals: IdVec<GlobalId, Extent>,
    /// The bytes of all globals together.
    pub(super) global_bytes: u64,
    /// How wide pointers are where they are values. Addresses of places have 64 bits always.
    pub(super) pointers: Pointers,
    /// For each allocation on the heap, the property that it is freed in the end.
    pub(super) leaks: FxHashMap<(FunctionId, InstrId), PropertyId>,
    /// The class of each property that models check; none of the others.
    pub(super) inside: IdVec<PropertyId, Option<PropertyClass>>,
    /// What is checked of each call of the library.
    pub(super) outside: FxHashMap<(FunctionId, InstrId), Vec<(PropertyClass, Due)>>,
    /// Whether reads are told.
    pub(super) watched: bool,
}

impl Code {
    /// What is checked of the call of the library that the user's code makes there.
    pub(super) fn library_call(&self, function: FunctionId, instr: InstrId) -> LibraryCall<'_> {
        LibraryCall(self.outside.get(&(function, instr)).map_or(&[], Vec::as_slice))
    }

    /// As [`PropertyTable::seen_from`].
    #[inline]
    pub(super) fn seen_from(&self, call: LibraryCall<'_>, inside: PropertyId) -> Option<PropertyId> {
        if call.0.is_empty() {
            return Some(inside);
        }
        let class = self.inside[inside];
        let known = call.0.iter().find(|(checked, _)| Some(*checked) == class);
        known.map_or(Some(inside), |(_, due)| due.get())
    }
}

/// What is checked of a call of the library; nothing outside of such calls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LibraryCall<'a>(&'a [(PropertyClass, Due)]);

/// The code of a function.
pub(super) struct FunctionCode {
    pub(super) ops: Vec<Op>,
    pub(super) accesses: Vec<Access>,
    pub(super) indices: Vec<IndexStep>,
    pub(super) calls: Vec<CallStep>,
    pub(super) switches: Vec<SwitchStep>,
    /// Constants that do not fit an operation.
    pub(super) wide: Vec<u128>,
    /// What is copied and filled.
    pub(super) ranges: Vec<RangeStep>,
    /// Bits that belong to no scalar of a type: where they start, and how many.
    pub(super) gaps: Vec<Vec<(u64, u64)>>,
    /// What is written to the outside world.
    pub(super) texts: Vec<Vec<u8>>,
    /// Where each local lies in the frame.
    pub(super) locals: IdVec<LocalId, Extent>,
    /// The address-taken locals, in order.
    pub(super) addressed: Vec<LocalId>,
    /// What of each parameter belongs to no scalar.
    pub(super) param_gaps: Vec<Vec<(u64, u64)>>,
    /// The bytes of a frame.
    pub(super) frame_bytes: u64,
    /// The shape of its result; none for `void`.
    pub(super) result: Option<Shape>,
}

/// A range of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) start: u64,
    pub(super) size: u64,
}

/// A property if one is due, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due(u32);

impl Due {
    pub(super) const NOTHING: Due = Due(u32::MAX);

    #[inline]
    pub(super) fn get(self) -> Option<PropertyId> {
        (self != Self::NOTHING).then_some(PropertyId(self.0))
    }
}

impl From<Option<PropertyId>> for Due {
    fn from(property: Option<PropertyId>) -> Self {
        property.map_or(Self::NOTHING, |property| Due(property.0))
    }
}

/// A scalar type, as far as operators care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Unsigned(u8),
    Signed(u8),
    Pointer(Pointers),
    Float,
    Double,
    /// With the bytes that it takes.
    LongDouble(u8),
}

impl Scalar {
    /// The scalar that `ty` is; none for records, arrays, functions and `void`.
    pub(super) fn of(types: &TypeTable, ty: TypeId) -> Option<Self> {
        let int = |bits: u32, signed| if signed { Scalar::Signed(bits as u8) } else { Scalar::Unsigned(bits as u8) };
        match *types.get(ty) {
            Type::Bool => Some(Scalar::Bool),
            Type::Int(kind) => Some(int(kind.bits(), kind.is_signed())),
            Type::Enum(id) => Some(int(types.enums[id].underlying.bits(), types.enums[id].underlying.is_signed())),
            Type::Pointer(_) => Some(Scalar::Pointer(types.target.pointers)),
            Type::Float(FloatKind::Float) => Some(Scalar::Float),
            Type::Float(FloatKind::Double) => Some(Scalar::Double),
            Type::Float(FloatKind::LongDouble) => Some(Scalar::LongDouble(types.target.long_double_bytes as u8)),
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => None,
        }
    }

    #[inline]
    pub(super) fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 8,
            Scalar::Unsigned(bits) | Scalar::Signed(bits) => u32::from(bits),
            Scalar::Pointer(pointers) => pointers.bits(),
            Scalar::Double => 64,
            Scalar::Float => 32,
            Scalar::LongDouble(bytes) => 8 * u32::from(bytes),
        }
    }

    /// Whether it is an integer type.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_))
    }

    #[inline]
    pub(super) fn is_signed(self) -> bool {
        matches!(self, Scalar::Signed(_))
    }
}

/// How a value stands on the stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A scalar, of so many bytes in memory.
    Scalar(Scalar),
    /// This many bytes on the byte stack.
    Bytes(u64),
}

impl Shape {
    /// The shape of a value of type `ty`; none for `void`, functions and what has no size.
    pub(super) fn of(types: &TypeTable, ty: TypeId) -> Option<Self> {
        match *types.get(ty) {
            Type::Void | Type::Function(_) => None,
            Type::Array { .. } | Type::Record(_) => types.size_of(ty).map(Shape::Bytes),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                Scalar::of(types, ty).map(Shape::Scalar)
            }
        }
    }

    pub(super) fn size(self) -> u64 {
        match self {
            Shape::Scalar(scalar) => u64::from(scalar.bits() / 8),
            Shape::Bytes(size) => size,
        }
    }
}

/// One operation. `pc` targets are positions in the list; while flattening they are labels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// An instruction begins.
    Begin(InstrId),

    // Expressions.
    Int(u64),
    Wide(u32),
    /// A scalar at a fixed place in the frame, inside its local.
    LoadLocal {
        at: u32,
        bytes: u8,
    },
    /// A value of any shape; the address is on the stack if the access is dynamic.
    Load(u32),
    /// Turns the offset on the stack into a pointer into the `k`-th address-taken local.
    LocalAddress(u32),
    /// Turns the pointer on the stack into an address.
    ToAddress,
    /// Turns the address on the stack into a pointer.
    ToPointer,
    /// Adds to the address on the stack.
    Offset(u64),
    /// Adds the index on the stack to the address below it.
    Index(u32),
    Unary {
        op: UnaryOp,
        scalar: Scalar,
        due: Due,
    },
    /// `+ - * / % & | ^`
    Arith {
        op: BinaryOp,
        scalar: Scalar,
        overflow: Due,
        zero: Due,
    },
    Shift {
        op: BinaryOp,
        scalar: Scalar,
        due: Due,
        overflow: Due,
    },
    Compare {
        op: BinaryOp,
        scalar: Scalar,
        due: Due,
    },
    /// Adds the index on the stack, scaled, to the pointer below it.
    PtrAdd(u64),
    /// The size is a wide constant.
    PtrDiff {
        size: u32,
        due: Due,
    },
    Cast {
        from: Scalar,
        to: Scalar,
        due: Due,
    },
    /// Forgets the value and pushes the zero that stands for `void`.
    ToVoid(Option<Shape>),
    Overflows {
        op: Intrinsic,
        a: Scalar,
        b: Scalar,
        target: Scalar,
    },
    Bits {
        op: Intrinsic,
        scalar: Scalar,
        due: Due,
    },
    /// A question about the object that the pointer on the stack points into.
    AskObject(Intrinsic),
    /// Of a pointer, the number that it is known by; it is on the stack already.
    PointerBits,
    Math {
        op: MathOp,
        scalar: Scalar,
    },
    /// The direction is on the stack, above the operands of type `from`.
    Rounded {
        op: Rounded,
        from: Scalar,
        to: Scalar,
    },
    /// Not zero: 1, otherwise 0.
    Truth(Scalar),
    /// If the value is false, 0 replaces it and control goes to `pc`; otherwise it is dropped.
    And {
        scalar: Scalar,
        pc: u32,
    },
    /// If the value is true, 1 replaces it and control goes to `pc`; otherwise it is dropped.
    Or {
        scalar: Scalar,
        pc: u32,
    },
    /// The value on the stack is that of this expression; watched code only.
    Value(ExprId),
    /// Drops the value and goes to `pc` if it is false.
    Unless {
        scalar: Scalar,
        pc: u32,
    },

    // Instructions.
    Declare(LocalId),
    Kill(LocalId),
    Store(u32),
    Zero(u32),
    Nondet {
        scalar: Scalar,
        ty: TypeId,
    },
    Call(u32),
    Drop(Shape),
    Jump(u32),
    Branch {
        scalar: Scalar,
        when: bool,
        pc: u32,
    },
    Switch(u32),
    /// Of the value on the stack.
    Return,
    /// Without a value, which is due if the caller wants one.
    ReturnNothing {
        due: Due,
    },
    Assume(Scalar),
    /// Tells whether something holds that some run should come to.
    Cover(Scalar),
    Assert {
        scalar: Scalar,
        due: Due,
    },
    Halt,
    Unsupported,

    // Blocks of memory and output.
    /// Pops the size, pushes the address.
    Allocate {
        life: BlockLife,
        zeroed: bool,
    },
    Free {
        invalid: Due,
        double: Due,
    },
    /// Of the block that the local points to.
    Release(LocalId),
    /// Of the object that the pointer on the stack points into.
    Havoc {
        reach: HavocReach,
    },
    /// Pops the number of bytes, then what to copy or fill with, and where to: addresses, the first one deepest.
    Copy(u32),
    Fill(u32),
    /// A text among those of the function.
    OutputText(u32),
    OutputByte,
    OutputNumber {
        conversion: Conversion,
    },
}

/// The checks of a range of bytes that is read or written, of the source first.
#[derive(Clone, Copy, Debug)]
pub(super) struct RangeStep {
    pub(super) from: DerefDue,
    pub(super) to: DerefDue,
    pub(super) read_only: Due,
}

/// The checks of a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct DerefDue {
    pub(super) null: Due,
    pub(super) scope: Due,
    pub(super) free: Due,
    pub(super) outside: Due,
    pub(super) aligned: Due,
    /// What the address should be a multiple of.
    pub(super) align: u64,
}

/// A read or write of memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) base: Base,
    /// Whether an address is on the stack: a pointer for [`Base::Deref`], an offset into the variable otherwise.
    pub(super) dynamic: bool,
    /// What is added to it, in bytes.
    pub(super) offset: u64,
    pub(super) cell: Cell,
    /// Due when it is written.
    pub(super) read_only: Due,
    /// Due if it is in a variable that an index without limit may leave.
    pub(super) outside: Due,
    /// The list of what an assignment leaves alone in it, if there is something.
    pub(super) gaps: Option<u32>,
}

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    Local(LocalId),
    Global(GlobalId),
    Deref(DerefDue),
}

/// What is read or written there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    Value(Shape),
    /// A bit-field: `width` bits from bit `bit` of the first byte on.
    Bits {
        scalar: Scalar,
        bit: u8,
        width: u8,
    },
}

impl Cell {
    /// How many bytes are touched.
    #[inline]
    pub(super) fn size(self) -> u64 {
        match self {
            Cell::Value(shape) => shape.size(),
            Cell::Bits { bit, width, .. } => u64::from((u32::from(bit) + u32::from(width)).div_ceil(8)),
        }
    }
}

/// One index of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexStep {
    /// The size of an element.
    pub(super) stride: u64,
    /// How many indices are inside.
    pub(super) limit: u64,
    pub(super) due: Due,
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct CallStep {
    pub(super) target: CallTarget,
    pub(super) args: Vec<Shape>,
    /// Whether the result is used.
    pub(super) wanted: bool,
}

/// Whom it calls.
#[derive(Clone, Debug)]
pub(super) enum CallTarget {
    Direct(FunctionId),
    /// The pointer is on the stack, above the arguments.
    Indirect {
        through: TypeId,
        arg_types: Vec<TypeId>,
        due: Due,
    },
}

/// A switch.
#[derive(Clone, Debug)]
pub(super) struct SwitchStep {
    pub(super) scalar: Scalar,
    /// Disjoint ranges in ascending order of their [`switch_key`]s.
    pub(super) cases: Vec<Case>,
    pub(super) default: Case,
}

/// One range of a switch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) low: u128,
    pub(super) high: u128,
    pub(super) pc: u32,
    pub(super) target: InstrId,
}

/// A number that orders the values of a switch, signed or unsigned.
#[inline]
pub(super) fn switch_key(value: i128, scalar: Scalar) -> u128 {
    let flip = if scalar.is_signed() { 1 << 127 } else { 0 };
    value as u128 ^ flip
}
