//! Whether a run comes along some places: which places, how far runs come, and why no further.

use whyc_check::Verdict;
use whyc_debug::finding::{AlongReport, Barrier, Counterexample, Finding, Further};

use super::{TextOptions, append, engine, input_notes, notes, stats, support, trace};
use crate::paint::{Paint, Role, visible};
use crate::{along, reasons, words};

/// Texts of lines are cut here.
const LONGEST: usize = 60;

/// The report where a run was looked for that comes along and need not fail, or where there is none.
pub fn render(finding: &Finding, report: &AlongReport, options: &TextOptions) -> String {
    let mut out = headline(finding, report, options);
    append(&mut out, &places(finding, report, options));
    match finding.counterexample.as_ref().filter(|_| finding.head.verdict == Verdict::Violated) {
        Some(run) => {
            append(&mut out, &found(finding, run, options));
        }
        None => {
            append(&mut out, &prefix(report, options));
            append(&mut out, &why(finding, report, options));
            append(&mut out, &stats::in_vain(finding));
        }
    }
    append(&mut out, &notes(finding, options));
    append(&mut out, &engine::told(finding));
    append(&mut out, &format!("{}\n", words::duration(finding.stats.total)));
    out
}

/// The answer in one line; ends with a line end.
pub fn headline(finding: &Finding, report: &AlongReport, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let (role, head) = match finding.head.verdict {
        Verdict::Violated => (Role::Error, "found"),
        Verdict::Safe => (Role::Good, "safe"),
        verdict @ (Verdict::BoundedSafe | Verdict::Unknown) => (Role::Warning, verdict.name()),
    };
    let sentence = format!(": {}", visible(&along::sentence(finding, report)));
    format!("{}{}\n", paint.apply(role, head), paint.apply(Role::Strong, sentence))
}

/// The places under each other, the first that no run comes to marked.
fn places(finding: &Finding, report: &AlongReport, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let rows: Vec<(String, String)> = report.places.iter().map(|it| along::place(&finding.sources, it)).collect();
    let margin = rows.len().to_string().len();
    let width = rows.iter().map(|(place, _)| place.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (number, (place, text)) in (1..).zip(&rows) {
        let number_text = paint.apply(Role::Frame, format!("{number:>margin$}"));
        let text = words::one_line(&visible(text), LONGEST);
        let remark = match &report.further {
            Some(further) if number == report.reached + 1 => format!("   ◀ {}", stops(further, number == 1)),
            Some(_) | None => String::new(),
        };
        out.push_str(&format!(
            "  {number_text}  {:width$}  {text}{}\n",
            visible(place),
            paint.apply(Role::Error, remark)
        ));
    }
    for place in &report.passed_over {
        let text = format!("  passed over: {} (no code stands there)\n", visible(place));
        out.push_str(&paint.apply(Role::Dim, text));
    }
    out
}

fn stops(further: &Further, is_first: bool) -> &'static str {
    match (further, is_first) {
        (Further::None, true) => "no run comes here",
        (Further::None, false) => "no run comes here after that",
        (Further::NoneWithinBounds, _) => "no run within the bounds comes here",
        (Further::Unknown(_), _) => "not decided from here on",
    }
}

/// The run that was looked for.
fn found(finding: &Finding, run: &Counterexample, options: &TextOptions) -> String {
    let mut out: String = input_notes(finding, run, options).iter().map(|note| format!("  {note}\n")).collect();
    append(&mut out, &trace::render(finding, run, options));
    out
}

/// The run that comes as far as any.
fn prefix(report: &AlongReport, options: &TextOptions) -> String {
    let Some((finding, run)) = report.prefix.as_ref().and_then(|it| Some((it, it.counterexample.as_ref()?))) else {
        return String::new();
    };
    let which = match report.reached {
        n if n == report.places.len() => "all of them".to_owned(),
        1 => "the first".to_owned(),
        n => format!("the first {n}"),
    };
    let mut out = format!("A run comes through {which}:\n");
    out.extend(input_notes(finding, run, options).iter().map(|note| format!("  {note}\n")));
    if options.all {
        append(&mut out, &trace::render(finding, run, options));
    }
    out
}

fn why(finding: &Finding, report: &AlongReport, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = String::new();
    for barrier in &report.barriers {
        out.push_str(&format!("{}\n", visible(&along::barrier(&finding.sources, report, barrier))));
        if let Barrier::RestsOn(grounds) = barrier {
            let lines = support::lines(finding, grounds, paint);
            let shown = if options.all { lines.len() } else { lines.len().min(support::MANY) };
            lines[..shown].iter().for_each(|line| out.push_str(&format!("{line}\n")));
            if shown < lines.len() {
                out.push_str(&format!("  … {} (--all shows them)\n", words::count(lines.len() - shown, "more line")));
            }
        }
    }
    if let Some(Further::Unknown(reason)) = &report.further {
        out.push_str(&format!("Not decided: {}\n", visible(&reasons::sentence(reason))));
    }
    out
}
