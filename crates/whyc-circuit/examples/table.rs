//! Lifts one counterexample of every `.bench` file in a folder by every method, and prints a
//! page of Markdown with a table.
//!
//!     cargo run --release -p whyc-circuit --example table -- FOLDER [SECONDS [NAME...]] > docs/circuits-table.md
//!
//! The property is "this state cannot be reached". In a circuit with few latches the state is one that is
//! ten cycles from reset, or the furthest one, found by visiting all; in the others it is the state after N
//! random steps, with N growing until the shortest counterexample has ten cycles. SECONDS is what each method
//! may take for one circuit, 60 if not given; `minimum` never takes more than 60.

// An example is a program of its own: printing is what it is for.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whyc_aig::bench;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::Budget;
use whyc_circuit::check::{Goal, Options, Outcome, check};
use whyc_circuit::lift::{Lifted, Method, minimise};
use whyc_circuit::property::Property;
use whyc_circuit::trace::Counterexample;

#[path = "table/page.rs"]
mod page;
#[path = "table/states.rs"]
mod states;

/// The length that a counterexample should have.
const LENGTH: usize = 10;
/// How many random steps are tried, with how many seeds each.
const STEPS: [usize; 5] = [10, 14, 20, 40, 80];
const SEEDS: u64 = 12;
/// What the search for a smallest set may take.
const MINIMUM_LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: table FOLDER [SECONDS [NAME...]]");
        return ExitCode::from(2);
    };
    let seconds = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(60);
    let names: Vec<String> = arguments.collect();
    let mut files = bench_files(Path::new(&folder));
    files.retain(|path| names.is_empty() || names.contains(&name_of(path)));
    println!("{}", page::head(seconds));
    let mut notes = Vec::new();
    for path in files {
        match std::fs::read(&path)
            .map_err(|err| err.to_string())
            .and_then(|bytes| bench::read(&bytes).map_err(|err| err.to_string()))
        {
            Ok(circuit) => notes.extend(row(&name_of(&path), &circuit, Duration::from_secs(seconds))),
            Err(reason) => eprintln!("{}: {reason}", path.display()),
        }
    }
    for note in notes {
        println!("\n{note}");
    }
    ExitCode::SUCCESS
}

fn bench_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|it| it == "bench"))
        .collect();
    // From small to large.
    files.sort_by_key(|path| (std::fs::metadata(path).map_or(0, |it| it.len()), path.clone()));
    files
}

fn name_of(path: &Path) -> String {
    path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The longest counterexample found, up to the length wanted, and whether none is longer.
fn deep_run(circuit: &Circuit, limit: Duration) -> Option<(Counterexample, bool)> {
    let budget = Budget::unlimited().with_timeout(limit);
    if let Some((state, depth)) = states::far_from_reset(circuit, LENGTH) {
        let options = Options { goal: Goal::Violation, bound: depth, budget };
        let property = Property::Reach(state.into_iter().map(Some).collect());
        return match check(circuit, &[property], &options).outcomes.remove(0) {
            Outcome::Violated(run) => Some((run, depth < LENGTH)),
            _ => None,
        };
    }
    let mut best: Option<Counterexample> = None;
    for (steps, seed) in STEPS.into_iter().flat_map(|steps| (0..SEEDS).map(move |seed| (steps, seed))) {
        let property = Property::reach(circuit, steps, seed);
        let options = Options { goal: Goal::Violation, bound: steps, budget: budget.clone() };
        if let Outcome::Violated(run) = check(circuit, &[property], &options).outcomes.remove(0)
            && best.as_ref().is_none_or(|best| run.depth > best.depth)
        {
            best = Some(run);
        }
        if best.as_ref().is_some_and(|best| best.depth >= LENGTH) {
            break;
        }
    }
    best.map(|run| (run, false))
}

/// Prints the row of a circuit, and returns what is to be noted below the table.
fn row(name: &str, circuit: &Circuit, limit: Duration) -> Option<String> {
    let started = Instant::now();
    let Some((run, is_furthest)) = deep_run(circuit, limit) else {
        return Some(format!("{name}: no counterexample was found within the time."));
    };
    let check_time = started.elapsed();
    let lift = |method: Method| {
        // An anytime search would always take all the time it is given.
        let limit = if method == Method::Minimum { limit.min(MINIMUM_LIMIT) } else { limit };
        let lifted = minimise(circuit, &run, method, &Budget::unlimited().with_timeout(limit));
        let (n, seconds) = (lifted.n_eliminated(), lifted.time.as_secs_f64());
        eprintln!("{name}: {} eliminates {n} in {seconds:.3} s", method.name());
        lifted
    };
    let [graph, brute, core, incremental, minimum] = Method::ALL.map(lift);
    let mark = |lifted: &Lifted| if lifted.cut_short.is_some() { ">" } else { "" };
    let seconds = |lifted: &Lifted| format!("{}{:.3}", mark(lifted), lifted.time.as_secs_f64());
    let calls = |lifted: &Lifted| format!("{} + {}", lifted.effort.satisfiable, lifted.effort.unsatisfiable);
    let cell = |it: &Lifted| format!("{}{} | {} | {}", mark(it), it.n_eliminated(), seconds(it), calls(it));
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {}{:.1} | {} | {} | {} | {:.2} |",
        run.depth,
        run.free().len(),
        graph.n_eliminated(),
        seconds(&graph),
        cell(&brute),
        cell(&core),
        cell(&incremental),
        mark(&brute),
        brute.time.as_secs_f64() / incremental.time.as_secs_f64(),
        minimum.n_eliminated(),
        minimum.lower_bound.map_or_else(String::new, |it| (minimum.relevant.len() - it).to_string()),
        seconds(&minimum),
        check_time.as_secs_f64(),
    );
    let furthest = run.depth;
    (run.depth < LENGTH).then(|| match is_furthest {
        true => format!("{name}: every reachable state was visited; none is more than {furthest} cycles from reset."),
        false => format!("{name}: no longer counterexample was found."),
    })
}
