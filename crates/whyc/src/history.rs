//! `whyc history`: since which commit a check fails, and because of which lines.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use whyc_base::status::Reason;
use whyc_check::Verdict;
use whyc_debug::finding::Finding;
use whyc_debug::undecided;
use whyc_history::change::patch;
use whyc_history::program::NoQuestion;
use whyc_history::revision::{folder, is_source};
use whyc_history::{Aim, Asked, Atom, Files, Guilt, Oracle, Program, Repository, Revision, Tracked, oracle, walk};
use whyc_report::json as report;
use whyc_session::Progress as Told;
use whyc_shrink::Stop;

use crate::check::mistaken;
use crate::cli::{Format, History};
use crate::progress::Progress;
use crate::{Exit, answer, asked, edge, output};

/// How many digits of a commit's name are told.
const SHORT: usize = 7;

/// Walks back through the revisions, and reports.
pub fn run(args: &History) -> anyhow::Result<Exit> {
    let shown = &args.check.output;
    if !matches!(shown.format, Format::Human | Format::Json) {
        bail!("history reports in the formats human and json");
    }
    let stop = Stop::default();
    edge::until(&stop.flag(), None);
    let source = Source::of(args)?;
    let newest = source.newest(args)?;
    let (oracle, finding): (Box<dyn Oracle>, Option<Finding>) = match &args.test {
        Some(command) => (Box::new(oracle::Says::new(command, &newest).map_err(anyhow::Error::msg)?), None),
        None => {
            let mut check = args.check.clone();
            check.limits.timeout = None;
            let request = asked::for_one_of_many(&check)?;
            match Program::new(request, args.check.limits.timeout, source.units.clone(), &newest) {
                Ok((program, finding)) => (Box::new(program), Some(finding)),
                Err(NoQuestion::Folder(error)) => return Err(error).context("cannot write the files of a revision"),
                Err(NoQuestion::Refused(refused)) => return Err(mistaken(refused).context("the newest revision")),
                Err(NoQuestion::Holds(finding)) => {
                    answer::publish(shown, &finding)?;
                    let exit = answer::exit(finding.head.verdict, args.check.limits.unwind.is_some());
                    if shown.format == Format::Human && exit == Exit::Holds {
                        output::report("nothing fails in the newest revision: there is nothing to look for\n", None)?;
                    }
                    return Ok(exit);
                }
            }
        }
    };
    let progress = Arc::new(Progress::new(shown.quiet));
    let mut tell = |asked: &Asked| {
        let words = format!("{} {}", short(&asked.revision.id), asked.alone);
        progress.tell(Told::Part(&output::plain(&words)));
    };
    let jobs = args.check.limits.jobs();
    let found = source.walk(args, oracle.as_ref(), (jobs, &stop), &mut tell)?;
    let ported = found.guilt.as_ref().filter(|_| args.port).map(|guilt| port(guilt, &newest, oracle.as_ref(), &stop));
    progress.clear();
    let exit = if found.guilt.is_some() { Exit::Holds } else { Exit::Undecided };
    match shown.format {
        Format::Json => {
            let finding = finding.unwrap_or_else(|| by_command(args));
            output::report(
                &report::render_history(&finding_of(finding), &value(&found, ported.as_ref())),
                shown.output.as_deref(),
            )?;
        }
        _ => output::report(
            &output::plain(&text(args, &source, finding.as_ref(), &found, ported.as_ref())),
            shown.output.as_deref(),
        )?,
    }
    Ok(exit)
}

/// The newest revision with the lines as they were, as a patch; or why that is not offered.
fn port(guilt: &Guilt, newest: &Files, oracle: &dyn Oracle, stop: &Stop) -> Result<String, &'static str> {
    let mended = guilt.ported(newest).ok_or("the lines are not there any more as they were")?;
    match oracle.is_right(&mended, stop) {
        true => Ok(patch(newest, &mended)),
        false => Err("not everything holds in the newest revision with the lines as they were"),
    }
}

fn finding_of(mut finding: Finding) -> Finding {
    "history".clone_into(&mut finding.head.command);
    finding
}

/// What is said of the newest revision where a command says what is so.
fn by_command(args: &History) -> Finding {
    let files: Vec<String> = args.check.files.iter().map(|file| file.display().to_string()).collect();
    let mut finding = undecided::unread("history", &files, Reason::Said(String::new()));
    (finding.head.verdict, finding.head.reason) = (Verdict::Violated, None);
    finding
}

/// Where the revisions come from.
struct Source {
    repository: Option<Repository>,
    /// The translation units, from the root of the repository or of each folder.
    units: Vec<String>,
    revisions: Vec<Revision>,
}

impl Source {
    fn of(args: &History) -> anyhow::Result<Self> {
        let named = |path: &Path| path.to_string_lossy().into_owned();
        if !args.folders.is_empty() {
            let revision = |path: &PathBuf| Revision {
                id: named(path),
                date: String::new(),
                author: String::new(),
                subject: String::new(),
                parents: Vec::new(),
            };
            let units = args.check.files.iter().map(|file| named(file)).collect();
            return Ok(Self { repository: None, units, revisions: args.folders.iter().rev().map(revision).collect() });
        }
        let first = args.check.files.first().and_then(|file| file.parent()).filter(|it| !it.as_os_str().is_empty());
        let start = args.repo.clone().unwrap_or_else(|| first.map_or(PathBuf::from("."), Path::to_owned));
        let repository = Repository::at(&start)?;
        let unit = |file: &PathBuf| -> anyhow::Result<String> {
            if args.repo.is_some() {
                return Ok(named(file));
            }
            let whole = std::path::absolute(file).with_context(|| format!("cannot find {}", file.display()))?;
            let whole = whole.canonicalize().unwrap_or(whole);
            let root = repository.root().canonicalize().unwrap_or_else(|_| repository.root().to_owned());
            let inside = whole.strip_prefix(&root);
            Ok(named(
                inside.with_context(|| format!("{} is not in the repository {}", file.display(), root.display()))?,
            ))
        };
        let units = args.check.files.iter().map(unit).collect::<anyhow::Result<_>>()?;
        let revisions = repository.line("HEAD", None, args.back.saturating_add(1))?;
        Ok(Self { repository: Some(repository), units, revisions })
    }

    /// Which files are looked at.
    fn is_wanted(&self, args: &History) -> impl Fn(&str) -> bool + use<> {
        let is_any = args.test.is_some();
        move |path: &str| is_any || is_source(path)
    }

    fn newest(&self, args: &History) -> anyhow::Result<Files> {
        let Some(newest) = self.revisions.first() else { bail!("there are no revisions") };
        let files = match &self.repository {
            Some(repository) => repository.files(&newest.id, &self.is_wanted(args))?,
            None => read(&newest.id, &self.is_wanted(args))?,
        };
        if let Some(unit) = self.units.iter().find(|unit| !files.contains_key(*unit)) {
            bail!("{unit}: the newest revision has no such file");
        }
        Ok(files)
    }

    fn walk(
        &self,
        args: &History,
        oracle: &dyn Oracle,
        how: (usize, &Stop),
        tell: &mut dyn FnMut(&Asked),
    ) -> anyhow::Result<whyc_history::History> {
        let is_wanted = self.is_wanted(args);
        let Some(repository) = &self.repository else {
            let mut files = |position: usize| read(&self.revisions[position].id, &is_wanted);
            return walk(&self.revisions, &mut files, oracle, (Aim::Either, how.0, how.1), tell);
        };
        let mut line = |revisions: &[Revision]| {
            let mut tracked = Tracked::new(repository, revisions, &self.units, &is_wanted);
            walk(revisions, &mut |position| tracked.files(position), oracle, (Aim::Either, how.0, how.1), tell)
        };
        let mut found = line(&self.revisions)?;
        // What came in by a merge came by one of the commits that it brought.
        let merge =
            found.guilt.as_ref().and_then(|guilt| found.asked.get(guilt.bad)).map(|asked| asked.revision.clone());
        if let Some(merge) = merge
            && let [own, side, ..] = &merge.parents[..]
        {
            let mut revisions = vec![merge.clone()];
            revisions.extend(repository.line(side, Some(own), args.back)?);
            revisions.extend(repository.fork(own, side)?);
            let inner = line(&revisions)?;
            if inner.guilt.as_ref().is_some_and(|guilt| guilt.bad > 0) {
                let before = found.guilt.as_ref().map_or(0, |guilt| guilt.bad);
                found.asked.truncate(before);
                let (more, tests) = (inner.asked, found.tests + inner.tests);
                found.asked.extend(more);
                found.guilt =
                    inner.guilt.map(|guilt| Guilt { bad: guilt.bad + before, good: guilt.good + before, ..guilt });
                found.tests = tests;
            }
        }
        Ok(found)
    }
}

fn read(path: &str, is_wanted: &dyn Fn(&str) -> bool) -> anyhow::Result<Files> {
    folder(Path::new(path), is_wanted).with_context(|| format!("cannot read {path}"))
}

fn short(id: &str) -> &str {
    let is_hash = id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { &id[..SHORT] } else { id }
}

/// A revision as a person is told of it.
fn named(revision: &Revision) -> String {
    match revision.date.is_empty() {
        true => short(&revision.id).to_owned(),
        false => format!("{} ({}, {}, \"{}\")", short(&revision.id), revision.date, revision.author, revision.subject),
    }
}

/// The lines of a change, file by file.
fn lines(atoms: &[Atom]) -> String {
    let mut found = String::new();
    for (i, atom) in atoms.iter().enumerate() {
        if i == 0 || atoms[i - 1].path != atom.path {
            found.push_str(&format!("  {}\n", atom.path));
        }
        for (sign, line) in [('-', &atom.old), ('+', &atom.new)] {
            if let Some((number, text)) = line {
                found.push_str(&format!("  {number:>5} {sign} {}\n", text.trim_end()));
            }
        }
    }
    found
}

fn text(
    args: &History,
    source: &Source,
    finding: Option<&Finding>,
    found: &whyc_history::History,
    ported: Option<&Result<String, &'static str>>,
) -> String {
    let property = finding.and_then(|finding| finding.properties.get(finding.counterexample.as_ref()?.property));
    let what = match property {
        Some(property) => format!("`{}` ({})", property.description, property.class.name()),
        None => "the command".to_owned(),
    };
    let mut told = String::new();
    match &found.guilt {
        Some(guilt) => {
            let (bad, good) = (&found.asked[guilt.bad].revision, &found.asked[guilt.good].revision);
            told.push_str(&format!("{what} fails since {}; it held in {}.\n", named(bad), short(&good.id)));
            let n = guilt.lines.len();
            let which = match (n, guilt.n_changed) {
                (1, 1) => "This line is its change:".to_owned(),
                (1, all) => format!("Of its {all} changed lines this one matters:"),
                (n, all) if n == all => format!("All of its {all} changed lines matter:"),
                (n, all) => format!("Of its {all} changed lines these {n} matter:"),
            };
            told.push_str(&format!("{which}\n\n{}", lines(&guilt.lines)));
            if !guilt.carried.is_empty() {
                told.push_str(&format!(
                    "\n{} cannot answer the question as it is ({}); this was carried back to it:\n\n{}",
                    short(&good.id),
                    found.asked[guilt.good].alone,
                    guilt.carried
                ));
            }
            if source.repository.is_some() {
                let unit = source.units.first().map_or("", String::as_str);
                told.push_str(&format!("\nthe change: git show {}", short(&bad.id)));
                if let ([_], None) = (&source.units[..], &args.test) {
                    let (bad, good) = (short(&bad.id), short(&good.id));
                    told.push_str(&format!("\nit fails:   git show {bad}:{unit} | whyc check -"));
                    if guilt.carried.is_empty() {
                        told.push_str(&format!("\nit held:    git show {good}:{unit} | whyc check -"));
                    }
                }
                told.push('\n');
            }
        }
        None => {
            let last = found.asked.last();
            let oldest = last.map_or(String::new(), |asked| named(&asked.revision));
            let how = last.map_or(String::new(), |asked| asked.answer.to_string());
            told.push_str(&match last.map(|asked| asked.answer.is_meaningful()) {
                Some(false) => format!("{what}: no answer further back than {oldest}: it {how}\n"),
                _ if found.is_stopped => format!("{what} fails as far back as {oldest}; there it was stopped.\n"),
                _ => format!("{what} fails in all of these revisions, back to {oldest}.\n"),
            });
        }
    }
    match ported {
        Some(Ok(patch)) => told.push_str(&format!("\nWith this, everything holds in the newest revision:\n\n{patch}")),
        Some(Err(why)) => told.push_str(&format!("\nThere is no change to offer: {why}.\n")),
        None => {}
    }
    if !args.check.output.quiet {
        told.push_str(&format!("\n{}{} states of the files looked at\n", table(&found.asked), found.tests));
    }
    told
}

/// What the revisions say; many in a row that say the same are one line.
fn table(asked: &[Asked]) -> String {
    let says = |asked: &Asked| match (asked.alone == asked.answer, asked.carried) {
        (true, _) => asked.alone.to_string(),
        (false, n) => {
            format!("{}; with {n} line{} carried back it {}", asked.alone, if n == 1 { "" } else { "s" }, asked.answer)
        }
    };
    let mut rows = String::new();
    let mut i = 0;
    while i < asked.len() {
        let same = asked[i..].iter().take_while(|it| says(it) == says(&asked[i])).count();
        let more = if same > 1 {
            format!(" … {} ({same} revisions)", short(&asked[i + same - 1].revision.id))
        } else {
            String::new()
        };
        rows.push_str(&format!("  {}{more}  {}\n", short(&asked[i].revision.id), says(&asked[i])));
        i += same;
    }
    rows
}

/// The same for programs.
fn value(found: &whyc_history::History, ported: Option<&Result<String, &'static str>>) -> Value {
    let line = |atom: &Atom| {
        let side = |sign: &str, line: &Option<(usize, String)>| {
            line.as_ref().map(
                |(number, text)| json!({ "file": atom.path, "line": number, "sign": sign, "text": text.trim_end() }),
            )
        };
        side("-", &atom.old).into_iter().chain(side("+", &atom.new)).collect::<Vec<_>>()
    };
    let revisions: Vec<Value> = found
        .asked
        .iter()
        .map(|asked| {
            json!({
                "id": asked.revision.id, "date": asked.revision.date, "author": asked.revision.author,
                "subject": asked.revision.subject, "verdict": asked.alone.name(), "reason": asked.alone.reason(),
                "carried_lines": asked.carried, "verdict_with_carried": asked.answer.name(),
            })
        })
        .collect();
    let guilt = found.guilt.as_ref();
    let id =
        |position: Option<usize>| position.and_then(|at| found.asked.get(at)).map(|asked| asked.revision.id.clone());
    json!({
        "good": id(guilt.map(|it| it.good)),
        "bad": id(guilt.map(|it| it.bad)),
        "patch": guilt.map(|it| it.patch.clone()),
        "lines": guilt.map_or(Vec::new(), |it| it.lines.iter().flat_map(line).collect()),
        "changed_lines": guilt.map(|it| it.n_changed),
        "carried": guilt.map(|it| it.carried.clone()),
        "port": ported.and_then(|ported| ported.as_ref().ok()),
        "revisions": revisions,
        "tests": found.tests,
    })
}
