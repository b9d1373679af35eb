//! Pure typed expressions and places, in arenas of their function's body.
//!
//! An expression reads memory but never writes it, calls nothing and does not jump. The front end
//! lifts everything else into instructions. Conversions are explicit: the operands of an
//! arithmetic operator have its type, those of a comparison have one type.

use whyc_base::source::Span;
use whyc_base::typed_id;

use crate::program::{ComponentId, FunctionId, GlobalId, LocalId};
use crate::types::TypeId;

typed_id! {
    /// An expression of one function.
    pub struct ExprId("e");
}
typed_id! {
    /// A place (C's lvalue) of one function.
    pub struct PlaceId("p");
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: TypeId,
    /// Where the user wrote it.
    pub span: Span,
    /// Set where a person could have written this expression wrongly as a whole.
    pub component: Option<ComponentId>,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A constant of an integer, `_Bool`, enumeration or pointer type: its bits, zero-extended.
    /// The only pointer constants are integers cast to pointers, first of all the null pointer.
    Int(u128),
    /// A constant of a floating type: its bits in the type's format.
    Float(u128),
    /// The value in a place. Of any object type: whole records and arrays can be loaded, to be assigned, passed or returned.
    Load(PlaceId),
    /// The address of a place.
    AddrOf(PlaceId),
    /// The address of a function.
    FunctionAddr(FunctionId),
    /// An operator on one operand.
    Unary(UnaryOp, ExprId),
    /// An operator on two operands, both evaluated.
    Binary(BinaryOp, ExprId, ExprId),
    /// A conversion to the type of this expression, as C defines it between scalar types; to `void` too.
    Cast(ExprId),
    /// `a && b`: `b` is evaluated only if `a` is not zero. The type is `int`.
    And(ExprId, ExprId),
    /// `a || b`: `b` is evaluated only if `a` is zero. The type is `int`.
    Or(ExprId, ExprId),
    /// `c ? a : b`: only the chosen arm is evaluated.
    Cond(ExprId, ExprId, ExprId),
    /// A pure operation that C spells as a call.
    Intrinsic(Intrinsic, Vec<ExprId>),
}

/// Operators on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-a`
    Neg,
    /// `~a`
    BitNot,
    /// `!a`, for any scalar operand; the type is `int`.
    Not,
}

/// Operators on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`, arithmetic types
    Add,
    /// `a - b`, arithmetic types
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `a % b`
    Rem,
    /// `a << b`; the operands may differ in type.
    Shl,
    /// `a >> b`, arithmetic for signed `a`; the operands may differ in type.
    Shr,
    /// `a & b`
    BitAnd,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
    /// `a < b`; the type is `int`, as for all comparisons. Operands: arithmetic or pointers.
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// Pointer `a` plus integer `b`, scaled by the size of the pointee. `b` has type `long` or `unsigned long`.
    PtrAdd,
    /// Pointer `a` minus integer `b`, scaled. `b` has type `long` or `unsigned long`.
    PtrSub,
    /// Pointer minus pointer, divided by the size of the pointee; the type is `long`.
    PtrDiff,
}

impl BinaryOp {
    /// Whether this is `<`, `<=`, `>`, `>=`, `==` or `!=`.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
    }
}

/// Pure operations that C spells as calls of built-in functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    /// Whether the exact result of `a + b` does not fit the type of the third operand, whose value is not used.
    AddOverflows,
    /// The same for `a - b`.
    SubOverflows,
    /// The same for `a * b`.
    MulOverflows,
    /// The number of one bits.
    Popcount,
    /// The number of leading zero bits; the operand should not be zero.
    Clz,
    /// The number of trailing zero bits; the operand should not be zero.
    Ctz,
    /// The bytes in reverse order.
    Bswap,
    /// How many bytes the object has that a pointer points into (`unsigned long`); 0 if there is none.
    ObjectSize,
    /// Which object a pointer points into, as a number that tells objects apart; 0 for null.
    PointerObject,
    /// How many bytes behind the start of its object a pointer points; signed, in an `unsigned long`.
    PointerOffset,
    /// Whether the object that a pointer points into is there, and has not been freed or left.
    IsAlive,
    /// Whether a pointer points into a block from the heap.
    IsDynamic,
    /// The number by which a pointer is known here (`unsigned long`), which is not its address.
    PointerBits,
    /// A function on floating-point numbers.
    Math(MathOp),
    /// An operation on floating-point numbers that does not round to nearest, or not always.
    Rounded(Rounded),
}

/// Operations that round as their last operand says, an `int`: 0 to nearest, of two the even one, 1 down, 2 up, 3 towards zero.
///
/// Programs that change the direction have these instead of the plain operators, conversions and functions; in all others those
/// round to nearest. As an operand the direction is a value like any other: it has a history, and what depends on it, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounded {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// A conversion of an integer or of a floating-point number to the floating-point type of the expression.
    Convert,
    /// [`MathOp::Sqrt`]
    Sqrt,
    /// [`MathOp::Rint`]
    Rint,
    /// The operand itself. What is done with it, or made it, is known for numbers that are rounded to nearest alone; runs in
    /// which they are not are not followed.
    NearestOnly,
}

impl Rounded {
    /// What is said where the direction is none of these.
    pub const NO_DIRECTION: &str = "a direction of rounding other than the four of IEEE 754";
    /// What is said where only one direction is known.
    pub const NEAREST_ALONE: &str = "reading, printing or scaling a fraction while numbers are not rounded to nearest";
    /// What is said of integers that no instruction converts: compilers do it in parts, each of which rounds.
    pub const IN_PARTS: &str = "the conversion of an integer of more than 64 bits that is not rounded to nearest";

    /// How many operands it has, without the direction.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Rounded::Add | Rounded::Sub | Rounded::Mul | Rounded::Div => 2,
            Rounded::Convert | Rounded::Sqrt | Rounded::Rint | Rounded::NearestOnly => 1,
        }
    }

    /// The same rounded to nearest, unless that is the operand itself.
    #[must_use]
    pub fn plain(self, operands: &[ExprId]) -> Option<ExprKind> {
        let binary = |op| Some(ExprKind::Binary(op, *operands.first()?, *operands.get(1)?));
        let math = |op| Some(ExprKind::Intrinsic(Intrinsic::Math(op), vec![*operands.first()?]));
        match self {
            Rounded::Add => binary(BinaryOp::Add),
            Rounded::Sub => binary(BinaryOp::Sub),
            Rounded::Mul => binary(BinaryOp::Mul),
            Rounded::Div => binary(BinaryOp::Div),
            Rounded::Convert => Some(ExprKind::Cast(*operands.first()?)),
            Rounded::Sqrt => math(MathOp::Sqrt),
            Rounded::Rint => math(MathOp::Rint),
            Rounded::NearestOnly => None,
        }
    }
}

/// Functions on `float` and `double`, all of them exact or correctly rounded but those of the [library](Inexact). The operands have
/// one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MathOp {
    /// The magnitude.
    Abs,
    /// The square root.
    Sqrt,
    /// The next whole number below.
    Floor,
    /// The next whole number above.
    Ceil,
    /// The next whole number towards zero.
    Trunc,
    /// The nearest whole number, of two the one further from zero.
    Round,
    /// The nearest whole number, of two the even one.
    RoundEven,
    /// The whole number in the direction in which all is rounded: the same, where nobody says another one.
    Rint,
    /// The smaller one of two; the other one if one is NaN.
    Min,
    /// The larger one of two; the other one if one is NaN.
    Max,
    /// The remainder of a division whose quotient is rounded towards zero.
    Rem,
    /// The first one with the sign of the second.
    CopySign,
    /// What the mathematical library computes.
    Library(Inexact),
    /// Whether it is NaN; the type is an integer type, as for all that follow.
    IsNan,
    /// Whether it is infinite.
    IsInf,
    /// Whether it is neither infinite nor NaN.
    IsFinite,
    /// Whether it is normal: none of these, not zero, not subnormal.
    IsNormal,
    /// Whether its sign bit is set.
    SignBit,
}

impl MathOp {
    /// How many operands it has.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            MathOp::Min | MathOp::Max | MathOp::Rem | MathOp::CopySign => 2,
            MathOp::Library(function) => function.arity(),
            MathOp::Abs
            | MathOp::Sqrt
            | MathOp::Floor
            | MathOp::Ceil
            | MathOp::Trunc
            | MathOp::Round
            | MathOp::RoundEven
            | MathOp::Rint
            | MathOp::IsNan
            | MathOp::IsInf
            | MathOp::IsFinite
            | MathOp::IsNormal
            | MathOp::SignBit => 1,
        }
    }

    /// Whether it asks a question, to which the answer is 0 or 1.
    #[must_use]
    pub fn is_question(self) -> bool {
        matches!(self, MathOp::IsNan | MathOp::IsInf | MathOp::IsFinite | MathOp::IsNormal | MathOp::SignBit)
    }
}

/// Functions of the mathematical library whose results are not given by their definition: libraries round them as they like. What
/// they give is known for known operands only, as this machine's library computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inexact {
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// What has this sine.
    Asin,
    /// What has this cosine.
    Acos,
    /// What has this tangent.
    Atan,
    /// The angle of a point, given by its second coordinate and its first.
    Atan2,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// A power of e.
    Exp,
    /// A power of two.
    Exp2,
    /// A power of e, less one.
    Expm1,
    /// The natural logarithm.
    Log,
    /// The logarithm to base two.
    Log2,
    /// The logarithm to base ten.
    Log10,
    /// The natural logarithm of one more.
    Log1p,
    /// The cube root.
    Cbrt,
    /// The length of a vector with two coordinates.
    Hypot,
    /// A power.
    Pow,
}

/// What a function of the library gives for numbers of either type.
macro_rules! computed {
    ($function:expr, $x:expr, $y:expr) => {
        match $function {
            Inexact::Sin => $x.sin(),
            Inexact::Cos => $x.cos(),
            Inexact::Tan => $x.tan(),
            Inexact::Asin => $x.asin(),
            Inexact::Acos => $x.acos(),
            Inexact::Atan => $x.atan(),
            Inexact::Atan2 => $x.atan2($y),
            Inexact::Sinh => $x.sinh(),
            Inexact::Cosh => $x.cosh(),
            Inexact::Tanh => $x.tanh(),
            Inexact::Exp => $x.exp(),
            Inexact::Exp2 => $x.exp2(),
            Inexact::Expm1 => $x.exp_m1(),
            Inexact::Log => $x.ln(),
            Inexact::Log2 => $x.log2(),
            Inexact::Log10 => $x.log10(),
            Inexact::Log1p => $x.ln_1p(),
            Inexact::Cbrt => $x.cbrt(),
            Inexact::Hypot => $x.hypot($y),
            Inexact::Pow => $x.powf($y),
        }
    };
}

impl Inexact {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Sin,
        Self::Cos,
        Self::Tan,
        Self::Asin,
        Self::Acos,
        Self::Atan,
        Self::Atan2,
        Self::Sinh,
        Self::Cosh,
        Self::Tanh,
        Self::Exp,
        Self::Exp2,
        Self::Expm1,
        Self::Log,
        Self::Log2,
        Self::Log10,
        Self::Log1p,
        Self::Cbrt,
        Self::Hypot,
        Self::Pow,
    ];

    /// The name of the function on `double`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Tan => "tan",
            Self::Asin => "asin",
            Self::Acos => "acos",
            Self::Atan => "atan",
            Self::Atan2 => "atan2",
            Self::Sinh => "sinh",
            Self::Cosh => "cosh",
            Self::Tanh => "tanh",
            Self::Exp => "exp",
            Self::Exp2 => "exp2",
            Self::Expm1 => "expm1",
            Self::Log => "log",
            Self::Log2 => "log2",
            Self::Log10 => "log10",
            Self::Log1p => "log1p",
            Self::Cbrt => "cbrt",
            Self::Hypot => "hypot",
            Self::Pow => "pow",
        }
    }

    /// How many operands it has.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Atan2 | Self::Hypot | Self::Pow => 2,
            _ => 1,
        }
    }

    /// What it gives for numbers of type `double`; `y` is used by those on two.
    #[must_use]
    pub fn of_doubles(self, x: f64, y: f64) -> f64 {
        computed!(self, x, y)
    }

    /// The same for numbers of type `float`.
    #[must_use]
    pub fn of_floats(self, x: f32, y: f32) -> f32 {
        computed!(self, x, y)
    }
}

/// A place in memory: where it starts and how it is narrowed down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it starts.
    pub base: PlaceBase,
    /// The way down from there, outermost first.
    pub projections: Vec<Projection>,
    /// The type of what is there.
    pub ty: TypeId,
    /// Where the user wrote it.
    pub span: Span,
}

/// Where a place starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceBase {
    /// A local variable, parameter or temporary.
    Local(LocalId),
    /// A global, a static or a string literal.
    Global(GlobalId),
    /// What a pointer points to; the type of the pointer says what that is.
    Deref(ExprId),
}

/// One step down into a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// A member of the record, by its index.
    Field(u32),
    /// An element of the array. The index has type `long` or `unsigned long`.
    Index(ExprId),
}
