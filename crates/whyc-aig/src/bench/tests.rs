use super::*;
use crate::sim::word_of;

const SMALL: &str = "\
# two inputs, one flip-flop\n\
input(a)\nINPUT(b)\nOUTPUT(out)\n\
out = nand(a, q, mid)\n\
mid = XOR(a, b, q)   # used before\n\
q = DFF(next)\nnext = NOT(mid)\n";

fn reason(text: &str) -> String {
    read(text.as_bytes()).expect_err("the file should be refused").to_string()
}

#[test]
fn gates_mean_what_their_names_say() {
    let circuit = read(SMALL.as_bytes()).expect("the file should be read");
    assert_eq!((circuit.inputs.len(), circuit.latches.len(), circuit.outputs.len()), (2, 1, 1));
    // All eight valuations of a, b, q at once.
    let [a, b, q] = [0b1010_1010, 0b1100_1100, 0b1111_0000u64];
    let words = circuit.aig.simulate(&[a, b, q]);
    let mid = a ^ b ^ q;
    assert_eq!(word_of(&words, circuit.outputs[0].edge) & 0xff, !(a & q & mid) & 0xff);
    assert_eq!(word_of(&words, circuit.latches[0].next) & 0xff, !mid & 0xff);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    assert_eq!(reason("INPUT(a)\nb = FOO(a)\n"), "line 2: unknown gate `FOO`");
    assert_eq!(reason("OUTPUT(a)\n"), "line 1: `a` is not defined");
    assert_eq!(reason("INPUT(a)\nINPUT(a)\n"), "line 2: `a` is already defined in line 1");
    assert_eq!(reason("a = NOT(b)\nb = NOT(a)\n"), "line 2: `b` depends on itself within one cycle");
    assert_eq!(reason("a = NOT(a, a)\n"), "line 1: NOT takes one operand");
    assert_eq!(reason("a = AND(b\n"), "line 1: the line should end with `)`");
    assert_eq!(reason("a = AND(b,)\n"), "line 1: `` is not a name");
    assert_eq!(reason("hello\n"), "line 1: expected `NAME(...)`, found `hello`");
}

#[test]
fn depth_is_no_danger() {
    let mut text = String::from("INPUT(s0)\nOUTPUT(s200000)\n");
    for idx in (1..=200_000).rev() {
        text.push_str(&format!("s{idx} = NOT(s{})\n", idx - 1));
    }
    let circuit = read(text.as_bytes()).expect("the file should be read");
    assert_eq!(circuit.outputs[0].edge, circuit.inputs[0].edge);
}

#[test]
fn mutated_files_are_read_or_refused() {
    let mut state = 5u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut n_read = 0;
    for _ in 0..20_000 {
        let mut bytes = SMALL.as_bytes().to_vec();
        for _ in 0..=random(2) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => bytes[at] = b"abqx(),=# \n"[random(11)],
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"abqx(),=# \n\xff"[random(12)]),
            }
        }
        if let Ok(circuit) = read(&bytes) {
            n_read += 1;
            assert_eq!(circuit.aig.inputs().len(), circuit.inputs.len() + circuit.latches.len());
        }
    }
    assert!(n_read > 1000, "mutation should leave many files readable, not {n_read}");
}
