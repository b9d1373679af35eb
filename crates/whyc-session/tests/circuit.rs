//! A session about a circuit.

use whyc_base::budget::Budget;
use whyc_circuit::file::Format;
use whyc_circuit::finding::Verdict;
use whyc_circuit::lift::Method;
use whyc_session::Watch;
use whyc_session::circuit::{Ask, Goal, Refused, Request, Session};

/// A latch that becomes true once the input is, and is bad then.
const LATCH: &[u8] = b"aag 3 1 1 0 1 1\n2\n4 7\n4\n6 3 5\n";

fn request() -> Request {
    Request {
        command: "check".to_owned(),
        file: "latch.aag".to_owned(),
        ask: Ask::File { only: None },
        goal: Goal::Violation,
        bound: None,
        method: Method::CoreIncremental,
        every_run: false,
        budget: Budget::unlimited(),
    }
}

#[test]
fn a_circuit_is_decided_and_its_run_lifted() {
    let mut session = Session::open(LATCH, Format::Aiger, request(), Watch::silent()).expect("it should be read");
    let finding = session.finding().expect("it should be decided");
    assert_eq!(finding.head.verdict, Verdict::Violated);
    assert!(session.witness().is_some_and(|text| text.starts_with('1')));
    assert!(session.vcd().is_some());
    session.minimise(Method::Minimum).expect("it should be minimised");
    let run = session.finding().ok().and_then(|finding| finding.counterexample).expect("there should be a run");
    assert_eq!(run.method, Method::Minimum.name());
}

#[test]
fn what_is_no_circuit_is_refused() {
    let opened = Session::open(b"aag x", Format::Aiger, request(), Watch::silent());
    assert!(matches!(opened.map(|_| ()), Err(Refused::Invalid(_))));
    let ask = Ask::File { only: Some("nobody".to_owned()) };
    let session = Session::open(LATCH, Format::Aiger, Request { ask, ..request() }, Watch::silent());
    let decided = session.expect("it should be read").decide();
    assert!(matches!(decided, Err(Refused::Mistaken(_))), "{decided:?}");
}

#[test]
fn a_circuit_can_be_cancelled() {
    let watch = Watch::silent();
    watch.canceller().cancel();
    let mut session = Session::open(LATCH, Format::Aiger, request(), watch).expect("it should be read");
    assert_eq!(session.finding().map(|finding| finding.head.verdict).ok(), Some(Verdict::Unknown));
}
