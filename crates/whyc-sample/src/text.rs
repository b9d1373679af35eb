//! The answer, for people.

use std::fmt::Write as _;

use crate::answer::{Answer, Failing, Splitting, Verdict, Weighing, What};
use crate::interval;
use crate::rare::{Share, Unweighed, Weighed};

/// A probability with three digits that count.
#[must_use]
pub fn probability(p: f64) -> String {
    match p {
        0.0 => "0".to_owned(),
        1.0 => "1".to_owned(),
        p if (0.001..=0.999).contains(&p) => format!("{}", rounded(p)),
        p if p > 0.999 => format!("1 - {}", small(1.0 - p)),
        p => small(p),
    }
}

fn rounded(p: f64) -> f64 {
    let digits = if p >= 0.1 {
        1e3
    } else if p >= 0.01 {
        1e4
    } else {
        1e5
    };
    (p * digits).round() / digits
}

fn small(p: f64) -> String {
    format!("{p:.1e}")
}

/// A probability by its common logarithm, which may be too small for a number.
#[must_use]
pub fn of_log(log: f64) -> String {
    if log > -300.0 { probability(10f64.powf(log)) } else { format!("1e{}", log.floor()) }
}

/// Percent.
#[must_use]
pub fn percent(confidence: f64) -> String {
    let percent = (confidence * 1e6).round() / 1e4;
    format!("{percent} %")
}

/// A count with `s` where it is not one.
#[must_use]
pub fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// The answer in a sentence.
#[must_use]
pub fn headline(answer: &Answer) -> String {
    let (tally, sure) = (&answer.tally, percent(answer.confidence));
    if let (Some(test), Verdict::Holds | Verdict::Refuted | Verdict::Undecided) = (&tally.test, answer.verdict()) {
        let word = match answer.verdict() {
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            _ => "undecided",
        };
        return format!(
            "{word}: {} (after {}, {} of which fail)",
            test.claim,
            counted(tally.counted(), "run"),
            tally.failed
        );
    }
    let Some(estimate) = tally.estimate() else {
        return format!("unknown: {}", answer.reason().unwrap_or_default());
    };
    let (low, high) = tally.interval(answer.confidence);
    if tally.failed == 0 {
        let known = match (&answer.weighed, answer.log_low()) {
            (Weighing::Safe, _) => {
                return format!(
                    "none of {} fails, and none can: whyc check proves it",
                    counted(tally.counted(), "run")
                );
            }
            (_, Some(low)) => format!("between {} and {}", of_log(low), probability(high)),
            (_, None) => format!("at most {}", probability(high)),
        };
        return format!(
            "none of {} fails: the probability to fail is {known} ({sure} confidence)",
            counted(tally.counted(), "run")
        );
    }
    format!(
        "runs fail with probability {} ({} to {} with {sure} confidence): {} of {}",
        probability(estimate),
        probability(low),
        probability(high),
        tally.failed,
        tally.counted()
    )
}

/// A property that fails, in a line: where it is, what it says, how often it fails.
fn failing(answer: &Answer, it: &Failing) -> (String, String, String) {
    let place = it.place.as_ref().map_or_else(|| it.id.clone(), |(file, line)| format!("{file}:{line}"));
    let often = format!("{} of {}, first in run {}", it.failures, answer.tally.counted(), it.first);
    (place, format!("`{}`", it.description), often)
}

/// The share of runs that fail, with its interval.
#[must_use]
pub fn share(share: Share, confidence: f64) -> String {
    let (low, high) = interval::clopper_pearson(share.hits, share.n, confidence);
    let bounds = match share.hits {
        0 => format!("at most {}", probability(high)),
        hits if hits == share.n => format!("at least {}", probability(low)),
        _ => format!("{} to {}", probability(low), probability(high)),
    };
    format!("{} of {} ({bounds})", share.hits, share.n)
}

/// What a failing run of the checker says, line by line.
#[must_use]
pub fn weighed(answer: &Answer) -> Vec<String> {
    match &answer.weighed {
        Weighing::NotAsked | Weighing::Safe => Vec::new(),
        Weighing::NotFound => vec!["whyc check, within some work, found no failing run either".to_owned()],
        Weighing::Not(Unweighed::NeverDrawn(name, value)) => {
            vec![format!("whyc check finds a failing run, but with {name} = {value}, which is never drawn")]
        }
        Weighing::Not(Unweighed::Elsewhere) => vec![
            "whyc check finds a failing run, but it fails by something that is no input here, such as memory that was never set"
                .to_owned(),
        ],
        Weighing::Weighed(weighed) => in_lines(weighed, answer.confidence),
    }
}

fn in_lines(weighed: &Weighed, confidence: f64) -> Vec<String> {
    let named = |it: &crate::rare::Kept| format!("{} = {}", it.name, it.value);
    let all: Vec<String> = weighed.kept.iter().map(named).collect();
    let mut lines = Vec::new();
    if all.is_empty() {
        lines.push("whyc check finds a failing run in which no input matters".to_owned());
    } else {
        let others = match weighed.others.len() {
            0 => String::new(),
            1..=4 => format!(" ({} may be anything)", weighed.others.join(", ")),
            n => format!(" ({n} other inputs may be anything)"),
        };
        lines.push(format!("whyc check finds a failing run: {}{others}", all.join(", ")));
    }
    let suffices = if weighed.held.hits == weighed.held.n { ": they suffice" } else { "" };
    lines.push(format!("  these held, the rest drawn    {} runs fail{suffices}", share(weighed.held, confidence)));
    if weighed.kept.len() > 1 {
        for it in &weighed.kept {
            if let Some(anew) = it.anew {
                lines.push(format!(
                    "  {:28}  {} runs fail",
                    format!("{} drawn anew", it.name),
                    share(anew, confidence)
                ));
            }
        }
    }
    let part = |it: &crate::rare::Kept| match &it.within {
        None => named(it),
        Some((low, high)) => format!("{} in {low}..{high}", it.name),
    };
    let parts: Vec<String> = weighed.kept.iter().map(part).collect();
    if let (Some(low), false) = (weighed.log_low, parts.is_empty()) {
        lines.push(format!("with {}, {} runs fail;", parts.join(" and "), share(weighed.inside, confidence)));
        lines.push(format!(
            "that has a probability of {}, so the failure has one of at least {}",
            of_log(weighed.log_mass),
            of_log(low)
        ));
    }
    lines
}

/// What splitting says, line by line.
#[must_use]
pub fn splitting(answer: &Answer) -> Vec<String> {
    let (property, split) = match &answer.splitting {
        Splitting::NotAsked => return Vec::new(),
        Splitting::Nothing(why) => return vec![format!("splitting says nothing: {why}")],
        Splitting::Of(property, split) => (property, split),
    };
    let (low, high) = split.interval(answer.confidence);
    let sure = percent(answer.confidence);
    let mut lines = vec![format!("splitting towards {property}: {}", probability(split.estimate()))];
    if split.estimate() > 0.0 {
        let attempts = split.estimates.len();
        let far = format!(
            "  {attempts} attempts lie too far apart to say what it is at most ({})",
            counted(split.runs, "run")
        );
        let between = format!(
            "  {} to {} with {sure} confidence, as far as {} attempts over {} lie apart ({})",
            probability(low),
            probability(high),
            attempts,
            counted(split.levels.len() as u64, "level"),
            counted(split.runs, "run")
        );
        lines.push(if high < 1.0 { between } else { far });
        lines.push(format!(
            "  at least {} however they are distributed; a way to fail that no attempt came upon is not in it",
            probability(split.surely(answer.confidence))
        ));
    }
    lines
}

/// A number with six digits that count.
fn number(value: f64) -> String {
    let digits = if value == 0.0 { 0.0 } else { (5.0 - value.abs().log10().floor()).clamp(-300.0, 300.0) };
    let scale = 10f64.powf(digits);
    let rounded = (value * scale).round() / scale;
    if rounded.is_finite() { rounded.to_string() } else { value.to_string() }
}

/// What was measured, line by line.
#[must_use]
pub fn measured(answer: &Answer) -> Vec<(String, String)> {
    let told = |(text, spread): (&String, &crate::tally::Spread)| {
        let what = match spread.n {
            0 => "has no value in any run".to_owned(),
            n => format!(
                "mean {} ± {}, {} to {} over {}",
                number(spread.mean),
                number(spread.deviation()),
                number(spread.least),
                number(spread.most),
                counted(n, "run")
            ),
        };
        (text.clone(), what)
    };
    answer.measures.iter().zip(&answer.tally.measured).map(told).collect()
}

/// What does not count, and what could not be followed.
fn caveats(answer: &Answer) -> Vec<String> {
    let (tally, mut lines) = (&answer.tally, Vec::new());
    if tally.rejected > 0 && tally.counted() > 0 {
        let place = answer.rejected.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        lines.push(format!(
            "{} more do not count: an assumption does not hold in them{place}",
            counted(tally.rejected, "run")
        ));
    }
    if tally.lost > 0 && tally.counted() > tally.lost {
        let why = answer.lost.as_deref().unwrap_or_default();
        lines.push(format!(
            "{} not followed to the end ({why}); the interval holds whatever becomes of them",
            if tally.lost == 1 { "1 run was".to_owned() } else { format!("{} runs were", tally.lost) }
        ));
    }
    lines.extend(answer.remarks.iter().cloned());
    lines
}

/// How an input is distributed, and who says so.
#[must_use]
pub fn inputs(answer: &Answer) -> Vec<(String, String, String)> {
    let told = |it: &crate::answer::Input| {
        let who = match (it.said, it.line) {
            ("assumption", Some(line)) => format!("the assumption in line {line}"),
            ("comment", Some(line)) => format!("the comment in line {line}"),
            ("option", _) => "--dist".to_owned(),
            ("library", _) => "the C library".to_owned(),
            _ => "its type".to_owned(),
        };
        (it.name.clone(), it.distribution.clone(), who)
    };
    answer.inputs.iter().map(told).collect()
}

fn columns(out: &mut String, rows: &[(String, String, String)]) {
    let width = |of: fn(&(String, String, String)) -> &String| {
        rows.iter().map(|it| of(it).chars().count()).max().unwrap_or(0).min(48)
    };
    let (first, second) = (width(|it| &it.0), width(|it| &it.1));
    for (a, b, c) in rows {
        let _ = writeln!(out, "  {a:first$}  {b:second$}  {c}");
    }
}

/// The answer; ends with a line end.
#[must_use]
pub fn render(answer: &Answer, is_quiet: bool) -> String {
    let mut out = headline(answer);
    out.push('\n');
    if is_quiet {
        return out;
    }
    if let Some(reason) = answer.reason().filter(|_| answer.verdict() != Verdict::Unknown) {
        let _ = writeln!(out, "  {reason}");
    }
    if !answer.failing.is_empty() {
        out.push('\n');
        columns(&mut out, &answer.failing.iter().map(|it| failing(answer, it)).collect::<Vec<_>>());
    }
    if let Some(run) = &answer.run {
        let values: Vec<String> = run.inputs.iter().take(12).map(|(name, value)| format!("{name} = {value}")).collect();
        let more = run.inputs.len().saturating_sub(12);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let read = if values.is_empty() { "no inputs".to_owned() } else { values.join(", ") };
        let _ = writeln!(out, "\nrun {} fails {}: {read}{more}", run.number, run.property);
    }
    for lines in [weighed(answer), splitting(answer), caveats(answer)] {
        if !lines.is_empty() {
            out.push('\n');
        }
        lines.iter().for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }
    let measured = measured(answer);
    if !measured.is_empty() {
        out.push('\n');
        columns(&mut out, &measured.into_iter().map(|(a, b)| (a, b, String::new())).collect::<Vec<_>>());
        out = out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n";
    }
    if !answer.inputs.is_empty() {
        out.push_str("\ninputs\n");
        columns(&mut out, &inputs(answer));
    }
    let steps = match answer.what {
        What::Program => counted(answer.tally.work, "step"),
        What::Circuit(cycles) => format!("{} each, {} in all", counted(cycles as u64, "cycle"), answer.tally.work),
    };
    let _ = writeln!(out, "\n{} · {steps} · seed {}", counted(answer.tally.runs, "run"), answer.seed);
    if let (Some(run), What::Program) = (&answer.run, answer.what) {
        let _ = writeln!(out, "again?  {} --run {}", answer.again, run.number);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_have_three_digits_that_count() {
        let of = [0.0, 1.0, 0.5, 0.123456, 0.0123456, 0.00123456, 0.000123456, 0.9999, 3e-12].map(probability);
        assert_eq!(of, ["0", "1", "0.5", "0.123", "0.0123", "0.00123", "1.2e-4", "1 - 1.0e-4", "3.0e-12"]);
        assert_eq!([of_log(-1.0), of_log(-400.5)], ["0.1", "1e-401"]);
        assert_eq!([percent(0.95), percent(0.999)], ["95 %", "99.9 %"]);
        let of = [0.0, 1.0, 0.1234567, -1234567.8, 1.5e300, 2.5e-300].map(number);
        assert_eq!(of[..4], ["0", "1", "0.123457", "-1234570"], "{of:?}");
    }
}
