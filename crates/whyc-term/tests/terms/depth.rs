//! Terms a million deep are built, evaluated and blasted on an ordinary stack.

use crate::common::fresh;
use whyc_term::{Blaster, Evaluator, Sort, TermId, TermStore, Valuation};

const DEPTH: u32 = 1_000_000;

/// Builds on a small stack, so that recursion over depth would show.
fn on_a_small_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(test).expect("a thread should start");
    thread.join().expect("nothing should recurse over the depth of a term");
}

#[test]
fn a_chain_of_sums_and_merges() {
    on_a_small_stack(|| {
        let mut store = TermStore::new();
        let (x, x_input) = fresh(&mut store, 1);
        let (y, y_input) = fresh(&mut store, 1);
        let mut sum = x;
        for round in 0..DEPTH {
            let cond = store.input(Sort::Bool);
            let next = if round % 2 == 0 { store.add(sum, y) } else { store.bits_and(sum, y) };
            sum = store.ite(cond, next, sum);
        }
        let mut valuation = Valuation::new();
        valuation.set_bits(x_input, 1);
        valuation.set_bits(y_input, 0);
        assert_eq!(Evaluator::new(&store, &valuation).bits(sum), 1);
        assert_eq!(Blaster::new().bits(&store, sum).len(), 1);
    });
}

#[test]
fn rules_that_descend_stop() {
    on_a_small_stack(|| {
        let mut store = TermStore::new();
        let (x, _) = fresh(&mut store, 32);
        let (y, _) = fresh(&mut store, 32);
        // Two chains that differ at the bottom alone, in every shape that a rule looks through.
        let mut pair = (x, y);
        let mut constants = store.bits(32, 0);
        let mut pointer = store.bits(64, 0);
        let mut array = store.array_input(64, 32);
        let mut guard = store.bool_const(true);
        for round in 0..DEPTH / 20 {
            let cond = store.input(Sort::Bool);
            let (z, _) = fresh(&mut store, 32);
            let both = |store: &mut TermStore,
                        (a, b): (TermId, TermId),
                        f: fn(&mut TermStore, TermId, TermId, TermId) -> TermId| {
                (f(store, cond, z, a), f(store, cond, z, b))
            };
            pair = both(&mut store, pair, |store, _, z, a| store.add(z, a));
            pair = both(&mut store, pair, |store, c, z, a| store.ite(c, z, a));
            pair = both(&mut store, pair, |store, _, _, a| store.neg(a));
            let k = store.bits(32, u128::from(round));
            constants = store.ite(cond, k, constants);
            let wide = store.concat(z, k);
            pointer = store.ite(cond, wide, pointer);
            pointer = {
                let one = store.bits(64, 1);
                store.add(pointer, one)
            };
            let written = store.store(array, wide, z);
            array = store.ite(cond, written, array);
            guard = store.and(guard, cond);
        }
        let key = store.bits(32, 77);
        let index = store.bits(64, 77);
        store.eq(pair.0, pair.1);
        store.eq(constants, key);
        store.ult(constants, key);
        store.extract(pointer, 63, 40);
        store.not(guard);
        let element = store.select(array, index);
        let mut blaster = Blaster::new();
        assert_eq!(blaster.bits(&store, element).len(), 32);
    });
}
