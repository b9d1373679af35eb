//! How fast terms are built, evaluated and blasted: `cargo run --release --example build_speed`.
//! Times are those of the processor, so that a busy machine gives the same figures.
// A measurement is of no use unless it is printed.
#![allow(clippy::print_stdout)]

use std::time::Duration;

use whyc_term::{Blaster, Evaluator, Sort, TermId, TermStore, Valuation};

const N_WRITES: u32 = 100_000;

fn main() {
    let mut store = TermStore::new();
    let start = cpu_time();
    let chain = counters(&mut store, 1_000_000);
    report("add, ite, eq and guards", store.len(), start);

    let start = cpu_time();
    let built = store.len();
    pointers(&mut store);
    report("pointers merged and taken apart", store.len() - built, start);

    let start = cpu_time();
    let valuation = Valuation::new();
    let value = Evaluator::new(&store, &valuation).bits(chain);
    report(&format!("evaluated to {value}"), store.len(), start);

    let start = cpu_time();
    let mut store = TermStore::new();
    let chain = counters(&mut store, 20_000);
    let mut blaster = Blaster::new();
    blaster.bits(&store, chain);
    report("gates", blaster.aig().n_nodes(), start);

    let start = cpu_time();
    let mut array_store = TermStore::new();
    arrays(&mut array_store);
    report("array writes and reads", array_store.len(), start);
}

/// A loop that counts under a condition, as unrolled code has it.
fn counters(store: &mut TermStore, n_rounds: u32) -> TermId {
    let mut x = store.input(Sort::Bits(32));
    let step = store.input(Sort::Bits(32));
    let mut guard = store.bool_const(true);
    for round in 0..n_rounds {
        let limit = store.bits(32, u128::from(round) * 7);
        let cond = store.eq(x, limit);
        let taken = store.and(guard, cond);
        let sum = store.add(x, step);
        x = store.ite(taken, sum, x);
        if round % 16 == 0 {
            let going = store.not(cond);
            guard = store.and(guard, going);
        }
    }
    x
}

/// Pointers chosen among many objects.
fn pointers(store: &mut TermStore) {
    let mut pointer = store.bits(64, 0);
    for round in 0..N_WRITES {
        let cond = store.input(Sort::Bool);
        let object = store.bits(24, u128::from(round % 50));
        let offset = store.input(Sort::Bits(40));
        let fresh = store.concat(object, offset);
        pointer = store.ite(cond, fresh, pointer);
        let object_of = store.extract(pointer, 63, 40);
        store.eq(object_of, object);
        if round % 20 == 0 {
            pointer = fresh;
        }
    }
}

/// Constant writes, then constant reads.
fn arrays(store: &mut TermStore) {
    let mut array = store.array_input(64, 32);
    let value = store.input(Sort::Bits(32));
    for at in 0..N_WRITES {
        let index = store.bits(64, u128::from(at));
        let offset = store.bits(32, u128::from(at));
        let changed = store.add(value, offset);
        array = store.store(array, index, changed);
    }
    for at in 0..N_WRITES {
        let index = store.bits(64, u128::from(at));
        store.select(array, index);
    }
}

fn report(what: &str, n: usize, start: Duration) {
    println!("{n:>10} {what}: {:.2?}", cpu_time() - start);
}

/// How long this process has been on a processor, where the system tells.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = stat.split_ascii_whitespace().next().and_then(|field| field.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}
