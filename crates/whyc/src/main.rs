//! The command line: flags in, exit status out; no logic.
//!
//! In: arguments. Out: a report on standard output (or in a file), messages on standard error, and
//! an exit status. Read [`cli`] first (what can be asked), then [`asked`] (flags become one request), [`check`] (the
//! request goes to a session, its finding to [`answer`]), [`localize`] (writes changes into files), [`replay`] and [`native`] (a compiled program that fails the same
//! way), [`circuit`] (the same for circuits; [`given`] tells them apart), [`output`] (where reports go) and [`edge`] (stack,
//! panics, Ctrl-C). Two processes run: [`supervise`] watches over the one that does the work, which ends itself when a limit
//! is reached ([`watchdog`]); [`fallback`] is what is said then.
#![forbid(unsafe_code)]

mod cli;
mod given;

mod localize;

mod git;
mod history;
mod known;
mod project;
mod review;
mod watch;

mod tests_folder;

mod asked;

mod check;
mod circuit;
mod cluster;
mod concurrent;
mod cover;
mod verilog;

mod progress;

mod reduce;
mod repeated;
mod replay;

mod native;

mod manual;

mod certify;
mod proof;

mod lsp;

mod answer;

mod output;

mod formats;

mod edge;
mod engines;
mod harness;
mod hybrid;
mod prob;
mod sample;

mod along;
mod supervise;
mod temporal;
mod triage;
mod watchdog;

mod fallback;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use whyc_session::Wish;

use crate::circuit::Wanted;
use crate::cli::{Cli, ColorChoice, Format, Verb};
use crate::edge::Crash;
use crate::given::Input;
use crate::supervise::Stage;

/// What the exit status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Every property holds.
    Holds = 0,
    /// `check` found a violation.
    Violated = 1,
    /// Bad usage or invalid input, or a bug of whyc.
    Bad = 2,
    /// A limit was reached, or something cannot be modelled.
    Undecided = 3,
}

impl Exit {
    /// What a status means.
    fn of(code: u8) -> Self {
        match code {
            0 => Exit::Holds,
            1 => Exit::Violated,
            3 => Exit::Undecided,
            _ => Exit::Bad,
        }
    }
}

/// What the words of a command line ask, and which options they give.
fn parse(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<(Cli, Vec<String>), clap::Error> {
    let color = match output::asked_color(output::arguments()) {
        ColorChoice::Auto => clap::ColorChoice::Auto,
        ColorChoice::Always => clap::ColorChoice::Always,
        ColorChoice::Never => clap::ColorChoice::Never,
    };
    let matches = Cli::command().color(color).try_get_matches_from(words)?;
    let given = given::options(&matches);
    Ok((Cli::from_arg_matches(&matches)?, given))
}

/// Says what is wrong with a command line, or what was asked about command lines.
fn refused(error: &clap::Error) -> ExitCode {
    let status = if error.use_stderr() { Exit::Bad } else { Exit::Holds };
    // Nobody is left to tell if the terminal is gone.
    let _ = error.print();
    if let Some(file) = output::arguments().nth(1).filter(|_| error.kind() == ErrorKind::InvalidSubcommand)
        && Path::new(&file).is_file()
    {
        output::message(&format!("  tip: whyc check {file}\n"));
    }
    ExitCode::from(status as u8)
}

fn main() -> ExitCode {
    let parsed = parse(std::env::args_os());
    let (cli, given) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return refused(&error),
    };
    // A target of the project stands for its files and options.
    let words: Vec<String> = output::arguments().collect();
    let named = cli.verb.check().map_or(&[][..], |check| &check.files);
    let (cli, given) = match project::targets::expanded(&words, named) {
        Ok(None) => (cli, given),
        Ok(Some(words)) => match parse(words) {
            Ok(parsed) => parsed,
            Err(error) => return refused(&error),
        },
        Err(error) => {
            output::error(&format!("{error:#}"));
            return ExitCode::from(Exit::Bad as u8);
        }
    };
    let asked = cli.verb.output();
    if asked.is_some_and(|asked| asked.open && asked.format != Format::Html) {
        output::message(&format!("{}: --open shows a page: it needs --format html\n", output::error_word("error")));
        return ExitCode::from(Exit::Bad as u8);
    }
    let is_project =
        matches!(&cli.verb, Verb::Check(args) if args.check.files.is_empty() && args.check.language.build.is_none());
    if cli.verb.check().is_some() && !is_project {
        fallback::begin();
        if let Some(end) = supervise::watch(cli.verb.time_limit()) {
            return ExitCode::from(fallback::after(end, &cli.verb) as u8);
        }
        fallback::of_verb(&cli.verb);
    }
    let exit = edge::run(|| answer(&cli.verb, &given));
    let exit = match exit {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            output::error(&format!("{error:#}"));
            Exit::Bad
        }
        Err(Crash { message }) => {
            output::internal_error(&output::plain(&message));
            Exit::Bad
        }
    };
    supervise::tell(Stage::Done);
    ExitCode::from(exit as u8)
}

/// Answers a verb: its flags become one request here, at the door.
fn answer(verb: &Verb, given: &[String]) -> anyhow::Result<Exit> {
    if let Verb::History(args) = verb
        && args.test.is_some()
    {
        return history::run(args);
    }
    if let Verb::Cover(args) = verb
        && args.compare.is_some()
    {
        return cover::compare::run(args);
    }
    if let Some(check) = verb.check() {
        if check.files.is_empty() && check.language.build.is_none() {
            return match verb {
                Verb::Check(args) if args.certify.certify.is_some() => {
                    anyhow::bail!("--certify is about one program: which file?")
                }
                Verb::Check(args) if args.along.is_asked() => {
                    anyhow::bail!("--along is about one program: which file?")
                }
                Verb::Check(args) => project::targets::run(args),
                verb => anyhow::bail!("which file? `whyc {} FILE`, or a target of whyc.toml by its name", verb.name()),
            };
        }
        match (given::input(&check.files, given)?, verb) {
            (Input::Program, _) => {}
            (Input::Circuit, Verb::Check(args)) => {
                if args.known.baseline.is_some() || args.known.record {
                    anyhow::bail!("--baseline and --record are for C programs");
                }
                if args.certify.certify.is_some() {
                    anyhow::bail!("--certify is for C programs; for circuits there is --certificate");
                }
                if temporal::is_asked(&args.check) {
                    return temporal::check(&args.check);
                }
                return circuit::run(&args.check, Wanted::Verdict);
            }
            (Input::Circuit, verb) if !check.temporal.ltl.is_empty() => {
                anyhow::bail!("of circuits, only check takes --ltl, not {}", verb.name())
            }
            (Input::Circuit, Verb::Minimize(args)) => return circuit::run(&args.check, Wanted::Smallest(args.lift)),
            (Input::Circuit, Verb::Explain(args)) => return circuit::run(&args.check, Wanted::Reason),
            (Input::Circuit, Verb::Localize(args)) => return circuit::run(&args.check, Wanted::Places),
            (Input::Circuit, Verb::Reduce(args)) => return reduce::circuit::run(args),
            (Input::Circuit, Verb::Vacuity(args)) => return circuit::run(&args.check, Wanted::Suspicions),
            (Input::Circuit, verb) => {
                anyhow::bail!(
                    "{} is for C programs; for circuits there are check, minimize, explain, localize, vacuity and reduce",
                    verb.name()
                )
            }
        }
    }
    match verb {
        Verb::Check(args) if args.along.is_asked() => along::run(args),
        Verb::Check(args) => match &args.certify.certify {
            Some(folder) => certify::run(asked::request(&args.check)?, folder, &args.known, &args.check.output),
            None => known::run(asked::request(&args.check)?, &args.known, &args.check.output),
        },
        Verb::Minimize(args) => {
            let (request, wish) = asked::minimize(args)?;
            check::run(request, &wish, &args.check.output)
        }
        Verb::Explain(args) => {
            let (request, wish) = asked::explain(args)?;
            check::run(request, &wish, &args.check.output)
        }
        Verb::Localize(args) => {
            let (request, wish) = asked::localize(args)?;
            localize::run(request, &wish, args.apply, &args.check.output)
        }
        Verb::Replay(args) => replay::run(asked::request(&args.check)?, args.run, &args.check.output),
        Verb::Vacuity(args) => check::run(asked::request(&args.check)?, &Wish::Suspicions, &args.check.output),
        Verb::Cover(args) => cover::run(args),
        Verb::Reduce(args) => reduce::run(args),
        Verb::History(args) => history::run(args),
        Verb::Watch(args) => watch::run(&args.check, &output::arguments().skip(2).collect::<Vec<_>>()),
        Verb::Init(args) => project::init::run(args.force),
        Verb::Review(args) => review::run(args),
        Verb::Engines(args) => engines::run(args),
        Verb::Worker(args) => cluster::run(args),
        Verb::Verify(args) => certify::verify(args),
        Verb::Proof(args) => proof::run(args),
        Verb::Spec(args) => temporal::spec(args),
        Verb::Trace(args) => temporal::trace(args),
        Verb::Triage(args) => triage::run(args),
        Verb::Harness(args) => harness::run(args),
        Verb::Prob(args) => prob::run(args),
        Verb::Hybrid(args) => hybrid::run(args),
        Verb::Sample(args) => sample::run(args, given),
        Verb::Lsp => Ok(lsp::run()),
        Verb::Dap => Ok(lsp::debug()),
        Verb::Completions(args) => manual::completions(args.shell),
        Verb::Man(args) => manual::man(args.output.as_deref()),
    }
}
