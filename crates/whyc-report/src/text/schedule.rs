//! Why a run of several threads fails, in sentences: the two accesses of a race, who waits for whom, the closest schedule that passes,
//! and the order that makes the difference.

use whyc_base::source::Span;
use whyc_debug::finding::{
    AccessReport, Counterexample, Finding, Held, Reordering, ScheduleReport, ThreadPlace, TraceStep, WaitReason,
    WaitReport,
};

use super::{TextOptions, append, explain, notes, summary, trace, without_more};
use crate::paint::{Paint, Role, visible};
use crate::words;

/// With more inputs than this, the first ones are named.
const MANY_INPUTS: usize = 6;

/// The explanation of `run`.
pub fn render(finding: &Finding, run: &Counterexample, schedule: &ScheduleReport, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let Some(failure) = failure(finding, run) else { return summary::verdict_line(finding, paint) };
    let mut out = format!("{}\n", paint.apply(Role::Strong, failure));
    append(&mut out, &trace::render(finding, run, options));
    append(&mut out, &together(finding, schedule));
    if let Some(reason) = without_passing(schedule) {
        append(&mut out, &format!("{reason}\n"));
    }
    if let Some(passing) = &schedule.passing {
        append(&mut out, &format!("{}\n", closest(run, schedule)));
        let like = Counterexample {
            steps: passing.steps.clone(),
            inputs: passing.inputs.clone(),
            shared: passing.shared.clone(),
            watched: Vec::new(),
            ..run.clone()
        };
        append(&mut out, &trace::render(finding, &like, options));
    }
    append(&mut out, &lines(&reorderings(finding, schedule)));
    append(&mut out, &notes(finding, options));
    append(&mut out, &without_more(finding));
    append(&mut out, &format!("{}\n", words::duration(finding.stats.total)));
    out
}

/// All that is said, as sentences, without the runs.
pub fn sentences(finding: &Finding, run: &Counterexample, schedule: &ScheduleReport) -> Vec<String> {
    let mut all: Vec<String> =
        schedule.accesses.iter().map(|access| format!("{}.", capital(&told(finding, access)))).collect();
    all.extend(missing_order(finding, schedule));
    all.extend(schedule.waiting.iter().map(|one| format!("{}.", capital(&waits(finding, one)))));
    all.extend(cycle(schedule));
    all.extend(without_passing(schedule));
    if schedule.passing.is_some() {
        all.push(closest(run, schedule).trim_end_matches(':').to_owned() + ".");
    }
    all.extend(reorderings(finding, schedule));
    all
}

/// `The run with n = 2 fails `m == med` (median.c:20:3).`
pub fn failure(finding: &Finding, run: &Counterexample) -> Option<String> {
    let property = finding.properties.get(run.property)?;
    let inputs = run.inputs.iter().take(MANY_INPUTS).map(|input| words::with_input(&input.name, &input.value));
    let mut inputs: Vec<String> = inputs.collect();
    if run.inputs.len() > MANY_INPUTS {
        inputs.push(format!("… (and {})", words::count(run.inputs.len() - MANY_INPUTS, "other input")));
    }
    let with = if inputs.is_empty() { String::new() } else { format!("with {} ", inputs.join(", ")) };
    Some(visible(&format!("The run {with}{}.", explain::end(finding, property))).into_owned())
}

/// What the threads do to each other where the run ends.
fn together(finding: &Finding, schedule: &ScheduleReport) -> String {
    let mut out = String::new();
    for access in &schedule.accesses {
        out.push_str(&format!("  {}\n", told(finding, access)));
    }
    if let Some(missing) = missing_order(finding, schedule) {
        out.push_str(&format!("{missing}\n"));
    }
    if !schedule.waiting.is_empty() {
        out.push_str(if schedule.n_in_cycle > 1 { "They wait for each other:\n" } else { "Nobody can go on:\n" });
    }
    for one in &schedule.waiting {
        out.push_str(&format!("  {}\n", waits(finding, one)));
    }
    if let Some(cycle) = cycle(schedule) {
        out.push_str(&format!("{cycle}\n"));
    }
    out
}

/// `thread 1 reads `counter` in line 11 of `work`, called in line 20 of `door`; it holds `m` (line 10)`
fn told(finding: &Finding, access: &AccessReport) -> String {
    let does = if access.writes { "writes" } else { "reads" };
    let what = if access.name.is_empty() { String::new() } else { format!(" `{}`", access.name) };
    let callers: String = access
        .callers
        .iter()
        .map(|(function, span)| format!(", called in {} of `{function}`", line(finding, *span)))
        .collect();
    let holds = match &access.holds[..] {
        [] => "it holds no lock".to_owned(),
        all => format!("it holds {}", held(finding, all)),
    };
    let thread = name(access.place.thread);
    visible(&format!("{thread} {does}{what} in {}{callers}; {holds}", within(finding, &access.place))).into_owned()
}

/// Why nothing keeps the two accesses of a race apart.
fn missing_order(finding: &Finding, schedule: &ScheduleReport) -> Option<String> {
    let [one, other] = &schedule.accesses[..] else { return None };
    let common = one
        .holds
        .iter()
        .find(|held| other.holds.iter().any(|theirs| theirs.name == held.name && !held.name.is_empty()));
    let why = match common {
        Some(held) if held.is_shared => format!("both hold `{}`, but only for reading", held.name),
        _ => "they hold no lock in common".to_owned(),
    };
    let (one, other) = (at(finding, &one.place), at(finding, &other.place));
    Some(visible(&format!("Nothing orders {one} before {other}, or after it: {why}.")).into_owned())
}

/// `thread 1 holds `a` (line 11), waits for `b` (line 12), which thread 2 holds`
fn waits(finding: &Finding, one: &WaitReport) -> String {
    let holds = if one.holds.is_empty() { String::new() } else { format!(" holds {},", held(finding, &one.holds)) };
    let here = line(finding, one.place.span);
    let reason = match &one.reason {
        WaitReason::End(other) => format!("waits for the end of {} ({here})", name(*other)),
        WaitReason::Held { by, name: lock } => {
            let lock = if lock.is_empty() { "what".to_owned() } else { format!("`{lock}` ({here}), which") };
            let by =
                if *by == one.place.thread { "it holds itself".to_owned() } else { format!("{} holds", name(*by)) };
            format!("waits for {lock} {by}")
        }
        WaitReason::Signal => format!("waits to be woken ({here})"),
        WaitReason::Other => format!("waits ({here})"),
    };
    visible(&format!("{}{holds} {reason}", name(one.place.thread))).into_owned()
}

/// `thread 1 → thread 2 → thread 1: a cycle.`
fn cycle(schedule: &ScheduleReport) -> Option<String> {
    let members = schedule.waiting.get(..schedule.n_in_cycle).filter(|members| members.len() > 1)?;
    let names = members.iter().chain(members.first()).map(|one| name(one.place.thread));
    Some(format!("A cycle: {}.", names.collect::<Vec<_>>().join(" → ")))
}

fn without_passing(schedule: &ScheduleReport) -> Option<String> {
    schedule
        .without_passing
        .as_ref()
        .map(|reason| format!("There is no schedule to compare it with: {}.", visible(reason)))
}

/// How the schedule that passes differs.
fn closest(run: &Counterexample, schedule: &ScheduleReport) -> String {
    let Some(passing) = &schedule.passing else { return String::new() };
    let inputs = if run.inputs.is_empty() { "" } else { "With the same inputs " };
    let (failing, other) = (n_switches(&run.steps), n_switches(&passing.steps));
    let article = if passing.closest { "the closest schedule that passes" } else { "a schedule that passes" };
    let head = if inputs.is_empty() { capital(article) } else { format!("{inputs}{article}") };
    format!(
        "{head} has {} where the failing one has {failing}:",
        words::count(other, "switch").replace("switchs", "switches")
    )
}

/// How often another thread goes on.
fn n_switches(steps: &[TraceStep]) -> usize {
    steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
}

/// `If line 16 of `work` (thread 1) came before line 13 of `work` (thread 2), it would pass.`
fn reorderings(finding: &Finding, schedule: &ScheduleReport) -> Vec<String> {
    let sentence = |order: &Reordering| {
        let (first, second) = (at(finding, &order.first), at(finding, &order.second));
        let within = if schedule.bounded { " within the bounds" } else { "" };
        let text = match order.always {
            true => format!(
                "If {first} came before {second}, it would pass: every run{within} with these inputs and this order does."
            ),
            false => format!(
                "If {first} came before {second}, it could pass: some run with these inputs and this order does."
            ),
        };
        visible(&text).into_owned()
    };
    schedule.reorderings.iter().map(sentence).collect()
}

fn held(finding: &Finding, all: &[Held]) -> String {
    let one = |held: &Held| {
        let reading = if held.is_shared { " for reading" } else { "" };
        format!("`{}`{reading} ({})", held.name, line(finding, held.span))
    };
    all.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// `line 9 of `worker` (thread 1)`
fn at(finding: &Finding, place: &ThreadPlace) -> String {
    format!("{} ({})", within(finding, place), name(place.thread))
}

fn within(finding: &Finding, place: &ThreadPlace) -> String {
    format!("{} of `{}`", line(finding, place.span), place.function)
}

/// `line 9`, with the file where there are several.
fn line(finding: &Finding, span: Span) -> String {
    let line = finding.sources.line(span);
    match finding.head.files.len() {
        0 | 1 => format!("line {line}"),
        _ => format!("line {line} of {}", finding.sources.file(span.file).name),
    }
}

fn name(thread: u32) -> String {
    if thread == 0 { "main".to_owned() } else { format!("thread {thread}") }
}

fn lines(all: &[String]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}
