//! Random circuits: lists of gates over earlier results, with the value of every result.

// Each test file uses its own part of this.
#![allow(dead_code)]

use whyc_aig::{Aig, Edge};

/// The raw numbers of one gate: what it is and where its inputs are.
pub type Gate = (u8, u8, u8, u8);

/// How many inputs every circuit has: few enough that 64 valuations are all there are.
pub const N_INPUTS: usize = 6;

/// The words that give the inputs every combination of values once.
pub const ALL_VALUATIONS: [u64; N_INPUTS] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Builds the inputs and `gates`; calls `visit` after each gate with the graph so far, the edge
/// and the value it should have under all valuations.
pub fn build(gates: &[Gate], mut visit: impl FnMut(&Aig, Edge, u64)) -> Aig {
    let mut aig = Aig::new();
    let mut results: Vec<(Edge, u64)> = vec![(Edge::FALSE, 0), (Edge::TRUE, u64::MAX)];
    results.extend(ALL_VALUATIONS.map(|word| (aig.input(), word)));
    for &(op, p, q, r) in gates {
        let [a, b, c] = [p, q, r].map(|raw| {
            let (edge, word) = results[usize::from(raw / 2) % results.len()];
            if raw % 2 == 1 { (!edge, !word) } else { (edge, word) }
        });
        let result = match op % 8 {
            0 | 1 => (aig.and(a.0, b.0), a.1 & b.1),
            2 => (aig.or(a.0, b.0), a.1 | b.1),
            3 => (aig.xor(a.0, b.0), a.1 ^ b.1),
            4 => (aig.mux(a.0, b.0, c.0), a.1 & b.1 | !a.1 & c.1),
            5 => (aig.majority(a.0, b.0, c.0), a.1 & b.1 | a.1 & c.1 | b.1 & c.1),
            6 => (aig.and_all(&[a.0, b.0, c.0, !a.0]), 0),
            _ => (aig.or_all(&[a.0, b.0, c.0]), a.1 | b.1 | c.1),
        };
        visit(&aig, result.0, result.1);
        results.push(result);
    }
    aig
}
