//! The loop: requests are answered from the tape; only finding the run takes time, on a thread of its own.

use std::io::{BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde_json::{Value, json};
use whyc_session::Cancel;

use super::breakpoints::{Breakpoints, Kept};
use super::debuggee::Debuggee;
use super::launch::{self, Launched};
use super::protocol::{Answer, Client, Fault, Launch, Request};
use super::requests;
use super::scopes::Handles;
use crate::wire;

/// How large a stack deeply nested programs get. Only what is touched costs memory.
const STACK_BYTES: usize = 1 << 28;

/// Something happened.
enum Event {
    /// A message came in.
    Heard(Vec<u8>),
    /// Nothing will come in any more.
    Closed,
    /// The search for the run has something to say.
    Said(String),
    /// The search has ended.
    Launched(Box<Launched>),
}

/// What is to be told after a request is answered.
#[derive(Debug)]
pub enum After {
    /// The run has gone elsewhere, and why it stopped there.
    Stopped(Value),
    /// The run is over.
    Terminated,
    /// The conversation is over.
    Gone,
}

/// A launch that is going on.
struct Launching {
    request: Request,
    cancel: Cancel,
    /// The breakpoints on lines that are to be found again, where it is not the first launch.
    kept: Vec<Kept>,
}

/// The adapter.
pub struct Adapter {
    out: Sender<Vec<u8>>,
    events: Sender<Event>,
    seq: i64,
    launching: Option<Launching>,
    /// With what the last run was asked for.
    configuration: Value,
    pub(super) client: Client,
    pub(super) run: Option<Box<Debuggee>>,
    pub(super) breakpoints: Breakpoints,
    pub(super) handles: Handles,
    /// Where the run was before it was asked why a value is what it is.
    pub(super) history: Vec<usize>,
    /// Whether the run begins at its beginning.
    pub(super) stop_on_entry: bool,
    /// Whether the client has set its breakpoints.
    pub(super) is_configured: bool,
    /// What is to be told after the answer.
    pub(super) after: Vec<After>,
    /// What the run has printed and was told, as an index.
    pub(super) n_printed: usize,
}

/// Serves a client until it goes; the exit status.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> u8 {
    let (events, happens) = channel();
    let heard = events.clone();
    let reader = thread::Builder::new().spawn(move || listen(input, &heard));
    let (Ok(_), Ok((out, writer))) = (reader, wire::writer(output)) else { return 2 };
    let status = Adapter::new(out, events).serve(&happens);
    // The adapter is gone, and with it all who write; what they wrote goes out first.
    let _ = writer.join();
    status
}

fn listen(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    while let Ok(Some(body)) = wire::body(&mut input) {
        if events.send(Event::Heard(body)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

impl Adapter {
    fn new(out: Sender<Vec<u8>>, events: Sender<Event>) -> Self {
        Self {
            out,
            events,
            seq: 0,
            launching: None,
            configuration: Value::Null,
            client: Client::default(),
            run: None,
            breakpoints: Breakpoints::default(),
            handles: Handles::default(),
            history: Vec::new(),
            stop_on_entry: true,
            is_configured: false,
            after: Vec::new(),
            n_printed: 0,
        }
    }

    fn serve(mut self, events: &Receiver<Event>) -> u8 {
        loop {
            let is_over = match events.recv() {
                Ok(Event::Heard(body)) => self.hear(&body),
                Ok(Event::Said(text)) => {
                    self.say("console", &text);
                    false
                }
                Ok(Event::Launched(launched)) => {
                    self.launched(*launched);
                    false
                }
                // The client is gone without a word.
                Ok(Event::Closed) | Err(_) => {
                    self.cancel();
                    return 1;
                }
            };
            if is_over {
                self.cancel();
                return 0;
            }
        }
    }

    fn cancel(&self) {
        if let Some(launching) = &self.launching {
            launching.cancel.cancel();
        }
    }

    /// Answers a message; whether the conversation is over.
    fn hear(&mut self, body: &[u8]) -> bool {
        let Ok(message) = serde_json::from_slice::<Value>(body) else {
            self.say("important", "whyc: this is no message of the protocol\n");
            return false;
        };
        let request = match serde_json::from_value::<Request>(message.clone()) {
            Ok(request) => request,
            Err(error) => {
                // Whatever it is, it may wait for an answer.
                let seq = message.get("seq").and_then(Value::as_i64).unwrap_or(0);
                let command = message.get("command").and_then(Value::as_str).unwrap_or("").to_owned();
                let request = Request { seq, command, arguments: Value::Null };
                self.answer(&request, Err(Fault(format!("this is no request: {error}"))));
                return false;
            }
        };
        if matches!(request.command.as_str(), "launch" | "restart") {
            let begun = if request.command == "launch" { self.launch(&request) } else { self.restart(&request) };
            if let Err(fault) = begun {
                self.answer(&request, Err(fault));
            }
            return false;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| requests::answer(self, &request)));
        let answer = answer.unwrap_or_else(|_| Err(Fault("internal error".to_owned())));
        self.answer(&request, answer);
        self.tell_after()
    }

    /// Tells what there is to tell after an answer; whether the conversation is over.
    fn tell_after(&mut self) -> bool {
        let mut is_over = false;
        for after in std::mem::take(&mut self.after) {
            match after {
                After::Stopped(why) => {
                    self.tell_printed();
                    self.event("stopped", why);
                }
                After::Terminated => {
                    self.tell_printed();
                    self.event("terminated", json!({}));
                }
                After::Gone => is_over = true,
            }
        }
        is_over
    }

    fn launch(&mut self, request: &Request) -> Result<(), Fault> {
        if self.launching.is_some() || self.run.is_some() {
            return Err(Fault("a run is being debugged already".to_owned()));
        }
        self.look_for(request, request.arguments.clone(), Vec::new())
    }

    /// Looks for the run again, in the text as it is by now; the run before is over.
    fn restart(&mut self, request: &Request) -> Result<(), Fault> {
        if self.launching.is_some() || self.configuration.is_null() {
            return Err(Fault("no run is being debugged yet".to_owned()));
        }
        // A client may have changed the configuration.
        let given = request.arguments.get("arguments").filter(|given| given.is_object());
        let configuration = given.unwrap_or(&self.configuration).clone();
        let kept = self.run.as_ref().map(|run| self.breakpoints.kept(run)).unwrap_or_default();
        self.look_for(request, configuration, kept)?;
        self.run = None;
        self.breakpoints.lines.clear();
        self.breakpoints.data.clear();
        self.handles.clear();
        self.history.clear();
        self.n_printed = 0;
        Ok(())
    }

    /// Begins to look for a run.
    fn look_for(&mut self, request: &Request, configuration: Value, kept: Vec<Kept>) -> Result<(), Fault> {
        let launch: Launch = serde_json::from_value(configuration.clone())
            .map_err(|error| Fault(format!("whyc does not understand the launch configuration: {error}")))?;
        self.stop_on_entry = launch.stop_on_entry.unwrap_or(true);
        let cancel = Cancel::default();
        let (events, said, ended_by) = (self.events.clone(), self.events.clone(), cancel.clone());
        let body = move || {
            whyc_session::mark_large();
            // Nobody is left to be told when the client has gone.
            let tell = move |text| drop(said.send(Event::Said(text)));
            let _ = events.send(Event::Launched(Box::new(launch::run(&launch, &ended_by, tell))));
        };
        let started = thread::Builder::new().stack_size(STACK_BYTES).spawn(body);
        started.map_err(|error| Fault(format!("no thread could be started: {error}")))?;
        self.launching = Some(Launching { request: request.clone(), cancel, kept });
        self.configuration = configuration;
        Ok(())
    }

    fn launched(&mut self, launched: Launched) {
        let Some(Launching { request, kept, .. }) = self.launching.take() else { return };
        match launched {
            Launched::Ready(run, said) => {
                self.answer(&request, Ok(Value::Null));
                self.say("important", &format!("{said}\n"));
                for moved in self.breakpoints.restore(&run, kept) {
                    let line = i64::from(moved.line) - i64::from(!self.client.lines_start_at1);
                    let breakpoint = json!({"id": moved.id, "verified": moved.is_there, "line": line});
                    self.event("breakpoint", json!({"reason": "changed", "breakpoint": breakpoint}));
                }
                self.run = Some(run);
                // Whoever restarts has set up everything before.
                if request.command == "launch" {
                    self.event("initialized", json!({}));
                }
                if self.is_configured {
                    requests::begin(self);
                    self.tell_after();
                }
            }
            Launched::Nothing(said) => {
                self.answer(&request, Ok(Value::Null));
                self.say("important", &format!("{said}\n"));
                self.event("terminated", json!({}));
            }
            Launched::Failed(all, short) => {
                self.say("stderr", &format!("{}\n", all.trim_end()));
                self.answer(&request, Err(Fault(short)));
                self.event("terminated", json!({}));
            }
        }
    }

    /// Tells what the run has printed by now.
    fn tell_printed(&mut self) {
        let Some(run) = &self.run else { return };
        let now = run.tape.at();
        let new = run.tape.printed[self.n_printed..].iter().take_while(|printed| printed.at < now);
        let new: Vec<(&str, String)> = new
            .filter(|printed| printed.stream == 1 || printed.stream == 2)
            .map(|printed| {
                let category = if printed.stream == 1 { "stdout" } else { "stderr" };
                (category, String::from_utf8_lossy(&printed.bytes).into_owned())
            })
            .collect();
        self.n_printed = self.n_printed.max(run.tape.printed.partition_point(|printed| printed.at < now));
        for (category, text) in new {
            self.say(category, &text);
        }
    }

    /// Prints something where the client shows such things.
    pub(super) fn say(&mut self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    fn answer(&mut self, request: &Request, answer: Answer) {
        let mut message = json!({
            "type": "response", "request_seq": request.seq, "command": request.command, "success": answer.is_ok(),
        });
        match answer {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(Fault(text)) => {
                message["body"] =
                    json!({"error": {"id": 1, "format": "{text}", "variables": {"text": text}, "showUser": true}});
                message["message"] = json!(text);
            }
        }
        self.send(message);
    }

    fn event(&mut self, event: &str, body: Value) {
        self.send(json!({"type": "event", "event": event, "body": body}));
    }

    fn send(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        // Nobody reads it any more when the client has gone.
        let _ = self.out.send(wire::framed(&message.to_string()));
    }
}
