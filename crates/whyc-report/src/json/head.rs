//! What every JSON report begins with, be it about a program or a circuit, and how one is printed.

use serde::Serialize;

/// The first keys of a report, in their order.
#[derive(Serialize)]
pub(crate) struct Head<'a> {
    schema: &'static str,
    tool: Tool,
    command: &'a str,
    files: Vec<&'a str>,
    verdict: &'static str,
    reason: Option<&'a str>,
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
    pub(crate) fn new(
        command: &'a str,
        files: Vec<&'a str>,
        (verdict, reason): (&'static str, Option<&'a str>),
        bounds: Bounds,
    ) -> Self {
        let tool = Tool { name: "whyc", version: env!("CARGO_PKG_VERSION") };
        Self { schema: "whyc-report/1", tool, command, files, verdict, reason, bounds }
    }
}

/// JSON on several lines; ends with a line end.
pub(crate) fn print(report: &impl Serialize) -> String {
    // Plain structs of strings and numbers always serialise; the error case keeps this total.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    text.push('\n');
    text
}
