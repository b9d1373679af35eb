//! Where events come from: tables, JSON lines, reports of cover and of gcov, logs of who entered what.

use serde_json::Value;

use crate::events;

/// Events: named columns, and rows with how often each occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// The columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<(Vec<String>, u64)>,
}

/// Which runs of a report count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those that violate something.
    Fails,
    /// Those that do not.
    Passes,
}

/// Reads events; `name` says by its ending what they are.
///
/// # Errors
/// What is wrong, with its line where it has one.
pub fn read(name: &str, text: &str, which: Which) -> Result<Events, String> {
    let ends = |with: &str| name.to_ascii_lowercase().ends_with(with);
    if which != Which::All && (ends(".gcov.json") || !ends(".json")) {
        return Err("#fails and #passes choose among the runs of a report of cover".to_owned());
    }
    if ends(".csv") {
        csv(text)
    } else if ends(".jsonl") || ends(".ndjson") {
        json_lines(text)
    } else if ends(".log") {
        log(text)
    } else if ends(".json") {
        let report: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        if report["schema"] == "whyc-cover/1" {
            coverage(&report, which)
        } else if report["files"].is_array() && report.get("gcc_version").is_some() {
            gcov(&report)
        } else {
            Err("it is neither a report of cover nor one of gcov (gcov --json-format --stdout)".to_owned())
        }
    } else {
        Err("expected .csv, .jsonl, .log, a report of cover (.json) or of gcov (.json)".to_owned())
    }
}

/// The column that says how often a row occurs.
const COUNT: &str = "count";

fn csv(text: &str) -> Result<Events, String> {
    let mut records = records(text)?.into_iter();
    let Some((_, mut columns)) = records.next() else {
        return Err("it is empty: the first line names the columns".to_owned());
    };
    let count = columns.iter().position(|name| name.eq_ignore_ascii_case(COUNT));
    let n = columns.len();
    let mut rows = Vec::new();
    for (line, mut row) in records {
        if row.len() != n {
            return Err(format!("line {line} has {} columns instead of {n}", row.len()));
        }
        let times = match count.map(|at| row.remove(at)) {
            Some(text) => text.trim().parse().map_err(|_| format!("line {line}: `{text}` is no count"))?,
            None => 1,
        };
        rows.push((row, times));
    }
    if let Some(at) = count {
        columns.remove(at);
    }
    Ok(Events { columns, rows })
}

/// The records of a table with the line that each begins in; fields with commas, quotes or line ends stand in quotes.
pub fn records(text: &str) -> Result<Vec<(usize, Vec<String>)>, String> {
    let (mut all, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut began, mut is_quoted) = (1, 1, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                field.push('"');
                chars.next();
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field).trim().to_owned()),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                line += 1;
                row.push(std::mem::take(&mut field).trim().to_owned());
                let done = std::mem::take(&mut row);
                if done.iter().any(|it| !it.is_empty()) {
                    all.push((began, done));
                }
                began = line;
            }
            c => {
                line += usize::from(c == '\n');
                field.push(c);
            }
        }
    }
    if is_quoted {
        return Err(format!("line {began}: a quote is not closed"));
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field.trim().to_owned());
        all.push((began, row));
    }
    Ok(all)
}

fn json_lines(text: &str) -> Result<Events, String> {
    let mut events = Events::default();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |why: &str| format!("line {}: {why}", at + 1);
        let object: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let Some(object) = object.as_object() else { return Err(wrong("it is no object")) };
        if events.columns.is_empty() {
            events.columns = object.keys().filter(|key| *key != COUNT).cloned().collect();
        }
        let mut row = Vec::new();
        for name in &events.columns {
            row.push(shown(object.get(name).ok_or_else(|| wrong(&format!("it has no {name}")))?));
        }
        let times = object.get(COUNT).map_or(Some(1), Value::as_u64).ok_or_else(|| wrong("its count is no number"))?;
        events.rows.push((row, times));
    }
    if events.columns.is_empty() {
        return Err("it is empty".to_owned());
    }
    Ok(events)
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The goals that the runs of a report cover.
fn coverage(report: &Value, which: Which) -> Result<Events, String> {
    let goals = report["goals"].as_array().ok_or("it has no goals")?;
    let runs = report["runs"].as_array().ok_or("it has no runs")?;
    let name = |goal: &Value| {
        let text = |key: &str| goal[key].as_str().unwrap_or_default();
        format!("{}:{} {}: {}", text("file"), goal["line"], text("kind"), text("text"))
    };
    let mut rows: Vec<(Vec<String>, u64)> = goals.iter().map(|goal| (vec![name(goal)], 0)).collect();
    for run in runs {
        let is_it = match which {
            Which::All => true,
            Which::Fails => run["end"] == "fails",
            Which::Passes => run["end"] == "passes",
        };
        for covered in run["covers"].as_array().into_iter().flatten().filter(|_| is_it) {
            let at = covered.as_u64().and_then(|at| rows.get_mut(at as usize)).ok_or("a run covers no goal of it")?;
            at.1 += 1;
        }
    }
    Ok(Events { columns: vec!["goal".to_owned()], rows })
}

/// The lines that gcov counts.
fn gcov(report: &Value) -> Result<Events, String> {
    let mut rows = Vec::new();
    for file in report["files"].as_array().into_iter().flatten() {
        let name = file["file"].as_str().ok_or("a file has no name")?;
        for line in file["lines"].as_array().into_iter().flatten() {
            let number = line["line_number"].as_u64().ok_or("a line has no number")?;
            let count = line["count"].as_u64().ok_or("a line has no count")?;
            rows.push((vec![format!("{name}:{number}")], count));
        }
    }
    Ok(Events { columns: vec!["line".to_owned()], rows })
}

/// `enter MODULE THREAD` and `leave MODULE THREAD`, line by line.
fn log(text: &str) -> Result<Events, String> {
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let moved = match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["enter", module, thread] => events::Moved::enter(module, thread),
            ["leave", module, thread] => events::Moved::leave(module, thread),
            _ => return Err(format!("line {}: expected `enter MODULE THREAD` or `leave MODULE THREAD`", at + 1)),
        };
        all.push(moved);
    }
    let rows = events::attributes(&all).into_iter().map(|row| (row, 1)).collect();
    Ok(Events { columns: events::NAMES.map(str::to_owned).to_vec(), rows })
}
