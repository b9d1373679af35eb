//! Random runs of a program.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use whyc_base::budget::Budget;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::{SourceMap, Span};
use whyc_check::{Unwind, Verdict};
use whyc_ir::program::Program;
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_report::diagnostics;
use whyc_sample::answer::{Answer, Failing, Input, Run, Splitting, Weighing, What};
use whyc_sample::drive::Ended;
use whyc_sample::measure::Measure;
use whyc_sample::program::{Hold, Holds, Note, Sampled};
use whyc_sample::random::Purpose;
use whyc_sample::rare::{self, Making};
use whyc_sample::site::{Given, Said, Sites, Wrong, in_comments};
use whyc_sample::split::{Extent, Towards};
use whyc_sample::tally::Tally;
use whyc_session::{Progress as Doing, Request, Session, Watch};

use super::{STEPS, again, distributions, runs, tell};
use crate::cli::{Sample, Weigh};
use crate::progress::Progress;
use crate::{Exit, answer, asked, edge, output};

/// How often loops are followed, and how many conflicts there are, to find a failing run that no random run came to.
const ROUNDS: u32 = 64;
const CERTAIN: u32 = 4096;
const CONFLICTS: u64 = 100_000;

/// Runs a program.
pub fn run(args: &Sample) -> anyhow::Result<Exit> {
    let check = args.check();
    let mut request = asked::request(&check)?;
    tosses(args, &mut request);
    // What it learnt about engines would be about another question than that of check.
    request.learning = None;
    if request.deciding.unwind == Unwind::Automatic {
        request.deciding.unwind = Unwind::UpTo { bound: ROUNDS, certain: CERTAIN };
    }
    let inputs = std::mem::take(&mut request.deciding.given);
    if args.weigh == Weigh::Always && !inputs.is_empty() {
        bail!("--weigh always is about all runs: it cannot be together with --input");
    }
    let progress = Arc::new(Progress::new(args.output.quiet));
    let line = Arc::clone(&progress);
    let watch = Watch::telling(move |what| line.tell(what));
    let budget = request.deciding.budget.clone().ended_by(watch.canceller().flag());
    request.deciding.budget = budget.clone();
    edge::hold(&budget);
    let opened = Session::open(request, watch);
    let mut session = match opened.and_then(|session| session.refuse_threads("sample").map(|()| session)) {
        Ok(session) => session,
        Err(refused) => return answer::refuse(&args.output, refused),
    };
    let program = Arc::clone(session.program());
    let properties = PropertyTable::clone(session.properties().0);
    let asked = session.properties().1.to_vec();
    let sites = match sites(args, &program)? {
        Ok(sites) => sites,
        Err(wrong) => return say(args, &program.sources, wrong),
    };
    let mut sampled = Sampled::new(&program, (&properties, &asked), sites, args.seed, args.steps);
    sampled.held = held(&sampled, &inputs)?;
    for text in &args.measure {
        sampled.measures.push(Measure::read(text, &program).map_err(|wrong| anyhow!("--measure: {wrong}"))?);
    }
    if let Some(number) = args.run {
        return show(args, &program, &properties, &sampled, number);
    }
    let (tally, limit) = runs(args, &sampled, args.measure.len(), &budget, &progress)?;
    let is_weighed = match args.weigh {
        Weigh::Auto => {
            tally.failed == 0
                && args.prob.is_none()
                && tally.counted() > 0
                && args.measure.is_empty()
                && inputs.is_empty()
        }
        Weigh::Always => true,
        Weigh::Never => false,
    };
    let weighed = if is_weighed && limit.is_none() {
        session.set_budget(budget.clone().with_work(CONFLICTS));
        let making = Making {
            confidence: args.confidence,
            jobs: args.limits.jobs(),
            work: STEPS,
            each: tally.work / tally.runs.max(1),
            budget: &budget,
        };
        weigh(&mut session, &sampled, &making, &progress)?
    } else {
        Weighing::NotAsked
    };
    let splitting = match &limit {
        None if args.splitting => {
            let found = match &weighed {
                Weighing::Weighed(it) => Some(it.property.as_str()),
                _ => None,
            };
            progress.tell(Doing::Part("splitting"));
            split(&sampled, (&properties, &asked), &tally, found, &budget)
        }
        _ => Splitting::NotAsked,
    };
    progress.clear();
    let mut answer = composed(args, &program, &properties, &sampled, tally, (limit, weighed));
    answer.splitting = splitting;
    let exit = tell(args, &answer);
    std::mem::forget(session);
    exit
}

/// A program that tosses coins gets the functions that do it.
fn tosses(args: &Sample, request: &mut Request) {
    let mentions = |text: &[u8]| {
        ["whyc_choice", "whyc_pick"].iter().any(|it| text.windows(it.len()).any(|at| at == it.as_bytes()))
    };
    let some = args.files.iter().any(|path| asked::read(path).is_ok_and(|text| mentions(&text)));
    if some {
        request.inputs.push(whyc_c::Input::text("whyc_choice", whyc_prob::program::TEXT));
    }
}

/// The inputs, with the distributions that comments and options give.
fn sites(args: &Sample, program: &Program) -> anyhow::Result<Result<Sites, Wrong>> {
    let mut given = match in_comments(&program.sources) {
        Ok(given) => given,
        Err(wrong) => return Ok(Err(wrong)),
    };
    for (name, dist) in distributions(args)? {
        given.push(Given { name, dist, said: Said::Option });
    }
    Ok(Sites::of(program, &given))
}

/// Says what is wrong with a distribution.
fn say(args: &Sample, sources: &SourceMap, wrong: Wrong) -> anyhow::Result<Exit> {
    let Some(span) = wrong.span else { bail!("--dist: {}", wrong.message) };
    let told = Diagnostic::error(wrong.message).at(span);
    output::message(&diagnostics::render(sources, &[told], output::is_message_colored(args.output.color)));
    Ok(Exit::Bad)
}

/// The inputs that `--input` holds: the first value of a name for the first time it is read, and so on.
fn held(sampled: &Sampled<'_>, inputs: &[whyc_check::Given]) -> anyhow::Result<Holds> {
    let mut holds = Holds::default();
    for one in inputs {
        let named: Vec<u32> = sampled.sites.named(&one.name).collect();
        let [site] = named[..] else {
            match named.len() {
                0 => bail!("--input: no input is called `{}`", one.name),
                n => bail!("--input: {n} inputs are called `{}`; FUNCTION.NAME says which", one.name),
            }
        };
        let wrong = |wrong: String| anyhow!("--input {}: {wrong}", one.name);
        let dist = whyc_sample::dist::Distribution::read(&one.value).map_err(wrong)?;
        let kind = sampled.sites.all[site as usize]
            .kind
            .clone()
            .ok_or_else(|| anyhow!("--input: `{}` is a pointer", one.name))?;
        let occurrence = holds.keys().filter(|it| it.0 == site).count() as u32;
        holds.insert((site, occurrence), Hold::Value(dist.over(&kind).map_err(wrong)?.draw(0)));
    }
    Ok(holds)
}

/// Asks the checker for a failing run, and weighs its inputs.
fn weigh(
    session: &mut Session,
    sampled: &Sampled<'_>,
    making: &Making<'_>,
    progress: &Progress,
) -> anyhow::Result<Weighing> {
    progress.tell(Doing::Deciding);
    let Some((property, taken)) = session.failing_inputs().map_err(crate::check::mistaken)? else {
        return Ok(match session.verdict() {
            Some(Verdict::Safe) => Weighing::Safe,
            Some(_) | None => Weighing::NotFound,
        });
    };
    let name = session.properties().0.all()[property].name.clone();
    progress.tell(Doing::Part("weighing the inputs of a failing run"));
    Ok(match rare::weigh(sampled, &name, &taken, making) {
        Ok(Ok(weighed)) => Weighing::Weighed(Box::new(weighed)),
        Ok(Err(why)) => Weighing::Not(why),
        Err(_) => Weighing::NotAsked,
    })
}

/// How much splitting does: runs at a level, moves of each, attempts; and over about how many levels, for its work to be afforded.
const SPLIT: Extent = Extent { runs: 200, moves: 10, attempts: 20 };
const LEVELS: u64 = 12;

/// Splits towards the property that fails, or is the only one.
fn split(
    sampled: &Sampled<'_>,
    (properties, asked): (&PropertyTable, &[PropertyId]),
    tally: &Tally,
    found: Option<&str>,
    budget: &Budget,
) -> Splitting {
    let failed = tally.failures.iter().max_by_key(|it| it.1.0).map(|it| *it.0);
    let named = |name: &str| asked.iter().copied().find(|&it| properties.all()[it].name == name);
    let property = match (asked, found.and_then(named)) {
        ([only], _) => *only,
        (_, Some(found)) => found,
        _ => match failed.and_then(|it| asked.iter().copied().find(|known| known.0 == it)) {
            Some(failed) => failed,
            None => {
                let why = "there are several properties, and none is known to fail; --property says which";
                return Splitting::Nothing(why.to_owned());
            }
        },
    };
    if tally.rejected > 0 {
        return Splitting::Nothing(
            "an assumption does not hold in some runs, and of the others it cannot tell".to_owned(),
        );
    }
    let each = (tally.work / tally.runs.max(1)).max(1);
    let all = SPLIT.runs as u64 * (SPLIT.moves as u64 + 1) * LEVELS * u64::from(SPLIT.attempts + 1) * each;
    let part = (STEPS as f64 / all as f64).min(1.0);
    let extent = Extent { runs: ((SPLIT.runs as f64 * part) as usize).max(20), ..SPLIT };
    let towards = Towards::new(sampled, properties, property, sampled.seed());
    match whyc_sample::split::split(&towards, extent, budget) {
        Ok(Some(split)) => Splitting::Of(properties.all()[property].name.clone(), split),
        Ok(None) => Splitting::Nothing("from some point on runs come no nearer to a failure".to_owned()),
        Err(limit) => Splitting::Nothing(limit.to_string()),
    }
}

fn place(sources: &SourceMap, span: Span) -> (String, u32) {
    (sources.file(span.file).name.clone(), sources.line(span))
}

/// Everything that is told.
fn composed(
    args: &Sample,
    program: &Program,
    properties: &PropertyTable,
    sampled: &Sampled<'_>,
    tally: Tally,
    (limit, weighed): (Option<String>, Weighing),
) -> Answer {
    let sources = &program.sources;
    let mut failing: Vec<Failing> = tally
        .failures
        .iter()
        .map(|(&property, &(failures, first))| {
            let it = properties.all().iter().nth(property as usize);
            let measured = || args.measure[property as usize - properties.all().len()].clone();
            Failing {
                id: it.map_or_else(measured, |it| it.name.clone()),
                description: it.map_or_else(measured, |it| it.description.clone()),
                place: it.map(|it| place(sources, it.span)),
                failures,
                first,
            }
        })
        .collect();
    failing.sort_by_key(|it| std::cmp::Reverse(it.failures));
    let run = tally.first_failure().and_then(|(number, property)| {
        let told = sampled.told(Purpose::Plain, number, &Holds::default());
        assert!(told.ended == Ended::Failed(property), "a run should fail again as it did");
        let name = failing.iter().find(|it| it.first == number).map(|it| it.id.clone())?;
        Some(Run { number, property: name, inputs: read(sampled, &told.inputs) })
    });
    let at = |span: Option<Span>| span.map(|span| place(sources, span)).map(|(file, line)| format!("{file}:{line}"));
    let lost = tally.lost_because.as_ref().map(|(what, span)| match at(*span) {
        Some(place) => format!("{place}: {what}"),
        None => what.clone(),
    });
    let rejected = tally.most_rejected().and_then(|(span, _)| at(Some(span)));
    let mut remarks = Vec::new();
    if tally.is_changed {
        remarks.push("functions without body are taken to change nothing but what they return".to_owned());
    }
    Answer {
        what: What::Program,
        inputs: inputs(sources, sampled, tally.used),
        tally,
        confidence: args.confidence,
        seed: args.seed,
        failing,
        run,
        measures: args.measure.clone(),
        weighed,
        splitting: Splitting::NotAsked,
        lost,
        rejected,
        limit,
        remarks,
        again: again(),
    }
}

/// What a run reads, as C writes it.
fn read(sampled: &Sampled<'_>, notes: &[Note]) -> Vec<(String, String)> {
    notes.iter().map(|note| (note.name.clone(), sampled.shown(note))).collect()
}

/// The inputs that were read by any run.
fn inputs(sources: &SourceMap, sampled: &Sampled<'_>, used: u128) -> Vec<Input> {
    let is_used =
        |at: usize| u32::try_from(at).ok().and_then(|it| 1u128.checked_shl(it)).is_none_or(|bit| used & bit != 0);
    let told = |(_, site): (usize, &whyc_sample::site::Site)| {
        let (said, span) = match site.said {
            Said::Option => ("option", None),
            Said::Comment(span) => ("comment", Some(span)),
            Said::Assumption(span) => ("assumption", Some(span)),
            Said::Library => ("library", None),
            Said::Type => ("type", None),
        };
        let (name, distribution) = (site.label.clone(), site.text.clone());
        Input { name, distribution, said, line: span.map(|span| sources.line(span)) }
    };
    sampled.sites.all.iter().enumerate().filter(|(at, _)| is_used(*at)).map(told).collect()
}

/// Shows one run.
fn show(
    args: &Sample,
    program: &Program,
    properties: &PropertyTable,
    sampled: &Sampled<'_>,
    number: u64,
) -> anyhow::Result<Exit> {
    let told = sampled.told(Purpose::Plain, number, &Holds::default());
    let at = |span: Option<Span>| {
        span.map(|span| place(&program.sources, span))
            .map(|(file, line)| format!(" ({file}:{line})"))
            .unwrap_or_default()
    };
    let (word, how) = match &told.ended {
        Ended::Passed => ("passes", String::new()),
        Ended::Failed(property) => match properties.all().iter().nth(*property as usize) {
            Some(it) => ("fails", format!(" {}: `{}`{}", it.name, it.description, at(Some(it.span)))),
            None => ("fails", format!(" `{}`", args.measure[*property as usize - properties.all().len()])),
        },
        Ended::Rejected(span) => ("does not count", format!(": an assumption does not hold in it{}", at(*span))),
        Ended::Lost { what, span } => ("was not followed to its end", format!(": {what}{}", at(*span))),
    };
    let read = read(sampled, &told.inputs);
    let text = match args.output.format {
        crate::cli::Format::Json => {
            let inputs: Vec<_> =
                read.iter().map(|(name, value)| serde_json::json!({"name": name, "value": value})).collect();
            let report = serde_json::json!({"schema": "whyc-sample-run/1", "run": number, "seed": args.seed, "ended": word, "inputs": inputs});
            format!("{report:#}\n")
        }
        _ => {
            let lines: Vec<String> = read.iter().map(|(name, value)| format!("  {name} = {value}\n")).collect();
            output::plain(&format!("run {number} {word}{how}\n{}", lines.concat()))
        }
    };
    output::report(&text, args.output.output.as_deref())?;
    Ok(match told.ended {
        Ended::Passed => Exit::Holds,
        Ended::Failed(_) => Exit::Violated,
        Ended::Rejected(_) | Ended::Lost { .. } => Exit::Undecided,
    })
}
