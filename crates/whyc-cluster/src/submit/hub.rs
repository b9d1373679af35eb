//! The thread that talks to the server, and how others have it do something.

use std::future::Future;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_nats::StatusCode;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt as _;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use whyc_base::budget::Budget;

use super::Present;
use super::desk::Desk;
use crate::address::{Address, VERSION};
use crate::net::{Net, causes};
use crate::wire::{Hello, Job};

/// How long those who are there have to say so, if the first ones cannot be used.
const ROLL_CALL: Duration = Duration::from_millis(700);
/// How long the last things may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// How often it is looked whether the work is over.
const TICK: Duration = Duration::from_millis(20);

/// The thread, and the connection that it keeps.
pub struct Hub {
    net: Net,
    handle: Handle,
    /// Those who listen, by the checks they listen for.
    listening: Mutex<Vec<(String, AbortHandle)>>,
    /// Dropped when it is over.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Hub {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It has nothing left to do; if it has failed, that was told where it mattered.
            let _ = thread.join();
        }
    }
}

impl Hub {
    /// Starts the thread and connects.
    pub fn start(address: &Address) -> Result<Self, String> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, hear) = mpsc::channel();
        let address = address.clone();
        let work = move || {
            let runtime = match Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => return drop(tell.send(Err(error.to_string()))),
            };
            runtime.block_on(async {
                let net = Net::connect(&address).await;
                let is_connected = net.is_ok();
                let _ = tell.send(net.map(|net| (net, Handle::current())));
                if is_connected {
                    // Until whoever has the other end drops it.
                    let _ = stopped.await;
                }
            });
        };
        let thread =
            thread::Builder::new().name("cluster".to_owned()).spawn(work).map_err(|error| error.to_string())?;
        let (net, handle) = hear.recv().map_err(|_| "the thread for the cluster has ended".to_owned())??;
        Ok(Self { net, handle, listening: Mutex::default(), stop: Some(stop), thread: Some(thread) })
    }

    /// Has something done, and waits for it as long as the budget lasts.
    fn ask<T: Send + 'static>(
        &self,
        budget: &Budget,
        work: impl Future<Output = Result<T, String>> + Send + 'static,
    ) -> Result<T, String> {
        let (tell, hear) = mpsc::channel();
        self.handle.spawn(async move {
            let _ = tell.send(work.await);
        });
        loop {
            match hear.recv_timeout(TICK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Timeout) => budget.check().map_err(|reason| reason.to_string())?,
                Err(RecvTimeoutError::Disconnected) => return Err("the connection is gone".to_owned()),
            }
        }
    }

    /// Asks who is there.
    pub fn present(&self, address: &Address) -> Result<Present, String> {
        let (client, subject) = (self.net.client.clone(), address.hello());
        self.ask(&Budget::unlimited(), async move {
            let inbox = client.new_inbox();
            let mut answers = client.subscribe(inbox.clone()).await.map_err(|error| causes(&error))?;
            let asked = client.publish_with_reply(subject, inbox, VERSION.into()).await;
            asked.map_err(|error| causes(&error))?;
            let mut present = Present::default();
            let until = Instant::now() + ROLL_CALL;
            loop {
                let left = until.saturating_duration_since(Instant::now());
                let Ok(Some(message)) = tokio::time::timeout(left, answers.next()).await else { break };
                if message.status == Some(StatusCode::NO_RESPONDERS) {
                    break;
                }
                match serde_json::from_slice::<Hello>(&message.payload) {
                    // One is enough to go on; how many more there are will be seen.
                    Ok(hello) if hello.version == VERSION => {
                        present.workers = 1;
                        break;
                    }
                    Ok(hello) => present.others.push(hello.version),
                    Err(_) => {}
                }
            }
            present.others.sort();
            present.others.dedup();
            Ok(present)
        })
    }

    /// Gives a question away, and listens for what is told of its parts.
    pub fn give(
        &self,
        address: &Address,
        check: &str,
        object: &str,
        bytes: Vec<u8>,
        desk: Arc<Desk>,
        budget: &Budget,
    ) -> Result<(), String> {
        let (net, subject, object) = (self.net.clone(), address.reports(check), object.to_owned());
        let listener = self.ask(budget, async move {
            let mut reports = net.client.subscribe(subject).await.map_err(|error| causes(&error))?;
            net.put(&object, &bytes).await?;
            let client = net.client.clone();
            let listener = tokio::spawn(async move {
                while let Some(message) = reports.next().await {
                    let order = desk.hear(&message.payload);
                    if let (Some(reply), Ok(order)) = (message.reply, serde_json::to_vec(&order)) {
                        // Who does not hear it asks again.
                        let _ = client.publish(reply, order.into()).await;
                    }
                }
            });
            Ok(listener.abort_handle())
        })?;
        self.lock().push((check.to_owned(), listener));
        Ok(())
    }

    /// Takes a question back: whoever is at a part of it can stop.
    pub fn take_back(&self, address: &Address, check: &str, object: &str) {
        let mut listening = self.lock();
        listening.retain(|(other, listener)| {
            let is_it = other == check;
            if is_it {
                listener.abort();
            }
            !is_it
        });
        drop(listening);
        let (net, subject, object) = (self.net.clone(), address.cancels(check), object.to_owned());
        // What cannot be tidied up is too old tomorrow.
        let _ = self.ask(&Budget::unlimited().with_timeout(FAREWELL), async move {
            let told = net.client.publish(subject, "*".into()).await;
            told.map_err(|error| causes(&error))?;
            net.client.flush().await.map_err(|error| causes(&error))?;
            net.store.delete(&object).await.map_err(|error| causes(&error))
        });
    }

    /// Puts a job into the queue; whether it is there now. The queue knows a job that comes twice.
    pub fn hand_in(&self, address: &Address, job: &Job, payload: Vec<u8>, budget: &Budget) -> bool {
        let (context, subject) = (self.net.context.clone(), address.jobs());
        let message = PublishMessage::build().payload(payload.into()).message_id(format!("{}.{}", job.check, job.part));
        let handed_in = self.ask(budget, async move {
            let taken = context.send_publish(subject, message).await.map_err(|error| causes(&error))?;
            taken.await.map(|_| ()).map_err(|error| causes(&error))
        });
        handed_in.is_ok()
    }

    /// Says that a part is not wanted any more. Nobody waits for it to be heard.
    pub fn cancel(&self, address: &Address, check: &str, part: &str) {
        let (client, subject, part) = (self.net.client.clone(), address.cancels(check), part.to_owned());
        self.handle.spawn(async move {
            let _ = client.publish(subject, part.into()).await;
        });
    }

    /// The bytes of a proof, which is not needed there any more.
    pub fn fetch(&self, object: &str, budget: &Budget) -> Result<Vec<u8>, String> {
        let (net, object) = (self.net.clone(), object.to_owned());
        self.ask(budget, async move {
            let bytes = net.get(&object).await?;
            let _ = net.store.delete(&object).await;
            Ok(bytes)
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(String, AbortHandle)>> {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
