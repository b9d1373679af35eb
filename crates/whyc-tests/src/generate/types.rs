//! The integer types of C and the conversions between them, as on x86-64 Linux.

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Int {
    /// `_Bool`
    Bool,
    /// `char`, signed here
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
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
}

impl Int {
    /// All of them.
    pub const ALL: [Int; 12] = [
        Int::Bool,
        Int::Char,
        Int::SChar,
        Int::UChar,
        Int::Short,
        Int::UShort,
        Int::Int,
        Int::UInt,
        Int::Long,
        Int::ULong,
        Int::LongLong,
        Int::ULongLong,
    ];

    /// Those of at most 32 bits.
    pub const NARROW: [Int; 8] =
        [Int::Bool, Int::Char, Int::SChar, Int::UChar, Int::Short, Int::UShort, Int::Int, Int::UInt];

    /// As C spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Int::Bool => "_Bool",
            Int::Char => "char",
            Int::SChar => "signed char",
            Int::UChar => "unsigned char",
            Int::Short => "short",
            Int::UShort => "unsigned short",
            Int::Int => "int",
            Int::UInt => "unsigned int",
            Int::Long => "long",
            Int::ULong => "unsigned long",
            Int::LongLong => "long long",
            Int::ULongLong => "unsigned long long",
        }
    }

    /// The suffix of a constant of this type, if a constant can have it.
    #[must_use]
    pub fn suffix(self) -> Option<&'static str> {
        match self {
            Int::Int => Some(""),
            Int::UInt => Some("u"),
            Int::Long => Some("l"),
            Int::ULong => Some("ul"),
            Int::LongLong => Some("ll"),
            Int::ULongLong => Some("ull"),
            Int::Bool | Int::Char | Int::SChar | Int::UChar | Int::Short | Int::UShort => None,
        }
    }

    /// The width in memory.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Int::Bool | Int::Char | Int::SChar | Int::UChar => 8,
            Int::Short | Int::UShort => 16,
            Int::Int | Int::UInt => 32,
            Int::Long | Int::ULong | Int::LongLong | Int::ULongLong => 64,
        }
    }

    /// Whether it has negative values.
    #[must_use]
    pub fn is_signed(self) -> bool {
        matches!(self, Int::Char | Int::SChar | Int::Short | Int::Int | Int::Long | Int::LongLong)
    }

    /// The type after the integer promotions.
    #[must_use]
    pub fn promoted(self) -> Int {
        if self.bits() < 32 { Int::Int } else { self }
    }

    /// The unsigned type of the same rank, of a promoted type.
    #[must_use]
    pub fn unsigned(self) -> Int {
        match self.promoted() {
            Int::Int => Int::UInt,
            Int::Long => Int::ULong,
            Int::LongLong => Int::ULongLong,
            other => other,
        }
    }

    /// The common type of two operands after the usual arithmetic conversions.
    #[must_use]
    pub fn common(a: Int, b: Int) -> Int {
        let rank = |ty: Int| match ty {
            Int::LongLong | Int::ULongLong => 3,
            Int::Long | Int::ULong => 2,
            _ => 1,
        };
        let (a, b) = (a.promoted(), b.promoted());
        let (low, high) = if rank(a) <= rank(b) { (a, b) } else { (b, a) };
        if high.is_signed() == low.is_signed() || !high.is_signed() || low.bits() < high.bits() {
            // Of equal rank, the unsigned one wins.
            if rank(a) == rank(b) && a != b { high.unsigned() } else { high }
        } else {
            high.unsigned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Int;

    #[test]
    fn usual_arithmetic_conversions() {
        assert_eq!(Int::common(Int::Char, Int::Bool), Int::Int);
        assert_eq!(Int::common(Int::Int, Int::UInt), Int::UInt);
        assert_eq!(Int::common(Int::UInt, Int::Int), Int::UInt);
        assert_eq!(Int::common(Int::UInt, Int::Long), Int::Long);
        assert_eq!(Int::common(Int::ULong, Int::LongLong), Int::ULongLong);
        assert_eq!(Int::common(Int::Long, Int::LongLong), Int::LongLong);
        assert_eq!(Int::common(Int::UShort, Int::ULong), Int::ULong);
    }
}
