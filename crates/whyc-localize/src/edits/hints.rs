//! Constants that replacement values speak for.

use super::text::Connective;
use whyc_debug::finding::DiagnosisReport;

/// At most this many different values are worth a try.
const MANY: usize = 8;

/// What the replacement values of a component say.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The values themselves.
    values: Vec<i128>,
    /// By how much they differ from what the component gives.
    differences: Vec<i128>,
    /// Whether something that is true would have to be false.
    falsifies: bool,
    /// Whether something that is false would have to be true.
    verifies: bool,
}

impl Hints {
    /// Of the evaluations of one component of a diagnosis that would have to change.
    pub fn new(diagnosis: &DiagnosisReport, component: usize) -> Self {
        let mut hints = Self::default();
        for replacement in diagnosis.replacements.iter().filter(|replacement| replacement.component == component) {
            for (was, &at) in replacement.was.iter().zip(&replacement.changed) {
                let value = replacement.values.get(at).and_then(|value| value.parse::<i128>().ok());
                let (Ok(was), Some(value)) = (was.parse::<i128>(), value) else { continue };
                note(&mut hints.values, value);
                note(&mut hints.differences, value.saturating_sub(was));
                hints.falsifies |= was != 0 && value == 0;
                hints.verifies |= was == 0 && value != 0;
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

    /// How a condition could be joined with the component to make it true, or false, where it has to be.
    pub fn connectives(&self) -> Vec<Connective> {
        match (self.falsifies, self.verifies) {
            (true, false) => vec![Connective::And],
            (false, true) => vec![Connective::Or],
            _ => vec![Connective::And, Connective::Or],
        }
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
    use whyc_debug::finding::ReplacementReport;

    #[test]
    fn a_constant_is_shifted_by_what_is_lacking() {
        let replacement = ReplacementReport {
            test: "t".to_owned(),
            component: 0,
            was: vec!["40".to_owned(), "7".to_owned()],
            values: vec!["240".to_owned(), "3".to_owned(), "207".to_owned()],
            changed: vec![0, 2],
        };
        let hints = Hints::new(
            &DiagnosisReport {
                components: Vec::new(),
                replacements: vec![replacement],
                avoids: false,
                clash: Vec::new(),
                unexplained: Vec::new(),
            },
            0,
        );
        assert_eq!(hints.for_constant(300), [240, 207, 500, 100]);
    }

    #[test]
    fn what_has_to_become_false_lacks_a_conjunct() {
        let hints = |was: &str, value: &str| {
            let (was, values) = (vec![was.to_owned()], vec![value.to_owned()]);
            let replacement = ReplacementReport { test: "t".to_owned(), component: 0, was, values, changed: vec![0] };
            Hints::new(
                &DiagnosisReport {
                    components: Vec::new(),
                    replacements: vec![replacement],
                    avoids: false,
                    clash: Vec::new(),
                    unexplained: Vec::new(),
                },
                0,
            )
        };
        assert_eq!(hints("1", "0").connectives(), [Connective::And]);
        assert_eq!(hints("0", "1").connectives(), [Connective::Or]);
        assert_eq!(Hints::default().connectives(), [Connective::And, Connective::Or]);
    }
}
