//! Which of several checks that say the same is the one that fails in the newest revision.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use whyc_debug::finding::{Finding, PropertyReport};

use crate::change::{Files, lines};

/// Where the check is in the newest state.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    file: String,
    /// From 1.
    line: usize,
    function: String,
    /// The text of the file.
    text: String,
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} in {} of {}", self.file, self.line, self.function, crate::reads::hash(self.text.as_bytes()))
    }
}

impl Place {
    /// The place of a property.
    pub fn of(finding: &Finding, property: usize, files: &Files) -> Self {
        let property = &finding.properties[property];
        let file = finding.sources.file(property.span.file).name.clone();
        let text = files.get(&file).cloned().unwrap_or_default();
        let line = finding.sources.line(property.span) as usize;
        Self { file, line, function: property.function.clone(), text }
    }

    /// The function that it is in.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// Those of several checks that are where this one is: on the line that became its line, else in the function of that name; all
    /// of them if neither is known.
    pub fn nearest<'f>(
        &self,
        finding: &Finding,
        own: Vec<&'f PropertyReport>,
        files: &Files,
    ) -> Vec<&'f PropertyReport> {
        let is_here = |it: &&&PropertyReport| finding.sources.file(it.span.file).name == self.file;
        if let Some(line) = files.get(&self.file).and_then(|text| self.line_in(text)) {
            let there: Vec<&PropertyReport> = own
                .iter()
                .filter(is_here)
                .filter(|it| finding.sources.line(it.span) as usize == line)
                .copied()
                .collect();
            if !there.is_empty() {
                return there;
            }
        }
        let there: Vec<&PropertyReport> = own.iter().filter(|it| it.function == self.function).copied().collect();
        if there.is_empty() { own } else { there }
    }

    /// The line of an older text that became this one, if it was there.
    fn line_in(&self, older: &str) -> Option<usize> {
        let (old, new) = (lines(older), lines(&self.text));
        let at = self.line.checked_sub(1)?;
        capture_diff_slices(Algorithm::Myers, &old, &new).into_iter().find_map(|op| match op {
            DiffOp::Equal { old_index, new_index, len } if (new_index..new_index + len).contains(&at) => {
                Some(old_index + (at - new_index) + 1)
            }
            _ => None,
        })
    }
}
