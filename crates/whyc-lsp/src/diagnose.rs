//! From an answer to diagnostics: the sentences of the report, at their places.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range, Uri,
};
use whyc_base::diagnostic::{self, Severity};
use whyc_base::source::{SourceMap, Span};
use whyc_check::Verdict;
use whyc_debug::finding::{Counterexample, Finding, PropertyReport, Related, TraceKind};
use whyc_report::sentences;

use crate::abilities::Abilities;
use crate::known::{Answer, Found, is_told, path_of};
use crate::position::{Encoding, range_of};

/// Diagnostics by the file that they are about.
pub type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// Whose diagnostics they are.
pub const SOURCE: &str = "whyc";

/// The diagnostics of `answer`, which is about `unit`. `uri` is what the client calls a file.
pub fn diagnostics(answer: &Answer, unit: &Path, client: Abilities, uri: &dyn Fn(&Path) -> Option<Uri>) -> ByFile {
    let mut told = Told { unit, client, uri, by_file: ByFile::new() };
    match answer {
        Answer::Found(found) => told.found(found),
        Answer::Part(functions) => {
            let such = match functions.first() {
                Some(first) => format!("; the option `function` can name a start, such as `{first}`"),
                None => String::new(),
            };
            told.hint(None, format!("nothing is checked: there is no `main` here{such}"), None);
        }
        Answer::Invalid { sources, diagnostics } => told.invalid(sources, diagnostics),
        Answer::None(why) => told.hint(None, why.clone(), None),
    }
    told.by_file
}

/// Collects diagnostics.
struct Told<'a> {
    unit: &'a Path,
    client: Abilities,
    uri: &'a dyn Fn(&Path) -> Option<Uri>,
    by_file: ByFile,
}

impl Told<'_> {
    fn found(&mut self, found: &Found) {
        let finding = &found.finding;
        match finding.head.verdict {
            Verdict::Violated => {
                let violated = finding.properties.iter().enumerate().filter(|(_, it)| is_told(it));
                violated.for_each(|(position, property)| self.violation(finding, position, property));
            }
            Verdict::BoundedSafe | Verdict::Unknown => self.undecided(found),
            Verdict::Safe => {}
        }
    }

    fn violation(&mut self, finding: &Finding, position: usize, property: &PropertyReport) {
        let run = finding.failing_runs().find(|run| run.property == position);
        let place = place_of(finding, property, run);
        let mut diagnostic = Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String(property.class.name().to_owned())),
            message: sentences::violation(finding, position),
            ..self.diagnostic(place.map(|span| (&finding.sources, span)))
        };
        let related = run.map_or_else(Vec::new, |run| run.failure.related.clone());
        if self.client.related {
            let changed = run.map_or_else(Vec::new, |run| last_changed(run, property));
            let places = related.iter().chain(&changed).filter_map(|it| {
                let location = self.location(&finding.sources, it.span)?;
                Some(DiagnosticRelatedInformation { location, message: it.text.clone() })
            });
            diagnostic.related_information = Some(places.collect()).filter(|it: &Vec<_>| !it.is_empty());
        } else {
            // A client that cannot show places is told them.
            for it in related {
                let line = finding.sources.line(it.span);
                diagnostic.message.push_str(&format!("\n{} (line {line})", it.text));
            }
        }
        self.add(place.map(|span| (&finding.sources, span)), diagnostic);
    }

    /// What is not decided is said once, where it is due.
    fn undecided(&mut self, found: &Found) {
        let finding = &found.finding;
        let code = Some(finding.head.verdict.name());
        let cuts = finding.bounds.cuts.iter().filter(|cut| path_of_span(&finding.sources, cut.span).is_some());
        let cuts: Vec<_> = cuts.collect();
        if finding.head.verdict == Verdict::BoundedSafe && !cuts.is_empty() {
            for cut in cuts {
                let text = format!("{} ({})", sentences::verdict(finding), sentences::cut_off(cut));
                self.hint(Some((&finding.sources, cut.span)), text, code);
            }
            return;
        }
        let entry = found.functions.iter().find(|function| function.name == finding.entry);
        let place = entry.map(|function| (&finding.sources, function.span));
        self.hint(place, sentences::verdict(finding), code);
    }

    /// What clang says, the notes that belong to an error with it.
    fn invalid(&mut self, sources: &SourceMap, diagnostics: &[diagnostic::Diagnostic]) {
        let mut told: Vec<(Option<Span>, Diagnostic)> = Vec::new();
        for diagnostic in diagnostics {
            let mut text = diagnostic.message.clone();
            diagnostic.notes.iter().for_each(|note| text.push_str(&format!("\n{note}")));
            let span = diagnostic.span.filter(|&span| path_of_span(sources, span).is_some());
            let severity = match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => match (told.last_mut(), span.and_then(|span| self.location(sources, span))) {
                    (Some((_, before)), Some(location)) if self.client.related => {
                        let related = before.related_information.get_or_insert_default();
                        related.push(DiagnosticRelatedInformation { location, message: text });
                        continue;
                    }
                    _ => DiagnosticSeverity::HINT,
                },
            };
            let place = span.map(|span| (sources, span));
            told.push((span, Diagnostic { severity: Some(severity), message: text, ..self.diagnostic(place) }));
        }
        for (span, diagnostic) in told {
            self.add(span.map(|span| (sources, span)), diagnostic);
        }
    }

    fn hint(&mut self, place: Option<(&SourceMap, Span)>, message: String, code: Option<&str>) {
        let diagnostic = Diagnostic {
            severity: Some(DiagnosticSeverity::HINT),
            code: code.map(|code| NumberOrString::String(code.to_owned())),
            message,
            ..self.diagnostic(place)
        };
        self.add(place, diagnostic);
    }

    fn diagnostic(&self, place: Option<(&SourceMap, Span)>) -> Diagnostic {
        let start = Position { line: 0, character: 0 };
        let range = place.map_or(Range { start, end: start }, |(sources, span)| self.range(sources, span));
        Diagnostic { range, source: Some(SOURCE.to_owned()), ..Diagnostic::default() }
    }

    fn add(&mut self, place: Option<(&SourceMap, Span)>, diagnostic: Diagnostic) {
        let path = place.and_then(|(sources, span)| path_of_span(sources, span));
        self.by_file.entry(path.unwrap_or_else(|| self.unit.to_owned())).or_default().push(diagnostic);
    }

    fn range(&self, sources: &SourceMap, span: Span) -> Range {
        range_of(sources, span, self.client.encoding)
    }

    fn location(&self, sources: &SourceMap, span: Span) -> Option<Location> {
        let uri = (self.uri)(&path_of_span(sources, span)?)?;
        Some(Location { uri, range: self.range(sources, span) })
    }
}

/// Where the variables got the values that the failing check saw.
fn last_changed(run: &Counterexample, property: &PropertyReport) -> Vec<Related> {
    let mut places: Vec<Related> = Vec::new();
    for seen in &run.witnesses {
        let mut sets = run
            .steps
            .iter()
            .rev()
            .filter(|step| matches!(step.kind, TraceKind::Assign | TraceKind::Input) && step.name == seen.name);
        // Another value is that of another variable of the same name.
        let last = sets.next().filter(|step| step.value == seen.value);
        let Some(step) = last.filter(|step| !property.span.contains(step.span)) else { continue };
        places.push(Related { span: step.span, text: format!("`{}` last changed here: {}", seen.name, seen.value) });
    }
    places
}

/// Where a property is, in a file that the user has: what happens elsewhere is told where the run was last in one.
fn place_of(finding: &Finding, property: &PropertyReport, run: Option<&Counterexample>) -> Option<Span> {
    let steps = run.into_iter().flat_map(|run| run.steps.iter().rev()).map(|step| step.span);
    let mut places = std::iter::once(property.span).chain(steps);
    places.find(|&span| path_of_span(&finding.sources, span).is_some())
}

/// The file in which a span is, if the user has it.
pub fn path_of_span(sources: &SourceMap, span: Span) -> Option<PathBuf> {
    path_of(&sources.file(span.file).name)
}

/// The place of a violated property, as a client counts.
pub fn property_range(finding: &Finding, property: usize, encoding: Encoding) -> Option<(PathBuf, Range)> {
    let report = finding.properties.get(property)?;
    let run = finding.failing_runs().find(|run| run.property == property);
    let span = place_of(finding, report, run)?;
    Some((path_of_span(&finding.sources, span)?, range_of(&finding.sources, span, encoding)))
}
