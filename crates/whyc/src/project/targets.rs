//! All targets of a project: each is checked by a process of its own, several at a time.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::config::{self, Target};
use super::{affected, root};
use whyc_report::html::overview::{self, Entry};

use crate::cli::{CheckAlone, Format, Known};
use crate::{Exit, output, repeated};

/// At most this many findings of a target are named in the list.
const NAMED: usize = 3;

/// What came out for a target.
pub struct Checked {
    /// The target.
    pub target: Target,
    /// What its exit status says.
    pub exit: Exit,
    /// The verdict.
    pub verdict: String,
    /// What fails, each with its place.
    pub failures: Vec<String>,
    /// Why there is no better verdict, or what is wrong with the input.
    pub reason: String,
    /// How long it took.
    pub time: Duration,
    /// The report in the format that was asked for: JSON, SARIF or a page.
    pub report: String,
}

/// Checks all targets of the project, or those that a change can affect.
pub fn run(args: &CheckAlone) -> anyhow::Result<Exit> {
    let root = root()?;
    let Some(mut targets) = config::targets(&root)? else {
        bail!(
            "which file? `whyc check FILE` checks a program; `whyc init` describes a project, which `whyc check` then checks"
        );
    };
    if let Some(revision) = &args.project.changed {
        targets = affected::affected(targets, &root, revision)?;
    }
    let shown = &args.check.output;
    if matches!(shown.format, Format::Witness | Format::Vcd) {
        bail!("a project has reports in human, json, html and sarif; a target (`whyc check NAME`) has the others too");
    }
    if targets.is_empty() {
        output::message("nothing that changed is read by a target\n");
    }
    let common = common(args);
    let checked = check_all(targets, &common, &args.known, shown.format, args.check.limits.jobs())?;
    let path = shown.output.as_deref();
    let color = output::is_colored(shown.color, path);
    match shown.format {
        Format::Html => output::page(&page(&checked), path, shown.open)?,
        Format::Json => output::report(&as_json(&checked), path)?,
        Format::Sarif => output::report(&as_sarif(&checked), path)?,
        Format::Human | Format::Witness | Format::Vcd => output::report(&list(&checked, color, shown.quiet), path)?,
    }
    Ok(worst(&checked))
}

/// The options that hold for all targets because the command line has them.
fn common(args: &CheckAlone) -> Vec<String> {
    [repeated::options(&args.check), repeated::cluster(&args.check.cluster)].concat()
}

fn check_all(
    targets: Vec<Target>,
    common: &[String],
    known: &Known,
    format: Format,
    jobs: usize,
) -> anyhow::Result<Vec<Checked>> {
    let program = std::env::current_exe().context("whyc does not know where it is")?;
    let count = targets.len();
    let bar = ProgressBar::new(count as u64);
    let style = ProgressStyle::with_template("{spinner} {pos} of {len} targets  {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    let waiting: Mutex<VecDeque<(usize, Target)>> = Mutex::new(targets.into_iter().enumerate().collect());
    let done: Mutex<Vec<(usize, Checked)>> = Mutex::new(Vec::new());
    let running: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let lock_failed = |_| anyhow::anyhow!("a part of whyc has failed");
    thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            scope.spawn(|| {
                while let Some((k, target)) = waiting.lock().ok().and_then(|mut queue| queue.pop_front()) {
                    let name = target.name.clone();
                    let tell = |change: &dyn Fn(&mut Vec<String>)| {
                        if let Ok(mut names) = running.lock() {
                            change(&mut names);
                            bar.set_message(names.join(", "));
                        }
                    };
                    tell(&|names| names.push(name.clone()));
                    let checked = check(&program, target, common, known, format);
                    tell(&|names| names.retain(|other| *other != name));
                    bar.inc(1);
                    if let Ok(mut done) = done.lock() {
                        done.push((k, checked));
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().map_err(lock_failed)?;
    done.sort_by_key(|(k, _)| *k);
    Ok(done.into_iter().map(|(_, checked)| checked).collect())
}

/// Checks one target in a process of its own.
fn check(program: &Path, target: Target, common: &[String], known: &Known, format: Format) -> Checked {
    let started = Instant::now();
    let (said, errors, exit) = ask(program, &target, common, known, "json");
    let report: Option<Value> = serde_json::from_str(&said).ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let properties = report.as_ref().and_then(|report| report["properties"].as_array()).cloned().unwrap_or_default();
    let fails = properties.iter().filter(|it| it["status"] == "violated" && it.get("excused").is_none());
    let failures = fails.map(|it| {
        format!("{}:{}  {} `{}`", text(&it["file"]), it["line"], text(&it["class"]), text(&it["description"]))
    });
    let failures = failures.collect();
    let verdict = report.as_ref().map_or_else(|| "error".to_owned(), |report| text(&report["verdict"]));
    let reason = match &report {
        Some(report) => text(&report["reason"]),
        None => errors.lines().find(|line| !line.trim().is_empty()).unwrap_or("no answer").to_owned(),
    };
    let report = match format {
        Format::Html => ask(program, &target, common, known, "html").0,
        Format::Sarif => ask(program, &target, common, known, "sarif").0,
        _ => said,
    };
    Checked { target, exit, verdict, failures, reason, time: started.elapsed(), report }
}

/// What whyc says about a target in a format: its output, its messages, its exit status.
fn ask(program: &Path, target: &Target, common: &[String], known: &Known, format: &str) -> (String, String, Exit) {
    let mut command = Command::new(program);
    command.arg("check").args(&target.options).args(common).args(["--format", format, "--color", "never"]);
    let baseline = known.baseline.as_ref().or(target.baseline.as_ref());
    if let Some(baseline) = baseline {
        command.arg("--baseline").arg(baseline);
    }
    if known.record {
        command.arg("--record");
    }
    command.args(&target.files).stdin(Stdio::null());
    match command.output() {
        Ok(output) => {
            let code = output.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(&output.stdout), text(&output.stderr), Exit::of(code))
        }
        Err(error) => (String::new(), error.to_string(), Exit::Bad),
    }
}

/// The status of the whole: the worst of all.
fn worst(checked: &[Checked]) -> Exit {
    let has = |exit: Exit| checked.iter().any(|it| it.exit == exit);
    [Exit::Bad, Exit::Violated, Exit::Undecided].into_iter().find(|exit| has(*exit)).unwrap_or(Exit::Holds)
}

/// One line for each target, what fails below it, and the sum.
fn list(checked: &[Checked], color: bool, quiet: bool) -> String {
    let mut out = String::new();
    let width = checked.iter().map(|it| it.target.name.chars().count()).max().unwrap_or(0);
    for it in checked.iter().filter(|_| !quiet) {
        let (mark, code) = match it.exit {
            Exit::Holds => ("✓", "32"),
            Exit::Violated => ("✗", "31"),
            Exit::Undecided => ("?", "33"),
            Exit::Bad => ("!", "31"),
        };
        let mark = if color { format!("\x1b[1;{code}m{mark}\x1b[0m") } else { mark.to_owned() };
        let seconds = format!("{:.1} s", it.time.as_secs_f64());
        let known = it.exit == Exit::Holds && it.verdict == "violated";
        let verdict = if known { "known" } else { it.verdict.as_str() };
        let reason = whyc_report::visible(&it.reason);
        let _ = writeln!(out, "{mark} {:<width$}  {verdict:<12}  {seconds:>7}  {reason}", it.target.name);
        for failure in it.failures.iter().take(NAMED) {
            let _ = writeln!(out, "    {}", whyc_report::visible(failure));
        }
        if it.failures.len() > NAMED {
            let _ = writeln!(out, "    and {} more", it.failures.len() - NAMED);
        }
    }
    let count = |exit: Exit| checked.iter().filter(|it| it.exit == exit).count();
    let parts = [
        (count(Exit::Violated), "fails", "fail"),
        (count(Exit::Bad), "cannot be read", "cannot be read"),
        (count(Exit::Undecided), "is undecided", "are undecided"),
        (count(Exit::Holds), "holds", "hold"),
    ];
    let word = |&(n, one, many): &(usize, &str, &str)| format!("{n} {}", if n == 1 { one } else { many });
    let parts: Vec<String> = parts.iter().filter(|(n, ..)| *n > 0).map(word).collect();
    let targets = if checked.len() == 1 { "1 target".to_owned() } else { format!("{} targets", checked.len()) };
    let _ =
        writeln!(out, "{targets}: {}", if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") });
    if let Some(first) = checked.iter().find(|it| it.exit == Exit::Violated).filter(|_| !quiet) {
        let name = &first.target.name;
        let _ = writeln!(out, "why?  whyc explain {name}        where?  whyc localize {name}");
    }
    out
}

fn as_json(checked: &[Checked]) -> String {
    let target = |it: &Checked| {
        let report: Value = serde_json::from_str(&it.report).unwrap_or(Value::Null);
        json!({"name": it.target.name, "verdict": it.verdict, "reason": it.reason, "report": report})
    };
    let all: Vec<Value> = checked.iter().map(target).collect();
    serde_json::to_string_pretty(&json!({ "targets": all })).unwrap_or_default() + "\n"
}

/// One file with the runs of all targets.
fn as_sarif(checked: &[Checked]) -> String {
    let mut logs = checked.iter().filter_map(|it| serde_json::from_str::<Value>(&it.report).ok());
    let Some(mut first) = logs.next() else { return String::new() };
    for log in logs {
        if let (Some(runs), Some(more)) = (first["runs"].as_array_mut(), log["runs"].as_array()) {
            runs.extend(more.iter().cloned());
        }
    }
    serde_json::to_string_pretty(&first).unwrap_or_default() + "\n"
}

/// The words of a command line in which the name of a target stands for its files and options; nothing if none does.
pub fn expanded(words: &[String], named: &[PathBuf]) -> anyhow::Result<Option<Vec<String>>> {
    let [name] = named else { return Ok(None) };
    let Some(word) = name.to_str().filter(|_| !name.exists()) else { return Ok(None) };
    let Some(targets) = config::targets(&root()?)? else { return Ok(None) };
    let Some(target) = targets.into_iter().find(|target| target.name == word) else { return Ok(None) };
    let Some(at) = words.iter().rposition(|other| other == word) else { return Ok(None) };
    let files = target.files.iter().map(|file| file.to_string_lossy().into_owned());
    let stands: Vec<String> = target.options.iter().cloned().chain(files).collect();
    let mut words = words.to_vec();
    words.splice(at..=at, stands);
    Ok(Some(words))
}

/// One page for all of them.
fn page(checked: &[Checked]) -> String {
    let entry = |it: &Checked| Entry {
        name: it.target.name.clone(),
        verdict: it.verdict.clone(),
        what: if it.failures.is_empty() { Err(it.reason.clone()) } else { Ok(it.failures.clone()) },
        time: Some(it.time),
        page: (it.exit != Exit::Bad).then(|| it.report.clone()),
    };
    let fails = checked.iter().filter(|it| it.exit == Exit::Violated).count();
    let title = format!("whyc: {} of {} targets fail", fails, checked.len());
    overview::page(&title, "target", &checked.iter().map(entry).collect::<Vec<_>>())
}
