//! The part of the SARIF 2.1.0 object model that whyc uses, in the order and with the names of the standard.
//!
//! What is empty is left out, as the standard wants it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// Where the schema of the standard is published.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A file of results.
#[derive(Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

impl Log {
    /// The file that holds the results of one run.
    pub fn new(run: Run) -> Self {
        Self { schema: SCHEMA, version: "2.1.0", runs: [run] }
    }
}

/// What one run of the tool found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    pub invocations: [Invocation; 1],
    pub artifacts: Vec<Artifact>,
    pub results: Vec<ResultObject>,
    pub column_kind: &'static str,
    pub properties: Properties,
}

/// Anything that the standard has no name for.
pub type Properties = BTreeMap<&'static str, Value>;

#[derive(Serialize)]
pub struct Tool {
    pub driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    pub name: &'static str,
    pub version: &'static str,
    pub semantic_version: &'static str,
    pub rules: Vec<Rule>,
}

/// A class of properties.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: &'static str,
    pub name: &'static str,
    pub short_description: Message,
    pub full_description: Message,
    pub help: Message,
    pub default_configuration: Configuration,
    pub properties: Properties,
}

#[derive(Serialize)]
pub struct Configuration {
    pub level: &'static str,
}

/// A plain text message, as sections 3.11.5 and 3.11.6 of the standard write it.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    text: String,
}

impl Message {
    /// The message that reads `text`.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self { text: without_links(&without_placeholders(text.as_ref())) }
    }
}

/// `{0}` would be a placeholder: braces are doubled wherever they stand.
fn without_placeholders(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// `ops[k](1)` would be a link to location 1. Brackets may stand as they are elsewhere, and are easier to read then.
fn without_links(text: &str) -> String {
    if !text.contains("](") {
        return text.to_owned();
    }
    let is_escaped = |c: char| matches!(c, '\\' | '[' | ']');
    let escaped = text.chars().flat_map(|c| is_escaped(c).then_some('\\').into_iter().chain([c]));
    escaped.collect()
}

/// Text of a file, as it is.
#[derive(Serialize)]
pub struct ArtifactContent {
    pub text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    pub execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub struct Notification {
    pub level: &'static str,
    pub message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

/// A file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    pub location: ArtifactLocation,
    pub roles: [&'static str; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_language: Option<&'static str>,
    pub hashes: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// A violated property.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultObject {
    pub rule_id: &'static str,
    pub rule_index: usize,
    pub kind: &'static str,
    pub level: &'static str,
    pub message: Message,
    pub locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
    pub partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressions: Vec<Suppression>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_state: Option<&'static str>,
    pub properties: Properties,
}

/// Why a result is not to be told again.
#[derive(Serialize)]
pub struct Suppression {
    pub kind: &'static str,
    pub status: &'static str,
    pub justification: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// Lines and columns from 1, in characters; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogicalLocation {
    pub name: String,
    pub kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFlow {
    pub message: Message,
    pub thread_flows: [ThreadFlow; 1],
}

#[derive(Serialize)]
pub struct ThreadFlow {
    pub locations: Vec<ThreadFlowLocation>,
}

/// A step of a run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadFlowLocation {
    pub location: Location,
    pub kinds: Vec<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub state: BTreeMap<String, Message>,
    pub nesting_level: u32,
    pub execution_order: usize,
    pub importance: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fix {
    pub description: Message,
    pub artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactChange {
    pub artifact_location: ArtifactLocation,
    pub replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub deleted_region: Region,
    pub inserted_content: ArtifactContent,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_program_is_neither_a_link_nor_a_placeholder() {
        let written = |text: &str| Message::new(text).text;
        assert_eq!(written("`a[i]` is \\n"), "`a[i]` is \\n");
        assert_eq!(written("s = {1, {0}}"), "s = {{1, {{0}}}}");
        assert_eq!(written("ops[k](1) == '\\n'"), "ops\\[k\\](1) == '\\\\n'");
    }
}
