//! Gates as AIGER numbers them, and the file.
//!
//! Variable 0 is the constant false, then come the inputs, then the conjunctions, each after what it is made of. A literal
//! is twice its variable, and one more for its negation. The variable of a gate is its variable in the clauses.

use std::fmt::Write;

/// A literal in the numbering of AIGER.
pub type GateLit = u32;

/// Conjunctions over inputs, and some literals of interest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    /// How many inputs there are.
    pub n_inputs: u32,
    /// The conjunctions; the first has the variable `n_inputs + 1`.
    pub ands: Vec<[GateLit; 2]>,
    /// What must not happen, each a literal.
    pub outputs: Vec<GateLit>,
}

/// Why a file is none of gates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Malformed {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Gates {
    /// The largest variable.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.n_inputs + self.ands.len() as u32
    }

    /// What a variable is made of, if it is a conjunction.
    #[must_use]
    pub fn and(&self, var: u32) -> Option<[GateLit; 2]> {
        let idx = var.checked_sub(self.n_inputs + 1)?;
        self.ands.get(idx as usize).copied()
    }

    /// The file, in ASCII.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (n_vars, n_outputs, n_ands) = (self.n_vars(), self.outputs.len(), self.ands.len());
        let mut text = format!("aag {n_vars} {} 0 {n_outputs} {n_ands}\n", self.n_inputs);
        let mut line = |numbers: &[u32]| {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            writeln!(text, "{}", numbers.join(" ")).expect("a string takes everything");
        };
        for var in 1..=self.n_inputs {
            line(&[2 * var]);
        }
        for &output in &self.outputs {
            line(&[output]);
        }
        for (idx, &[left, right]) in self.ands.iter().enumerate() {
            line(&[2 * (self.n_inputs + 1 + idx as u32), left, right]);
        }
        text
    }

    /// Reads the file. What it may have is what [`to_text`](Self::to_text) writes, in that order.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn from_text(text: &str) -> Result<Self, Malformed> {
        let malformed = |at: usize, what: &str| Malformed { line: at + 1, what: what.to_owned() };
        let mut lines = text.lines().enumerate();
        let (_, header) = lines.next().ok_or_else(|| malformed(0, "the file is empty"))?;
        let header = header.strip_prefix("aag ").and_then(numbers::<5>);
        let [n_vars, n_inputs, 0, n_outputs, n_ands] =
            header.ok_or_else(|| malformed(0, "expected `aag VARIABLES INPUTS 0 OUTPUTS ANDS`"))?
        else {
            return Err(malformed(0, "there should be no latches"));
        };
        if n_inputs.checked_add(n_ands) != Some(n_vars) || n_vars > u32::MAX / 4 {
            return Err(malformed(0, "each variable should be an input or a conjunction"));
        }
        let mut next = |expected: &str| {
            let (at, line) = lines.next().ok_or_else(|| Malformed {
                line: text.lines().count() + 1,
                what: format!("expected {expected}, but the file ends"),
            })?;
            Ok::<_, Malformed>((at, line))
        };
        let mut gates = Gates { n_inputs, ..Gates::default() };
        for var in 1..=n_inputs {
            let (at, line) = next("an input")?;
            if numbers::<1>(line) != Some([2 * var]) {
                return Err(malformed(at, &format!("expected the input {}", 2 * var)));
            }
        }
        for _ in 0..n_outputs {
            let (at, line) = next("an output")?;
            let output = numbers::<1>(line).filter(|[lit]| lit / 2 <= n_vars);
            gates.outputs.push(output.ok_or_else(|| malformed(at, "expected an output, a literal"))?[0]);
        }
        for var in n_inputs + 1..=n_vars {
            let (at, line) = next("a conjunction")?;
            match numbers::<3>(line) {
                Some([lit, left, right]) if lit == 2 * var && left.max(right) < lit => gates.ands.push([left, right]),
                _ => return Err(malformed(at, &format!("expected the conjunction {} of literals before it", 2 * var))),
            }
        }
        match lines.next() {
            None => Ok(gates),
            Some((at, _)) => Err(malformed(at, "expected the end of the file")),
        }
    }
}

/// The numbers of a line, if it has just so many.
fn numbers<const N: usize>(line: &str) -> Option<[u32; N]> {
    let mut words = line.split(' ');
    let mut all = [0; N];
    for number in &mut all {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_written_and_read() {
        let gates = Gates { n_inputs: 2, ands: vec![[2, 5], [6, 1]], outputs: vec![8, 7] };
        let text = gates.to_text();
        assert_eq!(text, "aag 4 2 0 2 2\n2\n4\n8\n7\n6 2 5\n8 6 1\n");
        assert_eq!(Gates::from_text(&text), Ok(gates));
    }

    #[test]
    fn what_is_no_file_of_gates_is_refused_with_its_line() {
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            ("aag 1 1 1 0 0\n", "line 1: there should be no latches"),
            ("aig 1 1 0 0 0\n", "line 1: expected `aag VARIABLES INPUTS 0 OUTPUTS ANDS`"),
            ("aag 4000000000 4000000000 0 0 0\n", "line 1: each variable should be an input or a conjunction"),
            ("aag 1000000000 1000000000 0 0 0\n2\n", "line 3: expected an input, but the file ends"),
            ("aag 2 1 0 1 0\n", "line 1: each variable should be an input or a conjunction"),
            ("aag 1 1 0 0 0\n4\n", "line 2: expected the input 2"),
            ("aag 1 1 0 1 0\n2\n4\n", "line 3: expected an output, a literal"),
            ("aag 2 1 0 0 1\n2\n4 2 4\n", "line 3: expected the conjunction 4 of literals before it"),
            ("aag 2 1 0 0 1\n2\n4 2 2\nx", "line 4: expected the end of the file"),
        ] {
            assert_eq!(Gates::from_text(text).map_err(|it| it.to_string()), Err(expected.to_owned()), "{text}");
        }
    }
}
