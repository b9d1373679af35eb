//! Which engines looked for the answer, as a person reads it.

use std::fmt::Write as _;

use whyc_base::finding::{EngineReport, FamilyReport};
use whyc_base::source::{SourceMap, Span};
use whyc_check::{Outcome, Verdict};
use whyc_debug::finding::Finding;
use whyc_engines::Log;
use whyc_engines::family::About;
use whyc_engines::split::{Asked, Family, State};

/// No more than so many conditions of a family are told.
const FEW: usize = 3;

/// What is to be told, if anything out of the ordinary happened.
pub(crate) fn told(outcome: &Outcome, log: &Log, finding: &Finding) -> Option<EngineReport> {
    let all = log.all();
    let asked = worth_telling(outcome, &all)?;
    let sources = &finding.sources;
    Some(EngineReport {
        families: asked.families.iter().map(|family| family_report(sources, family)).collect(),
        families_line: Some(families_line(sources, asked)),
        ..EngineReport::default()
    })
}

/// The split question that says most about the outcome: the one with the failing run, or the last one.
fn worth_telling<'a>(outcome: &Outcome, all: &'a [Asked]) -> Option<&'a Asked> {
    let has_run = |asked: &&Asked| asked.for_failure && asked.families.iter().any(|it| it.state == State::Found);
    match outcome.verdict {
        Verdict::Violated => all.iter().find(has_run),
        Verdict::Unknown => all.last(),
        Verdict::Safe | Verdict::BoundedSafe => all.iter().rev().find(|asked| asked.for_failure).or(all.last()),
    }
}

fn family_report(sources: &SourceMap, family: &Family) -> FamilyReport {
    FamilyReport {
        paths: paths(sources, family),
        state: match family.state {
            State::Refuted => "proved",
            State::Found => "fails",
            State::Open => "open",
        },
        conflicts: family.conflicts,
        time: family.time,
    }
}

/// What became of the families, in a sentence. Those above the lowest that fails are not counted where they were not all looked
/// at: how many of them were done by then depends on the threads.
fn families_line(sources: &SourceMap, asked: &Asked) -> String {
    let n = |state: State| asked.families.iter().filter(|it| it.state == state).count();
    let (proved, failing, open) = (n(State::Refuted), n(State::Found), n(State::Open));
    let found: Vec<String> =
        asked.families.iter().filter(|it| it.state == State::Found).take(FEW).map(|it| paths(sources, it)).collect();
    if failing > 0 {
        let only = if asked.is_whole { "only " } else { "" };
        let rest = match (proved, asked.is_whole) {
            (0, true) => String::new(),
            (0, false) => "; other families of paths were not looked at".to_owned(),
            (1, true) => "; the other family of paths is proved".to_owned(),
            (n, true) => format!("; the other {n} families of paths are proved"),
            (1, false) => "; one family of paths is proved, the rest was not looked at".to_owned(),
            (n, false) => format!("; {n} families of paths are proved, the rest was not looked at"),
        };
        let more = if failing > FEW { format!(" and in {} more families", failing - FEW) } else { String::new() };
        return format!("fails {only}where {}{more}{rest}", found.join(", or where "));
    }
    let all = asked.families.len();
    if open == 0 {
        return format!("all {all} families of paths that the question was split into are proved");
    }
    let left: Vec<String> =
        asked.families.iter().filter(|it| it.state == State::Open).take(FEW).map(|it| paths(sources, it)).collect();
    let more = if open > FEW { format!(", and {} more", open - FEW) } else { String::new() };
    format!("of {all} families of paths {proved} are proved; open: where {}{more}", left.join(", where "))
}

/// What the runs of a family have in common.
fn paths(sources: &SourceMap, family: &Family) -> String {
    let told: Vec<String> = family.about.iter().filter_map(|(about, holds)| condition(sources, *about, *holds)).collect();
    let hidden = family.about.len() - told.len();
    let mut text = String::new();
    // The last conditions are what tells it from its neighbours.
    let skipped = told.len().saturating_sub(FEW);
    text.push_str(&told[skipped..].join(" and "));
    if skipped > 0 {
        let _ = write!(text, " ({skipped} more)");
    }
    match (hidden, text.is_empty()) {
        (0, true) => "anything".to_owned(),
        (0, false) => text,
        (n, true) => format!("inputs are as {n} conditions say"),
        (n, false) => format!("{text} ({n} about inputs)"),
    }
}

fn condition(sources: &SourceMap, about: About, holds: bool) -> Option<String> {
    let (span, nth) = match about {
        About::Branch { span, nth } | About::Reach { span, nth } => (span, nth),
        About::Other => return None,
    };
    let (code, time) = (code(sources, span), if nth > 1 { format!(", time {nth}") } else { String::new() });
    let place = format!("line {}{time}", sources.line(span));
    Some(match (about, holds) {
        (About::Branch { .. }, true) => format!("`{code}` holds ({place})"),
        (About::Branch { .. }, false) => format!("`{code}` does not hold ({place})"),
        (About::Reach { .. }, true) => format!("a run comes to `{code}` ({place})"),
        (About::Reach { .. } | About::Other, _) => format!("no run comes to `{code}` ({place})"),
    })
}

/// The condition as it is written, in one line.
fn code(sources: &SourceMap, span: Span) -> String {
    const LONG: usize = 40;
    let text: String = sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > LONG { text.chars().take(LONG - 1).chain(['…']).collect() } else { text }
}
