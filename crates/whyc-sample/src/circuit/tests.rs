use whyc_base::budget::Budget;
use whyc_circuit::file::Format;

use super::*;
use crate::drive::{Go, drive};

fn design(text: &str, format: Format) -> Design {
    format.read(text.as_bytes()).expect("a circuit")
}

/// A latch that takes the input; bad when it is one.
const LATCH: &str = "aag 2 1 1 0 0 1\n2\n4 2\n4\n";

/// How many of some runs fail, by property, and how many are rejected.
fn seen(sampled: &Sampled, runs: usize, jobs: usize) -> (Vec<u64>, usize) {
    let (mut failed, mut rejected, mut n) = (Vec::new(), 0, 0);
    let ended = drive(sampled, jobs, &Budget::unlimited(), |number, seen| {
        match seen.ended {
            Ended::Failed(_) => failed.push(number),
            Ended::Rejected(_) => rejected += 1,
            Ended::Passed | Ended::Lost { .. } => {}
        }
        n += 1;
        if n == runs { Go::Stop } else { Go::On }
    });
    assert!(ended.is_ok());
    (failed, rejected)
}

/// A shift register of three bits, bad when all of them are one.
const SHIFT: &str = "1 sort bitvec 1\n2 input 1 in\n3 state 1 a\n4 state 1 b\n5 state 1 c\n6 zero 1\n7 init 1 3 6\n8 init 1 4 6\n9 init 1 5 6\n\
                     10 next 1 3 2\n11 next 1 4 3\n12 next 1 5 4\n13 and 1 3 4\n14 and 1 13 5\n15 bad 14\n";

#[test]
fn runs_fail_as_often_as_they_should() {
    // Three ones in a row by the third cycle: one in eight.
    let sampled = Sampled::new(design(SHIFT, Format::Btor2), &[], vec![0], 4, 1).expect("a subject");
    let (failed, _) = seen(&sampled, 20_000, 1);
    // Four and a half deviations.
    assert!(failed.len().abs_diff(2500) < 211, "{}", failed.len());
    assert_eq!(seen(&sampled, 20_000, 3), (failed.clone(), 0), "on any number of threads");
    let run = sampled.failing(failed[0], 0).expect("a run");
    assert_eq!((run.depth, run.inputs.len()), (3, 4));
    assert_eq!(sampled.shown(&run)[0].1[..3], ["1", "1", "1"]);
    let one = Distribution::read("bernoulli(0.9)").expect("a distribution");
    let sampled =
        Sampled::new(design(SHIFT, Format::Btor2), &[("in".to_owned(), one)], vec![0], 4, 1).expect("a subject");
    assert!(seen(&sampled, 20_000, 1).0.len().abs_diff(14_580) < 284);
}

#[test]
fn inputs_are_drawn_until_the_constraints_hold() {
    // The register again, fed by the lowest of three bits, of which exactly the pattern 5 or 6 is allowed.
    let text = "1 sort bitvec 1\n2 sort bitvec 3\n3 input 2 in\n4 slice 1 3 0 0\n5 state 1 a\n6 zero 1\n7 init 1 5 6\n8 next 1 5 4\n\
                9 constd 2 5\n10 constd 2 6\n11 eq 1 3 9\n12 eq 1 3 10\n13 or 1 11 12\n14 constraint 13\n15 bad 5\n";
    let sampled = Sampled::new(design(text, Format::Btor2), &[], vec![0], 2, 1).expect("a subject");
    let (failed, rejected) = seen(&sampled, 20_000, 1);
    assert!(failed.len().abs_diff(10_000) < 320 && rejected < 20, "{} {rejected}", failed.len());
    let never = Distribution::read("3").expect("a distribution");
    let sampled =
        Sampled::new(design(text, Format::Btor2), &[("in".to_owned(), never)], vec![0], 2, 1).expect("a subject");
    assert_eq!(seen(&sampled, 640, 1), (Vec::new(), 640), "what is never allowed is rejected");
}

#[test]
fn files_of_gates_are_run_too() {
    let sampled = Sampled::new(design(LATCH, Format::Aiger), &[], vec![0], 3, 1).expect("a subject");
    let (failed, rejected) = seen(&sampled, 20_000, 1);
    assert!(failed.len().abs_diff(15_000) < 276 && rejected == 0, "{}", failed.len());
    assert!(failed.iter().take(5).all(|&number| sampled.failing(number, 0).is_some()));
}

#[test]
fn names_and_values_are_checked() {
    let of = |name: &str, dist: &str| {
        let given = [(name.to_owned(), Distribution::read(dist).expect("a distribution"))];
        Sampled::new(design(SHIFT, Format::Btor2), &given, vec![0], 4, 1).err().unwrap_or_default()
    };
    assert!(of("im", "1").contains("did you mean `in`?"), "{}", of("im", "1"));
    assert!(of("in", "uniform(0, 2)").contains("2 is no value"), "{}", of("in", "uniform(0, 2)"));
}
