//! `whyc reduce`: the smallest program that fails in the same way.

pub mod circuit;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use whyc_c::Input;
use whyc_check::{Effort, Verdict};
use whyc_debug::finding::Finding;
use whyc_reduce::{Doing, Judge, Kept, Leash, Put, Reduced, Reduction, Same, Text, Toil, Wanted, text, wanted};
use whyc_report::json::{self, ReducedText};
use whyc_session::{Extent, Progress as Told, Refused, Request, Session, Smallest, Watch, Wish};
use whyc_shrink::Stop;

use crate::check::mistaken;
use crate::cli::{self, Format, Output, Reduce};
use crate::native::{STRICT, Strictness, Toolchain};
use crate::progress::Progress;
use crate::{Exit, answer, asked, edge, output};

/// Makes the program smaller, and reports.
pub fn run(args: &Reduce) -> anyhow::Result<Exit> {
    let shown = &args.check.output;
    if !matches!(shown.format, Format::Human | Format::Json) {
        bail!("reduce reports in the formats human and json");
    }
    let per_candidate = args.check.limits.timeout.filter(|_| args.verdict == Some(cli::Kept::Timeout));
    if args.verdict == Some(cli::Kept::Timeout) && per_candidate.is_none() {
        bail!("--verdict timeout needs --timeout: how long each candidate may take");
    }
    let mut request = asked::for_one_of_many(&args.check)?;
    // The limit is one of the whole work, and of each candidate only if that is what it is about.
    request.deciding.budget = asked::budget(&without_limit(&args.check));
    let stop = Stop::default();
    edge::until(&stop.flag(), args.check.limits.timeout.filter(|_| per_candidate.is_none()));
    let (wanted, finding) = match wanted(args, &request)? {
        Original::Fails(wanted, finding) => (wanted, finding),
        Original::Refused(refused) => return answer::refuse(shown, refused),
        Original::Not(mut finding) => {
            "reduce".clone_into(&mut finding.head.command);
            return nothing(shown, &finding, &request);
        }
    };
    let work = Work::new(args, request, (wanted, finding.as_deref()), per_candidate, &stop)?;
    let progress = Arc::new(Progress::new(shown.quiet));
    let started = Instant::now();
    let original = work.originals.clone();
    let reduced = work.reduce(args, &progress, started);
    progress.clear();
    work.publish(args, &original, reduced, started)
}

fn without_limit(check: &cli::Check) -> cli::Check {
    let mut check = check.clone();
    check.limits.timeout = None;
    check
}

/// What is known of the original.
enum Original {
    /// It is what is to be kept.
    Fails(Wanted, Option<Box<Finding>>),
    /// It is something else.
    Not(Box<Finding>),
    /// It is no program.
    Refused(Refused),
}

/// What is to be kept, if the original has it.
fn wanted(args: &Reduce, request: &Request) -> anyhow::Result<Original> {
    let kept = match (args.same_values, args.same_inputs) {
        (true, _) => Kept::Values,
        (false, true) => Kept::Inputs,
        (false, false) => Kept::Property,
    };
    let wanted = match args.verdict {
        None => None,
        Some(cli::Kept::Unknown) => Some(Wanted::Unknown),
        Some(cli::Kept::InternalError) => Some(Wanted::InternalError),
        Some(cli::Kept::Timeout) => Some(Wanted::Timeout),
    };
    if let Some(wanted) = wanted {
        let texts = texts(request)?;
        let how = (Leash::Long, Toil::Any);
        let judge = Same::new(request.clone(), wanted.clone(), None, how).within(args.check.limits.timeout);
        let all: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        if !judge.is_wanted(&all, &Stop::default()) {
            bail!("the original does not have this verdict: whyc answers in another way");
        }
        return Ok(Original::Fails(wanted, None));
    }
    let mut session = match Session::open(request.clone(), Watch::silent()) {
        Ok(session) => session,
        Err(refused) => return Ok(Original::Refused(refused)),
    };
    let wish = Wish::Smallest((kept != Kept::Property).then(Smallest::default));
    let finding = session.answer(&wish, Extent::Asked).map_err(mistaken)?;
    let Some(failure) = wanted::Failure::of(&finding, kept) else { return Ok(Original::Not(Box::new(finding))) };
    Ok(Original::Fails(Wanted::Failure(Box::new(failure)), Some(Box::new(finding))))
}

/// There is nothing to be made smaller.
fn nothing(shown: &Output, finding: &Finding, request: &Request) -> anyhow::Result<Exit> {
    answer::publish(shown, finding)?;
    let exit = answer::exit(finding.head.verdict, request.is_bound_fixed());
    if shown.format == Format::Human && exit == Exit::Holds {
        output::report("nothing fails: there is nothing to reduce\n", None)?;
    }
    Ok(exit)
}

/// The texts of a program.
fn texts(request: &Request) -> anyhow::Result<Vec<Text>> {
    let read = |path: &Path| -> anyhow::Result<String> {
        let bytes = asked::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        String::from_utf8(bytes).with_context(|| format!("{}: it is not text in UTF-8", path.display()))
    };
    let text = |input: &Input| -> anyhow::Result<Text> {
        let text = match input {
            Input::Path(path) => read(path)?,
            Input::Command(command) => read(&command.file)?,
            Input::Text { text, .. } => text.clone(),
        };
        Ok(Text::new(input.name(), text))
    };
    request.inputs.iter().map(text).collect()
}

/// A reduction of a program.
struct Work {
    request: Request,
    judge: Same,
    kept: String,
    toolchain: Option<(Toolchain, Strictness)>,
    originals: Vec<Text>,
    stop: Stop,
}

impl Work {
    fn new(
        args: &Reduce,
        request: Request,
        (wanted, finding): (Wanted, Option<&Finding>),
        limit: Option<Duration>,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        let originals = texts(&request)?;
        let toolchain = Toolchain::find(&request, &[]);
        let all: Vec<&str> = originals.iter().map(|text| text.text.as_str()).collect();
        let takes = |strictness| toolchain.compiles(&all, strictness) == Some(true);
        let strictness = match () {
            () if args.verdict.is_some() => None,
            () if takes(Strictness::Modern) => Some(Strictness::Modern),
            () if takes(Strictness::Any) => Some(Strictness::Any),
            () => None,
        };
        // The bound of the first violation, not of what is looked at after it.
        let first = finding.map(|_| first_violation(&request)).transpose()?.flatten();
        let kept = wanted.text().to_owned();
        let mut strict = request.clone();
        strict.reading.extra_args.extend(STRICT.map(str::to_owned));
        let known = first.as_ref().or(finding);
        // The original is a candidate, too: it may be one that never ends.
        let same = |request: &Request, how| Same::new(request.clone(), wanted.clone(), known, how).within(limit);
        let plain = same(&request, (Leash::Long, Toil::Any));
        let hows = [Toil::Times(1), Toil::Times(20), Toil::Any]
            .into_iter()
            .flat_map(|toil| [(Leash::Short, toil), (Leash::Long, toil)]);
        let ways = hows.flat_map(|how| [(&strict, how), (&request, how)]);
        let mut judges = ways.map(|(request, how)| same(request, how));
        let judge = judges.find(|judge| judge.is_wanted(&all, stop) || stop.is_set()).unwrap_or(plain);
        if !judge.is_wanted(&all, stop) && !stop.is_set() {
            bail!("asked once more, the original does not fail in this way: there is nothing to hold on to");
        }
        let request =
            Request { deciding: whyc_check::Options { only: None, ..request.deciding.clone() }, ..request.clone() };
        Ok(Self {
            request,
            judge,
            kept,
            toolchain: strictness.map(|it| (toolchain, it)),
            originals,
            stop: stop.clone(),
        })
    }

    fn reduce(&self, args: &Reduce, progress: &Progress, started: Instant) -> Reduced {
        let compiles = |texts: &[&str]| match &self.toolchain {
            Some((toolchain, strictness)) => toolchain.compiles(texts, *strictness) != Some(false),
            None => true,
        };
        let reduction = Reduction {
            judge: &self.judge,
            compiles: self.toolchain.is_some().then_some(&compiles),
            entry: self.request.reading.entry.clone(),
            kept: self.kept.clone(),
            jobs: args.check.limits.jobs(),
            stop: self.stop.clone(),
        };
        let mut written = usize::MAX;
        let mut tell = |doing: Doing<'_>| {
            let seconds = started.elapsed().as_secs_f64().max(0.001);
            let rate = doing.tests as f64 / seconds;
            let words =
                format!("{} bytes left, {} tests, {rate:.0} per second: {}", doing.size, doing.tests, doing.what);
            progress.tell(Told::Part(&words));
            // Should anything end this process, the best so far is there.
            let size = text::size(doing.texts);
            if let ([text], Some(path), true) = (doing.texts, &args.check.output.output, size < written) {
                written = size;
                let _ = output::file(text.text.as_bytes(), path);
            }
        };
        reduction.run(self.expanded(&reduction), &mut tell)
    }

    /// The texts with their own headers in place, if nothing changes by that.
    fn expanded(&self, reduction: &Reduction<'_>) -> Vec<Text> {
        let read = |path: &Path| fs::read_to_string(path).ok();
        for put in [Put::Once, Put::Each] {
            let with = |(text, input): (&Text, &Input)| {
                let folders = self.folders(input);
                let all = whyc_reduce::expanded(Path::new(&text.name), &text.text, &folders, put, &read);
                if all == text.text { text.clone() } else { Text::new(text.name.clone(), all) }
            };
            let expanded: Vec<Text> = self.originals.iter().zip(&self.request.inputs).map(with).collect();
            let all: Vec<&str> = expanded.iter().map(|text| text.text.as_str()).collect();
            if self.judge.is_wanted(&all, &self.stop) && reduction.compiles.is_none_or(|compiles| compiles(&all)) {
                return expanded;
            }
        }
        self.originals.clone()
    }

    /// Where headers of an input are looked for: as the command line says, and as its own command does.
    fn folders(&self, input: &Input) -> Vec<PathBuf> {
        let mut found = self.request.reading.include_dirs.clone();
        let Input::Command(command) = input else { return found };
        let mut words = command.args.iter();
        while let Some(word) = words.next() {
            for option in ["-iquote", "-I"] {
                match word.strip_prefix(option) {
                    Some("") => found.extend(words.next().map(PathBuf::from)),
                    Some(folder) => found.push(PathBuf::from(folder)),
                    None => continue,
                }
                break;
            }
        }
        found
    }

    /// Writes what is left, and what there is to say about it.
    fn publish(&self, args: &Reduce, original: &[Text], reduced: Reduced, started: Instant) -> anyhow::Result<Exit> {
        let shown = &args.check.output;
        let left: Vec<&Text> = reduced.texts.iter().filter(|text| !text.text.trim().is_empty()).collect();
        let path = self.write(shown, &left)?;
        let words = |texts: &[Text]| text::lines(texts);
        let compiler = self.toolchain.as_ref().map(|(toolchain, _)| toolchain.name());
        let summary = format!(
            "{} of {} lines are left · {} candidates in {:.1} s{}{}\n",
            reduced.lines(),
            words(original),
            reduced.tests,
            started.elapsed().as_secs_f64(),
            compiler.map_or(String::new(), |name| format!(" · {name} takes it")),
            if reduced.is_complete { "" } else { " · ended before nothing more could be left out" },
        );
        match (shown.format, &path) {
            (Format::Json, _) => {
                let texts: Vec<String> = reduced.texts.iter().map(Text::annotated).collect();
                let mut finding = self.judge.finding(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
                "reduce".clone_into(&mut finding.head.command);
                let report = json::Reduced {
                    path: path.as_ref().map(|path| path.display().to_string()),
                    texts: left.iter().map(|it| ReducedText { file: it.name.clone(), text: it.annotated() }).collect(),
                    lines: reduced.lines(),
                    original_lines: words(original),
                    tests: reduced.tests,
                    complete: reduced.is_complete,
                    compiles: compiler.map(|_| true),
                };
                output::report(&json::render_reduced(&finding, &report), None)?;
            }
            (_, Some(path)) => output::report(&output::plain(&format!("wrote {}: {summary}", path.display())), None)?,
            (_, None) => {
                let texts: Vec<String> = left.iter().map(|text| headed(&left, text)).collect();
                output::report(&texts.concat(), None)?;
                if !shown.quiet {
                    output::message(&summary);
                }
            }
        }
        Ok(Exit::Holds)
    }

    /// Writes what is left to a file, or several files to a folder.
    fn write(&self, shown: &Output, left: &[&Text]) -> anyhow::Result<Option<PathBuf>> {
        let Some(path) = &shown.output else { return Ok(None) };
        match left {
            [text] => output::file(text.annotated().as_bytes(), path)?,
            many => {
                fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))?;
                for text in many {
                    let name = Path::new(&text.name).file_name().context("a file has a name")?;
                    output::file(text.annotated().as_bytes(), &path.join(name))?;
                }
            }
        }
        Ok(Some(path.clone()))
    }
}

/// A text with its name, where there are several.
fn headed(all: &[&Text], text: &Text) -> String {
    let body = text.annotated();
    if all.len() > 1 { format!("/* {} */\n{body}", text.name) } else { body }
}

/// What is known when the first violation is found.
fn first_violation(request: &Request) -> anyhow::Result<Option<Finding>> {
    let mut request = request.clone();
    let all = Session::open(request.clone(), Watch::silent())?.answer(&Wish::Smallest(None), Extent::Asked)?;
    request.deciding.effort = Effort::First;
    let first = Session::open(request, Watch::silent())?.answer(&Wish::Smallest(None), Extent::Asked)?;
    let is_failing = first.head.verdict == Verdict::Violated;
    // How many fail is known from the one, how far it is to the first from the other.
    Ok(is_failing.then(|| Finding { bounds: first.bounds.clone(), ..all }))
}
