//! Verdicts without a failing run, and what is said beside a failing run: counts, bounds, ways on.

use codespan_reporting::diagnostic::Severity;
use whyc_base::budget::Exhausted;
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{Counterexample, CutReport, Finding, Narrowing, PropertyReport};
use whyc_ir::property::PropertyClass;

use super::TextOptions;
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::words;

/// What to ask next about a failing run: the question and the verb that answers it. A verb is
/// listed from the day it works.
const HINTS: &[(&str, &str)] = &[("why?", "explain"), ("where?", "localize")];
/// So many properties, or loops, are listed unless all are asked for.
const MANY_ITEMS: usize = 10;

/// The verdict in one line; ends with a line end.
pub fn verdict_line(finding: &Finding, paint: Paint) -> String {
    let role = match finding.verdict {
        Verdict::Safe => Role::Good,
        Verdict::BoundedSafe | Verdict::Unknown => Role::Warning,
        Verdict::Violated => Role::Error,
    };
    let sentence = format!(": {}", visible(&verdict_sentence(finding)));
    format!("{}{}\n", paint.apply(role, finding.verdict.name()), paint.apply(Role::Strong, sentence))
}

/// What the verdict says, in a sentence without a full stop.
pub fn verdict_sentence(finding: &Finding) -> String {
    let n = finding.properties.len();
    match finding.verdict {
        Verdict::Safe if n == 0 => "there is nothing to check".to_owned(),
        Verdict::Safe => {
            let runs = runs_looked_at(finding);
            match n {
                1 => format!("the one check holds in {runs}"),
                2 => format!("both checks hold in {runs}"),
                n => format!("all {n} checks hold in {runs}"),
            }
        }
        // Without a loop that was cut off, it is the world outside that was limited.
        Verdict::BoundedSafe if finding.bounds.cuts.is_empty() && finding.reason.is_some() => {
            format!("no failing run, but {}", finding.reason.as_deref().unwrap_or_default())
        }
        Verdict::BoundedSafe => "no failing run within the bounds, but some runs go beyond them".to_owned(),
        Verdict::Unknown => finding.reason.clone().unwrap_or_else(|| "undecided".to_owned()),
        Verdict::Violated => {
            let failing = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property));
            let failing = failing.or_else(|| finding.properties.iter().find(|p| p.status == Status::Violated));
            failing.map_or_else(
                || "a check can fail".to_owned(),
                |property| {
                    format!(
                        "{} ({})",
                        words::title(&finding.sources, property),
                        excerpt::place(&finding.sources, property.span)
                    )
                },
            )
        }
    }
}

/// The runs that a promise is about.
fn runs_looked_at(finding: &Finding) -> String {
    let mut runs = "every run".to_owned();
    if finding.narrowed.iter().any(|it| it.fixes_inputs()) {
        runs.push_str(" with these inputs");
    }
    if finding.narrowed.contains(&Narrowing::Assumption) {
        runs.push_str(" that fulfils the assumption");
    }
    runs
}

/// What a compiled program did with the inputs of the failing run, if that was tried.
pub fn replayed(finding: &Finding, paint: Paint) -> String {
    let Some(replayed) = &finding.replayed else { return String::new() };
    let (role, head) = match replayed.confirmed {
        true => (Role::Good, "confirmed by native run"),
        false => (Role::Warning, "not confirmed by native run"),
    };
    format!("{}: {}\n", paint.apply(role, head), visible(&replayed.what))
}

/// Everything about a verdict without a failing run.
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = verdict_line(finding, paint);
    match finding.verdict {
        Verdict::Safe => out.push_str(&indented(&safe(finding, options))),
        Verdict::BoundedSafe => out.push_str(&bounded(finding, options)),
        Verdict::Unknown | Verdict::Violated => out.push_str(&indented(&undecided(finding))),
    }
    out
}

/// One line each.
fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn safe(finding: &Finding, options: &TextOptions) -> Vec<String> {
    let (assertions, others) = by_kind(finding);
    let mut first = Vec::new();
    if !assertions.is_empty() && !others.is_empty() {
        let language = format!("{} of the language", words::count(others.len(), "rule"));
        first.push(format!("{} and {language}", words::count(assertions.len(), "assertion")));
    }
    first.push(completeness(finding));
    first.push(words::duration(finding.stats.total));
    let mut lines = vec![first.join(" · ")];
    // An assertion that nothing reaches is rarely what its author had in mind.
    let dead: Vec<_> = assertions.into_iter().filter(|property| property.status == Status::Unreachable).collect();
    let n_shown = if options.all { dead.len() } else { dead.len().min(MANY_ITEMS) };
    for property in &dead[..n_shown] {
        let place = excerpt::place(&finding.sources, property.span);
        lines.push(format!("never reached: `{}` ({place})", words::one_line(&property.description, 60)));
    }
    if n_shown < dead.len() {
        lines.push(format!("… {} (--all shows them)", words::count(dead.len() - n_shown, "more assertion")));
    }
    lines
}

fn bounded(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let cuts = &finding.bounds.cuts;
    let n_shown = if options.all { cuts.len() } else { cuts.len().min(MANY_ITEMS) };
    let marks: Vec<Mark> = cuts[..n_shown]
        .iter()
        .map(|cut| {
            let what = if cut.is_loop { "iteration" } else { "nested call" };
            Mark { span: cut.span, text: format!("cut off after {}", words::count(cut.bound as usize, what)) }
        })
        .collect();
    let mut notes = vec![format!("{} · {}", held_so_far(finding), words::duration(finding.stats.total))];
    if n_shown < cuts.len() {
        notes.push(format!("… {} cut off (--all shows them)", words::count(cuts.len() - n_shown, "more loop")));
    }
    notes.push(further(finding));
    excerpt::render(&finding.sources, Severity::Warning, &marks, &notes, paint)
}

/// How to follow what was cut off further.
pub fn further(finding: &Finding) -> String {
    let cuts = &finding.bounds.cuts;
    let deeper = |cut: &CutReport| cut.bound.saturating_mul(4).max(4);
    if cuts.is_empty() {
        let is_handed = finding.reason.as_ref().is_some_and(|reason| reason.contains("parameter"));
        let how = match is_handed {
            true => "a main that calls the function with what it should get",
            false => "--args WORDS and --stdin FILE fix what the program gets",
        };
        return format!("to say more: {how}");
    }
    let options = if cuts.len() > 3 || cuts.iter().any(|cut| !cut.is_loop) {
        format!("--unwind {}", finding.bounds.unwind.saturating_mul(4).max(4))
    } else {
        let each = cuts.iter().map(|cut| format!("--unwind-loop {}:{}", words::shell_word(&cut.name), deeper(cut)));
        each.collect::<Vec<_>>().join(" ")
    };
    format!("to go further: {options}")
}

fn undecided(finding: &Finding) -> Vec<String> {
    let mut lines = vec![format!("{} · {}", held_so_far(finding), words::duration(finding.stats.total))];
    let reason = finding.reason.as_deref().unwrap_or("");
    if reason.starts_with("internal error") {
        lines.push("this is a bug in whyc: please report it, with the program if you can".to_owned());
    } else if reason == Exhausted::Time.to_string() {
        lines.push(
            "more time: --timeout SECONDS · less to do: --property ID, --only-check CLASS, --unwind N".to_owned(),
        );
    } else if reason == Exhausted::Memory.to_string() {
        lines.push("more memory: --memory MIB · less to do: --property ID, --only-check CLASS, --unwind N".to_owned());
    }
    lines
}

/// What was decided before the end: `3 of 24 checks hold, 21 are undecided`.
pub fn held_so_far(finding: &Finding) -> String {
    let n = finding.properties.len();
    let with = |status: Status| finding.properties.iter().filter(|property| property.status == status).count();
    let n_decided = with(Status::Holds) + with(Status::Unreachable);
    let checks = words::count(n, "check");
    let followed = match finding.bounds.unwind {
        0 | 1 => String::new(),
        unwind => format!(", loops followed up to {unwind} times"),
    };
    match n_decided {
        0 if finding.verdict == Verdict::BoundedSafe => format!("{checks}, none fails within the bounds"),
        0 => format!("no failing run found so far: {checks} undecided{followed}"),
        1 if n == 1 => "the one check holds".to_owned(),
        held if held == n => format!("all {checks} hold"),
        held => format!("{held} of {checks} hold, {} undecided{followed}", n - held),
    }
}

/// The other properties that fail, one line each.
pub fn other_failures(finding: &Finding, shown: usize, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let others = finding.properties.iter().enumerate();
    let others = others.filter(|(idx, property)| *idx != shown && property.status == Status::Violated);
    let others: Vec<&PropertyReport> = others.map(|(_, property)| property).collect();
    if others.is_empty() {
        return String::new();
    }
    let verb = if others.len() == 1 { "fails" } else { "fail" };
    let mut out = format!("{} {verb} too (--property ID shows how):\n", words::count(others.len(), "more check"));
    let n_shown = if options.all { others.len() } else { others.len().min(MANY_ITEMS) };
    let places: Vec<String> =
        others[..n_shown].iter().map(|property| excerpt::place(&finding.sources, property.span)).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    for (property, place) in others.iter().zip(&places) {
        let id = paint.apply(Role::Dim, format!("({})", visible(&property.id)));
        out.push_str(&format!("  {place:width$}  {}  {id}\n", words::title(&finding.sources, property)));
    }
    if n_shown < others.len() {
        out.push_str(&format!("  … {} more (--all shows them)\n", others.len() - n_shown));
    }
    out
}

/// Counts, completeness and time under a failing run.
pub fn footer(finding: &Finding, run: &Counterexample) -> String {
    let mut parts = vec![failing(finding)];
    let n = run.inputs.len();
    let n_relevant = run.inputs.iter().filter(|input| input.relevant).count();
    if n_relevant < n {
        parts.push(format!("{n_relevant} of {} matter", words::count(n, "input")));
    } else if n > 0 && run.inputs.iter().all(|input| input.relevant_bits.is_some()) {
        parts.push(if n == 1 { "the input matters".to_owned() } else { format!("all {n} inputs matter") });
    }
    parts.push(completeness(finding));
    parts.push(words::duration(finding.stats.total));
    format!("{}\n", parts.join(" · "))
}

/// How many fail: `1 of 2 assertions fails`, `2 of 2 assertions and 1 of 40 other checks fail`.
pub fn failing(finding: &Finding) -> String {
    let n_failing =
        |group: &[&PropertyReport]| group.iter().filter(|property| property.status == Status::Violated).count();
    let (assertions, others) = by_kind(finding);
    let (of_assertions, of_others) = (n_failing(&assertions), n_failing(&others));
    let some = |failing: usize, n: usize, noun: &str| match (failing, n) {
        (_, 1) => format!("the only {noun} fails"),
        (1, n) => format!("1 of {n} {noun}s fails"),
        (failing, n) => format!("{failing} of {n} {noun}s fail"),
    };
    match (of_assertions, of_others) {
        (failing, 0) => some(failing, assertions.len(), "assertion"),
        (0, failing) => some(failing, finding.properties.len(), "check"),
        (a, o) => {
            let other = words::count(others.len(), "other check");
            format!("{a} of {} and {o} of {other} fail", words::count(assertions.len(), "assertion"))
        }
    }
}

/// The verbs that go on from a failing run; empty while there are none.
pub fn hints(finding: &Finding) -> String {
    let hints: Vec<String> = HINTS
        .iter()
        .filter(|(_, verb)| *verb != finding.command)
        .map(|(question, verb)| format!("{question}  {}", command_line(finding, verb)))
        .collect();
    if hints.is_empty() { String::new() } else { format!("{}\n", hints.join("        ")) }
}

/// `whyc explain median.c`
pub fn command_line(finding: &Finding, verb: &str) -> String {
    let words = finding.options.iter().chain(&finding.files);
    let words: Vec<String> = words.map(|word| visible(&words::shell_word(word)).into_owned()).collect();
    format!("whyc {verb} {}", words.join(" "))
}

pub fn completeness(finding: &Finding) -> String {
    match (finding.bounds.complete, finding.bounds.cuts.len()) {
        (true, _) => "complete (no loop was cut off)".to_owned(),
        (false, 0) => "not every run was followed to its end".to_owned(),
        (false, n) => format!("not complete ({} cut off)", words::count(n, "loop")),
    }
}

/// The assertions, and the checks of the language.
fn by_kind(finding: &Finding) -> (Vec<&PropertyReport>, Vec<&PropertyReport>) {
    finding.properties.iter().partition(|property| property.class == PropertyClass::Assertion)
}
