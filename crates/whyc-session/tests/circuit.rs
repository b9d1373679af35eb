//! A session about a circuit.

use std::sync::{Arc, Mutex, PoisonError};

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::status::Status;
use whyc_circuit::file::Format;
use whyc_circuit::finding::Verdict;
use whyc_circuit::lift::Method;
use whyc_session::circuit::{Ask, DontCares, Finding, Goal, Refused, Request, Session};
use whyc_session::{Progress, Watch};

/// A latch that becomes true once the input is, and is bad then.
const LATCH: &[u8] = b"aag 3 1 1 0 1 1\n2\n4 7\n4\n6 3 5\n";

fn request() -> Request {
    Request {
        origin: None,
        is_whole: false,
        fixed: Vec::new(),
        command: "check".to_owned(),
        file: "latch.aag".to_owned(),
        ask: Ask::File { only: None },
        goal: Goal::Violation,
        bound: None,
        method: Some(Method::CoreIncremental),
        every_run: false,
        budget: Budget::unlimited(),
    }
}

#[test]
fn a_circuit_is_decided_and_its_run_lifted() {
    let mut session = Session::open(LATCH, Format::Aiger, request(), Watch::silent()).expect("it should be read");
    let finding = session.finding().expect("it should be decided");
    assert_eq!(finding.head.verdict, Verdict::Violated);
    assert!(session.witness(DontCares::AsInRun).is_some_and(|text| text.starts_with('1')));
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

/// Counts, and is bad at 3.
const COUNTER: &[u8] = b"1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 n\n5 init 1 4 3\n6 one 1\n7 add 1 4 6\n\
8 next 1 4 7\n9 constd 1 3\n10 eq 2 4 9\n11 bad 10\n12 constd 1 9\n13 eq 2 4 12\n14 bad 13\n";

#[test]
fn what_is_known_is_told_cycle_by_cycle() {
    let told: Arc<Mutex<Vec<Finding>>> = Arc::default();
    let listener = Arc::clone(&told);
    let watch = Watch::telling(move |what| {
        if let Progress::Cycles(finding) = what {
            listener.lock().unwrap_or_else(PoisonError::into_inner).push(finding.clone());
        }
    });
    let mut session = Session::open(COUNTER, Format::Btor2, request(), watch).expect("it should be read");
    session.decide().expect("it should be decided");
    let told = told.lock().unwrap_or_else(PoisonError::into_inner);
    let mut cycles: Vec<usize> = told.iter().map(Finding::n_cycles).collect();
    // What is known at the end may be told once more.
    cycles.dedup();
    assert_eq!(cycles, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0], "after the last one nothing is open");
    // If the search ended after the second cycle, these two would be known and nothing else.
    let early = told[1].clone().ended_by(Exhausted::Time);
    assert_eq!(early.head.verdict, Verdict::Unknown);
    assert!(early.properties.iter().all(|it| it.cycles == 2 && matches!(it.status, Status::Unknown(_))));
    // Later the first violation is, with its run.
    let later = told[5].clone().ended_by(Exhausted::Time);
    assert_eq!(later.head.verdict, Verdict::Violated);
    assert!(later.counterexample.is_some_and(|run| run.depth == 3 && run.cut_short.is_some()));
    assert!(matches!(later.properties[1].status, Status::Unknown(_)));
}
