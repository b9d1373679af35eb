//! Whether a text is still what is wanted.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use whyc_check::effort::Spent;
use whyc_check::{Effort, Unwind};
use whyc_debug::finding::Finding;
use whyc_session::{Cancel, Extent, Refused, Request, Session, Watch, Wish};
use whyc_shrink::Stop;

use crate::wanted::Wanted;

/// Whether texts are still what is wanted.
pub trait Judge: Sync {
    /// Whether these texts, in the order of the originals, are wanted. Once `stop` is set nobody waits for the answer.
    fn is_wanted(&self, texts: &[&str], stop: &Stop) -> bool;

    /// How many different texts were looked at.
    fn n_judged(&self) -> u64;
}

/// How far a candidate is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leash {
    /// A little further than the loops of the failing run go round, as far as they are told.
    Short,
    /// As many rounds as the failing run has steps.
    Long,
}

/// No loop is held to fewer rounds: those of the library are not told.
const LEAST_ROUNDS: u32 = 32;

/// How often a loop may go round whose rounds nothing unknown decides.
fn rounds(finding: &Finding, leash: Leash) -> u32 {
    let all = || u32::try_from(finding.stats.steps).unwrap_or(u32::MAX).max(LEAST_ROUNDS);
    match (leash, &finding.counterexample) {
        (Leash::Long, _) | (Leash::Short, None) => all(),
        (Leash::Short, Some(run)) => {
            let told = run.steps.iter().flat_map(|step| &step.iterations).map(|iteration| iteration.number);
            told.max().unwrap_or(0).saturating_mul(2).max(LEAST_ROUNDS)
        }
    }
}

/// How much work a candidate may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toil {
    /// As much as the original, and so many times what is next to nothing.
    Times(u64),
    /// Whatever it takes.
    Any,
}

/// This is next to nothing: a small fraction of a second.
const LITTLE: Spent = Spent { conflicts: 2_000, steps: 20_000, clauses: 100_000 };

impl Toil {
    fn most(self, finding: &Finding) -> Option<Spent> {
        let Toil::Times(n) = self else { return None };
        let (steps, clauses) = (finding.stats.steps.saturating_mul(4), finding.stats.clauses.saturating_mul(2));
        Some(Spent {
            conflicts: LITTLE.conflicts.saturating_mul(n),
            steps: LITTLE.steps.saturating_mul(n).saturating_add(steps),
            clauses: LITTLE.clauses.saturating_mul(n).saturating_add(clauses),
        })
    }
}

/// Wants the same answer as to the original, from a session on each text.
pub struct Same {
    request: Request,
    wanted: Wanted,
    /// How long each candidate may take, if that is what it is about.
    limit: Option<Duration>,
    /// What is known, by the hash of what was asked.
    known: Mutex<FxHashMap<u128, bool>>,
    judged: AtomicU64,
}

impl Same {
    /// For a request about the original, the answer to which is `finding`. No candidate is followed further than the failing run of
    /// the original was, so that one that never ends is given up soon; and so is one that is much more work.
    #[must_use]
    pub fn new(mut request: Request, wanted: Wanted, finding: Option<&Finding>, (leash, toil): (Leash, Toil)) -> Self {
        if let (Wanted::Failure(failure), Some(finding)) = (&wanted, finding) {
            let n_violated = finding.properties.iter().filter(|property| property.status.is_violated()).count();
            request.every_run = n_violated > 1;
            request.deciding.effort = if n_violated > 1 { Effort::Modest } else { Effort::First };
            request.most = toil.most(finding);
            // Numbers of properties change when others go.
            request.deciding.only = None;
            request.deciding.given.extend(failure.given.iter().cloned());
            if request.deciding.unwind == Unwind::Automatic {
                // What is told is the bound of the last round that was finished; the next has twice that.
                let bound = finding.bounds.unwind.max(1).saturating_mul(2);
                request.deciding.unwind = Unwind::UpTo { bound, certain: rounds(finding, leash) };
            }
        }
        Self { request, wanted, limit: None, known: Mutex::default(), judged: AtomicU64::new(0) }
    }

    /// The same, in which each candidate may take so long.
    #[must_use]
    pub fn within(mut self, limit: Option<Duration>) -> Self {
        self.limit = limit;
        self
    }

    /// The request with these texts. What is empty is left out, unless nothing is left.
    fn request(&self, texts: &[&str], cancel: &Cancel) -> Request {
        let mut request = self.request.clone();
        let pairs = self.request.inputs.iter().zip(texts);
        request.inputs = pairs.map(|(input, text)| input.with_text((*text).to_owned())).collect();
        if texts.iter().any(|text| !text.trim().is_empty()) {
            let mut texts = texts.iter();
            request.inputs.retain(|_| texts.next().is_none_or(|text| !text.trim().is_empty()));
        }
        let budget = request.deciding.budget.ended_by(cancel.flag());
        request.deciding.budget = match self.limit {
            Some(limit) => budget.with_timeout(limit),
            None => budget,
        };
        request
    }

    /// What is known of some texts, as far as they were followed when they were judged: what is left of a program may go on for ever.
    ///
    /// # Errors
    /// If they are no program.
    pub fn finding(&self, texts: &[&str]) -> Result<Finding, Refused> {
        let cancel = Cancel::default();
        answer(self.request(texts, &cancel), Watch::silent().ended_by(cancel))
    }

    fn ask(&self, texts: &[&str], stop: &Stop) -> bool {
        self.judged.fetch_add(1, Ordering::Relaxed);
        let cancel = Cancel::by(stop.flag());
        let request = self.request(texts, &cancel);
        let watch = Watch::silent().ended_by(cancel);
        let answered = panic::catch_unwind(AssertUnwindSafe(|| answer(request, watch)));
        match answered {
            Ok(Ok(finding)) => self.wanted.is_in(&finding),
            Ok(Err(Refused::Internal(_))) | Err(_) => self.wanted == Wanted::InternalError,
            Ok(Err(Refused::Invalid { .. } | Refused::Mistaken { .. } | Refused::NoLibclang(_))) => false,
        }
    }
}

/// What a session says of a request, as far as it is asked.
fn answer(request: Request, watch: Watch) -> Result<Finding, Refused> {
    let mut session = Session::open(request, watch)?;
    session.answer(&Wish::Smallest(None), Extent::Asked)
}

/// The number of some texts.
fn key(texts: &[&str]) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        texts.hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

impl Judge for Same {
    fn is_wanted(&self, texts: &[&str], stop: &Stop) -> bool {
        let key = key(texts);
        if let Some(&known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known;
        }
        let is_it = self.ask(texts, stop);
        if !stop.is_set() {
            self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, is_it);
        }
        is_it
    }

    fn n_judged(&self) -> u64 {
        self.judged.load(Ordering::Relaxed)
    }
}
