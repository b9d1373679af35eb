//! What can be done about a diagnostic: a change that was checked, a test that keeps the failure.

use std::collections::HashMap;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Diagnostic, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use serde_json::json;
use whyc_debug::finding::{Finding, Narrowing, SuggestionReport};
use whyc_report::sentences;
use whyc_review::allow;

use crate::abilities::Abilities;
use crate::commands::Command;
use crate::diagnose::{SOURCE, path_of_span, property_range};
use crate::documents::Document;
use crate::known::Found;
use crate::position::range_of;

/// The actions for a part of a document.
pub fn actions(
    found: &Found,
    path: &Path,
    document: &Document,
    range: Range,
    context: &CodeActionContext,
    client: Abilities,
) -> Vec<CodeActionOrCommand> {
    let kinds = context.only.as_ref();
    if kinds.is_some_and(|kinds| !kinds.contains(&CodeActionKind::QUICKFIX) && !kinds.contains(&CodeActionKind::EMPTY))
    {
        return Vec::new();
    }
    let finding = &found.finding;
    let touched = found.violated().into_iter().filter_map(|k| {
        let (place, at) = property_range(finding, k, client.encoding)?;
        (place == path && touches(at, range)).then_some((k, at))
    });
    let chosen = finding.counterexample.as_ref().map(|run| run.property);
    let mut actions = Vec::new();
    for (k, at) in touched {
        let is_chosen = Some(k) == chosen;
        let same = |it: &&Diagnostic| it.source.as_deref() == Some(SOURCE) && it.range == at;
        let diagnostics: Vec<Diagnostic> = context.diagnostics.iter().filter(same).cloned().collect();
        let diagnostics = Some(diagnostics).filter(|it| !it.is_empty());
        for (_, mended) in found.fixes.iter().filter(|(property, _)| *property == k) {
            let fixes =
                fixes(mended, path, document, client).into_iter().map(|(title, edit, is_preferred)| CodeAction {
                    title,
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: diagnostics.clone(),
                    edit: Some(edit),
                    is_preferred: Some(is_preferred),
                    ..CodeAction::default()
                });
            actions.extend(fixes);
        }
        actions.extend(excuse(finding, k, document, client).map(|(title, edit)| CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: diagnostics.clone(),
            edit: Some(edit),
            ..CodeAction::default()
        }));
        let property = (!is_chosen).then(|| finding.properties[k].id.as_str());
        for command in [Command::WriteTest, Command::OpenReport] {
            let call = command.call(&document.uri, property);
            actions.push(CodeAction {
                title: call.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: diagnostics.clone(),
                command: Some(call),
                ..CodeAction::default()
            });
        }
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// The comment that excuses a violation, above its line; the reason is for a person to fill in.
fn excuse(
    finding: &Finding,
    property: usize,
    document: &Document,
    client: Abilities,
) -> Option<(String, WorkspaceEdit)> {
    let property = &finding.properties[property];
    let line = finding.sources.line(property.span);
    let text = finding.sources.file(property.span.file).line_text(line);
    let indent: String = text.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let at = Position { line: line.checked_sub(1)?, character: 0 };
    let comment = allow::comment_for(property.class, "(say why)");
    let edit = TextEdit { range: Range { start: at, end: at }, new_text: format!("{indent}{comment}\n") };
    let title = format!("allow this {} here, with a reason", property.class.name());
    Some((title, whole_edit(vec![edit], document, client)))
}

/// For a file without `main`: where it could start.
pub fn starts(functions: &[String], document: &Document) -> Vec<CodeActionOrCommand> {
    let action = |function: &String| {
        let mut call = Command::CheckFrom.call(&document.uri, None);
        call.title = format!("check from `{function}` on");
        call.arguments = Some(vec![json!({"uri": document.uri, "function": function})]);
        CodeAction {
            title: call.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            command: Some(call),
            ..CodeAction::default()
        }
    };
    functions.iter().map(|function| CodeActionOrCommand::CodeAction(action(function))).collect()
}

/// The changes that passed all checks, with what is known of them and whether nothing speaks against them.
fn fixes(finding: &Finding, path: &Path, document: &Document, client: Abilities) -> Vec<(String, WorkspaceEdit, bool)> {
    let Some(report) = &finding.localization else { return Vec::new() };
    let good = report.suggestions.iter().filter(|suggestion| suggestion.mends());
    let mut fixes: Vec<_> = good
        .filter_map(|suggestion| {
            let title = sentences::fix(finding, suggestion)?;
            Some((title, edit(finding, suggestion, path, document, client)?, suggestion.is_harmless()))
        })
        .collect();
    // One is preferred at most: it may be made unasked. What was checked for one property only is not.
    let mut is_first = !finding.narrowed.contains(&Narrowing::Property);
    for (_, _, is_preferred) in &mut fixes {
        *is_preferred &= is_first;
        is_first &= !*is_preferred;
    }
    fixes
}

/// A change as an edit of the document; none if it is about another file.
fn edit(
    finding: &Finding,
    suggestion: &SuggestionReport,
    path: &Path,
    document: &Document,
    client: Abilities,
) -> Option<WorkspaceEdit> {
    let sources = &finding.sources;
    let edits = suggestion.edits().map(|edit| {
        let is_here = path_of_span(sources, edit.span).as_deref() == Some(path);
        is_here.then(|| TextEdit { range: range_of(sources, edit.span, client.encoding), new_text: edit.new.clone() })
    });
    Some(whole_edit(edits.collect::<Option<_>>()?, document, client))
}

/// Edits of a document as the client wants them.
fn whole_edit(edits: Vec<TextEdit>, document: &Document, client: Abilities) -> WorkspaceEdit {
    let uri = document.uri.clone();
    if client.versioned_edits {
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: Some(document.version) };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        return WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
    }
    #[allow(clippy::mutable_key_type)] // The protocol's own type; nobody changes a key.
    let changes = HashMap::from([(uri, edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Whether two ranges have a place in common; one that follows the other immediately has.
fn touches(a: Range, b: Range) -> bool {
    // Who asks on a line, whatever the column, means what is on it.
    let (a, b) = ((a.start.line, a.end.line), (b.start.line, b.end.line));
    a.0 <= b.1 && b.0 <= a.1
}
