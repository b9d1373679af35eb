//! `whyc check` and `whyc minimize` on a circuit: a request goes down, a finding comes up.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use whyc_circuit::examine::AskError;
use whyc_circuit::file;
use whyc_circuit::finding::Verdict;
use whyc_circuit::lift::Method;
use whyc_circuit::origin::Origin;
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
}

impl Wanted {
    fn command(self) -> &'static str {
        match self {
            Wanted::Verdict => "check",
            Wanted::Smallest(_) => "minimize",
            Wanted::Reason => "explain",
            Wanted::Places => "localize",
        }
    }
}

/// Checks the circuit and reports. A run is always lifted before it is shown.
pub fn run(args: &Check, wanted: Wanted) -> anyhow::Result<Exit> {
    let Some(path) = args.files.first() else { bail!("which file?") };
    let mut request = request(args, path, wanted)?;
    let (bytes, format) = if verilog::is_verilog(path) {
        let sources = verilog::Sources {
            files: &args.files,
            top: args.circuit.top.as_deref(),
            define: &args.language.define,
            include: &args.language.include,
        };
        let read = verilog::read(&sources, &request.budget)?;
        request.origin = Some(Arc::new(read.origin));
        (read.btor2, file::Format::Btor2)
    } else {
        let format = file::Format::of(path).ok_or_else(|| anyhow!("{}: not a circuit", path.display()))?;
        let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
        if format == file::Format::Btor2 && (wanted == Wanted::Places || request.is_whole) {
            let text = String::from_utf8_lossy(&bytes);
            request.origin = Some(Arc::new(Origin::of_itself(&path.display().to_string(), &text)));
        }
        (bytes, format)
    };
    if wanted == Wanted::Places && format != file::Format::Btor2 {
        bail!(
            "{}: localize needs words (BTOR2, Verilog); for circuits of bits there are check, minimize and explain",
            path.display()
        );
    }
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
    let mut session = Session::open(&bytes, format, request, watch).map_err(wrong)?;
    let mut finding = session.finding().map_err(wrong)?;
    progress.clear();
    if let Some(path) = &args.circuit.certificate {
        certify(&mut finding, &session, path)?;
    }
    let witness = || session.witness(if args.circuit.ternary { DontCares::Kept } else { DontCares::AsInRun });
    let run = Run { witness: &witness, vcd: &|| session.vcd() };
    publish(&args.output, &finding, &bytes, Some(run))?;
    // The process is about to end: nobody needs the memory back.
    std::mem::forget(session);
    Ok(exit(&finding, wanted != Wanted::Verdict))
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

fn request(args: &Check, path: &Path, wanted: Wanted) -> anyhow::Result<Request> {
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
            Wanted::Smallest(lift) => Method::from(lift),
            Wanted::Verdict | Wanted::Reason | Wanted::Places => Method::CoreIncremental,
        },
        is_whole: args.output.format == Format::Html,
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
fn exit(finding: &Finding, is_looked_at: bool) -> Exit {
    match finding.head.verdict {
        Verdict::Safe => Exit::Holds,
        Verdict::BoundedSafe if finding.is_bound_given => Exit::Holds,
        Verdict::BoundedSafe | Verdict::Unknown => Exit::Undecided,
        // To look at a violation is all that is asked of the other verbs.
        Verdict::Violated if is_looked_at => Exit::Holds,
        Verdict::Violated => Exit::Violated,
    }
}
