//! What would have helped whoever waited in vain: options that ask for less, tried out before the time is up.
//!
//! Where the work went says which loop to follow less far and which function to leave out. Whether that is enough is not to be
//! told from there, so it is tried; only what led to an answer is told.

use std::time::{Duration, Instant};

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::status::Reason;
use whyc_check::{Analysis, Outcome, Unwind, Verdict};
use whyc_debug::finding::{Advice, HotKind};
use whyc_debug::hot;
use whyc_ir::program::Origin;
use whyc_ir::property::{PropertyClass, PropertyId};

use crate::request::Request;
use crate::session::Session;
use crate::stack::deep;
use crate::watch::Watch;

/// The part of the time that is kept for trying, as a divisor.
const PART: u32 = 6;
/// From this time on something is kept.
const WORTH: Duration = Duration::from_secs(5);
/// At most this many are told.
const TOLD: usize = 3;

/// The limits within which a program is decided, if something of its time is kept for advice.
pub(crate) fn reserved(budget: &Budget) -> Option<Budget> {
    let left = budget.deadline()?.checked_duration_since(Instant::now())?;
    (left >= WORTH).then(|| budget.clone().with_timeout(left - left / PART))
}

/// A way to ask for less.
struct Less {
    option: String,
    request: Request,
    /// Whether there may be runs that the program does not have.
    makes_up: bool,
}

/// The options that lead to an answer, tried in what is left of the time.
pub(crate) fn effective(request: &Request, analysis: &Analysis, outcome: &Outcome, budget: &Budget) -> Vec<Advice> {
    let is_late = matches!(outcome.reason, Some(Reason::Exhausted(Exhausted::Time)));
    let Some(deadline) = budget.deadline().filter(|_| is_late && outcome.verdict == Verdict::Unknown) else {
        return Vec::new();
    };
    let open = open(analysis, outcome);
    let all = candidates(request, analysis, outcome, &open);
    let mut found = Vec::new();
    for Less { option, request, makes_up } in all {
        let left = deadline.saturating_duration_since(Instant::now());
        if found.len() == TOLD || left.is_zero() || budget.check().is_err() {
            break;
        }
        let answer = answer(request, &open, budget.clone().with_timeout(left / 2));
        // A function that may give anything also gives what the real one never does.
        let answer = answer.filter(|(verdict, _)| *verdict != Verdict::Violated || !makes_up);
        found.extend(answer.map(|(verdict, time)| Advice { option, verdict, time }));
    }
    found
}

/// The checks that nothing final is known of: those that a person wrote, if there are any.
fn open(analysis: &Analysis, outcome: &Outcome) -> Vec<String> {
    let all = analysis.properties.all();
    let is_open = |id: PropertyId| {
        let is_own = analysis.program.functions[all[id].function].origin == Origin::User;
        is_own && !outcome.known[id].status.is_promised()
    };
    let open: Vec<_> = all.iter_enumerated().filter(|(id, _)| is_open(*id)).map(|(_, property)| property).collect();
    let is_written = |class: PropertyClass| class == PropertyClass::Assertion;
    let has_written = open.iter().any(|property| is_written(property.class));
    let told = open.into_iter().filter(|property| !has_written || is_written(property.class));
    told.map(|property| property.name.clone()).collect()
}

/// What is answered within these limits, and after what time. Nothing, if no run comes to a check that the answer is wanted of.
fn answer(mut request: Request, open: &[String], budget: Budget) -> Option<(Verdict, Duration)> {
    let started = Instant::now();
    request.deciding.budget = budget;
    let mut session = Session::open(request, Watch::silent()).ok()?;
    session.decide_within(None).ok()?;
    let verdict = session.finding().head.verdict;
    let wanted = session.analysis.properties.all().iter_enumerated().filter(|(_, it)| open.contains(&it.name));
    let wanted: Vec<PropertyId> = wanted.map(|(id, _)| id).collect();
    let is_answer = match verdict {
        Verdict::Unknown => false,
        Verdict::Violated | Verdict::Safe => true,
        Verdict::BoundedSafe => deep(|| wanted.into_iter().any(|id| session.analysis.is_reached(id))),
    };
    is_answer.then(|| (verdict, started.elapsed()))
}

/// Ways to ask for less, the most likely to help first.
fn candidates(request: &Request, analysis: &Analysis, outcome: &Outcome, open: &[String]) -> Vec<Less> {
    let spots = hot::hot_spots(analysis);
    let mut all = Vec::new();
    let lower = |depth: u64| u32::try_from(depth.min(u64::from(outcome.unwind)) / 4).unwrap_or(u32::MAX).max(1);
    let hottest = spots.iter().find_map(|spot| match spot.kind {
        HotKind::Loop { rounds } => Some((spot, rounds)),
        HotKind::Function | HotKind::Line => None,
    });
    if let Some((spot, rounds)) = hottest {
        let mut less = request.clone();
        let bound = lower(rounds);
        less.deciding.unwind_loops.retain(|(name, _)| *name != spot.name);
        less.deciding.unwind_loops.push((spot.name.clone(), bound));
        all.push(Less { option: format!("--unwind-loop {}:{bound}", spot.name), request: less, makes_up: false });
    }
    let program = &analysis.program;
    let is_called = |name: &str| {
        let own = program.functions.iter().find(|f| f.name == name && f.origin == Origin::User);
        own.is_some() && program.functions[program.entry].name != name
    };
    if let Some(spot) = spots.iter().find(|spot| spot.kind == HotKind::Function && is_called(&spot.name)) {
        let mut less = request.clone();
        less.reading.stubs.push(spot.name.clone());
        all.push(Less { option: format!("--stub {}", spot.name), request: less, makes_up: true });
    }
    let bound = lower(u64::from(outcome.unwind));
    if bound < outcome.unwind {
        let mut less = request.clone();
        less.deciding.unwind = Unwind::Fixed(bound);
        all.push(Less { option: format!("--unwind {bound}"), request: less, makes_up: false });
    }
    if let Some(first) = open.first().filter(|_| request.deciding.only.is_none()) {
        let mut less = request.clone();
        less.deciding.only = Some(first.clone());
        all.push(Less { option: format!("--property {first}"), request: less, makes_up: false });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Factors that nobody finds soon, behind something that is decided at once.
    const HARD: &str = "extern unsigned long long nondet(void);
        int main(void) {
            unsigned long long a = nondet() >> 32, b = nondet() >> 32;
            __VERIFIER_assert(a >> 32 == 0);
            __VERIFIER_assert(a < 2 || b < 2 || a * b != 1000000016000000063u);
            return 0;
        }";

    #[test]
    fn what_is_advised_leads_to_an_answer() {
        let soon = Budget::unlimited().with_timeout(Duration::ZERO);
        let mut session = Session::open(Request::source("hard.c", HARD), Watch::silent()).expect("it is C");
        session.set_budget(soon);
        session.decide().expect("nothing is wrong with it");
        let Session { request, analysis, outcome: Some(outcome), .. } = session else { panic!("it was decided") };
        assert_eq!(outcome.verdict, Verdict::Unknown);
        let advice =
            effective(&request, &analysis, &outcome, &Budget::unlimited().with_timeout(Duration::from_secs(6)));
        let [Advice { option, verdict: Verdict::Safe, .. }] = &advice[..] else { panic!("{advice:?}") };
        assert_eq!(option, "--property main.assertion.1");
    }
}
