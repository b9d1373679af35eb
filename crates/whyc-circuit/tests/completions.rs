//! What lifting leaves suffices: every completion of it, or a thousand random ones, violates the property.

use std::path::{Path, PathBuf};

use whyc_base::budget::Budget;
use whyc_circuit::check::{Goal, Options, Outcome};
use whyc_circuit::design::Design;
use whyc_circuit::file::Format;
use whyc_circuit::lift::Method;
use whyc_circuit::property::Property;
use whyc_circuit::simulate;
use whyc_circuit::trace::Counterexample;
use whyc_tests::repository;
use whyc_tests::rng::Rng;

/// How many times 64 random completions each result is held against.
const ROUNDS: usize = 16;
/// Up to so many bits that do not matter, every completion is tried.
const MAX_OPEN: usize = 16;

fn circuits() -> Vec<(PathBuf, Design)> {
    let mut found = Vec::new();
    for folder in ["examples", "tests/circuits"] {
        let entries = std::fs::read_dir(repository().join(folder)).expect("the folder should be there");
        for path in entries.flatten().map(|entry| entry.path()) {
            if let Some(format) = Format::of(&path) {
                let bytes = std::fs::read(&path).expect("a circuit should be readable");
                let design = format.read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((path, design));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

/// A random netlist in the `.bench` format.
fn random_bench(rng: &mut Rng, n_inputs: usize, n_latches: usize, n_gates: usize) -> String {
    let mut text = String::new();
    let mut names: Vec<String> = (0..n_inputs).map(|idx| format!("i{idx}")).collect();
    names.iter().for_each(|name| text += &format!("INPUT({name})\n"));
    names.extend((0..n_latches).map(|idx| format!("q{idx}")));
    for gate in 0..n_gates {
        let kind = rng.pick(&["AND", "NAND", "OR", "NOR", "XOR"]);
        let (a, b) = (rng.pick(&names).clone(), rng.pick(&names).clone());
        text += &format!("g{gate} = {kind}({a}, {b})\n");
        names.push(format!("g{gate}"));
    }
    for latch in 0..n_latches {
        text += &format!("q{latch} = DFF(g{})\n", rng.below(n_gates));
    }
    text + &format!("OUTPUT(g{})\n", n_gates - 1)
}

/// Whether all completions violate the property; `None` if they are too many.
fn all_fail(design: &Design, run: &Counterexample, relevant: &[bool]) -> Option<bool> {
    let open: Vec<usize> = (0..relevant.len()).filter(|&var| !relevant[var]).collect();
    if open.len() > MAX_OPEN {
        return None;
    }
    let n_inputs = design.circuit.inputs.len();
    let fails = |first: u64| {
        // Completion `first + k` is run `k` of 64.
        let mut words: Vec<u64> = run.values().iter().map(|&bit| if bit { u64::MAX } else { 0 }).collect();
        for (bit, &var) in open.iter().enumerate() {
            words[var] = (0..64).fold(0, |word, k| word | ((first + k) >> bit & 1) << k);
        }
        let (initial, inputs) = words.split_at(run.initial.len());
        let inputs: Vec<Vec<u64>> =
            (0..run.inputs.len()).map(|cycle| inputs[cycle * n_inputs..][..n_inputs].to_vec()).collect();
        simulate::violations(&design.circuit, run, initial, &inputs) == u64::MAX
    };
    Some((0..1u64 << open.len()).step_by(64).all(fails))
}

/// Lifts a violation by every method; how many there were, and how many were tried exhaustively.
fn hold_against_completions(path: &Path, design: &Design, property: Property) -> (usize, usize) {
    let options = Options { goal: Goal::Violation, bound: 12, budget: Budget::unlimited() };
    let (mut checked, told) = design.check(&[property], &options);
    let Outcome::Violated(run) = checked.outcomes.remove(0) else { return (0, 0) };
    let design = told[0].as_ref().unwrap_or(design);
    let mut n_exhaustive = 0;
    for method in Method::ALL {
        let lifted = design.minimise(&run, method, &Budget::unlimited());
        let survives = simulate::survives_random_completions(&design.circuit, &run, &lifted.relevant, ROUNDS);
        assert!(survives, "{}: {}", path.display(), method.name());
        if let Some(words) = &design.words {
            assert!(words.survives_random_completions(&run, &lifted.relevant, 1000), "{}", path.display());
        }
        if let Some(all) = all_fail(design, &run, &lifted.relevant) {
            n_exhaustive += 1;
            assert!(all, "{}: {}", path.display(), method.name());
        }
    }
    (Method::ALL.len(), n_exhaustive)
}

#[test]
fn the_projects_own_circuits() {
    let (mut n_tried, mut n_exhaustive) = (0, 0);
    for (path, design) in circuits() {
        let seeds = if design.has_large_arrays() { 0 } else { 3 };
        let reach = (1..=seeds).map(|seed| Property::reach(&design.circuit, 8, seed));
        for property in Property::all_bad(&design.circuit).into_iter().chain(reach) {
            let (tried, exhaustive) = hold_against_completions(&path, &design, property);
            n_tried += tried;
            n_exhaustive += exhaustive;
        }
    }
    assert!(n_tried >= 50 && n_exhaustive >= 30, "{n_tried} tried, {n_exhaustive} exhaustively");
}

#[test]
fn random_netlists() {
    let mut rng = Rng::new(4);
    let mut n_tried = 0;
    for round in 0..30 {
        let text = random_bench(&mut rng, 6, 12, 120);
        let design = Format::Bench.read(text.as_bytes()).expect("the netlist should be right");
        let path = PathBuf::from(format!("random netlist {round}"));
        for property in [Property::Bad(0), Property::reach(&design.circuit, 10, round)] {
            n_tried += hold_against_completions(&path, &design, property).0;
        }
    }
    assert!(n_tried >= 100, "{n_tried} tried");
}
