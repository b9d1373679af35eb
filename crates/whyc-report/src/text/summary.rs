//! Verdicts without a failing run, and what is said beside a failing run: counts, bounds, ways on.

use codespan_reporting::diagnostic::Severity;
use whyc_base::status::Reason;
use whyc_check::{Holds, Invariant};
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{Counterexample, CutReport, Finding, Narrowing, PropertyReport, SuspicionKind};
use whyc_ir::property::PropertyClass;

use super::TextOptions;
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::{reasons, suspicions, words};

/// What to ask next about a failing run: the question and the verb that answers it. A verb is
/// listed from the day it works.
const HINTS: &[(&str, &str)] = &[("why?", "explain"), ("where?", "localize")];
/// At most this many properties, or loops, are listed unless all are asked for.
const MANY_ITEMS: usize = 10;

/// The verdict in one line; ends with a line end.
pub fn verdict_line(finding: &Finding, paint: Paint) -> String {
    let role = match finding.head.verdict {
        Verdict::Safe => Role::Good,
        Verdict::BoundedSafe | Verdict::Unknown => Role::Warning,
        Verdict::Violated => Role::Error,
    };
    let sentence = format!(": {}", visible(&verdict_sentence(finding)));
    format!("{}{}\n", paint.apply(role, finding.head.verdict.name()), paint.apply(Role::Strong, sentence))
}

/// The functions without body that the verdict rests on, one in each line.
pub fn rests_on(finding: &Finding) -> String {
    let about_bodies = finding.notes.iter().filter(|note| note.message.contains("` has no body: "));
    about_bodies.map(|note| format!("  rests on this: {}\n", visible(&note.message))).collect()
}

/// What the verdict says, in a sentence without a full stop.
pub fn verdict_sentence(finding: &Finding) -> String {
    let n = finding.properties.len();
    match finding.head.verdict {
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
        Verdict::BoundedSafe => match &finding.head.reason {
            Some(reason @ Reason::Limited(_)) => format!("no failing run, but {}", reasons::sentence(reason)),
            _ => "no failing run within the bounds, but some runs go beyond them".to_owned(),
        },
        Verdict::Unknown => finding.head.reason.as_ref().map_or_else(|| "undecided".to_owned(), reasons::sentence),
        Verdict::Violated => {
            let failing = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property));
            let failing = failing.or_else(|| finding.properties.iter().find(|p| p.status.is_violated()));
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

/// No more invariants of one loop than these are told.
const FEW_INVARIANTS: usize = 4;

/// Why nothing fails however often loops go round, and functions call themselves, if that was shown: a line for each of which
/// something is needed.
pub fn induction(finding: &Finding) -> Vec<String> {
    let Some(invariants) = &finding.induction else { return Vec::new() };
    let mut lines = Vec::new();
    for here in invariants.chunk_by(|a, b| a.span == b.span && a.holds == b.holds) {
        let texts: Vec<String> = here.iter().take(FEW_INVARIANTS).map(told_invariant).collect();
        let more = match here.len().saturating_sub(FEW_INVARIANTS) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let what = format!("{}{more}", texts.join(", "));
        let start = match (lines.is_empty(), here[0].holds) {
            (true, Holds::AtHead) => "for every number of rounds, because",
            (true, Holds::AtCall | Holds::AtReturn) => "for every depth of calls, because",
            (false, _) => "and",
        };
        let (line, function) = (finding.sources.line(here[0].span), visible(&here[0].function));
        lines.push(match here[0].holds {
            Holds::AtHead => format!("{start} at the loop in line {line} always {what}"),
            Holds::AtCall => format!("{start} `{function}` (line {line}) is always called with {what}"),
            Holds::AtReturn => format!("{start} whenever `{function}` (line {line}) returns, {what}"),
        });
    }
    if lines.is_empty() {
        lines.push("for every number of rounds, because nothing fails in any one of them".to_owned());
    }
    lines
}

fn told_invariant(invariant: &Invariant) -> String {
    let text = visible(&invariant.text);
    if invariant.is_expression { format!("`{text}`") } else { text.into_owned() }
}

/// Everything about a verdict without a failing run.
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = verdict_line(finding, paint);
    match finding.head.verdict {
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
    lines.extend(induction(finding));
    // An assertion that nothing reaches is rarely what its author had in mind.
    let dead: Vec<_> =
        assertions.into_iter().filter(|it| it.status == Status::Unreachable && !it.is_ruled_out).collect();
    let n_shown = if options.all { dead.len() } else { dead.len().min(MANY_ITEMS) };
    for property in &dead[..n_shown] {
        let place = excerpt::place(&finding.sources, property.span);
        let known = finding.suspicions.iter().find(|it| it.span == property.span);
        let reason = known.and_then(|it| suspicions::reason(&finding.sources, it));
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        lines.push(format!("never reached: `{}` ({place}){reason}", words::one_line(&property.description, 60)));
    }
    for it in finding.suspicions.iter().filter(|it| it.kind == SuspicionKind::Antecedent) {
        let place = excerpt::place(&finding.sources, it.span);
        lines.push(format!("{} ({place})", suspicions::sentence(&finding.sources, it)));
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
    let marks: Vec<Mark> = cuts[..n_shown].iter().map(|cut| Mark { span: cut.span, text: cut_off(cut) }).collect();
    let mut notes = vec![format!("{} · {}", held_so_far(finding), words::duration(finding.stats.total))];
    if n_shown < cuts.len() {
        notes.push(format!("… {} cut off (--all shows them)", words::count(cuts.len() - n_shown, "more loop")));
    }
    notes.push(further(finding));
    excerpt::render(&finding.sources, Severity::Warning, &marks, &notes, paint)
}

/// `cut off after 8 iterations`
pub fn cut_off(cut: &CutReport) -> String {
    let what = if cut.is_loop { "iteration" } else { "nested call" };
    format!("cut off after {}", words::count(cut.bound as usize, what))
}

/// How to follow what was cut off further.
pub fn further(finding: &Finding) -> String {
    let cuts = &finding.bounds.cuts;
    let deeper = |cut: &CutReport| cut.bound.saturating_mul(4).max(4);
    if cuts.is_empty() {
        return finding
            .head
            .reason
            .as_ref()
            .and_then(reasons::way_on)
            .unwrap_or("to go further: --unwind N")
            .to_owned();
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
    lines.extend(finding.head.reason.as_ref().and_then(reasons::way_on).map(str::to_owned));
    lines
}

/// What was decided before the end: `24 checks: 3 hold, 21 not decided`.
pub fn held_so_far(finding: &Finding) -> String {
    let n = finding.properties.len();
    let followed = match finding.bounds.unwind {
        0 | 1 => String::new(),
        unwind => format!(", loops followed up to {unwind} times"),
    };
    match (finding.head.verdict, n) {
        // Perhaps there is something to check, in text that was not read.
        (Verdict::Unknown, 0) => "nothing was decided".to_owned(),
        (Verdict::Safe | Verdict::BoundedSafe | Verdict::Violated, 0) => "there is nothing to check".to_owned(),
        (Verdict::Unknown, _) => {
            format!("no failing run found so far; {}: {}{followed}", words::count(n, "check"), counts(finding))
        }
        (Verdict::Safe | Verdict::BoundedSafe | Verdict::Violated, _) => {
            format!("{}: {}", words::count(n, "check"), counts(finding))
        }
    }
}

/// How many checks have which status: `1 fails, 5 hold, 1 not decided`.
pub fn counts(finding: &Finding) -> String {
    reasons::counts(finding.properties.iter().map(|property| &property.status))
}

/// The other properties that fail, one line for each thing that can happen, whatever the number of places.
pub fn other_failures(finding: &Finding, shown: usize, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let others = finding.properties.iter().enumerate();
    let others = others.filter(|(idx, property)| *idx != shown && property.status.is_violated());
    let others: Vec<&PropertyReport> = others.map(|(_, property)| property).collect();
    if others.is_empty() {
        return String::new();
    }
    let verb = if others.len() == 1 { "fails" } else { "fail" };
    let mut out = format!("{} {verb} too (--property ID shows how):\n", words::count(others.len(), "more check"));
    let groups = groups(finding, &others);
    let n_shown = if options.all { groups.len() } else { groups.len().min(MANY_ITEMS) };
    let places: Vec<String> =
        groups[..n_shown].iter().map(|group| excerpt::place(&finding.sources, group.first.span)).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    for (group, place) in groups.iter().zip(&places) {
        let id = paint.apply(Role::Dim, format!("({})", visible(&group.first.id)));
        out.push_str(&format!("  {place:width$}  {}  {id}{}\n", group.title, group.rest(finding)));
    }
    if n_shown < groups.len() {
        out.push_str(&format!("  … {} more (--all shows them)\n", groups.len() - n_shown));
    }
    out
}

/// Failures that are told together: the same thing happens, behind the same other failure or none.
struct Group<'f> {
    title: String,
    first: &'f PropertyReport,
    rest: Vec<&'f PropertyReport>,
}

impl Group<'_> {
    /// What is said behind the first one: where else, and behind what.
    fn rest(&self, finding: &Finding) -> String {
        let mut out = String::new();
        if !self.rest.is_empty() {
            let line = |property: &&PropertyReport| finding.sources.line(property.span).to_string();
            let mut lines: Vec<String> = self.rest.iter().map(line).collect();
            lines.dedup();
            let noun = if lines.len() == 1 { "line" } else { "lines" };
            out.push_str(&format!(", and in {noun} {}", words::list(&lines, ", ", 40)));
        }
        if let Some(before) = self.first.after.first() {
            out.push_str(&format!(", once {} has failed", visible(before)));
        }
        out
    }
}

fn groups<'f>(finding: &Finding, others: &[&'f PropertyReport]) -> Vec<Group<'f>> {
    let mut groups: Vec<Group<'f>> = Vec::new();
    for &property in others {
        let title = words::title(&finding.sources, property);
        let same = |group: &&mut Group<'f>| {
            let first = group.first;
            group.title == title
                && first.class == property.class
                && first.after == property.after
                && first.span.file == property.span.file
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.rest.push(property),
            None => groups.push(Group { title, first: property, rest: Vec::new() }),
        }
    }
    groups
}

/// Why some properties are undecided beside a violation, each reason once.
pub fn undecided_because(finding: &Finding) -> String {
    let mut told: Vec<(String, usize)> = Vec::new();
    for property in &finding.properties {
        let Status::Unknown(reason) = &property.status else { continue };
        let text = reasons::sentence(reason);
        match told.iter_mut().find(|(known, _)| *known == text) {
            Some((_, n)) => *n += 1,
            None => told.push((text, 1)),
        }
    }
    let line = |(text, n): &(String, usize)| format!("{n} not decided: {}\n", visible(text));
    told.iter().take(MANY_ITEMS).map(line).collect()
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

/// How many fail, and what is known of the others: `1 fails, 5 hold, 1 not decided`.
pub fn failing(finding: &Finding) -> String {
    match &finding.properties[..] {
        [only] => match only.class {
            PropertyClass::Assertion => "the only assertion fails".to_owned(),
            _ => "the only check fails".to_owned(),
        },
        _ => counts(finding),
    }
}

/// The verbs that go on from a failing run; empty while there are none.
pub fn hints(finding: &Finding, run: &Counterexample) -> String {
    if super::has_threads(run) {
        return String::new();
    }
    let hints: Vec<String> = HINTS
        .iter()
        .filter(|(_, verb)| *verb != finding.head.command)
        .map(|(question, verb)| format!("{question}  {}", command_line(finding, verb)))
        .collect();
    if hints.is_empty() { String::new() } else { format!("{}\n", hints.join("        ")) }
}

/// `whyc explain median.c`
pub fn command_line(finding: &Finding, verb: &str) -> String {
    let words = finding.options.iter().chain(&finding.head.files);
    let words: Vec<String> = words.map(|word| visible(&words::shell_word(word)).into_owned()).collect();
    format!("whyc {verb} {}", words.join(" "))
}

pub fn completeness(finding: &Finding) -> String {
    if finding.induction.is_some() {
        let rounds = finding.bounds.unwind;
        return format!("shown by induction; unrolling stopped at {}", words::count(rounds as usize, "round"));
    }
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
