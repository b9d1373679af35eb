use whyc_base::budget::Budget;

use super::{Keeps, Mode, Role, Towards, Which, roles};
use crate::parse::parse;
use crate::simplest::simplest;
use crate::syntax::Expr;

/// The parts without a role, one column for each mode that keeps the meaning; `#n` where a part stands more than once.
fn witnesses(text: &str) -> [Vec<String>; 4] {
    let spec = [parse(text).expect("the property should be read")];
    let modes = [
        (Which::All, Towards::Stronger),
        (Which::All, Towards::Weaker),
        (Which::One, Towards::Stronger),
        (Which::One, Towards::Weaker),
    ];
    modes.map(|(which, towards)| {
        let mode = Mode { which, towards, keeps: Keeps::Meaning };
        let all = roles(&spec, &[mode], &Budget::unlimited());
        assert!(!all.iter().any(|(_, _, role)| matches!(role, Role::NotDecided(_))), "{text}");
        let without = all.into_iter().filter(|(_, _, role)| matches!(role, Role::None(_)));
        let named = without.map(|(mode, part, _)| {
            let text = part.expr.to_string();
            if mode.which == Which::One && part.nth.1 > 1 { format!("{text}#{}", part.nth.0) } else { text }
        });
        named.collect()
    })
}

/// The examples of the paper, with the corrections that an exact computation made to them.
#[test]
fn the_examples_of_the_paper() {
    let table: &[(&str, [&[&str]; 4])] = &[
        (
            "G(busy -> F grant) & G(!busy -> F grant)",
            [&["busy", "!busy"], &["busy"], &["busy#1", "!busy", "busy#2"], &[]],
        ),
        ("F(grant | fail) | X fail", [&["X fail"], &[], &["X fail", "fail#2"], &[]]),
        ("(!busy & (busy U ack)) | (busy & ack)", [&["busy"], &["busy"], &["busy#2"], &["busy#3"]]),
        ("p | q", [&[], &[], &[], &[]]),
        ("grant | (up U grant)", [&[], &[], &["grant#1"], &[]]),
        ("(!busy & ack) | (busy & ack)", [&["busy"], &["!busy", "busy"], &[], &["!busy", "busy#1", "busy#2"]]),
        ("F grant & X grant", [&[], &["F grant"], &[], &["F grant", "grant#1"]]),
        ("F grant | X grant", [&["X grant"], &[], &["X grant", "grant#2"], &[]]),
        (
            "(wait U busy) & F(wait | busy)",
            [
                &[],
                &["F (wait || busy)", "wait || busy"],
                &["wait#2"],
                &["F (wait || busy)", "wait || busy", "wait#2", "busy#2"],
            ],
        ),
        ("(wait & busy) | (wait & !busy)", [&["busy"], &["busy", "!busy"], &[], &["busy#1", "!busy", "busy#2"]]),
        ("G high | (high -> F G high)", [&[], &[], &["G high#1", "high#1"], &[]]),
        ("G(x1 -> F y) & G(x2 -> F y) & G(x1 | x2)", [&[], &[], &["x1#1", "x2#1"], &[]]),
        ("(p -> (f & g)) & (p -> (f & h))", [&[], &[], &[], &["f#1", "f#2"]]),
        (
            "G(error -> (error U error))",
            [
                &["error"],
                &["G (error -> error U error)", "error -> error U error", "error", "error U error"],
                &["error#2"],
                &[
                    "G (error -> error U error)",
                    "error -> error U error",
                    "error#1",
                    "error U error",
                    "error#2",
                    "error#3",
                ],
            ],
        ),
        ("G !(req -> X(!grant -> X grant))", [&[], &["X grant"], &[], &["X grant", "grant#2"]]),
        // Weak for all occurrences at once, but for none alone.
        ("(!busy | ack) & (busy | ack)", [&["!busy", "busy"], &["busy"], &["!busy", "busy#1", "busy#2"], &[]]),
        // No part of these is without a role.
        ("(p -> (f & g)) & (!p -> (f & h))", [&[], &[], &[], &[]]),
        ("G(busy -> F(grant & !busy)) | G F grant", [&[], &[], &[], &[]]),
        ("(busy | ack) -> X grant", [&[], &[], &[], &[]]),
        ("G(req -> X(g1 | g2)) & G(req -> F g2)", [&[], &[], &[], &[]]),
        ("G(req -> F(g1 | g2))", [&[], &[], &[], &[]]),
    ];
    for (text, expected) in table {
        let found = witnesses(text);
        for (column, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert_eq!(found, expected, "{text}, column {column}");
        }
    }
}

#[test]
fn what_is_left_is_as_short_as_it_can_be() {
    for (text, expected) in [
        ("G(busy -> F grant) & G(!busy -> F grant)", "G F grant"),
        ("F(grant | fail) | X fail", "F (grant || fail)"),
        ("(!busy & (busy U ack)) | (busy & ack)", "ack"),
        ("grant | (up U grant)", "up U grant"),
        ("(wait & busy) | (wait & !busy)", "wait"),
        ("G(x1 -> F y) & G(x2 -> F y) & G(x1 | x2)", "G F y && G (x1 || x2)"),
        ("p | q", "p || q"),
    ] {
        let spec = [parse(text).expect("the property should be read")];
        let left: Vec<Expr> = simplest(&spec, &Budget::unlimited());
        assert_eq!(left.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected], "{text}");
    }
}

#[test]
fn some_run_may_be_left_where_the_meaning_changes() {
    let asked = |text: &str, which: Which| {
        let spec = [parse(text).expect("the property should be read")];
        let mode = Mode { which, towards: Towards::Stronger, keeps: Keeps::Runs };
        let all = roles(&spec, &[mode], &Budget::unlimited());
        let told = all.into_iter().map(|(_, part, role)| {
            let sign = match role {
                Role::None(_) => '-',
                Role::Matters(_) => '+',
                Role::NotDecided(_) => '?',
            };
            format!("{sign}{}", part.expr)
        });
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(asked("p || q", Which::One), "+p || q -p -q");
    assert_eq!(asked("p && q", Which::One), "+p && q +p +q");
    assert_eq!(asked("p || q", Which::All), "+p || q -p -q");
    assert_eq!(asked("p && q", Which::All), "+p && q +p +q");
    // Whatever the left side does, the next step would have to do the same: there is no such run.
    assert_eq!(asked("G(x <-> X grant)", Which::All), "+G (x <-> X grant) +x <-> X grant +x +X grant +grant");
    assert_eq!(asked("F x || G F p", Which::All), "+F x || G F p -F x -x -G F p -F p -p");
}
