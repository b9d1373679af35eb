use whyc_check::Verdict;
use whyc_debug::finding::Narrowing;

use super::*;
use crate::fixture::{Fixture, median};

#[test]
fn a_violation() {
    let text = render(&median().finding, 0).unwrap_or_default();
    for part in
        ["- entry_type: \"violation_sequence\"\n", "type: \"target\"", "creation_time: \"1970-01-01T00:00:00Z\""]
    {
        assert!(text.contains(part), "{part} should be in:\n{text}");
    }
}

#[test]
fn a_program_that_is_safe() {
    let f = Fixture::new("a \"b\".c", "int main(void) { }", Verdict::Safe);
    let text = render(&f.finding, 1_700_000_000).unwrap_or_default();
    for part in ["creation_time: \"2023-11-14T22:13:20Z\"", "- \"a \\\"b\\\".c\"", "call(reach_error())", "content: []"]
    {
        assert!(text.contains(part), "{part} should be in:\n{text}");
    }
}

#[test]
fn what_is_not_known_has_no_witness() {
    for verdict in [Verdict::Unknown, Verdict::BoundedSafe] {
        assert_eq!(render(&Fixture::new("a.c", "", verdict).finding, 0), None);
    }
}

#[test]
fn what_was_narrowed_has_no_witness() {
    let mut f = Fixture::new("a.c", "int main(void) { }", Verdict::Safe);
    f.finding.narrowed = vec![Narrowing::Input];
    assert_eq!(render(&f.finding, 0), None);
    // A failing run is one, whatever else was left out.
    let mut f = median();
    f.finding.narrowed = vec![Narrowing::Input];
    assert!(render(&f.finding, 0).is_some());
}

#[test]
fn times_are_dates() {
    assert_eq!(date_time(0), "1970-01-01T00:00:00Z");
    assert_eq!(date_time(951_782_399), "2000-02-28T23:59:59Z");
    assert_eq!(date_time(951_827_696), "2000-02-29T12:34:56Z");
    assert_eq!(date_time(1_735_689_599), "2024-12-31T23:59:59Z");
    assert_eq!(date_time(4_102_444_800), "2100-01-01T00:00:00Z");
}

#[test]
fn identifiers_depend_on_the_content_alone() {
    let (a, b) = (uuid("a"), uuid("b"));
    assert_eq!(a, uuid("a"));
    assert_ne!(a, b);
    assert_eq!(a.len(), 36);
    assert_eq!(&a[14..15], "8");
}
