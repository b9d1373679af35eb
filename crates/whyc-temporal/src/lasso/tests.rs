use super::Lasso;
use crate::definitions::{Regular, Word};
use crate::random::Random;
use crate::store::Store;
use crate::syntax::{Expr, Kind, Strength};

/// The value of a property at each position of a run that goes on forever, operator by operator.
pub(crate) fn values(expr: &Expr, atoms: &[crate::atom::Atom], lasso: &Lasso) -> Vec<bool> {
    let n = lasso.letters.len();
    let of = |it: &Expr| values(it, atoms, lasso);
    let zip = |a: &Expr, b: &Expr, f: &dyn Fn(bool, bool) -> bool| {
        of(a).into_iter().zip(of(b)).map(|(a, b)| f(a, b)).collect::<Vec<bool>>()
    };
    let until = |a: Vec<bool>, b: Vec<bool>| {
        let mut now = b.clone();
        for _ in 0..2 * n {
            for at in (0..n).rev() {
                now[at] = b[at] || a[at] && now[lasso.next(at)];
            }
        }
        now
    };
    let not = |it: Vec<bool>| it.into_iter().map(|it| !it).collect::<Vec<bool>>();
    match &expr.kind {
        Kind::Const(value) => vec![*value; n],
        Kind::Atom(atom) => {
            let at = atoms.iter().position(|it| it == atom);
            lasso.letters.iter().map(|letter| at.is_some_and(|at| letter[at])).collect()
        }
        Kind::Not(a) => not(of(a)),
        Kind::And(a, b) => zip(a, b, &|a, b| a && b),
        Kind::Or(a, b) => zip(a, b, &|a, b| a || b),
        Kind::Implies(a, b) => zip(a, b, &|a, b| !a || b),
        Kind::Iff(a, b) => zip(a, b, &|a, b| a == b),
        Kind::Next(_, steps, a) => {
            let inner = of(a);
            (0..n).map(|at| inner[(0..*steps).fold(at, |at, _| lasso.next(at))]).collect()
        }
        Kind::Finally(a) => until(vec![true; n], of(a)),
        Kind::Globally(a) => not(until(vec![true; n], not(of(a)))),
        Kind::Until(Strength::Strong, a, b) => until(of(a), of(b)),
        Kind::Until(Strength::Weak, a, b) => {
            let neither = of(a).into_iter().zip(of(b)).map(|(a, b)| !a && !b).collect();
            not(until(not(of(b)), neither))
        }
        Kind::Release(Strength::Weak, a, b) => not(until(not(of(a)), not(of(b)))),
        Kind::Release(Strength::Strong, a, b) => {
            let both = of(a).into_iter().zip(of(b)).map(|(a, b)| a && b).collect();
            until(of(b), both)
        }
        Kind::Abort(..) | Kind::Sequence(..) | Kind::Suffix(..) => panic!("no sequences should stand here"),
    }
}

pub(crate) fn random_lasso(random: &mut Random, n_atoms: usize) -> Lasso {
    let letters: Vec<Vec<bool>> = (0..1 + random.below(4)).map(|_| random.letter(n_atoms)).collect();
    let start = random.below(letters.len());
    Lasso { letters, start }
}

#[test]
fn random_properties_hold_where_each_operator_says() {
    let mut random = Random::new(11);
    for round in 0..4_000 {
        let expr = random.ltl(1 + round % 5);
        let mut store = Store::new();
        let states = [store.lower(&expr), store.lower_negated(&expr)].map(|it| it.expect("it should be small"));
        let atoms = store.atoms().to_vec();
        let lasso = random_lasso(&mut random, atoms.len());
        let expected = values(&expr, &atoms, &lasso)[0];
        assert_eq!(store.holds_on(states[0], &lasso), Ok(expected), "{expr} on {lasso:?}");
        assert_eq!(store.holds_on(states[1], &lasso), Ok(!expected), "not {expr} on {lasso:?}");
    }
}

#[test]
fn random_sequences_go_on_forever_if_all_their_beginnings_do() {
    let mut random = Random::new(12);
    for _ in 0..1_500 {
        let sere = random.sere(2);
        let regular = Regular::of(&sere);
        let mut store = Store::new();
        let strong = Expr::new(Kind::Sequence(Strength::Strong, sere.clone()), 0..0);
        let weak = Expr::new(Kind::Sequence(Strength::Weak, sere), 0..0);
        let states = [store.lower(&strong), store.lower(&weak), store.lower_negated(&weak)];
        let states = states.map(|it| it.expect("it should be small"));
        let atoms = store.atoms().to_vec();
        let lasso = random_lasso(&mut random, atoms.len());
        let mut at = 0;
        let mut letters = Vec::new();
        for _ in 0..14 {
            letters.push(lasso.letters[at].clone());
            at = lasso.next(at);
        }
        let word = |n: usize| Word { atoms: &atoms, letters: &letters[..n] };
        let ends = (1..=letters.len()).any(|n| regular.matches(&word(n)));
        let goes_on = regular.begins(&word(letters.len()));
        assert_eq!(store.holds_on(states[0], &lasso), Ok(ends), "{strong} on {lasso:?}");
        assert_eq!(store.holds_on(states[1], &lasso), Ok(ends || goes_on), "{weak} on {lasso:?}");
        assert_eq!(store.holds_on(states[2], &lasso), Ok(!(ends || goes_on)), "not {weak} on {lasso:?}");
    }
}

/// Runs that are given by letters such as `ab`: a beginning, and what comes again and again.
#[test]
fn a_run_that_goes_on_forever_may_be_too_long_for_a_sequence_but_not_wrong() {
    let holds = |text: &str, stem: &str, round: &str| {
        let expr = crate::parse::parse(text).expect("the property should be read");
        let mut store = Store::new();
        let state = store.lower(&expr).expect("it should be small");
        let atoms = store.atoms().to_vec();
        let letter = |names: &str| atoms.iter().map(|atom| atom.names().any(|name| names.contains(name))).collect();
        let letters: Vec<Vec<bool>> = stem.split_whitespace().chain(round.split_whitespace()).map(letter).collect();
        let lasso = Lasso { letters, start: stem.split_whitespace().count() };
        store.holds_on(state, &lasso).expect("it should be small")
    };
    assert!(holds("{a; b[*]; c}", "a", "b"));
    assert!(!holds("{a; b[*]; c}!", "a", "b"));
    assert!(holds("{a; b[*]; c}!", "a b c", "d"));
    assert!(!holds("{a; b[*]; c}", "a b", "d"));
    assert!(holds("{a; b; c} |-> G d", "a b cd", "d"));
    assert!(!holds("{a; b; c} |-> G d", "a b cd", "d -"));
    assert!(!holds("F false", "a", "b"));
}
