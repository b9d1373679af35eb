//! The messages of the protocol, as far as this adapter knows them.

use serde::Deserialize;
use serde_json::{Value, json};

/// Something that a client asks.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// What.
    pub command: String,
    /// With which arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// What went wrong, for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl<T: Into<String>> From<T> for Fault {
    fn from(text: T) -> Self {
        Fault(text.into())
    }
}

/// What a request is answered with.
pub type Answer = Result<Value, Fault>;

/// What a client says of itself.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Client {
    /// Whether its first line is 1.
    pub lines_start_at1: bool,
    /// Whether its first column is 1.
    pub columns_start_at1: bool,
    /// Whether it wants to know the types of variables.
    pub supports_variable_type: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self { lines_start_at1: true, columns_start_at1: true, supports_variable_type: false }
    }
}

/// What is to be debugged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Launch {
    /// The C file.
    pub program: Option<String>,
    /// Several, which are linked.
    pub files: Vec<String>,
    /// Where relative names begin.
    pub cwd: Option<String>,
    /// Where it starts, if not at `main`.
    pub function: Option<String>,
    /// Folders to search for headers.
    pub includes: Vec<String>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// The property that is to fail, if there are several.
    pub property: Option<String>,
    /// Classes of properties that are checked besides those that are by default.
    pub checks: Vec<String>,
    /// How often loops are followed, if that is fixed.
    pub unwind: Option<u32>,
    /// Which run.
    pub run: Which,
    /// How long it may take to find it.
    pub timeout_seconds: Option<u64>,
    /// Whether it begins at the beginning, and not at the failing check.
    pub stop_on_entry: Option<bool>,
}

/// Which run is debugged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Which {
    /// The smallest one that fails.
    #[default]
    Failing,
    /// The closest one that passes.
    Passing,
}

/// A file.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Source {
    /// Its path.
    pub path: Option<String>,
}

/// Arguments of `setBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetBreakpoints {
    /// In which file.
    pub source: Source,
    /// Where.
    #[serde(default)]
    pub breakpoints: Vec<SourceBreakpoint>,
}

/// A breakpoint on a line.
#[derive(Clone, Debug, Deserialize)]
pub struct SourceBreakpoint {
    /// Which line.
    pub line: i64,
    /// Only where this C expression is not zero.
    #[serde(default)]
    pub condition: Option<String>,
}

/// Arguments of `setExceptionBreakpoints`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetExceptionBreakpoints {
    /// The filters that are on.
    pub filters: Vec<String>,
}

/// Arguments of `dataBreakpointInfo`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpointInfo {
    /// The variable, or an expression.
    pub name: String,
    /// What it is a part of.
    #[serde(default)]
    pub variables_reference: Option<i64>,
    /// Where it is an expression.
    #[serde(default)]
    pub frame_id: Option<i64>,
}

/// Arguments of `setDataBreakpoints`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetDataBreakpoints {
    /// All that are wanted.
    pub breakpoints: Vec<DataBreakpoint>,
}

/// A breakpoint on a value that changes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpoint {
    /// What, as `dataBreakpointInfo` has called it.
    pub data_id: String,
}

/// Arguments of `stackTrace`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StackTrace {
    /// The first frame that is wanted.
    pub start_frame: Option<i64>,
    /// How many; 0 for all.
    pub levels: Option<i64>,
}

/// Arguments of `scopes`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scopes {
    /// In which frame.
    pub frame_id: i64,
}

/// Arguments of `variables`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Variables {
    /// Of what.
    pub variables_reference: i64,
    /// The first one that is wanted.
    #[serde(default)]
    pub start: Option<i64>,
    /// How many; 0 for all.
    #[serde(default)]
    pub count: Option<i64>,
}

/// Arguments of `evaluate`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    /// The expression.
    pub expression: String,
    /// In which frame.
    #[serde(default)]
    pub frame_id: Option<i64>,
    /// What for: `hover`, `watch`, `repl`.
    #[serde(default)]
    pub context: Option<String>,
}

/// Arguments of `whyc/why`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The variable, or an expression that names a place.
    pub name: String,
    /// In which frame.
    #[serde(default)]
    pub frame_id: Option<i64>,
}

/// Arguments of `gotoTargets`.
#[derive(Clone, Debug, Deserialize)]
pub struct GotoTargets {
    /// In which file.
    pub source: Source,
    /// Which line.
    pub line: i64,
}

/// Arguments of `goto`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Goto {
    /// One of the targets.
    pub target_id: i64,
}

/// Arguments of `readMemory`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemory {
    /// Where, as a variable has it.
    pub memory_reference: String,
    /// How many bytes further.
    #[serde(default)]
    pub offset: i64,
    /// How many bytes are wanted.
    pub count: i64,
}

/// What this adapter can do.
pub fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsEvaluateForHovers": true,
        "supportsDataBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsExceptionInfoRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsTerminateRequest": true,
        "supportsRestartRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsDelayedStackTraceLoading": true,
        "exceptionBreakpointFilters": [{
            "filter": FAILURE,
            "label": "The failing check",
            "description": "Stop where the run fails.",
            "default": true,
        }],
    })
}

/// The filter for the failing check.
pub const FAILURE: &str = "failure";
