//! Fewer places: those that stand for one thing are one, and of the others only the first are told.

use rustc_hash::FxHashMap;
use whyc_base::source::{FileId, SourceMap};
use whyc_debug::finding::{DiagnosisReport, LocalizationReport};

/// At most this many places are told for tests; nobody reads more.
pub const MANY_PLACES: usize = 5;

/// Folds the places of a report. Those of the same lines become the first of them, with the changes of all.
pub fn fold(report: &mut LocalizationReport, sources: &SourceMap) {
    let lines = |diagnosis: &DiagnosisReport| -> Vec<(FileId, u32)> {
        let line = |span: whyc_base::source::Span| (span.file, sources.line(span));
        let mut found: Vec<_> = diagnosis.components.iter().map(|component| line(component.span)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let mut kept: Vec<usize> = Vec::new();
    let mut position_from_lines: FxHashMap<Vec<(FileId, u32)>, usize> = FxHashMap::default();
    let mut positions: Vec<Option<usize>> = Vec::new();
    for (k, diagnosis) in report.diagnoses.iter().enumerate() {
        let lines = lines(diagnosis);
        let position = match position_from_lines.get(&lines) {
            Some(&known) => Some(known),
            None if kept.len() < MANY_PLACES => {
                kept.push(k);
                position_from_lines.insert(lines, kept.len() - 1);
                Some(kept.len() - 1)
            }
            None => None,
        };
        positions.push(position);
    }
    let is_kept = |k: &usize| kept.contains(k);
    let (told, folded): (Vec<usize>, Vec<usize>) = (0..report.diagnoses.len()).partition(is_kept);
    let folded = folded.iter().map(|&k| report.diagnoses[k].clone()).collect();
    report.diagnoses = told.iter().map(|&k| report.diagnoses[k].clone()).collect();
    report.folded = folded;
    report.suggestions.retain_mut(|suggestion| match positions[suggestion.diagnosis] {
        Some(position) => {
            suggestion.diagnosis = position;
            true
        }
        None => false,
    });
    // A stable order: what was first of a place stays so.
    report.suggestions.sort_by_key(|suggestion| suggestion.diagnosis);
}
