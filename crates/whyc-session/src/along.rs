//! Runs that come along some places in their order: whether there is one, how far runs come otherwise, and why no further.
//!
//! Every answer here is the verdict of a session of its own, about fewer places or others: so what is said of all runs was shown of all
//! runs, and each run that is told was replayed.

use whyc_along::{Along, watch};
use whyc_base::source::Span;
use whyc_base::status::Reason;
use whyc_check::{Effort, Verdict};
use whyc_debug::finding::{AlongPlace, AlongReport, Barrier, Finding, Further, SuspicionKind};
use whyc_debug::suspicion;
use whyc_ir::program::Program;
use whyc_ir::property::PropertyClass;

use crate::refused::{Part, Refused};
use crate::request::Request;
use crate::session::Session;
use crate::watch::{Progress, Watch};

/// What a request about places implies: one run is enough. Where it is not the failing ones that are looked for, races are none of
/// the question, and what threads do is followed access by access.
pub(crate) fn prepare(request: &mut Request) {
    let Some(along) = &request.along else { return };
    request.deciding.effort = Effort::First;
    if !along.failing {
        request.deciding.classes = request.deciding.classes.without(PropertyClass::Race);
        request.deciding.classes = request.deciding.classes.with(PropertyClass::Assertion);
    }
}

/// What stands at the places that are asked for, and those without code, which are passed over.
#[derive(Debug, Default)]
pub(crate) struct Spots {
    /// The places.
    pub spans: Vec<Span>,
    /// Those that are passed over, as they were written.
    pub passed_over: Vec<String>,
}

impl Spots {
    /// That a run comes through the first `reached` places.
    fn report(&self, reached: usize, failing: bool) -> AlongReport {
        AlongReport {
            places: self.spans.iter().map(|&span| AlongPlace { span }).collect(),
            passed_over: self.passed_over.clone(),
            failing,
            reached,
            prefix: None,
            further: None,
            barriers: Vec::new(),
        }
    }
}

/// The program that watches for it, if it is asked for.
pub(crate) fn watching(program: Program, request: &mut Request) -> Result<(Program, Spots), Refused> {
    let Some(along) = &mut request.along else { return Ok((program, Spots::default())) };
    let mistaken = |message| Refused::mistaken(Part::Along, message);
    let passed_over = watch::settle(&program, along).map_err(mistaken)?.iter().map(ToString::to_string).collect();
    let (program, spans) = watch::watching(program, along).map_err(mistaken)?;
    Ok((program, Spots { spans, passed_over }))
}

/// Where a run along the places is all that is asked for, nothing else is told of: no other property was looked at.
pub(crate) fn narrowed(finding: &mut Finding, request: &Request) {
    let Some(along) = request.along.as_ref().filter(|along| !along.failing) else { return };
    let own = watch::description(along);
    let kept: Vec<usize> =
        (0..finding.properties.len()).filter(|&at| finding.properties[at].description == own).collect();
    let new = |old: usize| kept.iter().position(|&at| at == old);
    let runs = finding.counterexample.iter_mut().chain(&mut finding.others);
    runs.for_each(|run| run.property = new(run.property).unwrap_or(0));
    finding.supports.retain_mut(|it| match new(it.property) {
        Some(at) => {
            it.property = at;
            true
        }
        None => false,
    });
    finding.properties.retain(|property| property.description == own);
}

impl Session {
    /// Finds out how far runs come along the places of the request.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub(crate) fn come_along(&mut self) -> Result<(), Refused> {
        self.decide()?;
        let (Some(along), Some(verdict)) = (self.request.along.clone(), self.verdict()) else { return Ok(()) };
        let n = along.places.len();
        let mut report = self.spots.report(n, along.failing);
        if verdict != Verdict::Violated {
            self.watch.tell(Progress::Part("finding out how far runs come"));
            let reason = self.finding().head.reason;
            self.prefix(&along, further(verdict, reason), &mut report)?;
        }
        self.known.along = Some(Box::new(report));
        Ok(())
    }

    /// Looks for the most places from the first on that a run comes through: if a run comes through some, it comes through fewer, too.
    fn prefix(&mut self, along: &Along, all: Further, report: &mut AlongReport) -> Result<(), Refused> {
        let n = along.places.len();
        let (mut low, mut high, mut beyond) = (0, n, (None, all));
        if along.failing {
            high = n + 1;
        }
        let mut reached = None;
        while low + 1 < high {
            let middle = if along.failing && high == n + 1 { n } else { low.midpoint(high) };
            let mut other = self.other(along.first(middle))?;
            other.decide()?;
            let finding = other.finding();
            match finding.head.verdict {
                Verdict::Violated => {
                    let along = Some(Box::new(other.spots.report(middle, false)));
                    (low, reached) = (middle, Some(Finding { along, ..finding }));
                }
                verdict => (high, beyond) = (middle, (Some(other), further(verdict, finding.head.reason))),
            }
        }
        report.reached = low;
        report.prefix = reached.map(Box::new);
        let (session, further) = beyond;
        if further == Further::None && low < n {
            report.barriers = self.by_other_runs(along, low)?;
            if report.barriers.is_empty() {
                let rests_on = match session {
                    Some(mut session) => session.rests_on(),
                    None => self.rests_on(),
                };
                report.barriers.extend(rests_on);
            }
        }
        report.further = Some(further);
        Ok(())
    }

    /// What runs that are allowed more say about it: such that come to the place, wherever they were before; and such that come through
    /// the last two places in the other order.
    fn by_other_runs(&mut self, along: &Along, reached: usize) -> Result<Vec<Barrier>, Refused> {
        let Some(next) = along.places.get(reached) else { return Ok(Vec::new()) };
        let mut alone = self.other(along.through(vec![next.clone()]))?;
        alone.decide()?;
        if alone.verdict() == Some(Verdict::Safe) {
            alone.suspect(suspicion::Extent::All)?;
            return Ok(vec![Barrier::Never(alone.unreached())]);
        }
        let Some(before) = reached.checked_sub(1).and_then(|at| along.places.get(at)) else { return Ok(Vec::new()) };
        if before == next {
            return Ok(Vec::new());
        }
        let mut places = along.first(reached - 1).places;
        places.extend([next.clone(), before.clone()]);
        let mut swapped = self.other(along.through(places))?;
        swapped.decide()?;
        Ok(match swapped.verdict() {
            Some(Verdict::Violated) => vec![Barrier::OtherOrder],
            _ => Vec::new(),
        })
    }

    /// What is known to keep runs from an assertion of ours.
    fn unreached(&self) -> Vec<suspicion::Because> {
        let own = self.request.along.as_ref().map(watch::description);
        let properties = self.analysis.properties.all();
        let spans = properties.iter().filter(|it| Some(&it.description) == own.as_ref()).map(|it| it.span);
        let spans: Vec<Span> = spans.collect();
        let is_it = |it: &&suspicion::Suspicion| it.kind == SuspicionKind::Unreached && spans.contains(&it.span);
        self.known.suspicions.iter().find(is_it).map(|it| it.because.clone()).unwrap_or_default()
    }

    /// What the answer that no run comes along rests on.
    fn rests_on(&mut self) -> Option<Barrier> {
        self.why_safe();
        let own = self.request.along.as_ref().map(watch::description)?;
        let properties = self.analysis.properties.all();
        let is_own = |id: &str| properties.iter().any(|it| it.name == id && it.description == own);
        let supports = self.known.supports.iter().filter(|(id, _)| is_own(id));
        let mut grounds: Vec<_> = supports.flat_map(|(_, support)| support.grounds.iter().copied()).collect();
        grounds.sort_by_key(|it| (it.span.file, it.span.start, it.kind));
        grounds.dedup();
        (!grounds.is_empty()).then_some(Barrier::RestsOn(grounds))
    }

    /// A session about the same program and other places.
    fn other(&self, along: Along) -> Result<Session, Refused> {
        let mut request = self.request.clone();
        request.along = Some(along);
        request.deciding.budget = self.budget.clone();
        // What is learnt and told is about the question that was asked.
        request.learning = None;
        Session::read(request, Watch::silent().ended_by(self.watch.canceller()))
    }
}

fn further(verdict: Verdict, reason: Option<Reason>) -> Further {
    match verdict {
        Verdict::Safe | Verdict::Violated => Further::None,
        Verdict::BoundedSafe => Further::NoneWithinBounds,
        Verdict::Unknown => Further::Unknown(reason.unwrap_or(Reason::Said("it is not decided".to_owned()))),
    }
}
