//! For people: a short summary, then what is not covered and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use whyc_report::reasons;

use crate::boost::{Boosted, Steering};
use crate::coverage::{Coverage, Crossed, RunEnd, Status};
use crate::goal::Kind;
use crate::holes::Hole;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The summary, and what is not covered.
    Usual,
    /// The summary alone.
    Short,
    /// Every goal with the run that covers it.
    All,
}

/// At most so many goals that are not covered are told, and so many characters of what a run is given.
const MANY: usize = 40;
const MOST_GIVEN: usize = 160;

/// What is said of a coverage.
#[must_use]
pub fn render(it: &Coverage, extent: Extent) -> String {
    let mut out = String::new();
    summary(it, &mut out);
    if extent != Extent::Short {
        missing(it, extent, &mut out);
        for cross in &it.crosses {
            crossed(it, cross, &mut out);
        }
        runs(it, &mut out);
    }
    if extent == Extent::All {
        for (goal, status) in &it.goals {
            if let Status::Covered(run) = status {
                let _ = writeln!(out, "{:>5}  {}: run {}", it.sources.line(goal.span), goal.text, run + 1);
            }
        }
    }
    for note in notes(it) {
        let _ = writeln!(out, "{note}");
    }
    out
}

fn summary(it: &Coverage, out: &mut String) {
    let all = it.counts(None);
    let reachable = all.all - all.unreachable;
    let word = if all.covered == reachable && it.boosted.is_some() {
        "every goal is covered".to_owned()
    } else if all.covered == reachable {
        "every goal that can be reached is covered".to_owned()
    } else {
        format!("{} of {} goals are covered", all.covered, reachable)
    };
    let _ = writeln!(out, "{word}, by {} {}", it.runs.len(), if it.runs.len() == 1 { "run" } else { "runs" });
    let _ = writeln!(out);
    for kind in Kind::ALL {
        let counts = it.counts(Some(kind));
        if counts.all == 0 {
            continue;
        }
        let mut parts = vec![format!("{} of {} covered", counts.covered, counts.all)];
        if counts.unreachable > 0 {
            parts.push(format!("{} unreachable", counts.unreachable));
        }
        if counts.not_within > 0 {
            parts.push(format!("{} not within the bounds", counts.not_within));
        }
        if counts.undecided > 0 {
            parts.push(format!("{} undecided", counts.undecided));
        }
        let _ = writeln!(out, "  {:<12} {}", kind.plural(), parts.join(", "));
    }
    let _ = writeln!(out);
}

/// The goals that are not covered, line by line.
fn missing(it: &Coverage, extent: Extent, out: &mut String) {
    let mut by_line: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (at, (goal, status)) in it.goals.iter().enumerate() {
        if !matches!(status, Status::Covered(_)) && goal.key.kind() != Kind::Cross {
            by_line.entry((goal.span.file.0, it.sources.line(goal.span))).or_default().push(at);
        }
    }
    let (mut told, total): (usize, usize) = (0, by_line.values().map(Vec::len).sum());
    let mut file = None;
    for ((number, line), goals) in by_line {
        if told >= MANY && extent != Extent::All {
            let _ = writeln!(out, "  … and {} more (--all)", total - told);
            break;
        }
        if file != Some(number) {
            let first = it.goals[goals[0]].0.span;
            let _ = writeln!(out, "not covered in {}:", it.sources.file(first.file).name);
            file = Some(number);
        }
        // A line that no run comes to says it all.
        let whole = goals.iter().copied().find(|&at| it.goals[at].0.key.kind() == Kind::Line);
        let shown: Vec<usize> = whole.map_or_else(|| goals.clone(), |at| vec![at]);
        told += goals.len();
        for at in shown {
            let (goal, status) = &it.goals[at];
            let what = match goal.key.kind() {
                Kind::Line => goal.text.clone(),
                Kind::Branch | Kind::Condition | Kind::Loop | Kind::Call | Kind::Cross => {
                    format!("never: {}", goal.text)
                }
            };
            let _ = writeln!(out, "{line:>5}  {what}");
            let _ = writeln!(out, "         {}", why(status));
        }
    }
    if total > 0 {
        out.push('\n');
    }
    if !it.uncalled.is_empty() {
        let _ = writeln!(out, "not part of the program, since no call leads there: {}\n", it.uncalled.join(", "));
    }
}

/// What is said of a goal that is not covered.
#[must_use]
pub fn why(status: &Status) -> String {
    match status {
        Status::Covered(run) => format!("run {}", run + 1),
        Status::Unreachable { because } if because.is_empty() => "unreachable".to_owned(),
        Status::Unreachable { because } => format!("unreachable: {}", because.join("; ")),
        Status::NotWithin => "not reached within the bounds".to_owned(),
        Status::Undecided(reason) => format!("not decided: {reason}"),
    }
}

/// A hole in words.
#[must_use]
pub fn hole(cross: &Crossed, hole: &Hole) -> String {
    let parts: Vec<String> = hole
        .0
        .iter()
        .zip(&cross.attributes)
        .filter_map(|(value, (name, values))| Some(format!("{name} = {}", values.get((*value)?)?)))
        .collect();
    parts.join(" with ")
}

fn crossed(it: &Coverage, cross: &Crossed, out: &mut String) {
    let names: Vec<&str> = cross.attributes.iter().map(|(name, _)| name.as_str()).collect();
    if cross.tasks.is_empty() {
        let _ = writeln!(
            out,
            "{}: no run comes to line {}{}\n",
            names.join(" × "),
            cross.line,
            if it.boosted.is_some() {
                " so far"
            } else if it.is_complete() {
                ""
            } else {
                " within the bounds"
            }
        );
        return;
    }
    let covered = cross.tasks.iter().filter(|(_, at)| matches!(it.goals[*at].1, Status::Covered(_))).count();
    let _ = writeln!(
        out,
        "{} before line {}: {covered} of {} combinations",
        names.join(" × "),
        cross.line,
        cross.tasks.len()
    );
    let word = match (&it.boosted, cross.is_promise) {
        (Some(_), _) => "not met",
        (None, true) => "never",
        (None, false) => "not within the bounds",
    };
    for (hole_, because) in &cross.holes {
        let because = if because.is_empty() { String::new() } else { format!("   ({})", because.join(", ")) };
        let _ = writeln!(out, "  {word}  {}{because}", hole(cross, hole_));
    }
    out.push('\n');
}

fn runs(it: &Coverage, out: &mut String) {
    for (number, run) in it.runs.iter().enumerate() {
        let given = run.given();
        let mut inputs: String = given.chars().take(MOST_GIVEN).collect();
        if inputs.len() < given.len() {
            inputs.push('…');
        }
        let end = match &run.end {
            RunEnd::Passes => String::new(),
            RunEnd::Fails { property, line } => format!("  (fails {property} in line {line})"),
            RunEnd::GoesOn if it.boosted.is_some() => "  (not followed to its end)".to_owned(),
            RunEnd::GoesOn => "  (goes on beyond the bounds)".to_owned(),
        };
        let _ = writeln!(out, "  run {}: {inputs}{end}", number + 1);
    }
    if !it.runs.is_empty() {
        out.push('\n');
    }
}

/// How random runs were made, in sentences.
fn boosted(it: &Boosted) -> Vec<String> {
    let weighed = match it.steering {
        Steering::Plain => "drawn as their inputs are distributed",
        Steering::Random => "drawn with random weights",
        Steering::Learnt => "drawn with weights that were learnt",
    };
    let mut notes =
        vec![format!("{} random runs, {weighed}, seed {}; what they do not cover is open", it.runs, it.seed)];
    let mut mattered = it.mattered.clone();
    mattered.sort_by_key(|it| std::cmp::Reverse(it.2));
    let names: Vec<&str> = mattered.iter().take(8).map(|it| it.0.as_str()).collect();
    if !names.is_empty() {
        notes.push(format!("{} networks were learnt; in these matter: {}", it.networks, names.join(", ")));
    }
    if it.rejected > 0 {
        notes.push(format!("{} of the runs do not count: an assumption does not hold in them", it.rejected));
    }
    if it.lost > 0 {
        notes.push(format!("{} of the runs were not followed to their end", it.lost));
    }
    notes
}

/// How far runs were followed, in sentences.
#[must_use]
pub fn notes(it: &Coverage) -> Vec<String> {
    let extent = &it.extent;
    let mut notes = Vec::new();
    notes.extend(extent.stopped.iter().map(|why| format!("stopped: {why}")));
    notes.extend(
        extent.unmodelled.iter().map(|(what, line)| format!("not modelled, and not followed: {what} (line {line})")),
    );
    for (name, bound, line) in &extent.cuts {
        notes.push(format!("{name} (line {line}) was followed for {bound} rounds; some runs go further"));
    }
    notes.extend(extent.limits.iter().map(|limit| reasons::limit(*limit)));
    notes.extend(it.boosted.iter().flat_map(boosted));
    if it.is_complete() {
        notes.push("complete: every run was followed to its end".to_owned());
    }
    notes
}
