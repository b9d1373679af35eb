//! A run of several threads: a lane for each, and between them what they share.

use whyc_debug::finding::Finding;

use super::source::Numbering;
use crate::lanes::{self, Row};

/// Longer runs lose their middle.
const MANY_ROWS: usize = 400;

/// The lanes.
pub struct LanesView {
    /// The threads.
    pub names: Vec<String>,
    /// What happens, in order.
    pub rows: Vec<RowView>,
    /// How many steps of one thread alone are left out, and how many rows of the middle.
    pub n_left_out: usize,
    pub n_cut: usize,
}

/// A row: a cell for each lane, or what threads share where another one goes on.
pub struct RowView {
    /// The line, and the address of its place on the page.
    pub line: u32,
    pub link: String,
    /// The lane in which something stands.
    pub lane: usize,
    pub text: String,
    pub value: String,
    pub remark: String,
    pub fails: bool,
    /// Whether another thread goes on here; then `text` is its name.
    pub is_switch: bool,
    /// What they share then.
    pub shared: Vec<(String, String)>,
}

impl LanesView {
    /// The cells before the one in which something stands.
    #[must_use]
    pub fn before(&self, row: &RowView) -> usize {
        row.lane
    }

    /// Those behind it.
    #[must_use]
    pub fn behind(&self, row: &RowView) -> usize {
        self.names.len().saturating_sub(row.lane + 1)
    }
}

/// The lanes of the failing run, if it has several threads.
pub fn view(finding: &Finding, numbering: &Numbering) -> Option<LanesView> {
    let told = lanes::lanes(finding, finding.counterexample.as_ref()?, false)?;
    let names: Vec<String> = told.lanes.iter().map(|lane| lane.name.clone()).collect();
    let mut rows: Vec<RowView> = told
        .rows
        .into_iter()
        .map(|row| match row {
            Row::Step { lane, place, text, value, remark, fails } => RowView {
                line: place.1,
                link: numbering.of(place.0).map(|file| format!("#f{file}-{}", place.1)).unwrap_or_default(),
                lane,
                text,
                value,
                remark,
                fails,
                is_switch: false,
                shared: Vec::new(),
            },
            Row::Switch { to, values, .. } => RowView {
                line: 0,
                link: String::new(),
                lane: to,
                text: names.get(to).cloned().unwrap_or_default(),
                value: String::new(),
                remark: String::new(),
                fails: false,
                is_switch: true,
                shared: values,
            },
        })
        .collect();
    let n_cut = rows.len().saturating_sub(MANY_ROWS);
    if n_cut > 0 {
        rows.drain(MANY_ROWS / 2..MANY_ROWS / 2 + n_cut);
    }
    Some(LanesView { names, rows, n_left_out: told.n_left_out, n_cut })
}
