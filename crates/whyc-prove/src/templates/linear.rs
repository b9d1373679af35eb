//! Equations between several numbers, as samples suggest them: what holds in all of them.

use whyc_term::{TermId, TermStore, word};

use super::{Fact, Values, difference};
use crate::samples::Sample;

/// No more numbers than this are looked at together.
const MANY: usize = 12;
/// Numbers beyond this say nothing about a program.
const LARGE: u128 = 1 << 32;
/// Equations with larger factors than this say nothing about a program.
const LARGEST_FACTOR: u128 = 1 << 20;
/// Sums of two products of such numbers have room.
const ROOM: u128 = 1 << 62;

/// That numbers, each so many times, come to so much (Boolean).
pub(super) fn term(terms: &mut TermStore, values: Values<'_>, parts: &[(usize, i128)], constant: i128) -> TermId {
    let width = parts.iter().map(|(a, _)| terms.width(values.now[*a])).min().unwrap_or(1);
    let Some(head) = values.head else { return as_written(terms, values, parts, constant, width) };
    // It holds at the end of a round if the round has not changed it, which is easier to see.
    let mut sum = terms.bits(width, 0);
    for (a, factor) in parts {
        let change = difference(terms, values.now[*a], head[*a]);
        let product = times(terms, change, *factor, width);
        sum = terms.add(sum, product);
    }
    let zero = terms.bits(width, 0);
    terms.eq(sum, zero)
}

/// One number is a sum of the others, in their order: so are such things written, and what is written is found again.
fn as_written(
    terms: &mut TermStore,
    values: Values<'_>,
    parts: &[(usize, i128)],
    constant: i128,
    width: u32,
) -> TermId {
    // The one whose factor has the sign that fewer have.
    let n_positive = parts.iter().filter(|(_, factor)| *factor > 0).count();
    let single = parts.iter().filter(|(_, factor)| factor.abs() == 1);
    let alone = single.max_by_key(|(_, factor)| if *factor > 0 { parts.len() - n_positive } else { n_positive });
    let (left, sign) = match alone {
        Some(&(a, factor)) => (terms.extract(values.now[a], width - 1, 0), factor),
        None => (terms.bits(width, 0), 1),
    };
    let others = || parts.iter().filter(|it| alone != Some(*it)).map(|&(a, factor)| (a, -factor * sign));
    let mut sum: Option<TermId> = None;
    for (a, factor) in others().filter(|it| it.1 > 0).chain(others().filter(|it| it.1 < 0)) {
        let product = times(terms, values.now[a], factor.abs(), width);
        sum = Some(match sum {
            Some(sum) if factor > 0 => terms.add(sum, product),
            Some(sum) => terms.sub(sum, product),
            None if factor > 0 => product,
            None => terms.neg(product),
        });
    }
    let constant = terms.bits(width, word::from_signed(constant * sign, width));
    let right = match sum {
        Some(sum) => terms.add(sum, constant),
        None => constant,
    };
    terms.eq(left, right)
}

fn times(terms: &mut TermStore, number: TermId, factor: i128, width: u32) -> TermId {
    let number = terms.extract(number, width - 1, 0);
    let factor = terms.bits(width, word::from_signed(factor, width));
    terms.mul(number, factor)
}

/// Equations between these numbers, three or more of them or two with factors, one for each number that the others determine.
pub(super) fn equations(numbers: &[usize], widths: &[u32], samples: &[Sample]) -> Vec<Fact> {
    let numbers = &numbers[..numbers.len().min(MANY)];
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for sample in samples {
        let mut row: Vec<i128> = numbers.iter().map(|&nth| sample.now[nth]).collect();
        row.push(1);
        // What is large for its width may have wrapped around.
        let is_small = |(value, nth): (&i128, &usize)| value.unsigned_abs() < LARGE.min(1 << (widths[*nth].max(2) - 2));
        if !row.iter().zip(numbers).all(is_small) {
            continue;
        }
        if add(&mut rows, row).is_none() {
            return Vec::new();
        }
    }
    let n_columns = numbers.len() + 1;
    let pivots: Vec<usize> = rows.iter().map(|row| pivot(row)).collect();
    let free = (0..n_columns).filter(|column| !pivots.contains(column));
    free.filter_map(|column| equation(numbers, &rows, &pivots, column)).collect()
}

/// Adds a row to rows in reduced echelon form, if it is not made of these. Nothing if the numbers become too large.
fn add(rows: &mut Vec<Vec<i128>>, mut row: Vec<i128>) -> Option<()> {
    for known in rows.iter() {
        eliminate(&mut row, known, pivot(known))?;
    }
    if row.iter().all(|&value| value == 0) {
        return Some(());
    }
    shorten(&mut row);
    let at = pivot(&row);
    for known in rows.iter_mut() {
        eliminate(known, &row, at)?;
    }
    rows.push(row);
    Some(())
}

/// The column of the first number of a row.
fn pivot(row: &[i128]) -> usize {
    row.iter().position(|&value| value != 0).unwrap_or(row.len())
}

/// Makes a column of a row zero by another row.
fn eliminate(row: &mut [i128], by: &[i128], column: usize) -> Option<()> {
    if row[column] == 0 {
        return Some(());
    }
    let (mine, other) = (row[column], by[column]);
    for (value, &by) in row.iter_mut().zip(by) {
        *value = *value * other - by * mine;
    }
    shorten(row);
    row.iter().all(|value| value.unsigned_abs() <= ROOM).then_some(())
}

/// Divides a row by what all its numbers are multiples of.
fn shorten(row: &mut [i128]) {
    let divisor = row.iter().fold(0_u128, |divisor, value| gcd(divisor, value.unsigned_abs()));
    if divisor > 1 {
        let divisor = divisor as i128;
        row.iter_mut().for_each(|value| *value /= divisor);
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What the rows say of a column that is not the first of any: it with the first ones of the rows that have it.
fn equation(numbers: &[usize], rows: &[Vec<i128>], pivots: &[usize], column: usize) -> Option<Fact> {
    // The sum of `factor · number` is zero for `factor` of the column and, for each row, its share of it.
    let with: Vec<usize> = (0..rows.len()).filter(|&nth| rows[nth][column] != 0).collect();
    let mut common = 1_i128;
    for &nth in &with {
        let first = rows[nth][pivots[nth]].abs();
        common = common / gcd(common.unsigned_abs(), first.unsigned_abs()) as i128 * first;
        if common.unsigned_abs() > ROOM {
            return None;
        }
    }
    let mut factors = vec![0_i128; numbers.len() + 1];
    factors[column] = common;
    for &nth in &with {
        factors[pivots[nth]] = -rows[nth][column] * (common / rows[nth][pivots[nth]]);
    }
    shorten(&mut factors);
    if factors.iter().find(|factor| **factor != 0).is_some_and(|first| *first < 0) {
        factors.iter_mut().for_each(|factor| *factor = -*factor);
    }
    if factors[..numbers.len()].iter().any(|factor| factor.unsigned_abs() > LARGEST_FACTOR) {
        return None;
    }
    let constant = -factors[numbers.len()];
    let parts: Vec<(usize, i128)> =
        numbers.iter().copied().zip(factors.iter().copied()).filter(|(_, factor)| *factor != 0).collect();
    (parts.len() > 1).then_some(Fact::Linear(parts, constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(rows: impl IntoIterator<Item = Vec<i128>>) -> Vec<Sample> {
        rows.into_iter().map(|now| Sample { entry: Vec::new(), now }).collect()
    }

    #[test]
    fn what_samples_have_in_common_is_found() {
        let of = |i: i128, j: i128| vec![i, j, 3 * i - 2 * j + 7];
        let found = equations(&[0, 1, 2], &[32; 3], &samples([of(0, 0), of(1, 0), of(5, 2), of(4, 9), of(-3, 1)]));
        assert_eq!(found, [Fact::Linear(vec![(0, 3), (1, -2), (2, -1)], -7)]);
    }

    #[test]
    fn what_has_wrapped_around_is_left_out_and_chance_is_not() {
        let found = equations(&[0, 1], &[32; 2], &samples([vec![1, 2], vec![2, 4], vec![1 << 31, 0]]));
        assert_eq!(found, [Fact::Linear(vec![(0, 2), (1, -1)], 0)]);
        assert_eq!(equations(&[0, 1], &[32; 2], &samples([vec![1, 2], vec![2, 4], vec![3, 9]])), []);
    }

    #[test]
    fn numbers_that_nothing_ties_give_nothing() {
        assert_eq!(equations(&[0, 1], &[32; 2], &[]), []);
        assert_eq!(equations(&[], &[], &samples([vec![]])), []);
    }
}
