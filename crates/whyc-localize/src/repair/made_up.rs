//! Values for inputs that nobody has given.

use whyc_ir::types::{IntKind, Type, TypeId};

use super::stage::{Stage, hash};

/// The characters that texts are made up of.
const LETTERS: &[u8] = b"0123456789 \n-+aAbBzZxX*/.,_:";

/// A value that is worth a try: small ones, those that the program speaks of and their neighbours, extreme ones, any.
pub fn made_up(seed: u64, random: u64, stage: &Stage<'_>, ty: TypeId, is_outside: bool) -> u128 {
    let (how, which) = (hash((seed, 7)) % 12, hash((random, 3)));
    let how = if how < 6 { how } else { hash((random, 5)) % 10 };
    let letter = || u128::from(LETTERS[(which % LETTERS.len() as u64) as usize]);
    let kind = match stage.program.types.get(ty) {
        Type::Bool => return u128::from(which & 1),
        Type::Int(kind) => *kind,
        Type::Float(_) => return u128::from((which % 17) as i32 as u32) << 52 >> 1,
        _ => IntKind::Int,
    };
    if is_outside && kind.bits() <= 32 {
        // A character of a text, or its end.
        return match which % 11 {
            0 => u128::MAX,
            1 | 2 => u128::from(which % 4),
            _ => letter(),
        };
    }
    if kind.bits() == 8 && how > 2 {
        return match which % 5 {
            0 => u128::from(which >> 8 & 0xff),
            1 => 0,
            2 => near_known(stage, which),
            _ => letter(),
        };
    }
    match how {
        0 => u128::from(which % 2),
        1 => u128::from(which % 5),
        2 => u128::from(which % 13),
        3 => u128::from(which % 101),
        4 => (i128::from(which % 25) - 12) as u128,
        5 | 6 => near_known(stage, which),
        7 => ((1u128 << (kind.bits() - 1)) - 1).wrapping_add(u128::from(which % 4)),
        8 => u128::from(which % 45),
        _ => u128::from(which) | u128::from(which) << 64,
    }
}

fn near_known(stage: &Stage<'_>, which: u64) -> u128 {
    let numbers = stage.numbers;
    let Some(&number) = numbers.get((which >> 8) as usize % numbers.len().max(1)) else {
        return u128::from(which % 9);
    };
    number.wrapping_add(u128::from(which % 3)).wrapping_sub(1)
}
