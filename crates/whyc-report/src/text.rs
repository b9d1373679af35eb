//! The report for people: the verdict first, the reason next, the way out last.

mod fold;

pub(crate) mod row;

mod stats;
mod trace;

pub(crate) mod summary;

pub(crate) mod explain;
pub(crate) mod localize;
pub(crate) mod schedule;

pub(crate) mod small;

mod along;
mod covers;
mod engine;
mod lanes;
mod support;
mod vacuity;

use codespan_reporting::diagnostic::Severity;
use rustc_hash::FxHashMap;
use unicode_width::UnicodeWidthStr;
use whyc_check::Verdict;
use whyc_debug::finding::{Counterexample, Finding, InputKind, InputReport, Method, PropertyReport};
use whyc_ir::property::PropertyClass;

use crate::diagnostics;
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::{reasons, words};

/// At most this many notes are shown unless all are asked for.
const MANY_NOTES: usize = 5;
/// At most this many values of one input are shown unless all are asked for.
const MANY_VALUES: usize = 8;

/// What stands left of a source line takes about so many columns.
const LINE_NUMBERS: usize = 6;

/// How the report looks.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// Whether to use colours.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
    /// Whether to show the versions of variables and the bits of values.
    pub ssa: bool,
    /// Whether to show nothing but the verdict.
    pub quiet: bool,
    /// Whether to show what the run prints.
    pub show_output: bool,
    /// Whether to show all of it: every iteration, every call, every note.
    pub all: bool,
    /// Whether to show what it cost.
    pub stats: bool,
}

impl TextOptions {
    /// What a file or a log gets: no colours, 100 columns, what matters of the run.
    #[must_use]
    pub fn plain() -> Self {
        Self { color: false, width: 100, ssa: false, quiet: false, show_output: false, all: false, stats: false }
    }
}

/// The report; ends with a line end.
#[must_use]
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let mut out = report(finding, options);
    if !options.quiet {
        append(&mut out, &covers::render(finding, options));
    }
    if options.stats {
        append(&mut out, &stats::render(finding));
    }
    out
}

fn report(finding: &Finding, options: &TextOptions) -> String {
    // A failing run is told as such, whatever it comes along.
    let along = finding.along.as_deref().filter(|it| !it.failing || finding.head.verdict != Verdict::Violated);
    if let Some(report) = along {
        return match options.quiet {
            true => along::headline(finding, report, options),
            false => along::render(finding, report, options),
        };
    }
    if options.quiet {
        let paint = Paint { color: options.color };
        let rests_on: String = summary::rests_on(finding);
        return summary::verdict_line(finding, paint) + &rests_on + &summary::replayed(finding, paint);
    }
    if let Some(report) = &finding.localization {
        return localize::render(finding, report, options);
    }
    if finding.head.command == "vacuity" && finding.head.verdict != Verdict::Violated {
        return vacuity::render(finding, options);
    }
    if finding.head.command == "explain" && !finding.supports.is_empty() {
        return support::render(finding, options);
    }
    match (finding.head.verdict, &finding.counterexample) {
        (Verdict::Violated, Some(run)) => match &finding.explanation {
            Some(explanation) => explain::render(finding, run, explanation, options),
            None => match &finding.schedule {
                Some(schedule) => schedule::render(finding, run, schedule, options),
                None => violated(finding, run, options),
            },
        },
        (Verdict::Violated, None) | (Verdict::Safe | Verdict::BoundedSafe | Verdict::Unknown, _) => {
            let mut out = summary::render(finding, options);
            out.push_str(support::too_large(finding));
            out.push_str(&engine::render(finding));
            append(&mut out, &stats::in_vain(finding));
            append(&mut out, &notes(finding, options));
            out
        }
    }
}

fn violated(finding: &Finding, run: &Counterexample, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let Some(property) = finding.properties.get(run.property) else {
        return summary::verdict_line(finding, paint);
    };
    let mut out = format!(
        "{}{}  {}\n",
        paint.apply(Role::Error, format!("error[{}]", property.class.name())),
        paint.apply(Role::Strong, format!(": {}", words::title(&finding.sources, property))),
        paint.apply(Role::Dim, format!("({})", visible(&property.id))),
    );
    let mut label = saw(property, run);
    let mut notes_below = input_notes(finding, run, options);
    if let Some(before) = property.after.first() {
        notes_below.insert(0, format!("every run that fails here has failed {} before", visible(before)));
    }
    let column = finding.sources.end(property.span).column as usize + LINE_NUMBERS;
    if column + label.width() > options.width && !label.is_empty() {
        notes_below.insert(0, std::mem::take(&mut label));
    }
    if let Some(along) = &finding.along {
        let places: Vec<String> = along.places.iter().map(|it| crate::along::place(&finding.sources, it).0).collect();
        notes_below.push(format!("the run comes through {} before that, in this order", places.join(", ")));
    }
    let mut marks = vec![Mark { span: property.span, text: label }];
    marks.extend(run.failure.related.iter().map(|it| Mark { span: it.span, text: it.text.clone() }));
    out.push_str(&excerpt::render(&finding.sources, Severity::Error, &marks, &notes_below, paint));
    append(&mut out, &trace::render(finding, run, options));
    if options.show_output {
        append(&mut out, &output(run, paint));
    }
    append(&mut out, &small::other_ways(finding, options));
    append(&mut out, &summary::other_failures(finding, run.property, options));
    append(&mut out, &notes(finding, options));
    append(&mut out, &without_more(finding));
    append(&mut out, &summary::replayed(finding, paint));
    append(&mut out, &summary::undecided_because(finding));
    append(&mut out, &engine::told(finding));
    append(&mut out, &summary::footer(finding, run));
    // Other verbs ask about all runs.
    if finding.along.is_none() {
        out.push_str(&summary::hints(finding, run));
    }
    out
}

/// Why a failing run is all there is to tell, where more was asked for.
fn without_more(finding: &Finding) -> String {
    let what = match finding.head.command.as_str() {
        "localize" => "Where to mend it is not known",
        _ => "There is no explanation",
    };
    let reason = finding.head.reason.as_ref();
    reason.map_or_else(String::new, |reason| format!("{what}: {}.\n", visible(&reasons::sentence(reason))))
}

/// What the run prints, with a bar before each line.
fn output(run: &Counterexample, paint: Paint) -> String {
    let mut out = String::new();
    for part in &run.output {
        let title = if part.stream == 2 { "standard error" } else { "standard output" };
        out.push_str(&format!("{}\n", paint.apply(Role::Dim, format!("{title} of this run:"))));
        for line in part.text.lines() {
            out.push_str(&format!("  │ {}\n", visible(line)));
        }
    }
    if out.is_empty() { "this run prints nothing\n".to_owned() } else { out }
}

/// What the failing check saw: `here m = -1 and med = 0`, or what a sanitizer would say.
pub(crate) fn saw(property: &PropertyReport, run: &Counterexample) -> String {
    // What a sanitizer would say is said instead of what variables hold.
    if property.class != PropertyClass::Assertion && !run.failure.text.is_empty() {
        return run.failure.text.clone();
    }
    let seen: Vec<String> = run.witnesses.iter().map(|seen| format!("{} = {}", seen.name, seen.value)).collect();
    here(&seen)
}

/// `here m = -1 and med = 0`
pub(crate) fn here(seen: &[String]) -> String {
    match seen {
        [] => String::new(),
        [only] => format!("here {only}"),
        [rest @ .., last] => format!("here {} and {last}", rest.join(", ")),
    }
}

/// Whether a run is one of several threads.
pub(crate) fn has_threads(run: &Counterexample) -> bool {
    run.steps.iter().any(|step| step.thread.is_some_and(|thread| thread > 0))
}

/// What the inputs are, one note for each kind of input.
pub(crate) fn input_notes(finding: &Finding, run: &Counterexample, options: &TextOptions) -> Vec<String> {
    // A run that need not fail is no failing run.
    let is_any = crate::along::is_any(finding);
    if run.inputs.is_empty() {
        let text = match finding.narrowed.iter().any(|it| it.fixes_inputs()) {
            _ if has_threads(run) => "it depends on who runs when, and on no input",
            _ if is_any => "it depends on no input",
            true => "every run with these inputs fails here: it depends on no other",
            false => "every run fails here: it depends on no input",
        };
        return vec![text.to_owned()];
    }
    let which = match run.method {
        Method::Optimal if is_any && run.optimal => "the smallest such run",
        _ if is_any => "such a run",
        Method::None => "a failing run",
        Method::Greedy => "a small failing run",
        Method::Optimal if run.optimal => "the smallest failing run",
        Method::Optimal => "the smallest failing run found so far",
    };
    let groups = [
        (InputKind::Nondet, which),
        (InputKind::Uninitialised, "variables that were never set"),
        (InputKind::Result, "what unknown functions return and change"),
    ];
    let notes = groups.into_iter().filter_map(|(kind, title)| {
        let inputs: Vec<&InputReport> = run.inputs.iter().filter(|input| input.kind == kind).collect();
        (!inputs.is_empty()).then(|| format!("{title}: {}", assigned(&inputs, options)))
    });
    notes.chain(small::notes(run, options)).collect()
}

/// `x = 3, y = 4`; `x = any` where the value does not matter; `f() = 1, 2; x = 3` where an input is
/// met several times.
fn assigned(inputs: &[&InputReport], options: &TextOptions) -> String {
    let (stdin, inputs) = standard_input(inputs);
    let inputs = &inputs[..];
    let mut names: Vec<&str> = Vec::new();
    let mut values: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for input in inputs {
        let of_name = values.entry(&input.name).or_insert_with(|| {
            names.push(&input.name);
            Vec::new()
        });
        of_name.push(if input.relevant { &input.value } else { "any" });
    }
    let many = if options.all { usize::MAX } else { MANY_VALUES };
    let items: Vec<(String, String)> =
        names.iter().map(|name| (words::one_line(name, 60), words::sequence(&values[name], many))).collect();
    let mut items = words::inputs(&items, options.all);
    items.splice(0..0, stdin);
    let separator = if names.len() == inputs.len() { ", " } else { "; " };
    let width = if options.all { usize::MAX } else { options.width.saturating_sub(30).max(40) };
    words::list(&items, separator, width)
}

/// The characters of standard input as one text, and the other inputs.
pub(crate) fn standard_input<'a>(inputs: &[&'a InputReport]) -> (Option<String>, Vec<&'a InputReport>) {
    let is_read = |input: &&&InputReport| input.name == words::STDIN_CHARACTER && input.ty == "int";
    let read: Vec<&str> = inputs.iter().filter(is_read).map(|input| input.value.as_str()).collect();
    match words::standard_input(&read).filter(|_| !read.is_empty()) {
        Some(text) => (Some(text), inputs.iter().filter(|input| !is_read(input)).copied().collect()),
        None => (None, inputs.to_vec()),
    }
}

/// What else there is to know.
pub(crate) fn notes(finding: &Finding, options: &TextOptions) -> String {
    let n_shown = if options.all { finding.notes.len() } else { finding.notes.len().min(MANY_NOTES) };
    let mut out = diagnostics::render(&finding.sources, &finding.notes[..n_shown], options.color);
    let n_more = finding.notes.len() - n_shown;
    if n_more > 0 {
        out.push_str(&format!("\n… {} (--all shows them)\n", words::count(n_more, "more note")));
    }
    out
}

/// Adds a paragraph, if there is one.
fn append(out: &mut String, paragraph: &str) {
    if !paragraph.is_empty() {
        out.push('\n');
        out.push_str(paragraph);
    }
}

#[cfg(test)]
mod tests;
