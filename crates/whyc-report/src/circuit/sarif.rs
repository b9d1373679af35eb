//! The report in SARIF 2.1.0: one result for each bad state that is reached. Its place is the line of the file that states
//! it, if the file has lines; a step of the code flow is a cycle.

use std::collections::BTreeMap;

use serde_json::json;
use whyc_circuit::finding::{Finding, PropertyReport, RowKind, RunReport, Verdict};

use super::suspicions;
use super::{table, text};
use crate::json::head;
use crate::sarif::log::{
    Artifact, ArtifactLocation, CodeFlow, Invocation, Location, Log, Message, Notification, PhysicalLocation,
    Properties, Region, ResultObject, Run, ThreadFlow, ThreadFlowLocation,
};
use crate::sarif::places::{location_of, sha256};
use crate::sarif::{rules, statuses, tool};
use crate::{reasons, words};

/// The report. The file's name is relative to the folder `root`, an absolute path, if it is below it; `bytes` is what the
/// file holds.
#[must_use]
pub fn render(finding: &Finding, bytes: &[u8], root: &str) -> String {
    let violated = finding.properties.iter().enumerate();
    let violated = violated.filter(|(_, property)| property.status.is_violated());
    let results = violated.map(|(position, property)| result(finding, position, property, root)).collect();
    let notifications = finding.head.reason.as_ref().map(|reason| Notification {
        level: if finding.head.verdict == Verdict::Unknown { "error" } else { "warning" },
        message: Message::new(format!("{}: {}", finding.head.verdict.name(), reasons::sentence(reason))),
        locations: Vec::new(),
    });
    let suspicious = finding.suspicions.iter().map(|it| Notification {
        level: "warning",
        message: Message::new(suspicions::sentence(finding, it)),
        locations: Vec::new(),
    });
    let run = Run {
        tool: tool(vec![
            rules::described(
                "bad",
                "BadStateReached",
                "A bad state can be reached.",
                "Some sequence of inputs leads the circuit into a state that its file calls bad.",
            ),
            rules::described(
                "reach",
                "StateReached",
                "A state can be reached that should not be.",
                "Some sequence of inputs leads the circuit into the state that was asked for.",
            ),
            rules::described(
                "justice",
                "GoesOnForever",
                "Something can go on forever that must not.",
                "Some sequence of inputs leads the circuit into a loop in which everything is true once that its file says must not be true again and again.",
            ),
        ]),
        invocations: [Invocation {
            execution_successful: finding.head.verdict != Verdict::Unknown,
            tool_execution_notifications: notifications.into_iter().chain(suspicious).collect(),
        }],
        artifacts: artifacts(finding, bytes, root),
        results,
        column_kind: "unicodeCodePoints",
        properties: Properties::from([
            ("command", json!(finding.head.command)),
            ("verdict", json!(finding.head.verdict.name())),
            ("bounds", json!({"unwind": finding.bound, "complete": finding.head.verdict == Verdict::Safe})),
            ("statuses", statuses(finding.properties.iter().map(|it| (it.id.as_str(), &it.status)))),
        ]),
    };
    head::print(&Log::new(run))
}

fn result(finding: &Finding, position: usize, property: &PropertyReport, root: &str) -> ResultObject {
    let place = place(finding, property, root);
    let run = finding.failing_runs().find(|run| run.property == position);
    let key = format!("{}\n{}", location_of(finding.file(), root).uri, property.id);
    ResultObject {
        rule_id: property.class,
        rule_index: ["bad", "reach", "justice"].iter().position(|class| *class == property.class).unwrap_or(0),
        kind: "fail",
        level: "error",
        message: Message::new(format!("{}.", text::happens(property, run))),
        code_flows: run.map(|run| code_flow(run, &place)).into_iter().collect(),
        locations: vec![place],
        related_locations: Vec::new(),
        fixes: Vec::new(),
        partial_fingerprints: BTreeMap::from([("whycProperty/v1", sha256(key.as_bytes()))]),
        suppressions: Vec::new(),
        baseline_state: None,
        properties: Properties::from([("property", json!(property.id))]),
    }
}

/// What was read: the texts that the file was made from, if it was.
fn artifacts(finding: &Finding, bytes: &[u8], root: &str) -> Vec<Artifact> {
    let artifact = |file: &str, bytes: &[u8]| Artifact {
        location: location_of(file, root),
        roles: ["analysisTarget"],
        source_language: None,
        hashes: BTreeMap::from([("sha-256", sha256(bytes))]),
    };
    match &finding.sources[..] {
        [] => vec![artifact(finding.file(), bytes)],
        sources => sources.iter().map(|(name, text)| artifact(name, text.as_bytes())).collect(),
    }
}

fn place(finding: &Finding, property: &PropertyReport, root: &str) -> Location {
    let line = property.line.and_then(|line| u32::try_from(line).ok()).filter(|&line| line > 0);
    let of_line = |line: u32| Region { start_line: line, start_column: None, end_line: None, end_column: None };
    let (file, region) = match &property.place {
        Some(place) => (place.file.as_str(), Some(of_line(place.line))),
        None => (finding.file(), line.map(of_line)),
    };
    let index = finding.sources.iter().position(|(name, _)| name == file).or(Some(0));
    let artifact_location = ArtifactLocation { index, ..location_of(file, root) };
    Location {
        id: None,
        physical_location: PhysicalLocation { artifact_location, region },
        logical_locations: Vec::new(),
        message: None,
    }
}

/// The run, cycle by cycle; only what matters of it.
fn code_flow(run: &RunReport, place: &Location) -> CodeFlow {
    let cycles = (0..run.n_columns.max(1)).map(|cycle| {
        let rows = run.rows.iter().filter(|row| row.kind == RowKind::Input || cycle == 0);
        let cells = rows.filter_map(|row| Some((row, row.cells.get(cycle)?)));
        let relevant = cells.filter(|(_, cell)| cell.iter().any(|bit| bit.relevant));
        let values: Vec<(String, String)> =
            relevant.map(|(row, cell)| (words::one_line(&row.name, 120), table::value(cell))).collect();
        let told: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let told = if told.is_empty() { "anything".to_owned() } else { words::list(&told, ", ", 160) };
        let message = Message::new(format!("cycle {cycle}: {told}"));
        ThreadFlowLocation {
            location: Location { message: Some(message), ..place.clone() },
            kinds: vec!["value"],
            state: values.into_iter().map(|(name, value)| (name, Message::new(value))).collect(),
            nesting_level: 0,
            execution_order: cycle,
            importance: "essential",
        }
    });
    let locations = cycles.collect();
    CodeFlow {
        message: Message::new("the run, without what does not matter"),
        thread_flows: [ThreadFlow { locations }],
    }
}
