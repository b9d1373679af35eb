//! Two sets of events, counted against the same combinations.
//!
//! After Adler, Blue, Conti, Prewitt and Ur, "Evaluating Workloads Using Comparative Functional Coverage". Only what depends on the model
//! may leave combinations out: a filter on counts would give each side a set of its own, and is refused.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::holes::{self, Hole};
use crate::model::Model;
use crate::source::Events;

/// How often each combination occurs on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What is counted.
    pub model: Model,
    /// The combinations, in the order of the model or as sorted.
    pub rows: Vec<Row>,
    /// Events that are none of them.
    pub outside: [u64; 2],
    /// All other events.
    pub total: [u64; 2],
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its values, by their positions.
    pub task: Vec<usize>,
    /// How often it occurs on both sides.
    pub counts: [u64; 2],
}

/// The order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// What only one side does first, then what both do differently often, then the rest.
    Changed,
    /// By how much more often the first side does it.
    Ratio,
    /// By how much more often the second side does it.
    Inverse,
    /// By the value of an attribute.
    Attribute(usize),
}

/// What is left out, and what is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Only these attributes; all if there are none.
    pub project: Vec<String>,
    /// Only events with these values: `NAME=VALUE`.
    pub filter: Vec<String>,
}

impl Table {
    /// Counts. Filters are about values alone.
    ///
    /// # Errors
    /// If the events have other columns than the model, or the view asks for what is not there.
    pub fn new(model: &Model, sides: [&Events; 2], view: &View) -> Result<Self, String> {
        let mut wanted: Vec<Option<usize>> = vec![None; model.attributes.len()];
        for filter in &view.filter {
            if filter.contains(['<', '>', '!']) || filter.split('=').next().is_some_and(|name| name.trim() == "count") {
                return Err(format!(
                    "`{filter}`: a filter on counts would give each side other combinations; only NAME=VALUE is meaningful here"
                ));
            }
            let (at, value) = model.pair(filter)?;
            wanted[at] = Some(value);
        }
        let names: Vec<String> = match view.project.is_empty() {
            // What has one value left says nothing.
            true => model.attributes.iter().map(|it| it.name.clone()).collect(),
            false => view.project.clone(),
        };
        let (projected, chosen) = model.projected(&names)?;
        let is_wanted = |task: &[usize]| wanted.iter().zip(task).all(|(it, value)| it.is_none_or(|it| it == *value));
        let mut index: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut rows: Vec<Row> = Vec::new();
        for task in model.tasks().into_iter().filter(|task| is_wanted(task)) {
            let short: Vec<usize> = chosen.iter().map(|&at| task[at]).collect();
            index.entry(short.clone()).or_insert_with(|| {
                rows.push(Row { task: short, counts: [0, 0] });
                rows.len() - 1
            });
        }
        rows.sort_by(|a, b| a.task.cmp(&b.task));
        for (at, row) in rows.iter().enumerate() {
            index.insert(row.task.clone(), at);
        }
        let mut table = Self { model: projected, rows, outside: [0, 0], total: [0, 0] };
        for (side, events) in sides.into_iter().enumerate() {
            table.count(model, side, events, &chosen, &is_wanted, &index)?;
        }
        Ok(table)
    }

    fn count(
        &mut self,
        model: &Model,
        side: usize,
        events: &Events,
        chosen: &[usize],
        is_wanted: &dyn Fn(&[usize]) -> bool,
        index: &BTreeMap<Vec<usize>, usize>,
    ) -> Result<(), String> {
        let columns: Vec<usize> = model
            .attributes
            .iter()
            .map(|it| {
                events
                    .columns
                    .iter()
                    .position(|name| *name == it.name)
                    .ok_or_else(|| format!("it has no column `{}`", it.name))
            })
            .collect::<Result<_, _>>()?;
        let positions: Vec<BTreeMap<&str, usize>> = model
            .attributes
            .iter()
            .map(|it| it.values.iter().enumerate().map(|(at, value)| (value.as_str(), at)).collect())
            .collect();
        for (row, times) in &events.rows {
            let task: Option<Vec<usize>> =
                columns.iter().zip(&positions).map(|(&at, known)| known.get(row[at].as_str()).copied()).collect();
            match task.filter(|task| model.is_legal(task)) {
                Some(task) if is_wanted(&task) => {
                    let short: Vec<usize> = chosen.iter().map(|&at| task[at]).collect();
                    if let Some(&at) = index.get(&short) {
                        self.rows[at].counts[side] += times;
                        self.total[side] += times;
                    }
                }
                Some(_) => {}
                None => self.outside[side] += times,
            }
        }
        Ok(())
    }

    /// How many combinations a side has.
    #[must_use]
    pub fn covered(&self, side: usize) -> usize {
        self.rows.iter().filter(|row| row.counts[side] > 0).count()
    }

    /// How many combinations the sides have differently often.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.rows.iter().filter(|row| row.counts[0] != row.counts[1]).count()
    }

    /// `# Tasks 98, # Changes 10, Covered 7 : 5, 7.1% : 5.1%`
    #[must_use]
    pub fn header(&self) -> String {
        let (n, a, b) = (self.rows.len(), self.covered(0), self.covered(1));
        let percent = |part: usize| if n == 0 { 0.0 } else { part as f64 * 100.0 / n as f64 };
        format!("# Tasks {n}, # Changes {}, Covered {a} : {b}, {:.1}% : {:.1}%", self.changes(), percent(a), percent(b))
    }

    /// Puts the rows in order; rows that are equal in it stay as they are.
    pub fn sort(&mut self, by: Sort) {
        match by {
            Sort::Changed => self.rows.sort_by_key(|row| group(row.counts)),
            Sort::Ratio => self.rows.sort_by(|a, b| ratio(b.counts, a.counts)),
            Sort::Inverse => self.rows.sort_by(|a, b| ratio(swapped(b.counts), swapped(a.counts))),
            Sort::Attribute(at) => self.rows.sort_by_key(|row| row.task.get(at).copied()),
        }
    }

    /// The holes of both sides, those that only one has first.
    #[must_use]
    pub fn holes(&self) -> Vec<(Hole, [Cell; 2])> {
        let sizes: Vec<usize> = self.model.attributes.iter().map(|it| it.values.len()).collect();
        let legal: Vec<Vec<usize>> = self.rows.iter().map(|row| row.task.clone()).collect();
        let of = |side: usize| -> Vec<Hole> {
            let covered: Vec<Vec<usize>> =
                self.rows.iter().filter(|row| row.counts[side] > 0).map(|row| row.task.clone()).collect();
            let is_legal = |hole: &Hole| {
                legal.iter().any(|task| hole.contains(&task.iter().copied().map(Some).collect::<Vec<_>>()))
            };
            holes::maximal(&sizes, &covered).into_iter().filter(is_legal).collect()
        };
        let both = [of(0), of(1)];
        let mut all: Vec<Hole> = both.iter().flatten().cloned().collect();
        all.sort_by_key(|hole| (hole.level(), hole.clone()));
        all.dedup();
        let cell = |side: usize, hole: &Hole| -> Cell {
            if both[side].contains(hole) {
                return Cell::Hole;
            }
            match both[side].iter().find(|larger| larger.contains(&hole.0)) {
                Some(larger) => Cell::Inside(larger.clone()),
                None => Cell::Covered(self.sum(side, hole)),
            }
        };
        let mut told: Vec<(Hole, [Cell; 2])> = all
            .into_iter()
            .map(|hole| {
                let cells = [cell(0, &hole), cell(1, &hole)];
                (hole, cells)
            })
            .collect();
        told.sort_by_key(|(_, cells)| cells.iter().filter(|cell| **cell == Cell::Hole).count() == 2);
        told
    }

    fn sum(&self, side: usize, hole: &Hole) -> u64 {
        let is_in = |row: &&Row| hole.contains(&row.task.iter().copied().map(Some).collect::<Vec<_>>());
        self.rows.iter().filter(is_in).map(|row| row.counts[side]).sum()
    }
}

/// What a side has where the other, or itself, has a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It occurs so often.
    Covered(u64),
    /// It is a hole.
    Hole,
    /// It lies in a larger hole, and is told there.
    Inside(Hole),
}

fn group(counts: [u64; 2]) -> u8 {
    match counts {
        [a, b] if a == b => 2,
        [0, _] | [_, 0] => 0,
        [_, _] => 1,
    }
}

fn swapped([a, b]: [u64; 2]) -> [u64; 2] {
    [b, a]
}

/// Which of two has the larger ratio of its counts: what only the first side has is above all, the more often the more, and what only the
/// second has is below all in the same way; what neither has counts as equally often.
fn ratio(a: [u64; 2], b: [u64; 2]) -> Ordering {
    let one = |counts: [u64; 2]| if counts == [0, 0] { [1, 1] } else { counts };
    let (a, b) = (one(a), one(b));
    match (a[1], b[1]) {
        (0, 0) => a[0].cmp(&b[0]),
        (0, _) => Ordering::Greater,
        (_, 0) => Ordering::Less,
        _ if (a[0], b[0]) == (0, 0) => b[1].cmp(&a[1]),
        _ => (u128::from(a[0]) * u128::from(b[1])).cmp(&(u128::from(b[0]) * u128::from(a[1]))),
    }
}

#[cfg(test)]
mod tests;
