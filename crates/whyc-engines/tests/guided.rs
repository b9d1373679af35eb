//! The guided search finds a run, makes it small, and what is told of it is told of that run alone.

use std::sync::Arc;

use whyc_base::budget::Budget;
use whyc_base::status::Status;
use whyc_check::effort::Units;
use whyc_check::scout::{Scene, Scout};
use whyc_check::{Analysis, Arithmetic, Effort, Options, Unwind, Verdict};
use whyc_engines::guided::Guided;
use whyc_ir::property::ClassSet;

/// Three of one kind and then one of another, anywhere among sixty.
const AMONG_MANY: &str = "extern int nondet(void);
    int main(void) { int n = 0;
      for (int i = 0; i < 60; i++) {
        int c = nondet();
        if (c == 1) n++;
        else if (c == 2) n = 0;
        else if (c == 7) __CPROVER_assert(n != 3, \"seven\");
        else __CPROVER_assert(i < 70, \"few\");
      }
      return 0; }";

const NOTHING: &str = "extern int nondet(void);
    int main(void) { int c = nondet(); if (c != 7 && c > 0) __CPROVER_assert(c != 7, \"seven\"); return 0; }";

fn analysis(source: &str) -> Analysis {
    let input = whyc_c::Input::text("program.c", source);
    let compiled = whyc_c::compile(&[input], &whyc_c::Options::for_main());
    let program = compiled.unwrap_or_else(|failure| panic!("it should compile: {failure:?}")).program;
    let options = Options {
        classes: ClassSet::defaults(),
        only: None,
        unwind: Unwind::Automatic,
        unwind_loops: Vec::new(),
        limits: Vec::new(),
        given: Vec::new(),
        effort: Effort::Modest,
        arith: Arithmetic::default(),
        budget: Budget::unlimited(),
    };
    Analysis::new(Arc::new(program), options).expect("nothing is named")
}

fn look(source: &str, allowed: u64) -> Option<Vec<u128>> {
    let analysis = analysis(source);
    let budget = Budget::unlimited();
    let scene = Scene {
        program: &analysis.program,
        properties: &analysis.properties,
        asked: &analysis.asked,
        loops: &analysis.loops,
        budget: &budget,
    };
    Guided::new(true).look(&scene, Units(allowed)).map(|scouted| scouted.inputs)
}

#[test]
fn a_run_is_found_and_made_small() {
    assert_eq!(look(AMONG_MANY, 100_000_000), Some(vec![1, 1, 1, 7]));
    assert_eq!(look(NOTHING, 100_000_000), None);
    // No more is done than is allowed.
    assert_eq!(look(AMONG_MANY, 3_000), None);
}

#[test]
fn one_run_says_nothing_of_others() {
    for alone in [true, false] {
        let mut analysis = analysis(AMONG_MANY).scouting(Box::new(Guided::new(true)));
        analysis.tells_one_run = alone;
        let outcome = analysis.decide();
        assert_eq!(outcome.verdict, Verdict::Violated);
        assert!(analysis.is_scouted);
        let n_unknown = outcome.known.iter().filter(|known| matches!(known.status, Status::Unknown(_))).count();
        let n_violated = outcome.known.iter().filter(|known| matches!(known.status, Status::Violated)).count();
        assert_eq!(n_violated, 1);
        if alone {
            assert!(!outcome.complete);
            assert_eq!(n_unknown + n_violated, outcome.known.len());
        }
    }
}

#[test]
fn where_nothing_is_found_all_runs_are_looked_at() {
    let mut analysis = analysis(NOTHING).scouting(Box::new(Guided::new(true)));
    analysis.tells_one_run = true;
    let outcome = analysis.decide();
    assert_eq!(outcome.verdict, Verdict::Safe);
    assert!(!analysis.is_scouted && outcome.complete);
}
