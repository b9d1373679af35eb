//! How long a run is, and how large its values are: the one definition that minimisation, the
//! report and the documentation (`guide/src/verbs/minimize.md`) share.
//!
//! The length of a run is the number of its [`statements`]. The size of a value is a natural
//! number, small for what is easy to read, and zero for zero:
//!
//! - integers, characters, enumerations and `_Bool`: |x|;
//! - pointers: 0 for null, otherwise 1 + |offset from the start of the object in bytes|;
//! - floats: 0 for +0; otherwise the binary digits that it takes to write ±1.f · 2^e: one for the
//!   leading digit, one for a minus, |e| for the exponent, and the digits of f up to its last one.
//!   So 1 has size 1, 2 and 0.5 and 1.5 have 2, 100 has 11, 0.1f has 28; infinities and what is not
//!   a number have the largest exponent of all.
//!
//! Each size is a sum of [`Parts`], which is how the solver sees it; [`size`] is how people do.

use whyc_ir::layout::{self, Pointers};
use whyc_ir::program::{GlobalId, Origin, Program};
use whyc_ir::types::{FloatKind, Type, TypeId, TypeTable};
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{ObjectRoot, Step, StepId, StepKind, Target, Unrolling};

use crate::memory::part_of;

/// The terms that add up to the size of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Unsigned bit-vectors.
    pub magnitude: Vec<TermId>,
    /// One bit more for what is below zero.
    pub sign: Option<TermId>,
}

/// How many statements a step counts for when it is executed. The failing check, which ends every
/// failing run, is one more.
#[must_use]
pub fn statements(program: &Program, unrolling: &Unrolling, id: StepId) -> u64 {
    let step = &unrolling.steps[id];
    // Of what whyc itself runs, a person sees the inputs only.
    let hidden = program.functions[unrolling.function_of(step)].origin == Origin::Whyc;
    match &step.kind {
        StepKind::Input { .. } => u64::from(!is_of_schedule(program, unrolling, step)),
        StepKind::Storage { cells, .. } => cells.iter().filter(|cell| cell.ty.is_some()).count() as u64,
        StepKind::Branch { .. } => u64::from(!hidden && !program.is_untold(unrolling.function_of(step), step.instr)),
        StepKind::Assign { target, .. } => u64::from(!hidden && is_added(program, unrolling, *target).is_none()),
        StepKind::Switch { .. } | StepKind::Free { .. } => u64::from(!hidden),
        StepKind::Enter { callee } => {
            let callee = unrolling.frames[*callee].function;
            // Helpers of the models stand for parts of what the user called.
            u64::from(!hidden && !program.functions[callee].name.starts_with("__whyc"))
        }
        StepKind::Merge { .. }
        | StepKind::Assume { .. }
        | StepKind::Check { .. }
        | StepKind::Leave { .. }
        | StepKind::Allocate { .. }
        | StepKind::Output { .. }
        | StepKind::Halt
        | StepKind::Cut { .. }
        | StepKind::Unsupported { .. } => 0,
    }
}

/// Whether a step belongs to a model that only says which thread runs when: that is told by the order of the steps.
#[must_use]
pub fn is_of_schedule(program: &Program, unrolling: &Unrolling, step: &Step) -> bool {
    program.woven.is_some() && {
        let name = &program.functions[unrolling.function_of(step)].name;
        matches!(name.as_str(), "__whyc_switches" | "__whyc_turn" | "__whyc_touch")
    }
}

/// The variable that an assignment writes, if whyc added it to the program: what happens there is no statement of the user's.
#[must_use]
pub fn is_added(program: &Program, unrolling: &Unrolling, target: Target) -> Option<GlobalId> {
    let Target::Symbol(ssa) = target else { return None };
    match part_of(unrolling, ssa.symbol).root {
        ObjectRoot::Global(global) if program.globals[global].name.starts_with("__whyc ") => Some(global),
        _ => None,
    }
}

/// The values that a step contributes when it is executed, with their types.
#[must_use]
pub fn values(program: &Program, unrolling: &Unrolling, id: StepId) -> Vec<(TermId, TypeId)> {
    let step = &unrolling.steps[id];
    match &step.kind {
        StepKind::Input { .. } if is_of_schedule(program, unrolling, step) => Vec::new(),
        StepKind::Input { value, ty, .. } => vec![(*value, *ty)],
        StepKind::Assign { value, ty, .. } if statements(program, unrolling, id) > 0 => vec![(*value, *ty)],
        StepKind::Storage { cells, .. } => cells.iter().filter_map(|cell| Some((cell.value, cell.ty?))).collect(),
        _ => Vec::new(),
    }
}

/// Where the parts of a float stand.
struct Format {
    fraction: u32,
    exponent_at: u32,
    exponent: u32,
}

fn format(kind: FloatKind) -> Format {
    match kind {
        FloatKind::Float => Format { fraction: 23, exponent_at: 23, exponent: 8 },
        FloatKind::Double => Format { fraction: 52, exponent_at: 52, exponent: 11 },
        // The leading digit is stored, and what follows the sign is padding.
        FloatKind::LongDouble => Format { fraction: 63, exponent_at: 64, exponent: 15 },
    }
}

/// The size of the value `bits` of type `ty`.
#[must_use]
pub fn size(types: &TypeTable, ty: TypeId, bits: u128) -> u128 {
    match types.get(ty) {
        Type::Int(_) | Type::Enum(_) if types.is_signed(ty) => {
            let unused = 128 - types.scalar_bits(ty).unwrap_or(128);
            ((bits << unused) as i128 >> unused).unsigned_abs()
        }
        Type::Bool | Type::Int(_) | Type::Enum(_) => bits,
        Type::Pointer(_) => {
            let offset = types.target.pointers.split(bits as u64).1;
            u128::from(bits != 0) + u128::from(offset.unsigned_abs())
        }
        Type::Float(kind) => float_size(&format(*kind), bits),
        Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => 0,
    }
}

fn float_size(format: &Format, bits: u128) -> u128 {
    let sign_at = format.exponent_at + format.exponent;
    let sign = bits >> sign_at & 1;
    let rest = bits & ((1 << sign_at) - 1);
    if rest == 0 {
        return sign;
    }
    let exponent = (rest >> format.exponent_at).abs_diff((1 << (format.exponent - 1)) - 1);
    let fraction = rest & ((1 << format.fraction) - 1);
    let digits = if fraction == 0 { 0 } else { format.fraction - fraction.trailing_zeros() };
    sign + 1 + exponent + u128::from(digits)
}

/// The size of `value`, a term of type `ty`, as a sum of terms.
#[must_use]
pub fn parts(types: &TypeTable, terms: &mut TermStore, value: TermId, ty: TypeId) -> Parts {
    let width = terms.width(value);
    match types.get(ty) {
        Type::Pointer(_) if width == types.target.pointers.bits() => {
            let null = terms.bits(width, 0);
            let some = terms.ne(value, null);
            let some = terms.bool_to_bits(some, 1);
            let offset_bits = match types.target.pointers {
                Pointers::Bits64 => layout::OFFSET_BITS,
                Pointers::Bits32 => layout::NARROW_OFFSET_BITS,
            };
            let offset = terms.extract(value, offset_bits - 1, 0);
            let offset = signed_parts(terms, offset);
            Parts { magnitude: vec![some, offset.magnitude[0]], sign: offset.sign }
        }
        Type::Float(kind) if Some(width) == types.scalar_bits(ty) => float_parts(terms, &format(*kind), value),
        _ if types.is_signed(ty) && width > 1 => signed_parts(terms, value),
        _ => Parts { magnitude: vec![value], sign: None },
    }
}

/// |x|: the bits below the sign, each flipped if that is set, plus the sign itself.
fn signed_parts(terms: &mut TermStore, value: TermId) -> Parts {
    let width = terms.width(value);
    let sign = terms.extract(value, width - 1, width - 1);
    let rest = terms.extract(value, width - 2, 0);
    let signs = terms.sign_extend(sign, width - 1);
    Parts { magnitude: vec![terms.bits_xor(rest, signs)], sign: Some(sign) }
}

fn float_parts(terms: &mut TermStore, format: &Format, value: TermId) -> Parts {
    let sign_at = format.exponent_at + format.exponent;
    let sign = terms.extract(value, sign_at, sign_at);
    let rest = terms.extract(value, sign_at - 1, 0);
    let zero = terms.bits(sign_at, 0);
    let some = terms.ne(rest, zero);
    let stored = terms.extract(value, sign_at - 1, format.exponent_at);
    let bias = terms.bits(format.exponent, (1 << (format.exponent - 1)) - 1);
    let is_high = terms.uge(stored, bias);
    let (above, below) = (terms.sub(stored, bias), terms.sub(bias, stored));
    let exponent = terms.ite(is_high, above, below);
    let none = terms.bits(format.exponent, 0);
    let mut magnitude = vec![terms.ite(some, exponent, none), terms.bool_to_bits(some, 1)];
    // A digit counts if it or a later one is set.
    let mut counts = terms.bits(1, 0);
    for at in 0..format.fraction {
        let digit = terms.extract(value, at, at);
        counts = terms.bits_or(counts, digit);
        magnitude.push(counts);
    }
    Parts { magnitude, sign: Some(sign) }
}

#[cfg(test)]
mod tests {
    use whyc_ir::types::IntKind;

    use super::*;

    fn both(types: &TypeTable, ty: TypeId, bits: u128) -> u128 {
        let mut terms = TermStore::new();
        let width = types.scalar_bits(ty).expect("a scalar");
        let value = terms.bits(width, bits);
        let Parts { magnitude, sign } = parts(types, &mut terms, value, ty);
        let total = magnitude.into_iter().chain(sign);
        let total: u128 = total.map(|part| terms.as_bits(part).expect("parts of a constant are constant")).sum();
        assert_eq!(total, size(types, ty, bits), "{} {bits:#x}", types.name(ty));
        total
    }

    #[test]
    fn solver_and_people_agree_about_sizes() {
        let mut types = TypeTable::new();
        let ints = [IntKind::Char, IntKind::UChar, IntKind::Short, IntKind::Int, IntKind::UInt, IntKind::LongLong];
        let mut scalars: Vec<TypeId> = ints.into_iter().map(|kind| types.int(kind)).collect();
        scalars.push(types.int(IntKind::UInt128));
        scalars.push(types.int(IntKind::Int128));
        scalars.push(types.intern(Type::Bool));
        scalars.push(types.pointer(scalars[0]));
        let floats = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];
        scalars.extend(floats.map(|kind| types.intern(Type::Float(kind))));
        let mut state = 1u128;
        for ty in scalars {
            let width = types.scalar_bits(ty).expect("a scalar");
            for round in 0..300u32 {
                state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d);
                let bits = (state >> 3).rotate_left(round % 128) >> (round % 128) & (u128::MAX >> (128 - width));
                both(&types, ty, bits);
            }
            assert_eq!(both(&types, ty, 0), 0);
        }
    }

    #[test]
    fn floats_count_the_digits_they_take() {
        let format = format(FloatKind::Float);
        let of = |x: f32| float_size(&format, u128::from(x.to_bits()));
        assert_eq!([0.0, 1.0, 2.0, 0.5, 1.5, 3.0, 100.0, 0.1].map(of), [0, 1, 2, 2, 2, 3, 11, 28]);
        assert_eq!([-0.0, -1.0, -2.0].map(of), [1, 2, 3]);
        assert!(of(f32::MAX) < of(f32::NAN) + 23 && of(f32::INFINITY) == 129);
    }
}
