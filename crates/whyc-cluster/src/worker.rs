//! Who answers: takes jobs from the queue, looks at the parts, tells what became of them.
//!
//! A job is acknowledged once its answer has arrived, and not before: if this process dies, another one gets it. While a part is being
//! looked at, the queue and whoever asked are told so every second; who does not answer, or does not want it any more, has it stopped.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use whyc_base::budget::Budget;
use whyc_engines::part;
use whyc_engines::pool::Step;
use whyc_engines::portable::Portable;
use whyc_engines::refuted::{self, Clauses};
use whyc_term::Fact;

use crate::address::{Address, VERSION};
use crate::net::Net;
use crate::wire::{Hello, Job, News, Order, Outcome, Report, Said, meant_facts, said};

/// How often it is told that a part is still being looked at.
const ALIVE: Duration = Duration::from_secs(1);
/// How long the queue is asked for a job before it is looked around.
const FETCH: Duration = Duration::from_secs(1);
/// How long nothing is done after something went wrong with the server.
const PAUSE: Duration = Duration::from_millis(400);
/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(100);
/// How long that may take: the server may be gone.
const FAREWELL: Duration = Duration::from_secs(4);
/// So many questions are kept; the parts of one come one after the other.
const KEPT: usize = 4;
/// The stack of a thread; only what is touched costs memory.
const STACK_BYTES: usize = 1 << 28;

/// A worker.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Where its jobs come from.
    pub address: Address,
    /// What it calls itself.
    pub name: String,
    /// How many parts it looks at at once.
    pub jobs: usize,
    /// What it may use of memory, in bytes.
    pub memory: Option<u64>,
}

/// What a worker does, for those who want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The server cannot be reached, for this reason.
    Unreachable(String),
    /// Jobs can come.
    Ready,
    /// Someone with another version asked who is there.
    OtherVersion(String),
    /// A part has been looked at.
    Done {
        /// Which.
        part: String,
        /// What became of it, in a word.
        outcome: &'static str,
        /// How long it took.
        time: Duration,
    },
    /// A job was refused, for this reason.
    Refused(String),
}

/// What is said of a part, with the proof if there is one; or why nothing is.
pub type Answer = Result<(Outcome, Option<Vec<u8>>), String>;

/// How parts are looked at: [`look`], or in tests something worse.
pub type Look = dyn Fn(&Portable, &[Fact], Proof, &Budget) -> Answer + Send + Sync;

/// Whether a proof is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is, if nothing holds in the part.
    Wanted,
    /// It is not.
    Unwanted,
}

/// Works until it is told to stop.
///
/// # Errors
/// If nothing can be started here.
pub fn run(
    worker: Worker,
    look: Arc<Look>,
    stop: &Arc<AtomicBool>,
    tell: Arc<dyn Fn(Event) + Send + Sync>,
) -> Result<(), String> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let stop = Arc::clone(stop);
    runtime.block_on(async move {
        let mut told = String::new();
        let net = loop {
            match Net::connect(&worker.address).await {
                Ok(net) => break net,
                Err(why) if why != told => {
                    tell(Event::Unreachable(why.clone()));
                    told = why;
                }
                Err(_) => {}
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        };
        let jobs = worker.jobs.max(1);
        let (running, kept) = (Mutex::default(), Mutex::default());
        let here = Arc::new(Here { worker, net, look, stop, tell, running, kept });
        let mut tasks =
            vec![tokio::spawn(Arc::clone(&here).say_hello()), tokio::spawn(Arc::clone(&here).hear_cancels())];
        let slots: Vec<_> = (0..jobs).map(|_| tokio::spawn(Arc::clone(&here).work())).collect();
        (here.tell)(Event::Ready);
        while !here.is_over() {
            tokio::time::sleep(LOOK).await;
        }
        // Jobs are given back, if there is still somebody to give them to.
        let farewell = async {
            for slot in slots {
                let _ = slot.await;
            }
            let _ = here.net.client.flush().await;
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
        tasks.drain(..).for_each(|task| task.abort());
    });
    Ok(())
}

/// What all parts of a worker know.
struct Here {
    worker: Worker,
    net: Net,
    look: Arc<Look>,
    stop: Arc<AtomicBool>,
    tell: Arc<dyn Fn(Event) + Send + Sync>,
    /// What ends the parts that are being looked at, by their checks and names.
    running: Mutex<HashMap<(String, String), Arc<AtomicBool>>>,
    /// The last questions.
    kept: Mutex<Vec<(String, Arc<Portable>)>>,
}

impl Here {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says that it is there to those who ask.
    async fn say_hello(self: Arc<Self>) {
        let Ok(mut asked) = self.net.client.subscribe(self.worker.address.hello()).await else { return };
        while let Some(message) = asked.next().await {
            let version = String::from_utf8_lossy(&message.payload).into_owned();
            if version != VERSION {
                (self.tell)(Event::OtherVersion(version.chars().take(40).collect()));
            }
            let hello = Hello { worker: self.worker.name.clone(), version: VERSION.to_owned(), jobs: self.worker.jobs };
            if let (Some(reply), Ok(hello)) = (message.reply, serde_json::to_vec(&hello)) {
                let _ = self.net.client.publish(reply, hello.into()).await;
            }
        }
    }

    /// Stops what is not wanted any more.
    async fn hear_cancels(self: Arc<Self>) {
        let Ok(mut cancels) = self.net.client.subscribe(self.worker.address.cancels("*")).await else { return };
        while let Some(message) = cancels.next().await {
            let check = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
            let part = String::from_utf8_lossy(&message.payload);
            let is_it = |key: &(String, String)| key.0 == check && (part == "*" || key.1 == part);
            for (_, flag) in lock(&self.running).iter().filter(|(key, _)| is_it(key)) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// One job after the other.
    async fn work(self: Arc<Self>) {
        let mut queue: Option<Consumer<pull::Config>> = None;
        while !self.is_over() {
            let Some(consumer) = &queue else {
                queue = self.net.queue(&self.worker.address).await.ok();
                if queue.is_none() {
                    tokio::time::sleep(PAUSE).await;
                }
                continue;
            };
            match consumer.batch().max_messages(1).expires(FETCH).messages().await {
                Ok(mut messages) => {
                    while let Some(message) = messages.next().await {
                        match message {
                            Ok(message) => self.handle(&message).await,
                            Err(_) => queue_trouble(&mut queue).await,
                        }
                        if queue.is_none() {
                            break;
                        }
                    }
                }
                Err(_) => queue_trouble(&mut queue).await,
            }
        }
    }

    /// Looks at the part that a job is about, and acknowledges the job when that is over.
    async fn handle(&self, message: &Message) {
        // A job that is not acknowledged comes again; that is all that can go wrong here.
        let acknowledge = async |kind: AckKind| drop(message.ack_with(kind).await);
        let job: Job = match serde_json::from_slice(&message.payload) {
            Ok(job) => job,
            Err(error) => {
                (self.tell)(Event::Refused(format!("it is no job: {error}")));
                return acknowledge(AckKind::Term).await;
            }
        };
        if job.version != VERSION {
            let why = format!("it is for version {}, and this is {VERSION}", job.version);
            (self.tell)(Event::Refused(why.clone()));
            let outcome = Outcome { said: Said::GaveUp(why), work: 0, gates: 0 };
            self.report(&job, News::Done(outcome)).await;
            return acknowledge(AckKind::Term).await;
        }
        match self.report(&job, News::Begin).await {
            Some(Order::Go) => {}
            Some(Order::Stop) => return acknowledge(AckKind::Ack).await,
            None => return acknowledge(AckKind::Nak(Some(ALIVE))).await,
        }
        let started = Instant::now();
        let outcome = match self.question(&job.question).await {
            Ok(portable) => self.answer(&job, portable, message).await,
            Err(why) => Some(gave_up(why)),
        };
        let Some(outcome) = outcome else {
            // This worker goes, or the part is not wanted any more: who asks will know.
            let kind = if self.is_over() { AckKind::Nak(None) } else { AckKind::Ack };
            return acknowledge(kind).await;
        };
        let word = match &outcome.said {
            Said::Found(_) => "found",
            Said::Nothing(_) => "refuted",
            Said::Halves(_) => "cut in two",
            Said::GaveUp(_) => "given up",
        };
        match self.report(&job, News::Done(outcome)).await {
            Some(Order::Go | Order::Stop) => acknowledge(AckKind::Ack).await,
            None => acknowledge(AckKind::Nak(Some(ALIVE))).await,
        }
        (self.tell)(Event::Done { part: job.part, outcome: word, time: started.elapsed() });
    }

    async fn report(&self, job: &Job, news: News) -> Option<Order> {
        let report = Report { part: job.part.clone(), worker: self.worker.name.clone(), news };
        self.net.report(&self.worker.address.reports(&job.check), &report).await
    }

    /// A question, from the store if it is not known yet. It must have the name that its bytes give it.
    async fn question(&self, object: &str) -> Result<Arc<Portable>, String> {
        if let Some((_, known)) = lock(&self.kept).iter().find(|(name, _)| name == object) {
            return Ok(Arc::clone(known));
        }
        let bytes = self.net.get(object).await?;
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if digest != object {
            return Err("the question is not the one that was meant".to_owned());
        }
        let portable = Portable::read(&bytes).map_err(|_| "the question cannot be read".to_owned())?;
        let portable = Arc::new(portable);
        let mut kept = lock(&self.kept);
        kept.insert(0, (object.to_owned(), Arc::clone(&portable)));
        kept.truncate(KEPT);
        Ok(portable)
    }

    /// Looks at a part on a thread of its own; nothing if it was stopped.
    async fn answer(&self, job: &Job, portable: Arc<Portable>, message: &Message) -> Option<Outcome> {
        let Some(facts) = meant_facts(&portable.choices, &portable.terms, &job.facts) else {
            return Some(gave_up("the part is about something that is not there".to_owned()));
        };
        let flag = Arc::new(AtomicBool::new(false));
        let key = (job.check.clone(), job.part.clone());
        lock(&self.running).insert(key.clone(), Arc::clone(&flag));
        let mut budget = Budget::unlimited().ended_by(Arc::clone(&flag));
        if let Some(bytes) = self.worker.memory {
            budget = budget.with_memory(bytes);
        }
        let (look, proof) = (Arc::clone(&self.look), if job.proof { Proof::Wanted } else { Proof::Unwanted });
        let (tell, mut hear) = oneshot::channel();
        let work = move || {
            let looked = catch_unwind(AssertUnwindSafe(|| look(&portable, &facts, proof, &budget)));
            let _ = tell.send(looked.unwrap_or_else(|_| Ok((gave_up("it has crashed".to_owned()), None))));
        };
        let started = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
        if let Err(error) = started {
            lock(&self.running).remove(&key);
            return Some(gave_up(error.to_string()));
        }
        let looked = loop {
            match tokio::time::timeout(ALIVE, &mut hear).await {
                Ok(looked) => break looked.unwrap_or_else(|_| Ok((gave_up("it has crashed".to_owned()), None))),
                Err(_) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                    let is_wanted = self.report(job, News::Alive).await != Some(Order::Stop);
                    if self.is_over() || !is_wanted {
                        flag.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        lock(&self.running).remove(&key);
        if flag.load(Ordering::Relaxed) {
            return None;
        }
        let (mut outcome, proof) = match looked {
            Ok(looked) => looked,
            Err(why) => return Some(gave_up(why)),
        };
        if let (Said::Nothing(object), Some(proof)) = (&mut outcome.said, proof) {
            let name = format!("{}.{}.proof", job.check, job.part);
            match self.net.put(&name, &proof).await {
                Ok(()) => *object = Some(name),
                Err(why) => return Some(gave_up(format!("its proof could not be kept: {why}"))),
            }
        }
        Some(outcome)
    }
}

/// Looks at a part, honestly.
///
/// # Errors
/// Why there is no proof where one is wanted.
pub fn look(portable: &Portable, facts: &[Fact], proof: Proof, budget: &Budget) -> Answer {
    let looked = part::look(portable.question(), &portable.choices, facts, portable.at_once, budget);
    let said = said(&looked, &portable.choices, &portable.terms);
    let outcome = Outcome { said, work: looked.work, gates: looked.gates };
    if proof == Proof::Unwanted || looked.step != Step::Nothing {
        return Ok((outcome, None));
    }
    let clauses = refuted::clauses(portable.question(), facts, budget).map_err(|reason| reason.to_string())?;
    let Clauses::These(list) = clauses else { return Ok((outcome, None)) };
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    refuted::write_proof(&list, file.path(), budget)
        .map_err(|why| why.map_or_else(|| "there is no proof".to_owned(), |reason| reason.to_string()))?;
    let proof = std::fs::read(file.path()).map_err(|error| error.to_string())?;
    Ok((outcome, Some(proof)))
}

fn gave_up(why: String) -> Outcome {
    Outcome { said: Said::GaveUp(why), work: 0, gates: 0 }
}

/// Forgets the queue, to ask for it again in a while.
async fn queue_trouble(queue: &mut Option<Consumer<pull::Config>>) {
    *queue = None;
    tokio::time::sleep(PAUSE).await;
}

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}
