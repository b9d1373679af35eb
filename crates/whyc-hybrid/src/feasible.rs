//! Whether some linear constraints can be met together: the general simplex of Dutertre and de Moura, with whole numbers that have one denominator in
//! common. Machine numbers first, and if they do not suffice numbers of any size: the answer is exact either way.
//!
//! Strict constraints keep away from their bounds by something that is smaller than every number: bounds are pairs, compared one after the other.

use num_bigint::BigInt;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, One, Signed, ToPrimitive};

use crate::number::Number;
use crate::polyhedron::Constraint;

/// Whether a point meets all constraints.
#[must_use]
pub fn is_feasible(constraints: &[Constraint]) -> bool {
    let rows: Vec<(Vec<BigInt>, BigInt, bool)> = constraints.iter().map(whole_row).collect();
    let small: Option<Vec<Row<i128>>> = rows.iter().map(|it| row(it, BigInt::to_i128)).collect();
    let answer = small.and_then(|it| Tableau::new(it).solve());
    answer.unwrap_or_else(|| {
        let large: Option<Vec<Row<BigInt>>> = rows.iter().map(|it| row(it, |it| Some(it.clone()))).collect();
        let answer = large.and_then(|it| Tableau::new(it).solve());
        answer.expect("numbers of any size should suffice")
    })
}

/// What is common to machine numbers and numbers of any size.
trait Whole: Clone + Ord + Signed + CheckedAdd + CheckedSub + CheckedMul {}
impl Whole for i128 {}
impl Whole for BigInt {}

/// `coefficients · x` is at least `bound`, and more if that is strict.
struct Row<T> {
    coefficients: Vec<T>,
    bound: Bound<T>,
}

/// A number, and how often the smallest thing is added to it.
type Bound<T> = (T, T);

/// A constraint times the common denominator of its numbers; most have none but that of their constant.
fn whole_row(it: &Constraint) -> (Vec<BigInt>, BigInt, bool) {
    if it.coefficients.iter().all(Number::is_integer) {
        let below = it.constant.denom();
        let scaled = |it: &Number| if below.is_one() { it.numer().clone() } else { it.numer() * below };
        return (it.coefficients.iter().map(scaled).collect(), -it.constant.numer(), it.is_strict);
    }
    let all = || it.coefficients.iter().chain([&it.constant]);
    let common = all().fold(BigInt::one(), |common, it| {
        let missing = (it * &common).denom().clone();
        common * missing
    });
    let scaled = |it: &Number| it.numer() * (&common / it.denom());
    (it.coefficients.iter().map(scaled).collect(), -scaled(&it.constant), it.is_strict)
}

fn row<T: Whole>(
    (coefficients, bound, is_strict): &(Vec<BigInt>, BigInt, bool),
    to: impl Fn(&BigInt) -> Option<T>,
) -> Option<Row<T>> {
    let coefficients = coefficients.iter().map(&to).collect::<Option<Vec<T>>>()?;
    Some(Row { coefficients, bound: (to(bound)?, if *is_strict { T::one() } else { T::zero() }) })
}

/// Variables are numbered: those of the constraints, then one for the left side of each constraint.
struct Tableau<T> {
    /// Each basic variable as a sum of the others, times the denominator.
    rows: Vec<Vec<T>>,
    denominator: T,
    basic: Vec<usize>,
    others: Vec<usize>,
    /// The bounds of left sides.
    bounds: Vec<Bound<T>>,
    n_free: usize,
}

impl<T: Whole> Tableau<T> {
    fn new(rows: Vec<Row<T>>) -> Self {
        let n_free = rows.first().map_or(0, |it| it.coefficients.len());
        let basic = (n_free..n_free + rows.len()).collect();
        let (rows, bounds) = rows.into_iter().map(|it| (it.coefficients, it.bound)).unzip();
        Self { rows, denominator: T::one(), basic, others: (0..n_free).collect(), bounds, n_free }
    }

    /// The bound of a variable that has one.
    fn bound(&self, variable: usize) -> Option<&Bound<T>> {
        variable.checked_sub(self.n_free).map(|it| &self.bounds[it])
    }

    /// Whether all bounds can be kept; nothing if numbers become too large. Among several the variable of the lowest number is taken (Bland), so that
    /// this ends.
    fn solve(mut self) -> Option<bool> {
        loop {
            let mut worst: Option<(usize, usize)> = None;
            for (k, &variable) in self.basic.iter().enumerate() {
                if worst.is_none_or(|(it, _)| variable < it) && self.is_below(k)? {
                    worst = Some((variable, k));
                }
            }
            let Some((_, row)) = worst else { return Some(true) };
            // What is at its bound can only grow; what has none can go either way.
            let helps = |column: &usize| {
                let it = &self.rows[row][*column];
                it.is_positive() || (it.is_negative() && self.others[*column] < self.n_free)
            };
            let column = (0..self.others.len()).filter(helps).min_by_key(|&it| self.others[it]);
            let Some(column) = column else { return Some(false) };
            self.pivot(row, column)?;
        }
    }

    /// Whether a basic variable is below its bound, where the others are at theirs or, without one, zero.
    fn is_below(&self, row: usize) -> Option<bool> {
        let Some(bound) = self.bound(self.basic[row]) else { return Some(false) };
        let mut value = (T::zero(), T::zero());
        for (coefficient, &variable) in self.rows[row].iter().zip(&self.others) {
            if let Some((number, smallest)) = self.bound(variable)
                && !coefficient.is_zero()
            {
                value.0 = value.0.checked_add(&coefficient.checked_mul(number)?)?;
                value.1 = value.1.checked_add(&coefficient.checked_mul(smallest)?)?;
            }
        }
        Some(value < (bound.0.checked_mul(&self.denominator)?, bound.1.checked_mul(&self.denominator)?))
    }

    /// Exchanges a basic variable for another one. All divisions are exact: entries are minors of the first rows.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot = self.rows[row][column].clone();
        let old = self.rows[row].clone();
        for (_, it) in self.rows.iter_mut().enumerate().filter(|(k, _)| *k != row) {
            let factor = it[column].clone();
            for (j, entry) in it.iter_mut().enumerate().filter(|(j, _)| *j != column) {
                let kept = entry.checked_mul(&pivot)?;
                let gone = factor.checked_mul(&old[j])?;
                *entry = kept.checked_sub(&gone)? / self.denominator.clone();
            }
        }
        for (j, entry) in self.rows[row].iter_mut().enumerate() {
            *entry = if j == column { self.denominator.clone() } else { -entry.clone() };
        }
        self.denominator = pivot;
        if self.denominator.is_negative() {
            self.denominator = -self.denominator.clone();
            self.rows.iter_mut().flatten().for_each(|it| *it = -it.clone());
        }
        std::mem::swap(&mut self.basic[row], &mut self.others[column]);
        Some(())
    }
}
