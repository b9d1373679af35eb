//! Gates compute what their names say, and equal gates are one node.

mod common;

use common::{ALL_VALUATIONS, Gate, build};
use proptest::prelude::*;
use whyc_aig::sim::word_of;
use whyc_aig::{Aig, Edge, Node};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gates_compute_their_functions(gates in prop::collection::vec(any::<Gate>(), 1..40)) {
        let mut expected = Vec::new();
        let aig = build(&gates, |_, edge, word| expected.push((edge, word)));
        let words = aig.simulate(&ALL_VALUATIONS);
        for (edge, word) in expected {
            prop_assert_eq!(word_of(&words, edge), word);
        }
    }

    #[test]
    fn a_cone_holds_what_its_roots_need(gates in prop::collection::vec(any::<Gate>(), 1..40)) {
        let mut last = Edge::FALSE;
        let aig = build(&gates, |_, edge, _| last = edge);
        let cone = aig.cone(&[last]);
        prop_assert!(cone.contains(&last.node()));
        prop_assert!(cone.is_sorted());
        for &node in &cone {
            if let Node::And(left, right) = aig.node(node) {
                prop_assert!(left.node() < node && right.node() < node);
                prop_assert!(cone.contains(&left.node()) && cone.contains(&right.node()));
            }
        }
    }
}

/// `left = right` over four inputs.
fn same(left: fn(&mut Aig, [Edge; 4]) -> Edge, right: fn(&mut Aig, [Edge; 4]) -> Edge) {
    let mut aig = Aig::new();
    let inputs = [(); 4].map(|()| aig.input());
    assert_eq!(left(&mut aig, inputs), right(&mut aig, inputs));
}

#[test]
fn two_level_rules() {
    // Contradiction
    same(
        |g, [a, b, ..]| {
            let ab = g.and(a, b);
            g.and(ab, !a)
        },
        |_, _| Edge::FALSE,
    );
    same(
        |g, [a, b, c, _]| {
            let (ab, ac) = (g.and(a, b), g.and(!a, c));
            g.and(ab, ac)
        },
        |_, _| Edge::FALSE,
    );
    // Idempotence
    same(
        |g, [a, b, ..]| {
            let ab = g.and(a, b);
            g.and(ab, b)
        },
        |g, [a, b, ..]| g.and(a, b),
    );
    // Subsumption
    same(
        |g, [a, b, ..]| {
            let ab = g.and(a, b);
            g.and(!ab, !a)
        },
        |_, [a, ..]| !a,
    );
    same(
        |g, [a, b, c, _]| {
            let (ab, ac) = (g.and(a, b), g.and(!a, c));
            g.and(!ab, ac)
        },
        |g, [a, _, c, _]| g.and(!a, c),
    );
    // Substitution
    same(
        |g, [a, b, ..]| {
            let ab = g.and(a, b);
            g.and(!ab, b)
        },
        |g, [a, b, ..]| g.and(!a, b),
    );
    // Resolution
    same(
        |g, [a, b, ..]| {
            let (ab, nab) = (g.and(a, b), g.and(!a, b));
            g.and(!ab, !nab)
        },
        |_, [_, b, ..]| !b,
    );
    same(
        |g, [a, b, ..]| {
            let (ab, anb) = (g.and(a, b), g.and(a, !b));
            g.and(!ab, !anb)
        },
        |_, [a, ..]| !a,
    );
}

#[test]
fn gates_have_one_form() {
    same(|g, [a, b, ..]| g.xor(!a, b), |g, [a, b, ..]| !g.xor(b, a));
    same(|g, [a, b, c, _]| g.mux(!a, b, c), |g, [a, b, c, _]| g.mux(a, c, b));
    same(|g, [a, b, c, _]| g.mux(a, !b, !c), |g, [a, b, c, _]| !g.mux(a, b, c));
    same(|g, [a, b, ..]| g.mux(a, b, !b), |g, [a, b, ..]| g.iff(a, b));
    same(|g, [a, b, ..]| g.mux(a, a, b), |g, [a, b, ..]| g.or(a, b));
    same(|g, _| g.and_all(&[]), |_, _| Edge::TRUE);
}
