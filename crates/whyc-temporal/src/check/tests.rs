use whyc_base::budget::Budget;
use whyc_circuit::check::{Goal, Scope};
use whyc_circuit::design::Design;
use whyc_circuit::file::Format;

use super::{Answer, Asked, check};
use crate::parse::parse;
use crate::run::Beside;

/// An arbiter of two: grants are remembered, the first has precedence unless it was served last.
const ARBITER: &str = "1 sort bitvec 1\n2 input 1 r0\n3 input 1 r1\n4 state 1 g0\n5 state 1 g1\n6 zero 1\n7 init 1 4 6\n8 init 1 5 6\n\
                       9 and 1 2 -4\n10 not 1 2\n11 or 1 10 4\n12 and 1 3 11\n13 not 1 12\n14 and 1 9 13\n15 next 1 4 14\n16 next 1 5 12\n\
                       17 output 14 next0\n";

fn design() -> Design {
    Format::Btor2.read(ARBITER.as_bytes()).expect("the circuit should be read")
}

fn asked() -> Asked {
    Asked { goal: Goal::Either, bound: 30, scope: Scope::All, budget: Budget::unlimited() }
}

fn told(text: &str) -> String {
    let expr = parse(text).expect("the property should be read");
    match check(&design(), &expr, &asked()) {
        Err(message) => message,
        Ok(Answer::Holds { idle }) if idle.is_empty() => "holds".to_owned(),
        Ok(Answer::Holds { idle }) => format!("holds, but {:?} {}", idle[0].how, idle[0].text),
        Ok(Answer::HoldsUpTo { bound, .. }) => format!("holds up to {bound}"),
        Ok(Answer::NotDecided { reason, .. }) => reason,
        Ok(Answer::Violated(broken)) => {
            let why = Beside::new(&broken.run).why(&expr, 0).expect("it should be small");
            let why: Vec<String> = why.iter().map(|it| format!("{}@{} {:?}", it.text, it.step, it.what)).collect();
            format!("{} steps, loop {:?}: {}", broken.run.letters.len(), broken.run.start, why.join("; "))
        }
    }
}

#[test]
fn safety_and_liveness_of_an_arbiter() {
    assert_eq!(told("G !(g0 && g1)"), "holds");
    assert_eq!(told("G (r0 && r1 -> X (g0 || g1))"), "holds");
    assert_eq!(told("{r0 && r1; r0 && r1} |-> X (g0 || g1)"), "holds");
    assert_eq!(told("G (G r1 -> F g1)"), "holds");
    assert_eq!(told("G (g0 && g1 -> F r0)"), "holds, but NeverHappens g0 && g1");
    assert_eq!(told("G (r1 |=> g1)"), "2 steps, loop None: r1@0 Matched { to: 0 }; g1@1 False");
    assert_eq!(told("G !next0"), "1 steps, loop None: !next0@0 False");
}

#[test]
fn runs_that_go_on_forever_are_told_in_terms_of_the_property() {
    let said = told("G F g1");
    assert!(said.contains("loop Some") && said.contains("F g1@0 Never"), "{said}");
    let said = told("G (r1 -> F g1)");
    assert!(said == "holds" || said.contains("r1@"), "{said}");
}

#[test]
fn what_is_not_there_is_told() {
    assert_eq!(told("G g2"), "the circuit has no signal `g2`; did you mean `g0`?");
    assert_eq!(told("G g0[3]"), "`g0` has no bit 3: it has 1");
}

#[test]
fn what_a_bound_leaves_open_is_told_with_the_cycle_from_which_on_it_waits() {
    let pending = |text: &str, bound: usize| {
        let expr = parse(text).expect("the property should be read");
        let asked = Asked { goal: Goal::Violation, bound, scope: Scope::Proofs, budget: Budget::unlimited() };
        let Ok(Answer::HoldsUpTo { open, .. }) = check(&design(), &expr, &asked) else {
            panic!("`{text}` should hold up to cycle {bound}");
        };
        let Some(open) = open else { return String::new() };
        assert_eq!(open.run.letters.len(), bound + 1, "`{text}`");
        let told = Beside::new(&open.run).pending(&expr, 0).expect("it should be small");
        told.iter().map(|it| format!("{}@{}", it.text, it.step)).collect::<Vec<_>>().join("; ")
    };
    // A request waits for one cycle at most, so that only the last one can be open.
    assert_eq!(pending("G (r0 && r1 -> F (g0 || g1))", 4), "F (g0 || g1)@4");
    // With both asking from the start, the second one waits for its turn until cycle 2.
    assert_eq!(pending("(G r1) -> F g1", 1), "F g1@0");
    assert_eq!(pending("(G r1) -> F g1", 4), "");
    // Nothing is ever open of what only forbids.
    assert_eq!(pending("G !(g0 && g1)", 4), "");
}
