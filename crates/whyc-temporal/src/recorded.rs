//! Recorded runs: what signals were, step by step. [`vcd`], [`csv`](mod@csv) and [`json`] are whole; [`witness`] needs the circuit that it is a run of.

pub mod csv;
pub mod json;
pub mod vcd;
pub mod witness;

use whyc_base::names;

use crate::atom::name_ago;
use crate::run::Run;
use crate::syntax::Expr;
use crate::words;

/// A recorded run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The signals.
    pub names: Vec<String>,
    /// Step by step, the value of each signal; nothing if it is not known there.
    pub steps: Vec<Vec<Option<u128>>>,
    /// The step that follows the last one, if the run goes on forever.
    pub start: Option<usize>,
}

/// Why a file is no recorded run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, counted from one; zero if it is the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Unreadable {
    fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line == 0 { f.write_str(&self.message) } else { write!(f, "line {}: {}", self.line, self.message) }
    }
}

impl Recorded {
    /// What a property sees of the run.
    ///
    /// # Errors
    /// If it looks at a signal that was not recorded, in words.
    pub fn seen_by(&self, expr: &Expr) -> Result<Run, String> {
        let atoms = expr.atoms();
        if let Some(atom) = atoms.iter().find(|it| matches!(it, crate::atom::Atom::Event(_))) {
            return Err(format!("`{atom}` speaks of a program, not of a recorded run"));
        }
        for name in atoms.iter().flat_map(crate::atom::Atom::names) {
            if !self.names.iter().any(|known| known == name) {
                let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
                return Err(format!("the run has no signal `{name}`; {}", names::hint(name, &known, "signals")));
            }
        }
        let back: Vec<(&str, u32)> = atoms.iter().flat_map(crate::atom::Atom::looks_back).collect();
        let order = self.order(back.iter().map(|it| it.1 as usize).max().unwrap_or(0));
        let value_in = |step: usize, name: &str| {
            self.names.iter().position(|known| known == name).and_then(|at| self.steps[order.0[step]][at])
        };
        let letter = |step: usize| {
            let value = |name: &str| match back.iter().find(|(known, ago)| name_ago(known, *ago) == name) {
                Some((known, ago)) => step.checked_sub(*ago as usize).and_then(|step| value_in(step, known)),
                None => value_in(step, name),
            };
            atoms.iter().map(|atom| words::shows(atom, &value)).collect()
        };
        Ok(Run { letters: (0..order.0.len()).map(letter).collect(), atoms: atoms.clone(), start: order.1 })
    }

    /// The steps in the order in which they come, and where the last one leads. What looks back sees something else when the loop is
    /// gone through for the first time.
    fn order(&self, back: usize) -> (Vec<usize>, Option<usize>) {
        let all = 0..self.steps.len();
        let Some(start) = self.start.filter(|_| back > 0) else { return (all.collect(), self.start) };
        let round = self.steps.len() - start;
        let n_more = back.div_ceil(round) * round;
        let more = (0..n_more).map(|at| start + at % round);
        (all.chain(more).collect(), Some(start + n_more))
    }

    /// The signals of a property whose value is not known in some steps, with the first such step.
    #[must_use]
    pub fn unknown_in(&self, expr: &Expr) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for atom in expr.atoms() {
            for name in atom.names() {
                let Some(at) = self.names.iter().position(|known| known == name) else { continue };
                let first = self.steps.iter().position(|step| step[at].is_none());
                if let Some(step) = first.filter(|_| !found.iter().any(|(known, _)| known == name)) {
                    found.push((name.to_owned(), step));
                }
            }
        }
        found
    }

    /// The values of a signal in the steps that a property sees.
    #[must_use]
    pub fn values(&self, expr: &Expr, name: &str) -> Option<Vec<Option<u128>>> {
        let at = self.names.iter().position(|known| known == name)?;
        let atoms = expr.atoms();
        let back = atoms.iter().flat_map(crate::atom::Atom::looks_back).map(|it| it.1 as usize).max().unwrap_or(0);
        Some(self.order(back).0.into_iter().map(|step| self.steps[step][at]).collect())
    }
}

/// A number as people write it, in any of the usual ways; `x` and nothing stand for what is not known.
fn value(text: &str) -> Option<Option<u128>> {
    let text = text.trim().trim_matches('"');
    match text {
        "" | "x" | "X" | "-" | "?" | "null" => return Some(None),
        "true" => return Some(Some(1)),
        "false" => return Some(Some(0)),
        _ => {}
    }
    let (digits, base) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 2),
        (None, None) => (text, 10),
    };
    u128::from_str_radix(&digits.replace('_', ""), base).ok().map(Some)
}

#[cfg(test)]
mod tests;
