//! The failing run as waypoints: what the inputs are, which way branches go, where it fails.

use std::collections::HashMap;

use whyc_base::source::{FileId, Span};
use whyc_debug::finding::{Counterexample, Finding, InputKind, TraceKind, TraceStep};

use super::code::Code;
use super::yaml::Yaml;

/// Runs with more waypoints tell a validator nothing that it could not find out itself: only the inputs are given.
const MANY_BRANCHES: usize = 2000;

/// Something that a run does at a place.
struct Waypoint {
    kind: &'static str,
    /// What holds there, and in which language that is said.
    constraint: Option<(String, Option<&'static str>)>,
    file: FileId,
    at: usize,
    /// Whether the column is the one that the format asks for.
    has_column: bool,
    function: String,
}

/// Makes waypoints of a run.
pub struct Writer<'a> {
    finding: &'a Finding,
    code: HashMap<FileId, Code>,
    waypoints: Vec<Waypoint>,
}

impl<'a> Writer<'a> {
    /// For the runs of one finding.
    pub fn new(finding: &'a Finding) -> Self {
        Self { finding, code: HashMap::new(), waypoints: Vec::new() }
    }

    /// The segments of a run; each has one waypoint.
    pub fn segments(&mut self, run: &Counterexample) -> Yaml {
        self.waypoints = Vec::new();
        let n_branches = run.steps.iter().filter(|step| step.kind == TraceKind::Branch).count();
        let mut inputs = run.inputs.iter();
        for step in &run.steps {
            match step.kind {
                TraceKind::Input => {
                    // Every input has its step, in the same order.
                    if let Some(input) = inputs.next() {
                        self.input(step, input.kind);
                    }
                }
                TraceKind::Branch | TraceKind::Switch if n_branches <= MANY_BRANCHES => self.branch(step),
                TraceKind::Branch
                | TraceKind::Switch
                | TraceKind::Assign
                | TraceKind::Call
                | TraceKind::Return
                | TraceKind::Assume
                | TraceKind::Free
                | TraceKind::Output
                | TraceKind::Failure => {}
            }
        }
        self.target(run);
        let segments = self.waypoints.iter().map(|waypoint| {
            let segment = Yaml::List(vec![Yaml::map([("waypoint", self.waypoint(waypoint))])]);
            Yaml::map([("segment", segment)])
        });
        Yaml::List(segments.collect())
    }

    fn code(&mut self, file: FileId) -> &Code {
        let finding = self.finding;
        self.code.entry(file).or_insert_with(|| Code::new(&finding.sources.file(file).text))
    }

    /// Whether the user has the file.
    fn is_shown(&self, span: Span) -> bool {
        !self.finding.sources.file(span.file).name.starts_with('<')
    }

    fn input(&mut self, step: &TraceStep, kind: InputKind) {
        let Some(value) = constant(&step.value, &step.ty).filter(|_| self.is_shown(step.span)) else { return };
        let (start, end) = (step.span.start as usize, step.span.end as usize);
        let text = self.finding.sources.text(step.span).to_owned();
        let code = self.code(step.span.file);
        if let (InputKind::Nondet | InputKind::Result, Some(call)) = (kind, code.call(start, end))
            // What the library takes from outside is told at the call of the library, but is not its result.
            && (kind == InputKind::Result || call.name.contains("nondet"))
            && is_result(&step.name, call.name, call.before)
        {
            let at = call.close;
            let constraint = Some((format!("\\result == {value}"), Some("acsl_expression")));
            return self.push(step, "function_return", constraint, at);
        }
        // A variable that has the value before the next statement.
        let root: String = step.name.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
        let is_named = crate::replay::scan::words(&text).any(|(_, word)| word == root);
        let is_plain = step.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | '.'));
        let is_parameter = !code.is_in_block(start);
        let at = match kind {
            InputKind::Uninitialised if !text.contains('(') => code.after_declaration(start),
            InputKind::Nondet if is_parameter => code.first_in_block(start),
            InputKind::Uninitialised | InputKind::Nondet | InputKind::Result => None,
        };
        if let Some(at) = at.filter(|_| is_named && is_plain) {
            self.assumption(step, format!("{} == {value}", step.name), at);
        }
    }

    /// An assumption; several before the same statement are one.
    fn assumption(&mut self, step: &TraceStep, text: String, at: usize) {
        match self.waypoints.last_mut() {
            Some(Waypoint { kind: "assumption", constraint: Some((before, _)), file, at: other, .. })
                if *file == step.span.file && *other == at =>
            {
                before.push_str(&format!(" && {text}"));
            }
            _ => self.push(step, "assumption", Some((text, Some("c_expression"))), at),
        }
    }

    fn branch(&mut self, step: &TraceStep) {
        if !self.is_shown(step.span) {
            return;
        }
        let (start, end) = (step.span.start as usize, step.span.end as usize);
        let Some((at, word)) = self.code(step.span.file).keyword(start, end) else { return };
        let value = match (step.kind, word) {
            (TraceKind::Switch, "switch") => constant(&step.value, &step.ty),
            (TraceKind::Branch, "if" | "while" | "for") => Some(step.value.clone()),
            _ => None,
        };
        // A number says what the value of a `switch` is: `default` would only say what it is not.
        if let Some(value) = value {
            self.push(step, "branching", Some((value, None)), at);
        }
    }

    /// Where the property is violated.
    fn target(&mut self, run: &Counterexample) {
        let Some(property) = self.finding.properties.get(run.property) else { return };
        let shown = |step: &&TraceStep| self.is_shown(step.span);
        let span = match self.is_shown(property.span) {
            true => Some((property.span, property.function.clone())),
            false => run.steps.iter().rev().find(shown).map(|step| (step.span, step.function.clone())),
        };
        let Some((span, function)) = span else { return };
        let start = span.start as usize;
        let statement = self.code(span.file).statement(start);
        self.waypoints.push(Waypoint {
            kind: "target",
            constraint: None,
            file: span.file,
            at: statement.map_or(start, |statement| statement.at),
            // Of a declaration it is an initialiser that violates something, the leftmost suitable place.
            has_column: statement.is_some_and(|statement| !statement.is_declaration),
            function,
        });
    }

    fn push(
        &mut self,
        step: &TraceStep,
        kind: &'static str,
        constraint: Option<(String, Option<&'static str>)>,
        at: usize,
    ) {
        let function = step.function.clone();
        self.waypoints.push(Waypoint { kind, constraint, file: step.span.file, at, has_column: true, function });
    }

    fn waypoint(&self, waypoint: &Waypoint) -> Yaml {
        let mut entries = vec![("type", Yaml::text(waypoint.kind)), ("action", Yaml::text("follow"))];
        if let Some((value, format)) = &waypoint.constraint {
            let mut constraint = vec![("value", Yaml::text(value.clone()))];
            constraint.extend(format.map(|format| ("format", Yaml::text(format))));
            entries.push(("constraint", map(constraint)));
        }
        let place = Place { file: waypoint.file, at: waypoint.at, function: &waypoint.function };
        entries.push(("location", location(self.finding, place, waypoint.has_column)));
        map(entries)
    }
}

/// A place in a file.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub file: FileId,
    pub at: usize,
    pub function: &'a str,
}

/// A place, with or without its column.
pub fn location(finding: &Finding, place: Place<'_>, has_column: bool) -> Yaml {
    let at = place.at as u32;
    let position = finding.sources.start(Span { file: place.file, start: at, end: at });
    let mut entries = vec![
        ("file_name", Yaml::text(finding.sources.file(place.file).name.clone())),
        ("line", Yaml::Number(u64::from(position.line))),
    ];
    if has_column {
        entries.push(("column", Yaml::Number(u64::from(position.column))));
    }
    entries.push(("function", Yaml::text(place.function)));
    map(entries)
}

fn map(entries: Vec<(&'static str, Yaml)>) -> Yaml {
    Yaml::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// Whether the input `name` is what the call of `function` gives, which is all of the right side of `before`.
fn is_result(name: &str, function: &str, before: &str) -> bool {
    if before.is_empty() {
        return name.split('(').next().map(str::trim_end) == Some(function);
    }
    // A variable is named as it is (`a[0]`), not as it is written (`a[i]`).
    let root = |text: &str| -> String {
        let text = text.trim_start_matches(['*', '(', ' ']);
        text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    before.strip_suffix('=').is_some_and(|target| root(target) == root(name) && !target.ends_with(['+', '-', '*', '/']))
}

/// A value as a constant expression of C; none if it cannot be written as one.
fn constant(value: &str, ty: &str) -> Option<String> {
    if ty.contains('*') {
        return (value == "NULL").then(|| "0".to_owned());
    }
    if ty.contains("__int128") || ty == "long double" {
        return None;
    }
    match value {
        "true" => Some("1".to_owned()),
        "false" => Some("0".to_owned()),
        // Its magnitude is no constant of any signed type.
        "-9223372036854775808" => Some("(-9223372036854775807 - 1)".to_owned()),
        "" | "NAN" | "INFINITY" | "-INFINITY" => None,
        value if value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '\'') => Some(value.to_owned()),
        // An enumerator.
        value if value.chars().all(|c| c.is_alphanumeric() || c == '_') => Some(value.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_constants() {
        assert_eq!(constant("-3", "int").as_deref(), Some("-3"));
        assert_eq!(constant("true", "_Bool").as_deref(), Some("1"));
        assert_eq!(constant("'a'", "char").as_deref(), Some("'a'"));
        assert_eq!(constant("-9223372036854775808", "long").as_deref(), Some("(-9223372036854775807 - 1)"));
        assert_eq!(constant("NULL", "int *").as_deref(), Some("0"));
        assert_eq!(constant("RED", "enum colour").as_deref(), Some("RED"));
        for (value, ty) in [("&x", "int *"), ("NAN", "double"), ("0x3fffL", "long double"), ("", "struct s")] {
            assert_eq!(constant(value, ty), None, "{value}");
        }
    }

    #[test]
    fn an_input_is_the_result_of_its_own_call() {
        assert!(is_result("x", "nondet_int", "x ="));
        assert!(is_result("nondet_int()", "nondet_int", ""));
        assert!(is_result("a[0]", "nondet_int", "a[i] ="));
        assert!(is_result("*p", "nondet_int", "*p ="));
        assert!(!is_result("character", "getchar", "x ="));
        assert!(!is_result("x", "nondet_int", "x +="));
        assert!(!is_result("getchar()", "nondet_int", ""));
        assert!(!is_result("x", "nondet_int", "x = 1 +"));
    }
}
