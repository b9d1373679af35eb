//! Operations on constants by the hardware, in the two formats that it has.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;
use super::round::Rounding;

/// What is worth a short cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Add,
    Mul,
    Div,
    Rem,
    Sqrt,
}

/// `op(a, b)` if both are constants of a format of the hardware, which rounds to nearest.
pub(super) fn binary(
    store: &mut TermStore,
    format: Format,
    op: Operation,
    rounding: Rounding,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if rounding != Rounding::Nearest {
        return None;
    }
    let (x, y) = (store.as_bits(a)?, store.as_bits(b)?);
    let value = match format {
        Format::SINGLE => single_bits(compute_single(op, f32::from_bits(x as u32), f32::from_bits(y as u32))),
        Format::DOUBLE => double_bits(compute_double(op, f64::from_bits(x as u64), f64::from_bits(y as u64))),
        _ => return None,
    };
    Some(store.bits(format.width(), value))
}

/// `op(a)` likewise.
pub(super) fn unary(
    store: &mut TermStore,
    format: Format,
    op: Operation,
    rounding: Rounding,
    a: TermId,
) -> Option<TermId> {
    binary(store, format, op, rounding, a, a)
}

/// The constant `a` in another format of the hardware.
pub(super) fn convert(
    store: &mut TermStore,
    from: Format,
    to: Format,
    rounding: Rounding,
    a: TermId,
) -> Option<TermId> {
    if rounding != Rounding::Nearest {
        return None;
    }
    let value = store.as_bits(a)?;
    let value = match (from, to) {
        (Format::SINGLE, Format::DOUBLE) => double_bits(f64::from(f32::from_bits(value as u32))),
        (Format::DOUBLE, Format::SINGLE) => single_bits(f64::from_bits(value as u64) as f32),
        _ => return None,
    };
    Some(store.bits(to.width(), value))
}

fn compute_single(op: Operation, a: f32, b: f32) -> f32 {
    match op {
        Operation::Add => a + b,
        Operation::Mul => a * b,
        Operation::Div => a / b,
        Operation::Rem => a % b,
        Operation::Sqrt => a.sqrt(),
    }
}

fn compute_double(op: Operation, a: f64, b: f64) -> f64 {
    match op {
        Operation::Add => a + b,
        Operation::Mul => a * b,
        Operation::Div => a / b,
        Operation::Rem => a % b,
        Operation::Sqrt => a.sqrt(),
    }
}

/// NaN differs from machine to machine; here there is one.
fn single_bits(value: f32) -> u128 {
    if value.is_nan() { Format::SINGLE.nan() } else { u128::from(value.to_bits()) }
}

fn double_bits(value: f64) -> u128 {
    if value.is_nan() { Format::DOUBLE.nan() } else { u128::from(value.to_bits()) }
}
