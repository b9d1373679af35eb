use super::*;

fn said(formula: &str, proof: &str) -> String {
    let formula = Formula::read(formula.as_bytes()).expect("the formula should be one");
    match check(&formula, proof.as_bytes(), &Budget::unlimited()) {
        Ok(accepted) => format!("{} added, {} rat, {} deleted", accepted.added, accepted.rat, accepted.deleted),
        Err(error) => error.to_string(),
    }
}

const FOUR: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn proofs_are_accepted() {
    for (proof, expected) in [
        ("5 2 0 1 2 0\n6 0 5 3 4 0\n", "2 added, 0 rat, 0 deleted"),
        ("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n6 d 3 0\n", "2 added, 0 rat, 3 deleted"),
        // What holds anyhow may be added without reasons, and says nothing as a reason.
        ("5 1 -1 0 0\n6 2 0 1 2 0\n7 0 6 3 5 4 0\n", "3 added, 0 rat, 0 deleted"),
    ] {
        assert_eq!(said(FOUR, proof), expected, "{proof}");
    }
    assert_eq!(said("p cnf 0 1\n0\n", ""), "0 added, 0 rat, 0 deleted");
    assert_eq!(said("p cnf 1 2\n1 1 0\n-1 0\n", "3 0 1 2 0\n"), "1 added, 0 rat, 0 deleted");
}

#[test]
fn what_does_not_follow_is_refused_with_its_place() {
    for (proof, expected) in [
        ("5 2 0 1 2 0\n", "the proof ends after 1 steps without having derived the empty clause"),
        ("", "the proof ends after 0 steps without having derived the empty clause"),
        ("5 2 0 1 0\n", "line 1, clause 5: its hints lead to no contradiction"),
        ("5 2 0 1 3 0\n", "line 1, clause 5: hint 3 leaves more than one literal"),
        ("5 2 0 0\n", "line 1, clause 5: its hints lead to no contradiction"),
        ("5 0 1 2 0\n", "line 1, clause 5: hint 1 leaves more than one literal"),
        ("5 2 0 1 2 0\n6 0 5 3 4 1 0\n", "line 2, clause 6: hints go on after the contradiction"),
        ("5 2 0 1 2 -3 4 0\n", "line 1, clause 5: hints go on after the contradiction"),
        ("5 2 0 1 2 0\n5 d 1 0\n6 0 5 3 1 0\n", "line 3, clause 6: it refers to clause 1, which there is not"),
        ("5 2 0 1 6 0\n", "line 1, clause 5: it refers to clause 6, which there is not"),
        (
            "5 2 0 1 9223372036854775807 0\n",
            "line 1, clause 5: it refers to clause 9223372036854775807, which there is not",
        ),
        ("4 2 0 1 2 0\n", "line 1, clause 4: names must grow, and 4 came before"),
        ("5 d 9 0\n", "line 1, clause 9: it is forgotten, but there is no such clause"),
        ("5 d 1 1 0\n", "line 1, clause 1: it is forgotten, but there is no such clause"),
        ("5 1 -1 0 1 0\n", "line 1, clause 5: it holds anyhow, but reasons are given"),
        ("5 0 -1 0\n", "line 1, clause 5: the empty clause must follow; it has no first literal"),
    ] {
        assert_eq!(said(FOUR, proof), expected, "{proof}");
    }
}

/// Definitions of new variables, and clauses that are blocked.
#[test]
fn clauses_that_take_no_solution_away_are_accepted_with_reasons_for_all() {
    // 3 is (1 and 2): three clauses, the first two blocked on 3, the last on -3.
    let defined = "5 -3 1 0 0\n";
    assert_eq!(said(FOUR, defined), "line 1, clause 5: its hints lead to no contradiction");
    let four_without = "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n3 -1 -2 0\n";
    for (proof, expected) in [
        // -3 stands in no clause but 4 has 3: clause 4 needs reasons. Under 3 and -1 its literal -1 holds.
        ("5 -3 1 0 -4 0\n", "the proof ends after 1 steps without having derived the empty clause"),
        ("5 -3 1 0 0\n", "line 1, clause 5: its hints lead to no contradiction"),
        ("5 -3 1 0 -4 1 0\n", "line 1, clause 5: clause 4 needs no reasons, but they are given"),
        ("5 -3 1 0 -1 0\n", "line 1, clause 5: clause 1 should have the literal 3"),
        ("5 -3 1 0 -7 0\n", "line 1, clause 5: it refers to clause 7, which there is not"),
        ("5 -3 0 -4 0\n", "line 1, clause 5: the hints for clause 4 lead to no contradiction"),
        // 1 and 2 follow, so that -3 would take solutions away.
        ("5 -3 0 -4 3 0\n", "line 1, clause 5: the hints for clause 4 lead to no contradiction"),
        ("5 -1 0 -1 2 0\n", "line 1, clause 5: it gives no reasons for clause 3"),
    ] {
        assert_eq!(said(four_without, proof), expected, "{proof}");
    }
}

#[test]
fn a_variable_with_a_large_number_costs_nothing() {
    let formula = "p cnf 1000000000 2\n1000000000 0\n-1000000000 0\n";
    assert_eq!(said(formula, "3 0 1 2 0\n"), "1 added, 0 rat, 0 deleted");
    assert_eq!(said("p cnf 1 2\n1 0\n-1 0\n", "3 1 900000000 0 1 0\n4 0 1 2 0\n"), "2 added, 0 rat, 0 deleted");
}

#[test]
fn limits_are_kept() {
    let mut text = String::from("p cnf 2000 2001\n1 0\n");
    for var in 1..2000 {
        text.push_str(&format!("-{var} {} 0\n", var + 1));
    }
    text.push_str("-2000 0\n");
    let formula = Formula::read(text.as_bytes()).expect("the formula should be one");
    // The same long step again and again: each follows, and it takes a while.
    let hints: Vec<String> = (1..=2001).map(|id| id.to_string()).collect();
    let mut proof = String::new();
    for id in 0..2000 {
        proof.push_str(&format!("{} 0 {} 0\n", 2002 + id, hints.join(" ")));
    }
    let over = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
    assert!(matches!(check(&formula, proof.as_bytes(), &over), Err(Error::Limit(_))));
    assert!(check(&formula, proof.as_bytes(), &Budget::unlimited()).is_ok());
}
