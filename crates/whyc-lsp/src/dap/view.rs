//! What values look like.

use whyc_debug::show;
use whyc_debug::tape::{Life, Pointee, Root, SlotId, Stretch};
use whyc_ir::program::GlobalKind;
use whyc_ir::types::{IntKind, RecordKind, Type, TypeId};

use super::debuggee::Debuggee;

/// A preview has so many elements or members.
const MANY_PARTS: u64 = 8;
/// And goes so deep.
const DEPTH: u32 = 3;
/// A string is shown up to this length.
const LONG_STRING: u64 = 80;
/// Whether something larger was written as a whole is not looked into.
const MANY_BITS: u64 = 1 << 20;
/// What was never written.
pub const UNINITIALISED: &str = "uninitialised";

/// A place in memory with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In which object.
    pub slot: SlotId,
    /// From which bit on.
    pub offset_bits: u64,
    /// What is there.
    pub ty: TypeId,
    /// For a bit-field, how many bits.
    pub bit_width: Option<u32>,
}

impl Place {
    /// The whole of an object.
    pub fn whole(slot: SlotId, ty: TypeId) -> Self {
        Self { slot, offset_bits: 0, ty, bit_width: None }
    }
}

/// A part of an array or record.
#[derive(Clone, Debug)]
pub struct Child {
    /// `[3]`, `left`, `*`.
    pub name: String,
    /// What to write behind (or around) the whole to get there.
    pub how: How,
    /// Where it is.
    pub place: Place,
}

/// How C gets from a whole to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// `[3]` or `.left`: behind it.
    Behind(String),
    /// `*`: before it.
    Deref,
}

impl How {
    /// The expression for the part, given the one for the whole.
    pub fn of(&self, whole: &str) -> String {
        let is_plain = whole.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]->".contains(c));
        match self {
            How::Behind(text) if is_plain => format!("{whole}{text}"),
            How::Behind(text) => format!("({whole}){text}"),
            How::Deref if is_plain => format!("*{whole}"),
            How::Deref => format!("*({whole})"),
        }
    }
}

impl Debuggee {
    /// How many bits a place has.
    pub fn stretch(&self, place: Place) -> Option<Stretch> {
        let whole = self.types.size_of(place.ty)?.checked_mul(8)?;
        let bits = place.bit_width.map_or(whole, u64::from);
        (bits > 0).then_some(Stretch { slot: place.slot, offset_bits: place.offset_bits, bits })
    }

    /// The value in a place, as a person reads it.
    pub fn show(&self, place: Place) -> String {
        self.show_within(place, DEPTH)
    }

    fn show_within(&self, place: Place, depth: u32) -> String {
        match self.types.get(place.ty) {
            Type::Void | Type::Function(_) => String::new(),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => self.show_scalar(place),
            Type::Array { element, .. } => {
                if let Some(text) = self.string(place, *element) {
                    return text;
                }
                self.show_parts(place, depth, false)
            }
            Type::Record(_) => self.show_parts(place, depth, true),
        }
    }

    fn show_parts(&self, place: Place, depth: u32, named: bool) -> String {
        if depth == 0 {
            return "{…}".to_owned();
        }
        if self.is_blank(place) {
            return UNINITIALISED.to_owned();
        }
        let n = self.n_children(place);
        let parts = self.children(place, 0, n.min(MANY_PARTS));
        let mut shown: Vec<String> = parts
            .iter()
            .map(|part| match named {
                true => format!("{} = {}", part.name, self.show_within(part.place, depth - 1)),
                false => self.show_within(part.place, depth - 1),
            })
            .collect();
        if n > MANY_PARTS {
            shown.push("…".to_owned());
        }
        format!("{{{}}}", shown.join(", "))
    }

    /// Whether nothing is known of what is there.
    fn is_blank(&self, place: Place) -> bool {
        let Some(part) = self.stretch(place).filter(|part| part.bits <= MANY_BITS) else { return false };
        let piece = |at: u64| {
            let bits = (part.bits - at).min(64) as u32;
            self.tape.state().bits(part.slot, part.offset_bits + at, bits)
        };
        (0..part.bits).step_by(64).all(|at| piece(at).is_some_and(|bits| bits.is_blank))
    }

    fn show_scalar(&self, place: Place) -> String {
        let Some(part) = self.stretch(place) else { return String::new() };
        let Some(bits) = self.tape.state().bits(part.slot, part.offset_bits, part.bits as u32) else {
            return "outside of its object".to_owned();
        };
        let is_outside = match self.tape.state().slot(place.slot).root {
            Root::Global(global) => self.program.globals[global].kind == GlobalKind::External,
            Root::Local(..) | Root::Block(_) => false,
        };
        if !bits.is_known {
            // The run never looks at it.
            return if is_outside { "not looked at" } else { UNINITIALISED }.to_owned();
        }
        let shown = self.show_bits(place.ty, self.extended(place, bits.value));
        if bits.is_written || is_outside { shown } else { format!("{UNINITIALISED} (here {shown})") }
    }

    /// The bits of a place as those of its type: a bit-field has fewer.
    pub fn extended(&self, place: Place, bits: u128) -> u128 {
        let (Some(width), Some(kind)) = (place.bit_width, self.int_kind(place.ty)) else { return bits };
        if !kind.is_signed() || width == 0 || width > 127 {
            return bits;
        }
        let unused = 128 - width;
        let number = (bits << unused) as i128 >> unused;
        number as u128 & (u128::MAX >> (128 - kind.bits()))
    }

    /// The integer type that a type is, or is held by.
    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match *self.types.get(ty) {
            Type::Int(kind) => Some(kind),
            Type::Enum(e) => Some(self.types.enums[e].underlying),
            Type::Bool => Some(IntKind::UChar),
            _ => None,
        }
    }

    /// A scalar.
    pub fn show_bits(&self, ty: TypeId, bits: u128) -> String {
        match self.types.get(ty) {
            Type::Pointer(to) => self.show_pointer(*to, self.tape.pointee(&self.program, bits as u64)),
            _ => show::plain(&self.types, ty, bits),
        }
    }

    /// A pointer, and the string that it points to.
    pub fn show_pointer(&self, pointee: TypeId, to: Pointee) -> String {
        let shown = self.tape.show_pointer(&self.program, &self.types, pointee, to);
        let Pointee::Object { slot, offset, life: Life::Alive } = to else { return shown };
        // A literal is its own string.
        if offset < 0 || shown.starts_with('"') {
            return shown;
        }
        let place = Place { slot, offset_bits: offset as u64 * 8, ty: pointee, bit_width: None };
        match self.string(place, pointee) {
            Some(text) => format!("{shown} {text}"),
            None => shown,
        }
    }

    /// The string that begins at a place, if it is one of characters and ends.
    fn string(&self, place: Place, element: TypeId) -> Option<String> {
        if *self.types.get(element) != Type::Int(IntKind::Char) {
            return None;
        }
        let mut text = Vec::new();
        for k in 0..LONG_STRING {
            let bits = self.tape.state().bits(place.slot, place.offset_bits + k * 8, 8)?;
            if !bits.is_known {
                return None;
            }
            match bits.value as u8 {
                0 => return Some(format!("\"{}\"", text.escape_ascii())),
                byte => text.push(byte),
            }
        }
        Some(format!("\"{}…\"", text.escape_ascii()))
    }

    /// How many parts a place has.
    pub fn n_children(&self, place: Place) -> u64 {
        match self.types.get(place.ty) {
            Type::Array { element, len } => self.length(place, *element, *len),
            Type::Record(record) => self.types.records[*record].fields.len() as u64,
            Type::Pointer(_) => self.behind(place).map_or(0, |(_, n)| n),
            Type::Void | Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Function(_) => 0,
        }
    }

    /// The length of an array; one without a length goes as far as its object does.
    fn length(&self, place: Place, element: TypeId, len: Option<u64>) -> u64 {
        let stride = self.types.size_of(element).unwrap_or(0);
        let size = self.tape.state().slot(place.slot).size;
        let room = size.saturating_sub(place.offset_bits / 8).checked_div(stride).unwrap_or(0);
        len.map_or(room, |len| len.min(room))
    }

    /// What a pointer in a place points to: the first of so many.
    pub fn behind(&self, place: Place) -> Option<(Place, u64)> {
        let Type::Pointer(to) = *self.types.get(place.ty) else { return None };
        let part = self.stretch(place)?;
        let bits = self.tape.state().bits(part.slot, part.offset_bits, part.bits as u32)?;
        if !bits.is_known {
            return None;
        }
        self.pointed(to, self.tape.pointee(&self.program, bits.value as u64))
    }

    /// The `pointee`s that a pointer leads to: the first of so many.
    pub fn pointed(&self, pointee: TypeId, to: Pointee) -> Option<(Place, u64)> {
        let Pointee::Object { slot, offset, life: Life::Alive } = to else { return None };
        let offset = u64::try_from(offset).ok()?;
        let stride = match self.types.get(pointee) {
            Type::Void | Type::Function(_) => return None,
            _ => self.types.size_of(pointee).filter(|&stride| stride > 0)?,
        };
        let n = self.tape.state().slot(slot).size.checked_sub(offset)? / stride;
        (n > 0).then_some((Place { slot, offset_bits: offset * 8, ty: pointee, bit_width: None }, n))
    }

    /// Some parts of a place.
    pub fn children(&self, place: Place, start: u64, count: u64) -> Vec<Child> {
        let end = start.saturating_add(count).min(self.n_children(place));
        let element = |first: Place, k: u64| {
            let stride = self.types.size_of(first.ty).unwrap_or(0);
            let at = first.offset_bits + k * stride * 8;
            Child {
                name: format!("[{k}]"),
                how: How::Behind(format!("[{k}]")),
                place: Place { offset_bits: at, ..first },
            }
        };
        match self.types.get(place.ty) {
            Type::Array { element: ty, .. } => {
                let first = Place { ty: *ty, bit_width: None, ..place };
                (start..end).map(|k| element(first, k)).collect()
            }
            Type::Pointer(_) => match self.behind(place) {
                Some((first, 1)) if start == 0 && end > 0 => {
                    vec![Child { name: "*".to_owned(), how: How::Deref, place: first }]
                }
                Some((first, _)) => (start..end).map(|k| element(first, k)).collect(),
                None => Vec::new(),
            },
            Type::Record(record) => {
                let record = &self.types.records[*record];
                let keyword = if record.kind == RecordKind::Struct { "<struct>" } else { "<union>" };
                let fields = record.fields.iter().skip(start as usize).take(end.saturating_sub(start) as usize);
                let child = |field: &whyc_ir::types::Field| Child {
                    name: field.name.clone().unwrap_or_else(|| keyword.to_owned()),
                    how: How::Behind(field.name.as_ref().map_or_else(String::new, |name| format!(".{name}"))),
                    place: Place {
                        slot: place.slot,
                        offset_bits: place.offset_bits + field.offset_bits,
                        ty: field.ty,
                        bit_width: field.bit_width,
                    },
                };
                fields.map(child).collect()
            }
            Type::Void | Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Function(_) => Vec::new(),
        }
    }
}
