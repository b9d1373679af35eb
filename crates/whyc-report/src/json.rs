//! The report for programs: one JSON object, `whyc-report/1`.
//!
//! The structs below are the schema, in its order; `docs/report.schema.json` is its full definition. Absent parts are null, never missing; values
//! are strings exactly as C would write them; times are seconds.

mod along;
mod explanation;
pub(crate) mod head;
mod localization;
mod schedule;

use serde::Serialize;
use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::{SourceMap, Span};
use whyc_debug::finding::Reached;
use whyc_debug::finding::{
    Counterexample, Excuser, Finding, Ground, GroundKind, HotKind, HotSpot, InputKind, InputReport, Method,
    StatsReport, TraceKind, TraceStep, VacuityReport,
};
use whyc_debug::minimise::Scope;

use along::Along;
use explanation::Reason as Why;
use head::{
    Absent, Advice, Bounds, Core, Cover, Engine, Excused, Goal, GoalInput, Head, Hot, Known, Place, Proof, Property,
    Stats, Told, Vacuous,
};
pub use head::{Reduced, ReducedText};
use localization::Places;
use schedule::Schedule;
use whyc_check::Invariant;

/// The report, on several lines; ends with a line end.
#[must_use]
pub fn render(finding: &Finding) -> String {
    head::print(&Report::new(finding))
}

/// The report about a program that was watched for properties over time, of which more is told.
#[must_use]
pub fn render_over_time(finding: &Finding, spec: &serde_json::Value) -> String {
    let mut report = Report::new(finding);
    report.absent.spec = Some(spec);
    head::print(&report)
}

/// The report about a program that was made smaller.
#[must_use]
pub fn render_reduced(finding: &Finding, reduced: &Reduced) -> String {
    let mut report = Report::new(finding);
    report.absent.reduced = Some(reduced);
    head::print(&report)
}

/// The report about a program with a history, which is an object of its own.
#[must_use]
pub fn render_history(finding: &Finding, history: &serde_json::Value) -> String {
    let mut report = Report::new(finding);
    report.absent.history = Some(history);
    head::print(&report)
}

/// A run by itself: its inputs and its steps.
#[must_use]
pub fn run_alone(sources: &SourceMap, run: &Counterexample) -> serde_json::Value {
    let alone = Alone {
        inputs: run.inputs.iter().map(|input| Input::new(sources, input)).collect(),
        steps: run.steps.iter().map(|step| Step::new(sources, step)).collect(),
    };
    serde_json::to_value(alone).unwrap_or_default()
}

#[derive(Serialize)]
struct Alone<'a> {
    inputs: Vec<Input<'a>>,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    properties: Vec<Property<'a>>,
    counterexample: Option<FailingRun<'a>>,
    /// One for each violated property; the first one is `counterexample`.
    counterexamples: Vec<FailingRun<'a>>,
    /// The smallest run of each way to fail, if all were asked for.
    classes: Option<Vec<FailingRun<'a>>>,
    /// Whether these are all.
    classes_complete: Option<bool>,
    explanation: Option<Why<'a>>,
    /// What threads do to each other; missing where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<Schedule<'a>>,
    localization: Option<Places<'a>>,
    /// Whether a run comes along some places; missing where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    along: Option<Along<'a>>,
    replay: Option<Replay<'a>>,
    /// What was taken for granted on the way: functions without body, checks that nobody declared.
    notes: Vec<Note<'a>>,
    #[serde(flatten)]
    absent: Absent<'a>,
    stats: Stats,
}

/// Something that the verdict rests on, and how to say otherwise.
#[derive(Serialize)]
struct Note<'a> {
    severity: &'static str,
    text: &'a str,
    hints: &'a [String],
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
}

impl<'a> Note<'a> {
    fn new(sources: &'a SourceMap, note: &'a Diagnostic) -> Self {
        let start = note.span.map(|span| sources.start(span));
        Self {
            severity: match note.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            text: &note.message,
            hints: &note.notes,
            file: note.span.map(|span| sources.file(span.file).name.as_str()),
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
        }
    }
}

/// What a compiled program did with the inputs of the failing run.
#[derive(Serialize)]
struct Replay<'a> {
    confirmed: bool,
    compiler: &'a str,
    what: &'a str,
}

#[derive(Serialize)]
struct FailingRun<'a> {
    property: &'a str,
    inputs: Vec<Input<'a>>,
    steps: Vec<Step<'a>>,
    /// What the run writes to standard output.
    output: String,
    length: u64,
    sum_abs: u128,
    method: &'static str,
    optimal: bool,
    fewest_inputs: Option<FewestInputs>,
}

#[derive(Serialize)]
struct FewestInputs {
    relevant: usize,
    lower_bound: usize,
    scope: &'static str,
}

#[derive(Serialize)]
struct Input<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    value: &'a str,
    kind: &'static str,
    relevant: bool,
    /// A mask in hexadecimal.
    relevant_bits: Option<String>,
    file: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct Step<'a> {
    kind: &'static str,
    name: &'a str,
    value: Option<&'a str>,
    #[serde(rename = "type")]
    ty: Option<&'a str>,
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
    /// Which thread, where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
}

fn vacuous<'a>(sources: &'a SourceMap, told: &VacuityReport) -> Vacuous<'a> {
    let place = |span: Span| Place {
        file: file_name(sources, span),
        line: sources.line(span),
        text: sources.text(span).lines().next().unwrap_or_default(),
    };
    let nowhere = Place { file: "", line: 0, text: "" };
    match told {
        VacuityReport::Bounds { span } => Vacuous { kind: "bounds", place: place(*span), because: Vec::new() },
        VacuityReport::Assumptions { spans } => Vacuous {
            kind: "assumptions",
            place: spans.last().map_or(nowhere, |&span| place(span)),
            because: spans.iter().map(|&span| place(span)).collect(),
        },
    }
}

/// Why what holds does: by induction over the rounds of loops, or as its certificate says.
fn proof(finding: &Finding) -> Option<Proof<'_>> {
    let certificate = finding.certificate.as_deref();
    match &finding.induction {
        Some(invariants) => Some(Proof {
            method: "induction",
            invariants: invariants.iter().map(|it| known(&finding.sources, it)).collect(),
            certificate,
        }),
        None => certificate.map(|_| Proof { method: "unrolled", invariants: Vec::new(), certificate }),
    }
}

/// What the properties rest on, each place once; nothing where that was not looked for.
fn core(finding: &Finding) -> Option<Vec<Core<'_>>> {
    let sources = &finding.sources;
    let mut grounds: Vec<Ground> = finding.supports.iter().flat_map(|it| it.grounds.iter().copied()).collect();
    grounds.sort_by_key(|it| (it.span.file, it.span.start, it.kind));
    grounds.dedup();
    let core = grounds.into_iter().map(|ground| Core {
        place: Place {
            file: file_name(sources, ground.span),
            line: sources.line(ground.span),
            text: sources.text(ground.span).lines().next().unwrap_or_default(),
        },
        kind: match ground.kind {
            GroundKind::Condition => "condition",
            GroundKind::Value => "value",
            GroundKind::Assumed => "assumed",
        },
        properties: {
            let rests = finding.supports.iter().filter(|it| it.grounds.contains(&ground));
            rests.filter_map(|it| finding.properties.get(it.property)).map(|it| it.id.as_str()).collect()
        },
    });
    (!finding.supports.is_empty()).then(|| core.collect())
}

/// Why what holds says little; nothing where that was not looked for or not found.
fn vacuity(finding: &Finding) -> Option<Vec<Vacuous<'_>>> {
    let sources = &finding.sources;
    let place = |span: Span| Place {
        file: file_name(sources, span),
        line: sources.line(span),
        text: sources.text(span).lines().next().unwrap_or_default(),
    };
    let whole = finding.vacuity.iter().map(|told| vacuous(sources, told));
    let parts = finding.suspicions.iter().map(|it| Vacuous {
        kind: it.kind.name(),
        place: place(it.part.unwrap_or(it.span)),
        because: it.because.iter().map(|because| place(because.span)).collect(),
    });
    let all: Vec<Vacuous<'_>> = whole.chain(parts).collect();
    (!all.is_empty()).then_some(all)
}

/// What was to be reached; nothing where the program says nothing of it, or that was not asked.
fn cover(finding: &Finding) -> Option<Cover<'_>> {
    let sources = &finding.sources;
    let goal = |it: &whyc_debug::finding::Cover| Goal {
        kind: "cover",
        text: sources.text(it.span).to_owned(),
        file: file_name(sources, it.span).to_owned(),
        line: Some(sources.line(it.span)),
        status: match it.reached {
            Reached::With(_) => "covered",
            Reached::Never => "unreachable",
            Reached::NotWithin | Reached::Undecided => "unknown",
        },
        cycles: None,
        inputs: match &it.reached {
            Reached::With(inputs) => {
                let told = |it: &InputReport| GoalInput { name: it.name.clone(), value: it.value.clone() };
                Some(inputs.iter().map(told).collect())
            }
            Reached::Never | Reached::NotWithin | Reached::Undecided => None,
        },
    };
    let goals: Vec<Goal> = finding.covers.iter().map(goal).collect();
    (!goals.is_empty()).then_some(Cover { goals, holes: &[] })
}

impl<'a> Report<'a> {
    fn new(finding: &'a Finding) -> Self {
        let sources = &finding.sources;
        let properties = finding.properties.iter().map(|property| {
            let at = sources.start(property.span);
            Property {
                id: &property.id,
                class: property.class.name(),
                description: &property.description,
                file: file_name(sources, property.span),
                line: Some(at.line),
                column: Some(at.column),
                function: Some(&property.function),
                status: Told::new(&property.status),
                after: (!property.after.is_empty()).then_some(&property.after[..]),
                cycles: None,
                excused: property.excused.as_ref().map(|excuse| Excused {
                    by: match excuse.by {
                        Excuser::Source => "source",
                        Excuser::Ledger => "ledger",
                    },
                    why: &excuse.why,
                }),
            }
        });
        Self {
            head: Head::new(
                &finding.head,
                Bounds { unwind: u64::from(finding.bounds.unwind), complete: finding.bounds.complete },
            ),
            properties: properties.collect(),
            counterexample: finding.counterexample.as_ref().map(|run| FailingRun::new(finding, run)),
            counterexamples: finding.failing_runs().map(|run| FailingRun::new(finding, run)).collect(),
            classes: finding
                .classes
                .as_ref()
                .map(|classes| classes.runs.iter().map(|run| FailingRun::new(finding, run)).collect()),
            classes_complete: finding.classes.as_ref().map(|classes| classes.complete),
            explanation: finding.explanation.as_ref().map(|explanation| Why::new(sources, explanation)),
            schedule: finding.schedule.as_ref().map(|schedule| Schedule::new(sources, schedule)),
            localization: finding.localization.as_ref().map(|report| Places::new(sources, report)),
            along: finding.along.as_deref().map(|report| Along::new(finding, report)),
            replay: finding.replayed.as_ref().map(|r| Replay {
                confirmed: r.confirmed,
                compiler: &r.compiler,
                what: &r.what,
            }),
            notes: finding.notes.iter().map(|note| Note::new(&finding.sources, note)).collect(),
            absent: Absent {
                proof: proof(finding),
                core: core(finding),
                vacuity: vacuity(finding),
                engine: finding.engine.as_ref().map(Engine::new),
                cover: cover(finding),
                ..Absent::default()
            },
            stats: stats(&finding.sources, &finding.stats),
        }
    }
}

fn known<'a>(sources: &'a SourceMap, invariant: &'a Invariant) -> Known<'a> {
    let (file, line) = (file_name(sources, invariant.span), Some(sources.line(invariant.span)));
    Known { file, line, text: &invariant.text }
}

impl<'a> FailingRun<'a> {
    fn new(finding: &'a Finding, run: &'a Counterexample) -> Self {
        Self {
            property: finding.properties.get(run.property).map_or("", |property| property.id.as_str()),
            inputs: run.inputs.iter().map(|input| Input::new(&finding.sources, input)).collect(),
            steps: run.steps.iter().map(|step| Step::new(&finding.sources, step)).collect(),
            output: run.output.iter().filter(|part| part.stream == 1).map(|part| part.text.as_str()).collect(),
            length: run.length,
            sum_abs: run.sum_abs,
            method: match run.method {
                Method::None => "none",
                Method::Greedy => "greedy",
                Method::Optimal => "optimal",
            },
            optimal: run.optimal,
            fewest_inputs: run.fewest.map(|fewest| FewestInputs {
                relevant: fewest.n,
                lower_bound: fewest.lower,
                scope: match fewest.scope {
                    Scope::AllRuns => "all-runs",
                    Scope::ThisRun => "this-run",
                },
            }),
        }
    }
}

impl<'a> Input<'a> {
    fn new(sources: &'a SourceMap, input: &'a InputReport) -> Self {
        Self {
            name: &input.name,
            ty: &input.ty,
            value: &input.value,
            kind: match input.kind {
                InputKind::Nondet => "nondet",
                InputKind::Uninitialised => "uninitialised",
                InputKind::Result => "result",
            },
            relevant: input.relevant,
            relevant_bits: input.relevant_bits.map(|bits| format!("{:#x}", bits.mask)),
            file: file_name(sources, input.span),
            line: sources.line(input.span),
        }
    }
}

impl<'a> Step<'a> {
    fn new(sources: &'a SourceMap, step: &'a TraceStep) -> Self {
        let at = sources.start(step.span);
        let present = |text: &'a str| (!text.is_empty()).then_some(text);
        Self {
            kind: match step.kind {
                TraceKind::Input => "input",
                TraceKind::Assign => "assign",
                TraceKind::Branch => "branch",
                TraceKind::Switch => "switch",
                TraceKind::Call => "call",
                TraceKind::Return => "return",
                TraceKind::Assume => "assume",
                TraceKind::Free => "free",
                TraceKind::Output => "output",
                TraceKind::Failure => "failure",
            },
            name: &step.name,
            value: present(&step.value),
            ty: present(&step.ty),
            file: file_name(sources, step.span),
            line: at.line,
            column: at.column,
            function: &step.function,
            thread: step.thread,
        }
    }
}

fn hot(sources: &SourceMap, spot: &HotSpot) -> Hot {
    let (kind, rounds) = match spot.kind {
        HotKind::Loop { rounds } => ("loop", Some(rounds)),
        HotKind::Function => ("function", None),
        HotKind::Line => ("line", None),
    };
    let (name, file) = (spot.name.clone(), file_name(sources, spot.span).to_owned());
    Hot { kind, name, file, line: sources.line(spot.span), share: spot.share, rounds }
}

fn advice(advice: &whyc_debug::finding::Advice) -> Advice {
    let (option, seconds) = (advice.option.clone(), advice.time.as_secs_f64());
    Advice { option, verdict: advice.verdict.name(), seconds }
}

fn stats(sources: &SourceMap, stats: &StatsReport) -> Stats {
    Stats {
        parse_s: stats.parse.as_secs_f64(),
        unroll_s: Some(stats.unroll.as_secs_f64()),
        encode_s: Some(stats.encode.as_secs_f64()),
        solve_s: stats.solve.as_secs_f64(),
        debug_s: stats.debug.as_secs_f64(),
        total_s: stats.total.as_secs_f64(),
        steps: stats.steps,
        variables: stats.variables,
        clauses: stats.clauses,
        solver_calls: stats.solver_calls,
        hot: stats.hot.iter().map(|spot| hot(sources, spot)).collect(),
        advice: stats.advice.iter().map(advice).collect(),
    }
}

fn file_name(sources: &SourceMap, span: Span) -> &str {
    &sources.file(span.file).name
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Exhausted;
    use whyc_base::status::Reason;
    use whyc_check::Verdict;

    use super::*;
    use crate::fixture::{Fixture, explained, median};

    #[test]
    fn a_violation_with_its_run() {
        insta::assert_snapshot!(render(&median().finding));
    }

    #[test]
    fn an_explanation() {
        insta::assert_snapshot!(render(&explained().finding));
    }

    #[test]
    fn absent_parts_are_null() {
        let mut f = Fixture::new("odd \"name\".c", "", Verdict::Unknown);
        f.finding.head.reason = Some(Reason::Exhausted(Exhausted::Time));
        insta::assert_snapshot!(render(&f.finding));
    }
}
