use super::*;
use crate::circuit::{Circuit, Reset};
use crate::edge::Edge;
use crate::sim::word_of;

/// A counter of two bits with enable; bad when both are set; the input is constrained.
const COUNTER: &str = "\
aag 7 1 2 1 4 1 1\n2\n4 11 1\n6 15 6\n4\n\
14\n2\n\
8 4 2\n12 5 3\n10 13 9\n14 4 6\n\
i0 enable\nl0 low bit\nl1 high\no0 seen\nb0 both\nc0 on\nc\nanything goes here\n";

fn counter() -> Circuit {
    read(COUNTER.as_bytes()).expect("the file should be read")
}

fn reason(text: &str) -> String {
    read(text.as_bytes()).expect_err("the file should be refused").to_string()
}

/// All that can be observed of the circuit, under 64 valuations at a time.
fn behaviour(circuit: &Circuit) -> Vec<u64> {
    let n = circuit.inputs.len() + circuit.latches.len();
    let stimulus: Vec<u64> = (0..n as u64).map(|idx| (idx + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let words = circuit.aig.simulate(&stimulus);
    let signals = circuit.outputs.iter().chain(&circuit.bad).chain(&circuit.constraints);
    let edges: Vec<Edge> = signals.map(|it| it.edge).chain(circuit.latches.iter().map(|it| it.next)).collect();
    edges.into_iter().map(|edge| word_of(&words, edge)).collect()
}

#[test]
fn everything_in_the_file_is_in_the_circuit() {
    let circuit = counter();
    assert_eq!(circuit.input_name(0), "enable");
    assert_eq!(circuit.latch_name(0), "low bit");
    assert_eq!(circuit.latches.iter().map(|it| it.reset).collect::<Vec<_>>(), [Reset::One, Reset::Free]);
    assert_eq!((circuit.outputs.len(), circuit.bad.len(), circuit.constraints.len()), (1, 1, 1));
    assert_eq!(circuit.bad_signals()[0].name.as_deref(), Some("both"));
}

#[test]
fn both_formats_round_trip() {
    let circuit = counter();
    let ascii = write_ascii(&circuit);
    let binary = write_binary(&circuit);
    for bytes in [ascii.as_bytes(), &binary] {
        let again = read(bytes).expect("what was written should be read");
        assert_eq!(behaviour(&again), behaviour(&circuit));
        assert_eq!(again.latches.iter().map(|it| it.reset).collect::<Vec<_>>(), [Reset::One, Reset::Free]);
        assert_eq!(write_ascii(&again), ascii);
        assert_eq!(write_binary(&again), binary);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    assert_eq!(reason(""), "line 1: an AIGER file should begin with `aag` or `aig`");
    assert_eq!(reason("aag 1 1\n"), "line 1: the header takes 5 to 9 numbers, found 2");
    assert_eq!(reason("aag 1 1 0 0 0\n"), "line 2: the file ends where an input should stand");
    assert_eq!(reason("aag 1 1 0 0 0\n3\n"), "line 2: literal 3 cannot be defined: it is a constant or negated");
    assert_eq!(reason("aag 2 2 0 0 0\n2\n2\n"), "line 3: variable 1 is defined twice");
    assert_eq!(reason("aag 3 1 0 1 0\n2\n6\n"), "line 3: literal 6 is not defined");
    assert_eq!(reason("aag 1 1 0 1 0\n2\n4\n"), "line 3: literal 4 is beyond the largest variable 1");
    assert_eq!(reason("aag 2 0 0 0 2\n2 4 4\n4 2 2\n"), "line 2: variable 1 depends on itself within one cycle");
    assert_eq!(
        reason("aag 0 0 0 0 0 0 0 1 0\n"),
        "line 2: the file ends where the size of a justice property should stand"
    );
    assert_eq!(reason("aig 1 0 0 0 1\n\u{3}\u{0}"), "byte 14: a gate should come after its operands");
    assert_eq!(reason("aig 1 0 0 0 1\n"), "byte 14: the file ends within the gates");
    assert_eq!(reason("aag 0 0 0 0 0\nx\n"), "line 2: expected a symbol, as in `i0 name`, or `c`");
    assert_eq!(reason("aag 0 0 0 0 0\ni0 a\n"), "line 2: there is no signal `i0` to name");
}

#[test]
fn headers_alone_do_not_take_memory() {
    assert!(reason("aag 1000000000 1000000000 0 0 0\n").contains("the file ends"));
    assert!(reason("aig 1000000000 0 0 0 1000000000\n").contains("the file ends"));
    assert!(reason("aig 1000000000 1000000000 0 0 0\n").contains("more than"));
    assert!(reason("aag 4294967295 4294967295 4294967295 0 0\n").contains("at most"));
}

#[test]
fn mutated_files_are_read_or_refused() {
    let circuit = counter();
    let seeds = [write_ascii(&circuit).into_bytes(), write_binary(&circuit), COUNTER.as_bytes().to_vec()];
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut n_read = 0;
    for round in 0..30_000 {
        let mut bytes = seeds[round % seeds.len()].clone();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(5) {
                0 => bytes[at] = random(256) as u8,
                1 => bytes[at] = b"0123456789 \nac"[random(14)],
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, b"0123456789 \n\xff"[random(13)]),
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        if let Ok(circuit) = read(&bytes) {
            n_read += 1;
            let again = read(write_ascii(&circuit).as_bytes()).expect("what was written should be read");
            assert_eq!(behaviour(&again), behaviour(&circuit));
        }
        // The other reader meets the same bytes.
        let _ = crate::bench::read(&bytes);
    }
    assert!(n_read > 1000, "mutation should leave many files readable, not {n_read}");
}

#[test]
fn what_goes_on_forever_is_read_beside_what_is_bad() {
    // Two justice properties, of two members and of none, and a fairness constraint.
    let text = "aag 2 1 1 0 0 1 0 2 1\n2\n4 2\n4\n2\n0\n2\n5\n3\nj0 stuck\nf0 moves\n";
    let circuit = read(text.as_bytes()).expect("the file should be read");
    assert_eq!((circuit.bad.len(), circuit.fairness.len()), (1, 1));
    let (input, latch) = (circuit.inputs[0].edge, circuit.latches[0].state);
    assert_eq!(circuit.justice[0].edges, [input, !latch]);
    assert_eq!((circuit.justice[0].name.as_deref(), circuit.justice[1].edges.len()), (Some("stuck"), 0));
    assert_eq!(circuit.fairness[0], crate::circuit::Signal { name: Some("moves".to_owned()), edge: !input });
    for bytes in [write_ascii(&circuit).into_bytes(), write_binary(&circuit)] {
        let again = read(&bytes).expect("what was written should be read");
        assert_eq!((&again.justice, &again.fairness), (&circuit.justice, &circuit.fairness));
    }
    // A file that states such a property does not mean its outputs to be bad.
    let outputs = read(b"aag 1 1 0 1 0 0 0 1\n2\n2\n1\n2\n").expect("the file should be read");
    assert!(outputs.bad_signals().is_empty());
    assert_eq!(
        reason("aag 1 1 0 0 0 0 0 1\n2\n1\n"),
        "line 4: the file ends where a member of a justice property should stand"
    );
}
