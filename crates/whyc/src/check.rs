//! The verbs about a program that only report: a request goes down, a finding comes up.

use std::sync::Arc;

use anyhow::bail;
use whyc_review::Judgement;
use whyc_session::{Extent, Part, Progress as Doing, Refused, Request, Session, Watch, Wish};

use crate::cli::{Format, Output};
use crate::fallback::Fallback;
use crate::progress::Progress;
use crate::supervise::{self, Stage};
use crate::{Exit, answer, cluster, edge, engines, known};

/// Answers `wish` and reports.
pub fn run(request: Request, wish: &Wish, output: &Output) -> anyhow::Result<Exit> {
    if output.format == Format::Vcd {
        bail!("--format vcd is for circuits");
    }
    let mut open = match Open::new(request, wish.command(), output) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(output, refused),
    };
    if output.format == Format::Witness {
        open.session.invariants().map_err(mistaken)?;
    }
    let mut finding = open.session.answer(wish, extent(output)).map_err(mistaken)?;
    let judgement = known::excused(&mut finding)?;
    open.progress.clear();
    let mut over_time = answer::OverTime::new(&open.session, &finding);
    match wish {
        Wish::Verdict => answer::publish_with(output, &finding, &judgement, &over_time)?,
        // Who asks why it fails is told.
        Wish::Smallest(_) | Wish::Reason(_) | Wish::Places(_) | Wish::Script | Wish::Suspicions => {
            over_time.is_about_run = !matches!(wish, Wish::Suspicions);
            answer::publish_with(output, &finding, &Judgement::default(), &over_time)?;
        }
    }
    engines::tell(&open.session, &finding, output);
    cluster::tell(output);
    let exit = known::exit(&finding, &judgement, open.session.request().is_bound_fixed());
    open.forget();
    match (wish, exit) {
        // To look at a violation is all that is asked of the other verbs.
        (Wish::Smallest(_) | Wish::Reason(_) | Wish::Suspicions, Exit::Violated) => Ok(Exit::Holds),
        (_, exit) => Ok(exit),
    }
}

/// A page tells the whole story.
pub fn extent(output: &Output) -> Extent {
    if output.format == Format::Html { Extent::Whole } else { Extent::Asked }
}

/// A session, with the line that says how far it is.
pub struct Open {
    /// The session.
    pub session: Session,
    /// The line.
    pub progress: Arc<Progress>,
}

impl Open {
    /// Reads the program. Limits and Ctrl-C end what is done with it, and then what is known so far is told.
    pub fn new(mut request: Request, command: &'static str, output: &Output) -> Result<Self, Refused> {
        let progress = Arc::new(Progress::new(output.quiet));
        let (line, fallback) = (Arc::clone(&progress), Fallback::new(output, command, &request));
        let mut known = None;
        let watch = Watch::telling(move |what| {
            let stage = stage(what);
            if known != Some(stage) {
                supervise::tell(stage);
                known = Some(stage);
            }
            fallback.learn(what);
            line.tell(what);
        });
        request.deciding.budget = request.deciding.budget.ended_by(watch.canceller().flag());
        edge::hold(&request.deciding.budget);
        Ok(Self { session: Session::open(request, watch)?, progress })
    }

    /// Leaves the session as it is. The process is about to end: giving back millions of terms one by one would only take
    /// time.
    pub fn forget(self) {
        std::mem::forget(self.session);
    }
}

/// Whose fault a crash would be.
fn stage(what: Doing<'_>) -> Stage {
    match what {
        Doing::Reading => Stage::Reading,
        Doing::Read(_)
        | Doing::Deciding
        | Doing::Decided(_)
        | Doing::Cycles(_)
        | Doing::Minimising
        | Doing::Bounds { .. }
        | Doing::Explaining
        | Doing::Localising
        | Doing::Part(_) => Stage::Working,
    }
}

/// What is wrong with a request, with the option that says it.
pub fn mistaken(refused: Refused) -> anyhow::Error {
    let Refused::Mistaken { part, message } = &refused else { return refused.into() };
    let option = match part {
        Part::Scope => return refused.into(),
        Part::Input => "--input",
        Part::Along => "--along",
        Part::Assumption => "--assume",
        Part::Trusted => "--trust",
        Part::Suspected => "--suspect",
        Part::Fault => "--score-against",
    };
    anyhow::anyhow!("{option}: {message}")
}
