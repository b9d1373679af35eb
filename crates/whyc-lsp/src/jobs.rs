//! Threads that work, in lanes: in each of them one job at a time, so that checks do not wait for what nobody looks at.
//!
//! A job that is cancelled ends at its next look at the flag. One that does not is left to itself after a while, and nobody
//! listens to it any more.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::RequestId;
use whyc_session::{Cancel, Progress};

use crate::project::Plan;
use crate::server::Event;
use crate::work::{self, Outcome, Task};

/// How large a stack deeply nested programs get. Only what is touched costs memory.
const STACK_BYTES: usize = 1 << 28;
/// A job that takes longer is shown as progress.
const IS_LONG: Duration = Duration::from_millis(500);
/// How long after its limit, or after it was cancelled, a job is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Checks of texts as they change.
    Checks,
    /// Changes that mend what a check found.
    Fixes,
    /// What a person has asked for.
    Asked,
}

impl Lane {
    const ALL: [Lane; 3] = [Lane::Checks, Lane::Fixes, Lane::Asked];
}

/// Something to be done.
pub struct Job {
    /// What for.
    pub lane: Lane,
    /// What.
    pub task: Task,
    /// About which text.
    pub plan: Plan,
    /// Which state of that text: what comes of an older one is not of use.
    pub stamp: u64,
    /// Who waits for it, and what is done with the outcome.
    pub asked: Option<Asked>,
    /// Ends it.
    pub cancel: Cancel,
}

/// A request that a job answers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which.
    pub id: RequestId,
    /// The command that it names.
    pub command: crate::commands::Command,
}

/// A job that is going on.
pub struct Running {
    /// Its number.
    pub id: u64,
    /// What for.
    pub lane: Lane,
    /// About which file.
    pub path: PathBuf,
    /// Which state of it.
    pub stamp: u64,
    /// Who waits for it.
    pub asked: Option<Asked>,
    /// What it is called.
    pub title: &'static str,
    /// Whether it is shown as progress.
    pub is_shown: bool,
    cancel: Cancel,
    began: Instant,
    /// When nobody waits for it any more.
    until: Instant,
}

impl Running {
    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// What ends it, and whatever goes on in its session.
    pub fn canceller(&self) -> Cancel {
        self.cancel.clone()
    }

    fn cancel(&mut self) {
        self.cancel.cancel();
        self.until = self.until.min(Instant::now() + PATIENCE);
    }
}

/// All jobs, waiting and going on.
pub struct Jobs {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    next: u64,
    events: Sender<Event>,
}

impl Jobs {
    /// None yet; what comes of them goes to `events`.
    pub fn new(events: Sender<Event>) -> Self {
        Self { waiting: VecDeque::new(), running: Vec::new(), next: 1, events }
    }

    /// Something is to be done when its lane is free.
    pub fn add(&mut self, job: Job) {
        self.waiting.push_back(job);
        self.start();
    }

    /// Ends and forgets what is done about a file, but not what a person has asked for: its text may have been meant as it was.
    pub fn forget(&mut self, path: &Path) {
        let is_meant = |lane: Lane, other: &Path| lane != Lane::Asked && other == path;
        self.waiting.retain(|job| !is_meant(job.lane, &job.plan.path));
        let meant = self.running.iter_mut().filter(|running| is_meant(running.lane, &running.path));
        meant.for_each(Running::cancel);
    }

    /// Ends the jobs that are meant, by the request that they answer or by their number. One that waits still begins, and ends at once.
    pub fn cancel(&mut self, is_meant: impl Fn(Option<&RequestId>, Option<u64>) -> bool) {
        for job in &self.waiting {
            if is_meant(job.asked.as_ref().map(|asked| &asked.id), None) {
                job.cancel.cancel();
            }
        }
        for running in &mut self.running {
            if is_meant(running.asked.as_ref().map(|asked| &asked.id), Some(running.id)) {
                running.cancel();
            }
        }
    }

    /// A job has come to its end; none if nobody waits for it any more.
    pub fn done(&mut self, id: u64) -> Option<Running> {
        let at = self.running.iter().position(|running| running.id == id)?;
        let done = self.running.remove(at);
        self.start();
        Some(done)
    }

    /// A job that is going on and is shown.
    pub fn shown(&self, id: u64) -> Option<&Running> {
        self.running.iter().find(|running| running.id == id && running.is_shown)
    }

    /// The jobs that have become long enough to be shown.
    pub fn become_long(&mut self) -> Vec<&Running> {
        let now = Instant::now();
        let long = self.running.iter_mut().filter(|it| !it.is_shown && !it.is_cancelled() && it.began + IS_LONG <= now);
        long.map(|running| {
            running.is_shown = true;
            &*running
        })
        .collect()
    }

    /// The jobs that do not end although they should have. From now on nobody listens to them.
    pub fn overdue(&mut self) -> Vec<Running> {
        let now = Instant::now();
        let overdue = self.running.extract_if(.., |running| running.until <= now).collect();
        self.start();
        overdue
    }

    /// When there is something to see to.
    pub fn next_time(&self) -> Option<Instant> {
        let times = self.running.iter().map(|running| match running.is_shown || running.is_cancelled() {
            true => running.until,
            false => running.until.min(running.began + IS_LONG),
        });
        times.min()
    }

    /// Starts what can be.
    fn start(&mut self) {
        for lane in Lane::ALL {
            if self.running.iter().any(|running| running.lane == lane) {
                continue;
            }
            if let Some(at) = self.waiting.iter().position(|job| job.lane == lane)
                && let Some(job) = self.waiting.remove(at)
            {
                self.spawn(job);
            }
        }
    }

    fn spawn(&mut self, job: Job) {
        let Job { lane, task, plan, stamp, asked, cancel } = job;
        let (id, title, path) = (self.next, task.title(), plan.path.clone());
        self.next += 1;
        let began = Instant::now();
        let limit = plan.settings.timeout().saturating_mul(plan.patience) + PATIENCE;
        let until = began.checked_add(limit).unwrap_or(began);
        let running =
            Running { id, lane, path, stamp, asked, title, is_shown: false, cancel: cancel.clone(), began, until };
        self.running.push(running);
        let (events, told) = (self.events.clone(), self.events.clone());
        let listener = move |what: Progress<'_>| {
            // Nobody is left to be told when the server has ended.
            let _ = told.send(Event::Doing(id, work::doing(what)));
        };
        let body = move || {
            whyc_session::mark_large();
            let outcome = work::run(task, &plan, &cancel, listener);
            let _ = events.send(Event::Done(id, outcome));
        };
        if thread::Builder::new().stack_size(STACK_BYTES).spawn(body).is_err() {
            let failed = Outcome::Failed("no thread could be started".to_owned());
            let _ = self.events.send(Event::Done(id, failed));
        }
    }
}
