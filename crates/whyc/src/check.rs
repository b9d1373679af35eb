//! `whyc check`, `whyc minimize` and `whyc explain`: from files to a finding, and from a finding to an exit status.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use whyc_base::budget::Budget;
use whyc_check::{Analysis, Given, Options, Unwind, Verdict};
use whyc_debug::explain;
use whyc_debug::finding::Finding;
use whyc_ir::property::PropertyClass;
use whyc_report::text::TextOptions;
use whyc_report::{diagnostics, html, json, text};

use crate::Exit;
use crate::cli::{Causes, Check, Explain, Format, Method, Metric, Minimize, Slices, Slicing};
use crate::localize::Scene;
use crate::progress::Progress;
use crate::whole::{self, Whole};
use crate::{assume, edge, formats, minimise, output, repeated};

/// What is wanted beyond the verdict.
#[derive(Clone, Copy, Debug)]
pub enum Wish<'a> {
    /// Nothing.
    Verdict,
    /// The smallest failing run.
    Smallest(&'a Minimize),
    /// Why it fails.
    Reason(&'a Explain),
}

/// Checks the program and reports; a failing run is minimised or explained first, if that is asked for.
pub fn run(args: &Check, wish: Wish<'_>) -> anyhow::Result<Exit> {
    let start = Instant::now();
    for file in &args.files {
        refuse_circuit(file)?;
    }
    if args.output.format == Format::Vcd {
        bail!("--format vcd is for circuits");
    }
    let budget = budget(args);
    edge::interrupt_on_ctrl_c(&budget);
    let mut sources = inputs(args)?;
    if let Wish::Reason(Explain { assume: Some(expr), .. }) = wish
        && let Some(changed) = assume::with_assumption(args, expr, &budget)?
    {
        sources = changed;
    }
    let c_options = c_options(args)?;
    let compiled = match whyc_c::compile(&sources, &c_options) {
        Ok(compiled) => compiled,
        Err(failure) => return refuse(args, failure),
    };
    let parse_time = start.elapsed();
    let progress = Progress::new(args.output.quiet);
    let how = options(args, &compiled.limits, budget.clone());
    let mut analysis = Analysis::new(&compiled.program, how).map_err(anyhow::Error::msg)?;
    if let Wish::Smallest(Minimize { method: Method::None, .. }) = wish {
        analysis = analysis.unsteered();
    }
    if formats::shows_every_run(args.output.format) {
        analysis = analysis.keeping_every_run();
    }
    progress.phase("looking for a failing run");
    let mut outcome = analysis.decide();
    if let Some(message) = analysis.wrong_input() {
        bail!("--input: {message}");
    }
    let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let debug_start = Instant::now();
    let is_page = args.output.format == Format::Html;
    let smallest = match (wish, &outcome.counterexample) {
        (Wish::Smallest(how), _) => {
            minimise::others(&mut analysis, &mut outcome, how)?;
            minimise::smallest(&mut analysis, &outcome, how, &progress)?
        }
        (Wish::Verdict, Some((property, run))) if is_page => {
            progress.phase("looking for the smallest failing run");
            let smallest = Whole::new(&mut analysis, &budget, args).smallest((*property, run));
            let wrong = |difference| anyhow!("internal error: the minimised run does not replay: {difference}");
            Some(minimise::Smallest::One(Box::new(smallest.map_err(wrong)?)))
        }
        (Wish::Verdict | Wish::Reason(_), _) => None,
    };
    let minimised = smallest.as_ref().and_then(minimise::Smallest::first);
    let failing =
        outcome.counterexample.as_ref().map(|(property, run)| (*property, minimised.map_or(run, |it| &it.run)));
    let mut relevant = None;
    let explained = match (wish, failing) {
        (Wish::Reason(how), Some((property, run))) => {
            progress.phase("looking for the closest passing run");
            let explained = explain::explain(&mut analysis, property, run, explain_options(how), &mut |_| {});
            let wrong = |difference| anyhow!("internal error: the passing run does not replay: {difference}");
            Some(match explained.map_err(wrong)? {
                explain::Outcome::Explained(explanation) => Ok(explanation),
                explain::Outcome::Unexplained(reason) => Err(reason),
            })
        }
        (Wish::Verdict | Wish::Smallest(_), Some(failing)) if is_page => {
            progress.phase("looking for the closest passing run");
            Some(Whole::new(&mut analysis, &budget, args).explained(failing))
        }
        _ => None,
    };
    if let (true, None, Some(failing)) = (is_page, minimised, failing) {
        relevant = Some(Whole::new(&mut analysis, &budget, args).relevant(failing));
    }
    let command = match wish {
        Wish::Verdict => "check",
        Wish::Smallest(..) => "minimize",
        Wish::Reason(_) => "explain",
    };
    let minimised = minimised.or(relevant.as_ref());
    let notes = compiled.diagnostics;
    let mut finding = whyc_debug::report(&analysis, &outcome, minimised, command, &files, notes);
    finding.options = repeated::options(args);
    if let Some(smallest) = &smallest {
        smallest.complete(&analysis, &outcome, &mut finding);
    }
    if args.output.format == Format::Witness && finding.verdict == Verdict::Safe {
        finding.invariants = whyc_debug::invariants::invariants(&mut analysis);
    }
    if let (Wish::Reason(_), Some(Err(reason))) = (wish, &explained) {
        finding.reason = Some(reason.clone());
    }
    if let Some(explained) = explained {
        whole::add_explanation(&mut finding, explained);
    }
    if let (true, Some(failing)) = (is_page, failing) {
        progress.phase("looking for places where a change would help");
        let scene = Scene { args, sources: &sources, options: &c_options, program: &compiled.program };
        Whole::new(&mut analysis, &budget, args).add_places(&scene, failing, &mut finding, &progress);
    }
    let debug_time = debug_start.elapsed();
    drop(progress);
    finding.stats.debug = debug_time;
    finding.stats.parse = parse_time;
    finding.stats.total = start.elapsed();
    publish(args, &finding)?;
    // The process is about to end: giving back millions of terms one by one would only take time.
    std::mem::forget(analysis);
    match exit(finding.verdict, args.limits.unwind.is_some()) {
        // To look at a violation is all that is asked of the other verbs.
        Exit::Violated if !matches!(wish, Wish::Verdict) => Ok(Exit::Holds),
        exit => Ok(exit),
    }
}

fn explain_options(args: &Explain) -> explain::Options {
    explain::Options {
        metric: match args.metric {
            Metric::Full => explain::Metric::Full,
            Metric::Slice => explain::Metric::Slice,
            Metric::Executed => explain::Metric::Executed,
        },
        slices: match args.slices {
            Some(Slices::One) => explain::Slices::One,
            Some(Slices::All) => explain::Slices::All,
            // A page has room for all of them.
            None if args.check.output.format == Format::Html => explain::Slices::All,
            None => explain::Slices::One,
        },
        slicing: match args.slicing {
            Slicing::TwoPhase => explain::Slicing::TwoPhase,
            Slicing::OneStep => explain::Slicing::OneStep,
        },
        causes: match args.causes {
            Causes::Inputs => explain::Causes::Inputs,
            Causes::All => explain::Causes::All,
            Causes::None => explain::Causes::None,
        },
        // Who fixes the bound asks about the runs within it.
        deepen: args.check.limits.unwind.is_none(),
    }
}

pub fn refuse_circuit(file: &Path) -> anyhow::Result<()> {
    if whyc_circuit::file::Format::of(file).is_some() {
        bail!("{}: this has no meaning for a circuit; check and minimize have", file.display());
    }
    Ok(())
}

/// What the work may cost.
pub fn budget(args: &Check) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = args.limits.timeout {
        budget = budget.with_timeout(timeout);
    }
    if let Some(mib) = args.limits.memory {
        budget = budget.with_memory(mib.saturating_mul(1 << 20));
    }
    budget
}

pub fn inputs(args: &Check) -> anyhow::Result<Vec<whyc_c::Input>> {
    let Some(build) = &args.language.build else {
        return Ok(args.files.iter().cloned().map(whyc_c::Input::Path).collect());
    };
    let commands = whyc_c::compile_commands(build).map_err(anyhow::Error::msg)?;
    if args.files.is_empty() {
        return Ok(commands.into_iter().map(whyc_c::Input::Command).collect());
    }
    let same = |a: &Path, b: &Path| a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    let inputs = args.files.iter().map(|file| match commands.iter().find(|command| same(&command.file, file)) {
        // Named as the user named it.
        Some(command) => {
            whyc_c::Input::Command(whyc_c::CompileCommand { file: file.clone(), args: command.args.clone() })
        }
        None => whyc_c::Input::Path(file.clone()),
    });
    Ok(inputs.collect())
}

pub fn c_options(args: &Check) -> anyhow::Result<whyc_c::Options> {
    Ok(whyc_c::Options {
        include_dirs: args.language.include.clone(),
        defines: args.language.define.clone(),
        std: args.language.std.clone(),
        entry: args.scope.function.clone(),
        extra_args: Vec::new(),
        world: world(args)?,
        malloc_may_fail: args.world.malloc_may_fail,
        keep_scopes: args.scope.classes().contains(PropertyClass::Leak),
        stubs: args.world.stub.clone(),
    })
}

/// What is known of the world around the program.
pub fn world(args: &Check) -> anyhow::Result<whyc_c::World> {
    let words = match &args.world.args {
        Some(line) => match shlex::split(line) {
            Some(words) => Some(words.into_iter().map(String::into_bytes).collect()),
            None => bail!("--args {line}: a quote is not closed"),
        },
        None => None,
    };
    let stdin = match &args.world.stdin {
        Some(path) => Some(std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?),
        None => None,
    };
    Ok(whyc_c::World::Given { args: words, stdin })
}

/// How to look at a program that was read with `limits` on the world around it.
pub fn options(args: &Check, limits: &[String], budget: Budget) -> Options {
    Options {
        classes: args.scope.classes(),
        only: args.scope.property.clone(),
        unwind: args.limits.unwind.map_or(Unwind::Automatic, Unwind::Fixed),
        unwind_loops: args.limits.unwind_loop.clone(),
        limits: limits.to_vec(),
        given: args
            .scope
            .input
            .iter()
            .map(|(name, value)| Given { name: name.clone(), value: value.clone() })
            .collect(),
        budget,
    }
}

/// Says why the input cannot be used.
pub fn refuse(args: &Check, failure: whyc_c::Failure) -> anyhow::Result<Exit> {
    match failure {
        whyc_c::Failure::LibclangMissing { message } => bail!(message),
        whyc_c::Failure::Invalid { sources, clang, diagnostics } => {
            let color = output::is_message_colored(args.output.color);
            for error in clang {
                output::message(&format!("{}\n", error.trim_end()));
            }
            output::message(&diagnostics::render(&sources, &diagnostics, color));
            Ok(Exit::Bad)
        }
    }
}

pub fn publish(args: &Check, finding: &Finding) -> anyhow::Result<()> {
    let path = args.output.output.as_deref();
    let report = match args.output.format {
        Format::Html => return output::page(&html::render(finding), path, args.output.open),
        Format::Json => json::render(finding),
        Format::Sarif => formats::sarif(finding)?,
        Format::Witness => match formats::witness(finding)? {
            Some(witness) => witness,
            None => {
                // There is nothing to be written: a message, not half a file.
                let verdict = finding.verdict.name();
                let reason = finding.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
                output::message(&format!("no witness: the verdict is {verdict}{reason}\n"));
                return Ok(());
            }
        },
        Format::Human => {
            let options = TextOptions {
                color: output::is_colored(args.output.color, path),
                width: output::width(),
                ssa: args.output.ssa,
                quiet: args.output.quiet,
                all: args.output.all,
                show_output: args.output.show_output,
            };
            text::render(finding, &options)
        }
        Format::Vcd => bail!("--format vcd is for circuits"),
    };
    output::report(&report, path)
}

/// What the exit status says of a verdict. Who fixes the bound asks about the runs within it.
pub fn exit(verdict: Verdict, is_bound_fixed: bool) -> Exit {
    match verdict {
        Verdict::Safe => Exit::Holds,
        Verdict::BoundedSafe if is_bound_fixed => Exit::Holds,
        Verdict::BoundedSafe | Verdict::Unknown => Exit::Undecided,
        Verdict::Violated => Exit::Violated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bound_that_was_asked_for_makes_bounded_safe_good() {
        let both = |verdict| [exit(verdict, false) as u8, exit(verdict, true) as u8];
        assert_eq!(both(Verdict::Safe), [0, 0]);
        assert_eq!(both(Verdict::Violated), [1, 1]);
        assert_eq!(both(Verdict::Unknown), [3, 3]);
        assert_eq!(both(Verdict::BoundedSafe), [3, 0]);
    }

    #[test]
    fn circuits_are_told_by_their_names() {
        for name in ["a.aag", "dir/b.AIG", "c.bench", "d.btor2", "e.btor"] {
            assert!(refuse_circuit(Path::new(name)).is_err(), "{name}");
        }
        for name in ["a.c", "a.i", "aig", "a.aig.c", "notes.txt"] {
            assert!(refuse_circuit(Path::new(name)).is_ok(), "{name}");
        }
    }
}
