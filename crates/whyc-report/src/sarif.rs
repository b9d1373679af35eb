//! The report in the Static Analysis Results Interchange Format, SARIF 2.1.0: for code hosts and editors.
//!
//! One result for each violated property, with its failing run as a code flow; where they were asked for, the
//! differences that matter and the places where a change helps as related locations, and changes that were checked as
//! fixes. What a person should know beside the results is a notification of the one invocation.
//!
//! Read `log` for the objects of the format, `places` for files and regions, `flow` for runs, `rules` for classes.

mod flow;
pub(crate) mod log;
pub(crate) mod places;
pub(crate) mod rules;

use std::collections::BTreeMap;

use serde_json::json;
use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::{FileId, Span};
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{
    Change, ChangeKind, Counterexample, EditReport, Excuse, Excuser, Explanation, Finding, LocalizationReport,
    NamedValue, PropertyReport, SuggestionReport,
};

use crate::identity::{self, Identity};
use crate::json::head;
use crate::{reasons, sentences, suspicions, words};
use log::{
    ArtifactChange, ArtifactContent, Driver, Fix, Invocation, Location, Log, Message, Notification, Properties,
    Replacement, ResultObject, Rule, Run, Suppression, Tool,
};
use places::{Places, sha256};

/// At most this many inputs are named in a message.
const LONGEST: usize = 160;
/// The rule of failing tests, which are no property of the program.
const TEST: &str = "test";

/// The report. Names of files are relative to the folder `root`, which is an absolute path, where they are below it.
#[must_use]
pub fn render(finding: &Finding, root: &str) -> String {
    let places = Places::new(&finding.sources, root);
    let results = Results { finding, places: &places, root };
    let mut rules = rules::rules();
    let mut found = results.of_properties();
    found.extend(results.of_tests(rules.len()));
    if found.iter().any(|result| result.rule_id == TEST) {
        rules.push(test_rule());
    }
    let bounds = json!({"unwind": finding.bounds.unwind, "complete": finding.bounds.complete});
    let run = Run {
        tool: tool(rules),
        invocations: [Invocation {
            // Where a limit was reached, what is not reported may be there all the same.
            execution_successful: finding.head.verdict != Verdict::Unknown,
            tool_execution_notifications: notifications(finding, &places),
        }],
        artifacts: places.artifacts(),
        results: found,
        column_kind: "unicodeCodePoints",
        properties: Properties::from([
            ("command", json!(finding.head.command)),
            ("verdict", json!(finding.head.verdict.name())),
            ("bounds", bounds),
            ("statuses", statuses(finding.properties.iter().map(|it| (it.id.as_str(), &it.status)))),
        ]),
    };
    head::print(&Log::new(run))
}

/// What is known of each property.
pub(crate) fn statuses<'f>(properties: impl Iterator<Item = (&'f str, &'f Status)>) -> serde_json::Value {
    properties
        .map(|(id, status)| json!({"property": id, "status": status.name(), "why": reasons::more(status)}))
        .collect()
}

/// This version of whyc, with these rules.
pub(crate) fn tool(rules: Vec<Rule>) -> Tool {
    let version = env!("CARGO_PKG_VERSION");
    Tool { driver: Driver { name: "whyc", version, semantic_version: version, rules } }
}

/// What there is to know beside the results: why the verdict is what it is, and the notes about the program.
fn notifications(finding: &Finding, places: &Places<'_>) -> Vec<Notification> {
    let mut notifications = Vec::new();
    if let Some(reason) = &finding.head.reason {
        let level = if finding.head.verdict == Verdict::Unknown { "error" } else { "warning" };
        let text = format!("{}: {}", finding.head.verdict.name(), reasons::sentence(reason));
        notifications.push(Notification { level, message: Message::new(text), locations: Vec::new() });
    }
    notifications.extend(finding.notes.iter().map(|note| notification(note, places)));
    for it in &finding.suspicions {
        let reason = suspicions::reason(&finding.sources, it).map_or(String::new(), |it| format!(": {it}"));
        let text = format!("{}{reason}", suspicions::sentence(&finding.sources, it));
        notifications.push(notification(&Diagnostic::warning(text).at(it.span), places));
    }
    notifications
}

fn notification(note: &Diagnostic, places: &Places<'_>) -> Notification {
    let level = match note.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut text = note.message.clone();
    for more in &note.notes {
        text.push_str(&format!("; {more}"));
    }
    let location = note.span.and_then(|span| places.location(span, "", None));
    Notification { level, message: Message::new(text), locations: location.into_iter().collect() }
}

/// Makes results of a finding.
struct Results<'a> {
    finding: &'a Finding,
    places: &'a Places<'a>,
    root: &'a str,
}

impl Results<'_> {
    fn of_properties(&self) -> Vec<ResultObject> {
        let identities = identity::identities(self.finding, self.root);
        let violated = self.finding.properties.iter().enumerate().zip(&identities);
        let violated = violated.filter(|((_, property), _)| property.status.is_violated());
        violated.map(|((position, property), identity)| self.of_property(position, property, identity)).collect()
    }

    fn of_property(&self, position: usize, property: &PropertyReport, identity: &Identity) -> ResultObject {
        let run = self.finding.failing_runs().find(|run| run.property == position);
        let is_chosen = self.finding.counterexample.as_ref().is_some_and(|chosen| chosen.property == position);
        // What was found out about one failing run belongs to the property that it violates.
        let explanation = self.finding.explanation.as_ref().filter(|_| is_chosen);
        let localization = self.finding.localization.as_ref().filter(|_| is_chosen);
        let slice: Vec<Span> = explanation.map_or_else(Vec::new, |it| matters(it).map(|change| change.span).collect());
        let code_flow = run.and_then(|run| flow::code_flow(self.finding, self.places, run, &slice));
        let mut properties = Properties::from([("property", json!(property.id))]);
        if let Some(run) = run {
            let inputs = run.inputs.iter().map(|input| json!({"name": input.name, "value": input.value}));
            properties.insert("inputs", inputs.collect());
        }
        ResultObject {
            rule_id: property.class.name(),
            rule_index: rules::index(property.class),
            kind: "fail",
            level: "error",
            message: Message::new(self.message(property, run, explanation)),
            locations: self.place_of(property, run).into_iter().collect(),
            code_flows: code_flow.into_iter().collect(),
            related_locations: self.related(explanation, localization),
            fixes: localization.map_or_else(Vec::new, |report| self.fixes(report)),
            partial_fingerprints: BTreeMap::from([("whycProperty/v1", identity.fingerprint())]),
            suppressions: property.excused.iter().map(suppression).collect(),
            baseline_state: property.excused.as_ref().and_then(baseline_state),
            properties,
        }
    }

    /// Where a property is: in a file that the user has, whatever comes.
    fn place_of(&self, property: &PropertyReport, run: Option<&Counterexample>) -> Option<Location> {
        let itself = self.places.location(property.span, &property.function, None);
        let last = || {
            let steps = run.into_iter().flat_map(|run| run.steps.iter().rev());
            steps.into_iter().find_map(|step| self.places.location(step.span, &step.function, None))
        };
        itself.or_else(last).or_else(|| self.places.anywhere())
    }

    fn message(
        &self,
        property: &PropertyReport,
        run: Option<&Counterexample>,
        explanation: Option<&Explanation>,
    ) -> String {
        let mut text = words::title(&self.finding.sources, property);
        if let Some(run) = run {
            if !run.witnesses.is_empty() {
                text.push_str(&format!(" (here {})", values(&run.witnesses)));
            }
            let inputs = run.inputs.iter().filter(|input| input.relevant);
            let inputs: Vec<String> = inputs.map(|input| format!("{} = {}", input.name, input.value)).collect();
            if !inputs.is_empty() {
                text.push_str(&format!(". A failing run has {}", words::list(&inputs, ", ", LONGEST)));
            }
        }
        let causes = explanation
            .map_or_else(Vec::new, |it| it.causes.iter().filter(|c| c.always).map(|c| c.predicate.clone()).collect());
        if !causes.is_empty() {
            text.push_str(&format!(". The failure needs {}", words::list(&causes, " and ", LONGEST)));
        }
        text.push('.');
        text
    }

    /// The differences that matter, and the places where a change helps.
    fn related(&self, explanation: Option<&Explanation>, localization: Option<&LocalizationReport>) -> Vec<Location> {
        let changes = explanation.into_iter().flat_map(matters);
        let changes =
            changes.filter_map(|change| self.places.location(change.span, &change.function, Some(said(change))));
        let diagnoses = localization.into_iter().flat_map(|report| {
            report.diagnoses.iter().enumerate().map(|(k, diagnosis)| (diagnosis, report.is_likely(k)))
        });
        let components = diagnoses.flat_map(|(diagnosis, is_likely)| {
            diagnosis.components.iter().enumerate().filter_map(move |(k, component)| {
                let mut text = format!("a change of `{}` can mend it", words::one_line(&component.text, LONGEST));
                if diagnosis.components.len() > 1 {
                    text.push_str(" together with others");
                }
                if !is_likely {
                    text.push_str(" if it looks at something else as well");
                }
                let first = diagnosis.replacements.iter().find(|replacement| replacement.component == k);
                if let Some(first) = first.filter(|first| !first.values.is_empty()) {
                    let values: Vec<&str> = first.values.iter().map(String::as_str).collect();
                    text.push_str(&format!(": it would have to give {}", words::sequence(&values, 6)));
                }
                self.places.location(component.span, &component.function, Some(text))
            })
        });
        let numbered = changes.chain(components).enumerate();
        numbered.map(|(k, location)| Location { id: Some(k + 1), ..location }).collect()
    }

    /// The changes that were checked.
    fn fixes(&self, report: &LocalizationReport) -> Vec<Fix> {
        report.suggestions.iter().filter_map(|suggestion| self.fix(suggestion)).collect()
    }

    fn fix(&self, suggestion: &SuggestionReport) -> Option<Fix> {
        Some(Fix {
            description: Message::new(sentences::fix(self.finding, suggestion)?),
            artifact_changes: self.artifact_changes(suggestion)?,
        })
    }

    /// What a change does to each of the files that it touches.
    fn artifact_changes(&self, suggestion: &SuggestionReport) -> Option<Vec<ArtifactChange>> {
        let mut by_file: BTreeMap<FileId, Vec<&EditReport>> = BTreeMap::new();
        for edit in suggestion.edits() {
            by_file.entry(edit.span.file).or_default().push(edit);
        }
        let of_file = |(file, edits): (FileId, Vec<&EditReport>)| {
            let replacement = |edit: &EditReport| Replacement {
                deleted_region: self.places.region(edit.span),
                inserted_content: ArtifactContent { text: edit.new.clone() },
            };
            Some(ArtifactChange {
                artifact_location: self.places.file(file)?,
                replacements: edits.into_iter().map(replacement).collect(),
            })
        };
        by_file.into_iter().map(of_file).collect()
    }

    /// The result that stands for failing tests: where a change makes them pass.
    fn of_tests(&self, rule_index: usize) -> Option<ResultObject> {
        let report = self.finding.localization.as_ref()?;
        let is_by_tests = self.finding.properties.is_empty() && self.finding.head.verdict == Verdict::Violated;
        let first = report.diagnoses.iter().flat_map(|diagnosis| &diagnosis.components).next();
        let location = first.and_then(|component| self.places.location(component.span, &component.function, None));
        is_by_tests.then(|| ResultObject {
            rule_id: TEST,
            rule_index,
            kind: "fail",
            level: "error",
            message: Message::new(format!("{} not give what is expected.", tests_do(report.tests))),
            locations: location.or_else(|| self.places.anywhere()).into_iter().collect(),
            code_flows: Vec::new(),
            related_locations: self.related(None, Some(report)),
            fixes: self.fixes(report),
            partial_fingerprints: BTreeMap::from([(
                "whycProperty/v1",
                sha256(self.finding.head.files.join("\n").as_bytes()),
            )]),
            suppressions: Vec::new(),
            baseline_state: None,
            properties: Properties::new(),
        })
    }
}

/// Why a violation is not to be told again.
fn suppression(excuse: &Excuse) -> Suppression {
    let kind = match excuse.by {
        Excuser::Source => "inSource",
        Excuser::Ledger => "external",
    };
    Suppression { kind, status: "accepted", justification: excuse.why.clone() }
}

/// Whether a baseline has it.
fn baseline_state(excuse: &Excuse) -> Option<&'static str> {
    match excuse.by {
        Excuser::Source => None,
        Excuser::Ledger => Some("unchanged"),
    }
}

fn tests_do(n: usize) -> String {
    if n == 1 { "1 test does".to_owned() } else { format!("{n} tests do") }
}

fn test_rule() -> Rule {
    rules::described(
        TEST,
        "TestFails",
        "A test does not give what is expected.",
        "The program's output or exit status for some input is not the expected one.",
    )
}

/// The differences that are told: those of the first slice.
fn matters(explanation: &Explanation) -> impl Iterator<Item = &Change> {
    explanation.changes.iter().filter(|change| change.in_slice)
}

/// A difference in words.
fn said(change: &Change) -> String {
    let name = words::one_line(change.alias.as_deref().unwrap_or(&change.name), LONGEST);
    let what = match change.kind {
        ChangeKind::Input => format!("input {name}"),
        ChangeKind::Assign | ChangeKind::Join => name,
        ChangeKind::Return => format!("the result of {name}"),
        ChangeKind::Guard => format!("`{name}`"),
    };
    format!("{what} is {} here, and {} in the closest run that passes", change.from, change.to)
}

/// `x = 1 and y = 2`
fn values(values: &[NamedValue]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{} = {}", value.name, value.value)).collect();
    words::list(&values, " and ", LONGEST)
}
