//! Random runs of a circuit.

use anyhow::{anyhow, bail};
use whyc_base::names;
use whyc_circuit::design::Design;
use whyc_circuit::property::Property;
use whyc_sample::answer::{Answer, Failing, Input, Run, Weighing, What};
use whyc_sample::circuit::Sampled;
use whyc_sample::dist::Distribution;

use super::{again, distributions, runs, tell};
use crate::cli::{Check, Sample};
use crate::progress::Progress;
use crate::{Exit, asked, edge, temporal};

/// Runs a circuit.
pub fn run(args: &Sample) -> anyhow::Result<Exit> {
    let check = args.check();
    if temporal::is_given(&check) {
        bail!("sample looks at the bad signals of a circuit; properties over time are for check --ltl");
    }
    let budget = asked::budget(&check);
    edge::hold(&budget);
    let Some(path) = args.files.first() else { bail!("which file?") };
    let design = temporal::read_design(&check, path, &budget)?;
    let name = path.display();
    let properties = properties(&check, &design)?;
    let mut given = distributions(args)?;
    for (input, value) in &args.scope.input {
        // What is held is drawn from one value.
        given.push((input.clone(), Distribution::read(value).map_err(|wrong| anyhow!("--input {input}: {wrong}"))?));
    }
    let n_live = design.circuit.justice.len();
    let names: Vec<String> = Property::all_bad(&design.circuit).iter().map(|it| it.describe(&design.circuit)).collect();
    let cycles = args.bound.max(1) as usize;
    let sampled =
        Sampled::new(design, &given, properties, cycles, args.seed).map_err(|wrong| anyhow!("{name}: {wrong}"))?;
    let progress = Progress::new(args.output.quiet);
    let (tally, limit) = runs(args, &sampled, 0, &budget, &progress)?;
    progress.clear();
    let mut failing: Vec<Failing> = tally
        .failures
        .iter()
        .map(|(&property, &(failures, first))| Failing {
            id: names[property as usize].clone(),
            description: names[property as usize].clone(),
            place: None,
            failures,
            first,
        })
        .collect();
    failing.sort_by_key(|it| std::cmp::Reverse(it.failures));
    let run = tally.first_failure().and_then(|(number, property)| {
        let run = sampled.failing(number, property)?;
        let inputs = sampled.shown(&run).into_iter().map(|(name, values)| (name, values.join(" "))).collect();
        Some(Run { number, property: format!("{} after {} cycles", names[property as usize], run.depth), inputs })
    });
    let told = |it: &whyc_sample::circuit::Input| Input {
        name: it.name.clone(),
        distribution: it.text.clone(),
        said: if it.is_given { "option" } else { "type" },
        line: None,
    };
    let mut remarks = Vec::new();
    if n_live > 0 {
        remarks.push("what must not go on forever was not looked at: no run that ends shows it".to_owned());
    }
    let answer = Answer {
        what: What::Circuit(cycles),
        inputs: sampled.inputs().iter().filter(|it| !it.is_unknown).map(told).collect(),
        tally,
        confidence: args.confidence,
        seed: args.seed,
        failing,
        run,
        measures: Vec::new(),
        weighed: Weighing::NotAsked,
        splitting: whyc_sample::answer::Splitting::NotAsked,
        lost: None,
        rejected: None,
        limit,
        remarks,
        again: again(),
    };
    tell(args, &answer)
}

/// The bad signals that are asked about.
fn properties(check: &Check, design: &Design) -> anyhow::Result<Vec<usize>> {
    let circuit = &design.circuit;
    let known: Vec<String> = Property::all_bad(circuit).iter().map(|it| it.describe(circuit)).collect();
    match &check.scope.property {
        None if known.is_empty() => bail!("the circuit has no bad signal that a run could come to"),
        None => Ok((0..known.len()).collect()),
        Some(wanted) => match known.iter().position(|it| it == wanted) {
            Some(at) => Ok(vec![at]),
            None => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                bail!("there is no property `{wanted}`; {}", names::hint(wanted, &known, "properties"))
            }
        },
    }
}
