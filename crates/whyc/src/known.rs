//! `check` against what was known before: the ledger, and what the source excuses.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use jiff::Timestamp;
use whyc_base::status::Status;
use whyc_debug::explain;
use whyc_debug::finding::Finding;
use whyc_review::judge::Context;
use whyc_review::ledger::USUAL;
use whyc_review::{Judgement, Ledger, judge};
use whyc_session::{Request, Session, Watch, Wish};

use crate::check::{self, Open};
use crate::cli::{Format, Known, Output};
use crate::{Exit, answer, output, project};

/// Now; `SOURCE_DATE_EPOCH` if that is set, so that the same input can give the same ledger.
pub fn now() -> Timestamp {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now = fixed.and_then(|seconds| Timestamp::from_second(seconds).ok()).unwrap_or_else(Timestamp::now);
    // Parts of a second say nothing to anyone.
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// Where the ledger is.
pub fn ledger_path(named: Option<&Path>, root: &Path) -> PathBuf {
    named.map_or_else(|| root.join(USUAL), Path::to_owned)
}

/// What the source excuses; the properties of the finding then say so.
pub fn excused(finding: &mut Finding) -> anyhow::Result<Judgement> {
    let root = project::root()?;
    let mut context = Context { root: &root.to_string_lossy(), now: now(), holds_if: &mut |_, _| false };
    Ok(judge(finding, None, &mut context))
}

/// What the exit status says where the source excuses what fails: whatever is known of the rest.
pub fn exit(finding: &Finding, judgement: &Judgement, is_bound_fixed: bool) -> Exit {
    let exit = answer::exit(finding.head.verdict, is_bound_fixed);
    if exit != Exit::Violated || !judgement.is_old() {
        return exit;
    }
    let holds = |status: &Status| match status {
        Status::Holds | Status::Unreachable | Status::Violated => true,
        Status::Bounded(_) => is_bound_fixed,
        Status::Unknown(_) => false,
    };
    let is_open = finding.properties.iter().any(|property| !holds(&property.status));
    if is_open { Exit::Undecided } else { Exit::Holds }
}

/// Decides a program and compares with the ledger, if one is asked for.
pub fn run(request: Request, known: &Known, shown: &Output) -> anyhow::Result<Exit> {
    if known.baseline.is_none() && !known.record {
        return check::run(request, &Wish::Verdict, shown);
    }
    if matches!(shown.format, Format::Vcd | Format::Witness) {
        anyhow::bail!("--baseline and --record go with human, json, html and sarif");
    }
    let root = project::root()?;
    let path = ledger_path(known.baseline.as_deref(), &root);
    let mut ledger = Ledger::read(&path)?;
    let again = request.clone();
    let mut open = match Open::new(request, Wish::Verdict.command(), shown) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(shown, refused),
    };
    let finding = open.session.answer(&Wish::Verdict, check::extent(shown)).map_err(check::mistaken)?;
    // How the failure comes about tells whether it is the same one as before.
    let mut judged = finding.clone();
    if finding.counterexample.is_some() {
        open.session.explain(&explain::Options::default()).map_err(check::mistaken)?;
        judged = open.session.finding();
    }
    let mut context = Context {
        root: &root.to_string_lossy(),
        now: now(),
        holds_if: &mut |property, assumption| holds_if(&again, property, assumption),
    };
    let judgement = judge(&mut judged, Some(&mut ledger), &mut context);
    let mut finding = finding;
    for (property, judged) in finding.properties.iter_mut().zip(&judged.properties) {
        property.excused = judged.excused.clone();
    }
    open.progress.clear();
    if known.record {
        ledger.write(&path).context("the ledger was not written")?;
    }
    let over_time = answer::OverTime::new(&open.session, &finding);
    answer::publish_with(shown, &finding, &judgement, &over_time)?;
    let fixed = open.session.request().is_bound_fixed();
    let exit = match known.baseline {
        // Who has a baseline asks whether anything is new, and nothing else.
        Some(_) if judgement.is_old() => Exit::Holds,
        Some(_) | None => answer::exit(finding.head.verdict, fixed),
    };
    open.forget();
    Ok(exit)
}

/// Whether a property holds in all runs in which an expression does.
fn holds_if(request: &Request, property: &str, assumption: &str) -> bool {
    let mut request = request.clone();
    request.deciding.only = Some(property.to_owned());
    request.assume = Some(assumption.to_owned());
    let decided = Session::open(request, Watch::silent()).and_then(|mut session| {
        session.decide()?;
        Ok(session.finding())
    });
    match decided {
        Ok(finding) => finding.counterexample.is_none(),
        Err(refused) => {
            output::message(&format!("the assumption `{assumption}` of a false alarm has no effect: {refused}\n"));
            false
        }
    }
}
