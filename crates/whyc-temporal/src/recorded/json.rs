//! The failing run of one of our own reports about circuits.

use serde_json::Value;

use super::{Recorded, Unreadable, value};

/// Reads the signals of the counterexample of a report.
///
/// # Errors
/// If the file is no such report.
pub fn read(text: &str) -> Result<Recorded, Unreadable> {
    let report: Value = serde_json::from_str(text).map_err(|error| Unreadable::at(error.line(), error.to_string()))?;
    let run = &report["counterexample"];
    let Some(signals) = run["signals"].as_array() else {
        return Err(Unreadable::at(
            0,
            "the report has no run of a circuit: there is no `counterexample` with `signals`",
        ));
    };
    let mut names = Vec::new();
    let mut columns: Vec<Vec<Option<u128>>> = Vec::new();
    for signal in signals {
        let (Some(name), Some(values)) = (signal["name"].as_str(), signal["values"].as_array()) else {
            return Err(Unreadable::at(0, "a signal should have a name and values"));
        };
        names.push(name.to_owned());
        columns.push(values.iter().map(|it| it.as_str().and_then(value).flatten()).collect());
    }
    let n_steps = columns.iter().map(Vec::len).max().unwrap_or(0);
    let start = run["loop"]["start"].as_u64().map(|it| it as usize);
    let length = run["loop"]["length"].as_u64().map(|it| it as usize);
    // What comes after the loop is its first step again.
    let n_steps = match (start, length) {
        (Some(start), Some(length)) => n_steps.min(start + length),
        _ => n_steps,
    };
    let at = |step: usize| columns.iter().map(|column| column.get(step).copied().flatten()).collect();
    Ok(Recorded { names, steps: (0..n_steps).map(at).collect(), start: start.filter(|start| *start < n_steps) })
}
