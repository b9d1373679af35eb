//! Equations with products, by hand: what is found, and how far factors had to be widened.

use whyc_base::budget::Budget;
use whyc_term::{Evaluator, Sort, TermId, TermStore};

use super::operands::choose;
use super::{Found, Lazy};

const WIDTH: u32 = 32;

/// A polynomial as a sum of coefficients times powers of the variables.
fn polynomial(terms: &mut TermStore, of: &[(i32, &[TermId])]) -> TermId {
    let mut sum = number(terms, 0);
    for &(coefficient, factors) in of {
        let mut product = number(terms, coefficient);
        let mut power: Option<TermId> = None;
        for &factor in factors {
            power = Some(match power {
                Some(power) => terms.mul(power, factor),
                None => factor,
            });
        }
        if let Some(power) = power {
            product = terms.mul(product, power);
        }
        sum = terms.add(sum, product);
    }
    sum
}

fn number(terms: &mut TermStore, value: i32) -> TermId {
    terms.bits(WIDTH, u128::from(value as u32))
}

fn input(terms: &mut TermStore) -> TermId {
    terms.input(Sort::Bits(WIDTH))
}

/// The inputs are so small that no product of three is cut off: the equations are those of whole numbers.
fn small(terms: &mut TermStore, x: TermId) -> TermId {
    let (least, most) = (number(terms, -600), number(terms, 600));
    let (below, above) = (terms.slt(x, least), terms.slt(most, x));
    let outside = terms.or_all(&[below, above]);
    terms.not(outside)
}

fn zero(terms: &mut TermStore, sum: TermId) -> TermId {
    let zero = number(terms, 0);
    terms.eq(sum, zero)
}

/// Signed values of `inputs` in a solution of all `conditions`.
fn solve(terms: &TermStore, cond: TermId, inputs: &[TermId]) -> (Option<Vec<i32>>, usize) {
    let mut lazy = Lazy::new(terms, Budget::unlimited());
    match lazy.find(cond, None) {
        Some(Found::Inputs(valuation)) => {
            let mut values = Evaluator::new(terms, &valuation);
            assert!(values.bool(cond), "what is found should be a solution");
            let values = inputs.iter().map(|&input| values.bits(input) as u32 as i32).collect();
            (Some(values), lazy.widths().iter().map(|&(_, width)| 1 << width).max().unwrap_or(0))
        }
        Some(Found::Nothing) => (None, 0),
        other => panic!("there should be an answer without limits: {other:?}"),
    }
}

#[test]
fn a_cube_is_zero_at_its_root_and_its_factor_is_no_wider_than_that() {
    // (x + 3)^3 and (x + 9)^3
    for (coefficients, root, widest) in [([9, 27, 27], -3, 4), ([27, 243, 729], -9, 16)] {
        let terms = &mut TermStore::new();
        let x = input(terms);
        let [square, one, none] = coefficients;
        let cube = polynomial(terms, &[(1, &[x, x, x]), (square, &[x, x]), (one, &[x]), (none, &[])]);
        let (within, is_root) = (small(terms, x), zero(terms, cube));
        let cond = terms.and(within, is_root);
        let (found, bound) = solve(terms, cond, &[x]);
        assert_eq!(found, Some(vec![root]));
        assert!(bound <= widest, "{bound}");
    }
}

#[test]
fn polynomials_of_several_variables_have_common_roots() {
    let terms = &mut TermStore::new();
    let (x, y, z) = (input(terms), input(terms), input(terms));
    // (x + 3)(x + 10)(y + 11)
    let first =
        polynomial(terms, &[(1, &[x, x, y]), (11, &[x, x]), (13, &[x, y]), (143, &[x]), (30, &[y]), (330, &[])]);
    // (x + 3)(3y + 2)(4z + 2)
    let second = polynomial(
        terms,
        &[(12, &[x, y, z]), (8, &[x, z]), (36, &[y, z]), (24, &[z]), (6, &[x, y]), (4, &[x]), (18, &[y]), (12, &[])],
    );
    // (x - 1)(x - 2)
    let third = polynomial(terms, &[(1, &[x, x]), (-3, &[x]), (2, &[])]);
    let within: Vec<TermId> = [x, y, z].map(|it| small(terms, it)).to_vec();
    let [first, second, third] = [first, second, third].map(|it| zero(terms, it));
    let both: Vec<TermId> = within.iter().copied().chain([first, second]).collect();
    let cond = terms.and_all(&both);
    let (found, _) = solve(terms, cond, &[x]);
    assert_eq!(found, Some(vec![-3]), "the other factors of the second are odd or two modulo four");
    let all: Vec<TermId> = within.iter().copied().chain([second, third]).collect();
    let cond = terms.and_all(&all);
    assert_eq!(solve(terms, cond, &[x]).0, None, "one root is minus three, the others are one and two");
}

#[test]
fn numbers_are_factored() {
    for (c, bound) in [(3 * 7 * 13, 32), (61 * 127, 128), (3 * 2039, 4096)] {
        let terms = &mut TermStore::new();
        let (x, y) = (input(terms), input(terms));
        let product = terms.mul(x, y);
        let wanted = number(terms, c);
        let right = terms.eq(product, wanted);
        let one = number(terms, 1);
        let most = number(terms, 1 << 15);
        let mut all = vec![right];
        for it in [x, y] {
            all.extend([terms.slt(one, it), terms.slt(it, most)]);
        }
        let cond = terms.and_all(&all);
        let (found, width) = solve(terms, cond, &[x, y]);
        let found = found.expect("it is no prime");
        assert_eq!(found[0] * found[1], c);
        assert!(width <= bound, "{c}: {width}");
    }
}

#[test]
fn no_square_is_two_more_than_a_multiple_of_four() {
    let terms = &mut TermStore::new();
    let (x, y) = (input(terms), input(terms));
    let square = terms.mul(x, x);
    let (four, two) = (number(terms, 4), number(terms, 2));
    let multiple = terms.mul(four, y);
    let sum = terms.add(multiple, two);
    let cond = terms.eq(square, sum);
    let mut lazy = Lazy::new(terms, Budget::unlimited());
    assert_eq!(lazy.find(cond, None), Some(Found::Nothing));
    assert_eq!(lazy.n_told(), 0, "the last bits of a product are enough for that");
}

/// For all numbers below forty: the quotient and the remainder are those of the machine.
#[test]
fn quotients_and_remainders_are_right() {
    for (u, v) in (0..40u32).flat_map(|u| (1..40).map(move |v| (u, v))) {
        let terms = &mut TermStore::new();
        let (x, y) = (input(terms), input(terms));
        let (quotient, remainder) = (terms.udiv(x, y), terms.urem(x, y));
        let pairs = [(x, u), (y, v)].map(|(it, value)| {
            let value = number(terms, value as i32);
            terms.eq(it, value)
        });
        let wrong = [(quotient, u / v), (remainder, u % v)].map(|(it, value)| {
            let value = number(terms, value as i32);
            let right = terms.eq(it, value);
            terms.not(right)
        });
        let wrong = terms.or_all(&wrong);
        let cond = terms.and_all(&[pairs[0], pairs[1], wrong]);
        assert_eq!(Lazy::new(terms, Budget::unlimited()).find(cond, None), Some(Found::Nothing), "{u} and {v}");
    }
}

#[test]
fn the_factor_in_most_products_is_chosen_and_then_the_one_that_is_no_product() {
    let terms = &mut TermStore::new();
    let (u1, u2, u3) = (input(terms), input(terms), input(terms));
    let w1 = terms.mul(u2, u2);
    let chosen = choose(terms, &[[w1, u1], [u2, u2], [u2, u3]], |_| 32);
    assert_eq!(chosen, [u2, u1]);
    let seven = number(terms, 7);
    assert_eq!(choose(terms, &[[seven, u1]], |_| 32), [u1]);
}

#[test]
fn a_limit_ends_the_search() {
    let terms = &mut TermStore::new();
    let (x, y) = (input(terms), input(terms));
    let product = terms.mul(x, y);
    let wanted = number(terms, 1_021 * 2_039);
    let one = number(terms, 1);
    let conditions = [terms.eq(product, wanted), terms.slt(one, x), terms.slt(one, y)];
    let cond = terms.and_all(&conditions);
    assert_eq!(Lazy::new(terms, Budget::unlimited()).find(cond, Some(3)), None);
}
