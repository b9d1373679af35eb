//! `whyc sample`: random runs, and what they prove.

mod circuit;
mod page;
mod program;

use std::time::Instant;

use anyhow::{anyhow, bail};
use whyc_base::budget::Budget;
use whyc_sample::answer::{Answer, Verdict};
use whyc_sample::dist::Distribution;
use whyc_sample::drive::{Go, Subject, drive};
use whyc_sample::sprt::{Claim, Errors};
use whyc_sample::tally::{Enough, Tally, Test};
use whyc_sample::{json, text};
use whyc_session::Progress as Doing;

use crate::cli::{Format, Sample};
use crate::given::{self, Input};
use crate::progress::Progress;
use crate::{Exit, output};

/// How many runs are made if nobody says how many, and within how many steps.
const RUNS: u64 = 10_000;
const RUNS_OF_A_TEST: u64 = 1_000_000;
const STEPS: u64 = 300_000_000;

/// Answers a question about random runs.
pub fn run(args: &Sample, given: &[String]) -> anyhow::Result<Exit> {
    match args.output.format {
        Format::Human | Format::Json | Format::Html => {}
        Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            bail!("sample has the formats human, json and html")
        }
    }
    if args.runs == Some(0) {
        bail!("--runs: at least one");
    }
    let special: Vec<String> = given.iter().filter(|it| !Sample::FOR_BOTH.contains(&it.as_str())).cloned().collect();
    match given::input(&args.files, &special)? {
        Input::Program => program::run(args),
        Input::Circuit => circuit::run(args),
    }
}

/// The distributions that options give, as they are read.
fn distributions(args: &Sample) -> anyhow::Result<Vec<(String, Distribution)>> {
    let read = |(name, text): &(String, String)| {
        let dist = Distribution::read(text).map_err(|wrong| anyhow!("--dist {name}: {wrong}"))?;
        Ok((name.clone(), dist))
    };
    args.dist.iter().map(read).collect()
}

/// The claim that is to be tested.
fn test(args: &Sample) -> anyhow::Result<Option<Test>> {
    let Some(text) = &args.prob else { return Ok(None) };
    let claim = Claim::read(text).map_err(|wrong| anyhow!("--prob: {wrong}"))?;
    Ok(Some(Test::new(claim, Errors { alpha: args.alpha, beta: args.beta, indifference: args.indifference })))
}

/// Makes runs until it is enough; a limit that came first, in words.
fn runs<S: Subject>(
    args: &Sample,
    subject: &S,
    n_measures: usize,
    budget: &Budget,
    progress: &Progress,
) -> anyhow::Result<(Tally, Option<String>)> {
    let enough = match (args.runs, &args.prob) {
        (Some(runs), _) => Enough { runs, work: u64::MAX },
        (None, Some(_)) => Enough { runs: RUNS_OF_A_TEST, work: STEPS },
        (None, None) => Enough { runs: RUNS, work: STEPS },
    };
    let mut tally = Tally::new(enough, test(args)?, n_measures, args.confidence);
    let mut told = Instant::now();
    let ended = drive(subject, args.limits.jobs(), budget, |number, seen| {
        let go = tally.take(number, &seen);
        if go == Go::On && told.elapsed().as_millis() > 100 {
            told = Instant::now();
            progress.tell(Doing::Part(&format!("{}, {} fail", text::counted(tally.runs, "run"), tally.failed)));
        }
        go
    });
    let limit = ended.err().map(|reason| reason.to_string());
    Ok((tally, limit))
}

/// Writes the answer.
fn tell(args: &Sample, answer: &Answer) -> anyhow::Result<Exit> {
    let files: Vec<String> = args.files.iter().map(|it| it.display().to_string()).collect();
    let path = args.output.output.as_deref();
    match args.output.format {
        Format::Json => output::report(&json::render(&files, answer), path)?,
        Format::Html => output::page(&page::render(&files, answer), path, args.output.open)?,
        Format::Human | Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            output::report(&output::plain(&text::render(answer, args.output.quiet)), path)?;
        }
    }
    Ok(match answer.verdict() {
        Verdict::Estimated if answer.limit.is_some() => Exit::Undecided,
        Verdict::Estimated | Verdict::Holds => Exit::Holds,
        Verdict::Refuted => Exit::Violated,
        Verdict::Undecided | Verdict::Unknown => Exit::Undecided,
    })
}

/// The same command again, without what asks for another form of the answer.
fn again() -> String {
    let mut words = vec!["whyc".to_owned(), "sample".to_owned()];
    let mut all = output::arguments().skip(2).peekable();
    while let Some(word) = all.next() {
        let is_form = |name: &str| word == name || word.starts_with(&format!("{name}="));
        if ["--format", "-o", "--color", "--run", "--jobs"].iter().any(|it| is_form(it)) {
            if !word.contains('=') {
                all.next();
            }
        } else if !["--quiet", "--open"].contains(&word.as_str()) {
            words.push(word);
        }
    }
    words
        .iter()
        .map(|it| shlex::try_quote(it).map_or_else(|_| it.clone(), std::borrow::Cow::into_owned))
        .collect::<Vec<_>>()
        .join(" ")
}
