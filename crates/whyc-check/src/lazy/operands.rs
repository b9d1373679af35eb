//! Which factor of each product is taken to be small.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_term::{Node, Op, TermId, TermStore};

/// One factor of each product, as few as possible in all: the one that is in most products; among those the one that fewest
/// other products lead to; among those the narrowest. Constants are none.
pub fn choose(terms: &TermStore, products: &[[TermId; 2]], width: impl Fn(TermId) -> usize) -> Vec<TermId> {
    let mut open: Vec<[TermId; 2]> = products.to_vec();
    let mut chosen: Vec<TermId> = Vec::new();
    let mut inside: FxHashMap<TermId, usize> = FxHashMap::default();
    loop {
        let mut count: FxHashMap<TermId, usize> = FxHashMap::default();
        for &[a, b] in &open {
            for factor in if a == b { vec![a] } else { vec![a, b] } {
                if terms.as_bits(factor).is_none() {
                    *count.entry(factor).or_default() += 1;
                }
            }
        }
        let best = count.into_iter().min_by_key(|&(factor, n)| {
            let inside = *inside.entry(factor).or_insert_with(|| n_products(terms, factor));
            (std::cmp::Reverse(n), inside, width(factor), factor)
        });
        let Some((factor, _)) = best else { return chosen };
        chosen.push(factor);
        open.retain(|factors| !factors.contains(&factor));
    }
}

/// How many products a term is made of.
fn n_products(terms: &TermStore, term: TermId) -> usize {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = vec![term];
    let mut n = 0;
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            n += usize::from(matches!(terms.node(term), Node::Binary(Op::Mul, ..)));
            open.extend(terms.children(term));
        }
    }
    n
}
