//! What is done to whole blocks of memory, and what is written to the outside world.

use crate::expr::{ExprId, PlaceId};
use crate::program::LocalId;

/// An operation on a block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockOp {
    /// A block begins its life and `place`, a pointer, gets its address. A request for more than
    /// [`MAX_REQUEST_BYTES`](crate::layout::MAX_REQUEST_BYTES) fails: it gives null.
    Allocate {
        /// Where the address goes.
        place: PlaceId,
        /// How many bytes (`unsigned long`).
        size: ExprId,
        /// How long it lives.
        life: BlockLife,
        /// Whether it starts as zero; otherwise its content is an input.
        zeroed: bool,
        /// What a person calls it: the pointer that gets its address.
        name: String,
    },
    /// A block from the heap ends its life; nothing happens to null.
    Free {
        /// Its address.
        pointer: ExprId,
    },
    /// The block that a local points to ends its life with the scope of the local: an array of variable length. Nothing
    /// happens if it points to none.
    Release {
        /// The local, a pointer.
        local: LocalId,
    },
    /// Copies bytes as if through a buffer, so that the two may overlap.
    Copy {
        /// The first byte to be written: what a pointer to characters points to.
        to: PlaceId,
        /// The first byte to be read.
        from: PlaceId,
        /// How many (`unsigned long`). The places are not looked at if there are none.
        size: ExprId,
    },
    /// Gives many bytes the same value.
    Fill {
        /// The first byte: what a pointer to characters points to.
        to: PlaceId,
        /// The value (`unsigned char`).
        value: ExprId,
        /// How many (`unsigned long`).
        size: ExprId,
    },
    /// The object that a pointer points into becomes an input, or what pointers in it lead to, as far as it is alive and
    /// can be written. Nothing happens if it points to no object that is alive. For what a function without body may do.
    Havoc {
        /// The pointer.
        pointer: ExprId,
        /// What changes.
        reach: HavocReach,
        /// Who does it.
        name: String,
    },
}

/// What changes where something is done that nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HavocReach {
    /// The object that a pointer points into.
    Target,
    /// What pointers in it lead to, but not the object itself.
    Behind,
    /// Both.
    All,
}

impl HavocReach {
    /// Whether the object itself changes.
    #[must_use]
    pub fn changes_target(self) -> bool {
        self != HavocReach::Behind
    }

    /// Whether what pointers lead to changes.
    #[must_use]
    pub fn follows(self) -> bool {
        self != HavocReach::Target
    }
}

/// How long a block lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockLife {
    /// Until it is freed.
    Heap,
    /// Until the function that asked for it ends, or until it is released: `alloca`, arrays of variable length.
    Frame,
}

impl BlockOp {
    /// The expressions it uses directly, in the order of their evaluation.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        let exprs = match *self {
            BlockOp::Allocate { size, .. } | BlockOp::Copy { size, .. } => [Some(size), None],
            BlockOp::Free { pointer } | BlockOp::Havoc { pointer, .. } => [Some(pointer), None],
            BlockOp::Fill { value, size, .. } => [Some(value), Some(size)],
            BlockOp::Release { .. } => [None, None],
        };
        exprs.into_iter().flatten()
    }

    /// The places it uses, in the order of their evaluation.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> {
        let places = match *self {
            BlockOp::Allocate { place, .. } => [Some(place), None],
            BlockOp::Free { .. } | BlockOp::Havoc { .. } | BlockOp::Release { .. } => [None, None],
            BlockOp::Copy { to, from, .. } => [Some(from), Some(to)],
            BlockOp::Fill { to, .. } => [Some(to), None],
        };
        places.into_iter().flatten()
    }

    /// Changes the ids of what it uses.
    pub fn renumber(&mut self, expr: &mut dyn FnMut(&mut ExprId), place: &mut dyn FnMut(&mut PlaceId)) {
        match self {
            BlockOp::Allocate { place: at, size, .. } => {
                place(at);
                expr(size);
            }
            BlockOp::Free { pointer } | BlockOp::Havoc { pointer, .. } => expr(pointer),
            BlockOp::Release { .. } => {}
            BlockOp::Copy { to, from, size } => {
                place(to);
                place(from);
                expr(size);
            }
            BlockOp::Fill { to, value, size } => {
                place(to);
                expr(value);
                expr(size);
            }
        }
    }
}

/// The stream to which the exit status is written.
pub const STATUS_STREAM: i32 = 3;

/// Something that is written to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Which stream (`int`): 1 is standard output, 2 standard error. The exit status is written, in decimal, to
    /// [`STATUS_STREAM`] as the last thing.
    pub stream: ExprId,
    /// What is written.
    pub item: OutputItem,
}

/// What is written to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputItem {
    /// These bytes.
    Text(Vec<u8>),
    /// One byte: the value of this `int`, as `unsigned char`.
    Byte(ExprId),
    /// A number as `printf` would write it.
    Number {
        /// The value: `long long`, `unsigned long long` or `double`.
        value: ExprId,
        /// The letter of the conversion.
        conversion: Conversion,
        /// Flags (`int`): 1 `-`, 2 `+`, 4 space, 8 `#`, 16 `0`.
        flags: ExprId,
        /// The least width (`int`); 0 for none.
        width: ExprId,
        /// The precision (`int`); negative for none.
        precision: ExprId,
    },
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// `%d`
    Signed,
    /// `%u`
    Unsigned,
    /// `%x`
    Hex,
    /// `%X`
    UpperHex,
    /// `%o`
    Octal,
    /// `%f` and its relatives: the letter.
    Float(u8),
}

impl Conversion {
    /// The letter of the conversion.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Conversion::Signed => 'd',
            Conversion::Unsigned => 'u',
            Conversion::Hex => 'x',
            Conversion::UpperHex => 'X',
            Conversion::Octal => 'o',
            Conversion::Float(letter) => char::from(letter),
        }
    }

    /// The conversion with this letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'd' | b'i' => Conversion::Signed,
            b'u' => Conversion::Unsigned,
            b'x' => Conversion::Hex,
            b'X' => Conversion::UpperHex,
            b'o' => Conversion::Octal,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => Conversion::Float(letter),
            _ => return None,
        })
    }
}

impl Output {
    /// The expressions it uses directly, in the order of their evaluation.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        let more = match self.item {
            OutputItem::Text(_) => [None; 4],
            OutputItem::Byte(value) => [Some(value), None, None, None],
            OutputItem::Number { value, flags, width, precision, .. } => {
                [Some(value), Some(flags), Some(width), Some(precision)]
            }
        };
        std::iter::once(self.stream).chain(more.into_iter().flatten())
    }

    /// Changes the ids of what it uses.
    pub fn renumber(&mut self, expr: &mut dyn FnMut(&mut ExprId)) {
        expr(&mut self.stream);
        match &mut self.item {
            OutputItem::Text(_) => {}
            OutputItem::Byte(value) => expr(value),
            OutputItem::Number { value, flags, width, precision, .. } => {
                for id in [value, flags, width, precision] {
                    expr(id);
                }
            }
        }
    }
}
