//! Sets of points: finite unions of polyhedra, each the points that meet some linear constraints, strict or not. Exact; variables are eliminated as
//! Fourier and Motzkin do it, which is meant for few of them.

use std::fmt::Write as _;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::effort::{Effort, Limit};
use crate::feasible::is_feasible;
use crate::number::Number;

/// More constraints than these are looked through for those that are not needed.
const MANY: usize = 16;

/// `coefficients · x + constant ≥ 0`, or `> 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constraint {
    /// One for each variable.
    pub coefficients: Vec<Number>,
    /// What is added.
    pub constant: Number,
    /// Whether equality is not enough.
    pub is_strict: bool,
}

impl Constraint {
    /// What holds exactly where this does not.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self {
            coefficients: self.coefficients.iter().map(|it| -it).collect(),
            constant: -&self.constant,
            is_strict: !self.is_strict,
        }
    }

    /// The same, with coefficients that are whole numbers without a common factor.
    fn normal(mut self) -> Self {
        let mut common = BigInt::one();
        for it in self.coefficients.iter().filter(|it| !it.is_integer()) {
            common *= (it * &common).denom();
        }
        let factor = self.coefficients.iter().filter(|it| !it.is_zero()).fold(BigInt::zero(), |factor, it| {
            let whole = it.numer() * &common / it.denom();
            // A fraction is made as short as it can be by what both have in common.
            if factor.is_zero() { whole.abs() } else { &factor / Number::new(factor.clone(), whole).numer().abs() }
        });
        if !factor.is_zero() && factor != common {
            let scale = Number::new(common, factor);
            self.coefficients.iter_mut().for_each(|it| *it *= &scale);
            self.constant *= &scale;
        }
        self
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(Zero::is_zero)
    }

    /// Whether a constraint without variables holds.
    fn is_true(&self) -> bool {
        if self.is_strict { self.constant.is_positive() } else { !self.constant.is_negative() }
    }
}

/// A polyhedron.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Convex {
    n_variables: usize,
    constraints: Vec<Constraint>,
}

/// A union of polyhedra.
pub type Region = Vec<Convex>;

impl Convex {
    /// All points.
    #[must_use]
    pub fn all(n_variables: usize) -> Self {
        Self { n_variables, constraints: Vec::new() }
    }

    /// Its constraints.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The points that meet one constraint more.
    #[must_use]
    pub fn with(mut self, constraint: Constraint) -> Self {
        self.add(constraint);
        self
    }

    fn add(&mut self, constraint: Constraint) {
        let new = constraint.normal();
        if new.is_constant() && new.is_true() {
            return;
        }
        // Of parallel constraints the tighter one is enough.
        if let Some(old) = self.constraints.iter_mut().find(|it| it.coefficients == new.coefficients) {
            if new.constant < old.constant || (new.constant == old.constant && new.is_strict) {
                *old = new;
            }
            return;
        }
        self.constraints.push(new);
    }

    /// The points in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        other.constraints.iter().cloned().fold(self.clone(), Self::with)
    }

    /// All that is left when the value of a variable does not matter.
    ///
    /// # Errors
    /// If that is too much.
    pub fn without(&self, variable: usize, effort: &Effort<'_>) -> Result<Self, Limit> {
        let mut rest = Self::all(self.n_variables);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for it in &self.constraints {
            let coefficient = &it.coefficients[variable];
            if coefficient.is_zero() {
                rest.add(it.clone());
            } else if coefficient.is_positive() {
                below.push(it);
            } else {
                above.push(it);
            }
        }
        for low in &below {
            effort.spend(above.len() + rest.constraints.len())?;
            for high in &above {
                let (a, b) = (&low.coefficients[variable], -&high.coefficients[variable]);
                let sum = |x: &Number, y: &Number| x * &b + y * a;
                rest.add(Constraint {
                    coefficients: low.coefficients.iter().zip(&high.coefficients).map(|(x, y)| sum(x, y)).collect(),
                    constant: sum(&low.constant, &high.constant),
                    is_strict: low.is_strict || high.is_strict,
                });
            }
        }
        // An elimination makes many constraints of which few are needed.
        if rest.constraints.len() > MANY {
            for _ in &rest.constraints {
                effort.spend(rest.constraints.len())?;
            }
            rest = rest.irredundant();
        }
        Ok(rest)
    }

    /// Whether there is no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Constraints without variables are kept only if they are false.
        self.constraints.iter().any(Constraint::is_constant) || !is_feasible(&self.constraints)
    }

    /// Whether a point is in it.
    #[must_use]
    pub fn contains(&self, point: &[Number]) -> bool {
        self.constraints.iter().all(|it| {
            let value = it.coefficients.iter().zip(point).fold(it.constant.clone(), |sum, (a, x)| sum + a * x);
            if it.is_strict { value.is_positive() } else { !value.is_negative() }
        })
    }

    /// A point of it, if there is one: the first variable is as small as it can be, then the second, and so on; round numbers where there is no smallest.
    ///
    /// # Errors
    /// If that is too much.
    pub fn point(&self, effort: &Effort<'_>) -> Result<Option<Vec<Number>>, Limit> {
        // What is left of it for the first variables, by how many these are.
        let mut shadows = vec![self.clone()];
        for variable in (1..self.n_variables).rev() {
            let next = shadows[0].without(variable, effort)?;
            shadows.insert(0, next);
        }
        let mut point: Vec<Number> = Vec::new();
        for (variable, shadow) in shadows.iter().enumerate().take(self.n_variables) {
            let (mut low, mut high): (Bound, Bound) = (None, None);
            for it in &shadow.constraints {
                let coefficient = &it.coefficients[variable];
                if coefficient.is_zero() {
                    continue;
                }
                let known = it.coefficients.iter().zip(&point).fold(it.constant.clone(), |sum, (a, x)| sum + a * x);
                let bound = (-known / coefficient, it.is_strict);
                let (old, is_tighter) = if coefficient.is_positive() {
                    let is_tighter = low.as_ref().is_none_or(|old| bound.0 > old.0 || (bound.0 == old.0 && bound.1));
                    (&mut low, is_tighter)
                } else {
                    let is_tighter = high.as_ref().is_none_or(|old| bound.0 < old.0 || (bound.0 == old.0 && bound.1));
                    (&mut high, is_tighter)
                };
                if is_tighter {
                    *old = Some(bound);
                }
            }
            point.push(between(low, high));
        }
        Ok(self.contains(&point).then_some(point))
    }

    /// The same points by as few constraints as are needed, in order.
    #[must_use]
    pub fn simple(self) -> Self {
        self.solved().irredundant()
    }

    /// Constraints that are met with equality everywhere are put into the others, so that a point is told by its coordinates.
    fn solved(self) -> Self {
        let is_equality = |it: &&Constraint| {
            !it.is_strict
                && !it.is_constant()
                && self.clone().with(Constraint { is_strict: true, ..(*it).clone() }).is_empty()
        };
        let mut equalities: Vec<Constraint> = self.constraints.iter().filter(is_equality).cloned().collect();
        if equalities.is_empty() {
            return self;
        }
        let mut others: Vec<Constraint> = self.constraints.iter().filter(|it| !is_equality(it)).cloned().collect();
        let mut solved: Vec<Constraint> = Vec::new();
        while let Some(equality) = equalities.pop() {
            let Some(pivot) = equality.coefficients.iter().rposition(|it| !it.is_zero()) else {
                // Of no points everything is true, and nothing is to be had.
                if !equality.constant.is_zero() {
                    return self;
                }
                continue;
            };
            for it in equalities.iter_mut().chain(&mut others).chain(&mut solved) {
                let factor = &it.coefficients[pivot] / &equality.coefficients[pivot];
                it.coefficients.iter_mut().zip(&equality.coefficients).for_each(|(a, b)| *a -= &factor * b);
                it.constant -= &factor * &equality.constant;
            }
            solved.push(equality);
        }
        let mut set = Self::all(self.n_variables);
        for it in solved {
            let other = Constraint { is_strict: false, ..it.negated() };
            set = set.with(it).with(other);
        }
        others.into_iter().fold(set, Self::with)
    }

    fn irredundant(mut self) -> Self {
        let mut k = 0;
        while k < self.constraints.len() {
            let mut others = self.clone();
            let it = others.constraints.remove(k);
            if others.clone().with(it.negated()).is_empty() {
                self = others;
            } else {
                k += 1;
            }
        }
        self.constraints.sort();
        self
    }

    /// The same with more variables, about which nothing is said; or with fewer, about which nothing was said.
    #[must_use]
    pub fn resized(mut self, n_variables: usize) -> Self {
        self.n_variables = n_variables;
        self.constraints.iter_mut().for_each(|it| it.coefficients.resize(n_variables, Number::zero()));
        self
    }

    /// The points of this one that are not in the other, as polyhedra that do not overlap.
    ///
    /// # Errors
    /// If that is too much.
    pub fn minus(&self, other: &Self, effort: &Effort<'_>) -> Result<Region, Limit> {
        effort.spend(self.constraints.len() + other.constraints.len())?;
        if self.and(other).is_empty() {
            return Ok(if self.is_empty() { Vec::new() } else { vec![self.clone()] });
        }
        let (mut rest, mut parts) = (self.clone(), Vec::new());
        for it in &other.constraints {
            let part = rest.clone().with(it.negated());
            effort.spend(part.constraints.len())?;
            if !part.is_empty() {
                parts.push(part.simple());
            }
            rest.add(it.clone());
        }
        Ok(parts)
    }

    /// In the names of variables: `0 <= x < 3 & y = 10`.
    #[must_use]
    pub fn text(&self, names: &[String]) -> String {
        // Each sum of variables once, with a positive first coefficient, and its bounds: (the number, whether it is out).
        type Bounds = (Option<(Number, bool)>, Option<(Number, bool)>);
        let mut sums: Vec<(Vec<Number>, Bounds)> = Vec::new();
        for it in &self.constraints {
            let is_lower = it.coefficients.iter().find(|it| !it.is_zero()).is_none_or(Signed::is_positive);
            let sum: Vec<Number> = it.coefficients.iter().map(|it| if is_lower { it.clone() } else { -it }).collect();
            let k = sums.iter().position(|(known, _)| *known == sum).unwrap_or_else(|| {
                sums.push((sum, (None, None)));
                sums.len() - 1
            });
            let bounds = &mut sums[k].1;
            match is_lower {
                true => bounds.0 = Some((-&it.constant, it.is_strict)),
                false => bounds.1 = Some((it.constant.clone(), it.is_strict)),
            }
        }
        // Fewer variables first, then in the order of the variables.
        sums.sort_by_key(|(sum, _)| {
            (sum.iter().filter(|it| !it.is_zero()).count(), sum.iter().position(|it| !it.is_zero()))
        });
        let less = |is_strict: bool| if is_strict { "<" } else { "<=" };
        let parts: Vec<String> = sums
            .iter()
            .map(|(sum, bounds)| {
                let sum = sum_text(sum, names);
                match bounds {
                    (Some((low, _)), Some((high, _))) if low == high => format!("{sum} = {low}"),
                    (Some((low, a)), Some((high, b))) => format!("{low} {} {sum} {} {high}", less(*a), less(*b)),
                    (Some((low, is_strict)), None) => format!("{sum} {} {low}", if *is_strict { ">" } else { ">=" }),
                    (None, Some((high, is_strict))) => format!("{sum} {} {high}", less(*is_strict)),
                    (None, None) => String::new(),
                }
            })
            .collect();
        if parts.is_empty() { "true".to_owned() } else { parts.join(" & ") }
    }
}

/// A bound, and whether it is out.
type Bound = Option<(Number, bool)>;

/// A number between two bounds, if there is one.
fn between(low: Bound, high: Bound) -> Number {
    let one = Number::one;
    match (low, high) {
        (Some((low, false)), _) => low,
        (Some((low, true)), None) => low.floor() + one(),
        (Some((low, true)), Some((high, is_out))) => {
            let next = low.floor() + one();
            if next < high || (next == high && !is_out) { next } else { (low + high) / (one() + one()) }
        }
        (None, Some((high, false))) => high,
        (None, Some((high, true))) => high.ceil() - one(),
        (None, None) => Number::zero(),
    }
}

fn sum_text(coefficients: &[Number], names: &[String]) -> String {
    let mut text = String::new();
    for (name, coefficient) in names.iter().zip(coefficients).filter(|(_, it)| !it.is_zero()) {
        let size = coefficient.abs();
        let factor = if size.is_one() { String::new() } else { format!("{size}*") };
        let sign = match (text.is_empty(), coefficient.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let _ = write!(text, "{sign}{factor}{name}");
    }
    text
}

/// The points in both.
#[must_use]
pub fn both(a: &[Convex], b: &[Convex]) -> Region {
    let all = a.iter().flat_map(|a| b.iter().map(move |b| a.and(b)));
    all.filter(|it| !it.is_empty()).map(Convex::simple).collect()
}

/// The points of the first that are not in the second.
///
/// # Errors
/// If that is too much.
pub fn minus(a: &[Convex], b: &[Convex], effort: &Effort<'_>) -> Result<Region, Limit> {
    let mut rest = a.to_vec();
    for it in b {
        let mut parts = Vec::new();
        for part in &rest {
            parts.extend(part.minus(it, effort)?);
        }
        rest = parts;
    }
    Ok(rest)
}

/// Whether all points of the first are in the second.
///
/// # Errors
/// If that is too much.
pub fn is_inside(a: &[Convex], b: &[Convex], effort: &Effort<'_>) -> Result<bool, Limit> {
    for it in a {
        let mut near: Vec<&Convex> = Vec::new();
        for other in b {
            effort.spend(it.constraints.len() + other.constraints.len())?;
            if !it.and(other).is_empty() {
                near.push(other);
            }
        }
        if !is_covered(it, &near, effort)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_covered(set: &Convex, by: &[&Convex], effort: &Effort<'_>) -> Result<bool, Limit> {
    effort.spend(set.constraints.len())?;
    let Some((first, others)) = by.split_first() else { return Ok(set.is_empty()) };
    let mut rest = set.clone();
    for it in &first.constraints {
        let part = rest.clone().with(it.negated());
        effort.spend(part.constraints.len())?;
        if !part.is_empty() && !is_covered(&part, others, effort)? {
            return Ok(false);
        }
        rest.add(it.clone());
    }
    Ok(true)
}

/// Whether two sets have a point in common.
///
/// # Errors
/// If that is too much.
pub fn meet(a: &[Convex], b: &[Convex], effort: &Effort<'_>) -> Result<bool, Limit> {
    for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
        effort.spend(a.constraints.len() + b.constraints.len())?;
        if !a.and(b).is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// In the names of variables.
#[must_use]
pub fn text(region: &[Convex], names: &[String]) -> String {
    let parts: Vec<String> = region.iter().map(|it| it.text(names)).collect();
    if parts.is_empty() { "false".to_owned() } else { parts.join(" | ") }
}
