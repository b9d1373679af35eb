//! Progress out, cancel in: how a session is watched while it works.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use whyc_circuit::finding as circuit;
use whyc_debug::finding::Finding;
use whyc_debug::minimise::Stage;
use whyc_ir::program::Program;

/// What a session is doing, and what it knows by then.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// It reads the program, or a changed one.
    Reading,
    /// It has read the program.
    Read(&'a Arc<Program>),
    /// It looks for a failing run.
    Deciding,
    /// It has found one, and goes on to find out more about it.
    Decided(&'a Finding),
    /// It has looked at some more cycles of a circuit, and this is known by now.
    Cycles(&'a circuit::Finding),
    /// It looks for the smallest failing run.
    Minimising,
    /// How far that has come.
    Bounds {
        /// What is being minimised.
        stage: Stage,
        /// The best found so far.
        best: Option<u128>,
        /// What is proved: nothing is below it.
        lower: u128,
    },
    /// It looks for the closest run that passes.
    Explaining,
    /// It looks for places where a change would help.
    Localising,
    /// A part of that, in words.
    Part(&'a str),
}

/// Ends the work of a session, from any thread. Clones end the same work.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
}

impl Cancel {
    /// What ends the work is this flag.
    #[must_use]
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag }
    }

    /// Ends the work at its next check of the limits. What was decided by then is in the finding.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the work was ended.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

/// Who is told what a session is doing, and who may end it.
#[derive(Default)]
pub struct Watch {
    #[allow(clippy::type_complexity)] // One listener, spelt out once.
    listener: Option<Box<dyn FnMut(Progress<'_>) + Send>>,
    cancel: Cancel,
}

impl Watch {
    /// Nobody is told anything.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// `listener` is told what is going on, on the thread that works.
    pub fn telling(listener: impl FnMut(Progress<'_>) + Send + 'static) -> Self {
        Self { listener: Some(Box::new(listener)), cancel: Cancel::default() }
    }

    /// The same, ended by `cancel`: for whoever must be able to end the work before it begins, or several sessions at once.
    #[must_use]
    pub fn ended_by(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// What ends the work.
    #[must_use]
    pub fn canceller(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Whether anyone listens.
    pub(crate) fn is_heard(&self) -> bool {
        self.listener.is_some()
    }

    /// Tells what is going on.
    pub(crate) fn tell(&mut self, progress: Progress<'_>) {
        if let Some(listener) = &mut self.listener {
            listener(progress);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("listens", &self.listener.is_some()).field("cancel", &self.cancel).finish()
    }
}
