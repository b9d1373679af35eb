//! Who asks: gives questions to a cluster, waits for what becomes of their parts, and does here what nobody does there.
//!
//! The runtime is a thread of its own; those who wait for a part are threads of a pool, which only sleep. A part that no worker has been
//! heard of for a while is looked at here, as soon as a core is free: so a cluster that is empty, or dies, costs time and nothing else.

mod desk;
mod hub;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use whyc_base::budget::Budget;
use whyc_engines::part::{self, Looked};
use whyc_engines::pool::Path;
use whyc_engines::portable::{Portable, Sent};
use whyc_engines::{Elsewhere, Looker};
use whyc_term::Fact;

use crate::address::{Address, VERSION};
use crate::believe::{Doubt, Refutation, believed};
use crate::wire::{Job, Outcome, Said, part_name, sent_facts};
use desk::{Desk, Heard};
use hub::Hub;

/// So many parts are asked about at once.
const PLACES: usize = 64;
/// A part that has not been heard of for so long is looked at here, if a core is free.
const HELP_AFTER: Duration = Duration::from_secs(8);
/// A job that could not be handed in is tried again after so long.
const AGAIN_AFTER: Duration = Duration::from_secs(1);
/// How often those who wait look around.
const TICK: Duration = Duration::from_millis(50);

/// Who was there when it was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Present {
    /// Workers that can be given jobs.
    pub workers: usize,
    /// The versions of those that cannot.
    pub others: Vec<String>,
}

/// What became of the parts, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Questions that were given away.
    pub questions: usize,
    /// The bytes of all of them.
    pub question_bytes: u64,
    /// Parts that workers have answered.
    pub there: u64,
    /// The bytes of the jobs for them.
    pub job_bytes: u64,
    /// Parts that were looked at here.
    pub here: u64,
    /// Proofs that were checked.
    pub proofs: u64,
    /// What went wrong, each once.
    pub notes: Vec<String>,
}

/// A cluster, as whoever asks sees it.
pub struct Cluster {
    address: Address,
    hub: Hub,
    present: Present,
    /// Cores that may help.
    free: AtomicUsize,
    jobs: usize,
    wants_proofs: bool,
    /// Workers that are not believed any more.
    mistrusted: Mutex<BTreeSet<String>>,
    tally: Mutex<Tally>,
    n_checks: AtomicU64,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("url", &self.address.told()).field("team", &self.address.team).finish()
    }
}

/// How much is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// That nothing holds in a part is believed.
    Workers,
    /// It has to be proved.
    Proofs,
}

impl Cluster {
    /// Connects, and asks who is there. So many cores here help where nobody else does.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn connect(address: Address, jobs: usize, trust: Trust) -> Result<Self, String> {
        let hub = Hub::start(&address)?;
        let present = hub.present(&address)?;
        Ok(Self {
            address,
            hub,
            present,
            free: AtomicUsize::new(jobs.max(1)),
            jobs: jobs.max(1),
            wants_proofs: trust == Trust::Proofs,
            mistrusted: Mutex::default(),
            tally: Mutex::default(),
            n_checks: AtomicU64::new(0),
        })
    }

    /// Who was there.
    #[must_use]
    pub fn present(&self) -> &Present {
        &self.present
    }

    /// What became of the parts so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        lock(&self.tally).clone()
    }

    fn note(&self, note: String) {
        let mut tally = lock(&self.tally);
        if !tally.notes.contains(&note) {
            tally.notes.push(note);
        }
    }

    /// A name that no other check has.
    fn name(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let n = self.n_checks.fetch_add(1, Ordering::Relaxed);
        hex(&Sha256::digest(format!("{now} {n} {} {:p}", std::process::id(), self)))[..24].to_owned()
    }
}

impl Elsewhere for Cluster {
    fn open<'a>(&'a self, sent: &'a Sent, budget: &Budget) -> Box<dyn Looker + 'a> {
        let (check, object) = (self.name(), hex(&Sha256::digest(&sent.bytes)));
        let desk = Arc::new(Desk::default());
        let is_there = self.present.workers > 0 && {
            let given = self.hub.give(&self.address, &check, &object, sent.bytes.clone(), Arc::clone(&desk), budget);
            if let Err(why) = &given {
                self.note(format!("a question could not be given away: {why}"));
            }
            given.is_ok()
        };
        if is_there {
            let mut tally = lock(&self.tally);
            tally.questions += 1;
            tally.question_bytes += sent.bytes.len() as u64;
        }
        Box::new(Open { cluster: self, portable: &sent.portable, check, object, desk, is_there })
    }
}

/// What is done about a part that nobody answers.
enum Next {
    /// It is looked at here; there is a core for it.
    Here,
    /// It is not wanted any more.
    Over,
}

/// A question that the cluster has.
struct Open<'a> {
    cluster: &'a Cluster,
    portable: &'a Portable,
    check: String,
    object: String,
    desk: Arc<Desk>,
    is_there: bool,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if self.is_there {
            self.cluster.hub.take_back(&self.cluster.address, &self.check, &self.object);
        }
    }
}

impl Looker for Open<'_> {
    fn places(&self) -> usize {
        if self.is_there { PLACES } else { self.cluster.jobs }
    }

    fn look(&self, path: &Path, facts: &[Fact], budget: &Budget) -> Looked {
        if !self.is_there {
            return self.here(facts, budget);
        }
        let part = part_name(path);
        self.desk.expect(&part);
        let looked = self.wait(&part, facts, budget);
        self.desk.close(&part);
        looked.unwrap_or_else(|next| {
            // Whoever is at it can leave it.
            self.cluster.hub.cancel(&self.cluster.address, &self.check, &part);
            match next {
                Next::Over => part::ended(budget, 0, 0),
                Next::Here => self.here(facts, budget),
            }
        })
    }
}

impl Open<'_> {
    /// What becomes of a part there.
    fn wait(&self, part: &str, facts: &[Fact], budget: &Budget) -> Result<Looked, Next> {
        let job = Job {
            version: VERSION.to_owned(),
            check: self.check.clone(),
            part: part.to_owned(),
            question: self.object.clone(),
            facts: sent_facts(facts),
            proof: self.cluster.wants_proofs,
        };
        let payload = serde_json::to_vec(&job).unwrap_or_default();
        let n_bytes = payload.len() as u64;
        let mut handed_in: Option<Instant> = None;
        let mut is_in = false;
        let mut no_one_else = false;
        loop {
            if !is_in && handed_in.is_none_or(|at| at.elapsed() > AGAIN_AFTER) {
                handed_in = Some(Instant::now());
                is_in = self.cluster.hub.hand_in(&self.cluster.address, &job, payload.clone(), budget);
            }
            if let Some(Heard { worker, outcome }) = self.desk.wait(part, TICK) {
                match self.judge(&worker, facts, &outcome, budget) {
                    Some(looked) => {
                        let mut tally = lock(&self.cluster.tally);
                        tally.there += 1;
                        tally.job_bytes += n_bytes;
                        return Ok(looked);
                    }
                    // The job is done as far as the queue knows.
                    None => no_one_else = true,
                }
            }
            if budget.check().is_err() {
                return Err(Next::Over);
            }
            if (no_one_else || self.desk.silence(part) > HELP_AFTER) && self.take_core() {
                return Err(Next::Here);
            }
        }
    }

    /// What a worker says, if it is believed.
    fn judge(&self, worker: &str, facts: &[Fact], outcome: &Outcome, budget: &Budget) -> Option<Looked> {
        let cluster = self.cluster;
        if lock(&cluster.mistrusted).contains(worker) {
            return None;
        }
        let proof = match &outcome.said {
            Said::Nothing(Some(object)) if cluster.wants_proofs => {
                let fetched = cluster.hub.fetch(object, budget);
                fetched.map_err(|why| cluster.note(format!("a proof could not be fetched: {why}"))).ok()
            }
            Said::Nothing(_) | Said::Found(_) | Said::Halves(_) | Said::GaveUp(_) => None,
        };
        let refutation = if cluster.wants_proofs { Refutation::Proof(proof.as_deref()) } else { Refutation::Word };
        match believed(self.portable, facts, outcome, refutation, budget) {
            Ok(looked) => {
                lock(&cluster.tally).proofs += u64::from(proof.is_some());
                Some(looked)
            }
            Err(Doubt::Wrong(what)) => {
                cluster.note(format!("worker {worker} is not believed any more: {what}"));
                lock(&cluster.mistrusted).insert(worker.to_owned());
                None
            }
            Err(Doubt::None(why)) => {
                cluster.note(format!("worker {worker} has given up on a part: {why}"));
                None
            }
            Err(Doubt::Limit(_)) => None,
        }
    }

    fn take_core(&self) -> bool {
        self.cluster.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
    }

    /// Looks at a part here. Where workers are there, it has a core already.
    fn here(&self, facts: &[Fact], budget: &Budget) -> Looked {
        let looked = part::look(self.portable.question(), &self.portable.choices, facts, self.portable.at_once, budget);
        if self.is_there {
            self.cluster.free.fetch_add(1, Ordering::Relaxed);
        }
        lock(&self.cluster.tally).here += 1;
        looked
    }
}

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
