//! The bounds of a variable, proved.

use whyc_check::engine::Engine;
use whyc_ir::program::Local;
use whyc_ir::types::{IntKind, Type, TypeTable};
use whyc_sat::session::Answer;
use whyc_term::TermId;

use super::Instance;
use crate::show;

/// At most this many questions are asked in all: invariants are only nice to have.
const MANY_QUESTIONS: u32 = 600;
/// How many conflicts the solver may spend on one.
const CONFLICTS: u32 = 1000;

/// What has been spent so far.
#[derive(Default)]
pub struct Effort {
    questions: u32,
}

impl Effort {
    /// Between which bounds the variable is in all instances, as C writes it; none if that says nothing.
    pub fn bounds(
        &mut self,
        engine: &mut Engine,
        types: &TypeTable,
        local: &Local,
        values: &[Instance],
    ) -> Option<String> {
        let Type::Int(kind) = *types.get(local.ty) else { return None };
        // What never happens has no value.
        let values: Vec<&Instance> =
            values.iter().filter(|instance| engine.terms.as_bool(instance.guard) != Some(false)).collect();
        if values.is_empty() || kind.bits() > 64 || !self.is_defined(engine, &values) {
            return None;
        }
        if values.iter().any(|instance| engine.terms.width(instance.value) != kind.bits()) {
            return None;
        }
        let low = self.extreme(engine, kind, &values, Side::Low);
        let high = self.extreme(engine, kind, &values, Side::High);
        text(&local.name, kind, low, high)
    }

    /// Whether the variable has a value in all instances.
    fn is_defined(&mut self, engine: &mut Engine, values: &[&Instance]) -> bool {
        let undefined = values.iter().map(|instance| {
            let not = engine.terms.not(instance.defined);
            engine.terms.and(instance.guard, not)
        });
        let undefined: Vec<TermId> = undefined.collect();
        let any = engine.terms.or_all(&undefined);
        self.can_be(engine, any) == Some(false)
    }

    /// Whether a condition can hold; none if that is too hard.
    fn can_be(&mut self, engine: &mut Engine, cond: TermId) -> Option<bool> {
        if let Some(constant) = engine.terms.as_bool(cond) {
            return Some(constant);
        }
        self.questions += 1;
        if self.questions > MANY_QUESTIONS {
            return None;
        }
        match engine.solve_limited(&[cond], CONFLICTS)? {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// The proved bound on one side; none if it is the type's or too hard to find.
    fn extreme(&mut self, engine: &mut Engine, kind: IntKind, values: &[&Instance], side: Side) -> Option<i128> {
        let (least, most) = range(kind);
        // The bound is at least as far out as the constants are.
        let constants = values.iter().filter_map(|instance| engine.terms.as_bits(instance.value));
        let constants = constants.map(|bits| show::signed(kind, bits));
        let (mut inner, outer) = match side {
            Side::Low => (constants.min().unwrap_or(most), least),
            Side::High => (constants.max().unwrap_or(least), most),
        };
        if !self.can_exceed(engine, kind, values, inner, side)? {
            return (inner != outer).then_some(inner);
        }
        // No value is beyond `outer`; some value is beyond `inner`.
        let mut outer = outer;
        if self.can_exceed(engine, kind, values, outer - side.step(), side)? {
            return None;
        }
        outer -= side.step();
        while (outer - inner).abs() > 1 {
            let middle = inner + (outer - inner) / 2;
            match self.can_exceed(engine, kind, values, middle, side)? {
                true => inner = middle,
                false => outer = middle,
            }
        }
        Some(outer)
    }

    /// Whether some instance is beyond `limit`.
    fn can_exceed(
        &mut self,
        engine: &mut Engine,
        kind: IntKind,
        values: &[&Instance],
        limit: i128,
        side: Side,
    ) -> Option<bool> {
        let mask = u128::MAX >> (128 - kind.bits());
        let limit = engine.terms.bits(kind.bits(), limit as u128 & mask);
        let beyond = values.iter().map(|instance| {
            let (a, b) = match side {
                Side::Low => (instance.value, limit),
                Side::High => (limit, instance.value),
            };
            let less = if kind.is_signed() { engine.terms.slt(a, b) } else { engine.terms.ult(a, b) };
            engine.terms.and(instance.guard, less)
        });
        let beyond: Vec<TermId> = beyond.collect();
        let any = engine.terms.or_all(&beyond);
        self.can_be(engine, any)
    }
}

/// Which bound.
#[derive(Clone, Copy)]
enum Side {
    Low,
    High,
}

impl Side {
    /// The direction outwards.
    fn step(self) -> i128 {
        match self {
            Side::Low => -1,
            Side::High => 1,
        }
    }
}

/// The smallest and the largest value of a type of up to 64 bits.
fn range(kind: IntKind) -> (i128, i128) {
    if kind.is_signed() {
        let half = 1i128 << (kind.bits() - 1);
        (-half, half - 1)
    } else {
        (0, (1i128 << kind.bits()) - 1)
    }
}

/// The bounds as a C expression.
fn text(name: &str, kind: IntKind, low: Option<i128>, high: Option<i128>) -> Option<String> {
    let constant = |number: i128| {
        let long = if kind.bits() > 32 { "L" } else { "" };
        let unsigned = if kind.is_signed() || kind.bits() < 32 { "" } else { "U" };
        // The magnitude of the smallest number is no constant of its type, and that of the smallest `long` of no signed one.
        if kind.bits() >= 32 && kind.is_signed() && number == range(kind).0 {
            return format!("({}{long} - 1)", number + 1);
        }
        format!("{number}{unsigned}{long}")
    };
    match (low, high) {
        (Some(low), Some(high)) if low == high => Some(format!("{name} == {}", constant(low))),
        (Some(low), Some(high)) => Some(format!("{} <= {name} && {name} <= {}", constant(low), constant(high))),
        (Some(low), None) => Some(format!("{} <= {name}", constant(low))),
        (None, Some(high)) => Some(format!("{name} <= {}", constant(high))),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_written_in_the_type_of_the_variable() {
        assert_eq!(text("i", IntKind::Int, Some(0), Some(3)).as_deref(), Some("0 <= i && i <= 3"));
        assert_eq!(text("i", IntKind::UInt, None, Some(3)).as_deref(), Some("i <= 3U"));
        assert_eq!(text("i", IntKind::ULong, Some(7), Some(7)).as_deref(), Some("i == 7UL"));
        assert_eq!(text("i", IntKind::Long, Some(-2), None).as_deref(), Some("-2L <= i"));
        assert_eq!(text("i", IntKind::UChar, None, None), None);
        let smallest = |kind: IntKind| text("i", kind, Some(range(kind).0), Some(range(kind).0));
        assert_eq!(smallest(IntKind::Long).as_deref(), Some("i == (-9223372036854775807L - 1)"));
        assert_eq!(smallest(IntKind::Int).as_deref(), Some("i == (-2147483647 - 1)"));
        assert_eq!(smallest(IntKind::SChar).as_deref(), Some("i == -128"));
        assert_eq!(range(IntKind::SChar), (-128, 127));
        assert_eq!(range(IntKind::ULong), (0, i128::from(u64::MAX)));
    }
}
