//! The report for programs: the same object as for C, `whyc-report/1`, with the keys that circuits have.

use serde::Serialize;
use whyc_circuit::finding::{Finding, Row, RowKind, RunReport, Stats, Status, Verdict};

use super::table;
use crate::json::head::{self, Bounds, Head};

/// The report, on several lines; ends with a line end.
#[must_use]
pub fn render(finding: &Finding) -> String {
    head::print(&Report::new(finding))
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    properties: Vec<Property<'a>>,
    counterexample: Option<FailingRun<'a>>,
    explanation: Option<()>,
    localization: Option<()>,
    stats: Timing,
}

#[derive(Serialize)]
struct Property<'a> {
    id: &'a str,
    class: &'static str,
    description: &'a str,
    file: &'a str,
    line: Option<usize>,
    column: Option<u32>,
    function: Option<&'a str>,
    status: &'static str,
}

#[derive(Serialize)]
struct FailingRun<'a> {
    property: &'a str,
    inputs: Vec<Input<'a>>,
    steps: [(); 0],
    length: usize,
    sum_abs: Option<u128>,
    method: &'static str,
    optimal: bool,
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

#[derive(Serialize)]
struct Timing {
    parse_s: f64,
    unroll_s: Option<f64>,
    encode_s: Option<f64>,
    solve_s: f64,
    debug_s: f64,
    total_s: f64,
    steps: u64,
    variables: u64,
    clauses: u64,
    solver_calls: u64,
}

impl<'a> Report<'a> {
    fn new(finding: &'a Finding) -> Self {
        let properties = finding.properties.iter().map(|property| Property {
            id: &property.id,
            class: property.class,
            description: &property.description,
            file: &finding.file,
            line: property.line,
            column: None,
            function: None,
            status: match property.status {
                Status::Holds { .. } | Status::HoldsUpTo(_) => "holds",
                Status::Violated { .. } => "violated",
                Status::Unknown { .. } => "unknown",
            },
        });
        Self {
            head: Head::new(
                &finding.command,
                vec![&finding.file],
                (finding.verdict.name(), finding.reason.as_deref()),
                Bounds { unwind: finding.bound as u64, complete: finding.verdict == Verdict::Safe },
            ),
            properties: properties.collect(),
            counterexample: finding.counterexample.as_ref().map(|run| FailingRun::new(finding, run)),
            explanation: None,
            localization: None,
            stats: Timing::new(&finding.stats),
        }
    }
}

impl<'a> FailingRun<'a> {
    fn new(finding: &'a Finding, run: &'a RunReport) -> Self {
        Self {
            property: finding.properties.get(run.property).map_or("", |property| property.id.as_str()),
            inputs: run.rows.iter().flat_map(Input::of_row).collect(),
            steps: [],
            length: run.depth,
            sum_abs: None,
            method: run.method,
            optimal: run.optimal,
        }
    }
}

impl<'a> Input<'a> {
    fn of_row(row: &'a Row) -> impl Iterator<Item = Input<'a>> {
        row.cells.iter().enumerate().map(|(cycle, bits)| {
            let known: Vec<_> = bits.iter().map(|bit| whyc_circuit::finding::Bit { relevant: true, ..*bit }).collect();
            Input {
                name: &row.name,
                cycle,
                value: table::value(&known),
                bits: table::digits(bits),
                kind: match row.kind {
                    RowKind::Input => "input",
                    RowKind::State => "state",
                },
                relevant: bits.iter().any(|bit| bit.relevant),
            }
        })
    }
}

impl Timing {
    fn new(stats: &Stats) -> Self {
        Self {
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
        }
    }
}
