//! The most parts that can be changed at once.

use whyc_base::budget::Budget;

use crate::ask::Answer;
use crate::change::{replaced, simplified};
use crate::syntax::Expr;
use crate::vacuity::{Keeps, Mode, Part, Role, Towards, Which, differs};

/// How many sets are asked about before the largest known one is good enough.
const MANY: usize = 200;

/// Parts that can be changed at once, all towards the same side, without a change of meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// Towards which side.
    pub towards: Towards,
    /// The parts: none stands in another one.
    pub parts: Vec<Part>,
    /// What the specification is then.
    pub left: Vec<Expr>,
    /// Whether no larger set would do.
    pub is_largest: bool,
}

/// The largest sets of parts without a role, for each side, where they have more than one part.
#[must_use]
pub fn together(spec: &[Expr], roles: &[(Mode, Part, Role)], budget: &Budget) -> Vec<Together> {
    [Towards::Stronger, Towards::Weaker]
        .into_iter()
        .filter_map(|towards| largest(spec, roles, towards, budget))
        .collect()
}

fn largest(spec: &[Expr], roles: &[(Mode, Part, Role)], towards: Towards, budget: &Budget) -> Option<Together> {
    let asked = Mode { which: Which::One, towards, keeps: Keeps::Meaning };
    let candidates: Vec<(&Part, bool)> = roles
        .iter()
        .filter(|(mode, _, role)| *mode == asked && matches!(role, Role::None(_)))
        .filter_map(|(_, part, _)| Some((part, constant(spec, part, towards)?)))
        .collect();
    let is_inside = |inner: &Part, outer: &Part| {
        inner.property == outer.property && inner.path.len() > outer.path.len() && inner.path.starts_with(&outer.path)
    };
    // A part of a part that goes goes with it.
    let outermost: Vec<(&Part, bool)> = candidates
        .iter()
        .filter(|(part, _)| !candidates.iter().any(|(outer, _)| is_inside(part, outer)))
        .copied()
        .collect();
    if outermost.len() < 2 {
        return None;
    }
    // More changes towards one side leave less in common: what some do together, fewer of them do too.
    let mut n_asked = 0;
    for size in (2..=outermost.len()).rev() {
        for set in subsets(outermost.len(), size) {
            n_asked += 1;
            if n_asked > MANY || budget.check().is_err() {
                return greedy(spec, &outermost, towards, budget);
            }
            let chosen: Vec<(&Part, bool)> = set.iter().map(|&at| outermost[at]).collect();
            if let Some(left) = holds(spec, &chosen, towards, budget) {
                let parts = chosen.iter().map(|(part, _)| (*part).clone()).collect();
                return Some(Together { towards, parts, left, is_largest: true });
            }
        }
    }
    None
}

fn greedy(spec: &[Expr], candidates: &[(&Part, bool)], towards: Towards, budget: &Budget) -> Option<Together> {
    let mut chosen: Vec<(&Part, bool)> = Vec::new();
    let mut left = None;
    for &candidate in candidates {
        chosen.push(candidate);
        match holds(spec, &chosen, towards, budget) {
            Some(now) => left = Some(now),
            None => {
                chosen.pop();
            }
        }
    }
    let parts: Vec<Part> = chosen.iter().map(|(part, _)| (*part).clone()).collect();
    left.filter(|_| parts.len() > 1).map(|left| Together { towards, parts, left, is_largest: false })
}

/// What the specification is with the changes, if it says the same.
fn holds(spec: &[Expr], chosen: &[(&Part, bool)], towards: Towards, budget: &Budget) -> Option<Vec<Expr>> {
    let mut changed = spec.to_vec();
    for (part, value) in chosen {
        changed[part.property] = replaced(&changed[part.property], &part.path, &Expr::constant(*value));
    }
    let is_same = differs(spec, &changed, towards, budget) == Answer::No;
    is_same.then(|| changed.iter().map(simplified).collect())
}

/// What a part becomes on its way to a side.
fn constant(spec: &[Expr], part: &Part, towards: Towards) -> Option<bool> {
    let all = crate::change::occurrences(&spec[part.property]);
    let occurrence = all.into_iter().find(|it| it.path == part.path)?;
    crate::vacuity::constant_towards(towards, occurrence.polarity)
}

/// All sets of so many of the first `n` numbers, in order.
fn subsets(n: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next: Option<Vec<usize>> = (size <= n).then(|| (0..size).collect());
    std::iter::from_fn(move || {
        let now = next.clone()?;
        next = (0..size).rev().find(|&at| now[at] < n - size + at).map(|at| {
            let mut after = now.clone();
            after[at] += 1;
            for later in at + 1..size {
                after[later] = after[later - 1] + 1;
            }
            after
        });
        Some(now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use crate::vacuity::roles;

    #[test]
    fn as_many_parts_go_as_can_go_at_once() {
        let spec = [parse("(p -> (f & g)) & (p -> (f & h))").expect("the property should be read")];
        let budget = Budget::unlimited();
        let roles = roles(&spec, &Mode::ALL, &budget);
        let found = together(&spec, &roles, &budget);
        // Either `f` alone can go, but not both.
        assert_eq!(found, []);
        let spec = [parse("G(x1 -> F y) & G(x2 -> F y) & G(x1 | x2)").expect("the property should be read")];
        let found = together(&spec, &crate::vacuity::roles(&spec, &Mode::ALL, &budget), &budget);
        let told: Vec<(usize, String)> = found.iter().map(|it| (it.parts.len(), it.left[0].to_string())).collect();
        assert_eq!(told, [(2, "G F y && G (x1 || x2)".to_owned())]);
    }

    #[test]
    fn subsets_are_all_there() {
        assert_eq!(subsets(4, 2).collect::<Vec<_>>(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(2, 3).count(), 0);
    }
}
