//! Is there a run that satisfies a specification whatever one signal does?
//!
//! Deciding that takes exponential space, so what is tried is this: find a run that does for all behaviours of the signal
//! known so far, look for a behaviour that spoils it, and learn it. Behaviours are lassos, and become small counters in the circuit.

use whyc_aig::circuit::{Circuit, Latch, Reset};
use whyc_aig::{Aig, Edge};
use whyc_base::budget::Budget;

use crate::ask::{Searched, Shown, free_signals, search, told};
use crate::atom::Atom;
use crate::lasso::Lasso;
use crate::store::{Store, TooLarge};
use crate::syntax::Expr;
use crate::tableau::{Automaton, Part, compose};
use crate::vacuity::Role;

/// How many behaviours are learned.
const MANY: usize = 24;

/// What becomes of a part that may be anything, in `open` the signal of this name, if some run must satisfy that.
pub(crate) fn some_run_for_all(open: &[Expr], name: &str, budget: &Budget) -> Role {
    if let Err(reason) = budget.check() {
        return Role::NotDecided(reason.to_string());
    }
    match attempt(open, name, budget) {
        Ok(role) => role,
        Err(error) => Role::NotDecided(error.to_string()),
    }
}

fn attempt(open: &[Expr], name: &str, budget: &Budget) -> Result<Role, TooLarge> {
    let mut store = Store::new();
    let whole = Expr::all(open.to_vec());
    let (holds, fails) = (store.lower(&whole)?, store.lower_negated(&whole)?);
    let (holds, fails) = (Automaton::new(&mut store, holds)?, Automaton::new(&mut store, fails)?);
    let atoms = store.atoms().to_vec();
    let signal = Atom::signal(name);
    let constant = |value: bool| Lasso { letters: vec![vec![value]], start: 0 };
    let mut known = vec![constant(true), constant(false)];
    while known.len() < MANY {
        // A run that is right for all behaviours that are known.
        let run = match for_known(&store, &holds, &atoms, &signal, &known, budget) {
            Found::Run(run) => run,
            Found::None => return Ok(Role::Matters(None)),
            Found::NotDecided(reason) => return Ok(Role::NotDecided(reason)),
        };
        // A behaviour that spoils it.
        match spoiled(&store, &fails, &atoms, &signal, &run, budget) {
            Found::None => return Ok(Role::None(None)),
            Found::NotDecided(reason) => return Ok(Role::NotDecided(reason)),
            Found::Run(other) => {
                let behaviour = other.lasso(std::slice::from_ref(&signal));
                if known.contains(&behaviour) {
                    return Ok(Role::NotDecided("the same behaviour came up twice".to_owned()));
                }
                known.push(behaviour);
            }
        }
    }
    Ok(Role::NotDecided(format!("{MANY} behaviours of the part did not settle it")))
}

enum Found {
    Run(Shown),
    None,
    NotDecided(String),
}

fn found(layout: &[(String, u32)], searched: Searched) -> Found {
    match searched {
        Searched::Run(run) => Found::Run(told(layout, &run)),
        Searched::None => Found::None,
        Searched::NotDecided(reason) => Found::NotDecided(reason),
    }
}

fn for_known(
    store: &Store,
    holds: &Automaton,
    atoms: &[Atom],
    signal: &Atom,
    known: &[Lasso],
    budget: &Budget,
) -> Found {
    let others: Vec<Atom> = atoms.iter().filter(|it| *it != signal).cloned().collect();
    let (base, _, layout) = free_signals(&others);
    let (base, patterns) = with_patterns(base, known);
    let (mut base, lookup) = (base, inputs_by_name(&layout));
    let mut edges = Vec::new();
    for &pattern in &patterns {
        edges.push(atom_edges(&mut base, atoms, &|name| {
            if Atom::signal(name) == *signal { Some(vec![pattern]) } else { lookup(name) }
        }));
    }
    let parts: Vec<Part<'_>> = edges.iter().map(|atoms| Part { automaton: holds, atoms }).collect();
    found(&layout, search(&compose(store, &base, &parts), budget))
}

/// A behaviour of the signal with which the run, all else being what it is there, is wrong.
fn spoiled(store: &Store, fails: &Automaton, atoms: &[Atom], signal: &Atom, run: &Shown, budget: &Budget) -> Found {
    let name = signal.names().next().unwrap_or_default().to_owned();
    let layout = vec![(name, 1)];
    let base = Circuit::new(1, 0);
    let lasso = run.lasso(atoms);
    let columns: Vec<Lasso> = (0..atoms.len())
        .map(|at| Lasso { letters: lasso.letters.iter().map(|letter| vec![letter[at]]).collect(), start: lasso.start })
        .collect();
    let (base, patterns) = with_patterns(base, &columns);
    let free = base.inputs[0].edge;
    let edges: Vec<Edge> =
        atoms.iter().zip(&patterns).map(|(atom, &edge)| if atom == signal { free } else { edge }).collect();
    let part = Part { automaton: fails, atoms: &edges };
    found(&layout, search(&compose(store, &base, &[part]), budget))
}

/// Where the bits of signals are among the inputs.
fn inputs_by_name(layout: &[(String, u32)]) -> impl Fn(&str) -> Option<Vec<Edge>> + use<> {
    let layout = layout.to_vec();
    // Inputs are the first nodes of a circuit, in order.
    let base = Circuit::new(layout.iter().map(|it| it.1 as usize).sum(), 0);
    move |name: &str| {
        let at = layout.iter().position(|(known, _)| known == name)?;
        let first: usize = layout[..at].iter().map(|it| it.1 as usize).sum();
        Some(base.inputs[first..first + layout[at].1 as usize].iter().map(|it| it.edge).collect())
    }
}

fn atom_edges(base: &mut Circuit, atoms: &[Atom], lookup: crate::words::Lookup<'_>) -> Vec<Edge> {
    let edges = atoms.iter().map(|atom| crate::words::edge(&mut base.aig, atom, lookup));
    edges.map(|edge| edge.expect("a signal should be as wide as what is said of it")).collect()
}

/// The circuit with signals that do what some lassos of one bit say, all of them with the same steps counted by one-hot latches.
fn with_patterns(base: Circuit, patterns: &[Lasso]) -> (Circuit, Vec<Edge>) {
    let mut circuit = Circuit { inputs: base.inputs, aig: base.aig, ..Circuit::default() };
    // Latches come after inputs in a graph; gates may stand between.
    let mut edges = Vec::new();
    for lasso in patterns {
        let constant = lasso.letters.iter().all(|it| it[0] == lasso.letters[0][0]);
        if constant {
            edges.push(Edge::constant(lasso.letters[0][0]));
            continue;
        }
        let positions: Vec<Edge> = lasso.letters.iter().map(|_| circuit.aig.input()).collect();
        for (at, &state) in positions.iter().enumerate() {
            let before = (0..positions.len()).filter(|&it| lasso.next(it) == at).map(|it| positions[it]);
            let before: Vec<Edge> = before.collect();
            let next = circuit.aig.or_all(&before);
            let reset = if at == 0 { Reset::One } else { Reset::Zero };
            circuit.latches.push(Latch { name: None, state, next, reset });
        }
        edges.push(truth(&mut circuit.aig, lasso, &positions));
    }
    (circuit, edges)
}

fn truth(aig: &mut Aig, lasso: &Lasso, positions: &[Edge]) -> Edge {
    let ones: Vec<Edge> =
        positions.iter().zip(&lasso.letters).filter(|(_, letter)| letter[0]).map(|it| *it.0).collect();
    aig.or_all(&ones)
}
