//! Inputs that the user fixes, so that the run found is the one the user already has.

use rustc_hash::FxHashMap;
use whyc_ir::program::Program;
use whyc_ir::types::{FloatKind, Type, TypeId};
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{StepKind, Unrolling};

/// A value for an input, as the user wrote both. The first one for a name is for the first input with
/// that name that a run meets, the second one for the second, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the input, as reports write it.
    pub name: String,
    /// The value, as C or a report writes it.
    pub value: String,
}

/// That the inputs of `unrolling` have the `given` values: a Boolean term; and the names that no input has.
///
/// # Errors
/// A message if a value is none of its input's type.
pub fn condition(
    given: &[Given],
    program: &Program,
    unrolling: &Unrolling,
    terms: &mut TermStore,
) -> Result<(TermId, Vec<String>), String> {
    let mut waiting: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for one in given.iter().rev() {
        waiting.entry(&one.name).or_default().push(&one.value);
    }
    let mut all = terms.bool_const(true);
    let mut fix = |name: &str, ty: TypeId, value: TermId, terms: &mut TermStore| -> Result<(), String> {
        let Some(text) = waiting.get_mut(name).and_then(Vec::pop) else { return Ok(()) };
        let bits = parse(program, ty, text).ok_or_else(|| {
            format!("`{text}` is no value for the input `{name}`, which is of type `{}`", program.types.name(ty))
        })?;
        let width = terms.width(value);
        let constant = terms.bits(width, if width < 128 { bits & ((1 << width) - 1) } else { bits });
        let equal = terms.eq(value, constant);
        all = terms.and(all, equal);
        Ok(())
    };
    for step in unrolling.steps.iter() {
        match &step.kind {
            StepKind::Input { value, ty, .. } => {
                if let Some(name) = unrolling.input_name(program, step) {
                    fix(&name, *ty, *value, terms)?;
                }
            }
            StepKind::Storage { cells, .. } => {
                for cell in cells {
                    if let Some(ty) = cell.ty {
                        fix(&unrolling.symbol_name(program, cell.target.symbol), ty, cell.value, terms)?;
                    }
                }
            }
            _ => {}
        }
    }
    let unused = given.iter().filter(|one| waiting.get(one.name.as_str()).is_some_and(|left| !left.is_empty()));
    let mut unused: Vec<String> = unused.map(|one| one.name.clone()).collect();
    unused.dedup();
    Ok((all, unused))
}

/// The names of all inputs, each once, in the order in which they are met.
#[must_use]
pub fn names(program: &Program, unrolling: &Unrolling) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for step in unrolling.steps.iter() {
        match &step.kind {
            StepKind::Input { .. } => names.extend(unrolling.input_name(program, step)),
            StepKind::Storage { cells, .. } => {
                let cells = cells.iter().filter(|cell| cell.ty.is_some());
                names.extend(cells.map(|cell| unrolling.symbol_name(program, cell.target.symbol)));
            }
            _ => {}
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// The bits that `text` is in type `ty`; more than fit the type are cut off by the caller.
fn parse(program: &Program, ty: TypeId, text: &str) -> Option<u128> {
    let text = text.trim();
    match program.types.get(ty) {
        Type::Bool => match text {
            "true" => Some(1),
            "false" => Some(0),
            _ => integer(text).filter(|&n| n == 0 || n == 1).map(|n| n as u128),
        },
        Type::Int(kind) => {
            let number = integer(text)?;
            let fits = if kind.is_signed() {
                let half = 1i128 << (kind.bits().min(127) - 1);
                kind.bits() > 127 || (-half..half).contains(&number)
            } else {
                number >= 0 && (kind.bits() > 126 || number < 1i128 << kind.bits())
            };
            fits.then_some(number as u128)
        }
        Type::Enum(e) => {
            let constants = &program.types.enums[*e].constants;
            let named = constants.iter().find(|(name, _)| name == text).map(|(_, value)| *value);
            named.or_else(|| integer(text)).map(|number| number as u128)
        }
        Type::Float(FloatKind::Float) => float(text).map(|number| u128::from((number as f32).to_bits())),
        Type::Float(FloatKind::Double) => float(text).map(|number| u128::from(number.to_bits())),
        Type::Pointer(_) => matches!(text, "NULL" | "0").then_some(0),
        Type::Float(FloatKind::LongDouble) | Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => {
            None
        }
    }
}

fn integer(text: &str) -> Option<i128> {
    if let Some(inner) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        match inner {
            "\\0" => return Some(0),
            "\\n" => return Some(10),
            "\\r" => return Some(13),
            "\\t" => return Some(9),
            _ => {}
        }
        let inner = inner.strip_prefix('\\').filter(|rest| !rest.is_empty()).unwrap_or(inner);
        let mut chars = inner.chars();
        return chars.next().filter(|c| c.is_ascii() && chars.next().is_none()).map(|c| i128::from(c as u32));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<u128>().ok()?,
    };
    let number = i128::try_from(number).ok()?;
    Some(if negative { -number } else { number })
}

fn float(text: &str) -> Option<f64> {
    match text {
        "NAN" => Some(f64::NAN),
        "INFINITY" => Some(f64::INFINITY),
        "-INFINITY" => Some(f64::NEG_INFINITY),
        _ => text.trim_end_matches(['f', 'F']).parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_c_writes_them() {
        let read: Vec<Option<i128>> =
            ["12", "-3", "0x1F", "7u", "'a'", "'\\''", "'\\n'", "'\\0'", "x", "", "0x", "--1"].map(integer).into();
        assert_eq!(
            read,
            [Some(12), Some(-3), Some(31), Some(7), Some(97), Some(39), Some(10), Some(0), None, None, None, None]
        );
        assert_eq!(float("1.5f"), Some(1.5));
        assert_eq!(float("one"), None);
    }
}
