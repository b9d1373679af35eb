//! A run of several threads: a column for each, and an arrow where another one goes on.

use unicode_width::UnicodeWidthStr;
use whyc_debug::finding::{Counterexample, Finding};

use super::TextOptions;
use crate::lanes::{self, Lanes, Row};
use crate::paint::{Paint, Role, visible};
use crate::words;

/// Columns that are narrower than this are none.
const NARROWEST: usize = 22;
/// Wider ones lead the eye astray.
const WIDEST: usize = 40;

/// The run; nothing if it has no two threads, or there is no room for a column each.
pub fn render(finding: &Finding, run: &Counterexample, options: &TextOptions) -> Option<String> {
    let told = lanes::lanes(finding, run, options.all)?;
    let margin = margin(&told);
    let room = options.width.saturating_sub(margin + 2) / told.lanes.len();
    if room < NARROWEST {
        return None;
    }
    let table = Table { margin, column: room.min(WIDEST), options, paint: Paint { color: options.color } };
    let mut out = table.head(&told);
    let mut file = None;
    let n_files = {
        let mut files: Vec<_> = told.rows.iter().filter_map(of_file).collect();
        files.sort_unstable();
        files.dedup();
        files.len()
    };
    for row in &told.rows {
        let of = of_file(row);
        if n_files > 1 && of.is_some() && of != file {
            file = of;
            let name = of.map(|of| visible(&finding.sources.file(of).name).into_owned()).unwrap_or_default();
            out.push_str(&format!("{:margin$}  {}\n", "", table.paint.apply(Role::Dim, format!("in {name}:"))));
        }
        out.push_str(&table.row(row));
    }
    if told.n_left_out > 0 {
        let text = format!("{} of one thread alone (--all shows them)", words::count(told.n_left_out, "step"));
        out.push_str(&format!("{:margin$}  {}\n", "", table.paint.apply(Role::Dim, format!("… {text}"))));
    }
    Some(out)
}

fn of_file(row: &Row) -> Option<whyc_base::source::FileId> {
    match row {
        Row::Step { place, .. } => Some(place.0),
        Row::Switch { .. } => None,
    }
}

/// How wide line numbers are.
fn margin(told: &Lanes) -> usize {
    let lines = told.rows.iter().filter_map(|row| match row {
        Row::Step { place, .. } => Some(place.1),
        Row::Switch { .. } => None,
    });
    lines.max().unwrap_or(0).to_string().len().max(3)
}

struct Table<'a> {
    margin: usize,
    column: usize,
    options: &'a TextOptions,
    paint: Paint,
}

impl Table<'_> {
    /// Where a lane begins.
    fn start(&self, lane: usize) -> usize {
        lane * self.column
    }

    fn head(&self, told: &Lanes) -> String {
        let mut line = String::new();
        for (at, lane) in told.lanes.iter().enumerate() {
            let name = words::one_line(&visible(&lane.name), self.column.saturating_sub(2));
            let pad = self.start(at).saturating_sub(line.width());
            line.push_str(&format!("{:pad$}{name}", ""));
        }
        format!("{:margin$}  {}\n", "", self.paint.apply(Role::Strong, line), margin = self.margin)
    }

    fn row(&self, row: &Row) -> String {
        match row {
            Row::Step { lane, place, text, value, remark, fails } => {
                let number = self.paint.apply(Role::Frame, format!("{:>1$}", place.1, self.margin));
                let start = self.start(*lane);
                let room = self.options.width.saturating_sub(self.margin + 2 + start).max(NARROWEST);
                let value =
                    if *fails { self.paint.apply(Role::Error, visible(value)) } else { visible(value).into_owned() };
                let text = words::one_line(&visible(text), room);
                let gap = if value.is_empty() { "" } else { "  " };
                let remark = match remark.as_str() {
                    "" => String::new(),
                    remark => format!("  {}", self.paint.apply(Role::Dim, visible(remark))),
                };
                format!("{number}  {:start$}{text}{gap}{value}{remark}\n", "")
            }
            Row::Switch { from, to, values } => {
                let (from, to) = (self.start(*from), self.start(*to));
                let length = from.abs_diff(to).saturating_sub(2);
                let line = "─".repeat(length);
                let arrow = if from < to { format!("{line}▶") } else { format!("◀{line}") };
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{} = {}", visible(name), visible(value))).collect();
                let start = from.min(to);
                let room = self.options.width.saturating_sub(self.margin + 2 + start + length + 2).max(NARROWEST);
                let values = words::list(&values, ", ", room);
                let line = format!("{:margin$}  {:start$}{arrow} {values}", "", "", margin = self.margin);
                format!("{}\n", self.paint.apply(Role::Dim, line.trim_end()))
            }
        }
    }
}
