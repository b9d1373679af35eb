//! Two sets of runs beside each other.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::compare::{Cell, Row, Table};
use crate::holes::Hole;
use crate::score::{STATISTICS, Scored, Totals};

/// At most so many rows are told.
const MANY: usize = 40;

/// The table and the holes, for people; all rows if `most` is none.
#[must_use]
pub fn text(table: &Table, names: [&str; 2], most: Option<usize>) -> String {
    let mut out = format!("[1] {}\n[2] {}\n\n{}\n\n", names[0], names[1], table.header());
    let most = most.unwrap_or(usize::MAX);
    let changed: Vec<&Row> = table.rows.iter().filter(|row| row.counts != [0, 0]).collect();
    let columns: Vec<usize> = table
        .model
        .attributes
        .iter()
        .map(|it| it.values.iter().chain([&it.name]).map(|text| text.chars().count()).max().unwrap_or(0))
        .collect();
    let padded = |texts: Vec<&str>| -> String {
        let all: Vec<String> = texts.into_iter().zip(&columns).map(|(text, width)| format!("{text:<width$}")).collect();
        all.join("  ").trim_end().to_owned()
    };
    let attributes: Vec<&str> = table.model.attributes.iter().map(|it| it.name.as_str()).collect();
    let mut lines: Vec<[String; 6]> =
        vec![["".into(), padded(attributes), "[1]".into(), "share".into(), "[2]".into(), "share".into()]];
    for row in changed.iter().take(most) {
        let mark = match row.counts {
            [_, 0] => "only [1]",
            [0, _] => "only [2]",
            [a, b] if a == b => "same",
            [_, _] => "differs",
        };
        let share = |side: usize| match table.total[side] {
            0 => "–".to_owned(),
            total => format!("{:.1}%", row.counts[side] as f64 * 100.0 / total as f64),
        };
        let values: Vec<&str> = values(table, &row.task);
        lines.push([
            mark.into(),
            padded(values),
            row.counts[0].to_string(),
            share(0),
            row.counts[1].to_string(),
            share(1),
        ]);
    }
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    for line in &lines {
        let _ = writeln!(
            out,
            "  {:<w0$}  {:<w1$}  {:>w2$} {:>w3$}  {:>w4$} {:>w5$}",
            line[0],
            line[1],
            line[2],
            line[3],
            line[4],
            line[5],
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
            w3 = widths[3],
            w4 = widths[4],
            w5 = widths[5]
        );
    }
    if changed.len() > most {
        let _ = writeln!(out, "  … and {} more (--all)", changed.len() - most);
    }
    let neither = table.rows.len() - changed.len();
    if neither > 0 {
        let _ = writeln!(out, "  neither has the other {neither}");
    }
    holes(table, most, &mut out);
    for (side, n) in table.outside.iter().enumerate().filter(|(_, n)| **n > 0) {
        let _ = writeln!(out, "[{}] has {n} events that the model does not know", side + 1);
    }
    out
}

fn values<'t>(table: &'t Table, task: &[usize]) -> Vec<&'t str> {
    table.model.attributes.iter().zip(task).map(|(it, &value)| it.values[value].as_str()).collect()
}

fn named(table: &Table, hole: &Hole) -> String {
    let parts = hole
        .0
        .iter()
        .zip(&table.model.attributes)
        .filter_map(|(value, it)| Some(format!("{} = {}", it.name, it.values.get((*value)?)?)));
    parts.collect::<Vec<_>>().join(", ")
}

fn cell(table: &Table, cell: &Cell) -> String {
    match cell {
        Cell::Covered(n) => format!("{n} times"),
        Cell::Hole => "hole".to_owned(),
        Cell::Inside(larger) => format!("in the hole {}", named(table, larger)),
    }
}

fn holes(table: &Table, most: usize, out: &mut String) {
    let all = table.holes();
    let one_sided: Vec<_> = all.iter().filter(|(_, cells)| cells[0] != cells[1]).collect();
    if one_sided.is_empty() || table.model.attributes.len() < 2 {
        return;
    }
    out.push_str("\nholes that are not the same:\n");
    for (hole, cells) in one_sided.iter().take(most) {
        let _ =
            writeln!(out, "  {}   [1] {}   [2] {}", named(table, hole), cell(table, &cells[0]), cell(table, &cells[1]));
    }
    if one_sided.len() > most {
        let _ = writeln!(out, "  … and {} more (--all)", one_sided.len() - most);
    }
}

/// How many rows are told unless all are asked for.
#[must_use]
pub fn usual() -> Option<usize> {
    Some(MANY)
}

/// The same for programs.
#[must_use]
pub fn json(table: &Table, names: [&str; 2]) -> String {
    let assigned = |values: Vec<Option<usize>>| -> Value {
        let pairs = values
            .into_iter()
            .zip(&table.model.attributes)
            .filter_map(|(value, it)| Some((it.name.clone(), Value::String(it.values.get(value?)?.clone()))));
        Value::Object(pairs.collect())
    };
    let cell = |cell: &Cell| match cell {
        Cell::Covered(n) => json!({ "state": "covered", "count": n, "inside": null }),
        Cell::Hole => json!({ "state": "hole", "count": 0, "inside": null }),
        Cell::Inside(larger) => json!({ "state": "inside", "count": 0, "inside": assigned(larger.0.clone()) }),
    };
    let row =
        |row: &Row| json!({ "values": assigned(row.task.iter().copied().map(Some).collect()), "counts": row.counts });
    let hole = |(hole, cells): &(Hole, [Cell; 2])| json!({ "values": assigned(hole.0.clone()), "level": hole.level(), "cells": [cell(&cells[0]), cell(&cells[1])] });
    let report = json!({
        "schema": "whyc-cover-comparison/1",
        "sources": names,
        "tasks": table.rows.len(),
        "changes": table.changes(),
        "covered": [table.covered(0), table.covered(1)],
        "totals": table.total,
        "outside": table.outside,
        "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
        "holes": table.holes().iter().map(hole).collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

/// The differences of two profiles, for people.
#[must_use]
pub fn score_text(all: &[Scored], alone: &[String], names: [&str; 2]) -> String {
    let totals = Totals::of(all);
    let mut out = format!(
        "how far {} is from {}: {} (lower is closer; in all, too little, too much)\n",
        names[1],
        names[0],
        totals.shown()
    );
    for (name, sum) in STATISTICS.iter().zip(totals.by_statistic) {
        let _ = writeln!(out, "  {name:<7} {sum:.1}");
    }
    let mut worst: Vec<&Scored> = all.iter().filter(|it| it.score > 0.0).collect();
    worst.sort_by(|a, b| b.score.total_cmp(&a.score));
    for it in worst.iter().take(MANY) {
        let percent = it.percent.map_or("from nothing".to_owned(), |percent| format!("{percent:+.1}%"));
        let sign = if it.is_deficit { "too little" } else { "too much" };
        let _ = writeln!(out, "  {:>7.1}  {} {} {percent} ({sign})", it.score, it.name, STATISTICS[it.statistic]);
    }
    if !alone.is_empty() {
        let _ = writeln!(out, "only one of them has: {}", alone.join(", "));
    }
    out
}

/// The same for programs.
#[must_use]
pub fn score_json(all: &[Scored], alone: &[String], names: [&str; 2]) -> String {
    let totals = Totals::of(all);
    let point = |it: &Scored| json!({ "name": it.name, "statistic": STATISTICS[it.statistic], "percent": it.percent, "class": it.class, "deficit": it.is_deficit, "score": it.score });
    let by: serde_json::Map<String, Value> =
        STATISTICS.iter().zip(totals.by_statistic).map(|(name, sum)| ((*name).to_owned(), json!(sum))).collect();
    let report = json!({ "schema": "whyc-cover-score/1", "sources": names, "total": totals.total(), "deficit": totals.deficit, "excess": totals.excess,
        "by_statistic": by, "points": all.iter().map(point).collect::<Vec<_>>(), "alone": alone });
    format!("{report:#}\n")
}
