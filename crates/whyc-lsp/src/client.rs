//! The one whom the server talks to.

use std::sync::mpsc::Sender;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{self, LogMessage, ShowMessage};
use lsp_types::request;
use lsp_types::{LogMessageParams, MessageType, ShowMessageParams};
use serde::Serialize;
use serde_json::{Value, json};

use crate::abilities::Abilities;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Which kind of reason.
    pub code: ErrorCode,
    /// The reason.
    pub message: String,
}

impl Fault {
    /// A fault with a message.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The one whom the server talks to.
pub struct Client {
    /// What it can do.
    pub abilities: Abilities,
    out: Sender<Vec<u8>>,
    next: i32,
}

impl Client {
    /// A client of whom nothing is known yet; messages for it go to `out`.
    pub fn new(out: Sender<Vec<u8>>) -> Self {
        Self { abilities: Abilities::default(), out, next: 0 }
    }

    fn send(&self, message: &Message) {
        let mut bytes = Vec::new();
        // Writing to memory does not fail, and nobody is left to be told when the client has gone.
        if message.write(&mut bytes).is_ok() {
            let _ = self.out.send(bytes);
        }
    }

    /// Answers a request.
    pub fn answer(&self, id: RequestId, answer: Result<Value, Fault>) {
        let response_result =
            answer.map_err(|fault| ResponseError { code: fault.code as i32, message: fault.message, data: None });
        self.send(&Message::Response(Response { id, response_result }));
    }

    /// Complains about something that is no request, and so has no number.
    pub fn complain(&self, fault: &Fault) {
        let error = json!({"code": fault.code as i32, "message": fault.message});
        let body = json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
        let _ = self.out.send(crate::wire::framed(&body));
    }

    /// Tells it something.
    pub fn tell<N: notification::Notification>(&self, params: N::Params) {
        if let Ok(params) = serde_json::to_value(params) {
            self.send(&Message::Notification(Notification { method: N::METHOD.to_owned(), params }));
        }
    }

    /// Asks it for something, whatever it answers.
    pub fn ask<R: request::Request>(&mut self, params: R::Params)
    where
        R::Params: Serialize,
    {
        self.next = self.next.wrapping_add(1);
        let id = RequestId::from(format!("whyc-{}", self.next));
        if let Ok(params) = serde_json::to_value(params) {
            self.send(&Message::Request(Request { id, method: R::METHOD.to_owned(), params }));
        }
    }

    /// Shows a person a message.
    pub fn show(&self, typ: MessageType, message: impl Into<String>) {
        self.tell::<ShowMessage>(ShowMessageParams { typ, message: message.into() });
    }

    /// Leaves a message for whoever looks for one.
    pub fn log(&self, message: impl Into<String>) {
        self.tell::<LogMessage>(LogMessageParams { typ: MessageType::LOG, message: message.into() });
    }
}
