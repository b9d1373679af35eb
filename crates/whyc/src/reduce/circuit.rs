//! `whyc reduce` for circuits.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use whyc_circuit::file;
use whyc_circuit::finding::{Finding, Verdict};
use whyc_reduce::circuit::{self, Gates, Netlist, Words};
use whyc_report::circuit::json;
use whyc_report::json::{Reduced, ReducedText};
use whyc_session::circuit::{Ask, Request};
use whyc_session::{Progress as Told, Watch};
use whyc_shrink::Stop;

use crate::circuit::{Wanted, exit, publish, request};
use crate::cli::{Format, Reduce};
use crate::progress::Progress;
use crate::{Exit, asked, edge, output, verilog};

/// The largest file that is made smaller, in bytes.
const LARGEST: u64 = 64 << 20;

/// Makes the circuit smaller, and reports.
pub fn run(args: &Reduce) -> anyhow::Result<Exit> {
    let Some(path) = args.check.files.first() else { bail!("which file?") };
    if args.same_values || args.same_inputs || args.verdict.is_some() {
        bail!("--same-values, --same-inputs and --verdict are for C programs");
    }
    if verilog::is_verilog(path) {
        bail!("{}: reduce is for circuits that are files of gates or words (AIGER, BENCH, BTOR2)", path.display());
    }
    let format = file::Format::of(path).ok_or_else(|| anyhow!("{}: not a circuit", path.display()))?;
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    let stop = Stop::default();
    edge::until(&stop.flag(), args.check.limits.timeout);
    let mut check = args.check.clone();
    check.limits.timeout = None;
    let mut request = request(&check, path, Wanted::Verdict)?;
    "reduce".clone_into(&mut request.command);
    let wrong = |error| anyhow!("{}: {error}", path.display());
    let found = circuit::finding(&bytes, format, request.clone(), Watch::silent()).map_err(wrong)?;
    let Some((property, depth)) = failing(&found) else {
        publish(&args.check.output, &found, &bytes, None)?;
        return Ok(exit(&found, true));
    };
    // The property is the only one that is left, and no run may be longer.
    request.bound = Some(depth);
    request.ask = Ask::File { only: None };
    let work = Work { args, request, stop, started: Instant::now() };
    match format {
        file::Format::Aiger | file::Format::Bench => {
            let is_bench = format == file::Format::Bench;
            let gates =
                Gates::read(&bytes, is_bench, property).map_err(|error| anyhow!("{}: {error}", path.display()))?;
            work.reduce(gates, file::Format::Aiger, &counted, Gates::text)
        }
        file::Format::Btor2 => {
            let words = Words::read(&String::from_utf8_lossy(&bytes), property);
            work.reduce(words, format, &|words: &Words| format!("{} lines", words.n_lines()), Words::text)
        }
    }
}

fn counted(gates: &Gates) -> String {
    let [ands, latches, inputs] = gates.counts();
    format!("{ands} gates, {latches} latches, {inputs} inputs")
}

/// The property that fails, and in which cycle.
fn failing(finding: &Finding) -> Option<(usize, usize)> {
    let run = finding.counterexample.as_ref().filter(|_| finding.head.verdict == Verdict::Violated)?;
    Some((run.property, run.depth))
}

struct Work<'a> {
    args: &'a Reduce,
    request: Request,
    stop: Stop,
    started: Instant,
}

impl Work<'_> {
    fn reduce<N: Netlist>(
        &self,
        netlist: N,
        format: file::Format,
        words: &dyn Fn(&N) -> String,
        text: impl Fn(&N) -> String,
    ) -> anyhow::Result<Exit> {
        let is_wanted = |bytes: &[u8], stop: &Stop| circuit::is_violated(bytes, format, &self.request, stop);
        let before = (words(&netlist), text(&netlist).lines().count());
        if !is_wanted(&netlist.bytes(), &self.stop) && !self.stop.is_set() {
            bail!("on its own the property does not fail in the same number of cycles: there is nothing to hold on to");
        }
        let shown = &self.args.check.output;
        let progress = Arc::new(Progress::new(shown.quiet));
        let jobs = self.args.check.limits.jobs();
        let mut tell = |netlist: &N, tests: u64| {
            let rate = tests as f64 / self.started.elapsed().as_secs_f64().max(0.001);
            progress.tell(Told::Part(&format!("{} left, {tests} tests, {rate:.0} per second", words(netlist))));
        };
        let smaller = circuit::reduce(netlist, &is_wanted, (jobs, &self.stop), &mut tell);
        progress.clear();
        let (left, netlist) = (text(&smaller.netlist), &smaller.netlist);
        if let Some(path) = &shown.output {
            let is_binary = path.extension().is_some_and(|it| it == "aig") && format == file::Format::Aiger;
            output::file(&if is_binary { netlist.bytes() } else { left.clone().into_bytes() }, path)?;
        }
        let summary = format!(
            "{} of {} are left · {} candidates in {:.1} s{}\n",
            words(netlist),
            before.0,
            smaller.tests,
            self.started.elapsed().as_secs_f64(),
            if smaller.is_complete { "" } else { " · ended before nothing more could be left out" },
        );
        match (shown.format, &shown.output) {
            (Format::Json, path) => {
                let mut finding = circuit::finding(&netlist.bytes(), format, self.request.clone(), Watch::silent())?;
                "reduce".clone_into(&mut finding.head.command);
                let reduced = Reduced {
                    path: path.as_ref().map(|path| path.display().to_string()),
                    lines: left.lines().count(),
                    texts: vec![ReducedText { file: self.request.file.clone(), text: left }],
                    original_lines: before.1,
                    tests: smaller.tests,
                    complete: smaller.is_complete,
                    compiles: None,
                };
                output::report(&json::render_reduced(&finding, &reduced), None)?;
            }
            (Format::Human, Some(path)) => {
                output::report(&output::plain(&format!("wrote {}: {summary}", path.display())), None)?;
            }
            (Format::Human, None) => {
                output::report(&left, None)?;
                output::message(&summary);
            }
            (Format::Html | Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura, _) => {
                bail!("reduce reports in the formats human and json")
            }
        }
        Ok(Exit::Holds)
    }
}
