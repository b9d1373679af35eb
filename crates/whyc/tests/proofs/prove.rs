//! Loops that are proved for every number of rounds (`tests/prove`), and wrong ones that must never be.

use std::path::Path;

use serde_json::Value;
use whyc_tests::header::Expect;
use whyc_tests::{corpus, parallel, tool};

fn whyc() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_whyc"))
}

#[test]
fn every_loop_gets_its_verdict() {
    let cases = corpus::cases_in("tests/prove").unwrap_or_else(|errors| panic!("headers should be right:\n{errors}"));
    let n_safe = cases.iter().filter(|case| case.header.expect == Expect::Safe).count();
    assert!(n_safe >= 60, "only {n_safe} loops that can be proved were found");
    assert!(cases.len() - n_safe >= 30, "only {} wrong loops were found", cases.len() - n_safe);
    let answers = parallel::map(&cases, |case| corpus::mismatch(whyc(), case));
    let wrong: Vec<_> = cases.iter().zip(answers).filter_map(|(case, got)| Some((case, got?))).collect();
    assert!(wrong.is_empty(), "{} of {} programs differ:\n{}", wrong.len(), cases.len(), corpus::table(&wrong));
}

/// The report of a program.
fn report(text: &str) -> Value {
    let folder = tempfile::tempdir().expect("there should be room for a file");
    let path = folder.path().join("loop.c");
    std::fs::write(&path, text).expect("the file should be written");
    let answer = tool::check(whyc(), &path, &[], std::time::Duration::from_secs(60));
    answer.report.unwrap_or_else(|| panic!("there should be a report: {}", answer.stderr))
}

#[test]
fn a_proof_tells_what_it_rests_on_and_does_not_claim_an_end() {
    let report = report(
        "#include <assert.h>\nunsigned f(void);\nint main(void) {\n  unsigned n = f(), i = 0;\n  while (i < n) i++;\n  \
         assert(i == n);\n}\n",
    );
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["bounds"]["complete"], false);
    let proof = &report["proof"];
    assert_eq!(proof["method"], "induction");
    assert_eq!(proof["invariants"][0]["line"], 5);
    assert_eq!(proof["invariants"][0]["text"], "i <= n");
    assert_eq!(proof["certificate"], Value::Null);
    let statuses: Vec<&Value> = report["properties"].as_array().into_iter().flatten().map(|it| &it["status"]).collect();
    assert!(statuses.iter().all(|status| *status == "holds"), "{statuses:?}");
}

#[test]
fn a_loop_that_is_followed_to_its_end_needs_no_proof() {
    let report =
        report("#include <assert.h>\nint main(void) {\n  int i = 0;\n  while (i < 3) i++;\n  assert(i == 3);\n}\n");
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["bounds"]["complete"], true);
    assert_eq!(report["proof"], Value::Null);
}
