//! A counterexample as a table: cycles across, signals down, `-` where the value does not matter.

use std::fmt::Write as _;

use whyc_aig::circuit::Circuit;

use crate::lift::Lifted;
use crate::trace::{Counterexample, FreeVars};

/// Which signals get a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Those that matter in some cycle.
    Relevant,
    /// All.
    All,
}

/// One sentence, then the table.
#[must_use]
pub fn text(circuit: &Circuit, run: &Counterexample, lifted: &Lifted, rows: Rows) -> String {
    let mut text = summary(circuit, run, lifted);
    text.push_str("\n\n");
    text.push_str(&table(circuit, run, &lifted.relevant, rows));
    text
}

/// What was reached, and how much of the run matters.
#[must_use]
pub fn summary(circuit: &Circuit, run: &Counterexample, lifted: &Lifted) -> String {
    let free = run.free();
    let (initial, inputs) = lifted.relevant.split_at(free.n_latches);
    let count = |bits: &[bool]| bits.iter().filter(|&&it| it).count();
    let cycles = if run.depth == 1 { "cycle" } else { "cycles" };
    format!(
        "reached {} after {} {cycles}; {} of {} input bits and {} of {} initial bits matter",
        run.property.describe(circuit),
        run.depth,
        count(inputs),
        inputs.len(),
        count(initial),
        initial.len()
    )
}

/// The table alone. Initial bits stand in the column of cycle zero.
#[must_use]
pub fn table(circuit: &Circuit, run: &Counterexample, relevant: &[bool], rows: Rows) -> String {
    let free = run.free();
    let mut lines: Vec<(String, Vec<char>)> = Vec::new();
    for input in 0..free.n_inputs {
        let cells: Vec<_> = (0..free.n_cycles)
            .map(|cycle| cell(relevant[free.input(cycle, input)], run.inputs[cycle][input]))
            .collect();
        if rows == Rows::All || cells.iter().any(|&cell| cell != '-') {
            lines.push((circuit.input_name(input), cells));
        }
    }
    for latch in 0..free.n_latches {
        let cell = cell(relevant[free.latch(latch)], run.initial[latch]);
        if rows == Rows::All || cell != '-' {
            lines.push((circuit.latch_name(latch), vec![cell]));
        }
    }
    layout(&lines, &free)
}

fn cell(relevant: bool, value: bool) -> char {
    match (relevant, value) {
        (false, _) => '-',
        (true, false) => '0',
        (true, true) => '1',
    }
}

fn layout(lines: &[(String, Vec<char>)], free: &FreeVars) -> String {
    let n_columns = free.n_cycles.max(1);
    let width = (n_columns - 1).to_string().len();
    let name_width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("  {:name_width$} ", "");
    for column in 0..n_columns {
        let _ = write!(text, " {column:>width$}");
    }
    text.push('\n');
    for (name, cells) in lines {
        let _ = write!(text, "  {name:name_width$} ");
        for cell in cells {
            let _ = write!(text, " {:>width$}", cell);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Property;

    #[test]
    fn only_what_matters_gets_a_row() {
        let circuit = whyc_aig::aiger::read(b"aag 3 2 1 0 0 1\n2\n4\n6 2\n6\ni0 enable\ni1 reset\nl0 start.3\n")
            .expect("the file should be read");
        let run = Counterexample {
            property: Property::Bad(0),
            depth: 1,
            initial: vec![true],
            inputs: vec![vec![true, false], vec![false, true]],
        };
        let relevant = [true, true, false, false, false];
        let shown = table(&circuit, &run, &relevant, Rows::Relevant);
        assert_eq!(shown, "           0 1\n  enable   1 -\n  start.3  1\n");
        let all = table(&circuit, &run, &relevant, Rows::All);
        assert_eq!(all, "           0 1\n  enable   1 -\n  reset    - -\n  start.3  1\n");
    }
}
