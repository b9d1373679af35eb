//! `whyc check` and `whyc minimize` on a circuit: a request goes down, a finding comes up.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use whyc_base::budget::Budget;
use whyc_circuit::examine::AskError;
use whyc_circuit::file;
use whyc_circuit::finding::{CoverReport, Reached, Status, Verdict};
use whyc_circuit::gates;
use whyc_circuit::lift::Method;
use whyc_circuit::origin::{Origin, Place};
use whyc_report::circuit::{html, json, sarif, text};
use whyc_report::text::TextOptions;
use whyc_session::circuit::{Ask, DontCares, Finding, Goal, Refused, Request, Session};
use whyc_session::{Progress as Doing, Watch};

use crate::Exit;
use crate::asked::{self, budget};
use crate::cli::{Check, Format, Lift, Output};
use crate::progress::Progress;
use crate::{edge, fallback, formats, output, verilog};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;

/// What is asked of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether it can fail.
    Verdict,
    /// What matters in a failing run, found like this.
    Smallest(Lift),
    /// Why it fails.
    Reason,
    /// Where it could be mended.
    Places,
    /// Why what holds may say little.
    Suspicions,
}

impl Wanted {
    fn command(self) -> &'static str {
        match self {
            Wanted::Verdict => "check",
            Wanted::Smallest(_) => "minimize",
            Wanted::Reason => "explain",
            Wanted::Places => "localize",
            Wanted::Suspicions => "vacuity",
        }
    }
}

/// Checks the circuit and reports. A run is always lifted before it is shown.
pub fn run(args: &Check, wanted: Wanted) -> anyhow::Result<Exit> {
    let Some(path) = args.files.first() else { bail!("which file?") };
    let mut request = request(args, path, wanted)?;
    let mut covers = None;
    let (bytes, format) = if verilog::is_verilog(path) {
        let read = verilog::read(&sources(args)?, &request.budget)?;
        request.origin = Some(Arc::new(read.origin));
        covers = read.covers.filter(|_| wanted == Wanted::Verdict && args.scope.property.is_none());
        (read.btor2, file::Format::Btor2)
    } else {
        let format = file::Format::of(path).ok_or_else(|| anyhow!("{}: not a circuit", path.display()))?;
        let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
        if wanted == Wanted::Places || format == file::Format::Btor2 && request.is_whole {
            // Of gates, a person is told as the file has them.
            match gates::as_words(&path.display().to_string(), &bytes, format, &request.budget) {
                Ok((words, origin)) => {
                    request.origin = Some(Arc::new(origin));
                    (words, file::Format::Btor2)
                }
                // What is wrong is said where the file is read as any other.
                Err(_) => (bytes, format),
            }
        } else {
            (bytes, format)
        }
    };
    let progress = Arc::new(Progress::new(args.output.quiet));
    let (line, shown) = (Arc::clone(&progress), args.output.clone());
    let watch = Watch::telling(move |what| {
        if let Doing::Cycles(finding) = what {
            fallback::of_circuit(&shown, finding);
        }
        line.tell(what);
    });
    request.budget = request.budget.ended_by(watch.canceller().flag());
    edge::hold(&request.budget);
    let wrong = |refused: Refused| match (&refused, &args.circuit.state) {
        (Refused::Mistaken(AskError::State(_)), Some(state)) => anyhow!("{}: {refused}", state.display()),
        _ => anyhow!("{}: {refused}", path.display()),
    };
    let budget = request.budget.clone();
    let mut session = Session::open(&bytes, format, request, watch).map_err(wrong)?;
    let mut finding = match session.finding() {
        // A design may say what should be reached, and nothing else.
        Err(Refused::Mistaken(AskError::NoProperty)) if covers.is_some() => nothing_asserted(path),
        found => found.map_err(wrong)?,
    };
    if let Some(covers) = covers {
        finding.covers = reached(args, path, covers, &budget)?;
    }
    progress.clear();
    if verilog::is_verilog(path) {
        confirm(&mut finding, args)?;
    }
    if let Some(path) = &args.circuit.certificate {
        certify(&mut finding, &session, path)?;
    }
    let witness = || session.witness(if args.circuit.ternary { DontCares::Kept } else { DontCares::AsInRun });
    let run = Run { witness: &witness, vcd: &|| session.vcd() };
    publish(&args.output, &finding, &bytes, Some(run))?;
    // The process is about to end: nobody needs the memory back.
    std::mem::forget(session);
    Ok(exit(&finding, !matches!(wanted, Wanted::Verdict | Wanted::Suspicions)))
}

/// What is known of the properties that a design in Verilog states itself; nothing if it states none.
pub fn finding(args: &Check) -> anyhow::Result<Option<Finding>> {
    let Some(path) = args.files.first() else { bail!("which file?") };
    let mut request = request(args, path, Wanted::Verdict)?;
    let read = verilog::read(&sources(args)?, &request.budget)?;
    request.origin = Some(Arc::new(read.origin));
    let budget = request.budget.clone();
    let mut session = Session::open(&read.btor2, file::Format::Btor2, request, Watch::silent())
        .map_err(|refused| anyhow!("{}: {refused}", path.display()))?;
    let mut finding = match session.finding() {
        Err(Refused::Mistaken(AskError::NoProperty)) if read.covers.is_some() => nothing_asserted(path),
        Err(Refused::Mistaken(AskError::NoProperty)) => return Ok(None),
        found => found.map_err(|refused| anyhow!("{}: {refused}", path.display()))?,
    };
    if let Some(covers) = read.covers.filter(|_| args.scope.property.is_none()) {
        finding.covers = reached(args, path, covers, &budget)?;
    }
    Ok(Some(finding))
}

/// The Verilog that is asked about.
pub fn sources(args: &Check) -> anyhow::Result<verilog::Sources<'_>> {
    Ok(verilog::Sources {
        texts: verilog::texts(&args.files)?,
        top: args.circuit.top.as_deref(),
        define: &args.language.define,
        include: &args.language.include,
    })
}

/// What is said of a design that asserts nothing.
fn nothing_asserted(path: &Path) -> Finding {
    let mut finding = Finding::unread("check", &path.display().to_string(), String::new().into());
    (finding.head.verdict, finding.head.reason) = (Verdict::Safe, None);
    finding
}

/// Whether what a design wants to be reached is.
fn reached(
    args: &Check,
    path: &Path,
    (btor2, origin): (Vec<u8>, Origin),
    budget: &Budget,
) -> anyhow::Result<Vec<CoverReport>> {
    let mut request = request(args, path, Wanted::Verdict)?;
    request.origin = Some(Arc::new(origin));
    // No run is shown: what matters in it need not be known well.
    (request.method, request.every_run, request.is_whole) = (Some(Method::Graph), false, false);
    request.budget = budget.clone();
    let finding = Session::open(&btor2, file::Format::Btor2, request, Watch::silent())?.finding()?;
    let told = finding.properties.into_iter().map(|property| CoverReport {
        reached: match property.status {
            Status::Violated => Reached::After(property.cycles),
            Status::Holds | Status::Unreachable => Reached::Never,
            Status::Bounded(_) => Reached::NotWithin(property.cycles + 1),
            Status::Unknown(_) => Reached::NotWithin(property.cycles),
        },
        id: property.id,
        place: property.place,
    });
    let mut told: Vec<CoverReport> = told.collect();
    told.sort_by_key(|it| it.place.as_ref().map(|place| (place.file.clone(), place.line, place.column)));
    Ok(told)
}

/// Makes each change in the Verilog itself and asks once more: what is told is what was checked. A change of which that cannot be
/// said is left out.
fn confirm(finding: &mut Finding, args: &Check) -> anyhow::Result<()> {
    let Some(id) = finding.counterexample.as_ref().map(|run| finding.properties[run.property].id.clone()) else {
        return Ok(());
    };
    let bound = finding.counterexample.as_ref().map_or(0, |run| run.depth) + MORE_CYCLES;
    let Some(found) = &mut finding.localization else { return Ok(()) };
    for it in &mut found.places {
        let place = &it.place;
        it.fixes.retain_mut(|fix| {
            let Some(new) = &fix.new else { return true };
            match holds_with(args, place, new, &id, bound) {
                Ok(Some(up_to)) => {
                    fix.up_to = up_to;
                    true
                }
                Ok(None) | Err(_) => false,
            }
        });
    }
    found
        .places
        .sort_by_key(|it| it.fixes.first().map_or((2, 0), |fix| (usize::from(fix.differs.0 > 0), fix.differs.0)));
    Ok(())
}

/// A change is looked at for so many cycles more than the failing run has.
const MORE_CYCLES: usize = 16;

/// Up to which cycle the property holds with `new` in a place, nothing for all; none if it does not.
fn holds_with(args: &Check, place: &Place, new: &str, id: &str, bound: usize) -> anyhow::Result<Option<Option<usize>>> {
    let mut sources = sources(args)?;
    let Some((_, text)) = sources.texts.iter_mut().find(|(name, _)| *name == place.file) else { return Ok(None) };
    let Some(bytes) = place.bytes(text) else { return Ok(None) };
    text.replace_range(bytes, new);
    let mut request = request(args, Path::new(&place.file), Wanted::Verdict)?;
    let read = verilog::read(&sources, &request.budget)?;
    request.ask = Ask::File { only: Some(id.to_owned()) };
    request.bound = Some(bound);
    let mut session = Session::open(&read.btor2, file::Format::Btor2, request, Watch::silent())?;
    let checked = session.finding()?;
    Ok(checked.properties.first().and_then(|it| match it.status {
        Status::Holds => Some(None),
        Status::Bounded(_) => Some(Some(it.cycles)),
        Status::Violated | Status::Unreachable | Status::Unknown(_) => None,
    }))
}

/// Writes the certificate, if there is a proof to write.
fn certify(finding: &mut Finding, session: &Session, path: &Path) -> anyhow::Result<()> {
    let is_ascii = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("aag"));
    match (session.certificate(is_ascii), &mut finding.proof) {
        (Some(bytes), Some(proof)) => {
            output::file(&bytes, path)?;
            proof.certificate = Some(path.display().to_string());
        }
        _ => output::message("there is no proof by an invariant, and so no certificate\n"),
    }
    Ok(())
}

pub fn request(args: &Check, path: &Path, wanted: Wanted) -> anyhow::Result<Request> {
    let asked = &args.circuit;
    let ask = match (&asked.state, asked.reach) {
        (Some(state), _) => {
            let bytes =
                asked::read_up_to(state, LARGEST).with_context(|| format!("cannot read {}", state.display()))?;
            Ask::State(String::from_utf8(bytes).with_context(|| format!("{} is not text", state.display()))?)
        }
        (None, Some(steps)) => Ask::Reach { steps: steps as usize, seed: asked.seed },
        (None, None) => Ask::File { only: args.scope.property.clone() },
    };
    Ok(Request {
        command: wanted.command().to_owned(),
        file: path.display().to_string(),
        ask,
        goal: match (&asked.certificate, asked.prove) {
            (Some(_), _) => Goal::Certificate,
            (None, true) => Goal::Proof,
            (None, false) => Goal::Either,
        },
        bound: asked.bound.map(|bound| bound as usize),
        method: match wanted {
            Wanted::Smallest(lift) => Some(Method::from(lift)),
            Wanted::Verdict | Wanted::Reason | Wanted::Places | Wanted::Suspicions => None,
        },
        is_whole: args.output.format == Format::Html,
        fixed: args.scope.input.clone(),
        origin: None,
        every_run: formats::shows_every_run(args.output.format),
        budget: budget(args),
    })
}

impl From<Lift> for Method {
    fn from(lift: Lift) -> Self {
        match lift {
            Lift::Graph => Method::Graph,
            Lift::Brute => Method::Brute,
            Lift::Core => Method::Core,
            Lift::CoreIncremental => Method::CoreIncremental,
            Lift::Minimum => Method::Minimum,
        }
    }
}

/// The forms of a run that only a session can write.
pub struct Run<'a> {
    witness: &'a dyn Fn() -> Option<String>,
    vcd: &'a dyn Fn() -> Option<String>,
}

/// Writes the finding in the format that was asked for; with the run, if there is one.
pub fn publish(shown: &Output, finding: &Finding, bytes: &[u8], run: Option<Run<'_>>) -> anyhow::Result<()> {
    let path = shown.output.as_deref();
    let tool = match shown.format {
        Format::Html => return output::page(&html::render(finding), path, shown.open),
        Format::Json => Some(json::render(finding)),
        Format::Sarif => Some(sarif::render(finding, bytes, &formats::root()?)),
        Format::Witness => run.and_then(|run| (run.witness)()),
        Format::Lcov | Format::Cobertura => bail!("--format lcov and cobertura are for cover"),
        Format::Vcd => run.and_then(|run| (run.vcd)()),
        Format::Human => None,
    };
    if let Some(report) = tool {
        return output::report(&report, path);
    }
    let options = TextOptions {
        color: output::is_colored(shown.color, path),
        width: output::width(),
        ssa: false,
        quiet: shown.quiet,
        show_output: false,
        stats: false,
        all: shown.all,
    };
    let report = text::render(finding, &options);
    if shown.format == Format::Human {
        return output::report(&report, path);
    }
    // There is no run to be written: a message, not half a file.
    output::message(&report);
    Ok(())
}

/// What the exit status says. A bound that is given asks about the runs within it.
pub fn exit(finding: &Finding, is_looked_at: bool) -> Exit {
    match finding.head.verdict {
        Verdict::Safe => Exit::Holds,
        Verdict::BoundedSafe if finding.is_bound_given => Exit::Holds,
        Verdict::BoundedSafe | Verdict::Unknown => Exit::Undecided,
        // To look at a violation is all that is asked of the other verbs.
        Verdict::Violated if is_looked_at => Exit::Holds,
        Verdict::Violated => Exit::Violated,
    }
}
