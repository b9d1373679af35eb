//! `whyc spec`, `whyc trace` and `whyc check --ltl`: properties over time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::names;
use whyc_base::source::{SourceMap, Span};
use whyc_circuit::check::Scope;
use whyc_circuit::design::Design;
use whyc_circuit::examine::DEFAULT_BOUND;
use whyc_circuit::file::{Format as Circuit, ReadError};
use whyc_circuit::fixed;
use whyc_report::circuit::{json as circuit_json, text as circuit_text};
use whyc_report::diagnostics;
use whyc_report::temporal::{html, json, merged, spec as spec_report, text};
use whyc_report::text::TextOptions;
use whyc_session::circuit::{Finding, Goal};
use whyc_temporal::check::Asked;
use whyc_temporal::file::{self, Named};
use whyc_temporal::judged::{self, Judged, Source, Verdict};
use whyc_temporal::open::Open;
use whyc_temporal::recorded::{Recorded, csv, json as recorded_json, vcd, witness};
use whyc_temporal::view::Standing;
use whyc_temporal::{Mistake, comments, spec};

use crate::asked::{self, budget};
use crate::circuit::sources as verilog_sources;
use crate::cli::{Check, ColorChoice, Format, Look, Seen, Spec, Trace};
use crate::{Exit, circuit, edge, output, verilog};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;

/// Looks at a specification alone.
pub fn spec(args: &Spec) -> anyhow::Result<Exit> {
    let started = Instant::now();
    if args.shown.format == Look::Html {
        bail!("--format html is for runs: check --ltl and trace");
    }
    let name = args.file.display().to_string();
    let Some(source) = source(&name, read(&args.file)?, args.shown.color)? else { return Ok(Exit::Bad) };
    refuse_past(&source)?;
    let budget = limits(&args.shown);
    let open = open(args, &source.properties)?;
    let asked = spec::Asked { open, max_states: args.max_states, verdict_only: args.shown.quiet };
    let report = spec::examine(source.properties.clone(), &asked, &budget);
    let text = match args.shown.format {
        Look::Json => json::spec(&[name], &source, &report),
        Look::Human | Look::Html => spec_report::render(&source, &report, &options(&args.shown), &time(started)),
    };
    output::report(&text, args.shown.output.as_deref())?;
    Ok(match json::spec_verdict(&report) {
        "contradictory" | "unrealizable" => Exit::Violated,
        "unknown" => Exit::Undecided,
        _ => Exit::Holds,
    })
}

/// What looks back has a meaning only beside a run.
fn refuse_past(source: &Source) -> anyhow::Result<()> {
    for named in &source.properties {
        for atom in named.expr.atoms() {
            if let Some((name, _)) = atom.looks_back().next() {
                bail!(
                    "`{}`: of a specification alone, `past`, `rose` and the like are not supported; a signal `was` with `!was && G(X was <-> {name})` says the same",
                    named.name
                );
            }
        }
    }
    Ok(())
}

/// Who sets which signals, if that was asked.
fn open(args: &Spec, properties: &[Named]) -> anyhow::Result<Option<Open>> {
    if args.inputs.is_empty() && args.outputs.is_empty() {
        return Ok(None);
    }
    let mut signals: Vec<String> = Vec::new();
    for name in properties
        .iter()
        .flat_map(|it| it.expr.atoms())
        .flat_map(|it| it.names().map(str::to_owned).collect::<Vec<_>>())
    {
        if !signals.contains(&name) {
            signals.push(name);
        }
    }
    let known: Vec<&str> = signals.iter().map(String::as_str).collect();
    for name in args.inputs.iter().chain(&args.outputs) {
        if !signals.contains(name) {
            bail!("no property speaks of `{name}`; {}", names::hint(name, &known, "signals"));
        }
    }
    if let Some(name) = args.inputs.iter().find(|it| args.outputs.contains(it)) {
        bail!("`{name}` cannot be an input and an output");
    }
    let rest = |others: &[String]| signals.iter().filter(|it| !others.contains(it)).cloned().collect::<Vec<String>>();
    let (inputs, outputs) = match (args.inputs.is_empty(), args.outputs.is_empty()) {
        (false, true) => (args.inputs.clone(), rest(&args.inputs)),
        (true, _) => (rest(&args.outputs), args.outputs.clone()),
        (false, false) => {
            let given = [args.inputs.as_slice(), &args.outputs].concat();
            if let Some(name) = rest(&given).first() {
                bail!("`{name}` is neither an input nor an output");
            }
            (args.inputs.clone(), args.outputs.clone())
        }
    };
    Ok(Some(Open { inputs, outputs }))
}

/// Holds properties against a recorded run.
pub fn trace(args: &Trace) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let Some(sources) = sources(&args.ltl, args.shown.color)? else { return Ok(Exit::Bad) };
    let budget = limits(&args.shown);
    let recorded = recorded(args, &sources, &budget)?;
    let mut judged = Vec::new();
    for (at, named) in all(&sources) {
        let told = judged::of_recorded(&recorded, at, named);
        judged.push(told.map_err(|message| anyhow!("{}: {message}", args.file.display()))?);
    }
    tell("trace", &[args.file.display().to_string()], &sources, &judged, &args.shown, (None, started))?;
    Ok(exit(&judged, true))
}

fn all(sources: &[Source]) -> impl Iterator<Item = (usize, &Named)> {
    sources.iter().enumerate().flat_map(|(at, source)| source.properties.iter().map(move |named| (at, named)))
}

fn recorded(args: &Trace, sources: &[Source], budget: &Budget) -> anyhow::Result<Recorded> {
    let text = read(&args.file)?;
    let name = args.file.display();
    let kind = args.file.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if args.clock.is_some() && kind != "vcd" {
        bail!("{name}: --clock is for dumps of waveforms (.vcd)");
    }
    if let Some(path) = &args.design {
        let design = design(path, budget)?;
        let atoms: Vec<_> = all(sources).flat_map(|(_, named)| named.expr.atoms()).collect();
        return witness::read(&text, &design, &atoms, budget).map_err(|error| anyhow!("{name}: {error}"));
    }
    match kind.as_str() {
        "vcd" => vcd::read(&text, args.clock.as_deref()),
        "csv" | "tsv" => csv::read(&text),
        "json" => recorded_json::read(&text),
        _ => bail!("{name}: a run is a .vcd, .csv or .json file; a witness needs its circuit: --design FILE"),
    }
    .map_err(|error| anyhow!("{name}: {error}"))
}

/// The properties that a program is watched for: those that are given, and those in the comments of its files.
pub fn of_program(check: &Check) -> anyhow::Result<Vec<Source>> {
    let inputs: Vec<&Path> = check.files.iter().map(PathBuf::as_path).filter(|it| *it != Path::new("-")).collect();
    match with_comments(&check.temporal.ltl, &inputs, check.output.color)? {
        Some(sources) => Ok(sources),
        None => bail!("a property over time cannot be read"),
    }
}

/// The properties that are given, and those in the comments of some files.
fn with_comments(given: &[String], files: &[&Path], color: ColorChoice) -> anyhow::Result<Option<Vec<Source>>> {
    let mut all = given.to_vec();
    for path in files {
        let name = format!("@{}", path.display());
        // What cannot be read is told by those who need it.
        let text = asked::read_up_to(path, LARGEST).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if text.is_some_and(|text| comments::has_some(&text)) && !all.contains(&name) {
            all.push(name);
        }
    }
    sources(&all, color)
}

/// Whether a check of a circuit is about properties over time: if some are given, or stand in comments. Who asks for what they
/// cannot answer with is told that those in comments are passed over.
pub fn is_asked(check: &Check) -> bool {
    if !check.temporal.ltl.is_empty() {
        return true;
    }
    if !has_comments(check) {
        return false;
    }
    match refuse(check).and_then(|()| seen(check)) {
        Ok(_) => true,
        Err(error) => {
            output::message(&format!("note: properties over time in comments are passed over: {error}\n"));
            false
        }
    }
}

/// Whether properties over time are given.
pub fn is_given(check: &Check) -> bool {
    !check.temporal.ltl.is_empty()
}

/// The circuit that a check is about.
pub fn read_design(check: &Check, path: &Path, budget: &Budget) -> anyhow::Result<Design> {
    if verilog::is_verilog(path) {
        return of_verilog(&verilog_sources(check)?, &path.display().to_string(), budget);
    }
    design(path, budget)
}

/// Whether a circuit's own files have properties over time in their comments.
fn has_comments(check: &Check) -> bool {
    check.files.iter().filter(|it| verilog::is_verilog(it)).any(|path| {
        let text = asked::read_up_to(path, LARGEST).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        text.is_some_and(|text| comments::has_some(&text))
    })
}

/// Checks properties of a circuit: those that are given, those in its comments, and, if none are given, those that it has anyway.
pub fn check(check: &Check) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let shown = seen(check)?;
    let Some(path) = check.files.first() else { bail!("which file?") };
    let commented: Vec<&Path> =
        check.files.iter().map(PathBuf::as_path).filter(|path| verilog::is_verilog(path)).collect();
    let Some(sources) = with_comments(&check.temporal.ltl, &commented, shown.color)? else { return Ok(Exit::Bad) };
    let is_alone = !check.temporal.ltl.is_empty();
    if is_alone {
        refuse(check)?;
    }
    let budget = budget(check);
    edge::hold(&budget);
    let name = path.display().to_string();
    let design = read_design(check, path, &budget)?;
    let design = match check.scope.input.as_slice() {
        [] => design,
        held => fixed::fixed(design, held, &budget).map_err(|error| anyhow!("{name}: --input: {error}"))?,
    };
    let asked = Asked {
        goal: if check.circuit.prove { Goal::Proof } else { Goal::Either },
        bound: check.circuit.bound.map_or(DEFAULT_BOUND, |bound| bound as usize),
        scope: if check.circuit.bound.is_some() { Scope::Proofs } else { Scope::All },
        budget,
    };
    let mut judged = Vec::new();
    for (at, named) in all(&sources) {
        judged.push(judged::of_design(&design, at, named, &asked).map_err(|message| anyhow!("{name}: {message}"))?);
    }
    // What the circuit says itself is checked, too, unless something else was asked for.
    let own = if is_alone { None } else { circuit::finding(check)? };
    let mut exits = vec![exit(&judged, check.circuit.bound.is_some())];
    exits.extend(own.as_ref().map(|finding| circuit::exit(finding, false)));
    if shown.format == Look::Json {
        let base = own.unwrap_or_else(|| blank(&name, asked.bound, started));
        let finding = merged::merged(base, &sources, &judged);
        let text = circuit_json::render_over_time(&finding, &json::checked(&sources, &judged));
        output::report(&text, shown.output.as_deref())?;
    } else {
        let before = own.as_ref().filter(|_| shown.format == Look::Human);
        let before = before.map(|finding| circuit_text::render(finding, &options(&shown)));
        tell("check", &[name], &sources, &judged, &shown, (before, started))?;
    }
    Ok(worst(&exits))
}

/// A finding about a circuit of which nothing is known yet.
fn blank(name: &str, bound: usize, started: Instant) -> Finding {
    let mut finding = Finding::unread("check", name, String::new().into());
    (finding.head.verdict, finding.head.reason) = (whyc_circuit::finding::Verdict::Safe, None);
    (finding.bound, finding.stats.total) = (bound, started.elapsed());
    finding
}

fn worst(all: &[Exit]) -> Exit {
    if all.contains(&Exit::Violated) {
        Exit::Violated
    } else if all.contains(&Exit::Undecided) {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}

/// Options that have no meaning beside `--ltl` are refused.
fn refuse(check: &Check) -> anyhow::Result<()> {
    let asked = &check.circuit;
    let given = [
        ("--property", check.scope.property.is_some()),
        ("--state", asked.state.is_some()),
        ("--reach", asked.reach.is_some()),
        ("--certificate", asked.certificate.is_some()),
        ("--ternary", asked.ternary),
    ];
    match given.iter().find(|it| it.1) {
        Some((option, _)) => bail!("{option} has no meaning beside --ltl"),
        None => Ok(()),
    }
}

/// How the answer of `check` is to be shown.
fn seen(check: &Check) -> anyhow::Result<Seen> {
    let output = &check.output;
    let format = match output.format {
        Format::Human => Look::Human,
        Format::Json => Look::Json,
        Format::Html => Look::Html,
        Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            bail!("--ltl is answered as human, json or html")
        }
    };
    Ok(Seen {
        timeout: check.limits.timeout,
        format,
        output: output.output.clone(),
        color: output.color,
        quiet: output.quiet,
        all: output.all,
    })
}

/// A circuit from Verilog.
fn of_verilog(sources: &verilog::Sources<'_>, name: &str, budget: &Budget) -> anyhow::Result<Design> {
    let read = verilog::read(sources, budget)?;
    Circuit::Btor2.read_within(&read.btor2, budget).map_err(|error| anyhow!("{name}: {error}"))
}

/// A circuit from its file.
fn design(path: &Path, budget: &Budget) -> anyhow::Result<Design> {
    let name = path.display().to_string();
    if verilog::is_verilog(path) {
        let texts = verilog::texts(&[path.to_owned()])?;
        return of_verilog(&verilog::Sources { texts, top: None, define: &[], include: &[] }, &name, budget);
    }
    let format = Circuit::of(path).ok_or_else(|| anyhow!("{name}: not a circuit"))?;
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {name}"))?;
    format.read_within(&bytes, budget).map_err(|error: ReadError| anyhow!("{name}: {error}"))
}

fn read(path: &Path) -> anyhow::Result<String> {
    if fs::metadata(path).is_ok_and(|it| it.is_dir()) {
        bail!("{} is a folder", path.display());
    }
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{} is not text", path.display()))
}

/// The properties that were asked for; nothing if one is wrong, which was said then.
fn sources(given: &[String], color: ColorChoice) -> anyhow::Result<Option<Vec<Source>>> {
    let mut sources: Vec<Source> = Vec::new();
    let mut n_unnamed = 0;
    for text in given {
        let found = match text.strip_prefix('@') {
            Some(file) => source(file, read(Path::new(file))?, color)?,
            None => source("--ltl", text.clone(), color)?,
        };
        let Some(mut found) = found else { return Ok(None) };
        for named in found.properties.iter_mut().filter(|it| it.is_unnamed) {
            n_unnamed += 1;
            named.name = format!("p{n_unnamed}");
        }
        let known = all(&sources).map(|(_, named)| named.name.clone()).collect::<Vec<_>>();
        if let Some(twice) = found.properties.iter().find(|it| known.contains(&it.name)) {
            bail!("there are two properties `{}`", twice.name);
        }
        sources.push(found);
    }
    Ok(Some(sources))
}

/// The properties of a text; nothing if one is wrong, which was said then.
fn source(name: &str, text: String, color: ColorChoice) -> anyhow::Result<Option<Source>> {
    let is_commented = [".v", ".sv", ".c", ".h"].iter().any(|it| name.to_ascii_lowercase().ends_with(it));
    let read = if is_commented { comments::read(&text) } else { file::read(&text) };
    match read {
        Ok(properties) => Ok(Some(Source { name: name.to_owned(), text, properties })),
        Err(mistake) => {
            wrong(name, text, &mistake, color);
            Ok(None)
        }
    }
}

fn wrong(name: &str, text: String, mistake: &Mistake, color: ColorChoice) {
    let mut map = SourceMap::new();
    let file = map.add(name, text.into_bytes());
    let span = Span { file, start: mistake.place.start, end: mistake.place.end };
    let told = Diagnostic::error(mistake.message.clone()).at(span);
    output::message(&diagnostics::render(&map, &[told], output::is_message_colored(color)));
}

fn limits(shown: &Seen) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = shown.timeout {
        budget = budget.with_timeout(timeout);
    }
    edge::hold(&budget);
    budget
}

fn options(shown: &Seen) -> TextOptions {
    TextOptions {
        color: output::is_colored(shown.color, shown.output.as_deref()),
        width: output::width(),
        ssa: false,
        quiet: shown.quiet,
        show_output: false,
        stats: false,
        all: shown.all,
    }
}

fn time(started: Instant) -> String {
    whyc_report::duration(started.elapsed())
}

fn tell(
    command: &str,
    files: &[String],
    sources: &[Source],
    judged: &[Judged],
    shown: &Seen,
    (before, started): (Option<String>, Instant),
) -> anyhow::Result<()> {
    let path = shown.output.as_deref();
    match shown.format {
        Look::Json => output::report(&json::judged(command, files, sources, judged), path),
        Look::Html => output::page(&html::render(command, files, sources, judged), path, false),
        Look::Human => {
            let told = text::render(sources, judged, &options(shown), &time(started));
            let before = before.map(|it| format!("{it}\n")).unwrap_or_default();
            output::report(&format!("{before}{told}"), path)
        }
    }
}

/// What the exit status says. A bound that is given asks about the runs within it.
fn exit(judged: &[Judged], is_bound_given: bool) -> Exit {
    let of = |verdict: &Verdict| match verdict {
        Verdict::Violated | Verdict::Recorded(Standing::Violated) => Exit::Violated,
        Verdict::NotDecided { .. } | Verdict::Recorded(Standing::Pending) => Exit::Undecided,
        Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds(_) if !is_bound_given => Exit::Undecided,
        Verdict::HoldsUpTo(_)
        | Verdict::HoldsWithinBounds(_)
        | Verdict::Holds(_)
        | Verdict::Recorded(Standing::Satisfied | Standing::HoldsSoFar) => Exit::Holds,
    };
    worst(&judged.iter().map(|it| of(&it.verdict)).collect::<Vec<Exit>>())
}
