//! Constants that replacement values speak for.

use crate::finding::DiagnosisReport;

/// So many different values are worth a try.
const MANY: usize = 8;

/// What the replacement values of a single component say.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The values themselves.
    values: Vec<i128>,
    /// By how much they differ from what the component gives.
    differences: Vec<i128>,
}

impl Hints {
    /// Of the evaluations that would have to change.
    pub fn new(diagnosis: &DiagnosisReport) -> Self {
        let mut hints = Self::default();
        for replacement in &diagnosis.replacements {
            for (was, &at) in replacement.was.iter().zip(&replacement.changed) {
                let value = replacement.values.get(at).and_then(|value| value.parse::<i128>().ok());
                let (Ok(was), Some(value)) = (was.parse::<i128>(), value) else { continue };
                note(&mut hints.values, value);
                note(&mut hints.differences, value.saturating_sub(was));
            }
        }
        hints
    }

    /// What a constant of the component could be instead: a value that is needed, or such that a sum with it, or a
    /// difference, becomes what is needed.
    pub fn for_constant(&self, number: i128) -> Vec<i128> {
        let shifted = self.differences.iter().flat_map(|&by| [number.saturating_add(by), number.saturating_sub(by)]);
        self.values.iter().copied().chain(shifted).collect()
    }
}

fn note(known: &mut Vec<i128>, value: i128) {
    if known.len() < MANY && !known.contains(&value) {
        known.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ReplacementReport;

    #[test]
    fn a_constant_is_shifted_by_what_is_lacking() {
        let replacement = ReplacementReport {
            test: "t".to_owned(),
            component: 0,
            was: vec!["40".to_owned(), "7".to_owned()],
            values: vec!["240".to_owned(), "3".to_owned(), "207".to_owned()],
            changed: vec![0, 2],
        };
        let hints =
            Hints::new(&DiagnosisReport { components: Vec::new(), replacements: vec![replacement], avoids: false });
        assert_eq!(hints.for_constant(300), [240, 207, 500, 100]);
    }
}
