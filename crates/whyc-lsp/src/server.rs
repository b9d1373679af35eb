//! The loop: what comes in is answered from what is known, and what takes time becomes a job.

use std::collections::BTreeMap;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message};
use lsp_types::MessageType;
use lsp_types::notification::{Exit, Notification as _};
use whyc_session::{Cancel, Session};

use crate::client::{Client, Fault};
use crate::documents::Documents;
use crate::jobs::{Job, Jobs, Lane, Running};
use crate::known::Answer;
use crate::project::Plan;
use crate::settings::Settings;
use crate::show::Shelf;
use crate::units::Unit;
use crate::wire::{self, Heard};
use crate::work::{Outcome, Task};
use crate::{requests, show};

/// How many times the time of a check the search for fixes may take.
const FIX_PATIENCE: u32 = 3;
/// For so many properties of a file fixes are looked for.
const MANY_FIXES: usize = 5;
/// What nobody waits for is looked at again after this time, though nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// Something happened.
pub enum Event {
    /// Something came in.
    Heard(Heard),
    /// Nothing will come in any more.
    Closed,
    /// A job does something else now.
    Doing(u64, String),
    /// A job is done.
    Done(u64, Outcome),
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The client has not said who it is.
    New,
    /// Everything goes.
    Open,
    /// Nothing is asked any more.
    ShutDown,
}

/// The server.
pub struct Server {
    pub(crate) client: Client,
    pub(crate) documents: Documents,
    pub(crate) settings: Settings,
    pub(crate) jobs: Jobs,
    pub(crate) units: BTreeMap<PathBuf, Unit>,
    pub(crate) stage: Stage,
    pub(crate) shelf: Shelf,
}

/// Serves a client until it says that it is over; the exit status that the protocol asks for.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> u8 {
    let (events, happens) = channel();
    let heard = events.clone();
    let reader = thread::Builder::new().spawn(move || listen(input, &heard));
    let (Ok(_), Ok((out, writer))) = (reader, wire::writer(output)) else { return 2 };
    let status = Server::new(Client::new(out), events).run(&happens);
    // The server is gone, and with it all who write; what they wrote goes out first.
    let _ = writer.join();
    status
}

fn listen(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    while let Ok(Some(heard)) = wire::read(&mut input) {
        if events.send(Event::Heard(heard)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

impl Server {
    fn new(client: Client, events: Sender<Event>) -> Self {
        Self {
            client,
            documents: Documents::default(),
            settings: Settings::default(),
            jobs: Jobs::new(events),
            units: BTreeMap::new(),
            stage: Stage::New,
            shelf: Shelf::default(),
        }
    }

    fn run(mut self, events: &Receiver<Event>) -> u8 {
        loop {
            let wait = self.next_time().map_or(IDLE, |time| time.saturating_duration_since(Instant::now()));
            let over = match events.recv_timeout(wait) {
                Ok(Event::Heard(Heard::Message(message))) => self.hear(message),
                Ok(Event::Heard(Heard::Garbled { id, is_json, what })) => {
                    let code = if is_json { ErrorCode::InvalidRequest } else { ErrorCode::ParseError };
                    let fault = Fault::new(code, what);
                    match id {
                        Some(id) => self.client.answer(id, Err(fault)),
                        None => self.client.complain(&fault),
                    }
                    None
                }
                // The client is gone without a word.
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => Some(1),
                Ok(Event::Doing(id, what)) => {
                    if let Some(running) = self.jobs.shown(id) {
                        show::goes_on(&self.client, running, what);
                    }
                    None
                }
                Ok(Event::Done(id, outcome)) => {
                    if let Some(running) = self.jobs.done(id) {
                        self.take(running, outcome);
                    }
                    None
                }
                Err(RecvTimeoutError::Timeout) => None,
            };
            if let Some(status) = over {
                self.jobs.cancel(|_, _| true);
                return status;
            }
            self.see_to();
        }
    }

    /// When there is something to do though nothing happens.
    fn next_time(&self) -> Option<Instant> {
        self.units.values().filter_map(|unit| unit.due).chain(self.jobs.next_time()).min()
    }

    /// Does what is due.
    fn see_to(&mut self) {
        let now = Instant::now();
        let is_due = |unit: &Unit| unit.due.is_some_and(|due| due <= now);
        let due: Vec<PathBuf> =
            self.units.iter().filter(|(_, unit)| is_due(unit)).map(|(path, _)| path.clone()).collect();
        for path in due {
            self.check(&path);
        }
        for running in self.jobs.become_long() {
            show::begins(&mut self.client, running);
        }
        for running in self.jobs.overdue() {
            let seconds = self.settings.timeout().as_secs();
            let why = format!("unknown: there was no answer within {seconds} seconds");
            self.take(running, Outcome::Failed(why));
        }
    }

    /// A message came in; the exit status if it is the last one.
    fn hear(&mut self, message: Message) -> Option<u8> {
        match message {
            Message::Request(request) => requests::answer(self, request),
            // Nobody waits for what a client answers.
            Message::Response(_) => {}
            Message::Notification(told) if told.method == Exit::METHOD => {
                return Some(if self.stage == Stage::ShutDown { 0 } else { 1 });
            }
            Message::Notification(told) if self.stage == Stage::Open => {
                let method = told.method.clone();
                if let Err(error) = self.learn(told) {
                    self.client.log(format!("{method} makes no sense to whyc: {error}"));
                }
            }
            Message::Notification(_) => {}
        }
        None
    }

    /// A file without `main` starts here from now on.
    pub(crate) fn check_from(&mut self, path: &Path, function: String) {
        if let Some(unit) = self.units.get_mut(path) {
            unit.function = Some(function);
            self.changed(path, Duration::ZERO);
        }
    }

    /// Checks a translation unit as it is now.
    fn check(&mut self, path: &Path) {
        let Some(unit) = self.units.get_mut(path) else { return };
        unit.due = None;
        let stamp = unit.stamp;
        if let Some(plan) = self.plan(path, None, 1) {
            let cancel = Cancel::default();
            self.jobs.add(Job { lane: Lane::Checks, task: Task::Check, plan, stamp, asked: None, cancel });
        }
    }

    /// An open document as it is now.
    pub(crate) fn plan(&self, path: &Path, property: Option<String>, patience: u32) -> Option<Plan> {
        let document = self.documents.get(path)?;
        let mut settings = self.settings.clone();
        if let Some(function) = self.units.get(path).and_then(|unit| unit.function.clone()) {
            settings.function = Some(function);
        }
        Some(Plan {
            path: path.to_owned(),
            text: document.text.clone(),
            others: self.documents.others(path),
            property,
            settings,
            patience,
        })
    }

    /// Takes what came of a job.
    fn take(&mut self, running: Running, outcome: Outcome) {
        if running.is_shown {
            show::ends(&self.client, &running);
        }
        if let Some(asked) = &running.asked {
            let answer = match outcome {
                _ if running.is_cancelled() => Err(Fault::new(ErrorCode::RequestCanceled, "it was cancelled")),
                outcome => show::outcome(self, asked.command, &running.path, outcome),
            };
            return self.client.answer(asked.id.clone(), answer);
        }
        let is_current = self.units.get(&running.path).is_some_and(|unit| unit.stamp == running.stamp);
        if running.is_cancelled() || !is_current {
            return;
        }
        match outcome {
            Outcome::Checked(answer, session) => {
                self.look_for_fixes(&running, &answer, session);
                self.learned(&running, answer);
            }
            Outcome::Fixes(property, finding) => {
                let unit = self.units.get_mut(&running.path);
                if let Some((_, Answer::Found(found))) = unit.and_then(|unit| unit.answer.as_mut()) {
                    found.mend(property.as_deref(), *finding);
                }
            }
            Outcome::Failed(why) if running.lane == Lane::Checks => self.learned(&running, Answer::None(why)),
            // That there is no fix is no news.
            Outcome::Failed(why) => self.client.log(format!("no fixes were looked for: {why}")),
            Outcome::Text(_) => {}
        }
    }

    /// Something fails: goes on to find out what would mend it.
    fn look_for_fixes(&mut self, running: &Running, answer: &Answer, session: Option<Box<Session>>) {
        let (Some(found), Some(session)) = (answer.found(), session) else { return };
        let mut add = |property: Option<String>, session: Option<Box<Session>>, cancel: Cancel| {
            if let Some(plan) = self.plan(&running.path, property, FIX_PATIENCE) {
                let (task, stamp) = (Task::Fixes(session), running.stamp);
                self.jobs.add(Job { lane: Lane::Fixes, task, plan, stamp, asked: None, cancel });
            }
        };
        let violated = found.violated();
        if violated.len() == 1 {
            // The session is ended by what ended the check.
            return add(None, Some(session), running.canceller());
        }
        // No change mends everything at once: each property is looked at by itself.
        for k in violated.into_iter().take(MANY_FIXES) {
            add(Some(found.finding.properties[k].id.clone()), None, Cancel::default());
        }
    }

    /// Shows a person what went wrong.
    pub(crate) fn warn(&self, message: &str) {
        self.client.show(MessageType::WARNING, message);
    }
}
