use super::*;
use crate::file::Format;

/// A counter that should go from 0 to `last` and begin again; what is written is when it does.
fn counter(comparison: &str, last: u32) -> Design {
    let text = format!(
        "1 sort bitvec 1\n2 sort bitvec 4\n3 zero 2\n4 state 2 count\n5 init 2 4 3\n6 input 1 enable\n\
         7 constd 2 {last}\n8 one 2\n9 {comparison} 1 4 7 wraps\n10 add 2 4 8\n11 ite 2 9 3 10\n12 ite 2 6 11 4\n\
         13 next 2 4 12\n14 output 4 shown\n15 constd 2 9\n16 ugt 1 4 15\n17 bad 16 beyond\n"
    );
    Format::Btor2.read(text.as_bytes()).expect("it should be read")
}

fn failing(design: &Design) -> Counterexample {
    let options = Options { goal: Goal::Violation, bound: 30, budget: Budget::unlimited() };
    match check::check(&design.circuit, &[Property::Bad(0)], &options).outcomes.into_iter().next() {
        Some(Outcome::Violated(run)) => run,
        other => panic!("it should fail: {other:?}"),
    }
}

/// What is found, with every node its own place but those that only state the property.
fn found(design: &Design) -> Mended {
    let model = &design.words.as_ref().expect("words").model;
    let is_stated = |node: usize| model.nodes[node].line >= 15;
    let place = |node: usize| (!is_stated(node)).then_some(node);
    let around = Around { conditions: &|_| Vec::new(), is_known: &|_| true };
    mend(design, &failing(design), &place, &around, &Budget::unlimited()).expect("it can be asked")
}

#[test]
fn a_wrong_comparison_is_mended_and_proved() {
    for (comparison, last) in [("ugt", 9), ("eq", 10), ("ugte", 11)] {
        let design = counter(comparison, last);
        let found = found(&design);
        let model = &design.words.as_ref().expect("words").model;
        let is_fault = |place: &Place| model.nodes[place.nodes[0]].name.as_deref() == Some("wraps");
        assert!(found.places.iter().any(is_fault), "{comparison} {last}");
        // No small change is enough for the last one.
        if last < 11 {
            let first = found.places.first().expect("a place");
            assert!(is_fault(first), "{comparison} {last}");
            let fix = first.fixes.first().expect("a change");
            assert_eq!((fix.holds, fix.differs.0), (Holds::Always, 0), "{comparison} {last}: {fix:?}");
        }
        // What is told to hold does, in every change that is told.
        for fix in found.places.iter().flat_map(|it| &it.fixes) {
            let changed = build::build(fix.change.made(model), &Budget::unlimited()).expect("it can be built");
            let options = Options { goal: Goal::Violation, bound: 40, budget: Budget::unlimited() };
            let outcomes = check::check(&changed.circuit, &[Property::Bad(0)], &options).outcomes;
            let up_to = match fix.holds {
                Holds::Always => 40,
                Holds::UpTo(cycle) => cycle,
            };
            let fails = |outcome: &Outcome| matches!(outcome, Outcome::Violated(run) if run.depth <= up_to);
            assert!(!outcomes.iter().any(fails), "{fix:?}");
        }
    }
}

#[test]
fn inputs_and_states_keep_their_places_when_nodes_are_put_in() {
    let design = counter("ugt", 9);
    let model = &design.words.as_ref().expect("words").model;
    let around = Around { conditions: &|_| (0..model.nodes.len()).collect(), is_known: &|_| true };
    for node in 0..model.nodes.len() {
        for (_, change) in changes::all(model, &[node], &around) {
            let changed = change.made(model);
            assert_eq!((changed.inputs.len(), changed.states.len()), (model.inputs.len(), model.states.len()));
            assert!(changed.inputs.iter().all(|&node| changed.nodes[node].kind == Kind::Input));
            assert!(changed.states.iter().all(|state| changed.nodes[state.node].kind == Kind::State));
            let is_in_order = |(at, node): (usize, &crate::btor2::model::Node)| match &node.kind {
                Kind::Apply(_, operands) => operands.iter().all(|it| it.node < at),
                Kind::Const(_) | Kind::Input | Kind::State => true,
            };
            assert!(changed.nodes.iter().enumerate().all(is_in_order), "{change:?}");
        }
    }
}
