//! `whyc check` and `whyc minimize` on a circuit: from a file to a finding, and on to an exit status.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use whyc_circuit::check::Goal;
use whyc_circuit::design::Design;
use whyc_circuit::examine::{self, Ask, Examined, Request, examine};
use whyc_circuit::file::{self, ReadError};
use whyc_circuit::finding::{Finding, Verdict};
use whyc_circuit::lift::Method;
use whyc_report::circuit::{html, json, sarif, text};
use whyc_report::text::TextOptions;

use crate::Exit;
use crate::asked::{self, budget};
use crate::cli::{Check, Format, Lift};
use crate::{edge, formats, output};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;

/// Checks the circuit and reports. A run is always lifted before it is shown; `lift` is how, and that
/// the verb is `minimize`.
pub fn run(args: &Check, lift: Option<Lift>) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let [path] = args.files.as_slice() else { bail!("a circuit is a single file") };
    let request = request(args, path, lift)?;
    edge::hold(&request.budget);
    let format = file::Format::of(path).ok_or_else(|| anyhow!("{}: not a circuit", path.display()))?;
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    let design = match format.read_within(&bytes, &request.budget) {
        Ok(design) => design,
        Err(ReadError::Refused(error)) if !error.is_file_right => bail!("{}: {error}", path.display()),
        Err(error @ (ReadError::Refused(_) | ReadError::Exhausted(_))) => {
            let mut finding = examine::undecided(&request, &error);
            finding.stats.total = start.elapsed();
            publish(args, &finding, &bytes, None)?;
            return Ok(Exit::Undecided);
        }
    };
    let parse_time = start.elapsed();
    let mut examined = examine(&design, &request).map_err(|error| match (&error, &args.circuit.state) {
        (examine::AskError::State(_), Some(state)) => anyhow!("{}: {error}", state.display()),
        _ => anyhow!("{}: {error}", path.display()),
    })?;
    examined.finding.stats.parse = parse_time;
    examined.finding.stats.total = start.elapsed();
    publish(args, &examined.finding, &bytes, Some((&examined, &design)))?;
    Ok(exit(&examined.finding, lift.is_some()))
}

fn request(args: &Check, path: &Path, lift: Option<Lift>) -> anyhow::Result<Request> {
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
        command: if lift.is_some() { "minimize" } else { "check" }.to_owned(),
        file: path.display().to_string(),
        ask,
        goal: if asked.prove { Goal::Proof } else { Goal::Violation },
        bound: asked.bound.map(|bound| bound as usize),
        method: lift.map_or(Method::CoreIncremental, Method::from),
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

/// Writes the finding in the format that was asked for.
pub fn publish(
    args: &Check,
    finding: &Finding,
    bytes: &[u8],
    examined: Option<(&Examined, &Design)>,
) -> anyhow::Result<()> {
    let path = args.output.output.as_deref();
    let report = match (args.output.format, examined) {
        (Format::Html, _) => return output::page(&html::render(finding), path, args.output.open),
        (Format::Json, _) => json::render(finding),
        (Format::Sarif, _) => sarif::render(finding, bytes, &formats::root()?),
        (Format::Witness, Some((examined, design))) => examined.witness(design),
        (Format::Vcd, Some((examined, design))) if examined.run.is_some() => examined.vcd(design).unwrap_or_default(),
        (Format::Human | Format::Witness | Format::Vcd, _) => {
            let options = TextOptions {
                color: output::is_colored(args.output.color, path),
                width: output::width(),
                ssa: false,
                quiet: args.output.quiet,
                show_output: false,
                all: args.output.all,
            };
            let report = text::render(finding, &options);
            if args.output.format != Format::Human {
                // There is no run to be written: a message, not half a file.
                output::message(&report);
                return Ok(());
            }
            report
        }
    };
    output::report(&report, path)
}

/// What the exit status says. Who fixes the bound asks about the runs within it.
fn exit(finding: &Finding, is_minimize: bool) -> Exit {
    match finding.verdict {
        Verdict::Safe => Exit::Holds,
        Verdict::BoundedSafe if finding.is_bound_given => Exit::Holds,
        Verdict::BoundedSafe | Verdict::Unknown => Exit::Undecided,
        // To look at a violation is all that is asked of the other verbs.
        Verdict::Violated if is_minimize => Exit::Holds,
        Verdict::Violated => Exit::Violated,
    }
}
