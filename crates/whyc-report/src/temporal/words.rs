//! How what is told of a part of a property is put into words.

use whyc_temporal::ask::Shown;
use whyc_temporal::idle::{How, Idle};
use whyc_temporal::judged::{Cell, Judged, Verdict};
use whyc_temporal::run::{Told, What};
use whyc_temporal::view::Standing;

/// What is said under a part.
pub(super) fn remark(told: &Told, step: &str) -> String {
    let n = told.step;
    match told.what {
        What::True => format!("holds in {step} {n}"),
        What::False => format!("false in {step} {n}"),
        What::Matched { to } if to == n => format!("matches in {step} {n}"),
        What::Matched { to } => format!("matches from {step} {n} to {to}"),
        What::Opened => format!("asked for from {step} {n} on"),
        What::Broke { at } if at == n => format!("broken in {step} {at}"),
        What::Broke { at } => format!("asked for from {step} {n} on, broken in {step} {at}"),
        What::Never => format!("asked for from {step} {n} on, and never comes"),
        What::Pending => format!("pending since {step} {n}"),
        What::Holds => format!("holds from {step} {n} on, and should not"),
    }
}

/// Whether what is told there is told again later, with what became of it.
pub(super) fn is_repeated(judged: &Judged, at: usize) -> bool {
    let told = &judged.why[at];
    told.what == What::Opened && judged.why[at + 1..].iter().any(|later| later.place == told.place)
}

/// What is still to come, each part once: since when, and how often it was asked for later, too.
pub(super) fn pending(judged: &Judged) -> Vec<(&Told, usize)> {
    let mut all: Vec<(&Told, usize)> = Vec::new();
    for told in &judged.pending {
        match all.iter_mut().find(|(known, _)| known.place == told.place) {
            Some((_, later)) => *later += 1,
            None => all.push((told, 0)),
        }
    }
    all
}

/// The verdict in a sentence.
pub(super) fn sentence(judged: &Judged) -> String {
    let name = &judged.named.name;
    match &judged.verdict {
        Verdict::Recorded(Standing::Satisfied) => format!("`{name}` is satisfied, whatever follows"),
        Verdict::Recorded(Standing::HoldsSoFar) => format!("`{name}` holds if the run ends here"),
        Verdict::Recorded(Standing::Pending) => format!("`{name}` is pending: nothing is wrong yet"),
        Verdict::Recorded(Standing::Violated) => format!("`{name}` is violated, whatever follows"),
        Verdict::Holds(idle) => {
            let has_no_end = idle.first().is_some_and(|it| it.how == How::NoEnd);
            let which = if judged.is_about_ends() && !has_no_end { "every run that ends" } else { "every run" };
            match idle.first() {
                None => format!("`{name}` holds on {which}"),
                Some(first) => format!("`{name}` holds on {which}, but {}", silly(first)),
            }
        }
        Verdict::HoldsUpTo(bound) => format!("`{name}` holds up to cycle {bound}; later cycles were not looked at"),
        Verdict::HoldsWithinBounds(idle) => {
            let sentence = format!("`{name}` holds within the bounds that loops were followed to");
            idle.first().map_or(sentence.clone(), |first| format!("{sentence}; there {}", silly(first)))
        }
        Verdict::Violated => format!("`{name}` can fail"),
        Verdict::NotDecided { checked: 0, reason } => format!("`{name}` is not decided: {reason}"),
        Verdict::NotDecided { checked, reason } => {
            format!("`{name}` is not decided beyond cycle {}: {reason}", checked - 1)
        }
    }
}

/// Why a property that holds says less than it seems to.
fn silly(idle: &Idle) -> String {
    if idle.how == How::NoEnd {
        return "no run ends".to_owned();
    }
    format!("`{}` {}", idle.text, idle_remark(idle.how))
}

/// The same, said under the part.
pub(super) fn idle_remark(how: How) -> &'static str {
    match how {
        How::NeverHappens => "never happens",
        How::NotThere => "never happens where it is looked at",
        How::NoRole => "plays no role",
        How::NoEnd => "never asked for: no run ends",
    }
}

/// What is known to be silly of a property that holds.
pub(super) fn idle(verdict: &Verdict) -> &[Idle] {
    match verdict {
        Verdict::Holds(idle) | Verdict::HoldsWithinBounds(idle) => idle,
        Verdict::Recorded(_) | Verdict::HoldsUpTo(_) | Verdict::Violated | Verdict::NotDecided { .. } => &[],
    }
}

/// The verdict in a word.
pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Recorded(standing) => standing.name(),
        Verdict::Holds(_) => "holds",
        Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds(_) => "bounded",
        Verdict::Violated => "violated",
        Verdict::NotDecided { .. } => "unknown",
    }
}

/// What a run is counted in.
pub(super) fn step_word(judged: &Judged) -> &'static str {
    judged.unit.name()
}

/// A value in a table.
pub(super) fn cell(cell: &Cell) -> String {
    match cell {
        None => "x".to_owned(),
        Some((_, false)) => "-".to_owned(),
        Some((value, true)) => value.to_string(),
    }
}

/// How a part fares, as a sign.
pub(super) fn sign(standing: Standing) -> &'static str {
    match standing {
        Standing::Violated => "✗",
        Standing::Pending => "…",
        Standing::HoldsSoFar => "○",
        Standing::Satisfied => "✓",
    }
}

/// A run that goes on forever, in one line: what is true in each step, and where it begins again.
pub(super) fn lasso(shown: &Shown) -> String {
    let letter = |step: &Vec<u128>| {
        let told = shown.names.iter().zip(step).filter(|(name, value)| **value != 0 && *name != "?");
        let told: Vec<String> =
            told.map(|(name, value)| if *value == 1 { name.clone() } else { format!("{name}={value}") }).collect();
        if told.is_empty() { "-".to_owned() } else { told.join("&") }
    };
    let steps: Vec<String> = shown.steps.iter().map(letter).collect();
    let (stem, round) = steps.split_at(shown.start);
    let round = format!("({})…", round.join(" ; "));
    if stem.is_empty() { round } else { format!("{} ; {round}", stem.join(" ; ")) }
}
