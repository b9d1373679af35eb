//! Single sentences about a finding, the same that the report for people has: for editors, which show a finding piece by piece.

use whyc_check::Verdict;
use whyc_debug::finding::{CutReport, Finding, SuggestionReport};

use crate::paint::visible;
use crate::text::{TextOptions, input_notes, localize, saw, summary};
use crate::words;

/// Longer texts are cut.
const LONGEST: usize = 160;
/// More values than this are counted.
const MANY_VALUES: usize = 6;

/// What can happen at the property with this index, what the failing check saw, and below it the inputs of a run that does it.
#[must_use]
pub fn violation(finding: &Finding, property: usize) -> String {
    let Some(report) = finding.properties.get(property) else { return summary::verdict_sentence(finding) };
    let mut text = words::title(&finding.sources, report);
    let Some(run) = finding.failing_runs().find(|run| run.property == property) else { return text };
    let label = saw(report, run);
    if !label.is_empty() {
        text.push_str(&format!(": {}", visible(&label)));
    }
    for note in input_notes(finding, run, &TextOptions::plain()) {
        text.push_str(&format!("\n{}", visible(&note)));
    }
    text
}

/// The verdict with its reason: `unknown: the time limit was reached`.
#[must_use]
pub fn verdict(finding: &Finding) -> String {
    format!("{}: {}", finding.head.verdict.name(), visible(&summary::verdict_sentence(finding)))
}

/// What was cut off, at its place: `cut off after 8 iterations`.
#[must_use]
pub fn cut_off(cut: &CutReport) -> String {
    summary::cut_off(cut)
}

/// A change that was checked, and what is known of it; none if it is known to be no good.
#[must_use]
pub fn fix(finding: &Finding, suggestion: &SuggestionReport) -> Option<String> {
    let known = match suggestion.verdict {
        _ if !suggestion.comes_there => return None,
        Some(Verdict::Safe) => format!("checked: {}", localize::holds(finding)),
        Some(Verdict::BoundedSafe) => "checked: every property holds within the bounds".to_owned(),
        Some(Verdict::Unknown) => "the failing runs pass; not every property could be decided".to_owned(),
        Some(Verdict::Violated) => return None,
        None => "checked: all tests pass".to_owned(),
    };
    if !suggestion.means.is_empty() {
        let known = localize::checked(finding, suggestion);
        return Some(format!("{} ({known})", suggestion.means.join(" and ")));
    }
    let replaced = suggestion.edits().map(|edit| {
        let (old, new) = (words::one_line(&edit.old, LONGEST), words::one_line(&edit.new, LONGEST));
        format!("`{old}` by `{new}`")
    });
    Some(format!("replace {} ({known})", replaced.collect::<Vec<_>>().join(" and ")))
}

/// The values that something has one after the other, as many as one reads: `1, 2, 3`, `0 (5 times)`, `1, 2, … (100 in all)`.
#[must_use]
pub fn values(values: &[&str]) -> String {
    visible(&words::sequence(values, MANY_VALUES)).into_owned()
}
