//! What a client asks, and what it is answered.

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, ExecuteCommand, HoverRequest, Initialize, InlayHintRequest, Request as _,
    Shutdown,
};
use lsp_types::{
    CodeActionParams, CodeLensParams, ExecuteCommandParams, HoverParams, InitializeParams, InitializeResult,
    InlayHintParams, ServerInfo, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::abilities::{Abilities, offered};
use crate::client::Fault;
use crate::known::{Answer, Found};
use crate::server::{Server, Stage};
use crate::settings::Settings;
use crate::units::Unit;
use crate::{actions, commands, hover, lens, uri, values};

/// Answers a request, now or when the work is done.
pub fn answer(server: &mut Server, request: Request) {
    let id = request.id.clone();
    match answer_now(server, request) {
        Ok(Some(value)) => server.client.answer(id, Ok(value)),
        Ok(None) => {}
        Err(fault) => server.client.answer(id, Err(fault)),
    }
}

/// The answer; none if it comes later.
fn answer_now(server: &mut Server, request: Request) -> Result<Option<Value>, Fault> {
    match (server.stage, request.method.as_str()) {
        (Stage::New, Initialize::METHOD) => return initialize(server, params(request.params)?).map(Some),
        (Stage::New, _) => return Err(Fault::new(ErrorCode::ServerNotInitialized, "initialize comes first")),
        (_, Initialize::METHOD) => return Err(Fault::new(ErrorCode::InvalidRequest, "initialize comes only once")),
        (Stage::ShutDown, _) => return Err(Fault::new(ErrorCode::InvalidRequest, "after shutdown there is only exit")),
        (Stage::Open, _) => {}
    }
    let encoding = server.client.abilities.encoding;
    match request.method.as_str() {
        Shutdown::METHOD => {
            server.stage = Stage::ShutDown;
            server.jobs.cancel(|_, _| true);
            Ok(Some(Value::Null))
        }
        HoverRequest::METHOD => {
            let params: HoverParams = params(request.params)?;
            let place = params.text_document_position_params;
            let name = &place.text_document.uri;
            let shown = current(server, name).and_then(|found| {
                let path = uri::path(name)?;
                hover::hover(found, &path, place.position, encoding)
            });
            value(&shown)
        }
        InlayHintRequest::METHOD => {
            let params: InlayHintParams = params(request.params)?;
            let name = &params.text_document.uri;
            let found = current(server, name).filter(|_| server.settings.values);
            let hints =
                found.zip(uri::path(name)).map(|(found, path)| values::hints(found, &path, params.range, encoding));
            value(&hints.unwrap_or_default())
        }
        CodeLensRequest::METHOD => {
            let params: CodeLensParams = params(request.params)?;
            let name = &params.text_document.uri;
            let found = current(server, name).zip(uri::path(name));
            let lenses = found.map(|(found, path)| lens::lenses(found, &path, name, encoding));
            value(&lenses.unwrap_or_default())
        }
        CodeActionRequest::METHOD => {
            let params: CodeActionParams = params(request.params)?;
            let name = &params.text_document.uri;
            let Some((path, document)) = server.documents.find(name) else { return value(&Value::Array(Vec::new())) };
            if let Some(Answer::Part(functions)) = server.units.get(&path).and_then(Unit::current) {
                return value(&actions::starts(functions, document));
            }
            let actions = current(server, name).map(|found| {
                actions::actions(found, &path, document, params.range, &params.context, server.client.abilities)
            });
            value(&actions.unwrap_or_default())
        }
        ExecuteCommand::METHOD => {
            let params: ExecuteCommandParams = params(request.params)?;
            commands::execute(server, &request.id, &params)
        }
        other => Err(Fault::new(ErrorCode::MethodNotFound, format!("whyc does not know {other}"))),
    }
}

fn initialize(server: &mut Server, params: InitializeParams) -> Result<Value, Fault> {
    server.client.abilities = Abilities::of(&params.capabilities);
    let (settings, wrong) = Settings::read(params.initialization_options);
    server.settings = settings;
    server.stage = Stage::Open;
    if let Some(wrong) = wrong {
        server.warn(&wrong);
    }
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let result = InitializeResult {
        capabilities: offered(server.client.abilities.encoding),
        server_info: Some(ServerInfo { name: "whyc".to_owned(), version }),
    };
    to_value(&result)
}

/// What is known of a file as it is now: of a header, what those say that read it.
fn current<'s>(server: &'s Server, name: &Uri) -> Option<&'s Found> {
    let (path, document) = server.documents.find(name)?;
    if document.is_unit {
        return server.units.get(&path)?.current()?.found();
    }
    let mut all = server.units.values().filter_map(|unit| unit.current().and_then(Answer::found));
    all.find(|found| found.finding.counterexample.is_some() && found.file(&path).is_some())
}

fn params<P: DeserializeOwned>(value: Value) -> Result<P, Fault> {
    serde_json::from_value(value).map_err(|error| Fault::new(ErrorCode::InvalidParams, error.to_string()))
}

fn value(answer: &impl Serialize) -> Result<Option<Value>, Fault> {
    to_value(answer).map(Some)
}

fn to_value(answer: &impl Serialize) -> Result<Value, Fault> {
    serde_json::to_value(answer).map_err(|error| Fault::new(ErrorCode::InternalError, error.to_string()))
}
