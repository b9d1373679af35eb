//! What a run of whyc cost: time and size by stage, and where in the program the work went.

use std::fmt::Write as _;

use whyc_base::status::Reason;
use whyc_check::Verdict;
use whyc_debug::finding::{Advice, Finding, HotKind, HotSpot};

use crate::paint::visible;
use crate::words;

/// Time and size by stage, then the loops, functions and lines that most of the work went to.
pub fn render(finding: &Finding) -> String {
    let stats = &finding.stats;
    let stages = [
        ("reading", stats.parse),
        ("unrolling", stats.unroll),
        ("encoding", stats.encode),
        ("solving", stats.solve),
        ("explaining", stats.debug),
        ("in all", stats.total),
    ];
    let stages: Vec<String> = stages.iter().map(|(name, time)| format!("{name} {}", words::duration(*time))).collect();
    let mut out = format!("time       {}\n", stages.join(" · "));
    let _ = writeln!(
        out,
        "size       {} steps · {} variables · {} clauses · {} questions to the solver",
        stats.steps, stats.variables, stats.clauses, stats.solver_calls
    );
    let mut last = "";
    for spot in &stats.hot {
        let title = match spot.kind {
            HotKind::Loop { .. } => "loops",
            HotKind::Function => "functions",
            HotKind::Line => "lines",
        };
        let _ = writeln!(
            out,
            "{:<10} {:>3} %  {}",
            if title == last { "" } else { title },
            spot.share,
            place(finding, spot)
        );
        last = title;
    }
    if !stats.hot.is_empty() {
        out.push_str("           of all steps and terms; a loop with what it calls\n");
    }
    out
}

/// Where the work went, for those who waited in vain: the loops that cost most, and how to follow them less far.
pub fn in_vain(finding: &Finding) -> String {
    let is_limit = matches!(finding.head.reason, Some(Reason::Exhausted(_) | Reason::Effort));
    if finding.head.verdict != Verdict::Unknown || !is_limit {
        return String::new();
    }
    let mut out = String::new();
    for spot in finding.stats.hot.iter().filter(|spot| matches!(spot.kind, HotKind::Loop { .. })) {
        let _ = writeln!(out, "{} % of the work went into the loop {}", spot.share, place(finding, spot));
        if finding.stats.advice.is_empty() {
            let _ = writeln!(out, "     `--unwind-loop {}:N` follows it no further than N rounds", visible(&spot.name));
        }
    }
    if out.is_empty()
        && let Some(spot) = finding.stats.hot.iter().find(|spot| spot.kind == HotKind::Function)
    {
        let _ = writeln!(out, "{} % of the work went into the function {}", spot.share, place(finding, spot));
    }
    out + &advice(&finding.stats.advice)
}

/// What leads to an answer, in columns.
fn advice(all: &[Advice]) -> String {
    let Some(width) = all.iter().map(|advice| advice.option.chars().count()).max() else { return String::new() };
    let mut out = "with less to do there is an answer (each was tried):\n".to_owned();
    for Advice { option, verdict, time } in all {
        let answer = match verdict {
            Verdict::Violated => "a failing run",
            other => other.name(),
        };
        let _ = writeln!(out, "     {:<width$}  {answer} in {}", visible(option), words::duration(*time));
    }
    out
}

fn place(finding: &Finding, spot: &HotSpot) -> String {
    let file = &finding.sources.file(spot.span.file).name;
    let file = file.rsplit('/').next().unwrap_or(file);
    let at = format!("{file}:{}", finding.sources.line(spot.span));
    let text = match spot.kind {
        HotKind::Loop { rounds: 1 } => format!("{} in {at}, 1 round", spot.name),
        HotKind::Loop { rounds } => format!("{} in {at}, {rounds} rounds", spot.name),
        HotKind::Function => format!("{} in {at}", spot.name),
        HotKind::Line => at,
    };
    visible(&text).into_owned()
}
