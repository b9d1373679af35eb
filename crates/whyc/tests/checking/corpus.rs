//! Every program of `tests/c` gets the verdict that its header asks for.

use std::path::Path;

use whyc_tests::{corpus, parallel};

#[test]
fn every_program_gets_its_verdict() {
    let whyc = Path::new(env!("CARGO_BIN_EXE_whyc"));
    let cases = corpus::cases().unwrap_or_else(|errors| panic!("headers should be right:\n{errors}"));
    // Programs that were not found would all pass.
    assert!(cases.len() >= 150, "only {} programs were found", cases.len());
    let answers = parallel::map(&cases, |case| corpus::mismatch(whyc, case));
    let wrong: Vec<_> = cases.iter().zip(answers).filter_map(|(case, got)| Some((case, got?))).collect();
    assert!(wrong.is_empty(), "{} of {} programs differ:\n{}", wrong.len(), cases.len(), corpus::table(&wrong));
}
