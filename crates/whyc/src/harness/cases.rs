//! `whyc harness --cases`: linear tests as one machine.

use std::path::Path;

use anyhow::{anyhow, bail};
use whyc_base::budget::Budget;
use whyc_base::verdict::Verdict;
use whyc_c::Input;
use whyc_harness::cases::compose::with_variables;
use whyc_harness::cases::language::{self, Action, Suite};
use whyc_harness::cases::machine::Machine;
use whyc_harness::cases::{emit, merge, unit};
use whyc_harness::tell::{self, Checked, Made};
use whyc_report::diagnostics;
use whyc_session::{Finding, Refused, Request, Watch, Wish};

use crate::cli::{Harness, Shape};
use crate::{Exit, edge, output};

/// How many conflicts a question about two states may take.
const EFFORT: u64 = 200_000;

/// Makes a machine of cases.
pub fn run(args: &Harness) -> anyhow::Result<Exit> {
    let Some(path) = &args.cases else { bail!("which header? --module HEADER, or --cases FILE") };
    let name = path.display().to_string();
    let text = super::read(path)?;
    let is_c = path.extension().is_some_and(|it| it == "c");
    let suite = if is_c { unit::read(&text) } else { language::read(&text) };
    let suite = suite.map_err(|wrong| anyhow!("{name}:{}: {}", wrong.line, wrong.message))?;
    if !args.only.is_empty() {
        bail!("--only is for the functions of a header");
    }
    let budget = Budget::unlimited();
    edge::hold(&budget);
    let lines = merge::chains(&suite);
    let mut trouble = None;
    let (merged, proposals) = match args.merge {
        None => merge::merge(&suite, 1, None),
        Some(threshold) => {
            let mut judge = |actions: &[&Action]| match judged(args, path, emit::line(&suite, actions), &budget) {
                Ok(finding) => match finding.head.verdict {
                    Verdict::Safe => Some(true),
                    Verdict::Violated => Some(false),
                    Verdict::BoundedSafe | Verdict::Unknown => None,
                },
                Err(error) => {
                    trouble = Some(error);
                    None
                }
            };
            merge::merge(&suite, threshold, Some(&mut judge))
        }
    };
    if let Some(error) = trouble {
        return Err(error);
    }
    if merged.starts.len() > 1 {
        bail!("{name}: the cases begin in {} different places: give them the same label there", merged.starts.len());
    }
    let composed = with_variables(&merged, &suite);
    let machine = if args.clean { composed.cleaned().reached() } else { composed.clone() };
    if machine.starts.is_empty() {
        bail!("{name}: nothing goes on for ever, so nothing is left: do without --clean");
    }
    let text = emit::machine(&suite, &machine, args.steps);
    let checked = if args.run { Some(checked(args, path, (&suite, &machine), &text, &budget)?) } else { None };
    let made = Made { n_cases: suite.cases.len(), lines, merged, composed, machine, proposals, text, checked };
    told(args, &name, &made)
}

/// What a program says, together with the module.
fn judged(args: &Harness, path: &Path, text: String, budget: &Budget) -> anyhow::Result<Finding> {
    let mut inputs: Vec<Input> = args.files.iter().map(|it| Input::Path(it.clone())).collect();
    // Beside the cases, so that what they include is found.
    inputs.push(Input::text(path.with_extension("cases.c").display().to_string(), text));
    let request = Request::new(inputs).within(budget.clone().with_work(EFFORT));
    whyc_session::answer(request, &Wish::Verdict, Watch::silent()).map_err(|refused| match refused {
        Refused::Invalid { sources, diagnostics } => {
            output::message(&diagnostics::render(&sources, &diagnostics, output::is_message_colored(args.color)));
            anyhow!("the actions of {} are no C together with these files", path.display())
        }
        refused @ (Refused::NoLibclang(_) | Refused::Mistaken { .. } | Refused::Internal(_)) => {
            crate::check::mistaken(refused)
        }
    })
}

/// Checks the machine itself.
fn checked(
    args: &Harness,
    path: &Path,
    (suite, machine): (&Suite, &Machine),
    text: &str,
    budget: &Budget,
) -> anyhow::Result<Checked> {
    let finding = judged(args, path, text.to_owned(), budget)?;
    let Some(run) = finding.counterexample.as_ref().filter(|_| finding.head.verdict == Verdict::Violated) else {
        return Ok(match finding.head.verdict {
            Verdict::Safe => Checked::Holds,
            Verdict::BoundedSafe | Verdict::Violated | Verdict::Unknown => {
                Checked::Unknown("the check of the machine has no answer".to_owned())
            }
        });
    };
    let edges: Vec<usize> = run
        .inputs
        .iter()
        .filter(|it| it.name == "edge")
        .filter_map(|it| it.value.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok())
        .collect();
    let property = finding.properties.get(run.property).map_or_else(String::new, |it| it.id.clone());
    let name = format!("found by whyc: {property} fails");
    Ok(Checked::Fails { case: emit::case(suite, machine, &edges, &name), property, edges })
}

fn told(args: &Harness, name: &str, made: &Made) -> anyhow::Result<Exit> {
    let shown = args.output.as_deref().map(|it| it.display().to_string());
    match (args.format, args.output.as_deref()) {
        (Shape::Dot, path) => output::report(&made.machine.dot(), path)?,
        (Shape::Html, path) => output::page(&super::page::render(made, name), path, false)?,
        (Shape::Json, path) => {
            if let Some(path) = path {
                output::file(made.text.as_bytes(), path)?;
            }
            output::report(&tell::machine_json(made, name, shown.as_deref()), None)?;
        }
        (Shape::Human, path) => {
            if let Some(path) = path {
                output::file(made.text.as_bytes(), path)?;
            }
            if path.is_none() && !args.run {
                output::report(&made.text, None)?;
            } else if !args.quiet {
                output::report(&output::plain(&tell::machine_text(made)), None)?;
            }
        }
    }
    Ok(match &made.checked {
        None | Some(Checked::Holds) => Exit::Holds,
        Some(Checked::Fails { .. }) => Exit::Violated,
        Some(Checked::Unknown(_)) => Exit::Undecided,
    })
}
