//! Two runs of two versions of a program beside each other: steps that say the same stand in one row.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use whyc_base::source::SourceMap;
use whyc_debug::finding::{TraceKind, TraceStep};

use super::Side;
use crate::text::row::{self, Written};
use crate::words;

/// Longer runs lose what comes after their first steps, and keep their last.
const MANY: usize = 4000;

/// A step, as a row shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What is done there.
    pub text: String,
    /// What comes of it.
    pub value: String,
    /// Whether it is the check that fails.
    pub fails: bool,
}

/// What the two runs do at the same point; one may do nothing there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Before the change.
    pub before: Option<Cell>,
    /// After it.
    pub after: Option<Cell>,
}

impl Row {
    /// Whether the runs differ here. That the same is written in another way is no difference of the runs.
    #[must_use]
    pub fn differs(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => before.value != after.value || after.fails,
            (Some(_), None) | (None, Some(_)) => true,
            (None, None) => false,
        }
    }

    /// What is done here: as it was written and as it is, where that is not the same.
    #[must_use]
    pub fn text(&self) -> String {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) if before.text != after.text => format!("{} → {}", before.text, after.text),
            _ => self.any().map(|cell| cell.text.clone()).unwrap_or_default(),
        }
    }

    /// The step of either run, the newer one first.
    #[must_use]
    pub fn any(&self) -> Option<&Cell> {
        self.after.as_ref().or(self.before.as_ref())
    }
}

/// The two runs in rows. Where only one is known, it stands alone.
#[must_use]
pub fn rows(before: Option<&Side>, after: Option<&Side>) -> Vec<Row> {
    let (old, new) = (before.map(cells).unwrap_or_default(), after.map(cells).unwrap_or_default());
    let keys = |cells: &[(String, Cell)]| cells.iter().map(|(key, _)| key.clone()).collect::<Vec<String>>();
    let mut found = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &keys(&old), &keys(&new)) {
        let (gone, come) = (op.old_range(), op.new_range());
        let cell = |cells: &[(String, Cell)], i: usize| cells.get(i).map(|(_, cell)| cell.clone());
        let pairs = match op {
            DiffOp::Equal { len, .. } => len,
            // What the same statement of both versions does is one row, though it is written in another way.
            DiffOp::Replace { .. } => {
                gone.clone().zip(come.clone()).take_while(|&(i, k)| kind(&old[i].0) == kind(&new[k].0)).count()
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } => 0,
        };
        let both = (0..pairs).map(|i| Row { before: cell(&old, gone.start + i), after: cell(&new, come.start + i) });
        found.extend(both);
        found.extend((gone.start + pairs..gone.end).map(|i| Row { before: cell(&old, i), after: None }));
        found.extend((come.start + pairs..come.end).map(|i| Row { before: None, after: cell(&new, i) }));
    }
    found
}

/// What a key begins with: the function, what happens there, and to what.
fn kind(key: &str) -> &str {
    key.split('\n').next().unwrap_or(key)
}

/// The steps that are shown, each with what it is known by in the other run.
fn cells(side: &Side) -> Vec<(String, Cell)> {
    let all: Vec<(String, Cell)> =
        side.run.steps.iter().filter(|step| is_told(step)).map(|step| cell(&side.sources, step)).collect();
    if all.len() <= MANY {
        return all;
    }
    let last = all.len() - MANY / 2;
    all[..MANY / 2].iter().chain(&all[last..]).cloned().collect()
}

fn is_told(step: &TraceStep) -> bool {
    match step.kind {
        TraceKind::Assign => !step.name.is_empty(),
        TraceKind::Return => !step.value.is_empty(),
        TraceKind::Branch => !step.name.trim().bytes().all(|byte| byte.is_ascii_digit()),
        TraceKind::Input | TraceKind::Switch | TraceKind::Output | TraceKind::Free | TraceKind::Failure => true,
        TraceKind::Call | TraceKind::Assume => false,
    }
}

fn cell(sources: &SourceMap, step: &TraceStep) -> (String, Cell) {
    let text = match step.kind {
        TraceKind::Assign => match row::written(sources, step) {
            Written::Plain(text) | Written::Indirect(text) => text,
            Written::Bare => step.name.clone(),
        },
        TraceKind::Input | TraceKind::Free => words::one_line(&step.name, 60),
        TraceKind::Output => row::text_of(sources, step),
        TraceKind::Branch
        | TraceKind::Switch
        | TraceKind::Call
        | TraceKind::Return
        | TraceKind::Assume
        | TraceKind::Failure => row::other_text(sources, step),
    };
    let fails = step.kind == TraceKind::Failure;
    let value = if fails { "✗ fails".to_owned() } else { words::one_line(&step.value, 60) };
    // A variable is the same variable however it is computed; a condition is another if it is written in another way.
    let what = match step.kind {
        TraceKind::Assign | TraceKind::Input | TraceKind::Free => step.name.as_str(),
        _ => "",
    };
    let key = format!("{} {:?} {what}\n{text}", step.function, step.kind);
    let file = sources.file(step.span.file).name.clone();
    (key, Cell { file, line: sources.line(step.span), text, value, fails })
}
