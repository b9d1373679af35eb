//! What every JSON report has, be it about a program or a circuit, and how one is printed.

use serde::Serialize;
use whyc_base::finding;
use whyc_base::status::{Bound, Limit, Status};

use crate::reasons;

/// The first keys of a report, in their order.
#[derive(Serialize)]
pub(crate) struct Head<'a> {
    schema: &'static str,
    tool: Tool,
    command: &'a str,
    files: &'a [String],
    verdict: &'static str,
    reason: Option<String>,
    bounds: Bounds,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

/// How far the runs were followed.
#[derive(Serialize)]
pub(crate) struct Bounds {
    /// Iterations of a loop, or cycles of a circuit.
    pub unwind: u64,
    /// Whether no run goes further.
    pub complete: bool,
}

impl<'a> Head<'a> {
    /// The head of a report of this version of whyc.
    pub(crate) fn new(head: &'a finding::Head, bounds: Bounds) -> Self {
        Self {
            schema: "whyc-report/1",
            tool: Tool { name: "whyc", version: env!("CARGO_PKG_VERSION") },
            command: &head.command,
            files: &head.files,
            verdict: head.verdict.name(),
            reason: head.reason.as_ref().map(reasons::sentence),
            bounds,
        }
    }
}

/// A property. A circuit's has no column and no function, and a line only if the file has lines.
#[derive(Serialize)]
pub(crate) struct Property<'a> {
    pub id: &'a str,
    pub class: &'static str,
    pub description: &'a str,
    pub file: &'a str,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub function: Option<&'a str>,
    #[serde(flatten)]
    pub status: Told,
    /// Other properties that runs violate before this one.
    pub after: Option<&'a [String]>,
    /// Of a circuit: in how many cycles from the start it is known that no run violates it, if that is not all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// Why a violation is nothing new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excused: Option<Excused<'a>>,
}

/// Why a violation is nothing new.
#[derive(Serialize)]
pub(crate) struct Excused<'a> {
    pub by: &'static str,
    pub why: &'a str,
}

/// What is known of a property.
#[derive(Serialize)]
pub(crate) struct Told {
    status: &'static str,
    bounded_by: Option<Vec<BoundObject>>,
    reason: Option<String>,
}

impl Told {
    pub(crate) fn new(status: &Status) -> Self {
        let (bounded_by, reason) = match status {
            Status::Bounded(bounds) => (Some(bounds.iter().map(BoundObject::new).collect()), None),
            Status::Unknown(reason) => (None, Some(reasons::sentence(reason))),
            Status::Holds | Status::Violated | Status::Unreachable => (None, None),
        };
        Self { status: status.name(), bounded_by, reason }
    }
}

/// What bounds the runs that were looked at: of what kind, which one, up to how much, and the same in words.
#[derive(Serialize)]
struct BoundObject {
    kind: &'static str,
    name: Option<String>,
    bound: Option<u64>,
    text: String,
}

impl BoundObject {
    fn new(bound: &Bound) -> Self {
        let (kind, name, most) = match bound {
            Bound::Loop { name, rounds } => ("loop", Some(name.clone()), Some(u64::from(*rounds))),
            Bound::Recursion { function, calls } => ("recursion", Some(function.clone()), Some(u64::from(*calls))),
            Bound::World(Limit::Arguments { longest, .. }) => ("arguments", None, Some(u64::from(*longest))),
            Bound::World(Limit::Input { longest }) => ("input", None, Some(u64::from(*longest))),
            Bound::World(Limit::Environment { longest }) => ("environment", None, Some(u64::from(*longest))),
            Bound::World(Limit::VolatileParameter) => ("volatile", None, None),
            Bound::World(Limit::Signals) => ("signals", None, None),
            Bound::World(Limit::MemoryOrder) => ("memory-order", None, None),
            Bound::World(Limit::Blocks { largest } | Limit::LargeBlocks { largest }) => {
                ("blocks", None, Some(*largest))
            }
            Bound::Cycles(cycles) => ("cycles", None, Some(*cycles)),
        };
        Self { kind, name, bound: most, text: reasons::bound(bound) }
    }
}

/// Why what holds says little, and where.
#[derive(Serialize)]
pub(crate) struct Vacuous<'a> {
    pub kind: &'static str,
    #[serde(flatten)]
    pub place: Place<'a>,
    /// What together makes it so.
    pub because: Vec<Place<'a>>,
}

/// A place in a source, and what stands there.
#[derive(Serialize)]
pub(crate) struct Place<'a> {
    pub file: &'a str,
    pub line: u32,
    pub text: &'a str,
}

/// Why what holds does.
#[derive(Serialize)]
pub(crate) struct Proof<'a> {
    pub method: &'static str,
    pub invariants: Vec<Known<'a>>,
    pub certificate: Option<&'a str>,
}

/// What holds whenever a run comes by, or in every state.
#[derive(Serialize)]
pub(crate) struct Known<'a> {
    pub file: &'a str,
    pub line: Option<u32>,
    pub text: &'a str,
}

/// Parts of the report that little or nothing fills yet: null, never missing.
#[derive(Default, Serialize)]
pub(crate) struct Absent<'a> {
    pub proof: Option<Proof<'a>>,
    pub core: Option<Vec<Core<'a>>>,
    pub vacuity: Option<Vec<Vacuous<'a>>>,
    pub history: Option<&'a serde_json::Value>,
    pub reduced: Option<&'a Reduced>,
    pub spec: Option<&'a serde_json::Value>,
    pub engine: Option<Engine<'a>>,
    pub cover: Option<Cover<'a>>,
    pub sample: Option<()>,
    pub prob: Option<()>,
}

/// Which engines looked for the answer, and what came of it.
#[derive(Serialize)]
pub(crate) struct Engine<'a> {
    won: Option<&'a str>,
    line: Option<&'a str>,
    tried: Vec<Tried<'a>>,
    families: Option<Vec<Family<'a>>>,
}

#[derive(Serialize)]
struct Tried<'a> {
    engine: &'a str,
    why: &'a str,
    outcome: &'a str,
    seconds: f64,
}

#[derive(Serialize)]
struct Family<'a> {
    paths: &'a str,
    state: &'static str,
    conflicts: u64,
    seconds: f64,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(report: &'a finding::EngineReport) -> Self {
        let tried = report.tried.iter().map(|it| Tried {
            engine: &it.engine,
            why: &it.why,
            outcome: &it.outcome,
            seconds: it.time.as_secs_f64(),
        });
        let family = |it: &'a finding::FamilyReport| Family {
            paths: &it.paths,
            state: it.state,
            conflicts: it.conflicts,
            seconds: it.time.as_secs_f64(),
        };
        Self {
            won: report.won.as_deref(),
            line: report.line.as_deref(),
            tried: tried.collect(),
            families: (!report.families.is_empty()).then(|| report.families.iter().map(family).collect()),
        }
    }
}

/// What became of a program or circuit that was made smaller.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Reduced {
    /// Where it was written, if it was.
    pub path: Option<String>,
    /// What it says, file by file; only what is text.
    pub texts: Vec<ReducedText>,
    /// How many lines are left that are not empty.
    pub lines: usize,
    /// How many there were.
    pub original_lines: usize,
    /// How many candidates were looked at.
    pub tests: u64,
    /// Whether nothing more can be left out; otherwise it was ended before.
    pub complete: bool,
    /// Whether a compiler was asked, and takes what is left. Null if none was asked.
    pub compiles: Option<bool>,
}

/// A text that was made smaller.
#[derive(Clone, Debug, Serialize)]
pub struct ReducedText {
    /// The name of the original.
    pub file: String,
    /// What is left.
    pub text: String,
}

/// Something that properties rest on, and which.
#[derive(Serialize)]
pub(crate) struct Core<'a> {
    #[serde(flatten)]
    pub place: Place<'a>,
    pub kind: &'static str,
    pub properties: Vec<&'a str>,
}

/// What was to be reached.
#[derive(Serialize)]
pub(crate) struct Cover<'a> {
    pub goals: Vec<Goal>,
    pub holes: &'a [&'a str],
}

/// Something that should be reached, and whether it is.
#[derive(Serialize)]
pub(crate) struct Goal {
    pub kind: &'static str,
    pub text: String,
    pub file: String,
    pub line: Option<u32>,
    pub status: &'static str,
    /// Covered: after how many cycles. Unknown: how many were looked at.
    pub cycles: Option<usize>,
    /// What the run that comes there takes from outside before. Null if there is none that is known.
    pub inputs: Option<Vec<GoalInput>>,
}

/// Something that a run takes from outside.
#[derive(Serialize)]
pub(crate) struct GoalInput {
    pub name: String,
    pub value: String,
}

/// What it cost. Circuits are not timed apart for unrolling and encoding.
#[derive(Serialize)]
pub(crate) struct Stats {
    pub parse_s: f64,
    pub unroll_s: Option<f64>,
    pub encode_s: Option<f64>,
    pub solve_s: f64,
    pub debug_s: f64,
    pub total_s: f64,
    pub steps: u64,
    pub variables: u64,
    pub clauses: u64,
    pub solver_calls: u64,
    pub hot: Vec<Hot>,
    /// Options with which there is an answer, if the time was up before there was one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
}

/// An option with which there is an answer.
#[derive(Serialize)]
pub(crate) struct Advice {
    pub option: String,
    pub verdict: &'static str,
    pub seconds: f64,
}

/// Where much of the work was done.
#[derive(Serialize)]
pub(crate) struct Hot {
    pub kind: &'static str,
    pub name: String,
    pub file: String,
    pub line: u32,
    pub share: u32,
    pub rounds: Option<u64>,
}

/// JSON on several lines; ends with a line end.
pub(crate) fn print(report: &impl Serialize) -> String {
    // Plain structs of strings and numbers always serialise; the error case keeps this total.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    text.push('\n');
    text
}
