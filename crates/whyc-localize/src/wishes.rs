//! What values should be like, where several would do: as they are, or else small or round.

use whyc_check::engine::Engine;
use whyc_ir::program::Program;
use whyc_ir::types::{Type, TypeId};
use whyc_sat::Lit;
use whyc_term::{TermId, TermStore};

use super::suspend::Instance;

/// An integer should have no more bits than this, the fewer the better.
const FEW_BITS: [u32; 4] = [1, 4, 8, 16];
/// This many binary places of a fraction should be enough, the fewer the better.
const FEW_PLACES: [u32; 4] = [2, 4, 8, 16];

/// What is wished for, first what matters most: as many evaluations as possible stay as they are, the earlier ones
/// first; the others become small and round.
pub fn wishes(program: &Program, engine: &mut Engine, instances: &[Instance]) -> Vec<Lit> {
    let mut wanted = Vec::new();
    for instance in instances {
        let same = engine.terms.eq(instance.free, instance.value);
        let stays = engine.terms.implies(instance.guard, same);
        wanted.push(engine.lit(stays));
    }
    for instance in instances {
        let terms = simple(program, &mut engine.terms, instance.ty, instance.free);
        wanted.extend(terms.into_iter().map(|term| engine.lit(term)));
    }
    wanted
}

/// That a value is simple, in several degrees (Boolean).
fn simple(program: &Program, terms: &mut TermStore, ty: TypeId, value: TermId) -> Vec<TermId> {
    let width = terms.width(value);
    match program.types.get(ty) {
        Type::Float(_) => {
            let fraction = match width {
                32 => 23,
                64 => 52,
                _ => 63,
            };
            let places = FEW_PLACES.into_iter().filter(|&places| places < fraction);
            places.map(|places| is_zero(terms, value, (fraction - places - 1, 0))).collect()
        }
        Type::Int(kind) if kind.is_signed() && width > 1 => {
            let sign = terms.extract(value, width - 1, width - 1);
            let positive = is_zero(terms, sign, (0, 0));
            // Small, whether above or below zero.
            let signs = terms.sign_extend(sign, width);
            let distance = terms.bits_xor(value, signs);
            [positive].into_iter().chain(small(terms, distance)).collect()
        }
        _ => small(terms, value),
    }
}

fn small(terms: &mut TermStore, value: TermId) -> Vec<TermId> {
    let top = terms.width(value) - 1;
    let few: Vec<u32> = FEW_BITS.into_iter().filter(|&bits| bits <= top).collect();
    let at_once = few.into_iter().map(|bits| (top, bits));
    let bit_by_bit = (0..=top).rev().map(|bit| (bit, bit));
    at_once.chain(bit_by_bit).map(|bits| is_zero(terms, value, bits)).collect()
}

/// That these bits are zero, from the highest to the lowest (Boolean).
fn is_zero(terms: &mut TermStore, value: TermId, (high, low): (u32, u32)) -> TermId {
    let part = terms.extract(value, high, low);
    let zero = terms.bits(high - low + 1, 0);
    terms.eq(part, zero)
}
