//! Which engines looked for the answer, as a person reads it.

use std::fmt::Write as _;

use std::sync::Arc;

use whyc_base::finding::{EngineReport, FamilyReport, Tried};
use whyc_base::source::{SourceMap, Span};
use whyc_check::prover::Unproved;
use whyc_check::{Outcome, Verdict};
use whyc_debug::finding::Finding;
use whyc_engines::advisor::Ended;
use whyc_engines::family::About;
use whyc_engines::guided::Numbers;
use whyc_engines::guided::search::Statistics;
use whyc_engines::split::{Asked, Family, State};
use whyc_engines::store::{Attempt, Run, Store};
use whyc_engines::{EngineName, Mode, Splitting};

use crate::request::Request;
use crate::session::Session;

/// No more than so many conditions of a family are told.
const FEW: usize = 3;

/// Who splits hard questions, as the request says; nobody if they stay whole.
pub(crate) fn splitting(request: &Request) -> Option<Splitting> {
    let splitting = |mode: Mode| {
        let splitting = Splitting::new(mode, request.jobs)?;
        let splitting = match &request.elsewhere {
            Some(elsewhere) => splitting.elsewhere(Arc::clone(elsewhere)),
            None => splitting,
        };
        Some(match request.patience {
            Some(patience) => splitting.after(patience),
            None => splitting,
        })
    };
    let (Mode::Auto, Some(engines)) = (request.split, &request.engines) else {
        let splitting = splitting(request.split)?;
        return Some(match &request.learning {
            Some(store) => splitting.learning(store.clone()),
            None => splitting,
        });
    };
    let has = |engine| engines.contains(&engine);
    match (has(EngineName::Unrolling), has(EngineName::Tunnels), has(EngineName::Cubes)) {
        (_, false, false) => None,
        (false, true, false) => splitting(Mode::Tunnels),
        (false, false, true) => splitting(Mode::Cubes),
        (true, _, _) | (false, true, true) => {
            let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
            splitting(Mode::Auto).map(|it| it.among(&names))
        }
    }
}

/// Keeps what was tried, if more than one engine was.
pub(crate) fn remember(session: &Session, outcome: &Outcome) {
    let Some(path) = &session.request.learning else { return };
    let tried = tried(session, outcome);
    if tried.len() < 2 {
        return;
    }
    let attempts = tried.iter().map(|it| Attempt {
        engine: it.engine.clone(),
        why: it.why.clone(),
        outcome: it.outcome.clone(),
        seconds: (it.time.as_secs_f64() * 1000.0).round() / 1000.0,
    });
    let run = Run {
        files: session.request.names(),
        verdict: outcome.verdict.name().to_owned(),
        won: won(session, outcome).map(str::to_owned),
        tried: attempts.collect(),
    };
    let mut store = Store::load(path).unwrap_or_default();
    store.note(run);
    // What cannot be kept is no reason to say less now.
    let _ = store.save(path);
}

/// Which engines looked for the answer; nothing if there was one, and it was asked everything at once.
pub(crate) fn told(session: &Session, outcome: &Outcome, finding: &Finding) -> Option<EngineReport> {
    let all = session.log.all();
    let asked = worth_telling(outcome, &all);
    let tried = tried(session, outcome);
    if asked.is_none() && tried.len() < 2 {
        return None;
    }
    let sources = &finding.sources;
    Some(EngineReport {
        won: won(session, outcome).map(str::to_owned),
        line: line(session, outcome),
        tried,
        families: asked.iter().flat_map(|it| &it.families).map(|family| family_report(sources, family)).collect(),
        families_line: asked.map(|asked| families_line(sources, asked)),
    })
}

/// What happened, where it is worth a line and the same each time but for the time it took.
fn line(session: &Session, outcome: &Outcome) -> Option<String> {
    let guiding = session.guiding.numbers();
    if guiding.attempts > 0 {
        return guided_line(session, outcome, &guiding);
    }
    let numbers = session.tried.numbers();
    let is_found = outcome.verdict == Verdict::Violated && session.analysis.is_scouted;
    is_found.then(|| format!("found by simulation in {:.2} s, in run {}", numbers.time.as_secs_f64(), numbers.runs))
}

/// What the guided search did: where it found the run; where it did not, if it was asked for by its name.
fn guided_line(session: &Session, outcome: &Outcome, numbers: &Numbers) -> Option<String> {
    let seconds = numbers.time.as_secs_f64();
    let did = did(&numbers.last);
    match (outcome.verdict, session.analysis.is_scouted) {
        (Verdict::Violated, true) => Some(format!("found by guided search in {seconds:.2} s: {did}")),
        (Verdict::Violated, false) => None,
        _ if session.request.engines.is_none() => None,
        _ => Some(format!("guided search found no such run in {seconds:.2} s: {did}{}", furthest(numbers))),
    }
}

/// What a search did, in numbers.
fn did(last: &Statistics) -> String {
    let count = |n: u64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut text = count(last.states, "state", "states");
    let _ = write!(text, ", {}", count(last.returns, "return to an earlier one", "returns to earlier ones"));
    if last.forgotten > 0 {
        let _ = write!(text, ", {} forgotten", last.forgotten);
    }
    text
}

fn furthest(numbers: &Numbers) -> String {
    match numbers.places {
        0 => String::new(),
        n => format!("; it came through {} of {n} places", numbers.last.furthest.min(n)),
    }
}

/// The engine that gave the answer.
fn won(session: &Session, outcome: &Outcome) -> Option<&'static str> {
    match outcome.verdict {
        Verdict::Unknown => None,
        Verdict::Violated if session.analysis.is_scouted && session.guiding.numbers().found => {
            Some(EngineName::Guided.name())
        }
        Verdict::Violated if session.analysis.is_scouted => Some(EngineName::Simulation.name()),
        Verdict::Safe | Verdict::BoundedSafe if outcome.proof.is_some() => Some(EngineName::Induction.name()),
        Verdict::Violated | Verdict::Safe | Verdict::BoundedSafe => {
            let raced = session.log.raced();
            let split = || match session.request.split {
                Mode::Tunnels => EngineName::Tunnels.name(),
                Mode::Cubes => EngineName::Cubes.name(),
                Mode::Auto | Mode::None => EngineName::Unrolling.name(),
            };
            let is_split = !session.log.all().is_empty();
            let usual = if is_split { split() } else { EngineName::Unrolling.name() };
            Some(raced.last().and_then(|it| it.won).unwrap_or(usual))
        }
    }
}

/// What was tried, and what came of it.
fn tried(session: &Session, outcome: &Outcome) -> Vec<Tried> {
    let mut all = Vec::new();
    let is_scouted = session.analysis.is_scouted;
    let unrolled = match outcome.verdict {
        Verdict::Violated if !is_scouted => "a failing run",
        Verdict::Safe if outcome.proof.is_none() => "every run was followed to its end",
        Verdict::Safe | Verdict::BoundedSafe | Verdict::Violated => "no failing run within the bounds",
        Verdict::Unknown => "no answer",
    };
    let time = outcome.unroll_time + session.analysis.engine.stats().solve_time;
    all.push(Tried {
        engine: EngineName::Unrolling.name().to_owned(),
        why: "it is always tried".to_owned(),
        outcome: match outcome.unwind {
            0 | 1 => unrolled.to_owned(),
            rounds => format!("{unrolled}, up to {rounds} rounds"),
        },
        time,
    });
    let guiding = session.guiding.numbers();
    if guiding.attempts > 0 {
        all.push(Tried {
            engine: EngineName::Guided.name().to_owned(),
            why: match session.request.engines {
                Some(_) => "it was asked for",
                None => "there was no answer soon",
            }
            .to_owned(),
            outcome: match guiding.found {
                true => format!("a run, after {}", did(&guiding.last)),
                false => format!("no run, after {}{}", did(&guiding.last), furthest(&guiding)),
            },
            time: guiding.time,
        });
    }
    let numbers = session.tried.numbers();
    if numbers.runs > 0 {
        all.push(Tried {
            engine: EngineName::Simulation.name().to_owned(),
            why: "there was no answer soon".to_owned(),
            outcome: match numbers.failed {
                Some(_) => format!("a failing run, number {}", numbers.runs),
                None => format!("{} runs, none of which fails", numbers.runs),
            },
            time: numbers.time,
        });
    }
    for raced in session.log.raced() {
        all.extend(raced.past.iter().map(|past| {
            Tried {
                engine: past.advice.engine.to_owned(),
                why: format!("a question was hard; its mark was {:.1}", past.mark),
                outcome: match past.ended {
                    Ended::Solved => "the answer",
                    Ended::InVain => "none in time, and others promised more",
                    Ended::NotNeeded => "not needed any more",
                }
                .to_owned(),
                time: past.time,
            }
        }));
    }
    let attempts = session.analysis.attempts;
    if attempts.n > 0 {
        let outcome = match (&outcome.proof, attempts.last) {
            (Some(proof), _) => match proof.invariants.len() {
                0 => "a proof".to_owned(),
                1 => "a proof with one invariant".to_owned(),
                n => format!("a proof with {n} invariants"),
            },
            (None, Some(Unproved::TooMuch)) => "no proof for the share of the work that it has".to_owned(),
            (None, Some(Unproved::NotShown) | None) => "no proof: what it tries does not show it".to_owned(),
        };
        all.push(Tried {
            engine: EngineName::Induction.name().to_owned(),
            why: "loops went on beyond the bounds".to_owned(),
            outcome,
            time: attempts.time,
        });
    }
    all
}

/// The split question that says most about the outcome: the one with the failing run, or the last one.
fn worth_telling<'a>(outcome: &Outcome, all: &'a [Asked]) -> Option<&'a Asked> {
    let has_run = |asked: &&Asked| asked.for_failure && asked.families.iter().any(|it| it.state == State::Found);
    match outcome.verdict {
        Verdict::Violated => all.iter().find(has_run),
        Verdict::Unknown => all.last(),
        Verdict::Safe | Verdict::BoundedSafe => all.iter().rev().find(|asked| asked.for_failure).or(all.last()),
    }
}

fn family_report(sources: &SourceMap, family: &Family) -> FamilyReport {
    FamilyReport {
        paths: paths(sources, family),
        state: match family.state {
            State::Refuted => "proved",
            State::Found => "fails",
            State::Open => "open",
        },
        conflicts: family.conflicts,
        time: family.time,
    }
}

/// What became of the families, in a sentence. Those above the lowest that fails are not counted where they were not all looked
/// at: how many of them were done by then depends on the threads.
fn families_line(sources: &SourceMap, asked: &Asked) -> String {
    let n = |state: State| asked.families.iter().filter(|it| it.state == state).count();
    let (proved, failing, open) = (n(State::Refuted), n(State::Found), n(State::Open));
    let found: Vec<String> =
        asked.families.iter().filter(|it| it.state == State::Found).take(FEW).map(|it| paths(sources, it)).collect();
    if failing > 0 {
        let only = if asked.is_whole { "only " } else { "" };
        let rest = match (proved, asked.is_whole) {
            (0, true) => String::new(),
            (0, false) => "; other families of paths were not looked at".to_owned(),
            (1, true) => "; the other family of paths is proved".to_owned(),
            (n, true) => format!("; the other {n} families of paths are proved"),
            (1, false) => "; one family of paths is proved, the rest was not looked at".to_owned(),
            (n, false) => format!("; {n} families of paths are proved, the rest was not looked at"),
        };
        let more = if failing > FEW { format!(" and in {} more families", failing - FEW) } else { String::new() };
        return format!("fails {only}where {}{more}{rest}", found.join(", or where "));
    }
    let all = asked.families.len();
    if open == 0 {
        return format!("all {all} families of paths that the question was split into are proved");
    }
    let left: Vec<String> =
        asked.families.iter().filter(|it| it.state == State::Open).take(FEW).map(|it| paths(sources, it)).collect();
    let more = if open > FEW { format!(", and {} more", open - FEW) } else { String::new() };
    format!("of {all} families of paths {proved} are proved; open: where {}{more}", left.join(", where "))
}

/// What the runs of a family have in common.
fn paths(sources: &SourceMap, family: &Family) -> String {
    let told: Vec<String> =
        family.about.iter().filter_map(|(about, holds)| condition(sources, *about, *holds)).collect();
    let hidden = family.about.len() - told.len();
    let mut text = String::new();
    // The last conditions are what tells it from its neighbours.
    let skipped = told.len().saturating_sub(FEW);
    text.push_str(&told[skipped..].join(" and "));
    if skipped > 0 {
        let _ = write!(text, " ({skipped} more)");
    }
    match (hidden, text.is_empty()) {
        (0, true) => "anything".to_owned(),
        (0, false) => text,
        (n, true) => format!("inputs are as {n} conditions say"),
        (n, false) => format!("{text} ({n} about inputs)"),
    }
}

fn condition(sources: &SourceMap, about: About, holds: bool) -> Option<String> {
    let (span, nth) = match about {
        About::Branch { span, nth } | About::Reach { span, nth } => (span, nth),
        About::Other => return None,
    };
    let (code, time) = (code(sources, span), if nth > 1 { format!(", time {nth}") } else { String::new() });
    let place = format!("line {}{time}", sources.line(span));
    Some(match (about, holds) {
        (About::Branch { .. }, true) => format!("`{code}` holds ({place})"),
        (About::Branch { .. }, false) => format!("`{code}` does not hold ({place})"),
        (About::Reach { .. }, true) => format!("a run comes to `{code}` ({place})"),
        (About::Reach { .. } | About::Other, _) => format!("no run comes to `{code}` ({place})"),
    })
}

/// The condition as it is written, in one line.
fn code(sources: &SourceMap, span: Span) -> String {
    const LONG: usize = 40;
    let text: String = sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > LONG { text.chars().take(LONG - 1).chain(['…']).collect() } else { text }
}
