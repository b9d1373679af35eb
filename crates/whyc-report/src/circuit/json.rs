//! The report for programs: the same object as for C, `whyc-report/1`, with the keys that circuits have.

use serde::Serialize;
use whyc_circuit::finding::{
    self, Bit, CoverReport, Finding, ProofReport, Reached, Row, RowKind, RunReport, Stated, Status, SuspicionReport,
    Verdict, Wave,
};
use whyc_circuit::origin;

use super::debugged::{Explanation, Localization};
use super::{table, text};
use crate::json::head::{
    self, Absent, Bounds, Cover, Goal, Head, Known, Place, Proof, Property, Reduced, Stats, Told, Vacuous,
};

/// The report, on several lines; ends with a line end.
#[must_use]
pub fn render(finding: &Finding) -> String {
    head::print(&Report::new(finding))
}

/// The report about a circuit that was checked against properties over time, of which more is told.
#[must_use]
pub fn render_over_time(finding: &Finding, spec: &serde_json::Value) -> String {
    let mut report = Report::new(finding);
    report.absent.spec = Some(spec);
    head::print(&report)
}

/// The report about a circuit that was made smaller.
#[must_use]
pub fn render_reduced(finding: &Finding, reduced: &Reduced) -> String {
    let mut report = Report::new(finding);
    report.absent.reduced = Some(reduced);
    head::print(&report)
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    properties: Vec<Property<'a>>,
    counterexample: Option<FailingRun<'a>>,
    /// One for each violated property; the first one is `counterexample`.
    counterexamples: Vec<FailingRun<'a>>,
    classes: Option<()>,
    classes_complete: Option<()>,
    explanation: Option<Explanation<'a>>,
    localization: Option<Localization<'a>>,
    replay: Option<()>,
    #[serde(flatten)]
    absent: Absent<'a>,
    stats: Stats,
}

#[derive(Serialize)]
struct FailingRun<'a> {
    property: &'a str,
    inputs: Vec<Input<'a>>,
    steps: [(); 0],
    /// Every signal in every cycle.
    signals: Vec<Signal<'a>>,
    /// How many signals are not there because they would be too many.
    signals_left_out: usize,
    /// The cycles that are gone through forever, after the others.
    r#loop: Option<Loop>,
    length: usize,
    sum_abs: Option<u128>,
    method: &'static str,
    optimal: bool,
}

/// One signal in all cycles: its values, none where the run leaves it open, and whether any of it matters there.
#[derive(Serialize)]
struct Signal<'a> {
    name: &'a str,
    kind: &'static str,
    values: Vec<Option<String>>,
    relevant: Vec<bool>,
}

#[derive(Serialize)]
struct Loop {
    start: usize,
    length: usize,
}

/// One signal in one cycle. `bits` has `-` where a bit does not matter, the most significant bit first.
#[derive(Serialize)]
struct Input<'a> {
    name: &'a str,
    cycle: usize,
    value: String,
    bits: String,
    kind: &'static str,
    relevant: bool,
}

impl<'a> Report<'a> {
    fn new(finding: &'a Finding) -> Self {
        let properties = finding.properties.iter().map(|property| Property {
            id: &property.id,
            class: property.class,
            description: &property.description,
            file: property.place.as_ref().map_or(finding.file(), |place| &place.file),
            line: match &property.place {
                Some(place) => Some(place.line),
                None => property.line.and_then(|line| u32::try_from(line).ok()),
            },
            column: property.place.as_ref().map(|place| place.column),
            function: None,
            status: Told::new(&property.status),
            after: None,
            cycles: match property.status {
                Status::Bounded(_) => Some(property.cycles as u64 + 1),
                Status::Violated | Status::Unknown(_) => Some(property.cycles as u64),
                Status::Holds | Status::Unreachable => None,
            },
            excused: None,
        });
        Self {
            head: Head::new(
                &finding.head,
                Bounds { unwind: finding.bound as u64, complete: finding.head.verdict == Verdict::Safe },
            ),
            properties: properties.collect(),
            counterexample: finding.counterexample.as_ref().map(|run| FailingRun::new(finding, run)),
            counterexamples: finding.failing_runs().map(|run| FailingRun::new(finding, run)).collect(),
            classes: None,
            classes_complete: None,
            explanation: finding.explanation.as_ref().map(Explanation::new),
            localization: finding.localization.as_ref().map(Localization::new),
            replay: None,
            absent: Absent {
                proof: finding.proof.as_ref().map(|it| proof(finding, it)),
                cover: covers(finding),
                vacuity: vacuity(finding),
                ..Absent::default()
            },
            stats: stats(&finding.stats),
        }
    }
}

/// Why what holds says little; nothing where that was not looked for or not found.
fn vacuity(finding: &Finding) -> Option<Vec<Vacuous<'_>>> {
    let all: Vec<Vacuous<'_>> = finding.suspicions.iter().filter_map(|it| vacuous(finding, it)).collect();
    (!all.is_empty()).then_some(all)
}

fn vacuous<'a>(finding: &'a Finding, it: &'a SuspicionReport) -> Option<Vacuous<'a>> {
    let place = |own: Option<&'a origin::Place>, line: usize, text: &'a str| match own {
        Some(place) => Place { file: &place.file, line: place.line, text: &place.text },
        None => Place { file: finding.file(), line: u32::try_from(line.max(1)).unwrap_or(u32::MAX), text },
    };
    let stated = |it: &'a Stated| place(it.place.as_ref(), it.line, &it.text);
    let property = it.property.and_then(|at| finding.properties.get(at));
    let own = property.map(|it| place(it.place.as_ref(), it.line.unwrap_or(1), &it.id));
    let place = own.or_else(|| it.because.first().map(stated))?;
    Some(Vacuous { kind: it.kind.name(), place, because: it.because.iter().map(stated).collect() })
}

fn covers(finding: &Finding) -> Option<Cover<'_>> {
    let goal = |it: &'_ CoverReport| Goal {
        kind: "cover",
        text: text::covered(it),
        file: it.place.as_ref().map_or(finding.file().to_owned(), |place| place.file.clone()),
        line: it.place.as_ref().map(|place| place.line),
        status: match it.reached {
            Reached::After(_) => "covered",
            Reached::Never => "unreachable",
            Reached::NotWithin(_) => "unknown",
        },
        cycles: match it.reached {
            Reached::After(cycles) | Reached::NotWithin(cycles) => Some(cycles),
            Reached::Never => None,
        },
        inputs: None,
    };
    let goals: Vec<Goal> = finding.covers.iter().map(goal).collect();
    (!goals.is_empty()).then_some(Cover { goals, holes: &[] })
}

fn proof<'a>(finding: &'a Finding, proof: &'a ProofReport) -> Proof<'a> {
    let known = |text: &'a String| Known { file: finding.file(), line: None, text };
    Proof {
        method: proof.method,
        invariants: proof.invariants.iter().map(known).collect(),
        certificate: proof.certificate.as_deref(),
    }
}

impl<'a> FailingRun<'a> {
    fn new(finding: &'a Finding, run: &'a RunReport) -> Self {
        Self {
            property: finding.properties.get(run.property).map_or("", |property| property.id.as_str()),
            inputs: run.rows.iter().flat_map(Input::of_row).collect(),
            steps: [],
            signals: run.waves.iter().map(Signal::new).collect(),
            signals_left_out: run.n_waves_left_out,
            r#loop: run.loop_start.map(|start| Loop { start, length: run.depth - start }),
            length: run.depth,
            sum_abs: None,
            method: run.method,
            optimal: run.optimal,
        }
    }
}

impl<'a> Signal<'a> {
    fn new(wave: &'a Wave) -> Self {
        let value = |bits: &Vec<Bit>| (!bits.is_empty()).then(|| table::concrete(bits));
        Self {
            name: &wave.name,
            kind: wave.kind.name(),
            values: wave.cells.iter().map(value).collect(),
            relevant: wave.cells.iter().map(|bits| bits.iter().any(|bit| bit.relevant)).collect(),
        }
    }
}

impl<'a> Input<'a> {
    fn of_row(row: &'a Row) -> impl Iterator<Item = Input<'a>> {
        row.cells.iter().enumerate().map(|(cycle, bits)| Input {
            name: &row.name,
            cycle,
            value: table::concrete(bits),
            bits: table::digits(bits),
            kind: match row.kind {
                RowKind::Input => "input",
                RowKind::State => "state",
            },
            relevant: bits.iter().any(|bit| bit.relevant),
        })
    }
}

fn stats(stats: &finding::Stats) -> Stats {
    Stats {
        parse_s: stats.parse.as_secs_f64(),
        unroll_s: None,
        encode_s: None,
        solve_s: stats.solve.as_secs_f64(),
        debug_s: stats.lift.as_secs_f64(),
        total_s: stats.total.as_secs_f64(),
        steps: stats.gates,
        variables: stats.variables,
        clauses: stats.clauses,
        solver_calls: stats.solver_calls,
        hot: Vec::new(),
        advice: Vec::new(),
    }
}
