//! A run as a table: cycles across, signals down, `-` where the value does not matter.

use unicode_width::UnicodeWidthStr;
use whyc_circuit::finding::{Bit, Row, RunReport};

use crate::paint::{Paint, Role, visible};
use crate::words;

/// A name gets at most this part of the width.
const NAME_PART: usize = 3;

/// The table; as many cycles side by side as fit, the others below.
pub fn render(run: &RunReport, all: bool, width: usize, paint: Paint) -> String {
    let rows: Vec<&Row> = run.rows.iter().filter(|row| all || row.is_relevant()).collect();
    let names: Vec<String> = rows.iter().map(|row| words::shorten(&visible(&row.name), width / NAME_PART)).collect();
    let name_width = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells.iter().map(|cell| value(cell)).collect()).collect();
    let n_columns = run.n_columns.max(1);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            let widest = cells.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(1);
            widest.max(column.to_string().len())
        })
        .collect();
    let mut out = String::new();
    let mut first = 0;
    while first < n_columns {
        let mut end = first;
        let mut used = 2 + name_width + 1;
        while end < n_columns && (end == first || used + 1 + widths[end] <= width) {
            used += 1 + widths[end];
            end += 1;
        }
        if first > 0 {
            out.push('\n');
        }
        let heads: Vec<String> = (first..end).map(|column| format!("{column:>0$}", widths[column])).collect();
        let head = format!("  {:name_width$}  {}", "", heads.join(" "));
        out.push_str(&format!("{}\n", paint.apply(Role::Frame, head)));
        for (name, row) in names.iter().zip(&cells) {
            let row: Vec<String> =
                (first..end.min(row.len())).map(|at| format!("{:>1$}", row[at], widths[at])).collect();
            // State stands in the first column alone.
            if !row.is_empty() {
                let padding = " ".repeat(name_width - name.width());
                out.push_str(&format!("  {name}{padding}  {}\n", row.join(" ")));
            }
        }
        first = end;
    }
    out
}

/// The bits of a value, the most significant first.
pub fn digits(bits: &[Bit]) -> String {
    let digit = |bit: &Bit| match (bit.relevant, bit.value) {
        (false, _) => '-',
        (true, true) => '1',
        (true, false) => '0',
    };
    bits.iter().rev().map(digit).collect()
}

/// A value: hexadecimal if every digit matters as a whole or not at all, binary elsewhere.
pub fn value(bits: &[Bit]) -> String {
    if bits.iter().all(|bit| !bit.relevant) {
        return "-".to_owned();
    }
    if bits.len() == 1 {
        return digits(bits);
    }
    let is_whole = |nibble: &[Bit]| nibble.iter().all(|bit| bit.relevant) || nibble.iter().all(|bit| !bit.relevant);
    if !bits.chunks(4).all(is_whole) {
        return format!("0b{}", digits(bits));
    }
    let nibble = |bits: &[Bit]| {
        let number = bits.iter().rev().fold(0, |number, bit| number << 1 | u32::from(bit.value));
        bits.iter().all(|bit| bit.relevant).then(|| char::from_digit(number, 16)).flatten().unwrap_or('-')
    };
    let digits: String = bits.chunks(4).rev().map(nibble).collect();
    format!("0x{digits}")
}
