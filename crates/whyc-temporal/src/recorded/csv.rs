//! Tables: a line of names, then a line for each step; commas, semicolons or tabs between.

use super::{Recorded, Unreadable, value};

/// Reads a table.
///
/// # Errors
/// The first line that does not fit.
pub fn read(text: &str) -> Result<Recorded, Unreadable> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let Some((_, head)) = lines.next() else { return Err(Unreadable::at(0, "the table is empty")) };
    let separator = [',', ';', '\t'].into_iter().find(|it| head.contains(*it)).unwrap_or(',');
    let names: Vec<String> = head.split(separator).map(|it| it.trim().trim_matches('"').to_owned()).collect();
    let mut steps = Vec::new();
    for (at, line) in lines {
        let cells: Vec<&str> = line.split(separator).collect();
        if cells.len() != names.len() {
            let message = format!("{} values for {} signals", cells.len(), names.len());
            return Err(Unreadable::at(at + 1, message));
        }
        let read = |cell: &str| {
            value(cell).ok_or_else(|| Unreadable::at(at + 1, format!("`{}` is not a number", cell.trim())))
        };
        steps.push(cells.into_iter().map(read).collect::<Result<_, _>>()?);
    }
    Ok(Recorded { names, steps, start: None })
}
