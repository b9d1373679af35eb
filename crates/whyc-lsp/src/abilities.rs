//! What the client can do, and what the server offers it.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    ExecuteCommandOptions, HoverProviderCapability, OneOf, PositionEncodingKind, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions,
};

use crate::commands::Command;
use crate::position::Encoding;

/// What the client can do. A plain one can do none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Abilities {
    /// How it counts columns.
    pub encoding: Encoding,
    /// It shows places that have to do with a diagnostic.
    pub related: bool,
    /// It wants to know which version a diagnostic is about.
    pub versions: bool,
    /// It opens documents when it is told to.
    pub show_document: bool,
    /// It shows progress that the server begins.
    pub progress: bool,
    /// It asks for lenses again when it is told to.
    pub refresh_lenses: bool,
    /// It asks for inlay hints again when it is told to.
    pub refresh_hints: bool,
    /// It takes edits of a version of a document.
    pub versioned_edits: bool,
}

impl Abilities {
    /// What `client` says of itself.
    pub fn of(client: &ClientCapabilities) -> Self {
        let window = client.window.as_ref();
        let workspace = client.workspace.as_ref();
        let diagnostics = client.text_document.as_ref().and_then(|it| it.publish_diagnostics.as_ref());
        let encodings = client.general.as_ref().and_then(|it| it.position_encodings.as_ref());
        let takes_bytes = encodings.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        let is_true = |said: Option<bool>| said == Some(true);
        Self {
            encoding: if takes_bytes { Encoding::Utf8 } else { Encoding::Utf16 },
            related: is_true(diagnostics.and_then(|it| it.related_information)),
            versions: is_true(diagnostics.and_then(|it| it.version_support)),
            show_document: window.and_then(|it| it.show_document.as_ref()).is_some_and(|it| it.support),
            progress: is_true(window.and_then(|it| it.work_done_progress)),
            refresh_lenses: is_true(workspace.and_then(|it| it.code_lens.as_ref()).and_then(|it| it.refresh_support)),
            refresh_hints: is_true(workspace.and_then(|it| it.inlay_hint.as_ref()).and_then(|it| it.refresh_support)),
            versioned_edits: is_true(
                workspace.and_then(|it| it.workspace_edit.as_ref()).and_then(|it| it.document_changes),
            ),
        }
    }
}

/// What the server offers.
pub fn offered(encoding: Encoding) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        // A file that a person edits is short: sending it as a whole leaves nothing to be out of step.
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    let commands = ExecuteCommandOptions {
        commands: Command::ALL.iter().map(|command| command.name().to_owned()).collect(),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(commands),
        ..ServerCapabilities::default()
    }
}
