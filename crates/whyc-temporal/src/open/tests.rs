use whyc_base::budget::Budget;

use super::{Open, Opened, Realizable, examine};
use crate::parse::parse;
use crate::syntax::Expr;
use crate::vacuity::{Keeps, Role, Towards, Which};

fn opened(text: &str, inputs: &str, outputs: &str) -> (Vec<Expr>, Opened) {
    let spec = vec![parse(text).expect("the property should be read")];
    let names = |it: &str| it.split_whitespace().map(str::to_owned).collect();
    let open = Open { inputs: names(inputs), outputs: names(outputs) };
    let found = examine(&spec, &open, 4_000, &Budget::unlimited());
    (spec, found)
}

fn is_realizable(text: &str, inputs: &str, outputs: &str) -> Option<bool> {
    match opened(text, inputs, outputs).1.realizable {
        Realizable::Yes { .. } => Some(true),
        Realizable::No => Some(false),
        Realizable::NotDecided(_) => None,
    }
}

/// The parts without a role for single occurrences.
fn without_role(text: &str, inputs: &str, outputs: &str, towards: Towards, keeps: Keeps) -> Vec<String> {
    let (_, found) = opened(text, inputs, outputs);
    let all = found
        .roles
        .into_iter()
        .filter(|(mode, ..)| mode.which == Which::One && mode.towards == towards && mode.keeps == keeps);
    let told = all.filter_map(|(_, part, role)| match role {
        Role::None(_) => {
            Some(if part.nth.1 > 1 { format!("{}#{}", part.expr, part.nth.0) } else { part.expr.to_string() })
        }
        Role::Matters(_) => None,
        Role::NotDecided(reason) => Some(format!("?{} {reason}", part.expr)),
    });
    told.collect()
}

#[test]
fn systems_win_or_their_environment_does() {
    for (text, inputs, outputs, expected) in [
        ("G(req -> F grant)", "req", "grant", true),
        ("G(req <-> grant)", "req", "grant", true),
        ("G(grant <-> X req)", "req", "grant", false),
        ("F req", "req", "grant", false),
        ("G F grant && G F !grant", "req", "grant", true),
        ("G(busy -> F(grant && !busy))", "busy", "grant", false),
        ("(G F req) -> (G F grant)", "req", "grant", true),
        ("(G F grant) -> (G F req)", "req", "grant", true),
        ("(G F grant) && ((G F grant) -> (G F req))", "req", "grant", false),
        ("{req; req} |=> grant", "req", "grant", true),
        ("grant && !grant", "req", "grant", false),
        ("true", "req", "grant", true),
    ] {
        assert_eq!(is_realizable(text, inputs, outputs), Some(expected), "{text}");
    }
}

#[test]
fn what_systems_can_do_more_strictly_is_told() {
    let found = without_role("G(req -> X(g1 | g2)) & G(req -> F g2)", "req", "g1 g2", Towards::Stronger, Keeps::Runs);
    assert!(found.contains(&"g2#1".to_owned()), "{found:?}");
    let found = without_role("G(req -> F(g1 | g2))", "req", "g1 g2", Towards::Stronger, Keeps::Runs);
    assert!(found.contains(&"g1".to_owned()) && found.contains(&"g2".to_owned()), "{found:?}");
    // The strengthening of `ack` is `X grant`, which a system can do.
    let found = without_role("(busy | ack) -> X grant", "busy ack", "grant", Towards::Stronger, Keeps::Runs);
    assert!(found.contains(&"ack".to_owned()), "{found:?}");
}

#[test]
fn some_parts_matter_to_runs_but_not_to_systems() {
    let open = |text: &str| without_role(text, "busy", "grant", Towards::Stronger, Keeps::Meaning);
    assert_eq!(open("(X busy) | grant"), ["X busy", "busy"]);
    // No system can do the first part alone, and yet some do it in place of the second.
    assert_eq!(open("G(busy -> F(grant & !busy)) | G F grant"), Vec::<String>::new());
}
